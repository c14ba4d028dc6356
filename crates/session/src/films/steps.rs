//! Films of the overlays that have steps: the portal flow, and the classification of leaves as solid or empty.
//!
//! The user controls them like the films in the model view. The overlays store the current step.

use bspwalk_text::{text, words::count};

use super::Playback;
use crate::{
    actions::FilmMove,
    overlays::{OverlayKind, Overlays},
};

/// Minimum, maximum and initial speed, in steps per second.
pub const STEP_SPEEDS: [f32; 3] = [0.1, 20.0, 0.5];

/// Overlays that show the steps of the solidity decision, in order.
const SOLIDITY: [OverlayKind; 4] = [
    OverlayKind::SolidEvidence,
    OverlayKind::SolidCover,
    OverlayKind::SolidCut,
    OverlayKind::SolidResult,
];

/// Player for the steps of the displayed overlay.
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
    /// Returns the displayed overlay that has steps, its zero-based current step, and the index of its last step.
    ///
    /// The portal flow is included once it is recorded.
    pub fn shown(overlays: &Overlays) -> Option<(OverlayKind, u32, u32)> {
        if overlays.is_on(OverlayKind::Flow) {
            return Some((OverlayKind::Flow, overlays.flow_step, overlays.flow_last?));
        }
        let steps = (0..).zip(SOLIDITY);
        let shown = steps.into_iter().find(|(_, kind)| overlays.is_on(*kind));
        shown.map(|(step, kind)| (kind, step, SOLIDITY.len() as u32 - 1))
    }

    /// Returns the playback of the displayed overlay with steps and the index of its last step. Call
    /// [`OverlaySteps::show`] to apply changes.
    pub fn playback(&mut self, overlays: &Overlays) -> Option<(&mut Playback, u32)> {
        let Some((_, step, last)) = Self::shown(overlays) else {
            self.playback.playing = false;
            return None;
        };
        self.playback.step = step;
        Some((&mut self.playback, last))
    }

    /// Returns whether the steps of the given overlays are playing.
    pub fn plays(&self, overlays: &Overlays) -> bool {
        self.playback.playing && Self::shown(overlays).is_some()
    }

    /// Returns the title of the current step: the film and the step number.
    pub fn title(overlays: &Overlays) -> Option<String> {
        let (kind, step, last) = Self::shown(overlays)?;
        Some(match (kind, step) {
            (OverlayKind::Flow, 0) => text!("film-flow-cost").to_owned(),
            (OverlayKind::Flow, step) if step == last => text!("film-flow-end").to_owned(),
            (OverlayKind::Flow, step) => text!("film-flow", step = count(step), all = count(last - 1)),
            _ => text!("film-solid", step = step + 1, all = last + 1),
        })
    }

    /// Shows the current step in the overlays. Returns whether the displayed step changed.
    pub fn show(&self, overlays: &mut Overlays) -> bool {
        Self::show_step(overlays, self.playback.step)
    }

    /// Shows a step in the overlays, clamped to the last step. Returns whether the displayed step changed.
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

    /// Executes a playback command. Returns whether the step changed.
    pub fn go(&mut self, overlays: &mut Overlays, to: FilmMove) -> bool {
        let Some((playback, last)) = self.playback(overlays) else {
            return false;
        };
        playback.go(to, last);
        self.show(overlays)
    }

    /// Plays or pauses the steps.
    pub fn toggle(&mut self, overlays: &mut Overlays) {
        self.go(overlays, FilmMove::Play);
    }

    /// Advances the steps by a time in seconds. Returns whether the step changed.
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
    fn flow_plays_when_recorded_and_stops_at_end() {
        let mut overlays = Overlays::showing([OverlayKind::Flow]);
        let mut steps = OverlaySteps::default();
        steps.toggle(&mut overlays);
        assert!(!steps.plays(&overlays), "there are no steps yet");
        assert_eq!(OverlaySteps::title(&overlays), None);
        overlays.set_last_flow_step(Some(3));
        let titles: Vec<_> = (0..4)
            .filter_map(|step| {
                OverlaySteps::show_step(&mut overlays, step);
                OverlaySteps::title(&overlays)
            })
            .collect();
        let expected = "Portal flow: cost of each portal|Portal flow, step 1 of 2|Portal flow, step 2 of 2|\
                        Portal flow: result";
        assert_eq!(titles.join("|"), expected);
        assert!(OverlaySteps::show_step(&mut overlays, 0));
        steps.toggle(&mut overlays);
        assert!(steps.plays(&overlays));
        assert_eq!(played(&mut steps, &mut overlays, 20), [1, 2, 3]);
        assert!(!steps.plays(&overlays));
        steps.toggle(&mut overlays);
        assert_eq!((overlays.flow_step, steps.plays(&overlays)), (0, true));
        // Playback continues from a step that the user chose.
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
    fn solidity_decision_plays_four_steps() {
        let mut overlays = Overlays::showing([OverlayKind::SolidEvidence]);
        let mut steps = OverlaySteps::default();
        steps.toggle(&mut overlays);
        assert_eq!(played(&mut steps, &mut overlays, 20), [1, 2, 3]);
        assert!(overlays.is_on(OverlayKind::SolidResult) && !overlays.is_on(OverlayKind::SolidCut));
        assert!(steps.go(&mut overlays, FilmMove::Previous) && overlays.is_on(OverlayKind::SolidCut));
        assert!(steps.go(&mut overlays, FilmMove::Next) && !steps.go(&mut overlays, FilmMove::Next));
        assert!(!overlays.is_on(OverlayKind::Flow), "the flow is another film");
        overlays.set(OverlayKind::SolidResult, false);
        assert!(!steps.go(&mut overlays, FilmMove::Previous));
    }
}
