//! The layers of lines, polygons and labels: each overlay fills its own, and the table says how and in which order lines and
//! polygons are drawn.

use std::collections::BTreeMap;

use crate::drawing::{Drawing, Label};

/// Lines, polygons and labels that are replaced together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Layer {
    /// Fills of splitting planes, sorted from far to near.
    PlaneFills,
    /// Outlines and normals of splitting planes.
    Planes,
    /// Those of the selected plane, once more.
    SelectedPlane,
    /// Bands on the faces along the planes of the selected node and of the root, in the colours of their sides.
    PlaneBands,
    /// Normals of fragments.
    Normals,
    /// Cells of nodes.
    Cells,
    /// Cells of leaves, with the walls of solid ones.
    Leaves,
    /// A step of the decision which leaves are solid.
    Solidity,
    /// Portals between leaves.
    Portals,
    /// What came and what is gone beside another level.
    CameAndGone,
    /// The sightline, or the chain of portals that closes on it.
    Sight,
    /// A step of the portal flow, or what all portals cost.
    Flow,
    /// The shortest path out of the level.
    Leak,
    /// Marks of the entities.
    Entities,
    /// The depths of faces, and the mark where the tree is deepest.
    Deepest,
    /// The planes on the path from the root to the eye, where they meet the section of the model.
    EyePath,
    /// The view that culling is frozen at.
    FrozenView,
    /// The body and what it touches.
    Collision,
    /// The path ahead of the body.
    Motion,
    /// The replay and its ghost.
    Replay,
    /// What stopped the body.
    StopReason,
    /// The section of the model view: solid leaves, the walls that it cuts, and the splitting planes.
    Section,
    /// Where the selected plane, and one that it could have, meet the section.
    OwnPlanes,
    /// The body in the model view.
    Figure,
    /// The path of its last seconds.
    Trail,
    /// A step of the film of the build.
    BuildStep,
    /// A step of the film of a query.
    QueryStep,
    /// A plane that the selected node could have.
    Candidate,
    /// A question of the quiz.
    Quiz,
    /// The mark at the pixel whose cast costs most.
    Heat,
}

/// How a layer is drawn.
#[derive(Clone, Copy, Debug)]
pub enum Pass {
    /// Its polygons, hatched from behind or from both sides.
    Polygons {
        /// Whether they are hatched from both sides, rather than from behind alone.
        hatched: bool,
        /// Whether they fade near the eye and where they are seen from their edge.
        soft: bool,
    },
    /// Its lines, hidden by what is nearer or drawn through it.
    Lines {
        /// The share of their opacity that they keep, 0 to 1.
        opacity: f32,
        /// Whether they are drawn through what is nearer.
        through_walls: bool,
    },
}

const POLYGONS: Pass = Pass::Polygons {
    hatched: false,
    soft: false,
};

const HATCHED: Pass = Pass::Polygons {
    hatched: true,
    soft: false,
};

const LINES: Pass = Pass::Lines {
    opacity: 1.0,
    through_walls: false,
};

const fn through_walls(opacity: f32) -> Pass {
    Pass::Lines {
        opacity,
        through_walls: true,
    }
}

/// The passes in the order in which they are drawn, later ones over earlier ones.
pub const PASSES: [(Layer, Pass); 59] = [
    (
        Layer::PlaneFills,
        Pass::Polygons {
            hatched: false,
            soft: true,
        },
    ),
    (Layer::Section, POLYGONS),
    (Layer::Section, LINES),
    (Layer::Leaves, HATCHED),
    (Layer::Solidity, POLYGONS),
    (Layer::Portals, POLYGONS),
    (Layer::CameAndGone, POLYGONS),
    (Layer::Sight, POLYGONS),
    (Layer::PlaneBands, POLYGONS),
    (Layer::Flow, POLYGONS),
    (Layer::Planes, LINES),
    (Layer::Normals, LINES),
    (Layer::Cells, LINES),
    (Layer::Leaves, LINES),
    (Layer::Solidity, LINES),
    (Layer::Portals, LINES),
    (Layer::CameAndGone, LINES),
    (Layer::Sight, LINES),
    (Layer::Flow, LINES),
    (Layer::Leak, LINES),
    (Layer::Entities, LINES),
    (Layer::Deepest, LINES),
    (Layer::EyePath, LINES),
    (Layer::FrozenView, through_walls(0.8)),
    (Layer::Collision, POLYGONS),
    (Layer::Collision, LINES),
    (Layer::Motion, LINES),
    (Layer::Replay, LINES),
    (Layer::StopReason, LINES),
    (Layer::Cells, through_walls(0.22)),
    (Layer::Leaves, through_walls(0.22)),
    (Layer::Solidity, through_walls(0.3)),
    (Layer::CameAndGone, through_walls(0.3)),
    (Layer::Sight, through_walls(0.5)),
    (Layer::Flow, through_walls(0.5)),
    (Layer::Leak, through_walls(0.5)),
    (Layer::Entities, through_walls(0.2)),
    (Layer::Deepest, through_walls(0.6)),
    (Layer::EyePath, through_walls(0.6)),
    (Layer::SelectedPlane, through_walls(0.4)),
    (Layer::OwnPlanes, LINES),
    (Layer::OwnPlanes, through_walls(0.6)),
    (Layer::Trail, LINES),
    (Layer::Trail, through_walls(0.35)),
    (Layer::BuildStep, POLYGONS),
    (Layer::BuildStep, LINES),
    (Layer::BuildStep, through_walls(0.3)),
    (Layer::QueryStep, POLYGONS),
    (Layer::QueryStep, LINES),
    (Layer::QueryStep, through_walls(0.35)),
    (Layer::Candidate, HATCHED),
    (Layer::Candidate, LINES),
    (Layer::Candidate, through_walls(0.5)),
    (Layer::Quiz, POLYGONS),
    (Layer::Quiz, LINES),
    (Layer::Quiz, through_walls(0.45)),
    (Layer::Heat, through_walls(1.0)),
    (Layer::Figure, LINES),
    (Layer::Figure, through_walls(0.45)),
];

/// What each layer holds.
#[derive(Clone, Debug, Default)]
pub struct Layers(BTreeMap<Layer, Drawing>);

impl Layers {
    /// Replaces what a layer holds. Polygons are drawn in the order in which they were added.
    pub fn set(&mut self, layer: Layer, drawing: impl Into<Drawing>) {
        self.0.insert(layer, drawing.into());
    }

    /// What is drawn, and how, later ones over earlier ones.
    pub fn passes(&self) -> impl Iterator<Item = (&Drawing, Pass)> {
        PASSES
            .iter()
            .filter_map(|(layer, pass)| Some((self.0.get(layer)?, *pass)))
    }

    /// The labels of all layers.
    pub fn labels(&self) -> impl Iterator<Item = (Layer, &Label)> {
        let layers = self.0.iter();
        layers.flat_map(|(layer, drawing)| drawing.labels.iter().map(|label| (*layer, label)))
    }
}
