//! What the games of a tournament say, as numbers.

use std::collections::{HashMap, HashSet};

use goban::{ByColor, Color};
use serde::Serialize;
use statistics::{Share, Summary};

use crate::rating::{Meeting, rate};
use crate::result::{End, Row};
use crate::run::{RunError, Score, counted, done};
use crate::sprt::{Decision, Sprt};
use crate::tournament::{Counting, Kind, Tournament};

/// What the games of a tournament say. It depends on the tournament and its games, not on the order in which they were
/// played nor on how often the run was interrupted; only [`Effort`] differs from run to run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// What the tournament is called.
    pub name: String,
    /// The seed of all chance.
    pub seed: u64,
    /// The side length of the board.
    pub size: usize,
    /// The rules by name.
    pub rules: String,
    /// The komi of even games.
    pub komi: f64,
    /// The komi of games with handicap stones.
    pub handicap_komi: f64,
    /// Random moves at the beginning.
    pub random_moves: usize,
    /// How many openings there are.
    pub openings: usize,
    /// Who says which stones are dead.
    pub counting: String,
    /// How many games there are to be, if no test stops a pair.
    pub planned: usize,
    /// How many games count or are void.
    pub played: usize,
    /// Games that were played after the test of their pair was decided; they count nowhere.
    pub beyond: usize,
    /// Whether nothing is left to play.
    pub complete: bool,
    /// The test that stops pairs early.
    pub sprt: Option<Sprt>,
    /// Whose rating is fixed, and at what.
    pub anchor: Option<(String, f64)>,
    /// The players, the strongest first.
    pub standings: Vec<Standing>,
    /// The pairs, in the order of the tournament.
    pub pairs: Vec<PairReport>,
    /// Games that did not end by passes or resignation, in the order of the tournament.
    pub troubles: Vec<Trouble>,
}

/// A player and how it did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// What it is: one of our players, or a command.
    pub what: String,
    /// Handicap stones it gives.
    pub gives: usize,
    /// Games that count.
    pub games: usize,
    /// Games won.
    pub wins: usize,
    /// Games lost.
    pub losses: usize,
    /// Games drawn.
    pub draws: usize,
    /// The share of games won and its 95 % interval after Wilson.
    pub share: Interval,
    /// The rating; none without games.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub error: Option<f64>,
    /// Only players of the same group can be compared.
    pub group: usize,
    /// Games lost by a failure.
    pub forfeits: usize,
    /// Games that do not count.
    pub void: usize,
    /// The time it took.
    pub effort: Effort,
}

/// A share with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The share.
    pub value: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

impl From<Share> for Interval {
    fn from(share: Share) -> Interval {
        Interval { value: share.value, low: share.interval[0], high: share.interval[1] }
    }
}

/// CPU time; none where the system does not say.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize)]
pub struct Effort {
    /// Seconds a game.
    pub seconds_per_game: Option<f64>,
    /// Milliseconds a move of its own.
    pub milliseconds_per_move: Option<f64>,
}

/// Two players and how they did against each other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairReport {
    /// Their names.
    pub players: [String; 2],
    /// Handicap stones for the one who has Black.
    pub handicap: usize,
    /// How many games there are to be.
    pub planned: usize,
    /// Games that count.
    pub games: usize,
    /// Wins of each.
    pub wins: [usize; 2],
    /// Games drawn.
    pub draws: usize,
    /// The first one's share of games won.
    pub share: Interval,
    /// Games won with Black by each, and games played with it.
    pub with_black: [[usize; 2]; 2],
    /// Games that do not count.
    pub void: usize,
    /// Games whose moves are those of an earlier game of the pair.
    pub duplicates: usize,
    /// Lengths in moves: the least, the median, the greatest.
    pub length: Option<Length>,
    /// What the test says so far.
    pub test: Option<Test>,
}

/// Lengths of games, in moves.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Length {
    /// The shortest.
    pub least: f64,
    /// The median.
    pub median: f64,
    /// The longest.
    pub greatest: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Test {
    /// Which hypothesis, if it is decided.
    pub decision: Decision,
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
}

/// A game that did not end as games should.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Trouble {
    /// Who had Black.
    pub black: String,
    /// Who had White.
    pub white: String,
    /// The number of the game of the pair, from 1.
    pub game: usize,
    /// The result.
    pub result: String,
    /// What happened.
    pub end: End,
    /// In words.
    pub reason: String,
    /// The record.
    pub file: String,
}

/// What is summed up for one player.
#[derive(Clone, Default)]
struct Tally {
    wins: usize,
    losses: usize,
    draws: usize,
    forfeits: usize,
    void: usize,
    cpu: f64,
    /// Games and own moves whose CPU time is known.
    timed: (usize, f64),
}

impl Report {
    /// Sums up games.
    ///
    /// # Errors
    /// When a game is there twice or was played under other conditions.
    pub fn new<'r>(tournament: &Tournament, rows: impl IntoIterator<Item = &'r Row>) -> Result<Report, RunError> {
        let done = done(tournament, rows)?;
        let n = tournament.contestants.len();
        let names: HashMap<&str, usize> =
            tournament.contestants.iter().enumerate().map(|(i, contestant)| (contestant.name.as_str(), i)).collect();
        let mut tallies = vec![Tally::default(); n];
        let mut meetings = Vec::new();
        let mut pairs = Vec::new();
        let mut troubles = Vec::new();
        let mut complete = true;
        let mut played = 0;
        for (i, pair) in tournament.pairs.iter().enumerate() {
            let counted = counted(tournament, i, &|index| done.get(&(i, index)).map(|row| Score::of(row)));
            let rows: Vec<&Row> = (0..counted.games).filter_map(|index| done.get(&(i, index)).copied()).collect();
            complete &= rows.len() == counted.games;
            played += rows.len();
            for row in &rows {
                take(&mut tallies, &names, row);
                if row.end.is_void() || row.end.is_forfeit() || !row.reason.is_empty() {
                    troubles.push(Trouble {
                        black: row.black.clone(),
                        white: row.white.clone(),
                        game: row.game + 1,
                        result: row.result.clone(),
                        end: row.end,
                        reason: row.reason.clone(),
                        file: row.file.clone(),
                    });
                }
            }
            let test = counted.decision.map(|(decision, llr)| Test { decision, llr });
            let report = pair_report(tournament, i, &rows, test);
            let half = report.draws as f64 / 2.0;
            meetings.push(Meeting { players: pair.players, wins: report.wins.map(|wins| wins as f64 + half) });
            pairs.push(report);
        }
        let ratings = rate(n, &meetings, tournament.anchor);
        let mut standings: Vec<Standing> = (0..n)
            .map(|i| {
                let (contestant, tally) = (&tournament.contestants[i], &tallies[i]);
                let games = tally.wins + tally.losses + tally.draws;
                Standing {
                    name: contestant.name.clone(),
                    what: contestant.kind.text(),
                    gives: contestant.gives,
                    games,
                    wins: tally.wins,
                    losses: tally.losses,
                    draws: tally.draws,
                    share: Share::of(tally.wins, games).into(),
                    elo: (games > 0).then_some(ratings[i].elo),
                    error: (games > 0).then_some(ratings[i].error),
                    group: ratings[i].group,
                    forfeits: tally.forfeits,
                    void: tally.void,
                    effort: Effort {
                        seconds_per_game: (tally.timed.0 > 0).then(|| tally.cpu / tally.timed.0 as f64),
                        milliseconds_per_move: (tally.timed.1 > 0.0).then(|| 1000.0 * tally.cpu / tally.timed.1),
                    },
                }
            })
            .collect();
        // Players of one group stand together; in it the strongest comes first, and equals keep their order.
        standings.sort_by(|a, b| {
            let elo = |standing: &Standing| standing.elo.unwrap_or(f64::NEG_INFINITY);
            a.group.cmp(&b.group).then(elo(b).total_cmp(&elo(a)))
        });
        let engines = tournament.contestants.iter().any(|contestant| matches!(contestant.kind, Kind::Engine(_)));
        Ok(Report {
            name: tournament.name.clone(),
            seed: tournament.seed.0,
            size: tournament.size.get(),
            rules: tournament.rules.name().unwrap_or("other").to_string(),
            komi: tournament.rules.komi,
            handicap_komi: tournament.handicap_komi,
            random_moves: tournament.random_moves,
            openings: tournament.openings.len(),
            counting: match &tournament.counting {
                Counting::Players if engines => "players".to_string(),
                Counting::Board | Counting::Players => "board".to_string(),
                Counting::Judge(program) => format!("judge: {program}"),
            },
            planned: tournament.n_games(),
            played,
            beyond: done.len() - played,
            complete,
            sprt: tournament.sprt,
            anchor: tournament.anchor.map(|(i, elo)| (tournament.contestants[i].name.clone(), elo)),
            standings,
            pairs,
            troubles,
        })
    }

    /// What one player did against another: wins, draws, losses of the first; none if they do not meet.
    #[must_use]
    pub fn between(&self, first: &str, second: &str) -> Option<[usize; 3]> {
        self.pairs.iter().find_map(|pair| {
            let [a, b] = pair.players.each_ref().map(String::as_str);
            match (a == first && b == second, a == second && b == first) {
                (true, _) => Some([pair.wins[0], pair.draws, pair.wins[1]]),
                (_, true) => Some([pair.wins[1], pair.draws, pair.wins[0]]),
                _ => None,
            }
        })
    }
}

fn take(tallies: &mut [Tally], names: &HashMap<&str, usize>, row: &Row) {
    let players = row.players();
    let cpu = ByColor { black: row.cpu.black, white: row.cpu.white };
    for color in Color::ALL {
        let Some(&index) = names.get(players[color]) else { continue };
        let tally = &mut tallies[index];
        if let Some(cpu) = cpu[color] {
            tally.cpu += cpu;
            tally.timed.0 += 1;
            tally.timed.1 += row.moves as f64 / 2.0;
        }
        if row.end.is_void() {
            tally.void += 1;
            continue;
        }
        match row.winner() {
            None => tally.draws += 1,
            Some(winner) if winner == color => tally.wins += 1,
            Some(_) => {
                tally.losses += 1;
                tally.forfeits += usize::from(row.end.is_forfeit());
            }
        }
    }
}

fn pair_report(tournament: &Tournament, pair: usize, rows: &[&Row], test: Option<Test>) -> PairReport {
    let players = tournament.pairs[pair].players.map(|player| tournament.contestants[player].name.clone());
    let mut wins = [0; 2];
    let mut with_black = [[0; 2]; 2];
    let (mut draws, mut void, mut duplicates) = (0, 0, 0);
    let mut seen = HashSet::new();
    let mut lengths = Vec::new();
    for row in rows {
        if row.end.is_void() {
            void += 1;
            continue;
        }
        duplicates += usize::from(!seen.insert(row.hash.as_str()));
        lengths.push(row.moves as f64);
        let black = usize::from(row.black != players[0]);
        with_black[black][1] += 1;
        match row.winner() {
            None => draws += 1,
            Some(Color::Black) => {
                wins[black] += 1;
                with_black[black][0] += 1;
            }
            Some(Color::White) => wins[1 - black] += 1,
        }
    }
    lengths.sort_by(f64::total_cmp);
    let games = wins[0] + wins[1] + draws;
    PairReport {
        players,
        handicap: tournament.fixture(pair, 0).handicap,
        planned: tournament.pairs[pair].games,
        games,
        wins,
        draws,
        share: Share::of(wins[0], games).into(),
        with_black,
        void,
        duplicates,
        length: Summary::of_sorted(&lengths).map(|summary| Length {
            least: summary.least,
            median: summary.median,
            greatest: summary.greatest,
        }),
        test,
    }
}
