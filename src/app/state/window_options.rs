//! What the command line asks of the window.

use bspwalk_session::tree_args::TreeArgs;
use bspwalk_trees::collision::mover::CollisionMethod;

use super::LevelSource;
use crate::cli::{ViewArgs, WindowArgs};

/// What the command line asks of the window.
#[derive(Clone, Debug, Default)]
pub struct WindowOptions {
    /// The level to start with; without it the built-in one.
    pub source: Option<LevelSource>,
    /// How to read it and to build its trees in this run, over what is remembered for the level.
    pub tree: TreeArgs,
    /// The collision method of this run, over that of the settings.
    pub method: Option<CollisionMethod>,
    /// What is looked at first, and from where.
    pub at: ViewArgs,
    /// Inner width and height in logical pixels, over those of the settings.
    pub size: Option<[u32; 2]>,
}

impl From<&WindowArgs> for WindowOptions {
    fn from(args: &WindowArgs) -> Self {
        Self {
            source: args.level.clone().map(LevelSource::from),
            tree: args.tree.clone(),
            method: args.collision,
            at: args.at.clone(),
            size: args.size.map(|size| [size.width, size.height]),
        }
    }
}
