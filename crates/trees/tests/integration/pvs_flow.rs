//! Tests that the PVS is built from the recorded portal flow.

use std::collections::BTreeSet;

use bspwalk_progress::Progress;
use bspwalk_testing::{
    maze::{Maze, MazeKind},
    rooms, small_trees,
};
use bspwalk_trees::{
    LeafTree,
    solid_leaf::{
        LeafId, LeafParams, OUTSIDE, PvsParams,
        pvs::{Clusters, FlowOutcome, FlowPass, PvsFlow, SightlineSpace, occluders},
    },
};
use glam::{DQuat, DVec3};

use crate::pvs_views::area;

/// Returns the leaves reached by the steps of whole chains: the leaves behind each source, behind each portal that
/// lines passed through, and behind each portal seen through a chain.
fn leaves_of_steps(flow: &PvsFlow) -> BTreeSet<LeafId> {
    let behind = |number: &u32| flow.portals[*number as usize].leaves[1];
    let mut leaves = BTreeSet::from([flow.leaf]);
    for step in flow.steps.iter().filter(|step| step.pass != FlowPass::Short) {
        match &step.outcome {
            FlowOutcome::Begun { known } => {
                leaves.insert(behind(&step.chain[0]));
                leaves.extend(known.iter().map(behind));
            }
            FlowOutcome::Seen { .. } | FlowOutcome::Followed { .. } => {
                leaves.extend(step.next.iter().map(behind));
            }
            FlowOutcome::CutShort { .. } => panic!("there are steps for all chains"),
            FlowOutcome::Known | FlowOutcome::RuledOut { .. } | FlowOutcome::Closed(_) => {}
        }
    }
    leaves
}

fn record(maze: &Maze, params: &PvsParams, leaf: LeafId) -> PvsFlow {
    let clusters = Clusters::singletons(maze.graph.leaf_count());
    let progress = Progress::default();
    PvsFlow::of_graph(&maze.graph, &clusters, &maze.tolerances, params, leaf, &progress).expect("it is built")
}

/// Returns mazes with doors. Some doors open to the outside.
fn mazes() -> impl Iterator<Item = (u64, Maze)> {
    (0..8).map(|seed| {
        let leaky = if seed < 5 { 0.0 } else { 0.1 };
        let kind = MazeKind::new(12 + 4 * seed as u32, seed % 2 == 0, [0.7, 0.4, leaky], seed);
        let turn = DQuat::from_axis_angle(DVec3::new(0.6, 0.8, 0.0), 0.3 * seed as f64);
        (seed, Maze::new(&kind, turn, DVec3::ZERO))
    })
}

/// The steps of all portals, lines and occlusion searches must add up to the steps of the PVS. Recording must not
/// change the PVS.
#[test]
fn flow_costs_add_up_to_pvs_steps() {
    let (tree, _) = small_trees::leaf_tree();
    let progress = Progress::default();
    for steps in [0, 40, 2_000, PvsParams::default().steps] {
        let params = PvsParams {
            steps,
            ..PvsParams::default()
        };
        let pvs = tree.pvs(&params, &progress, |_| {}).expect("it is built");
        for leaf in tree.empty_leaves() {
            let flow = PvsFlow::of_tree(&tree, &params, leaf, &progress).expect("it is built");
            assert_eq!(flow.pvs, pvs, "leaf {leaf}, {steps} steps");
            assert_eq!(
                flow.flow_steps() + flow.lines + flow.occlusion,
                pvs.statistics().steps,
                "leaf {leaf}, {steps} steps"
            );
            let costs: Vec<u64> = flow
                .costliest()
                .iter()
                .map(|&number| flow.portals[number as usize].steps)
                .collect();
            assert!(costs.is_sorted_by(|a, b| a >= b) && costs.iter().sum::<u64>() == flow.flow_steps());
        }
    }
    for (seed, maze) in mazes() {
        let flow = record(&maze, &PvsParams::default(), LeafId(1));
        assert!(flow.flow_steps() > 0, "seed {seed}");
        assert_eq!(
            flow.flow_steps() + flow.lines,
            flow.pvs.statistics().steps,
            "seed {seed}"
        );
    }
}

/// The chains must reach the leaves in the PVS row, and may reach a few more, which chains from other leaves rule out.
#[test]
fn flow_chains_reach_the_pvs_row() {
    let (mut all, mut extra) = (0, 0);
    for (seed, maze) in mazes() {
        for leaf in maze.leaves() {
            let flow = record(&maze, &PvsParams::default(), leaf);
            assert_eq!(flow.left_out, 0, "seed {seed}, leaf {leaf}");
            let row: BTreeSet<LeafId> = flow.pvs.row(leaf).collect();
            let reached = leaves_of_steps(&flow);
            assert_eq!(
                reached,
                flow.reached.iter().copied().collect(),
                "seed {seed}, leaf {leaf}"
            );
            assert_eq!(
                row,
                flow.after_chains.iter().copied().collect(),
                "seed {seed}, leaf {leaf}"
            );
            assert!(
                row.is_subset(&reached),
                "seed {seed}, leaf {leaf}: {row:?} {reached:?}"
            );
            all += row.len();
            extra += reached.len() - row.len();
        }
    }
    assert!(all > 500 && 50 * extra < all, "{extra} beside {all}");
    // In these rooms, occlusion by solid leaves hides nothing in addition to the portal chains.
    let (tree, _) = small_trees::leaf_tree();
    let progress = Progress::default();
    for leaf in tree.empty_leaves() {
        let flow = PvsFlow::of_tree(&tree, &PvsParams::default(), leaf, &progress).expect("it is built");
        assert_eq!(
            leaves_of_steps(&flow),
            flow.pvs.row(leaf).collect(),
            "leaf {leaf}"
        );
    }
}

/// Returns whether the ray from `a` through `b` hits a convex polygon behind `b`, farther inside the polygon than a
/// margin.
fn meets(corners: &[DVec3], [a, b]: [DVec3; 2]) -> bool {
    let normal = (corners[1] - corners[0])
        .cross(corners[2] - corners[0])
        .normalize();
    let [here, there] = [a, b].map(|end| (end - corners[0]).dot(normal));
    let share = here / (here - there);
    if !share.is_finite() || share < 1.0 {
        return false;
    }
    let at = a.lerp(b, share);
    let next = corners.iter().cycle().skip(1);
    corners
        .iter()
        .zip(next)
        .all(|(&one, &next)| normal.cross((next - one).normalize_or_zero()).dot(at - one) > 1.0e-3)
}

/// The visible part of a portal must be a subset of the portal and in front of all planes of the step. No line through
/// the visible parts of source and pass portal may hit a portal that was clipped away, but many must hit the visible
/// ones.
#[test]
fn sightlines_agree_with_flow_steps() {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut closed, mut seen, mut hit) = (0, 0, 0);
    for (seed, maze) in mazes() {
        for leaf in maze.leaves().into_iter().step_by(3) {
            let flow = record(&maze, &PvsParams::default(), leaf);
            for (number, step) in flow.steps.iter().enumerate() {
                let Some(next) = step.next else { continue };
                let next = &flow.portals[next as usize];
                let pass = &flow.portals[step.chain[step.chain.len() - 1] as usize];
                let name = format!("seed {seed}, leaf {leaf}, step {number}: {step:?}");
                assert_eq!(pass.leaves[1], next.leaves[0], "{name}");
                let mut lines = (0..24).map(|_| {
                    [
                        small_trees::point_in(&step.source, &mut random),
                        small_trees::point_in(&step.through, &mut random),
                    ]
                });
                match &step.outcome {
                    FlowOutcome::Closed(_) if step.chain.len() > 1 => {
                        closed += 1;
                        assert!(!lines.any(|line| meets(&next.corners, line)), "{name}");
                    }
                    FlowOutcome::Seen { seen: part, .. } | FlowOutcome::Followed { seen: part } => {
                        assert!(area(part) <= area(&next.corners) * (1.0 + 1.0e-9), "{name}");
                        for plane in &step.planes {
                            assert!(
                                part.iter().all(|&corner| plane.distance(corner) > -1.0e-3),
                                "{name}"
                            );
                        }
                        if step.chain.len() > 1 {
                            seen += 1;
                            hit += usize::from(lines.any(|line| meets(part, line)));
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(closed > 100 && seen > 20, "{closed} closed, {seen} seen");
    assert!(4 * hit > seen, "lines meet {hit} of {seen}");
}

/// Occluder planes must be found for exactly those pairs that the PVS hides. Every line between points in the two
/// leaves must hit one of the sections at a point inside something solid.
#[test]
fn occluders_exist_for_hidden_pairs() {
    // Two rooms separated by a thick wall, with a way around it.
    let lines: [&[f64]; 3] = [
        &[0.0, 1.0, 4.0, 8.0, 11.0, 12.0],
        &[0.0, 3.0],
        &[0.0, 10.0, 20.0, 22.0],
    ];
    let faces = rooms::carve_grid_room(lines, |[x, _, z]| match z {
        0 => x != 2,
        1 => x == 0 || x == 4,
        _ => true,
    });
    let tree = LeafTree::build(&rooms::faces(&faces, true), &LeafParams::default()).expect("it is built");
    let pvs = tree
        .pvs(&PvsParams::default(), &Progress::default(), |_| {})
        .expect("it is built");
    let mut random = fastrand::Rng::with_seed(3);
    let leaves = tree.empty_leaves();
    let mut hidden = 0;
    for &a in &leaves {
        for &b in &leaves {
            let found = occluders(&tree, a, b);
            if found.is_empty() {
                continue;
            }
            hidden += 1;
            assert!(!pvs.visible(a, b), "leaves {a}, {b}");
            assert!(
                found
                    .iter()
                    .all(|occluder| occluder.leaf.is_none_or(|leaf| tree.is_solid(leaf))),
                "leaves {a}, {b}"
            );
            for _ in 0..20 {
                let ends = [a, b].map(|leaf| {
                    let point = tree.point_in(leaf, &mut || random.f64());
                    point.expect("a point in a leaf")
                });
                assert_eq!(tree.sightline(ends[0], ends[1]), None, "{ends:?}");
                let is_met = found.iter().any(|occluder| {
                    let [here, there] = ends.map(|end| occluder.plane.distance(end));
                    let at = ends[0].lerp(ends[1], here / (here - there));
                    let normal = occluder.plane.normal;
                    let next = occluder.section.iter().cycle().skip(1);
                    let turns = occluder
                        .section
                        .iter()
                        .zip(next)
                        .map(|(&one, &next)| (next - one).cross(at - one).dot(normal));
                    let turns: Vec<f64> = turns.collect();
                    here * there <= 0.0
                        && (turns.iter().all(|&turn| turn > -1.0e-6)
                            || turns.iter().all(|&turn| turn < 1.0e-6))
                });
                assert!(is_met, "leaves {a}, {b}: {ends:?}");
            }
        }
    }
    assert!(hidden > 0, "there is a hidden pair");
    assert!(
        occluders(&tree, leaves[0], leaves[0]).is_empty()
            && occluders(&tree, LeafId(u32::MAX), OUTSIDE).is_empty()
    );
}
