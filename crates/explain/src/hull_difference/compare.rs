//! Comparison of a hull with the visible tree.

use bspwalk_geometry::{Aabb, Capsule, Polygon, Polyhedron};
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{
    LeafTree,
    quake::{HullId, QuakeTree},
    solid_leaf::{ExpandedTree, OUTSIDE},
};

use super::{
    contacts::{Cells, count_groups},
    convex::{Convex, ConvexSet},
    region::{HullDifference, RegionKind},
    spaces::Spaces,
};

/// Maximum number of cells of a hull and of a visible tree. Levels with more cells take too long to compare.
const MOST_CELLS: usize = 100_000;

/// Fraction of the body's smallest half-extent below which differences are ignored.
const PLAY: f64 = 1.0 / 32.0;

impl HullDifference {
    /// Compares a clip hull of a compiled level with its visible tree. Returns `None` if the file has no such hull, if
    /// the trees have more than 100,000 cells, or if the comparison takes too many steps.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn of_file(tree: &QuakeTree, hull: HullId, progress: &Progress) -> Result<Option<Self>, Cancelled> {
        let Some(&body) = hull.clip_hull().and_then(|index| tree.hulls().get(index)) else {
            return Ok(None);
        };
        let within = tree.world().bounds.inflated(body.size().max_element());
        let cells = |hull| tree.hull_cells(hull, &within, MOST_CELLS, progress);
        let (Some(visible), Some(hull)) = (cells(HullId::POINT)?, cells(hull)?) else {
            return Ok(None);
        };
        let mut spaces = Spaces {
            empty: Vec::new(),
            solid: Vec::new(),
            free: Vec::new(),
            sheets: Vec::new(),
            body,
            tolerance: tree.plane_thickness(),
        };
        for (contents, cell) in visible {
            if contents.is_opaque() {
                spaces.solid.push(cell);
            } else {
                spaces.empty.push(cell);
            }
        }
        let free = hull.into_iter().filter(|(contents, _)| !contents.stops_bodies());
        spaces.free = free.map(|(_, cell)| cell).collect();
        Self::new(&spaces, progress)
    }
    /// Compares the expanded solid-leaf tree of a level with the solid-leaf tree itself. Its free space is the space
    /// outside all expanded cells, and outside the sums of the uncovered faces and the body's box. Invisible faces,
    /// such as the faces of clip brushes in a map, stop bodies but count as visibly empty.
    ///
    /// The body's box is the bounding box of the capsule. An expanded tree opens nothing, because an expanded cell
    /// contains the sum of its leaf and the capsule. Returns `None` if the capsule is invalid, if there are more
    /// than 100,000 leaves and faces, or if the comparison takes too many steps.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn of_body(
        level: &Level,
        leaves: &LeafTree,
        expanded: &ExpandedTree,
        capsule: Capsule,
        progress: &Progress,
    ) -> Result<Option<Self>, Cancelled> {
        let faces = expanded.uncovered().len();
        if !capsule.is_valid() || leaves.leaf_count() as usize + faces > MOST_CELLS {
            return Ok(None);
        }
        let half = capsule.extents().as_dvec3();
        let body = Aabb {
            min: -half,
            max: half,
        };
        let tolerance = leaves.tolerances().cell();
        let world = leaves.world_box();
        let within = world.bounds().inflated(2.0 * half.max_element());
        let mut around = Vec::new();
        if !world.is_empty() {
            Convex::from_polyhedron(&world).cut(Polyhedron::from_aabb(&within), tolerance, &mut around);
        }
        let mut spaces = Spaces {
            empty: Vec::new(),
            solid: Vec::new(),
            free: Vec::new(),
            sheets: Vec::new(),
            body,
            tolerance,
        };
        for (turn, leaf) in leaves.leaf_ids().filter(|&leaf| leaf != OUTSIDE).enumerate() {
            progress.check_at(turn)?;
            let cell = leaves.leaf_cell(leaf);
            if cell.is_empty() {
                continue;
            }
            if leaves.is_solid(leaf) {
                spaces.solid.push(cell);
            } else {
                spaces.empty.push(cell);
            }
        }
        let mut places = spaces.empty.clone();
        if leaves.is_solid(OUTSIDE) {
            spaces.solid.extend(around);
        } else {
            places.extend(around);
        }
        let cells = expanded.expanded_cells(capsule.half_axis, capsule.radius);
        let cells = progress.in_parallel(text!("phase-expand-hull"), cells, |planes| {
            Ok(Convex::from_planes(planes, &within, tolerance))
        })?;
        let mut closed: Vec<Convex> = cells.into_iter().flatten().collect();
        for triangle in level.triangles.iter().filter(|triangle| triangle.solid) {
            if !expanded.is_uncovered(triangle.source) {
                continue;
            }
            let face = Polygon::from_points(triangle.corners);
            closed.push(Convex::sum(std::slice::from_ref(&face), &body));
            let material = level.materials.get(triangle.material as usize);
            if material.is_none_or(|material| material.color.w > 0.0) {
                spaces.sheets.push(face);
            }
        }
        let closed = ConvexSet::new(closed);
        let free = progress.in_parallel(text!("phase-expand-hull"), &places, |cell| {
            Ok(closed.cut(cell, tolerance).outside)
        })?;
        if closed.is_exhausted() {
            return Ok(None);
        }
        spaces.free = free.into_iter().flatten().collect();
        let mut difference = Self::new(&spaces, progress)?;
        if let Some(difference) = &mut difference {
            difference
                .regions
                .retain(|region| region.kind != RegionKind::Opened);
        }
        Ok(difference)
    }

    /// Returns `None` if the comparison takes too many steps.
    fn new(spaces: &Spaces, progress: &Progress) -> Result<Option<Self>, Cancelled> {
        let Spaces { body, tolerance, .. } = *spaces;
        let play = PLAY * body.half_size().min_element();
        let Some(free) = spaces.reachable(progress)? else {
            return Ok(None);
        };
        let occupied = |by: f64| {
            let body = body.inflated(by);
            let sums = progress.in_parallel(text!("phase-expand-hull"), &free, |cell| {
                Ok(Convex::sum(&cell.faces, &body))
            });
            sums.map(ConvexSet::new)
        };
        let covers = occupied(play)?;
        let closed = progress.in_parallel(text!("phase-compare-hull"), &spaces.empty, |cell| {
            Ok(covers.cut(cell, tolerance).outside)
        })?;
        if covers.is_exhausted() {
            return Ok(None);
        }
        let closed: Vec<Polyhedron> = closed.into_iter().flatten().collect();
        let solid = Cells::new(&spaces.solid, tolerance);
        let mut regions = spaces.regions(closed, RegionKind::Niche);
        let moved = |by: f64| {
            let body = body.inflated(by);
            Aabb {
                min: -body.max,
                max: -body.min,
            }
        };
        let obstacles = progress.in_parallel(text!("phase-expand-hull"), &spaces.solid, |cell| {
            Ok(Convex::sum(&cell.faces, &moved(play)))
        })?;
        let sheets = spaces
            .sheets
            .iter()
            .map(|sheet| Convex::sum(std::slice::from_ref(sheet), &moved(play)));
        let obstacles = ConvexSet::new(obstacles.into_iter().chain(sheets).collect());
        for region in &mut regions {
            progress.check()?;
            let openings: Vec<Polygon> = region
                .surface
                .iter()
                .flat_map(|face| solid.free_parts(face))
                .collect();
            region.openings = count_groups(&openings, tolerance);
            let fits = region.parts.iter().any(|part| {
                let origins = Convex::sum(&part.faces, &moved(-play)).polyhedron(tolerance);
                !obstacles.cut(&origins, tolerance).outside.is_empty()
            });
            region.kind = match region.openings {
                _ if fits => RegionKind::Blocked,
                0 | 1 => RegionKind::Niche,
                _ => RegionKind::Narrow,
            };
        }
        let covers = occupied(-play)?;
        let opened = progress.in_parallel(text!("phase-compare-hull"), &spaces.solid, |cell| {
            Ok(covers.cut(cell, tolerance).inside)
        })?;
        if covers.is_exhausted() || obstacles.is_exhausted() {
            return Ok(None);
        }
        let opened = opened.into_iter().flatten().collect();
        regions.extend(spaces.regions(opened, RegionKind::Opened));
        regions.sort_by(|a, b| b.volume.total_cmp(&a.volume));
        Ok(Some(Self { body, regions }))
    }
}
