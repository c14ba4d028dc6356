//! Formatting of points.

use glam::DVec3;

/// Formats a point in metres: "(1.0, −2.5, 0.3)".
pub(super) fn at(point: DVec3) -> String {
    let [x, y, z] = point
        .to_array()
        .map(|part| format!("{part:.1}").replace('-', "−"));
    format!("({x}, {y}, {z})")
}
