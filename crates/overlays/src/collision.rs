//! The body, the faces near it, and the nodes that its collision query visited.

use bspwalk_levels::color::palette::Palette;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::NodeTree;

use crate::{
    contacts::Body,
    drawing::Drawing,
    inputs::Shared,
    layer::Layer,
    overlay::{Output, Overlay},
    query_step,
    scene::Scene,
};

/// The body and the faces near it.
#[derive(PartialEq)]
pub(crate) struct Collision {
    tree: Shared<NodeTree>,
    body: Body,
    palette: Palette,
}

impl Overlay for Collision {
    const KINDS: &'static [OverlayKind] = &[OverlayKind::Collision];

    fn of(scene: &Scene<'_>) -> Option<Self> {
        let around_eye = || {
            let mut body = Body {
                center: scene.eye.as_vec3(),
                radius: scene.radius,
                ..Body::default()
            };
            body.find_near(scene.tree);
            body
        };
        Some(Self {
            tree: scene.nodes(),
            body: scene.body.cloned().unwrap_or_else(around_eye),
            palette: scene.palette(),
        })
    }

    fn draw(&self) -> Output {
        let mut drawing = Drawing::from(self.body.lines(self.palette));
        query_step::visited(&mut drawing, &self.tree, &self.body.nodes, self.palette);
        Output::layer(Layer::Collision, drawing)
    }
}
