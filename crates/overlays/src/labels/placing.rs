//! Where labels stand on the screen: in view, not hidden, and not over each other.

use glam::{Mat4, Vec2, Vec3};

use super::plate::half_size;
use crate::drawing::Label;

/// Pixels that stay free between a label and its badges, and between two labels.
const FREE: f32 = 3.0;
const APART: f32 = 9.0;

/// A line that is shorter on the screen than so many heights of its label's plate has no label, and one that is shorter than
/// the second number has no badges.
const SHORT: [f32; 2] = [3.0, 6.0];

/// Of the labels of lines, so many have badges, the shallow ones: arrows on the lines say where the front of the others is.
const MOST_BADGES: usize = 12;

/// Distance of a badge's middle from its label's, beyond half of both, in logical pixels.
const BADGE_GAP: f32 = 4.0;

/// Size of the badges as a share of their label's.
pub const BADGE: f32 = 0.82;

/// Where a plane is seen so much from its face, its badges cannot stand beside the label; cosine of the angle.
const FACE_ON: f32 = 0.94;

/// The camera's view: from the world to logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScreenView {
    /// From the world to the clip space of the camera.
    pub clip_from_world: Mat4,
    /// Half of the width and height in logical pixels.
    pub half: Vec2,
    /// Where the camera is, in metres.
    pub eye: Vec3,
}

impl ScreenView {
    /// The place on the screen, in logical pixels from its middle to the right and up; none for what is not in view.
    pub fn place(&self, point: Vec3) -> Option<Vec2> {
        let clip = self.clip_from_world * point.extend(1.0);
        let place = clip.truncate().truncate() / clip.w;
        (clip.w > 1.0e-4 && place.abs().max_element() < 1.0 && clip.z <= clip.w * 1.01)
            .then(|| place * self.half)
    }

    /// How long a line is on the screen, in logical pixels; infinite where it goes behind the camera, which it must be near.
    fn length(&self, line: [Vec3; 2]) -> f32 {
        let [from, to] = line.map(|point| self.clip_from_world * point.extend(1.0));
        if from.w <= 1.0e-4 || to.w <= 1.0e-4 {
            return f32::INFINITY;
        }
        let [from, to] = [from, to].map(|clip| clip.truncate().truncate() / clip.w * self.half);
        from.distance(to)
    }

    /// The direction on the screen in which a point moves that moves along a direction; none where it moves towards the
    /// camera or away from it.
    fn direction(&self, point: Vec3, along: Vec3) -> Option<Vec2> {
        let clip = self.clip_from_world * point.extend(1.0);
        let moved = self.clip_from_world * along.extend(0.0);
        // The derivative of the perspective division.
        let (place, step) = (clip.truncate().truncate(), moved.truncate().truncate());
        let direction = (step * clip.w - place * moved.w) * self.half;
        let seen = (self.eye - point).normalize_or_zero().dot(along).abs();
        direction.try_normalize().filter(|_| seen < FACE_ON)
    }
}

/// A label on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Its place among the labels that were asked for.
    pub label: usize,
    /// Its place in the world.
    pub at: Vec3,
    /// Whether it is hidden there, and fainter.
    pub is_hidden: bool,
    /// Where its badges stand, in logical pixels from there: front and back.
    pub badges: [Option<Vec2>; 2],
}

/// Rectangles on the screen: middle, and half of the size.
pub type Rects = Vec<(Vec2, Vec2)>;

fn is_free(taken: &[(Vec2, Vec2)], middle: Vec2, half: Vec2, gap: f32) -> bool {
    let apart = |&(other, size): &(Vec2, Vec2)| {
        let distance = (middle - other).abs() - half - size;
        distance.max_element() >= gap
    };
    taken.iter().all(apart)
}

/// Places labels, those of the lowest rank first, and at most so many: each at the first of its places that is in view, is
/// `seen` and is not taken, where what is `covered` is. A label that `before` has placed stays where it was, if it can.
pub fn place(
    labels: &[&Label],
    view: &ScreenView,
    covered: Rects,
    before: &[Placed],
    most: usize,
    seen: impl Fn(Vec3) -> bool,
) -> Vec<Placed> {
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by_key(|&label| labels[label].rank);
    let mut taken = covered;
    // Labels of lines that stand.
    let mut lines = 0;
    let mut placed: Vec<Placed> = Vec::new();
    for number in order {
        if placed.len() == most {
            break;
        }
        let label = labels[number];
        let half = half_size(&label.text, label.height);
        let length = label
            .line
            .map_or(f32::INFINITY, |line| view.length(line) / (2.0 * half.y));
        if length < SHORT[0] {
            continue;
        }
        let kept = before.iter().find(|old| old.label == number).map(|old| old.at);
        let find = |or_hidden: bool| {
            let mut places = kept
                .filter(|at| label.places.contains(at))
                .into_iter()
                .chain(label.places.iter().copied());
            places.find_map(|at| {
                let middle = view.place(at)?;
                let inside = (middle.abs() + half).cmple(view.half).all();
                let stands = inside && is_free(&taken, middle, half, APART) && (or_hidden || seen(at));
                stands.then_some((at, middle, or_hidden))
            })
        };
        let found = find(false).or_else(|| find(true).filter(|_| label.even_hidden));
        let Some((at, middle, is_hidden)) = found else {
            continue;
        };
        let others = taken.len();
        taken.push((middle, half));
        let mut badges = [None; 2];
        let has_badges = label.line.is_none() || lines < MOST_BADGES && length >= SHORT[1];
        lines += usize::from(label.line.is_some());
        if let Some(normal) = label.normal.filter(|_| has_badges) {
            let fits = |taken: &[(Vec2, Vec2)], at: Vec2, half: Vec2| {
                let (others, own) = taken.split_at(others);
                is_free(others, at, half, APART) && is_free(own, at, half, FREE)
            };
            let badge = half_size("F", label.height * BADGE);
            match view.direction(at, normal) {
                Some(direction) => {
                    for (badge_at, sign) in badges.iter_mut().zip([1.0, -1.0]) {
                        let beside = beside(direction * sign, half, badge);
                        if fits(&taken, middle + beside, badge) {
                            *badge_at = Some(beside);
                            taken.push((middle + beside, badge));
                        }
                    }
                }
                // Only the side that the camera is on is before the plane.
                None => {
                    let side = usize::from((view.eye - at).dot(normal) < 0.0);
                    let beside = Vec2::new(0.0, -(half.y + badge.y + BADGE_GAP));
                    if fits(&taken, middle + beside, badge) {
                        badges[side] = Some(beside);
                        taken.push((middle + beside, badge));
                    }
                }
            }
        }
        placed.push(Placed {
            label: number,
            at,
            is_hidden,
            badges,
        });
    }
    placed
}

/// How far a badge is moved in a direction, so that it stands beside its label.
fn beside(direction: Vec2, label: Vec2, badge: Vec2) -> Vec2 {
    let apart = label + badge + BADGE_GAP;
    let reach = (apart / direction.abs().max(Vec2::splat(1.0e-6))).min_element();
    // In steps of half a pixel, so that a moving camera does not move the badges in every frame.
    (direction * reach * 2.0).round() * 0.5
}

#[cfg(test)]
mod tests;
