//! Queries over a small corpus of real games. The queries and their answers are the `.slt` files beside this one:
//!
//! ```text
//! # what is asked
//! query
//! select 1 as one
//! ----
//! one
//! 1
//! ```
//!
//! A block is `query` (the answer as CSV, in its order), `sorted` (the rows sorted, for queries without an order) or `error`
//! (the message); `calls` after the word also writes down how often games were replayed and models asked. Blocks end at a
//! blank line. `UPDATE_GOLDEN=1` writes the answers anew: look at the difference.

#[path = "../shared/mod.rs"]
mod shared;

use std::path::Path;
use std::sync::Arc;

use corpus::sql::object_store::memory::InMemory;
use corpus::sql::object_store::{self, ObjectStoreExt};
use corpus::sql::{Format, Judge, Options, Session, SqlError};
use goban::{BoardSize, Move, Position};
use model::{Candidate, Judgement};
use testkit::golden;

use shared::{Corpus, families};

/// Runs every block of a file and compares.
fn check(session: &Session, name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sql").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut actual = String::new();
    for block in text.split("\n\n") {
        let asked = block.split("\n----").next().unwrap_or(block).trim_end();
        let lines: Vec<&str> = asked.lines().filter(|line| !line.starts_with('#')).collect();
        if !actual.is_empty() {
            actual.push('\n');
        }
        actual.push_str(asked);
        actual.push('\n');
        let Some((kind, sql)) = lines.split_first() else { continue };
        actual.push_str("----\n");
        actual.push_str(&answer(session, kind, &sql.join("\n")));
    }
    golden::check(&path, &actual);
}

fn answer(session: &Session, kind: &str, sql: &str) -> String {
    let (kind, with_calls) = kind.strip_suffix(" calls").map_or((kind, false), |kind| (kind, true));
    let before = calls(session);
    let mut text = match (kind, csv(session, sql)) {
        ("query", Ok(csv)) => csv,
        ("sorted", Ok(csv)) => {
            let mut lines: Vec<&str> = csv.lines().collect();
            lines[1..].sort_unstable();
            lines.join("\n") + "\n"
        }
        ("error", Err(error)) => format!("{error}\n"),
        ("error", Ok(csv)) => panic!("an error was expected:\n{sql}\n{csv}"),
        (_, Err(error)) => panic!("{error}\n{sql}"),
        (other, _) => panic!("{other:?} is no kind of block"),
    };
    if with_calls {
        let after = calls(session);
        let [games, positions, models] = [0, 1, 2].map(|i| after[i] - before[i]);
        text += &format!("games replayed {games}, positions written {positions}, model calls {models}\n");
    }
    text
}

fn csv(session: &Session, sql: &str) -> Result<String, SqlError> {
    let mut out = Vec::new();
    session.query(sql)?.write(Format::Csv, &mut out)?;
    Ok(String::from_utf8(out).expect("CSV is text"))
}

fn calls(session: &Session) -> [u64; 3] {
    let counters = session.counters();
    [counters.games(), counters.positions(), counters.model_calls()]
}

#[test]
fn tables_answer() {
    check(&Corpus::new().session(), "tables.slt");
}

#[test]
fn positions_are_computed_as_far_as_asked() {
    check(&Corpus::new().session(), "positions.slt");
}

#[test]
fn shapes_are_found() {
    check(&Corpus::new().session(), "shapes.slt");
}

#[test]
fn models_are_functions() {
    check(&Corpus::new().session(), "models.slt");
}

#[test]
fn reviews_are_tables() {
    check(&Corpus::new().session(), "reviews.slt");
}

#[test]
fn wrong_queries_are_told_in_one_line() {
    check(&Corpus::new().session(), "errors.slt");
}

/// Who looks ahead is asked about the positions of a query and nothing else; what was not said is null.
#[test]
fn judgements_are_functions() {
    let corpus = Corpus::new();
    let nobody = csv(&corpus.session(), "select judged_lead(position) from positions").unwrap_err().to_string();
    assert_eq!(nobody, "judged_lead: nobody is there to ask; give --games N or --engine \"COMMAND\"");

    let judge: Arc<Judge> = Arc::new(|positions: &[Position]| {
        let judged = |position: &Position| {
            let stones = position.board().stones();
            let lead = stones.black.len() as f64 - stones.white.len() as f64;
            let size = position.size();
            let first = size.points().next().map(Move::Play).map(Candidate::from);
            (size == BoardSize::NINETEEN).then(|| Judgement {
                black_leads: Some(lead),
                ownership: Some(vec![0.5; size.area()]),
                candidates: first.into_iter().collect(),
                ..Judgement::default()
            })
        };
        match positions.iter().any(|position| position.board().stones().black.len() > 30) {
            true => Err("the engine has died".to_string()),
            false => Ok(positions.iter().map(judged).collect()),
        }
    });
    let session = corpus.session().judged_by(&judge);
    let told = csv(
        &session,
        "select judged_lead(p) as lead, judged_chance(p) as chance, judged_move(p) as move, \
         array_length(judged_owner_map(p)) as points from (values (position('X../.../...')), (null)) as t(p)",
    );
    assert_eq!(told.unwrap(), "lead,chance,move,points\n,,,\n,,,\n", "a small board, and none");
    let sql = "select count(*) as n, count(judged_lead(position)) as judged, min(judged_move(position)) as move, \
               bool_and(judged_lead(position) = black_stones(position) - white_stones(position)) as same \
               from positions where move_number = 10";
    let before = calls(&session)[2];
    assert_eq!(csv(&session, sql).unwrap(), "n,judged,move,same\n7,7,A19,true\n");
    assert_eq!(calls(&session)[2] - before, 14, "once for each function and position");
    let died = csv(&session, "select judged_lead(position) from positions where move_number = 100").unwrap_err();
    assert_eq!(died, SqlError::Failed("the engine has died".to_string()));
    let wrong = csv(&session, "select judged_lead(position, 'reach=3') from positions").unwrap_err();
    assert!(wrong.to_string().contains("write it as judged_lead(position)"), "{wrong}");
}

/// Every number, map and list of labels of every family is a function with a name of its own, the dummy's too.
#[test]
fn every_quantity_of_a_position_is_a_function() {
    let families = families();
    let all = corpus::sql::functions(&families);
    let mut names: Vec<&str> = all.iter().map(|function| function.name.as_str()).collect();
    names.sort_unstable();
    let n = names.len();
    names.dedup();
    assert_eq!(names.len(), n, "two functions have one name");
    for card in families.cards() {
        let n = card
            .quantities
            .iter()
            .filter(|q| q.scope == model::Scope::Position && q.shape != model::Shape::Graph)
            .count();
        let found = all.iter().filter(|function| function.model.as_ref() == Some(&card.name)).count();
        assert_eq!(found, n, "{}", card.name);
    }
    for name in ["dummy_lead", "dummy_lead_map", "dummy_liberties_labels", "freedom_lead", "cellular_black_area"] {
        assert!(names.contains(&name), "{name} is missing");
    }
}

/// What a function says of a position is what the model says when it follows the game there.
#[test]
fn functions_and_reviews_agree() {
    let corpus = Corpus::new();
    let session = corpus.session();
    for family in families().iter() {
        let card = family.card();
        let sql_name = |name: &str| name.replace(['.', '-'], "_").to_lowercase();
        let numbers =
            card.quantities.iter().filter(|q| q.scope == model::Scope::Position && q.shape == model::Shape::Number);
        for quantity in numbers.take(3) {
            let function = sql_name(&quantity.name);
            let column = sql_name(quantity.name.strip_prefix(&format!("{}.", card.name)).unwrap_or(&quantity.name));
            let sql = format!(
                "select count(*) as n from positions p join review('{}') r \
                 on p.game = r.game and p.move_number = r.move_number \
                 where p.move_number % 40 = 0 and {function}(p.position) is distinct from r.{column}",
                card.name
            );
            assert_eq!(csv(&session, &sql).unwrap_or_else(|error| panic!("{error}\n{sql}")), "n\n0\n", "{function}");
        }
    }
}

/// The same rows, whatever the number of threads, and whether positions are stored or computed.
#[test]
fn threads_and_storage_do_not_matter() {
    let corpus = Corpus::new();
    let sql = "select game, move_number, next, board_hash(position) as hash, dummy_lead(position) as lead \
               from positions order by game, move_number";
    let one = csv(&corpus.session_with(1), sql).unwrap();
    assert_eq!(one, csv(&corpus.session_with(4), sql).unwrap());
    assert_eq!(one, csv(&Corpus::with_positions().session(), sql).unwrap());
    assert!(one.lines().count() > 500);
}

#[test]
fn every_format_is_written() {
    let corpus = Corpus::new();
    let session = corpus.session();
    let written = |sql: &str, format| {
        let mut out = Vec::new();
        session.query(sql).unwrap().write(format, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let sql = "select * from (values (1, 'a', null), (22, 'b', 0.5)) as t(n, name, x) order by n";
    assert_eq!(written(sql, Format::Table), " n  name    x\n──  ────  ───\n 1  a\n22  b     0.5\n");
    assert_eq!(written(sql, Format::Csv), "n,name,x\n1,a,\n22,b,0.5\n");
    assert_eq!(written(sql, Format::Json), "[{\"n\":1,\"name\":\"a\"},{\"n\":22,\"name\":\"b\",\"x\":0.5}]\n");
    assert_eq!(written(sql, Format::JsonLines), "{\"n\":1,\"name\":\"a\"}\n{\"n\":22,\"name\":\"b\",\"x\":0.5}\n");
    // No rows are an answer too.
    let none = "select n from (values (1)) as t(n) where n > 1";
    assert_eq!(written(none, Format::Csv), "n\n");
    assert_eq!(written(none, Format::Json), "[]\n");
    let path = corpus.path("out.parquet");
    assert_eq!(session.query(sql).unwrap().write_parquet(&path).unwrap(), 2);
    let file = std::fs::File::open(&path).unwrap();
    let read = parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(file).unwrap().build().unwrap();
    assert_eq!(read.map(|batch| batch.unwrap().num_rows()).sum::<usize>(), 2);
}

/// A corpus lies where its folder lies, whatever that is called.
#[test]
fn a_folder_may_have_any_name() {
    for name in ["we[i]rd", "st*ar", "wh?t", "50 % #1", "日本"] {
        let corpus = Corpus::in_folder(name);
        let session = corpus.session();
        assert_eq!(csv(&session, "select count(*) as n from games").unwrap(), "n\n9\n", "{name}");
        assert_eq!(csv(&session, "select count(*) as n from faults").unwrap(), "n\n1\n", "{name}");
    }
}

/// A corpus is read through an object store: the one of this machine's disk by its URL, or any other, which knows no folders of ours.
#[test]
fn a_corpus_may_be_in_an_object_store() {
    let corpus = Corpus::in_folder("50 % #1");
    corpus.session().add("dummy", "dummy", "", &families(), &false.into(), &mut |_, _| {}).unwrap();
    let queries = [
        "select game, size, n_moves, result from games order by game",
        "select sum(captured) as n from plies",
        "select count(*) as n, sum(board_hash(position) % 1000) as hash from positions",
        "select count(*) as n from faults",
        "select * from observations_dummy order by game, move_number",
        "select * from review('dummy') order by game, move_number",
    ];
    let by_path: Vec<String> = queries.iter().map(|sql| csv(&corpus.session(), sql).unwrap()).collect();
    let answers = |session: &Session| -> Vec<String> { queries.iter().map(|sql| csv(session, sql).unwrap()).collect() };

    let address = url::Url::from_directory_path(corpus.folder()).unwrap();
    let by_url = Session::open(address.as_str(), &families(), Options::default()).unwrap();
    assert_eq!(answers(&by_url), by_path);
    assert_eq!(by_url.counters().model_calls(), 0, "what is kept there is used");
    assert_eq!(by_url.add("dummy", "dummy", "", &families(), &false.into(), &mut |_, _| {}).unwrap().parts, 0);

    // The same files under their names, and no disk.
    let memory = Arc::new(InMemory::new());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let put = |name: &str, bytes: Vec<u8>| {
        let path = object_store::path::Path::parse(format!("league/2026/{name}")).unwrap();
        runtime.block_on(memory.put(&path, bytes.into())).unwrap();
    };
    let mut files = vec![corpus::LIST.to_string(), "observations/dummy/observations.json".to_string()];
    for folder in ["games", "plies", "faults", "sources", "observations/dummy"] {
        let entries = std::fs::read_dir(corpus.folder().join(folder)).unwrap();
        let names = entries.map(|entry| format!("{folder}/{}", entry.unwrap().file_name().to_string_lossy()));
        files.extend(names.filter(|name| name.ends_with(".parquet")));
    }
    let bytes = |name: &str| std::fs::read(corpus.folder().join(name)).unwrap();
    files.iter().for_each(|name| put(name, bytes(name)));
    let open = |url: &str| Session::open_in(Arc::clone(&memory) as _, url, &families(), Options::default());
    let session = open("memory://bucket/league/2026").unwrap();
    assert_eq!(answers(&session), by_path);
    let refused = session.add("other", "dummy", "weight=2", &families(), &false.into(), &mut |_, _| {});
    assert!(refused.unwrap_err().to_string().contains("in a folder of this machine only"));

    // What is wrong is told there as here, with the address of the file.
    let mut flipped = bytes("games/000001.parquet");
    let half = flipped.len() / 2;
    flipped[half] ^= 1;
    put("games/000001.parquet", flipped);
    let told = csv(&open("memory://bucket/league/2026").unwrap(), queries[0]).unwrap_err().to_string();
    assert_eq!(told, "memory://bucket/league/2026/games/000001.parquet: this part of the corpus is damaged or missing");
    put("games/000001.parquet", b"short".to_vec());
    let told = open("memory://bucket/league/2026/").map(drop).unwrap_err().to_string();
    assert!(told.ends_with("2026/games/000001.parquet: this part of the corpus is damaged or missing"), "{told}");
    let told = open("memory://bucket/elsewhere").map(drop).unwrap_err().to_string();
    assert!(told.starts_with("memory://bucket/elsewhere: no corpus here"), "{told}");
    let told = Session::open("gs://bucket/games", &families(), Options::default()).map(drop).unwrap_err().to_string();
    assert_eq!(told, "gs://bucket/games/: this program has no store for gs://; it reads file://");
}

/// A part that is gone is an error with its name, never an answer with fewer rows.
#[test]
fn a_missing_or_shorter_part_is_told() {
    let corpus = Corpus::new();
    let part = corpus.folder().join("games/000001.parquet");
    let bytes = std::fs::read(&part).unwrap();
    let damages: [&dyn Fn(); 3] = [
        &|| std::fs::write(&part, &bytes[..bytes.len() / 2]).unwrap(),
        &|| std::fs::write(&part, b"").unwrap(),
        &|| std::fs::remove_file(&part).unwrap(),
    ];
    for damage in damages {
        damage();
        let message =
            Session::open(corpus.folder(), &families(), Options::default()).map(drop).unwrap_err().to_string();
        assert!(message.ends_with("000001.parquet: this part of the corpus is damaged or missing"), "{message}");
    }
}

/// A bit that was flipped in a part is an error with its name, wherever it is, and never an answer with other rows; in the list too.
#[test]
fn a_flipped_bit_is_told() {
    let corpus = Corpus::new();
    corpus.session().add("dummy", "dummy", "", &families(), &false.into(), &mut |_, _| {}).unwrap();
    for (part, sql) in [
        ("games/000001.parquet", "select sum(n_moves) from games"),
        ("games/000001.parquet", "select count(board_hash(position)) from positions"),
        ("plies/000000.parquet", "select count(captured) from plies"),
        ("observations/dummy/000000.parquet", "select count(*) from observations_dummy where move_number > 3"),
    ] {
        let path = corpus.folder().join(part);
        let good = std::fs::read(&path).unwrap();
        let before = csv(&corpus.session(), sql).unwrap();
        for at in (0..good.len()).step_by(good.len() / 7) {
            let mut bytes = good.clone();
            bytes[at] ^= 4;
            std::fs::write(&path, &bytes).unwrap();
            let message = csv(&corpus.session(), sql).unwrap_err().to_string();
            assert!(message.contains(part) && message.contains("damaged or missing"), "{part}, byte {at}: {message}");
        }
        std::fs::write(&path, &good).unwrap();
        assert_eq!(csv(&corpus.session(), sql).unwrap(), before);
    }
    for name in [corpus::LIST, "observations/dummy/observations.json"] {
        let list = corpus.folder().join(name);
        let good = std::fs::read_to_string(&list).unwrap();
        std::fs::write(&list, good.replacen("\"rows\": ", "\"rows\": 1", 1)).unwrap();
        let message =
            Session::open(corpus.folder(), &families(), Options::default()).map(drop).unwrap_err().to_string();
        assert!(message.contains(name) && message.contains("was altered since it was written"), "{message}");
        std::fs::write(&list, good).unwrap();
    }
}

/// Whoever stops a query finds no half-written file.
#[test]
fn a_stopped_query_leaves_nothing() {
    let corpus = Corpus::new();
    let session = corpus.session();
    let stop = std::sync::atomic::AtomicBool::new(true);
    let answer = session.query("select avg(dummy_lead(position)) from positions").unwrap().until(&stop);
    let path = corpus.path("stopped.parquet");
    assert_eq!(answer.write_parquet(&path), Err(SqlError::Stopped));
    let beside = path.parent().unwrap();
    let left: Vec<_> = std::fs::read_dir(beside).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with("stopped")), "{left:?}");
}

#[test]
fn a_query_only_reads() {
    let corpus = Corpus::new();
    let session = corpus.session();
    let out = corpus.path("stolen.csv");
    for sql in [
        format!("copy games to '{}'", out.display()),
        "create table t as select 1".to_string(),
        "insert into games select * from games".to_string(),
        "drop table games".to_string(),
        "set datafusion.execution.batch_size = 1".to_string(),
        format!("create external table t stored as csv location '{}'", out.display()),
        "select 1; select 2".to_string(),
    ] {
        assert!(matches!(session.query(&sql), Err(SqlError::Query { .. })), "{sql}");
    }
    assert!(!out.exists());
}

/// What is kept says the same as what is computed, is not computed twice, and goes on where it was interrupted.
#[test]
fn observations_are_kept() {
    let corpus = Corpus::new();
    let all = "select * from review('dummy') order by game, move_number";
    let computed = csv(&corpus.session(), all).unwrap();
    let add = |name: &str, settings: &str| {
        corpus.session().add(name, "dummy", settings, &families(), &false.into(), &mut |_, _| {})
    };
    let first = add("dummy", "").unwrap();
    assert!(first.parts > 1 && first.kept == 0, "{first:?}");
    assert_eq!(first.rows + 1, computed.lines().count());

    let session = corpus.session();
    assert_eq!(csv(&session, "select * from observations_dummy order by game, move_number").unwrap(), computed);
    assert_eq!(csv(&session, all).unwrap(), computed);
    assert_eq!(session.counters().model_calls(), 0, "it was computed again");
    csv(&session, "select avg(lead) from review('dummy', 'weight=2')").unwrap();
    assert_ne!(session.counters().model_calls(), 0, "other settings are another model");

    // The files of an interrupted run are there, but its list does not name the last of them.
    let folder = corpus.folder().join("observations/dummy");
    let list = folder.join("observations.json");
    let sealed = std::fs::read_to_string(&list).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&keep::unseal(&sealed).unwrap()).unwrap();
    value["parts"].as_array_mut().unwrap().pop();
    std::fs::write(&list, keep::seal(&value.to_string())).unwrap();
    let again = add("dummy", "").unwrap();
    assert_eq!((again.parts, again.kept, again.rows), (1, first.parts - 1, first.rows));
    assert_eq!(add("dummy", "").unwrap().parts, 0);
    assert_eq!(csv(&corpus.session(), all).unwrap(), computed);

    let other = add("dummy", "weight=2").unwrap_err().to_string();
    assert!(other.contains("--as"), "{other}");
    add("dummy.heavy", "weight=2").unwrap();
    let heavy = csv(&corpus.session(), "select count(*) as n from observations_dummy_heavy").unwrap();
    assert_eq!(heavy, format!("n\n{}\n", first.rows));
    assert!(add("../out", "").is_err());
}
