//! Opacity of filled planes. A plane that covers much of the screen fades out, so that it does not tint the whole view.

use glam::{Mat4, Vec2, Vec3, Vec4};

/// Range of screen coverage over which a filled plane fades out.
const COVERAGE: [f32; 2] = [0.15, 0.6];

/// Returns the opacity factor of a filled polygon, which decreases with its screen coverage.
pub fn coverage_opacity(corners: &[Vec3], clip_from_world: &Mat4) -> f32 {
    let [begin, end] = COVERAGE;
    let share = ((coverage(corners, clip_from_world) - begin) / (end - begin)).clamp(0.0, 1.0);
    1.0 - share * share * (3.0 - 2.0 * share)
}

/// Clips a convex polygon to the view frustum, in clip space. The result has fewer than three corners if nothing is
/// visible.
pub(crate) fn clip_to_frustum(corners: &[Vec3], clip_from_world: &Mat4) -> Vec<Vec4> {
    let mut polygon: Vec<Vec4> = corners
        .iter()
        .map(|corner| *clip_from_world * corner.extend(1.0))
        .collect();
    // Clip at the eye and at the four sides of the screen.
    let sides: [fn(Vec4) -> f32; 5] = [
        |at| at.w - 1.0e-4,
        |at| at.w - at.x,
        |at| at.w + at.x,
        |at| at.w - at.y,
        |at| at.w + at.y,
    ];
    for side in sides {
        let mut inside = Vec::with_capacity(polygon.len() + 1);
        for (i, &from) in polygon.iter().enumerate() {
            let to = polygon[(i + 1) % polygon.len()];
            let [a, b] = [side(from), side(to)];
            if a >= 0.0 {
                inside.push(from);
            }
            if (a >= 0.0) != (b >= 0.0) {
                inside.push(from.lerp(to, a / (a - b)));
            }
        }
        polygon = inside;
    }
    polygon
}

/// Returns the fraction of the screen that a convex polygon covers, 0 to 1.
fn coverage(corners: &[Vec3], clip_from_world: &Mat4) -> f32 {
    let polygon = clip_to_frustum(corners, clip_from_world);
    let places: Vec<Vec2> = polygon
        .iter()
        .map(|at| at.truncate().truncate() / at.w.max(1.0e-4))
        .collect();
    let doubled: f32 = (0..places.len())
        .map(|i| places[i].perp_dot(places[(i + 1) % places.len()]))
        .sum();
    // In normalised device coordinates, the screen is two units wide and two units high.
    let share = 0.5 * doubled.abs() / 4.0;
    if share.is_finite() { share.min(1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLIP: fn() -> Mat4 =
        || Mat4::perspective_infinite_reverse_rh(std::f32::consts::FRAC_PI_2, 1.0, 0.02);

    fn square(half: f32, z: f32) -> [Vec3; 4] {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| Vec3::new(x * half, y * half, z))
    }

    #[test]
    fn coverage_is_a_fraction_of_the_screen() {
        let covered = |half, z| coverage(&square(half, z), &CLIP());
        // At a distance of 4 m, the view extends 4 m to each side.
        assert!((covered(2.0, -4.0) - 0.25).abs() < 1.0e-4);
        assert!((covered(900.0, -4.0) - 1.0).abs() < 1.0e-4);
        assert_eq!(covered(2.0, 4.0), 0.0, "it is behind the eye");
        assert_eq!(coverage(&[], &CLIP()), 0.0);
        assert_eq!(coverage(&square(f32::NAN, -1.0), &CLIP()), 0.0);
    }

    #[test]
    fn plane_at_the_eye_covers_half_or_nothing() {
        let floor = |y| square(50.0, 0.0).map(|at| Vec3::new(at.x, y, at.y));
        assert!(coverage(&floor(0.0), &CLIP()) < 1.0e-4, "seen from its edge");
        let below = coverage(&floor(-0.3), &CLIP());
        assert!((below - 0.5).abs() < 0.01, "{below}");
    }

    #[test]
    fn screen_filling_planes_fade() {
        assert_eq!(coverage_opacity(&square(0.5, -4.0), &CLIP()), 1.0);
        assert_eq!(coverage_opacity(&square(9.0, -4.0), &CLIP()), 0.0);
        let half = coverage_opacity(&square(2.5, -4.0), &CLIP());
        assert!(half > 0.1 && half < 0.95, "{half}");
    }
}
