//! Merges coplanar triangles of a surface into convex polygons. With fewer faces, the tree makes fewer cuts.
//!
//! Two polygons are merged along their entire chain of shared edges. Their attributes must be the same affine function
//! of position, and the result must be convex. Corners are never moved, and corners that a neighbour may share are
//! never removed. A corner in the middle of a straight side is kept, so that no crack (T-junction) opens there.

use std::collections::HashMap;

use crate::tolerance::{SAME_COLOR, SAME_SHADING, SAME_UV};
use bspwalk_geometry::{DisjointSets, FaceId, Polygon, Surface, Vertex};
use bspwalk_progress::{Cancelled, Progress};
use glam::{DVec3, Vec2, Vec3, Vec4};
use rayon::prelude::*;

use super::plane_table::Facing;

#[derive(Clone, Debug)]
pub(crate) struct Face {
    pub(crate) polygon: Polygon<Surface>,
    pub(crate) facing: Facing,
    /// Unit normal of the face itself, which may differ slightly from the normal of the plane in the table.
    pub(crate) normal: DVec3,
    /// Smallest face number among its triangles.
    pub(crate) face: FaceId,
    pub(crate) material: u32,
    /// Light number, or 0 if faces may be merged regardless of their light.
    pub(crate) light: u32,
}

/// Maximum number of corners per polygon. It bounds the cost of traversing an outline.
const MAX_CORNERS: usize = 64;

/// Number of passes over all edges. One merge can make others possible.
const ROUNDS: usize = 4;

/// Merges coplanar faces with the same orientation, material and light.
///
/// A corner may be up to `slack` metres inside the line between its neighbours. Merged faces are sorted by their first
/// face.
pub(crate) fn merge(faces: &[Face], slack: f64, progress: &Progress) -> Result<Vec<Face>, Cancelled> {
    progress.begin("Merging faces", faces.len() as u64);
    let mut groups: HashMap<(Facing, u32, u32), Vec<usize>> = HashMap::new();
    for (index, face) in faces.iter().enumerate() {
        groups
            .entry((face.facing, face.material, face.light))
            .or_default()
            .push(index);
    }
    let groups: Vec<Vec<usize>> = groups.into_values().collect();
    let merged = groups
        .into_par_iter()
        .map(|group| {
            progress.check()?;
            let count = group.len() as u64;
            if let [alone] = group[..] {
                progress.advance(count);
                return Ok(vec![(alone, faces[alone].clone())]);
            }
            let merged = Merger::new(faces, group, slack).merge(progress)?;
            progress.advance(count);
            Ok(merged)
        })
        .collect::<Result<Vec<Vec<(usize, Face)>>, Cancelled>>()?;
    let mut merged: Vec<(usize, Face)> = merged.into_iter().flatten().collect();
    merged.par_sort_unstable_by_key(|&(index, _)| index);
    Ok(merged.into_iter().map(|(_, face)| face).collect())
}

struct Merger<'a> {
    faces: &'a [Face],
    group: Vec<usize>,
    slack: f64,
    /// Corners of each polygon. Empty if the polygon was merged into another one.
    loops: Vec<Vec<Corner>>,
    merged: DisjointSets,
}

#[derive(Clone, Copy)]
struct Corner {
    place: u32,
    vertex: Vertex<Surface>,
}

impl<'a> Merger<'a> {
    fn new(faces: &'a [Face], group: Vec<usize>, slack: f64) -> Self {
        let mut places: HashMap<[u64; 3], u32> = HashMap::new();
        let mut corner = |vertex: &Vertex<Surface>| {
            let next = places.len() as u32;
            // Adding zero turns −0 into 0.
            let key = (vertex.position + DVec3::ZERO).to_array().map(f64::to_bits);
            Corner {
                place: *places.entry(key).or_insert(next),
                vertex: *vertex,
            }
        };
        let loops = group
            .iter()
            .map(|&index| faces[index].polygon.vertices.iter().map(&mut corner).collect())
            .collect();
        Self {
            faces,
            slack,
            loops,
            merged: DisjointSets::new(group.len() as u32),
            group,
        }
    }

    fn merge(mut self, progress: &Progress) -> Result<Vec<(usize, Face)>, Cancelled> {
        if self.group.len() > 1 {
            let edges = self.shared_edges(progress)?;
            for _ in 0..ROUNDS {
                let mut changed = false;
                for &(place, p, q) in &edges {
                    progress.check()?;
                    let [p, q] = [p, q].map(|polygon| self.merged.find(polygon as u32) as usize);
                    if p == q || !self.same_surface(p, q) {
                        continue;
                    }
                    if let Some(joined) = self.join(p, q, place) {
                        let (kept, gone) = (p.min(q), p.max(q));
                        self.loops[kept] = joined;
                        self.loops[gone] = Vec::new();
                        self.merged.unite(kept as u32, gone as u32);
                        changed = true;
                    }
                }
                if !changed {
                    break;
                }
            }
        }
        let faces = self.faces;
        let merged = self
            .group
            .into_iter()
            .zip(self.loops)
            .filter(|(_, corners)| !corners.is_empty())
            .map(|(index, corners)| {
                let vertices = corners.into_iter().map(|corner| corner.vertex).collect();
                let face = Face {
                    polygon: Polygon { vertices },
                    ..faces[index].clone()
                };
                (index, face)
            });
        Ok(merged.collect())
    }

    /// Returns the edges shared by exactly two polygons that traverse them in opposite directions, longest edges first.
    fn shared_edges(&self, progress: &Progress) -> Result<Vec<([u32; 2], usize, usize)>, Cancelled> {
        let mut owners: HashMap<[u32; 2], (usize, u32)> = HashMap::new();
        for (polygon, corners) in self.loops.iter().enumerate() {
            progress.check()?;
            for (a, b) in around(corners) {
                let owner = owners.entry([a.place, b.place]).or_insert((polygon, 0));
                owner.1 += 1;
            }
        }
        let mut edges: Vec<(f64, [u32; 2], usize, usize)> = Vec::new();
        for (p, corners) in self.loops.iter().enumerate() {
            progress.check()?;
            for (a, b) in around(corners) {
                let one_way = owners.get(&[a.place, b.place]);
                let other_way = owners.get(&[b.place, a.place]);
                if let (Some(&(_, 1)), Some(&(q, 1))) = (one_way, other_way)
                    && p < q
                {
                    let length = a.vertex.position.distance_squared(b.vertex.position);
                    edges.push((length, [a.place, b.place], p, q));
                }
            }
        }
        edges.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.2, a.3).cmp(&(b.2, b.3))));
        Ok(edges.into_iter().map(|(_, edge, p, q)| (edge, p, q)).collect())
    }

    /// Returns whether the attributes of two polygons are the same affine function of position.
    fn same_surface(&self, p: usize, q: usize) -> bool {
        let (p, q) = (
            &self.faces[self.group[p]].polygon,
            &self.faces[self.group[q]].polygon,
        );
        let extends = |from: &Polygon<Surface>, to: &Polygon<Surface>| {
            let Some(frame) = AttributeGradient::new(from) else {
                return false;
            };
            to.vertices.iter().all(|vertex| frame.agrees(vertex))
        };
        extends(p, q) && extends(q, p)
    }

    /// Joins two polygons along the chain of shared edges that contains the given edge.
    fn join(&self, p: usize, q: usize, [from, to]: [u32; 2]) -> Option<Vec<Corner>> {
        let (mut p, mut q) = (&self.loops[p], &self.loops[q]);
        // The edge may have the direction of either polygon.
        let start = p.iter().position(|corner| corner.place == from)?;
        if p[(start + 1) % p.len()].place != to {
            (p, q) = (q, p);
        }
        // In terms of indices, `p` runs from `to` around to `from`, and `q` from `from` around to `to`.
        let p_start = p.iter().position(|corner| corner.place == from)? + 1;
        let q_start = q.iter().position(|corner| corner.place == to)? + 1;
        let (p_len, q_len) = (p.len(), q.len());
        let p = |i: usize| &p[(p_start + i) % p_len];
        let q = |i: usize| &q[(q_start + i) % q_len];
        if p(0).place != to || q(0).place != from {
            return None;
        }
        // Number of chain edges before `from` and after `to`, in the order of `p`.
        let (mut before, mut after) = (0, 0);
        let most = p_len.min(q_len).saturating_sub(2);
        while before < most && p(p_len - 2 - before).place == q(1 + before).place {
            before += 1;
        }
        while before + after < most && p(1 + after).place == q(q_len - 2 - after).place {
            after += 1;
        }
        let (p_end, q_end) = (p_len - 1 - before, q_len - 1 - after);
        let count = p_end - after + q_end - before;
        if !(3..=MAX_CORNERS).contains(&count) {
            return None;
        }
        let normal = self.faces[self.group[0]].normal;
        let convex = |a: &Corner, b: &Corner, c: &Corner| {
            let [a, b, c] = [a, b, c].map(|corner| corner.vertex.position);
            let side = c - a;
            // Distance of the corner outside the line between its neighbours, multiplied by the distance between these
            // neighbours.
            let outside = (b - a).cross(side).dot(normal);
            let slack = self.slack * side.length();
            outside > slack || outside >= -slack && (b - a).dot(c - b) > 0.0
        };
        let is_convex =
            convex(p(p_end - 1), p(p_end), q(before + 1)) && convex(q(q_end - 1), p(after), p(after + 1));
        let corners = (after..=p_end).map(p).chain((before + 1..q_end).map(q));
        is_convex.then(|| corners.copied().collect())
    }
}

fn around(corners: &[Corner]) -> impl Iterator<Item = (&Corner, &Corner)> {
    corners.iter().zip(corners.iter().cycle().skip(1))
}

struct AttributeGradient {
    origin: Vertex<Surface>,
    weights: [DVec3; 2],
    others: [Surface; 2],
}

impl AttributeGradient {
    fn new(polygon: &Polygon<Surface>) -> Option<Self> {
        let [a, b, c] = polygon.vertices.get(..3)?.try_into().ok()?;
        let (u, v) = (b.position - a.position, c.position - a.position);
        let normal = u.cross(v);
        let square = normal.length_squared();
        (square > 0.0).then(|| Self {
            origin: a,
            weights: [v.cross(normal) / square, normal.cross(u) / square],
            others: [b.attributes, c.attributes],
        })
    }

    fn agrees(&self, vertex: &Vertex<Surface>) -> bool {
        let offset = vertex.position - self.origin.position;
        let [u, v] = self.weights.map(|weights| weights.dot(offset) as f32);
        let (a, [b, c], own) = (&self.origin.attributes, &self.others, &vertex.attributes);
        let uv: Vec2 = a.uv + (b.uv - a.uv) * u + (c.uv - a.uv) * v;
        let normal: Vec3 = a.normal + (b.normal - a.normal) * u + (c.normal - a.normal) * v;
        let color: Vec4 = a.color + (b.color - a.color) * u + (c.color - a.color) * v;
        let largest = uv.abs().max(own.uv.abs()).max_element().max(1.0);
        (uv - own.uv).abs().max_element() <= SAME_UV * largest
            && (normal - own.normal).abs().max_element() <= SAME_SHADING
            && (color - own.color).abs().max_element() <= SAME_COLOR
    }
}
