//! Commands that ask for a move.

use goban::{Color, Move};
use gtp::{Answer, Command, Reply, Talk};
use player::{Choice, Reason};

use super::board::cleaning;
use super::{Session, color};
use crate::Variation;
use crate::clock::{Patience, Turn};

impl Session {
    /// What the player would play for a side. It stops thinking when its share of the time is over, or the host says stop.
    pub(super) fn choose(&mut self, color: Color, talk: &mut Talk<'_>) -> Result<Choice, String> {
        if self.line.position().to_move() != color {
            self.line.set_to_move(color);
        }
        let patience = self.patience(color);
        let mut turn = Turn::new(&mut *self.world, patience);
        let choice = self.analyst.seat.choose_while(&self.line, &mut || turn.goes_on(&mut || talk.interrupted()));
        let (thought, out) = turn.end();
        self.clocks.spend(color, thought, out);
        choice.map_err(|error| error.to_string())
    }

    /// What the player would play at the end of a line, in no more time than was asked for.
    pub(super) fn choice_at(&mut self, line: &Variation) -> Result<Choice, String> {
        let patience = self.config.longest.map_or(Patience::Endless, Patience::Within);
        let mut turn = Turn::new(&mut *self.world, patience);
        let choice = self.analyst.seat.choose_while(line, &mut || turn.goes_on(&mut || false));
        choice.map_err(|error| error.to_string())
    }

    /// How long a move may take: what the clocks say, and no longer than was asked for.
    pub(super) fn patience(&self, color: Color) -> Patience {
        match (self.clocks.patience(color), self.config.longest) {
            (Patience::Endless, Some(longest)) => Patience::Within(longest),
            (Patience::Within(share), Some(longest)) => Patience::Within(share.min(longest)),
            (patience, _) => patience,
        }
    }

    /// Plays what was chosen and remembers why.
    pub(super) fn play_choice(&mut self, color: Color, choice: Choice) -> Answer {
        let mv = choice.mv;
        self.line.play(color, mv).map_err(|reason| format!("the player chose an illegal move: {reason}"))?;
        self.chosen.push(self.line.plies().len() - 1);
        self.last_choice = Some(choice);
        self.awaits_reply = true;
        Ok(gtp::write_move(self.line.size(), mv))
    }

    pub(super) fn genmove(&mut self, command: &Command, talk: &mut Talk<'_>) -> Answer {
        let color = color(command, 0)?;
        let choice = self.choose(color, talk)?;
        if self.config.surrender.as_mut().is_some_and(|surrender| surrender.gives_up(color, &choice)) {
            return Ok(Reply::Resign.write(self.line.size()));
        }
        self.play_choice(color, choice)
    }

    /// A move, and no pass as long as dead stones of the opponent stand.
    pub(super) fn genmove_cleanup(&mut self, command: &Command, talk: &mut Talk<'_>) -> Answer {
        let color = color(command, 0)?;
        let mut choice = self.choose(color, talk)?;
        if choice.mv == Move::Pass
            && let Some(mv) = cleaning(&self.line)
        {
            choice = Choice { mv, reason: Reason::Finished, candidates: Vec::new(), refused: Vec::new() };
        }
        self.play_choice(color, choice)
    }

    /// Like genmove; without a colour it lists the keywords there are, which are none. Others are skipped.
    pub(super) fn genmove_ex(&mut self, command: &Command, talk: &mut Talk<'_>) -> Answer {
        if command.arguments.is_empty() { Ok(String::new()) } else { self.genmove(command, talk) }
    }

    /// Why the player made the last move it made, if nothing was played since.
    pub(super) fn explain_own_move(&mut self) -> Answer {
        match self.chosen.last() {
            Some(&ply) if ply + 1 == self.line.plies().len() => Ok(self.words_of(ply).unwrap_or_default()),
            _ => Ok(String::new()),
        }
    }
}
