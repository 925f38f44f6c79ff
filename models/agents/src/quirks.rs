//! What the agents do that no rule of Go does, each as a drawn case, shown by the plain world and by the fast one.

use goban::{Board, BoardSize, Color, Diagram, Move, Point};
use model::{Event, Seed};

use crate::chance::Chance;
use crate::world::{Watched, World};
use crate::{Liberties, fast, plain};

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;

/// A world in which a story is reported move by move.
struct Story {
    size: BoardSize,
    world: Box<dyn World>,
    chance: Chance,
    events: Vec<Event>,
}

impl Story {
    /// The drawn stones, after all of them have looked: twice, so that none holds a value from before the last was put.
    fn begin(size: BoardSize, world: Box<dyn World>) -> Story {
        let mut story = Story { size, world, chance: Chance::new(Seed(1)), events: Vec::new() };
        for color in [BLACK, WHITE, BLACK, WHITE] {
            story.pass(color);
        }
        story
    }

    /// The model of the text, told twice.
    fn text(drawn: &str) -> [Story; 2] {
        let setup = Diagram::parse(drawn).unwrap();
        let worlds: [Box<dyn World>; 2] =
            [Box::new(plain::Text::new(setup.size)), Box::new(fast::Text::new(setup.size))];
        worlds.map(|mut world| {
            for (color, stones) in setup.stones.iter() {
                for stone in *stones {
                    world.play(color, stone.into(), &mut Chance::new(Seed(1)), &mut Vec::new());
                }
            }
            Story::begin(setup.size, world)
        })
    }

    /// The program of the listing, told twice: neighbours are linked, and nothing has been explored.
    fn listing(drawn: &str) -> [Story; 2] {
        let setup = Diagram::parse(drawn).unwrap();
        let mut plain = plain::Listing::new(setup.size);
        let mut fast = fast::Listing::new(setup.size);
        for (color, stones) in setup.stones.iter() {
            for stone in *stones {
                plain.put(color, stone);
                fast.put(color, stone);
            }
        }
        let worlds: [Box<dyn World>; 2] = [Box::new(plain), Box::new(fast)];
        worlds.map(|world| Story::begin(setup.size, world))
    }

    fn point(&self, vertex: &str) -> Point {
        self.size.parse_vertex(vertex).unwrap()
    }

    fn plays(&mut self, color: Color, vertex: &str) {
        let point = self.point(vertex);
        assert!(self.world.candidates().contains(point), "{vertex} is no candidate");
        self.world.play(color, point.into(), &mut self.chance, &mut self.events);
    }

    fn pass(&mut self, color: Color) {
        self.world.play(color, Move::Pass, &mut self.chance, &mut self.events);
    }

    /// Stones of this side die; says how many groups and whether one still had a liberty.
    fn dies(&mut self, color: Color) -> (usize, bool) {
        self.events.clear();
        self.world.bury(color, &mut self.chance, &mut self.events);
        let breathing = self.events.iter().any(|event| matches!(event, Event::Death { breathing: true, .. }));
        (self.events.len(), breathing)
    }

    #[track_caller]
    fn shows(&self, drawn: &str) {
        let board = Board::with_stones(self.size, self.world.stones());
        let lines: Vec<&str> = drawn.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(Diagram::new(&board).to_string().trim_end(), lines.join("\n"));
    }

    fn is_candidate(&self, vertex: &str) -> bool {
        self.world.candidates().contains(self.point(vertex))
    }
}

#[test]
fn a_capture_shows_late() {
    for mut story in Story::text(
        "
        . X . . .
        X O . . .
        . X . . .
        . . . . .
        . . . . O",
    ) {
        // Black takes the last liberty, but White's stones look only after White's move: nothing happens in this tick.
        story.plays(BLACK, "C4");
        assert_eq!(story.dies(WHITE).0, 0);
        story.plays(WHITE, "E3");
        assert_eq!(story.dies(BLACK).0, 0);
        story.shows(
            "
            . X . . .
            X O X . .
            . X . . O
            . . . . .
            . . . . O",
        );
        story.pass(BLACK);
        assert_eq!(story.dies(WHITE), (1, false));
        story.shows(
            "
            . X . . .
            X . X . .
            . X . . O
            . . . . .
            . . . . O",
        );
        assert_eq!(story.world.scores().black, 5.0);
    }
}

#[test]
fn stale_liberties_kill_both_sides_of_a_capture() {
    // White takes the last liberty of four black stones. By the rules they come off and White's stones live. Here White's
    // two in the corner are judged by what they saw before anything came off, and so are Black's, who die with liberties.
    for mut story in Story::text(
        "
        O . X O .
        X X X O .
        O O O . .
        . . . . .
        . . . . .",
    ) {
        story.plays(WHITE, "B5");
        assert_eq!(story.dies(BLACK).0, 0);
        story.pass(BLACK);
        assert_eq!(story.dies(WHITE), (1, false));
        story.shows(
            "
            . . X O .
            X X X O .
            O O O . .
            . . . . .
            . . . . .",
        );
        story.pass(WHITE);
        assert_eq!(story.dies(BLACK), (1, true));
        story.shows(
            "
            . . . O .
            . . . O .
            O O O . .
            . . . . .
            . . . . .",
        );
    }
}

#[test]
fn liberties_that_two_stones_share_count_twice() {
    let setup = Diagram::parse(
        "
        X . .
        X X .
        . . .",
    )
    .unwrap();
    let mut world = plain::Text::new(setup.size);
    for stone in setup.stones.black {
        world.play(BLACK, stone.into(), &mut Chance::new(Seed(1)), &mut Vec::new());
    }
    let counted = |vertex| world.liberties(setup.size.parse_vertex(vertex).unwrap());
    // Four empty points lie beside the chain; B3 lies beside two of its stones.
    assert_eq!(setup.board().unwrap().chain(setup.size.parse_vertex("A3").unwrap()).unwrap().n_liberties(), 4);
    assert_eq!(counted("A3"), Some(Liberties { own: 1, group: 5 }));
    assert_eq!(counted("A2"), Some(Liberties { own: 1, group: 5 }));
    assert_eq!(counted("B2"), Some(Liberties { own: 3, group: 5 }));
    assert_eq!(counted("C3"), None);
}

#[test]
fn one_point_eyes_are_left_alone_by_both_sides() {
    for story in Story::text(
        "
        . X . O .
        X X O . O
        . X . O .
        X . X . X
        . X . X .",
    ) {
        let left_alone = ["A5", "A3", "D4", "E5", "A1", "B2", "C1", "E1"];
        for point in story.size.points().filter(|&point| story.world.stones().iter().all(|(_, s)| !s.contains(point))) {
            let vertex = story.size.vertex(point);
            assert_eq!(!story.is_candidate(&vertex), left_alone.contains(&vertex.as_str()), "{vertex}");
        }
    }
}

#[test]
fn nobody_can_take_a_ko_and_boards_come_again() {
    for story in Story::text(
        "
        . X O . .
        X O . O .
        . X O . .
        . . . . .
        . . . . .",
    ) {
        // The stone on B4 is in atari, but the only point from which it can be taken has white neighbours only.
        assert!(!story.is_candidate("C4"));
    }
    for mut story in Story::text(
        "
        . . X . .
        X X X . .
        . . . . .
        . . . . .
        . . . O .",
    ) {
        // White fills Black's corner, dies of it and finds the board as it was: no rule forbids suicide or repetition.
        let before = *story.world.stones();
        for _ in 0..3 {
            story.plays(WHITE, "A5");
            story.dies(BLACK);
            story.pass(BLACK);
            assert_eq!(story.dies(WHITE).0, 0);
            story.plays(WHITE, "B5");
            story.dies(BLACK);
            story.pass(BLACK);
            assert_eq!(story.dies(WHITE), (1, false));
            assert_eq!(*story.world.stones(), before);
        }
    }
}

#[test]
fn a_partly_linked_chain_loses_stones_while_it_still_has_a_liberty() {
    // Neighbours are linked, but no walk over the links has started in this chain yet: C5 is linked with B5 only.
    for mut story in Story::listing(
        "
        O X X X .
        O O O O .
        . . . . .
        . . . . .
        X . . . .",
    ) {
        // D5 breathes at E5 and keeps C5 alive, which is linked with it. B5 is linked with C5 only, neither has a liberty
        // of its own: both die. So the chain of three loses two while its liberty is open.
        assert_eq!(story.dies(BLACK), (1, true));
        story.shows(
            "
            O . . X .
            O O O O .
            . . . . .
            . . . . .
            X . . . .",
        );
    }
    // In the model of the text the chain lives.
    for mut story in Story::text(
        "
        O X X X .
        O O O O .
        . . . . .
        . . . . .
        X . . . .",
    ) {
        assert_eq!(story.dies(BLACK).0, 0);
    }
}

#[test]
fn a_death_credits_the_size_of_the_largest_group_that_lives() {
    // One white stone dies. Each white stone adds the size of its own linked group, and the highest sum counts for Black.
    for mut story in Story::listing(
        "
        O X . . .
        X . . . .
        . . . . .
        . . . . .
        . . O O O",
    ) {
        assert_eq!(story.dies(WHITE), (1, false));
        story.world.settle();
        // Two black stones, and three from D1, which is linked with both its neighbours.
        assert_eq!(story.world.scores().black, 5.0);
        assert_eq!(story.world.scores().white, 3.0);
    }
}
