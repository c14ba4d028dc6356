//! How it was decided which leaves are solid, in four steps: the evidence of each leaf, what faces cover of the interfaces
//! between leaves, the minimum cut, and the result.
//!
//! Each step is drawn from the decision of the build, as the tree gives it again. In the model, where the level is cut open,
//! leaves are areas of the cut and interfaces are lines on it.

use std::collections::BTreeSet;

use bspwalk_geometry::{Plane, Polygon, cut_at_height};
use bspwalk_levels::color::palette::{Palette, Rgb};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_text::text;
use bspwalk_trees::{
    LeafTree,
    section::{Region, SectionParams},
    solid_leaf::{LeafId, OUTSIDE, SolidityDecision},
};
use glam::{DVec3, Vec3};

use crate::{
    drawing::{Drawing, Label},
    inputs::{Rounded, Shared},
    layer::Layer,
    legend::Row,
    lines::Stroke,
    overlay::{Cost, Output, Overlay},
    scene::Scene,
};

pub mod decided;
mod step;
mod words;

use self::decided::Decided;
use self::step::{empty, figure, solid};
pub use self::{
    step::{Step, cover_color, covered_share, evidence_color},
    words::{captions, legend, scale},
};

/// At most this many cells of leaves are drawn at once, and this many interfaces: those nearest to the eye.
pub const MOST_LEAVES: usize = 800;
/// See [`MOST_LEAVES`].
pub const MOST_INTERFACES: usize = 1500;

/// The height of a label, in logical pixels.
const TEXT: f32 = 13.0;

/// A drawing follows the eye in steps of this many metres.
const EYE_STEP: f64 = 1.0;

/// A step of the decision.
#[derive(PartialEq)]
pub(crate) struct Solidity {
    tree: Shared<LeafTree>,
    decided: Option<Decided>,
    step: Step,
    eye: Rounded<DVec3>,
    cut: Option<Rounded<f64>>,
    palette: Palette,
}

impl Overlay for Solidity {
    const KINDS: &'static [OverlayKind] = &[
        OverlayKind::SolidEvidence,
        OverlayKind::SolidCover,
        OverlayKind::SolidCut,
        OverlayKind::SolidResult,
    ];
    const COST: Cost = Cost::Background;

    fn of(scene: &Scene<'_>) -> Option<Self> {
        Some(Self {
            tree: scene.leaves()?,
            decided: scene.solidity.clone(),
            step: scene.kind_of(Self::KINDS).and_then(Step::of)?,
            eye: Rounded::place(scene.eye, EYE_STEP),
            cut: scene.cut(),
            palette: scene.palette(),
        })
    }

    fn draw(&self) -> Output {
        let (tree, step, palette) = (&*self.tree, self.step, self.palette);
        let Some(decision) = self.decided.as_ref().and_then(|decided| decided.of(tree)) else {
            return Output::legend(vec![Row::note(text!("solidity-not-decided"))]);
        };
        let (eye, cut) = (self.eye.exact, self.cut.map(|height| height.exact));
        let draw = |progress: &Progress| drawing(tree, decision, step, eye, cut, palette, progress);
        let drawing = Progress::uncancellable(draw);
        let legend = legend(&captions(tree, decision, step), decision, step, palette);
        Output {
            scale: scale(decision, step, palette),
            ..Output::layer(Layer::Solidity, drawing).with(legend)
        }
    }
}

/// Whether a step draws an interface: step 3 those that the cut runs through.
fn is_shown(step: Step, decision: &SolidityDecision, index: usize) -> bool {
    step != Step::Cut || decision.links.get(index).is_some_and(|link| link.is_cut)
}

/// Draws a step of the decision of a tree: the leaves or interfaces that are nearest to `eye`; in the model those that its cut
/// at a height goes through. The counts are of leaves or of interfaces that could be drawn.
///
/// # Errors
/// [`Cancelled`].
pub fn drawing(
    tree: &LeafTree,
    decision: &SolidityDecision,
    step: Step,
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
    if step == Step::Cut {
        paint.differing(&mut drawing, eye)?;
    }
    if step == Step::Result {
        paint.misclassified(&mut drawing)?;
    }
    Ok(drawing)
}

/// A step that is drawn.
struct Paint<'a> {
    tree: &'a LeafTree,
    decision: &'a SolidityDecision,
    step: Step,
    palette: Palette,
    progress: &'a Progress,
}

impl Paint<'_> {
    /// The colour of a leaf, and what is written in it.
    fn leaf(&self, leaf: LeafId) -> (Rgb, Option<String>) {
        match (self.step, self.decision.leaves.get(leaf as usize)) {
            (Step::Evidence, Some(evidence)) => {
                let color = evidence_color(evidence.winding_number, self.decision.level, self.palette);
                (color, Some(figure(evidence.winding_number)))
            }
            _ if self.tree.is_solid(leaf) => (solid(self.palette), None),
            _ => (empty(self.palette), None),
        }
    }

    fn label(&self, at: DVec3, text: String, color: Rgb, size: f64) -> Label {
        Label {
            places: vec![at.as_vec3()],
            text,
            color,
            height: TEXT,
            // The largest first.
            rank: (1.0e6 / (1.0 + size.max(0.0))) as u32,
            even_hidden: true,
            leader: true,
            normal: None,
            line: None,
            of: self.step.kind(),
        }
    }

    /// The leaves where the level is cut open.
    fn slices(&self, drawing: &mut Drawing, height: f64) -> Result<(), Cancelled> {
        let plane = Plane {
            normal: DVec3::Y,
            d: -height,
        };
        let section = self
            .tree
            .section(&plane, &SectionParams::default(), self.progress)?;
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

    /// The cells of leaves, the farthest first.
    fn cells(&self, drawing: &mut Drawing, eye: DVec3) -> Result<(), Cancelled> {
        let own = self.tree.locate(eye);
        let distance = |leaf: LeafId| {
            let bounds = self.tree.leaf(leaf)?.bounds;
            Some((bounds.closest_point(eye).distance_squared(eye), leaf))
        };
        let leaves = (0..self.tree.leaf_count()).filter(|&leaf| leaf != OUTSIDE);
        let mut leaves: Vec<(f64, LeafId)> = leaves.filter_map(distance).collect();
        drawing.counts[1] = leaves.len();
        nearest(&mut leaves, MOST_LEAVES);
        drawing.counts[0] = leaves.len();
        for &(_, leaf) in leaves.iter().rev() {
            self.progress.check()?;
            let (color, text) = self.leaf(leaf);
            let cell = self.tree.leaf_cell(leaf);
            // From within, a fill would cover the screen.
            let fill = (leaf != own).then_some((color, 0.16));
            drawing.cell(&cell, Stroke::new(color, 0.95, 1.8), fill);
            if let Some(text) = text {
                let bounds = cell.bounds();
                drawing
                    .labels
                    .push(self.label(bounds.center(), text, color, bounds.size().length()));
            }
        }
        Ok(())
    }

    /// The interfaces, the farthest first; their lines on the cut of the model.
    fn interfaces(&self, drawing: &mut Drawing, eye: DVec3, cut: Option<f64>) -> Result<(), Cancelled> {
        let mut interfaces: Vec<(f64, usize)> = Vec::new();
        for (index, adjacency) in self.tree.adjacencies().iter().enumerate() {
            self.progress.check()?;
            if !is_shown(self.step, self.decision, index) {
                continue;
            }
            drawing.counts[1] += 1;
            // Leaves that are far away have far interfaces: the nearest are kept by the nearer of the two leaves.
            let nearest = adjacency.leaves.iter().filter(|&&leaf| leaf != OUTSIDE);
            let distances = nearest.filter_map(|&leaf| {
                let bounds = self.tree.leaf(leaf)?.bounds;
                Some(bounds.closest_point(eye).distance_squared(eye))
            });
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
            // What is open between two leaves of one room is many and large: it is faint.
            Step::Cover if is_open_whole => (cover_color(share, self.palette), 0.06, 1.2),
            Step::Cover => (cover_color(share, self.palette), 0.22, 2.2),
            _ => (self.palette.face(), 0.16, 2.2),
        };
        part(drawing, &corners, color, [alpha, width], cut);
        if is_open_whole && self.step == Step::Cover {
            return Ok(());
        }
        // The holes: what is open of an interface that faces cover in part, or that the cut runs through.
        for open in self.tree.open_parts(adjacency, polygon, self.progress)? {
            let corners: Vec<DVec3> = open.positions().collect();
            let color = self.open_color();
            part(drawing, &corners, color, [0.55, 4.5], cut);
            let area = match self.step {
                Step::Cover => open.area(),
                _ => self.decision.links.get(index).map_or(0.0, |link| link.capacity),
            };
            let label = self.label(middle(&corners), figure(area), color, area + 1.0e3);
            drawing.labels.push(label);
        }
        Ok(())
    }

    fn open_color(&self) -> Rgb {
        match self.step {
            Step::Cover => self.palette.contact(),
            _ => self.palette.selected(),
        }
    }

    /// The leaves that were decided otherwise than their winding number alone says.
    fn differing(&self, drawing: &mut Drawing, eye: DVec3) -> Result<(), Cancelled> {
        let mut leaves: Vec<(f64, LeafId)> = self
            .decision
            .differing()
            .filter(|&leaf| leaf != OUTSIDE)
            .filter_map(|leaf| {
                let bounds = self.tree.leaf(leaf)?.bounds;
                Some((bounds.closest_point(eye).distance_squared(eye), leaf))
            })
            .collect();
        nearest(&mut leaves, MOST_LEAVES);
        for (_, leaf) in leaves.into_iter().rev() {
            self.progress.check()?;
            let color = self.palette.cut();
            let cell = self.tree.leaf_cell(leaf);
            drawing.cell(&cell, Stroke::new(color, 1.0, 2.4), Some((color, 0.3)));
        }
        Ok(())
    }

    /// The faces that contradict the result.
    fn misclassified(&self, drawing: &mut Drawing) -> Result<(), Cancelled> {
        let faces: BTreeSet<u32> = self
            .tree
            .misclassified_faces()
            .iter()
            .map(|found| found.face)
            .collect();
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

/// A polygon with its outline; in the model also the line in which the cut goes through it.
fn part(drawing: &mut Drawing, corners: &[DVec3], color: Rgb, [alpha, width]: [f32; 2], cut: Option<f64>) {
    drawing.outlined(corners, color, alpha, [(0.4 + alpha).min(1.0), width]);
    if let Some([from, to]) = cut.and_then(|height| cut_at_height(corners, height)) {
        let stroke = Stroke::new(color.lighter(0.15), 1.0, 1.6 * width);
        drawing.lines.line(from.as_vec3(), to.as_vec3(), stroke);
    }
}

/// Keeps at most so many things, those at the least distances, in that order.
fn nearest<T: Ord + Copy>(things: &mut Vec<(f64, T)>, most: usize) {
    let order = |a: &(f64, T), b: &(f64, T)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
    if things.len() > most {
        things.select_nth_unstable_by(most, order);
        things.truncate(most);
    }
    things.sort_unstable_by(order);
}

fn middle(corners: &[DVec3]) -> DVec3 {
    corners.iter().sum::<DVec3>() / corners.len().max(1) as f64
}

#[cfg(test)]
mod tests;
