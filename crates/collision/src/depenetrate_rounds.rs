//! The rounds of depenetration: find contacts, solve for the half-spaces they define, and repeat until no contact is
//! left.

use std::collections::{HashMap, HashSet, hash_map::Entry};

use bspwalk_trees::{
    Contact, ObstacleTriangle, Obstacles, TriangleId,
    observer::{Note, Stage},
};
use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::{
    Capsule,
    contacts::near_contacts,
    crossing::{AxisPath, axis_touches_triangle, is_on_plane},
    half_spaces::{HalfSpace, Slack, most_violated, nearest_point},
    near_triangle::{NearTriangle, corner_bits},
    proximity::unit_normal,
    tolerance::{CONVERGED, PUSH_SKIN_RELATIVE, SAME_PLANE},
};

/// Maximum number of rounds spent on looking for a closer position after the first clear one.
const MAX_REFINEMENTS: u32 = 6;

/// Maximum displacement relative to the size of the body. It is enough to escape from a 2° wedge.
///
/// If walls are closer to parallel than that, their intersection is too far away to be useful.
const FARTHEST: f64 = 64.0;

/// Radius within which triangles are collected, relative to the body's radius.
const LOOK_AHEAD: f64 = 1.25;

/// Maximum number of permanent half-spaces. One is added whenever a path crosses a triangle. An attempt that would need
/// more fails.
const MAX_KEPT: usize = 8;

const MAX_ROUNDS: u32 = 48;

/// Maximum number of planes through the starting centre that are tried on both sides.
pub(super) const MAX_PLANES: usize = 3;

/// The result of depenetration, with its cost. Points are in metres.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Depenetration {
    /// Final centre of the body. If `clear` is false, this is the original centre.
    pub center: Vec3,
    /// Whether the body overlaps nothing at `center`. If false, no free position was found nearby.
    pub clear: bool,
    /// Contacts that pushed the body, one per triangle, as they were in the first round that touched the triangle.
    ///
    /// Contacts at the start come first, sorted from deepest to shallowest.
    pub contacts: Vec<Contact>,
    /// Number of rounds performed, at most [`Depenetration::MAX_ROUNDS`].
    ///
    /// Each round finds the contacts and solves for their half-spaces.
    pub rounds: u32,
    /// Number of candidate triangles that the tree returned over all rounds. It depends on how the tree was built.
    pub candidates: u64,
}

impl Depenetration {
    /// Number of candidates after which no further round starts.
    ///
    /// In extremely dense geometry, the search may therefore miss a free position.
    pub const MAX_CANDIDATES: u64 = 1 << 19;

    /// Maximum number of rounds.
    pub const MAX_ROUNDS: u32 = 2 * (1 << MAX_PLANES) * MAX_ROUNDS;
}

#[derive(Debug, Default)]
pub(super) struct Work {
    pub(super) rounds: u32,
    pub(super) candidates: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// Takes the shortest displacement, to either side or past an edge.
    Shortest,
    /// Leaves towards the side that the centre is on, as a sphere does.
    SideOfCenter,
}

pub(super) struct Depenetrator<'a, T> {
    tree: &'a T,
    body: Capsule,
    half_axis: DVec3,
    radius: f64,
    start: Vec3,
    /// Distance that the half-spaces keep between the axis and their triangles. It includes a margin, so that the final
    /// position is still clear after rounding.
    target: f64,
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

    /// Collects the triangles near a body centred at `at`, nearest first.
    pub(super) fn find_near(&self, at: Vec3, found: &mut Vec<NearTriangle>) -> u64 {
        let reach = self.radius * LOOK_AHEAD;
        u64::from(near_contacts(self.tree, self.body.half_axis, reach, at, found))
    }

    fn reached<'f>(&self, found: &'f [NearTriangle]) -> &'f [NearTriangle] {
        &found[..found.partition_point(|near| near.proximity.distance < self.radius)]
    }

    pub(super) fn add_contacts(
        &self,
        found: &[NearTriangle],
        met: &mut HashSet<TriangleId>,
        contacts: &mut Vec<Contact>,
    ) {
        let new = |near: &&NearTriangle| met.insert(near.triangle.triangle);
        let reached = self.reached(found).iter().filter(new);
        contacts.extend(reached.map(|near| near.contact(self.radius)));
    }

    /// Returns the distinct normals of the planes that the body may leave towards either side.
    pub(super) fn planes_at_start(
        &self,
        exit: Exit,
        near_start: &[NearTriangle],
    ) -> SmallVec<[DVec3; MAX_PLANES]> {
        let mut planes: SmallVec<[DVec3; MAX_PLANES]> = SmallVec::new();
        for near in near_start {
            if let Some(normal) = self.normal_at_start(exit, near)
                && axis_touches_triangle(near.corners(), self.start.as_dvec3(), DVec3::ZERO)
                && !planes.iter().any(|&plane| is_same_plane(plane, normal))
            {
                planes.push(normal);
            }
        }
        planes
    }

    fn normal_at_start(&self, exit: Exit, near: &NearTriangle) -> Option<DVec3> {
        let crossed = near.proximity.distance < 0.0;
        if crossed && exit == Exit::Shortest || !is_on_plane(near.corners(), self.start.as_dvec3()) {
            return None;
        }
        near.face_normal()
    }

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
        Some(near.with_exit(out, -out.dot(self.half_axis).abs()))
    }

    /// Makes the body leave a crossed triangle towards the side of its centre. Returns `None` if the axis does not
    /// cross the triangle.
    fn on_center_side(&self, near: &NearTriangle, center: DVec3) -> Option<NearTriangle> {
        if near.proximity.distance >= 0.0 {
            return None;
        }
        let normal = near.face_normal()?;
        let height = normal.dot(center - near.corners()[0]);
        let out = if height < 0.0 { -normal } else { normal };
        Some(near.with_exit(out, height.abs() - normal.dot(self.half_axis).abs()))
    }

    fn first_crossed(&self, to: Vec3, candidates: &mut u64) -> Option<(TriangleId, Option<HalfSpace>)> {
        let path = AxisPath {
            from: self.start.as_dvec3(),
            to: to.as_dvec3(),
            half_axis: self.half_axis,
        };
        // Earliest known crossing of a triangle's plane by the centre: the fraction of the path, with the triangle.
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
            .visit_swept(&self.body.with_radius(0.0).into(), self.start, to, visit);
        first.map(|(_, triangle, space)| (triangle.triangle, space))
    }

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
        let mut met: HashSet<TriangleId> = result.contacts.iter().map(|contact| contact.triangle).collect();
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
            // The half-space of an edge or vertex excludes more space than the triangle itself. Therefore, every fourth
            // round only steps out of the most violated half-space. The next round then recomputes all half-spaces at
            // the new position.
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
                // Half-spaces of edges and vertices exclude more space when computed at the start than when computed
                // here.
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

fn is_same_plane(a: DVec3, b: DVec3) -> bool {
    a.dot(b).abs() > 1.0 - SAME_PLANE
}

#[derive(Debug, Default)]
struct Constraints {
    all: Vec<HalfSpace>,
    index: HashMap<TriangleId, usize>,
    /// Half-spaces of triangles that a path has crossed. They are never updated or removed.
    kept: SmallVec<[(TriangleId, HalfSpace); MAX_KEPT]>,
}

impl Constraints {
    fn update(&mut self, near: &NearTriangle, at: DVec3, target: f64) {
        let triangle = near.triangle.triangle;
        if !self.kept.iter().any(|kept| kept.0 == triangle) {
            self.set(triangle, near.center_half_space(at, target));
        }
    }

    fn keep(&mut self, triangle: TriangleId, space: HalfSpace) {
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

    fn set(&mut self, triangle: TriangleId, space: HalfSpace) {
        match self.index.entry(triangle) {
            Entry::Occupied(index) => self.all[*index.get()] = space,
            Entry::Vacant(slot) => {
                slot.insert(self.all.len());
                self.all.push(space);
            }
        }
    }
}

fn step_out_of_worst(point: DVec3, spaces: &[HalfSpace]) -> DVec3 {
    most_violated(spaces, point).map_or(point, |(worst, violation)| {
        point + worst.normal * violation.max(0.0)
    })
}
