//! Shapes on the command line: the story of a point, definitions from a file, and the struct behind a window.

use crate::support::{Folder, GAME, aji, golden, text};

/// Black takes a stone.
const ATARI: &str = "(;GM[1]SZ[7]AB[dc][cd][ed]AW[dd];B[de])";

#[test]
fn a_point_has_its_story() {
    golden(
        "structure-at.txt",
        &aji(&["read", GAME, "--move", "40", "--model", "structure.shapes", "--at", "Q16"]).well(),
    );
    let json = aji(&["read", GAME, "--move", "40", "--model", "structure", "--at", "Q16", "--json"]).json();
    let elements = json["explanation"]["elements"].as_array().unwrap();
    assert!(elements.iter().any(|row| row["level"] == 1), "{elements:?}");
    assert!(json["values"]["structure.level1.knights_jump.white"].is_number());
    assert!(json["graphs"]["structure.overlap1"]["nodes"].is_array());
}

#[test]
fn the_last_move_is_told_in_shapes() {
    let said = aji(&["read", GAME, "--move", "12", "--model", "structure.shapes", "--last"]).well();
    let told: Vec<&str> = said.lines().filter(|line| line.starts_with("White 12")).collect();
    let expected = [
        "White 12 makes a diagonal from C14.",
        "White 12 makes a contact at C15.",
        "White 12 ends the diagonal contact at D16 and C15.",
    ];
    assert_eq!(told, expected, "{said}");
    let said = aji(&["read", GAME, "--model", "structure", "--last", "--at", "D4"]);
    assert_eq!(said.code, 2, "one question at a time");
}

#[test]
fn a_file_defines_shapes() {
    let folder = Folder::new();
    let own = "level 2 added\nclass hanging \"hanging connection\" hanging.black\n  color black\n  con 1: c13_1 -+++- c13_2\n  generate {1}\n";
    let path = folder.file("own.ets", own);
    let name = "structure.level2.hanging.black";
    let arguments = ["read", GAME, "--model", name, "--json", "--definitions", text(&path)];
    assert!(aji(&arguments).json()["values"][name].is_number());
    let said = aji(&["read", GAME, "--model", name]);
    assert_eq!(said.code, 2, "without the file there is no such quantity: {}", said.err);
    let path = folder.file("wrong.ets", own.replace("c13_2", "c99_2"));
    let said = aji(&["models", "structure", "--definitions", text(&path)]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("wrong.ets:4:22: unknown class 'c99_2'"), "{}", said.err);
    let said = aji(&["models", "--definitions", text(&folder.path("missing.ets"))]);
    assert_eq!(said.code, 2, "{}", said.err);
}

#[test]
fn the_built_in_definitions_can_be_given_back() {
    let folder = Folder::new();
    let path = folder.file("all.ets", aji(&["models", "--print-definitions"]).well());
    let with = aji(&["models", "structure", "--definitions", text(&path)]).well();
    assert_eq!(with, aji(&["models", "structure"]).well());
}

#[test]
fn a_struct_is_shown() {
    let folder = Folder::new();
    let game = folder.file("atari.sgf", ATARI);
    let window = "structure.attention=window:D4,D3";
    let show = ["show", text(&game), "--model", "structure", "--set", window, "--expand"];
    golden("structure-expand.txt", &aji(&show).well());
    let (svg, dot) = (folder.path("struct.svg"), folder.path("struct.dot"));
    aji(&[&show[..], &["--svg", text(&svg), "--dot", text(&dot)]].concat()).well();
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
    golden("structure-expand.dot", &std::fs::read_to_string(dot).unwrap());
    let said = aji(&["show", GAME, "--model", "structure", "--expand"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("choose a window"), "{}", said.err);
    let said = aji(&["show", GAME, "--model", "freedom", "--expand"]);
    assert!(said.code == 2 && said.err.contains("has no structs"), "{}", said.err);
}

#[test]
fn a_class_makes_the_same_board_from_the_same_seed() {
    for class in ["level0.C4", "knights_jump.white", "eye.black", "enclosed_corner.white"] {
        let made = aji(&["show", "--make", class, "--seed", "3"]).well();
        assert_eq!(made, aji(&["show", "--make", class, "--seed", "3"]).well(), "{class}");
    }
}
