//! The drawing: the loops of a polygon, or chains of free segments, with undo history, tree and faults.

use std::fmt;

use bspwalk_planar::{
    PRESETS, PlanarTree, Region, RegionError, Segment2, SegmentError, SegmentSet, SegmentWarning,
};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::{Localize, text, words::capitalized};
use glam::DVec2;

use crate::{
    rule::Rule,
    view::{Grid, bounds},
};

/// Maximum number of corners. It is low enough that the tree can be built between two frames.
pub const MOST_CORNERS: usize = 500;

/// Maximum number of changes that can be undone.
const MOST_CHANGES: usize = 200;

/// Indices of a loop and of a corner in the loop. They identify the corner, or the edge that starts at it.
pub type Corner = (usize, usize);

/// The corners of each loop or chain. A closed chain repeats its first corner at the end.
pub type Loops = Vec<Vec<DVec2>>;

/// The kind of a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// A polygon, which consists of closed loops that bound a region.
    #[default]
    Polygon,
    /// Free segments, which form open or closed chains that may cross. They have no inside.
    Segments,
}

/// A valid drawing and its BSP tree.
#[derive(Clone, Debug)]
pub struct ValidDrawing {
    /// Kind of the drawing.
    pub kind: Kind,
    /// Corners of each loop or chain.
    pub loops: Loops,
    /// Region that the loops enclose. `None` for free segments.
    pub region: Option<Region>,
    /// Warnings about free segments.
    pub warnings: Vec<SegmentWarning>,
    /// Tree built from the edges.
    pub tree: PlanarTree,
}

impl ValidDrawing {
    fn new(kind: Kind, loops: &Loops, rule: Rule) -> Result<Self, Fault> {
        let build = |edges: &[Segment2]| match PlanarTree::build(edges, rule.params(), &Progress::default()) {
            Ok(tree) => tree,
            Err(Cancelled) => unreachable!("nobody cancels it"),
        };
        let (region, warnings, tree) = match kind {
            Kind::Polygon => {
                let region = Region::new(loops).map_err(Fault::Region)?;
                let tree = build(region.edges());
                (Some(region), Vec::new(), tree)
            }
            Kind::Segments => {
                let set = SegmentSet::new(loops).map_err(Fault::Segments)?;
                (None, set.warnings().to_vec(), build(set.segments()))
            }
        };
        Ok(Self {
            kind,
            loops: loops.clone(),
            region,
            warnings,
            tree,
        })
    }
}

/// The reason why a drawing is not valid.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The loops do not bound a region.
    Region(RegionError),
    /// The chains are invalid.
    Segments(SegmentError),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Region(error) => f.write_str(&error.localized()),
            Self::Segments(error) => f.write_str(&error.localized()),
        }
    }
}

/// Loops or chains, and the corners of the one being drawn.
#[derive(Clone, Debug, PartialEq)]
struct Content {
    kind: Kind,
    loops: Loops,
    open: Vec<DVec2>,
}

impl Content {
    fn corners(&self) -> usize {
        self.loops.iter().map(Vec::len).sum::<usize>() + self.open.len()
    }

    /// Returns whether these corners form a chain that ends at its first corner.
    fn is_closed_chain(&self, corners: &[DVec2]) -> bool {
        self.kind == Kind::Segments && corners.len() > 3 && corners.first() == corners.last()
    }

    /// Returns the number of edges in a loop or chain.
    fn edges(&self, corners: &[DVec2]) -> usize {
        match self.kind {
            Kind::Polygon => corners.len(),
            Kind::Segments => corners.len().saturating_sub(1),
        }
    }

    /// Returns the number of distinct corners in a loop or chain.
    fn distinct(&self, corners: &[DVec2]) -> usize {
        corners.len() - usize::from(self.is_closed_chain(corners))
    }
}

/// A drawing that the user edits. While it is invalid, the last valid version is kept as well.
#[derive(Clone, Debug)]
pub struct Drawing {
    content: Content,
    done: Vec<Content>,
    undone: Vec<Content>,
    rule: Rule,
    good: ValidDrawing,
    fault: Option<Fault>,
    /// Whether new and dragged corners snap to the grid.
    pub snap: bool,
}

impl Default for Drawing {
    fn default() -> Self {
        let loops = (PRESETS[0].loops)();
        let kind = Kind::Polygon;
        let good = ValidDrawing::new(kind, &loops, Rule::default()).expect("the presets are regions");
        let open = Vec::new();
        Self {
            content: Content { kind, loops, open },
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
    /// Returns the kind of the drawing.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.content.kind
    }

    /// Returns the loops or chains, which may not be valid.
    #[must_use]
    pub fn loops(&self) -> &Loops {
        &self.content.loops
    }

    /// Returns the corners of the loop or chain being drawn.
    #[must_use]
    pub fn open(&self) -> &[DVec2] {
        &self.content.open
    }

    /// Returns the last valid drawing.
    #[must_use]
    pub fn last_valid(&self) -> &ValidDrawing {
        &self.good
    }

    /// Returns the fault of the drawing, if it has one.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// Returns the position of the fault, if there is one.
    #[must_use]
    pub fn fault_place(&self) -> Option<DVec2> {
        let Fault::Region(fault) = self.fault.as_ref()? else {
            return None;
        };
        match *fault {
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

    /// Sets the build rule and rebuilds the tree.
    pub fn set_rule(&mut self, rule: Rule) {
        if self.rule != rule {
            self.rule = rule;
            self.good =
                ValidDrawing::new(self.good.kind, &self.good.loops, rule).expect("it was valid before");
        }
    }

    /// Returns the grid that corners snap to. The grid spacing depends on the size of the last valid drawing.
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

    /// Replaces the drawing if the new one is valid. An empty list results in an empty drawing.
    ///
    /// # Errors
    /// Returns an error message if the loops or chains are not valid or have too many corners.
    pub fn load(&mut self, kind: Kind, loops: Loops) -> Result<(), String> {
        check_count(loops.iter().map(Vec::len).sum())?;
        let good = ValidDrawing::new(kind, &loops, self.rule).map_err(|fault| sentence(&fault))?;
        let open = Vec::new();
        let content = Content { kind, loops, open };
        if content != self.content {
            self.save_for_undo();
        }
        (self.content, self.good, self.fault) = (content, good, None);
        Ok(())
    }

    /// Returns the corners of the drawing after converting it to another kind. A loop becomes a closed chain. Closed
    /// chains become loops if they bound a region, and open chains are omitted.
    #[must_use]
    pub fn converted(&self, kind: Kind) -> Loops {
        let from = self.good.kind;
        let loops = self.good.loops.iter();
        match (from, kind) {
            (Kind::Polygon, Kind::Segments) => loops
                .map(|corners| corners.iter().chain(corners.first()).copied().collect())
                .collect(),
            (Kind::Segments, Kind::Polygon) => {
                let closed = loops.filter(|corners| corners.len() > 3 && corners.first() == corners.last());
                let loops: Loops = closed
                    .map(|corners| corners[..corners.len() - 1].to_vec())
                    .collect();
                if Region::new(&loops).is_ok() {
                    loops
                } else {
                    Vec::new()
                }
            }
            _ => self.good.loops.clone(),
        }
    }

    /// Adds a corner to the loop or chain being drawn. A corner at the position of the first corner closes the loop or
    /// chain. Returns whether it was closed.
    ///
    /// # Errors
    /// Returns an error message if the drawing already has the maximum number of corners.
    pub fn add(&mut self, point: DVec2) -> Result<bool, String> {
        let open = &self.content.open;
        if open.last() == Some(&point) {
            return Ok(false);
        }
        let closes = open.len() >= 3 && open.first() == Some(&point);
        let is_chain = self.content.kind == Kind::Segments;
        check_count(self.content.corners() + usize::from(!closes || is_chain))?;
        self.save_for_undo();
        if closes {
            let mut corners = std::mem::take(&mut self.content.open);
            if is_chain {
                corners.push(point);
            }
            self.content.loops.push(corners);
            self.changed();
        } else {
            self.content.open.push(point);
        }
        Ok(closes)
    }

    /// Ends the chain of free segments being drawn. A chain of a single corner is discarded.
    pub fn end_chain(&mut self) {
        if self.content.kind == Kind::Segments && !self.content.open.is_empty() {
            self.save_for_undo();
            let corners = std::mem::take(&mut self.content.open);
            if corners.len() > 1 {
                self.content.loops.push(corners);
                self.changed();
            }
        }
    }

    /// Discards the loop or chain being drawn.
    pub fn abandon(&mut self) {
        if !self.content.open.is_empty() {
            self.save_for_undo();
            self.content.open.clear();
        }
    }

    /// Reverses the loop that has the wrong winding, if there is one.
    pub fn reverse_wrong(&mut self) {
        if let Some(Fault::Region(RegionError::Winding { loop_index, .. })) = self.fault {
            self.save_for_undo();
            self.content.loops[loop_index].reverse();
            self.changed();
        }
    }

    /// Saves the current loops for undo. Must be called at the start of a drag.
    pub fn save_for_undo(&mut self) {
        self.done.push(self.content.clone());
        if self.done.len() > MOST_CHANGES {
            self.done.remove(0);
        }
        self.undone.clear();
    }

    /// Moves a corner without snapping, during a drag. Returns whether the position changed.
    pub fn drag(&mut self, (loop_index, corner): Corner, to: DVec2) -> bool {
        let corners = self.content.loops.get(loop_index);
        if corners.is_none_or(|corners| corners.get(corner).is_none_or(|at| *at == to)) {
            return false;
        }
        let is_closed = self.content.is_closed_chain(&self.content.loops[loop_index]);
        let corners = &mut self.content.loops[loop_index];
        corners[corner] = to;
        let last = corners.len() - 1;
        if is_closed && (corner == 0 || corner == last) {
            (corners[0], corners[last]) = (to, to);
        }
        self.changed();
        true
    }

    /// Inserts a corner on an edge, and returns the corner.
    ///
    /// # Errors
    /// Returns an error message if the edge does not exist or the drawing already has the maximum number of corners.
    pub fn insert(&mut self, (loop_index, edge): Corner, point: DVec2) -> Result<Corner, String> {
        check_count(self.content.corners() + 1)?;
        let corners = self.content.loops.get(loop_index);
        if corners.is_none_or(|corners| edge >= self.content.edges(corners)) {
            return Err(text!("planarpage-no-edge").to_owned());
        }
        self.save_for_undo();
        self.content.loops[loop_index].insert(edge + 1, point);
        self.changed();
        Ok((loop_index, edge + 1))
    }

    /// Removes a corner. If a triangle or a single free segment loses a corner, the whole loop or chain is removed.
    ///
    /// # Errors
    /// Returns an error message if the corner does not exist, or if nothing would remain of a polygon.
    pub fn remove(&mut self, (loop_index, corner): Corner) -> Result<(), String> {
        let corners = self.content.loops.get(loop_index).map_or(0, Vec::len);
        if corner >= corners {
            return Err(text!("planarpage-no-corner").to_owned());
        }
        if self.content.kind == Kind::Segments {
            self.save_for_undo();
            self.remove_from_chain((loop_index, corner));
            self.changed();
            return Ok(());
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
        self.save_for_undo();
        if corners <= 3 {
            self.content.loops.remove(loop_index);
        } else {
            self.content.loops[loop_index].remove(corner);
        }
        self.changed();
        Ok(())
    }

    /// Removes an existing corner of a chain. A closed chain remains closed as long as it has three corners.
    fn remove_from_chain(&mut self, (chain, corner): Corner) {
        let is_closed = self.content.is_closed_chain(&self.content.loops[chain]);
        let corners = &mut self.content.loops[chain];
        if is_closed {
            corners.pop();
            let distinct = corners.len();
            corners.remove(corner % distinct);
            let first = corners[0];
            if distinct > 3 {
                corners.push(first);
            }
        } else {
            corners.remove(corner);
        }
        if corners.len() < 2 {
            self.content.loops.remove(chain);
        }
    }

    /// Undoes the last change. Returns whether there was a change to undo.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.done.pop() else {
            return false;
        };
        self.undone.push(std::mem::replace(&mut self.content, before));
        self.changed();
        true
    }

    /// Redoes the last change that was undone. Returns whether there was a change to redo.
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

    /// Returns the centre of the largest cell inside the polygon. Free segments have no inside, so for them all cells
    /// are considered, clipped to the bounds.
    #[must_use]
    pub fn middle(&self) -> DVec2 {
        let [low, high] = bounds(self.good.loops.iter().flatten().copied());
        let doubled = |cell: &[DVec2]| -> f64 {
            let fan = cell.windows(2);
            fan.map(|pair| (pair[0] - cell[0]).perp_dot(pair[1] - cell[0]))
                .sum()
        };
        let cells = self.good.tree.cells(low, high).into_iter();
        let is_free = self.good.kind == Kind::Segments;
        let inside = cells.filter(|(is_inside, cell)| (is_free || *is_inside) && !cell.is_empty());
        let largest = inside.max_by(|(_, a), (_, b)| doubled(a).total_cmp(&doubled(b)));
        largest.map_or(low.midpoint(high), |(_, cell)| {
            cell.iter().sum::<DVec2>() / cell.len() as f64
        })
    }

    /// Returns whether there is a change to undo, and whether there is one to redo.
    #[must_use]
    pub fn can_undo_redo(&self) -> [bool; 2] {
        [!self.done.is_empty(), !self.undone.is_empty()]
    }

    /// Returns the corner closest to a point, or `None` if no corner is closer than `within`.
    #[must_use]
    pub fn corner_at(&self, point: DVec2, within: f64) -> Option<Corner> {
        let distance = |corners: &[DVec2], i: usize| corners[i].distance(point);
        self.nearest(within, |corners| self.content.distinct(corners), distance)
    }

    /// Returns the edge closest to a point, identified by the corner where it starts. Returns `None` if no edge is
    /// closer than `within`.
    #[must_use]
    pub fn edge_at(&self, point: DVec2, within: f64) -> Option<Corner> {
        let distance = |corners: &[DVec2], i: usize| edge(corners, i).closest(point).distance(point);
        self.nearest(within, |corners| self.content.edges(corners), distance)
    }

    fn nearest(
        &self,
        within: f64,
        count: impl Fn(&[DVec2]) -> usize,
        distance: impl Fn(&[DVec2], usize) -> f64,
    ) -> Option<Corner> {
        let mut nearest: Option<(f64, Corner)> = None;
        for (loop_index, corners) in self.content.loops.iter().enumerate() {
            for i in 0..count(corners) {
                let distance = distance(corners, i);
                if distance <= nearest.map_or(within, |(least, _)| least) {
                    nearest = Some((distance, (loop_index, i)));
                }
            }
        }
        nearest.map(|(_, corner)| corner)
    }

    /// Returns the edge that starts at a corner.
    #[must_use]
    pub fn edge(&self, (loop_index, i): Corner) -> Option<Segment2> {
        let corners = self.content.loops.get(loop_index)?;
        (i < self.content.edges(corners)).then(|| edge(corners, i))
    }

    /// Returns the position of a corner.
    #[must_use]
    pub fn corner(&self, (loop_index, i): Corner) -> Option<DVec2> {
        self.content.loops.get(loop_index)?.get(i).copied()
    }

    /// Returns all corners, loop by loop, without duplicates.
    #[must_use]
    pub fn corners(&self) -> Vec<Corner> {
        let loops = self.content.loops.iter().enumerate();
        loops
            .flat_map(|(i, corners)| (0..self.content.distinct(corners)).map(move |corner| (i, corner)))
            .collect()
    }

    /// Returns the name of the edge that starts at a corner.
    #[must_use]
    pub fn name(&self, (loop_index, edge): Corner) -> String {
        let before = self.content.loops.iter().take(loop_index);
        let before: usize = before.map(|corners| self.content.edges(corners)).sum();
        edge_name(before + edge)
    }

    /// Describes the loop or chain being drawn. If there is none, describes the fault or, without a fault, the drawing.
    #[must_use]
    pub fn verdict(&self) -> String {
        let open = &self.content.open;
        let is_free = self.content.kind == Kind::Segments;
        match &self.fault {
            _ if !open.is_empty() && is_free => {
                text!("planarpage-open-chain", chain = self.loops().len())
            }
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
            Some(fault @ Fault::Region(RegionError::Crossing { edges, .. })) => {
                let [a, b] = edges.map(|edge| self.name(edge));
                text!("planarpage-crossing", fault = sentence(fault), a, b)
            }
            Some(fault) => sentence(fault),
            None if self.loops().is_empty() && is_free => text!("planarpage-no-segments").to_owned(),
            None if self.loops().is_empty() => text!("polygon-empty").to_owned(),
            None => self.size_words(),
        }
    }

    /// Describes the size of the tree, and states the first warning about free segments.
    fn size_words(&self) -> String {
        let tree = &self.good.tree;
        let edges = tree.edges().len();
        let (nodes, depth) = (tree.nodes().len(), tree.depth());
        let cuts: u32 = tree.nodes().iter().map(|node| node.cuts).sum();
        if self.good.kind == Kind::Polygon {
            return text!("planarpage-verdict", edges, nodes, depth, cuts);
        }
        let size = text!("planarpage-segments", segments = edges, nodes, depth, cuts);
        match self.good.warnings.first() {
            Some(SegmentWarning::ZeroLength { segment, .. }) => {
                text!("planarpage-zero-length", size, segment = edge_name(*segment))
            }
            Some(SegmentWarning::Duplicate { segments }) => {
                let [a, b] = segments.map(edge_name);
                text!("planarpage-duplicate", size, a, b)
            }
            None => size,
        }
    }

    fn changed(&mut self) {
        match ValidDrawing::new(self.content.kind, &self.content.loops, self.rule) {
            Ok(good) => (self.good, self.fault) = (good, None),
            Err(fault) => self.fault = Some(fault),
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

/// Returns the name of the edge with this number: a letter, or a number after Z.
#[must_use]
pub fn edge_name(edge: usize) -> String {
    match u8::try_from(edge) {
        Ok(edge @ 0..26) => char::from(b'A' + edge).to_string(),
        _ => edge.to_string(),
    }
}

/// Converts an error of the library to a message for the user.
fn sentence(fault: &Fault) -> String {
    text!("text-sentence", text = capitalized(&fault.to_string()))
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
        drawing.load(Kind::Polygon, Vec::new()).expect("it is empty");
        says(&drawing, "There is no polygon yet");
        assert!(drawing.last_valid().tree.nodes().is_empty() && drawing.middle().is_finite());
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
        let ValidDrawing { region, tree, .. } = drawing.last_valid();
        let region = region.as_ref().expect("it is a polygon");
        assert_eq!((region.area(), tree.validate_region(region)), (60.0, Ok(())));
        // Dragging a corner across an edge causes a fault, and a single undo reverts the whole drag.
        drawing.save_for_undo();
        drawing.drag((0, 2), DVec2::new(4.0, 4.5));
        drawing.drag((0, 2), DVec2::new(3.0, 3.0));
        says(&drawing, "meet at");
        assert!(drawing.undo());
        assert!(drawing.fault().is_none() && drawing.can_undo_redo() == [true; 2]);
        assert!(drawing.redo() && drawing.fault().is_some() && drawing.undo());
        // Corners can be added and removed. The last three corners of a loop are removed together.
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
    #[test]
    fn chains_are_drawn_ended_and_closed() {
        let mut drawing = Drawing::default();
        drawing.load(Kind::Segments, Vec::new()).expect("it is empty");
        says(&drawing, "There are no segments yet");
        for corner in [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0]] {
            assert_eq!(drawing.add(corner.into()), Ok(false));
        }
        says(&drawing, "press Enter");
        drawing.end_chain();
        says(&drawing, "2 segments");
        assert!(drawing.last_valid().region.is_none() && drawing.last_valid().tree.edges().len() == 2);
        // No edge starts at the last corner of an open chain.
        assert_eq!(drawing.corners(), [(0, 0), (0, 1), (0, 2)]);
        assert!(drawing.edge((0, 1)).is_some() && drawing.edge((0, 2)).is_none());
        assert_eq!(drawing.corner((0, 2)), Some(DVec2::new(4.0, 3.0)));
        assert!(drawing.insert((0, 2), DVec2::ZERO).is_err());
        // A single corner does not form a chain.
        drawing.add(DVec2::ONE).expect("there is room");
        drawing.end_chain();
        assert!(drawing.loops().len() == 1 && drawing.open().is_empty());
        // A chain can end at its first corner, which then moves together with the last one.
        for corner in [[1.0, 1.0], [8.0, 1.0], [8.0, 8.0], [1.0, 1.0]] {
            drawing.add(corner.into()).expect("there is room");
        }
        assert_eq!(drawing.loops()[1].len(), 4);
        assert_eq!(drawing.corner_at(DVec2::ONE, 0.1), Some((1, 0)));
        assert!(drawing.drag((1, 0), DVec2::new(2.0, 1.0)));
        assert_eq!(drawing.loops()[1][0], drawing.loops()[1][3]);
        assert_eq!(
            (drawing.name((1, 0)), drawing.corners().len()),
            ("C".to_owned(), 6)
        );
        // The chain remains closed until it has only two corners.
        drawing.remove((1, 3)).expect("it is there");
        assert_eq!(drawing.loops()[1].len(), 2);
        drawing.remove((1, 0)).expect("it is there");
        assert_eq!(drawing.loops().len(), 1);
        // Crossing, duplicate or zero-length segments are not faults.
        drawing.save_for_undo();
        drawing.drag((0, 2), DVec2::new(4.0, 0.0));
        assert!(drawing.fault().is_none());
        says(&drawing, "B has length zero");
        drawing.drag((0, 2), DVec2::ZERO);
        says(&drawing, "A and B have the same endpoints");
    }

    #[test]
    fn kinds_are_converted() {
        let mut drawing = Drawing::default();
        let polygon = drawing.loops().clone();
        let chains = drawing.converted(Kind::Segments);
        assert_eq!(chains[0].len(), 11);
        drawing.load(Kind::Segments, chains).expect("chains are valid");
        assert_eq!(drawing.last_valid().tree.edges().len(), 10);
        drawing.add(DVec2::ZERO).expect("there is room");
        drawing.add(DVec2::ONE).expect("there is room");
        drawing.end_chain();
        assert_eq!(drawing.converted(Kind::Polygon), polygon);
        assert_eq!(drawing.converted(Kind::Segments).len(), 2);
        assert!(drawing.undo() && drawing.undo() && drawing.undo() && drawing.undo());
        assert_eq!((drawing.kind(), drawing.loops()), (Kind::Polygon, &polygon));
    }
}
