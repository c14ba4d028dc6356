//! How the plane of a node was chosen, in words and numbers.

use bevy_egui::egui::{self, RichText, Ui};

use super::widgets::{self, count, counted};
use crate::{
    app::hud::style,
    bsp::{
        BuildParams, Rule,
        recording::{Candidate, Decision, MOST_CANDIDATES},
        solid_leaf::{LeafParams, LeafRule},
    },
    geometry::Plane,
};

/// At most this many candidates are listed: the best ones.
const LISTED: usize = 6;

/// Below this a length in metres, or a part of a normal, is nothing.
const NOTHING: f64 = 5.0e-4;

/// The equation of a plane as people write it.
pub(in crate::app) fn equation(plane: &Plane) -> String {
    let mut text = String::new();
    let mut add = |value: f64, name: &str| {
        if value.abs() < NOTHING {
            return;
        }
        text += match (value < 0.0, text.is_empty()) {
            (true, true) => "−",
            (true, false) => " − ",
            (false, true) => "",
            (false, false) => " + ",
        };
        if name.is_empty() || (value.abs() - 1.0).abs() >= NOTHING {
            text += &format!("{:.3}", value.abs());
            text += if name.is_empty() { "" } else { " " };
        }
        text += name;
    };
    for (value, name) in plane.normal.to_array().into_iter().zip(["x", "y", "z"]) {
        add(value, name);
    }
    add(plane.d, "");
    format!("{text} = 0")
}

/// The axis that a plane lies across, if it does.
fn axis(plane: &Plane) -> Option<&'static str> {
    let normal = plane.normal.abs().to_array();
    let along = normal.iter().position(|&part| (part - 1.0).abs() < NOTHING)?;
    Some(["x", "y", "z"][along])
}

/// The plane of a candidate in a table.
fn name_of(candidate: &Candidate) -> String {
    match candidate.face {
        Some(face) => format!("face {}", count(face)),
        None => format!("across {}", axis(&candidate.plane).unwrap_or("an axis")),
    }
}

/// What the plane of a node is: of a face, or across an axis.
pub(super) fn kind(plane: &Plane, stored: usize, decision: Option<&Decision>) -> String {
    let chosen = decision.and_then(|decision| decision.candidates.get(decision.chosen as usize));
    let across = || format!("A plane across the {} axis.", axis(plane).unwrap_or("same"));
    match chosen.map(|candidate| candidate.face) {
        Some(Some(face)) => format!("The plane of face {}.", count(face)),
        Some(None) if stored > 0 => format!("{} {} on it.", across(), lies(stored)),
        Some(None) => format!("{} No face lies on it.", across()),
        // Not recorded: a plane of a face has the face on it.
        None if stored > 0 => format!("{} on it.", lies(stored)),
        None => format!("{} No face lies on it.", across()),
    }
}

/// How many pieces a plane cut in two.
pub(super) fn cut_words(cuts: u32) -> String {
    match cuts {
        0 => "none was cut".to_owned(),
        1 => "1 was cut, and counts in front and behind".to_owned(),
        cuts => format!("{} were cut, and count in front and behind", count(cuts)),
    }
}

fn lies(stored: usize) -> String {
    let lie = if stored == 1 { "lies" } else { "lie" };
    format!("{} {lie}", counted(stored as u64, "fragment"))
}

/// What a score is made of, and against how many pieces a candidate is scored.
pub(super) struct Scoring {
    /// What it means.
    pub(super) meaning: String,
    /// Of so many pieces.
    pub(super) sample: u32,
}

/// A weight without needless digits.
fn weight(weight: f64) -> String {
    let text = format!("{weight:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// `weight × what`, joined; nothing of what weighs nothing.
fn weighed(parts: &[(f64, &str)]) -> String {
    let parts: Vec<String> = parts
        .iter()
        .filter(|(value, _)| *value != 0.0)
        .map(|&(value, what)| format!("{} × {what}", weight(value)))
        .collect();
    if parts.is_empty() {
        "nothing".to_owned()
    } else {
        parts.join(" + ")
    }
}

impl Scoring {
    /// Of a node of the node-storing tree that so many pieces reached.
    pub(super) fn of_node(params: &BuildParams, pieces: u32) -> Self {
        let weights = [
            (params.cut_weight, "cut"),
            (params.unbalance_weight, "|front − back|"),
        ];
        Self {
            meaning: match params.rule {
                Rule::Sampled => "expected cost of a query (surface area heuristic)".to_owned(),
                Rule::Ati | Rule::FewestCuts | Rule::Balanced => weighed(&weights),
                Rule::First | Rule::Random => "none".to_owned(),
            },
            sample: params.scored_pieces(pieces),
        }
    }

    /// Of a node of the solid-leaf tree.
    pub(super) fn of_leaf_node(params: &LeafParams, pieces: u32) -> Self {
        let weights = weighed(&[
            (params.cut_weight, "cut"),
            (params.unbalance_weight, "|front − back|"),
        ]);
        Self {
            meaning: match params.rule {
                LeafRule::SurfaceArea => "expected cost of a query (surface area heuristic)".to_owned(),
                LeafRule::First | LeafRule::Random => "none".to_owned(),
                LeafRule::Sampled | LeafRule::FewestCuts | LeafRule::Balanced
                    if params.coplanar_weight == 0.0 =>
                {
                    weights
                }
                _ => format!("{weights} − {} × on it", weight(params.coplanar_weight)),
            },
            sample: params.scored_pieces(pieces),
        }
    }
}

/// The table of what was considered.
#[derive(Debug, PartialEq)]
pub(super) struct Considered {
    /// Among how many.
    pub(super) title: String,
    /// What the columns count, and what a score is.
    pub(super) caption: String,
    /// Plane, score, in front, behind, cut; the chosen one is the first.
    pub(super) rows: Vec<[String; 5]>,
    /// How many are left out.
    pub(super) more: usize,
}

/// What the columns of [`Considered::rows`] are.
const COLUMNS: [(&str, &str); 5] = [
    ("plane", "The plane of a face, or one across an axis."),
    ("score", "Less is better."),
    ("front", "Pieces of the sample wholly in front of the plane."),
    ("back", "Pieces of the sample wholly behind it."),
    ("cut", "Pieces of the sample that it would cut in two."),
];

/// What was considered at a node; `None` where there was but one plane to take.
pub(super) fn considered(decision: &Decision, scoring: &Scoring) -> Option<Considered> {
    let chosen = decision.chosen as usize;
    let mut order: Vec<usize> = (0..decision.candidates.len()).collect();
    if order.len() < 2 {
        return None;
    }
    let score = |place: usize| decision.candidates[place].score;
    order.sort_by(|&a, &b| score(a).total_cmp(&score(b)));
    order.sort_by_key(|&place| place != chosen);
    let sample = scoring.sample.min(decision.faces);
    let counted_in = if sample < decision.faces {
        format!(
            "counted in a sample: {} of the {} pieces",
            count(sample),
            count(decision.faces)
        )
    } else {
        format!("counted in all {} pieces", count(decision.faces))
    };
    let full = if order.len() < MOST_CANDIDATES {
        ""
    } else {
        " or more"
    };
    Some(Considered {
        title: format!("Chosen among {}{full}", counted(order.len() as u64, "plane")),
        caption: format!(
            "Score: {}; less is better. Front, back and cut are {counted_in}.",
            scoring.meaning
        ),
        rows: order
            .iter()
            .take(LISTED)
            .map(|&place| {
                let candidate = &decision.candidates[place];
                [
                    name_of(candidate),
                    match candidate.score {
                        score if score.is_infinite() => "–".into(),
                        score if score.abs() >= 1e4 => format!("{score:.0}"),
                        score => format!("{score:.2}"),
                    },
                    count(candidate.front),
                    count(candidate.back),
                    count(candidate.cuts),
                ]
            })
            .collect(),
        more: order.len().saturating_sub(LISTED),
    })
}

/// Why this plane was taken.
pub(super) fn show(ui: &mut Ui, decision: &Decision, scoring: &Scoring) {
    let Some(table) = considered(decision, scoring) else {
        widgets::note(ui, "It was the only plane considered.");
        return;
    };
    ui.label(RichText::new(&table.title).size(12.5).color(style::TEXT));
    widgets::note(ui, &table.caption);
    egui::Grid::new("candidates")
        .num_columns(COLUMNS.len())
        .min_col_width(0.0)
        .spacing([9.0, 1.0])
        .show(ui, |ui| {
            for (title, hint) in COLUMNS {
                ui.label(RichText::new(title).color(style::FAINT).size(11.5))
                    .on_hover_text(hint);
            }
            ui.end_row();
            for (place, row) in table.rows.iter().enumerate() {
                let color = if place == 0 { style::ACCENT } else { style::TEXT };
                for cell in row {
                    ui.label(RichText::new(cell).color(color).size(12.0));
                }
                ui.end_row();
            }
        });
    if table.more > 0 {
        widgets::note(ui, format!("and {} with higher scores", count(table.more as u64)));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use glam::DVec3;

    use super::*;
    use crate::{
        bsp::NodeTree,
        level::{Level, LoadOptions, builtin},
        progress::Progress,
    };

    #[test]
    fn equations_leave_out_what_is_nothing() {
        let text = |normal: DVec3, d: f64| equation(&Plane { normal, d });
        assert_eq!(text(DVec3::Y, -2.0), "y − 2.000 = 0");
        assert_eq!(text(-DVec3::Z, 0.5), "−z + 0.500 = 0");
        assert_eq!(text(DVec3::Y, 1.0), "y + 1.000 = 0");
        assert_eq!(text(DVec3::X, 0.0), "x = 0");
        assert_eq!(text(DVec3::X, -0.0), "x = 0");
        assert_eq!(text(DVec3::X, -4.0e-4), "x = 0");
        assert_eq!(text(DVec3::new(0.6, -1.0e-9, -0.8), 0.0), "0.600 x − 0.800 z = 0");
    }

    fn hall() -> Level {
        builtin::load("hall", &LoadOptions::default(), &Progress::default()).expect("it is built in")
    }

    fn recorded(level: &Level, params: &BuildParams) -> NodeTree {
        let triangles = level.solid_triangles();
        NodeTree::build_with(&triangles, params, &Arc::default(), true).expect("it can be built")
    }

    /// What is said of a node agrees with itself, and with what the tree stores.
    #[test]
    fn the_account_of_a_node_agrees_with_itself() {
        let level = hall();
        for rule in [Rule::Sampled, Rule::FewestCuts, Rule::Balanced, Rule::First] {
            let params = BuildParams::preset(rule);
            let tree = recorded(&level, &params);
            let recording = tree.recording().expect("it is recorded");
            for id in (0..tree.node_count()).step_by(97) {
                let view = tree.node(id).expect("it exists");
                let decision = &recording.decisions[id as usize];
                let case = format!("{rule}, node {id}");
                // What the split counted is what reached the node, the cut pieces on both sides.
                let sides = decision.coplanar + decision.front + decision.back;
                assert_eq!(sides, decision.faces + decision.cuts, "{case}");
                assert_eq!(decision.coplanar as usize, view.fragments.len(), "{case}");
                let scoring = Scoring::of_node(&params, decision.faces);
                let Some(table) = considered(decision, &scoring) else {
                    continue;
                };
                let winner = &decision.candidates[decision.chosen as usize];
                let kind = kind(&view.plane, view.fragments.len(), Some(decision));
                match winner.face {
                    Some(face) => assert!(
                        kind.contains(&format!("of face {}.", count(face))),
                        "{case}: {kind}"
                    ),
                    None => assert!(kind.contains("axis"), "{case}: {kind}"),
                }
                assert_eq!(table.rows[0][0], name_of(winner), "{case}");
                assert!(table.caption.contains("less is better"), "{case}");
                assert_eq!(
                    table.caption.contains("sample"),
                    scoring.sample < decision.faces,
                    "{case}: {}",
                    table.caption
                );
                for candidate in &decision.candidates {
                    assert!(candidate.score >= winner.score, "{case}");
                    let seen = candidate.front + candidate.back + candidate.cuts;
                    assert!(seen <= scoring.sample.min(decision.faces), "{case}: {seen}");
                }
            }
        }
    }

    #[test]
    fn the_root_of_the_hall_says_what_each_number_counts() {
        let level = hall();
        let params = BuildParams::default();
        let tree = recorded(&level, &params);
        let decision = &tree.recording().expect("it is recorded").decisions[0];
        let scoring = Scoring::of_node(&params, decision.faces);
        let table = considered(decision, &scoring).expect("many planes were considered");
        assert!(scoring.sample < decision.faces, "the root is sampled");
        let sample = format!(
            "{} of the {} pieces",
            count(scoring.sample),
            count(decision.faces)
        );
        assert!(table.caption.contains(&sample), "{}", table.caption);
        assert!(
            table.caption.contains("expected cost of a query"),
            "{}",
            table.caption
        );
        assert_eq!(
            table.title,
            format!("Chosen among {} planes", decision.candidates.len())
        );
    }

    #[test]
    fn one_is_not_many() {
        let plane = Plane {
            normal: DVec3::X,
            d: -1.0,
        };
        assert_eq!(
            kind(&plane, 0, None),
            "A plane across the x axis. No face lies on it."
        );
        assert_eq!(kind(&plane, 1, None), "1 fragment lies on it.");
        assert_eq!(kind(&plane, 9, None), "9 fragments lie on it.");
    }

    #[test]
    fn a_score_says_what_it_is_made_of() {
        let of = |params: &BuildParams| Scoring::of_node(params, 100).meaning;
        assert_eq!(of(&BuildParams::ATI), "3 × cut + 1 × |front − back|");
        assert_eq!(of(&BuildParams::preset(Rule::FewestCuts)), "1 × cut");
        assert_eq!(
            Scoring::of_leaf_node(&LeafParams::SAMPLED, 100).meaning,
            "5 × cut + 1 × |front − back| − 5 × on it"
        );
    }
}
