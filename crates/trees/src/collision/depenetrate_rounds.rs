//! The rounds of a depenetration: contacts are taken, their half-spaces solved, until the body reaches into nothing.

use std::collections::{HashMap, HashSet, hash_map::Entry};

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::{
    Capsule,
    contacts::{NearTriangle, corner_bits, near_contacts},
    crossing::{AxisPath, is_on_plane, lies_on},
    half_spaces::{HalfSpace, Slack, most_violated, nearest_point},
    proximity::unit_normal,
    tolerance::{CONVERGED, PUSH_SKIN_RELATIVE, SAME_PLANE},
};
use crate::{
    ObstacleTriangle, Obstacles,
    hits::Contact,
    observer::{Note, Stage},
};

/// Most rounds after the first clear place, which look for a nearer one.
const MAX_REFINEMENTS: u32 = 6;

/// Longest displacement, relative to the radius and the axis: that out of a wedge of 2°. Walls that are more nearly
/// parallel intersect so far away that their common point is no answer.
const FARTHEST: f64 = 64.0;

/// The radius within which triangles count, relative to the body's: so walls are known before the body is pushed into
/// them.
const LOOK_AHEAD: f64 = 1.25;

/// Most half-spaces that are kept for good because a path crossed their triangle; an attempt that needs more ends.
const MAX_KEPT: usize = 8;

/// Most rounds of one attempt.
const MAX_ROUNDS: u32 = 48;

/// Of the planes of faces that the centre lies on at the start, this many are left to one side and to the other in turn;
/// those beyond are left to the side that their faces look to.
pub(super) const MAX_PLANES: usize = 3;

/// The result of a depenetration, and how much work it was. Points are in metres.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Depenetration {
    /// The body's centre at the end. Where `clear` is false, it is the centre that was given.
    pub center: Vec3,
    /// Whether the body reaches into nothing at `center`. If it does, no room was found for it near by.
    pub clear: bool,
    /// The contacts that pushed the body, one for each triangle, as they were when the body first met them. Those at the start
    /// come first, the deepest first.
    pub contacts: Vec<Contact>,
    /// The number of rounds: in each, the contacts are found and the half-spaces that they allow are solved. It is at most
    /// [`Depenetration::MAX_ROUNDS`].
    pub rounds: u32,
    /// The number of triangles that the tree offered as candidates, in all rounds together. It depends on the tree.
    pub candidates: u64,
}

impl Depenetration {
    /// No round begins after this many candidates. A body among thousands of triangles may therefore find no room although
    /// there is some.
    pub const MAX_CANDIDATES: u64 = 1 << 19;

    /// The greatest number of rounds.
    pub const MAX_ROUNDS: u32 = 2 * (1 << MAX_PLANES) * MAX_ROUNDS;
}

/// The work of all attempts up to now.
#[derive(Debug, Default)]
pub(super) struct Work {
    /// Rounds.
    pub(super) rounds: u32,
    /// Triangles that the tree offered.
    pub(super) candidates: u64,
}

/// How a body leaves a face that its axis crosses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// By the shortest displacement: to either side or past an edge.
    Shortest,
    /// To the side on which the centre is, as a sphere does.
    SideOfCenter,
}

/// What all rounds of a depenetration share.
pub(super) struct Depenetrator<'a, T> {
    tree: &'a T,
    body: Capsule,
    half_axis: DVec3,
    radius: f64,
    start: Vec3,
    /// The distance from the axis at which half-spaces keep their triangles, so that the end is clear after rounding.
    target: f64,
    /// Longest displacement, in metres.
    farthest: f64,
    slack: Slack,
}

impl<'a, T: Obstacles> Depenetrator<'a, T> {
    pub(super) fn new(tree: &'a T, body: Capsule, start: Vec3) -> Self {
        let (radius, half_axis) = (f64::from(body.radius), body.half_axis.as_dvec3());
        let coordinates = start.as_dvec3().abs();
        Self {
            tree,
            body,
            half_axis,
            radius,
            start,
            target: radius * (1.0 + PUSH_SKIN_RELATIVE)
                + 4.0 * f64::from(f32::EPSILON) * (coordinates + half_axis.abs()).max_element(),
            farthest: FARTHEST * (radius + half_axis.length()),
            slack: Slack::both(1.0e-12 * (1.0 + coordinates.max_element())),
        }
    }

    fn note(&self, stage: impl FnOnce() -> Stage) {
        self.tree.note(|| Note::Stage(stage()));
    }

    /// Finds the triangles near the body at a place, the nearest first. Returns how many the tree offered.
    pub(super) fn find_near(&self, at: Vec3, found: &mut Vec<NearTriangle>) -> u64 {
        let reach = self.radius * LOOK_AHEAD;
        u64::from(near_contacts(self.tree, self.body.half_axis, reach, at, found))
    }

    /// The part of `found` that the body reaches into.
    fn reached<'f>(&self, found: &'f [NearTriangle]) -> &'f [NearTriangle] {
        &found[..found.partition_point(|near| near.proximity.distance < self.radius)]
    }

    /// Adds the contacts with the triangles that the body reaches into and that are not in `met`.
    pub(super) fn add_contacts(
        &self,
        found: &[NearTriangle],
        met: &mut HashSet<u32>,
        contacts: &mut Vec<Contact>,
    ) {
        let new = |near: &&NearTriangle| met.insert(near.triangle.triangle);
        let reached = self.reached(found).iter().filter(new);
        contacts.extend(reached.map(|near| near.contact(self.radius)));
    }

    /// The normals of the planes that the body may leave to either side, each once, as the first triangle of each gives it.
    /// These are the planes of triangles that the centre lies on at the start and does not leave past an edge.
    pub(super) fn planes_at_start(
        &self,
        exit: Exit,
        near_start: &[NearTriangle],
    ) -> SmallVec<[DVec3; MAX_PLANES]> {
        let mut planes: SmallVec<[DVec3; MAX_PLANES]> = SmallVec::new();
        for near in near_start {
            if let Some(normal) = self.normal_at_start(exit, near)
                && lies_on(near.corners(), self.start.as_dvec3(), DVec3::ZERO)
                && !planes.iter().any(|&plane| is_same_plane(plane, normal))
            {
                planes.push(normal);
            }
        }
        planes
    }

    /// The unit normal of a triangle whose plane the centre lies on at the start, unless the body may leave the triangle
    /// past an edge.
    fn normal_at_start(&self, exit: Exit, near: &NearTriangle) -> Option<DVec3> {
        let crossed = near.proximity.distance < 0.0;
        if crossed && exit == Exit::Shortest || !is_on_plane(near.corners(), self.start.as_dvec3()) {
            return None;
        }
        near.face_normal()
    }

    /// A triangle on one of the planes at the start, to be left to the side chosen for that plane; `flipped` has a bit for
    /// each plane that is left to its back.
    fn on_chosen_side(
        &self,
        exit: Exit,
        (planes, flipped): (&[DVec3], u32),
        near: &NearTriangle,
    ) -> Option<NearTriangle> {
        if planes.is_empty() {
            return None;
        }
        let normal = self.normal_at_start(exit, near)?;
        let index = planes.iter().position(|&plane| is_same_plane(plane, normal))?;
        let flips = index < MAX_PLANES && flipped >> index & 1 == 1;
        let out = if flips { -planes[index] } else { planes[index] };
        Some(near.leaving(out, -out.dot(self.half_axis).abs()))
    }

    /// A triangle that the axis crosses, to be left to the side on which the centre is; `None` where it does not cross.
    fn on_center_side(&self, near: &NearTriangle, center: DVec3) -> Option<NearTriangle> {
        if near.proximity.distance >= 0.0 {
            return None;
        }
        let normal = near.face_normal()?;
        let height = normal.dot(center - near.corners()[0]);
        let out = if height < 0.0 { -normal } else { normal };
        Some(near.leaving(out, height.abs() - normal.dot(self.half_axis).abs()))
    }

    /// The first triangle that the straight path from the start crosses although it may not: its number, and the half-space
    /// on the start's side of it, `None` where the start lies on its plane.
    fn first_crossed(&self, to: Vec3, candidates: &mut u64) -> Option<(u32, Option<HalfSpace>)> {
        let path = AxisPath {
            from: self.start.as_dvec3(),
            to: to.as_dvec3(),
            half_axis: self.half_axis,
        };
        // Ordered by the share of the path at which the centre passes the plane of the triangle.
        let mut first: Option<(f64, ObstacleTriangle, Option<HalfSpace>)> = None;
        let visit = |triangle: &ObstacleTriangle| {
            *candidates += 1;
            let corners = triangle.corners.map(Vec3::as_dvec3);
            if path.crosses(corners) {
                let normal = unit_normal(corners).filter(|_| !is_on_plane(corners, path.from));
                let (share, space) = normal.map_or((0.0, None), |normal| {
                    let height = normal.dot(path.from - corners[0]);
                    let normal = if height < 0.0 { -normal } else { normal };
                    let offset = normal.dot(corners[0]) + self.target + normal.dot(self.half_axis).abs();
                    let share = height.abs() / -normal.dot(path.to - path.from);
                    (share, Some(HalfSpace { normal, offset }))
                });
                let is_first = first.is_none_or(|(known, other, _)| {
                    let tie = || corner_bits(triangle).cmp(&corner_bits(&other));
                    share.total_cmp(&known).then_with(tie).is_lt()
                });
                if is_first {
                    first = Some((share, *triangle, space));
                }
            }
            1.0
        };
        self.tree
            .visit_swept(self.start, to, self.body.half_axis, 0.0, visit);
        first.map(|(_, triangle, space)| (triangle.triangle, space))
    }

    /// One attempt: all rounds, the first with what is near the start. `sides` are the planes at the start, and a bit for
    /// each that is left to its back.
    pub(super) fn run(
        &self,
        exit: Exit,
        sides: (&[DVec3], u32),
        near_start: &[NearTriangle],
        work: &mut Work,
        result: &mut Depenetration,
    ) {
        let start = self.start.as_dvec3();
        let mut constraints = Constraints::default();
        let mut met: HashSet<u32> = result.contacts.iter().map(|contact| contact.triangle).collect();
        let mut found = near_start.to_vec();
        let mut current = self.start;
        let mut refinements = 0;
        for round in 0..MAX_ROUNDS {
            if work.candidates > Depenetration::MAX_CANDIDATES {
                return;
            }
            work.rounds += 1;
            let at = current.as_dvec3();
            for near in &found {
                let chosen = match round {
                    0 => self.on_chosen_side(exit, sides, near),
                    _ => None,
                };
                let chosen = chosen.or_else(|| match exit {
                    Exit::Shortest => None,
                    Exit::SideOfCenter => self.on_center_side(near, at),
                });
                constraints.update(chosen.as_ref().unwrap_or(near), at, self.target);
            }
            // The half-space of an edge or a vertex excludes more than the triangle does. Every fourth round only steps out
            // of the worst half-space, after which all are taken again from another place.
            let exact = if round % 4 == 3 {
                None
            } else {
                nearest_point(start, &constraints.all, self.slack)
                    .filter(|point| point.distance(start) <= self.farthest)
            };
            let next = exact.unwrap_or_else(|| step_out_of_worst(at, &constraints.all));
            self.note(|| Stage::Round {
                round: work.rounds,
                center: current,
                half_spaces: constraints.all.len() as u32,
                to: next,
                exact: exact.is_some(),
            });
            current = next.as_vec3();
            if !current.is_finite() || next.distance(start) > self.farthest {
                return;
            }
            work.candidates += self.find_near(current, &mut found);
            if self.reached(&found).is_empty() {
                self.note(|| Stage::Clear { center: current });
                if let Some((triangle, space)) = self.first_crossed(current, &mut work.candidates) {
                    self.note(|| Stage::Crossed { triangle });
                    let Some(space) = space.filter(|_| constraints.kept.len() < MAX_KEPT) else {
                        return;
                    };
                    constraints.keep(triangle, space);
                    continue;
                }
                let gain = if result.clear {
                    result.center.distance(self.start) - current.distance(self.start)
                } else {
                    f32::INFINITY
                };
                if gain > 0.0 {
                    (result.center, result.clear) = (current, true);
                }
                if gain < CONVERGED * self.radius as f32 {
                    return;
                }
                // Edges and vertices demanded more at the start than they do from here.
                constraints.forget();
            }
            if result.clear {
                refinements += 1;
                if refinements > MAX_REFINEMENTS {
                    return;
                }
            }
            self.add_contacts(&found, &mut met, &mut result.contacts);
        }
    }
}

/// Whether two unit normals belong to one plane.
fn is_same_plane(a: DVec3, b: DVec3) -> bool {
    a.dot(b).abs() > 1.0 - SAME_PLANE
}

/// The half-spaces of all triangles met so far.
#[derive(Debug, Default)]
struct Constraints {
    all: Vec<HalfSpace>,
    /// Where in `all` the half-space of a triangle is.
    index: HashMap<u32, usize>,
    /// Half-spaces of triangles that a path crossed: these are neither updated nor forgotten.
    kept: SmallVec<[(u32, HalfSpace); MAX_KEPT]>,
}

impl Constraints {
    /// Sets the half-space of a triangle to that of a contact of a body at `at`.
    fn update(&mut self, near: &NearTriangle, at: DVec3, target: f64) {
        let triangle = near.triangle.triangle;
        if !self.kept.iter().any(|kept| kept.0 == triangle) {
            self.set(triangle, near.half_space(at, target));
        }
    }

    fn keep(&mut self, triangle: u32, space: HalfSpace) {
        self.kept.push((triangle, space));
        self.set(triangle, space);
    }

    fn forget(&mut self) {
        self.all.clear();
        self.index.clear();
        for (triangle, space) in self.kept.clone() {
            self.set(triangle, space);
        }
    }

    fn set(&mut self, triangle: u32, space: HalfSpace) {
        match self.index.entry(triangle) {
            Entry::Occupied(index) => self.all[*index.get()] = space,
            Entry::Vacant(slot) => {
                slot.insert(self.all.len());
                self.all.push(space);
            }
        }
    }
}

/// The nearest point of the boundary of the half-space that is violated most.
fn step_out_of_worst(point: DVec3, spaces: &[HalfSpace]) -> DVec3 {
    most_violated(spaces, point).map_or(point, |(worst, violation)| {
        point + worst.normal * violation.max(0.0)
    })
}
