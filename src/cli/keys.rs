//! `keys`: the table of actions, a line each.

use std::io::Write;

use bspwalk_session::actions::{Control, FILM_KEYS, Front, GROUPS};
use serde::Serialize;

use super::{args::KeysArgs, error::CliError, report};

/// An action with its keys.
#[derive(Serialize)]
struct Row {
    group: &'static str,
    keys: Vec<String>,
    does: &'static str,
    fronts: Vec<&'static str>,
    /// Why the other fronts do not have it.
    why_not_everywhere: Option<&'static str>,
}

impl Row {
    fn new(group: &'static str, control: &Control) -> Self {
        Self {
            group,
            keys: control.sources.iter().map(|source| source.name(true)).collect(),
            does: control.help,
            fronts: Front::ALL
                .into_iter()
                .filter(|&front| control.is_in(front))
                .map(Front::name)
                .collect(),
            why_not_everywhere: control.why_not_everywhere(),
        }
    }
}

/// The table, which can be a document or lines.
#[derive(Serialize)]
#[serde(transparent)]
struct Keys(Vec<Row>);

impl report::Report for Keys {
    fn add_rows(&self, table: &mut report::Table) {
        for row in &self.0 {
            let keys = row.keys.join(", ");
            match row.why_not_everywhere {
                None => table.row(&keys, row.does),
                Some(why) => table.row(
                    &keys,
                    format_args!("{} [{}: {why}]", row.does, row.fronts.join(", ")),
                ),
            }
        }
    }
}

pub(super) fn run(args: &KeysArgs, mut output: impl Write) -> Result<(), CliError> {
    let groups = GROUPS.iter().chain([&FILM_KEYS]);
    let rows = groups.flat_map(|group| {
        group
            .controls
            .iter()
            .map(|control| Row::new(group.title, control))
    });
    let keys = Keys(rows.collect());
    if !args.markdown {
        return report::write(&keys, args.json, output);
    }
    let text = markdown(&keys);
    let written = output.write_all(text.as_bytes());
    written.and_then(|()| output.flush()).map_err(CliError::Output)
}

/// The table as a page of the book: actions × fronts.
fn markdown(keys: &Keys) -> String {
    let mut page = "# All keys\n\n\
        An action has the same keys and the same meaning in the window, in the window without a graphics driver and in a\n\
        terminal, or is not there, and then the last column says why. `bspwalk keys` prints this table; keys are named by what\n\
        stands on them on a QWERTY keyboard.\n"
        .to_owned();
    let mut group = "";
    for row in &keys.0 {
        if row.group != group {
            group = row.group;
            page += &format!("\n## {group}\n\n| keys | what they do |");
            for front in Front::ALL {
                page += &format!(" {} |", front.name());
            }
            page += " why not everywhere |\n|---|---|---|---|---|---|\n";
        }
        let named: Vec<String> = row
            .keys
            .iter()
            .map(|key| format!("<kbd>{}</kbd>", key.replace('\\', "\\\\")))
            .collect();
        page += &format!("| {} | {} |", named.join(" "), row.does);
        for front in Front::ALL {
            page += if row.fronts.contains(&front.name()) {
                " ● |"
            } else {
                " |"
            };
        }
        page += &format!(" {} |\n", row.why_not_everywhere.unwrap_or_default());
    }
    page
}
