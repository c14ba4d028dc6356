//! Removes faces that cannot be reached from inside a sealed level, like `FillOutside` in qbsp. This applies only to
//! levels whose source has brushes.
//!
//! This is not part of the loader because it needs a solid-leaf tree of all structural faces. Each leaf of that tree is
//! either completely solid or completely empty. A flood fill starts at the entities and spreads through portals to all
//! connected empty leaves. If it reaches the outside, the level leaks and nothing is removed. Otherwise, faces that
//! touch no flooded leaf are removed. Empty leaves that were not flooded become brushes, so that later trees treat the
//! space beyond the walls as solid.

use std::sync::Arc;

use bspwalk_geometry::{Aabb, FaceId, Plane};
use bspwalk_levels::{Brush, Entity, Level, SpawnOrigin, UpAxis, Warning, text};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::solid_leaf::{
    Inside, LeafBuildError, LeafId, LeafParams, LeafTree, OUTSIDE, PortalGraph, PortalId,
};
use bspwalk_trees::tolerance::CELL_THICKNESS;
use glam::DVec3;

use super::{Brushes, CompileError, Structure, StructureParams, leaf_triangles};

/// Height of a second test position above an entity's origin, in source units. Some entities are placed inside the
/// floor.
const ABOVE: f64 = 1.0;

/// Name of the object whose brushes fill unreachable space. These brushes follow the source's brushes.
const OUTSIDE_OBJECT: &str = "outside";

/// Returns the source's brushes, without the brushes that fill unreachable space.
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

/// Removes everything in a level that cannot be reached from its entities. A level without brushes is returned
/// unchanged.
///
/// # Errors
/// Returns [`CompileError::Cancelled`].
pub fn remove_unreachable(mut level: Level, progress: &Arc<Progress>) -> Result<Level, CompileError> {
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
            let message = text!("compile-outside-stays", error = crate::leaf_error_text(&error));
            level.warnings.push(Warning { line: None, message });
            return Ok(level);
        }
    };
    // Solids that taper to an edge become thinner than any leaf, so the leaves on both sides meet near the edge. Such a
    // portal is close to solids at every point, unlike a portal that merely touches an edge.
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
            let open = text!("compile-open");
            level.conversions.push(open);
            Ok(level)
        }
        Flood::Reached(reached) => without_rest(level, &tree, &reached, progress),
    }
}

/// The result of a flood fill from the entities.
enum Flood {
    /// The flood from the entity with this index reached the outside.
    Leak(usize),
    /// The level has no interior.
    Nothing,
    /// Flag for each leaf: whether the flood reached it.
    Reached(Vec<bool>),
}

/// Floods the empty leaves, starting from the entities. Cracks count as closed.
fn flood(
    level: &Level,
    tree: &LeafTree,
    is_crack: impl Fn(PortalId) -> bool,
    progress: &Progress,
) -> Result<Flood, Cancelled> {
    progress.begin("Finding reachable space", level.entities.len() as u64);
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
        if reached[OUTSIDE.index()] {
            return Ok(Flood::Leak(index));
        }
    }
    if stands_somewhere {
        return Ok(Flood::Reached(reached));
    }
    // Without entities, every leaf that is unreachable from the outside counts as inside.
    let mut outside = vec![false; tree.leaf_count() as usize];
    spread(graph, OUTSIDE, &is_crack, &mut outside, progress)?;
    let inside: Vec<bool> = LeafId::all()
        .zip(outside)
        .map(|(leaf, outside)| !outside && !tree.is_solid(leaf))
        .collect();
    Ok(if inside.contains(&true) {
        Flood::Reached(inside)
    } else {
        Flood::Nothing
    })
}

/// Returns the empty leaf that contains a point entity, and the entity's position in it.
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

/// Marks the empty leaves that can be reached from a leaf without passing through closed portals.
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
        if std::mem::replace(&mut reached[leaf.index()], true) {
            continue;
        }
        for &portal in graph.portals_of(leaf) {
            if let Some(behind) = graph.leaf_across(portal, leaf)
                && !reached[behind.index()]
                && !closed(portal)
            {
                stack.push(behind);
            }
        }
    }
    Ok(())
}

/// Returns whether a level's warning reports a leak.
#[must_use]
pub fn is_leak_warning(level: &Level, warning: &Warning) -> bool {
    let mut entities = level.entities.iter();
    entities.any(|entity| leak_warning(level, entity) == *warning)
}

fn leak_warning(level: &Level, entity: &Entity) -> Warning {
    let [x, y, z] = level_to_source_point(level, entity.position).to_array();
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

/// Converts a point from level space to the axes and units of the level's source.
#[must_use]
pub fn level_to_source_point(level: &Level, point: DVec3) -> DVec3 {
    let point = level.to_world(point);
    let point = match level.units.up {
        UpAxis::Y => point,
        UpAxis::Z => DVec3::new(point.x, -point.z, point.y),
    };
    // Adding zero turns −0 into 0.
    point / level.units.scale + 0.0
}

/// Converts a point from the axes and units of the level's source to level space.
#[must_use]
pub fn source_to_level_point(level: &Level, point: DVec3) -> DVec3 {
    let point = point * level.units.scale;
    level.to_local(match level.units.up {
        UpAxis::Y => point,
        UpAxis::Z => DVec3::new(point.x, point.z, -point.y),
    })
}

/// Returns the start of the leak line, and the index of the entity at that point, if any.
///
/// The line normally starts at the first entity that can reach the outside. It starts at the spawn's eye position if
/// the outside can be reached from there, if no entity can reach it, or if the level has no brushes.
#[must_use]
pub fn leak_start(level: &Level, tree: &LeafTree) -> (DVec3, Option<usize>) {
    let eye = level.spawn.eye;
    let mut outside = vec![false; tree.leaf_count() as usize];
    Progress::uncancellable(|progress| {
        spread(tree.portal_graph(), OUTSIDE, |_| false, &mut outside, progress)
    });
    let leaks = |leaf: LeafId| outside.get(leaf.index()).copied().unwrap_or(false);
    if level.brushes.is_empty() || leaks(tree.locate(eye)) {
        return (eye, None);
    }
    let places = level.entities.iter().enumerate();
    let mut places = places.filter_map(|(index, entity)| Some((index, place(level, tree, entity)?)));
    let found = places.find(|&(_, (leaf, _))| leaks(leaf));
    found.map_or((eye, None), |(index, (_, point))| (point, Some(index)))
}

/// Removes world faces that touch only leaves that the flood did not reach.
fn without_rest(
    mut level: Level,
    tree: &LeafTree,
    reached: &[bool],
    progress: &Progress,
) -> Result<Level, CompileError> {
    progress.begin("Removing unreachable faces", u64::from(tree.leaf_count()));
    // Keep doors and other entities; remove only world faces.
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
        is_seen[fragment.face.index()] |= reached[fragment.leaf.index()];
    }
    let before = level.triangles.len();
    let is_kept = |triangle: &bspwalk_levels::LevelTriangle| {
        is_seen[triangle.source.index()] || triangle.solid && !is_world[triangle.object as usize]
    };
    level.triangles.retain(is_kept);
    let left_out = before - level.triangles.len();
    if level.triangles.is_empty() {
        return Ok(level);
    }
    for (source, triangle) in FaceId::all().zip(&mut level.triangles) {
        triangle.source = source;
    }
    level.source_triangles = level.triangles.len() as u32;
    level.dropped.clear();
    level.bounds = Aabb::from_points(level.triangles.iter().flat_map(|triangle| triangle.corners));
    let void = level.objects.len() as u32;
    for leaf in tree.leaf_ids().skip(1) {
        progress.check()?;
        let is_void = !reached[leaf.index()] && !tree.is_solid(leaf);
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
