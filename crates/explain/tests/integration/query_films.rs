//! Checks that recorded queries visit the nodes that the query reports, in order, and give the query's answer.

use std::collections::BTreeSet;

use bspwalk_collision::Capsule;
use bspwalk_explain::films::{Answer, Query, QueryFilm, Shows, Step, caption, preset};
use bspwalk_geometry::{TaggedTriangle, separating_axes::axis_projections};
use bspwalk_testing::{effort, oracle::Oracle, queries::Queries};
use bspwalk_trees::{
    BuildParams, FaceId, NodeTree, Rule, TriangleId,
    node_storing::{Branch, NodeId},
    observer::{AtPlane, TestOutcome, TreeQuery},
};
use glam::{DVec3, Vec3};

use crate::{built_in, parting, watchable};

pub(super) fn level(name: &str) -> Vec<TaggedTriangle> {
    built_in(name).solid_triangles()
}

/// Returns a query of every kind, with bodies of random sizes.
pub(super) fn queries(queries: &mut Queries<'_>) -> Vec<Query> {
    let (from, to) = queries.segment();
    let (near, by) = queries.grazing_segment();
    let (center, radius) = queries.sphere();
    let goal = center + queries.direction().as_vec3() * queries.magnitude(0.01, 3.0) as f32;
    let (min, max) = queries.aabb();
    let sphere = Capsule::sphere(radius);
    let capsule = Capsule {
        half_axis: queries.direction().as_vec3() * radius,
        radius,
    };
    let point = queries.point().as_vec3();
    let mut all = vec![
        Query::Cast { from, to },
        Query::Cast { from: near, to: by },
        Query::Sight { from, to },
        Query::Overlap { min, max },
        Query::Locate { point },
        Query::PushAti { center, radius },
    ];
    for body in [sphere, capsule] {
        all.extend([
            Query::Contacts { body, center },
            Query::Push { body, center },
            Query::Sweep {
                body,
                from,
                to,
                all: false,
            },
            Query::Sweep {
                body,
                from,
                to,
                all: true,
            },
            Query::Sweep {
                body,
                from: center,
                to: goal,
                all: false,
            },
            Query::Slide {
                body,
                from: center,
                to: goal,
            },
        ]);
    }
    all
}

/// Returns the tree queries in a recording, each with its steps.
fn questions(film: &QueryFilm) -> Vec<(TreeQuery, Vec<Step>)> {
    let mut questions: Vec<(TreeQuery, Vec<Step>)> = Vec::new();
    for step in film.steps() {
        match step {
            Step::Ask(question) => questions.push((*question, Vec::new())),
            step => {
                if let Some((_, steps)) = questions.last_mut() {
                    steps.push(*step);
                }
            }
        }
    }
    questions
}

/// Returns whether a cast along `direction` may reach the faces of `first` before the faces of `second`.
///
/// This is determined by the planes above both nodes: first comes the side where the cast starts, then the faces on the
/// plane, then the other side.
fn comes_before(tree: &NodeTree, direction: DVec3, first: NodeId, second: NodeId) -> bool {
    let (at, [side, other]) = parting(tree, [first, second]);
    let normal = tree.node(at).expect("it exists").plane.normal;
    let rises = normal.dot(direction.normalize());
    let place = |side: Option<Branch>| match side {
        Some(Branch::Front) => 1.0,
        None => 0.0,
        Some(Branch::Back) => -1.0,
    };
    // If the direction is parallel to the plane, neither side comes first.
    rises.abs() < 1.0e-5 || (place(other) - place(side)) * rises > 0.0
}

/// Returns whether a visited block contains both nodes.
fn in_one_block(tree: &NodeTree, steps: &[Step], pair: &[NodeId]) -> bool {
    steps.iter().any(|step| match *step {
        Step::Visit {
            node,
            plane: AtPlane::Block,
        } => pair.iter().all(|one| tree.subtree(node).contains(one)),
        _ => false,
    })
}

/// Checks the order of nodes in a tree query, and that it tests only faces of visited nodes.
fn check_question(tree: &NodeTree, question: TreeQuery, steps: &[Step], name: &str) {
    let visited: Vec<NodeId> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Visit { node, .. } => Some(*node),
            _ => None,
        })
        .collect();
    let known: BTreeSet<NodeId> = visited.iter().copied().collect();
    assert_eq!(known.len(), visited.len(), "{name}: a node comes twice");
    // Several planes are tested at once, but the nodes between them are visited in the order of the segment.
    if let TreeQuery::Cast { from, to } = question {
        let tested: Vec<NodeId> = steps
            .iter()
            .filter_map(|step| match step {
                Step::Test { node, .. } => Some(*node),
                _ => None,
            })
            .collect();
        for pair in tested.windows(2) {
            assert!(
                pair[0] == pair[1]
                    || comes_before(tree, (to - from).as_dvec3(), pair[0], pair[1])
                    || in_one_block(tree, steps, pair),
                "{name}: {pair:?} are not in the order of the segment"
            );
        }
    }
    let mut seen = BTreeSet::new();
    for step in steps {
        match *step {
            Step::Visit { node, plane } => {
                let view = tree.node(node).expect("it exists");
                assert!(
                    view.parent.is_none_or(|parent| seen.contains(&parent)),
                    "{name}: {node}"
                );
                seen.insert(node);
                if let AtPlane::OneSide { distance, .. } = plane {
                    assert!(distance >= 0.0, "{name}: {step:?}");
                }
            }
            Step::Test { node, triangle, .. } => {
                let mut stored = tree.triangles_at(node);
                assert!(stored.any(|stored| stored == triangle), "{name}: {step:?}");
            }
            Step::Pass { node, .. } => assert!(seen.contains(&node), "{name}: {step:?}"),
            _ => {}
        }
    }
    // Each node is visited, in exactly one skipped subtree, or below the node where the query ends. The path to a point
    // ends above an undivided node.
    let ends_above = matches!(question, TreeQuery::Locate { .. }) && tree.has_blocks();
    if !visited.is_empty() && !ends_above {
        let film = steps.iter().filter_map(|step| match *step {
            Step::Skip { node, .. } => Some(tree.subtree(node)),
            Step::Visit {
                node,
                plane: AtPlane::Block,
            } => {
                let mut below = tree.subtree(node);
                below.next();
                Some(below)
            }
            Step::Visit { node, plane } => {
                let AtPlane::OneSide { branch, .. } = plane else {
                    return None;
                };
                let view = tree.node(node)?;
                let other = if branch == Branch::Front {
                    view.back
                } else {
                    view.front
                };
                other.map(|other| tree.subtree(other))
            }
            _ => None,
        });
        let mut times = vec![0_u32; tree.node_count() as usize];
        for range in film {
            for node in range {
                times[node.index()] += 1;
            }
        }
        for &node in &visited {
            times[node.index()] += 1;
        }
        let wrong = times.iter().position(|&times| times != 1);
        assert_eq!(
            wrong, None,
            "{name}: a node is neither visited nor skipped, or both"
        );
    }
}

/// Compares the outcomes of face tests with the answer of the query.
fn check_answer(tree: &NodeTree, film: &QueryFilm, name: &str) {
    let outcomes: Vec<(TriangleId, TestOutcome)> = film
        .steps()
        .filter_map(|step| match step {
            Step::Test { triangle, tested, .. } => Some((*triangle, *tested)),
            _ => None,
        })
        .collect();
    let face = |triangle: TriangleId| tree.triangle(triangle).expect("it exists").face;
    let last_hit = outcomes.iter().rev().find_map(|(triangle, tested)| match tested {
        TestOutcome::Hit { t } => Some((*triangle, *t)),
        _ => None,
    });
    match film.answer().expect("it was recorded") {
        Answer::Cast(hit) => {
            let hit = hit.map(|hit| (hit.triangle, f64::from(hit.t)));
            assert_eq!(last_hit, hit, "{name}");
        }
        // A sweep that reads all faces hits none of them.
        Answer::Sweep(_) if matches!(film.query(), Some(Query::Sweep { all: true, .. })) => {}
        Answer::Sweep(hit) => {
            // If the body touches something at the start, the query may search for contacts and then sweep again.
            let last = questions(film)
                .into_iter()
                .rfind(|(question, _)| matches!(question, TreeQuery::Sweep { .. }));
            let steps = last.map(|(_, steps)| steps).unwrap_or_default();
            let last_hit = steps.iter().rev().find_map(|step| match step {
                Step::Test {
                    triangle,
                    tested: TestOutcome::Hit { t },
                    ..
                } => Some((*triangle, *t)),
                _ => None,
            });
            match hit {
                Some(hit) if hit.t <= 0.0 => {
                    let is_tested = outcomes.iter().any(|(triangle, _)| *triangle == hit.triangle);
                    assert!(is_tested, "{name}");
                }
                hit => assert_eq!(last_hit, hit.map(|hit| (hit.triangle, hit.t)), "{name}"),
            }
        }
        Answer::Contacts(contacts) => {
            let touched: BTreeSet<TriangleId> = outcomes
                .iter()
                .filter(|(_, tested)| matches!(tested, TestOutcome::Contact { .. }))
                .map(|(triangle, _)| *triangle)
                .collect();
            assert_eq!(
                touched,
                contacts.iter().map(|contact| contact.triangle).collect(),
                "{name}"
            );
        }
        Answer::Overlap(faces) => {
            let touched: BTreeSet<FaceId> = outcomes
                .iter()
                .filter(|(_, tested)| *tested == TestOutcome::Overlaps)
                .map(|(triangle, _)| face(*triangle))
                .collect();
            assert!(touched.iter().eq(faces), "{name}");
        }
        Answer::PushAti(pushed) => {
            let last = outcomes.iter().rev().find_map(|(_, tested)| match tested {
                TestOutcome::Pushed { to, .. } => Some(*to),
                _ => None,
            });
            if let Some(last) = last {
                assert_eq!(last, pushed.center, "{name}");
            }
        }
        Answer::Push(_) | Answer::Slide(_) | Answer::Locate(_) => {}
    }
    if let Some(Query::Overlap { min, max }) = film.query() {
        let aabb = bspwalk_geometry::Aabb {
            min: min.as_dvec3(),
            max: max.as_dvec3(),
        };
        for (triangle, tested) in outcomes {
            let corners = tree.triangle(triangle).expect("it exists").corners;
            let projections = axis_projections(&aabb, corners.map(Vec3::as_dvec3));
            if let TestOutcome::Separated(axis) = tested {
                let gap = projections[axis.index()].gap();
                assert!(gap > -1.0e-9, "{name}: {axis:?} leaves a gap of {gap}");
            }
        }
    }
}

/// Records and checks every kind of query. Returns the number of steps of each kind.
fn check(name: &str, triangles: &[TaggedTriangle], params: &BuildParams, rounds: u32) -> [u64; 3] {
    let tree = watchable(triangles, params);
    let oracle = Oracle::new(triangles);
    let mut random = Queries::new(7, oracle.triangles());
    let mut counts = [0; 3];
    for _ in 0..rounds {
        for query in queries(&mut random) {
            let name = format!("{name}, {}: {query:?}", params.rule);
            let (answer, visited) = query.ask(&tree);
            let film = QueryFilm::record(&tree, &query);
            assert_eq!(film.query(), Some(&query));
            assert_eq!(film.answer(), Some(&answer), "{name}: another answer");
            assert_eq!(film.totals().visited, visited, "{name}: other nodes");
            assert_eq!(film.unrecorded_steps(), 0, "{name}");
            assert_eq!(film.visited().count() as u64, visited, "{name}");
            for (question, steps) in questions(&film) {
                check_question(&tree, question, &steps, &name);
            }
            check_answer(&tree, &film, &name);
            for index in 0..film.len() {
                let sentence = caption(&film, &tree, index);
                let is_one = sentence.ends_with(['.', '?']) && sentence.len() > 10;
                assert!(is_one && !sentence.contains("NaN"), "{name}: {sentence}");
            }
            counts[0] += visited;
            counts[1] += film.totals().tested;
            counts[2] += film
                .steps()
                .filter(|step| matches!(step, Step::Skip { .. } | Step::Pass { .. }))
                .count() as u64;
        }
    }
    counts
}

#[test]
fn films_visit_nodes_in_query_order() {
    for (name, rounds) in [
        ("hall", effort::sampled_or_whole(4, 20)),
        ("three_rooms", effort::sampled_or_whole(12, 60)),
        ("ten_edges", effort::sampled_or_whole(12, 60)),
        ("wedges", effort::sampled_or_whole(12, 60)),
    ] {
        let counts = check(name, &level(name), &BuildParams::default(), rounds);
        assert!(
            counts
                .iter()
                .all(|&count| count > effort::sampled_or_whole(50, 500)),
            "{name}: too little happens, {counts:?}"
        );
    }
    for name in ["three_rooms", "ten_edges", "wedges"] {
        check(
            name,
            &level(name),
            &BuildParams::ATI,
            effort::sampled_or_whole(4, 20),
        );
    }
    // Faces of these nodes are left undivided because of the fragment limit.
    let undivided = BuildParams {
        max_fragments: 1,
        ..BuildParams::preset(Rule::First)
    };
    let tree = NodeTree::build(&level("wedges"), &undivided).expect("it builds");
    assert!(tree.has_blocks());
    check(
        "wedges",
        &level("wedges"),
        &undivided,
        effort::sampled_or_whole(4, 20),
    );
}

/// Checks numbers in captions that can be derived by hand from the corners of the lessons.
#[test]
fn captions_have_numbers_and_units() {
    let of = |name: &str| {
        let preset = preset(name).expect("it exists");
        let Shows::Query(query) = preset.shows else {
            panic!("{name} shows no query");
        };
        let tree = watchable(&level(preset.level), &preset.params);
        let film = QueryFilm::record(&tree, &query);
        let sentences = (0..film.len()).map(|index| caption(&film, &tree, index));
        sentences.collect::<Vec<String>>()
    };
    let has = |sentences: &[String], start: &str| {
        let found = sentences.iter().any(|sentence| sentence.starts_with(start));
        assert!(found, "no {start:?} in {sentences:#?}");
    };
    let cast = of("plane_hit");
    for start in [
        "Which face does the 7.10 m segment hit first? Without a tree, the query would test all ",
        "At the root (node 0), the segment crosses the plane at t = 0.571 (4.06 m from the start), passing from front to back. The \
         front side comes first, then the node's own face, then the back side.",
        "The query reaches face 0 in node 0: the line hits the plane of the face at (1.50, 2.39, 0.00), 1.10 m outside the \
         triangle; the face is missed.",
        "The segment hits face 2 at t = 0.857, 6.09 m from its start. ",
    ] {
        has(&cast, start);
    }
    let axis = "axis 13 of 13, the cross product of the box's Z axis and the triangle's edge 3, separates the face from the box by 7.1 cm.";
    assert!(
        of("separating_axis")
            .iter()
            .any(|sentence| sentence.ends_with(axis))
    );
    // The ATI sample tests the faces of every visited node.
    let push = of("push_fails");
    assert!(
        push.iter().all(|sentence| !sentence.contains("not tested")),
        "{push:#?}"
    );
    has(&of("push_holds"), "Round 1: ");
}
