//! Obstacle sets that a [`Mover`](super::mover::Mover) can move in, with queries that can be observed.

use bspwalk_geometry::Capsule;
use bspwalk_trees::{Contact, NodeTree, Obstacles, node_storing::ObservedTree, observer::Observer};
use glam::Vec3;

use super::{
    contacts::contacts,
    push_ati::{AtiPush, push_ati_observed},
};

/// A set of [`Obstacles`] that a [`Mover`](super::mover::Mover) can move in.
///
/// Implemented by [`NodeTree`] and by [`Assembly`](super::things::Assembly), which combines a level with moving things.
/// Any other set only needs to implement [`Observable::observed`].
pub trait Observable: Obstacles {
    /// Returns the same set, with queries reported to `observer`. The results do not change.
    fn observed<O: Observer>(&self, observer: O) -> impl Obstacles;

    /// Pushes a sphere out of the set as the ATI SDK's BSP sample does; see [`push_ati`](super::push_ati).
    ///
    /// The sample's algorithm needs a node-storing tree. The default implementation does not push, so a body using
    /// [`CollisionMethod::Ati`](super::mover::CollisionMethod::Ati) passes through the set.
    fn push_sphere(&self, center: Vec3, radius: f32, observer: impl Observer) -> AtiPush {
        let _ = (radius, observer);
        AtiPush {
            center,
            pushed: false,
        }
    }

    /// Finds the contacts of a sphere, one per triangle, and overwrites `found`. Lengths are in metres.
    fn sphere_contacts(&self, center: Vec3, radius: f32, found: &mut Vec<Contact>, observer: impl Observer) {
        contacts(&self.observed(observer), Capsule::sphere(radius), center, found);
    }
}

impl Observable for NodeTree {
    fn observed<O: Observer>(&self, observer: O) -> impl Obstacles {
        ObservedTree { tree: self, observer }
    }

    fn push_sphere(&self, center: Vec3, radius: f32, observer: impl Observer) -> AtiPush {
        push_ati_observed(self, center, radius, observer)
    }

    fn sphere_contacts(
        &self,
        center: Vec3,
        radius: f32,
        contacts: &mut Vec<Contact>,
        observer: impl Observer,
    ) {
        self.contacts_observed(center, radius, contacts, observer);
    }
}
