//! Games that models play by themselves: their records, and one of them on the terminal.

use figures::{ColorMode, TerminalOptions};
use goban::{BoardSize, ByColor, Color, PointSet, Setup};
use model::{Contest, Family, Seed, Settings};
use record::Mode;
use study::contests::{self, Batch, FirstGame, Stage};

const VARIANTS: [&str; 3] = ["netlogo", "netlogo-exact", "rules"];

/// Stones as agents: the family whose stones come off late, or where the rules of Go would not take them.
fn agents(side: usize, variant: &str) -> Box<dyn Contest> {
    let families = registry::families();
    let family = families.get("agents").unwrap();
    let mut settings = Settings::default();
    settings.add(&format!("agents.variant={variant}")).unwrap();
    let parameters = settings.apply(family.card()).unwrap();
    family.simulate().unwrap().contest(BoardSize::new(side).unwrap(), &parameters).unwrap()
}

fn dummy(side: usize) -> Box<dyn Contest> {
    let dummy = testkit::Dummy::new();
    let parameters = Settings::default().apply(dummy.card()).unwrap();
    dummy.simulate().unwrap().contest(BoardSize::new(side).unwrap(), &parameters).unwrap()
}

#[test]
fn a_replay_of_a_record_shows_the_boards_of_the_model() {
    for variant in VARIANTS {
        for (side, seed) in [(5, 1), (5, 2), (7, 3), (9, 4), (9, 5), (13, 6)] {
            let contest = agents(side, variant);
            let (game, played) = contests::record(&*contest, Seed(seed));

            // By the rules, with setup where it is written.
            let mut replay = game.replay(&game.main_line(), Mode::Tolerant).unwrap();
            while replay.next_ply().unwrap().is_some() {}
            if !replay.trailing_setup() {
                let setup = Setup { size: game.size(), stones: played.stones, to_move: Color::Black };
                assert_eq!(*replay.position().board().stones(), setup.repaired().stones, "{variant} {side}");
            }

            // By hand: stones are put and cleared as written, and nothing else is done.
            let mut boards = Vec::new();
            let mut stones = ByColor::<PointSet>::default();
            for id in game.main_line() {
                let node = game.node(id);
                if let Some((color, mv)) = node.play {
                    stones[color].extend(mv.point());
                }
                if let Some(change) = &node.setup {
                    stones = ByColor::new(|color| (stones[color] - change.clear) | change.add[color]);
                }
                boards.push(stones);
            }
            if variant != "rules" {
                assert_eq!(stones, played.stones);
                let mut run = contest.start(Seed(seed));
                let mut rest = boards.iter();
                while run.step().is_some() {
                    assert!(rest.any(|board| board == run.board().stones()), "{variant} {side} shows every tick");
                }
            }
        }
    }
}

#[test]
fn where_the_rules_are_kept_a_record_has_moves_only() {
    for contest in [agents(7, "rules"), dummy(7)] {
        let (game, played) = contests::record(&*contest, Seed(2));
        assert!(game.main_line().into_iter().all(|id| game.node(id).setup.is_none()));
        let mut replay = game.replay(&game.main_line(), Mode::Tolerant).unwrap();
        while replay.next_ply().unwrap().is_some() {}
        assert_eq!(*replay.position().board().stones(), played.stones);
        assert_eq!(game.info.rules.as_deref(), Some("chinese"));
    }
}

#[test]
fn any_family_can_be_told_of() {
    let plain = TerminalOptions { color: ColorMode::None, unicode: true, width: 80 };
    let contest = dummy(5);
    let batch = Batch::play(&*contest, 20, Seed(1), &|_| true);
    let told = contests::details(&batch, &plain);
    assert!(told.starts_with("Stones put anywhere: dummy on 5×5, anywhere (Black) against anywhere (White)"), "{told}");
    assert!(told.contains("\n  lead "), "{told}");
    assert_eq!(contests::csv(std::slice::from_ref(&batch)).lines().count(), 21);
    let FirstGame { gauge, .. } = FirstGame::of(&*contest, Seed(1));
    assert!(figures::Figure::to_svg(&gauge.unwrap()).contains("Lead over time"));
}

#[test]
fn a_game_is_watched_to_its_end() {
    let card = testkit::Dummy::new().card().clone();
    for (color, width) in [(ColorMode::None, 80), (ColorMode::Ansi256, 40), (ColorMode::Ansi256, 20)] {
        let options = TerminalOptions { color, unicode: true, width };
        let mut stage = Stage::new(&card, &*dummy(4), Seed(1));
        let mut frames = Vec::new();
        while let Some(frame) = stage.next_frame(&options) {
            frames.push(frame);
        }
        assert!(frames[0].contains("tick 1 · "), "{}", frames[0]);
        assert!(frames.last().unwrap().ends_with("The game has ended: passes.\n"), "{:?}", frames.last());
        assert_eq!(frames[0].contains("right: linked groups"), color != ColorMode::None && width == 40);
    }
}
