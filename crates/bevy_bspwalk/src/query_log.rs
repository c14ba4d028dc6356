//! A log of the queries of bodies and rays.

use std::io::Write;

use bevy::prelude::*;
use bspwalk_collision::query_log::QueryLog;

/// Logs the queries of bodies and of [`BspRays`](crate::BspRays), as long as this resource exists. Without it, logging
/// costs nothing.
///
/// `bspwalk replay-queries` replays the log; see [`QueryLog`]. Answers do not change. The queries of moving things that
/// carry or push bodies are not logged. Log your own queries with [`QueryLog::record`]:
///
/// ```
/// use bevy::prelude::*;
/// use bevy_bspwalk::{BspColliders, BspQueryLog};
/// use bspwalk_trees::Obstacles;
///
/// fn start(mut commands: Commands) {
///     // In a game, a `BufWriter` of a file.
///     commands.insert_resource(BspQueryLog::new(std::io::sink()));
/// }
///
/// fn look(colliders: BspColliders, log: Res<BspQueryLog>) {
///     let blocked = colliders.with_trees(|trees| log.0.record(trees.nodes).is_blocked(Vec3::ZERO, Vec3::X));
///     println!("{blocked:?}");
/// }
/// # bevy::ecs::system::assert_is_system(start);
/// # bevy::ecs::system::assert_is_system(look);
/// ```
#[derive(Resource)]
pub struct BspQueryLog(pub QueryLog<Box<dyn Write + Send>>);

impl BspQueryLog {
    /// Creates a log that writes to `output`. Call [`QueryLog::flush`] or remove the resource to complete the output.
    ///
    /// If a level reports an origin other than 0, wrap a [`QueryLog::with_origin`] instead.
    pub fn new(output: impl Write + Send + 'static) -> Self {
        Self(QueryLog::new(Box::new(output)))
    }
}
