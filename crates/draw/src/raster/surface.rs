//! Visible faces, set up for shading: their attributes as functions that are linear over the picture (Heckbert and Moreton,
//! "Interpolation for polygon texture mapping and shading", 1991).

use bspwalk_levels::{LevelTriangle, Wrap, color::palette::Palette};
use glam::{DVec3, Vec2, Vec3, Vec3Swizzles, Vec4, vec2};

use super::{
    camera::{EdgeFunction, Rays},
    edge_functions::Outline,
    faces::Face,
    overlay_colors::OverlayColors,
    shade::RasterMaterial,
    style::{Coloring, FrameLeaves},
    texture::{Detail, Sampler},
};
use crate::light::{Lightmap, Lightmaps};

/// What the shading of a frame reads.
#[derive(Clone, Copy)]
pub(super) struct Shading<'a> {
    pub(super) rays: &'a Rays,
    /// Whether the level is seen as a model, from without.
    pub(super) is_model: bool,
    pub(super) coloring: Coloring,
    pub(super) palette: Palette,
    pub(super) wireframe: bool,
    pub(super) colors: &'a OverlayColors<'a>,
    pub(super) materials: &'a [RasterMaterial],
    pub(super) lightmaps: Option<&'a Lightmaps>,
    pub(super) leaves: Option<&'a FrameLeaves>,
    /// A fragment that is highlighted.
    pub(super) highlighted: Option<u32>,
}

/// A number that is linear over a face, divided by w: that is linear over the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct OverW(pub(super) EdgeFunction);

impl OverW {
    /// The number is the dot product of a point of the face with `gradient`, plus `constant`.
    fn new(rays: &Rays, inverse_w: &EdgeFunction, gradient: DVec3, constant: f64) -> Self {
        let of_eye = gradient.dot(rays.eye) + constant;
        let (along, at_eye) = (rays.number(gradient, of_eye), rays.height_above(gradient, of_eye));
        Self(EdgeFunction {
            x: along.x + inverse_w.x * at_eye,
            y: along.y + inverse_w.y * at_eye,
            constant: along.constant + inverse_w.constant * at_eye,
        })
    }

    /// The number that has these values at the corners of a triangle.
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

    /// Its values from a place to the right.
    pub(super) fn from(&self, place: [f64; 2]) -> Row {
        Row {
            start: self.0.at(place) as f32,
            step: self.0.x as f32,
        }
    }

    /// The change of the number itself per pixel to the right and down, where it is `value`; `one` is [`Rays::over_w`].
    pub(super) fn change(&self, one: &EdgeFunction, value: f32, w: f32) -> [f32; 2] {
        [(self.0.x, one.x), (self.0.y, one.y)]
            .map(|(over_w, of_one)| (over_w as f32 - value * of_one as f32) * w)
    }
}

/// A function along a row.
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

/// A visible face, set up for shading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surface {
    /// [`Rays::over_w`] and [`Rays::inverse_w`], which are one with perspective.
    pub(super) over_w: EdgeFunction,
    pub(super) inverse_w: EdgeFunction,
    /// The distance of the eye from the face's plane, in metres, or without perspective [`Rays::height_above`] it.
    pub(super) height: f32,
    /// The unit normal of the face.
    pub(super) front: Vec3,
    pub(super) from_front: bool,
    pub(super) paint: Paint,
    /// The tint of the selection, and its opacity.
    pub(super) tint: (Vec3, f32),
}

/// What colours a face.
#[derive(Clone, Copy, Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "surfaces are kept in one vector, which allocates nothing for each"
)]
pub(super) enum Paint {
    /// A colour, linear.
    Flat(Vec3),
    /// The leaf before it.
    Leaf,
    /// Its material.
    Material(Look),
}

/// The material of a face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) material: u32,
    pub(super) uv: [OverW; 2],
    pub(super) lit: Lit,
    pub(super) vertices: Vertices,
}

/// The light on a face, without that of the lamp.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lit {
    /// By its lightmap.
    Map(Lightmap, [OverW; 2]),
    /// By the sky, on a side without a lightmap.
    Sky,
}

/// The colours of the vertices, linear RGBA.
#[derive(Clone, Copy, Debug)]
pub(super) enum Vertices {
    Even(Vec4),
    Mixed([OverW; 4]),
}

impl Shading<'_> {
    /// Sets up an outline for shading. `index` is that of the triangle in the level.
    pub(super) fn surface(
        &self,
        outline: &Outline,
        face: &Face,
        triangle: &LevelTriangle,
        index: u32,
    ) -> Surface {
        let plane = face.plane;
        let height = self
            .rays
            .height_above(plane.normal, plane.distance(self.rays.eye));
        let front = face.plane.normal.as_vec3();
        let from_front = height > 0.0;
        let paint = match self.colors.flat(outline.fragment, triangle.source) {
            Some(color) => Paint::Flat(color),
            None if self.coloring != Coloring::Material => Paint::Leaf,
            None => Paint::Material(self.look(outline, triangle, index, front, from_front)),
        };
        let strength = if matches!(paint, Paint::Material(_)) {
            0.8
        } else {
            1.0
        };
        let (tint, share) = if self.highlighted == Some(outline.fragment) {
            (Vec3::from(self.palette.selected().linear()), 0.8)
        } else {
            self.colors.tint(outline.fragment).unwrap_or_default()
        };
        Surface {
            over_w: self.rays.over_w(outline.inverse_w),
            inverse_w: outline.inverse_w,
            height: height.abs() as f32,
            front,
            from_front,
            paint,
            tint: (tint, share * strength),
        }
    }

    fn look(
        &self,
        outline: &Outline,
        triangle: &LevelTriangle,
        index: u32,
        front: Vec3,
        from_front: bool,
    ) -> Look {
        let (rays, inverse_w, corners) = (self.rays, &outline.inverse_w, triangle.corners);
        let over_w = |values: [f64; 3]| OverW::of_corners(rays, inverse_w, corners, values);
        let texture = self.materials[triangle.material as usize].sampler.as_ref();
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
        // Where the texture repeats, small numbers are more exact.
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
        let map = self.lightmaps.and_then(|maps| maps.map(index));
        let lit = match map.filter(|_| from_front) {
            Some(map) => {
                let places =
                    [0, 1].map(|axis| OverW::new(rays, inverse_w, map.axes[axis], -map.origin[axis]));
                Lit::Map(*map, places)
            }
            None => Lit::Sky,
        };
        let [a, b, c] = triangle.colors;
        let vertices = if a == b && b == c {
            Vertices::Even(a)
        } else {
            Vertices::Mixed(
                [0, 1, 2, 3].map(|channel| over_w([a, b, c].map(|color| f64::from(color[channel])))),
            )
        };
        Look {
            material: triangle.material,
            uv,
            lit,
            vertices,
        }
    }
}

impl Vertices {
    pub(super) fn at(&self, place: [f64; 2], w: f32) -> Vec4 {
        match self {
            Self::Even(color) => *color,
            Self::Mixed(channels) => Vec4::from(channels.map(|channel| channel.0.at(place) as f32 * w)),
        }
    }
}

impl Look {
    /// How finely the texture is seen where it has the place `uv`.
    pub(super) fn detail(&self, texture: &Sampler, over_w: &EdgeFunction, uv: [f32; 2], w: f32) -> Detail {
        let [u, v] = [0, 1].map(|axis| self.uv[axis].change(over_w, uv[axis], w));
        texture.detail(vec2(u[0], v[0]), vec2(u[1], v[1]))
    }
}
