//! What a belief network learned: in words, as JSON, as figures.

use std::fmt::Write as _;
use std::path::Path;

use belief::{Collection, Epoch, Look, Maps, Network, Partition};
use figures::{BoardFigure, Chart, Field, Figure, Series};
use goban::Board;
use model::Seed;
use serde_json::{Value, json};

use super::Belief;
use crate::Context;
use crate::failure::Failure;
use crate::output::{self, Existing};
use crate::picture;

/// Validation boards that the likelihoods are taken over.
const BOARDS: usize = 1000;
/// Runs and steps of annealed importance sampling.
const RUNS: usize = 100;
const STEPS: usize = 1000;
/// Samples that are looked at one by one.
const LOOKED_AT: usize = 10_000;
/// Samples that are drawn.
const DRAWN: usize = 3;
/// Everything measured.
struct Measures {
    /// Nats a point, on validation boards; none where there are none.
    likelihoods: Option<Likelihoods>,
    /// Of the network's maps, and of the frequencies of the boards.
    asymmetry: [f64; 2],
    /// Mean and greatest difference between the two.
    distance: (f64, f64),
    look: Look,
    /// Mean number of stones on the boards learned from.
    stones: f64,
}

struct Likelihoods {
    boards: usize,
    pseudo: f64,
    independent: f64,
    log: f64,
    partition: Partition,
}

fn measure(arguments: &Belief, network: &Network, collection: &Collection) -> Measures {
    let (training, validation) = (&collection.training, &collection.validation);
    let frequencies = Maps::from(training);
    let seed = Seed(arguments.seed);
    let means: Vec<f64> = frequencies.planes().concat();
    let likelihoods = (!validation.is_empty()).then(|| {
        let partition = belief::partition(&network.layers()[0], &means, RUNS, STEPS, seed);
        Likelihoods {
            boards: validation.len().min(BOARDS),
            pseudo: belief::pseudo_likelihood(network, validation, BOARDS),
            independent: belief::independent_likelihood(training, validation),
            log: belief::log_likelihood(network, validation, BOARDS, partition),
            partition,
        }
    });
    Measures {
        likelihoods,
        asymmetry: [network.maps(), &frequencies].map(|maps| belief::asymmetry(network.size(), maps.planes())),
        distance: belief::distance(network.maps().planes(), frequencies.planes()),
        look: belief::look(network, training, LOOKED_AT.min(arguments.samples()), arguments.top(), seed),
        stones: frequencies.black.iter().chain(&frequencies.white).sum(),
    }
}

/// Says what was packed.
pub(super) fn packed(arguments: &Belief, path: &Path, collection: &Collection) -> Result<(), Failure> {
    let (training, validation) = (collection.training.len(), collection.validation.len());
    if arguments.json {
        return output::print_json(&json!({
            "schema": wire::SCHEMA, "aji": env!("CARGO_PKG_VERSION"), "packed": path.display().to_string(),
            "size": collection.size().get(), "training": training, "validation": validation,
            "seed": collection.seed, "source": collection.source,
        }));
    }
    output::print(&format!(
        "{}: {training} boards to learn from and {validation} for validation, drawn with seed {}\n",
        path.display(),
        collection.seed
    ))
}

/// Writes figures, and tells what was measured.
pub(super) fn write(
    context: &Context<'_>,
    arguments: &Belief,
    network: &Network,
    collection: &Collection,
) -> Result<(), Failure> {
    if let Some(folder) = &arguments.plot {
        plot(arguments, network, collection, folder)?;
    }
    let measures = measure(arguments, network, collection);
    if arguments.json {
        return output::print_json(&shape(arguments, network, collection, &measures));
    }
    output::print(&text(context, arguments, network, &measures))
}

fn text(context: &Context<'_>, arguments: &Belief, network: &Network, measures: &Measures) -> String {
    let paint = context.paint;
    let about = network.about();
    let units: Vec<String> = std::iter::once(3 * network.size().area())
        .chain(network.layers().iter().map(|rbm| rbm.n_hidden()))
        .map(|n| n.to_string())
        .collect();
    let mut text =
        format!("{}\n", paint.bold(&format!("A belief network of {} boards: {}", network.size(), units.join("–"))));
    let learned = format!("learned from {} boards ({}), seed {}", about.training, about.source, about.seed);
    let _ = writeln!(text, "{}", paint.dim(&learned));
    let heading = format!(
        "  {:7} {:>7} {:>12} {:>12} {:>12} {:>16}",
        "layer", "epochs", "first error", "last error", "validation", "free-energy gap"
    );
    let _ = writeln!(text, "\n{}", paint.bold(&heading));
    for layer in 1..=network.layers().len() {
        let epochs: Vec<&Epoch> = network.history().iter().filter(|epoch| epoch.layer == layer).collect();
        if let (Some(first), Some(last)) = (epochs.first(), epochs.last()) {
            let _ = writeln!(
                text,
                "  {layer:<7} {:>7} {:>12.5} {:>12.5} {:>12.5} {:>+16.3}",
                last.number,
                first.error,
                last.error,
                last.validation_error,
                last.gap()
            );
        }
    }
    if let Some(Likelihoods { boards, pseudo, independent, log, partition }) = &measures.likelihoods {
        let _ = writeln!(text, "\n{}", paint.bold("Likelihoods, in nats a point (the higher, the better)"));
        let _ =
            writeln!(text, "  a point given all others  {pseudo:8.4}  pseudo-likelihood of {boards} validation boards");
        let _ = writeln!(
            text,
            "  a whole board             {log:8.4}  annealed importance sampling, ln Z {:.1} ± {:.1}",
            partition.log_z, partition.error
        );
        let _ = writeln!(
            text,
            "  independent points        {independent:8.4}  each as often as in the boards learned from"
        );
    }
    let Measures { asymmetry, distance, look, stones, .. } = measures;
    let _ =
        writeln!(text, "\n{}", paint.bold(&format!("Maps of {} samples, seed {}", arguments.samples, arguments.seed)));
    let _ = writeln!(
        text,
        "  asymmetry                 {:8.4}  of the boards' frequencies {:.4}",
        asymmetry[0], asymmetry[1]
    );
    let _ = writeln!(text, "  from the frequencies      {:8.4}  on average, {:.4} at most", distance.0, distance.1);
    let _ = writeln!(text, "\n{}", paint.bold(&format!("Of {} samples", look.samples)));
    let _ = writeln!(
        text,
        "  several units on a point  {:8.4}  share of the points; none on {:.4}",
        look.several, look.none
    );
    let _ = writeln!(
        text,
        "  possible positions        {:8}  of points in their likeliest state; {} of points drawn",
        look.legal_likeliest, look.legal_drawn
    );
    let _ = writeln!(
        text,
        "  stones                    {:8.1}  on average; {stones:.1} on the boards learned from",
        look.stones
    );
    if let Some(path) = &arguments.out {
        let _ = writeln!(text, "\n{} is written; use it with --network", path.display());
    }
    text
}

fn rows(network: &Network, map: &[f64]) -> Value {
    map.chunks(network.size().get()).map(|row| json!(row)).collect()
}

fn shape(arguments: &Belief, network: &Network, collection: &Collection, measures: &Measures) -> Value {
    let about = network.about();
    let number = |value: f64| if value.is_finite() { json!(value) } else { Value::Null };
    let epochs: Vec<Value> = network
        .history()
        .iter()
        .map(|epoch| {
            json!({
                "layer": epoch.layer, "epoch": epoch.number, "error": number(epoch.error),
                "validation_error": number(epoch.validation_error), "free_energy": number(epoch.free_energy),
                "validation_free_energy": number(epoch.validation_free_energy), "gap": number(epoch.gap()),
            })
        })
        .collect();
    let likelihoods = measures.likelihoods.as_ref().map(|found| {
        json!({
            "boards": found.boards, "pseudo": found.pseudo, "independent": found.independent,
            "whole_board": number(found.log), "log_z": number(found.partition.log_z),
            "log_z_error": number(found.partition.error),
        })
    });
    let look = &measures.look;
    let maps = network.maps();
    json!({
        "schema": wire::SCHEMA,
        "aji": env!("CARGO_PKG_VERSION"),
        "model": "belief",
        "size": network.size().get(),
        "source": about.source,
        "boards": {"training": about.training, "validation": about.validation, "at_hand": collection.training.len()},
        "seed": about.seed,
        "options": about.options,
        "out": arguments.out.as_ref().map(|path| path.display().to_string()),
        "epochs": epochs,
        "likelihoods": likelihoods,
        "samples": {
            "maps": arguments.samples, "seed": arguments.seed, "looked_at": look.samples, "several_on": look.several,
            "none_on": look.none, "legal_likeliest": look.legal_likeliest, "legal_drawn": look.legal_drawn,
            "stones": look.stones, "stones_learned": measures.stones,
        },
        "asymmetry": {"network": measures.asymmetry[0], "boards": measures.asymmetry[1]},
        "from_frequencies": {"mean": measures.distance.0, "greatest": measures.distance.1},
        "maps": {
            "belief.black": rows(network, &maps.black),
            "belief.white": rows(network, &maps.white),
            "belief.empty": rows(network, &maps.empty),
        },
    })
}

fn plot(arguments: &Belief, network: &Network, collection: &Collection, folder: &Path) -> Result<(), Failure> {
    let existing = arguments.existing();
    let save = |name: &str, figure: &dyn Figure| picture::save(folder, name, figure, existing);
    let about = network.about();
    let training = format!("{} boards, seed {}, {}", about.training, about.seed, settings(network));
    let curves = |value: &dyn Fn(&Epoch) -> f64| -> Vec<Series> {
        (1..=network.layers().len())
            .map(|layer| {
                let epochs = network.history().iter().filter(|epoch| epoch.layer == layer);
                Series::points(&format!("layer {layer}"), epochs.map(|epoch| (epoch.number as f64, value(epoch))))
            })
            .collect()
    };
    let errors = Chart::curves(curves(&|epoch| epoch.error))
        .title("Reconstruction error")
        .axes("epoch", "mean squared error of a unit")
        .caption(&training);
    save("errors", &errors)?;
    let gaps = Chart::curves(curves(&Epoch::gap))
        .title("Free energy of validation boards above those learned from")
        .axes("epoch", "free energy")
        .caption(&training);
    save("gaps", &gaps)?;
    let empty = Board::new(network.size());
    let sampled = format!("{} samples, seed {}", arguments.samples, arguments.seed);
    for (name, map) in ["black", "white", "empty"].into_iter().zip(network.maps().planes()) {
        let field = Field::sequential(&format!("belief.{name}"), map);
        let figure =
            BoardFigure::new(&empty).field(field).title(&format!("How often a point ends {name}")).caption(&sampled);
        save(name, &figure)?;
    }
    let seed = Seed(arguments.seed);
    let boards = belief::sampled_boards(network, &collection.training, DRAWN, arguments.top(), seed);
    for (i, board) in boards.iter().enumerate() {
        let figure = BoardFigure::new(board)
            .title(&format!("Sample {}", i + 1))
            .caption(&format!("each point in its likeliest state, seed {seed}"));
        save(&format!("sample-{}", i + 1), &figure)?;
    }
    write_text(folder, "epochs.csv", &epochs_csv(network.history()), existing)?;
    write_text(folder, "maps.csv", &maps_csv(network), existing)
}

fn settings(network: &Network) -> String {
    let options = &network.about().options;
    format!(
        "CD-{}, batches of {}, rate {} to {}, momentum {} then {}, decay {}{}",
        options.steps,
        options.batch,
        options.rate,
        options.last_rate,
        options.momentum,
        options.last_momentum,
        options.decay,
        if options.symmetries { ", turned boards" } else { "" }
    )
}

fn write_text(folder: &Path, name: &str, text: &str, existing: Existing) -> Result<(), Failure> {
    output::write_file(&folder.join(name), text.as_bytes(), existing)
}

fn epochs_csv(history: &[Epoch]) -> String {
    let mut text = "layer,epoch,error,validation_error,free_energy,validation_free_energy\n".to_string();
    for epoch in history {
        let _ = writeln!(
            text,
            "{},{},{},{},{},{}",
            epoch.layer,
            epoch.number,
            epoch.error,
            epoch.validation_error,
            epoch.free_energy,
            epoch.validation_free_energy
        );
    }
    text
}

fn maps_csv(network: &Network) -> String {
    let mut text = "point,black,white,empty\n".to_string();
    let maps = network.maps();
    for (i, point) in network.size().points().enumerate() {
        let _ =
            writeln!(text, "{},{},{},{}", network.size().vertex(point), maps.black[i], maps.white[i], maps.empty[i]);
    }
    text
}
