//! Columns of the comparison table, and the best row for each column.

use bspwalk_text::{
    text,
    words::{count, describe_share},
};

use super::{contestant::TreeKind, measure::Measured, row::Row};
use crate::build_cost::cost_words;

/// Defines [`Column`] from rows of the form: variant, group heading, column heading, description.
macro_rules! columns {
    ($($(#[$doc:meta])* $list:ident: $count:literal {
        $($(#[$meaning:meta])* $column:ident: $group:expr, $title:expr, $words:expr;)+
    })+) => {
        /// A column of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Column {
            $($($(#[$meaning])* $column,)+)+
        }

        impl Column {
            $($(#[$doc])* pub const $list: [Self; $count] = [$(Self::$column),+];)+

            /// Returns the heading of the column's group (empty if it has no group), and the heading of the column.
            #[must_use]
            pub fn title(self) -> [&'static str; 2] {
                match self {
                    $($(Self::$column => [$group, $title],)+)+
                }
            }

            /// Returns a one-sentence description of the column to show to the user.
            #[must_use]
            pub fn description(self) -> &'static str {
                match self {
                    $($(Self::$column => $words,)+)+
                }
            }
        }
    };
}

columns! {
    /// All columns, from left to right.
    ALL: 17 {
        /// Number of nodes.
        Nodes: "", text!("duel-title-nodes"), text!("duel-column-nodes");
        /// Number of fragments.
        Fragments: "", text!("duel-title-fragments"), text!("duel-column-fragments");
        /// Fragments per triangle.
        Growth: "", text!("duel-title-growth"), text!("duel-column-growth");
        /// Depth of the tree.
        Depth: "", text!("duel-title-depth"), text!("duel-column-depth");
        /// Balance of the tree.
        Balance: "", text!("duel-title-balance"), text!("duel-column-balance");
        /// Memory usage.
        Bytes: "", text!("duel-title-memory"), text!("duel-column-memory");
        /// Build time.
        Build: "", text!("duel-title-built-in"), text!("duel-column-build");
        /// Expected cost of a query.
        Cost: text!("duel-title-expected"), text!("duel-title-cost"), text!("duel-column-cost");
        /// Nodes visited per cast.
        CastVisits: text!("duel-title-casts"), text!("duel-title-visited"), text!("duel-column-cast-visits");
        /// Faces tested per cast.
        CastFaces: text!("duel-title-casts"), text!("duel-title-faces"), text!("duel-column-cast-faces");
        /// Nanoseconds per cast.
        CastTime: text!("duel-title-casts"), text!("duel-title-time"), text!("duel-column-cast-time");
        /// Nodes visited per contact query.
        ContactVisits: text!("duel-title-contacts"), text!("duel-title-visited"), text!("duel-column-contact-visits");
        /// Faces tested per contact query.
        ContactFaces: text!("duel-title-contacts"), text!("duel-title-faces"), text!("duel-column-contact-faces");
        /// Nanoseconds per contact query.
        ContactTime: text!("duel-title-contacts"), text!("duel-title-time"), text!("duel-column-contact-time");
        /// Nodes visited per sweep.
        SweepVisits: text!("duel-title-sweeps"), text!("duel-title-visited"), text!("duel-column-sweep-visits");
        /// Faces tested per sweep.
        SweepFaces: text!("duel-title-sweeps"), text!("duel-title-faces"), text!("duel-column-sweep-faces");
        /// Nanoseconds per sweep.
        SweepTime: text!("duel-title-sweeps"), text!("duel-title-time"), text!("duel-column-sweep-time");
    }
    /// Additional columns about plane orientation and splits in node-storing trees.
    SPLITS: 3 {
        /// Fraction of nodes with axis-aligned planes.
        AxialNodes: text!("duel-title-planes"), text!("duel-title-axial"), text!("duel-column-axial-nodes");
        /// Number of extra pieces created by splitting axis-aligned faces.
        AxialSplits: text!("duel-title-splits"), text!("duel-title-axial"), text!("duel-column-axial-splits");
        /// Number of extra pieces created by splitting other faces.
        DiagonalSplits: text!("duel-title-splits"), text!("duel-title-diagonal"), text!("duel-column-diagonal-splits");
    }
}

impl Column {
    /// Returns the value of the column, or `None` if the column does not apply to the row.
    ///
    /// Node statistics require a tree, build times require a tree that was built rather than imported, and measurements
    /// require queries that ran.
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

    /// Explains to the user, in one sentence, why the row has no value in this column. Returns `None` if it has one.
    #[must_use]
    pub fn missing(self, row: &Row) -> Option<&'static str> {
        if self.value(row).is_some() {
            return None;
        }
        Some(match self {
            _ if !row.has_tree() => text!("duel-missing-tree"),
            Self::Build => text!("duel-missing-build"),
            Self::Balance if row.tree == TreeKind::Octree => text!("duel-missing-balance"),
            Self::AxialNodes | Self::AxialSplits | Self::DiagonalSplits => text!("duel-missing-splits"),
            _ => text!("duel-missing-query"),
        })
    }

    /// Formats the value of a row, with its unit.
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
            Self::Cost => cost_words(value),
            Self::CastVisits
            | Self::CastFaces
            | Self::ContactVisits
            | Self::ContactFaces
            | Self::SweepVisits
            | Self::SweepFaces => format_three_digits(value),
            Self::CastTime | Self::ContactTime | Self::SweepTime => nanoseconds(value),
        }
    }

    /// Describes the spread of the measured values in one sentence, or returns `None` if the column is not measured.
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
                visited = format_three_digits(measured.visited),
                deviation = format_three_digits(measured.visited_deviation),
                most = count(measured.visited_most),
                samples
            ),
        })
    }

    /// Returns the index of the best row (the first one if there are several). Returns `None` if fewer than two rows
    /// have a value, or if all values are equal.
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

/// Describes one depth of a row's tree: its node count, and the visits and time per cast of the whole tree.
#[must_use]
pub fn levels_caption(row: &Row, depth: usize) -> String {
    let boxes = row.figures.depths.get(depth).copied().unwrap_or_default();
    text!(
        "duel-levels-caption",
        nodes = describe_share([boxes as usize, row.figures.nodes as usize], "node"),
        depth,
        visits = Column::CastVisits.text(row),
        time = Column::CastTime.text(row)
    )
}

/// Formats a number with about three digits.
#[must_use]
pub fn format_three_digits(value: f64) -> String {
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
        assert_eq!(
            [1.234, 45.67, 1234.5].map(format_three_digits),
            ["1.23", "45.7", "1,235"]
        );
    }
}
