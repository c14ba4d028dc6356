//! The overlay that draws a heat map over a single picture.

use bspwalk_explain::doom_load::LoadMap;
use bspwalk_levels::Level;
use bspwalk_progress::Progress;

use crate::{
    heat::{Heat, Trees, measure},
    paint::screen::Screen,
    prelude::*,
};

overlay! {
    /// Heat map of the costs of the rays through the pixels of a picture.
    HeatOfPicture [Cost, Tests, SlideCost, LeavesSeen, FacesDrawn, Visplanes, Drawsegs, Openings] Immediate |scene| {
        kind: OverlayKind = scene.kind_of(Self::KINDS)?,
        nodes: Shared<NodeTree> = scene.nodes(),
        leaves: Option<(Shared<LeafTree>, Shared<Pvs>)> = scene.leaves().zip(scene.pvs.map(Shared::of)),
        level: Shared<Level> = Shared::of(scene.level),
        loads: Option<Shared<LoadMap>> = scene.doom_loads.map(Shared::of),
        screen: Screen = *scene.screen?,
        square: u32 = scene.heat_square,
    }
}

impl Overlay for HeatOfPicture {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let Some(measure) = measure(self.kind) else {
            return OverlayOutput::default();
        };
        if measure.limit().is_some() && self.loads.is_none() {
            return OverlayOutput::legend(missing_loads(&self.level));
        }
        let trees = Trees {
            nodes: &self.nodes,
            leaves: self.leaves.as_ref().map(|(tree, pvs)| (&**tree, &**pvs)),
            doom: self.loads.as_ref().map(|loads| (&*self.level, &**loads)),
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

/// Returns the legend that replaces a heat map of DOOM's renderer: the level has no nodes, or counting has not finished.
pub fn missing_loads(level: &Level) -> Legend {
    let note = match &level.doom_surfaces {
        Some(_) => text!("legend-heat-doom-counting"),
        None => text!("legend-heat-doom-only"),
    };
    vec![Row::note(note)]
}
