//! Verifies the right answer to each question of the tour independently.

use std::sync::Arc;

use bspwalk_compile::CompileParams;
use bspwalk_explain::{
    films::{Query, QueryFilm, QueryMode},
    quiz::checks::{
        CheckFilm, ChoiceQuestion, best_of_planes, letter_at_root, may_be_visible, painted_first,
        planes_to_try, portals_between, rooms, searched_children, solid_or_empty, step_of_film,
        tests_of_point,
    },
};
use bspwalk_levels::Level;
use bspwalk_planar::{PRESETS, PlanarTree, Region};
use bspwalk_progress::Progress;
use bspwalk_trees::{
    BuildParams, LeafTree, NodeId, NodeTree, Rule,
    node_storing::Replay,
    solid_leaf::{OUTSIDE, PvsParams},
};
use glam::{Vec3, dvec2, vec3};

use crate::built_in;

/// A position in the red room of `three_rooms`.
const RED_ROOM: Vec3 = vec3(2.6, 1.7, -4.6);

const SEEDS: std::ops::Range<u64> = 0..24;

fn level() -> Arc<Level> {
    Arc::new(built_in("three_rooms"))
}

fn nodes(level: &Arc<Level>) -> NodeTree {
    let params = BuildParams::preset(Rule::Ati);
    let (tree, _) = bspwalk_compile::node_tree(level, &params, &Arc::default()).expect("it can be built");
    Arc::unwrap_or_clone(tree)
}

fn leaves(level: &Level) -> Arc<LeafTree> {
    let leaves = bspwalk_compile::leaf_tree(level, &CompileParams::default(), &Arc::default());
    leaves.expect("it can be built").tree
}

/// Returns the checks for all seeds. The number of choices must be plausible, and the right choice must vary.
fn all(check: impl Fn(u64) -> Option<ChoiceQuestion>) -> Vec<ChoiceQuestion> {
    let checks: Vec<ChoiceQuestion> = SEEDS.filter_map(check).collect();
    assert_eq!(checks.len(), SEEDS.count(), "each seed gives a question");
    for check in &checks {
        assert!((2..=4).contains(&check.choices.len()), "{check:?}");
        assert!(check.right < check.choices.len(), "{check:?}");
        assert!(check.is_right(check.right) && !check.why.is_empty(), "{check:?}");
    }
    let first = checks[0].right;
    assert!(
        checks.iter().any(|check| check.right != first),
        "always choice {first}"
    );
    checks
}

#[test]
fn tests_of_a_point_match_the_tree() {
    for preset in PRESETS {
        let region = Region::new(&(preset.loops)()).expect("it is a region");
        let tree = PlanarTree::new(&region);
        for seed in SEEDS {
            let check = tests_of_point(&tree, seed).expect("there is a point");
            let right: usize = check.choices[check.right].parse().expect("a number");
            // The text of the check contains the point, as in "(3.5, −1.0)".
            let (_, point) = check.text.split_once('(').expect("a point");
            let (point, _) = point.split_once(')').expect("a point");
            let (x, y) = point.split_once(", ").expect("two coordinates");
            let [x, y] = [x, y].map(|part| part.replace('−', "-").parse().expect("a number"));
            assert_eq!(
                tree.locate(dvec2(x, y)).path.len(),
                right,
                "{}: {check:?}",
                preset.name
            );
        }
    }
}

#[test]
fn letter_matches_the_root_plane() {
    let tree = nodes(&level());
    let root = tree.node(NodeId(0)).expect("it has nodes").plane;
    for check in all(|seed| letter_at_root(&tree, seed)) {
        let at = check.at.expect("a marked point");
        assert_eq!(
            check.right,
            usize::from(root.distance(at.as_dvec3()) < 0.0),
            "{check:?}"
        );
    }
}

#[test]
fn picked_planes_cost_what_their_trees_show() {
    let level = level();
    let tree = Arc::new(nodes(&level));
    let progress = Progress::default();
    let mut replay = Replay::new(tree, &level.solid_triangles(), &progress).expect("it can be replayed");
    let root = replay.division(NodeId(0), &progress).expect("it divides");
    let planes = planes_to_try(&root.decision).expect("there are three");
    for plane in planes {
        // The tour states this formula in words.
        let score = 3 * plane.cuts + plane.front.abs_diff(plane.back);
        assert_eq!(f64::from(score), plane.score, "{plane:?}");
        let changed = Arc::new(
            replay
                .with_plane(NodeId(0), plane.plane, &progress)
                .expect("it divides"),
        );
        let mut changed =
            Replay::new(changed, &level.solid_triangles(), &progress).expect("it can be replayed");
        let decision = changed
            .division(NodeId(0), &progress)
            .expect("it divides")
            .decision
            .clone();
        assert_eq!(decision.cuts, plane.cuts, "{plane:?}");
    }
    let check = best_of_planes(&planes).expect("one is best");
    assert_eq!(check.choices, ["A", "B", "C"]);
    let lowest = planes.map(|plane| plane.score).into_iter().reduce(f64::min);
    assert_eq!(lowest, Some(planes[check.right].score));
    let doubled = [planes[check.right]; 2];
    assert_eq!(best_of_planes(&doubled), None, "both have the lowest score");
}

#[test]
fn film_steps_have_questions() {
    let tree = bspwalk_compile::with_observable_layout(nodes(&level()));
    let query = Query::Cast {
        from: RED_ROOM,
        to: vec3(2.6, 1.2, 8.3),
    };
    let film = QueryFilm::record_grouped(&tree, &query, QueryMode::OnePlane);
    for seed in SEEDS {
        let check = step_of_film(&tree, &film, seed).expect("there is a choice");
        let Some(CheckFilm::Query(step)) = check.film else {
            panic!("{check:?}");
        };
        assert!((step as usize) < film.len());
        assert!(check.choices.len() == 2 && check.right < 2, "{check:?}");
    }
}

#[test]
fn search_visits_both_sides_of_near_planes() {
    let tree = nodes(&level());
    let radius = 0.4;
    for place in 0..12_u8 {
        let center = RED_ROOM + 0.2 * f32::from(place) * Vec3::Z;
        for seed in SEEDS {
            let check = searched_children(&tree, center, radius, seed).expect("there is a node");
            assert_eq!(check.choices.len(), 3);
            let node = check.text.split("node ").nth(1).expect("a node");
            let node: String = node.chars().take_while(char::is_ascii_digit).collect();
            let plane = tree
                .node(NodeId(node.parse().expect("a number")))
                .expect("it exists")
                .plane;
            let distance = plane.distance(center.as_dvec3());
            let right = match distance {
                _ if distance.abs() <= f64::from(radius) => 0,
                _ if distance > 0.0 => 1,
                _ => 2,
            };
            assert_eq!(check.right, right, "{check:?}");
        }
    }
}

#[test]
fn room_of_the_eye_is_painted_last() {
    let level = level();
    let tree = leaves(&level);
    let rooms = rooms(&tree);
    assert_eq!(rooms.len(), 3, "{rooms:?}");
    let own = tree.locate(RED_ROOM.as_dvec3());
    let red = rooms.iter().find(|room| room.leaf == own).expect("it is a room");
    // The painter's colours hide the materials, so the name must not be the colour of a material.
    assert_eq!(red.name, format!("the room of leaf {}", own.0));
    for check in all(|seed| painted_first(&tree, &rooms, RED_ROOM, seed)) {
        assert_eq!(check.choices.len(), 2);
        assert_ne!(check.named_leaves[check.right], own, "{check:?}");
        for (choice, leaf) in check.choices.iter().zip(&check.named_leaves) {
            let number = leaf.0.to_string();
            assert!(choice.split([' ', ',']).any(|word| word == number), "{check:?}");
        }
    }
}

#[test]
fn leaf_at_the_mark_is_solid_or_empty() {
    let level = level();
    let tree = leaves(&level);
    for check in all(|seed| solid_or_empty(&tree, seed)) {
        let at = check.at.expect("a marked point").as_dvec3();
        let leaf = tree.locate(at);
        assert!(leaf != OUTSIDE);
        assert_eq!(check.right, usize::from(!tree.is_solid(leaf)), "{check:?}");
    }
}

#[test]
fn portals_are_counted_on_the_shortest_way() {
    let level = level();
    let tree = leaves(&level);
    let from = tree.locate(RED_ROOM.as_dvec3());
    // Compute the distances to all leaves by relaxing all portals.
    let mut distances = vec![u32::MAX; tree.leaf_count() as usize];
    distances[from.index()] = 0;
    for _ in tree.leaf_ids() {
        for portal in tree.portal_ids() {
            let [a, b] = tree.portal(portal).expect("it exists").leaves;
            if a != OUTSIDE && b != OUTSIDE {
                let [da, db] = [a, b].map(|leaf| distances[leaf.index()]);
                distances[a.index()] = da.min(db.saturating_add(1));
                distances[b.index()] = db.min(da.saturating_add(1));
            }
        }
    }
    for check in all(|seed| portals_between(&tree, from, seed)) {
        let to = tree.locate(check.at.expect("a marked point").as_dvec3());
        let right = distances[to.index()].to_string();
        assert_eq!(check.choices[check.right], right, "{check:?}");
    }
}

#[test]
fn leaf_at_the_mark_may_be_visible() {
    let level = level();
    let tree = leaves(&level);
    let pvs = tree.pvs(&PvsParams::default(), &Progress::default(), |_| {});
    let pvs = pvs.expect("it is not cancelled");
    let from = tree.locate(RED_ROOM.as_dvec3());
    for seed in SEEDS {
        // In a small level, every leaf may be visible, so there may be no check.
        let Some(check) = may_be_visible(&tree, &pvs, from, seed) else {
            continue;
        };
        let Some(CheckFilm::Sight([_, to])) = check.film else {
            panic!("{check:?}");
        };
        assert_eq!(check.right, usize::from(!pvs.visible(from, to)), "{check:?}");
        assert_eq!(tree.locate(check.at.expect("a mark").as_dvec3()), to);
    }
}
