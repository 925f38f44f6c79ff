//! Models on the command line: cards, readings, pictures, and a model that nobody has written yet.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Folder, GAME, aji, aji_with_dummy, aji_with_input, golden, text};

#[test]
fn the_cards_are_shown() {
    golden("models.txt", &aji(&["models"]).well());
    golden("models-freedom.txt", &aji(&["models", "freedom"]).well());
    let json = aji(&["models", "--json"]).json();
    let names: Vec<&str> = json["models"].as_array().unwrap().iter().filter_map(|m| m["name"].as_str()).collect();
    assert!(names.contains(&"cellular") && names.contains(&"freedom"), "{names:?}");
}

#[test]
fn classes_are_listed_and_drawn() {
    golden("models-classes.txt", &aji_with_dummy(&["models", "dummy", "--classes"]).well());
    let json =
        aji(&["models", "experience", "--classes", "--kind", "shape 3", "--find", "hane", "--limit", "3", "--json"])
            .json();
    let classes = json["classes"].as_array().unwrap();
    assert!(classes.len() == 3 && json["found"].as_u64() > Some(3), "{json}");
    for class in classes {
        assert!(class["kind"].as_str().unwrap().starts_with("shape 3"), "{class}");
        assert!(class["name"].as_str().unwrap().contains("hane"), "{class}");
        assert_eq!(class["drawing"][0], json!("around:"));
    }
    let weights = |by| {
        let json = aji(&["models", "experience", "--classes", "--by", by, "--limit", "50", "--json"]).json();
        let weight = |class: &Value| class["weight"].as_f64().unwrap().abs();
        json["classes"].as_array().unwrap().iter().map(weight).collect::<Vec<f64>>()
    };
    assert!(weights("weight").is_sorted_by(|a, b| a >= b));
    assert!(!weights("importance").is_sorted_by(|a, b| a >= b));
    let first = |by| aji(&["models", "experience", "--classes", "--by", by, "--limit", "1", "--json"]).json();
    assert_eq!(first("phase")["classes"][0]["moves"][0], json!(1));
}

#[test]
fn classes_become_text_and_come_back() {
    let folder = Folder::new();
    let numbers = "kind: shape 5\nweight: 1.250\nseen: 20\nplayed: 5\naround:\n";
    let drawing = "    . . .\n  . . . . .\n  . . * . .\n  . . O X .\n    . O X\n";
    let head = "aji experience text 1\norigin: by hand\npositions: 10\n\n";
    let mine = folder.file("mine.txt", format!("{head}{numbers}{drawing}"));
    let write = |from: &Path, to: &Path| {
        let from = format!("classes={}", text(from));
        aji(&["models", "experience", "--model-file", &from, "--classes", "--out", text(to)])
    };
    let (packed, direct, around) = (folder.path("packed.bin"), folder.path("direct.txt"), folder.path("around.txt"));
    assert_eq!(write(&mine, &packed).well(), format!("wrote {}\n", text(&packed)));
    write(&mine, &direct).well();
    write(&packed, &around).well();
    let written = fs::read_to_string(&direct).unwrap();
    // It may be drawn from another side.
    assert!(written.contains(numbers) && written.contains("origin: by hand\n"), "{written}");
    assert_eq!(fs::read_to_string(&around).unwrap(), written, "the compact file has all that the text has");
    assert!(write(&packed, &direct).refused(1).contains("exists already"));
    let said = aji_with_dummy(&["models", "dummy", "--classes", "--out", text(&folder.path("x.bin"))]).refused(2);
    assert_eq!(said, "dummy cannot write such a file");
}

/// The manual has the hundred classes that matter most, as the program lists them.
#[test]
fn the_manual_shows_what_the_program_lists() {
    let listed = aji(&["models", "experience", "--classes", "--limit", "100"]).well();
    let (classes, _) = listed.rsplit_once("\n\n").unwrap();
    let page = format!(
        "# experience: the hundred classes that matter most\n\n\
         As `aji models experience --classes --limit 100` lists them. A class matters as far as its weight differs from what its kind \
         usually\nadds, squared, for each time that it was played; [experience](models/experience.md) explains the rest. In drawn bodies `X` is a \
         stone of the side\nto move, `O` one of the other side, `*` the move and `#` a point off the board.\n\n\
         ```text\n{classes}\n```\n"
    );
    testkit::golden::check(&testkit::fixtures::path("../docs/experience-classes.md"), &page);
}

#[test]
fn the_classes_of_one_move_are_listed() {
    let list = |more: &[&str]| {
        aji(&[&["models", "experience", GAME, "--classes", "--move", "40", "--limit", "0", "--json"], more].concat())
    };
    let json = list(&["--at", "S5"]).json();
    let classes = json["classes"].as_array().unwrap();
    assert!(classes.len() > 20 && json["found"] == json!(classes.len()));
    let kinds: std::collections::HashSet<&str> = classes.iter().map(|class| class["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds.len(), classes.len(), "a move has one class of each kind");
    let wrong = list(&["--at", "Z9"]).refused(2);
    assert!(wrong.contains("'Z9' is no point of a 19×19 board"), "{wrong}");
    let wrong = aji(&["models", "freedom", "--classes"]).refused(2);
    assert!(wrong.contains("freedom has no classes to list; experience has"), "{wrong}");
}

#[test]
fn read_gives_values_maps_and_moves() {
    let json = aji(&["read", GAME, "--move", "120", "--model", "cellular", "--json"]).json();
    assert_eq!(json["model"], json!("cellular"));
    assert_eq!(json["ply"], json!(120));
    let values = &json["values"];
    let number = |name: &str| values[name].as_f64().unwrap();
    let sum: f64 =
        ["black_area", "white_area", "neutral", "free"].iter().map(|q| number(&format!("cellular.{q}"))).sum();
    assert_eq!(sum, 361.0);
    assert_eq!(json["maps"]["cellular.state"].as_array().unwrap().len(), 19);
    let first = &json["moves"][0];
    assert_eq!(first["m"].as_array().unwrap().len(), 4);
    assert!(first["point"].is_string() && first["votes"].is_number());
    assert_eq!(json["settings"]["seed"], json!(1));
}

#[test]
fn two_models_answer_under_their_names() {
    let json =
        aji(&["read", GAME, "--move", "60", "--model", "cellular", "--model", "freedom", "--at", "M14", "--json"])
            .json();
    assert_eq!(json["models"], json!(["cellular", "freedom"]));
    assert!(json["values"]["cellular.lead"].is_number() && json["values"]["freedom.lead"].is_number());
    for name in ["cellular", "freedom"] {
        assert!(json["moves"][name][0]["rating"].is_number(), "{name}");
        assert!(json["explanation"][name]["sentences"][0]["text"].is_string(), "{name}");
    }
    assert_eq!((&json["settings"]["freedom.reach"], &json["settings"]["seed"]), (&json!(4), &json!(1)));
}

#[test]
fn a_quantity_can_be_read_alone() {
    let json = aji(&["read", GAME, "--model", "freedom.lead", "--json"]).json();
    assert_eq!(json["values"].as_object().unwrap().keys().collect::<Vec<_>>(), ["freedom.lead"]);
    assert_eq!(json["maps"].as_object().unwrap().keys().collect::<Vec<_>>(), ["freedom.lead"]);
    assert_eq!(json.get("moves"), None);
}

#[test]
fn settings_change_what_is_read() {
    let lead = |arguments: &[&str]| {
        let json =
            aji(&[&["read", GAME, "--move", "100", "--model", "freedom.lead", "--json"], arguments].concat()).json();
        json["values"]["freedom.lead"].as_f64().unwrap()
    };
    let usual = lead(&[]);
    let shorter = lead(&["--set", "freedom.reach=2"]);
    assert_ne!(usual, shorter);
    let folder = Folder::new();
    let file = folder.file("settings.toml", "[freedom]\nreach = 2\n");
    assert_eq!(lead(&["--params", text(&file)]), shorter);
    assert_eq!(lead(&["--params", text(&file), "--set", "freedom.reach=4"]), usual);
}

#[test]
fn unknown_names_and_values_say_what_exists() {
    let refused = |arguments: &[&str]| aji(&[&["read", GAME], arguments].concat()).refused(2);
    let known: Vec<String> = registry::families().iter().map(|family| family.card().name.clone()).collect();
    let known = known.join(", ");
    assert_eq!(
        refused(&["--model", "freedm"]),
        format!("unknown model 'freedm' (did you mean 'freedom'?); there are: {known}")
    );
    assert_eq!(
        refused(&["--model", "freedom.leed"]),
        "unknown quantity 'freedom.leed' (did you mean 'freedom.lead'?); there are: freedom.black, freedom.white, \
         freedom.lead, freedom.gain"
    );
    let message = refused(&["--model", "freedom", "--set", "freedom.reech=3"]);
    assert!(message.starts_with("unknown parameter 'freedom.reech' (did you mean 'freedom.reach'?)"), "{message}");
    assert_eq!(
        refused(&["--model", "freedom", "--set", "freedom.reach=9"]),
        "freedom.reach takes a whole number from 1 to 7 (default 4), not '9'"
    );
    assert_eq!(
        refused(&["--model", "freedom", "--at", "Z99"]),
        "'Z99' is no point of a 19×19 board; write it as D4 (no I)"
    );
    assert_eq!(
        refused(&["--model", "cellular", "--from", "D4", "--to", "E4"]),
        "cellular does not answer such a question"
    );
}

/// A board with three white stones, and the black stones that make White's the side in question.
const DRAWN: &str = "
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . O . . . . .
. . . O . O . . .
. . . . . . . . .
. . . . . . . . .
";

#[test]
fn freedom_lists_its_paths() {
    let json =
        aji_with_input(&["read", "--board", "-", "--model", "freedom", "--at", "E5", "--json"], DRAWN.as_bytes())
            .json();
    let explanation = &json["explanation"];
    assert_eq!(explanation["point"], json!("E5"));
    let paths = explanation["paths"].as_array().unwrap();
    let short: Vec<&Value> = paths.iter().filter(|path| path["n"] == json!(2)).collect();
    let stones: Vec<Value> = short.iter().map(|path| path["stones"].clone()).collect();
    assert_eq!(stones, [json!(["D5", "E5"]), json!(["E4", "E5"])]);
    assert_eq!(short[0]["color"], json!("W"));
    let (liberties, r) = (short[0]["liberties"].as_f64().unwrap(), short[0]["r"].as_f64().unwrap());
    assert!((r - liberties / 9.0 / 2.0).abs() < 1e-12, "R = L·pⁿ/n");
    assert!(explanation["sentences"][0]["text"].is_string());

    let json = aji_with_input(
        &["read", "--board", "-", "--model", "freedom", "--from", "D4", "--to", "F3", "--json"],
        DRAWN.as_bytes(),
    )
    .json();
    assert_eq!((&json["explanation"]["from"], &json["explanation"]["to"]), (&json!("D4"), &json!("F3")));
    assert_eq!(json["explanation"]["paths"][0]["stones"], json!(["E3"]));
}

fn svg_of(folder: &Folder, style: &str) -> std::path::PathBuf {
    folder.path(format!("{style}.svg"))
}

#[test]
fn show_draws_maps_and_steps() {
    golden(
        "show-freedom.txt",
        &aji(&["show", "gnugo/9x9-01-level-1.sgf", "--move", "20", "--model", "freedom"]).well(),
    );
    golden(
        "show-cellular-steps.txt",
        &aji_with_input(
            &["show", "--board", "-", "--model", "cellular", "--evolve"],
            b". . . .\n. X O .\n. X O .\n. . . .",
        )
        .well(),
    );
    let folder = Folder::new();
    let (svg, gif) = (folder.path("steps.svg"), folder.path("steps.gif"));
    let game = "gnugo/9x9-01-level-1.sgf";
    aji(&["show", game, "--model", "cellular", "--evolve", "--svg", text(&svg), "--gif", text(&gif), "--width", "200"])
        .well();
    assert!(std::fs::read_to_string(svg).unwrap().contains("fixed point"));
    assert!(std::fs::read(gif).unwrap().starts_with(b"GIF89a"));
    let drawn = ["heat", "squares", "numbers"].map(|style| {
        aji(&["show", game, "--model", "freedom", "--style", style, "--svg", text(&svg_of(&folder, style))]).well();
        std::fs::read_to_string(svg_of(&folder, style)).unwrap()
    });
    assert!(drawn[0] != drawn[1] && drawn[1] != drawn[2]);
    let said = aji(&["show", game, "--model", "freedom", "--evolve"]);
    assert_eq!(said.refused(2), "freedom.lead has no steps to show; leave --evolve out to see the map");
    let said = aji(&["show", game, "--model", "freedom.gain"]);
    assert_eq!(said.refused(2), "freedom.gain has nothing to draw on a board; `aji read` gives its numbers");
}

#[test]
fn a_model_that_nobody_has_written_goes_through_every_command() {
    let game = "gnugo/9x9-01-level-1.sgf";
    assert!(aji_with_dummy(&["models", "dummy"]).well().contains("dummy.weight=0.5"));
    // Where all families are listed or asked, it is one of them.
    assert!(aji_with_dummy(&["models"]).well().lines().any(|line| line.starts_with("dummy")));
    let names = |list: &Value, name: &str| -> Vec<String> {
        list.as_array().unwrap().iter().map(|entry| entry[name].as_str().unwrap().to_string()).collect()
    };
    let json = aji_with_dummy(&["models", "--json"]).json();
    assert_eq!(names(&json["models"], "name").last().unwrap(), "dummy");
    let card = json["models"].as_array().unwrap().last().unwrap();
    golden("models-dummy.json", &format!("{}\n", serde_json::to_string_pretty(card).unwrap()));
    assert!(aji_with_dummy(&["play", "--list"]).well().lines().any(|line| line.starts_with("dummy ")));
    assert!(aji_with_dummy(&["models", "dumy"]).refused(2).contains("dummy"), "it is the nearest name");
    let json = aji_with_dummy(&["study", "predict", game, "--at", "20", "--json"]).json();
    assert!(names(&json["predictors"], "name").contains(&"dummy.lead".to_string()));
    let json = aji_with_dummy(&["study", "agree", game, "--every", "30", "--json"]).json();
    let pairs = json["pairs"].as_array().unwrap();
    assert!(pairs.iter().any(|pair| pair["models"].as_array().unwrap().contains(&json!("dummy"))));
    let players = ["--player", "dummy+search", "--player", "random", "--games", "2", "--size", "5"];
    assert!(aji_with_dummy(&[&["match"][..], &players].concat()).well().contains("2 of 2 games, complete"));
    let json = aji_with_dummy(&["read", game, "--move", "20", "--model", "dummy", "--at", "E5", "--json"]).json();
    assert!(json["values"]["dummy.lead"].is_number());
    assert_eq!(json["maps"]["dummy.lead"].as_array().unwrap().len(), 9);
    assert_eq!(json["labels"]["dummy.liberties"].as_array().unwrap().len(), 9);
    assert!(json["graphs"]["dummy.chains"]["nodes"][0]["points"].is_array());
    assert!(json["moves"][0]["rating"].is_number());
    assert!(json["explanation"]["sentences"][0]["text"].is_string());
    for quantity in ["dummy", "dummy.lead", "dummy.liberties", "dummy.chains"] {
        assert!(aji_with_dummy(&["show", game, "--model", quantity]).well().contains("dummy"), "{quantity}");
    }
    let folder = Folder::new();
    let png = folder.path("graph.png");
    aji_with_dummy(&["show", game, "--model", "dummy.chains", "--png", text(&png)]).well();
    assert!(aji_with_dummy(&["show", game, "--model", "dummy", "--evolve"]).well().contains("worth"));
    let json = aji_with_dummy(&["review", "--quick", game, "--model", "dummy", "--json"]).json();
    assert!(json["plies"][5]["values"]["dummy.gain"].is_number());
    assert!(aji_with_dummy(&["review", "--quick", "--level", "expert", game]).well().contains("dummy.lead"));
}

#[test]
fn a_model_that_nobody_has_written_is_taught_and_takes_what_it_learned() {
    let folder = Folder::new();
    let game = |result: &str| format!("(;SZ[9]RE[{result}];B[cc];W[gg];B[cg])");
    let games = folder.file("games.sgf", ["B+3", "W+R", "B+1", "B+R"].map(game).concat());
    assert!(aji_with_dummy(&["models", "dummy"]).well().contains("dummy.steps=6"));
    let (out, pack, plots) = (folder.path("weight.txt"), folder.path("packed"), folder.path("plots"));
    let steps = ["--set", "dummy.steps=1"];
    let train = ["train", "dummy", "--games", text(&games), "--out", text(&out), "--plot", text(&plots), "--json"];
    // One step goes half the way from nothing to the share of games that Black won.
    let json = aji_with_dummy(&[&train[..], &steps].concat()).json();
    assert_eq!((&json["measures"]["weight"], &json["about"]["games"]), (&0.375.into(), &4.into()));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "weight 0.375\n");
    assert!(plots.join("weight.svg").is_file() && plots.join("ends.csv").is_file());
    let said = aji_with_dummy(&["train", "dummy", "--games", text(&games), "--pack", text(&pack)]).well();
    assert!(said.contains("4 games, 3 won by Black"), "{said}");
    let again = folder.path("again.txt");
    let train = ["train", "dummy", "--games", text(&pack), "--out", text(&again)];
    assert!(aji_with_dummy(&[&train[..], &steps].concat()).well().contains("--model-file weight=FILE"));
    assert_eq!(std::fs::read(&out).unwrap(), std::fs::read(&again).unwrap());
    let file = format!("weight={}", text(&out));
    let cards = aji_with_dummy(&["models", "dummy", "--model-file", &file]).well();
    assert!(cards.contains("dummy.weight=0.375"), "{cards}");
    let odd = folder.file("odd.sgf", "(;SZ[9];B[cc])");
    let said = aji_with_dummy(&["train", "dummy", "--games", text(&odd), "--out", text(&folder.path("odd.txt"))]);
    let told = "aji: 1 game without a result left out\naji: there are no games to learn from\n";
    assert_eq!((said.code, said.err.as_str()), (1, told));
    let wrong = format!("weight={}", text(&games));
    let said = aji_with_dummy(&["models", "dummy", "--model-file", &wrong]).refused(2);
    assert!(said.ends_with("games.sgf:1:1: not a weight of the dummy"), "{said}");
}

#[test]
#[cfg(unix)]
fn parameters_from_a_pipe_hold_for_every_game() {
    let folder = Folder::new();
    let game = "(;SZ[9];B[cc];W[gg];B[cg])";
    let games = folder.file("games.sgf", game.repeat(2));
    let arguments = ["read", text(&games), "--model", "freedom.lead", "--params", "/dev/stdin", "--json"];
    let read = aji_with_input(&arguments, b"[freedom]\nreach = 2\n").json();
    let lead = |index: usize| read[index]["values"]["freedom.lead"].clone();
    assert!(lead(0).is_number());
    assert_eq!(lead(0), lead(1));
    let usual = aji(&["read", text(&games), "--model", "freedom.lead", "--json"]).json();
    assert_ne!(usual[0]["values"]["freedom.lead"], lead(0));
}
