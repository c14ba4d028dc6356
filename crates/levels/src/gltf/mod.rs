//! glTF 2.0, as text and binary, read by the crate `gltf` and checked before.
//!
//! Reading takes at most 544 bytes of memory for a triangle, of which a file has a million and one for each byte of its
//! buffers at the most (`scene`), and 160 bytes for a byte of JSON beyond 64 MiB (`document`); beside them stand the buffers
//! themselves, and the images, which are bounded as those of every level.
//!
//! `outline` counts the objects of the JSON before it is parsed, and `document` checks it; `accessor` reads numbers in
//! place, out of `buffers`; `nodes` says where meshes stand, `mesh` reads them there, `scene` counts their faces
//! first; `marks` reads names and extras.

mod accessor;
mod buffers;
mod counts;
mod document;
mod extensions;
mod images;
mod marks;
mod materials;
mod mesh;
mod nodes;
mod outline;
mod scene;
mod things;

use bspwalk_progress::Progress;
use bspwalk_text::{message, text};

use self::{accessor::Reader, buffers::Buffers};
use super::{Format, LevelError, Resolver, UpAxis, assemble::Draft, units::Space};

/// Reads glTF; `files` finds the buffers and images beside it.
pub(super) fn read(
    file: &str,
    format: Format,
    bytes: &[u8],
    files: &dyn Resolver,
    progress: &Progress,
) -> Result<Draft, LevelError> {
    progress.begin(text!("phase-read-file"), bytes.len() as u64);
    let document = document::read(file, format, bytes, progress)?;
    progress.advance(bytes.len() as u64);
    let buffers = Buffers::read(file, &document, files, progress)?;
    let placements = nodes::place(file, &document, progress)?;
    let mut reader = Reader::new(&document.root, &buffers, progress);
    let mut draft = Draft {
        format,
        space: Some(Space {
            up: UpAxis::Y,
            scale: 1.0,
            rule: message!("gltf-units"),
        }),
        ..Draft::default()
    };
    draft.conversions.extend(placements.choice);
    scene::read(
        file,
        &document,
        &placements.nodes,
        &mut reader,
        |used, warnings| images::read(&document, &buffers, used, files, warnings, progress),
        &mut draft,
        progress,
    )?;
    things::read(&document, &placements.nodes, &mut draft, progress)?;
    things::warn(&document, &mut draft);
    Ok(draft)
}
