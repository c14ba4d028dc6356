//! Portals, which are the openings between empty leaves, drawn as polygons.

use bspwalk_geometry::cut_at_height;
use bspwalk_trees::solid_leaf::PortalId;

use crate::{flow::PortalCosts, prelude::*};

/// Distance that the eye moves before the overlay is redrawn, in metres.
pub(crate) const EYE_STEP: f64 = 1.0;

overlay! {
    /// The portals of a tree. If there is a portal file, `PortalsBeside` draws the portals instead.
    Portals [Portals] Background |scene| {
        tree: Shared<LeafTree> = scene.leaves().filter(|_| scene.file_portals.is_none())?,
        eye: Rounded<DVec3> = Rounded::place(scene.eye, EYE_STEP),
        own: LeafId = tree.locate(scene.eye),
        cut: Option<Rounded<f64>> = scene.cut(),
        costs: Option<PortalCosts> = PortalCosts::of(scene),
    }
}

impl Overlay for Portals {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let (tree, cut) = (&*self.tree, self.cut.map(|height| height.exact));
        let sides = [self.own, OUTSIDE].map(|leaf| tree.portals_of(leaf).len());
        let drawing = drawing(tree, self.eye.exact, cut, palette);
        let mut legend = legend(drawing.counts, sides, cut.is_some(), palette);
        legend.extend(self.costs.as_ref().and_then(PortalCosts::row));
        OverlayOutput::layer(Layer::Portals, drawing).with_legend(legend)
    }
}

/// Maximum number of portals to draw; those nearest to the eye are kept.
pub const MOST_PORTALS: usize = 1500;

/// Draws the portals nearest to `eye`. Portals of the eye's leaf are bright, and portals to the outside have a separate
/// colour. In the model view, only portals that intersect the cut are drawn, as doors.
fn drawing(tree: &LeafTree, eye: DVec3, cut: Option<f64>, palette: Palette) -> Drawing {
    let own = tree.locate(eye);
    let distance = |id: PortalId| {
        let corners = tree.portal(id).map(|portal| portal.polygon).unwrap_or_default();
        let distances = corners.iter().map(|corner| corner.distance_squared(eye));
        distances.fold(f64::INFINITY, f64::min)
    };
    let is_on = |id, cut| {
        tree.portal(id)
            .is_some_and(|portal| cut_at_height(portal.polygon, cut).is_some())
    };
    let is_drawn = |id: &PortalId| cut.is_none_or(|cut| is_on(*id, cut));
    let shown = tree.portal_ids().filter(is_drawn);
    let mut portals: Vec<(f64, PortalId)> = shown.map(|id| (distance(id), id)).collect();
    let in_all = tree.portal_count() as usize;
    portals.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    portals.truncate(MOST_PORTALS);
    let mut drawing = Drawing {
        counts: [portals.len(), in_all],
        ..Drawing::default()
    };
    // Draw back to front, as accurately as sorting by distance allows.
    for portal in portals.iter().rev().filter_map(|&(_, id)| tree.portal(id)) {
        let (color, alpha, width) = look(portal.leaves, own, palette);
        let alpha = if portal.leaves.contains(&own) {
            alpha * fainter(FEW_OWN, tree.portals_of(own).len())
        } else {
            alpha * fainter(FEW, portals.len())
        };
        drawing.outlined(portal.polygon, color, alpha, [0.5 + alpha, width]);
        drawing.at_cut(portal.polygon, cut, Stroke::new(color, 1.0, 2.0 * width));
    }
    drawing
}

/// Maximum number of portals of the eye's leaf that are drawn at the full opacity from [`look`].
const FEW_OWN: usize = 4;

/// Maximum number of other portals that are drawn at the full opacity from [`look`].
const FEW: usize = 40;

/// Returns the opacity factor for `count` drawn portals. More than `few` portals are fainter, so that the level remains
/// visible through all of them.
fn fainter(few: usize, count: usize) -> f32 {
    (few as f32 / count.max(few) as f32).sqrt().max(0.25)
}

/// Returns the colour, opacity and outline width of a portal between two leaves.
fn look(leaves: [LeafId; 2], own: LeafId, palette: Palette) -> (Rgb, f32, f32) {
    if leaves.contains(&OUTSIDE) {
        (palette.outside(), 0.3, 2.0)
    } else if leaves.contains(&own) {
        (palette.eye(), 0.34, 2.6)
    } else {
        (palette.reached(), 0.14, 1.4)
    }
}

fn caption(counts: [usize; 2], of_cut: bool) -> String {
    let portals = words::describe_share(counts, "portal");
    match counts {
        [some, all] if some == all => text!("text-sentence", text = portals),
        [MOST_PORTALS, _] => text!("legend-portals-nearest", portals),
        _ if of_cut => text!("legend-portals-of-cut", portals),
        _ => text!("text-sentence", text = portals),
    }
}

/// Builds the legend. `counts` contains the number of drawn portals and the total number. `own` is the number of
/// portals of the eye's leaf, and `outside` the number of portals to the outside. `of_cut` is set if only portals on
/// the model's cut are drawn.
fn legend(counts: [usize; 2], [own, outside]: [usize; 2], of_cut: bool, palette: Palette) -> Legend {
    let number = |number: usize| words::count(number as u64);
    let mut rows = vec![
        Row::note(caption(counts, of_cut)),
        Row::area(
            palette.eye(),
            text!("legend-portals-of-eye", number = number(own)),
        ),
        Row::area(palette.reached(), text!("legend-portals-others")),
    ];
    if outside > 0 {
        let text = text!("legend-portals-outside", number = number(outside));
        rows.push(Row::area(palette.outside(), text));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caption_counts_the_portals() {
        assert_eq!(caption([1, 1], false), "1 portal.");
        assert_eq!(
            caption([1500, 2000], false),
            "1,500 of 2,000 portals shown: those nearest to the eye."
        );
        assert_eq!(
            caption([15, 2000], true),
            "15 of 2,000 portals shown: those crossed by the section plane."
        );
    }

    #[test]
    fn near_portals_are_drawn_last() {
        let (tree, eye) = bspwalk_testing::small_trees::leaf_tree();
        let drawing = drawing(&tree, eye, None, Palette::default());
        let number = drawing.polygons.len();
        assert!(number > 2 && number == tree.portal_count() as usize);
        let distance = |corners: &[[f32; 3]]| {
            let distances = corners
                .iter()
                .map(|&corner| eye.as_vec3().distance(corner.into()));
            distances.fold(f32::INFINITY, f32::min)
        };
        let polygons = drawing.polygons.polygons();
        let distances: Vec<f32> = polygons.map(|(corners, _)| distance(corners)).collect();
        assert!(distances.is_sorted_by(|a, b| *a >= b - 1.0e-4), "{distances:?}");
        assert!(distances[0] > distances[number - 1]);
    }
}
