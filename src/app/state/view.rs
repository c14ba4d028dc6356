//! View of the level: first person, model or plan.

use bevy::prelude::*;
use bspwalk_session::{
    actions::FilmMove,
    view::{ABOVE_EYES, View},
};

use super::{Action, Orbit, Player};
pub use bspwalk_session::view::FilmTree;

/// Change in eye height, in metres, after which the cut follows the eyes. Stairs exceed it, jumps do not.
const STOREY: f32 = 1.3;

/// Factor of the camera distance per notch of the wheel.
const ZOOM: f32 = 0.87;

/// The division film: shows depth by depth the cells into which the nodes divide the level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Film {
    /// Tree; `None` if the film is off.
    pub tree: Option<FilmTree>,
    /// Depth on screen. The fractional part is the time until the next one.
    pub depth: f32,
    /// Whether the film is playing.
    pub playing: bool,
    /// Whether the film stops before depths that the quiz asks about.
    pub asks: bool,
    /// Next depth whose quiz question is settled. If the film asks, it does not advance past it.
    pub settled: u32,
}

impl Film {
    /// Starts the film of a tree at its beginning.
    #[must_use]
    pub const fn of(tree: FilmTree) -> Self {
        Self {
            tree: Some(tree),
            depth: 0.0,
            playing: true,
            asks: false,
            settled: 0,
        }
    }

    /// Returns whether the film asks questions. It cannot ask about the solid-leaf tree, because the build of that tree
    /// is not replayed.
    #[must_use]
    pub fn can_ask(&self) -> bool {
        self.asks && self.tree == Some(FilmTree::Nodes)
    }

    /// Returns whether the film waits for a question about its next depth.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.can_ask() && self.settled != self.shown() + 1
    }

    /// Advances by a number of depths. If the film asks, advances at most to the next one.
    pub fn advance(&mut self, depths: f32) {
        if self.waits() {
            return;
        }
        let next = (self.shown() + 1) as f32;
        self.depth += depths;
        if self.can_ask() {
            self.depth = self.depth.min(next);
        }
    }

    /// Carries out a playback command. `last` is the depth of the finished tree.
    pub fn go(&mut self, to: FilmMove, last: u32) {
        let depth = match to {
            FilmMove::Next => self.shown() + 1,
            FilmMove::Previous => self.shown().saturating_sub(1),
            FilmMove::First => 0,
            FilmMove::Last => last,
            FilmMove::Play => {
                self.playing = !self.playing;
                if self.shown() >= last {
                    self.depth = 0.0;
                }
                return;
            }
        };
        (self.depth, self.playing) = (depth.min(last) as f32, false);
    }

    /// Returns the depth on screen. All nodes with a smaller depth are divided.
    #[must_use]
    pub fn shown(&self) -> u32 {
        self.depth as u32
    }
}

/// Goal of the model's camera, which shows the selected node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookGoal {
    /// Orbit.
    pub orbit: Orbit,
    /// Height of the cut in metres, if it moves.
    pub cut: Option<f32>,
}

/// Automatic framing of the model's camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Framed {
    /// Minimum and maximum corner of the framed part, in metres.
    pub bounds: [Vec3; 2],
    /// Orbit that was set. If the camera is on a different one, something else controls it.
    pub orbit: Orbit,
}

/// View of the level.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct ModelView {
    /// First person, model or plan.
    pub view: View,
    /// Position of the camera; `None` until the model is shown for the first time.
    pub orbit: Option<Orbit>,
    /// Automatic framing, until the user moves the camera.
    pub framed: Option<Framed>,
    /// Height of the user's cut, in metres; `None` for slightly above the eyes.
    pub cut: Option<f32>,
    /// Eye height that the cut follows, in metres.
    pub storey: Option<f32>,
    /// Goal of the camera; `None` if it rests or the user moves it.
    pub goal: Option<LookGoal>,
    /// The division film.
    pub film: Film,
    /// Progress of the camera from the eyes to the orbit, from 0 to 1.
    pub away: f32,
}

impl ModelView {
    /// Returns whether the view is first person.
    #[must_use]
    pub fn is_eye(&self) -> bool {
        self.view == View::Eye
    }

    /// Moves the camera closer to the model by a number of wheel notches. `size` is the size of the level. Returns
    /// whether the model is shown.
    pub fn zoom(&mut self, notches: f32, size: f32) -> bool {
        let Some(orbit) = self.orbit.as_mut().filter(|_| self.view != View::Eye) else {
            return false;
        };
        let target = orbit.target;
        orbit.zoom(ZOOM.powf(notches), target, [0.5, 4.0 * size + 10.0]);
        self.goal = None;
        true
    }

    /// Returns whether the division film is shown.
    #[must_use]
    pub fn shows_division(&self) -> bool {
        !self.is_eye() && self.film.tree.is_some()
    }

    /// Returns whether the level is cut open. It is not in first person.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        !self.is_eye() || self.away > 0.0
    }

    /// Returns the height of the cut, in metres.
    #[must_use]
    pub fn height(&self, player: &Player) -> f32 {
        self.cut
            .unwrap_or(self.storey.unwrap_or(player.position.y) + ABOVE_EYES)
    }

    /// Returns the ray through the crosshair in first person, and `pointed` in the model.
    #[must_use]
    pub fn aim(&self, pointed: Aim, player: &Player) -> Aim {
        if self.is_eye() {
            Aim {
                from: player.position,
                direction: player.forward(),
            }
        } else {
            pointed
        }
    }

    /// Returns the ray along which a command selects: through the mouse pointer or through the crosshair. Returns
    /// `None` if the command does not select along a ray.
    #[must_use]
    pub fn aim_of(&self, command: Action, pointed: Aim, player: &Player) -> Option<Aim> {
        match command {
            Action::SelectUnderPointer if pointed.direction != Vec3::ZERO => Some(pointed),
            Action::SelectUnderPointer | Action::SelectUnderCrosshair => Some(self.aim(pointed, player)),
            _ => None,
        }
    }

    /// Moves the camera and the cut, which is at `height`, a fraction of the way to their goal.
    pub fn approach(&mut self, height: f32, share: f32) {
        let (Some(goal), Some(orbit)) = (self.goal, &mut self.orbit) else {
            return;
        };
        let mut is_there = orbit.approach(&goal.orbit, share);
        if let Some(cut) = goal.cut {
            let rest = (cut - height) * (1.0 - share);
            let is_at_cut = rest.abs() < 0.01;
            self.cut = Some(if is_at_cut { cut } else { cut - rest });
            is_there &= is_at_cut;
        }
        if is_there {
            self.goal = None;
        }
    }

    /// Makes the cut follow the eyes to another storey.
    pub fn follow(&mut self, eyes: f32) {
        if self.storey.is_none_or(|storey| (storey - eyes).abs() > STOREY) {
            self.storey = Some(eyes);
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_that_asks_goes_no_further_than_what_was_asked() {
        let mut film = Film {
            asks: true,
            ..Film::of(FilmTree::Nodes)
        };
        film.advance(5.0);
        assert!(film.waits() && film.shown() == 0);
        film.settled = 1;
        film.advance(0.4);
        assert_eq!((film.waits(), film.shown()), (false, 0));
        film.advance(5.0);
        assert!(film.waits() && film.shown() == 1, "{film:?}");
        film.asks = false;
        film.advance(2.5);
        assert_eq!((film.waits(), film.shown()), (false, 3));
    }
}
