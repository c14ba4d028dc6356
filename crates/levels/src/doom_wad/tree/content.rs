//! Finds lumps by name.

use crate::text;

use super::lump_tree::Unusable;
use crate::doom_wad::{
    directory::{Lump, Name},
    lumps::Lumps,
};

/// Returns the content of one of the map's lumps; empty if there is no lump with this name.
pub(super) fn content_of<'a>(lumps: &Lumps<'a>, name: &'static str) -> Result<&'a [u8], Unusable> {
    content(&lumps.map.lumps, name)
}

/// Returns the content of the lump with this name from a list of lumps; empty if the lump is missing.
pub(super) fn content<'a>(lumps: &[Lump<'a>], name: &'static str) -> Result<&'a [u8], Unusable> {
    let wanted = Name::of(name.as_bytes());
    match lumps.iter().find(|lump| lump.name == wanted) {
        Some(lump) => lump
            .content
            .ok_or_else(|| Unusable::Lump(name, text!("doom-lump-beyond"))),
        None => Ok(&[]),
    }
}
