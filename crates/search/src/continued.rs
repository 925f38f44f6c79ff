//! A position played on by likely moves, and what the automaton sees where they lead.

use goban::{Move, Point, Position};
use model::{Model, Seed, Subject, unit};
use playout::LightBoard;
use playout::owners::Outlook;
use record::Ply;
use ripple::{Pond, Ripple};

use crate::worker::{Look, likely, sensible};

/// After so many moves one looks whose the points are, on a board of 361; on smaller ones sooner.
const LOOKS: [usize; 3] = [4, 12, 24];
const AREA: usize = 361;

/// For so many games of a tree the position is played on once more, up to so often, and at least so often.
const GAMES_FOR_ONE: u64 = 60;
const MOST: usize = 32;
const LEAST: usize = 2;

/// A position that was played on by chance, each move as often as a model thinks it likely, several times.
pub(crate) struct Continued {
    position: Position,
    pond: Pond,
    times: usize,
    /// Black's lead at every look.
    leads: Vec<f64>,
    /// The sum of Black's chances at all looks, and of the owners.
    chances: f64,
    owners: Vec<f64>,
}

impl Continued {
    pub(crate) fn new(position: &Position) -> Continued {
        let owners = vec![0.0; position.size().area()];
        let (position, pond) = (position.forgetful(), Pond::default());
        Continued { position, pond, times: 0, leads: Vec::new(), chances: 0.0, owners }
    }

    /// Plays on as often as it is worth beside so many games of a tree.
    pub(crate) fn keep_up(&mut self, prior: &Subject, games: u64) {
        let wanted = ((games / GAMES_FOR_ONE) as usize).clamp(LEAST, MOST);
        while self.times < wanted {
            if self.play_on(prior).is_none() {
                return;
            }
            self.times += 1;
        }
    }

    /// Plays on once, with the next chance; none if the model takes no such board.
    fn play_on(&mut self, prior: &Subject) -> Option<()> {
        let mut model = prior.begin(&self.position).ok()?;
        let mut position = self.position.clone();
        let mut rng = Seed(1).stream(position.board().hash()).stream(self.times as u64).rng();
        let mut played = 0;
        for look in LOOKS {
            let depth = (look * position.size().area()).div_ceil(AREA);
            while played < depth {
                play_likely(&mut *model, prior, &mut position, unit(&mut rng))?;
                played += 1;
            }
            let seen = Look::at(Ripple::shipped_for(position.size())?, &position, &mut self.pond);
            self.leads.push(seen.lead);
            self.chances += seen.chance(0.0);
            self.owners.iter_mut().zip(seen.owners).for_each(|(sum, owner)| *sum += owner);
        }
        Some(())
    }

    /// What all looks say together; none before any.
    pub(crate) fn outlook(&self) -> Option<Outlook> {
        let n = self.leads.len();
        let mean = |sum: f64| sum / n as f64;
        let owners = self.owners.iter().map(|&sum| mean(sum)).collect();
        Some(Outlook { owners, lead: self.lead()?, chance: mean(self.chances) })
    }

    /// Black's lead that half of the looks reach. What a few of them see of a great fight that was lost does not count for more than that.
    fn lead(&self) -> Option<f64> {
        let mut leads = self.leads.clone();
        leads.sort_by(f64::total_cmp);
        let middle = leads.len() / 2;
        Some(if leads.len() % 2 == 1 {
            leads[middle]
        } else {
            (leads.get(middle)? + leads.get(middle.checked_sub(1)?)?) / 2.0
        })
    }
}

/// Plays one of the moves that a model thinks likely, by chance from 0 to 1; none if it says nothing of the kind.
fn play_likely(model: &mut dyn Model, subject: &Subject, position: &mut Position, chance: f64) -> Option<()> {
    let size = position.size();
    let field = likely(model, subject, position)?;
    let points = sensible(position, &LightBoard::new(position), &size.all_points());
    let weight = |point: Point| field[size.index(point)].max(0.0);
    let mut rest = chance * points.iter().map(weight).sum::<f64>();
    let drawn = points.iter().find(|&point| {
        rest -= weight(point);
        rest < 0.0
    });
    let (mv, color) = (drawn.map_or(Move::Pass, Move::Play), position.to_move());
    if let Ok(played) = position.play(mv) {
        model.observe(&Ply::played(position, color, mv, &played), position);
    }
    Some(())
}
