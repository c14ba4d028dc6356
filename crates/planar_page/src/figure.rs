//! The picture of the drawing: cells, node lines and edges, with the point and its tests on top of them.

use bspwalk_planar::{Branch, FragmentEnd, NodeId, PlanarTree, Segment2};
use glam::DVec2;

use crate::{
    drawing::{Corner, Drawing, Kind},
    eye::EyePart,
    shapes::{Color, Pattern, Picture, Shape},
    steps::Steps,
    view::View,
    walk::{End, Walk},
};

/// Maximum number of edges for showing edge names.
const MOST_NAMES: usize = 40;

/// Maximum number of tests to draw and number.
const MOST_NUMBERS: usize = 60;

/// Input for a picture of the drawing.
#[derive(Clone, Copy, Debug)]
pub struct Figure<'a> {
    /// The drawing and its tree.
    pub drawing: &'a Drawing,
    /// Divisions of the tree.
    pub steps: &'a Steps,
    /// Number of divisions to show.
    pub shown: usize,
    /// Mapping between the plane and the screen.
    pub view: View,
}

/// An object that is selected or under the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// A corner.
    Corner(Corner),
    /// The edge that starts at a corner.
    Edge(Corner),
    /// A part of the eye.
    Eye(EyePart),
}

impl Figure<'_> {
    fn tree(&self) -> &PlanarTree {
        &self.drawing.last_valid().tree
    }

    /// Returns the shown node with the fragment closest to a point, or `None` if no fragment is closer than `within`.
    #[must_use]
    pub fn node_at(&self, point: DVec2, within: f64) -> Option<NodeId> {
        let tree = self.tree();
        let distance = |id: NodeId| {
            let fragments = tree.fragments_of(id).iter();
            let distances = fragments.map(|fragment| tree.segment(fragment).closest(point).distance(point));
            distances.fold(f64::INFINITY, f64::min)
        };
        let nodes = tree.node_ids().filter(|&id| self.steps.is_shown(id, self.shown));
        let nearest = nodes
            .map(|id| (distance(id), id))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        nearest
            .filter(|(distance, _)| *distance <= within)
            .map(|(_, id)| id)
    }

    /// Draws the parts that do not depend on the point.
    #[must_use]
    pub fn under(&self, with_grid: bool) -> Picture {
        let mut picture = Picture::default();
        self.cells(&mut picture);
        if with_grid {
            self.grid(&mut picture);
        }
        self.lines(&mut picture);
        self.loops(&mut picture);
        self.cuts(&mut picture);
        if let Some(at) = self.drawing.fault_place() {
            let outline = Color::OutsideMark.stroke(2.5);
            picture.push(Shape::Circle(self.view.to_screen(at), 12.0, None, Some(outline)));
        }
        picture
    }

    /// Draws the cells that result from the shown divisions, shaded by depth. The two sides of the last division have
    /// the front colour and the back colour.
    fn cells(&self, picture: &mut Picture) {
        let tree = self.tree();
        let (low, high) = (self.view.low, self.view.high());
        let rectangle = vec![low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)];
        if self.shown == 0 {
            return self.cell(picture, &rectangle, Color::Undivided, 1.0);
        }
        let has_inside = self.drawing.last_valid().kind == Kind::Polygon;
        let deepest = f64::from(tree.depth().max(1));
        let last = self.steps.last(self.shown);
        let mut pending = vec![(NodeId::ROOT, rectangle, 1_u32)];
        while let Some((id, cell, depth)) = pending.pop() {
            let parts = tree.cut_cell(id, &cell);
            for (branch, part) in [Branch::Front, Branch::Back].into_iter().zip(parts) {
                let child = tree.nodes()[id.index()].child(branch);
                if self.steps.is_shown(child, self.shown) {
                    pending.push((child, part, depth + 1));
                    continue;
                }
                let share = 0.75 * f64::from(depth) / deepest;
                let fill = match branch {
                    _ if child.index() < tree.nodes().len() => Color::Undivided,
                    Branch::Front if has_inside => Color::Inside(share),
                    _ => Color::Outside(share),
                };
                self.cell(picture, &part, fill, 1.0);
                if last == Some(id) && self.shown < self.steps.count() {
                    self.cell(picture, &part, branch.pick([Color::Front, Color::Back]), 0.35);
                }
            }
        }
    }

    fn cell(&self, picture: &mut Picture, cell: &[DVec2], color: Color, opacity: f64) {
        let corners = cell.iter().map(|&corner| self.view.to_screen(corner)).collect();
        // An outline in the same colour closes the gaps between cells.
        let outline = (opacity == 1.0).then(|| color.stroke(0.7));
        picture.polygon(corners, (color, opacity), outline);
    }

    fn grid(&self, picture: &mut Picture) {
        let grid = self.drawing.grid();
        let pixels = grid.step() * self.view.scale;
        if !(pixels > 9.0) {
            return;
        }
        let first = self.view.to_screen(grid.snap(self.view.low));
        let dots = Color::Ink.stroke(1.6).faded(0.22).with(Pattern::Dotted(pixels));
        let mut y = first.y;
        while y > 0.0 {
            let row = [DVec2::new(first.x, y), DVec2::new(self.view.size.x, y)];
            picture.push(Shape::Line(row, dots));
            y -= pixels;
        }
    }

    /// Draws each node's line across the node's cell. The lines of deeper nodes are thinner.
    fn lines(&self, picture: &mut Picture) {
        let depths = self.tree().depths();
        let is_last = |id| self.shown < self.steps.count() && self.steps.last(self.shown) == Some(id);
        for (id, split) in self.splits() {
            if !self.steps.is_shown(id, self.shown) {
                continue;
            }
            let stroke = if is_last(id) {
                Color::Split.stroke(3.0)
            } else {
                let width = 2.4 / f64::from(depths[id.index()]).sqrt();
                Color::Split.stroke(width).faded(0.6)
            };
            picture.push(Shape::Line(self.ends(split), stroke.with(Pattern::Dashed)));
        }
    }

    /// Returns each node's line, clipped to the node's cell.
    #[must_use]
    pub fn splits(&self) -> Vec<(NodeId, Segment2)> {
        self.tree().splits(self.view.low, self.view.high())
    }

    fn ends(&self, segment: Segment2) -> [DVec2; 2] {
        [segment.from, segment.to].map(|end| self.view.to_screen(end))
    }

    /// Draws the edges with their names, half-arrows that point to their front, and the corners.
    fn loops(&self, picture: &mut Picture) {
        let drawing = self.drawing;
        let count: usize = drawing.loops().iter().map(Vec::len).sum();
        let color = if drawing.fault().is_some() {
            Color::OutsideMark
        } else {
            Color::Ink
        };
        let mut names: Vec<DVec2> = Vec::new();
        for (loop_index, corners) in drawing.loops().iter().enumerate() {
            for i in 0..corners.len() {
                let Some(edge) = drawing.edge((loop_index, i)) else {
                    continue;
                };
                let [a, b] = self.ends(edge);
                let along = (b - a).normalize_or_zero();
                // Draw half-arrows on the left, where the front is. In a polygon, this is the interior.
                let (middle, left) = (a.midpoint(b), DVec2::new(along.y, -along.x));
                picture.push(Shape::Line([a, b], color.stroke(2.4)));
                if count <= MOST_NAMES {
                    picture.push(Shape::Line([middle, middle + left * 7.0], color.stroke(1.6)));
                    let name = drawing.name((loop_index, i));
                    let size = if name.len() > 1 { 11.0 } else { 13.0 };
                    // Place the name next to the middle of the edge, or elsewhere along the edge if another name is too
                    // close to the middle.
                    let places = [0.5, 0.36, 0.64, 0.22, 0.78].map(|t| a.lerp(b, t) - left * (size + 2.0));
                    let is_free = |place: &DVec2| names.iter().all(|name| name.distance(*place) > 14.0);
                    let place = places.into_iter().find(is_free).unwrap_or(places[0]);
                    names.push(place);
                    picture.push(Shape::Label(place, size, name, color, 600));
                }
            }
        }
        let radius = if count <= MOST_NAMES { 4.0 } else { 2.5 };
        for &corner in drawing.loops().iter().flatten() {
            let at = self.view.to_screen(corner);
            picture.push(Shape::Circle(at, radius, Some(color), None));
        }
    }

    /// Marks the points where the lines of shown nodes cut edges.
    fn cuts(&self, picture: &mut Picture) {
        let tree = self.tree();
        for (id, node) in NodeId::all().zip(tree.nodes()) {
            for fragment in tree.fragments_of(id) {
                // At a cut, one fragment ends and the next one starts. Mark only the end.
                let FragmentEnd::Cut(by) = fragment.to else {
                    continue;
                };
                let mut above = node.parent;
                while let Some(ancestor) = tree.nodes().get(above.index())
                    && ancestor.edge != by
                {
                    above = ancestor.parent;
                }
                if self.steps.is_shown(above, self.shown) {
                    let at = self.view.to_screen(tree.segment(fragment).to);
                    let outline = Color::Split.stroke(1.6);
                    picture.push(Shape::Square(at, 3.4, Color::Ground, Some(outline)));
                }
            }
        }
    }

    /// Draws the parts that depend on the point: its cell, the lines that it is tested against with their numbers, and
    /// the loop being drawn.
    #[must_use]
    pub fn draw_point_parts(
        &self,
        walk: &Walk,
        probe: DVec2,
        marked: Option<NodeId>,
        picks: [Option<Pick>; 2],
    ) -> Picture {
        let (view, tree) = (self.view, self.tree());
        let mut picture = Picture::default();
        let color = match walk.end {
            End::Inside => Color::InsideMark,
            End::Outside => Color::OutsideMark,
            End::OnEdge(_) => Color::Accent,
            End::Cell | End::Undivided => Color::Ink,
        };
        let splits = self.splits();
        let split = |id: NodeId| {
            let split = splits.iter().find(|(node, _)| *node == id);
            split.map(|(_, split)| *split)
        };
        let cell = tree.cell_of(&walk.path(), view.low, view.high());
        let corners = cell.iter().map(|&corner| view.to_screen(corner)).collect();
        picture.polygon(corners, (color, 0.16), Some(color.stroke(1.6)));
        if let Some(split) = marked.and_then(split) {
            picture.push(Shape::Line(self.ends(split), Color::Accent.stroke(4.0)));
        }
        let at = view.to_screen(probe);
        // In a drawing of free segments, the numbers count the visits of the eye instead.
        let has_numbers = self.drawing.kind() == Kind::Polygon;
        let mut badges = Vec::new();
        for (i, test) in walk.tests.iter().enumerate().take(MOST_NUMBERS) {
            let Some(split) = split(test.node) else { continue };
            let side = test.branch.pick([Color::Front, Color::Back]);
            picture.push(Shape::Line(self.ends(split), side.stroke(2.6)));
            let foot = view.to_screen(split.closest(probe));
            if has_numbers && foot.distance(at) > 18.0 {
                picture.push(Shape::Line([at, foot], color.stroke(1.0).faded(0.75)));
                badges.push(Shape::Circle(foot, 8.5, Some(side), None));
                let number = (i + 1).to_string();
                badges.push(Shape::Label(foot, 11.0, number, Color::OnBright, 700));
            }
        }
        picture.0.append(&mut badges);
        for (pick, color) in picks.into_iter().zip([Color::Accent, Color::Front]) {
            self.pick(&mut picture, pick, color);
        }
        self.open_loop(&mut picture, probe);
        let outline = Some(Color::OnBright.stroke(1.5));
        picture.push(Shape::Circle(at, 5.5, Some(color), outline));
        picture
    }

    fn pick(&self, picture: &mut Picture, pick: Option<Pick>, color: Color) {
        let shape = match pick {
            Some(Pick::Corner(corner)) => self.drawing.corner(corner).map(|at| {
                let outline = Some(Color::OnBright.stroke(1.5));
                Shape::Circle(self.view.to_screen(at), 7.0, Some(color), outline)
            }),
            Some(Pick::Edge(edge)) => {
                let edge = self.drawing.edge(edge);
                edge.map(|edge| Shape::Line(self.ends(edge), color.stroke(4.0)))
            }
            // These are drawn in the picture of the eye's view.
            Some(Pick::Eye(_)) | None => None,
        };
        picture.0.extend(shape);
    }

    /// Draws the loop being drawn, with a line from its last corner to the point.
    fn open_loop(&self, picture: &mut Picture, probe: DVec2) {
        let open = self.drawing.open();
        let mut corners = open.to_vec();
        corners.push(self.drawing.snapped(probe));
        for pair in corners.windows(2) {
            let ends = [pair[0], pair[1]].map(|corner| self.view.to_screen(corner));
            picture.push(Shape::Line(ends, Color::Accent.stroke(2.4)));
        }
        for (i, &corner) in open.iter().enumerate() {
            let radius = if i == 0 { 6.0 } else { 3.6 };
            let at = self.view.to_screen(corner);
            picture.push(Shape::Circle(at, radius, Some(Color::Accent), None));
        }
    }
}
