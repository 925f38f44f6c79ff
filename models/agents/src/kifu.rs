//! Games of agents as records that any program can replay.
//!
//! Under the variants of the paper stones come off late, and a side may play where the rules of Go let stones come off at
//! once. So the record says what the board is: after a move, stones that the model took off are cleared, and stones that a
//! replay by the rules has taken off, but the model has not, are put back.

use goban::{Board, ByColor, Color, Move, PointSet, Position, Scoring, Setup};
use model::Seed;
use record::{Game, Margin, Outcome, Player, SetupChange};

use crate::{Contest, End, Event, Played, Variant};

/// A move and the stones that came off after it.
struct Beat {
    color: Color,
    mv: Move,
    removed: PointSet,
}

/// The stones of chains without a liberty.
fn breathless(board: &Board) -> PointSet {
    board.chains().filter(|chain| chain.n_liberties() == 0).fold(PointSet::EMPTY, |set, chain| set | *chain.stones())
}

impl Contest {
    /// Plays a game and writes it down.
    ///
    /// A replay shows the model's board after every move and the setup that follows it. Where a chain without liberties
    /// stands on the model's board, which no position of Go allows, a replay by [`record::Replay`] leaves that chain out.
    #[must_use]
    pub fn record(&self, seed: Seed) -> (Game, Played) {
        let mut driver = self.driver(seed);
        let mut beats: Vec<Beat> = Vec::new();
        while driver.step() {
            for event in driver.events() {
                match event {
                    Event::Move { color, mv } => {
                        beats.push(Beat { color: *color, mv: *mv, removed: PointSet::EMPTY });
                    }
                    Event::Death { stones, .. } => {
                        if let Some(beat) = beats.last_mut() {
                            beat.removed |= *stones;
                        }
                    }
                }
            }
        }
        // Setup after the last move changes nothing in a replay. A pass changes nothing either, so what came off after
        // a last pass can as well be told before it.
        if let [.., before, Beat { mv: Move::Pass, removed, .. }] = &mut beats[..] {
            before.removed |= std::mem::take(removed);
        }
        let played = Played::of(driver);
        let mut game = self.blank(seed, &played);
        match self.variant {
            Variant::Rules => {
                let mut at = game.root();
                for beat in &beats {
                    at = game.add_move(at, beat.color, beat.mv);
                }
            }
            Variant::Netlogo | Variant::NetlogoExact => self.write(&mut game, &beats),
        }
        (game, played)
    }

    fn write(&self, game: &mut Game, beats: &[Beat]) {
        let mut stones = ByColor::<PointSet>::default();
        // What a tolerant replay of the record shows.
        let mut shown = Position::new(self.size, game.rules());
        let mut at = game.root();
        // Programs differ in what they do with chains that stand without a liberty, so these are said again at every move.
        let mut doubtful = PointSet::EMPTY;
        for Beat { color, mv, removed } in beats {
            at = game.add_move(at, *color, *mv);
            shown.play_anyway(*color, *mv);
            stones[*color].extend(mv.point());
            stones = stones.map(|set| set - *removed);

            let there = shown.board().stones();
            let breathless = breathless(&Board::with_stones(self.size, &stones));
            doubtful |= breathless;
            let add = ByColor::new(|color| (stones[color] - there[color]) | (stones[color] & doubtful));
            doubtful = breathless;
            let clear = *removed | ((there.black | there.white) - stones.black - stones.white);
            let change = SetupChange { add, clear, to_move: None };
            if change.changes_stones() {
                let setup = Setup { size: self.size, stones, to_move: shown.to_move() };
                let setup = if setup.board().is_ok() { setup } else { setup.repaired() };
                // A repaired setup is a position, so that it is never refused.
                let _ = shown.edit(&setup);
                at = game.add_child(at);
                game.node_mut(at).setup = Some(Box::new(change));
            }
        }
    }

    /// The game without its moves.
    fn blank(&self, seed: Seed, played: &Played) -> Game {
        let mut game = Game::new(self.size);
        let names = ByColor::new(|color| self.players[color].name());
        game.info.players = names.map(|name| Player { name: Some(name.to_string()), ..Player::default() });
        game.info.event = Some("stones as agents".to_string());
        game.info.name = Some(format!("{} {}, chance from {seed}", self.variant, self.size));
        game.info.komi = Some(if self.variant == Variant::Rules { self.komi } else { 0.0 });
        game.info.rules = Some(match (self.variant, self.scoring) {
            (Variant::Rules, Scoring::Area) => "chinese".to_string(),
            (Variant::Rules, Scoring::Territory) => "japanese".to_string(),
            (variant, _) => format!("agents {variant}"),
        });
        let outcome = match (played.end, played.winner()) {
            (End::CutOff, _) => Outcome::Void,
            (_, None) => Outcome::Draw,
            (_, Some(winner)) => {
                let margin = Margin::Points((played.scores.black - played.scores.white).abs());
                Outcome::Win { winner, margin }
            }
        };
        game.info.result = Some(outcome.to_string());
        let root = game.root();
        game.node_mut(root).comment = Some(format!(
            "Stones as agents, variant {}, {} (Black) against {} (White), chance from {seed}.\nScores: Black {}, White {}. Ended by \
             {} after {} ticks.",
            self.variant,
            names.black,
            names.white,
            played.scores.black,
            played.scores.white,
            played.end.name(),
            played.tally.ticks,
        ));
        game
    }
}
