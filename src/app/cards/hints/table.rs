//! Table of hints: the key to suggest in each situation.

use std::collections::BTreeSet;

use bspwalk_text::{Message, message};

use crate::app::host::state::Action;

/// Conditions that determine which hint is useful.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Situation {
    /// Whether the camera is in first person.
    pub(super) is_eye: bool,
    /// Whether an obstacle stops the player.
    pub(super) is_stopped: bool,
    /// Whether split planes are shown.
    pub(super) shows_planes: bool,
    /// Whether a node is selected.
    pub(super) has_selection: bool,
    /// Time since entering the level, in seconds.
    pub(super) seconds: f32,
}

/// A hint.
pub(super) struct Hint {
    /// Name in the settings.
    pub(super) name: &'static str,
    /// Command whose key the hint names.
    pub(super) command: Action,
    /// Effect of the key, shown after "Press" and the key.
    pub(super) words: Message,
    /// Returns whether the hint is useful in this situation.
    suits: fn(&Situation) -> bool,
}

/// All hints, most useful first.
pub(super) const HINTS: [Hint; 6] = [
    Hint {
        name: "why",
        command: Action::Why,
        words: message!("hints-why"),
        suits: |now| now.is_stopped,
    },
    Hint {
        name: "deeper",
        command: Action::Deeper,
        words: message!("hints-deeper"),
        suits: |now| now.shows_planes && !now.has_selection,
    },
    Hint {
        name: "parent",
        command: Action::SelectParent,
        words: message!("hints-parent"),
        suits: |now| now.has_selection,
    },
    Hint {
        name: "model",
        command: Action::ToggleModel,
        words: message!("hints-model"),
        suits: |now| now.is_eye && now.seconds > 12.0,
    },
    Hint {
        name: "planes",
        command: Action::Overlay('1'),
        words: message!("hints-planes"),
        suits: |now| !now.shows_planes && (!now.is_eye || now.seconds > 25.0),
    },
    Hint {
        name: "select",
        command: Action::SelectUnderCrosshair,
        words: message!("hints-select"),
        suits: |now| now.is_eye && !now.has_selection && now.seconds > 40.0,
    },
];

/// Minimum time that a hint stays on screen, in seconds, so that it can be read.
const LEAST: f32 = 6.0;

/// Hint on screen: its index in [`HINTS`], and for how many seconds it has been shown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ShownHint(pub(super) Option<(usize, f32)>);

impl ShownHint {
    /// Advances time. Replaces a hint only after its minimum time, and never shows one that is `done`.
    pub(super) fn follow(self, now: &Situation, done: &BTreeSet<String>, seconds: f32) -> Self {
        let is_open = |index: usize| !done.contains(HINTS[index].name);
        let first = (0..HINTS.len()).find(|&index| is_open(index) && (HINTS[index].suits)(now));
        Self(match self.0.filter(|(index, _)| is_open(*index)) {
            Some((index, shown)) if shown < LEAST || first == Some(index) => Some((index, shown + seconds)),
            _ => first.map(|index| (index, 0.0)),
        })
    }

    /// Returns the hint.
    pub(super) fn hint(self) -> Option<&'static Hint> {
        self.0.map(|(index, _)| &HINTS[index])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::KeyLabels;

    fn name(shown: ShownHint) -> &'static str {
        shown.hint().map_or("", |hint| hint.name)
    }

    #[test]
    fn every_hint_names_a_key_and_has_its_situation() {
        let situations = [
            Situation {
                is_stopped: true,
                ..Situation::default()
            },
            Situation {
                shows_planes: true,
                ..Situation::default()
            },
            Situation {
                has_selection: true,
                shows_planes: true,
                ..Situation::default()
            },
            Situation {
                is_eye: true,
                seconds: 100.0,
                ..Situation::default()
            },
        ];
        let keys = KeyLabels::default();
        let names: BTreeSet<&str> = HINTS.iter().map(|hint| hint.name).collect();
        assert_eq!(names.len(), HINTS.len());
        for hint in &HINTS {
            assert!(!keys.of(hint.command).is_empty(), "{} has no key", hint.name);
            assert!(situations.iter().any(hint.suits), "{} suits nowhere", hint.name);
        }
        assert_eq!(
            ShownHint::default()
                .follow(&Situation::default(), &BTreeSet::new(), 1.0)
                .hint()
                .map(|hint| hint.name),
            Some("planes")
        );
    }

    #[test]
    fn one_at_a_time_long_enough_to_be_read_and_gone_for_good() {
        let mut done = BTreeSet::new();
        let late = Situation {
            is_eye: true,
            seconds: 100.0,
            ..Situation::default()
        };
        let mut shown = ShownHint::default().follow(&late, &done, 0.1);
        assert_eq!(name(shown), "model");
        // At a wall a different hint is more useful, but only after this one could be read.
        let stopped = Situation {
            is_stopped: true,
            ..late
        };
        shown = shown.follow(&stopped, &done, 1.0);
        assert_eq!(name(shown), "model");
        shown = shown.follow(&stopped, &done, LEAST).follow(&stopped, &done, 0.1);
        assert_eq!(name(shown), "why");
        // The hint stays for a while after leaving the wall.
        shown = shown.follow(&late, &done, 1.0);
        assert_eq!(name(shown), "why");
        done.insert("why".to_owned());
        shown = shown.follow(&stopped, &done, 0.1);
        assert_eq!(name(shown), "model", "used, it is gone at once");
        for hint in &HINTS {
            done.insert(hint.name.to_owned());
        }
        assert_eq!(shown.follow(&stopped, &done, 0.1), ShownHint(None));
    }
}
