//! View of a heat map: the window's view, shown once, or twice side by side.

use bevy::math::{DMat4, DVec3};
use bevy::prelude::*;
use bspwalk_session::films::max_face_distance;
use bspwalk_trees::NodeTree;

/// The window's view, or two halves that both show the centre of the window's view.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct HeatView {
    pub(super) world_from_clip: DMat4,
    /// Window size, in pixels.
    pub(super) size: [u32; 2],
    /// Zoom of the view in each of two halves, or `None` for a single view.
    pub(super) halves: Option<f64>,
}

impl HeatView {
    /// Returns the zoom of the halves. In first person, the halves keep objects at the same size. In the model view,
    /// they fit the whole view.
    pub(super) fn zoom(is_model: bool) -> f64 {
        if is_model { 0.5 } else { 1.0 }
    }

    /// Returns the size of one heat map, which covers the window or half of it.
    pub(super) fn picture(&self) -> [u32; 2] {
        let [width, height] = self.size;
        match self.halves {
            None => self.size,
            Some(_) => [(width / 2).max(1), height],
        }
    }

    /// Converts a position in a heat map to a position in the window, both in pixels.
    fn in_window(&self, place: [f64; 2]) -> [f64; 2] {
        let Some(zoom) = self.halves else { return place };
        let (picture, window) = (self.picture(), self.size);
        [0, 1].map(|axis| {
            let from_middle = place[axis] - 0.5 * f64::from(picture[axis]);
            0.5 * f64::from(window[axis]) + from_middle / zoom
        })
    }

    /// Returns the end points of the ray through a position in a heat map. The ray starts at the near plane, which is
    /// the cut in the model view, and ends beyond all faces.
    pub(super) fn ray(&self, tree: &NodeTree, place: [f64; 2]) -> [Vec3; 2] {
        let [x, y] = self.in_window(place);
        let [width, height] = self.size.map(f64::from);
        let at = |depth: f64| {
            let clip = DVec3::new(2.0 * x / width - 1.0, 1.0 - 2.0 * y / height, depth);
            self.world_from_clip.project_point3(clip)
        };
        let (near, further) = (at(1.0), at(0.5));
        let (from, direction) = (near.as_vec3(), (further - near).normalize_or_zero().as_vec3());
        [from, from + direction * max_face_distance(tree, from)]
    }
}

pub(super) fn is_same_view(one: &DMat4, other: &DMat4) -> bool {
    /// Relative and absolute tolerance.
    const ROUNDING: f64 = 1.0e-5;
    let mut pairs = one.to_cols_array().into_iter().zip(other.to_cols_array());
    pairs.all(|(a, b)| (a - b).abs() <= ROUNDING * (1.0 + a.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(along: f32, turned: f32) -> DMat4 {
        let pose =
            Transform::from_xyz(30.0 + along, 1.7, -4.0).with_rotation(Quat::from_rotation_y(0.7 + turned));
        let projection = Mat4::perspective_infinite_reverse_rh(0.9, 1.78, 0.02);
        pose.to_matrix().as_dmat4() * projection.as_dmat4().inverse()
    }

    #[test]
    fn same_view_ignores_rounding() {
        let here = view(0.0, 0.0);
        assert!(is_same_view(&here, &view(0.0, 1.0e-7)));
        assert!(!is_same_view(&here, &view(0.01, 0.0)));
        assert!(!is_same_view(&here, &view(0.0, 1.0e-3)));
    }

    #[test]
    fn a_half_shows_the_middle_of_the_window() {
        for (halves, place, expected) in [
            (None, [3.0, 4.0], [3.0, 4.0]),
            (Some(1.0), [320.0, 360.0], [640.0, 360.0]),
            (Some(1.0), [0.0, 0.0], [320.0, 0.0]),
            (Some(0.5), [0.0, 360.0], [0.0, 360.0]),
            (Some(0.5), [640.0, 360.0], [1280.0, 360.0]),
        ] {
            let view = HeatView {
                world_from_clip: view(0.0, 0.0),
                size: [1280, 720],
                halves,
            };
            let width = if halves.is_some() { 640 } else { 1280 };
            assert_eq!(view.picture(), [width, 720]);
            assert_eq!(view.in_window(place), expected);
        }
    }
}
