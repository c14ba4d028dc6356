//! The steps of deciding which leaves are solid: the evidence for each leaf, the face coverage of the interfaces
//! between leaves, the minimum cut, and the result.
//!
//! The decision is recomputed from the tree. In the model view, leaves are areas on the cut, and interfaces are lines
//! on it.

use std::collections::BTreeSet;

use bspwalk_geometry::{Plane, Polygon, cut_at_height};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_session::background::SolidityRecord;
use bspwalk_trees::{
    FaceId,
    section::{Region, SectionParams},
    solid_leaf::SolidityDecision,
};

use crate::prelude::*;

mod step;
mod words;

use self::step::{empty, format_winding_number, solid};
pub use self::{
    step::{SolidityStep, cover_color, covered_share, evidence_color},
    words::{captions, legend, scale},
};

/// Maximum number of leaf cells to draw; those nearest to the eye are kept.
pub const MOST_LEAVES: usize = 800;
/// Maximum number of interfaces to draw; those nearest to the eye are kept.
pub const MOST_INTERFACES: usize = 1500;

/// Distance that the eye moves before the overlay is redrawn, in metres.
const EYE_STEP: f64 = 1.0;

overlay! {
    /// A step of deciding which leaves are solid.
    Solidity [SolidEvidence, SolidCover, SolidCut, SolidResult] Background |scene| {
        tree: Shared<LeafTree> = scene.leaves()?,
        decided: Option<SolidityRecord> = scene.solidity.clone(),
        step: SolidityStep = scene.kind_of(Self::KINDS).and_then(SolidityStep::of)?,
        eye: Rounded<DVec3> = Rounded::place(scene.eye, EYE_STEP),
        cut: Option<Rounded<f64>> = scene.cut(),
    }
}

impl Overlay for Solidity {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let (tree, step) = (&*self.tree, self.step);
        let Some(decision) = self.decided.as_ref().and_then(|decided| decided.of(tree)) else {
            return OverlayOutput::legend(vec![Row::note(text!("solidity-not-decided"))]);
        };
        let (eye, cut) = (self.eye.exact, self.cut.map(|height| height.exact));
        let draw = |progress: &Progress| drawing(tree, decision, step, eye, cut, palette, progress);
        let drawing = Progress::uncancellable(draw);
        let legend = legend(&captions(tree, decision, step), decision, step, palette);
        OverlayOutput {
            scale: scale(decision, step, palette),
            ..OverlayOutput::layer(Layer::Solidity, drawing).with_legend(legend)
        }
    }
}

/// Returns whether a step draws an interface. The minimum cut step draws only the severed interfaces.
fn is_shown(step: SolidityStep, decision: &SolidityDecision, index: usize) -> bool {
    step != SolidityStep::Cut || decision.links.get(index).is_some_and(|link| link.is_cut)
}

/// Draws a step of a tree's solidity decision: the leaves or interfaces nearest to `eye`. In the model view, draws
/// those on the cut. The counts refer to the leaves or interfaces that can be drawn.
///
/// # Errors
/// Returns [`Cancelled`] if the work is cancelled.
pub fn drawing(
    tree: &LeafTree,
    decision: &SolidityDecision,
    step: SolidityStep,
    eye: DVec3,
    cut: Option<f64>,
    palette: Palette,
    progress: &Progress,
) -> Result<Drawing, Cancelled> {
    let mut drawing = Drawing::default();
    let paint = Paint {
        tree,
        decision,
        step,
        palette,
        progress,
    };
    match (step.is_of_leaves(), cut) {
        (true, Some(height)) => paint.slices(&mut drawing, height)?,
        (true, None) => paint.cells(&mut drawing, eye)?,
        (false, _) => paint.interfaces(&mut drawing, eye, cut)?,
    }
    if step == SolidityStep::Cut {
        paint.differing(&mut drawing, eye)?;
    }
    if step == SolidityStep::Result {
        paint.misclassified(&mut drawing)?;
    }
    Ok(drawing)
}

/// The inputs for drawing a step.
struct Paint<'a> {
    tree: &'a LeafTree,
    decision: &'a SolidityDecision,
    step: SolidityStep,
    palette: Palette,
    progress: &'a Progress,
}

impl Paint<'_> {
    /// Returns the colour of a leaf and the text of its label.
    fn leaf(&self, leaf: LeafId) -> (Rgb, Option<String>) {
        match (self.step, self.decision.leaves.get(leaf.index())) {
            (SolidityStep::Evidence, Some(evidence)) => {
                let color = evidence_color(evidence.winding_number, self.decision.level, self.palette);
                (color, Some(format_winding_number(evidence.winding_number)))
            }
            _ if self.tree.is_solid(leaf) => (solid(self.palette), None),
            _ => (empty(self.palette), None),
        }
    }

    /// Returns the squared distance from the eye to a leaf.
    fn distance(&self, leaf: LeafId, eye: DVec3) -> Option<f64> {
        let bounds = self.tree.leaf(leaf)?.bounds;
        Some(bounds.closest_point(eye).distance_squared(eye))
    }

    fn label(&self, at: DVec3, text: String, color: Rgb, size: f64) -> Label {
        Label {
            // Larger leaves and interfaces are labelled first.
            rank: (1.0e6 / (1.0 + size.max(0.0))) as u32,
            ..Label::new(self.step.kind(), vec![at.as_vec3()], text, color)
        }
    }

    /// Draws the leaves on the cut of the model view.
    fn slices(&self, drawing: &mut Drawing, height: f64) -> Result<(), Cancelled> {
        let plane = Plane {
            normal: DVec3::Y,
            d: -height,
        };
        let params = SectionParams::default();
        let section = self.tree.section(&plane, &params, self.progress)?;
        for cell in section.cells {
            self.progress.check()?;
            let Region::Leaf(leaf) = cell.region else { continue };
            if leaf == OUTSIDE {
                continue;
            }
            let (color, text) = self.leaf(leaf);
            let corners: Vec<DVec3> = cell.polygon.positions().collect();
            drawing.outlined(&corners, color, 0.72, [0.9, 1.5]);
            drawing.counts[0] += 1;
            if let Some(text) = text {
                let label = self.label(middle(&corners), text, color, cell.polygon.area());
                drawing.labels.push(label);
            }
        }
        drawing.counts[1] = self.tree.leaf_count().saturating_sub(1) as usize;
        Ok(())
    }

    /// Draws the cells of leaves, farthest first.
    fn cells(&self, drawing: &mut Drawing, eye: DVec3) -> Result<(), Cancelled> {
        let own = self.tree.locate(eye);
        let leaves = self.tree.leaf_ids().filter(|&leaf| leaf != OUTSIDE);
        let distance = |leaf| Some((self.distance(leaf, eye)?, leaf));
        let mut leaves: Vec<(f64, LeafId)> = leaves.filter_map(distance).collect();
        drawing.counts[1] = leaves.len();
        nearest(&mut leaves, MOST_LEAVES);
        drawing.counts[0] = leaves.len();
        for &(_, leaf) in leaves.iter().rev() {
            self.progress.check()?;
            let (color, text) = self.leaf(leaf);
            let cell = self.tree.leaf_cell(leaf);
            // A fill would cover the screen, because the eye is inside this leaf.
            let fill = (leaf != own).then_some((color, 0.16));
            drawing.cell(&cell, Stroke::new(color, 0.95, 1.8), fill);
            if let Some(text) = text {
                let bounds = cell.bounds();
                let label = self.label(bounds.center(), text, color, bounds.size().length());
                drawing.labels.push(label);
            }
        }
        Ok(())
    }

    /// Draws the interfaces, farthest first, or in the model view, the lines where they intersect the cut.
    fn interfaces(&self, drawing: &mut Drawing, eye: DVec3, cut: Option<f64>) -> Result<(), Cancelled> {
        let mut interfaces: Vec<(f64, usize)> = Vec::new();
        for (index, adjacency) in self.tree.adjacencies().iter().enumerate() {
            self.progress.check()?;
            if !is_shown(self.step, self.decision, index) {
                continue;
            }
            drawing.counts[1] += 1;
            // The distance of the nearer leaf is a cheap estimate of the interface's distance.
            let nearest = adjacency.leaves.iter().filter(|&&leaf| leaf != OUTSIDE);
            let distances = nearest.filter_map(|&leaf| self.distance(leaf, eye));
            let distance = distances.fold(f64::INFINITY, f64::min);
            interfaces.push((distance, index));
        }
        nearest(&mut interfaces, MOST_INTERFACES);
        let mut drawn = Vec::new();
        for (_, index) in interfaces {
            let Some(polygon) = self.tree.interface_polygon(index, self.progress)? else {
                continue;
            };
            let corners: Vec<DVec3> = polygon.positions().collect();
            if cut.is_none_or(|height| cut_at_height(&corners, height).is_some()) {
                drawn.push((middle(&corners).distance_squared(eye), index, polygon));
            }
        }
        drawn.sort_by(|a, b| b.0.total_cmp(&a.0));
        drawing.counts[0] = drawn.len();
        for (_, index, polygon) in drawn {
            self.interface(drawing, index, &polygon, cut)?;
        }
        Ok(())
    }

    fn interface(
        &self,
        drawing: &mut Drawing,
        index: usize,
        polygon: &Polygon,
        cut: Option<f64>,
    ) -> Result<(), Cancelled> {
        let adjacency = &self.tree.adjacencies()[index];
        let share = covered_share(adjacency);
        let is_open_whole = share <= 0.0;
        let corners: Vec<DVec3> = polygon.positions().collect();
        let (color, alpha, width) = match self.step {
            // Openings between the leaves of a room are numerous and large, so draw them faintly.
            SolidityStep::Cover if is_open_whole => (cover_color(share, self.palette), 0.06, 1.2),
            SolidityStep::Cover => (cover_color(share, self.palette), 0.22, 2.2),
            _ => (self.palette.face(), 0.16, 2.2),
        };
        part(drawing, &corners, color, [alpha, width], cut);
        if is_open_whole && self.step == SolidityStep::Cover {
            return Ok(());
        }
        // Draw the openings of an interface that is partly covered by faces or severed by the minimum cut.
        for open in self.tree.open_parts(adjacency, polygon, self.progress)? {
            let corners: Vec<DVec3> = open.positions().collect();
            let color = self.open_color();
            part(drawing, &corners, color, [0.55, 4.5], cut);
            let area = match self.step {
                SolidityStep::Cover => open.area(),
                _ => self.decision.links.get(index).map_or(0.0, |link| link.capacity),
            };
            let label = self.label(middle(&corners), format_winding_number(area), color, area + 1.0e3);
            drawing.labels.push(label);
        }
        Ok(())
    }

    fn open_color(&self) -> Rgb {
        match self.step {
            SolidityStep::Cover => self.palette.contact(),
            _ => self.palette.selected(),
        }
    }

    /// Draws the leaves whose decision contradicts their winding number.
    fn differing(&self, drawing: &mut Drawing, eye: DVec3) -> Result<(), Cancelled> {
        let leaves = self.decision.overruled_leaves().filter(|&leaf| leaf != OUTSIDE);
        let distance = |leaf| Some((self.distance(leaf, eye)?, leaf));
        let mut leaves: Vec<(f64, LeafId)> = leaves.filter_map(distance).collect();
        nearest(&mut leaves, MOST_LEAVES);
        for (_, leaf) in leaves.into_iter().rev() {
            self.progress.check()?;
            let color = self.palette.cut();
            let cell = self.tree.leaf_cell(leaf);
            drawing.cell(&cell, Stroke::new(color, 1.0, 2.4), Some((color, 0.3)));
        }
        Ok(())
    }

    /// Draws the faces that contradict the decision.
    fn misclassified(&self, drawing: &mut Drawing) -> Result<(), Cancelled> {
        let faces = self.tree.misclassified_faces().iter();
        let faces: BTreeSet<FaceId> = faces.map(|found| found.face).collect();
        if faces.is_empty() {
            return Ok(());
        }
        let fragments = (0..self.tree.fragment_count()).filter_map(|index| self.tree.fragment(index));
        for fragment in fragments.filter(|fragment| fragment.structural && faces.contains(&fragment.face)) {
            self.progress.check()?;
            let color = self.palette.contact();
            let corners: Vec<Vec3> = fragment.positions.to_vec();
            drawing.lines.ring(&corners, Stroke::new(color, 1.0, 3.0));
            drawing.polygons.push(corners, color, 0.45);
        }
        Ok(())
    }
}

/// Draws a polygon with its outline or, in the model view, the line where it intersects the cut.
fn part(drawing: &mut Drawing, corners: &[DVec3], color: Rgb, [alpha, width]: [f32; 2], cut: Option<f64>) {
    drawing.outlined(corners, color, alpha, [(0.4 + alpha).min(1.0), width]);
    drawing.at_cut(corners, cut, Stroke::new(color.lighter(0.15), 1.0, 1.6 * width));
}

/// Keeps the `most` items with the smallest distances, sorted by distance.
fn nearest<T: Ord + Copy>(things: &mut Vec<(f64, T)>, most: usize) {
    let order = |a: &(f64, T), b: &(f64, T)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
    if things.len() > most {
        // Selection takes linear time, so that only the selected items have to be sorted.
        things.select_nth_unstable_by(most, order);
        things.truncate(most);
    }
    things.sort_unstable_by(order);
}

#[cfg(test)]
mod tests;
