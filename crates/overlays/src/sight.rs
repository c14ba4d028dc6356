//! Visibility between two leaves: a sightline that proves it, or a chain of portals that rules it out.

use bspwalk_geometry::{Plane, Polygon};
use bspwalk_text::words::{count, count_with_noun, metres};
use bspwalk_trees::solid_leaf::{
    PortalId,
    pvs::{ChainView, Explanation, Occluder, explain, occluders, views_along},
};

use crate::prelude::*;

overlay! {
    /// Visibility of the selected leaf from a viewing leaf.
    Sightline [Sight] Background |scene| {
        tree: Shared<LeafTree> = scene.leaves()?,
        pvs: Shared<Pvs> = Shared::of(scene.pvs?),
        /// Viewing leaf and selected leaf, if both are empty.
        leaves: Option<[LeafId; 2]> = {
            let from = scene.sight_from.unwrap_or_else(|| tree.locate(scene.eye));
            sightline_leaves(&tree, from, scene.selected_leaf)
        },
        select: String = scene.select.to_owned(),
    }
}

impl Overlay for Sightline {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let Some(leaves) = self.leaves else {
            return OverlayOutput::legend(legend(None, palette, &self.select));
        };
        let visible = self.pvs.visible(leaves[0], leaves[1]);
        let (drawing, answer) = draw_sight(&self.tree, &self.pvs, leaves, visible, palette);
        let legend = legend(Some(&answer), palette, &self.select);
        OverlayOutput::layer(Layer::Sight, drawing).with_legend(legend)
    }
}

/// Returns the viewing leaf and the selected leaf, if both are empty.
pub fn sightline_leaves(tree: &LeafTree, from: LeafId, selected: Option<LeafId>) -> Option<[LeafId; 2]> {
    let leaves = [from, selected?];
    leaves.iter().all(|&leaf| is_empty(tree, leaf)).then_some(leaves)
}

/// Maximum distance of a corner that counts as on a plane of the view, in metres.
const ON_EDGE: f64 = 0.01;

/// Length of a view's edges behind the last portal, as a fraction of their length in front of it.
const BEYOND: f64 = 0.6;

/// Result of testing whether one leaf can see another.
#[derive(Clone, Debug, PartialEq)]
pub struct SightAnswer {
    leaves: [LeafId; 2],
    explanation: Explanation,
    /// Whether the PVS of the first leaf contains the second.
    visible: bool,
    /// Visible area and total area of each portal in the chain, in square metres.
    areas: Vec<[f64; 2]>,
    /// Planes through solid leaves that hide the two leaves from each other.
    occluders: Vec<Occluder>,
}

/// Tests whether two leaves can see each other, and draws the sightline or the chain of portals. `visible` is set if
/// the PVS of the first leaf contains the second.
pub fn draw_sight(
    tree: &LeafTree,
    pvs: &Pvs,
    leaves: [LeafId; 2],
    visible: bool,
    palette: Palette,
) -> (Drawing, SightAnswer) {
    let mut drawing = Drawing::default();
    let [from, to] = leaves;
    for (leaf, color) in [(from, palette.eye()), (to, palette.selected())] {
        drawing.cell(&tree.leaf_cell(leaf), Stroke::new(color, 1.0, 2.4), None);
    }
    let (graph, tolerances) = (tree.portal_graph(), tree.tolerances());
    let explanation = explain(graph, pvs, &tolerances, from, to);
    let chain: Vec<PortalId> = match &explanation {
        Explanation::Same => Vec::new(),
        Explanation::Seen { chain, .. } | Explanation::Unknown { chain } => chain.clone(),
        Explanation::Hidden { chain, closed, .. } => chain.iter().chain(closed).copied().collect(),
    };
    let start = match explanation {
        Explanation::Hidden { start, .. } => start,
        _ => from,
    };
    let views = views_along(graph, &tolerances, start, &chain);
    add_views(&mut drawing, &views, palette);
    match &explanation {
        Explanation::Same => {}
        Explanation::Seen { from, to, chain } => {
            add_portals(&mut drawing, tree, chain, palette.reached());
            let stroke = Stroke::new(palette.reached().lighter(0.4), 1.0, 3.5);
            drawing.lines.arrow(from.as_vec3(), to.as_vec3(), stroke);
        }
        Explanation::Hidden { start, chain, closed } => {
            add_portals(&mut drawing, tree, chain, palette.missed());
            add_portals(&mut drawing, tree, closed.as_slice(), palette.contact());
            let chain = chain.iter().chain(closed);
            add_chain(&mut drawing, tree, *start, chain, palette.missed());
        }
        Explanation::Unknown { chain } => {
            add_portals(&mut drawing, tree, chain, palette.missed());
            add_chain(&mut drawing, tree, from, chain, palette.missed());
        }
    }
    let occluders = match explanation {
        Explanation::Hidden { .. } => occluders(tree, from, to),
        _ => Vec::new(),
    };
    for occluder in &occluders {
        drawing.outlined(&occluder.section, palette.contact(), 0.2, [1.0, 2.0]);
        if let Some(leaf) = occluder.leaf {
            let stroke = Stroke::new(palette.contact(), 0.8, 1.6);
            drawing.cell(&tree.leaf_cell(leaf), stroke, None);
        }
    }
    let whole = |view: &ChainView| {
        tree.portal(view.portal)
            .map_or(0.0, |portal| area(portal.polygon))
    };
    let answer = SightAnswer {
        leaves,
        explanation,
        visible,
        areas: views.iter().map(|view| [area(&view.seen), whole(view)]).collect(),
        occluders,
    };
    (drawing, answer)
}

/// Adds the visible part of each portal in a chain, and the view behind the last visible portal. The edges of the view
/// extend from the source part of the first portal through the visible part of the last portal, and beyond it.
fn add_views(drawing: &mut Drawing, views: &[ChainView], palette: Palette) {
    for view in views.iter().filter(|view| !view.seen.is_empty()) {
        drawing.outlined(&view.seen, palette.reached().lighter(0.35), 0.35, [1.0, 1.6]);
    }
    let Some(last) = views.iter().rfind(|view| !view.seen.is_empty()) else {
        return;
    };
    let stroke = Stroke::new(palette.reached().lighter(0.35), 0.8, 1.4);
    let cone = Cone {
        source: &last.source,
        seen: &last.seen,
        planes: &last.planes,
    };
    add_cone(drawing, &cone, BEYOND, stroke);
}

/// The view from one portal through another.
pub(crate) struct Cone<'a> {
    /// Source part of the first portal.
    pub source: &'a [DVec3],
    /// Visible part of the last portal.
    pub seen: &'a [DVec3],
    /// Planes that separate the source from the visible part.
    pub planes: &'a [Plane],
}

/// Adds the edges of a view that lie on its planes, from one portal to the other. The edges continue behind the last
/// portal, where `beyond` is the fraction of their length.
pub(crate) fn add_cone(drawing: &mut Drawing, cone: &Cone<'_>, beyond: f64, stroke: Stroke) {
    for plane in cone.planes {
        let on = |corners: &[DVec3]| -> Vec<DVec3> {
            let near = corners
                .iter()
                .copied()
                .filter(|&corner| plane.distance(corner).abs() < ON_EDGE);
            near.collect()
        };
        for from in on(cone.source) {
            for through in on(cone.seen) {
                let beyond = through + (through - from) * beyond;
                drawing.lines.line(from.as_vec3(), through.as_vec3(), stroke);
                drawing
                    .lines
                    .line(through.as_vec3(), beyond.as_vec3(), stroke.dashed(true));
            }
        }
    }
}

/// Returns the area of a polygon, in square metres.
pub(crate) fn area(corners: &[DVec3]) -> f64 {
    Polygon::from_points(corners.iter().copied()).area()
}

fn add_portals(drawing: &mut Drawing, tree: &LeafTree, portals: &[PortalId], color: Rgb) {
    for portal in portals.iter().filter_map(|&id| tree.portal(id)) {
        drawing.outlined(portal.polygon, color, 0.3, [1.0, 2.6]);
    }
}

/// Adds a line from the centre of a leaf through the centres of a chain of portals.
fn add_chain<'a>(
    drawing: &mut Drawing,
    tree: &LeafTree,
    start: LeafId,
    portals: impl IntoIterator<Item = &'a PortalId>,
    color: Rgb,
) {
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
            Explanation::Same => text!("sight-same", from),
            Explanation::Seen {
                from: start,
                to: end,
                chain,
            } => {
                let length = metres(start.distance(*end));
                let portals = count_with_noun(chain.len() as u64, "portal");
                text!("sight-seen", from, to, length, portals)
            }
            Explanation::Hidden { chain, closed, .. } => {
                let reason = match (closed, chain.len()) {
                    (None, 0) => text!("sight-no-chain").to_owned(),
                    (None, portals) => text!(
                        "sight-no-line",
                        portals = count_with_noun(portals as u64, "portal")
                    ),
                    (Some(_), 0) => text!("sight-ends-at-first").to_owned(),
                    (Some(_), 1) => text!("sight-ends-through-one").to_owned(),
                    (Some(_), portals) => text!("sight-ends-through", portals = count(portals as u64)),
                };
                let coarse = self.visible.then(|| text!("sight-counted-visible").to_owned());
                let hidden = text!("sight-hidden", from, to, reason);
                let more = [coarse, occluded(&self.occluders)].into_iter().flatten();
                more.fold(hidden, |first, second| text!("text-sentences", first, second))
            }
            Explanation::Unknown { .. } => text!("sight-unknown", from, to),
        }
    }
}

/// Describes the planes that hide the leaves from each other, without mentioning portals.
fn occluded(occluders: &[Occluder]) -> Option<String> {
    let of = |occluder: &Occluder| match occluder.leaf {
        Some(leaf) => text!("sight-solid-leaf", leaf = count(leaf)),
        None => text!("sight-face-between").to_owned(),
    };
    match occluders {
        [] => None,
        [one] => Some(text!("sight-one-plane", through = of(one))),
        [first, ..] => Some(text!(
            "sight-planes",
            count = count(occluders.len() as u64),
            through = of(first)
        )),
    }
}

/// Describes how much of each portal is visible through the previous ones; `None` for a chain of one portal.
fn areas_in_words(areas: &[[f64; 2]]) -> Option<String> {
    if areas.len() < 2 {
        return None;
    }
    let parts = areas.iter().enumerate().map(|(place, [seen, whole])| {
        let of = text!("sight-portal", number = place + 1, ending = ending(place + 1));
        if *seen > 0.0 {
            text!(
                "sight-part",
                seen = format_args!("{seen:.2}"),
                whole = format_args!("{whole:.2}"),
                of
            )
        } else {
            text!("sight-part-nothing", of)
        }
    });
    Some(text!(
        "sight-parts",
        parts = parts.collect::<Vec<_>>().join(text!("text-comma"))
    ))
}

/// Returns the ending of an English ordinal number, as in "1st", "2nd" and "11th".
const fn ending(number: usize) -> &'static str {
    match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

/// Builds the legend. `select` is the key that selects a leaf.
pub fn legend(answer: Option<&SightAnswer>, palette: Palette, select: &str) -> Legend {
    let Some(answer) = answer else {
        return vec![Row::note(text!("sight-select", select))];
    };
    let mut rows = vec![Row::note(answer.caption())];
    rows.extend(areas_in_words(&answer.areas).map(Row::note));
    if answer.areas.len() > 1 {
        let color = palette.reached().lighter(0.35);
        rows.push(Row::area(color, text!("sight-legend-seen")));
    }
    if !answer.occluders.is_empty() {
        let text = text!("sight-legend-occluders");
        rows.push(Row::area(palette.contact(), text));
    }
    match answer.explanation {
        Explanation::Seen { .. } => {
            rows.push(Row::line(palette.reached(), 3.0, text!("sight-legend-line")));
        }
        Explanation::Hidden { closed: Some(_), .. } => {
            rows.push(Row::line(palette.missed(), 3.0, text!("sight-legend-chain")));
            let text = text!("sight-legend-closed");
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
    fn sight_sentences_count_portals() {
        let caption = |leaves, explanation| {
            let answer = SightAnswer {
                leaves,
                explanation,
                visible: false,
                areas: Vec::new(),
                occluders: Vec::new(),
            };
            answer.caption()
        };
        let seen = Explanation::Seen {
            from: DVec3::ZERO,
            to: DVec3::X * 12.0,
            chain: vec![PortalId(0)],
        };
        assert_eq!(
            caption([LeafId(3), LeafId(1_234)], seen),
            "Leaf 3 sees leaf 1,234: a straight line of 12.00 m passes through 1 portal."
        );
        for (portals, words) in [
            (0, "at the first portal"),
            (1, "visible through the first"),
            (2, "through the first 2"),
        ] {
            let hidden = Explanation::Hidden {
                start: LeafId(3),
                chain: vec![PortalId(0); portals],
                closed: Some(PortalId(1)),
            };
            assert!(caption([LeafId(3), LeafId(4)], hidden).contains(words));
        }
        for (portals, words) in [
            (0, "no chain of portals"),
            (2, "no line passes through the 2 portals"),
        ] {
            let hidden = Explanation::Hidden {
                start: LeafId(3),
                chain: vec![PortalId(0); portals],
                closed: None,
            };
            assert!(caption([LeafId(3), LeafId(4)], hidden).contains(words));
        }
    }

    #[test]
    fn seen_areas_are_listed_in_portal_order() {
        assert_eq!(areas_in_words(&[[2.0, 2.0]]), None);
        assert_eq!(
            areas_in_words(&[[2.0, 2.0], [0.804, 3.1], [0.0, 1.0]]).as_deref(),
            Some(
                "These areas are visible through the previous portals: 2.00 of the 2.00 m² of the 1st portal, 0.80 of the 3.10 m² \
                 of the 2nd portal, no part of the 3rd portal."
            )
        );
        assert_eq!([11, 22, 103, 4].map(ending), ["th", "nd", "rd", "th"]);
        let square = [DVec3::ZERO, DVec3::X, DVec3::X + DVec3::Y, DVec3::Y];
        assert_eq!((area(&square), area(&square[..2])), (1.0, 0.0));
    }
}
