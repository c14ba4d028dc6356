//! Selection in a walk.

use bspwalk_draw::raster::Camera;
use bspwalk_explain::map_places::MapPlace;
use bspwalk_text::text;
use glam::Vec2;

use super::{Selected, Session};
use crate::{
    easing::Easing,
    editor_place,
    expensive::{ExpensiveSearch, entries},
    job::Failure,
    overlays::OverlayKind,
    palette::Palette,
    selection::{Choice, Pick, leaf_before_first_hit, select_by_pick},
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
        self.selections.visit(selected);
    }

    /// Selects a node. If a ray was used, also selects the leaf in front of the face that it hits. Shows a notice about
    /// the selection or the problem.
    pub(super) fn choose(&mut self, pick: Pick) {
        let tree = &self.opened.tree;
        match select_by_pick(tree, self.selected.node, pick) {
            Ok(Choice { node, face }) => {
                let leaves = self.picture.leaves();
                let leaf = match pick {
                    Pick::Along { ray: Some(ray), .. } => {
                        leaves.and_then(|leaves| leaf_before_first_hit(tree, leaves, ray))
                    }
                    Pick::Nothing => None,
                    _ => self.selected.leaf,
                };
                self.select(Selected { node, face, leaf });
                self.tell_selection();
            }
            Err(problem) => self.notice(problem),
        }
    }

    /// Moves back or forward in the selection history. Shows a notice about the selection or its absence.
    pub(super) fn go_in_history(&mut self, back: bool) {
        match self.selections.go(back) {
            Ok(selected) => {
                self.selected = selected;
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
        let built = self.picture.built().cloned();
        let Some(built) = built.filter(|built| ExpensiveSearch::can_count(built)) else {
            self.notice(text!("expensive-not-yet"));
            return;
        };
        if let Some(found) = self.expensive.found(&built) {
            self.palette = Some(Palette::new(entries(found).collect()));
            return;
        }
        self.lists_expensive = true;
        self.expensive
            .request(&self.opened, &built, self.opened.params.pvs, true);
        self.notice(text!("expensive-is-counted"));
    }

    /// Returns whether the costs of the level's parts are being counted.
    pub fn is_counting_costs(&self) -> bool {
        self.expensive.is_busy()
    }

    /// Opens the list of the most expensive parts once their costs are known.
    pub(super) fn open_expensive_list(&mut self) {
        match self.expensive.take() {
            Some(Ok(_)) if std::mem::take(&mut self.lists_expensive) => self.list_expensive(),
            Some(Err(Failure::Failed(reason))) => self.notice(reason),
            _ => {}
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
        let leaf = self.selected.leaf.filter(|_| self.selected.node.is_none());
        let (pose, told) = looking.look_at((self.selected.node, leaf), &mut view, |action| {
            self.keys().action_key(action)
        });
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
