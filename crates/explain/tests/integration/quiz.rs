//! Verifies the answer to each quiz question independently, by brute force or from the question itself.

use std::{
    collections::HashSet,
    sync::{Arc, LazyLock},
};

use bspwalk_compile::CompileParams;
use bspwalk_explain::{
    films::{Query, QueryFilm, Step},
    quiz::{
        Answers, Choice, Kind, Mark, PaintedTree, Question, Quiz, QuizAnswer, Results, Scene, Trees,
        before_depth, before_division, before_painted, before_step,
    },
};
use bspwalk_geometry::{Plane, TaggedTriangle};
use bspwalk_levels::Level;
use bspwalk_progress::Progress;
use bspwalk_testing::{effort, levels};
use bspwalk_trees::{
    BuildParams, LeafTree, NodeId, NodeTree, Obstacles, Rule, TriangleList,
    node_storing::{DepthOrder, Replay},
    solid_leaf::{LeafId, PvsParams, pvs::SightlineSpace},
};
use glam::{DVec3, Vec3};

use crate::{built_in, parting};

/// Returns the node-storing tree of a level, built with a rule, without a solid-leaf tree.
fn nodes_of(level: &Arc<Level>, rule: Rule) -> Trees {
    let params = BuildParams::preset(rule);
    let (nodes, _) = bspwalk_compile::node_tree(level, &params, &Arc::default()).expect("it can be built");
    Trees {
        nodes,
        triangles: level.solid_triangles().into(),
        leaves: None,
        pvs: None,
        spawn: level.spawn.eye,
    }
}

/// Returns all trees of a level. The node-storing tree is built with the given rule.
fn trees_of(level: &Arc<Level>, rule: Rule) -> Trees {
    let progress = Arc::default();
    let leaves = bspwalk_compile::leaf_tree(level, &CompileParams::quick(), &progress).ok();
    let leaves = leaves.map(|leaves| leaves.tree);
    let params = if effort::is_full() {
        PvsParams::default()
    } else {
        CompileParams::quick().pvs
    };
    let pvs = leaves
        .as_ref()
        .and_then(|tree| tree.pvs(&params, &progress, |_| {}).ok());
    Trees {
        leaves,
        pvs: pvs.map(Arc::new),
        ..nodes_of(level, rule)
    }
}

fn builtin_level(name: &str) -> Arc<Level> {
    Arc::new(built_in(name))
}

static THREE_ROOMS: LazyLock<Trees> =
    LazyLock::new(|| trees_of(&builtin_level("three_rooms"), Rule::Sampled));

static HALL: LazyLock<Trees> = LazyLock::new(|| trees_of(&builtin_level("hall"), Rule::Sampled));

/// Returns up to `each` questions of each kind.
fn questions(trees: &Trees, seed: u64, each: usize) -> Vec<Question> {
    let progress = Progress::default();
    let mut quiz = Quiz::new(trees.clone(), seed, &progress).expect("it is not cancelled");
    let mut all = Vec::new();
    for kind in Kind::ALL {
        for _ in 0..each {
            all.extend(quiz.question(kind, &progress).expect("it is not cancelled"));
        }
    }
    all
}

fn right_choice(question: &Question) -> &Choice {
    match (question.right, &question.answers) {
        (QuizAnswer::Choice(place), Answers::Choices(choices)) => &choices[place],
        _ => panic!("no choices: {question:?}"),
    }
}

/// Verifies the answer to a question independently of the code that created the question.
fn check(question: &Question, trees: &Trees) {
    let said = || format!("{question:#?}");
    let on_plane = trees.nodes.tolerances().on_plane;
    match question.kind {
        Kind::FirstChild => {
            let (from, to, plane, [front, back]) = cast_at_node(question, trees);
            let side = |at: Vec3| plane.distance(at.as_dvec3()) > 0.0;
            let hit = trees.nodes.cast(from, to).map_or(to, |hit| from.lerp(to, hit.t));
            assert_ne!(
                side(from),
                side(hit),
                "the cast crosses the plane before it hits: {}",
                said()
            );
            let first = if plane.distance(from.as_dvec3()) > 0.0 {
                front
            } else {
                back
            };
            assert_eq!(right_choice(question).mark, Mark::Node(first), "{}", said());
        }
        Kind::FarSide => {
            let (from, to, plane, [front, back]) = cast_at_node(question, trees);
            let [start, end] = [from, to].map(|point| plane.distance(point.as_dvec3()));
            let crossing = start / (start - end);
            let far = if start > 0.0 { back } else { front };
            let hit = TriangleList::new(&trees.triangles).cast(from, to);
            let is_visited = hit.is_none_or(|hit| f64::from(hit.t) > crossing);
            assert_eq!(
                right_choice(question).mark == Mark::Node(far),
                is_visited,
                "{}",
                said()
            );
        }
        Kind::BodyEnd => {
            let Scene::Query {
                query: Query::Slide { body, from, to },
                ..
            } = question.scene
            else {
                panic!("{}", said());
            };
            let list = TriangleList::new(&trees.triangles);
            let end = bspwalk_collision::slide(&list, body, from, to).center;
            let away = |mark: Mark| match mark {
                Mark::Point(point) => point.distance(end),
                _ => panic!("{}", said()),
            };
            assert!(away(right_choice(question).mark) < 1.0e-3, "{end} {}", said());
            others(question, |mark| {
                assert!(away(mark) > 0.5 * body.radius, "{}", said());
            });
        }
        Kind::FaceSide => {
            let Scene::Division { node, piece, .. } = &question.scene else {
                panic!("{}", said());
            };
            let plane = trees.nodes.node(*node).expect("it exists").plane;
            let text = match counts(&plane, piece, 1.0e-4) {
                Side::Front => "to the front child",
                Side::Back => "to the back child",
                Side::Cut => "to both",
                Side::On => "to neither",
            };
            assert!(right_choice(question).text.starts_with(text), "{}", said());
            // The picture shows the model from above, cut open at the height of the eyes.
            let polygon = trees.nodes.plane_polygon(*node).expect("it divides");
            let is_below = |corner: DVec3| corner.y < trees.spawn.y;
            assert!(polygon.positions().any(is_below), "{}", said());
            let size = piece
                .iter()
                .map(|corner| corner.distance(piece[0]))
                .fold(0.0, f64::max);
            let gaps = piece.iter().map(|&corner| plane.distance(corner).abs());
            assert!(
                gaps.fold(f64::MAX, f64::min) <= (2.0 * size).max(2.0),
                "{}",
                said()
            );
        }
        Kind::Cuts => {
            let (node, pieces) = pieces_at(question, trees);
            let plane = trees.nodes.node(node).expect("it exists").plane;
            let cuts = pieces
                .iter()
                .filter(|piece| counts(&plane, piece, on_plane) == Side::Cut)
                .count();
            assert_eq!(question.right, QuizAnswer::Number(cuts as u32), "{}", said());
        }
        Kind::ChosenPlane => {
            let (_, pieces) = pieces_at(question, trees);
            let params = trees.nodes.params();
            let [cut, unbalance, on] = params.block_weights(pieces.len() as u32).unwrap_or([
                params.cut_weight,
                params.unbalance_weight,
                0.0,
            ]);
            let score = |mark: Mark| {
                let Mark::Plane(plane) = mark else {
                    panic!("{}", said())
                };
                let of = |side| {
                    pieces
                        .iter()
                        .filter(|piece| counts(&plane, piece, on_plane) == side)
                        .count() as f64
                };
                let [cuts, front, back] = [Side::Cut, Side::Front, Side::Back].map(of);
                // The ATI sample's rule counts coplanar pieces as in front.
                let front = if params.rule == Rule::Ati {
                    front + of(Side::On)
                } else {
                    front
                };
                cut * cuts + unbalance * (front - back).abs() - on * of(Side::On)
            };
            let best = score(right_choice(question).mark);
            others(question, |mark| {
                assert!(score(mark) > best, "{best} {} {}", score(mark), said());
            });
        }
        Kind::NextPainted => {
            let Scene::Painter {
                eye,
                last: Mark::Leaf(done),
                ..
            } = question.scene
            else {
                panic!("{}", said());
            };
            let tree = trees.leaves.as_ref().expect("it has leaves");
            let leaf = |mark: Mark| match mark {
                Mark::Leaf(leaf) => leaf,
                _ => panic!("{}", said()),
            };
            let next = leaf(right_choice(question).mark);
            assert!(is_painted_before(tree, done, next, eye), "{}", said());
            others(question, |mark| {
                assert!(is_painted_before(tree, next, leaf(mark), eye), "{}", said());
            });
        }
        Kind::LeafSeen => {
            let Scene::Sight { from, to, .. } = question.scene else {
                panic!("{}", said());
            };
            let tree = trees.leaves.as_ref().expect("it has leaves");
            let mut random = fastrand::Rng::with_seed(11);
            let sees = (0..effort::sampled_or_whole(300, 2000)).any(|_| {
                let ends = [from, to].map(|leaf| tree.point_in(leaf, &mut || random.f64()));
                matches!(ends, [Some(a), Some(b)] if tree.sightline(a, b).is_some())
            });
            let says_yes = right_choice(question).text.starts_with("yes");
            // Random lines may miss a view through a slit, but they never report a view that does not exist.
            assert!(says_yes || !sees, "{}", said());
        }
    }
}

/// Calls `each` with the mark of each wrong choice.
fn others(question: &Question, mut each: impl FnMut(Mark)) {
    let (QuizAnswer::Choice(right), Answers::Choices(choices)) = (question.right, &question.answers) else {
        panic!("no choices: {question:?}");
    };
    for (_, choice) in choices.iter().enumerate().filter(|(place, _)| *place != right) {
        each(choice.mark);
    }
}

/// Returns the parts of a question about a cast: the cast's endpoints, the plane of the node, and the node's children.
fn cast_at_node(question: &Question, trees: &Trees) -> (Vec3, Vec3, Plane, [NodeId; 2]) {
    let Scene::Query {
        query: Query::Cast { from, to },
        node: Some(node),
    } = question.scene
    else {
        panic!("{question:?}");
    };
    let view = trees.nodes.node(node).expect("it exists");
    let children = [view.front, view.back].map(|child| child.expect("it has both"));
    // Seen from above, a flat plane hides what is below it, and the cut hides what is above it.
    assert!(view.plane.normal.y.abs() < 0.7, "{question:?}");
    (from, to, view.plane, children)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Front,
    Back,
    On,
    Cut,
}

/// Returns which side of a plane a piece is on. Points within `on_plane` of the plane count as on it.
fn counts(plane: &Plane, piece: &[DVec3], on_plane: f64) -> Side {
    let is = |side: f64| {
        piece
            .iter()
            .any(|&corner| side * plane.distance(corner) > on_plane)
    };
    match [is(1.0), is(-1.0)] {
        [true, true] => Side::Cut,
        [true, false] => Side::Front,
        [false, true] => Side::Back,
        [false, false] => Side::On,
    }
}

/// Returns the pieces that reach the node of a question, computed by cutting the level's faces with the planes above
/// the node.
fn pieces_at(question: &Question, trees: &Trees) -> (NodeId, Vec<Vec<DVec3>>) {
    let Scene::Division { node, .. } = question.scene else {
        panic!("{question:?}");
    };
    let mut replay = Replay::new(trees.nodes.clone(), &trees.triangles, &Progress::default())
        .expect("the triangles are its own");
    let division = replay.division(node, &Progress::default()).expect("it is a node");
    let pieces = division.pieces().map(|piece| piece.corners().collect()).collect();
    (node, pieces)
}

/// Returns whether a leaf is drawn before another. This is the case if the eye is on the other leaf's side of the plane
/// where their paths diverge.
fn is_painted_before(tree: &LeafTree, first: LeafId, second: LeafId, eye: Vec3) -> bool {
    let above: Vec<_> = tree.ancestors_of_leaf(second).collect();
    let parting = tree.ancestors_of_leaf(first).find_map(|(node, branch)| {
        let (_, other) = above.iter().find(|(other, _)| *other == node)?;
        (*other != branch).then_some((node, *other))
    });
    let (node, branch_of_second) = parting.expect("the root is above both");
    let plane = tree.node(node).expect("it exists").plane;
    let is_in_front = plane.distance(eye.as_dvec3()) >= 0.0;
    is_in_front == (branch_of_second == bspwalk_trees::Branch::Front)
}

#[test]
fn answers_match_independent_computation() {
    let cases = [
        ("three_rooms", Rule::Sampled, 8),
        ("three_rooms", Rule::Ati, 8),
        ("hall", Rule::Sampled, 8),
        ("hall", Rule::FewestCuts, 8),
        ("torture", Rule::Sampled, 6),
    ];
    for (name, rule, kinds) in cases.into_iter().take(effort::sampled_or_whole(3, 5)) {
        let trees = match (name, rule) {
            ("three_rooms", Rule::Sampled) => THREE_ROOMS.clone(),
            ("hall", Rule::Sampled) => HALL.clone(),
            _ => trees_of(&builtin_level(name), rule),
        };
        let all = questions(&trees, 5, 8);
        for question in &all {
            check(question, &trees);
        }
        let found: HashSet<Kind> = all.iter().map(|question| question.kind).collect();
        assert!(found.len() >= kinds, "{name} by {rule:?}: {found:?}");
    }
}

#[test]
fn quiz_works_in_real_levels() {
    let levels = levels::load_small().into_iter();
    let levels = levels.filter(|(name, _)| effort::is_full() || name == "recast_nav_test");
    for (name, (level, _)) in levels {
        let level = Arc::new(level);
        let trees = trees_of(&level, Rule::Sampled);
        let all = questions(&trees, 3, 2);
        for question in &all {
            check(question, &trees);
        }
        let found: HashSet<Kind> = all.iter().map(|question| question.kind).collect();
        assert!(found.len() >= 4, "{name}: {found:?}");
    }
}

#[test]
fn right_answers_vary_and_questions_never_repeat() {
    let trees = &*HALL;
    let all = questions(trees, 9, 12);
    let ids: HashSet<String> = all.iter().map(Question::id).collect();
    assert_eq!(ids.len(), all.len());
    for kind in Kind::ALL {
        let of_kind = || all.iter().filter(|question| question.kind == kind);
        let right: HashSet<String> = of_kind()
            .map(|question| format!("{:?}", question.right))
            .collect();
        assert!(right.len() > 1, "{kind:?}: always {right:?}");
        for question in of_kind() {
            assert_eq!(question.score(question.right), 1.0);
            assert!(
                !question.why.is_empty() && question.text.ends_with('?'),
                "{question:?}"
            );
            if let Answers::Choices(choices) = &question.answers {
                let texts: HashSet<&str> = choices.iter().map(|choice| &*choice.text).collect();
                assert_eq!(texts.len(), choices.len(), "{question:?}");
            }
            let typed = question.format_answer(question.right);
            let typed = typed.split(':').next().unwrap_or_default();
            assert_eq!(question.parse(typed), Some(question.right), "{question:?}");
        }
    }
    let mut again = Quiz::new(trees.clone(), 9, &Progress::default()).expect("it is not cancelled");
    again.mark_already_asked(ids.iter().cloned());
    for kind in Kind::ALL {
        if let Some(question) = again
            .question(kind, &Progress::default())
            .expect("it is not cancelled")
        {
            assert!(!ids.contains(&question.id()), "{question:?}");
        }
    }
}

#[test]
fn quiz_is_deterministic_and_cancellable() {
    let trees = &*THREE_ROOMS;
    assert_eq!(questions(trees, 4, 2), questions(trees, 4, 2));
    assert_ne!(questions(trees, 4, 2), questions(trees, 5, 2));
    let cancelled = Progress::default();
    cancelled.cancel();
    assert!(Quiz::new(trees.clone(), 4, &cancelled).is_err());
    let mut quiz = Quiz::new(trees.clone(), 4, &Progress::default()).expect("it is not cancelled");
    assert!(quiz.next(&cancelled).is_err());
}

#[test]
fn a_level_without_faces_has_no_questions() {
    let trees = Trees {
        nodes: Arc::new(NodeTree::build(&[], &BuildParams::default()).expect("it can be built")),
        triangles: Vec::<TaggedTriangle>::new().into(),
        leaves: None,
        pvs: None,
        spawn: DVec3::ZERO,
    };
    let mut quiz = Quiz::new(trees, 1, &Progress::default()).expect("it is not cancelled");
    assert_eq!(
        quiz.next(&Progress::default()).expect("it is not cancelled"),
        None
    );
}

#[test]
fn results_record_answers() {
    let mut results = Results::default();
    for question in questions(&THREE_ROOMS, 2, 3) {
        let answered = results.add("three_rooms", &question, question.right);
        assert_eq!(answered.score, 1.0);
        assert_eq!(answered.given, answered.right);
        let document = serde_json::json!(question);
        assert_eq!(document["kind"], question.kind.name());
        assert!(
            document["choices"].is_array() != document["most"].is_u64(),
            "{document}"
        );
    }
    assert!(results.kinds_to_review().is_empty());
}

/// Checks that each question before a step predicts the next step of the recording, and that the answer can be derived
/// from the points.
#[test]
fn film_questions_predict_the_next_step() {
    let trees = nodes_of(&builtin_level("three_rooms"), Rule::Sampled);
    let tree = bspwalk_compile::with_observable_layout(Arc::unwrap_or_clone(trees.nodes.clone()));
    let mut random = fastrand::Rng::with_seed(3);
    let mut asked = [0; 2];
    for _ in 0..40 {
        let mut point = || {
            let share = DVec3::from([(); 3].map(|()| random.f64()));
            (tree.bounds().min + share * tree.bounds().size()).as_vec3()
        };
        let (from, to) = (point(), point());
        let film = QueryFilm::record(&tree, &Query::Cast { from, to });
        for index in 0..film.len() {
            let Some(question) = before_step(&tree, &film, index) else {
                continue;
            };
            let Scene::Query { node: Some(node), .. } = question.scene else {
                panic!("{question:?}");
            };
            match question.kind {
                Kind::FirstChild => {
                    let view = tree.node(node).expect("it exists");
                    let is_in_front = view.plane.distance(from.as_dvec3()) > 0.0;
                    let first = if is_in_front { view.front } else { view.back };
                    assert_eq!(Some(right_choice(&question).mark), first.map(Mark::Node));
                    asked[0] += 1;
                }
                _ => {
                    let visits = matches!(film.step(index), Some(Step::Visit { .. }));
                    assert_eq!(question.right == QuizAnswer::Choice(0), visits);
                    asked[1] += 1;
                }
            }
        }
    }
    assert!(asked[0] > 20 && asked[1] > 20, "{asked:?}");
}

/// Independently verifies the answers to questions about divisions of the build.
#[test]
fn division_questions_predict_the_next_split() {
    for rule in [Rule::Sampled, Rule::Ati] {
        let trees = nodes_of(&builtin_level("three_rooms"), rule);
        let mut replay = Replay::new(trees.nodes.clone(), &trees.triangles, &Progress::default())
            .expect("it is built here");
        let mut kinds = Vec::new();
        for step in 0..replay.len().min(60) {
            let node = replay.node_at(step).expect("it exists");
            let division = replay
                .division(node, &Progress::default())
                .expect("it is built here");
            let asked = || before_division(&trees.nodes, trees.spawn.y, &division, u64::from(step));
            let Some(question) = asked() else { continue };
            assert_eq!(
                Some(&question),
                asked().as_ref(),
                "equal seeds ask equal questions"
            );
            check(&question, &trees);
            kinds.push(question.kind);
        }
        for kind in [Kind::FaceSide, Kind::Cuts, Kind::ChosenPlane] {
            assert!(kinds.contains(&kind), "{kind:?}: {kinds:?}");
        }
    }
}

/// Independently verifies the answers to questions about each depth of the division animation.
#[test]
fn depth_questions_predict_the_next_depth() {
    let trees = nodes_of(&builtin_level("hall"), Rule::Sampled);
    let progress = Progress::default();
    let mut replay = Replay::new(trees.nodes.clone(), &trees.triangles, &progress).expect("it is built here");
    let deepest = trees.nodes.statistics().depth;
    let mut asked = 0;
    for depth in 0..deepest + 2 {
        let mut ask = || {
            let question = before_depth(&mut replay, trees.spawn.y, depth, 7, &progress);
            question.expect("it is built here")
        };
        let Some(question) = ask() else { continue };
        assert_eq!(Some(&question), ask().as_ref(), "equal seeds ask equal questions");
        let Scene::Division { node, .. } = question.scene else {
            panic!("{question:?}");
        };
        assert_eq!(trees.nodes.node(node).expect("it exists").depth, depth);
        check(&question, &trees);
        asked += 1;
    }
    assert!((3..=deepest).contains(&asked), "{asked} of {deepest}");
}

/// Returns whether one node is drawn before another, based on where their planes are relative to the eye.
fn node_is_painted_before(tree: &NodeTree, first: u32, second: u32, eye: Vec3) -> bool {
    let (node, [of_first, of_second]) = parting(tree, [first, second].map(NodeId));
    let plane = tree.node(node).expect("it exists").plane;
    let eyes = if plane.distance(eye.as_dvec3()) >= 0.0 {
        bspwalk_trees::Branch::Front
    } else {
        bspwalk_trees::Branch::Back
    };
    let rank = |side: Option<bspwalk_trees::Branch>| side.map_or(1, |side| if side == eyes { 2 } else { 0 });
    rank(of_first) < rank(of_second)
}

/// Uses the planes to verify questions before each unit in painter's order: the right answer must be drawn before the
/// other choices.
#[test]
fn painter_questions_predict_the_next_unit() {
    let trees = &*THREE_ROOMS;
    let (nodes, leaves) = (&*trees.nodes, trees.leaves.as_deref().expect("it has leaves"));
    let eye = trees.spawn.as_vec3();
    let with_faces = |order| {
        let all = nodes.nodes_from(eye.as_dvec3(), order);
        let has_faces = |id: &NodeId| nodes.node(*id).is_some_and(|view| !view.fragments.is_empty());
        all.filter(has_faces).map(|node| node.0).collect::<Vec<u32>>()
    };
    let mut far_to_near: Vec<u32> = leaves
        .order()
        .near_to_far(eye.as_dvec3())
        .filter(|&leaf| {
            leaves
                .leaf(leaf)
                .is_some_and(|view| !view.outside && !view.fragments.is_empty())
        })
        .map(|leaf| leaf.0)
        .collect();
    far_to_near.reverse();
    let (painter, near_first) = (DepthOrder::BackToFront, DepthOrder::FrontToBack);
    for (tree, order, units) in [
        (PaintedTree::Leaves(leaves), painter, far_to_near),
        (PaintedTree::Nodes(nodes), painter, with_faces(painter)),
        (PaintedTree::Nodes(nodes), near_first, with_faces(near_first)),
    ] {
        assert!(units.len() > 5, "{units:?}");
        let ask = |done| before_painted(tree, (eye, order), &units, done, done as u64);
        assert!(ask(units.len() - 1).is_none() && ask(units.len()).is_none());
        for done in 0..units.len() - 1 {
            let question = ask(done).expect("two are left");
            assert_eq!(
                Some(&question),
                ask(done).as_ref(),
                "equal seeds ask equal questions"
            );
            let unit = |mark: Mark| match mark {
                Mark::Leaf(LeafId(unit)) | Mark::Faces(NodeId(unit)) => unit,
                _ => panic!("{question:#?}"),
            };
            let next = unit(right_choice(&question).mark);
            let comes_first = |first, second| match (tree, order) {
                (PaintedTree::Leaves(tree), _) => is_painted_before(tree, LeafId(first), LeafId(second), eye),
                (PaintedTree::Nodes(tree), DepthOrder::BackToFront) => {
                    node_is_painted_before(tree, first, second, eye)
                }
                (PaintedTree::Nodes(tree), DepthOrder::FrontToBack) => {
                    node_is_painted_before(tree, second, first, eye)
                }
            };
            others(&question, |mark| {
                assert!(comes_first(next, unit(mark)), "{question:#?}");
            });
            let Scene::Painter { last, .. } = question.scene else {
                panic!("{question:#?}");
            };
            match done {
                0 => assert!(
                    last == Mark::None && question.text.contains("first"),
                    "{question:#?}"
                ),
                _ => assert!(comes_first(unit(last), next), "{question:#?}"),
            }
        }
    }
}
