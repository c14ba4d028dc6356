//! Header of a compiled level. The position of every lump is validated before any contents are read.
//!
//! The parser, `qbsp`, trusts lump lengths and counts, and rejects a file because of a single invalid texture name.
//! Therefore, it parses a copy of the file that contains only validated lumps. Textures, PVS and light are removed from
//! the copy and parsed by this crate.

use crate::{Text, ToText, text};
use qbsp::{
    BspData, BspFormat, BspParseError, BspParseInput, BspParseSettings,
    data::{
        BspClipNode, BspEdge, BspFace, BspLeaf, BspModel, BspNode, BspPlane, BspTexInfo,
        brush::{BspBrush, BspBrushSide},
        util::UBspValue,
    },
    reader::{BspParseContext, BspValue},
};

use crate::{
    Format, LevelError,
    binary::{u32_at, usize_at},
};

/// Defines the lumps with their display names and their limits in Quake, Half-Life and Quake II. Limits are in items,
/// or in bytes if the lump is not a list. Zero means that there is no separate limit.
macro_rules! lumps {
    ($($lump:ident $name:literal $limits:expr;)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Lump {
            $($lump,)+
        }

        impl Lump {
            pub(super) const fn name(self) -> &'static str {
                match self {
                    $(Self::$lump => $name,)+
                }
            }

            pub(super) const fn limits(self) -> [usize; 3] {
                match self {
                    $(Self::$lump => $limits,)+
                }
            }
        }
    };
}

lumps! {
    Entities "entities" [65_536, 131_072, 262_144];
    Planes "planes" [32_767, 32_767, 65_536];
    Textures "textures" [0x20_0000, 0x20_0000, 0];
    Vertices "vertices" [65_535, 65_535, 65_536];
    Visibility "visibility" [0x10_0000, 0x20_0000, 0x10_0000];
    Nodes "nodes" [32_767, 32_767, 65_536];
    TexInfo "texture infos" [4096, 8192, 8192];
    Faces "faces" [65_535, 65_535, 65_536];
    Lighting "lighting" [0x10_0000, 0x20_0000, 0x20_0000];
    ClipNodes "clip nodes" [32_767, 32_767, 0];
    Leaves "leaves" [8192, 8192, 65_536];
    MarkSurfaces "mark surfaces" [65_535, 65_535, 65_536];
    LeafBrushes "leaf brushes" [0, 0, 65_536];
    Edges "edges" [256_000, 256_000, 128_000];
    SurfaceEdges "surface edges" [512_000, 512_000, 256_000];
    Models "models" [256, 400, 1024];
    Brushes "brushes" [0, 0, 8192];
    BrushSides "brush sides" [0, 0, 65_536];
    Pop "pop" [0, 0, 0];
    Areas "areas" [0, 0, 256];
    AreaPortals "area portals" [0, 0, 1024];
}

impl Lump {
    /// Returns the number of bytes per item; 1 if the lump is not a list.
    fn stride(self, context: &BspParseContext) -> usize {
        match self {
            Self::Planes => BspPlane::bsp_struct_size(context),
            Self::Vertices => 12,
            Self::Nodes => BspNode::bsp_struct_size(context),
            Self::TexInfo => BspTexInfo::bsp_struct_size(context),
            Self::Faces => BspFace::bsp_struct_size(context),
            Self::ClipNodes => BspClipNode::bsp_struct_size(context),
            Self::Leaves => BspLeaf::bsp_struct_size(context),
            Self::MarkSurfaces | Self::LeafBrushes => UBspValue::bsp_struct_size(context),
            Self::Edges => BspEdge::bsp_struct_size(context),
            Self::SurfaceEdges => 4,
            Self::Models => BspModel::bsp_struct_size(context),
            Self::Brushes => BspBrush::bsp_struct_size(context),
            Self::BrushSides => BspBrushSide::bsp_struct_size(context),
            // Lists of 8-byte items, which this crate does not read.
            Self::Areas | Self::AreaPortals => 8,
            Self::Entities | Self::Textures | Self::Visibility | Self::Lighting | Self::Pop => 1,
        }
    }
}

macro_rules! order {
    ($($lump:ident)+) => { [$(Lump::$lump),+] };
}

/// Order of the lumps in Quake and Half-Life files.
const QUAKE: [Lump; 15] = order! {
    Entities Planes Textures Vertices Visibility Nodes TexInfo Faces Lighting ClipNodes Leaves
    MarkSurfaces Edges SurfaceEdges Models
};

/// Order in files of Half-Life: Blue Shift. Its compiler swaps the first two lumps.
const BLUE_SHIFT: [Lump; 15] = {
    let mut order = QUAKE;
    (order[0], order[1]) = (Lump::Planes, Lump::Entities);
    order
};

/// Order of the lumps in Quake II files.
const QUAKE_2: [Lump; 19] = order! {
    Entities Planes Vertices Visibility Nodes TexInfo Faces Lighting Leaves MarkSurfaces LeafBrushes
    Edges SurfaceEdges Models Brushes BrushSides Pop Areas AreaPortals
};

/// Returns whether text begins with an entity in braces.
fn begins_entity(text: &[u8]) -> bool {
    let inside = text.trim_ascii_start().strip_prefix(b"{");
    inside.is_some_and(|inside| matches!(inside.trim_ascii_start().first(), Some(b'"' | b'}')))
}

/// Returns the total number of faces of the models in a lump, assuming this size per model. Returns `None` if the lump
/// does not consist of valid models, which have finite bounding boxes and consecutive face ranges within `faces`.
fn faces_of_models(lump: &[u8], stride: usize, faces: usize) -> Option<usize> {
    let number = |model: &[u8], at: usize| u32_at(model, at).unwrap_or_default();
    let mut next = 0_usize;
    let has_models = !lump.is_empty()
        && lump.len().is_multiple_of(stride)
        && lump.chunks_exact(stride).all(|model| {
            let [first, count] = [stride - 8, stride - 4].map(|at| number(model, at) as usize);
            let is_box = (0..3).all(|axis| {
                let [min, max] = [0, 12].map(|at| f32::from_bits(number(model, at + 4 * axis)));
                min.is_finite() && max.is_finite()
            });
            let follows = count == 0 || first == next;
            next = next.saturating_add(count);
            is_box && follows && next <= faces
        });
    has_models.then_some(next)
}

/// Size of a directory entry in bytes: offset and length.
const ENTRY: usize = 8;

/// A file whose lumps are all within bounds and have valid lengths.
pub(super) struct Lumps<'a> {
    file: &'a str,
    pub(super) format: Format,
    bytes: &'a [u8],
    order: &'static [Lump],
    /// Offset of the directory in the file, in bytes.
    start: usize,
    context: BspParseContext,
}

impl<'a> Lumps<'a> {
    pub(super) fn new(file: &'a str, format: Format, bytes: &'a [u8]) -> Result<Self, LevelError> {
        let (order, start, version): (&[Lump], _, _) = match format {
            Format::Bsp2 => (&QUAKE, 4, BspFormat::BSP2),
            Format::Bsp30 => (&QUAKE, 4, BspFormat::BSP30),
            Format::Bsp38 => (&QUAKE_2, 8, BspFormat::BSP38),
            _ => (&QUAKE, 4, BspFormat::BSP29),
        };
        let mut lumps = Self {
            file,
            format,
            bytes,
            order,
            start,
            context: BspParseContext { format: version },
        };
        if bytes.len() < start + ENTRY * order.len() {
            return Err(LevelError::refused(file, text!("quakebsp-header-cut")));
        }
        if format == Format::Bsp30 && lumps.looks_like_blue_shift() {
            lumps.order = &BLUE_SHIFT;
        }
        if !lumps.is_quake_2() && lumps.looks_like_hexen_2() {
            let found = text!("levels-sniff-hexen2");
            return Err(LevelError::refused(file, text!("levels-sniff-other", found)));
        }
        for (index, &lump) in lumps.order.iter().enumerate() {
            let (offset, length) = lumps.entry(index);
            let end = offset.checked_add(length).filter(|&end| end <= bytes.len());
            if end.is_none() {
                return Err(lumps.damaged(
                    lump,
                    text!("quakebsp-lump-beyond", length, offset, file_bytes = bytes.len()),
                ));
            }
            let stride = lump.stride(&lumps.context);
            let is_read = !matches!(lump, Lump::Areas | Lump::AreaPortals);
            if is_read && !length.is_multiple_of(stride) {
                return Err(lumps.damaged(lump, text!("quakebsp-lump-stride", length, stride)));
            }
        }
        Ok(lumps)
    }

    /// Returns a directory entry's offset and length. Ignores the offset of an empty entry.
    fn entry(&self, index: usize) -> (usize, usize) {
        let number = |at: usize| usize_at(self.bytes, at).unwrap_or_default();
        let at = self.start + ENTRY * index;
        match number(at + 4) {
            0 => (0, 0),
            length => (number(at), length),
        }
    }

    /// Returns the bytes that a directory entry refers to, truncated at the end of the file.
    fn bytes_of_entry(&self, index: usize) -> &'a [u8] {
        let (offset, length) = self.entry(index);
        let rest = self.bytes.get(offset..).unwrap_or_default();
        &rest[..length.min(rest.len())]
    }

    /// Returns whether the second directory entry refers to entities and the first one to planes.
    fn looks_like_blue_shift(&self) -> bool {
        let [first, second] = [0, 1].map(|index| self.bytes_of_entry(index));
        let planes = first.len().is_multiple_of(Lump::Planes.stride(&self.context));
        planes && !begins_entity(first) && begins_entity(second)
    }

    /// Returns whether the models match Hexen II but not Quake. Hexen II's models have eight hulls and therefore 80
    /// bytes instead of 64.
    fn looks_like_hexen_2(&self) -> bool {
        /// Size of a Hexen II model, in bytes.
        const MODEL: usize = 80;
        let bytes_of = |lump: Lump| {
            let index = self.order.iter().position(|&other| other == lump);
            index.map_or(&[][..], |index| self.bytes_of_entry(index))
        };
        let faces = bytes_of(Lump::Faces).len() / Lump::Faces.stride(&self.context);
        let models = bytes_of(Lump::Models);
        let of_hexen_2 = faces_of_models(models, MODEL, faces);
        let of_quake = faces_of_models(models, Lump::Models.stride(&self.context), faces);
        // Together, the models must contain all faces.
        of_hexen_2.is_some() && (of_quake.is_none() || of_hexen_2 == Some(faces) && of_quake != Some(faces))
    }

    pub(super) fn is_blue_shift(&self) -> bool {
        self.order[0] == Lump::Planes
    }

    pub(super) fn file(&self) -> &'a str {
        self.file
    }

    pub(super) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    pub(super) fn end(&self) -> usize {
        let ends = (0..self.order.len()).map(|index| {
            let (offset, length) = self.entry(index);
            offset + length
        });
        ends.max().unwrap_or_default()
    }

    pub(super) fn is_quake_2(&self) -> bool {
        self.format == Format::Bsp38
    }

    /// Iterates over the lumps in the header, in order. Each has its item size and its length in bytes.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Lump, usize, usize)> {
        let numbered = self.order.iter().enumerate();
        numbered.map(|(index, &lump)| (lump, lump.stride(&self.context), self.entry(index).1))
    }

    /// Returns the bytes of a lump; empty if the format has no such lump.
    pub(super) fn get(&self, lump: Lump) -> &'a [u8] {
        let (offset, length) = self.place(lump);
        &self.bytes[offset..offset + length]
    }

    fn place(&self, lump: Lump) -> (usize, usize) {
        let index = self.order.iter().position(|&other| other == lump);
        index.map_or((0, 0), |index| self.entry(index))
    }

    pub(super) fn items(&self, lump: Lump) -> std::slice::ChunksExact<'a, u8> {
        self.get(lump).chunks_exact(lump.stride(&self.context))
    }

    pub(super) fn damaged(&self, lump: Lump, what: impl ToText) -> LevelError {
        let name = lump.name();
        LevelError::refused(self.file, text!("quakebsp-damaged", name, what))
    }

    /// Parses the file's lists. Indices in the result have not been validated yet.
    pub(super) fn parse(&self) -> Result<BspData, LevelError> {
        // The parser looks for further lumps after the last one. In this copy, no data follows the last lump.
        let mut copy = self.bytes.to_vec();
        copy.resize(copy.len().next_multiple_of(4), 0);
        let end = copy.len() as u32;
        // An empty texture lump consists of a count of zero.
        copy.extend([0; 4]);
        let usual: &[Lump] = if self.is_quake_2() { &QUAKE_2 } else { &QUAKE };
        for (index, &lump) in usual.iter().enumerate() {
            let (offset, length) = match lump {
                Lump::Textures => (end, 4),
                Lump::Visibility
                | Lump::Lighting
                | Lump::Entities
                | Lump::Pop
                | Lump::Areas
                | Lump::AreaPortals => (end + 4, 0),
                _ => {
                    let (offset, length) = self.place(lump);
                    (offset as u32, length as u32)
                }
            };
            let at = self.start + ENTRY * index;
            copy[at..at + 4].copy_from_slice(&u32::to_le_bytes(offset));
            copy[at + 4..at + 8].copy_from_slice(&u32::to_le_bytes(length));
        }
        if matches!(self.format, Format::Bsp29 | Format::Bsp2) {
            // Keep only the first flag, because it is the only one that affects a face. The parser rejects flags that
            // later tools have added.
            let (start, length) = self.place(Lump::TexInfo);
            let items = copy[start..start + length].chunks_exact_mut(Lump::TexInfo.stride(&self.context));
            for flags in items.filter_map(|item| item.last_chunk_mut::<4>()) {
                *flags = (u32::from_le_bytes(*flags) & 1).to_le_bytes();
            }
        }
        let settings = BspParseSettings {
            use_bspx_rgb_lighting: false,
            parse_bspx_structures: false,
        };
        let input = BspParseInput {
            bsp: &copy,
            lit: None,
            settings,
        };
        BspData::parse(input).map_err(|error| self.refused(&error))
    }

    /// Converts a parser error to a message that names the lump and the item.
    fn refused(&self, error: &BspParseError) -> LevelError {
        let mut what = error.root().to_string();
        if let Some(line) = what.find('\n') {
            what.truncate(line);
        }
        let job = match error {
            BspParseError::DoingJob(job, _) => job.to_ascii_lowercase(),
            _ => String::new(),
        };
        let found = self.order.iter().find(|lump| job.contains(lump.name()));
        match found {
            Some(&lump) => self.damaged(lump, text!("quakebsp-lump-unreadable", job, what)),
            None => LevelError::Parser {
                file: self.file.to_owned(),
                reason: Text::plain(what),
            },
        }
    }
}
