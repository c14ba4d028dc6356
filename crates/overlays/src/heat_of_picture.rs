//! A heat map of the cost of the ray through each pixel of a picture.

use bspwalk_levels::color::palette::Palette;
use bspwalk_progress::Progress;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::{LeafTree, NodeTree, solid_leaf::pvs::Pvs};

use crate::{
    heat::{Heat, Trees, measure},
    inputs::Shared,
    layer::Layer,
    overlay::{Output, Overlay},
    paint::screen::Screen,
    scene::Scene,
};

/// Costs of the rays through the pixels of a picture.
#[derive(PartialEq)]
pub(crate) struct HeatOfPicture {
    kind: OverlayKind,
    nodes: Shared<NodeTree>,
    leaves: Option<(Shared<LeafTree>, Shared<Pvs>)>,
    screen: Screen,
    square: u32,
    palette: Palette,
}

impl Overlay for HeatOfPicture {
    const KINDS: &'static [OverlayKind] = &[
        OverlayKind::Cost,
        OverlayKind::Tests,
        OverlayKind::SlideCost,
        OverlayKind::LeavesSeen,
        OverlayKind::FacesDrawn,
    ];

    fn of(scene: &Scene<'_>) -> Option<Self> {
        Some(Self {
            kind: scene.kind_of(Self::KINDS)?,
            nodes: scene.nodes(),
            leaves: scene.leaves().zip(scene.pvs.map(Shared::of)),
            screen: *scene.screen?,
            square: scene.heat_square,
            palette: scene.palette(),
        })
    }

    fn draw(&self) -> Output {
        let Some(measure) = measure(self.kind) else {
            return Output::default();
        };
        let trees = Trees {
            nodes: &self.nodes,
            leaves: self.leaves.as_ref().map(|(tree, pvs)| (&**tree, &**pvs)),
        };
        let size = (self.screen.size, self.square);
        let camera = self.screen.camera();
        let casts = |progress: &Progress| Heat::of_picture(&trees, camera, size, measure, progress);
        let heat = Progress::uncancellable(casts);
        Output {
            scale: heat.scale(self.palette),
            heat: Some(heat.clone()),
            ..Output::layer(Layer::Heat, heat.mark(self.kind, self.palette)).with(heat.legend(self.palette))
        }
    }
}
