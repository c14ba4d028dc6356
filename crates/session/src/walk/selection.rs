//! Selection in a walk.

use super::Session;
use crate::selection::{Pick, Selected};

impl Session {
    /// Returns the selection to draw.
    ///
    /// It is empty while the query film is open, because the film's step determines the colours. It is also empty while
    /// the build film asks about a division.
    pub fn shown_selection(&self) -> Selected {
        if self.state.query.open || self.state.held_division(&self.opened.tree).is_some() {
            Selected::default()
        } else {
            self.state.level.selected
        }
    }

    /// Selects the node of the face at a pixel position, measured from the upper left corner of a picture of
    /// the given size.
    ///
    /// If the help is open, closes it instead.
    pub fn select_at(&mut self, place: [f64; 2], size: [u32; 2]) {
        self.greeting = 0.0;
        if self.state.ui.help.take().is_none() {
            let (ray, at_pointer) = (self.ray_through_pixel(place, size), true);
            self.change(|program| program.choose(Pick::Along { ray, at_pointer }));
        }
    }

    /// Returns whether the costs of the level's parts are being counted.
    pub fn is_counting_costs(&self) -> bool {
        self.state.level.expensive.is_busy()
    }
}
