//! Games of a contest as records that any program can replay.
//!
//! Where the rules of Go are not kept, stones may come off late, and a side may play where the rules let stones come off
//! at once. So the record says what the board is: after a move, stones that the model took off are cleared, and stones that a
//! replay by the rules has taken off, but the model has not, are put back.

use goban::{Board, ByColor, Color, Move, Point, PointSet, Position, Scoring, Setup};
use model::{Contest, End, Event, Played, Seed, Terms};
use record::{Game, Margin, Outcome, Player, SetupChange};

/// A move, the stones that came off after it, and what a hand has done before the next.
struct Beat {
    color: Color,
    mv: Move,
    removed: PointSet,
    painted: Vec<(Point, Option<Color>)>,
}

/// The stones of chains without a liberty.
fn breathless(board: &Board) -> PointSet {
    board.chains().filter(|chain| chain.n_liberties() == 0).fold(PointSet::EMPTY, |set, chain| set | *chain.stones())
}

/// Plays a game and writes it down.
///
/// A replay shows the model's board after every move and the setup that follows it. Where a chain without liberties stands on
/// the model's board, which no position of Go allows, a replay by [`record::Replay`] leaves that chain out.
#[must_use]
pub fn record(contest: &dyn Contest, seed: Seed) -> (Game, Played) {
    let terms = contest.terms();
    let mut beats: Vec<Beat> = Vec::new();
    let played = contest.play_and_tell(seed, &mut |tick| {
        for event in &tick.events {
            match event {
                Event::Move { color, mv, .. } => {
                    beats.push(Beat { color: *color, mv: *mv, removed: PointSet::EMPTY, painted: Vec::new() });
                }
                Event::Death { stones, .. } => {
                    if let Some(beat) = beats.last_mut() {
                        beat.removed |= *stones;
                    }
                }
                // Nobody paints before the first stones of the set-up.
                Event::Painted { point, after, .. } => {
                    if let Some(beat) = beats.last_mut() {
                        beat.painted.push((*point, *after));
                    }
                }
            }
        }
    });
    // Setup after the last move changes nothing in a replay. A pass changes nothing either, so what came off after a last
    // pass can as well be told before it.
    if let [.., before, Beat { mv: Move::Pass, removed, .. }] = &mut beats[..] {
        before.removed |= std::mem::take(removed);
    }
    let mut game = blank(&terms, seed, &played);
    if terms.rules.is_some() && terms.by_hand == 0 {
        let mut at = game.root();
        for beat in &beats {
            at = game.add_move(at, beat.color, beat.mv);
        }
    } else {
        write(&mut game, &beats, terms.rules.is_some());
    }
    (game, played)
}

/// Under the rules of Go a replay takes off by itself what was captured.
fn write(game: &mut Game, beats: &[Beat], by_the_rules: bool) {
    let size = game.size();
    let mut stones = ByColor::<PointSet>::default();
    // What a tolerant replay of the record shows.
    let mut shown = Position::new(size, game.rules());
    let mut at = game.root();
    // Programs differ in what they do with chains that stand without a liberty, so these are said again at every move.
    let mut doubtful = PointSet::EMPTY;
    for Beat { color, mv, removed, painted } in beats {
        at = game.add_move(at, *color, *mv);
        shown.play_anyway(*color, *mv);
        stones[*color].extend(mv.point());
        stones = stones.map(|set| set - *removed);
        for (point, after) in painted {
            stones = stones.map(|set| set - (*point).into());
            if let Some(color) = after {
                stones[*color].insert(*point);
            }
        }

        let there = shown.board().stones();
        let breathless = breathless(&Board::with_stones(size, &stones));
        doubtful |= breathless;
        let add = ByColor::new(|color| (stones[color] - there[color]) | (stones[color] & doubtful));
        doubtful = breathless;
        let told = if by_the_rules { PointSet::EMPTY } else { *removed };
        let clear = (told | there.black | there.white) - stones.black - stones.white;
        let change = SetupChange { add, clear, to_move: None };
        if change.changes_stones() {
            let setup = Setup { size, stones, to_move: shown.to_move() };
            let setup = if setup.board().is_ok() { setup } else { setup.repaired() };
            // A repaired setup is a position, so that it is never refused.
            let _ = shown.edit(&setup);
            at = game.add_child(at);
            game.node_mut(at).setup = Some(Box::new(change));
        }
    }
}

/// The game without its moves.
fn blank(terms: &Terms, seed: Seed, played: &Played) -> Game {
    let Terms { family, title, variant, size, players, .. } = terms;
    let mut game = Game::new(*size);
    game.info.players = players.clone().map(|name| Player { name: Some(name), ..Player::default() });
    game.info.event = Some(title.to_lowercase());
    game.info.name = Some(format!("{variant} {size}, chance from {seed}"));
    game.info.komi = Some(terms.rules.map_or(0.0, |rules| rules.komi));
    game.info.rules = Some(match terms.rules.map(|rules| rules.scoring) {
        Some(Scoring::Area) => "chinese".to_string(),
        Some(Scoring::Territory) => "japanese".to_string(),
        None => format!("{family} {variant}"),
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
        "{title}, variant {variant}, {} (Black) against {} (White), chance from {seed}.\nScores: Black {}, White {}. Ended by \
         {} after {} ticks.",
        players.black,
        players.white,
        played.scores.black,
        played.scores.white,
        played.end.name(),
        played.tally.ticks,
    ));
    game
}
