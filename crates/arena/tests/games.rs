//! Whole games of our players, played and looked at again.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arena::{Conduct, Outcome, Plan, Report, Row, run};
use goban::Agreement;
use record::Mode;

fn play(plan: &str, threads: usize, before: &[Row]) -> (Plan, Vec<(Row, String)>) {
    let families = registry::families();
    let plan = Plan::from_toml(plan, &families).unwrap();
    let mut games = Vec::new();
    let conduct = Conduct {
        threads,
        stop: &Arc::new(AtomicBool::new(false)),
        keep: &mut |row, sgf| {
            games.push((row.clone(), sgf.to_string()));
            Ok(())
        },
    };
    assert_eq!(run(&plan.tournament, &families, before, conduct).unwrap(), Outcome::Complete);
    games.sort_by_key(|(row, _)| (row.pair.clone(), row.game));
    (plan, games)
}

const PLAN: &str = r#"
    size = 7
    games = 6
    random_moves = 3
    players = ["random", "nearest", "random+search"]
    [[player]]
    name = "giver"
    player = "freedom"
    gives = 2
"#;

#[test]
fn a_record_replayed_by_the_rules_has_the_result_of_its_game() {
    let (plan, games) = play(PLAN, 2, &[]);
    assert_eq!(games.len(), 36);
    for (row, text) in &games {
        let reading = sgf::read(text.as_bytes());
        assert!(reading.problems.is_empty(), "{:?}", reading.problems);
        let game = &reading.games[0];
        let mut replay = game.replay(&game.main_line(), Mode::Strict).unwrap();
        let mut moves = 0;
        while replay.next_ply().unwrap().is_some() {
            moves += 1;
        }
        assert!(replay.position().is_over());
        let score = replay.position().score(&Agreement::default(), row.handicap);
        assert_eq!((moves, score.to_string()), (row.moves, row.result.clone()), "{text}");
        assert_eq!(game.info.handicap.unwrap_or(0), row.handicap);
        assert_eq!(row.handicap > 0, row.white == "giver");
        let komi = if row.handicap > 0 { plan.tournament.handicap_komi } else { plan.tournament.rules.komi };
        assert_eq!(game.info.komi, Some(komi));
        // Every move but the three random ones is explained.
        let explained = game.main_line().iter().filter(|&&node| game.node(node).comment.is_some()).count();
        assert_eq!(explained, 1 + moves - 3);
    }
}

#[test]
fn games_with_colours_exchanged_begin_alike_and_others_do_not() {
    let (_, games) = play("size = 9\ngames = 6\nrandom_moves = 4\nplayers = [\"random\", \"nearest\"]", 1, &[]);
    let begin = |text: &str| {
        let reading = sgf::read(text.as_bytes());
        reading.games[0].moves().take(4).collect::<Vec<_>>()
    };
    let beginnings: Vec<_> = games.iter().map(|(_, text)| begin(text)).collect();
    for pair in beginnings.chunks(2) {
        assert_eq!(pair[0], pair[1]);
    }
    assert_ne!(beginnings[0], beginnings[2]);
    assert_eq!(games[0].0.black, games[1].0.white);
}

#[test]
fn any_part_of_the_games_is_completed_to_the_same_whole() {
    let (plan, whole) = play(PLAN, 1, &[]);
    let moves = |games: &[(Row, String)]| games.iter().map(|(row, _)| row.hash.clone()).collect::<Vec<_>>();
    for keep in [0, 1, 17, 35] {
        // Every so many games are there already, in another order.
        let before: Vec<Row> =
            whole.iter().rev().enumerate().filter(|(i, _)| i % 36 < keep).map(|(_, (row, _))| row.clone()).collect();
        let (_, rest) = play(PLAN, 3, &before);
        assert_eq!(rest.len() + before.len(), whole.len());
        let mut all: Vec<Row> = before.into_iter().chain(rest.into_iter().map(|(row, _)| row)).collect();
        all.sort_by_key(|row| (row.pair.clone(), row.game));
        let all: Vec<(Row, String)> = all.into_iter().map(|row| (row, String::new())).collect();
        assert_eq!(moves(&all), moves(&whole));
    }
    let rows: Vec<Row> = whole.into_iter().map(|(row, _)| row).collect();
    assert!(Report::new(&plan.tournament, &rows).unwrap().complete);
}

#[test]
fn where_territory_is_counted_our_players_agree_on_the_dead() {
    let plan = "size = 7\nrules = \"japanese\"\ngames = 4\nplayers = [\"random\", \"random+search\"]";
    let (_, games) = play(plan, 2, &[]);
    assert!(games.iter().all(|(row, _)| row.lead().is_some()));
}
