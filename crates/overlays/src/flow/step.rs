//! The drawing of a portal flow step: the chain, the view through it, the next portal, and the leaf numbers.

use bspwalk_geometry::{Aabb, Plane, Polygon};
use bspwalk_trees::solid_leaf::pvs::{FlowOutcome, FlowPortal, FlowStep, PvsFlow};

use super::{
    colors,
    moment::{label, other_portals_tried},
};
use crate::{
    prelude::*,
    sight::{Cone, add_cone, area},
};

/// Distances to try between a portal and the number of the leaf behind it, as fractions of the portal's size.
const BESIDE: [f64; 4] = [0.45, 0.3, 0.7, 1.2];

/// Fraction of the distance from a leaf's centre to its corners. The leaf's number is tried there if there is no space
/// next to the portal or at the centre.
const AROUND: f64 = 0.6;

/// Returns the corners of a portal; empty if the portal does not exist.
pub(super) fn corners(flow: &PvsFlow, number: u32) -> &[DVec3] {
    portal(flow, number).map_or(&[], |portal| &portal.corners)
}

fn portal(flow: &PvsFlow, number: u32) -> Option<&FlowPortal> {
    flow.portals.get(number as usize)
}

pub(super) fn drawing(
    tree: &LeafTree,
    flow: &PvsFlow,
    (number, step): (u32, &FlowStep),
    cut: Option<f64>,
    palette: Palette,
) -> Drawing {
    let mut drawing = Drawing::default();
    let view = colors::view(palette);
    let outcome = colors::of_outcome(&step.outcome, palette);
    let behind = |number: u32| Some(portal(flow, number)?.leaves[1]);
    let beyond = step.next.and_then(behind);
    let entered = step.chain.last().copied().and_then(behind);
    for (leaf, color, width) in [
        (beyond, outcome, 1.4),
        (entered, palette.selected(), 1.4),
        (Some(flow.leaf), palette.eye(), 2.0),
    ] {
        if let Some(leaf) = leaf {
            drawing.cell(&tree.leaf_cell(leaf), Stroke::new(color, 0.9, width), None);
        }
    }
    for (other, tried) in other_portals_tried(flow, (number, step)) {
        let other = corners(flow, other);
        match tried {
            Some(outcome) => {
                let color = colors::of_outcome(outcome, palette);
                part(&mut drawing, other, cut, (color, 0.06), [0.7, 1.2]);
            }
            // The search tries this portal only in a later step.
            None => {
                let [outline, line] =
                    [2.4, 4.0].map(|width| Stroke::new(palette.hidden(), 1.0, width).dashed(true));
                drawing.outline(other, outline);
                drawing.at_cut(other, cut, line);
            }
        }
    }
    for &number in &step.chain {
        let look = (palette.selected(), 0.08);
        part(&mut drawing, corners(flow, number), cut, look, [0.9, 2.4]);
    }
    for seen in [&step.source, &step.through] {
        part(&mut drawing, seen, cut, (view, 0.3), [1.0, 1.6]);
    }
    if let Some(next) = step.next {
        add_next(&mut drawing, flow, (step, next), cut, palette);
    }
    let colors = [palette.eye(), palette.selected(), outcome];
    add_labels(&mut drawing, tree, flow, step, colors, cut);
    drawing
}

fn add_next(
    drawing: &mut Drawing,
    flow: &PvsFlow,
    (step, next): (&FlowStep, u32),
    cut: Option<f64>,
    palette: Palette,
) {
    let view = colors::view(palette);
    let whole = corners(flow, next);
    let end = middle(whole);
    let cone = Cone {
        source: &step.source,
        seen: &step.through,
        planes: &step.planes,
    };
    // Extend the edges of the view up to the next portal.
    let [from, through] = [&step.source, &step.through].map(middle);
    let length = through.distance(from).max(1.0e-6);
    let beyond = (end.distance(through) / length).clamp(0.3, 8.0);
    add_cone(drawing, &cone, beyond, Stroke::new(view, 0.8, 1.4));
    let color = colors::of_outcome(&step.outcome, palette);
    let alpha = match &step.outcome {
        FlowOutcome::Followed { .. } | FlowOutcome::Seen { .. } | FlowOutcome::Begun { .. } => 0.06,
        FlowOutcome::Known => 0.2,
        FlowOutcome::CutShort { .. } => 0.25,
        FlowOutcome::Closed(_) | FlowOutcome::RuledOut { .. } => 0.3,
    };
    part(drawing, whole, cut, (color, alpha), [1.0, 3.0]);
    if let FlowOutcome::Followed { seen } | FlowOutcome::Seen { seen, .. } = &step.outcome {
        part(drawing, seen, cut, (view, 0.5), [1.0, 1.8]);
    }
    if let FlowOutcome::Closed(closing) = &step.outcome {
        let reach = Aabb::from_points(whole.iter().chain(&step.through).copied());
        add_plane(drawing, &closing.plane, end, 0.6 * reach.size().length(), palette);
    }
    // Draw the path through the chain, from portal to portal.
    let path = step.chain.iter().map(|&portal| middle(corners(flow, portal)));
    let path: Vec<Vec3> = path.chain([end]).map(DVec3::as_vec3).collect();
    drawing.lines.path(&path, Stroke::new(color, 0.9, 2.0));
}

/// Adds a square on a plane. It is centred on the point of the plane closest to `near` and extends `reach` metres to
/// each side.
fn add_plane(drawing: &mut Drawing, plane: &Plane, near: DVec3, reach: f64, palette: Palette) {
    let center = near - plane.normal * plane.distance(near);
    let u = plane.normal.any_orthonormal_vector() * reach;
    let v = plane.normal.cross(u);
    let square = [center - u - v, center + u - v, center + u + v, center - u + v];
    drawing.outlined(square, palette.cut(), 0.14, [0.8, 1.4]);
}

/// Adds a part of a portal and, if the level is cut open, the part's intersection with the cut. The outline is given as
/// an opacity and a width in logical pixels.
fn part(
    drawing: &mut Drawing,
    corners: &[DVec3],
    cut: Option<f64>,
    (color, alpha): (Rgb, f32),
    line: [f32; 2],
) {
    drawing.outlined(corners, color, alpha, line);
    drawing.at_cut(corners, cut, Stroke::new(color, line[0], 2.0 * line[1]));
}

/// Adds the numbers of the source leaf, the leaf behind the last portal of the chain, the leaf behind the next portal,
/// and the leaves in between.
fn add_labels(
    drawing: &mut Drawing,
    tree: &LeafTree,
    flow: &PvsFlow,
    step: &FlowStep,
    [of_source, of_chain, of_next]: [Rgb; 3],
    cut: Option<f64>,
) {
    let chain = step.chain.iter().filter_map(|&number| portal(flow, number));
    let chain: Vec<&FlowPortal> = chain.collect();
    let (Some(&source), Some(&pass)) = (chain.first(), chain.last()) else {
        return;
    };
    let next = step.next.and_then(|next| portal(flow, next));
    let below = |places: Vec<DVec3>| -> Vec<Vec3> {
        let top = cut.unwrap_or(f64::INFINITY);
        let places = places.into_iter();
        places
            .map(|place| place.with_y(place.y.min(top)).as_vec3())
            .collect()
    };
    let mut add = |places, text: String, color| {
        let rank = drawing.labels.len() as u32;
        drawing.labels.push(label(below(places), text, color, rank));
    };
    let text = text!("plate-flow-source-leaf", leaf = flow.leaf);
    add(beside(tree, flow.leaf, source), text, of_source);
    let entered = pass.leaves[1];
    // A leaf is convex, so the midpoint between two of its portals lies inside it.
    let mut places: Vec<DVec3> = next.map(|next| between(pass, next)).into_iter().collect();
    places.extend(beside(tree, entered, pass));
    add(places, text!("plate-flow-entered", entered), of_chain);
    if let Some(next) = next {
        let leaf = next.leaves[1];
        let text = text!("plate-flow-beyond", leaf);
        add(beside(tree, leaf, next), text, of_next);
    }
    for pair in chain.windows(2) {
        let place = between(pair[0], pair[1]);
        add(vec![place], pair[0].leaves[1].to_string(), of_chain);
    }
}

fn between(one: &FlowPortal, other: &FlowPortal) -> DVec3 {
    middle(&one.corners).midpoint(middle(&other.corners))
}

/// Returns positions inside a leaf: next to one of its portals, at the leaf's centre, and around the centre.
fn beside(tree: &LeafTree, leaf: LeafId, portal: &FlowPortal) -> Vec<DVec3> {
    let cell = tree.leaf_cell(leaf);
    let corners: Vec<DVec3> = cell.faces.iter().flat_map(Polygon::positions).collect();
    let start = middle(&portal.corners);
    if corners.is_empty() {
        return vec![start];
    }
    let center = middle(&corners);
    let size = area(&portal.corners).sqrt() / start.distance(center).max(1.0e-6);
    let shares = BESIDE
        .map(|share| (share * size).min(1.0))
        .into_iter()
        .chain([1.0]);
    let along = shares.map(|share| start.lerp(center, share));
    let around = corners.iter().map(|&corner| center.lerp(corner, AROUND));
    along.chain(around).collect()
}
