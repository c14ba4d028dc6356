//! Convex cells of the world's hulls.

use bspwalk_geometry::{Aabb, Polygon, Polyhedron};
use bspwalk_progress::{Cancelled, Progress};

use super::{Contents, HullId, QuakeTree};
use crate::{
    node::Branch,
    traversal::{Space, Traversable},
};

impl QuakeTree {
    /// Returns the convex cells of one of the world's hulls inside a box, each with its contents, in metres. The cells
    /// do not overlap and fill the box. In hull 0, a cell is a leaf or a part of the leaf that all solid space shares.
    ///
    /// Parts thinner than the planes of a compiled level are added to their neighbours. Brush models are ignored.
    /// Returns `None` if the file has no such hull, or if there are more than `most` cells: some compilers share clip
    /// nodes, so a small file can have many cells.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn hull_cells(
        &self,
        hull: HullId,
        within: &Aabb,
        most: usize,
        progress: &Progress,
    ) -> Result<Option<Vec<(Contents, Polyhedron)>>, Cancelled> {
        let parts = &self.parts;
        match hull.clip_hull() {
            None => {
                let contents = |leaf: super::QuakeLeafId| parts.leaves[leaf.index()].contents;
                let root = self.world().root;
                self.cells(
                    &parts.nodes[..],
                    root,
                    |(_, node)| node.plane,
                    within,
                    most,
                    progress,
                )
                .map(|cells| {
                    Some(
                        cells?
                            .into_iter()
                            .map(|(leaf, cell)| (contents(leaf), cell))
                            .collect(),
                    )
                })
            }
            Some(index) => match self.world().clip_roots.get(index) {
                None => Ok(None),
                Some(&root) => self.cells(
                    &parts.clip_nodes[..],
                    root,
                    |(_, node)| node.plane,
                    within,
                    most,
                    progress,
                ),
            },
        }
    }

    fn cells<T: Traversable>(
        &self,
        tree: T,
        root: T::Child,
        plane: impl Fn(T::Node) -> u32,
        within: &Aabb,
        most: usize,
        progress: &Progress,
    ) -> Result<Option<Vec<(T::Leaf, Polyhedron)>>, Cancelled> {
        let tolerance = self.plane_thickness();
        let mut cells = Vec::new();
        let mut left = vec![(root, Polyhedron::from_aabb(within))];
        let mut turn = 0;
        while let Some((child, cell)) = left.pop() {
            progress.check_at(turn)?;
            turn += 1;
            match tree.space(child) {
                Space::Leaf(leaf) if cells.len() < most => cells.push((leaf, cell)),
                Space::Leaf(_) => return Ok(None),
                Space::Node(node) => {
                    let plane = &self.parts.planes[plane(node) as usize];
                    match cell.into_split(plane, tolerance) {
                        Ok([front, back]) => {
                            left.push((T::on(node, Branch::Back), back.polyhedron));
                            left.push((T::on(node, Branch::Front), front.polyhedron));
                        }
                        Err(cell) => {
                            let corners = cell.faces.iter().flat_map(Polygon::positions);
                            let above: f64 = corners.map(|corner| plane.distance(corner)).sum();
                            let side = Branch::front_if(above >= 0.0);
                            left.push((T::on(node, side), cell));
                        }
                    }
                }
            }
        }
        Ok(Some(cells))
    }
}
