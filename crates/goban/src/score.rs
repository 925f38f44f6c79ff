//! Counting a finished board.

use std::fmt;

use crate::{Board, ByColor, Chain, Color, Point, PointSet, Position, Scoring};

/// What the players agree on before counting.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Agreement {
    /// Dead stones: every chain with a stone in this set comes off.
    pub dead: PointSet,
    /// Stones that live in seki: points they surround count nothing when territory is counted.
    pub seki: PointSet,
}

/// What one side has, part by part.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct SideScore {
    /// Living stones on the board; counted by area scoring.
    pub stones: usize,
    /// Surrounded points, those under the opponent's dead stones included; by territory scoring without those that have to be filled
    /// before the end, because a chain is in atari there.
    pub territory: usize,
    /// Stones taken during the game and dead stones of the opponent; counted by territory scoring.
    pub prisoners: usize,
    /// Komi and handicap bonus.
    pub compensation: f64,
    /// What counts under the rules in force.
    pub total: f64,
}

/// A counted board.
#[derive(Clone, Debug)]
pub struct Score {
    /// What each side has.
    pub sides: ByColor<SideScore>,
    /// The points that belong to each side: its living stones and its territory.
    pub area: ByColor<PointSet>,
}

impl Score {
    /// Black's total minus White's.
    #[must_use]
    pub fn lead(&self) -> f64 {
        self.sides.black.total - self.sides.white.total
    }

    /// Who has more; none when both have the same.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self.lead() {
            lead if lead > 0.0 => Some(Color::Black),
            lead if lead < 0.0 => Some(Color::White),
            _ => None,
        }
    }
}

impl fmt::Display for Score {
    /// As GTP writes it: `B+3.5`, `W+12`, `0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(winner) => write!(f, "{}+{}", winner.letter(), self.lead().abs()),
            None => write!(f, "0"),
        }
    }
}

/// The empty regions of a board, each with the colours that touch it.
pub(crate) fn regions(empty: PointSet, stones: &ByColor<PointSet>) -> impl Iterator<Item = (PointSet, ByColor<bool>)> {
    empty.components().map(move |region| {
        let border = region.grown();
        (region, stones.map(|set| set.meets(&border)))
    })
}

impl Board {
    /// The points that a colour alone surrounds, stone by stone: every empty region that touches only one colour.
    #[must_use]
    pub fn territory(&self) -> ByColor<PointSet> {
        let mut territory = ByColor::<PointSet>::default();
        for (region, touches) in regions(self.empty(), self.stones()) {
            match touches {
                ByColor { black: true, white: false } => territory.black |= region,
                ByColor { black: false, white: true } => territory.white |= region,
                _ => {}
            }
        }
        territory
    }

    /// The chains with a stone in the set, whole.
    #[must_use]
    pub fn whole_chains(&self, points: &PointSet) -> PointSet {
        points
            .iter()
            .filter_map(|point: Point| self.chain(point))
            .fold(PointSet::EMPTY, |set, chain| set | *chain.stones())
    }
}

impl Position {
    /// Counts the board under the rules in force. `handicap` is the number of handicap stones, for White's bonus.
    ///
    /// ```
    /// use goban::{Agreement, Diagram, Position, Rules};
    /// let setup = Diagram::parse("
    ///     . X O .
    ///     X X O O
    ///     . X O .
    ///     X X O O").unwrap();
    /// let position = Position::from_setup(&setup, Rules { komi: 0.5, ..Rules::CHINESE }).unwrap();
    /// assert_eq!(position.score(&Agreement::default(), 0).to_string(), "W+0.5");
    /// ```
    #[must_use]
    pub fn score(&self, agreed: &Agreement, handicap: usize) -> Score {
        let board = self.board();
        let dead = board.whole_chains(&agreed.dead);
        let living = board.stones().map(|stones| stones - dead);
        let cleared = Board::with_stones(board.size(), &living);
        let seki = board.whole_chains(&agreed.seki) - dead;
        let mut territory = cleared.territory();
        if self.rules().scoring == Scoring::Territory {
            for points in [&mut territory.black, &mut territory.white] {
                for region in points.components() {
                    if region.grown().meets(&seki) {
                        *points -= region;
                    }
                }
            }
            // A chain in atari has to be connected before the end, so that a ko that is not filled yet is no point.
            for chain in cleared.chains().filter(Chain::in_atari) {
                territory[chain.color()] -= *chain.liberties();
            }
        }
        self.count(&dead, &territory, handicap)
    }

    /// Counts the board as players did who marked their territory, as a record keeps it: stones of the other side in it are dead.
    ///
    /// ```
    /// use goban::{ByColor, Color, Diagram, PointSet, Position, Rules};
    /// let setup = Diagram::parse("
    ///     . X O .
    ///     O X O O
    ///     . X O .
    ///     X X O O").unwrap();
    /// let position = Position::from_setup(&setup, Rules { komi: 0.5, ..Rules::JAPANESE }).unwrap();
    /// let points = |names: &str| names.split(' ').map(|name| setup.size.parse_vertex(name).unwrap()).collect::<PointSet>();
    /// let marked = ByColor { black: points("A4 A3 A2"), white: points("D4 D2") };
    /// let score = position.score_of_marks(&marked, 0);
    /// assert_eq!((score.to_string().as_str(), score.sides[Color::Black].prisoners), ("B+1.5", 1));
    /// ```
    #[must_use]
    pub fn score_of_marks(&self, marked: &ByColor<PointSet>, handicap: usize) -> Score {
        let stones = self.board().stones();
        let dead = self.board().whole_chains(&((stones.black & marked.white) | (stones.white & marked.black)));
        // Some programs mark the living stones too.
        let territory = ByColor::new(|color| (marked[color] & self.size().all_points()) - (stones[color] - dead));
        self.count(&dead, &territory, handicap)
    }

    /// Adds up what each side has.
    fn count(&self, dead: &PointSet, territory: &ByColor<PointSet>, handicap: usize) -> Score {
        let (board, rules) = (self.board(), self.rules());
        let living = board.stones().map(|stones| stones - *dead);
        let sides = ByColor::new(|color| {
            let stones = living[color].len();
            let points = territory[color].len();
            let prisoners = self.prisoners()[color] + (board.stones()[!color] & *dead).len();
            let compensation = match color {
                Color::Black => 0.0,
                Color::White => rules.komi + rules.bonus(handicap),
            };
            let counted = match rules.scoring {
                Scoring::Area => stones + points,
                Scoring::Territory => points + prisoners,
            };
            SideScore { stones, territory: points, prisoners, compensation, total: counted as f64 + compensation }
        });
        Score { sides, area: ByColor::new(|color| living[color] | territory[color]) }
    }
}
