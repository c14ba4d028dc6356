//! Reads glTF 2.0 files in text or binary form. Files are validated and then read with the `gltf` crate.
//!
//! Reading takes at most 544 bytes of memory per triangle. A file may have one million triangles, plus one per byte of
//! its buffers (`scene`). The JSON takes at most 160 bytes of memory per byte, plus 64 MiB (`document`). Buffers take
//! additional memory. Images have the same limits as in all levels.
//!
//! `outline` counts the JSON objects before they are parsed, and `document` validates the file. `accessor` reads
//! numbers directly from `buffers`. `nodes` computes the transforms of meshes, `mesh` reads their triangles, and
//! `scene` counts all faces before reading them. `marks` interprets names and extras.

mod accessor;
mod buffers;
mod document;
mod images;
mod marks;
mod materials;
mod mesh;
mod nodes;
mod outline;
mod scene;
mod things;

use crate::text;
use bspwalk_progress::Progress;

use self::{accessor::Reader, buffers::Buffers};
use super::{Format, LevelError, Resolver, UpAxis, assemble::Draft, units::Space};

/// Reads a glTF file. `files` finds its external buffers and images.
pub(super) fn read(
    file: &str,
    format: Format,
    bytes: &[u8],
    files: &dyn Resolver,
    progress: &Progress,
) -> Result<Draft, LevelError> {
    progress.begin("Reading the file", bytes.len() as u64);
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
            rule: text!("gltf-units"),
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
    things::read_entities_and_spawn(&document, &placements.nodes, &mut draft, progress)?;
    things::warn_unsupported(&document, &mut draft);
    Ok(draft)
}
