//! Charts as values: curves, box plots, bars and histograms. What they are made of; how they are drawn is below.

mod axis;
mod draw;
mod summary;
mod terminal;

pub(crate) use terminal::columns;

use crate::text::clean;
use crate::{Figure, TerminalOptions, Theme, terminal as lines};

/// A named curve. Where a value is missing (NaN or infinite) the curve has a gap.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
}

impl Series {
    /// One value a move: the first belongs to the position before move 1.
    #[must_use]
    pub fn new(name: &str, values: impl IntoIterator<Item = f64>) -> Series {
        Series::points(name, values.into_iter().enumerate().map(|(ply, value)| (ply as f64, value)))
    }

    /// A curve through points, from left to right.
    #[must_use]
    pub fn points(name: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        let mut points: Vec<(f64, f64)> = points
            .into_iter()
            .filter(|(x, _)| drawable(*x))
            .map(|(x, y)| (x, if drawable(y) { y } else { f64::NAN }))
            .collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        Series { name: clean(name), points }
    }
}

/// A named list of numbers whose distribution is drawn. Values that are not finite are left out.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    pub(crate) name: String,
    /// In rising order.
    pub(crate) values: Vec<f64>,
}

impl Sample {
    /// A sample from its values, in any order.
    #[must_use]
    pub fn new(name: &str, values: impl IntoIterator<Item = f64>) -> Sample {
        let mut values: Vec<f64> = values.into_iter().filter(|value| drawable(*value)).collect();
        values.sort_by(f64::total_cmp);
        Sample { name: clean(name), values }
    }
}

/// Bars of one colour, one for each category.
#[derive(Clone, PartialEq, Debug)]
pub struct Bars {
    pub(crate) name: String,
    pub(crate) values: Vec<f64>,
    pub(crate) intervals: Vec<(f64, f64)>,
}

impl Bars {
    /// Bars from their values, in the order of the categories.
    #[must_use]
    pub fn new(name: &str, values: impl Into<Vec<f64>>) -> Bars {
        Bars { name: clean(name), values: values.into(), intervals: Vec::new() }
    }

    /// The lowest and highest plausible value of each bar, drawn as a whisker.
    #[must_use]
    pub fn intervals(mut self, intervals: impl Into<Vec<(f64, f64)>>) -> Self {
        self.intervals = intervals.into();
        self
    }

    fn value(&self, category: usize) -> Option<f64> {
        self.values.get(category).copied().filter(|value| drawable(*value))
    }

    fn interval(&self, category: usize) -> Option<(f64, f64)> {
        self.intervals.get(category).copied().filter(|(low, high)| drawable(*low) && drawable(*high))
    }
}

/// Beyond this a difference of two numbers might not be a number any more.
const LARGEST: f64 = 1e150;

fn drawable(value: f64) -> bool {
    value.abs() <= LARGEST
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Content {
    Curves { series: Vec<Series>, lead: bool, marks: Vec<(f64, String)> },
    Boxes { samples: Vec<Sample>, outliers: bool },
    Bars { categories: Vec<String>, bars: Vec<Bars> },
    Histogram { samples: Vec<Sample>, bins: usize },
}

/// A chart to be drawn.
///
/// ```
/// use figures::{Chart, Figure, Series};
/// let lead = Series::new("freedom.lead", [0.0, 1.5, 0.8, -2.0, -1.2]);
/// let chart = Chart::curves([lead]).lead(true).mark(3.0, "cut").title("Lead").axes("move", "points");
/// assert!(chart.to_svg().contains("freedom.lead"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    pub(crate) content: Content,
    pub(crate) theme: Theme,
    pub(crate) title: String,
    pub(crate) caption: String,
    pub(crate) x_name: String,
    pub(crate) y_name: String,
}

impl Chart {
    /// Curves over moves or anything else.
    #[must_use]
    pub fn curves(series: impl Into<Vec<Series>>) -> Chart {
        Chart::new(Content::Curves { series: series.into(), lead: false, marks: Vec::new() })
    }

    /// Box plots: the box goes from the first to the third quartile with a line at the median, the whiskers to the last
    /// value within one and a half boxes, and values beyond are dots.
    #[must_use]
    pub fn boxes(samples: impl Into<Vec<Sample>>) -> Chart {
        Chart::new(Content::Boxes { samples: samples.into(), outliers: true })
    }

    /// Leaves out what lies beyond the whiskers of box plots: for large samples with long tails.
    #[must_use]
    pub fn without_outliers(mut self) -> Chart {
        if let Content::Boxes { outliers, .. } = &mut self.content {
            *outliers = false;
        }
        self
    }

    /// Bars in groups, one group a category.
    #[must_use]
    pub fn bars<T: AsRef<str>>(categories: impl IntoIterator<Item = T>, bars: impl Into<Vec<Bars>>) -> Chart {
        let categories = categories.into_iter().map(|category| clean(category.as_ref())).collect();
        Chart::new(Content::Bars { categories, bars: bars.into() })
    }

    /// How often values fall into each of some bins of equal width, from 1 to 200 of them: counts for one sample,
    /// shares for several.
    #[must_use]
    pub fn histogram(samples: impl Into<Vec<Sample>>, bins: usize) -> Chart {
        Chart::new(Content::Histogram { samples: samples.into(), bins: bins.clamp(1, 200) })
    }

    fn new(content: Content) -> Chart {
        let (title, caption, x_name, y_name) = Default::default();
        Chart { content, theme: Theme::default(), title, caption, x_name, y_name }
    }

    /// The look.
    #[must_use]
    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// A heading.
    #[must_use]
    pub fn title(mut self, title: &str) -> Self {
        self.title = clean(title);
        self
    }

    /// A text below the chart: what is shown, seeds, parameters.
    #[must_use]
    pub fn caption(mut self, caption: &str) -> Self {
        self.caption = clean(caption);
        self
    }

    /// The names of the horizontal and the vertical axis.
    #[must_use]
    pub fn axes(mut self, x: &str, y: &str) -> Self {
        (self.x_name, self.y_name) = (clean(x), clean(y));
        self
    }

    /// Whether the first curve is a lead: the area between it and zero gets the colour of the side that is ahead.
    /// Charts without curves have no lead.
    #[must_use]
    pub fn lead(mut self, is_lead: bool) -> Self {
        if let Content::Curves { lead, .. } = &mut self.content {
            *lead = is_lead;
        }
        self
    }

    /// A turning point of curves: a line across, with a short text such as `57 cut`.
    #[must_use]
    pub fn mark(mut self, x: f64, text: &str) -> Self {
        if let (Content::Curves { marks, .. }, true) = (&mut self.content, drawable(x)) {
            marks.push((x, clean(text)));
            marks.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        self
    }

    /// The description for readers who cannot see the chart.
    fn description(&self) -> String {
        let names = |names: Vec<&str>| names.join(", ");
        let what = match &self.content {
            Content::Curves { series, .. } => {
                format!("Curves of {}", names(series.iter().map(|s| s.name.as_str()).collect()))
            }
            Content::Boxes { samples, .. } => {
                format!("Box plots of {}", names(samples.iter().map(|s| s.name.as_str()).collect()))
            }
            Content::Bars { bars, .. } => format!("Bars of {}", names(bars.iter().map(|b| b.name.as_str()).collect())),
            Content::Histogram { samples, .. } => {
                format!("Histogram of {}", names(samples.iter().map(|s| s.name.as_str()).collect()))
            }
        };
        if self.caption.is_empty() { what } else { format!("{what}. {}", self.caption) }
    }
}

impl Figure for Chart {
    fn to_svg(&self) -> String {
        draw::document(self)
    }

    fn to_terminal(&self, options: &TerminalOptions) -> String {
        lines::render(&terminal::lines(self, options), options)
    }
}
