//! An octree: every node divides its cube into eight cubes of half the size (Meagher 1982).
//!
//! A cube is divided if it contains many faces. A face is referenced by every leaf that it reaches into, as determined
//! by the separating axis test (Akenine-Möller 2001). Empty cubes have no node. The tree does not store cubes, because
//! a query computes them on its way down.

use std::collections::VecDeque;

use bspwalk_geometry::{Aabb, separating_axes::aabb_touches_triangle};
use bspwalk_progress::{Cancelled, Progress};
use glam::Vec3;

use super::{
    bounds::Bounds,
    motion::{Motion, rounding_error},
    shape::NodeOutline,
};

/// Maximum number of faces in a cube that is left undivided.
const FEW_FACES: usize = 8;

/// Maximum depth of a node, with the root at depth 0.
const MOST_DEPTH: u32 = 12;

/// Maximum number of references per face, on average. Beyond this limit, a cube is not divided if a face would then be
/// referenced twice.
const MOST_REFERENCES: usize = 16;

/// Node of an octree.
#[derive(Clone, Copy, Debug)]
enum Node {
    Inner {
        /// Index of the first child. The other children follow, in the order of their octants.
        first: u32,
        /// Bit mask of the octants that have a child.
        octants: u8,
    },
    Leaf {
        /// Index of the first reference in [`Octree::references`].
        first: u32,
        count: u32,
    },
}

/// A cube, given as its centre and half its edge length, in metres.
#[derive(Clone, Copy, Debug)]
struct Cube {
    center: Vec3,
    half: f32,
}

impl Cube {
    /// Returns the smallest cube that contains a box and has the same centre. For an empty box, the cube is a point.
    fn around(bounds: &Bounds) -> Self {
        let half = 0.5 * (bounds.max - bounds.min).max_element();
        if half >= 0.0 {
            Self {
                center: bounds.center(),
                half,
            }
        } else {
            Self {
                center: Vec3::ZERO,
                half: 0.0,
            }
        }
    }

    /// Returns one eighth of the cube. Bits 0, 1 and 2 of `octant` select the upper half along x, y and z.
    fn octant(&self, octant: usize) -> Self {
        let half = 0.5 * self.half;
        let toward = |bit: usize| if octant >> bit & 1 == 0 { -half } else { half };
        Self {
            center: self.center + Vec3::new(toward(0), toward(1), toward(2)),
            half,
        }
    }

    fn bounds(&self) -> Bounds {
        Bounds {
            min: self.center - self.half,
            max: self.center + self.half,
        }
    }
}

/// An octree over triangles, which it refers to by number.
#[derive(Clone, Debug)]
pub(super) struct Octree {
    root: Cube,
    nodes: Vec<Node>,
    references: Vec<u32>,
}

/// A cube to divide.
struct Task {
    parent: Option<u32>,
    depth: u32,
    cube: Cube,
    faces: Vec<u32>,
}

impl Octree {
    /// Builds the tree over faces with the given corners. Also returns the outlines of its nodes, for computing
    /// statistics.
    pub(super) fn build(
        faces: &[[Vec3; 3]],
        progress: &Progress,
    ) -> Result<(Self, Vec<NodeOutline>), Cancelled> {
        let bounds = Bounds::of_all(faces.iter().copied().map(Bounds::of_triangle));
        let root = Cube::around(&bounds);
        let margin = rounding_error(bounds.in_double().largest_coordinate() as f32);
        let (mut nodes, mut references): (Vec<Node>, Vec<u32>) = (Vec::new(), Vec::new());
        let mut outlines = Vec::new();
        let mut budget = (MOST_REFERENCES - 1) * faces.len();
        // Divide cubes level by level. The children of a node are then adjacent, and the budget is spent on large cubes
        // first.
        let mut tasks = VecDeque::from([Task {
            parent: None,
            depth: 0,
            cube: root,
            faces: (0..faces.len() as u32).collect(),
        }]);
        while let Some(task) = tasks.pop_front() {
            progress.check()?;
            let id = nodes.len() as u32;
            let is_divided = task.faces.len() > FEW_FACES && task.depth < MOST_DEPTH;
            let eighths = if is_divided {
                Some(divide(&task, faces, margin, progress)?)
            } else {
                None
            };
            let extra = |eighths: &[Vec<u32>; 8]| {
                let all: usize = eighths.iter().map(Vec::len).sum();
                all.saturating_sub(task.faces.len())
            };
            let eighths = eighths.filter(|eighths| extra(eighths) <= budget);
            outlines.push(NodeOutline {
                parent: task.parent,
                depth: task.depth,
                cell: task.cube.bounds().in_double(),
                faces: eighths.is_none().then_some(task.faces.len() as u32),
            });
            let Some(eighths) = eighths else {
                nodes.push(Node::Leaf {
                    first: references.len() as u32,
                    count: task.faces.len() as u32,
                });
                references.extend(task.faces);
                continue;
            };
            budget -= extra(&eighths);
            // The next child comes after all nodes that are still to be divided.
            let first = id + 1 + tasks.len() as u32;
            let mut octants = 0_u8;
            for (octant, faces) in eighths.into_iter().enumerate() {
                if !faces.is_empty() {
                    octants |= 1_u8 << octant;
                    tasks.push_back(Task {
                        parent: Some(id),
                        depth: task.depth + 1,
                        cube: task.cube.octant(octant),
                        faces,
                    });
                }
            }
            nodes.push(Node::Inner { first, octants });
        }
        let tree = Self {
            root,
            nodes,
            references,
        };
        Ok((tree, outlines))
    }

    /// Calls `leaf` with the faces in each leaf that the body reaches, roughly in the order of the path. `leaf` returns
    /// the fraction of the path that still has to be searched. Returns the number of visited nodes.
    ///
    /// The octants are visited front to back, along the direction of motion (Revelles, Ureña and Lastra 2000).
    pub(super) fn visit(&self, motion: &Motion, mut leaf: impl FnMut(&[u32]) -> f32) -> u32 {
        let reach = |cube: &Cube| {
            let bounds = cube.bounds();
            motion
                .span_touching_box(bounds.min, bounds.max)
                .map(|[first, _]| first)
        };
        let Some(start) = reach(&self.root) else {
            return 0;
        };
        let flip = (0..3).fold(0_usize, |flip, axis| {
            flip | usize::from(!motion.is_ascending(axis)) << axis
        });
        let (mut visited, mut limit) = (0, 1.0_f32);
        let mut stack: Vec<(u32, Cube, f32)> = Vec::with_capacity(64);
        stack.push((0, self.root, start));
        while let Some((id, cube, start)) = stack.pop() {
            if start > limit {
                continue;
            }
            visited += 1;
            match self.nodes[id as usize] {
                Node::Leaf { first, count } => {
                    limit = leaf(&self.references[first as usize..][..count as usize]);
                }
                Node::Inner { first, octants } => {
                    // The octant that is pushed last is visited first.
                    for octant in (0..8_usize).rev().map(|turn| turn ^ flip) {
                        if octants >> octant & 1 == 0 {
                            continue;
                        }
                        let before = octants & ((1_u8 << octant) - 1);
                        let child = cube.octant(octant);
                        if let Some(start) = reach(&child) {
                            stack.push((first + before.count_ones(), child, start));
                        }
                    }
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

/// Returns the faces in each octant of a cube. The octants are enlarged by a margin (in metres) to allow for rounding.
fn divide(
    task: &Task,
    faces: &[[Vec3; 3]],
    margin: f32,
    progress: &Progress,
) -> Result<[Vec<u32>; 8], Cancelled> {
    let cubes: [Aabb; 8] = std::array::from_fn(|octant| {
        let bounds = task.cube.octant(octant).bounds();
        bounds.in_double().inflated(margin.into())
    });
    let mut eighths: [Vec<u32>; 8] = Default::default();
    for (turn, &face) in task.faces.iter().enumerate() {
        progress.check_at(turn)?;
        let corners = faces[face as usize].map(Vec3::as_dvec3);
        for (cube, eighth) in cubes.iter().zip(&mut eighths) {
            if aabb_touches_triangle(cube, corners) {
                eighth.push(face);
            }
        }
    }
    Ok(eighths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octants_fill_the_cube() {
        let cube = Cube {
            center: Vec3::ONE,
            half: 2.0,
        };
        let eighths: [Bounds; 8] = std::array::from_fn(|octant| cube.octant(octant).bounds());
        assert_eq!(Bounds::of_all(eighths), cube.bounds());
        assert_eq!(eighths[0].max, Vec3::ONE);
        assert_eq!(eighths[7].min, Vec3::ONE);
        assert_eq!(eighths[5].center(), Vec3::new(2.0, 0.0, 2.0));
    }
}
