//! Moves and points as GTP writes them. Vertices themselves are [`goban::BoardSize`]'s, colours [`goban::Color`]'s.

use goban::{BoardSize, Move, Point};

/// Reads a vertex or `pass`, in any case.
#[must_use]
pub fn parse_move(size: BoardSize, text: &str) -> Option<Move> {
    if text.eq_ignore_ascii_case("pass") { Some(Move::Pass) } else { size.parse_vertex(text).map(Move::Play) }
}

/// Writes a vertex or `pass`.
#[must_use]
pub fn write_move(size: BoardSize, mv: Move) -> String {
    size.move_name(mv)
}

/// Reads vertices with white space between them, as lists of stones have it; none if a word is not a vertex.
#[must_use]
pub fn parse_points(size: BoardSize, text: &str) -> Option<Vec<Point>> {
    text.split_whitespace().map(|word| size.parse_vertex(word)).collect()
}

/// Writes vertices with blanks between them.
#[must_use]
pub fn write_points(size: BoardSize, points: impl IntoIterator<Item = Point>) -> String {
    points.into_iter().map(|point| size.vertex(point)).collect::<Vec<_>>().join(" ")
}

/// What an engine says to `genmove`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// It plays or passes.
    Move(Move),
    /// It gives up.
    Resign,
}

impl Reply {
    /// Reads the text of the response.
    ///
    /// ```
    /// use goban::{BoardSize, Move};
    /// use gtp::Reply;
    /// assert_eq!(Reply::parse(BoardSize::NINE, "PASS"), Some(Reply::Move(Move::Pass)));
    /// assert_eq!(Reply::parse(BoardSize::NINE, "resign"), Some(Reply::Resign));
    /// assert_eq!(Reply::parse(BoardSize::NINE, "T19"), None);
    /// ```
    #[must_use]
    pub fn parse(size: BoardSize, text: &str) -> Option<Reply> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("resign") {
            return Some(Reply::Resign);
        }
        parse_move(size, text).map(Reply::Move)
    }

    /// The text of the response.
    #[must_use]
    pub fn write(self, size: BoardSize) -> String {
        match self {
            Reply::Move(mv) => write_move(size, mv),
            Reply::Resign => "resign".to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_points_go_both_ways() {
        for size in BoardSize::all() {
            for mv in size.points().map(Move::Play).chain([Move::Pass]) {
                assert_eq!(parse_move(size, &write_move(size, mv).to_lowercase()), Some(mv));
                assert_eq!(Reply::parse(size, &Reply::Move(mv).write(size)), Some(Reply::Move(mv)));
            }
            let points: Vec<Point> = size.points().collect();
            assert_eq!(parse_points(size, &write_points(size, points.iter().copied())), Some(points));
        }
        assert_eq!(parse_points(BoardSize::NINE, "A1 Z9"), None);
        assert_eq!(parse_points(BoardSize::NINE, ""), Some(Vec::new()));
    }
}
