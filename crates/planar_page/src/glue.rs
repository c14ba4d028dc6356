//! Functions that the page's script calls.

use bspwalk_planar_page::{drawing::Kind, frame, page::Page};
use glam::DVec2;
use wasm_bindgen::prelude::wasm_bindgen;

/// The page. Positions are in pixels from the upper left corner of a picture.
#[wasm_bindgen]
#[derive(Default)]
pub struct PlanarPage(Page);

/// Returns the choices of polygons, rules and free segments as JSON.
#[wasm_bindgen]
#[must_use]
pub fn choices() -> String {
    json(&frame::choices())
}

fn json(value: &impl serde::Serialize) -> String {
    // Serialising numbers and strings never fails.
    serde_json::to_string(value).unwrap_or_default()
}

#[wasm_bindgen]
impl PlanarPage {
    /// Creates a page with the first preset.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the current [`frame::PageUpdate`] as JSON.
    pub fn frame(&mut self) -> String {
        json(&self.0.frame())
    }

    /// Calls [`Page::resize`].
    pub fn resize(&mut self, width: f64, height: f64, tree_width: f64, tree_height: f64) {
        self.0
            .resize(DVec2::new(width, height), DVec2::new(tree_width, tree_height));
    }

    /// Calls [`Page::open`] with alternating keys and values.
    pub fn open(&mut self, words: Vec<String>) {
        let pairs = words.chunks_exact(2);
        self.0
            .open(pairs.map(|pair| (pair[0].as_str(), pair[1].as_str())));
    }

    /// Calls [`Page::query`].
    #[must_use]
    pub fn query(&self, with_point: bool) -> String {
        self.0.query(with_point)
    }

    /// Calls [`Page::saved`].
    #[must_use]
    pub fn saved(&self, is_light: bool) -> String {
        self.0.saved(is_light)
    }

    /// Calls [`Page::hover`].
    pub fn hover(&mut self, x: f64, y: f64, reach: f64) {
        self.0.hover(DVec2::new(x, y), reach);
    }

    /// Calls [`Page::leave`].
    pub fn leave(&mut self) {
        self.0.leave();
    }

    /// Calls [`Page::press`].
    pub fn press(&mut self, x: f64, y: f64, reach: f64) {
        self.0.press(DVec2::new(x, y), reach);
    }

    /// Calls [`Page::drag`].
    pub fn drag(&mut self, x: f64, y: f64) {
        self.0.drag(DVec2::new(x, y));
    }

    /// Calls [`Page::release`].
    pub fn release(&mut self, x: f64, y: f64, time: f64) {
        self.0.release(DVec2::new(x, y), time);
    }

    /// Calls [`Page::cancel`].
    pub fn cancel(&mut self) {
        self.0.cancel();
    }

    /// Calls [`Page::remove_at`].
    pub fn remove_at(&mut self, x: f64, y: f64, reach: f64) {
        self.0.remove_at(DVec2::new(x, y), reach);
    }

    /// Calls [`Page::mark`].
    pub fn mark(&mut self, x: f64, y: f64, reach: f64) {
        self.0.mark(DVec2::new(x, y), reach);
    }

    /// Calls [`Page::key`].
    pub fn key(&mut self, key: &str, has_shift: bool) -> bool {
        self.0.key(key, has_shift)
    }

    /// Calls [`Page::add_corner`].
    pub fn add_corner(&mut self) {
        self.0.add_corner();
    }

    /// Calls [`Page::delete_corner`].
    pub fn delete_corner(&mut self) {
        self.0.delete_corner();
    }

    /// Calls [`Page::set_kind`].
    pub fn set_free(&mut self, is_free: bool) {
        self.0
            .set_kind(if is_free { Kind::Segments } else { Kind::Polygon });
    }

    /// Calls [`Page::toggle_loop`].
    pub fn toggle_loop(&mut self) {
        self.0.toggle_loop();
    }

    /// Calls [`Page::show_visits`].
    pub fn show_visits(&mut self, shown: usize) {
        self.0.show_visits(shown);
    }

    /// Calls [`Page::step_visit`].
    pub fn step_visit(&mut self, forwards: bool) {
        self.0.step_visit(forwards);
    }

    /// Calls [`Page::undo`].
    pub fn undo(&mut self) {
        self.0.undo();
    }

    /// Calls [`Page::redo`].
    pub fn redo(&mut self) {
        self.0.redo();
    }

    /// Calls [`Page::show`].
    pub fn show(&mut self, shown: usize) {
        self.0.show(shown);
    }

    /// Calls [`Page::step`].
    pub fn step(&mut self, forwards: bool, by_depth: bool) {
        self.0.step(forwards, by_depth);
    }

    /// Calls [`Page::take_preset`].
    pub fn take_preset(&mut self, name: &str) {
        self.0.take_preset(name);
    }

    /// Calls [`Page::take_rule`].
    pub fn take_rule(&mut self, name: &str) {
        self.0.take_rule(name);
    }

    /// Calls [`Page::set_snap`].
    pub fn set_snap(&mut self, snap: bool) {
        self.0.set_snap(snap);
    }
}
