//! How bad a loss is.

/// How bad a move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// It costs a little.
    Inaccuracy,
    /// It costs a good deal.
    Mistake,
    /// It may cost the game.
    Blunder,
}

/// A smaller fall of the chance to win makes a loss one step less bad: in a game that is won, points are worth less.
const FALL: f64 = 0.05;

impl Grade {
    /// Every grade, the least bad first.
    pub const ALL: [Grade; 3] = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    /// The least loss in points that has the grade.
    #[must_use]
    pub fn least(self) -> f64 {
        match self {
            Grade::Inaccuracy => 1.5,
            Grade::Mistake => 3.0,
            Grade::Blunder => 6.0,
        }
    }

    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }

    /// The grade of a loss in points that comes with a fall of the chance to win, from 0 to 1, where that is known.
    ///
    /// ```
    /// use review::Grade;
    /// assert_eq!(Grade::of(7.0, Some(0.3)), Some(Grade::Blunder));
    /// assert_eq!(Grade::of(7.0, Some(0.01)), Some(Grade::Mistake), "the game was decided already");
    /// assert_eq!(Grade::of(2.0, Some(0.01)), None);
    /// assert_eq!(Grade::of(2.0, None), Some(Grade::Inaccuracy));
    /// ```
    #[must_use]
    pub fn of(loss: f64, fall: Option<f64>) -> Option<Grade> {
        let grade = Grade::ALL.into_iter().rfind(|grade| loss >= grade.least())?;
        if fall.is_none_or(|fall| fall >= FALL) {
            return Some(grade);
        }
        Grade::ALL.into_iter().rfind(|other| *other < grade)
    }
}
