//! Baked indirect light. Rays cast through the tree sample light from the sky and from sunlit and emissive surfaces. As
//! a result, corners are darker, and windows light their surroundings.
//!
//! A grid of probes fills the level's bounding box. Each probe samples the sphere of directions, and stores the mean
//! and the first moment of the light. These are the first two bands of spherical harmonics (Ramamoorthi and Hanrahan,
//! *An Efficient Representation for Irradiance Environment Maps*, 2001). A probe that sees many back faces is inside a
//! wall, and uses the mean of its neighbours (Majercik et al., *Dynamic Diffuse Global Illumination with Ray-Traced
//! Irradiance Fields*, 2019).

use std::f32::consts::PI;

use bspwalk_levels::{Level, Material, color::srgb};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{CastHit, FaceId, NodeTree};
use glam::{IVec3, UVec3, Vec3, uvec3, vec3};

use super::{GROUND, SKY, SUN, TO_SUN, on_threads};

/// Approximate number of probes in a level.
const PROBES: f32 = 40_000.0;

/// Minimum distance between probes, in metres.
const LEAST_SPACING: f32 = 0.25;

/// Maximum number of probes along an axis.
const MOST_ALONG: u32 = 160;

/// Number of rays per probe.
const RAYS: u32 = 40;

/// Estimated light from further bounces, which is added to the direct light of the sun.
const FURTHER_BOUNCES: f32 = 0.5;

/// Distance beyond which surfaces no longer darken each other (ambient obscurance), in metres.
const OPEN: f32 = 4.0;

/// Maximum fraction of a probe's rays that may hit back faces. A probe that exceeds it is inside a wall or outside all
/// rooms.
const MOST_BACKS: f32 = 0.25;

/// Offset of a ray's origin from the face where it starts, relative to the size of the level. It exceeds the rounding
/// error of queries.
const CLEARANCE: f32 = 1.0e-5;

/// Thread priority, from 0 to 100; the default is about 50. The value corresponds to a niceness of 5 on Linux and to
/// "below normal" on Windows.
#[cfg(not(target_family = "wasm"))]
const PRIORITY: u8 = 35;

/// Baked light of a level: a grid of probes, stored with x varying fastest.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct LightVolume {
    /// Minimum corner of the grid, in metres. A probe is at the centre of each grid cell.
    pub min: Vec3,
    /// Distance between probes, in metres.
    pub spacing: f32,
    /// Number of probes along each axis.
    pub counts: UVec3,
    /// The probes.
    pub probes: Vec<Probe>,
}

/// Incident light at a point in the level.
#[derive(Clone, Copy, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Probe {
    /// Mean over all directions, linear RGB.
    pub light: Vec3,
    /// Mean direction of the light, weighted by luminance; its length is at most 1.
    pub moment: Vec3,
    /// Fraction of the sun that is visible, 0 to 1.
    pub sun: f32,
    /// Whether the probe is outside all walls.
    valid: bool,
}

impl Probe {
    fn add(&mut self, other: &Self, weight: f32) {
        self.light += other.light * weight;
        self.moment += other.moment * weight;
        self.sun += other.sun * weight;
    }
}

/// Bakes the light of a level on `threads` low-priority threads. Returns `None` for an empty level.
///
/// # Errors
/// Returns [`Cancelled`] if the operation is cancelled.
pub fn bake(
    level: &Level,
    tree: &NodeTree,
    threads: usize,
    progress: &Progress,
) -> Result<Option<LightVolume>, Cancelled> {
    let (min, max) = (level.bounds.min.as_vec3(), level.bounds.max.as_vec3());
    let size = (max - min).max(Vec3::splat(LEAST_SPACING));
    if level.bounds.is_empty() || !size.is_finite() {
        return Ok(None);
    }
    let spacing = (size.element_product() / PROBES)
        .cbrt()
        .max(size.max_element() / (MOST_ALONG - 1) as f32)
        .max(LEAST_SPACING);
    let counts = (size / spacing).ceil().as_uvec3() + 1;
    let directions = sphere(RAYS);
    let at = |index: u32| {
        min + (cell_of(index, counts).as_vec3() + 0.5) * spacing - 0.5 * (counts.as_vec3() * spacing - size)
    };
    let count = counts.element_product();
    let sampler = LightSampler::new(level, tree);
    let mut probes = on_threads(threads, yield_to_others, || {
        progress.in_parallel(text!("baking-light"), 0..count, |index| {
            Ok(sampler.probe(at(index), &directions))
        })
    })?;
    Ok(fill(&mut probes, counts, progress)?.then(|| LightVolume {
        min: at(0) - 0.5 * spacing,
        spacing,
        counts,
        probes,
    }))
}

/// Lowers the priority of this thread, so that it does not slow down rendering or the building of trees. Failures are
/// ignored. The lowest priority would starve this thread if the graphics driver renders in software on all cores.
#[cfg(not(target_family = "wasm"))]
fn yield_to_others() {
    use thread_priority::{ThreadPriority, ThreadPriorityValue, set_current_thread_priority};
    if let Ok(priority) = ThreadPriorityValue::try_from(PRIORITY) {
        let _ = set_current_thread_priority(ThreadPriority::Crossplatform(priority));
    }
}

/// Does nothing, because this platform has only one thread.
#[cfg(target_family = "wasm")]
fn yield_to_others() {}

impl LightVolume {
    /// Returns the size of the grid, in metres.
    #[must_use]
    pub fn size(&self) -> Vec3 {
        self.counts.as_vec3() * self.spacing
    }

    /// Returns the minimum distance (in metres) between a wall and a position where the grid is sampled. Closer samples
    /// would pick up light that leaks through the wall.
    #[must_use]
    pub fn min_wall_distance(&self) -> f32 {
        self.spacing * 0.6
    }

    /// Returns the light at a point, linearly interpolated between the probes.
    #[must_use]
    pub fn at(&self, place: Vec3) -> Probe {
        let last = self.counts - 1;
        let cell = ((place - self.min) / self.spacing - 0.5).clamp(Vec3::ZERO, last.as_vec3());
        let low = cell.as_uvec3().min(last);
        let part = cell - low.as_vec3();
        let mut sum = Probe::default();
        for corner in 0..8 {
            let step = uvec3(corner & 1, corner >> 1 & 1, corner >> 2);
            let weights = Vec3::select(step.cmpeq(UVec3::ONE), part, 1.0 - part);
            let index = index_of((low + step).min(last), self.counts);
            sum.add(&self.probes[index], weights.element_product());
        }
        sum
    }
}

/// Returns uniformly distributed unit vectors (a Fibonacci lattice).
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

/// Casts rays to sample the light of a level.
#[derive(Clone, Copy, Debug)]
pub struct LightSampler<'a> {
    level: &'a Level,
    tree: &'a NodeTree,
    reach: f32,
}

impl<'a> LightSampler<'a> {
    /// Creates a sampler for a level and for the tree of its solid triangles.
    #[must_use]
    pub fn new(level: &'a Level, tree: &'a NodeTree) -> Self {
        let bounds = level.bounds;
        let size = (bounds.max - bounds.min).as_vec3();
        Self {
            level,
            tree,
            reach: size.max(Vec3::splat(LEAST_SPACING)).length(),
        }
    }

    fn probe(&self, at: Vec3, directions: &[Vec3]) -> Probe {
        let mut probe = Probe {
            sun: f32::from(u8::from(self.sees_sun(at))),
            ..Probe::default()
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

    /// Returns the light that arrives from a direction, and whether it comes from a back face.
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
        if material.is_translucent() {
            return (sky, back);
        }
        let albedo = albedo(material);
        // Nearby surfaces darken each other: ambient obscurance (Zhukov, Iones and Kronin, 1998).
        let open = (from.distance(hit.point) / OPEN).min(1.0);
        let further = Vec3::splat(FURTHER_BOUNCES * (0.25 + 0.75 * open));
        let reaches = further + self.sun(hit.point, hit.normal, hit.normal);
        (albedo * reaches, back)
    }

    /// Returns the material of a hit face, and the normal of its front, which is not normalised.
    fn surface(&self, hit: &CastHit) -> Option<(&Material, Vec3)> {
        let triangle = self.level.triangle_of_face(hit.face)?;
        let [a, b, c] = triangle.corners;
        let front = (b - a).cross(c - a).as_vec3();
        Some((self.material(hit.face)?, front))
    }

    fn material(&self, face: FaceId) -> Option<&Material> {
        let triangle = self.level.triangle_of_face(face)?;
        self.level.materials.get(triangle.material as usize)
    }

    /// Returns the sunlight at a point (in metres) on a surface with the unit normal `front` and the shading normal
    /// `normal`.
    pub(crate) fn sun(&self, place: Vec3, front: Vec3, normal: Vec3) -> Vec3 {
        if self.is_sunlit(place, front, normal) {
            sun_on(normal)
        } else {
            Vec3::ZERO
        }
    }

    /// Returns whether a surface at this point is lit by the sun.
    pub(super) fn is_sunlit(&self, place: Vec3, front: Vec3, normal: Vec3) -> bool {
        let faces_sun = |normal: Vec3| normal.dot(TO_SUN) > 0.0;
        faces_sun(normal) && faces_sun(front) && self.sees_sun(place + front * (self.reach * CLEARANCE))
    }

    /// Returns whether the sun is visible from a point. Glass, liquids and lamps do not block it.
    #[must_use]
    pub fn sees_sun(&self, from: Vec3) -> bool {
        let beam = TO_SUN.normalize() * self.reach;
        !self.tree.is_blocked_by(from, from + beam, |face| {
            let material = self.material(face);
            !material.is_some_and(passes_light)
        })
    }
}

/// Returns the sunlight on an unshadowed surface with this unit normal.
pub(super) fn sun_on(normal: Vec3) -> Vec3 {
    SUN * normal.dot(TO_SUN.normalize()).max(0.0)
}

/// Returns whether a material lets sunlight through. Glass, liquids and lamps do.
#[must_use]
pub fn passes_light(material: &Material) -> bool {
    material.is_translucent() || material.emissive.max_element() > 0.0 || material.liquid
}

/// Returns the approximate mean colour of a surface, in linear RGB.
fn albedo(material: &Material) -> Vec3 {
    let [r, g, b, _] = material.color.to_array();
    let tint = vec3(r, g, b).map(srgb::to_linear);
    // Use a typical mean brightness instead of averaging the actual texture.
    if material.texture.is_some() {
        tint * 0.35
    } else {
        tint
    }
}

fn luminance(light: Vec3) -> f32 {
    light.dot(vec3(0.2126, 0.7152, 0.0722))
}

/// Fills the probes inside walls from their neighbours. Returns `false` if all probes are inside walls.
fn fill(probes: &mut [Probe], counts: UVec3, progress: &Progress) -> Result<bool, Cancelled> {
    if probes.iter().all(|probe| !probe.valid) {
        return Ok(false);
    }
    // Filling two layers is enough, because probes deeper inside a wall are never read.
    for _ in 0..2 {
        let known = probes.to_vec();
        for (index, probe) in (0..).zip(&mut *probes) {
            progress.check_at(index as usize)?;
            if probe.valid {
                continue;
            }
            let cell = cell_of(index, counts).as_ivec3();
            let (mut sum, mut count) = (Probe::default(), 0.0);
            for step in [IVec3::X, -IVec3::X, IVec3::Y, -IVec3::Y, IVec3::Z, -IVec3::Z] {
                let near = cell + step;
                if near.cmpge(IVec3::ZERO).all() && near.cmplt(counts.as_ivec3()).all() {
                    let near = &known[index_of(near.as_uvec3(), counts)];
                    if near.valid {
                        sum.add(near, 1.0);
                        count += 1.0;
                    }
                }
            }
            if count > 0.0 {
                *probe = Probe {
                    light: sum.light / count,
                    moment: sum.moment / count,
                    sun: sum.sun / count,
                    valid: true,
                };
            }
        }
    }
    Ok(true)
}

/// Returns the cell of the probe with this index; x varies fastest.
fn cell_of(index: u32, counts: UVec3) -> UVec3 {
    uvec3(
        index % counts.x,
        index / counts.x % counts.y,
        index / (counts.x * counts.y),
    )
}

/// Returns the index of the probe in a cell.
fn index_of(cell: UVec3, counts: UVec3) -> usize {
    (cell.x + counts.x * (cell.y + counts.y * cell.z)) as usize
}
