//! What holds for every figure: it is well-formed, decodes, survives hostile text, and its rows align.

use figures::{
    Animation, Bars, BoardFigure, Chart, ColorMode, Edge, Field, FieldStyle, Figure, Graph, Mark, Node, NodeStyle,
    Path, Region, RenderError, Rgb, Sample, Series, States, TerminalOptions, Theme, sparkline,
};
use goban::{Board, BoardSize, ByColor, Color, Diagram, Point, PointSet, Setup};
use proptest::prelude::*;
use resvg::tiny_skia::Pixmap;
use resvg::usvg::{Options, Tree, roxmltree};
use unicode_width::UnicodeWidthStr;

const HOSTILE: &str = "<script>alert(\"1\")</script> & ]]> \u{1b}[31m\0\u{7}\u{202e}\u{ffff} 'x' 李昌鎬 \r\n\t";

fn nine() -> Board {
    let drawn = ". . . . . . . . .\n".repeat(4) + ". . X O . . . . .\n" + &". . . . . . . . .\n".repeat(4);
    Diagram::parse(&drawn).unwrap().board().unwrap()
}

/// A figure that uses everything there is, with the same text everywhere.
fn everything(board: &Board, text: &str, theme: Theme) -> BoardFigure {
    let size = board.size();
    let all: Vec<Point> = size.points().collect();
    let some = |step: usize| all.iter().copied().step_by(step);
    let ramp = |n: usize| (0..n).map(|i| i as f64 - n as f64 / 2.0).collect::<Vec<f64>>();
    let odd = ramp(size.area()).into_iter().enumerate().map(|(i, value)| match i % 9 {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => f64::NEG_INFINITY,
        _ => value,
    });
    let classes: Vec<i64> = (0..size.area() as i64).map(|i| i % 5).collect();
    let node = |color: Color, first: usize| Node {
        points: some(3).skip(first).take(4).collect(),
        label: Some(text.to_owned()),
        color: Some(color),
    };
    let edge =
        |from: usize, to: usize, weight: f64| Edge { from, to, label: text.to_owned(), weight, directed: weight > 1.0 };
    let edges = [edge(0, 1, 1.0), edge(0, 1, 2.0), edge(1, 0, f64::NAN), edge(1, 1, 0.0), edge(0, 7, 1.0)];
    let graph = Graph::new(text, [node(Color::Black, 0), node(Color::White, 1), Node::default()], edges);
    BoardFigure::new(board)
        .theme(theme)
        .id(text)
        .title(text)
        .caption(text)
        .numbers(some(2).zip([1, 22, 333, 4444].into_iter().cycle()))
        .last_move(all[0])
        .captured(Color::White, some(5))
        .captured(Color::Black, some(7))
        .marks(Mark::Circle, some(4))
        .marks(Mark::Square, some(6))
        .marks(Mark::Triangle, some(8))
        .marks(Mark::Cross, some(10))
        .marks(Mark::Dot, some(11))
        .labels(some(3).map(|point| (point, text)))
        .field(Field::signed(text, odd.collect::<Vec<_>>()))
        .field(Field::sequential(text, ramp(size.area() / 2)).style(FieldStyle::Squares))
        .field(Field::signed(text, ramp(size.area())).style(FieldStyle::Numbers))
        .states(States::new(text, classes).class(1, text, Rgb::hex(0x808080), '\u{1b}').class(2, text, None, 'b'))
        .graph(graph.clone())
        .graph(graph.style(NodeStyle::Dot))
        .path(Path::new(some(2).collect::<Vec<_>>()).label(text).directed(true))
        .path(Path::new(Vec::new()).color(Color::White))
}

fn all_charts(values: &[f64], text: &str) -> Vec<Chart> {
    let series = [Series::new(text, values.iter().copied()), Series::new(text, values.iter().rev().copied())];
    let samples = [Sample::new(text, values.iter().copied()), Sample::new(text, [])];
    let pairs: Vec<(f64, f64)> = values.iter().map(|&value| (value, value + 1.0)).collect();
    let bars = Bars::new(text, values).intervals(pairs);
    let charts = [
        Chart::curves(series.clone()).lead(true).mark(1.0, text).mark(f64::NAN, text),
        Chart::curves(series[..1].to_vec()).mark(1e9, text),
        Chart::curves([]),
        Chart::boxes(samples.clone()),
        Chart::boxes([]),
        Chart::bars(values.iter().map(|_| text), [bars]),
        Chart::bars([text], []),
        Chart::histogram(samples, 7),
        Chart::histogram([], 0),
    ];
    charts.map(|chart| chart.title(text).caption(text).axes(text, text)).to_vec()
}

/// The document, if it is well-formed, has one title and refers only to its own parts.
fn assert_sound(svg: &str) {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    assert_eq!(root.children().filter(|node| node.has_tag_name("title")).count(), 1);
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(ids.len(), unique.len(), "ids are unique");
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        assert!(!["script", "image", "foreignObject", "a"].contains(&node.tag_name().name()));
        for attribute in node.attributes() {
            let value = attribute.value();
            assert!(!value.contains("NaN") && !value.contains("inf"), "{}={value}", attribute.name());
            let reference = value.strip_prefix("url(#").and_then(|rest| rest.strip_suffix(')'));
            let reference = if attribute.name() == "href" { value.strip_prefix('#') } else { reference };
            if attribute.name() == "href" || value.contains("url(") {
                assert!(ids.contains(&reference.expect("an inner reference")), "{value}");
            }
        }
    }
}

fn assert_png(png: &[u8], width: u32) {
    let picture = Pixmap::decode_png(png).unwrap();
    assert_eq!(picture.width(), width);
    let first = picture.pixels()[0];
    assert!(picture.pixels().iter().any(|pixel| *pixel != first), "the picture is blank");
    assert!(picture.pixels().iter().all(|pixel| pixel.alpha() == 255), "the picture is opaque");
}

fn every_terminal(width: usize) -> impl Iterator<Item = TerminalOptions> {
    let colors = [ColorMode::None, ColorMode::Ansi256, ColorMode::TrueColor];
    colors.into_iter().flat_map(move |color| [true, false].map(|unicode| TerminalOptions { color, unicode, width }))
}

/// The text without the colour sequences, which are checked to be nothing else.
fn without_colors(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (codes, rest) = part.strip_prefix('[').and_then(|part| part.split_once('m')).expect("a colour sequence");
        assert!(codes.bytes().all(|byte| byte.is_ascii_digit() || byte == b';'), "{codes:?}");
        out += rest;
    }
    out
}

#[test]
fn hostile_text_stays_text() {
    for theme in Theme::ALL {
        let figure = everything(&nine(), HOSTILE, theme);
        let svg = figure.to_svg();
        assert_sound(&svg);
        assert!(!svg.contains("<script"));
        assert_png(&figure.to_png(400).unwrap(), 400);
        for options in every_terminal(80) {
            let text = without_colors(&figure.to_terminal(&options));
            assert!(!text.chars().any(|c| (c.is_control() && c != '\n') || c == '\u{202e}'), "{text:?}");
            assert!(options.unicode || text.is_ascii(), "{text}");
        }
    }
    for chart in all_charts(&[1.0, f64::NAN, -3.0], HOSTILE) {
        assert_sound(&chart.to_svg());
        assert_png(&chart.to_png(300).unwrap(), 300);
        for options in every_terminal(80) {
            let text = without_colors(&chart.to_terminal(&options));
            assert!(options.unicode || text.is_ascii(), "{text}");
        }
    }
    let animation = Animation::new([everything(&nine(), HOSTILE, Theme::Wood), everything(&nine(), "", Theme::Dark)]);
    assert_sound(&animation.to_svg());
}

#[test]
fn pictures_do_not_depend_on_installed_fonts() {
    // What the crate draws is what its own two fonts give and nothing else.
    let figure =
        BoardFigure::new(&nine()).title("Fonts Äé Ω Ж 123").labels([(BoardSize::NINE.point(4, 4).unwrap(), "a1")]);
    let ours = Pixmap::decode_png(&figure.to_png(400).unwrap()).unwrap();
    let svg = figure.to_svg();
    let draw = |options: &Options<'_>| {
        let tree = Tree::from_str(&svg, options).unwrap();
        let mut picture = Pixmap::new(ours.width(), ours.height()).unwrap();
        let (across, down) = (ours.width() as f32 / tree.size().width(), ours.height() as f32 / tree.size().height());
        resvg::render(&tree, resvg::tiny_skia::Transform::from_scale(across, down), &mut picture.as_mut());
        picture
    };
    let mut bundled = Options { font_family: "Inter".to_owned(), ..Options::default() };
    assert!(bundled.fontdb.is_empty(), "the library is built without the fonts of the machine");
    let without_text = draw(&bundled);
    assert!(ours != without_text, "the text is drawn");
    for font in ["Inter-Regular", "Inter-SemiBold"] {
        let path = format!("{}/fonts/{font}.subset.ttf", env!("CARGO_MANIFEST_DIR"));
        bundled.fontdb_mut().load_font_data(std::fs::read(path).unwrap());
    }
    assert!(ours == draw(&bundled), "only the bundled fonts are used");
}

#[test]
fn pictures_have_the_width_that_was_asked_for() {
    let figure = BoardFigure::new(&nine());
    for width in [1, 37, 400, 800] {
        let png = figure.to_png(width).unwrap();
        assert_eq!(Pixmap::decode_png(&png).unwrap().width(), width);
    }
    let error = figure.to_png(0).unwrap_err();
    assert!(matches!(error, RenderError::Size { width: 0, .. }), "{error}");
    assert!(figure.to_png(1_000_000).unwrap_err().to_string().contains("choose a width"));
    assert_eq!(Animation::new([]).to_gif(100).unwrap_err(), RenderError::NoFrames);
    assert_sound(&Animation::new([]).to_svg());
}

#[test]
fn gifs_hold_every_frame_and_are_the_same_every_time() {
    let size = BoardSize::NINE;
    let frame = |i: usize| {
        let values: Vec<f64> = (0..size.area()).map(|k| ((k + i) % 7) as f64 - 3.0).collect();
        BoardFigure::new(&nine()).field(Field::signed("lead", values)).last_move(size.point(i, i))
    };
    let frames: Vec<BoardFigure> = (0..4).map(frame).collect();
    let animation = Animation::new(frames.clone()).frame_time(100);
    let gif = animation.to_gif(200).unwrap();
    assert_eq!(gif, animation.to_gif(200).unwrap());
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(&gif[..]).unwrap();
    let global = decoder.global_palette().unwrap().to_vec();
    let mut canvas: Vec<u8> = Vec::new();
    for (i, figure) in frames.iter().enumerate() {
        let read = decoder.read_next_frame().unwrap().expect("a frame").clone();
        if canvas.is_empty() {
            canvas = vec![0; usize::from(read.width) * usize::from(read.height)];
        }
        for (k, &index) in read.buffer.iter().enumerate() {
            let (x, y) = (k % usize::from(read.width), k / usize::from(read.width));
            canvas[(y + usize::from(read.top)) * 200 + x + usize::from(read.left)] = index;
        }
        // 256 colours are enough to stay near the picture.
        let picture = Pixmap::decode_png(&figure.to_png(200).unwrap()).unwrap();
        let far = picture.pixels().iter().zip(&canvas).filter(|(pixel, index)| {
            let color = &global[usize::from(**index) * 3..][..3];
            let off = |a: u8, b: u8| a.abs_diff(b) > 24;
            off(pixel.red(), color[0]) || off(pixel.green(), color[1]) || off(pixel.blue(), color[2])
        });
        let far = far.count();
        assert!(far * 100 < canvas.len(), "frame {i}: {far} of {} pixels are far off", canvas.len());
    }
    assert!(decoder.read_next_frame().unwrap().is_none());
}

#[test]
fn regions_stay_on_the_board() {
    let size = BoardSize::NINE;
    let far = BoardSize::NINETEEN.point(18, 18).unwrap();
    let figure = BoardFigure::new(&nine()).region(Region::new(far, far)).marks(Mark::Dot, [far]).last_move(far);
    assert_sound(&figure.to_svg());
    assert_eq!(Region::around(size, [], 3), Region::whole(size));
    assert_eq!(Region::around(size, [far], 0).columns(), 8..9);
}

fn any_board() -> impl Strategy<Value = Board> {
    (BoardSize::MIN..=BoardSize::MAX).prop_flat_map(|side| {
        let size = BoardSize::new(side).unwrap();
        proptest::collection::vec(0..5_u8, size.area()).prop_map(move |cells| {
            let mut setup = Setup::new(size);
            for (point, cell) in size.points().zip(cells) {
                match cell {
                    0 => drop(setup.stones.black.insert(point)),
                    1 => drop(setup.stones.white.insert(point)),
                    _ => {}
                }
            }
            let stones: ByColor<PointSet> = setup.repaired().stones;
            Board::with_stones(size, &stones)
        })
    })
}

fn any_value() -> impl Strategy<Value = f64> {
    prop_oneof![6 => -100.0..100.0, 1 => Just(0.0), 1 => Just(f64::NAN), 1 => any::<f64>(), 1 => Just(f64::MAX), 1 => Just(5e-324)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_board_is_drawn(board in any_board(), text in ".{0,6}", theme in 0..3_usize, corners in any::<[u8; 4]>()) {
        let size = board.size();
        let corner = |i: usize| size.point(usize::from(corners[i]) % size.get(), usize::from(corners[i + 1]) % size.get()).unwrap();
        let plain = BoardFigure::new(&board).theme(Theme::ALL[theme]);
        let full = everything(&board, &text, Theme::ALL[theme]);
        for figure in [plain.clone(), full.clone(), full.region(Region::new(corner(0), corner(2)))] {
            assert_sound(&figure.to_svg());
        }
        assert_png(&plain.to_png(60).unwrap(), 60);
    }

    #[test]
    fn rows_of_a_board_are_equally_wide(board in any_board(), width in 0..120_usize, shown in any::<bool>()) {
        let size = board.size();
        let figure = BoardFigure::new(&board)
            .coordinates(shown)
            .last_move(size.point(0, 0))
            .captured(Color::Black, size.point(1, 0))
            .marks(Mark::Triangle, size.points().step_by(3))
            .field(Field::signed("", vec![1.0; size.area()]));
        for options in every_terminal(width) {
            let text = without_colors(&figure.to_terminal(&options));
            let around = |columns: usize| columns + if shown && columns + 6 <= width { 6 } else { 0 };
            let rows: Vec<usize> = text.lines().take(size.get()).map(UnicodeWidthStr::width).collect();
            prop_assert!(rows.iter().all(|row| *row == rows[0]), "{text}");
            prop_assert!(rows[0] <= width.max(size.get()), "{} of {width}:\n{text}", rows[0]);
            prop_assert!(rows[0] >= around(size.get()).min(size.get()));
            prop_assert!(text.chars().all(|c| c == '\n' || UnicodeWidthStr::width(c.to_string().as_str()) == 1));
        }
    }

    #[test]
    fn every_chart_is_drawn(values in proptest::collection::vec(any_value(), 0..40), width in 0..120_usize, theme in 0..3_usize) {
        for chart in all_charts(&values, "name") {
            let chart = chart.theme(Theme::ALL[theme]);
            assert_sound(&chart.to_svg());
            for options in every_terminal(width) {
                let text = without_colors(&chart.to_terminal(&options));
                prop_assert!(options.unicode || text.is_ascii());
                let widest = text.lines().map(UnicodeWidthStr::width).max().unwrap_or(0);
                prop_assert!(width < 60 || widest <= width, "{widest} of {width}:\n{text}");
            }
        }
        for options in every_terminal(width) {
            prop_assert!(sparkline(&values, &options).chars().count() == values.len().min(width));
        }
    }

    #[test]
    fn fields_of_any_numbers_are_drawn(values in proptest::collection::vec(any_value(), 0..90), limit in any_value()) {
        for style in [FieldStyle::Heat, FieldStyle::Squares, FieldStyle::Numbers] {
            for field in [Field::signed("f", values.clone()), Field::sequential("f", values.clone())] {
                let figure = BoardFigure::new(&nine()).field(field.clone().style(style));
                assert_sound(&figure.to_svg());
                let figure = BoardFigure::new(&nine()).field(field.style(style).limit(limit));
                assert_sound(&figure.to_svg());
                every_terminal(80).for_each(|options| drop(figure.to_terminal(&options)));
            }
        }
    }
}
