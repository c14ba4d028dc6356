//! Lightmaps: the light on each face, baked once, so that frames need no rays (Abrash, *Graphics Programming Black
//! Book*, chapter 68, on Quake's surface caching).

use bspwalk_geometry::{Plane, triangle};
use bspwalk_levels::{Level, LevelTriangle, LightMaps, light_styles::StyleFactors};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::NodeTree;
use glam::{DVec3, Vec3};

use super::{GROUND, LightSampler, LightVolume, SKY, bake::sun_on, on_threads};

/// Distance between light samples on a face, in metres. Very large levels use a larger distance.
const SPACING: f64 = 0.0625;

/// Minimum number of samples across a level. It applies to levels of a few metres.
const ACROSS: f64 = 200.0;

/// Approximate maximum number of samples in a level, in addition to four per triangle.
const MOST_SAMPLES: f64 = 3.0e6;

/// Maximum number of samples along one axis of a triangle.
const MOST_ALONG: f64 = 512.0;

/// Inward displacement of samples from the edges of their triangle, in metres. It prevents an adjacent wall from
/// shading the whole edge.
const INSET: f64 = 0.02;

/// Amount of light that a stored value of 1 represents.
const UNIT: f32 = 8.0 / 65_535.0;

/// Light from the sky and the sun on the front sides of a level's faces.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Lightmaps {
    /// Lightmap of each triangle, in the order of [`Level::triangles`].
    maps: Vec<Option<Lightmap>>,
    /// Light in units of [`UNIT`], stored row by row for each triangle.
    samples: Vec<[u16; 3]>,
    volume: Option<LightVolume>,
}

/// The sample grid of a triangle, in the triangle's plane.
///
/// The grid coordinates (s, t) of a point are its dot products with the two axes, minus `origin`. Samples are at
/// integer coordinates.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Lightmap {
    /// Gradients of s and t per metre.
    pub axes: [DVec3; 2],
    /// Negated grid coordinates (s, t) of the level's origin.
    pub origin: [f64; 2],
    /// Whether the light comes from the level file. Such light is complete, so no light is added, not even the camera's
    /// lamp.
    pub of_file: bool,
    first: u32,
    size: [u16; 2],
}

impl Lightmaps {
    /// Bakes the lightmaps on `threads` threads.
    ///
    /// The skylight comes from the volume of [`bake`](super::bake). The sunlight comes from shadow rays through the
    /// tree of the solid faces.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if the operation is cancelled.
    pub fn bake(
        level: &Level,
        tree: &NodeTree,
        volume: Option<LightVolume>,
        threads: usize,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let Self {
            mut maps,
            mut samples,
            ..
        } = Self::of_file(level);
        let spacing = spacing(level);
        let mut first = samples.len() as u32;
        for (map, triangle) in maps.iter_mut().zip(&level.triangles) {
            map.get_or_insert_with(|| {
                let map = Lightmap::new(triangle.corners, spacing, first);
                first += u32::from(map.size[0]) * u32::from(map.size[1]);
                map
            });
        }
        let sampler = LightSampler::new(level, tree);
        let sampled = on_threads(
            threads,
            || {},
            || {
                progress.in_parallel(text!("baking-light-maps"), 0..maps.len() as u32, |index| {
                    let triangle = &level.triangles[index as usize];
                    match &maps[index as usize] {
                        Some(map) if !map.of_file => {
                            map.samples(triangle, &sampler, volume.as_ref(), progress)
                        }
                        _ => Ok(Vec::new()),
                    }
                })
            },
        )?;
        for own in &sampled {
            samples.extend_from_slice(own);
        }
        Ok(Self {
            samples,
            maps,
            volume,
        })
    }

    /// Returns lightmaps that contain only the light from the level file. Other faces have no lightmap.
    pub(crate) fn of_file(level: &Level) -> Self {
        let Some(light) = &level.light else {
            return Self {
                maps: vec![None; level.triangles.len()],
                ..Self::default()
            };
        };
        let samples = samples_of_file(light, &StyleFactors::default());
        let mut first = 0;
        let grids = light.grids.iter().map(|grid| {
            let size = two_at_least(grid.size);
            let own_first = first;
            first += u32::from(size[0]) * u32::from(size[1]);
            Lightmap {
                axes: grid.axes,
                origin: grid.origin,
                of_file: true,
                first: own_first,
                size,
            }
        });
        let grids: Vec<Lightmap> = grids.collect();
        let map = |triangle: &LevelTriangle| {
            let grid = *light.grid_of.get(triangle.source.index())?;
            grids.get(grid as usize).copied()
        };
        Self {
            maps: level.triangles.iter().map(map).collect(),
            samples,
            volume: None,
        }
    }

    /// Sets the brightness of light styles from the level file. Styles that are not in `said` have their initial
    /// brightness.
    pub fn set_styles(&mut self, level: &Level, overrides: &StyleFactors) {
        if let Some(light) = &level.light {
            let own = samples_of_file(light, overrides);
            // The samples from the file come first.
            if let Some(samples) = self.samples.get_mut(..own.len()) {
                samples.copy_from_slice(&own);
            }
        }
    }

    /// Returns the lightmap of a triangle, given its index in [`Level::triangles`].
    #[must_use]
    pub fn map(&self, triangle: u32) -> Option<&Lightmap> {
        self.maps.get(triangle as usize)?.as_ref()
    }

    /// Returns the light at a grid position, linearly interpolated between the samples.
    #[inline]
    #[must_use]
    pub fn at(&self, map: &Lightmap, [s, t]: [f32; 2]) -> Vec3 {
        let [width, height] = map.size.map(usize::from);
        let s = s.clamp(0.0, (width - 1) as f32);
        let t = t.clamp(0.0, (height - 1) as f32);
        let (column, row) = ((s as usize).min(width - 2), (t as usize).min(height - 2));
        let first = map.first as usize + row * width + column;
        let sample = |index: usize| Vec3::from(self.samples[index].map(f32::from));
        let (right, down) = (s - column as f32, t - row as f32);
        let above = sample(first).lerp(sample(first + 1), right);
        let below = sample(first + width).lerp(sample(first + width + 1), right);
        above.lerp(below, down) * UNIT
    }

    /// Returns the probes that provided the skylight. They also light back faces.
    pub(crate) fn volume(&self) -> Option<&LightVolume> {
        self.volume.as_ref()
    }
}

/// Enlarges a grid size to at least 2 × 2, because light is interpolated between two samples along each axis.
fn two_at_least(size: [u16; 2]) -> [u16; 2] {
    size.map(|side| side.max(2))
}

/// Returns the samples of all grids in the level file, with the given brightness of its light styles.
fn samples_of_file(light: &LightMaps, said: &StyleFactors) -> Vec<[u16; 3]> {
    let factors = light.factors(said);
    let mut samples = Vec::new();
    for grid in &light.grids {
        let size = two_at_least(grid.size);
        let [width, height] = grid.size.map(usize::from);
        let own = grid.mix_styles(light, &factors);
        for row in 0..usize::from(size[1]) {
            for column in 0..usize::from(size[0]) {
                let sample = own.get(row.min(height - 1) * width + column.min(width - 1));
                samples.push(stored(LightMaps::sample_to_linear(
                    sample.copied().unwrap_or_default(),
                )));
            }
        }
    }
    samples
}

/// Encodes light in units of [`UNIT`].
fn stored(light: Vec3) -> [u16; 3] {
    (light / UNIT).to_array().map(|value| value as u16)
}

/// Returns the light from the sky and from sunlit and emissive surfaces at a point (in metres) on a surface with this
/// unit normal. Without a volume, walls do not block skylight.
#[must_use]
pub fn skylight(volume: Option<&LightVolume>, place: Vec3, normal: Vec3) -> Vec3 {
    match volume {
        Some(volume) => {
            let around = volume.at(place + normal * volume.min_wall_distance());
            around.light * (1.0 + 2.0 * around.moment.dot(normal)).max(0.1)
        }
        None => GROUND.lerp(SKY, normal.y * 0.5 + 0.5) * 0.7,
    }
}

/// Returns the distance between the samples in a level, in metres.
fn spacing(level: &Level) -> f64 {
    let size = level.bounds.max - level.bounds.min;
    let area: f64 = level
        .triangles
        .iter()
        .map(|triangle| 2.0 * triangle::area(triangle.corners))
        .filter(|area| area.is_finite())
        .sum();
    let fine = SPACING.min(size.length() / ACROSS);
    fine.max((area / MOST_SAMPLES).sqrt()).max(f64::MIN_POSITIVE)
}

impl Lightmap {
    /// Creates the grid of a triangle, aligned with its longest edge.
    fn new(corners: [DVec3; 3], spacing: f64, first: u32) -> Self {
        let edges = triangle::edges(corners);
        let longest = edges
            .iter()
            .max_by(|a, b| a.from.distance(a.to).total_cmp(&b.from.distance(b.to)));
        let along = longest.map_or(DVec3::X, |edge| (edge.to - edge.from).normalize_or(DVec3::X));
        let normal =
            Plane::from_points(corners).map_or_else(|| along.any_orthonormal_vector(), |plane| plane.normal);
        let mut size = [2; 2];
        let (mut axes, mut origin) = ([DVec3::ZERO; 2], [0.0; 2]);
        for (axis, direction) in [along, normal.cross(along)].into_iter().enumerate() {
            let places = corners.map(|corner| corner.dot(direction));
            let low = places.into_iter().fold(f64::INFINITY, f64::min);
            let length = places.into_iter().fold(f64::NEG_INFINITY, f64::max) - low;
            let steps = (length / spacing).ceil().clamp(1.0, MOST_ALONG);
            // NaN, which results from non-finite corners, becomes 1.
            size[axis] = (steps as u16).max(1) + 1;
            let scale = if length > 0.0 { steps / length } else { 0.0 };
            axes[axis] = direction * scale;
            origin[axis] = low * scale;
        }
        Self {
            axes,
            origin,
            of_file: false,
            first,
            size,
        }
    }

    /// Computes the samples of a triangle.
    fn samples(
        &self,
        triangle: &LevelTriangle,
        sampler: &LightSampler<'_>,
        volume: Option<&LightVolume>,
        progress: &Progress,
    ) -> Result<Vec<[u16; 3]>, Cancelled> {
        let corners = triangle.corners;
        let front = Plane::from_points(corners).map(|plane| plane.normal.as_vec3());
        let Some(front) = front.filter(|normal| normal.is_finite()) else {
            return Ok(vec![
                [0; 3];
                usize::from(self.size[0]) * usize::from(self.size[1])
            ]);
        };
        let [a, b, c] = corners;
        let middle = (a + b + c) / 3.0;
        let steps = self
            .axes
            .map(|axis| axis / axis.length_squared().max(f64::MIN_POSITIVE));
        let corner = {
            let [s, t] = [0, 1].map(|axis| self.origin[axis] - a.dot(self.axes[axis]));
            a + steps[0] * s + steps[1] * t
        };
        let [width, height] = self.size.map(usize::from);
        // Skylight, unoccluded sunlight, and sun visibility at each sample.
        let mut lights = Vec::with_capacity(width * height);
        let mut sunlit = Vec::with_capacity(width * height);
        for index in 0..width * height {
            progress.check_at(index)?;
            let on_grid = corner + steps[0] * (index % width) as f64 + steps[1] * (index / width) as f64;
            let nearest = triangle::closest_point(corners, on_grid).point;
            let inwards = middle - nearest;
            let place = nearest + inwards.clamp_length_max(INSET.min(inwards.length() * 0.25));
            let normal = shading_normal(triangle, place).unwrap_or(front);
            let place = place.as_vec3();
            lights.push((skylight(volume, place, normal), sun_on(normal)));
            sunlit.push(f32::from(u8::from(sampler.is_sunlit(place, front, normal))));
        }
        // Sun visibility is binary. Averaging it over neighbouring samples smooths shadow edges.
        let across = means_of_three(&sunlit, 1, width, width);
        let shares = means_of_three(&across, width, height, width * height);
        let samples = lights.into_iter().zip(shares);
        Ok(samples
            .map(|((sky, sun), share)| stored(sky + sun * share))
            .collect())
    }
}

/// Averages each value with its two neighbours `step` entries before and after it. The values are divided into blocks
/// of `block` values, which consist of lines of `line` values. The neighbours must be in the same line.
fn means_of_three(values: &[f32], step: usize, line: usize, block: usize) -> Vec<f32> {
    let mean = |index: usize| {
        let place = index % block / step;
        let before = if place > 0 { index - step } else { index };
        let after = if place + 1 < line { index + step } else { index };
        (values[before] + values[index] + values[after]) / 3.0
    };
    (0..values.len()).map(mean).collect()
}

/// Returns the interpolated unit normal at a point of a triangle.
fn shading_normal(triangle: &LevelTriangle, point: DVec3) -> Option<Vec3> {
    let [a, b, c] = triangle.corners;
    let normal = (b - a).cross(c - a);
    let parts = [(b, c), (c, a), (a, b)].map(|(from, to)| (to - from).cross(point - from).dot(normal));
    let sum: f64 = parts.iter().sum();
    let mixed: Vec3 = triangle
        .normals
        .iter()
        .zip(parts)
        .map(|(&normal, part)| normal * (part / sum) as f32)
        .sum();
    mixed.try_normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_levels::{LoadOptions, builtin};
    use bspwalk_trees::BuildParams;

    fn three_rooms() -> (Level, NodeTree) {
        let level = builtin::load("three_rooms", &LoadOptions::default(), &Progress::default()).unwrap();
        let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default()).unwrap();
        (level, tree)
    }

    /// Compares lightmaps at random points of a level with light that is computed directly.
    #[test]
    fn lightmap_texels_match_light_at_their_point() {
        let progress = Progress::default();
        let (level, tree) = three_rooms();
        let volume = super::super::bake(&level, &tree, 2, &progress).unwrap();
        let maps = Lightmaps::bake(&level, &tree, volume.clone(), 2, &progress).unwrap();
        let sampler = LightSampler::new(&level, &tree);
        let mut random = fastrand::Rng::with_seed(5);
        let (mut near, mut all, mut sunlit) = (0, 0, 0);
        for (index, triangle) in (0..).zip(&level.triangles) {
            let Some(plane) = Plane::from_points(triangle.corners) else {
                continue;
            };
            let map = maps.map(index).unwrap();
            for _ in 0..20 {
                let (mut u, mut v) = (random.f64(), random.f64());
                if u + v > 1.0 {
                    (u, v) = (1.0 - u, 1.0 - v);
                }
                let [a, b, c] = triangle.corners;
                let place = a + (b - a) * u + (c - a) * v;
                let on_map = [0, 1].map(|axis| (place.dot(map.axes[axis]) - map.origin[axis]) as f32);
                let normal = shading_normal(triangle, place).unwrap();
                let sun = sampler.sun(place.as_vec3(), plane.normal.as_vec3(), normal);
                let expected = skylight(volume.as_ref(), place.as_vec3(), normal) + sun;
                sunlit += u32::from(sun != Vec3::ZERO);
                let found = maps.at(map, on_map);
                near += u32::from(found.distance(expected) < 0.1);
                all += 1;
            }
        }
        // The two may differ only at shadow edges and in corners.
        assert!(sunlit > all / 100, "{sunlit} of {all} places are in the sun");
        assert!(near > all * 95 / 100, "{near} of {all} places have their light");
    }

    /// Checks that the brightness of a light style affects the light from the file but not the baked light.
    #[test]
    fn light_styles_affect_only_file_light() {
        use bspwalk_levels::{
            light_maps::{LightGrid, UNLIT},
            light_styles::{LightStyle, NO_STYLE},
        };
        let (mut level, tree) = three_rooms();
        let mut grid_of = vec![UNLIT; level.source_triangles as usize];
        grid_of[level.triangles[3].source.index()] = 0;
        let style = |number, at_start| LightStyle {
            number,
            at_start,
            lights: Vec::new(),
        };
        let grid = LightGrid {
            axes: [DVec3::X, DVec3::Z],
            origin: [0.0; 2],
            first: 0,
            size: [1, 2],
            styles: [0, 32, NO_STYLE, NO_STYLE],
        };
        level.light = Some(LightMaps {
            grids: vec![grid],
            samples: [[64; 3], [80; 3], [100; 3], [100; 3]].to_vec(),
            grid_of,
            styles: vec![style(0, 1.0), style(32, 0.0)],
        });
        let mut maps = Lightmaps::bake(&level, &tree, None, 1, &Progress::default()).unwrap();
        let own = *maps.map(3).unwrap();
        let other = *maps.map(4).unwrap();
        assert!(own.of_file && !other.of_file);
        let baked = maps.at(&other, [0.0; 2]);
        for (said, value) in [
            (vec![], 64),
            (vec![(32, 1.0)], 164),
            (vec![(32, 0.5), (0, 0.5)], 82),
            (vec![(0, 0.0)], 0),
            (vec![], 64),
        ] {
            let said: StyleFactors = said.into_iter().collect();
            maps.set_styles(&level, &said);
            let expected = LightMaps::sample_to_linear([value; 3]);
            let found = maps.at(&own, [0.0; 2]);
            assert!(found.distance(expected) < 1.0e-3, "{said:?}: {found}");
            assert_eq!(maps.at(&other, [0.0; 2]), baked);
        }
    }

    #[test]
    fn degenerate_triangles_and_empty_level_are_dark() {
        let (mut level, tree) = three_rooms();
        let progress = Progress::default();
        level.triangles.truncate(2);
        level.triangles[0].corners = [DVec3::ONE; 3];
        level.triangles[1].corners = [DVec3::NAN; 3];
        let maps = Lightmaps::bake(&level, &tree, None, 1, &progress).unwrap();
        for index in 0..2 {
            assert_eq!(maps.at(maps.map(index).unwrap(), [0.5, 3.0]), Vec3::ZERO);
        }
        level.triangles.clear();
        let maps = Lightmaps::bake(&level, &tree, None, 1, &progress).unwrap();
        assert!(maps.map(0).is_none());
    }
}
