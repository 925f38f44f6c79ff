//! The automata as a family of models: its card, and what it writes for a position.

use goban::{Color, Move, Point, PointSet, Position};
use model::{
    Abilities, BeginError, Card, Cell, Data, Explanation, Family, Frame, Model, Parameter, Parameters, PlayingStyle,
    Quantity, Question, Rating, Role, Scale, Seed, Sheet, Sign, Swap,
};
use record::Ply;

use crate::automaton::{Evolution, Grid, State};
use crate::evaluation::{
    self, BLACK_STONE, BLACK_TERRITORY, FREE, NEUTRAL, WHITE_STONE, WHITE_TERRITORY, owner, state_name,
};
use crate::vector::Stone;
use crate::vote::{Style, Voter};
use crate::{capture, chain, explain, fast, freedom};

/// The lead at which a host shows a win rate of 73 %. The evaluation takes every stone for alive, so a few points are little.
const LEAD_SCALE: f64 = 20.0;

/// The family `cellular`.
///
/// ```
/// use cellular::Cellular;
/// use goban::{Diagram, Position, Rules};
/// use model::{Family, Parameters, Seed, Selection, Sheet};
/// let setup = Diagram::parse("
///     . X O .
///     X X O O
///     . X O .
///     . X O O").unwrap();
/// let position = Position::from_setup(&setup, Rules::CHINESE).unwrap();
/// let family = Cellular::new();
/// let mut model = family.begin(&position, &Parameters::defaults(family.card()), Seed(1)).unwrap();
/// let mut sheet = Sheet::new(family.card(), &Selection::All);
/// model.read(&position, &mut sheet);
/// assert_eq!(sheet.get_number("cellular.black_area"), Some(8.0));
/// assert_eq!(sheet.get_number("cellular.lead"), Some(0.0));
/// ```
pub struct Cellular(Card);

impl Cellular {
    /// The family.
    #[must_use]
    pub fn new() -> Cellular {
        let mut card = Card::new(
            "cellular",
            "colour spreads from the stones point by point; moves are rated by chains, liberties and captures",
            "J. M. Gómez Soto, D. Delgado Ávila: The Game of Go: A Cellular Automata Approach, 2023",
        );
        let styles = Style::ALL.map(Style::name);
        card.parameters = vec![
            Parameter::flag("cellular.komi", "subtract the komi of the game from the lead", false),
            Parameter::choice("cellular.style", "what a move is rated by: the vote, or one taste alone", &styles),
            Parameter::integer("cellular.vectors", "game-vectors that vote on a move", 1, 100_000, 200),
            Parameter::integer("cellular.weight", "largest weight of a random game-vector", 1, 1000, 10),
            Parameter::flag("cellular.spare_eyes", "give no vote to filling an own single-point eye", false),
            Parameter::text(
                "cellular.vector",
                "a game-vector of your own that alone rates moves, d1,d2,o1,o2; empty: cellular.style",
                "",
            ),
            Parameter::text(
                "cellular.point",
                "the move that the automata of chains, liberties and captures look at; empty: that with the most votes",
                "",
            ),
        ];
        let with = |name: &str| Swap::With(name.to_string());
        let states = [FREE, WHITE_TERRITORY, BLACK_TERRITORY, NEUTRAL, WHITE_STONE, BLACK_STONE];
        card.quantities = vec![
            Quantity::number("cellular.black_area", "black stones and points that only Black reaches")
                .swap(with("cellular.white_area"))
                .unit("points"),
            Quantity::number("cellular.white_area", "white stones and points that only White reaches")
                .swap(with("cellular.black_area"))
                .unit("points"),
            Quantity::number("cellular.neutral", "empty points that both colours reach").unit("points"),
            Quantity::number("cellular.free", "empty points that no colour reaches").unit("points"),
            Quantity::number("cellular.lead", "Black's area minus White's, minus the komi if cellular.komi is set")
                .role(Role::Lead)
                .sign(Sign::BlackPositive)
                .swap(Swap::Negates)
                .unit("points"),
            Quantity::field("cellular.owner", "whose each point is: +1 Black's, −1 White's, 0 nobody's")
                .role(Role::Ownership)
                .sign(Sign::BlackPositive)
                .swap(Swap::Negates),
            Quantity::number("cellular.steps", "steps of the evaluation automaton to its fixed point").unit("steps"),
            Quantity::field("cellular.state", "state of each cell at the fixed point, with the paper's numbers")
                .scale(Scale::Categories(
                    states.into_iter().map(|state| (state.into(), state_name(state).to_string())).collect(),
                ))
                .swap(Swap::Values(vec![
                    (WHITE_TERRITORY.into(), BLACK_TERRITORY.into()),
                    (WHITE_STONE.into(), BLACK_STONE.into()),
                ])),
            automaton("chains", "numbers spread through the own chains beside a move", &CHAIN_STATES),
            automaton("liberties", "own liberties after a move, and opponents without any", &FREEDOM_STATES),
            automaton(
                "captures",
                "air spreads through the opponent's chains; what it does not reach is taken",
                &CAPTURE_STATES,
            ),
            Quantity::field("cellular.votes", "votes of the game-vectors for each move of the side to play")
                .unit("votes")
                .swap(Swap::Free)
                .turns_freely(),
        ];
        card.abilities = Abilities { rates: true, explains: true, frames: true, ..Abilities::default() };
        card.styles = Style::ALL.map(playing_style).to_vec();
        card.lead_scale = Some(LEAD_SCALE);
        Cellular(card)
    }
}

/// States of an automaton with what they are.
type States = [(State, &'static str)];

const CHAIN_STATES: [(State, &str); 6] = [
    (chain::OTHER, "other"),
    (chain::ALLY, "own stone"),
    (chain::FIRST, "first chain"),
    (chain::FIRST + 1, "second chain"),
    (chain::FIRST + 2, "third chain"),
    (chain::FIRST + 3, "fourth chain"),
];

const FREEDOM_STATES: [(State, &str); 6] = [
    (freedom::FREE, "free"),
    (freedom::ALLY, "own stone"),
    (freedom::OPPONENT, "opponent"),
    (freedom::FREEDOM, "own liberty"),
    (freedom::BREATHING, "opponent with a liberty"),
    (freedom::UNDECIDED, "opponent without a liberty so far"),
];

const CAPTURE_STATES: [(State, &str); 3] =
    [(capture::ALLY, "own stone"), (capture::OPPONENT, "opponent without air"), (capture::AIR, "air")];

/// The fixed point of an automaton about a move of the side to play. The move may be the one with the most votes, which chance
/// has a part in.
fn automaton(name: &str, about: &str, states: &States) -> Quantity {
    let states = states.iter().map(|(state, name)| ((*state).into(), name.to_string())).collect();
    Quantity::field(&format!("cellular.{name}"), about).scale(Scale::Categories(states)).swap(Swap::Free).turns_freely()
}

/// A style as a player. It spares its eyes: the player of the paper never ends a game.
fn playing_style(style: Style) -> PlayingStyle {
    let (name, about) = match style {
        Style::Mixed => ("", "the vote of 200 random tastes for chains, liberties and captures"),
        Style::Grow => ("grow", "touches as many own chains as it can"),
        Style::Breathe => ("breathe", "wins as many liberties as it can"),
        Style::Squeeze => ("squeeze", "takes as many liberties from the opponent as it can"),
        Style::Capture => ("capture", "takes as many stones as it can"),
        Style::Offensive => {
            ("offensive", "own chains and liberties before the opponent's losses, which the paper calls offensive")
        }
        Style::Defensive => {
            ("defensive", "the opponent's losses before own chains and liberties, which the paper calls defensive")
        }
        Style::Neutral => ("neutral", "chains, liberties, the opponent's losses and captures alike"),
        Style::Own(_) => ("own", "a game-vector of your own"),
    };
    PlayingStyle {
        name: name.to_string(),
        about: about.to_string(),
        settings: vec![format!("cellular.style={style}")],
        manners: vec!["cellular.spare_eyes=true".to_string()],
    }
}

impl Default for Cellular {
    fn default() -> Self {
        Cellular::new()
    }
}

impl Family for Cellular {
    fn card(&self) -> &Card {
        &self.0
    }

    fn begin(&self, start: &Position, parameters: &Parameters, seed: Seed) -> Result<Box<dyn Model>, BeginError> {
        BeginError::check_size(&self.0, start.size())?;
        let defaults = Voter::default();
        let wrong = |name: &str, what: &str| BeginError::Missing(format!("{name}: {what}"));
        let style = match parameters.text("cellular.vector") {
            "" => Style::parse(parameters.text("cellular.style")).unwrap_or_default(),
            own => Style::Own(own.parse().map_err(|error: String| wrong("cellular.vector", &error))?),
        };
        let point = match parameters.text("cellular.point") {
            "" => None,
            vertex => {
                let what = format!("{vertex:?} is no point of this board");
                Some(start.size().parse_vertex(vertex).ok_or_else(|| wrong("cellular.point", &what))?)
            }
        };
        let voter = Voter {
            style,
            n_vectors: usize::try_from(parameters.integer("cellular.vectors")).unwrap_or(defaults.n_vectors),
            largest_weight: u16::try_from(parameters.integer("cellular.weight")).unwrap_or(defaults.largest_weight),
            spare_eyes: parameters.flag("cellular.spare_eyes"),
            ..defaults
        };
        Ok(Box::new(Reader { voter, seed, counts_komi: parameters.flag("cellular.komi"), point, last: None }))
    }
}

/// Everything is read from the position; only the last move is remembered, for who asks about it.
struct Reader {
    voter: Voter,
    seed: Seed,
    counts_komi: bool,
    /// The move that the automata of chains, liberties and captures look at.
    point: Option<Point>,
    last: Option<(Color, Move)>,
}

impl Reader {
    /// The stone of the side to play that the automata about a move look at: where it was asked for, or where most vote for; none
    /// where that is not free, or nobody votes.
    fn stone(&self, position: &Position) -> Option<Stone> {
        let chosen = self.point.or_else(|| self.voter.vote(position, None, self.seed).choice.point());
        let point = chosen.filter(|point| position.board().is_empty(*point))?;
        Some(Stone { color: position.to_move(), point })
    }

    /// The evolution behind a quantity; none for one that has none.
    fn evolution(&self, position: &Position, quantity: &str) -> Option<Evolution> {
        let (board, color) = (position.board(), position.to_move());
        // Without a move the same automata run over the stones alone.
        let stones = |ally: State, opponent: State, free: State| {
            Grid::new(board.size(), |point| match board.get(point) {
                Some(of) if of == color => ally,
                Some(_) => opponent,
                None => free,
            })
        };
        Some(match (quantity, self.stone(position)) {
            ("cellular.chains", Some(stone)) => Evolution::new(&chain::Chains, chain::start(board, stone)),
            ("cellular.chains", None) => {
                Evolution::new(&chain::Chains, stones(chain::ALLY, chain::OTHER, chain::OTHER))
            }
            ("cellular.liberties", stone) => Evolution::new(&freedom::Freedom, freedom::start(board, color, stone)),
            ("cellular.captures", Some(stone)) => Evolution::new(&capture::Capture, capture::start(board, stone)),
            ("cellular.captures", None) => {
                Evolution::new(&capture::Capture, stones(capture::ALLY, capture::OPPONENT, capture::AIR))
            }
            _ => return None,
        })
    }
}

impl Model for Reader {
    fn observe(&mut self, ply: &Ply, _: &Position) {
        self.last = Some((ply.color, ply.mv));
    }

    fn read(&mut self, position: &Position, sheet: &mut Sheet<'_>) {
        let evaluation = fast::evaluate(position.board());
        let area = evaluation.area();
        let komi = if self.counts_komi { position.rules().komi } else { 0.0 };
        sheet.number("cellular.black_area", area.black as f64);
        sheet.number("cellular.white_area", area.white as f64);
        sheet.number("cellular.neutral", evaluation.neutral.len() as f64);
        sheet.number("cellular.free", evaluation.free.len() as f64);
        sheet.number("cellular.lead", evaluation.lead(komi));
        sheet.field("cellular.owner", || owners(evaluation.states()));
        sheet.number("cellular.steps", evaluation.n_steps as f64);
        sheet.field("cellular.state", || evaluation.states().map(f64::from).collect());
        for name in ["cellular.chains", "cellular.liberties", "cellular.captures"] {
            sheet.field(name, || {
                let evolution = self.evolution(position, name);
                evolution.map_or_else(Vec::new, |steps| steps.fixed_point().states().map(f64::from).collect())
            });
        }
        sheet.field("cellular.votes", || {
            let mut votes = vec![0.0; position.size().area()];
            for rated in self.voter.vote(position, None, self.seed).moves {
                votes[position.size().index(rated.point)] = rated.votes as f64;
            }
            votes
        });
    }

    /// The value of a move is its number of votes, or φ where one taste alone decides; where all abstain it is −1, since they
    /// like no move better than none. Suicide has no move-vector and no
    /// rating, even where it is legal. The vote is among all moves, whichever are asked about.
    fn rate(&mut self, position: &Position, among: &PointSet, _: &mut dyn FnMut() -> bool) -> Vec<Rating> {
        let vote = self.voter.vote(position, None, self.seed);
        let unwanted = vote.choice == Move::Pass;
        vote.moves
            .into_iter()
            .filter(|rated| among.contains(rated.point))
            .map(|rated| {
                let votes = rated.votes as f64;
                let vector = rated.vector.to_array().map(f64::from).to_vec();
                let details = vec![("m", Cell::Numbers(vector)), ("votes", Cell::Number(votes))];
                let value = match self.voter.style.vector() {
                    Some(taste) => taste.value(rated.vector) as f64,
                    None if unwanted => -1.0,
                    None => votes,
                };
                Rating { point: rated.point, value, details }
            })
            .collect()
    }

    fn explain(&mut self, position: &Position, question: Question) -> Option<Explanation> {
        match question {
            Question::Point(point) => explain::point(position, point, &self.voter, self.seed),
            Question::Candidate(Move::Play(point)) => explain::candidate(position, point, &self.voter, self.seed),
            Question::LastMove => {
                let (color, mv) = self.last?;
                explain::last_move(position, color, mv.point()?)
            }
            Question::Candidate(Move::Pass) | Question::Pair { .. } => None,
        }
    }

    fn frames(&mut self, position: &Position, quantity: &str) -> Vec<Frame> {
        let field: fn(&mut dyn Iterator<Item = State>) -> Vec<f64> = match quantity {
            "cellular.owner" => |states| owners(states),
            _ => |states| states.map(f64::from).collect(),
        };
        let (evolution, start) = match quantity {
            "cellular.state" | "cellular.owner" => (evaluation::evolve(position.board()), "the stones".to_string()),
            _ => {
                let Some(evolution) = self.evolution(position, quantity) else { return Vec::new() };
                let start = self.stone(position).map_or_else(
                    || "the stones".to_string(),
                    |stone| format!("{} on {}", stone.color, position.size().vertex(stone.point)),
                );
                (evolution, start)
            }
        };
        let n_steps = evolution.n_steps();
        let frame = |(step, grid): (usize, &Grid)| {
            let caption = match step {
                0 => start.clone(),
                _ if step == n_steps => format!("step {step}: the fixed point"),
                _ => format!("step {step}"),
            };
            Frame { caption, data: Data::Field(field(&mut grid.states())) }
        };
        evolution.steps().iter().enumerate().map(frame).collect()
    }
}

fn owners(states: impl Iterator<Item = State>) -> Vec<f64> {
    states.map(|state| owner(state).map_or(0.0, Color::sign)).collect()
}
