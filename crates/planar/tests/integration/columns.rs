//! Tests free segments, their order from an eye, and the one-dimensional view against brute force.

use std::f64::consts::{FRAC_PI_2, PI};

use bspwalk_planar::{
    ColumnView, FREE_PRESETS, FragmentEnd, PlanarParams, PlanarTree, PointSide, Segment2, SegmentError,
    SegmentSet, SegmentWarning, ViewError, Viewpoint,
};
use bspwalk_progress::Progress;
use bspwalk_testing::{effort, random};
use fastrand::Rng;
use glam::{DVec2, dvec2};

fn built(segments: &[Segment2]) -> PlanarTree {
    PlanarTree::build(segments, PlanarParams::default(), &Progress::default()).expect("nobody cancels")
}

/// Returns chains of one to four segments, sometimes on a grid. The segments may cross and repeat each other.
fn random_chains(random: &mut Rng) -> Vec<Vec<DVec2>> {
    let on_grid = random.bool();
    let chains = random.usize(1..12);
    (0..chains)
        .map(|_| {
            let corners = random.usize(2..6);
            (0..corners)
                .map(|_| {
                    let at = dvec2(random.f64(), random.f64()) * 20.0;
                    if on_grid { at.round() } else { at }
                })
                .collect()
        })
        .collect()
}

fn random_viewpoint(random: &mut Rng) -> Viewpoint {
    let eye = dvec2(random.f64(), random.f64()) * 24.0 - 2.0;
    Viewpoint {
        // Sometimes the eye is on a grid corner and on the lines of segments.
        eye: if random.u8(0..4) == 0 { eye.round() } else { eye },
        direction: DVec2::from_angle(random.f64() * 2.0 * PI) * (0.1 + random.f64()),
        field_of_view: 0.1 + random.f64() * 2.9,
        columns: random.u32(1..200),
    }
}

/// Returns the ray through the centre of a column. At parameter 1, it is at distance 1 along the view direction.
fn ray(viewpoint: &Viewpoint, column: u32) -> DVec2 {
    let forward = viewpoint.direction.normalize();
    let share = 2.0 * (f64::from(column) + 0.5) / f64::from(viewpoint.columns) - 1.0;
    forward - forward.perp() * (share * (viewpoint.field_of_view / 2.0).tan())
}

/// Returns the depth of the point where a ray hits a segment, or `None` if it misses. The `bool` is `true` if the ray
/// passes close to an end of the segment. A segment whose line contains the eye is not hit.
fn hit(eye: DVec2, ray: DVec2, segment: &Segment2) -> (Option<f64>, bool) {
    let [from, to] = [segment.from - eye, segment.to - eye];
    let [a, b] = [from, to].map(|end| ray.perp_dot(end) / ray.length());
    let is_close = a.abs().min(b.abs()) < 1.0e-7;
    let along = to - from;
    let depth = from.perp_dot(along) / ray.perp_dot(along);
    let is_edge_on = from.perp_dot(along).abs() < 1.0e-9;
    let is_hit = (a < 0.0) != (b < 0.0) && depth > 0.0 && !is_edge_on;
    (is_hit.then_some(depth), is_close)
}

fn check(tree: &PlanarTree, segments: &[Segment2], viewpoint: &Viewpoint, view: &ColumnView) -> [u32; 2] {
    let (mut compared, mut filled) = (0, 0);
    for (column, found) in (0..).zip(&view.columns) {
        let ray = ray(viewpoint, column);
        let usable = segments.iter().filter(|segment| segment.from != segment.to);
        let hits: Vec<_> = usable.map(|segment| hit(viewpoint.eye, ray, segment)).collect();
        // Rounding may decide these cases either way.
        if hits.iter().any(|(_, is_close)| *is_close) {
            continue;
        }
        let nearest = hits.iter().filter_map(|(depth, _)| *depth).reduce(f64::min);
        compared += 1;
        match (found, nearest) {
            (None, None) => {}
            (Some(found), Some(nearest)) => {
                filled += 1;
                let tolerance = 1.0e-6 * (1.0 + nearest);
                assert!((found.depth - nearest).abs() < tolerance, "{found:?}, {nearest}");
                let edge = tree.fragments()[found.fragment as usize].edge;
                let (depth, _) = hit(viewpoint.eye, ray, &segments[edge as usize]);
                assert!(depth.is_some_and(|depth| (depth - nearest).abs() < tolerance));
            }
            _ => panic!("column {column}: {found:?}, {nearest:?}\n{viewpoint:?}\n{segments:?}"),
        }
    }
    [compared, filled]
}

#[test]
fn columns_match_nearest_hits() {
    let (mut compared, mut filled, mut visited, mut skipped) = (0, 0, 0, 0);
    for seed in [11, 12, 13] {
        let mut random = random::seeded(seed);
        for _ in 0..effort::sampled_or_whole(100, 1_000) {
            let set = SegmentSet::new(&random_chains(&mut random)).expect("the corners are usable");
            let tree = built(set.segments());
            assert_eq!(tree.validate(), Ok(()));
            for _ in 0..8 {
                let viewpoint = random_viewpoint(&mut random);
                let view = tree.columns(&viewpoint).expect("the viewpoint is valid");
                let [more, more_filled] = check(&tree, set.segments(), &viewpoint, &view);
                (compared, filled) = (compared + more, filled + more_filled);
                visited += view.visits.len();
                skipped += view.skipped as usize;
                let all = view.visits.len() + view.skipped as usize;
                assert_eq!(all, tree.fragments().len());
                check_visits(&tree, &viewpoint, &view);
            }
        }
    }
    let least = effort::sampled_or_whole(20_000, 200_000);
    assert!(compared > least && filled > least, "{compared}, {filled}");
    assert!(visited > 1_000 && skipped > 1_000, "{visited}, {skipped}");
}

/// Checks that the visits follow the order of the tree, and that they fill each column at most once.
fn check_visits(tree: &PlanarTree, viewpoint: &Viewpoint, view: &ColumnView) {
    let mut order = tree.near_to_far(viewpoint.eye);
    let mut columns = vec![None; viewpoint.columns as usize];
    for visit in &view.visits {
        assert!(order.any(|fragment| fragment == visit.fragment), "{visit:?}");
        for column in visit.filled.iter().cloned().flatten() {
            assert!(visit.span.contains(&column), "{visit:?}");
            let before = columns[column as usize].replace(visit.fragment);
            assert_eq!(before, None, "column {column} is filled twice");
        }
        let solid: Vec<u32> = visit.solid.iter().cloned().flatten().collect();
        let filled = (0..).zip(&columns).filter(|(_, column)| column.is_some());
        assert_eq!(solid, filled.map(|(column, _)| column).collect::<Vec<u32>>());
        assert!(visit.solid.windows(2).all(|pair| pair[0].end < pair[1].start));
    }
    let found = view
        .columns
        .iter()
        .map(|column| column.map(|column| column.fragment));
    assert_eq!(columns, found.collect::<Vec<_>>());
    assert_eq!(view.is_full(), columns.iter().all(Option::is_some));
}

#[test]
fn order_of_free_segments_is_front_to_back() {
    let mut random = random::seeded(14);
    let mut pairs = 0;
    for _ in 0..effort::sampled_or_whole(200, 2_000) {
        let set = SegmentSet::new(&random_chains(&mut random)).expect("the corners are usable");
        let tree = built(set.segments());
        let eye = dvec2(random.f64(), random.f64()) * 24.0 - 2.0;
        let order: Vec<u32> = tree.near_to_far(eye).collect();
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(
            sorted.into_iter().eq(0..tree.fragments().len() as u32),
            "each once"
        );
        for _ in 0..20 {
            let ray = DVec2::from_angle(random.f64() * 2.0 * PI);
            let hits: Vec<_> = order
                .iter()
                .map(|&fragment| hit(eye, ray, &tree.segment(&tree.fragments()[fragment as usize])))
                .filter(|(_, is_close)| !is_close)
                .filter_map(|(depth, _)| depth)
                .collect();
            for pair in hits.windows(2) {
                assert!(pair[0] <= pair[1] + 1.0e-6, "{hits:?} from {eye} along {ray}");
                pairs += 1;
            }
        }
    }
    assert!(pairs > effort::sampled_or_whole(1_000, 10_000), "{pairs}");
}

#[test]
fn fragments_cover_each_segment_once() {
    let mut random = random::seeded(15);
    let mut cuts = 0;
    for _ in 0..effort::sampled_or_whole(300, 3_000) {
        let set = SegmentSet::new(&random_chains(&mut random)).expect("the corners are usable");
        let tree = built(set.segments());
        // This also compares the ends of all fragments exactly.
        assert_eq!(tree.validate(), Ok(()));
        for (edge, segment) in (0..).zip(set.segments()) {
            let fragments = tree.fragments().iter().filter(|fragment| fragment.edge == edge);
            let fragments: Vec<_> = fragments.collect();
            cuts += fragments.len().saturating_sub(1);
            let starts = fragments
                .iter()
                .filter(|part| part.from == FragmentEnd::EdgeStart);
            let is_skipped = segment.from == segment.to;
            assert_eq!(starts.count(), usize::from(!is_skipped));
            let parts = fragments
                .iter()
                .map(|part| tree.segment(part).direction().length());
            let length = segment.direction().length();
            assert!((parts.sum::<f64>() - length).abs() < 1.0e-9 * (1.0 + length));
        }
        // No two fragments may cross.
        for (i, a) in tree.fragments().iter().enumerate() {
            for b in &tree.fragments()[..i] {
                let [one, other] = [a, b].map(|part| &set.segments()[part.edge as usize]);
                if one.touches(other) && one.side_of(other.from) != PointSide::On {
                    let at = one.crossing(other);
                    let inside = [a, b].map(|part| {
                        let part = tree.segment(part);
                        let ends = [part.from, part.to].map(|end| end.distance(at));
                        part.closest(at).distance(at) < 1.0e-9 && ends[0].min(ends[1]) > 1.0e-6
                    });
                    assert_ne!(inside, [true; 2], "{a:?} and {b:?} cross at {at}");
                }
            }
        }
    }
    assert!(cuts > 100, "{cuts}");
}

#[test]
fn segment_faults_are_errors_and_warnings() {
    let error = |chains: &[Vec<DVec2>]| SegmentSet::new(chains).expect_err("it is invalid");
    let good = vec![DVec2::ZERO, DVec2::X, DVec2::Y];
    assert!(matches!(
        error(&[good.clone(), vec![DVec2::ZERO, dvec2(f64::NAN, 0.0)]]),
        SegmentError::NotFinite {
            chain: 1,
            corner: 1,
            ..
        }
    ));
    let far = error(&[vec![DVec2::ZERO, dvec2(0.0, 1.0e300)]]).to_string();
    assert!(far.starts_with("corner 1 of chain 0 is at [0, 1"), "{far}");
    assert_eq!(
        error(&[good.clone(), vec![DVec2::ONE]]),
        SegmentError::TooFewCorners { chain: 1 }
    );
    assert_eq!(error(&[vec![]]), SegmentError::TooFewCorners { chain: 0 });
    assert!(SegmentSet::new(&[]).is_ok_and(|set| set.segments().is_empty()));
    let set = SegmentSet::new(&[
        good,
        vec![DVec2::X, DVec2::ZERO],
        vec![DVec2::ONE, DVec2::ONE, dvec2(1.0, -1.0e-80), DVec2::X],
    ]);
    let set = set.expect("the faults are only warnings");
    assert_eq!(
        set.warnings(),
        [
            SegmentWarning::Duplicate { segments: [0, 2] },
            SegmentWarning::ZeroLength {
                segment: 3,
                at: DVec2::ONE
            },
            SegmentWarning::ZeroLength {
                segment: 5,
                at: DVec2::X
            },
        ]
    );
    assert_eq!(set.chains().map(<[Segment2]>::len).collect::<Vec<_>>(), [2, 1, 3]);
    let words: Vec<String> = set.warnings().iter().map(ToString::to_string).collect();
    assert!(
        words[0].starts_with("segments 0 and 2 have the same endpoints"),
        "{words:?}"
    );
    assert!(
        words[1].starts_with("segment 3 at [1, 1] has length zero"),
        "{words:?}"
    );
    let tree = built(set.segments());
    assert_eq!(tree.validate(), Ok(()));
    let edges: Vec<u32> = tree.fragments().iter().map(|fragment| fragment.edge).collect();
    assert!([0, 1, 2, 4].iter().all(|edge| edges.contains(edge)), "{edges:?}");
    assert!(!edges.contains(&3) && !edges.contains(&5), "{edges:?}");
}

#[test]
fn viewpoints_are_checked() {
    let tree = built(&[Segment2::new(dvec2(-1.0, 2.0), dvec2(1.0, 2.0))]);
    let viewpoint = Viewpoint {
        eye: DVec2::ZERO,
        direction: DVec2::Y,
        field_of_view: FRAC_PI_2,
        columns: 8,
    };
    let view = tree.columns(&viewpoint).expect("it is valid");
    // The segment must cover half of the view.
    let filled: Vec<bool> = view.columns.iter().map(Option::is_some).collect();
    assert_eq!(filled, [false, false, true, true, true, true, false, false]);
    assert!(view.columns[3].is_some_and(|column| column.depth == 2.0));
    assert!(!view.is_full() && view.skipped == 0);
    let error = |viewpoint: Viewpoint| tree.columns(&viewpoint).expect_err("it is invalid");
    for eye in [DVec2::NAN, DVec2::splat(f64::INFINITY), DVec2::splat(1.0e300)] {
        let error = error(Viewpoint { eye, ..viewpoint });
        assert!(matches!(error, ViewError::Eye(_)), "{error}");
    }
    for direction in [DVec2::ZERO, DVec2::NAN, DVec2::INFINITY] {
        let error = error(Viewpoint {
            direction,
            ..viewpoint
        });
        assert!(matches!(error, ViewError::Direction(_)), "{error}");
    }
    for field_of_view in [0.0, -1.0, PI, 4.0, f64::NAN, f64::INFINITY] {
        let error = error(Viewpoint {
            field_of_view,
            ..viewpoint
        });
        assert!(matches!(error, ViewError::FieldOfView(_)), "{error}");
    }
    for columns in [0, u32::MAX] {
        let error = error(Viewpoint { columns, ..viewpoint });
        assert_eq!(error, ViewError::Columns(columns));
    }
    // An eye on the line of a segment sees it edge-on.
    let edge_on = tree.columns(&Viewpoint {
        eye: dvec2(-3.0, 2.0),
        direction: DVec2::X,
        ..viewpoint
    });
    assert!(edge_on.is_ok_and(|view| view.columns.iter().all(Option::is_none)));
    let empty = built(&[]).columns(&viewpoint).expect("it is valid");
    assert!(empty.visits.is_empty() && empty.skipped == 0 && !empty.is_full());
}

#[test]
fn free_presets_have_valid_trees_and_views() {
    for preset in FREE_PRESETS {
        let set = SegmentSet::new(&(preset.chains)()).expect(preset.name);
        assert_eq!(set.warnings(), [], "{}", preset.name);
        let tree = built(set.segments());
        assert_eq!(tree.validate(), Ok(()), "{}", preset.name);
        let view = tree.columns(&Viewpoint {
            eye: preset.eye,
            direction: DVec2::from_angle(preset.degrees.to_radians()),
            field_of_view: FRAC_PI_2,
            columns: 320,
        });
        let view = view.expect(preset.name);
        // A closed room must fill the view before all of its fragments are visited.
        let is_room = preset.name == "room";
        assert_eq!(view.is_full(), is_room, "{}", preset.name);
        assert!(!is_room || view.skipped > 0);
        if preset.name == "crossing" {
            assert!(tree.fragments().len() > set.segments().len());
        }
    }
}
