//! Presets of key bindings.

use bspwalk_text::text;

use super::{
    action::Action,
    layout::Layout,
    source::{Device, Source, Turn},
    table::{Control, Effect},
};

named! {
    /// A preset of key bindings for all controls.
    #[derive(Default)]
    pub enum Preset {
        /// The default key table.
        #[default]
        Qwerty = "qwerty",
        /// The same key positions on a French keyboard, named by the characters printed there.
        Azerty = "azerty",
        /// All keys needed for walking are within reach of the left hand, while the right hand uses the mouse.
        LeftHand = "left-hand",
        /// All keys for walking and looking are within reach of one hand. No mouse is needed.
        OneHand = "one-hand",
    }
}

impl Preset {
    /// All presets.
    pub const ALL: [Self; 4] = [Self::Qwerty, Self::Azerty, Self::LeftHand, Self::OneHand];

    /// Returns the name shown on screen.
    pub fn title(self) -> &'static str {
        match self {
            Self::Qwerty => "QWERTY",
            Self::Azerty => "AZERTY",
            Self::LeftHand => text!("keys-left-hand-title"),
            Self::OneHand => text!("keys-one-hand-title"),
        }
    }

    /// Returns the description shown to the user.
    pub fn description(self) -> &'static str {
        match self {
            Self::Qwerty => text!("keys-qwerty"),
            Self::Azerty => text!("keys-azerty"),
            Self::LeftHand => text!("keys-left-hand"),
            Self::OneHand => text!("keys-one-hand"),
        }
    }

    /// Returns the keyboard layout.
    pub const fn layout(self) -> Layout {
        match self {
            Self::Azerty => Layout::Azerty,
            _ => Layout::Qwerty,
        }
    }

    /// Returns the sources of a control on a device. Gamepad bindings always come from the table.
    pub fn sources(self, control: &Control, device: Device) -> Vec<Source> {
        let has_others = device == Device::Keys && !control.is_of_film;
        let mut table = self.table().iter().filter(|_| has_others);
        let other = table.find(|(effect, _)| *effect == control.effect);
        other.map_or_else(
            || control.sources_of(device).collect(),
            |(_, sources)| sources.to_vec(),
        )
    }

    /// Returns the keys that differ from the table of controls, by effect.
    const fn table(self) -> &'static [(Effect, &'static [Source])] {
        match self {
            Self::Qwerty | Self::Azerty => &[],
            Self::LeftHand => LEFT_HAND,
            Self::OneHand => ONE_HAND,
        }
    }
}

use Effect::Send;
use Source::{Arrow, BackClick, Char, End, Enter, F, ForwardClick, Home, MiddleClick, PageUp, WithCtrl};

/// Moves keys from the right half of the keyboard to the left half. Other controls use Ctrl or mouse buttons.
const LEFT_HAND: &[(Effect, &[Source])] = &[
    (Send(Action::TogglePause), &[Char('b')]),
    (Send(Action::SingleStep), &[Char('z')]),
    (Send(Action::Slower), &[WithCtrl('s'), Char(',')]),
    (Send(Action::Why), &[Char('t')]),
    (Send(Action::ToggleModel), &[Char('c')]),
    (Send(Action::TogglePlan), &[Char('`')]),
    (Send(Action::SelectParent), &[WithCtrl('e'), PageUp]),
    (Send(Action::SelectFront), &[WithCtrl('a'), Home]),
    (Send(Action::SelectBack), &[WithCtrl('d'), End]),
    (Send(Action::NextStep), &[WithCtrl('f'), ForwardClick, Char('/')]),
    (
        Send(Action::PreviousStep),
        &[WithCtrl('r'), BackClick, Char('\\')],
    ),
    (Send(Action::AcceptOffer), &[MiddleClick, Enter]),
    (Send(Action::Shallower), &[F(5), Char('[')]),
    (Send(Action::Deeper), &[F(6), Char(']')]),
];

/// Q and E turn the view left and right; R and F turn it up and down.
const ONE_HAND: &[(Effect, &[Source])] = &[
    (Effect::Turn(Turn::Left), &[Char('q'), Arrow(Turn::Left)]),
    (Effect::Turn(Turn::Right), &[Char('e'), Arrow(Turn::Right)]),
    (Effect::Turn(Turn::Up), &[Char('r'), Arrow(Turn::Up)]),
    (Effect::Turn(Turn::Down), &[Char('f'), Arrow(Turn::Down)]),
    (Send(Action::SelectUnderCrosshair), &[Char('c')]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions::{Motion, controls};

    /// Returns whether the left hand, resting on A, S, D and F, can reach a source. The right hand is on the mouse.
    fn is_left(source: Source) -> bool {
        const LETTERS: &str = "`123456qwertasdfgzxcvb";
        match source {
            Char(c) | WithCtrl(c) | Source::WithCtrlShift(c) => LETTERS.contains(c),
            F(number) => number <= 6,
            Source::Escape | Source::Tab | Source::Shift | Source::Ctrl | Source::Space => true,
            _ => false,
        }
    }

    /// Commands that the left hand must reach.
    const NEEDED: &str = "
        toggle-walking toggle-noclip why slower toggle-pause single-step toggle-model toggle-plan
        next-step previous-step select-under-crosshair select-under-pointer select-parent select-front
        select-back shallower deeper escape toggle-panel toggle-help leave
    ";

    #[test]
    fn presets_change_existing_rows() {
        for preset in Preset::ALL {
            for (effect, sources) in preset.table() {
                let rows = controls().filter(|control| control.effect == *effect);
                let usual: Vec<Vec<_>> = rows.map(|row| row.sources_of(Device::Keys).collect()).collect();
                assert_eq!(usual.len(), 1, "{effect:?}");
                assert_ne!(usual[0], *sources, "{effect:?} is unchanged");
            }
        }
    }

    #[test]
    fn left_hand_preset_reaches_essential_controls() {
        let mouse = [Source::Mouse, Source::Wheel, Source::Click, Source::RightClick];
        let needed = |effect: Effect| match effect {
            // The mouse turns the view.
            Effect::Turn(_) => false,
            Send(action) => NEEDED.split_whitespace().any(|name| name == action.name()),
            _ => true,
        };
        let is_reached = |&source: &Source| is_left(source) || mouse.contains(&source);
        for control in controls().filter(|row| needed(row.effect) && !row.is_further_row()) {
            let sources = Preset::LeftHand.sources(control, Device::Keys);
            assert!(sources.iter().any(is_reached), "{}", control.id());
        }
    }

    #[test]
    fn one_hand_preset_walks_and_looks() {
        let moves = Motion::ALL.map(Effect::Move).into_iter();
        for effect in moves.chain(Turn::ALL.map(Effect::Turn)) {
            let row = controls().find(|control| control.effect == effect);
            let row = row.expect("a row");
            let sources = Preset::OneHand.sources(row, Device::Keys);
            assert!(sources.into_iter().any(is_left), "{effect:?}");
        }
    }
}
