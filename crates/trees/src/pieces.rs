//! Convex pieces of faces, as fixed-size records that the build partitions into a tree.
//!
//! A piece consists of its bounds and an index to its corners. If no plane cuts it, only the record is moved. New
//! corners are created only by cuts.

use bspwalk_geometry::{FaceId, Plane, Relation, Vertex, polygon::cut};
use glam::{DVec3, Vec3};
use rayon::prelude::*;
use smallvec::SmallVec;

/// Polygon index of an uncut piece, which is the whole face.
const WHOLE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) min: Vec3,
    pub(super) face: u32,
    pub(super) max: Vec3,
    polygon: u32,
}

pub(super) trait FaceSource: Sync {
    fn corners(&self, face: u32) -> &[Vertex];

    fn plane(&self, face: u32) -> Plane;

    fn number(&self, face: u32) -> FaceId;

    /// Returns whether pieces of `face` are treated as coplanar with the face `own`, regardless of their distances.
    fn is_on(&self, face: u32, own: u32) -> bool;

    fn thickness(&self) -> f64;

    fn largest_coordinate(&self) -> f64;

    fn record(&self) -> bool;
}

#[derive(Clone, Debug, Default)]
pub(super) struct Polygons {
    /// End of each polygon in `vertices`. Each polygon starts where the previous one ends.
    ends: Vec<u32>,
    vertices: Vec<Vertex>,
}

impl Polygons {
    pub(super) fn vertices_of(&self, polygon: u32) -> &[Vertex] {
        let index = polygon as usize;
        let first = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.vertices[first as usize..self.ends[index] as usize]
    }

    pub(super) fn push(&mut self, vertices: impl IntoIterator<Item = Vertex>) -> u32 {
        self.vertices.extend(vertices);
        self.ends.push(self.vertices.len() as u32);
        self.ends.len() as u32 - 1
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn truncate(&mut self, count: usize) {
        self.ends.truncate(count);
        self.vertices
            .truncate(self.ends.last().map_or(0, |&end| end as usize));
    }
}

impl Piece {
    fn new(face: u32, polygon: u32, vertices: &[Vertex]) -> Self {
        let (mut min, mut max) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for vertex in vertices {
            min = lesser(min, vertex.position);
            max = lesser(-max, -vertex.position) * -1.0;
        }
        Self {
            min: rounded_down(min),
            face,
            max: -rounded_down(-max),
            polygon,
        }
    }

    pub(super) fn whole(faces: &impl FaceSource, face: u32) -> Self {
        Self::new(face, WHOLE, faces.corners(face))
    }

    pub(super) fn vertices<'a>(&self, faces: &'a impl FaceSource, polygons: &'a Polygons) -> &'a [Vertex] {
        match self.polygon {
            WHOLE => faces.corners(self.face),
            polygon => polygons.vertices_of(polygon),
        }
    }

    /// Returns whether the piece is a whole face.
    pub(super) fn is_whole(&self) -> bool {
        self.polygon == WHOLE
    }

    fn moved(mut self, from: &Polygons, to: &mut Polygons) -> Self {
        if self.polygon != WHOLE {
            self.polygon = to.push(from.vertices_of(self.polygon).iter().copied());
        }
        self
    }

    /// Returns the side of a plane on which the piece lies. The bounds usually decide this without reading the corners.
    #[inline]
    pub(super) fn relation(&self, faces: &impl FaceSource, polygons: &Polygons, cutter: &Cutter) -> Relation {
        match cutter.by_bounds(self) {
            Some(relation) => relation,
            None => cutter.relation(self.vertices(faces, polygons)),
        }
    }

    /// Cuts a straddling piece into a front part and a back part. A part that is too thin to form a polygon is `None`.
    pub(super) fn cut(
        &self,
        faces: &impl FaceSource,
        polygons: &mut Polygons,
        plane: &Plane,
        parts: &mut [Vec<Vertex>; 2],
    ) -> [Option<Self>; 2] {
        self.cut_outlines(faces, polygons, plane, parts);
        let mut piece = |part: &[Vertex]| {
            let is_polygon = part.len() >= 3;
            is_polygon.then(|| Self::new(self.face, polygons.push(part.iter().copied()), part))
        };
        let [front, back] = parts;
        [piece(front), piece(back)]
    }

    /// Like [`Piece::cut`], but triangulates each part as a fan around its first corner.
    pub(super) fn cut_to_fans(
        &self,
        faces: &impl FaceSource,
        polygons: &mut Polygons,
        plane: &Plane,
        parts: &mut [Vec<Vertex>; 2],
        to: [&mut Vec<Self>; 2],
    ) {
        self.cut_outlines(faces, polygons, plane, parts);
        for (part, to) in parts.iter().zip(to) {
            for pair in part.get(1..).unwrap_or_default().windows(2) {
                let triangle = [part[0], pair[0], pair[1]];
                to.push(Self::new(self.face, polygons.push(triangle), &triangle));
            }
        }
    }

    fn cut_outlines(
        &self,
        faces: &impl FaceSource,
        polygons: &Polygons,
        plane: &Plane,
        [front, back]: &mut [Vec<Vertex>; 2],
    ) {
        let vertices = self.vertices(faces, polygons);
        let distances: SmallVec<[f64; 12]> = vertices
            .iter()
            .map(|vertex| plane.distance(vertex.position))
            .collect();
        front.clear();
        back.clear();
        // The vertices have no shading normals, so interpolating them needs no face normal.
        cut(vertices, &distances, faces.thickness(), DVec3::ZERO, front, back);
    }
}

/// Returns the component-wise minimum. No coordinate may be NaN, so a plain comparison is sufficient.
fn lesser(a: DVec3, b: DVec3) -> DVec3 {
    let less = |a: f64, b: f64| if a < b { a } else { b };
    DVec3::new(less(a.x, b.x), less(a.y, b.y), less(a.z, b.z))
}

/// Rounds each coordinate down to an `f32`, so that rounded bounds contain the exact ones.
fn rounded_down(v: DVec3) -> Vec3 {
    let down = |x: f64| {
        let rounded = x as f32;
        // `f32::next_down` without a branch, which would be mispredicted half of the time. A number that was rounded up
        // to zero is negative, and so is the zero.
        let bits = rounded.to_bits();
        let up = u32::from(f64::from(rounded) > x);
        f32::from_bits(bits.wrapping_sub(up).wrapping_add((up & bits >> 31) << 1))
    };
    Vec3::new(down(v.x), down(v.y), down(v.z))
}

/// Error bound for a distance, in units in the last place of the largest sum of products.
const ROUNDING: f64 = 32.0 * f64::EPSILON;

pub(super) struct Cutter {
    plane: Plane,
    axis: Option<usize>,
    thickness: f64,
    /// Distance beyond which bounds are certain to lie on one side.
    clear: f64,
}

impl Cutter {
    pub(super) fn new(plane: &Plane, faces: &impl FaceSource) -> Self {
        let axis = (0..3).find(|&axis| plane.normal[axis] == 1.0);
        let thickness = faces.thickness();
        let rounding = ROUNDING * (2.0 * faces.largest_coordinate() + plane.d.abs());
        Self {
            plane: *plane,
            axis: axis.filter(|&axis| (0..3).all(|other| other == axis || plane.normal[other] == 0.0)),
            thickness,
            clear: thickness + rounding.max(thickness),
        }
    }

    #[inline(always)]
    fn by_bounds(&self, piece: &Piece) -> Option<Relation> {
        let thickness = self.thickness;
        if let Some(axis) = self.axis {
            // For an axis-aligned plane, this sum is the only rounded operation in a corner's distance, so the
            // comparison is exact.
            let (low, high) = (f64::from(piece.min[axis]), f64::from(piece.max[axis]));
            let (behind, in_front) = (low + self.plane.d, high + self.plane.d);
            // The bounds are rounded outwards to `f32`, so the outermost corner may be this far inside them.
            let inside = |end: f64| thickness + end.abs() * f64::from(f32::EPSILON);
            if behind >= -thickness && in_front > inside(high) {
                return Some(Relation::Front);
            }
            if in_front <= thickness && behind < -inside(low) {
                return Some(Relation::Back);
            }
            return (behind >= -thickness && in_front <= thickness).then_some(Relation::On);
        }
        let (min, max) = (piece.min.as_dvec3(), piece.max.as_dvec3());
        let center = self.plane.distance((min + max) * 0.5);
        let reach = ((max - min) * 0.5).dot(self.plane.normal.abs());
        if center - reach > self.clear {
            Some(Relation::Front)
        } else if center + reach < -self.clear {
            Some(Relation::Back)
        } else {
            None
        }
    }

    fn relation(&self, vertices: &[Vertex]) -> Relation {
        let (mut front, mut back) = (false, false);
        for vertex in vertices {
            let distance = self.plane.distance(vertex.position);
            front |= distance > self.thickness;
            back |= distance < -self.thickness;
        }
        match (front, back) {
            (true, true) => Relation::Straddling,
            (true, false) => Relation::Front,
            (false, true) => Relation::Back,
            (false, false) => Relation::On,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    pub(super) list: Vec<Piece>,
    pub(super) polygons: Polygons,
}

impl Pieces {
    pub(super) fn whole(faces: &impl FaceSource, indices: impl IntoIterator<Item = u32>) -> Self {
        Self {
            list: indices
                .into_iter()
                .map(|face| Piece::whole(faces, face))
                .collect(),
            polygons: Polygons::default(),
        }
    }

    /// Returns all faces below `count` as pieces. Uses all threads.
    pub(super) fn all(faces: &impl FaceSource, count: u32) -> Self {
        let list = (0..count).into_par_iter().map(|face| Piece::whole(faces, face));
        Self {
            list: list.collect(),
            polygons: Polygons::default(),
        }
    }

    pub(super) fn copied_from(pieces: &[Piece], from: &Polygons) -> Self {
        let mut polygons = Polygons::default();
        let list = pieces.iter().map(|piece| piece.moved(from, &mut polygons));
        Self {
            list: list.collect(),
            polygons,
        }
    }

    pub(super) fn append(&mut self, other: &Self) {
        let Self { list, polygons } = self;
        list.extend(
            other
                .list
                .iter()
                .map(|piece| piece.moved(&other.polygons, polygons)),
        );
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn reached<'a, F>(&'a self, faces: &'a F) -> NodePieces<'a, F> {
        NodePieces {
            faces,
            pieces: &self.list,
            polygons: &self.polygons,
        }
    }
}

pub(super) struct NodePieces<'a, F> {
    pub(super) faces: &'a F,
    pub(super) pieces: &'a [Piece],
    pub(super) polygons: &'a Polygons,
}

impl<F> Clone for NodePieces<'_, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for NodePieces<'_, F> {}

impl<'a, F: FaceSource> NodePieces<'a, F> {
    pub(super) fn len(&self) -> usize {
        self.pieces.len()
    }

    pub(super) fn face(&self, index: usize) -> u32 {
        self.pieces[index].face
    }

    pub(super) fn plane(&self, index: usize) -> Plane {
        self.faces.plane(self.face(index))
    }

    pub(super) fn number(&self, index: usize) -> FaceId {
        self.faces.number(self.face(index))
    }

    pub(super) fn vertices(&self, index: usize) -> &'a [Vertex] {
        self.pieces[index].vertices(self.faces, self.polygons)
    }

    #[inline]
    pub(super) fn relation(&self, index: usize, cutter: &Cutter) -> Relation {
        self.pieces[index].relation(self.faces, self.polygons, cutter)
    }

    /// Returns the minimum and maximum signed distances of a piece from a plane, in metres.
    pub(super) fn extent(&self, index: usize, plane: &Plane) -> (f64, f64) {
        let distances = self.vertices(index).iter().map(|v| plane.distance(v.position));
        distances.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), distance| {
            (low.min(distance), high.max(distance))
        })
    }
}
