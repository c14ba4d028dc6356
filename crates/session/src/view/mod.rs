//! Views of a level: first person, and a cutaway model with an orbiting camera. `shot --view` and the windows share
//! these views.
//!
//! `model_view` is the current view, `model` the cutaway with its cut, and `orbit` its camera. `framing` chooses the
//! first view. `viewpoint` and `looking` choose views of a plane, a leaf or the selection. `step_camera` follows a
//! film.

mod framing;
mod looking;
mod model;
mod model_view;
mod orbit;
mod step_camera;
mod viewpoint;

use bspwalk_text::text;
use clap::ValueEnum;

pub use self::{
    framing::{model_half_angles, shown_bounds},
    looking::Looking,
    model::{ABOVE_EYES, MODEL_ANGLE, Model, half_angles},
    model_view::{Framed, LookGoal, ModelView},
    orbit::{Orbit, Pose},
    step_camera::{StepCamera, StepView},
    viewpoint::{EyePose, Eyes, LookTarget, ModelPose},
};

/// View of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum, serde::Serialize)]
pub enum View {
    /// First person.
    #[default]
    #[value(help = text!("option-value-view-eye"))]
    Eye,
    /// Cutaway model, cut open at a height.
    #[value(help = text!("option-value-view-model"))]
    Model,
    /// Orthographic view of the model from straight above.
    #[value(help = text!("option-value-view-plan"))]
    Plan,
}

/// A tree whose division a film shows, or that an overlay shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FilmTree {
    /// The node-storing tree.
    Nodes,
    /// The solid-leaf tree.
    Leaves,
}

impl FilmTree {
    /// Both trees.
    pub const ALL: [Self; 2] = [Self::Nodes, Self::Leaves];

    /// Returns the name shown on screen.
    pub fn title(self) -> &'static str {
        match self {
            Self::Nodes => text!("view-node-tree"),
            Self::Leaves => text!("view-leaf-tree"),
        }
    }
}
