//! Which faces may be seen from a leaf: the potentially visible set, as a set of faces.

use fixedbitset::FixedBitSet;
use glam::{DVec3, Vec3};

use crate::{
    bsp::{
        LeafTree,
        solid_leaf::{Child, LeafId, OUTSIDE, Pvs},
    },
    level::Level,
    progress::{Cancelled, Progress},
};

/// The faces that touch each leaf.
#[derive(Clone, Debug)]
pub struct LeafFaces {
    /// Where the faces of each leaf begin, and where those of the last one end.
    first: Vec<u32>,
    faces: Vec<u32>,
    /// The faces that touch no leaf with a row in the PVS: they may be seen from everywhere.
    always: FixedBitSet,
}

impl LeafFaces {
    /// Finds the leaves that each face touches, on both of its sides, with progress, which can cancel it. A leaf that is
    /// nearly touched counts as touched.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn find(level: &Level, tree: &LeafTree, progress: &Progress) -> Result<Self, Cancelled> {
        progress.begin(
            "Finding the faces of the leaves",
            u64::from(tree.fragment_count()),
        );
        let leaves = tree.leaf_count() as usize;
        let mut of_leaf: Vec<Vec<u32>> = vec![Vec::new(); leaves];
        let bits = level
            .triangles
            .last()
            .map_or(0, |triangle| triangle.source as usize + 1);
        let mut always = FixedBitSet::with_capacity(bits);
        always.insert_range(..);
        let mut waiting: Vec<Child> = Vec::new();
        for index in 0..tree.fragment_count() {
            progress.check_at(index as usize)?;
            progress.advance(1);
            let Some(fragment) = tree.fragment(index) else {
                continue;
            };
            let size = fragment
                .positions
                .iter()
                .fold(Vec3::ZERO, |size, corner| size.max(corner.abs()));
            // Corners are rounded to `f32`.
            let near = 4.0 * (tree.tolerances().on_plane + f64::from(size.max_element() * f32::EPSILON));
            let corners: Vec<DVec3> = fragment
                .positions
                .iter()
                .map(|corner| corner.as_dvec3())
                .collect();
            waiting.push(tree.root());
            while let Some(child) = waiting.pop() {
                match child {
                    Child::Leaf(leaf) => {
                        let faces = &mut of_leaf[leaf as usize];
                        if faces.last() != Some(&fragment.face) {
                            faces.push(fragment.face);
                        }
                    }
                    Child::Node(id) => {
                        let Some(node) = tree.node(id) else { continue };
                        let distances = || corners.iter().map(|&corner| node.plane.distance(corner));
                        if distances().any(|distance| distance > -near) {
                            waiting.push(node.front);
                        }
                        if distances().any(|distance| distance < near) {
                            waiting.push(node.back);
                        }
                    }
                }
            }
        }
        let mut first = Vec::with_capacity(leaves + 1);
        let mut faces = Vec::new();
        for (leaf, mut own) in (0..).zip(of_leaf) {
            own.sort_unstable();
            own.dedup();
            first.push(faces.len() as u32);
            if !tree.is_solid(leaf) && leaf != OUTSIDE {
                for &face in &own {
                    always.set(face as usize, false);
                }
            }
            faces.append(&mut own);
        }
        first.push(faces.len() as u32);
        Ok(Self { first, faces, always })
    }

    /// The faces that touch a leaf, ascending.
    #[must_use]
    pub fn of(&self, leaf: LeafId) -> &[u32] {
        match (self.first.get(leaf as usize), self.first.get(leaf as usize + 1)) {
            (Some(&first), Some(&end)) => &self.faces[first as usize..end as usize],
            _ => &[],
        }
    }

    /// Puts the faces that may be seen from a leaf into `faces`. Returns whether any face is left out: from a solid leaf, and
    /// from the outside, all may be seen.
    pub fn seen_from(&self, tree: &LeafTree, pvs: &Pvs, leaf: LeafId, faces: &mut FixedBitSet) -> bool {
        if leaf == OUTSIDE || tree.is_solid(leaf) {
            return false;
        }
        faces.clone_from(&self.always);
        for seen in pvs.row(leaf) {
            for &face in self.of(seen) {
                faces.insert(face as usize);
            }
        }
        true
    }
}
