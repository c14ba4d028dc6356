//! Command-line options of the window.

use bspwalk_session::{LevelName, tree_args::TreeArgs};
use bspwalk_trees::collision::mover::CollisionMethod;

use crate::cli::{ViewArgs, WindowArgs};

/// Command-line options of the window.
#[derive(Clone, Debug, Default)]
pub struct WindowOptions {
    /// Level to start with; `None` for the built-in default.
    pub source: Option<LevelName>,
    /// Options for reading it and building its trees in this run. They override the options saved for the level.
    pub tree: TreeArgs,
    /// Collision method of this run, which overrides the settings.
    pub method: Option<CollisionMethod>,
    /// Initial view.
    pub at: ViewArgs,
    /// Inner width and height in logical pixels, which override the settings.
    pub size: Option<[u32; 2]>,
}

impl From<&WindowArgs> for WindowOptions {
    fn from(args: &WindowArgs) -> Self {
        Self {
            source: args.level.clone(),
            tree: args.tree.clone(),
            method: args.collision,
            at: args.at.clone(),
            size: args.size.map(|size| [size.width, size.height]),
        }
    }
}
