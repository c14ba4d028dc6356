//! Loads levels in any supported format.

use std::path::Path;

use crate::text;
use bspwalk_progress::Progress;

#[cfg(feature = "doom")]
use super::doom_wad;
#[cfg(feature = "gltf")]
use super::gltf;
#[cfg(feature = "obj")]
use super::obj;
use super::{
    Directory, Format, Level, LevelError, LoadOptions, Resolver, Source, Warning, assemble, read_file, sniff,
    source::RecordingResolver,
};
#[cfg(feature = "quake")]
use super::{quake_bsp, quake_map};

/// Loads a level from a file.
///
/// # Errors
/// See [`LevelError`]. Problems that can be repaired or skipped become a [`Warning`] in the level instead.
pub fn load(path: &Path, options: &LoadOptions, progress: &Progress) -> Result<Level, LevelError> {
    load_with_source(path, options, progress).map(|(level, _)| level)
}

/// Loads a level like [`load`] and also returns a record of the files that were read.
///
/// # Errors
/// Same as [`load`].
pub fn load_with_source(
    path: &Path,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<(Level, Source), LevelError> {
    let file = path.display().to_string();
    let text = read_file(path, &file, progress)?;
    let name = path
        .file_stem()
        .map_or_else(|| file.clone(), |stem| stem.to_string_lossy().into_owned());
    let directory = Directory::for_level(path, options);
    let files = RecordingResolver::new(&directory);
    let mut level = load_named(&file, &name, &text, &files, options, progress)?;
    level.warnings.extend(files.warnings());
    let file_name = path.file_name().unwrap_or(path.as_os_str());
    Ok((level, files.source(&file_name.to_string_lossy(), &text)))
}

/// Loads a level from a file's bytes. The format is detected from the content.
///
/// `name` appears in errors and as [`Level::name`]. `files` finds the files that the level refers to; pass `&()` for a
/// level without references.
///
/// # Errors
/// Same as [`load`].
pub fn load_from_memory(
    name: &str,
    bytes: &[u8],
    files: &dyn Resolver,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Level, LevelError> {
    load_named(name, name, bytes, files, options, progress)
}

/// Loads a level like [`load_from_memory`], but uses `file` in errors and `name` as the level's name.
fn load_named(
    file: &str,
    name: &str,
    bytes: &[u8],
    files: &dyn Resolver,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Level, LevelError> {
    let found = sniff::format(file, bytes)?;
    let mut draft = match found {
        #[cfg(feature = "obj")]
        Format::Obj => obj::read(file, bytes, files, progress)?,
        #[cfg(feature = "gltf")]
        format @ (Format::Gltf | Format::Glb) => gltf::read(file, format, bytes, files, progress)?,
        #[cfg(feature = "quake")]
        Format::Map => quake_map::read(file, bytes, files, progress)?,
        #[cfg(feature = "quake")]
        format @ (Format::Bsp29 | Format::Bsp2 | Format::Bsp30 | Format::Bsp38) => {
            quake_bsp::read(file, format, bytes, files, progress)?
        }
        #[cfg(feature = "doom")]
        Format::Wad => doom_wad::read(file, bytes, options.map.as_deref(), files, progress)?,
        #[cfg(not(all(feature = "obj", feature = "gltf", feature = "quake", feature = "doom")))]
        other => return Err(not_built_in(file, other)),
    };
    if let Some(map) = options.map.as_ref().filter(|_| found != Format::Wad) {
        let warning = Warning::new(text!("levels-map-not-looked-for", map));
        draft.warnings.push(warning);
    }
    let mut level = assemble::assemble(file, name, draft, options, progress)?;
    if options.moving_apart {
        level.separate_moving_parts();
    }
    for warning in &mut level.warnings {
        // Messages may quote names from the file.
        warning.message.escape();
    }
    Ok(level)
}

#[cfg(not(all(feature = "obj", feature = "gltf", feature = "quake", feature = "doom")))]
fn not_built_in(file: &str, format: Format) -> LevelError {
    LevelError::refused(file, text!("levels-not-built-in", format))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::source::hash_file;

    #[test]
    fn a_change_of_any_file_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(
            at("a.obj"),
            "mtllib a.mtl none.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n",
        )
        .unwrap();
        fs::write(at("a.mtl"), "newmtl m\nKd 1 0 0\n").unwrap();
        let path = at("a.obj");
        let (_, source) = load_with_source(&path, &LoadOptions::default(), &Progress::default()).unwrap();
        let known = |name: &str| source.files.get(name).map(Option::is_some);
        assert_eq!(
            (source.name.as_str(), known("a.mtl"), known("none.mtl")),
            ("a.obj", Some(true), Some(false)),
            "{source:?}"
        );
        assert_eq!(hash_file(&path, &Progress::default()), Ok(source.hash));
        assert!(source.files_are_unchanged(&path, &LoadOptions::default()));

        fs::write(at("a.mtl"), "newmtl m\nKd 0 1 0\n").unwrap();
        assert!(!source.files_are_unchanged(&path, &LoadOptions::default()));
        fs::write(at("a.mtl"), "newmtl m\nKd 1 0 0\n").unwrap();
        assert!(source.files_are_unchanged(&path, &LoadOptions::default()));
        fs::write(at("none.mtl"), "").unwrap();
        assert!(!source.files_are_unchanged(&path, &LoadOptions::default()));
    }
}
