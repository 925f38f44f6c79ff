//! Whether energies tell a stronger player from a weaker one: the paper's figures 7 to 9 and table 2, whoever has which colour.
//!
//! The moves of one game are not independent of each other, and White's moves differ from Black's whoever plays them. So effects are
//! means over games, their intervals and tests take games for units, and with colours alternating the colour is taken out: a
//! stronger player has an effect as far as White's moves lie higher where it has White than where it has Black.

use std::collections::BTreeMap;

use figures::{Chart, Sample};
use goban::Color;
use model::Seed;
use model::words::four_digits;
use statistics::{RankSum, Summary, holm, permutation_p, sign_flip_p};

use super::able;
use super::meetings::{FIELDS, Followed, MODELS, Meeting, QUANTITIES, all_games, follow, meetings, mu};
use crate::findings::Findings;
use crate::{Progress, Setting, StageError};

/// How often units are given out anew in a test.
const ROUNDS: usize = 999;

/// Moves of the opening, when a board is nearly empty.
const EARLY: usize = 60;

/// Values beyond the whiskers that a normal distribution has: 0.7 %.
const NORMAL_OUTLIERS: std::ops::RangeInclusive<f64> = 0.002..=0.02;

/// Which games of a pair are looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Colours {
    Alternating,
    StrongerWhite,
    StrongerBlack,
}

impl Colours {
    const ALL: [Colours; 3] = [Colours::Alternating, Colours::StrongerWhite, Colours::StrongerBlack];

    fn name(self) -> &'static str {
        match self {
            Colours::Alternating => "alternating",
            Colours::StrongerWhite => "white",
            Colours::StrongerBlack => "black",
        }
    }

    fn takes(self, stronger: Color) -> bool {
        match self {
            Colours::Alternating => true,
            Colours::StrongerWhite => stronger == Color::White,
            Colours::StrongerBlack => stronger == Color::Black,
        }
    }
}

/// An effect over games, from −1 to 1 as Cliff's delta is, with its 95 % interval and its p-value.
#[derive(Clone, Copy)]
struct Effect {
    value: f64,
    interval: [f64; 2],
    p: f64,
}

/// The mean and the variance of the mean.
fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let spread = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, spread / n)
}

/// What comes of how often White is above in every game, by who has White.
fn effect(above: &[(Color, f64)], colours: Colours, seed: Seed) -> Option<Effect> {
    let of = |stronger: Color| -> Vec<f64> {
        above.iter().filter(|(color, _)| *color == stronger).map(|(_, above)| *above).collect()
    };
    let (white, black) = (of(Color::White), of(Color::Black));
    let (value, variance, p) = match colours {
        Colours::Alternating => {
            let p = permutation_p(&white, &black, ROUNDS, seed)?;
            let ((white, one), (black, other)) = (mean(&white), mean(&black));
            (white - black, one + other, p)
        }
        Colours::StrongerWhite | Colours::StrongerBlack => {
            let sign = if colours == Colours::StrongerWhite { 1.0 } else { -1.0 };
            let games = if colours == Colours::StrongerWhite { white } else { black };
            let games: Vec<f64> = games.iter().map(|above| sign * (2.0 * above - 1.0)).collect();
            let p = sign_flip_p(&games, ROUNDS, seed)?;
            let (value, variance) = mean(&games);
            (value, variance, p)
        }
    };
    let reach = 1.96 * variance.sqrt();
    Some(Effect { value, interval: [value - reach, value + reach], p })
}

/// A pair under one model, quantity and choice of colours: the stronger side first.
struct Pair<'a> {
    names: [&'a str; 2],
    n_games: usize,
    samples: [Vec<f64>; 2],
    boxes: [Summary; 2],
    test: RankSum,
    effect: Effect,
    early: Option<f64>,
}

impl Pair<'_> {
    fn of<'a>(
        meeting: &'a Meeting,
        followed: &[Option<Followed>],
        quantity: usize,
        colours: Colours,
        seed: Seed,
    ) -> Option<Pair<'a>> {
        let mut samples = [Vec::new(), Vec::new()];
        let (mut above, mut early) = (Vec::new(), Vec::new());
        let mut n_games = 0;
        for (number, stronger) in meeting.games.iter().filter(|(_, stronger)| colours.takes(*stronger)) {
            let Some(game) = &followed[*number] else { continue };
            let mut values = game.values(quantity, usize::MAX);
            samples[0].append(&mut values[*stronger]);
            samples[1].append(&mut values[!*stronger]);
            above.extend(game.white_above(quantity, usize::MAX).map(|above| (*stronger, above)));
            early.extend(game.white_above(quantity, EARLY).map(|above| (*stronger, above)));
            n_games += 1;
        }
        for sample in &mut samples {
            sample.sort_unstable_by(f64::total_cmp);
        }
        let [strong, weak] = &samples;
        let boxes = [Summary::of_sorted(strong)?, Summary::of_sorted(weak)?];
        let test = RankSum::of(strong, weak)?;
        let effect_all = effect(&above, colours, seed)?;
        let early = effect(&early, colours, seed).map(|effect| effect.value);
        let names = [&*meeting.names[0], &*meeting.names[1]];
        Some(Pair { names, n_games, samples, boxes, test, effect: effect_all, early })
    }

    /// No quartile of the stronger is below the weaker's, and one is above.
    fn quartiles_above(&self) -> bool {
        let [strong, weak] = &self.boxes;
        let pairs = [(strong.q1, weak.q1), (strong.median, weak.median), (strong.q3, weak.q3)];
        pairs.iter().all(|(a, b)| a >= b) && pairs.iter().any(|(a, b)| a > b)
    }

    fn boxes_apart(&self) -> bool {
        let [strong, weak] = &self.boxes;
        strong.q1 > weak.q3 || weak.q1 > strong.q3
    }

    fn median_inside(&self) -> bool {
        let [strong, weak] = &self.boxes;
        (weak.q1..=weak.q3).contains(&strong.median) || (strong.q1..=strong.q3).contains(&weak.median)
    }

    fn width_ratio(&self) -> f64 {
        let [strong, weak] = &self.boxes;
        strong.iqr() / weak.iqr()
    }

    /// Whether each median lies in the half of its box that is nearer to zero.
    fn medians_near_zero(&self) -> bool {
        self.boxes.iter().all(|side| {
            let middle = (side.q1 + side.q3) / 2.0;
            if middle >= 0.0 { side.median < middle } else { side.median > middle }
        })
    }

    fn skews(&self) -> [f64; 2] {
        [self.boxes[0].skew(), self.boxes[1].skew()]
    }
}

/// The heights of boxes under a choice of quantity, colours and field: by model, one for every pair and side.
type Heights = BTreeMap<(&'static str, &'static str, Colours, &'static str), Vec<f64>>;

pub(super) fn pairs(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let games = all_games(setting)?;
    let met = meetings(&games);
    let clear: Vec<&Meeting> = met.iter().filter(|meeting| meeting.is_clear()).collect();
    let mut rows = Vec::new();
    let mut heights = Heights::new();
    let mut done = 0;
    for (i, model) in MODELS.into_iter().enumerate() {
        for field in FIELDS {
            let subject = match able(setting, model, &[(&format!("ising.{model}.mu"), mu(model, field).to_string())]) {
                Ok(subject) => subject,
                Err(why) => {
                    found.lacks(format!("ising.pairs.{model}"), why);
                    continue;
                }
            };
            let followed = follow(&games, &subject, model);
            for (q, quantity) in QUANTITIES.into_iter().enumerate() {
                for colours in Colours::ALL {
                    let least = setting.threshold("least_games");
                    let seed = setting.seed.stream(7);
                    let pairs: Vec<Pair<'_>> = clear
                        .iter()
                        .filter_map(|meeting| Pair::of(meeting, &followed, q, colours, seed))
                        .filter(|pair| pair.n_games as f64 >= least)
                        .collect();
                    let name = format!("ising.pairs.{model}.{quantity}.{}.{field}", colours.name());
                    judge_pairs(&mut found, &name, setting, &pairs);
                    let heights = heights.entry((model, quantity, colours, field)).or_default();
                    for pair in &pairs {
                        heights.extend(pair.boxes.iter().map(Summary::iqr));
                        if field == "printed" {
                            rows.push(table_row(model, quantity, colours, pair));
                        }
                    }
                    if field == "printed" && colours == Colours::Alternating {
                        draw(&mut found, model, quantity, 7 + i, &pairs);
                    }
                }
            }
            if field == "printed" {
                itself(&mut found, setting, model, &followed, &met);
            }
            done += 1;
            progress(done, MODELS.len() * FIELDS.len());
        }
    }
    scales(&mut found, &heights);
    found.measure("ising.pairs.games", games.len() as f64);
    found.table(
        "Table 2 and the boxes, with the field as printed",
        [
            "model",
            "quantity",
            "stronger has",
            "stronger – weaker",
            "games",
            "Q1, median, Q3 of the stronger",
            "of the weaker",
            "log10 p over moves",
            "effect over games",
            "p over games",
            "skews",
            "width ratio",
        ],
        rows,
        "`delta` is the paper's quantity, −ΔH; `gain` is the mover's own view (docs/models/ising.md). p over moves: rank-sum test, as \
         the paper has it. Effect, from −1 to 1: how much more often a move of the stronger is above one of the weaker than below, mean \
         over games with its 95 % interval; with colours alternating what comes of the colour is taken out. p over games: games are given \
         out anew to the colours of the stronger (or, where it has one colour only, to either side) 999 times. Skew (Q1 + Q3 − \
         2·median)/(Q3 − Q1).",
    );
    Ok(found)
}

fn table_row(model: &str, quantity: &str, colours: Colours, pair: &Pair<'_>) -> [String; 12] {
    let quartiles = |side: &Summary| [side.q1, side.median, side.q3].map(four_digits).join(", ");
    let [strong, weak] = &pair.boxes;
    let Effect { value, interval: [low, high], p } = pair.effect;
    let has = match colours {
        Colours::Alternating => "both colours",
        Colours::StrongerWhite => "White",
        Colours::StrongerBlack => "Black",
    };
    [
        model.to_string(),
        quantity.to_string(),
        has.to_string(),
        pair.names.join(" – "),
        pair.n_games.to_string(),
        quartiles(strong),
        quartiles(weak),
        four_digits(pair.test.log10_p),
        format!("{value:+.3} ({low:+.3} to {high:+.3})"),
        four_digits(p),
        pair.skews().map(four_digits).join(", "),
        four_digits(pair.width_ratio()),
    ]
}

fn draw(found: &mut Findings, model: &str, quantity: &str, figure: usize, pairs: &[Pair<'_>]) {
    let boxes = pairs.iter().flat_map(|pair| {
        [0, 1].map(|side| {
            let name = format!("{} (– {})", pair.names[side], pair.names[1 - side]);
            Sample::new(&name, pair.samples[side].iter().copied())
        })
    });
    let chart = Chart::boxes(boxes.collect::<Vec<_>>())
        .without_outliers()
        .title(&format!("{quantity} of a move, {model} model"))
        .axes("", "energy")
        .caption("both colours, the field as printed; values beyond the whiskers not drawn");
    let caption = format!(
        "Energy changes of two players, {model} model, {quantity}; the paper's figure {figure}. The stronger player first."
    );
    found.draw(&format!("ising.pairs.{model}.{quantity}"), &caption, &chart);
}

fn judge_pairs(found: &mut Findings, name: &str, setting: &Setting<'_>, pairs: &[Pair<'_>]) {
    let mut put = |what: &str, value: f64| found.measure(format!("{name}.{what}"), value);
    put("pairs", pairs.len() as f64);
    let of_moves = holm(&pairs.iter().map(|pair| pair.test.p()).collect::<Vec<_>>());
    let of_games = holm(&pairs.iter().map(|pair| pair.effect.p).collect::<Vec<_>>());
    let n = pairs.len().max(1) as f64;
    let share = |fits: &dyn Fn(&Pair<'_>) -> bool| pairs.iter().filter(|pair| fits(pair)).count() as f64 / n;
    let least = setting.threshold("effect");
    let skew = setting.threshold("skew");
    let wider = setting.threshold("wider");
    let outliers = |side: &Summary| side.n_outliers as f64 / side.n as f64;
    put("told_apart", of_moves.iter().filter(|p| **p < 0.01).count() as f64 / n);
    let apart = pairs.iter().zip(&of_games).filter(|(pair, p)| **p < 0.05 && pair.effect.value.abs() >= least);
    put("apart", apart.count() as f64 / n);
    put("above", share(&|pair| pair.effect.value >= least && pair.effect.interval[0] > 0.0));
    put("below", share(&|pair| pair.effect.value <= -least && pair.effect.interval[1] < 0.0));
    put("equal", share(&|pair| pair.effect.interval[0] > -least && pair.effect.interval[1] < least));
    put("quartiles_above", share(&|pair| pair.quartiles_above()));
    put("boxes_apart", share(&|pair| pair.boxes_apart()));
    put("boxes_above", share(&|pair| pair.boxes[0].q1 > pair.boxes[1].q3));
    put("boxes_below", share(&|pair| pair.boxes[0].q3 < pair.boxes[1].q1));
    put("median_inside", share(&|pair| pair.median_inside()));
    put("median_outside_pairs", pairs.iter().filter(|pair| !pair.median_inside()).count() as f64);
    put("wider", share(&|pair| pair.width_ratio() >= wider));
    put("narrower", share(&|pair| pair.width_ratio() <= 1.0 / wider));
    put("similar_width", share(&|pair| (2.0 / 3.0..=1.5).contains(&pair.width_ratio())));
    put("symmetric", share(&|pair| pair.skews().iter().all(|value| value.abs() <= 0.2)));
    put("skewed_apart", share(&|pair| pair.skews()[0] > skew && pair.skews()[1] < -skew));
    put("skewed_reversed", share(&|pair| pair.skews()[0] < -skew && pair.skews()[1] > skew));
    put("near_zero", share(&|pair| pair.medians_near_zero()));
    put("normal_tails", share(&|pair| pair.boxes.iter().all(|side| NORMAL_OUTLIERS.contains(&outliers(side)))));
    if pairs.is_empty() {
        return;
    }
    put("effect", pairs.iter().map(|pair| pair.effect.value).sum::<f64>() / n);
    put("early_effect", pairs.iter().filter_map(|pair| pair.early).sum::<f64>() / n);
    turns(found, name, skew, pairs);
}

/// Players between two others: whether their changes are negative and tailed to the left against the stronger one, positive and
/// tailed to the right against the weaker one.
fn turns(found: &mut Findings, name: &str, skew: f64, pairs: &[Pair<'_>]) {
    let mut between = 0;
    let mut turned = 0;
    for upper in pairs {
        for lower in pairs.iter().filter(|lower| lower.names[0] == upper.names[1]) {
            let (against_stronger, against_weaker) = (&upper.boxes[1], &lower.boxes[0]);
            between += 1;
            turned += usize::from(
                against_stronger.median < 0.0
                    && against_stronger.skew() < -skew
                    && against_weaker.median > 0.0
                    && against_weaker.skew() > skew,
            );
        }
    }
    found.measure(format!("{name}.between"), f64::from(between));
    match between {
        0 => found.lacks(format!("{name}.turned"), "no player met both a stronger and a weaker one"),
        _ => found.measure(format!("{name}.turned"), turned as f64 / f64::from(between)),
    }
}

/// The null: what the same measures say of a player that meets itself.
fn itself(found: &mut Findings, setting: &Setting<'_>, model: &str, followed: &[Option<Followed>], met: &[Meeting]) {
    let mut rows = Vec::new();
    for (q, quantity) in QUANTITIES.into_iter().enumerate() {
        let name = format!("ising.pairs.itself.{model}.{quantity}");
        let seed = setting.seed.stream(8);
        let mut colours_apart = 0;
        let mut twins = Vec::new();
        let mut largest = 0.0_f64;
        for meeting in met.iter().filter(|meeting| meeting.itself) {
            // Which of the two twins is the first says nothing; which colour a stone has may.
            let by_colour = Meeting {
                names: [format!("{}, White", meeting.names[0]), "Black".to_string()],
                wins: [0; 2],
                games: meeting.games.iter().map(|(number, _)| (*number, Color::White)).collect(),
                itself: true,
            };
            let Some(white) = Pair::of(&by_colour, followed, q, Colours::StrongerWhite, seed) else { continue };
            let Some(twin) = Pair::of(meeting, followed, q, Colours::Alternating, seed) else { continue };
            colours_apart += usize::from(white.test.p() < 0.01);
            largest = largest.max(white.effect.value.abs());
            let cell = |pair: &Pair<'_>| {
                let Effect { value, interval: [low, high], p } = pair.effect;
                [four_digits(pair.test.log10_p), format!("{value:+.3} ({low:+.3} to {high:+.3})"), four_digits(p)]
            };
            let ([a, b, c], [d, e, f]) = (cell(&white), cell(&twin));
            let n = white.n_games.to_string();
            rows.push([model.to_string(), quantity.to_string(), meeting.names[0].clone(), n, a, b, c, d, e, f]);
            twins.push([twin.test.p(), twin.effect.p]);
        }
        let n = twins.len();
        found.measure(format!("{name}.players"), n as f64);
        if n == 0 {
            found.lacks(name, "no player met itself");
            continue;
        }
        let share = |count: usize| count as f64 / n as f64;
        found.measure(format!("{name}.colours_told_apart"), share(colours_apart));
        found.measure(format!("{name}.colour_effect"), largest);
        found.measure(format!("{name}.told_apart"), share(twins.iter().filter(|p| p[0] < 0.01).count()));
        found.measure(format!("{name}.apart"), share(twins.iter().filter(|p| p[1] < 0.05).count()));
    }
    if rows.is_empty() {
        return;
    }
    found.table(
        &format!("A player against itself, {model} model"),
        [
            "model",
            "quantity",
            "player",
            "games",
            "White – Black: log10 p over moves",
            "effect over games",
            "p over games",
            "twin – twin: log10 p over moves",
            "effect over games ",
            "p over games ",
        ],
        rows,
        "The field as printed. There is no difference of strength here: what is seen between White and Black comes of the colour, what is \
         seen between the twins of chance.",
    );
}

/// How much larger the energies of a model are than the atomic ones: the median over pairs and sides of the ratio of the
/// heights of the boxes.
fn scales(found: &mut Findings, heights: &Heights) {
    for quantity in QUANTITIES {
        for colours in Colours::ALL {
            for field in FIELDS {
                for model in ["generative", "molecular"] {
                    let name = format!("ising.pairs.scale.{model}.{quantity}.{}.{field}", colours.name());
                    let of = |model| heights.get(&(model, quantity, colours, field)).filter(|found| !found.is_empty());
                    let (Some(own), Some(atomic)) = (of(model), of("atomic")) else {
                        let why = found.why_missing(&format!("ising.pairs.{model}.{quantity}"));
                        let why = why.unwrap_or("no pair was compared").to_string();
                        found.lacks(name, why);
                        continue;
                    };
                    let mut ratios: Vec<f64> = own.iter().zip(atomic).map(|(own, atomic)| own / atomic).collect();
                    ratios.sort_unstable_by(f64::total_cmp);
                    found.measure(name, Summary::of_sorted(&ratios).map_or(f64::NAN, |summary| summary.median));
                }
            }
        }
    }
}
