//! The axes of the coordinates, beside the section: equations of planes, and the places that are said, are by them.

use bspwalk_geometry::Aabb;
use bspwalk_levels::color::meaning::ink;
use bspwalk_session::overlays::OverlayKind;
use glam::{DVec3, Vec3};

use crate::{
    drawing::{Drawing, Label},
    lines::Stroke,
};

/// Length of an axis, and how far the corner where they meet is from the level, as shares of its diagonal on the ground.
const LENGTH: f64 = 0.06;
const AWAY: f64 = 0.035;

/// Widths of an axis and of the dark rim around it, in logical pixels.
const WIDTH: f32 = 2.4;
const RIM: f32 = 3.0;

/// Adds the three axes as arrows with their letters, outside of the corner of the level that is at −x and +z: on the left before it, for
/// who looks to −z. They lie below the cut at a height, above which nothing is drawn.
pub fn add(drawing: &mut Drawing, bounds: &Aabb, height: f64) {
    let ground = bounds.size().with_y(0.0).length();
    if bounds.is_empty() || !ground.is_finite() || ground <= 0.0 {
        return;
    }
    let length = LENGTH * ground;
    let corner = DVec3::new(bounds.min.x, height - 1.3 * length, bounds.max.z);
    let from = corner + DVec3::new(-1.0, 0.0, 1.0) * (AWAY * ground);
    for (axis, letter) in [(DVec3::X, "X"), (DVec3::Y, "Y"), (DVec3::Z, "Z")] {
        let [from, tip, beyond] =
            [0.0, 1.0, 1.3].map(|share: f64| (from + axis * (share * length)).as_vec3());
        arrow(drawing, from, tip);
        drawing.labels.push(Label {
            places: vec![beyond],
            text: letter.to_owned(),
            color: ink::PLATE,
            height: 10.0,
            // Every number comes before it.
            rank: u32::MAX,
            even_hidden: false,
            normal: None,
            line: None,
            of: OverlayKind::Materials,
        });
    }
}

fn arrow(drawing: &mut Drawing, from: Vec3, tip: Vec3) {
    let lines = &mut drawing.lines;
    lines.line(from, tip, Stroke::new(ink::DARK, 0.8, WIDTH + RIM));
    lines.arrow(from, tip, Stroke::new(ink::PLATE, 1.0, WIDTH));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axes_stand_outside_of_the_level_and_below_the_cut() {
        let bounds = Aabb {
            min: DVec3::new(-4.0, 0.0, -2.0),
            max: DVec3::new(6.0, 3.0, 8.0),
        };
        let mut drawing = Drawing::default();
        add(&mut drawing, &bounds, 1.5);
        let letters: Vec<&str> = drawing.labels.iter().map(|label| label.text.as_str()).collect();
        assert_eq!(letters, ["X", "Y", "Z"]);
        let [x, y, z] = [0, 1, 2].map(|axis: usize| drawing.labels[axis].places[0]);
        assert!(x.x > y.x && y.y > x.y && z.z > y.z, "each is along its axis");
        for [from, to] in drawing.lines.ends() {
            for end in [from, to] {
                assert!(end.y < 1.5 && end.z > 8.0, "{end}");
            }
        }
    }

    #[test]
    fn an_empty_level_has_no_axes() {
        let mut drawing = Drawing::default();
        add(&mut drawing, &Aabb::EMPTY, 0.0);
        assert_eq!(drawing, Drawing::default());
    }
}
