//! Bookmark commands of a walk.

use super::Session;
use crate::{actions::Action, bookmarks::Bookmarks, view_line::ViewLine};

impl Session {
    fn bookmarks(&self) -> Result<Bookmarks, String> {
        Bookmarks::read(&self.opened.source, self.kept_answers.path.as_deref())
    }

    pub(super) fn bookmark_view(&mut self) {
        let ViewLine { at, tree, .. } = self.view_line();
        let kept = self
            .bookmarks()
            .and_then(|mut bookmarks| self.bookmark.keep(&mut bookmarks, at, tree));
        self.notice(kept.unwrap_or_else(|problem| problem));
    }

    /// Returns the view of the bookmark that follows the last visited or saved one. Shows a notice with the bookmark's
    /// name.
    ///
    /// If there are no bookmarks, shows a notice about this and returns `None`.
    pub fn next_bookmark(&mut self) -> Option<ViewLine> {
        let key = self.keys().action_key(Action::KeepView);
        let next = self
            .bookmarks()
            .and_then(|bookmarks| self.bookmark.next(&bookmarks, &key));
        let (told, line) = match next {
            Ok((name, line)) => (name, Some(line)),
            Err(problem) => (problem, None),
        };
        self.notice(told);
        line
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        actions::{Action, FrontEnd},
        walk::{Request, walk},
    };
    use bspwalk_trees::NodeId;

    #[test]
    fn bookmarks_are_saved_and_visited_in_turn() {
        let folder = tempfile::tempdir().unwrap();
        let walk = || {
            let (mut session, keys) = walk(FrontEnd::Terminal);
            session.set_settings_path(Some(folder.path().join("settings.toml")));
            (session, keys)
        };
        let (mut session, mut keys) = walk();
        assert_eq!(session.next_bookmark(), None);
        let mut views = Vec::new();
        for action in [
            Action::Overlay('1'),
            Action::SelectNode(NodeId(2)),
            Action::ToggleModel,
        ] {
            session.handle(action, &mut keys);
            session.turn(10.0, 0.0);
            session.handle(Action::KeepView, &mut keys);
            views.push(session.view_line().to_string());
        }
        let (mut other, _) = walk();
        for view in views.iter().chain(&views[..1]) {
            let request = other.handle(Action::NextBookmark, &mut keys);
            assert_eq!(request, Some(Request::NextBookmark));
            let line = other.next_bookmark().unwrap();
            assert!(other.go_to(&line));
            assert_eq!(other.view_line().to_string(), *view);
        }
        let notices: Vec<&str> = other.notices().collect();
        assert!(notices.contains(&"View 1"), "{notices:?}");
    }

    #[test]
    fn missing_bookmark_folder_is_reported() {
        let (mut session, mut keys) = walk(FrontEnd::Terminal);
        session.handle(Action::KeepView, &mut keys);
        assert!(session.notices().any(|notice| notice.contains("no folder")));
    }
}
