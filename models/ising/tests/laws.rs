//! The laws of the contract, for parameters that are not the defaults and for games that matter here.

use goban::{Board, BoardSize, ByColor, Color, Move, Position, Rules, Setup, Symmetry};
use ising::{Atomic, Fills, Generative, Life, Molecular, Molecules, Weights};
use model::{BeginError, Family, Fill, FillError, Parameters, Rng, Seed, Selection, Sheet};
use record::{Game, Mode};
use std::sync::Arc;
use testkit::fixtures::real_games;
use testkit::laws::{self, Effort};
use testkit::{Randomness, With, random_game};

const EFFORT: Effort = Effort { games: 1, whole_up_to: 7, short: 30, dense_up_to: 5 };

#[test]
fn other_parameters_keep_the_laws() {
    laws::check(&With::new(&Atomic::new(), &["ising.atomic.mu=0.7"]), EFFORT);
    let molecular = Molecular::new();
    let settings = [
        "ising.molecular.mu=0.3",
        "ising.molecular.contact_weight=0.25",
        "ising.molecular.net_stones=2",
        "ising.molecular.net_share=0.3",
        "ising.molecular.eye_cap=1",
    ];
    laws::check(&With::new(&molecular, &settings), EFFORT);
    laws::check(&With::new(&molecular, &["ising.molecular.ladders=searched"]), EFFORT);
    laws::check(&With::new(&Generative::new(), &["ising.generative.spins=0.25", "ising.generative.mu=1"]), EFFORT);
}

/// Draws a spin for every point from the board and the seed.
struct Drawn;

impl Fill for Drawn {
    fn fill(&self, position: &Position, seed: Seed) -> Result<Vec<f64>, FillError> {
        let mut rng = seed.stream(position.board().hash()).rng();
        Ok((0..position.size().area()).map(|_| (rng.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0).collect())
    }
}

#[test]
fn a_fill_that_draws_keeps_the_laws() {
    let fills = Fills { expected: Some(Arc::new(Drawn)), sampled: Some(Arc::new(Drawn)), conditional: None };
    let family = Generative::with_fills(fills);
    laws::check(&family, EFFORT);
    laws::check(&With::new(&family, &["ising.generative.fill=sampled"]), EFFORT);
    let start = Position::new(BoardSize::NINE, Rules::CHINESE);
    let conditional = With::new(&family, &["ising.generative.fill=conditional"]);
    assert!(matches!(begin(&conditional, &start), Err(BeginError::Missing(_))));
}

fn begin(family: &dyn Family, start: &Position) -> Result<Box<dyn model::Model>, BeginError> {
    family.begin(start, &Parameters::defaults(family.card()), Seed(1))
}

#[test]
fn without_spins_the_generative_family_says_what_to_do() {
    let start = Position::new(BoardSize::NINE, Rules::CHINESE);
    let error = |settings: &[&str]| begin(&With::new(&Generative::new(), settings), &start).err().unwrap().to_string();
    let text = error(&[]);
    assert!(text.contains("train a belief network") && text.contains("ising.generative.spins"), "{text}");
    assert_eq!(
        error(&["ising.generative.spins=0.1 0.2"]),
        "ising.generative.spins: 2 numbers, but a board of 9×9 has 81 points"
    );
    assert_eq!(
        error(&["ising.generative.spins=2"]),
        "ising.generative.spins: '2' is not a number from -1 (black) to 1 (white)"
    );
}

struct Wrong(Vec<f64>);

impl Fill for Wrong {
    fn fill(&self, _: &Position, _: Seed) -> Result<Vec<f64>, FillError> {
        Ok(self.0.clone())
    }
}

#[test]
fn a_fill_that_cannot_be_is_refused() {
    let start = Position::new(BoardSize::NINE, Rules::CHINESE);
    let error = |spins: Vec<f64>| {
        let family = Generative::with_fills(Fills { expected: Some(Arc::new(Wrong(spins))), ..Fills::default() });
        begin(&family, &start).err().unwrap().to_string()
    };
    assert!(error(vec![0.0; 80]).contains("80 numbers for a board of 81 points"));
    assert!(error(vec![f64::NAN; 81]).contains("NaN is not between"));
}

/// Hand-computed: a board of 3×3 with one white stone in the middle and 0.5 everywhere else.
#[test]
fn spins_of_empty_points_count() {
    let size = BoardSize::new(3).unwrap();
    let mut setup = Setup::new(size);
    setup.stones.white.insert(size.parse_vertex("B2").unwrap());
    let position = Position::from_setup(&setup, Rules::CHINESE).unwrap();
    let family = Generative::new();
    let family = With::new(&family, &["ising.generative.spins=0.5", "ising.generative.mu=1"]);
    let mut model = begin(&family, &position).unwrap();
    let mut sheet = Sheet::new(family.card(), &Selection::All);
    model.read(&position, &mut sheet);
    let number = |key: &str| sheet.get_number(&format!("ising.generative.{key}")).unwrap();
    // Pairs: 4 of the stone with an edge point (0.5), 8 along the edge (0.25), each seen from both ends.
    assert_eq!(number("interaction"), -2.0 * (4.0 * 0.5 + 8.0 * 0.25));
    // Really empty neighbours: the stone 4, corners 2 each, edge points 2 each (the stone is none).
    assert_eq!(number("field"), -(4.0 + 4.0 * 2.0 * 0.5 + 4.0 * 2.0 * 0.5));
    assert_eq!((number("black"), number("white")), (0.0, 8.0 + 4.0));
}

/// Reads the numbers that matter after every ply; the first reading is the start.
fn follow(family: &dyn Family, game: &Game, mut see: impl FnMut(Option<Color>, &Sheet<'_>, &Position)) {
    let mut replay = game.replay(&game.main_line(), Mode::Strict).unwrap();
    let mut model = begin(family, replay.position()).unwrap();
    let mut sheet = Sheet::new(family.card(), &Selection::All);
    model.read(replay.position(), &mut sheet);
    see(None, &sheet, replay.position());
    while let Some(ply) = replay.next_ply().unwrap() {
        model.observe(&ply, replay.position());
        sheet.clear();
        model.read(replay.position(), &mut sheet);
        see(Some(ply.color), &sheet, replay.position());
    }
}

/// The sum of Black's gains minus White's is what Black's own energy minus White's grew by, and the other numbers fit.
fn books_balance(family: &dyn Family, game: &Game) {
    let name = &family.card().name;
    let number = |sheet: &Sheet<'_>, key: &str| sheet.get_number(&format!("{name}.{key}")).unwrap();
    let mut start = None;
    let mut before: Option<(f64, ByColor<f64>)> = None;
    let mut gains = ByColor { black: 0.0, white: 0.0 };
    let mut largest: f64 = 1.0;
    follow(family, game, |mover, sheet, _| {
        let own = ByColor { black: number(sheet, "black"), white: number(sheet, "white") };
        let hamiltonian = number(sheet, "hamiltonian");
        let difference = own.black - own.white;
        largest = largest.max(own.black).max(own.white);
        let near = |a: f64, b: f64, what: &str| {
            assert!((a - b).abs() <= 1e-9 * largest, "{name}: {what}: {a} and {b}");
        };
        let start = *start.get_or_insert(difference);
        if let (Some(mover), Some((last, last_own))) = (mover, before) {
            let gain = number(sheet, "gain");
            gains[mover] += gain;
            near(number(sheet, "delta"), last - hamiltonian, "delta");
            near(gain, (own[mover] - last_own[mover]) - (own[!mover] - last_own[!mover]), "gain");
            near(number(sheet, "black_gain"), gains.black, "Black's gains");
            near(number(sheet, "white_gain"), gains.white, "White's gains");
            near(gains.black - gains.white, difference - start, "the law of the whole game");
            let lead = number(sheet, "lead");
            near(lead, gains.black - gains.white, "lead");
            let sign = if lead == 0.0 { 0.0 } else { lead.signum() };
            assert_eq!(number(sheet, "predicted"), sign, "{name}: predicted");
        }
        near(hamiltonian, number(sheet, "interaction") + number(sheet, "field"), "hamiltonian");
        before = Some((hamiltonian, own));
    });
}

#[test]
fn the_books_balance_over_whole_games() {
    let generative = Generative::new();
    let searched = Molecular::new();
    let families: [&dyn Family; 4] = [
        &Atomic::new(),
        &Molecular::new(),
        &With::new(&generative, &["ising.generative.spins=-0.125"]),
        &With::new(&searched, &["ising.molecular.ladders=searched", "ising.molecular.contact_weight=0.1"]),
    ];
    for family in families {
        for game in real_games(333).iter() {
            books_balance(family, game);
        }
        for seed in 0..3 {
            for side in [3, 5, 9, 13] {
                let size = BoardSize::new(side).unwrap();
                books_balance(family, &random_game(size, 3 * size.area(), Randomness::PLAY, Seed(seed)));
            }
        }
    }
}

#[test]
fn following_a_real_game_equals_starting_anew() {
    let molecular = Molecular::new();
    let searched = With::new(&molecular, &["ising.molecular.ladders=searched"]);
    let families: [&dyn Family; 3] = [&Atomic::new(), &molecular, &searched];
    for family in families {
        for game in real_games(500).iter() {
            let mut n = 0;
            follow(family, game, |_, sheet, position| {
                n += 1;
                if n % 3 != 0 {
                    return;
                }
                let mut fresh = begin(family, &position.forgetful()).unwrap();
                let mut scratch = Sheet::new(family.card(), &Selection::All);
                fresh.read(position, &mut scratch);
                for (one, other) in sheet.observations().zip(scratch.observations()) {
                    if one.quantity.scope == model::Scope::Position {
                        assert_eq!(one.data, other.data, "{} after ply {n}", one.quantity.name);
                    }
                }
            });
        }
    }
}

/// The laws at every ply would take minutes where much is read: here are those that life could break.
#[test]
fn with_life_following_equals_starting_anew_however_the_board_lies() {
    let molecular = Molecular::new();
    for life in [Life::Benson, Life::Read] {
        let setting = if life == Life::Read { "ising.molecular.life=read" } else { "ising.molecular.life=benson" };
        let family = With::new(&molecular, &[setting]);
        let game = random_game(BoardSize::new(5).unwrap(), 48, Randomness::PLAY, Seed(3));
        let mut n = 0;
        follow(&family, &game, |_, sheet, position| {
            n += 1;
            if n % 8 != 0 {
                return;
            }
            let mut fresh = begin(&family, &position.forgetful()).unwrap();
            let mut scratch = Sheet::new(family.card(), &Selection::All);
            fresh.read(position, &mut scratch);
            for (one, other) in sheet.observations().zip(scratch.observations()) {
                if one.quantity.scope == model::Scope::Position {
                    assert_eq!(one.data, other.data, "{} after ply {n}", one.quantity.name);
                }
            }
            let energies = |board: &Board| {
                let energies = Molecules::new(board, Weights { life, ..Weights::default() }).energies();
                [energies.interaction, energies.field, energies.own.black, energies.own.white]
            };
            let plain = energies(position.board());
            for symmetry in Symmetry::ALL {
                let turned = position.board().transformed(symmetry);
                let [interaction, field, black, white] = energies(&turned.color_swapped());
                let near = |pair: (f64, f64)| (pair.0 - pair.1).abs() <= 1e-9 * pair.0.abs().max(1.0);
                assert!(energies(&turned).into_iter().zip(plain).all(near), "{symmetry:?} after ply {n}");
                assert!([interaction, -field, white, black].into_iter().zip(plain).all(near), "swapped after ply {n}");
            }
        });
    }
}

#[test]
fn stones_put_up_by_hand_are_nobodys_gain() {
    let size = BoardSize::NINE;
    let mut game = Game::new(size);
    let play = |game: &mut Game, at, color, vertex: &str| {
        game.add_move(at, color, Move::Play(size.parse_vertex(vertex).unwrap()))
    };
    let root = game.root();
    let first = play(&mut game, root, Color::Black, "E5");
    let second = play(&mut game, first, Color::White, "C3");
    let mut change = record::SetupChange::default();
    change.add.black.extend(["E6", "F5"].map(|vertex| size.parse_vertex(vertex).unwrap()));
    game.node_mut(second).setup = Some(Box::new(change));
    let mut gains = Vec::new();
    follow(&Atomic::new(), &game, |_, sheet, _| gains.push(sheet.get_number("ising.atomic.gain").unwrap()));
    assert_eq!(gains, [0.0, 0.0, 0.0], "the three black stones came together by hand");
}

/// 144 eyes in one chain of 481 stones: 481 to the power of 145 is beyond the range of f64.
#[test]
fn numbers_beyond_all_range_never_become_nan() {
    let size = BoardSize::new(25).unwrap();
    let mut setup = Setup::new(size);
    for point in size.points().filter(|point| point.row() % 2 == 0 || point.column() % 2 == 0) {
        setup.stones.black.insert(point);
    }
    let position = Position::from_setup(&setup, Rules::TROMP_TAYLOR).unwrap();
    let family = Molecular::new();
    let mut model = begin(&family, &position).unwrap();
    let mut game = Game::new(size);
    let mut at = game.root();
    game.node_mut(at).setup =
        Some(Box::new(record::SetupChange { add: setup.stones, ..record::SetupChange::default() }));
    for (color, vertex) in [(Color::Black, "B2"), (Color::Black, "B4"), (Color::White, "pass"), (Color::Black, "D4")] {
        at = game.add_move(at, color, size.parse_vertex(vertex).map_or(Move::Pass, Move::Play));
    }
    let mut replay = game.replay(&game.main_line(), Mode::Strict).unwrap();
    let mut infinite = 0;
    loop {
        let mut sheet = Sheet::new(family.card(), &Selection::All);
        model.read(replay.position(), &mut sheet);
        for observation in sheet.observations() {
            match observation.data {
                model::Data::Number(value) => {
                    assert!(!value.is_nan(), "{}", observation.quantity.name);
                    infinite += usize::from(value.is_infinite());
                }
                model::Data::Field(values) => assert!(values.iter().all(|value| !value.is_nan())),
                _ => {}
            }
        }
        assert!(model.rate_all(replay.position()).iter().all(|rating| rating.value.is_finite()));
        assert!(model.explain(replay.position(), model::Question::Point(size.parse_vertex("A1").unwrap())).is_some());
        let Some(ply) = replay.next_ply().unwrap() else { break };
        model.observe(&ply, replay.position());
    }
    assert!(infinite > 0, "the board is not large enough for this test");
}
