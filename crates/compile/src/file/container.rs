//! The container format of `.bspw` files: a header, a section table and the sections.
//!
//! | bytes | header |
//! |---|---|
//! | 8 | magic: `89 B S P W 0D 0A 1A`, which a text-mode transfer would change |
//! | 4 | format version |
//! | 4 | number of sections |
//! | 8 | file length |
//! | 8 | checksum of the preceding 24 bytes and the table |
//!
//! | bytes | table entry |
//! |---|---|
//! | 4 | tag |
//! | 4 | compression: 0 for none, 1 for an LZ4 block |
//! | 8 | offset in the file |
//! | 8 | stored length |
//! | 8 | uncompressed length |
//! | 8 | checksum of the stored bytes |
//!
//! Numbers are little-endian. Checksums are 64-bit XXH3. The sections follow the table without gaps, so every byte of
//! the file is covered by a checksum.
//!
//! The uncompressed sections have at most [`LARGEST_RATIO`] times as many bytes as the file. If LZ4 would exceed this
//! ratio, some sections are stored uncompressed. A value's encoded size limits the memory that it takes (see `decode`).
//! Opening a file therefore takes at most [`MEMORY_RATIO`](super::MEMORY_RATIO) times its size on disk.

use std::{borrow::Cow, fmt, ops::RangeInclusive};

use bspwalk_levels::{Text, ToText, text};
use bspwalk_progress::{Cancelled, CheckError, Progress};
use postcard::fixint;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::ReadError;

/// Magic bytes at the start of every compiled level.
pub(super) const MAGIC: [u8; 8] = *b"\x89BSPW\r\n\x1a";

const HEADER_BYTES: usize = 32;
const ENTRY_BYTES: usize = 40;
/// Length of the part of the header that is covered by the header's checksum.
const CHECKED_HEADER_BYTES: usize = 24;

/// Maximum compression ratio of LZ4.
const LZ4_LARGEST_RATIO: u64 = 255;

/// Maximum ratio of the total size of the uncompressed sections to the file size. Typical levels have a ratio of about
/// three.
const LARGEST_RATIO: u64 = 4;

/// Number of section bytes processed between two checks for cancellation.
const BYTES_A_CHECK: usize = 4 << 20;

/// Four-byte tag of a section.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tag(pub(super) [u8; 4]);

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

#[derive(Serialize, Deserialize)]
struct Header {
    magic: [u8; 8],
    #[serde(with = "fixint::le")]
    version: u32,
    #[serde(with = "fixint::le")]
    section_count: u32,
    #[serde(with = "fixint::le")]
    length: u64,
    #[serde(with = "fixint::le")]
    checksum: u64,
}

/// An entry of the section table.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Entry {
    tag: Tag,
    #[serde(with = "fixint::le")]
    packing: u32,
    #[serde(with = "fixint::le")]
    offset: u64,
    #[serde(with = "fixint::le")]
    stored_bytes: u64,
    #[serde(with = "fixint::le")]
    unpacked_bytes: u64,
    #[serde(with = "fixint::le")]
    checksum: u64,
}

/// A section of a file.
#[derive(Clone, Copy)]
pub(super) struct Section<'a> {
    /// File name used in errors.
    file: &'a str,
    entry: Entry,
    stored: &'a [u8],
}

/// Encodes a value in postcard format.
pub(super) fn encode(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value)
        .expect("only sequences of unknown length cannot be encoded, and there are none")
}

/// Assembles a file from sections.
pub(super) fn pack(version: u32, mut sections: Vec<(Tag, Packed)>) -> Vec<u8> {
    limit_ratio(&mut sections);
    let mut end = (HEADER_BYTES + sections.len() * ENTRY_BYTES) as u64;
    let mut table = Vec::new();
    for (tag, packed) in &sections {
        let stored_bytes = packed.stored.len() as u64;
        table.extend(encode(&Entry {
            tag: *tag,
            packing: packed.is_packed.into(),
            offset: end,
            stored_bytes,
            unpacked_bytes: packed.unpacked_bytes,
            checksum: xxh3_64(&packed.stored),
        }));
        end += stored_bytes;
    }
    let mut file = encode(&Header {
        magic: MAGIC,
        version,
        section_count: sections.len() as u32,
        length: end,
        checksum: 0,
    });
    file.truncate(CHECKED_HEADER_BYTES);
    file.extend(head_checksum(&file, &table).to_le_bytes());
    file.reserve_exact(end as usize - file.len());
    file.extend(table);
    for (_, packed) in &sections {
        file.extend_from_slice(&packed.stored);
    }
    file
}

/// Replaces compressed sections by uncompressed ones.
pub(super) fn unpacked(mut sections: Vec<(Tag, Packed)>) -> Vec<(Tag, Packed)> {
    let packed = sections.iter_mut().map(|(_, section)| section);
    packed
        .filter(|section| section.is_packed)
        .for_each(Packed::store_unpacked);
    sections
}

/// Stores sections uncompressed until the ratio is at most [`LARGEST_RATIO`]. Chooses the smallest section that
/// suffices. If no single section suffices, chooses the largest one and repeats.
fn limit_ratio(sections: &mut [(Tag, Packed)]) {
    let head = (HEADER_BYTES + sections.len() * ENTRY_BYTES) as u64;
    loop {
        let unpacked: u64 = sections.iter().map(|(_, section)| section.unpacked_bytes).sum();
        let stored = sections.iter().map(|(_, section)| section.stored.len() as u64);
        let missing = unpacked
            .div_ceil(LARGEST_RATIO)
            .saturating_sub(head + stored.sum::<u64>());
        let packed = sections.iter_mut().map(|(_, section)| section);
        let chosen = packed.filter(|section| section.is_packed).min_by_key(|section| {
            let gained = section.unpacked_bytes - section.stored.len() as u64;
            let is_enough = gained >= missing;
            (!is_enough, if is_enough { gained } else { u64::MAX - gained })
        });
        match chosen {
            Some(section) if missing > 0 => section.store_unpacked(),
            _ => return,
        }
    }
}

/// Contents of a section, compressed if that makes them smaller.
#[derive(Clone)]
pub(super) struct Packed {
    is_packed: bool,
    unpacked_bytes: u64,
    stored: Vec<u8>,
}

impl Packed {
    pub(super) fn new(content: Vec<u8>) -> Self {
        let packed = lz4_flex::block::compress(&content);
        let is_packed = packed.len() < content.len();
        Self {
            is_packed,
            unpacked_bytes: content.len() as u64,
            stored: if is_packed { packed } else { content },
        }
    }

    fn store_unpacked(&mut self) {
        self.stored =
            unpack(&self.stored, self.unpacked_bytes as usize).expect("`new` has packed these bytes");
        self.is_packed = false;
    }
}

/// Parses the section table without verifying the sections' checksums.
pub(super) fn sections<'a>(
    file: &'a str,
    bytes: &'a [u8],
    versions: &RangeInclusive<u32>,
) -> Result<Vec<Section<'a>>, ReadError> {
    let wrong =
        |offset: usize, what: Text| ReadError::damaged(file, text!("compile-header"), offset as u64, what);
    if !bytes.starts_with(&MAGIC) {
        return Err(ReadError::NotCompiled {
            file: file.to_owned(),
        });
    }
    let cut_short = || wrong(bytes.len(), text!("compile-ends-here"));
    let (header, _) = postcard::take_from_bytes::<Header>(bytes).map_err(|_| cut_short())?;
    if !versions.contains(&header.version) {
        return Err(ReadError::Version {
            file: file.to_owned(),
            found: header.version,
        });
    }
    if header.length != bytes.len() as u64 {
        let what = text!("compile-size", bytes = bytes.len(), wanted = header.length);
        return Err(wrong(16, what));
    }
    let table_end = (header.section_count as usize)
        .checked_mul(ENTRY_BYTES)
        .and_then(|bytes| bytes.checked_add(HEADER_BYTES))
        .filter(|&end| end <= bytes.len())
        .ok_or_else(|| wrong(12, text!("compile-too-many-sections")))?;
    let table = &bytes[HEADER_BYTES..table_end];
    if header.checksum != head_checksum(&bytes[..CHECKED_HEADER_BYTES], table) {
        return Err(wrong(CHECKED_HEADER_BYTES, text!("compile-checksum")));
    }
    let mut end = table_end as u64;
    let mut sections = Vec::new();
    let mut unpacked_bytes = 0_u64;
    for (index, entry) in table.chunks_exact(ENTRY_BYTES).enumerate() {
        let at = HEADER_BYTES + index * ENTRY_BYTES;
        let wrong = |offset: usize, what: Text| {
            ReadError::damaged(file, text!("compile-table"), (at + offset) as u64, what)
        };
        let entry: Entry = postcard::from_bytes(entry).map_err(|_| cut_short())?;
        if entry.packing > 1 {
            return Err(wrong(4, text!("compile-packing")));
        }
        if entry.offset != end {
            return Err(wrong(8, text!("compile-section-order")));
        }
        let stored = end
            .checked_add(entry.stored_bytes)
            .and_then(|next| bytes.get(usize::try_from(end).ok()?..usize::try_from(next).ok()?))
            .ok_or_else(|| wrong(16, text!("compile-section-long")))?;
        let is_possible = match entry.packing {
            0 => entry.unpacked_bytes == entry.stored_bytes,
            _ => entry.unpacked_bytes <= entry.stored_bytes.saturating_mul(LZ4_LARGEST_RATIO),
        };
        if !is_possible {
            return Err(wrong(24, text!("compile-section-length")));
        }
        end += entry.stored_bytes;
        unpacked_bytes = unpacked_bytes.saturating_add(entry.unpacked_bytes);
        sections.push(Section { file, entry, stored });
    }
    if unpacked_bytes > header.length * LARGEST_RATIO {
        let what = text!("compile-unpacked", unpacked_bytes);
        return Err(ReadError::damaged(
            file,
            text!("compile-table"),
            HEADER_BYTES as u64,
            what,
        ));
    }
    if end == header.length {
        Ok(sections)
    } else {
        Err(wrong(end as usize, text!("compile-follows")))
    }
}

impl Section<'_> {
    pub(super) fn tag(&self) -> Tag {
        self.entry.tag
    }

    /// Creates an error that reports damage in this section.
    pub(super) fn damage(&self, what: Text) -> ReadError {
        ReadError::damaged(self.file, self.tag().to_string(), self.entry.offset, what)
    }

    /// Converts a check's failure or cancellation to an error for this section.
    pub(super) fn error(&self, error: CheckError) -> ReadError {
        match error {
            CheckError::Cancelled(_) => ReadError::Cancelled,
            wrong => self.damage(wrong.to_text()),
        }
    }

    /// Verifies the checksum and returns the uncompressed content.
    pub(super) fn content(&self, progress: &Progress) -> Result<Cow<'_, [u8]>, ReadError> {
        if checksum(self.stored, progress)? != self.entry.checksum {
            return Err(self.damage(text!("compile-checksum")));
        }
        if self.entry.packing == 0 {
            return Ok(Cow::Borrowed(self.stored));
        }
        progress.check()?;
        let content = unpack(self.stored, self.entry.unpacked_bytes as usize);
        content.map(Cow::Owned).map_err(|what| self.damage(what))
    }
}

/// Decompresses an LZ4 block to exactly `length` bytes.
fn unpack(block: &[u8], length: usize) -> Result<Vec<u8>, Text> {
    let mut content = vec![0; length];
    match lz4_flex::block::decompress_into(block, &mut content) {
        Ok(count) if count == length => Ok(content),
        Ok(count) => Err(text!("compile-unpacks", count, length)),
        Err(error) => Err(text!("compile-cannot-unpack", error = error.to_string())),
    }
}

/// Computes a section's checksum.
fn checksum(stored: &[u8], progress: &Progress) -> Result<u64, Cancelled> {
    let mut hasher = Xxh3::new();
    for part in stored.chunks(BYTES_A_CHECK) {
        progress.check()?;
        hasher.update(part);
    }
    Ok(hasher.digest())
}

/// Computes the checksum of the table and the checked part of the header.
fn head_checksum(header: &[u8], table: &[u8]) -> u64 {
    let mut hasher = Xxh3::new();
    hasher.update(header);
    hasher.update(table);
    hasher.digest()
}
