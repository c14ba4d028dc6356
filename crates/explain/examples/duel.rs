//! Compares build rules: prints the statistics and query costs of a level's trees, and sweeps a weight of one rule.
//!
//! Run it with `cargo run --release -p bspwalk_explain --example duel -- [LEVEL [RULE…]]`.

use std::{env, error::Error, path::Path, sync::Arc};

use bspwalk_compile::CompileParams;
use bspwalk_explain::duel::{
    self, Column, Contestant, DuelLevel, Queries,
    weight_sweep::{self, Weight},
};
use bspwalk_levels::{LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_trees::BuildParams;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "hall".to_owned());
    let (options, progress) = (LoadOptions::default(), Arc::<Progress>::default());
    let level = match builtin::find(&name) {
        Some(_) => builtin::load(&name, &options, &progress)?,
        None => bspwalk_levels::load(Path::new(&name), &options, &progress)?,
    };
    let mut contestants: Vec<Contestant> = arguments.map(|rule| rule.parse()).collect::<Result<_, _>>()?;
    if contestants.is_empty() {
        contestants = Contestant::usual(&level);
    }

    // All trees answer the same queries, from positions that a player can reach.
    let ground = DuelLevel::new(Arc::new(level), &CompileParams::quick(), &progress)?;
    let queries = Queries::new(&ground, 500, 1, &progress)?;
    let rows = duel::run_duel(&ground, &contestants, &queries, &progress, |_| {})?;
    for row in &rows {
        println!(
            "{:<18} {:>8} nodes, {:>4} levels; a cast visits {:>8} and takes {:>8}",
            row.rule,
            Column::Nodes.text(row),
            Column::Depth.text(row),
            Column::CastVisits.text(row),
            Column::CastTime.text(row),
        );
    }
    if let Some(verdict) = duel::verdict(&rows) {
        println!("{verdict}");
    }

    // A higher cut weight means fewer cuts, but the tree becomes deeper, and eventually its queries cost more.
    println!("\ncut weight    nodes  fragments  depth  expected cost");
    let params = BuildParams::default();
    let values = [0.0, 0.25, 0.5, 1.0, 4.0, 16.0];
    weight_sweep::sweep(
        &ground.triangles,
        &params,
        Weight::Cut,
        &values,
        &progress,
        |point| {
            println!(
                "{:>10} {:>8}  {:>9}  {:>5}  {:>13.2}",
                point.weight, point.nodes, point.fragments, point.depth, point.cost
            );
        },
    )?;
    Ok(())
}
