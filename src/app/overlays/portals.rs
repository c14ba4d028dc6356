//! The portals: the polygons through which one empty leaf opens to the next.

use bevy::prelude::*;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{layer::Layer, portals::drawing};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::solid_leaf::{LeafId, OUTSIDE};

use super::background::{Background, BackgroundOverlay, Inputs, Work};
use crate::app::leaf_tree::LeafTreeId;

pub(in crate::app) struct Portals;

/// How many portals there are by their leaves.
pub(in crate::app) type PortalSides = Background<Portals>;

impl BackgroundOverlay for Portals {
    const KIND: OverlayKind = OverlayKind::Portals;
    const LAYER: Layer = Layer::Portals;
    type Key = (LeafTreeId, IVec3, LeafId, Option<i64>, Palette);
    /// How many portals the leaf of the eye has, and how many lead to the outside.
    type Answer = [usize; 2];

    fn request(inputs: &Inputs<'_, '_>) -> Option<(Self::Key, Work<Self::Answer>)> {
        let built = inputs.leaf_tree.built()?;
        let (tree, palette) = (built.tree.clone(), inputs.overlays.palette);
        let eye = inputs.player.position.as_dvec3();
        let key = (
            built.id(),
            inputs.eye_in_steps(1.0),
            tree.locate(eye),
            inputs.cut(),
            palette,
        );
        let cut = inputs.cut().map(|height| height as f64 / 1000.0);
        let work = move || {
            let sides = [tree.locate(eye), OUTSIDE].map(|leaf| tree.portals_of(leaf).len());
            (drawing(&tree, eye, cut, palette), sides)
        };
        Some((key, Box::new(work)))
    }
}
