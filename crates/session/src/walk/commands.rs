//! What the commands of a walk do.

use bspwalk_draw::raster::Coloring;
use bspwalk_trees::{NodeTree, collision::mover::CollisionMethod, node_storing::NodeId};
use glam::DVec3;

use super::{Request, Session, TWICE};
use crate::{
    controls::{Command, Front, Held, key_of},
    files,
    film::Film,
    recording::Draft,
    stop_reason::{Explanation, Following},
};

impl Session {
    /// Does what a key asks for. Where the front has to do something, returns what.
    pub fn handle(&mut self, command: Command, keys: &mut Held) -> Option<Request> {
        self.greeting = 0.0;
        match command {
            Command::Respawn => {
                self.body.respawn();
                self.close_what_was_left();
            }
            Command::ToggleWalking => {
                self.body.toggle_walking();
                let [up, down] = if self.front == Front::Window {
                    ["Space", "Ctrl"]
                } else {
                    ["Space", "X"]
                };
                self.notice(if self.body.is_walking() {
                    format!("Walking: {up} jumps, {down} crouches")
                } else {
                    format!("Flying: {up} goes up, {down} down")
                });
            }
            Command::ToggleNoclip => {
                self.body.toggle_noclip();
                self.close_what_was_left();
                self.notice(if self.body.is_noclip() {
                    "Noclip: you pass through walls"
                } else {
                    "Walls stop you again"
                });
            }
            Command::NextCollision => self.next_collision(),
            Command::Why => self.ask_why(),
            Command::Slower => self.time_scale.slow_down(),
            Command::TogglePause => {
                self.time_scale.toggle_pause();
                self.left_over = 0.0;
            }
            Command::SingleStep => {
                self.left_over = 0.0;
                let steps = self.time_scale.paused;
                self.time_scale.step_once();
                if steps {
                    self.step(keys);
                }
            }
            Command::ToggleRecording => self.toggle_recording(),
            Command::SelectUnderCrosshair => self.select_under_crosshair(),
            Command::SelectParent => self.select(|tree, node| Some(tree.node(node)?.parent.unwrap_or(node))),
            Command::SelectFront => self.select(|tree, node| tree.node(node)?.front),
            Command::SelectBack => self.select(|tree, node| tree.node(node)?.back),
            Command::ClearSelection => self.selected = None,
            Command::NextColoring => self.next_coloring(),
            Command::ToggleWireframe => self.picture.wireframe = !self.picture.wireframe,
            Command::Overlay(kind) => {
                self.overlays.press(kind.key());
                if self.overlays.is_on(kind) {
                    self.notice(kind.description());
                }
            }
            Command::TogglePath => self.path = !self.path,
            Command::TogglePlan => self.plan = !self.plan,
            Command::NextMethod if self.film.is_some() => {
                self.picture.film_is_front_to_back ^= true;
            }
            Command::NextMethod => {
                let name = self.picture.next_method();
                self.notice(format!("Hidden surfaces: {name}"));
            }
            Command::NextCulling => {
                self.picture.culls = !self.picture.culls;
                let text = self.culling_words();
                self.notice(text);
            }
            Command::ToggleFilm => {
                let camera = self.camera();
                self.picture.film_is_front_to_back = false;
                self.film = match self.film {
                    Some(_) => None,
                    None => Some(Film::new(self.picture.fragments_in_view(&camera))),
                };
            }
            Command::ToggleFilmRun => self.film.iter_mut().for_each(Film::toggle),
            Command::FilmNext => self.film.iter_mut().for_each(|film| film.step(1)),
            Command::FilmPrevious => self.film.iter_mut().for_each(|film| film.step(-1)),
            Command::FilmFaster | Command::FilmSlower if self.film.is_none() => {
                let deeper = command == Command::FilmFaster;
                self.overlays
                    .step(deeper, self.opened.tree.statistics().depth.saturating_sub(1));
                let ([first, last], cells) = (self.overlays.plane_depths, self.overlays.cell_depth);
                self.notice(format!(
                    "Planes of depths {first} to {last}, cells of depth {cells}"
                ));
            }
            Command::FilmFaster => self.film.iter_mut().for_each(|film| film.shift_speed(1)),
            Command::FilmSlower => self.film.iter_mut().for_each(|film| film.shift_speed(-1)),
            Command::HideAll => {
                self.picture.reset();
                (self.film, self.why, self.selected) = (None, None, None);
                (self.plan, self.path) = (false, false);
                self.overlays.press('0');
            }
            Command::ToggleHelp => {
                let next = self.help.map_or(0, |page| page + 1);
                self.help = (self.help.is_none() || next < self.help_pages).then_some(next);
            }
            Command::Screenshot => return Some(Request::Screenshot),
            Command::TogglePixels => return Some(Request::TogglePixels),
            Command::Suspend => return Some(Request::Suspend),
            Command::Redraw => return Some(Request::Redraw),
            Command::ToggleFullScreen => return Some(Request::FullScreen),
            Command::Escape => return self.escape(),
            Command::Leave => return Some(Request::Leave),
        }
        None
    }

    /// Closes the uppermost of what is open.
    fn escape(&mut self) -> Option<Request> {
        if self.help.take().is_some() {
            return None;
        }
        if self.captured {
            return Some(Request::FreeMouse);
        }
        if self.why.take().is_some() || self.film.take().is_some() {
            return None;
        }
        if self.leaving > 0.0 {
            return Some(Request::Leave);
        }
        self.leaving = TWICE;
        let key = key_of(self.front, Command::Escape, self.unicode);
        self.notice(format!("{key} once more leaves."));
        None
    }

    /// Closes the explanation of a stop whose steps are forgotten, as the body was put elsewhere.
    fn close_what_was_left(&mut self) {
        if self.body.history().last().is_none() {
            self.why = None;
        }
    }

    fn ask_why(&mut self) {
        if self.why.take().is_some() {
            return;
        }
        let why = Explanation::new(&self.opened.tree, &self.opened.level, self.body.history());
        self.why = why.map(Following::from);
        match &self.why {
            Some(why) => {
                if let Some(reason) = why.reasons.first() {
                    self.selected = Some(reason.node);
                }
            }
            None => self.notice("Nothing stood in your way in the last seconds."),
        }
    }

    fn select(&mut self, next: impl Fn(&NodeTree, NodeId) -> Option<NodeId>) {
        let tree = &self.opened.tree;
        match self.selected {
            None => self.selected = tree.root(),
            Some(node) => match next(tree, node) {
                Some(next) => self.selected = Some(next),
                None => {
                    self.notice("There is no child on this side.");
                    return;
                }
            },
        }
        self.tell_selection();
    }

    fn tell_selection(&mut self) {
        if let Some(words) = self.selection_words() {
            self.notice(words);
        }
    }

    fn select_under_crosshair(&mut self) {
        let tree = &self.opened.tree;
        let camera = self.camera();
        let reach = tree.bounds().size().length().max(1.0);
        let (from, along) = (camera.eye, self.body.forward());
        let [from, to] = [from, from + along * reach].map(DVec3::as_vec3);
        self.selected = tree.cast(from, to).map(|hit| hit.node);
        if self.selected.is_none() {
            self.notice("There is no face under the crosshair.");
        }
        self.tell_selection();
    }

    fn next_collision(&mut self) {
        let has_hulls = self.opened.level.hulls().is_some();
        let all = if has_hulls {
            &CollisionMethod::ALL[..]
        } else {
            &CollisionMethod::OF_ANY_LEVEL
        };
        let at = all.iter().position(|&method| method == self.body.method);
        let method = all[at.map_or(0, |at| (at + 1) % all.len())];
        self.body.method = method;
        let waits = if method.needs_leaves() && self.picture.planes().is_none() {
            if self.working().is_some() {
                " - as soon as the solid-leaf tree is built"
            } else {
                " - but there is no solid-leaf tree: as `sweep`"
            }
        } else {
            ""
        };
        self.notice(format!(
            "Collision: {}, {}{waits}",
            method.name(),
            method.description()
        ));
    }

    fn next_coloring(&mut self) {
        self.picture.next_coloring();
        self.notice(format!("Colours: {}", self.picture.coloring_name()));
        let by_leaf = matches!(self.picture.coloring(), Coloring::Leaf | Coloring::VisibleLeaf);
        if by_leaf && self.picture.leaves().is_none() {
            self.notice(if self.working().is_some() {
                "Colours by leaf come as soon as the solid-leaf tree is built."
            } else {
                "There is no solid-leaf tree to colour by."
            });
        }
    }

    fn toggle_recording(&mut self) {
        if self.draft.is_some() {
            self.end_recording();
            return;
        }
        let [noclip, record] = [Command::ToggleNoclip, Command::ToggleRecording]
            .map(|key| key_of(self.front, key, self.unicode));
        if self.body.is_noclip() {
            self.notice(format!("A script records the body: end noclip ({noclip}) first."));
            return;
        }
        // From rest, as playing it begins.
        self.body.rest();
        self.draft = Some(Draft::new(self.level().origin));
        self.notice(format!("Recording a script: {record} ends it."));
    }

    /// Ends the recording, where there is one, and saves it.
    pub fn end_recording(&mut self) {
        let Some(draft) = self.draft.take() else { return };
        let Some(text) = draft.end() else {
            self.notice("Nothing was recorded: the body made no step.");
            return;
        };
        let saved = files::save(&files::folder(), &self.level().name, "jsonl", text.as_bytes());
        let said = match saved {
            Ok(path) => format!(
                "The script was saved: `bspwalk walk {} --script {}` plays it.",
                self.opened.name(),
                path.display()
            ),
            Err(problem) => format!("The script was not saved: {problem}."),
        };
        self.saved.push(said.clone());
        self.notice(said);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{LevelName, controls::Motion, opened, tree_args::TreeArgs};
    use bspwalk_trees::collision::mover::Event;

    /// Walks into the wall ahead until the walk can say why it stopped, and lets it say so.
    fn stopped(session: &mut Session, keys: &mut Held) {
        keys.press(Motion::Forward);
        for _ in 0..3000 {
            session.step(keys);
            let last = session.body().history().last().expect("it made a step");
            if last
                .step
                .events
                .iter()
                .any(|event| matches!(event, Event::Blocked { .. }))
            {
                break;
            }
        }
        for _ in 0..30 {
            session.step(keys);
        }
        keys.release_all();
        session.handle(Command::Why, keys);
        assert!(session.why().is_some(), "no wall came");
    }

    #[test]
    fn whoever_is_put_elsewhere_is_told_of_no_wall_that_was_left() {
        let level = LevelName::BuiltIn("hall".to_owned());
        let opened =
            Arc::new(opened::open(&level, &TreeArgs::default(), &Arc::default()).expect("it is built in"));
        let mut session = Session::new(opened, Front::Terminal, true, None).expect("it has no liquids");
        let mut keys = Held::default();
        stopped(&mut session, &mut keys);
        session.handle(Command::Respawn, &mut keys);
        assert!(session.why().is_none() && session.body().history().last().is_none());
        session.handle(Command::Why, &mut keys);
        assert!(session.why().is_none(), "{:?}", session.why());
        // Through the air without the body, which then comes to the eye.
        stopped(&mut session, &mut keys);
        session.handle(Command::ToggleNoclip, &mut keys);
        assert!(session.why().is_some(), "the body is still there");
        keys.press(Motion::Back);
        for _ in 0..120 {
            session.step(&mut keys);
        }
        keys.release_all();
        session.handle(Command::ToggleNoclip, &mut keys);
        assert!(session.why().is_none() && session.body().history().last().is_none());
        // A recording begins where the body is: its last seconds can still be explained.
        stopped(&mut session, &mut keys);
        session.handle(Command::ToggleRecording, &mut keys);
        session.handle(Command::Why, &mut keys);
        session.handle(Command::Why, &mut keys);
        assert!(session.why().is_some());
    }
}
