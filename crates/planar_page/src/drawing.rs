//! The polygon: its loops, what was done to them, the tree, and what is wrong.

use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::planar::{PRESETS, PlanarTree, Region, RegionError, Segment2};
use glam::DVec2;

use crate::{rule::Rule, view::Grid};

/// The most corners of a polygon, so that a tree is built between two frames.
pub const MOST_CORNERS: usize = 500;

/// The most changes that can be undone.
const MOST_CHANGES: usize = 200;

/// A corner, or the edge that begins there: its loop, and its number in it.
pub type Corner = (usize, usize);

/// The corners of each loop.
pub type Loops = Vec<Vec<DVec2>>;

/// A polygon without faults, and its tree.
#[derive(Clone, Debug)]
pub struct Good {
    /// Its corners.
    pub loops: Loops,
    /// The region within.
    pub region: Region,
    /// The tree over its edges.
    pub tree: PlanarTree,
}

impl Good {
    fn new(loops: &Loops, rule: Rule) -> Result<Self, RegionError> {
        if loops.is_empty() {
            return Err(RegionError::TooFewCorners {
                loop_index: 0,
                corners: 0,
            });
        }
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

/// A polygon that is being changed. While it has a fault, the last one without stays beside it.
#[derive(Clone, Debug)]
pub struct Drawing {
    loops: Loops,
    done: Vec<Loops>,
    undone: Vec<Loops>,
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
        Self {
            loops,
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
    /// The loops, which may have a fault.
    #[must_use]
    pub fn loops(&self) -> &Loops {
        &self.loops
    }

    /// The last polygon without a fault.
    #[must_use]
    pub fn good(&self) -> &Good {
        &self.good
    }

    /// What is wrong with the loops.
    #[must_use]
    pub fn fault(&self) -> Option<&RegionError> {
        self.fault.as_ref()
    }

    /// Where the fault is.
    #[must_use]
    pub fn fault_place(&self) -> Option<DVec2> {
        match *self.fault.as_ref()? {
            RegionError::NotFinite { .. } => None,
            RegionError::Repeated { at, .. }
            | RegionError::Crossing { at, .. }
            | RegionError::Open { at }
            | RegionError::Branching { at, .. } => Some(at),
            RegionError::TooFewCorners { loop_index, .. } | RegionError::Winding { loop_index, .. } => {
                self.loops.get(loop_index)?.first().copied()
            }
        }
    }

    /// How the tree is built.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Builds the tree by another rule.
    pub fn set_rule(&mut self, rule: Rule) {
        if self.rule != rule {
            self.rule = rule;
            self.good = Good::new(&self.good.loops, rule).expect("it was a region before");
        }
    }

    /// The grid to which corners snap: it fits the last polygon without a fault.
    #[must_use]
    pub fn grid(&self) -> Grid {
        Grid::of(self.good.loops.iter().flatten().copied())
    }

    /// Where a corner at a point would be.
    #[must_use]
    pub fn snapped(&self, point: DVec2) -> DVec2 {
        let grid = self.grid();
        if self.snap {
            grid.snap(point)
        } else {
            grid.fine().snap(point)
        }
    }

    /// Replaces all loops, if they have no fault.
    ///
    /// # Errors
    /// A sentence that says what the fault is.
    pub fn load(&mut self, loops: Loops) -> Result<(), String> {
        check_count(loops.iter().map(Vec::len).sum())?;
        let good = Good::new(&loops, self.rule).map_err(|error| sentence(&error))?;
        if loops != self.loops {
            self.begin();
        }
        (self.loops, self.good, self.fault) = (loops, good, None);
        Ok(())
    }

    /// Remembers the loops as they are, to come back to: call it before a drag.
    pub fn begin(&mut self) {
        self.done.push(self.loops.clone());
        if self.done.len() > MOST_CHANGES {
            self.done.remove(0);
        }
        self.undone.clear();
    }

    /// Moves a corner to a place as it is, as a part of a drag. Returns whether that changed anything.
    pub fn drag(&mut self, (loop_index, corner): Corner, to: DVec2) -> bool {
        let place = self
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

    /// Puts a new corner on an edge, after the corner at which the edge begins, and returns it.
    ///
    /// # Errors
    /// A sentence if there is no such edge, or no room for another corner.
    pub fn insert(&mut self, (loop_index, edge): Corner, point: DVec2) -> Result<Corner, String> {
        check_count(self.loops.iter().map(Vec::len).sum::<usize>() + 1)?;
        let corners = self.loops.get(loop_index).map_or(0, Vec::len);
        if edge >= corners {
            return Err(text!("planarpage-no-edge").to_owned());
        }
        self.begin();
        self.loops[loop_index].insert(edge + 1, point);
        self.changed();
        Ok((loop_index, edge + 1))
    }

    /// Removes a corner; of a triangle, the whole loop.
    ///
    /// # Errors
    /// A sentence if nothing would be left.
    pub fn remove(&mut self, (loop_index, corner): Corner) -> Result<(), String> {
        let corners = self.loops.get(loop_index).map_or(0, Vec::len);
        if corner >= corners {
            return Err(text!("planarpage-no-corner").to_owned());
        }
        if corners <= 3 && self.loops.len() == 1 {
            let error = RegionError::TooFewCorners {
                loop_index,
                corners: corners - 1,
            };
            return Err(text!(
                "planarpage-without-corner",
                fault = lower(&sentence(&error))
            ));
        }
        self.begin();
        if corners <= 3 {
            self.loops.remove(loop_index);
        } else {
            self.loops[loop_index].remove(corner);
        }
        self.changed();
        Ok(())
    }

    /// Takes the last change back. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.done.pop() else {
            return false;
        };
        self.undone.push(std::mem::replace(&mut self.loops, before));
        self.changed();
        true
    }

    /// Makes the last change that was taken back once more. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.undone.pop() else {
            return false;
        };
        self.done.push(std::mem::replace(&mut self.loops, after));
        self.changed();
        true
    }

    /// Forgets all changes: nothing can be undone.
    pub fn forget_changes(&mut self) {
        self.done.clear();
        self.undone.clear();
    }

    /// The middle of the largest cell inside.
    #[must_use]
    pub fn middle(&self) -> DVec2 {
        let points = || self.good.loops.iter().flatten();
        let low = points().fold(DVec2::INFINITY, |low, &point| low.min(point));
        let high = points().fold(DVec2::NEG_INFINITY, |high, &point| high.max(point));
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

    /// Whether a change can be taken back, and whether one can be made again.
    #[must_use]
    pub fn can_undo_redo(&self) -> [bool; 2] {
        [!self.done.is_empty(), !self.undone.is_empty()]
    }

    /// The nearest corner within a distance.
    #[must_use]
    pub fn corner_at(&self, point: DVec2, within: f64) -> Option<Corner> {
        self.nearest(within, |corners, i| corners[i].distance(point))
    }

    /// The nearest edge within a distance, as the corner at which it begins.
    #[must_use]
    pub fn edge_at(&self, point: DVec2, within: f64) -> Option<Corner> {
        self.nearest(within, |corners, i| {
            edge(corners, i).closest(point).distance(point)
        })
    }

    fn nearest(&self, within: f64, distance: impl Fn(&[DVec2], usize) -> f64) -> Option<Corner> {
        let mut nearest: Option<(f64, Corner)> = None;
        for (loop_index, corners) in self.loops.iter().enumerate() {
            for i in 0..corners.len() {
                let distance = distance(corners, i);
                if distance <= nearest.map_or(within, |(least, _)| least) {
                    nearest = Some((distance, (loop_index, i)));
                }
            }
        }
        nearest.map(|(_, corner)| corner)
    }

    /// An edge by the corner at which it begins.
    #[must_use]
    pub fn edge(&self, (loop_index, i): Corner) -> Option<Segment2> {
        let corners = self.loops.get(loop_index)?;
        (i < corners.len()).then(|| edge(corners, i))
    }

    /// The name of the edge that begins at a corner.
    #[must_use]
    pub fn name(&self, (loop_index, edge): Corner) -> String {
        let before: usize = self.loops.iter().take(loop_index).map(Vec::len).sum();
        edge_name(before + edge)
    }

    /// What is said of the drawing: the first fault, or what the region is.
    #[must_use]
    pub fn verdict(&self) -> String {
        match &self.fault {
            Some(error @ RegionError::Crossing { edges, .. }) => {
                let [a, b] = edges.map(|edge| self.name(edge));
                text!("planarpage-crossing", fault = sentence(error), a, b)
            }
            Some(error) => sentence(error),
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
        match Good::new(&self.loops, self.rule) {
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

/// The name of an edge: a letter as in the example of ten edges, and a number beyond Z.
#[must_use]
pub fn edge_name(edge: usize) -> String {
    match u8::try_from(edge) {
        Ok(edge @ 0..26) => char::from(b'A' + edge).to_string(),
        _ => edge.to_string(),
    }
}

/// What the library says of a fault, as a sentence.
fn sentence(error: &RegionError) -> String {
    let mut text = error.to_string();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text!("text-sentence", text)
}

fn lower(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    text
}
