//! Shading: the colour of a face at a place of the picture, as `level.wgsl` and `surfaces.wgsl` compute it in the window.

use std::sync::{Arc, LazyLock};

use bspwalk_levels::{LevelTriangle, Material, Texture, Transparency, color::srgb};
use glam::{DVec3, Vec2, Vec3, Vec3Swizzles, Vec4, Vec4Swizzles, uvec2, vec3};

use super::{camera::Rays, edge_functions::Cover, texture::Sampler};
use crate::light::{self, LightSampler, SUN, TO_SUN, Volume};

/// Light of a lamp at the camera, linear.
pub(super) const LAMP: Vec3 = vec3(0.34, 0.325, 0.30);

/// A material, prepared for shading.
#[derive(Clone, Debug)]
pub(super) struct RasterMaterial {
    /// Linear, straight alpha.
    pub(super) color: Vec4,
    pub(super) emissive: Vec3,
    pub(super) sampler: Option<Sampler>,
    /// How a face of it covers what is behind it.
    pub(super) cover: Cover,
    /// Where it is less opaque than this, a face with holes has one.
    pub(super) cutoff: f32,
    /// Whether it is drawn in its own colour, whatever light falls on it.
    pub(super) unlit: bool,
}

impl RasterMaterial {
    pub(super) fn new(material: &Material) -> Self {
        let (cover, cutoff) = match material.transparency() {
            Transparency::Opaque => (Cover::Opaque, 0.0),
            Transparency::Holes(cutoff) => (Cover::Holes, cutoff),
            Transparency::Blended => (Cover::Blended, 0.0),
        };
        Self {
            color: material.color.xyz().map(srgb::to_linear).extend(material.color.w),
            emissive: material.emissive,
            sampler: material
                .texture
                .as_ref()
                .and_then(|texture| Sampler::new(texture, material.sampler)),
            cover,
            cutoff,
            unlit: material.unlit,
        }
    }
}

/// A place on a face with its interpolated attributes. Changes are per pixel, to the right and down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) position: DVec3,
    position_change: [Vec3; 2],
    normal: Vec3,
    uv: Vec2,
    uv_change: [Vec2; 2],
    color: Vec4,
    /// Unit vector to the eye, and its distance in metres.
    pub(super) look: Vec3,
    distance: f32,
}

impl Spot {
    /// Where the ray through a place of the picture meets the plane of a triangle.
    ///
    /// The weight of a corner is the edge function of the opposite side, divided by the sum of the three: the volume between the
    /// ray and that side, or without perspective the area. So the interpolation is correct in perspective.
    pub(super) fn new(rays: &Rays, triangle: &LevelTriangle, place: [f64; 2]) -> Self {
        let [a, b, c] = triangle.corners.map(|corner| corner - rays.eye);
        let opposite = [rays.edge(b, c), rays.edge(c, a), rays.edge(a, b)];
        let volumes = opposite.map(|side| side.at(place));
        let sum: f64 = volumes.iter().sum();
        let weights = volumes.map(|volume| volume / sum);
        let change = |changes: [f64; 3]| {
            let of_sum: f64 = changes.iter().sum();
            [0, 1, 2].map(|i| (changes[i] - weights[i] * of_sum) / sum)
        };
        let changes = [
            change(opposite.map(|side| side.x)),
            change(opposite.map(|side| side.y)),
        ];
        let single = weights.map(|weight| weight as f32);
        let [n0, n1, n2] = triangle.normals;
        let [c0, c1, c2] = triangle.colors;
        let uv = |weights: [f64; 3]| {
            let [u0, u1, u2] = triangle.uvs.map(Vec2::as_dvec2);
            (u0 * weights[0] + u1 * weights[1] + u2 * weights[2]).as_vec2()
        };
        let from_eye = a * weights[0] + b * weights[1] + c * weights[2];
        let away = from_eye.length();
        Self {
            position: rays.eye + from_eye,
            position_change: changes.map(|w| (a * w[0] + b * w[1] + c * w[2]).as_vec3()),
            normal: n0 * single[0] + n1 * single[1] + n2 * single[2],
            uv: uv(weights),
            uv_change: changes.map(uv),
            color: c0 * single[0] + c1 * single[1] + c2 * single[2],
            look: rays
                .parallel
                .map_or_else(|| (-from_eye / away).as_vec3(), |direction| -direction.as_vec3()),
            distance: away as f32,
        }
    }

    /// The colour of the material here, linear RGBA.
    fn base(&self, material: &RasterMaterial, normal: Vec3) -> Vec4 {
        let color = material.color * self.color;
        match &material.sampler {
            Some(sampler) => color * sampler.sample(self.uv, self.uv_change[0], self.uv_change[1]),
            None if material.unlit => color,
            None => (color.xyz() * self.measure(normal)).extend(color.w),
        }
    }

    /// The opacity of the material here.
    pub(super) fn opacity(&self, material: &RasterMaterial) -> f32 {
        let texture = material.sampler.as_ref().map_or(1.0, |sampler| {
            sampler.sample(self.uv, self.uv_change[0], self.uv_change[1]).w
        });
        material.color.w * self.color.w * texture
    }

    /// The brightness of a surface without a texture, which has dark lines every metre and faint ones every decimetre.
    fn measure(&self, normal: Vec3) -> f32 {
        let position = self.position.as_vec3();
        let change = self.position_change[0].abs() + self.position_change[1].abs();
        let steep = normal.abs();
        let (at, by) = if steep.x > steep.y && steep.x > steep.z {
            (position.zy(), change.zy())
        } else if steep.z > steep.y {
            (position.xy(), change.xy())
        } else {
            (position.xz(), change.xz())
        };
        measure(at, by)
    }

    /// The shading normal on the side of the eye; `face` is the unit normal of the face.
    fn facing(&self, face: Vec3) -> Vec3 {
        let normal = self.normal.try_normalize().unwrap_or(face);
        if normal.dot(self.look) < 0.0 {
            -normal
        } else {
            normal
        }
    }

    /// The lit, tone mapped colour, linear with straight alpha. `sun` is the share of the sun that reaches it; where the
    /// level's file has light, it is `of_file`, and nothing is added to it.
    pub(super) fn lit(
        &self,
        material: &RasterMaterial,
        face: Vec3,
        volume: Option<&Volume>,
        sun: f32,
        of_file: Option<Vec3>,
    ) -> Vec4 {
        let normal = self.facing(face);
        let color = self.base(material, normal);
        let opacity = color.w.clamp(0.0, 1.0);
        if material.unlit {
            return color.xyz().extend(opacity);
        }
        let sky = light::sky(volume, self.position.as_vec3(), normal);
        let lamp = LAMP * (0.25 + 0.75 * normal.dot(self.look).max(0.0))
            / (1.0 + 0.02 * self.distance * self.distance);
        let light =
            of_file.unwrap_or_else(|| sky + SUN * (sun * normal.dot(TO_SUN.normalize()).max(0.0)) + lamp);
        tone(color.xyz() * light + material.emissive).extend(opacity)
    }

    /// Whether the visible side faces the sun.
    pub(super) fn faces_sun(&self, face: Vec3) -> bool {
        self.facing(face).dot(TO_SUN) > 0.0
    }

    /// Whether the sun is seen from here; `face` is the unit normal of the face.
    pub(super) fn sees_sun(&self, shone: &LightSampler<'_>, face: Vec3) -> bool {
        let outwards = if face.dot(self.look) < 0.0 { -face } else { face };
        shone.sees_sun(self.position.as_vec3() + outwards * shone.clearance())
    }

    /// A plain colour with some light from above, from one side and from the eye, so that adjacent faces differ.
    pub(super) fn plain(&self, color: Vec3, face: Vec3) -> Vec3 {
        let from_front = face.dot(self.look) > 0.0;
        let normal = if from_front { face } else { -face };
        let light = 0.66 + 0.12 * normal.y + 0.08 * normal.x + 0.2 * normal.dot(self.look).abs();
        color * light * if from_front { 1.0 } else { 0.72 }
    }
}

/// What is seen beside a model, sRGB: the sky would have no horizon there.
pub(super) const BACKGROUND: Vec3 = vec3(0.50, 0.60, 0.70);

/// The colour of the sky, linear.
pub(super) fn sky(direction: Vec3) -> Vec3 {
    let horizon = vec3(0.60, 0.68, 0.76).map(srgb::to_linear);
    let zenith = vec3(0.30, 0.46, 0.66).map(srgb::to_linear);
    let nadir = vec3(0.36, 0.39, 0.42).map(srgb::to_linear);
    if direction.y > 0.0 {
        horizon.lerp(zenith, direction.y.sqrt())
    } else {
        horizon.lerp(nadir, (-direction.y).sqrt())
    }
}

/// The brightness of a surface without a texture at a place on it, both in metres, which changes by so much per pixel.
fn measure(at: Vec2, change: Vec2) -> f32 {
    let metres = grid(at, change, 0.016);
    let decimetres = grid(at * 10.0, change * 10.0, 0.05);
    1.0 - 0.24 * metres - 0.06 * decimetres
}

/// The lines of surfaces without a texture, as a texture that is a metre large.
pub(super) static MEASURE: LazyLock<Option<Sampler>> = LazyLock::new(|| {
    const SIDE: u32 = 256;
    let texel = 1.0 / SIDE as f32;
    let places = (0..SIDE * SIDE).map(|index| uvec2(index % SIDE, index / SIDE).as_vec2());
    let rgba = places.flat_map(|place| {
        let value = srgb::byte(measure((place + 0.5) * texel, Vec2::splat(texel)));
        [value, value, value, 255]
    });
    let texture = Texture {
        size: [SIDE; 2],
        rgba: rgba.collect(),
    };
    Sampler::new(&Arc::new(texture), bspwalk_levels::Sampler::default())
});

/// How much of a grid with lines of `width` is seen at `position`, both in periods. Lines thinner than a pixel are dimmed
/// evenly (Golus, "The Best Darn Grid Shader (Yet)", 2023).
fn grid(position: Vec2, change: Vec2, width: f32) -> f32 {
    let drawn = Vec2::splat(width).max(change).min(Vec2::splat(0.5));
    let smoothing = (change * 1.5).max(Vec2::splat(1.0e-6));
    let from_line = 1.0 - ((position - position.floor()) * 2.0 - 1.0).abs();
    let mut lines = Vec2::new(
        1.0 - smoothstep(drawn.x - smoothing.x, drawn.x + smoothing.x, from_line.x),
        1.0 - smoothstep(drawn.y - smoothing.y, drawn.y + smoothing.y, from_line.y),
    );
    lines *= (width / drawn).clamp(Vec2::ZERO, Vec2::ONE);
    let even = (change * 2.0 - 1.0).clamp(Vec2::ZERO, Vec2::ONE);
    lines += (width - lines) * even;
    lines.x + (1.0 - lines.x) * lines.y
}

/// 0 up to `low`, 1 from `high` on, smooth between.
pub(super) fn smoothstep(low: f32, high: f32, value: f32) -> f32 {
    let t = ((value - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Tone mapping that keeps the hue: a filmic curve over the strongest channel (Narkowicz, "ACES Filmic Tone Mapping
/// Curve", 2016).
pub(super) fn tone(light: Vec3) -> Vec3 {
    let peak = light.max_element();
    let shown = peak * (2.51 * peak + 0.03) / (peak * (2.43 * peak + 0.59) + 0.14);
    light * (shown.min(1.0) / peak.max(1.0e-4))
}

#[cfg(test)]
mod tests {
    use glam::{dvec3, vec2};

    use super::*;
    use crate::raster::Camera;

    #[test]
    fn interpolation_is_correct_in_perspective() {
        // A wall that runs away from the eye, whose texture is a metre wide: u = x, v = z.
        let corners = [
            dvec3(1.0, -3.0, 1.0),
            dvec3(9.0, 4.0, -40.0),
            dvec3(2.0, 5.0, -2.0),
        ];
        let triangle = LevelTriangle {
            corners,
            normals: [Vec3::Y; 3],
            uvs: corners.map(|corner| vec2(corner.x as f32, corner.z as f32)),
            colors: corners.map(|corner| Vec4::splat(corner.y as f32)),
            material: 0,
            object: 0,
            source: 0,
            solid: true,
        };
        let camera = Camera::perspective(dvec3(-1.0, 0.5, 6.0), [-0.3, 0.1], 1.2);
        let rays = camera.rays([320, 200]);
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        let hit = |place: [f64; 2]| {
            let direction = rays.through(place);
            rays.eye + direction * (normal.dot(corners[0] - rays.eye) / normal.dot(direction))
        };
        for place in [[170.0, 90.0], [200.5, 110.5], [231.0, 60.0]] {
            let spot = Spot::new(&rays, &triangle, place);
            let expected = hit(place);
            assert!(spot.position.distance(expected) < 1.0e-9);
            let uv = vec2(expected.x as f32, expected.z as f32);
            assert!(spot.uv.distance(uv) < 1.0e-5, "{} against {uv}", spot.uv);
            assert!((spot.color.x - expected.y as f32).abs() < 1.0e-5);
            // A difference over a thousandth of a pixel.
            let next = (hit([place[0] + 1.0e-3, place[1]]) - expected) * 1.0e3;
            assert!(spot.position_change[0].as_dvec3().distance(next) < 1.0e-3 * next.length());
            let next = vec2(next.x as f32, next.z as f32);
            assert!(spot.uv_change[0].distance(next) < 1.0e-3 * next.length());
        }
    }
}
