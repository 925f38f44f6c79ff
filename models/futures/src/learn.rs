//! Learning whose the points become: from tables of owners that someone strong gave, or from the ends of counted games.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::sync::OnceLock;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use goban::{Color, Position, Rules, Setup, Unseen};
use model::words::count;
use model::{
    Cell, Learn, LearnError, Learner, LeftOut, Measure, Parameter, Parameters, Progress, Report, Seed, Summary,
};
use playout::owners::{Evidence, Outlook, Owners, Trainer, Truth};
use playout::{Batch, Settlement};
use rayon::prelude::*;
use record::{GameInfo, Margin, Outcome, Replay};

/// The share of the positions in which classes are found; in the others the weights of those that are kept settle.
const GROWING: f64 = 0.8;
/// Positions that are looked at together, on all threads.
const BATCH: usize = 64;
/// How often the log gets a line.
const NEWS: usize = 4096;
/// Positions that a summary is made from.
const EXAMINED: usize = 500;
/// Positions of a counted game that are learned from, beside its end.
const OF_A_GAME: usize = 8;
/// The first moves of a counted game say little about its end.
const OPENING: usize = 16;
/// No checkpoint unpacks to more.
const LARGEST: u64 = 1 << 32;

/// The first bytes of a checkpoint.
const CHECKPOINT: &[u8] = b"aji futures checkpoint 5\n";

/// The ability to learn.
pub(crate) struct Pupil(Vec<Parameter>);

impl Pupil {
    pub(crate) fn new() -> Pupil {
        Pupil(vec![
            Parameter::integer("futures.played", "how many games are played from each position", 1, 10_000, 64),
            Parameter::real(
                "futures.share",
                "the share of all positions that are played out to learn what the games say, drawn by lot",
                0.0,
                1.0,
                0.7,
            ),
            Parameter::real(
                "futures.share_again",
                "the share of other positions that are played out to look again at what games and stones say",
                0.0,
                1.0,
                0.3,
            ),
            Parameter::real(
                "futures.share_of_stones",
                "the share of all positions from which it is learned what the stones alone say",
                0.0,
                1.0,
                1.0,
            ),
            Parameter::integer("futures.passes", "how often the positions of the games are gone through", 1, 100, 2),
            Parameter::integer("futures.classes", "how many classes are kept, the weightiest", 1, 100_000_000, 500_000),
        ])
    }
}

impl Learn for Pupil {
    fn settings(&self) -> &[Parameter] {
        &self.0
    }

    fn learner(&self, settings: &Parameters, seed: Seed) -> Result<Box<dyn Learner>, LearnError> {
        let number = |name| usize::try_from(settings.integer(name)).unwrap_or(0);
        Ok(Box::new(Student {
            n_played: number("futures.played"),
            share: settings.real("futures.share"),
            share_again: settings.real("futures.share_again"),
            share_of_stones: settings.real("futures.share_of_stones"),
            n_passes: number("futures.passes"),
            keep: number("futures.classes"),
            seed,
            tables: HashMap::new(),
            has_tables: false,
            n_shown: 0,
            n_games: 0,
            lessons: Vec::new(),
        }))
    }
}

struct Student {
    n_played: usize,
    share: f64,
    share_again: f64,
    share_of_stones: f64,
    n_passes: usize,
    keep: usize,
    seed: Seed,
    /// The rows of the tables by the games that they name.
    tables: HashMap<String, Vec<Given>>,
    has_tables: bool,
    n_shown: usize,
    /// How many of the games shown are learned from.
    n_games: usize,
    lessons: Vec<Lesson>,
}

/// A row of a table: what someone strong says about a position of a game.
#[derive(Debug)]
struct Given {
    n_moves: usize,
    lead: f32,
    chance: f32,
    owners: Box<[i8]>,
}

/// A position to learn from. Owners are in hundredths.
struct Lesson {
    setup: Setup,
    unseen: Unseen,
    rules: Rules,
    handicap: usize,
    owners: Box<[i8]>,
    lead: f32,
    chance: f32,
    /// Whether its game ended with it.
    is_last: bool,
    /// What its games said, once they are played.
    played: OnceLock<Played>,
}

/// What the games of a position said.
struct Played {
    /// For every point, how many games gave it to Black less how many to White. No more than 10,000 games are played.
    balances: Box<[i16]>,
    lead: f64,
    chance: f64,
}

impl Lesson {
    fn new(position: &Position, handicap: usize, given: Given, is_last: bool) -> Lesson {
        Lesson {
            setup: Setup { to_move: position.to_move(), ..Setup::from(position.board()) },
            unseen: Unseen::of(position),
            rules: *position.rules(),
            handicap,
            owners: given.owners,
            lead: given.lead,
            chance: given.chance,
            is_last,
            played: OnceLock::new(),
        }
    }

    fn truth(&self) -> Truth {
        let owners = self.owners.iter().map(|&owner| f32::from(owner) / 100.0).collect();
        Truth { owners, lead: self.lead, chance: self.chance }
    }

    /// The position before any games. None if it could not be set up again, which is not met.
    fn unplayed(&self) -> Option<Evidence> {
        let position = Position::restored(&self.setup, self.rules, &self.unseen).ok()?;
        Some(self.seen(Evidence::unplayed(&Batch::new(&position).handicap(self.handicap))))
    }

    /// Plays the games, the first time. None if the position could not be set up again, which is not met.
    fn look(&self, n_games: usize, seed: Seed) -> Option<Evidence> {
        let position = Position::restored(&self.setup, self.rules, &self.unseen).ok()?;
        let seed = seed.stream(position.board().hash()).stream(position.to_move() as u64);
        let batch = Batch::new(&position).handicap(self.handicap).games(n_games).seed(seed);
        let played = self.played.get_or_init(|| {
            let tally = batch.tally();
            let balance = |owner: &f64| (owner * n_games as f64).round() as i16;
            let balances = tally.owners().iter().map(balance).collect();
            Played { balances, lead: tally.lead(), chance: tally.chance(Color::Black) }
        });
        let owners = played.balances.iter().map(|&balance| f64::from(balance) / n_games as f64).collect();
        Some(self.seen(Evidence::known(&batch, Outlook { owners, lead: played.lead, chance: played.chance })))
    }

    fn seen(&self, evidence: Evidence) -> Evidence {
        if self.is_last { evidence.over() } else { evidence }
    }
}

/// An owner in hundredths by its letter.
fn owner(letter: u8) -> Option<i8> {
    (b'a'..=b'u').contains(&letter).then(|| 10 * (letter as i8 - b'k' as i8))
}

/// The rows of a table of owners: the name of a game, a number of moves, Black's chance, Black's lead, its spread, and a letter for every
/// point, from a (White's) to u (Black's). None if the bytes are something else.
fn table(bytes: &[u8]) -> Option<Result<Vec<(String, Given)>, LearnError>> {
    let text = str::from_utf8(bytes).ok()?;
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty()).peekable();
    let (_, first) = lines.peek()?;
    let fields: Vec<&str> = first.split('\t').collect();
    if fields.len() != 6 || fields[5].len() < 2 || fields[5].bytes().any(|letter| owner(letter).is_none()) {
        return None;
    }
    let row = |(at, line): (usize, &str)| {
        let wrong = || LearnError::Failed(format!("line {}: not a row of owners", at + 1));
        let fields: Vec<&str> = line.split('\t').collect();
        let &[id, n_moves, chance, lead, _, letters] = fields.as_slice() else { return Err(wrong()) };
        let number = |text: &str| text.parse::<f32>().ok().filter(|number| number.is_finite()).ok_or_else(wrong);
        let given = Given {
            n_moves: n_moves.parse().map_err(|_| wrong())?,
            lead: number(lead)?,
            chance: number(chance)
                .and_then(|chance| if (0.0..=1.0).contains(&chance) { Ok(chance) } else { Err(wrong()) })?,
            owners: letters.bytes().map(owner).collect::<Option<_>>().ok_or_else(wrong)?,
        };
        Ok((id.to_string(), given))
    };
    Some(lines.map(row).collect())
}

impl Learner for Student {
    fn accept(&mut self, _: &str, bytes: &[u8]) -> Result<bool, LearnError> {
        let Some(rows) = table(bytes) else { return Ok(false) };
        if self.n_shown > 0 {
            let what = "a table of owners comes before the games that it is about";
            return Err(LearnError::Settings(what.to_string()));
        }
        for (id, given) in rows? {
            self.tables.entry(id).or_default().push(given);
        }
        self.has_tables = true;
        Ok(true)
    }

    fn take_game(&mut self, info: &GameInfo, replay: &mut Replay<'_>) -> Result<(), LeftOut> {
        self.n_shown += 1;
        if self.has_tables {
            self.take_given(info, replay)?;
        } else {
            self.take_counted(info, replay)?;
        }
        self.n_games += 1;
        Ok(())
    }

    fn train(&mut self, from: Option<&[u8]>, report: &mut Report<'_>) -> Result<Vec<u8>, LearnError> {
        let looks = self.looks();
        if looks[Trainer::PLAYED].is_empty() {
            let what = "there is nothing to learn from: give counted games, or tables of owners and then their games, and a share above 0";
            return Err(LearnError::Failed(what.to_string()));
        }
        let end = looks.iter().map(Vec::len).sum();
        let (mut number, mut trainer) = match from {
            Some(bytes) => self.restore(bytes, end)?,
            None => (0, Trainer::new()),
        };
        let mut errors = Errors::default();
        loop {
            let mut news = Vec::new();
            if errors.n >= NEWS || number == end && errors.n > 0 {
                news = errors.news(trainer.n_classes());
                errors = Errors::default();
            }
            let progress = Progress {
                done: number as f64 / end as f64,
                stage: Cow::Owned(format!("position {number} of {end}, {} classes", trainer.n_classes())),
                news: &news,
                checkpoint: &|| self.checkpoint(number, &trainer),
            };
            if report(progress) == ControlFlow::Break(()) {
                return Err(LearnError::Stopped);
            }
            if number == end {
                break;
            }
            let (mut begin, mut look) = (0, 0);
            while number >= begin + looks[look].len() {
                begin += looks[look].len();
                look += 1;
            }
            while trainer.stage() < look {
                trainer.next();
            }
            let lessons = &looks[look];
            let at = number - begin;
            let grown = (lessons.len() as f64 * GROWING) as usize;
            if at == grown {
                trainer.settle(self.keep);
            }
            let limit = if at < grown { grown } else { lessons.len() };
            let batch = &lessons[at..(at + BATCH).min(limit)];
            let see = |&lesson: &usize| {
                let evidence = self.evidence(lesson, look)?;
                let seen = trainer.look(&evidence, lesson);
                Some((lesson, evidence, seen))
            };
            let seen: Vec<_> = batch.par_iter().filter_map(see).collect();
            for (lesson, evidence, seen) in &seen {
                let truth = self.lessons[*lesson].truth();
                let believed = trainer.learn(evidence, seen, &truth, rate(at, grown, lessons.len()));
                if look >= Trainer::PLAYED {
                    errors.add(&believed, &truth, self.lessons[*lesson].lead);
                }
            }
            number += batch.len();
        }
        let [stones, games, again] = looks.map(|lessons| lessons.len());
        let origin = format!(
            "{} of {}, each gone through {}, {} played from each, looked at again in {} more, at the stones alone in {}, seed {}",
            count(games / self.n_passes, "position", "positions"),
            count(self.n_games, "game", "games"),
            count(self.n_passes, "time", "times"),
            count(self.n_played, "game", "games"),
            again,
            stones,
            self.seed.0
        );
        Ok(trainer.owners(&origin).to_bytes())
    }

    fn examine(&mut self, file: Option<&[u8]>, report: &mut Report<'_>) -> Result<Summary, LearnError> {
        let read;
        let owners = match file {
            Some(bytes) => {
                read = Owners::from_bytes(bytes).map_err(|error| LearnError::Failed(error.to_string()))?;
                &read
            }
            None => Owners::shipped(),
        };
        let mut summary = Summary { title: format!("{} classes of points", owners.n_classes()), ..Summary::default() };
        summary.about.push(("origin", Cell::Text(owners.origin().to_string())));
        // From the end: those that a smaller share leaves out come first, as nothing was learned from them.
        let mut order = self.order(1.0);
        order.reverse();
        order.truncate(EXAMINED);
        let (mut learned, mut plain) = (Errors::default(), Errors::default());
        for (i, &lesson) in order.iter().enumerate() {
            let progress = Progress {
                done: i as f64 / order.len() as f64,
                stage: Cow::Borrowed("measuring"),
                news: &[],
                checkpoint: &Vec::new,
            };
            if report(progress) == ControlFlow::Break(()) {
                return Err(LearnError::Stopped);
            }
            let lesson = &self.lessons[lesson];
            let Some(evidence) = lesson.look(self.n_played, self.seed) else { continue };
            learned.add(&owners.judge(&evidence), &lesson.truth(), lesson.lead);
            plain.add(&evidence.plain(), &lesson.truth(), lesson.lead);
        }
        if learned.n > 0 {
            let over = format!("over {} of the positions shown", learned.n);
            let mut measure = |name, value, about: &str| {
                summary.measures.push(Measure { name, value, about: format!("{about}, {over}") });
            };
            measure("owner_error", learned.owner(), "mean error of an owner between −1 and +1");
            measure("owner_error_of_games", plain.owner(), "the same of the games alone");
            measure("lead_error", learned.lead(), "mean error of the lead in points");
            measure("lead_error_of_games", plain.lead(), "the same of the games alone");
        }
        Ok(summary)
    }
}

/// The share of the full step.
fn rate(number: usize, grown: usize, n: usize) -> f32 {
    let part = |from: usize, to: usize| (number - from) as f32 / (to - from).max(1) as f32;
    if number < grown { 1.0 - 0.8 * part(0, grown) } else { 0.3 - 0.28 * part(grown, n) }
}

impl Student {
    /// The numbers of the lessons that each look is learned from, in their order. What looks again learns where the look at the games did not: on
    /// what that has seen before it is better than it will be.
    fn looks(&self) -> [Vec<usize>; Trainer::STAGES] {
        let order = self.order(1.0);
        let part = |share: f64| (share * order.len() as f64).ceil() as usize;
        let stones = order[..part(self.share_of_stones)].to_vec();
        let games = &order[..part(self.share)];
        let again: Vec<usize> = order.iter().cycle().skip(games.len()).take(part(self.share_again)).copied().collect();
        [stones, games.repeat(self.n_passes), again]
    }

    /// What is known of a position when a look is learned from it: without games, if that look is at the stones alone.
    fn evidence(&self, lesson: usize, look: usize) -> Option<Evidence> {
        let lesson = &self.lessons[lesson];
        if look >= Trainer::PLAYED { lesson.look(self.n_played, self.seed) } else { lesson.unplayed() }
    }

    /// The positions of a game that tables say something about.
    fn take_given(&mut self, info: &GameInfo, replay: &mut Replay<'_>) -> Result<(), LeftOut> {
        let rows = info.name.as_ref().and_then(|name| self.tables.remove(name));
        let mut rows = rows.ok_or_else(|| LeftOut("that no table of owners names".to_string()))?;
        rows.sort_by_key(|given| given.n_moves);
        let area = replay.position().size().area();
        if rows.iter().any(|given| given.owners.len() != area) {
            return Err(LeftOut("on another board than the table of owners has".to_string()));
        }
        let handicap = info.handicap.unwrap_or(0);
        let mut n_moves = 0;
        let first = self.lessons.len();
        for given in rows {
            while n_moves < given.n_moves {
                if replay.next_ply()?.is_none() {
                    return Err(LeftOut("shorter than the table of owners says".to_string()));
                }
                n_moves += 1;
            }
            self.lessons.push(Lesson::new(replay.position(), handicap, given, false));
        }
        if matches!(replay.next_ply(), Ok(None))
            && let Some(last) = self.lessons[first..].last_mut()
        {
            last.is_last = true;
        }
        Ok(())
    }

    /// Some positions of a game that was counted, and its end. Whose the points were comes from counting it again, which has to agree
    /// with the record.
    fn take_counted(&mut self, info: &GameInfo, replay: &mut Replay<'_>) -> Result<(), LeftOut> {
        let Some(Outcome::Win { winner, margin: Margin::Points(points) }) = info.outcome() else {
            return Err(LeftOut("that were not counted".to_string()));
        };
        let lead = points * winner.sign();
        let handicap = info.handicap.unwrap_or(0);
        let mut on_the_way = Vec::new();
        while replay.next_ply()?.is_some() {
            on_the_way.push(replay.position().forgetful());
        }
        let end = replay.position();
        let settlement = Settlement::of(end, self.seed);
        if (settlement.score(end, handicap).lead() - lead).abs() > 1.0 {
            return Err(LeftOut("whose count differs from their result".to_string()));
        }
        let owners: Box<[i8]> = settlement.owners().iter().map(|owner| (100.0 * owner).round() as i8).collect();
        let stream = self.seed.stream(end.board().hash());
        let mut lots: Vec<(u64, usize)> =
            (OPENING..on_the_way.len().saturating_sub(1)).map(|ply| (stream.stream(ply as u64).0, ply)).collect();
        lots.sort_unstable();
        let chosen = lots.iter().take(OF_A_GAME).filter_map(|&(_, ply)| on_the_way.get(ply));
        for (position, is_last) in chosen.map(|position| (position, false)).chain([(&end.forgetful(), true)]) {
            let chance = if winner == Color::Black { 1.0 } else { 0.0 };
            let given = Given { n_moves: 0, lead: lead as f32, chance, owners: owners.clone() };
            self.lessons.push(Lesson::new(position, handicap, given, is_last));
        }
        Ok(())
    }

    /// The numbers of the lessons in the order in which they are learned. A smaller share is the beginning of a larger one.
    fn order(&self, share: f64) -> Vec<usize> {
        let mut order: Vec<(u64, usize)> =
            (0..self.lessons.len()).map(|lesson| (self.seed.stream(lesson as u64).0, lesson)).collect();
        order.sort_unstable();
        order.truncate((share * self.lessons.len() as f64).ceil() as usize);
        order.into_iter().map(|(_, lesson)| lesson).collect()
    }

    /// A number that only the same positions with the same settings have.
    fn fingerprint(&self) -> u64 {
        let shares = [self.share, self.share_again, self.share_of_stones].map(f64::to_bits);
        let settings = [self.n_played as u64, self.n_passes as u64, self.keep as u64];
        let settings = settings.into_iter().chain(shares);
        let start = settings.fold(self.seed, Seed::stream);
        let sum = self.lessons.iter().fold(start, |sum, lesson| {
            let owners = lesson.owners.iter().fold(0u64, |sum, &owner| sum.rotate_left(7) ^ owner as u64);
            let stones = lesson.setup.stones;
            let n = (stones.black.len() * 1000 + stones.white.len()) as u64;
            [u64::from(lesson.lead.to_bits()), u64::from(lesson.chance.to_bits()), owners, n]
                .into_iter()
                .fold(sum, Seed::stream)
        });
        sum.0
    }

    fn checkpoint(&self, number: usize, trainer: &Trainer) -> Vec<u8> {
        let mut packer = ZlibEncoder::new(CHECKPOINT.to_vec(), Compression::fast());
        // Writing to memory does not fail.
        for part in [&self.fingerprint().to_le_bytes()[..], &(number as u64).to_le_bytes(), &trainer.to_bytes()] {
            let _ = packer.write_all(part);
        }
        packer.finish().unwrap_or_default()
    }

    fn restore(&self, bytes: &[u8], n: usize) -> Result<(usize, Trainer), LearnError> {
        let wrong = |what: &str| LearnError::Checkpoint(format!("the checkpoint {what}; start again without it"));
        let packed = bytes.strip_prefix(CHECKPOINT).ok_or_else(|| wrong("is none of this family"))?;
        let mut body = Vec::new();
        ZlibDecoder::new(packed).take(LARGEST).read_to_end(&mut body).map_err(|_| wrong("is damaged"))?;
        let (head, state) = body.split_first_chunk::<16>().ok_or_else(|| wrong("is damaged"))?;
        let (fingerprint, number) = head.split_at(8);
        if *fingerprint != self.fingerprint().to_le_bytes() {
            return Err(wrong("is of other positions or settings"));
        }
        let number = number.iter().rev().fold(0u64, |sum, &byte| sum << 8 | u64::from(byte)) as usize;
        let trainer = Trainer::from_bytes(state).filter(|_| number <= n).ok_or_else(|| wrong("is damaged"))?;
        Ok((number, trainer))
    }
}

/// How far beliefs were from the truth.
#[derive(Default)]
struct Errors {
    n: usize,
    owner: f64,
    lead: f64,
}

impl Errors {
    fn add(&mut self, believed: &Outlook, truth: &Truth, lead: f32) {
        let off = |(owner, truth): (&f64, &f32)| (owner - f64::from(*truth)).abs();
        self.n += 1;
        self.owner +=
            believed.owners.iter().zip(&truth.owners).map(off).sum::<f64>() / truth.owners.len().max(1) as f64;
        self.lead += (believed.lead - f64::from(lead)).abs();
    }

    fn owner(&self) -> f64 {
        self.owner / self.n as f64
    }

    fn lead(&self) -> f64 {
        self.lead / self.n as f64
    }

    fn news(&self, n_classes: usize) -> Vec<(&'static str, f64)> {
        vec![("owner_error", self.owner()), ("lead_error", self.lead()), ("classes", n_classes as f64)]
    }
}
