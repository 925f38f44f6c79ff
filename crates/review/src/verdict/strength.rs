//! How well the sides play, as far as the record or their moves tell.

use goban::{BoardSize, ByColor, Color};
use record::Game;

use crate::{Guess, ReviewedMove};

/// How well a side plays: 0 for the first dan, one more for each dan above it, one less for each kyu below.
pub(crate) type Strength = f64;

/// Professionals, and what is taken for the strongest.
const STRONGEST: Strength = 8.0;

/// What is taken for the weakest: among beginners ranks say little.
const WEAKEST: Strength = -20.0;

/// How well players play of whom nothing is known.
const UNKNOWN: Strength = -8.0;

/// So many moves of a game show how well it is played: later ones are hard to foresee for anybody.
const OPENING: usize = 60;

/// The mean surprise of a game of which nothing is known, taken as if so many moves had been seen already.
const USUAL: f64 = 1.2;
const TAKEN: f64 = 20.0;

/// What the mean surprise of the opening says about the strength, over 80 games of 20-kyu to 9-dan players (correlation −0.72).
const AT_NONE: Strength = 24.0;
const FOR_EACH: f64 = -23.0;

/// The smallest board on which openings tell: what experts play is known from the large one.
const SMALLEST: usize = 15;

/// How well both sides of a game play: by the ranks in its record, or else by how far the opening is from what experts play.
pub(crate) fn strengths(game: &Game, moves: &[ReviewedMove]) -> ByColor<Strength> {
    let said = ByColor::new(|color: Color| game.info.players[color].rank.as_deref().and_then(of_rank));
    let opening = moves.iter().take(OPENING).filter_map(|played| played.guess.as_ref());
    let seen = by_opening(game.size(), opening);
    // Who plays someone of a known rank is about as strong.
    ByColor::new(|color| said[color].or(said[!color]).unwrap_or(seen))
}

/// The strength that a rank stands for: `5k`, `3 dan`, `9p`, `2段`.
fn of_rank(rank: &str) -> Option<Strength> {
    let rank = rank.trim().to_lowercase();
    let digits = rank.len() - rank.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number: f64 = rank[..digits].parse().ok().filter(|number| (1.0..=99.0).contains(number))?;
    let strength = match rank[digits..].trim_start().chars().next()? {
        'k' | '級' | '级' => -number,
        'd' | '段' => number - 1.0,
        'p' => STRONGEST,
        _ => return None,
    };
    Some(strength.clamp(WEAKEST, STRONGEST))
}

fn by_opening<'a>(size: BoardSize, guesses: impl Iterator<Item = &'a Guess>) -> Strength {
    if size.get() < SMALLEST {
        return UNKNOWN;
    }
    let (mut sum, mut n) = (USUAL * TAKEN, TAKEN);
    for guess in guesses {
        sum += guess.surprise();
        n += 1.0;
    }
    (AT_NONE + FOR_EACH * sum / n).clamp(WEAKEST, STRONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_read_as_people_write_them() {
        let cases = [
            ("5k", -5.0),
            ("12 kyu", -12.0),
            ("1d", 0.0),
            ("3 Dan", 2.0),
            ("9p", 8.0),
            ("6d?", 5.0),
            ("2段", 1.0),
            ("3級", -3.0),
            ("30k", -20.0),
        ];
        for (rank, strength) in cases {
            assert_eq!(of_rank(rank), Some(strength), "{rank}");
        }
        for rank in ["", "?", "-", "NR", "k", "0k", "1850", "5x"] {
            assert_eq!(of_rank(rank), None, "{rank}");
        }
    }

    #[test]
    fn whoever_plays_what_experts_play_is_taken_for_strong() {
        let size = BoardSize::NINETEEN;
        let expected = size.points().next().unwrap();
        let guess = |probability| Guess { probability, rank: 1, expected, likelihood: 0.4, calibrated: true };
        let opening = |probability: f64| by_opening(size, vec![guess(probability); OPENING].iter());
        assert!(opening(0.3) > 4.0);
        assert!(opening(0.05) < -10.0);
        assert!((by_opening(size, std::iter::empty()) - -3.6).abs() < 1e-9, "nothing is known");
        assert_eq!(by_opening(BoardSize::NINE, vec![guess(0.3); OPENING].iter()), UNKNOWN);
    }
}
