//! Commands of GNU Go by which its regression suites ask about a position, with its form of answers.

use goban::{Color, Move, Point, Position};
use gtp::{Answer, Command, Talk};
use model::Seed;
use playout::Batch;
use playout::owners::{Evidence, Owners};
use solve::Reader;
use tactics::{Bounds, Certain, Certainty, Status, Success};

use super::{Session, argument, color, vertex};

/// How many games an estimate comes from.
const ESTIMATED_BY: usize = 128;

/// Reading takes half or twice as much for every step of depth, within these.
const DEPTHS: std::ops::RangeInclusive<i32> = -10..=6;

/// How much further a group is read whose status is asked for, which is two questions.
const FURTHER_FOR_STATUS: usize = 2;

impl Session {
    /// A point of the board, as GNU Go refuses what is none.
    fn point(&self, command: &Command, index: usize) -> Result<Point, String> {
        self.line.size().parse_vertex(argument(command, index).map_err(|_| no_point())?).ok_or_else(no_point)
    }

    /// A move with `PASS` in capitals, which suites expect.
    fn told(&self, mv: Move) -> String {
        match mv {
            Move::Pass => "PASS".to_string(),
            Move::Play(point) => self.line.size().vertex(point),
        }
    }

    /// A point with a stone.
    fn stone(&self, command: &Command, index: usize) -> Result<Point, String> {
        let point = self.point(command, index)?;
        if self.line.position().board().is_empty(point) {
            return Err("vertex must not be empty".to_string());
        }
        Ok(point)
    }

    /// Two points with stones, of one colour or of two.
    fn two_stones(&self, command: &Command, same: bool) -> Result<[Point; 2], String> {
        let pair = [self.stone(command, 0)?, self.stone(command, 1)?];
        let [a, b] = pair.map(|point| self.line.position().board().get(point));
        match (a == b, same) {
            (false, true) => Err("vertices must have same color".to_string()),
            (true, false) => Err("vertices must have different colors".to_string()),
            _ => Ok(pair),
        }
    }

    /// Somebody who answers questions about stones, as far as reading goes now.
    fn reader(&self) -> Reader {
        let scaled = |n: usize| match self.depth {
            more @ 0.. => n << more,
            less => n >> -less,
        };
        let bounds = Bounds { nodes: scaled(self.reader.bounds.nodes), memory: self.config.memory };
        Reader { bounds, games: scaled(self.reader.games), ..self.reader.clone() }
    }

    /// A code, and the move where there is one: `1 G1`, `0`.
    fn coded(&self, answer: &tactics::Answer) -> String {
        match answer.success {
            Success::No => "0".to_string(),
            works => format!("{} {}", works.code(), self.told(answer.first.unwrap_or(Move::Pass))),
        }
    }

    /// Asks something about the stone on a point.
    pub(super) fn read_stone(
        &mut self,
        command: &Command,
        ask: fn(&Reader, &Position, Point) -> Option<tactics::Answer>,
    ) -> Answer {
        let target = self.stone(command, 0)?;
        let answer = ask(&self.reader(), self.line.position(), target).ok_or_else(no_point)?;
        Ok(self.coded(&answer))
    }

    /// Asks something about the stones on two points of one colour.
    pub(super) fn read_pair(
        &mut self,
        command: &Command,
        ask: fn(&Reader, &Position, Point, Point) -> Option<tactics::Answer>,
    ) -> Answer {
        let [a, b] = self.two_stones(command, true)?;
        let answer = ask(&self.reader(), self.line.position(), a, b).ok_or_else(no_point)?;
        Ok(self.coded(&answer))
    }

    /// The same, but read only, and the answer is the code alone.
    pub(super) fn read_both(
        &mut self,
        command: &Command,
        ask: fn(&Position, Point, Point, &Bounds) -> Option<tactics::Answer>,
    ) -> Answer {
        let [a, b] = self.two_stones(command, true)?;
        let answer = ask(self.line.position(), a, b, &self.reader().bounds).ok_or_else(no_point)?;
        Ok(answer.success.code().to_string())
    }

    /// A move by which a side takes something that no single attack takes, or `PASS`.
    pub(super) fn combination_attack(&mut self, command: &Command) -> Answer {
        let color = color(command, 0)?;
        let found = tactics::combination_attack(self.line.position(), color, &self.reader().bounds);
        Ok(self.told(found.map_or(Move::Pass, Move::Play)))
    }

    /// All moves of the other side that prevent it, or `PASS`.
    pub(super) fn combination_defend(&mut self, command: &Command) -> Answer {
        let color = color(command, 0)?;
        let found = tactics::combination_defend(self.line.position(), color, &self.reader().bounds);
        Ok(if found.is_empty() { self.told(Move::Pass) } else { gtp::write_points(self.line.size(), found) })
    }

    /// Asks what a move does to the group of a stone; the answer is the code alone.
    pub(super) fn read_move(
        &mut self,
        command: &Command,
        ask: fn(&Reader, &Position, Point, Point) -> Option<tactics::Answer>,
    ) -> Answer {
        let point = self.point(command, 0)?;
        let target = self.stone(command, 1)?;
        if !self.line.position().board().is_empty(point) {
            return Err("move vertex must be empty".to_string());
        }
        // A move that the rules forbid achieves nothing.
        let answer = ask(&self.reader(), self.line.position(), point, target);
        Ok(answer.map_or(0, |answer| answer.success.code()).to_string())
    }

    /// What becomes of the group of a stone, or of every group.
    pub(super) fn dragon_status(&mut self, command: &Command) -> Answer {
        if !command.arguments.is_empty() {
            let target = self.stone(command, 0)?;
            return Ok(self.status(target));
        }
        let groups = tactics::groups(self.line.position());
        let lines = groups.iter().filter_map(|(_, stones)| stones.first()).map(|stone| {
            let vertex = self.line.size().vertex(stone);
            format!("{vertex}: {}\n", self.status(stone))
        });
        Ok(lines.collect())
    }

    fn status(&self, target: Point) -> String {
        let mut reader = self.reader();
        reader.bounds.nodes = reader.bounds.nodes.saturating_mul(FURTHER_FOR_STATUS);
        let Some(life) = reader.life(self.line.position(), target) else { return String::new() };
        let first = |answer: &tactics::Answer| self.told(answer.first.unwrap_or(Move::Pass));
        match life.guess {
            Status::Alive | Status::Seki => "alive".to_string(),
            Status::Dead => "dead".to_string(),
            Status::Critical | Status::Ko => format!("critical {} {}", first(&life.kill), first(&life.save)),
            Status::Unknown => "unknown".to_string(),
        }
    }

    /// The race of two groups, the owner of the first one moving first: whether it is saved, whether the other is taken, and how.
    pub(super) fn analyze_semeai(&mut self, command: &Command) -> Answer {
        let [own, other] = self.two_stones(command, false)?;
        let race = self.reader().race(self.line.position(), own, other).ok_or_else(no_point)?;
        Ok(format!("{} {} {}", race.save.success.code(), race.take.success.code(), self.told(race.first)))
    }

    /// What is certain about a point, whatever is played.
    pub(super) fn unconditional_status(&self, command: &Command) -> Answer {
        let point = self.point(command, 0)?;
        Ok(match Certain::of(self.line.position().board()).at(point) {
            Certainty::Alive => "alive",
            Certainty::Dead => "dead",
            Certainty::Territory(Color::Black) => "black_territory",
            Certainty::Territory(Color::White) => "white_territory",
            Certainty::Undecided => "undecided",
        }
        .to_string())
    }

    /// The score to expect, with bounds: what the games differ by.
    pub(super) fn estimate_score(&self) -> Answer {
        let position = self.line.position();
        let seed = Seed(self.config.player.seed.0).stream(position.board().hash());
        let batch = Batch::new(position).handicap(self.line.handicap()).games(ESTIMATED_BY).seed(seed);
        let tally = batch.tally();
        let evidence = Evidence::of(&batch, &tally);
        let outlook =
            Owners::shipped_for(position.size()).map_or_else(|| evidence.plain(), |owners| owners.judge(&evidence));
        let lead = outlook.lead;
        let winner = if lead > 0.0 { Color::Black } else { Color::White };
        let spread = tally.spread();
        Ok(format!(
            "{}+{:.1} (upper bound: {:.1}, lower: {:.1})",
            winner.letter(),
            lead.abs(),
            lead.abs() + spread,
            lead.abs() - spread
        ))
    }

    /// The move without playing it.
    pub(super) fn reg_genmove(&mut self, command: &Command, talk: &mut Talk<'_>) -> Answer {
        let color = color(command, 0)?;
        let choice = self.think(color, talk)?;
        Ok(self.told(choice.mv))
    }

    /// The best of these moves without playing it.
    pub(super) fn restricted_genmove(&mut self, command: &Command, talk: &mut Talk<'_>) -> Answer {
        let color = color(command, 0)?;
        let allowed: Vec<Point> =
            (1..command.arguments.len()).map(|i| self.point(command, i)).collect::<Result<_, _>>()?;
        if allowed.is_empty() {
            return Err("no allowed vertex".to_string());
        }
        let choice = self.think(color, talk)?;
        let is_allowed = |mv: &Move| mv.point().is_some_and(|point| allowed.contains(&point));
        let liked =
            std::iter::once(choice.mv).chain(choice.candidates.iter().map(|candidate| Move::Play(candidate.point)));
        Ok(self.told(liked.into_iter().find(is_allowed).unwrap_or(Move::Pass)))
    }

    /// What the player would play, the turn left as it was.
    fn think(&mut self, color: Color, talk: &mut Talk<'_>) -> Result<player::Choice, String> {
        let turn = self.line.position().to_move();
        let choice = self.choose(color, talk);
        self.line.set_to_move(turn);
        choice
    }

    /// Plays a move to be taken back by [`popgo`](Session::popgo).
    pub(super) fn trymove(&mut self, command: &Command) -> Answer {
        let before = self.line.plies().len();
        let color = color(command, 0)?;
        let mv = vertex(self.line.size(), argument(command, 1)?)?;
        let turn = self.line.position().to_move();
        self.line.play(color, mv).map_err(|_| "illegal move")?;
        self.tried.push((before, turn));
        Ok(String::new())
    }

    /// Takes back the last move that was tried, and what was played after it.
    pub(super) fn popgo(&mut self) -> Answer {
        let (before, turn) = self.tried.pop().ok_or("no move was tried")?;
        self.undo(&(self.line.plies().len() - before).to_string())?;
        self.line.set_to_move(turn);
        Ok(String::new())
    }

    /// Lets reading go further, or less far.
    pub(super) fn change_depths(&mut self, by: i32) -> Answer {
        self.depth = (self.depth + by).clamp(*DEPTHS.start(), *DEPTHS.end());
        Ok(String::new())
    }
}

fn no_point() -> String {
    "invalid coordinate".to_string()
}
