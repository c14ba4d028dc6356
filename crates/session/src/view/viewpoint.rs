//! Camera poses that show a splitting plane or a leaf well.
//!
//! The search tries poses around the target. It selects the pose that sees the most of the target, and prefers face-on
//! views to edge-on ones.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use bspwalk_collision::{Capsule, is_clear};
use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::NodeId,
    solid_leaf::{LeafId, OUTSIDE},
};
use glam::{DVec3, Vec2, Vec3};

use super::orbit::Orbit;

/// A target to look at: a splitting plane clipped to the cell of its node, or the cell of a leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct LookTarget {
    /// Sample points on the plane or in the cell.
    points: Vec<Vec3>,
    /// Unit normal, for a plane.
    normal: Option<Vec3>,
    /// Bounds of the plane and of the cell, in metres. For a leaf, both are the bounds of its cell.
    plane: [Vec3; 2],
    cell: [Vec3; 2],
    /// Additional candidate positions for the eye, in metres.
    places: Vec<Vec3>,
}

/// Orbit of the model view and height of the cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelPose {
    /// Position of the camera.
    pub orbit: Orbit,
    /// Height of the cut, in metres.
    pub cut: f32,
    /// Visible fraction of the target, from 0 to 1.
    pub seen: f32,
}

/// First-person pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EyePose {
    /// Eye position, in metres.
    pub position: Vec3,
    /// Angle to the left of −Z, in radians.
    pub yaw: f32,
    /// Angle above the horizontal, in radians.
    pub pitch: f32,
    /// Visible fraction of the target, from 0 to 1.
    pub seen: f32,
}

/// The body whose eye may move to see the target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eyes {
    /// Eye position, in metres.
    pub position: Vec3,
    /// Radius of the body, in metres.
    pub radius: f32,
    /// Whether the body flies. A walking body stays in place.
    pub flies: bool,
}

/// Minimum visible fraction of a plane for a first-person pose.
const ENOUGH: f32 = 0.2;

/// Height of the cut above the upper edge of a plane, in metres.
const ABOVE: f32 = 0.05;

/// Penalties for turning by 180° and for moving the cut, and the bonus for staying in place. A plane seen face-on
/// scores 1.
const TURNING: f32 = 0.15;
const MOVING_THE_CUT: f32 = 0.12;
const GOING: f32 = 0.15;

/// Facing score of a cell, which has no normal, and the penalty for views from inside the cell, where it is harder to
/// recognise. A plane seen face-on scores 1.
const FACING_A_CELL: f32 = 0.6;
const WITHOUT: f32 = 0.2;

impl LookTarget {
    /// Creates the target for a node's plane. Returns `None` if the node does not exist or if rounding leaves no part
    /// of the plane in its cell.
    pub fn of(tree: &NodeTree, id: NodeId) -> Option<Self> {
        let polygon = tree.plane_polygon(id)?;
        let corners: Vec<Vec3> = polygon.positions().map(glam::DVec3::as_vec3).collect();
        let normal = tree.node(id)?.plane.normal.as_vec3();
        let center = corners.iter().sum::<Vec3>() / corners.len().max(1) as f32;
        let middles = (0..corners.len()).map(|i| corners[i].midpoint(corners[(i + 1) % corners.len()]));
        let rim: Vec<Vec3> = corners.iter().copied().chain(middles).collect();
        // Avoid points exactly on the rim, because they would lie on the walls of the cell.
        let rings = [0.35, 0.7, 0.93].map(|share| rim.iter().map(move |&point| center.lerp(point, share)));
        let points = rings.into_iter().flatten().chain([center]).collect();
        let cell = tree.cell(id).bounds();
        let plane = polygon.bounds();
        let corners_of = |aabb: bspwalk_geometry::Aabb| [aabb.min.as_vec3(), aabb.max.as_vec3()];
        let plane = corners_of(plane);
        Some(Self {
            points,
            normal: Some(normal),
            places: Vec::new(),
            cell: if cell.is_empty() { plane } else { corners_of(cell) },
            plane,
        })
    }

    /// Creates the target for a leaf's cell. Returns `None` for the outside leaf or if the leaf does not exist.
    ///
    /// The eye may move towards the leaf's corners and to the centres of the potentially visible leaves `seen_from`.
    pub fn of_leaf(
        tree: &LeafTree,
        leaf: LeafId,
        seen_from: impl IntoIterator<Item = LeafId>,
    ) -> Option<Self> {
        /// Maximum number of leaves to try, nearest first.
        const MOST_PLACES: usize = 40;
        if leaf == OUTSIDE {
            return None;
        }
        tree.leaf(leaf)?;
        let cell = tree.leaf_cell(leaf);
        let faces: Vec<Vec<Vec3>> = cell
            .faces
            .iter()
            .map(|face| face.positions().map(DVec3::as_vec3).collect())
            .collect();
        let corners: Vec<Vec3> = faces.iter().flatten().copied().collect();
        if corners.is_empty() {
            return None;
        }
        let center = corners.iter().sum::<Vec3>() / corners.len() as f32;
        let middles = faces
            .iter()
            .map(|face| face.iter().sum::<Vec3>() / face.len().max(1) as f32);
        let rim: Vec<Vec3> = corners.iter().copied().chain(middles).collect();
        let rings = [0.4, 0.85].map(|share| rim.iter().map(move |&point| center.lerp(point, share)));
        let points = rings.into_iter().flatten().chain([center]).collect();
        let middle = |leaf: LeafId| {
            let bounds = tree.leaf(leaf).map(|leaf| leaf.bounds);
            bounds.map(|bounds| bounds.center().as_vec3())
        };
        let mut places: Vec<Vec3> = seen_from.into_iter().filter_map(middle).collect();
        places.sort_by(|a, b| a.distance_squared(center).total_cmp(&b.distance_squared(center)));
        places.truncate(MOST_PLACES);
        places.extend(corners.iter().map(|&corner| center.lerp(corner, 0.6)));
        let bounds = cell.bounds();
        let bounds = [bounds.min.as_vec3(), bounds.max.as_vec3()];
        Some(Self {
            points,
            normal: None,
            plane: bounds,
            cell: bounds,
            places,
        })
    }

    fn center(&self) -> Vec3 {
        (self.plane[0] + self.plane[1]) * 0.5
    }

    /// Returns the fraction of the target that is visible from `eye`, if nothing above `cut` is drawn.
    fn seen_from(&self, tree: &NodeTree, eye: Vec3, cut: f32) -> f32 {
        let is_seen = |point: &&Vec3| {
            if point.y > cut {
                return false;
            }
            let to = **point - eye;
            let above = eye.y - cut;
            let from = if above > 0.0 && to.y < 0.0 {
                eye + to * (above / -to.y)
            } else {
                eye
            };
            // End the ray just before the point, so that faces on the plane itself do not hide it.
            !tree.is_blocked(from, from + (**point - from) * 0.999)
        };
        self.points.iter().filter(is_seen).count() as f32 / self.points.len().max(1) as f32
    }

    /// Returns the score of a view along `direction` that sees the fraction `seen` of the target.
    fn worth(&self, seen: f32, direction: Vec3) -> f32 {
        // Edge-on, little of the plane is visible. Exactly face-on, its orientation is hard to recognise, so the facing
        // score is clamped.
        let facing = self.normal.map_or(FACING_A_CELL, |normal| {
            direction.normalize_or_zero().dot(normal).abs().min(0.85)
        });
        seen * (0.25 + facing)
    }

    /// Returns the orbit and cut that show the target best and frame its cell.
    ///
    /// `half` is half the field of view, in radians. `now` is the current orbit and cut, which change only if another
    /// view is better. The plan looks straight down.
    pub fn best_orbit(
        &self,
        tree: &NodeTree,
        now: (Option<Orbit>, f32),
        half: Vec2,
        is_plan: bool,
    ) -> ModelPose {
        let (orbit, cut) = now;
        let own_yaw = orbit.map_or(0.0, |orbit| orbit.yaw);
        let [low, high] = [self.plane[0].y, self.plane[1].y];
        let mut cuts = vec![cut];
        cuts.extend([high + ABOVE, low + 0.6 * (high - low) + ABOVE]);
        if self.normal.is_none() {
            // Cut the cell itself open, below the faces on top of it.
            cuts.push((high - ABOVE).max(low + 0.5 * (high - low)));
            cuts.retain(|cut| (low + 0.2 * (high - low)..=high + ABOVE).contains(cut));
        }
        let upright = self.normal.filter(|normal| normal.with_y(0.0).length() > 0.05);
        let facing_yaw = upright.map_or(own_yaw, |normal| normal.x.atan2(normal.z));
        let turns = (0..12).map(|turn| facing_yaw + turn as f32 * PI / 6.0);
        let yaws: Vec<f32> = if is_plan {
            vec![own_yaw]
        } else {
            turns.chain([own_yaw]).collect()
        };
        let pitches: &[f32] = if is_plan {
            &[FRAC_PI_2]
        } else {
            &[0.45, 0.75, 1.05, 1.35]
        };
        let mut best: Option<(f32, ModelPose)> = None;
        for &cut in &cuts {
            for &yaw in &yaws {
                for &pitch in pitches {
                    let mut orbit = self.framing(yaw, pitch, cut, half);
                    let pose = if is_plan { orbit.pose_above() } else { orbit.pose() };
                    let seen = self.seen_from(tree, pose.translation, cut);
                    if is_plan {
                        // In the plan, the pitch is kept for returning to the model.
                        orbit.pitch = now.0.map_or(0.95, |orbit| orbit.pitch);
                    }
                    let turned = (yaw - own_yaw + PI).rem_euclid(TAU) - PI;
                    let moved = if cut == now.1 { 0.0 } else { MOVING_THE_CUT };
                    let direction = if is_plan {
                        Vec3::NEG_Y
                    } else {
                        self.center() - pose.translation
                    };
                    let worth = self.worth(seen, direction) - TURNING * turned.abs() / PI - moved;
                    if best.as_ref().is_none_or(|(least, _)| worth > *least) {
                        best = Some((worth, ModelPose { orbit, cut, seen }));
                    }
                }
            }
        }
        best.map_or_else(
            || ModelPose {
                orbit: self.framing(own_yaw, 0.95, cut, half),
                cut,
                seen: 0.0,
            },
            |(_, pose)| pose,
        )
    }

    fn framing(&self, yaw: f32, pitch: f32, cut: f32, half: Vec2) -> Orbit {
        let [min, max] = self.cell;
        let top = max.y.min(cut.max(self.plane[0].y)).max(min.y);
        Orbit::framing([min, max.with_y(top)], [yaw, pitch], half)
    }

    /// Returns the first-person pose that shows the target best, or `None` if no position shows any of it.
    ///
    /// The eye only moves to positions where `is_room` holds for the body. It stays in place if it sees enough of the
    /// target from there.
    pub fn best_eye(
        &self,
        tree: &NodeTree,
        eye: Vec3,
        half: Vec2,
        is_room: impl Fn(Vec3) -> bool,
    ) -> Option<EyePose> {
        let center = self.center();
        let half_size = (self.plane[1] - self.plane[0]).length() * 0.5;
        let fitting = half_size / half.min_element().tan() + 0.1;
        let mut best: Option<(f32, EyePose)> = None;
        let mut try_it = |position: Vec3, bonus: f32| {
            let to = center - position;
            let seen = self.seen_from(tree, position, f32::INFINITY);
            if !(seen > 0.0) || to.length() < 1.0e-3 {
                return;
            }
            // For a large target, distant positions are as good as near ones.
            let far = (to.length() / fitting.max(0.5) - 1.0).abs().min(3.0) * 0.1;
            let is_within = self.normal.is_none()
                && position.cmpge(self.cell[0]).all()
                && position.cmple(self.cell[1]).all();
            let within = if is_within { WITHOUT } else { 0.0 };
            let worth = self.worth(seen, to) + bonus - far - within;
            if best.as_ref().is_none_or(|(least, _)| worth > *least) {
                let to = to.normalize();
                let pose = EyePose {
                    position,
                    yaw: (-to.x).atan2(-to.z),
                    pitch: to.y.asin().clamp(-1.5, 1.5),
                    seen,
                };
                best = Some((worth, pose));
            }
        };
        try_it(eye, GOING);
        let around = self.directions().flat_map(|direction| {
            [1.0, 0.6, 0.35].map(|share| center + direction * (fitting * share).max(0.6))
        });
        for position in around.chain(self.places.iter().copied()) {
            if is_room(position) {
                try_it(position, 0.0);
            }
        }
        best.map(|(_, pose)| pose)
    }

    /// Returns the best first-person pose, if it shows enough of the target; see [`LookTarget::best_eye`].
    ///
    /// The body only moves to positions inside the level that are clear of faces. If there is a solid-leaf
    /// tree, they must be in empty leaves.
    pub fn good_eye(
        &self,
        tree: &NodeTree,
        leaves: Option<&LeafTree>,
        eyes: Eyes,
        half: Vec2,
    ) -> Option<EyePose> {
        let body = Capsule::sphere(eyes.radius);
        let is_room = |place: Vec3| {
            let is_empty = leaves.is_none_or(|leaves| {
                let leaf = leaves.locate(place.as_dvec3());
                leaf != OUTSIDE && !leaves.is_solid(leaf)
            });
            eyes.flies && is_empty && tree.bounds().contains(place.as_dvec3()) && is_clear(tree, body, place)
        };
        self.best_eye(tree, eyes.position, half, is_room)
            .filter(|pose| pose.seen >= ENOUGH)
    }

    /// Returns the unit view directions to try: towards both sides of a plane, or towards a cell from all around.
    fn directions(&self) -> impl Iterator<Item = Vec3> {
        let (axis, tilts) = match self.normal {
            Some(normal) => (normal, [0.5, 0.95, 0.1]),
            None => (Vec3::Y, [1.1, 1.3, 1.5]),
        };
        let (across, up) = axis.any_orthonormal_pair();
        [1.0_f32, -1.0].into_iter().flat_map(move |side| {
            tilts.into_iter().flat_map(move |tilt: f32| {
                (0..8).map(move |turn| {
                    let (sin, cos) = (turn as f32 * PI / 4.0).sin_cos();
                    axis * side * tilt.cos() + (across * cos + up * sin) * tilt.sin()
                })
            })
        })
    }
}

#[cfg(test)]
mod tests;
