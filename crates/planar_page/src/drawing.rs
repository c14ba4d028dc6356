//! The polygon: its loops, undo history, tree and faults.

use bspwalk_planar::{PRESETS, PlanarTree, Region, RegionError, Segment2};
use bspwalk_progress::{Cancelled, Progress, words::capitalized};
use bspwalk_text::text;
use glam::DVec2;

use crate::{
    rule::Rule,
    view::{Grid, bounds},
};

/// Maximum number of corners. It keeps the build short enough to fit between two frames.
pub const MOST_CORNERS: usize = 500;

/// Maximum number of changes that can be undone.
const MOST_CHANGES: usize = 200;

/// A corner, or the edge that begins at it, as the indices of the loop and of the corner in the loop.
pub type Corner = (usize, usize);

/// The corners of each loop.
pub type Loops = Vec<Vec<DVec2>>;

/// A valid polygon and its BSP tree.
#[derive(Clone, Debug)]
pub struct Good {
    /// Corners of each loop.
    pub loops: Loops,
    /// Region that the loops enclose.
    pub region: Region,
    /// Tree of the edges.
    pub tree: PlanarTree,
}

impl Good {
    fn new(loops: &Loops, rule: Rule) -> Result<Self, RegionError> {
        let region = Region::new(loops)?;
        let tree = match PlanarTree::build(region.edges(), rule.params(), &Progress::default()) {
            Ok(tree) => tree,
            Err(Cancelled) => unreachable!("nobody cancels it"),
        };
        Ok(Self {
            loops: loops.clone(),
            region,
            tree,
        })
    }
}

/// Closed loops, and the corners of a loop that is not closed yet.
#[derive(Clone, Debug, PartialEq)]
struct Content {
    loops: Loops,
    open: Vec<DVec2>,
}

impl Content {
    fn corners(&self) -> usize {
        self.loops.iter().map(Vec::len).sum::<usize>() + self.open.len()
    }
}

/// A polygon that the user edits. While it is invalid, the last valid polygon is kept too.
#[derive(Clone, Debug)]
pub struct Drawing {
    content: Content,
    done: Vec<Content>,
    undone: Vec<Content>,
    rule: Rule,
    good: Good,
    fault: Option<RegionError>,
    /// Whether new and dragged corners snap to the grid.
    pub snap: bool,
}

impl Default for Drawing {
    fn default() -> Self {
        let loops = (PRESETS[0].loops)();
        let good = Good::new(&loops, Rule::default()).expect("the presets are regions");
        let open = Vec::new();
        Self {
            content: Content { loops, open },
            done: Vec::new(),
            undone: Vec::new(),
            rule: Rule::default(),
            good,
            fault: None,
            snap: true,
        }
    }
}

impl Drawing {
    /// Returns the loops, which may be invalid.
    #[must_use]
    pub fn loops(&self) -> &Loops {
        &self.content.loops
    }

    /// Returns the corners of the loop that is being drawn.
    #[must_use]
    pub fn open(&self) -> &[DVec2] {
        &self.content.open
    }

    /// Returns the last valid polygon.
    #[must_use]
    pub fn good(&self) -> &Good {
        &self.good
    }

    /// Returns the fault of the loops, if they have one.
    #[must_use]
    pub fn fault(&self) -> Option<&RegionError> {
        self.fault.as_ref()
    }

    /// Returns the position of the fault, if it has one.
    #[must_use]
    pub fn fault_place(&self) -> Option<DVec2> {
        match *self.fault.as_ref()? {
            RegionError::NotFinite { .. } => None,
            RegionError::Repeated { at, .. } | RegionError::Crossing { at, .. } => Some(at),
            RegionError::TooFewCorners { loop_index, .. } | RegionError::Winding { loop_index, .. } => {
                self.content.loops.get(loop_index)?.first().copied()
            }
        }
    }

    /// Returns the build rule.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Rebuilds the tree by another rule.
    pub fn set_rule(&mut self, rule: Rule) {
        if self.rule != rule {
            self.rule = rule;
            self.good = Good::new(&self.good.loops, rule).expect("it was a region before");
        }
    }

    /// Returns the grid that corners snap to. Its spacing depends on the size of the last valid polygon.
    #[must_use]
    pub fn grid(&self) -> Grid {
        Grid::of(self.good.loops.iter().flatten().copied())
    }

    /// Snaps a point to the grid, or to the fine grid if snapping is off.
    #[must_use]
    pub fn snapped(&self, point: DVec2) -> DVec2 {
        let grid = self.grid();
        if self.snap {
            grid.snap(point)
        } else {
            grid.fine().snap(point)
        }
    }

    /// Replaces all loops, if the new ones are valid. An empty list gives an empty polygon.
    ///
    /// # Errors
    /// Returns an error message if the loops are invalid or have too many corners.
    pub fn load(&mut self, loops: Loops) -> Result<(), String> {
        check_count(loops.iter().map(Vec::len).sum())?;
        let good = Good::new(&loops, self.rule).map_err(|error| sentence(&error))?;
        let open = Vec::new();
        let content = Content { loops, open };
        if content != self.content {
            self.begin();
        }
        (self.content, self.good, self.fault) = (content, good, None);
        Ok(())
    }

    /// Adds a corner to the loop that is being drawn. A corner at the position of the first one closes the
    /// loop. Returns whether the loop was closed.
    ///
    /// # Errors
    /// Returns an error message if the polygon has the maximum number of corners.
    pub fn add(&mut self, point: DVec2) -> Result<bool, String> {
        let open = &self.content.open;
        if open.last() == Some(&point) {
            return Ok(false);
        }
        let closes = open.len() >= 3 && open.first() == Some(&point);
        check_count(self.content.corners() + usize::from(!closes))?;
        self.begin();
        if closes {
            let corners = std::mem::take(&mut self.content.open);
            self.content.loops.push(corners);
            self.changed();
        } else {
            self.content.open.push(point);
        }
        Ok(closes)
    }

    /// Discards the loop that is being drawn.
    pub fn abandon(&mut self) {
        if !self.content.open.is_empty() {
            self.begin();
            self.content.open.clear();
        }
    }

    /// Reverses the loop with the wrong winding, if there is one.
    pub fn reverse_wrong(&mut self) {
        if let Some(RegionError::Winding { loop_index, .. }) = self.fault {
            self.begin();
            self.content.loops[loop_index].reverse();
            self.changed();
        }
    }

    /// Saves the current loops for undo. Must be called before a drag.
    pub fn begin(&mut self) {
        self.done.push(self.content.clone());
        if self.done.len() > MOST_CHANGES {
            self.done.remove(0);
        }
        self.undone.clear();
    }

    /// Moves a corner without snapping, as part of a drag. Returns whether the corner changed.
    pub fn drag(&mut self, (loop_index, corner): Corner, to: DVec2) -> bool {
        let place = self
            .content
            .loops
            .get_mut(loop_index)
            .and_then(|corners| corners.get_mut(corner));
        match place {
            Some(place) if *place != to => {
                *place = to;
                self.changed();
                true
            }
            _ => false,
        }
    }

    /// Inserts a corner on an edge, and returns it.
    ///
    /// # Errors
    /// Returns an error message if the edge does not exist or the polygon has the maximum number of corners.
    pub fn insert(&mut self, (loop_index, edge): Corner, point: DVec2) -> Result<Corner, String> {
        check_count(self.content.corners() + 1)?;
        let corners = self.content.loops.get(loop_index).map_or(0, Vec::len);
        if edge >= corners {
            return Err(text!("planarpage-no-edge").to_owned());
        }
        self.begin();
        self.content.loops[loop_index].insert(edge + 1, point);
        self.changed();
        Ok((loop_index, edge + 1))
    }

    /// Removes a corner. Removing a corner of a triangle removes the whole loop.
    ///
    /// # Errors
    /// Returns an error message if the corner does not exist or nothing would remain.
    pub fn remove(&mut self, (loop_index, corner): Corner) -> Result<(), String> {
        let corners = self.content.loops.get(loop_index).map_or(0, Vec::len);
        if corner >= corners {
            return Err(text!("planarpage-no-corner").to_owned());
        }
        if corners <= 3 && self.content.loops.len() == 1 {
            let error = RegionError::TooFewCorners {
                loop_index,
                corners: corners - 1,
            };
            return Err(text!(
                "planarpage-without-corner",
                fault = text!("text-sentence", text = error)
            ));
        }
        self.begin();
        if corners <= 3 {
            self.content.loops.remove(loop_index);
        } else {
            self.content.loops[loop_index].remove(corner);
        }
        self.changed();
        Ok(())
    }

    /// Undoes the last change. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.done.pop() else {
            return false;
        };
        self.undone.push(std::mem::replace(&mut self.content, before));
        self.changed();
        true
    }

    /// Redoes the last change that was undone. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.undone.pop() else {
            return false;
        };
        self.done.push(std::mem::replace(&mut self.content, after));
        self.changed();
        true
    }

    /// Clears the undo history.
    pub fn forget_changes(&mut self) {
        self.done.clear();
        self.undone.clear();
    }

    /// Returns the centre of the largest cell inside the polygon.
    #[must_use]
    pub fn middle(&self) -> DVec2 {
        let [low, high] = bounds(self.good.loops.iter().flatten().copied());
        let doubled = |cell: &[DVec2]| -> f64 {
            let fan = cell.windows(2);
            fan.map(|pair| (pair[0] - cell[0]).perp_dot(pair[1] - cell[0]))
                .sum()
        };
        let cells = self.good.tree.cells(low, high).into_iter();
        let inside = cells.filter(|(is_inside, cell)| *is_inside && !cell.is_empty());
        let largest = inside.max_by(|(_, a), (_, b)| doubled(a).total_cmp(&doubled(b)));
        largest.map_or(low.midpoint(high), |(_, cell)| {
            cell.iter().sum::<DVec2>() / cell.len() as f64
        })
    }

    /// Returns whether a change can be undone, and whether one can be redone.
    #[must_use]
    pub fn can_undo_redo(&self) -> [bool; 2] {
        [!self.done.is_empty(), !self.undone.is_empty()]
    }

    /// Returns the corner closest to a point, or `None` if no corner is within the distance.
    #[must_use]
    pub fn corner_at(&self, point: DVec2, within: f64) -> Option<Corner> {
        self.nearest(within, |corners, i| corners[i].distance(point))
    }

    /// Returns the edge closest to a point, as the corner where it begins. Returns `None` if no edge is
    /// within the distance.
    #[must_use]
    pub fn edge_at(&self, point: DVec2, within: f64) -> Option<Corner> {
        self.nearest(within, |corners, i| {
            edge(corners, i).closest(point).distance(point)
        })
    }

    fn nearest(&self, within: f64, distance: impl Fn(&[DVec2], usize) -> f64) -> Option<Corner> {
        let mut nearest: Option<(f64, Corner)> = None;
        for (loop_index, corners) in self.content.loops.iter().enumerate() {
            for i in 0..corners.len() {
                let distance = distance(corners, i);
                if distance <= nearest.map_or(within, |(least, _)| least) {
                    nearest = Some((distance, (loop_index, i)));
                }
            }
        }
        nearest.map(|(_, corner)| corner)
    }

    /// Returns the edge that begins at a corner.
    #[must_use]
    pub fn edge(&self, (loop_index, i): Corner) -> Option<Segment2> {
        let corners = self.content.loops.get(loop_index)?;
        (i < corners.len()).then(|| edge(corners, i))
    }

    /// Returns the name of the edge that begins at a corner.
    #[must_use]
    pub fn name(&self, (loop_index, edge): Corner) -> String {
        let before: usize = self.content.loops.iter().take(loop_index).map(Vec::len).sum();
        edge_name(before + edge)
    }

    /// Describes the loop that is being drawn, the fault, or the region.
    #[must_use]
    pub fn verdict(&self) -> String {
        let open = &self.content.open;
        match &self.fault {
            _ if !open.is_empty() => {
                let doubled: f64 = (0..open.len())
                    .map(|i| open[i].perp_dot(open[(i + 1) % open.len()]))
                    .sum();
                let winding = match open.len() {
                    0..3 => text!("polygon-needs-three"),
                    _ if doubled > 0.0 => text!("polygon-outer"),
                    _ => text!("polygon-hole"),
                };
                text!("polygon-open", loop = self.loops().len(), winding)
            }
            Some(error @ RegionError::Crossing { edges, .. }) => {
                let [a, b] = edges.map(|edge| self.name(edge));
                text!("planarpage-crossing", fault = sentence(error), a, b)
            }
            Some(error) => sentence(error),
            None if self.loops().is_empty() => text!("polygon-empty").to_owned(),
            None => {
                let tree = &self.good.tree;
                text!(
                    "planarpage-verdict",
                    edges = self.good.region.edges().len(),
                    nodes = tree.nodes().len(),
                    depth = tree.depth(),
                    cuts = tree.nodes().iter().map(|node| node.cuts).sum::<u32>()
                )
            }
        }
    }

    fn changed(&mut self) {
        match Good::new(&self.content.loops, self.rule) {
            Ok(good) => (self.good, self.fault) = (good, None),
            Err(error) => self.fault = Some(error),
        }
    }
}

fn edge(corners: &[DVec2], i: usize) -> Segment2 {
    Segment2::new(corners[i], corners[(i + 1) % corners.len()])
}

fn check_count(corners: usize) -> Result<(), String> {
    if corners > MOST_CORNERS {
        return Err(text!("planarpage-most-corners", most = MOST_CORNERS));
    }
    Ok(())
}

/// Returns the name of an edge: a letter, or a number after Z.
#[must_use]
pub fn edge_name(edge: usize) -> String {
    match u8::try_from(edge) {
        Ok(edge @ 0..26) => char::from(b'A' + edge).to_string(),
        _ => edge.to_string(),
    }
}

/// Converts a library error to a message for the user.
fn sentence(error: &RegionError) -> String {
    text!("text-sentence", text = capitalized(&error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(drawing: &mut Drawing, corners: [[f64; 2]; 4]) {
        for corner in corners.into_iter().chain([corners[0]]) {
            drawing.add(corner.into()).expect("there is room");
        }
    }

    #[track_caller]
    fn says(drawing: &Drawing, words: &str) {
        let verdict = drawing.verdict();
        assert!(verdict.contains(words), "{verdict}");
    }

    #[test]
    fn loops_are_drawn_and_faults_can_be_undone() {
        let mut drawing = Drawing::default();
        says(&drawing, "10 edges");
        assert!(!drawing.undo(), "the first preset is where it begins");
        drawing.load(Vec::new()).expect("it is empty");
        says(&drawing, "There is no polygon yet");
        assert!(drawing.good().tree.nodes().is_empty() && drawing.middle().is_finite());
        for point in [DVec2::ZERO, DVec2::new(8.1, 0.2), DVec2::new(8.0, 8.0)] {
            let point = drawing.snapped(point);
            assert_eq!(drawing.add(point), Ok(false));
        }
        assert_eq!(drawing.open()[1], DVec2::new(8.0, 0.0), "corners snap");
        says(&drawing, "counter-clockwise");
        assert_eq!(drawing.add(DVec2::new(0.0, 8.0)), Ok(false));
        assert_eq!(drawing.add(DVec2::ZERO), Ok(true));
        assert!(drawing.open().is_empty() && drawing.fault().is_none());
        // A hole with the wrong winding is reported and can be reversed.
        square(&mut drawing, [[2.0, 2.0], [4.0, 2.0], [4.0, 4.0], [2.0, 4.0]]);
        says(&drawing, "a hole must wind clockwise");
        drawing.reverse_wrong();
        let Good { region, tree, .. } = drawing.good();
        assert_eq!((region.area(), tree.validate_region(region)), (60.0, Ok(())));
        // Dragging a corner across an edge causes a fault, and undo reverts the whole drag.
        drawing.begin();
        drawing.drag((0, 2), DVec2::new(4.0, 4.5));
        drawing.drag((0, 2), DVec2::new(3.0, 3.0));
        says(&drawing, "meet at");
        assert!(drawing.undo());
        assert!(drawing.fault().is_none() && drawing.can_undo_redo() == [true; 2]);
        assert!(drawing.redo() && drawing.fault().is_some() && drawing.undo());
        // Corners can be added and removed; the last three are removed together.
        assert_eq!(drawing.edge_at(DVec2::new(5.0, -0.2), 0.5), Some((0, 0)));
        assert_eq!(drawing.insert((0, 0), DVec2::new(5.0, -1.0)), Ok((0, 1)));
        assert_eq!(drawing.corner_at(DVec2::new(5.1, -1.0), 0.5), Some((0, 1)));
        assert_eq!(drawing.loops()[0].len(), 5);
        for _ in 0..2 {
            drawing.remove((1, 0)).expect("it is there");
        }
        assert_eq!(drawing.loops().len(), 1);
        assert_eq!(drawing.add(DVec2::ZERO), Ok(false));
        drawing.abandon();
        assert!(drawing.open().is_empty());
    }
}
