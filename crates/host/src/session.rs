//! A GTP session: the table of commands, and what they share.

mod analyze;
mod board;
mod gnugo;
mod gogui;
mod play;

use std::time::Duration;

use goban::{BoardSize, Color, Move, Point, Rules};
use gtp::{Answer, Command, Engine, Talk};
use model::Families;
use player::{Choice, Spec, Surrender};
use solve::Reader;

use crate::clock::Clocks;
use crate::follow::Watcher;
use crate::{AnalysisError, Analyst, Variation, World};

/// What a session begins with.
#[derive(Clone)]
pub struct Config {
    /// The models whose quantities hosts can ask for.
    pub families: Families,
    /// Who plays, with the settings of all models and the seed.
    pub player: Spec,
    /// The model that says who is ahead; if none, the player's own where it can say, else bouzy.
    pub model: Option<String>,
    /// The longest that a move may take, whatever the host's clocks say.
    pub longest: Option<Duration>,
    /// Whether and when the player resigns.
    pub surrender: Option<Surrender>,
    /// Whether the player goes on thinking after its move, while the opponent does.
    pub ponders: bool,
    /// The board until the host chooses one.
    pub size: BoardSize,
    /// The rules until the host chooses some; its komi too.
    pub rules: Rules,
    /// What it calls itself. Some hosts decide by the name which commands they use.
    pub name: String,
    /// Its version: three numbers, as hosts take it apart.
    pub version: String,
    /// Most bytes that reading life and death may remember positions in.
    pub memory: usize,
}

impl Config {
    /// A 19×19 board under Chinese rules, which every host can follow.
    #[must_use]
    pub fn new(families: Families, player: Spec) -> Config {
        Config {
            families,
            player,
            model: None,
            longest: None,
            surrender: None,
            ponders: false,
            size: BoardSize::NINETEEN,
            rules: Rules::CHINESE,
            name: "aji".to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            memory: tactics::Bounds::default().memory,
        }
    }
}

/// A conversation with a host over GTP. [`gtp::serve`] drives it.
pub struct Session {
    config: Config,
    world: Box<dyn World>,
    line: Variation,
    analyst: Analyst,
    /// Answers questions about stones.
    reader: Reader,
    /// Models that the host asked for, as they came.
    watchers: Vec<Watcher>,
    /// The plies that the player chose.
    chosen: Vec<usize>,
    /// The moves that were only tried: how many plies there were before, and whose turn it was.
    tried: Vec<(usize, Color)>,
    /// How much further reading goes than usual.
    depth: i32,
    /// What it chose last, and thought of.
    last_choice: Option<Choice>,
    /// Whether its last answer was a move of its own, so that the opponent thinks now.
    awaits_reply: bool,
    /// What the host said of time, in its words.
    time: Option<String>,
    clocks: Clocks,
}

/// Most games that are played while the opponent thinks: hosts may fall silent for hours.
const PONDERED: usize = 2_000_000;

/// A command: its name, and what it does.
struct Entry {
    name: &'static str,
    run: fn(&mut Session, &Command, &mut Talk<'_>) -> Answer,
}

/// Every command in the order of its name. There is no plain `analyze`: Sabaki would take it and read its numbers wrong.
static COMMANDS: &[Entry] = &[
    Entry { name: "aji-candidates", run: |session, _, _| session.candidates() },
    Entry { name: "aji-explain", run: |session, command, _| session.explain_point(command) },
    Entry { name: "aji-explain_last_move", run: |session, command, _| session.explain_last_move(command.argument(0)) },
    Entry { name: "aji-explain_move", run: |session, command, _| session.explain_move(command) },
    Entry { name: "aji-legend", run: |session, command, _| session.legend(command) },
    Entry { name: "aji-map", run: |session, command, _| session.map(command) },
    Entry { name: "aji-numbers", run: |session, command, _| session.numbers(command) },
    Entry { name: "aji-ownership", run: |session, _, _| session.ownership() },
    Entry { name: "aji-param", run: |session, command, _| session.param(command) },
    Entry { name: "aji-ratings", run: |session, command, _| session.ratings(command) },
    Entry { name: "aji-step", run: |session, command, _| session.step(command) },
    Entry { name: "aji-value", run: |session, command, _| session.value(command) },
    Entry { name: "aji-values", run: |session, command, _| session.values(command) },
    Entry { name: "analyze_semeai", run: |session, command, _| session.analyze_semeai(command) },
    Entry { name: "attack", run: |session, command, _| session.read_stone(command, Reader::attack) },
    Entry { name: "attack_either", run: |session, command, _| session.read_both(command, tactics::attack_either) },
    Entry { name: "black", run: |session, command, _| session.play_color(Color::Black, command) },
    Entry { name: "boardsize", run: |session, command, _| session.boardsize(command) },
    Entry { name: "clear_board", run: |session, _, _| session.clear_board() },
    Entry { name: "combination_attack", run: |session, command, _| session.combination_attack(command) },
    Entry { name: "combination_defend", run: |session, command, _| session.combination_defend(command) },
    Entry { name: "connect", run: |session, command, _| session.read_pair(command, Reader::connect) },
    Entry { name: "cputime", run: |session, _, _| session.cpu_time() },
    Entry { name: "decrease_depths", run: |session, _, _| session.change_depths(-1) },
    Entry { name: "defend", run: |session, command, _| session.read_stone(command, Reader::defend) },
    Entry { name: "defend_both", run: |session, command, _| session.read_both(command, tactics::defend_both) },
    Entry { name: "disconnect", run: |session, command, _| session.read_pair(command, Reader::disconnect) },
    Entry { name: "dragon_status", run: |session, command, _| session.dragon_status(command) },
    Entry { name: "estimate_score", run: |session, _, _| session.estimate_score() },
    Entry { name: "final_score", run: |session, _, _| session.final_score() },
    Entry { name: "final_status_list", run: |session, command, _| session.final_status_list(command) },
    Entry { name: "fixed_handicap", run: |session, command, _| session.fixed_handicap(command) },
    Entry { name: "genmove", run: |session, command, talk| session.genmove(command, talk) },
    Entry { name: "get_komi", run: |session, _, _| Ok(session.line.rules().komi.to_string()) },
    Entry { name: "get_random_seed", run: |session, _, _| Ok(session.config.player.seed.to_string()) },
    Entry { name: "gg-undo", run: |session, command, _| session.undo(command.argument(0).unwrap_or("1")) },
    Entry { name: "gg_genmove", run: |session, command, talk| session.reg_genmove(command, talk) },
    Entry { name: "gogui-action_backward", run: |session, command, _| session.after_a_step(command) },
    Entry { name: "gogui-action_forward", run: |session, command, _| session.after_a_step(command) },
    Entry { name: "gogui-analyze_commands", run: |session, _, _| session.analyze_commands() },
    Entry { name: "gogui-interrupt", run: |_, _, _| Ok(String::new()) },
    Entry { name: "gogui-play_sequence", run: |session, command, _| session.play_sequence(command) },
    Entry { name: "gogui-setup", run: |session, command, _| session.setup(command) },
    Entry { name: "gogui-setup_player", run: |session, command, _| session.setup_player(command) },
    Entry { name: "gogui-title", run: |session, _, _| Ok(format!("aji: {}", session.analyst.player())) },
    Entry { name: "gomill-cpu_time", run: |session, _, _| session.cpu_time() },
    Entry { name: "gomill-describe_engine", run: |session, _, _| session.describe_engine() },
    Entry { name: "gomill-explain_last_move", run: |session, _, _| session.explain_own_move() },
    Entry { name: "gomill-genmove_ex", run: |session, command, talk| session.genmove_ex(command, talk) },
    Entry { name: "gomill-savesgf", run: |session, command, _| session.save_sgf(command) },
    Entry { name: "increase_depths", run: |session, _, _| session.change_depths(1) },
    Entry {
        name: "kata-analyze",
        run: |session, command, talk| session.analyze(command, talk, analyze::Dialect::Kata),
    },
    Entry {
        name: "kata-genmove_analyze",
        run: |session, command, talk| session.genmove_analyze(command, talk, analyze::Dialect::Kata),
    },
    Entry { name: "kata-get-rules", run: |session, _, _| session.get_rules() },
    Entry { name: "kata-set-rules", run: |session, command, _| session.set_rules(command) },
    Entry { name: "kgs-genmove_cleanup", run: |session, command, talk| session.genmove_cleanup(command, talk) },
    Entry { name: "kgs-rules", run: |session, command, _| session.set_rules(command) },
    Entry { name: "kgs-time_settings", run: |session, command, _| session.kgs_time(command) },
    Entry { name: "known_command", run: |_, command, _| known(command) },
    Entry { name: "komi", run: |session, command, _| session.komi(command) },
    Entry { name: "list_commands", run: |_, _, _| Ok(list()) },
    Entry { name: "list_stones", run: |session, command, _| session.list_stones(command) },
    Entry { name: "loadsgf", run: |session, command, _| session.load_sgf(command) },
    Entry { name: "lz-analyze", run: |session, command, talk| session.analyze(command, talk, analyze::Dialect::Leela) },
    Entry {
        name: "lz-genmove_analyze",
        run: |session, command, talk| session.genmove_analyze(command, talk, analyze::Dialect::Leela),
    },
    Entry { name: "name", run: |session, _, _| Ok(session.config.name.clone()) },
    Entry { name: "owl_attack", run: |session, command, _| session.read_stone(command, Reader::owl_attack) },
    Entry { name: "owl_defend", run: |session, command, _| session.read_stone(command, Reader::owl_defend) },
    Entry { name: "owl_does_attack", run: |session, command, _| session.read_move(command, Reader::owl_does_attack) },
    Entry { name: "owl_does_defend", run: |session, command, _| session.read_move(command, Reader::owl_does_defend) },
    Entry { name: "place_free_handicap", run: |session, command, _| session.place_free_handicap(command) },
    Entry { name: "play", run: |session, command, _| session.play(command) },
    Entry { name: "popgo", run: |session, _, _| session.popgo() },
    Entry { name: "printsgf", run: |session, _, _| Ok(sgf::write(&[session.record()])) },
    Entry { name: "protocol_version", run: |_, _, _| Ok("2".to_string()) },
    Entry { name: "query_boardsize", run: |session, _, _| Ok(session.line.size().get().to_string()) },
    Entry {
        name: "quit",
        run: |_, _, talk| {
            talk.quit();
            Ok(String::new())
        },
    },
    Entry { name: "reg_genmove", run: |session, command, talk| session.reg_genmove(command, talk) },
    Entry { name: "restricted_genmove", run: |session, command, talk| session.restricted_genmove(command, talk) },
    Entry { name: "set_free_handicap", run: |session, command, _| session.set_free_handicap(command) },
    Entry { name: "set_random_seed", run: |session, command, _| session.set_random_seed(command) },
    Entry { name: "showboard", run: |session, _, _| Ok(session.showboard()) },
    Entry { name: "stop", run: |_, _, _| Ok(String::new()) },
    Entry { name: "time_left", run: |session, command, _| session.time_left(command) },
    Entry { name: "time_settings", run: |session, command, _| session.time_settings(command) },
    Entry { name: "trymove", run: |session, command, _| session.trymove(command) },
    Entry { name: "unconditional_status", run: |session, command, _| session.unconditional_status(command) },
    Entry { name: "undo", run: |session, _, _| session.undo("1") },
    Entry { name: "version", run: |session, _, _| Ok(session.config.version.clone()) },
    Entry { name: "white", run: |session, command, _| session.play_color(Color::White, command) },
];

impl Session {
    /// Begins a session.
    ///
    /// # Errors
    /// When there is no such player or model, or a setting does not fit.
    pub fn new(config: Config, world: Box<dyn World>) -> Result<Session, AnalysisError> {
        let analyst = Analyst::new(&config.families, &config.player, config.model.as_deref())?;
        let line = Variation::new(config.size, config.rules);
        let reader = Reader::new(&config.families);
        Ok(Session {
            config,
            world,
            line,
            analyst,
            reader,
            watchers: Vec::new(),
            chosen: Vec::new(),
            tried: Vec::new(),
            depth: 0,
            last_choice: None,
            awaits_reply: false,
            time: None,
            clocks: Clocks::default(),
        })
    }

    /// The line of play.
    #[must_use]
    pub fn line(&self) -> &Variation {
        &self.line
    }
}

impl Engine for Session {
    fn answer(&mut self, command: &Command, talk: &mut Talk<'_>) -> Answer {
        self.awaits_reply = false;
        match COMMANDS.binary_search_by(|entry| entry.name.cmp(&command.name)) {
            Ok(index) => (COMMANDS[index].run)(self, command, talk),
            Err(_) => Err("unknown command".to_string()),
        }
    }

    fn idle(&mut self, silent: &mut dyn FnMut() -> bool) {
        if self.config.ponders && self.awaits_reply {
            // Whatever goes wrong here will go wrong again when somebody asks for a move, and be told then.
            let _ = self.analyst.seat.look(&self.line, Some(PONDERED), None, silent);
        }
    }
}

fn list() -> String {
    COMMANDS.iter().map(|entry| format!("{}\n", entry.name)).collect()
}

fn known(command: &Command) -> Answer {
    let name = command.argument(0).unwrap_or_default();
    Ok(COMMANDS.iter().any(|entry| entry.name == name).to_string())
}

/// What a command says to words it cannot take.
fn syntax_error() -> String {
    "syntax error".to_string()
}

fn argument(command: &Command, index: usize) -> Result<&str, String> {
    command.argument(index).ok_or_else(syntax_error)
}

fn number<T: std::str::FromStr>(command: &Command, index: usize) -> Result<T, String> {
    argument(command, index)?.parse().map_err(|_| syntax_error())
}

fn color(command: &Command, index: usize) -> Result<Color, String> {
    Color::parse(argument(command, index)?).ok_or_else(syntax_error)
}

/// A vertex of this board, or `pass`. A vertex of a larger board is not a syntax error but an illegal move.
fn vertex(size: BoardSize, text: &str) -> Result<Move, String> {
    let largest = BoardSize::new(BoardSize::MAX).unwrap_or(size);
    match gtp::parse_move(size, text) {
        Some(mv) => Ok(mv),
        None if largest.parse_vertex(text).is_some() => Err("illegal move".to_string()),
        None => Err(syntax_error()),
    }
}

fn point(size: BoardSize, text: &str) -> Result<Point, String> {
    size.parse_vertex(text).ok_or_else(|| format!("{text} is no point of a {size} board"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_stand_in_order() {
        assert!(COMMANDS.windows(2).all(|pair| pair[0].name < pair[1].name), "they are found by halving");
        assert!(COMMANDS.iter().all(|entry| entry.name != "analyze"), "Sabaki would misread it");
    }
}
