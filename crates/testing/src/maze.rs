//! Random mazes: a box divided into boxes, with doors between some. Straight lines in them are followed exactly, by other
//! means than the portal graph that is made of them.

use bspwalk_geometry::{Aabb, Plane, Tolerances};
use bspwalk_trees::solid_leaf::{LeafId, OUTSIDE, PortalGraph, PortalView, pvs::SightlineSpace};
use glam::{DQuat, DVec3};

/// What a maze is made from.
#[derive(Clone, Copy, Debug)]
pub struct MazeKind {
    /// Boxes.
    pub cells: u32,
    /// Whether walls stand at whole metres, so that many are aligned.
    pub aligned: bool,
    /// The share of shared walls that have an opening, 0 to 1.
    pub open: f64,
    /// The share of openings that are as large as their wall, 0 to 1; the others are doors in it.
    pub whole: f64,
    /// The share of walls on the hull that are open to the outside, 0 to 1.
    pub leaky: f64,
    pub seed: u64,
}

/// An opening in a wall, flat along one axis.
#[derive(Debug)]
struct Opening {
    leaves: [LeafId; 2],
    axis: usize,
    area: Aabb,
}

/// A maze. Leaf 0 is outside, the others are its boxes.
#[derive(Debug)]
pub struct Maze {
    /// The box of each leaf, in the maze's own space; [`OUTSIDE`] has the hull.
    pub cells: Vec<Aabb>,
    openings: Vec<Opening>,
    /// How it is turned and moved.
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

    /// A maze of these boxes, the first of which is leaf 1, with these openings: two leaves and a flat box in their wall.
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

    /// The leaves but the outside.
    pub fn leaves(&self) -> Vec<LeafId> {
        (1..self.cells.len() as LeafId).collect()
    }

    /// The middle of a leaf.
    pub fn center(&self, leaf: LeafId) -> DVec3 {
        self.turn * self.cells[leaf as usize].center() + self.shift
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
    fn point_in(&self, leaf: LeafId, generator: &mut fastrand::Rng) -> Option<DVec3> {
        let cell = self.cells.get(leaf as usize)?;
        let share = DVec3::from([0; 3].map(|_| generator.f64()));
        // Outside: around the hull. The point may be in it, which `leaves_along` then finds.
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
            // From outside: the way back is followed, unless it too begins there.
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
    /// From a point inside.
    fn follow(&self, from: DVec3, to: DVec3) -> Option<Vec<LeafId>> {
        let mut leaf = (1..self.cells.len()).find(|&leaf| self.cells[leaf].contains(from))? as LeafId;
        let mut along = vec![leaf];
        let direction = to - from;
        loop {
            let cell = self.cells[leaf as usize];
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

/// Openings in the walls that boxes share, and in those on the hull.
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
            leaves: [a as LeafId, b as LeafId],
            axis,
            area,
        });
    }
    for (leaf, cell) in cells.iter().enumerate().skip(1) {
        for axis in 0..3 {
            for (at, leaves) in [
                (world_box.min[axis], [leaf as LeafId, OUTSIDE]),
                (world_box.max[axis], [OUTSIDE, leaf as LeafId]),
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
