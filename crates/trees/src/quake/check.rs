//! Checks that the parts read from a file form a tree, so that all queries terminate.

use bspwalk_progress::{CheckError, Progress, ensure};

use super::{ClipChild, ClipNodeId, QuakeChild, QuakeModel, QuakeParts, QuakeTree};
use crate::validation::{Parents, is_box, is_place, is_plane};

/// Maximum number of clip hulls; Half-Life has three.
const MOST_HULLS: usize = 8;

impl QuakeTree {
    /// Checks the given parts and creates the tree from them.
    ///
    /// # Errors
    /// Returns [`CheckError`] if the parts are invalid, or if `progress` is cancelled. Parts are invalid if
    /// an index is out of range, if nodes form a cycle or have two parents, if a plane has no unit normal, or
    /// if a number is not finite.
    pub fn new(parts: QuakeParts, progress: &Progress) -> Result<Self, CheckError> {
        let tree = Self { parts };
        tree.check(progress)?;
        Ok(tree)
    }

    /// Checks a deserialised tree in the same way as [`QuakeTree::new`] checks parts.
    ///
    /// # Errors
    /// See [`QuakeTree::new`].
    pub fn check(&self, progress: &Progress) -> Result<(), CheckError> {
        let parts = &self.parts;
        let is_countable = |count: usize| count < u32::MAX as usize;
        ensure(
            is_countable(parts.nodes.len()) && is_countable(parts.leaves.len()),
            "there are too many nodes or leaves",
        )?;
        ensure(
            !parts.models.is_empty() && !parts.leaves.is_empty(),
            "there are no models or no leaves",
        )?;
        ensure(
            parts.hulls.len() <= MOST_HULLS && parts.hulls.iter().all(is_box),
            "a hull is not a finite box, or there are too many hulls",
        )?;
        ensure(
            parts.unit.is_finite() && parts.unit > 0.0,
            "the unit is not a positive length",
        )?;
        progress.check_each_numbered("plane", &parts.planes, |_, plane| {
            ensure(
                is_plane(plane),
                "its normal is not a unit vector, or its distance is not finite",
            )
        })?;
        progress.check_each_numbered("leaf", &parts.leaves, |_, leaf| {
            let is_known = |cluster: u32| (cluster as usize) < parts.rows.len();
            ensure(leaf.cluster.is_none_or(is_known), "its cluster does not exist")
        })?;
        progress.check_each_numbered("PVS row", &parts.rows, |_, row| {
            let is_there = |start: u32| start as usize <= parts.visibility.len();
            ensure(row.is_none_or(is_there), "it starts beyond the end of the data")
        })?;
        parts.check_nodes(progress)?;
        parts.check_clip_nodes(progress)?;
        progress.check_each_numbered("model", &parts.models, |_, model| parts.check_model(model))
    }
}

impl QuakeParts {
    fn check_model(&self, model: &QuakeModel) -> Result<(), &'static str> {
        ensure(self.has(model.root), "its root does not exist")?;
        ensure(
            model.clip_roots.len() <= self.hulls.len()
                && model.clip_roots.iter().all(|&root| self.has_clip(root)),
            "the root of a hull does not exist",
        )?;
        ensure(
            is_place(model.offset) && is_box(&model.bounds),
            "its position or bounds are not finite",
        )
    }

    fn has(&self, child: QuakeChild) -> bool {
        match child {
            QuakeChild::Node(id) => id.index() < self.nodes.len(),
            QuakeChild::Leaf(id) => id.index() < self.leaves.len(),
        }
    }

    fn has_clip(&self, child: ClipChild) -> bool {
        match child {
            ClipChild::Node(id) => id.index() < self.clip_nodes.len(),
            ClipChild::Contents(_) => true,
        }
    }

    /// Checks that every node has at most one parent, and that the roots of models have none. The nodes below each root
    /// then form a tree.
    fn check_nodes(&self, progress: &Progress) -> Result<(), CheckError> {
        let mut parents = Parents::new(self.nodes.len());
        progress.check_each_numbered("node", &self.nodes, |id, node| {
            ensure(
                (node.plane as usize) < self.planes.len(),
                "its plane does not exist",
            )?;
            for child in node.children {
                ensure(self.has(child), "one of its children does not exist")?;
                if let QuakeChild::Node(child) = child {
                    parents.claim(child.index(), id)?;
                }
            }
            Ok(())
        })?;
        progress.check_each_numbered("model", &self.models, |_, model| match model.root {
            QuakeChild::Node(root) => ensure(
                self.has(model.root) && parents.parent(root.index()).is_none(),
                "its root does not exist or has a parent",
            ),
            QuakeChild::Leaf(_) => Ok(()),
        })
    }

    /// Checks that clip nodes form no cycles. They may have several parents, because some compilers share clip nodes to
    /// save memory.
    fn check_clip_nodes(&self, progress: &Progress) -> Result<(), CheckError> {
        let mut parents = vec![0_u32; self.clip_nodes.len()];
        progress.check_each_numbered("clip node", &self.clip_nodes, |_, node| {
            ensure(
                (node.plane as usize) < self.planes.len(),
                "its plane does not exist",
            )?;
            for child in node.children {
                ensure(self.has_clip(child), "one of its children does not exist")?;
                if let ClipChild::Node(child) = child {
                    parents[child.index()] += 1;
                }
            }
            Ok(())
        })?;
        // Kahn's algorithm (1962) repeatedly removes nodes whose parents have all been removed. Any nodes that remain
        // are in or below a cycle.
        let mut free: Vec<ClipNodeId> = ClipNodeId::all()
            .zip(&parents)
            .filter(|(_, count)| **count == 0)
            .map(|(id, _)| id)
            .collect();
        let mut taken = 0;
        while let Some(id) = free.pop() {
            progress.check_at(taken)?;
            taken += 1;
            for child in self.clip_nodes[id.index()].children {
                if let ClipChild::Node(child) = child {
                    parents[child.index()] -= 1;
                    if parents[child.index()] == 0 {
                        free.push(child);
                    }
                }
            }
        }
        progress.check_each_numbered("clip node", &parents, |_, &remaining| {
            ensure(remaining == 0, "it is in or below a cycle of clip nodes")
        })
    }
}
