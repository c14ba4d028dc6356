//! The state of the page, and its pointer input.

use bspwalk_planar::{ColumnView, NodeId};
use glam::DVec2;

use crate::{
    drawing::{Corner, Drawing, Kind},
    eye::{Eye, EyePart, STRIP, Sight},
    figure::{Figure, Pick},
    steps::Steps,
    tree_picture::{TreeLayout, TreePicture},
    view::View,
    walk::Walk,
};

/// Maximum time between the two taps of a double tap, in milliseconds.
const DOUBLE: f64 = 400.0;

/// Action of the pointer while it is down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Held {
    /// Moves the point that is tested.
    Point,
    /// Presses a corner, which becomes a drag if the pointer moves.
    Pressed(Corner),
    /// Drags a corner.
    Dragged(Corner),
    /// Adds a corner to the current loop or chain when the pointer is released.
    Drawn,
    /// Moves or turns the eye.
    Eye(EyePart),
    /// Nothing, because the pointer went down on the strip of columns.
    Strip,
}

/// State of the page.
#[derive(Clone, Debug)]
pub struct Page {
    pub(crate) drawing: Drawing,
    pub(crate) steps: Steps,
    pub(crate) places: TreeLayout,
    pub(crate) view: View,
    /// Size of the drawing's picture, including the strip of columns.
    figure_size: DVec2,
    pub(crate) tree_size: DVec2,
    /// Number of divisions to show; `None` shows all.
    pub(crate) shown: Option<usize>,
    /// Eye among free segments.
    pub(crate) eye: Eye,
    /// Eye before the current drag started.
    eye_before: Eye,
    /// Number of the eye's visits to show; `None` shows all.
    pub(crate) visits: Option<usize>,
    /// Point that is tested against the tree.
    pub(crate) probe: DVec2,
    /// Position to which the point returns when the pointer leaves the figure.
    pub(crate) rest: DVec2,
    pub(crate) selected: Option<Pick>,
    pub(crate) hovered: Option<Pick>,
    /// Highlighted node.
    pub(crate) marked: Option<NodeId>,
    pub(crate) held: Option<Held>,
    /// Whether the next click starts a loop or chain.
    pub(crate) draws: bool,
    /// Position (in pixels) where the pointer went down, and the pick radius.
    pressed_at: (DVec2, f64),
    /// Time and position of the last tap.
    last_tap: Option<(f64, DVec2)>,
    /// Notice to show to the user. The next action clears it.
    pub(crate) notice: Option<String>,
    /// Whether no URL has been opened yet.
    pub(crate) is_fresh: bool,
    /// Whether the static parts of the pictures must be redrawn.
    pub(crate) is_stale: bool,
}

impl Default for Page {
    fn default() -> Self {
        let drawing = Drawing::default();
        let start = drawing.middle();
        let eye = Eye {
            at: start,
            degrees: 90.0,
        };
        let mut page = Self {
            steps: Steps::default(),
            places: TreeLayout::default(),
            view: View::around(std::iter::empty(), DVec2::splat(600.0)),
            figure_size: DVec2::splat(600.0),
            tree_size: DVec2::splat(400.0),
            shown: None,
            eye,
            eye_before: eye,
            visits: None,
            probe: start,
            rest: start,
            selected: None,
            hovered: None,
            marked: None,
            held: None,
            draws: false,
            pressed_at: (DVec2::ZERO, 0.0),
            last_tap: None,
            notice: None,
            is_fresh: true,
            is_stale: true,
            drawing,
        };
        page.update_derived();
        page
    }
}

impl Page {
    /// Returns the polygon or the free segments.
    #[must_use]
    pub fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    /// Returns whether the drawing consists of free segments.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.drawing.kind() == Kind::Segments
    }

    /// Returns the eye among free segments.
    #[must_use]
    pub fn eye(&self) -> Eye {
        self.eye
    }

    /// Returns the view from the eye. `None` for a polygon, or if the eye is out of range.
    pub(crate) fn column_view(&self) -> Option<ColumnView> {
        let good = self.drawing.last_valid();
        let is_free = self.is_free() && good.kind == Kind::Segments;
        is_free.then(|| self.eye.look(&good.tree)).flatten()
    }

    /// Returns the total number of visits of the eye.
    pub(crate) fn visit_count(&self) -> usize {
        self.column_view().map_or(0, |view| view.visits.len())
    }

    /// Returns the view from the eye, restricted to the visits that are shown.
    pub(crate) fn sight<'a>(&'a self, view: &'a ColumnView) -> Sight<'a> {
        let all = view.visits.len();
        Sight {
            tree: &self.drawing.last_valid().tree,
            eye: self.eye,
            view,
            shown: self.visits.map_or(all, |shown| shown.min(all)),
        }
    }

    /// Returns whether the pointer is down on the drawing.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// Returns whether a click adds a corner to the loop or chain being drawn, or starts a new one.
    #[must_use]
    pub fn is_drawing(&self) -> bool {
        self.draws || !self.drawing.open().is_empty()
    }

    /// Returns the highlighted node, if any.
    pub fn marked(&self) -> Option<NodeId> {
        self.marked
    }

    /// Returns the number of divisions to show.
    #[must_use]
    pub fn shown_count(&self) -> usize {
        let all = self.steps.count();
        self.shown.map_or(all, |shown| shown.min(all))
    }

    /// Returns the path of the point down the tree.
    #[must_use]
    pub fn walk(&self) -> Walk {
        let good = self.drawing.last_valid();
        let walk = Walk::of(&good.tree, &self.steps, self.shown_count(), self.probe);
        match good.kind {
            Kind::Polygon => walk,
            Kind::Segments => walk.without_region(),
        }
    }

    /// Describes the point's position and the number of tests.
    pub(crate) fn headline(&self, walk: &Walk) -> String {
        let decimals = self.drawing.grid().fine().decimals();
        walk.headline(&self.drawing.last_valid().tree, self.probe, decimals)
    }

    pub(crate) fn figure(&self) -> Figure<'_> {
        Figure {
            drawing: &self.drawing,
            steps: &self.steps,
            shown: self.shown_count(),
            view: self.view,
        }
    }

    pub(crate) fn tree_picture(&self) -> TreePicture<'_> {
        TreePicture {
            tree: &self.drawing.last_valid().tree,
            steps: &self.steps,
            shown: self.shown_count(),
            places: &self.places,
            size: self.tree_size,
            has_region: self.drawing.last_valid().kind == Kind::Polygon,
        }
    }

    /// Updates everything that is computed from the drawing.
    pub(crate) fn update_derived(&mut self) {
        let tree = &self.drawing.last_valid().tree;
        self.steps = Steps::of(tree);
        self.places = TreeLayout::of(tree);
        self.marked = None;
        self.hovered = None;
        let is_there = |pick: &Pick| match *pick {
            Pick::Corner(corner) => self.drawing.corner(corner).is_some(),
            Pick::Edge(edge) => self.drawing.edge(edge).is_some(),
            Pick::Eye(_) => self.drawing.kind() == Kind::Segments,
        };
        self.selected = self.selected.filter(is_there);
        self.fit_view();
    }

    /// Fits the view to the drawing and the eye. While a corner is dragged or a loop is drawn, the view does not
    /// change.
    pub(crate) fn fit_view(&mut self) {
        if !self.is_dragging() && self.drawing.open().is_empty() {
            let points = self
                .drawing
                .loops()
                .iter()
                .chain(&self.drawing.last_valid().loops);
            let eye = self.is_free().then_some(self.eye.at);
            let points = points.flatten().copied().chain(eye);
            self.view = View::around(points, self.without_strip(self.figure_size));
        }
        self.is_stale = true;
    }

    /// Returns the size that remains for the drawing in a picture that has the strip of columns below it.
    pub(crate) fn without_strip(&self, size: DVec2) -> DVec2 {
        let strip = if self.is_free() { STRIP } else { 0.0 };
        DVec2::new(size.x, (size.y - strip).max(40.0))
    }

    /// Returns whether a corner is being dragged.
    #[must_use]
    pub fn is_dragging(&self) -> bool {
        matches!(self.held, Some(Held::Dragged(_)))
    }

    /// Sets the sizes of both pictures, in pixels.
    pub fn resize(&mut self, figure: DVec2, tree: DVec2) {
        let usable = |size: DVec2| size.clamp(DVec2::splat(40.0), DVec2::splat(8192.0));
        let sizes = [figure, tree].map(usable);
        if sizes != [self.figure_size, self.tree_size] {
            [self.figure_size, self.tree_size] = sizes;
            self.fit_view();
        }
    }

    /// Moves the point. It also stays there when the pointer leaves the picture.
    pub(crate) fn set_probe(&mut self, to: DVec2) {
        self.probe = self.drawing.grid().fine().snap(to);
        self.rest = self.probe;
    }

    /// Returns whether a pixel is in the strip of columns.
    fn is_on_strip(&self, at: DVec2) -> bool {
        self.is_free() && at.y > self.view.size.y
    }

    fn pick_at(&self, at: DVec2, reach: f64) -> Option<Pick> {
        if self.is_drawing() || self.is_on_strip(at) {
            return None;
        }
        if self.is_free()
            && let Some(part) = self.eye.part_at(&self.view, at, reach)
        {
            return Some(Pick::Eye(part));
        }
        let point = self.view.to_plane(at);
        let within = reach / self.view.scale;
        let corner = self.drawing.corner_at(point, within).map(Pick::Corner);
        corner.or_else(|| self.drawing.edge_at(point, 0.7 * within).map(Pick::Edge))
    }

    /// Handles pointer movement over the drawing while no button is pressed.
    pub fn hover(&mut self, at: DVec2, reach: f64) {
        if self.held.is_none() && self.is_on_strip(at) {
            // Pointing at a column highlights the node of the segment in it.
            self.hovered = None;
            let view = self.column_view();
            self.marked = view.and_then(|view| self.sight(&view).node_at(&self.view, at));
        } else if self.held.is_none() {
            let point = self.view.to_plane(at);
            self.probe = self.drawing.grid().fine().snap(point);
            self.hovered = self.pick_at(at, reach);
            self.marked = self.figure().node_at(point, reach / self.view.scale);
        }
    }

    /// Handles the pointer leaving the picture.
    pub fn leave(&mut self) {
        if self.held.is_none() {
            self.probe = self.rest;
            self.hovered = None;
            self.marked = None;
        }
    }

    /// Handles a press. It selects the corner or edge under the pointer, if any, and otherwise moves the point.
    pub fn press(&mut self, at: DVec2, reach: f64) {
        self.notice = None;
        self.pressed_at = (at, reach);
        self.selected = self.pick_at(at, reach);
        self.hovered = None;
        if self.is_on_strip(at) {
            self.held = Some(Held::Strip);
            return;
        }
        self.eye_before = self.eye;
        self.held = Some(match self.selected {
            Some(Pick::Corner(corner)) => Held::Pressed(corner),
            Some(Pick::Eye(part)) => Held::Eye(part),
            _ if self.is_drawing() => Held::Drawn,
            _ => Held::Point,
        });
        if self.selected.is_none() {
            self.set_probe(self.view.to_plane(at));
        }
    }

    /// Handles pointer movement while the pointer is down.
    pub fn drag(&mut self, at: DVec2) {
        let (start, reach) = self.pressed_at;
        let is_moved = start.distance(at) > 0.35 * reach;
        if let Some(Held::Pressed(corner)) = self.held
            && is_moved
        {
            self.drawing.save_for_undo();
            self.held = Some(Held::Dragged(corner));
        }
        match self.held {
            Some(Held::Dragged(corner)) => {
                let to = self.drawing.snapped(self.view.to_plane(at));
                if self.drawing.drag(corner, to) {
                    self.update_derived();
                }
            }
            Some(Held::Eye(part)) if is_moved => {
                let to = self.view.to_plane(at.clamp(DVec2::ZERO, self.view.size));
                self.set_eye(match part {
                    EyePart::Center => Eye {
                        at: self.drawing.grid().fine().snap(to),
                        ..self.eye
                    },
                    EyePart::Handle => self.eye.turned_to(to),
                });
            }
            Some(Held::Point) if is_moved || self.selected.is_none() => {
                self.selected = None;
                self.set_probe(self.view.to_plane(at));
            }
            _ => {}
        }
    }

    /// Handles a release at a time in milliseconds. A double tap on an edge adds a corner there. While free segments
    /// are being drawn, a double tap ends the chain.
    pub fn release(&mut self, at: DVec2, time: f64) {
        let was_dragging = self.is_dragging();
        let is_drawn = self.held.take() == Some(Held::Drawn);
        if was_dragging {
            self.fit_view();
        }
        let (start, reach) = self.pressed_at;
        let before = self.last_tap.take();
        let is_second =
            before.is_some_and(|(then, place)| time - then <= DOUBLE && place.distance(at) <= 2.0 * reach);
        if is_drawn {
            if self.is_free() {
                if is_second && !self.drawing.open().is_empty() {
                    return self.end_chain();
                }
                self.last_tap = Some((time, at));
            }
            return self.draw_corner(self.view.to_plane(at), reach / self.view.scale);
        }
        let is_tap = !was_dragging && start.distance(at) <= 0.35 * reach.max(8.0);
        if !is_tap {
            return;
        }
        match self.selected {
            Some(Pick::Edge(edge)) if is_second => self.insert(edge, self.view.to_plane(at)),
            _ => self.last_tap = Some((time, at)),
        }
    }

    /// Adds a corner to the loop or chain being drawn, or closes it if the point is near its first corner.
    fn draw_corner(&mut self, point: DVec2, within: f64) {
        let snapped = self.drawing.snapped(point);
        let corner = match *self.drawing.open() {
            [first, _, _, ..] if first.distance(point) <= within => first,
            _ => snapped,
        };
        let added = self.drawing.add(corner);
        self.draws = added != Ok(true);
        self.set_probe(corner);
        self.select(added.map(|_| None));
    }

    /// Cancels the current press, and undoes the drag if there was one.
    pub fn cancel(&mut self) {
        let was_dragging = self.is_dragging();
        if let Some(Held::Eye(_)) = self.held {
            self.eye = self.eye_before;
        }
        self.held = None;
        self.last_tap = None;
        if was_dragging {
            self.undo();
        }
    }

    /// Removes the corner under the pointer; used for the secondary mouse button.
    pub fn remove_at(&mut self, at: DVec2, reach: f64) {
        self.cancel();
        if let Some(Pick::Corner(corner)) = self.pick_at(at, reach) {
            self.remove(corner);
        }
    }

    /// Highlights the node under the pointer in the tree's picture.
    pub fn mark(&mut self, at: DVec2, reach: f64) {
        self.marked = self.tree_picture().node_at(at, reach);
    }

    pub(crate) fn insert(&mut self, edge: Corner, near: DVec2) {
        let Some(segment) = self.drawing.edge(edge) else {
            return;
        };
        // Snap to the grid, unless the snapped point is an endpoint of the edge.
        let snapped = self.drawing.snapped(segment.closest(near));
        let is_free = |at: DVec2| at != segment.from && at != segment.to;
        let at = [snapped, segment.closest(near), segment.from.midpoint(segment.to)]
            .into_iter()
            .find(|&at| is_free(at));
        let inserted = self.drawing.insert(edge, at.unwrap_or(near));
        self.select(inserted.map(|corner| Some(Pick::Corner(corner))));
    }

    pub(crate) fn remove(&mut self, corner: Corner) {
        let removed = self.drawing.remove(corner);
        self.select(removed.map(|()| None));
    }

    /// Selects an object after a change, or shows why nothing was changed.
    fn select(&mut self, selected: Result<Option<Pick>, String>) {
        match selected {
            Ok(selected) => {
                self.selected = selected;
                self.update_derived();
            }
            Err(sentence) => self.notice = Some(sentence),
        }
    }
}
