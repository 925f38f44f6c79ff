//! The house player: it looks ahead.

use std::fmt;

use goban::{Color, Move, Point, PointSet, Position};
use model::words::number;
use model::{Candidate, Cell, Explanation, Judgement, Mark, Outlook, Question, Rating, Row, Seed, Sentence, Subject};
use record::Ply;
use search::{Proof, Search, Settings};

use crate::person::{mark, survey};
use crate::strength::Strength;
use crate::{Choice, Player, PlayerError, Reason, chance};

/// Between these many games it asks itself whether more could change its mind.
const SLICE: usize = 256;

/// With fewer games a move, chance decides too much to doubt that a game is over.
const ENOUGH: usize = 200;

/// So many games tell what a pass is worth, however many there is time for.
const MOST: usize = 5_000;

/// By so much a move has to do better than a pass.
const CLEARLY: f64 = 0.1;

/// A chain is spoken of when the move changes its chance to survive by this much.
const NEWS: f64 = 0.25;

/// Whoever is this likely to win, or to lose, plays for points: where all games end alike, winning tells no move from another.
const DECIDED: f64 = 0.9;

/// Who is far ahead counts a game as won only with so much of the lead that chance alone hardly turns it, in standard deviations of the
/// lead below what is expected. Who is far behind aims so much higher than what is expected.
const KEEP: f64 = 0.84;
const HOPE: f64 = 0.52;

/// What counts as even is moved only if it is off by more than this share of the standard deviation, as the tree is lost by it.
const STEADY: f64 = 0.3;

/// What a move is tried in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tries {
    Games,
    Looks,
}

impl fmt::Display for Tries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Tries::Games => "games",
            Tries::Looks => "looks",
        })
    }
}

/// A player that looks ahead.
pub(crate) struct House {
    name: String,
    seed: Seed,
    strength: Strength,
    prior: Option<Subject>,
    search: Search,
    /// The position it was last shown.
    at: Option<(u64, usize)>,
    /// What it thought of which position.
    thought: Option<((u64, usize), Judgement)>,
    /// Black's chance, lead and its spread when it last thought.
    outlook: Option<[f64; 3]>,
}

impl House {
    pub(crate) fn new(name: String, strength: Strength, settings: Settings, prior: Option<Subject>) -> House {
        let search = Search::new(settings, prior.clone());
        House { name, seed: settings.seed, strength, prior, search, at: None, thought: None, outlook: None }
    }

    fn catch_up(&mut self, position: &Position) -> Result<(), PlayerError> {
        let known = self
            .search
            .position()
            .is_some_and(|seen| seen.to_move() == position.to_move() && seen.rules() == position.rules());
        if self.at != Some(mark(position)) || !known { self.begin(position) } else { Ok(()) }
    }

    /// Towards the end: whether some other sensible move does clearly better than the useful ones or, if there are none, than a pass.
    /// What is settled by chance alone may hide a last threat, and a won game is not to be lost by a pass.
    fn needs_more(
        &mut self,
        position: &Position,
        useful: &PointSet,
        sensible: &PointSet,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<bool, PlayerError> {
        if self.strength.games < ENOUGH || sensible.is_subset(useful) {
            return Ok(false);
        }
        let color = position.to_move();
        let value = |judgement: &Judgement| judgement.candidates.first().and_then(|best| best.wins(color));
        self.catch_up(position)?;
        let any = self.think(position, sensible, go_on);
        if any.best().and_then(Move::point).is_none_or(|point| useful.contains(point)) {
            return Ok(false);
        }
        let restrained =
            if useful.is_empty() { self.passed(position, go_on)? } else { value(&self.think(position, useful, go_on)) };
        Ok(value(&any).zip(restrained).is_some_and(|(any, restrained)| any > restrained + CLEARLY))
    }

    /// The chance of the side to move to win after a pass; none if there is no time to find out.
    fn passed(&self, position: &Position, go_on: &mut dyn FnMut() -> bool) -> Result<Option<f64>, PlayerError> {
        let color = position.to_move();
        let mut after = position.clone();
        if after.play(Move::Pass).is_err() || after.is_over() {
            // The board is counted as it stands, by whoever settles it.
            let settlement = playout::Settlement::of(&after, self.seed);
            let won = settlement.score(&after, 0).winner() == Some(color);
            return Ok(Some(if won { 1.0 } else { 0.0 }));
        }
        let mut search = Search::new(*self.search.settings(), self.prior.clone());
        search.begin(&after)?;
        search.think(self.leaves(position, self.strength.games.min(MOST)), None, go_on);
        Ok(search.judgement().candidates.first().and_then(|answer| answer.wins(color)))
    }

    /// Sets what counts as even by what is known of the game: nothing but winning, unless that is decided. Without an opinion from before a
    /// few games tell.
    fn set_aim(&mut self, position: &Position, points: &PointSet, go_on: &mut dyn FnMut() -> bool) {
        if self.search.judgement().games == 0 && self.outlook.is_none() {
            let few = self.leaves(position, SLICE.min(self.strength.games / 4));
            self.search.think(few, Some(points), go_on);
            self.remember();
        }
        let Some([chance, lead, spread]) = self.outlook else { return };
        let even = even(position.to_move(), chance, lead, spread);
        // A game in the balance is about winning, however little else it was about before.
        if even == 0.0 || (even - self.search.settings().even).abs() > STEADY * spread {
            self.search.set_even(even);
        }
    }

    /// Keeps what the games said of the whole position.
    fn remember(&mut self) {
        let said = self.search.judgement();
        if let (Some(chance), Some(lead), Some(spread)) = (said.black_wins, said.black_leads, said.spread) {
            self.outlook = Some([chance, lead, spread]);
        }
    }

    /// How many leaves of the tree there is time for in that of so many games.
    fn leaves(&self, position: &Position, games: usize) -> usize {
        self.search.settings().leaves(position.size(), games)
    }

    /// Thinks about these moves.
    fn think(&mut self, position: &Position, points: &PointSet, go_on: &mut dyn FnMut() -> bool) -> Judgement {
        let mut left = self.leaves(position, self.strength.games);
        let most = self.leaves(position, SLICE);
        while left > 0 && !self.search.is_decided(left) {
            let slice = left.min(most);
            if self.search.think(slice, Some(points), go_on) < slice {
                break;
            }
            left -= slice;
        }
        // Even without any time it has an opinion.
        self.search.think(0, Some(points), &mut || true);
        let mut judgement = self.search.judgement();
        judgement.candidates.retain(|one| one.mv.point().is_some_and(|point| points.contains(point)));
        judgement
    }

    /// Which of the candidates it plays: the first, or one by chance for whoever is not to play his best.
    fn pick(&self, position: &Position, judgement: &Judgement) -> usize {
        if self.strength.heat <= 0.0 {
            return 0;
        }
        // A few visits by the prior, so that what was not searched counts too.
        let prior = |one: &Candidate| one.prior.unwrap_or(0.0);
        let weights: Vec<f64> = judgement
            .candidates
            .iter()
            .map(|one| (one.visits as f64 + 10.0 * prior(one)).powf(1.0 / self.strength.heat))
            .collect();
        let mut left = model::unit(&mut chance::of_position(self.seed, position).rng()) * weights.iter().sum::<f64>();
        for (i, weight) in weights.iter().enumerate() {
            if left < *weight {
                return i;
            }
            left -= weight;
        }
        0
    }
}

impl Player for House {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, start: &Position) -> Result<(), PlayerError> {
        self.search.set_even(0.0);
        self.search.begin(start)?;
        self.at = Some(mark(start));
        self.thought = None;
        self.outlook = None;
        Ok(())
    }

    fn observe(&mut self, ply: &Ply, position: &Position) {
        self.search.observe(ply, position);
        self.at = Some(mark(position));
    }

    fn choose_while(&mut self, position: &Position, go_on: &mut dyn FnMut() -> bool) -> Result<Choice, PlayerError> {
        if let Some(reason) = Reason::to_pass(position) {
            return Ok(Choice::pass(reason));
        }
        let (points, useful) = survey(position, self.seed);
        let points = match useful {
            None => points.sensible,
            Some(useful) if self.needs_more(position, &useful, &points.sensible, go_on)? => points.sensible,
            Some(useful) => useful,
        };
        if points.is_empty() {
            return Ok(Choice::pass(Reason::Finished));
        }
        self.catch_up(position)?;
        self.set_aim(position, &points, go_on);
        let judgement = self.think(position, &points, go_on);
        self.remember();
        let picked = self.pick(position, &judgement);
        let color = position.to_move();
        let all: f64 = judgement.candidates.iter().map(|one| one.visits as f64).sum();
        let rating = |one: &Candidate| {
            let prior = one.prior.unwrap_or(0.0);
            let mut details = vec![("games", Cell::Number(one.visits as f64)), ("prior", Cell::Number(prior))];
            details.extend(one.wins(color).map(|chance| ("chance", Cell::Number(chance))));
            details.extend(one.leads(color).map(|lead| ("lead", Cell::Number(lead))));
            // The prior orders what was not searched.
            let value = (one.visits as f64 + prior / 2.0) / (all + 1.0);
            Some(Rating { point: one.mv.point()?, value, details })
        };
        let candidates: Vec<Rating> = judgement.candidates.iter().filter_map(rating).collect();
        let mv = judgement.candidates.get(picked).map_or(Move::Pass, |one| one.mv);
        let reason = match judgement.games {
            0 => Reason::Hurry,
            games => Reason::Search { games },
        };
        self.thought = Some((mark(position), judgement));
        Ok(Choice { mv, reason, candidates, refused: Vec::new() })
    }

    fn look(
        &mut self,
        position: &Position,
        games: Option<usize>,
        among: Option<&PointSet>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Judgement>, PlayerError> {
        self.catch_up(position)?;
        self.search.think(self.leaves(position, games.unwrap_or(self.strength.games)), among, go_on);
        self.thought = Some((mark(position), self.search.judgement()));
        Ok(Some(self.search.outlook()))
    }

    fn explain(&mut self, position: &Position, choice: &Choice) -> Explanation {
        let (name, color, size) = (&self.name, position.to_move(), position.size());
        let vertex = size.move_name(choice.mv);
        let Some(point) = choice.mv.point() else {
            let why = choice.reason;
            return Explanation {
                sentences: vec![Sentence::new(format!("{name} passes for {color}: {why}."), [])],
                rows: Vec::new(),
            };
        };
        let thought = self.thought.as_ref().filter(|(at, _)| *at == mark(position)).map(|(_, judgement)| judgement);
        let Some((judgement, asked)) =
            thought.and_then(|all| Some((all, all.candidates.iter().find(|one| one.mv == choice.mv)?)))
        else {
            let text = format!("{name} does not think of {vertex} for {color}.");
            return Explanation { sentences: vec![Sentence::new(text, [point])], rows: Vec::new() };
        };
        let tries = if self.search.looks() { Tries::Looks } else { Tries::Games };
        let mut sentences = vec![Sentence::new(headline(name, color, &vertex, judgement, (asked, tries)), [point])];
        sentences.extend(expected(position, asked));
        sentences.extend(alternative(position, judgement, (asked, tries)));
        let told = |chain| news(position, judgement, (asked, tries), chain);
        sentences.extend(judgement.fates.iter().filter_map(told).take(3));
        let proofs = self.search.proofs().iter().filter(|proof| proof.point == point);
        sentences.extend(proofs.map(|proof| proved(position, proof)));
        let mut rows: Vec<Row> = judgement.candidates.iter().take(10).map(|one| row(color, one)).collect();
        if let Some(more) = self.opinion(position, choice.mv) {
            sentences.extend(more.sentences);
            rows.extend(more.rows);
        }
        Explanation { sentences, rows }
    }
}

impl House {
    /// What the model says that made it look there.
    fn opinion(&self, position: &Position, mv: Move) -> Option<Explanation> {
        let mut model = self.prior.as_ref()?.begin(position).ok()?;
        self.search.lead(&mut *model);
        model.explain(position, Question::Candidate(mv))
    }
}

/// Black's lead at which a game counts as even, for a side, by Black's chance, lead and its spread.
fn even(color: Color, chance: f64, lead: f64, spread: f64) -> f64 {
    let (chance, lead) = (model::seen_by(color, chance), color.sign() * lead);
    let own = if chance > DECIDED {
        (lead - KEEP * spread).max(0.0)
    } else if chance < 1.0 - DECIDED {
        (lead + HOPE * spread).min(0.0)
    } else {
        0.0
    };
    color.sign() * own
}

/// A share in words: `63 of 100`.
fn percent(share: f64) -> String {
    format!("{} of 100", number(100.0 * share, 0))
}

/// A lead in words.
fn leads(lead: f64) -> String {
    let points = number(lead.abs(), 1);
    if lead >= 0.0 { format!("is ahead by {points} points") } else { format!("is behind by {points} points") }
}

/// A candidate, and what it was tried in: games or looks.
type Asked<'a> = (&'a Candidate, Tries);

fn headline(name: &str, color: Color, vertex: &str, judgement: &Judgement, (asked, tries): Asked<'_>) -> String {
    let is_best = judgement.best() == Some(asked.mv);
    let (Some(wins), Some(lead)) = (asked.wins(color), asked.leads(color)) else {
        return format!("{name} plays {color} {vertex} in a hurry: there was no time to look ahead.");
    };
    let so = format!("{color} wins {} and {} on average", percent(wins), leads(lead));
    if is_best {
        format!("{name} plays {color} {vertex}: of {} {tries} {} went there; {so}.", judgement.games, asked.visits)
    } else {
        format!(
            "{name} thinks less of {color} {vertex}: of {} {tries} {} went there; {so}.",
            judgement.games, asked.visits
        )
    }
}

/// What is expected to follow.
fn expected(position: &Position, asked: &Candidate) -> Option<Sentence> {
    let size = position.size();
    let next = asked.line.get(1..).filter(|rest| !rest.is_empty())?;
    let words: Vec<String> = next.iter().take(5).map(|mv| size.move_name(*mv)).collect();
    let marks = next
        .iter()
        .take(5)
        .enumerate()
        .filter_map(|(i, mv)| Some(Mark { point: mv.point()?, label: (i + 2).to_string() }));
    Some(Sentence { text: format!("It expects {} next.", words.join(", ")), marks: marks.collect() })
}

/// What the closest alternative would lose.
fn alternative(position: &Position, judgement: &Judgement, (asked, tries): Asked<'_>) -> Option<Sentence> {
    let (size, color) = (position.size(), position.to_move());
    let other = judgement.candidates.iter().find(|one| one.mv != asked.mv && one.visits > 0)?;
    let point = other.mv.point()?;
    let chance = 100.0 * (asked.wins(color)? - other.wins(color)?);
    let points = asked.leads(color)? - other.leads(color)?;
    let change = |value: f64, digits: usize, what: &str| {
        let verb = if value >= 0.0 { "loses" } else { "gains" };
        format!("{verb} {} {what}", number(value.abs(), digits))
    };
    let text = format!(
        "The closest alternative, {} ({} {tries}), {} and {}.",
        size.vertex(point),
        other.visits,
        change(chance, 0, "wins in 100"),
        change(points, 1, "points"),
    );
    Some(Sentence { text, marks: vec![Mark { point, label: "a".to_string() }] })
}

/// What the move means to a chain, if it means much.
fn news(position: &Position, judgement: &Judgement, (asked, tries): Asked<'_>, chain: &Outlook) -> Option<Sentence> {
    let size = position.size();
    let first: Point = chain.stones.first()?;
    let owned = |field: &[f64]| (1.0 + chain.color.sign() * field[size.index(first)]) / 2.0;
    let (before, after) = (owned(judgement.ownership.as_deref()?), owned(asked.ownership.as_deref()?));
    // All games together are mostly those of the best move; the others tell what happens without it.
    let (all, there) = (judgement.games as f64, asked.visits as f64);
    let without = if all > there { ((before * all - after * there) / (all - there)).clamp(0.0, 1.0) } else { before };
    if (after - without).abs() < NEWS {
        return None;
    }
    let stones = named(position, chain.color, &chain.stones);
    let verb = if chain.stones.len() == 1 { "lives" } else { "live" };
    let (after, without) = (percent(after), percent(without));
    // Who looks never sees a game to its end.
    let text = if tries == Tries::Games {
        format!("With it {stones} {verb} in {after} games, without it in {without}.")
    } else {
        format!("With it {stones} {verb} with {after} chances, without it with {without}.")
    };
    Some(Sentence::new(text, chain.stones))
}

/// What reading said of the move before any game was played.
fn proved(position: &Position, proof: &Proof) -> Sentence {
    let stones = named(position, proof.color, &proof.stones);
    let verb = if proof.color == position.to_move() { "saves" } else { "takes" };
    Sentence::new(format!("Reading finds that it {verb} {stones}, which could not wait."), proof.stones)
}

/// Stones by their number, colour and first point.
fn named(position: &Position, color: Color, stones: &PointSet) -> String {
    let first = stones.first().map_or_else(String::new, |point| position.size().vertex(point));
    match stones.len() {
        1 => format!("{color} {first}"),
        n => format!("the {n} {} stones at {first}", color.to_string().to_lowercase()),
    }
}

fn row(color: Color, one: &Candidate) -> Row {
    let mut cells = vec![("games", Cell::Number(one.visits as f64))];
    cells.extend(one.mv.point().map(|point| ("move", Cell::Point(point))));
    cells.push(("chance", Cell::Number(one.wins(color).unwrap_or(0.5))));
    cells.push(("lead", Cell::Number(one.leads(color).unwrap_or(0.0))));
    cells.push(("prior", Cell::Number(one.prior.unwrap_or(0.0))));
    Row { kind: "candidates", cells }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_in_the_balance_is_played_to_win() {
        assert_eq!(even(Color::Black, 0.7, 6.0, 12.0), 0.0);
        assert_eq!(even(Color::White, 0.7, 6.0, 12.0), 0.0);
    }

    #[test]
    fn who_is_far_ahead_keeps_most_of_it_and_who_is_far_behind_hopes_for_a_little_more() {
        for (chance, lead, black, white) in [(0.99, 40.0, 31.6, 34.8), (0.01, -40.0, -34.8, -31.6)] {
            assert!((even(Color::Black, chance, lead, 10.0) - black).abs() < 1e-9);
            assert!((even(Color::White, chance, lead, 10.0) - white).abs() < 1e-9);
        }
        assert_eq!(even(Color::Black, 0.95, 6.0, 10.0), 0.0, "a win is enough");
        assert_eq!(even(Color::White, 0.95, 3.0, 10.0), 0.0, "a win is to be hoped for");
    }
}
