//! Key bindings in the settings file:
//!
//! ```toml
//! [keys]
//! preset = "azerty"
//! inverted = ["look-up-and-down"]
//! toggle-walking = ["H", "Ctrl+H"]
//!
//! [keys.pad]
//! toggle-walking = ["PadSouth"]
//! ```
//!
//! Keys use their printed names. Gamepad buttons are named by their position.

use std::{collections::BTreeMap, path::Path};

use bspwalk_text::text;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::{Axis, Keymap};
use crate::{
    actions::{
        preset::Preset,
        source::{Device, Source},
        table::{Control, control_named},
    },
    settings_file,
};

/// Name of the table in the settings file.
const FIELD: &str = "keys";

/// Key of the preset in the table. It is not the name of a control.
const PRESET: &str = "preset";
const INVERTED: &str = "inverted";
const PAD: &str = "pad";

/// Entry in older files for a control whose keys were fixed.
const TEXT_SIZE: &str = "text-size";

/// Controls that share an entry in older files. If there is no entry for the terminal's control, the window's entry
/// applies to both.
const DOWN: &str = "move-down";
const DOWN_IN_TERMINAL: &str = "move-down-in-terminal";

/// The unparsed `keys` table of the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeptKeys(Table);

impl KeptKeys {
    /// Creates the table for a keymap.
    pub fn of(keymap: &Keymap) -> Self {
        Self(keymap.to_table())
    }

    /// Parses the keymap, with a warning if some entries are unusable.
    pub fn keymap(&self) -> (Keymap, Option<String>) {
        Keymap::from_table(&self.0)
    }
}

impl Keymap {
    /// Reads the keymap from the settings file, with a warning if some entries are unusable.
    pub fn kept(path: Option<&Path>) -> (Self, Option<String>) {
        let table = path.and_then(|path| settings_file::read_field::<Value>(path, FIELD));
        match table {
            None => (Self::default(), None),
            Some(Value::Table(table)) => Self::from_table(&table),
            Some(_) => (
                Self::default(),
                Some(told(&[text!("keys-kept-no-table").to_owned()])),
            ),
        }
    }

    /// Parses the keymap from a table, with a warning if some entries are unusable.
    ///
    /// Controls with unusable entries keep the keys of the preset.
    pub(super) fn from_table(table: &Table) -> (Self, Option<String>) {
        let mut problems = Vec::new();
        let mut keymap = Self::default();
        if let Some(value) = table.get(PRESET) {
            if let Some(preset) = preset(value) {
                keymap = Self::of(preset);
            } else {
                let all = Preset::ALL.map(Preset::name).join(", ");
                problems.push(text!("keys-kept-preset", value, all));
                keymap.unread.insert(PRESET.to_owned(), value.clone());
            }
        }
        if let Some(value) = table.get(INVERTED)
            && let Err(problem) = keymap.read_inverted(value)
        {
            problems.push(text!("keys-kept-inverted", problem));
            keymap.unread.insert(INVERTED.to_owned(), value.clone());
        }
        let is_control = |name: &str| ![PRESET, INVERTED, PAD, TEXT_SIZE].contains(&name);
        let keys = table.iter().filter(|(name, _)| is_control(name));
        let mut entries: Vec<Entry<'_>> = keys.map(|field| Entry::new(Device::Keys, field)).collect();
        match table.get(PAD) {
            None => {}
            Some(Value::Table(pads)) => {
                entries.extend(pads.iter().map(|field| Entry::new(Device::Pad, field)));
            }
            Some(value) => {
                problems.push(text!("keys-kept-pad-no-table").to_owned());
                keymap.unread.insert(PAD.to_owned(), value.clone());
            }
        }
        let (mut wrong, mut read) = (Vec::new(), Vec::new());
        for entry in entries {
            match entry.read(&keymap) {
                Ok(bound) => read.push((entry, bound)),
                Err(problem) => wrong.push((entry, problem)),
            }
        }
        if let Some(value) = table.get(DOWN).filter(|_| !table.contains_key(DOWN_IN_TERMINAL)) {
            let (device, name) = (Device::Keys, DOWN_IN_TERMINAL);
            let entry = Entry { device, name, value };
            // The user did not write this entry, so do not report any problem with it.
            let bound = entry.read(&keymap).ok();
            read.extend(bound.map(|bound| (entry, bound)));
        }
        wrong.extend(keymap.give(read));
        for (entry, problem) in wrong {
            problems.push(format!("`{}`: {problem}", path(entry.device, entry.name)));
            let (name, value) = (entry.name.to_owned(), entry.value.clone());
            match entry.device {
                Device::Keys => keymap.unread.insert(name, value),
                Device::Pad => keymap.unread_pads.insert(name, value),
            };
        }
        let told = (!problems.is_empty()).then(|| told(&problems));
        (keymap, told)
    }

    /// Returns the table for the settings file.
    pub(super) fn to_table(&self) -> Table {
        let mut table = self.unread.clone();
        let texts = |texts: Vec<String>| Value::Array(texts.into_iter().map(Value::String).collect());
        if self.preset != Preset::default() {
            table.insert(PRESET.to_owned(), Value::String(self.preset.name().to_owned()));
        }
        if !self.inverted.is_empty() {
            let names = self.inverted.iter().map(|axis| axis.name().to_owned());
            table.insert(INVERTED.to_owned(), texts(names.collect()));
        }
        let named = |changes: &BTreeMap<String, Vec<Source>>, table: &mut Table| {
            for (id, sources) in changes {
                let names = sources
                    .iter()
                    .map(|&source| self.layout().printed(source).to_string());
                table.insert(id.clone(), texts(names.collect()));
            }
        };
        let mut keys = self.keys.clone();
        if keys.contains_key(DOWN)
            && !table.contains_key(DOWN_IN_TERMINAL)
            && let Some(control) = control_named(DOWN_IN_TERMINAL)
        {
            keys.entry(control.id())
                .or_insert_with(|| self.sources_of(control, Device::Keys));
        }
        named(&keys, &mut table);
        let mut pads = self.unread_pads.clone();
        named(&self.pads, &mut pads);
        if !pads.is_empty() {
            table.insert(PAD.to_owned(), Value::Table(pads));
        }
        table
    }

    fn read_inverted(&mut self, value: &Value) -> Result<(), String> {
        for name in names(value)? {
            let axis = Axis::ALL.into_iter().find(|axis| axis.name() == name);
            let axis = axis.ok_or_else(|| {
                let all = Axis::ALL.map(Axis::name).join(", ");
                text!("keys-kept-names", name = format_args!("{name:?}"), all)
            })?;
            self.invert(axis, true);
        }
        Ok(())
    }

    /// Binds the keys of all entries. Returns the unusable entries, each with a reason.
    ///
    /// Entries can swap keys between controls, so first all controls with an entry lose their keys on the device. A
    /// control without an entry loses every key that an entry names.
    fn give<'a>(&mut self, entries: Vec<(Entry<'a>, Bound)>) -> Vec<(Entry<'a>, String)> {
        for (entry, (control, _)) in &entries {
            let mut kept = self.sources(control);
            kept.retain(|source| source.device() != entry.device);
            self.set(control, &kept);
        }
        let named = entries.iter().map(|(entry, _)| (entry.name, entry.device));
        let named: Vec<(&str, Device)> = named.collect();
        let mut wrong = Vec::new();
        for (entry, (control, sources)) in entries {
            let given = self.give_one(control, &sources, &named);
            let locked = || self.is_locked_out(control);
            let cannot = || locked().map(|refusal| text!("keys-kept-cannot", refusal));
            let problem = given.err().or_else(cannot);
            if let Some(problem) = problem {
                self.reset(control);
                wrong.push((entry, problem));
            }
        }
        wrong
    }

    fn give_one(
        &mut self,
        control: &Control,
        sources: &[Source],
        named: &[(&str, Device)],
    ) -> Result<(), String> {
        for &source in sources {
            let (name, device) = (self.layout().printed(source).to_string(), source.device());
            let others = self.other_users(control, source);
            let has_entry = |other: &&&Control| named.contains(&(other.id().as_str(), device));
            if let Some(other) = others.iter().find(has_entry) {
                return Err(text!(
                    "keys-kept-both",
                    name = format_args!("{name:?}"),
                    other = path(device, &other.id())
                ));
            }
            let taken = self.reassign(control, source);
            taken.map_err(|refusal| text!("keys-kept-has", name = format_args!("{name:?}"), refusal))?;
        }
        Ok(())
    }
}

/// A control, and the keys or buttons named by its entry.
type Bound = (&'static Control, Vec<Source>);

/// Table entry of one control.
struct Entry<'a> {
    device: Device,
    name: &'a str,
    value: &'a Value,
}

impl<'a> Entry<'a> {
    fn new(device: Device, (name, value): (&'a String, &'a Value)) -> Self {
        Self { device, name, value }
    }

    /// Parses the entry, or returns the reason why it cannot be used.
    fn read(&self, keymap: &Keymap) -> Result<Bound, String> {
        let control = control_named(self.name).ok_or(text!("keys-kept-no-control"))?;
        Ok((control, sources(keymap, self.device, self.value)?))
    }
}

fn path(device: Device, name: &str) -> String {
    match device {
        Device::Keys => format!("{FIELD}.{name}"),
        Device::Pad => format!("{FIELD}.{PAD}.{name}"),
    }
}

fn sources(keymap: &Keymap, device: Device, value: &Value) -> Result<Vec<Source>, String> {
    let mut sources = Vec::new();
    for text in names(value)? {
        let source = keymap
            .parse(text)
            .map_err(|_| text!("keys-kept-no-key", text = format_args!("{text:?}")))?;
        if source.device() != device {
            let right = match device {
                Device::Keys => text!("keys-kept-in-pad"),
                Device::Pad => text!("keys-kept-on-no-pad"),
            };
            return Err(text!(
                "keys-kept-wrong-device",
                text = format_args!("{text:?}"),
                right
            ));
        }
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    Ok(sources)
}

fn preset(value: &Value) -> Option<Preset> {
    let name = value.as_str()?;
    Preset::ALL.into_iter().find(|preset| preset.name() == name)
}

/// Returns the strings in a TOML value, which is a string or an array of strings.
fn names(value: &Value) -> Result<Vec<&str>, String> {
    let wrong = || text!("keys-kept-no-list").to_owned();
    match value {
        Value::String(text) => Ok(vec![text]),
        Value::Array(items) => items.iter().map(|item| item.as_str().ok_or_else(wrong)).collect(),
        _ => Err(wrong()),
    }
}

fn told(problems: &[String]) -> String {
    text!("keys-kept-told", problems = problems.join("; "))
}
