//! Numbers of positions that others have counted: John Tromp and Gunnar Farnebäck, "Combinatorics of Go" (2006).

use std::collections::HashSet;

use goban::{BoardSize, Color, Position, Rules, Setup};

/// Legal positions of the square boards from 2×2, the smallest that we have.
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

/// Legal positions of larger boards, as a share of all diagrams. Of 5×5 there are 414,295,148,741 among 847,288,609,443: too many to
/// try, even one of sixteen that are alike.
const SHARES: [(usize, f64); 7] = [
    (5, 414_295_148_741_f64 / 847_288_609_443_f64),
    (6, 0.416_852_917),
    (7, 0.349_678_573),
    (8, 0.288_601_690),
    (9, 0.234_354_851),
    (13, 0.086_622_718),
    (19, 0.011_957_529),
];

/// Of diagrams made by chance, which is the same every time, the door lets in the share that is legal: as near as so many tries can tell.
#[test]
fn the_door_lets_in_the_known_share_of_larger_boards() {
    for (side, share) in SHARES {
        let size = BoardSize::new(side).unwrap();
        let tries = if side < 13 { 100_000 } else { 20_000 };
        let mut state = side as u64;
        let mut digit = || {
            // SplitMix64. What is left over of a third of the numbers is too little to see.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            (mixed ^ (mixed >> 31)) % 3
        };
        let legal = (0..tries)
            .filter(|_| {
                let mut setup = Setup::new(size);
                for point in size.points() {
                    match digit() {
                        1 => _ = setup.stones.black.insert(point),
                        2 => _ = setup.stones.white.insert(point),
                        _ => {}
                    }
                }
                setup.board().is_ok()
            })
            .count();
        let spread = (share * (1.0 - share) / f64::from(tries)).sqrt();
        let found = legal as f64 / f64::from(tries);
        assert!((found - share).abs() < 4.0 * spread, "{side}×{side}: {found}, and {share} are legal");
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
