//! Checking a tree.

pub(super) mod integrity;
pub(super) mod violation;

use std::collections::HashMap;

use glam::DVec3;

use super::{
    Branch, Child, LeafId, LeafTree, LeafViolation, NONE, NodeId, OUTSIDE, PlaneId, build::world_bounds,
    solidity::structural_faces::NEAR_PLANE,
};
use crate::geometry::{
    Polygon, Polyhedron,
    tolerance::{CELL_THICKNESS, UNIT_LENGTH},
};

/// Edges of a polygon may be off by this many thicknesses of a plane: a corner that is on two planes is off by both.
const EDGE_SLACK: f64 = 4.0;

/// Whether a value is above what is allowed; one that is no number is.
fn exceeds(value: f64, allowed: f64) -> bool {
    value.is_nan() || allowed.is_nan() || value > allowed
}

impl LeafTree {
    /// Everything that is wrong with the tree; nothing, if the library is right.
    #[must_use]
    pub fn validate(&self) -> Vec<LeafViolation> {
        let mut violations = Vec::new();
        self.check_tables(&mut violations);
        if !violations.is_empty() {
            return violations;
        }
        self.check_structure(&mut violations);
        self.check_ranges(&mut violations);
        if violations.is_empty() {
            self.check_paths(&mut violations);
            self.check_cells(&mut violations);
            self.check_links(&mut violations);
            self.check_portals(&mut violations);
            self.check_fragments(&mut violations);
        }
        violations
    }

    /// There is a leaf, nodes are whole, and the topmost are a world box.
    fn check_tables(&self, violations: &mut Vec<LeafViolation>) {
        let mut wrong = |what| violations.push(LeafViolation::Structure { node: 0, what });
        if self.leaves.is_empty() || self.details.len() != self.nodes.len() {
            wrong("it has no leaves, or tables of nodes that differ in length");
        } else if !self.has_hull() {
            wrong("the topmost nodes are no hull");
        }
    }

    fn check_structure(&self, violations: &mut Vec<LeafViolation>) {
        let mut node_parents = vec![0_u32; self.nodes.len()];
        let mut leaf_parents = vec![0_u32; self.leaves.len()];
        for (id, (node, detail)) in (0..).zip(self.nodes.iter().zip(&self.details)) {
            let mut wrong = |what| violations.push(LeafViolation::Structure { node: id, what });
            for (branch, child) in [(Branch::Front, node.front), (Branch::Back, node.back)] {
                match child {
                    Child::Node(below) => {
                        let Some(count) = node_parents.get_mut(below as usize) else {
                            wrong("a child does not exist");
                            continue;
                        };
                        *count += 1;
                        if below <= id || (branch == Branch::Front && below != id + 1) {
                            wrong("a child is not where depth-first order puts it");
                        }
                        let below = &self.details[below as usize];
                        if below.parent != id || below.depth != detail.depth + 1 {
                            wrong("a child does not know its parent");
                        }
                    }
                    Child::Leaf(OUTSIDE) => {
                        if id >= world_bounds::SIDES as NodeId || branch == Branch::Front {
                            wrong("the outside is within the hull");
                        }
                    }
                    Child::Leaf(below) => {
                        let Some(count) = leaf_parents.get_mut(below as usize) else {
                            wrong("a leaf does not exist");
                            continue;
                        };
                        *count += 1;
                        let below = &self.leaves[below as usize];
                        if below.parent != id || below.depth != detail.depth + 1 {
                            wrong("a leaf does not know its parent");
                        }
                    }
                }
            }
            let plane = node.plane;
            if !(plane.normal.is_finite() && plane.d.is_finite())
                || (plane.normal.length() - 1.0).abs() > UNIT_LENGTH
            {
                violations.push(LeafViolation::Number { node: id });
            }
            let in_table = self.planes.get(detail.plane as usize);
            if in_table.is_none_or(|&entry| entry != plane && entry.flipped() != plane) {
                violations.push(LeafViolation::Structure {
                    node: id,
                    what: "its plane is not the one in the table",
                });
            }
        }
        let one_parent = |counts: &[u32]| counts.iter().skip(1).all(|&count| count == 1);
        let roots = node_parents.first().is_none_or(|&count| count == 0);
        if !(roots && one_parent(&node_parents) && one_parent(&leaf_parents)) {
            violations.push(LeafViolation::Structure {
                node: 0,
                what: "not everything has exactly one parent",
            });
        }
    }

    fn check_ranges(&self, violations: &mut Vec<LeafViolation>) {
        let leaf_count = self.leaf_count();
        let mut check = |what, index: usize, good: bool| {
            if !good {
                let index = index as u32;
                violations.push(LeafViolation::Range { what, index });
            }
        };
        for (index, adjacency) in self.adjacencies.iter().enumerate() {
            let good =
                adjacency.leaves.iter().all(|&leaf| leaf < leaf_count) && adjacency.node < self.node_count();
            check("link", index, good);
        }
        for (index, fragment) in self.fragments.iter().enumerate() {
            let end = u64::from(fragment.first_vertex) + u64::from(fragment.vertex_count);
            let good = fragment.leaf < leaf_count && end <= self.mesh.positions.len() as u64;
            check("fragment", index, good && fragment.vertex_count >= 3);
        }
        check(
            "surfaces",
            0,
            self.mesh.surfaces.len() == self.mesh.positions.len(),
        );
        for (index, &vertex) in self.mesh.indices.iter().enumerate() {
            check("index", index, (vertex as usize) < self.mesh.positions.len());
        }
        let mut next = 0;
        for (index, draw) in self.mesh.draws.iter().enumerate() {
            check(
                "draw",
                index,
                draw.leaf < leaf_count && draw.indices.start == next,
            );
            next = draw.indices.end;
        }
        check("draws", 0, next as usize == self.mesh.indices.len());
        for (index, leaf) in self.leaves.iter().enumerate() {
            let range = |first: u32, count: u32| first as usize..first as usize + count as usize;
            let fragments = range(leaf.first_fragment, leaf.fragment_count);
            let draws = range(leaf.first_draw, leaf.draw_count);
            let own = self.fragments.get(fragments).zip(self.mesh.draws.get(draws));
            let good = own.is_some_and(|(fragments, draws)| {
                fragments.iter().all(|fragment| fragment.leaf as usize == index)
                    && draws.iter().all(|draw| draw.leaf as usize == index)
            });
            check("leaf", index, good);
        }
    }

    /// No plane twice on a path. Nodes come in depth-first order, so that the path is a stack.
    fn check_paths(&self, violations: &mut Vec<LeafViolation>) {
        let mut path: Vec<PlaneId> = Vec::new();
        let mut used = vec![false; self.planes.len()];
        for (id, detail) in (0..).zip(&self.details) {
            // Where depths are wrong there is no path, which is told of the structure.
            for plane in path.drain(path.len().min(detail.depth as usize)..) {
                used[plane as usize] = false;
            }
            if std::mem::replace(&mut used[detail.plane as usize], true) {
                let plane = detail.plane;
                violations.push(LeafViolation::Repeated { node: id, plane });
            }
            path.push(detail.plane);
        }
    }

    /// Cells are cut as the build cuts them, one split a node.
    fn check_cells(&self, violations: &mut Vec<LeafViolation>) {
        if self.nodes.len() < world_bounds::SIDES {
            return;
        }
        let world_box = self.world_box();
        let mut areas = vec![0.0; self.leaves.len()];
        let mut counts = vec![0_u32; self.leaves.len()];
        for adjacency in &self.adjacencies {
            for leaf in adjacency.leaves {
                areas[leaf as usize] += adjacency.area;
                counts[leaf as usize] += 1;
            }
        }
        let mut sum = 0.0;
        let first = self.nodes[world_bounds::SIDES - 1].front;
        let mut stack = vec![(first, world_box.clone())];
        while let Some((child, cell)) = stack.pop() {
            match child {
                Child::Node(id) => {
                    let node = &self.nodes[id as usize];
                    let Some([front, back]) = cell.split(&node.plane, self.tolerances.cell()) else {
                        violations.push(LeafViolation::Idle { node: id });
                        continue;
                    };
                    stack.push((node.back, back.polyhedron));
                    stack.push((node.front, front.polyhedron));
                }
                Child::Leaf(leaf) => {
                    let found = cell.volume();
                    sum += found;
                    let expected = self.leaves[leaf as usize].volume;
                    let surface: f64 = cell.faces.iter().map(Polygon::area).sum();
                    if exceeds((found - expected).abs(), self.tolerances.on_plane * surface) {
                        violations.push(LeafViolation::Volume {
                            leaf,
                            expected,
                            found,
                        });
                    }
                    let (index, expected) = (leaf as usize, surface);
                    let allowed = self.boundary_slack(&cell, counts[index]);
                    if exceeds((areas[index] - expected).abs(), allowed) {
                        violations.push(LeafViolation::Boundary {
                            leaf,
                            expected,
                            found: areas[index],
                        });
                    }
                }
            }
        }
        let expected = world_box.volume();
        let surface: f64 = world_box.faces.iter().map(Polygon::area).sum();
        let cuts = f64::from(self.node_count()).sqrt();
        if exceeds((sum - expected).abs(), self.tolerances.on_plane * surface * cuts) {
            violations.push(LeafViolation::Volume {
                leaf: OUTSIDE,
                expected,
                found: sum,
            });
        }
    }

    /// How far the areas of so many interfaces of a cell may be off, in square metres.
    fn boundary_slack(&self, cell: &Polyhedron, adjacencies: u32) -> f64 {
        let perimeter: f64 = cell
            .faces
            .iter()
            .flat_map(|face| face.edges().map(|edge| edge.length()).collect::<Vec<_>>())
            .sum();
        let size = cell.bounds().size().length();
        EDGE_SLACK * self.tolerances.on_plane * (perimeter + size * f64::from(adjacencies))
    }

    fn check_links(&self, violations: &mut Vec<LeafViolation>) {
        let mut sums = vec![DVec3::ZERO; self.leaves.len()];
        let mut counts = vec![0_u32; self.leaves.len()];
        for (adjacency, index) in self.adjacencies.iter().zip(0..) {
            let outward = self.nodes[adjacency.node as usize].plane.normal * adjacency.area;
            sums[adjacency.leaves[0] as usize] -= outward;
            sums[adjacency.leaves[1] as usize] += outward;
            for leaf in adjacency.leaves {
                counts[leaf as usize] += 1;
            }
            let covered = [
                adjacency.facing_front,
                adjacency.facing_back,
                adjacency.facing_both,
            ];
            let all: f64 = covered.iter().sum();
            if covered.iter().any(|&area| exceeds(0.0, area))
                || exceeds(all, adjacency.area * (1.0 + UNIT_LENGTH))
            {
                violations.push(LeafViolation::Covered { adjacency: index });
            }
        }
        for (leaf, (sum, count)) in (0..).zip(sums.into_iter().zip(counts)) {
            let bounds = self.leaves[leaf as usize].bounds;
            let size = bounds.size().length();
            let allowed = EDGE_SLACK * self.tolerances.on_plane * size * f64::from(4 + 4 * count);
            let gap = sum.length();
            if count > 0 && exceeds(gap, allowed) {
                violations.push(LeafViolation::Open { leaf, gap });
            }
        }
    }

    fn check_portals(&self, violations: &mut Vec<LeafViolation>) {
        let tolerance = EDGE_SLACK * self.tolerances.on_plane;
        let mut areas: HashMap<[LeafId; 2], f64> = HashMap::new();
        for id in 0..self.portal_count() {
            let Some(portal) = self.portal(id) else { continue };
            let mut wrong = |what| violations.push(LeafViolation::Portal { portal: id, what });
            if portal.leaves.iter().any(|&leaf| self.is_solid(leaf)) {
                wrong("a leaf of it is solid");
            }
            if portal
                .leaves
                .iter()
                .any(|&leaf| !self.portals_of(leaf).contains(&id))
            {
                wrong("a leaf of it does not know it");
            }
            let polygon = Polygon::bare(portal.polygon.iter().copied());
            *areas.entry(portal.leaves).or_default() += polygon.area();
            if polygon
                .positions()
                .any(|corner| exceeds(portal.plane.distance(corner).abs(), tolerance))
            {
                wrong("it is off its plane");
            }
            if exceeds(0.0, polygon.vector_area().dot(portal.plane.normal)) {
                wrong("it does not face as its plane does");
            }
            // An edge that is shorter than the tolerance has no direction.
            let mut edges = polygon.edges().filter(|edge| edge.length() > tolerance);
            let concave = edges.any(|edge| {
                let inward = portal.plane.normal.cross(edge.direction()).normalize_or_zero();
                polygon
                    .positions()
                    .any(|corner| inward.dot(corner - edge.from) < -tolerance)
            });
            if concave {
                wrong("it is not convex");
            }
        }
        for (adjacency, index) in self.adjacencies.iter().zip(0..) {
            if adjacency.leaves.iter().any(|&leaf| self.is_solid(leaf)) {
                continue;
            }
            let found = areas.get(&adjacency.leaves).copied().unwrap_or(0.0);
            // As large around as the smaller of its leaves at most.
            let size = adjacency
                .leaves
                .map(|leaf| self.leaves[leaf as usize].bounds.size().length());
            if exceeds(adjacency.open(), found + 4.0 * tolerance * size[0].min(size[1])) {
                violations.push(LeafViolation::Unportalled { adjacency: index });
            }
        }
    }

    fn check_fragments(&self, violations: &mut Vec<LeafViolation>) {
        let rounding = 2.0 * f64::from(f32::EPSILON) * self.bounds.largest_coordinate();
        let mut areas: HashMap<u32, (f64, f64, f64)> = HashMap::new();
        for face in &self.face_areas {
            let entry = areas.entry(face.face).or_default();
            entry.0 += face.area;
            entry.2 += face.perimeter;
        }
        for (fragment, index) in self.fragments.iter().zip(0..) {
            let first = fragment.first_vertex as usize;
            let corners = &self.mesh.positions[first..first + fragment.vertex_count as usize];
            let polygon = Polygon::bare(corners.iter().map(|corner| corner.as_dvec3()));
            let perimeter: f64 = polygon.edges().map(|edge| edge.length()).sum();
            let entry = areas.entry(fragment.face).or_default();
            entry.1 += polygon.area();
            entry.2 += perimeter;
            // Structural pieces may be on a plane by being as near to it as `NEAR_PLANE` has it.
            let thickness = if fragment.structural {
                1.0 + NEAR_PLANE * CELL_THICKNESS
            } else {
                1.001
            };
            let allowed = thickness * self.tolerances.on_plane + rounding;
            for (ancestor, branch) in self.ancestors_of_leaf(fragment.leaf) {
                let plane = self.nodes[ancestor as usize].plane;
                let sign = if branch == Branch::Front { 1.0 } else { -1.0 };
                let distance = polygon
                    .positions()
                    .map(|corner| -sign * plane.distance(corner))
                    .fold(f64::NEG_INFINITY, f64::max);
                if exceeds(distance, allowed) {
                    violations.push(LeafViolation::WrongSide {
                        fragment: index,
                        ancestor,
                        distance,
                    });
                }
            }
        }
        let mut wrong: Vec<LeafViolation> = areas
            .into_iter()
            .filter(|&(_, (expected, found, perimeter))| {
                // A piece may be off by a strip along its edges.
                let strip = (rounding + EDGE_SLACK * self.tolerances.on_plane) * perimeter;
                exceeds((found - expected).abs(), strip)
            })
            .map(|(face, (expected, found, _))| LeafViolation::Area {
                face,
                expected,
                found,
            })
            .collect();
        wrong.sort_by_key(|violation| match violation {
            LeafViolation::Area { face, .. } => *face,
            _ => NONE,
        });
        violations.extend(wrong);
    }
}
