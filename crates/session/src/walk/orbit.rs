//! The model view in a walk: the level cut open above the eye, seen by an orbiting camera. The simulation
//! continues.

use bspwalk_draw::raster::Camera;
use bspwalk_text::text;
use glam::{Vec2, Vec3};

use super::Session;
use crate::{
    actions::HeldInput,
    touch::Gesture,
    view::{Model, View, half_angles},
};

/// Aspect ratio used until the first picture is drawn.
const ASPECT: f32 = 16.0 / 9.0;

impl Session {
    /// Returns the model, if it is shown.
    pub fn model(&self) -> Option<Model> {
        let is_shown = !self.state.view.is_eye();
        is_shown.then(|| self.state.view.cutaway(self.walker.body.position.y))
    }

    pub(super) fn aspect(&self) -> f32 {
        let [width, height] = self.picture.frame().size.map(|side| side as f32);
        if height > 0.0 { width / height } else { ASPECT }
    }

    /// Switches between a view and first person. In a walk, the plan is drawn next to the picture instead.
    pub(super) fn switch_view(&mut self, view: View) {
        if view == View::Plan {
            self.plan = !self.plan;
            return;
        }
        self.plan &= view != View::Eye;
        let before = self.state.view.view;
        self.state.view.switch(view);
        if self.state.view.view != before {
            self.view_changed();
        }
    }

    /// Frames the model if it is now shown, and shows a notice about the new view.
    pub(super) fn view_changed(&mut self) {
        if self.state.view.is_eye() {
            self.notice(text!("walk-from-eyes"));
        } else {
            self.frame_model();
            self.notice(text!("walk-model"));
        }
    }

    /// Frames the model, unless the user has moved its camera.
    pub(super) fn frame_model(&mut self) {
        let (eyes, yaw) = (self.walker.body.position.y, self.walker.body.yaw);
        let half = half_angles(self.aspect(), Vec2::ONE);
        self.state.view.follow_to_storey(eyes);
        self.state
            .view
            .framing_orbit(&self.opened.level, [eyes, yaw], half, 1.0);
    }

    /// Moves the cut to the storey of the eye, and turns a walking body away from the camera.
    ///
    /// The movement keys then move the body in the corresponding directions on screen.
    pub(super) fn align_with_model(&mut self, keys: &HeldInput) {
        let Some(Model { orbit, .. }) = self.model() else {
            return;
        };
        let body = &mut self.walker.body;
        self.state.view.follow_to_storey(body.position.y);
        if keys.has_ground_input() && self.walker.playing.is_none() {
            (body.yaw, body.pitch) = (orbit.yaw, 0.0);
        }
    }

    /// Handles a touch gesture: in first person, looks around and walks; in the model view, rotates and moves the
    /// model.
    pub fn follow_fingers(&mut self, gesture: Gesture, keys: &mut HeldInput) {
        if self.state.view.is_eye() {
            keys.set_walk_speed(gesture.walk());
            if let Some([left, up]) = gesture.turn() {
                self.walker.body.turn(left, up);
            }
        } else {
            keys.set_walk_speed(Vec2::ZERO);
            self.state.view.follow_fingers(gesture);
        }
    }

    /// Returns the ray through a pixel position, measured from the upper left corner of a picture of the given size.
    ///
    /// The ray has an origin in metres and a unit direction. In the model view, it starts at the cut. Returns `None` if
    /// the ray stays above the cut, because no geometry is drawn there.
    pub(super) fn ray_through_pixel(&self, place: [f64; 2], size: [u32; 2]) -> Option<[Vec3; 2]> {
        let camera = self.camera();
        let rays = camera.rays(size);
        let direction = rays.through(place).normalize();
        let mut from = rays.eye;
        if rays.parallel.is_some() {
            from = rays.point(place, 0.0);
        }
        if let Some(height) = camera.height_of_cut() {
            let falls = Some(-direction.y).filter(|&falls| falls > 0.0)?;
            from += direction * ((from.y - height) / falls);
        }
        Some([from.as_vec3(), direction.as_vec3()])
    }

    /// Returns the camera for the next picture.
    pub fn camera(&self) -> Camera {
        let of_eyes = || self.walker.body.camera(self.part());
        self.model().map_or_else(of_eyes, |model| model.camera())
    }
}
