//! Imports that most overlays need.

pub(crate) use bspwalk_draw::color::{
    meaning::ink,
    palette::{Palette, Rgb},
};
pub(crate) use bspwalk_session::overlays::OverlayKind;
pub(crate) use bspwalk_text::text;
pub(crate) use bspwalk_text::words;
pub(crate) use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::NodeId,
    solid_leaf::{LeafId, OUTSIDE, pvs::Pvs},
};
pub(crate) use glam::{DVec3, Vec3};

pub(crate) use crate::{
    drawing::{Drawing, Label, middle, single},
    inputs::{Rounded, Shared},
    layer::Layer,
    legend::{Legend, Row},
    lines::{LineBatch, Stroke},
    overlay::{Overlay, OverlayOutput, overlay},
    scene::{Scene, is_empty},
    tree_stats::{TreeFigures, TreeStats},
};
