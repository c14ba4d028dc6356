//! Walks around the player start of third-party levels.
//!
//! Sponza is excluded. Its mouldings move every body back and forth, which `verdict` cannot distinguish from jitter.

use std::{path::Path, sync::Arc};

use bspwalk_levels::{EYE_HEIGHT, LoadOptions, load};
use bspwalk_progress::Progress;
use glam::DVec3;

use super::common::star;
use crate::{arena::Arena, trial::Trial};

/// File names and titles.
const LEVELS: [(&str, &str); 6] = [
    ("playground.glb", "Around the playground of bevy_ahoy"),
    ("recast_nav_test.obj", "Around the test level of Recast"),
    ("recast_dungeon.obj", "Around the dungeon of Recast"),
    ("lqdm6_a6.bsp", "Around an arena of LibreQuake"),
    ("lq_e0m3.bsp", "Around a level of LibreQuake"),
    ("alphacorp.obj", "Around a base of Tesseract"),
];

pub(super) fn trials(folder: &Path) -> (Vec<Trial>, Vec<String>) {
    let mut trials = Vec::new();
    let mut missing = Vec::new();
    for (file, title) in LEVELS {
        match trial(&folder.join(file), title) {
            Ok(trial) => trials.push(trial),
            Err(error) => missing.push(format!("{file}: {error}")),
        }
    }
    (trials, missing)
}

fn trial(path: &Path, title: &str) -> Result<Trial, String> {
    let level =
        load(path, &LoadOptions::default(), &Progress::default()).map_err(|error| error.to_string())?;
    let feet = level.spawn.eye - DVec3::Y * (EYE_HEIGHT - super::common::ABOVE);
    let arena = Arc::new(Arena::of_level(&level)?);
    Ok(star(&level.name, title, &arena, feet, 3))
}
