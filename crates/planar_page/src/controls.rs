//! Handlers for the page's controls, keys and address.

use bspwalk_text::text;
use bspwalk_trees::planar::PRESETS;
use glam::DVec2;

use crate::{
    drawing::{Corner, Loops},
    figure::Pick,
    link::{Link, preset_name},
    page::Page,
    rule::Rule,
};

impl Page {
    /// Adds a corner in the middle of the selected edge, or in the middle of the edge that begins at the selected
    /// corner.
    pub fn add_corner(&mut self) {
        self.notice = None;
        if let Some(Pick::Corner(edge) | Pick::Edge(edge)) = self.selected
            && let Some(segment) = self.drawing.edge(edge)
        {
            self.insert(edge, segment.from.midpoint(segment.to));
        }
    }

    /// Deletes the selected corner.
    pub fn delete_corner(&mut self) {
        self.notice = None;
        if let Some(Pick::Corner(corner)) = self.selected {
            self.remove(corner);
        }
    }

    /// Starts to draw a loop, or discards the loop that is being drawn.
    pub fn toggle_loop(&mut self) {
        self.notice = None;
        self.held = None;
        self.selected = None;
        self.draws = !self.is_drawing();
        self.drawing.abandon();
        self.changed();
    }

    /// Removes all loops, and starts to draw one.
    pub fn clear(&mut self) {
        self.draws = self.replace(Vec::new());
    }

    /// Reverses the loop with the wrong winding.
    pub fn reverse_loop(&mut self) {
        self.notice = None;
        self.drawing.reverse_wrong();
        self.changed();
    }

    /// Undoes the last change.
    pub fn undo(&mut self) {
        self.notice = None;
        self.held = None;
        if self.drawing.undo() {
            self.changed();
        }
    }

    /// Redoes the last change that was undone.
    pub fn redo(&mut self) {
        self.notice = None;
        self.held = None;
        if self.drawing.redo() {
            self.changed();
        }
    }

    /// Shows this many divisions, or all if there are fewer.
    pub fn show(&mut self, shown: usize) {
        self.notice = None;
        self.shown = (shown < self.steps.count()).then_some(shown);
        self.is_stale = true;
    }

    /// Shows one division more or less, or one depth more or less.
    pub fn step(&mut self, forwards: bool, by_depth: bool) {
        let shown = self.shown_count();
        self.show(match (forwards, by_depth) {
            (true, false) => shown + 1,
            (false, false) => shown.saturating_sub(1),
            (true, true) => self.steps.next_depth(shown),
            (false, true) => self.steps.previous_depth(shown),
        });
    }

    /// Selects a preset by its name in addresses.
    pub fn take_preset(&mut self, name: &str) {
        if let Some(preset) = PRESETS.iter().find(|preset| preset_name(preset) == name) {
            self.replace((preset.loops)());
        }
    }

    /// Selects a build rule by its name in addresses.
    pub fn take_rule(&mut self, name: &str) {
        self.notice = None;
        if let Some(rule) = Rule::ALL.into_iter().find(|rule| rule.name() == name) {
            self.drawing.set_rule(rule);
            self.shown = None;
            self.changed();
        }
    }

    /// Sets whether corners snap to the grid.
    pub fn set_snap(&mut self, snap: bool) {
        self.drawing.snap = snap;
        self.is_stale = true;
    }

    fn replace(&mut self, loops: Loops) -> bool {
        self.notice = None;
        self.held = None;
        match self.drawing.load(loops) {
            Ok(()) => {
                self.selected = None;
                self.shown = None;
                self.draws = false;
                self.changed();
                self.set_probe(self.drawing.middle());
                true
            }
            Err(sentence) => {
                self.notice = Some(sentence);
                false
            }
        }
    }

    /// Opens a figure from the keys and values of an address query. If the query is invalid, shows a notice and keeps the current figure.
    pub fn open<'a>(&mut self, pairs: impl Iterator<Item = (&'a str, &'a str)>) {
        let is_fresh = std::mem::take(&mut self.is_fresh);
        let before = self.drawing.rule();
        let link = match Link::read(pairs) {
            Ok(link) => link,
            Err(reason) => {
                self.notice = Some(text!("planarpage-bad-link", reason));
                return;
            }
        };
        self.drawing.set_rule(link.rule);
        if !self.replace(link.loops) {
            self.drawing.set_rule(before);
            let reason = self.notice.take().unwrap_or_default();
            self.notice = Some(text!("planarpage-link-without-figure", reason));
            return;
        }
        if is_fresh {
            self.drawing.forget_changes();
        }
        self.shown = link.shown.filter(|&shown| shown < self.steps.count());
        if let Some(at) = link.at {
            // Flush tiny coordinates to 0, so that the displayed tests agree with the computed ones.
            let at = DVec2::select(at.abs().cmplt(DVec2::splat(1.0e-50)), DVec2::ZERO, at);
            (self.probe, self.rest) = (at, at);
        }
    }

    /// Returns the query of the figure, optionally with the point.
    #[must_use]
    pub fn query(&self, with_point: bool) -> String {
        let link = Link {
            loops: self.drawing.good().loops.clone(),
            rule: self.drawing.rule(),
            shown: self.shown.filter(|&shown| shown < self.steps.count()),
            at: with_point.then_some(self.probe),
        };
        link.query()
    }

    /// Handles a key on the polygon, by its browser name. Returns whether the key has a function.
    pub fn key(&mut self, key: &str, has_shift: bool) -> bool {
        let grid = self.drawing.grid();
        let direction = match key {
            "ArrowLeft" => DVec2::NEG_X,
            "ArrowRight" => DVec2::X,
            "ArrowUp" => DVec2::Y,
            "ArrowDown" => DVec2::NEG_Y,
            _ => DVec2::ZERO,
        };
        self.notice = None;
        match key {
            "n" | "N" => self.select_next(true),
            "p" | "P" => self.select_next(false),
            "Escape" if self.selected.is_some() => self.selected = None,
            "Insert" | "a" | "A" => self.add_corner(),
            "Delete" | "Backspace" => self.delete_corner(),
            "PageDown" => self.step(true, true),
            "PageUp" => self.step(false, true),
            "]" | "." => self.step(true, false),
            "[" | "," => self.step(false, false),
            "Home" => self.show(0),
            "End" => self.show(self.steps.count()),
            _ if direction == DVec2::ZERO => return false,
            _ => match self.selected {
                Some(Pick::Corner(corner)) => {
                    let grid_of_step = if has_shift { grid.fine() } else { grid };
                    let step = grid_of_step.step();
                    let Some(edge) = self.drawing.edge(corner) else {
                        return false;
                    };
                    self.drawing.begin();
                    let to = grid.fine().snap(edge.from + direction * step);
                    self.drawing.drag(corner, to);
                    self.changed();
                }
                _ => {
                    let step = grid.step() * if has_shift { 0.1 } else { 0.5 };
                    self.set_probe(self.probe + direction * step);
                }
            },
        }
        true
    }

    /// Selects the next or the previous corner.
    fn select_next(&mut self, forwards: bool) {
        let loops = self.drawing.loops().iter().enumerate();
        let corners: Vec<Corner> = loops
            .flat_map(|(loop_index, corners)| (0..corners.len()).map(move |corner| (loop_index, corner)))
            .collect();
        let at = match self.selected {
            Some(Pick::Corner(corner) | Pick::Edge(corner)) => {
                corners.iter().position(|&other| other == corner)
            }
            None => None,
        };
        let next = match (at, forwards) {
            (Some(at), true) => (at + 1) % corners.len(),
            (Some(at), false) => (at + corners.len() - 1) % corners.len(),
            (None, _) => 0,
        };
        self.selected = corners.get(next).copied().map(Pick::Corner);
    }
}
