//! Energies: whether they tell strong players from weak ones, what the tactics do, and who is predicted to win.

use std::collections::BTreeMap;

use figures::{BoardFigure, Chart, Field, Sample, Series};
use goban::{BoardSize, Color, Position, Rules};
use model::words::four_digits;
use model::{Data, Selection, Shape, Sheet, Subject};
use record::Game;
use statistics::{Share, Summary, binomial_p, holm};
use study::{By, Comparison, EnergyStudy, Phase, When, energy, predict};

use crate::findings::{Findings, Table, percent};
use crate::{Progress, Setting, StageError, Work, data};

pub(crate) const STAGES: &[(&str, &str, Work)] = &[
    ("ising.strength", "who is stronger, by wins", strength),
    ("ising.pairs", "energies of the moves of two players", pairs),
    ("ising.stable", "whether more games change the distributions", stable),
    ("ising.tactics", "nets, ladders and shared eyes in real games", tactics),
    ("ising.predict", "who is predicted to win", prediction),
    ("ising.belief", "the belief network", belief),
];

/// The three models, each with its own reasons to be there or not.
const MODELS: [&str; 3] = ["atomic", "generative", "molecular"];

/// What a move did: `delta` is the paper's, `gain` the mover's own view.
const QUANTITIES: [&str; 2] = ["delta", "gain"];

/// All games between players: those inside the program, and those that were played for this run, one after the other.
fn all_games<'a>(setting: &Setting<'a>) -> Result<impl Iterator<Item = Game> + use<'a>, StageError> {
    Ok(data::engine_games()?.into_iter().chain(setting.matches.games()))
}

/// Wins of two players that met, in the order of their names.
struct Record {
    names: [String; 2],
    wins: [usize; 2],
    games: usize,
}

impl Record {
    /// Which of the two is stronger; none where wins do not tell.
    fn stronger(&self) -> Option<usize> {
        let [first, second] = self.wins;
        (binomial_p(first, first + second, 0.5) < 0.05).then_some(usize::from(second > first))
    }
}

fn records(games: impl Iterator<Item = Game>) -> Vec<Record> {
    let mut found: BTreeMap<[String; 2], ([usize; 2], usize)> = BTreeMap::new();
    for game in games {
        let name = |color: Color| game.info.players[color].name.clone().filter(|name| !name.trim().is_empty());
        let (Some(black), Some(white)) = (name(Color::Black), name(Color::White)) else { continue };
        let mut names = [black.clone(), white];
        names.sort();
        if names[0] == names[1] {
            continue;
        }
        let (wins, n) = found.entry(names.clone()).or_default();
        *n += 1;
        if let Some(winner) = game.info.outcome().and_then(|outcome| outcome.winner()) {
            let winner = if winner == Color::Black {
                &names[usize::from(names[0] != black)]
            } else {
                &names[usize::from(names[0] == black)]
            };
            wins[usize::from(*winner != names[0])] += 1;
        }
    }
    found.into_iter().map(|(names, (wins, games))| Record { names, wins, games }).collect()
}

fn strength(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let records = records(all_games(setting)?);
    let mut rows = Vec::new();
    let mut clear = 0;
    for record in &records {
        let [first, second] = record.wins;
        let share = Share::of(first, first + second);
        clear += usize::from(record.stronger().is_some());
        rows.push([
            record.names.join(" – "),
            record.games.to_string(),
            format!("{first} : {second}"),
            format!("{} ({})", percent(share.value), share.interval.map(percent).join(" to ")),
            four_digits(binomial_p(first, first + second, 0.5)),
        ]);
    }
    let is = |name: &str, part: &str| name.to_lowercase().replace([' ', '-'], "").starts_with(part);
    let fuego = records.iter().find(|record| record.names.iter().any(|name| is(name, "fuego")));
    match fuego.and_then(|record| Some((record, record.names.iter().position(|name| is(name, "gnugo"))?))) {
        Some((record, gnugo)) => {
            found.measure(
                "ising.strength.gnugo_fuego",
                Share::of(record.wins[gnugo], record.wins[0] + record.wins[1]).value,
            );
            found.measure("ising.strength.gnugo_fuego_n", (record.wins[0] + record.wins[1]) as f64);
        }
        None => found.lacks("ising.strength.gnugo_fuego", "GNU Go and Fuego have not met"),
    }
    found.measure("ising.strength.pairs", records.len() as f64);
    found.measure("ising.strength.clear_pairs", clear as f64);
    found.table(
        "Who is stronger",
        ["pair", "games", "wins", "share of the first", "p"],
        rows,
        "Strength is what these games show, not what the paper says. p: two-sided binomial test; a pair counts below where it \
         is under 0.05.",
    );
    progress(1, 1);
    Ok(found)
}

/// The family of a model, begun once to see that nothing is missing.
fn able(setting: &Setting<'_>, model: &str) -> Result<Subject, String> {
    let subject = setting.subject(&format!("ising.{model}"), &[])?;
    let start = Position::new(BoardSize::NINETEEN, Rules::CHINESE);
    subject.begin(&start).map_err(|error| error.to_string())?;
    Ok(subject)
}

/// A pair under one model and quantity: the stronger side first.
struct Pair<'a> {
    names: [&'a str; 2],
    comparison: &'a Comparison,
    strong: usize,
}

impl Pair<'_> {
    fn boxes(&self) -> [&Summary; 2] {
        let summaries = &self.comparison.summaries;
        [&summaries[self.strong], &summaries[1 - self.strong]]
    }

    /// How often a move of the stronger is above one of the weaker.
    fn superiority(&self) -> f64 {
        let first = self.comparison.test.superiority();
        if self.strong == 0 { first } else { 1.0 - first }
    }

    /// No quartile of the stronger is below the weaker's, and one is above.
    fn above(&self) -> bool {
        let [strong, weak] = self.boxes();
        let pairs = [(strong.q1, weak.q1), (strong.median, weak.median), (strong.q3, weak.q3)];
        pairs.iter().all(|(a, b)| a >= b) && pairs.iter().any(|(a, b)| a > b)
    }

    fn boxes_apart(&self) -> bool {
        let [strong, weak] = self.boxes();
        strong.q1 > weak.q3 || weak.q1 > strong.q3
    }

    fn width_ratio(&self) -> f64 {
        let [strong, weak] = self.boxes();
        strong.iqr() / weak.iqr()
    }

    /// Whether each median lies in the half of its box that is nearer to zero.
    fn medians_near_zero(&self) -> bool {
        self.boxes().iter().all(|side| {
            let middle = (side.q1 + side.q3) / 2.0;
            if middle >= 0.0 { side.median <= middle } else { side.median >= middle }
        })
    }
}

/// Values beyond the whiskers that a normal distribution has: 0.7 %.
const NORMAL_OUTLIERS: std::ops::RangeInclusive<f64> = 0.002..=0.02;

fn pairs(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let mut n_games = 0;
    let records = records(all_games(setting)?.inspect(|_| n_games += 1));
    let mut rows = Vec::new();
    // The height of the boxes, for the scale between models: by quantity, then one for every pair and side.
    let mut heights: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
    for (i, model) in MODELS.into_iter().enumerate() {
        let subject = match able(setting, model) {
            Ok(subject) => subject,
            Err(why) => {
                found.lacks(format!("ising.pairs.{model}"), why);
                continue;
            }
        };
        let study = energy(all_games(setting)?, &subject, By::Player);
        for quantity in QUANTITIES {
            let full = format!("ising.{model}.{quantity}");
            let pairs: Vec<Pair<'_>> = study
                .pairings
                .iter()
                .filter_map(|pairing| {
                    let record = records.iter().find(|record| record.names == pairing.names)?;
                    let comparison = pairing.comparisons.iter().find(|comparison| comparison.quantity == full)?;
                    let strong = record.stronger()?;
                    let names = [&*pairing.names[strong], &*pairing.names[1 - strong]];
                    Some(Pair { names, comparison, strong })
                })
                .collect();
            judge_pairs(&mut found, &format!("ising.pairs.{model}.{quantity}"), &pairs);
            for pair in &pairs {
                rows.push(table_row(model, quantity, pair));
                heights.entry((model, quantity)).or_default().extend(pair.boxes().map(Summary::iqr));
            }
            let boxes: Vec<Sample> = pairs
                .iter()
                .flat_map(|pair| {
                    [0, 1].map(|side| {
                        let values = &pair.comparison.samples[if side == 0 { pair.strong } else { 1 - pair.strong }];
                        let against = pair.names[1 - side];
                        let name = if pairs.len() == 1 {
                            pair.names[side].to_string()
                        } else {
                            format!("{} (– {against})", pair.names[side])
                        };
                        Sample::new(&name, values.iter().copied())
                    })
                })
                .collect();
            let chart = Chart::boxes(boxes)
                .without_outliers()
                .title(&format!("{quantity} of a move, {model} model"))
                .axes("", "energy")
                .caption(&format!(
                    "{full} ({}); {} games, values beyond the whiskers not drawn",
                    subject.parameters(),
                    n_games
                ));
            let figure = 7 + i;
            let caption = format!(
                "Energy changes of two players, {model} model, {quantity}; the paper's figure {figure}. The stronger player first."
            );
            found.draw(&format!("ising.pairs.{model}.{quantity}"), &caption, &chart);
        }
        progress(i + 1, MODELS.len());
    }
    scales(&mut found, &heights);
    found.measure("ising.pairs.games", n_games as f64);
    found.table(
        "Table 2 and the boxes",
        ["model", "quantity", "stronger – weaker", "moves", "Q1, median, Q3 of the stronger", "of the weaker", "log10 p", "stronger above", "Cliff's δ", "skews", "width ratio"],
        rows,
        "Rank-sum test, two-sided, normal with tie correction; `stronger above`: how often a move of the stronger has the greater \
         value, ties counted half; skew (Q1 + Q3 − 2·median)/(Q3 − Q1). `delta` is the paper's quantity, −ΔH; `gain` is the \
         mover's own view (docs/models/ising.md).",
    );
    Ok(found)
}

fn table_row(model: &str, quantity: &str, pair: &Pair<'_>) -> [String; 11] {
    let quartiles = |side: &Summary| [side.q1, side.median, side.q3].map(four_digits).join(", ");
    let [strong, weak] = pair.boxes();
    [
        model.to_string(),
        quantity.to_string(),
        pair.names.join(" – "),
        (strong.n + weak.n).to_string(),
        quartiles(strong),
        quartiles(weak),
        four_digits(pair.comparison.test.log10_p),
        four_digits(pair.superiority()),
        four_digits(2.0 * pair.superiority() - 1.0),
        format!("{}, {}", four_digits(strong.skew()), four_digits(weak.skew())),
        four_digits(pair.width_ratio()),
    ]
}

fn judge_pairs(found: &mut Findings, name: &str, pairs: &[Pair<'_>]) {
    if pairs.is_empty() {
        found.lacks(name, "no two players of clearly different strength have met");
        return;
    }
    let corrected = holm(&pairs.iter().map(|pair| pair.comparison.test.p()).collect::<Vec<_>>());
    let count = |fits: &dyn Fn(&Pair<'_>) -> bool| pairs.iter().filter(|pair| fits(pair)).count() as f64;
    let inside = |pair: &Pair<'_>| pair.comparison.medians_inside().contains(&true);
    let skews = |pair: &Pair<'_>| pair.boxes().map(Summary::skew);
    let outliers = |side: &Summary| side.n_outliers as f64 / side.n as f64;
    let mut put = |what: &str, value: f64| found.measure(format!("{name}.{what}"), value);
    put("pairs", pairs.len() as f64);
    put("told_apart", corrected.iter().filter(|p| **p < 0.01).count() as f64);
    put("above", count(&|pair| pair.above() && pair.superiority() > 0.5));
    put("superior", count(&|pair| pair.superiority() > 0.5));
    put("boxes_apart", count(&|pair| pair.boxes_apart()));
    put("median_inside", count(&inside));
    put("wider", count(&|pair| pair.width_ratio() > 1.0));
    put("similar_width", count(&|pair| (2.0 / 3.0..=1.5).contains(&pair.width_ratio())));
    put("symmetric", count(&|pair| skews(pair).iter().all(|skew| skew.abs() <= 0.2)));
    put("skewed_apart", count(&|pair| skews(pair)[0] > 0.1 && skews(pair)[1] < -0.1));
    put("near_zero", count(&|pair| pair.medians_near_zero()));
    put("normal_tails", count(&|pair| pair.boxes().iter().all(|side| NORMAL_OUTLIERS.contains(&outliers(side)))));
    put("least_superiority", pairs.iter().map(Pair::superiority).fold(1.0, f64::min));
}

/// How much larger the energies of a model are than the atomic ones: the median over pairs and sides of the ratio of the
/// heights of the boxes.
fn scales(found: &mut Findings, heights: &BTreeMap<(&str, &str), Vec<f64>>) {
    for quantity in QUANTITIES {
        for model in ["generative", "molecular"] {
            let name = format!("ising.pairs.scale.{model}.{quantity}");
            let (Some(own), Some(atomic)) = (heights.get(&(model, quantity)), heights.get(&("atomic", quantity)))
            else {
                let why =
                    found.why_missing(&format!("ising.pairs.{model}")).unwrap_or("no pair was compared").to_string();
                found.lacks(name, why);
                continue;
            };
            let mut ratios: Vec<f64> = own.iter().zip(atomic).map(|(own, atomic)| own / atomic).collect();
            ratios.sort_unstable_by(f64::total_cmp);
            found.measure(name, Summary::of_sorted(&ratios).map_or(f64::NAN, |summary| summary.median));
        }
    }
}

/// What is on a board: numbers of tactics by kind, and the largest chain in a net.
#[derive(Clone, Copy, Default)]
struct Tactics {
    eyes: usize,
    nets: usize,
    ladders: usize,
    largest_in_net: f64,
}

fn tactics(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    const GRAPH: &str = "ising.molecular.tactics";
    let mut found = Findings::default();
    let subject = match able(setting, "molecular") {
        Ok(subject) => subject,
        Err(why) => {
            found.lacks("ising.tactics", why);
            return Ok(found);
        }
    };
    let selection = Selection::Names(vec![GRAPH.to_string()]);
    let seen = data::positions(setting.amounts.positions, progress, |spot| {
        let mut model = subject.begin(spot.position).ok()?;
        let mut sheet = Sheet::new(subject.card(), &selection);
        model.read(spot.position, &mut sheet);
        let Data::Graph(graph) = sheet.get(GRAPH, Shape::Graph)? else { return None };
        let mut here = Tactics::default();
        for edge in &graph.edges {
            match edge.label.as_str() {
                "eye" => here.eyes += 1,
                "ladder" => here.ladders += 1,
                "net" => {
                    here.nets += 1;
                    let size = graph.nodes[edge.to].numbers.get("size").copied().unwrap_or(0.0);
                    here.largest_in_net = here.largest_in_net.max(size);
                }
                _ => {}
            }
        }
        Some((Phase::of(spot.ply, spot.position.size()), here))
    })?;
    let seen: Vec<(Phase, Tactics)> = seen.into_iter().flatten().collect();
    let mut rows = Vec::new();
    let mut row = |name: &str, of: Vec<&Tactics>| {
        let n = of.len().max(1) as f64;
        let share = |fits: &dyn Fn(&Tactics) -> bool| of.iter().filter(|tactics| fits(tactics)).count() as f64 / n;
        let mean =
            |number: &dyn Fn(&Tactics) -> usize| of.iter().map(|tactics| number(tactics)).sum::<usize>() as f64 / n;
        let shares = [
            share(&|t| t.nets > 0),
            share(&|t| t.ladders > 0),
            share(&|t| t.eyes > 0),
            share(&|t| t.largest_in_net >= 5.0),
        ];
        rows.push([
            name.to_string(),
            of.len().to_string(),
            percent(shares[0]),
            percent(shares[1]),
            percent(shares[2]),
            percent(shares[3]),
            [mean(&|t| t.nets), mean(&|t| t.ladders), mean(&|t| t.eyes)].map(four_digits).join(", "),
        ]);
        (shares, mean(&|t| t.nets), mean(&|t| t.ladders))
    };
    let (shares, nets, ladders) = row("all", seen.iter().map(|(_, tactics)| tactics).collect());
    for phase in Phase::ALL {
        let of: Vec<&Tactics> = seen.iter().filter(|(known, _)| *known == phase).map(|(_, tactics)| tactics).collect();
        let empty = of.is_empty();
        let (shares, ..) = row(&phase.to_string(), of);
        if phase == Phase::Endgame {
            match empty {
                true => found.lacks("ising.tactics.late_large_net", "no late position was looked at"),
                false => found.measure("ising.tactics.late_large_net", shares[3]),
            }
        }
    }
    found.measure("ising.tactics.with_net", shares[0]);
    found.measure("ising.tactics.with_ladder", shares[1]);
    found.measure("ising.tactics.nets", nets);
    found.measure("ising.tactics.ladders", ladders);
    found.measure("ising.tactics.positions", seen.len() as f64);
    found.table(
        "Tactics on real boards",
        [
            "phase",
            "positions",
            "with a net",
            "with a ladder",
            "with a shared eye",
            "a chain of five or more in a net",
            "mean nets, ladders, eyes",
        ],
        rows,
        "Games between strong players; nets and ladders by the definitions of docs/models/ising.md.",
    );
    Ok(found)
}

fn prediction(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let mut subjects = Vec::new();
    for model in MODELS {
        match able(setting, model) {
            Ok(subject) => subjects.push((model, subject)),
            Err(why) => {
                found.lacks(format!("ising.predict.engines.{model}"), why.clone());
                found.lacks(format!("ising.predict.experts.{model}"), why);
            }
        }
    }
    let list: Vec<Subject> = subjects.iter().map(|(_, subject)| subject.clone()).collect();
    let mut rows = Vec::new();
    let sets: [(&str, &str, Box<dyn Iterator<Item = Game> + '_>); 2] = [
        ("engines", "players of different strength", Box::new(all_games(setting)?)),
        ("experts", "strong players of one strength", Box::new(data::expert_games()?.into_iter())),
    ];
    for (i, (set, about, games)) in sets.into_iter().enumerate() {
        let study = predict(games, &list, &When::USUAL);
        for (model, _) in &subjects {
            let lead = format!("ising.{model}.lead");
            let Some(predictor) = study.predictors.iter().find(|predictor| predictor.name == lead) else { continue };
            let mut row = vec![about.to_string(), model.to_string()];
            for (when, score) in study.times.iter().zip(&predictor.scores) {
                let [low, high] = score.share.interval;
                found.measure(format!("ising.predict.{set}.{model}.at_{when}"), score.share.value);
                found.measure(format!("ising.predict.{set}.{model}.at_{when}_low"), low);
                row.push(format!("{} ({} to {})", percent(score.share.value), percent(low), percent(high)));
            }
            rows.push(row);
        }
        found.measure(format!("ising.predict.{set}.games"), study.n_games as f64);
        progress(i + 1, 2);
    }
    let mut columns = vec!["games".to_string(), "model".to_string()];
    columns.extend(When::USUAL.iter().map(|when| match when {
        When::Move(number) => format!("after move {number}"),
        When::End => "at the end".to_string(),
    }));
    found.tables.push(Table {
        title: "The winner, by the sum of the gains so far".to_string(),
        columns,
        rows,
        note: "Share of the games with a winner in which the side that has gained more is the winner; 95 % intervals after \
               Wilson. A share below one half says that the weaker side gains more."
            .to_string(),
    });
    Ok(found)
}

/// The pair that met most often: the quartiles of the first half of its games against those of all.
fn stable(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let Some(most) = records(all_games(setting)?).into_iter().max_by_key(|record| record.games) else {
        found.lacks("ising.stable", "no two players have met");
        return Ok(found);
    };
    let name = |game: &Game, color: Color| game.info.players[color].name.clone().unwrap_or_default();
    let met = |game: &Game| Color::ALL.into_iter().all(|color| most.names.contains(&name(game, color)));
    let n_games = all_games(setting)?.filter(met).count();
    found.measure("ising.stable.games", n_games as f64);
    let mut rows = Vec::new();
    for (i, model) in MODELS.into_iter().enumerate() {
        let subject = match able(setting, model) {
            Ok(subject) => subject,
            Err(why) => {
                found.lacks(format!("ising.stable.{model}"), why);
                continue;
            }
        };
        let half = energy(all_games(setting)?.filter(met).take(n_games.div_ceil(2)), &subject, By::Player);
        let all = energy(all_games(setting)?.filter(met), &subject, By::Player);
        for quantity in QUANTITIES {
            let full = format!("ising.{model}.{quantity}");
            let of = |study: &EnergyStudy| -> Option<[Summary; 2]> {
                let comparisons = &study.pairings.first()?.comparisons;
                Some(comparisons.iter().find(|comparison| comparison.quantity == full)?.summaries)
            };
            let (Some(half), Some(all)) = (of(&half), of(&all)) else { continue };
            let change = |half: &Summary, all: &Summary| {
                let pairs = [(half.q1, all.q1), (half.median, all.median), (half.q3, all.q3)];
                pairs.into_iter().map(|(a, b)| (a - b).abs() / all.iqr()).fold(0.0, f64::max)
            };
            let changes = [0, 1].map(|side| change(&half[side], &all[side]));
            found.measure(format!("ising.stable.{model}.{quantity}"), changes[0].max(changes[1]));
            rows.push([full, four_digits(changes[0]), four_digits(changes[1])]);
        }
        progress(i + 1, MODELS.len());
    }
    let title = format!("Half of the games against all, {}", most.names.join(" – "));
    let note = format!("{} games; the largest change of a quartile, in heights of the box.", n_games);
    found.table(&title, ["quantity", &most.names[0], &most.names[1]], rows, &note);
    Ok(found)
}

/// What the belief network expects: the paper's figure 6.
fn belief(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    const MAPS: [(&str, &str); 3] =
        [("black", "a black stone"), ("white", "a white stone"), ("empty", "an empty point")];
    let mut found = Findings::default();
    let start = Position::new(BoardSize::NINETEEN, Rules::CHINESE);
    let begun = setting
        .subject("belief", &[("belief.maps", "occurrence".to_string())])
        .and_then(|subject| Ok((subject.begin(&start).map_err(|error| error.to_string())?, subject)));
    let (mut model, subject) = match begun {
        Ok(begun) => begun,
        Err(why) => {
            found.lacks("ising.belief", why);
            return Ok(found);
        }
    };
    let mut sheet = Sheet::new(subject.card(), &Selection::Shape(Shape::Field));
    model.read(&start, &mut sheet);
    let mut sums = vec![0.0; start.size().area()];
    for (name, about) in MAPS {
        let Some(map) = sheet.get_field(&format!("belief.{name}")) else {
            found.lacks("ising.belief", format!("the family gives no map belief.{name}"));
            return Ok(found);
        };
        sums.iter_mut().zip(map).for_each(|(sum, value)| *sum += value);
        let mean = map.iter().sum::<f64>() / map.len() as f64;
        found.measure(format!("ising.belief.mean_{name}"), mean);
        let figure = BoardFigure::new(start.board())
            .field(Field::sequential(&format!("belief.{name}"), map.to_vec()))
            .title(&format!("Probability of {about}"))
            .caption(&format!("{}; mean {}", subject.parameters(), four_digits(mean)));
        found.draw(
            &format!("ising.belief.{name}"),
            &format!("The probability of {about}; the paper's figure 6."),
            &figure,
        );
    }
    found.measure("ising.belief.sum_error", sums.iter().map(|sum| (sum - 1.0).abs()).fold(0.0, f64::max));
    training(&mut found);
    progress(1, 1);
    Ok(found)
}

/// How the shipped network learned: the paper's figure 5.
fn training(found: &mut Findings) {
    let network = match ::belief::Networks::shipped().get(BoardSize::NINETEEN) {
        Ok(network) => network,
        Err(error) => {
            found.lacks("ising.belief.layers", error.to_string());
            found.lacks("ising.belief.falling_layers", error.to_string());
            return;
        }
    };
    let history = network.history();
    let mut rows = Vec::new();
    let mut curves = Vec::new();
    let mut falling = 0;
    let n_layers = network.layers().len();
    for layer in 1..=n_layers {
        let epochs: Vec<_> = history.iter().filter(|epoch| epoch.layer == layer).collect();
        let (Some(first), Some(last)) = (epochs.first(), epochs.last()) else { continue };
        falling += usize::from(last.error < first.error);
        let curve = epochs.iter().map(|epoch| (epoch.number as f64, epoch.error));
        curves.push(Series::points(&format!("machine {layer}"), curve));
        rows.push([
            layer.to_string(),
            epochs.len().to_string(),
            four_digits(first.error),
            four_digits(last.error),
            four_digits(first.validation_error),
            four_digits(last.validation_error),
            four_digits(last.gap()),
        ]);
    }
    let about = network.about();
    found.measure("ising.belief.layers", n_layers as f64);
    found.measure("ising.belief.falling_layers", falling as f64);
    found.measure("ising.belief.boards", about.training as f64);
    found.table(
        "How the network learned",
        ["machine", "epochs", "first error", "last error", "first, validation", "last, validation", "gap of the free energy"],
        rows,
        &format!(
            "The shipped network: {} boards to learn from, {} to validate, seed {}. Mean squared error of a unit's reconstruction.",
            about.training, about.validation, about.seed
        ),
    );
    let chart = Chart::curves(curves)
        .title("Reconstruction error while learning")
        .axes("epoch", "mean squared error")
        .caption(&format!("three machines, one after the other; {} final boards", about.training));
    found.draw("ising.belief.training", "How the three machines learned; the paper's figure 5.", &chart);
}
