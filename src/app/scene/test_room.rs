//! A room with boxes, for tests.

use bevy::math::{DVec3, Vec2, Vec3, Vec4};

use crate::{
    geometry::Aabb,
    level::{Level, LevelTriangle, Material, Spawn, SpawnOrigin, Units, UpAxis},
};

/// A room of 12 × 4 × 16 m with three boxes.
pub(in crate::app) fn level() -> Level {
    let mut triangles = Vec::new();
    for (min, max, inside, material) in [
        ([-6.0, 0.0, -8.0], [6.0, 4.0, 8.0], true, 0),
        ([-4.0, 0.0, -5.0], [-2.0, 1.0, -3.0], false, 1),
        ([1.5, 0.0, -6.0], [2.5, 3.0, -2.0], false, 2),
        ([-1.0, 0.0, 1.0], [1.0, 0.5, 3.0], false, 1),
    ] {
        add_box(&mut triangles, min.into(), max.into(), inside, material);
    }
    let bounds = Aabb::from_points(triangles.iter().flat_map(|triangle| triangle.corners));
    let material = |name: &str, color| Material {
        name: name.into(),
        color,
        emissive: Vec3::ZERO,
        texture: None,
        liquid: false,
    };
    Level {
        name: "test room".into(),
        source_triangles: triangles.len() as u32,
        triangles,
        materials: vec![
            material("plaster", Vec4::new(0.8, 0.78, 0.74, 1.0)),
            material("wood", Vec4::new(0.6, 0.42, 0.26, 1.0)),
            material("blue", Vec4::new(0.3, 0.45, 0.65, 1.0)),
        ],
        objects: vec!["room".into()],
        bounds,
        spawn: Spawn {
            eye: DVec3::new(0.0, 1.7, 6.0),
            yaw: 0.0,
            origin: SpawnOrigin::Room,
        },
        units: Units {
            up: UpAxis::Y,
            scale: 1.0,
            guessed: false,
            note: "metres".into(),
        },
        dropped: Vec::new(),
        warnings: Vec::new(),
    }
}

fn add_box(triangles: &mut Vec<LevelTriangle>, min: DVec3, max: DVec3, inside: bool, material: u32) {
    let corners = Aabb { min, max }.corners();
    // Counter-clockwise seen from outside.
    let sides: [[usize; 4]; 6] = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    for [a, b, c, d] in sides {
        for mut indices in [[a, b, c], [a, c, d]] {
            if inside {
                indices.reverse();
            }
            let corners = indices.map(|index| corners[index]);
            let normal = (corners[1] - corners[0])
                .cross(corners[2] - corners[0])
                .normalize()
                .as_vec3();
            triangles.push(LevelTriangle {
                corners,
                normals: [normal; 3],
                uvs: [Vec2::ZERO; 3],
                colors: [Vec4::ONE; 3],
                material,
                object: 0,
                source: triangles.len() as u32,
                solid: true,
            });
        }
    }
}
