//! Pieces of triangles as the default rule sorts them: records of fixed size.
//!
//! A record has the bounds of its piece and says where its corners are. A plane that leaves a piece whole moves the record
//! alone. Only a cut makes new corners.

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::context::Context;
use crate::{
    bsp::pieces::{Piece, Pieces},
    geometry::{Plane, Relation, Vertex, polygon::cut},
};

/// The polygon of a piece that no plane has cut: the triangle.
const WHOLE: u32 = u32::MAX;

/// A convex piece of a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// Its bounds, rounded outwards.
    pub(super) min: Vec3,
    /// Index of its triangle. At most one piece of a triangle reaches a node.
    pub(super) face: u32,
    pub(super) max: Vec3,
    /// Index of its polygon, or [`WHOLE`].
    polygon: u32,
}

/// The polygons of pieces that planes have cut.
#[derive(Clone, Debug, Default)]
pub(super) struct Polygons {
    /// Where each ends in the vertices; it begins where the one before ends.
    ends: Vec<u32>,
    vertices: Vec<Vertex>,
}

impl Polygons {
    pub(super) fn of(&self, polygon: u32) -> &[Vertex] {
        let index = polygon as usize;
        let first = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.vertices[first as usize..self.ends[index] as usize]
    }

    pub(super) fn push(&mut self, vertices: &[Vertex]) -> u32 {
        self.vertices.extend_from_slice(vertices);
        self.ends.push(self.vertices.len() as u32);
        self.ends.len() as u32 - 1
    }

    /// The number of polygons, for [`Polygons::truncate`].
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn clear(&mut self) {
        self.truncate(0);
    }

    /// Drops all polygons but the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        self.ends.truncate(count);
        self.vertices
            .truncate(self.ends.last().map_or(0, |&end| end as usize));
    }
}

impl Record {
    /// The record of a piece with these corners.
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

    /// The record of a triangle.
    pub(super) fn of_triangle(face: u32, corners: &[Vertex; 3]) -> Self {
        Self::new(face, WHOLE, corners)
    }

    /// The record of a new polygon.
    pub(super) fn of_polygon(face: u32, vertices: &[Vertex], polygons: &mut Polygons) -> Self {
        Self::new(face, polygons.push(vertices), vertices)
    }

    pub(super) fn vertices<'a>(&self, context: &'a Context, polygons: &'a Polygons) -> &'a [Vertex] {
        match self.polygon {
            WHOLE => &context.corners[self.face as usize],
            polygon => polygons.of(polygon),
        }
    }

    /// The same piece with its polygon in other polygons.
    pub(super) fn moved(mut self, from: &Polygons, to: &mut Polygons) -> Self {
        if self.polygon != WHOLE {
            self.polygon = to.push(from.of(self.polygon));
        }
        self
    }

    /// Which side of a plane the piece is on: as [`Pieces::relation`] says, but most often by the bounds alone.
    #[inline]
    pub(super) fn relation(&self, context: &Context, polygons: &Polygons, cutter: &Cutter) -> Relation {
        match cutter.by_bounds(self) {
            Some(relation) => relation,
            None => cutter.relation(self.vertices(context, polygons)),
        }
    }

    /// Cuts a straddling piece: its parts in front and behind. A part may be too thin to be a polygon.
    pub(super) fn cut(
        &self,
        context: &Context,
        polygons: &mut Polygons,
        plane: &Plane,
        scratch: &mut [Vec<Vertex>; 2],
    ) -> [Option<Self>; 2] {
        let vertices = self.vertices(context, polygons);
        let distances: SmallVec<[f64; 12]> = vertices
            .iter()
            .map(|vertex| plane.distance(vertex.position))
            .collect();
        let [front, back] = scratch;
        front.clear();
        back.clear();
        // Bare vertices have no normal that would turn to the face's.
        cut(vertices, &distances, context.tolerance, DVec3::ZERO, front, back);
        [front, back].map(|part| (part.len() >= 3).then(|| Self::of_polygon(self.face, part, polygons)))
    }
}

/// The lesser of each two coordinates, of which none is NaN.
fn lesser(a: DVec3, b: DVec3) -> DVec3 {
    let less = |a: f64, b: f64| if a < b { a } else { b };
    DVec3::new(less(a.x, b.x), less(a.y, b.y), less(a.z, b.z))
}

/// The greatest `f32` that is not above each coordinate.
fn rounded_down(v: DVec3) -> Vec3 {
    let down = |x: f64| {
        let rounded = x as f32;
        if f64::from(rounded) > x {
            rounded.next_down()
        } else {
            rounded
        }
    };
    Vec3::new(down(v.x), down(v.y), down(v.z))
}

/// A plane that divides pieces.
pub(super) struct Cutter {
    pub(super) plane: Plane,
    /// The axis that the plane lies across.
    axis: Option<usize>,
    tolerance: f64,
}

impl Cutter {
    pub(super) fn new(plane: &Plane, tolerance: f64) -> Self {
        let axis = (0..3).find(|&axis| plane.normal[axis] == 1.0);
        Self {
            plane: *plane,
            axis: axis.filter(|&axis| (0..3).all(|other| other == axis || plane.normal[other] == 0.0)),
            tolerance,
        }
    }

    /// The relation, where the bounds alone tell it.
    #[inline]
    fn by_bounds(&self, record: &Record) -> Option<Relation> {
        let tolerance = self.tolerance;
        if let Some(axis) = self.axis {
            // The distances of corners are computed without rounding but that of this sum.
            let (low, high) = (f64::from(record.min[axis]), f64::from(record.max[axis]));
            let (behind, in_front) = (low + self.plane.d, high + self.plane.d);
            // How far the outermost corners may lie within the bounds.
            let inside = |end: f64| tolerance + end.abs() * f64::from(f32::EPSILON);
            if behind >= -tolerance && in_front > inside(high) {
                return Some(Relation::Front);
            }
            if in_front <= tolerance && behind < -inside(low) {
                return Some(Relation::Back);
            }
            return (behind >= -tolerance && in_front <= tolerance).then_some(Relation::On);
        }
        let (min, max) = (record.min.as_dvec3(), record.max.as_dvec3());
        let center = self.plane.distance((min + max) * 0.5);
        let reach = ((max - min) * 0.5).dot(self.plane.normal.abs());
        // Twice the tolerance leaves room for the rounding of these sums.
        if center - reach > 2.0 * tolerance {
            Some(Relation::Front)
        } else if center + reach < -2.0 * tolerance {
            Some(Relation::Back)
        } else {
            None
        }
    }

    fn relation(&self, vertices: &[Vertex]) -> Relation {
        let (mut front, mut back) = (false, false);
        for vertex in vertices {
            let distance = self.plane.distance(vertex.position);
            front |= distance > self.tolerance;
            back |= distance < -self.tolerance;
        }
        match (front, back) {
            (true, true) => Relation::Straddling,
            (true, false) => Relation::Front,
            (false, true) => Relation::Back,
            (false, false) => Relation::On,
        }
    }
}

/// Pieces that reach a node, with the polygons of those that are cut.
#[derive(Clone, Debug, Default)]
pub(super) struct Records {
    pub(super) records: Vec<Record>,
    pub(super) polygons: Polygons,
}

impl Records {
    /// The triangles of a build.
    pub(super) fn of_triangles(context: &Context) -> Self {
        let records = (0..).zip(&context.corners);
        Self {
            records: records
                .map(|(face, corners)| Record::of_triangle(face, corners))
                .collect(),
            polygons: Polygons::default(),
        }
    }

    /// The same pieces.
    pub(super) fn of(pieces: &Pieces) -> Self {
        let mut records = Self::default();
        let record =
            |piece: Piece| Record::of_polygon(piece.face, pieces.vertices(piece), &mut records.polygons);
        records.records = pieces.iter().map(record).collect();
        records
    }

    pub(super) fn push_moved(&mut self, record: Record, from: &Polygons) {
        let record = record.moved(from, &mut self.polygons);
        self.records.push(record);
    }

    pub(super) fn append(&mut self, other: &Self) {
        self.records.reserve(other.records.len());
        for &record in &other.records {
            self.push_moved(record, &other.polygons);
        }
    }
}
