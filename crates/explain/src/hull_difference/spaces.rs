//! The visible spaces of a level and the free space of a hull, as convex cells.

use std::collections::BTreeMap;

use bspwalk_geometry::{Aabb, Polygon, Polyhedron};
use bspwalk_progress::{Cancelled, Progress};

use super::{
    contacts::Cells,
    convex::{Convex, ConvexSet},
    region::{HullRegion, RegionKind},
};

/// Cells of the visible tree and of the free space of a hull, in metres. The cells of each list do not overlap.
pub(super) struct Spaces {
    pub(super) empty: Vec<Polyhedron>,
    pub(super) solid: Vec<Polyhedron>,
    pub(super) free: Vec<Polyhedron>,
    /// Visible faces that stop bodies but have visibly empty space on both sides.
    pub(super) sheets: Vec<Polygon>,
    /// Box of the body relative to its origin.
    pub(super) body: Aabb,
    /// Thickness of planes.
    pub(super) tolerance: f64,
}

impl Spaces {
    /// Returns the free cells in connected groups that reach visibly empty space. This excludes the void around a level
    /// if the compiler did not fill it. Returns `None` if this takes too many steps.
    pub(super) fn reachable(&self, progress: &Progress) -> Result<Option<Vec<Polyhedron>>, Cancelled> {
        let groups = Cells::new(&self.free, self.tolerance).connected();
        let empty = ConvexSet::new(self.empty.iter().map(Convex::from_polyhedron).collect());
        let mut reaches = vec![false; self.free.len()];
        for (turn, (cell, &group)) in self.free.iter().zip(&groups).enumerate() {
            progress.check_at(turn)?;
            let reaches = &mut reaches[group as usize];
            *reaches = *reaches || !empty.cut(cell, self.tolerance).inside.is_empty();
        }
        if empty.is_exhausted() {
            return Ok(None);
        }
        let cells = self.free.iter().zip(groups);
        let cells = cells.filter(|(_, group)| reaches[*group as usize]);
        Ok(Some(cells.map(|(cell, _)| cell.clone()).collect()))
    }

    /// Groups convex parts into connected regions.
    pub(super) fn regions(&self, parts: Vec<Polyhedron>, kind: RegionKind) -> Vec<HullRegion> {
        let cells = Cells::new(&parts, self.tolerance);
        let groups = cells.connected();
        let surfaces: Vec<Vec<Polygon>> = parts
            .iter()
            .map(|part| {
                part.faces
                    .iter()
                    .flat_map(|face| cells.free_parts(face))
                    .collect()
            })
            .collect();
        let mut regions: Vec<HullRegion> = Vec::new();
        let mut numbers = BTreeMap::new();
        for ((part, surface), group) in parts.into_iter().zip(surfaces).zip(groups) {
            let number = *numbers.entry(group).or_insert_with(|| {
                regions.push(HullRegion {
                    kind,
                    parts: Vec::new(),
                    surface: Vec::new(),
                    bounds: Aabb::EMPTY,
                    volume: 0.0,
                    openings: 0,
                });
                regions.len() - 1
            });
            let region = &mut regions[number];
            region.volume += part.volume();
            region.bounds = region.bounds.union(&part.bounds());
            region.surface.extend(surface);
            region.parts.push(part);
        }
        regions
    }
}
