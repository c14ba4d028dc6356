//! What is said of the steps of the decision: a caption of each, with its numbers, and the meaning of the colours.

use bspwalk_levels::color::{
    meaning::ink,
    palette::{Palette, Rgb},
};
use bspwalk_progress::words;
use bspwalk_trees::{
    LeafTree,
    solid_leaf::{LeafEvidence, LeafId, OUTSIDE, SolidityDecision},
};

use super::step::{Step, cover_color, covered_share, empty, evidence_color, figure, solid};
use crate::legend::{Legend, Row};

/// The sentences of a step: what the field calls it and what it is, then its numbers in this level.
#[must_use]
pub fn captions(tree: &LeafTree, decision: &SolidityDecision, step: Step) -> Vec<String> {
    match step {
        Step::Evidence => evidence(decision),
        Step::Cover => cover(tree),
        Step::Cut => cut(tree, decision),
        Step::Result => result(tree, decision),
    }
}

fn evidence(decision: &SolidityDecision) -> Vec<String> {
    let bounded = || decision.leaves.iter().skip(OUTSIDE as usize + 1);
    let solid = bounded().filter(|leaf| leaf.number_says_solid()).count();
    vec![
        "Evidence: the winding number of a leaf says how often the faces enclose it. Behind a closed wall it is greater by one \
         than in front; a hole blurs it nearby."
            .to_owned(),
        format!(
            "Level {}: below it a leaf seems empty, above it solid. By that alone {} would be solid.",
            figure(decision.level),
            words::of_all([solid, bounded().count()], "leaf")
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
        "Covers: leaves on both sides of a face should differ, leaves on both sides of an open interface should be alike, \
         the more so the larger the opening."
            .to_owned(),
        format!(
            "Of {}, faces cover {} wholly and {} in part, of which {} stay open.",
            words::counted(all as u64, "interface"),
            words::count(whole),
            words::count(partly),
            square_metres(open),
        ),
    ]
}

fn cut(tree: &LeafTree, decision: &SolidityDecision) -> Vec<String> {
    let cut = || decision.links.iter().filter(|link| link.is_cut);
    let paid: f64 = cut().map(|link| link.capacity).sum();
    let overruled: f64 = decision.leaves.iter().map(LeafEvidence::cost).sum();
    let mut sentences = vec![
        "Minimum cut: all leaves are divided at once into solid and empty ones, as cheaply as possible. To cut through an \
         opening costs its area, to decide against a leaf's evidence costs the weight of that; a face costs nothing."
            .to_owned(),
        format!(
            "The cut runs through {} and costs {}: {} for openings, {} for evidence that it overrules.",
            words::counted(cut().count() as u64, "interface"),
            square_metres(decision.capacity),
            square_metres(paid),
            square_metres(overruled),
        ),
    ];
    sentences.extend(hole(tree, decision));
    let differing = decision.differing().filter(|&leaf| leaf != OUTSIDE).count();
    sentences.push(match differing {
        0 => "No leaf is decided otherwise than its winding number alone says.".to_owned(),
        1 => "1 leaf is decided otherwise than its winding number alone says.".to_owned(),
        _ => format!(
            "{} leaves are decided otherwise than their winding numbers alone say.",
            words::count(differing as u64)
        ),
    });
    sentences
}

/// Why the largest opening that is cut is cut: what it would cost if the leaf behind it were decided the other way.
fn hole(tree: &LeafTree, decision: &SolidityDecision) -> Option<String> {
    let adjacencies = tree.adjacencies();
    let paid = adjacencies.iter().zip(&decision.links);
    let (adjacency, link) = paid
        .filter(|(_, link)| link.is_cut && link.capacity > 0.0)
        .max_by(|(_, a), (_, b)| a.capacity.total_cmp(&b.capacity))?;
    let behind = adjacency.leaves.into_iter().filter(|&leaf| leaf != OUTSIDE);
    let flipped = |leaf: LeafId| Some((decision.cost_with_flipped(adjacencies, leaf)?, leaf));
    let (cost, leaf) = behind.filter_map(flipped).min_by(|a, b| a.0.total_cmp(&b.0))?;
    let [is, other] = if decision.leaves.get(leaf as usize)?.solid {
        ["solid", "empty"]
    } else {
        ["empty", "solid"]
    };
    Some(format!(
        "The largest opening costs {} to close. Were the {is} leaf beside it {other} instead, its faces and its evidence \
         would be against it, and the cut would cost {}.",
        square_metres(link.capacity),
        square_metres(cost),
    ))
}

fn result(tree: &LeafTree, decision: &SolidityDecision) -> Vec<String> {
    let bounded = || (0..tree.leaf_count()).filter(|&leaf| leaf != OUTSIDE);
    let solid = bounded().filter(|&leaf| tree.is_solid(leaf)).count();
    let all = bounded().count();
    let mut sentences = vec![
        "Result: solid leaves are wall, empty ones are room; portals lie between empty leaves only."
            .to_owned(),
        format!(
            "{} solid, {} empty.",
            counted_as(solid, "leaf is", "leaves are"),
            words::count((all - solid) as u64)
        ),
    ];
    let filled = bounded().filter(|&leaf| {
        let decided = decision.leaves.get(leaf as usize);
        tree.is_solid(leaf) && decided.is_some_and(|leaf| !leaf.solid)
    });
    let filled = filled.count();
    if filled > 0 {
        sentences.push(format!(
            "{} of them solid afterwards, as no path leads there from the spawn (filled).",
            counted_as(filled, "leaf became", "leaves became")
        ));
    }
    let faces = tree.misclassified_faces();
    let area: f64 = faces.iter().map(|face| face.area).sum();
    sentences.push(match faces.len() {
        0 => "No face contradicts it: each has solid behind it and room in front.".to_owned(),
        count => format!(
            "{} it, over {}: both sides are alike (misclassified).",
            counted_as(count, "face contradicts", "faces contradict"),
            square_metres(area)
        ),
    });
    sentences
}

fn counted_as(number: usize, one: &str, many: &str) -> String {
    let what = if number == 1 { one } else { many };
    format!("{} {what}", words::count(number as u64))
}

/// An area in a sentence.
fn square_metres(area: f64) -> String {
    if area > 0.0 && area < 0.005 {
        "less than 0.01 m²".to_owned()
    } else {
        format!("{area:.2} m²")
    }
}

/// The legend of a step of which so many things are drawn, of so many.
#[must_use]
pub fn legend(captions: &[String], decision: &SolidityDecision, step: Step, palette: Palette) -> Legend {
    let mut rows: Legend = captions.iter().map(Row::note).collect();
    match step {
        Step::Evidence => {
            for (color, number) in numbers(decision.level, palette) {
                let says = match number.total_cmp(&decision.level) {
                    _ if (number - decision.level).abs() < 0.1 => "says neither",
                    std::cmp::Ordering::Less => "says empty",
                    _ => "says solid",
                };
                rows.push(Row::area(color, format!("{}: {says}", figure(number))));
            }
        }
        Step::Cover => {
            rows.push(Row::area(cover_color(1.0, palette), "covered by faces"));
            rows.push(Row::area(
                palette.contact(),
                "open; the number is the area of a hole in m²",
            ));
        }
        Step::Cut => {
            rows.push(Row::area(palette.face(), "cut where faces are, at no cost"));
            let text = "cut through an opening; the number is what it costs in m²";
            rows.push(Row::area(palette.selected(), text));
            if decision.differing().any(|leaf| leaf != OUTSIDE) {
                let text = "a leaf that is not what its winding number alone says";
                rows.push(Row::area(palette.cut(), text));
            }
        }
        Step::Result => {
            rows.push(Row::area(solid(palette), "solid"));
            rows.push(Row::area(empty(palette), "empty"));
            rows.push(Row::area(palette.contact(), "misclassified face"));
        }
    }
    rows
}

/// Winding numbers from surely empty to surely solid, with their colours.
fn numbers(level: f64, palette: Palette) -> Vec<(Rgb, f64)> {
    let steps = [-0.5, -0.25, 0.0, 0.25, 0.5];
    let number = |step: f64| level + step + 0.0;
    steps
        .map(|step| (evidence_color(number(step), level, palette), number(step)))
        .to_vec()
}

/// What the colours mean in a few words in capital letters, for pictures without a legend: a title, then what each colour is.
#[must_use]
pub fn scale(decision: &SolidityDecision, step: Step, palette: Palette) -> Vec<(String, Rgb)> {
    let title = match step {
        Step::Evidence => "1 WINDING NUMBERS",
        Step::Cover => "2 COVERED BY FACES",
        Step::Cut => "3 MINIMUM CUT",
        Step::Result => "4 RESULT",
    };
    let mut texts = vec![(title.to_owned(), ink::GROUND)];
    let named = |color, text: &str| (text.to_owned(), color);
    match step {
        Step::Evidence => {
            texts.push(named(empty(palette), "EMPTY"));
            let numbers = numbers(decision.level, palette);
            texts.extend(numbers.iter().map(|(color, number)| (figure(*number), *color)));
            texts.push(named(solid(palette), "SOLID"));
        }
        Step::Cover => texts.extend([
            named(cover_color(1.0, palette), "FACES"),
            named(palette.contact(), "OPEN"),
        ]),
        Step::Cut => texts.extend([
            named(palette.face(), "CUT AT FACES"),
            named(palette.selected(), "CUT THROUGH A HOLE"),
        ]),
        Step::Result => texts.extend([
            named(solid(palette), "SOLID"),
            named(empty(palette), "EMPTY"),
            named(palette.contact(), "MISCLASSIFIED"),
        ]),
    }
    texts
}
