//! `aji train`: models that learn from games.

mod report;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use belief::{Boards, Collection, Network, Networks, Options, Precision, Step, Top, Training};
use goban::{Board, BoardSize};
use indicatif::ProgressBar;
use model::Seed;
use model::words::count;
use record::{Game, Mode};

use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::games::Record;
use crate::matches::stop_on_signals;
use crate::output::{self, Existing, Stdout, complain};
use crate::progress;

/// Teaches a model from games.
#[derive(clap::Args, Debug)]
pub(crate) struct Train {
    #[command(subcommand)]
    model: Learner,
}

#[derive(clap::Subcommand, Debug)]
enum Learner {
    Belief(Box<Belief>),
}

/// Trains the deep belief network of final boards (docs/models/belief.md), or measures one that is there.
///
/// With --out a network is trained and written; a training that was interrupted goes on where it was when it is called again,
/// with the same result. Without --out the network in use, the shipped one or that of --network, is sampled and measured.
#[derive(clap::Args, Debug)]
struct Belief {
    /// Game records, or files of boards made by --pack: files, folders, - for standard input. Default: the boards that ship
    /// with the program.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,

    /// Where the network goes.
    #[arg(long, value_name = "FILE.safetensors")]
    out: Option<PathBuf>,

    /// Writes the boards of the games into this file, drawn and parted as for a training, and does nothing else.
    #[arg(long, value_name = "FILE", requires = "games", conflicts_with = "out")]
    pack: Option<PathBuf>,

    /// Where the games come from, in a line that stays with boards and network. Default: the names of the files.
    #[arg(long, value_name = "TEXT", requires = "games")]
    source: Option<String>,

    /// The side of the boards; games on others are left out.
    #[arg(long, value_name = "N", default_value_t = 19)]
    size: usize,

    /// Boards of the games that are kept back for validation. Default: one in ten.
    #[arg(long, value_name = "N", requires = "games")]
    validation: Option<usize>,

    /// Units of the hidden layers, from the lowest.
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_value = "500,600,1000")]
    layers: Vec<usize>,

    /// How often each layer sees all boards.
    #[arg(long, value_name = "N", default_value_t = Options::default().epochs)]
    epochs: usize,

    /// Boards of a batch.
    #[arg(long, value_name = "N", default_value_t = Options::default().batch)]
    batch: usize,

    /// Steps of contrastive divergence: the k of CD-k.
    #[arg(long, value_name = "K", default_value_t = Options::default().steps)]
    steps: usize,

    /// How far a batch moves the weights: in the first epoch of a layer, and in the last.
    #[arg(long, value_name = "FIRST,LAST", value_delimiter = ',', num_args = 1..=2,
          default_values_t = [Options::default().rate, Options::default().last_rate])]
    rate: Vec<f64>,

    /// How much of the movement goes on from batch to batch: at first, and later.
    #[arg(long, value_name = "FIRST,LATER", value_delimiter = ',', num_args = 1..=2,
          default_values_t = [Options::default().momentum, Options::default().last_momentum])]
    momentum: Vec<f64>,

    /// Epochs of each layer with the first momentum.
    #[arg(long, value_name = "N", default_value_t = Options::default().momentum_epochs)]
    momentum_epochs: usize,

    /// How strongly weights are drawn to zero.
    #[arg(long, value_name = "X", default_value_t = Options::default().decay)]
    decay: f64,

    /// Turns and mirrors each board at random every time it is seen. The paper does not.
    #[arg(long)]
    symmetries: bool,

    /// The seed of all chance.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Samples behind the maps of how often each point is black, white and empty.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    samples: u64,

    /// Draws the top units of a sample each by itself, instead of as a training board makes them.
    #[arg(long)]
    independent_top: bool,

    /// How weights are written: two bytes each, or four.
    #[arg(long, value_name = "HOW", default_value = "half")]
    precision: PrecisionName,

    /// How many threads; 0 is as many as there are cores. The result does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,

    /// Seconds between checkpoints, which are written beside the network: the most that an interruption costs.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    checkpoint: u64,

    /// Forgets the checkpoint of an interrupted training and begins anew.
    #[arg(long, requires = "out")]
    restart: bool,

    /// Writes the training curves, the three maps and some samples into this folder, as SVG, PNG and CSV.
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,

    /// Replaces files that are there already.
    #[arg(long)]
    force: bool,

    /// One JSON value on standard output.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum PrecisionName {
    /// IEEE binary16.
    Half,
    /// IEEE binary32.
    Full,
}

pub(crate) fn run(context: &Context<'_>, arguments: &Train) -> Outcome {
    let Learner::Belief(arguments) = &arguments.model;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.threads)
        .build()
        .map_err(|error| Failure::usage(error).about("--threads"))?;
    pool.install(|| belief(context, arguments))
}

impl Belief {
    fn options(&self) -> Options {
        let last = |values: &[f64]| values.last().copied().unwrap_or_default();
        let first = |values: &[f64]| values.first().copied().unwrap_or_default();
        Options {
            layers: self.layers.clone(),
            epochs: self.epochs,
            batch: self.batch,
            steps: self.steps,
            rate: first(&self.rate),
            last_rate: last(&self.rate),
            momentum: first(&self.momentum),
            last_momentum: last(&self.momentum),
            momentum_epochs: self.momentum_epochs,
            decay: self.decay,
            symmetries: self.symmetries,
        }
    }

    fn top(&self) -> Top {
        if self.independent_top { Top::Independent } else { Top::Boards }
    }

    fn existing(&self) -> Existing {
        if self.force { Existing::Replace } else { Existing::Keep }
    }

    fn samples(&self) -> usize {
        usize::try_from(self.samples).unwrap_or(usize::MAX)
    }
}

fn belief(context: &Context<'_>, arguments: &Belief) -> Outcome {
    let options = arguments.options();
    options.check().map_err(Failure::usage)?;
    let size = BoardSize::new(arguments.size)
        .ok_or_else(|| Failure::usage(format!("--size {}: boards go from 2 to 25 lines", arguments.size)))?;
    let results = [&arguments.out, &arguments.pack].into_iter().flatten();
    output::check_targets(results.clone(), &arguments.games, Stdout::Taken)?;
    for path in results {
        if path.exists() && !arguments.force {
            return Err(Failure::exists(path));
        }
    }
    if let Some(folder) = &arguments.plot {
        output::make_folder(folder)?;
    }
    let (collection, failed) = collection(arguments, size)?;
    if let Some(path) = &arguments.pack {
        output::write_file(path, &collection.to_bytes(), arguments.existing())?;
        report::packed(arguments, path, &collection)?;
        return Ok(Done::unless(failed));
    }
    let network = match &arguments.out {
        Some(path) => train(arguments, path, &collection, options)?,
        None => in_use(context.networks, arguments, &collection)?,
    };
    report::write(context, arguments, &network, &collection)?;
    Ok(Done::unless(failed))
}

/// The boards to learn from; and whether something was left out.
fn collection(arguments: &Belief, size: BoardSize) -> Result<(Collection, bool), Failure> {
    if arguments.games.is_empty() {
        let collection = belief::shipped_boards();
        if collection.size() != size {
            return Err(Failure::usage(format!(
                "the boards that ship with the program are {}; name games on {size} with --games",
                collection.size()
            ))
            .into());
        }
        return Ok((collection, false));
    }
    let mut boards = Boards::new(size);
    let mut failed = false;
    let mut names = Vec::new();
    let mut left_out = LeftOut::default();
    for source in input::sources(&arguments.games) {
        let bytes = source.and_then(|source| Record::open(&source)).map_err(Failure::from);
        let read = bytes.and_then(|record| {
            names.push(record.name().to_string());
            if record.bytes().starts_with(belief::MAGIC) {
                return packed(&record, arguments, size).map(Some);
            }
            for game in record.games()?.reading.games {
                match final_board(&game, size) {
                    Ok(board) => boards.push(&board),
                    Err(why) => left_out.count(why),
                }
            }
            Ok(None)
        });
        match read {
            Ok(Some(collection)) => return Ok((collection, failed)),
            Ok(None) => {}
            Err(failure) => {
                complain(failure);
                failed = true;
            }
        }
    }
    left_out.tell(size);
    if boards.is_empty() {
        return Err(Failure::work(format!("there is no game on {size} to learn from; --size sets another size")).into());
    }
    let validation = arguments.validation.unwrap_or(boards.len() / 10);
    let source = arguments.source.clone().unwrap_or_else(|| names.join(", "));
    let collection = Collection::draw(&boards, validation, Seed(arguments.seed), &source).map_err(Failure::usage)?;
    Ok((collection, failed))
}

/// A file of boards that was drawn already.
fn packed(record: &Record, arguments: &Belief, size: BoardSize) -> Result<Collection, Failure> {
    let name = record.name();
    if arguments.games.len() > 1 || arguments.validation.is_some() || arguments.source.is_some() {
        return Err(Failure::usage(
            "a file of boards is drawn and parted already; name it alone, without --validation and --source",
        )
        .about(name));
    }
    let collection = Collection::from_bytes(record.bytes()).map_err(|error| Failure::work(error).about(name))?;
    if collection.size() != size {
        let side = collection.size().get();
        return Err(Failure::usage(format!("holds boards of {side}×{side}; say --size {side}")).about(name));
    }
    Ok(collection)
}

/// Why a game gives no board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Why {
    Size,
    Empty,
    Broken,
}

/// How many games gave no board.
#[derive(Default)]
struct LeftOut([usize; 3]);

impl LeftOut {
    fn count(&mut self, why: Why) {
        self.0[why as usize] += 1;
    }

    fn tell(&self, size: BoardSize) {
        let words =
            [format!("on other boards than {size}"), "without a stone".to_string(), "that break off".to_string()];
        for (n, words) in self.0.iter().zip(words).filter(|(n, _)| **n > 0) {
            complain(format!("{} {words} left out", count(*n, "game", "games")));
        }
    }
}

/// The board at the end of a game.
fn final_board(game: &Game, size: BoardSize) -> Result<Board, Why> {
    if game.size() != size {
        return Err(Why::Size);
    }
    let mut replay = game.replay(&game.main_line(), Mode::Tolerant).map_err(|_| Why::Broken)?;
    while replay.next_ply().map_err(|_| Why::Broken)?.is_some() {}
    let board = replay.position().board();
    let stones = board.stones();
    if stones.black.is_empty() && stones.white.is_empty() { Err(Why::Empty) } else { Ok(board.clone()) }
}

/// The network that commands use for this size, with maps of the samples that were asked for.
fn in_use(networks: &Networks, arguments: &Belief, collection: &Collection) -> Result<Network, Failure> {
    let network = networks.get(collection.size()).map_err(Failure::usage)?;
    let bar = sampling_bar(arguments);
    let seed = Seed(arguments.seed);
    let maps = network.occurrence(&collection.training, arguments.samples(), arguments.top(), seed, &mut |n| {
        bar.set_position(n as u64);
    });
    bar.finish_and_clear();
    Ok((*network).clone().with_maps(maps, arguments.samples()))
}

fn sampling_bar(arguments: &Belief) -> ProgressBar {
    progress::bar(arguments.samples as usize, "sampling {wide_bar} {pos} of {len}, {eta} left")
}

fn checkpoint_of(out: &Path) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_os_string();
    name.push(".checkpoint");
    out.with_file_name(name)
}

/// Takes away the checkpoint, and what writers of one left behind that were killed at it.
fn forget_checkpoint(path: &Path) {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_part = |other: &str| {
        let number = other.strip_prefix(&format!("{name}.")).and_then(|rest| rest.strip_suffix(".part"));
        number.is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()))
    };
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let other = entry.file_name().to_string_lossy().into_owned();
        if other == name || is_part(&other) {
            // The network is there; a checkpoint that stays behind harms nobody.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Parts of the progress bar.
const BAR: u64 = 100_000;

fn train(arguments: &Belief, out: &Path, collection: &Collection, options: Options) -> Result<Network, Failure> {
    let mut training = Training::new(collection, options, Seed(arguments.seed)).map_err(Failure::usage)?;
    let path = checkpoint_of(out);
    // A training takes long: what cannot be written is found out before it begins.
    let checkpoint = |training: &Training<'_>| output::write_file(&path, &training.checkpoint(), Existing::Replace);
    if path.exists() && !arguments.restart {
        let name = path.display();
        let bytes =
            std::fs::read(&path).map_err(|error| Failure::work(format!("cannot be read ({error})")).about(&name))?;
        training
            .resume(&bytes)
            .map_err(|error| Failure::work(format!("{error}; --restart forgets the checkpoint")).about(&name))?;
        complain(format!("{name}: the training goes on at {:.1} %", 100.0 * training.done()));
    } else {
        checkpoint(&training)?;
    }
    let bar = progress::bar(BAR as usize, "{msg}{wide_bar} {percent} %, {eta} left");
    let layers = training.options().layers.len();
    let epochs = training.options().epochs;
    bar.set_position((training.done() * BAR as f64) as u64);
    bar.reset_eta();
    let stop = stop_on_signals();
    let mut saved = Instant::now();
    loop {
        match training.step().map_err(|error| Failure::work(error).about(out.display()))? {
            Step::Done => break,
            Step::Batch => {}
            Step::Epoch(epoch) => {
                bar.println(format!(
                    "layer {} of {layers}, epoch {:3} of {epochs}: error {:.5}, on validation boards {:.5}; free-energy gap {:+.3}",
                    epoch.layer,
                    epoch.number,
                    epoch.error,
                    epoch.validation_error,
                    epoch.gap()
                ));
            }
        }
        bar.set_position((training.done() * BAR as f64) as u64);
        if stop.load(Ordering::Relaxed) {
            checkpoint(&training)?;
            bar.finish_and_clear();
            let done = 100.0 * training.done();
            return Err(Failure::work(format!("stopped at {done:.1} %; the same command goes on from here")).into());
        }
        if saved.elapsed() >= Duration::from_secs(arguments.checkpoint) {
            checkpoint(&training)?;
            saved = Instant::now();
        }
    }
    checkpoint(&training)?;
    bar.finish_and_clear();
    let bar = sampling_bar(arguments);
    let network = Network::finish(&training, arguments.samples(), arguments.top(), &mut |n| bar.set_position(n as u64))
        .map_err(Failure::work)?;
    bar.finish_and_clear();
    let precision = match arguments.precision {
        PrecisionName::Half => Precision::Half,
        PrecisionName::Full => Precision::Full,
    };
    let bytes = network.to_bytes(precision);
    output::write_file(out, &bytes, arguments.existing())?;
    forget_checkpoint(&path);
    // What is measured is what was written, rounded as it was.
    Ok(Network::from_bytes(&bytes).map_err(|error| Failure::work(error).about(out.display()))?)
}
