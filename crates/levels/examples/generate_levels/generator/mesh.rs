//! Converts polygons to triangles without T-junctions, and the triangles to OBJ and MTL text.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use glam::{DVec2, DVec3, I64Vec3, IVec3};
use spade::{ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation as _};

use super::{material::Material, plane::GRID};

/// A polygon corner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    /// Position in grid units.
    pub(crate) at: IVec3,
    /// Texture coordinates in metres; v points up.
    pub(crate) uv: DVec2,
    /// Unit shading normal.
    pub(crate) normal: DVec3,
}

/// A planar polygon with holes. When seen from the front, the outline is counter-clockwise and holes are clockwise.
#[derive(Clone, Debug)]
pub(crate) struct Polygon {
    pub(crate) material: Material,
    pub(crate) object: u16,
    pub(crate) contours: Vec<Vec<Corner>>,
}

/// A triangle whose corners are counter-clockwise when seen from the front.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangle {
    pub(crate) material: Material,
    pub(crate) object: u16,
    pub(crate) corners: [Corner; 3],
}

/// A level's triangles.
pub(crate) struct Mesh {
    /// Triangles that bound solids, followed by all other triangles.
    pub(crate) triangles: Vec<Triangle>,
    objects: Vec<String>,
}

/// Maximum distance (in grid units) between an edge and a vertex that counts as lying on it. Rounding an intersection
/// to the grid moves it by at most half the grid cell's diagonal.
const ON_EDGE: f64 = 1.5;

impl Mesh {
    pub(super) fn new(mut polygons: Vec<Polygon>, uncovered: &[Polygon], objects: Vec<String>) -> Self {
        insert_vertices_on_edges(&mut polygons);
        let triangles = polygons.iter().chain(uncovered).flat_map(triangulate).collect();
        Self { triangles, objects }
    }

    /// Returns the level as OBJ text.
    pub(crate) fn obj(&self, title: &str, library: &str) -> String {
        let mut text =
            format!("# {title}\n# Made by the example generate_levels. Metres, Y up.\nmtllib {library}\n");
        let mut order: Vec<&Triangle> = self.triangles.iter().collect();
        order.sort_by_key(|triangle| (triangle.object, triangle.material));

        let mut places = Numbers::default();
        let mut coordinates = Numbers::default();
        let mut normals = Numbers::default();
        let mut faces = String::new();
        let mut object = None;
        let mut material = None;
        for triangle in order {
            if object != Some(triangle.object) {
                object = Some(triangle.object);
                material = None;
                let _ = writeln!(faces, "o {}", self.objects[usize::from(triangle.object)]);
            }
            if material != Some(triangle.material) {
                material = Some(triangle.material);
                let _ = writeln!(faces, "usemtl {}", triangle.material.look().name);
            }
            let side = triangle.material.look().texture.map_or(1.0, |(_, side)| side);
            faces.push('f');
            for corner in &triangle.corners {
                let v = places.number(format!(
                    "v {} {} {}",
                    grid(corner.at.x),
                    grid(corner.at.y),
                    grid(corner.at.z)
                ));
                let uv = corner.uv / side;
                let vt = coordinates.number(format!("vt {} {}", short(uv.x), short(uv.y)));
                let n = corner.normal;
                let vn = normals.number(format!("vn {} {} {}", short(n.x), short(n.y), short(n.z)));
                let _ = write!(faces, " {v}/{vt}/{vn}");
            }
            faces.push('\n');
        }
        for numbers in [places, coordinates, normals] {
            for line in numbers.lines {
                text.push_str(&line);
                text.push('\n');
            }
        }
        text.push_str(&faces);
        text
    }

    /// Returns the level's materials as MTL text.
    pub(crate) fn mtl(&self) -> String {
        let used: BTreeSet<Material> = self.triangles.iter().map(|triangle| triangle.material).collect();
        let mut text = String::from("# Made by the example generate_levels.\n");
        for material in used {
            let look = material.look();
            let [r, g, b] = look.color;
            let _ = write!(text, "\nnewmtl {}\nKd {r} {g} {b}\n", look.name);
            if look.emissive != [0.0; 3] {
                let [r, g, b] = look.emissive;
                let _ = writeln!(text, "Ke {r} {g} {b}");
            }
            if let Some((file, _)) = look.texture {
                let _ = writeln!(text, "map_Kd {file}");
            }
        }
        text
    }
}

/// Distinct lines of text, numbered from 1.
#[derive(Default)]
struct Numbers {
    known: BTreeMap<String, usize>,
    lines: Vec<String>,
}

impl Numbers {
    fn number(&mut self, line: String) -> usize {
        if let Some(&number) = self.known.get(&line) {
            return number;
        }
        self.lines.push(line.clone());
        self.known.insert(line, self.lines.len());
        self.lines.len()
    }
}

/// Formats a grid coordinate as metres.
fn grid(units: i32) -> String {
    trimmed(&format!("{:.5}", f64::from(units) / GRID))
}

/// Formats a number with up to four decimal places.
fn short(number: f64) -> String {
    trimmed(&format!("{number:.4}"))
}

fn trimmed(text: &str) -> String {
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// Inserts vertices that lie on an edge of another polygon into that edge, so that adjacent polygons share all
/// vertices.
fn insert_vertices_on_edges(polygons: &mut [Polygon]) {
    let vertices: BTreeSet<[i32; 3]> = polygons
        .iter()
        .flat_map(|polygon| polygon.contours.iter().flatten())
        .map(|corner| corner.at.to_array())
        .collect();
    let vertices: Vec<[i32; 3]> = vertices.into_iter().collect();
    for contour in polygons.iter_mut().flat_map(|polygon| &mut polygon.contours) {
        let mut closed = Vec::with_capacity(contour.len());
        for (index, &corner) in contour.iter().enumerate() {
            let next = contour[(index + 1) % contour.len()];
            closed.push(corner);
            let mut on: Vec<(f64, IVec3)> = Vec::new();
            let low = corner.at.min(next.at) - 2;
            let high = corner.at.max(next.at) + 2;
            let first = vertices.partition_point(|vertex| vertex[0] < low.x);
            for vertex in vertices[first..].iter().take_while(|vertex| vertex[0] <= high.x) {
                let at = IVec3::from_array(*vertex);
                if at.cmplt(low).any() || at.cmpgt(high).any() || at == corner.at || at == next.at {
                    continue;
                }
                let edge = (next.at - corner.at).as_dvec3();
                let offset = (at - corner.at).as_dvec3();
                let t = offset.dot(edge) / edge.length_squared();
                if t > 0.0 && t < 1.0 && (offset - t * edge).length() <= ON_EDGE {
                    on.push((t, at));
                }
            }
            on.sort_by(|a, b| a.0.total_cmp(&b.0));
            for (t, at) in on {
                let normal = corner.normal.lerp(next.normal, t).normalize();
                closed.push(Corner {
                    at,
                    uv: corner.uv.lerp(next.uv, t),
                    normal,
                });
            }
        }
        *contour = closed;
    }
}

/// A corner projected to 2D for triangulation.
#[derive(Clone, Copy)]
struct Flat {
    at: Point2<f64>,
    corner: Corner,
}

impl HasPosition for Flat {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        self.at
    }
}

/// Triangulates a polygon without adding vertices.
fn triangulate(polygon: &Polygon) -> Vec<Triangle> {
    let normal = area_vector(&polygon.contours);
    let size = normal.abs();
    let flatten = |at: IVec3| {
        let at = at.as_dvec3();
        let (a, b, sign) = if size.x >= size.y && size.x >= size.z {
            (at.y, at.z, normal.x)
        } else if size.y >= size.z {
            (at.z, at.x, normal.y)
        } else {
            (at.x, at.y, normal.z)
        };
        if sign < 0.0 {
            Point2::new(b, a)
        } else {
            Point2::new(a, b)
        }
    };
    let mut triangulation = ConstrainedDelaunayTriangulation::<Flat>::new();
    let mut edges = Vec::new();
    for contour in &polygon.contours {
        let flat = contour.iter().map(|&corner| Flat {
            at: flatten(corner.at),
            corner,
        });
        triangulation
            .add_constraint_edges(flat, true)
            .expect("grid coordinates are finite");
        let next = contour.iter().cycle().skip(1);
        edges.extend(
            contour
                .iter()
                .zip(next)
                .map(|(a, b)| (flatten(a.at), flatten(b.at))),
        );
    }
    let inside = |point: Point2<f64>| {
        let crossings = edges.iter().filter(|(a, b)| {
            (a.y > point.y) != (b.y > point.y) && point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
        });
        crossings.count() % 2 == 1
    };
    triangulation
        .inner_faces()
        .filter(|face| inside(face.center()))
        .map(|face| Triangle {
            material: polygon.material,
            object: polygon.object,
            corners: face.vertices().map(|vertex| vertex.data().corner),
        })
        .collect()
}

/// Returns a normal of a polygon whose length is twice the polygon's area, in grid units.
fn area_vector(contours: &[Vec<Corner>]) -> DVec3 {
    let mut sum = I64Vec3::ZERO;
    for contour in contours {
        let origin = contour[0].at;
        for pair in contour[1..].windows(2) {
            sum += (pair[0].at - origin)
                .as_i64vec3()
                .cross((pair[1].at - origin).as_i64vec3());
        }
    }
    sum.as_dvec3()
}
