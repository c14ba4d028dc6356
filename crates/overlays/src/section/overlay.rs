//! The overlay of the model view's section.

use bspwalk_levels::Level;

use super::{Cut, drawing, ground::Ground};
use crate::{planes::choice::depths_on_cut, prelude::*};

overlay! {
    /// The section of a level.
    Section [] Background |scene|
    let in_model = scene.model?;
    let selected = (scene.selected_leaf, scene.leaf_is_latest);
    {
        level: Shared<Level> = Shared::of(scene.level),
        nodes: Shared<NodeTree> = scene.nodes(),
        leaves: Option<Shared<LeafTree>> = scene.leaves(),
        pvs: Option<Shared<Pvs>> = scene.pvs.map(Shared::of),
        cut: Cut = Cut {
            planes: depths_on_cut(scene.overlays, &scene.figures.stats, scene.selected),
            film: in_model.film,
            ..Cut::new(
                [in_model.model.cut, in_model.model.orbit.distance],
                Ground::new(scene.overlays, leaves.as_deref(), scene.eye, selected),
            )
        },
    }
}

impl Overlay for Section {
    fn draw(&self, palette: Palette) -> Output {
        let leaves = (self.leaves.as_deref(), self.pvs.as_deref());
        let (drawing, facts) = drawing(&self.level, &self.nodes, leaves, &self.cut, palette);
        Output {
            section: Some(facts),
            ..Output::layer(Layer::Section, drawing)
        }
    }
}
