//! The picture of the tree. Nodes are circles joined by lines. Front children are on the left, back children on the
//! right.

use bspwalk_planar::{Branch, NodeId, PlanarTree};
use glam::DVec2;

use crate::{
    drawing::edge_name,
    shapes::{Color, Picture, Shape},
    steps::Steps,
    walk::{End, Walk},
};

/// Layout of the nodes and of missing children, with columns from left to right and one row per depth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeLayout {
    /// Column and depth of each node. The depth starts at 0.
    pub nodes: Vec<DVec2>,
    /// Column and depth of each missing child, with its parent and its side of the parent's line.
    pub leaves: Vec<(DVec2, NodeId, Branch)>,
    /// Number of columns and number of rows.
    pub size: DVec2,
}

impl TreeLayout {
    /// Lays out a tree. Each leaf has its own column, in order from front to back. Each node is midway between its children.
    #[must_use]
    pub fn of(tree: &PlanarTree) -> Self {
        let count = tree.nodes().len();
        let depths = tree.depths();
        let mut places = Self {
            nodes: vec![DVec2::ZERO; count],
            leaves: Vec::with_capacity(count + 1),
            size: DVec2::new(1.0, f64::from(tree.depth()) + 1.0),
        };
        let both = |id: NodeId| [(id, Branch::Back), (id, Branch::Front)];
        let mut pending = if count == 0 {
            Vec::new()
        } else {
            both(NodeId(0)).to_vec()
        };
        let mut column = 0.0;
        while let Some((id, side)) = pending.pop() {
            match tree.nodes()[id.index()].child(side) {
                child if child.index() < count => pending.extend(both(child)),
                _ => {
                    let place = DVec2::new(column, f64::from(depths[id.index()]));
                    places.leaves.push((place, id, side));
                    column += 1.0;
                }
            }
        }
        places.size.x = column.max(1.0);
        let mut ends = vec![[f64::INFINITY, f64::NEG_INFINITY]; count];
        for &(place, id, _) in &places.leaves {
            let [low, high] = ends[id.index()];
            ends[id.index()] = [low.min(place.x), high.max(place.x)];
        }
        // Children come after their parents, so iterating in reverse order visits children first.
        for id in (0..count).rev() {
            let [low, high] = ends[id];
            let at = f64::midpoint(low, high);
            places.nodes[id] = DVec2::new(at, f64::from(depths[id]) - 1.0);
            if let Some(parent) = ends.get_mut(tree.nodes()[id].parent.index()) {
                *parent = [parent[0].min(at), parent[1].max(at)];
            }
        }
        places
    }
}

/// Input for a picture of a tree.
#[derive(Clone, Copy, Debug)]
pub struct TreePicture<'a> {
    /// The tree.
    pub tree: &'a PlanarTree,
    /// Divisions of the tree.
    pub steps: &'a Steps,
    /// Number of divisions to show.
    pub shown: usize,
    /// Layout of the nodes.
    pub places: &'a TreeLayout,
    /// Size of the picture, in pixels.
    pub size: DVec2,
    /// Whether the edges bound a region, so that each leaf is inside or outside the region.
    pub has_region: bool,
}

impl TreePicture<'_> {
    fn step(&self) -> DVec2 {
        let room = self.size - DVec2::new(0.0, 16.0);
        (room / self.places.size.max(DVec2::ONE)).min(DVec2::new(72.0, 64.0))
    }

    fn radius(&self) -> f64 {
        let step = self.step();
        (step.x * 0.62).min(step.y * 0.5).clamp(2.0, 14.0)
    }

    /// Returns the pixel position of a column and row.
    fn at(&self, place: DVec2) -> DVec2 {
        let step = self.step();
        let left = (self.size.x - step.x * self.places.size.x) / 2.0;
        let top = (self.size.y - step.y * self.places.size.y).min(24.0) / 2.0;
        DVec2::new(left + (place.x + 0.5) * step.x, top + (place.y + 0.5) * step.y)
    }

    fn is_shown(&self, id: NodeId) -> bool {
        self.steps.is_shown(id, self.shown)
    }

    /// Returns the shown node at a pixel.
    #[must_use]
    pub fn node_at(&self, at: DVec2, reach: f64) -> Option<NodeId> {
        let within = self.radius() + reach;
        let places = NodeId::all().zip(&self.places.nodes);
        let shown = places.filter(|(id, _)| self.is_shown(*id));
        let nearest = shown
            .map(|(id, &place)| (self.at(place).distance(at), id))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        nearest
            .filter(|(distance, _)| *distance <= within)
            .map(|(_, id)| id)
    }

    /// Draws the parts that do not depend on the point.
    #[must_use]
    pub fn under(&self) -> Picture {
        self.draw(None)
    }

    /// Draws the path of the point and the highlighted node.
    #[must_use]
    pub fn over(&self, walk: &Walk, marked: Option<NodeId>) -> Picture {
        let mut picture = self.draw(Some(walk));
        if let Some(id) = marked.filter(|&id| self.is_shown(id)) {
            self.node(&mut picture, id, Color::Accent, Color::OnBright);
        }
        picture
    }

    /// Draws the shown part of the tree or, if `walk` is given, only the highlighted path of that walk.
    fn draw(&self, walk: Option<&Walk>) -> Picture {
        let mut picture = Picture::default();
        let is_drawn = |id: NodeId, side: Branch| {
            let is_on = |walk: &Walk| {
                walk.tests
                    .iter()
                    .any(|test| (test.node, test.branch) == (id, side))
            };
            self.is_shown(id) && walk.is_none_or(is_on)
        };
        let half = (self.radius() * 0.55).max(1.5);
        for (id, node) in NodeId::all().zip(self.tree.nodes()) {
            for side in [Branch::Front, Branch::Back] {
                let child = node.child(side);
                let Some(&place) = self.places.nodes.get(child.index()) else {
                    continue;
                };
                if !is_drawn(id, side) {
                    continue;
                }
                self.branch(&mut picture, id, side, place, walk.is_some());
                if !self.is_shown(child) {
                    // This part of the plane has not been divided yet.
                    let outline = Some(Color::Faint.stroke(1.0));
                    picture.push(Shape::Square(self.at(place), half, Color::Undivided, outline));
                }
            }
        }
        for &(place, id, side) in &self.places.leaves {
            if !is_drawn(id, side) {
                continue;
            }
            self.branch(&mut picture, id, side, place, walk.is_some());
            let fill = match self.has_region {
                true => side.pick([Color::InsideMark, Color::OutsideLeaf]),
                false => Color::OutsideLeaf,
            };
            let is_end = walk.is_some_and(|walk| matches!(walk.end, End::Inside | End::Outside | End::Cell));
            let outline = is_end.then(|| Color::Ink.stroke(2.0));
            let half = if is_end { half + 2.0 } else { half };
            picture.push(Shape::Square(self.at(place), half, fill, outline));
        }
        for id in NodeId::all()
            .take(self.places.nodes.len())
            .filter(|&id| self.is_shown(id))
        {
            let test = walk.and_then(|walk| walk.tests.iter().find(|test| test.node == id));
            if let Some(test) = test {
                let fill = test.branch.pick([Color::Front, Color::Back]);
                self.node(&mut picture, id, fill, Color::OnBright);
            } else if walk.is_none() {
                self.node(&mut picture, id, Color::Node, Color::Ink);
            }
        }
        picture
    }

    /// Draws the line from a node to its child on one side, with the letter of that side.
    fn branch(&self, picture: &mut Picture, id: NodeId, side: Branch, to: DVec2, is_highlighted: bool) {
        let color = side.pick([Color::Front, Color::Back]);
        let ends = [self.at(self.places.nodes[id.index()]), self.at(to)];
        let (stroke, weight) = if is_highlighted {
            (color.stroke(3.6), 800)
        } else {
            (color.stroke(1.3).faded(0.65), 400)
        };
        picture.push(Shape::Line(ends, stroke));
        if self.radius() >= 7.0 && self.step().y >= 24.0 {
            // Place the letter next to the line, on its upper side.
            let along = (ends[1] - ends[0]).normalize_or_zero();
            let beside = DVec2::new(along.y, -along.x) * if along.x < 0.0 { -9.0 } else { 9.0 };
            let at = ends[0].lerp(ends[1], 0.52) + beside;
            let name = side.pick(["F", "B"]).to_owned();
            picture.push(Shape::Label(at, 10.5, name, color, weight));
        }
    }

    fn node(&self, picture: &mut Picture, id: NodeId, fill: Color, ink: Color) {
        let at = self.at(self.places.nodes[id.index()]);
        let radius = self.radius();
        let outline = Some(Color::Ink.stroke(1.2));
        picture.push(Shape::Circle(at, radius, Some(fill), outline));
        if radius >= 6.0 {
            let name = edge_name(self.tree.nodes()[id.index()].edge as usize);
            let size = if name.len() > 2 { 0.8 } else { 1.15 } * radius.min(12.0);
            picture.push(Shape::Label(at, size, name, ink, 600));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Drawing, Kind};

    #[test]
    fn nodes_lie_between_children_leaves_in_columns() {
        let mut drawing = Drawing::default();
        for preset in bspwalk_planar::PRESETS {
            drawing
                .load(Kind::Polygon, (preset.loops)())
                .expect("it is a region");
            let tree = &drawing.last_valid().tree;
            let places = TreeLayout::of(tree);
            assert_eq!(places.leaves.len(), tree.nodes().len() + 1, "{}", preset.name);
            for (column, &(place, id, side)) in places.leaves.iter().enumerate() {
                assert_eq!(place.x, column as f64);
                let node = places.nodes[id.index()];
                assert_eq!(place.y, node.y + 1.0);
                assert_eq!(place.x < node.x, side == Branch::Front, "{}: {id}", preset.name);
            }
        }
    }
}
