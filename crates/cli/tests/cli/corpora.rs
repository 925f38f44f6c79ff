//! Corpora, as far as another crate does not test them: who looks ahead for a query.

use crate::support::{Folder, Said, aji, fake, text};

#[test]
fn a_query_asks_who_looks_ahead() {
    let folder = Folder::new();
    let (corpus, cache) = (folder.path("games.aji"), folder.path("judgements.jsonl"));
    aji(&["corpus", "import", "gnugo/9x9-01-level-1.sgf", "--into", text(&corpus)]).well();
    let sql = "select move_number, judged_lead(position) as lead, judged_chance(position) as chance, \
               judged_move(position) as best from positions where move_number in (0, 20, 40) order by 1";
    let ask = |more: &[&str]| -> Said { aji(&[&["corpus", "query", text(&corpus), sql, "--jsonl"], more].concat()) };

    let nobody = ask(&[]).refused(2);
    assert_eq!(nobody, "query: judged_lead: nobody is there to ask; give --games N or --engine \"COMMAND\"");
    let both = ask(&["--games", "20", "--engine", "gnugo"]);
    assert_eq!(both.code, 2, "{}", both.err);

    let own = ask(&["--games", "30", "--no-cache"]).well();
    assert_eq!(own.lines().count(), 3, "{own}");
    for line in own.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let (lead, chance) = (row["lead"].as_f64().unwrap(), row["chance"].as_f64().unwrap());
        assert!((-89.0..=89.0).contains(&lead) && (lead > 0.0) == (chance > 0.5), "{line}");
        assert!(row["best"].is_string(), "{line}");
    }
    assert_eq!(ask(&["--games", "30", "--no-cache", "--threads", "1"]).well(), own, "threads do not matter");
    let kept = ["--games", "30", "--engine-cache", text(&cache)];
    assert_eq!(ask(&kept).well(), own);
    let judgements = std::fs::read_to_string(&cache).unwrap();
    assert_eq!(judgements.lines().count(), 3, "each position once, for three functions");
    assert_eq!(ask(&kept).well(), own);
    assert_eq!(std::fs::read_to_string(&cache).unwrap(), judgements, "nothing was asked again");

    let dead = ask(&["--no-cache", "--engine", &fake("--json --fail crash")]).refused(1);
    assert!(dead.starts_with("query: "), "{dead}");
    let absent = ask(&["--no-cache", "--engine", "no-such-engine-here"]).refused(1);
    assert!(absent.contains("no-such-engine-here"), "{absent}");
    let afar = ask(&["--games", "30", "--cluster", "127.0.0.1:1"]).refused(2);
    assert!(afar.starts_with("--cluster: who looks ahead does so on this machine only"), "{afar}");
}
