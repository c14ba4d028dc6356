//! The model view in a walk: the level cut open above the eye, seen by an orbiting camera. The simulation
//! continues.

use bspwalk_draw::raster::Camera;
use bspwalk_text::text;
use glam::{Vec2, Vec3};

use super::Session;
use crate::{
    actions::Held,
    touch::Gesture,
    view::{ABOVE_EYES, Model},
};

/// Ratio of width to height until the first picture is drawn.
const ASPECT: f32 = 16.0 / 9.0;

/// Factor of the camera distance for one notch of the wheel.
const ZOOM: f32 = 0.87;

/// Height change of the eye after which the cut follows, in metres. Stairs exceed it, but a jump does not.
const STOREY: f32 = 1.3;

impl Session {
    /// Returns the model, if it is shown.
    #[must_use]
    pub fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    /// Returns the ratio of width to height of the picture.
    pub(super) fn aspect(&self) -> f32 {
        let [width, height] = self.picture.frame().size.map(|side| side as f32);
        if height > 0.0 { width / height } else { ASPECT }
    }

    pub(super) fn toggle_model(&mut self) {
        if self.model.take().is_some() {
            self.notice(text!("walk-from-eyes"));
            return;
        }
        self.show_model();
        self.notice(text!("walk-model"));
    }

    /// Switches from first person to the model view.
    pub(super) fn show_model(&mut self) {
        self.storey = self.walker.body.position.y;
        let cut = self.storey + ABOVE_EYES;
        let (aspect, yaw) = (self.aspect(), self.walker.body.yaw);
        self.model = Some(Model::first(&self.opened.level, cut, yaw, aspect, false));
    }

    /// Rotates the model left and up, in degrees, if it is shown. Returns whether it is.
    pub(super) fn turn_model(&mut self, left: f32, up: f32) -> bool {
        let Some(model) = &mut self.model else {
            return false;
        };
        self.goal = None;
        model.orbit.turn(Vec2::new(-left, -up).map(f32::to_radians));
        true
    }

    /// Zooms into the model by a number of wheel notches, if it is shown. Returns whether it is.
    pub(super) fn zoom_model(&mut self, notches: f32) -> bool {
        let Some(model) = &mut self.model else {
            return false;
        };
        self.goal = None;
        let farthest = 4.0 * self.opened.level.bounds.size().length() as f32 + 10.0;
        let target = model.orbit.target;
        model.orbit.zoom(ZOOM.powf(notches), target, [0.5, farthest]);
        true
    }

    /// Moves the cut to the storey of the eye, and turns a walking body away from the camera.
    ///
    /// The movement keys then move the body in their directions on the screen.
    pub(super) fn follow_model(&mut self, keys: &Held) {
        let Some(model) = &mut self.model else { return };
        let eyes = self.walker.body.position.y;
        if (self.storey - eyes).abs() > STOREY {
            self.storey = eyes;
            model.cut = eyes + ABOVE_EYES;
        }
        if keys.moves_along_the_ground() && self.walker.playing.is_none() {
            (self.walker.body.yaw, self.walker.body.pitch) = (model.orbit.yaw, 0.0);
        }
    }

    /// Handles a touch gesture: rotates the view and walks, or rotates and moves the model.
    pub fn follow_fingers(&mut self, gesture: Gesture, keys: &mut Held) {
        let Some(model) = &mut self.model else {
            keys.walk(gesture.walk());
            if let Some([left, up]) = gesture.turn() {
                self.walker.body.turn(left, up);
            }
            return;
        };
        keys.walk(Vec2::ZERO);
        if gesture.lead(&mut model.orbit, model.is_plan) {
            self.goal = None;
        }
    }

    /// Returns the ray through a pixel position of a picture of this size, from the upper left corner.
    ///
    /// The ray has its origin in metres and a unit direction. In the model view it starts at the cut. Returns
    /// `None` if it stays above the cut, where nothing is drawn.
    pub(super) fn aim_at(&self, place: [f64; 2], size: [u32; 2]) -> Option<(Vec3, Vec3)> {
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
        Some((from.as_vec3(), direction.as_vec3()))
    }

    /// Returns the camera for the next picture.
    #[must_use]
    pub fn camera(&self) -> Camera {
        let of_eyes = || self.walker.body.camera(self.part());
        self.model.as_ref().map_or_else(of_eyes, Model::camera)
    }
}
