//! The views of a level, which `shot --view` and the window have in common: from the eyes, and as a model that is cut open at a
//! height, around which a camera circles.

mod framing;
mod model;
mod orbit;
mod viewpoint;

use bspwalk_text::text;
use clap::ValueEnum;

pub use self::{
    framing::{filled, shown_bounds},
    model::{ABOVE_EYES, MODEL_ANGLE, Model, half_angles},
    orbit::{Orbit, Pose},
    viewpoint::{EyePose, Eyes, ModelPose, Sight},
};

/// How a level is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum, serde::Serialize)]
pub enum View {
    /// From the eyes.
    #[default]
    #[value(help = text!("option-value-view-eye"))]
    Eye,
    /// As a model, cut open at a height.
    #[value(help = text!("option-value-view-model"))]
    Model,
    /// The model from straight above, without perspective.
    #[value(help = text!("option-value-view-plan"))]
    Plan,
}

/// The tree whose division the film shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FilmTree {
    /// The node-storing tree.
    Nodes,
    /// The solid-leaf tree.
    Leaves,
}

impl FilmTree {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Nodes, Self::Leaves];

    /// Its name on the screen.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Nodes => text!("view-node-tree"),
            Self::Leaves => text!("view-leaf-tree"),
        }
    }
}
