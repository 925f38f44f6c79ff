//! Every player against one opponent: `cargo run --release -p aji-player --example against [SIZE [GAMES [OPPONENT [PLAYER…]]]]`.
//! Colours alternate; each game has its own seed. For a quick look; `aji match` is the real thing.

use std::time::{Duration, Instant};

use goban::{Agreement, BoardSize, ByColor, Color, Position, Rules};
use model::{Families, Seed};
use player::{Player, PlayerError, Recipe, Spec, list, play};
use playout::Settlement;

struct Tally {
    wins: usize,
    plies: usize,
    longest: usize,
    dead_left: usize,
    moves: usize,
    time: Duration,
    slowest: Duration,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let families = registry::families();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize, default: &str| args.get(i).cloned().unwrap_or_else(|| default.to_string());
    let size = BoardSize::new(arg(0, "9").parse()?).ok_or("a board from 2 to 25")?;
    let games: usize = arg(1, "200").parse()?;
    let opponent = arg(2, "random");
    let names: Vec<String> = match args.get(3..) {
        Some(names) if !names.is_empty() => names.to_vec(),
        _ => list(&families).into_iter().map(|card| card.name).collect(),
    };
    say(&format!("{size}, {games} games against {opponent}"));
    say("player                     won   plies longest dead  ms/move   worst");
    for name in names {
        match contest(&families, &name, &opponent, size, games) {
            Ok(tally) => say(&format!(
                "{name:24} {:5.1}% {:6.1} {:7} {:4} {:8.3} {:7.1}",
                100.0 * tally.wins as f64 / games as f64,
                tally.plies as f64 / games as f64,
                tally.longest,
                tally.dead_left,
                tally.time.as_secs_f64() * 1000.0 / tally.moves as f64,
                tally.slowest.as_secs_f64() * 1000.0,
            )),
            Err(error) => say(&format!("{name:24} {error}")),
        }
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "an example prints")]
fn say(line: &str) {
    println!("{line}");
}

fn make(name: &str, seed: Seed, families: &Families) -> Result<Box<dyn Player>, PlayerError> {
    let mut spec = Spec::parse(name)?.seed(seed);
    if let Some(file) = spec.recipe_file() {
        let text = std::fs::read_to_string(file).map_err(|error| PlayerError::Recipe(format!("{file}: {error}")))?;
        spec.recipe = Some(Recipe::parse(&text)?);
    }
    spec.player(families)
}

fn contest(
    families: &Families,
    name: &str,
    opponent: &str,
    size: BoardSize,
    games: usize,
) -> Result<Tally, PlayerError> {
    let zero = Duration::ZERO;
    let mut tally = Tally { wins: 0, plies: 0, longest: 0, dead_left: 0, moves: 0, time: zero, slowest: zero };
    for game in 0..games {
        let seed = Seed(20_000 + game as u64);
        let side = if game % 2 == 0 { Color::Black } else { Color::White };
        let mut players: ByColor<Box<dyn Player>> = ByColor {
            black: make(if side == Color::Black { name } else { opponent }, seed, families)?,
            white: make(if side == Color::White { name } else { opponent }, seed, families)?,
        };
        let mut position = Position::new(size, Rules::TROMP_TAYLOR);
        players.black.begin(&position)?;
        players.white.begin(&position)?;
        while !position.is_over() {
            let color = position.to_move();
            let begun = Instant::now();
            let choice = players[color].choose(&position)?;
            if color == side {
                let took = begun.elapsed();
                tally.time += took;
                tally.slowest = tally.slowest.max(took);
                tally.moves += 1;
            }
            let ByColor { black, white } = &mut players;
            play(&mut position, choice.mv, &mut [&mut **black, &mut **white]).expect("players keep the rules");
        }
        tally.wins += usize::from(position.score(&Agreement::default(), 0).winner() == Some(side));
        tally.plies += position.n_moves();
        tally.longest = tally.longest.max(position.n_moves());
        tally.dead_left += usize::from(!Settlement::of(&position, seed).agreement().dead.is_empty());
    }
    Ok(tally)
}
