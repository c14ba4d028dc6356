//! Tests for `shot` with overlays: each overlay is drawn exactly where the geometry requires it.

use std::{collections::HashMap, sync::Arc};

use bspwalk_compile::CompileParams;
use bspwalk_geometry::{Polygon, Polyhedron};
use bspwalk_testing::{effort, levels};
use bspwalk_trees::{LeafTree, NodeId, quake::QuakeLeafId, solid_leaf::portals::find_leak};
use glam::DVec3;
use image::RgbImage;

use crate::cli::{
    err, has, run,
    shot::{Painted, draw, unlike},
    text,
    view::{self, Mask, View},
};

/// A view that shows most of the walls, the box and the hole.
const VIEW: View = View {
    eye: DVec3::new(3.5, 2.9, 3.7),
    yaw: 25.0,
    pitch: -8.0,
    size: [900, 506],
};

/// Number of pixel columns to the left of the axes.
const FREE: u32 = 800;

/// The default depth of planes and cells.
const DEPTH: u32 = 4;

/// Returns the solid-leaf tree of the painted room.
fn leaves_of(painted: &Painted) -> LeafTree {
    let leaves = bspwalk_compile::leaf_tree(&painted.level, &CompileParams::quick(), &Arc::default());
    LeafTree::clone(&leaves.expect("it builds").tree)
}

/// Returns a small picture of the room as a model.
fn model(painted: &Painted, args: &[&str]) -> RgbImage {
    let view = View {
        size: [400, 300],
        ..VIEW
    };
    painted.draw(&view, &[&["--view", "model"], args].concat())
}

/// Runs a `shot` that must fail, and returns its standard error.
fn refused(painted: &Painted, args: &[&str]) -> String {
    let picture = painted.path.with_file_name("refused.png");
    let common = ["shot", "-o", text(&picture), text(&painted.path)];
    let output = run(common.iter().chain(args));
    assert!(!output.status.success() && !picture.exists(), "{args:?}");
    err(&output)
}

/// Returns whether a pixel differs between two pictures.
fn differs(one: &RgbImage, other: &RgbImage, [x, y]: [u32; 2]) -> bool {
    one.get_pixel(x, y) != other.get_pixel(x, y)
}

/// Samples visible points along the segments. Returns how many of them have nothing drawn within `radius` pixels, and
/// the total number of points.
fn missed(
    view: &View,
    [plain, shown]: [&RgbImage; 2],
    segments: &[[DVec3; 2]],
    radius: i64,
) -> (usize, usize) {
    let points = segments
        .iter()
        .flat_map(|&segment| view::along(segment).step_by(20));
    let places = points.filter_map(|point| view.place(point));
    let places: Vec<[i64; 2]> = places
        .map(|place| place.map(|at| at as i64))
        .filter(|[x, _]| *x < i64::from(FREE) - radius)
        .collect();
    let differs = |x: i64, y: i64| {
        let inside = (0..i64::from(view.size[0])).contains(&x) && (0..i64::from(view.size[1])).contains(&y);
        inside && differs(plain, shown, [x as u32, y as u32])
    };
    let is_missed = |[x, y]: &&[i64; 2]| {
        !(-radius..=radius).any(|dx| (-radius..=radius).any(|dy| differs(x + dx, y + dy)))
    };
    (places.iter().filter(is_missed).count(), places.len())
}

/// Returns how many differing pixels are farther than `radius` pixels from the segments, and the total number of
/// differing pixels.
fn strays(
    view: &View,
    [plain, shown]: [&RgbImage; 2],
    segments: &[[DVec3; 2]],
    radius: i64,
) -> (usize, usize) {
    let points = segments.iter().flat_map(|&segment| view::along(segment));
    let near = Mask::around(view, points, radius);
    let free = view.pixels(1).filter(|[x, _]| *x < FREE);
    let differing: Vec<[u32; 2]> = free.filter(|&pixel| differs(plain, shown, pixel)).collect();
    (
        differing.iter().filter(|&&pixel| !near.has(pixel)).count(),
        differing.len(),
    )
}

/// Checks that lines are drawn along the segments and nowhere else.
#[track_caller]
fn assert_lines(name: &str, view: &View, images: [&RgbImage; 2], segments: &[[DVec3; 2]], radius: i64) {
    let (missed, all) = missed(view, images, segments, radius);
    assert!(all > 20, "{name}: only {all} places are in view");
    assert!(missed * 10 <= all, "{name}: nothing at {missed} of {all} places");
    let (strays, differing) = strays(view, images, segments, 2 * radius);
    assert!(
        strays * 50 <= differing,
        "{name}: {strays} of {differing} pixels are elsewhere"
    );
}

fn sides(corners: &[DVec3]) -> impl Iterator<Item = [DVec3; 2]> + '_ {
    (0..corners.len()).map(|i| [corners[i], corners[(i + 1) % corners.len()]])
}

fn edges_of(cell: &Polyhedron) -> Vec<[DVec3; 2]> {
    let faces = cell.faces.iter();
    faces
        .flat_map(|face| sides(&face.positions().collect::<Vec<_>>()).collect::<Vec<_>>())
        .collect()
}

#[test]
fn overlays_are_drawn_at_their_geometry() {
    let painted = Painted::new();
    let (level, tree, leaves) = (&painted.level, &painted.tree, &leaves_of(&painted));
    let plain = painted.draw(&VIEW, &[]);
    let show = |overlay: &str| painted.draw(&VIEW, &["--show", overlay]);
    let nodes: Vec<NodeId> = tree.node_ids().collect();
    let node_at = |id: NodeId| tree.node(id).expect("a node");

    let shown = show("wireframe");
    let visible: Vec<[DVec3; 2]> = view::edges(level, tree)
        .into_iter()
        .flat_map(|([from, to], _)| {
            (0..50).map(move |i| [i, i + 1].map(|i| from.lerp(to, f64::from(i) / 50.0)))
        })
        .filter(|part| part.iter().all(|&end| view::is_visible(level, VIEW.eye, end)))
        .collect();
    assert_lines("wireframe", &VIEW, [&plain, &shown], &visible, 2);

    let shown = show("normals");
    let feet: Vec<[DVec3; 2]> = (0..tree.fragment_count())
        .map(|index| {
            let fragment = tree.fragment(index).expect("a fragment");
            let corners: Vec<DVec3> = fragment.vertices.iter().map(|corner| corner.as_dvec3()).collect();
            let middle = corners.iter().sum::<DVec3>() / corners.len() as f64;
            [middle, middle + node_at(fragment.node).plane.normal * 0.2]
        })
        .filter(|foot| foot.iter().all(|&end| view::is_visible(level, VIEW.eye, end)))
        .collect();
    // Normals start near the middle of a fragment, on the front or back side.
    let (off, all) = missed(&VIEW, [&plain, &shown], &feet, 25);
    assert!(
        all > 100 && off * 10 <= all,
        "normals: nothing at {off} of {all} places"
    );
    let (_, differing) = strays(&VIEW, [&plain, &shown], &[], 0);
    assert!(
        differing * 20 < (FREE * VIEW.size[1]) as usize,
        "normals: {differing} pixels"
    );

    let shown = show("cells");
    let cells = nodes.iter().filter(|&&id| node_at(id).depth == DEPTH);
    let edges: Vec<[DVec3; 2]> = cells.flat_map(|&id| edges_of(&tree.cell(id))).collect();
    assert_lines("cells", &VIEW, [&plain, &shown], &edges, 6);

    let shown = show("leaves");
    let own = leaves.locate(VIEW.eye);
    let (missed_edges, all) = missed(&VIEW, [&plain, &shown], &edges_of(&leaves.leaf_cell(own)), 8);
    assert!(
        all > 20 && missed_edges * 10 <= all,
        "leaves: nothing at {missed_edges} of {all} places"
    );

    let shown = show("portals");
    let portals = leaves.portal_ids().map(|id| leaves.portal(id).expect("a portal"));
    let outlines: Vec<[DVec3; 2]> = portals
        .flat_map(|portal| sides(portal.polygon).collect::<Vec<_>>())
        .collect();
    let (missed_edges, all) = missed(&VIEW, [&plain, &shown], &outlines, 4);
    assert!(
        all > 20 && missed_edges * 10 <= all,
        "portals: nothing at {missed_edges} of {all} places"
    );

    let shown = show("leak");
    let spawn = level.spawn.eye;
    let line = find_leak(leaves.portal_graph(), leaves.locate(spawn), spawn)
        .expect("the wall has a hole")
        .line;
    let line: Vec<[DVec3; 2]> = line.windows(2).map(|pair| [pair[0], pair[1]]).collect();
    let (missed_line, all) = missed(&VIEW, [&plain, &shown], &line, 3);
    assert!(
        all > 20 && missed_line * 10 <= all,
        "leak: nothing at {missed_line} of {all} places"
    );

    let shown = show("planes");
    let sheets: Vec<(Polygon, bool)> = nodes
        .iter()
        .filter(|&&id| node_at(id).depth <= DEPTH)
        // Horizontal planes are drawn as outlines.
        .filter(|&&id| node_at(id).plane.normal.y.abs() < 0.9)
        .filter_map(|&id| {
            Some((
                tree.plane_polygon(id)?,
                node_at(id).plane.distance(VIEW.eye) > 0.1,
            ))
        })
        .collect();
    // Skip planes that cover much of the screen, because they fade.
    let pixels: Vec<[f64; 2]> = VIEW
        .pixels(12)
        .map(|pixel| pixel.map(|at| f64::from(at) + 0.5))
        .collect();
    let covered = |sheet: &Polygon| {
        let directions = pixels.iter().map(|&pixel| VIEW.through(pixel));
        let met = directions.filter(|&direction| {
            view::fan(sheet)
                .any(|corners| view::ray_triangle_parameter(corners, VIEW.eye, direction).is_some())
        });
        met.count() as f64 / pixels.len() as f64
    };
    let sheets: Vec<_> = sheets
        .into_iter()
        .filter(|(sheet, _)| covered(sheet) < 0.3)
        .collect();
    let (mut drawn, mut crossed) = (0, 0);
    let free: Vec<[u32; 2]> = VIEW.pixels(6).filter(|[x, _]| *x < FREE).collect();
    for (pixel, seen, _) in painted.sure(&VIEW, &free, 2.0) {
        let direction = VIEW.through(pixel.map(|at| f64::from(at) + 0.5));
        // Planes are drawn plain from the front and hatched from behind.
        let is_before = sheets.iter().any(|(sheet, from_front)| {
            *from_front
                && view::fan(sheet).any(|corners| {
                    view::ray_triangle_parameter(corners, VIEW.eye, direction)
                        .is_some_and(|at| at < seen.distance - 0.1)
                })
        });
        if is_before {
            crossed += 1;
            drawn += usize::from(differs(&plain, &shown, pixel));
        }
    }
    assert!(
        crossed > 200 && drawn * 10 >= crossed * 9,
        "planes: {drawn} of {crossed} pixels before walls"
    );

    for (overlay, least) in [("visible", 8), ("painter", 2)] {
        let shown = show(overlay);
        let (_, differing) = strays(&VIEW, [&plain, &shown], &[], 0);
        let free = (FREE * VIEW.size[1]) as usize;
        assert!(
            differing * 10 > free * least,
            "{overlay}: {differing} of {free} pixels"
        );
    }

    // The nearest point on the wall ahead is marked.
    let close = View {
        eye: DVec3::new(4.6, 2.0, 2.0),
        yaw: -90.0,
        pitch: 0.0,
        ..VIEW
    };
    let mut near = Vec::new();
    tree.contacts(close.eye.as_vec3(), 0.5, &mut near);
    assert_eq!(near.len(), 1, "{near:?}");
    let [before, shown] = [&[][..], &["--show", "collision"]].map(|args| painted.draw(&close, args));
    let contact = near[0].point.as_dvec3();
    assert_lines("collision", &close, [&before, &shown], &[[contact; 2]], 90);
}

#[test]
fn leaf_is_selected_by_its_number() {
    let painted = Painted::new();
    let leaves = leaves_of(&painted);
    let own = leaves.locate(VIEW.eye);
    let other = leaves
        .leaf_ids()
        .skip(1)
        .find(|&leaf| leaf != own && !leaves.is_solid(leaf) && leaves.leaf(leaf).is_some())
        .expect("there is another empty leaf");
    let plain = model(&painted, &["--show", "sight"]);
    let shown = model(
        &painted,
        &["--show", "sight", "--select-leaf", &other.to_string()],
    );
    assert!(unlike(&plain, &shown) > 200, "{} pixels", unlike(&plain, &shown));
    let count = leaves.leaf_count();
    let error = refused(&painted, &["--select-leaf", &count.to_string()]);
    let expected = format!("has no leaf {count}: leaves are numbered 0 to {}", count - 1);
    assert!(error.contains(&expected), "{error} instead of {expected}");
}

#[test]
fn orbit_places_the_model_camera() {
    let painted = Painted::new();
    let [near, far, around, behind] =
        ["20,30,20", "20,30,40", "380,30,20", "200,30,20"].map(|orbit| model(&painted, &["--orbit", orbit]));
    assert_eq!(unlike(&near, &around), 0, "a whole turn leads back");
    assert!(unlike(&near, &behind) > 5000, "{} pixels", unlike(&near, &behind));
    // From farther away, the level covers fewer pixels. The background has the colour of the corner pixel.
    let covered = |image: &RgbImage| {
        let background = image.get_pixel(399, 299);
        image.pixels().filter(|&pixel| pixel != background).count()
    };
    let [near, far] = [covered(&near), covered(&far)];
    assert!(10 * near > 11 * far, "{near} and {far} pixels");
}

#[test]
fn divisions_and_build_steps_look_different() {
    let painted = Painted::new();
    let shown = [
        &[][..],
        &["--division", "nodes:1"],
        &["--division", "nodes:3"],
        &["--division", "leaves:3"],
        &["--build-step", "1"],
        &["--build-step", "2"],
    ];
    let images = shown.map(|args| model(&painted, args));
    for (index, image) in images.iter().enumerate() {
        for (other, args) in images[..index].iter().zip(shown) {
            let differing = unlike(image, other);
            assert!(
                differing > 200,
                "{:?} and {args:?}: {differing} pixels",
                shown[index]
            );
        }
    }
    let count = painted.tree.node_count();
    let beyond = (count + 1).to_string();
    let error = refused(&painted, &["--scale", "1", "--build-step", &beyond]);
    let expected = format!("the build has no split {beyond}: splits are numbered 1 to {count}");
    has(&error, &expected);
    let error = refused(&painted, &["--division", "planes:1"]);
    has(&error, "nodes:3 or leaves:3");
}

/// Returns the number of pixels whose hue differs from the most frequent hue of the same leaf.
fn disagreeing(image: &RgbImage, leaf_of: &[([u32; 2], QuakeLeafId)]) -> usize {
    let mut leaves: HashMap<QuakeLeafId, HashMap<[u32; 3], usize>> = HashMap::new();
    for &(pixel, leaf) in leaf_of {
        let light = view::srgb_to_linear(image.get_pixel(pixel[0], pixel[1]).0);
        let hue = (light / light.max_element().max(1.0e-3) * 6.0).round().as_uvec3();
        *leaves.entry(leaf).or_default().entry(hue.to_array()).or_default() += 1;
    }
    let commonest = leaves
        .values()
        .map(|hues| hues.values().max().copied().unwrap_or(0));
    leaf_of.len() - commonest.sum::<usize>()
}

#[test]
fn own_tree_colours_its_own_leaves() {
    let Some(path) = levels::path("lqdm6_a6.bsp") else {
        return;
    };
    let (level, _) = view::load(&path);
    let tree = level.own_tree.as_ref().expect("it has its own tree");
    let (mut all, mut built, mut own) = (0, 0, 0);
    for turn in 0..effort::sampled_or_whole(2, 4) {
        let looks = View {
            eye: level.spawn.eye,
            yaw: level.spawn.yaw + 90.0 * f64::from(turn),
            pitch: -10.0,
            size: [640, 360],
        };
        // Exclude the upper right corner, which contains the axes.
        let is_free = |[x, y]: &[u32; 2]| *x < 540 || *y > 100;
        let leaf_of: Vec<([u32; 2], QuakeLeafId)> = looks
            .pixels(4)
            .filter(is_free)
            .filter_map(|pixel| {
                let direction = looks.through(pixel.map(|at| f64::from(at) + 0.5));
                let seen = view::nearest_hit(&level, looks.eye, direction)?;
                let before = looks.eye + direction * (seen.distance * (1.0 - 1.0e-4));
                Some((pixel, tree.locate(before)))
            })
            .collect();
        all += leaf_of.len();
        built += disagreeing(&draw(&path, &looks, &["--show", "visible"]), &leaf_of);
        own += disagreeing(
            &draw(&path, &looks, &["--show", "visible", "--own-tree"]),
            &leaf_of,
        );
    }
    assert!(
        own * 50 < all && built > 3 * own,
        "of {all} pixels {own} disagree by its own tree, {built} by the built one"
    );
}
