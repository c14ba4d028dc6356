//! The container: a header, a table of sections, the sections.
//!
//! | bytes | header |
//! |---|---|
//! | 8 | magic: `89 B S P W 0D 0A 1A`, which a transfer as text would change |
//! | 4 | version of the format |
//! | 4 | number of sections |
//! | 8 | length of the file |
//! | 8 | checksum of the header before it and of the table |
//!
//! | bytes | entry of the table |
//! |---|---|
//! | 4 | tag |
//! | 4 | how it is packed: 0 not at all, 1 an LZ4 block |
//! | 8 | offset in the file |
//! | 8 | length in the file |
//! | 8 | length unpacked |
//! | 8 | checksum of its bytes in the file |
//!
//! Numbers are little-endian, checksums XXH3 of 64 bits. Sections follow the table and each other without gaps, so that
//! every byte of the file is under a checksum.
//!
//! Unpacked, all sections together have at most [`LARGEST_RATIO`] times as many bytes as the file: where LZ4 packs better
//! than that, some are left unpacked. What a value takes in memory is bounded by its bytes (see `decode`), so that opening
//! a file takes at most [`MEMORY_RATIO`](super::MEMORY_RATIO) times the memory that the file takes on disk.

use std::{borrow::Cow, fmt};

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::{
    Damage, Stop,
    unpack::{BYTES_A_CHECK, copy, unpack},
};
use crate::progress::{Cancelled, CheckError, Progress};

/// What every compiled level begins with.
pub(super) const MAGIC: [u8; 8] = *b"\x89BSPW\r\n\x1a";

const HEADER_BYTES: usize = 32;
const ENTRY_BYTES: usize = 40;
/// Of the header, what its checksum covers.
const CHECKED_HEADER_BYTES: usize = 24;

/// LZ4 makes at most this many bytes out of one: a claim beyond it is a lie.
const LZ4_LARGEST_RATIO: u64 = 255;

/// Bytes of all sections, unpacked, to a byte of the file. Levels have about three.
const LARGEST_RATIO: u64 = 4;

/// The name of a section.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Tag(pub(super) [u8; 4]);

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A section as it lies in a file.
#[derive(Clone, Copy)]
pub(super) struct Section<'a> {
    pub(super) tag: Tag,
    /// Where it begins in the file.
    offset: u64,
    is_packed: bool,
    unpacked_bytes: u64,
    checksum: u64,
    stored: &'a [u8],
}

/// Puts a file together.
pub(super) fn pack(version: u32, mut sections: Vec<(Tag, Packed)>) -> Vec<u8> {
    leave_unpacked(&mut sections);
    let table_end = HEADER_BYTES + sections.len() * ENTRY_BYTES;
    let length = table_end
        + sections
            .iter()
            .map(|(_, packed)| packed.stored.len())
            .sum::<usize>();
    let mut file = Vec::with_capacity(length);
    file.extend_from_slice(&MAGIC);
    file.extend_from_slice(&version.to_le_bytes());
    file.extend_from_slice(&(sections.len() as u32).to_le_bytes());
    file.extend_from_slice(&(length as u64).to_le_bytes());
    file.extend_from_slice(&[0; HEADER_BYTES - CHECKED_HEADER_BYTES]);
    let mut offset = table_end as u64;
    for (tag, packed) in &sections {
        file.extend_from_slice(&tag.0);
        file.extend_from_slice(&u32::from(packed.is_packed).to_le_bytes());
        let checksum = xxh3_64(&packed.stored);
        let bytes = packed.stored.len() as u64;
        for number in [offset, bytes, packed.unpacked_bytes, checksum] {
            file.extend_from_slice(&number.to_le_bytes());
        }
        offset += bytes;
    }
    let checksum = head_checksum(&file);
    file[CHECKED_HEADER_BYTES..HEADER_BYTES].copy_from_slice(&checksum.to_le_bytes());
    for (_, packed) in &sections {
        file.extend_from_slice(&packed.stored);
    }
    file
}

/// Leaves as much of the sections unpacked as [`LARGEST_RATIO`] asks for: the smallest that is enough by itself, else the
/// largest and one more.
fn leave_unpacked(sections: &mut [(Tag, Packed)]) {
    let head = (HEADER_BYTES + sections.len() * ENTRY_BYTES) as u64;
    loop {
        let unpacked: u64 = sections.iter().map(|(_, section)| section.unpacked_bytes).sum();
        let stored: u64 = sections
            .iter()
            .map(|(_, section)| section.stored.len() as u64)
            .sum();
        let missing = unpacked.div_ceil(LARGEST_RATIO).saturating_sub(head + stored);
        let packed = sections
            .iter_mut()
            .map(|(_, section)| section)
            .filter(|section| section.is_packed);
        let chosen = packed.min_by_key(|section| {
            let gained = section.unpacked_bytes - section.stored.len() as u64;
            let is_enough = gained >= missing;
            (!is_enough, if is_enough { gained } else { u64::MAX - gained })
        });
        match chosen {
            Some(section) if missing > 0 => section.leave_unpacked(),
            _ => return,
        }
    }
}

/// The content of a section, packed where that makes it smaller.
pub(super) struct Packed {
    is_packed: bool,
    unpacked_bytes: u64,
    stored: Vec<u8>,
}

impl Packed {
    pub(super) fn new(content: Vec<u8>) -> Self {
        let unpacked_bytes = content.len() as u64;
        let packed = lz4_flex::block::compress(&content);
        let is_packed = packed.len() < content.len();
        Self {
            is_packed,
            unpacked_bytes,
            stored: if is_packed { packed } else { content },
        }
    }

    fn leave_unpacked(&mut self) {
        // It was packed a moment ago.
        if let Ok(content) = unpack(&self.stored, self.unpacked_bytes as usize, &Progress::default()) {
            self.stored = content;
        }
        self.is_packed = false;
    }
}

/// The sections of a file, in their order. Of their content nothing is believed yet.
pub(super) fn sections(file: &[u8], version: u32) -> Result<Vec<Section<'_>>, Damage> {
    let header = |offset: usize, what: &str| Damage::new("header", offset as u64, what);
    if !file.starts_with(&MAGIC) {
        return Err(Damage::NotCompiled);
    }
    let cut_short = || header(file.len(), "it ends here");
    let found = number32(file, 8).ok_or_else(cut_short)?;
    if found != version {
        return Err(Damage::Version { found });
    }
    let count = number32(file, 12).ok_or_else(cut_short)?;
    let length = number64(file, 16).ok_or_else(cut_short)?;
    if length != file.len() as u64 {
        let what = format!("it has {} bytes and should have {length}", file.len());
        return Err(header(16, &what));
    }
    let table_end = (count as usize)
        .checked_mul(ENTRY_BYTES)
        .and_then(|bytes| bytes.checked_add(HEADER_BYTES))
        .filter(|&end| end <= file.len())
        .ok_or_else(|| header(12, "it has more sections than there is room for"))?;
    let checksum = number64(file, CHECKED_HEADER_BYTES).ok_or_else(cut_short)?;
    if checksum != head_checksum(&file[..table_end]) {
        return Err(header(CHECKED_HEADER_BYTES, "the checksum is wrong"));
    }
    let mut end = table_end as u64;
    let mut sections = Vec::with_capacity(count as usize);
    let mut unpacked_bytes = 0_u64;
    for at in (HEADER_BYTES..table_end).step_by(ENTRY_BYTES) {
        let section = section(file, at, end)?;
        end += section.stored.len() as u64;
        unpacked_bytes = unpacked_bytes.saturating_add(section.unpacked_bytes);
        sections.push(section);
    }
    if unpacked_bytes > length * LARGEST_RATIO {
        let what = format!("its sections claim to unpack to {unpacked_bytes} bytes, too many for its size");
        return Err(Damage::new("table", HEADER_BYTES as u64, what));
    }
    if end == file.len() as u64 {
        Ok(sections)
    } else {
        Err(Damage::new("header", end, "something follows the last section"))
    }
}

/// The section of the entry at `at`, which must begin at `start`.
fn section(file: &[u8], at: usize, start: u64) -> Result<Section<'_>, Damage> {
    let wrong = |offset: usize, what: &str| Damage::new("table", (at + offset) as u64, what);
    let cut_short = || wrong(0, "it ends here");
    let tag = file.get(at..at + 4).and_then(|tag| tag.try_into().ok());
    let tag = Tag(tag.ok_or_else(cut_short)?);
    let is_packed = match number32(file, at + 4).ok_or_else(cut_short)? {
        0 => false,
        1 => true,
        _ => return Err(wrong(4, "a section is packed in an unknown way")),
    };
    let mut numbers = [0; 4];
    for (i, slot) in numbers.iter_mut().enumerate() {
        *slot = number64(file, at + 8 + 8 * i).ok_or_else(cut_short)?;
    }
    let [offset, bytes, unpacked_bytes, checksum] = numbers;
    if offset != start {
        return Err(wrong(8, "a section does not begin where the one before it ends"));
    }
    let stored = offset
        .checked_add(bytes)
        .and_then(|end| file.get(usize::try_from(offset).ok()?..usize::try_from(end).ok()?))
        .ok_or_else(|| wrong(16, "a section is longer than the file"))?;
    let possible = if is_packed {
        unpacked_bytes <= bytes.saturating_mul(LZ4_LARGEST_RATIO)
    } else {
        unpacked_bytes == bytes
    };
    if !possible {
        return Err(wrong(24, "a section cannot have the length that it claims"));
    }
    Ok(Section {
        tag,
        offset,
        is_packed,
        unpacked_bytes,
        checksum,
        stored,
    })
}

impl Section<'_> {
    /// Something is wrong with the section.
    pub(super) fn damage(&self, what: impl Into<String>) -> Damage {
        Damage::new(&self.tag.to_string(), self.offset, what)
    }

    /// Something is wrong with the section, or it was cancelled.
    pub(super) fn stop(&self, error: CheckError) -> Stop {
        match error {
            CheckError::Cancelled(cancelled) => Stop::Cancelled(cancelled),
            CheckError::Wrong(what) => Stop::Damage(self.damage(what)),
        }
    }

    /// The content, once its checksum is found to be right.
    pub(super) fn content(&self, progress: &Progress) -> Result<Cow<'_, [u8]>, Stop> {
        if checksum(self.stored, progress)? != self.checksum {
            return Err(self.damage("the checksum is wrong").into());
        }
        if !self.is_packed {
            return Ok(Cow::Borrowed(self.stored));
        }
        let content = unpack(self.stored, self.unpacked_bytes as usize, progress);
        content.map(Cow::Owned).map_err(|error| self.stop(error))
    }

    /// As [`Section::content`], to be kept.
    pub(super) fn owned_content(&self, progress: &Progress) -> Result<Vec<u8>, Stop> {
        match self.content(progress)? {
            Cow::Owned(content) => Ok(content),
            Cow::Borrowed(stored) => {
                let mut content = vec![0; stored.len()];
                copy(stored, &mut content, progress).map_err(|error| self.stop(error))?;
                Ok(content)
            }
        }
    }
}

/// The checksum of a section.
fn checksum(stored: &[u8], progress: &Progress) -> Result<u64, Cancelled> {
    let mut hasher = Xxh3::new();
    for part in stored.chunks(BYTES_A_CHECK) {
        progress.check()?;
        hasher.update(part);
    }
    Ok(hasher.digest())
}

/// The checksum of a header and a table.
fn head_checksum(head: &[u8]) -> u64 {
    let mut hasher = Xxh3::new();
    hasher.update(&head[..CHECKED_HEADER_BYTES]);
    hasher.update(&head[HEADER_BYTES..]);
    hasher.digest()
}

fn number32(file: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(file.get(at..at + 4)?.try_into().ok()?))
}

fn number64(file: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(file.get(at..at + 8)?.try_into().ok()?))
}
