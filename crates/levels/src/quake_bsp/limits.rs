//! Sizes of a compiled level's lumps, compared with the limits of the format's original engine.
//!
//! The limits in [`Lump::limits`] come from `bspfile.h` of Quake's tools and `WinQuake`, `qfiles.h` of Quake II, and
//! `bspfile.h` of the Half-Life SDK. BSP2 was designed without such limits.

use super::{
    bspx::{self, Bspx},
    lumps::{Lump, Lumps},
};
use crate::{Format, LevelError};

/// Size of a lump of a compiled level.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct LumpSize {
    /// Name of the lump. For a BSPX lump, its name in the file.
    pub name: String,
    /// Number of items, or number of bytes if the lump is not a list.
    pub count: usize,
    /// Size in bytes.
    pub bytes: usize,
    /// Limit of the original engine in items or bytes, or `None` if it has no separate limit for this lump.
    pub limit: Option<usize>,
    /// Whether this is a BSPX lump, added by later tools.
    pub is_bspx: bool,
    /// Whether this crate reads the lump.
    pub is_read: bool,
}

impl LumpSize {
    /// Returns the size as a fraction of the limit; above 1, the limit is exceeded.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        let limit = self.limit?;
        Some(self.count as f64 / limit as f64)
    }

    /// Returns whether the size exceeds the original engine's limit.
    #[must_use]
    pub fn is_beyond(&self) -> bool {
        self.limit.is_some_and(|limit| self.count > limit)
    }
}

/// Returns the lump sizes of a compiled level, with the lumps in the header first. Returns `None` for other formats.
///
/// # Errors
/// Returns an error if the header is damaged, as does [`load_from_memory`](crate::load_from_memory).
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

/// Returns the name of the engine whose limits apply to a format, or `None` if there are no limits.
#[must_use]
pub const fn limits_of(format: Format) -> Option<&'static str> {
    match format {
        Format::Bsp29 => Some("Quake"),
        Format::Bsp30 => Some("Half-Life"),
        Format::Bsp38 => Some("Quake II"),
        _ => None,
    }
}

fn limit(format: Format, lump: Lump) -> Option<usize> {
    let [quake, half_life, quake_2] = lump.limits();
    let limit = match format {
        Format::Bsp29 => quake,
        Format::Bsp30 => half_life,
        Format::Bsp38 => quake_2,
        _ => 0,
    };
    Some(limit).filter(|&limit| limit > 0)
}
