//! Independent writer for the container format of compiled levels, based only on the format's documentation. It can
//! also write invalid files.

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Size of the header, and size of a table entry, both in bytes.
pub const HEADER: usize = 32;
pub const ENTRY: usize = 40;

/// An uncompressed section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub tag: [u8; 4],
    pub content: Vec<u8>,
}

fn number32(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

fn number64(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())
}

/// Returns the uncompressed sections of a valid file.
pub fn unpack(file: &[u8]) -> Vec<Section> {
    let count = number32(file, 12) as usize;
    (0..count)
        .map(|i| {
            let entry = &file[HEADER + i * ENTRY..][..ENTRY];
            let (offset, bytes) = (number64(entry, 8) as usize, number64(entry, 16) as usize);
            let stored = &file[offset..offset + bytes];
            assert_eq!(number64(entry, 32), xxh3_64(stored));
            let content = match number32(entry, 4) {
                0 => stored.to_vec(),
                1 => lz4_flex::block::decompress(stored, number64(entry, 24) as usize).unwrap(),
                packing => panic!("packing {packing}"),
            };
            assert_eq!(content.len() as u64, number64(entry, 24));
            Section {
                tag: entry[..4].try_into().unwrap(),
                content,
            }
        })
        .collect()
}

/// Returns a file with these sections, uncompressed, and with valid checksums.
pub fn pack(version: u32, sections: &[Section]) -> Vec<u8> {
    pack_some(version, sections, |_| false)
}

/// Like [`pack`], but compresses the sections that `is_packed` selects.
pub fn pack_some(version: u32, sections: &[Section], is_packed: impl Fn(&Section) -> bool) -> Vec<u8> {
    let stored: Vec<(u32, std::borrow::Cow<'_, [u8]>)> = sections
        .iter()
        .map(|section| match is_packed(section) {
            true => (1, lz4_flex::block::compress(&section.content).into()),
            false => (0, (&section.content[..]).into()),
        })
        .collect();
    let mut offset = HEADER + sections.len() * ENTRY;
    let length = offset + stored.iter().map(|(_, stored)| stored.len()).sum::<usize>();
    let mut file = b"\x89BSPW\r\n\x1a".to_vec();
    file.extend(version.to_le_bytes());
    file.extend((sections.len() as u32).to_le_bytes());
    file.extend((length as u64).to_le_bytes());
    file.extend([0; 8]);
    for (section, (packing, stored)) in sections.iter().zip(&stored) {
        file.extend(section.tag);
        file.extend(packing.to_le_bytes());
        let (bytes, unpacked) = (stored.len() as u64, section.content.len() as u64);
        for number in [offset as u64, bytes, unpacked, xxh3_64(stored)] {
            file.extend(number.to_le_bytes());
        }
        offset += stored.len();
    }
    for (_, stored) in &stored {
        file.extend(&stored[..]);
    }
    update_checksum(&mut file);
    file
}

/// Updates the checksum in the header.
pub fn update_checksum(file: &mut [u8]) {
    let count = number32(file, 12) as usize;
    let end = (HEADER + count.saturating_mul(ENTRY)).min(file.len());
    let mut hasher = Xxh3::new();
    hasher.update(&file[..24]);
    hasher.update(&file[HEADER..end]);
    let checksum = hasher.digest();
    file[24..32].copy_from_slice(&checksum.to_le_bytes());
}
