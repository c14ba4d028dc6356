//! Initial view of a walk, as given by the user.

use bspwalk_text::text;
use bspwalk_trees::{NodeTree, node_storing::NodeId, solid_leaf::LeafId};
use glam::DVec3;

use super::{Selected, Session};
use crate::{
    overlays::Overlays,
    start::stands,
    view::{ABOVE_EYES, Model, Orbit, View},
};

/// A requested view. Missing values come from the spawn or stay unchanged.
#[derive(Clone, Debug, Default)]
pub struct StartView {
    /// Eye position in the level's space.
    pub eye: Option<DVec3>,
    /// Yaw to the left of −Z and pitch upward, in radians.
    pub angles: Option<[f32; 2]>,
    /// First person, model or plan.
    pub view: View,
    /// Camera of the model.
    pub orbit: Option<Orbit>,
    /// Height of the model's cut, in metres.
    pub cut: Option<f32>,
    /// Overlays to show.
    pub overlays: Option<Overlays>,
    /// Node to select.
    pub node: Option<NodeId>,
    /// Face to select. Selects a node that stores it, unless a node is given.
    pub face: Option<u32>,
    /// Leaf to select.
    pub leaf: Option<LeafId>,
    /// Division that the film of the build shows, counted from 0.
    pub division: Option<u32>,
}

/// Returns a node that stores a face.
#[must_use]
pub fn node_of_face(tree: &NodeTree, face: u32) -> Option<NodeId> {
    let mut fragments = (0..tree.fragment_count()).filter_map(|number| tree.fragment(number));
    Some(fragments.find(|fragment| fragment.face == face)?.node)
}

impl Session {
    /// Shows a view. If the tree does not have the requested node, shows a notice and selects none.
    pub fn look_at(&mut self, asked: &StartView) {
        if let Some(eye) = asked.eye {
            self.walker.body.teleport(eye.as_vec3());
            self.walker.body.walking = stands(&self.opened.tree, eye.as_vec3());
        }
        if let Some(angles) = asked.angles {
            [self.walker.body.yaw, self.walker.body.pitch] = angles;
        }
        if let Some(overlays) = &asked.overlays {
            self.overlays = overlays.clone();
        }
        // The film of the build needs the model view.
        let is_model = asked.view != View::Eye || asked.division.is_some();
        self.model = is_model.then(|| {
            self.storey = self.walker.body.position.y;
            let cut = asked.cut.unwrap_or(self.storey + ABOVE_EYES);
            let is_plan = asked.view == View::Plan;
            match asked.orbit {
                Some(orbit) => Model { is_plan, orbit, cut },
                None => Model::first(
                    &self.opened.level,
                    cut,
                    self.walker.body.yaw,
                    self.aspect(),
                    is_plan,
                ),
            }
        });
        let nodes = self.opened.tree.node_count();
        let node = asked.node.filter(|&node| node < nodes);
        if let (Some(asked), None) = (asked.node, node) {
            self.notice(text!("walk-no-node", asked, nodes));
        }
        let of_face = || node_of_face(&self.opened.tree, asked.face?);
        let node = node.or_else(of_face);
        if let (Some(face), None) = (asked.face, node) {
            self.notice(text!("walk-no-face", face));
        }
        self.films.close();
        if let Some(division) = asked.division {
            self.films.build.begin(false);
            self.films.build.playback.step = division.min(nodes.saturating_sub(1));
            self.films.build.playback.playing = false;
        }
        self.selected = Selected {
            node,
            leaf: asked.leaf,
        };
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, time::Duration};

    use super::*;
    use crate::{
        actions::{Front, Held},
        opened,
        overlays::OverlayKind,
    };

    #[test]
    fn a_walk_begins_where_it_was_asked_to() {
        let mut session = Session::new(opened::three_rooms(), Front::Terminal, true, None).unwrap();
        let floating = session.level().spawn.eye + DVec3::Y * 0.5;
        let mut asked = StartView {
            eye: Some(floating),
            angles: Some([1.0, 0.25]),
            overlays: Some(Overlays::showing([OverlayKind::Wireframe])),
            node: Some(0),
            ..StartView::default()
        };
        session.look_at(&asked);
        let body = session.body();
        assert_eq!(
            (body.position, body.yaw, body.pitch),
            (floating.as_vec3(), 1.0, 0.25)
        );
        assert!(!body.walking, "it would fall out of the view");
        let standing = StartView {
            eye: Some(session.level().spawn.eye),
            ..StartView::default()
        };
        session.look_at(&standing);
        assert!(session.body().walking, "the spawn is on the floor");
        session.look_at(&asked);
        assert!(session.overlays.is_on(OverlayKind::Wireframe));
        assert_eq!(session.selected().node, Some(0));
        assert!(session.model().is_none() && session.notices().next().is_none());
        asked.view = View::Plan;
        asked.cut = Some(1.25);
        asked.node = Some(session.tree().node_count());
        session.look_at(&asked);
        let model = session.model().unwrap();
        assert!(model.is_plan && model.cut == 1.25);
        assert_eq!(session.selected().node, None);
        assert!(session.notices().any(|notice| notice.contains("no node")));
    }

    #[test]
    fn a_face_selects_its_node_and_a_division_opens_its_film() {
        let mut session = Session::new(opened::three_rooms(), Front::Terminal, true, None).unwrap();
        let tree = Arc::clone(&session.opened.tree);
        let of_face = |face| StartView {
            face: Some(face),
            ..StartView::default()
        };
        session.look_at(&of_face(7));
        let node = session.selected().node.unwrap();
        let mut stored = tree.node(node).unwrap().fragments;
        assert!(stored.any(|number| tree.fragment(number).unwrap().face == 7));
        session.look_at(&of_face(u32::MAX));
        assert_eq!(session.selected().node, None);
        assert!(session.notices().any(|notice| notice.contains("no face")));
        session.look_at(&StartView {
            division: Some(2),
            ..StartView::default()
        });
        let mut keys = Held::default();
        while session.films().is_waiting() {
            session.advance(Duration::from_millis(20), &mut keys);
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(session.model().is_some() && !session.films().build.playing);
        assert_eq!(
            session.films().build.shown.as_ref().map(|shown| shown.step),
            Some(2)
        );
        let words = session.view_line().to_string();
        assert!(
            words.contains("--build-step=3") && !words.contains("--select"),
            "{words}"
        );
        session.look_at(&StartView::default());
        assert!(!session.films().build.open && session.model().is_none());
    }
}
