//! Why one leaf is seen from another, or is not: a sightline, or the chain of portals that closes between them.

use bevy::prelude::*;
use bevy_egui::egui::Ui;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::solid_leaf::{
    LeafId, LeafTree, OUTSIDE, PortalId,
    pvs::{Explanation, Pvs, explain},
};
use glam::DVec3;

use super::{
    background::{Background, BackgroundOverlay, Inputs, Work},
    drawing::Drawing,
    layers::Layer,
    lines::Stroke,
};
use crate::app::{
    leaf_tree::Built,
    palette::{Palette, Rgb},
    panel::widgets,
    words::{count, counted, metres},
};

/// What was found between two leaves.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct SightAnswer {
    leaves: [LeafId; 2],
    explanation: Explanation,
    /// Whether the PVS counts the second leaf as visible from the first.
    visible: bool,
}

/// Looks from one leaf to another, and draws the line or the chain of portals.
fn look(built: &Built, pvs: &Pvs, leaves: [LeafId; 2], palette: Palette) -> (Drawing, SightAnswer) {
    let mut drawing = Drawing::default();
    let tree = &*built.tree;
    let [from, to] = leaves;
    for (leaf, color) in [(from, Rgb(255, 255, 255)), (to, palette.selected())] {
        drawing.cell(&tree.leaf_cell(leaf), Stroke::new(color, 1.0, 2.4), None);
    }
    let explanation = explain(tree.portal_graph(), pvs, &tree.tolerances(), from, to);
    match &explanation {
        Explanation::Same => {}
        Explanation::Seen { from, to, chain } => {
            add_portals(&mut drawing, tree, chain, palette.front());
            let stroke = Stroke::new(palette.front().mix(Rgb(255, 255, 255), 0.4), 1.0, 3.5);
            drawing.lines.arrow(from.as_vec3(), to.as_vec3(), stroke);
        }
        Explanation::Hidden { start, chain, closed } => {
            add_portals(&mut drawing, tree, chain, palette.back());
            add_portals(&mut drawing, tree, closed.as_slice(), palette.contact());
            add_chain(
                &mut drawing,
                tree,
                *start,
                chain.iter().chain(closed),
                palette.back(),
            );
        }
        Explanation::Unknown { chain } => {
            add_portals(&mut drawing, tree, chain, palette.back());
            add_chain(&mut drawing, tree, from, chain, palette.back());
        }
    }
    let visible = built.may_see(from, to);
    let answer = SightAnswer {
        leaves,
        explanation,
        visible,
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

pub(in crate::app) struct Sightline;

/// What the sightline overlay found.
pub(in crate::app) type Sight = Background<Sightline>;

impl BackgroundOverlay for Sightline {
    const KIND: OverlayKind = OverlayKind::Sight;
    const LAYER: Layer = Layer::Sight;
    type Key = (u64, bool, LeafId, LeafId, Palette);
    type Answer = Option<SightAnswer>;

    fn request(inputs: &Inputs<'_>) -> Option<(Self::Key, Work<Option<SightAnswer>>)> {
        let built = inputs.leaf_tree.built()?.clone();
        let pvs = built.pvs.clone()?;
        let of_eye = || built.tree.locate(inputs.player.position.as_dvec3());
        let from = inputs.sight_from.0.unwrap_or_else(of_eye);
        let (to, palette) = (inputs.chosen.0?, inputs.overlays.palette);
        let is_empty = |leaf: LeafId| leaf != OUTSIDE && !built.tree.is_solid(leaf);
        if !is_empty(from) || !is_empty(to) {
            return None;
        }
        let key = (built.revision, built.is_refined(), from, to, palette);
        let work = move || {
            let (drawing, answer) = look(&built, &pvs, [from, to], palette);
            (drawing, Some(answer))
        };
        Some((key, Box::new(work)))
    }
}

/// The legend; `select` is the key that selects a leaf.
pub(super) fn legend(ui: &mut Ui, answer: Option<&SightAnswer>, palette: Palette, select: &str) {
    let Some(answer) = answer else {
        let text = format!(
            "Select a leaf: point at a face and press {select}. The line starts in the leaf of the eye."
        );
        widgets::note(ui, text);
        return;
    };
    widgets::note(ui, answer.caption());
    let color = widgets::color;
    match answer.explanation {
        Explanation::Seen { .. } => {
            widgets::line_key(ui, color(palette.front()), 3.0, "the line and its portals");
        }
        Explanation::Hidden { closed: Some(_), .. } => {
            widgets::line_key(ui, color(palette.back()), 3.0, "the chain that came nearest");
            let text = "the portal that cannot be seen through it";
            widgets::key(ui, color(palette.contact()), text);
        }
        _ => {}
    }
}

impl SightAnswer {
    fn caption(&self) -> String {
        let [from, to] = self.leaves.map(count);
        match &self.explanation {
            Explanation::Same => {
                format!("Leaf {from} is both ends: it sees itself. Go to another, or select another.")
            }
            Explanation::Seen {
                from: start,
                to: end,
                chain,
            } => {
                let (length, portals) = (
                    metres(start.distance(*end)),
                    counted(chain.len() as u64, "portal"),
                );
                format!("Leaf {from} sees leaf {to}: a straight line of {length} leads through {portals}.")
            }
            Explanation::Hidden { chain, closed, .. } => {
                let reason = match (closed, chain.len()) {
                    (None, 0) => "no chain of portals leads there".to_owned(),
                    (None, portals) => {
                        let portals = counted(portals as u64, "portal");
                        format!("no line passes the {portals} between, as the PVS has shown")
                    }
                    (Some(_), 0) => "the view ends at the first portal".to_owned(),
                    (Some(_), portals) => {
                        let portals = counted(portals as u64, "portal");
                        format!("the view through {portals} ends before the next one")
                    }
                };
                let coarse = if self.visible {
                    " The PVS, which is conservative, counts it as visible."
                } else {
                    ""
                };
                format!("Leaf {from} cannot see leaf {to}: {reason}.{coarse}")
            }
            Explanation::Unknown { .. } => {
                format!(
                    "Leaf {from} may see leaf {to}: neither a line was found, nor a proof that there is none."
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_about_sight_count_portals() {
        let caption = |leaves, explanation| {
            let answer = SightAnswer {
                leaves,
                explanation,
                visible: false,
            };
            answer.caption()
        };
        let seen = Explanation::Seen {
            from: DVec3::ZERO,
            to: DVec3::X * 12.0,
            chain: vec![0],
        };
        assert_eq!(
            caption([3, 1_234], seen),
            "Leaf 3 sees leaf 1,234: a straight line of 12.00 m leads through 1 portal."
        );
        for (portals, words) in [
            (0, "at the first portal"),
            (1, "through 1 portal ends"),
            (2, "through 2 portals ends"),
        ] {
            let hidden = Explanation::Hidden {
                start: 3,
                chain: vec![0; portals],
                closed: Some(1),
            };
            assert!(caption([3, 4], hidden).contains(words));
        }
        for (portals, words) in [(0, "no chain of portals"), (2, "no line passes the 2 portals")] {
            let hidden = Explanation::Hidden {
                start: 3,
                chain: vec![0; portals],
                closed: None,
            };
            assert!(caption([3, 4], hidden).contains(words));
        }
    }
}
