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

/// At most so many labels stand beside their places, at the end of a leader line: of more the lines would be a thicket.
const MOST_LEADERS: usize = 16;

/// How far beside its place a label may stand, in logical pixels between the place and the plate.
const LEADERS: [f32; 4] = [14.0, 26.0, 40.0, 58.0];

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
    /// How far it stands from there for want of room, in logical pixels to the right and up; a leader line joins them.
    pub moved: Vec2,
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
    let covered_count = covered.len();
    let mut taken = covered;
    // Labels of lines that stand, and labels with a leader line.
    let (mut lines, mut leaders) = (0, 0);
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
        let old = before.iter().find(|old| old.label == number);
        let kept = old.map(|old| old.at);
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
        let home = find(false).or_else(|| find(true).filter(|_| label.even_hidden));
        let found = home.map(|(at, middle, is_hidden)| (at, middle, is_hidden, Vec2::ZERO));
        let led = || {
            let (at, from, is_hidden) = leader_start(label, view, &seen)?;
            // A line from under a card would lead nowhere.
            let is_covered = !is_free(&taken[..covered_count], from, Vec2::ZERO, 0.0);
            let before = old.filter(|old| old.at == at).map(|old| old.moved);
            let moved = before.into_iter().chain(beside_places(half)).find(|&moved| {
                let middle = from + moved;
                let inside = (middle.abs() + half).cmple(view.half).all();
                !is_covered && moved != Vec2::ZERO && inside && is_free(&taken, middle, half, APART)
            })?;
            Some((at, from + moved, is_hidden, moved))
        };
        let found = found.or_else(|| led().filter(|_| label.leader && leaders < MOST_LEADERS));
        let Some((at, middle, is_hidden, moved)) = found else {
            continue;
        };
        leaders += usize::from(moved != Vec2::ZERO);
        let others = taken.len();
        taken.push((middle, half));
        let mut badges = [None; 2];
        let has_room = moved == Vec2::ZERO;
        let has_badges = has_room && (label.line.is_none() || lines < MOST_BADGES && length >= SHORT[1]);
        lines += usize::from(label.line.is_some());
        if let Some(normal) = label.normal.filter(|_| has_badges) {
            let fits = |taken: &[(Vec2, Vec2)], at: Vec2, half: Vec2| {
                let (others, own) = taken.split_at(others);
                is_free(others, at, half, APART) && is_free(own, at, half, FREE)
            };
            let badge = half_size("F", label.height * BADGE);
            // Both or none: one alone could be taken for either side. Seen from its face, a plane hides one of them.
            if let Some(direction) = view.direction(at, normal) {
                let beside = [1.0, -1.0].map(|sign| beside(direction * sign, half, badge));
                if beside.iter().all(|&beside| fits(&taken, middle + beside, badge)) {
                    badges = beside.map(Some);
                    taken.extend(beside.map(|beside| (middle + beside, badge)));
                }
            }
        }
        placed.push(Placed {
            label: number,
            at,
            moved,
            is_hidden,
            badges,
        });
    }
    placed
}

/// Where the leader line of a label starts that finds no room: the first of its places that is seen, or else in view where it may stand
/// hidden; with its place on the screen and whether it is hidden.
fn leader_start(label: &Label, view: &ScreenView, seen: impl Fn(Vec3) -> bool) -> Option<(Vec3, Vec2, bool)> {
    let in_view = || {
        let places = label.places.iter();
        places.filter_map(|&at| Some((at, view.place(at)?)))
    };
    let first_seen = in_view()
        .find(|&(at, _)| seen(at))
        .map(|(at, place)| (at, place, false));
    let first = in_view().next().filter(|_| label.even_hidden);
    first_seen.or(first.map(|(at, place)| (at, place, true)))
}

/// How far a label with a leader line may be moved, the nearest first: around its place, with half of its size between.
fn beside_places(half: Vec2) -> impl Iterator<Item = Vec2> {
    let around = |number: u8| Vec2::from_angle(std::f32::consts::TAU * (f32::from(number) + 0.5) / 12.0);
    LEADERS
        .into_iter()
        .flat_map(move |away| (0..12).map(move |number| around(number) * (half + away)))
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
