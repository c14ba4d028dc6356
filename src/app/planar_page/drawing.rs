//! A region being drawn: its loops, the undo history, and its faults. Independent of the window.

use bspwalk_session::undo::Undo;
use bspwalk_text::text;
use bspwalk_trees::planar::{PRESETS, PlanarTree, Region, RegionError, Segment2};
use glam::DVec2;

/// Maximum number of changes that can be undone.
const MOST_CHANGES: usize = 200;

/// Grid spacing for snapping corners.
pub(in crate::app) const GRID: f64 = 0.5;

/// A corner: index of its loop, and index in the loop.
pub(in crate::app) type Corner = (usize, usize);

/// Closed loops, and the corners of a loop that is not closed yet.
#[derive(Clone, Debug, Default, PartialEq)]
struct Loops {
    closed: Vec<Vec<DVec2>>,
    open: Vec<DVec2>,
}

/// A region that is being drawn.
#[derive(Clone, Debug)]
pub(in crate::app) struct Drawing {
    loops: Loops,
    history: Undo<Loops>,
    /// Whether new and dragged corners snap to the grid.
    pub(in crate::app) snap: bool,
    /// Region with its tree, or the reason why the loops do not form a region.
    tree: Result<(Region, PlanarTree), RegionError>,
    /// Incremented with every change.
    revision: u64,
}

impl Default for Drawing {
    fn default() -> Self {
        let mut drawing = Self {
            loops: Loops::default(),
            history: Undo::keeping(MOST_CHANGES),
            snap: true,
            tree: Err(RegionError::TooFewCorners {
                loop_index: 0,
                corners: 0,
            }),
            revision: 0,
        };
        drawing.load((PRESETS[0].loops)());
        drawing.history.clear();
        drawing
    }
}

impl Drawing {
    /// Returns the closed loops.
    pub(in crate::app) fn loops(&self) -> &[Vec<DVec2>] {
        &self.loops.closed
    }

    /// Returns the corners of the loop that is being drawn.
    pub(in crate::app) fn open(&self) -> &[DVec2] {
        &self.loops.open
    }

    /// Returns the region and its tree, or the reason why the closed loops do not bound one.
    pub(in crate::app) fn tree(&self) -> Result<&(Region, PlanarTree), &RegionError> {
        self.tree.as_ref()
    }

    /// Returns a number that increases with every change.
    pub(in crate::app) fn revision(&self) -> u64 {
        self.revision
    }

    /// Snaps a point to the grid if snapping is on.
    pub(in crate::app) fn snapped(&self, point: DVec2) -> DVec2 {
        if self.snap {
            (point / GRID).round() * GRID
        } else {
            point
        }
    }

    /// Replaces all loops.
    pub(in crate::app) fn load(&mut self, loops: Vec<Vec<DVec2>>) {
        self.begin();
        self.loops = Loops {
            closed: loops,
            open: Vec::new(),
        };
        self.changed();
    }

    /// Adds a corner to the loop that is being drawn. A corner at the position of the first one closes the loop.
    pub(in crate::app) fn add(&mut self, point: DVec2) {
        let point = self.snapped(point);
        let open = &self.loops.open;
        if open.last() == Some(&point) {
            return;
        }
        let closes = open.len() >= 3 && open.first() == Some(&point);
        self.begin();
        if closes {
            let corners = std::mem::take(&mut self.loops.open);
            self.loops.closed.push(corners);
        } else {
            self.loops.open.push(point);
        }
        self.changed();
    }

    /// Closes the loop that is being drawn, if it has at least three corners.
    pub(in crate::app) fn close(&mut self) {
        if self.loops.open.len() >= 3 {
            let first = self.loops.open[0];
            self.begin();
            let corners = std::mem::take(&mut self.loops.open);
            debug_assert_eq!(corners[0], first);
            self.loops.closed.push(corners);
            self.changed();
        }
    }

    /// Discards the loop that is being drawn.
    pub(in crate::app) fn abandon(&mut self) {
        if !self.loops.open.is_empty() {
            self.begin();
            self.loops.open.clear();
            self.changed();
        }
    }

    /// Saves the current loops for undo. Call it before a drag.
    pub(in crate::app) fn begin(&mut self) {
        self.history.push(text!("undo-polygon"), self.loops.clone());
    }

    /// Moves a corner as part of a drag.
    pub(in crate::app) fn drag(&mut self, (loop_index, corner): Corner, to: DVec2) {
        let to = self.snapped(to);
        let place = self
            .loops
            .closed
            .get_mut(loop_index)
            .and_then(|corners| corners.get_mut(corner));
        if let Some(place) = place
            && *place != to
        {
            *place = to;
            self.changed();
        }
    }

    /// Inserts a corner on an edge, after the corner where the edge begins.
    pub(in crate::app) fn insert(&mut self, (loop_index, edge): Corner, point: DVec2) {
        if self
            .loops
            .closed
            .get(loop_index)
            .is_some_and(|corners| edge < corners.len())
        {
            self.begin();
            let point = self.snapped(point);
            self.loops.closed[loop_index].insert(edge + 1, point);
            self.changed();
        }
    }

    /// Removes a corner. Removes the whole loop if it is a triangle.
    pub(in crate::app) fn remove(&mut self, (loop_index, corner): Corner) {
        if self
            .loops
            .closed
            .get(loop_index)
            .is_some_and(|corners| corner < corners.len())
        {
            self.begin();
            let corners = &mut self.loops.closed[loop_index];
            if corners.len() <= 3 {
                self.loops.closed.remove(loop_index);
            } else {
                corners.remove(corner);
            }
            self.changed();
        }
    }

    /// Reverses a loop with the wrong winding, if there is one.
    pub(in crate::app) fn reverse_wrong(&mut self) {
        if let Err(RegionError::Winding { loop_index, .. }) = self.tree {
            self.begin();
            self.loops.closed[loop_index].reverse();
            self.changed();
        }
    }

    /// Undoes the last change. Returns whether there was one.
    pub(in crate::app) fn undo(&mut self) -> bool {
        let Some((_, before)) = self.history.undo(|_| self.loops.clone()) else {
            return false;
        };
        self.loops = before;
        self.changed();
        true
    }

    /// Redoes the last undone change. Returns whether there was one.
    pub(in crate::app) fn redo(&mut self) -> bool {
        let Some((_, after)) = self.history.redo(|_| self.loops.clone()) else {
            return false;
        };
        self.loops = after;
        self.changed();
        true
    }

    /// Returns descriptions of what undo and redo would do.
    pub(in crate::app) fn undo_redo_words(&self) -> [Option<&str>; 2] {
        [self.history.undo_words(), self.history.redo_words()]
    }

    /// Returns the nearest corner of a closed loop within a distance.
    pub(in crate::app) fn corner_at(&self, point: DVec2, within: f64) -> Option<Corner> {
        let all = self
            .loops
            .closed
            .iter()
            .enumerate()
            .flat_map(|(loop_index, corners)| {
                let numbered = corners.iter().enumerate();
                numbered.map(move |(corner, at)| (at.distance(point), (loop_index, corner)))
            });
        let nearest = all.min_by(|a, b| a.0.total_cmp(&b.0));
        nearest
            .filter(|(distance, _)| *distance <= within)
            .map(|(_, corner)| corner)
    }

    /// Returns the nearest edge of a closed loop within a distance, identified by its first corner.
    pub(in crate::app) fn edge_at(&self, point: DVec2, within: f64) -> Option<Corner> {
        let all = self
            .loops
            .closed
            .iter()
            .enumerate()
            .flat_map(|(loop_index, corners)| {
                (0..corners.len()).map(move |edge| {
                    let segment = Segment2::new(corners[edge], corners[(edge + 1) % corners.len()]);
                    (segment.closest(point).distance(point), (loop_index, edge))
                })
            });
        let nearest = all.min_by(|a, b| a.0.total_cmp(&b.0));
        nearest
            .filter(|(distance, _)| *distance <= within)
            .map(|(_, edge)| edge)
    }

    /// Describes the drawing: its first fault, or the region.
    pub(in crate::app) fn verdict(&self) -> String {
        match &self.tree {
            _ if !self.loops.open.is_empty() => {
                let corners = &self.loops.open;
                let doubled: f64 = (0..corners.len())
                    .map(|i| corners[i].perp_dot(corners[(i + 1) % corners.len()]))
                    .sum();
                let winding = match corners.len() {
                    0..3 => text!("polygon-needs-three"),
                    _ if doubled > 0.0 => text!("polygon-outer"),
                    _ => text!("polygon-hole"),
                };
                text!("polygon-open", loop = self.loops.closed.len(), winding)
            }
            Err(_) if self.loops.closed.is_empty() => text!("polygon-empty").to_owned(),
            Err(error) => {
                let mut text = error.to_string();
                if let Some(first) = text.get_mut(..1) {
                    first.make_ascii_uppercase();
                }
                text + "."
            }
            Ok((region, tree)) => {
                let cuts = match tree.nodes().iter().map(|node| node.cuts).sum::<u32>() {
                    0 => text!("polygon-no-cut").to_owned(),
                    1 => text!("polygon-cut-one").to_owned(),
                    cuts => text!("polygon-cuts-all", cuts),
                };
                text!(
                    "polygon-built",
                    edges = region.edges().len(),
                    nodes = tree.nodes().len(),
                    depth = tree.depth(),
                    cuts
                )
            }
        }
    }

    fn changed(&mut self) {
        self.revision += 1;
        self.tree = if self.loops.closed.is_empty() {
            Err(RegionError::TooFewCorners {
                loop_index: 0,
                corners: 0,
            })
        } else {
            Region::new(&self.loops.closed).map(|region| {
                let tree = PlanarTree::new(&region);
                (region, tree)
            })
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(drawing: &mut Drawing, corners: [[f64; 2]; 4]) {
        for corner in corners {
            drawing.add(corner.into());
        }
        drawing.add(corners[0].into());
    }

    #[test]
    fn loops_are_drawn_faults_are_said_and_undone() {
        let mut drawing = Drawing::default();
        assert!(drawing.verdict().contains("10 edges"), "{}", drawing.verdict());
        assert!(!drawing.undo(), "the first preset is where it begins");
        drawing.load(Vec::new());
        assert!(drawing.verdict().contains("Nothing is drawn"));
        drawing.add(DVec2::ZERO);
        drawing.add(DVec2::new(8.1, 0.2));
        drawing.add(DVec2::new(8.0, 8.0));
        assert_eq!(drawing.open()[1], DVec2::new(8.0, 0.0), "corners snap");
        assert!(
            drawing.verdict().contains("counter-clockwise"),
            "{}",
            drawing.verdict()
        );
        drawing.add(DVec2::new(0.0, 8.0));
        drawing.add(DVec2::ZERO);
        assert!(drawing.open().is_empty() && drawing.tree().is_ok());
        // A hole with the wrong winding is reported and can be reversed.
        square(&mut drawing, [[2.0, 2.0], [4.0, 2.0], [4.0, 4.0], [2.0, 4.0]]);
        assert!(
            drawing.verdict().contains("a hole winds clockwise"),
            "{}",
            drawing.verdict()
        );
        drawing.reverse_wrong();
        let (region, tree) = drawing.tree().expect("it is a region");
        assert_eq!((region.area(), tree.validate_region(region)), (60.0, vec![]));
        // Dragging a corner across an edge causes a fault, and undo reverts the whole drag.
        drawing.begin();
        drawing.drag((0, 2), DVec2::new(4.0, 4.5));
        drawing.drag((0, 2), DVec2::new(3.0, 3.0));
        assert!(drawing.verdict().contains("meet at"), "{}", drawing.verdict());
        assert!(drawing.undo());
        assert!(drawing.tree().is_ok() && drawing.undo_redo_words() == [Some("a change of the polygon"); 2]);
        assert!(drawing.redo() && drawing.tree().is_err() && drawing.undo());
        // Corners can be added and removed; the last three are removed together.
        assert_eq!(drawing.edge_at(DVec2::new(5.0, -0.2), 0.5), Some((0, 0)));
        drawing.insert((0, 0), DVec2::new(5.0, -1.0));
        assert_eq!(drawing.corner_at(DVec2::new(5.1, -1.0), 0.5), Some((0, 1)));
        assert_eq!(drawing.loops()[0].len(), 5);
        for _ in 0..2 {
            drawing.remove((1, 0));
        }
        assert_eq!(drawing.loops().len(), 1);
        drawing.add(DVec2::ZERO);
        drawing.abandon();
        assert!(drawing.open().is_empty());
    }
}
