//! The cells of leaves. Empty leaves are outlined; the outlines are dashed if the PVS hides the leaf from the eye.
//! Solid leaves have hatched walls.

use bspwalk_geometry::Polyhedron;
use bspwalk_session::overlays::WhichLeaves;

use crate::{flow::PortalCosts, prelude::*};

/// Distance that the eye moves before the overlay is redrawn, in metres.
const EYE_STEP: f64 = 2.0;

overlay! {
    /// The cells of leaves.
    Leaves [Leaves] Background |scene| {
        tree: Shared<LeafTree> = scene.leaves()?,
        /// The PVS and the leaf of the eye; `None` if the PVS hides nothing from that leaf.
        seeing: Option<(Shared<Pvs>, LeafId)> = scene.pvs.map(Shared::of).zip(scene.seeing_leaf()),
        which: WhichLeaves = scene.overlays.which_leaves,
        eye: Rounded<DVec3> = Rounded::place(scene.eye, EYE_STEP),
        own: LeafId = tree.locate(scene.eye),
        selected: Option<LeafId> = scene.selected_leaf,
        is_model: bool = scene.model.is_some(),
        costs: Option<PortalCosts> = PortalCosts::of(scene),
        select: String = scene.select.to_owned(),
    }
}

impl Overlay for Leaves {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let (tree, which) = (&*self.tree, self.which);
        let is_hidden = |leaf| {
            let hides = |(pvs, own): &(Shared<Pvs>, LeafId)| !tree.is_solid(leaf) && !pvs.visible(*own, leaf);
            self.seeing.as_ref().is_some_and(hides)
        };
        let empty = || tree.leaf_ids().filter(|&leaf| is_empty(tree, leaf));
        let seen = || [empty().filter(|&leaf| !is_hidden(leaf)).count(), empty().count()];
        let seen = self.seeing.as_ref().map(|_| seen());
        let drawing = drawing(tree, is_hidden, which, self.eye.exact, self.selected, palette);
        let mut legend = legend(drawing.counts, seen, self.is_model, which, palette, &self.select);
        legend.extend(self.costs.as_ref().and_then(PortalCosts::row));
        OverlayOutput::layer(Layer::Leaves, drawing).with_legend(legend)
    }
}

/// Maximum number of cells to draw; those nearest to the eye are kept.
pub const MOST_LEAVES: usize = 800;

/// Factor that lightens the edges of hidden leaves, so that they remain visible on a dark floor.
const HIDDEN_LINES: f32 = 0.3;

/// Draws the requested cells, and the cells of the eye's leaf and of the selected leaf. If there are too many, only
/// those nearest to `eye` are drawn.
///
/// The counts refer to the requested leaves. If only the eye's leaf and the selected leaf are drawn, they refer to all
/// leaves. `hidden` returns whether a leaf cannot be seen from the eye's leaf.
fn drawing(
    tree: &LeafTree,
    hidden: impl Fn(LeafId) -> bool,
    which: WhichLeaves,
    eye: DVec3,
    selected: Option<LeafId>,
    palette: Palette,
) -> Drawing {
    let own = tree.locate(eye);
    let asked_for = |id: LeafId| match which {
        WhichLeaves::OfEye => false,
        WhichLeaves::Empty => !tree.is_solid(id),
        WhichLeaves::Solid => tree.is_solid(id),
        WhichLeaves::All => true,
    };
    let mut leaves: Vec<(f64, LeafId)> = tree
        .leaf_ids()
        .filter(|&id| id != OUTSIDE && asked_for(id))
        .filter_map(|id| {
            let bounds = tree.leaf(id)?.bounds;
            Some((bounds.closest_point(eye).distance_squared(eye), id))
        })
        .collect();
    let in_all = leaves.len();
    if in_all > MOST_LEAVES {
        leaves.select_nth_unstable_by(MOST_LEAVES, |a, b| a.0.total_cmp(&b.0));
        leaves.truncate(MOST_LEAVES);
    }
    let special = [Some(own), selected];
    let is_special = |id: LeafId| special.contains(&Some(id));
    let counts = if which == WhichLeaves::OfEye {
        let drawn = tree.leaf_ids().filter(|&id| id != OUTSIDE && is_special(id));
        [drawn.count(), tree.leaf_count().saturating_sub(1) as usize]
    } else {
        [leaves.len(), in_all]
    };
    let mut drawing = Drawing {
        counts,
        ..Drawing::default()
    };
    let cell = |id: LeafId| {
        if id == OUTSIDE {
            Polyhedron::EMPTY
        } else {
            tree.leaf_cell(id)
        }
    };
    for &(_, id) in leaves.iter().filter(|&&(_, id)| !is_special(id)) {
        if tree.is_solid(id) {
            let stroke = Stroke::new(palette.solid().lighter(0.4), 0.8, 1.2);
            drawing.cell(&cell(id), stroke, Some((palette.solid(), 0.5)));
        } else if hidden(id) {
            let stroke = Stroke::new(palette.hidden().lighter(HIDDEN_LINES), 0.9, 1.3);
            drawing.cell(&cell(id), stroke.dashed(true), None);
        } else {
            let color = palette.categories()[id.index() % palette.categories().len()];
            drawing.cell(&cell(id), Stroke::new(color, 0.95, 1.8), None);
        }
    }
    // A fill would cover the screen, because the eye is inside this leaf.
    drawing.cell(&cell(own), Stroke::new(palette.eye(), 1.0, 3.0), None);
    if let Some(selected) = selected.filter(|&selected| selected != own) {
        let is_hidden = hidden(selected);
        let stroke = Stroke::new(palette.selected(), 1.0, 3.0).dashed(is_hidden);
        let fill = (!is_hidden).then_some((palette.selected(), 0.06));
        drawing.cell(&cell(selected), stroke, fill);
    }
    drawing
}

fn caption(counts: [usize; 2], which: WhichLeaves) -> String {
    let noun = match which {
        WhichLeaves::OfEye | WhichLeaves::All => "leaf",
        WhichLeaves::Empty => "empty leaf",
        WhichLeaves::Solid => "solid leaf",
    };
    let leaves = words::describe_share(counts, noun);
    match which {
        WhichLeaves::OfEye => text!("legend-leaves-of-eye", leaves),
        _ if counts[0] < counts[1] => text!("legend-leaves-nearest", leaves),
        _ => text!("text-sentence", text = leaves),
    }
}

/// Describes how many of the empty leaves are potentially visible, and how many are hidden.
fn seen_caption([seen, all]: [usize; 2]) -> String {
    let leaves = words::describe_share([seen, all], "empty leaf");
    let hidden = all - seen.min(all);
    text!("legend-leaves-seen", leaves, hidden = words::count(hidden as u64))
}

/// Builds the legend. `counts` are the numbers of drawn leaves and of all leaves; `seen` are the numbers of visible
/// leaves and of all empty leaves. In the model view, the leaves tint the cut instead of being outlined. `select` is
/// the key that selects a leaf.
fn legend(
    counts: [usize; 2],
    seen: Option<[usize; 2]>,
    is_model: bool,
    which: WhichLeaves,
    palette: Palette,
    select: &str,
) -> Legend {
    let hides = seen.is_some_and(|[seen, all]| seen < all);
    let mut rows = Legend::new();
    if is_model {
        rows.push(Row::note(text!("legend-leaves-tint")));
        if let ([_, all], Some([_, empty]), WhichLeaves::OfEye) = (counts, seen, which) {
            let (all, empty) = (
                words::count_with_noun(all as u64, "leaf"),
                words::count(empty as u64),
            );
            rows.push(Row::note(text!("legend-leaves-empty", all, empty)));
        }
        if hides {
            rows.push(Row::area(palette.hidden(), text!("legend-hatched-hidden")));
        }
    }
    if !is_model || which != WhichLeaves::OfEye {
        rows.push(Row::note(caption(counts, which)));
    }
    rows.extend(seen.map(|seen| Row::note(seen_caption(seen))));
    rows.push(Row::line(palette.eye(), 3.0, text!("legend-leaf-of-eye")));
    let selected = text!("legend-selected-leaf", select);
    rows.push(Row::line(palette.selected(), 3.0, selected));
    if matches!(which, WhichLeaves::Solid | WhichLeaves::All) {
        rows.push(Row::area(palette.solid(), text!("legend-hatched-solid")));
    }
    if hides && !is_model {
        let color = palette.hidden().lighter(HIDDEN_LINES);
        rows.push(Row::line(color, 1.5, text!("legend-dashed-hidden")));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caption_names_drawn_leaves() {
        assert_eq!(
            caption([1, 1_438], WhichLeaves::OfEye),
            "1 of 1,438 leaves shown: the eye's leaf and the selected leaf."
        );
        assert_eq!(
            caption([800, 1_438], WhichLeaves::Solid),
            "800 of 1,438 solid leaves shown: those nearest to the eye."
        );
    }

    #[test]
    fn caption_counts_seen_and_hidden_leaves() {
        assert_eq!(
            seen_caption([12, 40]),
            "12 of 40 empty leaves may be visible from the eye's leaf (PVS); 28 are hidden."
        );
        assert_eq!(
            seen_caption([39, 40]),
            "39 of 40 empty leaves may be visible from the eye's leaf (PVS); 1 is hidden."
        );
        assert_eq!(
            seen_caption([7, 7]),
            "All 7 empty leaves may be visible from the eye's leaf (PVS); none is hidden."
        );
    }
}
