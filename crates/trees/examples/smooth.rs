//! Measures levels without rooms (smooth and convex meshes, open ground and soups) at several sizes, and how the time
//! grows with the size.

use std::{error::Error, fmt::Write, sync::Arc, time::Instant};

use bspwalk_compile::CompileParams;
use bspwalk_levels::{Level, LoadOptions};
use bspwalk_progress::Progress;
use bspwalk_testing::smooth;

/// Loads a level from an OBJ file that contains the given triangles.
fn level_of(name: &str, triangles: &[[glam::DVec3; 3]]) -> Result<Level, Box<dyn Error>> {
    let mut text = String::new();
    for [x, y, z] in triangles.iter().flatten().map(glam::DVec3::to_array) {
        writeln!(text, "v {x:.6} {y:.6} {z:.6}")?;
    }
    for first in (1..).step_by(3).take(triangles.len()) {
        writeln!(text, "f {first} {} {}", first + 1, first + 2)?;
    }
    let options = LoadOptions::default();
    Ok(bspwalk_levels::load_from_memory(
        name,
        text.as_bytes(),
        &(),
        &options,
        &Progress::default(),
    )?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let sizes = std::env::args().skip(1).map(|size| size.parse());
    let mut sizes = sizes.collect::<Result<Vec<usize>, _>>()?;
    if sizes.is_empty() {
        sizes = vec![1_000, 5_000, 20_000];
    }
    println!(
        "{:10} {:>9} {:>8} {:>8} {:>8} {:>6} {:>6} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "mesh",
        "triangles",
        "leaves",
        "pieces",
        "portals",
        "depth",
        "inside",
        "nodes ms",
        "leaves ms",
        "PVS ms",
        "all ms",
        "exponent"
    );
    for (name, make) in smooth::ALL {
        let mut first: Option<(f64, f64)> = None;
        for &size in &sizes {
            let level = level_of(name, &make(size))?;
            let (params, progress) = (CompileParams::quick(), Arc::new(Progress::default()));
            let start = Instant::now();
            let built = bspwalk_compile::node_tree(&level, &params.nodes, &progress)
                .and_then(|(_, nodes)| Ok((nodes, bspwalk_compile::leaf_tree(&level, &params, &progress)?)))
                .and_then(|(nodes, leaves)| {
                    let (_, pvs) = bspwalk_compile::pvs(&leaves.tree, &params.pvs, &progress, |_| {})?;
                    Ok((nodes, leaves, pvs))
                });
            let all = start.elapsed().as_secs_f64() * 1e3;
            let (nodes, leaves, pvs) = match built {
                Ok(built) => built,
                Err(error) => {
                    println!(
                        "{name:10} {:>9} {error}, after {all:.0} ms",
                        level.triangles.len()
                    );
                    continue;
                }
            };
            let (x, y) = ((level.triangles.len() as f64).ln(), all.ln());
            let exponent = first.map_or(String::new(), |(x0, y0)| format!("{:.2}", (y - y0) / (x - x0)));
            first.get_or_insert((x, y));
            let (figures, timings) = (leaves.tree.statistics(), leaves.timings);
            println!(
                "{name:10} {:>9} {:>8} {:>8} {:>8} {:>6} {:>6} {nodes:>9.1} {:>9.1} {pvs:>9.1} {all:>9.1} {exponent:>9}",
                level.triangles.len(),
                figures.leaves,
                figures.leaf_faces,
                figures.portals,
                figures.depth,
                format!("{:?}", leaves.tree.inside()).to_lowercase(),
                timings.leaves + timings.portals + timings.structure,
            );
        }
    }
    Ok(())
}
