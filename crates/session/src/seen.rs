//! Faces that are potentially visible from a leaf, derived from the PVS.

use bspwalk_draw::raster::FaceSet;
use bspwalk_geometry::{Polygon, Split};
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{
    FaceId, LeafTree,
    solid_leaf::{Child, LeafId, OUTSIDE, Pvs},
};

/// The faces that touch each leaf.
#[derive(Clone, Debug)]
pub struct LeafFaces {
    /// Start of each leaf's range in `faces`, followed by the end of the last range.
    first: Vec<u32>,
    faces: Vec<FaceId>,
    /// Faces for which none of the adjacent leaves has a row in the PVS. They count as visible from everywhere.
    always: FaceSet,
}

impl LeafFaces {
    /// Finds the leaves that each face touches, on both of its sides. A leaf counts as touched if it is within the
    /// tolerance.
    pub fn find(level: &Level, tree: &LeafTree, progress: &Progress) -> Result<Self, Cancelled> {
        progress.begin(text!("work-faces-of-leaves"), level.triangles.len() as u64);
        let leaves = tree.leaf_count() as usize;
        let mut of_leaf: Vec<Vec<FaceId>> = vec![Vec::new(); leaves];
        let count = level.triangles.last().map_or(0, |last| last.source.0 + 1);
        let mut always: FaceSet = (0..count).map(FaceId).collect();
        let mut waiting: Vec<(Child, Polygon)> = Vec::new();
        for (turn, triangle) in level.triangles.iter().enumerate() {
            progress.check_at(turn)?;
            progress.advance(1);
            let corners = triangle.corners.into_iter();
            let largest = corners.fold(0.0, |largest: f64, corner| {
                largest.max(corner.abs().max_element())
            });
            // The tolerance allows for the rounding of corners to `f32`.
            let near = 4.0 * (tree.tolerances().on_plane + largest * f64::from(f32::EPSILON));
            waiting.push((tree.root(), Polygon::from_points(triangle.corners)));
            while let Some((child, polygon)) = waiting.pop() {
                progress.check()?;
                let id = match child {
                    Child::Leaf(leaf) => {
                        of_leaf[leaf.index()].push(triangle.source);
                        continue;
                    }
                    Child::Node(id) => id,
                };
                let Some(node) = tree.node(id) else { continue };
                let distances = || polygon.positions().map(|corner| node.plane.distance(corner));
                let is_in_front = distances().any(|distance| distance > -near);
                let is_behind = distances().any(|distance| distance < near);
                match (is_in_front, is_behind) {
                    (true, true) => {
                        let [front, back] = match polygon.split(&node.plane, near) {
                            Split::Cut { front, back } => [front, back],
                            _ => [polygon.clone(), polygon],
                        };
                        waiting.push((node.front, front));
                        waiting.push((node.back, back));
                    }
                    (true, false) => waiting.push((node.front, polygon)),
                    _ => waiting.push((node.back, polygon)),
                }
            }
        }
        let mut first = Vec::with_capacity(leaves + 1);
        let mut faces = Vec::new();
        for (leaf, mut own) in LeafId::all().zip(of_leaf) {
            own.sort_unstable();
            own.dedup();
            first.push(faces.len() as u32);
            if !tree.is_solid(leaf) && leaf != OUTSIDE {
                for &face in &own {
                    always.remove(face);
                }
            }
            faces.append(&mut own);
        }
        first.push(faces.len() as u32);
        Ok(Self { first, faces, always })
    }

    /// Returns the faces that touch a leaf, in ascending order.
    pub fn faces_touching(&self, leaf: LeafId) -> &[FaceId] {
        match (self.first.get(leaf.index()), self.first.get(leaf.index() + 1)) {
            (Some(&first), Some(&end)) => &self.faces[first as usize..end as usize],
            _ => &[],
        }
    }

    /// Sets `faces` to the faces that touch any of the given leaves or count as visible from everywhere.
    pub fn collect_touching(&self, leaves: impl IntoIterator<Item = LeafId>, faces: &mut FaceSet) {
        faces.clone_from(&self.always);
        for leaf in leaves {
            for &face in self.faces_touching(leaf) {
                faces.insert(face);
            }
        }
    }

    /// Sets `faces` to the faces that are potentially visible from a leaf.
    ///
    /// Returns `false` and leaves `faces` unchanged if all faces count as visible, which is the case for solid leaves
    /// and the outside leaf.
    pub fn collect_visible_from(
        &self,
        tree: &LeafTree,
        pvs: &Pvs,
        leaf: LeafId,
        faces: &mut FaceSet,
    ) -> bool {
        if leaf == OUTSIDE || tree.is_solid(leaf) {
            return false;
        }
        self.collect_touching(pvs.row(leaf), faces);
        true
    }
}
