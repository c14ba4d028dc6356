//! Handlers for the page's controls, keys and URL.

use bspwalk_planar::PRESETS;
use bspwalk_text::text;
use glam::DVec2;

use crate::{
    drawing::{Kind, Loops},
    eye::{Eye, EyePart},
    figure::Pick,
    link::{Link, preset_named, preset_of},
    page::Page,
    rule::Rule,
};

impl Page {
    /// Adds a corner in the middle of the selected edge or, if a corner is selected, of the edge that starts at that
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

    /// Changes the kind of the drawing. The loops of a polygon become closed chains. Free segments become a polygon if
    /// their closed chains bound a region; otherwise, the first preset is loaded.
    pub fn set_kind(&mut self, kind: Kind) {
        if self.drawing.kind() == kind {
            return;
        }
        let mut loops = self.drawing.converted(kind);
        if kind == Kind::Polygon && loops.is_empty() {
            loops = (PRESETS[0].loops)();
        }
        self.replace(kind, loops);
    }

    /// Ends the chain of free segments being drawn.
    pub fn end_chain(&mut self) {
        self.notice = None;
        self.held = None;
        self.draws = false;
        self.drawing.end_chain();
        self.update_derived();
    }

    /// Moves and turns the eye. Has no effect if a number is not finite.
    pub fn set_eye(&mut self, eye: Eye) {
        if eye.at.is_finite() && eye.degrees.is_finite() {
            self.eye = eye;
        }
    }

    /// Sets the number of the eye's visits to show. Larger numbers show all visits.
    pub fn show_visits(&mut self, shown: usize) {
        self.notice = None;
        self.visits = (shown < self.visit_count()).then_some(shown);
    }

    /// Shows one more visit or, if `forwards` is false, one fewer.
    pub fn step_visit(&mut self, forwards: bool) {
        let all = self.visit_count();
        let shown = self.visits.map_or(all, |shown| shown.min(all));
        self.show_visits(if forwards {
            shown + 1
        } else {
            shown.saturating_sub(1)
        });
    }

    /// Starts to draw a loop or chain, or discards the one being drawn.
    pub fn toggle_loop(&mut self) {
        self.notice = None;
        self.held = None;
        self.selected = None;
        self.draws = !self.is_drawing();
        self.drawing.abandon();
        self.update_derived();
    }

    /// Removes all loops or chains, and starts to draw one.
    pub fn clear(&mut self) {
        self.draws = self.replace(self.drawing.kind(), Vec::new());
    }

    /// Reverses the loop that has the wrong winding.
    pub fn reverse_loop(&mut self) {
        self.notice = None;
        self.drawing.reverse_wrong();
        self.update_derived();
    }

    /// Undoes the last change.
    pub fn undo(&mut self) {
        self.notice = None;
        self.held = None;
        if self.drawing.undo() {
            self.update_derived();
        }
    }

    /// Redoes the last change that was undone.
    pub fn redo(&mut self) {
        self.notice = None;
        self.held = None;
        if self.drawing.redo() {
            self.update_derived();
        }
    }

    /// Sets the number of divisions to show. Larger numbers show all divisions.
    pub fn show(&mut self, shown: usize) {
        self.notice = None;
        self.shown = (shown < self.steps.count()).then_some(shown);
        self.is_stale = true;
    }

    /// Shows one more division or, if `forwards` is false, one fewer. If `by_depth` is set, moves by a whole depth.
    pub fn step(&mut self, forwards: bool, by_depth: bool) {
        let shown = self.shown_count();
        self.show(match (forwards, by_depth) {
            (true, false) => shown + 1,
            (false, false) => shown.saturating_sub(1),
            (true, true) => self.steps.next_depth(shown),
            (false, true) => self.steps.previous_depth(shown),
        });
    }

    /// Selects the preset with this name, as used in URLs.
    pub fn take_preset(&mut self, name: &str) {
        if let Some(preset) = preset_named(name) {
            self.replace(preset.kind, preset.loops);
        }
    }

    /// Selects the build rule with this name, as used in URLs.
    pub fn take_rule(&mut self, name: &str) {
        self.notice = None;
        if let Some(rule) = Rule::ALL.into_iter().find(|rule| rule.name() == name) {
            self.drawing.set_rule(rule);
            self.shown = None;
            self.update_derived();
        }
    }

    /// Sets whether corners snap to the grid.
    pub fn set_snap(&mut self, snap: bool) {
        self.drawing.snap = snap;
        self.is_stale = true;
    }

    fn replace(&mut self, kind: Kind, loops: Loops) -> bool {
        self.notice = None;
        self.held = None;
        let before = self.drawing.kind();
        let eye = preset_of(kind, &loops).and_then(|preset| preset.eye);
        match self.drawing.load(kind, loops) {
            Ok(()) => {
                self.visits = None;
                if let Some(eye) = eye {
                    self.eye = eye;
                } else if kind != before {
                    self.eye.at = self.drawing.middle();
                }
                self.selected = None;
                self.shown = None;
                self.draws = false;
                self.update_derived();
                self.set_probe(self.drawing.middle());
                true
            }
            Err(sentence) => {
                self.notice = Some(sentence);
                false
            }
        }
    }

    /// Opens a figure from the keys and values of a URL query. If the query is invalid, keeps the current figure and
    /// shows a notice.
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
        if !self.replace(link.kind, link.loops) {
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
            // Replace tiny coordinates with 0, so that the displayed tests agree with the computed ones.
            let at = DVec2::select(at.abs().cmplt(DVec2::splat(1.0e-50)), DVec2::ZERO, at);
            (self.probe, self.rest) = (at, at);
        }
        if let Some(eye) = link.eye {
            self.set_eye(eye);
            self.fit_view();
        }
    }

    /// Returns the URL query of the figure, optionally including the point and the eye.
    #[must_use]
    pub fn query(&self, with_point: bool) -> String {
        let link = Link {
            kind: self.drawing.last_valid().kind,
            loops: self.drawing.last_valid().loops.clone(),
            rule: self.drawing.rule(),
            shown: self.shown.filter(|&shown| shown < self.steps.count()),
            at: with_point.then_some(self.probe),
            eye: (with_point && self.is_free()).then_some(self.eye),
        };
        link.query()
    }

    /// Handles a key press on the drawing, given the key's name as in browsers. Returns whether the key has a function.
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
        let is_free = self.is_free();
        match key {
            "e" | "E" if is_free => self.select_eye(),
            "+" | "=" if is_free => self.step_visit(true),
            "-" | "_" if is_free => self.step_visit(false),
            "Enter" if is_free && !self.drawing.open().is_empty() => self.end_chain(),
            "Escape" if is_free && self.is_drawing() => self.toggle_loop(),
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
                    let Some(at) = self.drawing.corner(corner) else {
                        return false;
                    };
                    self.drawing.save_for_undo();
                    let to = grid.fine().snap(at + direction * step);
                    self.drawing.drag(corner, to);
                    self.update_derived();
                }
                Some(Pick::Eye(EyePart::Handle)) => {
                    let degrees = if has_shift { 1.0 } else { 5.0 };
                    self.set_eye(self.eye.turned_by(-direction.x * degrees));
                }
                selected => {
                    let step = grid.step() * if has_shift { 0.1 } else { 0.5 };
                    let to = |from: DVec2| grid.fine().snap(from + direction * step);
                    if selected == Some(Pick::Eye(EyePart::Center)) {
                        let at = to(self.eye.at);
                        self.set_eye(Eye { at, ..self.eye });
                    } else {
                        self.set_probe(to(self.probe));
                    }
                }
            },
        }
        true
    }

    /// Selects the next corner or, if `forwards` is false, the previous one.
    fn select_next(&mut self, forwards: bool) {
        let corners = self.drawing.corners();
        let at = match self.selected {
            Some(Pick::Corner(corner) | Pick::Edge(corner)) => {
                corners.iter().position(|&other| other == corner)
            }
            Some(Pick::Eye(_)) | None => None,
        };
        let next = match (at, forwards) {
            (Some(at), true) => (at + 1) % corners.len(),
            (Some(at), false) => (at + corners.len() - 1) % corners.len(),
            (None, _) => 0,
        };
        self.selected = corners.get(next).copied().map(Pick::Corner);
    }

    /// Selects the eye. If the eye is selected, selects its handle. If the handle is selected, clears the selection.
    fn select_eye(&mut self) {
        self.selected = match self.selected {
            Some(Pick::Eye(EyePart::Center)) => Some(Pick::Eye(EyePart::Handle)),
            Some(Pick::Eye(EyePart::Handle)) => None,
            _ => Some(Pick::Eye(EyePart::Center)),
        };
    }
}
