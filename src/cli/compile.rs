//! `compile`: writes a level and its trees to a file that opens without rebuilding them.

use std::io::Write;

use bspwalk_compile::{CompileParams, CompiledLevel, file, open::LoadedLevel};
use bspwalk_session::{OpenError, tree_args::TreeArgs};
use bspwalk_text::text;
use serde::Serialize;

use super::{
    args::CompileArgs,
    error::CliError,
    leaf_info::LeafTreeInfo,
    progress_bar,
    report::{self, Report, Table, mebibytes},
};

/// The report as JSON. Later versions only add keys.
#[derive(Serialize)]
struct Written {
    file: String,
    bytes: u64,
    level: String,
    source: String,
    source_bytes: u64,
    triangles: usize,
    nodes: u32,
    node_ms: f64,
    leaf_tree: LeafTreeInfo,
}

/// Runs `compile`.
pub(super) fn run(args: &CompileArgs, tree: &TreeArgs, output: impl Write) -> Result<(), CliError> {
    let (compiled, bytes) = progress_bar::with_progress_bar(|progress| -> Result<_, CliError> {
        let failed = |error| OpenError::compile(&args.level, error);
        let options = tree.load_options();
        let compiled = match bspwalk_compile::open::load_level(&args.level, &options, None, progress)
            .map_err(OpenError::from)?
        {
            LoadedLevel::Source { level, source } => {
                let params = tree.apply_to(&CompileParams::default());
                bspwalk_compile::compile(level, source, options, &params, progress).map_err(failed)?
            }
            LoadedLevel::Compiled(compiled) => {
                let params = tree.apply_to(&compiled.params);
                compiled.rebuilt(&params, progress).map_err(failed)?
            }
        };
        progress.begin(text!("report-writing-file"), 0);
        let bytes = file::write(&compiled, &args.output)?;
        Ok((compiled, bytes))
    })?;
    report::write(&Written::of(args, &compiled, bytes), args.json, output)
}

impl Written {
    fn of(args: &CompileArgs, compiled: &CompiledLevel, bytes: u64) -> Self {
        Self {
            file: args.output.display().to_string(),
            bytes,
            level: compiled.level.name.clone(),
            source: compiled.source.name.clone(),
            source_bytes: compiled.source.bytes,
            triangles: compiled.level.triangles.len(),
            nodes: compiled.nodes.node_count(),
            node_ms: compiled.timings.nodes,
            leaf_tree: LeafTreeInfo::of(
                &compiled.leaf_part(),
                Some((&compiled.pvs, compiled.timings.pvs)),
                &compiled.params,
                &compiled.level,
            ),
        }
    }
}

impl Report for Written {
    fn add_rows(&self, table: &mut Table) {
        let (file, source) = (mebibytes(self.bytes), mebibytes(self.source_bytes));
        table.row(text!("row-file"), format!("{}, {file}", self.file));
        table.row(text!("row-source"), format!("{}, {source}", self.source));
        table.row(text!("row-triangles"), self.triangles);
        table.gap();
        table.row(text!("row-tree"), text!("report-node-storing"));
        table.row(text!("row-nodes"), self.nodes);
        table.row(text!("row-built-in"), format!("{:.1} ms", self.node_ms));
        table.gap();
        self.leaf_tree.add_rows(table);
    }
}
