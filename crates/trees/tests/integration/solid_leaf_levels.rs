//! Compares the solid-leaf tree on levels from other sources with independent data about points in them.

use bspwalk_geometry::{Surface, triangle::closest_point};
use bspwalk_levels::{Level, LoadOptions, UpAxis};
use bspwalk_testing::{
    effort, levels,
    rooms::{odd_turn, transform_faces},
};
use bspwalk_trees::solid_leaf::LeafTriangle;
use glam::{DQuat, DVec3, dvec3};
use rayon::prelude::*;

use crate::solid_leaf::build;

/// Returns the triangles of a level. Solid triangles with at least the area `least` (in square metres) are structural.
fn triangles(level: &Level, least: f64) -> Vec<LeafTriangle> {
    level
        .triangles
        .iter()
        .map(|triangle| LeafTriangle {
            corners: triangle.corners,
            surfaces: [0, 1, 2].map(|i| Surface {
                normal: triangle.normals[i],
                uv: triangle.uvs[i],
                color: triangle.colors[i],
            }),
            face: triangle.source,
            material: triangle.material,
            structural: triangle.solid && bspwalk_geometry::triangle::area(triangle.corners) >= least,
            light: 0,
        })
        .collect()
}

/// Builds trees from the triangles as given, and from moved, rotated and scaled copies. Compares the solidity with
/// known points. Sampled runs use only the given triangles and the rotated copy.
fn compare(triangles: &[LeafTriangle], known: &[(DVec3, bool)]) {
    let none = DQuat::IDENTITY;
    let placements = [
        ("as it stands", none, 1.0, DVec3::ZERO),
        ("far away", none, 1.0, dvec3(1.0e4, 1.0e4, -1.0e4)),
        ("turned", odd_turn(), 1.0, DVec3::ZERO),
        ("tiny", none, 1.0e-3, DVec3::ZERO),
    ];
    for (name, turn, scale, by) in effort::sample(placements, 2) {
        let tree = build(&transform_faces(triangles, turn, scale, by));
        let wrong: Vec<_> = known
            .iter()
            .filter(|(point, solid)| tree.is_solid(tree.locate(turn * (*point * scale) + by)) != *solid)
            .collect();
        assert!(
            wrong.is_empty(),
            "{name}: {} of {}: {:?}",
            wrong.len(),
            known.len(),
            wrong[0]
        );
        println!("{name}: {} points, {:?}", known.len(), tree.statistics());
    }
}

/// Compares the solidity with the contents that a Quake compiler assigned to 4,004 points.
#[test]
fn solidity_matches_quake_compiler() {
    for scale in effort::sample([0.0254, 1.0], 2) {
        let options = LoadOptions {
            up: Some(UpAxis::Z),
            scale: Some(scale),
            ..LoadOptions::default()
        };
        let Some(level) = levels::load("lqdm6_a6_world.obj", &options) else {
            return;
        };
        let table = levels::text("lqdm6_a6_world.points.csv").unwrap();
        let known: Vec<(DVec3, bool)> = table
            .lines()
            .filter(|line| !line.starts_with('#') && !line.starts_with("kind"))
            .filter_map(|line| {
                let numbers: Vec<f64> = line.split(',').skip(1).map(|n| n.parse().unwrap()).collect();
                let [x, y, z, contents, _, near, ..] = numbers[..] else {
                    panic!("{line} has too few columns")
                };
                // Empty, water, slime and lava are not solid; solid and sky are.
                let solid = ![-1.0, -3.0, -4.0, -5.0].contains(&contents);
                (near >= 0.05).then_some((dvec3(x, z, -y) * scale, solid))
            })
            .collect();
        assert!(known.len() > 3000);
        compare(&triangles(&level, 0.0), &known);
    }
}

/// Returns the winding number of a point, and the distance of the point from the mesh (van Oosterom and Strackee, "The
/// solid angle of a plane triangle", 1983).
fn winding(triangles: &[LeafTriangle], point: DVec3) -> (f64, f64) {
    let (mut angle, mut near) = (0.0, f64::INFINITY);
    for triangle in triangles {
        let [a, b, c] = triangle.corners.map(|corner| corner - point);
        let (la, lb, lc) = (a.length(), b.length(), c.length());
        let across = a.dot(b.cross(c));
        angle += 2.0 * across.atan2(la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
        near = closest_point(triangle.corners, point)
            .point
            .distance(point)
            .min(near);
    }
    (angle / (4.0 * std::f64::consts::PI), near)
}

#[test]
fn closed_level_matches_winding_number() {
    let Some(level) = levels::load_as_documented("recast_nav_test.obj") else {
        return;
    };
    let triangles = triangles(&level, 0.0);
    let mut random = bspwalk_testing::random::seeded(11);
    let (low, size) = (level.bounds.min, level.bounds.size());
    let count = effort::sampled_or_whole(5_000, 100_000);
    let points: Vec<DVec3> = (0..count)
        .map(|_| low + size * dvec3(random.f64(), random.f64(), random.f64()))
        .collect();
    let known: Vec<(DVec3, bool)> = points
        .into_par_iter()
        .filter_map(|point| {
            let (winding, near) = winding(&triangles, point);
            // For a point on the mesh, both results are correct.
            (near > 1.0e-3).then_some((point, winding > 0.5))
        })
        .collect();
    let solid = known.iter().filter(|(_, solid)| *solid).count();
    assert!(
        known.len() > count / 100 * 99 && solid > count / 100,
        "{solid} of {}",
        known.len()
    );
    compare(&triangles, &known);
}

#[test]
fn open_levels_have_rooms_and_walls() {
    let levels = [
        ("recast_dungeon.obj", 0.0),
        ("alphacorp.obj", 0.0),
        ("crytek_sponza_quantised.obj", 0.05),
    ];
    for (name, least) in effort::sample(levels, levels.len()) {
        let Some(level) = levels::load_as_documented(name) else {
            return;
        };
        let triangles = triangles(&level, least);
        let tree = build(&triangles);
        println!("{name}: {:?}", tree.statistics());
        let eye = level.spawn.eye;
        assert!(!tree.is_solid(tree.locate(eye)), "{name}: the spawn is solid");
        let solids: Vec<_> = triangles.iter().filter(|triangle| triangle.structural).collect();
        let mut random = bspwalk_testing::random::seeded(1);
        let mut direction = || loop {
            let v = dvec3(random.f64(), random.f64(), random.f64()) * 2.0 - 1.0;
            if let Some(unit) = v.try_normalize().filter(|_| v.length_squared() <= 1.0) {
                break unit;
            }
        };
        // Space visible from the eye must be empty. If a ray enters a wall through a front face and leaves it through a
        // back face, the wall must be solid in between.
        let (mut free, mut empty, mut walls, mut solid) = (0, 0, 0, 0);
        for _ in 0..300 {
            let ray = direction();
            let mut hits: Vec<(f64, bool)> = solids
                .par_iter()
                .filter_map(|triangle| crossing(eye, ray, triangle.corners))
                .collect();
            hits.sort_by(|a, b| a.0.total_cmp(&b.0));
            let reach = hits.first().map_or(10.0, |&(distance, _)| distance.min(10.0));
            for share in [0.25, 0.5, 0.75, 0.95] {
                free += 1;
                empty += u32::from(!tree.is_solid(tree.locate(eye + ray * (reach * share))));
            }
            if let [(near, true), (far, false), ..] = hits[..]
                && far - near > 0.5
            {
                walls += 1;
                solid += u32::from(tree.is_solid(tree.locate(eye + ray * (near + 0.25))));
            }
        }
        println!("{name}: {empty} of {free} seen points are empty, {solid} of {walls} walls are solid");
        assert!(walls >= 20, "{name}: {walls} walls are thick by their own back");
        assert!(
            f64::from(empty) >= 0.99 * f64::from(free),
            "{name}: {empty} of {free}"
        );
        assert!(
            f64::from(solid) >= 0.9 * f64::from(walls),
            "{name}: {solid} of {walls}"
        );
    }
}

/// Returns where a ray hits a triangle, and whether it hits the triangle's front (Möller and Trumbore 1997).
fn crossing(from: DVec3, ray: DVec3, [a, b, c]: [DVec3; 3]) -> Option<(f64, bool)> {
    let (u, v) = (b - a, c - a);
    let across = ray.cross(v);
    let determinant = u.dot(across);
    if determinant == 0.0 {
        return None;
    }
    let offset = from - a;
    let s = offset.dot(across) / determinant;
    let turned = offset.cross(u);
    let t = ray.dot(turned) / determinant;
    let distance = v.dot(turned) / determinant;
    (s >= 0.0 && t >= 0.0 && s + t <= 1.0 && distance > 0.0).then_some((distance, determinant > 0.0))
}
