//! What learned owners make of a judgement.

use goban::Position;
use model::{Judgement, Seed};
use playout::Batch;
use playout::owners::{Evidence, Outlook, Owners};

/// Chances nearer to 0 or 1 than this are not told apart.
const SURE: f64 = 1e-3;

/// Games without a tree that are looked at beside those of the tree: as many as the classes of learned owners were learned from.
const PLAIN: usize = 64;

/// What learned owners say of a position by plain games; none on boards where they see no better than games.
pub(crate) fn by_plain_games(position: &Position) -> Option<Outlook> {
    let learned = Owners::shipped_for(position.size())?;
    let batch = Batch::new(position).games(PLAIN).seed(Seed(1).stream(position.board().hash())).here();
    Some(learned.judge(&Evidence::of(&batch, &batch.tally())))
}

/// Sets what a search said of a position right by learned owners, on boards where they see better than games: games err in ways that their own
/// owners and the shapes on the board reveal. The moves keep their order; what is known of each is moved as the whole is.
pub fn set_right(position: &Position, judgement: &mut Judgement) {
    if let Some(plain) = by_plain_games(position) {
        set_right_beside(&plain, position, judgement);
    }
}

/// The same where it is known what they say by plain games. The games of a tree and plain ones err in different ways, so that the mean of both is nearer to the truth
/// than either.
pub(crate) fn set_right_beside(plain: &Outlook, position: &Position, judgement: &mut Judgement) {
    let Some(learned) = Owners::shipped_for(position.size()) else { return };
    let (Some(chance), Some(lead), Some(owners)) =
        (judgement.black_wins, judgement.black_leads, judgement.ownership.take())
    else {
        return;
    };
    // The games of a tree begin with good moves, so they know what it is worth to be the one who moves.
    let evidence = Evidence::known(&Batch::new(position), Outlook { owners, lead, chance }).over();
    let looked = learned.judge(&evidence);
    let mean = |a: f64, b: f64| (a + b) / 2.0;
    let said_lead = mean(looked.lead, plain.lead);
    let said_odds = mean(log_odds(looked.chance), log_odds(plain.chance));
    let more = said_odds - log_odds(chance);
    for candidate in &mut judgement.candidates {
        candidate.black_leads = candidate.black_leads.map(|its| its + said_lead - lead);
        candidate.black_wins = candidate.black_wins.map(|its| likelihood(log_odds(its) + more));
    }
    judgement.black_leads = Some(said_lead);
    judgement.black_wins = Some(likelihood(said_odds));
    judgement.ownership = Some(looked.owners.iter().zip(&plain.owners).map(|(&a, &b)| mean(a, b)).collect());
}

fn log_odds(chance: f64) -> f64 {
    let chance = chance.clamp(SURE, 1.0 - SURE);
    (chance / (1.0 - chance)).ln()
}

fn likelihood(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}
