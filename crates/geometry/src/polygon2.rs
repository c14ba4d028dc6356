//! Convex polygons in 2D, as lists of corners in counter-clockwise order.

use glam::DVec2;

/// Returns the rectangle with the minimum corner `low` and the maximum corner `high`.
#[must_use]
pub fn rectangle(low: DVec2, high: DVec2) -> Vec<DVec2> {
    vec![low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)]
}

/// Splits a polygon by a line into a front part and a back part; new corners are rounded. `distance` returns the signed
/// distance of a point from the line, positive in front, in any unit.
#[must_use]
pub fn split(polygon: &[DVec2], distance: impl Fn(DVec2) -> f64) -> [Vec<DVec2>; 2] {
    let [mut front, mut back] = [(); 2].map(|()| Vec::with_capacity(polygon.len() + 1));
    for (i, &corner) in polygon.iter().enumerate() {
        let next = polygon[(i + 1) % polygon.len()];
        let [here, there] = [corner, next].map(&distance);
        if here >= 0.0 {
            front.push(corner);
        }
        if here <= 0.0 {
            back.push(corner);
        }
        if here * there < 0.0 {
            let cut = corner.lerp(next, here / (here - there));
            front.push(cut);
            back.push(cut);
        }
    }
    [front, back]
}

/// Returns the area of a polygon.
#[must_use]
pub fn area(polygon: &[DVec2]) -> f64 {
    let Some(&first) = polygon.first() else {
        return 0.0;
    };
    // Use coordinates relative to a corner, to avoid cancellation far from the origin.
    let fan = polygon.windows(2);
    fan.map(|pair| (pair[0] - first).perp_dot(pair[1] - first))
        .sum::<f64>()
        / 2.0
}
