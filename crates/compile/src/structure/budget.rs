//! The facet budget. If a level has too many facets, the facets with the least value to the tree become detail.
//!
//! A surface is a set of edge-connected triangles with the same object and material. A facet is a flat, connected part
//! of a surface. It needs only one splitting plane, regardless of its number of triangles. Large facets separate rooms.
//! Small facets, as in plants, curtains and ornaments, need many planes but separate little. The value of a surface is
//! therefore the mean area of its facets, and the budget goes to the most valuable surfaces. The last surface that fits
//! keeps only its largest facets.

use std::collections::{BTreeMap, HashMap};

use bspwalk_geometry::{DisjointSets, Plane, Tolerances};
use bspwalk_levels::{Level, LevelTriangle};
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;
use rayon::prelude::*;

/// A flat part of a surface.
struct Facet {
    /// Triangles of the facet, as indices into the list of undecided triangles.
    triangles: Vec<u32>,
    area: f64,
    /// First triangle of the facet.
    first: u32,
}

/// Facets in descending order of value.
#[derive(Debug)]
pub(super) struct Ranking {
    /// Triangles grouped by facet.
    triangles: Vec<u32>,
    /// End of each facet's range in `triangles`.
    ends: Vec<u32>,
}

impl Ranking {
    /// Returns the triangles of the facets that exceed the budget.
    pub(super) fn triangles_over_budget(&self, budget: usize) -> &[u32] {
        let kept = match budget.min(self.ends.len()) {
            0 => 0,
            facets => self.ends[facets - 1] as usize,
        };
        &self.triangles[kept..]
    }

    /// Ranks the facets of the triangles in `open`, which no rule has classified yet.
    pub(super) fn new(level: &Level, open: &[u32], progress: &Progress) -> Result<Self, Cancelled> {
        progress.begin("Applying the face budget", 0);
        progress.check()?;
        let tolerance = Tolerances::for_bounds(&level.bounds).on_plane;
        let triangles: Vec<&LevelTriangle> = open
            .iter()
            .map(|&index| &level.triangles[index as usize])
            .collect();
        let (surfaces, facets) = surfaces_and_facets(&triangles, tolerance, progress)?;
        let mut by_name: BTreeMap<u32, Facet> = BTreeMap::new();
        for (index, (triangle, &first)) in (0..).zip(triangles.iter().zip(&facets)) {
            progress.check_at(index as usize)?;
            let [a, b, c] = triangle.corners;
            let facet = by_name.entry(first).or_insert_with(|| Facet {
                triangles: Vec::new(),
                area: 0.0,
                first,
            });
            facet.triangles.push(index);
            facet.area += (b - a).cross(c - a).length() * 0.5;
        }
        let mut facets_of: HashMap<u32, Vec<Facet>> = HashMap::new();
        for facet in by_name.into_values() {
            let surface = surfaces[facet.first as usize];
            facets_of.entry(surface).or_default().push(facet);
        }
        let mut surfaces: Vec<(f64, u32, Vec<Facet>)> = facets_of
            .into_iter()
            .map(|(surface, facets)| {
                let area: f64 = facets.iter().map(|facet| facet.area).sum();
                (area / facets.len() as f64, surface, facets)
            })
            .collect();
        surfaces.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));

        let by_worth = surfaces.into_iter().flat_map(|(_, _, mut facets)| {
            facets.sort_by(|a, b| b.area.total_cmp(&a.area).then(a.first.cmp(&b.first)));
            facets
        });
        let mut ranking = Self {
            triangles: Vec::with_capacity(open.len()),
            ends: Vec::new(),
        };
        for facet in by_worth {
            let triangles = facet.triangles.iter().map(|&triangle| open[triangle as usize]);
            ranking.triangles.extend(triangles);
            ranking.ends.push(ranking.triangles.len() as u32);
        }
        Ok(ranking)
    }
}

/// Returns the surface and the facet of each triangle, each identified by its first triangle.
fn surfaces_and_facets(
    triangles: &[&LevelTriangle],
    tolerance: f64,
    progress: &Progress,
) -> Result<(Vec<u32>, Vec<u32>), Cancelled> {
    let mut edges: Vec<(Edge, u32)> = triangles
        .par_iter()
        .enumerate()
        .flat_map_iter(|(index, triangle)| {
            let [a, b, c] = triangle.corners;
            [(a, b), (b, c), (c, a)].map(|(from, to)| (Edge::new(triangle, from, to), index as u32))
        })
        .collect();
    progress.check()?;
    edges.par_sort_unstable();
    let mut surfaces = DisjointSets::new(triangles.len() as u32);
    let mut facets = surfaces.clone();
    for (turn, pair) in edges.windows(2).enumerate() {
        progress.check_at(turn)?;
        let [(edge, a), (same_edge, b)] = [&pair[0], &pair[1]];
        if edge == same_edge {
            surfaces.unite(*a, *b);
            if coplanar(triangles[*a as usize], triangles[*b as usize], tolerance) {
                facets.unite(*a, *b);
            }
        }
    }
    Ok((surfaces.representatives(), facets.representatives()))
}

/// An undirected edge of a surface's triangle.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    ends: [[u64; 3]; 2],
    object: u32,
    material: u32,
}

impl Edge {
    fn new(triangle: &LevelTriangle, from: DVec3, to: DVec3) -> Self {
        let mut ends = [from, to].map(|end| end.to_array().map(f64::to_bits));
        ends.sort_unstable();
        Self {
            ends,
            object: triangle.object,
            material: triangle.material,
        }
    }
}

/// Returns whether each triangle lies in the plane of the other.
fn coplanar(a: &LevelTriangle, b: &LevelTriangle, tolerance: f64) -> bool {
    let lies_in = |corners: &[DVec3; 3], plane: Option<Plane>| {
        plane.is_some_and(|plane| {
            corners
                .iter()
                .all(|&corner| plane.distance(corner).abs() <= tolerance)
        })
    };
    lies_in(&a.corners, Plane::from_points(b.corners)) && lies_in(&b.corners, Plane::from_points(a.corners))
}
