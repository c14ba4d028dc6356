//! Tests of plane drawing.

use bspwalk_geometry::Polygon;
use glam::DVec3;

use super::{super::choice::tests::all_planes, *};
use bspwalk_testing::small_trees::{self as test_trees, hit};

fn drawing(tree: &NodeTree) -> (PlaneDrawing, PlaneChoice) {
    let stats = TreeStats::new(tree);
    let choice = PlaneChoice::of(tree, &stats, &all_planes(), None, None);
    let (_, level) = test_trees::room();
    let drawing = PlaneDrawing::of((tree, &stats, &level), &choice, Palette::default(), 0.3);
    (drawing, choice)
}

/// Returns a vector whose components are random numbers from −0.5 to 0.5.
fn unit(random: &mut fastrand::Rng) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| random.f64() - 0.5))
}

fn polygons(tree: &NodeTree, drawing: &PlaneDrawing) -> Vec<Polygon> {
    drawing
        .filled
        .iter()
        .filter_map(|filled| tree.plane_polygon(filled.node))
        .collect()
}

#[test]
fn planes_face_the_front_and_stay_in_cells() {
    for tree in test_trees::trees() {
        let (drawing, _) = drawing(&tree);
        assert!(!drawing.filled.is_empty());
        let slack = tree.tolerances().on_plane * 10.0;
        for (filled, polygon) in drawing.filled.iter().zip(polygons(&tree, &drawing)) {
            let node = filled.node;
            let own = tree.node(node).expect("it exists").plane;
            assert!(own.normal.dot(polygon.vector_area()) > 0.0, "node {node}");
            for (ancestor, branch) in tree.ancestors(node) {
                let plane = tree.node(ancestor).expect("it exists").plane;
                let sign = branch.pick([1.0, -1.0]);
                let is_inside = |position| plane.distance(position) * sign >= -slack;
                assert!(polygon.positions().all(is_inside), "node {node} leaves its cell");
            }
        }
    }
}

/// Checks that along every ray from the eye, farther planes are drawn earlier.
#[test]
fn far_planes_are_drawn_before_near_ones() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut pairs = 0;
    for tree in test_trees::trees() {
        let (drawing, _) = drawing(&tree);
        let polygons = polygons(&tree, &drawing);
        let size = tree.bounds().size();
        for _ in 0..20 {
            let eye = tree.bounds().center() + unit(&mut random) * size * 1.5;
            let order = drawing.far_to_near(&tree, eye);
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..drawing.filled.len()), "each plane once");
            let place: Vec<usize> = (0..order.len())
                .filter_map(|i| order.iter().position(|&j| j == i))
                .collect();
            for _ in 0..20 {
                let direction = unit(&mut random).normalize_or(DVec3::X);
                let mut hits: Vec<(f64, usize)> = polygons
                    .iter()
                    .enumerate()
                    .filter_map(|(i, p)| Some((hit(p, eye, direction, 1.0e-6)?, i)))
                    .collect();
                hits.sort_by(|a, b| b.0.total_cmp(&a.0));
                for pair in hits.windows(2) {
                    if pair[0].0 - pair[1].0 > 1.0e-6 {
                        let [far, near] = [pair[0].1, pair[1].1].map(|plane| place[plane]);
                        assert!(far < near, "from {eye} along {direction}: {pair:?}");
                        pairs += 1;
                    }
                }
            }
        }
    }
    assert!(pairs > 1000, "only {pairs} pairs were compared");
}

/// Checks that a ray from a random eye that hits a plane hits exactly one of the plane's triangles.
#[test]
fn triangles_cover_their_planes_once() {
    let mut random = fastrand::Rng::with_seed(23);
    let mut met = 0;
    for tree in test_trees::trees() {
        let (drawing, _) = drawing(&tree);
        let polygons = polygons(&tree, &drawing);
        let places = drawing.polygons.positions();
        let place = |&index: &u32| Vec3::from(places[index as usize]).as_dvec3();
        for _ in 0..40 {
            let eye = tree.bounds().center() + unit(&mut random) * tree.bounds().size();
            let ray = unit(&mut random).normalize_or(DVec3::X);
            for plane in drawing.far_to_near(&tree, eye) {
                let indices = drawing.polygons.indices([plane]);
                let triangles = |margin: f64| {
                    let triangles = indices.chunks(3).map(|corners| corners.iter().map(place));
                    let hits = triangles.map(Polygon::from_points);
                    hits.filter(|triangle| hit(triangle, eye, ray, margin).is_some())
                        .count()
                };
                let what = || format!("plane {plane} from {eye} along {ray}");
                assert!(triangles(1.0e-4) <= 1, "{}: two triangles", what());
                if hit(&polygons[plane], eye, ray, 1.0e-3).is_some() {
                    met += 1;
                    assert!(triangles(-1.0e-4) >= 1, "{}: a gap", what());
                } else if hit(&polygons[plane], eye, ray, -1.0e-3).is_none() {
                    assert_eq!(triangles(1.0e-3), 0, "{}: too large", what());
                }
            }
        }
    }
    assert!(met > 500, "only {met} planes were met");
}

#[test]
fn plane_style_fades_with_depth() {
    let look = |depth| PlaneStyle::of(PlaneRole::Depth, depth, [0, 9], Palette::default(), 0.2);
    for depth in 0..9 {
        let [own, next] = [look(depth), look(depth + 1)];
        assert!(own.fill[1] >= next.fill[1] && own.trace[1] >= next.trace[1]);
    }
    assert!(look(0).fill[1] > 0.0 && look(0).trace[1] > 2.0 * look(4).trace[1]);
    // The plane is filled only in the model view.
    assert!(look(2).fill[0] > 0.1 && look(2).fill[1] == 0.0);
    assert!(look(9).fill[0] > 0.0 && look(9).fill[0] < 0.3 * look(0).fill[0]);
    let above = |above| {
        PlaneStyle::of(
            PlaneRole::Ancestor(above),
            9 - above,
            [0, 9],
            Palette::default(),
            0.2,
        )
    };
    assert!(above(1).outline[0] > above(2).outline[0] && above(2).outline[0] > above(8).outline[0]);
    assert_eq!((above(1).fill[0], above(8).trace[0]), (0.0, 0.0));
}

#[test]
fn labels_show_depths_and_lie_on_planes() {
    let (tree, _) = test_trees::room();
    let (drawing, choice) = drawing(&tree);
    assert_eq!(drawing.labels.len(), MOST_LABELS.min(choice.planes.len()));
    let mut level_planes = 0;
    for (label, &(node, _)) in drawing.labels.iter().zip(&choice.planes) {
        let view = tree.node(node).expect("it exists");
        // A horizontal plane shows its front with an arrow, and has neither badges nor a fill.
        let up = view.plane.normal.y;
        let arrow = match up {
            _ if up > LEVEL => "↑",
            _ if up < -LEVEL => "↓",
            _ => "",
        };
        let depth = match view.depth {
            0 => "ROOT".to_owned(),
            depth => depth.to_string(),
        };
        assert_eq!(label.text, format!("{depth}{arrow}"), "node {node}");
        assert_eq!(label.normal.is_none(), !arrow.is_empty(), "node {node}");
        let is_filled = drawing.filled.iter().any(|filled| filled.node == node);
        assert!(!is_filled || arrow.is_empty(), "node {node} is a sheet");
        level_planes += usize::from(!arrow.is_empty());
        let is_on_plane = |at: &Vec3| view.plane.distance(at.as_dvec3()).abs() < 1.0e-3;
        assert!(label.places.iter().all(is_on_plane));
    }
    assert!(level_planes > 0, "the floor's, at least");
    assert!(drawing.faces.is_none());
}

#[test]
fn cut_faces_are_outlined_within_the_cell() {
    let (tree, level) = test_trees::room();
    let stats = TreeStats::new(&tree);
    let slack = tree.tolerances().on_plane * 10.0 + 1.0e-5;
    let mut outlined = 0;
    for node in tree.node_ids() {
        let mut budget = MOST_LOOKED_AT;
        let found = traces(&tree, node, stats.subtree(node).end, &mut budget);
        let mut drawing = PlaneDrawing::default();
        drawing.cut_faces((&tree, node), &level, &found, Palette::default());
        for end in drawing.lines.ends().flatten() {
            outlined += 1;
            for (above, branch) in tree.ancestors(node) {
                let plane = tree.node(above).expect("it exists").plane;
                let distance = branch.pick([1.0, -1.0]) * plane.distance(end.as_dvec3());
                assert!(distance > -slack, "node {node}, {distance} m across node {above}");
            }
        }
    }
    assert!(outlined > 100, "{outlined} ends");
}
