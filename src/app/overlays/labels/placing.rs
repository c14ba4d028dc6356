//! Where labels stand on the screen: in view, not hidden, and not over each other.

use bevy::prelude::*;

use super::batch::half_size;
use crate::app::overlays::drawing::Label;

/// Pixels that stay free between two labels.
const FREE: f32 = 3.0;

/// Distance of a badge's middle from its label's, beyond half of both, in logical pixels.
const BADGE_GAP: f32 = 4.0;

/// Size of the badges as a share of their label's.
pub(super) const BADGE: f32 = 0.82;

/// Where a plane is seen so much from its face, its badges cannot stand beside the label; cosine of the angle.
const FACE_ON: f32 = 0.94;

/// The camera's view: from the world to logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ScreenView {
    /// From the world to the clip space of the camera.
    pub(super) clip_from_world: Mat4,
    /// Half of the width and height in logical pixels.
    pub(super) half: Vec2,
    /// Where the camera is, in metres.
    pub(super) eye: Vec3,
}

impl ScreenView {
    /// The place on the screen, in logical pixels from its middle to the right and up; none for what is not in view.
    pub(super) fn place(&self, point: Vec3) -> Option<Vec2> {
        let clip = self.clip_from_world * point.extend(1.0);
        let place = clip.truncate().truncate() / clip.w;
        (clip.w > 1.0e-4 && place.abs().max_element() < 1.0 && clip.z <= clip.w * 1.01)
            .then(|| place * self.half)
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
pub(super) struct Placed {
    /// Its place among the labels that were asked for.
    pub(super) label: usize,
    /// Its place in the world.
    pub(super) at: Vec3,
    /// Whether it is hidden there, and fainter.
    pub(super) is_hidden: bool,
    /// Where its badges stand, in logical pixels from there: front and back.
    pub(super) badges: [Option<Vec2>; 2],
}

/// Rectangles on the screen: middle, and half of the size.
type Rects = Vec<(Vec2, Vec2)>;

fn is_free(taken: &Rects, middle: Vec2, half: Vec2) -> bool {
    let apart = |&(other, size): &(Vec2, Vec2)| {
        let distance = (middle - other).abs() - half - size;
        distance.max_element() >= FREE
    };
    taken.iter().all(apart)
}

/// Places labels, those of the lowest rank first, and at most so many: each at the first of its places that is in view, is
/// `seen` and is not taken. A label that `before` has placed stays where it was, if it can.
pub(super) fn place(
    labels: &[&Label],
    view: &ScreenView,
    before: &[Placed],
    most: usize,
    seen: impl Fn(Vec3) -> bool,
) -> Vec<Placed> {
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by_key(|&label| labels[label].rank);
    let mut taken = Rects::new();
    let mut placed: Vec<Placed> = Vec::new();
    for number in order {
        if placed.len() == most {
            break;
        }
        let label = labels[number];
        let half = half_size(&label.text, label.height);
        let kept = before.iter().find(|old| old.label == number).map(|old| old.at);
        let find = |or_hidden: bool| {
            let mut places = kept
                .filter(|at| label.places.contains(at))
                .into_iter()
                .chain(label.places.iter().copied());
            places.find_map(|at| {
                let middle = view.place(at)?;
                let inside = (middle.abs() + half).cmple(view.half).all();
                let stands = inside && is_free(&taken, middle, half) && (or_hidden || seen(at));
                stands.then_some((at, middle, or_hidden))
            })
        };
        let found = find(false).or_else(|| find(true).filter(|_| label.even_hidden));
        let Some((at, middle, is_hidden)) = found else {
            continue;
        };
        taken.push((middle, half));
        let mut badges = [None; 2];
        if let Some(normal) = label.normal {
            let badge = half_size("F", label.height * BADGE);
            match view.direction(at, normal) {
                Some(direction) => {
                    for (badge_at, sign) in badges.iter_mut().zip([1.0, -1.0]) {
                        let beside = beside(direction * sign, half, badge);
                        if is_free(&taken, middle + beside, badge) {
                            *badge_at = Some(beside);
                            taken.push((middle + beside, badge));
                        }
                    }
                }
                // Only the side that the camera is on is before the plane.
                None => {
                    let side = usize::from((view.eye - at).dot(normal) < 0.0);
                    let beside = Vec2::new(0.0, -(half.y + badge.y + BADGE_GAP));
                    if is_free(&taken, middle + beside, badge) {
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
mod tests {
    use super::*;
    use crate::app::palette::Rgb;

    fn view() -> ScreenView {
        let clip_from_view = Mat4::perspective_infinite_reverse_rh(1.2, 16.0 / 9.0, 0.02);
        ScreenView {
            clip_from_world: clip_from_view,
            half: Vec2::new(640.0, 360.0),
            eye: Vec3::ZERO,
        }
    }

    fn label(rank: u32, places: &[Vec3]) -> Label {
        Label {
            places: places.to_vec(),
            text: "12".into(),
            color: Rgb(200, 10, 10),
            height: 12.0,
            rank,
            even_hidden: false,
            normal: None,
        }
    }

    fn placed(labels: &[Label], before: &[Placed], most: usize, seen: impl Fn(Vec3) -> bool) -> Vec<Placed> {
        place(&labels.iter().collect::<Vec<_>>(), &view(), before, most, seen)
    }

    const AHEAD: Vec3 = Vec3::new(0.0, 0.0, -5.0);
    const BESIDE: Vec3 = Vec3::new(2.0, 0.0, -5.0);

    #[test]
    fn the_lowest_rank_comes_first_and_the_next_moves_aside() {
        let labels = [
            label(4, &[AHEAD]),
            label(1, &[AHEAD, BESIDE]),
            label(2, &[AHEAD, BESIDE]),
        ];
        let all = placed(&labels, &[], 9, |_| true);
        let places: Vec<(usize, Vec3)> = all.iter().map(|placed| (placed.label, placed.at)).collect();
        assert_eq!(places, [(1, AHEAD), (2, BESIDE)], "the last finds no room");
        assert_eq!(placed(&labels, &[], 1, |_| true).len(), 1);
    }

    #[test]
    fn what_is_behind_the_eye_or_hidden_has_no_label() {
        assert_eq!(placed(&[label(0, &[-AHEAD])], &[], 9, |_| true), []);
        assert_eq!(
            placed(&[label(0, &[AHEAD * Vec3::new(1.0, 1.0, -0.0)])], &[], 9, |_| {
                true
            }),
            []
        );
        let hidden = placed(&[label(0, &[AHEAD, BESIDE])], &[], 9, |at| at != AHEAD);
        assert_eq!((hidden[0].at, hidden[0].is_hidden), (BESIDE, false));
        let mut important = label(0, &[-AHEAD, AHEAD]);
        important.even_hidden = true;
        let hidden = placed(&[important], &[], 9, |_| false);
        assert_eq!((hidden[0].at, hidden[0].is_hidden), (AHEAD, true));
        assert_eq!(placed(&[label(0, &[])], &[], 9, |_| true), []);
        assert_eq!(placed(&[label(0, &[Vec3::NAN])], &[], 9, |_| true), []);
    }

    #[test]
    fn a_label_stays_where_it_was() {
        let labels = [label(0, &[AHEAD, BESIDE])];
        let before = [Placed {
            label: 0,
            at: BESIDE,
            is_hidden: false,
            badges: [None; 2],
        }];
        assert_eq!(placed(&labels, &before, 9, |_| true)[0].at, BESIDE);
        assert_eq!(placed(&labels, &before, 9, |at| at != BESIDE)[0].at, AHEAD);
    }

    #[test]
    fn badges_stand_on_the_sides_that_they_name() {
        let mut one = label(0, &[AHEAD]);
        one.normal = Some(Vec3::X);
        let badges = |one: &Label| placed(std::slice::from_ref(one), &[], 9, |_| true)[0].badges;
        let [Some(front), Some(back)] = badges(&one) else {
            panic!("there is room for both")
        };
        assert!(front.x > 10.0 && back.x < -10.0 && front.y == 0.0 && back.y == 0.0);
        one.normal = Some(Vec3::NEG_Y);
        assert!(badges(&one)[0].is_some_and(|front| front.y < -10.0));
        // Towards the eye: it is in front.
        one.normal = Some(Vec3::Z);
        assert!(badges(&one)[0].is_some() && badges(&one)[1].is_none());
        one.normal = Some(Vec3::NEG_Z);
        assert!(badges(&one)[0].is_none() && badges(&one)[1].is_some());
    }
}
