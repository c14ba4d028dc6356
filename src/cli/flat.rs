//! Flattens a report to a table with one row, for spreadsheets.

use bspwalk_explain::csv;
use serde::Serialize;
use serde_json::Value;

/// Returns a report as CSV (RFC 4180), with a header line and a line of values. Keys of nested values are joined by
/// dots. A vector takes three columns; any other list is represented by its length. Missing values become empty cells.
pub(super) fn csv(report: &impl Serialize) -> serde_json::Result<String> {
    let mut cells = Vec::new();
    add(String::new(), &serde_json::to_value(report)?, &mut cells);
    let (names, values): (Vec<String>, Vec<String>) = cells.into_iter().unzip();
    Ok(format!("{}\r\n{}\r\n", names.join(","), values.join(",")))
}

/// Appends the cells of a value with the given name.
fn add(name: String, value: &Value, cells: &mut Vec<(String, String)>) {
    let below = |part: &str| {
        if name.is_empty() {
            part.to_owned()
        } else {
            format!("{name}.{part}")
        }
    };
    let cell = match value {
        Value::Object(parts) => {
            for (part, value) in parts {
                add(below(part), value, cells);
            }
            return;
        }
        Value::Array(parts) if parts.len() == 3 && parts.iter().all(Value::is_number) => {
            for (part, value) in ["x", "y", "z"].into_iter().zip(parts) {
                add(below(part), value, cells);
            }
            return;
        }
        Value::Array(parts) => parts.len().to_string(),
        Value::Null => String::new(),
        Value::Bool(is_so) => is_so.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => csv::cell(text),
    };
    cells.push((name, cell));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_value_has_a_cell_under_its_name() {
        let report = json!({
            "level": {"name": "a \"b\", c", "at": [1.5, -2, 0], "warnings": ["x", "y"], "none": []},
            "leak": null,
            "is": true,
            "sum": "=1+1",
        });
        let text = csv(&report).expect("it is JSON");
        let lines: Vec<&str> = text.split("\r\n").collect();
        // Columns follow the order of the report's keys, which `json!` sorts.
        let names: Vec<&str> = lines[0].split(',').collect();
        let values = [
            ("is", "true"),
            ("leak", ""),
            ("level.at.x", "1.5"),
            ("level.at.y", "-2"),
            ("level.at.z", "0"),
            ("level.none", "0"),
            ("level.warnings", "2"),
            ("sum", "\"'=1+1\""),
        ];
        for (name, _) in values {
            assert!(names.contains(&name), "{name}: {names:?}");
        }
        // Only the quoted text contains commas, so replace it before splitting the line at commas.
        let line = lines[1].replace("\"a \"\"b\"\", c\"", "NAME");
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells.len(), names.len());
        let cell = |name: &str| names.iter().position(|other| *other == name).map(|at| cells[at]);
        assert_eq!(cell("level.name"), Some("NAME"));
        for (name, value) in values {
            assert_eq!(cell(name), Some(value), "{name}");
        }
        assert_eq!(lines[2], "");
    }
}
