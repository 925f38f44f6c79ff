//! Graphs and paths on a board.

use std::collections::BTreeMap;

use goban::{Color, Point, PointSet};
use model::Edge;

use super::super::outline::outline;
use super::super::{Graph, Node, NodeStyle, Path};
use super::{CELL, Drawing};
use crate::Rgb;
use crate::color::Scale;
use crate::svg::{Attribute, N, Svg};

impl Drawing<'_> {
    /// The colour of a side: the ends of the signed scale.
    fn side(&self, color: Color) -> Rgb {
        self.look.scale_color(Scale::Signed, color.sign())
    }

    fn node_color(&self, color: Option<Color>) -> Rgb {
        color.map_or(self.look.palette(6), |color| self.side(color))
    }

    /// The insides of outlined nodes, under the stones.
    pub(super) fn node_areas(&self) -> String {
        self.outlines(|svg, d, color| {
            svg.path(d, &[("fill", &color), ("fill-opacity", &0.26), ("fill-rule", &"evenodd")]);
        })
    }

    fn outlines(&self, mut draw: impl FnMut(&mut Svg, &str, Rgb)) -> String {
        let mut svg = Svg::new();
        for graph in self.figure.graphs.iter().filter(|graph| graph.style == NodeStyle::Outline) {
            for node in &graph.nodes {
                let points: PointSet =
                    node.points.iter().copied().filter(|&point| self.figure.size.contains(point)).collect();
                let d = outline(&points, |column, row| (self.x(column), self.y(row)), 0.035, 0.36);
                if !d.is_empty() {
                    draw(&mut svg, &d, self.node_color(node.color));
                }
            }
        }
        if svg.is_empty() { String::new() } else { self.windowed(svg) }
    }

    /// The markup, seen through the board.
    fn windowed(&self, inner: Svg) -> String {
        let mut svg = Svg::new();
        svg.open("g", &[("clip-path", &format_args!("url({})", self.reference("window")))]);
        svg.raw(&inner.into_string()).close("g");
        svg.into_string()
    }

    pub(super) fn graphs(&self) -> String {
        let mut out = self.outlines(|svg, d, color| {
            svg.path(d, &[("fill", &"none"), ("stroke", &color), ("stroke-width", &2.2)]);
        });
        for graph in &self.figure.graphs {
            let mut svg = Svg::new();
            self.edges(&mut svg, graph);
            for node in &graph.nodes {
                let Some(&point) = node.points.first().filter(|&&point| self.figure.region.contains(point)) else {
                    continue;
                };
                let (x, y) = self.center(point);
                match (graph.style, &node.label) {
                    (NodeStyle::Outline, Some(label)) => self.label(&mut svg, point, label),
                    (NodeStyle::Outline, None) => {}
                    (NodeStyle::Dot, label) => {
                        let fill = self.node_color(node.color);
                        let radius = dot_radius(node);
                        let rim: [Attribute<'_>; 3] =
                            [("fill", &fill), ("stroke", &self.look.page), ("stroke-width", &1.6)];
                        svg.circle(x, y, radius, &rim);
                        if let Some(label) = label {
                            self.fitted(&mut svg, (x, y), label, CELL * 0.4, radius * 1.6, self.look.ink_on(fill));
                        }
                    }
                }
            }
            if !svg.is_empty() {
                out += &self.windowed(svg);
            }
        }
        out
    }

    fn edges(&self, svg: &mut Svg, graph: &Graph) {
        let labels = graph.edge_labels();
        let heaviest = graph.heaviest();
        // Where there are many, thin lines let each other be seen.
        let thin = if graph.edges.len() > 60 { 0.4 } else { 1.0 };
        let mut parallel: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for edge in &graph.edges {
            let between = parallel.entry((edge.from.min(edge.to), edge.from.max(edge.to))).or_default();
            let bend = *between as f64;
            *between += 1;
            let share = if heaviest > 0.0 { (edge.weight.abs() / heaviest).min(1.0) } else { 0.5 };
            let share = if share.is_nan() { 0.5 } else { share };
            let color = self.look.label_color(labels.iter().position(|label| *label == edge.label).unwrap_or(0));
            self.edge(svg, graph, edge, thin * (1.4 + 3.6 * share), color, bend);
        }
    }

    fn edge(&self, svg: &mut Svg, graph: &Graph, edge: &Edge, breadth: f64, color: Rgb, bend: f64) {
        let on_board = |node: usize| {
            let points = graph.nodes[node].points.iter().copied().filter(|&point| self.figure.size.contains(point));
            points.collect::<Vec<_>>()
        };
        let (from, to) = (on_board(edge.from), on_board(edge.to));
        let ends: Option<(Point, Point)> = match graph.style {
            NodeStyle::Dot => from.first().copied().zip(to.first().copied()),
            NodeStyle::Outline => nearest(&from, &to),
        };
        let Some(ends) = ends else { return };
        let ((x0, y0), (x1, y1)) = match ends.0 == ends.1 {
            // Outlines that share points are joined from middle to middle.
            true => (self.middle(&from), self.middle(&to)),
            false => (self.center(ends.0), self.center(ends.1)),
        };
        let length = (x1 - x0).hypot(y1 - y0);
        if length < 1.0 {
            // An edge from a node to itself, or between two at one spot, is a small loop beside it.
            let radius = CELL * (0.24 + 0.06 * bend);
            let beside = CELL * 0.3;
            svg.circle(
                x0 + beside,
                y0 - beside,
                radius,
                &[("fill", &"none"), ("stroke", &color), ("stroke-width", &N(breadth))],
            );
            return;
        }
        let (ux, uy) = ((x1 - x0) / length, (y1 - y0) / length);
        // Ends stop short of the middle of a point, so that the stone or dot is seen.
        let gap = |node: usize| match graph.style {
            NodeStyle::Dot => dot_radius(&graph.nodes[node]),
            NodeStyle::Outline => (CELL * 0.28).min(length * 0.18),
        };
        let head = if edge.directed { (5.0 + 1.7 * breadth).min(length * 0.45) } else { 0.0 };
        // The first of several edges is straight, the others bend to either side.
        let away = (bend / 2.0).ceil() * 0.34 * CELL * if bend % 2.0 == 1.0 { 1.0 } else { -1.0 };
        let (cx, cy) = ((x0 + x1) / 2.0 - uy * away * 2.0, (y0 + y1) / 2.0 + ux * away * 2.0);
        let toward = |x: f64, y: f64, by: f64| {
            let (dx, dy) = (cx - x, cy - y);
            let distance = dx.hypot(dy).max(1e-9);
            (x + dx / distance * by, y + dy / distance * by)
        };
        let (sx, sy) = toward(x0, y0, gap(edge.from));
        let (tx, ty) = toward(x1, y1, gap(edge.to));
        let (ex, ey) = toward(x1, y1, gap(edge.to) + head * 0.8);
        let d = if bend == 0.0 {
            format!("M{} {}L{} {}", N(sx), N(sy), N(ex), N(ey))
        } else {
            format!("M{} {}Q{} {} {} {}", N(sx), N(sy), N(cx), N(cy), N(ex), N(ey))
        };
        self.stroke(svg, &d, color, breadth);
        if edge.directed {
            self.arrow(svg, (ex, ey), (tx, ty), head, color);
        }
    }

    /// Where the middle of some points is; there is at least one.
    fn middle(&self, points: &[Point]) -> (f64, f64) {
        let centers = points.iter().map(|&point| self.center(point));
        let (x, y) = centers.fold((0.0, 0.0), |(x, y), (px, py)| (x + px, y + py));
        (x / points.len() as f64, y / points.len() as f64)
    }

    /// A line with a rim of the page's colour, which keeps it apart from stones and tiles.
    fn stroke(&self, svg: &mut Svg, d: &str, color: Rgb, breadth: f64) {
        for (stroke, wide, opacity) in [(self.look.page, breadth + 2.4, 0.8), (color, breadth, 1.0)] {
            svg.path(
                d,
                &[
                    ("fill", &"none"),
                    ("stroke", &stroke),
                    ("stroke-width", &N(wide)),
                    ("stroke-opacity", &opacity),
                    ("stroke-linecap", &"round"),
                    ("stroke-linejoin", &"round"),
                ],
            );
        }
    }

    /// The head of an arrow whose line comes from `from` and whose tip is at `tip`.
    fn arrow(&self, svg: &mut Svg, from: (f64, f64), tip: (f64, f64), length: f64, color: Rgb) {
        let (dx, dy) = (tip.0 - from.0, tip.1 - from.1);
        let distance = dx.hypot(dy).max(1e-9);
        let (ux, uy) = (dx / distance, dy / distance);
        let (bx, by) = (tip.0 - ux * length, tip.1 - uy * length);
        let half = length * 0.46;
        let d = format!(
            "M{} {}L{} {}L{} {}Z",
            N(tip.0),
            N(tip.1),
            N(bx - uy * half),
            N(by + ux * half),
            N(bx + uy * half),
            N(by - ux * half)
        );
        svg.path(&d, &[("fill", &color), ("stroke", &self.look.page), ("stroke-width", &0.8)]);
    }

    fn path_labels(&self) -> Vec<&str> {
        let mut labels: Vec<&str> = Vec::new();
        for path in &self.figure.paths {
            if !labels.contains(&path.label.as_str()) {
                labels.push(&path.label);
            }
        }
        labels
    }

    pub(super) fn path_color(&self, path: &Path) -> Rgb {
        let n = self.path_labels().iter().position(|label| *label == path.label).unwrap_or(0);
        path.color.map_or_else(|| self.look.label_color(n), |color| self.side(color))
    }

    pub(super) fn paths(&self) -> String {
        if self.figure.paths.is_empty() {
            return String::new();
        }
        let mut svg = Svg::new();
        let n = self.figure.paths.len() as f64;
        let step = (CELL * 0.5 / n).min(3.4);
        for (i, path) in self.figure.paths.iter().enumerate() {
            // Paths that share points run beside each other.
            let shift = (i as f64 - (n - 1.0) / 2.0) * step;
            let on_board = path.points.iter().filter(|&&point| self.figure.size.contains(point));
            let centers: Vec<(f64, f64)> =
                on_board.map(|&point| self.center(point)).map(|(x, y)| (x + shift, y + shift)).collect();
            let color = self.path_color(path);
            let mut d = String::new();
            for (k, (x, y)) in centers.iter().enumerate() {
                d += &format!("{}{} {}", if k == 0 { 'M' } else { 'L' }, N(*x), N(*y));
            }
            if centers.len() > 1 {
                self.stroke(&mut svg, &d, color, 2.6);
            }
            for &(x, y) in &centers {
                svg.circle(x, y, 3.6, &[("fill", &color), ("stroke", &self.look.page), ("stroke-width", &1)]);
            }
            if let ([.., from, tip], true) = (&centers[..], path.directed) {
                self.arrow(&mut svg, *from, *tip, 10.0, color);
            }
        }
        self.windowed(svg)
    }
}

/// A dot with a label inside is larger.
fn dot_radius(node: &Node) -> f64 {
    CELL * if node.label.is_some() { 0.32 } else { 0.17 }
}

/// The two points, one of each list, that are nearest to each other; the first such in the order of the lists.
fn nearest(from: &[Point], to: &[Point]) -> Option<(Point, Point)> {
    let apart = |a: Point, b: Point| {
        let (dx, dy) = (a.column().abs_diff(b.column()), a.row().abs_diff(b.row()));
        dx * dx + dy * dy
    };
    let pairs = from.iter().flat_map(|&a| to.iter().map(move |&b| (a, b)));
    pairs.min_by_key(|&(a, b)| apart(a, b))
}
