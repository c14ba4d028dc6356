//! The view of the session as a resource, and what the pointer aims at.

use bevy::prelude::*;
use bspwalk_session::view;

use super::{Action, Player};
pub use bspwalk_session::{
    films::DivisionFilm,
    view::{FilmTree, Framed},
};

/// View of the level: first person, model or plan.
#[derive(Resource, Clone, Debug, Default, PartialEq, Deref, DerefMut)]
pub struct ModelView(pub view::ModelView);

impl ModelView {
    /// Returns the ray along which a command selects: through the mouse pointer or, in first person, through the
    /// crosshair. Returns `None` if the command does not select along a ray.
    #[must_use]
    pub fn aim_of(&self, command: Action, pointed: Aim, player: &Player) -> Option<Aim> {
        let is_pointed = match command {
            Action::SelectUnderPointer => pointed.direction != Vec3::ZERO,
            Action::SelectUnderCrosshair => false,
            _ => return None,
        };
        Some(if is_pointed || !self.is_eye() {
            pointed
        } else {
            Aim {
                from: player.position,
                direction: player.forward(),
            }
        })
    }
}

/// Ray from the camera through the mouse pointer, starting at the cut in the model. While the mouse is captured, it
/// goes through the crosshair. The direction is zero until the camera is placed.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Aim {
    /// Origin, in metres.
    pub from: Vec3,
    /// Unit direction.
    pub direction: Vec3,
}
