//! The axis gizmo in the upper right corner of a picture, labelled X, Y and Z.
//!
//! It shows the directions of the coordinates that cards state. Axes that point almost straight towards or away from
//! the eye are omitted. In a plan, this is the vertical axis.

use bspwalk_draw::color::{meaning::ink, palette::Palette};
use glam::{Quat, Vec2, Vec3};

use crate::{
    labels::plate::{self, PlateStroke},
    paint::screen::Screen,
};

/// Screen length of an axis that is perpendicular to the view direction, in logical pixels.
const LENGTH: f32 = 30.0;

/// Distance of the gizmo's origin from the edges of the picture, in logical pixels.
const CORNER: f32 = 58.0;

/// Height of the letters, in logical pixels.
const LETTER: f32 = 11.0;

/// Distance from the end of an axis to the centre of its letter, in logical pixels.
const BEYOND: f32 = 9.0;

/// Half the width of an axis, and half the width of its dark rim, in logical pixels.
const RADIUS: [f32; 2] = [1.4, 2.6];

/// Minimum projected length of an axis, as a fraction of its true length. Shorter axes are omitted.
const SHORT: f32 = 0.15;

/// Returns the strokes of the axis gizmo, in logical pixels right and up from the centre of the picture. Later strokes
/// cover earlier ones. The result is empty if the picture is too small for the gizmo.
pub fn strokes(screen: &Screen, palette: Palette) -> Vec<PlateStroke> {
    let half = screen.view().half;
    if half.min_element() < 2.0 * CORNER {
        return Vec::new();
    }
    let camera = screen.camera();
    let rotation = Quat::from_rotation_y(camera.yaw as f32) * Quat::from_rotation_x(camera.pitch as f32);
    let to_view = rotation.inverse();
    let axes = [("X", Vec3::X), ("Y", Vec3::Y), ("Z", Vec3::Z)];
    let colors = palette.categories().iter().copied();
    let mut axes: Vec<_> = axes
        .into_iter()
        .zip(colors)
        .map(|((letter, axis), color)| (letter, to_view * axis, color))
        .filter(|(_, seen, _)| seen.truncate().length() >= SHORT)
        .collect();
    // Draw the axes that point towards the eye last, so that they cover the others.
    axes.sort_by(|a, b| a.1.z.total_cmp(&b.1.z));
    let foot = half - CORNER;
    let mut strokes = Vec::new();
    for (_, seen, color) in &axes {
        let tip = foot + seen.truncate() * LENGTH;
        for (radius, color) in [(RADIUS[1], ink::DARK), (RADIUS[0], *color)] {
            strokes.push(PlateStroke {
                ends: [foot, tip],
                radius,
                color,
                alpha: 1.0,
            });
        }
    }
    for (letter, seen, color) in axes {
        let aside = seen.truncate();
        let middle = foot + aside * LENGTH + aside.normalize_or_zero() * BEYOND;
        let letter = plate::strokes(letter, LETTER, color).into_iter();
        strokes.extend(letter.map(|stroke| PlateStroke {
            ends: stroke.ends.map(|end: Vec2| end + middle),
            ..stroke
        }));
    }
    strokes
}

#[cfg(test)]
mod tests {
    use bspwalk_draw::raster::{Camera, Lens};
    use glam::DVec3;

    use super::*;

    /// Returns the screen direction of each axis, or `None` for an omitted axis. Axes are identified by colour.
    fn drawn(screen: &Screen, palette: Palette) -> Vec<Option<Vec2>> {
        let strokes = strokes(screen, palette);
        let of = |color| {
            let mut lines = strokes
                .iter()
                .filter(|stroke| stroke.color == color && stroke.radius == RADIUS[0]);
            lines.next().map(|stroke| stroke.ends[1] - stroke.ends[0])
        };
        palette.categories()[..3].iter().map(|&color| of(color)).collect()
    }

    /// Checks that each drawn axis points in the screen direction of a movement along that axis from the picture's
    /// centre.
    #[test]
    fn axes_match_screen_space_motion() {
        for (palette, is_plan) in Palette::ALL.into_iter().zip([false, true, false]) {
            for yaw in [0.0, 0.7, 2.0, -1.2] {
                let pitch = if is_plan {
                    -std::f64::consts::FRAC_PI_2
                } else {
                    -0.6
                };
                let camera = Camera {
                    lens: Lens::Parallel(20.0),
                    ..Camera::perspective(DVec3::new(3.0, 9.0, -2.0), [yaw, pitch], 1.0)
                };
                let screen = Screen::new(camera, [1280, 720]);
                let rotation = Quat::from_rotation_y(yaw as f32) * Quat::from_rotation_x(pitch as f32);
                let middle = camera.eye.as_vec3() + rotation * Vec3::NEG_Z * 5.0;
                let start = screen.logical(middle).expect("it is in view");
                for (axis, drawn) in [Vec3::X, Vec3::Y, Vec3::Z]
                    .into_iter()
                    .zip(drawn(&screen, palette))
                {
                    let moved = screen.logical(middle + axis).expect("it is in view") - start;
                    // One metre on the screen is 1/20 of the picture's height.
                    let share = moved * 20.0 / 720.0;
                    match drawn {
                        Some(drawn) => assert!(drawn.distance(share * LENGTH) < 0.05, "{drawn} and {share}"),
                        None => assert!(share.length() < SHORT, "{axis} is left out at {share}"),
                    }
                }
                assert_eq!(
                    drawn(&screen, palette)[1].is_none(),
                    is_plan,
                    "the height in a plan"
                );
            }
        }
    }

    #[test]
    fn axes_stay_in_corner_and_skip_small_pictures() {
        let camera = Camera::perspective(DVec3::ZERO, [0.4, -0.3], 1.0);
        let screen = Screen::new(camera, [640, 480]);
        let half = screen.view().half;
        let all = strokes(&screen, Palette::default());
        assert!(all.len() > 6);
        for stroke in all {
            for end in stroke.ends {
                assert!((end.abs() + stroke.radius).cmplt(half).all(), "{end}");
                assert!(end.cmpgt(half - 2.0 * CORNER).all(), "{end}");
            }
        }
        assert!(strokes(&Screen::new(camera, [120, 90]), Palette::default()).is_empty());
    }
}
