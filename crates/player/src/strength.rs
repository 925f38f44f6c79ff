//! How strong the house player is to be.

/// How hard the house player tries.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// Games it plays before a move, unless it is stopped before.
    pub games: usize,
    /// 0 plays the best move that it found. The more, the more often it plays another: 1 plays each as often as it was looked at.
    pub heat: f64,
}

impl Default for Strength {
    fn default() -> Strength {
        Strength { games: 2_000, heat: 0.0 }
    }
}

impl Strength {
    /// The weakest level.
    pub const WEAKEST: u32 = 20;

    /// As many games as there is time for.
    pub const UNBOUNDED: Strength = Strength { games: usize::MAX, heat: 0.0 };

    /// So many games a move.
    #[must_use]
    pub fn games(games: usize) -> Strength {
        Strength { games, ..Strength::default() }
    }

    /// A level in kyu, from 1 to [`WEAKEST`](Strength::WEAKEST): the higher, the fewer games and the more chance.
    #[must_use]
    pub fn level(kyu: u32) -> Option<Strength> {
        let kyu = Some(kyu).filter(|kyu| (1..=Strength::WEAKEST).contains(kyu))?;
        let weakness = f64::from(kyu - 1) / f64::from(Strength::WEAKEST - 1);
        // From 2,000 games down to 10, in equal steps of the logarithm.
        let games = (2_000.0 * 0.005f64.powf(weakness)).round() as usize;
        Some(Strength { games, heat: 1.2 * weakness })
    }

    /// Reads what stands behind the name of the player: `400` for games, `10k` for a level.
    pub(crate) fn parse(text: &str) -> Option<Strength> {
        match text.strip_suffix('k') {
            Some(kyu) => Strength::level(kyu.parse().ok()?),
            None => text.parse().ok().map(Strength::games),
        }
    }
}
