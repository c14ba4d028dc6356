//! Exports the rows as JSON and CSV.

use serde_json::Value;

use super::row::Row;

/// CSV columns for the contestant and its tree.
const OWN: [&str; 14] = [
    "rule",
    "tree",
    "cut_weight",
    "unbalance_weight",
    "triangles",
    "nodes",
    "fragments",
    "growth",
    "depth",
    "mean_depth",
    "balance",
    "bytes",
    "build_ms",
    "cost",
];

/// CSV columns for each kind of query.
const OF_QUERIES: [&str; 9] = [
    "visited",
    "visited_deviation",
    "visited_most",
    "tested",
    "ns",
    "ns_low",
    "ns_high",
    "samples",
    "met",
];

/// CSV columns for the kinds of splits.
const OF_SPLITS: [&str; 4] = ["axial_nodes", "diagonal_nodes", "axial_splits", "diagonal_splits"];

/// Returns the rows as a JSON array of objects.
#[must_use]
pub fn json(rows: &[Row]) -> String {
    serde_json::to_string_pretty(rows).unwrap_or_default() + "\n"
}

/// Returns the rows as CSV (RFC 4180): a header line, followed by one line per row. Missing values are empty.
#[must_use]
pub fn csv(rows: &[Row]) -> String {
    let queries = ["casts", "contacts", "sweeps"];
    let mut head = OWN.map(str::to_owned).to_vec();
    head.extend(
        queries
            .iter()
            .flat_map(|kind| OF_QUERIES.map(|name| format!("{kind}_{name}"))),
    );
    head.extend(OF_SPLITS.map(str::to_owned));
    let mut text = head.join(",") + "\r\n";
    for row in rows {
        let row = serde_json::to_value(row).unwrap_or_default();
        let mut cells = OWN.map(|name| cell(&row[name])).to_vec();
        cells.extend(
            queries
                .iter()
                .flat_map(|kind| OF_QUERIES.map(|name| cell(&row[kind][name]))),
        );
        cells.extend(OF_SPLITS.map(|name| cell(&row["kinds"][name])));
        text += &(cells.join(",") + "\r\n");
    }
    text
}

fn cell(value: &Value) -> String {
    let number = value.as_f64().map(|number| number.to_string());
    number.unwrap_or_else(|| value.as_str().unwrap_or_default().to_owned())
}
