//! Where the numbers of a ripple lie in one long list.

use std::ops::Range;

use crate::scene::FACTS;

/// How a point hears of those around it: itself, beside it, across from it, and what lies on both sides of it.
pub(crate) const VOICES: usize = 4;

/// How many numbers a point keeps, and for how many ticks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Form {
    /// Numbers that every point keeps.
    pub(crate) width: usize,
    pub(crate) ticks: usize,
}

/// The numbers of one tick's rule.
pub(crate) struct Rule {
    /// From what a point hears to what it makes of it.
    pub(crate) hear: Range<usize>,
    pub(crate) bias: Range<usize>,
    /// From what it makes of it to what it keeps.
    pub(crate) keep: Range<usize>,
}

/// What is read from the points at the end.
pub(crate) struct Ends {
    /// The log-odds that a point becomes the mover's, with a number that all points have in common.
    pub(crate) owner: Range<usize>,
    /// What a point adds to the mover's lead beside itself.
    pub(crate) lead: Range<usize>,
    /// How sure the lead is, by the mean of all points, with a number of its own.
    pub(crate) sure: Range<usize>,
    /// How much the mover would like to play there.
    pub(crate) wish: Range<usize>,
}

/// Nobody keeps more numbers or ticks.
const MOST_WIDTH: usize = 512;
const MOST_TICKS: usize = 64;

impl Form {
    /// So many numbers and ticks, if that is a form that makes sense.
    pub(crate) fn checked(width: usize, ticks: usize) -> Option<Form> {
        ((8..=MOST_WIDTH).contains(&width) && ticks <= MOST_TICKS).then_some(Form { width, ticks })
    }

    fn first(self) -> usize {
        (VOICES * FACTS + 1) * self.width
    }

    fn rule_size(self) -> usize {
        (VOICES * self.width + 1 + self.width) * self.width
    }

    /// How many numbers there are in all.
    pub(crate) fn n_weights(self) -> usize {
        self.ends().wish.end
    }

    /// From the facts that a point hears to what it keeps at first.
    pub(crate) fn begin(self) -> (Range<usize>, Range<usize>) {
        let end = VOICES * FACTS * self.width;
        (0..end, end..end + self.width)
    }

    pub(crate) fn rule(self, tick: usize) -> Rule {
        let start = self.first() + tick * self.rule_size();
        let bias = start + VOICES * self.width * self.width;
        let keep = bias + self.width;
        Rule { hear: start..bias, bias: bias..keep, keep: keep..keep + self.width * self.width }
    }

    pub(crate) fn ends(self) -> Ends {
        let start = self.first() + self.ticks * self.rule_size();
        let lead = start + self.width + 1;
        let sure = lead + self.width;
        let wish = sure + self.width + 1;
        Ends { owner: start..lead, lead: lead..sure, sure: sure..wish, wish: wish..wish + self.width }
    }

    /// Which of the numbers that a point makes of what it heard are shared with its chain or its empty area.
    pub(crate) fn shared(self) -> Range<usize> {
        self.width / 2..self.whole().start
    }

    /// Which of them are shared with the whole board.
    pub(crate) fn whole(self) -> Range<usize> {
        self.width - self.width / 8..self.width
    }
}
