//! The queries of the ATI SDK's BSP sample (2006), without optimizations: they recurse through the binary tree, plane
//! by plane, in `f64`. They use only the tree's public API, and determine the faces that a query must test.

use std::collections::BTreeSet;

use bspwalk_geometry::TaggedTriangle;
use bspwalk_trees::{
    FaceId, NodeTree, Obstacles, TriangleId, TriangleList,
    node_storing::{NodeId, NodeView},
};
use glam::{DVec3, Vec3};

/// A query for all faces within `reach` metres of an axis or a box, which is either at rest or moving along a path.
#[derive(Clone, Copy, Debug)]
pub struct RecursiveQuery {
    from: DVec3,
    to: DVec3,
    half: DVec3,
    is_box: bool,
    reach: f64,
}

impl RecursiveQuery {
    /// Creates a segment query.
    pub fn hit_bits(from: Vec3, to: Vec3, margin: f64) -> Self {
        Self::sweep(from, to, Vec3::ZERO, margin)
    }

    /// Creates a query for a body that moves along a path.
    pub fn sweep(from: Vec3, to: Vec3, half_axis: Vec3, reach: f64) -> Self {
        Self {
            from: from.as_dvec3(),
            to: to.as_dvec3(),
            half: half_axis.as_dvec3(),
            is_box: false,
            reach,
        }
    }

    /// Creates a sphere query.
    pub fn sphere(center: Vec3, reach: f64) -> Self {
        Self::sweep(center, center, Vec3::ZERO, reach)
    }

    /// Creates a box query.
    pub fn aabb(min: Vec3, max: Vec3, margin: f64) -> Self {
        let (min, max) = (min.as_dvec3(), max.as_dvec3());
        Self {
            from: (min + max) * 0.5,
            to: (min + max) * 0.5,
            half: (max - min) * 0.5,
            is_box: true,
            reach: margin,
        }
    }

    /// Returns whether the query reaches the front side of a plane, and whether it reaches the back side.
    fn sides(&self, node: &NodeView) -> [bool; 2] {
        let normal = node.plane.normal;
        let across = if self.is_box {
            normal.abs().dot(self.half)
        } else {
            normal.dot(self.half).abs()
        };
        let distances = [self.from, self.to].map(|end| node.plane.distance(end));
        let reach = self.reach + across;
        [
            distances.iter().any(|&distance| distance >= -reach),
            distances.iter().any(|&distance| distance <= reach),
        ]
    }

    /// Returns the indices of all triangles in nodes whose planes the query reaches.
    pub fn triangles(&self, tree: &NodeTree) -> BTreeSet<TriangleId> {
        let mut triangles = BTreeSet::new();
        self.visit(tree, tree.root(), &mut triangles);
        triangles
    }

    fn visit(&self, tree: &NodeTree, node: Option<NodeId>, triangles: &mut BTreeSet<TriangleId>) {
        let Some((id, node)) = node.and_then(|id| Some((id, tree.node(id)?))) else {
            return;
        };
        // A block has no plane, so a query must test all faces in it.
        let [front, back] = if node.is_block {
            [true; 2]
        } else {
            self.sides(&node)
        };
        if front {
            self.visit(tree, node.front, triangles);
        }
        if front && back {
            triangles.extend(tree.triangles_at(id));
        }
        if back {
            self.visit(tree, node.back, triangles);
        }
    }
}

/// Returns the hit of a recursive cast as the bits of its parameter and the index of the nearest tested triangle. If
/// several triangles are hit at the same position, the one with the smallest index wins.
pub fn cast(tree: &NodeTree, from: Vec3, to: Vec3, margin: f64) -> Option<(u32, TriangleId)> {
    let tested = RecursiveQuery::hit_bits(from, to, margin).triangles(tree);
    let triangles: Vec<TaggedTriangle> = tested
        .iter()
        .map(|&triangle| TaggedTriangle {
            corners: tree
                .triangle(triangle)
                .expect("it exists")
                .corners
                .map(Vec3::as_dvec3),
            face: FaceId(triangle.0),
        })
        .collect();
    let hit = TriangleList::new(&triangles).cast(from, to)?;
    Some((hit.t.to_bits(), TriangleId(hit.face.0)))
}
