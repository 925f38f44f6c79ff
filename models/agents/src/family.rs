//! The agents as a family of models: its card, what it reads from a position, and runs that show themselves.

use std::collections::BTreeMap;
use std::sync::Arc;

use goban::{BoardSize, ByColor, Move, Point, PointSet, Position, Scoring};
use model::{
    Abilities, BeginError, Card, Cell, Data, Edge, Explanation, Family, Frame, Graph, Model, Node, Parameter,
    Parameters, PlayingStyle, Quantity, Question, Rating, Seed, Sheet, Simulate, Swap,
};
use record::Ply;

use crate::{Contest, Liberties, Scene, Strategy, Stroke, Temperature, Variant, explain, look, strategy};

/// The name of the family.
pub(crate) const FAMILY: &str = "agents";

/// The family `agents`.
///
/// ```
/// use agents::Agents;
/// use goban::{Diagram, Position, Rules};
/// use model::{Family, Parameters, Seed, Selection, Sheet};
/// let setup = Diagram::parse("
///     . . . .
///     . X X .
///     . . O .
///     . . . .").unwrap();
/// let position = Position::from_setup(&setup, Rules::CHINESE).unwrap();
/// let family = Agents::new();
/// let mut model = family.begin(&position, &Parameters::defaults(family.card()), Seed(1)).unwrap();
/// let mut sheet = Sheet::new(family.card(), &Selection::All);
/// model.read(&position, &mut sheet);
/// assert_eq!(sheet.get_number("agents.capacity"), Some(12.0));
/// ```
pub struct Agents(Card);

impl Agents {
    /// The family.
    #[must_use]
    pub fn new() -> Agents {
        let mut card = Card::new(
            FAMILY,
            "stones are agents that know their neighbours; linked stones live and die together",
            "C. López Roa: The Game of Go: Modeling Complex Systems, 2016",
        );
        let variants = Variant::ALL.map(Variant::name);
        let known = strategy::all();
        let strategies: Vec<&str> = known.iter().map(|strategy| strategy.name()).collect();
        card.parameters = vec![
            Parameter::choice("agents.variant", "which reading of the paper a run plays", &variants),
            Parameter::choice("agents.black", "how Black chooses among its candidates", &strategies),
            Parameter::choice("agents.white", "how White chooses among its candidates", &strategies),
            Parameter::choice("agents.scoring", "what counts in a run of the variant rules", &["area", "territory"]),
            Parameter::real("agents.komi", "what White gets in a run of the variant rules", -625.0, 625.0, 0.0),
            Parameter::text(
                "agents.paint",
                "stones put into a run by hand, each before a tick: 5 black D4, 5 white E5, 9 remove D4",
                "",
            ),
        ];
        let with = |name: &str| Swap::With(name.to_string());
        card.quantities = vec![
            Quantity::field("agents.temperature", "stones beside each point, half of it spread over the eight around")
                .at_most(4.0)
                .unit("stones"),
            Quantity::number("agents.capacity", "the sum of the temperatures").unit("stones"),
            Quantity::labels(
                "agents.liberties",
                "own liberties of each stone / sum over its links, shared ones repeated",
            )
            .swap(Swap::Keeps),
            Quantity::graph("agents.links", "stones that are linked: every two of a chain, or what a run has linked"),
            Quantity::number("agents.black_score", "black stones and white stones taken off so far")
                .swap(with("agents.white_score"))
                .unit("stones")
                .of_game(),
            Quantity::number("agents.white_score", "white stones and black stones taken off so far")
                .swap(with("agents.black_score"))
                .unit("stones")
                .of_game(),
        ];
        card.abilities =
            Abilities { rates: true, explains: true, frames: true, simulates: true, ..Abilities::default() };
        card.styles = known
            .iter()
            .map(|strategy| PlayingStyle {
                name: strategy.name().to_string(),
                about: strategy.about().to_string(),
                settings: ["black", "white"].map(|side| format!("agents.{side}={}", strategy.name())).to_vec(),
                ..PlayingStyle::default()
            })
            .collect();
        Agents(card)
    }
}

impl Default for Agents {
    fn default() -> Self {
        Agents::new()
    }
}

impl Family for Agents {
    fn card(&self) -> &Card {
        &self.0
    }

    fn begin(&self, start: &Position, parameters: &Parameters, seed: Seed) -> Result<Box<dyn Model>, BeginError> {
        BeginError::check_size(&self.0, start.size())?;
        Ok(Box::new(Reader { players: players(parameters)?, seed }))
    }

    fn simulate(&self) -> Option<&dyn Simulate> {
        Some(self)
    }
}

impl Simulate for Agents {
    fn contest(&self, size: BoardSize, parameters: &Parameters) -> Result<Box<dyn model::Contest>, BeginError> {
        BeginError::check_size(&self.0, size)?;
        Ok(Box::new(contest(size, parameters)?))
    }
}

fn contest(size: BoardSize, parameters: &Parameters) -> Result<Contest, BeginError> {
    let paint = Stroke::list(parameters.text("agents.paint"), size);
    Ok(Contest {
        size,
        variant: Variant::named(parameters.text("agents.variant")).map_err(missing)?,
        players: players(parameters)?,
        scoring: if parameters.text("agents.scoring") == "territory" { Scoring::Territory } else { Scoring::Area },
        komi: parameters.real("agents.komi"),
        paint: paint.map_err(|error| BeginError::Missing(format!("agents.paint: {error}")))?,
    })
}

fn players(parameters: &Parameters) -> Result<ByColor<Arc<dyn Strategy>>, BeginError> {
    Ok(ByColor {
        black: strategy::named(parameters.text("agents.black")).map_err(missing)?,
        white: strategy::named(parameters.text("agents.white")).map_err(missing)?,
    })
}

fn missing(unknown: model::Unknown) -> BeginError {
    BeginError::Missing(unknown.to_string())
}

/// What the agents of a board know, from wherever it comes.
pub(crate) struct View<'a> {
    pub(crate) size: BoardSize,
    pub(crate) stones: &'a ByColor<PointSet>,
    pub(crate) scores: ByColor<f64>,
    pub(crate) liberties: &'a dyn Fn(Point) -> Option<Liberties>,
    pub(crate) links: &'a dyn Fn(Point) -> PointSet,
}

impl View<'_> {
    pub(crate) fn write(&self, sheet: &mut Sheet<'_>) {
        let temperature = Temperature::of(self.size, self.stones);
        sheet.field("agents.temperature", || temperature.field());
        sheet.number("agents.capacity", temperature.capacity() as f64);
        sheet.labels("agents.liberties", || self.size.points().map(|point| self.label(point)).collect());
        sheet.graph("agents.links", || self.graph());
        sheet.number("agents.black_score", self.scores.black);
        sheet.number("agents.white_score", self.scores.white);
    }

    fn label(&self, point: Point) -> Option<String> {
        (self.liberties)(point).map(|Liberties { own, group }| format!("{own}/{group}"))
    }

    fn graph(&self) -> Graph {
        let mut graph = Graph::default();
        let mut node_of = vec![0; self.size.area()];
        for (color, stones) in self.stones.iter() {
            let first = graph.nodes.len();
            for stone in *stones {
                node_of[self.size.index(stone)] = graph.nodes.len();
                let Liberties { own, group } = (self.liberties)(stone).unwrap_or_default();
                graph.nodes.push(Node {
                    id: self.size.vertex(stone),
                    points: stone.into(),
                    label: format!("{own}/{group}"),
                    numbers: BTreeMap::from([
                        ("liberties".to_string(), own as f64),
                        ("group_liberties".to_string(), group as f64),
                    ]),
                    texts: BTreeMap::from([("color".to_string(), color.letter().to_string())]),
                });
            }
            for (from, stone) in (first..).zip(*stones) {
                let beside = PointSet::from(stone).grown();
                for linked in (self.links)(stone) {
                    let to = node_of[self.size.index(linked)];
                    if from < to {
                        let label = if beside.contains(linked) { "beside" } else { "through others" };
                        graph.edges.push(Edge { from, to, label: label.to_string(), weight: 1.0, directed: false });
                    }
                }
            }
        }
        graph
    }
}

/// Reads positions. It keeps nothing of the game: agents of a position have all just looked, and their links are the
/// chains.
struct Reader {
    players: ByColor<Arc<dyn Strategy>>,
    seed: Seed,
}

impl Model for Reader {
    fn observe(&mut self, _: &Ply, _: &Position) {}

    fn read(&mut self, position: &Position, sheet: &mut Sheet<'_>) {
        let board = position.board();
        let stones = board.stones();
        let prisoners = position.prisoners();
        let counted = if sheet.wants_any(&["agents.liberties", "agents.links"]) {
            look::all_liberties(board)
        } else {
            Vec::new()
        };
        View {
            size: board.size(),
            stones,
            scores: ByColor::new(|color| (stones[color].len() + prisoners[color]) as f64),
            liberties: &|point| *counted.get(board.size().index(point))?,
            links: &|point| board.chain(point).map_or(PointSet::EMPTY, |chain| *chain.stones() - point.into()),
        }
        .write(sheet);
    }

    /// The candidates that the rules allow, by what the side's strategy thinks of them. A side that does not care gets
    /// numbers by chance, so that whoever plays the highest plays at random; every candidate has its number, asked about or
    /// not.
    fn rate(&mut self, position: &Position, among: &PointSet, _: &mut dyn FnMut() -> bool) -> Vec<Rating> {
        let board = position.board();
        let (size, stones, color) = (board.size(), board.stones(), position.to_move());
        let temperature = Temperature::of(size, stones);
        let candidates = look::candidates(size, stones) & position.legal_points();
        let scene = Scene { size, color, stones, candidates: &candidates, temperature: &temperature };
        let player = &self.players[color];
        let mut chance = self.seed.stream(board.hash()).rng();
        candidates
            .iter()
            .map(|point| (point, model::unit(&mut chance)))
            .filter(|(point, _)| among.contains(*point))
            .map(|(point, luck)| {
                let value = if player.is_indifferent() { luck } else { player.liking(&scene, point) };
                let details = vec![
                    ("strategy", Cell::Text(player.name().to_string())),
                    ("temperature", Cell::Number(temperature.get(point))),
                ];
                Rating { point, value, details }
            })
            .collect()
    }

    fn explain(&mut self, position: &Position, question: Question) -> Option<Explanation> {
        match question {
            Question::Point(point) => explain::point(position, point),
            Question::Candidate(Move::Play(point)) => explain::candidate(position, point),
            _ => None,
        }
    }

    fn frames(&mut self, position: &Position, quantity: &str) -> Vec<Frame> {
        if quantity != "agents.temperature" {
            return Vec::new();
        }
        let temperature = Temperature::of(position.size(), position.board().stones());
        vec![
            Frame { caption: "stones beside each point".to_string(), data: Data::Field(temperature.counts()) },
            Frame {
                caption: "half of it spread over the eight points around".to_string(),
                data: Data::Field(temperature.field()),
            },
        ]
    }
}
