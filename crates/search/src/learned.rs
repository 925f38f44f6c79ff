//! What learned owners make of a judgement.

use goban::Position;
use model::Judgement;
use playout::Batch;
use playout::owners::{Evidence, Outlook, Owners};

/// Chances nearer to 0 or 1 than this are not told apart.
const SURE: f64 = 1e-3;

/// Sets a judgement right by learned owners, on boards where they see better than games: games err in ways that their own owners and the
/// shapes on the board reveal. The moves keep their order; what is known of each is moved as the whole is.
pub(crate) fn set_right(position: &Position, judgement: &mut Judgement) {
    let Some(learned) = Owners::shipped_for(position.size()) else { return };
    let (Some(chance), Some(lead), Some(owners)) =
        (judgement.black_wins, judgement.black_leads, judgement.ownership.take())
    else {
        return;
    };
    let said = learned.judge(&Evidence::known(&Batch::new(position), Outlook { owners, lead, chance }));
    let more = log_odds(said.chance) - log_odds(chance);
    for candidate in &mut judgement.candidates {
        candidate.black_leads = candidate.black_leads.map(|its| its + said.lead - lead);
        candidate.black_wins = candidate.black_wins.map(|its| 1.0 / (1.0 + (-log_odds(its) - more).exp()));
    }
    judgement.black_leads = Some(said.lead);
    judgement.black_wins = Some(said.chance);
    judgement.ownership = Some(said.owners);
}

fn log_odds(chance: f64) -> f64 {
    let chance = chance.clamp(SURE, 1.0 - SURE);
    (chance / (1.0 - chance)).ln()
}
