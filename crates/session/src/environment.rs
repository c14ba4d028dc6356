//! Liquids and ladders that affect the bodies in a level.

use std::sync::Arc;

use bspwalk_collision::mover::{Environment, LiquidSurfaces, Volumes};
use bspwalk_geometry::Aabb;
use bspwalk_levels::Level;
use glam::Vec3;

/// Liquids and ladders of a level.
///
/// In a compiled level, its own tree defines the liquids. In other levels, they are found from their surfaces.
#[derive(Debug)]
pub(crate) struct LevelEnvironment {
    level: Arc<Level>,
    surfaces: Option<LiquidSurfaces>,
    ladders: Volumes,
}

impl LevelEnvironment {
    /// Returns the environment of a level, or `None` if it has neither liquids nor ladders.
    pub(crate) fn of(level: &Arc<Level>) -> Option<Self> {
        let surfaces = match level.own_tree {
            Some(_) => None,
            None => LiquidSurfaces::new(&level.liquid_surfaces()).ok(),
        };
        let surfaces = surfaces.filter(|surfaces| !surfaces.is_empty());
        let ladders = Volumes {
            ladders: level.ladders(),
            ..Volumes::default()
        };
        let has_any = level.own_tree.is_some() || surfaces.is_some() || !ladders.ladders.is_empty();
        has_any.then(|| Self {
            level: Arc::clone(level),
            surfaces,
            ladders,
        })
    }
}

impl Environment for LevelEnvironment {
    fn is_liquid(&self, point: Vec3) -> bool {
        let (own, surfaces) = (&self.level.own_tree, &self.surfaces);
        own.as_ref().is_some_and(|own| own.is_liquid(point))
            || surfaces
                .as_ref()
                .is_some_and(|surfaces| surfaces.is_liquid(point))
    }

    fn ladder(&self, body: &Aabb) -> Option<Vec3> {
        self.ladders.ladder(body)
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_levels::{LoadOptions, load_from_memory};
    use bspwalk_progress::Progress;
    use bspwalk_testing::quake_maps::{ROOM, brush, map, walls};
    use glam::dvec3;

    use super::*;

    fn load(text: &str) -> Arc<Level> {
        let options = LoadOptions::default();
        let level = load_from_memory("pool.map", text.as_bytes(), &(), &options, &Progress::default());
        Arc::new(level.expect("it loads"))
    }

    #[test]
    fn pool_of_a_map_is_a_liquid() {
        let world = "\"classname\" \"worldspawn\"\n";
        let water = brush([[-256.0, -256.0, 0.0], [256.0, 256.0, 96.0]]).replace("brick", "*water1");
        let dry = map(walls(ROOM));
        let pool = load(&dry.replacen(world, &format!("{world}{water}"), 1));
        let environment = LevelEnvironment::of(&pool).expect("there is water");
        for (height, expected) in [(1.0, true), (95.0, true), (97.0, false), (190.0, false)] {
            let point = dvec3(30.0, height, -70.0) * pool.units.scale - pool.origin;
            assert_eq!(environment.is_liquid(point.as_vec3()), expected, "{height}");
        }
        assert!(LevelEnvironment::of(&load(&dry)).is_none());
    }
}
