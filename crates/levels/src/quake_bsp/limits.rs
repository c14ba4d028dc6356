//! How large the lumps of a compiled level are, beside what the engine that first read the format holds.
//!
//! The limits are those of `bspfile.h` of Quake's tools and `WinQuake`, of `qfiles.h` of Quake II, and of `bspfile.h` of the SDK of
//! Half-Life. BSP2 was made to be without them.

use super::{
    bspx::{self, Bspx},
    lumps::{Lump, Lumps},
};
use crate::{Format, LevelError};

/// A lump of a compiled level.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct LumpSize {
    /// Its name: of a BSPX lump that in the file.
    pub name: String,
    /// What is in it: its items, or its bytes where it is no list.
    pub count: usize,
    /// Bytes of it.
    pub bytes: usize,
    /// What the first engine holds, of items or of bytes; `None` where it has no limit of its own.
    pub limit: Option<usize>,
    /// Whether it is one of those that later tools add behind the others.
    pub is_bspx: bool,
    /// Whether anything is read from it here.
    pub is_read: bool,
}

impl LumpSize {
    /// How much of the limit is used: 1 is all of it.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        let limit = self.limit?;
        Some(self.count as f64 / limit as f64)
    }

    /// Whether there is more than the first engine holds.
    #[must_use]
    pub fn is_beyond(&self) -> bool {
        self.limit.is_some_and(|limit| self.count > limit)
    }
}

/// The lumps of a compiled level, those of the header first; `None` of a file of another format.
///
/// # Errors
/// Where the header is damaged, as of [`load_from_memory`](crate::load_from_memory).
pub fn lump_sizes(file: &str, bytes: &[u8]) -> Result<Option<Vec<LumpSize>>, LevelError> {
    let format = crate::sniff::format(file, bytes)?;
    if !matches!(
        format,
        Format::Bsp29 | Format::Bsp2 | Format::Bsp30 | Format::Bsp38
    ) {
        return Ok(None);
    }
    let lumps = Lumps::new(file, format, bytes)?;
    let of_header = lumps.iter().map(|(lump, stride, bytes)| LumpSize {
        name: lump.name().to_owned(),
        count: bytes / stride,
        bytes,
        limit: limit(format, lump),
        is_bspx: false,
        is_read: !matches!(lump, Lump::Pop | Lump::Areas | Lump::AreaPortals),
    });
    let bspx = Bspx::new(&lumps);
    let added = bspx.iter().map(|(name, bytes)| LumpSize {
        name: name.to_owned(),
        count: bytes,
        bytes,
        limit: None,
        is_bspx: true,
        is_read: bspx::READ.contains(&name),
    });
    Ok(Some(of_header.chain(added).collect()))
}

/// The engine whose limits are told of a format; `None` where there are none.
#[must_use]
pub const fn limits_of(format: Format) -> Option<&'static str> {
    match format {
        Format::Bsp29 => Some("Quake"),
        Format::Bsp30 => Some("Half-Life"),
        Format::Bsp38 => Some("Quake II"),
        _ => None,
    }
}

/// What the first engine of a format holds of a lump.
const fn limit(format: Format, lump: Lump) -> Option<usize> {
    let (quake, half_life, quake_2) = match lump {
        Lump::Entities => (65_536, 128 * 1024, 0x4_0000),
        Lump::Planes => (32_767, 32_767, 65_536),
        Lump::Textures => (0x20_0000, 0x20_0000, 0),
        Lump::Vertices | Lump::Faces | Lump::MarkSurfaces => (65_535, 65_535, 65_536),
        Lump::Visibility => (0x10_0000, 0x20_0000, 0x10_0000),
        Lump::Nodes => (32_767, 32_767, 65_536),
        Lump::TexInfo => (4096, 8192, 8192),
        Lump::Lighting => (0x10_0000, 0x20_0000, 0x20_0000),
        Lump::ClipNodes => (32_767, 32_767, 0),
        Lump::Leaves => (8192, 8192, 65_536),
        Lump::Edges => (256_000, 256_000, 128_000),
        Lump::SurfaceEdges => (512_000, 512_000, 256_000),
        Lump::Models => (256, 400, 1024),
        Lump::LeafBrushes | Lump::BrushSides => (0, 0, 65_536),
        Lump::Brushes => (0, 0, 8192),
        Lump::Areas => (0, 0, 256),
        Lump::AreaPortals => (0, 0, 1024),
        Lump::Pop => (0, 0, 0),
    };
    let limit = match format {
        Format::Bsp29 => quake,
        Format::Bsp30 => half_life,
        Format::Bsp38 => quake_2,
        _ => 0,
    };
    if limit == 0 { None } else { Some(limit) }
}
