//! The inputs of all overlays: a level with its trees, the selection, the eye, and the animations.

use std::sync::Arc;

use bspwalk_collision::{Capsule, mover::MoverParams};
use bspwalk_draw::color::palette::Palette;
use bspwalk_explain::{
    difference_shapes::DifferenceShapes, doom_load::LoadMap, films::QueryFilm,
    portal_comparison::PortalComparison,
};
use bspwalk_geometry::Plane;
use bspwalk_levels::Level;
use bspwalk_session::{
    background::SolidityRecord,
    overlays::{OverlayKind, Overlays},
    view::{FilmTree, Model},
};
use bspwalk_trees::{
    LeafTree, NodeTree,
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
    tree_stats::TreeFigures,
};

/// Command line option that selects a leaf in a picture, as quoted in legends.
const SELECT: &str = "--select-leaf";

/// A level with its trees, the selection, and all other inputs of overlays.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// Level.
    pub level: &'a Arc<Level>,
    /// Node-storing tree of the level.
    pub tree: &'a Arc<NodeTree>,
    /// Statistics of the node-storing tree.
    pub figures: &'a Arc<TreeFigures>,
    /// Enabled overlays, with their options.
    pub overlays: &'a Overlays,
    /// Picture to draw on, if the scene is drawn immediately. `None` in the window, which sorts planes, colours pixels
    /// and counts the leaves in view itself.
    pub screen: Option<&'a Screen>,
    /// Position of the body's eye, in metres.
    pub eye: DVec3,
    /// Solid-leaf tree of the level.
    pub leaves: Option<&'a Arc<LeafTree>>,
    /// Potentially visible sets of the leaves.
    pub pvs: Option<&'a Arc<Pvs>>,
    /// Shortest path to the outside, if there is a leak.
    pub leak: Option<&'a Arc<Leak>>,
    /// Class of the entity where the leak starts, unless it starts at the spawn.
    pub leak_from: Option<&'a str>,
    /// Corner of the leak's path that the user stepped to.
    pub leak_place: Option<usize>,
    /// Recorded portal flow.
    pub flow: Option<&'a Arc<PvsFlow>>,
    /// Portal flow that contains the cost of each portal.
    pub portal_costs: Option<&'a Arc<PvsFlow>>,
    /// Comparison of a portal file with the tree's portals.
    pub file_portals: Option<&'a Arc<PortalComparison>>,
    /// Differences from another level, if two levels are compared. For pictures, includes the name of the other level.
    pub changed: Option<(&'a Arc<DifferenceShapes>, Option<&'a str>)>,
    /// Result of deciding which leaves are solid, if it has been computed.
    pub solidity: Option<SolidityRecord>,
    /// Selected node.
    pub selected: Option<NodeId>,
    /// Node under the pointer.
    pub hovered: Option<NodeId>,
    /// Selected leaf.
    pub selected_leaf: Option<LeafId>,
    /// Whether the leaf was selected more recently than the node.
    pub leaf_is_latest: bool,
    /// Leaf from which the visibility of the selected leaf is tested; by default, the leaf of the eye.
    pub sight_from: Option<LeafId>,
    /// Key or option that selects a leaf, as quoted in legends.
    pub select: &'a str,
    /// Radius of a body around the eye, in metres. It is used if there is no `body`.
    pub radius: f32,
    /// Shape and centre of the body; by default, a sphere around the eye.
    pub shape: Option<(Capsule, Vec3)>,
    /// Body whose nearby faces are shown. If `None`, the faces near the eye are shown.
    pub body: Option<&'a Body>,
    /// Model view that contains the body; `None` in first person.
    pub model: Option<InModel>,
    /// Whether the path from the root to the eye is drawn in the model view.
    pub draws_path: bool,
    /// Whether the body is drawn in the model view.
    pub draws_body: bool,
    /// Division of the selected node during the build.
    pub division: Option<&'a Arc<Division>>,
    /// Whether the build animation shows a division.
    pub divides: bool,
    /// Candidate plane of a node.
    pub candidate: Option<(NodeId, Plane)>,
    /// Whether the plane of the selected node is being edited by hand and has handles.
    pub has_handles: bool,
    /// Eye position and frustum corners of the frozen view used for culling.
    pub frozen: Option<(Vec3, [Vec3; 8])>,
    /// Query animation, with the index of its current step.
    pub query: Option<(&'a Arc<QueryFilm>, usize)>,
    /// Drawing of the current quiz question.
    pub question: Option<&'a Drawing>,
    /// Load of DOOM's renderer at each place of the level, if it has been counted.
    pub doom_loads: Option<&'a Arc<LoadMap>>,
    /// Side length (in pixels) of the squares in heat maps, each of which has one ray.
    pub heat_square: u32,
}

/// A model view of the level that contains the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InModel {
    /// Camera and cut.
    pub model: Model,
    /// Direction that the body faces, in radians to the left of −Z.
    pub yaw: f32,
    /// Tree whose division is animated, and the current depth of the animation. Only nodes above this depth divide.
    pub film: Option<(FilmTree, u32)>,
}

impl<'a> Scene<'a> {
    /// Creates a scene of a level and its node-storing tree, seen from the spawn, with nothing selected.
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
            draws_body: true,
            division: None,
            divides: false,
            candidate: None,
            has_handles: false,
            frozen: None,
            query: None,
            question: None,
            doom_loads: None,
            heat_square: 1,
        }
    }

    /// Sets the picture to draw on, and uses the camera of that picture.
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

    /// Returns the colour palette.
    pub(crate) fn palette(&self) -> Palette {
        self.overlays.palette
    }

    /// Returns the node-storing tree.
    pub(crate) fn nodes(&self) -> Shared<NodeTree> {
        Shared::of(self.tree)
    }

    /// Returns the statistics of the node-storing tree.
    pub(crate) fn figures(&self) -> Shared<TreeFigures> {
        Shared::of(self.figures)
    }

    /// Returns the solid-leaf tree, if there is one.
    pub(crate) fn leaves(&self) -> Option<Shared<LeafTree>> {
        self.leaves.map(Shared::of)
    }

    /// Returns the leaf of the eye, if it is empty and there is a PVS.
    pub(crate) fn seeing_leaf(&self) -> Option<LeafId> {
        let tree = self.leaves.filter(|_| self.pvs.is_some())?;
        Some(tree.locate(self.eye)).filter(|&own| is_empty(tree, own))
    }

    /// Returns the height of the model's cut, if there is one.
    pub(crate) fn cut(&self) -> Option<Rounded<f64>> {
        self.model.map(|in_model| Rounded::height(in_model.model.cut))
    }

    /// Returns the first of these overlay kinds that is switched on.
    pub(crate) fn kind_of(&self, kinds: &[OverlayKind]) -> Option<OverlayKind> {
        kinds.iter().copied().find(|&kind| self.overlays.is_on(kind))
    }
}

/// Returns whether a leaf is empty and inside the level.
pub(crate) fn is_empty(tree: &LeafTree, leaf: LeafId) -> bool {
    leaf != OUTSIDE && !tree.is_solid(leaf)
}
