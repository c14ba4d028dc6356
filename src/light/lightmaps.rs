//! Lightmaps: the light that each place of each face receives, baked once.

use super::Volume;
use crate::{
    bsp::NodeTree,
    level::Level,
    progress::{Cancelled, Progress},
};

/// The light on the faces of a level.
#[derive(Clone, Debug, Default)]
pub struct Lightmaps {}

impl Lightmaps {
    /// Bakes the light on so many threads, of the sky by `volume` (by [`bake`](super::bake)) and of the sun by casts through
    /// `tree`, with progress, which can cancel it.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn bake(
        _level: &Level,
        _tree: &NodeTree,
        _volume: Option<&Volume>,
        _threads: usize,
        _progress: &Progress,
    ) -> Result<Self, Cancelled> {
        Ok(Self {})
    }
}
