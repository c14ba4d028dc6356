//! Validation of a tree's geometry.

pub(super) mod integrity;

use std::collections::{BTreeMap, HashMap};

use crate::tolerance::{CELL_THICKNESS, UNIT_LENGTH};
use bspwalk_geometry::{FaceId, Polygon, Polyhedron};
use bspwalk_progress::Progress;
use glam::DVec3;

use super::{Branch, LeafId, LeafTree, PlaneId, build::world_bounds, solidity::structural_faces::NEAR_PLANE};
use crate::{
    NodeId, Violation,
    traversal::Traversal,
    validation::{Report, collect_violations},
};

/// Tolerance for polygon edges, in plane thicknesses. A corner on two planes has the rounding errors of both.
const EDGE_SLACK: f64 = 4.0;

/// Returns whether a value exceeds a limit. NaN counts as exceeding it, so that no check accepts NaN.
fn exceeds(value: f64, limit: f64) -> bool {
    value.is_nan() || limit.is_nan() || value > limit
}

impl LeafTree {
    /// Checks the invariants of the tree. Every tree built by this crate satisfies them, unless it exceeds the maximum
    /// level size. The geometry is only checked if [`LeafTree::check`] passes.
    ///
    /// # Errors
    /// Returns all violations found.
    pub fn validate(&self) -> Result<(), Vec<Violation>> {
        let integrity = self.check_below(u64::MAX, u64::MAX, &Progress::default());
        collect_violations(integrity, |report| {
            self.check_planes(report);
            self.check_cells(report);
            self.check_coverage(report);
            self.check_portals(report);
            self.check_pieces(report);
        })
    }

    /// Checks that the planes of nodes are in the table, have unit normals, and occur at most once on each path from
    /// the root.
    ///
    /// Nodes are in depth-first order, so the current path is a stack.
    fn check_planes(&self, report: Report<'_>) {
        let mut path: Vec<PlaneId> = Vec::new();
        let mut is_used = vec![false; self.planes.len()];
        for ((node, detail), id) in self.nodes.iter().zip(&self.details).zip(NodeId::all()) {
            let (plane, entry) = (node.plane, self.planes[detail.plane.index()]);
            if (plane.normal.length() - 1.0).abs() > UNIT_LENGTH {
                report(Violation::NodeNormal { node: id });
            }
            if entry != plane && entry.flipped() != plane {
                report(Violation::NodePlane { node: id });
            }
            for plane in path.drain(detail.depth as usize..) {
                is_used[plane.index()] = false;
            }
            if std::mem::replace(&mut is_used[detail.plane.index()], true) {
                report(Violation::PlaneReused { node: id });
            }
            path.push(detail.plane);
        }
    }

    fn check_cells(&self, report: Report<'_>) {
        if self.nodes.len() < world_bounds::SIDES {
            return;
        }
        let world_box = self.world_box();
        // Total area and number of each leaf's interfaces.
        let mut interfaces = vec![(0.0, 0_u32); self.leaves.len()];
        for adjacency in &self.adjacencies {
            for leaf in adjacency.leaves {
                let (area, count) = &mut interfaces[leaf.index()];
                *area += adjacency.area;
                *count += 1;
            }
        }
        let mut sum = 0.0;
        let first = self.nodes[world_bounds::SIDES - 1].front;
        let mut traversal = Traversal::new(&self.nodes[..], first, world_box.clone());
        while let Some((leaf, cell)) = traversal.next_leaf(|(id, node), cell| {
            let parts = cell.split(&node.plane, self.tolerances.cell());
            if parts.is_none() {
                report(Violation::PlaneMissesCell { node: id });
            }
            let parts = parts.map(|parts| parts.map(|part| Some(part.polyhedron)));
            (Branch::Front, parts.unwrap_or_default())
        }) {
            let expected = cell.volume();
            sum += expected;
            let found = self.leaves[leaf.index()].volume;
            let surface: f64 = cell.faces.iter().map(Polygon::area).sum();
            if exceeds((found - expected).abs(), self.tolerances.on_plane * surface) {
                report(Violation::LeafVolume {
                    leaf,
                    found,
                    expected,
                });
            }
            let (area, count) = interfaces[leaf.index()];
            if exceeds((area - surface).abs(), self.boundary_slack(&cell, count)) {
                report(Violation::LeafSurface {
                    leaf,
                    found: area,
                    expected: surface,
                });
            }
        }
        let expected = world_box.volume();
        let surface: f64 = world_box.faces.iter().map(Polygon::area).sum();
        let cuts = f64::from(self.node_count()).sqrt();
        if exceeds((sum - expected).abs(), self.tolerances.on_plane * surface * cuts) {
            report(Violation::WorldVolume { found: sum, expected });
        }
    }

    fn boundary_slack(&self, cell: &Polyhedron, adjacencies: u32) -> f64 {
        let perimeter_of = |face: &Polygon| face.edges().map(|edge| edge.length()).sum::<f64>();
        let perimeter: f64 = cell.faces.iter().map(perimeter_of).sum();
        let size = cell.bounds().size().length();
        EDGE_SLACK * self.tolerances.on_plane * (perimeter + size * f64::from(adjacencies))
    }

    /// Checks that the outward area vectors of a leaf's interfaces add up to zero, and that the covered area of an
    /// interface does not exceed its area.
    fn check_coverage(&self, report: Report<'_>) {
        let mut sums = vec![(DVec3::ZERO, 0_u32); self.leaves.len()];
        for (adjacency, index) in self.adjacencies.iter().zip(0..) {
            let outward = self.nodes[adjacency.node.index()].plane.normal * adjacency.area;
            for (leaf, outward) in adjacency.leaves.into_iter().zip([-outward, outward]) {
                let (sum, count) = &mut sums[leaf.index()];
                *sum += outward;
                *count += 1;
            }
            let covered = [
                adjacency.facing_front,
                adjacency.facing_back,
                adjacency.facing_both,
            ];
            let all: f64 = covered.iter().sum();
            let is_negative = covered.iter().any(|&area| exceeds(0.0, area));
            if is_negative || exceeds(all, adjacency.area * (1.0 + UNIT_LENGTH)) {
                report(Violation::InterfaceCoverage { interface: index });
            }
        }
        for ((sum, count), (leaf, id)) in sums.into_iter().zip(self.leaves.iter().zip(LeafId::all())) {
            let size = leaf.bounds.size().length();
            let allowed = EDGE_SLACK * self.tolerances.on_plane * size * f64::from(4 + 4 * count);
            let area = sum.length();
            if count > 0 && exceeds(area, allowed) {
                report(Violation::LeafGap { leaf: id, area });
            }
        }
    }

    /// Checks that portals are convex polygons on their planes and between empty leaves, and that they cover the open
    /// part of their interface.
    fn check_portals(&self, report: Report<'_>) {
        let tolerance = EDGE_SLACK * self.tolerances.on_plane;
        let mut areas: HashMap<[LeafId; 2], f64> = HashMap::new();
        for id in self.portal_ids() {
            let Some(portal) = self.portal(id) else { continue };
            if portal.leaves.iter().any(|&leaf| self.is_solid(leaf)) {
                report(Violation::PortalIntoSolid { portal: id });
            }
            let polygon = Polygon::from_points(portal.polygon.iter().copied());
            *areas.entry(portal.leaves).or_default() += polygon.area();
            if polygon
                .positions()
                .any(|corner| exceeds(portal.plane.distance(corner).abs(), tolerance))
            {
                report(Violation::PortalOffPlane { portal: id });
            }
            if exceeds(0.0, polygon.vector_area().dot(portal.plane.normal)) {
                report(Violation::PortalFlipped { portal: id });
            }
            // An edge shorter than the tolerance has no reliable direction.
            let mut edges = polygon.edges().filter(|edge| edge.length() > tolerance);
            let concave = edges.any(|edge| {
                let inward = portal.plane.normal.cross(edge.direction()).normalize_or_zero();
                polygon
                    .positions()
                    .any(|corner| inward.dot(corner - edge.from) < -tolerance)
            });
            if concave {
                report(Violation::PortalConcave { portal: id });
            }
        }
        for (adjacency, index) in self.adjacencies.iter().zip(0..) {
            if adjacency.leaves.iter().any(|&leaf| self.is_solid(leaf)) {
                continue;
            }
            let portal_area = areas.get(&adjacency.leaves).copied().unwrap_or(0.0);
            // A strip as wide as the tolerance may be missing along the outline of the interface. The outline is
            // shorter than four diagonals of the smaller leaf.
            let diagonals = adjacency
                .leaves
                .map(|leaf| self.leaves[leaf.index()].bounds.size().length());
            if exceeds(
                adjacency.open_area(),
                portal_area + 4.0 * tolerance * diagonals[0].min(diagonals[1]),
            ) {
                report(Violation::InterfaceOpening { interface: index });
            }
        }
    }

    /// Checks that fragments are inside their leaves, and that the areas of a face's fragments add up to the face's
    /// area.
    fn check_pieces(&self, report: Report<'_>) {
        let reach = self.bounds.min.abs().max(self.bounds.max.abs()).max_element();
        let rounding = 2.0 * f64::from(f32::EPSILON) * reach;
        let mut areas: BTreeMap<FaceId, (f64, f64, f64)> = BTreeMap::new();
        for face in &self.face_areas {
            let entry = areas.entry(face.face).or_default();
            entry.0 += face.area;
            entry.2 += face.perimeter;
        }
        for (fragment, index) in self.fragments.iter().zip(0..) {
            let first = fragment.first_vertex as usize;
            let corners = &self.mesh.positions[first..first + fragment.vertex_count as usize];
            let polygon = Polygon::from_points(corners.iter().map(|corner| corner.as_dvec3()));
            let perimeter: f64 = polygon.edges().map(|edge| edge.length()).sum();
            let entry = areas.entry(fragment.face).or_default();
            entry.1 += polygon.area();
            entry.2 += perimeter;
            // A structural piece may be within `NEAR_PLANE` of a plane.
            let thickness = if fragment.structural {
                1.0 + NEAR_PLANE * CELL_THICKNESS
            } else {
                1.001
            };
            let allowed = thickness * self.tolerances.on_plane + rounding;
            for (ancestor, branch) in self.ancestors_of_leaf(fragment.leaf) {
                let plane = self.nodes[ancestor.index()].plane;
                let sign = if branch == Branch::Front { 1.0 } else { -1.0 };
                let distance = polygon
                    .positions()
                    .map(|corner| -sign * plane.distance(corner))
                    .fold(f64::NEG_INFINITY, f64::max);
                if exceeds(distance, allowed) {
                    report(Violation::FragmentOnWrongSide {
                        fragment: index,
                        ancestor,
                        distance,
                    });
                }
            }
        }
        for (face, (expected, found, perimeter)) in areas {
            // The area of a fragment may be off by a strip along its edges.
            let strip = (rounding + EDGE_SLACK * self.tolerances.on_plane) * perimeter;
            if exceeds((found - expected).abs(), strip) {
                report(Violation::FaceArea {
                    face,
                    found,
                    expected,
                });
            }
        }
    }
}
