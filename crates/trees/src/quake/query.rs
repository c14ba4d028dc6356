//! Point location in leaves and clip hulls.

use fixedbitset::FixedBitSet;
use glam::DVec3;

use super::{
    ClipChild, ClipNode, ClipNodeId, Contents, HullId, QuakeChild, QuakeLeafId, QuakeModel, QuakeNode,
    QuakeNodeId, QuakeTree,
};
use crate::{
    node::Branch,
    traversal::{locate, traversable},
};

traversable! { QuakeNode, QuakeNodeId, QuakeChild::Leaf(QuakeLeafId), |node| node.children.each_ref() }
traversable! { ClipNode, ClipNodeId, ClipChild::Contents(Contents), |node| node.children.each_ref() }

impl QuakeTree {
    /// Returns the leaf of the world that contains a point (in metres). A point on a plane counts as in front of it.
    #[must_use]
    pub fn locate(&self, point: DVec3) -> QuakeLeafId {
        self.leaf_below(self.world().root, point)
    }

    /// Returns the contents of the world at a point (in metres).
    #[must_use]
    pub fn contents(&self, point: DVec3) -> Contents {
        self.leaf(self.locate(point))
            .map_or(Contents::Solid, |leaf| leaf.contents)
    }

    /// Like [`QuakeTree::contents`], but with a budget: each plane test decrements `planes_left`. If the budget runs
    /// out, returns `None` and leaves `planes_left` at 0.
    pub fn contents_within(&self, point: DVec3, planes_left: &mut u64) -> Option<Contents> {
        let mut at = self.world().root;
        while let QuakeChild::Node(id) = at {
            *planes_left = planes_left.checked_sub(1)?;
            let node = &self.parts.nodes[id.index()];
            at = self.side(node.plane, point).pick(node.children);
        }
        let QuakeChild::Leaf(leaf) = at else { return None };
        Some(self.leaf(leaf).map_or(Contents::Solid, |leaf| leaf.contents))
    }

    /// Returns the contents of one of the world's hulls at a point: the contents that a body of that hull touches if
    /// its origin is at the point. Ignores brush models. Returns `None` if the file has no such hull.
    #[must_use]
    pub fn hull_contents(&self, hull: HullId, point: DVec3) -> Option<Contents> {
        self.model_contents(self.world(), hull, point)
    }

    /// Returns whether a body with the given hull and origin touches neither the world nor any model that stops bodies.
    /// Returns `false` if the file has no such hull.
    #[must_use]
    pub fn is_free(&self, hull: HullId, point: DVec3) -> bool {
        let is_free = |model: &QuakeModel| {
            let contents = self.model_contents(model, hull, point - model.offset);
            contents.is_some_and(|contents| !contents.stops_bodies())
        };
        self.solid_models().all(is_free)
    }

    pub(super) fn solid_models(&self) -> impl Iterator<Item = &QuakeModel> {
        let mut others = self.parts.models.iter();
        others
            .next()
            .into_iter()
            .chain(others.filter(|model| model.solid))
    }

    fn model_contents(&self, model: &QuakeModel, hull: HullId, point: DVec3) -> Option<Contents> {
        let Some(clip_hull) = hull.clip_hull() else {
            let leaf = self.leaf_below(model.root, point);
            return self.leaf(leaf).map(|leaf| leaf.contents);
        };
        let root = *model.clip_roots.get(clip_hull)?;
        let clip_nodes = &self.parts.clip_nodes[..];
        Some(locate(clip_nodes, root, |(_, node)| self.side(node.plane, point)))
    }

    fn leaf_below(&self, root: QuakeChild, point: DVec3) -> QuakeLeafId {
        let nodes = &self.parts.nodes[..];
        locate(nodes, root, |(_, node)| self.side(node.plane, point))
    }

    /// Returns the side of a plane on which a point lies. A point on the plane counts as in front of it.
    fn side(&self, plane: u32, point: DVec3) -> Branch {
        Branch::front_if(!(self.parts.planes[plane as usize].distance(point) < 0.0))
    }
}

impl QuakeTree {
    /// Returns whether the file has a PVS.
    #[must_use]
    pub fn has_pvs(&self) -> bool {
        self.parts.rows.iter().any(Option::is_some)
    }

    /// Returns whether one leaf is potentially visible from another, according to the file's PVS. Leaves without a
    /// cluster see everything and are visible from everywhere. Without a PVS, all leaves see each other.
    #[must_use]
    pub fn sees(&self, from: QuakeLeafId, to: QuakeLeafId) -> bool {
        let cluster = |leaf| self.leaf(leaf).and_then(|leaf| leaf.cluster);
        match (cluster(from), cluster(to)) {
            (Some(from), Some(to)) => {
                from == to || self.row_bits(from).is_none_or(|row| row.contains(to as usize))
            }
            _ => true,
        }
    }

    /// Returns the row of a cluster: the clusters that are potentially visible from it, including itself, in ascending
    /// order. Returns `None` if the cluster sees everything. If a row is truncated in the file, the missing clusters
    /// count as hidden, as in the engines.
    #[must_use]
    pub fn row(&self, cluster: u32) -> Option<impl Iterator<Item = u32> + use<>> {
        let row = self.row_bits(cluster)?;
        Some(row.into_ones().map(|cluster| cluster as u32))
    }

    /// Returns the row of a cluster with one bit per cluster.
    pub(crate) fn row_bits(&self, cluster: u32) -> Option<FixedBitSet> {
        let start = (*self.parts.rows.get(cluster as usize)?)?;
        let count = self.parts.rows.len();
        let mut row = FixedBitSet::with_capacity(count);
        let mut bytes = self.parts.visibility.get(start as usize..)?.iter();
        let mut at = 0;
        while at < count {
            let Some(&byte) = bytes.next() else { break };
            if byte == 0 {
                let Some(&run) = bytes.next() else { break };
                at += 8 * usize::from(run);
                continue;
            }
            for bit in 0..8 {
                if byte >> bit & 1 != 0 && at + bit < count {
                    row.insert(at + bit);
                }
            }
            at += 8;
        }
        row.insert(cluster as usize);
        Some(row)
    }
}
