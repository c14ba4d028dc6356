//! Tests for `shot`. The expected pictures are computed by the test's own ray casts.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use bspwalk_draw::{
    color::palette::Palette,
    raster::{Camera, Coloring, Scene, Style, VisibilityMethod},
};
use bspwalk_levels::Level;
use bspwalk_trees::{NodeId, NodeTree};
use glam::{DVec3, Vec3};
use image::RgbImage;

use crate::cli::{
    ROOM, done, err, failed, has, level, out, program, room, run, run_line, text,
    view::{self, Mask, View},
};

/// Views that together show all four walls, the floor, the ceiling, the box and some corners.
const VIEWS: [View; 2] = [
    View {
        eye: DVec3::new(3.5, 2.9, 3.7),
        yaw: 35.0,
        pitch: -12.0,
        size: [320, 180],
    },
    View {
        eye: DVec3::new(-4.2, 0.8, -4.3),
        yaw: -130.0,
        pitch: 14.0,
        size: [240, 240],
    },
];

/// The painted room. Its level and tree are used to compute the expected picture.
pub(crate) struct Painted {
    folder: tempfile::TempDir,
    pub(crate) path: PathBuf,
    pub(crate) level: Level,
    pub(crate) tree: NodeTree,
}

impl Painted {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = view::painted_room(folder.path());
        let (level, tree) = view::load(&path);
        assert!(
            tree.fragment_count() > level.triangles.len() as u32,
            "nothing is cut"
        );
        Self {
            folder,
            path,
            level,
            tree,
        }
    }

    pub(crate) fn draw(&self, view: &View, args: &[&str]) -> RgbImage {
        draw(&self.path, view, args)
    }

    /// Draws a picture to a file with the given name, and returns its bytes.
    fn file(&self, name: &str, view: &View, args: &[&str]) -> Vec<u8> {
        let path = self.folder.path().join(name);
        let mut command = program();
        command.args(["shot", "-o"]).arg(&path).args(view.args());
        let output = command.args(args).arg(&self.path).output();
        done(output.expect("the program starts"));
        fs::read(&path).expect("it was written")
    }

    fn svg(&self, view: &View, args: &[&str]) -> String {
        String::from_utf8(self.file("x.svg", view, args)).expect("UTF-8")
    }

    /// Returns the given pixels that show only one fragment, each with the visible surface and the fragment. Fails if
    /// these are at most 70% of the given pixels.
    pub(crate) fn sure(
        &self,
        view: &View,
        pixels: &[[u32; 2]],
        margin: f64,
    ) -> Vec<([u32; 2], view::VisiblePoint, u32)> {
        let sure: Vec<_> = pixels
            .iter()
            .filter_map(|&pixel| {
                let (seen, fragment) =
                    view::unambiguous_fragment(&self.level, &self.tree, view, pixel, margin)?;
                Some((pixel, seen, fragment))
            })
            .collect();
        let all = pixels.len();
        assert!(sure.len() * 10 > all * 7, "{} of {all} pixels", sure.len());
        sure
    }

    /// Returns every fourth pixel that shows a single fragment.
    fn sample(&self, view: &View) -> Vec<([u32; 2], view::VisiblePoint, u32)> {
        let pixels: Vec<[u32; 2]> = view.pixels(4).collect();
        let sure = self.sure(view, &pixels, 1.5);
        assert!(sure.len() * 10 > pixels.len() * 8);
        sure
    }
}

/// Returns the number of pixels that differ.
pub(crate) fn unlike(one: &RgbImage, other: &RgbImage) -> usize {
    one.pixels().zip(other.pixels()).filter(|(a, b)| a != b).count()
}

/// Draws a level and returns the picture.
pub(crate) fn draw(path: &Path, view: &View, args: &[&str]) -> RgbImage {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("x.png");
    let output = program()
        .args(["shot", "-o"])
        .arg(&picture)
        .args(view.args())
        .args(args)
        .arg(path)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", err(&output));
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
    let picture = image::open(&picture).expect("a picture").into_rgb8();
    assert_eq!([picture.width(), picture.height()], view.size);
    picture
}

#[test]
fn pixels_have_the_colour_of_their_wall() {
    let painted = Painted::new();
    let mut met = std::collections::BTreeSet::new();
    for view in &VIEWS {
        let picture = painted.draw(view, &["--show", "materials"]);
        for ([x, y], seen, _) in painted.sample(view) {
            let pixel = picture.get_pixel(x, y).0;
            let paint = view::paint(&seen.material);
            // The light contains all colours, and channels that the wall does not reflect are dark.
            for (channel, painted) in pixel.into_iter().zip(paint) {
                assert!(
                    if painted == 1 { channel > 40 } else { channel < 4 },
                    "{pixel:?} at {x}, {y}, where {} is {paint:?}",
                    seen.material
                );
            }
            met.insert(seen.material);
        }
    }
    assert_eq!(met.len(), 7, "{met:?}");
}

#[test]
fn equal_arguments_draw_equal_pictures() {
    let painted = Painted::new();
    let plain = painted.draw(&VIEWS[0], &[]);
    assert_eq!(painted.draw(&VIEWS[0], &["--show", "materials"]), plain);
}

/// The legends change only a box in the upper left corner of the picture.
#[test]
fn legends_are_drawn_in_the_corner() {
    let painted = Painted::new();
    let view = View {
        size: [900, 506],
        ..VIEWS[0]
    };
    let show = ["--show", "portals,depth"];
    let plain = painted.draw(&view, &show);
    let shown = painted.draw(&view, &[&show[..], &["--legend"]].concat());
    let pairs = plain.enumerate_pixels().zip(shown.pixels());
    let differing: Vec<[u32; 2]> = pairs
        .filter(|((.., before), after)| before != after)
        .map(|((x, y, _), _)| [x, y])
        .collect();
    let ends = [0, 1].map(|axis: usize| {
        let along = differing.iter().map(|pixel| pixel[axis]);
        (along.clone().min().unwrap_or(0), along.max().unwrap_or(0))
    });
    let [(left, right), (top, bottom)] = ends;
    assert!(
        left < 15 && top < 15 && right < 400 && bottom < 400,
        "{left} to {right}, {top} to {bottom}"
    );
    let all = (right - left + 1) * (bottom - top + 1);
    assert!(
        differing.len() * 20 > all as usize * 19,
        "{} of {all} pixels",
        differing.len()
    );
    // The swatches have the colours of the overlays.
    let palette = Palette::default();
    for color in [palette.depth(0), palette.eye(), palette.reached()] {
        let bspwalk_draw::color::palette::Rgb(r, g, b) = color;
        let swatch = differing
            .iter()
            .filter(|[x, y]| shown.get_pixel(*x, *y).0 == [r, g, b]);
        assert!(swatch.count() > 20, "{color:?}");
    }
    // The plan next to the first-person view has no legend.
    let both = ["--show", "planes", "--select", "0", "--with-plan"];
    let plain = painted.draw(&view, &both);
    let shown = painted.draw(&view, &[&both[..], &["--legend"]].concat());
    let differs = |x: u32| (0..506).any(|y| plain.get_pixel(x, y) != shown.get_pixel(x, y));
    assert!((0..400).any(differs) && !(600..900).any(differs));
}

#[test]
fn vector_legends_are_text_with_swatches() {
    let painted = Painted::new();
    let show = ["--show", "portals", "--legend"];
    let [svg, with_legend] = [&show[..2], &show].map(|args| painted.svg(&VIEWS[0], args));
    let legends = |svg: &str| {
        let (_, rest) = svg.split_once("id=\"legends\"").expect("the group is there");
        rest.split("</g>").next().unwrap_or_default().to_owned()
    };
    assert!(!legends(&svg).contains("<text"), "{}", legends(&svg));
    let legends = legends(&with_legend);
    assert!(
        legends.contains("between other empty leaves") && legends.matches("<path").count() > 4,
        "{legends}"
    );
    // The picture size does not change.
    let [width, height] = VIEWS[0].size;
    assert!(with_legend.contains(&format!("viewBox=\"0 0 {width} {height}\"")));
}

#[test]
fn colorings_use_the_palette() {
    let painted = Painted::new();
    for (show, color) in view::colorings(&painted.tree) {
        for view in &VIEWS {
            let picture = painted.draw(view, &["--show", show]);
            for ([x, y], seen, fragment) in painted.sample(view) {
                let (pixel, expected) = (picture.get_pixel(x, y).0, color(fragment));
                assert!(
                    view::is_lit(pixel, expected),
                    "{show}: {pixel:?} at {x}, {y} on face {}, where {expected} is expected",
                    seen.face
                );
            }
        }
    }
}

#[test]
fn wireframe_draws_only_fragment_edges() {
    let painted = Painted::new();
    let edges = view::edges(&painted.level, &painted.tree);
    for view in &VIEWS {
        let plain = painted.draw(view, &["--show", "nodes"]);
        let drawn = painted.draw(view, &["--show", "nodes,wireframe"]);
        let light = |picture: &RgbImage, [x, y]: [u32; 2]| view::srgb_to_linear(picture.get_pixel(x, y).0);
        let cut = Vec3::from(Palette::default().cut().linear());
        // Projects the colour change onto the line from the face's colour to the colour of cuts.
        let to_cut = |pixel: [u32; 2]| {
            let from = light(&plain, pixel);
            let way = cut - from;
            (light(&drawn, pixel) - from).dot(way) / way.length_squared()
        };
        let dimmed = |pixel: [u32; 2]| {
            let [drawn, plain] = [&drawn, &plain].map(|picture| light(picture, pixel).element_sum());
            drawn / plain
        };
        let points = |edge| {
            view::along(edge).filter(|&point| {
                view.place(point).is_some() && view::is_visible(&painted.level, view.eye, point)
            })
        };
        let near = Mask::around(view, edges.iter().flat_map(|&(edge, _)| points(edge)), 3);
        let away: Vec<[u32; 2]> = view.pixels(1).filter(|&pixel| !near.has(pixel)).collect();
        assert!(away.len() > view.pixels(1).count() / 3, "{} pixels", away.len());
        for pixel in away {
            assert_eq!(
                plain.get_pixel(pixel[0], pixel[1]),
                drawn.get_pixel(pixel[0], pixel[1]),
                "{pixel:?} is on no edge"
            );
        }
        // Lines may be hidden or faded at corners, and where edges are short in the picture.
        for is_cut in [false, true] {
            let (mut inked, mut all) = (0, 0);
            for &(edge, _) in edges.iter().filter(|(_, cut)| *cut == is_cut) {
                for point in points(edge).step_by(25) {
                    let around = Mask::around(view, [point], 1);
                    let pixels = view.pixels(1).filter(|&pixel| around.has(pixel));
                    all += 1;
                    inked += usize::from(if is_cut {
                        pixels.map(to_cut).fold(0.0, f32::max) > 0.3
                    } else {
                        pixels.map(dimmed).fold(1.0, f32::min) < 0.7
                    });
                }
            }
            assert!(
                all > 100 && inked * 10 > all * 8,
                "cut {is_cut}: {inked} of {all}"
            );
        }
    }
}

#[test]
fn selected_node_tints_its_faces_and_both_sides() {
    let painted = Painted::new();
    let (tree, view) = (&painted.tree, &VIEWS[0]);
    let palette = Palette::default();
    let sure = painted.sample(view);
    // Find a node with visible faces on its plane, in front of it and behind it.
    let sides = |node: NodeId| {
        let node_view = tree.node(node).expect("a node");
        [
            vec![node],
            view::subtree_nodes(tree, node_view.front),
            view::subtree_nodes(tree, node_view.back),
        ]
    };
    let node_of = |fragment: u32| tree.fragment(fragment).expect("a fragment").node;
    let divides = |node: &NodeId| {
        sides(*node).iter().all(|side| {
            sure.iter()
                .filter(|(_, _, f)| side.contains(&node_of(*f)))
                .count()
                > 50
        })
    };
    let node = tree
        .node_ids()
        .find(divides)
        .expect("a node that divides what is seen");
    let sides = sides(node);
    // Draw the picture with the library, because `--select` would also draw the plane over the faces.
    let (level, painted_tree) = view::load(&painted.path);
    let painted_tree = Arc::new(painted_tree);
    let camera = Camera::perspective(
        view.eye,
        [view.yaw.to_radians(), view.pitch.to_radians()],
        Camera::default_field_of_view(),
    );
    let style = Style {
        selected: Some(node),
        coloring: Coloring::Node,
        ..Style::default()
    };
    let scene = Scene::new(&level, &painted_tree, &painted_tree);
    let bytes = scene.draw_picture(&camera, view.size, &style, VisibilityMethod::Painter);
    let picture = RgbImage::from_raw(view.size[0], view.size[1], bytes).expect("three bytes a pixel");
    let shot = painted.draw(view, &["--show", "nodes", "--select", &node.to_string()]);
    let differ = unlike(&picture, &shot);
    assert!(differ > 20, "the plane and its outline lie over the faces");
    for ([x, y], _, fragment) in &sure {
        let stored_in = node_of(*fragment);
        let tints = [
            (palette.selected(), 0.8),
            (palette.front(), 0.55),
            (palette.back(), 0.55),
        ];
        let tint = sides
            .iter()
            .zip(tints)
            .find(|(side, _)| side.contains(&stored_in));
        let plain = view::category(stored_in.0);
        let expected = tint.map_or(plain, |(_, (tint, share))| {
            plain.lerp(Vec3::from(tint.linear()), share)
        });
        let pixel = picture.get_pixel(*x, *y).0;
        assert!(
            view::is_lit(pixel, expected),
            "{pixel:?} at {x}, {y} in node {stored_in}, where {expected} is expected"
        );
    }
}

#[test]
fn failed_picture_is_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.png");
    for (args, reason) in [
        (["--select", "9999999"], "no node 9999999"),
        (["--select-leaf", "9999999"], "no leaf 9999999"),
    ] {
        let common = ["shot", "three_rooms", "-o", text(&path)];
        failed(&run(common.iter().chain(&args)), 1, reason);
    }
    let output = run_line("shot three_rooms -o {}", &[&folder.path().join("nowhere/x.png")]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(err(&output).lines().count(), 1);
    assert!(!path.exists());
}

#[test]
fn overlays_are_drawn_over_the_level() {
    let painted = Painted::new();
    let view = &VIEWS[0];
    let plain = painted.draw(view, &[]);
    for (show, most) in [("planes", 0.5), ("cells", 0.6), ("normals", 0.3), ("leaves", 0.6)] {
        let picture = painted.draw(view, &["--show", show, "--depth", "2"]);
        let differ = unlike(&plain, &picture);
        let share = differ as f64 / plain.pixels().len() as f64;
        assert!(
            share > 1.0e-3 && share < most,
            "{show}: {share} of the pixels differ"
        );
    }
}

/// If the room is cut open below the ceiling and viewed from straight above, the floor and the box are visible at their
/// positions. In a step of the build film, the faces that the root's plane divides are tinted.
#[test]
fn models_plans_and_films_are_drawn() {
    let painted = Painted::new();
    let view = &VIEWS[0];
    let distance = 16.0;
    let seen = 2.0 * distance * 0.4_f64.tan();
    let orbit = format!("--orbit=0,60,{distance}");
    let plan = |cut: &str, args: &[&str]| {
        let all = ["--view", "plan", "--cut", cut, &orbit];
        painted.draw(view, &[&all[..], args].concat())
    };
    let place = |x: f64, z: f64| {
        let [width, height] = view.size.map(f64::from);
        let pixels = height / seen;
        [0.5 * width + x * pixels, 0.5 * height + z * pixels].map(|at| at as u32)
    };
    let plain = plan("3", &[]);
    let step = plan("3", &["--build-step", "1"]);
    let root = painted.tree.node(NodeId(0)).expect("it has nodes").plane;
    let palette = Palette::default();
    let (mut floor, mut lid, mut tinted) = (0, 0, [0; 2]);
    for (x, z) in (-9..=9).flat_map(|x| (-9..=9).map(move |z| (0.5 * f64::from(x), 0.5 * f64::from(z)))) {
        // Skip the area around the eye, where the body is drawn.
        if view.eye.with_y(0.0).distance(DVec3::new(x, 0.0, z)) < 3.5 {
            continue;
        }
        let away = [x + 3.0, -x, z + 3.0, -2.0 - z]
            .into_iter()
            .fold(f64::INFINITY, f64::min);
        let at = place(x, z);
        let [red, green, blue] = plain.get_pixel(at[0], at[1]).0;
        if away > 0.2 {
            lid += 1;
            assert!(red.min(green).min(blue) > 40, "{x}, {z} is on the box");
        } else if away < -0.2 {
            floor += 1;
            assert!(
                red > 40 && green.max(blue) < 4,
                "{x}, {z} is on the floor: {red} {green} {blue}"
            );
            let height = root.distance(DVec3::new(x, 0.0, z));
            // Except at the step's lines, the floor is tinted in the colour of its side.
            let tint = if height > 0.0 {
                palette.front()
            } else {
                palette.back()
            };
            let difference = view::srgb_to_linear(step.get_pixel(at[0], at[1]).0)
                - view::srgb_to_linear(plain.get_pixel(at[0], at[1]).0);
            let wanted = Vec3::from(tint.linear()) - view::srgb_to_linear([red, green, blue]);
            if height.abs() > 0.3 && difference.normalize_or_zero().dot(wanted.normalize()) > 0.9 {
                tinted[usize::from(height > 0.0)] += 1;
            }
        }
    }
    assert!(floor > 100 && lid >= 5, "{floor} {lid}");
    assert!(tinted.iter().sum::<i32>() > floor / 2, "{tinted:?} of {floor}");
    // If the level is cut below the box, the plan shows the floor where the box was. A model is viewed from an oblique
    // direction.
    let at = place(-1.5, -2.5);
    let low = plan("0.5", &[]).get_pixel(at[0], at[1]).0;
    assert!(low[0] > 40 && low[1].max(low[2]) < 4, "{low:?}");
    let model = painted.draw(view, &["--view", "model", "--cut", "3", &orbit]);
    let division = plan("3", &["--division", "nodes:2"]);
    for other in [&model, &division] {
        let differ = unlike(&plain, other);
        assert!(differ > plain.pixels().len() / 10, "{differ} pixels differ");
    }
}

/// A vector picture contains exactly the visible walls, each in its own colour. Equal arguments produce equal pictures.
#[test]
fn vector_picture_contains_the_visible_walls() {
    let painted = Painted::new();
    for view in &VIEWS {
        let [first, second] = [0; 2].map(|_| painted.svg(view, &["--show", "planes,materials"]));
        assert_eq!(first, second);
        let faces = first
            .split_once("id=\"faces\"")
            .and_then(|(_, rest)| rest.split_once("id=\"outlines\""))
            .expect("both groups are there")
            .0;
        let fills = faces
            .split("fill=\"#")
            .skip(1)
            .filter_map(|rest| u32::from_str_radix(rest.get(..6)?, 16).ok());
        let fills: Vec<[u8; 3]> = fills
            .map(|rgb| [16, 8, 0].map(|shift| (rgb >> shift) as u8))
            .collect();
        let is_of = |fill: &[u8; 3], material: &str| {
            let channels = fill.iter().zip(view::paint(material));
            channels
                .into_iter()
                .all(|(&channel, painted)| if painted == 1 { channel > 40 } else { channel < 8 })
        };
        let seen: std::collections::BTreeSet<String> = painted
            .sample(view)
            .into_iter()
            .map(|(_, seen, _)| seen.material)
            .collect();
        for material in &seen {
            assert!(
                fills.iter().any(|fill| is_of(fill, material)),
                "{material} is missing in {fills:?}"
            );
        }
        for fill in &fills {
            let all = ["floor", "ceiling", "north", "east", "south", "west", "box"];
            assert!(
                all.iter().any(|material| is_of(fill, material)),
                "nothing is {fill:?}"
            );
        }
        for group in ["sky", "outlines", "labels", "axes"] {
            has(&first, &format!("id=\"{group}\""));
        }
    }
}

/// A PDF has one page, with the SVG's groups as layers. Equal arguments produce equal files.
#[test]
fn vector_picture_can_be_a_pdf() {
    let painted = Painted::new();
    let args = ["--show", "planes,cells", "--view", "model", "--cut", "2"];
    let [first, second] = ["a.pdf", "b.PDF"].map(|name| painted.file(name, &VIEWS[0], &args));
    assert_eq!(first, second);
    let text = String::from_utf8_lossy(&first);
    assert!(text.starts_with("%PDF-") && text.trim_end().ends_with("%%EOF"));
    for group in ["sky", "faces", "outlines", "overlays", "labels", "axes"] {
        assert!(text.contains(&format!("/Name ({group})")), "{group}");
    }
    failed(
        &run(["shot", "hall", "-o", "hall.eps"]),
        2,
        "end the file name in .png, .svg or .pdf",
    );
}

#[test]
fn liquids_are_drawn() {
    let (folder, path) = room();
    fs::write(folder.path().join("wet.mtl"), "newmtl water\nKd 0 0 1\n").expect("a file");
    let water =
        "mtllib wet.mtl\ng *water\nusemtl water\nv -5 1 -5\nv -5 1 5\nv 5 1 5\nv 5 1 -5\nf 9 10 11 12\n";
    let wet = level(&folder, "wet.obj", &format!("{ROOM}{water}"));
    let view = View {
        eye: DVec3::new(0.0, 2.0, 0.0),
        yaw: 0.0,
        pitch: -20.0,
        size: [64, 48],
    };
    let [dry, wet] = [path, wet].map(|path| draw(&path, &view, &[]));
    let (mut under, mut over) = (0, 0);
    for [x, y] in view.pixels(1) {
        let direction = view.through([f64::from(x) + 0.5, f64::from(y) + 0.5]);
        // Compute the height where the sightline hits a wall of the room.
        let reach = 5.0 / direction.x.abs().max(direction.z.abs());
        let height = view.eye.y + direction.y * reach;
        let ([dry, wet], [red, green, blue]) =
            ([&dry, &wet].map(|p| p.get_pixel(x, y).0), wet.get_pixel(x, y).0);
        if height < 0.8 {
            under += 1;
            assert!(
                blue > 40 && red < 4 && green < 4,
                "{wet:?} at {x}, {y} is no water"
            );
        } else if height > 1.2 {
            over += 1;
            assert!(wet[0] > 40 && wet[1] > 40, "{wet:?} at {x}, {y}, dry {dry:?}");
        }
    }
    assert!(
        under > 500 && over > 500,
        "{under} pixels of water, {over} of walls"
    );
}

/// The picture shows the trees of two rules side by side. Each half shows the costs of its own casts, on a common
/// scale. The sentence reports the total costs.
#[test]
fn two_trees_share_one_scale_side_by_side() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("x.png");
    let draw = |rules: [&str; 2]| {
        let line = "shot three_rooms --size 641x300 --show cost -o {} --rule {} --beside {}";
        let output = done(run_line(line, &[&picture, &rules[0], &rules[1]]));
        let picture = image::open(&picture).expect("a picture").into_rgb8();
        assert_eq!([picture.width(), picture.height()], [641, 300]);
        (picture, out(&output))
    };
    // Compares the halves between the headings and the scale, without the dividing line.
    let differing = |picture: &RgbImage| {
        let places = (60..260).flat_map(|y| (0..318).map(move |x| (x, y)));
        let pair = |(x, y): (u32, u32)| [picture.get_pixel(x, y), picture.get_pixel(x + 321, y)];
        places.map(pair).filter(|[a, b]| a != b).count()
    };
    let (picture, said) = draw(["sampled", "sampled"]);
    assert_eq!(differing(&picture), 0);
    let counted = |rule: &str| {
        let progress = bspwalk_progress::Progress::default();
        let level = bspwalk_levels::builtin::load("three_rooms", &Default::default(), &progress);
        let level = level.expect("it is built in");
        let rule = rule.parse().expect("it is a rule");
        let params = bspwalk_trees::BuildParams::preset(rule);
        let tree = NodeTree::build(&level.solid_triangles(), &params).expect("it can be built");
        let tree = bspwalk_compile::with_observable_layout(tree);
        let camera = Camera::perspective(
            level.spawn.eye,
            [level.spawn.yaw.to_radians(), 0.0],
            Camera::default_field_of_view(),
        );
        let before = bspwalk_trees::QueryCounters::of_this_thread();
        for (x, y) in (0..300).flat_map(|y| (0..320).map(move |x| (x, y))) {
            let place = [f64::from(x) + 0.5, f64::from(y) + 0.5];
            let [from, to] = bspwalk_overlays::heat::ray(&tree, &camera, [320, 300], place);
            let _ = tree.cast(from, to);
        }
        let counted = bspwalk_trees::QueryCounters::of_this_thread().since(before);
        bspwalk_text::words::count(counted.nodes_visited)
    };
    let sampled = counted("sampled");
    assert!(
        said.starts_with(&format!(
            "Both trees cost the same: {sampled} nodes visited in total, "
        )),
        "{said} {sampled}"
    );
    let (picture, said) = draw(["random", "sampled"]);
    assert!(differing(&picture) > 1000);
    for (rule, sum) in [("random", counted("random")), ("sampled", sampled)] {
        let (_, after) = said.split_once(&format!("`{rule}`")).expect(&said);
        let (_, figures) = after.split_once('(').expect(&said);
        assert!(
            figures.starts_with(&format!("{sum} nodes visited in total, ")),
            "{rule}: {said}"
        );
    }
    assert!(
        said.contains(" % better (") && said.ends_with(" on average).\n"),
        "{said}"
    );
}

#[test]
fn invalid_comparisons_are_refused() {
    for (more, status, reason) in [
        (
            &["--show", "planes"][..],
            1,
            "use it with --show and one of cost, tests, slide-cost",
        ),
        (&["--show", "leaves-seen"], 1, "use it with --show and one of"),
        (&["--show", "cost", "--select", "0"], 2, "cannot be used with"),
        (&["--show", "cost", "--size", "1x9"], 1, "at least 2 pixels wide"),
    ] {
        let args = ["shot", "three_rooms", "-o", "unwritten.png", "--beside", "ati"];
        failed(&run(args.iter().chain(more)), status, reason);
    }
    for (file, rule, status, reason) in [
        ("unwritten.svg", "ati", 1, "requires a PNG file"),
        (
            "unwritten.png",
            "leaf-sampled",
            2,
            "not a rule of the node-storing tree",
        ),
        ("unwritten.png", "none", 2, "not a rule of the node-storing tree"),
    ] {
        let output = run_line("shot three_rooms -o {} --show cost --beside {}", &[&file, &rule]);
        failed(&output, status, reason);
        assert!(!Path::new(file).exists());
    }
}

/// The left part is the first-person picture at that width. The right part is the plan, with lines for both planes.
#[test]
fn plan_is_drawn_next_to_the_eye_view() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.png");
    let draw = |args: &[&str]| {
        let common = ["shot", "three_rooms", "--select", "6", "-o", text(&path)];
        done(run(common.iter().chain(args)));
        image::open(&path).expect("a picture").into_rgb8()
    };
    let both = draw(&["--with-plan", "--size", "500x240"]);
    assert_eq!([both.width(), both.height()], [500, 240]);
    let eye = draw(&["--size", "320x240"]);
    let equal = |x: u32| (0..240).all(|y| both.get_pixel(x, y) == eye.get_pixel(x, y));
    assert!((0..318).all(equal));
    let palette = Palette::default();
    let count = |picture: &RgbImage, from: u32, color: bspwalk_draw::color::palette::Rgb| {
        let bspwalk_draw::color::palette::Rgb(r, g, b) = color;
        // Lines are blended with the background.
        let is_near = |pixel: &image::Rgb<u8>| pixel.0.iter().zip([r, g, b]).all(|(a, b)| a.abs_diff(b) < 30);
        let in_part = |&(x, _, pixel): &(u32, u32, &image::Rgb<u8>)| x >= from && is_near(pixel);
        picture.enumerate_pixels().filter(in_part).count()
    };
    assert!(
        count(&both, 322, palette.selected()) > 300,
        "the line of the selected plane"
    );
    // Badges mark the front side of each line.
    assert!(count(&both, 322, palette.front()) > 10 && count(&both, 322, palette.back()) > 10);
    for (more, status, reason) in [
        (
            &["--view", "model"][..],
            1,
            "cannot be combined with a different --view",
        ),
        (&["--size", "2x9"], 1, "at least 3 pixels wide"),
        (&["--show", "cost", "--beside", "ati"], 2, "cannot be used with"),
    ] {
        let args = ["shot", "three_rooms", "-o", "unwritten.png", "--with-plan"];
        failed(&run(args.iter().chain(more)), status, reason);
    }
    failed(
        &run(["shot", "three_rooms", "-o", "unwritten.pdf", "--with-plan"]),
        1,
        "requires a PNG file",
    );
}
