//! Quiz in a walk. Questions are shown in the model view and answered with the film keys.

use std::path::PathBuf;

use bspwalk_explain::quiz::{QuizAnswer, Trees};
use bspwalk_text::text;

use super::Session;
use crate::{
    easing::Easing,
    program::quiz_trees,
    program_settings::ProgramSettings,
    quiz::QuizState,
    view::{ModelView, Orbit, View},
};

impl Session {
    /// Returns the quiz, if it is open.
    pub fn quiz(&self) -> Option<&QuizState> {
        Some(&self.state.quiz).filter(|quiz| quiz.is_open())
    }

    /// Sets the settings file, reads the settings from it, and shows a notice if some are invalid.
    ///
    /// The quiz answers are saved in this file, and the bookmarks of built-in levels next to it. If `path` is `None`,
    /// neither is saved.
    pub fn set_settings_path(&mut self, path: Option<PathBuf>) {
        self.easing = Easing::kept(path.as_deref());
        if let Some(path) = &path {
            let (settings, problem) = ProgramSettings::read(path);
            self.state.apply_settings(settings);
            problem.into_iter().for_each(|problem| self.notice(problem));
        }
        self.settings_path = path;
    }

    /// Returns the trees for generating questions.
    pub fn quiz_trees(&mut self) -> Trees {
        self.change(quiz_trees)
    }

    /// Shows the subject of a question in the model view. `cut` is the height of the cut, in metres.
    pub fn look_at_question(&mut self, orbit: Orbit, cut: f32) {
        self.state.view = ModelView {
            view: View::Model,
            orbit: Some(orbit),
            cut: Some(cut),
            ..ModelView::default()
        };
    }

    /// Submits the marked answer, or continues if the question is already answered. Returns whether the quiz is
    /// open.
    pub(super) fn go_on_in_quiz(&mut self) -> bool {
        if !self.state.quiz.is_open() {
            return false;
        }
        if let Some(given) = self.state.quiz.marked_answer() {
            self.answer(given);
        } else if self.state.quiz.current_answer().is_some() {
            self.change(|program| {
                program.go_on_after_answer();
            });
        }
        true
    }

    fn answer(&mut self, given: QuizAnswer) {
        self.state.quiz.answer(&self.opened.level.name, given);
        let Some(path) = &self.settings_path else {
            return;
        };
        if let Err(error) = self.state.write_answers(path) {
            let problem = text!("walk-answers-not-written", path = path.display(), error);
            self.settings_path = None;
            self.notice(problem);
        }
    }

    /// Answers the question with the letter of a choice. Returns whether the quiz handles the key. If so, the key must
    /// have no other effect.
    ///
    /// `is_new` is false for repeats of a held key.
    pub fn answer_by_key(&mut self, key: char, is_new: bool) -> bool {
        let choice = self
            .state
            .quiz
            .choice_of_key(key)
            .filter(|_| self.state.ui.help.is_none());
        if let Some(given) = choice.filter(|_| is_new && self.state.quiz.current_answer().is_none()) {
            self.answer(given);
        }
        choice.is_some()
    }

    pub(super) fn follow_quiz(&mut self) {
        if self.state.quiz.is_open() {
            let trees = self.quiz_trees();
            self.state.quiz.update_questions(&trees);
        }
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_trees::NodeId;
    use std::{fs, path::Path, sync::Arc, thread, time::Duration};

    use bspwalk_explain::quiz::{Answers, Question, Results};

    use super::*;
    use crate::{
        actions::{Action, FrontEnd, HeldInput},
        overlays::{OverlayKind, Overlays},
        walk::walk,
    };

    /// Returns a walk with an open quiz that saves its answers in a file.
    fn quiz(path: &Path) -> (Session, HeldInput) {
        let (mut session, mut keys) = walk(FrontEnd::SoftwareWindow);
        session.set_settings_path(Some(path.to_owned()));
        session.handle(Action::ToggleQuiz, &mut keys);
        (session, keys)
    }

    /// Waits for the next question.
    fn asked(session: &mut Session) -> Arc<Question> {
        loop {
            session.follow_quiz();
            if let Some(question) = session.quiz().unwrap().current_question() {
                return Arc::clone(question);
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Answers the next question with the marked choice. Returns the question's ID.
    fn answer(session: &mut Session, keys: &mut HeldInput) -> String {
        let id = asked(session).id();
        session.handle(Action::AcceptOffer, keys);
        assert!(session.quiz().unwrap().current_answer().is_some());
        session.handle(Action::AcceptOffer, keys);
        id
    }

    /// Returns the question IDs of the answers in a file, read in the same way as the engine's window does.
    fn kept(path: &Path) -> Vec<String> {
        let text = fs::read_to_string(path).unwrap();
        let table: toml::Table = text.parse().unwrap();
        let results: Results = table["settings"]["quiz"].clone().try_into().unwrap();
        results.answered.into_iter().map(|answered| answered.id).collect()
    }

    #[test]
    fn answers_are_saved_without_losing_settings() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        fs::write(&path, "dock = true\n[settings]\nhead_bob = true\n").unwrap();
        let (mut session, mut keys) = quiz(&path);
        let first: Vec<String> = (0..2).map(|_| answer(&mut session, &mut keys)).collect();
        assert_eq!(kept(&path), first);
        assert_eq!(session.notices().count(), 0);
        // The next walk asks different questions, starts a new count, and appends its answers to the file.
        let (mut session, mut keys) = quiz(&path);
        let next = answer(&mut session, &mut keys);
        assert!(!first.contains(&next));
        assert_eq!(session.quiz().unwrap().round_results().answered.len(), 1);
        assert_eq!(kept(&path), [&first[..], &[next]].concat());
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("dock = true") && text.contains("head_bob = true"));
    }

    #[test]
    fn letter_keys_only_answer() {
        let folder = tempfile::tempdir().unwrap();
        let (mut session, mut keys) = quiz(&folder.path().join("settings.toml"));
        assert!(!session.answer_by_key('b', true), "nothing is asked yet");
        let mut question = asked(&mut session);
        while !matches!(question.answers, Answers::Choices(_)) {
            let state = &mut session.state;
            let _ = state
                .quiz
                .close_and_resume_film(&mut state.build, &mut state.query);
            question = asked(&mut session);
        }
        assert!(session.answer_by_key('b', false), "a held key");
        assert_eq!(session.quiz().unwrap().current_answer(), None);
        assert!(session.answer_by_key('b', true));
        assert_eq!(
            session.quiz().unwrap().current_answer(),
            Some(QuizAnswer::Choice(1))
        );
        assert!(session.answer_by_key('a', true), "it is answered once");
        assert_eq!(
            session.quiz().unwrap().current_answer(),
            Some(QuizAnswer::Choice(1))
        );
        assert!(question.format_answer(QuizAnswer::Choice(1)).starts_with('B'));
        session.handle(Action::ToggleQuiz, &mut keys);
        assert!(!session.answer_by_key('b', true));
    }

    #[test]
    fn broken_file_is_moved_aside_with_one_notice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        fs::write(&path, "[settings\n").unwrap();
        let (mut session, mut keys) = quiz(&path);
        let told: Vec<String> = session.notices().map(str::to_owned).collect();
        assert!(told.len() == 1 && told[0].contains("settings.toml.broken"));
        let first = answer(&mut session, &mut keys);
        assert_eq!(kept(&path), [first]);
        let broken = fs::read_to_string(path.with_extension("toml.broken"));
        assert_eq!(broken.unwrap(), "[settings\n");
        assert_eq!(session.notices().count(), 1);
    }

    #[test]
    fn unsaved_answers_are_reported_once() {
        let folder = tempfile::tempdir().unwrap();
        // The answers cannot be saved, because a file occupies the path of their folder.
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let path = file.join("settings.toml");
        let (mut session, mut keys) = quiz(&path);
        session.notices.clear();
        for turn in 1..4 {
            answer(&mut session, &mut keys);
            assert_eq!(session.quiz().unwrap().round_results().answered.len(), turn);
            let told: Vec<&str> = session.notices().collect();
            let is_told_now = told.iter().any(|text| text.contains("until you quit"));
            assert!(is_told_now == (turn == 1) && told.len() < 2, "{told:?}");
            session.notices.clear();
        }
    }

    #[test]
    fn quiz_takes_keys_and_restores_the_view() {
        let (mut session, mut keys) = walk(FrontEnd::Terminal);
        session.state.overlays.set(OverlayKind::Planes, true);
        session.handle(Action::SelectNode(NodeId(2)), &mut keys);
        session.handle(Action::ToggleQuiz, &mut keys);
        assert!(session.state.overlays == Overlays::none() && session.state.level.selected.node.is_none());
        for turn in 0..4 {
            let question = asked(&mut session);
            let right = match question.right {
                QuizAnswer::Choice(place) => place as u32,
                QuizAnswer::Number(number) => number,
            };
            while session.quiz().unwrap().marked != right {
                let is_below = session.quiz().unwrap().marked < right;
                let steps = [Action::PreviousStep, Action::NextStep];
                session.handle(steps[usize::from(is_below)], &mut keys);
            }
            session.handle(Action::AcceptOffer, &mut keys);
            let quiz = session.quiz().unwrap();
            assert_eq!(quiz.current_answer(), Some(question.right));
            assert_eq!(quiz.round_results().tally(None).points, f64::from(turn + 1));
            session.handle(Action::AcceptOffer, &mut keys);
            let quiz = session.quiz().unwrap();
            assert_eq!((quiz.current_answer(), quiz.marked), (None, 0));
        }
        session.handle(Action::Escape, &mut keys);
        assert!(session.quiz().is_none());
        assert!(
            session.state.overlays.is_on(OverlayKind::Planes)
                && session.state.level.selected.node == Some(NodeId(2))
        );
    }
}
