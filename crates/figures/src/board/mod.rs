//! A board with anything on it, as a value. What it is made of; how it is drawn is in the modules below.

mod draw;
mod observation;
mod outline;
mod overlay;
mod terminal;

use goban::{Board, BoardSize, ByColor, Color, Point, PointSet};

pub(crate) use draw::{Drawing, Layers};
pub use overlay::{Field, FieldStyle, Graph, Mark, Node, NodeStyle, Path, State, States};

use crate::text::clean;
use crate::{Figure, Rgb, TerminalOptions, Theme, terminal as lines};

/// A rectangle of the board: the part that is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Region {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Region {
    /// The rectangle with two points as opposite corners.
    #[must_use]
    pub fn new(a: Point, b: Point) -> Region {
        Region {
            left: a.column().min(b.column()),
            top: a.row().min(b.row()),
            right: a.column().max(b.column()),
            bottom: a.row().max(b.row()),
        }
    }

    /// The whole board.
    #[must_use]
    pub fn whole(size: BoardSize) -> Region {
        Region { left: 0, top: 0, right: size.get() - 1, bottom: size.get() - 1 }
    }

    /// The smallest rectangle that shows all the points with this many lines around them; the whole board where there
    /// are not points. It takes in an edge of the board that would be one line away.
    ///
    /// ```
    /// use figures::Region;
    /// use goban::BoardSize;
    /// let size = BoardSize::NINETEEN;
    /// let corner = Region::around(size, [size.parse_vertex("Q16").unwrap()], 2);
    /// assert_eq!((corner.columns(), corner.rows()), (13..19, 0..6));
    /// ```
    #[must_use]
    pub fn around(size: BoardSize, points: impl IntoIterator<Item = Point>, margin: usize) -> Region {
        let last = size.get() - 1;
        let mut points = points.into_iter();
        let Some(first) = points.next() else { return Region::whole(size) };
        let tight = points.fold(Region::new(first, first), |region, point| Region {
            left: region.left.min(point.column()),
            top: region.top.min(point.row()),
            right: region.right.max(point.column()),
            bottom: region.bottom.max(point.row()),
        });
        let low = |at: usize| if at <= margin + 1 { 0 } else { at - margin };
        let high = |at: usize| if at + margin + 1 >= last { last } else { at + margin };
        Region { left: low(tight.left), top: low(tight.top), right: high(tight.right), bottom: high(tight.bottom) }
            .on(size)
    }

    /// The columns shown, counted from 0 at the left.
    #[must_use]
    pub fn columns(self) -> std::ops::Range<usize> {
        self.left..self.right + 1
    }

    /// The rows shown, counted from 0 at the top.
    #[must_use]
    pub fn rows(self) -> std::ops::Range<usize> {
        self.top..self.bottom + 1
    }

    /// Whether the point is shown.
    #[must_use]
    pub fn contains(self, point: Point) -> bool {
        self.columns().contains(&point.column()) && self.rows().contains(&point.row())
    }

    /// The part that lies on a board.
    fn on(self, size: BoardSize) -> Region {
        let last = size.get() - 1;
        Region {
            left: self.left.min(last),
            top: self.top.min(last),
            right: self.right.min(last),
            bottom: self.bottom.min(last),
        }
    }
}

/// A board to be drawn, with stones, marks, maps, graphs, paths, a title and a caption.
///
/// Points that are not on the board are left out, wherever they are given. A figure for a page of many figures gets an
/// [`id`](BoardFigure::id).
#[derive(Clone, Debug)]
pub struct BoardFigure {
    size: BoardSize,
    stones: ByColor<PointSet>,
    region: Region,
    coordinates: bool,
    theme: Theme,
    id: String,
    title: String,
    caption: String,
    numbers: Vec<(Point, u32)>,
    last_move: Option<Point>,
    captured: ByColor<PointSet>,
    marks: Vec<(Point, Mark)>,
    labels: Vec<(Point, String)>,
    fields: Vec<Field>,
    states: Option<States>,
    graphs: Vec<Graph>,
    paths: Vec<Path>,
}

impl BoardFigure {
    /// The stones of a board, with coordinates, on wood.
    #[must_use]
    pub fn new(board: &Board) -> BoardFigure {
        let size = board.size();
        BoardFigure {
            size,
            stones: *board.stones(),
            region: Region::whole(size),
            coordinates: true,
            theme: Theme::default(),
            id: "board".to_owned(),
            title: String::new(),
            caption: String::new(),
            numbers: Vec::new(),
            last_move: None,
            captured: ByColor::default(),
            marks: Vec::new(),
            labels: Vec::new(),
            fields: Vec::new(),
            states: None,
            graphs: Vec::new(),
            paths: Vec::new(),
        }
    }

    /// Draws a part of the board only.
    #[must_use]
    pub fn region(mut self, region: Region) -> Self {
        self.region = region.on(self.size);
        self
    }

    /// Whether column letters and row numbers stand around the board.
    #[must_use]
    pub fn coordinates(mut self, shown: bool) -> Self {
        self.coordinates = shown;
        self
    }

    /// The look.
    #[must_use]
    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// A name that no other figure of the same page has: the ids inside the SVG are made from it. Only ASCII letters,
    /// digits and hyphens are kept.
    #[must_use]
    pub fn id(mut self, id: &str) -> Self {
        // A name in a style sheet begins with a letter.
        self.id = std::iter::once('b').chain(id.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-')).collect();
        self
    }

    /// A heading.
    #[must_use]
    pub fn title(mut self, title: &str) -> Self {
        self.title = clean(title);
        self
    }

    /// A text below the figure: what is shown, seeds, parameters.
    #[must_use]
    pub fn caption(mut self, caption: &str) -> Self {
        self.caption = clean(caption);
        self
    }

    /// Move numbers, on stones and on points whose stone is gone.
    #[must_use]
    pub fn numbers(mut self, numbers: impl IntoIterator<Item = (Point, u32)>) -> Self {
        self.numbers.extend(numbers.into_iter().filter(|&(point, _)| self.size.contains(point)));
        self
    }

    /// The point of the last move, which gets a mark.
    #[must_use]
    pub fn last_move(mut self, point: impl Into<Option<Point>>) -> Self {
        self.last_move = point.into().filter(|&point| self.size.contains(point));
        self
    }

    /// Points from which stones of this colour were just taken.
    #[must_use]
    pub fn captured(mut self, color: Color, points: impl IntoIterator<Item = Point>) -> Self {
        self.captured[color].extend(points);
        self.captured[color] &= self.size.all_points();
        self
    }

    /// The same mark on each of some points.
    #[must_use]
    pub fn marks(mut self, mark: Mark, points: impl IntoIterator<Item = Point>) -> Self {
        let on_board = points.into_iter().filter(|&point| self.size.contains(point));
        self.marks.extend(on_board.map(|point| (point, mark)));
        self
    }

    /// Short texts on points.
    #[must_use]
    pub fn labels<T: AsRef<str>>(mut self, labels: impl IntoIterator<Item = (Point, T)>) -> Self {
        for (point, text) in labels {
            let text = clean(text.as_ref());
            if self.size.contains(point) && !text.is_empty() {
                self.labels.push((point, text));
            }
        }
        self
    }

    /// A number on every point. Several fields may be drawn over each other, for example one as colours and one as
    /// squares.
    #[must_use]
    pub fn field(mut self, field: Field) -> Self {
        self.fields.push(field);
        self
    }

    /// A map of classes, each with its colour.
    #[must_use]
    pub fn states(mut self, states: States) -> Self {
        self.states = Some(states);
        self
    }

    /// A graph whose nodes lie on points.
    #[must_use]
    pub fn graph(mut self, graph: Graph) -> Self {
        self.graphs.push(graph);
        self
    }

    /// A sequence of points.
    #[must_use]
    pub fn path(mut self, path: Path) -> Self {
        self.paths.push(path);
        self
    }

    pub(crate) fn drawing(&self) -> Drawing<'_> {
        Drawing::new(self, &self.id)
    }

    /// The class of animated parts: the id of the figure.
    pub(crate) fn css_class(&self) -> &str {
        &self.id
    }

    pub(crate) fn heading(&self) -> &str {
        &self.title
    }

    /// The colour around the board.
    pub(crate) fn page(&self) -> Rgb {
        self.theme.look().page
    }

    fn stone(&self, point: Point) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.stones[color].contains(point))
    }

    /// The points that are drawn.
    fn shown(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&point| self.region.contains(point))
    }

    /// The text on a point: its label, or its move number.
    fn text_at(&self, point: Point) -> Option<String> {
        let label = self.labels.iter().rev().find(|(at, _)| *at == point).map(|(_, text)| text.clone());
        // Where a point was played twice, the later stone is the one that is seen.
        label.or_else(|| self.numbers.iter().rev().find(|(at, _)| *at == point).map(|(_, number)| number.to_string()))
    }

    /// The description for readers who cannot see the figure.
    pub(crate) fn description(&self) -> String {
        let count = |color: Color| self.stones[color].len();
        let mut text =
            format!("Go board {}: {} black and {} white stones", self.size, count(Color::Black), count(Color::White));
        if let Some(point) = self.last_move {
            text += &format!(", last move {}", self.size.vertex(point));
        }
        for name in self.fields.iter().map(|field| &field.name).chain(self.states.iter().map(|states| &states.name)) {
            text += &format!(", map of {name}");
        }
        if !self.caption.is_empty() {
            text += ". ";
            text += &self.caption;
        }
        text
    }
}

impl Figure for BoardFigure {
    fn to_svg(&self) -> String {
        self.drawing().document()
    }

    fn to_terminal(&self, options: &TerminalOptions) -> String {
        lines::render(&terminal::lines(self, options), options)
    }
}
