//! Dead stones and seki on drawn boards.

use goban::{Agreement, BoardSize, ByColor, Color, Diagram, PointSet, Position, Rules};
use model::Seed;
use playout::{Batch, Policy, Rates, Settlement, Status};
use testkit::fixtures;

fn position(drawn: &str, rules: Rules) -> Position {
    Position::from_setup(&Diagram::parse(drawn).unwrap(), rules).unwrap()
}

fn settled(drawn: &str, rules: Rules) -> (Position, Settlement) {
    let position = position(drawn, rules);
    let settlement = Settlement::of(&position, Seed(1));
    (position, settlement)
}

#[test]
fn a_stone_in_a_territory_is_dead() {
    let drawn = "
        . . . . X O . . .
        . . O . X O . . .
        . . . . X O . . .
        . . . . X O . . .
        . . . . X O . . .
        . . . . X O . X .
        . . . . X O . . .
        . . . . X O . . .
        . . . . X O . . .";
    let (position, settlement) = settled(drawn, Rules { komi: 0.5, ..Rules::CHINESE });
    let agreed = settlement.agreement();
    let dead: Vec<String> = agreed.dead.iter().map(|point| position.size().vertex(point)).collect();
    assert_eq!(dead, ["C8", "H4"]);
    assert!(agreed.seki.is_empty());
    assert_eq!(settlement.score(&position, 0).to_string(), "B+8.5");
}

#[test]
fn who_has_points_of_its_own_is_not_in_seki() {
    let drawn = "
        O O X X . X
        . O X X X X
        . O O X X X
        O O . O O X
        O O O . O X
        O . O O O X";
    let (_, settlement) = settled(drawn, Rules::JAPANESE);
    assert!(settlement.agreement().seki.is_empty(), "both have points of their own");
}

#[test]
fn two_chains_that_nobody_can_take_live_in_seki() {
    let drawn = "
        O X . O X . X
        O X . O X X .
        O X X O X . X
        O O O X X X X
        . O O X X X X
        O O O X . X .
        . O O X X X X";
    let (position, settlement) = settled(drawn, Rules { komi: 0.5, ..Rules::JAPANESE });
    let chain = |vertex| *position.board().chain(position.size().parse_vertex(vertex).unwrap()).unwrap().stones();
    assert_eq!(settlement.agreement(), Agreement { dead: PointSet::EMPTY, seki: chain("B7") | chain("D7") });
    assert_eq!(settlement.score(&position, 0).to_string(), "B+2.5");
    let fate = settlement.fate(position.size().parse_vertex("B7").unwrap()).unwrap();
    assert_eq!(fate.status(), Status::Seki);
}

#[test]
fn an_empty_board_is_white_s_by_the_komi() {
    for side in [2, 9, 19] {
        let position = Position::new(BoardSize::new(side).unwrap(), Rules::CHINESE);
        assert_eq!(Settlement::of(&position, Seed(1)).score(&position, 0).to_string(), "W+7.5");
    }
}

/// White's stone at D3 stands in a ko. Black takes it in many games, but as the board stands the ko is White's.
#[test]
fn a_ko_belongs_to_who_holds_it() {
    let drawn = "
        . . . X O . .
        . . X X O . .
        . . X O O O .
        . X X O . O .
        . X O . O O .
        . X X O O . .
        . . X X O . .";
    let (position, settlement) = settled(drawn, Rules { komi: 0.5, ..Rules::JAPANESE });
    assert_eq!(settlement.agreement(), Agreement::default());
    let by_area = position.size().parse_vertex("D3").unwrap();
    assert!(!settlement.score(&position, 0).area.white.contains(by_area), "it has to be filled");
}

/// What lives unconditionally is not left to chance.
#[test]
fn what_is_certain_is_certain() {
    let drawn = "
        . X . X . O
        X X X X O O
        O X . X O .
        . X . X O O
        X X X X O .
        . O O O O O";
    let (position, settlement) = settled(drawn, Rules::CHINESE);
    let size = position.size();
    for (color, life) in ByColor::new(|color| position.board().unconditional_life(color)).iter() {
        for point in life.stones | life.territory {
            assert_eq!(settlement.owners()[size.index(point)], color.sign());
        }
    }
    assert!(settlement.fates().iter().all(|fate| fate.n_survived == 0 || fate.n_survived == fate.n_games));
}

/// Whose turn it is makes no difference, for half of the games are begun by each side.
#[test]
fn the_turn_makes_no_difference() {
    let mut position = testkit::random_position(BoardSize::NINE, 50, Seed(5));
    let mut of = |color: Color| {
        position.set_to_move(color);
        Settlement::of(&position, Seed(1))
    };
    let [black, white] = Color::ALL.map(&mut of);
    assert_eq!(black.agreement(), white.agreement());
    assert_eq!(black.owners(), white.owners());
}

/// If nobody ever looks away such a game does not end. It is cut off, and counted as it stands.
#[test]
fn games_that_never_end_are_cut_off() {
    let position = position(fixtures::TRIPLE_KO, Rules::JAPANESE);
    let policy = Policy { rates: Rates { answer: 100, ..Rates::default() }, ..Policy::default() };
    let tally = Batch::new(&position).begun_by(Color::Black).policy(&policy).games(20).seed(Seed(1)).tally();
    assert!(tally.n_unfinished() > 0);
    assert!(tally.leads().iter().all(|lead| lead.is_finite()));
}

#[test]
fn a_triple_ko_is_not_settled() {
    let (position, settlement) = settled(fixtures::TRIPLE_KO, Rules::JAPANESE);
    let open = settlement.unsettled();
    for vertex in ["C10", "F10"] {
        let chain = position.board().chain(position.size().parse_vertex(vertex).unwrap()).unwrap();
        assert!(chain.stones().is_subset(&open), "{vertex}");
    }
    assert!(settlement.score(&position, 0).lead().is_finite());
}

/// Three points in a row: White kills in the middle if White begins and Black lives there if Black does.
#[test]
fn a_group_that_was_left_hanging_on_a_move_is_given_up() {
    let drawn = "
        . . . X O . . .
        X X X X O . . .
        O O O O O . . .
        . . . . O . . .
        . O O . O . O .
        . . . . O . . .
        . . . . O . . .
        . . . . O . . .";
    let (position, settlement) = settled(drawn, Rules { komi: 0.5, ..Rules::JAPANESE });
    let hangs = position.size().parse_vertex("D8").unwrap();
    let fate = settlement.fate(hangs).unwrap();
    assert_eq!(fate.status(), Status::Unsettled, "{} of {} games", fate.n_survived, fate.n_games);
    assert!(settlement.agreement().dead.contains(hangs));
    assert!(settlement.unsettled().contains(hangs), "it is still told that this is not settled");
}
