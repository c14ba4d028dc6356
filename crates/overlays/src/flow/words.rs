//! The sentences of the portal flow.

use bspwalk_progress::words::{capitalized, count, counted};
use bspwalk_trees::solid_leaf::pvs::{ClosingPlane, FlowOutcome, FlowPass, FlowStep, PvsFlow};

use super::costs::costliest;
use crate::sight::area;

/// What all portals cost, and which cost most.
pub(super) fn costs(flow: &PvsFlow) -> String {
    let all = counted(flow.flow_steps(), "step");
    let others = format!(
        "{} along random lines and {} among solid leaves",
        count(flow.lines),
        counted(flow.occlusion, "step")
    );
    match costliest(flow, 1).first() {
        Some(most) => format!(
            "The portal flow took {all} from all portals, beside {others}. The costliest: {}.",
            most.sentence()
        ),
        None => format!("The portal flow took no steps from any portal, beside {others}."),
    }
}

/// How the film goes on.
pub(super) fn of_leaf(flow: &PvsFlow) -> String {
    let steps = counted(flow.steps.len() as u64, "step");
    let kept = if flow.left_out > 0 {
        format!(", and {} more that are not kept", count(flow.left_out))
    } else {
        String::new()
    };
    format!(
        "From leaf {}: {steps}{kept}. The next step of a film shows the first.",
        count(flow.leaf)
    )
}

/// Where the chain is, and what came of the step.
pub(super) fn step(flow: &PvsFlow, number: u32, step: &FlowStep) -> String {
    let leaf = |number: u32| {
        let portal = flow.portals.get(number as usize);
        count(portal.map_or(0, |portal| portal.leaves[1]))
    };
    let place = format!("Step {} of {}", count(number), count(flow.steps.len() as u64));
    let pass = match step.pass {
        FlowPass::Short => "short chains only",
        FlowPass::Whole => "whole chains",
        FlowPass::EqualShares => "once more, with equal shares of the steps",
    };
    let leaves: Vec<String> = step.chain.iter().map(|&portal| leaf(portal)).collect();
    let chain = format!("leaf {} to {}", count(flow.leaf), leaves.join(" to "));
    let Some(next) = step.next else {
        let known = match &step.outcome {
            FlowOutcome::Begun { known } => counted(known.len() as u64, "portal"),
            _ => counted(0_u64, "portal"),
        };
        return format!(
            "{place}, {pass}: {chain}. This portal is the source. Random lines have passed it and {known} behind it, which are known to be \
             seen."
        );
    };
    let to = format!("the portal to leaf {}", leaf(next));
    let outcome = match &step.outcome {
        FlowOutcome::Begun { .. } => String::new(),
        FlowOutcome::Followed { seen } => format!(
            "{} is seen: the chain goes on into that leaf",
            part(flow, next, seen, &to)
        ),
        FlowOutcome::Seen {
            seen,
            is_known_behind,
        } => {
            let why = if *is_known_behind {
                "all that might be seen behind it is known to be seen"
            } else {
                "nothing of what else might be seen behind it is in view"
            };
            format!(
                "{} is seen. The chain ends, as {why}",
                part(flow, next, seen, &to)
            )
        }
        FlowOutcome::Closed(closing) => {
            let why = match closing.by {
                ClosingPlane::OfSource => "it is behind the plane of the source",
                ClosingPlane::OfNext => "the source is on its far side",
                ClosingPlane::OfPass => "it is behind the plane of the last portal of the chain",
                ClosingPlane::Separating => {
                    "it is outside of the frustum, behind a plane that separates the source and the last portal"
                }
                ClosingPlane::LookingBack => {
                    "looking back from it through the last portal, nothing of the source is in view"
                }
            };
            format!("{to} is clipped away: {why}")
        }
        FlowOutcome::Known => {
            format!("{to} is known to be seen, and so is all that might be seen behind it: the chain ends")
        }
        FlowOutcome::RuledOut { by: None } => {
            format!("{to} is not tried: it is out of the view with which the chain came into this leaf")
        }
        FlowOutcome::RuledOut { by: Some(by) } if Some(by) == step.chain.first() => {
            format!("{to} is not tried: it is not in the mightsee of the source, as narrowed so far")
        }
        FlowOutcome::RuledOut { by: Some(by) } => format!(
            "{to} is not tried: it is not in the mightsee of the chain's portal to leaf {}",
            leaf(*by)
        ),
        FlowOutcome::CutShort { out_of_steps: true } => {
            format!("there are no steps left: {to} and all that might be seen behind it count as seen")
        }
        FlowOutcome::CutShort { out_of_steps: false } => {
            format!(
                "the chain is as long as it may be: {to} and all that might be seen behind it count as seen for now"
            )
        }
    };
    format!("{place}, {pass}: {chain}. {}.", capitalized(&outcome))
}

/// "0.80 of 2.00 m² of the portal".
fn part(flow: &PvsFlow, next: u32, seen: &[glam::DVec3], name: &str) -> String {
    let whole = flow
        .portals
        .get(next as usize)
        .map_or(0.0, |portal| area(&portal.corners));
    format!("{:.2} of {whole:.2} m² of {name}", area(seen))
}

/// What the chains led to, and what is left of it.
pub(super) fn end(flow: &PvsFlow) -> String {
    let row = flow.pvs.row(flow.leaf).count();
    let [reached, after] = [&flow.reached, &flow.after_chains].map(Vec::len);
    let by_chains = reached.saturating_sub(after);
    let by_leaves = after.saturating_sub(row);
    let mut text = format!(
        "The chains from leaf {} lead to {}, itself included.",
        count(flow.leaf),
        counted(reached as u64, "leaf")
    );
    if by_chains > 0 {
        text += &format!(
            " Chains from elsewhere, looked along the other way, rule out {}.",
            count(by_chains as u64)
        );
    }
    if by_leaves > 0 {
        text += &format!(
            " Planes through solid leaves, which block all lines at once, hide {} of the rest.",
            count(by_leaves as u64)
        );
    }
    text + &format!(" The PVS has {}.", count(row as u64))
}
