//! What each part of the house player is worth: the player as it is against the player without that part, or with one that it does without, as many
//! games a move for both; on 9×9 with komi 7, or on another board with komi 7.5.
//!
//! `cargo run --release -p aji-arena --example parts -- RESULTS [GAMES_A_MOVE] [GAMES] [THREADS] [SEED] [SIZE] [PLAYER…]`
//!
//! Without names all of them play. Two of whom one has won eleven more than the other, or about so, play no more. Every game is kept in the file RESULTS; the same command goes on where it was stopped, and the report is about what is there.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arena::{Conduct, Contestant, Counting, Journal, Kind, Pair, Report, Sprt, Tournament, run};
use goban::BoardSize;
use model::Seed;
use player::Spec;
use playout::Rates;

/// Takes a part out of a player, or puts one in.
type Change = fn(&mut Spec);

/// The whole player.
const WHOLE: &str = "aji";

/// Who plays without a part, or with one more, against whom, and how the latter is changed.
const PARTS: &[(&str, &str, Change)] = &[
    // Every move is as likely as any other.
    ("no prior", WHOLE, |spec| {
        spec.ahead.trust = 0.0;
        if let Some(looks) = &mut spec.ahead.looks {
            looks.trust = 0.0;
        }
    }),
    ("with RAVE", WHOLE, |spec| spec.ahead.rave = 600.0),
    ("no prior, with RAVE", "no prior", |spec| spec.ahead.rave = 600.0),
    // Leaves are played out instead of being looked at.
    ("no looks", WHOLE, |spec| spec.ahead.looks = None),
    // Only the model says which moves are likely where leaves are looked at.
    ("no wishes", WHOLE, |spec| {
        if let Some(looks) = &mut spec.ahead.looks {
            looks.heed = 0.0;
        }
    }),
    // The automaton looks on 9×9 too.
    ("looks on small boards", WHOLE, |spec| {
        if let Some(looks) = &mut spec.ahead.looks {
            looks.from = BoardSize::NINE;
        }
    }),
    ("no reading", WHOLE, |spec| spec.ahead.proofs = 0),
    ("no margin", WHOLE, |spec| spec.ahead.margin = 0.0),
    // A shape is chosen about as often as if there were none.
    ("no rules", WHOLE, |spec| spec.ahead.rates = Rates { elsewhere: u16::MAX, ..Rates::PLAIN }),
    ("no answers", WHOLE, |spec| spec.ahead.rates.answer = 0),
    ("no attack and defence", WHOLE, |spec| spec.ahead.rates.two = 0),
    ("no vital points", WHOLE, |spec| spec.ahead.rates.vital = 0),
    ("no shapes", WHOLE, |spec| spec.ahead.rates.elsewhere = u16::MAX),
];

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let results = words.first().ok_or("name the file of results")?;
    let number = |at: usize, usual: usize| words.get(at).map_or(Ok(usual), |word| word.parse());
    let (games_a_move, games, threads) = (number(1, 400)?, number(2, 80)?, number(3, 1)?);
    let seed = Seed(number(4, 1)? as u64);
    let size = BoardSize::new(number(5, 9)?).ok_or("no such board")?;
    let named = words.get(6..).unwrap_or_default();

    let whole = Spec::parse(&format!("aji:{games_a_move}"))?;
    let contestant = |name: &str, spec: Spec| Contestant { name: name.to_string(), kind: Kind::Player(spec), gives: 0 };
    let mut specs = vec![(WHOLE, whole)];
    let mut pairs = Vec::new();
    for (name, against, change) in PARTS {
        let met =
            specs.iter().position(|(name, _)| name == against).ok_or("somebody meets a player who comes later")?;
        let mut spec = specs[met].1.clone();
        change(&mut spec);
        if named.is_empty() || named.iter().any(|one| one == name) {
            pairs.push(Pair { players: [met, specs.len()], games });
        }
        specs.push((name, spec));
    }
    let contestants = specs.into_iter().map(|(name, spec)| contestant(name, spec)).collect();
    let mut tournament = Tournament::round_robin(contestants, games, size)?;
    tournament.pairs = pairs;
    tournament.seed = seed;
    tournament.rules.komi = if size == BoardSize::NINE { 7.0 } else { 7.5 };
    tournament.random_moves = 2;
    tournament.counting = Counting::Board;
    tournament.explain = false;
    tournament.sprt = Some(Sprt::new(-50.0, 50.0, 0.05, 0.05)?);

    let (mut journal, mut rows) = Journal::open(Path::new(results))?;
    let before = rows.clone();
    let conduct = Conduct {
        threads,
        stop: &Arc::new(AtomicBool::new(false)),
        keep: &mut |row, _| {
            rows.push(row.clone());
            journal.append(row).map_err(|error| error.to_string())
        },
    };
    run(&tournament, &registry::families(), &before, conduct)?;
    print!("{}", Report::new(&tournament, &rows)?.to_text());
    Ok(())
}
