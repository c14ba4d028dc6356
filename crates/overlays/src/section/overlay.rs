//! The overlay of the model view's section.

use bspwalk_levels::Level;
use bspwalk_trees::{LeafTree, NodeTree, solid_leaf::pvs::Pvs};

use super::{Cut, drawing, ground::Ground};
use crate::{
    inputs::Shared,
    layer::Layer,
    overlay::{Cost, Output, Overlay},
    planes::choice::depths_on_cut,
    scene::Scene,
};

/// The section of a level.
#[derive(PartialEq)]
pub(crate) struct Section {
    level: Shared<Level>,
    nodes: Shared<NodeTree>,
    leaves: Option<Shared<LeafTree>>,
    pvs: Option<Shared<Pvs>>,
    cut: Cut,
}

impl Overlay for Section {
    const COST: Cost = Cost::Background;

    fn of(scene: &Scene<'_>) -> Option<Self> {
        let in_model = scene.model?;
        let leaf = (scene.selected_leaf, scene.leaf_is_latest);
        let leaves = scene.leaves();
        let ground = Ground::new(scene.overlays, leaves.as_deref(), scene.eye, leaf);
        let distance = in_model.model.orbit.distance;
        let mut cut = Cut::new(in_model.model.cut, distance, ground, scene.palette());
        cut.planes = depths_on_cut(scene.overlays, &scene.figures.stats, scene.selected);
        cut.film = in_model.film;
        Some(Self {
            level: Shared::of(scene.level),
            nodes: scene.nodes(),
            leaves,
            pvs: scene.pvs.map(Shared::of),
            cut,
        })
    }

    fn draw(&self) -> Output {
        let leaves = (self.leaves.as_deref(), self.pvs.as_deref());
        let (drawing, facts) = drawing(&self.level, &self.nodes, leaves, &self.cut);
        Output {
            section: Some(facts),
            ..Output::layer(Layer::Section, drawing)
        }
    }
}
