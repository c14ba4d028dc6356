//! Why one leaf is seen from another, or is not: a line of sight, or the chain of portals that closes on the way.

use bevy::prelude::*;
use glam::DVec3;

use super::{
    job::Job,
    leaves::LeafDrawing,
    lines::{LineBatch, Stroke},
    polygons::{PolygonBatch, PolygonLayer, PolygonLayers},
    strokes::{LineLayer, LineLayers},
};
use crate::{
    app::{
        leaf_tree::{Built, ChosenLeaf, LeafTreeState, SightFrom},
        palette::{Palette, Rgb},
        state::{Overlays, Player},
    },
    bsp::solid_leaf::{
        LeafId, LeafTree, OUTSIDE, PortalId,
        pvs::{Explanation, explain},
    },
};

/// What the answer is, for a person.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum SightAnswer {
    /// No leaf is selected.
    #[default]
    Nothing,
    /// The selected leaf is the one that is looked from.
    Same {
        /// The leaf.
        leaf: LeafId,
    },
    /// A straight line leads through this many portals.
    Seen {
        /// The two leaves.
        leaves: [LeafId; 2],
        /// Metres.
        length: f64,
        /// Portals.
        portals: usize,
    },
    /// No straight line leads there.
    Hidden {
        /// The two leaves.
        leaves: [LeafId; 2],
        /// Portals of the chain that came nearest.
        portals: usize,
        /// Whether a chain leads there at all.
        connected: bool,
        /// Whether the PVS says so too.
        known: bool,
    },
    /// Neither was found.
    Unknown {
        /// The two leaves.
        leaves: [LeafId; 2],
    },
}

/// The line or the chain, as it is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SightDrawing {
    /// The answer.
    pub answer: SightAnswer,
    lines: LineBatch,
    polygons: PolygonBatch,
}

impl SightDrawing {
    /// The sight between two leaves.
    #[must_use]
    pub fn of(built: &Built, from: LeafId, to: LeafId, palette: Palette) -> Self {
        let Some(pvs) = &built.pvs else {
            return Self::default();
        };
        let tree = &*built.tree;
        let mut drawing = Self::default();
        for (leaf, color) in [(from, Rgb(255, 255, 255)), (to, palette.selected())] {
            let cell = LeafDrawing::single(tree, leaf, color);
            drawing.lines.extend(cell.lines);
        }
        let leaves = [from, to];
        let may_see = built.may_see(from, to);
        match explain(tree.portal_graph(), pvs, &tree.tolerances(), from, to) {
            Explanation::Same => drawing.answer = SightAnswer::Same { leaf: from },
            Explanation::Seen { from, to, chain } => {
                drawing.answer = SightAnswer::Seen {
                    leaves,
                    length: from.distance(to),
                    portals: chain.len(),
                };
                drawing.portals(tree, &chain, palette.front());
                let stroke = Stroke::new(palette.front().mix(Rgb(255, 255, 255), 0.4), 1.0, 3.5);
                drawing.lines.arrow(from.as_vec3(), to.as_vec3(), stroke);
            }
            Explanation::Hidden { start, chain, closed } => {
                drawing.answer = SightAnswer::Hidden {
                    leaves,
                    portals: chain.len(),
                    connected: closed.is_some(),
                    known: !may_see,
                };
                drawing.portals(tree, &chain, palette.back());
                drawing.portals(tree, closed.as_slice(), palette.contact());
                drawing.chain(tree, start, chain.iter().chain(&closed), palette.back());
            }
            Explanation::Unknown { chain } => {
                drawing.answer = SightAnswer::Unknown { leaves };
                drawing.portals(tree, &chain, palette.back());
                drawing.chain(tree, from, &chain, palette.back());
            }
        }
        drawing
    }

    fn portals(&mut self, tree: &LeafTree, portals: &[PortalId], color: Rgb) {
        for portal in portals.iter().filter_map(|&id| tree.portal(id)) {
            let corners: Vec<Vec3> = portal.polygon.iter().map(|corner| corner.as_vec3()).collect();
            self.polygons.push(corners.iter().copied(), color, 0.3);
            self.lines.ring(
                &corners,
                Stroke::new(color.mix(Rgb(255, 255, 255), 0.25), 1.0, 2.6),
            );
        }
    }

    /// A line from the middle of a leaf through the middles of portals.
    fn chain<'a>(
        &mut self,
        tree: &LeafTree,
        start: LeafId,
        portals: impl IntoIterator<Item = &'a PortalId>,
        color: Rgb,
    ) {
        let middle = |polygon: &[DVec3]| polygon.iter().sum::<DVec3>() / polygon.len().max(1) as f64;
        let mut at = tree.leaf(start).map_or(DVec3::ZERO, |leaf| leaf.bounds.center());
        for portal in portals.into_iter().filter_map(|&id| tree.portal(id)) {
            let next = middle(portal.polygon);
            self.lines
                .line(at.as_vec3(), next.as_vec3(), Stroke::new(color, 0.9, 2.4));
            at = next;
        }
    }
}

/// What the sight is drawn from: another key, another drawing.
type Key = (u64, bool, LeafId, LeafId, Palette);

/// The sight that is drawn now.
#[derive(Resource, Default)]
pub struct Sight {
    job: Job<Option<Key>, SightDrawing>,
    /// The answer, for the legend.
    pub answer: SightAnswer,
}

impl Sight {
    /// Whether it is still being found out.
    pub(super) fn is_busy(&self) -> bool {
        self.job.is_busy()
    }
}

/// Finds out about the sight when the leaves have changed.
pub(super) fn make(
    (leaf_tree, chosen, start): (Res<LeafTreeState>, Res<ChosenLeaf>, Res<SightFrom>),
    (overlays, player): (Res<Overlays>, Res<Player>),
    mut sight: ResMut<Sight>,
    mut lines: ResMut<LineLayers>,
    mut polygons: ResMut<PolygonLayers>,
) {
    let built = leaf_tree
        .built()
        .filter(|built| overlays.sight && built.pvs.is_some())
        .cloned();
    let key = built.as_ref().and_then(|built| {
        let from = start
            .0
            .unwrap_or_else(|| built.tree.locate(player.position.as_dvec3()));
        let to = chosen.0?;
        let can = |leaf: LeafId| leaf != OUTSIDE && !built.tree.is_solid(leaf);
        (can(from) && can(to)).then_some((built.revision, built.is_refined(), from, to, overlays.palette))
    });
    sight.job.request(key, move || match (built, key) {
        (Some(built), Some((.., from, to, palette))) => SightDrawing::of(&built, from, to, palette),
        _ => SightDrawing::default(),
    });
    if let Some(drawing) = sight.job.take() {
        sight.answer = drawing.answer;
        lines.set(LineLayer::SightThroughWalls, drawing.lines.clone());
        lines.set(LineLayer::Sight, drawing.lines);
        polygons.set(PolygonLayer::Sight, drawing.polygons);
    }
}
