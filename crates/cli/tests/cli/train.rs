//! `aji train`, with `belief`: packing boards, training, stopping and going on, using what was learned.

use std::path::Path;

use goban::BoardSize;
use model::Seed;
use testkit::{Randomness, random_game};

use crate::support::{Folder, GAME, aji, start_quietly, text};

/// A collection of random games on 5×5, with one game on 3×3 and one without a move among them.
fn games(folder: &Folder, n: u64) -> String {
    let mut collection = String::new();
    let size = |side| BoardSize::new(side).expect("a board");
    for seed in 0..n {
        sgf::write_game(&random_game(size(5), 20, Randomness::PLAY, Seed(seed)), &mut collection);
    }
    sgf::write_game(&random_game(size(3), 5, Randomness::PLAY, Seed(1)), &mut collection);
    sgf::write_game(&record::Game::new(size(5)), &mut collection);
    text(&folder.file("games.sgf", collection)).to_string()
}

const SMALL: [&str; 14] = [
    "--set",
    "belief.size=5",
    "--set",
    "belief.layers=20,12",
    "--set",
    "belief.epochs=20",
    "--set",
    "belief.batch=10",
    "--set",
    "belief.samples=2000",
    "--set",
    "belief.rate=0.05",
    "--set",
    "belief.last_rate=0.05",
];

fn train(games: &str, out: &Path, more: &[&str]) -> Vec<String> {
    let arguments = [&["train", "belief", "--games", games, "--out", text(out)], &SMALL[..], more].concat();
    arguments.iter().map(ToString::to_string).collect()
}

#[track_caller]
fn run(arguments: &[String]) -> crate::support::Said {
    aji(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn a_network_is_trained_measured_and_used() {
    let folder = Folder::new();
    let games = games(&folder, 120);
    let (out, plots) = (folder.path("five.safetensors"), folder.path("plots"));
    let said = run(&train(&games, &out, &["--json", "--plot", text(&plots)]));
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(said.err, "aji: 1 game on other boards than 5×5 left out\naji: 1 game without a stone left out\n");
    let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((&json["about"]["training"], &json["about"]["validation"]), (&108.into(), &12.into()));
    let epochs = json["epochs"].as_array().unwrap();
    assert_eq!(epochs.len(), 40);
    assert!(epochs[19]["error"].as_f64() < epochs[0]["error"].as_f64());
    let rows = json["maps"]["belief.white"].as_array().unwrap();
    assert_eq!((rows.len(), rows[0].as_array().unwrap().len()), (5, 5));
    assert!(json["measures"]["pseudo_likelihood"].is_number() && json["measures"]["several_on"].is_number());
    assert_eq!(json["curves"]["errors"]["layer 2"].as_array().unwrap().len(), 20);
    assert_eq!(json["about"]["layers"], serde_json::json!([20, 12]));
    assert_eq!(json["settings"]["belief.epochs"], 20);
    for name in ["errors.svg", "gaps.png", "black.svg", "empty.png", "sample-3.svg", "epochs.csv", "maps.csv"] {
        assert!(plots.join(name).is_file(), "{name}");
    }
    assert_eq!(std::fs::read_to_string(plots.join("epochs.csv")).unwrap().lines().count(), 41);
    assert!(!folder.names().iter().any(|name| name.contains("checkpoint")), "{:?}", folder.names());

    // It stands in for the shipped one on its own board size, in every command.
    let board = folder.file("board.txt", ". . . . .\n. X O . .\n. X O . .\n. . . . .\n. . . . .\n");
    let read = |model: &str, more: &[&str]| {
        aji(&[&["read", "--board", text(&board), "--model", model, "--network", text(&out), "--json"], more].concat())
            .json()
    };
    let file = format!("network={}", text(&out));
    let named = aji(&["read", "--board", text(&board), "--model", "belief", "--model-file", &file, "--json"]).json();
    assert_eq!(named, read("belief", &[]), "--model-file network=FILE is --network FILE");
    let belief = read("belief", &["--at", "C4"]);
    assert_eq!(belief["maps"]["belief.black"][1][1], 1.0);
    assert!(belief["explanation"]["chances"].as_array().unwrap().len() == 2);
    for fill in ["expected", "sampled", "conditional"] {
        let json = read("ising.generative", &["--set", &format!("ising.generative.fill={fill}")]);
        let spins = json["maps"]["ising.generative.spins"][0].as_array().unwrap();
        assert!(spins.iter().all(|spin| spin.as_f64().unwrap().abs() <= 1.0), "{fill}: {spins:?}");
    }
    let measured = aji(&[&["train", "belief", "--network", text(&out), "--games", &games], &SMALL[..]].concat());
    assert!(measured.out.contains("A belief network of 5×5 boards: 75–20–12"), "{}", measured.out);
    assert!(run(&train(&games, &out, &[])).refused(1).contains("exists already; use --force"));
}

#[test]
fn a_killed_training_ends_as_if_nothing_had_happened() {
    let folder = Folder::new();
    let games = games(&folder, 120);
    let whole = folder.path("whole.safetensors");
    assert_eq!(run(&train(&games, &whole, &["--threads", "1", "--checkpoint", "1000"])).code, 0);
    let out = folder.path("killed.safetensors");
    let arguments = train(&games, &out, &["--threads", "2", "--checkpoint", "0"]);
    let checkpoint = folder.path("killed.safetensors.checkpoint");
    let mut killed = 0;
    for checkpoints in [3, 1, 6, 2, 5, 1] {
        let mut child = start_quietly(&arguments);
        for _ in 0..checkpoints {
            let before = std::fs::read(&checkpoint).ok();
            testkit::until(|| {
                let ended = child.try_wait().expect("it can be asked").is_some();
                ended || out.exists() || std::fs::read(&checkpoint).ok() != before
            });
        }
        child.kill().expect("it can be killed");
        killed += u32::from(!child.wait().expect("it ends").success());
        if out.exists() {
            break;
        }
    }
    assert!(killed >= 1, "the training is too short to be killed");
    // A network that was written just before a kill is there whole; then the checkpoint is all that is left over.
    let said = run(&[&arguments[..], &["--force".to_string()]].concat());
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(std::fs::read(&whole).unwrap() == std::fs::read(&out).unwrap(), "another network");
    assert!(!folder.names().iter().any(|name| name.contains("checkpoint")), "{:?}", folder.names());
}

#[test]
fn without_moves_nothing_is_learned() {
    let folder = Folder::new();
    folder.file("games/empty.sgf", "(;GM[1]SZ[9])");
    let out = folder.path("classes.bin");
    let said = aji(&["train", "experience", "--games", text(&folder.path("games")), "--out", text(&out)]);
    assert_eq!((said.code, out.exists()), (2, false), "{}", said.err);
    assert!(said.err.contains("there are no moves to learn from"), "{}", said.err);
}

#[test]
fn a_checkpoint_of_another_training_is_not_mixed_in() {
    let folder = Folder::new();
    let games = games(&folder, 60);
    let out = folder.path("net.safetensors");
    folder.file("net.safetensors.checkpoint", "no checkpoint");
    let said = run(&train(&games, &out, &[]));
    assert_eq!((said.code, out.exists()), (2, false));
    assert!(said.err.contains("net.safetensors.checkpoint: not a checkpoint of a training"), "{}", said.err);
    assert!(said.err.contains("--restart forgets the checkpoint"), "{}", said.err);
    assert_eq!(run(&train(&games, &out, &["--restart"])).code, 0);
    assert!(out.exists());
}

#[test]
fn boards_are_packed_once_and_read_again() {
    let folder = Folder::new();
    let games = games(&folder, 60);
    let pack = folder.path("boards.bin");
    let arguments = ["train", "belief", "--games", &games, "--set", "belief.size=5", "--seed", "4"];
    let drawn = ["--set", "belief.validation=10", "--set", "belief.source=random games", "--pack", text(&pack)];
    let said = aji(&[&arguments[..], &drawn].concat());
    assert!(said.out.contains("50 boards to learn from and 10 for validation, drawn with seed 4"), "{}", said.out);
    let json = aji(&[
        &["train", "belief", "--games", text(&pack), "--out", text(&folder.path("n.safetensors")), "--json"],
        &SMALL[..],
    ]
    .concat())
    .json();
    assert_eq!((&json["about"]["training"], &json["about"]["source"]), (&50.into(), &"random games".into()));
    let refused = |more: &[&str]| aji(&[&["train", "belief", "--games", text(&pack)], more].concat());
    let out = folder.path("m");
    let five = ["--set", "belief.size=5", "--out", text(&out)];
    let said = refused(&[&five[..], &["--set", "belief.validation=3"]].concat());
    assert!(said.err.contains("is drawn and parted already"), "{}", said.err);
    let said = refused(&["--out", text(&out)]);
    assert!(said.code == 2 && said.err.contains("holds boards of 5×5; set belief.size=5"), "{}", said.err);
    std::fs::write(&pack, &std::fs::read(&pack).unwrap()[..300]).unwrap();
    let said = refused(&five);
    assert!(said.code == 1 && said.err.contains("damaged"), "{}", said.err);
}

#[test]
fn wrong_usage_says_what_to_do() {
    let folder = Folder::new();
    let out = folder.path("n.safetensors");
    let wrong = |arguments: &[&str]| aji(&[&["train", "belief", "--out", text(&out)], arguments].concat()).refused(2);
    let size = "belief.size takes a whole number from 2 to 25 (default 19), not '30'";
    assert_eq!(wrong(&["--set", "belief.size=30"]), size);
    let rate = "belief.rate takes a number greater than 0, up to 10 (default 0.02), not '0'";
    assert_eq!(wrong(&["--set", "belief.rate=0"]), rate);
    assert_eq!(wrong(&["--set", "belief.layers=0"]), "a layer has from 1 to 100000 units");
    let layers = "belief.layers: 'many' is no number of units; write 500,600,1000";
    assert_eq!(wrong(&["--set", "belief.layers=5,many"]), layers);
    let said = wrong(&["--set", "belief.epoch=3"]);
    assert!(said.starts_with("unknown parameter 'belief.epoch' (did you mean 'belief.epochs'?)"), "{said}");
    assert_eq!(
        wrong(&["--set", "belief.size=9"]),
        "the boards that ship with the program are 19×19; name games on 9×9 with --games"
    );
    let broken = folder.file("broken.safetensors", "hello");
    let said = aji(&["read", GAME, "--model", "belief", "--network", text(&broken)]).refused(2);
    assert!(said.contains("broken.safetensors: not a belief network, or a damaged one"), "{said}");
    let said = aji(&["read", "gnugo/9x9-01-level-1.sgf", "--model", "belief"]).refused(1);
    assert!(
        said.contains(
            "there is no belief network for 9×9 boards; train one with `aji train belief --set belief.size=9"
        ),
        "{said}"
    );
    let said = aji(&["read", "gnugo/9x9-01-level-1.sgf", "--model", "ising.generative"]).refused(1);
    assert!(said.contains("there is no belief network for 9×9 boards; train one with"), "{said}");
    let said = aji(&["train", "freedom", "--out", text(&out)]).refused(2);
    assert!(said.starts_with("freedom does not learn; belief") && said.ends_with(" can"), "{said}");
    let file = format!("web={}", text(&broken));
    let said = aji(&["read", GAME, "--model", "belief", "--model-file", &file]).refused(2);
    assert!(said.contains("unknown kind of file 'web'"), "{said}");
    let said = aji(&["train", "belief", "--games", "gnugo", "--out", text(&out)]);
    assert!(said.code == 1 && said.err.contains("there is no game on 19×19 to learn from"), "{}", said.err);
}
