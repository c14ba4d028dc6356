//! Benchmark queries on a level, shared by all libraries.

use bspwalk_geometry::Triangle;
use bspwalk_trees::NodeTree;
use glam::Vec3;

use crate::{BATCH, RADIUS, SWEEP, levels::SharedLevel, queries::Queries};

/// The queries on one level.
pub(crate) struct QuerySet {
    /// Segments between random points within the bounds.
    pub(crate) across: Vec<(Vec3, Vec3)>,
    /// Segments from points clear of walls, in random directions, through the whole level.
    pub(crate) from_free: Vec<(Vec3, Vec3)>,
    /// Segments from random points within the bounds, in random directions, with twice the length of the level's diagonal.
    pub(crate) far: Vec<(Vec3, Vec3)>,
    /// Sweeps from points clear of walls, in random directions.
    pub(crate) sweeps: Vec<(Vec3, Vec3)>,
    /// Sphere centres near surfaces.
    pub(crate) near: Vec<Vec3>,
}

impl QuerySet {
    pub(crate) fn new(level: &SharedLevel, tree: &NodeTree) -> Self {
        let triangles: Vec<Triangle> = level
            .triangles
            .iter()
            .filter_map(|triangle| Triangle::new(triangle.corners, 0.0))
            .collect();
        let mut queries = Queries::new(1, &triangles);
        let reach = tree.bounds().size().length();
        let across = (0..BATCH)
            .map(|_| (queries.point().as_vec3(), queries.point().as_vec3()))
            .collect();
        let far = (0..BATCH)
            .map(|_| {
                let from = queries.point().as_vec3();
                (from, from + (queries.direction() * 2.0 * reach).as_vec3())
            })
            .collect();
        let mut contacts = Vec::new();
        let mut from_free = Vec::with_capacity(BATCH);
        for _ in 0..100 * BATCH {
            // Start in front of a surface, as players do.
            let from = queries.in_front_of_surface(2.0 * f64::from(RADIUS)).as_vec3();
            let to = from + (queries.direction() * reach).as_vec3();
            tree.contacts(from, RADIUS, &mut contacts);
            if contacts.is_empty() {
                from_free.push((from, to));
            }
            if from_free.len() == BATCH {
                break;
            }
        }
        let sweeps = from_free
            .iter()
            .map(|&(from, to)| (from, from + (to - from).normalize() * SWEEP))
            .collect();
        let near = (0..BATCH)
            .map(|_| queries.near_surface(f64::from(RADIUS)).as_vec3())
            .collect();
        Self {
            across,
            from_free,
            far,
            sweeps,
            near,
        }
    }
}
