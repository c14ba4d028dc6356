//! Execution of actions in a walk.

use bspwalk_collision::mover::CollisionMethod;
use bspwalk_draw::raster::{Camera, Coloring};
use bspwalk_text::text;
use glam::{EulerRot, Quat, Vec2};

use super::{Request, Selected, Session, TWICE, coloring};
use crate::{
    actions::{Action, Control, Effect, FilmMove, Held, palette_commands},
    culling::CullingView,
    escape::Close,
    films::{ActiveFilm, PainterFilm, from_eye},
    leak_walk,
    overlays::{OverlayKind, Overlays},
    palette::{Entry, Palette, PaletteKey},
    selection_history::SelectionHistory,
};

/// Number of presses of a depth key from one end of painter's order to the other.
const FILM_PARTS: i64 = 20;

impl Session {
    /// Executes an action. Ignores actions that a walk does not support. Returns a request if the front end
    /// must act.
    pub fn handle(&mut self, action: Action, keys: &mut Held) -> Option<Request> {
        self.greeting = 0.0;
        self.walker.interrupt(action);
        match action {
            Action::Respawn
            | Action::ToggleWalking
            | Action::ToggleNoclip
            | Action::NextCollision
            | Action::Why
            | Action::ToggleReplay => self.command_walker(action),
            Action::Slower | Action::TogglePause | Action::SingleStep => {
                if action != Action::Slower {
                    self.left_over = 0.0;
                }
                if self.walker.time_scale.handle(action) {
                    self.step(keys);
                }
            }
            Action::ToggleRecording => self.toggle_recording(),
            Action::PlayScript => self.play_script(),
            Action::SelectUnderCrosshair => self.choose(action, self.aim_at([0.5; 2], [1, 1])),
            Action::SelectParent
            | Action::SelectFront
            | Action::SelectBack
            | Action::SelectNode(_)
            | Action::ClearSelection => self.choose(action, None),
            Action::SelectLeaf(leaf) => {
                let leaf = Some(leaf);
                self.select(Selected {
                    leaf,
                    ..self.selected
                });
            }
            Action::SelectionBack | Action::SelectionForward => {
                let back = action == Action::SelectionBack;
                match self.selections.go(back) {
                    Some(selected) => {
                        self.selected = selected;
                        self.tell_selection();
                    }
                    None => self.notice(SelectionHistory::<Selected>::at_its_end(back)),
                }
            }
            Action::SpeedUp | Action::SpeedDown => {
                self.change_speed(if action == Action::SpeedUp { 1.0 } else { -1.0 });
            }
            Action::Overlay(key) => self.change_overlays(|overlays| overlays.press(key)),
            Action::Show(kind) => {
                self.change_overlays(|overlays| overlays.set(kind, !overlays.is_on(kind)));
            }
            Action::Deeper | Action::Shallower => self.step_depths(action == Action::Deeper),
            Action::LookAtSelection => self.look_at_selection(),
            Action::FirstPerson => {
                self.plan = false;
                if !self.model.is_eye() {
                    self.toggle_model();
                }
            }
            Action::ToggleModel => self.toggle_model(),
            Action::TogglePlan => self.plan = !self.plan,
            Action::NextMethod if self.film.is_some() => self.picture.film_is_front_to_back ^= true,
            Action::NextMethod => {
                let name = self.picture.next_method();
                self.notice(text!("walk-hidden-surfaces", name));
            }
            Action::NextCulling | Action::ToggleFrozenCulling => self.command_culling(action),
            Action::AlongLeak | Action::BackAlongLeak => self.step_along_leak(action == Action::AlongLeak),
            Action::ToggleBuildFilm => self.toggle_film(|films, _, _| films.toggle_build()),
            Action::ToggleQueryFilm => {
                let mode = self.query_mode;
                self.toggle_film(|films, tree, body| {
                    films.query.asked.mode = mode;
                    films.toggle_query(|| from_eye(tree, body.position, body.forward()));
                });
            }
            Action::NextQueryMode => {
                self.query_mode = self.query_mode.next();
                self.films.query.asked.mode = self.query_mode;
                self.notice(text!("walk-query-mode", mode = self.query_mode.title()));
            }
            Action::ToggleQuiz => self.toggle_quiz(),
            Action::AcceptOffer if self.answer_or_go_on() => {}
            Action::AcceptOffer => {
                self.move_film(FilmMove::Play);
                keys.use_in_front();
            }
            Action::NextStep | Action::PreviousStep if self.quiz.is_open() => {
                self.quiz.mark(action == Action::NextStep);
            }
            Action::NextStep
            | Action::PreviousStep
            | Action::FirstStep
            | Action::LastStep
            | Action::TogglePlaying => {
                if let Some(to) = action.film_move() {
                    self.move_film(to);
                }
            }
            Action::ToggleHelp => {
                let next = self.help.map_or(0, |page| page + 1);
                self.help = (self.help.is_none() || next < self.help_pages).then_some(next);
            }
            Action::TogglePalette => {
                self.palette = match self.palette.take() {
                    Some(_) => None,
                    None => Some(Palette::new(self.palette_entries())),
                };
            }
            Action::Screenshot => return Some(Request::Screenshot),
            Action::TogglePixels => return Some(Request::TogglePixels),
            Action::Suspend => return Some(Request::Suspend),
            Action::Redraw => return Some(Request::Redraw),
            Action::ToggleFullScreen => return Some(Request::FullScreen),
            Action::CopyView => return Some(Request::CopyView),
            Action::PasteView => return Some(Request::PasteView),
            Action::KeepView => self.keep_view(),
            Action::NextBookmark => return Some(Request::NextBookmark),
            Action::Escape => return self.escape(),
            Action::Leave => return Some(Request::Leave),
            // Only the engine's window supports these actions.
            Action::GoToStation(_)
            | Action::WatchStation(_)
            | Action::Tour
            | Action::TourStation(_)
            | Action::TogglePanel
            | Action::SelectUnderPointer
            | Action::SightFrom(_)
            | Action::ToggleTreeDock
            | Action::TogglePlanarPage
            | Action::ToggleDuel
            | Action::NextMap
            | Action::ToggleTreeOwner
            | Action::ToggleDivision
            | Action::OpenDialog
            | Action::ToggleMenu
            | Action::ToggleMenuBar
            | Action::ToggleToolBar
            | Action::ToggleHints
            | Action::ToggleGlossary
            | Action::About
            | Action::LargerText
            | Action::SmallerText
            | Action::DefaultText
            | Action::Export(_)
            | Action::CopyQueryFilm
            | Action::UndoPlane
            | Action::RedoPlane
            | Action::KeepPlanes
            | Action::DropPlanes
            | Action::Undo
            | Action::Redo
            | Action::DeclineOffer => {}
        }
        None
    }

    /// Passes an action to the walker. Selects the node of the first face in an explanation.
    fn command_walker(&mut self, action: Action) {
        if action == Action::Respawn {
            // The cut follows the eyes again.
            self.model.cut = None;
        }
        let planes = self.picture.planes();
        let trees = self.opened.trees_with(planes.as_deref());
        let names = self.keymap.names_for(self.front, self.unicode).with_pad(self.pad);
        let told = self.walker.handle(action, &self.opened.level, trees, names);
        let told = match told {
            Some(told) if action == Action::NextCollision => Some(self.collision_chosen(told)),
            told => told,
        };
        if let Some(told) = told {
            self.notice(told);
        }
        let reason = self.walker.reason().filter(|_| action == Action::Why);
        if let Some(reason) = reason {
            let node = reason.node_of_level();
            self.select(Selected {
                node,
                ..self.selected
            });
        }
    }

    fn command_culling(&mut self, action: Action) {
        let camera = self.walker.body.camera(self.part());
        let turn = Quat::from_euler(EulerRot::YXZ, camera.yaw as f32, camera.pitch as f32, 0.0);
        let up = (Camera::default_field_of_view() as f32 * 0.5).tan();
        let half = Vec2::new(up * self.aspect(), up);
        let view = CullingView::perspective(camera.eye.as_vec3(), turn, half);
        let is_working = self.working().is_some();
        let names = self.keymap.names_for(self.front, self.unicode).with_pad(self.pad);
        let told = self
            .picture
            .cull(action, view, is_working, |action| names.of(action));
        self.revision += 1;
        if let Some(told) = told {
            self.notice(told);
        }
    }

    /// Closes the topmost open item. If nothing is open, the second press quits.
    fn escape(&mut self) -> Option<Request> {
        match Close::topmost(self.closable_items()) {
            Some(Close::Palette) => self.palette = None,
            Some(Close::Help) => self.help = None,
            Some(Close::Mouse) => return Some(Request::FreeMouse),
            Some(Close::Quiz) => _ = self.end_quiz(),
            Some(Close::ShownFilm) => _ = self.end_film(),
            Some(item) => self.walker.close(item),
            None if self.leaving > 0.0 => return Some(Request::Leave),
            None => {
                self.leaving = TWICE;
                let key = self.keys().of(Action::Escape);
                self.notice(text!("walk-once-more", key));
            }
        }
        None
    }

    fn closable_items(&self) -> impl Iterator<Item = (Close, bool)> {
        let has_film = self.active_film().is_some_and(|film| film != ActiveFilm::Steps);
        let items = [
            (Close::Palette, self.palette.is_some()),
            (Close::Help, self.help.is_some()),
            (Close::Mouse, self.captured),
            (Close::Quiz, self.quiz.is_open()),
            (Close::ShownFilm, has_film),
        ];
        items.into_iter().chain(self.walker.closable_items())
    }

    /// Handles a key while the palette is open. Call it before the key has any other effect.
    pub fn press_in_palette(&mut self, key: PaletteKey, keys: &mut Held) -> Option<Request> {
        match key {
            PaletteKey::Run => {
                let chosen = self.palette.as_ref().and_then(Palette::chosen);
                let action = chosen.map(|entry| entry.command)?;
                self.palette = None;
                self.handle(action, keys)
            }
            PaletteKey::Close => {
                self.palette = None;
                None
            }
            key => {
                self.palette.iter_mut().for_each(|palette| palette.press(key));
                None
            }
        }
    }

    fn palette_entries(&self) -> Vec<Entry<Action>> {
        let commands = palette_commands(self.front).into_iter();
        let entry = |(command, control): (Action, &Control)| Entry {
            command,
            name: control.title.text().to_owned(),
            key: self.keys().bound(Effect::Send(command)).unwrap_or_default(),
            why_not: None,
        };
        commands.map(entry).collect()
    }

    fn change_overlays(&mut self, change: impl FnOnce(&mut Overlays)) {
        let before = self.overlays.clone();
        change(&mut self.overlays);
        let is_left = before.is_on(OverlayKind::Leak) && !self.overlays.is_on(OverlayKind::Leak);
        if is_left && leak_walk::leave(&mut self.leak_place, &mut self.walker.body) {
            self.notice(self.walker.body.noclip_words());
        }
        let is_new = |kind: &OverlayKind| self.overlays.is_on(*kind) && !before.is_on(*kind);
        if let Some(kind) = OverlayKind::ALL.into_iter().find(is_new) {
            self.notice(kind.description());
            let is_missing = kind.shows_leaf_tree() && self.picture.leaves().is_none();
            let by_leaf = matches!(coloring(&self.overlays), Coloring::VisibleLeaf);
            if is_missing || (by_leaf && self.picture.pvs().is_none()) {
                let reason = match self.picture.failure() {
                    _ if self.working().is_some() => text!("walk-tree-soon"),
                    Some(failure) => failure,
                    None => text!("walk-no-tree"),
                };
                self.notice(reason.to_owned());
            }
        }
        match (self.overlays.is_on(OverlayKind::Painter), &self.film) {
            (true, None) => {
                let camera = self.camera();
                self.picture.film_is_front_to_back = false;
                // Only one film can be open.
                self.films.close();
                self.film = Some(PainterFilm::new(self.picture.fragments_in_view(&camera)));
            }
            (false, Some(_)) => self.film = None,
            _ => {}
        }
    }

    /// Shows planes and cells one depth deeper or shallower, or moves through painter's order.
    fn step_depths(&mut self, deeper: bool) {
        if let Some(film) = &mut self.film {
            let part = (i64::from(film.count()) / FILM_PARTS).max(1);
            film.step(if deeper { part } else { -part });
            if !self.overlays.is_on(OverlayKind::Planes) && !self.overlays.is_on(OverlayKind::Cells) {
                return;
            }
        }
        self.overlays
            .step(deeper, self.opened.tree.statistics().depth.saturating_sub(1));
        let ([first, last], cells) = (self.overlays.plane_depths, self.overlays.cell_depth);
        self.notice(text!("walk-depths", first, last, cells));
    }

    fn step_along_leak(&mut self, forward: bool) {
        let built = self.picture.built();
        let Some(leak) = built.and_then(|built| built.leak.clone()) else {
            let reason = built.map_or(text!("leaftree-leak-not-yet"), |built| built.no_leak);
            self.notice(reason);
            return;
        };
        self.overlays.set(OverlayKind::Leak, true);
        let told = leak_walk::step(&leak, &mut self.leak_place, forward, &mut self.walker.body);
        self.walker.close_what_was_left();
        self.notice(told);
    }

    /// Returns the notice for a collision method, whose planes may not be ready.
    fn collision_chosen(&self, told: String) -> String {
        if self.walker.body.method != CollisionMethod::Planes || self.picture.planes().is_some() {
            told
        } else if self.working().is_some() {
            text!("walk-collision-soon", told)
        } else {
            text!("walk-collision-as-sweep", told)
        }
    }
}

#[cfg(test)]
mod tests;
