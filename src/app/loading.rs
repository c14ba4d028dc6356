//! Loading levels and building trees in the background.

use std::sync::Arc;

use bevy::prelude::*;

use super::{
    WindowOptions,
    scene::test_room,
    state::{LevelSource, Shown},
};
use crate::{
    bsp::{BuildParams, NodeTree},
    level::LoadOptions,
};

/// Loads levels and builds trees.
pub struct LoadingPlugin {
    params: BuildParams,
}

impl LoadingPlugin {
    /// With what the command line asks.
    #[must_use]
    pub fn new(options: &WindowOptions) -> Self {
        Self {
            params: options.params,
        }
    }
}

impl Plugin for LoadingPlugin {
    fn build(&self, app: &mut App) {
        let level = Arc::new(test_room::level());
        let triangles = level.solid_triangles();
        let params = self.params;
        let started = std::time::Instant::now();
        let built = std::thread::Builder::new()
            .name(super::startup::JOB_THREAD.into())
            .spawn(move || NodeTree::build(&triangles, &params))
            .ok()
            .and_then(|thread| thread.join().ok());
        if let Some(Ok(tree)) = built {
            app.insert_resource(Shown {
                level,
                tree: Arc::new(tree),
                source: LevelSource::BuiltIn("test room".into()),
                options: LoadOptions::default(),
                build_ms: started.elapsed().as_secs_f64() * 1e3,
                revision: 1,
                level_revision: 1,
            });
        }
    }
}
