//! View of a level: first person, or the cutaway model with its camera, its cut and the division film.

use bspwalk_levels::Level;
use glam::{Vec2, Vec3};

use super::{ABOVE_EYES, MODEL_ANGLE, Model, Orbit, View, model_half_angles, shown_bounds};
use crate::{easing::Easing, films::DivisionFilm, touch::Gesture};

/// Change in eye height (in metres) after which the cut follows the eye. Flights of stairs exceed it; jumps do not.
const STOREY: f32 = 1.3;

/// Factor for the camera distance per mouse-wheel notch.
const ZOOM: f32 = 0.87;

/// Decay rate of the camera's distance from its goal, in 1/s.
const HASTE: f32 = 5.0;

/// Goal of the model's camera, which shows the selection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookGoal {
    /// Orbit that the camera moves to.
    pub orbit: Orbit,
    /// New height of the cut in metres, if the cut moves.
    pub cut: Option<f32>,
}

/// Automatic framing of the model's camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Framed {
    /// Minimum and maximum corner of the framed region, in metres.
    pub bounds: [Vec3; 2],
    /// Orbit set by the framing. If the camera's orbit differs, the camera is controlled by something else.
    pub orbit: Orbit,
}

/// View of the level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ModelView {
    /// First person, model or plan.
    pub view: View,
    /// Position of the camera; `None` until the model is shown for the first time.
    pub orbit: Option<Orbit>,
    /// Automatic framing, until the user moves the camera.
    pub framed: Option<Framed>,
    /// Height of the user's cut, in metres; `None` means slightly above the eye.
    pub cut: Option<f32>,
    /// Eye height that the cut follows, in metres.
    pub storey: Option<f32>,
    /// Goal of the camera; `None` if the camera rests or the user moves it.
    pub goal: Option<LookGoal>,
    /// The division film.
    pub film: DivisionFilm,
    /// Progress of the camera from the eye to the orbit, from 0 to 1.
    pub away: f32,
}

impl ModelView {
    /// Returns whether the view is first person.
    pub fn is_eye(&self) -> bool {
        self.view == View::Eye
    }

    /// Switches between a view and first person.
    pub fn switch(&mut self, view: View) {
        self.view = if self.view == view { View::Eye } else { view };
    }

    /// Returns whether the level is cut open. In first person, it is cut only until the camera has flown back to the
    /// eye.
    pub fn is_cut(&self) -> bool {
        !self.is_eye() || self.away > 0.0
    }

    /// Returns whether the division film is shown.
    pub fn shows_division(&self) -> bool {
        !self.is_eye() && self.film.tree.is_some()
    }

    /// Returns the height of the cut, in metres. `eyes` is the height of the eye.
    pub fn cut_height(&self, eyes: f32) -> f32 {
        self.cut.unwrap_or(self.storey.unwrap_or(eyes) + ABOVE_EYES)
    }

    /// Returns the model to draw. `eyes` is the height of the eye, in metres.
    pub fn cutaway(&self, eyes: f32) -> Model {
        Model {
            is_plan: self.view == View::Plan,
            orbit: self.orbit.unwrap_or_default(),
            cut: self.cut_height(eyes),
        }
    }

    /// Returns the orbit of the camera: the user's orbit if there is one, otherwise an orbit that shows the whole
    /// storey.
    ///
    /// The automatic orbit adapts to the uncovered part of the window, moving by the fraction `share` per call. `eyes`
    /// and `yaw` are the height and direction of the eye. `half` is half the field of view of the uncovered part, in
    /// radians.
    pub fn framing_orbit(&mut self, level: &Level, [eyes, yaw]: [f32; 2], half: Vec2, share: f32) -> Orbit {
        let (half, is_plan) = (model_half_angles(half), self.view == View::Plan);
        let Some(mut orbit) = self.orbit else {
            let bounds = shown_bounds(level, self.cut_height(eyes));
            let orbit = Orbit::first(bounds, yaw, half, is_plan);
            (self.orbit, self.framed) = (Some(orbit), Some(Framed { bounds, orbit }));
            return orbit;
        };
        if let Some(framed) = &mut self.framed
            && framed.orbit == orbit
            && self.goal.is_none()
        {
            let wanted = Orbit::whole(framed.bounds, [orbit.yaw, orbit.pitch], half, is_plan);
            if wanted != orbit {
                orbit.approach(&wanted, share);
                framed.orbit = orbit;
                self.orbit = Some(orbit);
            }
        }
        orbit
    }

    /// Changes the orbit, overriding the goal of the camera. Returns whether the model is shown.
    fn lead(&mut self, change: impl FnOnce(&mut Orbit)) -> bool {
        let Some(orbit) = self.orbit.as_mut().filter(|_| self.view != View::Eye) else {
            return false;
        };
        let before = *orbit;
        change(orbit);
        if *orbit != before {
            self.goal = None;
        }
        true
    }

    /// Rotates the camera by angles to the right and down, in radians. A plan only rotates to the right. Returns
    /// whether the model is shown.
    pub fn turn(&mut self, by: Vec2) -> bool {
        let down = if self.view == View::Plan { 0.0 } else { by.y };
        self.lead(|orbit| orbit.turn(Vec2::new(by.x, down)))
    }

    /// Pans the model with a pointer that moved to the right and down by these numbers of pixels. `rows` is the height
    /// of the picture. Returns whether the model is shown.
    pub fn pan(&mut self, by: Vec2, rows: f32) -> bool {
        let is_plan = self.view == View::Plan;
        self.lead(|orbit| {
            let metres = 2.0 * (MODEL_ANGLE * 0.5).tan() * orbit.distance / rows;
            let flat = if is_plan { 1.0 } else { orbit.pitch.sin().max(0.3) };
            orbit.pan(Vec2::new(-by.x, by.y / flat) * metres);
        })
    }

    /// Moves the camera closer by a number of mouse-wheel notches. `point` keeps its position on the screen; the
    /// default is the target. `size` is the size of the level, in metres. Returns whether the model is shown.
    pub fn zoom(&mut self, notches: f32, point: Option<Vec3>, size: f32) -> bool {
        self.lead(|orbit| {
            let point = point.unwrap_or(orbit.target);
            orbit.zoom(ZOOM.powf(notches), point, [0.5, 4.0 * size + 10.0]);
        })
    }

    /// Rotates and moves the camera according to a touch gesture. Returns whether the model is shown.
    pub fn follow_fingers(&mut self, gesture: Gesture) -> bool {
        let is_plan = self.view == View::Plan;
        self.lead(|orbit| gesture.move_orbit(orbit, is_plan))
    }

    /// Moves the camera and the cut towards their goal for a time in seconds. `eyes` is the height of the eye.
    pub fn approach(&mut self, eyes: f32, easing: Easing, seconds: f32) {
        let (height, share) = (self.cut_height(eyes), easing.share(HASTE, seconds));
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

    /// Makes the cut follow the eye to another storey.
    pub fn follow_to_storey(&mut self, eyes: f32) {
        if self.storey.is_none_or(|storey| (storey - eyes).abs() > STOREY) {
            self.storey = Some(eyes);
        }
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_testing::small_trees;

    use super::*;

    const HALF: Vec2 = Vec2::new(0.65, 0.4);

    fn after(view: &mut ModelView, half: Vec2, shown: View, calls: usize) -> Orbit {
        let (_, level) = small_trees::room();
        view.view = shown;
        let mut last = Orbit::default();
        for _ in 0..calls {
            last = view.framing_orbit(&level, [1.6, 0.3], half, 0.6);
        }
        last
    }

    #[test]
    fn framing_follows_free_area_until_user_moves() {
        let mut view = ModelView::default();
        let first = after(&mut view, HALF, View::Model, 1);
        assert_eq!(after(&mut view, HALF, View::Model, 9), first, "it rests");
        let narrow = after(&mut view, Vec2::new(0.3, 0.4), View::Model, 60);
        assert!(narrow.distance > 1.2 * first.distance, "{narrow:?}");
        let plan = after(&mut view, HALF, View::Plan, 60);
        assert_ne!(plan, first);
        let back = after(&mut view, HALF, View::Model, 60);
        assert!(back.distance == first.distance && back.target.distance(first.target) < 1.0e-3);
        assert!(view.turn(Vec2::new(0.4, 0.0)));
        let moved = view.orbit.expect("it was framed");
        assert_ne!(moved, back);
        assert_eq!(after(&mut view, Vec2::new(0.3, 0.4), View::Model, 9), moved);
    }

    #[test]
    fn cut_follows_the_eyes_but_not_a_jump() {
        let mut view = ModelView::default();
        view.follow_to_storey(1.7);
        view.follow_to_storey(2.6);
        assert_eq!(view.storey, Some(1.7));
        view.follow_to_storey(4.7);
        assert_eq!(view.storey, Some(4.7));
    }

    #[test]
    fn plan_turns_only_yaw_and_first_person_nothing() {
        let mut view = ModelView::default();
        let orbit = after(&mut view, HALF, View::Plan, 1);
        assert!(view.turn(Vec2::splat(0.2)));
        let turned = view.orbit.expect("it was framed");
        assert!(turned.pitch == orbit.pitch && turned.yaw != orbit.yaw);
        view.view = View::Eye;
        assert!(!view.turn(Vec2::splat(0.2)) && !view.zoom(1.0, None, 9.0));
        assert_eq!(view.orbit, Some(turned));
    }
}
