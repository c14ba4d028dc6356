//! Compares the rule `ati` node by node with a direct transcription of the build in the ATI SDK's BSP sample (2006).

use bspwalk_geometry::TaggedTriangle;
use bspwalk_testing::{effort, meshes};
use bspwalk_trees::tolerance::ATI_EPSILON;
use bspwalk_trees::{BuildParams, FaceId, NodeTree};
use glam::{DVec3, dvec3};

/// Transcription of the sample's `BTri`.
#[derive(Clone, Copy)]
struct Tri {
    v: [DVec3; 3],
    normal: DVec3,
    offset: f64,
    data: u32,
}

/// Transcription of the sample's `BNode`.
struct Node {
    tri: Tri,
    front: Option<Box<Self>>,
    back: Option<Box<Self>>,
}

fn setup(v: [DVec3; 3], data: u32) -> Tri {
    let normal = (v[1] - v[0]).cross(v[2] - v[0]).normalize();
    Tri {
        v,
        normal,
        offset: -v[0].dot(normal),
        data,
    }
}

/// Treatment of a corner that is within epsilon of a cutting plane, but not exactly on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Corners {
    /// As in the sample, the corner moves along the cut edge onto the plane, no matter how far that is.
    Move,
    /// The corner stays in place, which fixes this bug of the sample.
    Stay,
}

/// Transcription of the sample's functions, with the state they need.
struct Sample {
    cut_weight: i64,
    unbalance_weight: i64,
    corners: Corners,
    /// Number of corners that were moved, or that would have been.
    moved: u32,
}

/// Transcription of `planeHit`.
fn plane_hit(v0: DVec3, v1: DVec3, normal: DVec3, offset: f64) -> DVec3 {
    let dir = v1 - v0;
    let d = v0.dot(normal) + offset;
    v0 - (d / normal.dot(dir)) * dir
}

impl Sample {
    fn plane_hit(&mut self, [v0, v1]: [DVec3; 2], [d0, d1]: [f64; 2], normal: DVec3, offset: f64) -> DVec3 {
        for (v, d) in [(v0, d0), (v1, d1)] {
            if d.abs() <= ATI_EPSILON {
                self.moved += u32::from(d.abs() > 1.0e-12);
                if self.corners == Corners::Stay {
                    return v;
                }
            }
        }
        plane_hit(v0, v1, normal, offset)
    }

    /// Transcription of `BTri::split`. Returns the parts in front and the parts behind.
    fn split(&mut self, tri: &Tri, normal: DVec3, offset: f64) -> (Vec<Tri>, Vec<Tri>) {
        let d = tri.v.map(|v| v.dot(normal) + offset);
        let v = tri.v;
        let (mut first, mut second) = (2, 0);
        while !(d[second] > ATI_EPSILON && d[first] <= ATI_EPSILON) {
            first = second;
            second += 1;
        }
        let mut positive = Vec::new();
        let mut h = self.plane_hit([v[first], v[second]], [d[first], d[second]], normal, offset);
        loop {
            first = second;
            second = (second + 1) % 3;
            let base = h;
            let third = if d[second] > ATI_EPSILON {
                v[second]
            } else {
                h = self.plane_hit([v[first], v[second]], [d[first], d[second]], normal, offset);
                h
            };
            positive.push(setup([base, v[first], third], tri.data));
            if d[second] <= ATI_EPSILON {
                break;
            }
        }
        if d[second].abs() <= ATI_EPSILON {
            second = (second + 1) % 3;
        }
        let mut negative = Vec::new();
        loop {
            first = second;
            second = (second + 1) % 3;
            let third = if d[second] < -ATI_EPSILON {
                v[second]
            } else {
                self.plane_hit([v[first], v[second]], [d[first], d[second]], normal, offset)
            };
            negative.push(setup([h, v[first], third], tri.data));
            if d[second] >= -ATI_EPSILON {
                break;
            }
        }
        (positive, negative)
    }

    /// Transcription of `BNode::build`.
    fn build(&mut self, mut tris: Vec<Tri>) -> Option<Box<Node>> {
        if tris.is_empty() {
            return None;
        }
        let (mut index, mut min_score) = (0, i64::MAX);
        for i in 0..tris.len() {
            let (mut score, mut diff) = (0, 0_i64);
            for other in &tris {
                let (neg, pos) = signs(other, tris[i].normal, tris[i].offset);
                if pos > 0 {
                    if neg > 0 {
                        score += self.cut_weight;
                    } else {
                        diff += 1;
                    }
                } else if neg > 0 {
                    diff -= 1;
                } else {
                    diff += 1;
                }
            }
            score += self.unbalance_weight * diff.abs();
            if score < min_score {
                min_score = score;
                index = i;
            }
        }
        // As in `fastRemove`, the last element fills the gap.
        let tri = tris.swap_remove(index);
        let (mut front, mut back) = (Vec::new(), Vec::new());
        for other in &tris {
            let (neg, pos) = signs(other, tri.normal, tri.offset);
            if neg > 0 {
                if pos > 0 {
                    let (positive, negative) = self.split(other, tri.normal, tri.offset);
                    front.extend(positive);
                    back.extend(negative);
                } else {
                    back.push(*other);
                }
            } else {
                front.push(*other);
            }
        }
        Some(Box::new(Node {
            tri,
            back: self.build(back),
            front: self.build(front),
        }))
    }
}

fn signs(tri: &Tri, normal: DVec3, offset: f64) -> (u32, u32) {
    let (mut neg, mut pos) = (0, 0);
    for v in tri.v {
        let dist = v.dot(normal) + offset;
        if dist < -ATI_EPSILON {
            neg += 1;
        } else if dist > ATI_EPSILON {
            pos += 1;
        }
    }
    (neg, pos)
}

/// Counts of compared nodes and trees.
#[derive(Default)]
struct Compared {
    nodes: u32,
    /// Number of trees that were compared with the unmodified sample. In these trees, no corner near a plane is off the
    /// plane.
    verbatim: u32,
}

impl Compared {
    #[track_caller]
    fn assert_above(self, [nodes, verbatim]: [u32; 2]) {
        let is_enough = self.nodes > nodes && self.verbatim > verbatim;
        assert!(is_enough, "{} {}", self.nodes, self.verbatim);
    }
}

impl std::ops::AddAssign for Compared {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.verbatim += other.verbatim;
    }
}

/// Builds the tree in both ways and compares node by node: face, corners, plane and children.
#[track_caller]
fn assert_same(name: &str, triangles: &[TaggedTriangle], cut_weight: i32, unbalance_weight: i32) -> Compared {
    compare(name, triangles, triangles, cut_weight, unbalance_weight)
}

/// Compares the library's tree of the first set of triangles with the sample's tree of the second set.
#[track_caller]
fn compare(
    name: &str,
    ours: &[TaggedTriangle],
    theirs: &[TaggedTriangle],
    cut_weight: i32,
    unbalance_weight: i32,
) -> Compared {
    let params = BuildParams {
        cut_weight: f64::from(cut_weight),
        unbalance_weight: f64::from(unbalance_weight),
        ..BuildParams::ATI
    };
    let tree = NodeTree::build(ours, &params).unwrap();
    assert_eq!(tree.validate(), Ok(()), "{name}");
    let tris: Vec<Tri> = theirs
        .iter()
        .map(|triangle| setup(triangle.corners, triangle.face.0))
        .collect();
    let mut sample = Sample {
        cut_weight: cut_weight.into(),
        unbalance_weight: unbalance_weight.into(),
        corners: Corners::Move,
        moved: 0,
    };
    let mut expected = sample.build(tris.clone());
    let verbatim = sample.moved == 0;
    if !verbatim {
        sample.corners = Corners::Stay;
        expected = sample.build(tris);
    }
    let mut compared = 0;
    let mut stack: Vec<_> = expected
        .as_deref()
        .map(|node| (node, tree.root()))
        .into_iter()
        .collect();
    while let Some((expected, id)) = stack.pop() {
        let id = id.unwrap_or_else(|| panic!("{name}: a node is missing after {compared}"));
        let node = tree.node(id).unwrap();
        let at = format!("{name}: node {id} at depth {}", node.depth);
        let fragments: Vec<_> = node
            .fragments
            .clone()
            .filter_map(|index| tree.fragment(index))
            .collect();
        assert_eq!(fragments.len(), 1, "{at}: one triangle a node");
        assert_eq!(fragments[0].face, FaceId(expected.tri.data), "{at}: the face");
        assert_eq!(fragments[0].vertices.len(), 3, "{at}");
        for (ours, theirs) in fragments[0].vertices.iter().zip(expected.tri.v) {
            assert!(
                ours.as_dvec3().distance(theirs) < 1.0e-4,
                "{at}: corner {ours} is {theirs}"
            );
        }
        assert!(
            node.plane.normal.distance(expected.tri.normal) < 1.0e-5,
            "{at}: the normal"
        );
        assert!(
            (node.plane.d - expected.tri.offset).abs() < 1.0e-4,
            "{at}: the offset"
        );
        for (child, ours, side) in [
            (&expected.front, node.front, "front"),
            (&expected.back, node.back, "back"),
        ] {
            assert_eq!(child.is_some(), ours.is_some(), "{at}: the {side} child");
            if let Some(child) = child {
                stack.push((child, ours));
            }
        }
        compared += 1;
    }
    assert_eq!(compared, tree.node_count(), "{name}");
    Compared {
        nodes: compared,
        verbatim: u32::from(verbatim),
    }
}

/// Weights to compare: the preset's weights, only cuts, only imbalance, none, and a mix.
const WEIGHTS: [(i32, i32); 5] = [(3, 1), (1, 0), (0, 1), (0, 0), (8, 3)];

#[test]
fn random_triangles_match_ati_tree() {
    let mut random = bspwalk_testing::random::seeded(1);
    let mut compared = Compared::default();
    for case in 0..effort::sampled_or_whole(40, 150) {
        let count = random.usize(1..20);
        let triangles = meshes::tagged(meshes::soup(&mut random, count, 100.0));
        let (cut, unbalance) = WEIGHTS[case % WEIGHTS.len()];
        compared += assert_same(&format!("soup {case}"), &triangles, cut, unbalance);
    }
    compared.assert_above(effort::sampled_or_whole([1_500, 15], [10_000, 75]));
}

#[test]
fn grid_triangles_match_ati_tree() {
    let mut random = bspwalk_testing::random::seeded(2);
    let mut compared = Compared::default();
    for case in 0..effort::sampled_or_whole(40, 250) {
        let (count, size) = (random.usize(1..20), random.i32(1..6));
        let triangles = meshes::tagged(meshes::grid_soup(&mut random, count, size));
        let (cut, unbalance) = WEIGHTS[case % WEIGHTS.len()];
        compared += assert_same(&format!("grid {case}"), &triangles, cut, unbalance);
    }
    compared.assert_above(effort::sampled_or_whole([500, 15], [5_000, 125]));
}

#[test]
fn room_meshes_match_ati_tree() {
    let mut random = bspwalk_testing::random::seeded(3);
    let room = meshes::cuboid(DVec3::ZERO, dvec3(8.0, 3.0, 5.0), true);
    let boxes: Vec<_> = (0..8)
        .flat_map(|i| {
            let corner = dvec3(f64::from(i) * 0.9, 0.1 * f64::from(i), f64::from(i * i % 5));
            meshes::cuboid(corner, corner + dvec3(1.2, 0.7, 1.1), false)
        })
        .collect();
    let named = [
        ("room", room.clone()),
        ("room with boxes", [room, boxes].concat()),
        ("stairs", meshes::stairs(12, 0.17, 0.3, 1.5)),
        ("columns", meshes::columns(4)),
        ("sphere", meshes::sphere(dvec3(1.0, 2.0, 3.0), 4.0, 7)),
        ("terrain", meshes::terrain(&mut random, 6)),
    ];
    let mut compared = Compared::default();
    for (name, triangles) in named {
        for (cut, unbalance) in WEIGHTS {
            compared += assert_same(name, &meshes::tagged(triangles.clone()), cut, unbalance);
        }
    }
    compared.assert_above([3000, 15]);
}

#[test]
#[should_panic(expected = "the face")]
fn comparison_detects_other_triangles() {
    let room = meshes::cuboid(DVec3::ZERO, DVec3::ONE, true);
    let mut triangles = meshes::tagged(room);
    triangles.swap(0, 5);
    let expected = triangles.clone();
    triangles.swap(0, 5);
    compare("room", &triangles, &expected, 3, 1);
}
