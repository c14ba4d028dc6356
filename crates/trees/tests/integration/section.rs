//! Compares sections with the trees' own results at random points, and checks the areas and lines of sections.

use bspwalk_compile::CompiledLevel;
use bspwalk_geometry::{Aabb, Plane, Polygon, Polyhedron};
use bspwalk_levels::{Level, LoadOptions, Source, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{effort, levels, small_level};
use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::Branch,
    section::{Region, Section, SectionParams},
    solid_leaf::OUTSIDE,
};
use glam::{DVec3, dvec3};

fn builtin(name: &str) -> (Level, Source) {
    builtin::load_with_source(name, &LoadOptions::default(), &Progress::default()).expect("it loads")
}

fn levels_to_cut() -> Vec<(String, CompiledLevel)> {
    let is_taken =
        |name: &str| effort::is_full() || ["three_rooms", "wedges", "lqdm6_a6_world"].contains(&name);
    let own = builtin::all().iter().filter(|level| is_taken(level.name));
    let own = own.map(|level| (level.name.to_owned(), builtin(level.name)));
    let shared = levels::load_small().into_iter();
    let all = own.chain(shared.filter(|(name, _)| is_taken(name)));
    all.map(|(name, level)| (name, small_level::compiled_from(level)))
        .collect()
}

/// Returns horizontal, vertical and arbitrary planes through a level.
fn planes(bounds: &Aabb, random: &mut fastrand::Rng) -> Vec<Plane> {
    let mut plane = |normal: DVec3| {
        let share = DVec3::from([(); 3].map(|()| random.f64()));
        Plane::from_point_normal(bounds.min + bounds.size() * share, normal.normalize())
    };
    let mut planes: Vec<Plane> = [DVec3::Y, DVec3::Y, DVec3::X, DVec3::NEG_Z]
        .map(&mut plane)
        .into();
    planes.push(plane(dvec3(0.3, 0.8, -0.52)));
    planes
}

/// Returns the area of the part of a plane inside a convex body.
fn whole(plane: &Plane, body: &Polyhedron) -> f64 {
    let bounds = body.bounds();
    let mut polygon = Polygon::on_plane(plane, bounds.center(), bounds.size().length());
    for face in &body.faces {
        let Some(inside) = polygon.clipped_to_front(&face.plane().unwrap().flipped(), 0.0) else {
            return 0.0;
        };
        polygon = inside;
    }
    polygon.area()
}

/// Returns random points in the section, each with its cell, that are farther than `margin` from all lines.
fn points<'s>(section: &'s Section, random: &mut fastrand::Rng, margin: f64) -> Vec<(DVec3, &'s Region)> {
    let mut found = Vec::new();
    for cell in &section.cells {
        let weights: Vec<f64> = cell
            .polygon
            .vertices
            .iter()
            .map(|_| random.f64() + 0.01)
            .collect();
        let sum: f64 = weights.iter().sum();
        let corners = cell.polygon.positions().zip(&weights);
        let point: DVec3 = corners.map(|(corner, weight)| corner * (weight / sum)).sum();
        let is_inside = cell.polygon.edges().all(|edge| {
            let along = (edge.to - edge.from).normalize_or_zero();
            along.cross(point - edge.from).length() > margin
        });
        if is_inside {
            found.push((point, &cell.region));
        }
    }
    found
}

/// Checks the areas, the winding and the lines of a section. `whole` is the area that the section should fill.
fn check(what: &str, section: &Section, plane: &Plane, whole: f64, size: f64) {
    let mut sum = 0.0;
    for cell in &section.cells {
        let area = cell.polygon.vector_area();
        assert!(
            area.dot(plane.normal) >= -1.0e-9 * size * size,
            "{what}: {:?} winds the other way",
            cell.region
        );
        sum += area.length();
        for corner in cell.polygon.positions() {
            assert!(
                plane.distance(corner).abs() < 1.0e-9 * size,
                "{what}: a corner is off the plane"
            );
        }
    }
    assert!(
        (sum - whole).abs() <= 1.0e-6 * whole + 1.0e-9,
        "{what}: {sum} m² of {whole}"
    );
    for line in &section.lines {
        for end in line.ends {
            assert!(
                plane.distance(end).abs() < 1.0e-9 * size,
                "{what}: a line is off the section"
            );
        }
        assert!(
            line.front.is_normalized() && line.front.dot(plane.normal).abs() < 1.0e-9,
            "{what}"
        );
    }
}

fn cut_nodes(tree: &NodeTree, plane: &Plane, params: SectionParams) -> Section {
    tree.section(plane, &params, &Progress::default()).unwrap()
}

fn cut_leaves(tree: &LeafTree, plane: &Plane, params: SectionParams) -> Section {
    tree.section(plane, &params, &Progress::default()).unwrap()
}

#[test]
fn section_cells_match_point_location() {
    let mut random = bspwalk_testing::random::seeded(12);
    let (mut nodes, mut leaves, mut solids) = (0, 0, 0);
    for (name, compiled) in levels_to_cut() {
        let bounds = compiled.level.bounds;
        let size = bounds.size().length();
        let (tree, rooms) = (&compiled.nodes, &compiled.leaves);
        for plane in planes(&bounds, &mut random) {
            let what = format!("{name}, {plane:?}");
            let section = cut_leaves(rooms, &plane, SectionParams::default());
            check(&what, &section, &plane, whole(&plane, &rooms.world_box()), size);
            for (point, region) in points(&section, &mut random, 1.0e-7 * size) {
                assert_eq!(Region::Leaf(rooms.locate(point)), *region, "{what} at {point}");
                leaves += 1;
                solids += u32::from(matches!(region, Region::Leaf(leaf) if rooms.is_solid(*leaf)));
            }
            assert!(
                section
                    .cells
                    .iter()
                    .all(|cell| cell.region != Region::Leaf(OUTSIDE))
            );

            let section = cut_nodes(tree, &plane, SectionParams::default());
            let body = Polyhedron::from_aabb(&tree.root_cell_bounds());
            check(&what, &section, &plane, whole(&plane, &body), size);
            for (point, region) in points(&section, &mut random, 1.0e-7 * size) {
                assert_eq!(located(tree, point, u32::MAX), *region, "{what} at {point}");
                nodes += 1;
            }
            for line in &section.lines {
                let node = tree.node(line.node).unwrap();
                assert_eq!(node.depth, line.depth);
                let off = line.ends.map(|end| node.plane.distance(end).abs());
                assert!(off.iter().all(|off| *off < 1.0e-9 * size), "{what}: {off:?}");
                assert!(
                    node.plane.normal.dot(line.front) > 0.0,
                    "{what}: its front is behind"
                );
            }
        }
    }
    let [least_nodes, least_leaves, least_solids] =
        effort::sampled_or_whole([200, 100, 25], [4_000, 2_000, 500]);
    assert!(
        nodes > least_nodes && leaves > least_leaves && solids > least_solids,
        "{nodes} {leaves} {solids}"
    );
}

/// Returns the region of the tree that contains a point, down to the given depth.
fn located(tree: &NodeTree, point: DVec3, depth: u32) -> Region {
    let mut id = tree.root().expect("it has nodes");
    loop {
        let node = tree.node(id).expect("it exists");
        if node.depth >= depth {
            return Region::Node(id);
        }
        let (child, branch) = if node.plane.distance(point) >= 0.0 {
            (node.front, Branch::Front)
        } else {
            (node.back, Branch::Back)
        };
        match child {
            Some(child) => id = child,
            None => return Region::Below(id, branch),
        }
    }
}

#[test]
fn section_respects_max_depth_and_min_width() {
    let mut random = bspwalk_testing::random::seeded(13);
    let level = small_level::compiled_from(builtin("hall"));
    let tree = &level.nodes;
    let plane = Plane::from_point_normal(level.level.spawn.eye, DVec3::Y);
    for depth in [0, 1, 2, 5] {
        let section = cut_nodes(
            tree,
            &plane,
            SectionParams {
                max_depth: depth,
                ..SectionParams::default()
            },
        );
        assert!(section.cells.len() <= 1 << depth && section.lines.len() < 1 << depth);
        assert!(section.lines.iter().all(|line| line.depth < depth));
        for (point, region) in points(&section, &mut random, 1.0e-6) {
            assert_eq!(located(tree, point, depth), *region);
        }
    }
    let all = cut_nodes(tree, &plane, SectionParams::default());
    assert_eq!(all.undivided, 0);
    let coarse = cut_nodes(
        tree,
        &plane,
        SectionParams {
            min_width: 2.0,
            ..SectionParams::default()
        },
    );
    let [few, many] = [&coarse, &all].map(|section| section.cells.len());
    assert!(
        coarse.undivided > 10 && few < many,
        "{few} of {many} cells, {} undivided",
        coarse.undivided
    );
    let body = Polyhedron::from_aabb(&tree.root_cell_bounds());
    check("coarse", &coarse, &plane, whole(&plane, &body), 100.0);
}

#[test]
fn section_outside_level_or_empty_tree_is_empty() {
    let level = small_level::room();
    let beside = Plane::from_point_normal(DVec3::Y * 1.0e3, DVec3::Y);
    for section in [
        cut_nodes(&level.nodes, &beside, SectionParams::default()),
        cut_leaves(&level.leaves, &beside, SectionParams::default()),
        cut_leaves(
            &LeafTree::build(&[], &Default::default()).unwrap(),
            &beside,
            SectionParams::default(),
        ),
    ] {
        assert!(section.cells.is_empty() && section.lines.is_empty());
    }
    let progress = Progress::default();
    progress.cancel();
    let plane = Plane::from_point_normal(DVec3::Y, DVec3::Y);
    assert!(
        level
            .nodes
            .section(&plane, &SectionParams::default(), &progress)
            .is_err()
    );
}
