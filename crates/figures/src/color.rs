//! Colours, the scales that turn a number into a colour, and the colours of a terminal.
//!
//! Colours are mixed in Oklab, where equal steps look equal. The ends of the scales are chosen so that people with
//! any of the common kinds of colour blindness tell them apart; a test computes that.

use std::fmt;
use std::sync::LazyLock;

/// A colour in sRGB.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// The colour of a number written as `0xRRGGBB`.
    ///
    /// ```
    /// use figures::Rgb;
    /// assert_eq!(Rgb::hex(0x0072b2).to_string(), "#0072b2");
    /// ```
    #[must_use]
    pub const fn hex(value: u32) -> Rgb {
        Rgb((value >> 16) as u8, (value >> 8) as u8, value as u8)
    }

    /// The colour a part of the way to another: 0 is this one, 1 the other.
    #[must_use]
    pub fn mix(self, other: Rgb, part: f64) -> Rgb {
        let part = if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 };
        let (a, b) = (self.to_oklab(), other.to_oklab());
        Rgb::from_oklab([0, 1, 2].map(|i| a[i] + (b[i] - a[i]) * part))
    }

    /// Whether dark text reads better on this colour than light text.
    pub(crate) fn is_light(self) -> bool {
        self.luminance() > 0.22
    }

    /// Relative luminance as the contrast formula of the web guidelines wants it: 0 black, 1 white.
    pub(crate) fn luminance(self) -> f64 {
        let [r, g, b] = self.to_linear();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// The colour that looks nearest among the 216 colours and 24 greys that a terminal with 256 colours always has.
    pub(crate) fn to_ansi256(self) -> u8 {
        static TABLE: LazyLock<Vec<[f64; 3]>> =
            LazyLock::new(|| (16..=255).map(|code| ansi256(code).to_oklab()).collect());
        let wanted = self.to_oklab();
        let distance = |color: &[f64; 3]| -> f64 { (0..3).map(|i| (color[i] - wanted[i]).powi(2)).sum() };
        let best = TABLE.iter().zip(16..=255).min_by(|(a, _), (b, _)| distance(a).total_cmp(&distance(b)));
        best.map_or(16, |(_, code)| code)
    }

    pub(crate) fn to_linear(self) -> [f64; 3] {
        [self.0, self.1, self.2].map(|value| {
            let v = f64::from(value) / 255.0;
            if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        })
    }

    pub(crate) fn from_linear(linear: [f64; 3]) -> Rgb {
        let [r, g, b] = linear.map(|v| {
            let v = v.clamp(0.0, 1.0);
            let v = if v <= 0.003_130_8 { v * 12.92 } else { 1.055 * v.powf(1.0 / 2.4) - 0.055 };
            (v * 255.0).round() as u8
        });
        Rgb(r, g, b)
    }

    pub(crate) fn to_oklab(self) -> [f64; 3] {
        let [r, g, b] = self.to_linear();
        let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
        let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
        let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
        [
            0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
            1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
            0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
        ]
    }

    fn from_oklab([lightness, a, b]: [f64; 3]) -> Rgb {
        let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
        let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
        let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b).powi(3);
        Rgb::from_linear([
            4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
            -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
            -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
        ])
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The colour behind a code of a terminal with 256 colours, from 16 on: six levels of each channel, then greys.
fn ansi256(code: u8) -> Rgb {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match code.saturating_sub(16) {
        grey @ 216.. => {
            let level = 8 + 10 * (grey - 216);
            Rgb(level, level, level)
        }
        cube => {
            let level = |digit: u8| LEVELS[usize::from(digit % 6)];
            Rgb(level(cube / 36), level(cube / 6), level(cube))
        }
    }
}

/// A colour for every part of a line, given by a few stops at equal distances.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ramp(pub(crate) &'static [Rgb]);

impl Ramp {
    /// The colour at a part of the line, from 0 to 1.
    pub(crate) fn at(self, part: f64) -> Rgb {
        let part = if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 };
        let last = self.0.len() - 1;
        let scaled = part * last as f64;
        let i = (scaled as usize).min(last.saturating_sub(1));
        self.0[i].mix(self.0[(i + 1).min(last)], scaled - i as f64)
    }
}

/// How numbers become colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scale {
    /// Symmetric about zero; positive is in Black's favour.
    Signed,
    /// From zero up.
    Sequential,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Theme;

    /// What people with a kind of colour blindness see: Machado, Oliveira and Fernandes (2009), full severity, in
    /// linear light.
    const BLINDNESS: [(&str, [[f64; 3]; 3]); 3] = [
        (
            "protan",
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        ),
        (
            "deutan",
            [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
        ),
        (
            "tritan",
            [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        ),
    ];

    fn seen(color: Rgb, matrix: &[[f64; 3]; 3]) -> Rgb {
        let linear = color.to_linear();
        Rgb::from_linear([0, 1, 2].map(|row| (0..3).map(|k| matrix[row][k] * linear[k]).sum()))
    }

    /// Distance in Oklab; 0.02 is about the smallest difference that people see side by side.
    fn distance(a: Rgb, b: Rgb) -> f64 {
        let (a, b) = (a.to_oklab(), b.to_oklab());
        (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
    }

    /// The smallest distance of two colours over normal sight and the three kinds of colour blindness.
    fn least_distance(a: Rgb, b: Rgb) -> f64 {
        BLINDNESS.iter().map(|(_, matrix)| distance(seen(a, matrix), seen(b, matrix))).fold(distance(a, b), f64::min)
    }

    #[test]
    fn both_signs_of_a_scale_are_told_apart_by_everyone() {
        for theme in Theme::ALL {
            let look = theme.look();
            for step in 1..=10 {
                let t = f64::from(step) / 10.0;
                let (black, white) = (look.scale_color(Scale::Signed, t), look.scale_color(Scale::Signed, -t));
                let zero = look.scale_color(Scale::Signed, 0.0);
                for (a, b, needed) in [(black, white, 0.2 * t), (black, zero, 0.12 * t), (white, zero, 0.12 * t)] {
                    assert!(least_distance(a, b) > needed, "{theme:?} at {t}: {a} {b} {}", least_distance(a, b));
                }
            }
        }
    }

    #[test]
    fn steps_of_a_scale_are_told_apart_by_everyone() {
        for theme in Theme::ALL {
            let look = theme.look();
            for scale in [Scale::Signed, Scale::Sequential] {
                for step in 0..8 {
                    let at = |step: i32| look.scale_color(scale, f64::from(step) / 8.0);
                    let apart = least_distance(at(step), at(step + 1));
                    assert!(apart > 0.025, "{theme:?} {scale:?} step {step}: {apart}");
                }
            }
        }
    }

    #[test]
    fn colors_of_series_are_told_apart_by_everyone() {
        for theme in Theme::ALL {
            let look = theme.look();
            for (i, &a) in look.palette.iter().enumerate() {
                for &b in &look.palette[..i] {
                    assert!(least_distance(a, b) > 0.045, "{theme:?}: {a} {b} {}", least_distance(a, b));
                }
                assert!(least_distance(a, look.page) > 0.15, "{theme:?}: {a}");
            }
        }
    }

    #[test]
    fn text_is_readable_on_its_ground() {
        let contrast = |a: Rgb, b: Rgb| {
            let (a, b) = (a.luminance(), b.luminance());
            (a.max(b) + 0.05) / (a.min(b) + 0.05)
        };
        for theme in Theme::ALL {
            let look = theme.look();
            assert!(contrast(look.ink, look.page) > 7.0, "{theme:?}");
            assert!(contrast(look.faint, look.page) > 4.5, "{theme:?}");
            assert!(contrast(look.coordinate, look.board) > 4.5, "{theme:?}");
        }
    }

    #[test]
    fn terminals_get_near_colors() {
        assert_eq!(Rgb::hex(0x000000).to_ansi256(), 16);
        assert_eq!(Rgb::hex(0xffffff).to_ansi256(), 231);
        assert_eq!(Rgb::hex(0xff0000).to_ansi256(), 196);
        assert_eq!(Rgb::hex(0x808080).to_ansi256(), 244);
        assert!((16..=255).all(|code| ansi256(ansi256(code).to_ansi256()) == ansi256(code)));
    }

    #[test]
    fn mixing_ends_where_it_should() {
        let (a, b) = (Rgb::hex(0x123456), Rgb::hex(0xfedcba));
        assert_eq!((a.mix(b, 0.0), a.mix(b, 1.0), a.mix(b, f64::NAN)), (a, b, a));
    }
}
