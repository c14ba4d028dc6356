//! `tree --by-cost`: the most expensive nodes, leaves, portals, faces or brushes of a level.

use std::io::Write;

use bspwalk_explain::expensive::PartKind;
use bspwalk_session::{expensive, tree_args::TreeArgs};
use bspwalk_text::{text, words::count};
use serde::Serialize;

use super::args::TreeFileArgs;
use crate::cli::{
    error::CliError,
    open, progress_bar,
    report::{self, Report, Table},
};

/// The report. Keys are never removed.
#[derive(Serialize)]
struct Costs {
    level: String,
    kind: PartKind,
    /// Unit of the costs.
    #[serde(skip)]
    unit: &'static str,
    /// Whether only parts that match a search are listed.
    #[serde(skip)]
    is_searched: bool,
    parts: Vec<PartCost>,
    /// Number of parts that match but are not listed.
    more: usize,
}

#[derive(Serialize)]
struct PartCost {
    number: u32,
    cost: u64,
    words: String,
}

/// Lists the most expensive parts of one kind.
pub(super) fn run(
    args: &TreeFileArgs,
    kind: PartKind,
    tree: &TreeArgs,
    output: impl Write,
) -> Result<(), CliError> {
    let opened = open::open(&args.level, tree)?;
    let leaves = &opened.leaves()?.tree;
    let surveys = kind == PartKind::Brush;
    let found = progress_bar::with_progress_bar(|progress| {
        expensive::count_costs(&opened, leaves, &opened.params.pvs, surveys, progress)
    });
    let found = found.map_err(|failure| CliError::Failed(failure.to_string()))?;
    let query = args.search.as_deref().unwrap_or_default();
    let listed = found.list(kind, query, args.order);
    let parts = listed.iter().take(args.top as usize).map(|part| PartCost {
        number: part.number,
        cost: part.cost,
        words: part.words(),
    });
    let parts: Vec<PartCost> = parts.collect();
    let report = Costs {
        level: opened.level.name.clone(),
        kind,
        unit: kind.description(),
        is_searched: args.search.is_some(),
        more: listed.len() - parts.len(),
        parts,
    };
    report::write(&report, args.json, output)
}

impl Report for Costs {
    fn add_rows(&self, table: &mut Table) {
        table.row(text!("row-level"), &self.level);
        table.row(text!("row-cost"), self.unit);
        table.gap();
        for part in &self.parts {
            table.row("", &part.words);
        }
        if self.parts.is_empty() {
            let none = match self.is_searched {
                true => text!("expensive-none-found"),
                false => text!("expensive-none"),
            };
            table.row("", none);
        }
        if self.more > 0 {
            table.row("", text!("expensive-more", more = count(self.more as u64)));
        }
    }
}
