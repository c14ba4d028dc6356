//! Looking at the selected node. The body flies to a good position, or the model rotates to the node.

use bspwalk_draw::raster::Camera;
use bspwalk_progress::words::count;
use bspwalk_text::text;
use glam::Vec2;

use super::Session;
use crate::{
    actions::Action,
    view::{Eyes, ModelPose, Orbit, Sight, half_angles},
};

/// Rate of the model's motion to a node, in 1/s.
const HASTE: f32 = 5.0;

impl Session {
    pub(super) fn look_at_selection(&mut self) {
        let [select, model] =
            [Action::SelectUnderCrosshair, Action::ToggleModel].map(|action| self.keys().of(action));
        let Some(node) = self.selected.node else {
            self.notice(text!("walk-look-first", select));
            return;
        };
        let name = text!("walk-plane-of", node = count(node));
        let Some(sight) = Sight::of(&self.opened.tree, node) else {
            self.notice(text!("walk-look-too-small", name));
            return;
        };
        let aspect = self.aspect();
        let is_new = self.model.is_none();
        if is_new {
            let up = (Camera::default_field_of_view() as f32 * 0.5).tan();
            let eyes = Eyes {
                position: self.walker.body.position,
                radius: self.walker.body.radius,
                flies: self.walker.body.noclip || !self.walker.body.walking,
            };
            let half = Vec2::new(up * aspect, up).map(f32::atan);
            let leaves = self.picture.leaves().map(AsRef::as_ref);
            if let Some(pose) = sight.good_eye(&self.opened.tree, leaves, eyes, half) {
                self.walker.end_replay();
                self.walker.playing = None;
                if pose.position != self.walker.body.position {
                    self.walker.body.teleport(pose.position);
                    self.walker.close_what_was_left();
                }
                (self.walker.body.yaw, self.walker.body.pitch) = (pose.yaw, pose.pitch);
                return;
            }
            self.show_model();
            self.notice(if eyes.flies {
                text!("walk-look-from-nowhere", name, model)
            } else {
                text!("walk-look-on-foot", name, model)
            });
        }
        let Some(shown) = &mut self.model else { return };
        let now = ((!is_new).then_some(shown.orbit), shown.cut);
        let half = half_angles(aspect, Vec2::ONE);
        let pose = sight.best_orbit(&self.opened.tree, now, half, shown.is_plan);
        if is_new {
            (shown.orbit, shown.cut) = (pose.orbit, pose.cut);
        } else {
            self.goal = Some(pose);
        }
    }

    /// Returns the orbit that the model's camera is moving to, or its current one. Returns `None` in first
    /// person.
    #[must_use]
    pub fn orbit_of_model(&self) -> Option<Orbit> {
        let model = self.model.as_ref()?;
        Some(self.goal.map_or(model.orbit, |goal| goal.orbit))
    }

    /// Moves the model's camera to an orbit and the cut to a height in metres, if the model is shown.
    pub fn lead_model(&mut self, orbit: Orbit, cut: f32) {
        let goal = ModelPose {
            orbit,
            cut,
            seen: 1.0,
        };
        self.goal = self.model.is_some().then_some(goal);
    }

    /// Advances the motion of the model to its goal.
    pub(super) fn approach_goal(&mut self, seconds: f32) {
        let share = self.easing.share(HASTE, seconds);
        let is_there = match (&mut self.model, &self.goal) {
            (Some(model), Some(goal)) => model.approach(goal, share),
            _ => true,
        };
        if is_there {
            self.goal = None;
        }
    }
}
