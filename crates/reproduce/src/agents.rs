//! Stones as agents: who wins, how games end, what they score, and whether the groups at the end live.

use std::sync::atomic::{AtomicUsize, Ordering};

use ::agents::{Contest, Variant, strategy};
use goban::{BoardSize, ByColor, Color, Move, PointSet};
use model::words::four_digits;
use model::{Contest as _, End, Event};
use rayon::prelude::*;

use statistics::{RankSum, Share, binomial_p, holm, homogeneity_p};
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
}

fn look_closer(contest: &Contest, seed: model::Seed) -> Closer {
    let mut run = contest.start(seed);
    let mut capacity = Vec::new();
    let mut stones = ByColor::<PointSet>::default();
    let mut filled = 0;
    while let Some(tick) = run.step() {
        capacity.push(run.gauge());
        for event in &tick.events {
            match event {
                Event::Move { color, mv: Move::Play(point), .. } => {
                    let own = |near| stones[*color].contains(near);
                    filled += usize::from(contest.size.neighbors(*point).all(own));
                    stones[*color].insert(*point);
                }
                Event::Move { .. } => {}
                Event::Death { color, stones: dead, .. } => stones[*color] -= *dead,
            }
        }
    }
    let board = run.board();
    let alive = Color::ALL.map(|color| board.unconditional_life(color).stones);
    let highest = capacity.iter().copied().fold(0.0, f64::max);
    let warm = capacity.iter().position(|value| *value >= 0.9 * highest).unwrap_or(0);
    Closer {
        chains: board.chains().count(),
        living: board.chains().filter(|chain| alive.iter().any(|set| chain.stones().is_subset(set))).count(),
        warm: warm as f64 / capacity.len().max(1) as f64,
        filled,
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
    winners(&mut found, &name, &batches);
    scores(&mut found, &name, &batches);
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

/// Who wins: each size by itself, and whether sizes differ.
fn winners(found: &mut Findings, name: &str, batches: &[Batch]) {
    let wins = |batch: &Batch| Color::ALL.map(|color| batch.wins(color));
    let p: Vec<f64> = batches
        .iter()
        .map(|batch| {
            let [black, white] = wins(batch);
            binomial_p(white, black + white, 0.5)
        })
        .collect();
    let corrected = holm(&p);
    let mut rows = Vec::new();
    for ((batch, p), corrected) in batches.iter().zip(&p).zip(&corrected) {
        let size = batch.terms.size;
        let [black, white] = wins(batch);
        let share = Share::of(white, black + white);
        found.measure(format!("{name}.{}.white_share", size.get()), share.value);
        found.measure(format!("{name}.{}.fair_p", size.get()), *corrected);
        let interval = share.interval.map(percent).join(" to ");
        rows.push([
            size.to_string(),
            black.to_string(),
            white.to_string(),
            batch.ties().to_string(),
            batch.cut_off().to_string(),
            format!("{} ({interval})", percent(share.value)),
            four_digits(*p),
            four_digits(*corrected),
        ]);
    }
    found.measure(format!("{name}.fair_p"), corrected.iter().copied().fold(1.0, f64::min));
    let fair = corrected.iter().filter(|p| **p >= 0.05).count();
    found.measure(format!("{name}.fair_sizes"), fair as f64);
    let groups: Vec<[usize; 2]> = batches.iter().map(wins).collect();
    match homogeneity_p(&groups) {
        Some(p) => found.measure(format!("{name}.size_p"), p),
        None => found.lacks(format!("{name}.size_p"), "one colour won every game"),
    }
    found.table(
        "Who wins",
        ["board", "Black", "White", "ties", "cut off", "White's share of the decided games", "p", "p (Holm)"],
        rows,
        "Intervals after Wilson, 95 %. p: two-sided binomial test against one half, corrected for the three sizes.",
    );
}

/// What the sides score: colour against colour, and size against size.
fn scores(found: &mut Findings, name: &str, batches: &[Batch]) {
    let of = |batch: &Batch, color: Color| batch.games.iter().map(|row| row.scores[color]).collect::<Vec<_>>();
    let tests: Vec<RankSum> =
        batches.iter().filter_map(|batch| RankSum::of(&of(batch, Color::Black), &of(batch, Color::White))).collect();
    let corrected = holm(&tests.iter().map(RankSum::p).collect::<Vec<_>>());
    let mut rows = Vec::new();
    for ((batch, test), p) in batches.iter().zip(&tests).zip(&corrected) {
        let size = batch.terms.size;
        found.measure(format!("{name}.{}.score_p", size.get()), *p);
        let [black, white] = Color::ALL.map(|color| {
            let spread = batch.spread(|row| row.scores[color]);
            spread.map_or_else(String::new, |spread| format!("{:.1} ± {:.1}", spread.mean, spread.sd))
        });
        rows.push([
            size.to_string(),
            black,
            white,
            four_digits(test.log10_p),
            four_digits(*p),
            four_digits(test.superiority()),
        ]);
    }
    let furthest = tests.iter().map(|test| test.cliffs_delta().abs()).fold(0.0, f64::max);
    found.measure(format!("{name}.score_p"), corrected.iter().copied().fold(1.0, f64::min));
    found.measure(format!("{name}.score_delta"), furthest);
    found.table(
        "Scores",
        ["board", "Black: mean ± sd", "White: mean ± sd", "log10 p", "p (Holm)", "Black above White"],
        rows,
        "Rank-sum test, two-sided; the last column is the probability of superiority, ties counted half.",
    );
    if let [small, .., large] = batches {
        let all = |batch: &Batch, scale: f64| -> Vec<f64> {
            Color::ALL.into_iter().flat_map(|color| of(batch, color)).map(|score| score / scale).collect()
        };
        let area = |batch: &Batch| batch.terms.size.area() as f64;
        let raw = RankSum::of(&all(large, 1.0), &all(small, 1.0));
        let scaled = RankSum::of(&all(large, area(large)), &all(small, area(small)));
        if let (Some(raw), Some(scaled)) = (raw, scaled) {
            found.measure(format!("{name}.score_by_size"), raw.superiority());
            found.measure(format!("{name}.score_by_size_per_point"), scaled.superiority());
        }
    }
}

/// Which of two numbers stays.
type Choice = fn(f64, f64) -> f64;

/// How games end, what was against the rules on the way, and what is at the end.
fn endings(found: &mut Findings, name: &str, batches: &[Batch], closer: &[Vec<Closer>]) {
    let mut rows = Vec::new();
    // The least or greatest over the sizes, so that a rule speaks of all of them.
    let mut worst: [(&str, f64, Choice); 8] = [
        ("by_passes", 1.0, f64::min),
        ("cut_off", 0.0, f64::max),
        ("suicide_games", 0.0, f64::max),
        ("wrong_deaths", 0.0, f64::max),
        ("eyes_filled", 0.0, f64::max),
        ("warm_earliest", 1.0, f64::min),
        ("warm_latest", 0.0, f64::max),
        ("alive", 1.0, f64::min),
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
        ];
        for ((_, kept, choose), value) in worst.iter_mut().zip(values) {
            *kept = choose(*kept, value);
        }
        let [passes, _, suicides, wrong, filled, warm, _, alive] = values;
        rows.push([
            batch.terms.size.to_string(),
            percent(passes),
            percent(suicides),
            percent(wrong),
            four_digits(filled),
            percent(took_more),
            percent(warm),
            percent(alive),
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
    ];
    let looked = closer.first().map_or(0, Vec::len);
    let note =
        format!("Alive is Benson's unconditional life. Eyes, warmth and life over the first {looked} games a size.");
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
        let told_apart =
            (0..all.len()).any(|one| (0..all.len()).any(|other| one != other && share(one, other).interval[0] > 0.5));
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
