//! What judges said, kept by position, and as lines of a file.

use std::collections::{HashMap, VecDeque};

use goban::{BoardSize, Move};
use model::{Candidate, Judgement};
use serde::{Deserialize, Serialize};

/// What a judge said, kept by position: the newest of it, however many games are judged.
#[derive(Debug)]
pub struct Memory {
    /// As lines, which take less room than what they say.
    known: HashMap<u64, String>,
    /// The positions in the order in which they came.
    order: VecDeque<u64>,
    bytes: usize,
    most: usize,
    new: Vec<String>,
    judge: String,
}

/// The lines that are known take no more bytes than this: about two hundred games.
const MOST_BYTES: usize = 64 << 20;

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            known: HashMap::new(),
            order: VecDeque::new(),
            bytes: 0,
            most: MOST_BYTES,
            new: Vec::new(),
            judge: String::new(),
        }
    }
}

/// Most moves that are kept of a judgement, besides the one that was played.
const MOST: usize = 6;

/// Lines of play are kept so far.
const LONGEST: usize = 16;

/// A judgement as a line of a file. Moves are pairs of letters as in SGF, a pass is two hyphens; owners are a letter a point.
#[derive(Serialize, Deserialize)]
struct Line {
    judge: String,
    key: String,
    #[serde(default)]
    games: u64,
    win: Option<f32>,
    lead: Option<f32>,
    #[serde(default)]
    spread: Option<f32>,
    #[serde(default)]
    own: Option<String>,
    #[serde(default)]
    moves: Vec<Thought>,
}

/// A move that was thought of.
#[derive(Serialize, Deserialize)]
struct Thought {
    line: String,
    visits: u64,
    win: Option<f32>,
    lead: Option<f32>,
    prior: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    own: Option<String>,
}

impl Memory {
    /// What a judge said before, out of the lines of a file. Lines of others are skipped, and so are altered ones: what they
    /// said is asked again.
    #[must_use]
    pub fn of(judge: &str, text: &str) -> Memory {
        let mut memory = Memory { judge: judge.to_string(), ..Memory::default() };
        let start = format!("{{\"judge\":{}", serde_json::Value::from(judge));
        for line in text.lines().filter(|line| line.starts_with(&start)) {
            let Ok(text) = keep::unseal(line) else { continue };
            let Ok(line) = serde_json::from_str::<Line>(&text) else { continue };
            let Ok(key) = u64::from_str_radix(&line.key, 16) else { continue };
            if line.judge == judge {
                memory.put(key, text.to_string());
            }
        }
        memory
    }

    /// The lines of a file that are as they were written, and how many are not: altered ones, and those of versions that kept no sums.
    #[must_use]
    pub fn mended(text: &str) -> (String, usize) {
        let mut whole = String::with_capacity(text.len());
        let mut n_bad = 0;
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            if keep::unseal(line).is_ok() {
                whole.push_str(line);
                whole.push('\n');
            } else {
                n_bad += 1;
            }
        }
        (whole, n_bad)
    }

    /// What was learned since this was last asked, a line each, without line breaks.
    pub(super) fn take_new(&mut self) -> Vec<String> {
        std::mem::take(&mut self.new)
    }

    pub(super) fn get(&self, key: u64) -> Option<Judgement> {
        let line = serde_json::from_str::<Line>(self.known.get(&key)?).ok()?;
        Some(line.judgement())
    }

    fn put(&mut self, key: u64, line: String) {
        self.bytes += line.len();
        match self.known.insert(key, line) {
            Some(old) => self.bytes -= old.len(),
            None => self.order.push_back(key),
        }
        while self.bytes > self.most {
            let Some(oldest) = self.order.pop_front().and_then(|key| self.known.remove(&key)) else { break };
            self.bytes -= oldest.len();
        }
    }

    /// Takes note of a judgement, and gives it back as it will come out of a file: whoever asks again gets the same.
    pub(super) fn learn(&mut self, key: u64, judgement: &Judgement, played: Option<Move>) -> Judgement {
        let line = Line::new(&self.judge, key, judgement, played);
        let kept = line.judgement();
        if let Ok(text) = serde_json::to_string(&line) {
            self.new.push(keep::seal(&text));
            self.put(key, text);
        }
        kept
    }
}

impl Line {
    fn new(judge: &str, key: u64, judgement: &Judgement, played: Option<Move>) -> Line {
        let thought = |(rank, candidate): (usize, &Candidate)| Thought {
            line: candidate.line.iter().take(LONGEST).map(|&mv| letters(mv)).collect(),
            visits: candidate.visits,
            win: candidate.black_wins.map(|win| win as f32),
            lead: candidate.black_leads.map(|lead| lead as f32),
            prior: candidate.prior.map(|prior| prior as f32),
            own: candidate.ownership.as_deref().filter(|_| rank == 0).map(owners),
        };
        let is_kept = |(rank, candidate): &(usize, &Candidate)| *rank < MOST || Some(candidate.mv) == played;
        Line {
            judge: judge.to_string(),
            key: format!("{key:016x}"),
            games: judgement.games,
            win: judgement.black_wins.map(|win| win as f32),
            lead: judgement.black_leads.map(|lead| lead as f32),
            spread: judgement.spread.map(|spread| spread as f32),
            own: judgement.ownership.as_deref().map(owners),
            moves: judgement.candidates.iter().enumerate().filter(is_kept).map(thought).collect(),
        }
    }

    fn judgement(&self) -> Judgement {
        let candidate = |thought: &Thought| {
            let line = moves(&thought.line);
            Some(Candidate {
                visits: thought.visits,
                black_wins: thought.win.map(f64::from),
                black_leads: thought.lead.map(f64::from),
                prior: thought.prior.map(f64::from),
                ownership: thought.own.as_deref().map(shares),
                ..Candidate { line: line.clone(), ..Candidate::from(*line.first()?) }
            })
        };
        Judgement {
            games: self.games,
            black_wins: self.win.map(f64::from),
            black_leads: self.lead.map(f64::from),
            spread: self.spread.map(f64::from),
            ownership: self.own.as_deref().map(shares),
            fates: Vec::new(),
            candidates: self.moves.iter().filter_map(candidate).collect(),
        }
    }
}

fn letters(mv: Move) -> String {
    let letter = |at: usize| char::from(b'a' + at as u8);
    mv.point().map_or_else(|| "--".to_string(), |point| [letter(point.column()), letter(point.row())].iter().collect())
}

/// The moves up to the first that is none.
fn moves(text: &str) -> Vec<Move> {
    // A point is the same on every board that has it.
    let Some(size) = BoardSize::new(BoardSize::MAX) else { return Vec::new() };
    let at = |letter: u8| letter.checked_sub(b'a').map(usize::from);
    let read = |pair: &[u8]| match *pair {
        [b'-', b'-'] => Some(Move::Pass),
        [column, row] => size.point(at(column)?, at(row)?).map(Move::Play),
        _ => None,
    };
    text.as_bytes().chunks(2).map_while(read).collect()
}

/// Owners are kept in so many steps from nobody's to somebody's.
const STEPS: f64 = 44.0;

/// The letter of nobody's point. All letters are printable, and none needs to be escaped in JSON.
const NOBODY: f64 = 79.0;

fn owners(values: &[f64]) -> String {
    let letter = |value: &f64| match (NOBODY + (value.clamp(-1.0, 1.0) * STEPS).round()) as u8 {
        // These two would be escaped.
        b'\\' => '~',
        letter => char::from(letter),
    };
    values.iter().map(letter).collect()
}

fn shares(text: &str) -> Vec<f64> {
    let value = |letter: u8| {
        let letter = if letter == b'~' { b'\\' } else { letter };
        (f64::from(letter) - NOBODY) / STEPS
    };
    text.bytes().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_goes_through_a_file() {
        let points: Vec<Move> = BoardSize::NINE.points().take(9).map(Move::Play).collect();
        let candidate = |mv: &Move| Candidate {
            visits: 12,
            black_leads: Some(0.1),
            line: vec![*mv, Move::Pass, points[3]],
            ..Candidate::from(*mv)
        };
        let judgement = Judgement {
            games: 800,
            black_wins: Some(0.3),
            black_leads: Some(-3.6),
            spread: Some(11.1),
            ownership: Some((0..81).map(|i| f64::from(i) / 40.0 - 1.0).collect()),
            candidates: points.iter().map(candidate).collect(),
            ..Judgement::default()
        };
        let mut memory = Memory::of("katago", "");
        let kept = memory.learn(7, &judgement, Some(points[8]));
        assert_eq!(kept.candidates.len(), 7, "the first six and the one that was played");
        assert_eq!(kept.candidates[6].line, judgement.candidates[8].line);
        let own = kept.ownership.as_ref().unwrap().iter().zip(judgement.ownership.as_ref().unwrap());
        assert!(own.clone().all(|(is, was)| (is - was).abs() < 0.012), "{own:?}");
        let lines = memory.take_new();
        assert!(memory.take_new().is_empty(), "nothing is new twice");
        let text = format!("damaged\n{}\n", lines.join("\n"));
        assert!(!text.contains('\\'), "{text}");
        assert_eq!(Memory::of("katago", &text).get(7), Some(kept.clone()), "what comes back is what was told");
        assert!(Memory::of("other", &text).get(7).is_none());
        let twice = format!("{text}\n{}", text.replace("800", "801"));
        assert_eq!(Memory::mended(&twice), (format!("{}\n", lines[0]), 3));
        assert!(Memory::of("katago", &text.replace("800", "801")).get(7).is_none(), "an altered line says nothing");
        assert_eq!(Memory::of("katago", &text).learn(8, &kept, Some(points[8])), kept, "and so on");
    }
    #[test]
    fn the_newest_is_known_however_much_was_said() {
        let mut memory = Memory { most: 1000, ..Memory::default() };
        let said = |games| Judgement { games, ..Judgement::default() };
        for key in 0..100 {
            memory.learn(key, &said(key), None);
            // Said again it is not older, and takes no more room.
            memory.learn(key, &said(key), None);
        }
        assert!(memory.get(0).is_none());
        assert_eq!((95..100).filter_map(|key| Some(memory.get(key)?.games)).collect::<Vec<_>>(), [95, 96, 97, 98, 99]);
        assert_eq!(memory.bytes, memory.known.values().map(String::len).sum::<usize>());
        assert!(memory.bytes <= 1000 && memory.known.len() == memory.order.len());
    }
}
