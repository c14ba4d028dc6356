//! The picture of the polygon: cells, node lines and edges, with the point and its tests on top.

use bspwalk_trees::planar::{Branch, FragmentEnd, NodeId, PlanarTree, Segment2};
use glam::DVec2;

use crate::{
    drawing::{Corner, Drawing},
    steps::Steps,
    svg::{Palette, Shapes, mixed},
    view::View,
    walk::{End, Walk},
};

/// Names are drawn only if there are no more edges than this.
const MOST_NAMES: usize = 40;

/// Maximum number of tests that are drawn and numbered.
const MOST_NUMBERS: usize = 60;

/// Input for a picture of the polygon.
#[derive(Clone, Copy, Debug)]
pub struct Figure<'a> {
    /// The polygon and its tree.
    pub drawing: &'a Drawing,
    /// Divisions of the tree.
    pub steps: &'a Steps,
    /// Number of divisions that are shown.
    pub shown: usize,
    /// Mapping from the plane to the screen.
    pub view: View,
    /// Colours.
    pub palette: &'a Palette,
}

/// An object that is selected or under the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// A corner.
    Corner(Corner),
    /// The edge that begins at a corner.
    Edge(Corner),
}

impl Figure<'_> {
    fn tree(&self) -> &PlanarTree {
        &self.drawing.good().tree
    }

    /// Draws the parts that do not change when the point moves.
    #[must_use]
    pub fn under(&self, with_grid: bool) -> String {
        let mut shapes = Shapes::default();
        self.cells(&mut shapes);
        if with_grid {
            self.grid(&mut shapes);
        }
        self.lines(&mut shapes);
        self.loops(&mut shapes);
        self.cuts(&mut shapes);
        if let Some(at) = self.drawing.fault_place() {
            let color = self.palette.outside_mark;
            let attributes = format!(r#"fill="none" stroke="{color}" stroke-width="2.5""#);
            shapes.circle(self.view.to_screen(at), 12.0, attributes);
        }
        shapes.into_text()
    }

    /// Draws the cells of the shown divisions, shaded by depth. The two sides of the last division have the colours of front and back.
    fn cells(&self, shapes: &mut Shapes) {
        let (palette, tree) = (self.palette, self.tree());
        let (low, high) = (self.view.low, self.view.high());
        let rectangle = vec![low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)];
        if self.shown == 0 {
            return self.cell(shapes, &rectangle, palette.undivided, 1.0);
        }
        let deepest = f64::from(tree.depth().max(1));
        let last = self.steps.last(self.shown);
        let mut pending = vec![(0, rectangle, 1_u32)];
        while let Some((id, cell, depth)) = pending.pop() {
            let parts = tree.cut_cell(id, &cell);
            for (branch, part) in [Branch::Front, Branch::Back].into_iter().zip(parts) {
                let child = tree.nodes()[id as usize].child(branch);
                if self.steps.is_shown(child, self.shown) {
                    pending.push((child, part, depth + 1));
                    continue;
                }
                let share = 0.75 * f64::from(depth) / deepest;
                let is_leaf = child as usize >= tree.nodes().len();
                let fill = match branch {
                    Branch::Front if is_leaf => mixed(palette.inside, share),
                    Branch::Back if is_leaf => mixed(palette.outside, share),
                    _ => palette.undivided.to_owned(),
                };
                self.cell(shapes, &part, &fill, 1.0);
                if last == Some(id) && self.shown < self.steps.count() {
                    self.cell(shapes, &part, branch.pick([palette.front, palette.back]), 0.35);
                }
            }
        }
    }

    fn cell(&self, shapes: &mut Shapes, cell: &[DVec2], color: &str, opacity: f64) {
        let corners = cell.iter().map(|&corner| self.view.to_screen(corner));
        if opacity < 1.0 {
            shapes.polygon(
                corners,
                format_args!(r#"fill="{color}" fill-opacity="{opacity}""#),
            );
        } else {
            // A stroke in the same colour closes the seams between cells.
            shapes.polygon(
                corners,
                format_args!(r#"fill="{color}" stroke="{color}" stroke-width=".7""#),
            );
        }
    }

    fn grid(&self, shapes: &mut Shapes) {
        let grid = self.drawing.grid();
        let pixels = grid.step() * self.view.scale;
        if !(pixels > 9.0) {
            return;
        }
        let first = grid.snap(self.view.low);
        let first = self.view.to_screen(first);
        // Zero-length dashes with round caps are dots, so each row of dots is a single element.
        let mut y = first.y;
        while y > 0.0 {
            let attributes = format!(
                r#"stroke="{}" stroke-opacity=".22" stroke-width="1.6" stroke-linecap="round" stroke-dasharray="0 {pixels:.4}""#,
                self.palette.ink
            );
            shapes.line(
                [DVec2::new(first.x, y), DVec2::new(self.view.size.x, y)],
                attributes,
            );
            y -= pixels;
        }
    }

    /// Draws the line of each node across its cell. Deeper lines are thinner.
    fn lines(&self, shapes: &mut Shapes) {
        let depths = self.tree().depths();
        let is_last = |id| self.shown < self.steps.count() && self.steps.last(self.shown) == Some(id);
        for (id, split) in self.splits() {
            if !self.steps.is_shown(id, self.shown) {
                continue;
            }
            let (width, opacity) = if is_last(id) {
                (3.0, 1.0)
            } else {
                (2.4 / f64::from(depths[id as usize]).sqrt(), 0.6)
            };
            let attributes = format!(
                r#"stroke="{}" stroke-width="{width:.2}" stroke-opacity="{opacity}" stroke-dasharray="7 4""#,
                self.palette.split
            );
            shapes.line(self.ends(split), attributes);
        }
    }

    /// Returns the line of each node, clipped to its cell.
    #[must_use]
    pub fn splits(&self) -> Vec<(NodeId, Segment2)> {
        self.tree().splits(self.view.low, self.view.high())
    }

    fn ends(&self, segment: Segment2) -> [DVec2; 2] {
        [segment.from, segment.to].map(|end| self.view.to_screen(end))
    }

    /// Draws the edges with their names, half-arrows that point to the interior, and corners.
    fn loops(&self, shapes: &mut Shapes) {
        let drawing = self.drawing;
        let count: usize = drawing.loops().iter().map(Vec::len).sum();
        let color = if drawing.fault().is_some() {
            self.palette.outside_mark
        } else {
            self.palette.ink
        };
        let mut names: Vec<DVec2> = Vec::new();
        for (loop_index, corners) in drawing.loops().iter().enumerate() {
            for i in 0..corners.len() {
                let Some(edge) = drawing.edge((loop_index, i)) else {
                    continue;
                };
                let [a, b] = self.ends(edge);
                let along = (b - a).normalize_or_zero();
                // Half-arrows on the left, where the interior is.
                let (middle, left) = (a.midpoint(b), DVec2::new(along.y, -along.x));
                shapes.line([a, b], format_args!(r#"stroke="{color}" stroke-width="2.4""#));
                if count <= MOST_NAMES {
                    shapes.line(
                        [middle, middle + left * 7.0],
                        format_args!(r#"stroke="{color}" stroke-width="1.6""#),
                    );
                    let attributes = format!(r#"fill="{color}" font-weight="600""#);
                    let name = drawing.name((loop_index, i));
                    let size = if name.len() > 1 { 11.0 } else { 13.0 };
                    // Next to the middle of the edge, or elsewhere along it if another name is there.
                    let places = [0.5, 0.36, 0.64, 0.22, 0.78].map(|t| a.lerp(b, t) - left * (size + 2.0));
                    let is_free = |place: &DVec2| names.iter().all(|name| name.distance(*place) > 14.0);
                    let place = places.into_iter().find(is_free).unwrap_or(places[0]);
                    names.push(place);
                    shapes.label(place, size, &name, attributes);
                }
            }
        }
        let radius = if count <= MOST_NAMES { 4.0 } else { 2.5 };
        for &corner in drawing.loops().iter().flatten() {
            shapes.circle(
                self.view.to_screen(corner),
                radius,
                format_args!(r#"fill="{color}""#),
            );
        }
    }

    /// Marks the points where lines of shown nodes cut edges.
    fn cuts(&self, shapes: &mut Shapes) {
        let tree = self.tree();
        let attributes = format!(
            r#"fill="{}" stroke="{}" stroke-width="1.6""#,
            self.palette.ground, self.palette.split
        );
        for (id, node) in (0..).zip(tree.nodes()) {
            for fragment in tree.fragments_of(id) {
                // At a cut, one fragment ends and the next begins. Only the end is drawn.
                let FragmentEnd::Cut(by) = fragment.to else {
                    continue;
                };
                let mut above = node.parent;
                while let Some(ancestor) = tree.nodes().get(above as usize)
                    && ancestor.edge != by
                {
                    above = ancestor.parent;
                }
                if self.steps.is_shown(above, self.shown) {
                    shapes.square(self.view.to_screen(tree.segment(fragment).to), 3.4, &attributes);
                }
            }
        }
    }

    /// Draws the parts that follow the point: its cell, and the lines of its tests with their numbers.
    #[must_use]
    pub fn over(
        &self,
        walk: &Walk,
        probe: DVec2,
        marked: Option<NodeId>,
        picks: [Option<Pick>; 2],
    ) -> String {
        let (view, palette, tree) = (self.view, self.palette, self.tree());
        let mut shapes = Shapes::default();
        let color = match walk.end {
            End::Inside => palette.inside_mark,
            End::Outside => palette.outside_mark,
            End::OnEdge(_) => palette.accent,
            End::Undivided => palette.ink,
        };
        let splits = self.splits();
        let split = |id: NodeId| {
            splits
                .iter()
                .find(|(node, _)| *node == id)
                .map(|(_, split)| *split)
        };
        let cell = tree.cell_of(&walk.path(), view.low, view.high());
        let corners = cell.iter().map(|&corner| view.to_screen(corner));
        shapes.polygon(
            corners,
            format_args!(
                r#"fill="{color}" fill-opacity=".16" stroke="{color}" stroke-width="1.6" stroke-linejoin="round""#
            ),
        );
        if let Some(split) = marked.and_then(split) {
            shapes.line(
                self.ends(split),
                format_args!(r#"stroke="{}" stroke-width="4""#, palette.accent),
            );
        }
        let at = view.to_screen(probe);
        let mut badges = Shapes::default();
        for (i, test) in walk.tests.iter().enumerate().take(MOST_NUMBERS) {
            let Some(split) = split(test.node) else { continue };
            let side = test.branch.pick([palette.front, palette.back]);
            shapes.line(
                self.ends(split),
                format_args!(r#"stroke="{side}" stroke-width="2.6""#),
            );
            let foot = view.to_screen(split.closest(probe));
            if foot.distance(at) > 18.0 {
                shapes.line(
                    [at, foot],
                    format_args!(r#"stroke="{color}" stroke-opacity=".75""#),
                );
                badges.circle(foot, 8.5, format_args!(r#"fill="{side}""#));
                let attributes = format!(r#"fill="{}" font-weight="700""#, palette.on_bright);
                badges.label(foot, 11.0, &(i + 1).to_string(), attributes);
            }
        }
        shapes.raw(&badges.into_text());
        for (pick, is_selected) in picks
            .into_iter()
            .zip([true, false])
            .filter_map(|(pick, s)| Some((pick?, s)))
        {
            self.pick(&mut shapes, pick, is_selected);
        }
        let attributes = format!(
            r#"fill="{color}" stroke="{}" stroke-width="1.5""#,
            palette.on_bright
        );
        shapes.circle(at, 5.5, attributes);
        shapes.into_text()
    }

    fn pick(&self, shapes: &mut Shapes, pick: Pick, is_selected: bool) {
        let color = if is_selected {
            self.palette.accent
        } else {
            self.palette.front
        };
        let edge = match pick {
            Pick::Corner(corner) | Pick::Edge(corner) => self.drawing.edge(corner),
        };
        let Some(edge) = edge else { return };
        match pick {
            Pick::Corner(_) => {
                let at = self.view.to_screen(edge.from);
                let attributes = format!(
                    r#"fill="{color}" stroke="{}" stroke-width="1.5""#,
                    self.palette.on_bright
                );
                shapes.circle(at, 7.0, attributes);
            }
            Pick::Edge(_) => shapes.line(
                self.ends(edge),
                format_args!(r#"stroke="{color}" stroke-width="4""#),
            ),
        }
    }
}
