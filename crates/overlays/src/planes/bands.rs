//! Bands along the lines where a plane meets walls, floors and ceilings. The band on the front side has the front
//! colour and the letter F; the band on the back side has the back colour and the letter B.
//!
//! Bands lie on the faces, so nearby bands look wide, and bands in other rooms look narrow.

use bspwalk_levels::Level;

use super::traces::Trace;
use crate::prelude::*;

/// Width of the band on each side of the line in metres, and its maximum as a fraction of the tree's diagonal.
const WIDTH: [f32; 2] = [0.07, 0.01];

/// Opacity of a band.
const ALPHA: f32 = 0.85;

/// Maximum number of lines that have letters; the longest lines are chosen.
const LETTERED: usize = 16;

/// Candidate positions of the letters, as fractions of the line.
const LETTERS_AT: [f32; 3] = [0.5, 0.2, 0.8];

/// Distance between a letter and its line as a multiple of the band's width, and text height of the letter in logical
/// pixels.
const LETTER: (f32, f32) = (2.6, 11.0);

/// Rank of the letters. It is high enough that they are placed after the labels of the planes.
const RANK: u32 = 40;

/// Minimum length of a line that has letters, as a multiple of the band's width.
const SHORTEST: f32 = 6.0;

/// Finds the lines where a plane, clipped to its cell, meets the faces on the walls of the cell. These faces are stored
/// in ancestors of the node, so the node's plane does not cut them.
///
/// `budget` is the number of fragments that may still be examined. Ancestors with more fragments than that are skipped.
pub fn traces_on_walls(tree: &NodeTree, node: NodeId, budget: &mut usize) -> Vec<Trace> {
    let (Some(view), Some(polygon)) = (tree.node(node), tree.plane_polygon(node)) else {
        return Vec::new();
    };
    let corners: Vec<Vec3> = polygon.positions().map(glam::DVec3::as_vec3).collect();
    let thickness = tree.tolerances().on_plane * 8.0;
    let mut found = Vec::new();
    for (above, _) in tree.ancestors(node) {
        let Some(above) = tree.node(above) else { continue };
        let is_on = |corner: &Vec3| above.plane.distance(corner.as_dvec3()).abs() <= thickness;
        let sides = (0..corners.len()).map(|i| [corners[i], corners[(i + 1) % corners.len()]]);
        let sides: Vec<[Vec3; 2]> = sides.filter(|ends| ends.iter().all(is_on)).collect();
        if sides.is_empty() {
            continue;
        }
        let Some(left) = budget.checked_sub(above.fragments.len()) else {
            continue;
        };
        *budget = left;
        for fragment in above.fragments.clone().filter_map(|index| tree.fragment(index)) {
            let distance = |corner: &Vec3| view.plane.distance(corner.as_dvec3());
            let reaches = |side: f64| {
                let mut corners = fragment.vertices.iter();
                corners.any(|corner| side * distance(corner) > thickness)
            };
            let reaches = [reaches(1.0), reaches(-1.0)];
            if reaches == [false; 2] {
                continue;
            }
            let within = sides
                .iter()
                .filter_map(|ends| within_fragment(*ends, fragment.vertices, above.plane.normal.as_vec3()));
            found.extend(within.map(|ends| Trace {
                face: fragment.face,
                ends,
                sides: reaches,
            }));
        }
    }
    found
}

/// Clips a line to a convex polygon in the same plane; `None` if no part with nonzero length remains.
fn within_fragment([from, to]: [Vec3; 2], corners: &[Vec3], normal: Vec3) -> Option<[Vec3; 2]> {
    let area: Vec3 = (0..corners.len())
        .map(|i| corners[i].cross(corners[(i + 1) % corners.len()]))
        .sum();
    let normal = normal * area.dot(normal).signum();
    let (mut first, mut last) = (0.0_f32, 1.0_f32);
    for (i, &corner) in corners.iter().enumerate() {
        let inward = normal
            .cross(corners[(i + 1) % corners.len()] - corner)
            .normalize_or_zero();
        let [start, end] = [from, to].map(|point| inward.dot(point - corner));
        match (start >= 0.0, end >= 0.0) {
            (true, true) => {}
            (false, false) => return None,
            (false, true) => first = first.max(start / (start - end)),
            (true, false) => last = last.min(start / (start - end)),
        }
    }
    let ends = [from.lerp(to, first), from.lerp(to, last)];
    (first < last && ends[0] != ends[1]).then_some(ends)
}

/// Adds the bands along the lines where a node's plane meets the level, with letters on the longest lines.
pub fn draw_bands(
    drawing: &mut Drawing,
    (tree, node, level): (&NodeTree, NodeId, &Level),
    traces: &[Trace],
    palette: Palette,
) {
    let Some(view) = tree.node(node) else { return };
    let front = view.plane.normal.as_vec3();
    let [metres, share] = WIDTH;
    let width = metres.min(share * tree.bounds().size().length() as f32);
    let sides: [(f32, &str, Rgb); 2] = [(1.0, "F", palette.front()), (-1.0, "B", palette.back())];
    let mut lines: Vec<(&Trace, [Vec3; 2])> = traces
        .iter()
        .filter_map(|trace| Some((trace, across(level, trace, front)?)))
        .collect();
    lines.sort_by(|(a, _), (b, _)| length(b).total_cmp(&length(a)));
    for (trace, [across, normal]) in &lines {
        let [from, to] = trace.ends;
        for ((side, _, color), _) in sides.into_iter().zip(trace.sides).filter(|(_, reaches)| *reaches) {
            let aside = *across * (side * width);
            let mut corners = [from, to, to + aside, from + aside];
            // Polygons are hatched on the back, so a band must face the same way as its face.
            if (to - from).cross(aside).dot(*normal) < 0.0 {
                corners.reverse();
            }
            drawing.polygons.push(corners, color, ALPHA);
        }
    }
    let long = lines
        .iter()
        .filter(|(trace, _)| length(trace) > SHORTEST * width)
        .take(LETTERED);
    for (trace, [across, _]) in long {
        let [from, to] = trace.ends;
        for ((side, letter, color), _) in sides.into_iter().zip(trace.sides).filter(|(_, reaches)| *reaches) {
            let aside = *across * (side * width * LETTER.0);
            let places = LETTERS_AT.map(|share| from.lerp(to, share) + aside).into();
            drawing.labels.push(Label {
                height: LETTER.1,
                rank: RANK,
                even_hidden: false,
                leader: false,
                ..Label::new(OverlayKind::Planes, places, letter, color)
            });
        }
    }
}

fn length(trace: &Trace) -> f32 {
    trace.ends[0].distance(trace.ends[1])
}

/// Returns two unit vectors: a direction and the face's normal. The direction is in the face, perpendicular to the
/// line, and points to the front of the plane. `None` if the face is almost parallel to the plane.
fn across(level: &Level, trace: &Trace, front: Vec3) -> Option<[Vec3; 2]> {
    /// Minimum sine of the angle between the face and the plane.
    const LEAST: f32 = 0.05;
    let [a, b, c] = level.triangle_of_face(trace.face)?.corners;
    let normal = (b - a).cross(c - a).normalize_or_zero().as_vec3();
    let across = front - normal * normal.dot(front);
    (across.length() > LEAST && normal != Vec3::ZERO).then(|| [across.normalize(), normal])
}

#[cfg(test)]
mod tests {
    use bspwalk_testing::small_trees;

    use super::*;
    use crate::{
        planes::traces::{MOST_LOOKED_AT, traces},
        tree_stats::TreeStats,
    };

    /// Checks that each band lies on its face and on the correct side of the plane.
    #[test]
    fn bands_lie_on_their_side_of_the_plane() {
        let (tree, level) = small_trees::room();
        let stats = TreeStats::new(&tree);
        let (mut bands, mut letters) = (0, 0);
        for node in tree.node_ids() {
            let plane = tree.node(node).expect("it exists").plane;
            let mut budget = MOST_LOOKED_AT;
            let mut found = traces(&tree, node, stats.subtree(node).end, &mut budget);
            found.extend(traces_on_walls(&tree, node, &mut budget));
            let palette = Palette::default();
            let mut drawing = Drawing::default();
            draw_bands(&mut drawing, (&tree, node, &level), &found, palette);
            let colors = [palette.front(), palette.back()].map(Rgb::linear);
            for (corners, [r, g, b, _]) in drawing.polygons.polygons() {
                bands += 1;
                let side = if [r, g, b] == colors[0] { 1.0 } else { -1.0 };
                assert!(colors.contains(&[r, g, b]));
                let far = corners
                    .iter()
                    .map(|&corner| side * plane.distance(Vec3::from(corner).as_dvec3()))
                    .fold(f64::NEG_INFINITY, f64::max);
                assert!(far > 1.0e-3, "node {node}: a band on the other side");
            }
            for label in &drawing.labels {
                letters += 1;
                let side = if label.text == "F" { 1.0 } else { -1.0 };
                for place in &label.places {
                    assert!(side * plane.distance(place.as_dvec3()) > 1.0e-3, "node {node}");
                }
            }
        }
        assert!(bands > 100 && letters > 50, "{bands} {letters}");
    }

    /// Checks the lines on faces that ancestors of a node store and that lie on the walls of the node's cell. The lines
    /// must be in both planes and inside the face.
    #[test]
    fn traces_on_cell_walls_lie_in_their_faces() {
        let (tree, level) = small_trees::room();
        let mut count = 0;
        for node in tree.node_ids() {
            let plane = tree.node(node).expect("it exists").plane;
            let mut budget = MOST_LOOKED_AT;
            for trace in traces_on_walls(&tree, node, &mut budget) {
                count += 1;
                let corners = level.triangle_of_face(trace.face).expect("it exists").corners;
                let normal = (corners[1] - corners[0])
                    .cross(corners[2] - corners[0])
                    .normalize();
                for end in trace.ends.map(Vec3::as_dvec3) {
                    assert!(plane.distance(end).abs() < 1.0e-3, "node {node}");
                    assert!((end - corners[0]).dot(normal).abs() < 1.0e-3, "node {node}");
                    for i in 0..3 {
                        let inward = normal.cross(corners[(i + 1) % 3] - corners[i]).normalize();
                        assert!(inward.dot(end - corners[i]) > -1.0e-3, "node {node}");
                    }
                }
            }
            assert!(traces_on_walls(&tree, node, &mut 0).is_empty());
        }
        assert!(count > 20, "{count} lines");
        assert!(
            traces_on_walls(&tree, NodeId(0), &mut 1000).is_empty(),
            "nothing is above the root"
        );
    }

    #[test]
    fn a_line_is_clipped_to_a_polygon() {
        let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
        let line = |y: f32| [Vec3::new(-1.0, y, 0.0), Vec3::new(5.0, y, 0.0)];
        let near = |a: Option<[Vec3; 2]>, b: [f32; 2]| {
            let [from, to] = a.expect("it crosses");
            (from.x - b[0]).abs() < 1.0e-5 && (to.x - b[1]).abs() < 1.0e-5
        };
        let mut turned = square;
        turned.reverse();
        for corners in [square, turned] {
            for normal in [Vec3::Z, -Vec3::Z] {
                assert!(near(within_fragment(line(1.0), &corners, normal), [0.0, 2.0]));
                assert_eq!(within_fragment(line(3.0), &corners, normal), None);
            }
        }
    }
}
