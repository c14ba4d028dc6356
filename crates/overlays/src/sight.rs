//! Why one leaf is seen from another, or is not: a sightline, or the chain of portals that closes between them.

use bspwalk_levels::color::palette::{Palette, Rgb};
use bspwalk_progress::words::{count, counted, metres};
use bspwalk_trees::solid_leaf::{
    LeafId, LeafTree, PortalId,
    pvs::{Explanation, Pvs, explain},
};
use glam::{DVec3, Vec3};

use crate::{
    drawing::Drawing,
    legend::{Legend, Row},
    lines::Stroke,
};

/// What was found between two leaves.
#[derive(Clone, Debug, PartialEq)]
pub struct SightAnswer {
    leaves: [LeafId; 2],
    explanation: Explanation,
    /// Whether the PVS counts the second leaf as visible from the first.
    visible: bool,
}

/// Looks from one leaf to another, and draws the line or the chain of portals; `visible` says whether the PVS counts the second
/// as visible from the first.
pub fn look(
    tree: &LeafTree,
    pvs: &Pvs,
    leaves: [LeafId; 2],
    visible: bool,
    palette: Palette,
) -> (Drawing, SightAnswer) {
    let mut drawing = Drawing::default();
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
                    (Some(_), 1) => "nothing of the next portal can be seen through this one".to_owned(),
                    (Some(_), portals) => {
                        let portals = count(portals as u64);
                        format!("nothing of the next portal can be seen through these {portals}")
                    }
                };
                let coarse = if self.visible {
                    " The PVS counts it as visible all the same: it may count too many leaves, and never too few."
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

/// The legend. `select` is the key that selects a leaf.
#[must_use]
pub fn legend(answer: Option<&SightAnswer>, palette: Palette, select: &str) -> Legend {
    let Some(answer) = answer else {
        return vec![Row::note(format!(
            "Select a leaf: point at a face and press {select}. The line starts in the leaf of the eye."
        ))];
    };
    let mut rows = vec![Row::note(answer.caption())];
    match answer.explanation {
        Explanation::Seen { .. } => {
            rows.push(Row::line(palette.front(), 3.0, "the line and its portals"));
        }
        Explanation::Hidden { closed: Some(_), .. } => {
            rows.push(Row::line(palette.back(), 3.0, "the chain that came nearest"));
            let text = "the portal that cannot be seen through it";
            rows.push(Row::area(palette.contact(), text));
        }
        _ => {}
    }
    rows
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
            (1, "through this one"),
            (2, "through these 2"),
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
