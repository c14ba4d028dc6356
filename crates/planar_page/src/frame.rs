//! What the page hands to its script after anything has happened.

use bspwalk_trees::planar::PRESETS;
use serde::Serialize;

use crate::{
    drawing::MOST_CORNERS,
    figure::Pick,
    link::{preset_name, preset_of},
    page::Page,
    rule::Rule,
    steps,
    walk::End,
};

/// The pictures, where they have changed, and all that is said and offered beside them.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// The polygon without the point, if it has changed.
    pub figure: Option<String>,
    /// The tree without the path of the point, if it has changed.
    pub tree: Option<String>,
    /// The point and its tests, over the polygon.
    pub figure_over: String,
    /// The path of the point, over the tree.
    pub tree_over: String,
    /// What the polygon is, or what is wrong with it.
    pub verdict: String,
    /// Whether something is wrong with it.
    pub is_fault: bool,
    /// What the last division does, or the node that stands out, or how lines are chosen.
    pub division: String,
    /// What the preset shows; empty for a polygon of the user's own.
    pub about: &'static str,
    /// What is told once.
    pub notice: Option<String>,
    /// Where the point is, after how many tests.
    pub headline: String,
    /// Where the point is, in a word.
    pub end: &'static str,
    /// How many tests that took.
    pub count: u32,
    /// A sentence for each test.
    pub tests: Vec<String>,
    /// How many divisions are shown, and of how many.
    pub shown: usize,
    /// How many there are.
    pub all: usize,
    /// The depth of the last one shown.
    pub depth: u32,
    /// Whether a change can be taken back.
    pub can_undo: bool,
    /// Whether one can be made again.
    pub can_redo: bool,
    /// The name of the edge on which a corner can be added.
    pub add_to: Option<String>,
    /// Whether a corner is selected, which can be deleted.
    pub can_delete: bool,
    /// Whether corners snap to the grid.
    pub snap: bool,
    /// The preset that is shown; empty for none.
    pub preset: String,
    /// The rule by which the tree is built.
    pub rule: &'static str,
    /// The query of the figure, without the point.
    pub query: String,
    /// Whether a corner is being dragged.
    pub is_dragging: bool,
    /// The pointer's shape over the polygon.
    pub cursor: &'static str,
}

/// A choice of the page: its name in an address, its name on the screen, and what it shows.
pub type Choice = [String; 3];

/// The presets and the rules.
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
    /// What is to be shown now. The parts that stay while the point moves are handed out once.
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
        let division = self
            .marked_words()
            .unwrap_or_else(|| steps::words(&good.tree, &self.steps, shown, drawing.rule()));
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
            headline: walk.headline(&good.tree, self.probe, drawing.grid().fine().decimals()),
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
