//! Numbers of positions that others have counted: John Tromp and Gunnar Farnebäck, "Combinatorics of Go" (2006).

use std::collections::HashSet;

use goban::{BoardSize, Color, Position, Rules, Setup};

/// Legal positions of the square boards from 2×2.
const LEGAL: [usize; 3] = [57, 12_675, 24_318_165];

/// The diagram with this number: each point is a digit to the base 3.
fn diagram(size: BoardSize, mut number: usize) -> Setup {
    let mut setup = Setup::new(size);
    for point in size.points() {
        match number % 3 {
            1 => _ = setup.stones.black.insert(point),
            2 => _ = setup.stones.white.insert(point),
            _ => {}
        }
        number /= 3;
    }
    setup
}

/// How many diagrams pass the door, on all cores.
fn count(size: BoardSize) -> usize {
    let all = 3_usize.pow(size.area() as u32);
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let part = |first: usize| {
            move || (first..all).step_by(n_threads).filter(|&number| diagram(size, number).board().is_ok()).count()
        };
        let threads: Vec<_> = (0..n_threads).map(|first| scope.spawn(part(first))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    })
}

#[test]
fn the_door_lets_in_every_legal_position_and_no_other() {
    for (side, expected) in (2..).zip(LEGAL) {
        assert_eq!(count(BoardSize::new(side).unwrap()), expected, "{side}×{side}");
    }
}

/// With passes between, either side may play anywhere that is not a suicide; ko forbids nothing, as a pass has come between.
#[test]
fn play_with_passes_reaches_every_legal_position() {
    for (side, expected) in (2..=3).zip(LEGAL) {
        let start = Setup::new(BoardSize::new(side).unwrap());
        let mut seen = HashSet::from([start.stones]);
        let mut open = vec![start];
        while let Some(setup) = open.pop() {
            let mut position = Position::from_setup(&setup, Rules::CHINESE).unwrap();
            for color in Color::ALL {
                for point in position.board().empty() {
                    if position.play_as(color, point).is_ok() {
                        let after = Setup::from(position.board());
                        if seen.insert(after.stones) {
                            open.push(after);
                        }
                        position.take_back();
                    }
                }
            }
        }
        assert_eq!(seen.len(), expected, "{side}×{side}");
    }
}
