//! The drawing of planes: fills of shallow planes, outlines, intersections with the level, and labels. This module also
//! sorts the fills back to front.

use std::collections::{HashMap, HashSet};

use bspwalk_geometry::{Plane, Polygon};
use bspwalk_levels::Level;
use bspwalk_trees::node_storing::Branch;
use glam::Mat4;

use super::{
    bands::{self, traces_on_walls},
    choice::{PlaneChoice, PlaneRole},
    fill,
    traces::{MOST_LOOKED_AT, Trace, traces},
};
use crate::{
    labels::glyphs::{DOWN, UP},
    polygons::PolygonBatch,
    prelude::*,
    section::cut::{LIGHTER, depth_name},
    tree_stats::NodeFaces,
};

/// A filled plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Filled {
    /// Node of the plane.
    pub node: NodeId,
    /// Corners, in metres.
    pub corners: Vec<Vec3>,
    /// Opacity factor in first person, where planes are often seen edge-on or looked through.
    pub for_eyes: f32,
}

/// Geometry and labels of the planes.
#[derive(Clone, Debug, Default)]
pub struct PlaneDrawing {
    /// Filled planes, in the same order as `polygons`.
    pub filled: Vec<Filled>,
    /// Fills, clipped to the cells of the planes.
    pub polygons: PolygonBatch,
    /// Outlines of the planes, and their intersections with the level.
    pub lines: LineBatch,
    /// Outlines of the selected and the hovered plane, visible through walls.
    pub lines_through_walls: LineBatch,
    /// Depth labels of the selected and the hovered plane, with badges for their sides.
    pub own_labels: Vec<Label>,
    /// Depth labels of the other planes.
    pub labels: Vec<Label>,
    /// Bands with side letters along the intersections of the level with the selected node's plane and the root's
    /// plane.
    pub bands: Drawing,
    /// Numbers of faces in the selected node's cell, if a node is selected.
    pub faces: Option<NodeFaces>,
    /// Whether any plane other than the selected one is horizontal, so that its lines are dashed.
    pub has_level: bool,
}

/// Maximum number of planes with a label; the shallowest are kept.
const MOST_LABELS: usize = 64;

/// Maximum number of intersection lines to draw. Shallow planes have priority.
const MOST_TRACES: usize = 40_000;

/// Maximum opacity of a line that counts as barely visible.
const FAINT: f32 = 0.3;

/// Vertical component of the unit normal above which a plane counts as horizontal.
const LEVEL: f64 = 0.95;

/// Maximum number of faces cut by the selected plane that are outlined.
const MOST_CUT: usize = 400;

/// Style of a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PlaneStyle {
    color: Rgb,
    /// Opacity of the fill in the model view, and the fraction of that opacity to use in first person.
    fill: [f32; 2],
    /// Opacity of the outline, and its width in logical pixels.
    outline: [f32; 2],
    /// Opacity of the lines where the plane intersects the level (0 for none), and their width in logical pixels.
    trace: [f32; 2],
    /// Whether the lines have a light rim.
    rim: bool,
    /// Whether the lines are dashed.
    dashed: bool,
}

impl PlaneStyle {
    /// Returns the style of a plane. Shallow planes have thick lines and a fill. Deep planes have thin, faint lines
    /// that do not obscure the level, and no fill in first person.
    fn of(part: PlaneRole, depth: u32, depths: [u32; 2], palette: Palette, opacity: f32) -> Self {
        const WIDTHS: [f32; 4] = [5.0, 3.8, 2.8, 2.0];
        const FOR_EYES: [f32; 2] = [0.9, 0.45];
        const IN_MODEL: [f32; 5] = [1.0, 0.85, 0.6, 0.4, 0.25];
        let [first, _] = depths;
        let below = depth.saturating_sub(first);
        let width = WIDTHS.get(below as usize).copied().unwrap_or(1.5);
        // Lighten the colour, because the dark end of the ramp is too dark for a line.
        let color = palette.depth(depth).lighter(LIGHTER);
        let look = |color, outline, trace| Self {
            color,
            fill: [0.0; 2],
            outline,
            trace,
            rim: false,
            dashed: false,
        };
        match part {
            PlaneRole::Selected | PlaneRole::Hovered => {
                let width = if part == PlaneRole::Selected { 4.0 } else { 2.6 };
                Self {
                    fill: [0.6 * opacity, 1.0],
                    ..look(palette.selected(), [1.0, width], [1.0, width])
                }
            }
            PlaneRole::Ancestor(above) => {
                /// Minimum opacity of the root's lines, which must be visible from everywhere.
                const ROOT: f32 = 0.7;
                let share = 0.75_f32.powi(above as i32 - 1);
                let share = if depth == 0 { share.max(ROOT) } else { share };
                let is_traced = above <= 4 || depth == 0;
                let trace = if is_traced { 0.9 * share } else { 0.0 };
                let width = 1.0 + 1.2 * share;
                look(color, [0.12 + 0.75 * share, width], [trace, width])
            }
            PlaneRole::Depth => {
                let outline = [if below < 2 { 0.9 } else { 0.6 }, 0.7 * width];
                Self {
                    fill: [
                        opacity * IN_MODEL.get(below as usize).copied().unwrap_or(0.15),
                        FOR_EYES.get(below as usize).copied().unwrap_or(0.0),
                    ],
                    rim: below == 0,
                    ..look(color, outline, [1.0, width])
                }
            }
        }
    }

    /// Returns the style of a horizontal plane, which has dashed lines and no fill. A fill would look like a floor or a
    /// ceiling.
    fn of_level(self) -> Self {
        Self {
            fill: [0.0; 2],
            dashed: true,
            ..self
        }
    }

    /// Adds lines of one opacity and width. All rims are added first, so that no rim covers another line.
    fn lines(
        self,
        lines: &mut LineBatch,
        ends: impl Iterator<Item = [Vec3; 2]> + Clone,
        [alpha, width]: [f32; 2],
    ) {
        if self.rim && !self.dashed {
            for [from, to] in ends.clone() {
                lines.line(from, to, Stroke::new(ink::LIGHT, 0.7 * alpha, width + 2.4));
            }
        }
        for [from, to] in ends {
            lines.line(
                from,
                to,
                Stroke::new(self.color, alpha, width).dashed(self.dashed),
            );
        }
    }
}

impl PlaneDrawing {
    /// Clips the planes to their cells, intersects them with the level, and applies their styles.
    pub fn of(
        (tree, stats, level): (&NodeTree, &TreeStats, &Level),
        choice: &PlaneChoice,
        palette: Palette,
        opacity: f32,
    ) -> Self {
        let mut drawing = Self::default();
        let mut budget = MOST_LOOKED_AT;
        let mut traced = 0;
        let has_selected = choice.planes.iter().any(|(_, part)| *part == PlaneRole::Selected);
        for &(node, part) in &choice.planes {
            let Some(view) = tree.node(node) else { continue };
            let mut look = PlaneStyle::of(part, view.depth, choice.depths, palette, opacity);
            if is_level(view.plane.normal) && part != PlaneRole::Selected {
                look = look.of_level();
                drawing.has_level |= look.outline[0] > FAINT;
            }
            let mut found = if look.trace[0] > 0.0 && traced < MOST_TRACES {
                traces(tree, node, stats.subtree(node).end, &mut budget)
            } else {
                Vec::new()
            };
            if part == PlaneRole::Selected {
                let cut = found.iter().filter(|trace| trace.is_cut()).count() as u32;
                drawing.faces = Some(NodeFaces::of(tree, stats, node, cut));
                drawing.cut_faces((tree, node), level, &found, palette);
                found.extend(traces_on_walls(tree, node, &mut budget));
            }
            traced += found.len();
            if part == PlaneRole::Selected || has_selected && node == NodeId(0) {
                bands::draw_bands(&mut drawing.bands, (tree, node, level), &found, palette);
            }
            let ends = found.iter().map(|trace| trace.ends);
            look.lines(&mut drawing.lines, ends, look.trace);
            let Some(polygon) = tree
                .plane_polygon(node)
                .filter(|polygon| polygon.vertices.len() > 2)
            else {
                continue;
            };
            let corners: Vec<Vec3> = polygon.positions().map(glam::DVec3::as_vec3).collect();
            let sides = (0..corners.len()).map(|i| [corners[i], corners[(i + 1) % corners.len()]]);
            look.lines(&mut drawing.lines, sides.clone(), look.outline);
            if matches!(part, PlaneRole::Selected | PlaneRole::Hovered) {
                look.lines(&mut drawing.lines_through_walls, sides, look.outline);
            }
            let label = || {
                let normal = view.plane.normal.as_vec3();
                label(&corners, &found, normal, view.depth, (part, look.color))
            };
            if matches!(part, PlaneRole::Selected | PlaneRole::Hovered) {
                drawing.own_labels.push(label());
            } else if look.trace[0] > 0.0 && drawing.labels.len() < MOST_LABELS {
                // Without a visible line, the label of a plane would seem to float in the air.
                drawing.labels.push(label());
            }
            let [fill, for_eyes] = look.fill;
            if fill > 0.0 {
                drawing.polygons.push(corners.iter().copied(), look.color, fill);
                drawing.filled.push(Filled {
                    node,
                    corners,
                    for_eyes,
                });
            }
        }
        drawing
    }

    /// Outlines the faces that the selected plane cut (clipped to its cell), and draws the cuts.
    fn cut_faces(
        &mut self,
        (tree, node): (&NodeTree, NodeId),
        level: &Level,
        found: &[Trace],
        palette: Palette,
    ) {
        let tolerance = tree.tolerances().on_plane;
        let above: Vec<Plane> = tree
            .ancestors(node)
            .filter_map(|(id, branch)| {
                let plane = tree.node(id)?.plane;
                Some(if branch == Branch::Front {
                    plane
                } else {
                    plane.flipped()
                })
            })
            .collect();
        let cut = found.iter().filter(|trace| trace.is_cut());
        for trace in cut.take(MOST_CUT) {
            let Some(triangle) = level.triangle_of_face(trace.face) else {
                continue;
            };
            let whole = Some(Polygon::<()>::from_points(triangle.corners));
            let in_cell = above
                .iter()
                .fold(whole, |part, plane| part?.clipped_to_front(plane, tolerance));
            let corners = in_cell.iter().flat_map(Polygon::positions);
            let corners: Vec<Vec3> = corners.map(glam::DVec3::as_vec3).collect();
            self.lines.ring(&corners, Stroke::new(palette.cut(), 0.9, 1.6));
            let [from, to] = trace.ends;
            self.lines.line(from, to, Stroke::new(palette.cut(), 1.0, 8.0));
        }
    }

    /// Returns the fraction of its opacity that each filled plane keeps. In the model view, `clip_from_world` is `None`
    /// and planes do not fade, because you see them as sheets inside the level.
    pub fn opacity_factors(&self, clip_from_world: Option<&Mat4>) -> Vec<f32> {
        let kept = |filled: &Filled| match clip_from_world {
            None => 1.0,
            Some(_) if filled.for_eyes == 0.0 => 0.0,
            Some(clip_from_world) => {
                filled.for_eyes * fill::coverage_opacity(&filled.corners, clip_from_world)
            }
        };
        self.filled.iter().map(kept).collect()
    }

    /// Returns the planes back to front, as indices into [`PlaneDrawing::filled`].
    pub fn far_to_near(&self, tree: &NodeTree, eye: glam::DVec3) -> Vec<usize> {
        let drawn: HashMap<NodeId, usize> = self
            .filled
            .iter()
            .enumerate()
            .map(|(i, filled)| (filled.node, i))
            .collect();
        // Visit only the nodes of filled planes and their ancestors.
        let mut visited: HashSet<NodeId> = HashSet::default();
        for node in self.filled.iter().map(|filled| filled.node) {
            let path = std::iter::once(node).chain(tree.ancestors(node).map(|(id, _)| id));
            for id in path {
                if !visited.insert(id) {
                    break;
                }
            }
        }
        enum Step {
            Visit(NodeId),
            Draw(usize),
        }
        let mut order = Vec::with_capacity(self.filled.len());
        let mut steps: Vec<Step> = tree.root().map(Step::Visit).into_iter().collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Draw(plane) => order.push(plane),
                Step::Visit(id) => {
                    let Some(view) = tree.node(id).filter(|_| visited.contains(&id)) else {
                        continue;
                    };
                    let (near, far) = if view.plane.distance(eye) >= 0.0 {
                        (view.front, view.back)
                    } else {
                        (view.back, view.front)
                    };
                    // The stack is last in, first out, so push the far side last.
                    steps.extend(near.map(Step::Visit));
                    steps.extend(drawn.get(&id).map(|&plane| Step::Draw(plane)));
                    steps.extend(far.map(Step::Visit));
                }
            }
        }
        order
    }
}

/// Returns whether a plane is horizontal.
fn is_level(normal: glam::DVec3) -> bool {
    normal.y.abs() > LEVEL
}

/// Builds the label of a plane, which contains its depth. The label is on an intersection with the level if possible,
/// otherwise anywhere on the plane's polygon.
fn label(
    corners: &[Vec3],
    found: &[Trace],
    normal: Vec3,
    depth: u32,
    (part, color): (PlaneRole, Rgb),
) -> Label {
    /// Maximum number of lines that provide a label position, longest first.
    const LONGEST: usize = 20;
    /// Maximum number of lines that provide two additional label positions, longest first.
    const LONG: usize = 5;
    let mut longest: Vec<[Vec3; 2]> = found.iter().map(|trace| trace.ends).collect();
    let length = |ends: &[Vec3; 2]| ends[0].distance_squared(ends[1]);
    longest.sort_by(|a, b| length(b).total_cmp(&length(a)));
    longest.truncate(LONGEST);
    let center = corners.iter().sum::<Vec3>() / corners.len() as f32;
    let ends = |share: f32| longest.iter().map(move |[from, to]| from.lerp(*to, share));
    let mut places: Vec<Vec3> = ends(0.5).collect();
    places.extend([0.25, 0.75].into_iter().flat_map(|share| ends(share).take(LONG)));
    places.push(center);
    for share in [0.35, 0.65, 0.9] {
        for (place, &corner) in corners.iter().enumerate() {
            let next = corners[(place + 1) % corners.len()];
            places.extend([corner.midpoint(next), corner].map(|point| center.lerp(point, share)));
        }
    }
    let rank = match part {
        PlaneRole::Selected => 0,
        PlaneRole::Hovered => 1,
        PlaneRole::Ancestor(above) => 1 + above,
        PlaneRole::Depth => 2 + depth,
    };
    let mut text = depth_name(depth);
    let is_level = is_level(normal.as_dvec3());
    if is_level {
        // Show the front of a horizontal plane with an arrow, because badges next to the label cannot indicate above
        // and below.
        text.push(if normal.y > 0.0 { UP } else { DOWN });
    }
    Label {
        height: if rank < 2 || depth == 0 { 13.0 } else { 11.0 },
        rank,
        even_hidden: depth == 0 || matches!(part, PlaneRole::Selected | PlaneRole::Hovered),
        normal: (!is_level).then_some(normal),
        ..Label::new(OverlayKind::Planes, places, text, color)
    }
}

#[cfg(test)]
mod tests;
