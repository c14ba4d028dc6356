//! The films on screen. Determines which film the playback commands control, and how one film replaces another.

use std::sync::Arc;

use bspwalk_explain::films::Query;
use bspwalk_trees::{NodeTree, node_storing::Division};
use glam::Vec3;

use crate::{
    Opened,
    actions::FilmMove,
    body::Body,
    films::{DivisionFilm, OverlaySteps, Playback},
    overlays::OverlayKind,
    program_state::ProgramState,
    quiz::Painting,
    view::{FilmTree, View},
};

/// A film that is shown on screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActiveFilm {
    /// The build of the node-storing tree.
    Build,
    /// A query in the node-storing tree.
    Query,
    /// The division of the level, depth by depth.
    Division,
    /// Painter's order.
    Painter,
    /// The steps of an overlay.
    Steps,
}

/// Opens or closes a film of a tree. A query film may start its path at the body's eye.
pub type FilmChange = fn(&mut ProgramState, &Arc<NodeTree>, &Body);

/// Films in the model view: the build film, the query film and the division film. Opening a film closes the others. In
/// first person, it also switches to the model view; closing the film switches back.
impl ProgramState {
    /// Returns the film that playback commands control. If several films are shown, films in the model take precedence
    /// over overlays.
    pub fn active_film(&self) -> Option<ActiveFilm> {
        let films = [
            (ActiveFilm::Build, self.build.open),
            (ActiveFilm::Query, self.query.open),
            (ActiveFilm::Division, self.view.shows_division()),
            (ActiveFilm::Painter, self.overlays.is_on(OverlayKind::Painter)),
            (ActiveFilm::Steps, OverlaySteps::shown(&self.overlays).is_some()),
        ];
        films
            .into_iter()
            .find_map(|(film, is_shown)| is_shown.then_some(film))
    }

    /// Returns the playback of the open build film or query film, and the index of the film's last step.
    pub fn playback(&mut self, tree: &Arc<NodeTree>) -> Option<(&mut Playback, u32)> {
        if self.build.open {
            Some((&mut self.build.playback, tree.node_count().saturating_sub(1)))
        } else if self.query.open {
            let last = self.query.last_step(tree);
            Some((&mut self.query.playback, last))
        } else {
            None
        }
    }

    /// Executes a playback command on the open film. `deepest` is the last depth of the division film, if known.
    pub fn move_film_in_model(&mut self, to: FilmMove, tree: &Arc<NodeTree>, deepest: Option<u32>) {
        if let Some((film, last)) = self.playback(tree) {
            film.go(to, last);
        } else if self.view.shows_division() {
            let film = &mut self.view.film;
            let last = deepest.unwrap_or(film.shown() + 1);
            film.go(to, last);
        }
    }

    /// Returns the division that the build film shows, if the film is open and the division is known.
    ///
    /// Returns `None` while a division is held back for a question.
    pub fn shown_division(&self, tree: &Arc<NodeTree>) -> Option<&Arc<Division>> {
        self.divisions.shown(tree, &self.build)
    }

    /// Returns the division that is hidden until the user answers a question about it.
    pub fn held_division(&self, tree: &Arc<NodeTree>) -> Option<&Arc<Division>> {
        self.divisions.held(tree, &self.build)
    }

    /// Asks the question about the next step of the build film or the query film, if there is one.
    pub fn ask_about_film(&mut self, Opened { level, tree, .. }: &Opened) {
        let withheld = self.held_division(tree).cloned();
        let (quiz, eyes) = (&mut self.quiz, level.spawn.eye.y);
        quiz.ask_about_withheld_division(tree, eyes, &mut self.build, withheld.as_deref());
        quiz.ask_about_query_step(tree, &mut self.query);
    }

    /// Returns the position of the film of painter's order, if the film asks questions.
    pub fn asking_painter(&self) -> Option<u32> {
        self.overlays.painted().filter(|_| self.overlays.painter_asks)
    }

    /// Asks about the unit that the film of painter's order paints next. `painting` is `None` if the film asks nothing.
    pub fn ask_about_painting(&mut self, painting: Option<Painting<'_>>) {
        if let Some(position) = self.quiz.ask_about_next_painted(painting) {
            self.overlays.pause_painter_after(position);
        }
    }

    /// Returns the caption of the step of the open build film or query film.
    pub fn film_sentence(&self, tree: &Arc<NodeTree>) -> Option<String> {
        if self.build.open {
            Some(self.divisions.caption(tree, &self.build))
        } else {
            self.query.open.then(|| self.query.sentence(tree))
        }
    }

    /// Returns whether a step of the open film is still being computed.
    pub fn is_film_waiting(&self, tree: &Arc<NodeTree>) -> bool {
        self.build.is_waiting(tree.node_count()) || self.query.is_waiting(tree)
    }

    /// Closes all films and shows the model for a new film. Returns whether the camera was in first person before the
    /// first film opened.
    pub fn begin_film(&mut self) -> bool {
        let from_eyes = self.view.is_eye() || self.started_in_eyes() == Some(true);
        (self.build.open, self.query.open, self.query.preset) = (false, false, None);
        self.view.film = DivisionFilm::default();
        if self.view.is_eye() {
            self.view.view = View::Model;
        }
        from_eyes
    }

    /// Returns whether the open build film or query film started from first person, or `None` if neither is open.
    fn started_in_eyes(&self) -> Option<bool> {
        if self.build.open {
            Some(self.build.from_eyes)
        } else {
            self.query.open.then_some(self.query.from_eyes)
        }
    }

    /// Closes the build film or query film. Returns to first person if the film started there. Returns whether a film
    /// was open.
    pub fn close_film(&mut self) -> bool {
        let from_eyes = self.started_in_eyes();
        (self.build.open, self.query.open, self.query.preset) = (false, false, None);
        if from_eyes == Some(true) {
            self.view.view = View::Eye;
        }
        from_eyes.is_some()
    }

    /// Opens the build film.
    pub fn show_build(&mut self) {
        let from_eyes = self.begin_film();
        self.build.begin(from_eyes);
    }

    /// Opens a query film, paused at its first step.
    pub fn show_query(&mut self, query: &Query) {
        let from_eyes = self.begin_film();
        self.query.begin(query);
        self.query.from_eyes = from_eyes;
    }

    /// Opens or closes the build film.
    pub fn toggle_build(&mut self) {
        if self.build.open {
            self.close_film();
        } else {
            self.show_build();
        }
    }

    /// Opens or closes the film of a query along a path. `path` returns the start and end of the path, in metres.
    pub fn toggle_query(&mut self, path: impl FnOnce() -> [Vec3; 2]) {
        if self.query.open {
            self.close_film();
            return;
        }
        [self.query.asked.from, self.query.asked.to] = path();
        self.query.asked.mode = self.query_mode;
        let query = self.query.asked.query();
        self.show_query(&query);
    }

    /// Opens or closes the division film. Closing it does not change the view.
    pub fn toggle_division(&mut self) {
        if self.view.shows_division() {
            self.view.film = DivisionFilm::default();
        } else {
            self.begin_film();
            self.view.film = DivisionFilm::of(FilmTree::Nodes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlays::Overlays;

    #[test]
    fn films_are_exclusive_and_restore_the_view() {
        let mut films = ProgramState {
            overlays: Overlays::showing([OverlayKind::Painter, OverlayKind::SolidCut]),
            ..ProgramState::default()
        };
        let path = || [Vec3::ZERO, Vec3::X];
        let active = ProgramState::active_film;
        assert_eq!(active(&films), Some(ActiveFilm::Painter));
        films.toggle_build();
        assert_eq!(
            (active(&films), films.view.view),
            (Some(ActiveFilm::Build), View::Model)
        );
        films.toggle_query(path);
        assert!(!films.build.open && films.query.open && !films.query.playing);
        assert_eq!(films.query.asked.to, Vec3::X);
        assert_eq!(active(&films), Some(ActiveFilm::Query));
        assert!(films.close_film() && films.view.is_eye());
        films.toggle_query(path);
        films.toggle_division();
        assert_eq!(active(&films), Some(ActiveFilm::Division));
        assert!(!films.query.open && films.view.film.playing);
        films.toggle_division();
        assert_eq!(
            (active(&films), films.view.view),
            (Some(ActiveFilm::Painter), View::Model)
        );
        films.toggle_build();
        films.toggle_build();
        assert_eq!(films.view.view, View::Model, "the film opened in the model");
        assert!(!films.close_film());
    }
}
