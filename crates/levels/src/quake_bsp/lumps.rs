//! The header of a compiled level: where each lump lies, checked before anything is read from it.
//!
//! The parser, `qbsp`, takes lumps of any length and counts within them on trust, and refuses a file for the name of one
//! texture. So it is given a copy of the file with checked lumps alone, from which textures, the PVS and the light are left
//! out: these are read here, byte by byte.

use bspwalk_text::text;
use qbsp::{
    BspData, BspFormat, BspParseError, BspParseInput, BspParseSettings,
    data::{
        BspClipNode, BspEdge, BspFace, BspLeaf, BspModel, BspNode, BspPlane, BspTexInfo,
        brush::{BspBrush, BspBrushSide},
        util::UBspValue,
    },
    reader::{BspParseContext, BspValue},
};

use crate::{Format, LevelError};

/// A lump, with its name for the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lump {
    Entities,
    Planes,
    Textures,
    Vertices,
    Visibility,
    Nodes,
    TexInfo,
    Faces,
    Lighting,
    ClipNodes,
    Leaves,
    MarkSurfaces,
    LeafBrushes,
    Edges,
    SurfaceEdges,
    Models,
    Brushes,
    BrushSides,
    /// 256 bytes that nothing reads.
    Pop,
    Areas,
    AreaPortals,
}

impl Lump {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Entities => "entities",
            Self::Planes => "planes",
            Self::Textures => "textures",
            Self::Vertices => "vertices",
            Self::Visibility => "visibility",
            Self::Nodes => "nodes",
            Self::TexInfo => "texture infos",
            Self::Faces => "faces",
            Self::Lighting => "lighting",
            Self::ClipNodes => "clip nodes",
            Self::Leaves => "leaves",
            Self::MarkSurfaces => "mark surfaces",
            Self::LeafBrushes => "leaf brushes",
            Self::Edges => "edges",
            Self::SurfaceEdges => "surface edges",
            Self::Models => "models",
            Self::Brushes => "brushes",
            Self::BrushSides => "brush sides",
            Self::Pop => "pop",
            Self::Areas => "areas",
            Self::AreaPortals => "area portals",
        }
    }

    /// Bytes of an item; 1 where the lump is no list.
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
            // Lists of items of 8 bytes, which nothing here reads.
            Self::Areas | Self::AreaPortals => 8,
            Self::Entities | Self::Textures | Self::Visibility | Self::Lighting | Self::Pop => 1,
        }
    }
}

/// The order of the lumps in Quake's and Half-Life's files.
const QUAKE: [Lump; 15] = [
    Lump::Entities,
    Lump::Planes,
    Lump::Textures,
    Lump::Vertices,
    Lump::Visibility,
    Lump::Nodes,
    Lump::TexInfo,
    Lump::Faces,
    Lump::Lighting,
    Lump::ClipNodes,
    Lump::Leaves,
    Lump::MarkSurfaces,
    Lump::Edges,
    Lump::SurfaceEdges,
    Lump::Models,
];

/// The order in Half-Life: Blue Shift, whose compiler swaps the first two.
const BLUE_SHIFT: [Lump; 15] = {
    let mut order = QUAKE;
    (order[0], order[1]) = (Lump::Planes, Lump::Entities);
    order
};

/// Their order in Quake II's.
const QUAKE_2: [Lump; 19] = [
    Lump::Entities,
    Lump::Planes,
    Lump::Vertices,
    Lump::Visibility,
    Lump::Nodes,
    Lump::TexInfo,
    Lump::Faces,
    Lump::Lighting,
    Lump::Leaves,
    Lump::MarkSurfaces,
    Lump::LeafBrushes,
    Lump::Edges,
    Lump::SurfaceEdges,
    Lump::Models,
    Lump::Brushes,
    Lump::BrushSides,
    Lump::Pop,
    Lump::Areas,
    Lump::AreaPortals,
];

/// Whether a text begins with an entity in braces.
fn begins_entity(text: &[u8]) -> bool {
    let inside = text.trim_ascii_start().strip_prefix(b"{");
    inside.is_some_and(|inside| matches!(inside.trim_ascii_start().first(), Some(b'"' | b'}')))
}

/// The number of faces of all models in a lump with models of so many bytes; `None` if it does not consist of such models. Their
/// boxes are finite, and the faces of each follow those of the one before it, among so many faces.
fn faces_of_models(lump: &[u8], stride: usize, faces: usize) -> Option<usize> {
    let number = |model: &[u8], at: usize| {
        let field = model[at..].first_chunk::<4>().copied();
        u32::from_le_bytes(field.unwrap_or_default())
    };
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

/// Bytes of an entry of the directory: offset and length.
const ENTRY: usize = 8;

/// A file whose lumps lie within it and are whole.
pub(super) struct Lumps<'a> {
    file: &'a str,
    pub(super) format: Format,
    bytes: &'a [u8],
    order: &'static [Lump],
    /// Bytes before the directory.
    start: usize,
    context: BspParseContext,
}

impl<'a> Lumps<'a> {
    /// Checks the directory.
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

    /// Offset and length of an entry of the directory. An entry of zero bytes is empty, whatever its offset.
    fn entry(&self, index: usize) -> (usize, usize) {
        let number = |at: usize| {
            let field: [u8; 4] = std::array::from_fn(|byte| self.bytes[at + byte]);
            u32::from_le_bytes(field) as usize
        };
        let at = self.start + ENTRY * index;
        match number(at + 4) {
            0 => (0, 0),
            length => (number(at), length),
        }
    }

    /// The bytes of an entry of the directory, as far as they are in the file.
    fn bytes_of_entry(&self, index: usize) -> &'a [u8] {
        let (offset, length) = self.entry(index);
        let rest = self.bytes.get(offset..).unwrap_or_default();
        &rest[..length.min(rest.len())]
    }

    /// Whether the second entry has the entities, and the first one planes.
    fn looks_like_blue_shift(&self) -> bool {
        let [first, second] = [0, 1].map(|index| self.bytes_of_entry(index));
        let planes = first.len().is_multiple_of(Lump::Planes.stride(&self.context));
        planes && !begins_entity(first) && begins_entity(second)
    }

    /// Whether models are those of Hexen II, which have eight hulls, and so 80 bytes instead of 64, and are not those of Quake.
    fn looks_like_hexen_2(&self) -> bool {
        /// Bytes of a model of Hexen II.
        const MODEL: usize = 80;
        let bytes_of = |lump: Lump| {
            let index = self.order.iter().position(|&other| other == lump);
            index.map_or(&[][..], |index| self.bytes_of_entry(index))
        };
        let faces = bytes_of(Lump::Faces).len() / Lump::Faces.stride(&self.context);
        let models = bytes_of(Lump::Models);
        let of_hexen_2 = faces_of_models(models, MODEL, faces);
        let of_quake = faces_of_models(models, Lump::Models.stride(&self.context), faces);
        // The models together have all faces.
        of_hexen_2.is_some() && (of_quake.is_none() || of_hexen_2 == Some(faces) && of_quake != Some(faces))
    }

    /// Whether the header is that of Half-Life: Blue Shift.
    pub(super) fn is_blue_shift(&self) -> bool {
        self.order[0] == Lump::Planes
    }

    /// The name of the file for the user.
    pub(super) fn file(&self) -> &'a str {
        self.file
    }

    /// All bytes of the file.
    pub(super) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Where the last lump of the header ends.
    pub(super) fn end(&self) -> usize {
        let ends = (0..self.order.len()).map(|index| {
            let (offset, length) = self.entry(index);
            offset + length
        });
        ends.max().unwrap_or_default()
    }

    /// Whether it is laid out as Quake II's files are.
    pub(super) fn is_quake_2(&self) -> bool {
        self.format == Format::Bsp38
    }

    /// The lumps of the header in their order, each with the bytes of an item and those of the lump.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Lump, usize, usize)> {
        let numbered = self.order.iter().enumerate();
        numbered.map(|(index, &lump)| (lump, lump.stride(&self.context), self.entry(index).1))
    }

    /// The bytes of a lump; none where the format has no such lump.
    pub(super) fn get(&self, lump: Lump) -> &'a [u8] {
        let (offset, length) = self.place(lump);
        &self.bytes[offset..offset + length]
    }

    /// Offset and length of a lump.
    fn place(&self, lump: Lump) -> (usize, usize) {
        let index = self.order.iter().position(|&other| other == lump);
        index.map_or((0, 0), |index| self.entry(index))
    }

    /// The items of a lump, each as its bytes.
    pub(super) fn items(&self, lump: Lump) -> std::slice::ChunksExact<'a, u8> {
        self.get(lump).chunks_exact(lump.stride(&self.context))
    }

    /// An error that names a lump.
    pub(super) fn damaged(&self, lump: Lump, what: impl std::fmt::Display) -> LevelError {
        let name = lump.name();
        LevelError::refused(self.file, text!("quakebsp-damaged", name, what))
    }

    /// The lists of the file. Indices in them are not checked yet.
    pub(super) fn parse(&self) -> Result<BspData, LevelError> {
        // The parser looks for more lumps behind the last one; there is nothing behind the end of this copy.
        let mut copy = self.bytes.to_vec();
        copy.resize(copy.len().next_multiple_of(4), 0);
        let end = copy.len() as u32;
        // No textures, as a count of zero.
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
            // The parser refuses flags that later tools add; only the first says something of a face.
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

    /// The sentence for an error of the parser, which names the lump and the item.
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
                reason: what,
            },
        }
    }
}
