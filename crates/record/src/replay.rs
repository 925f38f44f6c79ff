//! A line of a game, played again.

use std::fmt;

use goban::{Board, Color, Illegal, Move, Played, PointSet, Position, Setup, SetupError};

use crate::{Game, NodeId, SetupChange};

/// What to do with what the rules forbid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Stop at the first illegal move or impossible setup, with its reason.
    Strict,
    /// Do what the record says, as far as it can be done, and mark the ply.
    Tolerant,
}

/// One move of a replayed line. The position after it is the replay's.
#[derive(Clone, PartialEq, Debug)]
pub struct Ply {
    /// Its number, from 1. Passes count, setup does not.
    pub number: usize,
    /// Its node.
    pub node: NodeId,
    /// Who moved.
    pub color: Color,
    /// What was played.
    pub mv: Move,
    /// The stones that came off.
    pub captured: PointSet,
    /// Whether they were the player's own.
    pub suicide: bool,
    /// Whether stones were changed by hand since the ply before: whoever follows the game move by move starts anew from
    /// the position.
    pub edited: bool,
    /// Why the move was illegal, in a tolerant replay.
    pub illegal: Option<Illegal>,
}

impl Ply {
    /// A ply that was just played outside a record, as players at a board do; `position` is the one after it. Its node is
    /// the root, which holds no move.
    ///
    /// ```
    /// use goban::{BoardSize, Color, Move, Position, Rules};
    /// use record::Ply;
    /// let mut position = Position::new(BoardSize::NINE, Rules::CHINESE);
    /// let played = position.play(Move::Pass).unwrap();
    /// let ply = Ply::played(&position, Color::Black, Move::Pass, &played);
    /// assert_eq!((ply.number, ply.color, ply.mv), (1, Color::Black, Move::Pass));
    /// ```
    #[must_use]
    pub fn played(position: &Position, color: Color, mv: Move, played: &Played) -> Ply {
        Ply {
            number: position.n_moves(),
            node: NodeId::ROOT,
            color,
            mv,
            captured: played.captured,
            suicide: played.suicide,
            edited: false,
            illegal: None,
        }
    }

    /// The stones before this move, from the board after it. What was changed by hand before the move is changed already.
    #[must_use]
    pub fn board_before(&self, after: &Board) -> Board {
        let mut stones = *after.stones();
        if let Move::Play(point) = self.mv {
            stones[self.color].remove(point);
            let taken = if self.suicide { self.color } else { !self.color };
            stones[taken] |= self.captured - PointSet::from(point);
        }
        Board::with_stones(after.size(), &stones)
    }
}

/// A line of a game being replayed.
///
/// Setup in the nodes before the first move makes the start position; setup after a move belongs to the next ply. Setup
/// after the last move changes nothing and is reported by [`trailing_setup`](Replay::trailing_setup).
pub struct Replay<'g> {
    game: &'g Game,
    line: Vec<NodeId>,
    next: usize,
    /// The index in the line of its last move: setup after it changes nothing.
    last_play: usize,
    mode: Mode,
    position: Position,
    repaired_setups: Vec<NodeId>,
    trailing_setup: bool,
}

/// Why a replay stops.
#[derive(Clone, PartialEq, Debug)]
pub struct ReplayError {
    /// The node at fault.
    pub node: NodeId,
    /// The number of the ply at fault; 0 is the start.
    pub number: usize,
    /// What is wrong with it.
    pub kind: ReplayErrorKind,
}

/// What can be wrong with a node.
#[derive(Clone, PartialEq, Debug)]
pub enum ReplayErrorKind {
    /// An illegal move.
    Illegal {
        /// Who moved.
        color: Color,
        /// The move.
        mv: Move,
        /// Why it is illegal.
        reason: Illegal,
        /// As people write it.
        vertex: String,
    },
    /// Stones that cannot stand so.
    Setup(SetupError),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ReplayErrorKind::Illegal { color, vertex, reason, .. } => {
                write!(f, "move {}: {color} {vertex} is illegal: {reason}", self.number)
            }
            ReplayErrorKind::Setup(error) => write!(f, "setup before move {}: {error}", self.number + 1),
        }
    }
}

impl std::error::Error for ReplayError {}

impl Game {
    /// Replays a line of nodes, as [`Game::main_line`] or [`Game::variation`] give it.
    ///
    /// # Errors
    /// In strict mode, when the start position is impossible.
    pub fn replay(&self, line: &[NodeId], mode: Mode) -> Result<Replay<'_>, ReplayError> {
        let mut replay = Replay {
            game: self,
            line: line.to_vec(),
            next: 0,
            last_play: line.iter().rposition(|&id| self.node(id).play.is_some()).unwrap_or(0),
            mode,
            position: Position::new(self.size(), self.rules()),
            repaired_setups: Vec::new(),
            trailing_setup: false,
        };
        replay.start()?;
        Ok(replay)
    }
}

impl Replay<'_> {
    /// The position after the plies so far.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Nodes whose setup could not stand as written and was repaired, in a tolerant replay.
    #[must_use]
    pub fn repaired_setups(&self) -> &[NodeId] {
        &self.repaired_setups
    }

    /// Whether the line ended with setup that no move follows.
    #[must_use]
    pub fn trailing_setup(&self) -> bool {
        self.trailing_setup
    }

    /// Plays the next move of the line; none at its end.
    ///
    /// # Errors
    /// In strict mode, at the first thing that the rules forbid. The position is the one before it.
    pub fn next_ply(&mut self) -> Result<Option<Ply>, ReplayError> {
        let mut edited = false;
        while let Some(&id) = self.line.get(self.next) {
            let node = self.game.node(id);
            if let Some(change) = &node.setup {
                if !change.is_empty() && self.next > self.last_play {
                    self.trailing_setup = true;
                    self.next = self.line.len();
                    break;
                }
                // Before the first move it is part of the start.
                edited |= change.changes_stones() && self.position.n_moves() > 0;
                self.change(id, change)?;
            }
            let Some((color, mv)) = node.play else {
                self.next += 1;
                continue;
            };
            let number = self.position.n_moves() + 1;
            let (played, illegal) = match self.mode {
                Mode::Strict => match self.position.play_as(color, mv) {
                    Ok(played) => (played, None),
                    Err(reason) => {
                        let vertex = self.game.size().move_name(mv);
                        let kind = ReplayErrorKind::Illegal { color, mv, reason, vertex };
                        return Err(ReplayError { node: id, number, kind });
                    }
                },
                Mode::Tolerant => self.position.play_anyway(color, mv),
            };
            self.next += 1;
            let goban::Played { captured, suicide, replaced } = played;
            if replaced {
                // The board changed in a way that no move explains.
                edited = true;
                self.position.forget_way_back();
            }
            return Ok(Some(Ply { number, node: id, color, mv, captured, suicide, edited, illegal }));
        }
        Ok(None)
    }

    /// Applies the setup before the first move and finds out who begins.
    fn start(&mut self) -> Result<(), ReplayError> {
        let mut setup = Setup::new(self.game.size());
        let mut to_move = None;
        let mut first_mover = None;
        let mut at = self.game.root();
        for (i, &id) in self.line.iter().enumerate() {
            let node = self.game.node(id);
            if let Some(change) = &node.setup {
                apply(change, &mut setup);
                to_move = change.to_move.or(to_move);
                at = id;
            }
            // Setup in the node of the first move has just been done; the move itself is the first ply.
            if let Some((color, _)) = node.play {
                first_mover = Some(color);
                self.next = i;
                break;
            }
            self.next = i + 1;
        }
        let handicap = self.game.info.handicap.is_some_and(|stones| stones >= 2)
            && !setup.stones.black.is_empty()
            && setup.stones.white.is_empty();
        let usual = if handicap { Color::White } else { Color::Black };
        setup.to_move = to_move.or(first_mover).unwrap_or(usual);
        if self.mode == Mode::Tolerant && setup.board().is_err() {
            setup = setup.repaired();
            self.repaired_setups.push(at);
        }
        self.position = Position::from_setup(&setup, *self.position.rules()).map_err(|error| ReplayError {
            node: at,
            number: 0,
            kind: ReplayErrorKind::Setup(error),
        })?;
        Ok(())
    }

    /// Applies setup in the middle of the game.
    fn change(&mut self, id: NodeId, change: &SetupChange) -> Result<(), ReplayError> {
        if self.position.n_moves() == 0 {
            return Ok(());
        }
        if change.changes_stones() {
            let mut setup = Setup { to_move: self.position.to_move(), ..Setup::from(self.position.board()) };
            apply(change, &mut setup);
            if self.mode == Mode::Tolerant && setup.board().is_err() {
                setup = setup.repaired();
                self.repaired_setups.push(id);
            }
            self.position.edit(&setup).map_err(|error| {
                let number = self.position.n_moves();
                ReplayError { node: id, number, kind: ReplayErrorKind::Setup(error) }
            })?;
            // Nobody takes back moves of a record, and a hostile one could hold millions of edits.
            self.position.forget_way_back();
        }
        if let Some(color) = change.to_move {
            self.position.set_to_move(color);
        }
        Ok(())
    }
}

fn apply(change: &SetupChange, setup: &mut Setup) {
    setup.stones = setup.stones.map(|stones| stones - change.clear);
    for color in Color::ALL {
        let added = change.add[color] & setup.size.all_points();
        setup.stones[color] |= added;
        setup.stones[!color] -= added;
    }
}

#[cfg(test)]
mod tests {
    use goban::BoardSize;

    use super::*;

    fn game(moves: &str) -> Game {
        let size = BoardSize::NINE;
        let mut game = Game::new(size);
        let mut at = game.root();
        for text in moves.split_whitespace() {
            let color = Color::parse(&text[..1]).unwrap();
            let mv = size.parse_vertex(&text[1..]).map_or(Move::Pass, Move::Play);
            at = game.add_move(at, color, mv);
        }
        game
    }

    #[test]
    fn the_board_before_a_move_comes_back_from_the_one_after_it() {
        let game = game("BA2 WB2 BB1 WA1 BA3 WC1 BC3 WA1 Bpass WB1");
        let mut replay = game.replay(&game.main_line(), Mode::Tolerant).unwrap();
        let mut before = replay.position().board().clone();
        while let Some(ply) = replay.next_ply().unwrap() {
            let after = replay.position().board();
            assert_eq!(ply.board_before(after), before, "move {}", ply.number);
            before = after.clone();
        }
    }

    fn numbers(game: &Game, mode: Mode) -> Result<Vec<(usize, Option<Illegal>)>, String> {
        let mut replay = game.replay(&game.main_line(), mode).map_err(|e| e.to_string())?;
        let mut plies = Vec::new();
        while let Some(ply) = replay.next_ply().map_err(|e| e.to_string())? {
            replay.position().board().check();
            plies.push((ply.number, ply.illegal));
        }
        Ok(plies)
    }

    #[test]
    fn strict_stops_and_says_why() {
        let game = game("BE5 WE4 BE5");
        assert_eq!(numbers(&game, Mode::Strict).unwrap_err(), "move 3: Black E5 is illegal: occupied by Black");
        let tolerant = numbers(&game, Mode::Tolerant).unwrap();
        assert_eq!(tolerant, [(1, None), (2, None), (3, Some(Illegal::Occupied(Color::Black)))]);
    }

    #[test]
    fn a_stone_on_a_stone_replaces_it_and_captures() {
        // White takes the corner point over; the black stone beside it then has no liberty.
        let game = game("BA1 WB2 BB1 WC1 Bpass WA2 Bpass WA1");
        let mut replay = game.replay(&game.main_line(), Mode::Tolerant).unwrap();
        let mut last = None;
        while let Some(ply) = replay.next_ply().unwrap() {
            last = Some(ply);
        }
        let last = last.unwrap();
        assert!(last.edited || last.illegal.is_none());
        replay.position().board().check();
    }

    #[test]
    fn a_stone_on_a_stone_after_two_passes_is_marked() {
        let game = game("BE5 WE4 Bpass Wpass BE4");
        let mut replay = game.replay(&game.main_line(), Mode::Tolerant).unwrap();
        let mut last = None;
        while let Some(ply) = replay.next_ply().unwrap() {
            last = Some(ply);
        }
        let last = last.unwrap();
        assert_eq!((last.edited, last.illegal), (true, Some(Illegal::GameOver)));
    }

    #[test]
    fn a_third_pass_is_nothing_to_complain_about() {
        let game = game("BE5 WE4 Bpass Wpass Bpass Wpass");
        let plies = numbers(&game, Mode::Tolerant).unwrap();
        assert!(plies.iter().all(|(_, illegal)| illegal.is_none()), "{plies:?}");
    }

    #[test]
    fn a_side_that_passes_twice_does_not_end_the_game() {
        let game = game("BE5 Wpass Wpass BE4 WC3");
        assert_eq!(numbers(&game, Mode::Strict).unwrap().len(), 5);
    }

    #[test]
    fn setup_after_a_move_belongs_to_the_next_ply() {
        let mut game = game("BE5 WE4");
        let size = game.size();
        let line = game.main_line();
        let mut at = game.add_child(line[2]);
        let change = SetupChange {
            add: goban::ByColor { black: size.parse_vertex("A1").into_iter().collect(), white: PointSet::EMPTY },
            ..SetupChange::default()
        };
        game.node_mut(at).setup = Some(Box::new(change.clone()));
        let mut replay = game.replay(&game.main_line(), Mode::Strict).unwrap();
        while replay.next_ply().unwrap().is_some() {}
        assert!(replay.trailing_setup());
        assert_eq!(replay.position().board().stones().black.len(), 1);

        at = game.add_move(at, Color::Black, Move::Play(size.parse_vertex("C3").unwrap()));
        let mut replay = game.replay(&game.line_to(at), Mode::Strict).unwrap();
        let mut plies = Vec::new();
        while let Some(ply) = replay.next_ply().unwrap() {
            plies.push((ply.number, ply.edited));
        }
        assert_eq!(plies, [(1, false), (2, false), (3, true)]);
        assert_eq!(replay.position().board().stones().black.len(), 3);
        assert!(!replay.trailing_setup());
    }

    #[test]
    fn variations_are_named_by_their_choices() {
        let mut game = game("BE5 WE4 BD4");
        let line = game.main_line();
        let second = game.add_move(line[1], Color::White, Move::Pass);
        let third = game.add_move(second, Color::Black, Move::Pass);
        assert_eq!(game.variation(&[]).unwrap(), line);
        assert_eq!(game.variation(&[1]).unwrap(), line);
        assert_eq!(game.variation(&[2]).unwrap(), game.line_to(third));
        assert_eq!(
            game.variation(&[3]).unwrap_err().to_string(),
            "choice 1 of the variation is 3, but there are 2 ways to go on"
        );
        assert_eq!(
            game.variation(&[2, 1]).unwrap_err().to_string(),
            "choice 2 of the variation finds no branching: the line has only 1"
        );
        assert_eq!(game.n_lines(), 2);
    }
}
