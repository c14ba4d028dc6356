//! Conversion between the view of a session and view options.

use bspwalk_levels::Level;
use bspwalk_text::text;
use bspwalk_trees::{NodeTree, node_storing::NodeId};

use super::{Division, OrbitArg, ViewArgs};
use crate::{
    body::Body,
    films::{BuildFilm, DivisionFilm, Playback},
    program_state::{LevelState, ProgramState},
    start::is_at_standing_height,
    view::{ModelView, View},
};

impl ViewArgs {
    /// Returns the options for a view: eye, view, overlays, build film, and the selected node, face and leaf.
    pub fn of_view(
        level: &Level,
        body: &Body,
        ProgramState {
            view,
            build,
            overlays,
            own_tree,
            level: LevelState { selected, .. },
            ..
        }: &ProgramState,
    ) -> Self {
        let is_model = !view.is_eye();
        let cut = view.cut.filter(|_| is_model);
        let args = Self {
            view: view.view,
            cut: cut.map(|cut| f64::from(cut) + level.origin.y),
            orbit: view.orbit.filter(|_| is_model).as_ref().map(OrbitArg::from),
            division: view.film.tree.filter(|_| is_model).map(|tree| Division {
                tree,
                depth: view.film.shown(),
            }),
            // An open build film determines the selected node.
            select: selected.node.filter(|_| !build.open),
            select_face: selected.face.filter(|_| !build.open),
            select_leaf: selected.leaf,
            build_step: build.open.then(|| build.step + 1),
            own_tree: *own_tree && level.own_tree.is_some(),
            ..Self::of_overlays(overlays)
        };
        args.from_eye(level, body.position, [body.yaw, body.pitch])
    }

    /// Moves the eye to the given position and turns it. At a new position, the body walks if it is on the ground.
    pub fn place_body(&self, body: &mut Body, tree: &NodeTree, level: &Level) {
        if self.eye.is_some() {
            body.teleport(self.eye(level).as_vec3());
            body.walking = is_at_standing_height(tree, body.position);
        }
        if self.look.is_some() {
            [body.yaw, body.pitch] = self.angles(level).map(|angle| angle as f32);
        }
    }

    /// Returns the view with its camera. The build film requires the model.
    pub fn model_view(&self, level: &Level) -> ModelView {
        let view = match self.view {
            View::Eye if self.build_step.is_some() => View::Model,
            view => view,
        };
        ModelView {
            view,
            orbit: self.orbit(level),
            cut: self.cut(level),
            away: f32::from(view != View::Eye),
            film: self
                .division
                .map_or_else(DivisionFilm::default, |division| DivisionFilm {
                    tree: Some(division.tree),
                    depth: division.depth as f32,
                    ..DivisionFilm::default()
                }),
            ..ModelView::default()
        }
    }

    /// Returns the build film, which is open if a step is given. It keeps the speed of `before`.
    pub fn build_film(&self, before: &BuildFilm) -> BuildFilm {
        BuildFilm {
            open: self.build_step.is_some(),
            playback: Playback {
                step: self.build_step.map_or(0, |step| step.saturating_sub(1)),
                speed: before.speed,
                ..Playback::default()
            },
            ..BuildFilm::default()
        }
    }

    /// Returns the node to select: the given one, or one that stores the given face.
    ///
    /// # Errors
    /// Returns a sentence if the tree does not have the node or the face.
    pub fn selected_node(&self, tree: &NodeTree) -> Result<Option<NodeId>, String> {
        let nodes = tree.node_count();
        let node = self.node(tree).filter(|node| node.0 < nodes);
        match (node, self.select, self.select_face) {
            (None, Some(asked), _) => Err(text!("view-no-such-node", asked, nodes)),
            (None, None, Some(face)) => Err(text!("view-no-such-face", face)),
            (node, ..) => Ok(node),
        }
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_testing::small_trees;
    use bspwalk_trees::{FaceId, solid_leaf::LeafId};
    use glam::Vec3;

    use super::*;
    use crate::{
        overlays::{OverlayKind, Overlays},
        selection::Selected,
        view::{FilmTree, Orbit},
    };

    #[test]
    fn view_round_trips_through_its_options() {
        let (tree, level) = small_trees::room();
        let mut body = Body::default();
        body.respawn(&level.spawn);
        body.teleport(Vec3::new(0.25, 1.5, -0.5));
        (body.yaw, body.pitch) = (0.5, -0.25);
        let view = ModelView {
            view: View::Model,
            orbit: Some(Orbit {
                target: level.bounds.center().as_vec3().with_y(1.5),
                yaw: 1.0,
                pitch: 0.75,
                distance: 20.0,
            }),
            cut: Some(2.0),
            away: 1.0,
            film: DivisionFilm {
                tree: Some(FilmTree::Nodes),
                depth: 2.0,
                ..DivisionFilm::default()
            },
            ..ModelView::default()
        };
        let mut state = ProgramState {
            view,
            overlays: Overlays::showing([OverlayKind::Planes, OverlayKind::Path]),
            ..ProgramState::default()
        };
        state.level.selected = Selected {
            leaf: Some(LeafId(2)),
            ..Selected::of_node(Some(NodeId(3)), None)
        };
        let at = ViewArgs::of_view(&level, &body, &state);
        let mut placed = Body::default();
        placed.respawn(&level.spawn);
        at.place_body(&mut placed, &tree, &level);
        assert!(placed.position.distance(body.position) < 1.0e-5);
        assert!((placed.yaw - body.yaw).abs() < 1.0e-5 && (placed.pitch - body.pitch).abs() < 1.0e-5);
        let again = at.model_view(&level);
        let (first, second) = (view.orbit.unwrap(), again.orbit.unwrap());
        assert!(first.target.distance(second.target) < 1.0e-4);
        assert!((first.yaw - second.yaw).abs() < 1.0e-5 && (first.pitch - second.pitch).abs() < 1.0e-5);
        assert!((first.distance - second.distance).abs() < 1.0e-4);
        let kept = |view: ModelView| (view.view, view.cut, view.film);
        assert_eq!(kept(again), kept(view));
        assert_eq!(at.overlays(), state.overlays);
        let selected = (at.select, at.select_leaf, at.build_step);
        assert_eq!(selected, (Some(NodeId(3)), Some(LeafId(2)), None));
        // The build film determines the selected node.
        (state.build.open, state.build.step) = (true, 4);
        state.level.selected = Selected::of_node(Some(NodeId(3)), Some(FaceId(1)));
        let at = ViewArgs::of_view(&level, &body, &state);
        assert_eq!((at.select, at.select_face, at.build_step), (None, None, Some(5)));
        assert_eq!(at.build_film(&BuildFilm::default()), state.build);
    }
}
