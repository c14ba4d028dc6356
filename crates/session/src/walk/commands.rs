//! Execution of commands in a walk.

use bspwalk_draw::raster::{Camera, Coloring};
use bspwalk_text::text;
use glam::{EulerRot, Quat, Vec2, Vec3};

use super::{Session, TWICE, WalkRenderer, coloring};
use crate::{
    actions::{Action, Control, Effect, FilmMove, HeldInput, palette_commands, supports},
    active_film::FilmChange,
    clock::TimeScale,
    commands::{CommandTarget, Request, execute},
    culling::{CullingChange, CullingView},
    easing::Easing,
    escape::Close,
    leak_walk,
    overlays::{OverlayKind, Overlays},
    palette::{Entry, PaletteCommand, PaletteKey},
    program::Program,
    program_state::ProgramState,
    view::View,
    view_line::ViewLine,
};

/// State of a walk that commands act on.
struct Walk<'a> {
    session: &'a mut Session,
    keys: &'a mut HeldInput,
}

/// Implements methods by calling the [`Session`] methods of the same name.
macro_rules! by_session {
    ($($method:ident($($input:ident: $kind:ty)?);)+) => {
        $(fn $method(&mut self $(, $input: $kind)?) { self.session.$method($($input)?); })+
    };
}

impl CommandTarget for Walk<'_> {
    by_session! {
        switch_view(view: View);
        toggle_film(change: FilmChange);
        move_film(to: FilmMove);
    }

    fn state(&mut self) -> &mut ProgramState {
        &mut self.session.state
    }

    fn notify(&mut self, text: String) {
        self.session.notice(text);
    }

    fn change<T>(&mut self, change: impl FnOnce(&mut Program<'_>) -> T) -> Option<T> {
        Some(self.session.change(change))
    }

    fn begin(&mut self, _: Action) {
        self.session.greeting = 0.0;
    }

    fn look_at_selection(&mut self) {
        let session = &mut *self.session;
        let was_eye = session.state.view.is_eye();
        session.change(|program| {
            program.look_at_selection();
        });
        if was_eye {
            // Jump to the goal without animation.
            let eyes = session.walker.body.position.y;
            session.state.view.approach(eyes, Easing { reduced: true }, 0.0);
        }
    }

    fn change_culling(&mut self, change: CullingChange) {
        let view = self.session.culling_view();
        self.session.picture.forget_culled();
        self.session.revision += 1;
        self.apply(|program| program.change_culling(change, view));
    }

    fn use_in_front(&mut self) {
        self.keys.use_in_front();
    }

    fn change_clock(&mut self, change: fn(&mut TimeScale)) {
        let before = self.session.walker.time_scale;
        change(&mut self.session.walker.time_scale);
        let after = self.session.walker.time_scale;
        if after.paused && !before.paused {
            self.session.left_over = 0.0;
        }
        if after.steps > before.steps {
            self.session.step(self.keys);
        }
    }

    fn change_overlays(&mut self, change: impl FnOnce(&mut Overlays)) {
        self.session.change_overlays(change);
    }

    fn aim(&mut self, _: bool) -> Option<[Vec3; 2]> {
        self.session.ray_through_pixel([0.5; 2], [1, 1])
    }

    fn next_method(&mut self) {
        let picture = &mut self.session.picture;
        if self.session.state.overlays.is_on(OverlayKind::Painter) {
            picture.film_is_front_to_back ^= true;
        } else {
            let name = picture.next_method();
            self.session.notice(text!("walk-hidden-surfaces", name));
        }
    }

    fn toggle_asking(&mut self) -> bool {
        self.session.toggle_asking()
    }

    fn go_on_in_quiz(&mut self) -> bool {
        self.session.go_on_in_quiz()
    }

    fn view_line(&mut self) -> Option<ViewLine> {
        Some(self.session.view_line())
    }

    fn palette_entries(&mut self) -> Vec<Entry<PaletteCommand>> {
        let commands = palette_commands(self.session.front).into_iter();
        let entry = |(command, control): (Action, &Control)| {
            let key = self
                .session
                .keys()
                .of_effect(Effect::Send(command))
                .unwrap_or_default();
            Entry::of_control(PaletteCommand::Send(command), control, key, None)
        };
        commands.map(entry).collect()
    }

    fn topmost_item(&mut self) -> Option<Close> {
        self.session.topmost_item()
    }

    fn close_item(&mut self, item: Close) {
        self.session.state.close_item(item);
        self.session.walker.close(item);
    }

    fn leave(&mut self) -> Option<Request> {
        let session = &mut *self.session;
        if session.leaving > 0.0 {
            return Some(Request::Leave);
        }
        session.leaving = TWICE;
        let key = session.keys().action_key(Action::Escape);
        session.notice(text!("walk-once-more", key));
        None
    }
}

impl Session {
    /// Executes a command, ignoring commands that a walk does not support. Returns a request if the front end must act
    /// on it.
    pub fn handle(&mut self, command: Action, keys: &mut HeldInput) -> Option<Request> {
        if !supports(self.front, command) {
            return None;
        }
        self.record_changes();
        let request = execute(&mut Walk { session: self, keys }, command);
        self.record_changes();
        request
    }

    /// Records for undo what the user changed.
    pub(super) fn record_changes(&mut self) {
        self.change(|program| program.record_changes(false));
    }

    /// Changes the state that commands change in all front ends, and shows the notices.
    pub(super) fn change<T>(&mut self, change: impl FnOnce(&mut Program<'_>) -> T) -> T {
        let up = (Camera::default_field_of_view() as f32 * 0.5).tan();
        let tangents = Vec2::new(up * self.aspect(), up);
        let is_building = self.background.progress().is_some();
        let WalkRenderer { built, failure, .. } = &mut self.picture;
        let mut program = Program {
            opened: &self.opened,
            built: built.as_ref(),
            is_building,
            failure: failure.as_deref().filter(|_| !is_building),
            walker: &mut self.walker,
            state: &mut self.state,
            deepest: None,
            tangents,
            free: [Vec2::ZERO, Vec2::ONE],
            params: &self.opened.params,
            settings_file: self.settings_path.as_deref(),
            keys: self.keymap.names_for(self.front, self.unicode).with_pad(self.pad),
            describes_changes: true,
            notices: Vec::new(),
        };
        let changed = change(&mut program);
        for notice in program.notices {
            self.notice(notice.text);
        }
        changed
    }

    /// Returns the view of the eye, for culling.
    fn culling_view(&self) -> CullingView {
        let camera = self.walker.body.camera(self.part());
        let turn = Quat::from_euler(EulerRot::YXZ, camera.yaw as f32, camera.pitch as f32, 0.0);
        let up = (Camera::default_field_of_view() as f32 * 0.5).tan();
        let half = Vec2::new(up * self.aspect(), up);
        CullingView::perspective(camera.eye.as_vec3(), turn, half)
    }

    fn topmost_item(&self) -> Option<Close> {
        let is_painting = self.state.overlays.is_on(OverlayKind::Painter);
        self.state
            .topmost_item(Some(&self.walker), [(Close::ShownFilm, is_painting)])
    }

    /// Handles a key while the palette is open. Call this before applying any other effect of the key.
    pub fn press_in_palette(&mut self, key: PaletteKey, keys: &mut HeldInput) -> Option<Request> {
        match key {
            PaletteKey::Run => {
                let palette = self.state.palette.as_ref()?;
                let PaletteCommand::Send(action) = palette.available_marked_entry()?.command else {
                    return None;
                };
                self.state.palette = None;
                self.handle(action, keys)
            }
            PaletteKey::Close => {
                self.state.palette = None;
                None
            }
            key => {
                self.state
                    .palette
                    .iter_mut()
                    .for_each(|palette| palette.press(key));
                None
            }
        }
    }

    fn change_overlays(&mut self, change: impl FnOnce(&mut Overlays)) {
        let before = self.state.overlays.clone();
        change(&mut self.state.overlays);
        if !self.state.overlays.is_on(OverlayKind::Leak) && leak_walk::leave(&mut self.walker.body) {
            self.notice(self.walker.body.noclip_words());
        }
        let is_new = |kind: &OverlayKind| self.state.overlays.is_on(*kind) && !before.is_on(*kind);
        let is_painter_new = is_new(&OverlayKind::Painter);
        if let Some(kind) = OverlayKind::ALL.into_iter().find(is_new) {
            self.notice(kind.description());
            let is_missing = kind.shows_leaf_tree() && self.picture.leaves().is_none();
            let by_leaf = matches!(coloring(&self.state.overlays), Coloring::VisibleLeaf);
            if is_missing || (by_leaf && self.picture.pvs().is_none()) {
                let reason = match self.picture.failure() {
                    _ if self.background_stage().is_some() => text!("walk-tree-soon"),
                    Some(failure) => failure,
                    None => text!("walk-no-tree"),
                };
                self.notice(reason.to_owned());
            }
        }
        if is_painter_new {
            self.picture.film_is_front_to_back = false;
            // Only one film can be open.
            (self.state.build.open, self.state.query.open) = (false, false);
        }
    }
}

#[cfg(test)]
mod tests;
