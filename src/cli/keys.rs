//! `keys`: prints the actions and their keys, one per line.

use std::io::{self, Write};

use bspwalk_session::{
    actions::{Control, Device, FILM_KEYS, FrontEnd, GROUPS, Keymap, Layout, Preset, no_key},
    settings_file,
};
use bspwalk_text::text;
use serde::Serialize;

use super::{args::KeysArgs, error::CliError, output::print, report};

/// An action and its keys.
#[derive(Serialize)]
struct Row {
    group: &'static str,
    /// Name used in the settings.
    name: String,
    keys: Vec<String>,
    /// Gamepad buttons and sticks, with their names on an Xbox controller.
    pad: Vec<String>,
    does: String,
    fronts: Vec<&'static str>,
    /// Reason why the other front ends lack the action.
    why_not_everywhere: Option<&'static str>,
}

impl Row {
    /// Returns the titles of the front ends that have the action.
    fn titles(&self) -> Vec<&'static str> {
        let fronts = FrontEnd::ALL.into_iter();
        let fronts = fronts.filter(|front| self.fronts.contains(&front.name()));
        fronts.map(FrontEnd::title).collect()
    }

    fn new(keymap: &Keymap, group: &'static str, control: &Control) -> Self {
        let of = |device| {
            let sources = keymap.sources_of(control, device).into_iter();
            sources.map(|source| keymap.name(source, true)).collect()
        };
        Self {
            group,
            name: control.id(),
            keys: of(Device::Keys),
            pad: of(Device::Pad),
            does: control.description(),
            fronts: FrontEnd::ALL
                .into_iter()
                .filter(|&front| control.is_in(front))
                .map(FrontEnd::name)
                .collect(),
            why_not_everywhere: control.why_not_everywhere(),
        }
    }
}

/// The table, which is written as JSON or as lines.
#[derive(Serialize)]
#[serde(transparent)]
struct Keys(Vec<Row>);

impl report::Report for Keys {
    fn add_rows(&self, table: &mut report::Table) {
        for row in &self.0 {
            let pad = row.pad.iter().map(|name| text!("action-pad", name));
            let keys: Vec<String> = row.keys.iter().cloned().chain(pad).collect();
            let keys = match keys.join(", ") {
                none if none.is_empty() => no_key().to_owned(),
                keys => keys,
            };
            match row.why_not_everywhere {
                None => table.row(&keys, &row.does),
                Some(why) => table.row(
                    &keys,
                    text!(
                        "action-not-everywhere",
                        does = row.does,
                        fronts = row.titles().join(text!("text-list")),
                        why
                    ),
                ),
            }
        }
    }
}

pub(super) fn run(args: &KeysArgs, output: impl Write) -> Result<(), CliError> {
    let (keymap, problem) = match args.preset {
        Some(preset) => (Keymap::of(preset), None),
        None if args.default => (Keymap::default(), None),
        None => Keymap::kept(settings_file::path().as_deref()),
    };
    if let Some(problem) = problem {
        let _ = writeln!(io::stderr(), "bspwalk: {problem}");
    }
    let rows = GROUPS.iter().chain([&FILM_KEYS]).flat_map(|group| {
        let rows = group.controls.iter();
        rows.map(|control| Row::new(&keymap, group.title.text(), control))
    });
    let keys = Keys(rows.collect());
    if !args.markdown {
        return report::write(&keys, args.json, output);
    }
    print(&markdown(&keys, keymap.preset()), output)
}

/// Formats the table as a page of the book, with a row per action and a column per front end.
fn markdown(keys: &Keys, preset: Preset) -> String {
    let keyboard = match preset.layout() {
        Layout::Qwerty => text!("action-page-qwerty"),
        Layout::Azerty => text!("action-page-azerty"),
    };
    let mut page = text!("action-page", keyboard);
    let mut group = "";
    for row in &keys.0 {
        if row.group != group {
            group = row.group;
            page += &text!("action-page-group", group);
            for front in FrontEnd::ALL {
                page += &format!(" {} |", front.title());
            }
            page += &format!(" {} |\n|---|---|---|---|---|---|---|\n", text!("action-page-why"));
        }
        let named = |names: &[String]| {
            let named = names
                .iter()
                .map(|name| format!("<kbd>{}</kbd>", name.replace('\\', "\\\\")));
            named.collect::<Vec<_>>().join(" ")
        };
        page += &format!("| {} | {} | {} |", named(&row.keys), named(&row.pad), row.does);
        for front in FrontEnd::ALL {
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
