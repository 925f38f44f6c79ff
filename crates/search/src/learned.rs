//! What learned owners make of a judgement.

use goban::Position;
use model::{Judgement, Seed, Subject, likelihood, log_odds};
use playout::Batch;
use playout::owners::{Evidence, Outlook, Owners};

use ripple::{Pond, Ripple};

use crate::continued::Continued;
use crate::settings::GAMES_FOR_A_LOOK;
use crate::worker::Look;

/// Games without a tree that are looked at beside those of the tree: as many as the classes of learned owners were learned from.
const PLAIN: usize = 64;

/// What the mean chance of all looks counts for in log-odds, where a position was played on.
const CONTINUED: f64 = 1.05;
/// What the lead that is read from the games of a tree counts for beside it. Beyond twice so many points it hardly says more.
const READ: f64 = 1.0;
const POINTS: f64 = 6.0;

/// Where the tree was grown by looks: its share beside those of the positions that follow, and what the lead by plain games counts for.
const LOOKED: f64 = 0.3;
const PLAYED: f64 = 0.7;

/// What is known of a position beside the games of a tree: how it goes on by likely moves or, without a model that says which are likely, what
/// learned owners see by plain games.
pub(crate) struct Beside {
    plain: Option<Outlook>,
    continued: Continued,
}

impl Beside {
    pub(crate) fn new(position: &Position) -> Beside {
        Beside { plain: None, continued: Continued::new(position) }
    }

    /// Sets what a search said of the position right.
    pub(crate) fn set_right(
        &mut self,
        position: &Position,
        prior: Option<&Subject>,
        by_looks: bool,
        judgement: &mut Judgement,
    ) {
        let Some(learned) = Owners::shipped_for(position.size()) else { return };
        let (Some(chance), Some(lead), Some(owners)) =
            (judgement.black_wins, judgement.black_leads, judgement.ownership.take())
        else {
            return;
        };
        if let Some(prior) = prior {
            let games = if by_looks { GAMES_FOR_A_LOOK as u64 * judgement.games } else { judgement.games };
            self.continued.keep_up(prior, games);
        }
        let tree = Outlook { owners, lead, chance };
        let said = if by_looks {
            self.beside_looks(position, learned, tree)
        } else {
            self.beside_games(position, learned, tree)
        };
        judgement.correct(said.lead, said.chance);
        judgement.ownership = Some(said.owners);
    }

    /// What is known beside the looks of a tree. They see no better for being set right, but less of the end of a game than games do.
    fn beside_looks(&mut self, position: &Position, learned: &Owners, tree: Outlook) -> Outlook {
        let plain = self.plain.get_or_insert_with(|| by_plain_games(position, learned));
        let (odds, lead, owners) = match self.continued.outlook() {
            Some(continued) => (
                LOOKED * log_odds(tree.chance) + (1.0 - LOOKED) * log_odds(continued.chance),
                LOOKED * tree.lead + (1.0 - LOOKED) * continued.lead,
                means(&tree.owners, &continued.owners),
            ),
            None => (log_odds(tree.chance), tree.lead, tree.owners),
        };
        let chance = likelihood(odds + PLAYED * (plain.lead / POINTS).tanh());
        Outlook { owners: means(&owners, &plain.owners), lead: mean(lead, plain.lead), chance }
    }

    /// What is known beside the games of a tree. They begin with good moves, so they know what it is worth to be the one who moves.
    fn beside_games(&mut self, position: &Position, learned: &Owners, tree: Outlook) -> Outlook {
        let read = learned.judge(&Evidence::known(&Batch::new(position), tree).over());
        match self.continued.outlook() {
            Some(continued) => {
                let odds = CONTINUED * log_odds(continued.chance) + READ * (read.lead / POINTS).tanh();
                let owners = means(&continued.owners, &read.owners);
                Outlook { owners, lead: mean(read.lead, continued.lead), chance: likelihood(odds) }
            }
            None => {
                let plain = self.plain.get_or_insert_with(|| by_plain_games(position, learned));
                let odds = mean(log_odds(read.chance), log_odds(plain.chance));
                let owners = means(&plain.owners, &read.owners);
                Outlook { owners, lead: mean(read.lead, plain.lead), chance: likelihood(odds) }
            }
        }
    }
}

fn mean(a: f64, b: f64) -> f64 {
    (a + b) / 2.0
}

fn means(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(&a, &b)| mean(a, b)).collect()
}

/// What learned owners say of a position by plain games.
fn by_plain_games(position: &Position, learned: &Owners) -> Outlook {
    let batch = Batch::new(position).games(PLAIN).seed(Seed(1).stream(position.board().hash())).here();
    learned.judge(&Evidence::of(&batch, &batch.tally()))
}

/// What the automaton sees of a position at a glance; none on boards that it does not know.
#[must_use]
pub fn glance(position: &Position) -> Option<Outlook> {
    let look = Look::at(Ripple::shipped_for(position.size())?, position, &mut Pond::default());
    let chance = look.chance(0.0);
    Some(Outlook { owners: look.owners, lead: look.lead, chance })
}

/// Sets what a search said of a position right by learned owners, on boards where they see better than games: games err in ways that their own
/// owners and the shapes on the board reveal. They look at the games of the tree, and where the position leads by moves that the prior thinks likely; the two err in
/// different ways. The candidates keep their order; what is known of each is moved as the whole is.
pub fn set_right(position: &Position, prior: Option<&Subject>, judgement: &mut Judgement) {
    Beside::new(position).set_right(position, prior, false, judgement);
}
