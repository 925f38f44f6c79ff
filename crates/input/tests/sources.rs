//! What is read from files, folders and archives, and what is said of those that cannot be read.

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::Compression;
use flate2::write::GzEncoder;
use input::{Cause, Content, InputError, Piece, Source, Wanted};
use sgf::Format;
use tempfile::TempDir;

const GAME: &[u8] = b"(;GM[1]SZ[9];B[ee])";

/// A folder with these files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

fn source(folder: &TempDir, name: &str) -> Source {
    Source::File(folder.path().join(name))
}

/// The names that were found, without the folder, and what could not be read.
fn found(folder: &TempDir, wanted: Wanted) -> (Vec<String>, Vec<Cause>) {
    let (mut names, mut causes) = (Vec::new(), Vec::new());
    for source in input::walk(&[folder.path().to_path_buf()], wanted) {
        match source {
            Ok(source) => {
                let path = source.path().unwrap().strip_prefix(folder.path()).unwrap();
                names.push(path.to_str().unwrap().to_string());
            }
            Err(error) => causes.push(error.cause),
        }
    }
    (names, causes)
}

fn pieces(source: &Source, skip: u64) -> Vec<Piece> {
    let mut all = Vec::new();
    source
        .pieces(skip, &Arc::new(AtomicU64::new(0)), |piece| {
            all.push(piece);
            true
        })
        .unwrap();
    all
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn zipped(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn tarred(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, bytes) in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, name, *bytes).unwrap();
    }
    archive.into_inner().unwrap()
}

/// The error of a source that cannot be read.
fn told(source: &Source) -> String {
    let InputError { name, cause } = source.bytes().unwrap_err();
    assert_eq!(name, source.name());
    cause.to_string()
}

#[test]
fn a_file_is_read_whatever_its_name_and_unpacked_if_it_is_packed() {
    let folder = folder(&[("game.sgf", GAME), ("game.txt", GAME), ("game.sgf.gz", &gzipped(GAME))]);
    for name in ["game.sgf", "game.txt", "game.sgf.gz"] {
        assert_eq!(source(&folder, name).bytes().unwrap(), GAME, "{name}");
    }
    assert_eq!(source(&folder, "game.sgf.gz").ending().as_deref(), Some("sgf"));
    assert_eq!(source(&folder, "GAME.SGF").ending().as_deref(), Some("sgf"));
}

#[test]
fn what_cannot_be_read_says_why() {
    let packed = gzipped(&GAME.repeat(100));
    let folder = folder(&[("cut.sgf.gz", &packed[..packed.len() / 2]), ("wrong.sgf.gz", b"\x1f\x8bnothing like it")]);
    assert_eq!(told(&source(&folder, "nowhere.sgf")), "no such file");
    assert_eq!(told(&source(&folder, "")), "is a folder; aji check reads folders, this command takes files");
    assert_eq!(told(&source(&folder, "cut.sgf.gz")), "ends too early; the file is cut off");
    assert!(matches!(source(&folder, "wrong.sgf.gz").bytes().unwrap_err().cause, Cause::Damaged(_)));
    let error = source(&folder, "nowhere.sgf").bytes().unwrap_err();
    assert_eq!(error.to_string(), format!("{}: no such file", folder.path().join("nowhere.sgf").display()));
}

#[test]
fn a_folder_gives_its_records_in_the_order_of_their_names() {
    let moves = format!("{}\n", sgf::tsv::HEADER);
    let folder = folder(&[
        ("b/two.sgf", GAME),
        ("a/one.gib", b""),
        ("c.NGF.gz", b""),
        ("moves.tsv", moves.as_bytes()),
        ("prices.tsv", b"apple\t3\n"),
        ("notes.txt", b""),
        ("all.zip", b""),
    ]);
    let records = ["a/one.gib", "b/two.sgf", "c.NGF.gz", "moves.tsv"];
    assert_eq!(found(&folder, Wanted::Records), (records.map(String::from).to_vec(), vec![Cause::OtherTable]));
    let archives = ["a/one.gib", "all.zip", "b/two.sgf", "c.NGF.gz", "moves.tsv"];
    assert_eq!(found(&folder, Wanted::Archives).0, archives);
}

#[test]
fn a_folder_without_records_says_what_it_was_looked_through_for() {
    let folder = folder(&[("notes.txt", b"")]);
    let (names, causes) = found(&folder, Wanted::Records);
    assert!(names.is_empty());
    assert_eq!(causes, [Cause::NoRecords(".sgf .sgfs .rsgf .gib .ngf .tsv".to_string())]);
    assert!(found(&folder, Wanted::Archives).1[0].to_string().contains(".zip .tar .tgz"));
}

#[test]
#[cfg(unix)]
fn a_link_to_a_folder_above_is_not_followed_for_ever() {
    let folder = folder(&[("in/game.sgf", GAME)]);
    std::os::unix::fs::symlink(folder.path(), folder.path().join("in/again")).unwrap();
    assert_eq!(found(&folder, Wanted::Records), (vec!["in/game.sgf".to_string()], Vec::new()));
}

#[test]
#[cfg(unix)]
fn what_a_link_shows_a_second_time_is_read_once() {
    let (folder, other) = (folder(&[("a/game.sgf", GAME)]), folder(&[("far.sgf", GAME)]));
    std::os::unix::fs::symlink(folder.path().join("a"), folder.path().join("b")).unwrap();
    std::os::unix::fs::symlink(other.path(), folder.path().join("c")).unwrap();
    // The devices and processes of a machine hold no games, and links that lead everywhere.
    std::os::unix::fs::symlink("/dev", folder.path().join("d")).unwrap();
    let names = vec!["a/game.sgf".to_string(), "c/far.sgf".to_string()];
    assert_eq!(found(&folder, Wanted::Records), (names, Vec::new()));
}

#[test]
fn names_that_lead_nowhere_do_not_keep_the_others_from_being_read() {
    let folder = folder(&[("game.sgf", GAME)]);
    let empty = TempDir::new().unwrap();
    let names = [empty.path().to_path_buf(), folder.path().join("game.sgf"), PathBuf::from("-")];
    let sources: Vec<_> = input::walk(&names, Wanted::Records).collect();
    assert!(matches!(&sources[0], Err(InputError { name, .. }) if Path::new(name) == empty.path()));
    assert_eq!(sources[1], Ok(source(&folder, "game.sgf")));
    assert_eq!(sources[2], Ok(Source::Stdin));
}

#[test]
fn archives_come_entry_by_entry() {
    let entries: [(&str, &[u8]); 6] = [
        ("games/one.sgf", GAME),
        ("games/two.gib.gz", &gzipped(b"two")),
        ("games/._one.sgf", b"shadow"),
        ("readme.txt", b"hello"),
        ("inner.zip", b"PK"),
        ("prices.tsv", b"apple\t3\n"),
    ];
    let folder = folder(&[
        ("all.zip", &zipped(&entries)),
        ("all.tar", &tarred(&entries)),
        ("all.tgz", &gzipped(&tarred(&entries))),
        ("zip-by-its-bytes.dat", &zipped(&entries)),
    ]);
    let entry = |name: &str, content| Piece { entry: Some(name.to_string()), begins: true, content };
    let expected = [
        entry("games/one.sgf", Content::Record(GAME.to_vec(), Some(Format::Sgf))),
        entry("games/two.gib.gz", Content::Record(b"two".to_vec(), Some(Format::Gib))),
        entry("inner.zip", Content::Skipped(Cause::Nested)),
    ];
    for name in ["all.zip", "all.tar", "all.tgz", "zip-by-its-bytes.dat"] {
        assert_eq!(pieces(&source(&folder, name), 0), expected, "{name}");
        assert_eq!(pieces(&source(&folder, name), 2), expected[2..], "{name}");
    }
}

#[test]
fn damage_in_an_archive_is_told_after_what_could_be_read() {
    let whole = tarred(&[("one.sgf", GAME), ("two.sgf", GAME)]);
    let mut noise = whole.clone();
    noise[1024..1536].fill(b'x');
    let folder = folder(&[("cut.tar", &noise), ("none.tar", &[b'x'; 600]), ("none.zip", b"nothing")]);
    let contents = |name| pieces(&source(&folder, name), 0).into_iter().map(|piece| piece.content).collect::<Vec<_>>();
    let [Content::Record(first, _), Content::Damaged(cause)] = &contents("cut.tar")[..] else { panic!("two pieces") };
    assert_eq!(first, GAME);
    assert_eq!(cause.to_string(), "is damaged or cut off after its first entry");
    assert_eq!(contents("none.tar"), [Content::Damaged(Cause::Tar(0))]);
    assert!(matches!(&contents("none.zip")[..], [Content::Damaged(Cause::Damaged(_))]));
}

#[test]
fn long_lists_come_in_pieces_of_whole_lines() {
    let line = format!("{}\n", "a".repeat(999));
    let text = format!("{}\n{}", sgf::tsv::HEADER, line.repeat(1000));
    let folder = folder(&[("moves.tsv", text.as_bytes())]);
    let source = source(&folder, "moves.tsv");
    let all = pieces(&source, 0);
    assert!(all.len() > 2);
    let mut joined: Vec<u8> = Vec::new();
    for (i, piece) in all.iter().enumerate() {
        assert_eq!(piece.begins, i == 0);
        let Content::Lines(bytes) = &piece.content else { panic!("lines") };
        assert_eq!(bytes.last(), Some(&b'\n'));
        joined.extend(bytes);
    }
    assert_eq!(joined, text.as_bytes());
    assert_eq!(pieces(&source, 1), all[1..]);
}

#[test]
fn a_line_that_no_game_could_fill_ends_a_list() {
    let text = format!("{}\nshort\n{}", sgf::tsv::HEADER, "a".repeat(1 << 21));
    let folder = folder(&[("moves.tsv", text.as_bytes())]);
    let all = pieces(&source(&folder, "moves.tsv"), 0);
    let [Piece { content: Content::Lines(lines), .. }, Piece { content: Content::Damaged(cause), .. }] = &all[..]
    else {
        panic!("lines, then the damage")
    };
    assert_eq!(lines, format!("{}\nshort\n", sgf::tsv::HEADER).as_bytes());
    assert_eq!(cause.to_string(), "has a line of more than 1048576 bytes; the rest is left out");
}

#[test]
fn reading_stops_when_nobody_wants_more_and_bytes_are_counted() {
    let folder = folder(&[("all.tar", &tarred(&[("one.sgf", GAME), ("two.sgf", GAME)]))]);
    let read = Arc::new(AtomicU64::new(0));
    let mut taken = 0;
    source(&folder, "all.tar")
        .pieces(0, &read, |_| {
            taken += 1;
            false
        })
        .unwrap();
    assert_eq!(taken, 1);
    assert!(read.load(Ordering::Relaxed) > 0);
}

#[test]
fn standard_input_and_folders_have_no_pieces() {
    let folder = folder(&[]);
    let pieces = |source: Source| source.pieces(0, &Arc::default(), |_| true).unwrap_err().cause;
    assert_eq!(pieces(Source::Stdin), Cause::Stdin);
    assert_eq!(pieces(source(&folder, "")), Cause::Folder);
    assert_eq!(pieces(source(&folder, "nowhere.zip")), Cause::Missing);
}
