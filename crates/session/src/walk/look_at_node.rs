//! Looking at the selection. The body flies to a good position, or the model rotates to the selection.

use bspwalk_draw::raster::Camera;
use glam::Vec2;

use super::Session;
use crate::{
    easing::Easing,
    overlays::OverlayKind,
    view::{Eyes, Looking},
};

impl Session {
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
            self.keys().of(action)
        });
        if was_eye {
            // The model is shown from there at once.
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
