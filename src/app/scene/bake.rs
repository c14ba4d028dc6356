//! Light from all around, computed by casting rays through the tree: what the sky, the sunlit and the glowing surfaces
//! shine on every place of a level. It gives rooms their depth: corners are darker, and windows light what is near them.
//!
//! A grid of probes fills the level's box; each gathers light over the sphere and keeps its mean and its first moment (the
//! first two bands of spherical harmonics: Ramamoorthi and Hanrahan, *An Efficient Representation for Irradiance
//! Environment Maps*, 2001). Probes that see mostly the backs of faces are inside a wall and borrow from their neighbours
//! (Majercik et al., *Dynamic Diffuse Global Illumination with Ray-Traced Irradiance Fields*, 2019).

use std::f32::consts::PI;

use bevy::{
    asset::RenderAssetUsages,
    image::{ImageSampler, ImageSamplerDescriptor},
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};
use rayon::prelude::*;

use super::light::{GROUND, SKY, SUN, TO_SUN};
use crate::{
    bsp::{NodeTree, node_storing::CastHit},
    level::{Level, Material},
};

/// About how many probes fill a level.
const PROBES: f32 = 40_000.0;

/// Least distance of two probes, in metres.
const LEAST_SPACING: f32 = 0.25;

/// Most probes along an axis.
const MOST_ALONG: u32 = 160;

/// Rays a probe.
const RAYS: u32 = 40;

/// Light that reaches a surface otherwise than by the sky and the sun directly: an estimate of all further bounces.
const FURTHER_BOUNCES: f32 = 0.5;

/// Surfaces that are further than this do not shade, in metres.
const OPEN: f32 = 4.0;

/// The brightest mean light that is kept; see [`encoded`].
pub(super) const BRIGHTEST: f32 = 4.0;

/// A probe of whose rays a larger share ends at the backs of faces stands in a wall, or outside of a room.
const MOST_BACKS: f32 = 0.25;

/// Panes and lamps in a row that a sunbeam passes at most.
const PANES: u32 = 6;

/// Light from all around, for every place of a level.
pub(super) struct Volume {
    /// The lower half of its depth holds the mean light as square roots, and how much of the sun is seen; the upper half
    /// the direction from which it comes.
    pub(super) image: Image,
    pub(super) min: Vec3,
    pub(super) size: Vec3,
    /// Distance of two probes, in metres.
    pub(super) spacing: f32,
    /// Probes along the depth.
    pub(super) depth: u32,
}

#[derive(Clone, Copy, Default)]
struct Probe {
    light: Vec3,
    moment: Vec3,
    sun: f32,
    /// Whether it stands in the open.
    valid: bool,
}

/// Computes the light of a level. `None` where there is nothing to light.
pub(super) fn bake(level: &Level, tree: &NodeTree) -> Option<Volume> {
    let (min, max) = (level.bounds.min.as_vec3(), level.bounds.max.as_vec3());
    let size = (max - min).max(Vec3::splat(LEAST_SPACING));
    if level.bounds.is_empty() || !size.is_finite() {
        return None;
    }
    let spacing = (size.element_product() / PROBES)
        .cbrt()
        .max(size.max_element() / (MOST_ALONG - 1) as f32)
        .max(LEAST_SPACING);
    let counts = (size / spacing).ceil().as_uvec3() + 1;
    let reach = size.length();
    let directions = sphere(RAYS);
    let at = |index: u32| {
        let cell = uvec3(
            index % counts.x,
            index / counts.x % counts.y,
            index / (counts.x * counts.y),
        );
        min + (cell.as_vec3() + 0.5) * spacing - 0.5 * (counts.as_vec3() * spacing - size)
    };
    // Half of the cores: the other half draws.
    let threads = std::thread::available_parallelism()
        .map_or(1, |cores| cores.get() / 2)
        .max(1);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .ok()?;
    let scene = Scene { level, tree, reach };
    let mut probes: Vec<Probe> = pool.install(|| {
        (0..counts.element_product())
            .into_par_iter()
            .map(|index| scene.probe(at(index), &directions))
            .collect()
    });
    if !fill(&mut probes, counts) {
        return None;
    }
    Some(Volume {
        image: image(&probes, counts),
        min: at(0) - 0.5 * spacing,
        size: counts.as_vec3() * spacing,
        spacing,
        depth: counts.z,
    })
}

/// Directions spread evenly over the sphere (a Fibonacci lattice).
fn sphere(count: u32) -> Vec<Vec3> {
    let turn = PI * (3.0 - 5f32.sqrt());
    (0..count)
        .map(|index| {
            let y = 1.0 - 2.0 * (index as f32 + 0.5) / count as f32;
            let (sin, cos) = (index as f32 * turn).sin_cos();
            let radius = (1.0 - y * y).sqrt();
            vec3(cos * radius, y, sin * radius)
        })
        .collect()
}

struct Scene<'a> {
    level: &'a Level,
    tree: &'a NodeTree,
    reach: f32,
}

impl Scene<'_> {
    fn probe(&self, at: Vec3, directions: &[Vec3]) -> Probe {
        let mut probe = Probe {
            sun: f32::from(u8::from(self.sees_sun(at))),
            ..default()
        };
        let mut backs = 0;
        for &direction in directions {
            let (light, back) = self.light(at, direction);
            probe.light += light;
            probe.moment += direction * luminance(light);
            backs += u32::from(back);
        }
        let count = directions.len() as f32;
        probe.light /= count;
        probe.moment /= count * luminance(probe.light).max(1.0e-4);
        probe.valid = (backs as f32) < MOST_BACKS * count;
        probe
    }

    /// The light from a direction, and whether it comes from the back of a face.
    fn light(&self, from: Vec3, direction: Vec3) -> (Vec3, bool) {
        let sky = GROUND.lerp(SKY, (direction.y * 0.5 + 0.5).clamp(0.0, 1.0));
        let Some(hit) = self.tree.cast(from, from + direction * self.reach) else {
            return (sky, false);
        };
        let Some((material, front)) = self.surface(&hit) else {
            return (sky, false);
        };
        let back = front.dot(direction) > 0.0;
        if material.emissive.max_element() > 0.0 {
            return (material.emissive, back);
        }
        if material.color.w < 0.999 {
            return (sky, back);
        }
        let albedo = albedo(material);
        // What is near stands in its own shade: ambient obscurance (Zhukov, Iones and Kronin, 1998).
        let open = (from.distance(hit.point) / OPEN).min(1.0);
        let mut reaches = Vec3::splat(FURTHER_BOUNCES * (0.25 + 0.75 * open));
        let towards = hit.normal.dot(TO_SUN.normalize());
        if towards > 0.0 && self.sees_sun(hit.point + hit.normal * (self.reach * 1.0e-5)) {
            reaches += SUN * towards;
        }
        (albedo * reaches, back)
    }

    /// The material of what was hit, and the normal of its front.
    fn surface(&self, hit: &CastHit) -> Option<(&Material, Vec3)> {
        let triangle = self.level.triangle_of_face(hit.face)?;
        let [a, b, c] = triangle.corners;
        let front = (b - a).cross(c - a).as_vec3();
        Some((self.level.materials.get(triangle.material as usize)?, front))
    }

    /// Whether nothing is between a place and the sun but panes and lamps.
    fn sees_sun(&self, from: Vec3) -> bool {
        let way = TO_SUN.normalize() * self.reach;
        let mut from = from;
        for _ in 0..PANES {
            let Some(hit) = self.tree.cast(from, from + way) else {
                return true;
            };
            if !self
                .surface(&hit)
                .is_some_and(|(material, _)| passes_light(material))
            {
                return false;
            }
            from = hit.point + way.normalize() * (self.reach * 1.0e-5);
        }
        false
    }
}

/// Whether the sun shines through a material: panes, liquids and lamps.
pub(super) fn passes_light(material: &Material) -> bool {
    material.color.w < 0.999 || material.emissive.max_element() > 0.0 || material.liquid
}

/// Mean colour of a surface, linear.
fn albedo(material: &Material) -> Vec3 {
    let [r, g, b, _] = material.color.to_array();
    let color = Color::srgb(r, g, b).to_linear();
    let tint = vec3(color.red, color.green, color.blue);
    // A texture is not averaged here: a middling one is assumed.
    if material.texture.is_some() {
        tint * 0.35
    } else {
        tint
    }
}

fn luminance(light: Vec3) -> f32 {
    light.dot(vec3(0.2126, 0.7152, 0.0722))
}

/// Fills the probes inside walls from their neighbours. False where no probe stands in the open.
fn fill(probes: &mut [Probe], counts: UVec3) -> bool {
    if probes.iter().all(|probe| !probe.valid) {
        return false;
    }
    let counts = counts.as_ivec3();
    let index = |cell: IVec3| (cell.x + counts.x * (cell.y + counts.y * cell.z)) as usize;
    // Two layers suffice: what lies deeper is not read.
    for _ in 0..2 {
        let known = probes.to_vec();
        for z in 0..counts.z {
            for y in 0..counts.y {
                for x in 0..counts.x {
                    let cell = ivec3(x, y, z);
                    if known[index(cell)].valid {
                        continue;
                    }
                    let (mut sum, mut count) = (Probe::default(), 0.0);
                    for step in [IVec3::X, IVec3::Y, IVec3::Z]
                        .into_iter()
                        .flat_map(|axis| [axis, -axis])
                    {
                        let near = cell + step;
                        if near.cmplt(IVec3::ZERO).any() || near.cmpge(counts).any() {
                            continue;
                        }
                        let near = known[index(near)];
                        if near.valid {
                            sum.light += near.light;
                            sum.moment += near.moment;
                            sum.sun += near.sun;
                            count += 1.0;
                        }
                    }
                    if count > 0.0 {
                        probes[index(cell)] = Probe {
                            light: sum.light / count,
                            moment: sum.moment / count,
                            sun: sum.sun / count,
                            valid: true,
                        };
                    }
                }
            }
        }
    }
    true
}

/// Light as 8 bits: the square root, so that dark places keep their shades.
fn encoded(light: f32) -> u8 {
    ((light / BRIGHTEST).clamp(0.0, 1.0).sqrt() * 255.0).round() as u8
}

fn image(probes: &[Probe], counts: UVec3) -> Image {
    let mut data = Vec::with_capacity(probes.len() * 8);
    for probe in probes {
        data.extend(probe.light.to_array().map(encoded));
        data.push((probe.sun * 255.0).round() as u8);
    }
    for probe in probes {
        let moment = probe.moment.clamp(Vec3::NEG_ONE, Vec3::ONE) * 0.5 + 0.5;
        data.extend(moment.to_array().map(|value| (value * 255.0).round() as u8));
        data.push(0);
    }
    let mut image = Image::new(
        Extent3d {
            width: counts.x,
            height: counts.y,
            depth_or_array_layers: counts.z * 2,
        },
        TextureDimension::D3,
        data,
        TextureFormat::Rgba8Unorm,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor::linear());
    image
}
