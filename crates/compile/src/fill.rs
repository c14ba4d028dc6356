//! Leaves out the faces that nobody inside a sealed level can reach, as qbsp's `FillOutside` does, of levels whose source
//! gives solids.
//!
//! This is no part of the loader, as it takes a tree: a solid-leaf tree over all structural faces, whose leaves are each
//! wholly solid or wholly empty. From the entities the empty leaves are flooded through portals. Where the flood reaches the
//! outside, the level leaks, and everything stays. Otherwise the faces without a flooded leaf in front of them go, and the
//! empty leaves that were not flooded become solids themselves, so that what is beyond the walls counts as solid in every
//! further tree.

use std::sync::Arc;

use bspwalk_geometry::{Aabb, Plane};
use bspwalk_levels::{Brush, Entity, Level, SpawnOrigin, UpAxis, Warning};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::solid_leaf::{
    Inside, LeafBuildError, LeafId, LeafParams, LeafTree, OUTSIDE, PortalGraph, PortalId,
};
use bspwalk_trees::tolerance::CELL_THICKNESS;
use glam::DVec3;

use super::{Brushes, CompileError, Structure, StructureParams, leaf_triangles};

/// How far above its origin an entity is looked for, too, in units of the source: some stand in their floor.
const ABOVE: f64 = 1.0;

/// The object of the brushes that stand for what cannot be reached; they follow those of the source.
pub const OUTSIDE_OBJECT: &str = "outside";

/// The brushes of the source, without those that stand for what cannot be reached.
#[must_use]
pub fn source_brushes(level: &Level) -> &[Brush] {
    let is_outside = |brush: &Brush| {
        let object = level.objects.get(brush.object as usize);
        object.is_some_and(|object| object == OUTSIDE_OBJECT)
    };
    let brushes = &level.brushes[..];
    let first = brushes.iter().position(is_outside).unwrap_or(brushes.len());
    &brushes[..first]
}

/// The level without what cannot be reached from its entities; a level without brushes as it is.
///
/// # Errors
/// [`CompileError::Cancelled`].
pub fn reachable(mut level: Level, progress: &Arc<Progress>) -> Result<Level, CompileError> {
    if level.brushes.is_empty() {
        return Ok(level);
    }
    let structure = Structure::new(&level, &StructureParams::names(), progress)?;
    let triangles = leaf_triangles(&level, &structure);
    let params = LeafParams {
        merge: false,
        ..LeafParams::default()
    };
    let brushes = Brushes::structural(&level, &structure);
    let contains = |point| brushes.as_ref().is_some_and(|brushes| brushes.contain(point));
    let tree = match LeafTree::builder(&params)
        .solid_where(Some(&contains))
        .progress(progress)
        .build(&triangles)
    {
        Ok(tree) => tree,
        Err(LeafBuildError::Cancelled(cancelled)) => return Err(cancelled.into()),
        Err(error) => {
            let message = text!("compile-outside-stays", error);
            level.warnings.push(Warning { line: None, message });
            return Ok(level);
        }
    };
    // Where solids taper off to an edge, they are thinner than any leaf, so that leaves meet beside the edge. All of such a portal
    // is near to solids, while one that an edge only touches is not.
    let reach = CELL_THICKNESS * tree.tolerances().on_plane;
    let is_crack = |portal| {
        let corners = tree.portal_graph().polygon(portal);
        let middle = corners.iter().sum::<DVec3>() / corners.len().max(1) as f64;
        let halfway = corners.iter().map(|corner| corner.midpoint(middle));
        brushes.as_ref().is_some_and(|brushes| {
            std::iter::once(middle)
                .chain(halfway)
                .all(|point| brushes.are_near(point, reach))
        })
    };
    match flood(&level, &tree, is_crack, progress)? {
        Flood::Leak(entity) if tree.inside() == Inside::Rooms => {
            let warning = leak_warning(&level, &level.entities[entity]);
            level.warnings.push(warning);
            Ok(level)
        }
        Flood::Leak(_) | Flood::Nothing => {
            let open = text!("compile-open").to_owned();
            level.conversions.push(open);
            Ok(level)
        }
        Flood::Reached(reached) => without_rest(level, &tree, &reached, progress),
    }
}

/// What a flood from the entities found.
enum Flood {
    /// It reached the outside from this entity.
    Leak(usize),
    /// There is no inside.
    Nothing,
    /// The leaves that it reached.
    Reached(Vec<bool>),
}

/// Floods the empty leaves from the entities, but not through cracks.
fn flood(
    level: &Level,
    tree: &LeafTree,
    is_crack: impl Fn(PortalId) -> bool,
    progress: &Progress,
) -> Result<Flood, Cancelled> {
    progress.begin(text!("phase-find-reachable"), level.entities.len() as u64);
    let graph = tree.portal_graph();
    let mut reached = vec![false; tree.leaf_count() as usize];
    let mut stands_somewhere = false;
    for (index, entity) in level.entities.iter().enumerate() {
        progress.check()?;
        progress.advance(1);
        let Some((leaf, _)) = place(level, tree, entity) else {
            continue;
        };
        stands_somewhere = true;
        spread(graph, leaf, &is_crack, &mut reached, progress)?;
        if reached[OUTSIDE as usize] {
            return Ok(Flood::Leak(index));
        }
    }
    if stands_somewhere {
        return Ok(Flood::Reached(reached));
    }
    // Nobody is there to ask: what the outside does not reach is inside.
    let mut outside = vec![false; tree.leaf_count() as usize];
    spread(graph, OUTSIDE, &is_crack, &mut outside, progress)?;
    let inside: Vec<bool> = (0..)
        .zip(outside)
        .map(|(leaf, outside)| !outside && !tree.is_solid(leaf))
        .collect();
    Ok(if inside.contains(&true) {
        Flood::Reached(inside)
    } else {
        Flood::Nothing
    })
}

/// The empty leaf in which an entity stands that has a place, and the point in it.
fn place(level: &Level, tree: &LeafTree, entity: &Entity) -> Option<(LeafId, DVec3)> {
    let has_place = entity
        .properties
        .iter()
        .any(|(key, _)| key.eq_ignore_ascii_case("origin"));
    if !has_place || entity.object.is_some() || entity.class == "worldspawn" {
        return None;
    }
    let points = [
        entity.position,
        entity.position + DVec3::Y * ABOVE * level.units.scale,
    ];
    let places = points.map(|point| (tree.locate(point), point));
    places.into_iter().find(|&(leaf, _)| !tree.is_solid(leaf))
}

/// Marks the empty leaves that can be reached from one, not through portals that are `closed`.
fn spread(
    graph: &PortalGraph,
    leaf: LeafId,
    closed: impl Fn(PortalId) -> bool,
    reached: &mut [bool],
    progress: &Progress,
) -> Result<(), Cancelled> {
    let mut stack = vec![leaf];
    let mut turn = 0;
    while let Some(leaf) = stack.pop() {
        progress.check_at(turn)?;
        turn += 1;
        if std::mem::replace(&mut reached[leaf as usize], true) {
            continue;
        }
        for &portal in graph.portals_of(leaf) {
            if let Some(behind) = graph.leaf_across(portal, leaf)
                && !reached[behind as usize]
                && !closed(portal)
            {
                stack.push(behind);
            }
        }
    }
    Ok(())
}

/// Returns whether a warning of a level reports that it leaks.
#[must_use]
pub fn is_leak_warning(level: &Level, warning: &Warning) -> bool {
    let mut entities = level.entities.iter();
    entities.any(|entity| leak_warning(level, entity) == *warning)
}

fn leak_warning(level: &Level, entity: &Entity) -> Warning {
    let [x, y, z] = to_source(level, entity.position).to_array();
    Warning {
        line: entity.line,
        message: text!(
            "compile-leak",
            class = entity.class,
            x = format_args!("{x:.0}"),
            y = format_args!("{y:.0}"),
            z = format_args!("{z:.0}")
        ),
    }
}

/// A point of the level in the axes and units of its source.
#[must_use]
pub fn to_source(level: &Level, point: DVec3) -> DVec3 {
    let point = level.to_world(point);
    let point = match level.units.up {
        UpAxis::Y => point,
        UpAxis::Z => DVec3::new(point.x, -point.z, point.y),
    };
    // Adding zero turns −0 into 0.
    point / level.units.scale + 0.0
}

/// A point in the axes and units of the level's source, as a point of the level.
#[must_use]
pub fn from_source(level: &Level, point: DVec3) -> DVec3 {
    let point = point * level.units.scale;
    level.to_local(match level.units.up {
        UpAxis::Y => point,
        UpAxis::Z => DVec3::new(point.x, point.z, -point.y),
    })
}

/// Where the line of a leak begins: the eye of the start where it is connected to the outside or nothing is, else the first
/// entity that is. With the entity's index.
#[must_use]
pub fn leak_start(level: &Level, tree: &LeafTree) -> (DVec3, Option<usize>) {
    let eye = level.spawn.eye;
    let mut outside = vec![false; tree.leaf_count() as usize];
    Progress::uncancellable(|progress| {
        spread(tree.portal_graph(), OUTSIDE, |_| false, &mut outside, progress)
    });
    let leaks = |leaf: LeafId| outside.get(leaf as usize).copied().unwrap_or(false);
    if level.brushes.is_empty() || leaks(tree.locate(eye)) {
        return (eye, None);
    }
    let places = level.entities.iter().enumerate();
    let mut places = places.filter_map(|(index, entity)| Some((index, place(level, tree, entity)?)));
    let found = places.find(|&(_, (leaf, _))| leaks(leaf));
    found.map_or((eye, None), |(index, (_, point))| (point, Some(index)))
}

/// The level without the faces that only leaves touch that were not reached.
fn without_rest(
    mut level: Level,
    tree: &LeafTree,
    reached: &[bool],
    progress: &Progress,
) -> Result<Level, CompileError> {
    progress.begin(text!("phase-leave-out-rest"), u64::from(tree.leaf_count()));
    // Doors and other entities stay where they are: only what is part of the world is left out.
    let mut is_world = vec![false; level.objects.len()];
    for brush in &level.brushes {
        is_world[brush.object as usize] = true;
    }
    let mut is_seen = vec![false; level.source_triangles as usize];
    for index in 0.. {
        progress.check_at(index as usize)?;
        let Some(fragment) = tree.fragment(index) else {
            break;
        };
        is_seen[fragment.face as usize] |= reached[fragment.leaf as usize];
    }
    let before = level.triangles.len();
    let is_kept = |triangle: &bspwalk_levels::LevelTriangle| {
        is_seen[triangle.source as usize] || triangle.solid && !is_world[triangle.object as usize]
    };
    level.triangles.retain(is_kept);
    let left_out = before - level.triangles.len();
    if level.triangles.is_empty() {
        return Ok(level);
    }
    for (source, triangle) in (0..).zip(&mut level.triangles) {
        triangle.source = source;
    }
    level.source_triangles = level.triangles.len() as u32;
    level.dropped.clear();
    level.bounds = Aabb::from_points(level.triangles.iter().flat_map(|triangle| triangle.corners));
    let void = level.objects.len() as u32;
    for leaf in 1..tree.leaf_count() {
        progress.check()?;
        let is_void = !reached[leaf as usize] && !tree.is_solid(leaf);
        if is_void
            && tree
                .leaf(leaf)
                .is_some_and(|view| view.bounds.intersects(&level.bounds))
        {
            let cell = tree.leaf_cell(leaf);
            let sides: Vec<Plane> = cell
                .faces
                .iter()
                .filter_map(bspwalk_geometry::Polygon::plane)
                .collect();
            if sides.len() >= 4 {
                level.brushes.push(Brush {
                    sides,
                    bounds: cell.bounds(),
                    detail: false,
                    object: void,
                });
            }
        }
    }
    if level.brushes.last().is_some_and(|brush| brush.object == void) {
        level.objects.push(OUTSIDE_OBJECT.to_owned());
    }
    if left_out > 0 {
        level.conversions.push(text!("compile-left-out", left_out));
    }
    if matches!(level.spawn.origin, SpawnOrigin::Room | SpawnOrigin::Fallback) {
        level.find_spawn(progress)?;
    }
    Ok(level)
}
