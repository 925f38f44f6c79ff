//! The three looks of a figure.

use crate::Rgb;
use crate::color::{Ramp, Scale};

/// The look of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Theme {
    /// A wooden board with stones of slate and shell.
    #[default]
    Wood,
    /// Black and white, flat, for print.
    Print,
    /// A dark board for dark pages.
    Dark,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 3] = [Theme::Wood, Theme::Print, Theme::Dark];

    pub(crate) fn look(self) -> &'static Look {
        match self {
            Theme::Wood => &WOOD,
            Theme::Print => &PRINT,
            Theme::Dark => &DARK,
        }
    }
}

/// The colours of a theme.
#[derive(Debug)]
pub(crate) struct Look {
    /// Around the board, and behind a chart.
    pub(crate) page: Rgb,
    /// Titles, names.
    pub(crate) ink: Rgb,
    /// Captions, axes.
    pub(crate) faint: Rgb,
    /// Thin lines behind a chart.
    pub(crate) grid: Rgb,
    /// The board.
    pub(crate) board: Rgb,
    /// The board under a map of colours: zero on every scale.
    pub(crate) ground: Rgb,
    /// The lines of the board.
    pub(crate) line: Rgb,
    /// Letters and numbers around the board.
    pub(crate) coordinate: Rgb,
    /// The last move.
    pub(crate) accent: Rgb,
    /// The middle of a black and of a white stone.
    pub(crate) stones: [Rgb; 2],
    /// The rim of a black and of a white stone.
    pub(crate) rims: [Rgb; 2],
    /// Whether stones have light and shadow.
    pub(crate) shaded: bool,
    /// The farthest colours of the signed scale: Black's favour, White's favour.
    signed: [Ramp; 2],
    sequential: Ramp,
    /// Colours of series, labels and classes.
    pub(crate) palette: [Rgb; 8],
}

impl Look {
    /// The colour of a level on a scale: −1 to 1 on a signed one, 0 to 1 on a sequential one.
    pub(crate) fn scale_color(&self, scale: Scale, level: f64) -> Rgb {
        match scale {
            Scale::Signed if level < 0.0 => self.signed[1].at(-level),
            Scale::Signed => self.signed[0].at(level),
            Scale::Sequential => self.sequential.at(level),
        }
    }

    /// The colour of the n-th series, label or class.
    pub(crate) fn palette(&self, n: usize) -> Rgb {
        self.palette[n % self.palette.len()]
    }

    /// The colour of the n-th label on a board: the series' colours in an order that begins with those that are
    /// neither side's.
    pub(crate) fn label_color(&self, n: usize) -> Rgb {
        const ORDER: [usize; 8] = [2, 3, 4, 7, 5, 6, 0, 1];
        self.palette(ORDER[n % ORDER.len()])
    }

    /// Text on a ground of this colour.
    pub(crate) fn ink_on(&self, ground: Rgb) -> Rgb {
        if ground.is_light() { Rgb::hex(0x16130f) } else { Rgb::hex(0xffffff) }
    }
}

const WOOD_GROUND: Rgb = Rgb::hex(0xf1e3c4);
const DARK_GROUND: Rgb = Rgb::hex(0x2a2f37);
const PAPER: Rgb = Rgb::hex(0xffffff);

/// Okabe and Ito's colours, the light ones darkened so that thin lines show on a light page.
const ON_LIGHT: [Rgb; 8] = [
    Rgb::hex(0x0067b0),
    Rgb::hex(0xd55e00),
    Rgb::hex(0x00896a),
    Rgb::hex(0xc55f96),
    Rgb::hex(0xd99a00),
    Rgb::hex(0x4ba9de),
    Rgb::hex(0x3a3a3a),
    Rgb::hex(0x52207f),
];

const ON_DARK: [Rgb; 8] = [
    Rgb::hex(0x4aa3f0),
    Rgb::hex(0xff8a3c),
    Rgb::hex(0x10a880),
    Rgb::hex(0xf5a3cd),
    Rgb::hex(0xf6d34a),
    Rgb::hex(0x9fe0ff),
    Rgb::hex(0xd8d8d8),
    Rgb::hex(0x8a5bd6),
];

static WOOD: Look = Look {
    page: Rgb::hex(0xfcf9f3),
    ink: Rgb::hex(0x2a241c),
    faint: Rgb::hex(0x6a5f50),
    grid: Rgb::hex(0xe6dece),
    board: Rgb::hex(0xe2bb74),
    ground: WOOD_GROUND,
    line: Rgb::hex(0x5f4622),
    coordinate: Rgb::hex(0x503a1a),
    accent: Rgb::hex(0xe0442e),
    stones: [Rgb::hex(0x2a2a2e), Rgb::hex(0xf4f2ec)],
    rims: [Rgb::hex(0x0d0d0f), Rgb::hex(0xb9b2a4)],
    shaded: true,
    signed: [
        Ramp(&[WOOD_GROUND, Rgb::hex(0x8fb2da), Rgb::hex(0x1a4f9e)]),
        Ramp(&[WOOD_GROUND, Rgb::hex(0xf4a45c), Rgb::hex(0xcf4f00)]),
    ],
    sequential: Ramp(&[
        WOOD_GROUND,
        Rgb::hex(0xb8d868),
        Rgb::hex(0x4cb47a),
        Rgb::hex(0x228388),
        Rgb::hex(0x3a4f8a),
        Rgb::hex(0x3d0a58),
    ]),
    palette: ON_LIGHT,
};

static PRINT: Look = Look {
    page: PAPER,
    ink: Rgb::hex(0x111111),
    faint: Rgb::hex(0x555555),
    grid: Rgb::hex(0xe4e4e4),
    board: PAPER,
    ground: PAPER,
    line: Rgb::hex(0x3c3c3c),
    coordinate: Rgb::hex(0x333333),
    accent: Rgb::hex(0xd93a26),
    stones: [Rgb::hex(0x141414), PAPER],
    rims: [Rgb::hex(0x141414), Rgb::hex(0x141414)],
    shaded: false,
    signed: [
        Ramp(&[PAPER, Rgb::hex(0x8fb2da), Rgb::hex(0x1a4f9e)]),
        Ramp(&[PAPER, Rgb::hex(0xf4a45c), Rgb::hex(0xcf4f00)]),
    ],
    sequential: Ramp(&[
        PAPER,
        Rgb::hex(0xbfdc6a),
        Rgb::hex(0x4cb47a),
        Rgb::hex(0x228388),
        Rgb::hex(0x3a4f8a),
        Rgb::hex(0x3d0a58),
    ]),
    palette: ON_LIGHT,
};

static DARK: Look = Look {
    page: Rgb::hex(0x15181d),
    ink: Rgb::hex(0xeceef1),
    faint: Rgb::hex(0xa4acb8),
    grid: Rgb::hex(0x2f353f),
    board: DARK_GROUND,
    ground: DARK_GROUND,
    line: Rgb::hex(0x767f8c),
    coordinate: Rgb::hex(0xb4bcc8),
    accent: Rgb::hex(0xff6b57),
    stones: [Rgb::hex(0x0e1013), Rgb::hex(0xe6e9ed)],
    rims: [Rgb::hex(0x7d8796), Rgb::hex(0xb7bec8)],
    shaded: true,
    signed: [
        Ramp(&[DARK_GROUND, Rgb::hex(0x2f6db5), Rgb::hex(0x62b2ff)]),
        Ramp(&[DARK_GROUND, Rgb::hex(0x9a5414), Rgb::hex(0xffa338)]),
    ],
    sequential: Ramp(&[
        DARK_GROUND,
        Rgb::hex(0x3c5590),
        Rgb::hex(0x23888e),
        Rgb::hex(0x43b77a),
        Rgb::hex(0xb0d94a),
        Rgb::hex(0xfdee7a),
    ]),
    palette: ON_DARK,
};
