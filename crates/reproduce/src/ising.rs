//! Energies: whether they tell strong players from weak ones, what the tactics do, and who is predicted to win.

mod meetings;
mod pairs;

use figures::{BoardFigure, Chart, Field, Series};
use goban::{BoardSize, Color, Position, Rules};
use model::words::four_digits;
use model::{Data, Selection, Shape, Sheet, Subject};
use record::Game;
use statistics::{Share, Summary};
use study::{By, EnergyStudy, Phase, energy};

use crate::findings::{Findings, percent};
use crate::{Progress, Setting, StageError, Work, data};
use meetings::{FIELDS, MODELS, Meeting, QUANTITIES, all_games, follow, meetings as met, mu};

pub(crate) const STAGES: &[(&str, &str, Work)] = &[
    ("ising.strength", "who is stronger, by wins", strength),
    ("ising.pairs", "energies of the moves of two players", pairs::pairs),
    ("ising.stable", "whether more games change the distributions", stable),
    ("ising.tactics", "nets, ladders and shared eyes in real games", tactics),
    ("ising.predict", "who is predicted to win", prediction),
    ("ising.belief", "the belief network", belief),
];

fn strength(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let records = met(&all_games(setting)?);
    let mut rows = Vec::new();
    for record in &records {
        let [first, second] = record.wins;
        let share = Share::of(first, first + second);
        rows.push([
            record.names.join(" – "),
            record.games.len().to_string(),
            format!("{first} : {second}"),
            format!("{} ({})", percent(share.value), share.interval.map(percent).join(" to ")),
            four_digits(record.p()),
        ]);
    }
    let is = |name: &str, part: &str| name.to_lowercase().replace([' ', '-'], "").starts_with(part);
    let both = |record: &&Meeting| ["gnugo", "fuego"].iter().all(|who| record.names.iter().any(|name| is(name, who)));
    let share = |records: &[Meeting]| {
        let record = records.iter().find(both)?;
        let gnugo = record.names.iter().position(|name| is(name, "gnugo"))?;
        Some(Share::of(record.wins[gnugo], record.wins[0] + record.wins[1]))
    };
    // The games inside the program hold Fuego to 30 playouts a move. Games of Fuego as it comes would have to be brought.
    match share(&met(setting.matches)) {
        Some(share) => found.measure("ising.strength.gnugo_fuego.brought", share.interval[0]),
        None => found.lacks(
            "ising.strength.gnugo_fuego.brought",
            "Fuego with its own settings is in no package registry, and nobody brought games of it",
        ),
    }
    match share(&met(&data::engine_games()?)) {
        Some(share) => found.measure("ising.strength.gnugo_fuego.held", share.interval[0]),
        None => found.lacks("ising.strength.gnugo_fuego.held", "GNU Go and Fuego have not met"),
    }
    let clear: Vec<&Meeting> = records.iter().filter(|record| record.is_clear()).collect();
    found.measure("ising.strength.pairs", records.len() as f64);
    found.measure("ising.strength.clear_pairs", clear.len() as f64);
    found.measure("ising.strength.order", longest_order(&clear) as f64);
    found.table(
        "Who is stronger",
        ["pair", "games", "wins", "share of the first", "p"],
        rows,
        "Strength is what these games show, not what the paper says. p: two-sided binomial test; a pair counts below where it \
         is under 0.05. A player that meets itself is called its twin the second time.",
    );
    progress(1, 1);
    Ok(found)
}

/// The most players in an order in which each is clearly stronger than the next.
fn longest_order(clear: &[&Meeting]) -> usize {
    // Every round lengthens each chain by a player; wins that go in a circle would do so for ever.
    let mut ends: Vec<(&str, usize)> = clear.iter().map(|meeting| (&*meeting.names[1], 2)).collect();
    let mut longest = ends.iter().map(|(_, length)| *length).max().unwrap_or(0);
    for _ in 0..clear.len() {
        let next = |(end, length): &(&str, usize)| -> Vec<(&str, usize)> {
            let below = clear.iter().filter(|meeting| meeting.names[0] == *end);
            below.map(|meeting| (&*meeting.names[1], length + 1)).collect()
        };
        let mut longer: Vec<(&str, usize)> = ends.iter().flat_map(next).collect();
        longer.sort_unstable();
        longer.dedup();
        let Some(most) = longer.iter().map(|(_, length)| *length).max() else { break };
        longest = longest.max(most);
        ends = longer;
    }
    longest.min(clear.iter().flat_map(|meeting| meeting.names.iter()).collect::<std::collections::BTreeSet<_>>().len())
}

/// The family of a model, begun once to see that nothing is missing.
fn able(setting: &Setting<'_>, model: &str, settings: &[(&str, String)]) -> Result<Subject, String> {
    let subject = setting.subject(&format!("ising.{model}"), settings)?;
    let start = Position::new(BoardSize::NINETEEN, Rules::CHINESE);
    subject.begin(&start).map_err(|error| error.to_string())?;
    Ok(subject)
}

/// What is on a board: numbers of tactics by kind, and the largest chain in a net.
#[derive(Clone, Copy, Default)]
struct Tactics {
    eyes: usize,
    nets: usize,
    ladders: usize,
    largest_in_net: f64,
}

/// What is called a ladder: as the paper says it, a chain with one liberty left, and a chase that takes the chain.
const LADDERS: [(&str, &str); 3] =
    [("net", "a net that leaves one liberty"), ("static", "one liberty left"), ("searched", "running does not help")];

fn tactics(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    const GRAPH: &str = "ising.molecular.tactics";
    let mut found = Findings::default();
    let mut subjects = Vec::new();
    for (ladders, _) in LADDERS {
        match able(setting, "molecular", &[("ising.molecular.ladders", ladders.to_string())]) {
            Ok(subject) => subjects.push(subject),
            Err(why) => {
                found.lacks("ising.tactics", why);
                return Ok(found);
            }
        }
    }
    let selection = Selection::Names(vec![GRAPH.to_string()]);
    let count = |subject: &Subject, position: &Position| {
        let mut model = subject.begin(position).ok()?;
        let mut sheet = Sheet::new(subject.card(), &selection);
        model.read(position, &mut sheet);
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
        Some(here)
    };
    let seen = data::positions(setting.amounts.positions, progress, |spot| {
        let of: Option<Vec<Tactics>> = subjects.iter().map(|subject| count(subject, spot.position)).collect();
        Some((Phase::of(spot.ply, spot.position.size()), of?))
    })?;
    let seen: Vec<(Phase, Vec<Tactics>)> = seen.into_iter().flatten().collect();
    let mut rows = Vec::new();
    for (i, (ladders, about)) in LADDERS.into_iter().enumerate() {
        let name = format!("ising.tactics.{ladders}");
        let mut row = |phase: Option<Phase>| {
            let of: Vec<&Tactics> = seen
                .iter()
                .filter(|(known, _)| phase.is_none_or(|phase| phase == *known))
                .map(|(_, of)| &of[i])
                .collect();
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
            let [nets, with_ladder, eyes, large] = shares.map(percent);
            let means = [mean(&|t| t.nets), mean(&|t| t.ladders), mean(&|t| t.eyes)].map(four_digits).join(", ");
            let phase = phase.map_or("all".to_string(), |phase| phase.to_string());
            rows.push([about.to_string(), phase, of.len().to_string(), nets, with_ladder, eyes, large, means]);
            (of.len(), shares, mean(&|t| t.nets), mean(&|t| t.ladders))
        };
        let (_, shares, nets, ladders) = row(None);
        found.measure(format!("{name}.with_net"), shares[0]);
        found.measure(format!("{name}.with_ladder"), shares[1]);
        found.measure(format!("{name}.nets"), nets);
        found.measure(format!("{name}.ladders"), ladders);
        let mut least = 1.0_f64;
        for phase in Phase::ALL {
            let (n, shares, ..) = row(Some(phase));
            if n > 0 {
                least = least.min(shares[0]);
            }
            if phase == Phase::Endgame {
                match n {
                    0 => found.lacks(format!("{name}.late_large_net"), "no late position was looked at"),
                    _ => found.measure(format!("{name}.late_large_net"), shares[3]),
                }
            }
        }
        found.measure(format!("{name}.with_net_least"), least);
    }
    found.measure("ising.tactics.positions", seen.len() as f64);
    found.table(
        "Tactics on real boards",
        [
            "what a ladder is",
            "phase",
            "positions",
            "with a net",
            "with a ladder",
            "with a shared eye",
            "a chain of five or more in a net",
            "mean nets, ladders, eyes",
        ],
        rows,
        "Games between strong players; nets and ladders by the definitions of docs/models/ising.md. The first is the paper's ladder.",
    );
    Ok(found)
}

/// Games of a pair that a prediction is tried on, at most: the pair that met most often shall not speak for all.
const OF_A_PAIR: usize = 40;

/// When a winner is predicted, by name and as the number of the last move that counts.
const TIMES: [(&str, usize); 3] = [("50", 50), ("100", 100), ("end", usize::MAX)];

/// A game to predict: its number and the colour of the stronger player, if one is.
type Asked = (usize, Option<Color>);

fn prediction(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let games = all_games(setting)?;
    let clear = met(&games).into_iter().filter(Meeting::is_clear);
    let of_pairs: Vec<Asked> = clear
        .flat_map(|meeting| meeting.games.into_iter().take(OF_A_PAIR).map(|(game, stronger)| (game, Some(stronger))))
        .collect();
    let experts = data::expert_games()?;
    let of_experts: Vec<Asked> = (0..experts.len()).map(|game| (game, None)).collect();
    let sets: [(&str, &str, &[Game], Vec<Asked>); 2] = [
        ("engines", "players of different strength", &games, of_pairs),
        ("experts", "strong players of one strength", &experts, of_experts),
    ];
    let mut rows = Vec::new();
    let mut done = 0;
    for (set, about, games, asked) in &sets {
        let winner = |game: usize| games[game].info.outcome().and_then(|outcome| outcome.winner());
        let with_winner = asked.iter().filter(|(game, _)| winner(*game).is_some()).count();
        found.measure(format!("ising.predict.{set}.games"), with_winner as f64);
        for model in MODELS {
            for field in FIELDS {
                let mu = mu(model, field).to_string();
                let subject = match able(setting, model, &[(&format!("ising.{model}.mu"), mu)]) {
                    Ok(subject) => subject,
                    Err(why) => {
                        found.lacks(format!("ising.predict.{set}.{model}"), why);
                        continue;
                    }
                };
                let chosen: Vec<Game> = asked.iter().map(|(game, _)| games[*game].clone()).collect();
                let followed = follow(&chosen, &subject, model);
                for (q, quantity) in QUANTITIES.into_iter().enumerate() {
                    for (colours, has) in
                        [("alternating", None), ("white", Some(Color::White)), ("black", Some(Color::Black))]
                    {
                        if asked.iter().all(|(_, stronger)| stronger.is_none()) && has.is_some() {
                            continue;
                        }
                        let name = format!("ising.predict.{set}.{model}.{quantity}.{colours}.{field}");
                        let mut row =
                            vec![about.to_string(), model.to_string(), quantity.to_string(), colours.to_string()];
                        for (when, until) in TIMES {
                            let (mut n, mut hits) = (0, 0);
                            for ((game, stronger), followed) in asked.iter().zip(&followed) {
                                let (Some(winner), Some(followed)) = (winner(*game), followed) else { continue };
                                let last = followed.moves.last().map_or(0, |(ply, ..)| *ply);
                                if has.is_some_and(|has| *stronger != Some(has))
                                    || (until != usize::MAX && last < until)
                                {
                                    continue;
                                }
                                let sums = followed.values(q, until).map(|values| values.iter().sum::<f64>());
                                // Nobody is named where both have won as much.
                                if sums.black != sums.white {
                                    n += 1;
                                    hits += usize::from((sums.black > sums.white) == (winner == Color::Black));
                                }
                            }
                            let share = Share::of(hits, n);
                            found.measure(format!("{name}.at_{when}"), share.value);
                            found.measure(format!("{name}.at_{when}_low"), share.interval[0]);
                            found.measure(format!("{name}.at_{when}_high"), share.interval[1]);
                            row.push(format!(
                                "{} ({})",
                                percent(share.value),
                                share.interval.map(percent).join(" to ")
                            ));
                        }
                        if field == "printed"
                            && let Ok(row) = <[String; 7]>::try_from(row)
                        {
                            rows.push(row);
                        }
                    }
                }
                done += 1;
                progress(done, sets.len() * MODELS.len() * FIELDS.len());
            }
        }
    }
    found.table(
        "The winner, by the sum of what the moves so far have won",
        ["games", "model", "quantity", "stronger has", "after move 50", "after move 100", "at the end"],
        rows,
        "Share of the games with a winner in which the side whose moves sum to more is the winner; 95 % intervals after Wilson. A share \
         below one half says that the loser's moves sum to more. At most 40 games a pair; the field as printed.",
    );
    Ok(found)
}

/// The pair that met most often: the quartiles of the first half of its games against those of all.
fn stable(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let games = all_games(setting)?;
    let Some(most) = met(&games).into_iter().filter(|met| !met.itself).max_by_key(|met| met.games.len()) else {
        found.lacks("ising.stable", "no two players have met");
        return Ok(found);
    };
    let name = |game: &Game, color: Color| game.info.players[color].name.clone().unwrap_or_default();
    let met = |game: &&Game| Color::ALL.into_iter().all(|color| most.names.contains(&name(game, color)));
    let of_pair: Vec<&Game> = games.iter().filter(met).collect();
    found.measure("ising.stable.games", of_pair.len() as f64);
    let mut rows = Vec::new();
    for (i, model) in MODELS.into_iter().enumerate() {
        let subject = match able(setting, model, &[]) {
            Ok(subject) => subject,
            Err(why) => {
                found.lacks(format!("ising.stable.{model}"), why);
                continue;
            }
        };
        let half = energy(of_pair[..of_pair.len().div_ceil(2)].iter().copied(), &subject, By::Player);
        let all = energy(of_pair.iter().copied(), &subject, By::Player);
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
    let note = format!("{} games; the largest change of a quartile, in heights of the box.", of_pair.len());
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
    training(&mut found, setting);
    likelihood(&mut found, setting);
    progress(1, 6);
    whole_boards(&mut found, setting, progress)?;
    Ok(found)
}

/// How the shipped network learned: the paper's figure 5.
fn training(found: &mut Findings, setting: &Setting<'_>) {
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
        falling += usize::from(last.error <= setting.threshold("falls") * first.error);
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

/// What the network knows beyond how often each point is taken: the likelihood of points of boards it did not learn from.
fn likelihood(found: &mut Findings, setting: &Setting<'_>) {
    let network = match ::belief::Networks::shipped().get(BoardSize::NINETEEN) {
        Ok(network) => network,
        Err(error) => {
            found.lacks("ising.belief.adds", error.to_string());
            return;
        }
    };
    let boards = ::belief::shipped_boards();
    let n = (setting.amounts.positions / 10).clamp(1, boards.validation.len());
    let given = ::belief::pseudo_likelihood(&network, &boards.validation, n);
    let alone = ::belief::independent_likelihood(&boards.training, &boards.validation);
    found.measure("ising.belief.adds", given - alone);
    found.table(
        "What the network adds",
        [
            "boards",
            "ln P of a point given the others, by the lowest machine",
            "by how often the point is so",
            "difference",
        ],
        vec![[n.to_string(), four_digits(given), four_digits(alone), four_digits(given - alone)]],
        "Mean over all points of final boards that the network did not learn from, in nats.",
    );
}

/// How likely whole boards are by a network, against independent points: as the paper builds it, with one unit of three states a point,
/// and with all layers tuned together.
fn whole_boards(found: &mut Findings, setting: &Setting<'_>, progress: &Progress<'_>) -> Result<(), StageError> {
    use ::belief::{Collection, Network, Options, Step, Top, Training, Units};
    /// Epochs of a layer, and of tuning. There are fewer boards than the shipped network learned from, so they are seen more often.
    const EPOCHS: usize = 30;
    const TUNING: usize = 10;
    let all = ::belief::shipped_boards();
    let amount = setting.amounts.positions;
    let n = (amount / 25).clamp(1, all.validation.len());
    // A training looks at boards for validation after every epoch; it needs no more than are judged.
    let (training, validation) = (all.training.first(2 * amount), all.validation.first(n));
    let boards = Collection { training, validation, ..all.clone() };
    let alone = ::belief::independent_likelihood(&boards.training, &all.validation);
    let mut rows = Vec::new();
    let mut judge = |reading: &str, about: &str, network: &Network, alone: f64| {
        let steps = if amount >= 1000 { 1000 } else { 100 };
        let top = ::belief::top_partition(network, &boards.training, 100, steps, setting.seed);
        let whole = ::belief::network_likelihood(network, &boards.validation, n, 20, top, setting.seed);
        found.measure(format!("ising.belief.whole.{reading}"), whole.estimate - alone);
        found.measure(format!("ising.belief.whole_bound.{reading}"), whole.bound - alone);
        rows.push([
            about.to_string(),
            four_digits(whole.bound),
            four_digits(whole.estimate),
            four_digits(alone),
            four_digits(whole.estimate - alone),
            four_digits(top.error / boards.size().area() as f64),
        ]);
    };
    let kinds = [
        ("binary", "binary units, layer by layer", Units::Binary, 0),
        ("three_state", "three states a point, layer by layer", Units::ThreeState, 0),
        ("binary_tuned", "binary units, tuned up and down", Units::Binary, TUNING),
        ("three_state_tuned", "three states a point, tuned up and down", Units::ThreeState, TUNING),
    ];
    let wrong = |error: &dyn std::fmt::Display| StageError::Network(error.to_string());
    for (i, (reading, about, units, tuning)) in kinds.into_iter().enumerate() {
        let options = Options { layers: vec![200, 100], epochs: EPOCHS, units, tuning, ..Options::default() };
        let mut training = Training::new(&boards, options, setting.seed).map_err(|error| wrong(&error))?;
        while training.step().map_err(|error| wrong(&error))? != Step::Done {}
        let network = Network::finish(&training, 1, Top::Boards, &mut |_| true).map_err(|error| wrong(&error))?;
        if let Some(network) = network {
            judge(reading, about, &network, alone);
        }
        progress(i + 2, 6);
    }
    match ::belief::Networks::shipped().get(BoardSize::NINETEEN) {
        Ok(network) => {
            let alone = ::belief::independent_likelihood(&all.training, &all.validation);
            judge("shipped", "the shipped network, learned from all boards", &network, alone);
        }
        Err(error) => found.lacks("ising.belief.whole.shipped", error.to_string()),
    }
    progress(6, 6);
    found.table(
        "How likely whole boards are",
        ["network", "ln P at least", "ln P, estimated", "by independent points", "difference", "error of ln Z"],
        rows,
        &format!(
            "In nats a point, over {n} final boards that were not learned from; 1083–200–100 units learned from {} boards in {} epochs a layer, where tuned {} more. The shipped network has 1083–500–600–1000 units.",
            boards.training.len(),
            EPOCHS,
            TUNING,
        ),
    );
    Ok(())
}
