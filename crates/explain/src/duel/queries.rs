//! The queries that all contestants are asked: casts, contacts and sweeps from where people can be.

use std::hash::{DefaultHasher, Hash, Hasher};

use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{
    Contact, Obstacles,
    collision::{self, Capsule},
};
use glam::Vec3;

use super::ground::Ground;
use crate::places::direction;

/// How far a body moves in a sweep, in its radii: as far as one of 0.3 m goes in a second at 4 m/s.
const SWEEP_RADII: f32 = 4.0 / 0.3;

/// The radius within which a body that has come to rest at a wall looks for contacts, in its radii: the wall is within it.
pub const CONTACT_RADII: f32 = 1.1;

/// A kind of query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Query {
    /// The nearest face along a line in a random direction, through the whole level.
    Casts,
    /// The triangles that a body touches which has come to rest at a wall.
    Contacts,
    /// The first face that a body meets which moves for a second.
    Sweeps,
}

impl Query {
    /// All of them, in the order of the tables.
    pub const ALL: [Self; 3] = [Self::Casts, Self::Contacts, Self::Sweeps];

    /// Its name, in the plural.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Casts => text!("duel-title-casts"),
            Self::Contacts => text!("duel-title-contacts"),
            Self::Sweeps => text!("duel-title-sweeps"),
        }
    }
}

/// The queries of a duel: as many of each kind, from the same places.
#[derive(Clone, Debug, PartialEq)]
pub struct Queries {
    /// From where and to where.
    pub casts: Vec<[Vec3; 2]>,
    /// Where the bodies rest.
    pub contacts: Vec<Vec3>,
    /// From where and to where the bodies move.
    pub sweeps: Vec<[Vec3; 2]>,
    /// The radius of the bodies, in metres.
    pub radius: f32,
}

/// An answer, in what does not depend on how triangles are numbered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// How far the hit is, in metres, or how deep the deepest contact; `None` where nothing is met.
    pub at: Option<f64>,
    /// Of contacts: a hash of their faces and depths.
    pub contacts: u64,
}

impl Answer {
    /// Whether two answers are the same but for the rounding of so many metres.
    #[must_use]
    pub fn is_as(&self, other: &Self, rounding: f64) -> bool {
        let near = match (self.at, other.at) {
            (Some(a), Some(b)) => (a - b).abs() <= rounding,
            (None, None) => true,
            _ => false,
        };
        near && self.contacts == other.contacts
    }
}

impl Queries {
    /// Random queries from `count` places of a level at most: fewer where it has less room. Equal seeds give equal queries.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn new(ground: &Ground, count: usize, seed: u64, progress: &Progress) -> Result<Self, Cancelled> {
        let mut random = fastrand::Rng::with_seed(seed);
        let places = ground.places(count, &mut random, progress)?;
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
            let wall = collision::sweep(tree, Capsule::sphere(radius), from, from + fall * across).hit;
            queries.contacts.push(wall.map_or(from, |hit| hit.center));
            queries.sweeps.push([from, from + go * (SWEEP_RADII * radius)]);
        }
        Ok(queries)
    }

    /// How many there are of each kind.
    #[must_use]
    pub fn count(&self) -> usize {
        self.casts.len()
    }

    /// Asks a query, by its number. `found` is space for contacts.
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
                let hit = collision::sweep(tree, Capsule::sphere(self.radius), from, to).hit;
                met(hit.map(|hit| hit.t * f64::from(from.distance(to))))
            }
            Query::Contacts => {
                let body = Capsule::sphere(CONTACT_RADII * self.radius);
                collision::contacts(tree, body, self.contacts[index], found);
                met(found.first().map(|contact| f64::from(contact.depth)))
            }
        }
    }

    /// As [`Queries::ask`], with all that an answer says.
    pub(super) fn ask_in_full(
        &self,
        kind: Query,
        index: usize,
        tree: &impl Obstacles,
        found: &mut Vec<Contact>,
    ) -> Answer {
        found.clear();
        let answer = self.ask(kind, index, tree, found);
        let mut hasher = DefaultHasher::new();
        for contact in found {
            (contact.face, contact.depth.to_bits()).hash(&mut hasher);
        }
        Answer {
            contacts: hasher.finish(),
            ..answer
        }
    }
}
