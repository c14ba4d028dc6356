//! Why one leaf is seen from another, or is not: a sightline, or the chain of portals that closes between them.

use bevy::prelude::*;
use bevy_egui::egui::Ui;
use glam::DVec3;

use super::{
    background::{Background, BackgroundOverlay, Inputs, Work},
    drawing::Drawing,
    layers::Layer,
    lines::Stroke,
};
use crate::{
    app::{
        leaf_tree::Built,
        palette::{Palette, Rgb},
        panel::widgets::{self, count, counted, metres},
    },
    bsp::solid_leaf::{
        LeafId, LeafTree, OUTSIDE, PortalId,
        pvs::{Explanation, explain},
    },
    cli::overlays::OverlayKind,
};

/// What was found between two leaves.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::app) enum SightAnswer {
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
    /// Neither a line nor a proof that there is none was found.
    Unknown {
        /// The two leaves.
        leaves: [LeafId; 2],
    },
}

/// Looks from one leaf to another, and draws the line or the chain of portals.
fn look(built: &Built, from: LeafId, to: LeafId, palette: Palette) -> (Drawing, SightAnswer) {
    let mut drawing = Drawing::default();
    let Some(pvs) = &built.pvs else {
        return (drawing, SightAnswer::Nothing);
    };
    let tree = &*built.tree;
    for (leaf, color) in [(from, Rgb(255, 255, 255)), (to, palette.selected())] {
        drawing.cell(&tree.leaf_cell(leaf), Stroke::new(color, 1.0, 2.4), None);
    }
    let leaves = [from, to];
    let answer = match explain(tree.portal_graph(), pvs, &tree.tolerances(), from, to) {
        Explanation::Same => SightAnswer::Same { leaf: from },
        Explanation::Seen { from, to, chain } => {
            add_portals(&mut drawing, tree, &chain, palette.front());
            let stroke = Stroke::new(palette.front().mix(Rgb(255, 255, 255), 0.4), 1.0, 3.5);
            drawing.lines.arrow(from.as_vec3(), to.as_vec3(), stroke);
            SightAnswer::Seen {
                leaves,
                length: from.distance(to),
                portals: chain.len(),
            }
        }
        Explanation::Hidden { start, chain, closed } => {
            add_portals(&mut drawing, tree, &chain, palette.back());
            add_portals(&mut drawing, tree, closed.as_slice(), palette.contact());
            add_chain(
                &mut drawing,
                tree,
                start,
                chain.iter().chain(&closed),
                palette.back(),
            );
            SightAnswer::Hidden {
                leaves,
                portals: chain.len(),
                connected: closed.is_some(),
                known: !built.may_see(from, to),
            }
        }
        Explanation::Unknown { chain } => {
            add_portals(&mut drawing, tree, &chain, palette.back());
            add_chain(&mut drawing, tree, from, &chain, palette.back());
            SightAnswer::Unknown { leaves }
        }
    };
    (drawing, answer)
}

fn add_portals(drawing: &mut Drawing, tree: &LeafTree, portals: &[PortalId], color: Rgb) {
    for portal in portals.iter().filter_map(|&id| tree.portal(id)) {
        drawing.outlined(portal.polygon, color, 0.3, [1.0, 2.6]);
    }
}

/// Adds a line from the middle of a leaf through the middles of portals.
fn add_chain<'a>(
    drawing: &mut Drawing,
    tree: &LeafTree,
    start: LeafId,
    portals: impl IntoIterator<Item = &'a PortalId>,
    color: Rgb,
) {
    let middle = |polygon: &[DVec3]| polygon.iter().sum::<DVec3>() / polygon.len().max(1) as f64;
    let start = tree.leaf(start).map_or(DVec3::ZERO, |leaf| leaf.bounds.center());
    let portals = portals.into_iter().filter_map(|&id| tree.portal(id));
    let points = portals.map(|portal| middle(portal.polygon).as_vec3());
    let points: Vec<Vec3> = [start.as_vec3()].into_iter().chain(points).collect();
    drawing.lines.path(&points, Stroke::new(color, 0.9, 2.4));
}

/// The overlay.
pub(in crate::app) struct Sightline;

/// What the sightline overlay found.
pub(in crate::app) type Sight = Background<Sightline>;

impl BackgroundOverlay for Sightline {
    const KIND: OverlayKind = OverlayKind::Sight;
    const LAYER: Layer = Layer::Sight;
    type Key = (u64, bool, LeafId, LeafId, Palette);
    type Answer = SightAnswer;

    fn request(inputs: &Inputs<'_>) -> Option<(Self::Key, Work<SightAnswer>)> {
        let built = inputs
            .leaf_tree
            .built()
            .filter(|built| built.pvs.is_some())?
            .clone();
        let of_eye = || built.tree.locate(inputs.player.position.as_dvec3());
        let from = inputs.sight_from.0.unwrap_or_else(of_eye);
        let (to, palette) = (inputs.chosen.0?, inputs.overlays.palette);
        let is_empty = |leaf: LeafId| leaf != OUTSIDE && !built.tree.is_solid(leaf);
        if !is_empty(from) || !is_empty(to) {
            return None;
        }
        let key = (built.revision, built.is_refined(), from, to, palette);
        Some((key, Box::new(move || look(&built, from, to, palette))))
    }
}

/// The legend; `select` is the key that selects a leaf.
pub(super) fn legend(ui: &mut Ui, answer: &SightAnswer, palette: Palette, select: &str) {
    widgets::note(ui, caption(answer, select));
    match answer {
        SightAnswer::Seen { .. } => {
            let color = widgets::color(palette.front());
            widgets::line_key(ui, color, 3.0, "the line and its portals");
        }
        SightAnswer::Hidden { connected: true, .. } => {
            let color = widgets::color(palette.back());
            widgets::line_key(ui, color, 3.0, "the chain that came nearest");
            let color = widgets::color(palette.contact());
            widgets::key(ui, color, "the portal that cannot be seen through it");
        }
        _ => {}
    }
}

fn caption(answer: &SightAnswer, select: &str) -> String {
    let pair =
        |[from, to]: [LeafId; 2], sees: &str| format!("Leaf {} {sees} leaf {}", count(from), count(to));
    match *answer {
        SightAnswer::Nothing => {
            format!(
                "Select a leaf: point at a face and press {select}. The line starts in the leaf of the eye."
            )
        }
        SightAnswer::Same { leaf } => format!(
            "Leaf {} is both ends: it sees itself. Go to another, or select another.",
            count(leaf)
        ),
        SightAnswer::Seen {
            leaves,
            length,
            portals,
        } => format!(
            "{}: a straight line of {} leads through {}.",
            pair(leaves, "sees"),
            metres(length),
            counted(portals as u64, "portal")
        ),
        SightAnswer::Hidden {
            leaves,
            portals,
            connected,
            known,
        } => {
            let reason = match (connected, portals) {
                (false, _) => "no chain of portals leads there".to_owned(),
                (true, 0) => "the view ends at the first portal".to_owned(),
                (true, _) => format!(
                    "the view through {} ends before the next one",
                    counted(portals as u64, "portal")
                ),
            };
            let coarse = if known {
                ""
            } else {
                " The PVS, which is conservative, counts it as visible."
            };
            format!("{}: {reason}.{coarse}", pair(leaves, "cannot see"))
        }
        SightAnswer::Unknown { leaves } => format!(
            "{}: neither a line was found, nor a proof that there is none.",
            pair(leaves, "may see")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_about_sight_count_portals() {
        let seen = SightAnswer::Seen {
            leaves: [3, 1_234],
            length: 12.0,
            portals: 1,
        };
        assert_eq!(
            caption(&seen, "E"),
            "Leaf 3 sees leaf 1,234: a straight line of 12.00 m leads through 1 portal."
        );
        let hidden = |portals| SightAnswer::Hidden {
            leaves: [3, 4],
            portals,
            connected: true,
            known: true,
        };
        assert!(caption(&hidden(1), "E").contains("through 1 portal ends"));
        assert!(caption(&hidden(2), "E").contains("through 2 portals ends"));
        assert!(caption(&hidden(0), "E").contains("at the first portal"));
    }
}
