//! Builds and prints the planar tree of a polygon with ten edges (《2D的BSP树的实现》, undated), tests points, and traces a
//! segment.
//!
//! To test points of your own, run `cargo run --release -p bspwalk_planar --example planar [X Y]...`.

use std::{env, process::ExitCode};

use bspwalk_planar::{Branch, PRESETS, PlanarTree, Position, Region, Segment2};
use bspwalk_trees::NodeId;
use glam::DVec2;

/// Returns the name of an edge in the article, A to J.
fn name(edge: u32) -> String {
    char::from_u32(u32::from('A') + edge).map_or_else(|| edge.to_string(), String::from)
}

/// Prints one line per node, indented by depth.
fn print_nodes(tree: &PlanarTree) {
    for (id, (node, depth)) in NodeId::all().zip(tree.nodes().iter().zip(tree.depths())) {
        let side = match tree.nodes().get(node.parent.index()) {
            None => "root",
            Some(parent) if parent.front == id => "front",
            Some(_) => "back",
        };
        let mut on: Vec<u32> = tree.fragments_of(id).iter().map(|part| part.edge).collect();
        on.dedup();
        let on: Vec<String> = on.into_iter().map(name).collect();
        println!(
            "{}{side}: line of {}, with {}",
            "  ".repeat(depth as usize),
            name(node.edge),
            on.join(", ")
        );
    }
}

fn main() -> ExitCode {
    let numbers: Result<Vec<f64>, _> = env::args().skip(1).map(|number| number.parse()).collect();
    let numbers = match numbers {
        Ok(numbers) if numbers.len() % 2 == 0 => numbers,
        _ => {
            eprintln!("points are pairs of numbers: X Y X Y ...");
            return ExitCode::from(2);
        }
    };
    let loops = (PRESETS[0].loops)();
    let region = match Region::new(&loops) {
        Ok(region) => region,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(1);
        }
    };
    let tree = PlanarTree::new(&region);
    println!(
        "{} edges, {} nodes, depth {}:",
        region.edges().len(),
        tree.nodes().len(),
        tree.depth()
    );
    print_nodes(&tree);

    let asked = numbers.chunks_exact(2).map(|pair| DVec2::new(pair[0], pair[1]));
    for point in [DVec2::new(5.0, 3.0), DVec2::new(1.0, 3.0), DVec2::new(4.0, 3.0)]
        .into_iter()
        .chain(asked)
    {
        let located = tree.locate(point);
        let position = match located.position {
            Position::Inside => "inside".to_owned(),
            Position::Outside => "outside".to_owned(),
            Position::OnEdge(edge) => format!("on edge {}", name(edge)),
        };
        let path = located.path.iter().map(|&(node, side)| {
            let side = if side == Branch::Front { "front" } else { "back" };
            format!("{} {side}", name(tree.nodes()[node.index()].edge))
        });
        let path: Vec<String> = path.collect();
        println!(
            "{point} is {position} after {} tests: {}",
            located.tests,
            path.join(", ")
        );
    }

    let segment = Segment2::new(DVec2::new(5.0, 3.0), DVec2::new(-3.0, 3.0));
    let trace = tree.trace(&segment);
    match trace.hit {
        Some(hit) => println!(
            "from {} to {}: edge {} at {}, {} nodes visited",
            segment.from,
            segment.to,
            name(hit.edge),
            hit.point,
            trace.visited.len()
        ),
        None => println!("from {} to {}: no edge", segment.from, segment.to),
    }
    ExitCode::SUCCESS
}
