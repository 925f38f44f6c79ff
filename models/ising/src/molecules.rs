//! Chains as molecules: the common fate graph of a board, the tactics that are read from it, and their energies.
//!
//! Each chain is known by its first stone in reading order, its *anchor*. The terms of the energy are kept at the anchors:
//! what a chain has by itself, and its bonds with chains that come later. A move replaces the terms of the chains it
//! touches and of those bound to them; sums run over the anchors in order. So following a game and starting anew give the
//! same to the last bit.

use goban::{Board, BoardSize, ByColor, Chain, Color, Point, PointSet, Position, Rules, Setup};
use model::{Explanation, Sheet};
use tactics::{Limits, Outcome};

use crate::energy::{Change, Energies, Matter};
use crate::life::{EYES_OF_LIFE, Fate, Fates, Life};
use crate::sum::{ExactSum, known, times};
use crate::{graphs, words};

/// What the tactics weigh, and when they hold.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// The strength of the field of liberties.
    pub mu: f64,
    /// A shared eye.
    pub eye: f64,
    /// A net.
    pub net: f64,
    /// A ladder.
    pub ladder: f64,
    /// Rival chains that touch without any tactic.
    pub contact: f64,
    /// The least number of rival stones around a chain in a net.
    pub net_stones: usize,
    /// The least share of the points around a chain in a net that rivals hold.
    pub net_share: f64,
    /// The most eyes counted in the strength of a chain.
    pub eye_cap: usize,
    /// When a chain in atari is in a ladder.
    pub ladders: Ladders,
    /// Who says which chains live and which are dead.
    pub life: Life,
}

impl Default for Weights {
    /// Those of the paper, and our thresholds of the net.
    fn default() -> Self {
        Weights {
            mu: 1.0,
            eye: 1.4,
            net: 0.6,
            ladder: 0.8,
            contact: 0.0,
            net_stones: 3,
            net_share: 0.5,
            eye_cap: BoardSize::MAX * BoardSize::MAX,
            ladders: Ladders::Atari,
            life: Life::Off,
        }
    }
}

/// When a chain that has one liberty left is in a ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ladders {
    /// Always: ours.
    Atari,
    /// When it is in a net, as the paper says: a net that leaves one liberty.
    Net,
    /// When running does not save it: a ladder as players know it.
    Searched,
}

/// What surrounds a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trap {
    /// Rivals hold much of its frontier and leave it two liberties or more.
    Net,
    /// Rivals leave it one liberty.
    Ladder,
}

/// A chain.
#[derive(Clone, PartialEq, Debug)]
pub struct Molecule {
    /// Whose it is.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// The number of its stones, n.
    pub size: usize,
    /// The number of its liberties, h.
    pub liberties: usize,
    /// The number of its own eyes, k.
    pub eyes: usize,
    /// Rival stones on its frontier.
    pub rivals: usize,
    /// n to the power of k + 1.
    pub strength: f64,
    /// What the rivals around it have on it.
    pub trap: Option<Trap>,
    /// What becomes of it, where somebody says so.
    pub fate: Option<Fate>,
}

impl Molecule {
    /// Whose its stones are: a dead chain is its opponent's.
    #[must_use]
    pub fn owner(&self) -> Color {
        if self.fate == Some(Fate::Dead) { !self.color } else { self.color }
    }
}

/// What one chain does with another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tactic {
    /// What it is.
    pub kind: TacticKind,
    /// The anchor of the chain whose it is. An eye belongs to both.
    pub owner: Point,
    /// The anchor of the other chain.
    pub target: Point,
    /// Its weight.
    pub weight: f64,
}

/// The tactics that relate chains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TacticKind {
    /// Two chains of a colour share an eye.
    Eye,
    /// One surrounds the other and leaves it liberties.
    Net,
    /// One surrounds the other and leaves it one liberty.
    Ladder,
}

impl TacticKind {
    /// `eye`, `net` or `ladder`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TacticKind::Eye => "eye",
            TacticKind::Net => "net",
            TacticKind::Ladder => "ladder",
        }
    }
}

impl From<Trap> for TacticKind {
    fn from(trap: Trap) -> TacticKind {
        match trap {
            Trap::Net => TacticKind::Net,
            Trap::Ladder => TacticKind::Ladder,
        }
    }
}

/// Two chains that have to do with each other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bond {
    /// The anchor of the later chain.
    pub to: Point,
    /// The product of the weights of their tactics.
    pub weight: f64,
    /// Weight times both strengths; negative between rivals.
    energy: f64,
    /// What of it belongs to each colour.
    own: ByColor<f64>,
}

/// A chain and its bonds with those that come later.
#[derive(Clone, PartialEq, Debug)]
struct Entry {
    molecule: Molecule,
    bonds: Vec<Bond>,
    /// The sums of the bonds, in their order.
    energy: f64,
    own: ByColor<f64>,
}

/// All chains of a board, with their eyes and tactics.
///
/// ```
/// use goban::Diagram;
/// use ising::{Molecules, Weights};
/// let ring = Diagram::parse("
///     . . . . .
///     . X X X .
///     . X . X .
///     . X X X .
///     . . . . .").unwrap().board().unwrap();
/// let molecules = Molecules::new(&ring, Weights::default());
/// let (_, chain) = molecules.iter().next().unwrap();
/// assert_eq!((chain.size, chain.eyes, chain.liberties, chain.strength), (8, 1, 13, 64.0));
/// assert_eq!(molecules.energies().hamiltonian(), 832.0);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Molecules {
    size: BoardSize,
    weights: Weights,
    eyes: ByColor<PointSet>,
    anchors: PointSet,
    /// By the index of the anchor.
    entries: Vec<Option<Entry>>,
}

/// How two chains are related.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    SharedEye,
    Rivals,
}

impl Molecules {
    /// The chains of a board.
    #[must_use]
    pub fn new(board: &Board, weights: Weights) -> Molecules {
        let size = board.size();
        let empty = Molecules {
            size,
            weights,
            eyes: ByColor::default(),
            anchors: PointSet::EMPTY,
            entries: vec![None; size.area()],
        };
        let (_, update) = empty.replaced(board, &size.all_points());
        let mut all = empty;
        all.accept(update);
        all
    }

    /// The energies, summed in the order of the anchors.
    #[must_use]
    pub fn energies(&self) -> Energies {
        let mut interaction = 0.0;
        let mut own: ByColor<f64> = ByColor::default();
        let mut pull: ByColor<f64> = ByColor::default();
        for (_, entry) in self.entries() {
            interaction += entry.energy;
            for color in Color::ALL {
                own[color] += entry.own[color];
            }
            pull[entry.molecule.owner()] += self.pull(&entry.molecule);
        }
        Energies {
            interaction: known(0.0 - interaction),
            field: known(pull.black - pull.white),
            own: ByColor::new(|color| own[color] + pull[color]),
        }
    }

    /// The chains with their anchors, in the order of the anchors.
    pub fn iter(&self) -> impl Iterator<Item = (Point, &Molecule)> {
        self.entries().map(|(anchor, entry)| (anchor, &entry.molecule))
    }

    /// The chain with this anchor.
    #[must_use]
    pub fn get(&self, anchor: Point) -> Option<&Molecule> {
        Some(&self.entry(anchor)?.molecule)
    }

    /// The chain that a stone belongs to, with its anchor.
    #[must_use]
    pub fn of_stone(&self, point: Point) -> Option<(Point, &Molecule)> {
        self.iter().find(|(_, molecule)| molecule.stones.contains(point))
    }

    /// The tactics between chains that have anything to do with each other, in the order of the anchors.
    #[must_use]
    pub fn tactics(&self) -> Vec<Tactic> {
        let mut tactics = Vec::new();
        for (one, bond) in self.bonds() {
            let other = bond.to;
            let (Some(first), Some(second)) = (self.get(one), self.get(other)) else { continue };
            if first.color == second.color {
                tactics.push(Tactic { kind: TacticKind::Eye, owner: one, target: other, weight: self.weights.eye });
            }
            for (owner, target, trap) in [(one, other, second.trap), (other, one, first.trap)] {
                if let Some(trap) = trap.filter(|_| first.color != second.color) {
                    let kind = TacticKind::from(trap);
                    tactics.push(Tactic { kind, owner, target, weight: self.trap_weight(trap) });
                }
            }
        }
        tactics
    }

    /// Pairs of chains with a weight, by the anchor of the earlier one.
    pub fn bonds(&self) -> impl Iterator<Item = (Point, &Bond)> {
        self.entries().flat_map(|(anchor, entry)| entry.bonds.iter().map(move |bond| (anchor, bond)))
    }

    /// The empty points whose neighbours are all stones of one colour.
    #[must_use]
    pub fn eyes(&self) -> &ByColor<PointSet> {
        &self.eyes
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// What the tactics weigh here.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The weight of a trap.
    #[must_use]
    pub fn trap_weight(&self, trap: Trap) -> f64 {
        match trap {
            Trap::Net => self.weights.net,
            Trap::Ladder => self.weights.ladder,
        }
    }

    /// The local energy of every stone: that of its chain, the sum of w x x over all its bonds.
    #[must_use]
    pub fn local(&self) -> Vec<f64> {
        let mut of_chains = vec![0.0; self.size.area()];
        for (anchor, bond) in self.bonds() {
            for end in [anchor, bond.to] {
                let sum = &mut of_chains[self.size.index(end)];
                *sum = known(*sum + bond.energy);
            }
        }
        self.spread(|anchor, _| of_chains[self.size.index(anchor)])
    }

    /// The strength of the chain on every point, positive for Black.
    #[must_use]
    pub fn strengths(&self) -> Vec<f64> {
        self.spread(|_, molecule| molecule.owner().sign() * molecule.strength)
    }

    /// One value for all stones of a chain; 0 where no stone stands.
    fn spread(&self, value: impl Fn(Point, &Molecule) -> f64) -> Vec<f64> {
        let mut field = vec![0.0; self.size.area()];
        for (anchor, molecule) in self.iter() {
            let value = value(anchor, molecule);
            for stone in &molecule.stones {
                field[self.size.index(stone)] = value;
            }
        }
        field
    }

    fn entry(&self, anchor: Point) -> Option<&Entry> {
        self.entries[self.size.index(anchor)].as_ref()
    }

    fn entries(&self) -> impl Iterator<Item = (Point, &Entry)> {
        self.anchors.iter().filter_map(|anchor| Some((anchor, self.entry(anchor)?)))
    }

    /// What the field does to a chain, without its sign.
    fn pull(&self, molecule: &Molecule) -> f64 {
        times(self.weights.mu * molecule.liberties as f64, molecule.strength)
    }

    /// What has to be replaced when the points in `changed` have another content than before.
    fn replaced(&self, board: &Board, changed: &PointSet) -> (Change, MoleculesUpdate) {
        let all = self.size.all_points();
        // A move may decide about chains anywhere.
        let changed = if self.weights.life == Life::Off { changed } else { &all };
        let fates = Fates::of(board, self.weights.life);
        let near = changed.grown() & all;
        let eyes = ByColor::new(|color| {
            let fresh: PointSet = near.iter().filter(|&point| board.is_surrounded(color, point)).collect();
            (self.eyes[color] - near) | fresh
        });
        let turned = (self.eyes.black ^ eyes.black) | (self.eyes.white ^ eyes.white);

        // Chains that lost or won stones, liberties, rivals or eyes.
        let mut touched = near | turned.grown();
        if self.weights.ladders == Ladders::Searched {
            touched |= self.other_ladders(board, &touched);
        }
        let mut molecules: Vec<(Point, Molecule)> = Vec::new();
        let mut beside = PointSet::EMPTY;
        let mut stones = PointSet::EMPTY;
        each_chain(board, touched & (board.stones().black | board.stones().white), |anchor, chain| {
            stones |= *chain.stones();
            molecules.push((anchor, self.molecule(board, &eyes, &fates, chain)));
            each_related(board, &eyes, chain, |other, _| {
                beside.insert(other);
            });
        });
        molecules.sort_by_key(|(anchor, _)| *anchor);
        let molecule = |anchor: Point| match molecules.binary_search_by_key(&anchor, |(anchor, _)| *anchor) {
            Ok(index) => Some(&molecules[index].1),
            Err(_) => Some(&self.entry(anchor)?.molecule),
        };

        let removed = self.anchors & (stones | *changed);
        let fresh: PointSet = molecules.iter().map(|(anchor, _)| *anchor).collect();
        let mut entries = Vec::with_capacity(molecules.len() + 8);
        for anchor in fresh | beside {
            let (Some(own), Some(chain)) = (molecule(anchor), board.chain(anchor)) else { continue };
            let mut bonds = Vec::new();
            each_related(board, &eyes, chain, |other, relation| {
                if other > anchor {
                    bonds.extend(molecule(other).and_then(|later| self.bond(own, other, later, relation)));
                }
            });
            bonds.sort_by_key(|bond| bond.to);
            entries.push((anchor, Entry::new(own.clone(), bonds)));
        }
        let change = self.change(&(removed | beside), &entries);
        (change, MoleculesUpdate { eyes, removed, entries })
    }

    /// The change of all sums when the terms of these anchors are taken out and those of the entries put in. Terms that stay
    /// as they were are left alone: even one beyond the range of f64 does no harm then.
    fn change(&self, out: &PointSet, entries: &[(Point, Entry)]) -> Change {
        let mut sums = Sums::default();
        for (anchor, new) in entries {
            let old = self.entry(*anchor).filter(|_| out.contains(*anchor));
            sums.exchange(old, Some(new), |molecule| self.pull(molecule));
        }
        let replaced: PointSet = entries.iter().map(|(anchor, _)| *anchor).collect();
        for anchor in *out - replaced {
            sums.exchange(self.entry(anchor), None, |molecule| self.pull(molecule));
        }
        Change { hamiltonian: sums.hamiltonian.value(), own: sums.own.map(|sum| sum.value()) }
    }

    fn molecule(&self, board: &Board, eyes: &ByColor<PointSet>, fates: &Fates, chain: Chain<'_>) -> Molecule {
        let color = chain.color();
        let stones = *chain.stones();
        let (size, liberties) = (chain.size(), chain.n_liberties());
        let rivals = (stones.grown() & board.stones()[!color]).len();
        let fate = stones.first().and_then(|stone| fates.at(stone));
        let own_eyes = if self.weights.life == Life::Off {
            let eyes = (*chain.liberties() & eyes[color]).iter();
            eyes.filter(|&eye| self.size.neighbors(eye).all(|near| stones.contains(near))).count()
        } else {
            fates.eyes(board, color, &stones)
        };
        let held = rivals as f64 >= self.weights.net_share * (rivals + liberties) as f64;
        let surrounded = rivals >= self.weights.net_stones && held;
        let trap = if liberties == 1 && rivals > 0 {
            let caught = match self.weights.ladders {
                Ladders::Atari => true,
                Ladders::Net => surrounded,
                Ladders::Searched => cannot_run(board, &stones),
            };
            caught.then_some(Trap::Ladder)
        } else {
            (liberties >= 2 && surrounded).then_some(Trap::Net)
        };
        let strength = power(size as f64, self.counted_eyes(own_eyes, fate) + 1);
        Molecule { color, stones, size, liberties, eyes: own_eyes, rivals, strength, trap, fate }
    }

    /// The eyes that count in the strength of a chain. Whoever knows life knows that two are enough, and that a dead chain has none.
    pub(crate) fn counted_eyes(&self, eyes: usize, fate: Option<Fate>) -> usize {
        match (self.weights.life, fate) {
            (Life::Off, _) => eyes.min(self.weights.eye_cap),
            (_, Some(Fate::Dead)) => 0,
            (_, Some(Fate::Alive)) => EYES_OF_LIFE.min(self.weights.eye_cap),
            (_, None) => eyes.min(EYES_OF_LIFE).min(self.weights.eye_cap),
        }
    }

    /// The bond of two related chains; none if no tactic relates them and plain contact weighs nothing.
    fn bond(&self, one: &Molecule, to: Point, other: &Molecule, relation: Relation) -> Option<Bond> {
        if [one, other].into_iter().any(|chain| chain.fate == Some(Fate::Dead)) {
            // Nobody binds what is dead, and it binds nobody.
            return None;
        }
        let strengths = one.strength * other.strength;
        let mut own: ByColor<f64> = ByColor::default();
        let weight = match relation {
            Relation::SharedEye => {
                own[one.color] = times(self.weights.eye, strengths);
                self.weights.eye
            }
            Relation::Rivals => {
                let mut weight = 1.0;
                for (owner, target) in [(one, other), (other, one)] {
                    if let Some(trap) = target.trap {
                        own[owner.color] = times(self.trap_weight(trap), strengths);
                        weight *= self.trap_weight(trap);
                    }
                }
                match one.trap.or(other.trap) {
                    Some(_) => weight,
                    None if self.weights.contact == 0.0 => return None,
                    None => self.weights.contact,
                }
            }
        };
        let sign = if one.color == other.color { 1.0 } else { -1.0 };
        Some(Bond { to, weight, energy: sign * times(weight, strengths), own })
    }

    /// Chains in atari whose ladder turned out otherwise because of a move far away.
    fn other_ladders(&self, board: &Board, seen: &PointSet) -> PointSet {
        let mut other = PointSet::EMPTY;
        for (anchor, molecule) in self.iter().filter(|(_, molecule)| molecule.liberties == 1) {
            let still = board.chain(anchor).is_some_and(|chain| *chain.stones() == molecule.stones);
            if still && !molecule.stones.meets(seen) {
                let caught = cannot_run(board, &molecule.stones);
                if caught != (molecule.trap == Some(Trap::Ladder)) {
                    other |= molecule.stones;
                }
            }
        }
        other
    }
}

/// Sums of changes.
#[derive(Default)]
struct Sums {
    hamiltonian: ExactSum,
    own: ByColor<ExactSum>,
}

impl Sums {
    /// Takes the terms of one entry out and puts those of another in.
    fn exchange(&mut self, old: Option<&Entry>, new: Option<&Entry>, pull: impl Fn(&Molecule) -> f64) {
        let pulls = [old, new].map(|entry| entry.map(|entry| (entry.molecule.owner(), pull(&entry.molecule))));
        if pulls[0] != pulls[1] {
            for ((color, pull), sign) in
                pulls.into_iter().zip([-1.0, 1.0]).filter_map(|(pull, sign)| Some((pull?, sign)))
            {
                self.hamiltonian.add(sign * color.sign() * pull);
                self.own[color].add(sign * pull);
            }
        }
        let [old, new] = [old, new].map(|entry| entry.map_or(&[][..], |entry| &entry.bonds));
        for (bonds, others, sign) in [(old, new, -1.0), (new, old, 1.0)] {
            for bond in bonds.iter().filter(|bond| !others.contains(bond)) {
                self.hamiltonian.add(-sign * bond.energy);
                for color in Color::ALL.into_iter().filter(|&color| bond.own[color] != 0.0) {
                    self.own[color].add(sign * bond.own[color]);
                }
            }
        }
    }
}

impl Entry {
    fn new(molecule: Molecule, bonds: Vec<Bond>) -> Entry {
        let mut entry = Entry { molecule, bonds, energy: 0.0, own: ByColor::default() };
        for bond in &entry.bonds {
            entry.energy += bond.energy;
            for color in Color::ALL {
                entry.own[color] += bond.own[color];
            }
        }
        entry
    }
}

/// New eyes and entries, and the anchors that are no more or get another entry.
pub(crate) struct MoleculesUpdate {
    eyes: ByColor<PointSet>,
    removed: PointSet,
    entries: Vec<(Point, Entry)>,
}

impl Matter for Molecules {
    type Update = MoleculesUpdate;

    fn energies(&self) -> Energies {
        Molecules::energies(self)
    }

    fn restart(&mut self, position: &Position) {
        *self = Molecules::new(position.board(), self.weights);
    }

    fn consider(&self, after: &Position, changed: &PointSet) -> (Change, MoleculesUpdate) {
        if changed.is_empty() {
            let nothing = MoleculesUpdate { eyes: self.eyes, removed: PointSet::EMPTY, entries: Vec::new() };
            return (Change::default(), nothing);
        }
        self.replaced(after.board(), changed)
    }

    fn accept(&mut self, update: MoleculesUpdate) {
        self.eyes = update.eyes;
        for anchor in &update.removed {
            self.entries[self.size.index(anchor)] = None;
        }
        self.anchors -= update.removed;
        for (anchor, entry) in update.entries {
            self.anchors.insert(anchor);
            self.entries[self.size.index(anchor)] = Some(entry);
        }
    }

    fn write(&self, position: &Position, sheet: &mut Sheet<'_>) {
        sheet.field("ising.molecular.local", || self.local());
        sheet.field("ising.molecular.strength", || self.strengths());
        sheet.graph("ising.molecular.fate", || graphs::fate(self, position.board()));
        sheet.graph("ising.molecular.tactics", || graphs::tactics(self));
    }

    fn explain(&self, position: &Position, point: Point) -> Explanation {
        words::molecule(self, position.board(), point)
    }
}

/// Visits each chain that has a stone among these, once.
fn each_chain(board: &Board, stones: PointSet, mut visit: impl FnMut(Point, Chain<'_>)) {
    let mut rest = stones;
    while let Some(chain) = rest.first().and_then(|stone| board.chain(stone)) {
        rest -= *chain.stones();
        visit(chain.stones().first().expect("a chain has stones"), chain);
    }
}

/// Visits each chain that has to do with this one, once: the rivals that touch it, and those that share an eye with it.
fn each_related(board: &Board, eyes: &ByColor<PointSet>, chain: Chain<'_>, mut visit: impl FnMut(Point, Relation)) {
    let color = chain.color();
    let rivals = chain.stones().grown() & board.stones()[!color];
    each_chain(board, rivals, |anchor, _| visit(anchor, Relation::Rivals));
    let shared = (*chain.liberties() & eyes[color]).grown() & board.stones()[color];
    each_chain(board, shared - *chain.stones(), |anchor, _| visit(anchor, Relation::SharedEye));
}

/// Whether a chain in atari is taken although its owner moves first.
fn cannot_run(board: &Board, stones: &PointSet) -> bool {
    ladder_on(board, stones).is_some_and(|reading| reading.outcome == Outcome::Captured)
}

/// What reading says of a chain in atari whose owner moves first. The board alone decides: no ko is in force.
pub(crate) fn ladder_on(board: &Board, stones: &PointSet) -> Option<tactics::Reading> {
    let target = stones.first()?;
    let owner = board.get(target)?;
    let position = Position::from_setup(&Setup { to_move: owner, ..Setup::from(board) }, Rules::JAPANESE).ok()?;
    tactics::ladder(&position, target, owner, Limits::default())
}

/// A power by repeated multiplication: exact while it fits, and the same on every machine.
fn power(base: f64, exponent: usize) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base)
}
