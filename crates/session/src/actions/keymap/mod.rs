//! The user's key bindings: a preset and the changes made to it.

mod kept;
mod names;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, mem,
};

use bspwalk_pads::Button as PadButton;
use bspwalk_text::text;

pub use self::{
    kept::KeptKeys,
    names::{KeyNames, KeyPrints, no_key},
};
use super::{
    action::Action,
    layout::Layout,
    preset::Preset,
    source::{Device, PadHold, Source},
    source_names::UnknownSource,
    table::{Control, Effect, FILM_KEYS, FrontEnd, all_controls, controls},
};

named! {
    /// An analogue input that can be inverted.
    #[derive(PartialOrd, Ord)]
    pub enum Axis {
        /// Looking left and right.
        LookSideways = "look-sideways",
        /// Looking up and down.
        LookUpAndDown = "look-up-and-down",
        /// Changing the speed.
        Speed = "speed",
    }
}

impl Axis {
    /// All axes.
    pub const ALL: [Self; 3] = [Self::LookSideways, Self::LookUpAndDown, Self::Speed];

    /// Returns the label of the option that inverts the axis.
    pub fn title(self) -> &'static str {
        match self {
            Self::LookSideways => text!("keys-invert-sideways"),
            Self::LookUpAndDown => text!("keys-invert-upwards"),
            Self::Speed => text!("keys-invert-speed"),
        }
    }
}

/// Key bindings of all controls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keymap {
    preset: Preset,
    /// Keys of controls that differ from the preset, by control name.
    keys: BTreeMap<String, Vec<Source>>,
    /// Gamepad buttons and sticks of controls that differ from the preset, by control name.
    pads: BTreeMap<String, Vec<Source>>,
    inverted: BTreeSet<Axis>,
    /// Entries of the file that could not be parsed. They are written back unchanged.
    unread: toml::Table,
    /// Gamepad entries of the file that could not be parsed.
    unread_pads: toml::Table,
}

/// Two controls of one front end that share a key.
#[derive(Clone, Copy, Debug)]
pub struct Conflict {
    /// Front end with the conflict.
    pub front: FrontEnd,
    /// The shared key.
    pub source: Source,
    /// The controls that share it.
    pub controls: [&'static Control; 2],
}

/// Reason why a key cannot be bound or unbound.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// Other controls already use the key.
    Taken(Vec<&'static Control>),
    /// The control does not accept this kind of input, or none of its front ends supports the key. Contains the reason.
    NotForIt(&'static str),
    /// A front end would lose its last key for this control. The control must stay reachable.
    LastWay(&'static Control),
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taken(others) => {
                let others: Vec<&str> = others.iter().map(|other| other.title.text()).collect();
                out.write_str(&text!("keys-taken-by", others = others.join("; ")))
            }
            Self::NotForIt(why) => out.write_str(why),
            Self::LastWay(control) => out.write_str(&text!("keys-last-way", control = control.title.text())),
        }
    }
}

impl Keymap {
    /// Creates a keymap from a preset without changes.
    pub fn of(preset: Preset) -> Self {
        Self {
            preset,
            ..Self::default()
        }
    }

    /// Returns the preset.
    pub fn preset(&self) -> Preset {
        self.preset
    }

    /// Returns the keyboard layout of the preset.
    pub fn layout(&self) -> Layout {
        self.preset.layout()
    }

    /// Returns the sources of a control: keys by position, then gamepad buttons and sticks.
    pub fn sources(&self, control: &Control) -> Vec<Source> {
        let mut sources = self.sources_of(control, Device::Keys);
        sources.extend(self.sources_of(control, Device::Pad));
        sources
    }

    /// Returns the sources of a control on one device.
    pub fn sources_of(&self, control: &Control, device: Device) -> Vec<Source> {
        let changes = self.changes(device);
        // Because `id` allocates, call it only if there are changes.
        let changed = (!changes.is_empty())
            .then(|| changes.get(&control.id()))
            .flatten();
        changed.map_or_else(|| self.preset.sources(control, device), Clone::clone)
    }

    /// Returns the sources of a control, except for sources that the front end does not support.
    pub fn sources_in(&self, control: &Control, front: FrontEnd) -> impl Iterator<Item = Source> + use<> {
        let has = control.is_in(front);
        let sources = self.sources(control).into_iter();
        sources.filter(move |&source| has && front.why_without(source).is_none())
    }

    fn changes(&self, device: Device) -> &BTreeMap<String, Vec<Source>> {
        match device {
            Device::Keys => &self.keys,
            Device::Pad => &self.pads,
        }
    }

    /// Finds the control that a key is bound to in a front end. Windows identify keys by position, terminals by the
    /// printed character.
    pub fn control(&self, front: FrontEnd, source: Source) -> Option<&'static Control> {
        self.control_among(controls(), front, source)
    }

    fn control_among(
        &self,
        mut controls: impl Iterator<Item = &'static Control>,
        front: FrontEnd,
        source: Source,
    ) -> Option<&'static Control> {
        let source = match front {
            FrontEnd::Terminal => self.layout().place(source),
            FrontEnd::Window | FrontEnd::SoftwareWindow => source,
        };
        if !source.is_in(front) {
            return None;
        }
        controls.find(|control| {
            control.is_in(front) && self.sources_of(control, source.device()).contains(&source)
        })
    }

    /// Returns the playback command of a key while a film is shown. The key is identified as in
    /// [`control`](Self::control).
    pub fn film_action(&self, front: FrontEnd, source: Source) -> Option<Action> {
        let control = self.control_among(FILM_KEYS.controls.iter(), front, source)?;
        match control.effect {
            Effect::Send(action) => Some(action),
            _ => None,
        }
    }

    /// Returns the effect of a key in a front end. The key is identified as in [`control`](Self::control).
    pub fn effect(&self, front: FrontEnd, source: Source) -> Option<Effect> {
        self.control(front, source).map(|control| control.effect)
    }

    /// Returns the effect of a key pressed with Ctrl.
    ///
    /// With Shift, the binding with Ctrl and Shift takes precedence over the one with Ctrl. See
    /// [`Source::with_ctrl`].
    pub fn effect_with_ctrl(
        &self,
        front: FrontEnd,
        key: Source,
        printed: Option<&str>,
        shift: bool,
    ) -> Option<Effect> {
        let of = |shift| self.effect(front, key.with_ctrl(printed, shift)?);
        shift.then(|| of(true)).flatten().or_else(|| of(false))
    }

    /// Returns the source for a gamepad button that is pressed while these shoulder buttons are held.
    ///
    /// If the combination has no effect in the front end, returns the source of the button without shoulder buttons.
    pub fn pad_source(&self, front: FrontEnd, held: Option<PadHold>, button: PadButton) -> Source {
        let with = held.map(|hold| Source::PadWith(hold, button));
        let with = with.filter(|&source| self.effect(front, source).is_some());
        with.unwrap_or(Source::Pad(button))
    }

    /// Returns the printed name of a key.
    pub fn name(&self, source: Source, unicode: bool) -> String {
        self.layout().printed(source).name(unicode)
    }

    /// Returns the first source on a device that has an effect in a front end. For a playback command, this may be a
    /// key that only works while a film is shown.
    pub fn source_of_device(&self, front: FrontEnd, effect: Effect, device: Device) -> Option<Source> {
        let mut rows = all_controls().filter(|control| control.effect == effect);
        rows.find_map(|control| {
            let mut sources = self.sources_in(control, front);
            sources.find(|source| source.device() == device)
        })
    }

    /// Parses the printed name of a key.
    ///
    /// # Errors
    /// Returns an error if no key has this name.
    pub fn parse(&self, text: &str) -> Result<Source, UnknownSource> {
        text.parse().map(|source| self.layout().place(source))
    }

    /// Returns all pairs of controls that share a key in a front end.
    pub fn conflicts(&self) -> Vec<Conflict> {
        let mut conflicts = Vec::new();
        for front in FrontEnd::ALL {
            let mut known: Vec<(Source, &Control)> = Vec::new();
            for control in all_controls().filter(|control| control.is_in(front)) {
                for source in self.sources(control) {
                    let meets = |(other, of): &&(Source, &Control)| {
                        *other == source && of.is_of_film == control.is_of_film
                    };
                    let others = known.iter().filter(meets);
                    conflicts.extend(others.map(|&(_, other)| Conflict {
                        front,
                        source,
                        controls: [other, control],
                    }));
                    known.push((source, control));
                }
            }
        }
        conflicts
    }

    /// Returns the other controls that use a key in a front end of the given control.
    ///
    /// Playback controls only conflict with other playback controls.
    pub fn other_users(&self, control: &Control, source: Source) -> Vec<&'static Control> {
        let id = control.id();
        let meets = |other: &&Control| {
            FrontEnd::ALL
                .into_iter()
                .any(|front| control.is_in(front) && other.is_in(front))
                && self.sources(other).contains(&source)
                && other.id() != id
                && other.is_of_film == control.is_of_film
        };
        all_controls().filter(meets).collect()
    }

    /// Adds a key to a control.
    ///
    /// # Errors
    /// Returns an error if other controls use the key or this control does not accept it. The keymap is then
    /// unchanged.
    pub fn bind(&mut self, control: &Control, source: Source) -> Result<(), Refusal> {
        self.check(control, source)?;
        let others = self.other_users(control, source);
        if !others.is_empty() {
            return Err(Refusal::Taken(others));
        }
        self.add(control, source);
        Ok(())
    }

    /// Adds a key to a control and removes it from all others.
    ///
    /// # Errors
    /// Returns an error if this control does not accept the key or another control needs it. The keymap is
    /// then unchanged.
    pub fn reassign(&mut self, control: &Control, source: Source) -> Result<(), Refusal> {
        self.check(control, source)?;
        let mut new = self.clone();
        for other in self.other_users(control, source) {
            new.remove(other, source)?;
        }
        new.add(control, source);
        *self = new;
        Ok(())
    }

    /// Removes a key from a control.
    ///
    /// # Errors
    /// Returns an error if a front end would lose its last key for a control that must stay reachable. The
    /// keymap is then unchanged.
    pub fn unbind(&mut self, control: &'static Control, source: Source) -> Result<(), Refusal> {
        let mut new = self.clone();
        new.remove(control, source)?;
        *self = new;
        Ok(())
    }

    /// Restores the preset keys of a control, except for keys that other controls now use. Returns these other
    /// controls.
    pub fn reset(&mut self, control: &Control) -> Vec<&'static Control> {
        self.keys.remove(&control.id());
        self.pads.remove(&control.id());
        let mut keep = Vec::new();
        let mut others = Vec::new();
        for source in self.sources(control) {
            let of_others = self.other_users(control, source);
            if of_others.is_empty() {
                keep.push(source);
            }
            others.extend(of_others);
        }
        self.set(control, &keep);
        others
    }

    /// Switches to a preset, discarding all changes and inversions.
    pub fn choose(&mut self, preset: Preset) {
        let (unread, unread_pads) = (mem::take(&mut self.unread), mem::take(&mut self.unread_pads));
        *self = Self {
            unread,
            unread_pads,
            ..Self::of(preset)
        };
    }

    /// Returns whether a control differs from the preset.
    pub fn is_changed(&self, control: &Control) -> bool {
        let id = control.id();
        self.keys.contains_key(&id) || self.pads.contains_key(&id)
    }

    /// Returns whether anything differs from the preset.
    pub fn is_any_changed(&self) -> bool {
        !self.keys.is_empty() || !self.pads.is_empty() || !self.inverted.is_empty()
    }

    /// Returns whether an axis is inverted.
    pub fn is_inverted(&self, axis: Axis) -> bool {
        self.inverted.contains(&axis)
    }

    /// Sets whether an axis is inverted.
    pub fn invert(&mut self, axis: Axis, inverted: bool) {
        if inverted {
            self.inverted.insert(axis);
        } else {
            self.inverted.remove(&axis);
        }
    }

    /// Returns the amount, negated if the axis is inverted.
    pub fn apply_inversion(&self, axis: Axis, amount: f32) -> f32 {
        if self.is_inverted(axis) { -amount } else { amount }
    }

    fn check(&self, control: &Control, source: Source) -> Result<(), Refusal> {
        if let Some(why) = control.why_not_bindable(source) {
            return Err(Refusal::NotForIt(why));
        }
        let fronts = FrontEnd::ALL.into_iter().filter(|&front| control.is_in(front));
        let mut whys = fronts.map(|front| front.why_without(source)).collect::<Vec<_>>();
        whys.dedup();
        // The key is accepted if any front end supports it.
        match whys[..] {
            [Some(why), ..] if whys.iter().all(Option::is_some) => Err(Refusal::NotForIt(why)),
            _ => Ok(()),
        }
    }

    fn add(&mut self, control: &Control, source: Source) {
        let mut sources = self.sources(control);
        if !sources.contains(&source) {
            sources.push(source);
        }
        self.set(control, &sources);
    }

    fn remove(&mut self, control: &'static Control, source: Source) -> Result<(), Refusal> {
        let mut sources = self.sources(control);
        sources.retain(|known| *known != source);
        self.set(control, &sources);
        self.is_locked_out(control).map_or(Ok(()), Err)
    }

    /// Returns a refusal if a front end has lost its last key for a control that must stay reachable.
    fn is_locked_out(&self, control: &'static Control) -> Option<Refusal> {
        // Only count keyboard keys, because the gamepad may be disconnected.
        let is_lost = |front: FrontEnd| {
            let by_keys = self.source_of_device(front, control.effect, Device::Keys);
            control.is_in(front) && by_keys.is_none()
        };
        let is_lost = control.is_kept_reachable() && FrontEnd::ALL.into_iter().any(is_lost);
        is_lost.then_some(Refusal::LastWay(control))
    }

    fn set(&mut self, control: &Control, sources: &[Source]) {
        let id = control.id();
        for device in [Device::Keys, Device::Pad] {
            let sources = sources.iter().copied();
            let sources: Vec<Source> = sources.filter(|source| source.device() == device).collect();
            let is_changed = sources != self.preset.sources(control, device);
            let (changes, unread) = match device {
                Device::Keys => (&mut self.keys, &mut self.unread),
                Device::Pad => (&mut self.pads, &mut self.unread_pads),
            };
            unread.remove(&id);
            if is_changed {
                changes.insert(id.clone(), sources);
            } else {
                changes.remove(&id);
            }
        }
    }
}

#[cfg(test)]
mod tests;
