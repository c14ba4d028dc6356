//! The normals of the fragments.

use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{layer::Layer, normals::drawing};
use bspwalk_session::overlays::OverlayKind;

use super::background::{BackgroundOverlay, Inputs, Work};
use crate::app::state::TreeId;

pub(super) struct Normals;

impl BackgroundOverlay for Normals {
    const KIND: OverlayKind = OverlayKind::Normals;
    const LAYER: Layer = Layer::Normals;
    type Key = (TreeId, Palette);
    type Answer = ();

    fn request(inputs: &Inputs<'_, '_>) -> Option<(Self::Key, Work<()>)> {
        let (tree, palette) = (inputs.current.tree.clone(), inputs.overlays.palette);
        let work = move || (drawing(&tree, palette), ());
        Some(((inputs.current.tree_id(), palette), Box::new(work)))
    }
}
