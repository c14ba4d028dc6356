//! Loads levels through Bevy's asset server.

use std::{io, path::Path, sync::Arc};

use bevy::{
    asset::{AssetLoader, LoadContext, io::Reader},
    prelude::*,
};
use bspwalk_compile::{CompileError, CompiledLevel, file, file::ReadError, fill, moving_trees};
use bspwalk_levels::{Level, LevelError, load_from_memory};
use bspwalk_progress::Progress;
use bspwalk_trees::{BuildParams, NodeTree};

use super::{
    files::Files,
    level::{BspLevel, LeafVisibility},
    settings::BspLevelSettings,
    tree::BspTree,
};

/// File extensions that are loaded as levels if the asset type is not specified.
///
/// glTF is not included, so Bevy's own loader handles it by default. The asset type has priority over the extension, so
/// `asset_server.load::<BspLevel>("room.glb")` still loads a level.
pub const EXTENSIONS: [&str; 5] = ["bspw", "map", "bsp", "wad", "obj"];

/// Maximum number of passes over a level. Chains of references are short: material libraries reference images, but few
/// other files reference more files.
const MOST_ROUNDS: usize = 16;

/// Loads a [`BspLevel`] from OBJ, glTF, Quake maps and compiled Quake levels, DOOM WAD files, and compiled
/// `bspwalk` levels (`.bspw`). The format is detected from the content.
///
/// All files come from the level's asset source, including files that the level references. They must be in the level's
/// folder or one of its subfolders. Loading includes building the trees. In a browser, this blocks the page, so load
/// compiled levels there.
#[derive(Clone, Copy, Debug, Default, TypePath)]
pub struct BspLevelLoader;

/// Errors from loading a level. The messages include the asset and, if known, the line number.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BspLevelError {
    /// The source contains an error.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The compiled level is damaged or has another version.
    #[error(transparent)]
    Compiled(#[from] ReadError),
    /// The trees cannot be built.
    #[error("{file}: {reason}")]
    Trees {
        /// Path of the asset.
        file: String,
        /// Reason.
        reason: CompileError,
    },
    /// The bytes cannot be read.
    #[error("{file} cannot be read: {reason}")]
    Io {
        /// Path of the asset.
        file: String,
        /// Reason.
        reason: io::Error,
    },
}

impl AssetLoader for BspLevelLoader {
    type Asset = BspLevel;
    type Settings = BspLevelSettings;
    type Error = BspLevelError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        settings: &Self::Settings,
        load_context: &mut LoadContext<'_>,
    ) -> Result<Self::Asset, Self::Error> {
        let file = load_context.path().to_string();
        let mut bytes = Vec::new();
        if let Err(reason) = reader.read_to_end(&mut bytes).await {
            return Err(BspLevelError::Io { file, reason });
        }
        let progress = Arc::<Progress>::default();
        let parts = match file::from_bytes(&file, &bytes, &progress) {
            Ok(compiled) => Parts::of_compiled(compiled, settings, &progress),
            Err(ReadError::NotCompiled { .. }) => {
                let level = read(&file, &bytes, settings, load_context, &progress).await?;
                Parts::build(level, settings, &progress)
            }
            Err(error) => return Err(error.into()),
        };
        let parts = parts.map_err(|reason| BspLevelError::Trees { file, reason })?;
        Ok(parts.into_asset(load_context))
    }

    fn extensions(&self) -> &[&str] {
        &EXTENSIONS
    }
}

/// Reads a source and all files that it references.
async fn read(
    file: &str,
    bytes: &[u8],
    settings: &BspLevelSettings,
    context: &mut LoadContext<'_>,
    progress: &Progress,
) -> Result<Level, LevelError> {
    let options = settings.options();
    let mut files = Files::new(&settings.beside);
    let mut rounds = 0;
    let mut level = loop {
        let read = load_from_memory(file, bytes, &files, &options, progress);
        rounds += 1;
        // The error may be due to a file that has not been fetched yet.
        if !files.fetch(context).await || rounds == MOST_ROUNDS {
            break read?;
        }
    };
    let stem = Path::new(file).file_stem();
    if let Some(stem) = stem {
        level.name = stem.to_string_lossy().into_owned();
    }
    Ok(level)
}

/// The contents of a level asset.
struct Parts {
    level: Arc<Level>,
    fixed: Arc<NodeTree>,
    moving: Vec<Arc<NodeTree>>,
    visibility: Option<LeafVisibility>,
}

impl Parts {
    fn of_compiled(
        compiled: CompiledLevel,
        settings: &BspLevelSettings,
        progress: &Arc<Progress>,
    ) -> Result<Self, CompileError> {
        if settings.moving && !compiled.level.apart && !compiled.level.mechanisms.is_empty() {
            // The compiled trees include the doors, so separate the doors and rebuild the trees.
            let mut level = Arc::unwrap_or_clone(compiled.level);
            level.separate_moving_parts();
            return Self::build(level, settings, progress);
        }
        let visibility = settings.visibility.then_some(LeafVisibility {
            leaves: compiled.leaves,
            pvs: compiled.pvs,
        });
        Self::new(compiled.level, compiled.nodes, visibility, progress)
    }

    fn build(
        level: Level,
        settings: &BspLevelSettings,
        progress: &Arc<Progress>,
    ) -> Result<Self, CompileError> {
        let level = if settings.fill {
            fill::remove_unreachable(level, progress)?
        } else {
            level
        };
        let (fixed, _) = bspwalk_compile::node_tree(&level, &settings.params.nodes, progress)?;
        let visibility = if settings.visibility {
            let leaves = bspwalk_compile::leaf_tree(&level, &settings.params, progress)?.tree;
            let (pvs, _) = bspwalk_compile::pvs(&leaves, &settings.params.pvs, progress, |_| {})?;
            Some(LeafVisibility { leaves, pvs })
        } else {
            None
        };
        Self::new(Arc::new(level), fixed, visibility, progress)
    }

    /// Builds the trees of the moving parts of a level that was split into static and moving parts.
    fn new(
        level: Arc<Level>,
        fixed: Arc<NodeTree>,
        visibility: Option<LeafVisibility>,
        progress: &Arc<Progress>,
    ) -> Result<Self, CompileError> {
        Ok(Self {
            moving: moving_trees(&level, &BuildParams::default(), progress)?,
            level,
            fixed,
            visibility,
        })
    }

    fn into_asset(self, context: &mut LoadContext<'_>) -> BspLevel {
        let mut add = |label: String, nodes| {
            let tree = BspTree::of_level(nodes, Arc::clone(&self.level));
            context.add_labeled_asset(label, tree)
        };
        let fixed = add("Fixed".to_owned(), self.fixed);
        let moving = self.moving.into_iter().enumerate();
        let parts = moving
            .map(|(number, nodes)| add(format!("Part{number}"), nodes))
            .collect();
        BspLevel {
            level: self.level,
            fixed,
            parts,
            visibility: self.visibility,
        }
    }
}
