//! Gamepad state: held sources, stick positions and the gamepad used last.
//!
//! All windows use this module. `bspwalk_pads` reads the devices.

use std::collections::{BTreeMap, HashSet, VecDeque};

use bspwalk_pads::{Axis, Button, Change, Event, Shape, Stick};
use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::{
    actions::{Effect, Motion, PadHold, PadNames, Source, Turn},
    settings_file,
};

/// Trigger value above which a released button becomes pressed. A pressed button is released below `UP`. In between,
/// the state does not change.
const DOWN: f32 = 0.5;
const UP: f32 = 0.35;

/// Deflection above which a stick counts as used. Sticks can drift at rest.
const USED: f32 = 0.4;

/// Maximum number of queued events. When the queue is full, the oldest event is dropped.
const MOST: usize = 4096;

/// The user's gamepad settings, as stored in the settings file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PadSettings {
    /// Dead zone of the sticks, as a fraction of their range.
    pub pad_dead_zone: f32,
    /// Exponent of the sticks' response curve.
    pub pad_curve: f32,
    /// Turn rate at full stick deflection, relative to the turn rate of the keys.
    pub pad_sensitivity: f32,
}

impl Default for PadSettings {
    fn default() -> Self {
        let Shape { dead_zone, curve } = Shape::default();
        Self {
            pad_dead_zone: dead_zone,
            pad_curve: curve,
            pad_sensitivity: 1.6,
        }
    }
}

impl PadSettings {
    /// Minimum and maximum of [`PadSettings::pad_sensitivity`].
    pub const SENSITIVITIES: [f32; 2] = [0.2, 5.0];

    /// Reads the settings from the settings file, which the engine's window writes. Missing settings have default
    /// values.
    pub fn read_saved() -> Self {
        let path = settings_file::path();
        let kept = path.and_then(|path| settings_file::read_field::<Self>(&path, "settings"));
        kept.unwrap_or_default().clamped()
    }

    /// Clamps all settings to their ranges. Non-finite values become the defaults.
    #[must_use]
    pub fn clamped(self) -> Self {
        let defaults = Self::default();
        let within = |value: f32, [least, most]: [f32; 2], default: f32| {
            if value.is_finite() {
                value.clamp(least, most)
            } else {
                default
            }
        };
        Self {
            pad_dead_zone: within(self.pad_dead_zone, Shape::DEAD_ZONES, defaults.pad_dead_zone),
            pad_curve: within(self.pad_curve, Shape::CURVES, defaults.pad_curve),
            pad_sensitivity: within(
                self.pad_sensitivity,
                Self::SENSITIVITIES,
                defaults.pad_sensitivity,
            ),
        }
    }

    /// Returns the response of the sticks.
    pub const fn stick_response(self) -> Shape {
        Shape {
            dead_zone: self.pad_dead_zone,
            curve: self.pad_curve,
        }
    }
}

/// A press or release of an input source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Press {
    /// Source that changed.
    pub source: Source,
    /// Whether the source is pressed now.
    pub is_down: bool,
}

/// Movement and rotation from the sticks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StickMotion {
    /// Movement to the right and forward, as fractions of full speed.
    pub way: Vec2,
    /// Rotation of the view to the left and upward, as fractions of the keys' turn rate.
    pub turn: Vec2,
}

#[derive(Clone, Debug, Default)]
struct Pad {
    names: PadNames,
    /// Input source of each pressed button, determined when the button was pressed.
    down: BTreeMap<Button, Source>,
    sticks: [Vec2; 2],
    /// Stick directions that are pushed.
    pushed: HashSet<Source>,
}

/// All connected gamepads.
#[derive(Clone, Debug, Default)]
pub struct Pads {
    pads: BTreeMap<u64, Pad>,
    waiting: VecDeque<(u64, Event)>,
    names: PadNames,
    is_used: bool,
}

impl Pads {
    /// Queues an event for the next frame.
    pub fn queue_event(&mut self, pad: u64, event: Event) {
        if self.waiting.len() >= MOST {
            self.waiting.pop_front();
        }
        self.waiting.push_back((pad, event));
    }

    /// Processes the events of a frame, and returns presses and releases in chronological order.
    ///
    /// A button changes at most once per frame. If a tap is shorter than a frame, its release is processed in the next
    /// frame. `meaning` maps a button and the held shoulder buttons to a source.
    pub fn take_presses(&mut self, meaning: impl Fn(Option<PadHold>, Button) -> Source) -> Vec<Press> {
        let mut pressed = Vec::new();
        let mut changed = HashSet::new();
        self.is_used = false;
        while let Some((id, event)) = self.waiting.pop_front() {
            if let Event::Changed(Change::Button(button, value)) = event
                && let Some(pad) = self.pads.get(&id)
                && flips(pad, button, value)
                && !changed.insert((id, button))
            {
                self.waiting.push_front((id, event));
                break;
            }
            self.apply(id, &event, &meaning, &mut pressed);
        }
        pressed
    }

    fn apply(
        &mut self,
        id: u64,
        event: &Event,
        meaning: &impl Fn(Option<PadHold>, Button) -> Source,
        pressed: &mut Vec<Press>,
    ) {
        match *event {
            Event::Connected { vendor, .. } => {
                let names = vendor.map_or_else(PadNames::default, PadNames::of_vendor);
                self.disconnect(id, pressed);
                let pad = Pad {
                    names,
                    ..Pad::default()
                };
                self.pads.insert(id, pad);
            }
            Event::Disconnected => self.disconnect(id, pressed),
            Event::Changed(Change::Button(button, value)) => {
                let Some(pad) = self.pads.get_mut(&id) else { return };
                if !flips(pad, button, value) {
                    return;
                }
                if let Some(source) = pad.down.remove(&button) {
                    self.release(source, pressed);
                    return;
                }
                let held =
                    [Button::LeftShoulder, Button::RightShoulder].map(|held| pad.down.contains_key(&held));
                let source = meaning(PadHold::of(held), button);
                pad.down.insert(button, source);
                (self.names, self.is_used) = (pad.names, true);
                let is_down = true;
                pressed.push(Press { source, is_down });
            }
            Event::Changed(Change::Stick(stick, axis, value)) => {
                let Some(pad) = self.pads.get_mut(&id) else { return };
                let at = &mut pad.sticks[stick as usize];
                let value = if value.is_finite() {
                    value.clamp(-1.0, 1.0)
                } else {
                    0.0
                };
                match axis {
                    Axis::X => at.x = value,
                    Axis::Y => at.y = value,
                }
                let at = *at;
                if at.length() > USED {
                    (self.names, self.is_used) = (pad.names, true);
                }
                let mut released = Vec::new();
                for turn in Turn::ALL {
                    let source = Source::Stick(stick, turn);
                    let along = along(at, turn);
                    if along > DOWN && pad.pushed.insert(source) {
                        let is_down = true;
                        pressed.push(Press { source, is_down });
                    } else if along < UP && pad.pushed.remove(&source) {
                        released.push(source);
                    }
                }
                for source in released {
                    self.release(source, pressed);
                }
            }
        }
    }

    fn disconnect(&mut self, id: u64, pressed: &mut Vec<Press>) {
        let Some(pad) = self.pads.remove(&id) else { return };
        for source in pad.down.into_values().chain(pad.pushed) {
            self.release(source, pressed);
        }
    }

    /// Reports the release of a source, unless another button or gamepad still holds it.
    fn release(&self, source: Source, pressed: &mut Vec<Press>) {
        if !self.is_down(source) {
            let is_down = false;
            pressed.push(Press { source, is_down });
        }
    }

    /// Returns whether a source is held.
    pub fn is_down(&self, source: Source) -> bool {
        self.held_sources().any(|down| down == source)
    }

    /// Returns the held sources. A source appears several times if several gamepads hold it.
    pub fn held_sources(&self) -> impl Iterator<Item = Source> {
        let of_pads = self.pads.values();
        of_pads
            .flat_map(|pad| pad.down.values().chain(&pad.pushed))
            .copied()
    }

    /// Releases all sources, for example when the window loses focus. A deflected stick is ignored until it moves.
    pub fn release_all(&mut self) -> Vec<Press> {
        let sources: HashSet<Source> = self.held_sources().collect();
        for pad in self.pads.values_mut() {
            pad.down.clear();
            pad.pushed.clear();
            pad.sticks = [Vec2::ZERO; 2];
        }
        let is_down = false;
        let released = |source| Press { source, is_down };
        sources.into_iter().map(released).collect()
    }

    /// Returns the position of a stick after applying the dead zone and curve. With several gamepads, uses the most
    /// deflected stick.
    pub fn stick(&self, stick: Stick, shape: Shape) -> Vec2 {
        let at = self.pads.values().map(|pad| pad.sticks[stick as usize]);
        let furthest = at.max_by(|a, b| a.length().total_cmp(&b.length()));
        furthest.map_or(Vec2::ZERO, |at| shape.apply(at.into()).into())
    }

    /// Returns the movement and rotation from the sticks, according to their bindings.
    pub fn stick_motion(&self, shape: Shape, effect: impl Fn(Source) -> Option<Effect>) -> StickMotion {
        let mut pushed = StickMotion::default();
        for (stick, turn) in Stick::ALL
            .into_iter()
            .flat_map(|stick| Turn::ALL.map(|turn| (stick, turn)))
        {
            let share = along(self.stick(stick, shape), turn).max(0.0);
            match effect(Source::Stick(stick, turn)) {
                Some(Effect::Move(Motion::Forward)) => pushed.way.y += share,
                Some(Effect::Move(Motion::Back)) => pushed.way.y -= share,
                Some(Effect::Move(Motion::Right)) => pushed.way.x += share,
                Some(Effect::Move(Motion::Left)) => pushed.way.x -= share,
                Some(Effect::Turn(turn)) => pushed.turn += Vec2::from(turn.left_and_up()) * share,
                _ => {}
            }
        }
        pushed
    }

    /// Returns whether a stick direction is bound to an analogue effect. If so, its presses and releases are ignored.
    pub const fn is_analogue_binding(source: Source, effect: Effect) -> bool {
        let along_the_ground = matches!(
            effect,
            Effect::Turn(_) | Effect::Move(Motion::Forward | Motion::Back | Motion::Left | Motion::Right)
        );
        matches!(source, Source::Stick(..)) && along_the_ground
    }

    /// Returns the labels of the gamepad used in this frame, or `None` if none was used.
    pub fn used_pad_names(&self) -> Option<PadNames> {
        self.is_used.then_some(self.names)
    }

    /// Returns the number of connected gamepads.
    pub fn count(&self) -> usize {
        self.pads.len()
    }
}

/// Returns whether a trigger value changes the state of a button.
fn flips(pad: &Pad, button: Button, value: f32) -> bool {
    if pad.down.contains_key(&button) {
        // NaN counts as a released button.
        !(value >= UP)
    } else {
        value > DOWN
    }
}

fn along(at: Vec2, turn: Turn) -> f32 {
    match turn {
        Turn::Left => -at.x,
        Turn::Right => at.x,
        Turn::Up => at.y,
        Turn::Down => -at.y,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions::{FrontEnd, Keymap};

    fn connected(vendor: u16) -> Event {
        Event::Connected {
            name: "a pad".to_owned(),
            vendor: Some(vendor),
            product: None,
        }
    }

    fn pads() -> Pads {
        let mut pads = Pads::default();
        pads.queue_event(1, connected(0x054c));
        pads
    }

    fn set(pads: &mut Pads, button: Button, value: f32) {
        pads.queue_event(1, Event::Changed(Change::Button(button, value)));
    }

    fn push(pads: &mut Pads, stick: Stick, [x, y]: [f32; 2]) {
        for (axis, value) in [(Axis::X, x), (Axis::Y, y)] {
            pads.queue_event(1, Event::Changed(Change::Stick(stick, axis, value)));
        }
    }

    fn frame(pads: &mut Pads) -> Vec<(Source, bool)> {
        let keymap = Keymap::default();
        let pressed = pads.take_presses(|held, button| keymap.pad_source(FrontEnd::Window, held, button));
        pressed
            .into_iter()
            .map(|press| (press.source, press.is_down))
            .collect()
    }

    const SOUTH: Source = Source::Pad(Button::South);

    #[test]
    fn tap_within_a_frame_is_press_then_release() {
        let mut pads = pads();
        for value in [1.0, 0.0, 1.0] {
            set(&mut pads, Button::South, value);
        }
        assert_eq!(frame(&mut pads), [(SOUTH, true)]);
        assert_eq!(frame(&mut pads), [(SOUTH, false)]);
        assert_eq!(frame(&mut pads), [(SOUTH, true)]);
        assert_eq!(frame(&mut pads), []);
        assert!(pads.is_down(SOUTH));
    }

    #[test]
    fn shoulder_at_press_applies_until_release() {
        let mut pads = pads();
        set(&mut pads, Button::South, 1.0);
        set(&mut pads, Button::LeftShoulder, 1.0);
        assert_eq!(frame(&mut pads)[0], (SOUTH, true));
        set(&mut pads, Button::South, 0.0);
        assert_eq!(frame(&mut pads), [(SOUTH, false)]);
        set(&mut pads, Button::South, 1.0);
        set(&mut pads, Button::LeftShoulder, 0.0);
        let with = Source::PadWith(PadHold::Left, Button::South);
        assert_eq!(frame(&mut pads)[0], (with, true));
        set(&mut pads, Button::South, 0.0);
        assert_eq!(frame(&mut pads), [(with, false)]);
        for shoulder in [Button::LeftShoulder, Button::RightShoulder] {
            set(&mut pads, shoulder, 1.0);
        }
        set(&mut pads, Button::South, 1.0);
        let both = Source::PadWith(PadHold::Both, Button::South);
        assert!(frame(&mut pads).contains(&(both, true)));
    }

    #[test]
    fn trigger_has_hysteresis() {
        let mut pads = pads();
        for value in [0.2, 0.51, 0.49, 0.52, 0.4, 0.9] {
            set(&mut pads, Button::RightTrigger, value);
        }
        assert_eq!(frame(&mut pads), [(Source::Pad(Button::RightTrigger), true)]);
        set(&mut pads, Button::RightTrigger, f32::NAN);
        assert_eq!(frame(&mut pads), [(Source::Pad(Button::RightTrigger), false)]);
    }

    #[test]
    fn disconnected_pad_releases_its_buttons() {
        let mut pads = pads();
        set(&mut pads, Button::South, 1.0);
        push(&mut pads, Stick::Left, [0.0, 1.0]);
        frame(&mut pads);
        assert_eq!(pads.stick(Stick::Left, Shape::default()), Vec2::Y);
        assert_eq!(pads.used_pad_names(), Some(PadNames::PlayStation));
        pads.queue_event(1, Event::Disconnected);
        let released: HashSet<_> = frame(&mut pads).into_iter().collect();
        let up = Source::Stick(Stick::Left, Turn::Up);
        assert_eq!(released, HashSet::from([(SOUTH, false), (up, false)]));
        assert_eq!(pads.stick(Stick::Left, Shape::default()), Vec2::ZERO);
        assert_eq!((pads.count(), pads.used_pad_names()), (0, None));
        // Events of a disconnected gamepad are ignored.
        set(&mut pads, Button::South, 1.0);
        assert_eq!(frame(&mut pads), []);
    }

    #[test]
    fn button_is_held_until_both_pads_release() {
        let mut pads = pads();
        pads.queue_event(2, connected(0x057e));
        for pad in [1, 2] {
            pads.queue_event(pad, Event::Changed(Change::Button(Button::South, 1.0)));
        }
        assert!(frame(&mut pads).contains(&(SOUTH, true)));
        assert_eq!(pads.used_pad_names(), Some(PadNames::Nintendo));
        set(&mut pads, Button::South, 0.0);
        assert_eq!(frame(&mut pads), []);
        pads.queue_event(2, Event::Changed(Change::Button(Button::South, 0.0)));
        assert_eq!(frame(&mut pads), [(SOUTH, false)]);
    }

    #[test]
    fn sticks_walk_and_turn_proportionally() {
        let mut pads = pads();
        let shape = Shape {
            dead_zone: 0.2,
            curve: 1.0,
        };
        let keymap = Keymap::default();
        let of_window = |source| keymap.effect(FrontEnd::Window, source);
        push(&mut pads, Stick::Left, [0.1, -0.1]);
        push(&mut pads, Stick::Right, [-0.58, 0.0]);
        frame(&mut pads);
        let StickMotion { way, turn } = pads.stick_motion(shape, of_window);
        assert_eq!(way, Vec2::ZERO, "in the dead zone");
        assert!(turn.distance(Vec2::new(0.5, 0.0)) < 1e-4, "to the left: {turn}");
        push(&mut pads, Stick::Left, [1.0, 1.0]);
        frame(&mut pads);
        let StickMotion { way, .. } = pads.stick_motion(shape, of_window);
        assert!(way.distance(Vec2::ONE.normalize()) < 1e-3, "{way}");
        assert!(!pads.release_all().is_empty());
        assert_eq!(pads.stick_motion(shape, of_window), StickMotion::default());
    }

    #[test]
    fn event_queue_is_bounded() {
        let mut pads = pads();
        for turn in 0..3 * MOST {
            set(&mut pads, Button::South, (turn % 2) as f32);
        }
        assert!(pads.waiting.len() <= MOST);
    }
}
