//! What learned owners make of a judgement.

use goban::Position;
use model::{Judgement, Seed, Subject, likelihood, log_odds};
use playout::Batch;
use playout::owners::{Evidence, Outlook, Owners};

use crate::continued::Continued;

/// Games without a tree that are looked at beside those of the tree: as many as the classes of learned owners were learned from.
const PLAIN: usize = 64;

/// What the share of looks that see a side ahead counts for in the log-odds of its chance, where a position was played on.
const CONTINUED: f64 = 0.8;
/// What the lead that is read from the games of a tree counts for beside it. Beyond twice so many points it hardly says more.
const READ: f64 = 0.5;
const POINTS: f64 = 6.0;

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
    pub(crate) fn set_right(&mut self, position: &Position, prior: Option<&Subject>, judgement: &mut Judgement) {
        let Some(learned) = Owners::shipped_for(position.size()) else { return };
        let (Some(chance), Some(lead), Some(owners)) =
            (judgement.black_wins, judgement.black_leads, judgement.ownership.take())
        else {
            return;
        };
        if let Some(prior) = prior {
            self.continued.keep_up(prior, learned, judgement.games);
        }
        // The games of a tree begin with good moves, so they know what it is worth to be the one who moves.
        let evidence = Evidence::known(&Batch::new(position), Outlook { owners, lead, chance }).over();
        let looked = learned.judge(&evidence);
        let mean = |a: f64, b: f64| (a + b) / 2.0;
        let said = match (self.continued.ahead(), self.continued.lead()) {
            (Some(ahead), Some(continued)) => {
                let odds = CONTINUED * log_odds(ahead) + READ * (looked.lead / POINTS).tanh();
                let owners = self.continued.owners().zip(&looked.owners).map(|(a, &b)| mean(a, b)).collect();
                Outlook { owners, lead: mean(looked.lead, continued), chance: likelihood(odds) }
            }
            _ => {
                let plain = self.plain.get_or_insert_with(|| by_plain_games(position, learned));
                let odds = mean(log_odds(looked.chance), log_odds(plain.chance));
                let owners = plain.owners.iter().zip(&looked.owners).map(|(&a, &b)| mean(a, b)).collect();
                Outlook { owners, lead: mean(looked.lead, plain.lead), chance: likelihood(odds) }
            }
        };
        judgement.correct(said.lead, said.chance);
        judgement.ownership = Some(said.owners);
    }
}

/// What learned owners say of a position by plain games.
fn by_plain_games(position: &Position, learned: &Owners) -> Outlook {
    let batch = Batch::new(position).games(PLAIN).seed(Seed(1).stream(position.board().hash())).here();
    learned.judge(&Evidence::of(&batch, &batch.tally()))
}

/// Sets what a search said of a position right by learned owners, on boards where they see better than games: games err in ways that their own
/// owners and the shapes on the board reveal. They look at the games of the tree, and where the position leads by moves that the prior thinks likely; the two err in
/// different ways. The candidates keep their order; what is known of each is moved as the whole is.
pub fn set_right(position: &Position, prior: Option<&Subject>, judgement: &mut Judgement) {
    Beside::new(position).set_right(position, prior, judgement);
}
