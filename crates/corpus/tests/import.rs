//! Archives of every kind become the same tables, whatever disturbs the import.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use arrow::array::{Array, AsArray, RecordBatch};
use arrow::datatypes::{UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow::util::display::array_value_to_string;
use corpus::{Dataset, Import, ImportError, MainLine, Report, Table};
use flate2::Compression;
use flate2::write::GzEncoder;
use goban::BoardSize;
use model::{Rng, Seed};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use record::Mode;
use testkit::{Folder, fixtures};

fn import(into: &Path, sources: &[PathBuf]) -> Report {
    Import::new(into, sources).run(&AtomicBool::new(false), &mut |_| {}).unwrap()
}

fn batches(into: &Path, table: Table) -> Vec<RecordBatch> {
    let dataset = Dataset::open(into).unwrap();
    let files = dataset.files(table).into_iter().map(|path| File::open(path).unwrap());
    files
        .flat_map(|file| ParquetRecordBatchReaderBuilder::try_new(file).unwrap().build().unwrap())
        .map(Result::unwrap)
        .collect()
}

/// The rows of a table as text.
fn rows(into: &Path, table: Table) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for batch in batches(into, table) {
        for row in 0..batch.num_rows() {
            rows.push(batch.columns().iter().map(|column| array_value_to_string(column, row).unwrap()).collect());
        }
    }
    rows
}

/// How often each value of a column stands in a table, with the folder left out.
fn counts(into: &Path, table: Table, column: &str) -> BTreeMap<String, usize> {
    let at = table.schema().index_of(column).unwrap();
    let mut counts = BTreeMap::new();
    for row in rows(into, table) {
        let value = row[at].rsplit('/').next().unwrap().to_string();
        *counts.entry(value).or_default() += 1;
    }
    counts
}

/// Faults as `file kind: reason`.
fn faults(into: &Path) -> Vec<String> {
    let name = |path: &str| path.rsplit('/').next().unwrap().to_string();
    let told = |row: Vec<String>| {
        let entry = if row[1].is_empty() { String::new() } else { format!("!{}", row[1]) };
        format!("{}{entry} {}: {}", name(&row[0]), row[3], row[4])
    };
    rows(into, Table::Faults).into_iter().map(told).collect()
}

/// Lines of the list of 2,000 games, with its header.
fn list(lines: std::ops::Range<usize>) -> String {
    let text = fixtures::text("games/tygem-2000.tsv");
    let mut all = text.lines();
    let header = all.next().unwrap();
    let picked: Vec<&str> = all.skip(lines.start).take(lines.len()).collect();
    format!("{header}\n{}\n", picked.join("\n"))
}

fn gzip(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes.as_ref()).unwrap();
    packer.finish().unwrap()
}

fn zip(entries: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut packer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    for (name, bytes) in entries {
        packer.start_file(*name, options).unwrap();
        packer.write_all(bytes).unwrap();
    }
    packer.finish().unwrap().into_inner()
}

fn tar(entries: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut packer = tar::Builder::new(Vec::new());
    for (name, bytes) in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        packer.append_data(&mut header, name, bytes.as_slice()).unwrap();
    }
    packer.into_inner().unwrap()
}

/// SGF records from the fixtures, this many from the one with this number.
fn real(from: usize, n: usize) -> Vec<(String, Vec<u8>)> {
    let files = fixtures::files("real", "sgf").into_iter().skip(from).take(n);
    files.map(|path| (path.file_name().unwrap().to_str().unwrap().to_string(), fs::read(path).unwrap())).collect()
}

fn named(entries: &[(String, Vec<u8>)]) -> Vec<(&str, Vec<u8>)> {
    entries.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())).collect()
}

#[test]
fn every_kind_of_source_is_read() {
    let folder = Folder::new();
    folder.file("in/list.tsv", list(0..20));
    folder.file("in/packed.tsv.gz", gzip(list(20..50)));
    folder.file("in/one.sgf.gz", gzip(&real(0, 1)[0].1));
    folder.file("in/several.sgf", "(;SZ[9];B[ee];W[ec])(;SZ[9];B[ed];W[ec])\n(;SZ[13]AB[dd][jj];W[jd])");
    folder.file("in/tygem.gib", fixtures::bytes("formats/tygem-handicap-3.gib"));
    folder.file("in/oro.ngf", fixtures::bytes("formats/oro-even-resign.ngf"));
    folder.file("in/table.tsv", "name\tage\nAnn\t7\n");
    folder.file("in/notes.txt", "(;B[aa])");
    let (one, two, three) = (real(1, 4), real(5, 4), real(9, 4));
    let mut zipped = named(&one);
    zipped.push(("lists/more.tsv", list(50..60).into_bytes()));
    zipped.push(("read me.txt", b"(;B[aa])".to_vec()));
    zipped.push(("inner.zip", zip(&[])));
    folder.file("in/records.zip", zip(&zipped));
    folder.file("in/records.tar", tar(&named(&two)));
    folder.file("in/sub/records.tgz", gzip(tar(&named(&three))));
    folder.file("in/sub/records.tar.gz", gzip(tar(&[("deep/list.tsv", list(60..75).into_bytes())])));
    let into = folder.path("out");
    let report = import(&into, &[folder.path("in")]);
    assert_eq!(report.missing, []);
    let games: Vec<(String, usize)> = counts(&into, Table::Games, "source").into_iter().collect();
    let expected = [
        ("list.tsv", 20),
        ("one.sgf.gz", 1),
        ("oro.ngf", 1),
        ("packed.tsv.gz", 30),
        ("records.tar", 4),
        ("records.tar.gz", 15),
        ("records.tgz", 4),
        ("records.zip", 14),
        ("several.sgf", 3),
        ("tygem.gib", 1),
    ];
    assert_eq!(games, expected.map(|(name, n)| (name.to_string(), n)));
    assert_eq!(report.games, 93);
    assert_eq!(report.sources, 10);
    let told: Vec<String> = faults(&into).into_iter().filter(|fault| !fault.contains(" partial:")).collect();
    assert_eq!(told, ["records.zip!inner.zip skipped: is an archive inside an archive; unpack it first"]);
    Dataset::open(&into).unwrap().verify().unwrap();
}

#[test]
fn the_tables_say_what_the_records_say() {
    let folder = Folder::new();
    let into = folder.path("out");
    let sources =
        [fixtures::path("real"), fixtures::path("gnugo"), fixtures::path("broken"), fixtures::path("formats")];
    Import::new(&into, sources).positions(true).run(&AtomicBool::new(false), &mut |_| {}).unwrap();
    let mut plies = rows(&into, Table::Plies).into_iter();
    let mut positions = batches(&into, Table::Positions).into_iter().flat_map(|batch| {
        let column = batch["position"].as_binary::<i32>().clone();
        (0..column.len()).map(move |row| column.value(row).to_vec()).collect::<Vec<_>>()
    });
    let (mut seen, mut unplain) = (0, 0);
    for batch in batches(&into, Table::Games) {
        for row in 0..batch.num_rows() {
            let text = |name: &str| batch[name].as_string::<i32>().value(row).to_string();
            let size = BoardSize::new(batch["size"].as_primitive::<UInt8Type>().value(row).into()).unwrap();
            let code = batch["line"].as_binary::<i32>();
            let code = code.is_valid(row).then(|| code.value(row));
            let line = MainLine::parse(size, &text("moves"), code).unwrap();
            let number = batch["game"].as_primitive::<UInt64Type>().value(row);
            assert_eq!(line.hash(), number);
            assert_eq!(line.n_moves(), usize::from(batch["n_moves"].as_primitive::<UInt16Type>().value(row)));
            // The record itself, read as everybody reads it.
            let path = PathBuf::from(text("source"));
            let hint = path.extension().and_then(|ending| sgf::Format::from_extension(ending.to_str()?));
            let bytes = fs::read(&path).unwrap();
            let reading = sgf::read_any(&bytes, hint);
            let which = batch["number"].as_primitive::<UInt32Type>().value(row) as usize;
            let game = &reading.games[which - 1];
            assert_eq!(game.moves().collect::<Vec<_>>(), line.game().moves().collect::<Vec<_>>(), "{path:?}");
            assert_eq!(game.info.players.black.name.clone().unwrap_or_default(), text("black"));
            unplain += usize::from(code.is_some());
            let mut replay = game.replay(&game.main_line(), Mode::Tolerant).unwrap();
            assert_eq!(&corpus::position::decode(&positions.next().unwrap()).unwrap(), replay.position(), "{path:?}");
            while let Some(ply) = replay.next_ply().unwrap() {
                let mut captures: Vec<String> = ply.captured.iter().map(|point| size.vertex(point)).collect();
                let n = captures.len();
                captures = captures.into_iter().collect();
                let point = ply.mv.point();
                let expected = [
                    number.to_string(),
                    ply.number.to_string(),
                    if ply.color == goban::Color::Black { "1" } else { "-1" }.to_string(),
                    point.map_or("pass".to_string(), |point| size.vertex(point)),
                    point.map_or(String::new(), |point| point.column().to_string()),
                    point.map_or(String::new(), |point| point.row().to_string()),
                    n.to_string(),
                    format!("[{}]", captures.join(", ")),
                ];
                assert_eq!(plies.next().unwrap(), expected, "{path:?}");
                let stored = corpus::position::decode(&positions.next().unwrap()).unwrap();
                assert_eq!(&stored, replay.position(), "{path:?} after {}", ply.number);
                seen += 1;
            }
        }
    }
    assert!(seen > 40_000 && unplain > 20, "{seen} moves, {unplain} games with a line of their own");
    assert!(plies.next().is_none() && positions.next().is_none());
}

/// The number of a line in a list, and the name of an SGF.
#[test]
fn games_keep_what_they_are_called() {
    let folder = Folder::new();
    folder.file("in/list.tsv", "id\tresult\tmoves\n75803708\tB+R\tpddp\n");
    folder.file("in/one.sgf", "(;SZ[9]GN[first];B[ee])");
    folder.file("in/two.sgf", "(;SZ[9];B[ec])");
    let into = folder.path("out");
    import(&into, &[folder.path("in")]);
    let names: Vec<String> = rows(&into, Table::Games).into_iter().map(|row| row[4].clone()).collect();
    assert_eq!(names, ["75803708", "first", ""]);
}

/// Nobody's files are taken away but our own.
#[test]
fn files_of_others_are_left_alone() {
    let folder = Folder::new();
    folder.file("in/one.sgf", "(;SZ[9];B[ee])");
    folder.file("out/games/mine.parquet", "not yours");
    let into = folder.path("out");
    import(&into, &[folder.path("in")]);
    import(&into, &[folder.path("in")]);
    assert!(into.join("games/mine.parquet").exists());
    // A corpus that has lost its list is not written over.
    std::fs::remove_file(into.join("corpus.json")).unwrap();
    let told = Import::new(&into, [folder.path("in")]).run(&AtomicBool::new(false), &mut |_| {}).unwrap_err();
    assert!(told.to_string().contains("no corpus.json"), "{told}");
    assert!(into.join("games/000000.parquet").exists());
}

#[test]
fn the_first_of_two_equal_games_stays() {
    let folder = Folder::new();
    folder.file("in/a.sgf", "(;SZ[9]PB[Ann];B[ee];W[ec])(;SZ[9];B[ee];W[ec])");
    folder.file("in/b.sgf", "(;SZ[9]PB[Bob]KM[7.5];B[ee]C[x];W[ec])");
    let into = folder.path("out");
    let report = import(&into, &[folder.path("in")]);
    assert_eq!((report.games, report.duplicates, report.faults), (1, 2, 0));
    let games = rows(&into, Table::Games);
    assert_eq!((games[0][3].as_str(), games[0][6].as_str()), ("1", "Ann"));
    let same = "the same moves are in the corpus already";
    assert_eq!(faults(&into), [format!("a.sgf duplicate: {same}"), format!("b.sgf duplicate: {same}")]);
    let numbers: Vec<&str> = games.iter().map(|row| row[0].as_str()).collect();
    assert!(rows(&into, Table::Faults).iter().all(|row| numbers.contains(&row[5].as_str())));
}

#[test]
fn broken_sources_give_what_is_whole_and_say_what_is_not() {
    let folder = Folder::new();
    let records = real(20, 3);
    let packed = zip(&named(&records));
    folder.file("in/01-cut.zip", &packed[..packed.len() / 2]);
    let mut flipped = packed.clone();
    flipped[200] ^= 0xFF;
    folder.file("in/02-flipped.zip", flipped);
    let tarred = tar(&named(&real(23, 3)));
    folder.file("in/03-cut.tar", &tarred[..tarred.len() / 2]);
    let gzipped = gzip(list(0..40));
    folder.file("in/04-cut.tsv.gz", &gzipped[..gzipped.len() / 2]);
    folder.file("in/05-no.tgz", "this is no archive at all".repeat(50));
    folder.file("in/06-lines.tsv", format!("{}7\tB+R\tpdd\n8\n{}", list(40..42), list(42..43).lines().nth(1).unwrap()));
    folder.file("in/07-empty.sgf", "");
    folder.file("in/08-page.sgf", "<html><body>not found</body></html>");
    folder.file("in/09-nothing.sgf", "(;SZ[9])");
    folder.file("in/10-occupied.sgf", "(;SZ[9];B[ee];W[ee];B[ee])");
    folder.file("in/11-off.sgf", "(;SZ[9];B[ee];W[zz];B[ef])");
    folder.file("in/12-chess.sgf", "(;GM[3];B[e4])");
    let into = folder.path("out");
    let missing = folder.path("nowhere.sgf");
    let report = import(&into, &[folder.path("in"), missing.clone()]);
    let nowhere = input::InputError { name: missing.display().to_string(), cause: input::Cause::Missing };
    assert_eq!(report.missing, [nowhere]);
    let told = faults(&into).join("\n");
    for part in [
        "01-cut.zip broken: is damaged (",
        "02-flipped.zip!",
        "03-cut.tar broken: is damaged or cut off after its first ",
        "04-cut.tsv.gz broken: ends too early; the file is cut off",
        "05-no.tgz broken: is no tar archive, or damaged at its beginning",
        "06-lines.tsv broken: 4:1: this line is no game: its last move has one letter",
        "06-lines.tsv broken: 5:1: this line is no game: it has 1 field",
        "07-empty.sgf broken: 1:1: the file is empty",
        "08-page.sgf broken: 1:1: this is a web page",
        "09-nothing.sgf empty: 1:2: the game has no move and no stone",
        "10-occupied.sgf illegal: 1:14: move 2: White E5 is illegal: occupied by Black (and 1 more)",
        "11-off.sgf partial: 1:17: `zz` is no point of the board: the move is left out",
        "12-chess.sgf broken: 1:6: GM[3] is not Go",
    ] {
        assert!(told.contains(part), "{part}\nis not in\n{told}");
    }
    let games = counts(&into, Table::Games, "source");
    let of = |name: &str| games.get(name).copied().unwrap_or(0);
    assert_eq!(of("01-cut.zip"), 0);
    assert_eq!(of("02-flipped.zip"), 2);
    assert!((1..3).contains(&of("03-cut.tar")), "{games:?}");
    assert!((5..40).contains(&of("04-cut.tsv.gz")), "{games:?}");
    assert_eq!(of("06-lines.tsv"), 3);
    assert_eq!((of("10-occupied.sgf"), of("11-off.sgf")), (1, 1));
    // No line was cut in the middle and taken for a game.
    let whole = list(0..40);
    let at = Table::Games.schema().index_of("moves").unwrap();
    for row in rows(&into, Table::Games).iter().filter(|row| row[1].ends_with("04-cut.tsv.gz")) {
        assert!(whole.contains(&format!("\t{}\n", row[at])));
    }
}

#[test]
fn an_import_again_adds_only_what_is_new() {
    let folder = Folder::new();
    folder.file("in/a.tsv", list(0..30));
    let records = zip(&named(&real(0, 5)));
    folder.file("in/b.zip", &records);
    folder.file("in/c.sgf", "(;SZ[9];B[ee];W[ee])(;SZ[9];B[ee];W[ee])");
    let (into, sources) = (folder.path("out"), [folder.path("in")]);
    let first = import(&into, &sources);
    assert_eq!((first.games, first.sources, first.duplicates), (36, 3, 1));
    let before = Dataset::open(&into).unwrap();

    let second = import(&into, &sources);
    assert_eq!((second.games, second.sources, second.unchanged), (0, 0, 3));
    assert_eq!(Dataset::open(&into).unwrap().hash(), before.hash());

    // The same files with a new time are read again, and nothing comes of it.
    for name in ["in/a.tsv", "in/b.zip", "in/c.sgf"] {
        let file = fs::File::options().write(true).open(folder.path(name)).unwrap();
        file.set_modified(file.metadata().unwrap().modified().unwrap() + Duration::from_secs(1)).unwrap();
    }
    let third = import(&into, &sources);
    assert_eq!((third.games, third.duplicates, third.faults, third.sources), (0, 0, 0, 3));
    for table in [Table::Games, Table::Plies, Table::Faults] {
        assert_eq!(Dataset::open(&into).unwrap().rows(table), before.rows(table));
    }

    // A list that grew, and a new file.
    folder.file("in/a.tsv", list(0..33));
    folder.file("in/d.sgf", "(;SZ[9];B[ed])");
    let fourth = import(&into, &sources);
    assert_eq!((fourth.games, fourth.duplicates, fourth.faults, fourth.unchanged), (4, 0, 0, 2));
    assert_eq!(Dataset::open(&into).unwrap().rows(Table::Games), 40);
    // Named twice, read once.
    let fifth = import(&into, &[folder.path("in/d.sgf"), folder.path("in")]);
    assert_eq!((fifth.games, fifth.unchanged), (0, 4));
}

/// What the tests of disturbed imports read: a long list, an archive and a folder, with faults among them.
fn mixed(folder: &Folder) -> Vec<PathBuf> {
    let list = folder.file("in/1.tsv", list(0..1200) + "9\tB+R\tzz\n");
    let packed = folder.file("in/2.zip", zip(&named(&real(0, 60))));
    folder.file("in/3/again.tsv.gz", gzip(self::list(1100..1500)));
    for (name, bytes) in real(50, 40) {
        folder.file(&format!("in/3/{name}"), bytes);
    }
    vec![list, packed, folder.path("in/3")]
}

const PART: usize = 25;

fn disturbed(into: &Path, sources: &[PathBuf]) -> Import {
    Import::new(into, sources).positions(true).games_per_part(PART)
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = Folder::new();
    let sources = mixed(&folder);
    let go_on = AtomicBool::new(false);
    let mut hashes = Vec::new();
    for threads in [1, 4] {
        let into = folder.path(format!("threads-{threads}"));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| disturbed(&into, &sources).run(&go_on, &mut |_| {})).unwrap();
        hashes.push(Dataset::open(&into).unwrap().hash());
    }
    assert_eq!(hashes[0], hashes[1]);
}

#[test]
fn an_import_that_is_told_to_stop_goes_on_later() {
    let folder = Folder::new();
    // Long enough that something is left to read: the games, and the same without their last moves.
    let long = list(0..2000);
    let shorter: Vec<String> = long.lines().skip(1).map(|line| line[..line.len() - 20].to_string()).collect();
    let sources = [folder.file("a.tsv", &long), folder.file("b.tsv", shorter.join("\n"))];
    let start = |into: &Path, stop: &AtomicBool, stops: bool| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let import = Import::new(into, &sources).games_per_part(150);
        // As Ctrl-C does: at the first news of progress.
        pool.install(|| import.run(stop, &mut |_| stop.store(stops, Ordering::Relaxed))).unwrap()
    };
    start(&folder.path("whole"), &AtomicBool::new(false), false);
    let into = folder.path("stopped");
    let mut stops = 0;
    while start(&into, &AtomicBool::new(false), true).stopped {
        stops += 1;
        assert!(leftovers(&into).is_empty(), "{:?}", leftovers(&into));
        assert!(stops < 20, "no progress");
    }
    assert!(stops > 0, "nothing was left to be done after the first stop");
    let hash = |name: &str| Dataset::open(folder.path(name)).unwrap().hash();
    assert_eq!(hash("stopped"), hash("whole"));
}

/// Parquet files and others in the folders of a corpus that its list does not name.
fn leftovers(into: &Path) -> Vec<PathBuf> {
    let Ok(dataset) = Dataset::open(into) else { return Vec::new() };
    let named: Vec<PathBuf> = Table::ALL.iter().flat_map(|&table| dataset.files(table)).collect();
    let folders = Table::ALL.iter().filter_map(|table| fs::read_dir(into.join(table.name())).ok());
    folders.flatten().map(|entry| entry.unwrap().path()).filter(|path| !named.contains(path)).collect()
}

const CHILD_INTO: &str = "AJI_CORPUS_TEST_INTO";
const CHILD_SOURCES: &str = "AJI_CORPUS_TEST_SOURCES";

/// No test of its own: the import that `twenty_kills_change_nothing` starts as a process and kills.
#[test]
#[ignore = "started by another test as a process"]
fn child() {
    let Ok(into) = std::env::var(CHILD_INTO) else { return };
    let sources: Vec<PathBuf> = std::env::split_paths(&std::env::var_os(CHILD_SOURCES).unwrap()).collect();
    disturbed(Path::new(&into), &sources).run(&AtomicBool::new(false), &mut |_| {}).unwrap();
}

#[test]
fn twenty_kills_change_nothing() {
    let folder = Folder::new();
    let sources = mixed(&folder);
    let undisturbed = folder.path("undisturbed");
    disturbed(&undisturbed, &sources).run(&AtomicBool::new(false), &mut |_| {}).unwrap();
    let expected = Dataset::open(&undisturbed).unwrap();
    let into = folder.path("killed");
    let parts = || Dataset::open(&into).map_or(0, |dataset| dataset.parts().count());
    let mut rng = Seed(13).rng();
    let mut random = |n: u64| rng.next_u64() % n;
    let (mut kills, mut with_leftovers, mut in_the_middle) = (0, 0, 0);
    while kills < 20 {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child", "--ignored"])
            .env(CHILD_INTO, &into)
            .env(CHILD_SOURCES, std::env::join_paths(&sources).unwrap())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // Not by the clock, which runs at its own pace on a busy machine: after this many more parts, and half of the times
        // while something is written.
        let target = parts() + random(24) as usize;
        let writing = random(2) == 0;
        let mut ended = false;
        testkit::until(|| {
            ended = process.try_wait().unwrap().is_some();
            ended || parts() >= target && (!writing || !leftovers(&into).is_empty())
        });
        if !ended {
            process.kill().unwrap();
            kills += 1;
            with_leftovers += usize::from(!leftovers(&into).is_empty());
            in_the_middle += usize::from(parts() > 0);
        } else {
            // It came to its end: once more from the beginning.
            check(&into, &expected, &undisturbed);
            fs::remove_dir_all(&into).unwrap();
        }
        process.wait().unwrap();
    }
    assert!(in_the_middle >= 10, "{in_the_middle} kills came after the first part");
    assert!(with_leftovers > 0, "no kill came while something was written");
    disturbed(&into, &sources).run(&AtomicBool::new(false), &mut |_| {}).unwrap();
    check(&into, &expected, &undisturbed);
}

fn check(into: &Path, expected: &Dataset, undisturbed: &Path) {
    let dataset = Dataset::open(into).unwrap();
    assert_eq!(dataset.hash(), expected.hash());
    dataset.verify().unwrap();
    assert!(leftovers(into).is_empty());
    for table in Table::ALL {
        assert_eq!(dataset.rows(table), expected.rows(table));
    }
    // The hash is believed only because the rows are compared as well.
    for table in [Table::Games, Table::Faults, Table::Sources] {
        assert_eq!(rows(into, table), rows(undisturbed, table), "{}", table.name());
    }
}

#[test]
fn what_cannot_be_done_is_refused_in_words() {
    let folder = Folder::new();
    let source = folder.file("a.sgf", "(;SZ[9];B[ee])");
    let into = folder.path("out");
    import(&into, std::slice::from_ref(&source));
    let again = Import::new(&into, [&source]).positions(true).run(&AtomicBool::new(false), &mut |_| {});
    assert!(matches!(again, Err(ImportError::Positions(_))));

    let lock = File::create(into.join("import.lock")).unwrap();
    lock.lock().unwrap();
    let busy = Import::new(&into, [&source]).run(&AtomicBool::new(false), &mut |_| {}).unwrap_err();
    assert!(busy.to_string().ends_with("another import is writing there; wait for it to end"), "{busy}");
    drop(lock);

    let mut text = String::new();
    File::open(into.join("corpus.json")).unwrap().read_to_string(&mut text).unwrap();
    let opened = |text: &str| {
        fs::write(into.join("corpus.json"), text).unwrap();
        Dataset::open(&into).unwrap_err().to_string()
    };
    let altered = opened(&text.replace("\"format\": 1", "\"format\": 9"));
    assert!(altered.ends_with("was altered since it was written: its sum is another one"), "{altered}");
    let list = keep::unseal(&text).unwrap();
    let other = opened(&keep::seal(&list.replace("\"format\": 1", "\"format\": 9")));
    assert!(other.ends_with("the corpus has format 9, this program reads format 1"), "{other}");
    assert!(Dataset::open(folder.path("nothing")).unwrap_err().to_string().contains("no corpus here"));
}
