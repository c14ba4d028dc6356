//! The settings file. Writes are atomic, and reading keeps all valid values.
//!
//! The file is in the system's configuration folder (`~/.config/bspwalk/settings.toml` on Linux). The environment
//! variable `BSPWALK_CONFIG_DIR` sets another folder.

use std::{
    env, io,
    path::{Path, PathBuf},
};

use bspwalk_text::{Localize, text};
use serde::{Serialize, de::DeserializeOwned};
use toml::{Table, Value};

use crate::store;

/// Returns the path of the file, or `None` if there is no configuration folder.
pub fn path() -> Option<PathBuf> {
    let folder = env::var_os("BSPWALK_CONFIG_DIR").filter(|folder| !folder.is_empty());
    let folder = folder.map(PathBuf::from).or_else(folder_of_user)?;
    Some(folder.join("settings.toml"))
}

/// Returns the user's configuration folder.
#[cfg(not(target_family = "wasm"))]
fn folder_of_user() -> Option<PathBuf> {
    use etcetera::{AppStrategy, AppStrategyArgs};
    let names = AppStrategyArgs {
        top_level_domain: "rs".into(),
        author: String::new(),
        app_name: "bspwalk".into(),
    };
    let strategy = etcetera::choose_app_strategy(names).ok()?;
    Some(strategy.config_dir())
}

/// Returns the folder that the browser preserves between visits.
#[cfg(target_family = "wasm")]
fn folder_of_user() -> Option<PathBuf> {
    Some(store::KEPT.into())
}

/// Returns whether TOML can store a value. TOML supports only signed 64-bit integers and Unicode strings.
pub fn can_hold(value: &impl Serialize) -> bool {
    Value::try_from(value).is_ok()
}

/// Replaces the file atomically, creating its folder if necessary.
///
/// # Errors
/// Returns an error if TOML cannot store the value or the file cannot be written. The old file is then kept.
pub fn write(path: &Path, value: &impl Serialize) -> io::Result<()> {
    // Convert to a TOML value first, because this conversion rejects values that could not be read back.
    let text = Value::try_from(value).and_then(|value| toml::to_string_pretty(&value));
    let text = text.map_err(io::Error::other)?;
    store::get().write(path, text.as_bytes())
}

/// Replaces the value of a nested field and keeps the rest of the file.
///
/// # Errors
/// Returns the errors of [`write()`], and an error if the old file cannot be read.
pub fn write_field(path: &Path, fields: &[&str], value: &impl Serialize) -> io::Result<()> {
    let mut whole: Value = match read_text(path) {
        Ok(text) => Value::Table(text.parse().map_err(io::Error::other)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Value::Table(Table::new()),
        Err(error) => return Err(error),
    };
    let mut place = &mut whole;
    for &field in fields {
        if !place.is_table() {
            *place = Value::Table(Table::new());
        }
        let Value::Table(table) = place else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        place = table.entry(field).or_insert_with(|| Value::Table(Table::new()));
    }
    *place = Value::try_from(value).map_err(io::Error::other)?;
    write(path, &whole)
}

/// Maximum size of a settings file, in bytes.
const LARGEST: u64 = 16 << 20;

fn read_text(path: &Path) -> io::Result<String> {
    let bytes = store::get().read(path, LARGEST)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Reads one field of the file, if it is valid.
pub fn read_field<T: DeserializeOwned>(path: &Path, field: &str) -> Option<T> {
    let table: Table = read_text(path).ok()?.parse().ok()?;
    table.get(field)?.clone().try_into().ok()
}

/// Reads the file. Missing and invalid values are replaced by their defaults.
///
/// If any value is invalid, also returns a warning and keeps the original file under another name.
pub fn read<T: DeserializeOwned + Default>(path: &Path) -> (T, Option<String>) {
    let problem = |cause: &str, kept: &str| {
        let file = path.display();
        Some(text!("setting-unreadable", file, cause, kept))
    };
    let text = match read_text(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (T::default(), None),
        Err(error) => return (T::default(), problem(&error.localized(), &put_aside(path))),
    };
    let table: Table = match text.parse() {
        Ok(table) => table,
        Err(error) => {
            let error: toml::de::Error = error;
            let start = error.span().map_or(0, |span| span.start.min(text.len()));
            let line = text.as_bytes()[..start].split(|&byte| byte == b'\n').count();
            let cause = text!("setting-line", line, error = error.message());
            return (T::default(), problem(&cause, &put_aside(path)));
        }
    };
    let (value, left_out) = salvaged(table);
    if left_out.is_empty() {
        return (value, None);
    }
    let (file, settings) = (path.display(), left_out.join(text!("text-list")));
    let problem = match store::get().write_first_free(&mut names_aside(path), text.as_bytes()) {
        Ok(aside) => text!("setting-left-out", settings, file, copy = aside.display()),
        Err(error) => text!("setting-left-out-no-copy", settings, file, error),
    };
    (value, Some(problem))
}

/// Renames the invalid file. Returns the part of the warning that describes the renaming.
fn put_aside(path: &Path) -> String {
    let aside = free_name(path);
    match store::get().rename(path, &aside) {
        Ok(()) => text!("setting-moved", aside = aside.display()),
        Err(error) => text!("setting-not-moved", error),
    }
}

/// Returns candidate names for an invalid file, in the same folder.
fn names_aside(path: &Path) -> impl Iterator<Item = PathBuf> {
    (1..).map(|number| match number {
        1 => path.with_extension("toml.broken"),
        _ => path.with_extension(format!("toml.broken{number}")),
    })
}

fn free_name(path: &Path) -> PathBuf {
    let mut free = names_aside(path).skip_while(|name| store::get().exists(name));
    free.next().unwrap_or_else(|| path.with_extension("toml.broken"))
}

/// Returns the valid part of a table and the names of the dropped fields.
///
/// A value that is invalid or from a newer version does not invalidate the others.
fn salvaged<T: DeserializeOwned + Default>(table: Table) -> (T, Vec<String>) {
    let read = |value: &Value| value.clone().try_into::<T>();
    let mut left_out = Vec::new();
    let kept = salvage(Value::Table(table), "", &mut left_out, &|value| {
        read(value).is_ok()
    });
    let value = kept.and_then(|kept| read(&kept).ok());
    (value.unwrap_or_default(), left_out)
}

/// Removes the invalid parts of a value. `fits` returns whether a replacement for the value is valid.
fn salvage(
    value: Value,
    name: &str,
    left_out: &mut Vec<String>,
    fits: &dyn Fn(&Value) -> bool,
) -> Option<Value> {
    if fits(&value) {
        return Some(value);
    }
    match value {
        Value::Table(fields) if fits(&Value::Table(Table::new())) => {
            let mut kept = Table::new();
            for (key, field) in fields {
                let name = format!("{name}.{key}").trim_start_matches('.').to_owned();
                let with = |field: &Value| {
                    let mut all = kept.clone();
                    all.insert(key.clone(), field.clone());
                    fits(&Value::Table(all))
                };
                if let Some(field) = salvage(field, &name, left_out, &with) {
                    kept.insert(key, field);
                }
            }
            Some(Value::Table(kept))
        }
        Value::Array(items) if fits(&Value::Array(Vec::new())) => {
            let mut kept = Vec::new();
            for (number, item) in items.into_iter().enumerate() {
                let with = |item: &Value| {
                    let all = kept.iter().chain([item]).cloned().collect();
                    fits(&Value::Array(all))
                };
                if let Some(item) = salvage(item, &format!("{name}[{number}]"), left_out, &with) {
                    kept.push(item);
                }
            }
            Some(Value::Array(kept))
        }
        _ => {
            left_out.push(format!("`{name}`"));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use std::fs;

    use super::*;

    #[derive(Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Body {
        height: f32,
        mode: Mode,
    }

    #[derive(Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
    enum Mode {
        #[default]
        Walk,
        Fly,
    }

    #[derive(Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
    #[serde(default)]
    struct Whole {
        body: Body,
        list: Vec<Mode>,
        speed: f32,
        names: BTreeMap<String, u32>,
    }

    #[test]
    fn invalid_values_do_not_discard_others() {
        let text = "speed = 3\nlist = ['Fly', 'Teleport', 'Walk']\nnewer = {a = 1}\n[body]\nheight = 1.5\nmode = 'Swim'\n\
                    shoes = 2\n[names]\na = 1\nb = 'x'\n";
        let (whole, left_out): (Whole, _) = salvaged(text.parse().unwrap());
        let names = BTreeMap::from([("a".to_owned(), 1)]);
        assert_eq!(
            whole,
            Whole {
                body: Body {
                    height: 1.5,
                    mode: Mode::Walk
                },
                list: vec![Mode::Fly, Mode::Walk],
                speed: 3.0,
                names,
            }
        );
        let names = ["`body.mode`", "`body.shoes`", "`list[1]`", "`names.b`"];
        assert_eq!(left_out, names);
    }

    #[test]
    fn failed_write_keeps_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deeper").join("settings.toml");
        write(&path, &Whole::default()).unwrap();
        let before = fs::read_to_string(&path).unwrap();
        // TOML cannot store this number.
        let wrong = BTreeMap::from([("seed", u64::MAX)]);
        assert!(write(&path, &wrong).is_err() && !can_hold(&wrong));
        assert_eq!(fs::read_to_string(&path).unwrap(), before);
        let files = fs::read_dir(path.parent().unwrap()).unwrap().count();
        assert_eq!(files, 1, "nothing is left beside it");
    }

    #[test]
    fn one_field_is_replaced_and_all_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        write_field(&path, &["names", "a"], &1).unwrap();
        let text = "newer = true\nspeed = 3.0\n[names]\na = 1\nb = 2\n";
        assert_eq!(fs::read_to_string(&path).unwrap(), "[names]\na = 1\n");
        fs::write(&path, text).unwrap();
        write_field(&path, &["names", "a"], &7).unwrap();
        let table: Table = fs::read_to_string(&path).unwrap().parse().unwrap();
        assert_eq!(table, text.replace("a = 1", "a = 7").parse().unwrap());
        // A value that is not a table is replaced by a table.
        write_field(&path, &["speed", "most"], &5).unwrap();
        let read: Option<BTreeMap<String, u32>> = read_field(&path, "speed");
        assert_eq!(read, Some(BTreeMap::from([("most".to_owned(), 5)])));
        // An unreadable file is not replaced.
        fs::write(&path, "speed = \n").unwrap();
        assert!(write_field(&path, &["speed"], &1).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "speed = \n");
    }
}
