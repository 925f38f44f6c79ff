//! Stones as agents: who wins, how games end, what they score, and whether the groups at the end live.

use std::sync::atomic::{AtomicUsize, Ordering};

use ::agents::{Contest, Variant, strategy};
use goban::{BoardSize, ByColor, Color, Move, Point, PointSet};
use model::words::four_digits;
use model::{Contest as _, End, Event};
use rayon::prelude::*;

use statistics::{RankSum, Share, binomial_p};
use study::contests::{self, Batch, FirstGame, seed_of_game};

use crate::findings::{Findings, percent};
use crate::{Progress, Setting, StageError, Work};

pub(crate) const STAGES: &[(&str, &str, Work)] = &[
    ("agents.netlogo", "games of the model that the text describes", |setting, progress| {
        games(setting, progress, Variant::Netlogo)
    }),
    ("agents.netlogo-exact", "games of the program that is printed", |setting, progress| {
        games(setting, progress, Variant::NetlogoExact)
    }),
    ("agents.rules", "games of the same agents under the rules of Go", |setting, progress| {
        games(setting, progress, Variant::Rules)
    }),
    ("agents.strategies", "each strategy against each", strategies),
];

/// The paper's boards.
const SIZES: [BoardSize; 3] = [BoardSize::NINE, BoardSize::THIRTEEN, BoardSize::NINETEEN];

/// Games that are looked at more closely, at most: who lives at the end, and whether eyes were filled on the way.
const CLOSER: usize = 200;

/// What a closer look at a game shows.
struct Closer {
    chains: usize,
    living: usize,
    /// The share of the game after which the capacity had reached nine tenths of its highest value.
    warm: f64,
    /// Stones put into one-point eyes of the player's own.
    filled: usize,
    /// The size of the largest chain that lives whatever happens, which takes two eyes.
    largest_living: usize,
    /// Passes of a side that had a point to play on: giving up, where a game goes on.
    gave_up: usize,
}

fn look_closer(contest: &Contest, seed: model::Seed) -> Closer {
    let mut run = contest.start(seed);
    let mut capacity = Vec::new();
    let mut stones = ByColor::<PointSet>::default();
    let (mut filled, mut gave_up) = (0, 0);
    while let Some(tick) = run.step() {
        capacity.push(run.gauge());
        for event in &tick.events {
            match event {
                Event::Move { color, mv: Move::Play(point), .. } => {
                    let own = |near| stones[*color].contains(near);
                    filled += usize::from(contest.size.neighbors(*point).all(own));
                    stones[*color].insert(*point);
                }
                Event::Move { .. } => {
                    let taken = stones.black | stones.white;
                    let open = |point: Point| {
                        let beside =
                            |color: Color| contest.size.neighbors(point).all(|near| stones[color].contains(near));
                        !taken.contains(point) && Color::ALL.into_iter().all(|color| !beside(color))
                    };
                    gave_up += usize::from(contest.size.points().any(open));
                }
                Event::Death { color, stones: dead, .. } => stones[*color] -= *dead,
                Event::Painted { .. } => {}
            }
        }
    }
    let board = run.board();
    let alive = Color::ALL.map(|color| board.unconditional_life(color).stones);
    let lives = |chain: &goban::Chain<'_>| alive.iter().any(|set| chain.stones().is_subset(set));
    let highest = capacity.iter().copied().fold(0.0, f64::max);
    let warm = capacity.iter().position(|value| *value >= 0.9 * highest).unwrap_or(0);
    Closer {
        chains: board.chains().count(),
        living: board.chains().filter(lives).count(),
        largest_living: board.chains().filter(lives).map(|chain| chain.stones().len()).max().unwrap_or(0),
        warm: warm as f64 / capacity.len().max(1) as f64,
        filled,
        gave_up,
    }
}

fn games(setting: &Setting<'_>, progress: &Progress<'_>, variant: Variant) -> Result<Findings, StageError> {
    let n = setting.amounts.games;
    let n_closer = n.min(CLOSER);
    let total = SIZES.len() * (n + n_closer);
    let name = format!("agents.{variant}");
    let mut found = Findings::default();
    let mut batches = Vec::new();
    let mut closer: Vec<Vec<Closer>> = Vec::new();
    for (i, size) in SIZES.into_iter().enumerate() {
        let contest = Contest { variant, ..Contest::new(size) };
        let before = i * (n + n_closer);
        batches.push(Batch::play(&contest, n, setting.seed, &|done| {
            progress(before + done, total);
            true
        }));
        let done = AtomicUsize::new(before + n);
        let look = |game: usize| {
            let seen = look_closer(&contest, seed_of_game(setting.seed, game));
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, total);
            seen
        };
        closer.push((0..n_closer).into_par_iter().map(look).collect());
    }
    found.measure(format!("{name}.games"), n as f64);
    winners(&mut found, setting, &name, &batches);
    scores(&mut found, setting, &name, &batches);
    endings(&mut found, &name, &batches, &closer);
    let largest = Contest { variant, ..Contest::new(SIZES[SIZES.len() - 1]) };
    let first = FirstGame::of(&largest, setting.seed);
    let about = |what: &str| format!("{what}, as in the paper's figure 5; {variant}.");
    found.draw(&format!("{name}.game"), &about("The end of a game"), &first.board);
    found.draw(&format!("{name}.scores"), &about("The scores of both sides in that game"), &first.scores);
    if let Some(capacity) = &first.gauge {
        found.draw(&format!("{name}.capacity"), &about("The capacity in that game"), capacity);
    }
    let wins = contests::wins(&batches);
    found.draw(&format!("{name}.wins"), &format!("Games won by size, as in the paper's figure 6; {variant}."), &wins);
    let logs = contests::log_scores(&batches);
    let caption = format!("Logarithms of the scores, as in the paper's figure 7; {variant}.");
    found.draw(&format!("{name}.log-scores"), &caption, &logs);
    Ok(found)
}

/// Who wins: each size by itself, and whether sizes differ. That there is no difference is said only where the whole interval
/// is within the margin that was fixed before.
fn winners(found: &mut Findings, setting: &Setting<'_>, name: &str, batches: &[Batch]) {
    let margin = setting.threshold("equal_share");
    let shares: Vec<Share> = batches
        .iter()
        .map(|batch| {
            let [black, white] = Color::ALL.map(|color| batch.wins(color));
            Share::of(white, black + white)
        })
        .collect();
    let mut rows = Vec::new();
    for (batch, share) in batches.iter().zip(&shares) {
        let size = batch.terms.size;
        let p = binomial_p(share.hits, share.n, 0.5);
        found.measure(format!("{name}.{}.white_share", size.get()), share.value);
        rows.push([
            size.to_string(),
            (share.n - share.hits).to_string(),
            share.hits.to_string(),
            batch.ties().to_string(),
            batch.cut_off().to_string(),
            format!("{} ({})", percent(share.value), share.interval.map(percent).join(" to ")),
            four_digits(p),
        ]);
    }
    let within = |[low, high]: [f64; 2], middle: f64| low >= middle - margin && high <= middle + margin;
    let outside = |[low, high]: [f64; 2], middle: f64| low > middle + margin || high < middle - margin;
    let count = |fits: &dyn Fn(&&Share) -> bool| shares.iter().filter(fits).count() as f64;
    found.measure(format!("{name}.fair_within"), count(&|share| within(share.interval, 0.5)));
    found.measure(format!("{name}.fair_outside"), count(&|share| outside(share.interval, 0.5)));
    let mut apart = Vec::new();
    for (i, one) in shares.iter().enumerate() {
        for other in &shares[i + 1..] {
            // Newcombe's interval of a difference, from the two of Wilson.
            let difference = one.value - other.value;
            let reach = |a: f64, b: f64| a.hypot(b);
            let low = difference - reach(one.value - one.interval[0], other.interval[1] - other.value);
            let high = difference + reach(one.interval[1] - one.value, other.value - other.interval[0]);
            apart.push([low, high]);
        }
    }
    found.measure(format!("{name}.sizes_within"), apart.iter().filter(|i| within(**i, 0.0)).count() as f64);
    found.measure(format!("{name}.sizes_outside"), apart.iter().filter(|i| outside(**i, 0.0)).count() as f64);
    let differences: Vec<String> =
        apart.iter().map(|interval| interval.map(|end| format!("{:+.1} %", 100.0 * end)).join(" to ")).collect();
    let note = format!(
        "Intervals after Wilson, 95 %; equal is what lies within ± {} of one half with all of its interval. p: two-sided binomial test, for \
         comparison with the paper. White's share on one size less that on another, 95 % after Newcombe: {}.",
        percent(margin),
        differences.join("; ")
    );
    found.table(
        "Who wins",
        ["board", "Black", "White", "ties", "cut off", "White's share of the decided games", "p"],
        rows,
        &note,
    );
}

/// Cliff's delta of two scores that come in pairs, one pair a game, with its 95 % interval: games are the units.
fn paired_delta(first: &[f64], second: &[f64]) -> Option<(f64, [f64; 2])> {
    let n = first.len().min(second.len());
    if n < 2 {
        return None;
    }
    let sorted = |values: &[f64]| {
        let mut values = values.to_vec();
        values.sort_unstable_by(f64::total_cmp);
        values
    };
    let (firsts, seconds) = (sorted(first), sorted(second));
    // How often a value is above those of a list, ties counted half.
    let above = |value: f64, list: &[f64]| {
        let below = list.partition_point(|other| *other < value);
        let not_above = list.partition_point(|other| *other <= value);
        (below + not_above) as f64 / 2.0 / list.len() as f64
    };
    let parts: Vec<f64> =
        first.iter().zip(second).map(|(a, b)| above(*a, &seconds) + 1.0 - above(*b, &firsts)).collect();
    let mean = parts.iter().sum::<f64>() / n as f64;
    let variance = parts.iter().map(|part| (part - mean).powi(2)).sum::<f64>() / (n as f64 - 1.0);
    // The mean of the parts is twice the probability of superiority, and delta twice that less one.
    let (delta, reach) = (mean - 1.0, 1.96 * (variance / n as f64).sqrt());
    Some((delta, [delta - reach, delta + reach]))
}

/// What the sides score: colour against colour, and size against size.
fn scores(found: &mut Findings, setting: &Setting<'_>, name: &str, batches: &[Batch]) {
    let of = |batch: &Batch, color: Color| batch.games.iter().map(|row| row.scores[color]).collect::<Vec<_>>();
    let margin = setting.threshold("effect");
    let mut rows = Vec::new();
    let (mut within, mut outside) = (0, 0);
    for batch in batches {
        let Some((delta, [low, high])) = paired_delta(&of(batch, Color::Black), &of(batch, Color::White)) else {
            continue;
        };
        within += usize::from(low > -margin && high < margin);
        outside += usize::from(low > margin || high < -margin);
        let [black, white] = Color::ALL.map(|color| {
            let spread = batch.spread(|row| row.scores[color]);
            spread.map_or_else(String::new, |spread| format!("{:.1} ± {:.1}", spread.mean, spread.sd))
        });
        rows.push([batch.terms.size.to_string(), black, white, format!("{delta:+.3} ({low:+.3} to {high:+.3})")]);
    }
    found.measure(format!("{name}.scores_within"), within as f64);
    found.measure(format!("{name}.scores_outside"), outside as f64);
    found.table(
        "Scores",
        ["board", "Black: mean ± sd", "White: mean ± sd", "Cliff's delta of Black's over White's"],
        rows,
        "Delta: how much more often a score of Black is above one of White than below, with its 95 % interval over games; 0 says that \
         neither is.",
    );
    if let [small, .., large] = batches {
        let all = |batch: &Batch, scale: f64| -> Vec<f64> {
            Color::ALL.into_iter().flat_map(|color| of(batch, color)).map(|score| score / scale).collect()
        };
        let area = |batch: &Batch| batch.terms.size.area() as f64;
        let raw = RankSum::of(&all(large, 1.0), &all(small, 1.0));
        let scaled = RankSum::of(&all(large, area(large)), &all(small, area(small)));
        if let (Some(raw), Some(scaled)) = (raw, scaled) {
            found.measure(format!("{name}.score_by_size"), raw.cliffs_delta());
            found.measure(format!("{name}.score_by_size_per_point"), scaled.cliffs_delta());
        }
    }
}

/// Which of two numbers stays.
type Choice = fn(f64, f64) -> f64;

/// How games end, what was against the rules on the way, and what is at the end.
fn endings(found: &mut Findings, name: &str, batches: &[Batch], closer: &[Vec<Closer>]) {
    let mut rows = Vec::new();
    // The least or greatest over the sizes, so that a rule speaks of all of them.
    let mut worst: [(&str, f64, Choice); 10] = [
        ("by_passes", 1.0, f64::min),
        ("cut_off", 0.0, f64::max),
        ("suicide_games", 0.0, f64::max),
        ("wrong_deaths", 0.0, f64::max),
        ("eyes_filled", 0.0, f64::max),
        ("warm_earliest", 1.0, f64::min),
        ("warm_latest", 0.0, f64::max),
        ("alive", 1.0, f64::min),
        ("large_alive", 1.0, f64::min),
        ("gave_up", 0.0, f64::max),
    ];
    for (batch, closer) in batches.iter().zip(closer) {
        let games = &batch.games;
        let share = |fits: &dyn Fn(&contests::Row) -> bool| {
            games.iter().filter(|row| fits(row)).count() as f64 / games.len().max(1) as f64
        };
        let n_closer = closer.len().max(1) as f64;
        let chains = closer.iter().map(|game| game.chains).sum::<usize>().max(1) as f64;
        let alive = closer.iter().map(|game| game.living).sum::<usize>() as f64 / chains;
        let warm = closer.iter().map(|game| game.warm).sum::<f64>() / n_closer;
        let filled = closer.iter().map(|game| game.filled).sum::<usize>() as f64 / n_closer;
        // A tenth of the board is large.
        let large = batch.terms.size.area() / 10;
        let large_alive = closer.iter().filter(|game| game.largest_living >= large).count() as f64 / n_closer;
        let gave_up = closer.iter().filter(|game| game.gave_up > 0).count() as f64 / n_closer;
        let decided: Vec<_> = games.iter().filter_map(|row| Some((row, row.winner?))).collect();
        let took_more = decided.iter().filter(|(row, winner)| row.tally.removed[!*winner] > row.tally.removed[*winner]);
        let took_more = took_more.count() as f64 / decided.len().max(1) as f64;
        found.measure(format!("{name}.{}.winner_took_more", batch.terms.size.get()), took_more);
        let values = [
            share(&|row| row.end == End::Passes),
            share(&|row| row.end == End::CutOff),
            share(&|row| row.tally.suicides > 0),
            share(&|row| row.tally.breathing_deaths > 0),
            filled,
            warm,
            warm,
            alive,
            large_alive,
            gave_up,
        ];
        for ((_, kept, choose), value) in worst.iter_mut().zip(values) {
            *kept = choose(*kept, value);
        }
        let [passes, _, suicides, wrong, filled, warm, _, alive, large_alive, gave_up] = values;
        rows.push([
            batch.terms.size.to_string(),
            percent(passes),
            percent(suicides),
            percent(wrong),
            four_digits(filled),
            percent(took_more),
            percent(warm),
            percent(alive),
            percent(large_alive),
            percent(gave_up),
        ]);
    }
    for (what, value, _) in worst {
        found.measure(format!("{name}.{what}"), value);
    }
    let columns = [
        "board",
        "ended by passes",
        "with suicide",
        "with deaths of chains that breathe",
        "own eyes filled a game",
        "winner took more",
        "nine tenths warm after",
        "chains alive at the end",
        "with a large chain alive",
        "with a pass of a side that could play",
    ];
    let looked = closer.first().map_or(0, Vec::len);
    let note = format!(
        "Alive is Benson's unconditional life; large is a tenth of the board. Eyes, warmth, life and passes over the first {looked} games a size."
    );
    found.table("How games go and end", columns, rows, &note);
}

/// Each strategy against each on 19×19, under the three readings.
fn strategies(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let n = (setting.amounts.games / 4).max(1);
    let all = strategy::all();
    let total = Variant::ALL.len() * all.len() * all.len() * n;
    let mut before = 0;
    let mut rows = Vec::new();
    for variant in Variant::ALL {
        // Wins and decided games of each strategy against each other one, over both colours.
        let mut tally = vec![vec![[0usize; 2]; all.len()]; all.len()];
        for (b, black) in all.iter().enumerate() {
            for (w, white) in all.iter().enumerate() {
                let players = ByColor { black: black.clone(), white: white.clone() };
                let contest = Contest { variant, players, ..Contest::new(BoardSize::NINETEEN) };
                let batch = Batch::play(&contest, n, setting.seed, &|done| {
                    progress(before + done, total);
                    true
                });
                before += n;
                let [black_wins, white_wins] = Color::ALL.map(|color| batch.wins(color));
                for (one, other, wins) in [(b, w, black_wins), (w, b, white_wins)] {
                    tally[one][other][0] += wins;
                    tally[one][other][1] += black_wins + white_wins;
                }
            }
        }
        let share = |one: usize, other: usize| Share::of(tally[one][other][0], tally[one][other][1]);
        for (one, strategy) in all.iter().enumerate() {
            let others = (0..all.len()).filter(|other| *other != one);
            let cell = |other: usize| {
                let [low, high] = share(one, other).interval.map(percent);
                if one == other {
                    "–".to_string()
                } else {
                    format!("{} ({low} to {high})", percent(share(one, other).value))
                }
            };
            let beats_all = others.clone().all(|other| share(one, other).interval[0] > 0.5);
            found.measure(format!("agents.strategies.{variant}.{}_beats_all", strategy.name()), f64::from(beats_all));
            rows.push([variant.to_string(), strategy.name().to_string(), cell(0), cell(1), cell(2)]);
        }
        let beyond = 0.5 + setting.threshold("equal_share");
        let told_apart = (0..all.len())
            .any(|one| (0..all.len()).any(|other| one != other && share(one, other).interval[0] > beyond));
        found.measure(format!("agents.strategies.{variant}.told_apart"), f64::from(told_apart));
    }
    let names: Vec<String> = all.iter().map(|strategy| format!("against {}", strategy.name())).collect();
    found.measure("agents.strategies.games", n as f64);
    found.table(
        "Strategies on 19×19",
        ["reading", "strategy", &names[0], &names[1], &names[2]],
        rows,
        "Shares of the decided games, over both colours, with 95 % intervals after Wilson.",
    );
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delta_of_pairs_is_that_of_the_ranks() {
        let first = [1.0, 5.0, 3.0, 9.0, 4.0, 4.0];
        let second = [2.0, 4.0, 8.0, 1.0, 4.0, 7.0];
        let (delta, [low, high]) = paired_delta(&first, &second).unwrap();
        let expected = RankSum::of(&first, &second).unwrap().cliffs_delta();
        assert!((delta - expected).abs() < 1e-12 && low < delta && delta < high);
        assert_eq!(paired_delta(&[1.0], &[2.0]), None);
    }
}
