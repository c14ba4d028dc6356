//! Reports on standard output, as a JSON document or as a table.

use std::{fmt::Display, io::Write};

use bspwalk_levels::Level;
use bspwalk_text::{lines, text, words};
use bspwalk_trees::{Contact, FaceId};
use glam::{DVec3, Vec3};
use serde::Serialize;

use super::{
    error::CliError,
    output::{print, print_json},
};

/// A report that can be written as a table or as JSON.
pub(super) trait Report: Serialize {
    /// Adds the rows of this report to the table.
    fn add_rows(&self, table: &mut Table);
}

impl<R: Report> Report for Option<R> {
    fn add_rows(&self, table: &mut Table) {
        if let Some(report) = self {
            report.add_rows(table);
        }
    }
}

/// Writes a report as a JSON document or as a table.
pub(super) fn write(report: &impl Report, json: bool, output: impl Write) -> Result<(), CliError> {
    if json {
        return print_json(report, output);
    }
    let mut table = Table::default();
    report.add_rows(&mut table);
    print(&table.0, output)
}

/// A table whose rows consist of a name and a value.
#[derive(Default)]
pub(super) struct Table(String);

impl Table {
    /// Adds a row.
    pub(super) fn row(&mut self, name: &str, value: impl Display) {
        let row = format!("  {} {value}", lines::padded(name, 12));
        self.0 += words::printable_lines(row.trim_end()).as_str();
        self.0.push('\n');
    }

    /// Adds a row with two figures next to each other.
    pub(super) fn pair(&mut self, name: &str, [first, second]: [impl Display; 2]) {
        let [first, second] = [first, second].map(|figure| right(&figure.to_string(), 12));
        self.row(name, format!("{first}  {second}"));
    }

    /// Adds an empty row.
    pub(super) fn gap(&mut self) {
        self.0.push('\n');
    }
}

/// Right-aligns a text in a column. A Chinese character takes up two columns.
pub(super) fn right(text: &str, columns: usize) -> String {
    let blanks = columns.saturating_sub(lines::columns(text));
    format!("{:blanks$}{text}", "")
}

/// Formats a number of bytes in MiB.
pub(super) fn mebibytes(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

/// Lists the nonzero counts with their nouns, separated by commas. Returns `None` if all counts are zero.
pub(super) fn counts(counts: &[(u32, &str)]) -> Option<String> {
    let counted = counts.iter().filter(|(count, _)| *count > 0);
    let words: Vec<String> = counted.map(|(count, what)| format!("{count} {what}")).collect();
    (!words.is_empty()).then(|| words.join(text!("text-list")))
}

/// A contact in JSON. Vectors are in metres.
#[derive(Debug, Serialize)]
pub(super) struct ContactAnswer<'a> {
    point: FileCoordinates,
    normal: [f32; 3],
    depth: f32,
    /// Touched face. `None` for the plane of a solid leaf if no face is nearby.
    pub(super) face: Option<FaceId>,
    material: Option<&'a str>,
}

impl<'a> ContactAnswer<'a> {
    pub(super) fn of(contact: &Contact, level: &'a Level) -> Self {
        Self {
            point: FileCoordinates::of(contact.point, level),
            normal: vector(contact.normal),
            depth: contact.depth,
            face: (contact.face != FaceId::NONE).then_some(contact.face),
            material: level.material_of_face(contact.face),
        }
    }
}

/// Coordinates of a point in the space of the level's file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum FileCoordinates {
    /// Unchanged coordinates, for a level at its original position.
    Near([f32; 3]),
    /// Double-precision coordinates, for a level that was moved.
    Moved([f64; 3]),
}

impl FileCoordinates {
    /// Converts a point of a level to the space of its file.
    pub(super) fn of(point: Vec3, level: &Level) -> Self {
        if level.origin == DVec3::ZERO {
            Self::Near(vector(point))
        } else {
            Self::Moved((level.to_world(point.as_dvec3()) + DVec3::ZERO).to_array())
        }
    }
}

/// Returns the coordinates of a vector, replacing −0 with 0.
pub(super) fn vector(vector: Vec3) -> [f32; 3] {
    (vector + Vec3::ZERO).to_array()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(right("nodes", 8), "   nodes");
        assert_eq!(right("节点", 5), " 节点");
        assert_eq!(right("too long", 5), "too long");
    }
}
