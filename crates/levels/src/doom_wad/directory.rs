//! The lumps of a WAD file of DOOM, and which of them make a map.

use std::collections::HashMap;

use crate::{LevelError, wad_directory};

/// Bytes of an entry: offset, length and name.
const ENTRY: usize = 16;

/// The lumps that may follow a map's name; those that are read first, and in the order of DOOM.
pub(super) const LUMPS: [&str; 12] = [
    "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS", "SSECTORS", "NODES", "SECTORS", "REJECT",
    "BLOCKMAP", "BEHAVIOR", "SCRIPTS",
];

/// How many names of maps an error lists.
const LISTED: usize = 60;

/// A name of at most eight letters, in upper case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Name(pub(super) [u8; 8]);

impl Name {
    /// The name in these bytes, up to its first zero byte.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut name = [0; 8];
        let letters = bytes.iter().take_while(|&&byte| byte != 0);
        for (place, letter) in name.iter_mut().zip(letters) {
            *place = letter.to_ascii_uppercase();
        }
        Self(name)
    }

    /// Whether it says that there is nothing: `-`, or no letter.
    pub(super) fn is_none(self) -> bool {
        matches!(self.0[0], 0 | b'-')
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        use std::fmt::Write as _;
        let letters = self.0.iter().take_while(|&&byte| byte != 0);
        letters.into_iter().try_for_each(|&byte| {
            let is_plain = byte.is_ascii_graphic();
            f.write_char(if is_plain { char::from(byte) } else { '?' })
        })
    }
}

/// A lump; its content is `None` where it lies beyond the end of the file.
#[derive(Clone, Copy)]
pub(super) struct Lump<'a> {
    pub(super) name: Name,
    pub(super) content: Option<&'a [u8]>,
}

/// The lumps of a file, in its order.
pub(super) struct Directory<'a> {
    pub(super) lumps: Vec<Lump<'a>>,
    /// The last lump of each name, which is the one that counts.
    by_name: HashMap<Name, usize>,
    /// Whether it is an IWAD, which has everything that its maps need.
    pub(super) is_complete: bool,
}

impl<'a> Directory<'a> {
    /// Reads the directory, which takes at most 6 bytes for each byte of the file.
    ///
    /// # Errors
    /// One phrase that says what is wrong.
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, String> {
        let is_complete = bytes.starts_with(b"IWAD");
        if !is_complete && !bytes.starts_with(b"PWAD") {
            return Err("it is no WAD file of DOOM".to_owned());
        }
        let entries = wad_directory::entries(bytes, ENTRY)?;
        let lumps = entries.chunks_exact(ENTRY).map(|entry| Lump {
            name: Name::of(&entry[8..]),
            content: wad_directory::lump(bytes, entry),
        });
        let lumps: Vec<Lump<'a>> = lumps.collect();
        let by_name = lumps.iter().enumerate().map(|(index, lump)| (lump.name, index));
        Ok(Self {
            by_name: by_name.collect(),
            lumps,
            is_complete,
        })
    }

    /// The content of the last lump of this name.
    pub(super) fn find(&self, name: Name) -> Option<&'a [u8]> {
        self.lumps[*self.by_name.get(&name)?].content
    }

    /// The content of the last lump of this name.
    pub(super) fn get(&self, name: &str) -> Option<&'a [u8]> {
        self.find(Name::of(name.as_bytes()))
    }

    /// The places of the names that are followed by the lumps of a map.
    fn maps(&self) -> impl Iterator<Item = usize> {
        let first = ["THINGS", "TEXTMAP"].map(|name| Name::of(name.as_bytes()));
        let names = self.lumps.windows(2).enumerate();
        names.filter_map(move |(index, pair)| {
            let is_lump = |name: Name| LUMPS.iter().any(|lump| Name::of(lump.as_bytes()) == name);
            (first.contains(&pair[1].name) && !is_lump(pair[0].name)).then_some(index)
        })
    }

    /// The map of this name, whatever its case, or the first one.
    ///
    /// # Errors
    /// Where there is none, or none of this name.
    pub(super) fn map(&self, file: &str, name: Option<&str>) -> Result<Map<'a>, LevelError> {
        let maps: Vec<usize> = self.maps().collect();
        let Some(&first) = maps.first() else {
            return Err(LevelError::refused(
                file,
                "is a WAD file without maps, such as one with textures alone; name one that has a map",
            ));
        };
        let wanted = name.map(|name| Name::of(name.as_bytes()));
        // Of two maps of one name the last counts, as in the game.
        let found = match wanted {
            Some(wanted) => maps.iter().copied().rfind(|&map| self.lumps[map].name == wanted),
            None => Some(first),
        };
        // A longer name is none, even where its first letters are one.
        let found = found.filter(|_| name.is_none_or(|name| name.len() <= 8));
        let Some(found) = found else {
            let more = if maps.len() > LISTED { ", …" } else { "" };
            let names = maps
                .iter()
                .take(LISTED)
                .map(|&map| self.lumps[map].name.to_string());
            let names: Vec<String> = names.collect();
            return Err(LevelError::refused(
                file,
                format!(
                    "has no map {}; it has {}{more}: name one of these with --map",
                    name.unwrap_or_default(),
                    names.join(", ")
                ),
            ));
        };
        let marker = self.lumps[found].name;
        let next = maps
            .iter()
            .map(|&map| self.lumps[map].name)
            .find(|&name| name != marker);
        let following = &self.lumps[found + 1..];
        if following[0].name == Name::of(b"TEXTMAP") {
            return Err(LevelError::refused(
                file,
                format!(
                    "has the map {marker} in the text format UDMF (TEXTMAP), which is not read; save it in the format of \
                     DOOM in the map editor, or choose another with --map"
                ),
            ));
        }
        let mut lumps = [None; LUMPS.len()];
        for lump in following {
            let place = LUMPS
                .iter()
                .position(|name| Name::of(name.as_bytes()) == lump.name);
            // The second lump of a name is of another map.
            let Some(place) = place.filter(|&place| lumps[place].is_none()) else {
                break;
            };
            lumps[place] = Some(lump.content);
        }
        let with_gl = following
            .iter()
            .take(LUMPS.len() + 1)
            .any(|lump| lump.name.0.starts_with(b"GL_"));
        Ok(Map {
            name: marker,
            count: maps.len(),
            other: next,
            lumps,
            has_gl_nodes: with_gl,
        })
    }
}

/// The lumps of a map.
pub(super) struct Map<'a> {
    pub(super) name: Name,
    /// How many maps the file has.
    pub(super) count: usize,
    /// Another one.
    pub(super) other: Option<Name>,
    /// By the order of [`LUMPS`]: whether there is such a lump, and its content where it lies in the file.
    pub(super) lumps: [Option<Option<&'a [u8]>>; LUMPS.len()],
    /// Whether glBSP's nodes stand behind it.
    pub(super) has_gl_nodes: bool,
}
