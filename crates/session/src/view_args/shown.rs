//! The view of a session as options, and back.

use bspwalk_levels::Level;
use bspwalk_text::text;
use bspwalk_trees::{NodeTree, node_storing::NodeId, solid_leaf::LeafId};

use super::{Division, OrbitArg, ViewArgs};
use crate::{
    body::Body,
    films::{BuildFilm, DivisionFilm, Playback},
    overlays::Overlays,
    start::stands,
    view::{ModelView, View},
};

impl ViewArgs {
    /// Returns the options of a view: body, view and overlays, film of the build, and the selected node, face
    /// and leaf.
    #[must_use]
    pub fn of_view(
        level: &Level,
        (body, view, overlays): (&Body, &ModelView, &Overlays),
        build: &BuildFilm,
        (node, face, leaf): (Option<NodeId>, Option<u32>, Option<LeafId>),
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
            // The film selects the node of its division.
            select: node.filter(|_| !build.open),
            select_face: face.filter(|_| !build.open),
            select_leaf: leaf,
            build_step: build.open.then(|| build.step + 1),
            ..Self::of_overlays(overlays)
        };
        args.from_eye(level, body.position, [body.yaw, body.pitch])
    }

    /// Moves the eyes to the given position and turns them. At a new position, the body walks if it stands.
    pub fn place(&self, body: &mut Body, tree: &NodeTree, level: &Level) {
        if self.eye.is_some() {
            body.teleport(self.eye(level).as_vec3());
            body.walking = stands(tree, body.position);
        }
        if self.look.is_some() {
            [body.yaw, body.pitch] = self.angles(level).map(|angle| angle as f32);
        }
    }

    /// Returns the view, with the camera at its place. The film of the build needs the model.
    #[must_use]
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

    /// Returns the film of the build, which is open if a step is given. It has the speed of the film before.
    #[must_use]
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
        let node = self.node(tree).filter(|&node| node < nodes);
        match (node, self.select, self.select_face) {
            (None, Some(asked), _) => Err(text!("view-no-such-node", asked, nodes)),
            (None, None, Some(face)) => Err(text!("view-no-such-face", face)),
            (node, ..) => Ok(node),
        }
    }
}
