//! How long a source unit is, and which axis points up.

use glam::DVec3;

use super::{LevelTriangle, LoadOptions, Units};

/// The units of a level of these triangles, which are turned to Y up already.
pub(crate) fn find(triangles: &[[DVec3; 3]], options: &LoadOptions) -> Units {
    let up = options.up.unwrap_or_default();
    let _ = triangles;
    match options.scale {
        Some(scale) => Units {
            up,
            scale,
            guessed: false,
            note: format!("one unit is {scale} m, as asked for"),
        },
        None => Units {
            up,
            scale: 1.0,
            guessed: true,
            note: "one unit is taken for 1 m".to_owned(),
        },
    }
}

/// A warning where the triangles look as if Z pointed up.
pub(crate) fn z_up_suspected(triangles: &[LevelTriangle]) -> Option<String> {
    let _ = triangles;
    None
}
