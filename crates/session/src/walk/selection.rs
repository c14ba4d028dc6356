//! Selection in a walk.

use bspwalk_draw::raster::Camera;
use bspwalk_explain::map_places::MapPlace;
use glam::Vec2;

use super::Session;
use crate::{
    easing::Easing,
    editor_place,
    expensive::entries,
    overlays::OverlayKind,
    palette::Palette,
    selection::{Pick, Selected},
    view::{Eyes, Looking},
};

impl Session {
    /// Returns the selection to draw.
    ///
    /// It is empty while the query film is open, because the film's step determines the colours. It is also empty while
    /// the build film asks about a division.
    pub fn shown_selection(&self) -> Selected {
        if self.films.query.open || self.films.held_division().is_some() {
            Selected::default()
        } else {
            self.selected
        }
    }

    pub(super) fn select(&mut self, selected: Selected) {
        self.selected = selected;
        self.selections.visit(selected.items());
    }

    /// Selects a node. If a ray was used, also selects the leaf in front of the face that it hits. Shows a notice about
    /// the selection or the problem.
    pub(super) fn choose(&mut self, pick: Pick) {
        let (tree, leaves) = (&self.opened.tree, self.picture.leaves().map(AsRef::as_ref));
        let mut selected = self.selected;
        match selected.choose(tree, leaves, pick, None) {
            Ok(()) => {
                self.select(selected);
                self.tell_selection();
            }
            Err(problem) => self.notice(problem),
        }
    }

    /// Moves back or forward in the selection history. Shows a notice about the selection or its absence.
    pub(super) fn go_in_history(&mut self, back: bool) {
        match self.selections.go(back) {
            Ok(selected) => {
                self.selected.restore(selected);
                self.tell_selection();
            }
            Err(told) => self.notice(told),
        }
    }

    fn tell_selection(&mut self) {
        if let Some(words) = self.selection_words() {
            self.notice(words);
        }
        // In a map, also name the brush of the face.
        if self.selected.face.is_some()
            && let Ok(place) = self.editor_place()
        {
            self.notice(place.words());
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
            self.choose(Pick::Along { ray, at_pointer });
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

    /// Moves a flying body to a good view of the selection, or turns the model's camera to it.
    pub(super) fn look_at_selection(&mut self) {
        let up = (Camera::default_field_of_view() as f32 * 0.5).tan();
        let body = &self.walker.body;
        let looking = Looking {
            tree: &self.opened.tree,
            leaves: self.picture.leaves().map(AsRef::as_ref),
            pvs: self.picture.pvs().map(AsRef::as_ref),
            eyes: Eyes {
                position: body.position,
                radius: body.radius,
                flies: body.noclip || !body.walking,
            },
            tangents: Vec2::new(up * self.aspect(), up),
            free: [Vec2::ZERO, Vec2::ONE],
            draws_leaf: self.overlays.is_on(OverlayKind::Leaves),
        };
        let (was_eye, mut view) = (self.model.is_eye(), self.model);
        let (pose, told) = looking.look_at(
            (self.selected.node, self.selected.latest_leaf()),
            &mut view,
            |action| self.keys().action_key(action),
        );
        if was_eye {
            // Jump to the goal without animation.
            view.approach(body.position.y, Easing { reduced: true }, 0.0);
        }
        self.model = view;
        if let Some(pose) = pose {
            self.walker.end_replay();
            self.walker.playing = None;
            if pose.position != self.walker.body.position {
                self.walker.body.teleport(pose.position);
                self.walker.close_what_was_left();
            }
            (self.walker.body.yaw, self.walker.body.pitch) = (pose.yaw, pose.pitch);
        }
        if let Some(told) = told {
            self.notice(told);
        }
    }
}
