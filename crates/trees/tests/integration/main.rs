//! Integration tests for `bspwalk_trees`, in one executable.

mod editable;
mod leak;
mod node_build;
mod node_build_ends;
mod pvs;
mod pvs_flow;
mod pvs_views;
mod rays;
mod replay;
mod section;
mod sights;
mod smooth;
mod solid_decision;
mod solid_leaf;
mod solid_leaf_deep;
mod solid_leaf_ends;
mod solid_leaf_hints;
mod solid_leaf_levels;
mod solidity;
mod tree_ati;
mod tree_queries;
mod work;

/// Runs a function on a thread pool with the given number of threads.
fn on_threads<T: Send>(count: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
    pool.expect("there are threads").install(work)
}
