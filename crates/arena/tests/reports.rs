//! Reports over fixed results, as golden text.

use std::path::Path;

use arena::{Plan, Report, Row, games_csv};
use testkit::golden;

const PLAN: &str = r#"
    name = "golden <cup>"
    size = 9
    komi = 7
    games = 20
    players = ["random", "cellular"]
    anchor = { player = "random", elo = 0 }
    sprt = { elo0 = 0, elo1 = 150 }
    [[player]]
    name = "GNU Go, level 1"
    command = "gnugo --mode gtp --level 1"
    [[player]]
    name = "GNU Go giving 3"
    command = "gnugo --mode gtp --level 1"
    gives = 3
"#;

/// Results made up from the numbers of games: no chance, no time.
fn rows(plan: &Plan) -> Vec<Row> {
    let tournament = &plan.tournament;
    let name = |player: usize| tournament.contestants[player].name.clone();
    let mut rows = Vec::new();
    for fixture in tournament.schedule() {
        let (pair, game) = (fixture.pair, fixture.index);
        let number = 31 * pair + game;
        let (black, white) = (name(fixture.players.black), name(fixture.players.white));
        let first_is_black = fixture.players.black == tournament.pairs[pair].players[0];
        // The second of a pair is the stronger one and wins three games of four, but for the last pairs.
        let first_wins = number % 4 == 0 || (pair >= 3 && number % 3 == 0);
        let letter = if first_wins == first_is_black { "B" } else { "W" };
        let (result, end, reason) = match number % 23 {
            7 => ("Void".to_string(), "too-long", "no result after 486 moves"),
            9 => (format!("{letter}+T"), "time", "somebody no answer to \"genmove b\" within 5 s"),
            11 => ("0".to_string(), "passes", ""),
            13 => (format!("{letter}+R"), "resignation", ""),
            other => (format!("{letter}+{other}.5"), "passes", ""),
        };
        let json = serde_json::json!({
            "pair": tournament.pairs[pair].players.map(name), "game": game, "black": black, "white": white,
            "result": result, "end": end, "reason": reason, "moves": 50 + number % 37, "handicap": fixture.handicap,
            "seed": fixture.seed.0, "hash": format!("{:016x}", number % 29), "conditions": "",
            "cpu": {"black": 0.5, "white": if pair == 0 { Some(0.25) } else { None }}, "seconds": 1.5,
            "file": format!("games/{pair}/{game}.sgf"),
        });
        let mut row: Row = serde_json::from_value(json).unwrap();
        row.conditions = tournament.conditions(pair);
        rows.push(row);
    }
    rows
}

fn check(name: &str, text: &str) {
    golden::check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name), text);
}

#[test]
fn a_report_is_what_it_was() {
    let plan = Plan::from_toml(PLAN, &registry::families()).unwrap();
    let rows = rows(&plan);
    let report = Report::new(&plan.tournament, &rows).unwrap();
    assert!(report.complete);
    check("report.txt", &report.to_text());
    check("report.html", &report.to_html());
    check("standings.csv", &report.standings_csv());
    check("pairs.csv", &report.pairs_csv());
    check("games.csv", &games_csv(rows.iter().take(12)));
    check("report.json", &format!("{:#}\n", serde_json::to_value(&report).unwrap()));
}

#[test]
fn a_report_does_not_depend_on_the_order_of_its_games() {
    let plan = Plan::from_toml(PLAN, &registry::families()).unwrap();
    let mut rows = rows(&plan);
    let report = Report::new(&plan.tournament, &rows).unwrap();
    rows.reverse();
    assert_eq!(Report::new(&plan.tournament, &rows).unwrap(), report);
    // A test that was decided is decided, whatever was played later.
    let decided = report.pairs[0].games + report.pairs[0].void;
    assert!(decided < 20, "{decided}");
    rows.retain(|row| row.pair != report.pairs[0].players || row.game < decided);
    let shorter = Report::new(&plan.tournament, &rows).unwrap();
    assert_eq!(shorter.pairs[0], report.pairs[0]);
    assert!(shorter.complete && shorter.beyond < report.beyond);
}

#[test]
fn games_that_do_not_fit_are_refused() {
    let plan = Plan::from_toml(PLAN, &registry::families()).unwrap();
    let mut rows = rows(&plan);
    rows.push(rows[0].clone());
    let message = Report::new(&plan.tournament, &rows).unwrap_err().to_string();
    assert_eq!(message, "game 1 of random and cellular is there twice; remove one of the two lines");
    rows.pop();
    rows[0].conditions = "other".to_string();
    let message = Report::new(&plan.tournament, &rows).unwrap_err().to_string();
    assert!(message.starts_with("game 1 of random and cellular was played under other conditions"), "{message}");
}

#[test]
fn a_report_without_games_says_so() {
    let plan = Plan::from_toml(PLAN, &registry::families()).unwrap();
    let report = Report::new(&plan.tournament, &[]).unwrap();
    let text = report.to_text();
    assert!(text.contains("0 of 120 games, not complete"), "{text}");
    assert!(report.to_html().contains("golden &lt;cup&gt;"));
}
