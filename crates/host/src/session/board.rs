//! Commands that set up the board, the rules and the clock, and those that read and write records.

use goban::{Agreement, BoardSize, ByColor, Color, Diagram, Move, Point, PointSet, Rules};
use gtp::{Answer, Command};
use model::Seed;
use playout::{COUNTING, Settlement};
use record::Game;

use super::{Session, color, number, syntax_error, vertex};
use crate::clock::Settings;
use crate::variation::{Variation, add_property, setup_of};
use crate::{Analyst, rules};

/// A komi beyond this is a slip of the host.
const MOST_KOMI: f64 = 1000.0;

impl Session {
    /// Another board or another past: what was chosen on the old one is forgotten.
    pub(super) fn replace(&mut self, line: Variation) {
        self.line = line;
        self.forget_choices();
    }

    fn forget_choices(&mut self) {
        self.chosen.clear();
        self.tried.clear();
        self.reconsider();
    }

    /// A game that was about to be given up may look better from another past.
    fn reconsider(&mut self) {
        if let Some(surrender) = &mut self.config.surrender {
            surrender.forget();
        }
    }

    pub(super) fn boardsize(&mut self, command: &Command) -> Answer {
        let side: i64 = number(command, 0)?;
        let size = usize::try_from(side).ok().and_then(BoardSize::new).ok_or("unacceptable size")?;
        // Two numbers are the sides of a rectangle.
        if command.argument(1).is_some() && number::<i64>(command, 1)? != side {
            return Err("unacceptable size".to_string());
        }
        self.replace(Variation::new(size, *self.line.rules()));
        Ok(String::new())
    }

    pub(super) fn clear_board(&mut self) -> Answer {
        self.replace(Variation::new(self.line.size(), *self.line.rules()));
        self.clocks.restart();
        Ok(String::new())
    }

    pub(super) fn komi(&mut self, command: &Command) -> Answer {
        let komi: f64 = number(command, 0)?;
        if !komi.is_finite() || komi.abs() > MOST_KOMI {
            return Err(syntax_error());
        }
        self.line.set_rules(Rules { komi, ..*self.line.rules() });
        Ok(String::new())
    }

    /// Chance from here on: the same seed and the same game give the same moves, another seed others.
    pub(super) fn set_random_seed(&mut self, command: &Command) -> Answer {
        let player = self.config.player.clone().seed(Seed(number(command, 0)?));
        let model = self.config.model.as_deref();
        self.analyst = Analyst::new(&self.config.families, &player, model).map_err(|error| error.to_string())?;
        self.config.player = player;
        self.watchers.clear();
        Ok(String::new())
    }

    pub(super) fn set_rules(&mut self, command: &Command) -> Answer {
        let read = rules::parse(&command.text()).ok_or_else(|| format!("unknown rules '{}'", command.text()))?;
        // The komi is a setting of its own, as in KataGo.
        self.line.set_rules(Rules { komi: self.line.rules().komi, ..read.rules });
        Ok(read.warnings.join("\n"))
    }

    pub(super) fn get_rules(&self) -> Answer {
        Ok(rules::to_json(self.line.rules()))
    }

    /// Puts handicap stones on a blank board; White moves next.
    fn put_handicap(&mut self, points: &[Point]) -> Answer {
        let size = self.line.size();
        let mut setup = setup_of(self.line.start());
        setup.stones.black.extend(points.iter().copied());
        setup.to_move = Color::White;
        self.line.restart(&setup, points.len(), ByColor::default());
        self.forget_choices();
        Ok(gtp::write_points(size, points.iter().copied()))
    }

    fn check_blank(&self) -> Result<(), String> {
        if self.line.is_blank() { Ok(()) } else { Err("board not empty".to_string()) }
    }

    pub(super) fn fixed_handicap(&mut self, command: &Command) -> Answer {
        let stones: usize = number(command, 0)?;
        self.check_blank()?;
        let points = self.line.size().fixed_handicap(stones).ok_or("invalid number of stones")?;
        self.put_handicap(&points)
    }

    /// The fixed points, as many as there are: an engine may place fewer stones than it was offered.
    pub(super) fn place_free_handicap(&mut self, command: &Command) -> Answer {
        let stones: usize = number(command, 0)?;
        self.check_blank()?;
        let size = self.line.size();
        let points = (2..=stones.min(9)).rev().find_map(|stones| size.fixed_handicap(stones));
        self.put_handicap(&points.ok_or("invalid number of stones")?)
    }

    pub(super) fn set_free_handicap(&mut self, command: &Command) -> Answer {
        self.check_blank()?;
        let size = self.line.size();
        let bad = || "bad vertex list".to_string();
        let points = gtp::parse_points(size, &command.text()).ok_or_else(bad)?;
        let different: PointSet = points.iter().copied().collect();
        if points.len() < 2 || different.len() != points.len() || points.len() >= size.area() {
            return Err(bad());
        }
        self.put_handicap(&points)?;
        Ok(String::new())
    }

    pub(super) fn undo(&mut self, moves: &str) -> Answer {
        let moves: usize = moves.parse().map_err(|_| syntax_error())?;
        if !self.line.undo(moves) {
            return Err("cannot undo".to_string());
        }
        let left = self.line.plies().len();
        self.chosen.retain(|ply| *ply < left);
        self.tried.retain(|(before, _)| *before < left);
        self.last_choice = None;
        self.reconsider();
        Ok(String::new())
    }

    /// Stones as GoGui puts them up, before or after moves: the board so made is where the line starts. Chains without a
    /// liberty, which an editor can leave, come off.
    pub(super) fn setup(&mut self, command: &Command) -> Answer {
        let size = self.line.size();
        let mut setup = setup_of(self.line.position());
        for pair in command.arguments.chunks(2) {
            let [side, at] = pair else { return Err(syntax_error()) };
            let point = size.parse_vertex(at).ok_or_else(syntax_error)?;
            let stone = match side.to_ascii_lowercase().as_str() {
                "e" | "empty" => None,
                text => Some(Color::parse(text).ok_or_else(syntax_error)?),
            };
            for color in Color::ALL {
                setup.stones[color].remove(point);
            }
            if let Some(color) = stone {
                setup.stones[color].insert(point);
            }
        }
        self.line.restart(&setup, 0, self.line.position().prisoners());
        self.forget_choices();
        Ok(String::new())
    }

    pub(super) fn setup_player(&mut self, command: &Command) -> Answer {
        self.line.set_to_move(color(command, 0)?);
        Ok(String::new())
    }

    pub(super) fn play(&mut self, command: &Command) -> Answer {
        let color = color(command, 0)?;
        let mv = vertex(self.line.size(), super::argument(command, 1)?)?;
        self.line.play(color, mv).map_err(|_| "illegal move")?;
        Ok(String::new())
    }

    /// As the first version of GTP had it.
    pub(super) fn play_color(&mut self, color: Color, command: &Command) -> Answer {
        let mv = vertex(self.line.size(), super::argument(command, 0)?)?;
        self.line.play(color, mv).map_err(|_| "illegal move")?;
        Ok(String::new())
    }

    /// All of the moves, or none.
    pub(super) fn play_sequence(&mut self, command: &Command) -> Answer {
        let before = self.line.plies().len();
        for pair in command.arguments.chunks(2) {
            let played = match pair {
                [side, at] => Color::parse(side).ok_or_else(syntax_error).and_then(|color| {
                    let mv = vertex(self.line.size(), at)?;
                    self.line.play(color, mv).map_err(|_| "illegal move".to_string())
                }),
                _ => Err(syntax_error()),
            };
            if let Err(error) = played {
                self.line.undo(self.line.plies().len() - before);
                return Err(error);
            }
        }
        Ok(String::new())
    }

    pub(super) fn list_stones(&self, command: &Command) -> Answer {
        let color = color(command, 0)?;
        Ok(gtp::write_points(self.line.size(), self.line.position().board().stones()[color]))
    }

    pub(super) fn showboard(&self) -> String {
        let position = self.line.position();
        let last = self.line.plies().last().and_then(|ply| ply.mv.point());
        let prisoners = position.prisoners();
        let rules = position.rules();
        format!(
            "\n{}{} to move, {} moves, {rules}\nBlack has taken {}, White has taken {}",
            Diagram::new(position.board()).coordinates(true).marks(last),
            position.to_move(),
            position.n_moves(),
            prisoners.black,
            prisoners.white,
        )
    }

    pub(super) fn final_score(&self) -> Answer {
        let position = self.line.position();
        let agreed = Settlement::of(position, COUNTING).agreement();
        Ok(position.score(&agreed, self.line.handicap()).to_string())
    }

    pub(super) fn final_status_list(&self, command: &Command) -> Answer {
        let position = self.line.position();
        let board = position.board();
        let size = board.size();
        let stones = board.stones().black | board.stones().white;
        let Agreement { dead, seki } = Settlement::of(position, COUNTING).agreement();
        let area = position.score(&Agreement { dead, seki }, 0).area;
        let chains = |set: PointSet| {
            let lines = board.chains().filter(|chain| chain.stones().meets(&set));
            lines.map(|chain| format!("{}\n", gtp::write_points(size, *chain.stones()))).collect::<String>()
        };
        Ok(match super::argument(command, 0)? {
            "dead" => chains(dead),
            "seki" => chains(seki),
            "alive" => chains(stones - dead - seki),
            "black_territory" => gtp::write_points(size, area.black - (board.stones().black - dead)),
            "white_territory" => gtp::write_points(size, area.white - (board.stones().white - dead)),
            "dame" => gtp::write_points(size, board.empty() - area.black - area.white),
            _ => return Err("invalid status".to_string()),
        })
    }

    pub(super) fn time_settings(&mut self, command: &Command) -> Answer {
        let (main, period, moves) = (seconds(command, 0)?, seconds(command, 1)?, seconds(command, 2)?);
        self.time = Some(command.text());
        self.clocks.set(Settings::gtp(main, period, moves as u32));
        Ok(String::new())
    }

    pub(super) fn kgs_time(&mut self, command: &Command) -> Answer {
        let kind = super::argument(command, 0)?.to_ascii_lowercase();
        let numbers: Vec<f64> = (1..command.arguments.len()).map(|i| seconds(command, i)).collect::<Result<_, _>>()?;
        let settings = Settings::kgs(&kind, &numbers).ok_or_else(syntax_error)?;
        self.time = Some(command.text());
        self.clocks.set(settings);
        Ok(String::new())
    }

    pub(super) fn time_left(&mut self, command: &Command) -> Answer {
        let color = color(command, 0)?;
        self.clocks.correct(color, seconds(command, 1)?, seconds(command, 2)? as u32);
        Ok(String::new())
    }

    /// Reads a record. A number stops before the move with that number.
    pub(super) fn load_sgf(&mut self, command: &Command) -> Answer {
        let cannot = || "cannot load file".to_string();
        let words = &command.arguments;
        // File names may have blanks; a last word that is a number is the move, unless it is all there is.
        let (name, before) = match words.split_last() {
            Some((last, rest)) if !rest.is_empty() => match last.parse::<usize>() {
                Ok(number) => (rest.join(" "), Some(number)),
                Err(_) => (words.join(" "), None),
            },
            _ => (super::argument(command, 0)?.to_string(), None),
        };
        let bytes = self.world.read(&name).map_err(|_| cannot())?;
        let reading = sgf::read_any(&bytes, None);
        let game = reading.games.first().ok_or_else(cannot)?;
        let line = Variation::of_game(game, *self.line.rules(), before.map(|number| number.saturating_sub(1)));
        self.replace(line);
        Ok(self.line.position().to_move().to_string().to_lowercase())
    }

    /// The game so far, with what the player said of its moves.
    pub(super) fn record(&mut self) -> Game {
        let chosen = self.chosen.clone();
        let comments: Vec<(usize, String)> =
            chosen.iter().filter_map(|&ply| Some((ply, self.words_of(ply)?))).collect();
        let said = |ply: usize| comments.iter().find(|(at, _)| *at == ply).map(|(_, words)| words.clone());
        let mut game = self.line.to_game(said);
        // Whoever generated all the moves of a side is that side.
        let player = self.analyst.player().to_string();
        for color in Color::ALL {
            let plies = || self.line.plies().iter().enumerate().filter(|(_, ply)| ply.color == color);
            if plies().count() > 0 && plies().all(|(at, _)| chosen.contains(&at)) {
                game.info.players[color].name = Some(format!("aji {player}"));
            }
        }
        game
    }

    /// Why the player chose what it chose at a ply. It chooses the same again: its chance depends on the position alone.
    /// None if it would not, as its settings have changed since.
    pub(super) fn words_of(&mut self, ply: usize) -> Option<String> {
        let played = self.line.plies().get(ply)?.clone();
        let mut before = self.line.first(ply);
        before.set_to_move(played.color);
        let known = self.last_choice.clone().filter(|_| ply + 1 == self.line.plies().len());
        let choice = known.map_or_else(|| self.choice_at(&before).ok(), Some)?;
        let answer = self.analyst.explain(&before, &choice, played.mv).ok()?;
        (choice.mv == played.mv).then(|| wire::words(&answer, before.size()).trim_end().to_string())
    }

    pub(super) fn save_sgf(&mut self, command: &Command) -> Answer {
        let name = super::argument(command, 0)?.to_string();
        let mut game = self.record();
        for word in &command.arguments[1..] {
            if !add_property(&mut game, word) {
                return Err(format!("'{word}' is no property; write it as PB=Name"));
            }
        }
        let text = sgf::write(&[game]);
        self.world.write(&name, text.as_bytes()).map_err(|error| format!("cannot save file: {error}"))?;
        Ok(String::new())
    }

    pub(super) fn cpu_time(&mut self) -> Answer {
        let seconds = self.world.cpu_seconds().ok_or("the time is not known here")?;
        Ok(format!("{seconds:.3}"))
    }

    /// Everything that decides how it plays.
    pub(super) fn describe_engine(&self) -> Answer {
        let config = &self.config;
        let judge = &self.analyst.judge.watcher;
        let mut lines = vec![
            format!("{} {}", config.name, config.version),
            format!("player {}, seed {}", self.analyst.player(), config.player.seed),
            format!("who is ahead says {}; its win rates are not calibrated", judge.card().name),
        ];
        let family = config.player.name.split(':').next().unwrap_or_default();
        for card in config.families.cards().filter(|card| card.name == family || card.name == judge.card().name) {
            if let Ok(parameters) = config.player.settings.apply(card)
                && !card.parameters.is_empty()
            {
                lines.push(parameters.to_string());
            }
        }
        lines.push(format!("rules {}", self.line.rules()));
        lines.extend(self.time.iter().map(|time| format!("time {time}")));
        Ok(lines.join("\n"))
    }
}

/// A number that is no less than nothing.
fn seconds(command: &Command, index: usize) -> Result<f64, String> {
    Some(number::<f64>(command, index)?).filter(|value| value.is_finite() && *value >= 0.0).ok_or_else(syntax_error)
}

/// A move that takes dead stones off the board, for hosts that want the board played out.
pub(super) fn cleaning(line: &Variation) -> Option<Move> {
    let position = line.position();
    let (board, color) = (position.board(), position.to_move());
    let dead = Settlement::of(position, COUNTING).agreement().dead;
    let mut chains: Vec<_> =
        board.chains().filter(|chain| chain.color() != color && chain.stones().meets(&dead)).collect();
    chains.sort_by_key(|chain| (chain.n_liberties(), chain.stones().first()));
    chains.iter().flat_map(|chain| chain.liberties().iter()).find_map(|point| {
        position.check(point).ok()?;
        let mut after = board.clone();
        after.place(color, point);
        let own = after.chain(point)?;
        (own.n_liberties() >= 2 || !board.would_capture(color, point).is_empty()).then_some(Move::Play(point))
    })
}
