//! Which faces the planes of a solid-leaf tree do not stand for.

use glam::{DVec3, Vec3};
use rayon::prelude::*;

use crate::{
    bsp::solid_leaf::{
        Child, LeafId, LeafTree,
        build::descend::{Descent, End, OnPlane},
        solidity::adjacency::is_sliver,
    },
    geometry::Polygon,
    progress::{Cancelled, Progress},
};

/// What faces and planes have to do with each other.
pub(super) struct Found {
    /// Numbers of the faces that no solid leaf is at, in some part; ascending.
    pub(super) faces: Vec<u32>,
    /// How far any part of the others is off the plane of its leaf at the most, in metres.
    pub(super) off_plane: f64,
}

/// Looks at every face of a level, given by its corners and its number.
pub(super) fn find(
    leaves: &LeafTree,
    faces: &[([Vec3; 3], u32)],
    progress: &Progress,
) -> Result<Found, Cancelled> {
    progress.begin("Finding faces without planes", faces.len() as u64);
    let tolerance = leaves.tolerances.on_plane;
    let descent = Descent {
        nodes: &leaves.nodes,
        tolerance,
        progress,
    };
    let finder = Finder {
        leaves,
        descent,
        exact: Descent {
            tolerance: leaves.tolerances.cell(),
            ..descent
        },
    };
    // `None` where a face is loose.
    let found = faces
        .par_iter()
        .map(|(corners, _)| {
            progress.check()?;
            progress.advance(1);
            finder.off_plane(corners.map(Vec3::as_dvec3))
        })
        .collect::<Result<Vec<Option<f64>>, Cancelled>>()?;
    let uncovered = faces.iter().zip(&found).filter(|(_, found)| found.is_none());
    let mut uncovered: Vec<u32> = uncovered.map(|(&(_, face), _)| face).collect();
    uncovered.sort_unstable();
    uncovered.dedup();
    Ok(Found {
        faces: uncovered,
        off_plane: found.into_iter().flatten().fold(0.0, f64::max),
    })
}

struct Finder<'a> {
    leaves: &'a LeafTree,
    /// By the thickness of planes, as faces are put into the tree.
    descent: Descent<'a>,
    /// As precise as cells are.
    exact: Descent<'a>,
}

impl Finder<'_> {
    fn is_solid(&self, leaf: LeafId) -> bool {
        self.leaves.is_solid(leaf)
    }

    /// How far a face is off the planes of the solid leaves at it; `None` where some part of it has none.
    fn off_plane(&self, corners: [DVec3; 3]) -> Result<Option<f64>, Cancelled> {
        if self.leaves.nodes.is_empty() {
            return Ok(None);
        }
        let (mut is_uncovered, mut off_plane) = (false, 0.0_f64);
        let is_narrow = |part: &Polygon| is_sliver(part, part.area(), self.descent.tolerance);
        self.descent.walk(
            Child::Node(0),
            Polygon::bare(corners),
            |_, _| OnPlane::Stop,
            |end, part| match end {
                End::Leaf(leaf) => {
                    is_uncovered |= !self.is_solid(leaf) && !is_narrow(&part);
                    Ok(())
                }
                End::Node(id) => {
                    let node = &self.leaves.nodes[id as usize];
                    let normal = node.plane.normal;
                    for corner in part.positions() {
                        off_plane = off_plane.max(node.plane.distance(corner).abs());
                    }
                    let flat = Polygon::bare(part.positions().map(|corner| node.plane.project(corner)));
                    self.exact.cut(node.front, flat, normal, |front, part| {
                        if self.is_solid(front) {
                            return Ok(());
                        }
                        self.exact.cut(node.back, part, -normal, |back, part| {
                            is_uncovered |= !self.is_solid(back) && !is_narrow(&part);
                            Ok(())
                        })
                    })
                }
            },
        )?;
        Ok((!is_uncovered).then_some(off_plane))
    }
}
