//! Matching of nodes, planes, leaves and brushes by their geometry.

use bspwalk_geometry::{Aabb, Plane, Polygon};
use bspwalk_levels::Brush;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{
    LeafTree, NodeTree,
    solid_leaf::{LeafId, OUTSIDE},
};
use glam::DVec3;

use super::matching::Matching;

/// Maximum difference per coordinate between the unit normals of matching planes.
const SAME_NORMAL: f64 = 1.0e-4;

/// The plane of a node with the bounds of the faces in its subtree.
struct Placed {
    plane: Plane,
    bounds: Aabb,
}

/// Returns the largest distance between corresponding sides of two boxes, or `None` if it exceeds `near`.
fn boxes_apart(a: &Aabb, b: &Aabb, near: f64) -> Option<f64> {
    let sides = (a.min - b.min).abs().max((a.max - b.max).abs());
    let most = sides.max_element();
    (most <= near).then_some(most)
}

/// Returns a distance between two planes, ignoring their orientation, or `None` if they do not match.
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

/// Returns a plane translated by a vector.
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

/// Matches the nodes of two node-storing trees by their planes and the bounds of the faces in their subtrees.
pub(super) fn nodes(
    trees: [&NodeTree; 2],
    offset: DVec3,
    near: f64,
    progress: &Progress,
) -> Result<Matching, Cancelled> {
    progress.begin(text!("difference-matching-nodes"), 0);
    let placed = |tree: &NodeTree, by: DVec3| -> Vec<Placed> {
        let nodes = (0..tree.node_count()).filter_map(|id| {
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
    let places = [&first, &second].map(|set| set.iter().map(|one| one.bounds.center()).collect::<Vec<_>>());
    let distance = |a: u32, b: u32| {
        let (a, b) = (&first[a as usize], &second[b as usize]);
        Some(boxes_apart(&a.bounds, &b.bounds, near)? + planes_apart(&a.plane, &b.plane, near)?)
    };
    Matching::new([&places[0], &places[1]], near, distance, progress)
}

/// Matches the planes of two solid-leaf trees.
pub(super) fn planes(
    trees: [&LeafTree; 2],
    offset: DVec3,
    near: f64,
    progress: &Progress,
) -> Result<Matching, Cancelled> {
    progress.begin(text!("difference-matching-planes"), 0);
    let of =
        |tree: &LeafTree, by| -> Vec<Plane> { tree.planes().iter().map(|plane| moved(plane, by)).collect() };
    let (first, second) = (of(trees[0], DVec3::ZERO), of(trees[1], offset));
    // Each plane is located by its point closest to the origin. A small change of the normal moves this point by a distance proportional
    // to the plane's distance from the origin, so the search radius grows with the farthest plane.
    let foot = |plane: &Plane| plane.project(DVec3::ZERO);
    let places = [&first, &second].map(|planes| planes.iter().map(foot).collect::<Vec<_>>());
    let furthest = first.iter().map(|plane| plane.d.abs()).fold(0.0, f64::max);
    let reach = near + SAME_NORMAL * furthest;
    let distance = |a: u32, b: u32| planes_apart(&first[a as usize], &second[b as usize], near);
    Matching::new([&places[0], &places[1]], reach, distance, progress)
}

/// A leaf to match.
struct Leaf {
    solid: bool,
    /// Mean of the corners of the cell. Cells do not overlap, so no two leaves of a tree have the same mean.
    middle: DVec3,
    bounds: Aabb,
}

/// Matches the leaves of two solid-leaf trees by the bounds and the middle of their cells.
///
/// Solid leaves match solid leaves only. The two outside leaves match each other.
pub(super) fn leaves(
    trees: [&LeafTree; 2],
    offset: DVec3,
    near: f64,
    progress: &Progress,
) -> Result<Matching, Cancelled> {
    let [first, second] = [
        cells(trees[0], DVec3::ZERO, progress)?,
        cells(trees[1], offset, progress)?,
    ];
    let places = [&first, &second].map(|set| set.iter().map(|leaf| leaf.middle).collect::<Vec<_>>());
    let distance = |a: LeafId, b: LeafId| {
        if a == OUTSIDE || b == OUTSIDE {
            return (a == b).then_some(0.0);
        }
        let (a, b) = (&first[a as usize], &second[b as usize]);
        let apart = a.middle.distance(b.middle);
        if a.solid != b.solid || apart > near {
            return None;
        }
        Some(apart + boxes_apart(&a.bounds, &b.bounds, near)?)
    };
    Matching::new([&places[0], &places[1]], near, distance, progress)
}

fn cells(tree: &LeafTree, by: DVec3, progress: &Progress) -> Result<Vec<Leaf>, Cancelled> {
    progress.begin(text!("difference-matching-leaves"), u64::from(tree.leaf_count()));
    let mut cells = Vec::with_capacity(tree.leaf_count() as usize);
    for id in 0..tree.leaf_count() {
        progress.check_at(id as usize)?;
        progress.advance(1);
        let cell = tree.leaf_cell(id);
        let bounds = tree.leaf(id).map_or(Aabb::EMPTY, |leaf| leaf.bounds);
        let (mut sum, mut count) = (DVec3::ZERO, 0);
        for corner in cell.faces.iter().flat_map(Polygon::positions) {
            sum += corner;
            count += 1;
        }
        let middle = match count {
            // The outside leaf has no cell. It is matched by its number, so any position will do.
            _ if id == OUTSIDE => DVec3::ZERO,
            0 => bounds.center() + by,
            count => sum / f64::from(count) + by,
        };
        cells.push(Leaf {
            solid: tree.is_solid(id),
            middle,
            bounds: moved_box(&bounds, by),
        });
    }
    Ok(cells)
}

/// Matches the brushes of two levels by their sides and bounds. Detail brushes match detail brushes only.
pub(super) fn brushes(
    sets: [&[Brush]; 2],
    offset: DVec3,
    near: f64,
    progress: &Progress,
) -> Result<Matching, Cancelled> {
    progress.begin(text!("difference-matching-brushes"), 0);
    let [first, second] = sets;
    let places = [
        first
            .iter()
            .map(|brush| brush.bounds.center())
            .collect::<Vec<_>>(),
        second
            .iter()
            .map(|brush| brush.bounds.center() + offset)
            .collect(),
    ];
    let distance = |a: u32, b: u32| {
        let (a, b) = (&first[a as usize], &second[b as usize]);
        if a.detail != b.detail || a.sides.len() != b.sides.len() {
            return None;
        }
        let mut apart = boxes_apart(&a.bounds, &moved_box(&b.bounds, offset), near)?;
        for side in &a.sides {
            let others = b.sides.iter().filter_map(|other| {
                let other = moved(other, offset);
                let faces_alike = side.normal.dot(other.normal) > 0.0;
                planes_apart(side, &other, near).filter(|_| faces_alike)
            });
            apart += others.min_by(f64::total_cmp)?;
        }
        Some(apart)
    };
    Matching::new([&places[0], &places[1]], near, distance, progress)
}
