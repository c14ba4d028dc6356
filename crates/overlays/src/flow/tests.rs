use std::{collections::BTreeSet, sync::Arc};

use bspwalk_progress::Progress;
use bspwalk_testing::small_trees;
use bspwalk_trees::solid_leaf::PvsParams;

use super::*;

fn record(leaf: usize) -> (Arc<LeafTree>, PvsFlow) {
    let (tree, _) = small_trees::leaf_tree();
    let leaf = tree.empty_leaves()[leaf];
    let flow =
        PvsFlow::of_tree(&tree, &PvsParams::default(), leaf, &Progress::default()).expect("it is built");
    (tree, flow)
}

/// Every moment draws something and says something else; the costs that are told add up to the counter.
#[test]
fn every_moment_is_drawn_and_told() {
    let (tree, flow) = record(0);
    let palette = Palette::default();
    let mut told = BTreeSet::new();
    for moment in 0..=flow.last_moment() {
        let drawing = drawing(&tree, &flow, moment, palette);
        assert!(!drawing.lines.is_empty(), "moment {moment}");
        let legend = legend(&flow, moment, palette);
        let text = legend[0].text().to_owned();
        assert!(text.ends_with('.') && !text.contains("  "), "{text}");
        assert!(told.insert(text), "moment {moment}");
    }
    let costs = costliest(&flow, usize::MAX);
    assert_eq!(
        costs.iter().map(|cost| cost.steps).sum::<u64>(),
        flow.flow_steps()
    );
    // Where lines have found all that is seen, portals cost nothing.
    let expected = if costs.is_empty() { 0.0 } else { 1.0 };
    assert!((costs.iter().map(|cost| cost.share).sum::<f64>() - expected).abs() < 1.0e-9);
    assert!(costs.is_sorted_by(|a, b| a.steps >= b.steps));
    for cost in &costs {
        assert!(
            cost.width > 0.0 && cost.width * cost.width <= cost.area * (1.0 + 1.0e-9) * 2.0,
            "{cost:?}"
        );
        assert!(cost.sentence().contains(&format!("{:.1} %", 100.0 * cost.share)));
    }
    assert_eq!(
        legend(&flow, u32::MAX, palette),
        legend(&flow, flow.last_moment(), palette),
        "it ends with its last moment"
    );
}

/// The sentence of a step names the leaves of its chain, and the reason why it ends.
#[test]
fn a_step_says_where_it_is_and_why_it_ends() {
    let (mut closed, mut ruled_out) = (0, 0);
    for leaf in 0..small_trees::leaf_tree().0.empty_leaves().len() {
        let (_, flow) = record(leaf);
        for (number, step) in (1..).zip(&flow.steps) {
            let text = words::step(&flow, number, step);
            let leaves: Vec<String> = step
                .chain
                .iter()
                .map(|&portal| flow.portals[portal as usize].leaves[1].to_string())
                .collect();
            assert!(
                text.contains(&format!("leaf {} → {}", flow.leaf, leaves.join(" → "))),
                "{text}"
            );
            match step.outcome {
                FlowOutcome::Closed(_) => {
                    closed += 1;
                    assert!(text.contains("clipped away"), "{text}");
                }
                FlowOutcome::RuledOut { .. } => {
                    ruled_out += 1;
                    assert!(
                        text.contains("mightsee") || text.contains("out of the view"),
                        "{text}"
                    );
                }
                _ => {}
            }
        }
    }
    assert!(closed + ruled_out > 0, "some chain ends before something hidden");
}
