//! A level as all contestants get it: triangles in single precision.

use std::collections::HashMap;

use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::Level;
use bspwalk_trees::{BuildParams, NodeTree, QuakeTree};
use glam::{DVec3, Vec3};

use crate::oracle::Oracle;

/// A level. All contestants get the same corners, which are those of `f32`.
#[derive(Debug)]
pub struct Arena {
    /// Its name.
    pub name: String,
    /// The triangles that stop a body, counter-clockwise seen from the open side where the level has one.
    pub triangles: Vec<[Vec3; 3]>,
    /// The tree of `bspwalk_trees` over them.
    pub nodes: NodeTree,
    /// The clip hulls of the level's own compiler, where it has some.
    pub hulls: Option<QuakeTree>,
    /// What answers for all whether a path crossed a face.
    pub oracle: Oracle,
}

impl Arena {
    /// A level of triangles.
    ///
    /// # Errors
    /// A sentence, where the tree cannot be built.
    pub fn new(name: &str, triangles: Vec<[Vec3; 3]>) -> Result<Self, String> {
        let has_area = |[a, b, c]: &[Vec3; 3]| (*b - *a).cross(*c - *a).length() > 0.0;
        let triangles: Vec<[Vec3; 3]> = triangles.into_iter().filter(has_area).collect();
        let tagged: Vec<TaggedTriangle> = triangles
            .iter()
            .zip(0..)
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

    /// A loaded level, with its clip hulls where it has some.
    ///
    /// # Errors
    /// As [`Arena::new`].
    pub fn of_level(level: &Level) -> Result<Self, String> {
        let triangles = level.solid_triangles();
        let rounded = triangles
            .iter()
            .map(|triangle| triangle.corners.map(DVec3::as_vec3));
        let mut arena = Self::new(&level.name, rounded.collect())?;
        arena.hulls = level.hulls().cloned();
        Ok(arena)
    }

    /// The triangles as a mesh with shared corners: the corners, and three of their numbers for each triangle.
    #[must_use]
    pub fn mesh(&self) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let mut numbers: HashMap<[u32; 3], u32> = HashMap::new();
        let mut corners: Vec<Vec3> = Vec::new();
        let indices = self
            .triangles
            .iter()
            .map(|triangle| {
                triangle.map(|corner| {
                    // −0 and 0 are one corner.
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
