//! `compile`: a level with its trees into a file that opens at once.

use std::io::{self, Write};

use serde::Serialize;

use super::{
    CliError,
    args::{CompileArgs, TreeArgs},
    leaf_info::LeafTreeInfo,
    progress_bar,
};
use crate::compile::{self, CompileParams, CompiledLevel, file, open::Found};

/// What was written. Keys are only ever added.
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
pub(super) fn run(args: &CompileArgs, tree: &TreeArgs, mut output: impl Write) -> Result<(), CliError> {
    let (compiled, bytes) = progress_bar::shown(|progress| -> Result<_, CliError> {
        let failed = |error| CliError::Compile {
            level: args.level.to_string(),
            error,
        };
        let options = tree.load_options();
        let compiled = match compile::open::find(args.level.place(), &options, progress)? {
            Found::Source { level, source } => {
                let params = tree.over(&CompileParams::default());
                compile::compile(level, source, options, &params, progress).map_err(failed)?
            }
            Found::Compiled(compiled) => {
                let params = tree.over(&compiled.params);
                compiled.rebuilt(&params, progress).map_err(failed)?
            }
        };
        progress.begin("Writing the file", 0);
        let bytes = file::write(&compiled, &args.output)?;
        Ok((compiled, bytes))
    })?;
    let written = Written::of(args, &compiled, bytes);
    let done = if args.json {
        serde_json::to_writer_pretty(&mut output, &written)
            .map_err(io::Error::from)
            .and_then(|()| writeln!(output))
    } else {
        written.write_table(&mut output)
    };
    done.and_then(|()| output.flush()).map_err(CliError::Output)
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
                (&compiled.pvs, compiled.timings.pvs),
                &compiled.params,
                compiled.level.spawn.eye,
            ),
        }
    }

    fn write_table(&self, output: &mut impl Write) -> io::Result<()> {
        let mut row =
            |name: &str, value: String| writeln!(output, "{}", format!("  {name:<12} {value}").trim_end());
        let mebibytes = |bytes: u64| format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20));
        row("file", format!("{}, {}", self.file, mebibytes(self.bytes)))?;
        row(
            "source",
            format!("{}, {}", self.source, mebibytes(self.source_bytes)),
        )?;
        row("triangles", self.triangles.to_string())?;
        row("", String::new())?;
        row("tree", "node-storing".to_owned())?;
        row("nodes", self.nodes.to_string())?;
        row("built in", format!("{:.1} ms", self.node_ms))?;
        row("", String::new())?;
        self.leaf_tree.write_rows(row)
    }
}
