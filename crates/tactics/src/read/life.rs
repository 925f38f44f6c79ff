//! The life of a group in the region that encloses it.

use goban::{Color, Move, Point, PointSet, Position};

use super::ask::Question;
use super::field::{Chain, Field};
use super::race::race;
use super::scene::{SPOILS, Scene, linked};
use super::search::Goal;
use super::space::Space;
use super::table::Numbers;
use super::{Answer, Bounds, Success};

/// How many answers of the owner suggest themselves.
const NATURAL: usize = 6;
/// How many moves of the attacker do in a race.
const NATURAL_ATTACKS: usize = 12;

/// What becomes of a group.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// It lives, even if the opponent moves first.
    Alive,
    /// It cannot be taken, but it has no two eyes of its own.
    Seki,
    /// It dies, even if its owner moves first.
    Dead,
    /// It depends on who moves first.
    Critical,
    /// Somebody needs a ko for it.
    Ko,
    /// The bound was met before this was known.
    Unknown,
}

/// What reading found about the life of a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Life {
    /// What becomes of it, as far as it is proved.
    pub status: Status,
    /// The same, guessed where it is not proved.
    pub guess: Status,
    /// What the opponent gets by moving first.
    pub kill: Answer,
    /// What the owner gets by moving first.
    pub save: Answer,
}

/// The life of the group of the stone on `target`; none if there is no stone.
#[must_use]
pub fn life(position: &Position, target: Point, bounds: &Bounds) -> Option<Life> {
    let owner = position.board().get(target)?;
    let mut question = Question::new(position, !owner, bounds);
    let mut goals = Death::in_scenes(Scene::of_group(&question.field, target));
    let kill = question.ask_for_good(&mut goals, !owner);
    // A ko binds one of the two sides only, and what was found for one does not hold for the other.
    if position.ko().is_some() {
        question = Question::new(position, owner, bounds);
    }
    question.keeps = true;
    let save = question.ask_for_good(&mut goals, owner);
    let mut life = Life::of(kill, save);
    if life.kill.known() == Some(Success::Yes)
        && let Some(kill) = in_seki(position, target, bounds)
    {
        let save = idle(&life.save);
        return Some(Life { status: Status::Seki, guess: Status::Seki, kill, save });
    }
    if life.status == Status::Alive && has_no_eyes(position, target, bounds) {
        (life.status, life.guess) = (Status::Seki, Status::Seki);
    }
    Some(life)
}

/// That few stones cannot be taken by whoever is all around them without dying of it, if that is so.
pub(crate) fn in_seki(position: &Position, target: Point, bounds: &Bounds) -> Option<Answer> {
    let field = Field::new(position);
    let chain = field.chain(target).filter(|chain| chain.n_stones < SPOILS)?;
    let groups = linked(&field);
    let mut around =
        groups.iter().filter(|group| group.color != chain.color && group.stones.grown().meets(&chain.stones));
    let (Some(rival), None) = (around.next(), around.next()) else { return None };
    let rival = rival.stones.first().filter(|&rival| has_no_eyes(position, rival, bounds))?;
    race(position, rival, target, bounds).map(|race| race.take).filter(|take| take.known() == Some(Success::No))
}

/// That nothing has to be played for it.
pub(crate) fn idle(answer: &Answer) -> Answer {
    let first = Some(Move::Pass);
    Answer { success: Success::Yes, proved: true, first, line: Vec::new(), nodes: answer.nodes }
}

impl Life {
    /// What becomes of a group by what each side gets when it moves first.
    #[must_use]
    pub fn of(kill: Answer, save: Answer) -> Life {
        let guess = match (kill.success, save.success) {
            (Success::No, _) => Status::Alive,
            (_, Success::No) => Status::Dead,
            (Success::Yes, Success::Yes) => Status::Critical,
            _ => Status::Ko,
        };
        let proved = if kill.success == Success::No { kill.proved } else { kill.proved && save.proved };
        Life { status: if proved { guess } else { Status::Unknown }, guess, kill, save }
    }
}

/// Whether a group that cannot be taken has no two eyes all the same, even if its owner moves first.
fn has_no_eyes(position: &Position, target: Point, bounds: &Bounds) -> bool {
    let Some(owner) = position.board().get(target) else { return false };
    let mut question = Question::new(position, owner, bounds);
    let scenes = Scene::of_group(&question.field, target);
    let mut goals = Living::in_scenes(scenes);
    if goals.iter_mut().any(|goal| goal.judge(&question.field, !owner) == Some(true)) {
        return false;
    }
    question.ask(&mut goals, owner).known() == Some(Success::No)
}

/// The owner wants two eyes, or a way out.
pub(crate) struct Living(Death);

impl Living {
    /// The question in these scenes.
    pub(crate) fn in_scenes(scenes: Vec<Scene>) -> Vec<Living> {
        Death::in_scenes(scenes).into_iter().map(Living).collect()
    }
}

impl Goal for Living {
    fn seeker(&self) -> Color {
        self.0.scene.owner
    }

    fn judge(&self, field: &Field, to_move: Color) -> Option<bool> {
        self.0.judge(field, to_move).map(|dead| !dead)
    }

    fn moves(&self, field: &Field, to_move: Color, moves: &mut Vec<Point>) {
        self.0.moves(field, to_move, moves);
    }

    fn allows(&self, color: Color, point: Point) -> bool {
        self.0.allows(color, point)
    }

    fn zone(&self, field: &Field, reached: bool) -> PointSet {
        self.0.zone(field, !reached)
    }

    fn estimate(&self, field: &Field, to_move: Color) -> Numbers {
        self.0.estimate(field, to_move).reversed()
    }
}

/// The attacker wants to kill: to take the stone on the target.
pub(crate) struct Death {
    pub(crate) scene: Scene,
    /// In a race for few stones, what comes after they are taken: their owner wants to kill the taker in the shape they leave.
    after: Option<Box<Death>>,
}

impl Death {
    /// The question in these scenes.
    pub(crate) fn in_scenes(scenes: Vec<Scene>) -> Vec<Death> {
        scenes.into_iter().map(|scene| Death { scene, after: None }).collect()
    }

    /// The question in a race, which the taker has to survive.
    pub(crate) fn in_race(scene: Scene, few: bool) -> Vec<Death> {
        let after = scene.rival.filter(|_| few).map(|rival| {
            let (target, owner) = (rival, !scene.owner);
            let (walls, homes) = (scene.homes, scene.walls);
            let scene = Scene { target, owner, walls, homes, rival: None, prize: None, ..scene.clone() };
            Box::new(Death { scene: Scene { rivals: PointSet::EMPTY, ..scene }, after: None })
        });
        vec![Death { scene, after }]
    }

    /// What is asked once the target is taken, if that is not all.
    fn next(&self, field: &Field) -> Option<&Death> {
        let taken = !field.stones()[self.scene.owner].contains(self.scene.target);
        self.after.as_deref().filter(|_| taken)
    }

    fn attacker(&self) -> Color {
        !self.scene.owner
    }

    /// Stones of the attacker that stay.
    fn walls(&self, field: &Field) -> PointSet {
        self.scene.walls.flooded(&field.stones()[self.attacker()])
    }

    /// Where an eye may still be made: no stone of the owner and no lasting one of the attacker stands there or beside it.
    fn eye_space(&self, field: &Field, walls: &PointSet) -> PointSet {
        let space = self.scene.region - field.stones()[self.scene.owner] - walls.grown();
        let size = field.size();
        let is_false = |point: Point| {
            let mut all = 0;
            let mut taken = 0;
            for diagonal in size.diagonals(point) {
                all += 1;
                taken += usize::from(walls.contains(diagonal));
            }
            taken > usize::from(all == 4)
        };
        if space.len() > 12 { space } else { space.iter().filter(|&point| !is_false(point)).collect() }
    }

    /// Whether the owner has taken so much that the room it leaves is enough to live.
    fn has_spoils(&self, field: &Field) -> bool {
        self.scene.prize.is_some_and(|prize| !field.stones()[self.attacker()].contains(prize))
    }

    fn may_get_out(&self, chain: &Chain, walls: &PointSet) -> bool {
        let goals = self.scene.outside | self.scene.homes;
        if goals.is_empty() {
            return false;
        }
        let way = (self.scene.region | goals) - *walls;
        chain.stones.flooded(&way).meets(&goals)
    }

    /// Whether the owner does not get two eyes even if all that may still become one is its own all around.
    fn is_nakade(&self, field: &Field, walls: &PointSet, attacks: bool) -> bool {
        let space = self.eye_space(field, walls);
        Space::new(&space, &field.stones()[self.attacker()]).is_some_and(|space| space.is_dead(attacks))
    }

    /// A space that the chain has all around it and that is as good as two eyes.
    fn large_eye(&self, field: &Field, chain: &Chain, attacks: bool) -> Option<PointSet> {
        let board = field.size().all_points();
        let inner = self.scene.region - field.stones()[self.scene.owner];
        let mut spaces = inner.components().filter(|space| space.meets(&chain.liberties));
        let beside = chain.stones.grown();
        spaces.find(|space| {
            space.is_subset(&beside)
                && ((space.grown() & board) - *space).is_subset(&chain.stones)
                && Space::new(space, &field.stones()[self.attacker()]).is_some_and(|space| space.is_alive(attacks))
        })
    }

    /// The eyes of the chain if it has two that nobody can take (D. Benson, 1976, within the region).
    fn two_eyes(&self, field: &Field, chain: &Chain) -> Option<PointSet> {
        let own = field.stones()[self.scene.owner];
        let board = field.size().all_points();
        let inner = self.scene.region - own;
        let touching = chain.liberties & inner;
        if touching.len() < 2 {
            return None;
        }
        let mut regions: Vec<(PointSet, PointSet)> = Vec::new();
        for region in inner.components() {
            let border = (region.grown() & board) - region;
            if border.is_subset(&own) {
                regions.push((region, border));
            }
        }
        if regions.iter().filter(|(region, _)| region.meets(&touching)).count() < 2 {
            return None;
        }
        let empty = field.empty();
        let all_borders = regions.iter().fold(PointSet::EMPTY, |set, (_, border)| set | *border);
        let mut chains: Vec<&Chain> = field.chains_in(all_borders).collect();
        loop {
            let before = (chains.len(), regions.len());
            chains.retain(|chain| {
                let vital = |(region, _): &&(PointSet, PointSet)| (*region & empty).is_subset(&chain.liberties);
                regions.iter().filter(vital).count() >= 2
            });
            let kept = chains.iter().fold(PointSet::EMPTY, |set, chain| set | chain.stones);
            regions.retain(|(_, border)| border.is_subset(&kept));
            if (chains.len(), regions.len()) == before {
                let eyes = regions.iter().fold(PointSet::EMPTY, |eyes, (region, _)| eyes | *region);
                return kept.contains(self.scene.target).then_some(eyes);
            }
        }
    }
}

impl Goal for Death {
    fn seeker(&self) -> Color {
        self.attacker()
    }

    fn judge(&self, field: &Field, to_move: Color) -> Option<bool> {
        if let Some(next) = self.next(field) {
            return next.judge(field, to_move).map(|killed| !killed);
        }
        let Some(chain) = field.chain(self.scene.target) else {
            return field.is_lost(self.scene.target, to_move, self.attacker());
        };
        if chain.color != self.scene.owner {
            return Some(true);
        }
        if chain.stones.meets(&self.scene.homes) || self.has_spoils(field) {
            return Some(false);
        }
        let beyond = (chain.liberties & self.scene.outside).len();
        if beyond > usize::from(to_move == self.attacker()) {
            return Some(false);
        }
        // Where few stones are raced for, taking them is not all.
        let is_all = self.after.is_none();
        if is_all && to_move == self.attacker() && field.can_be_taken(chain) {
            return Some(true);
        }
        if self.two_eyes(field, chain).is_some() {
            return Some(false);
        }
        let attacks = to_move == self.attacker();
        if is_all && self.large_eye(field, chain, attacks).is_some() {
            return Some(false);
        }
        let walls = self.walls(field);
        if is_all && self.is_nakade(field, &walls, attacks) && !self.may_get_out(chain, &walls) {
            return Some(true);
        }
        None
    }

    fn moves(&self, field: &Field, to_move: Color, moves: &mut Vec<Point>) {
        if let Some(next) = self.next(field) {
            return next.moves(field, to_move, moves);
        }
        let Some(chain) = field.chain(self.scene.target) else {
            moves.push(self.scene.target);
            return;
        };
        let owner = self.scene.owner;
        let size = field.size();
        let walls = self.walls(field);
        let space = self.eye_space(field, &walls);
        let own_stones = field.stones()[owner] & self.scene.region;
        let near = own_stones.grown();
        let nearer = chain.stones.grown();
        let rivals = self.scene.rivals.grown();
        let mut ranked: Vec<(i32, Point)> = Vec::new();
        let mut in_play = self.scene.region;
        if to_move != owner {
            // What the owner reaches beyond the region may be blocked, and is no way out.
            for other in field.chains_in(own_stones).filter(|other| !other.stones.meets(&self.scene.homes)) {
                in_play |= other.liberties;
            }
        }
        for other in field.chains_in(self.scene.region & field.stones()[!owner]) {
            if other.n_liberties <= 2 && !other.stones.meets(&walls) {
                in_play |= other.liberties;
            }
        }
        for point in in_play & field.empty() {
            let mut worth = 0;
            if space.contains(point) {
                worth += 4 + size.neighbors(point).filter(|&next| space.contains(next)).count() as i32 * 2;
            }
            if near.contains(point) {
                worth += 2;
            }
            if nearer.contains(point) {
                worth += 3;
            }
            if !self.scene.rivals.is_empty() {
                // In a race one takes the other's liberties, those that are not shared first.
                let (own, other) = if to_move == owner { (&nearer, &rivals) } else { (&rivals, &nearer) };
                worth += 4 * i32::from(other.contains(point)) - 2 * i32::from(own.contains(point));
            }
            let mut self_atari = field.liberties_after(to_move, point) <= 1;
            let mut filled = true;
            for next in size.neighbors(point) {
                match field.chain(next) {
                    None => filled = false,
                    Some(other) if other.color == to_move => {
                        if other.n_liberties == 1 {
                            worth += 5 + other.n_stones.min(4) as i32;
                        }
                    }
                    Some(other) => {
                        filled = false;
                        if other.n_liberties == 1 {
                            worth += 8 + other.n_stones.min(4) as i32;
                            self_atari = false;
                        } else if other.n_liberties == 2 {
                            worth += 3;
                        }
                    }
                }
            }
            if self_atari {
                worth -= 4;
            }
            if to_move == owner
                && filled
                && !self_atari
                && size.neighbors(point).all(|next| chain.stones.contains(next))
                && chain.n_liberties > 1
            {
                // The owner's own eye.
                continue;
            }
            ranked.push((-worth, point));
        }
        ranked.sort_by_key(|&(worth, _)| worth);
        moves.extend(ranked.into_iter().map(|(_, point)| point));
    }

    fn natural(&self, color: Color) -> usize {
        match (color == self.scene.owner, self.scene.rival) {
            (true, _) => NATURAL,
            (false, Some(_)) => NATURAL_ATTACKS,
            // Without a rival that could be taken the attacker needs every move there is.
            (false, None) => usize::MAX,
        }
    }

    fn allows(&self, _: Color, point: Point) -> bool {
        self.scene.region.contains(point) || self.scene.outside.contains(point)
    }

    fn zone(&self, field: &Field, reached: bool) -> PointSet {
        if let Some(next) = self.next(field) {
            return next.zone(field, !reached);
        }
        let Some(chain) = field.chain(self.scene.target) else { return PointSet::EMPTY };
        if !reached {
            if chain.stones.meets(&self.scene.homes) {
                return PointSet::EMPTY;
            }
            let eyes = self.two_eyes(field, chain).or_else(|| self.large_eye(field, chain, false));
            return eyes.unwrap_or(chain.stones | chain.liberties);
        }
        if chain.n_liberties == 1 {
            return chain.stones | chain.liberties;
        }
        // No two eyes, whatever the owner adds elsewhere: only what it could take might change that.
        let walls = self.walls(field);
        let space = self.eye_space(field, &walls);
        ((field.stones()[self.attacker()] & self.scene.region) - walls) | space
    }

    fn estimate(&self, field: &Field, to_move: Color) -> Numbers {
        if let Some(next) = self.next(field) {
            return next.estimate(field, to_move).reversed();
        }
        let Some(chain) = field.chain(self.scene.target) else { return Numbers { proof: 1, disproof: 1 } };
        if let Some(rival) = self.scene.rival.and_then(|stone| field.chain(stone)) {
            let attacks = to_move == self.attacker();
            let own = chain.n_liberties as u32 * 2;
            let other = rival.n_liberties as u32 * 2;
            return Numbers {
                proof: 1 + own.saturating_sub(u32::from(attacks)),
                disproof: 1 + other.saturating_sub(u32::from(!attacks)),
            };
        }
        let walls = self.walls(field);
        let space = self.eye_space(field, &walls).len() as u32;
        let attacks = u32::from(to_move == self.attacker());
        let liberties = chain.n_liberties.min(8) as u32;
        Numbers {
            proof: 1 + space.min(12) + liberties / 2 + 2 * (1 - attacks),
            disproof: 2 + 2 * attacks + 12u32.saturating_sub(space) / 2,
        }
    }
}
