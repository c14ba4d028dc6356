//! The candidates at a node: a table of what was considered, and the button that takes another one.

use bevy_egui::egui::{self, Ui};

use super::{
    plane_words::name_of,
    scoring::Scoring,
    widgets::{self, Tip},
};
use crate::{
    app::{
        hud::style,
        words::{count, counted},
    },
    bsp::recording::{Decision, MOST_CANDIDATES},
    glossary::Term,
};

/// How many of the best candidates are listed.
const LISTED: usize = 6;

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

/// The columns of [`Considered::rows`], with their terms and what is counted.
const COLUMNS: [(&str, Term, &str); 5] = [
    (
        "plane",
        Term::Candidate,
        "One across an axis is named by where it crosses the axis.",
    ),
    ("score", Term::Score, ""),
    (
        "front",
        Term::Front,
        "Pieces of the sample wholly in front of the plane.",
    ),
    ("back", Term::Back, "Pieces of the sample wholly behind it."),
    (
        "cut",
        Term::Split,
        "Pieces of the sample that it would cut in two.",
    ),
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

/// Draws the table of candidates; with what a button says, each but the chosen one has the button.
pub(super) fn show(ui: &mut Ui, decision: &Decision, scoring: &Scoring, button: Option<Tip<'_>>) -> Pointed {
    let mut pointed = Pointed::default();
    let Some(table) = considered(decision, scoring) else {
        widgets::note(ui, "It was the only plane considered.");
        return pointed;
    };
    widgets::text(ui, &*table.title, style::TEXT, 12.5);
    widgets::note(ui, &table.caption);
    egui::Grid::new("candidates")
        .num_columns(COLUMNS.len() + 1)
        .min_col_width(0.0)
        .spacing([7.0, 1.0])
        .show(ui, |ui| {
            for (title, term, counted) in COLUMNS {
                widgets::head(ui, title, Tip::with(term, counted));
            }
            ui.end_row();
            for (row, &place) in table.rows.iter().zip(&table.places) {
                let is_chosen = place == decision.chosen as usize;
                let color = if is_chosen { style::ACCENT } else { style::TEXT };
                let top = ui.cursor().min;
                for cell in row {
                    widgets::text(ui, &**cell, color, 12.0);
                }
                if let Some(tip) = button.clone().filter(|_| !is_chosen)
                    && widgets::define(ui.small_button("try"), tip).clicked()
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

    use super::*;
    use crate::{
        app::panel::{plane_words::kind, scoring::SURFACE_AREA},
        bsp::{BuildParams, NodeTree, Rule},
        level::{Level, LoadOptions, builtin},
        progress::Progress,
    };

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
}
