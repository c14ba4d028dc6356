//! Directory of a WAD file. The WAD formats of Quake, Half-Life and DOOM differ only in the size of an entry.

use bspwalk_text::text;

/// Bytes of the header: signature, number of lumps, and offset of the directory.
const HEADER: usize = 12;

/// Returns the directory entries in place, `entry` bytes each.
///
/// # Errors
/// A phrase that describes the problem.
pub(super) fn entries(bytes: &[u8], entry: usize) -> Result<&[u8], String> {
    let (Some(count), Some(start)) = (number(bytes, 4), number(bytes, 8)) else {
        return Err(text!("levels-wad-cut", least = HEADER));
    };
    if count == 0 {
        return Ok(&[]);
    }
    let directory = count
        .checked_mul(entry)
        .and_then(|length| bytes.get(start..start.checked_add(length)?));
    directory.ok_or_else(|| text!("levels-wad-directory", count))
}

/// Returns the lump of an entry, which begins with the lump's offset and length; `None` if it lies beyond the end of
/// the file. A lump of zero bytes is empty, whatever its offset.
pub(super) fn lump<'a>(bytes: &'a [u8], entry: &[u8]) -> Option<&'a [u8]> {
    let (offset, length) = (number(entry, 0)?, number(entry, 4)?);
    if length == 0 {
        return Some(&[]);
    }
    bytes.get(offset..offset.checked_add(length)?)
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let field = bytes.get(at..)?.first_chunk::<4>()?;
    usize::try_from(u32::from_le_bytes(*field)).ok()
}
