//! Who met whom, who of the two is stronger, and what every move of their games did to an energy.

use std::collections::BTreeMap;

use goban::{ByColor, Color};
use model::Subject;
use rayon::prelude::*;
use record::Game;
use statistics::{RankSum, binomial_p};

use crate::{Setting, StageError, data};

/// What follows the name of a player that meets itself, since two players of a match have two names: in tournaments of ours, and in
/// matches that are given the same player twice.
const TWINS: [&str; 2] = [" twin", " (2)"];

/// What a move did: `delta` is the paper's, `gain` the mover's own view.
pub(super) const QUANTITIES: [&str; 2] = ["delta", "gain"];

/// The three models.
pub(super) const MODELS: [&str; 3] = ["atomic", "generative", "molecular"];

/// The strength of the field, as the paper has it and as it does not: 0 and 1 for the atomic models, 1 and 0 for the molecular one.
pub(super) const FIELDS: [&str; 2] = ["printed", "other"];

pub(super) fn mu(model: &str, field: &str) -> f64 {
    f64::from((model == "molecular") == (field == "printed"))
}

/// All games between players: those inside the program, and those that were brought.
pub(super) fn all_games(setting: &Setting<'_>) -> Result<Vec<Game>, StageError> {
    let mut games = data::engine_games()?;
    games.extend(setting.matches.iter().cloned());
    Ok(games)
}

/// Two players that met.
pub(super) struct Meeting {
    /// The stronger first, where the games tell; otherwise in the order of their names.
    pub(super) names: [String; 2],
    /// Games that each won.
    pub(super) wins: [usize; 2],
    /// The numbers of the games, each with the colour of the first.
    pub(super) games: Vec<(usize, Color)>,
    /// Whether both are the same player.
    pub(super) itself: bool,
}

impl Meeting {
    /// The p-value of the wins, were both as strong.
    pub(super) fn p(&self) -> f64 {
        binomial_p(self.wins[0], self.wins[0] + self.wins[1], 0.5)
    }

    /// Whether the games tell who is stronger.
    pub(super) fn is_clear(&self) -> bool {
        !self.itself && self.p() < 0.05
    }
}

/// All that met, in the order of their names. Games without two names are left out.
pub(super) fn meetings(games: &[Game]) -> Vec<Meeting> {
    let mut found: BTreeMap<[String; 2], Meeting> = BTreeMap::new();
    for (number, game) in games.iter().enumerate() {
        let name = |color: Color| game.info.players[color].name.clone().filter(|name| !name.trim().is_empty());
        let (Some(black), Some(white)) = (name(Color::Black), name(Color::White)) else { continue };
        let mut names = [black.clone(), white];
        names.sort();
        if names[0] == names[1] {
            continue;
        }
        let itself = TWINS.iter().any(|twin| names[1].strip_suffix(twin) == Some(&names[0]));
        let first = if names[0] == black { Color::Black } else { Color::White };
        let new = || Meeting { names: names.clone(), wins: [0; 2], games: Vec::new(), itself };
        let meeting = found.entry(names.clone()).or_insert_with(new);
        meeting.games.push((number, first));
        if let Some(winner) = game.info.outcome().and_then(|outcome| outcome.winner()) {
            meeting.wins[usize::from(winner != first)] += 1;
        }
    }
    let mut found: Vec<Meeting> = found.into_values().collect();
    for meeting in found.iter_mut().filter(|meeting| meeting.wins[1] > meeting.wins[0] && !meeting.itself) {
        meeting.names.swap(0, 1);
        meeting.wins.swap(0, 1);
        meeting.games.iter_mut().for_each(|(_, first)| *first = !*first);
    }
    found
}

/// What the moves of one game did: their numbers and, for each colour and quantity, what each won.
#[derive(Clone, Default)]
pub(super) struct Followed {
    /// The number of the move, who made it, and `delta` and `gain`.
    pub(super) moves: Vec<(usize, Color, [f64; 2])>,
}

impl Followed {
    /// The values of both colours, up to a move.
    pub(super) fn values(&self, quantity: usize, until: usize) -> ByColor<Vec<f64>> {
        let mut values = ByColor::<Vec<f64>>::default();
        for (_, color, won) in self.moves.iter().take_while(|(ply, ..)| *ply <= until) {
            values[*color].push(won[quantity]);
        }
        values
    }

    /// How often a move of White is above one of Black, ties counted half.
    pub(super) fn white_above(&self, quantity: usize, until: usize) -> Option<f64> {
        let values = self.values(quantity, until);
        Some(RankSum::of(&values.white, &values.black)?.superiority())
    }
}

/// Every game under one model; none where the family does not take the board.
pub(super) fn follow(games: &[Game], subject: &Subject, model: &str) -> Vec<Option<Followed>> {
    let names = QUANTITIES.map(|quantity| format!("ising.{model}.{quantity}"));
    let one = |game: &Game| -> Option<Followed> {
        let moved = study::moved(game, subject, &names)?;
        let moves = moved.into_iter().filter_map(|moved| match moved.values[..] {
            [Some(delta), Some(gain)] => Some((moved.ply, moved.color, [delta, gain])),
            _ => None,
        });
        Some(Followed { moves: moves.collect() })
    };
    games.par_iter().map(one).collect()
}
