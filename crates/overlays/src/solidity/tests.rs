use bspwalk_geometry::Aabb;
use bspwalk_levels::LoadOptions;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_testing::rooms::faces;
use bspwalk_trees::LeafParams;
use glam::dvec3;

use super::*;
use crate::legend::Row;

/// Returns the tree of the built-in lesson with a hole, and the decision about its leaves.
fn hole() -> (LeafTree, SolidityDecision) {
    let level = bspwalk_compile::built_in::load("hole", &LoadOptions::default(), &Progress::default())
        .expect("it is built in");
    let solid = level.triangles.iter().filter(|triangle| triangle.solid);
    let triangles: Vec<[DVec3; 3]> = solid.map(|triangle| triangle.corners).collect();
    let tree = LeafTree::build(&faces(&triangles, true), &LeafParams::default()).expect("it is built");
    let decision = SolidityRecord::default()
        .of(&tree)
        .cloned()
        .expect("faces decide");
    (tree, decision)
}

const EYE: DVec3 = dvec3(-2.0, 1.6, 0.0);

const STEPS: [SolidityStep; 4] = [
    SolidityStep::Evidence,
    SolidityStep::Cover,
    SolidityStep::Cut,
    SolidityStep::Result,
];

fn drawn((tree, decision): &(LeafTree, SolidityDecision), step: SolidityStep, cut: Option<f64>) -> Drawing {
    let draw = |progress: &Progress| drawing(tree, decision, step, EYE, cut, Palette::default(), progress);
    Progress::uncancellable(draw)
}

#[test]
fn solidity_steps_share_a_key() {
    let kinds: Vec<OverlayKind> = OverlayKind::SolidEvidence.kinds_on_same_key().collect();
    // The overlay of the portal flow comes after these four.
    assert_eq!(STEPS.map(SolidityStep::kind), kinds[..4]);
    for step in STEPS {
        assert_eq!(SolidityStep::of(step.kind()), Some(step));
    }
    assert_eq!(SolidityStep::of(OverlayKind::Leaves), None);
}

#[test]
fn evidence_and_result_draw_each_leaf_once() {
    let of = hole();
    let leaves = of.0.leaf_count() as usize - 1;
    for step in [SolidityStep::Evidence, SolidityStep::Result] {
        let drawing = drawn(&of, step, None);
        assert_eq!(drawing.counts, [leaves; 2]);
        let labels = if step == SolidityStep::Evidence { leaves } else { 0 };
        assert_eq!(drawing.labels.len(), labels);
        // The model view draws the leaves on the cut. Here, all walls are as high as the rooms.
        let slices = drawn(&of, step, Some(1.4));
        assert!((3..=leaves).contains(&slices.counts[0]), "{:?}", slices.counts);
        assert_eq!(slices.polygons.len(), slices.counts[0]);
    }
    let room = of.0.locate(EYE);
    let text = format_winding_number(of.1.leaves[room.index()].winding_number);
    let labels = drawn(&of, SolidityStep::Evidence, None).labels;
    assert!(labels.iter().any(|label| label.text == text));
}

#[test]
fn hole_is_drawn_and_costs_match_the_minimum_cut() {
    let of = hole();
    for (step, cut) in [
        (SolidityStep::Cover, None),
        (SolidityStep::Cut, None),
        (SolidityStep::Cut, Some(1.4)),
    ] {
        let drawing = drawn(&of, step, cut);
        let numbers = drawing.labels.iter().map(|label| label.text.parse::<f64>());
        let sum: f64 = numbers.map(|number| number.expect("a number")).sum();
        if step == SolidityStep::Cut {
            let slack = 5.0e-3 * drawing.labels.len() as f64;
            assert!((sum - of.1.capacity).abs() < slack, "{sum}");
        }
        let hole = Aabb {
            min: dvec3(-0.31, 1.2, -1.0),
            max: dvec3(-0.29, 1.6, -0.5),
        };
        let is_in_hole = |label: &Label| hole.contains(label.places[0].as_dvec3());
        assert!(drawing.labels.iter().any(is_in_hole), "{step:?}");
    }
}

#[test]
fn cut_above_level_is_empty_and_drawing_cancels() {
    let of = hole();
    for step in STEPS {
        assert_eq!(drawn(&of, step, Some(50.0)).counts[0], 0, "{step:?}");
    }
    let (progress, palette) = (Progress::default(), Palette::default());
    progress.cancel();
    assert!(drawing(&of.0, &of.1, SolidityStep::Cover, EYE, None, palette, &progress).is_err());
}

#[test]
fn captions_explain_cut_cost() {
    let (tree, decision) = hole();
    for (step, words) in [
        (
            SolidityStep::Cut,
            "costs 0.20 m²: 0.20 m² for openings and 0.00 m² for overruled evidence",
        ),
        (
            SolidityStep::Cut,
            "Labelling the solid leaf next to it empty would avoid this",
        ),
        (SolidityStep::Cut, "No leaf was classified against"),
        (SolidityStep::Result, "No face contradicts the result"),
        (SolidityStep::Cover, "in part, leaving 0.20 m² open"),
    ] {
        let said = captions(&tree, &decision, step).join(" ");
        assert!(said.contains(words), "{said}");
    }
    for step in STEPS {
        let captions = captions(&tree, &decision, step);
        let legend = legend(&captions, &decision, step, Palette::default());
        assert!(legend.iter().any(|row| matches!(row, Row::Area(..))), "{step:?}");
        let scale = scale(&decision, step, Palette::default());
        assert!(scale.len() > 2 && scale[0].0.starts_with(char::is_numeric));
    }
}

#[test]
fn colours_range_from_empty_to_solid() {
    let palette = Palette::default();
    assert_eq!(evidence_color(-1.0, -0.5, palette), empty(palette));
    assert_eq!(
        evidence_color(-0.5, -0.5, palette),
        palette.measure(0.4),
        "in the middle"
    );
    assert_eq!(evidence_color(3.0, -0.5, palette), solid(palette));
    assert_eq!(cover_color(1.0, palette), palette.face());
    assert_eq!(cover_color(0.0, palette), palette.contact());
}

#[test]
fn solidity_is_decided_once_per_tree() {
    let (tree, decision) = hole();
    let decided = SolidityRecord::default();
    let shared = decided.clone();
    let first = decided.of(&tree).expect("faces decide");
    assert!(std::ptr::eq(first, shared.of(&tree).expect("faces decide")));
    assert_eq!(*first, decision);
}
