//! What is to be played: the players, who meets whom, under which rules. One TOML file holds it all.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use engine::Program;
use goban::{BoardSize, Color, Move, Position, Rules};
use model::{Families, Seed, Unknown};
use player::Spec;
use serde::Deserialize;
use toml::Spanned;

use crate::sprt::Sprt;

/// A tournament: everything that decides what its games will be.
#[derive(Clone, PartialEq, Debug)]
pub struct Tournament {
    /// What it is called in its report.
    pub name: String,
    /// Where all chance comes from.
    pub seed: Seed,
    /// The size of the board.
    pub size: BoardSize,
    /// The rules, with the komi of even games.
    pub rules: Rules,
    /// The komi of games with handicap stones.
    pub handicap_komi: f64,
    /// Who takes part.
    pub contestants: Vec<Contestant>,
    /// Who meets whom, how often.
    pub pairs: Vec<Pair>,
    /// Moves to begin with; the two games of a pair with colours exchanged begin alike. Only even games have them.
    pub openings: Vec<Vec<(Color, Move)>>,
    /// How many random moves are played for the players, after the opening.
    pub random_moves: usize,
    /// A game with more moves has no result.
    pub move_limit: usize,
    /// How long a player may think about a move.
    pub move_time: Duration,
    /// How long a player may think in a whole game; no limit by default.
    pub game_time: Option<Duration>,
    /// How long an engine may take to start.
    pub start_time: Duration,
    /// Who says which stones are dead.
    pub counting: Counting,
    /// What becomes of a game in which an engine refuses a legal move.
    pub disputes: Disputes,
    /// When to stop a pair early.
    pub sprt: Option<Sprt>,
    /// The contestant whose rating is fixed, and at what.
    pub anchor: Option<(usize, f64)>,
    /// Whether the explanations of our players are written into the records.
    pub explain: bool,
}

/// Somebody who takes part.
#[derive(Clone, PartialEq, Debug)]
pub struct Contestant {
    /// Its name in tables and records.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// How many handicap stones it gives to whoever it meets, taking White in every game; 0 plays even.
    pub gives: usize,
}

/// What a contestant is.
#[expect(clippy::large_enum_variant, reason = "a tournament has few contestants")]
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// One of our players.
    Player(Spec),
    /// A program that speaks GTP.
    Engine(Program),
}

impl Kind {
    /// As it could be written in the file.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Kind::Player(spec) => spec.to_string(),
            Kind::Engine(program) => program.to_string(),
        }
    }
}

/// Two contestants who meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// Who they are, by their indices among the contestants.
    pub players: [usize; 2],
    /// How often they meet.
    pub games: usize,
}

/// How a game that ends by passes is counted.
#[derive(Clone, PartialEq, Debug)]
pub enum Counting {
    /// All stones on the board are alive.
    Board,
    /// Engines among the two players say which stones are dead. Where both can and do not agree, the game counts only if
    /// the winner is the same. Games of our own players are counted as the board stands, because they take the dead; where
    /// territory is counted they agree on the dead ([`playout::Settlement`]).
    Players,
    /// A program of its own says which stones are dead or, if it does not know that, the score.
    Judge(Program),
}

/// What becomes of a game in which an engine refuses a move of the other side that is legal by our rules.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Disputes {
    /// It does not count: the two play by different rules.
    #[default]
    Void,
    /// Whoever refuses loses: the rules of the tournament are known.
    Refuser,
    /// As gomill has it: who calls a move illegal is believed, and whoever played it loses; who refuses it in other words loses.
    Gomill,
}

impl Disputes {
    /// Each with its name.
    pub const NAMED: [(&'static str, Disputes); 3] =
        [("void", Disputes::Void), ("refuser", Disputes::Refuser), ("gomill", Disputes::Gomill)];

    /// The one of this name.
    ///
    /// # Errors
    /// When there is none, with those that there are.
    pub fn named(name: &str) -> Result<Disputes, Unknown> {
        let found = Disputes::NAMED.iter().find(|(known, _)| *known == name);
        let names = Disputes::NAMED.map(|(known, _)| known);
        found.map(|(_, disputes)| *disputes).ok_or_else(|| Unknown::new("end of a dispute", name, names))
    }
}

/// What is wrong with a tournament, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{message}", place.map_or(String::new(), |(line, column)| format!("{line}:{column}: ")))]
pub struct PlanError {
    /// Line and column in the file, from 1; none if it is about none of it.
    pub place: Option<(usize, usize)>,
    /// What is wrong, and what to do.
    pub message: String,
}

/// A tournament as a file has it, with what has to be read from other files.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The tournament, without the openings.
    pub tournament: Tournament,
    /// The file with openings, if it names one, as written.
    pub openings: Option<PathBuf>,
    /// How many moves of each opening to take.
    pub opening_moves: usize,
    /// How many games at once.
    pub threads: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Option<String>,
    seed: Option<u64>,
    size: Option<Spanned<usize>>,
    rules: Option<Spanned<String>>,
    komi: Option<Spanned<f64>>,
    handicap_komi: Option<Spanned<f64>>,
    games: Option<Spanned<usize>>,
    #[serde(default)]
    players: Vec<Spanned<String>>,
    #[serde(default)]
    player: Vec<Spanned<Entry>>,
    #[serde(default)]
    pairing: Vec<Spanned<Pairing>>,
    openings: Option<PathBuf>,
    opening_moves: Option<usize>,
    #[serde(default)]
    random_moves: usize,
    move_limit: Option<Spanned<usize>>,
    move_seconds: Option<Spanned<f64>>,
    game_seconds: Option<Spanned<f64>>,
    start_seconds: Option<Spanned<f64>>,
    count: Option<Spanned<String>>,
    judge: Option<Spanned<String>>,
    disputes: Option<Spanned<String>>,
    sprt: Option<Spanned<SprtEntry>>,
    anchor: Option<Anchor>,
    explain: Option<bool>,
    threads: Option<Spanned<usize>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: Option<Spanned<String>>,
    player: Option<Spanned<String>>,
    command: Option<Spanned<String>>,
    folder: Option<PathBuf>,
    #[serde(default)]
    set: Vec<Spanned<String>>,
    #[serde(default)]
    gives: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pairing {
    games: Option<Spanned<usize>>,
    players: Option<Vec<Spanned<String>>>,
    against: Option<Vec<Spanned<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SprtEntry {
    elo0: f64,
    elo1: f64,
    alpha: Option<f64>,
    beta: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Anchor {
    player: Spanned<String>,
    #[serde(default)]
    elo: f64,
}

/// The text of a file: says where in it something is wrong.
struct Source<'t>(&'t str);

impl Source<'_> {
    fn error(&self, span: Range<usize>, message: impl ToString) -> PlanError {
        let place = model::words::line_and_column(self.0, span.start);
        PlanError { place: Some(place), message: message.to_string().replace('\n', " ") }
    }

    fn of<T>(&self, value: &Spanned<T>, message: impl ToString) -> PlanError {
        self.error(value.span(), message)
    }

    fn check<T: Copy>(
        &self,
        value: &Option<Spanned<T>>,
        otherwise: T,
        fits: impl Fn(T) -> bool,
        message: &str,
    ) -> Result<T, PlanError> {
        match value {
            None => Ok(otherwise),
            Some(value) if fits(*value.get_ref()) => Ok(*value.get_ref()),
            Some(value) => Err(self.of(value, message)),
        }
    }

    fn seconds(&self, value: &Option<Spanned<f64>>, otherwise: f64) -> Result<Duration, PlanError> {
        let seconds = self.check(value, otherwise, |s| s > 0.0 && s <= 1e9, "give seconds, more than 0")?;
        Ok(Duration::from_secs_f64(seconds))
    }
}

/// The most games of a tournament: all that are to be played are known from the start.
pub const MOST_GAMES: usize = 1_000_000;

/// Seconds for a move unless told otherwise: an engine that thinks this long hangs.
const MOVE_SECONDS: f64 = 300.0;
const START_SECONDS: f64 = 120.0;

impl Tournament {
    /// An even round robin of this many games a pair, with the usual limits.
    ///
    /// # Errors
    /// When there are fewer than two contestants, or two have one name.
    pub fn round_robin(contestants: Vec<Contestant>, games: usize, size: BoardSize) -> Result<Tournament, PlanError> {
        let plain = |message: String| PlanError { place: None, message };
        if contestants.len() < 2 {
            return Err(plain("a match needs two players or more".to_string()));
        }
        for (i, contestant) in contestants.iter().enumerate() {
            if contestants[..i].iter().any(|other| other.name == contestant.name) {
                return Err(plain(format!("two players have the name {:?}; give one another name", contestant.name)));
            }
            if contestant.gives > 0 && size.handicap(contestant.gives).is_none() {
                return Err(plain(format!(
                    "{:?} cannot give {} handicap stones on {size}",
                    contestant.name, contestant.gives
                )));
            }
        }
        let pairs = all_pairs(&contestants, games);
        Ok(Tournament {
            name: "match".to_string(),
            seed: Seed(1),
            size,
            rules: Rules::default(),
            handicap_komi: 0.5,
            contestants,
            pairs,
            openings: Vec::new(),
            random_moves: 0,
            move_limit: 6 * size.area(),
            move_time: Duration::from_secs_f64(MOVE_SECONDS),
            game_time: None,
            start_time: Duration::from_secs_f64(START_SECONDS),
            counting: Counting::Players,
            disputes: Disputes::default(),
            sprt: None,
            anchor: None,
            explain: true,
        })
    }

    /// The same players with other pairs: the first `heroes` meet all others, and not each other.
    #[must_use]
    pub fn gauntlet(mut self, heroes: usize, games: usize) -> Tournament {
        self.pairs = all_pairs(&self.contestants, games);
        self.pairs.retain(|pair| (pair.players[0] < heroes) != (pair.players[1] < heroes));
        self
    }

    /// What decides the games of a pair beside their numbers, as a short text that changes when one of these does: the
    /// players, the rules, the seed, the openings. Results that were made with another one are not continued.
    #[must_use]
    pub fn conditions(&self, pair: usize) -> String {
        let pair = &self.pairs[pair];
        let mut text = format!(
            "{} {} {} {:?} {} {} {}",
            self.seed,
            self.size,
            self.rules,
            self.handicap_komi,
            self.random_moves,
            self.move_limit,
            self.openings.len()
        );
        for opening in &self.openings {
            for (color, mv) in opening {
                let _ = write!(text, "{color}{mv:?}");
            }
        }
        let _ = write!(text, "{:?}", self.counting);
        // Results of earlier versions, which had no choice, can be continued.
        if self.disputes != Disputes::default() {
            let _ = write!(text, "{:?}", self.disputes);
        }
        for player in pair.players {
            let contestant = &self.contestants[player];
            let _ = write!(text, "|{}|{:?}|{}", contestant.name, contestant.kind, contestant.gives);
        }
        format!("{:016x}", hash(text.as_bytes()))
    }

    /// Checks that there are no more games than can be kept in order.
    ///
    /// # Errors
    /// When there are, with their number.
    pub fn bounded(&self) -> Result<(), PlanError> {
        let games = self.n_games();
        if games > MOST_GAMES {
            let (pairs, most) = (self.pairs.len(), MOST_GAMES);
            let message = format!("{pairs} pairs would play {games} games together; a match has at most {most}");
            return Err(PlanError { place: None, message });
        }
        Ok(())
    }

    /// The number of games there will be, if none stops early.
    #[must_use]
    pub fn n_games(&self) -> usize {
        self.pairs.iter().map(|pair| pair.games).sum()
    }
}

/// Everybody against everybody, but not two who both give handicap stones.
fn all_pairs(contestants: &[Contestant], games: usize) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for second in 1..contestants.len() {
        for first in 0..second {
            if contestants[first].gives == 0 || contestants[second].gives == 0 {
                pairs.push(Pair { players: [first, second], games });
            }
        }
    }
    pairs.sort_by_key(|pair| pair.players);
    pairs
}

/// FNV-1a: short, and the same everywhere.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

impl Plan {
    /// Reads a tournament.
    ///
    /// ```
    /// let families = registry::families();
    /// let plan = arena::Plan::from_toml(
    ///     r#"
    ///     size = 9
    ///     games = 20
    ///     players = ["cellular", "random"]
    ///     [[player]]
    ///     name = "GNU Go"
    ///     command = "gnugo --mode gtp --level 1"
    ///     "#,
    ///     &families,
    /// )
    /// .unwrap();
    /// assert_eq!(plan.tournament.pairs.len(), 3);
    /// let error = arena::Plan::from_toml("size = 9\nplayers = [\"random\", \"random\"]", &families).unwrap_err();
    /// assert_eq!(error.to_string(), "2:22: there is a player \"random\" already; give this one another name");
    /// ```
    ///
    /// # Errors
    /// With line and column in the text.
    pub fn from_toml(text: &str, families: &Families) -> Result<Plan, PlanError> {
        let source = Source(text);
        let file: File =
            toml::from_str(text).map_err(|error| source.error(error.span().unwrap_or(0..0), error.message()))?;
        let size = match &file.size {
            None => BoardSize::NINE,
            Some(side) => BoardSize::new(*side.get_ref())
                .ok_or_else(|| source.of(side, format!("size {}: boards go from 2 to 25 lines", side.get_ref())))?,
        };
        let contestants = contestants(&source, &file, size, families)?;
        if contestants.len() < 2 {
            return Err(PlanError {
                place: None,
                message: "a tournament needs two players or more: players = [\"cellular\", \"random\"]".to_string(),
            });
        }
        let games = |value: &Option<Spanned<usize>>, otherwise| {
            let range = format!("give 1 to {MOST_GAMES} games");
            source.check(value, otherwise, |games| (1..=MOST_GAMES).contains(&games), &range)
        };
        let games_a_pair = games(&file.games, 2)?;
        let mut tournament = Tournament::round_robin(contestants, games_a_pair, size)?;
        tournament.name = file.name.clone().unwrap_or_else(|| "tournament".to_string());
        tournament.seed = Seed(file.seed.unwrap_or(1));
        if let Some(name) = &file.rules {
            let known = Rules::NAMED.map(|(name, _)| name);
            tournament.rules = Rules::named(name.get_ref())
                .ok_or_else(|| source.of(name, Unknown::new("rules", name.get_ref(), known)))?;
        }
        let komi = |value: f64| value.abs() <= 1000.0 && (2.0 * value).fract() == 0.0;
        let halves = "give a komi in whole or half points";
        tournament.rules.komi = source.check(&file.komi, tournament.rules.komi, komi, halves)?;
        tournament.handicap_komi = source.check(&file.handicap_komi, 0.5, komi, halves)?;
        if !file.pairing.is_empty() {
            tournament.pairs =
                pairs(&source, &file.pairing, &tournament.contestants, |value| games(value, games_a_pair))?;
        }
        tournament.bounded()?;
        tournament.random_moves = file.random_moves.min(size.area());
        let most = |limit: usize| limit >= 2;
        tournament.move_limit = source.check(&file.move_limit, tournament.move_limit, most, "give 2 moves or more")?;
        tournament.move_time = source.seconds(&file.move_seconds, MOVE_SECONDS)?;
        tournament.start_time = source.seconds(&file.start_seconds, START_SECONDS)?;
        if file.game_seconds.is_some() {
            tournament.game_time = Some(source.seconds(&file.game_seconds, 0.0)?);
        }
        tournament.counting = counting(&source, &file)?;
        if let Some(name) = &file.disputes {
            tournament.disputes = Disputes::named(name.get_ref()).map_err(|error| source.of(name, error))?;
        }
        tournament.sprt = match &file.sprt {
            None => None,
            Some(entry) => {
                let SprtEntry { elo0, elo1, alpha, beta } = entry.get_ref();
                let sprt = Sprt::new(*elo0, *elo1, alpha.unwrap_or(0.05), beta.unwrap_or(0.05));
                Some(sprt.map_err(|message| source.of(entry, message))?)
            }
        };
        tournament.anchor = match &file.anchor {
            None => None,
            Some(anchor) => Some((find(&source, &tournament.contestants, &anchor.player)?, anchor.elo)),
        };
        tournament.explain = file.explain.unwrap_or(true);
        let threads =
            source.check(&file.threads, 0, |threads| (1..=1024).contains(&threads), "give 1 to 1024 games at once")?;
        Ok(Plan {
            tournament,
            openings: file.openings,
            opening_moves: file.opening_moves.unwrap_or(usize::MAX),
            threads: (threads > 0).then_some(threads),
        })
    }
}

fn contestants(
    source: &Source<'_>,
    file: &File,
    size: BoardSize,
    families: &Families,
) -> Result<Vec<Contestant>, PlanError> {
    let mut all: Vec<Contestant> = Vec::new();
    let mut add = |span: Range<usize>, contestant: Contestant| {
        if all.iter().any(|other| other.name == contestant.name) {
            let message = format!("there is a player {:?} already; give this one another name", contestant.name);
            return Err(source.error(span, message));
        }
        if contestant.name.trim().is_empty() {
            return Err(source.error(span, "a player needs a name"));
        }
        all.push(contestant);
        Ok(())
    };
    let spec = |text: &Spanned<String>| Spec::parse(text.get_ref()).map_err(|error| source.of(text, error));
    // A recipe that is not read yet is looked at when it is.
    let there = |spec: &Spec| spec.recipe_file().map_or_else(|| spec.player(families).map(drop), |_| Ok(()));
    for text in &file.players {
        let spec = spec(text)?;
        there(&spec).map_err(|error| source.of(text, error))?;
        let kind = Kind::Player(spec);
        add(text.span(), Contestant { name: kind.text(), kind, gives: 0 })?;
    }
    for entry in &file.player {
        let Entry { name, player, command, folder, set, gives } = entry.get_ref();
        let kind = match (player, command) {
            (Some(player), None) => {
                let mut spec = spec(player)?;
                for setting in set {
                    spec.settings.add(setting.get_ref()).map_err(|error| source.of(setting, error))?;
                }
                there(&spec).map_err(|error| source.of(player, error))?;
                Kind::Player(spec)
            }
            (None, Some(command)) => {
                let mut program = Program::parse(command.get_ref()).map_err(|error| source.of(command, error))?;
                program.folder.clone_from(folder);
                if let Some(setting) = set.first() {
                    return Err(source.of(setting, "set is for our own players; an engine is set by its command"));
                }
                Kind::Engine(program)
            }
            _ => {
                return Err(source.of(entry, "write either player = \"one of ours\" or command = \"a GTP engine\""));
            }
        };
        let gives = *gives;
        if gives > 0 && size.handicap(gives).is_none() {
            return Err(source.of(entry, format!("there is no handicap of {gives} stones on {size}")));
        }
        let given = name.as_ref().map(|name| name.get_ref().clone());
        let name_span = name.as_ref().map_or(entry.span(), Spanned::span);
        let name = given.unwrap_or_else(|| default_name(&kind, gives));
        add(name_span, Contestant { name, kind, gives })?;
    }
    Ok(all)
}

/// What a contestant is called who has no name: the player, or the program without its folder.
#[must_use]
pub fn default_name(kind: &Kind, gives: usize) -> String {
    let name = match kind {
        Kind::Player(spec) => spec.to_string(),
        Kind::Engine(program) => {
            let word = program.words.first().map_or("engine", String::as_str);
            std::path::Path::new(word).file_stem().map_or(word.into(), |stem| stem.to_string_lossy()).into_owned()
        }
    };
    if gives > 0 { format!("{name} giving {gives}") } else { name }
}

fn find(source: &Source<'_>, contestants: &[Contestant], name: &Spanned<String>) -> Result<usize, PlanError> {
    let known = || contestants.iter().map(|contestant| contestant.name.clone());
    contestants
        .iter()
        .position(|contestant| contestant.name == *name.get_ref())
        .ok_or_else(|| source.of(name, Unknown::new("player", name.get_ref(), known())))
}

/// Who is meant: a player by name, or all of a kind by the words `ours` and `engines`.
fn several(source: &Source<'_>, contestants: &[Contestant], name: &Spanned<String>) -> Result<Vec<usize>, PlanError> {
    let found = find(source, contestants, name);
    let all = |ours: bool| {
        let of_kind = |player: &usize| matches!(contestants[*player].kind, Kind::Player(_)) == ours;
        Ok((0..contestants.len()).filter(of_kind).collect())
    };
    match (found, name.get_ref().as_str()) {
        (Ok(player), _) => Ok(vec![player]),
        (Err(_), "ours") => all(true),
        (Err(_), "engines") => all(false),
        (Err(error), _) => Err(error),
    }
}

fn pairs(
    source: &Source<'_>,
    pairings: &[Spanned<Pairing>],
    contestants: &[Contestant],
    games: impl Fn(&Option<Spanned<usize>>) -> Result<usize, PlanError>,
) -> Result<Vec<Pair>, PlanError> {
    let mut all: Vec<Pair> = Vec::new();
    for pairing in pairings {
        let entry = pairing.get_ref();
        let games = games(&entry.games)?;
        let named = |names: &Option<Vec<Spanned<String>>>| match names {
            None => Ok((0..contestants.len()).collect()),
            Some(names) => {
                let players = names.iter().map(|name| several(source, contestants, name));
                Ok(players.collect::<Result<Vec<_>, PlanError>>()?.concat())
            }
        };
        let players = named(&entry.players)?;
        let others = if entry.against.is_some() { named(&entry.against)? } else { players.clone() };
        let mut met = false;
        for &first in &players {
            for &second in &others {
                let (a, b) = (&contestants[first], &contestants[second]);
                let twice = entry.against.is_none() && first >= second;
                if first == second || twice || (a.gives > 0 && b.gives > 0) {
                    continue;
                }
                met = true;
                let same = |pair: &Pair| pair.players == [first, second] || pair.players == [second, first];
                if all.iter().any(same) {
                    let message = format!("{:?} and {:?} meet already; let them meet in one pairing", a.name, b.name);
                    return Err(source.of(pairing, message));
                }
                all.push(Pair { players: [first, second], games });
            }
        }
        if !met {
            return Err(source.of(pairing, "nobody meets anybody here"));
        }
    }
    Ok(all)
}

fn counting(source: &Source<'_>, file: &File) -> Result<Counting, PlanError> {
    match (&file.count, &file.judge) {
        (Some(_), Some(judge)) => Err(source.of(judge, "a judge counts: leave count out")),
        (None, Some(judge)) => {
            Ok(Counting::Judge(Program::parse(judge.get_ref()).map_err(|error| source.of(judge, error))?))
        }
        (None, None) => Ok(Counting::Players),
        (Some(count), None) => match count.get_ref().as_str() {
            "board" => Ok(Counting::Board),
            "players" => Ok(Counting::Players),
            other => Err(source.of(count, Unknown::new("way to count", other, ["board", "players"]))),
        },
    }
}

/// Reads openings from game records: the first moves of every main line.
///
/// # Errors
/// When a record holds something other than moves that alternate from Black on, or an illegal one.
pub fn openings(bytes: &[u8], size: BoardSize, rules: Rules, most: usize) -> Result<Vec<Vec<(Color, Move)>>, String> {
    let reading = sgf::read_any(bytes, None);
    let mut openings = Vec::new();
    for (i, game) in reading.games.iter().enumerate() {
        let bad = |what: String| format!("opening {}: {what}", i + 1);
        if game.size() != size {
            return Err(bad(format!("is for {}, not for {size}", game.size())));
        }
        let mut position = Position::new(size, rules);
        let mut opening = Vec::new();
        for node in game.main_line() {
            let node = game.node(node);
            if node.setup.as_ref().is_some_and(|setup| setup.changes_stones()) {
                return Err(bad("has stones put up by hand; openings are moves".to_string()));
            }
            let Some((color, mv)) = node.play else { continue };
            if opening.len() == most {
                break;
            }
            if color != position.to_move() {
                return Err(bad(format!("move {} is out of turn", opening.len() + 1)));
            }
            position.play(mv).map_err(|why| bad(format!("move {} is illegal: {why}", opening.len() + 1)))?;
            opening.push((color, mv));
        }
        if position.is_over() {
            return Err(bad("is over by two passes".to_string()));
        }
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err("holds no game".to_string());
    }
    Ok(openings)
}
