//! A position as a value of a table: a few bytes with everything that a model may look at.
//!
//! ```text
//! byte 0      side length of the board
//! byte 1      bit 0 White is to move, 1–2 who passed (0 nobody, 1 Black, 2 White, 3 both), 3 a ko is there,
//!             4 the komi is written in full
//! byte 2      the rules: bits 0–1 ko, 2 suicide, 3 scoring, 4–5 handicap bonus
//! 2 or 8      the komi: a whole number of quarter points, or a float; little-endian
//! 0 or 2      the ko: its index when the board is read row by row; little-endian
//! 1 to 10 × 2 the prisoners of Black and White, seven bits a byte, the lowest first
//! the rest    the stones, five points a byte in base three: 0 empty, 1 Black, 2 White; row by row from the top left
//! ```
//!
//! A 19×19 board takes 80 bytes. Two positions are the same value exactly if stones, turn, ko, passes, prisoners and rules
//! are the same; to compare stones alone, compare the hashes of the boards.

use goban::{BoardSize, ByColor, Color, HandicapBonus, Ko, Point, Position, Rules, Scoring, Setup, Suicide, Unseen};
use thiserror::Error;

use crate::shape::Stones;

const WHITE_MOVES: u8 = 1;
const PASSES: u8 = 1;
const HAS_KO: u8 = 8;
const LONG_KOMI: u8 = 16;
const POINTS_A_BYTE: usize = 5;

/// Why bytes are not a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("these bytes are no position; take them from the column position or write position('…') with a drawn board")]
pub struct NotAPosition;

/// Writes a position down.
///
/// ```
/// use goban::{BoardSize, Position, Rules};
/// let mut position = Position::new(BoardSize::NINE, Rules::JAPANESE);
/// position.play(BoardSize::NINE.parse_vertex("E5").unwrap()).unwrap();
/// let bytes = corpus::position::encode(&position);
/// assert_eq!(bytes.len(), 24);
/// assert_eq!(corpus::position::decode(&bytes).unwrap(), position);
/// ```
#[must_use]
pub fn encode(position: &Position) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(96);
    encode_into(position, &mut bytes);
    bytes
}

/// Writes a position down at the end of these bytes.
pub fn encode_into(position: &Position, bytes: &mut Vec<u8>) {
    let (size, rules) = (position.size(), position.rules());
    let quarters = rules.komi * 4.0;
    let short = (quarters as i16 as f64 == quarters).then_some(quarters as i16);
    let ko = position.ko();
    let passes = match (position.is_over(), position.last_pass()) {
        (true, _) => 3,
        (false, None) => 0,
        (false, Some(Color::Black)) => 1,
        (false, Some(Color::White)) => 2,
    };
    let flag = |set: bool, bit: u8| if set { bit } else { 0 };
    bytes.push(size.get() as u8);
    bytes.push(
        flag(position.to_move() == Color::White, WHITE_MOVES)
            | passes << PASSES
            | flag(ko.is_some(), HAS_KO)
            | flag(short.is_none(), LONG_KOMI),
    );
    bytes.push(rules_byte(rules));
    match short {
        Some(quarters) => bytes.extend(quarters.to_le_bytes()),
        None => bytes.extend(rules.komi.to_le_bytes()),
    }
    if let Some(point) = ko {
        bytes.extend((size.index(point) as u16).to_le_bytes());
    }
    for color in Color::ALL {
        put_number(position.prisoners()[color], bytes);
    }
    let board = position.board();
    let (mut digits, mut weight) = (0, 1);
    for point in size.points() {
        digits += weight
            * match board.get(point) {
                None => 0,
                Some(Color::Black) => 1,
                Some(Color::White) => 2,
            };
        weight *= 3;
        if weight == 243 {
            bytes.push(digits);
            (digits, weight) = (0, 1);
        }
    }
    if weight > 1 {
        bytes.push(digits);
    }
}

/// Reads a position.
///
/// # Errors
/// When [`encode`] did not write these bytes.
pub fn decode(bytes: &[u8]) -> Result<Position, NotAPosition> {
    let mut rest = bytes;
    let size = BoardSize::new(usize::from(take::<1>(&mut rest)?[0])).ok_or(NotAPosition)?;
    let [flags, rules] = take::<2>(&mut rest)?;
    if flags >> 5 != 0 {
        return Err(NotAPosition);
    }
    let komi = if flags & LONG_KOMI != 0 {
        f64::from_le_bytes(take(&mut rest)?)
    } else {
        f64::from(i16::from_le_bytes(take(&mut rest)?)) / 4.0
    };
    let rules = rules_of(rules, komi)?;
    let ko = if flags & HAS_KO != 0 {
        let index = u16::from_le_bytes(take(&mut rest)?);
        Some(size.point_at(usize::from(index)).ok_or(NotAPosition)?)
    } else {
        None
    };
    let prisoners = ByColor { black: take_number(&mut rest)?, white: take_number(&mut rest)? };
    if rest.len() != size.area().div_ceil(POINTS_A_BYTE) {
        return Err(NotAPosition);
    }
    let to_move = if flags & WHITE_MOVES != 0 { Color::White } else { Color::Black };
    let mut setup = Setup { to_move, ..Setup::new(size) };
    for (color, point) in colored(size, rest) {
        setup.stones[color].insert(point);
    }
    let last_pass = match flags >> PASSES & 3 {
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => None,
    };
    let unseen = Unseen { ko, last_pass, is_over: flags >> PASSES & 3 == 3, prisoners };
    Position::restored(&setup, rules, &unseen).map_err(|_| NotAPosition)
}

/// The stones, row by row, from the last bytes of a position.
fn colored(size: BoardSize, bytes: &[u8]) -> impl Iterator<Item = (Color, Point)> {
    let digits = bytes.iter().flat_map(|byte| (0..POINTS_A_BYTE).map(move |digit| byte / 3u8.pow(digit as u32) % 3));
    size.points().zip(digits).filter_map(|(point, digit)| match digit {
        0 => None,
        1 => Some((Color::Black, point)),
        _ => Some((Color::White, point)),
    })
}

/// The stones alone, without asking whether they can stand so: what looking for shapes needs, many times faster.
///
/// # Errors
/// When these bytes are not a position.
pub fn stones(bytes: &[u8]) -> Result<Stones, NotAPosition> {
    let (size, _) = glance(bytes)?;
    let at = bytes.len().checked_sub(size.area().div_ceil(POINTS_A_BYTE)).ok_or(NotAPosition)?;
    let mut stones = Stones::empty(size);
    for (color, point) in colored(size, &bytes[at..]) {
        stones.put(color, point.column(), point.row());
    }
    Ok(stones)
}

/// Who moves next, and the size of the board, without reading the rest.
///
/// # Errors
/// When these bytes are not a position.
pub fn glance(bytes: &[u8]) -> Result<(BoardSize, Color), NotAPosition> {
    let (&[size, flags], _) = bytes.split_first_chunk::<2>().ok_or(NotAPosition)?;
    let size = BoardSize::new(usize::from(size)).ok_or(NotAPosition)?;
    Ok((size, if flags & WHITE_MOVES != 0 { Color::White } else { Color::Black }))
}

fn rules_byte(rules: &Rules) -> u8 {
    let ko = match rules.ko {
        Ko::Simple => 0,
        Ko::Positional => 1,
        Ko::Situational => 2,
    };
    let suicide = u8::from(rules.suicide == Suicide::Allowed);
    let scoring = u8::from(rules.scoring == Scoring::Territory);
    let bonus = match rules.handicap_bonus {
        HandicapBonus::None => 0,
        HandicapBonus::PerStone => 1,
        HandicapBonus::PerStoneButOne => 2,
    };
    ko | suicide << 2 | scoring << 3 | bonus << 4
}

fn rules_of(byte: u8, komi: f64) -> Result<Rules, NotAPosition> {
    let ko = match byte & 3 {
        0 => Ko::Simple,
        1 => Ko::Positional,
        2 => Ko::Situational,
        _ => return Err(NotAPosition),
    };
    let handicap_bonus = match byte >> 4 {
        0 => HandicapBonus::None,
        1 => HandicapBonus::PerStone,
        2 => HandicapBonus::PerStoneButOne,
        _ => return Err(NotAPosition),
    };
    let suicide = if byte & 4 != 0 { Suicide::Allowed } else { Suicide::Forbidden };
    let scoring = if byte & 8 != 0 { Scoring::Territory } else { Scoring::Area };
    Ok(Rules { ko, suicide, scoring, komi, handicap_bonus })
}

fn put_number(mut number: usize, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], NotAPosition> {
    let (head, tail) = rest.split_first_chunk::<N>().ok_or(NotAPosition)?;
    *rest = tail;
    Ok(*head)
}

fn take_number(rest: &mut &[u8]) -> Result<usize, NotAPosition> {
    let mut number = 0;
    for shift in (0..usize::BITS).step_by(7) {
        let [byte] = take::<1>(rest)?;
        number |= usize::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(NotAPosition)
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Seed;
    use record::Mode;
    use testkit::{Randomness, random_game};

    #[test]
    fn every_position_of_random_games_comes_back() {
        let komis = [0.0, 7.5, -3.75, 6.6, 1e6];
        let mut kos = 0;
        for size in BoardSize::all() {
            for (i, (name, _)) in Rules::NAMED.iter().enumerate() {
                let seed = Seed(9).stream((size.get() * 10 + i) as u64);
                let mut game = random_game(size, 2 * size.area().min(150), Randomness::EDITED, seed);
                game.info.rules = Some((*name).to_string());
                game.info.komi = Some(komis[i % komis.len()]);
                let mut replay = game.replay(&game.main_line(), Mode::Tolerant).unwrap();
                let mut n = 0;
                loop {
                    let bytes = encode(replay.position());
                    assert_eq!(&decode(&bytes).unwrap(), replay.position(), "{size} {name} after {n}");
                    assert_eq!(glance(&bytes).unwrap(), (size, replay.position().to_move()));
                    assert_eq!(stones(&bytes).unwrap(), Stones::new(size, replay.position().board().stones()));
                    kos += usize::from(replay.position().ko().is_some());
                    n += 1;
                    if replay.next_ply().unwrap().is_none() {
                        break;
                    }
                }
            }
        }
        assert!(kos > 20, "{kos} kos came up");
    }

    #[test]
    fn both_passes_are_kept() {
        let mut position = Position::new(BoardSize::NINE, Rules::CHINESE);
        position.play(goban::Move::Pass).unwrap();
        assert_eq!(decode(&encode(&position)).unwrap().last_pass(), Some(Color::Black));
        position.play(goban::Move::Pass).unwrap();
        let again = decode(&encode(&position)).unwrap();
        assert!(again.is_over() && again == position);
    }

    #[test]
    fn other_bytes_are_refused() {
        let good = encode(&Position::new(BoardSize::NINE, Rules::CHINESE));
        for n in 0..good.len() {
            assert_eq!(decode(&good[..n]), Err(NotAPosition), "{n} bytes");
        }
        for (at, value) in [(0, 1), (0, 26), (1, 0x20), (2, 3), (2, 0x30)] {
            let mut bad = good.clone();
            bad[at] = value;
            assert_eq!(decode(&bad), Err(NotAPosition), "byte {at} is {value}");
        }
        // Whatever the bytes, there is an answer.
        let mut rng = Seed(3).rng();
        for _ in 0..2000 {
            let mut bytes = good.clone();
            for byte in &mut bytes[1..] {
                if model::Rng::next_u64(&mut rng).is_multiple_of(4) {
                    *byte = model::Rng::next_u64(&mut rng) as u8;
                }
            }
            let _ = decode(&bytes);
        }
    }
}
