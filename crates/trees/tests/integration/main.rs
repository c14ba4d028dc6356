//! Integration tests of `bspwalk_trees`, in one executable.

mod clearance;
mod collision;
mod course;
mod leaf_obstacles;
mod leak;
mod motion;
mod mover;
mod mover_places;
mod mover_promises;
mod node_build;
mod node_build_ends;
mod planar;
mod planes;
mod pvs;
mod pvs_flow;
mod pvs_views;
mod rays;
mod replay;
mod section;
mod sights;
mod slide;
mod smooth;
mod solid_decision;
mod solid_leaf;
mod solid_leaf_deep;
mod solid_leaf_ends;
mod solid_leaf_levels;
mod solidity;
mod sweep;
mod sweep_contact;
mod things;
mod tree_ati;
mod tree_queries;
mod work;

use bspwalk_testing::{
    effort,
    levels::{self, SharedLevel},
};

/// Returns every shared level in a full check, and the small ones otherwise.
fn shared_levels() -> Vec<SharedLevel> {
    let levels = if effort::is_full() {
        levels::load_whole()
    } else {
        levels::load_small()
    };
    levels.into_iter().map(SharedLevel::from).collect()
}

/// Runs a function on a pool with the given number of threads.
fn on_threads<T: Send>(count: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
    pool.expect("there are threads").install(work)
}
