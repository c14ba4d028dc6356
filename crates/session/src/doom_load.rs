//! Load of DOOM's renderer, counted in the background while an overlay shows it.

use std::sync::Arc;

use bspwalk_explain::doom_load::{LoadMap, LoadSettings};
use bspwalk_levels::Level;

use crate::{
    identity::Identity,
    job::{Failure, Job},
    overlays::Overlays,
};

/// Key of a count: the level, and the bits of the view height.
type Of = (Identity<Level>, u64);

/// The most recent count.
#[derive(Debug, Default)]
pub struct DoomLoads {
    job: Job<Of, LoadMap>,
    counted: Option<(Of, Arc<LoadMap>)>,
}

/// Returns the settings for the view height of the overlays.
#[must_use]
pub fn load_settings(overlays: &Overlays) -> LoadSettings {
    LoadSettings {
        view_height: overlays.view_height,
        ..LoadSettings::default()
    }
}

impl DoomLoads {
    /// Starts counting if an overlay shows the load of DOOM's renderer. Returns whether a count has arrived.
    pub fn follow(&mut self, level: &Arc<Level>, overlays: &Overlays) -> bool {
        let is_wanted = overlays.face_coloring_kind().is_for_doom() && level.doom_surfaces.is_some();
        if !is_wanted {
            self.job.cancel();
            return false;
        }
        let of = (Identity::of(level), overlays.view_height.to_bits());
        if self.counted.as_ref().is_some_and(|(known, _)| *known == of) {
            return false;
        }
        let (level, settings) = (Arc::clone(level), load_settings(overlays));
        self.job.request_cancellable(of.clone(), move |progress| {
            LoadMap::new(&level, settings, progress)?.ok_or(Failure::Cancelled)
        });
        let Some(loads) = self.job.take() else {
            return false;
        };
        self.counted = Some((of, Arc::new(loads)));
        true
    }

    /// Returns the count for a level and the view height of the overlays, if it has arrived.
    #[must_use]
    pub fn of(&self, level: &Arc<Level>, overlays: &Overlays) -> Option<&Arc<LoadMap>> {
        let of = (Identity::of(level), overlays.view_height.to_bits());
        let counted = self.counted.as_ref().filter(|(known, _)| *known == of);
        counted.map(|(_, loads)| loads)
    }
}
