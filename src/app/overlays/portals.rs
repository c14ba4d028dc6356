//! The portals: the polygons through which one empty leaf opens to the next.

use bevy::prelude::*;
use glam::DVec3;

use super::{
    job::Job,
    lines::{LineBatch, Stroke},
    polygons::{PolygonBatch, PolygonLayer, PolygonLayers},
    strokes::{LineLayer, LineLayers},
};
use crate::{
    app::{
        leaf_tree::LeafTreeState,
        palette::{Palette, Rgb},
        state::{Overlays, Player},
    },
    bsp::solid_leaf::{LeafId, LeafTree, OUTSIDE, PortalId},
};

/// At most this many portals are drawn at once: those nearest to the eye.
pub const MOST_PORTALS: usize = 1500;

/// The portals that are drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PortalDrawing {
    /// Their outlines.
    pub lines: LineBatch,
    /// Their polygons.
    pub polygons: PolygonBatch,
    /// How many are drawn, and how many there are.
    pub counts: [usize; 2],
}

impl PortalDrawing {
    /// The portals nearest to `eye`. Those of the leaf that it is in are bright; those to the outside have a colour of
    /// their own.
    #[must_use]
    pub fn of(tree: &LeafTree, eye: DVec3, palette: Palette) -> Self {
        let own = tree.locate(eye);
        let near = |id: PortalId| {
            tree.portal(id)
                .and_then(|portal| {
                    portal
                        .polygon
                        .iter()
                        .map(|corner| corner.distance_squared(eye))
                        .min_by(f64::total_cmp)
                })
                .unwrap_or(f64::INFINITY)
        };
        let mut portals: Vec<(f64, PortalId)> = (0..tree.portal_count()).map(|id| (near(id), id)).collect();
        let in_all = portals.len();
        portals.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        portals.truncate(MOST_PORTALS);
        let mut drawing = Self {
            counts: [portals.len(), in_all],
            ..Self::default()
        };
        // From far to near, as well as an order by distance goes.
        for &(_, id) in portals.iter().rev() {
            let Some(portal) = tree.portal(id) else { continue };
            let (color, alpha, width) = look(portal.leaves, own, palette);
            let alpha = if portal.leaves.contains(&own) {
                alpha * fainter(FEW_OWN, tree.portals_of(own).len())
            } else {
                alpha * fainter(FEW, portals.len())
            };
            let corners: Vec<Vec3> = portal.polygon.iter().map(|corner| corner.as_vec3()).collect();
            drawing.polygons.push(corners.iter().copied(), color, alpha);
            let stroke = Stroke::new(color.mix(Rgb(255, 255, 255), 0.25), 0.5 + alpha, width);
            drawing.lines.ring(&corners, stroke);
        }
        drawing
    }
}

/// So many portals of the eye's leaf, and so many others, are as opaque as [`look`] says.
const FEW_OWN: usize = 4;
const FEW: usize = 40;

/// How much more transparent each of many portals is, so that the level is seen through them all.
fn fainter(few: usize, count: usize) -> f32 {
    (few as f32 / count.max(few) as f32).sqrt().max(0.25)
}

/// Colour, opacity and width of the outline of a portal between two leaves.
fn look(leaves: [LeafId; 2], own: LeafId, palette: Palette) -> (Rgb, f32, f32) {
    if leaves.contains(&OUTSIDE) {
        (palette.contact(), 0.3, 2.0)
    } else if leaves.contains(&own) {
        (palette.selected(), 0.34, 2.6)
    } else {
        (palette.front(), 0.14, 1.4)
    }
}

/// What the portals are made from: another key, another drawing.
type Key = (u64, IVec3, LeafId, Palette);

/// The portals that are drawn now.
#[derive(Resource, Default)]
pub(super) struct Portals {
    job: Job<Option<Key>, PortalDrawing>,
    /// How many are drawn, of how many.
    pub(super) counts: [usize; 2],
}

impl Portals {
    /// Whether they are still being made.
    pub(super) fn is_busy(&self) -> bool {
        self.job.is_busy()
    }
}

/// Metres that the eye moves before the portals are put in order anew.
const NOTCH: f32 = 1.0;

/// Makes the portals when what they depend on has changed.
pub(super) fn make(
    (leaf_tree, overlays, player): (Res<LeafTreeState>, Res<Overlays>, Res<Player>),
    mut portals: ResMut<Portals>,
    mut lines: ResMut<LineLayers>,
    mut polygons: ResMut<PolygonLayers>,
) {
    let built = leaf_tree.built().filter(|_| overlays.portals);
    let eye = player.position.as_dvec3();
    let notch = (player.position / NOTCH).round().as_ivec3();
    let key = built.map(|built| (built.revision, notch, built.tree.locate(eye), overlays.palette));
    let tree = built.map(|built| built.tree.clone());
    let palette = overlays.palette;
    portals.job.request(key, move || {
        tree.map(|tree| PortalDrawing::of(&tree, eye, palette))
            .unwrap_or_default()
    });
    if let Some(drawing) = portals.job.take() {
        portals.counts = drawing.counts;
        lines.set(LineLayer::Portals, drawing.lines);
        polygons.set(PolygonLayer::Portals, drawing.polygons);
    }
}
