//! Matches the parts of trees and levels by geometry.

use bspwalk_geometry::{Aabb, Plane, Polygon};
use bspwalk_levels::Brush;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{LeafTree, NodeTree, solid_leaf::OUTSIDE};
use glam::DVec3;

use super::matching::Matching;

/// Maximum difference between the unit normals of identical planes, per coordinate.
const SAME_NORMAL: f64 = 1.0e-4;

/// A plane and the bounds where it is used.
struct Placed {
    plane: Plane,
    bounds: Aabb,
}

/// Returns the distance between two boxes, which is the maximum distance between corresponding sides. Returns `None` if
/// it exceeds `near`.
fn boxes_apart(a: &Aabb, b: &Aabb, near: f64) -> Option<f64> {
    let sides = (a.min - b.min).abs().max((a.max - b.max).abs());
    let most = sides.max_element();
    (most <= near).then_some(most)
}

/// Returns the distance between two nearly identical planes, ignoring their orientation, or `None` if they differ by
/// more than `near`.
fn planes_apart(a: &Plane, b: &Plane, near: f64) -> Option<f64> {
    let b = if a.normal.dot(b.normal) < 0.0 {
        b.flipped()
    } else {
        *b
    };
    let normals = (a.normal - b.normal).abs().max_element();
    let apart = (a.d - b.d).abs();
    (normals <= SAME_NORMAL && apart <= near).then_some(normals + apart)
}

/// Translates a plane by a vector.
fn moved(plane: &Plane, by: DVec3) -> Plane {
    Plane {
        d: plane.d - plane.normal.dot(by),
        ..*plane
    }
}

fn moved_box(bounds: &Aabb, by: DVec3) -> Aabb {
    Aabb {
        min: bounds.min + by,
        max: bounds.max + by,
    }
}

/// Matches the nodes of two node-storing trees by plane and by the bounds of the faces in each subtree.
pub(super) fn match_nodes(
    trees: [&NodeTree; 2],
    offset: DVec3,
    near: f64,
    progress: &Progress,
) -> Result<Matching, Cancelled> {
    progress.begin(text!("difference-matching-nodes"), 0);
    let placed = |tree: &NodeTree, by: DVec3| -> Vec<Placed> {
        let nodes = tree.node_ids().filter_map(|id| {
            let [min, max] = tree.subtree_bounds(id)?;
            let bounds = Aabb {
                min: min.as_dvec3(),
                max: max.as_dvec3(),
            };
            Some(Placed {
                plane: moved(&tree.node(id)?.plane, by),
                bounds: moved_box(&bounds, by),
            })
        });
        nodes.collect()
    };
    let (first, second) = (placed(trees[0], DVec3::ZERO), placed(trees[1], offset));
    let place = |one: &Placed| one.bounds.center();
    let distance = |a: &Placed, b: &Placed| {
        Some(boxes_apart(&a.bounds, &b.bounds, near)? + planes_apart(&a.plane, &b.plane, near)?)
    };
    Matching::new([&first, &second], place, near, distance, progress)
}

/// Matches the planes of two solid-leaf trees.
pub(super) fn match_planes(
    trees: [&LeafTree; 2],
    offset: DVec3,
    near: f64,
    progress: &Progress,
) -> Result<Matching, Cancelled> {
    progress.begin(text!("difference-matching-planes"), 0);
    let of =
        |tree: &LeafTree, by| -> Vec<Plane> { tree.planes().iter().map(|plane| moved(plane, by)).collect() };
    let (first, second) = (of(trees[0], DVec3::ZERO), of(trees[1], offset));
    // Use the projection of the origin as the reference point. A small rotation moves it farther on planes that are
    // farther from the origin.
    let foot = |plane: &Plane| plane.project(DVec3::ZERO);
    let furthest = first.iter().map(|plane| plane.d.abs()).fold(0.0, f64::max);
    let reach = near + SAME_NORMAL * furthest;
    let distance = |a: &Plane, b: &Plane| planes_apart(a, b, near);
    Matching::new([&first, &second], foot, reach, distance, progress)
}

/// The properties of a leaf that are used for matching.
struct Leaf {
    is_outside: bool,
    solid: bool,
    /// Mean of the corners of the leaf's cell. Cells do not overlap, so the leaves of a tree have different means.
    middle: DVec3,
    bounds: Aabb,
}

/// Matches the leaves of two solid-leaf trees by the bounds and the middle of their cells. Two leaves match only if
/// both are solid or both are empty.
///
/// The outside leaves of the two trees match each other.
pub(super) fn match_leaves(
    trees: [&LeafTree; 2],
    offset: DVec3,
    near: f64,
    progress: &Progress,
) -> Result<Matching, Cancelled> {
    let [first, second] = [
        cells(trees[0], DVec3::ZERO, progress)?,
        cells(trees[1], offset, progress)?,
    ];
    let distance = |a: &Leaf, b: &Leaf| {
        if a.is_outside || b.is_outside {
            return (a.is_outside && b.is_outside).then_some(0.0);
        }
        let apart = a.middle.distance(b.middle);
        if a.solid != b.solid || apart > near {
            return None;
        }
        Some(apart + boxes_apart(&a.bounds, &b.bounds, near)?)
    };
    Matching::new([&first, &second], |leaf| leaf.middle, near, distance, progress)
}

fn cells(tree: &LeafTree, by: DVec3, progress: &Progress) -> Result<Vec<Leaf>, Cancelled> {
    progress.begin(text!("difference-matching-leaves"), u64::from(tree.leaf_count()));
    let mut cells = Vec::with_capacity(tree.leaf_count() as usize);
    for id in tree.leaf_ids() {
        progress.check_at(id.index())?;
        progress.advance(1);
        let cell = tree.leaf_cell(id);
        let bounds = tree.leaf(id).map_or(Aabb::EMPTY, |leaf| leaf.bounds);
        let (mut sum, mut count) = (DVec3::ZERO, 0);
        for corner in cell.faces.iter().flat_map(Polygon::positions) {
            sum += corner;
            count += 1;
        }
        let middle = match count {
            // The outside leaf has no cell, so its position does not matter.
            _ if id == OUTSIDE => DVec3::ZERO,
            0 => bounds.center() + by,
            count => sum / f64::from(count) + by,
        };
        cells.push(Leaf {
            is_outside: id == OUTSIDE,
            solid: tree.is_solid(id),
            middle,
            bounds: moved_box(&bounds, by),
        });
    }
    Ok(cells)
}

/// Matches the brushes of two levels by their sides and bounds. Two brushes match only if both are detail or both are
/// structural.
pub(super) fn match_brushes(
    sets: [&[Brush]; 2],
    offset: DVec3,
    near: f64,
    progress: &Progress,
) -> Result<Matching, Cancelled> {
    progress.begin(text!("difference-matching-brushes"), 0);
    let [first, second] = sets;
    let in_first = |brush: &Brush| Brush {
        sides: brush.sides.iter().map(|side| moved(side, offset)).collect(),
        bounds: moved_box(&brush.bounds, offset),
        ..*brush
    };
    let second: Vec<Brush> = second.iter().map(in_first).collect();
    let distance = |a: &Brush, b: &Brush| {
        if a.detail != b.detail || a.sides.len() != b.sides.len() {
            return None;
        }
        let mut apart = boxes_apart(&a.bounds, &b.bounds, near)?;
        for side in &a.sides {
            let others = b.sides.iter().filter_map(|other| {
                let faces_alike = side.normal.dot(other.normal) > 0.0;
                planes_apart(side, other, near).filter(|_| faces_alike)
            });
            apart += others.min_by(f64::total_cmp)?;
        }
        Some(apart)
    };
    let place = |brush: &Brush| brush.bounds.center();
    Matching::new([first, &second], place, near, distance, progress)
}
