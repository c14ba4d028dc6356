//! Selection in a walk.

use bspwalk_explain::map_places::MapPlace;

use super::Session;
use crate::{
    editor_place,
    expensive::entries,
    palette::Palette,
    selection::{Pick, Selected},
};

impl Session {
    /// Returns the selection to draw.
    ///
    /// It is empty while the query film is open, because the film's step determines the colours. It is also empty while
    /// the build film asks about a division.
    pub fn shown_selection(&self) -> Selected {
        if self.state.query.open || self.state.held_division(&self.opened.tree).is_some() {
            Selected::default()
        } else {
            self.selected
        }
    }

    /// Selects the node of the face at a pixel position, measured from the upper left corner of a picture of
    /// the given size.
    ///
    /// If the help is open, closes it instead.
    pub fn select_at(&mut self, place: [f64; 2], size: [u32; 2]) {
        self.greeting = 0.0;
        if self.help.take().is_none() {
            let (ray, at_pointer) = (self.ray_through_pixel(place, size), true);
            self.change(|program| program.choose(Pick::Along { ray, at_pointer }));
        }
    }

    /// Returns the brush of the selected face in its map.
    ///
    /// # Errors
    /// See [`editor_place::of_selection`].
    pub fn editor_place(&self) -> Result<MapPlace, String> {
        let brushes = self.picture.built().map(|built| built.brushes.as_deref());
        let Selected { node, face, .. } = self.selected;
        editor_place::of_selection(&self.opened, brushes, (node, face))
    }

    /// Lists the most expensive parts in the palette. If their costs are not known, starts to count them.
    pub(super) fn list_expensive(&mut self) {
        let params = self.opened.params.pvs;
        let found = self
            .expensive
            .list(&self.opened, self.picture.built(), params, true);
        match found {
            Ok(found) => self.palette = Some(Palette::new(entries(&found).collect())),
            Err(told) => self.notice(told),
        }
    }

    /// Returns whether the costs of the level's parts are being counted.
    pub fn is_counting_costs(&self) -> bool {
        self.expensive.is_busy()
    }

    /// Opens the list of the most expensive parts once their costs are known.
    pub(super) fn open_expensive_list(&mut self) {
        match self.expensive.take() {
            Some(Ok(found)) => self.palette = Some(Palette::new(entries(&found).collect())),
            Some(Err(reason)) => self.notice(reason),
            None => {}
        }
    }
}
