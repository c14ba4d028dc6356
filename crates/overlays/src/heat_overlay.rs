//! The overlay that draws a heat map over a single picture.

use bspwalk_progress::Progress;

use crate::{
    heat::{Heat, Trees, measure},
    paint::screen::Screen,
    prelude::*,
};

overlay! {
    /// Heat map of the costs of the rays through the pixels of a picture.
    HeatOfPicture [Cost, Tests, SlideCost, LeavesSeen, FacesDrawn] Immediate |scene| {
        kind: OverlayKind = scene.kind_of(Self::KINDS)?,
        nodes: Shared<NodeTree> = scene.nodes(),
        leaves: Option<(Shared<LeafTree>, Shared<Pvs>)> = scene.leaves().zip(scene.pvs.map(Shared::of)),
        screen: Screen = *scene.screen?,
        square: u32 = scene.heat_square,
    }
}

impl Overlay for HeatOfPicture {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let Some(measure) = measure(self.kind) else {
            return OverlayOutput::default();
        };
        let trees = Trees {
            nodes: &self.nodes,
            leaves: self.leaves.as_ref().map(|(tree, pvs)| (&**tree, &**pvs)),
        };
        let size = (self.screen.size, self.square);
        let camera = self.screen.camera();
        let casts = |progress: &Progress| Heat::of_picture(&trees, camera, size, measure, progress);
        let heat = Progress::uncancellable(casts);
        OverlayOutput {
            scale: heat.scale(palette),
            heat: Some(heat.clone()),
            ..OverlayOutput::layer(Layer::Heat, heat.mark(self.kind, palette))
                .with_legend(heat.legend(palette))
        }
    }
}
