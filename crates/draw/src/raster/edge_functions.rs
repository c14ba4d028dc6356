//! Rasterisation of fragments with edge functions.
//!
//! The plane through the eye and a side of a face gives an edge function, and so does the line where a splitting plane
//! intersects the face. Edge functions are linear in the picture position (Olano and Greer, "Triangle scan conversion
//! using 2D homogeneous coordinates", 1997). No corner is projected or rounded to a grid, so clipping at the near plane
//! is not needed. Seen from its other side, an edge has the exact negation of its function. A sample on the edge
//! therefore belongs to exactly one of the two neighbours. Only at a corner, where several edges meet, may rounding
//! assign a sample to several faces or to none.

use std::ops::Range;

use bspwalk_geometry::Plane;

use super::{
    camera::{EdgeFunction, Projection, Rays},
    faces::{Bound, RasterFaces},
};

/// How a face covers the surfaces behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cover {
    /// Hides everything behind it.
    Opaque,
    /// Hides everything behind it except where the texture has holes.
    Holes,
    /// Is blended with the colours behind it.
    Blended,
}

/// A fragment of a face as seen from the eye.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    /// Index of the fragment in the tree.
    pub(super) fragment: u32,
    /// How the fragment covers the surfaces behind it.
    pub(super) cover: Cover,
    /// Index range of its edge functions. A sample is covered if none of them is negative there.
    pub(super) edges: Range<u32>,
    /// Bit i is set if edge i is a cut of the tree rather than a side of the face.
    pub(super) cuts: u32,
    /// [`Rays::inverse_w`] of the face, valid where the outline covers the picture.
    pub(super) inverse_w: EdgeFunction,
    /// Rows that contain all the covered samples.
    pub(super) rows: Range<u32>,
    /// Columns that contain all the covered samples.
    pub(super) columns: Range<u32>,
}

impl Outline {
    /// Creates the outline of a fragment within its [`extent`], and appends its edge functions to `edges`. Returns
    /// `None` if the fragment is not visible.
    pub(super) fn new(
        faces: &RasterFaces,
        fragment: u32,
        cover: Cover,
        (rays, cut): (&Rays, Option<&Plane>),
        [columns, rows]: [Range<u32>; 2],
        edges: &mut Vec<EdgeFunction>,
    ) -> Option<Self> {
        let face = faces.face_of(fragment)?;
        let distance = face.plane.distance(rays.eye);
        let above = rays.height_above(face.plane.normal, distance);
        if above == 0.0 || !above.is_finite() {
            // The face is seen edge-on.
            return None;
        }
        let cut = match cut.map(|cut| (cut, KeptPart::of(faces, fragment, cut))) {
            None | Some((_, KeptPart::Whole)) => None,
            Some((cut, KeptPart::Part)) => Some(Bound::Cut(*cut)),
            Some((_, KeptPart::Nothing)) => return None,
        };
        // Seen from behind, the sides of a face are traversed in the opposite direction.
        let turn = -above.signum();
        let corners = face.corners.map(|corner| corner - rays.eye);
        let bounds = faces.bounds_of(fragment);
        let cuts = (0..32)
            .zip(bounds)
            .filter(|(_, bound)| !matches!(bound, Bound::Side(_)))
            .fold(0, |cuts, (edge, _)| cuts | 1 << edge);
        let first = edges.len() as u32;
        edges.extend(bounds.iter().chain(&cut).map(|bound| {
            let function = match *bound {
                Bound::Side(side) => {
                    let side = usize::from(side);
                    rays.edge(corners[side], corners[(side + 1) % 3])
                }
                Bound::Line([from, to]) => rays.edge(from - rays.eye, to - rays.eye),
                Bound::Cut(plane) => {
                    let of_eye = plane.distance(rays.eye);
                    let above_cut = rays.height_above(plane.normal, of_eye);
                    rays.linear_function(
                        face.plane.normal * above_cut - plane.normal * above,
                        distance * above_cut - of_eye * above,
                    )
                }
            };
            function.scaled(turn)
        }));
        Some(Self {
            fragment,
            cover,
            edges: first..edges.len() as u32,
            cuts,
            inverse_w: rays.inverse_w(face.plane.normal, distance),
            rows,
            columns,
        })
    }

    /// Returns the edge functions of the outline. `edges` is the list passed to [`Outline::new`].
    #[inline]
    pub(super) fn edges<'e>(&self, edges: &'e [EdgeFunction]) -> &'e [EdgeFunction] {
        &edges[self.edges.start as usize..self.edges.end as usize]
    }

    /// Returns the covered columns of a row.
    ///
    /// The arguments after `edges` are the picture position of the first column; the other columns follow to its right.
    /// `edges` is the list passed to [`Outline::new`].
    #[inline]
    pub(super) fn span(&self, edges: &[EdgeFunction], [offset, y]: [f64; 2]) -> Range<u32> {
        let mut span = self.columns.clone();
        for edge in self.edges(edges) {
            let row = edge.along_row(y);
            // Fill rule: a sample on an edge is covered if the function increases to the right or, if it is constant to
            // the right, downwards.
            let on_edge = edge.x > 0.0 || (edge.x == 0.0 && edge.y > 0.0);
            let inside = |column: u32| {
                let value = edge.x * (f64::from(column) + offset) + row;
                value > 0.0 || (value == 0.0 && on_edge)
            };
            if edge.x == 0.0 {
                if span.start < span.end && !inside(span.start) {
                    return 0..0;
                }
                continue;
            }
            // Rounding preserves the order of values along a row, so one column separates the two sides. The quotient
            // may be slightly off, so it is corrected by evaluating the function.
            let guess = (-row / edge.x - offset).clamp(f64::from(span.start), f64::from(span.end)) as u32;
            let mut step = guess.clamp(span.start, span.end);
            if edge.x > 0.0 {
                while step > span.start && inside(step - 1) {
                    step -= 1;
                }
                while step < span.end && !inside(step) {
                    step += 1;
                }
                span.start = step;
            } else {
                while step > span.start && !inside(step - 1) {
                    step -= 1;
                }
                while step < span.end && inside(step) {
                    step += 1;
                }
                span.end = step;
            }
            if span.start >= span.end {
                return 0..0;
            }
        }
        span
    }
}

/// The part of a fragment that remains after a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeptPart {
    Whole,
    Part,
    Nothing,
}

impl KeptPart {
    /// Determines which part of a fragment is in front of a plane. A fragment on the plane is kept.
    fn of(faces: &RasterFaces, fragment: u32, cut: &Plane) -> Self {
        let vertices = faces.tree().fragment(fragment).map(|fragment| fragment.vertices);
        let rounding = faces.rounding();
        let mut reaches = [f64::INFINITY, f64::NEG_INFINITY];
        for vertex in vertices.into_iter().flatten() {
            let distance = cut.distance(vertex.as_dvec3());
            reaches = [reaches[0].min(distance), reaches[1].max(distance)];
        }
        if reaches[0] >= -rounding {
            Self::Whole
        } else if reaches[1] <= 0.0 {
            Self::Nothing
        } else {
            Self::Part
        }
    }
}

/// Returns the columns and rows of the pixels whose centres a fragment may cover, or `None` if no such pixel exists.
/// With several samples per pixel, the result contains all pixels that the fragment may touch.
pub(super) fn extent(
    faces: &RasterFaces,
    fragment: u32,
    projection: &Projection,
    size: [u32; 2],
) -> Option<[Range<u32>; 2]> {
    let vertices = faces.tree().fragment(fragment)?.vertices;
    let mut extent = Extent::default();
    for vertex in vertices {
        extent.add(projection.place_times_depth(vertex.as_dvec3()));
    }
    extent.pixels(projection, size)
}

/// The bounding rectangle of several points in the picture.
pub(super) struct Extent {
    low: [f64; 2],
    high: [f64; 2],
    /// Minimum and maximum depth, in metres.
    depths: [f64; 2],
}

impl Default for Extent {
    fn default() -> Self {
        Self {
            low: [f64::INFINITY; 2],
            high: [f64::NEG_INFINITY; 2],
            depths: [f64::INFINITY, f64::NEG_INFINITY],
        }
    }
}

impl Extent {
    /// Adds a point, given as its position multiplied by its depth, and its depth.
    #[inline]
    pub(super) fn add(&mut self, (place, depth): ([f64; 2], f64)) {
        let inverse = 1.0 / depth;
        self.depths = [self.depths[0].min(depth), self.depths[1].max(depth)];
        for axis in 0..2 {
            let place = place[axis] * inverse;
            self.low[axis] = self.low[axis].min(place);
            self.high[axis] = self.high[axis].max(place);
        }
    }

    /// Returns the columns and rows of the pixels that may be visible, or `None` if no such pixel exists.
    #[inline]
    pub(super) fn pixels(&self, projection: &Projection, size: [u32; 2]) -> Option<[Range<u32>; 2]> {
        let [nearest, farthest] = self.depths;
        if !(farthest > 0.0) {
            return None;
        }
        if nearest <= 0.0 {
            return Some(size.map(|size| 0..size));
        }
        let margin = projection.position_uncertainty(nearest);
        let pixels = [0, 1].map(|axis| {
            // Float-to-integer casts saturate, so large values are safe.
            let start = (self.low[axis] - margin - projection.places[1]).ceil().max(0.0) as u32;
            let end = (self.high[axis] + margin - projection.places[0]).floor() + 1.0;
            start..(end.max(0.0) as u32).min(size[axis])
        });
        (!pixels[0].is_empty() && !pixels[1].is_empty()).then_some(pixels)
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec3, dvec3};

    use std::sync::Arc;

    use super::*;
    use crate::raster::Camera;
    use bspwalk_geometry::TaggedTriangle;
    use bspwalk_trees::{BuildParams, FaceId, NodeTree, Rule};

    const SIZE: [u32; 2] = [64, 64];

    /// Returns rays from (0, 0, 8) towards −Z. In the plane z = 0, one metre is four pixels wide, and numbers with few
    /// digits are exact.
    fn exact_rays() -> Rays {
        Rays {
            eye: dvec3(0.0, 0.0, 8.0),
            origin: dvec3(-1.0, 1.0, -1.0),
            right: DVec3::X / 32.0,
            down: DVec3::NEG_Y / 32.0,
            parallel: None,
        }
    }

    /// For each pixel, counts the fragments of drawn faces in a mesh that cover the pixel's centre.
    fn times_covered(mesh: &[[DVec3; 3]], rays: &Rays, is_drawn: impl Fn(u32) -> bool + Sync) -> Vec<u32> {
        let triangles = mesh.iter().zip(FaceId::all());
        let triangles = triangles.map(|(&corners, face)| TaggedTriangle { corners, face });
        let triangles: Vec<TaggedTriangle> = triangles.collect();
        let tree = Arc::new(NodeTree::build(&triangles, &BuildParams::preset(Rule::First)).unwrap());
        let faces = RasterFaces::new(&tree, |face| {
            mesh.get(face.index()).copied().filter(|_| is_drawn(face.0))
        });
        let mut times = vec![0; (SIZE[0] * SIZE[1]) as usize];
        for fragment in 0..tree.fragment_count() {
            let mut edges = Vec::new();
            let extent = extent(&faces, fragment, &rays.projection([0.5; 2], 0.01), SIZE);
            let outline = extent.and_then(|extent| {
                Outline::new(&faces, fragment, Cover::Opaque, (rays, None), extent, &mut edges)
            });
            let Some(outline) = outline else { continue };
            for row in outline.rows.clone() {
                for column in outline.span(&edges, [0.5, f64::from(row) + 0.5]) {
                    times[(row * SIZE[0] + column) as usize] += 1;
                }
            }
        }
        times
    }

    #[track_caller]
    fn assert_once(times: &[u32], what: &str) {
        let all = times.iter().copied().enumerate();
        let wrong: Vec<(usize, u32)> = all.filter(|&(_, times)| times != 1).collect();
        assert!(wrong.is_empty(), "{what}: pixels and times {wrong:?}");
    }

    /// Returns a triangle fan around a point in the plane z = 0 that fills a square with 16 m sides.
    fn fan(middle: [f64; 2]) -> Vec<[DVec3; 3]> {
        let (x, y) = ([-8, 0, 8, 8, 8, -2, -8, -8], [-8, -8, -8, 3, 8, 8, 8, 1]);
        let rim = |i: usize| dvec3(f64::from(x[i % 8]), f64::from(y[i % 8]), 0.0);
        let middle = dvec3(middle[0], middle[1], 0.0);
        (0..8).map(|i| [middle, rim(i), rim(i + 1)]).collect()
    }

    #[test]
    fn faces_sharing_edges_cover_each_pixel_once() {
        let mut random = fastrand::Rng::with_seed(7);
        for round in 0..100 {
            // Every other fan is centred on the centre of a pixel, with edges through the centres of other pixels.
            let middle = if round % 2 == 0 {
                [random.i32(-24..24), random.i32(-24..24)].map(|pixel| (f64::from(pixel) + 0.5) / 4.0)
            } else {
                [random.f64() * 12.0 - 6.0, random.f64() * 12.0 - 6.0]
            };
            let times = times_covered(&fan(middle), &exact_rays(), |_| true);
            assert_once(&times, &format!("{middle:?}"));
        }
    }

    #[test]
    fn fragments_of_cut_faces_cover_each_pixel_once() {
        // The fan fills the picture. Its triangles are cut by the planes of walls in front of it, which are seen
        // edge-on.
        let mut random = fastrand::Rng::with_seed(8);
        for _ in 0..100 {
            let mut mesh = fan([random.f64(), random.f64()]);
            for _ in 0..6 {
                let angle = random.f64() * std::f64::consts::TAU;
                let along = dvec3(angle.cos(), angle.sin(), 0.0) * 0.01;
                let from = dvec3(random.f64() * 8.0 - 4.0, random.f64() * 8.0 - 4.0, 0.5);
                let tilt = dvec3(random.f64() * 0.001, random.f64() * 0.001, 0.01);
                mesh.insert(0, [from, from + along, from + tilt]);
            }
            // The walls themselves are not drawn; only the cuts that they cause matter.
            assert_once(&times_covered(&mesh, &exact_rays(), |face| face >= 6), "cut");
        }
    }

    #[test]
    fn floor_behind_eye_is_covered_up_to_the_horizon() {
        // A floor 1 m below the eye that extends far in all directions must cover everything below the horizon and
        // nothing above it.
        let far = 1.0e5;
        let [a, b, c, d] =
            [(-far, -far), (-far, far), (far, far), (far, -far)].map(|(x, z)| dvec3(x, -1.0, z));
        for yaw in [0.0, 0.4, 2.0, -3.0] {
            let camera = Camera::perspective(DVec3::ZERO, [yaw, 0.0], std::f64::consts::FRAC_PI_2);
            let times = times_covered(&[[a, b, c], [a, c, d]], &camera.rays(SIZE), |_| true);
            for (row, times) in times.chunks(SIZE[0] as usize).enumerate() {
                let expected = [u32::from(row >= 32); SIZE[0] as usize];
                assert_eq!(times, expected, "yaw {yaw}, row {row}");
            }
        }
    }

    #[test]
    fn edge_on_and_nan_faces_cover_nothing() {
        let edge_on = [dvec3(-1.0, 0.0, 0.0), dvec3(1.0, 0.0, 0.0), dvec3(0.0, 0.0, 4.0)];
        let mut nowhere = exact_rays();
        nowhere.eye = DVec3::NAN;
        for (mesh, rays) in [(vec![edge_on], exact_rays()), (fan([0.0; 2]), nowhere)] {
            let times = times_covered(&mesh, &rays, |_| true);
            assert!(times.iter().all(|&times| times == 0));
        }
    }
}
