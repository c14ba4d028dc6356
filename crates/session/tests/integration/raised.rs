//! Tests for rooms extruded from drawn polygons.

use std::sync::Arc;

use bspwalk_compile::CompileParams;
use bspwalk_planar::{PRESETS, PlanarTree, Region};
use bspwalk_progress::Progress;
use bspwalk_session::raised;
use bspwalk_testing::{loading, random};
use glam::{DVec2, DVec3};

#[test]
fn raised_region_keeps_its_inside() {
    let mut random = random::seeded(6);
    for preset in PRESETS {
        let region = Region::new(&(preset.loops)()).expect("it is a region");
        let planar = PlanarTree::new(&region);
        let progress = Arc::new(Progress::default());
        let level =
            loading::from_memory("room.obj", raised::room_to_obj(&region).as_bytes()).expect("it is a level");
        let leaves =
            bspwalk_compile::leaf_tree(&level, &CompileParams::default(), &progress).expect("nobody cancels");
        let (mut inside, mut wrong) = (0, 0);
        for _ in 0..2_000 {
            let point = (DVec2::new(random.f64(), random.f64()) - 0.1) * 16.0;
            let height = random.f64() * raised::HEIGHT;
            let at = DVec2::new(point.x, -point.y) * raised::METRES_A_UNIT;
            let is_empty = !leaves
                .tree
                .is_solid(leaves.tree.locate(DVec3::new(at.x, height, at.y)));
            inside += u32::from(planar.contains(point));
            wrong += u32::from(planar.contains(point) != is_empty);
        }
        assert!(inside > 200 && wrong == 0, "{}: {wrong} of {inside}", preset.name);
        let spawn = level.spawn.eye / raised::METRES_A_UNIT;
        assert!(planar.contains(DVec2::new(spawn.x, -spawn.z)), "{}", preset.name);
    }
}
