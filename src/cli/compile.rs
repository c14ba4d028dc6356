//! `compile`: a level with its trees into a file that opens at once.

use std::io::{self, Write};

use serde::Serialize;

use super::{
    CliError, LevelName,
    args::{CompileArgs, TreeArgs},
    info::LeafTreeInfo,
    progress_bar,
};
use crate::compile::{
    self, CompileParams, CompiledLevel, file,
    open::{Found, OpenError},
};

/// What was written. Keys are only ever added.
#[derive(Serialize)]
struct Written {
    file: String,
    bytes: u64,
    level: String,
    source: String,
    triangles: u32,
    nodes: u32,
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
