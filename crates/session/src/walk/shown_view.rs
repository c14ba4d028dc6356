//! Converts the view of a walk to command-line options and back.

use super::Session;
use crate::{
    view::View,
    view_args::{OrbitArg, ViewArgs},
    view_line::ViewLine,
};

impl Session {
    /// Returns the view as options, rounded to millimetres.
    #[must_use]
    pub fn view_args(&self) -> ViewArgs {
        let (level, body) = (self.level(), &self.walker.body);
        let view =
            self.model.as_ref().map_or(
                View::Eye,
                |model| {
                    if model.is_plan { View::Plan } else { View::Model }
                },
            );
        let args = ViewArgs {
            view,
            cut: self
                .model
                .as_ref()
                .map(|model| f64::from(model.cut) + level.origin.y),
            orbit: self.model.as_ref().map(|model| OrbitArg::from(&model.orbit)),
            // The division selects its node, so only one of the two is written.
            select: self.selected.node.filter(|_| !self.films.build.open),
            build_step: self.films.build.open.then(|| self.films.build.step + 1),
            select_leaf: self.selected.leaf,
            ..ViewArgs::of_overlays(&self.overlays)
        };
        args.from_eye(level, body.position, [body.yaw, body.pitch])
            .rounded()
    }

    /// Returns the view and its level as a command line.
    #[must_use]
    pub fn view_line(&self) -> ViewLine {
        ViewLine {
            level: self.opened.source.absolute(),
            at: self.view_args(),
            tree: self.tree_args.clone(),
        }
    }

    /// Goes to the view of a line if it belongs to this level with these trees. Returns whether it does.
    pub fn go_to(&mut self, line: &ViewLine) -> bool {
        let is_here = line.level.absolute() == self.opened.source.absolute() && line.tree == self.tree_args;
        if is_here {
            self.look_at(&line.at.start(&self.opened.level));
        }
        is_here
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        actions::{Action, Front, Held},
        opened,
        overlays::{OverlayKind, Overlays},
    };

    #[test]
    fn a_walk_goes_back_to_the_view_of_its_line() {
        let opened = opened::three_rooms();
        let walk = || Session::new(Arc::clone(&opened), Front::SoftwareWindow, true, None).unwrap();
        let mut session = walk();
        let mut keys = Held::default();
        session.turn(31.0, -7.5);
        session.overlays = Overlays::showing([OverlayKind::Planes, OverlayKind::Depth]);
        for action in [Action::Deeper, Action::SelectNode(2), Action::SelectLeaf(1)] {
            session.handle(action, &mut keys);
        }
        for is_model in [false, true] {
            if is_model {
                session.handle(Action::ToggleModel, &mut keys);
            }
            let text = session.view_line().to_string();
            let words = [
                "bspwalk three_rooms --eye=",
                "--depth=5",
                "--select=2",
                "--select-leaf=1",
            ];
            for words in words {
                assert!(text.contains(words), "{words} in {text}");
            }
            assert_eq!(text.contains("--view=model"), is_model, "{text}");
            let line: ViewLine = text.parse().unwrap();
            let mut other = walk();
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
}
