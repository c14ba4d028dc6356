//! A bounding volume hierarchy (BVH): every node has a box around its faces and divides them into two groups.
//!
//! Each face belongs to one leaf, so the boxes of the two groups may overlap. The groups are chosen with the surface
//! area heuristic over bins (Wald 2007): the centres of the faces' boxes are sorted into 16 bins per axis, and the
//! division between two bins that has the lowest expected cost is used.

use bspwalk_progress::{Cancelled, Progress};

use super::{
    bounds::Bounds,
    motion::Motion,
    shape::{NodeOutline, TRIANGLE_COST},
};

/// Number of bins along each axis.
const BINS: usize = 16;

/// Maximum number of faces in a leaf.
const MOST_FACES: usize = 4;

/// Depth from which groups are halved by face count instead. This limits the depth of the tree.
const DEEP: u32 = 48;

/// Node of a BVH.
#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Bounds,
    /// Index of the first of two adjacent children or, in a leaf, of the first reference.
    first: u32,
    /// Number of references in a leaf; 0 for an inner node.
    count: u32,
}

/// A BVH over triangles, which it refers to by number.
#[derive(Clone, Debug)]
pub(super) struct Bvh {
    nodes: Vec<Node>,
    references: Vec<u32>,
}

/// A group of faces to divide.
struct Task {
    node: u32,
    depth: u32,
    faces: Vec<u32>,
}

/// A division between two bins.
#[derive(Clone, Copy, Debug)]
struct Division {
    axis: usize,
    /// Number of bins on the lower side.
    bins: usize,
    /// Minimum and maximum of the boxes' centres along the axis.
    centers: [f32; 2],
    /// Expected cost of a query in both groups, in node visits.
    cost: f64,
}

impl Division {
    fn is_lower(&self, bounds: &Bounds) -> bool {
        bin(bounds.center()[self.axis], self.centers) < self.bins
    }
}

/// Returns the bin that contains a centre if the bins span the range from `min` to `max`.
fn bin(center: f32, [min, max]: [f32; 2]) -> usize {
    let place = (center - min) / (max - min) * BINS as f32;
    (place as usize).min(BINS - 1)
}

impl Bvh {
    /// Builds the tree over faces with the given boxes. Also returns the outlines of its nodes, for computing
    /// statistics.
    pub(super) fn build(
        boxes: &[Bounds],
        progress: &Progress,
    ) -> Result<(Self, Vec<NodeOutline>), Cancelled> {
        let whole = Bounds::of_all(boxes.iter().copied());
        let unfinished = |bounds: Bounds| Node {
            bounds,
            first: 0,
            count: 0,
        };
        let outline = |parent: Option<u32>, depth: u32, bounds: Bounds| NodeOutline {
            parent,
            depth,
            cell: bounds.in_double(),
            faces: None,
        };
        let mut nodes = vec![unfinished(whole)];
        let mut outlines = vec![outline(None, 0, whole)];
        let mut references: Vec<u32> = Vec::with_capacity(boxes.len());
        let mut tasks = vec![Task {
            node: 0,
            depth: 0,
            faces: (0..boxes.len() as u32).collect(),
        }];
        while let Some(Task { node, depth, faces }) = tasks.pop() {
            progress.check()?;
            let id = node as usize;
            let division = best_division(&nodes[id].bounds, &faces, boxes, progress)?;
            let is_worth_it =
                division.is_some_and(|division| division.cost < TRIANGLE_COST * faces.len() as f64);
            if faces.len() <= 1 || faces.len() <= MOST_FACES && !is_worth_it {
                (nodes[id].first, nodes[id].count) = (references.len() as u32, faces.len() as u32);
                outlines[id].faces = Some(faces.len() as u32);
                references.extend(faces);
                continue;
            }
            let groups: [Vec<u32>; 2] = match division.filter(|_| depth < DEEP) {
                Some(division) => {
                    let is_lower = |face: &u32| division.is_lower(&boxes[*face as usize]);
                    faces.into_iter().partition::<Vec<u32>, _>(is_lower).into()
                }
                // Halve the group, because all centres coincide or the tree is too deep.
                None => {
                    let (lower, upper) = faces.split_at(faces.len() / 2);
                    [lower.to_vec(), upper.to_vec()]
                }
            };
            nodes[id].first = nodes.len() as u32;
            for faces in groups {
                let bounds = Bounds::of_all(faces.iter().map(|&face| boxes[face as usize]));
                tasks.push(Task {
                    node: nodes.len() as u32,
                    depth: depth + 1,
                    faces,
                });
                nodes.push(unfinished(bounds));
                outlines.push(outline(Some(node), depth + 1, bounds));
            }
        }
        Ok((Self { nodes, references }, outlines))
    }

    /// Calls `leaf` with the faces in each leaf that the body reaches, roughly in the order of the path. `leaf` returns
    /// the fraction of the path that still has to be searched. Returns the number of visited nodes.
    ///
    /// The child that the body reaches first is visited first. The other one is skipped if the body reaches it only
    /// beyond that fraction (Ericson 2005, 6.3).
    pub(super) fn visit(&self, motion: &Motion, mut leaf: impl FnMut(&[u32]) -> f32) -> u32 {
        let start = |id: u32| {
            let bounds = &self.nodes[id as usize].bounds;
            motion
                .span_touching_box(bounds.min, bounds.max)
                .map(|[first, _]| (id, first))
        };
        let (mut visited, mut limit) = (0, 1.0_f32);
        let mut stack: Vec<(u32, f32)> = Vec::with_capacity(64);
        stack.extend(start(0));
        while let Some((id, start_of_node)) = stack.pop() {
            if start_of_node > limit {
                continue;
            }
            visited += 1;
            let node = &self.nodes[id as usize];
            if node.count > 0 {
                limit = leaf(&self.references[node.first as usize..][..node.count as usize]);
                continue;
            }
            if self.references.is_empty() {
                // The root of an empty tree is a leaf without faces.
                break;
            }
            let children = [start(node.first), start(node.first + 1)];
            let [near, far] = match children {
                [Some((_, a)), Some((_, b))] if b < a => [children[1], children[0]],
                _ => children,
            };
            stack.extend(far);
            stack.extend(near);
        }
        visited
    }

    /// Returns the amount of memory that the tree uses, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + size_of_val(self.references.as_slice())
    }
}

/// Returns the division with the lowest expected cost, or `None` if all centres coincide.
fn best_division(
    bounds: &Bounds,
    faces: &[u32],
    boxes: &[Bounds],
    progress: &Progress,
) -> Result<Option<Division>, Cancelled> {
    let whole = bounds.surface_area();
    if !(whole > 0.0) {
        return Ok(None);
    }
    let center = |&face: &u32| {
        let center = boxes[face as usize].center();
        Bounds {
            min: center,
            max: center,
        }
    };
    let centers = Bounds::of_all(faces.iter().map(center));
    let mut best: Option<Division> = None;
    for axis in 0..3 {
        let between = [centers.min[axis], centers.max[axis]];
        let length = between[1] - between[0];
        if !(length > 0.0 && length.is_finite()) {
            continue;
        }
        let mut bins = [(Bounds::EMPTY, 0_u32); BINS];
        for (turn, &face) in faces.iter().enumerate() {
            progress.check_at(turn)?;
            let bounds = &boxes[face as usize];
            let (of_bin, count) = &mut bins[bin(bounds.center()[axis], between)];
            *of_bin = of_bin.union(bounds);
            *count += 1;
        }
        let sum = |bins: &[(Bounds, u32)]| {
            let bounds = Bounds::of_all(bins.iter().map(|(bounds, _)| *bounds));
            let count: u32 = bins.iter().map(|(_, count)| count).sum();
            bounds.surface_area() / whole * f64::from(count)
        };
        for lower in 1..BINS {
            let tests = sum(&bins[..lower]) + sum(&bins[lower..]);
            let cost = 1.0 + TRIANGLE_COST * tests;
            if best.is_none_or(|best| cost < best.cost) {
                best = Some(Division {
                    axis,
                    bins: lower,
                    centers: between,
                    cost,
                });
            }
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn division_separates_two_groups() {
        let at = |x: f32| Bounds {
            min: Vec3::new(x, 0.0, 0.0),
            max: Vec3::new(x + 1.0, 1.0, 1.0),
        };
        let boxes = [at(0.0), at(20.0), at(0.5), at(21.0), at(0.25)];
        let faces = [0, 1, 2, 3, 4];
        let whole = Bounds::of_all(boxes);
        let division = best_division(&whole, &faces, &boxes, &Progress::default())
            .expect("nobody cancels")
            .expect("the centres differ");
        assert_eq!(division.axis, 0);
        assert_eq!(
            boxes.each_ref().map(|bounds| division.is_lower(bounds)),
            [true, false, true, false, true]
        );
    }

    #[test]
    fn faces_at_one_place_are_halved() {
        let boxes = [Bounds {
            min: Vec3::ZERO,
            max: Vec3::ONE,
        }; 100];
        let (tree, outlines) = Bvh::build(&boxes, &Progress::default()).expect("nobody cancels");
        assert_eq!(tree.references.len(), 100);
        assert!(outlines.iter().all(|node| node.depth < 8));
        assert!(
            outlines
                .iter()
                .filter_map(|node| node.faces)
                .all(|faces| faces as usize <= MOST_FACES)
        );
    }
}
