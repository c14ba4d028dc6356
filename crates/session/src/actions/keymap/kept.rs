//! The keys in the file of the settings:
//!
//! ```toml
//! [keys]
//! preset = "azerty"
//! inverted = ["look-up-and-down"]
//! toggle-walking = ["H", "Ctrl-H"]
//! ```
//!
//! Keys have the names that are printed on them.

use std::path::Path;

use toml::{Table, Value};

use super::{Axis, Keymap};
use crate::{
    actions::{
        preset::Preset,
        source::Source,
        table::{Control, controls},
    },
    settings_file,
};

/// The name of the table in the file.
const FIELD: &str = "keys";

/// Names in the table that are no controls.
const PRESET: &str = "preset";
const INVERTED: &str = "inverted";

impl Keymap {
    /// The keys that a file has, and what to tell the user of entries that cannot be used.
    #[must_use]
    pub fn kept(path: Option<&Path>) -> (Self, Option<String>) {
        let table = path.and_then(|path| settings_file::read_field::<Value>(path, FIELD));
        match table {
            None => (Self::default(), None),
            Some(Value::Table(table)) => Self::from_table(&table),
            Some(_) => (Self::default(), Some(told(&["`keys` is no table".to_owned()]))),
        }
    }

    /// The keys of a table of the file, and what to tell the user of entries that cannot be used: these controls have the keys of
    /// the preset.
    #[must_use]
    pub fn from_table(table: &Table) -> (Self, Option<String>) {
        let mut problems = Vec::new();
        let mut keymap = Self::default();
        match table.get(PRESET).map(|value| (value, preset(value))) {
            None => {}
            Some((_, Some(preset))) => keymap = Self::of(preset),
            Some((value, None)) => {
                let all = Preset::ALL.map(Preset::name).join(", ");
                problems.push(format!("`keys.{PRESET}` = {value} is none of {all}"));
                keymap.unread.insert(PRESET.to_owned(), value.clone());
            }
        }
        let mut wrong = |keymap: &mut Self, name: &str, problem: String| {
            problems.push(format!("`keys.{name}` {problem}"));
            keymap.unread.insert(name.to_owned(), table[name].clone());
        };
        let mut read = Vec::new();
        for (name, value) in table.iter().filter(|(name, _)| *name != PRESET) {
            if name == INVERTED {
                if let Err(problem) = keymap.read_inverted(value) {
                    wrong(&mut keymap, name, problem);
                }
                continue;
            }
            match keymap.read_control(name, value) {
                Ok(of_control) => read.push(of_control),
                Err(problem) => wrong(&mut keymap, name, problem),
            }
        }
        // Keys can change places: so all are free first. Controls that the table does not name give way to it.
        for (control, _) in &read {
            keymap.set(control, Vec::new());
        }
        let named: Vec<String> = read.iter().map(|(control, _)| control.id()).collect();
        for (control, sources) in &read {
            if let Err(problem) = keymap.give(control, sources, &named) {
                keymap.reset(control);
                wrong(&mut keymap, &control.id(), problem);
            }
        }
        for (control, _) in &read {
            if let Some(refusal) = keymap.is_locked_out(control) {
                keymap.reset(control);
                wrong(&mut keymap, &control.id(), format!("cannot be so: {refusal}"));
            }
        }
        let told = (!problems.is_empty()).then(|| told(&problems));
        (keymap, told)
    }

    /// The table of the file.
    #[must_use]
    pub fn to_table(&self) -> Table {
        let mut table = self.unread.clone();
        let texts = |texts: Vec<String>| Value::Array(texts.into_iter().map(Value::String).collect());
        if self.preset != Preset::default() {
            table.insert(PRESET.to_owned(), Value::String(self.preset.name().to_owned()));
        }
        if !self.inverted.is_empty() {
            let names = self.inverted.iter().map(|axis| axis.name().to_owned());
            table.insert(INVERTED.to_owned(), texts(names.collect()));
        }
        for (id, sources) in &self.changes {
            let names = sources.iter().map(|&source| self.layout().printed(source).to_string());
            table.insert(id.clone(), texts(names.collect()));
        }
        table
    }

    fn read_inverted(&mut self, value: &Value) -> Result<(), String> {
        for name in names(value)? {
            let axis = Axis::ALL.into_iter().find(|axis| axis.name() == name);
            let axis = axis.ok_or_else(|| {
                let all = Axis::ALL.map(Axis::name).join(", ");
                format!("names {name:?}, which is none of {all}")
            })?;
            self.invert(axis, true);
        }
        Ok(())
    }

    /// Reads the keys of a control.
    fn read_control(&self, name: &str, value: &Value) -> Result<(&'static Control, Vec<Source>), String> {
        let control = controls().find(|control| control.id() == name);
        let control = control.ok_or("names no control: `bspwalk keys --json` has their names")?;
        let mut sources = Vec::new();
        for text in names(value)? {
            let source = self.parse(text).map_err(|_| format!("has {text:?}, which names no key"))?;
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
        Ok((control, sources))
    }

    /// Gives keys to a control, where `named` are the controls that the table names.
    fn give(&mut self, control: &Control, sources: &[Source], named: &[String]) -> Result<(), String> {
        for &source in sources {
            let name = self.layout().printed(source).to_string();
            let others = self.others(control, source);
            if let Some(other) = others.iter().find(|other| named.contains(&other.id())) {
                return Err(format!("has {name:?}, which `keys.{}` has", other.id()));
            }
            let taken = self.take(control, source);
            taken.map_err(|refusal| format!("has {name:?}: {refusal}"))?;
        }
        Ok(())
    }
}

fn preset(value: &Value) -> Option<Preset> {
    let name = value.as_str()?;
    Preset::ALL.into_iter().find(|preset| preset.name() == name)
}

/// The texts of a list, or of one text.
fn names(value: &Value) -> Result<Vec<&str>, String> {
    let wrong = || "is no list of names of keys".to_owned();
    match value {
        Value::String(text) => Ok(vec![text]),
        Value::Array(items) => items
            .iter()
            .map(|item| item.as_str().ok_or_else(wrong))
            .collect(),
        _ => Err(wrong()),
    }
}

/// The sentence of some problems.
fn told(problems: &[String]) -> String {
    format!(
        "Of the keys in the settings: {}. There the usual keys are in use.",
        problems.join("; ")
    )
}
