//! Measures the frame rate of the software renderer with each method of hidden surface removal, with and without the
//! PVS. For comparison, it also renders a still picture with the same renderer (as `shot` does), which casts a shadow
//! ray for each sample.
//!
//! `cargo bench -p bspwalk_draw --bench software` draws the hall and Sponza. Arguments select levels whose names
//! contain them. The eye makes a full turn at the spawn and at random positions on the floor.

use std::{sync::Arc, time::Instant};

use bspwalk_compile::CompileParams;
use bspwalk_draw::{
    light::{self, Lightmaps},
    raster::{Camera, Coloring, FaceSet, FrameStyle, Frames, Scene, Style, VisibilityMethod},
};
use bspwalk_levels::{Level, LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{levels, wanted};
use bspwalk_trees::NodeTree;
use glam::DVec3;
use wanted::LevelNameFilter;

/// Number of views from each position.
const TURNS: usize = 24;

/// Frame sizes, each with a flag for four samples per pixel: a terminal with half-block characters, and a window.
const SIZES: [([u32; 2], bool); 2] = [([160, 90], true), ([640, 360], false)];

fn main() -> Result<(), String> {
    let Some(wanted) = LevelNameFilter::by_arguments() else {
        return Ok(());
    };
    let folder = levels::folder();
    println!(
        "| level | size | method | PVS | ms a frame | frames a second | slowest ms | nodes | fragments | still ÷ frame |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for name in ["hall", "crytek_sponza_quantised.obj"] {
        if !wanted.includes(name) {
            continue;
        }
        let (progress, options) = (Progress::default(), LoadOptions::default());
        let level = if name == "hall" {
            builtin::load(name, &options, &progress)
        } else {
            let path = folder.as_ref().map(|folder| folder.join(name));
            let Some(path) = path.filter(|path| path.exists()) else {
                println!("(no Sponza: {name} is missing)");
                continue;
            };
            bspwalk_levels::load(&path, &options, &progress)
        };
        measure(name, &Arc::new(level.map_err(|error| error.to_string())?))
            .map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn measure(name: &str, level: &Arc<Level>) -> Result<(), Box<dyn std::error::Error>> {
    let progress = Arc::new(Progress::default());
    let params = CompileParams::quick();
    let (tree, _) = bspwalk_compile::node_tree(level, &params.nodes, &progress)?;
    let leaves = bspwalk_compile::leaf_tree(level, &params, &progress)?.tree;
    let (pvs, _) = bspwalk_compile::pvs(&leaves, &params.pvs, &progress, |_| {})?;
    let threads = rayon::current_num_threads();
    let volume = light::bake(level, &tree, threads, &progress)?;
    let begin = Instant::now();
    let lightmaps = Arc::new(Lightmaps::bake(level, &tree, volume, threads, &progress)?);
    println!(
        "(the lightmaps of {name}: {:.1} s)",
        begin.elapsed().as_secs_f64()
    );
    let mut frames = Frames::new(level, &tree);
    frames.set_light(lightmaps);
    let scene = Scene::new(level, &tree, &tree).with_baked_light(&tree);
    let eyes = eyes(level, &tree);
    for (size, smooth) in SIZES {
        let still = {
            let camera = camera(eyes[0], level.spawn.yaw.to_radians());
            let begin = Instant::now();
            let _ = scene.draw_picture(&camera, size, &Style::default(), VisibilityMethod::Painter);
            begin.elapsed().as_secs_f64()
        };
        for method in [
            VisibilityMethod::Painter,
            VisibilityMethod::FrontToBack,
            VisibilityMethod::DepthBuffer,
        ] {
            for culled in [false, true] {
                let style = FrameStyle {
                    coloring: Coloring::Material,
                    method,
                    smooth,
                    ..FrameStyle::default()
                };
                let mut times = Vec::new();
                let (mut nodes, mut fragments) = (0, 0);
                for &eye in &eyes {
                    let leaf = leaves.locate(eye);
                    if culled && !leaves.is_solid(leaf) {
                        let mut visible = FaceSet::new();
                        for seen in pvs.row(leaf) {
                            let fragments = leaves.leaf(seen).map(|leaf| leaf.fragments).unwrap_or_default();
                            for fragment in fragments.filter_map(|fragment| leaves.fragment(fragment)) {
                                visible.insert(fragment.face);
                            }
                        }
                        frames.set_visible(Some(&visible));
                    } else {
                        frames.set_visible(None);
                    }
                    for turn in 0..TURNS {
                        let yaw = turn as f64 * std::f64::consts::TAU / TURNS as f64;
                        let camera = camera(eye, yaw);
                        let begin = Instant::now();
                        let frame = frames.draw(&camera, size, &style);
                        times.push(begin.elapsed().as_secs_f64());
                        nodes += frame.stats.nodes;
                        fragments += frame.stats.fragments;
                    }
                }
                let count = times.len();
                let mean = times.iter().sum::<f64>() / count as f64;
                let slowest = times.iter().copied().fold(0.0, f64::max);
                println!(
                    "| {name} | {}×{} | {method:?} | {} | {:.1} | {:.0} | {:.1} | {} | {} | {:.0} |",
                    size[0],
                    size[1],
                    if culled { "yes" } else { "no" },
                    mean * 1.0e3,
                    1.0 / mean,
                    slowest * 1.0e3,
                    nodes as usize / count,
                    fragments as usize / count,
                    still / mean,
                );
            }
        }
    }
    Ok(())
}

fn camera(eye: DVec3, yaw: f64) -> Camera {
    Camera::perspective(eye, [yaw, -0.05], Camera::default_field_of_view())
}

/// Returns the eye position at the spawn, and positions that are visible from it.
fn eyes(level: &Level, tree: &NodeTree) -> Vec<DVec3> {
    let mut random = fastrand::Rng::with_seed(4);
    let start = level.spawn.eye;
    let mut eyes = vec![start];
    let size = level.bounds.max - level.bounds.min;
    while eyes.len() < 4 {
        let away = DVec3::new(random.f64() - 0.5, 0.0, random.f64() - 0.5) * size * 0.8;
        if let Some(hit) = tree.cast(start.as_vec3(), (start + away).as_vec3()) {
            eyes.push(start + away * f64::from(hit.t) * 0.9);
        } else {
            eyes.push(start + away);
        }
    }
    eyes
}
