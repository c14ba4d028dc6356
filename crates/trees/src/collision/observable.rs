//! Sets of obstacles in which a [`Mover`](super::mover::Mover) can move: their queries can be watched, and the push of the ATI
//! sample can be tried in them.

use glam::Vec3;

use super::push_ati::{AtiPush, push_ati_observed};
use crate::{NodeTree, Obstacles, hits::Contact, node_storing::ObservedTree, observer::Observer};

/// A set of [`Obstacles`] in which a [`Mover`](super::mover::Mover) can move: a [`NodeTree`], or a level with things that move in
/// it, [`Assembly`](super::things::Assembly).
pub trait Observable: Obstacles {
    /// The same set, of whose queries `observer` is told. The answers are those of the set.
    fn observed<O: Observer>(&self, observer: O) -> impl Obstacles;

    /// Pushes a sphere out of the set as the ATI SDK's BSP sample does, see [`push_ati`](super::push_ati).
    fn push_sphere(&self, center: Vec3, radius: f32, observer: impl Observer) -> AtiPush;

    /// The contacts of a sphere, each triangle once; they replace what `contacts` held. Lengths are in metres.
    fn sphere_contacts(
        &self,
        center: Vec3,
        radius: f32,
        contacts: &mut Vec<Contact>,
        observer: impl Observer,
    );
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
