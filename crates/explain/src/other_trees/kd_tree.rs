//! A k-d tree: every node divides its cell by a plane perpendicular to an axis (Bentley 1975).
//!
//! The planes are chosen with the surface area heuristic (`MacDonald` and Booth 1990; Havran 2000): the cost of a plane
//! is the number of faces on each side, weighted by the probability that a random line through the cell hits that side.
//! All boundaries of the faces' boxes are candidates. A face that reaches into several leaves is referenced by all of
//! them. It is not cut, but its box is clipped to the cell.

use bspwalk_progress::{Cancelled, Progress};

use super::{
    bounds::Bounds,
    motion::{Motion, Span},
    shape::{NodeOutline, TRIANGLE_COST},
};

/// Maximum number of faces in a cell that is left undivided.
const FEW_FACES: usize = 2;

/// Cost factor for a plane with an empty side, which encourages cutting off empty space (Havran 2000).
const EMPTY_BONUS: f64 = 0.8;

/// Maximum number of references per face, on average. Beyond this limit, a cell is not divided if a face would then be
/// referenced twice.
const MOST_REFERENCES: usize = 8;

/// Node of a k-d tree. The child below the plane directly follows its parent.
#[derive(Clone, Copy, Debug)]
enum Node {
    Inner {
        axis: u8,
        /// Coordinate of the plane, in metres.
        position: f32,
        /// Index of the child above the plane.
        upper: u32,
    },
    Leaf {
        /// Index of the first reference in [`KdTree::references`].
        first: u32,
        count: u32,
    },
}

/// A k-d tree over triangles, which it refers to by number.
#[derive(Clone, Debug)]
pub(super) struct KdTree {
    bounds: Bounds,
    nodes: Vec<Node>,
    references: Vec<u32>,
}

/// A reference to a face in a cell.
#[derive(Clone, Copy, Debug)]
struct Reference {
    face: u32,
    /// Box of the face, clipped to the cell.
    bounds: Bounds,
}

/// A cell to divide.
struct Task {
    parent: Option<u32>,
    is_upper: bool,
    depth: u32,
    cell: Bounds,
    references: Vec<Reference>,
}

/// A candidate plane.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Candidate {
    axis: usize,
    position: f32,
    /// Expected cost of a query in the divided cell, in node visits.
    cost: f64,
}

impl KdTree {
    /// Builds the tree over faces with the given boxes. Also returns the outlines of its nodes, for computing
    /// statistics.
    pub(super) fn build(
        boxes: &[Bounds],
        progress: &Progress,
    ) -> Result<(Self, Vec<NodeOutline>), Cancelled> {
        let bounds = Bounds::of_all(boxes.iter().copied());
        let (mut nodes, mut stored): (Vec<Node>, Vec<u32>) = (Vec::new(), Vec::new());
        let mut outlines = Vec::new();
        let references = (0..).zip(boxes).map(|(face, &bounds)| Reference { face, bounds });
        let most_depth = most_depth(boxes.len());
        let mut budget = (MOST_REFERENCES - 1) * boxes.len();
        let mut tasks = vec![Task {
            parent: None,
            is_upper: false,
            depth: 0,
            cell: bounds,
            references: references.collect(),
        }];
        while let Some(task) = tasks.pop() {
            progress.check()?;
            let id = nodes.len() as u32;
            if let (true, Some(parent)) = (task.is_upper, task.parent)
                && let Node::Inner { upper, .. } = &mut nodes[parent as usize]
            {
                *upper = id;
            }
            let is_small = task.references.len() <= FEW_FACES || task.depth >= most_depth;
            let divided = if is_small {
                None
            } else {
                best_plane(&task.cell, &task.references)
                    .filter(|plane| plane.cost < TRIANGLE_COST * task.references.len() as f64)
                    .map(|plane| (plane, divide(&task.references, plane)))
            };
            let extra = |sides: &[Vec<Reference>; 2]| {
                let both: usize = sides.iter().map(Vec::len).sum();
                both.saturating_sub(task.references.len())
            };
            let divided = divided.filter(|(_, sides)| extra(sides) <= budget);
            outlines.push(NodeOutline {
                parent: task.parent,
                depth: task.depth,
                cell: task.cell.in_double(),
                faces: divided.is_none().then_some(task.references.len() as u32),
            });
            let Some((plane, sides)) = divided else {
                nodes.push(Node::Leaf {
                    first: stored.len() as u32,
                    count: task.references.len() as u32,
                });
                stored.extend(task.references.iter().map(|reference| reference.face));
                continue;
            };
            budget -= extra(&sides);
            nodes.push(Node::Inner {
                axis: plane.axis as u8,
                position: plane.position,
                upper: id,
            });
            let [lower, upper] = sides;
            let [lower_cell, upper_cell] = task.cell.divided(plane.axis, plane.position);
            // The task that is pushed last is processed next, so the lower child follows its parent.
            for (is_upper, cell, references) in [(true, upper_cell, upper), (false, lower_cell, lower)] {
                tasks.push(Task {
                    parent: Some(id),
                    is_upper,
                    depth: task.depth + 1,
                    cell,
                    references,
                });
            }
        }
        let tree = Self {
            bounds,
            nodes,
            references: stored,
        };
        Ok((tree, outlines))
    }

    /// Calls `leaf` with the faces in each leaf that the body reaches, roughly in the order of the path. `leaf` returns
    /// the fraction of the path that still has to be searched. Returns the number of visited nodes.
    ///
    /// At each plane, the part of the path inside the cell is divided. The side that the body reaches first is visited
    /// first, and the other side is skipped if it lies beyond the fraction to search (Havran 2000; Ericson 2005,
    /// 7.3.7).
    pub(super) fn visit(&self, motion: &Motion, mut leaf: impl FnMut(&[u32]) -> f32) -> u32 {
        let Some(span) = motion.span_touching_box(self.bounds.min, self.bounds.max) else {
            return 0;
        };
        let (mut visited, mut limit) = (0, 1.0_f32);
        let mut stack: Vec<(u32, Span)> = Vec::with_capacity(64);
        stack.push((0, span));
        while let Some((id, span)) = stack.pop() {
            if span[0] > limit {
                continue;
            }
            visited += 1;
            match self.nodes[id as usize] {
                Node::Leaf { first, count } => {
                    limit = leaf(&self.references[first as usize..][..count as usize]);
                }
                Node::Inner {
                    axis,
                    position,
                    upper,
                } => {
                    let axis = usize::from(axis);
                    let [below, above] = motion.split_span_at_plane(axis, position, span);
                    let [below, above] = [below.map(|span| (id + 1, span)), above.map(|span| (upper, span))];
                    let [near, far] = if motion.is_ascending(axis) {
                        [below, above]
                    } else {
                        [above, below]
                    };
                    stack.extend(far);
                    stack.extend(near);
                }
            }
        }
        visited
    }

    /// Returns the amount of memory that the tree uses, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + size_of_val(self.references.as_slice())
    }
}

/// Returns the maximum depth of a tree over this many faces: 8 + 1.3 log₂ n (Havran 2000).
fn most_depth(faces: usize) -> u32 {
    8 + (1.3 * f64::from(faces.max(1).ilog2())) as u32
}

/// Returns the cheapest plane through a cell, or `None` if no plane is possible.
fn best_plane(cell: &Bounds, references: &[Reference]) -> Option<Candidate> {
    let whole = cell.surface_area();
    if !(whole > 0.0) {
        return None;
    }
    let mut best: Option<Candidate> = None;
    for axis in 0..3 {
        // Start and end of each face along the axis. Faces perpendicular to the axis have a single position, in `flat`.
        let (mut starts, mut ends, mut flat) = (Vec::new(), Vec::new(), Vec::new());
        for Reference { bounds, .. } in references {
            let (min, max) = (bounds.min[axis], bounds.max[axis]);
            if min == max {
                flat.push(min);
            } else {
                starts.push(min);
                ends.push(max);
            }
        }
        for positions in [&mut starts, &mut ends, &mut flat] {
            positions.sort_unstable_by(f32::total_cmp);
        }
        let mut positions: Vec<f32> = [&starts, &ends, &flat].into_iter().flatten().copied().collect();
        positions.retain(|position| cell.min[axis] < *position && *position < cell.max[axis]);
        positions.sort_unstable_by(f32::total_cmp);
        positions.dedup();
        let [mut started, mut ended, mut passed] = [0; 3];
        for position in positions {
            while starts.get(started).is_some_and(|start| *start < position) {
                started += 1;
            }
            while ends.get(ended).is_some_and(|end| *end <= position) {
                ended += 1;
            }
            while flat.get(passed).is_some_and(|flat| *flat <= position) {
                passed += 1;
            }
            let lower = started + passed;
            let upper = (ends.len() - ended) + (flat.len() - passed);
            let [area_below, area_above] = cell
                .divided(axis, position)
                .map(|side| side.surface_area() / whole);
            let tests = area_below * lower as f64 + area_above * upper as f64;
            let bonus = if lower == 0 || upper == 0 {
                EMPTY_BONUS
            } else {
                1.0
            };
            let cost = bonus * (1.0 + TRIANGLE_COST * tests);
            if best.is_none_or(|best| cost < best.cost) {
                best = Some(Candidate { axis, position, cost });
            }
        }
    }
    best
}

/// Divides references by a plane. A face that lies in the plane goes to the lower side.
fn divide(references: &[Reference], plane: Candidate) -> [Vec<Reference>; 2] {
    let mut sides = [Vec::new(), Vec::new()];
    for &Reference { face, bounds } in references {
        let (min, max) = (bounds.min[plane.axis], bounds.max[plane.axis]);
        let [lower, upper] = bounds.divided(plane.axis, plane.position);
        if min < plane.position || max <= plane.position {
            sides[0].push(Reference { face, bounds: lower });
        }
        if max > plane.position {
            sides[1].push(Reference { face, bounds: upper });
        }
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn plane_cuts_off_empty_space() {
        // There are four faces at one end of a long cell.
        let cell = Bounds {
            min: Vec3::ZERO,
            max: Vec3::new(10.0, 1.0, 1.0),
        };
        let face = |face: u32| Reference {
            face,
            bounds: Bounds {
                min: Vec3::ZERO,
                max: Vec3::ONE,
            },
        };
        let faces = [0, 1, 2, 3].map(face);
        let plane = best_plane(&cell, &faces).expect("there is a candidate");
        assert_eq!((plane.axis, plane.position), (0, 1.0));
        let [lower, upper] = divide(&faces, plane);
        assert_eq!((lower.len(), upper.len()), (4, 0));
    }

    #[test]
    fn face_across_a_plane_is_referenced_twice() {
        let bounds = |min: f32, max: f32| Bounds {
            min: Vec3::new(min, 0.0, 0.0),
            max: Vec3::new(max, 1.0, 1.0),
        };
        let references = [(0.0, 2.0), (2.0, 2.0), (2.0, 3.0), (1.0, 3.0)].map(|(min, max)| Reference {
            face: 0,
            bounds: bounds(min, max),
        });
        let plane = Candidate {
            axis: 0,
            position: 2.0,
            cost: 0.0,
        };
        let [lower, upper] = divide(&references, plane);
        let boxes = |side: &[Reference]| -> Vec<Bounds> { side.iter().map(|one| one.bounds).collect() };
        assert_eq!(
            boxes(&lower),
            [bounds(0.0, 2.0), bounds(2.0, 2.0), bounds(1.0, 2.0)]
        );
        assert_eq!(boxes(&upper), [bounds(2.0, 3.0), bounds(2.0, 3.0)]);
    }
}
