//! Interprets the names and `extras` of nodes, meshes and materials: detail or structural, solid or not, and spawn.

use gltf::json::Extras;
use serde_json::Value;

use crate::spawn::is_spawn;

/// Role in the solid-leaf tree that a name or `extras` can request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum RequestedRole {
    /// Sorted into the leaves, without splitting space.
    Detail,
    /// Used to build the tree.
    Structural,
}

impl RequestedRole {
    /// Returns the prefix of names that request this role. The code that separates structure from detail expects the
    /// same prefix.
    const fn word(self) -> &'static str {
        match self {
            Self::Detail => "detail",
            Self::Structural => "structur",
        }
    }
}

/// Properties requested by a name and `extras`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) part: Option<RequestedRole>,
    /// Whether it is rendered but does not block bodies.
    pub(super) nonsolid: bool,
    pub(super) spawn: bool,
}

impl Marks {
    pub(super) fn of(name: &str, extras: &Extras) -> Self {
        let begins = |word: &str| {
            name.get(..word.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        let mut marks = Self {
            part: [RequestedRole::Detail, RequestedRole::Structural]
                .into_iter()
                .find(|part| begins(part.word())),
            nonsolid: begins("nonsolid") || name.starts_with('*'),
            spawn: is_spawn(name),
        };
        for (key, value) in properties(extras) {
            let says = is_true(&value);
            match key.to_ascii_lowercase().as_str() {
                "detail" if says => marks.part = Some(RequestedRole::Detail),
                "structural" if says => marks.part = Some(RequestedRole::Structural),
                "nonsolid" => marks.nonsolid = says,
                "spawn" => marks.spawn = says,
                _ => {}
            }
        }
        marks
    }

    /// Fills in unset marks from the owner's marks.
    pub(super) fn or_inherited(self, of_owner: Self) -> Self {
        Self {
            part: self.part.or(of_owner.part),
            nonsolid: self.nonsolid || of_owner.nonsolid,
            spawn: self.spawn || of_owner.spawn,
        }
    }

    /// Returns the name with its role as a prefix, unless the name already starts with it.
    pub(super) fn named(self, name: &str) -> String {
        let said = Self::of(name, &None).part;
        match self.part {
            Some(part) if said != Some(part) => match part {
                RequestedRole::Detail => format!("detail {name}"),
                RequestedRole::Structural => format!("structural {name}"),
            },
            _ => name.to_owned(),
        }
    }
}

/// Returns the entries of `extras`, sorted by key; empty if `extras` is not an object.
pub(super) fn properties(extras: &Extras) -> Vec<(String, Value)> {
    let value = extras
        .as_ref()
        .and_then(|raw| serde_json::from_str(raw.get()).ok());
    match value {
        Some(Value::Object(properties)) => properties.into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Converts a value in `extras` to a string. Returns `None` for null, lists and objects.
pub(super) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns whether a value is truthy: `true`, a number other than 0, or the string "true" or "1".
fn is_true(value: &Value) -> bool {
    match value {
        Value::Bool(value) => *value,
        Value::Number(value) => value.as_f64() != Some(0.0),
        Value::String(text) => text.eq_ignore_ascii_case("true") || text == "1",
        Value::Null | Value::Array(_) | Value::Object(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;

    use super::*;

    fn extras(json: &str) -> Extras {
        Some(RawValue::from_string(json.to_owned()).unwrap())
    }

    #[test]
    fn name_prefixes_set_marks() {
        let of = |name: &str| Marks::of(name, &None);
        assert_eq!(of("Detail.001").part, Some(RequestedRole::Detail));
        assert_eq!(of("structure_wall").part, Some(RequestedRole::Structural));
        assert_eq!(of("my detail"), Marks::default());
        assert!(of("nonsolid glass").nonsolid && of("*water").nonsolid);
        for name in ["spawn", "Spawn", "SPAWN.001"] {
            assert!(of(name).spawn, "{name}");
        }
        for name in ["spawn_room", "spawn.room", "respawn", "", "spawns"] {
            assert!(!of(name).spawn, "{name}");
        }
    }

    #[test]
    fn extras_accept_truthy_values_and_override_name() {
        for yes in ["true", "1", "\"true\"", "\"1\"", "2.5"] {
            let marks = Marks::of("structural", &extras(&format!("{{\"detail\":{yes},\"x\":[]}}")));
            assert_eq!(marks.part, Some(RequestedRole::Detail), "{yes}");
        }
        for no in ["false", "0", "\"no\"", "null", "[1]"] {
            let marks = Marks::of("nonsolid", &extras(&format!("{{\"nonsolid\":{no}}}")));
            assert!(!marks.nonsolid, "{no}");
        }
        assert_eq!(Marks::of("a", &extras("[\"spawn\"]")), Marks::default());
    }
}
