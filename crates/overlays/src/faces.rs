//! Legends for the face colours and the wireframe.

use bspwalk_text::words::count_with_noun;
use bspwalk_trees::Statistics;

use crate::{deepest, prelude::*};

overlay! {
    /// Legend of the face colours that the node-storing tree defines.
    FaceColors [Nodes, Depth, Triangles, Fragments] Immediate |scene| {
        kind: OverlayKind = scene.kind_of(Self::KINDS)?,
        tree: Shared<NodeTree> = scene.nodes(),
        figures: Shared<TreeFigures> = scene.figures(),
        cut: Option<Rounded<f64>> = scene.cut(),
    }
}

impl Overlay for FaceColors {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let TreeFigures { stats, statistics } = &*self.figures;
        let of = (&*self.tree, stats, self.cut.map(|cut| cut.exact as f32));
        OverlayOutput::legend(legend(self.kind, palette, of, statistics))
    }
}

overlay! {
    /// Legend of the wireframe.
    Wireframe [Wireframe] Immediate |scene| {
        coloring: OverlayKind = scene.overlays.face_coloring_kind(),
        figures: Shared<TreeFigures> = scene.figures(),
    }
}

impl Overlay for Wireframe {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        OverlayOutput::legend(wireframe_legend(self.coloring, palette, &self.figures.statistics))
    }
}

overlay! {
    /// Legend of a picture whose faces are coloured by visible leaf.
    VisibleLeaves [Visible] Immediate |scene|
    let _ = scene.screen?;
    {
        tree: Shared<LeafTree> = scene.leaves()?,
        /// The PVS and the leaf of the eye; `None` if the PVS hides nothing from that leaf.
        seeing: Option<(Shared<Pvs>, LeafId)> = scene.pvs.map(Shared::of).zip(scene.seeing_leaf()),
        is_model: bool = scene.model.is_some(),
    }
}

impl Overlay for VisibleLeaves {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let empty = || self.tree.leaf_ids().filter(|&leaf| is_empty(&self.tree, leaf));
        let seen = self.seeing.as_ref().map(|(pvs, own)| {
            let seen = empty().filter(|&leaf| pvs.visible(*own, leaf));
            [seen.count(), empty().count()]
        });
        OverlayOutput::legend(seen_legend(seen, self.is_model, palette))
    }
}

/// Builds the legend of an overlay that colours faces by their position in the node-storing tree. In the model view, it
/// states the height of the cut, in metres.
fn legend(
    kind: OverlayKind,
    palette: Palette,
    (tree, stats, cut): (&NodeTree, &TreeStats, Option<f32>),
    statistics: &Statistics,
) -> Legend {
    let colors = if kind == OverlayKind::Depth {
        Row::Ramp(palette, [0, stats.deepest()], stats.deepest())
    } else {
        Row::Categories(palette)
    };
    let mut rows = vec![colors, Row::note(caption(kind, statistics))];
    if kind == OverlayKind::Depth {
        rows.push(Row::note(deepest::caption(tree, stats, cut)));
    }
    rows
}

fn caption(kind: OverlayKind, figures: &Statistics) -> String {
    let triangles = count_with_noun(figures.triangles, "triangle");
    let fragments = count_with_noun(figures.fragments, "fragment");
    let nodes = count_with_noun(figures.nodes, "node");
    match kind {
        OverlayKind::Nodes => text!("legend-by-nodes", triangles, nodes),
        OverlayKind::Depth => text!("legend-by-depth", triangles, nodes),
        OverlayKind::Triangles => text!("legend-by-triangles", triangles, fragments),
        _ => text!("legend-by-fragments", fragments, triangles),
    }
}

/// Returns the edge colours of source triangles and of the tree's cuts, chosen to contrast with the faces in this
/// colouring.
pub fn edges(coloring: OverlayKind, palette: Palette) -> [Rgb; 2] {
    match coloring {
        OverlayKind::Materials => [palette.face(), palette.cut()],
        // Light edges would be invisible on light faces.
        _ => [ink::DARK, palette.cut()],
    }
}

fn wireframe_legend(coloring: OverlayKind, palette: Palette, statistics: &Statistics) -> Legend {
    let fragments = count_with_noun(statistics.fragments, "fragment");
    let triangles = count_with_noun(statistics.triangles, "triangle");
    let [mut edge, cut] = edges(coloring, palette);
    if coloring != OverlayKind::Materials {
        // Dark edges would be invisible on the card's background.
        edge = palette.face();
    }
    vec![
        Row::note(text!("legend-edges", fragments, triangles)),
        Row::line(edge, 1.4, text!("legend-edge-of-source")),
        Row::line(cut, 2.2, text!("legend-cut-of-tree")),
    ]
}

/// Builds the legend of faces coloured by visible leaf. `counts` contains the number of leaves that are visible and in
/// view, and the total number of leaves. It is `None` if the PVS hides nothing. The model view shows the level from
/// outside, so it tints everything visible from the eye's leaf, even outside the view frustum.
pub fn visible_legend(counts: Option<[usize; 2]>, is_model: bool, palette: Palette) -> Legend {
    if is_model {
        return seen_legend(counts, true, palette);
    }
    vec![Row::Categories(palette), Row::note(visible_caption(counts))]
}

/// Builds the legend of a picture that counts all leaves visible from the eye's leaf, inside or outside the view
/// frustum.
fn seen_legend(counts: Option<[usize; 2]>, is_model: bool, palette: Palette) -> Legend {
    let Some(counts) = counts else {
        return vec![Row::note(hides_nothing())];
    };
    let seen = Row::note(text!(
        "legend-seen",
        leaves = words::describe_share(counts, "empty leaf")
    ));
    if is_model {
        let tinted = Row::area(palette.eye(), text!("legend-tinted-seen"));
        let hatched = Row::area(palette.hidden(), text!("legend-hatched-hidden-from-it"));
        return vec![seen, tinted, hatched];
    }
    vec![
        seen,
        Row::Categories(palette),
        Row::note(text!("legend-own-colors")),
        Row::area(palette.hidden(), text!("legend-grey-others")),
    ]
}

fn hides_nothing() -> &'static str {
    text!("legend-hides-nothing")
}

/// Describes how many of all leaves are visible and in the view frustum. `counts` is `None` if the PVS hides nothing.
fn visible_caption(counts: Option<[usize; 2]>) -> String {
    let Some([seen, all]) = counts else {
        return hides_nothing().to_owned();
    };
    let leaves = words::describe_share([seen, all], "empty leaf");
    let rest = match all - seen.min(all) {
        0 => text!("legend-none-hidden").to_owned(),
        rest => text!(
            "legend-grey-hidden",
            others = words::count_with_noun(rest as u64, "other")
        ),
    };
    let seen = text!("legend-seen-in-view", leaves, seen = words::count(seen as u64));
    text!("text-sentences", first = seen, second = rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caption_counts_visible_and_hidden_leaves() {
        let caption = visible_caption(Some([12, 40]));
        assert!(
            caption.starts_with("12 of 40 empty leaves may be visible"),
            "{caption}"
        );
        assert!(
            caption.contains("Faces in the 28 others are grey and hatched"),
            "{caption}"
        );
        assert!(visible_caption(Some([40, 40])).ends_with("No leaf is hidden."));
        assert!(visible_caption(None).contains("hides nothing"));
    }

    #[test]
    fn model_legend_does_not_mention_view() {
        let palette = Palette::default();
        let rows = visible_legend(Some([12, 40]), true, palette);
        let text: String = rows.iter().map(Row::text).collect();
        assert!(
            text.contains("12 of 40 empty leaves") && !text.contains("view"),
            "{text}"
        );
        let colors: Vec<&Row> = rows.iter().filter(|row| matches!(row, Row::Area(..))).collect();
        assert_eq!(
            colors.len(),
            2,
            "what is seen has a tint and what is hidden another"
        );
    }
}
