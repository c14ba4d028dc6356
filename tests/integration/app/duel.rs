//! Tests for the duel in the window: measuring in the background, cancelling, saving, and using a contestant's tree in
//! the level.

use std::fs;

use bevy::prelude::*;
use bspwalk::app::{
    host::{
        shown::ShownIn,
        state::{Action, Page, ProgramState},
    },
    level::{
        duel::{AskDuel, Document, DuelState, Saving, is_in_world},
        leaf_tree::{LeafTreeParams, LeafTreeState},
    },
};
use bspwalk_explain::duel::{Contestant, weight_sweep::Weight};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::{
    BuildParams, Rule,
    solid_leaf::{LeafParams, LeafRule},
};

use crate::app::harness::{Rig, THREE_ROOMS, room};

/// Creates a rig that shows the three rooms, with the duel page open.
fn rig() -> Rig {
    let mut rig = Rig::selecting(THREE_ROOMS);
    rig.run_for(Action::ToggleDuel, 2);
    assert!(rig.resource::<ProgramState>().ui.page == Some(Page::Duel));
    rig
}

fn state(rig: &Rig) -> &DuelState {
    rig.resource::<DuelState>()
}

fn change(rig: &mut Rig, change: impl FnOnce(&mut DuelState)) {
    change(&mut rig.resource_mut::<DuelState>());
}

fn ask(rig: &mut Rig, asked: AskDuel) {
    rig.send(asked);
    rig.frames(1);
}

/// Measures only the contestants with the given names, at a few query positions.
fn measure(rig: &mut Rig, names: &[&str]) {
    change(rig, |duel| {
        duel.samples = 40;
        for name in names {
            duel.add(name.parse().expect("a contestant"));
        }
        for entry in &mut duel.entries {
            entry.ticked = names.contains(&entry.contestant.to_string().as_str());
        }
    });
    ask(rig, AskDuel::Measure);
    rig.until("the duel", |rig| state(rig).status().is_none());
}

fn is_here(rig: &Rig, contestant: Contestant) -> bool {
    let world = rig.app.world();
    is_in_world(
        &contestant,
        rig.current(),
        world.shown::<LeafTreeParams>(),
        world.resource::<ProgramState>().own_tree,
    )
}

#[test]
fn ticked_contestants_are_measured() {
    let mut rig = rig();
    let entries = &state(&rig).entries;
    let starters: Vec<String> = entries.iter().map(|entry| entry.contestant.to_string()).collect();
    assert_eq!(starters, ["sampled", "fewest-cuts", "balanced"]);
    assert!(entries.iter().all(|entry| entry.ticked && !entry.added));
    let addable: Vec<Contestant> = state(&rig).addable().map(|one| one.contestant).collect();
    let others = Contestant::OTHER_TREES;
    assert_eq!(
        addable.len() + starters.len(),
        Rule::ALL.len() + LeafRule::ALL.len() + others.len() + 1
    );
    assert!(addable.ends_with(&[others[0], others[1], others[2], Contestant::NoTree]));
    assert!(
        state(&rig).addable().all(|one| !one.is_slow),
        "the level is small"
    );
    measure(&mut rig, &["first", "leaf-sampled", "none"]);
    let rows = state(&rig).rows();
    let names: Vec<&str> = rows.iter().map(|row| row.rule.as_str()).collect();
    assert_eq!(names, ["first", "leaf-sampled", "none"]);
    assert!(
        rows.iter()
            .all(|row| row.casts.differing == 0 && row.casts.samples == 40)
    );
    let asked = state(&rig).query_params().expect("it was measured");
    assert_eq!((asked.count, asked.seed), (40, 1));
    assert!(bspwalk_explain::duel::verdict(rows).is_some());
    // Measure again with a different seed.
    let visited = rows[0].casts.visited;
    change(&mut rig, |duel| duel.seed = 9);
    measure(&mut rig, &["first"]);
    assert_eq!(state(&rig).rows().len(), 1);
    assert_ne!(state(&rig).rows()[0].casts.visited.to_bits(), visited.to_bits());
    assert!(rig.notices().iter().all(|notice| !notice.error));
}

#[test]
fn other_trees_are_measured_but_not_walked_in() {
    let mut rig = rig();
    measure(&mut rig, &["sampled", "kd", "octree", "bvh"]);
    let rows = state(&rig).rows();
    assert_eq!(rows.len(), 4);
    for row in rows {
        assert_eq!(
            row.casts.differing + row.contacts.differing + row.sweeps.differing,
            0
        );
        assert_eq!(row.levels.is_empty(), row.rule == "sampled", "{}", row.rule);
    }
    let before = rig.current().tree_id();
    for contestant in Contestant::OTHER_TREES {
        ask(&mut rig, AskDuel::Take(contestant));
        assert!(!is_here(&rig, contestant));
    }
    assert_eq!(rig.current().tree_id(), before);
}

#[test]
fn duel_is_cancelled_and_ends_with_its_level() {
    let mut rig = rig();
    change(&mut rig, |duel| duel.samples = 100_000);
    ask(&mut rig, AskDuel::Measure);
    assert!(state(&rig).status().is_some());
    ask(&mut rig, AskDuel::Cancel);
    rig.until("the end", |rig| state(rig).status().is_none());
    assert!(state(&rig).rows().len() < state(&rig).entries.len());
    assert_eq!(state(&rig).running_contestant(), None);
    // A new level discards all results and cancels the measurement.
    measure(&mut rig, &["first"]);
    assert_eq!(state(&rig).rows().len(), 1);
    change(&mut rig, |duel| {
        duel.samples = 100_000;
        duel.entries.iter_mut().for_each(|entry| entry.ticked = true);
    });
    ask(&mut rig, AskDuel::Measure);
    let path = rig.file("another.obj", room().as_bytes());
    rig.drop_file(&path);
    assert!(state(&rig).status().is_none());
    assert!(state(&rig).rows().is_empty() && state(&rig).query_params().is_none());
}

#[test]
fn contestant_becomes_the_current_tree() {
    let mut rig = rig();
    let nodes = Contestant::Nodes(BuildParams {
        cut_weight: 3.0,
        ..BuildParams::preset(Rule::FewestCuts)
    });
    let before = rig.current().tree_id();
    assert!(!is_here(&rig, nodes));
    ask(&mut rig, AskDuel::Take(nodes));
    rig.until("the tree", |rig| rig.current().tree_id() != before);
    assert!(is_here(&rig, nodes));
    assert_eq!(rig.current().tree.params().cut_weight, 3.0);
    // Using the same tree again builds nothing.
    let tree_id = rig.current().tree_id();
    ask(&mut rig, AskDuel::Take(nodes));
    rig.frames(20);
    assert_eq!(rig.current().tree_id(), tree_id);

    let leaves = Contestant::Leaves(LeafParams::preset(LeafRule::Balanced));
    assert!(!is_here(&rig, leaves));
    ask(&mut rig, AskDuel::Take(leaves));
    rig.until("the leaves", |rig| {
        let built = rig.shown::<LeafTreeState>().built().cloned();
        built.is_some_and(|built| built.tree.params().rule == LeafRule::Balanced)
    });
    assert!(
        is_here(&rig, leaves) && is_here(&rig, nodes),
        "there is one tree of each kind"
    );
    ask(&mut rig, AskDuel::Take(Contestant::NoTree));
    assert!(!is_here(&rig, Contestant::NoTree));
}

#[test]
fn weight_sweep_point_becomes_the_tree() {
    let mut rig = rig();
    change(&mut rig, |duel| {
        duel.add(Contestant::Leaves(LeafParams::SAMPLED));
        (duel.curve.rule, duel.curve.weight) = (Rule::Balanced, Weight::Cut);
    });
    ask(&mut rig, AskDuel::Sweep);
    rig.until("the sweep", |rig| state(rig).curve.status().is_none());
    let curve = &state(&rig).curve;
    assert_eq!(curve.points().len(), 14);
    assert!(curve.points().is_sorted_by(|a, b| a.weight < b.weight));
    let preset = BuildParams::preset(Rule::Balanced);
    let chosen = curve.chosen().map(|point| point.weight);
    assert_eq!(chosen, Some(preset.cut_weight), "the present one is chosen first");
    change(&mut rig, |duel| duel.curve.choose(3.2));
    let contestant = state(&rig).curve.contestant().expect("a point is chosen");
    assert_eq!(contestant.weights(), Some([8.0, 1.0]));
    let nodes = state(&rig).curve.chosen().map(|point| point.nodes);
    let (before, count) = (rig.current().tree_id(), state(&rig).entries.len());
    ask(&mut rig, AskDuel::Take(contestant));
    rig.until("the tree", |rig| rig.current().tree_id() != before);
    assert_eq!(
        Some(rig.current().tree.node_count()),
        nodes,
        "it is the tree of the point"
    );
    // From now on, the table contains the contestant exactly once.
    change(&mut rig, |duel| duel.add(contestant));
    assert_eq!(state(&rig).entries.len(), count + 1);
    let at = |wanted: Contestant| {
        let entries = &state(&rig).entries;
        entries.iter().position(|entry| entry.contestant == wanted)
    };
    let (added, first_leaf) = (at(contestant), at(Contestant::Leaves(LeafParams::SAMPLED)));
    assert!(
        added.is_some() && added < first_leaf,
        "it stands among those of its kind"
    );
}

#[test]
fn added_row_has_another_weight() {
    let mut rig = rig();
    change(&mut rig, |duel| {
        duel.add(Contestant::NoTree);
        duel.add_beside(0);
        duel.add_beside(0);
    });
    let entries = &state(&rig).entries;
    let names: Vec<String> = entries[..3]
        .iter()
        .map(|entry| entry.contestant.to_string())
        .collect();
    assert_eq!(names, ["sampled", "sampled:4:0", "sampled:2:0"]);
    assert!(entries[1].added && entries[2].ticked && !entries[0].added);
    let last = entries.len() - 1;
    let count = entries.len();
    change(&mut rig, |duel| duel.add_beside(last));
    assert_eq!(state(&rig).entries.len(), count, "no tree has no weights");
}

/// Starts a comparison of two rules in the level, and waits until both trees are built.
fn compare(rig: &mut Rig, rules: [Rule; 2]) {
    let pair = rules.map(|rule| Contestant::Nodes(BuildParams::preset(rule)));
    ask(rig, AskDuel::ShowHeat(pair));
    rig.until("the trees", |rig| state(rig).heat.status().is_none());
    rig.frames(2);
    assert!(state(rig).heat.shown().is_some());
}

fn is_on(rig: &Rig, kind: OverlayKind) -> bool {
    rig.resource::<ProgramState>().overlays.is_on(kind)
}

#[test]
fn two_rules_are_compared_until_escape() {
    let mut rig = rig();
    assert_eq!(rig.current().tree.params().rule, Rule::Sampled);
    compare(&mut rig, [Rule::First, Rule::Sampled]);
    assert!(
        rig.resource::<ProgramState>().ui.page.is_none(),
        "the world is seen"
    );
    assert!(is_on(&rig, OverlayKind::Cost));
    let pair = state(&rig).heat.shown().expect("it is shown");
    assert_eq!(pair.names, ["`first`", "`sampled`"]);
    assert_eq!(
        pair.trees.each_ref().map(|tree| tree.params().rule),
        [Rule::First, Rule::Sampled]
    );
    assert_eq!(pair.trees[0].validate(), Ok(()));
    assert!(
        std::sync::Arc::ptr_eq(&pair.trees[1], &rig.current().tree),
        "the tree that is there is not built again"
    );
    rig.tap_for(KeyCode::Escape, 2);
    assert!(state(&rig).heat.shown().is_none());
    assert!(!is_on(&rig, OverlayKind::Cost), "it was shown for this alone");
}

#[test]
fn comparison_ends_by_button_overlay_or_level() {
    let mut rig = rig();
    let set = |rig: &mut Rig, kind, on| {
        rig.resource_mut::<ProgramState>().overlays.set(kind, on);
        rig.frames(1);
    };
    // An overlay that was already on stays on.
    set(&mut rig, OverlayKind::Tests, true);
    compare(&mut rig, [Rule::First, Rule::Balanced]);
    assert!(is_on(&rig, OverlayKind::Tests) && !is_on(&rig, OverlayKind::Cost));
    ask(&mut rig, AskDuel::EndHeat);
    assert!(state(&rig).heat.shown().is_none() && is_on(&rig, OverlayKind::Tests));
    // The page is already closed and must stay closed.
    compare(&mut rig, [Rule::First, Rule::Balanced]);
    assert!(rig.resource::<ProgramState>().ui.page.is_none());
    set(&mut rig, OverlayKind::Tests, false);
    rig.frames(1);
    assert!(state(&rig).heat.shown().is_none());
    compare(&mut rig, [Rule::First, Rule::Balanced]);
    assert!(is_on(&rig, OverlayKind::Cost));
    let path = rig.file("another.obj", room().as_bytes());
    rig.drop_file(&path);
    assert!(state(&rig).heat.shown().is_none() && !is_on(&rig, OverlayKind::Cost));
    assert!(rig.notices().iter().all(|notice| !notice.error));
}

#[test]
fn figures_are_exported() {
    let mut rig = rig();
    let folder = rig.folder.path().join("saved");
    rig.resource_mut::<Saving>().folder = Some(folder.clone());
    ask(&mut rig, AskDuel::Export(Document::Csv));
    rig.frames(5);
    assert!(!folder.exists(), "there is nothing to save yet");
    measure(&mut rig, &["sampled", "none"]);
    let wanted = state(&rig).rows().to_vec();
    for document in [Document::Csv, Document::Json] {
        ask(&mut rig, AskDuel::Export(document));
        rig.until("the notice", |rig| {
            rig.was_told(&["The duel was saved to", document.extension()])
        });
    }
    let read = |extension: &str| {
        fs::read_to_string(folder.join(format!("bspwalk-first-duel-001.{extension}"))).expect("it is there")
    };
    assert_eq!(read("csv"), bspwalk_explain::duel::csv(&wanted));
    assert_eq!(read("json"), bspwalk_explain::duel::json(&wanted));
}
