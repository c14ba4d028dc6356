//! Compares approximate winding numbers with exact ones.

use proptest::prelude::*;

use super::*;
use crate::triangle::closest_point;

fn random_point(random: &mut fastrand::Rng, half: f64) -> DVec3 {
    (DVec3::new(random.f64(), random.f64(), random.f64()) * 2.0 - 1.0) * half
}

/// Returns a sphere around the origin whose faces point outwards.
fn sphere(rings: u32) -> Vec<Polygon> {
    let point = |ring: u32, sector: u32| {
        let polar = f64::from(ring) / f64::from(rings) * PI;
        let around = f64::from(sector) / f64::from(rings) * PI;
        DVec3::new(
            polar.sin() * around.cos(),
            polar.cos(),
            -polar.sin() * around.sin(),
        )
    };
    let mut faces = Vec::new();
    for ring in 0..rings {
        for sector in 0..2 * rings {
            let next = (sector + 1) % (2 * rings);
            let corners = [
                point(ring, sector),
                point(ring + 1, sector),
                point(ring + 1, next),
                point(ring, next),
            ];
            let skipped = if ring == 0 {
                3
            } else if ring + 1 == rings {
                2
            } else {
                4
            };
            faces.push(Polygon::from_points(
                (0..4).filter(|&i| i != skipped).map(|i| corners[i]),
            ));
        }
    }
    faces
}

proptest! {
    /// The error bound must hold for any polygon soup at any distance.
    #[test]
    fn error_stays_within_its_bound(seed in any::<u64>(), count in 1..300_usize, size in 0.01..2.0f64, error in 1.0e-5..0.1f64) {
        let mut random = fastrand::Rng::with_seed(seed);
        let soup: Vec<Polygon> = (0..count).map(|_| {
            let center = random_point(&mut random, 1.0);
            Polygon::from_points((0..3).map(|_| center + random_point(&mut random, size)))
        }).collect();
        let numbers = WindingNumbers::new(&soup);
        for _ in 0..20 {
            let far = 10.0_f64.powf(random.f64() * 3.0 - 1.0);
            let point = random_point(&mut random, far);
            let exact: f64 = soup.iter().map(|face| {
                solid_angle(&face.positions().collect::<Vec<_>>(), point) / (4.0 * PI)
            }).sum();
            let found = numbers.bounded(point, error);
            prop_assert!((found.value - exact).abs() <= found.error + 1.0e-9, "{found:?} for {exact}");
            prop_assert!((numbers.exact(point) - exact).abs() < 1.0e-9);
        }
    }
}

/// Counts the groups that [`WindingNumbers::at`] approximates.
fn groups_used(numbers: &WindingNumbers, point: DVec3) -> u32 {
    let (mut used, mut id) = (0, 0);
    while let Some(approach) = numbers.approaches.get(id) {
        let is_used = (approach.center - point).length_squared() > approach.beyond;
        used += u32::from(is_used);
        id = match approach.has_parts && !is_used {
            true => id + 1,
            false => approach.next as usize,
        };
    }
    used
}

#[test]
fn group_error_stays_within_its_bound() {
    let mut random = fastrand::Rng::with_seed(11);
    for size in [0.05, 0.5, 2.0] {
        let soup: Vec<Polygon> = (0..400)
            .map(|_| {
                let center = random_point(&mut random, 1.0);
                Polygon::from_points((0..3).map(|_| center + random_point(&mut random, size)))
            })
            .collect();
        let numbers = WindingNumbers::new(&soup);
        for _ in 0..500 {
            let point = random_point(&mut random, 4.0);
            let off = (numbers.at(point) - numbers.exact(point)).abs();
            let used = groups_used(&numbers, point);
            assert!(
                off <= GROUP_ERROR * f64::from(used) + 1.0e-9,
                "{point}: off by {off} with {used} groups"
            );
        }
    }
}

#[test]
fn closed_mesh_has_winding_number_one_inside() {
    let faces = sphere(24);
    let numbers = WindingNumbers::new(&faces);
    let mut random = fastrand::Rng::with_seed(7);
    let mut worst = 0.0_f64;
    for _ in 0..2_000 {
        let point = random_point(&mut random, 1.5);
        let near = faces
            .iter()
            .flat_map(|face| {
                let corners: Vec<DVec3> = face.positions().collect();
                corners
                    .windows(2)
                    .skip(1)
                    .map(|pair| [corners[0], pair[0], pair[1]])
                    .map(|t| closest_point(t, point).point.distance(point))
                    .collect::<Vec<_>>()
            })
            .fold(f64::INFINITY, f64::min);
        if near < 0.01 {
            continue;
        }
        let expected = if point.length() < 1.0 { 1.0 } else { 0.0 };
        assert!((numbers.exact(point) - expected).abs() < 1.0e-9, "{point}");
        worst = worst.max((numbers.at(point) - expected).abs());
    }
    assert!(worst < 0.04, "{worst}");
}

/// A query must use only a few of the many groups; otherwise the hierarchy would save nothing.
#[test]
fn distant_polygons_are_evaluated_as_groups() {
    let faces = sphere(80);
    let numbers = WindingNumbers::new(&faces);
    let accepted = |point: DVec3| {
        let (mut exact, mut waiting) = (0, vec![0_u32]);
        while let Some(id) = waiting.pop() {
            let group = &numbers.groups[id as usize];
            if group.error(group.center.distance(point)) > GROUP_ERROR {
                if group.second == 0 {
                    exact += group.end - group.first;
                } else {
                    waiting.extend([group.second, id + 1]);
                }
            }
        }
        exact
    };
    for point in [DVec3::ZERO, DVec3::splat(0.3), DVec3::X * 2.0] {
        assert_eq!(accepted(point), 0, "{point}");
    }
    assert!(accepted(DVec3::X * 0.999) < 200);
}

/// A packet must return the same numbers as single queries, no matter where the points are.
#[test]
fn packets_match_single_queries() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut soup = sphere(20);
    for _ in 0..500 {
        let center = random_point(&mut random, 3.0);
        let corners = 3 + random.usize(..3);
        let size = random.f64();
        soup.push(Polygon::from_points((0..corners).map(|i| {
            let turn = i as f64 / corners as f64 * 2.0 * PI;
            center + size * DVec3::new(turn.cos(), turn.sin(), 0.3 * turn.cos())
        })));
    }
    let numbers = WindingNumbers::new(&soup);
    for turn in 0..200 {
        let reach = if turn % 2 == 0 { 0.05 } else { 4.0 };
        let middle = random_point(&mut random, 3.0);
        let points: [DVec3; PACKET_SIZE] = std::array::from_fn(|_| middle + random_point(&mut random, reach));
        for (point, number) in points.into_iter().zip(numbers.at_packet(&points)) {
            let alone = numbers.at(point);
            assert!((number - alone).abs() < 1.0e-9, "{point}: {number} and {alone}");
            let exact = numbers.exact(point);
            assert!((number - exact).abs() < 0.1, "{point}: {number} for {exact}");
        }
    }
}

#[test]
fn empty_and_coplanar_winding_is_zero() {
    let none: [Polygon; 0] = [];
    assert_eq!(WindingNumbers::new(&none).at(DVec3::ZERO), 0.0);
    assert_eq!(solid_angle(&[], DVec3::ZERO), 0.0);
    // Points in the plane of the triangle: inside, outside and on a corner.
    let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
    for point in [DVec3::new(0.2, 0.2, 0.0), DVec3::new(2.0, 2.0, 0.0), DVec3::ZERO] {
        assert_eq!(solid_angle(&triangle, point), 0.0);
    }
}
