//! Triangulates polygons that are convex or concave, may have collinear corners, and may be slightly non-planar.
//!
//! A face with n corners always produces n − 2 triangles, so triangle numbers depend only on the file.

use std::collections::HashMap;

use crate::tolerance::{ROUNDING, STRAIGHT_RELATIVE};
use bspwalk_geometry::Aabb;
use bspwalk_progress::{Cancelled, Progress};
use earcut::Earcut;
use glam::{DVec2, DVec3, Vec2Swizzles};

use super::outline::{self, Fault};

/// Maximum number of corners for ear clipping, which takes at least quadratic time. Larger polygons use an O(n log n)
/// algorithm.
const EARS: usize = 128;

#[derive(Default)]
pub(crate) struct Triangulator {
    earcut: Earcut<f64>,
    /// Corners projected to 2D, relative to the first corner.
    flat: Vec<DVec2>,
    /// Corner indices without consecutive corners at the same position.
    distinct: Vec<u32>,
    bent: Vec<u32>,
    clipped: Vec<u32>,
    used: Vec<bool>,
    /// For each edge that joins two used corners and contains unused corners, the first unused corner.
    missing: HashMap<[u32; 2], u32>,
    triangles: Vec<[u32; 3]>,
    fault: Option<Fault>,
}

impl Triangulator {
    /// Triangulates a polygon and returns `corners.len() − 2` triangles, as corner indices with the polygon's winding.
    ///
    /// Uses a fan around the first corner if it is valid, as in every convex polygon without collinear corners.
    /// Otherwise, uses ear clipping or, for polygons with many corners, a Delaunay triangulation. Collinear corners are
    /// kept, so that edges still match the edges of adjacent polygons. A polygon with zero area produces triangles with
    /// zero area.
    pub(crate) fn triangulate(
        &mut self,
        corners: &[DVec3],
        progress: &Progress,
    ) -> Result<&[[u32; 3]], Cancelled> {
        self.triangles.clear();
        self.fault = None;
        let count = corners.len() as u32;
        if count < 3 {
            return Ok(&self.triangles);
        }
        let fan = (1..count - 1).map(|i| [0, i, i + 1]);
        let bounds = Aabb::from_points(corners.iter().copied());
        let rounding = ROUNDING * bounds.largest_coordinate();
        let tolerance = (STRAIGHT_RELATIVE * bounds.size().max_element()).max(rounding);
        if count == 3 || !self.project(corners) || self.fan_is_right(tolerance) {
            self.triangles.extend(fan);
            return Ok(&self.triangles);
        }
        self.find_bent_corners(tolerance);
        if self.bent.len() <= EARS {
            let ring = self.bent.iter().map(|&i| self.flat[i as usize].to_array());
            self.earcut.earcut(ring, &[], &mut self.clipped);
            let original = |t: &[u32]| [t[0], t[1], t[2]].map(|i| self.bent[i as usize]);
            self.triangles.extend(self.clipped.chunks_exact(3).map(original));
            self.used.clear();
            self.used.resize(count as usize, false);
            for &index in self.triangles.iter().flatten() {
                self.used[index as usize] = true;
            }
            self.find_missing(|corner| corner);
        } else {
            let ring: Vec<DVec2> = self.bent.iter().map(|&i| self.flat[i as usize]).collect();
            let found = outline::triangulate(&ring, progress)?;
            self.fault = found.fault;
            let original = |i: u32| self.bent[i as usize];
            self.triangles
                .extend(found.triangles.iter().map(|t| t.map(original)));
            self.used.clear();
            self.used.resize(count as usize, false);
            let mut same: Vec<u32> = (0..count).collect();
            for (&corner, &first) in self.bent.iter().zip(&found.same) {
                self.used[corner as usize] = true;
                same[corner as usize] = self.bent[first as usize];
            }
            self.find_missing(|corner| same[corner as usize]);
        }
        self.put_back_straight_corners(count, progress)?;
        if self.triangles.is_empty() {
            self.triangles.extend(fan);
        }
        // A self-intersecting polygon may produce fewer triangles. The rest of the list is filled with zero-area
        // triangles.
        self.triangles.resize(count as usize - 2, [0; 3]);
        Ok(&self.triangles)
    }

    pub(crate) fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    pub(crate) fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// Projects the corners along the dominant axis of the polygon's normal, so that the winding is counter-clockwise.
    /// Returns `false` if the polygon has zero area.
    fn project(&mut self, corners: &[DVec3]) -> bool {
        // Subtracting one corner first preserves precision far from the origin.
        let origin = corners[0];
        let normal = newell_normal(corners);
        if !(normal.is_finite() && normal != DVec3::ZERO) {
            return false;
        }
        let axis = normal.abs().max_position();
        self.flat.clear();
        self.flat.extend(corners.iter().map(|&corner| {
            let p = corner - origin;
            let flat = DVec2::new(p[(axis + 1) % 3], p[(axis + 2) % 3]);
            if normal[axis] < 0.0 { flat.yx() } else { flat }
        }));
        true
    }

    /// Collects in `bent` the corners where the outline changes direction, without consecutive duplicates. Skips
    /// collinear corners: rounding has moved them slightly, so earcut would produce slivers there. Also skips a corner
    /// that repeats the previous one, and a last corner that repeats the first one, because some exporters close
    /// outlines in this way.
    fn find_bent_corners(&mut self, tolerance: f64) {
        let repeats = |a: u32, b: u32| {
            let [a, b] = [a, b].map(|corner| self.flat[corner as usize]);
            a.distance(b) <= tolerance
        };
        self.distinct.clear();
        for corner in 0..self.flat.len() as u32 {
            if !self.distinct.last().is_some_and(|&last| repeats(last, corner)) {
                self.distinct.push(corner);
            }
        }
        while let [first, .., last] = self.distinct[..]
            && repeats(first, last)
        {
            self.distinct.pop();
        }
        let count = self.distinct.len();
        self.bent.clear();
        for (i, &corner) in self.distinct.iter().enumerate() {
            let here = self.flat[corner as usize];
            let before = self
                .bent
                .last()
                .unwrap_or(&self.distinct[(i + count - 1) % count]);
            let before = self.flat[*before as usize];
            let after = self.flat[self.distinct[(i + 1) % count] as usize];
            let along = after - before;
            let (to_here, from_here) = (here - before, after - here);
            let on_line = along.perp_dot(to_here).abs() <= tolerance * along.length();
            // A corner on the line but not between its neighbours is a spike, which is kept.
            if !(on_line && to_here.dot(along) >= 0.0 && from_here.dot(along) >= 0.0) {
                self.bent.push(corner);
            }
        }
    }

    /// Returns whether every triangle of the fan around corner 0 has the polygon's winding, without slivers or
    /// overlaps.
    fn fan_is_right(&self, tolerance: f64) -> bool {
        let apex = self.flat[0];
        let mut turned = 0.0;
        for pair in self.flat[1..].windows(2) {
            let (a, b) = (pair[0] - apex, pair[1] - apex);
            let cross = a.perp_dot(b);
            let longest = a
                .length_squared()
                .max(b.length_squared())
                .max((b - a).length_squared());
            if cross.is_nan() || cross <= tolerance * longest.sqrt() {
                return false;
            }
            turned += cross.atan2(a.dot(b));
        }
        turned < std::f64::consts::TAU
    }

    /// Collects in `missing` the edges between two used corners with unused corners between them. `named` maps a corner
    /// to the index that the triangles use for it.
    fn find_missing(&mut self, named: impl Fn(u32) -> u32) {
        self.missing.clear();
        let count = self.used.len() as u32;
        let mut used = (0..count).filter(|&corner| self.used[corner as usize]);
        let Some(first) = used.next() else { return };
        let mut from = first;
        for to in used.chain([first]) {
            let after = (from + 1) % count;
            if after != to {
                self.missing.insert([named(from), named(to)], after);
            }
            from = to;
        }
    }

    /// Reinserts each collinear corner by splitting the triangle at the corner's edge.
    fn put_back_straight_corners(&mut self, count: u32, progress: &Progress) -> Result<(), Cancelled> {
        let mut next = 0;
        while next < self.triangles.len() && !self.missing.is_empty() {
            progress.check_at(self.triangles.len() + next)?;
            let triangle = self.triangles[next];
            let missing = (0..3).find_map(|k| {
                let edge = [triangle[k], triangle[(k + 1) % 3]];
                Some((k, self.missing.remove(&edge)?))
            });
            match missing {
                Some((k, between)) => {
                    let [from, to, apex] = [triangle[k], triangle[(k + 1) % 3], triangle[(k + 2) % 3]];
                    let after = (between + 1) % count;
                    if !self.used[after as usize] {
                        self.missing.insert([between, to], after);
                    }
                    self.triangles[next] = [from, between, apex];
                    self.triangles.push([between, to, apex]);
                }
                None => next += 1,
            }
        }
        Ok(())
    }
}

/// Returns a polygon's Newell normal. Its length is twice the area. It points to the side from which the polygon is
/// counter-clockwise.
pub(crate) fn newell_normal(corners: &[DVec3]) -> DVec3 {
    let Some(&origin) = corners.first() else {
        return DVec3::ZERO;
    };
    // Subtracting one corner first preserves precision far from the origin.
    corners
        .windows(2)
        .map(|pair| (pair[0] - origin).cross(pair[1] - origin))
        .sum()
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use super::*;

    fn triangles(corners: &[DVec3]) -> Vec<[u32; 3]> {
        let mut triangulator = Triangulator::default();
        let triangles = triangulator.triangulate(corners, &Progress::default());
        triangles.unwrap().to_vec()
    }

    fn area(corners: &[DVec3], triangle: [u32; 3]) -> DVec3 {
        let [a, b, c] = triangle.map(|i| corners[i as usize]);
        (b - a).cross(c - a)
    }

    /// Checks the total area, and that no triangle's area is less than `least`.
    fn check_areas(corners: &[DVec3], triangles: &[[u32; 3]], least: f64) {
        let normal = newell_normal(corners);
        let whole = normal.length();
        let mut sum = 0.0;
        for &triangle in triangles {
            let area = area(corners, triangle).dot(normal / whole);
            assert!(area >= least, "{triangle:?} of {corners:?} has area {area}");
            sum += area;
        }
        assert!((sum - whole).abs() < 1e-9 * whole, "{sum} of {whole}");
    }

    /// Checks the number of triangles, their area and winding, that they use every corner, and that none is degenerate.
    fn check(corners: &[DVec3]) {
        let triangles = triangles(corners);
        assert_eq!(triangles.len(), corners.len() - 2);
        check_areas(corners, &triangles, 1e-9 * newell_normal(corners).length());
        for index in 0..corners.len() as u32 {
            assert!(
                triangles.iter().flatten().any(|&i| i == index),
                "corner {index} of {corners:?} is lost"
            );
        }
    }

    /// Checks a planar polygon, given as a comma-separated list of corners.
    fn check_in_every_frame(corners: &str) {
        let numbers = |corner: &str| -> Vec<f64> {
            let numbers = corner.split_whitespace();
            numbers.map(|number| number.parse().unwrap()).collect()
        };
        let flat: Vec<Vec<f64>> = corners.split(',').map(numbers).collect();
        for reversed in [false, true] {
            for turn in 0..flat.len() {
                let mut ring = flat.clone();
                ring.rotate_left(turn);
                if reversed {
                    ring.reverse();
                }
                let frames: [fn(f64, f64) -> DVec3; 3] = [
                    |x, y| DVec3::new(x, y, 3.0),
                    |x, y| DVec3::new(x, 0.5 * x - y, y),
                    |x, y| DVec3::new(1e5 + x, 1e5, y - 1e5),
                ];
                for frame in frames {
                    check(&ring.iter().map(|xy| frame(xy[0], xy[1])).collect::<Vec<_>>());
                }
            }
        }
    }

    #[test]
    fn faces_keep_their_area_and_corners() {
        check_in_every_frame("0 0, 4 0, 4 4, 2 1");
        check_in_every_frame("0 0, 4 0, 4 1, 1 1, 1 3, 4 3, 4 4, 0 4");
        check_in_every_frame("0 0, 3 1, 6 0, 5 3, 6 6, 3 5, 0 6, 1 3");
        // The polygon has collinear corners, which must be kept.
        check_in_every_frame("0 0, 1 0, 2 0, 4 0, 4 4");
        check_in_every_frame("0 0, 1 0, 2 0, 2 1, 2 2, 1 2, 0 2, 0 1");
        check_in_every_frame("0 0, 2 0, 4 0, 4 1, 2 1, 1 1, 1 3, 0 3");
    }

    #[test]
    fn nearly_collinear_corners_make_no_slivers() {
        // Coordinates are rounded to six decimal places, as in files.
        let ring = [
            (-544.0, 448.0),
            (-480.0, 448.0),
            (-320.0, 608.0),
            (-320.0, 672.0),
            (-352.0, 640.0),
            (-405.333344, 586.666687),
        ];
        for turn in 0..ring.len() {
            let mut ring = ring;
            ring.rotate_left(turn);
            let corners = ring.map(|(x, y)| DVec3::new(x, y, 192.0));
            for triangle in triangles(&corners) {
                assert!(
                    area(&corners, triangle).length() > 100.0,
                    "{triangle:?} of {ring:?}"
                );
            }
        }
    }

    #[test]
    fn convex_faces_become_fans() {
        let square = [DVec3::ZERO, DVec3::X, DVec3::X + DVec3::Y, DVec3::Y];
        assert_eq!(triangles(&square), [[0, 1, 2], [0, 2, 3]]);
    }

    #[test]
    fn degenerate_faces_keep_triangle_count() {
        let line: Vec<DVec3> = (0..6).map(|i| DVec3::X * f64::from(i)).collect();
        assert_eq!(triangles(&line).len(), 4);
        assert_eq!(triangles(&[DVec3::NAN; 5]).len(), 3);
        let bow_tie = [DVec3::ZERO, DVec3::X + DVec3::Y, DVec3::X, DVec3::Y];
        assert_eq!(triangles(&bow_tie).len(), 2);
        let repeated = [DVec3::ZERO, DVec3::ZERO, DVec3::X, DVec3::Y];
        let areas = triangles(&repeated)
            .into_iter()
            .map(|t| area(&repeated, t).length());
        assert!((areas.sum::<f64>() - 1.0).abs() < 1e-12);
    }

    fn spiral(count: usize) -> Vec<DVec3> {
        let arm = |shift: f64| {
            move |step: usize| {
                let turns = step as f64 / 40.0;
                let (sine, cosine) = (turns * std::f64::consts::TAU).sin_cos();
                DVec3::new((1.0 + turns + shift) * cosine, (1.0 + turns + shift) * sine, 5.0)
            }
        };
        let out = (0..count / 2).map(arm(0.0));
        let back = (0..count / 2).rev().map(arm(0.5));
        // Seen from above, the band's outer arm determines its winding.
        let ring: Vec<DVec3> = out.chain(back).collect();
        ring.into_iter().rev().collect()
    }

    fn counted(corners: &[DVec3]) -> (Vec<[u32; 3]>, Option<Fault>, usize) {
        let checks = Arc::new(AtomicUsize::new(0));
        let noted = Arc::clone(&checks);
        let progress = Progress::with_check_hook(move |_| {
            noted.fetch_add(1, Ordering::Relaxed);
        });
        let mut triangulator = Triangulator::default();
        triangulator.triangulate(corners, &progress).unwrap();
        (
            triangulator.triangles().to_vec(),
            triangulator.fault(),
            checks.load(Ordering::Relaxed),
        )
    }

    #[test]
    fn repeated_corner_is_dropped() {
        let notched = [[0, 0], [6, 0], [6, 5], [4, 5], [4, 1], [2, 1], [2, 5], [0, 5]];
        let square = [[0, 0], [6, 0], [6, 5], [0, 5]];
        for outline in [&notched[..], &square] {
            for repeated in 0..outline.len() {
                for times in 1..4 {
                    // Repeat the corner at the end of the outline, or directly after itself.
                    let mut closed = outline.to_vec();
                    closed.rotate_left(repeated);
                    closed.extend(vec![closed[0]; times]);
                    let mut doubled = outline.to_vec();
                    doubled.splice(repeated..repeated, vec![outline[repeated]; times]);
                    for outline in [closed, doubled] {
                        let corners = outline
                            .iter()
                            .map(|&[x, y]| DVec3::new(f64::from(x), f64::from(y), 1.0e6));
                        let corners: Vec<DVec3> = corners.collect();
                        let found = triangles(&corners);
                        assert_eq!(found.len(), corners.len() - 2);
                        check_areas(&corners, &found, 0.0);
                    }
                }
            }
        }
    }

    #[test]
    fn many_corners_keep_area_and_check_progress() {
        let mut before = 0;
        for count in [2_000, 20_000] {
            let ring = spiral(count);
            let (triangles, fault, checks) = counted(&ring);
            assert_eq!((triangles.len(), fault), (count - 2, None));
            check_areas(&ring, &triangles, f64::MIN_POSITIVE);
            // Expect two checks per edge, and a few more.
            assert!(
                (count..3 * count).contains(&checks) && checks > 5 * before,
                "{checks}"
            );
            before = checks;
        }
        let progress = Progress::default();
        progress.cancel();
        let mut triangulator = Triangulator::default();
        assert!(triangulator.triangulate(&spiral(2_000), &progress).is_err());
    }

    #[test]
    fn self_touching_outlines_keep_all_triangles() {
        // A disc with a hole, connected by a slit. Its collinear corners must be kept.
        let circle = |radius: f64, steps: i32| {
            move |step: i32| {
                let (sine, cosine) = (std::f64::consts::TAU * f64::from(step) / f64::from(steps)).sin_cos();
                DVec3::new(radius * cosine, radius * sine, 0.0)
            }
        };
        let outer = (0..=500).map(circle(4.0, 500));
        let inner = (0..=500).rev().map(circle(2.0, 500));
        let mut ring: Vec<DVec3> = outer.chain(inner).collect();
        // Make the start and end of each circle bit-identical.
        ring[500] = ring[0];
        ring[501] = ring[1001];
        let (triangles, fault, _) = counted(&ring);
        assert_eq!((triangles.len(), fault), (1_000, None));
        check_areas(&ring, &triangles, f64::NEG_INFINITY);
    }

    #[test]
    fn degenerate_outlines_terminate() {
        let repeated: Vec<DVec3> = (0..30_000)
            .map(|i| [DVec3::ZERO, DVec3::X, DVec3::Y][i % 3])
            .collect();
        let (triangles, fault, checks) = counted(&repeated);
        let real = triangles
            .iter()
            .filter(|t| area(&repeated, **t) != DVec3::ZERO)
            .count();
        assert_eq!((triangles.len(), real, fault), (29_998, 1, None));
        assert!(checks >= 30_000);

        // Collinear corners are skipped during triangulation and then reinserted.
        let mut straight: Vec<DVec3> = (0..30_000).map(|i| DVec3::X * f64::from(i)).collect();
        straight.push(DVec3::new(5.0, 9.0, 0.0));
        let (triangles, _, checks) = counted(&straight);
        assert!(triangles.iter().all(|&t| area(&straight, t).z > 0.0));
        assert!((1..30_000).contains(&checks), "{checks}");

        // One outline's edges all overlap; the other's cross each other.
        let folded = (0..30_000).map(|i| if i % 2 == 0 { i } else { 30_000 - i });
        let mut folded: Vec<DVec3> = folded.map(|i| DVec3::X * f64::from(i)).collect();
        folded.push(DVec3::Y);
        assert_eq!(counted(&folded).1, Some(Fault::TooMuch));
        let mut random = fastrand::Rng::with_seed(3);
        let tangle: Vec<DVec3> = (0..2_000)
            .map(|_| DVec3::new(random.f64(), random.f64(), 0.0))
            .collect();
        let (triangles, fault, _) = counted(&tangle);
        assert_eq!((triangles.len(), fault), (1_998, Some(Fault::Crossing)));
    }
}
