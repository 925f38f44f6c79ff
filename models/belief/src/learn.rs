//! How the family learns: final boards of games become a network.

use std::borrow::Cow;

use goban::{Board, BoardSize};
use model::{
    Cell, Drawing, Drawn, Learn, LearnError, Learner, LeftOut, Measure, Parameter, Parameters, Progress, Report, Row,
    Seed, Summary,
};
use record::{GameInfo, Replay};

use crate::boards::{Boards, Collection, MAGIC};
use crate::family::{Belief, Networks, shipped_boards};
use crate::file::Precision;
use crate::measure::{self, sampled_boards};
use crate::network::{Maps, Network, Top};
use crate::rbm::Units;
use crate::training::{Epoch, Options, Step, Training, TrainingError};

/// Validation boards that the likelihoods are taken over.
const BOARDS: usize = 1000;
/// Runs and steps of annealed importance sampling.
const RUNS: usize = 100;
const STEPS: usize = 1000;
/// Validation boards and draws a board for the likelihood of a whole network.
const DEEP_BOARDS: usize = 200;
const DEEP_DRAWS: usize = 20;
/// Samples that are looked at one by one.
const LOOKED_AT: usize = 10_000;
/// Samples that are drawn.
const DRAWN: usize = 3;
/// The share of the boards that is kept back for validation.
const VALIDATION: f64 = 0.1;

/// What can be set for learning.
pub(crate) fn settings() -> Vec<Parameter> {
    let options = Options::default();
    let whole = |name: &str, about: &str, min: i64, max: i64, default: usize| {
        Parameter::integer(&format!("belief.{name}"), about, min, max, default as i64)
    };
    let layers: Vec<String> = options.layers.iter().map(ToString::to_string).collect();
    vec![
        whole("size", "side of the boards; games on others are left out", 2, 25, BoardSize::NINETEEN.get()),
        Parameter::real(
            "belief.validation",
            "boards that are kept back for validation: a share below 1, or their number",
            0.0,
            1e9,
            VALIDATION,
        ),
        Parameter::text("belief.source", "where the games come from, in a line; empty: the names of the files", ""),
        Parameter::text("belief.layers", "units of the hidden layers, from the lowest", &layers.join(",")),
        whole("epochs", "how often each layer sees all boards", 1, 1_000_000, options.epochs),
        whole("batch", "boards of a batch", 1, 1_000_000, options.batch),
        whole("steps", "steps of contrastive divergence: the k of CD-k", 1, 1000, options.steps),
        Parameter::real_above(
            "belief.rate",
            "how far a batch moves the weights in the first epoch of a layer",
            0.0,
            10.0,
            options.rate,
        ),
        Parameter::real_above("belief.last_rate", "the same in its last epoch", 0.0, 10.0, options.last_rate),
        Parameter::real(
            "belief.momentum",
            "how much of the movement goes on from batch to batch, at first",
            0.0,
            1.0,
            options.momentum,
        ),
        Parameter::real("belief.last_momentum", "the same later", 0.0, 1.0, options.last_momentum),
        whole("momentum_epochs", "epochs of each layer with the first momentum", 0, 1_000_000, options.momentum_epochs),
        Parameter::real("belief.decay", "how strongly weights are drawn to zero", 0.0, 1.0, options.decay),
        Parameter::flag(
            "belief.symmetries",
            "whether each board is turned and mirrored at random every time it is seen; the paper does not",
            options.symmetries,
        ),
        Parameter::choice(
            "belief.units",
            "the units of a point: three that are on or off by themselves, as in the paper, or one with three states",
            &["binary", "three-state"],
        ),
        whole("tuning", "epochs of up–down tuning of all layers together, after they have learned", 0, 1_000_000, 0),
        Parameter::real_above(
            "belief.tuning_rate",
            "how far a batch moves the weights in tuning",
            0.0,
            10.0,
            options.tuning_rate,
        ),
        whole(
            "samples",
            "samples behind the maps of how often each point is black, white and empty",
            1,
            1_000_000_000,
            1_000_000,
        ),
        Parameter::choice(
            "belief.top",
            "how the top units of a sample are drawn: as a training board makes them, or each by itself",
            &["boards", "independent"],
        ),
        Parameter::choice("belief.precision", "how weights are written: two bytes each, or four", &["half", "full"]),
    ]
}

impl Learn for Belief {
    fn settings(&self) -> &[Parameter] {
        &self.settings
    }

    fn learner(&self, settings: &Parameters, seed: Seed) -> Result<Box<dyn Learner>, LearnError> {
        let whole = |name: &str| usize::try_from(settings.integer(&format!("belief.{name}"))).unwrap_or(usize::MAX);
        let options = Options {
            layers: read_layers(settings.text("belief.layers"))?,
            epochs: whole("epochs"),
            batch: whole("batch"),
            steps: whole("steps"),
            rate: settings.real("belief.rate"),
            last_rate: settings.real("belief.last_rate"),
            momentum: settings.real("belief.momentum"),
            last_momentum: settings.real("belief.last_momentum"),
            momentum_epochs: whole("momentum_epochs"),
            decay: settings.real("belief.decay"),
            symmetries: settings.flag("belief.symmetries"),
            units: if settings.text("belief.units") == "three-state" { Units::ThreeState } else { Units::Binary },
            tuning: whole("tuning"),
            tuning_rate: settings.real("belief.tuning_rate"),
        };
        options.check().map_err(|error| LearnError::Settings(error.to_string()))?;
        let size = BoardSize::new(whole("size")).unwrap_or(BoardSize::NINETEEN);
        Ok(Box::new(Student {
            networks: self.networks.clone(),
            options,
            validation: settings.real("belief.validation"),
            source: settings.text("belief.source").to_string(),
            samples: whole("samples"),
            top: if settings.text("belief.top") == "independent" { Top::Independent } else { Top::Boards },
            precision: if settings.text("belief.precision") == "full" { Precision::Full } else { Precision::Half },
            seed,
            files: Vec::new(),
            boards: Boards::new(size),
            collection: None,
        }))
    }
}

fn read_layers(text: &str) -> Result<Vec<usize>, LearnError> {
    let units = |word: &str| {
        let wrong =
            || LearnError::Settings(format!("belief.layers: '{word}' is no number of units; write 500,600,1000"));
        word.trim().parse().map_err(|_| wrong())
    };
    text.split(',').map(units).collect()
}

/// Someone who learns boards.
struct Student {
    networks: Networks,
    options: Options,
    /// A share below 1, or a number of boards.
    validation: f64,
    source: String,
    samples: usize,
    top: Top,
    precision: Precision,
    seed: Seed,
    /// The names of the files so far.
    files: Vec<String>,
    /// The boards of the games so far.
    boards: Boards,
    /// What there is to learn from, drawn and parted.
    collection: Option<Collection>,
}

impl Student {
    /// What there is to learn from: a file of boards, the boards of games or, where nothing was shown, those that ship.
    fn draw(&mut self) -> Result<(), LearnError> {
        if self.collection.is_some() {
            return Ok(());
        }
        let size = self.boards.size();
        self.collection = Some(match self.boards.len() {
            0 if self.files.is_empty() => {
                let shipped = shipped_boards();
                if shipped.size() != size {
                    return Err(LearnError::Settings(format!(
                        "the boards that ship with the program are {}; name games on {size} with --games",
                        shipped.size()
                    )));
                }
                shipped
            }
            0 => {
                return Err(LearnError::Failed(format!(
                    "there is no game on {size} to learn from; belief.size sets another size"
                )));
            }
            n => {
                let part = if self.validation < 1.0 { self.validation * n as f64 } else { self.validation };
                let files = self.files.join(", ");
                let source = if self.source.is_empty() { &files } else { &self.source };
                Collection::draw(&self.boards, part as usize, self.seed, source)
                    .map_err(|error| LearnError::Settings(error.to_string()))?
            }
        });
        Ok(())
    }

    fn collection(&self) -> Result<&Collection, LearnError> {
        self.collection.as_ref().ok_or_else(|| LearnError::Failed("there are no boards to learn from".to_string()))
    }

    /// The share of the work that is training; the rest is sampling. Both are measured in passes of a board.
    fn training_share(&self, boards: usize) -> f64 {
        let trained = (boards * self.options.epochs * (3 + 2 * self.options.steps)) as f64;
        trained / (trained + 2.0 * self.samples as f64)
    }
}

fn failed(error: &dyn std::fmt::Display) -> LearnError {
    LearnError::Failed(error.to_string())
}

impl Learner for Student {
    fn accept(&mut self, name: &str, bytes: &[u8]) -> Result<bool, LearnError> {
        self.files.push(name.to_string());
        let is_packed = bytes.starts_with(MAGIC);
        let chosen = self.validation != VALIDATION || !self.source.is_empty();
        if self.collection.is_some() || (is_packed && (self.files.len() > 1 || chosen)) {
            return Err(LearnError::Settings(
                "a file of boards is drawn and parted already; name it alone, without belief.validation and \
                 belief.source"
                    .to_string(),
            ));
        }
        if !is_packed {
            return Ok(false);
        }
        let collection = Collection::from_bytes(bytes).map_err(|error| failed(&error))?;
        let size = collection.size();
        if size != self.boards.size() {
            return Err(LearnError::Settings(format!("holds boards of {size}; set belief.size={}", size.get())));
        }
        self.collection = Some(collection);
        Ok(true)
    }

    fn take_game(&mut self, _: &GameInfo, replay: &mut Replay<'_>) -> Result<(), LeftOut> {
        let size = self.boards.size();
        if replay.position().size() != size {
            return Err(LeftOut(format!("on other boards than {size}")));
        }
        while replay.next_ply()?.is_some() {}
        let board = replay.position().board();
        if board.empty() == size.all_points() {
            return Err(LeftOut("without a stone".to_string()));
        }
        self.boards.push(board);
        Ok(())
    }

    fn pack(&mut self) -> Result<(Vec<u8>, Summary), LearnError> {
        self.draw()?;
        let collection = self.collection()?;
        let title = format!(
            "{} boards to learn from and {} for validation, drawn with seed {}",
            collection.training.len(),
            collection.validation.len(),
            collection.seed
        );
        Ok((collection.to_bytes(), Summary { title, about: of_boards(collection), ..Summary::default() }))
    }

    fn train(&mut self, from: Option<&[u8]>, report: &mut Report<'_>) -> Result<Vec<u8>, LearnError> {
        self.draw()?;
        let collection = self.collection()?;
        let mut training = Training::new(collection, self.options.clone(), self.seed)
            .map_err(|error| LearnError::Settings(error.to_string()))?;
        if let Some(checkpoint) = from {
            training.resume(checkpoint).map_err(|error| LearnError::Checkpoint(error.to_string()))?;
        }
        let share = self.training_share(collection.training.len());
        let mut news: Vec<(&'static str, f64)> = Vec::new();
        loop {
            let progress = Progress {
                done: share * training.done(),
                stage: stage(&training, !news.is_empty()),
                news: &news,
                checkpoint: &|| training.checkpoint(),
            };
            if report(progress).is_break() {
                return Err(LearnError::Stopped);
            }
            news.clear();
            match training.step() {
                Ok(Step::Done) => break,
                Ok(Step::Batch) => {}
                Ok(Step::Epoch(epoch)) => news.extend([
                    ("error", epoch.error),
                    ("validation error", epoch.validation_error),
                    ("free-energy gap", epoch.gap()),
                ]),
                Err(error @ TrainingError::Diverged { .. }) => return Err(failed(&error)),
                Err(error) => return Err(LearnError::Settings(error.to_string())),
            }
        }
        let mut sampled = |n: usize| {
            let progress = Progress {
                done: 1.0 - (1.0 - share) * (self.samples - n.min(self.samples)) as f64 / self.samples.max(1) as f64,
                stage: Cow::Borrowed("sampling"),
                news: &[],
                checkpoint: &|| training.checkpoint(),
            };
            report(progress).is_continue()
        };
        let network =
            Network::finish(&training, self.samples, self.top, &mut sampled).map_err(|error| failed(&error))?;
        let network = network.ok_or(LearnError::Stopped)?;
        if !sampled(self.samples) {
            return Err(LearnError::Stopped);
        }
        Ok(network.to_bytes(self.precision))
    }

    fn examine(&mut self, file: Option<&[u8]>, report: &mut Report<'_>) -> Result<Summary, LearnError> {
        self.draw()?;
        let collection = self.collection()?;
        let network = match file {
            Some(bytes) => Network::from_bytes(bytes).map_err(|error| failed(&error))?,
            None => {
                let network =
                    self.networks.get(collection.size()).map_err(|error| LearnError::Settings(error.to_string()))?;
                let mut sampled = |n: usize| {
                    let progress = Progress {
                        done: n as f64 / self.samples as f64,
                        stage: Cow::Borrowed("sampling"),
                        news: &[],
                        checkpoint: &Vec::new,
                    };
                    report(progress).is_continue()
                };
                let boards = &collection.training;
                let maps = network.occurrence(boards, self.samples, self.top, self.seed, &mut sampled);
                (*network).clone().with_maps(maps.ok_or(LearnError::Stopped)?, self.samples)
            }
        };
        Ok(Summary {
            title: format!("A belief network of {} boards: {}", network.size(), units(&network)),
            about: about(&network),
            measures: self.measures(&network, collection),
            tables: network.history().iter().map(row).collect(),
            drawings: self.drawings(&network, collection),
        })
    }
}

/// Where a training is: in the epoch that goes on or, `at_end` of one, in that.
fn stage(training: &Training<'_>, at_end: bool) -> Cow<'static, str> {
    let Options { layers, epochs, tuning, .. } = training.options();
    let finished = training.history().len() - usize::from(at_end);
    let (layer, epoch) = (finished / epochs + 1, finished % epochs + 1);
    if layer > layers.len() {
        let tuned = finished - layers.len() * epochs;
        return match tuned < *tuning {
            true => Cow::Owned(format!("up–down tuning, epoch {} of {tuning}", tuned + 1)),
            false => Cow::Borrowed("sampling"),
        };
    }
    Cow::Owned(format!("layer {layer} of {}, epoch {epoch} of {epochs}", layers.len()))
}

/// The units of every layer, from the board.
fn units(network: &Network) -> String {
    let board = std::iter::once(3 * network.size().area());
    let units = board.chain(network.layers().iter().map(|rbm| rbm.n_hidden()));
    units.map(|n| n.to_string()).collect::<Vec<_>>().join("–")
}

fn of_boards(collection: &Collection) -> Vec<(&'static str, Cell)> {
    vec![
        ("size", Cell::Number(collection.size().get() as f64)),
        ("training", Cell::Number(collection.training.len() as f64)),
        ("validation", Cell::Number(collection.validation.len() as f64)),
        ("source", Cell::Text(collection.source.clone())),
        ("seed", Cell::Number(collection.seed as f64)),
    ]
}

fn about(network: &Network) -> Vec<(&'static str, Cell)> {
    let about = network.about();
    let layers = about.options.layers.iter().map(|&units| units as f64).collect();
    vec![
        ("size", Cell::Number(network.size().get() as f64)),
        ("training", Cell::Number(about.training as f64)),
        ("validation", Cell::Number(about.validation as f64)),
        ("source", Cell::Text(about.source.clone())),
        ("seed", Cell::Number(about.seed as f64)),
        ("layers", Cell::Numbers(layers)),
        ("how", Cell::Text(how(&about.options))),
        ("samples", Cell::Number(about.samples as f64)),
    ]
}

fn how(options: &Options) -> String {
    format!(
        "{} epochs, CD-{}, batches of {}, rate {} to {}, momentum {} then {}, decay {}{}",
        options.epochs,
        options.steps,
        options.batch,
        options.rate,
        options.last_rate,
        options.momentum,
        options.last_momentum,
        options.decay,
        if options.symmetries { ", turned boards" } else { "" }
    ) + if options.units.is_binary() { "" } else { ", three-state units" }
        + &if options.tuning > 0 {
            format!(", {} epochs of up–down tuning at rate {}", options.tuning, options.tuning_rate)
        } else {
            String::new()
        }
}

fn row(epoch: &Epoch) -> Row {
    let cells = vec![
        ("layer", Cell::Number(epoch.layer as f64)),
        ("epoch", Cell::Number(epoch.number as f64)),
        ("error", Cell::Number(epoch.error)),
        ("validation_error", Cell::Number(epoch.validation_error)),
        ("free_energy", Cell::Number(epoch.free_energy)),
        ("validation_free_energy", Cell::Number(epoch.validation_free_energy)),
        ("gap", Cell::Number(epoch.gap())),
    ];
    Row { kind: "epochs", cells }
}

impl Student {
    fn measures(&self, network: &Network, collection: &Collection) -> Vec<Measure> {
        let Collection { training, validation, .. } = collection;
        let frequencies = Maps::from(training);
        let mut measures = Vec::new();
        let mut put = |name, value: f64, about: &str| measures.push(Measure { name, value, about: about.to_string() });
        if !validation.is_empty() {
            let means: Vec<f64> = frequencies.planes().concat();
            // Of a tuned network these three say what its lowest layer is worth as a machine by itself.
            let partition = measure::partition(&network.layers()[0], &means, RUNS, STEPS, self.seed);
            let boards = validation.len().min(BOARDS);
            put(
                "pseudo_likelihood",
                measure::pseudo_likelihood(network, validation, BOARDS),
                &format!("nats a point given all others, over {boards} validation boards"),
            );
            put(
                "whole_board_likelihood",
                measure::log_likelihood(network, validation, BOARDS, partition),
                "nats a point of a whole board, by annealed importance sampling",
            );
            if network.layers().len() > 1 {
                let top = measure::top_partition(network, training, RUNS, STEPS, self.seed);
                let whole = measure::network_likelihood(network, validation, DEEP_BOARDS, DEEP_DRAWS, top, self.seed);
                let of = format!("over {} validation boards", validation.len().min(DEEP_BOARDS));
                put(
                    "network_bound",
                    whole.bound,
                    &format!("nats a point that the whole network reaches at least, {of}"),
                );
                put(
                    "network_likelihood",
                    whole.estimate,
                    &format!("the same as estimated from {DEEP_DRAWS} draws a board"),
                );
            }
            put(
                "independent_likelihood",
                measure::independent_likelihood(training, validation),
                "nats a point if each is as often black, white and empty as in the boards learned from",
            );
            put("log_z", partition.log_z, "the logarithm of the partition function, for the whole boards");
            put("log_z_error", partition.error, "its error");
        }
        let asymmetry = |maps: &Maps| measure::asymmetry(network.size(), maps.planes());
        let (mean, greatest) = measure::distance(network.maps().planes(), frequencies.planes());
        put("asymmetry", asymmetry(network.maps()), "of the maps: their distance from their turned and mirrored mean");
        put("asymmetry_of_boards", asymmetry(&frequencies), "the same of the frequencies in the boards learned from");
        put("from_frequencies", mean, "mean distance of the maps from those frequencies");
        put("from_frequencies_at_most", greatest, "the greatest");
        let look = measure::look(network, training, LOOKED_AT.min(self.samples), self.top, self.seed);
        let samples = look.samples;
        put("several_on", look.several, &format!("share of the points with several units on, in {samples} samples"));
        put("none_on", look.none, "share of the points with none on");
        put(
            "possible",
            look.legal_likeliest as f64,
            &format!("possible positions among {samples}, each point in its likeliest state"),
        );
        put("possible_drawn", look.legal_drawn as f64, "the same, each point drawn");
        put("stones", look.stones, "stones on a drawn sample, on average");
        put(
            "stones_of_boards",
            frequencies.black.iter().chain(&frequencies.white).sum(),
            "stones on the boards learned from, on average",
        );
        measures
    }

    fn drawings(&self, network: &Network, collection: &Collection) -> Vec<Drawing> {
        let about = network.about();
        let caption = format!("{} boards, seed {}, {}", about.training, about.seed, how(&about.options));
        let curves = |name: &str, title: &str, axis: &str, value: &dyn Fn(&Epoch) -> f64| {
            let series = (1..=network.layers().len()).map(|layer| {
                let epochs = network.history().iter().filter(|epoch| epoch.layer == layer);
                (format!("layer {layer}"), epochs.map(|epoch| (epoch.number as f64, value(epoch))).collect())
            });
            Drawing {
                name: name.to_string(),
                title: title.to_string(),
                caption: caption.clone(),
                content: Drawn::Curves { axes: ["epoch".to_string(), axis.to_string()], series: series.collect() },
            }
        };
        let mut drawings = vec![
            curves("errors", "Reconstruction error", "mean squared error of a unit", &|epoch| epoch.error),
            curves("gaps", "Free energy of validation boards above those learned from", "free energy", &Epoch::gap),
        ];
        for (name, map) in ["black", "white", "empty"].into_iter().zip(network.maps().planes()) {
            drawings.push(Drawing {
                name: name.to_string(),
                title: format!("How often a point ends {name}"),
                caption: format!("{} samples, seed {}", about.samples, self.seed),
                content: Drawn::Field {
                    quantity: format!("belief.{name}"),
                    values: map.to_vec(),
                    board: Board::new(network.size()),
                },
            });
        }
        let boards = sampled_boards(network, &collection.training, DRAWN, self.top, self.seed);
        drawings.extend(boards.into_iter().enumerate().map(|(i, board)| Drawing {
            name: format!("sample-{}", i + 1),
            title: format!("Sample {}", i + 1),
            caption: format!("each point in its likeliest state, seed {}", self.seed),
            content: Drawn::Board(board),
        }));
        drawings
    }
}
