//! Sentences that describe the portal flow.

use bspwalk_text::words::{capitalized, count, count_with_noun};
use bspwalk_trees::solid_leaf::{
    OUTSIDE,
    pvs::{ClosingPlane, FlowOutcome, FlowPass, FlowStep, PvsFlow},
};

use super::costs::costliest;
use crate::{prelude::*, sight::area};

pub(super) fn describe_costs(flow: &PvsFlow) -> String {
    let all = count_with_noun(flow.flow_steps(), "step");
    let (lines, steps) = (count(flow.lines), count_with_noun(flow.occlusion, "step"));
    let others = text!("flow-others", lines, steps);
    match costliest(flow, 1).first() {
        Some(most) => text!("flow-costs", all, others, most = most.sentence()),
        None => text!("flow-no-costs", others),
    }
}

pub(super) fn of_leaf(flow: &PvsFlow) -> String {
    let steps = count_with_noun(flow.steps.len() as u64, "step");
    let leaf = count(flow.leaf);
    if flow.left_out > 0 {
        text!("flow-of-leaf-kept", leaf, steps, more = count(flow.left_out))
    } else {
        text!("flow-of-leaf", leaf, steps)
    }
}

pub(super) fn step(flow: &PvsFlow, number: u32, step: &FlowStep) -> String {
    let leaf = |number: u32| {
        let portal = flow.portals.get(number as usize);
        count(portal.map_or(OUTSIDE, |portal| portal.leaves[1]))
    };
    let (number, all) = (count(number), count(flow.steps.len() as u64));
    let place = text!("flow-step", number, all);
    let pass = match step.pass {
        FlowPass::Short => text!("flow-short-chains"),
        FlowPass::Whole => text!("flow-whole-chains"),
        FlowPass::EqualShares => text!("flow-equal-shares"),
    };
    let leaves: Vec<String> = step.chain.iter().map(|&portal| leaf(portal)).collect();
    let leaves = leaves.join(text!("flow-to"));
    let chain = text!("flow-leaf-to", leaf = count(flow.leaf), leaves);
    let Some(next) = step.next else {
        let known = match &step.outcome {
            FlowOutcome::Begun { known } => count_with_noun(known.len() as u64, "portal"),
            _ => count_with_noun(0_u64, "portal"),
        };
        return text!("flow-begun", place, pass, chain, known);
    };
    let to = text!("flow-portal-to", leaf = leaf(next));
    let outcome = match &step.outcome {
        FlowOutcome::Begun { .. } => String::new(),
        FlowOutcome::Followed { seen } => text!("flow-followed", part = part(flow, next, seen, &to)),
        FlowOutcome::Seen {
            seen,
            is_known_behind,
        } => {
            let why = if *is_known_behind {
                text!("flow-known-behind")
            } else {
                text!("flow-nothing-behind")
            };
            text!("flow-chain-ends", part = part(flow, next, seen, &to), why)
        }
        FlowOutcome::Closed(closing) => {
            let why = match closing.by {
                ClosingPlane::OfSource => text!("flow-closed-of-source"),
                ClosingPlane::OfNext => text!("flow-closed-of-next"),
                ClosingPlane::OfPass => text!("flow-closed-of-pass"),
                ClosingPlane::Separating => text!("flow-closed-separating"),
                ClosingPlane::LookingBack => text!("flow-closed-looking-back"),
            };
            text!("flow-closed", to, why)
        }
        FlowOutcome::Known => text!("flow-known", to),
        FlowOutcome::RuledOut { by: None } => text!("flow-out-of-view", to),
        FlowOutcome::RuledOut { by: Some(by) } if Some(by) == step.chain.first() => {
            text!("flow-not-in-mightsee", to)
        }
        FlowOutcome::RuledOut { by: Some(by) } => text!("flow-not-in-mightsee-of", to, leaf = leaf(*by)),
        FlowOutcome::CutShort { out_of_steps: true } => text!("flow-out-of-steps", to),
        FlowOutcome::CutShort { out_of_steps: false } => text!("flow-chain-too-long", to),
    };
    let outcome = capitalized(&outcome);
    text!("flow-step-sentence", place, pass, chain, outcome)
}

/// Describes the visible part of a portal, as in "0.80 m² of the portal (total area 2.00 m²)".
fn part(flow: &PvsFlow, next: u32, seen: &[DVec3], name: &str) -> String {
    let portal = flow.portals.get(next as usize);
    let whole = portal.map_or(0.0, |portal| area(&portal.corners));
    let [seen, whole] = [area(seen), whole].map(|area| format!("{area:.2}"));
    text!("flow-part", seen, whole, name)
}

/// Describes the end of the animation: the leaves that portal chains reached, and the leaves that remain visible.
pub(super) fn end(flow: &PvsFlow) -> String {
    let row = flow.pvs.row(flow.leaf).count();
    let [reached, after] = [&flow.reached, &flow.after_chains].map(Vec::len);
    let by_chains = reached.saturating_sub(after);
    let by_leaves = after.saturating_sub(row);
    let (leaf, leaves) = (count(flow.leaf), count_with_noun(reached as u64, "leaf"));
    let mut text = text!("flow-end", leaf, leaves);
    let mut add = |sentence: String| text = text!("text-sentences", first = text, second = sentence);
    if by_chains > 0 {
        add(text!("flow-end-by-chains", number = count(by_chains as u64)));
    }
    if by_leaves > 0 {
        add(text!("flow-end-by-leaves", number = count(by_leaves as u64)));
    }
    add(text!("flow-end-pvs", number = count(row as u64)));
    text
}
