//! Counts the nodes, bounds and faces read by queries. The counts are the same in every run.

use std::hint::black_box;

use bspwalk_collision::Capsule;
use bspwalk_trees::{NodeTree, QueryCounters};

use crate::{QuerySet, RADIUS};

/// Kinds of queries that are counted.
const KINDS: [&str; 3] = ["cast across the level", "contacts", "sweep"];

/// Returns the mean numbers of nodes, bounds and faces per query.
fn counted(count: usize, ask: impl FnOnce()) -> [f64; 3] {
    let before = QueryCounters::of_this_thread();
    ask();
    let read = QueryCounters::of_this_thread().since(before);
    [read.nodes_visited, read.bounds_tested, read.faces_tested].map(|number| number as f64 / count as f64)
}

/// Returns the counts of each kind of query on a tree.
fn of(tree: &NodeTree, asked: &QuerySet) -> [[f64; 3]; KINDS.len()] {
    let mut contacts = Vec::new();
    [
        counted(asked.across.len(), || {
            for &(from, to) in &asked.across {
                black_box(tree.cast(from, to));
            }
        }),
        counted(asked.near.len(), || {
            for &center in &asked.near {
                tree.contacts(center, RADIUS, &mut contacts);
            }
        }),
        counted(asked.sweeps.len(), || {
            for &(from, to) in &asked.sweeps {
                black_box(bspwalk_collision::sweep(tree, Capsule::sphere(RADIUS), from, to).hit);
            }
        }),
    ]
}

/// Returns the table row of a level.
pub(crate) fn row(name: &str, tree: &NodeTree, planes: &NodeTree, asked: &QuerySet) -> String {
    let (both, planes) = (of(tree, asked), of(planes, asked));
    let cells = both.iter().zip(&planes).map(|([nodes, boxes, faces], planes)| {
        format!(
            " {nodes:.1}, {boxes:.1}, {faces:.1}; {:.1}, {:.1} |",
            planes[0], planes[2]
        )
    });
    format!("| {name} |{}\n", cells.collect::<String>())
}

/// Returns the table with the given rows.
pub(crate) fn table(rows: &str) -> String {
    let heads = KINDS.map(|kind| format!(" {kind} |"));
    format!(
        "\nMean counts per query: nodes (blocks, or nodes whose planes are tested), bounds tested after the planes, and faces \
         tested. After the semicolon: nodes and faces with planes only.\n\n| level |{}\n|---|{}\n{rows}",
        heads.concat(),
        "---:|".repeat(KINDS.len())
    )
}
