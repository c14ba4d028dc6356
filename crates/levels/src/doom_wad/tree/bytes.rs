//! Decodes numbers in a lump, and decompresses lumps incrementally with a limit on the output size.

use crate::{Text, text};
use bspwalk_progress::Progress;
use glam::DVec2;
use miniz_oxide::{
    DataFormat, MZError, MZFlush, MZStatus,
    inflate::stream::{InflateState, inflate as step},
};

use super::super::damage::Damage;
use super::super::lumps::signed;

/// The unread part of a lump.
pub(super) struct Bytes<'a> {
    left: &'a [u8],
}

impl<'a> Bytes<'a> {
    pub(super) fn new(left: &'a [u8]) -> Self {
        Self { left }
    }

    /// Reads a 32-bit number of items.
    pub(super) fn count(&mut self, what: Text) -> Result<u32, Text> {
        let Some((count, left)) = self.left.split_first_chunk() else {
            return Err(text!("doom-ends-before-number", what));
        };
        self.left = left;
        Ok(u32::from_le_bytes(*count))
    }

    pub(super) fn items<const N: usize>(&mut self, count: u32, what: Text) -> Result<&'a [[u8; N]], Text> {
        let all = self.left.as_chunks::<N>().0;
        let Some(items) = all.get(..count as usize) else {
            return Err(text!("doom-ends-after", count, what, found = all.len()));
        };
        self.left = &self.left[N * items.len()..];
        Ok(items)
    }
}

/// Returns the 32-bit number at an offset in an item.
pub(super) fn word(item: &[u8], at: usize) -> u32 {
    let bytes = [0, 1, 2, 3].map(|place| item[at + place]);
    u32::from_le_bytes(bytes)
}

pub(super) fn fixed_point(item: &[u8], at: usize) -> f64 {
    f64::from(word(item, at).cast_signed()) / 65_536.0
}

pub(super) fn pair(item: &[u8], at: usize, size: usize, number: fn(&[u8], usize) -> f64) -> DVec2 {
    DVec2::new(number(item, at), number(item, at + size))
}

/// Returns the bounding boxes of both children. For each box, the file stores top, bottom, left and right. The right
/// child's box comes first.
pub(super) fn boxes(item: &[u8], at: usize) -> [[DVec2; 2]; 2] {
    [at, at + 8].map(|at| {
        let [top, bottom, left, right] = [0, 2, 4, 6].map(|field| signed(item, at + field));
        [DVec2::new(left, bottom), DVec2::new(right, top)]
    })
}

/// Maximum accepted compression ratio. Map trees have a ratio of about 5, runs of zeros about 1000.
const MOST_A_BYTE: usize = 64;

/// Number of bytes to decompress between two cancellation checks.
const PIECE: usize = 1 << 16;

/// Decompresses a zlib stream, ignoring any bytes after its end.
pub(super) fn inflate(packed: &[u8], progress: &Progress) -> Result<Vec<u8>, Damage> {
    let mut state = InflateState::new_boxed(DataFormat::Zlib);
    let (mut content, mut left) = (Vec::new(), packed);
    let most = MOST_A_BYTE * packed.len();
    let mut piece = vec![0; PIECE];
    loop {
        progress.check()?;
        let result = step(&mut state, left, &mut piece, MZFlush::None);
        left = &left[result.bytes_consumed..];
        content.extend_from_slice(&piece[..result.bytes_written]);
        if content.len() > most {
            return Err(text!("doom-unpacks-too-large", most = MOST_A_BYTE).into());
        }
        match result.status {
            Ok(MZStatus::StreamEnd) => return Ok(content),
            // The decoder makes no progress, so the end of the stream is missing.
            Ok(_) | Err(MZError::Buf) if result.bytes_consumed + result.bytes_written == 0 => {
                return Err(text!("doom-zlib-ends").into());
            }
            Ok(_) | Err(MZError::Buf) => {}
            Err(_) => return Err(text!("doom-zlib-damaged").into()),
        }
    }
}
