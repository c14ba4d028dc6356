//! The legends of the colours of the faces and of their edges.

use bspwalk_levels::color::palette::{Palette, Rgb};
use bspwalk_progress::words::{self, counted};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::Statistics;

use crate::{
    legend::{Legend, Row},
    tree_stats::TreeStats,
};

/// The legend of an overlay that colours the faces by the node-storing tree.
#[must_use]
pub fn legend(kind: OverlayKind, palette: Palette, stats: &TreeStats, statistics: &Statistics) -> Legend {
    let colors = if kind == OverlayKind::Depth {
        Row::Ramp(palette, stats.usual_depths(), stats.deepest())
    } else {
        Row::Categories(palette)
    };
    vec![colors, Row::note(caption(kind, statistics))]
}

fn caption(kind: OverlayKind, figures: &Statistics) -> String {
    let triangles = counted(figures.triangles, "triangle");
    let fragments = counted(figures.fragments, "fragment");
    let nodes = counted(figures.nodes, "node");
    match kind {
        OverlayKind::Nodes => format!(
            "{triangles} stored in {nodes}. Those in the same node lie on one splitting plane and share a colour."
        ),
        OverlayKind::Depth => {
            format!(
                "{triangles} stored in {nodes}. The colour is the depth of the node that stores the face."
            )
        }
        OverlayKind::Triangles => {
            format!(
                "{triangles} cut into {fragments}. The fragments of the same source triangle share a colour."
            )
        }
        _ => {
            format!(
                "{fragments} of {triangles}: each piece that the splitting planes cut has its own colour."
            )
        }
    }
}

/// The colours of the edges of source triangles and of the cuts that the tree made, over faces that an overlay colours.
#[must_use]
pub fn edges(coloring: OverlayKind, palette: Palette) -> [Rgb; 2] {
    match coloring {
        OverlayKind::Materials => [Rgb(235, 240, 245), palette.cut()],
        _ => [Rgb(12, 14, 18), Rgb(255, 255, 255)],
    }
}

/// The legend of the wireframe over faces that an overlay colours.
#[must_use]
pub fn wireframe_legend(coloring: OverlayKind, palette: Palette, statistics: &Statistics) -> Legend {
    let fragments = counted(statistics.fragments, "fragment");
    let triangles = counted(statistics.triangles, "triangle");
    let [mut edge, cut] = edges(coloring, palette);
    if coloring != OverlayKind::Materials {
        // Dark edges would not be seen on a card.
        edge = Rgb(90, 96, 106);
    }
    vec![
        Row::note(format!("The edges of {fragments} of {triangles}.")),
        Row::line(edge, 1.4, "edge of a source triangle"),
        Row::line(cut, 2.2, "cut that the tree made"),
    ]
}

/// The legend of the faces coloured by visible leaf: how many leaves are seen and in view, of how many; none where the PVS hides
/// nothing. In the model they are lit and the rest is dark.
#[must_use]
pub fn visible_legend(counts: Option<[usize; 2]>, is_model: bool, palette: Palette) -> Legend {
    let mut rows = Legend::new();
    if !is_model {
        rows.push(Row::Categories(palette));
    }
    rows.push(Row::note(visible_caption(counts, is_model)));
    rows
}

/// The legend of the same in a picture that counts what may be seen from the eye's leaf, in view or not.
#[must_use]
pub fn seen_legend(counts: Option<[usize; 2]>, palette: Palette) -> Legend {
    let text = match counts {
        Some(counts) => {
            let leaves = words::of_all(counts, "empty leaf", "empty leaves");
            format!(
                "{leaves} may be seen from the eye's leaf (PVS), each with its own colour. The rest is grey."
            )
        }
        None => visible_caption(None, false),
    };
    vec![Row::Categories(palette), Row::note(text)]
}

/// How many leaves are seen and in view, of how many; none where the PVS hides nothing. In the model they are lit and the
/// rest is dark.
fn visible_caption(counts: Option<[usize; 2]>, is_model: bool) -> String {
    let Some([seen, all]) = counts else {
        return "The eye is in solid or outside of the level: the PVS hides nothing from there.".to_owned();
    };
    let leaves = words::of_all([seen, all], "empty leaf", "empty leaves");
    let are = if seen == 1 { "is" } else { "are" };
    let [seen_as, rest_as] = if is_model {
        ["lit", "Dark"]
    } else {
        ["each with its own colour", "Grey"]
    };
    let rest = match all - seen.min(all) {
        0 => "None is hidden.".to_owned(),
        rest => format!(
            "{rest_as}: {}, hidden or out of view.",
            words::counted(rest as u64, "other")
        ),
    };
    format!("{leaves} may be seen from the eye's leaf (PVS) and {are} in view, {seen_as}. {rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caption_says_how_many_leaves_are_seen_and_how_many_not() {
        let caption = visible_caption(Some([12, 40]), false);
        assert!(
            caption.starts_with("12 of 40 empty leaves may be seen"),
            "{caption}"
        );
        assert!(
            caption.ends_with("Grey: 28 others, hidden or out of view."),
            "{caption}"
        );
        let model = visible_caption(Some([12, 40]), true);
        assert!(
            model.ends_with("in view, lit. Dark: 28 others, hidden or out of view."),
            "{model}"
        );
        assert!(visible_caption(Some([40, 40]), false).ends_with("None is hidden."));
        assert!(visible_caption(None, true).contains("hides nothing"));
    }
}
