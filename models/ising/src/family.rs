//! The three Hamiltonians as families of models: their cards, and a model that follows a game with any of them.

use std::sync::Arc;

use goban::{Board, BoardSize, ByColor, Color, Move, PointSet, Position, Setup};
use model::{
    Abilities, BeginError, Card, Cell, Explanation, Family, FileKind, Fill, LoadError, Model, Parameter, Parameters,
    Quantity, Question, Rating, Role, Seed, Sheet, Sign, Swap,
};
use record::Ply;

use crate::atoms::Atoms;
use crate::energy::{Change, Matter};
use crate::filled::{FilledAtoms, Source};
use crate::life::Life;
use crate::molecules::{Ladders, Molecules, Weights};
use crate::sum::{ExactSum, known};
use crate::words;

const REFERENCE: &str = "A. Rojas-Domínguez, D. Barradas-Bautista, M. Alvarado: Modeling the Game of Go by Ising \
    Hamiltonian, Deep Belief Networks and Common Fate Graphs, IEEE Access 7, 2019";

/// The family `ising.atomic`: stones as single spins.
pub struct Atomic(Card);

/// The family `ising.molecular`: chains as molecules.
///
/// ```
/// use goban::{Diagram, Position, Rules};
/// use ising::Molecular;
/// use model::{Family, Parameters, Seed, Selection, Sheet};
/// let setup = Diagram::parse("
///     . . . . .
///     . . X . .
///     . X O X .
///     . . . . .
///     . . . . .").unwrap();
/// let position = Position::from_setup(&setup, Rules::CHINESE).unwrap();
/// let family = Molecular::new();
/// let mut model = family.begin(&position, &Parameters::defaults(family.card()), Seed(1)).unwrap();
/// let mut sheet = Sheet::new(family.card(), &Selection::All);
/// model.read(&position, &mut sheet);
/// assert_eq!(sheet.get_number("ising.molecular.interaction"), Some(0.8 + 0.8 + 0.8));
/// assert_eq!(sheet.get_number("ising.molecular.white"), Some(1.0));
/// ```
pub struct Molecular(Card);

/// The family `ising.generative`: single spins, on empty points too.
pub struct Generative {
    card: Card,
    fills: Fills,
}

/// Who gives the empty points their spins, for each value of `ising.generative.fill`.
#[derive(Clone, Default)]
pub struct Fills {
    /// What is to be expected: P(white) − P(black) at each point.
    pub expected: Option<Arc<dyn Fill>>,
    /// Drawn from those probabilities.
    pub sampled: Option<Arc<dyn Fill>>,
    /// Drawn with the stones on the board held fast.
    pub conditional: Option<Arc<dyn Fill>>,
}

/// Exchanging colours or turning the board does to a quantity what its card says; where empty points are filled, nothing is
/// promised, because whoever fills them need not be even-handed.
fn quantities(name: &str, filled: bool) -> Vec<Quantity> {
    let of = |key: &str| format!("{name}.{key}");
    let number = |key: &str, about: &str| Quantity::number(&of(key), about).sign(Sign::Paper);
    let with = |key: &str| Swap::With(of(key));
    let of_move = |key: &str, about: &str| number(key, about).role(Role::Gain).sign(Sign::MoverPositive).of_game();
    let of_black = |quantity: Quantity| quantity.sign(Sign::BlackPositive).swap(Swap::Negates).of_game();
    let mut quantities = vec![
        number("hamiltonian", "the energy H = interaction + field, signed as in the paper").swap(Swap::Free),
        number("interaction", "energy between neighbours; the lower, the more allies stand together"),
        number("field", "energy of liberties; White's lower it, Black's raise it").swap(Swap::Negates),
        Quantity::number(&of("black"), "what of the energy belongs to Black").swap(with("white")),
        Quantity::number(&of("white"), "what of the energy belongs to White").swap(with("black")),
        of_move("gain", "what the last move won for its side: its own energy less the opponent's"),
        of_move("delta", "minus the change of the Hamiltonian by the last move, as in the paper").swap(Swap::Free),
        number("black_gain", "sum of the gains of Black's moves").of_game().swap(with("white_gain")),
        number("white_gain", "sum of the gains of White's moves").of_game().swap(with("black_gain")),
        of_black(number("lead", "Black's gains minus White's")).role(Role::Lead),
        of_black(number("predicted", "who has gained more: +1 Black, -1 White, 0 nobody")),
        Quantity::field(&of("local"), "local energy of each stone").sign(Sign::Paper),
    ];
    if filled {
        for quantity in &mut quantities {
            quantity.swap = Swap::Free;
            quantity.turn = model::Turn::Free;
        }
    }
    quantities
}

fn card(name: &str, idea: &str, lead_scale: f64) -> Card {
    let mut card = Card::new(name, idea, REFERENCE);
    card.abilities = Abilities { rates: true, explains: true, ..Abilities::default() };
    card.lead_scale = Some(lead_scale);
    card.quantities = quantities(name, name == "ising.generative");
    card
}

fn mu(name: &str, default: f64) -> Parameter {
    Parameter::real(&format!("{name}.mu"), "strength of the field of liberties", 0.0, 1000.0, default)
}

impl Atomic {
    /// The family.
    #[must_use]
    pub fn new() -> Atomic {
        let name = "ising.atomic";
        let mut card = card(name, "stones are spins: allies side by side lower the energy, rivals raise it", 20.0);
        card.parameters = vec![mu(name, 0.0)];
        Atomic(card)
    }
}

impl Molecular {
    /// The family.
    #[must_use]
    pub fn new() -> Molecular {
        let name = "ising.molecular";
        let mut card = card(name, "chains are molecules: eyes raise their power, nets and ladders bind rivals", 200.0);
        let of = |key: &str| format!("{name}.{key}");
        let defaults = Weights::default();
        let weight = |key: &str, about: &str, default: f64| Parameter::real(&of(key), about, 0.0, 1000.0, default);
        let area = (BoardSize::MAX * BoardSize::MAX) as i64;
        card.parameters = vec![
            mu(name, defaults.mu),
            weight("eye_weight", "weight of a shared eye", defaults.eye),
            weight("net_weight", "weight of a net", defaults.net),
            weight("ladder_weight", "weight of a ladder", defaults.ladder),
            weight("contact_weight", "weight of rival chains that touch without a tactic", defaults.contact),
            Parameter::integer(&of("net_stones"), "least rival stones around a chain in a net", 1, area, 3),
            Parameter::real(
                &of("net_share"),
                "least share of its frontier that they hold",
                0.0,
                1.0,
                defaults.net_share,
            ),
            Parameter::integer(&of("eye_cap"), "most eyes counted in the strength of a chain", 0, area, area),
            Parameter::choice(
                &of("ladders"),
                "static: one liberty is a ladder; net: if the chain is in a net as well, as the paper says; searched: only if running does not save the chain",
                &["static", "net", "searched"],
            ),
            Parameter::choice(
                &of("life"),
                "who says what lives: off: nobody, as in the paper; benson: the rules alone; read: reading as well. Dead chains are their opponent's, two eyes are the most, and eyes may be large",
                &["off", "benson", "read"],
            ),
        ];
        card.quantities.extend([
            Quantity::field(&of("strength"), "strength of the chain on each point: its size to the power of eyes + 1")
                .sign(Sign::BlackPositive)
                .swap(Swap::Negates)
                .role(Role::Ownership),
            Quantity::graph(&of("fate"), "the common fate graph: chains and liberties, and where they touch"),
            Quantity::graph(&of("tactics"), "chains and the eyes, nets and ladders between them"),
        ]);
        Molecular(card)
    }
}

impl Generative {
    /// The family without anybody who fills the board: it reads spins from its parameter only.
    #[must_use]
    pub fn new() -> Generative {
        Generative::with_fills(Fills::default())
    }

    /// The family with somebody who fills the board.
    #[must_use]
    pub fn with_fills(fills: Fills) -> Generative {
        let name = "ising.generative";
        let mut card =
            card(name, "stones are spins, and empty points have the spin that is to be expected there", 20.0);
        card.parameters = vec![
            mu(name, 0.0),
            Parameter::choice(
                "ising.generative.fill",
                "how a trained network fills empty points: with what it expects, with samples, or with samples that fit the stones",
                &["expected", "sampled", "conditional"],
            ),
            Parameter::text(
                "ising.generative.spins",
                "spins of empty points instead of a network's, from -1 black to 1 white: one number, or one for each point row by row",
                "",
            ),
        ];
        card.file = Some(FileKind {
            name: "network".to_string(),
            about: "a belief network made by aji train belief, which fills the empty points".to_string(),
        });
        card.quantities.push(
            Quantity::field(
                "ising.generative.spins",
                "spin of each point: -1 black, +1 white, between them what is expected",
            )
            .sign(Sign::Paper)
            .swap(Swap::Free)
            .turns_freely(),
        );
        Generative { card, fills }
    }

    /// Where the spins come from.
    fn source(&self, size: BoardSize, parameters: &Parameters, seed: Seed) -> Result<Source, BeginError> {
        let text = parameters.text("ising.generative.spins");
        if !text.trim().is_empty() {
            return Ok(Source::Map(read_spins(text, size)?));
        }
        let how = parameters.text("ising.generative.fill");
        let fill = match how {
            "sampled" => &self.fills.sampled,
            "conditional" => &self.fills.conditional,
            _ => &self.fills.expected,
        };
        match fill {
            Some(fill) => Ok(Source::Fill(Arc::clone(fill), seed)),
            None => Err(BeginError::Missing(format!(
                "ising.generative has nothing to fill empty points with ({how}): train a belief network and load it, or set \
                 ising.generative.spins to a number from -1 (black) to 1 (white) or to one number for each point"
            ))),
        }
    }
}

/// One number for all points, or one for each, row by row.
fn read_spins(text: &str, size: BoardSize) -> Result<Vec<f64>, BeginError> {
    let wrong = |what: String| BeginError::Missing(format!("ising.generative.spins: {what}"));
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let spins: Vec<f64> = words
        .map(|word| match word.parse::<f64>() {
            Ok(spin) if (-1.0..=1.0).contains(&spin) => Ok(spin),
            _ => Err(wrong(format!("'{word}' is not a number from -1 (black) to 1 (white)"))),
        })
        .collect::<Result<_, _>>()?;
    match spins.as_slice() {
        [spin] => Ok(vec![*spin; size.area()]),
        _ if spins.len() == size.area() => Ok(spins),
        _ => Err(wrong(format!("{} numbers, but a board of {size} has {} points", spins.len(), size.area()))),
    }
}

impl Default for Atomic {
    fn default() -> Self {
        Atomic::new()
    }
}

impl Default for Molecular {
    fn default() -> Self {
        Molecular::new()
    }
}

impl Default for Generative {
    fn default() -> Self {
        Generative::new()
    }
}

impl Family for Atomic {
    fn card(&self) -> &Card {
        &self.0
    }

    fn begin(&self, start: &Position, parameters: &Parameters, _: Seed) -> Result<Box<dyn Model>, BeginError> {
        BeginError::check_size(&self.0, start.size())?;
        let atoms = Atoms::new(start.board(), parameters.real("ising.atomic.mu"));
        Ok(Box::new(Follower::new(&self.0, atoms)))
    }
}

impl Family for Molecular {
    fn card(&self) -> &Card {
        &self.0
    }

    fn begin(&self, start: &Position, parameters: &Parameters, _: Seed) -> Result<Box<dyn Model>, BeginError> {
        BeginError::check_size(&self.0, start.size())?;
        Ok(Box::new(Follower::new(&self.0, Molecules::new(start.board(), weights(parameters)))))
    }
}

impl Family for Generative {
    fn card(&self) -> &Card {
        &self.card
    }

    fn begin(&self, start: &Position, parameters: &Parameters, seed: Seed) -> Result<Box<dyn Model>, BeginError> {
        BeginError::check_size(&self.card, start.size())?;
        let source = self.source(start.size(), parameters, seed)?;
        let atoms = FilledAtoms::new(start, parameters.real("ising.generative.mu"), source)
            .map_err(|error| BeginError::Missing(format!("ising.generative: {error}")))?;
        Ok(Box::new(Follower::new(&self.card, atoms)))
    }

    fn load(&self, bytes: &[u8]) -> Result<Arc<dyn Family>, LoadError> {
        let load = |fill: &Option<Arc<dyn Fill>>| fill.as_ref().map(|fill| fill.load(bytes)).transpose();
        let Fills { expected, sampled, conditional } = &self.fills;
        let fills = Fills { expected: load(expected)?, sampled: load(sampled)?, conditional: load(conditional)? };
        match fills {
            Fills { expected: None, sampled: None, conditional: None } => {
                Err(LoadError::new("there is nobody to fill the empty points with it"))
            }
            fills => Ok(Arc::new(Generative::with_fills(fills))),
        }
    }
}

fn weights(parameters: &Parameters) -> Weights {
    let real = |key: &str| parameters.real(&format!("ising.molecular.{key}"));
    let whole = |key: &str| usize::try_from(parameters.integer(&format!("ising.molecular.{key}"))).unwrap_or(0);
    Weights {
        mu: real("mu"),
        eye: real("eye_weight"),
        net: real("net_weight"),
        ladder: real("ladder_weight"),
        contact: real("contact_weight"),
        net_stones: whole("net_stones"),
        net_share: real("net_share"),
        eye_cap: whole("eye_cap"),
        ladders: match parameters.text("ising.molecular.ladders") {
            "net" => Ladders::Net,
            "searched" => Ladders::Searched,
            _ => Ladders::Atari,
        },
        life: match parameters.text("ising.molecular.life") {
            "benson" => Life::Benson,
            "read" => Life::Read,
            _ => Life::Off,
        },
    }
}

/// The names of what every Hamiltonian writes.
struct Names {
    hamiltonian: String,
    interaction: String,
    field: String,
    own: ByColor<String>,
    gain: String,
    delta: String,
    gains: ByColor<String>,
    lead: String,
    predicted: String,
}

/// Follows a game with any Hamiltonian.
struct Follower<M> {
    names: Names,
    matter: M,
    gains: ByColor<ExactSum>,
    last: Option<Turn>,
}

/// A move and what it changed.
#[derive(Clone, Copy)]
struct Turn {
    color: Color,
    mv: Move,
    change: Change,
}

impl<M: Matter> Follower<M> {
    fn new(card: &Card, matter: M) -> Follower<M> {
        let of = |key: &str| format!("{}.{key}", card.name);
        let names = Names {
            hamiltonian: of("hamiltonian"),
            interaction: of("interaction"),
            field: of("field"),
            own: ByColor { black: of("black"), white: of("white") },
            gain: of("gain"),
            delta: of("delta"),
            gains: ByColor { black: of("black_gain"), white: of("white_gain") },
            lead: of("lead"),
            predicted: of("predicted"),
        };
        Follower { names, matter, gains: ByColor::default(), last: None }
    }

    /// What each legal move among these points would change, until `go_on` says no.
    fn candidates(
        &self,
        position: &Position,
        among: &PointSet,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Vec<(goban::Point, Change)> {
        let color = position.to_move();
        let mut scratch = position.forgetful();
        let mut candidates = Vec::new();
        for point in (position.legal_points() & *among).iter().take_while(|_| go_on()) {
            let Ok(played) = scratch.play_as(color, point) else { continue };
            let changed = changed_points(scratch.board(), point.into(), &played.captured);
            candidates.push((point, self.matter.consider(&scratch, &changed).0));
            scratch.take_back();
        }
        candidates
    }
}

/// The points that a move changed: where the stone was put, and what came off.
fn changed_points(board: &Board, mv: Move, captured: &PointSet) -> PointSet {
    let mut changed = *captured;
    changed.extend(mv.point());
    changed & board.size().all_points()
}

impl<M: Matter> Model for Follower<M> {
    fn observe(&mut self, ply: &Ply, position: &Position) {
        if ply.edited {
            // What was changed by hand is nobody's gain. If the board before the move cannot be made, the move is nobody's either.
            let before = ply.board_before(position.board());
            let setup = Setup { to_move: ply.color, ..Setup::from(&before) };
            match Position::from_setup(&setup, *position.rules()) {
                Ok(before) => self.matter.restart(&before),
                Err(_) => self.matter.restart(position),
            }
        }
        let changed = changed_points(position.board(), ply.mv, &ply.captured);
        let (change, update) = self.matter.consider(position, &changed);
        self.matter.accept(update);
        self.gains[ply.color].add(change.gain(ply.color));
        self.last = Some(Turn { color: ply.color, mv: ply.mv, change });
    }

    fn read(&mut self, position: &Position, sheet: &mut Sheet<'_>) {
        let energies = self.matter.energies();
        sheet.number(&self.names.hamiltonian, energies.hamiltonian());
        sheet.number(&self.names.interaction, energies.interaction);
        sheet.number(&self.names.field, energies.field);
        let (delta, gain) = self.last.map_or((0.0, 0.0), |turn| (turn.change.delta(), turn.change.gain(turn.color)));
        sheet.number(&self.names.gain, gain);
        sheet.number(&self.names.delta, delta);
        let gains = ByColor::new(|color| self.gains[color].value());
        for color in Color::ALL {
            sheet.number(&self.names.own[color], energies.own[color]);
            sheet.number(&self.names.gains[color], gains[color]);
        }
        sheet.number(&self.names.lead, known(gains.black - gains.white));
        let predicted = Color::ALL.into_iter().find(|&color| gains[color] > gains[!color]);
        sheet.number(&self.names.predicted, predicted.map_or(0.0, Color::sign));
        self.matter.write(position, sheet);
    }

    /// The value of a move is its gain.
    fn rate(&mut self, position: &Position, among: &PointSet, go_on: &mut dyn FnMut() -> bool) -> Vec<Rating> {
        let color = position.to_move();
        let rated = |(point, change): (goban::Point, Change)| Rating {
            point,
            // Ratings are compared: the greatest number stands in for what is beyond it.
            value: change.gain(color).clamp(f64::MIN, f64::MAX),
            details: vec![
                ("delta", Cell::Number(change.delta())),
                ("own", Cell::Number(change.own[color])),
                ("other", Cell::Number(change.own[!color])),
            ],
        };
        self.candidates(position, among, go_on).into_iter().map(rated).collect()
    }

    fn explain(&mut self, position: &Position, question: Question) -> Option<Explanation> {
        let size = position.size();
        match question {
            Question::Point(point) if size.contains(point) => Some(self.matter.explain(position, point)),
            Question::LastMove => self.last.map(|turn| words::change(size, turn.color, turn.mv, &turn.change)),
            Question::Candidate(Move::Play(point)) => {
                let (_, change) = self.candidates(position, &point.into(), &mut || true).pop()?;
                Some(words::change(size, position.to_move(), point.into(), &change))
            }
            Question::Point(_) | Question::Pair { .. } | Question::Candidate(Move::Pass) => None,
        }
    }
}
