//! Why one leaf is seen from another, or is not: a sightline, or the chain of portals that closes between them.

use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{
    layer::Layer,
    sight::{SightAnswer, look},
};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::solid_leaf::{LeafId, OUTSIDE};

use super::background::{Background, BackgroundOverlay, Inputs, Work};
use crate::app::leaf_tree::LeafTreeId;

pub(in crate::app) struct Sightline;

/// What the sightline overlay found.
pub(in crate::app) type Sight = Background<Sightline>;

impl BackgroundOverlay for Sightline {
    const KIND: OverlayKind = OverlayKind::Sight;
    const LAYER: Layer = Layer::Sight;
    type Key = (LeafTreeId, bool, LeafId, LeafId, Palette);
    type Answer = Option<SightAnswer>;

    fn request(inputs: &Inputs<'_, '_>) -> Option<(Self::Key, Work<Option<SightAnswer>>)> {
        let built = inputs.leaf_tree.built()?.clone();
        let pvs = built.pvs.clone()?;
        let of_eye = || built.tree.locate(inputs.player.position.as_dvec3());
        let from = inputs.sight_from.0.unwrap_or_else(of_eye);
        let (to, palette) = (inputs.chosen.0?, inputs.overlays.palette);
        let is_empty = |leaf: LeafId| leaf != OUTSIDE && !built.tree.is_solid(leaf);
        if !is_empty(from) || !is_empty(to) {
            return None;
        }
        let key = (built.id(), built.is_refined(), from, to, palette);
        let work = move || {
            let (drawing, answer) = look(&built.tree, &pvs, [from, to], built.may_see(from, to), palette);
            (drawing, Some(answer))
        };
        Some((key, Box::new(work)))
    }
}
