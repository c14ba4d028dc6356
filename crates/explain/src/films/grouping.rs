//! Combines the events of a query into steps for viewers, so that each step of a film shows one idea.

use bspwalk_trees::{
    NodeId, NodeTree,
    observer::{AtPlane, SkipReason, TestOutcome, TestedPlanes},
};

use super::{
    film::{QueryFilm, Step, subtree_skipped_at_plane},
    query::Query,
};

impl QueryFilm {
    /// Groups the events of a film that has one step per event. A film that locates a point remains ungrouped, because
    /// all of its steps are alike.
    pub(super) fn grouped(mut self, tree: &NodeTree) -> Self {
        if !matches!(self.query(), Some(Query::Locate { .. })) {
            self.regroup(|events| next_step(tree, events));
        }
        self
    }
}

/// Returns the first step for a list of events, and the number of events that it combines.
fn next_step(tree: &NodeTree, events: &[Step]) -> (Step, usize) {
    let first = events[0];
    if let Step::Planes(tested) = first {
        return (first, of_planes(tested, events));
    }
    let run = |belongs: fn(&Step) -> bool| events.iter().take_while(|event| belongs(event)).count();
    let (descent, misses, rest) = (run(is_one_sided), run(is_miss), run(is_nearer));
    if descent > 1 {
        (of_descent(tree, &events[..descent]), descent)
    } else if misses > 1 {
        let misses = of_one_node(&events[..misses]);
        (of_misses(misses), misses.len())
    } else if rest > 1 {
        (of_rest(tree, &events[..rest]), rest)
    } else {
        (first, 1)
    }
}

/// Returns the number of events that belong to a wide node: the test of its planes, the visits to them, and skipped
/// cells that the planes or the bounds of the cells rule out.
fn of_planes(tested: TestedPlanes, events: &[Step]) -> usize {
    let before = 1 + tested.visited as usize;
    let is_out = |event: &&Step| matches!(event, Step::Skip { why, .. } if *why != SkipReason::Nearer);
    let skips = events.iter().skip(before).take_while(is_out).count();
    (before + skips).min(events.len())
}

fn is_one_sided(event: &Step) -> bool {
    matches!(
        event,
        Step::Visit {
            plane: AtPlane::OneSide { .. },
            ..
        }
    )
}

fn is_nearer(event: &Step) -> bool {
    matches!(
        event,
        Step::Pass { .. }
            | Step::Skip {
                why: SkipReason::Nearer,
                ..
            }
    )
}

/// Returns whether an event tests a face that does not match the query. Faces rejected by a separating axis do not
/// count, because each of them deserves its own step.
fn is_miss(event: &Step) -> bool {
    let Step::Test { tested, .. } = event else {
        return false;
    };
    match tested {
        TestOutcome::AlreadyTested
        | TestOutcome::OutOfReach
        | TestOutcome::Outside
        | TestOutcome::Behind { .. }
        | TestOutcome::Beyond { .. }
        | TestOutcome::Farther { .. }
        | TestOutcome::Missed
        | TestOutcome::NotApproached
        | TestOutcome::TooFar => true,
        TestOutcome::Hit { .. }
        | TestOutcome::Contact { .. }
        | TestOutcome::Collected
        | TestOutcome::Pushed { .. }
        | TestOutcome::NotPushed
        | TestOutcome::Separated(_)
        | TestOutcome::Overlaps => false,
    }
}

fn of_descent(tree: &NodeTree, events: &[Step]) -> Step {
    let mut skipped = 0;
    let mut last = NodeId::ROOT;
    for event in events {
        if let Step::Visit { node, plane } = *event {
            skipped += subtree_skipped_at_plane(tree, node, plane).map_or(0, |nodes| nodes.len() as u32);
            last = node;
        }
    }
    Step::Descent {
        node: last,
        planes: events.len() as u32,
        skipped,
    }
}

/// Returns the events at the start of a list that belong to the same node as the first one.
fn of_one_node(events: &[Step]) -> &[Step] {
    let node = events.first().and_then(Step::node);
    let count = events.iter().take_while(|event| event.node() == node).count();
    &events[..count]
}

/// Combines misses at one node into a step. A single miss remains unchanged.
fn of_misses(misses: &[Step]) -> Step {
    if let [only] = misses {
        return *only;
    }
    let is_new = |event: &&Step| {
        !matches!(
            event,
            Step::Test {
                tested: TestOutcome::AlreadyTested,
                ..
            }
        )
    };
    Step::Misses {
        node: misses.last().and_then(Step::node).unwrap_or_default(),
        faces: misses.iter().filter(is_new).count() as u32,
    }
}

fn of_rest(tree: &NodeTree, events: &[Step]) -> Step {
    let mut rest = [0; 2];
    for event in events {
        match *event {
            Step::Skip { node, .. } => rest[0] += tree.subtree(node).len() as u32,
            _ => rest[1] += 1,
        }
    }
    let [skipped, passed] = rest;
    Step::Rest { skipped, passed }
}
