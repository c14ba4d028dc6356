//! Convex polygons, and how planes split them (Ericson 2005, 8.3.4).
//!
//! A split computes the distance of each vertex once. These distances decide both whether an edge is cut and where, so
//! the two decisions cannot disagree. A vertex *on* the plane goes to both sides unchanged, which avoids slivers.

use glam::{DVec3, Vec2, Vec3, Vec4};
use smallvec::SmallVec;

use super::{Aabb, Plane, Segment, Side, tolerance::OPPOSITE_NORMALS};

/// Vertex attributes other than the position, which are interpolated where an edge is cut.
pub trait Attributes: Copy {
    /// Returns the attributes at `t` (0 to 1) along the edge from `self` to `other`. `face_normal` is the face's unit
    /// normal.
    #[must_use]
    fn interpolate(self, other: Self, t: f64, face_normal: DVec3) -> Self;
}

/// The empty set of attributes, for polygons that only have positions.
impl Attributes for () {
    fn interpolate(self, (): Self, _t: f64, _face_normal: DVec3) {}
}

/// Vertex attributes of a rendered surface.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Surface {
    /// Unit shading normal.
    pub normal: Vec3,
    /// Texture coordinate; (0, 0) is the upper left corner of the image.
    pub uv: Vec2,
    /// Linear RGBA vertex colour. White leaves the material colour unchanged.
    pub color: Vec4,
}

impl Attributes for Surface {
    /// Interpolates linearly and renormalises the normal. If the two normals are opposite, their mean has no direction,
    /// so the face normal is used instead (《Bsp分割算法简述》, undated).
    fn interpolate(self, other: Self, t: f64, face_normal: DVec3) -> Self {
        let t = t as f32;
        let mixed = self.normal.lerp(other.normal, t);
        let opposite = (self.normal + other.normal).length_squared() < OPPOSITE_NORMALS;
        let normal = if opposite { None } else { mixed.try_normalize() }.unwrap_or(face_normal.as_vec3());
        Self {
            normal,
            uv: self.uv.lerp(other.uv, t),
            color: self.color.lerp(other.color, t),
        }
    }
}

/// A corner of a polygon, with attributes of type `A`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex<A = ()> {
    /// Position in metres.
    pub position: DVec3,
    /// Vertex attributes.
    pub attributes: A,
}

impl Vertex {
    /// Creates a vertex without attributes.
    #[inline]
    #[must_use]
    pub fn new(position: DVec3) -> Self {
        Self {
            position,
            attributes: (),
        }
    }
}

/// Relation between a plane and a set of points, such as the corners of a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// At least one point is in front of the plane, and no point is behind it.
    Front,
    /// At least one point is behind the plane, and no point is in front of it.
    Back,
    /// Every point is on the plane.
    On,
    /// There are points on both sides of the plane.
    Straddling,
}

impl Relation {
    /// Classifies a set of points by their signed distances from a plane.
    ///
    /// Points at most `tolerance` metres from the plane count as on it. The result for an empty set is
    /// [`Relation::On`].
    #[inline]
    #[must_use]
    pub fn from_distances<'a>(distances: impl IntoIterator<Item = &'a f64>, tolerance: f64) -> Self {
        let (mut front, mut back) = (false, false);
        for &distance in distances {
            match Side::from_distance(distance, tolerance) {
                Side::Front => front = true,
                Side::Back => back = true,
                Side::On => {}
            }
        }
        match (front, back) {
            (true, true) => Self::Straddling,
            (true, false) => Self::Front,
            (false, true) => Self::Back,
            (false, false) => Self::On,
        }
    }
}

/// Splits a straddling convex polygon and appends the corners of the two parts to `front` and `back`.
///
/// `distances` are the signed distances of the vertices from the plane, in metres. Vertices at most `tolerance` away
/// count as on the plane. `face_normal` is the unit normal passed to [`Attributes::interpolate`]. Each part starts with
/// the vertex where the outline enters that side.
///
/// Both parts keep the winding of the polygon. Intersections are always computed from the front vertex to the back
/// vertex, regardless of the direction of the edge. Two polygons that share an edge therefore get bit-identical new
/// vertices. If rounding has made a polygon slightly concave, it may cross the plane more than twice. No part of it is
/// lost in that case.
///
/// The result is only meaningful if [`Relation::from_distances`] returns [`Relation::Straddling`] for the
/// same distances.
pub fn cut<A: Attributes>(
    vertices: &[Vertex<A>],
    distances: &[f64],
    tolerance: f64,
    face_normal: DVec3,
    front: &mut Vec<Vertex<A>>,
    back: &mut Vec<Vertex<A>>,
) {
    debug_assert_eq!(vertices.len(), distances.len());
    let count = vertices.len();
    let sides = part_of_each(distances, tolerance);
    let next = |i: usize| if i + 1 == count { 0 } else { i + 1 };
    for (wanted, part) in [(Side::Front, front), (Side::Back, back)] {
        // The first edge along which the outline enters this side.
        let Some(entry) = (0..count).find(|&i| sides[i] != wanted && sides[next(i)] == wanted) else {
            continue;
        };
        let mut i = entry;
        for _ in 0..count {
            let j = next(i);
            let (here, there) = (sides[i], sides[j]);
            if here == wanted || here == Side::On {
                part.push(vertices[i]);
            }
            if here != there && here != Side::On && there != Side::On {
                let (f, b) = if here == Side::Front { (i, j) } else { (j, i) };
                part.push(crossing(
                    &vertices[f],
                    &vertices[b],
                    distances[f],
                    distances[b],
                    face_normal,
                ));
            }
            i = j;
        }
    }
}

/// Returns which part each vertex belongs to; [`Side::On`] means both.
///
/// If a run of vertices on the plane separates the two sides, the vertex nearest to the plane goes to both parts. The
/// vertices before it go to one part, and the vertices after it to the other. The parts therefore neither overlap nor
/// leave a gap. A run between vertices on the same side stays on that side.
fn part_of_each(distances: &[f64], tolerance: f64) -> SmallVec<[Side; 12]> {
    let count = distances.len();
    let mut sides: SmallVec<[Side; 12]> = distances
        .iter()
        .map(|&distance| Side::from_distance(distance, tolerance))
        .collect();
    let Some(start) = sides.iter().position(|&side| side != Side::On) else {
        return sides;
    };
    let mut before = sides[start];
    let mut offset = 1;
    while offset < count {
        let at = (start + offset) % count;
        if sides[at] != Side::On {
            before = sides[at];
            offset += 1;
            continue;
        }
        let length = (offset..count)
            .take_while(|&o| sides[(start + o) % count] == Side::On)
            .count();
        let after = sides[(start + offset + length) % count];
        let nearest = (0..length)
            .min_by(|&a, &b| {
                let distance = |o: usize| distances[(start + offset + o) % count].abs();
                distance(a).total_cmp(&distance(b))
            })
            .filter(|_| before != after);
        for o in 0..length {
            sides[(start + offset + o) % count] = match nearest {
                Some(nearest) if o == nearest => Side::On,
                Some(nearest) if o > nearest => after,
                _ => before,
            };
        }
        offset += length;
    }
    sides
}

/// Returns the intersection of the plane with an edge from a front vertex to a back vertex.
fn crossing<A: Attributes>(
    front: &Vertex<A>,
    back: &Vertex<A>,
    front_distance: f64,
    back_distance: f64,
    face_normal: DVec3,
) -> Vertex<A> {
    let t = front_distance / (front_distance - back_distance);
    Vertex {
        position: front.position.lerp(back.position, t),
        attributes: front.attributes.interpolate(back.attributes, t, face_normal),
    }
}

/// The result of splitting a polygon by a plane.
#[derive(Clone, Debug, PartialEq)]
pub enum Split<A = ()> {
    /// The whole polygon is in front.
    Front,
    /// The whole polygon is behind.
    Back,
    /// The polygon lies on the plane and faces the same way.
    CoplanarFront,
    /// The polygon lies on the plane and faces the opposite way.
    CoplanarBack,
    /// The polygon straddles the plane and was cut.
    Cut {
        /// The part in front of the plane.
        front: Polygon<A>,
        /// The part behind the plane.
        back: Polygon<A>,
    },
}

/// A convex polygon that winds counter-clockwise as seen from the front of its plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon<A = ()> {
    /// Corners, in winding order.
    pub vertices: Vec<Vertex<A>>,
}

impl Polygon {
    /// Creates a polygon without attributes. The points must be coplanar and form a convex polygon in the given order.
    pub fn from_points(points: impl IntoIterator<Item = DVec3>) -> Self {
        Self {
            vertices: points.into_iter().map(Vertex::new).collect(),
        }
    }

    /// Creates a square on a plane, facing the same way as the plane, like the base winding in Quake's compilers.
    ///
    /// Its edges are `2 * half_size` metres long. Its centre is the projection of `center` onto the plane.
    #[must_use]
    pub fn on_plane(plane: &Plane, center: DVec3, half_size: f64) -> Self {
        let (u, v) = plane.normal.any_orthonormal_pair();
        let (u, v) = if u.cross(v).dot(plane.normal) > 0.0 {
            (u, v)
        } else {
            (v, u)
        };
        let origin = plane.project(center);
        Self::from_points(
            [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
                .map(|(x, y)| origin + (u * x + v * y) * half_size),
        )
    }
}

impl<A: Attributes> Polygon<A> {
    /// Returns the positions of the corners, in winding order.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = DVec3> + '_ {
        self.vertices.iter().map(|vertex| vertex.position)
    }

    /// Returns the vector area, computed with Newell's method. It points along the normal, and its length is the area
    /// in square metres.
    #[must_use]
    pub fn vector_area(&self) -> DVec3 {
        let Some(origin) = self.vertices.first().map(|vertex| vertex.position) else {
            return DVec3::ZERO;
        };
        self.vertices
            .windows(2)
            .map(|pair| (pair[0].position - origin).cross(pair[1].position - origin))
            .sum::<DVec3>()
            * 0.5
    }

    /// Returns the area in square metres.
    #[must_use]
    pub fn area(&self) -> f64 {
        self.vector_area().length()
    }

    /// Returns the plane of the polygon, or `None` if the polygon has no area.
    #[must_use]
    pub fn plane(&self) -> Option<Plane> {
        let normal = self.vector_area().try_normalize()?;
        let center = self.positions().sum::<DVec3>() / self.vertices.len() as f64;
        Some(Plane::from_point_normal(center, normal))
    }

    /// Returns the edges in winding order.
    pub fn edges(&self) -> impl Iterator<Item = Segment> + '_ {
        let next = self.positions().skip(1).chain(self.positions().take(1));
        self.positions().zip(next).map(|(from, to)| Segment { from, to })
    }

    /// Returns the bounding box of the corners.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        Aabb::from_points(self.positions())
    }

    /// Splits the polygon by a plane. Corners at most `tolerance` metres from the plane count as on it.
    #[must_use]
    pub fn split(&self, plane: &Plane, tolerance: f64) -> Split<A> {
        let distances: SmallVec<[f64; 12]> = self
            .positions()
            .map(|position| plane.distance(position))
            .collect();
        match Relation::from_distances(&distances, tolerance) {
            Relation::Front => Split::Front,
            Relation::Back => Split::Back,
            Relation::On if self.vector_area().dot(plane.normal) < 0.0 => Split::CoplanarBack,
            Relation::On => Split::CoplanarFront,
            Relation::Straddling => {
                let most = self.vertices.len() + 1;
                let (mut front, mut back) = (Vec::with_capacity(most), Vec::with_capacity(most));
                let face_normal = self.vector_area().normalize_or_zero();
                cut(
                    &self.vertices,
                    &distances,
                    tolerance,
                    face_normal,
                    &mut front,
                    &mut back,
                );
                Split::Cut {
                    front: Self { vertices: front },
                    back: Self { vertices: back },
                }
            }
        }
    }

    /// Returns the part of the polygon in front of a plane, or `None` if no part is in front.
    ///
    /// Corners at most `tolerance` metres from the plane count as on it. A polygon that lies on the plane is returned
    /// whole.
    #[must_use]
    pub fn clipped_to_front(self, plane: &Plane, tolerance: f64) -> Option<Self> {
        match self.split(plane, tolerance) {
            Split::Front | Split::CoplanarFront | Split::CoplanarBack => Some(self),
            Split::Back => None,
            Split::Cut { front, .. } => Some(front),
        }
    }

    /// Removes every corner that is at most `length` metres from the previous corner.
    #[must_use]
    pub fn without_short_edges(mut self, length: f64) -> Self {
        let near = |a: &Vertex<A>, b: &Vertex<A>| a.position.distance(b.position) <= length;
        self.vertices.dedup_by(|a, b| near(a, b));
        while let [first, .., last] = &self.vertices[..]
            && near(first, last)
        {
            self.vertices.pop();
        }
        self
    }
}

/// Returns the segment where the horizontal plane at `height` cuts a convex polygon.
///
/// Returns `None` if the plane misses the polygon, touches it at a single corner, or contains it. An edge in the plane
/// counts as a cut of the polygon below the plane, not of the one above. Seen from above, the front of the polygon is
/// to the left of the segment. Polygons that share an edge are cut at the same point of that edge.
#[must_use]
pub fn cut_at_height(corners: &[DVec3], height: f64) -> Option<[DVec3; 2]> {
    // Points where the outline crosses the plane upwards and downwards.
    let mut ends: [Option<DVec3>; 2] = [None; 2];
    for (i, &corner) in corners.iter().enumerate() {
        let next = corners[(i + 1) % corners.len()];
        // A corner exactly at the height counts as above it.
        let (end, low, high) = match [corner, next].map(|corner| corner.y >= height) {
            [false, true] => (0, corner, next),
            [true, false] => (1, next, corner),
            _ => continue,
        };
        ends[end] = Some(low.lerp(high, (height - low.y) / (high.y - low.y)).with_y(height));
    }
    let [from, to] = [ends[0]?, ends[1]?];
    (from != to).then_some([from, to])
}
