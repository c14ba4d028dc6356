//! The columns of a comparison table, and the best row in each.

use bspwalk_progress::words::count;
use bspwalk_text::text;

use super::{measure::Measured, row::Row};

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// Number of nodes.
    Nodes,
    /// Number of fragments.
    Fragments,
    /// Fragments per triangle.
    Growth,
    /// Depth of the tree.
    Depth,
    /// Balance of the tree.
    Balance,
    /// Memory usage.
    Bytes,
    /// Build time.
    Build,
    /// Expected cost of a query.
    Cost,
    /// Nodes visited per cast.
    CastVisits,
    /// Faces tested per cast.
    CastFaces,
    /// Nanoseconds per cast.
    CastTime,
    /// Nodes visited per contact query.
    ContactVisits,
    /// Faces tested per contact query.
    ContactFaces,
    /// Nanoseconds per contact query.
    ContactTime,
    /// Nodes visited per sweep.
    SweepVisits,
    /// Faces tested per sweep.
    SweepFaces,
    /// Nanoseconds per sweep.
    SweepTime,
    /// Fraction of axis-aligned planes.
    AxialNodes,
    /// Additional pieces of axis-aligned faces.
    AxialSplits,
    /// Additional pieces of other faces.
    DiagonalSplits,
}

impl Column {
    /// All columns, from left to right.
    pub const ALL: [Self; 17] = [
        Self::Nodes,
        Self::Fragments,
        Self::Growth,
        Self::Depth,
        Self::Balance,
        Self::Bytes,
        Self::Build,
        Self::Cost,
        Self::CastVisits,
        Self::CastFaces,
        Self::CastTime,
        Self::ContactVisits,
        Self::ContactFaces,
        Self::ContactTime,
        Self::SweepVisits,
        Self::SweepFaces,
        Self::SweepTime,
    ];

    /// Columns about plane orientation and cuts of node-storing trees, in addition to [`Column::ALL`].
    pub const SPLITS: [Self; 3] = [Self::AxialNodes, Self::AxialSplits, Self::DiagonalSplits];

    /// Returns the heading of the column's group, if any, and of the column itself.
    #[must_use]
    pub fn title(self) -> [&'static str; 2] {
        match self {
            Self::Nodes => ["", text!("duel-title-nodes")],
            Self::Fragments => ["", text!("duel-title-fragments")],
            Self::Growth => ["", text!("duel-title-growth")],
            Self::Depth => ["", text!("duel-title-depth")],
            Self::Balance => ["", text!("duel-title-balance")],
            Self::Bytes => ["", text!("duel-title-memory")],
            Self::Build => ["", text!("duel-title-built-in")],
            Self::Cost => ["", text!("duel-title-cost")],
            Self::CastVisits => [text!("duel-title-casts"), text!("duel-title-visited")],
            Self::CastFaces => [text!("duel-title-casts"), text!("duel-title-faces")],
            Self::CastTime => [text!("duel-title-casts"), text!("duel-title-time")],
            Self::ContactVisits => [text!("duel-title-contacts"), text!("duel-title-visited")],
            Self::ContactFaces => [text!("duel-title-contacts"), text!("duel-title-faces")],
            Self::ContactTime => [text!("duel-title-contacts"), text!("duel-title-time")],
            Self::SweepVisits => [text!("duel-title-sweeps"), text!("duel-title-visited")],
            Self::SweepFaces => [text!("duel-title-sweeps"), text!("duel-title-faces")],
            Self::SweepTime => [text!("duel-title-sweeps"), text!("duel-title-time")],
            Self::AxialNodes => [text!("duel-title-planes"), text!("duel-title-axial")],
            Self::AxialSplits => [text!("duel-title-splits"), text!("duel-title-axial")],
            Self::DiagonalSplits => [text!("duel-title-splits"), text!("duel-title-diagonal")],
        }
    }

    /// Returns the meaning of the column, as a sentence for the user.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Nodes => text!("duel-column-nodes"),
            Self::Fragments => {
                text!("duel-column-fragments")
            }
            Self::Growth => {
                text!("duel-column-growth")
            }
            Self::Depth => text!("duel-column-depth"),
            Self::Balance => {
                text!("duel-column-balance")
            }
            Self::Bytes => {
                text!("duel-column-memory")
            }
            Self::Build => {
                text!("duel-column-build")
            }
            Self::Cost => {
                text!("duel-column-cost")
            }
            Self::CastVisits => {
                text!("duel-column-cast-visits")
            }
            Self::CastFaces => {
                text!("duel-column-cast-faces")
            }
            Self::CastTime => text!("duel-column-cast-time"),
            Self::ContactVisits => {
                text!("duel-column-contact-visits")
            }
            Self::ContactFaces => {
                text!("duel-column-contact-faces")
            }
            Self::ContactTime => {
                text!("duel-column-contact-time")
            }
            Self::SweepVisits => {
                text!("duel-column-sweep-visits")
            }
            Self::SweepFaces => {
                text!("duel-column-sweep-faces")
            }
            Self::SweepTime => text!("duel-column-sweep-time"),
            Self::AxialNodes => text!("duel-column-axial-nodes"),
            Self::AxialSplits => text!("duel-column-axial-splits"),
            Self::DiagonalSplits => {
                text!("duel-column-diagonal-splits")
            }
        }
    }

    /// Returns the value of the column, or `None` if it does not apply.
    ///
    /// Without a tree there are no nodes, a file's own tree is not built, and queries that did not run have no counts.
    #[must_use]
    pub fn value(self, row: &Row) -> Option<f64> {
        let figures = &row.figures;
        let of_tree = |value: f64| row.has_tree().then_some(value);
        let asked = |measured: &Measured, value: f64| (measured.samples > 0).then_some(value);
        let visited = |measured: &Measured| asked(measured, measured.visited).filter(|_| row.has_tree());
        let tested = |measured: &Measured| asked(measured, measured.tested);
        let time = |measured: &Measured| asked(measured, measured.ns);
        match self {
            Self::Nodes => of_tree(figures.nodes.into()),
            Self::Fragments => of_tree(figures.fragments.into()),
            Self::Growth => of_tree(figures.growth),
            Self::Depth => of_tree(figures.depth.into()),
            Self::Balance => figures.balance,
            Self::Bytes => of_tree(figures.bytes as f64),
            Self::Build => row.is_built().then_some(figures.build_ms),
            Self::Cost => Some(figures.cost),
            Self::CastVisits => visited(&row.casts),
            Self::CastFaces => tested(&row.casts),
            Self::CastTime => time(&row.casts),
            Self::ContactVisits => visited(&row.contacts),
            Self::ContactFaces => tested(&row.contacts),
            Self::ContactTime => time(&row.contacts),
            Self::SweepVisits => visited(&row.sweeps),
            Self::SweepFaces => tested(&row.sweeps),
            Self::SweepTime => time(&row.sweeps),
            Self::AxialNodes => figures.kinds?.axial_share(),
            Self::AxialSplits => Some(figures.kinds?.axial_splits.into()),
            Self::DiagonalSplits => Some(figures.kinds?.diagonal_splits.into()),
        }
    }

    /// Formats the value with its unit.
    #[must_use]
    pub fn text(self, row: &Row) -> String {
        let Some(value) = self.value(row) else {
            return "–".to_owned();
        };
        match self {
            Self::Nodes | Self::Fragments | Self::Depth | Self::AxialSplits | Self::DiagonalSplits => {
                count(value as u64)
            }
            Self::AxialNodes => format!("{:.0} %", value * 100.0),
            Self::Growth => format!("×{value:.2}"),
            Self::Balance => format!("{value:.2}"),
            Self::Bytes if value < f64::from(1 << 20) => format!("{:.0} KiB", value / 1024.0),
            Self::Bytes => format!("{:.1} MiB", value / f64::from(1 << 20)),
            Self::Build => milliseconds(value),
            Self::Cost
            | Self::CastVisits
            | Self::CastFaces
            | Self::ContactVisits
            | Self::ContactFaces
            | Self::SweepVisits
            | Self::SweepFaces => figures(value),
            Self::CastTime | Self::ContactTime | Self::SweepTime => nanoseconds(value),
        }
    }

    /// Describes the spread of the values in a sentence, or returns `None` for columns that are not measured.
    #[must_use]
    pub fn spread(self, row: &Row) -> Option<String> {
        let measured = match self {
            Self::CastVisits | Self::CastTime => row.casts,
            Self::ContactVisits | Self::ContactTime => row.contacts,
            Self::SweepVisits | Self::SweepTime => row.sweeps,
            _ => return None,
        };
        let samples = count(measured.samples);
        Some(match self {
            Self::CastTime | Self::ContactTime | Self::SweepTime => text!(
                "duel-spread-time",
                low = nanoseconds(measured.ns_low),
                high = nanoseconds(measured.ns_high),
                samples
            ),
            _ => text!(
                "duel-spread-visits",
                visited = figures(measured.visited),
                deviation = figures(measured.visited_deviation),
                most = count(measured.visited_most),
                samples
            ),
        })
    }

    /// Returns the best row, the first on ties. Returns `None` if fewer than two rows have a value, or all values are
    /// equal.
    #[must_use]
    pub fn best(self, rows: &[Row]) -> Option<usize> {
        let values: Vec<(usize, f64)> = rows
            .iter()
            .enumerate()
            .filter_map(|(index, row)| Some((index, self.value(row)?)))
            .collect();
        let more_is_better = matches!(self, Self::Balance | Self::AxialNodes);
        let rank = |&(_, value): &(usize, f64)| if more_is_better { -value } else { value };
        let best = values.iter().min_by(|a, b| rank(a).total_cmp(&rank(b)))?;
        let differ = values.iter().any(|other| rank(other) > rank(best));
        differ.then_some(best.0)
    }
}

/// Formats a number with about three digits.
#[must_use]
pub fn figures(value: f64) -> String {
    match value {
        100.0.. => count(value.round() as u64),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// Formats a short time with about three digits.
#[must_use]
pub fn nanoseconds(ns: f64) -> String {
    match ns {
        999_500.0.. => format!("{} ms", three(ns * 1e-6)),
        999.5.. => format!("{} µs", three(ns * 1e-3)),
        _ => format!("{ns:.0} ns"),
    }
}

/// Formats a build time with about three digits.
#[must_use]
pub fn milliseconds(ms: f64) -> String {
    if ms < 999.5 {
        format!("{} ms", three(ms))
    } else {
        format!("{} s", three(ms * 1e-3))
    }
}

fn three(value: f64) -> String {
    match value {
        99.95.. => format!("{value:.0}"),
        9.995.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_significant_digits() {
        let ns = [0.0, 12.4, 999.4, 999.6, 12_345.0, 999_900.0, 5.0e6].map(nanoseconds);
        assert_eq!(
            ns,
            [
                "0 ns", "12 ns", "999 ns", "1.00 µs", "12.3 µs", "1.00 ms", "5.00 ms"
            ]
        );
        assert_eq!(
            [0.123, 45.67, 1234.0].map(milliseconds),
            ["0.12 ms", "45.7 ms", "1.23 s"]
        );
        assert_eq!([1.234, 45.67, 1234.5].map(figures), ["1.23", "45.7", "1,235"]);
    }
}
