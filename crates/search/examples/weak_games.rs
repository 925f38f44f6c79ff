//! Games as weak players play them, to learn owners from: with mistakes, handicaps and leads that experts' games do not have.
//!
//! ```text
//! cargo run --release -p aji-search --example weak_games -- SIDE GAMES SEED > games.sgf
//! ```
//!
//! Each side draws its moves by how likely experts play them, with a heat of its own; half of the sides also play anywhere near the last move now and
//! then. A line a game; its name (`GN`) has the side of the board, the seed and the number of the game.
#![allow(clippy::print_stdout)]

use std::process::ExitCode;

use goban::{BoardSize, Color, Move, Point, Position, Rules, Setup};
use model::{Model, Rng, Role, Seed, Selection, Settings as Parameters, Sheet, Subject};
use playout::LightBoard;
use record::Ply;

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let (&[side, n_games, seed], Some(size)) =
        (&numbers[..], numbers.first().and_then(|side| BoardSize::new(*side as usize)))
    else {
        println!("weak_games: give the side of a board, the number of games and a seed");
        return ExitCode::from(2);
    };
    let families = registry::families();
    let family = families.with_role(Role::NextMove).expect("a family knows what experts play");
    let experts = Subject::new(family, &Parameters::default(), Seed(1)).expect("the defaults fit");
    for number in 0..n_games {
        let game = Game::played(size, &experts, Seed(seed).stream(number));
        println!("{}", game.written(&format!("w{side}-{seed}-{number}")));
    }
    ExitCode::SUCCESS
}

struct Game {
    size: BoardSize,
    /// Chinese rules or Japanese ones.
    rules: &'static str,
    komi: f64,
    handicap: Vec<Point>,
    moves: Vec<(Color, Move)>,
}

/// How a side plays.
struct Side {
    /// The more, the less often it plays what experts play most.
    heat: f64,
    /// How often it plays anywhere near the last move.
    wild: f64,
}

impl Game {
    fn played(size: BoardSize, experts: &Subject, seed: Seed) -> Game {
        let mut rng = seed.rng();
        let mut draw = move || f64::from(rng.next_u32()) / f64::from(1u32 << 16).powi(2);
        let chinese = draw() < 0.4;
        let most = if size == BoardSize::NINETEEN { 8.0 } else { 4.0 };
        let n_handicap = if draw() < 0.3 { 2 + (draw() * most) as usize } else { 0 };
        let even = n_handicap == 0 && draw() >= 0.2;
        let (rules, base, usual) =
            if chinese { ("Chinese", Rules::CHINESE, 7.5) } else { ("Japanese", Rules::JAPANESE, 6.5) };
        let komi = if even { usual } else { 0.5 };
        let heats = [(); 2].map(|()| 0.6 + 1.4 * draw());
        let sides = heats.map(|heat| Side { heat, wild: if draw() < 0.5 { 0.0 } else { 0.15 * draw() } });
        let longest = (size.area() as f64 * (0.55 + 0.5 * draw())) as usize;

        let handicap: Vec<Point> = stars(size).take(n_handicap).collect();
        let mut setup = Setup::new(size);
        setup.stones[Color::Black].extend(handicap.iter().copied());
        let mut position = Position::from_setup(&setup, Rules { komi, ..base }).expect("stones on free points");
        if n_handicap > 0 {
            position.set_to_move(Color::White);
        }
        let mut model = experts.begin(&position).expect("every size will do");
        let mut moves: Vec<(Color, Move)> = Vec::new();
        while moves.len() < longest && !position.is_over() {
            let color = position.to_move();
            let last = moves.last().and_then(|(_, mv)| mv.point());
            let field = likelihoods(experts, &mut *model, &position);
            let mv = sides[color as usize].choose(&position, &field, last, &mut draw).map_or(Move::Pass, Move::Play);
            let played = position.play(mv).expect("a legal move");
            model.observe(&Ply::played(&position, color, mv, &played), &position);
            moves.push((color, mv));
        }
        Game { size, rules, komi, handicap, moves }
    }

    fn written(&self, name: &str) -> String {
        let letters = |point: Point| [point.column(), point.row()].map(|at| (b'a' + at as u8) as char).iter().collect();
        let color = |color: Color| if color == Color::Black { 'B' } else { 'W' };
        let Game { size, rules, komi, .. } = self;
        let mut text = format!("(;GM[1]FF[4]SZ[{}]GN[{name}]KM[{komi}]RU[{rules}]", size.get());
        if !self.handicap.is_empty() {
            let stones: String = self.handicap.iter().map(|&point| format!("[{}]", letters(point) as String)).collect();
            text += &format!("HA[{}]AB{stones}", self.handicap.len());
        }
        for &(side, mv) in &self.moves {
            text += &format!(";{}[{}]", color(side), mv.point().map_or_else(String::new, letters));
        }
        text + ")"
    }
}

impl Side {
    /// A move by chance; none if nothing is left but to fill eyes.
    fn choose(
        &self,
        position: &Position,
        field: &[f64],
        last: Option<Point>,
        draw: &mut impl FnMut() -> f64,
    ) -> Option<Point> {
        let (size, color, board) = (position.size(), position.to_move(), LightBoard::new(position));
        let in_atari = |point: Point| board.chain(point).is_some_and(|(_, liberties)| liberties == 1);
        let wastes_eye = |point: Point| board.is_eye(color, point) && !size.neighbors(point).any(in_atari);
        let points = position.legal_points();
        let points: Vec<Point> = points.iter().filter(|&point| board.is_legal(point) && !wastes_eye(point)).collect();
        let (&first, is_wild) = (points.first()?, draw() < self.wild);
        let weight = |&point: &Point| {
            let likely = field[size.index(point)];
            if is_wild {
                let steps = |last: Point| point.column().abs_diff(last.column()) + point.row().abs_diff(last.row());
                likely.max(1e-6).powf(0.25) / last.map_or(3, |last| steps(last).max(1)) as f64
            } else {
                likely.max(1e-9).powf(1.0 / self.heat)
            }
        };
        let weights: Vec<f64> = points.iter().map(weight).collect();
        let mut left = draw() * weights.iter().sum::<f64>();
        let mut chosen = first;
        for (&point, weight) in points.iter().zip(&weights) {
            chosen = point;
            left -= weight;
            if left <= 0.0 {
                break;
            }
        }
        Some(chosen)
    }
}

/// How likely experts play each point.
fn likelihoods(experts: &Subject, model: &mut dyn Model, position: &Position) -> Vec<f64> {
    let quantity = experts.card().with_role(Role::NextMove).next().expect("it was chosen by its role");
    let mut sheet = Sheet::new(experts.card(), &Selection::Names(vec![quantity.name.clone()]));
    model.read(position, &mut sheet);
    sheet.get_field(&quantity.name).expect("what the card declares is written").to_vec()
}

/// Where handicap stones go, in this order.
fn stars(size: BoardSize) -> impl Iterator<Item = Point> {
    let near = if size.get() >= 13 { 3 } else { 2 };
    let (middle, far) = (size.get() / 2, size.get() - 1 - near);
    let corners = [(far, near), (near, far), (far, far), (near, near)];
    let others = [(near, middle), (far, middle), (middle, near), (middle, far), (middle, middle)];
    corners.into_iter().chain(others).filter_map(move |(column, row)| size.point(column, row))
}
