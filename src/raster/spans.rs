//! The colours of frames: visible outlines are shaded span by span along the rows, by functions that are linear over the
//! picture (Heckbert and Moreton, "Interpolation for polygon texture mapping and shading", 1991) and by baked light.

use std::ops::Range;

use glam::{DVec3, Vec2, Vec3, Vec3Swizzles, Vec4, Vec4Swizzles, vec2};

use super::{
    camera::{EdgeFunction, Rays},
    edge_functions::Outline,
    faces::Face,
    frames::FrameLeaves,
    overlay_colors::{OverlayColors, blend_edge},
    picture::Coloring,
    shade::{LAMP, MEASURE, RasterMaterial, sky, tone},
    texture::{Detail, Sampler},
};
use crate::{
    bsp::solid_leaf::LeafId,
    color::palette::Palette,
    level::LevelTriangle,
    light::{self, Lightmap, Lightmaps},
};

/// Pixels of a span that share a level of detail.
const CHUNK: usize = 8;

/// A place is looked up in the leaf this far before its face, in metres.
const BEFORE: f64 = 1.0e-3;

/// What the shading of a frame reads.
#[derive(Clone, Copy)]
pub(super) struct Shading<'a> {
    pub(super) rays: &'a Rays,
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
struct OverW(EdgeFunction);

impl OverW {
    /// The number is the dot product of a point of the face with `gradient`, plus `constant`.
    fn new(rays: &Rays, inverse_w: &EdgeFunction, gradient: DVec3, constant: f64) -> Self {
        let (along, at_eye) = (rays.dot(gradient), gradient.dot(rays.eye) + constant);
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
    fn from(&self, place: [f64; 2]) -> Row {
        Row {
            start: self.0.at(place) as f32,
            step: self.0.x as f32,
        }
    }

    /// The change of the number itself per pixel to the right and down, where it is `value`.
    fn change(&self, inverse_w: &EdgeFunction, value: f32, w: f32) -> [f32; 2] {
        [(self.0.x, inverse_w.x), (self.0.y, inverse_w.y)]
            .map(|(over_w, of_inverse)| (over_w as f32 - value * of_inverse as f32) * w)
    }
}

/// A function along a row.
#[derive(Clone, Copy)]
struct Row {
    start: f32,
    step: f32,
}

impl Row {
    #[inline]
    fn at(self, pixel: usize) -> f32 {
        self.start + pixel as f32 * self.step
    }
}

/// A visible face, set up for shading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surface {
    inverse_w: EdgeFunction,
    /// The distance of the eye from the face's plane, in metres.
    height: f32,
    /// The unit normal of the face.
    front: Vec3,
    from_front: bool,
    paint: Paint,
    /// The tint of the selection, and its opacity.
    tint: (Vec3, f32),
}

/// What colours a face.
#[derive(Clone, Copy, Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "surfaces are kept in one vector, which allocates nothing for each"
)]
enum Paint {
    /// A colour, linear.
    Flat(Vec3),
    /// The leaf before it.
    Leaf,
    /// Its material.
    Material(Look),
}

/// The material of a face.
#[derive(Clone, Copy, Debug)]
struct Look {
    material: u32,
    uv: [OverW; 2],
    lit: Lit,
    vertices: Vertices,
}

/// The light on a face, without that of the lamp.
#[derive(Clone, Copy, Debug)]
enum Lit {
    /// By its lightmap.
    Map(Lightmap, [OverW; 2]),
    /// By the sky, on a side without a lightmap.
    Sky,
}

/// The colours of the vertices, linear RGBA.
#[derive(Clone, Copy, Debug)]
enum Vertices {
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
        let height = face.plane.distance(self.rays.eye);
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
        let uvs = match &self.materials[triangle.material as usize].sampler {
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
        // The texture repeats, and small numbers are more exact.
        let whole = uvs[0].floor();
        let uv = [0, 1].map(|axis| over_w(uvs.map(|uv| uv[axis] - whole[axis])));
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

    /// Writes the colours of the sky from a pixel to the right, linear.
    pub(super) fn sky(&self, [column, row]: [u32; 2], colors: &mut [Vec4]) {
        let [x, y] = [column, row].map(|pixel| f64::from(pixel) + 0.5);
        let start = self.rays.through([x, y]).as_vec3();
        let right = self.rays.right.as_vec3();
        for (pixel, color) in colors.iter_mut().enumerate() {
            *color = sky((start + right * pixel as f32).normalize_or_zero()).extend(1.0);
        }
    }

    /// Writes the colours of a surface from a pixel to the right: linear, straight alpha.
    pub(super) fn span(&self, surface: &Surface, [column, row]: [u32; 2], colors: &mut [Vec4]) {
        let y = f64::from(row) + 0.5;
        match &surface.paint {
            Paint::Leaf => self.leaf_span(surface, column, y, 0..colors.len(), None, colors),
            _ => {
                for (chunk, colors) in (0..).zip(colors.chunks_mut(CHUNK)) {
                    let x = f64::from(column) + f64::from(chunk) * CHUNK as f64 + 0.5;
                    let rays = ViewRow::new(self.rays, &surface.inverse_w, [x, y]);
                    match &surface.paint {
                        Paint::Material(look) => self.shade(look, surface, &rays, [x, y], colors),
                        Paint::Flat(color) => {
                            for (pixel, out) in colors.iter_mut().enumerate() {
                                *out = surface.plain(*color, rays.distance(pixel)).extend(1.0);
                            }
                        }
                        Paint::Leaf => {}
                    }
                }
            }
        }
        let (tint, share) = surface.tint;
        if share > 0.0 {
            for color in colors {
                *color = color.xyz().lerp(tint, share).extend(color.w);
            }
        }
    }

    /// Draws the edges of an outline over the colours of a span.
    pub(super) fn edges(
        &self,
        outline: &Outline,
        edges: &[EdgeFunction],
        [column, row]: [u32; 2],
        colors: &mut [Vec4],
    ) {
        if self.wireframe {
            for (at, color) in (column..).zip(colors) {
                let place = [at, row].map(|pixel| f64::from(pixel) + 0.5);
                let (ink, share) = self.colors.edge(outline, edges, place);
                *color = blend_edge(*color, ink, share);
            }
        }
    }

    /// The opacity of a surface at a place of the picture.
    pub(super) fn opacity(&self, surface: &Surface, place: [f64; 2]) -> f32 {
        let Paint::Material(look) = &surface.paint else {
            return 1.0;
        };
        let w = 1.0 / surface.inverse_w.at(place) as f32;
        let uv = look.uv.map(|axis| axis.0.at(place) as f32 * w);
        let color = self.materials[look.material as usize].color.w * look.vertices.at(place, w).w;
        match self.texture(look) {
            Some(texture) => {
                color
                    * texture
                        .quick(&look.detail(texture, &surface.inverse_w, uv, w), uv.into())
                        .w
            }
            None => color,
        }
    }

    /// The texture of a material, or the lines of one without.
    fn texture(&self, look: &Look) -> Option<&Sampler> {
        self.materials[look.material as usize]
            .sampler
            .as_ref()
            .or(MEASURE.as_ref())
    }

    /// Writes the lit colours of some pixels from a place to the right.
    fn shade(&self, look: &Look, surface: &Surface, rays: &ViewRow, [x, y]: [f64; 2], colors: &mut [Vec4]) {
        let middle = colors.len() / 2;
        let w = rays.w(middle);
        let [u, v] = look.uv.map(|axis| axis.from([x, y]));
        let textured = self.texture(look).map(|texture| {
            let uv = [u.at(middle) * w, v.at(middle) * w];
            (texture, look.detail(texture, &surface.inverse_w, uv, w))
        });
        let material = &self.materials[look.material as usize];
        let normal = if surface.from_front {
            surface.front
        } else {
            -surface.front
        };
        let place = || self.rays.eye.as_vec3() + (rays.direction + rays.right * middle as f32) * w;
        let (map, sky) = match (&look.lit, self.lightmaps) {
            (Lit::Map(map, places), Some(maps)) => (
                Some((maps, map, places.map(|axis| axis.from([x, y])))),
                Vec3::ZERO,
            ),
            (_, Some(maps)) => (None, maps.sky(place(), normal)),
            (_, None) => (None, light::sky(None, place(), normal)),
        };
        for (pixel, out) in colors.iter_mut().enumerate() {
            let w = rays.w(pixel);
            let mut color = material.color * look.vertices.at([x + pixel as f64, y], w);
            if let Some((texture, detail)) = &textured {
                color *= texture.quick(detail, vec2(u.at(pixel) * w, v.at(pixel) * w));
            }
            let mut light = match &map {
                Some((maps, map, [s, t])) => maps.at(map, [s.at(pixel) * w, t.at(pixel) * w]),
                None => sky,
            };
            let distance = w * (rays.direction + rays.right * pixel as f32).length();
            light += LAMP
                * ((0.25 + 0.75 * (surface.height / distance).min(1.0)) / (1.0 + 0.02 * distance * distance));
            let lit = tone(color.xyz() * light + material.emissive);
            *out = lit.extend(color.w.clamp(0.0, 1.0));
        }
    }

    /// Colours a part of a span by leaf. A leaf is convex: where it holds both ends, it holds all between them.
    fn leaf_span(
        &self,
        surface: &Surface,
        column: u32,
        y: f64,
        part: Range<usize>,
        ends: Option<[LeafId; 2]>,
        colors: &mut [Vec4],
    ) {
        let Some(leaves) = self.leaves else {
            colors[part].fill(Vec4::new(0.2, 0.2, 0.2, 1.0));
            return;
        };
        if part.is_empty() {
            return;
        }
        let x = |pixel: usize| f64::from(column) + pixel as f64 + 0.5;
        let towards_eye = if surface.from_front {
            surface.front
        } else {
            -surface.front
        };
        let leaf = |pixel: usize| {
            let place = [x(pixel), y];
            let on_face = self.rays.eye + self.rays.through(place) / surface.inverse_w.at(place);
            leaves.tree.locate(on_face + towards_eye.as_dvec3() * BEFORE)
        };
        let last = part.end - 1;
        let [first_leaf, last_leaf] = ends.unwrap_or_else(|| [leaf(part.start), leaf(last)]);
        if first_leaf == last_leaf || part.len() < 2 {
            let is_visible = leaves
                .pvs
                .as_ref()
                .is_none_or(|pvs| pvs.visible(leaves.from, first_leaf));
            let color = if self.coloring == Coloring::VisibleLeaf && !is_visible {
                Vec3::splat(0.05)
            } else {
                Vec3::from(self.palette.category(first_leaf))
            };
            let rays = ViewRow::new(self.rays, &surface.inverse_w, [x(0), y]);
            for pixel in part {
                colors[pixel] = surface.plain(color, rays.distance(pixel)).extend(1.0);
            }
            return;
        }
        let middle = part.start + part.len() / 2;
        let [before, after] = [leaf(middle - 1), leaf(middle)];
        self.leaf_span(
            surface,
            column,
            y,
            part.start..middle,
            Some([first_leaf, before]),
            colors,
        );
        self.leaf_span(
            surface,
            column,
            y,
            middle..part.end,
            Some([after, last_leaf]),
            colors,
        );
    }
}

/// The rays of some pixels in a row, and where they meet a face.
struct ViewRow {
    direction: Vec3,
    right: Vec3,
    inverse_w: Row,
}

impl ViewRow {
    fn new(rays: &Rays, inverse_w: &EdgeFunction, place: [f64; 2]) -> Self {
        Self {
            direction: rays.through(place).as_vec3(),
            right: rays.right.as_vec3(),
            inverse_w: OverW(*inverse_w).from(place),
        }
    }

    /// The depth of the face, in metres.
    #[inline]
    fn w(&self, pixel: usize) -> f32 {
        1.0 / self.inverse_w.at(pixel)
    }

    /// The distance of the face from the eye, in metres.
    #[inline]
    fn distance(&self, pixel: usize) -> f32 {
        self.w(pixel) * (self.direction + self.right * pixel as f32).length()
    }
}

impl Surface {
    /// A plain colour with some light from above, from one side and from the eye, so that adjacent faces differ.
    fn plain(&self, color: Vec3, distance: f32) -> Vec3 {
        let normal = if self.from_front { self.front } else { -self.front };
        let light = 0.66 + 0.12 * normal.y + 0.08 * normal.x + 0.2 * (self.height / distance).min(1.0);
        color * light * if self.from_front { 1.0 } else { 0.72 }
    }
}

impl Vertices {
    fn at(&self, place: [f64; 2], w: f32) -> Vec4 {
        match self {
            Self::Even(color) => *color,
            Self::Mixed(channels) => Vec4::from(channels.map(|channel| channel.0.at(place) as f32 * w)),
        }
    }
}

impl Look {
    /// How finely the texture is seen where it has the place `uv`.
    fn detail(&self, texture: &Sampler, inverse_w: &EdgeFunction, uv: [f32; 2], w: f32) -> Detail {
        let [u, v] = [0, 1].map(|axis| self.uv[axis].change(inverse_w, uv[axis], w));
        texture.detail(vec2(u[0], v[0]), vec2(u[1], v[1]))
    }
}
