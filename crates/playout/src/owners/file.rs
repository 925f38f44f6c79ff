//! What was learned as a file: a line that says what it is, a zlib stream, and a checksum of its bytes.

use std::io::{Read, Write};

use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use thiserror::Error;

use super::Owners;

/// The first bytes of a file.
const MAGIC: &[u8] = b"aji owners 7\n";

/// No file unpacks to more.
const LARGEST: u64 = 256 << 20;

/// Why a file cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum OwnersError {
    /// It begins with something else.
    #[error("this is no file of learned owners")]
    Foreign,
    /// It was cut or changed.
    #[error("the file of learned owners is damaged")]
    Damaged,
}

impl Owners {
    /// The bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        body.extend((self.origin.len() as u32).to_le_bytes());
        body.extend(self.origin.as_bytes());
        for weight in self.scales.iter().flat_map(|scale| scale.counts).chain(self.chance) {
            body.extend(weight.to_le_bytes());
        }
        for weights in &self.weights {
            let classes = weights.sorted();
            body.extend((classes.len() as u32).to_le_bytes());
            let mut before = 0;
            for (key, _) in &classes {
                number(&mut body, key - before);
                before = *key;
            }
            classes.iter().for_each(|(_, weight)| body.extend(weight.to_le_bytes()));
        }
        let mut packer = ZlibEncoder::new(MAGIC.to_vec(), Compression::best());
        // Writing to memory does not fail.
        let _ = packer.write_all(&body);
        let mut file = packer.finish().unwrap_or_default();
        let sum = sum(&file[MAGIC.len()..]);
        file.extend(sum.to_le_bytes());
        file
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// When they are of something else, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Owners, OwnersError> {
        let packed = bytes.strip_prefix(MAGIC).ok_or(OwnersError::Foreign)?;
        // The sum inside the stream is of what is unpacked, and so does not see every changed bit of the file.
        let (packed, kept) = packed.split_last_chunk().ok_or(OwnersError::Damaged)?;
        if u32::from_le_bytes(*kept) != sum(packed) {
            return Err(OwnersError::Damaged);
        }
        let mut body = Vec::new();
        let mut unpacked = ZlibDecoder::new(packed).take(LARGEST);
        unpacked.read_to_end(&mut body).map_err(|_| OwnersError::Damaged)?;
        if unpacked.into_inner().total_in() != packed.len() as u64 {
            return Err(OwnersError::Damaged);
        }
        read(&body).ok_or(OwnersError::Damaged)
    }
}

/// The checksum of some bytes.
pub(super) fn sum(bytes: &[u8]) -> u32 {
    let mut sum = Crc::new();
    sum.update(bytes);
    sum.sum()
}

fn read(mut body: &[u8]) -> Option<Owners> {
    let body = &mut body;
    let length = u32::from_le_bytes(take(body)?) as usize;
    let (origin, rest) = body.split_at_checked(length)?;
    *body = rest;
    let mut learned = Owners { origin: String::from_utf8(origin.to_vec()).ok()?, ..Owners::ignorant() };
    let scales = learned.scales.iter_mut().flat_map(|scale| &mut scale.counts);
    for weight in scales.chain(&mut learned.chance) {
        *weight = Some(f32::from_le_bytes(take(body)?)).filter(|weight| weight.is_finite())?;
    }
    for weights in &mut learned.weights {
        let n = u32::from_le_bytes(take(body)?) as usize;
        let mut keys = Vec::new();
        let mut key = 0u64;
        for _ in 0..n {
            key = key.checked_add(read_number(body)?).filter(|key| *key > 0)?;
            keys.push(key);
        }
        for key in keys {
            *weights.entry(key) = i16::from_le_bytes(take(body)?);
        }
    }
    body.is_empty().then_some(learned)
}

/// The next few bytes. Not inlined: where dozens of these follow each other, LLVM takes minutes to see which of their checks imply others.
#[inline(never)]
pub(super) fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

/// A number in as few bytes as it needs, seven bits each.
fn number(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let [byte] = take(bytes)?;
        value |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}
