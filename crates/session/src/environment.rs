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
            ladders: level.ladders.clone(),
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
    use bspwalk_collision::mover::{CollisionMethod, Input, Mode, Mover, MoverParams, Trees};
    use bspwalk_levels::{LoadOptions, load_from_memory};
    use bspwalk_progress::Progress;
    use bspwalk_testing::quake_maps::{ROOM, brush, map, room, walls, with_brush};
    use bspwalk_trees::{BuildParams, NodeTree};
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

    /// Walks east for six seconds from the middle of a room with a block 96 units high, and returns the feet in map
    /// units.
    fn walked_east(more: &str, world_brush: &str) -> (f64, f64, usize) {
        let text = with_brush(&room(&[[[64.0, -256.0, 0.0], [256.0, 256.0, 96.0]]]), world_brush) + more;
        let level = load(&text);
        let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default()).expect("it builds");
        let environment = LevelEnvironment::of(&level);
        let environment = environment
            .as_ref()
            .map(|environment| environment as &dyn Environment);
        let trees = Trees {
            environment,
            ..Trees::from(&tree)
        };
        let spawn = level.spawn.eye.as_vec3();
        let mut body = Mover::new(
            &MoverParams::game_feel(),
            Mode::Walk,
            CollisionMethod::Sweep,
            spawn,
        );
        let east = Input {
            desired: Vec3::X,
            ..Input::default()
        };
        for _ in 0..360 {
            body.tick(trees, &east, 1.0 / 60.0);
        }
        let feet = (body.feet().as_dvec3() + level.origin) / level.units.scale;
        (feet.x, feet.y, level.ladders.len())
    }

    #[test]
    fn ladders_of_maps_are_climbed() {
        let (x, height, ladders) = walked_east("", "");
        assert!(ladders == 0 && x < 64.0 && height < 1.0, "{x} {height}");
        // The ladder ends at the floor above, as in Half-Life.
        let boxed = brush([[60.0, -24.0, 0.0], [64.0, 24.0, 96.0]]);
        let entity = |class| format!("{{\n\"classname\" \"{class}\"\n{boxed}}}\n");
        let flagged = boxed.replace("0 0 0 1 1", "0 0 0 1 1 536870912 0 0");
        for (more, brush) in [
            (entity("func_ladder"), ""),
            (entity("trigger_ladder"), ""),
            (String::new(), &flagged[..]),
            (String::new(), &boxed.replace("brick", "common/ladder")),
        ] {
            let (x, height, ladders) = walked_east(&more, brush);
            let name = format!("{more}{brush}: {x} {height}");
            assert!(ladders == 1 && x > 100.0 && (height - 96.0).abs() < 1.0, "{name}");
        }
    }
}
