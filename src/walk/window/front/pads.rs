//! Gamepads in the window.

use bspwalk_pads::{Event, Message};
use bspwalk_session::{
    actions::{Effect, Front as Where},
    pads::{PadSettings, Pads, Press},
};
use winit::event_loop::ActiveEventLoop;

use super::Front;
use crate::walk::pads::PadReader;

/// The pads, and what reads them.
pub(super) struct PadInput {
    reader: PadReader,
    pads: Pads,
    settings: PadSettings,
    /// Whether a stick walked or turned the view in the frame before.
    was_pushed: bool,
    /// What the user can mend, until there is a walk to say it in.
    hint: Option<String>,
}

impl PadInput {
    pub(super) fn new(reader: PadReader) -> Self {
        Self {
            reader,
            pads: Pads::default(),
            settings: PadSettings::kept(),
            was_pushed: false,
            hint: None,
        }
    }

    /// Lets go of everything: the window is no longer looked at.
    pub(super) fn leave(&mut self) {
        // What they hold is released as a whole.
        let _ = self.pads.release_all();
        self.was_pushed = false;
    }

    /// Whether pads are looked at in each frame, because nobody wakes the window for them.
    pub(super) fn is_polled(&self) -> bool {
        self.reader.is_polled() && (self.pads.count() > 0 || cfg!(not(target_family = "wasm")))
    }
}

impl Front {
    /// Does what was pressed on gamepads since the frame before. While another window has the focus it is not meant for this one.
    pub(super) fn follow_pads(&mut self, event_loop: &ActiveEventLoop) {
        let is_focused = self
            .screen
            .as_ref()
            .is_some_and(|screen| screen.window.has_focus());
        for message in self.pads.reader.messages() {
            match message {
                Message::Hint(hint) => self.pads.hint = Some(hint),
                Message::Pad(_, Event::Changed(_)) if !is_focused => {}
                Message::Pad(id, event) => self.pads.pads.take(id.0.into(), event),
            }
        }
        if let Some(session) = &mut self.session
            && let Some(hint) = self.pads.hint.take()
        {
            session.notice(hint);
        }
        let pressed = self
            .pads
            .pads
            .frame(|held, button| self.keymap.pad_source(Where::SoftwareWindow, held, button));
        for press in pressed {
            self.press(event_loop, press);
        }
        let PadSettings { pad_sensitivity, .. } = self.pads.settings;
        let shape = self.pads.settings.shape();
        let pushed = self
            .pads
            .pads
            .pushed(shape, |source| self.keymap.effect(Where::SoftwareWindow, source));
        let is_pushed = pushed != Default::default();
        if is_pushed || self.pads.was_pushed {
            self.held.walk(pushed.way);
            self.held.look(pushed.turn * pad_sensitivity);
        }
        self.pads.was_pushed = is_pushed;
    }

    fn press(&mut self, event_loop: &ActiveEventLoop, Press { source, is_down }: Press) {
        let Some(effect) = self.keymap.effect(Where::SoftwareWindow, source) else {
            return;
        };
        match effect {
            _ if Pads::is_share(source, effect) => {}
            Effect::Move(motion) if is_down => self.held.press(motion),
            Effect::Move(motion) => self.held.release(motion),
            Effect::Turn(turn) => self.held.turn(turn, is_down),
            Effect::Send(action) if is_down => self.act(event_loop, action),
            Effect::Capture if is_down => self.capture(true),
            _ => {}
        }
    }
}
