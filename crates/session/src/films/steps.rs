//! The films of overlays that have steps: the portal flow, and the decision which leaves are solid. They are stepped through and play as
//! the films in the model do; which step is shown, the overlays say.

use bspwalk_progress::words::count;
use bspwalk_text::text;

use super::Playback;
use crate::{
    actions::FilmMove,
    overlays::{OverlayKind, Overlays},
};

/// The least and the greatest speed of the steps of overlays, and that at first, in steps a second.
pub const STEP_SPEEDS: [f32; 3] = [0.1, 20.0, 0.5];

/// The steps of the decision which leaves are solid, in their order.
const SOLIDITY: [OverlayKind; 4] = [
    OverlayKind::SolidEvidence,
    OverlayKind::SolidCover,
    OverlayKind::SolidCut,
    OverlayKind::SolidResult,
];

/// Plays the steps of the overlay that is shown and has some.
#[derive(Clone, Debug, PartialEq)]
pub struct OverlaySteps {
    playback: Playback,
}

impl Default for OverlaySteps {
    fn default() -> Self {
        Self {
            playback: Playback {
                speed: STEP_SPEEDS[2],
                ..Playback::default()
            },
        }
    }
}

impl OverlaySteps {
    /// The overlay with steps that is shown, its step, counted from 0, and the number of the last one; the portal flow once it is recorded.
    #[must_use]
    pub fn shown(overlays: &Overlays) -> Option<(OverlayKind, u32, u32)> {
        if overlays.is_on(OverlayKind::Flow) {
            return Some((OverlayKind::Flow, overlays.flow_step, overlays.flow_last?));
        }
        let steps = (0..).zip(SOLIDITY);
        let shown = steps.into_iter().find(|(_, kind)| overlays.is_on(*kind));
        shown.map(|(step, kind)| (kind, step, SOLIDITY.len() as u32 - 1))
    }

    /// How the steps of the overlay that is shown play, and the number of the last one. What is changed is shown by
    /// [`OverlaySteps::show`].
    pub fn playback(&mut self, overlays: &Overlays) -> Option<(&mut Playback, u32)> {
        let Some((_, step, last)) = Self::shown(overlays) else {
            self.playback.playing = false;
            return None;
        };
        self.playback.step = step;
        Some((&mut self.playback, last))
    }

    /// Whether the steps of these overlays play.
    #[must_use]
    pub fn plays(&self, overlays: &Overlays) -> bool {
        self.playback.playing && Self::shown(overlays).is_some()
    }

    /// What stands above the step that is shown: the film, and the number of the step.
    #[must_use]
    pub fn title(overlays: &Overlays) -> Option<String> {
        let (kind, step, last) = Self::shown(overlays)?;
        Some(match (kind, step) {
            (OverlayKind::Flow, 0) => text!("film-flow-cost").to_owned(),
            (OverlayKind::Flow, step) if step == last => text!("film-flow-end").to_owned(),
            (OverlayKind::Flow, step) => text!("film-flow", step = count(step), all = count(last - 1)),
            _ => text!("film-solid", step = step + 1, all = last + 1),
        })
    }

    /// Lets the overlays show the step. Returns whether it is another than before.
    pub fn show(&self, overlays: &mut Overlays) -> bool {
        Self::show_step(overlays, self.playback.step)
    }

    /// Lets the overlays show a step by its number, or the last one where it is beyond. Returns whether it is another than before.
    pub fn show_step(overlays: &mut Overlays, step: u32) -> bool {
        let Some((kind, shown, last)) = Self::shown(overlays) else {
            return false;
        };
        let step = step.min(last);
        if step == shown {
            return false;
        }
        if kind == OverlayKind::Flow {
            overlays.flow_step = step;
        } else if let Some(&kind) = SOLIDITY.get(step as usize) {
            overlays.set(kind, true);
        }
        true
    }

    /// Does what is asked of the steps. Returns whether another one is shown than before.
    pub fn go(&mut self, overlays: &mut Overlays, to: FilmMove) -> bool {
        let Some((playback, last)) = self.playback(overlays) else {
            return false;
        };
        playback.go(to, last);
        self.show(overlays)
    }

    /// Lets the steps play, or stops them.
    pub fn toggle(&mut self, overlays: &mut Overlays) {
        self.go(overlays, FilmMove::Play);
    }

    /// Lets so many seconds pass. Returns whether another step is shown than before.
    pub fn advance(&mut self, overlays: &mut Overlays, seconds: f32) -> bool {
        let Some((playback, last)) = self.playback(overlays) else {
            return false;
        };
        playback.advance(seconds, last);
        self.show(overlays)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps that are shown while so many seconds pass.
    fn played(steps: &mut OverlaySteps, overlays: &mut Overlays, seconds: u32) -> Vec<u32> {
        let mut shown = Vec::new();
        for _ in 0..seconds {
            if steps.advance(overlays, 1.0) {
                shown.extend(OverlaySteps::shown(overlays).map(|(_, step, _)| step));
            }
        }
        shown
    }

    #[test]
    fn the_flow_plays_once_it_is_recorded_and_stops_at_its_end() {
        let mut overlays = Overlays::showing([OverlayKind::Flow]);
        let mut steps = OverlaySteps::default();
        steps.toggle(&mut overlays);
        assert!(!steps.plays(&overlays), "there are no steps yet");
        assert_eq!(OverlaySteps::title(&overlays), None);
        overlays.take_flow(Some(3));
        let titles: Vec<_> = (0..4)
            .filter_map(|step| {
                OverlaySteps::show_step(&mut overlays, step);
                OverlaySteps::title(&overlays)
            })
            .collect();
        assert_eq!(
            titles,
            [
                "Portal flow: what all portals cost",
                "Portal flow, step 1 of 2",
                "Portal flow, step 2 of 2",
                "Portal flow: what the chains led to"
            ]
        );
        assert!(OverlaySteps::show_step(&mut overlays, 0));
        steps.toggle(&mut overlays);
        assert!(steps.plays(&overlays));
        assert_eq!(played(&mut steps, &mut overlays, 20), [1, 2, 3]);
        assert!(!steps.plays(&overlays));
        steps.toggle(&mut overlays);
        assert_eq!(
            (overlays.flow_step, steps.plays(&overlays)),
            (0, true),
            "it begins anew"
        );
        // Another step is gone on from.
        overlays.step_flow(true);
        assert_eq!(played(&mut steps, &mut overlays, 2), [2]);
        assert!(steps.go(&mut overlays, FilmMove::Previous) && !steps.plays(&overlays));
        assert_eq!(overlays.flow_step, 1);
        steps.toggle(&mut overlays);
        overlays.set(OverlayKind::Flow, false);
        assert!(!steps.advance(&mut overlays, 9.0));
        overlays.set(OverlayKind::Flow, true);
        assert!(!steps.plays(&overlays), "it was hidden meanwhile");
    }

    #[test]
    fn the_decision_which_leaves_are_solid_plays_its_four_steps() {
        let mut overlays = Overlays::showing([OverlayKind::SolidEvidence]);
        let mut steps = OverlaySteps::default();
        steps.toggle(&mut overlays);
        assert_eq!(played(&mut steps, &mut overlays, 20), [1, 2, 3]);
        assert!(overlays.is_on(OverlayKind::SolidResult) && !overlays.is_on(OverlayKind::SolidCut));
        assert!(steps.go(&mut overlays, FilmMove::Previous) && overlays.is_on(OverlayKind::SolidCut));
        assert!(steps.go(&mut overlays, FilmMove::Next) && !steps.go(&mut overlays, FilmMove::Next));
        assert!(!overlays.is_on(OverlayKind::Flow), "the flow is another film");
        overlays.set(OverlayKind::SolidResult, false);
        assert!(
            !steps.go(&mut overlays, FilmMove::Previous),
            "nothing with steps is shown"
        );
    }
}
