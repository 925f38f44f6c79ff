//! The automata as a family of models: its card, and what it writes for a position.

use goban::{Color, Move, PointSet, Position};
use model::{
    Abilities, BeginError, Card, Cell, Data, Explanation, Family, Frame, Model, Parameter, Parameters, PlayingStyle,
    Quantity, Question, Rating, Role, Scale, Seed, Sheet, Sign, Swap,
};
use record::Ply;

use crate::automaton::State;
use crate::evaluation::{
    self, BLACK_STONE, BLACK_TERRITORY, FREE, NEUTRAL, WHITE_STONE, WHITE_TERRITORY, owner, state_name,
};
use crate::explain;
use crate::fast;
use crate::vote::{Style, Voter};

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

/// A style as a player. It spares its eyes: the player of the paper never ends a game.
fn playing_style(style: Style) -> PlayingStyle {
    let (name, about) = match style {
        Style::Mixed => ("", "the vote of 200 random tastes for chains, liberties and captures"),
        Style::Grow => ("grow", "touches as many own chains as it can"),
        Style::Breathe => ("breathe", "wins as many liberties as it can"),
        Style::Squeeze => ("squeeze", "takes as many liberties from the opponent as it can"),
        Style::Capture => ("capture", "takes as many stones as it can"),
    };
    let settings = vec![format!("cellular.style={style}"), "cellular.spare_eyes=true".to_string()];
    PlayingStyle { name: name.to_string(), about: about.to_string(), settings }
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
        let voter = Voter {
            style: Style::parse(parameters.text("cellular.style")).unwrap_or_default(),
            n_vectors: usize::try_from(parameters.integer("cellular.vectors")).unwrap_or(defaults.n_vectors),
            largest_weight: u16::try_from(parameters.integer("cellular.weight")).unwrap_or(defaults.largest_weight),
            spare_eyes: parameters.flag("cellular.spare_eyes"),
            ..defaults
        };
        Ok(Box::new(Reader { voter, seed, counts_komi: parameters.flag("cellular.komi"), last: None }))
    }
}

/// Everything is read from the position; only the last move is remembered, for who asks about it.
struct Reader {
    voter: Voter,
    seed: Seed,
    counts_komi: bool,
    last: Option<(Color, Move)>,
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
        sheet.field("cellular.votes", || {
            let mut votes = vec![0.0; position.size().area()];
            for rated in self.voter.vote(position, None, self.seed).moves {
                votes[position.size().index(rated.point)] = rated.votes as f64;
            }
            votes
        });
    }

    /// The value of a move is its number of votes, or φ where one taste alone decides. Suicide has no move-vector and no
    /// rating, even where it is legal. The vote is among all moves, whichever are asked about.
    fn rate(&mut self, position: &Position, among: &PointSet, _: &mut dyn FnMut() -> bool) -> Vec<Rating> {
        let moves = self.voter.vote(position, None, self.seed).moves;
        moves
            .into_iter()
            .filter(|rated| among.contains(rated.point))
            .map(|rated| {
                let votes = rated.votes as f64;
                let vector = rated.vector.to_array().map(f64::from).to_vec();
                let details = vec![("m", Cell::Numbers(vector)), ("votes", Cell::Number(votes))];
                let value = self.voter.style.vector().map_or(votes, |taste| taste.value(rated.vector) as f64);
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
            "cellular.state" => |states| states.map(f64::from).collect(),
            "cellular.owner" => |states| owners(states),
            _ => return Vec::new(),
        };
        let evolution = evaluation::evolve(position.board());
        let n_steps = evolution.n_steps();
        let frame = |(step, grid): (usize, &crate::Grid)| {
            let caption = match step {
                0 => "the stones".to_string(),
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
