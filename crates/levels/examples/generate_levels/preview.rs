//! Renders the levels in software to PNG files, for inspection without a window. Uses a depth buffer, a sun with a
//! shadow map, sky light, and textures.

use std::{collections::BTreeMap, error::Error, path::Path};

use glam::{DMat4, DVec2, DVec3, DVec4, dvec3};
use image::{Rgb, RgbImage, RgbaImage};

use crate::generator::{
    self,
    material::Material,
    mesh::{Mesh, Triangle},
    plane::GRID,
};

/// A view to render: level, name, eye, and yaw and pitch in degrees. Faces above `cut` metres are omitted.
struct View {
    level: &'static str,
    name: &'static str,
    eye: DVec3,
    yaw: f64,
    pitch: f64,
    cut: f64,
}

const fn view(
    level: &'static str,
    name: &'static str,
    eye: [f64; 3],
    yaw: f64,
    pitch: f64,
    cut: f64,
) -> View {
    View {
        level,
        name,
        eye: DVec3::from_array(eye),
        yaw,
        pitch,
        cut,
    }
}

const ALL: f64 = f64::INFINITY;

const VIEWS: &[View] = &[
    view("hall", "spawn", [0.0, 1.65, 8.8], 0.0, 6.0, ALL),
    view("hall", "nave_high", [-3.0, 7.5, 8.0], -18.0, -8.0, ALL),
    view("hall", "gallery", [-6.8, 6.75, 8.0], -35.0, -8.0, ALL),
    view("hall", "aisle", [6.8, 1.65, 9.4], 6.0, 2.0, ALL),
    view("hall", "apse", [0.0, 1.65, -4.0], 0.0, 10.0, ALL),
    view("hall", "back", [0.0, 2.1, -8.2], 180.0, 8.0, ALL),
    view("hall", "court", [10.4, 1.65, 1.0], -60.0, -2.0, ALL),
    view("hall", "fountain", [12.6, 0.6, -5.0], -140.0, -8.0, ALL),
    view("hall", "stairs", [-10.0, 1.65, 5.2], 75.0, 12.0, ALL),
    view("hall", "stairs_up", [-10.4, 6.7, 7.7], 90.0, -20.0, ALL),
    view("hall", "ramp", [10.2, 1.65, 5.2], -78.0, 8.0, ALL),
    view("hall", "library", [-10.2, 1.65, -3.2], 55.0, -4.0, ALL),
    view("hall", "library_shelves", [-14.8, 1.65, -8.0], -145.0, -4.0, ALL),
    view("hall", "narthex", [-7.5, 1.65, 11.4], -100.0, 2.0, ALL),
    view("hall", "vault", [0.0, 1.65, 2.0], 0.0, 62.0, ALL),
    view("hall", "outside", [28.0, 17.0, 32.0], 40.0, -22.0, ALL),
    view("hall", "cutaway", [17.0, 24.0, 22.0], 38.0, -45.0, 2.9),
    view("hall", "cutaway_gallery", [-17.0, 24.0, 22.0], -36.0, -44.0, 8.0),
    view("three_rooms", "spawn", [2.6, 1.7, -4.6], 30.0, -4.0, ALL),
    view("three_rooms", "above", [0.0, 14.0, 9.0], 0.0, -62.0, 2.9),
    view("ten_edges", "spawn", [5.0, 1.7, -1.5], 0.0, 0.0, ALL),
    view("ten_edges", "above", [5.0, 14.0, 3.0], 0.0, -65.0, 2.9),
    view("wedges", "spawn", [11.2, 1.7, 4.0], 0.0, -5.0, ALL),
    view("wedges", "traps", [11.2, 1.7, 1.0], 180.0, -8.0, ALL),
    view("wedges", "above", [11.2, 24.0, 10.0], 0.0, -65.0, 2.9),
    view("torture", "spawn", [0.0, 1.65, 19.8], 0.0, 6.0, ALL),
    view("torture", "aisle_back", [-2.0, 3.4, -19.0], 174.0, 4.0, ALL),
    view("torture", "wedges", [-3.4, 1.65, 16.2], 90.0, 2.0, ALL),
    view("torture", "needles", [3.0, 1.65, 16.2], -90.0, 4.0, ALL),
    view("torture", "stairs", [-3.0, 2.4, 7.4], 80.0, -4.0, ALL),
    view("torture", "ramps", [3.0, 1.65, 5.4], -90.0, 6.0, ALL),
    view("torture", "spikes", [-4.0, 2.2, -3.0], 78.0, -8.0, ALL),
    view("torture", "slivers", [5.4, 3.2, -5.4], -90.0, -22.0, ALL),
    view("torture", "cannon", [-3.4, 2.4, -14.0], 78.0, -4.0, ALL),
    view("torture", "patches", [4.4, 2.2, -16.2], -90.0, -4.0, ALL),
    view("torture", "outside", [34.0, 26.0, 36.0], 42.0, -26.0, ALL),
    view("torture", "cutaway", [26.0, 34.0, 26.0], 42.0, -48.0, 5.5),
];

const SIZE: (usize, usize) = (1280, 720);
const SHADOW: usize = 2048;
/// Direction towards the sun.
const SUN: DVec3 = DVec3::new(0.45, 0.85, 0.38);
const FIELD_OF_VIEW: f64 = 70.0;

/// Renders every view into a folder, or only the views whose LEVEL/NAME contains `only`.
pub(crate) fn draw_all(folder: &Path, only: Option<&str>) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    let textures: BTreeMap<String, RgbaImage> = generator::files()
        .into_iter()
        .filter(|file| file.name.ends_with(".png"))
        .map(|file| Ok((file.name, image::load_from_memory(&file.bytes)?.to_rgba8())))
        .collect::<Result<_, image::ImageError>>()?;
    for (level, _, mesh) in generator::levels() {
        let shadow = Shadow::new(&mesh);
        for view in VIEWS.iter().filter(|view| view.level == level) {
            let name = format!("{level}/{}", view.name);
            if only.is_none_or(|only| name.contains(only)) {
                draw(view, &mesh, &textures, &shadow)
                    .save(folder.join(format!("{level}_{}.png", view.name)))?;
            }
        }
    }
    Ok(())
}

/// A vertex for rasterization: clip-space position and interpolated attributes.
#[derive(Clone, Copy)]
struct Vertex {
    clip: DVec4,
    place: DVec3,
    normal: DVec3,
    uv: DVec2,
}

fn mix(a: Vertex, b: Vertex, t: f64) -> Vertex {
    Vertex {
        clip: a.clip.lerp(b.clip, t),
        place: a.place.lerp(b.place, t),
        normal: a.normal.lerp(b.normal, t),
        uv: a.uv.lerp(b.uv, t),
    }
}

/// Calls `plot` for each pixel of a triangle, with the pixel index, the depth and the interpolated vertex.
fn rasterise(corners: [Vertex; 3], size: (usize, usize), mut plot: impl FnMut(usize, f64, Vertex)) {
    let mut polygon = Vec::new();
    for index in 0..3 {
        let (a, b) = (corners[index], corners[(index + 1) % 3]);
        let (da, db) = (a.clip.z + a.clip.w, b.clip.z + b.clip.w);
        if da > 0.0 {
            polygon.push(a);
        }
        if (da > 0.0) != (db > 0.0) {
            polygon.push(mix(a, b, da / (da - db)));
        }
    }
    let (width, height) = (size.0 as f64, size.1 as f64);
    for fan in 2..polygon.len() {
        let corners = [polygon[0], polygon[fan - 1], polygon[fan]];
        let screen = corners.map(|corner| {
            let at = corner.clip.truncate() / corner.clip.w;
            dvec3((at.x * 0.5 + 0.5) * width, (0.5 - at.y * 0.5) * height, at.z)
        });
        let area = (screen[1] - screen[0])
            .truncate()
            .perp_dot((screen[2] - screen[0]).truncate());
        if area.abs() < 1e-9 {
            continue;
        }
        let low = screen[0].min(screen[1]).min(screen[2]).max(DVec3::ZERO);
        let high = screen[0].max(screen[1]).max(screen[2]);
        for y in low.y as usize..(high.y.ceil().max(0.0) as usize).min(size.1) {
            // Columns in this row that the triangle can cover.
            let row = y as f64 + 0.5;
            let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
            for (a, b) in [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (screen[a], screen[b])) {
                let t = (row - a.y) / (b.y - a.y);
                if (0.0..=1.0).contains(&t) {
                    let x = a.x + t * (b.x - a.x);
                    (left, right) = (left.min(x), right.max(x));
                }
            }
            for x in (left.max(0.0)) as usize..((right + 1.0).max(0.0) as usize).min(size.0) {
                let at = DVec2::new(x as f64 + 0.5, y as f64 + 0.5);
                let weight = |i: usize, j: usize| {
                    (screen[j].truncate() - screen[i].truncate()).perp_dot(at - screen[i].truncate()) / area
                };
                let weights = [weight(1, 2), weight(2, 0), weight(0, 1)];
                if weights.iter().any(|&weight| weight < 0.0) {
                    continue;
                }
                let depth = (0..3).map(|i| weights[i] * screen[i].z).sum::<f64>();
                let inverse = [0, 1, 2].map(|i| weights[i] / corners[i].clip.w);
                let total: f64 = inverse.iter().sum();
                let [a, b, c] = inverse.map(|weight| weight / total);
                let blended = Vertex {
                    clip: corners[0].clip,
                    place: a * corners[0].place + b * corners[1].place + c * corners[2].place,
                    normal: a * corners[0].normal + b * corners[1].normal + c * corners[2].normal,
                    uv: a * corners[0].uv + b * corners[1].uv + c * corners[2].uv,
                };
                plot(y * size.0 + x, depth, blended);
            }
        }
    }
}

fn vertices(triangle: &Triangle, matrix: DMat4) -> [Vertex; 3] {
    triangle.corners.map(|corner| {
        let place = corner.at.as_dvec3() / GRID;
        Vertex {
            clip: matrix * place.extend(1.0),
            place,
            normal: corner.normal,
            uv: corner.uv,
        }
    })
}

struct Shadow {
    matrix: DMat4,
    depth: Vec<f64>,
}

impl Shadow {
    fn new(mesh: &Mesh) -> Self {
        let sun = SUN.normalize();
        let matrix = DMat4::orthographic_rh_gl(-32.0, 32.0, -32.0, 32.0, 1.0, 160.0)
            * DMat4::look_to_rh(80.0 * sun, -sun, DVec3::Y);
        let mut depth = vec![f64::INFINITY; SHADOW * SHADOW];
        for triangle in &mesh.triangles {
            if !matches!(
                triangle.material,
                Material::Glass | Material::Amber | Material::Water
            ) {
                rasterise(vertices(triangle, matrix), (SHADOW, SHADOW), |pixel, z, _| {
                    depth[pixel] = depth[pixel].min(z);
                });
            }
        }
        Self { matrix, depth }
    }

    /// Returns the fraction of sunlight that reaches a position, from 0 to 1.
    fn lit(&self, place: DVec3) -> f64 {
        let at = self.matrix * place.extend(1.0);
        let mut lit = 0.0;
        for (dx, dy) in [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)] {
            let x = (at.x * 0.5 + 0.5) * SHADOW as f64 + dx;
            let y = (0.5 - at.y * 0.5) * SHADOW as f64 + dy;
            if x < 0.0 || y < 0.0 || x >= SHADOW as f64 || y >= SHADOW as f64 {
                return 1.0;
            }
            if at.z < self.depth[y as usize * SHADOW + x as usize] + 0.0009 {
                lit += 0.25;
            }
        }
        lit
    }
}

fn draw(view: &View, mesh: &Mesh, textures: &BTreeMap<String, RgbaImage>, shadow: &Shadow) -> RgbImage {
    let (yaw, pitch) = (view.yaw.to_radians(), view.pitch.to_radians());
    let forward = dvec3(-yaw.sin() * pitch.cos(), pitch.sin(), -yaw.cos() * pitch.cos());
    let aspect = SIZE.0 as f64 / SIZE.1 as f64;
    let matrix = DMat4::perspective_rh_gl(FIELD_OF_VIEW.to_radians(), aspect, 0.05, 200.0)
        * DMat4::look_to_rh(view.eye, forward, DVec3::Y);
    let mut depth = vec![f64::INFINITY; SIZE.0 * SIZE.1];
    let mut hit: Vec<Option<(usize, Vertex)>> = vec![None; SIZE.0 * SIZE.1];
    for (index, triangle) in mesh.triangles.iter().enumerate() {
        let corners = triangle.corners.map(|corner| corner.at.as_dvec3() / GRID);
        if corners.iter().any(|corner| corner.y > view.cut) {
            continue;
        }
        // Faces are one-sided, as in the window, so incorrect winding shows up as a hole.
        if (corners[1] - corners[0])
            .cross(corners[2] - corners[0])
            .dot(view.eye - corners[0])
            <= 0.0
        {
            continue;
        }
        rasterise(vertices(triangle, matrix), SIZE, |pixel, z, vertex| {
            if z < depth[pixel] {
                depth[pixel] = z;
                hit[pixel] = Some((index, vertex));
            }
        });
    }
    let mut picture = RgbImage::new(SIZE.0 as u32, SIZE.1 as u32);
    for (pixel, target) in picture.pixels_mut().enumerate() {
        let color = hit[pixel].map_or(DVec3::new(0.55, 0.68, 0.85), |(index, vertex)| {
            let material = mesh.triangles[index].material;
            let look = material.look();
            let mut base = DVec3::from_array(look.color).powf(2.2);
            if let Some((image, side)) = look
                .texture
                .and_then(|(file, side)| Some((textures.get(file)?, side)))
            {
                base *= sample(image, vertex.uv / side);
            }
            let normal = vertex.normal.normalize_or_zero();
            let facing = normal.dot(SUN.normalize()).max(0.0);
            let sun = if facing > 0.0 {
                facing * shadow.lit(vertex.place + 0.02 * normal)
            } else {
                0.0
            };
            let sky = DVec3::new(0.30, 0.34, 0.40).lerp(DVec3::new(0.26, 0.22, 0.18), 0.5 - 0.5 * normal.y);
            let lamp = 0.16 * normal.dot((view.eye - vertex.place).normalize()).max(0.0);
            let light = sky + DVec3::splat(lamp) + sun * DVec3::new(2.4, 2.1, 1.6);
            base * light + DVec3::from_array(look.emissive)
        });
        let mapped = (color / (color + 0.55) * 1.35).min(DVec3::ONE).powf(1.0 / 2.2) * 255.0;
        *target = Rgb([mapped.x as u8, mapped.y as u8, mapped.z as u8]);
    }
    picture
}

/// Samples a texture with wrapped coordinates, and returns the linear colour.
fn sample(image: &RgbaImage, uv: DVec2) -> DVec3 {
    let (width, height) = image.dimensions();
    let x = (uv.x.rem_euclid(1.0) * f64::from(width)) as u32 % width;
    let y = ((1.0 - uv.y.rem_euclid(1.0)) * f64::from(height)) as u32 % height;
    let pixel = image.get_pixel(x, y).0;
    DVec3::new(f64::from(pixel[0]), f64::from(pixel[1]), f64::from(pixel[2]))
        .map(|value| (value / 255.0).powf(2.2))
}
