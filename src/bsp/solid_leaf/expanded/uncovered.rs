//! Uncovered faces: those that the solid leaves of a tree do not stand behind.

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

/// The uncovered faces of a level, and how far the others are off their planes.
pub(super) struct Found {
    /// Numbers of the faces with a part that has no solid leaf on either side, ascending.
    pub(super) faces: Vec<u32>,
    /// The greatest distance of the others from the planes of their leaves, in metres.
    pub(super) off_plane: f64,
}

/// Finds the uncovered ones among the faces of a level, given by corners and number.
pub(super) fn find(
    leaves: &LeafTree,
    faces: &[([Vec3; 3], u32)],
    progress: &Progress,
) -> Result<Found, Cancelled> {
    progress.begin("Finding uncovered faces", faces.len() as u64);
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
    // `None` for an uncovered face.
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
    /// With the thickness of planes, as in the build.
    descent: Descent<'a>,
    /// With the precision of cells.
    exact: Descent<'a>,
}

impl Finder<'_> {
    fn is_solid(&self, leaf: LeafId) -> bool {
        self.leaves.is_solid(leaf)
    }

    /// The greatest distance of a face from the planes of the solid leaves beside it; `None` for an uncovered face.
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
