//! Random mazes: a box divided into smaller boxes, with doors between some of them. Sightlines are traced exactly
//! through the boxes, independently of the portal graph that is built from them.

use bspwalk_geometry::{Aabb, Plane, Tolerances};
use bspwalk_trees::solid_leaf::{LeafId, OUTSIDE, PortalGraph, PortalView, pvs::SightlineSpace};
use glam::{DQuat, DVec3};

/// Parameters of a maze.
#[derive(Clone, Copy, Debug)]
pub struct MazeKind {
    /// Number of boxes.
    pub cells: u32,
    /// Whether wall coordinates are whole metres, so that many walls are aligned.
    pub aligned: bool,
    /// Fraction of walls between boxes that have an opening, from 0 to 1.
    pub open: f64,
    /// Fraction of openings that are as large as their wall, from 0 to 1. All others are doors.
    pub whole: f64,
    /// Fraction of outer walls that have an opening to the outside, from 0 to 1.
    pub leaky: f64,
    pub seed: u64,
}

impl MazeKind {
    pub const fn new(cells: u32, aligned: bool, [open, whole, leaky]: [f64; 3], seed: u64) -> Self {
        Self {
            cells,
            aligned,
            open,
            whole,
            leaky,
            seed,
        }
    }
}

/// An opening in a wall, as a box that is flat along one axis.
#[derive(Debug)]
struct Opening {
    leaves: [LeafId; 2],
    axis: usize,
    area: Aabb,
}

/// A maze. Leaf 0 is the outside; each other leaf is a box.
#[derive(Debug)]
pub struct Maze {
    /// Each leaf's box, in maze space. The box of [`OUTSIDE`] is the hull.
    pub cells: Vec<Aabb>,
    openings: Vec<Opening>,
    /// Rotation of the maze, applied before the translation.
    turn: DQuat,
    shift: DVec3,
    pub graph: PortalGraph,
    pub tolerances: Tolerances,
}

impl Maze {
    pub fn new(kind: &MazeKind, turn: DQuat, shift: DVec3) -> Self {
        let mut generator = fastrand::Rng::with_seed(kind.seed);
        let world_box = Aabb {
            min: DVec3::ZERO,
            max: DVec3::new(40.0, 12.0, 40.0),
        };
        let mut cells = vec![world_box, world_box];
        for _ in 0..20 * kind.cells {
            if cells.len() > kind.cells as usize {
                break;
            }
            let index = generator.usize(1..cells.len());
            let cell = cells[index];
            let axis = generator.usize(..3);
            let (low, high) = (cell.min[axis], cell.max[axis]);
            let mut at = low + (high - low) * (0.2 + 0.6 * generator.f64());
            if kind.aligned {
                at = at.round();
            }
            if at - low > 0.3 && high - at > 0.3 {
                let mut other = cell;
                cells[index].max[axis] = at;
                other.min[axis] = at;
                cells.push(other);
            }
        }
        let openings = openings(&cells, kind, &mut generator);
        Self::of(cells, openings, turn, shift)
    }

    /// Creates a maze from boxes and openings. The first box is leaf 1. Each opening is given by two leaves and a flat
    /// box in the wall between them.
    pub fn by_hand(boxes: &[Aabb], doors: &[([LeafId; 2], Aabb)], turn: DQuat) -> Self {
        let world_box = boxes.iter().fold(Aabb::EMPTY, |a, b| a.union(b));
        let mut cells = vec![world_box];
        cells.extend(boxes);
        let openings = doors.iter().map(|&(leaves, area)| Opening {
            leaves,
            axis: area.size().min_position(),
            area,
        });
        let openings = openings.collect();
        Self::of(cells, openings, turn, DVec3::ZERO)
    }

    fn of(cells: Vec<Aabb>, openings: Vec<Opening>, turn: DQuat, shift: DVec3) -> Self {
        let polygons: Vec<(Plane, [DVec3; 4])> = openings
            .iter()
            .map(|opening| {
                let mut size = opening.area.size();
                size[opening.axis] = 0.0;
                let (mut u, mut v) = (DVec3::ZERO, DVec3::ZERO);
                u[(opening.axis + 1) % 3] = size[(opening.axis + 1) % 3];
                v[(opening.axis + 2) % 3] = size[(opening.axis + 2) % 3];
                let mut normal = DVec3::ZERO;
                normal[opening.axis] = 1.0;
                let corner = opening.area.min;
                let corners = [corner, corner + u, corner + u + v, corner + v].map(|c| turn * c + shift);
                (Plane::from_point_normal(corners[0], turn * normal), corners)
            })
            .collect();
        let portals = openings
            .iter()
            .zip(&polygons)
            .map(|(opening, (plane, corners))| PortalView {
                leaves: opening.leaves,
                plane: *plane,
                polygon: corners,
            });
        let graph = PortalGraph::new(cells.len() as u32, portals);
        let bounds = Aabb::from_points(cells[0].corners().map(|corner| turn * corner + shift));
        Self {
            cells,
            openings,
            turn,
            shift,
            graph,
            tolerances: Tolerances::for_bounds(&bounds),
        }
    }

    /// Returns all leaves except the outside.
    pub fn leaves(&self) -> Vec<LeafId> {
        LeafId::range(1..self.cells.len() as u32).collect()
    }

    /// Returns the centre of a leaf.
    pub fn center(&self, leaf: LeafId) -> DVec3 {
        self.turn * self.cells[leaf.index()].center() + self.shift
    }

    fn opening_at(&self, leaf: LeafId, axis: usize, point: DVec3) -> Option<LeafId> {
        let others = [(axis + 1) % 3, (axis + 2) % 3];
        let opening = self.openings.iter().find(|opening| {
            opening.leaves.contains(&leaf)
                && opening.axis == axis
                && (opening.area.min[axis] - point[axis]).abs() < 1.0e-9
                && others
                    .iter()
                    .all(|&o| opening.area.min[o] <= point[o] && point[o] <= opening.area.max[o])
        })?;
        let [front, behind] = opening.leaves;
        Some(if front == leaf { behind } else { front })
    }
}

impl SightlineSpace for Maze {
    fn point_in(&self, leaf: LeafId, random: &mut impl FnMut() -> f64) -> Option<DVec3> {
        let cell = self.cells.get(leaf.index())?;
        let share = DVec3::from([(); 3].map(|()| random()));
        // Points outside are sampled around the hull. If a point happens to be inside the hull, `leaves_along` detects
        // it.
        let cell = if leaf == OUTSIDE {
            cell.inflated(5.0)
        } else {
            *cell
        };
        Some(self.turn * (cell.min + cell.size() * share) + self.shift)
    }

    fn sightline(&self, from: DVec3, to: DVec3) -> Option<Vec<LeafId>> {
        let home = |point: DVec3| self.turn.inverse() * (point - self.shift);
        let (from, to) = (home(from), home(to));
        let start = (1..self.cells.len()).find(|&leaf| self.cells[leaf].contains(from));
        let Some(start) = start else {
            // The segment starts outside, so trace it backwards, unless it also ends outside.
            let ends_inside = (1..self.cells.len()).any(|leaf| self.cells[leaf].contains(to));
            let mut along = self.follow(to, from).filter(|_| ends_inside)?;
            along.reverse();
            return Some(along);
        };
        debug_assert!(start > 0);
        self.follow(from, to)
    }
}

impl Maze {
    /// Traces a sightline that starts inside the maze.
    fn follow(&self, from: DVec3, to: DVec3) -> Option<Vec<LeafId>> {
        let mut leaf =
            LeafId::from_index((1..self.cells.len()).find(|&leaf| self.cells[leaf].contains(from))?);
        let mut along = vec![leaf];
        let direction = to - from;
        loop {
            let cell = self.cells[leaf.index()];
            let (axis, t) = (0..3)
                .filter(|&axis| direction[axis] != 0.0)
                .map(|axis| {
                    let bound = if direction[axis] > 0.0 { cell.max } else { cell.min };
                    (axis, (bound[axis] - from[axis]) / direction[axis])
                })
                .min_by(|(_, a), (_, b)| a.total_cmp(b))?;
            if t >= 1.0 {
                return Some(along);
            }
            let mut point = from + direction * t;
            point[axis] = if direction[axis] > 0.0 {
                cell.max[axis]
            } else {
                cell.min[axis]
            };
            leaf = self.opening_at(leaf, axis, point)?;
            along.push(leaf);
            if leaf == OUTSIDE {
                return Some(along);
            }
        }
    }
}

/// Returns the openings in the walls between boxes and in the outer walls.
fn openings(cells: &[Aabb], kind: &MazeKind, generator: &mut fastrand::Rng) -> Vec<Opening> {
    let world_box = cells[0];
    let mut openings = Vec::new();
    for (a, b) in (1..cells.len()).flat_map(|a| (1..cells.len()).map(move |b| (a, b))) {
        let Some(axis) = (0..3).find(|&axis| cells[a].min[axis] == cells[b].max[axis]) else {
            continue;
        };
        let mut area = Aabb {
            min: cells[a].min.max(cells[b].min),
            max: cells[a].max.min(cells[b].max),
        };
        area.max[axis] = area.min[axis];
        let is_wall = (0..3).all(|o| o == axis || area.max[o] - area.min[o] > 0.05);
        if !is_wall || generator.f64() >= kind.open {
            continue;
        }
        if generator.f64() >= kind.whole {
            let size = area.size();
            let low = DVec3::from([0; 3].map(|_| 0.4 * generator.f64()));
            let high = DVec3::from([0; 3].map(|_| 0.6 + 0.4 * generator.f64()));
            let min = area.min;
            area = Aabb {
                min: min + size * low,
                max: min + size * high,
            };
        }
        openings.push(Opening {
            leaves: [LeafId::from_index(a), LeafId::from_index(b)],
            axis,
            area,
        });
    }
    for (leaf, cell) in cells.iter().enumerate().skip(1) {
        for axis in 0..3 {
            for (at, leaves) in [
                (world_box.min[axis], [LeafId::from_index(leaf), OUTSIDE]),
                (world_box.max[axis], [OUTSIDE, LeafId::from_index(leaf)]),
            ] {
                let touches = cell.min[axis] == at || cell.max[axis] == at;
                if touches && generator.f64() < kind.leaky {
                    let mut area = *cell;
                    (area.min[axis], area.max[axis]) = (at, at);
                    openings.push(Opening { leaves, axis, area });
                }
            }
        }
    }
    openings
}
