//! Tests for the frames of a walk.
//!
//! Frames must be identical for every method of hidden surface removal, with and without PVS culling. Frames drawn in
//! strips must match frames drawn at once. Drawing must not allocate memory.

use std::{
    alloc::System,
    collections::HashSet,
    sync::{Arc, LazyLock, Mutex},
};

use bspwalk_compile::CompileParams;
use bspwalk_draw::{
    light::{self, Lightmaps},
    raster::{
        Camera, Coloring, FaceSet, FrameLeaves, FrameStyle, Frames, Scene, Style, VisibilityMethod,
        find_visible_fragments,
    },
};
use bspwalk_levels::{Level, builtin};
use bspwalk_progress::Progress;
use bspwalk_session::seen::LeafFaces;
use bspwalk_testing::effort;
use bspwalk_trees::{LeafTree, NodeTree, solid_leaf::Pvs};
use glam::DVec3;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Lock that serialises the tests in this file, because one of them counts the allocations of all threads.
static ALONE: Mutex<()> = Mutex::new(());

const SIZE: [u32; 2] = [160, 90];

const COLORINGS: [Coloring; 7] = [
    Coloring::Material,
    Coloring::Node,
    Coloring::Depth,
    Coloring::Triangle,
    Coloring::Fragment,
    Coloring::Leaf,
    Coloring::VisibleLeaf,
];

static HALL: LazyLock<Stage> = LazyLock::new(|| Stage::built_in("hall"));
static THREE_ROOMS: LazyLock<Stage> = LazyLock::new(|| Stage::built_in("three_rooms"));
static TORTURE: LazyLock<Stage> = LazyLock::new(|| Stage::built_in("torture"));

/// A level with all the data needed to draw frames.
struct Stage {
    level: Arc<Level>,
    tree: Arc<NodeTree>,
    leaves: Arc<LeafTree>,
    pvs: Arc<Pvs>,
    light: Arc<Lightmaps>,
}

impl Stage {
    fn new(level: Level) -> Self {
        let progress = Arc::new(Progress::default());
        let params = CompileParams::quick();
        let (tree, _) = bspwalk_compile::node_tree(&level, &params.nodes, &progress).expect("it builds");
        let leaves = bspwalk_compile::leaf_tree(&level, &params, &progress)
            .expect("it builds")
            .tree;
        let (pvs, _) =
            bspwalk_compile::pvs(&leaves, &params.pvs, &progress, |_| {}).expect("it is not cancelled");
        let volume = light::bake(&level, &tree, 2, &progress).expect("it is not cancelled");
        let light = Lightmaps::bake(&level, &tree, volume, 2, &progress).expect("it is not cancelled");
        Self {
            tree,
            level: Arc::new(level),
            leaves,
            pvs,
            light: Arc::new(light),
        }
    }

    fn built_in(name: &str) -> Self {
        Self::new(builtin::load(name, &Default::default(), &Progress::default()).expect("it loads"))
    }

    fn frames(&self) -> Frames {
        let mut frames = Frames::new(&self.level, &self.tree);
        frames.set_light(Arc::clone(&self.light));
        frames
    }

    fn look_from(&self, frames: &mut Frames, eye: DVec3) {
        frames.set_leaves(Some(FrameLeaves {
            tree: Arc::clone(&self.leaves),
            pvs: Some(Arc::clone(&self.pvs)),
            from: self.leaves.locate(eye),
        }));
    }

    /// Returns cameras with random directions, at the spawn and at random points that may be empty or solid.
    fn cameras(&self, count: usize) -> Vec<Camera> {
        let mut random = bspwalk_testing::random::seeded(9);
        let bounds = self.level.bounds;
        (0..count)
            .map(|number| {
                Camera::perspective(
                    if number == 0 {
                        self.level.spawn.eye
                    } else {
                        bounds.min + bounds.size() * DVec3::new(random.f64(), random.f64(), random.f64())
                    },
                    [random.f64() * std::f64::consts::TAU, random.f64() - 0.5],
                    Camera::default_field_of_view(),
                )
            })
            .collect()
    }
}

fn style(coloring: Coloring, method: VisibilityMethod) -> FrameStyle {
    FrameStyle {
        coloring,
        method,
        ..FrameStyle::default()
    }
}

/// Compares the methods with each other. Also compares frames drawn in strips with frames drawn by fragments in strips
/// of a different height.
fn compare(stage: &Stage, cameras: usize) {
    let mut frames = stage.frames();
    let mut looks = HashSet::new();
    for camera in stage.cameras(cameras) {
        stage.look_from(&mut frames, camera.eye);
        for coloring in COLORINGS {
            let painted = frames
                .draw(&camera, SIZE, &style(coloring, VisibilityMethod::Painter))
                .clone();
            assert_eq!(painted.pixels.len(), (SIZE[0] * SIZE[1]) as usize);
            looks.insert(painted.pixels.clone());
            let front_to_back = frames.draw(&camera, SIZE, &style(coloring, VisibilityMethod::FrontToBack));
            assert!(
                painted.pixels == front_to_back.pixels,
                "{} by {coloring:?} from {camera:?}",
                stage.level.name
            );
            assert!(front_to_back.stats.nodes <= painted.stats.nodes);
            assert!(front_to_back.stats.fragments <= painted.stats.fragments);
        }
        // If fragments are coplanar, the depth buffer may show a different fragment than the other methods.
        let faces = bspwalk_draw::raster::RasterFaces::new(&stage.tree, |face| {
            stage
                .level
                .triangle_of_face(face)
                .map(|triangle| triangle.corners)
        });
        let [by_order, by_depth] = [VisibilityMethod::Painter, VisibilityMethod::DepthBuffer]
            .map(|method| find_visible_fragments(&faces, &camera, SIZE, method));
        let by_number = style(Coloring::Fragment, VisibilityMethod::Painter);
        let painted = frames.draw(&camera, SIZE, &by_number).pixels.clone();
        let deep = frames.draw(
            &camera,
            SIZE,
            &FrameStyle {
                method: VisibilityMethod::DepthBuffer,
                ..by_number
            },
        );
        for pixel in 0..painted.len() {
            if by_order[pixel] == by_depth[pixel] {
                assert_eq!(
                    painted[pixel], deep.pixels[pixel],
                    "pixel {pixel} from {camera:?}"
                );
            }
        }
    }
    assert!(looks.len() > 5 * cameras / 2, "{} pictures differ", looks.len());
}

#[test]
fn every_method_draws_equal_frames() {
    let _alone = ALONE.lock();
    let stages = [&HALL, &THREE_ROOMS, &TORTURE];
    for stage in stages.into_iter().take(effort::sampled_or_whole(2, 3)) {
        compare(stage, effort::sampled_or_whole(8, 30));
    }
}

#[test]
fn pvs_culling_does_not_change_frames() {
    let _alone = ALONE.lock();
    let mut hidden = 0;
    for stage in [&HALL, &THREE_ROOMS] {
        let name = &stage.level.name;
        let faces =
            LeafFaces::find(&stage.level, &stage.leaves, &Progress::default()).expect("not cancelled");
        let (mut all, mut culled) = (stage.frames(), stage.frames());
        let mut seen = FaceSet::new();
        for camera in stage.cameras(effort::sampled_or_whole(40, 200)) {
            let hides = faces.collect_visible_from(
                &stage.leaves,
                &stage.pvs,
                stage.leaves.locate(camera.eye),
                &mut seen,
            );
            culled.set_visible(hides.then_some(&seen));
            for method in [VisibilityMethod::Painter, VisibilityMethod::FrontToBack] {
                let style = style(Coloring::Node, method);
                let whole = all.draw(&camera, SIZE, &style);
                let part = culled.draw(&camera, SIZE, &style);
                assert!(
                    whole.pixels == part.pixels,
                    "{name} by {method:?} from {camera:?}"
                );
                hidden += whole.stats.fragments.saturating_sub(part.stats.fragments);
            }
        }
    }
    assert!(
        hidden > effort::sampled_or_whole(200, 1000),
        "the PVS hid {hidden} fragments"
    );
}

#[test]
fn frames_resemble_still_pictures() {
    let _alone = ALONE.lock();
    let stage = &*THREE_ROOMS;
    let scene = Scene::new(&stage.level, &stage.tree, &stage.tree).with_baked_light(&stage.tree);
    let mut frames = stage.frames();
    let camera = stage.cameras(1)[0];
    for coloring in &COLORINGS[..5] {
        let still = Style {
            coloring: *coloring,
            ..Style::default()
        };
        let still = scene.draw_picture(&camera, SIZE, &still, VisibilityMethod::Painter);
        let smooth = FrameStyle {
            smooth: true,
            ..style(*coloring, VisibilityMethod::FrontToBack)
        };
        let frame = frames.draw(&camera, SIZE, &smooth);
        assert_eq!(frame.pixels.len(), (SIZE[0] * SIZE[1]) as usize);
        let near = frame.pixels.iter().zip(still.chunks(3)).filter(|(pixel, still)| {
            let [_, r, g, b] = pixel.to_be_bytes();
            [r, g, b].iter().zip(*still).all(|(a, b)| a.abs_diff(*b) < 24)
        });
        // The two pictures differ only in the softness of shadow edges.
        let near = near.count() as f64 / frame.pixels.len() as f64;
        assert!(
            near > 0.85,
            "{coloring:?}: {:.1} % of the pixels are alike",
            100.0 * near
        );
    }
}

#[test]
fn limited_frame_draws_the_first_fragments() {
    let _alone = ALONE.lock();
    let stage = &*THREE_ROOMS;
    let mut frames = stage.frames();
    let camera = stage.cameras(1)[0];
    for method in [VisibilityMethod::Painter, VisibilityMethod::FrontToBack] {
        let whole = style(Coloring::Node, method);
        let limited = |limit| FrameStyle {
            limit: Some(limit),
            ..whole
        };
        let nothing = frames.draw(&camera, SIZE, &limited(0)).clone();
        let (in_view, last) = nothing.stats.limited.expect("it is limited");
        assert_eq!((last, nothing.stats.fragments), (None, 0));
        assert!(in_view > 50);
        let mut seen = HashSet::from([nothing.pixels]);
        for limit in (0..=in_view).step_by(10).skip(1) {
            let frame = frames.draw(&camera, SIZE, &limited(limit));
            assert_eq!(frame.stats.limited.map(|(all, _)| all), Some(in_view));
            assert_eq!(frame.stats.fragments, limit);
            seen.insert(frame.pixels.clone());
        }
        assert!(seen.len() > in_view as usize / 40, "{} pictures", seen.len());
        let all = frames.draw(&camera, SIZE, &limited(u32::MAX)).clone();
        assert_eq!(all.stats.fragments, in_view);
        let unlimited = frames.draw(&camera, SIZE, &whole);
        let differing = all
            .pixels
            .iter()
            .zip(&unlimited.pixels)
            .filter(|(a, b)| a != b)
            .count();
        let last = all.stats.limited.and_then(|(_, last)| last).expect("a last one");
        assert!(
            differing < all.pixels.len() / 4,
            "only the last fragment, {last}, is highlighted: {differing} pixels"
        );
    }
}

#[test]
fn frame_allocates_nothing() {
    let _alone = ALONE.lock();
    let stage = &*HALL;
    let mut frames = stage.frames();
    let cameras = stage.cameras(12);
    // Run on a pool thread, because jobs from other threads go through a queue that allocates.
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(2)
        .build()
        .expect("a pool");
    pool.install(|| {
        for method in [VisibilityMethod::FrontToBack, VisibilityMethod::Painter] {
            for (coloring, smooth) in [
                (Coloring::Material, true),
                (Coloring::Material, false),
                (Coloring::Leaf, false),
            ] {
                let style = FrameStyle {
                    smooth,
                    ..style(coloring, method)
                };
                stage.look_from(&mut frames, cameras[0].eye);
                let mut draw = || {
                    for camera in &cameras {
                        frames.draw(camera, SIZE, &style);
                    }
                };
                // Warm up, so that the buffers reach their final size.
                draw();
                draw();
                let region = Region::new(ALLOCATOR);
                draw();
                let change = region.change();
                assert_eq!(
                    (change.allocations, change.reallocations),
                    (0, 0),
                    "{method:?} by {coloring:?}"
                );
            }
        }
    });
}

#[test]
fn tiny_empty_and_broken_pictures_are_drawn() {
    let _alone = ALONE.lock();
    let stage = &*THREE_ROOMS;
    let mut frames = stage.frames();
    let mut camera = stage.cameras(1)[0];
    for size in [[0, 0], [0, 5], [5, 0], [1, 1], [3, 200], [200, 1]] {
        for (method, smooth) in [
            (VisibilityMethod::Painter, true),
            (VisibilityMethod::FrontToBack, false),
            (VisibilityMethod::FrontToBack, true),
            (VisibilityMethod::DepthBuffer, false),
        ] {
            let style = FrameStyle {
                smooth,
                ..style(Coloring::Material, method)
            };
            let frame = frames.draw(&camera, size, &style);
            assert_eq!(frame.pixels.len(), (size[0] * size[1]) as usize);
        }
    }
    camera.eye = DVec3::NAN;
    assert_eq!(
        frames.draw(&camera, SIZE, &FrameStyle::default()).stats.fragments,
        0
    );
    camera.eye = DVec3::splat(1.0e30);
    frames.draw(&camera, SIZE, &FrameStyle::default());
    let empty = Arc::new(NodeTree::build(&[], &Default::default()).expect("it builds"));
    let mut nothing = Frames::new(&stage.level, &empty);
    assert_eq!(nothing.draw(&camera, SIZE, &FrameStyle::default()).stats.nodes, 0);
}
