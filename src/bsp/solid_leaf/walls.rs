//! The structural faces in a finished tree: where they lie on the planes of nodes, between which leaves.

use rayon::prelude::*;

use super::{
    Branch, Child, LeafId, NONE, Node, NodeDetail, NodeId,
    assemble::Room,
    descend::{Descent, End, OnPlane},
    links::Key,
    merge::Face,
};
use crate::{
    geometry::{Polygon, Surface, Vertex, tolerance::CELL_THICKNESS},
    progress::{Cancelled, Progress},
};

/// A face that lies within this many [`CELL_THICKNESS`] of an ancestor's plane, but is on no node's plane, is on the
/// ancestor's: its own plane would have divided nothing off.
pub(super) const NEAR_PLANE: f64 = 4.0;

/// A piece of a structural face, in front of which one leaf lies.
pub(super) struct Wall {
    /// Index of the face.
    pub(super) face: u32,
    /// The leaf that it faces.
    pub(super) leaf: LeafId,
    /// The piece; it winds as its face.
    pub(super) polygon: Polygon<Surface>,
    /// The leaves behind it, each with the part of the piece in front of it.
    pub(super) behind: Vec<Behind>,
}

/// A part of a wall, with a leaf on either side.
pub(super) struct Behind {
    pub(super) leaf: LeafId,
    /// The interface that it covers.
    pub(super) key: Key,
    /// Whether it faces as the node's plane does.
    pub(super) along: bool,
    pub(super) polygon: Polygon<Surface>,
}

/// A tree as faces are found in it.
#[derive(Clone, Copy)]
pub(super) struct Walls<'a> {
    pub(super) descent: Descent<'a>,
    pub(super) details: &'a [NodeDetail],
    pub(super) leaves: &'a [Room],
}

impl Walls<'_> {
    /// Finds all faces, in their order.
    pub(super) fn find(self, faces: &[Face], progress: &Progress) -> Result<Vec<Wall>, Cancelled> {
        progress.begin("Putting faces between leaves", faces.len() as u64);
        let found: Vec<Vec<Wall>> = faces
            .par_iter()
            .enumerate()
            .map(|(index, face)| {
                progress.check()?;
                progress.advance(1);
                Ok(self.find_one(face, index as u32))
            })
            .collect::<Result<_, Cancelled>>()?;
        Ok(found.into_iter().flatten().collect())
    }

    fn find_one(self, face: &Face, index: u32) -> Vec<Wall> {
        let mut walls = Vec::new();
        // The corners of a face are well within the thickness of its plane, so that nothing of it passes the node of its
        // own plane.
        self.descent.walk(
            Child::Node(0),
            face.polygon.clone(),
            |_, _| OnPlane::Stop,
            |end, polygon| match end {
                End::Node(node) => self.on_node(face, index, node, polygon, None, &mut walls),
                End::Leaf(leaf) => match self.nearest_plane(leaf, &polygon) {
                    Some((node, branch)) => {
                        self.on_node(face, index, node, polygon, Some((leaf, branch)), &mut walls);
                    }
                    None => walls.push(Wall {
                        face: index,
                        leaf,
                        polygon,
                        behind: Vec::new(),
                    }),
                },
            },
        );
        walls
    }

    /// A part of a face that lies on the plane of a node; where `known` is given, the leaf on that side of the plane.
    fn on_node(
        self,
        face: &Face,
        index: u32,
        id: NodeId,
        polygon: Polygon<Surface>,
        known: Option<(LeafId, Branch)>,
        walls: &mut Vec<Wall>,
    ) {
        let node = &self.descent.nodes[id as usize];
        let along = face.normal.dot(node.plane.normal) >= 0.0;
        let sense = if along {
            node.plane.normal
        } else {
            -node.plane.normal
        };
        let (facing, away) = if along {
            (Branch::Front, Branch::Back)
        } else {
            (Branch::Back, Branch::Front)
        };
        let on_side = |branch: Branch, polygon, out: &mut dyn FnMut(LeafId, Polygon<Surface>)| match known {
            Some((leaf, side)) if side == branch => out(leaf, polygon),
            _ => {
                let towards = if branch == facing { sense } else { -sense };
                let from = if branch == Branch::Front {
                    node.front
                } else {
                    node.back
                };
                self.descent
                    .cut(from, polygon, towards, |leaf, polygon| out(leaf, polygon));
            }
        };
        on_side(facing, polygon, &mut |leaf, polygon| {
            let mut behind = Vec::new();
            on_side(away, polygon.clone(), &mut |other, polygon| {
                let [front, back] = if along { [leaf, other] } else { [other, leaf] };
                behind.push(Behind {
                    leaf: other,
                    key: (id, front, back),
                    along,
                    polygon,
                });
            });
            walls.push(Wall {
                face: index,
                leaf,
                polygon,
                behind,
            });
        });
    }

    /// The nearest plane above a leaf that a polygon in the leaf lies on, and the side of it that the leaf is on.
    fn nearest_plane(self, leaf: LeafId, polygon: &Polygon<Surface>) -> Option<(NodeId, Branch)> {
        let limit = NEAR_PLANE * CELL_THICKNESS * self.descent.tolerance;
        let mut best: Option<(f64, NodeId, Branch)> = None;
        let mut child = Child::Leaf(leaf);
        let mut at = self.leaves[leaf as usize].parent;
        while at != NONE {
            let node = &self.descent.nodes[at as usize];
            let distance = off_plane(node, &polygon.vertices);
            if distance <= best.map_or(limit, |(least, ..)| least) {
                let branch = if node.front == child {
                    Branch::Front
                } else {
                    Branch::Back
                };
                best = Some((distance, at, branch));
            }
            child = Child::Node(at);
            at = self.details[at as usize].parent;
        }
        best.map(|(_, node, branch)| (node, branch))
    }
}

fn off_plane(node: &Node, vertices: &[Vertex<Surface>]) -> f64 {
    vertices
        .iter()
        .map(|vertex| node.plane.distance(vertex.position).abs())
        .fold(0.0, f64::max)
}
