//! Why a move is worse than another, in words: what it costs, how that happens, and what is better.

use fluent_bundle::FluentArgs;
use goban::{BoardSize, Color, Move, PointSet};

use super::{Deed, Kind, Verdict, What, Why};
use crate::fact::Form;
use crate::words::{Catalogue, base_args, fact_args, nearest};
use crate::{Area, ReviewedMove};

/// The messages that this file says beside those of facts.
#[cfg(test)]
pub(crate) const MESSAGES: &[&str] = &[
    "why-own-group",
    "why-other-group",
    "why-territory",
    "why-plain",
    "why-how",
    "why-better",
    "why-direction",
    "why-shape",
    "why-endgame",
    "why-unneeded",
    "why-instead",
];

/// At most three sentences about a move that a judge found fault with.
pub(crate) fn sentences(played: &ReviewedMove, size: BoardSize, catalogue: &Catalogue) -> Vec<String> {
    let Verdict { why: Some(why), loss: Some(loss), better: Some(better), .. } = &played.verdict else {
        return Vec::new();
    };
    let teller = Teller { size, catalogue };
    let (mover, mv) = (played.ply.color, played.ply.mv);
    let consequence = teller.consequence(why, mover, mv, |args| {
        args.set("number", played.ply.number);
        args.set("loss", loss.round().max(1.0) as usize);
    });
    let how = why.how.as_ref().and_then(|deed| teller.deed("why-how", deed, &why.line));
    let instead = why.instead.as_ref().filter(|deed| deed.at == 0);
    let instead = instead.and_then(|deed| teller.deed("why-instead", deed, &why.better_line));
    let instead = instead.or_else(|| teller.better(why.kind, mover, *better));
    consequence.into_iter().chain(how).chain(instead).collect()
}

struct Teller<'a> {
    size: BoardSize,
    catalogue: &'a Catalogue,
}

impl Teller<'_> {
    /// What the move costs, and what becomes of what is at stake.
    fn consequence(&self, why: &Why, mover: Color, mv: Move, more: impl Fn(&mut FluentArgs<'_>)) -> Option<String> {
        let mut args = base_args(self.size, mover, mv);
        more(&mut args);
        let stake = &why.stake;
        let area = Area::of_most(self.size, &stake.points);
        let there = stake.points.iter().filter(|&point| Area::of(self.size, point) == area).count();
        let message = match stake.what {
            What::OwnGroup => "why-own-group",
            What::OtherGroup => "why-other-group",
            What::Territory if area != Area::Board && 2 * there > stake.points.len() => "why-territory",
            What::Territory | What::Unknown => "why-plain",
        };
        let stones = stake.groups.first().copied().unwrap_or(PointSet::EMPTY);
        args.set("stones", stones.len());
        args.set("stones_at", nearest(&stones, mv.point()).map(|point| self.size.vertex(point)).unwrap_or_default());
        args.set("sure", usize::from(stake.sure));
        args.set("area", area.name());
        self.catalogue.say(message, 0, &args)
    }

    /// A move of a line and what it does. Only what a side does can follow its name.
    fn deed(&self, message: &str, deed: &Deed, line: &[(Color, Move)]) -> Option<String> {
        let &(color, mv) = line.get(deed.at)?;
        let fact = Some(&deed.fact).filter(|fact| fact.manner().form == Form::Clause)?;
        let clause = self.catalogue.say(fact.message(), 0, &fact_args(self.size, color, mv, fact))?;
        let mut args = base_args(self.size, color, mv);
        args.set("a", clause);
        self.catalogue.say(message, 0, &args)
    }

    /// What should have been played, and what speaks for it.
    fn better(&self, kind: Kind, mover: Color, better: Move) -> Option<String> {
        let mut args = base_args(self.size, mover, better);
        let area = better.point().map_or(Area::Board, |point| Area::of(self.size, point));
        args.set("area", area.name());
        let message = match kind {
            Kind::Direction => "why-direction",
            Kind::Shape => "why-shape",
            Kind::Endgame => "why-endgame",
            Kind::Unneeded => "why-unneeded",
            _ => "why-better",
        };
        self.catalogue.say(message, 0, &args)
    }
}
