//! The choice of a node's plane, in words and numbers.

use bevy_egui::egui::{self, RichText, Ui};

use super::widgets;
use crate::{
    app::{
        hud::style,
        words::{count, counted},
    },
    bsp::{
        BuildParams, Rule,
        recording::{Candidate, Decision, MOST_CANDIDATES},
        solid_leaf::{LeafParams, LeafRule},
    },
    geometry::Plane,
};

/// How many of the best candidates are listed.
const LISTED: usize = 6;

/// Coefficients of a plane below this are left out.
const NOTHING: f64 = 5.0e-4;

/// The equation of a plane: "0.600 x − 0.800 z = 0".
pub(in crate::app) fn equation(plane: &Plane) -> String {
    let mut text = String::new();
    let parts = plane.normal.to_array().into_iter().chain([plane.d]);
    for (value, name) in parts.zip([" x", " y", " z", ""]) {
        let size = value.abs();
        if size < NOTHING {
            continue;
        }
        text += match (value < 0.0, text.is_empty()) {
            (true, true) => "−",
            (true, false) => " − ",
            (false, true) => "",
            (false, false) => " + ",
        };
        if name.is_empty() || (size - 1.0).abs() >= NOTHING {
            text += &format!("{size:.3}{name}");
        } else {
            text += name.trim_start();
        }
    }
    format!("{text} = 0")
}

/// The axis that is perpendicular to a plane, if there is one.
fn axis(plane: &Plane) -> Option<&'static str> {
    let normal = plane.normal.abs().to_array();
    let along = normal.iter().position(|&part| (part - 1.0).abs() < NOTHING)?;
    Some(["x", "y", "z"][along])
}

/// The plane of a candidate in a table.
pub(in crate::app) fn name_of(candidate: &Candidate) -> String {
    match candidate.face {
        Some(face) => format!("face {}", count(face)),
        None => match axis(&candidate.plane) {
            Some(axis) => {
                let place = format!("{:.2}", -candidate.plane.d * candidate.plane.normal.element_sum());
                format!("{axis} = {}", place.replace('-', "−"))
            }
            None => "set by hand".to_owned(),
        },
    }
}

/// The kind of a node's plane: of a face, or across an axis.
pub(super) fn kind(plane: &Plane, stored: usize, decision: Option<&Decision>) -> String {
    let chosen = decision.and_then(|decision| decision.candidates.get(decision.chosen as usize));
    let across = || format!("A plane across the {} axis.", axis(plane).unwrap_or("same"));
    match chosen.map(|candidate| candidate.face) {
        Some(Some(face)) => format!("The plane of face {}.", count(face)),
        Some(None) if stored > 0 => format!("{} {} on it.", across(), lies(stored)),
        Some(None) => format!("{} No face lies on it.", across()),
        // Without a recording: a face lies on its plane.
        None if stored > 0 => format!("{} on it.", lies(stored)),
        None => format!("{} No face lies on it.", across()),
    }
}

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

/// What a score means, and against how many pieces a candidate is scored.
pub(super) struct Scoring {
    /// What the score means.
    pub(super) meaning: String,
    /// How many pieces the sample has.
    pub(super) sample: u32,
}

/// A weight without trailing zeros.
fn weight(weight: f64) -> String {
    let text = format!("{weight:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The meaning of a score by the surface area heuristic.
const SURFACE_AREA: &str = "expected cost of a query (surface area heuristic)";

/// The weighted sum of cuts and imbalance, without zero weights.
fn weighed(cut: f64, unbalance: f64) -> String {
    let parts = [(cut, "cut"), (unbalance, "|front − back|")];
    let parts = parts.iter().filter(|(value, _)| *value != 0.0);
    let parts: Vec<String> = parts
        .map(|&(value, what)| format!("{} × {what}", weight(value)))
        .collect();
    if parts.is_empty() {
        "nothing".to_owned()
    } else {
        parts.join(" + ")
    }
}

impl Scoring {
    /// For a node of the node-storing tree that so many pieces reached.
    pub(super) fn of_node(params: &BuildParams, pieces: u32) -> Self {
        Self {
            meaning: match params.rule {
                Rule::Sampled => SURFACE_AREA.to_owned(),
                Rule::Ati | Rule::FewestCuts | Rule::Balanced => {
                    weighed(params.cut_weight, params.unbalance_weight)
                }
                Rule::First | Rule::Random => "none".to_owned(),
            },
            sample: params.scored_pieces(pieces),
        }
    }

    /// For a node of the solid-leaf tree that so many pieces reached.
    pub(super) fn of_leaf_node(params: &LeafParams, pieces: u32) -> Self {
        let weights = weighed(params.cut_weight, params.unbalance_weight);
        Self {
            meaning: match params.rule {
                LeafRule::SurfaceArea => SURFACE_AREA.to_owned(),
                LeafRule::First | LeafRule::Random => "none".to_owned(),
                _ if params.coplanar_weight == 0.0 => weights,
                _ => format!("{weights} − {} × on it", weight(params.coplanar_weight)),
            },
            sample: params.scored_pieces(pieces),
        }
    }
}

/// The table of candidates.
#[derive(Debug, PartialEq)]
pub(super) struct Considered {
    /// How many candidates there were.
    pub(super) title: String,
    /// What the columns count, and what a score means.
    pub(super) caption: String,
    /// Plane, score, in front, behind, cut; the chosen one is the first.
    pub(super) rows: Vec<[String; 5]>,
    /// The candidates of the rows, by their places in the decision.
    places: Vec<usize>,
    /// How many candidates are left out.
    pub(super) more: usize,
}

/// The columns of [`Considered::rows`], with hints.
const COLUMNS: [(&str, &str); 5] = [
    (
        "plane",
        "The plane of a face, or one across an axis, by where it crosses the axis.",
    ),
    ("score", "Less is better."),
    ("front", "Pieces of the sample wholly in front of the plane."),
    ("back", "Pieces of the sample wholly behind it."),
    ("cut", "Pieces of the sample that it would cut in two."),
];

/// The candidates at a node; `None` if there was only one.
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
    let all = count(decision.faces);
    let counted_in = if sample < decision.faces {
        format!("counted in a sample: {} of the {all} pieces", count(sample))
    } else {
        format!("counted in all {all} pieces")
    };
    let is_full = order.len() >= MOST_CANDIDATES;
    let full = if is_full { " or more" } else { "" };
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
        places: order.iter().take(LISTED).copied().collect(),
        more: order.len().saturating_sub(LISTED),
    })
}

/// What the pointer does to the candidates, by their places in the decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pointed {
    /// The one whose row it is over.
    pub(super) hovered: Option<usize>,
    /// The one whose button was clicked.
    pub(super) taken: Option<usize>,
}

/// Draws the table of candidates; with the hint of a button, each but the chosen one has the button.
pub(super) fn show(ui: &mut Ui, decision: &Decision, scoring: &Scoring, button: Option<&str>) -> Pointed {
    let mut pointed = Pointed::default();
    let Some(table) = considered(decision, scoring) else {
        widgets::note(ui, "It was the only plane considered.");
        return pointed;
    };
    ui.label(RichText::new(&table.title).size(12.5).color(style::TEXT));
    widgets::note(ui, &table.caption);
    egui::Grid::new("candidates")
        .num_columns(COLUMNS.len() + 1)
        .min_col_width(0.0)
        .spacing([7.0, 1.0])
        .show(ui, |ui| {
            for (title, hint) in COLUMNS {
                ui.label(RichText::new(title).color(style::FAINT).size(11.5))
                    .on_hover_text(hint);
            }
            ui.end_row();
            for (row, &place) in table.rows.iter().zip(&table.places) {
                let is_chosen = place == decision.chosen as usize;
                let color = if is_chosen { style::ACCENT } else { style::TEXT };
                let top = ui.cursor().min;
                for cell in row {
                    ui.label(RichText::new(cell).color(color).size(12.0));
                }
                if let Some(hint) = button.filter(|_| !is_chosen)
                    && ui.small_button("try").on_hover_text(hint).clicked()
                {
                    pointed.taken = Some(place);
                }
                let end = egui::pos2(
                    ui.max_rect().right(),
                    top.y + ui.spacing().interact_size.y.min(17.0),
                );
                if ui.rect_contains_pointer(egui::Rect::from_min_max(top, end)) {
                    pointed.hovered = Some(place);
                }
                ui.end_row();
            }
        });
    if table.more > 0 {
        widgets::note(ui, format!("and {} with higher scores", count(table.more as u64)));
    }
    pointed
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

    /// The texts about a node agree with each other and with the tree.
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
                // The pieces after the split are those before it, with cut pieces on both sides.
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
        assert!(table.caption.contains(SURFACE_AREA), "{}", table.caption);
        let number = decision.candidates.len();
        assert_eq!(table.title, format!("Chosen among {number} planes"));
    }

    #[test]
    fn one_is_not_many() {
        let (normal, d) = (DVec3::X, -1.0);
        let plane = Plane { normal, d };
        let none = "A plane across the x axis. No face lies on it.";
        assert_eq!(kind(&plane, 0, None), none);
        assert_eq!(kind(&plane, 1, None), "1 fragment lies on it.");
        assert_eq!(kind(&plane, 9, None), "9 fragments lie on it.");
    }

    #[test]
    fn a_score_says_what_it_is_made_of() {
        let of = |params: &BuildParams| Scoring::of_node(params, 100).meaning;
        assert_eq!(of(&BuildParams::ATI), "3 × cut + 1 × |front − back|");
        assert_eq!(of(&BuildParams::preset(Rule::FewestCuts)), "1 × cut");
        let leaf = Scoring::of_leaf_node(&LeafParams::SAMPLED, 100).meaning;
        assert_eq!(leaf, "5 × cut + 1 × |front − back| − 5 × on it");
    }
}
