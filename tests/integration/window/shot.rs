//! Tests of `shot` with a graphics driver: each overlay is drawn where the geometry requires it, and nowhere else.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    process::{Output, Stdio},
    sync::Arc,
};

use bspwalk::app::state::Player;
use bspwalk_compile::CompileParams;
use bspwalk_geometry::{Polygon, Polyhedron};
use bspwalk_levels::{Level, color::palette::Palette};
use bspwalk_testing::effort;
use bspwalk_trees::{LeafTree, NodeTree, solid_leaf::portals::find_leak};
use glam::{DVec3, Vec3};

use crate::window::{
    levels,
    program::{PROGRAM, bounded, output_of, software_driver},
    screen::Image,
    view::{self, Mask, View},
};

/// View of most of the walls, the box and the hole. The legends are to the right of [`FREE`].
const VIEW: View = View {
    eye: DVec3::new(3.5, 2.9, 3.7),
    yaw: 25.0,
    pitch: -8.0,
    size: [900, 506],
};

/// Number of columns that no legend reaches.
const FREE: u32 = 590;

/// Default depth of planes and cells.
const DEPTH: u32 = 4;

/// The painted room and its trees.
struct Studio {
    folder: tempfile::TempDir,
    path: PathBuf,
    level: Level,
    tree: NodeTree,
    leaves: LeafTree,
}

impl Studio {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = view::painted_room(folder.path());
        let (level, tree) = view::load(&path);
        let leaves = bspwalk_compile::leaf_tree(&level, &CompileParams::quick(), &Arc::default());
        let leaves = LeafTree::clone(&leaves.expect("it builds").tree);
        Self {
            folder,
            path,
            level,
            tree,
            leaves,
        }
    }

    fn draw(&self, view: &View, args: &[&str]) -> Image {
        let (output, image) = self.run(view, args);
        assert!(
            output.status.success(),
            "{args:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(output.stdout.is_empty());
        let image = Image::read(&image);
        assert_eq!(image.size, view.size);
        image
    }

    /// Runs the command. Returns its output and the path of the picture.
    fn run(&self, view: &View, args: &[&str]) -> (Output, PathBuf) {
        let image = self.folder.path().join("shown.png");
        let mut command = bounded(PROGRAM);
        command
            .args(["shot", "-o"])
            .arg(&image)
            .args(view.args())
            .args(args)
            .arg(&self.path);
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XDG_RUNTIME_DIR"] {
            command.env_remove(name);
        }
        if let Some(driver) = software_driver() {
            command
                .env("VK_DRIVER_FILES", &driver)
                .env("VK_ICD_FILENAMES", driver);
        }
        let output = output_of(command.stdin(Stdio::null()));
        (output, image)
    }

    /// Returns pixels that show only one fragment, with that fragment.
    fn sure(&self) -> Vec<([u32; 2], view::Seen, u32)> {
        let free: Vec<[u32; 2]> = VIEW.pixels(6).filter(|[x, _]| *x < FREE).collect();
        let sure: Vec<_> = free
            .iter()
            .filter_map(|&pixel| {
                let (seen, fragment) = view::sure(&self.level, &self.tree, &VIEW, pixel, 2.0)?;
                Some((pixel, seen, fragment))
            })
            .collect();
        let all = free.len();
        assert!(sure.len() * 10 > all * 7, "{} of {all} pixels", sure.len());
        sure
    }
}

/// Of the visible points along the segments, counts those with nothing drawn within `radius` pixels. Also returns the
/// number of points.
fn missed(view: &View, [plain, shown]: [&Image; 2], segments: &[[DVec3; 2]], radius: i64) -> (usize, usize) {
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
        inside && plain.differs(shown, [x as u32, y as u32])
    };
    let is_missed = |[x, y]: &&[i64; 2]| {
        !(-radius..=radius).any(|dx| (-radius..=radius).any(|dy| differs(x + dx, y + dy)))
    };
    (places.iter().filter(is_missed).count(), places.len())
}

/// Counts the differing pixels that are more than `radius` pixels away from the segments, and all differing pixels in
/// the free part.
fn strays(view: &View, [plain, shown]: [&Image; 2], segments: &[[DVec3; 2]], radius: i64) -> (usize, usize) {
    let points = segments.iter().flat_map(|&segment| view::along(segment));
    let near = Mask::around(view, points, radius);
    let free = view.pixels(1).filter(|[x, _]| *x < FREE);
    let differing: Vec<[u32; 2]> = free.filter(|&pixel| plain.differs(shown, pixel)).collect();
    (
        differing.iter().filter(|&&pixel| !near.has(pixel)).count(),
        differing.len(),
    )
}

/// Asserts that lines are drawn along the segments and nowhere else.
#[track_caller]
fn assert_lines(name: &str, view: &View, images: [&Image; 2], segments: &[[DVec3; 2]], radius: i64) {
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
#[ignore = "draws on llvmpipe: ./check full"]
fn a_shot_needs_no_display_and_is_the_same_each_time() {
    let Some(_screen) = crate::window::screen() else {
        return;
    };
    let studio = Studio::new();
    let plain = studio.draw(&VIEW, &[]);
    assert_eq!(studio.draw(&VIEW, &["--show", "materials"]).unlike(&plain), 0);
    let (output, _) = studio.run(&VIEW, &[]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    for ([x, y], seen, _) in studio.sure() {
        let pixel = plain.at([x, y]);
        let paint = view::paint(&seen.material);
        assert!(
            pixel.iter().zip(paint).all(|(&channel, paint)| if paint == 1 {
                channel > 30
            } else {
                channel < 25
            }),
            "{pixel:?} at {x}, {y}, where {} is {paint:?}",
            seen.material
        );
    }
}

#[test]
#[ignore = "draws on llvmpipe: ./check full"]
fn every_colouring_of_a_shot_gives_a_fragment_the_colour_of_the_palette() {
    let Some(_screen) = crate::window::screen() else {
        return;
    };
    let studio = Studio::new();
    let sure = studio.sure();
    for (show, color) in view::colorings(&studio.tree) {
        let image = studio.draw(&VIEW, &["--show", show]);
        for ([x, y], seen, fragment) in &sure {
            let (pixel, expected) = (image.at([*x, *y]), color(*fragment));
            assert!(
                view::is_lit(pixel, expected),
                "{show}: {pixel:?} at {x}, {y} on face {}, where {expected} is expected",
                seen.face
            );
        }
    }
    // A node divides everything below it: the faces it stores, those in front and those behind. Faces covered by its
    // plane are tinted again.
    let palette = Palette::default();
    let sides_of = |id: u32| {
        let node = studio.tree.node(id).expect("a node");
        let sheet = studio.tree.plane_polygon(id).expect("it has a plane");
        let [front, back] = [node.front, node.back].map(|child| view::below(&studio.tree, child));
        let mut sides: [Vec<([u32; 2], Vec3)>; 3] = Default::default();
        for ([x, y], seen, fragment) in &sure {
            let direction = VIEW.through([x, y].map(|&at| f64::from(at) + 0.5));
            let is_covered = view::fan(&sheet).any(|corners| {
                let met = view::meets(corners, VIEW.eye, direction);
                met.is_some_and(|at| at < seen.distance + 0.05)
            });
            let own = studio.tree.fragment(*fragment).expect("a fragment").node;
            let (side, tint, share) = if own == id {
                (0, palette.selected(), 0.8)
            } else if is_covered {
                continue;
            } else if front.contains(&own) {
                (1, palette.front(), 0.55)
            } else if back.contains(&own) {
                (2, palette.back(), 0.55)
            } else {
                continue;
            };
            // Tints fade near the eye.
            let far = ((seen.distance as f32 / Player::default().radius - 2.0) / 12.0).clamp(0.0, 1.0);
            let share = share * (0.15 + 0.85 * far * far * (3.0 - 2.0 * far));
            let expected = view::category(own).lerp(Vec3::from(tint.linear()), share);
            sides[side].push(([*x, *y], expected));
        }
        sides
    };
    let mut nodes = (0..studio.tree.node_count()).map(|id| (id, sides_of(id)));
    let parts = |sides: &[Vec<_>; 3]| sides.iter().filter(|side| side.len() > 100).count();
    let (id, sides) = nodes
        .find(|(_, sides)| parts(sides) >= 2)
        .expect("two sides of some node are seen");
    let image = studio.draw(&VIEW, &["--show", "nodes", "--select", &id.to_string()]);
    // Letters cover parts of the plane and its surroundings.
    for side in sides {
        let right = side
            .iter()
            .filter(|(pixel, expected)| view::is_lit(image.at(*pixel), *expected));
        let (right, all) = (right.count(), side.len());
        assert!(right * 10 >= all * 8, "node {id}: {right} of {all} pixels");
    }
}

#[test]
#[ignore = "draws on llvmpipe: ./check full"]
fn a_leaf_is_selected_by_its_number() {
    let Some(_screen) = crate::window::screen() else {
        return;
    };
    let studio = Studio::new();
    let own = studio.leaves.locate(VIEW.eye);
    let other = (0..studio.leaves.leaf_count())
        .find(|&leaf| leaf != own && !studio.leaves.is_solid(leaf) && studio.leaves.leaf(leaf).is_some())
        .expect("there is another empty leaf");
    let sight = |leaf: u32| studio.draw(&VIEW, &["--show", "sight", "--select-leaf", &leaf.to_string()]);
    let [plain, shown] = [studio.draw(&VIEW, &["--show", "sight"]), sight(other)];
    assert!(plain.unlike(&shown) > 200, "{} pixels", plain.unlike(&shown));
    let count = studio.leaves.leaf_count();
    let (output, _) = studio.run(&VIEW, &["--select-leaf", &count.to_string()]);
    let words = String::from_utf8_lossy(&output.stderr);
    let expected = format!("has no leaf {count}: its leaves are 0 to {}", count - 1);
    assert!(
        !output.status.success() && words.contains(&expected),
        "{words} instead of {expected}"
    );
}

#[test]
#[ignore = "draws on llvmpipe: ./check full"]
fn every_overlay_of_a_shot_is_where_geometry_puts_it() {
    let Some(_screen) = crate::window::screen() else {
        return;
    };
    let studio = Studio::new();
    let Studio {
        level, tree, leaves, ..
    } = &studio;
    let plain = studio.draw(&VIEW, &[]);
    let show = |overlay: &str| studio.draw(&VIEW, &["--show", overlay]);
    let nodes: Vec<u32> = (0..tree.node_count()).collect();
    let node_at = |id: u32| tree.node(id).expect("a node");

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
    // Normals start near the centre of the fragments, on either side.
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
    let portals = (0..leaves.portal_count()).map(|id| leaves.portal(id).expect("a portal"));
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
    // A plane that covers much of the screen fades.
    let pixels: Vec<[f64; 2]> = VIEW
        .pixels(12)
        .map(|pixel| pixel.map(|at| f64::from(at) + 0.5))
        .collect();
    let covered = |sheet: &Polygon| {
        let directions = pixels.iter().map(|&pixel| VIEW.through(pixel));
        let met = directions.filter(|&direction| {
            view::fan(sheet).any(|corners| view::meets(corners, VIEW.eye, direction).is_some())
        });
        met.count() as f64 / pixels.len() as f64
    };
    let sheets: Vec<_> = sheets
        .into_iter()
        .filter(|(sheet, _)| covered(sheet) < 0.3)
        .collect();
    let (mut drawn, mut crossed) = (0, 0);
    for (pixel, seen, _) in studio.sure() {
        let direction = VIEW.through(pixel.map(|at| f64::from(at) + 0.5));
        // Planes are plain seen from the front, and hatched seen from behind.
        let is_before = sheets.iter().any(|(sheet, from_front)| {
            *from_front
                && view::fan(sheet).any(|corners| {
                    view::meets(corners, VIEW.eye, direction).is_some_and(|at| at < seen.distance - 0.1)
                })
        });
        if is_before {
            crossed += 1;
            drawn += usize::from(plain.differs(&shown, pixel));
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

    // All letters are on one card.
    let shown = show("path");
    let changed: Vec<[u32; 2]> = VIEW
        .pixels(1)
        .filter(|&pixel| plain.differs(&shown, pixel))
        .collect();
    let span = |axis: usize| {
        let ends = changed.iter().map(|pixel| pixel[axis]);
        ends.clone().max().unwrap_or(0) - ends.min().unwrap_or(0)
    };
    assert!(
        changed.len() > 1000 && span(0) < 450 && span(1) < 200,
        "path: {} pixels, {} by {}",
        changed.len(),
        span(0),
        span(1)
    );

    // The nearest point of the wall ahead is marked.
    let close = View {
        eye: DVec3::new(4.6, 2.0, 2.0),
        yaw: -90.0,
        pitch: 0.0,
        ..VIEW
    };
    let mut near = Vec::new();
    tree.contacts(close.eye.as_vec3(), 0.5, &mut near);
    assert_eq!(near.len(), 1, "{near:?}");
    let [before, shown] = [&[][..], &["--show", "collision"]].map(|args| studio.draw(&close, args));
    let contact = near[0].point.as_dvec3();
    assert_lines("collision", &close, [&before, &shown], &[[contact; 2]], 90);
}

/// Takes a picture of a level in the model view.
fn model(level: &Path, args: &[&str]) -> Result<Image, String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let picture = folder.path().join("model.png");
    let mut command = bounded(PROGRAM);
    command.arg("shot").arg(level).arg("-o").arg(&picture);
    command.args(["--size", "400x300", "--view", "model"]).args(args);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    if let Some(driver) = software_driver() {
        command
            .env("VK_DRIVER_FILES", &driver)
            .env("VK_ICD_FILENAMES", driver);
    }
    let output = output_of(command.stdin(Stdio::null()));
    if output.status.success() {
        Ok(Image::read(&picture))
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

#[test]
#[ignore = "draws on llvmpipe: ./check full"]
fn the_camera_of_the_model_is_where_orbit_puts_it() {
    let Some(_screen) = crate::window::screen() else {
        return;
    };
    let studio = Studio::new();
    let [near, far, around, behind] = ["20,30,20", "20,30,40", "380,30,20", "200,30,20"].map(|orbit| {
        model(&studio.path, &["--orbit", orbit]).unwrap_or_else(|error| panic!("{orbit}: {error}"))
    });
    assert_eq!(near.unlike(&around), 0, "a whole turn leads back");
    assert!(near.unlike(&behind) > 5000, "{} pixels", near.unlike(&behind));
    // From farther away, the level covers fewer pixels. Pixels outside of it have the colour of the corner.
    let covered = |image: &Image| {
        let pixels = (0..300).flat_map(|y| (0..400).map(move |x| [x, y]));
        pixels
            .filter(|&pixel| image.at(pixel) != image.at([399, 299]))
            .count()
    };
    let [near, far] = [covered(&near), covered(&far)];
    assert!(10 * near > 11 * far, "{near} and {far} pixels");
}

#[test]
#[ignore = "draws on llvmpipe: ./check full"]
fn divisions_and_steps_of_the_build_are_told_apart() {
    let Some(_screen) = crate::window::screen() else {
        return;
    };
    let studio = Studio::new();
    let shown = [
        &[][..],
        &["--division", "nodes:1"],
        &["--division", "nodes:3"],
        &["--division", "leaves:3"],
        &["--build-step", "1"],
        &["--build-step", "2"],
    ];
    let images: Vec<Image> = shown
        .iter()
        .map(|args| model(&studio.path, args).unwrap_or_else(|error| panic!("{args:?}: {error}")))
        .collect();
    for (index, image) in images.iter().enumerate() {
        for (other, args) in images[..index].iter().zip(shown) {
            let differing = image.unlike(other);
            assert!(
                differing > 200,
                "{:?} and {args:?}: {differing} pixels",
                shown[index]
            );
        }
    }
    let count = studio.tree.node_count();
    let beyond = (count + 1).to_string();
    let error = model(&studio.path, &["--build-step", &beyond])
        .err()
        .expect("there is none");
    let expected = format!("the build has no division {beyond}: it has {count}");
    assert!(error.contains(&expected), "{error}");
    let error = model(&studio.path, &["--division", "planes:1"])
        .err()
        .expect("there is no such tree");
    assert!(error.contains("nodes:3 or leaves:3"), "{error}");
}

/// Counts the pixels of a picture whose hue differs from the most common hue of their leaf.
fn disagreeing(image: &Image, leaf_of: &[([u32; 2], u32)]) -> usize {
    let mut leaves: HashMap<u32, HashMap<[u32; 3], usize>> = HashMap::new();
    for &(pixel, leaf) in leaf_of {
        let light = view::light(image.at(pixel));
        let hue = (light / light.max_element().max(1.0e-3) * 6.0).round().as_uvec3();
        *leaves.entry(leaf).or_default().entry(hue.to_array()).or_default() += 1;
    }
    let commonest = leaves
        .values()
        .map(|hues| hues.values().max().copied().unwrap_or(0));
    leaf_of.len() - commonest.sum::<usize>()
}

#[test]
#[ignore = "draws on llvmpipe: ./check full"]
fn the_tree_of_a_compiled_level_colours_its_own_leaves() {
    let Some(_screen) = crate::window::screen() else {
        return;
    };
    let Some(path) = levels::path("lqdm6_a6.bsp") else {
        return;
    };
    let (level, _) = view::load(&path);
    let tree = level.own_tree.as_ref().expect("it brings its tree");
    let picture = |looks: &View, args: &[&str]| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let image = folder.path().join("shown.png");
        let mut command = bounded(PROGRAM);
        command.args(["shot", "-o"]).arg(&image).arg(&path);
        command.args(looks.args()).args(["--show", "visible"]).args(args);
        if let Some(driver) = software_driver() {
            command
                .env("VK_DRIVER_FILES", &driver)
                .env("VK_ICD_FILENAMES", driver);
        }
        let output = output_of(command.stdin(Stdio::null()));
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        Image::read(&image)
    };
    let (mut all, mut built, mut own) = (0, 0, 0);
    for turn in 0..effort::cases(2, 4) {
        let looks = View {
            eye: level.spawn.eye,
            yaw: level.spawn.yaw + 90.0 * f64::from(turn),
            pitch: -10.0,
            size: [640, 360],
        };
        // The legend is in the upper right corner.
        let is_free = |[x, y]: &[u32; 2]| *x < 320 || *y > 200;
        let leaf_of: Vec<([u32; 2], u32)> = looks
            .pixels(4)
            .filter(is_free)
            .filter_map(|pixel| {
                let direction = looks.through(pixel.map(|at| f64::from(at) + 0.5));
                let seen = view::look(&level, looks.eye, direction)?;
                let before = looks.eye + direction * (seen.distance * (1.0 - 1.0e-4));
                Some((pixel, tree.locate(before)))
            })
            .collect();
        all += leaf_of.len();
        built += disagreeing(&picture(&looks, &[]), &leaf_of);
        own += disagreeing(&picture(&looks, &["--own-tree"]), &leaf_of);
    }
    assert!(
        own * 50 < all && built > 3 * own,
        "of {all} pixels {own} disagree by its own tree, {built} by the built one"
    );
}
