//! A level in the form received by all contestants: triangles in single precision.

use std::collections::HashMap;

use bspwalk_geometry::{FaceId, TaggedTriangle};
use bspwalk_levels::Level;
use bspwalk_trees::{BuildParams, NodeTree, QuakeTree};
use glam::{DVec3, Vec3};

use crate::oracle::Oracle;

/// A level. All contestants receive the same `f32` corners.
#[derive(Debug)]
pub struct Arena {
    /// Name of the level.
    pub name: String,
    /// Solid triangles. If the level has an open side, they are counter-clockwise as seen from that side.
    pub triangles: Vec<[Vec3; 3]>,
    /// Node-storing tree of `bspwalk_trees` over the triangles.
    pub nodes: NodeTree,
    /// Clip hulls from the level's own compiler, if any.
    pub hulls: Option<QuakeTree>,
    /// Independent test of paths against the triangles.
    pub oracle: Oracle,
}

impl Arena {
    /// Creates a level from triangles. Degenerate triangles are removed.
    ///
    /// # Errors
    /// Returns an error message if the tree cannot be built.
    pub fn new(name: &str, triangles: Vec<[Vec3; 3]>) -> Result<Self, String> {
        let has_area = |[a, b, c]: &[Vec3; 3]| (*b - *a).cross(*c - *a).length() > 0.0;
        let triangles: Vec<[Vec3; 3]> = triangles.into_iter().filter(has_area).collect();
        let tagged: Vec<TaggedTriangle> = triangles
            .iter()
            .zip(FaceId::all())
            .map(|(corners, face)| TaggedTriangle {
                corners: corners.map(Vec3::as_dvec3),
                face,
            })
            .collect();
        let nodes = NodeTree::build(&tagged, &BuildParams::default())
            .map_err(|error| format!("{name}: the tree cannot be built: {error}"))?;
        let oracle = Oracle::new(tagged.iter().map(|triangle| triangle.corners).collect());
        Ok(Self {
            name: name.to_owned(),
            triangles,
            nodes,
            hulls: None,
            oracle,
        })
    }

    /// Creates an arena from a loaded level and its clip hulls, if it has any.
    ///
    /// # Errors
    /// As for [`Arena::new`].
    pub fn of_level(level: &Level) -> Result<Self, String> {
        let triangles = level.solid_triangles();
        let rounded = triangles
            .iter()
            .map(|triangle| triangle.corners.map(DVec3::as_vec3));
        let mut arena = Self::new(&level.name, rounded.collect())?;
        arena.hulls = level.tree_with_hulls().cloned();
        Ok(arena)
    }

    /// Returns the triangles as an indexed mesh with shared corners.
    #[must_use]
    pub fn mesh(&self) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let mut numbers: HashMap<[u32; 3], u32> = HashMap::new();
        let mut corners: Vec<Vec3> = Vec::new();
        let indices = self
            .triangles
            .iter()
            .map(|triangle| {
                triangle.map(|corner| {
                    // Treat −0 and 0 as the same coordinate.
                    let bits = corner.to_array().map(|value| (value + 0.0).to_bits());
                    *numbers.entry(bits).or_insert_with(|| {
                        corners.push(corner);
                        corners.len() as u32 - 1
                    })
                })
            })
            .collect();
        (corners, indices)
    }
}
