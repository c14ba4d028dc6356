//! The state of the page, and its pointer input.

use bspwalk_trees::planar::NodeId;
use glam::DVec2;

use crate::{
    drawing::{Corner, Drawing},
    figure::{Figure, Pick},
    steps::Steps,
    tree_picture::{Places, TreePicture},
    view::View,
    walk::Walk,
};

/// Maximum time between the taps of a double tap, in milliseconds.
const DOUBLE: f64 = 400.0;

/// Action of the pointer while it is down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Held {
    /// Moves the point.
    Point,
    /// Presses a corner, and may begin to drag it.
    Pressed(Corner),
    /// Drags a corner.
    Dragged(Corner),
    /// Places a corner of the current loop on release.
    Drawn,
}

/// State of the page.
#[derive(Clone, Debug)]
pub struct Page {
    pub(crate) drawing: Drawing,
    pub(crate) steps: Steps,
    pub(crate) places: Places,
    pub(crate) view: View,
    pub(crate) tree_size: DVec2,
    /// Number of divisions that are shown; `None` for all.
    pub(crate) shown: Option<usize>,
    /// Point that is tested.
    pub(crate) probe: DVec2,
    /// Position that the point returns to when the pointer leaves the figure.
    pub(crate) rest: DVec2,
    pub(crate) selected: Option<Pick>,
    pub(crate) hovered: Option<Pick>,
    /// Highlighted node.
    pub(crate) marked: Option<NodeId>,
    pub(crate) held: Option<Held>,
    /// Whether the next click begins a loop.
    pub(crate) draws: bool,
    /// Position where the pointer went down, and its pick radius, in pixels.
    pressed_at: (DVec2, f64),
    /// Time and position of the last tap.
    last_tap: Option<(f64, DVec2)>,
    /// Notice for the user. The next action clears it.
    pub(crate) notice: Option<String>,
    /// Whether no address has been opened yet.
    pub(crate) is_fresh: bool,
    /// Whether the static parts must be redrawn.
    pub(crate) is_stale: bool,
}

impl Default for Page {
    fn default() -> Self {
        let drawing = Drawing::default();
        let start = drawing.middle();
        let mut page = Self {
            steps: Steps::default(),
            places: Places::default(),
            view: View::around(std::iter::empty(), DVec2::splat(600.0)),
            tree_size: DVec2::splat(400.0),
            shown: None,
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
        page.changed();
        page
    }
}

impl Page {
    /// Returns the polygon.
    #[must_use]
    pub fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    /// Returns whether the pointer is down on the polygon.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// Returns whether a click adds a corner to a new loop.
    #[must_use]
    pub fn is_drawing(&self) -> bool {
        self.draws || !self.drawing.open().is_empty()
    }

    /// Returns the number of divisions that are shown.
    #[must_use]
    pub fn shown_count(&self) -> usize {
        let all = self.steps.count();
        self.shown.map_or(all, |shown| shown.min(all))
    }

    /// Returns the path of the point through the tree.
    #[must_use]
    pub fn walk(&self) -> Walk {
        Walk::of(
            &self.drawing.good().tree,
            &self.steps,
            self.shown_count(),
            self.probe,
        )
    }

    /// Describes the position of the point and the number of tests.
    pub(crate) fn headline(&self, walk: &Walk) -> String {
        let decimals = self.drawing.grid().fine().decimals();
        walk.headline(&self.drawing.good().tree, self.probe, decimals)
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
            tree: &self.drawing.good().tree,
            steps: &self.steps,
            shown: self.shown_count(),
            places: &self.places,
            size: self.tree_size,
        }
    }

    /// Updates everything that is computed from the polygon.
    pub(crate) fn changed(&mut self) {
        let tree = &self.drawing.good().tree;
        self.steps = Steps::of(tree);
        self.places = Places::of(tree);
        self.marked = None;
        self.hovered = None;
        let is_there = |pick: &Pick| match *pick {
            Pick::Corner(corner) | Pick::Edge(corner) => self.drawing.edge(corner).is_some(),
        };
        self.selected = self.selected.filter(is_there);
        self.look();
    }

    /// Fits the view to the polygon. The view stays still while a corner is dragged or a loop is drawn.
    fn look(&mut self) {
        if !self.is_dragging() && self.drawing.open().is_empty() {
            let points = self.drawing.loops().iter().chain(&self.drawing.good().loops);
            self.view = View::around(points.flatten().copied(), self.view.size);
        }
        self.is_stale = true;
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
        if sizes != [self.view.size, self.tree_size] {
            [self.view.size, self.tree_size] = sizes;
            self.look();
        }
    }

    /// Moves the point, and keeps it there when the pointer leaves the picture.
    pub(crate) fn set_probe(&mut self, to: DVec2) {
        self.probe = self.drawing.grid().fine().snap(to);
        self.rest = self.probe;
    }

    fn pick_at(&self, at: DVec2, reach: f64) -> Option<Pick> {
        if self.is_drawing() {
            return None;
        }
        let point = self.view.to_plane(at);
        let within = reach / self.view.scale;
        let corner = self.drawing.corner_at(point, within).map(Pick::Corner);
        corner.or_else(|| self.drawing.edge_at(point, 0.7 * within).map(Pick::Edge))
    }

    /// Handles pointer movement over the polygon without a pressed button.
    pub fn hover(&mut self, at: DVec2, reach: f64) {
        if self.held.is_none() {
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

    /// Handles a press. It selects the corner or edge under the pointer. If there is no such element, it moves the
    /// point.
    pub fn press(&mut self, at: DVec2, reach: f64) {
        self.notice = None;
        self.pressed_at = (at, reach);
        self.selected = self.pick_at(at, reach);
        self.hovered = None;
        self.held = Some(match self.selected {
            Some(Pick::Corner(corner)) => Held::Pressed(corner),
            _ if self.is_drawing() => Held::Drawn,
            _ => Held::Point,
        });
        if self.selected.is_none() {
            self.set_probe(self.view.to_plane(at));
        }
    }

    /// Handles pointer movement while it is pressed.
    pub fn drag(&mut self, at: DVec2) {
        let (start, reach) = self.pressed_at;
        let is_moved = start.distance(at) > 0.35 * reach;
        if let Some(Held::Pressed(corner)) = self.held
            && is_moved
        {
            self.drawing.begin();
            self.held = Some(Held::Dragged(corner));
        }
        match self.held {
            Some(Held::Dragged(corner)) => {
                let to = self.drawing.snapped(self.view.to_plane(at));
                if self.drawing.drag(corner, to) {
                    self.changed();
                }
            }
            Some(Held::Point) if is_moved || self.selected.is_none() => {
                self.selected = None;
                self.set_probe(self.view.to_plane(at));
            }
            _ => {}
        }
    }

    /// Handles a release at a time in milliseconds. A double tap on an edge adds a corner there.
    pub fn release(&mut self, at: DVec2, time: f64) {
        let was_dragging = self.is_dragging();
        let is_drawn = self.held.take() == Some(Held::Drawn);
        if was_dragging {
            self.look();
        }
        let (start, reach) = self.pressed_at;
        if is_drawn {
            return self.draw_corner(self.view.to_plane(at), reach / self.view.scale);
        }
        let is_tap = !was_dragging && start.distance(at) <= 0.35 * reach.max(8.0);
        let before = self.last_tap.take();
        if !is_tap {
            return;
        }
        let is_second =
            before.is_some_and(|(then, place)| time - then <= DOUBLE && place.distance(at) <= 2.0 * reach);
        match self.selected {
            Some(Pick::Edge(edge)) if is_second => self.insert(edge, self.view.to_plane(at)),
            _ => self.last_tap = Some((time, at)),
        }
    }

    /// Adds a corner to the loop that is being drawn, or closes the loop at its first corner.
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

    /// Cancels the press, and undoes a drag.
    pub fn cancel(&mut self) {
        let was_dragging = self.is_dragging();
        self.held = None;
        self.last_tap = None;
        if was_dragging {
            self.undo();
        }
    }

    /// Removes the corner under the pointer, for the secondary mouse button.
    pub fn remove_at(&mut self, at: DVec2, reach: f64) {
        self.cancel();
        if let Some(Pick::Corner(corner)) = self.pick_at(at, reach) {
            self.remove(corner);
        }
    }

    /// Highlights the node under the pointer in the picture of the tree.
    pub fn mark(&mut self, at: DVec2, reach: f64) {
        self.marked = self.tree_picture().node_at(at, reach);
    }

    pub(crate) fn insert(&mut self, edge: Corner, near: DVec2) {
        let Some(segment) = self.drawing.edge(edge) else {
            return;
        };
        // Snap to the grid, unless that gives an end of the edge.
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

    /// Selects an object after a change, or shows why there was no change.
    fn select(&mut self, selected: Result<Option<Pick>, String>) {
        match selected {
            Ok(selected) => {
                self.selected = selected;
                self.changed();
            }
            Err(sentence) => self.notice = Some(sentence),
        }
    }
}
