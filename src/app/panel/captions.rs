//! The sentences of the legends: what is drawn, and how many of how many.

use super::widgets::{count, counted, metres, of_all};
use crate::{
    app::{
        leaf_tree::CullingReport,
        overlays::{OverlayReport, sight::SightAnswer},
        state::{FaceColoring, WhichLeaves},
    },
    bsp::{Statistics, solid_leaf::portals::leak::Leak},
};

pub(super) fn planes(report: &OverlayReport) -> String {
    if report.planes[1] == 0 {
        return "Only the planes of the selected node and of the one under the crosshair.".to_owned();
    }
    let limited = report.planes[0] < report.planes[1];
    if report.planes_of_selection {
        let planes = of_all(
            report.planes,
            "plane above the selected node",
            "planes above the selected node",
        );
        let which = if limited { ", the nearest to it" } else { "" };
        format!("{planes}{which}, each clipped to its cell.")
    } else {
        let [first, last] = report.plane_depths;
        let depths = if first == last {
            format!("at depth {first}")
        } else {
            format!("at depths {first} to {last}")
        };
        let which = if limited { ", the shallowest first" } else { "" };
        format!(
            "{} {depths}{which}, each clipped to its cell.",
            of_all(report.planes, "split plane", "split planes")
        )
    }
}

/// What the colours of the faces stand for.
pub(super) fn faces(coloring: FaceColoring, figures: &Statistics) -> String {
    let triangles = counted(figures.triangles, "triangle");
    let fragments = counted(figures.fragments, "fragment");
    let nodes = counted(figures.nodes, "node");
    match coloring {
        FaceColoring::Node => format!(
            "{triangles} stored in {nodes}. Those in the same node lie on one splitting plane and share a colour."
        ),
        FaceColoring::Depth => {
            format!(
                "{triangles} stored in {nodes}. The colour is the depth of the node that stores the face."
            )
        }
        FaceColoring::Triangle => format!(
            "{triangles} cut into {fragments}. The fragments of the same source triangle share a colour."
        ),
        FaceColoring::Fragment => {
            format!(
                "{fragments} of {triangles}: each piece that the splitting planes cut has its own colour."
            )
        }
        // These two have sentences of their own, or none.
        FaceColoring::Material | FaceColoring::Visible => coloring.kind().description().to_owned(),
    }
}

pub(super) fn wireframe(figures: &Statistics) -> String {
    format!(
        "The edges of {} of {}.",
        counted(figures.fragments, "fragment"),
        counted(figures.triangles, "triangle")
    )
}

pub(super) fn normals(report: &OverlayReport) -> String {
    let which = if report.normals[0] < report.normals[1] {
        ", those of the largest fragments"
    } else {
        ", one for each fragment"
    };
    format!(
        "{}{which}. Far ones fade.",
        of_all(report.normals, "normal", "normals")
    )
}

pub(super) fn cells(report: &OverlayReport, depth: u32) -> String {
    format!(
        "{} at depth {depth}: the convex regions that the planes above have divided space into.",
        of_all(report.cells, "cell", "cells")
    )
}

pub(super) fn visible(culling: &CullingReport) -> String {
    let [all, _, seen] = culling.drawn;
    if culling.known {
        format!(
            "{} may be seen from the eye's leaf (PVS) and {} in view, each with its own colour. The rest is grey.",
            of_all(
                [seen.leaves as usize, all.leaves as usize],
                "empty leaf",
                "empty leaves"
            ),
            if seen.leaves == 1 { "is" } else { "are" }
        )
    } else {
        "The eye is in solid or outside of the level: the PVS hides nothing from there.".to_owned()
    }
}

pub(super) fn leaves(report: &OverlayReport, which: WhichLeaves) -> String {
    let (one, many) = match which {
        WhichLeaves::OfEye | WhichLeaves::All => ("leaf", "leaves"),
        WhichLeaves::Empty => ("empty leaf", "empty leaves"),
        WhichLeaves::Solid => ("solid leaf", "solid leaves"),
    };
    let near = match which {
        WhichLeaves::OfEye => ": those of the eye and of the selection",
        _ if report.leaves[0] < report.leaves[1] => ", the nearest to the eye",
        _ => "",
    };
    format!("{}{near}.", of_all(report.leaves, one, many))
}

pub(super) fn portals(report: &OverlayReport) -> String {
    let near = if report.portals[0] < report.portals[1] {
        ", the nearest to the eye"
    } else {
        ""
    };
    format!("{}{near}.", of_all(report.portals, "portal", "portals"))
}

/// `select` is the key that selects a leaf.
pub(super) fn sight(answer: &SightAnswer, select: &str) -> String {
    match answer {
        SightAnswer::Nothing => {
            format!(
                "Select a leaf: point at a face and press {select}. The line starts in the leaf of the eye."
            )
        }
        SightAnswer::Same { leaf } => {
            format!(
                "Leaf {} is both ends: it sees itself. Go to another, or select another.",
                count(*leaf)
            )
        }
        SightAnswer::Seen {
            leaves: [from, to],
            length,
            portals,
        } => format!(
            "Leaf {} sees leaf {}: a straight line of {} leads through {}.",
            count(*from),
            count(*to),
            metres(*length),
            counted(*portals as u64, "portal")
        ),
        SightAnswer::Hidden {
            leaves: [from, to],
            portals,
            connected,
            known,
        } => {
            let why = match (connected, portals) {
                (false, _) => "no chain of portals leads there".to_owned(),
                (true, 0) => "the view ends at the first portal".to_owned(),
                (true, _) => format!(
                    "the view through {} ends before the next one",
                    counted(*portals as u64, "portal")
                ),
            };
            let coarse = if *known {
                ""
            } else {
                " The PVS, which is conservative, counts it as visible."
            };
            format!(
                "Leaf {} cannot see leaf {}: {why}.{coarse}",
                count(*from),
                count(*to)
            )
        }
        SightAnswer::Unknown { leaves: [from, to] } => format!(
            "Leaf {} may see leaf {}: neither a line was found, nor a proof that there is none.",
            count(*from),
            count(*to)
        ),
    }
}

/// Whether the level leaks, given whether the spawn is in an empty leaf.
pub(super) fn leak(leak: Option<&Leak>, spawn_is_empty: bool) -> String {
    match leak {
        Some(leak) => format!(
            "The level leaks: the spawn is connected to the outside by a path of {} through {}.",
            metres(leak.length()),
            counted(leak.portals.len() as u64, "portal")
        ),
        None if spawn_is_empty => {
            "The level is sealed: the spawn is not connected to the outside.".to_owned()
        }
        None => "The spawn lies in solid or outside of the level: there is no room to look for a leak of."
            .to_owned(),
    }
}

pub(super) fn painter(report: &OverlayReport, by_leaf: bool) -> String {
    let painted = if by_leaf {
        of_all(report.painted, "leaf with faces", "leaves with faces")
    } else {
        of_all(report.painted, "node with faces", "nodes with faces")
    };
    format!("{painted}, painted from far to near in the order of the tree alone: no depth is compared.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_thing_is_singular_and_a_limit_is_told() {
        let mut report = OverlayReport {
            planes: [1, 1],
            ..OverlayReport::default()
        };
        assert_eq!(
            planes(&report),
            "1 split plane at depth 0, each clipped to its cell."
        );
        (report.planes, report.plane_depths) = ([31, 31], [0, 4]);
        assert_eq!(
            planes(&report),
            "All 31 split planes at depths 0 to 4, each clipped to its cell."
        );
        (report.planes, report.planes_of_selection) = ([32, 40], true);
        assert_eq!(
            planes(&report),
            "32 of 40 planes above the selected node, the nearest to it, each clipped to its cell."
        );
        (report.planes, report.planes_of_selection) = ([0, 0], false);
        assert!(planes(&report).starts_with("Only the planes of the selected node"));
        report.leaves = [1, 1_438];
        assert_eq!(
            leaves(&report, WhichLeaves::OfEye),
            "1 of 1,438 leaves: those of the eye and of the selection."
        );
        report.leaves = [800, 1_438];
        assert_eq!(
            leaves(&report, WhichLeaves::Solid),
            "800 of 1,438 solid leaves, the nearest to the eye."
        );
        report.portals = [1, 1];
        assert_eq!(portals(&report), "1 portal.");
        report.cells = [2, 2];
        assert!(cells(&report, 1).starts_with("All 2 cells at depth 1"));
        report.painted = [0, 1];
        assert!(painter(&report, true).starts_with("0 of 1 leaf with faces"));
    }

    #[test]
    fn sentences_about_sight_count_portals() {
        let seen = SightAnswer::Seen {
            leaves: [3, 1_234],
            length: 12.0,
            portals: 1,
        };
        assert_eq!(
            sight(&seen, "E"),
            "Leaf 3 sees leaf 1,234: a straight line of 12.00 m leads through 1 portal."
        );
        let hidden = |portals| SightAnswer::Hidden {
            leaves: [3, 4],
            portals,
            connected: true,
            known: true,
        };
        assert!(sight(&hidden(1), "E").contains("through 1 portal ends"));
        assert!(sight(&hidden(2), "E").contains("through 2 portals ends"));
        assert!(sight(&hidden(0), "E").contains("at the first portal"));
        assert!(leak(None, true).contains("sealed"));
        assert!(!leak(None, false).contains("sealed"));
    }
}
