//! How true reviews are: what they claim of moves and groups, held against kept judgements of a strong engine.

use std::fmt::Write as _;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use goban::{BoardSize, Color, Move, Point, Rules};
use model::words::count;
use record::{Game, SetupChange};
use review::{Grade, Review, Status};
use serde::Deserialize;
use statistics::Share;

/// A game whose every position a strong engine has judged: a line of a file of such games.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedGame {
    /// What it is called.
    pub id: String,
    /// The game.
    pub game: Game,
    /// What was said of the start and of every position after a move.
    turns: Vec<Said>,
}

/// What was said of a position.
#[derive(Clone, PartialEq, Debug)]
struct Said {
    lead: f64,
    /// Whose each point is, from −100, White's, to 100, Black's.
    owners: Vec<f64>,
}

#[derive(Deserialize)]
struct Line {
    id: String,
    size: usize,
    rules: String,
    komi: f64,
    stones: Vec<(String, String)>,
    moves: Vec<(String, String)>,
    turns: Vec<Turn>,
    #[serde(default)]
    black_rank: Option<String>,
    #[serde(default)]
    white_rank: Option<String>,
}

#[derive(Deserialize)]
struct Turn {
    l: f64,
    o: String,
}

impl JudgedGame {
    /// Reads a line of a file: an object with `id`, `size`, `rules`, `komi`, `stones`, `moves` and, for the position before every move and the last one,
    /// `turns` with Black's lead `l` and the owners `o`, a signed byte a point in base64; `black_rank` and `white_rank` may be there too.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(line: &str) -> Result<JudgedGame, String> {
        let line: Line = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let size = BoardSize::new(line.size).ok_or_else(|| format!("there is no board of {} lines", line.size))?;
        Rules::named(&line.rules).ok_or_else(|| format!("there are no rules '{}'", line.rules))?;
        let play = |(color, vertex): &(String, String)| -> Result<(Color, Move), String> {
            let color = Color::parse(color).ok_or_else(|| format!("'{color}' is no colour"))?;
            if vertex.eq_ignore_ascii_case("pass") {
                return Ok((color, Move::Pass));
            }
            let point = size.parse_vertex(vertex).ok_or_else(|| format!("'{vertex}' is no point"))?;
            Ok((color, Move::Play(point)))
        };
        let mut game = Game::new(size);
        (game.info.rules, game.info.komi) = (Some(line.rules), Some(line.komi));
        (game.info.players.black.rank, game.info.players.white.rank) = (line.black_rank, line.white_rank);
        let mut at = game.root();
        let mut change = SetupChange::default();
        for stone in &line.stones {
            if let (color, Move::Play(point)) = play(stone)? {
                change.add[color].insert(point);
            }
        }
        let moves: Vec<(Color, Move)> = line.moves.iter().map(play).collect::<Result<_, _>>()?;
        change.to_move = moves.first().map(|(color, _)| *color);
        game.node_mut(at).setup = Some(Box::new(change));
        for (color, mv) in moves {
            at = game.add_move(at, color, mv);
        }
        if line.turns.len() != line.moves.len() + 1 {
            return Err(format!("{} moves need {} turns", line.moves.len(), line.moves.len() + 1));
        }
        let said = |(number, turn): (usize, &Turn)| {
            let owners = BASE64_STANDARD.decode(&turn.o);
            let owners = owners.map_err(|error| format!("the owners of turn {number} are no base64: {error}"))?;
            let owners: Vec<f64> = owners.into_iter().map(|byte| f64::from(byte as i8)).collect();
            if owners.len() == size.area() {
                Ok(Said { lead: turn.l, owners })
            } else {
                Err(format!("turn {number} has {} owners", owners.len()))
            }
        };
        let turns = line.turns.iter().enumerate().map(said).collect::<Result<_, _>>()?;
        Ok(JudgedGame { id: line.id, game, turns })
    }
}

/// A question about the truth of reviews.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Groups called dead or alive that are so, of those whose stones the engine gives to somebody by 50 of 100 or more.
    GroupsRight,
    /// Groups that are called dead or alive, of those whose stones the engine gives to somebody by 80 of 100 or more.
    GroupsCalled,
    /// Moves called mistake or blunder that lose a point or more.
    MistakesTrue,
    /// Moves that lose six points or more and are called mistake or blunder.
    LossesNamed,
    /// Moves called inaccuracy that lose half a point or more.
    InaccuraciesTrue,
}

impl Question {
    /// Every question.
    pub const ALL: [Question; 5] = [
        Question::GroupsRight,
        Question::GroupsCalled,
        Question::MistakesTrue,
        Question::LossesNamed,
        Question::InaccuraciesTrue,
    ];

    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Question::GroupsRight => "groups_right",
            Question::GroupsCalled => "groups_called",
            Question::MistakesTrue => "mistakes_true",
            Question::LossesNamed => "losses_named",
            Question::InaccuraciesTrue => "inaccuracies_true",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Question::GroupsRight => "groups called dead or alive that are",
            Question::GroupsCalled => "settled groups that are called",
            Question::MistakesTrue => "mistakes and blunders that lose 1 point or more",
            Question::LossesNamed => "losses of 6 points or more named so",
            Question::InaccuraciesTrue => "inaccuracies that lose 0.5 points or more",
        }
    }
}

/// What was found on boards of one size, or on all of them.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Tally {
    /// How many games were reviewed.
    pub n_games: usize,
    /// How many moves were judged.
    pub n_moves: usize,
    /// For every question, how often the answer is yes, and how often it was asked.
    counts: [[usize; 2]; Question::ALL.len()],
    /// By how many points the lead is off, added up.
    lead_error: f64,
    n_leads: usize,
}

impl Tally {
    /// The answer to a question.
    #[must_use]
    pub fn share(&self, question: Question) -> Share {
        let [hits, n] = self.counts[question as usize];
        Share::of(hits, n)
    }

    /// By how many points the lead is off on average; none where none was given.
    #[must_use]
    pub fn lead_error(&self) -> Option<f64> {
        (self.n_leads > 0).then(|| self.lead_error / self.n_leads as f64)
    }

    fn ask(&mut self, question: Question, answer: bool) {
        let [hits, n] = &mut self.counts[question as usize];
        *hits += usize::from(answer);
        *n += 1;
    }

    fn add(&mut self, judged: &JudgedGame, review: &Review) {
        self.n_games += 1;
        for (i, played) in review.moves.iter().enumerate() {
            let (was, is) = (&judged.turns[i], &judged.turns[i + 1]);
            let verdict = &played.verdict;
            if let Some(lead) = verdict.lead {
                self.lead_error += (lead - is.lead).abs();
                self.n_leads += 1;
            }
            // A side that is told nothing has made its mistakes all the same.
            if verdict.lead.is_some() && !played.ply.edited {
                self.n_moves += 1;
                let loss = played.ply.color.sign() * (was.lead - is.lead);
                let bad = verdict.grade.is_some_and(|grade| grade >= Grade::Mistake);
                if bad {
                    self.ask(Question::MistakesTrue, loss >= 1.0);
                }
                if loss >= 6.0 {
                    self.ask(Question::LossesNamed, bad);
                }
                if verdict.grade == Some(Grade::Inaccuracy) {
                    self.ask(Question::InaccuraciesTrue, loss >= 0.5);
                }
            }
            for group in &verdict.groups {
                let owned = |stone: Point| is.owners[review.size.index(stone)];
                let mean =
                    group.color.sign() * group.stones.iter().map(owned).sum::<f64>() / group.stones.len().max(1) as f64;
                let called = match group.status {
                    Status::Alive | Status::Seki => Some(true),
                    Status::Dead => Some(false),
                    Status::Unsettled => None,
                };
                if let Some(alive) = called.filter(|_| mean.abs() >= 50.0) {
                    self.ask(Question::GroupsRight, alive == (mean > 0.0));
                }
                if mean.abs() >= 80.0 {
                    self.ask(Question::GroupsCalled, called.is_some());
                }
            }
        }
    }
}

/// How true reviews are: what they claim, held against kept judgements.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Truth {
    /// What was found, by the size of the board.
    pub sizes: Vec<(BoardSize, Tally)>,
    /// What was found on all of them.
    pub whole: Tally,
}

impl Truth {
    /// Takes the review of a judged game into account.
    pub fn add(&mut self, judged: &JudgedGame, review: &Review) {
        self.whole.add(judged, review);
        let size = review.size;
        let at = self.sizes.iter().position(|(known, _)| known.get() >= size.get()).unwrap_or(self.sizes.len());
        if self.sizes.get(at).is_none_or(|(known, _)| *known != size) {
            self.sizes.insert(at, (size, Tally::default()));
        }
        self.sizes[at].1.add(judged, review);
    }

    /// A table for every size of board, and one for all if there are several.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let whole = (self.sizes.len() > 1).then(|| ("all boards".to_string(), &self.whole));
        let sizes = self.sizes.iter().map(|(size, tally)| (size.to_string(), tally));
        for (name, tally) in sizes.chain(whole) {
            let games = count(tally.n_games, "game", "games");
            let _ = writeln!(text, "{name}: {games}, {} moves judged", tally.n_moves);
            for question in Question::ALL {
                let Share { hits, n, value, interval: [low, high] } = tally.share(question);
                let share = if n == 0 {
                    "–".to_string()
                } else {
                    format!("{:5.1} %  ({:.1} to {:.1})", 100.0 * value, 100.0 * low, 100.0 * high)
                };
                let _ = writeln!(text, "  {:<50} {hits:>6} of {n:<6} {share}", question.words());
            }
            if let Some(error) = tally.lead_error() {
                let _ = writeln!(text, "  the lead is off by {error:.1} points on average");
            }
        }
        text
    }
}
