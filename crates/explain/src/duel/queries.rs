//! The queries of a comparison: casts, contacts and sweeps from positions that a player can reach.

use bspwalk_collision::Capsule;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{Contact, Obstacles};
use glam::Vec3;

use super::{
    ground::DuelLevel,
    measure::{Answer, Questions},
};
use crate::places::direction;

/// Distance of a sweep, in multiples of the body's radius. A body with a radius of 0.3 m that moves at 4 m/s covers it
/// in one second.
const SWEEP_RADII: f32 = 4.0 / 0.3;

/// Radius of a contact query for a body that rests against a wall, in multiples of the body's radius. It is large
/// enough to reach the wall.
pub const CONTACT_RADII: f32 = 1.1;

/// A kind of query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Query {
    /// Finds the nearest face along a line in a random direction through the entire level.
    Casts,
    /// Finds the triangles that touch a body resting against a wall.
    Contacts,
    /// Finds the first face that a body hits while it moves for one second.
    Sweeps,
}

impl Query {
    /// All kinds of queries, in table order.
    pub const ALL: [Self; 3] = [Self::Casts, Self::Contacts, Self::Sweeps];

    /// Returns the plural name of the kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Casts => text!("duel-title-casts"),
            Self::Contacts => text!("duel-title-contacts"),
            Self::Sweeps => text!("duel-title-sweeps"),
        }
    }
}

/// The queries of a comparison: the same number of each kind, from the same positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Queries {
    /// Start and end of each cast.
    pub casts: Vec<[Vec3; 2]>,
    /// Position of each resting body.
    pub contacts: Vec<Vec3>,
    /// Start and end of each moving body.
    pub sweeps: Vec<[Vec3; 2]>,
    /// Radius of the bodies, in metres.
    pub radius: f32,
}

impl Queries {
    /// Creates random queries from up to `count` positions in a level. The same seed gives the same queries.
    ///
    /// If fewer positions are found, there are fewer queries.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn new(ground: &DuelLevel, count: usize, seed: u64, progress: &Progress) -> Result<Self, Cancelled> {
        let mut random = fastrand::Rng::with_seed(seed);
        let places = ground.random_places(count, &mut random, progress)?;
        let tree = &*ground.nodes.0;
        let across = tree.bounds().size().length() as f32;
        let radius = places.radius;
        let mut queries = Self {
            casts: Vec::with_capacity(count),
            contacts: Vec::with_capacity(count),
            sweeps: Vec::with_capacity(count),
            radius,
        };
        for (turn, &from) in places.points.iter().enumerate() {
            progress.check_at(turn)?;
            let [look, fall, go] = [0; 3].map(|_| direction(&mut random));
            queries.casts.push([from, from + look * across]);
            let wall =
                bspwalk_collision::sweep(tree, Capsule::sphere(radius), from, from + fall * across).hit;
            queries.contacts.push(wall.map_or(from, |hit| hit.center));
            queries.sweeps.push([from, from + go * (SWEEP_RADII * radius)]);
        }
        Ok(queries)
    }

    /// Returns the number of queries of each kind.
    #[must_use]
    pub fn count(&self) -> usize {
        self.casts.len()
    }

    /// Runs the query with this kind and index. `found` is a reusable buffer for contacts.
    #[inline]
    pub fn ask(&self, kind: Query, index: usize, tree: &impl Obstacles, found: &mut Vec<Contact>) -> Answer {
        let met = |at: Option<f64>| Answer { at, contacts: 0 };
        match kind {
            Query::Casts => {
                let [from, to] = self.casts[index];
                let hit = tree.cast(from, to);
                met(hit.map(|hit| f64::from(hit.t * from.distance(to))))
            }
            Query::Sweeps => {
                let [from, to] = self.sweeps[index];
                let hit = bspwalk_collision::sweep(tree, Capsule::sphere(self.radius), from, to).hit;
                met(hit.map(|hit| hit.t * f64::from(from.distance(to))))
            }
            Query::Contacts => {
                let body = Capsule::sphere(CONTACT_RADII * self.radius);
                bspwalk_collision::contacts(tree, body, self.contacts[index], found);
                met(found.first().map(|contact| f64::from(contact.depth)))
            }
        }
    }
}

/// The queries of one kind.
pub(super) struct OfKind<'a>(pub(super) &'a Queries, pub(super) Query);

impl Questions for OfKind<'_> {
    #[inline]
    fn ask(&self, index: usize, tree: &impl Obstacles, found: &mut Vec<Contact>) -> Answer {
        self.0.ask(self.1, index, tree, found)
    }
}
