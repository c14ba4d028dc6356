//! The picture of a walk with its overlays over it.

use std::sync::Arc;

use bspwalk_compile::fill;
use bspwalk_draw::raster::Frame;
use bspwalk_overlays::{
    Scene,
    paint::{
        screen::Screen,
        software::{Canvas, Depths},
    },
    scene::Shown,
    tree_stats::TreeFigures,
};
use bspwalk_session::{
    overlays::{OverlayKind, Overlays},
    walk::Session,
};
use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::NodeId,
    solid_leaf::{
        OUTSIDE,
        portals::{Leak, find_leak},
    },
};
use glam::IVec3;

/// What does not change while the eye is within so many metres is kept.
const EYE_STEP: f64 = 0.5;

/// Pictures with fewer rows have no labels: nobody could read them.
const LEAST_ROWS: u32 = 180;

/// What the overlays depend on.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    overlays: Overlays,
    selected: Option<NodeId>,
    /// How many parts have come from the background.
    revision: u32,
    eye: IVec3,
}

/// What is kept from one picture to the next.
#[derive(Debug, Default)]
pub(super) struct Overlaid {
    frame: Frame,
    figures: Option<(Arc<NodeTree>, TreeFigures)>,
    leak: Option<(Arc<LeafTree>, Option<Leak>)>,
    shown: Option<(Key, Shown)>,
}

impl Overlaid {
    /// Draws the picture of the moment with what is shown over it. Nothing is drawn where a side is 0.
    pub(super) fn draw(&mut self, session: &mut Session, size: [u32; 2]) -> &Frame {
        self.frame.clone_from(session.draw(size));
        let selected = session.selected();
        if (session.overlays == Overlays::none() && selected.is_none()) || size.contains(&0) {
            return &self.frame;
        }
        let (level, tree) = (session.level(), &session.opened().tree);
        if self.figures.as_ref().is_none_or(|(of, _)| !Arc::ptr_eq(of, tree)) {
            self.figures = Some((Arc::clone(tree), TreeFigures::new(tree)));
            self.shown = None;
        }
        let leaves = session.picture().leaves();
        let wants_leak = session.overlays.is_on(OverlayKind::Leak);
        if let Some(leaves) = leaves.filter(|_| wants_leak)
            && self.leak.as_ref().is_none_or(|(of, _)| !Arc::ptr_eq(of, leaves))
        {
            let (start, _) = fill::leak_start(level, leaves);
            let leaf = leaves.locate(start);
            let is_empty = leaf != OUTSIDE && !leaves.is_solid(leaf);
            let leak = is_empty.then(|| find_leak(leaves.portal_graph(), leaf, start));
            self.leak = Some((Arc::clone(leaves), leak.flatten()));
        }
        let Some((_, figures)) = &self.figures else {
            return &self.frame;
        };
        let camera = session.camera();
        let screen = Screen::new(camera, size);
        let scene = Scene {
            leaves: leaves.map(|leaves| &**leaves),
            pvs: session.picture().pvs().map(|pvs| &**pvs),
            leak: self.leak.as_ref().and_then(|(_, leak)| leak.as_ref()),
            selected,
            ..Scene::new(level, tree, figures)
        };
        let key = Key {
            overlays: session.overlays.clone(),
            selected,
            revision: session.revision(),
            eye: (camera.eye / EYE_STEP).round().as_ivec3(),
        };
        let shown = match self.shown.take() {
            Some((of, mut shown)) if of == key => {
                scene.place_labels(&mut shown, &session.overlays, &screen);
                shown
            }
            _ => scene.shown(&session.overlays, &screen),
        };
        let depths = Depths::new(session.picture().faces(), &camera, size);
        let mut canvas = Canvas::new(&screen, &depths, &mut self.frame.pixels);
        canvas.draw(shown.layers.passes());
        if size[1] >= LEAST_ROWS {
            canvas.labels(&shown.labels);
        }
        self.shown = Some((key, shown));
        &self.frame
    }
}
