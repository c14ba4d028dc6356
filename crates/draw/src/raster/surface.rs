//! Visible faces prepared for shading. Their attributes are stored as linear functions of the picture position
//! (Heckbert and Moreton, "Interpolation for polygon texture mapping and shading", 1991).

use bspwalk_levels::{LevelTriangle, Wrap};
use glam::{DQuat, DVec3, Vec2, Vec3, Vec3Swizzles, Vec4};

use super::{
    camera::{EdgeFunction, Rays},
    edge_functions::Outline,
    picture::RenderContext,
    style::Coloring,
    texture::Sampler,
};
use crate::light::Lightmap;

/// An attribute of a face divided by w. The attribute is linear on the face, so this quotient is linear in the picture
/// position.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttributeOverW(pub(super) EdgeFunction);

impl AttributeOverW {
    /// Creates the attribute whose value at a point is the point's dot product with `gradient`, plus `constant`.
    fn new(rays: &Rays, inverse_w: &EdgeFunction, gradient: DVec3, constant: f64) -> Self {
        let of_eye = gradient.dot(rays.eye) + constant;
        let (along, at_eye) = (
            rays.linear_function(gradient, of_eye),
            rays.height_above(gradient, of_eye),
        );
        Self(EdgeFunction {
            x: along.x + inverse_w.x * at_eye,
            y: along.y + inverse_w.y * at_eye,
            constant: along.constant + inverse_w.constant * at_eye,
        })
    }

    /// Creates the attribute that has these values at the corners of a triangle.
    fn of_corners(
        rays: &Rays,
        inverse_w: &EdgeFunction,
        [a, b, c]: [DVec3; 3],
        [at_a, at_b, at_c]: [f64; 3],
    ) -> Self {
        let (ab, ac) = (b - a, c - a);
        let normal = ab.cross(ac);
        let gradient =
            (ac.cross(normal) * (at_b - at_a) + normal.cross(ab) * (at_c - at_a)) / normal.length_squared();
        Self::new(rays, inverse_w, gradient, at_a - gradient.dot(a))
    }

    /// Returns the values along a row that starts at a position.
    pub(super) fn from(&self, place: [f64; 2]) -> Row {
        Row {
            start: self.0.at(place) as f32,
            step: self.0.x as f32,
        }
    }

    /// Returns the change in the attribute per pixel to the right and down, given its `value`; `one` is
    /// [`Rays::over_w`].
    pub(super) fn change(&self, one: &EdgeFunction, value: f32, w: f32) -> [f32; 2] {
        [(self.0.x, one.x), (self.0.y, one.y)]
            .map(|(over_w, of_one)| (over_w as f32 - value * of_one as f32) * w)
    }
}

/// A linear function along a row.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) start: f32,
    pub(super) step: f32,
}

impl Row {
    #[inline]
    pub(super) fn at(self, pixel: usize) -> f32 {
        self.start + pixel as f32 * self.step
    }
}

/// A visible face prepared for shading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surface {
    /// [`Rays::over_w`] of the face; equal to `inverse_w` with perspective projection.
    pub(super) over_w: EdgeFunction,
    /// [`Rays::inverse_w`] of the face.
    pub(super) inverse_w: EdgeFunction,
    /// Distance between the eye and the face's plane, in metres; [`Rays::height_above`] with parallel projection.
    pub(super) height: f32,
    /// Unit normal of the face's side that the eye sees.
    pub(super) facing: Vec3,
    pub(super) from_front: bool,
    pub(super) paint: Paint,
    /// Tint from the selection, with its opacity.
    pub(super) tint: (Vec3, f32),
}

/// Source of a face's colour.
#[derive(Clone, Copy, Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "surfaces are kept in one vector, which allocates nothing for each"
)]
pub(super) enum Paint {
    /// A single linear colour.
    Flat(Vec3),
    /// The leaf in front of the face.
    Leaf,
    /// The material of the face.
    Material(FaceMaterial),
}

/// The material attributes of a face.
#[derive(Clone, Copy, Debug)]
pub(super) struct FaceMaterial {
    pub(super) material: u32,
    /// Texture coordinates or, for the grid of a material without a texture, coordinates in metres.
    pub(super) uv: [AttributeOverW; 2],
    /// Lightmap of the visible side, with the position on its grid.
    pub(super) map: Option<(Lightmap, [AttributeOverW; 2])>,
    /// Shading normals, if they differ from the face normal.
    pub(super) normals: Option<[AttributeOverW; 3]>,
    pub(super) vertices: Vertices,
}

/// Vertex colours in linear RGBA.
#[derive(Clone, Copy, Debug)]
pub(super) enum Vertices {
    Even(Vec4),
    Mixed([AttributeOverW; 4]),
}

/// Cosine of the angle to the face normal above which a shading normal is replaced by the face normal.
const EVEN: f32 = 0.9999;

impl RenderContext<'_> {
    /// Prepares an outline for shading.
    pub(super) fn surface(&self, outline: &Outline) -> Option<Surface> {
        let fragment = outline.fragment;
        let (index, triangle) = self.triangle(fragment)?;
        let plane = self.painted.faces.face_of(fragment)?.plane;
        let (rays, rotation) = self.view.rays_to(fragment);
        let height = rays.height_above(plane.normal, plane.distance(rays.eye));
        let front = plane.normal.as_vec3();
        let from_front = height > 0.0;
        let is_highlighted = self.order.is_some_and(|order| order.last() == Some(&fragment));
        let tint = if is_highlighted {
            Some((Vec3::from(self.style.palette.selected().linear()), 0.8))
        } else {
            self.colors.tint(fragment)
        };
        let (tint, share) = tint.unwrap_or_default();
        let paint = match self.colors.flat(fragment, triangle.source) {
            Some(color) => Paint::Flat(color.lerp(tint, share)),
            None if self.style.coloring != Coloring::Material => Paint::Leaf,
            None => Paint::Material(self.look(outline, triangle, index, front, from_front)),
        };
        Some(Surface {
            over_w: rays.over_w(outline.inverse_w),
            inverse_w: outline.inverse_w,
            height: height.abs() as f32,
            facing: in_level(rotation, if from_front { front } else { -front }),
            from_front,
            paint,
            tint: (tint, share),
        })
    }

    fn look(
        &self,
        outline: &Outline,
        triangle: &LevelTriangle,
        index: u32,
        front: Vec3,
        from_front: bool,
    ) -> FaceMaterial {
        let (rays, rotation) = self.view.rays_to(outline.fragment);
        let (inverse_w, corners) = (&outline.inverse_w, triangle.corners);
        let over_w = |values: [f64; 3]| AttributeOverW::of_corners(rays, inverse_w, corners, values);
        let texture = self.painted.materials[triangle.material as usize]
            .sampler
            .as_ref();
        let uvs = match texture {
            Some(_) => triangle.uvs.map(Vec2::as_dvec2),
            None => corners.map(|corner| {
                let steep = front.abs();
                if steep.x > steep.y && steep.x > steep.z {
                    corner.zy()
                } else if steep.z > steep.y {
                    corner.xy()
                } else {
                    corner.xz()
                }
            }),
        };
        // For a repeating texture, subtract whole repetitions to keep the coordinates small and precise.
        let wrap = texture.map_or([Wrap::Repeat; 2], Sampler::wrap);
        let uv = [0, 1].map(|axis| {
            let first = uvs[0][axis];
            let whole = match wrap[axis] {
                Wrap::Repeat => first.floor(),
                Wrap::Mirror => 2.0 * (first * 0.5).floor(),
                Wrap::Clamp => 0.0,
            };
            over_w(uvs.map(|uv| uv[axis] - whole))
        });
        let map = self.light.maps.and_then(|maps| maps.map(index));
        let map = map.filter(|_| from_front).map(|map| {
            let places =
                [0, 1].map(|axis| AttributeOverW::new(rays, inverse_w, map.axes[axis], -map.origin[axis]));
            (*map, places)
        });
        let normals = triangle.normals;
        let is_even = |normal: &Vec3| normal.dot(front).abs() >= EVEN * normal.length();
        let normals = (!normals.iter().all(is_even)).then(|| {
            let normals = normals.map(|normal| in_level(rotation, normal));
            [0, 1, 2].map(|axis| over_w(normals.map(|normal| f64::from(normal[axis]))))
        });
        let [a, b, c] = triangle.colors;
        let vertices = if a == b && b == c {
            Vertices::Even(a)
        } else {
            Vertices::Mixed(
                [0, 1, 2, 3].map(|channel| over_w([a, b, c].map(|color| f64::from(color[channel])))),
            )
        };
        FaceMaterial {
            material: triangle.material,
            uv,
            map,
            normals,
            vertices,
        }
    }
}

/// Transforms a direction from a part's space to the level's space.
fn in_level(rotation: Option<DQuat>, direction: Vec3) -> Vec3 {
    rotation.map_or(direction, |rotation| rotation.as_quat() * direction)
}

impl Vertices {
    pub(super) fn at(&self, place: [f64; 2], w: f32) -> Vec4 {
        match self {
            Self::Even(color) => *color,
            Self::Mixed(channels) => Vec4::from(channels.map(|channel| channel.0.at(place) as f32 * w)),
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec3, dvec3};

    use super::*;
    use crate::raster::Camera;

    /// Compares an attribute on a receding wall with its value where the ray through a picture position hits the wall.
    #[test]
    fn interpolation_is_correct_in_perspective() {
        let corners = [
            dvec3(1.0, -3.0, 1.0),
            dvec3(9.0, 4.0, -40.0),
            dvec3(2.0, 5.0, -2.0),
        ];
        let plane = bspwalk_geometry::Plane::from_points(corners).unwrap();
        let camera = Camera::perspective(dvec3(-1.0, 0.5, 6.0), [-0.3, 0.1], 1.2);
        let rays = camera.rays([320, 200]);
        let height = plane.distance(rays.eye);
        let inverse_w = rays.inverse_w(plane.normal, height);
        let hit = |place: [f64; 2]| {
            let direction = rays.through(place);
            rays.eye - direction * (height / plane.normal.dot(direction))
        };
        for axis in 0..3 {
            let number =
                AttributeOverW::of_corners(&rays, &inverse_w, corners, corners.map(|corner| corner[axis]));
            for [x, y] in [[170.0, 90.0], [200.5, 110.5], [231.0, 60.0]] {
                let expected: DVec3 = hit([x, y]);
                let w = 1.0 / inverse_w.at([x, y]) as f32;
                let value = number.0.at([x, y]) as f32 * w;
                assert!((f64::from(value) - expected[axis]).abs() < 1.0e-4);
                // Measure the change over a thousandth of a pixel.
                let next = [hit([x + 1.0e-3, y]), hit([x, y + 1.0e-3])];
                let next = next.map(|next| (next - expected)[axis] * 1.0e3);
                for (change, next) in number.change(&inverse_w, value, w).into_iter().zip(next) {
                    assert!((f64::from(change) - next).abs() < 1.0e-3 * next.abs().max(0.1));
                }
            }
        }
    }
}
