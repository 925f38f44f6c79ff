//! Where freedom agrees with the classic functions, on positions of real games.
//!
//! For each pair of families that say whose a point is: the share of empty points on which both take a side, and how
//! often it is the same; and over all positions the correlation of their leads. Where freedom and the nearest stone
//! differ, how well the nearest chain breathes. For each family: how often the side that leads won the game. A number as
//! argument sets how many games; the default is 300.
//!
//! `cargo run --release -p aji-freedom --example agreement`

#![allow(clippy::print_stdout)]

use goban::{Board, BoardSize, Color, Point, PointSet, Position, Rules, Setup};
use model::{Parameters, Role, Seed, Selection, Shape, Sheet};

#[path = "../tests/laws/games.rs"]
mod games;

const MOVES: [usize; 4] = [50, 100, 150, 200];
const NAMES: [&str; 4] = ["freedom", "bouzy", "zobrist", "nearest"];

/// What a family says of a position.
struct View {
    lead: f64,
    /// By empty point: −1, 0 or 1.
    sides: Vec<i8>,
}

/// A position as all families see it.
struct Sight {
    winner: Color,
    views: Vec<View>,
    /// By empty point: the liberties of the nearest chain, the best of equals.
    nearest_liberties: Vec<usize>,
}

fn main() {
    let n_games = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(300);
    let winners = winners();
    // By move number, then by position.
    let mut sights: Vec<Vec<Sight>> = MOVES.map(|_| Vec::new()).into();
    let mut n_taken = 0;
    for (moves, winner) in games::real_games(2000).iter().zip(winners) {
        if moves.len() < MOVES[3] || n_taken == n_games {
            continue;
        }
        n_taken += 1;
        let boards = games::boards(BoardSize::NINETEEN, moves[..MOVES[3]].iter().copied());
        for (of_move, number) in sights.iter_mut().zip(MOVES) {
            let setup = Setup::from(&boards[number]);
            let position = Position::from_setup(&setup, Rules::TROMP_TAYLOR).expect("play leaves such boards");
            let nearest_liberties = nearest_liberties(&boards[number]);
            of_move.push(Sight { winner, views: look(&position), nearest_liberties });
        }
    }
    println!("{n_taken} games of at least {} moves\n", MOVES[3]);
    println!("{:<18} {:>8} {:>8} {:>8} {:>8}   after move", "", MOVES[0], MOVES[1], MOVES[2], MOVES[3]);
    for (what, measure) in
        [("both take a side", both_sided as Measure), ("the same side", same_side), ("leads correlate", correlation)]
    {
        println!("\n{what}");
        for (one, name) in NAMES.iter().enumerate() {
            for (other, other_name) in NAMES.iter().enumerate().skip(one + 1) {
                row(&format!("{name} {other_name}"), &sights, 3, |of_move| measure(of_move, one, other));
            }
        }
    }
    println!("\nliberties of the nearest chain, freedom against nearest");
    for (what, same) in [("the same side", true), ("not the same", false)] {
        row(what, &sights, 2, |of_move| mean_liberties(of_move, 0, 3, same));
    }
    println!("\nthe side that leads won");
    for (i, name) in NAMES.iter().enumerate() {
        row(name, &sights, 3, |of_move| share_of_winners(of_move, i));
    }
    println!("\nthe median size of the lead");
    for (i, name) in NAMES.iter().enumerate() {
        row(name, &sights, 1, |of_move| median_lead(of_move, i));
    }
}

/// Compares two families, by their indices in the list of names.
type Measure = fn(&[Sight], usize, usize) -> f64;

/// Prints a number for every move.
fn row(name: &str, sights: &[Vec<Sight>], digits: usize, number: impl Fn(&[Sight]) -> f64) {
    print!("{name:<18}");
    sights.iter().for_each(|of_move| print!(" {:>8.digits$}", number(of_move)));
    println!();
}

/// How often the side that leads won; a level position counts as half right.
fn share_of_winners(sights: &[Sight], i: usize) -> f64 {
    let worth = |sight: &Sight| match sight.views[i].lead * sight.winner.sign() {
        lead if lead > 0.0 => 1.0,
        lead if lead < 0.0 => 0.0,
        _ => 0.5,
    };
    sights.iter().map(worth).sum::<f64>() / sights.len() as f64
}

fn median_lead(sights: &[Sight], i: usize) -> f64 {
    let mut sizes: Vec<f64> = sights.iter().map(|sight| sight.views[i].lead.abs()).collect();
    sizes.sort_by(f64::total_cmp);
    sizes[sizes.len() / 2]
}

fn winners() -> Vec<Color> {
    let text = testkit::fixtures::text("games/tygem-2000.tsv");
    let winner = |line: &str| Color::parse(line.split('\t').nth(1)?.get(..1)?);
    text.lines().skip(1).filter_map(winner).collect()
}

fn look(position: &Position) -> Vec<View> {
    let families = registry::families();
    let view = |name: &&str| {
        let family = families.get(name).expect("the families are registered");
        let card = family.card();
        let mut model = family.begin(position, &Parameters::defaults(card), Seed(1)).expect("every size will do");
        let mut sheet = Sheet::new(card, &Selection::All);
        model.read(position, &mut sheet);
        let lead = card.with_role(Role::Lead).next().and_then(|quantity| sheet.get_number(&quantity.name));
        let owner = card.with_role(Role::Ownership).find(|quantity| quantity.shape == Shape::Field);
        let field = owner.and_then(|quantity| sheet.get_field(&quantity.name)).expect("each has a map");
        let size = position.size();
        let side = |value: f64| if value > 0.0 { 1 } else { -i8::from(value < 0.0) };
        let sides = position.board().empty().iter().map(|point| side(field[size.index(point)])).collect();
        View { lead: lead.expect("each has a lead"), sides }
    };
    NAMES.iter().map(view).collect()
}

fn nearest_liberties(board: &Board) -> Vec<usize> {
    let stones = board.stones().black | board.stones().white;
    let liberties = |point: Point| {
        let mut near = PointSet::from(point);
        while !near.meets(&stones) {
            near = near.grown();
        }
        let chains = (near & stones).iter().filter_map(|stone| board.chain(stone));
        chains.map(|chain| chain.n_liberties()).max().unwrap_or(0)
    };
    board.empty().iter().map(liberties).collect()
}

fn pairs(sights: &[Sight], one: usize, other: usize) -> impl Iterator<Item = (i8, i8)> {
    sights.iter().flat_map(move |s| s.views[one].sides.iter().copied().zip(s.views[other].sides.iter().copied()))
}

fn both_sided(sights: &[Sight], one: usize, other: usize) -> f64 {
    let both = pairs(sights, one, other).filter(|(a, b)| a * b != 0).count();
    both as f64 / pairs(sights, one, other).count() as f64
}

fn same_side(sights: &[Sight], one: usize, other: usize) -> f64 {
    let both = pairs(sights, one, other).filter(|(a, b)| a * b != 0).count();
    pairs(sights, one, other).filter(|(a, b)| a * b > 0).count() as f64 / both as f64
}

/// The mean number of liberties of the nearest chain on points where the two take the same side, or not the same.
fn mean_liberties(sights: &[Sight], one: usize, other: usize, same: bool) -> f64 {
    let liberties = sights.iter().flat_map(|sight| sight.nearest_liberties.iter());
    let wanted = |(a, b): (i8, i8)| if same { a * b > 0 } else { a * b < 0 };
    let (n, sum) = pairs(sights, one, other)
        .zip(liberties)
        .filter(|&(pair, _)| wanted(pair))
        .fold((0, 0), |(n, sum), (_, liberties)| (n + 1, sum + liberties));
    sum as f64 / f64::from(n)
}

fn correlation(sights: &[Sight], one: usize, other: usize) -> f64 {
    let sum = |f: &dyn Fn(&[View]) -> f64| sights.iter().map(|sight| f(&sight.views)).sum::<f64>();
    let mean = |i: usize| sum(&|views| views[i].lead) / sights.len() as f64;
    let (a, b) = (mean(one), mean(other));
    let product = sum(&|views| (views[one].lead - a) * (views[other].lead - b));
    let spread = |i: usize, mean: f64| sum(&|views| (views[i].lead - mean).powi(2));
    product / (spread(one, a) * spread(other, b)).sqrt()
}
