//! Numbers out of a lump, from its beginning to its end.

use bspwalk_text::text;

use super::super::lumps::signed;

/// What is left of a lump.
pub(super) struct Bytes<'a> {
    left: &'a [u8],
}

impl<'a> Bytes<'a> {
    pub(super) fn new(left: &'a [u8]) -> Self {
        Self { left }
    }

    /// The next number of 32 bits, which says how many there are of something.
    ///
    /// # Errors
    /// Where the lump ends before it.
    pub(super) fn count(&mut self, what: &str) -> Result<u32, String> {
        let Some((count, left)) = self.left.split_first_chunk() else {
            return Err(text!("doom-ends-before-number", what));
        };
        self.left = left;
        Ok(u32::from_le_bytes(*count))
    }

    /// The next `count` items of `N` bytes.
    ///
    /// # Errors
    /// Where the lump has fewer.
    pub(super) fn items<const N: usize>(&mut self, count: u32, what: &str) -> Result<&'a [[u8; N]], String> {
        let all = self.left.as_chunks::<N>().0;
        let Some(items) = all.get(..count as usize) else {
            return Err(text!("doom-ends-after", count, what, found = all.len()));
        };
        self.left = &self.left[N * items.len()..];
        Ok(items)
    }
}

/// The number of 32 bits at this place of an item.
pub(super) fn word(item: &[u8], at: usize) -> u32 {
    let bytes = [0, 1, 2, 3].map(|place| item[at + place]);
    u32::from_le_bytes(bytes)
}

/// The fixed-point number at this place of an item, of 16 bits before the point and 16 behind it.
pub(super) fn fixed_point(item: &[u8], at: usize) -> f64 {
    f64::from(word(item, at).cast_signed()) / 65_536.0
}

/// Two numbers, one after the other.
pub(super) fn pair(item: &[u8], at: usize, size: usize, number: fn(&[u8], usize) -> f64) -> glam::DVec2 {
    glam::DVec2::new(number(item, at), number(item, at + size))
}

/// The boxes of both children: top, bottom, left and right of the right child, then of the left.
pub(super) fn boxes(item: &[u8], at: usize) -> [[glam::DVec2; 2]; 2] {
    [at, at + 8].map(|at| {
        let [top, bottom, left, right] = [0, 2, 4, 6].map(|field| signed(item, at + field));
        [glam::DVec2::new(left, bottom), glam::DVec2::new(right, top)]
    })
}
