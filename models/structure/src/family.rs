//! Structure as a family of models: its card comes from the definitions.

use std::collections::BTreeMap;
use std::sync::Arc;

use goban::{Move, PointSet, Position};
use model::{
    Abilities, BeginError, Card, Edge, Explanation, Family, FileKind, Graph, Learn, LoadError, Model, Node, Parameter,
    Parameters, Quantity, Question, Rating, Seed, Shape, Sheet, Swap,
};
use record::Ply;

use crate::definitions::{self, DefinitionError};
use crate::ets::System;
use crate::go::{Attention, Plan, Recorder};
use crate::learn::Pupil;
use crate::rate::{self, Prices, Weights};
use crate::words::{self, Turn};

/// The family `structure`.
///
/// ```
/// use goban::{BoardSize, Position, Rules};
/// use model::{Family, Parameters, Seed, Selection, Sheet};
/// use structure::Structure;
/// let family = Structure::new();
/// let position = Position::new(BoardSize::NINETEEN, Rules::CHINESE);
/// let mut model = family.begin(&position, &Parameters::defaults(family.card()), Seed(1)).unwrap();
/// let mut sheet = Sheet::new(family.card(), &Selection::All);
/// model.read(&position, &mut sheet);
/// assert_eq!(sheet.get_number("structure.level0.C3"), Some(361.0));
/// assert_eq!(sheet.get_number("structure.level1.knights_jump.white"), Some(0.0));
/// ```
pub struct Structure {
    card: Card,
    plan: Arc<Plan>,
    pupil: Pupil,
}

impl Structure {
    /// The family with the built-in definitions.
    #[must_use]
    pub fn new() -> Structure {
        Structure::with_plan(Plan::built_in(), "")
    }

    /// The family with definitions of your own; levels that the text does not give are built in.
    ///
    /// # Errors
    /// At the first mistake, with its line and column.
    pub fn with_definitions(text: &str) -> Result<Structure, DefinitionError> {
        let system = definitions::parse(text)?;
        Ok(Structure::with_plan(Arc::new(Plan::new(Arc::new(system))?), text))
    }

    /// The definitions, made ready for boards.
    #[must_use]
    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    fn with_plan(plan: Arc<Plan>, text: &str) -> Structure {
        let mut card = Card::new(
            "structure",
            "shapes and how they form: stones and points, blocks and spaces, groups, each made of elements of the level below",
            "J. I. Scrimger: Structural Representation of the Game of Go, 2007 (Evolving Transformation System)",
        );
        card.parameters = vec![
            Parameter::text(
                "structure.attention",
                "what is looked at: whole, local, sweep:right (left, down, up), window:D4,E4",
                "whole",
            ),
            Parameter::flag(
                "structure.history",
                "whether overlap graphs show all elements so far and not only those that last",
                false,
            ),
        ];
        card.quantities = quantities(plan.system());
        card.file = Some(FileKind {
            name: "definitions".to_string(),
            about: "definitions of shapes; aji models --print-definitions prints the built-in ones".to_string(),
        });
        card.abilities = Abilities { explains: true, learns: true, ..Abilities::default() };
        rate::declare(&mut card, plan.system());
        let pupil = Pupil::new(Arc::clone(&plan), text);
        Structure { card, plan, pupil }
    }
}

impl Default for Structure {
    fn default() -> Self {
        Structure::new()
    }
}

fn name(level: usize, key: &str) -> String {
    format!("structure.level{level}.{key}")
}

fn quantities(system: &System) -> Vec<Quantity> {
    let mut all = Vec::new();
    for level in system.levels.iter() {
        for class in &level.classes {
            let whose = class.color.as_ref().map_or(String::new(), |color| format!(", {color}"));
            let about = format!("elements so far of {} ({}{whose})", class.name, class.title);
            let swap = match class.twin.map(|twin| &level.classes[twin]) {
                Some(twin) if twin.name == class.name => Swap::Keeps,
                Some(twin) => Swap::With(name(level.number, &twin.key)),
                None => Swap::Free,
            };
            all.push(Quantity::number(&name(level.number, &class.key), &about).of_game().swap(swap).unit("elements"));
        }
        let about = format!("elements so far of all classes of level {}", level.number);
        let free = level.classes.iter().any(|class| class.twin.is_none());
        let swap = if free { Swap::Free } else { Swap::Keeps };
        all.push(Quantity::number(&name(level.number, "total"), &about).of_game().swap(swap).unit("elements"));
    }
    let graph = |name: &str, about: &str| {
        // Links name directions and classes name colours: both change with the board.
        Quantity::graph(name, about).of_game().swap(Swap::Free).turns_freely()
    };
    all.push(graph("structure.overlap1", "blocks and spaces, and the links that they share"));
    all.push(graph("structure.overlap0", "stones, points and lines, and the links that they share"));
    all.push(Quantity::labels("structure.shapes", "shapes that the last move made (+) or ended (−)").of_game());
    all
}

impl Family for Structure {
    fn card(&self) -> &Card {
        &self.card
    }

    fn load(&self, bytes: &[u8]) -> Result<Arc<dyn Family>, LoadError> {
        let text = std::str::from_utf8(bytes).map_err(|_| LoadError::new("is no text"))?;
        let wrong = |error: DefinitionError| LoadError { at: Some((error.line, error.column)), what: error.message };
        Ok(Arc::new(Structure::with_definitions(text).map_err(wrong)?))
    }

    fn learn(&self) -> Option<&dyn Learn> {
        Some(&self.pupil)
    }

    fn begin(&self, start: &Position, parameters: &Parameters, _: Seed) -> Result<Box<dyn Model>, BeginError> {
        BeginError::check_size(&self.card, start.size())?;
        let attention = Attention::parse(parameters.text("structure.attention"), start.size())
            .map_err(|error| BeginError::Missing(format!("structure.attention: {error}")))?;
        Ok(Box::new(Follower {
            plan: Arc::clone(&self.plan),
            recorder: Recorder::new(Arc::clone(&self.plan), start.board(), attention),
            history: parameters.flag("structure.history"),
            prices: Prices::new(&self.plan, &Weights::new(parameters)),
            turn: None,
        }))
    }
}

/// Follows a game.
struct Follower {
    plan: Arc<Plan>,
    recorder: Recorder,
    history: bool,
    prices: Prices,
    turn: Option<Turn>,
}

impl Follower {
    /// An overlap graph in the shape of the contract.
    fn graph(&self, level: usize) -> Graph {
        let found = self.recorder.overlap(level, self.history);
        let definitions = &self.plan.system().levels[level];
        let nodes = found.nodes.iter().map(|node| {
            let class = &definitions.classes[node.class];
            let mut numbers = BTreeMap::from([("begin".to_string(), f64::from(node.span.begin))]);
            if !self.recorder.is_now(node.span) {
                numbers.insert("end".to_string(), f64::from(node.span.end));
            }
            let mut texts = BTreeMap::from([("class".to_string(), class.name.clone())]);
            if let Some(color) = class.color.as_deref().and_then(goban::Color::parse) {
                texts.insert("color".to_string(), color.letter().to_string());
            }
            let id = format!("{}.{}", class.name, node.id.index);
            Node { id, points: node.points, label: class.title.clone(), numbers, texts }
        });
        let edges = found.edges.iter().flat_map(|(from, to, links)| {
            links.iter().map(|&link| {
                let label = definitions.links[link].name.clone();
                Edge { from: *from, to: *to, label, weight: 1.0, directed: false }
            })
        });
        let became = found.became.iter().map(|&(from, to)| Edge {
            from,
            to,
            label: "became".to_string(),
            weight: 1.0,
            directed: true,
        });
        Graph { nodes: nodes.collect(), edges: edges.chain(became).collect() }
    }
}

impl Model for Follower {
    fn observe(&mut self, ply: &Ply, position: &Position) {
        self.recorder.observe(ply, position.board());
        let taken = ply.captured.len();
        self.turn = Some(Turn { number: ply.number, color: ply.color, point: ply.mv.point(), taken });
    }

    fn read(&mut self, _: &Position, sheet: &mut Sheet<'_>) {
        for level in self.plan.system().levels.iter() {
            let counts = self.recorder.counts(level.number);
            for (class, count) in level.classes.iter().zip(counts) {
                sheet.number(&name(level.number, &class.key), f64::from(*count));
            }
            sheet.number(&name(level.number, "total"), f64::from(counts.iter().sum::<u32>()));
        }
        sheet.labels("structure.shapes", || words::labels(&self.recorder, self.turn.as_ref()));
        for level in [1, 0] {
            let name = format!("structure.overlap{level}");
            if sheet.wants(&name, Shape::Graph) {
                sheet.graph(&name, || self.graph(level));
            }
        }
    }

    fn rate(&mut self, position: &Position, among: &PointSet, go_on: &mut dyn FnMut() -> bool) -> Vec<Rating> {
        let last = self.turn.filter(|turn| turn.color != position.to_move()).and_then(|turn| turn.point);
        let turn = rate::Turn { color: position.to_move(), last };
        // A player has to see the whole board, and what the recording looks at may be less.
        let (recorder, groups) = if self.recorder.sees_everything() {
            self.recorder.for_trials()
        } else {
            Recorder::new(Arc::clone(&self.plan), position.board(), Attention::Whole).for_trials()
        };
        rate::rate((&recorder, &groups), position, &turn, &self.prices, among, go_on)
    }

    fn explain(&mut self, position: &Position, question: Question) -> Option<Explanation> {
        match question {
            Question::Point(point) => Some(words::explain_point(&self.recorder, point)),
            Question::LastMove => Some(words::explain_turn(&self.recorder, &self.turn?)),
            Question::Candidate(Move::Play(point)) => {
                let mut after = position.forgetful();
                let played = after.play(point).ok()?;
                let mut recorder = self.recorder.clone();
                recorder.try_move(point, played.captured, after.board());
                let turn = Turn {
                    number: self.turn.map_or(0, |turn| turn.number) + 1,
                    color: position.to_move(),
                    point: Some(point),
                    taken: played.captured.len(),
                };
                Some(words::explain_turn(&recorder, &turn))
            }
            Question::Candidate(Move::Pass) | Question::Pair { .. } => None,
        }
    }
}
