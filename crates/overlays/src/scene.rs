//! The inputs of all overlays: a level with its trees, the selection, the eye and the films.

use std::sync::Arc;

use bspwalk_explain::{difference_shapes::Changed, films::QueryFilm, portal_comparison::PortalComparison};
use bspwalk_geometry::Plane;
use bspwalk_levels::{Level, color::palette::Palette};
use bspwalk_session::{
    overlays::{OverlayKind, Overlays},
    view::{FilmTree, Model},
};
use bspwalk_trees::{
    LeafTree, NodeTree,
    collision::{Capsule, mover::MoverParams},
    node_storing::{Division, NodeId},
    solid_leaf::{
        LeafId, OUTSIDE,
        portals::Leak,
        pvs::{Pvs, PvsFlow},
    },
};
use glam::{DVec3, Vec3};

use crate::{
    contacts::Body,
    drawing::Drawing,
    inputs::{Rounded, Shared},
    paint::screen::Screen,
    solidity::decided::Decided,
    tree_stats::TreeFigures,
};

/// What selects a leaf for a picture, in the words of the legends.
const SELECT: &str = "--select-leaf";

/// A level with the trees that it has, the selection, and everything else that overlays show.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// The level.
    pub level: &'a Arc<Level>,
    /// Its node-storing tree.
    pub tree: &'a Arc<NodeTree>,
    /// Figures of that tree.
    pub figures: &'a Arc<TreeFigures>,
    /// The overlays that are on, with their options.
    pub overlays: &'a Overlays,
    /// The picture, if it is drawn at once. The window has none: it sorts planes, colours pixels and counts leaves in view itself.
    pub screen: Option<&'a Screen>,
    /// Eyes of the body, in metres.
    pub eye: DVec3,
    /// Its solid-leaf tree.
    pub leaves: Option<&'a Arc<LeafTree>>,
    /// What can be seen from where.
    pub pvs: Option<&'a Arc<Pvs>>,
    /// The shortest path to the outside, where there is one.
    pub leak: Option<&'a Arc<Leak>>,
    /// The class of the entity where the leak begins, if that is not the spawn.
    pub leak_from: Option<&'a str>,
    /// The corner of the leak that was stepped to.
    pub leak_place: Option<usize>,
    /// What the portal flow did, once it is recorded.
    pub flow: Option<&'a Arc<PvsFlow>>,
    /// What portals cost in the portal flow, once it is counted.
    pub portal_costs: Option<&'a Arc<PvsFlow>>,
    /// The portals of a portal file beside those of the tree, where they are compared.
    pub file_portals: Option<&'a Arc<PortalComparison>>,
    /// Differences from another level, if they are compared. Pictures name the other level.
    pub changed: Option<(&'a Arc<Changed>, Option<&'a str>)>,
    /// How it was decided which leaves are solid, where that is known.
    pub solidity: Option<Decided>,
    /// The selected node.
    pub selected: Option<NodeId>,
    /// The node under the pointer.
    pub hovered: Option<NodeId>,
    /// The selected leaf.
    pub selected_leaf: Option<LeafId>,
    /// Whether the leaf was selected last, rather than the node.
    pub leaf_is_latest: bool,
    /// Leaf that looks at the selected one. By default, it is the leaf of the eye.
    pub sight_from: Option<LeafId>,
    /// Key or option that selects a leaf, for the legends.
    pub select: &'a str,
    /// The radius of the body around the eye, in metres.
    pub radius: f32,
    /// Shape and centre of the body. By default, it is a sphere around the eye.
    pub shape: Option<(Capsule, Vec3)>,
    /// The body with the faces near it. By default, the faces near the eye are searched.
    pub body: Option<&'a Body>,
    /// The model that is shown, with the body in it; `None` where the camera is in the eyes.
    pub model: Option<InModel>,
    /// Whether the path of the eye is drawn in the model.
    pub draws_path: bool,
    /// The division of the build that is shown: that of the selected node.
    pub division: Option<&'a Arc<Division>>,
    /// Whether the film of the build shows a division.
    pub divides: bool,
    /// A candidate plane of a node.
    pub candidate: Option<(NodeId, Plane)>,
    /// Whether the plane of the selected node is set by hand, with handles.
    pub has_handles: bool,
    /// Eye and corners of the view that culling is frozen at.
    pub frozen: Option<(Vec3, [Vec3; 8])>,
    /// The film of a query that is shown, with the number of its step.
    pub query: Option<(&'a Arc<QueryFilm>, usize)>,
    /// The question of the quiz that is asked, as it is drawn.
    pub question: Option<&'a Drawing>,
    /// How many pixels share a cast each way, where the colours show what casts cost.
    pub heat_square: u32,
}

/// A level that is seen as a model, with the body in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InModel {
    /// Where the camera and the cut are.
    pub model: Model,
    /// Direction of the eyes, in radians to the left of −Z.
    pub yaw: f32,
    /// The tree whose division is shown, and the depth: nodes above it divide.
    pub film: Option<(FilmTree, u32)>,
}

impl<'a> Scene<'a> {
    /// A level with its node-storing tree, seen from its spawn. Nothing is selected.
    #[must_use]
    pub fn new(
        (level, tree, figures): (&'a Arc<Level>, &'a Arc<NodeTree>, &'a Arc<TreeFigures>),
        overlays: &'a Overlays,
    ) -> Self {
        Self {
            level,
            tree,
            figures,
            overlays,
            screen: None,
            eye: level.spawn.eye,
            leaves: None,
            pvs: None,
            leak: None,
            leak_from: None,
            leak_place: None,
            flow: None,
            portal_costs: None,
            file_portals: None,
            changed: None,
            solidity: None,
            selected: None,
            hovered: None,
            selected_leaf: None,
            leaf_is_latest: false,
            sight_from: None,
            select: SELECT,
            radius: MoverParams::default().fly_radius,
            shape: None,
            body: None,
            model: None,
            draws_path: true,
            division: None,
            divides: false,
            candidate: None,
            has_handles: false,
            frozen: None,
            query: None,
            question: None,
            heat_square: 1,
        }
    }

    /// Puts the scene on a picture, seen by its camera.
    #[must_use]
    pub fn on(self, screen: &'a Screen) -> Self {
        let eye = if self.model.is_some() {
            self.eye
        } else {
            screen.eye()
        };
        Self {
            screen: Some(screen),
            eye,
            ..self
        }
    }

    /// The colours.
    pub(crate) fn palette(&self) -> Palette {
        self.overlays.palette
    }

    /// Its node-storing tree.
    pub(crate) fn nodes(&self) -> Shared<NodeTree> {
        Shared::of(self.tree)
    }

    /// Figures of that tree.
    pub(crate) fn figures(&self) -> Shared<TreeFigures> {
        Shared::of(self.figures)
    }

    /// Its solid-leaf tree, where there is one.
    pub(crate) fn leaves(&self) -> Option<Shared<LeafTree>> {
        self.leaves.map(Shared::of)
    }

    /// The leaf of the eye, if it is empty and there is a PVS.
    pub(crate) fn seeing_leaf(&self) -> Option<LeafId> {
        let tree = self.leaves.filter(|_| self.pvs.is_some())?;
        Some(tree.locate(self.eye)).filter(|&own| is_empty(tree, own))
    }

    /// Height of the cut through the model.
    pub(crate) fn cut(&self) -> Option<Rounded<f64>> {
        self.model.map(|in_model| Rounded::height(in_model.model.cut))
    }

    /// The first of these kinds that is on.
    pub(crate) fn kind_of(&self, kinds: &[OverlayKind]) -> Option<OverlayKind> {
        kinds.iter().copied().find(|&kind| self.overlays.is_on(kind))
    }
}

/// Whether a leaf is empty, and not the outside.
pub(crate) fn is_empty(tree: &LeafTree, leaf: LeafId) -> bool {
    leaf != OUTSIDE && !tree.is_solid(leaf)
}
