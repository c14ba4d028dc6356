//! The overlay of the body and its contacts.

use crate::{contacts::Body, prelude::*, query_step};

overlay! {
    /// The body and the faces near it.
    Collision [Collision] Immediate |scene| {
        tree: Shared<NodeTree> = scene.nodes(),
        body: Body = scene.body.cloned().unwrap_or_else(|| Body::around_eye(scene.tree, scene.eye, scene.radius)),
    }
}

impl Overlay for Collision {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let mut drawing = Drawing::from(self.body.lines(palette));
        query_step::draw_visited_nodes(&mut drawing, &self.tree, &self.body.nodes, palette);
        OverlayOutput::layer(Layer::Collision, drawing)
    }
}
