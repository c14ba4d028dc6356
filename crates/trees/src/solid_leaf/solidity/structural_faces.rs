//! Locates structural faces in a finished tree: on the planes of nodes, between leaves.

use crate::tolerance::CELL_THICKNESS;
use bspwalk_geometry::{Polygon, Surface};
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;
use rayon::prelude::*;

use super::adjacency::{Key, is_sliver};
use crate::{
    node::NONE,
    solid_leaf::{
        Child, Leaf, LeafId, NodeDetail, NodeId,
        build::{
            descend::{Descent, End, OnPlane},
            merge::Face,
        },
    },
};

/// Distance from an ancestor's plane below which a face counts as on that plane, in units of [`CELL_THICKNESS`].
///
/// Applies only to faces that are not on any node's plane, because splitting by the face's plane would have cut off
/// nothing.
pub(crate) const NEAR_PLANE: f64 = 4.0;

/// A part of a structural face. It lies on the plane of a node or, if no plane is near, inside a leaf.
pub(crate) struct Wall {
    pub(crate) face: u32,
    pub(crate) end: End,
    pub(crate) polygon: Polygon<Surface>,
}

pub(crate) struct Cover {
    pub(crate) face: u32,
    pub(crate) key: Key,
    pub(crate) along: bool,
    pub(crate) polygon: Polygon,
}

#[derive(Clone, Copy)]
pub(crate) struct Finder<'a> {
    pub(crate) descent: Descent<'a>,
    pub(crate) details: &'a [NodeDetail],
    pub(crate) leaves: &'a [Leaf],
    pub(crate) precision: f64,
}

impl Finder<'_> {
    pub(crate) fn find(
        self,
        faces: &[Face],
        progress: &Progress,
    ) -> Result<(Vec<Wall>, Vec<Cover>), Cancelled> {
        let faces = faces.par_iter().enumerate();
        let found = progress.in_parallel("Placing faces between leaves", faces, |(index, face)| {
            let walls = self.walls(face, index as u32)?;
            let mut covers = Vec::new();
            for wall in &walls {
                self.covers(wall, face.normal, &mut covers)?;
            }
            Ok((walls, covers))
        })?;
        let (mut walls, mut covers) = (Vec::new(), Vec::new());
        for (turn, (own_walls, own_covers)) in found.into_iter().enumerate() {
            progress.check_at(turn)?;
            walls.extend(own_walls);
            covers.extend(own_covers);
        }
        progress.check()?;
        covers.par_sort_by_key(|cover: &Cover| cover.key);
        progress.check()?;
        Ok((walls, covers))
    }

    fn walls(self, face: &Face, index: u32) -> Result<Vec<Wall>, Cancelled> {
        let mut walls = Vec::new();
        // The corners of a face are well within the thickness of its plane, so no part of the face descends past the
        // node that has this plane.
        self.descent.cut_at_nodes(
            Child::Node(NodeId(0)),
            face.polygon.clone(),
            |_, _| OnPlane::Stop,
            |end, polygon| {
                let end = match end {
                    End::Leaf(leaf) => self.nearest_plane(leaf, &polygon).map_or(end, End::Node),
                    End::Node(_) => end,
                };
                walls.push(Wall {
                    face: index,
                    end,
                    polygon,
                });
                Ok(())
            },
        )?;
        Ok(walls)
    }

    fn covers(self, wall: &Wall, normal: DVec3, covers: &mut Vec<Cover>) -> Result<(), Cancelled> {
        let End::Node(node) = wall.end else {
            return Ok(());
        };
        let along = normal.dot(self.descent.nodes[node.index()].plane.normal) >= 0.0;
        let exact = Descent {
            tolerance: self.precision,
            ..self.descent
        };
        exact.cut_between(node, &wall.polygon, |[front, back], polygon| {
            if !is_sliver(&polygon, polygon.area(), self.precision) {
                covers.push(Cover {
                    face: wall.face,
                    key: (node, front, back),
                    along,
                    polygon,
                });
            }
        })
    }

    fn nearest_plane(self, leaf: LeafId, polygon: &Polygon<Surface>) -> Option<NodeId> {
        let limit = NEAR_PLANE * CELL_THICKNESS * self.descent.tolerance;
        let mut best: Option<(f64, NodeId)> = None;
        let mut at = self.leaves[leaf.index()].parent;
        while at != NONE {
            let plane = self.descent.nodes[at.index()].plane;
            let distance = polygon
                .positions()
                .map(|corner| plane.distance(corner).abs())
                .fold(0.0, f64::max);
            if distance <= best.map_or(limit, |(least, _)| least) {
                best = Some((distance, at));
            }
            at = self.details[at.index()].parent;
        }
        best.map(|(_, node)| node)
    }
}
