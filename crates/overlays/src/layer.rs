//! Layers of lines, polygons and labels, and the passes that draw them.
//!
//! Each overlay fills its own layers. [`PASSES`] defines how the lines and polygons of each layer are drawn, and in
//! which order.

use std::collections::BTreeMap;

use crate::drawing::{Drawing, Label};

/// A set of lines, polygons and labels that is replaced as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Layer {
    /// Fills of splitting planes, sorted back to front.
    PlaneFills,
    /// Outlines and normals of splitting planes.
    Planes,
    /// Outline and normal of the selected plane, drawn a second time on top of the other planes.
    SelectedPlane,
    /// Bands on the faces along the planes of the selected node and of the root, coloured by the side of the plane.
    PlaneBands,
    /// Normals of fragments.
    Normals,
    /// Cells of nodes.
    Cells,
    /// Cells of leaves, with the walls of solid leaves.
    Leaves,
    /// A step of deciding which leaves are solid.
    Solidity,
    /// Portals between leaves.
    Portals,
    /// Differences from another level.
    CameAndGone,
    /// The sightline, or the chain of portals that blocks it.
    Sight,
    /// A step of the portal flow, or the costs of all portals.
    Flow,
    /// The shortest path out of the level.
    Leak,
    /// Differences between a hull and the visible tree.
    Hulls,
    /// Partition lines of a DOOM map.
    PartitionLines,
    /// Marks of the entities.
    Entities,
    /// Depth labels of faces, and the mark at the deepest node.
    Deepest,
    /// Lines where the planes on the path from the root to the eye cross the model's cut.
    EyePath,
    /// The frozen view frustum that is used for culling.
    FrozenView,
    /// The body and the faces that it touches.
    Collision,
    /// The path ahead of the body.
    Motion,
    /// The body's replay and its ghost.
    Replay,
    /// The faces that stopped the body.
    StopReason,
    /// The section of the model view: solid leaves, cut walls, and splitting planes.
    Section,
    /// Intersections of the model's cut with the selected plane and a candidate plane.
    OwnPlanes,
    /// The figure of the body in the model view.
    Figure,
    /// The body's path over the last few seconds.
    Trail,
    /// A step of the build film.
    BuildStep,
    /// A step of a query film.
    QueryStep,
    /// A candidate plane of the selected node.
    Candidate,
    /// A question of the quiz.
    Quiz,
    /// The mark at the pixel with the most expensive ray.
    Heat,
}

/// A drawing pass for a layer.
#[derive(Clone, Copy, Debug)]
pub enum Pass {
    /// Draws polygons, hatched on the back or on both sides.
    Polygons {
        /// Whether both sides are hatched, rather than only the back side.
        hatched: bool,
        /// Whether polygons fade out near the eye and where they are seen edge-on.
        soft: bool,
    },
    /// Draws lines.
    Lines {
        /// Factor for the opacity of each line, 0 to 1.
        opacity: f32,
        /// Whether lines are visible through nearer geometry, rather than occluded by it.
        through_walls: bool,
    },
}

const fn polygons(hatched: bool, soft: bool) -> Pass {
    Pass::Polygons { hatched, soft }
}

const fn lines(opacity: f32, through_walls: bool) -> Pass {
    Pass::Lines {
        opacity,
        through_walls,
    }
}

const fn through_walls(opacity: f32) -> Pass {
    lines(opacity, true)
}

const POLYGONS: Pass = polygons(false, false);
const HATCHED: Pass = polygons(true, false);
const LINES: Pass = lines(1.0, false);

/// The passes in drawing order; later ones cover earlier ones.
pub const PASSES: [(Layer, Pass); 65] = [
    (Layer::PlaneFills, polygons(false, true)),
    (Layer::Section, POLYGONS),
    (Layer::Section, LINES),
    (Layer::Leaves, HATCHED),
    (Layer::Solidity, POLYGONS),
    (Layer::Portals, POLYGONS),
    (Layer::CameAndGone, POLYGONS),
    (Layer::Sight, POLYGONS),
    (Layer::Hulls, POLYGONS),
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
    (Layer::Hulls, LINES),
    (Layer::PartitionLines, LINES),
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
    (Layer::Hulls, through_walls(0.12)),
    (Layer::PartitionLines, through_walls(0.3)),
    (Layer::Leak, through_walls(0.5)),
    (Layer::Entities, through_walls(0.2)),
    (Layer::Deepest, through_walls(0.6)),
    (Layer::Replay, through_walls(0.6)),
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

/// The contents of each layer.
#[derive(Clone, Debug, Default)]
pub struct Layers(BTreeMap<Layer, Drawing>);

impl Layers {
    /// Replaces the contents of a layer. Polygons are drawn in insertion order.
    pub fn set(&mut self, layer: Layer, drawing: impl Into<Drawing>) {
        self.0.insert(layer, drawing.into());
    }

    /// Returns the drawings with their passes, in drawing order.
    pub fn passes(&self) -> impl Iterator<Item = (&Drawing, Pass)> {
        PASSES
            .iter()
            .filter_map(|(layer, pass)| Some((self.0.get(layer)?, *pass)))
    }

    /// Returns the labels of all layers.
    pub fn labels(&self) -> impl Iterator<Item = (Layer, &Label)> {
        let layers = self.0.iter();
        layers.flat_map(|(layer, drawing)| drawing.labels.iter().map(|label| (*layer, label)))
    }
}
