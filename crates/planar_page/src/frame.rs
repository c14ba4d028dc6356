//! The page's output after each event: everything that a painter displays.

use bspwalk_text::words::capitalized;
use serde::Serialize;

use crate::{
    drawing::{Kind, MOST_CORNERS},
    figure::Pick,
    link::{preset_of, presets},
    page::{Held, Page},
    rule::Rule,
    shapes::Picture,
    steps,
    walk::End,
};

/// The pictures that have changed, all text, and the states of the controls.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PageUpdate {
    /// Static part of the polygon's picture, if it has changed.
    pub figure: Option<Picture>,
    /// Static part of the tree's picture, if it has changed.
    pub tree: Option<Picture>,
    /// Point and its tests, to be drawn over the drawing.
    pub figure_over: Picture,
    /// Path of the point, to be drawn over the tree.
    pub tree_over: Picture,
    /// Description of the drawing or of its fault.
    pub verdict: String,
    /// Whether the drawing has a fault.
    pub is_fault: bool,
    /// Description of the highlighted node, the last division or the build rule.
    pub division: String,
    /// Description of the preset; empty for the user's own drawing.
    pub about: &'static str,
    /// Notice to show to the user, if any.
    pub notice: Option<String>,
    /// Description of the point's position and of the number of tests.
    pub headline: String,
    /// Keyword for the point's position relative to the polygon.
    pub end: &'static str,
    /// Number of tests.
    pub count: u32,
    /// One sentence per test.
    pub tests: Vec<String>,
    /// Number of divisions shown.
    pub shown: usize,
    /// Total number of divisions.
    pub all: usize,
    /// Depth of the last division shown.
    pub depth: u32,
    /// Whether there is a change to undo.
    pub can_undo: bool,
    /// Whether there is a change to redo.
    pub can_redo: bool,
    /// Name of the edge that a corner would be added to.
    pub add_to: Option<String>,
    /// Whether the selected corner, if any, can be deleted.
    pub can_delete: bool,
    /// Whether corners snap to the grid.
    pub snap: bool,
    /// Name of the selected preset; empty if no preset is selected.
    pub preset: String,
    /// Name of the build rule.
    pub rule: &'static str,
    /// URL query of the figure, without the point.
    pub query: String,
    /// Whether a corner is being dragged.
    pub is_dragging: bool,
    /// Mouse cursor over the drawing.
    pub cursor: &'static str,
    /// Whether the drawing consists of free segments.
    pub is_free: bool,
    /// Whether a click adds a corner to a loop or chain.
    pub is_drawing: bool,
    /// View from the eye among free segments.
    pub sight: Option<SightFrame>,
}

/// Text and numbers for the view from the eye. [`PageUpdate::figure_over`] draws the view.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SightFrame {
    /// Description of the last visit shown.
    pub visit: String,
    /// Description of the complete view.
    pub view: String,
    /// Number of visits shown.
    pub shown: usize,
    /// Total number of visits.
    pub all: usize,
}

/// A choice on the page: its name in URLs, its title, and its description.
pub type Choice = [String; 3];

/// Returns the choices of polygons, rules and free segments.
#[must_use]
pub fn choices() -> [Vec<Choice>; 3] {
    let presets = |kind: Kind| {
        let presets = presets().into_iter().filter(|preset| preset.kind == kind);
        let choices = presets.map(|preset| {
            let [title, shows] = [preset.title, preset.shows].map(str::to_owned);
            [preset.name, title, shows]
        });
        choices.collect()
    };
    let rules = Rule::ALL.map(|rule| [rule.name(), rule.title(), rule.sentence()].map(str::to_owned));
    [presets(Kind::Polygon), rules.to_vec(), presets(Kind::Segments)]
}

impl Page {
    /// Returns the current output. The static parts are included only if they have changed since the last call.
    pub fn frame(&mut self) -> PageUpdate {
        let is_stale = std::mem::take(&mut self.is_stale);
        let walk = self.walk();
        let drawing = &self.drawing;
        let good = drawing.last_valid();
        let (figure, tree) = (self.figure(), self.tree_picture());
        let shown = self.shown_count();
        let [can_undo, can_redo] = drawing.can_undo_redo();
        let preset = preset_of(good.kind, &good.loops);
        let view = self.column_view();
        let sight = view.as_ref().map(|view| self.sight(view));
        let mut figure_over =
            figure.draw_point_parts(&walk, self.probe, self.marked, [self.selected, self.hovered]);
        if let Some(sight) = &sight {
            let part = [self.hovered, self.selected]
                .into_iter()
                .find_map(|pick| match pick {
                    Some(Pick::Eye(part)) => Some(part),
                    _ => None,
                });
            figure_over.0.extend(sight.over(&self.view, part).0);
            figure_over.0.extend(sight.strip(&self.view).0);
        }
        let count: usize = drawing.loops().iter().map(Vec::len).sum();
        let add_to = match self.selected {
            Some(Pick::Corner(edge) | Pick::Edge(edge)) if count < MOST_CORNERS => {
                drawing.edge(edge).map(|_| drawing.name(edge))
            }
            _ => None,
        };
        let division = match self.marked {
            Some(marked) => capitalized(&steps::node_words(&good.tree, marked)),
            None => steps::words(&good.tree, &self.steps, shown, drawing.rule()),
        };
        PageUpdate {
            figure: is_stale.then(|| figure.under(drawing.snap)),
            tree: is_stale.then(|| tree.under()),
            figure_over,
            tree_over: tree.over(&walk, self.marked),
            verdict: drawing.verdict(),
            is_fault: drawing.fault().is_some(),
            division,
            about: preset.as_ref().map_or("", |preset| preset.shows),
            notice: self.notice.clone(),
            headline: self.headline(&walk),
            end: match walk.end {
                End::Inside => "inside",
                End::Outside => "outside",
                End::OnEdge(_) => "edge",
                End::Cell => "cell",
                End::Undivided => "undivided",
            },
            count: walk.count(),
            tests: walk.sentences(&good.tree),
            shown,
            all: self.steps.count(),
            depth: self.steps.depth(shown),
            can_undo,
            can_redo,
            add_to,
            can_delete: matches!(self.selected, Some(Pick::Corner(_))),
            snap: drawing.snap,
            preset: preset.map(|preset| preset.name).unwrap_or_default(),
            rule: drawing.rule().name(),
            query: self.query(false),
            is_dragging: self.is_dragging(),
            cursor: match (self.held, self.hovered) {
                (Some(Held::Dragged(_) | Held::Eye(_)), _) => "grabbing",
                (_, Some(Pick::Corner(_) | Pick::Eye(_))) => "grab",
                (_, Some(Pick::Edge(_))) => "pointer",
                _ => "crosshair",
            },
            is_free: self.is_free(),
            is_drawing: self.is_drawing(),
            sight: sight.map(|sight| SightFrame {
                visit: sight.visit_words(),
                view: sight.view_words(),
                shown: sight.shown,
                all: sight.view.visits.len(),
            }),
        }
    }
}
