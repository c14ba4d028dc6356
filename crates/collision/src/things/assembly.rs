//! A level and its moving things as one set of obstacles.

use bspwalk_geometry::{Aabb, Shape};
use bspwalk_trees::{
    CastHit, Contact, NodeTree, ObstacleTriangle, Obstacles, TriangleId,
    node_storing::ObservedTree,
    observer::{Note, Observer, Unobserved},
};
use glam::Vec3;

use super::Placed;
use crate::{
    Capsule, contacts as contacts_of,
    observable::Observable,
    push_ati::{AtiPush, push_ati_observed},
};

/// Owner of a triangle in an [`Assembly`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// The level.
    Level,
    /// The thing with this index in the assembly's slice.
    Thing(usize),
}

/// A level and its moving things at their current poses, as one set of obstacles.
///
/// Face numbers do not change. Triangles are numbered consecutively: the level's triangles first, then the triangles of
/// each thing in turn. [`Assembly::owner`] returns the owner of a triangle. Node ids refer to the tree that contains
/// the triangle.
///
/// Each distant thing costs one box test per query. Without things, every result is bit-identical to a query on the
/// level's tree. An [`Observer`] is notified only about the level's tree, because node numbers do not identify the tree
/// they belong to.
#[derive(Clone, Copy, Debug)]
pub struct Assembly<'a, O = Unobserved> {
    level: ObservedTree<'a, O>,
    things: &'a [Placed<'a>],
    without: Option<usize>,
    bounds: Aabb,
}

impl<'a> Assembly<'a> {
    /// Combines a level with its moving things.
    #[must_use]
    pub fn new(level: &'a NodeTree, things: &'a [Placed<'a>]) -> Self {
        Self::all_but(level, things, None)
    }

    /// Combines a level with its moving things, optionally omitting one. The triangle numbers of the others do not
    /// change.
    pub(crate) fn all_but(level: &'a NodeTree, things: &'a [Placed<'a>], without: Option<usize>) -> Self {
        let bounds = things
            .iter()
            .fold(level.bounds(), |bounds, thing| bounds.union(&thing.bounds()));
        Self {
            level: ObservedTree {
                tree: level,
                observer: Unobserved,
            },
            things,
            without,
            bounds,
        }
    }
}

impl<'a, O: Observer> Assembly<'a, O> {
    /// Returns the level's tree.
    #[must_use]
    pub fn level(&self) -> &'a NodeTree {
        self.level.tree
    }

    /// Returns the moving things.
    #[must_use]
    pub fn things(&self) -> &'a [Placed<'a>] {
        self.things
    }

    /// Returns the owner of a triangle.
    ///
    /// Unused numbers, such as [`NO_TRIANGLE`](crate::mover::NO_TRIANGLE), are attributed to the level.
    #[must_use]
    pub fn owner(&self, triangle: TriangleId) -> Owner {
        let first = self.level.tree.triangle_count();
        if triangle.0 < first {
            return Owner::Level;
        }
        let index = self.numbered().position(|(index, thing)| {
            let numbers = index..index.saturating_add(thing.tree().triangle_count());
            numbers.contains(&triangle.0)
        });
        index.map_or(Owner::Level, Owner::Thing)
    }

    fn numbered(&self) -> impl Iterator<Item = (u32, &'a Placed<'a>)> + use<'a, O> {
        let mut next = self.level.tree.triangle_count();
        self.things.iter().map(move |thing| {
            let first = next;
            next = next.saturating_add(thing.tree().triangle_count());
            (first, thing)
        })
    }

    fn near(&self, within: Aabb) -> impl Iterator<Item = (u32, &'a Placed<'a>)> + use<'a, O> {
        let without = self.without;
        self.numbered()
            .enumerate()
            .filter(move |(index, (_, thing))| Some(*index) != without && thing.bounds().intersects(&within))
            .map(|(_, numbered)| numbered)
    }
}

fn bounds_of_path(from: Vec3, to: Vec3, extents: Vec3) -> Aabb {
    let extents = extents.as_dvec3();
    let (from, to) = (from.as_dvec3(), to.as_dvec3());
    let largest = (from.abs().max(to.abs()) + extents).max_element();
    let extents = extents + 4.0 * f64::from(f32::EPSILON) * largest;
    Aabb {
        min: from.min(to) - extents,
        max: from.max(to) + extents,
    }
}

impl<O: Observer> Obstacles for Assembly<'_, O> {
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        let first = self.level.cast(from, to);
        if self.things.is_empty() {
            return first;
        }
        let near = self.near(bounds_of_path(from, to, Vec3::ZERO));
        near.fold(first, |nearest, (first, thing)| {
            let hit = thing.cast(from, to).map(|hit| CastHit {
                triangle: TriangleId(first + hit.triangle.0),
                ..hit
            });
            match (nearest, hit) {
                (Some(nearest), Some(hit)) => Some(if hit.t < nearest.t { hit } else { nearest }),
                (nearest, hit) => nearest.or(hit),
            }
        })
    }

    fn is_blocked(&self, from: Vec3, to: Vec3) -> bool {
        self.level.is_blocked(from, to)
            || self
                .near(bounds_of_path(from, to, Vec3::ZERO))
                .any(|(_, thing)| thing.is_blocked(from, to))
    }

    fn visit_swept(
        &self,
        shape: &Shape,
        from: Vec3,
        to: Vec3,
        mut visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32 {
        let mut limit = 1.0;
        let mut nodes = self.level.visit_swept(shape, from, to, |triangle| {
            limit = visit(triangle);
            limit
        });
        if self.things.is_empty() {
            return nodes;
        }
        let end = from.as_dvec3().lerp(to.as_dvec3(), limit.clamp(0.0, 1.0));
        let end = if end.is_finite() { end.as_vec3() } else { to };
        for (first, thing) in self.near(bounds_of_path(from, end, shape.extents())) {
            nodes += thing.visit_swept(shape, from, to, |triangle| {
                visit(&ObstacleTriangle {
                    triangle: TriangleId(first + triangle.triangle.0),
                    ..*triangle
                })
            });
        }
        nodes
    }

    fn visit_near(&self, shape: &Shape, center: Vec3, mut visit: impl FnMut(&ObstacleTriangle)) {
        self.level.visit_near(shape, center, &mut visit);
        if self.things.is_empty() {
            return;
        }
        for (first, thing) in self.near(bounds_of_path(center, center, shape.extents())) {
            thing.visit_near(shape, center, |triangle| {
                visit(&ObstacleTriangle {
                    triangle: TriangleId(first + triangle.triangle.0),
                    ..*triangle
                });
            });
        }
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }

    fn is_of_thing(&self, triangle: TriangleId) -> bool {
        triangle.0 >= self.level.tree.triangle_count()
    }

    fn has_thing_in(&self, within: &Aabb) -> bool {
        self.near(*within).next().is_some()
    }

    #[inline(always)]
    fn note(&self, note: impl FnOnce() -> Note) {
        if !O::ENABLED {
            return;
        }
        let note = note();
        let is_of_thing = matches!(note, Note::Tested { triangle, .. } if self.is_of_thing(triangle));
        if !is_of_thing {
            self.level.note(|| note);
        }
    }
}

impl Observable for Assembly<'_> {
    fn observed<O: Observer>(&self, observer: O) -> impl Obstacles {
        Assembly {
            level: ObservedTree {
                tree: self.level.tree,
                observer,
            },
            things: self.things,
            without: self.without,
            bounds: self.bounds,
        }
    }

    fn push_sphere(&self, center: Vec3, radius: f32, observer: impl Observer) -> AtiPush {
        let mut pushed = push_ati_observed(self.level.tree, center, radius, observer);
        for (_, thing) in self.near(bounds_of_path(center, pushed.center, Vec3::splat(radius))) {
            let further = thing.push_sphere(pushed.center, radius);
            pushed = AtiPush {
                center: further.center,
                pushed: pushed.pushed | further.pushed,
            };
        }
        pushed
    }

    fn sphere_contacts(
        &self,
        center: Vec3,
        radius: f32,
        contacts: &mut Vec<Contact>,
        observer: impl Observer,
    ) {
        self.level
            .tree
            .sphere_contacts(center, radius, contacts, observer);
        let near = self.near(bounds_of_path(center, center, Vec3::splat(radius)));
        let body = Capsule::sphere(radius);
        let mut of_thing = Vec::new();
        for (first, thing) in near {
            contacts_of(thing, body, center, &mut of_thing);
            contacts.extend(of_thing.iter().map(|contact| Contact {
                triangle: TriangleId(first + contact.triangle.0),
                ..*contact
            }));
        }
        contacts.sort_by(|a, b| b.depth.total_cmp(&a.depth));
    }
}
