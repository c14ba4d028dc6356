//! Handles gamepad input of the window.

use bspwalk_pads::{Event, Message};
use bspwalk_session::{
    actions::{FrontEnd as Where, PadNames},
    pads::{Pads, Press, StickMotion},
};
use bspwalk_text::text;
use winit::event_loop::ActiveEventLoop;

use super::WindowApp;

impl WindowApp {
    /// Handles the gamepad input since the last frame. Ignores input while another window has the focus.
    pub(super) fn follow_pads(&mut self, event_loop: &ActiveEventLoop) {
        let screen = self.screen.as_ref();
        let is_focused = screen.is_some_and(|screen| screen.window.has_focus());
        for message in self.pads.reader.messages() {
            match message {
                Message::NoPermission(file) => {
                    self.pads.hint = Some(text!("pads-not-readable", file = file.display()));
                }
                Message::Pad(_, Event::Changed(_)) if !is_focused => {}
                Message::Pad(id, event) => self.pads.pads.queue_event(id.0.into(), event),
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
            .take_presses(|held, button| self.keymap.pad_source(Where::SoftwareWindow, held, button));
        if let used @ Some(_) = self.pads.pads.used_pad_names() {
            self.name_pad(used);
        }
        for press in pressed {
            self.press_pad(event_loop, press);
        }
        let settings = &self.pads.settings;
        let effect = |source| self.keymap.effect(Where::SoftwareWindow, source);
        let pushed = self.pads.pads.stick_motion(settings.stick_response(), effect);
        let is_pushed = pushed != StickMotion::default();
        if is_pushed || self.pads.was_pushed {
            self.held.set_walk_speed(pushed.way);
            self.held.look(pushed.turn * settings.pad_sensitivity);
        }
        self.pads.was_pushed = is_pushed;
    }

    /// Records which gamepad was used last, so that hints show its button names. `None` means keyboard and mouse.
    pub(super) fn name_pad(&mut self, pad: Option<PadNames>) {
        if let Some(session) = &mut self.session
            && session.set_pad_names(pad)
        {
            self.touch();
        }
    }

    fn press_pad(&mut self, event_loop: &ActiveEventLoop, Press { source, is_down }: Press) {
        let effect = self.keymap.effect(Where::SoftwareWindow, source);
        if let Some(effect) = effect.filter(|&effect| !Pads::is_analogue_binding(source, effect)) {
            self.press(event_loop, effect, is_down, false);
        }
    }
}
