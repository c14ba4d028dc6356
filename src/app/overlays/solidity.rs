//! How it was decided which leaves are solid, a step at a time.

use bevy::prelude::*;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{
    drawing::Drawing,
    layer::Layer,
    legend::{Legend, Row},
    solidity::{Step, captions, drawing, legend, not_decided},
};
use bspwalk_progress::Progress;
use bspwalk_session::overlays::OverlayKind;

use super::background::{Background, BackgroundOverlay, Inputs, Work};
use crate::app::{leaf_tree::LeafTreeId, state::Overlays};

pub(in crate::app) struct Solidity;

/// The legend of the step that is shown.
pub(in crate::app) type SolidityLegend = Background<Solidity>;

/// The step that is shown.
fn step(overlays: &Overlays) -> Option<Step> {
    let mut kinds = Solidity::KIND.on_its_key();
    kinds.find(|&kind| overlays.is_on(kind)).and_then(Step::of)
}

impl BackgroundOverlay for Solidity {
    const KIND: OverlayKind = OverlayKind::SolidEvidence;
    const LAYER: Layer = Layer::Solidity;
    type Key = (LeafTreeId, Step, IVec3, Option<i64>, Palette);
    type Answer = Legend;

    fn is_on(overlays: &Overlays) -> bool {
        step(overlays).is_some()
    }

    fn request(inputs: &Inputs<'_, '_>) -> Option<(Self::Key, Work<Self::Answer>)> {
        let built = inputs.leaf_tree.built()?;
        let step = step(&inputs.overlays)?;
        let (tree, decided, palette) = (built.tree.clone(), built.decided.clone(), inputs.overlays.palette);
        let key = (built.id(), step, inputs.eye_in_steps(1.0), inputs.cut(), palette);
        let eye = inputs.player.position.as_dvec3();
        let cut = inputs.cut().map(|height| height as f64 / 1000.0);
        let work = move || {
            let Some(decision) = decided.of(&tree) else {
                return (Drawing::default(), vec![Row::note(not_decided())]);
            };
            let draw = |progress: &Progress| drawing(&tree, decision, step, eye, cut, palette, progress);
            let drawing = Progress::uncancellable(draw);
            let legend = legend(&captions(&tree, decision, step), decision, step, palette);
            (drawing, legend)
        };
        Some((key, Box::new(work)))
    }
}
