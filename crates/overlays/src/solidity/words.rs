//! Captions for the steps of the decision, with statistics, and the meanings of the colours.

use bspwalk_trees::solid_leaf::{LeafEvidence, SolidityDecision};

use super::step::{
    SolidityStep, cover_color, covered_share, empty, evidence_color, format_winding_number, solid,
};
use crate::prelude::*;

/// Returns the sentences that describe a step: its technical term with an explanation, then the statistics for this
/// level.
pub fn captions(tree: &LeafTree, decision: &SolidityDecision, step: SolidityStep) -> Vec<String> {
    match step {
        SolidityStep::Evidence => evidence(decision),
        SolidityStep::Cover => cover(tree),
        SolidityStep::Cut => cut(tree, decision),
        SolidityStep::Result => result(tree, decision),
    }
}

fn evidence(decision: &SolidityDecision) -> Vec<String> {
    let bounded = || decision.leaves.iter().skip(OUTSIDE.index() + 1);
    let solid = bounded().filter(|leaf| leaf.number_says_solid()).count();
    vec![
        text!("solidity-evidence").to_owned(),
        text!(
            "solidity-level",
            level = format_winding_number(decision.level),
            leaves = words::describe_share([solid, bounded().count()], "leaf")
        ),
    ]
}

fn cover(tree: &LeafTree) -> Vec<String> {
    let (mut whole, mut partly, mut open) = (0_u32, 0_u32, 0.0);
    for adjacency in tree.adjacencies() {
        let share = covered_share(adjacency);
        if share >= 1.0 {
            whole += 1;
        } else if share > 0.0 {
            partly += 1;
            open += adjacency.open_area();
        }
    }
    let all = tree.adjacencies().len();
    vec![
        text!("solidity-covers").to_owned(),
        text!(
            "solidity-covered",
            interfaces = words::count_with_noun(all as u64, "interface"),
            whole = words::count(whole),
            partly = words::count(partly),
            open = square_metres(open)
        ),
    ]
}

fn cut(tree: &LeafTree, decision: &SolidityDecision) -> Vec<String> {
    let cut = || decision.links.iter().filter(|link| link.is_cut);
    let paid: f64 = cut().map(|link| link.capacity).sum();
    let overruled: f64 = decision.leaves.iter().map(LeafEvidence::cost).sum();
    let mut sentences = vec![
        text!("solidity-cut").to_owned(),
        text!(
            "solidity-cut-costs",
            interfaces = words::count_with_noun(cut().count() as u64, "interface"),
            all = square_metres(decision.capacity),
            openings = square_metres(paid),
            evidence = square_metres(overruled)
        ),
    ];
    sentences.extend(hole(tree, decision));
    let differing = decision
        .overruled_leaves()
        .filter(|&leaf| leaf != OUTSIDE)
        .count();
    sentences.push(text!(
        "solidity-differing",
        count = words::count(differing as u64)
    ));
    sentences
}

/// Explains why the largest severed opening is cut, by comparing with the cost of the opposite decision for the leaf
/// behind it.
fn hole(tree: &LeafTree, decision: &SolidityDecision) -> Option<String> {
    let adjacencies = tree.adjacencies();
    let paid = adjacencies.iter().zip(&decision.links);
    let (adjacency, link) = paid
        .filter(|(_, link)| link.is_cut && link.capacity > 0.0)
        .max_by(|(_, a), (_, b)| a.capacity.total_cmp(&b.capacity))?;
    let behind = adjacency.leaves.into_iter().filter(|&leaf| leaf != OUTSIDE);
    let flipped = |leaf: LeafId| Some((decision.cost_with_flipped(adjacencies, leaf)?, leaf));
    let (cost, leaf) = behind.filter_map(flipped).min_by(|a, b| a.0.total_cmp(&b.0))?;
    let (paid, cost) = (square_metres(link.capacity), square_metres(cost));
    Some(if decision.leaves.get(leaf.index())?.solid {
        text!("solidity-hole-solid", paid, cost)
    } else {
        text!("solidity-hole-empty", paid, cost)
    })
}

fn result(tree: &LeafTree, decision: &SolidityDecision) -> Vec<String> {
    let bounded = || tree.leaf_ids().filter(|&leaf| leaf != OUTSIDE);
    let solid = bounded().filter(|&leaf| tree.is_solid(leaf)).count();
    let all = bounded().count();
    let mut sentences = vec![
        text!("solidity-result").to_owned(),
        text!(
            "solidity-solid-and-empty",
            solid = words::count(solid as u64),
            empty = words::count((all - solid) as u64)
        ),
    ];
    let filled = bounded().filter(|&leaf| {
        let decided = decision.leaves.get(leaf.index());
        tree.is_solid(leaf) && decided.is_some_and(|leaf| !leaf.solid)
    });
    let filled = filled.count();
    if filled > 0 {
        sentences.push(text!("solidity-filled", count = words::count(filled as u64)));
    }
    let faces = tree.misclassified_faces();
    let area: f64 = faces.iter().map(|face| face.area).sum();
    sentences.push(match faces.len() {
        0 => text!("solidity-no-contradiction").to_owned(),
        count => text!(
            "solidity-misclassified",
            count = words::count(count as u64),
            area = square_metres(area)
        ),
    });
    sentences
}

fn square_metres(area: f64) -> String {
    if area > 0.0 && area < 0.005 {
        text!("solidity-tiny-area").to_owned()
    } else {
        format!("{area:.2} m²")
    }
}

/// Returns the colours of a step, each with a short caption in capital letters and its meaning. The evidence step has a
/// scale instead.
fn meanings(step: SolidityStep, palette: Palette) -> Vec<(Rgb, &'static str, &'static str)> {
    let [contact, chosen] = [palette.contact(), palette.selected()];
    match step {
        SolidityStep::Evidence => Vec::new(),
        SolidityStep::Cover => vec![
            (
                cover_color(1.0, palette),
                text!("plate-solidity-faces"),
                text!("solidity-legend-covered"),
            ),
            (
                contact,
                text!("plate-solidity-open"),
                text!("solidity-legend-open"),
            ),
        ],
        SolidityStep::Cut => vec![
            (
                palette.face(),
                text!("plate-solidity-cut-at-faces"),
                text!("solidity-legend-cut-at-faces"),
            ),
            (
                chosen,
                text!("plate-solidity-cut-through"),
                text!("solidity-legend-cut-through"),
            ),
        ],
        SolidityStep::Result => vec![
            (
                solid(palette),
                text!("plate-solidity-solid"),
                text!("solidity-solid"),
            ),
            (
                empty(palette),
                text!("plate-solidity-empty"),
                text!("solidity-empty"),
            ),
            (
                contact,
                text!("plate-solidity-misclassified"),
                text!("solidity-legend-misclassified"),
            ),
        ],
    }
}

/// Builds the legend of a step.
pub fn legend(
    captions: &[String],
    decision: &SolidityDecision,
    step: SolidityStep,
    palette: Palette,
) -> Legend {
    let mut rows: Legend = captions.iter().map(Row::note).collect();
    if step == SolidityStep::Evidence {
        for (color, number) in numbers(decision.level, palette) {
            let of = format_winding_number(number);
            let says = match number.total_cmp(&decision.level) {
                _ if (number - decision.level).abs() < 0.1 => text!("solidity-says-neither", of),
                std::cmp::Ordering::Less => text!("solidity-says-empty", of),
                _ => text!("solidity-says-solid", of),
            };
            rows.push(Row::area(color, says));
        }
    }
    let meanings = meanings(step, palette).into_iter();
    rows.extend(meanings.map(|(color, _, text)| Row::area(color, text)));
    if step == SolidityStep::Cut && decision.overruled_leaves().any(|leaf| leaf != OUTSIDE) {
        rows.push(Row::area(palette.cut(), text!("solidity-legend-differing")));
    }
    rows
}

/// Returns sample winding numbers from definitely empty to definitely solid, with their colours.
fn numbers(level: f64, palette: Palette) -> Vec<(Rgb, f64)> {
    let steps = [-0.5, -0.25, 0.0, 0.25, 0.5];
    let number = |step: f64| level + step + 0.0;
    steps
        .map(|step| (evidence_color(number(step), level, palette), number(step)))
        .to_vec()
}

/// Returns short captions in capital letters for pictures without a legend: a title, then one for each colour.
pub fn scale(decision: &SolidityDecision, step: SolidityStep, palette: Palette) -> Vec<(String, Rgb)> {
    let title = match step {
        SolidityStep::Evidence => text!("plate-solidity-evidence"),
        SolidityStep::Cover => text!("plate-solidity-cover"),
        SolidityStep::Cut => text!("plate-solidity-cut"),
        SolidityStep::Result => text!("plate-solidity-result"),
    };
    let named = |color, text: &str| (text.to_owned(), color);
    let mut texts = vec![named(ink::GROUND, title)];
    if step == SolidityStep::Evidence {
        texts.push(named(empty(palette), text!("plate-solidity-empty")));
        let numbers = numbers(decision.level, palette);
        texts.extend(
            numbers
                .iter()
                .map(|(color, number)| (format_winding_number(*number), *color)),
        );
        texts.push(named(solid(palette), text!("plate-solidity-solid")));
    }
    let meanings = meanings(step, palette).into_iter();
    texts.extend(meanings.map(|(color, text, _)| named(color, text)));
    texts
}
