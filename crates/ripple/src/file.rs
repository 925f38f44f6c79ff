//! The rules as a file: a line that says what it is, how they were learned, the numbers at half precision, and a sum of all bytes.

use half::f16;
use thiserror::Error;

use crate::Ripple;
use crate::shape::Form;

/// The first bytes of a file.
const MAGIC: &[u8] = b"aji ripple 1\n";

/// Why a file cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum RippleError {
    /// It begins with something else.
    #[error("this is no file of an automaton with learned rules")]
    Foreign,
    /// It was cut or changed.
    #[error("the file of learned rules is damaged")]
    Damaged,
}

impl Ripple {
    /// Rules that were learned elsewhere: `width` numbers a point, `ticks`, and all numbers of the rules in the order of a file, which keeps
    /// them at half precision. None if there are more or fewer, or if one is no number.
    #[must_use]
    pub fn new(origin: &str, width: usize, ticks: usize, numbers: &[f32]) -> Option<Ripple> {
        let form = Form::checked(width, ticks)?;
        let weights: Vec<f32> = numbers.iter().map(|&number| f16::from_f32(number).to_f32()).collect();
        let sound = weights.len() == form.n_weights() && weights.iter().all(|weight| weight.is_finite());
        sound.then(|| Ripple { origin: origin.to_string(), form, weights })
    }

    /// The bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for number in [self.form.width, self.form.ticks, self.origin.len()] {
            bytes.extend((number as u32).to_le_bytes());
        }
        bytes.extend(self.origin.as_bytes());
        self.weights.iter().for_each(|&weight| bytes.extend(f16::from_f32(weight).to_le_bytes()));
        let sum = keep::sum(&bytes);
        bytes.extend(sum.as_bytes());
        bytes
    }

    /// What tells these rules from others: the sum of the file.
    #[must_use]
    pub fn mark(&self) -> String {
        keep::sum(&self.to_bytes())
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// When they are of something else, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Ripple, RippleError> {
        if !bytes.starts_with(MAGIC) {
            return Err(RippleError::Foreign);
        }
        read(bytes).ok_or(RippleError::Damaged)
    }
}

fn read(bytes: &[u8]) -> Option<Ripple> {
    let (all, sum) = bytes.split_last_chunk::<16>()?;
    if keep::sum(all).as_bytes() != sum {
        return None;
    }
    let mut body = all.get(MAGIC.len()..)?;
    let mut number = || {
        let (number, rest) = body.split_first_chunk()?;
        body = rest;
        Some(u32::from_le_bytes(*number) as usize)
    };
    let (width, ticks, length) = (number()?, number()?, number()?);
    let (origin, body) = body.split_at_checked(length)?;
    let (numbers, rest) = body.as_chunks();
    let numbers: Vec<f32> = numbers.iter().map(|&number| f16::from_le_bytes(number).to_f32()).collect();
    let ripple = Ripple::new(std::str::from_utf8(origin).ok()?, width, ticks, &numbers)?;
    rest.is_empty().then_some(ripple)
}
