//! Placement of labels on the screen so that they are in view, unobstructed, and do not overlap.

use glam::{Mat4, Vec2, Vec3};

use super::plate::half_size;
use crate::drawing::Label;

/// Minimum gap between a label and its badges, in logical pixels.
const FREE: f32 = 3.0;

/// Minimum gap between two labels, in logical pixels.
const APART: f32 = 9.0;

/// Minimum screen lengths of a line for a label and for badges, as multiples of the plate's height.
const SHORT: [f32; 2] = [3.0, 6.0];

/// Maximum number of line labels with badges. The shallowest planes get badges; the others show their front with an
/// arrow.
const MOST_BADGES: usize = 12;

/// Gap between the plates of a label and of its badge, in logical pixels.
const BADGE_GAP: f32 = 4.0;

/// Size of a badge, as a fraction of the label's size.
pub const BADGE: f32 = 0.82;

/// Cosine of the viewing angle above which a plane counts as seen face-on. Its normal then has no clear screen
/// direction for placing the badges.
const FACE_ON: f32 = 0.94;

/// Maximum number of labels with a leader line. More leader lines would be confusing.
const MOST_LEADERS: usize = 16;

/// Distances to try between a plate with a leader line and the labelled position, nearest first, in logical pixels.
const LEADERS: [f32; 4] = [14.0, 26.0, 40.0, 58.0];

/// Camera view that maps the world to logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScreenView {
    /// Matrix from world space to clip space.
    pub clip_from_world: Mat4,
    /// Half the width and height of the screen, in logical pixels.
    pub half: Vec2,
    /// Position of the camera, in metres.
    pub eye: Vec3,
}

impl ScreenView {
    /// Returns the screen position of a point, in logical pixels right and up from the centre. `None` if it is out of
    /// view.
    pub fn place(&self, point: Vec3) -> Option<Vec2> {
        let clip = self.clip_from_world * point.extend(1.0);
        let place = clip.truncate().truncate() / clip.w;
        (clip.w > 1.0e-4 && place.abs().max_element() < 1.0 && clip.z <= clip.w * 1.01)
            .then(|| place * self.half)
    }

    /// Returns the screen length of a line, in logical pixels. It is infinite if an endpoint is behind the camera,
    /// because such a line is near.
    fn length(&self, line: [Vec3; 2]) -> f32 {
        let [from, to] = line.map(|point| self.clip_from_world * point.extend(1.0));
        if from.w <= 1.0e-4 || to.w <= 1.0e-4 {
            return f32::INFINITY;
        }
        let [from, to] = [from, to].map(|clip| clip.truncate().truncate() / clip.w * self.half);
        from.distance(to)
    }

    /// Returns the screen direction in which a point moves if it moves along the world direction `along`. `None` if
    /// `along` points almost straight towards or away from the camera.
    fn direction(&self, point: Vec3, along: Vec3) -> Option<Vec2> {
        let clip = self.clip_from_world * point.extend(1.0);
        let moved = self.clip_from_world * along.extend(0.0);
        // The numerator of the perspective division's derivative is enough, because only the direction matters.
        let (place, step) = (clip.truncate().truncate(), moved.truncate().truncate());
        let direction = (step * clip.w - place * moved.w) * self.half;
        let seen = (self.eye - point).normalize_or_zero().dot(along).abs();
        direction.try_normalize().filter(|_| seen < FACE_ON)
    }
}

/// A placed label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Index in the list of requested labels.
    pub label: usize,
    /// Position in the world, in metres.
    pub at: Vec3,
    /// Offset of the plate from that position, in logical pixels right and up. It is nonzero if the position was
    /// occupied; a leader line then connects the plate to the position.
    pub moved: Vec2,
    /// Whether the position is hidden by geometry, so that the label is drawn fainter.
    pub is_hidden: bool,
    /// Offsets of the front badge and of the back badge from the label, in logical pixels.
    pub badges: [Option<Vec2>; 2],
}

/// Rectangles on the screen, each as its centre and half its size.
pub type Rects = Vec<(Vec2, Vec2)>;

fn is_free(taken: &[(Vec2, Vec2)], middle: Vec2, half: Vec2, gap: f32) -> bool {
    let apart = |&(other, size): &(Vec2, Vec2)| {
        let distance = (middle - other).abs() - half - size;
        distance.max_element() >= gap
    };
    taken.iter().all(apart)
}

/// Places up to `most` labels in order of rank. Each label is placed at its first position that is in view, visible
/// according to `seen`, free, and outside the `covered` rectangles. A label that was placed in `before` keeps its
/// position if possible.
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
    // Number of placed line labels, and number of placed labels with a leader line.
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
            // If a card covers the start of a leader line, the line would seem to point at nothing.
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
            // Place both badges or neither, because a single badge would be ambiguous. If a plane is seen face-on, one
            // of its sides is hidden.
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

/// Returns the start of the leader line for a label without a free position: the first visible position or, if the
/// label may be hidden, the first position in view. Also returns the screen position of the start, and whether it is
/// hidden.
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

/// Returns candidate offsets of a label with a leader line, nearest first, with 12 directions at each distance.
fn beside_places(half: Vec2) -> impl Iterator<Item = Vec2> {
    let around = |number: u8| Vec2::from_angle(std::f32::consts::TAU * (f32::from(number) + 0.5) / 12.0);
    LEADERS
        .into_iter()
        .flat_map(move |away| (0..12).map(move |number| around(number) * (half + away)))
}

/// Returns the offset of a badge that is placed next to its label in this direction.
fn beside(direction: Vec2, label: Vec2, badge: Vec2) -> Vec2 {
    let apart = label + badge + BADGE_GAP;
    let reach = (apart / direction.abs().max(Vec2::splat(1.0e-6))).min_element();
    // Round to half pixels, so that the badges do not move in every frame when the camera moves.
    (direction * reach * 2.0).round() * 0.5
}

#[cfg(test)]
mod tests;
