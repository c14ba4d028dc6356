//! Where a point is.

use glam::DVec3;

use super::{ClipChild, Contents, HullId, OwnLeafId, QuakeChild, QuakeModel, QuakeTree};
use crate::{
    bsp::{
        divided::{self, Divided, Space},
        node::Branch,
    },
    geometry::Plane,
};

/// The nodes of the clip hulls.
#[derive(Clone, Copy)]
pub(super) struct ClipNodes<'a>(pub(super) &'a QuakeTree);

impl<'a> Divided for &'a QuakeTree {
    type Child = QuakeChild;
    type Node = &'a Plane;
    type Leaf = OwnLeafId;

    fn space(self, child: QuakeChild) -> Space<Self> {
        match child {
            QuakeChild::Leaf(leaf) => Space::Leaf(leaf),
            QuakeChild::Node(id) => {
                let node = &self.parts.nodes[id as usize];
                Space::Node(&self.parts.planes[node.plane as usize], node.children)
            }
        }
    }
}

impl<'a> Divided for ClipNodes<'a> {
    type Child = ClipChild;
    type Node = &'a Plane;
    type Leaf = Contents;

    fn space(self, child: ClipChild) -> Space<Self> {
        let parts = &self.0.parts;
        match child {
            ClipChild::Contents(contents) => Space::Leaf(contents),
            ClipChild::Node(id) => {
                let node = &parts.clip_nodes[id as usize];
                Space::Node(&parts.planes[node.plane as usize], node.children)
            }
        }
    }
}

/// The side of a point at a signed distance from a plane. One on the plane is in front of it, and so is one whose distance is
/// no number.
pub(super) fn side(distance: f64) -> Branch {
    if distance < 0.0 {
        Branch::Back
    } else {
        Branch::Front
    }
}

impl QuakeTree {
    /// The leaf of the world in which a point lies; a point on a plane lies in front of it.
    #[must_use]
    pub fn locate(&self, point: DVec3) -> OwnLeafId {
        self.leaf_below(self.world().root, point)
    }

    /// What fills the world at a point.
    #[must_use]
    pub fn contents(&self, point: DVec3) -> Contents {
        self.leaf(self.locate(point))
            .map_or(Contents::Solid, |leaf| leaf.contents)
    }

    /// What fills the world at a point, where no more planes are to be tested than `planes_left`, from which those that were
    /// are taken; `None` where they do not suffice, and then none are left.
    pub(crate) fn contents_within(&self, point: DVec3, planes_left: &mut u64) -> Option<Contents> {
        let mut path = divided::path(self, self.world().root, |plane| side(plane.distance(point)));
        for _ in path.by_ref() {
            *planes_left = planes_left.checked_sub(1)?;
        }
        Some(
            self.leaf(path.end())
                .map_or(Contents::Solid, |leaf| leaf.contents),
        )
    }

    /// What a body of a hull is in where the point that stands for it is at `point`, in the world alone; `None` where the
    /// file has no such hull. Hull 0 is that of points.
    #[must_use]
    pub fn hull_contents(&self, hull: HullId, point: DVec3) -> Option<Contents> {
        self.model_contents(self.world(), hull, point)
    }

    /// Whether a body of a hull is clear of the world and of every model that stops bodies; false where there is no such
    /// hull.
    #[must_use]
    pub fn is_free(&self, hull: HullId, point: DVec3) -> bool {
        let is_free = |model: &QuakeModel| {
            let contents = self.model_contents(model, hull, point - model.offset);
            contents.is_some_and(|contents| !contents.stops())
        };
        self.solid_models().all(is_free)
    }

    /// The world, and the models that stop bodies.
    pub(super) fn solid_models(&self) -> impl Iterator<Item = &QuakeModel> {
        let mut others = self.parts.models.iter();
        others
            .next()
            .into_iter()
            .chain(others.filter(|model| model.solid))
    }

    fn model_contents(&self, model: &QuakeModel, hull: HullId, point: DVec3) -> Option<Contents> {
        let Some(clip_hull) = hull.checked_sub(1) else {
            let leaf = self.leaf_below(model.root, point);
            return self.leaf(leaf).map(|leaf| leaf.contents);
        };
        let root = *model.clip_roots.get(clip_hull)?;
        let path = divided::path(ClipNodes(self), root, |plane| side(plane.distance(point)));
        Some(path.end())
    }

    fn leaf_below(&self, root: QuakeChild, point: DVec3) -> OwnLeafId {
        divided::path(self, root, |plane| side(plane.distance(point))).end()
    }
}
