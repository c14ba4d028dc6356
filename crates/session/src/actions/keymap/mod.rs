//! The keys as the user has them: a preset, and what was bound to other keys.

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
    names::{KeyNames, no_key},
};
use super::{
    action::Action,
    layout::Layout,
    preset::Preset,
    source::{Device, PadHold, Source},
    source_names::UnknownSource,
    table::{Control, Effect, FILM_KEYS, Front, all_controls, controls},
};

/// What is moved by any amount, and can be turned round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// Looking to the sides.
    LookSideways,
    /// Looking up and down.
    LookUpAndDown,
    /// The speed.
    Speed,
}

impl Axis {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::LookSideways, Self::LookUpAndDown, Self::Speed];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LookSideways => "look-sideways",
            Self::LookUpAndDown => "look-up-and-down",
            Self::Speed => "speed",
        }
    }

    /// What turning it round is called on the screen.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::LookSideways => text!("keys-invert-sideways"),
            Self::LookUpAndDown => text!("keys-invert-upwards"),
            Self::Speed => text!("keys-invert-speed"),
        }
    }
}

/// The keys of all controls as the user has them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keymap {
    preset: Preset,
    /// The keys of controls that differ from the preset, by the names of the controls.
    keys: BTreeMap<String, Vec<Source>>,
    /// The same of buttons and sticks of gamepads.
    pads: BTreeMap<String, Vec<Source>>,
    inverted: BTreeSet<Axis>,
    /// Entries of the file that were not understood: they stay in it.
    unread: toml::Table,
    /// The same of gamepads.
    unread_pads: toml::Table,
}

/// Two controls of one front on one key.
#[derive(Clone, Copy, Debug)]
pub struct Conflict {
    /// Where.
    pub front: Front,
    /// The key.
    pub source: Source,
    /// Whose it is.
    pub controls: [&'static Control; 2],
}

/// Why a key cannot be bound or taken away.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// Others have it.
    Taken(Vec<&'static Control>),
    /// The control takes no such thing, or no front that has the control knows the key.
    NotForIt(&'static str),
    /// A front would have no way left to this control.
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
    /// A preset as it is.
    #[must_use]
    pub fn of(preset: Preset) -> Self {
        Self {
            preset,
            ..Self::default()
        }
    }

    /// The preset.
    #[must_use]
    pub fn preset(&self) -> Preset {
        self.preset
    }

    /// What the keys print.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.preset.layout()
    }

    /// What does a control: keys by their places, then buttons and sticks of a gamepad.
    #[must_use]
    pub fn sources(&self, control: &Control) -> Vec<Source> {
        let mut sources = self.sources_of(control, Device::Keys);
        sources.extend(self.sources_of(control, Device::Pad));
        sources
    }

    /// What does a control on a device.
    #[must_use]
    pub fn sources_of(&self, control: &Control, device: Device) -> Vec<Source> {
        let changes = self.changes(device);
        // Names are made where something was changed alone.
        let changed = (!changes.is_empty())
            .then(|| changes.get(&control.id()))
            .flatten();
        changed.map_or_else(|| self.preset.sources(control, device), Clone::clone)
    }

    /// What does a control in a front.
    pub fn sources_in(&self, control: &Control, front: Front) -> impl Iterator<Item = Source> + use<> {
        let has = control.is_in(front);
        let sources = self.sources(control).into_iter();
        sources.filter(move |&source| has && front.why_without(source).is_none())
    }

    /// What differs from the preset.
    fn changes(&self, device: Device) -> &BTreeMap<String, Vec<Source>> {
        match device {
            Device::Keys => &self.keys,
            Device::Pad => &self.pads,
        }
    }

    /// The control of a key in a front, by the place of the key; in a terminal by what it prints.
    #[must_use]
    pub fn control(&self, front: Front, source: Source) -> Option<&'static Control> {
        self.control_among(controls(), front, source)
    }

    fn control_among(
        &self,
        mut controls: impl Iterator<Item = &'static Control>,
        front: Front,
        source: Source,
    ) -> Option<&'static Control> {
        let source = match front {
            Front::Terminal => self.layout().place(source),
            Front::Window | Front::SoftwareWindow => source,
        };
        if !source.is_in(front) {
            return None;
        }
        controls.find(|control| {
            control.is_in(front) && self.sources_of(control, source.device()).contains(&source)
        })
    }

    /// What a key asks of the film that is shown; as [`control`](Self::control).
    #[must_use]
    pub fn film_action(&self, front: Front, source: Source) -> Option<Action> {
        let control = self.control_among(FILM_KEYS.controls.iter(), front, source)?;
        match control.effect {
            Effect::Send(action) => Some(action),
            _ => None,
        }
    }

    /// What a key does in a front; as [`control`](Self::control).
    #[must_use]
    pub fn effect(&self, front: Front, source: Source) -> Option<Effect> {
        self.control(front, source).map(|control| control.effect)
    }

    /// The effect of a key together with Ctrl, if there is one. With Shift, the effect with Ctrl and Shift comes first. See
    /// [`Source::with_ctrl`].
    #[must_use]
    pub fn effect_with_ctrl(
        &self,
        front: Front,
        key: Source,
        printed: Option<&str>,
        shift: bool,
    ) -> Option<Effect> {
        let of = |shift| self.effect(front, key.with_ctrl(printed, shift)?);
        shift.then(|| of(true)).flatten().or_else(|| of(false))
    }

    /// What a button of a gamepad is in a front while these shoulder buttons are held: the button with them where that does
    /// something, else the button alone.
    #[must_use]
    pub fn pad_source(&self, front: Front, held: Option<PadHold>, button: PadButton) -> Source {
        let with = held.map(|hold| Source::PadWith(hold, button));
        let with = with.filter(|&source| self.effect(front, source).is_some());
        with.unwrap_or(Source::Pad(button))
    }

    /// The name of a key as it is printed.
    #[must_use]
    pub fn name(&self, source: Source, unicode: bool) -> String {
        self.layout().printed(source).name(unicode)
    }

    /// The first key of an effect in a front, or the first button of a gamepad where it has no key.
    #[must_use]
    pub fn source_of(&self, front: Front, effect: Effect) -> Option<Source> {
        let by_keys = self.source_of_device(front, effect, Device::Keys);
        by_keys.or_else(|| self.source_of_device(front, effect, Device::Pad))
    }

    /// The first source of an effect in a front on a device.
    #[must_use]
    pub fn source_of_device(&self, front: Front, effect: Effect, device: Device) -> Option<Source> {
        let mut rows = controls().filter(|control| control.effect == effect);
        rows.find_map(|control| {
            let mut sources = self.sources_in(control, front);
            sources.find(|source| source.device() == device)
        })
    }

    /// Reads the name of a key as it is printed.
    ///
    /// # Errors
    /// No key has this name.
    pub fn parse(&self, text: &str) -> Result<Source, UnknownSource> {
        text.parse().map(|source| self.layout().place(source))
    }

    /// All pairs of controls that have one key in one front.
    #[must_use]
    pub fn conflicts(&self) -> Vec<Conflict> {
        let mut conflicts = Vec::new();
        for front in Front::ALL {
            let mut known: Vec<(Source, &Control)> = Vec::new();
            for control in all_controls().filter(|control| control.is_in(front)) {
                for source in self.sources(control) {
                    let meets = |(other, of): &&(Source, &Control)| {
                        other.overlaps(source) && of.is_of_film() == control.is_of_film()
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

    /// The other controls that have a key in a front that this control is in. What leads a film that is shown is apart from the
    /// others.
    #[must_use]
    pub fn others(&self, control: &Control, source: Source) -> Vec<&'static Control> {
        let id = control.id();
        let meets = |other: &&Control| {
            Front::ALL
                .into_iter()
                .any(|front| control.is_in(front) && other.is_in(front))
                && self.sources(other).iter().any(|known| known.overlaps(source))
                && other.id() != id
                && other.is_of_film() == control.is_of_film()
        };
        all_controls().filter(meets).collect()
    }

    /// Binds a key to a control, beside those that it has.
    ///
    /// # Errors
    /// Others have it, or the control cannot have it; then all is as it was.
    pub fn bind(&mut self, control: &Control, source: Source) -> Result<(), Refusal> {
        self.check(control, source)?;
        let others = self.others(control, source);
        if !others.is_empty() {
            return Err(Refusal::Taken(others));
        }
        self.add(control, source);
        Ok(())
    }

    /// Binds a key to a control, and takes it from those that have it.
    ///
    /// # Errors
    /// The control cannot have it, or another needs it; then all is as it was.
    pub fn take(&mut self, control: &Control, source: Source) -> Result<(), Refusal> {
        self.check(control, source)?;
        let mut new = self.clone();
        for other in self.others(control, source) {
            new.remove(other, source)?;
        }
        new.add(control, source);
        *self = new;
        Ok(())
    }

    /// Takes a key from a control.
    ///
    /// # Errors
    /// A front would have no way left to it, and must have one; then all is as it was.
    pub fn unbind(&mut self, control: &'static Control, source: Source) -> Result<(), Refusal> {
        let mut new = self.clone();
        new.remove(control, source)?;
        *self = new;
        Ok(())
    }

    /// Gives a control the keys of the preset again, but for those that other controls have now. Returns these controls.
    pub fn reset(&mut self, control: &Control) -> Vec<&'static Control> {
        self.keys.remove(&control.id());
        self.pads.remove(&control.id());
        let mut keep = Vec::new();
        let mut others = Vec::new();
        for source in self.sources(control) {
            let of_others = self.others(control, source);
            if of_others.is_empty() {
                keep.push(source);
            }
            others.extend(of_others);
        }
        self.set(control, &keep);
        others
    }

    /// Gives all controls the keys of a preset, and turns no way round.
    pub fn choose(&mut self, preset: Preset) {
        let (unread, unread_pads) = (mem::take(&mut self.unread), mem::take(&mut self.unread_pads));
        *self = Self {
            unread,
            unread_pads,
            ..Self::of(preset)
        };
    }

    /// Whether a control has other keys than those of the preset.
    #[must_use]
    pub fn is_changed(&self, control: &Control) -> bool {
        let id = control.id();
        self.keys.contains_key(&id) || self.pads.contains_key(&id)
    }

    /// Whether anything differs from the preset.
    #[must_use]
    pub fn is_any_changed(&self) -> bool {
        !self.keys.is_empty() || !self.pads.is_empty() || !self.inverted.is_empty()
    }

    /// Whether a way is turned round.
    #[must_use]
    pub fn is_inverted(&self, axis: Axis) -> bool {
        self.inverted.contains(&axis)
    }

    /// Turns a way round, or back.
    pub fn invert(&mut self, axis: Axis, inverted: bool) {
        if inverted {
            self.inverted.insert(axis);
        } else {
            self.inverted.remove(&axis);
        }
    }

    /// An amount along a way, turned round where the user wants it so.
    #[must_use]
    pub fn along(&self, axis: Axis, amount: f32) -> f32 {
        if self.is_inverted(axis) { -amount } else { amount }
    }

    /// Whether a front has no way to a control that it has: the user took all of them away.
    #[must_use]
    pub fn is_without_key(&self, control: &Control, front: Front) -> bool {
        control.is_in(front) && self.sources_in(control, front).next().is_none()
    }

    /// Whether a control can have a key.
    fn check(&self, control: &Control, source: Source) -> Result<(), Refusal> {
        if let Some(why) = control.why_not(source) {
            return Err(Refusal::NotForIt(why));
        }
        let fronts = Front::ALL.into_iter().filter(|&front| control.is_in(front));
        let mut whys = fronts.map(|front| front.why_without(source)).collect::<Vec<_>>();
        whys.dedup();
        // One front that knows it is enough.
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
        sources.retain(|known| !known.overlaps(source));
        self.set(control, &sources);
        self.is_locked_out(control).map_or(Ok(()), Err)
    }

    /// Refuses where a front has lost its last way to a control that it must have.
    fn is_locked_out(&self, control: &'static Control) -> Option<Refusal> {
        // A gamepad may not be there.
        let is_lost = |front: Front| {
            let by_keys = self.source_of_device(front, control.effect, Device::Keys);
            control.is_in(front) && by_keys.is_none()
        };
        let is_lost = control.is_kept_reachable() && Front::ALL.into_iter().any(is_lost);
        is_lost.then_some(Refusal::LastWay(control))
    }

    fn set(&mut self, control: &Control, sources: &[Source]) {
        let id = control.id();
        for device in [Device::Keys, Device::Pad] {
            let sources: Vec<Source> = sources
                .iter()
                .copied()
                .filter(|source| source.device() == device)
                .collect();
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
