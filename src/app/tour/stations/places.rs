//! Positions and cameras of the stations.

use bevy::math::{Vec3, vec3};
use bspwalk_explain::glossary::Reference::Fuchs;
use bspwalk_explain::glossary::Source::{self, Work};
use bspwalk_session::view::View;
use bspwalk_text::Message;

use crate::app::tour::station::{Camera, Sentence};

pub(super) const fn say(text: Message, source: Source) -> Sentence {
    Sentence { text, source }
}

/// Returns a first-person camera that looks at the horizon.
pub(super) const fn eyes(eye: Vec3, yaw: f32) -> Camera {
    Camera {
        view: View::Eye,
        eye,
        yaw,
        pitch: 0.0,
        cut: None,
    }
}

/// Returns a camera for the model, cut open above the eye.
pub(super) const fn model(eye: Vec3, yaw: f32) -> Camera {
    Camera {
        view: View::Model,
        ..eyes(eye, yaw)
    }
}

/// Returns a camera for the plan, cut open above the eye.
pub(super) const fn plan(eye: Vec3, yaw: f32) -> Camera {
    Camera {
        view: View::Plan,
        ..eyes(eye, yaw)
    }
}

/// In `three_rooms`: in the red room, which 《Bsp分割算法简述》 (noslopforever) calls C, in front of the door to the
/// sand-coloured room A.
pub(super) const RED_ROOM: Vec3 = vec3(2.6, 1.7, -4.6);

/// In `hall`: the spawn, at the end of the nave.
pub(super) const NAVE: Vec3 = vec3(0.0, 1.7, 9.2);

/// In `hall`: around the corner of the passage to the stairs.
pub(super) const BEND: Vec3 = vec3(-10.4, 1.7, 7.9);

pub(super) const FUCHS: Source = Work(Fuchs, "");
