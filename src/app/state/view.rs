//! How the level is looked at: from the eyes, as a model, or as a plan.

use bevy::prelude::*;
use bspwalk_session::{
    actions::FilmMove,
    view::{ABOVE_EYES, View},
};

use super::{Action, Orbit, Player};
pub use bspwalk_session::view::FilmTree;

/// The cut follows the eyes once they have come this much higher or lower, in metres: on stairs, but not in a jump.
const STOREY: f32 = 1.3;

/// How much nearer a notch of the wheel brings the camera.
const ZOOM: f32 = 0.87;

/// The film of the division: the cells that the nodes above a depth divide the level into, depth by depth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Film {
    /// The tree; none where the film is off.
    pub tree: Option<FilmTree>,
    /// The depth that is shown, with the share of the time until the next one.
    pub depth: f32,
    /// Whether it goes on by itself.
    pub playing: bool,
    /// Whether it stops before what can be asked about.
    pub asks: bool,
    /// The depth that it goes on to where it asks: what can be asked before that one was asked.
    pub settled: u32,
}

impl Film {
    /// The film of a tree, from its beginning.
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

    /// Whether it asks: the build of the solid-leaf tree is not replayed, so that nothing can be asked about it.
    #[must_use]
    pub fn can_ask(&self) -> bool {
        self.asks && self.tree == Some(FilmTree::Nodes)
    }

    /// Whether it waits for a question about its next depth.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.can_ask() && self.settled != self.shown() + 1
    }

    /// Lets it go on by so many depths; where it asks, to the next one at most.
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

    /// Does what is asked of it; `last` is the depth of the finished tree.
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

    /// The depth that is shown: nodes above it divide.
    #[must_use]
    pub fn shown(&self) -> u32 {
        self.depth as u32
    }
}

/// Where the model's camera is going, to show the selected node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookGoal {
    /// The orbit.
    pub orbit: Orbit,
    /// The height of the cut in metres, where it moves.
    pub cut: Option<f32>,
}

/// What the camera of the model frames by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Framed {
    /// The least and greatest corner of what is shown, in metres.
    pub bounds: [Vec3; 2],
    /// Where the camera was put. Once it is anywhere else, somebody else leads it.
    pub orbit: Orbit,
}

/// How the level is looked at.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct ModelView {
    /// From the eyes, as a model or as a plan.
    pub view: View,
    /// Where the camera is; none until the model was first looked at.
    pub orbit: Option<Orbit>,
    /// What the camera frames since the first look, as long as nobody moves it.
    pub framed: Option<Framed>,
    /// The height at which the user cuts the level open, in metres; none for a little above the eyes.
    pub cut: Option<f32>,
    /// The height of the eyes that the cut follows, in metres.
    pub storey: Option<f32>,
    /// Where the camera is going; none where it rests, or the user moves it.
    pub goal: Option<LookGoal>,
    /// The film of the division.
    pub film: Film,
    /// How far the camera has gone from the eyes to the orbit, 0 to 1.
    pub away: f32,
}

impl ModelView {
    /// Whether the camera is in the eyes.
    #[must_use]
    pub fn is_eye(&self) -> bool {
        self.view == View::Eye
    }

    /// Takes the camera nearer to the model by so many notches of the wheel, in a level of this size. Returns whether the model is
    /// shown.
    pub fn zoom(&mut self, notches: f32, size: f32) -> bool {
        let Some(orbit) = self.orbit.as_mut().filter(|_| self.view != View::Eye) else {
            return false;
        };
        let target = orbit.target;
        orbit.zoom(ZOOM.powf(notches), target, [0.5, 4.0 * size + 10.0]);
        self.goal = None;
        true
    }

    /// Whether the film of the division is shown.
    #[must_use]
    pub fn shows_division(&self) -> bool {
        !self.is_eye() && self.film.tree.is_some()
    }

    /// The command that looks at the level in another way; none where it is already looked at so.
    #[must_use]
    pub fn command_to(&self, wanted: View) -> Option<Action> {
        // The command of a view leaves it where it is sent again.
        match (self.view, wanted) {
            (now, wanted) if now == wanted => None,
            (View::Model, View::Eye) | (_, View::Model) => Some(Action::ToggleModel),
            (View::Plan, View::Eye) | (_, View::Plan) => Some(Action::TogglePlan),
            (View::Eye, View::Eye) => None,
        }
    }

    /// Whether anything is cut open: not where the camera is in the eyes.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        !self.is_eye() || self.away > 0.0
    }

    /// The height at which the level is cut open, in metres.
    #[must_use]
    pub fn height(&self, player: &Player) -> f32 {
        self.cut
            .unwrap_or(self.storey.unwrap_or(player.position.y) + ABOVE_EYES)
    }

    /// The line through the crosshair, or through what the user points at: `pointed` in the model.
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

    /// The line along which a command selects: through the mouse pointer or through the crosshair; `None` where the command
    /// selects nothing by a line.
    #[must_use]
    pub fn aim_of(&self, command: Action, pointed: Aim, player: &Player) -> Option<Aim> {
        match command {
            Action::SelectUnderPointer if pointed.direction != Vec3::ZERO => Some(pointed),
            Action::SelectUnderPointer | Action::SelectUnderCrosshair => Some(self.aim(pointed, player)),
            _ => None,
        }
    }

    /// Lets the camera and the cut, which is at `height`, go a share of the way to their goal.
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

    /// Lets the cut follow the eyes to another storey.
    pub fn follow(&mut self, eyes: f32) {
        if self.storey.is_none_or(|storey| (storey - eyes).abs() > STOREY) {
            self.storey = Some(eyes);
        }
    }
}

/// The line from the camera through the mouse pointer, in the model from the cut on. While the mouse is captured it is the
/// line through the crosshair. Its direction is zero until the camera was placed.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Aim {
    /// Where it begins, in metres.
    pub from: Vec3,
    /// Its unit direction.
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
