//! A line of play: where it starts, what was played, and the position at its end. Knows no protocol.

use goban::{BoardSize, ByColor, Color, Illegal, Move, PointSet, Position, Rules, Setup, Unseen};
use record::{Game, Mode, Ply, Property, SetupChange};

/// A line of play that can be gone back along.
#[derive(Clone)]
pub struct Variation {
    start: Position,
    /// How many of the stones at the start are handicap.
    handicap: usize,
    plies: Vec<Ply>,
    position: Position,
}

impl Variation {
    /// An empty board.
    #[must_use]
    pub fn new(size: BoardSize, rules: Rules) -> Variation {
        Variation::from(Position::new(size, rules))
    }

    /// A line that starts from stones put up by hand; chains without a liberty come off.
    #[must_use]
    pub fn from_setup(setup: &Setup, rules: Rules) -> Variation {
        Variation::with_prisoners(setup, rules, ByColor::default())
    }

    /// The same, with stones that were taken on a way which is no part of the line: where territory is counted they count.
    fn with_prisoners(setup: &Setup, rules: Rules, prisoners: ByColor<usize>) -> Variation {
        let unseen = Unseen { prisoners, ..Unseen::default() };
        let repaired = Position::restored(&setup.repaired(), rules, &unseen);
        Variation::from(repaired.unwrap_or_else(|_| Position::new(setup.size, rules)))
    }

    /// The main line of a game up to a move, or whole. Illegal moves are done as the record says.
    #[must_use]
    pub fn of_game(game: &Game, rules: Rules, moves: Option<usize>) -> Variation {
        let komi = game.info.komi.unwrap_or(rules.komi);
        let named = game.info.rules.as_deref().and_then(Rules::named);
        let rules = Rules { komi, ..named.unwrap_or(rules) };
        let mut line = Variation::new(game.size(), rules);
        let Ok(mut replay) = game.replay(&game.main_line(), Mode::Tolerant) else { return line };
        line.restart(&setup_of(replay.position()), game.info.handicap.unwrap_or(0), ByColor::default());
        for _ in 0..moves.unwrap_or(usize::MAX) {
            let Ok(Some(ply)) = replay.next_ply() else { break };
            if ply.edited || ply.illegal.is_some() || line.play(ply.color, ply.mv).is_err() {
                // What no legal play explains becomes a start of its own: the moves after it can be gone back along.
                let there = replay.position();
                line.restart(&setup_of(there), line.handicap, there.prisoners());
            }
        }
        line
    }

    /// Starts anew from stones put up by hand, under the rules in force, with what was taken before.
    pub fn restart(&mut self, setup: &Setup, handicap: usize, prisoners: ByColor<usize>) {
        *self = Variation { handicap, ..Variation::with_prisoners(setup, *self.rules(), prisoners) };
    }

    /// The position at the end.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position at the start.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// What was played.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.start.size()
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.start.rules()
    }

    /// The number of handicap stones.
    #[must_use]
    pub fn handicap(&self) -> usize {
        self.handicap
    }

    /// Whether nothing was played and no stone stands.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.plies.is_empty() && self.position.board().empty().len() == self.size().area()
    }

    /// Plays for either side, whoever's turn it is. After two passes the game may be taken up again, as hosts allow it.
    ///
    /// # Errors
    /// The reason for which the move is illegal; nothing has happened then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), Illegal> {
        self.check(color, mv)?;
        let (played, _) = self.position.play_anyway(color, mv);
        self.plies.push(Ply::played(&self.position, color, mv, &played));
        Ok(())
    }

    /// Whether [`play`](Variation::play) would do this.
    ///
    /// # Errors
    /// The reason for which the move is illegal.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), Illegal> {
        match self.position.check_as(color, mv) {
            Err(Illegal::GameOver) => {
                // Before the passes that ended it the game was not over, and everything else was as it is.
                let mut before = self.position.clone();
                while before.is_over() && before.take_back() {}
                before.check_as(color, mv)
            }
            checked => checked,
        }
    }

    /// Takes back the last moves; false, and nothing is done, if there are fewer.
    pub fn undo(&mut self, moves: usize) -> bool {
        if moves > self.plies.len() {
            return false;
        }
        for _ in 0..moves {
            self.position.take_back();
            self.plies.pop();
        }
        true
    }

    /// Gives the turn to this side.
    pub fn set_to_move(&mut self, color: Color) {
        self.position.set_to_move(color);
        if self.plies.is_empty() {
            self.start.set_to_move(color);
        }
    }

    /// Puts other rules in force from the start on. Moves that they forbid stay played.
    pub fn set_rules(&mut self, rules: Rules) {
        let to_move = self.position.to_move();
        let handicap = self.handicap;
        let plies = std::mem::take(&mut self.plies);
        let start = &self.start;
        *self = Variation { handicap, ..Variation::with_prisoners(&setup_of(start), rules, start.prisoners()) };
        for ply in plies {
            let (played, _) = self.position.play_anyway(ply.color, ply.mv);
            self.plies.push(Ply::played(&self.position, ply.color, ply.mv, &played));
        }
        self.position.set_to_move(to_move);
    }

    /// The line as it was after this many moves.
    #[must_use]
    pub fn first(&self, moves: usize) -> Variation {
        let mut line = self.clone();
        line.undo(self.plies.len().saturating_sub(moves));
        line
    }

    /// Walks from the ply with this index to the end: each ply with the position after it.
    pub(crate) fn walk(&self, from: usize, mut see: impl FnMut(&Ply, &Position)) {
        let n = self.plies.len();
        if from + 1 == n {
            return see(&self.plies[from], &self.position);
        }
        let mut position = self.start.clone();
        for (i, ply) in self.plies.iter().enumerate() {
            position.play_anyway(ply.color, ply.mv);
            if i >= from {
                see(ply, if i + 1 == n { &self.position } else { &position });
            }
        }
    }

    /// The line as a game record. `comment` gives the comment of a ply, counted from 0.
    #[must_use]
    pub fn to_game(&self, comment: impl Fn(usize) -> Option<String>) -> Game {
        let mut game = Game::new(self.size());
        let root = game.root();
        game.info.komi = Some(self.rules().komi);
        game.info.rules = self.rules().name().map(str::to_string);
        game.info.handicap = (self.handicap >= 2).then_some(self.handicap);
        let stones = self.start.board().stones();
        if stones.black.len() + stones.white.len() > 0 || self.start.to_move() == Color::White {
            let to_move = Some(self.start.to_move());
            let change = SetupChange { add: *stones, clear: PointSet::EMPTY, to_move };
            game.node_mut(root).setup = Some(Box::new(change));
        }
        let mut at = root;
        for (i, ply) in self.plies.iter().enumerate() {
            at = game.add_move(at, ply.color, ply.mv);
            game.node_mut(at).comment = comment(i);
        }
        game
    }
}

impl From<Position> for Variation {
    fn from(start: Position) -> Variation {
        Variation { position: start.clone(), start, handicap: 0, plies: Vec::new() }
    }
}

/// The stones of a position and whose turn it is.
pub(crate) fn setup_of(position: &Position) -> Setup {
    Setup { to_move: position.to_move(), ..Setup::from(position.board()) }
}

/// Properties of the first node given as `NAME=VALUE`, as `gomill-savesgf` takes them: what the record knows by another
/// way goes there, the rest is kept as it is. False if a word has no such form.
pub(crate) fn add_property(game: &mut Game, word: &str) -> bool {
    let Some((name, value)) = word.split_once('=') else { return false };
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return false;
    }
    let mut text = String::new();
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('_') | None => text.push(' '),
                Some(escaped) => text.push(escaped),
            },
            (c, false) => text.push(c),
        }
    }
    let info = &mut game.info;
    match name {
        "PB" => info.players.black.name = Some(text),
        "PW" => info.players.white.name = Some(text),
        "BR" => info.players.black.rank = Some(text),
        "WR" => info.players.white.rank = Some(text),
        "RE" => info.result = Some(text),
        "RU" => info.rules = Some(text),
        "KM" => info.komi = text.parse().ok().filter(|komi: &f64| komi.is_finite()).or(info.komi),
        "HA" => info.handicap = text.parse().ok().or(info.handicap),
        "DT" => info.date = Some(text),
        "EV" => info.event = Some(text),
        "RO" => info.round = Some(text),
        "PC" => info.place = Some(text),
        "GN" => info.name = Some(text),
        _ => {
            let root = game.root();
            game.node_mut(root).properties.push(Property::new(name.to_string(), text));
        }
    }
    true
}
