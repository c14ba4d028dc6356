//! Conversion of a walk's initial and current views from and to command-line options.

use super::Session;
use crate::{films::DivisionFilm, view_args::ViewArgs, view_line::ViewLine};

impl Session {
    /// Shows a view. If the tree does not have the requested node or face, shows a notice and selects nothing.
    pub fn look_at(&mut self, at: &ViewArgs) {
        self.change(|program| program.show_view(at));
        // Only the engine's window shows the division film.
        self.state.view.film = DivisionFilm::default();
        self.state.query.open = false;
        if !self.state.view.is_eye() {
            self.frame_model();
        }
    }

    /// Returns the view as options, rounded to millimetres.
    pub fn view_args(&self) -> ViewArgs {
        ViewArgs::of_view(&self.opened.level, &self.walker.body, &self.state).rounded()
    }

    /// Returns the view and its level as a command line.
    pub fn view_line(&self) -> ViewLine {
        ViewLine {
            level: self.opened.source.absolute(),
            at: self.view_args(),
            tree: self.tree_args.clone(),
        }
    }

    /// Shows the view in `line` if it belongs to this level and these trees. Returns whether it does.
    pub fn go_to(&mut self, line: &ViewLine) -> bool {
        let is_here = line.level.absolute() == self.opened.source.absolute() && line.tree == self.tree_args;
        if is_here {
            self.look_at(&line.at);
            self.record_changes();
        }
        is_here
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_trees::{FaceId, NodeId};
    use std::{sync::Arc, time::Duration};

    use bspwalk_trees::solid_leaf::LeafId;
    use glam::DVec3;

    use super::*;
    use crate::{
        actions::{Action, FrontEnd},
        overlays::{OverlayKind, Overlays},
        view::View,
        walk::{Request, walk},
    };

    #[test]
    fn view_line_restores_the_view() {
        let (mut session, mut keys) = walk(FrontEnd::SoftwareWindow);
        session.turn(31.0, -7.5);
        session.state.overlays = Overlays::showing([OverlayKind::Planes, OverlayKind::Depth]);
        for action in [
            Action::Deeper,
            Action::SelectNode(NodeId(2)),
            Action::SelectLeaf(LeafId(1)),
        ] {
            session.handle(action, &mut keys);
        }
        for is_model in [false, true] {
            if is_model {
                session.handle(Action::ToggleModel, &mut keys);
            }
            let text = session.view_line().to_string();
            let words = "bspwalk three_rooms --eye=|--depth=5|--select=2|--select-leaf=1";
            for words in words.split('|') {
                assert!(text.contains(words), "{words} in {text}");
            }
            assert_eq!(text.contains("--view=model"), is_model, "{text}");
            let line: ViewLine = text.parse().unwrap();
            let (mut other, _) = walk(FrontEnd::SoftwareWindow);
            assert_ne!(other.view_line(), line);
            assert!(other.go_to(&line));
            assert_eq!(other.view_line().to_string(), text);
        }
        let elsewhere: ViewLine = "bspwalk hall --select 1".parse().unwrap();
        let other_tree: ViewLine = "bspwalk three_rooms --rule ati".parse().unwrap();
        let before = session.view_line();
        assert!(!session.go_to(&elsewhere) && !session.go_to(&other_tree));
        assert_eq!(session.view_line(), before, "nothing has changed");
    }

    #[test]
    fn walk_starts_at_the_given_view() {
        let (mut session, _) = walk(FrontEnd::Terminal);
        let spawn = session.opened.level.spawn.eye;
        let floating = (spawn + DVec3::Y * 0.5).as_vec3();
        let asked = ViewArgs {
            select: Some(NodeId(0)),
            ..ViewArgs::of_overlays(&Overlays::showing([OverlayKind::Wireframe]))
        };
        let mut asked = asked.from_eye(&session.opened.level, floating, [1.0, 0.25]);
        session.look_at(&asked);
        let body = &session.walker.body;
        assert_eq!((body.position, body.yaw, body.pitch), (floating, 1.0, 0.25));
        assert!(!body.walking, "it would fall out of the view");
        let standing = ViewArgs::default().from_eye(&session.opened.level, spawn.as_vec3(), [0.0; 2]);
        session.look_at(&standing);
        assert!(session.walker.body.walking, "the spawn is on the floor");
        session.look_at(&asked);
        assert!(session.state.overlays.is_on(OverlayKind::Wireframe));
        assert_eq!(session.state.level.selected.node, Some(NodeId::ROOT));
        assert!(session.model().is_none() && session.notices().next().is_none());
        asked.view = View::Plan;
        asked.cut = Some(1.25 + session.opened.level.origin.y);
        asked.select = Some(NodeId(session.opened.tree.node_count()));
        session.look_at(&asked);
        let model = session.model().unwrap();
        assert!(model.is_plan && model.cut == 1.25);
        assert_eq!(session.state.level.selected.node, None);
        assert!(session.notices().any(|notice| notice.contains("no node")));
    }

    #[test]
    fn view_selects_face_and_opens_build_step() {
        let (mut session, mut keys) = walk(FrontEnd::Terminal);
        let tree = Arc::clone(&session.opened.tree);
        let of_face = |face| ViewArgs {
            select_face: Some(face),
            ..ViewArgs::default()
        };
        session.look_at(&of_face(FaceId(7)));
        let node = session.state.level.selected.node.unwrap();
        let mut stored = tree.node(node).unwrap().fragments;
        assert!(stored.any(|number| tree.fragment(number).unwrap().face == FaceId(7)));
        session.look_at(&of_face(FaceId::NONE));
        assert_eq!(session.state.level.selected.node, None);
        assert!(
            session
                .notices()
                .any(|notice| notice.contains("No node of the tree stores face"))
        );
        session.look_at(&ViewArgs {
            build_step: Some(3),
            ..ViewArgs::default()
        });
        while session.state.is_film_waiting(&session.opened.tree) {
            session.advance(Duration::from_millis(20), &mut keys);
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(session.model().is_some() && !session.state.build.playing);
        let shown = session.state.build.shown.as_ref();
        assert_eq!(shown.map(|shown| shown.step), Some(2));
        let words = session.view_line().to_string();
        assert!(words.contains("--build-step=3") && !words.contains("--select"));
        session.look_at(&ViewArgs::default());
        assert!(!session.state.build.open && session.model().is_none());
    }

    #[test]
    fn bookmarks_are_saved_and_visited_in_turn() {
        let folder = tempfile::tempdir().unwrap();
        let walk = || {
            let (mut session, keys) = walk(FrontEnd::Terminal);
            session.set_settings_path(Some(folder.path().join("settings.toml")));
            (session, keys)
        };
        let (mut session, mut keys) = walk();
        assert_eq!(session.handle(Action::NextBookmark, &mut keys), None);
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
            let Some(Request::GoTo(line)) = other.handle(Action::NextBookmark, &mut keys) else {
                panic!("there are bookmarks");
            };
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
