//! Who says which move is better: a model, several of them, or nobody at all.

use goban::{BoardSize, Move, Point, PointSet, Position};
use model::{
    BeginError, Card, Cell, Explanation, Follower, Question, Rating, Role, Row, Scope, Selection, Sentence, Shape,
    Subject,
};
use record::Ply;

/// Someone who rates moves. The rest of a player is the same for all.
pub(crate) trait Rater: Send {
    /// Begins on a position.
    fn begin(&mut self, start: &Position) -> Result<(), BeginError>;

    /// Takes note of a ply; `position` is the one after it.
    fn observe(&mut self, ply: &Ply, position: &Position);

    /// Rates moves of the side to move, those among these points. Points that it has no opinion on may be missing, and
    /// all that are left when `go_on` says no. The position is the one it was led to.
    fn rate(
        &mut self,
        position: &Position,
        among: &PointSet,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Rating>, BeginError>;

    /// What it says to a move.
    fn explain(&mut self, position: &Position, mv: Move) -> Option<Explanation>;
}

/// Likes all moves alike.
pub(crate) struct Indifferent;

impl Rater for Indifferent {
    fn begin(&mut self, _: &Position) -> Result<(), BeginError> {
        Ok(())
    }

    fn observe(&mut self, _: &Ply, _: &Position) {}

    fn rate(&mut self, _: &Position, among: &PointSet, _: &mut dyn FnMut() -> bool) -> Result<Vec<Rating>, BeginError> {
        Ok(among.iter().map(|point| Rating { point, value: 0.0, details: Vec::new() }).collect())
    }

    fn explain(&mut self, _: &Position, _: Move) -> Option<Explanation> {
        None
    }
}

/// Rates by a model of a family: by its own ratings or, where it has none, by what each move does to its lead.
pub(crate) struct ByModel(Follower);

/// Whether a family can tell moves apart.
pub(crate) fn can_rate(card: &Card) -> bool {
    card.abilities.rates || lead_of(card).is_some()
}

/// The number by which a family without ratings judges moves. A lead that depends on the way to a position will not do:
/// the moves it judges have not been played.
fn lead_of(card: &Card) -> Option<&str> {
    card.with_role(Role::Lead)
        .find(|quantity| quantity.shape == Shape::Number && quantity.scope == Scope::Position)
        .map(|quantity| quantity.name.as_str())
}

impl ByModel {
    pub(crate) fn new(subject: Subject) -> ByModel {
        ByModel(Follower::new(subject))
    }

    fn lead(&self, position: &Position, name: &str) -> Result<f64, BeginError> {
        // A model begun on a position reads what one that followed the game there reads: the contract says so.
        let sheet = self.0.subject().read(position, &Selection::Names(vec![name.to_string()]))?;
        Ok(sheet.get_number(name).unwrap_or(0.0))
    }

    fn rate_by_lead(
        &self,
        position: &Position,
        among: &PointSet,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Rating>, BeginError> {
        let Some(name) = lead_of(self.0.subject().card()) else { return Ok(Vec::new()) };
        let color = position.to_move();
        let before = self.lead(position, name)?;
        let mut scratch = position.forgetful();
        let mut ratings = Vec::new();
        for point in among.iter().take_while(|_| go_on()) {
            if scratch.play(point).is_err() {
                continue;
            }
            let lead = self.lead(&scratch, name)?;
            scratch.take_back();
            let details = vec![("lead", Cell::Number(lead))];
            ratings.push(Rating { point, value: (lead - before) * color.sign(), details });
        }
        Ok(ratings)
    }
}

impl Rater for ByModel {
    fn begin(&mut self, start: &Position) -> Result<(), BeginError> {
        self.0.begin(start).map(drop)
    }

    fn observe(&mut self, ply: &Ply, position: &Position) {
        // One that could not begin says so when it is asked to rate.
        let _ = self.0.see(Some(ply), position);
    }

    fn rate(
        &mut self,
        position: &Position,
        among: &PointSet,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Rating>, BeginError> {
        if self.0.subject().card().abilities.rates {
            return Ok(self.0.model(position)?.rate(position, among, go_on));
        }
        self.rate_by_lead(position, among, go_on)
    }

    fn explain(&mut self, position: &Position, mv: Move) -> Option<Explanation> {
        self.0.model(position).ok()?.explain(position, Question::Candidate(mv))
    }
}

/// One voice of a blend.
pub(crate) struct Voice {
    pub(crate) name: String,
    pub(crate) weight: f64,
    pub(crate) rater: Box<dyn Rater>,
}

/// Several raters together. Ratings of different models have different units, and energies have tails without end, so
/// that ranks are added and not values: the best of n moves has rank 1, the worst 0, equals share the mean of theirs.
pub(crate) struct Blend(pub(crate) Vec<Voice>);

impl Rater for Blend {
    fn begin(&mut self, start: &Position) -> Result<(), BeginError> {
        self.0.iter_mut().try_for_each(|voice| voice.rater.begin(start))
    }

    fn observe(&mut self, ply: &Ply, position: &Position) {
        self.0.iter_mut().for_each(|voice| voice.rater.observe(ply, position));
    }

    fn rate(
        &mut self,
        position: &Position,
        among: &PointSet,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Rating>, BeginError> {
        let points: Vec<Point> = among.iter().collect();
        let mut totals = vec![0.0; points.len()];
        let mut shares = vec![Vec::with_capacity(self.0.len()); points.len()];
        for voice in &mut self.0 {
            if !go_on() {
                break;
            }
            let ratings = voice.rater.rate(position, among, go_on)?;
            for (i, rank) in ranks(position.size(), &points, &ratings).into_iter().enumerate() {
                totals[i] += voice.weight * rank;
                shares[i].push(rank);
            }
        }
        let rating = |((point, value), shares)| {
            let details = vec![("ranks", Cell::Numbers(shares))];
            Rating { point, value, details }
        };
        Ok(points.into_iter().zip(totals).zip(shares).map(rating).collect())
    }

    fn explain(&mut self, position: &Position, mv: Move) -> Option<Explanation> {
        let Move::Play(point) = mv else { return None };
        let among = position.legal_points();
        let points: Vec<Point> = among.iter().collect();
        let index = points.iter().position(|legal| *legal == point)?;
        let mut answer = Explanation::default();
        for voice in &mut self.0 {
            let ratings = voice.rater.rate(position, &among, &mut || true).ok()?;
            let ranks = ranks(position.size(), &points, &ratings);
            let better = ranks.iter().filter(|rank| **rank > ranks[index]).count();
            let text =
                format!("{} (weight {}) ranks it number {} of {}.", voice.name, voice.weight, better + 1, points.len());
            answer.sentences.push(Sentence::new(text, [point]));
            let cells = vec![
                ("voice", Cell::Text(voice.name.clone())),
                ("weight", Cell::Number(voice.weight)),
                ("rank", Cell::Number(ranks[index])),
            ];
            answer.rows.push(Row { kind: "voices", cells });
        }
        Some(answer)
    }
}

/// The rank of each point, from 0 (the worst) to 1 (the best); equals share the mean of their ranks, and points without a
/// rating come last.
fn ranks(size: BoardSize, points: &[Point], ratings: &[Rating]) -> Vec<f64> {
    let mut rated = vec![f64::NEG_INFINITY; size.area()];
    for rating in ratings {
        rated[size.index(rating.point)] = rating.value;
    }
    let values: Vec<f64> = points.iter().map(|point| rated[size.index(*point)]).collect();
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let top = points.len().saturating_sub(1).max(1) as f64;
    let mut ranks = vec![0.0; points.len()];
    let mut from = 0;
    while from < order.len() {
        let equal = order[from..].iter().take_while(|&&i| values[i] == values[order[from]]).count();
        let mean = from as f64 + (equal - 1) as f64 / 2.0;
        for &i in &order[from..from + equal] {
            ranks[i] = mean / top;
        }
        from += equal;
    }
    ranks
}
