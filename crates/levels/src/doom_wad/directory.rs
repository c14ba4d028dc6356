//! The lumps of a WAD file of DOOM, and which of them make a map.

use std::collections::HashMap;

use bspwalk_text::text;

use crate::{LevelError, wad_directory};

/// Bytes of an entry: offset, length and name.
const ENTRY: usize = 16;

/// The lumps that may follow the name of a map in a binary format, in the order of DOOM.
const LUMPS: [&str; 12] = [
    "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS", "SSECTORS", "NODES", "SECTORS", "REJECT",
    "BLOCKMAP", "BEHAVIOR", "SCRIPTS",
];

/// The lumps of `glBSP`'s nodes, which follow a marker: behind the lumps of the map, elsewhere in the file, or in a file of their
/// own with the extension `.gwa`.
const GL_LUMPS: [&str; 5] = ["GL_VERT", "GL_SEGS", "GL_SSECT", "GL_NODES", "GL_PVS"];

/// The lumps of a map in text that are read, and the one behind its last.
const TEXT_LUMPS: [&str; 2] = ["TEXTMAP", "ZNODES"];
const END: &str = "ENDMAP";

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

    /// Whether it is one of these.
    pub(super) fn is_of(self, names: &[&str]) -> bool {
        names.iter().any(|name| Self::of(name.as_bytes()) == self)
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

/// First line of a marker whose map has a name too long for `GL_` before it, up to that name ("glBSP GL nodes specification",
/// Apted 2005).
const LEVEL: &[u8] = b"LEVEL=";

impl Lump<'_> {
    /// Whether it marks the GL nodes of this map. `GL_LEVEL` without a name marks those of the map that it follows.
    fn is_gl_marker(&self, map: Name, follows_map: bool) -> bool {
        let Some(name) = self.name.0.strip_prefix(b"GL_") else {
            return false;
        };
        match self.level() {
            Some(level) => level == map,
            None => Name::of(name) == map || follows_map && self.name.is_of(&["GL_LEVEL"]),
        }
    }

    /// The map in the text of a marker.
    fn level(&self) -> Option<Name> {
        let lines = self.content?.split(|&byte| byte == b'\n' || byte == b'\r');
        let mut names = lines.filter_map(|line| line.strip_prefix(LEVEL));
        names.next().map(|name| Name::of(name.trim_ascii()))
    }
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
            return Err(text!("doom-no-wad").to_owned());
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

    /// The GL nodes of a map that do not directly follow its lumps: of several, the last.
    pub(super) fn gl_lumps(&self, map: Name) -> Option<Vec<Lump<'a>>> {
        let pairs = self.lumps.windows(2).enumerate();
        let mut markers =
            pairs.filter(|(_, pair)| pair[1].name.is_of(&GL_LUMPS) && pair[0].is_gl_marker(map, false));
        let (index, _) = markers.next_back()?;
        Some(first_of_each(&self.lumps[index + 1..], &GL_LUMPS))
    }

    /// The places of the names that are followed by the lumps of a map.
    fn maps(&self) -> impl Iterator<Item = usize> {
        let first = ["THINGS", "TEXTMAP"].map(|name| Name::of(name.as_bytes()));
        let names = self.lumps.windows(2).enumerate();
        names.filter_map(move |(index, pair)| {
            (first.contains(&pair[1].name) && !pair[0].name.is_of(&LUMPS)).then_some(index)
        })
    }

    /// The map of this name, whatever its case, or the first one.
    ///
    /// # Errors
    /// Where there is none, or none of this name.
    pub(super) fn map(&self, file: &str, name: Option<&str>) -> Result<Map<'a>, LevelError> {
        let maps: Vec<usize> = self.maps().collect();
        let Some(&first) = maps.first() else {
            return Err(LevelError::refused(file, text!("doom-no-maps")));
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
                text!(
                    "doom-no-such-map",
                    map = name.unwrap_or_default(),
                    maps = names.join(", "),
                    more
                ),
            ));
        };
        let name = self.lumps[found].name;
        let next = maps
            .iter()
            .map(|&map| self.lumps[map].name)
            .find(|&other| other != name);
        let following = &self.lumps[found + 1..];
        let mut gl_lumps = Vec::new();
        let (kind, lumps) = if following[0].name.is_of(&["TEXTMAP"]) {
            (Kind::Text, text_lumps(following))
        } else {
            let lumps = first_of_each(following, &LUMPS);
            gl_lumps = match &following[lumps.len()..] {
                [marker, behind @ ..] if marker.is_gl_marker(name, true) => first_of_each(behind, &GL_LUMPS),
                _ => self.gl_lumps(name).unwrap_or_default(),
            };
            let is_hexen = lumps.iter().any(|lump| lump.name.is_of(&["BEHAVIOR"]));
            (if is_hexen { Kind::Hexen } else { Kind::Doom }, lumps)
        };
        Ok(Map {
            name,
            count: maps.len(),
            other: next,
            kind,
            lumps,
            gl_lumps,
        })
    }
}

/// The lumps with these names from the first on; the second lump of a name is of another map.
fn first_of_each<'a>(following: &[Lump<'a>], names: &[&str]) -> Vec<Lump<'a>> {
    let mut lumps: Vec<Lump<'a>> = Vec::new();
    for lump in following {
        if !lump.name.is_of(names) || lumps.iter().any(|known| known.name == lump.name) {
            break;
        }
        lumps.push(*lump);
    }
    lumps
}

/// The lumps of a map in text, among which any others may stand.
fn text_lumps<'a>(following: &[Lump<'a>]) -> Vec<Lump<'a>> {
    let is_own = |lump: &&Lump<'_>| !lump.name.is_of(&[END]);
    let own = following.iter().take_while(is_own);
    let mut lumps: Vec<Lump<'a>> = Vec::new();
    for lump in own.filter(|lump| lump.name.is_of(&TEXT_LUMPS)) {
        // The text of the next map, where this one has no end.
        if lumps.iter().any(|known| known.name == lump.name) {
            break;
        }
        lumps.push(*lump);
    }
    lumps
}

/// How the lumps of a map are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// In DOOM's binary format.
    Doom,
    /// In Hexen's binary format, which has a lump BEHAVIOR.
    Hexen,
    /// As a text, in UDMF.
    Text,
}

/// The lumps of a map.
pub(super) struct Map<'a> {
    pub(super) name: Name,
    /// How many maps the file has.
    pub(super) count: usize,
    /// Another one.
    pub(super) other: Option<Name>,
    pub(super) kind: Kind,
    /// Those that are read, each name once.
    pub(super) lumps: Vec<Lump<'a>>,
    /// Those of its GL nodes.
    pub(super) gl_lumps: Vec<Lump<'a>>,
}
