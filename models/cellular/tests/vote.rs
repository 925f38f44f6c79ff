//! The player: what it chooses, what it leaves alone, and that chance repeats itself.

use cellular::{GameVector, Style, Vote, Voter};
use goban::{BoardSize, Color, Diagram, Move, Position, Rules, Setup};
use model::Seed;

fn position(to_move: Color, text: &str) -> Position {
    Position::from_setup(&Setup { to_move, ..Diagram::parse(text).unwrap() }, Rules::CHINESE).unwrap()
}

/// The points that a style chooses under many seeds.
fn choices(voter: &Voter, position: &Position) -> Vec<String> {
    let mut choices: Vec<String> = (0..100)
        .map(|seed| match voter.vote(position, None, Seed(seed)).choice {
            Move::Play(point) => position.size().vertex(point),
            Move::Pass => "pass".to_string(),
        })
        .collect();
    choices.sort_unstable();
    choices.dedup();
    choices
}

fn style(style: Style) -> Voter {
    Voter { style, ..Voter::default() }
}

fn total(vote: &Vote) -> usize {
    vote.moves.iter().map(|rated| rated.votes).sum::<usize>() + vote.n_abstained
}

const FIGHT: &str = "
    . X O . .
    X O . O .
    . X O . .
    . . X O O
    . . X . X";

#[test]
fn each_style_does_what_it_says() {
    let fight = position(Color::Black, FIGHT);
    assert_eq!(choices(&style(Style::Capture), &fight), ["C4"]);
    assert_eq!(choices(&style(Style::Grow), &fight), ["A3", "A5", "B2", "D1"]);
    assert_eq!(choices(&style(Style::Breathe), &fight), ["A1", "A2", "C4", "D3", "D5", "E3", "E4", "E5"]);
    assert_eq!(choices(&style(Style::Squeeze), &fight), ["C4", "D1", "D3", "D5", "E3", "E4"]);
}

#[test]
fn styles_are_found_by_name() {
    for style in Style::ALL {
        assert_eq!(Style::parse(style.name()), Some(style));
    }
    assert_eq!(Style::parse("wild"), None);
    assert_eq!(Style::Squeeze.vector(), Some(GameVector { d1: 0, d2: 0, o1: -1, o2: 0 }));
}

#[test]
fn a_vote_repeats_itself_and_loses_no_voice() {
    let fight = position(Color::Black, FIGHT);
    for seed in 0..20 {
        let vote = Voter::default().vote(&fight, None, Seed(seed));
        assert_eq!(vote, Voter::default().vote(&fight, None, Seed(seed)));
        assert_eq!(total(&vote), 200);
        let most = vote.moves.iter().map(|rated| rated.votes).max().unwrap();
        let chosen = vote.moves.iter().find(|rated| Some(rated.point) == vote.choice.point()).unwrap();
        assert_eq!(chosen.votes, most);
    }
    let votes: Vec<Vote> = (0..2).map(|seed| Voter::default().vote(&fight, None, Seed(seed))).collect();
    assert_ne!(votes[0], votes[1]);
}

#[test]
fn a_known_seed_gives_known_votes() {
    let fight = position(Color::Black, FIGHT);
    let vote = Voter::default().vote(&fight, None, Seed(1));
    let text: Vec<String> = vote
        .moves
        .iter()
        .map(|rated| format!("{} {} {}", fight.size().vertex(rated.point), rated.vector, rated.votes))
        .collect();
    let known = [
        "A5 [2, -1, 0, 0] 26",
        "D5 [0, 1, -1, 0] 5",
        "E5 [0, 1, 0, 0] 11",
        "C4 [0, 1, -1, 1] 38",
        "E4 [0, 1, -1, 0] 7",
        "A3 [2, 0, 0, 0] 17",
        "D3 [0, 1, -1, 0] 6",
        "E3 [0, 1, -1, 0] 6",
        "A2 [0, 1, 0, 0] 6",
        "B2 [2, 0, 0, 0] 10",
        "A1 [0, 1, 0, 0] 6",
        "B1 [1, 0, 0, 0] 0",
        "D1 [2, -1, -1, 0] 38",
    ];
    assert_eq!(text, known);
    assert_eq!(vote.n_abstained, 24);
    // C4 and D1 have as many: chance decides.
    assert_eq!(vote.choice, Move::Play(fight.size().parse_vertex("C4").unwrap()));
}

#[test]
fn on_an_empty_board_many_abstain_and_a_point_is_played_all_the_same() {
    let start = Position::new(BoardSize::NINETEEN, Rules::CHINESE);
    for seed in 0..20 {
        let vote = Voter::default().vote(&start, None, Seed(seed));
        // Every move is [0, 1, 0, 0]: a taste with a negative d2, ten of twenty-one, likes none.
        assert!((65..=125).contains(&vote.n_abstained), "{}", vote.n_abstained);
        assert!(vote.choice.point().is_some());
    }
}

#[test]
fn the_ko_point_gets_no_vote() {
    let mut fight = position(Color::Black, FIGHT);
    let size = fight.size();
    fight.play(size.parse_vertex("C4").unwrap()).unwrap();
    let retake = size.parse_vertex("B4").unwrap();
    assert_eq!(fight.ko(), Some(retake));
    let vote = style(Style::Capture).vote(&fight, None, Seed(1));
    assert!(vote.moves.iter().all(|rated| rated.point != retake));
    assert!(vote.choice.point().is_some());
}

/// Black has two eyes and nothing else to play, White only suicide.
const TWO_EYES: &str = "
    . X . X
    X X X X
    X X X X
    X X X X";

#[test]
fn eyes_are_spared_only_if_asked() {
    let full = position(Color::Black, TWO_EYES);
    assert_eq!(choices(&style(Style::Grow), &full), ["A4", "C4"]);
    let sparing = Voter { spare_eyes: true, ..style(Style::Grow) };
    assert_eq!(choices(&sparing, &full), ["pass"]);
    let vote = sparing.vote(&full, None, Seed(1));
    assert_eq!((vote.moves.len(), vote.n_abstained), (2, 1));
    // Filling an eye costs a liberty: who wants to breathe would rather pass.
    assert_eq!(choices(&style(Style::Breathe), &full), ["pass"]);
    let white = position(Color::White, TWO_EYES);
    assert_eq!(style(Style::Mixed).vote(&white, None, Seed(1)).choice, Move::Pass);
}

#[test]
fn after_a_pass_the_side_ahead_passes_if_asked() {
    let text = "
        . X O .
        . X O .
        . X O .
        X X O .";
    let black = position(Color::Black, text);
    let voter = Voter::for_games(0.0);
    let choice = |voter: &Voter, position: &Position, last| voter.vote(position, last, Seed(1)).choice;
    // 8 to 8: White is ahead.
    assert_ne!(choice(&voter, &black, Some(Move::Pass)), Move::Pass);
    assert_eq!(choice(&Voter::for_games(-0.5), &black, Some(Move::Pass)), Move::Pass);
    assert_ne!(choice(&Voter::for_games(-0.5), &black, None), Move::Pass);
    let white = position(Color::White, text);
    assert_eq!(choice(&voter, &white, Some(Move::Pass)), Move::Pass);
    assert_ne!(choice(&Voter::default(), &white, Some(Move::Pass)), Move::Pass);
}

#[test]
fn games_against_itself_come_to_an_end() {
    for seed in 0..5 {
        let mut game = Position::new(BoardSize::NINE, Rules::TROMP_TAYLOR);
        let voter = Voter::for_games(game.rules().komi);
        let mut last = None;
        while !game.is_over() {
            let choice = voter.vote(&game, last, Seed(seed)).choice;
            game.play(choice).unwrap();
            last = Some(choice);
            assert!(game.n_moves() < 500, "{game:?}");
        }
    }
}
