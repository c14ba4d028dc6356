//! Model camera that follows the steps of a film.

use glam::Vec3;

use super::{Framed, LookGoal, ModelView, Orbit, View};

/// The camera and cut that show a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepView {
    /// Orbit camera of the model.
    pub orbit: Orbit,
    /// Height of the model's cut, in metres.
    pub cut: f32,
    /// Minimum and maximum corner of the framed box, in metres.
    pub bounds: [Vec3; 2],
}

/// Moves the camera to each new step of a film, identified by `K`, and back when the film ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepCamera<K> {
    /// Step that the camera shows.
    step: Option<K>,
    /// Height of the cut chosen for that step, in metres.
    cut: Option<f32>,
    /// Orbit, framing and the user's cut before the first step.
    before: Option<(Orbit, Option<Framed>, Option<f32>)>,
}

impl<K: PartialEq> StepCamera<K> {
    /// Moves the camera to a new step, unless the user has moved it. Restores the view when the film is no longer
    /// shown. While a step is being computed, `step` is `None` and the camera stays in place.
    ///
    /// `frame` returns the view of the step. Its arguments are the current yaw (in radians) and whether the view is the
    /// plan.
    pub fn follow(
        &mut self,
        view: &mut ModelView,
        is_shown: bool,
        step: Option<K>,
        frame: impl FnOnce(f32, bool) -> Option<StepView>,
    ) {
        let Some(orbit) = view.orbit else { return };
        let is_shown = is_shown && !view.is_eye();
        let is_led = view.goal.is_some() || view.framed.is_some_and(|framed| framed.orbit == orbit);
        if !is_shown && let Some((orbit, framed, cut)) = self.before.take().filter(|_| is_led) {
            if view.goal.is_some() || view.cut == self.cut {
                view.cut = cut;
            }
            view.goal = Some(LookGoal { orbit, cut: None });
            view.framed = framed;
        }
        let Some(step) = step.filter(|_| is_shown) else {
            self.step = None;
            return;
        };
        if self.step.as_ref() == Some(&step) {
            return;
        }
        self.step = Some(step);
        // Keep a cut that the user has moved.
        let keeps_cut = view.goal.is_none() && view.cut.is_some() && view.cut != self.cut;
        let wanted = frame(orbit.yaw, view.view == View::Plan);
        let Some(StepView {
            orbit: to,
            cut,
            bounds,
        }) = wanted.filter(|_| is_led)
        else {
            return;
        };
        self.before.get_or_insert((orbit, view.framed, view.cut));
        if !keeps_cut {
            self.cut = Some(cut);
        }
        view.goal = Some(LookGoal {
            orbit: to,
            cut: self.cut.filter(|_| !keeps_cut),
        });
        view.framed = Some(Framed { bounds, orbit: to });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn camera_follows_steps_and_returns() {
        let first = Orbit {
            distance: 20.0,
            ..Orbit::default()
        };
        let bounds = [Vec3::ZERO, Vec3::ONE];
        let mut view = ModelView {
            view: View::Model,
            orbit: Some(first),
            framed: Some(Framed { bounds, orbit: first }),
            ..ModelView::default()
        };
        let mut camera = StepCamera::default();
        let at = |distance| {
            move |_: f32, _: bool| {
                let orbit = Orbit { distance, ..first };
                let cut = 2.0;
                Some(StepView { orbit, cut, bounds })
            }
        };
        let goal = |view: &ModelView| view.goal.map(|goal| goal.orbit.distance);
        camera.follow(&mut view, true, Some(1), at(5.0));
        assert_eq!(goal(&view), Some(5.0));
        camera.follow(&mut view, true, Some(1), at(6.0));
        assert_eq!(goal(&view), Some(5.0), "it is the same step");
        camera.follow(&mut view, true, Some(2), at(7.0));
        camera.follow(&mut view, true, None, at(8.0));
        assert_eq!(goal(&view), Some(7.0));
        camera.follow(&mut view, false, None, at(8.0));
        assert_eq!((goal(&view), view.cut), (Some(20.0), None));
        // Once the user moves the camera, leave it in place.
        view.goal = None;
        view.orbit = Some(Orbit::default());
        camera.follow(&mut view, true, Some(3), at(9.0));
        assert_eq!(goal(&view), None);
    }
}
