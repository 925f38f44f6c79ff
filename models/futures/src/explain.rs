//! What the games say about a chain, a point or a move, in words.

use goban::{BoardSize, Color, Move, Point, PointSet, Position};
use model::{Cell, Explanation, Row, Sentence};
use playout::owners::Ground;
use playout::{Batch, Fate, Game, Status, Tally};

/// First moves that are listed.
const MOST_ROWS: usize = 8;

/// Moves of an example that are written down.
const LONGEST_LINE: usize = 12;

/// A first move says something only if it was made in this share of the games.
const ENOUGH: f64 = 0.05;

/// So many games that went as all others are added to those after a move: a few games prove little.
const DOUBT: f64 = 4.0;

/// How the games went that had a move on a point by a colour before the other came there.
#[derive(Clone, Copy, Default)]
pub(crate) struct After {
    pub(crate) n_games: usize,
    pub(crate) n_hits: usize,
}

/// For every point and colour, the games in which that colour came there first, and how many of them were hits.
pub(crate) struct FirstMoves {
    size: BoardSize,
    of: Vec<[After; 2]>,
    n_games: usize,
    n_hits: usize,
}

impl FirstMoves {
    /// Goes through the games; `is_hit` says which of them count.
    pub(crate) fn of(batch: &Batch<'_>, is_hit: impl Fn(usize, &Game) -> bool + Sync) -> FirstMoves {
        let size = batch.position().size();
        let begin = || FirstMoves { size, of: vec![[After::default(); 2]; size.area()], n_games: 0, n_hits: 0 };
        let see = |seen: &mut FirstMoves, number: usize, game: &Game| {
            let hit = usize::from(is_hit(number, game));
            seen.n_games += 1;
            seen.n_hits += hit;
            for (after, first) in seen.of.iter_mut().zip(game.first_plays()) {
                if let Some(color) = first {
                    let after = &mut after[color as usize];
                    after.n_games += 1;
                    after.n_hits += hit;
                }
            }
        };
        batch.fold(begin, see, |all, more| {
            all.n_games += more.n_games;
            all.n_hits += more.n_hits;
            for (here, there) in all.of.iter_mut().zip(more.of) {
                for (here, there) in here.iter_mut().zip(there) {
                    here.n_games += there.n_games;
                    here.n_hits += there.n_hits;
                }
            }
        })
    }

    /// The games that a colour won.
    pub(crate) fn won(batch: &Batch<'_>, tally: &Tally, color: Color) -> FirstMoves {
        FirstMoves::of(batch, |number, _| f64::from(tally.leads()[number]) * color.sign() > 0.0)
    }

    /// The share of games that were hits where this colour came to a point first, as far as those tell more than all games; none if it
    /// never did.
    pub(crate) fn share(&self, color: Color, point: Point) -> Option<f64> {
        let After { n_games, n_hits } = self.after(color, point);
        let all = self.n_hits as f64 / self.n_games.max(1) as f64;
        (n_games > 0).then(|| (n_hits as f64 + DOUBT * all) / (n_games as f64 + DOUBT))
    }

    pub(crate) fn after(&self, color: Color, point: Point) -> After {
        self.of[self.size.index(point)][color as usize]
    }

    /// How far the share of hits after a move is from the share in all games, in standard errors.
    fn pull(&self, after: After) -> f64 {
        let p = self.n_hits as f64 / self.n_games.max(1) as f64;
        let n = after.n_games as f64;
        let error = (n * p * (1.0 - p)).sqrt();
        if error > 0.0 { (after.n_hits as f64 - n * p) / error } else { 0.0 }
    }

    /// The moves that change most, strongest first.
    fn strongest(&self, position: &Position) -> Vec<(Color, Point, After, f64)> {
        let enough = (ENOUGH * self.n_games as f64).max(2.0);
        let mut found: Vec<(Color, Point, After, f64)> = Vec::new();
        for point in position.board().empty() {
            // Where nobody can play yet, a stone comes when all is over.
            for color in Color::ALL.into_iter().filter(|&color| position.check_as(color, point).is_ok()) {
                let after = self.after(color, point);
                if after.n_games as f64 >= enough {
                    found.push((color, point, after, self.pull(after)));
                }
            }
        }
        found.sort_by(|a, b| b.3.abs().total_cmp(&a.3.abs()));
        found
    }
}

/// `these six stones` in figures: a chain by its colour, size and place.
fn chain_words(size: BoardSize, fate: &Fate) -> String {
    let at = fate.stones.first().map_or_else(String::new, |stone| size.vertex(stone));
    match fate.stones.len() {
        1 => format!("the {} stone at {at}", fate.color.to_string().to_lowercase()),
        n => format!("the {n} {} stones at {at}", fate.color.to_string().to_lowercase()),
    }
}

/// What becomes of a chain, which first moves decide it, and a game in which the less likely or the deadly thing happens.
pub(crate) fn chain(batch: &Batch<'_>, fate: &Fate) -> Explanation {
    let size = batch.position().size();
    let Some(first) = fate.stones.first() else { return Explanation::default() };
    let n_lost = fate.n_games - fate.n_survived;
    let status = match fate.status() {
        Status::Alive => "they live",
        Status::Dead => "they are dead",
        Status::Seki => "they live in seki",
        Status::Unsettled => "that is not settled",
    };
    let mut explanation = Explanation::default();
    let status = if fate.stones.len() == 1 {
        status.replace("they live", "it lives").replace("they are", "it is")
    } else {
        status.to_string()
    };
    explanation.sentences.push(Sentence::new(
        format!(
            "In {n_lost} of {} games from here {} {} lost: {status}.",
            fate.n_games,
            chain_words(size, fate),
            if fate.stones.len() == 1 { "is" } else { "are" }
        ),
        fate.stones,
    ));
    if fate.n_seki > 0 {
        explanation.sentences.push(Sentence::new(
            format!("In {} of the {} games in which they stay they live in seki.", fate.n_seki, fate.n_survived),
            fate.stones,
        ));
    }
    let is_lost = |_: usize, game: &Game| game.owner(first) != Some(fate.color);
    let moves = FirstMoves::of(batch, is_lost);
    let strongest = moves.strongest(batch.position());
    let tell = |color: Color, pulls: fn(f64) -> bool| {
        strongest.iter().find(|(by, _, _, pull)| *by == color && pulls(*pull)).copied()
    };
    if let Some((color, point, after, _)) = tell(!fate.color, |pull| pull > 1.0) {
        explanation.sentences.push(Sentence::new(
            format!(
                "{} of the {n_lost} losses come where {color} plays {} first: of {} such games, {} are lost.",
                after.n_hits,
                size.vertex(point),
                after.n_games,
                after.n_hits
            ),
            [point],
        ));
    }
    if let Some((color, point, after, _)) = tell(fate.color, |pull| pull < -1.0) {
        explanation.sentences.push(Sentence::new(
            format!(
                "Where {color} plays {} first, they stay in {} of {} games.",
                size.vertex(point),
                after.n_games - after.n_hits,
                after.n_games
            ),
            [point],
        ));
    }
    if n_lost > 0
        && let Some(line) = example(batch, &fate.stones, fate.color)
    {
        let words: Vec<String> =
            line.iter().map(|(color, mv)| format!("{} {}", color.letter(), size.move_name(*mv))).collect();
        let points = line.iter().filter_map(|(_, mv)| mv.point());
        explanation.sentences.push(Sentence::new(format!("For example: {}.", words.join(", ")), points));
    }
    for (color, point, after, _) in strongest.into_iter().take(MOST_ROWS) {
        explanation.rows.push(Row {
            kind: "first_moves",
            cells: vec![
                ("color", Cell::Color(color)),
                ("point", Cell::Point(point)),
                ("games", Cell::Number(after.n_games as f64)),
                ("lost", Cell::Number(after.n_hits as f64)),
            ],
        });
    }
    explanation
}

/// The shortest way to the loss of a chain that a game took; none if all were long.
fn example(batch: &Batch<'_>, stones: &PointSet, color: Color) -> Option<Vec<(Color, Move)>> {
    let first = stones.first()?;
    type Line = Option<Vec<(Color, Move)>>;
    let see = |best: &mut Line, _: usize, game: &Game| {
        if game.owner(first) == Some(color) {
            return;
        }
        let longest = best.as_ref().map_or(LONGEST_LINE, |line| line.len() - 1);
        let mut position: Position = batch.position().forgetful();
        let mut line = Vec::new();
        for step in game.steps().take(longest) {
            if position.play_as(step.color, step.mv).is_err() {
                return;
            }
            line.push((step.color, step.mv));
            if position.board().get(first) != Some(color) {
                *best = Some(line);
                return;
            }
        }
    };
    batch.fold(
        || None,
        see,
        |all: &mut Line, more| {
            let is_shorter = match (&all, &more) {
                (Some(have), Some(line)) => line.len() < have.len(),
                (None, Some(_)) => true,
                _ => false,
            };
            if is_shorter {
                *all = more;
            }
        },
    )
}

/// Whose an empty point becomes, and what depends on it.
pub(crate) fn point(batch: &Batch<'_>, tally: &Tally, point: Point) -> Explanation {
    let size = batch.position().size();
    let [black, white] = tally.n_owned(point);
    let n = tally.n_games();
    let mut explanation = Explanation::default();
    explanation.sentences.push(Sentence::new(
        format!(
            "In {n} games from here {} becomes Black's {black} times, White's {white} times and nobody's {} times.",
            size.vertex(point),
            n - black - white
        ),
        [point],
    ));
    let field = tally.criticality();
    let value = field[size.index(point)];
    let rank = 1 + field.iter().filter(|other| **other > value).count();
    let among = if rank <= 5 { format!(": number {rank} on the board") } else { String::new() };
    explanation.sentences.push(Sentence::new(
        format!("Who owns it wins {:.0} games in a hundred more often than by chance{among}.", 100.0 * value.max(0.0)),
        [point],
    ));
    explanation
}

/// Reasons that are told in words; all of them are rows.
const TOLD: usize = 2;

/// What learned classes make of a point, with the weightiest reasons for and against.
pub(crate) fn grounds(size: BoardSize, point: Point, owner: f64, grounds: &[Ground]) -> Explanation {
    let owned_by = if owner < 0.0 { Color::White } else { Color::Black };
    let mut explanation = Explanation::default();
    let say = |speaks: fn(Color, Color) -> bool| {
        let of = grounds.iter().filter(|ground| speaks(ground.favours, owned_by)).take(TOLD);
        of.map(|ground| format!("{} (×{:.1})", ground.class, libm::exp(ground.weight))).collect::<Vec<_>>().join("; ")
    };
    let mut text = format!(
        "By what was learned from strong play {} becomes {owned_by}'s with a chance of {:.0} %.",
        size.vertex(point),
        50.0 * (1.0 + owner.abs())
    );
    for (word, reasons) in [("For", say(|a, b| a == b)), ("Against", say(|a, b| a != b))] {
        if !reasons.is_empty() {
            text += &format!(" {word} it: {reasons}.");
        }
    }
    explanation.sentences.push(Sentence::new(text, [point]));
    for ground in grounds {
        explanation.rows.push(Row {
            kind: "grounds",
            cells: vec![
                ("favours", Cell::Color(ground.favours)),
                ("weight", Cell::Number(ground.weight)),
                ("class", Cell::Text(ground.class.clone())),
            ],
        });
    }
    explanation
}

/// How the games went in which the side to move came to a point first.
pub(crate) fn candidate(batch: &Batch<'_>, tally: &Tally, point: Point) -> Explanation {
    let (size, color) = (batch.position().size(), batch.position().to_move());
    let moves = FirstMoves::won(batch, tally, color);
    let After { n_games, n_hits } = moves.after(color, point);
    let percent = |hits: usize, n: usize| format!("{:.0} %", 100.0 * hits as f64 / n.max(1) as f64);
    let vertex = size.vertex(point);
    let text = match n_games {
        0 => format!("In none of {} games {color} comes to {vertex} first.", moves.n_games),
        n => format!(
            "In {n} of {} games {color} comes to {vertex} first and wins {} of them, against {} of all.",
            moves.n_games,
            percent(n_hits, n),
            percent(moves.n_hits, moves.n_games)
        ),
    };
    Explanation { sentences: vec![Sentence::new(text, [point])], rows: Vec::new() }
}
