//! Output of the page after each event: everything that a painter shows.

use bspwalk_progress::words::capitalized;
use bspwalk_trees::planar::PRESETS;
use serde::Serialize;

use crate::{
    drawing::MOST_CORNERS,
    figure::Pick,
    link::{preset_name, preset_of},
    page::Page,
    rule::Rule,
    shapes::Picture,
    steps,
    walk::End,
};

/// Pictures that have changed, with all texts and the states of the controls.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// Static part of the polygon's picture, if it has changed.
    pub figure: Option<Picture>,
    /// Static part of the tree's picture, if it has changed.
    pub tree: Option<Picture>,
    /// Point and its tests, to draw over the polygon.
    pub figure_over: Picture,
    /// Path of the point, to draw over the tree.
    pub tree_over: Picture,
    /// Description of the polygon or its fault.
    pub verdict: String,
    /// Whether the polygon has a fault.
    pub is_fault: bool,
    /// Description of the highlighted node, the last division or the build rule.
    pub division: String,
    /// Description of the preset; empty for a polygon of the user's own.
    pub about: &'static str,
    /// Notice for the user, if any.
    pub notice: Option<String>,
    /// Position of the point, and the number of tests.
    pub headline: String,
    /// Position of the point relative to the polygon, as a keyword.
    pub end: &'static str,
    /// Number of tests.
    pub count: u32,
    /// One sentence per test.
    pub tests: Vec<String>,
    /// Number of divisions that are shown.
    pub shown: usize,
    /// Number of all divisions.
    pub all: usize,
    /// Depth of the last division that is shown.
    pub depth: u32,
    /// Whether a change can be undone.
    pub can_undo: bool,
    /// Whether a change can be redone.
    pub can_redo: bool,
    /// Name of the edge that a new corner would be added to.
    pub add_to: Option<String>,
    /// Whether a corner is selected that can be deleted.
    pub can_delete: bool,
    /// Whether corners snap to the grid.
    pub snap: bool,
    /// Selected preset; empty for none.
    pub preset: String,
    /// Build rule.
    pub rule: &'static str,
    /// Query of the figure, without the point.
    pub query: String,
    /// Whether a corner is being dragged.
    pub is_dragging: bool,
    /// Cursor over the polygon.
    pub cursor: &'static str,
}

/// A choice on the page: its name in addresses, its title, and its description.
pub type Choice = [String; 3];

/// Returns the presets and the rules.
#[must_use]
pub fn choices() -> [Vec<Choice>; 2] {
    let presets = PRESETS.iter().map(|preset| {
        let [name, shows] = [preset.title, preset.shows].map(|words| words.text().to_owned());
        [preset_name(preset), name, shows]
    });
    let rules = Rule::ALL.map(|rule| [rule.name(), rule.title(), rule.sentence()].map(str::to_owned));
    [presets.collect(), rules.to_vec()]
}

impl Page {
    /// Returns the current output. The static parts are included only if they have changed since the last call.
    pub fn frame(&mut self) -> Frame {
        let is_stale = std::mem::take(&mut self.is_stale);
        let walk = self.walk();
        let drawing = &self.drawing;
        let good = drawing.good();
        let (figure, tree) = (self.figure(), self.tree_picture());
        let shown = self.shown_count();
        let [can_undo, can_redo] = drawing.can_undo_redo();
        let preset = preset_of(&good.loops);
        let count: usize = drawing.loops().iter().map(Vec::len).sum();
        let add_to = match self.selected {
            Some(Pick::Corner(edge) | Pick::Edge(edge)) if count < MOST_CORNERS => Some(drawing.name(edge)),
            _ => None,
        };
        let division = match self.marked {
            Some(marked) => capitalized(&steps::node_words(&good.tree, marked)),
            None => steps::words(&good.tree, &self.steps, shown, drawing.rule()),
        };
        Frame {
            figure: is_stale.then(|| figure.under(drawing.snap)),
            tree: is_stale.then(|| tree.under()),
            figure_over: figure.over(&walk, self.probe, self.marked, [self.selected, self.hovered]),
            tree_over: tree.over(&walk, self.marked),
            verdict: drawing.verdict(),
            is_fault: drawing.fault().is_some(),
            division,
            about: preset.map_or("", |preset| preset.shows.text()),
            notice: self.notice.clone(),
            headline: self.headline(&walk),
            end: match walk.end {
                End::Inside => "inside",
                End::Outside => "outside",
                End::OnEdge(_) => "edge",
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
            preset: preset.map(preset_name).unwrap_or_default(),
            rule: drawing.rule().name(),
            query: self.query(false),
            is_dragging: self.is_dragging(),
            cursor: match (self.is_dragging(), self.hovered) {
                (true, _) => "grabbing",
                (_, Some(Pick::Corner(_))) => "grab",
                (_, Some(Pick::Edge(_))) => "pointer",
                _ => "crosshair",
            },
        }
    }
}
