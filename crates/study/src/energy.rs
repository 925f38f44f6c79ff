//! The energy of players: what the moves of two sides do, and whether the two can be told apart.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

use goban::{ByColor, Color, Move};
use model::{Card, Role, Selection, Shape, Sheet, Subject};
use record::{Game, Mode};

use crate::games::each_game;
use statistics::{RankSum, Summary};

/// What makes two sides of a game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum By {
    /// Black and White, over all games.
    #[default]
    Color,
    /// The two players by name: one pairing for every two that met.
    Player,
    /// Winner and loser, over all games with a winner.
    Result,
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            By::Color => "color",
            By::Player => "player",
            By::Result => "result",
        })
    }
}

/// What the study found.
#[derive(Clone, PartialEq, Debug)]
pub struct EnergyStudy {
    /// Games that count.
    pub n_games: usize,
    /// Games that do not: without two names, without a winner, or on a board that the family does not take.
    pub n_left_out: usize,
    /// One for every two sides, in the order of their names.
    pub pairings: Vec<Pairing>,
}

/// Two sides that met.
#[derive(Clone, PartialEq, Debug)]
pub struct Pairing {
    /// What the sides are called.
    pub names: [String; 2],
    /// Games between them.
    pub n_games: usize,
    /// For every quantity that says what a move won.
    pub comparisons: Vec<Comparison>,
}

/// A quantity over the moves of two sides. Passes are left out.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The name of the quantity.
    pub quantity: String,
    /// The values of each side, in rising order.
    pub samples: [Vec<f64>; 2],
    /// What a box plot shows of them.
    pub summaries: [Summary; 2],
    /// Whether they can be told apart.
    pub test: RankSum,
}

impl Comparison {
    /// The height of the first box over that of the second; none where the second has no height.
    #[must_use]
    pub fn iqr_ratio(&self) -> Option<f64> {
        let [first, second] = self.summaries.map(|summary| summary.iqr());
        (second > 0.0 && (first / second).is_finite()).then(|| first / second)
    }

    /// Whether the median of each side lies inside the other's box.
    #[must_use]
    pub fn medians_inside(&self) -> [bool; 2] {
        let inside = |a: &Summary, b: &Summary| (b.q1..=b.q3).contains(&a.median);
        let [first, second] = &self.summaries;
        [inside(first, second), inside(second, first)]
    }
}

/// The two sides of a game: the colour of the one that is named first, and both names in this order.
fn sides(game: &Game, by: By) -> Option<(Color, [String; 2])> {
    match by {
        By::Color => Some((Color::Black, Color::ALL.map(|color| color.to_string()))),
        By::Player => {
            let name = |color| game.info.players[color].name.clone().filter(|name| !name.trim().is_empty());
            let (black, white) = (name(Color::Black)?, name(Color::White)?);
            match black.cmp(&white) {
                Ordering::Less => Some((Color::Black, [black, white])),
                Ordering::Greater => Some((Color::White, [white, black])),
                Ordering::Equal => None,
            }
        }
        By::Result => Some((game.info.outcome()?.winner()?, ["winner", "loser"].map(str::to_string))),
    }
}

/// The quantities of a card that say what a move won.
#[must_use]
pub fn gains(card: &Card) -> Vec<String> {
    card.with_role(Role::Gain).filter(|quantity| quantity.shape == Shape::Number).map(|q| q.name.clone()).collect()
}

/// What one move won, by every quantity that was asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Moved {
    /// The number of the move, from 1; passes are counted too.
    pub ply: usize,
    /// Who moved.
    pub color: Color,
    /// One for every quantity; none where the family had nothing to say.
    pub values: Vec<Option<f64>>,
}

/// What every move of a game won, passes left out. None where the family does not take the board.
#[must_use]
pub fn moved(game: &Game, subject: &Subject, quantities: &[String]) -> Option<Vec<Moved>> {
    let mut replay = game.replay(&game.main_line(), Mode::Tolerant).ok()?;
    let mut model = subject.begin(replay.position()).ok()?;
    let mut sheet = Sheet::new(subject.card(), &Selection::Names(quantities.to_vec()));
    let mut found = Vec::new();
    let mut number = 0;
    while let Ok(Some(ply)) = replay.next_ply() {
        number += 1;
        model.observe(&ply, replay.position());
        if ply.mv == Move::Pass {
            continue;
        }
        sheet.clear();
        model.read(replay.position(), &mut sheet);
        let values = quantities.iter().map(|name| sheet.get_number(name)).collect();
        found.push(Moved { ply: number, color: ply.color, values });
    }
    Some(found)
}

/// The values of one game: for each quantity and colour, one a move.
type Values = Vec<ByColor<Vec<f64>>>;

fn follow(game: &Game, subject: &Subject, quantities: &[String]) -> Option<Values> {
    let mut values: Values = vec![ByColor::default(); quantities.len()];
    for moved in moved(game, subject, quantities)? {
        for (values, value) in values.iter_mut().zip(moved.values) {
            values[moved.color].extend(value);
        }
    }
    Some(values)
}

/// What is known of two sides while games come in.
#[derive(Default)]
struct Collected {
    n_games: usize,
    samples: Vec<[Vec<f64>; 2]>,
}

/// Collects what every move won, for the two sides of every game.
///
/// A family that has no quantity for that gives no comparisons.
#[must_use]
pub fn energy<G>(games: impl IntoIterator<Item = G>, subject: &Subject, by: By) -> EnergyStudy
where
    G: Borrow<Game> + Send + Sync,
{
    let quantities = gains(subject.card());
    let mut found = EnergyStudy { n_games: 0, n_left_out: 0, pairings: Vec::new() };
    let mut collected: BTreeMap<[String; 2], Collected> = BTreeMap::new();
    let work = |_, game: &Game| {
        let (first, names) = sides(game, by)?;
        Some((first, names, follow(game, subject, &quantities)?))
    };
    each_game(games, work, |game| {
        let Some((first, names, values)) = game else {
            found.n_left_out += 1;
            return;
        };
        found.n_games += 1;
        let so_far = collected.entry(names).or_default();
        so_far.n_games += 1;
        so_far.samples.resize_with(quantities.len(), Default::default);
        for (sample, mut values) in so_far.samples.iter_mut().zip(values) {
            sample[0].append(&mut values[first]);
            sample[1].append(&mut values[!first]);
        }
    });
    for (names, Collected { n_games, samples }) in collected {
        let comparisons =
            quantities.iter().zip(samples).filter_map(|(quantity, samples)| compare(quantity, samples)).collect();
        found.pairings.push(Pairing { names, n_games, comparisons });
    }
    found
}

fn compare(quantity: &str, mut samples: [Vec<f64>; 2]) -> Option<Comparison> {
    for sample in &mut samples {
        sample.sort_unstable_by(f64::total_cmp);
    }
    let [first, second] = &samples;
    let summaries = [Summary::of_sorted(first)?, Summary::of_sorted(second)?];
    let test = RankSum::of(first, second)?;
    Some(Comparison { quantity: quantity.to_string(), samples, summaries, test })
}
