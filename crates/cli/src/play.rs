//! `aji play`: a game against a player, in the terminal or over a pipe.

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use figures::{BoardFigure, Figure};
use goban::{Agreement, BoardSize, Color, Move, Point, PointSet, Position, Rules, Setup};
use model::{Explanation, Question, Seed};
use player::{Choice, Player, Surrender};
use playout::{COUNTING, Settlement};
use record::{Game, SetupChange};

use crate::Context;
use crate::failure::{Cause, Done, Failure, Outcome};
use crate::output::{self, Existing, clean};
use crate::players::{self, StrengthArgs};
use crate::watch::ModelArgs;

/// Plays a game against a player: you type moves, it answers and says why.
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Play {
    /// Whom to play against; --list tells the names.
    #[arg(long, value_name = "NAME", default_value = players::USUAL)]
    player: String,

    /// Lets the player read captures and ladders before it moves; the same as NAME+search.
    #[arg(long)]
    search: bool,

    #[command(flatten)]
    strength: StrengthArgs,

    /// The side of the board.
    #[arg(long, value_name = "N", default_value_t = 9)]
    size: usize,

    /// The rules: tromp-taylor, chinese, japanese, korean, aga or new-zealand.
    #[arg(long, value_name = "NAME", default_value = "chinese")]
    rules: String,

    /// What White gets; by default what the rules say, and 0.5 with handicap stones.
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    komi: Option<f64>,

    /// Black's handicap stones, on the usual points.
    #[arg(long, value_name = "N", default_value_t = 0)]
    handicap: usize,

    /// Your side: black or white.
    #[arg(long, value_name = "COLOR", default_value = "black", value_parser = parse_side)]
    side: Color,

    #[command(flatten)]
    settings: ModelArgs,

    /// Lists the players instead.
    #[arg(long)]
    list: bool,
}

fn parse_side(text: &str) -> Result<Color, String> {
    Color::parse(text).ok_or_else(|| "black or white".to_string())
}

const HELP: &str = "While playing:
  D4           plays there                 why          explains the player's last move
  pass         passes                      hint         what the player would play for you
  undo         takes your last move back   score        counts the board as it stands
  resign       gives the game up           board        draws the board again
  save FILE    writes the game as SGF      quit         ends without a result";

pub(crate) fn run(context: &Context<'_>, arguments: &Play) -> Outcome {
    if arguments.list {
        output::print(&list(context))?;
        return Ok(Done::All);
    }
    let size = BoardSize::new(arguments.size)
        .ok_or_else(|| Failure::usage(format!("--size {}: boards are from 2 to 25", arguments.size)))?;
    let (start, handicap) = start(size, arguments)?;
    let settings = arguments.settings.settings(context.families)?;
    let seed = arguments.settings.seed();
    let mut spec = players::spec(&arguments.player, arguments.search, settings, seed)?;
    let longest = arguments.strength.apply(&mut spec)?;
    let surrender = arguments.strength.surrender(&spec)?;
    let mut player = spec.player(context.families).map_err(Failure::usage)?;
    player.begin(&start).map_err(Failure::work)?;
    let table = Table {
        context,
        player,
        longest,
        surrender,
        seed,
        side: arguments.side,
        handicap,
        position: start.clone(),
        start,
        moves: Vec::new(),
        last: None,
    };
    table.play()
}

fn list(context: &Context<'_>) -> String {
    let cards = player::list(context.families);
    let width = cards.iter().map(|card| card.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for card in cards {
        text.push_str(&format!("{:width$}  {}\n", card.name, card.idea));
    }
    text.push_str("\nEach also with +search: it reads captures and ladders before it moves.\n");
    text
}

/// The first position, and how many handicap stones stand on it.
fn start(size: BoardSize, arguments: &Play) -> Result<(Position, usize), Failure> {
    let rules = Rules::named(&arguments.rules).ok_or_else(|| {
        let known = Rules::NAMED.map(|(name, _)| name);
        Failure::usage(model::Unknown::new("rules", &arguments.rules, known))
    })?;
    let n = arguments.handicap;
    let komi = arguments.komi.unwrap_or(if n > 1 { 0.5 } else { rules.komi });
    if !komi.is_finite() {
        return Err(Failure::usage(format!("--komi {komi}: write a number such as 6.5")));
    }
    let rules = Rules { komi, ..rules };
    if n < 2 {
        return Ok((Position::new(size, rules), 0));
    }
    let stones = size.fixed_handicap(n).ok_or_else(|| {
        let most = (2..=9).rev().find(|&n| size.fixed_handicap(n).is_some());
        let most = most.map_or("none".to_string(), |most| format!("at most {most}"));
        Failure::usage(format!("--handicap {n}: a {size} board has points for {most}"))
    })?;
    let mut setup = Setup { to_move: Color::White, ..Setup::new(size) };
    setup.stones.black.extend(stones);
    let position = Position::from_setup(&setup, rules).map_err(Failure::work)?;
    Ok((position, n))
}

/// The player's last move: the position before it, and why it was played.
struct Last {
    before: Position,
    choice: Choice,
    explanation: Explanation,
}

/// A move, and what the player said to it if it was its own.
struct Turn {
    color: Color,
    mv: Move,
    comment: Option<String>,
}

/// A board, a person and a player.
struct Table<'a> {
    context: &'a Context<'a>,
    player: Box<dyn Player>,
    /// The longest that the player may think about a move.
    longest: Option<Duration>,
    /// Whether and when it resigns.
    surrender: Option<Surrender>,
    seed: Seed,
    /// The person's side.
    side: Color,
    handicap: usize,
    start: Position,
    position: Position,
    moves: Vec<Turn>,
    last: Option<Last>,
}

/// What the person typed.
enum Typed {
    Move(Move),
    Undo,
    Hint,
    Why,
    Score,
    Board,
    Help,
    Resign,
    Save { path: PathBuf, existing: Existing },
    Yes,
    No,
    Quit,
    Nothing,
    Nonsense(String),
}

/// How a game at the table ends.
enum End {
    Over { result: String, winner: Option<Color> },
    Left,
}

impl Table<'_> {
    fn play(mut self) -> Outcome {
        output::print(&self.welcome())?;
        let end = loop {
            if self.position.is_over() {
                match self.count()? {
                    Some(end) => break end,
                    None => self.undo()?,
                }
            } else if self.position.to_move() != self.side {
                if let Some(end) = self.answer()? {
                    break end;
                }
            } else if let Some(end) = self.turn()? {
                break end;
            }
        };
        match end {
            End::Over { result, winner } => {
                output::print(&format!("{result}: {}.\n", self.who_wins(winner)))?;
                self.offer_to_save(&result)?;
            }
            End::Left => output::print("The game is left unfinished.\n")?,
        }
        Ok(Done::All)
    }

    /// The end when a side gives up.
    fn resigned(&self, loser: Color) -> End {
        End::Over { result: format!("{}+R", (!loser).letter()), winner: Some(!loser) }
    }

    fn who_wins(&self, winner: Option<Color>) -> String {
        match winner {
            Some(winner) if winner == self.side => "you win".to_string(),
            Some(_) => format!("{} wins", self.player.name()),
            None => "nobody wins".to_string(),
        }
    }

    fn welcome(&self) -> String {
        let handicap = if self.handicap > 0 { format!(", {} handicap stones", self.handicap) } else { String::new() };
        format!(
            "You play {} against {} on {}: {}{handicap}, seed {}.\nType a move such as {}, or help.\n",
            self.side,
            self.player.name(),
            self.position.size(),
            self.position.rules(),
            self.seed,
            self.position.size().vertex(self.example()),
        )
    }

    /// A point to show how points are written.
    fn example(&self) -> Point {
        let size = self.position.size();
        size.stars().first().or_else(|| size.points().nth(size.area() / 2)).expect("a board has points")
    }

    /// One line of the person; the end if it ends the game.
    fn turn(&mut self) -> Result<Option<End>, Failure> {
        if self.last.is_none() || self.moves.last().is_some_and(|turn| turn.color != self.side) {
            self.draw()?;
        }
        loop {
            let typed = self.ask(&format!("{}> ", self.side))?;
            match typed {
                Typed::Move(mv) => match self.position.check(mv) {
                    Ok(()) => {
                        self.make(mv, None)?;
                        return Ok(None);
                    }
                    Err(reason) => output::print(&format!("{} is illegal: {reason}.\n", self.text(mv)))?,
                },
                Typed::Undo if self.moves.iter().any(|turn| turn.color == self.side) => {
                    self.undo()?;
                    self.draw()?;
                }
                Typed::Undo => output::print("There is no move of yours to take back.\n")?,
                Typed::Resign => return Ok(Some(self.resigned(self.side))),
                Typed::Quit => return Ok(Some(End::Left)),
                Typed::Yes | Typed::No => output::print("There is no question; type a move, or help.\n")?,
                other => self.serve(other)?,
            }
        }
    }

    /// What can be asked at any time.
    fn serve(&mut self, typed: Typed) -> Result<(), Failure> {
        match typed {
            Typed::Hint => self.hint()?,
            Typed::Why => self.why()?,
            Typed::Score => {
                let agreed = Settlement::of(&self.position, COUNTING).agreement();
                output::print(&self.counted(&agreed))?;
            }
            Typed::Board => self.draw()?,
            Typed::Help => output::print(&format!("{HELP}\n"))?,
            Typed::Save { path, existing } => self.save(&path, existing, None)?,
            Typed::Nonsense(text) => {
                output::print(&format!(
                    "'{}' is neither a point of the board nor a word I know; type help.\n",
                    clean(&text)
                ))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// What the player plays, within its time.
    fn choose(&mut self) -> Result<Choice, Failure> {
        let (began, longest) = (Instant::now(), self.longest);
        let mut go_on = || longest.is_none_or(|longest| began.elapsed() < longest);
        self.player.choose_while(&self.position, &mut go_on).map_err(Failure::work)
    }

    /// The player moves; the end if it gives up.
    fn answer(&mut self) -> Result<Option<End>, Failure> {
        let choice = self.choose()?;
        if self.surrender.as_mut().is_some_and(|surrender| surrender.gives_up(!self.side, &choice)) {
            output::print(&format!("{} resigns.\n", self.player.name()))?;
            return Ok(Some(self.resigned(!self.side)));
        }
        let explanation = self.player.explain(&self.position, &choice);
        let words = explanation.sentences.first().map_or_else(String::new, |sentence| sentence.text.clone());
        output::print(&format!("{words}\n"))?;
        let comment: Vec<&str> = explanation.sentences.iter().map(|sentence| sentence.text.as_str()).collect();
        let (mv, comment) = (choice.mv, comment.join("\n"));
        self.last = Some(Last { before: self.position.clone(), choice, explanation });
        self.make(mv, Some(comment))?;
        Ok(None)
    }

    fn make(&mut self, mv: Move, comment: Option<String>) -> Result<(), Failure> {
        let color = self.position.to_move();
        player::play(&mut self.position, mv, &mut [&mut *self.player])
            .map_err(|reason| Failure::work(format!("{color} {}: {reason}", self.text(mv))))?;
        self.moves.push(Turn { color, mv, comment });
        Ok(())
    }

    /// Takes back the person's last move and whatever came after it. The player follows the game anew, as what its model
    /// knows of a game is not always in the position.
    fn undo(&mut self) -> Result<(), Failure> {
        if let Some(surrender) = &mut self.surrender {
            surrender.forget();
        }
        let Some(keep) = self.moves.iter().rposition(|turn| turn.color == self.side) else { return Ok(()) };
        self.moves.truncate(keep);
        self.last = None;
        self.position = self.start.clone();
        self.player.begin(&self.start).map_err(Failure::work)?;
        for turn in &self.moves {
            player::play(&mut self.position, turn.mv, &mut [&mut *self.player])
                .map_err(|reason| Failure::work(format!("{} {reason}", turn.color)))?;
        }
        Ok(())
    }

    fn draw(&self) -> Result<(), Failure> {
        let mut figure = BoardFigure::new(self.position.board());
        if let Some(turn) = self.moves.last() {
            figure = figure.last_move(turn.mv.point());
        }
        let prisoners = self.position.prisoners();
        output::print(&format!(
            "\n{}captured by Black {}, by White {}\n",
            figure.to_terminal(&self.context.paint.terminal()),
            prisoners.black,
            prisoners.white
        ))
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let choice = self.choose()?;
        let explanation = self.player.explain(&self.position, &choice);
        output::print("In your place:\n")?;
        self.tell(&self.position, choice.mv, &explanation)?;
        Ok(())
    }

    fn why(&self) -> Result<(), Failure> {
        match &self.last {
            Some(last) => self.tell(&last.before, last.choice.mv, &last.explanation),
            None => output::print("The player has not moved yet.\n"),
        }
    }

    /// The words and, for a move on the board, the marks.
    fn tell(&self, position: &Position, mv: Move, explanation: &Explanation) -> Result<(), Failure> {
        let mut text = String::new();
        if mv.point().is_some() {
            let figure = BoardFigure::new(position.board()).explanation(Question::Candidate(mv), explanation);
            text.push_str(&format!("\n{}", figure.to_terminal(&self.context.paint.terminal())));
        }
        for sentence in &explanation.sentences {
            text.push_str(&format!("{}\n", sentence.text));
        }
        output::print(&text)
    }

    /// Both have passed: what is dead, and who has won. None if the person wants to play on.
    fn count(&mut self) -> Result<Option<End>, Failure> {
        let mut agreed = Settlement::of(&self.position, COUNTING).agreement();
        self.draw()?;
        output::print(&self.counted(&agreed))?;
        loop {
            let question = "Agreed? yes, no to play on, or a stone whose chain is not as I say> ";
            match self.ask(question)? {
                Typed::Yes | Typed::Quit => {
                    let score = self.position.score(&agreed, self.handicap);
                    return Ok(Some(End::Over { result: score.to_string(), winner: score.winner() }));
                }
                Typed::No | Typed::Undo => return Ok(None),
                Typed::Resign => return Ok(Some(self.resigned(self.side))),
                Typed::Move(Move::Play(point)) => match self.position.board().chain(point) {
                    Some(chain) => {
                        let stones = *chain.stones();
                        agreed.dead =
                            if agreed.dead.contains(point) { agreed.dead - stones } else { agreed.dead | stones };
                        output::print(&self.counted(&agreed))?;
                    }
                    None => output::print("There is no stone.\n")?,
                },
                Typed::Move(Move::Pass) | Typed::Nothing => {}
                other => self.serve(other)?,
            }
        }
    }

    /// The board as it counts.
    fn counted(&self, agreed: &Agreement) -> String {
        let score = self.position.score(agreed, self.handicap);
        let dead = match chains(&self.position, &agreed.dead) {
            chains if chains.is_empty() => "No stones are dead.".to_string(),
            chains => format!("Dead: {}.", chains.join(", ")),
        };
        format!(
            "{dead} Black {}, White {} ({} of it komi and bonus): {score}.\n",
            score.sides.black.total, score.sides.white.total, score.sides.white.compensation
        )
    }

    fn text(&self, mv: Move) -> String {
        self.position.size().move_name(mv)
    }

    fn save(&self, path: &Path, existing: Existing, result: Option<&str>) -> Result<(), Failure> {
        let text = sgf::write(&[self.record(result)]);
        match output::write_file(path, text.as_bytes(), existing) {
            Ok(()) => output::print(&format!("Saved as {}.\n", clean(&path.display().to_string()))),
            Err(Failure { cause: Cause::Exists, subject, .. }) => {
                let name = clean(&subject.unwrap_or_default());
                output::print(&format!("{name}: exists already; type save --force FILE to replace it\n"))
            }
            Err(failure) => output::print(&format!("{}\n", clean(&failure.to_string()))),
        }
    }

    fn record(&self, result: Option<&str>) -> Game {
        let mut game = Game::new(self.start.size());
        let rules = self.start.rules();
        game.info.players[!self.side].name = Some(self.player.name().to_string());
        game.info.komi = Some(rules.komi);
        game.info.rules = rules.name().map(ToString::to_string);
        game.info.handicap = (self.handicap > 0).then_some(self.handicap);
        game.info.result = result.map(ToString::to_string);
        let mut at = game.root();
        if self.handicap > 0 {
            let add = *self.start.board().stones();
            game.node_mut(at).setup =
                Some(Box::new(SetupChange { add, to_move: Some(Color::White), ..SetupChange::default() }));
        }
        for turn in &self.moves {
            at = game.add_move(at, turn.color, turn.mv);
            game.node_mut(at).comment.clone_from(&turn.comment);
        }
        game
    }

    /// After the end: a last chance to save.
    fn offer_to_save(&mut self, result: &str) -> Result<(), Failure> {
        loop {
            match self.ask("save FILE, or quit> ")? {
                Typed::Save { path, existing } => self.save(&path, existing, Some(result))?,
                Typed::Quit => return Ok(()),
                Typed::Nothing => {}
                _ => output::print("The game is over; type save FILE or quit.\n")?,
            }
        }
    }

    /// Asks for a line. The end of the input is as good as quit.
    fn ask(&self, prompt: &str) -> Result<Typed, Failure> {
        output::print(prompt)?;
        let line = read_line().map_err(|error| Failure::from(error).about("standard input"))?;
        let Some(line) = line else {
            output::print("\n")?;
            return Ok(Typed::Quit);
        };
        Ok(self.understand(&line))
    }

    fn understand(&self, line: &str) -> Typed {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let word = word.to_lowercase();
        if word == "save" {
            let (path, existing) = match rest.strip_prefix("--force") {
                Some(path) if path.starts_with(char::is_whitespace) => (path.trim(), Existing::Replace),
                _ => (rest, Existing::Keep),
            };
            return match path {
                "" => Typed::Nonsense(line.to_string()),
                path => Typed::Save { path: PathBuf::from(path), existing },
            };
        }
        match word.as_str() {
            "" => Typed::Nothing,
            _ if !rest.is_empty() => Typed::Nonsense(line.to_string()),
            "pass" => Typed::Move(Move::Pass),
            "undo" => Typed::Undo,
            "hint" => Typed::Hint,
            "why" | "why?" => Typed::Why,
            "score" => Typed::Score,
            "board" => Typed::Board,
            "help" | "?" => Typed::Help,
            "resign" => Typed::Resign,
            "yes" | "y" => Typed::Yes,
            "no" | "n" => Typed::No,
            "quit" | "exit" => Typed::Quit,
            _ => match self.position.size().parse_vertex(&word) {
                Some(point) => Typed::Move(point.into()),
                None => Typed::Nonsense(line.to_string()),
            },
        }
    }
}

/// Chains as people speak of them: by one of their stones and their size.
fn chains(position: &Position, stones: &PointSet) -> Vec<String> {
    let mut rest = *stones;
    let mut names = Vec::new();
    while let Some(chain) = rest.first().and_then(|stone| position.board().chain(stone)) {
        let first = chain.stones().first().map_or_else(String::new, |stone| position.size().vertex(stone));
        names.push(match chain.size() {
            1 => format!("{} {first}", chain.color()),
            n => format!("{} {first} ({n} stones)", chain.color()),
        });
        rest -= *chain.stones();
    }
    names
}

/// A line of standard input, none at its end. Nobody types a line that long, so that what goes beyond is dropped.
fn read_line() -> io::Result<Option<String>> {
    const LONGEST: u64 = 4096;
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    input.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}
