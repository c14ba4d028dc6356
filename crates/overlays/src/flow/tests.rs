use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
};

use bspwalk_progress::Progress;
use bspwalk_session::view::{Model, StepView};
use bspwalk_testing::{rooms, small_trees};
use bspwalk_trees::solid_leaf::{LeafParams, PvsParams, pvs::FlowOutcome};
use glam::DVec2;

use super::*;
use crate::{legend::Row, paint::screen::Screen};

fn record(leaf: usize) -> (Arc<LeafTree>, PvsFlow) {
    let (tree, _) = small_trees::leaf_tree();
    let leaf = tree.empty_leaves()[leaf];
    let flow =
        PvsFlow::of_tree(&tree, &PvsParams::default(), leaf, &Progress::default()).expect("it is built");
    (tree, flow)
}

/// Records the portal flow from each leaf.
fn records() -> impl Iterator<Item = (Arc<LeafTree>, PvsFlow)> {
    (0..small_trees::leaf_tree().0.empty_leaves().len()).map(record)
}

/// Checks that every moment has a drawing and a text of its own, and that the costs of all portals add up to the step
/// counter.
#[test]
fn every_moment_has_a_drawing_and_a_sentence() {
    let (tree, flow) = record(0);
    let palette = Palette::default();
    let mut told = BTreeSet::new();
    for moment in 0..=flow.last_moment() {
        let drawing = drawing(&tree, &flow, moment, None, palette);
        assert!(!drawing.lines.is_empty(), "moment {moment}");
        let legend = legend(&flow, moment, palette);
        let text = legend[0].text().to_owned();
        assert!(text.ends_with('.') && !text.contains("  "), "{text}");
        assert!(told.insert(text), "moment {moment}");
    }
    let costs = costliest(&flow, usize::MAX);
    let steps: u64 = costs.iter().map(|cost| cost.steps).sum();
    assert_eq!(steps, flow.flow_steps());
    // If random lines already find everything that is visible, the portals have no cost.
    let expected = if costs.is_empty() { 0.0 } else { 1.0 };
    assert!((costs.iter().map(|cost| cost.share).sum::<f64>() - expected).abs() < 1.0e-9);
    assert!(costs.is_sorted_by(|a, b| a.steps >= b.steps));
    for cost in &costs {
        let most = (cost.area * (1.0 + 1.0e-9) * 2.0).sqrt();
        assert!(cost.width > 0.0 && cost.width <= most, "{cost:?}");
        assert!(cost.sentence().contains(&format!("{:.1} %", 100.0 * cost.share)));
    }
    let last = legend(&flow, flow.last_moment(), palette);
    assert_eq!(legend(&flow, u32::MAX, palette), last);
}

/// Checks that the sentence for a step names the leaves of its chain and the reason why the chain ends.
#[test]
fn step_sentence_has_chain_and_outcome() {
    let (mut closed, mut ruled_out) = (0, 0);
    for (_, flow) in records() {
        for (number, step) in (1..).zip(&flow.steps) {
            let text = words::step(&flow, number, step);
            let leaf = |portal: &u32| format!(" to {}", flow.portals[*portal as usize].leaves[1]);
            let leaves: String = step.chain.iter().map(leaf).collect();
            assert!(text.contains(&format!("leaf {}{leaves}", flow.leaf)), "{text}");
            match step.outcome {
                FlowOutcome::Closed(_) => {
                    closed += 1;
                    assert!(text.contains("clipped away"), "{text}");
                }
                FlowOutcome::RuledOut { .. } => {
                    ruled_out += 1;
                    let is_told = ["mightsee", "outside the view"]
                        .iter()
                        .any(|why| text.contains(why));
                    assert!(is_told, "{text}");
                }
                _ => {}
            }
        }
    }
    assert!(closed + ruled_out > 0, "some chain ends before something hidden");
}

/// Checks that every drawn colour appears in the legend and in the short captions. Outlines have a lighter tone of the
/// shape's colour.
#[test]
fn every_moment_colour_is_in_its_legend() {
    let (mut steps, mut waiting) = (0, 0);
    for (tree, flow) in records() {
        let leaf = flow.leaf;
        for palette in Palette::ALL {
            // The costs use a colour ramp. The legend contains only its ends.
            for moment in 1..=flow.last_moment() {
                let legend = legend(&flow, moment, palette);
                let told: HashSet<Rgb> = legend.iter().filter_map(Row::color).collect();
                let scale = scale(&flow, moment, palette);
                let in_short: HashSet<Rgb> = scale.iter().skip(1).map(|(_, color)| *color).collect();
                assert_eq!(told, in_short, "moment {moment} of leaf {leaf}");
                let tones = told.iter().flat_map(|color| [*color, color.lighter(0.25)]);
                let tones: HashSet<Rgb> = tones.collect();
                let drawing = drawing(&tree, &flow, moment, Some(1.0), palette);
                for [r, g, b, _] in drawing.lines.lines().iter().map(|line| line.colors[0]) {
                    assert!(tones.contains(&Rgb(r, g, b)), "moment {moment} of leaf {leaf}");
                }
                for label in &drawing.labels {
                    assert!(told.contains(&label.color), "{} of moment {moment}", label.text);
                }
                steps += u32::from(moment < flow.last_moment());
                waiting += u32::from(legend.iter().any(|row| row.text().contains("not been tried yet")));
            }
        }
    }
    assert!(steps > waiting && waiting > 0, "{waiting} of {steps}");
}

/// Checks that each leaf number in a step is inside the leaf that it names.
#[test]
fn leaf_labels_of_a_step_lie_in_their_leaves() {
    for (tree, flow) in records() {
        for (moment, step) in (1..).zip(&flow.steps) {
            let drawing = drawing(&tree, &flow, moment, None, Palette::default());
            let texts: Vec<&str> = drawing.labels.iter().map(|label| label.text.as_str()).collect();
            let entered = flow.portals[step.chain[step.chain.len() - 1] as usize].leaves[1];
            for text in [
                format!("SOURCE LEAF {}", flow.leaf),
                format!("ENTERED LEAF {entered}"),
            ] {
                assert!(texts.contains(&text.as_str()), "{texts:?}");
            }
            let named = 1 + step.chain.len() + usize::from(step.next.is_some());
            assert_eq!(drawing.labels.len(), named, "{texts:?}");
            for label in &drawing.labels {
                let number = label
                    .text
                    .rsplit(' ')
                    .next()
                    .and_then(|text| text.parse().ok().map(LeafId));
                for place in &label.places {
                    let leaf = tree.locate(place.as_dvec3());
                    assert_eq!(Some(leaf), number, "{} at {place}", label.text);
                }
            }
        }
    }
}

/// Checks that the portals of a step are completely visible and large, in the model view and in the plan. The moment
/// with the costs of all portals has no view.
#[test]
fn step_view_frames_its_portals() {
    let (_, flow) = record(0);
    assert_eq!(view(&flow, 0, 0.0, 1.5, false), None);
    assert_eq!(view(&flow, flow.last_moment(), 0.0, 1.5, false), None);
    for is_plan in [false, true] {
        for moment in 1..flow.last_moment() {
            let StepView { orbit, cut, .. } = view(&flow, moment, 0.4, 1.5, is_plan).expect("it is a step");
            let model = Model { is_plan, orbit, cut };
            let screen = Screen::new(model.camera(), [1200, 800]);
            let step = &flow.steps[moment as usize - 1];
            let portals = step.chain.iter().chain(&step.next);
            let size = DVec2::new(1200.0, 800.0);
            let mut reach = [DVec2::INFINITY, DVec2::NEG_INFINITY];
            for &portal in portals {
                let places = screen.clip_polygon(flow.portals[portal as usize].corners.iter().copied());
                // No portal of the step may be entirely above the cut.
                assert!(!places.is_empty(), "portal {portal} of moment {moment}");
                for place in places {
                    let is_inside = place.at.cmpgt(DVec2::ZERO) & place.at.cmplt(size);
                    assert!(is_inside.all(), "{place:?} of moment {moment}");
                    reach = [reach[0].min(place.at), reach[1].max(place.at)];
                }
            }
            let share = (reach[1] - reach[0]) / size;
            assert!(share.max_element() > 0.2, "{share} of moment {moment}");
        }
    }
}

/// Checks that a leaf's most expensive portal belongs to the leaf, and that none of the leaf's other portals took more
/// steps. The most expensive portal of the level must also be the most expensive portal of both its leaves.
#[test]
fn costliest_portal_of_a_leaf_is_its_own() {
    // Corridors between pillars. Some pillars are joined.
    let lines: Vec<f64> = (0..10).map(|line| f64::from(line) * 2.0).collect();
    let faces = rooms::carve_grid_room([&lines, &[0.0, 3.0], &lines], |[x, _, z]| {
        (x % 2 == 0 || z % 2 == 0) && (x * 7 + z * 5) % 11 != 3
    });
    let tree = LeafTree::build(&rooms::faces(&faces, true), &LeafParams::default()).expect("it is built");
    let empty = tree.empty_leaves();
    let flow =
        PvsFlow::of_tree(&tree, &PvsParams::default(), OUTSIDE, &Progress::default()).expect("it is built");
    assert!(flow.steps.is_empty(), "nothing is watched from the outside");
    let mut told = 0;
    for &leaf in &empty {
        let own: BTreeSet<_> = tree.portals_of(leaf).iter().copied().collect();
        let Some(cost) = costliest_of(&tree, &flow, leaf) else {
            continue;
        };
        told += 1;
        let text = sentence_of(&tree, &flow, leaf).expect("it has portals");
        let share = format!("{:.1} % of the total", 100.0 * cost.share);
        assert!(text.contains(&share), "{text}");
        let pairs = flow.portals.chunks_exact(2);
        for pair in pairs.filter(|pair| own.contains(&pair[0].portal)) {
            assert!(pair[0].steps + pair[1].steps <= cost.steps, "leaf {leaf}");
        }
    }
    let [first, ..] = &costliest(&flow, 1)[..] else {
        panic!("portals took steps")
    };
    for leaf in first.portal.leaves {
        let of_leaf = costliest_of(&tree, &flow, leaf).expect("it took steps");
        assert_eq!(of_leaf.steps, first.steps, "of leaf {leaf}");
    }
    assert!(told > 1, "{told}");
    let without = tree.leaf_ids().find(|&leaf| tree.is_solid(leaf));
    let without = without.expect("something is solid");
    assert_eq!(sentence_of(&tree, &flow, without), None);
}
