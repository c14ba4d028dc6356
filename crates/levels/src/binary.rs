//! Reads little-endian numbers, names and WAD directories from binary formats.

use crate::{Text, text};

/// Size of a WAD header in bytes: signature, number of lumps, and directory offset.
const HEADER: usize = 12;

/// Returns the 32-bit number at an offset, or `None` if it extends beyond the end.
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let field = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*field))
}

/// Returns the 32-bit number at an offset as an index or a count.
pub(crate) fn usize_at(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32_at(bytes, at)?).ok()
}

/// Returns the bytes before the first zero byte.
pub(crate) fn until_zero(bytes: &[u8]) -> &[u8] {
    bytes.split(|&byte| byte == 0).next().unwrap_or_default()
}

/// Returns the bytes of a lump, or `None` if the lump extends beyond the end of the file. Ignores the offset of an
/// empty lump.
pub(crate) fn lump_bytes(bytes: &[u8], offset: usize, length: usize) -> Option<&[u8]> {
    if length == 0 {
        return Some(&[]);
    }
    bytes.get(offset..offset.checked_add(length)?)
}

/// Returns the directory of a WAD file without copying it. Each entry has `entry` bytes. The formats of Quake,
/// Half-Life and DOOM differ only in this size.
pub(crate) fn wad_entries(bytes: &[u8], entry: usize) -> Result<&[u8], Text> {
    let (Some(count), Some(start)) = (usize_at(bytes, 4), usize_at(bytes, 8)) else {
        return Err(text!("levels-wad-cut", least = HEADER));
    };
    let length = count.checked_mul(entry);
    let directory = length.and_then(|length| lump_bytes(bytes, start, length));
    directory.ok_or_else(|| text!("levels-wad-directory", count))
}

/// Returns the lump that a WAD directory entry refers to. The entry begins with the lump's offset and length.
pub(crate) fn wad_lump<'a>(bytes: &'a [u8], entry: &[u8]) -> Option<&'a [u8]> {
    lump_bytes(bytes, usize_at(entry, 0)?, usize_at(entry, 4)?)
}
