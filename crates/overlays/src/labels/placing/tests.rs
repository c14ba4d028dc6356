//! Tests of label placement.

use bspwalk_session::overlays::OverlayKind;

use super::*;
use bspwalk_draw::color::palette::Rgb;

fn view() -> ScreenView {
    let clip_from_view = Mat4::perspective_infinite_reverse_rh(1.2, 16.0 / 9.0, 0.02);
    ScreenView {
        clip_from_world: clip_from_view,
        half: Vec2::new(640.0, 360.0),
        eye: Vec3::ZERO,
    }
}

fn label(rank: u32, places: &[Vec3]) -> Label {
    let label = Label::new(OverlayKind::Planes, places.to_vec(), "12", Rgb(200, 10, 10));
    Label {
        height: 12.0,
        rank,
        even_hidden: false,
        ..label
    }
}

fn placed(labels: &[Label], before: &[Placed], most: usize, seen: impl Fn(Vec3) -> bool) -> Vec<Placed> {
    let labels: Vec<&Label> = labels.iter().collect();
    place(&labels, &view(), Rects::new(), before, most, seen)
}

/// Returns a placement with the first label at this position.
fn before(at: Vec3) -> [Placed; 1] {
    let (moved, is_hidden, badges) = (Vec2::ZERO, false, [None; 2]);
    [Placed {
        label: 0,
        at,
        moved,
        is_hidden,
        badges,
    }]
}

const AHEAD: Vec3 = Vec3::new(0.0, 0.0, -5.0);
const BESIDE: Vec3 = Vec3::new(2.0, 0.0, -5.0);

#[test]
fn labels_are_placed_by_rank_and_evade() {
    let labels = [
        label(4, &[AHEAD]),
        label(1, &[AHEAD, BESIDE]),
        label(2, &[AHEAD, BESIDE]),
    ];
    let all = placed(&labels, &[], 9, |_| true);
    let places: Vec<(usize, Vec3)> = all.iter().map(|placed| (placed.label, placed.at)).collect();
    assert_eq!(
        places,
        [(1, AHEAD), (2, BESIDE), (0, AHEAD)],
        "the last finds no room there"
    );
    let is_moved: Vec<bool> = all.iter().map(|placed| placed.moved != Vec2::ZERO).collect();
    assert_eq!(is_moved, [false, false, true], "it stands beside");
    // A label that was moved stays where it is until its position becomes free; then it returns there.
    let again = placed(&labels, &all, 9, |_| true);
    assert_eq!(again, all);
    let alone = placed(&labels[..1], &all[2..], 9, |_| true);
    assert_eq!((alone[0].at, alone[0].moved), (AHEAD, Vec2::ZERO));
    assert_eq!(placed(&labels, &[], 1, |_| true).len(), 1);
}

#[test]
fn labels_skip_points_behind_eye_or_hidden() {
    for places in [
        &[-AHEAD][..],
        &[AHEAD * Vec3::new(1.0, 1.0, -0.0)],
        &[],
        &[Vec3::NAN],
    ] {
        assert_eq!(placed(&[label(0, places)], &[], 9, |_| true), []);
    }
    let hidden = placed(&[label(0, &[AHEAD, BESIDE])], &[], 9, |at| at != AHEAD);
    assert_eq!((hidden[0].at, hidden[0].is_hidden), (BESIDE, false));
    let mut important = label(0, &[-AHEAD, AHEAD]);
    important.even_hidden = true;
    let hidden = placed(&[important], &[], 9, |_| false);
    assert_eq!((hidden[0].at, hidden[0].is_hidden), (AHEAD, true));
}

#[test]
fn label_keeps_its_previous_position() {
    let labels = [label(0, &[AHEAD, BESIDE])];
    assert_eq!(placed(&labels, &before(BESIDE), 9, |_| true)[0].at, BESIDE);
    assert_eq!(
        placed(&labels, &before(BESIDE), 9, |at| at != BESIDE)[0].at,
        AHEAD
    );
}

#[test]
fn badges_lie_on_their_side_of_the_plane() {
    let mut one = label(0, &[AHEAD]);
    one.normal = Some(Vec3::X);
    let badges = |one: &Label| placed(std::slice::from_ref(one), &[], 9, |_| true)[0].badges;
    let [Some(front), Some(back)] = badges(&one) else {
        panic!("there is room for both")
    };
    assert!(front.x > 10.0 && back.x < -10.0 && front.y == 0.0 && back.y == 0.0);
    one.normal = Some(Vec3::NEG_Y);
    assert!(badges(&one)[0].is_some_and(|front| front.y < -10.0));
    // If a plane is seen face-on, only one of its sides is visible.
    for normal in [Vec3::Z, Vec3::NEG_Z] {
        one.normal = Some(normal);
        assert_eq!(badges(&one), [None; 2]);
    }
}

/// Returns the rectangles of a label's plate and of its badges.
fn plates(label: &Label, placed: &Placed) -> Rects {
    let middle = view().place(placed.at).expect("it stands in view") + placed.moved;
    let badge = half_size("F", label.height * BADGE);
    let badges = placed.badges.iter().flatten();
    let badges = badges.map(|moved| (middle + *moved, badge));
    std::iter::once((middle, half_size(&label.text, label.height)))
        .chain(badges)
        .collect()
}

/// Checks random lines of all depths: no label may overlap another or a covered area, and a line may lack a label only
/// if the labels of shallower lines leave no space for it.
#[test]
fn crowded_labels_never_overlap_shallow_first() {
    let mut state = 7_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 24) as f32
    };
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
    let led = found.iter().filter(|placed| placed.moved != Vec2::ZERO).count();
    assert_eq!(led, MOST_LEADERS);
    let is_whole = |placed: &Placed| placed.badges[0].is_some() == placed.badges[1].is_some();
    assert!(found.iter().all(is_whole), "both badges or none");
    assert!(found.len() > 20 && found.len() < 200, "{}", found.len());
    let mut taken = vec![card];
    for placed in &found {
        for (middle, half) in plates(&labels[placed.label], placed) {
            assert!(is_free(&taken, middle, half, 0.0), "{placed:?}");
            taken.push((middle, half));
        }
    }
    // Deeper labels must not affect the placement of shallower ones.
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
fn short_lines_lose_badges_then_labels() {
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
    let found = placed(&[near], &[], 9, |_| true);
    assert_eq!(found.len(), 1, "it goes behind the camera");
}

#[test]
fn badges_are_limited_to_shallow_lines() {
    let line = |rank: u32| {
        let at = AHEAD + Vec3::new((rank % 4) as f32 * 2.0 - 3.0, (rank / 4) as f32 * 1.1 - 2.0, 0.0);
        let mut label = label(rank, &[at]);
        label.normal = Some(Vec3::Y);
        label.line = Some([at - Vec3::X, at + Vec3::X]);
        label
    };
    let mut labels: Vec<Label> = (0..16).map(line).collect();
    let badges = |labels: &[Label]| -> Vec<usize> {
        let found = placed(labels, &[], 99, |_| true).into_iter();
        found
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
fn labels_avoid_cards() {
    let middle = view().place(AHEAD).expect("it is in view");
    let card = (middle, Vec2::splat(60.0));
    let two = label(0, &[AHEAD, BESIDE]);
    let found = place(&[&two], &view(), vec![card], &[], 9, |_| true);
    assert_eq!(found[0].at, BESIDE);
    // A placed label must also move away if a card covers it.
    let moved = place(&[&two], &view(), vec![card], &before(AHEAD), 9, |_| true);
    assert_eq!(moved[0].at, BESIDE);
    let mut important = label(0, &[AHEAD]);
    important.even_hidden = true;
    assert_eq!(place(&[&important], &view(), vec![card], &[], 9, |_| true), []);
}
