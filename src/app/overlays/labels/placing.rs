//! Where labels stand on the screen: in view, not hidden, and not over each other.

use bevy::prelude::*;

use super::batch::half_size;
use crate::app::overlays::drawing::Label;

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
pub(super) type Rects = Vec<(Vec2, Vec2)>;

fn is_free(taken: &[(Vec2, Vec2)], middle: Vec2, half: Vec2, gap: f32) -> bool {
    let apart = |&(other, size): &(Vec2, Vec2)| {
        let distance = (middle - other).abs() - half - size;
        distance.max_element() >= gap
    };
    taken.iter().all(apart)
}

/// Places labels, those of the lowest rank first, and at most so many: each at the first of its places that is in view, is
/// `seen` and is not taken, where what is `covered` is. A label that `before` has placed stays where it was, if it can.
pub(super) fn place(
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
mod tests {
    use super::*;
    use crate::{app::palette::Rgb, cli::overlays::OverlayKind};

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
            line: None,
            of: OverlayKind::Planes,
        }
    }

    fn placed(labels: &[Label], before: &[Placed], most: usize, seen: impl Fn(Vec3) -> bool) -> Vec<Placed> {
        let labels: Vec<&Label> = labels.iter().collect();
        place(&labels, &view(), Rects::new(), before, most, seen)
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

    /// Random numbers from 0 to 1, the same in every run.
    fn randoms() -> impl Iterator<Item = f32> {
        let mut state = 7_u32;
        std::iter::repeat_with(move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32
        })
    }

    /// Where the plates of a label and of its badges are.
    fn plates(label: &Label, placed: &Placed) -> Rects {
        let middle = view().place(placed.at).expect("it stands in view");
        let badge = half_size("F", label.height * BADGE);
        let badges = placed.badges.iter().flatten();
        let badges = badges.map(|moved| (middle + *moved, badge));
        std::iter::once((middle, half_size(&label.text, label.height)))
            .chain(badges)
            .collect()
    }

    /// Lines at random places, of all depths: no label lies over another or over what is covered, and a line without a label
    /// has no room for one beside those of the shallower lines alone.
    #[test]
    fn crowded_labels_never_overlap_and_the_shallow_ones_win() {
        let mut random = randoms();
        let mut next = || random.next().unwrap_or_default();
        let labels: Vec<Label> = (0..300)
            .map(|_| {
                let at = Vec3::new(next() * 8.0 - 4.0, next() * 4.0 - 2.0, -5.0);
                let along = Vec3::new(next() - 0.5, next() - 0.5, 0.0) * 3.0;
                let depth = (next() * 9.0) as u32;
                let mut label = label(depth, &[at, at + along * 0.5, at - along * 0.5]);
                label.line = Some([at - along, at + along]);
                label.normal = Some(Vec3::new(-along.y, along.x, 0.0).normalize_or_zero());
                label
            })
            .collect();
        let card = (Vec2::new(400.0, 200.0), Vec2::new(240.0, 160.0));
        let all: Vec<&Label> = labels.iter().collect();
        let stand = |labels: &[&Label], most| place(labels, &view(), vec![card], &[], most, |_| true);
        let found = stand(&all, usize::MAX);
        assert!(found.len() > 20 && found.len() < 200, "{}", found.len());
        let mut taken = vec![card];
        for placed in &found {
            for (middle, half) in plates(&labels[placed.label], placed) {
                assert!(is_free(&taken, middle, half, 0.0), "{placed:?}");
                taken.push((middle, half));
            }
        }
        // The labels of the first depths stand as if there were no others.
        for depth in 0..9 {
            let shallow: Vec<&Label> = labels.iter().filter(|label| label.rank <= depth).collect();
            let alone = stand(&shallow, usize::MAX).len();
            let among_all = found
                .iter()
                .filter(|placed| labels[placed.label].rank <= depth)
                .count();
            assert_eq!(alone, among_all, "depth {depth}");
        }
    }

    #[test]
    fn a_short_line_has_no_badges_and_a_very_short_one_no_label() {
        let stand = |length: f32| {
            let mut one = label(0, &[AHEAD]);
            one.normal = Some(Vec3::Y);
            one.line = Some([AHEAD - Vec3::X * length * 0.5, AHEAD + Vec3::X * length * 0.5]);
            let found = placed(&[one], &[], 9, |_| true);
            found.first().map(|placed| placed.badges.iter().flatten().count())
        };
        assert_eq!(stand(4.0), Some(2));
        assert_eq!(stand(0.9), Some(0));
        assert_eq!(stand(0.2), None);
        let mut near = label(0, &[AHEAD]);
        near.line = Some([AHEAD, Vec3::Z]);
        assert_eq!(
            placed(&[near], &[], 9, |_| true).len(),
            1,
            "it goes behind the camera"
        );
    }

    #[test]
    fn only_the_shallow_lines_have_badges_where_there_are_many() {
        let line = |rank: u32| {
            let at = AHEAD + Vec3::new((rank % 4) as f32 * 2.0 - 3.0, (rank / 4) as f32 * 1.1 - 2.0, 0.0);
            let mut label = label(rank, &[at]);
            label.normal = Some(Vec3::Y);
            label.line = Some([at - Vec3::X, at + Vec3::X]);
            label
        };
        let mut labels: Vec<Label> = (0..16).map(line).collect();
        let badges = |labels: &[Label]| -> Vec<usize> {
            let found = placed(labels, &[], 99, |_| true);
            found
                .iter()
                .map(|placed| placed.badges.iter().flatten().count())
                .collect()
        };
        let mut expected = vec![2; 16];
        expected[MOST_BADGES..].fill(0);
        assert_eq!(badges(&labels), expected);
        labels.iter_mut().for_each(|label| label.line = None);
        assert_eq!(badges(&labels), [2; 16], "without lines there are no arrows");
    }

    #[test]
    fn no_label_stands_under_a_card() {
        let middle = view().place(AHEAD).expect("it is in view");
        let card = (middle, Vec2::splat(60.0));
        let two = label(0, &[AHEAD, BESIDE]);
        let found = place(&[&two], &view(), vec![card], &[], 9, |_| true);
        assert_eq!(found[0].at, BESIDE);
        // It does not stay there either when a card comes.
        let before = [Placed {
            label: 0,
            at: AHEAD,
            is_hidden: false,
            badges: [None; 2],
        }];
        let moved = place(&[&two], &view(), vec![card], &before, 9, |_| true);
        assert_eq!(moved[0].at, BESIDE);
        let mut important = label(0, &[AHEAD]);
        important.even_hidden = true;
        assert_eq!(place(&[&important], &view(), vec![card], &[], 9, |_| true), []);
    }
}
