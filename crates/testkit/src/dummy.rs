//! A sixth model with the least that the contract asks for, of every shape and ability. Whoever consumes models is
//! tested with it: what works for this one works for a model that nobody has written yet.

mod learner;

use std::collections::BTreeMap;
use std::sync::Arc;

use goban::{Agreement, Board, BoardSize, ByColor, Move, Point, PointSet, Position, Rules};
use model::{
    Abilities, BeginError, Card, Catalogue, Cell, Class, Contest, Data, Edge, End, Event, Explanation, Family,
    FileKind, Frame, Gauge, Graph, Learn, LoadError, Model, Node, Parameter, Parameters, Quantity, Question, Rating,
    Rng, Role, Row, Seed, Sentence, Sheet, Sign, Simulate, Simulation, Swap, Terms, Tick,
};
use record::Ply;

/// Counts stones and liberties.
pub struct Dummy {
    card: Card,
    settings: Vec<Parameter>,
}

impl Dummy {
    /// The family.
    #[must_use]
    pub fn new() -> Dummy {
        let mut card = Card::new("dummy", "stones are good, and so are liberties", "nobody, Never, 0");
        card.parameters = vec![
            Parameter::real("dummy.weight", "what a liberty is worth beside a stone", 0.0, 10.0, 0.5),
            Parameter::choice("dummy.mood", "does nothing", &["calm", "wild"]),
        ];
        card.quantities = vec![
            Quantity::number("dummy.lead", "worth of Black's chains minus White's")
                .role(Role::Lead)
                .sign(Sign::BlackPositive)
                .swap(Swap::Negates)
                .unit("points"),
            Quantity::field("dummy.lead", "worth of the chain on each point, signed")
                .role(Role::Ownership)
                .sign(Sign::BlackPositive)
                .swap(Swap::Negates),
            Quantity::number("dummy.black", "black stones").swap(Swap::With("dummy.white".to_string())).unit("stones"),
            Quantity::number("dummy.white", "white stones").swap(Swap::With("dummy.black".to_string())).unit("stones"),
            Quantity::number("dummy.gain", "what the last move added to its side's lead")
                .role(Role::Gain)
                .sign(Sign::MoverPositive)
                .of_game(),
            Quantity::field("dummy.next", "every legal move is as likely as any other").role(Role::NextMove),
            Quantity::labels("dummy.liberties", "the number of liberties on every stone").swap(Swap::Keeps),
            Quantity::graph("dummy.chains", "chains that touch each other"),
            Quantity::number("dummy.whim", "a random number below one").swap(Swap::Free).turns_freely(),
        ];
        card.abilities = Abilities {
            rates: true,
            recalls: false,
            explains: true,
            frames: true,
            learns: true,
            simulates: true,
            lists: true,
        };
        card.file = Some(FileKind {
            name: learner::KIND.to_string(),
            about: "what a liberty is worth, as aji train dummy writes it".to_string(),
        });
        card.lead_scale = Some(10.0);
        Dummy { card, settings: learner::settings() }
    }
}

impl Default for Dummy {
    fn default() -> Self {
        Dummy::new()
    }
}

impl Family for Dummy {
    fn card(&self) -> &Card {
        &self.card
    }

    fn begin(&self, start: &Position, parameters: &Parameters, seed: Seed) -> Result<Box<dyn Model>, BeginError> {
        BeginError::check_size(&self.card, start.size())?;
        let weight = parameters.real("dummy.weight");
        Ok(Box::new(Counter { weight, seed, last: lead(start.board(), weight), gain: 0.0 }))
    }

    fn load(&self, bytes: &[u8]) -> Result<Arc<dyn Family>, LoadError> {
        learner::load(bytes)
    }

    fn learn(&self) -> Option<&dyn Learn> {
        Some(self)
    }

    fn catalogue(&self) -> Option<&dyn Catalogue> {
        Some(self)
    }

    fn simulate(&self) -> Option<&dyn Simulate> {
        Some(self)
    }
}

/// Three classes of moves: with a liberty, with two, with three. They are as heavy as they have liberties.
impl Catalogue for Dummy {
    fn n_classes(&self) -> usize {
        3
    }

    fn class(&self, number: usize) -> Option<Class> {
        let weight = (number + 1) as f64;
        (number < 3).then(|| Class {
            kind: "liberties".into(),
            part: "tactics",
            moves: None,
            weight,
            importance: weight * weight,
            seen: 9,
            played: 3,
        })
    }

    fn class_name(&self, number: usize) -> String {
        let names = ["a move with one liberty", "a move with two liberties", "a move with three liberties"];
        names.get(number).map_or_else(String::new, ToString::to_string)
    }

    fn class_drawing(&self, number: usize) -> Vec<String> {
        let rows: [&[&str]; 3] = [&["  O", "O * ."], &["  O", ". * ."], &["  .", ". * ."]];
        rows.get(number).map_or_else(Vec::new, |rows| rows.iter().map(ToString::to_string).collect())
    }
}

struct Counter {
    weight: f64,
    seed: Seed,
    last: f64,
    gain: f64,
}

fn worth(board: &Board, point: Point, weight: f64) -> f64 {
    board.chain(point).map_or(0.0, |chain| chain.color().sign() * (1.0 + weight * chain.n_liberties() as f64))
}

fn field(board: &Board, weight: f64) -> Vec<f64> {
    board.size().points().map(|point| worth(board, point, weight)).collect()
}

fn lead(board: &Board, weight: f64) -> f64 {
    field(board, weight).iter().sum()
}

impl Model for Counter {
    fn observe(&mut self, ply: &Ply, position: &Position) {
        let now = lead(position.board(), self.weight);
        self.gain = (now - self.last) * ply.color.sign();
        self.last = now;
    }

    fn read(&mut self, position: &Position, sheet: &mut Sheet<'_>) {
        let board = position.board();
        sheet.number("dummy.lead", self.last);
        sheet.field("dummy.lead", || field(board, self.weight));
        sheet.number("dummy.black", board.stones().black.len() as f64);
        sheet.number("dummy.white", board.stones().white.len() as f64);
        sheet.number("dummy.gain", self.gain);
        sheet.field("dummy.next", || {
            let legal = position.legal_points();
            let likely = |point| if legal.contains(point) { 1.0 / legal.len() as f64 } else { 0.0 };
            board.size().points().map(likely).collect()
        });
        sheet.labels("dummy.liberties", || {
            board.size().points().map(|point| Some(board.chain(point)?.n_liberties().to_string())).collect()
        });
        sheet.graph("dummy.chains", || graph(board));
        let whim = self.seed.stream(board.hash()).rng().next_u64() >> 11;
        sheet.number("dummy.whim", whim as f64 / (1u64 << 53) as f64);
    }

    fn rate(&mut self, position: &Position, among: &PointSet, go_on: &mut dyn FnMut() -> bool) -> Vec<Rating> {
        let color = position.to_move();
        let before = lead(position.board(), self.weight);
        let rated = |point| {
            let mut board = position.board().clone();
            board.place(color, point);
            let value = (lead(&board, self.weight) - before) * color.sign();
            Rating { point, value, details: vec![("liberties", Cell::Number(worth(&board, point, 1.0).abs()))] }
        };
        (position.legal_points() & *among).iter().take_while(|_| go_on()).map(rated).collect()
    }

    fn explain(&mut self, position: &Position, question: Question) -> Option<Explanation> {
        let Question::Point(point) = question else { return None };
        let size = position.size();
        let vertex = size.vertex(point);
        let Some(chain) = position.board().chain(point) else {
            return Some(Explanation {
                sentences: vec![Sentence::new(format!("{vertex} is empty."), [point])],
                rows: Vec::new(),
            });
        };
        let text = format!("{vertex} belongs to {}: {} stones.", chain.color(), chain.size());
        let cells = vec![("color", Cell::Color(chain.color())), ("stones", Cell::Points(*chain.stones()))];
        Some(Explanation {
            sentences: vec![Sentence::new(text, *chain.stones())],
            rows: vec![Row { kind: "chains", cells }],
        })
    }

    fn frames(&mut self, position: &Position, quantity: &str) -> Vec<Frame> {
        if quantity != "dummy.lead" {
            return Vec::new();
        }
        let area = position.size().area();
        vec![
            Frame { caption: "nothing".to_string(), data: Data::Field(vec![0.0; area]) },
            Frame { caption: "worth".to_string(), data: Data::Field(field(position.board(), self.weight)) },
        ]
    }
}

fn graph(board: &Board) -> Graph {
    let chains: Vec<_> = board.chains().collect();
    let nodes = chains
        .iter()
        .enumerate()
        .map(|(i, chain)| Node {
            id: format!("chain{i}"),
            points: *chain.stones(),
            label: format!("{} stones", chain.size()),
            numbers: BTreeMap::from([("liberties".to_string(), chain.n_liberties() as f64)]),
            texts: BTreeMap::from([("color".to_string(), chain.color().letter().to_string())]),
        })
        .collect();
    let mut edges = Vec::new();
    for (from, a) in chains.iter().enumerate() {
        for (to, b) in chains.iter().enumerate().skip(from + 1) {
            let weight = (a.stones().grown() & *b.stones()).len();
            if weight > 0 {
                // Contacts seen from both sides, so that the weight does not depend on the order of the chains.
                let weight = (weight + (b.stones().grown() & *a.stones()).len()) as f64;
                edges.push(Edge { from, to, label: "touches".to_string(), weight, directed: false });
            }
        }
    }
    Graph { nodes, edges }
}

impl Simulate for Dummy {
    fn contest(&self, size: BoardSize, parameters: &Parameters) -> Result<Box<dyn Contest>, BeginError> {
        BeginError::check_size(&self.card, size)?;
        Ok(Box::new(Filling { size, weight: parameters.real("dummy.weight") }))
    }
}

/// Two sides put stones anywhere but into their own eyes, until there is nowhere to go.
struct Filling {
    size: BoardSize,
    weight: f64,
}

impl Filling {
    const RULES: Rules = Rules::TROMP_TAYLOR;

    /// The tick after which a game is cut off.
    fn tick_limit(&self) -> usize {
        10 * self.size.area()
    }
}

impl Contest for Filling {
    fn terms(&self) -> Terms {
        Terms {
            family: "dummy".to_string(),
            title: "Stones put anywhere",
            variant: "dummy".to_string(),
            size: self.size,
            players: ByColor::new(|_| "anywhere".to_string()),
            by_hand: 0,
            rules: Some(Filling::RULES),
            score: "points",
            gauge: Some(Gauge { quantity: "dummy.lead", about: "worth of Black's chains minus White's" }),
            tick_limit: self.tick_limit(),
        }
    }

    fn start(&self, seed: Seed) -> Box<dyn Simulation> {
        Box::new(Walk {
            position: Position::new(self.size, Filling::RULES),
            weight: self.weight,
            seed,
            ticks: 0,
            limit: self.tick_limit(),
        })
    }
}

/// A game of it.
struct Walk {
    position: Position,
    weight: f64,
    seed: Seed,
    ticks: usize,
    limit: usize,
}

impl Simulation for Walk {
    fn board(&self) -> &Board {
        self.position.board()
    }

    fn step(&mut self) -> Option<Tick> {
        if self.end().is_some() {
            return None;
        }
        self.ticks += 1;
        let (size, color) = (self.position.size(), self.position.to_move());
        let own = self.position.board().stones()[color];
        let is_eye = |point: Point| size.neighbors(point).all(|near| own.contains(near));
        let open: Vec<Point> = self.position.legal_points().iter().filter(|point| !is_eye(*point)).collect();
        let chosen = self.seed.stream(self.ticks as u64).rng().next_u64() as usize % open.len().max(1);
        let mv = open.get(chosen).map_or(Move::Pass, |point| Move::Play(*point));
        let played = self.position.play(mv).ok()?;
        let mut events = vec![Event::Move { color, mv, suicide: played.suicide }];
        let whose = if played.suicide { color } else { !color };
        let dead = played.captured.components();
        events.extend(dead.map(|stones| Event::Death { color: whose, stones, breathing: false }));
        Some(Tick { setup: false, events })
    }

    fn end(&self) -> Option<End> {
        if self.position.is_over() { Some(End::Passes) } else { (self.ticks >= self.limit).then_some(End::CutOff) }
    }

    fn scores(&self) -> ByColor<f64> {
        self.position.score(&Agreement::default(), 0).sides.map(|side| side.total)
    }

    fn gauge(&self) -> f64 {
        lead(self.position.board(), self.weight)
    }

    fn read(&mut self, sheet: &mut Sheet<'_>) {
        Counter { weight: self.weight, seed: self.seed, last: self.gauge(), gain: 0.0 }.read(&self.position, sheet);
    }
}
