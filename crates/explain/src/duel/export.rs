//! Export of the results as JSON and CSV.

use std::fmt::Write;

use super::{measure::Measured, row::Row};

/// Returns the rows as a JSON array of objects.
///
/// # Errors
/// Never fails, because every number is finite.
pub fn json(rows: &[Row]) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(rows)? + "\n")
}

/// Returns the rows as CSV (RFC 4180): a header, then one line per row. Missing values are empty.
#[must_use]
pub fn csv(rows: &[Row]) -> String {
    let mut text = String::from(
        "rule,tree,cut_weight,unbalance_weight,triangles,nodes,fragments,growth,depth,mean_depth,balance,bytes,build_ms,cost",
    );
    for kind in ["casts", "contacts", "sweeps"] {
        for name in [
            "visited",
            "visited_deviation",
            "visited_most",
            "tested",
            "ns",
            "ns_low",
            "ns_high",
            "samples",
            "met",
        ] {
            let _ = write!(text, ",{kind}_{name}");
        }
    }
    text.push_str(",axial_nodes,diagonal_nodes,axial_splits,diagonal_splits\r\n");
    for row in rows {
        let figures = &row.figures;
        let number = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
        let tree = serde_json::to_value(row.tree).unwrap_or_default();
        let _ = write!(
            text,
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
            row.rule,
            tree.as_str().unwrap_or_default(),
            number(row.cut_weight),
            number(row.unbalance_weight),
            figures.triangles,
            figures.nodes,
            figures.fragments,
            figures.growth,
            figures.depth,
            figures.mean_depth,
            number(figures.balance),
            figures.bytes,
            figures.build_ms,
            figures.cost
        );
        for measured in [&row.casts, &row.contacts, &row.sweeps] {
            let Measured {
                visited,
                visited_deviation,
                visited_most,
                tested,
                ns,
                ns_low,
                ns_high,
                samples,
                met,
                differing: _,
            } = measured;
            let _ = write!(
                text,
                ",{visited},{visited_deviation},{visited_most},{tested},{ns},{ns_low},{ns_high},{samples},{met}"
            );
        }
        let kinds = figures.kinds;
        let kinds = kinds.map(|kinds| {
            [
                kinds.axial_nodes,
                kinds.diagonal_nodes,
                kinds.axial_splits,
                kinds.diagonal_splits,
            ]
        });
        for index in 0..4 {
            let _ = write!(text, ",{}", number(kinds.map(|kinds| f64::from(kinds[index]))));
        }
        text.push_str("\r\n");
    }
    text
}
