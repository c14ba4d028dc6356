//! The directory of a DOOM WAD file, and the lumps of each map.

use std::collections::HashMap;

use crate::messages::plain_texts;
use crate::{Text, text};

use crate::{LevelError, binary, warnings::listed};

/// Size of a directory entry in bytes: offset, length and name.
const ENTRY: usize = 16;

/// Lumps that may follow a map marker in a binary format, in DOOM's order.
const LUMPS: [&str; 12] = [
    "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS", "SSECTORS", "NODES", "SECTORS", "REJECT",
    "BLOCKMAP", "BEHAVIOR", "SCRIPTS",
];

/// Lumps with the nodes built by `glBSP`, which follow a marker lump. They are stored after the map's lumps, elsewhere
/// in the file, or in a separate `.gwa` file.
const GL_LUMPS: [&str; 5] = ["GL_VERT", "GL_SEGS", "GL_SSECT", "GL_NODES", "GL_PVS"];

const TEXT_LUMPS: [&str; 2] = ["TEXTMAP", "ZNODES"];
const END: &str = "ENDMAP";

const LISTED: usize = 60;

/// A lump or texture name: at most eight characters, in upper case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Name(pub(super) [u8; 8]);

impl Name {
    /// Reads a name from these bytes, up to the first zero byte.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut name = [0; 8];
        let letters = bytes.iter().take_while(|&&byte| byte != 0);
        for (place, letter) in name.iter_mut().zip(letters) {
            *place = letter.to_ascii_uppercase();
        }
        Self(name)
    }

    pub(super) fn is_of(self, names: &[&str]) -> bool {
        names.iter().any(|name| Self::of(name.as_bytes()) == self)
    }

    /// Returns whether the name means "no texture": either `-` or empty.
    pub(super) fn is_none(self) -> bool {
        matches!(self.0[0], 0 | b'-')
    }
}

plain_texts!(Name);

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

/// A lump. `content` is `None` if the lump extends beyond the end of the file.
#[derive(Clone, Copy)]
pub(super) struct Lump<'a> {
    pub(super) name: Name,
    pub(super) content: Option<&'a [u8]>,
}

/// Prefix of the line in a marker lump that contains the map's name. This line is needed for map names that are too
/// long for a `GL_` prefix ("glBSP GL nodes specification", Apted 2005).
const LEVEL: &[u8] = b"LEVEL=";

impl Lump<'_> {
    /// Returns whether this lump marks the GL nodes of a map. A `GL_LEVEL` marker without a name belongs to the map
    /// directly before it.
    fn is_gl_marker(&self, map: Name, follows_map: bool) -> bool {
        let Some(name) = self.name.0.strip_prefix(b"GL_") else {
            return false;
        };
        match self.level() {
            Some(level) => level == map,
            None => Name::of(name) == map || follows_map && self.name.is_of(&["GL_LEVEL"]),
        }
    }

    /// Returns the map name from the marker's text.
    fn level(&self) -> Option<Name> {
        let lines = self.content?.split(|&byte| byte == b'\n' || byte == b'\r');
        let mut names = lines.filter_map(|line| line.strip_prefix(LEVEL));
        names.next().map(|name| Name::of(name.trim_ascii()))
    }
}

pub(super) struct Directory<'a> {
    pub(super) lumps: Vec<Lump<'a>>,
    /// Index of the last lump with each name. The last one overrides earlier ones.
    by_name: HashMap<Name, usize>,
    /// Whether the file is an IWAD, which contains all resources that its maps need.
    pub(super) is_complete: bool,
}

impl<'a> Directory<'a> {
    /// Reads the directory, using at most 6 bytes of memory per byte of the file.
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, Text> {
        let is_complete = bytes.starts_with(b"IWAD");
        if !is_complete && !bytes.starts_with(b"PWAD") {
            return Err(text!("doom-no-wad"));
        }
        let entries = binary::wad_entries(bytes, ENTRY)?;
        let lumps = entries.chunks_exact(ENTRY).map(|entry| Lump {
            name: Name::of(&entry[8..]),
            content: binary::wad_lump(bytes, entry),
        });
        let lumps: Vec<Lump<'a>> = lumps.collect();
        let by_name = lumps.iter().enumerate().map(|(index, lump)| (lump.name, index));
        Ok(Self {
            by_name: by_name.collect(),
            lumps,
            is_complete,
        })
    }

    pub(super) fn find(&self, name: Name) -> Option<&'a [u8]> {
        self.lumps[*self.by_name.get(&name)?].content
    }

    pub(super) fn get(&self, name: &str) -> Option<&'a [u8]> {
        self.find(Name::of(name.as_bytes()))
    }

    /// Returns the GL nodes of a map if they are stored separately from its other lumps. If there are several, returns
    /// the last.
    pub(super) fn gl_lumps(&self, map: Name) -> Option<Vec<Lump<'a>>> {
        let pairs = self.lumps.windows(2).enumerate();
        let mut markers =
            pairs.filter(|(_, pair)| pair[1].name.is_of(&GL_LUMPS) && pair[0].is_gl_marker(map, false));
        let (index, _) = markers.next_back()?;
        Some(first_of_each(&self.lumps[index + 1..], &GL_LUMPS))
    }

    /// Iterates over the indices of map markers: lumps that are followed by a map's lumps.
    fn maps(&self) -> impl Iterator<Item = usize> {
        let first = ["THINGS", "TEXTMAP"].map(|name| Name::of(name.as_bytes()));
        let names = self.lumps.windows(2).enumerate();
        names.filter_map(move |(index, pair)| {
            (first.contains(&pair[1].name) && !pair[0].name.is_of(&LUMPS)).then_some(index)
        })
    }

    pub(super) fn map(&self, file: &str, name: Option<&str>) -> Result<Map<'a>, LevelError> {
        let maps: Vec<usize> = self.maps().collect();
        let Some(&first) = maps.first() else {
            return Err(LevelError::refused(file, text!("doom-no-maps")));
        };
        let wanted = name.map(|name| Name::of(name.as_bytes()));
        // If several maps have the same name, the last one wins, as in the game.
        let found = match wanted {
            Some(wanted) => maps.iter().copied().rfind(|&map| self.lumps[map].name == wanted),
            None => Some(first),
        };
        // A longer name never matches, even if its first eight characters do.
        let found = found.filter(|_| name.is_none_or(|name| name.len() <= 8));
        let Some(found) = found else {
            let names: Vec<Name> = maps.iter().map(|&map| self.lumps[map].name).collect();
            let maps = listed(names, LISTED);
            let map = name.unwrap_or_default();
            return Err(LevelError::refused(file, text!("doom-no-such-map", map, maps)));
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

/// Returns the leading lumps that have one of these names. A repeated name belongs to the next map.
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

/// Returns the lumps of a UDMF map. Other lumps may be between them.
fn text_lumps<'a>(following: &[Lump<'a>]) -> Vec<Lump<'a>> {
    let own = following.iter().take_while(|lump| !lump.name.is_of(&[END]));
    let own = own.filter(|lump| lump.name.is_of(&TEXT_LUMPS)).copied();
    // If ENDMAP is missing, a second TEXTMAP belongs to the next map.
    first_of_each(&own.collect::<Vec<_>>(), &TEXT_LUMPS)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Doom,
    /// Hexen's binary format, which has a BEHAVIOR lump.
    Hexen,
    Text,
}

pub(super) struct Map<'a> {
    pub(super) name: Name,
    /// Number of maps in the file.
    pub(super) count: usize,
    pub(super) other: Option<Name>,
    pub(super) kind: Kind,
    /// Lumps to read, at most one of each name.
    pub(super) lumps: Vec<Lump<'a>>,
    pub(super) gl_lumps: Vec<Lump<'a>>,
}
