//! Takes screenshots of the overlays from 200 random eye positions in the hall. Every unoccluded part must be visible.
//!
//! The eyes are close to large polygons and lines, which therefore extend behind the eye. Corners behind the eye have
//! no screen position. The expected colours come from ray casts against the same polygons, lines and faces.

mod studio;

use bevy::prelude::*;
use bspwalk_draw::color::palette::{Palette, Rgb};
use bspwalk_geometry::Polygon;
use bspwalk_overlays::lines::{LineBatch, Stroke};
use bspwalk_overlays::{layer::Layer, planes::fill};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_testing::small_trees::{hit, point_in};
use bspwalk_trees::NodeId;
use glam::DVec3;
use image::RgbImage;

use self::studio::{Face, HEIGHT, Studio, View, WIDTH};
use crate::app::host::prelude::*;
use crate::app::paint::overlays::{layers::Layers, materials::PolygonMaterial};

const EYES: usize = 200;

/// Returns random views of the hall. Every second eye is close to the polygon.
fn views(hall: &Studio, polygon: &Polygon, seed: u64) -> Vec<View> {
    let mut random = fastrand::Rng::with_seed(seed);
    let corners: Vec<DVec3> = polygon.positions().collect();
    let bounds = hall.opened.level.bounds;
    (0..EYES)
        .map(|number| {
            let mut unit = || DVec3::from_array(std::array::from_fn(|_| random.f64()));
            let (place, aside) = (unit(), unit());
            let eye = if number % 2 == 0 {
                bounds.min + place * bounds.size()
            } else {
                point_in(&corners, &mut random) + (aside - 0.5) * 6.0
            };
            View {
                eye: eye.as_vec3(),
                yaw: random.f32() * std::f32::consts::TAU,
                pitch: (random.f32() - 0.5) * 2.0,
                field_of_view: [60.0, 90.0, 110.0, 130.0][number / 2 % 4],
            }
        })
        .collect()
}

/// Returns a grid of pixels. Each pixel has five sample points: its centre, and four points slightly more than a pixel
/// away from the centre.
fn places() -> impl Iterator<Item = (UVec2, [Vec2; 5])> {
    (0..HEIGHT).step_by(6).flat_map(|y| {
        (y / 6 % 2..WIDTH).step_by(7).map(move |x| {
            let middle = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
            let aside = [[0.0, 0.0], [-1.2, -1.2], [1.2, -1.2], [-1.2, 1.2], [1.2, 1.2]];
            (UVec2::new(x, y), aside.map(|aside| middle + Vec2::from(aside)))
        })
    })
}

fn light(screenshot: &RgbImage, pixel: UVec2) -> Vec3 {
    let [r, g, b] = screenshot.get_pixel(pixel.x, pixel.y).0;
    Vec3::from(Rgb(r, g, b).linear())
}

#[derive(Default)]
struct Findings {
    checked: usize,
    wrong: Vec<String>,
}

impl Findings {
    fn check(&mut self, holds: bool, words: impl FnOnce() -> String) {
        self.checked += 1;
        if !holds {
            self.wrong.push(words());
        }
    }

    /// Fails if more than `most` points are wrong or fewer than `least` were checked.
    fn judge(&self, what: &str, least: usize, most: usize) -> Result<(), String> {
        if self.wrong.len() <= most && self.checked >= least {
            return Ok(());
        }
        let some: Vec<&str> = self.wrong.iter().map(String::as_str).take(3).collect();
        Err(format!(
            "{what}: {} of {} places are wrong (at least {least} have to be checked)\n  {}",
            self.wrong.len(),
            self.checked,
            some.join("\n  ")
        ))
    }
}

#[test]
#[ignore = "slow without a graphics card; `./check full` runs it"]
fn overlays_in_front_are_seen_from_everywhere() {
    let Some(mut hall) = Studio::open() else { return };
    let Some(root) = hall.opened.tree.plane_polygon(NodeId::ROOT) else {
        panic!("the hall has a root")
    };
    let views = views(&hall, &root, 17);
    hall.show(Overlays::none(), None);
    let plain = hall.screenshots(&views);
    let results = [
        root_plane(&mut hall, &root, &views, &plain),
        tint(&mut hall, &views, &plain),
        lines(&mut hall, &views),
    ];
    let wrong: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Shows the root's plane at full opacity. If a pixel's ray hits the plane first, the pixel must have nearly the
/// plane's colour. The tolerance allows for the hatching and for fading where the plane covers much of the screen.
fn root_plane(hall: &mut Studio, root: &Polygon, views: &[View], plain: &[RgbImage]) -> Result<(), String> {
    let mut overlays = Overlays::showing([OverlayKind::Planes]);
    overlays.plane_depths = [0, 0];
    overlays.plane_opacity = 1.0;
    let color = overlays.palette.depth(0).lighter(0.12);
    let color = Vec3::from(color.linear());
    let corners: Vec<Vec3> = root.positions().map(DVec3::as_vec3).collect();
    let normal = root.vector_area().as_vec3().normalize();
    hall.show(overlays, None);
    hall.without_lines();
    let screenshots = hall.screenshots(views);
    let mut findings = Findings::default();
    for ((view, screenshot), plain) in views.iter().zip(&screenshots).zip(plain) {
        let kept = 0.9 * fill::coverage_opacity(&corners, &view.clip_from_world());
        if kept < 0.4 {
            continue;
        }
        let is_first = |place: &Vec2| {
            let ray = view.ray(*place);
            let Some(far) = hit(root, view.eye.as_dvec3(), ray.as_dvec3(), 0.0) else {
                return false;
            };
            let far = far as f32;
            let face = hall.face(view.eye, ray);
            // A plane fades near the eye and at grazing angles.
            far > 4.0
                && ray.dot(normal).abs() > 0.25
                && face.is_none_or(|face| face.far > far * (1.0 - 1.0e-4))
        };
        for (pixel, _) in places().filter(|(_, around)| around.iter().all(is_first)) {
            let (seen, before) = (light(screenshot, pixel), light(plain, pixel));
            let left = (1.0 - 0.33 * kept) * before.distance(color) + 0.02;
            findings.check(seen.distance(color) < left, || {
                format!("{view:?}, pixel {pixel}: {seen}, which was {before}, instead of {color}")
            });
        }
    }
    findings.judge("the plane of the root", 300, 0)
}

/// Returns the shader's tint opacity for a side, given a distance in body radii. The tint fades near the eye.
fn opacity(radii: f32) -> f32 {
    let far = ((radii - 2.0) / 12.0).clamp(0.0, 1.0);
    let far = far * far * (3.0 - 2.0 * far);
    0.55 * 0.8 * (0.15 + 0.85 * far)
}

/// With the root selected, every visible face is tinted according to its side of the root's plane.
fn tint(hall: &mut Studio, views: &[View], plain: &[RgbImage]) -> Result<(), String> {
    hall.show(Overlays::none(), Some(NodeId::ROOT));
    hall.without_lines();
    hall.hide::<PolygonMaterial>();
    let screenshots = hall.screenshots(views);
    let palette = Palette::default();
    let Some(root) = hall.opened.tree.node(NodeId::ROOT).map(|root| root.plane) else {
        panic!("the hall has a root")
    };
    let radius = hall.app.world().shown::<Player>().radius;
    let mut findings = Findings::default();
    for ((view, screenshot), plain) in views.iter().zip(&screenshots).zip(plain) {
        for (pixel, around) in places() {
            let faces = around.map(|place| hall.face(view.eye, view.ray(place)));
            let [Some(face), ..] = faces else { continue };
            let same =
                |other: &Option<Face>| other.is_some_and(|other| other.face == face.face && other.alone);
            let distance = root.distance((view.eye + view.ray(around[0]) * face.far).as_dvec3());
            if !faces.iter().all(same) || face.far < 0.1 || distance.abs() < 0.05 {
                continue;
            }
            let tint = if distance > 0.0 {
                palette.front()
            } else {
                palette.back()
            };
            let (seen, before) = (light(screenshot, pixel), light(plain, pixel));
            let expected = before.lerp(Vec3::from(tint.linear()), opacity(face.far / radius));
            findings.check(seen.distance(expected) < 0.03, || {
                format!("{view:?}, pixel {pixel}, face {face:?}: {seen}, which was {before}, instead of {expected}")
            });
        }
    }
    findings.judge("the tint", 10_000, 0)
}

/// Draws random line segments through empty space. If a point of a line is not occluded, its pixel has the line's
/// colour.
fn lines(hall: &mut Studio, views: &[View]) -> Result<(), String> {
    let mut random = fastrand::Rng::with_seed(5);
    let magenta = Rgb(255, 0, 255);
    let bounds = hall.opened.level.bounds;
    let mut point = || {
        let unit = DVec3::from_array(std::array::from_fn(|_| random.f64()));
        (bounds.min + unit * bounds.size()).as_vec3()
    };
    let lines: Vec<[Vec3; 2]> = (0..20).map(|_| [point(), point()]).collect();
    let mut batch = LineBatch::default();
    for &[from, to] in &lines {
        batch.line(from, to, Stroke::new(magenta, 1.0, 4.0));
    }
    hall.show(Overlays::none(), None);
    let mut layers = hall.app.world_mut().resource_mut::<Layers>();
    layers.set(Layer::Cells, batch);
    hall.frame();
    let screenshots = hall.screenshots(views);
    let color = Vec3::from(magenta.linear());
    let free = Rect::new(3.0, 3.0, WIDTH as f32 - 3.0, HEIGHT as f32 - 3.0);
    let (mut whole, mut cut) = (Findings::default(), Findings::default());
    for (view, screenshot) in views.iter().zip(&screenshots) {
        for (number, &[from, to]) in lines.iter().enumerate() {
            let goes_behind = [from, to].iter().any(|&end| view.project(end).1 < 0.05);
            let findings = if goes_behind { &mut cut } else { &mut whole };
            for step in 0..40 {
                let point = from.lerp(to, (step as f32 + 0.5) / 40.0);
                let (place, depth) = view.project(point);
                if depth < 0.05 || !free.contains(place) {
                    continue;
                }
                let far = view.eye.distance(point);
                // Sample around the point itself, and around the centre and each corner of its pixel.
                let pixel = place.floor();
                let around = [Vec2::ZERO, Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y];
                let within = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.5, 0.5]];
                let hidden = around
                    .into_iter()
                    .map(|aside| place + aside * 1.5)
                    .chain(within.map(|part| pixel + Vec2::from(part)))
                    .filter_map(|place| hall.face(view.eye, view.ray(place)))
                    .any(|face| face.far < far * 1.01);
                if hidden {
                    continue;
                }
                let pixel = place.as_uvec2();
                let off = light(screenshot, pixel).distance(color);
                findings.check(off < 0.5, || {
                    format!("{view:?}, line {number}, point {point}: {pixel} is off by {off}")
                });
            }
        }
    }
    // A line that continues behind the eye is clipped at the near plane, far outside the screen. Points of such a line
    // may be missing near the screen edge.
    let most = cut.checked / 100;
    whole
        .judge("lines", 500, 0)
        .and(cut.judge("cut lines", 100, most))
}
