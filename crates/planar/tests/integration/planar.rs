//! Tests the planar tree with the example in 《2D的BSP树的实现》 (undated), with random regions, and against the containment
//! test of another library.

use std::f64::consts::TAU;

use bspwalk_planar::{
    Branch, NONE, NodeId, PRESETS, PlanarParams, PlanarTree, PointSide, Position, Region, Segment2,
    SegmentSide,
};
use bspwalk_progress::Progress;
use bspwalk_testing::{effort, random};
use fastrand::Rng;
use geo::{
    Coord, LineString, Polygon,
    coordinate_position::{CoordPos, CoordinatePosition},
};
use glam::DVec2;

/// The article's example: edge names, the published tree and the published points.
struct Example {
    names: Vec<String>,
    corners: Vec<DVec2>,
    file: serde_json::Value,
}

fn example() -> Example {
    let text = include_str!("../fixtures/planar_ten_edges.json");
    let file: serde_json::Value = serde_json::from_str(text).expect("it is JSON");
    let edges = file["edges"].as_object().expect("there are edges");
    let mut edges: Vec<_> = edges.iter().collect();
    edges.sort_by_key(|(name, _)| name.as_str());
    Example {
        names: edges.iter().map(|(name, _)| (*name).clone()).collect(),
        corners: edges.iter().map(|(_, ends)| point(&ends[0])).collect(),
        file,
    }
}

fn point(value: &serde_json::Value) -> DVec2 {
    let [x, y] = [0, 1].map(|i| value[i].as_f64().expect("it is a number"));
    DVec2::new(x, y)
}

/// Formats a tree like the published file.
fn published(tree: &PlanarTree, names: &[String], id: NodeId) -> serde_json::Value {
    let node = &tree.nodes()[id.index()];
    let name = |edge: u32| names[edge as usize].clone();
    let mut value = serde_json::json!({ "plane": name(node.edge) });
    let on: Vec<String> = tree.fragments_of(id).iter().map(|part| name(part.edge)).collect();
    if on.len() > 1 {
        value["coplanar"] = on.into();
    }
    for (key, child) in [("front", node.front), ("back", node.back)] {
        if child != NONE {
            value[key] = published(tree, names, child);
        }
    }
    value
}

#[test]
fn ten_edges_give_published_tree_and_test_counts() {
    let example = example();
    let region = Region::new(&[example.corners]).expect("it is a region");
    let tree = PlanarTree::new(&region);
    assert_eq!(published(&tree, &example.names, NodeId(0)), example.file["tree"]);
    assert_eq!(tree.validate_region(&region), Ok(()));
    let mut counts = Vec::new();
    for known in example.file["points"].as_array().expect("there are points") {
        let located = tree.locate(point(&known["at"]));
        let inside = known["inside"].as_bool().expect("it is said");
        assert_eq!(
            located.position,
            if inside {
                Position::Inside
            } else {
                Position::Outside
            }
        );
        assert_eq!(
            u64::from(located.tests),
            known["tests"].as_u64().expect("they are counted")
        );
        let path = located.path.iter().map(|&(node, branch)| {
            let edge = tree.nodes()[node.index()].edge as usize;
            let side = if branch == Branch::Front { "front" } else { "back" };
            format!("{} {side}", example.names[edge])
        });
        assert_eq!(path.collect::<Vec<_>>().join(", "), known["path"]);
        counts.push(located.tests);
    }
    assert_eq!((counts.iter().min(), counts.iter().max()), (Some(&2), Some(&5)));
    // No other point may need more tests, even if it lies on a line or an edge.
    for x in -4..=24 {
        for y in -4..=24 {
            let located = tree.locate(DVec2::new(f64::from(x), f64::from(y)) / 2.0);
            counts.push(located.path.len() as u32);
        }
    }
    assert_eq!(counts.iter().max(), Some(&5));
}

#[test]
fn lines_and_segments_are_classified_and_split() {
    let segment = |a: [f64; 2], b: [f64; 2]| Segment2::new(a.into(), b.into());
    let line = segment([0.0, 0.0], [2.0, 1.0]);
    assert_eq!(line.side_of(DVec2::new(0.0, 1.0)), PointSide::Front);
    assert_eq!(line.side_of(DVec2::new(4.0, 2.0)), PointSide::On);
    assert_eq!(
        line.side_of(DVec2::new(4.0, 2.0_f64.next_down())),
        PointSide::Back
    );
    // Unlike the article's (v.x, −v.y), the normal must be perpendicular, and it must point to the front.
    assert!(line.normal().dot(line.direction()).abs() < 1e-15);
    assert_eq!(line.side_of(line.from + line.normal()), PointSide::Front);
    for (other, side) in [
        (segment([0.0, 1.0], [5.0, 9.0]), SegmentSide::Front),
        (segment([2.0, 1.0], [0.0, 9.0]), SegmentSide::Front),
        (segment([6.0, 3.0], [4.0, 2.0]), SegmentSide::Collinear),
        (segment([2.0, 1.0], [0.0, -1.0]), SegmentSide::Back),
        (segment([0.0, 2.0], [2.0, -1.0]), SegmentSide::Straddling),
    ] {
        assert_eq!(line.side_of_segment(&other), side);
        assert_eq!(line.split(&other).is_some(), side == SegmentSide::Straddling);
    }
    let down = segment([2.0, 3.0], [2.0, -1.0]);
    let cut = DVec2::new(2.0, 1.0);
    let parts = [Segment2::new(down.from, cut), Segment2::new(cut, down.to)];
    assert_eq!(line.split(&down), Some(parts));
    let up = Segment2::new(down.to, down.from);
    assert_eq!(
        line.split(&up),
        Some([Segment2::new(cut, up.to), Segment2::new(up.from, cut)])
    );
}

#[test]
fn region_errors_name_their_position() {
    let corners = |list: &[[i32; 2]]| -> Vec<DVec2> {
        list.iter()
            .map(|&[x, y]| DVec2::new(f64::from(x), f64::from(y)))
            .collect()
    };
    let square = corners(&[[0, 0], [8, 0], [8, 8], [0, 8]]);
    let reversed = |mut list: Vec<DVec2>| {
        list.reverse();
        list
    };
    let hole = corners(&[[2, 2], [2, 4], [4, 4], [4, 2]]);
    assert!(Region::new(&[square.clone(), hole.clone()]).is_ok());
    assert!(Region::new(&[]).is_ok(), "an empty region is one");
    let island = corners(&[[12, 0], [14, 0], [13, 1]]);
    assert!(Region::new(&[square.clone(), island]).is_ok());
    for (loops, words) in [
        (
            vec![reversed(square.clone())],
            "loop 0 winds clockwise: an outer boundary",
        ),
        (
            vec![square.clone(), reversed(hole)],
            "loop 1 winds counter-clockwise: a hole",
        ),
        (
            vec![corners(&[[0, 0], [4, 4], [4, 0], [0, 4]])],
            "edges 0 of loop 0 and 2 of loop 0 meet at [2, 2]",
        ),
        (
            vec![corners(&[[0, 0], [4, 0], [4, 0], [0, 4]])],
            "corner 2 of loop 0 repeats the one before it at [4, 0]",
        ),
        (
            vec![corners(&[[0, 0], [4, 0], [0, 4], [0, 0]])],
            "corner 0 of loop 0 repeats",
        ),
        (vec![corners(&[[0, 0], [4, 0]])], "loop 0 has 2 corners"),
        (vec![corners(&[[0, 0], [4, 0], [8, 0]])], "meet at"),
        (vec![corners(&[[0, 0], [4, 0], [2, 0], [2, 4]])], "meet at [4, 0]"),
        (
            vec![square.clone(), corners(&[[8, 2], [12, 2], [12, 4]])],
            "edges 1 of loop 0 and",
        ),
        (vec![square.clone(), square.clone()], "meet at"),
        (
            vec![vec![DVec2::ZERO, DVec2::X, DVec2::new(0.0, f64::NAN)]],
            "corner 2 of loop 0 is at [0, NaN]",
        ),
        (
            vec![vec![DVec2::ZERO, DVec2::X, DVec2::new(0.0, 1e300)]],
            "at most 1e9",
        ),
    ] {
        let error = Region::new(&loops).expect_err(words).to_string();
        assert!(error.contains(words), "{error}\nis not\n{words}");
    }
}

#[test]
fn presets_are_regions_with_valid_trees() {
    for preset in PRESETS {
        let region =
            Region::new(&(preset.loops)()).unwrap_or_else(|error| panic!("{}: {error}", preset.name));
        let tree = PlanarTree::new(&region);
        assert_eq!(tree.validate_region(&region), Ok(()), "{}", preset.name);
        let nodes = tree.nodes().len();
        match preset.name {
            "ten edges" => assert_eq!((nodes, tree.depth()), (9, 5)),
            "convex" => assert_eq!((nodes, tree.depth()), (12, 12)),
            // The depth is far below the 32 edges: the spine's line separates the teeth, and each tooth has two sides.
            "comb" => assert!(tree.depth() <= 10, "{}", tree.depth()),
            _ => assert!(nodes >= region.edges().len() / 2),
        }
        let cells = tree.cells(DVec2::splat(-100.0), DVec2::splat(100.0));
        assert_eq!(cells.len(), nodes + 1, "a cell for each leaf");
    }
}

/// Returns a counter-clockwise loop around a centre. Each corner is at a random fraction of the radius.
fn star(random: &mut Rng, center: DVec2, radius: f64, corners: usize) -> Vec<DVec2> {
    let turn = random.f64();
    (0..corners)
        .map(|i| {
            let angle = TAU * (i as f64 + turn + 0.8 * random.f64()) / corners as f64;
            center + DVec2::from_angle(angle) * radius * (0.3 + 0.7 * random.f64())
        })
        .collect()
}

/// Returns a loop through random points, without self-intersections: while two edges cross, the part of the loop
/// between them is reversed.
fn untied(random: &mut Rng, mut points: Vec<DVec2>) -> Vec<DVec2> {
    let count = points.len();
    for _ in 0..10 * count * count {
        let segment = |points: &[DVec2], i: usize| Segment2::new(points[i], points[(i + 1) % count]);
        let mut pairs = (0..count).flat_map(|i| (i + 2..count).map(move |j| (i, j)));
        let crossing = pairs
            .find(|&(i, j)| (i, j) != (0, count - 1) && segment(&points, i).touches(&segment(&points, j)));
        let Some((i, j)) = crossing else { break };
        points[i + 1..=j].reverse();
    }
    let doubled: f64 = (0..count)
        .map(|i| points[i].perp_dot(points[(i + 1) % count]))
        .sum();
    if doubled < 0.0 {
        points.reverse();
    }
    if random.bool() {
        points.rotate_left(count / 2);
    }
    points
}

/// Returns a random region with up to three holes, sometimes on an integer grid. Retries until the loops form a region.
fn random_region(random: &mut Rng) -> Region {
    loop {
        let on_grid = random.bool();
        let snap = |list: Vec<DVec2>| -> Vec<DVec2> {
            list.into_iter()
                .map(|p| if on_grid { p.round() } else { p })
                .collect()
        };
        let corners = random.usize(3..24);
        let outer = if random.bool() {
            star(random, DVec2::ZERO, 20.0, corners)
        } else {
            let points = (0..corners).map(|_| (DVec2::new(random.f64(), random.f64()) - 0.5) * 40.0);
            let points = snap(points.collect());
            untied(random, points)
        };
        let mut loops = vec![snap(outer)];
        let Ok(mut region) = Region::new(&loops) else {
            continue;
        };
        for _ in 0..random.usize(0..=3) {
            let tree = PlanarTree::new(&region);
            let center = (DVec2::new(random.f64(), random.f64()) - 0.5) * 40.0;
            let center = if on_grid { center.round() } else { center };
            if tree.locate(center).position != Position::Inside {
                continue;
            }
            let radius = region
                .edges()
                .iter()
                .map(|edge| edge.closest(center).distance(center))
                .fold(f64::INFINITY, f64::min);
            let corners = random.usize(3..9);
            let mut hole = snap(star(random, center, radius * 0.95, corners));
            hole.reverse();
            loops.push(hole);
            match Region::new(&loops) {
                Ok(with_hole) => region = with_hole,
                Err(_) => drop(loops.pop()),
            }
        }
        return region;
    }
}

#[test]
fn trees_of_random_regions_are_valid() {
    let mut random = random::seeded(1);
    let (mut holes, mut grids) = (0, 0);
    for turn in 0..effort::sampled_or_whole(1_000, 10_000) {
        let region = random_region(&mut random);
        holes += region.loops().count() - 1;
        grids += u32::from(region.edges().iter().all(|edge| edge.from == edge.from.round()));
        let tree = PlanarTree::new(&region);
        assert_eq!(tree.validate_region(&region), Ok(()), "region {turn}: {region:?}");
    }
    // Make sure that the test covers enough interesting regions.
    let least = effort::sampled_or_whole(100, 2_000);
    assert!(
        holes > least as usize && grids > least,
        "{holes} holes, {grids} on grids"
    );
}

/// Converts a region to polygons of the other library.
fn polygons(region: &Region) -> Polygon<f64> {
    let mut loops = region.loops().map(|edges| {
        let corners = edges.iter().map(|edge| Coord {
            x: edge.from.x,
            y: edge.from.y,
        });
        LineString::from_iter(corners)
    });
    let outer = loops.next().expect("there is an outer boundary");
    Polygon::new(outer, loops.collect())
}

/// Returns a random or a borderline point. A borderline point is at a corner, on an edge or its line, or one rounding
/// step away from that. The `bool` is `true` for a borderline point.
fn probe(random: &mut Rng, edges: &[Segment2]) -> (DVec2, bool) {
    let edge = edges[random.usize(0..edges.len())];
    let beside = |random: &mut Rng, value: f64| match random.u8(0..3) {
        0 => value,
        1 => value.next_up(),
        _ => value.next_down(),
    };
    let point = match random.u8(0..8) {
        0 => edge.from,
        1 => edge.from.lerp(edge.to, random.f64()),
        2 => edge.from.lerp(edge.to, random.f64() * 6.0 - 3.0),
        3 => edge.from.midpoint(edge.to),
        _ => return ((DVec2::new(random.f64(), random.f64()) - 0.5) * 44.0, false),
    };
    // This crate treats numbers closer to 0 than 1e-60 as 0; the other library does not.
    let [x, y] = [point.x, point.y].map(|value| beside(random, value));
    let tidy = |value: f64| if value.abs() < 1e-60 { 0.0 } else { value };
    (DVec2::new(tidy(x), tidy(y)), true)
}

#[test]
fn containment_matches_geo_crate() {
    let mut random = random::seeded(2);
    let (mut grazing, mut on_edges, mut inside) = (0, 0, 0);
    let (regions, points) = (
        effort::sampled_or_whole(100, 500),
        effort::sampled_or_whole(500, 2_000),
    );
    for _ in 0..regions {
        let region = random_region(&mut random);
        let tree = PlanarTree::new(&region);
        let other = polygons(&region);
        for _ in 0..points {
            let (point, grazes) = probe(&mut random, region.edges());
            let located = tree.locate(point);
            let expected = other.coordinate_position(&Coord {
                x: point.x,
                y: point.y,
            });
            let found = match located.position {
                Position::Inside => CoordPos::Inside,
                Position::Outside => CoordPos::Outside,
                Position::OnEdge(edge) => {
                    assert!(region.edges()[edge as usize].contains(point));
                    CoordPos::OnBoundary
                }
            };
            assert_eq!(found, expected, "{point} in {region:?}");
            assert_eq!(tree.contains(point), found != CoordPos::Outside);
            grazing += u32::from(grazes);
            on_edges += u32::from(found == CoordPos::OnBoundary);
            inside += u32::from(found == CoordPos::Inside);
        }
    }
    println!(
        "{} points: {grazing} graze an edge or its line, {on_edges} lie on an edge, {inside} inside; all agree",
        regions * points
    );
    let [least_grazing, least_on_edges, least_inside] =
        effort::sampled_or_whole([10_000, 750, 2_500], [400_000, 30_000, 100_000]);
    assert!(grazing > least_grazing && on_edges > least_on_edges && inside > least_inside);
}

#[test]
fn traces_and_order_match_brute_force() {
    let mut random = random::seeded(4);
    let (mut hits, mut visited, mut nodes) = (0, 0, 0);
    for _ in 0..effort::sampled_or_whole(100, 500) {
        let region = random_region(&mut random);
        let tree = PlanarTree::new(&region);
        for _ in 0..40 {
            let [(from, grazes), (to, _)] = [(); 2].map(|()| probe(&mut random, region.edges()));
            let segment = Segment2::new(from, to);
            let trace = tree.trace(&segment);
            let all = region.edges().iter().filter_map(|edge| segment.first_touch(edge));
            let nearest = all.fold(f64::INFINITY, f64::min);
            match trace.hit {
                Some(hit) => assert_eq!(hit.t, nearest, "{segment:?} in {region:?}"),
                None => assert_eq!(nearest, f64::INFINITY, "{segment:?} in {region:?}"),
            }
            hits += u32::from(trace.hit.is_some());
            visited += trace.visited.len();
            nodes += tree.nodes().len();
            // The first fragment in the near-to-far order that a segment touches must be the nearest one, except for
            // edges whose line contains the eye.
            let mut order: Vec<u32> = tree.near_to_far(from).collect();
            let touch = |fragment: u32| {
                let fragment = tree.segment(&tree.fragments()[fragment as usize]);
                segment.first_touch(&fragment)
            };
            let touched: Vec<f64> = order.iter().filter_map(|&fragment| touch(fragment)).collect();
            let nearest = touched.iter().copied().fold(f64::INFINITY, f64::min);
            if let Some(first) = touched.first().filter(|_| !grazes) {
                assert!(
                    (first - nearest) * segment.direction().length() < 1e-6,
                    "{touched:?}"
                );
            }
            order.sort_unstable();
            assert!(
                order.iter().copied().eq(0..tree.fragments().len() as u32),
                "each once"
            );
        }
    }
    assert!(hits > effort::sampled_or_whole(500, 5_000), "{hits}");
    assert!(visited * 2 < nodes, "{visited} of {nodes} nodes");
}

#[test]
fn visible_parts_match_traced_segments() {
    let mut random = random::seeded(7);
    let (mut seen, mut hidden, mut looked_at, mut all) = (0, 0, 0, 0);
    for _ in 0..effort::sampled_or_whole(100, 500) {
        let region = random_region(&mut random);
        let tree = PlanarTree::new(&region);
        let (eye, grazes) = probe(&mut random, region.edges());
        if grazes {
            continue;
        }
        let sight = tree.visible(eye);
        looked_at += sight.visited_fragments as usize;
        all += tree.fragments().len();
        for _ in 0..40 {
            let fragment = random.usize(..tree.fragments().len());
            let whole = tree.segment(&tree.fragments()[fragment]);
            let place = whole.from.lerp(whole.to, random.f64());
            let parts = sight
                .parts
                .iter()
                .filter(|part| part.fragment as usize == fragment);
            let distance = parts.map(|part| part.segment.closest(place).distance(place));
            let distance = distance.fold(f64::INFINITY, f64::min);
            let to = eye + (place - eye) * (1.0 - 1.0e-6);
            let is_open = tree.trace(&Segment2::new(eye, to)).hit.is_none();
            // A point at the border of the visible part, or on an edge whose line contains the eye, may count either
            // way.
            let along = (place - eye)
                .normalize()
                .perp_dot(whole.direction().normalize())
                .abs();
            let is_at_border = sight.parts.iter().any(|part| {
                let ends = [part.segment.from, part.segment.to];
                ends.into_iter().any(|end| {
                    let [a, b] = [end - eye, place - eye].map(|towards| towards.normalize_or(DVec2::X));
                    a.perp_dot(b).abs() < 1.0e-5
                })
            });
            if along < 1.0e-4 || is_at_border {
                continue;
            }
            assert_eq!(distance < 1.0e-6, is_open, "{place} from {eye} in {region:?}");
            seen += u32::from(is_open);
            hidden += u32::from(!is_open);
        }
        // Inside the region, walls must be visible all around.
        if tree.contains(eye) {
            let circle: f64 = sight
                .parts
                .iter()
                .map(|part| {
                    let [a, b] = [part.segment.from - eye, part.segment.to - eye];
                    a.perp_dot(b).atan2(a.dot(b)).abs()
                })
                .sum();
            assert!((circle - TAU).abs() < 1.0e-6, "{circle}");
        }
    }
    let least = effort::sampled_or_whole(100, 1_000);
    assert!(seen > least && hidden > least, "{seen} seen, {hidden} hidden");
    assert!(looked_at < all, "{looked_at} of {all}");
}

#[test]
fn build_accepts_arbitrary_segments() {
    let mut random = random::seeded(5);
    let mut point = || DVec2::new(random.f64(), random.f64()) * 100.0;
    let mut segments: Vec<Segment2> = (0..300).map(|_| Segment2::new(point(), point())).collect();
    // Degenerate segments are skipped, but the indices of the other segments do not change.
    segments[7] = Segment2::new(DVec2::ONE, DVec2::ONE);
    segments[8] = Segment2::new(DVec2::ONE, DVec2::NAN);
    let params = PlanarParams {
        max_candidates: 16,
        ..PlanarParams::default()
    };
    let progress = Progress::default();
    let tree = PlanarTree::build(&segments, params, &progress).expect("nobody cancels");
    assert_eq!(tree.validate(), Ok(()));
    let with = |edge: u32| tree.fragments().iter().any(|fragment| fragment.edge == edge);
    assert!(!with(7) && !with(8) && with(9));
    progress.cancel();
    assert!(PlanarTree::build(&segments, params, &progress).is_err());
    let none = PlanarTree::build(&[], params, &Progress::default()).expect("nobody cancels");
    assert_eq!(
        (none.nodes().len(), none.depth(), none.contains(DVec2::ZERO)),
        (0, 0, false)
    );
    assert!(
        none.trace(&Segment2::new(DVec2::ZERO, DVec2::ONE))
            .visited
            .is_empty()
    );
}

/// A higher cut cost must lead to fewer cuts and a less balanced tree. Without a cost, the line with the fewest cuts
/// must always win.
#[test]
fn split_cost_trades_cuts_for_balance() {
    let mut random = random::seeded(8);
    let mut point = || DVec2::new(random.f64(), random.f64()) * 100.0;
    let segments: Vec<Segment2> = (0..160)
        .map(|_| {
            let from = point();
            Segment2::new(from, from + (point() - 50.0) * 0.2)
        })
        .collect();
    let built = |split_cost| {
        let params = PlanarParams {
            split_cost,
            ..PlanarParams::default()
        };
        let tree = PlanarTree::build(&segments, params, &Progress::default()).expect("nobody cancels");
        assert_eq!(tree.validate(), Ok(()), "{split_cost:?}");
        let root = &tree.nodes()[0];
        (root.cuts, tree.fragments().len(), tree.depth())
    };
    let [free, cheap, dear, never] = [Some(0), Some(1), Some(11), None].map(built);
    assert!(
        free.0 > cheap.0 && cheap.0 >= dear.0 && dear.0 >= never.0,
        "{free:?} {cheap:?} {dear:?} {never:?}"
    );
    assert!(free.1 > dear.1 && dear.2 > free.2, "{free:?} {dear:?}");
    // With a cost that outweighs any imbalance, the root must have the fewest possible cuts.
    assert_eq!(built(Some(u32::MAX)).0, never.0);
    // Of two otherwise equal lines, the axis-aligned one must win.
    let crossed = [[0.0, 0.0, 2.0, 2.0], [0.0, 5.0, 2.0, 5.0], [-9.0, 9.0, -8.0, 9.5]]
        .map(|[a, b, c, d]| Segment2::new(DVec2::new(a, b), DVec2::new(c, d)));
    let params = PlanarParams {
        split_cost: Some(11),
        ..PlanarParams::default()
    };
    let tree = PlanarTree::build(&crossed, params, &Progress::default()).expect("nobody cancels");
    assert_eq!(tree.nodes()[0].edge, 1);
}
