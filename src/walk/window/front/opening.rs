//! Opens levels from the command line, a pasted view or the web page. Until the new level is ready, the walk continues
//! in the old one.

use std::{mem, sync::Arc};

use bspwalk_session::{
    LevelName, actions::FrontEnd as Controls, loading::Loading, view_line::ViewLine, walk::Session,
};
use bspwalk_text::text;
use web_time::Instant;
#[cfg(target_family = "wasm")]
use {bspwalk_session::actions::Action, winit::event_loop::ActiveEventLoop};

use super::{TITLE, WindowApp, settings_path};
#[cfg(target_family = "wasm")]
use crate::walk::window::in_page;
use crate::{
    cli::{self, WindowArgs},
    walk::clipboard::Clipboard,
};

impl WindowApp {
    pub(super) fn level(&self) -> LevelName {
        self.args.level.clone().unwrap_or_default()
    }

    /// Starts the walk in the new level once it is open.
    pub(super) fn go_on_loading(&mut self) -> Result<(), String> {
        let Some(loading) = &mut self.loading else {
            return Ok(());
        };
        let Some(opened) = loading.take()? else {
            return Ok(());
        };
        cli::open::say_rebuilt(&opened);
        self.loading = None;
        self.before = None;
        let session = Session::new(
            Arc::new(opened),
            Controls::SoftwareWindow,
            true,
            self.args.collision,
        );
        let mut session = session.map_err(|error| error.to_string())?;
        session.look_at(&self.args.at);
        session.follow_file(&self.args.tree);
        session.state.ui.captured = self.captured;
        session.set_settings_path(settings_path());
        session.bind_keys((self.keymap.clone(), self.wrong_keys.take()));
        // Skip the greeting: it names keys, but a phone has no keyboard, and the start page has already explained the
        // touch gestures.
        #[cfg(target_family = "wasm")]
        if crate::page::script::is_embedded() || crate::page::script::has_fingers() {
            session.greet_no_longer();
        }
        #[cfg(target_family = "wasm")]
        session.set_background(in_page::background(&session.opened));
        if let Some(screen) = &self.screen {
            screen
                .window
                .set_title(&format!("{} - {TITLE}", session.opened.level.name));
        }
        self.session = Some(session);
        self.last = Instant::now();
        self.touch();
        Ok(())
    }

    pub(super) fn load(&self) -> Loading {
        let level = self.level();
        #[cfg(not(target_family = "wasm"))]
        return Loading::start(&level, &self.args.tree);
        #[cfg(target_family = "wasm")]
        return Loading::of(in_page::open(level.clone(), &self.args), &level);
    }

    /// Starts opening another level. `before` contains the arguments of the current level. The walk continues there
    /// until the other level is open.
    fn load_instead(&mut self, before: WindowArgs) {
        self.before.get_or_insert(before);
        self.loading = Some(self.load());
    }

    /// Copies something and shows the returned notice.
    pub(super) fn copy(&mut self, copy: impl FnOnce(&mut Clipboard) -> String) {
        let told = copy(&mut self.clipboard);
        self.session.iter_mut().for_each(|session| session.notice(&*told));
    }

    /// Shows the view in the clipboard. If it belongs to another level, opens that level first.
    pub(super) fn paste_view(&mut self) {
        let Some(session) = &mut self.session else { return };
        match self.clipboard.paste() {
            Ok(line) => self.go_to_view(line),
            Err(reason) => session.notice(reason),
        }
    }

    /// Shows a view. If its level or tree parameters differ from the current ones, opens the view's level first.
    pub(super) fn go_to_view(&mut self, line: ViewLine) {
        let Some(session) = &mut self.session else { return };
        if session.go_to(&line) {
            return;
        }
        session.notice(text!("work-opening-level", level = line.level));
        let args = WindowArgs {
            level: Some(line.level),
            at: line.at,
            tree: line.tree,
            ..self.args.clone()
        };
        let before = mem::replace(&mut self.args, args);
        self.load_instead(before);
    }

    /// Carries out requests of the web page and reports the current view to it.
    #[cfg(target_family = "wasm")]
    pub(super) fn ask_page(&mut self, event_loop: &ActiveEventLoop) {
        if crate::page::take_build_film() {
            self.act(event_loop, Action::ToggleBuildFilm);
        }
        if let Some(args) = crate::page::take_asked() {
            let level = self.level();
            let before = mem::replace(&mut self.args, args);
            let is_same = self.level() == level;
            match self.session.as_mut().filter(|_| is_same) {
                Some(session) => session.look_at(&self.args.at),
                None => self.load_instead(before),
            }
            self.touch();
        }
        let shown = self.before.as_ref().unwrap_or(&self.args);
        let level = shown.level.clone().unwrap_or_default();
        if let Some(session) = &mut self.session {
            in_page::tell(&level, session);
            crate::page::set_busy(self.loading.is_some() || in_page::is_busy(session));
        }
    }
}
