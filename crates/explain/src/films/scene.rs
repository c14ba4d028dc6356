//! The context of an animation's captions, and phrases that several captions share.

use bspwalk_text::{text, words::metres};
use bspwalk_trees::{NodeTree, observer::TreeQuery};
use glam::{DVec3, Vec3};

use super::{film::QueryFilm, query::Query};

/// The context of a caption.
pub(super) struct Scene<'a> {
    pub(super) film: &'a QueryFilm,
    pub(super) tree: &'a NodeTree,
    /// Tree query that the step belongs to.
    pub(super) question: Option<TreeQuery>,
    /// Whether `question` is the film's first tree query.
    pub(super) is_first: bool,
}

impl Scene<'_> {
    /// Returns a noun for the moving or resting shape.
    pub(super) fn subject(&self) -> &'static str {
        let body = |half_axis: Vec3, radius: f32| match (half_axis == Vec3::ZERO, radius > 0.0) {
            (_, false) => text!("caption-subject-axis"),
            (true, true) => text!("caption-subject-sphere"),
            (false, true) => text!("caption-subject-capsule"),
        };
        match self.question {
            Some(TreeQuery::Cast { .. }) | None => match self.film.query() {
                Some(Query::Sight { .. }) => text!("caption-subject-sight"),
                _ => text!("caption-subject-segment"),
            },
            Some(
                TreeQuery::Sweep {
                    half_axis, radius, ..
                }
                | TreeQuery::Near {
                    half_axis, radius, ..
                },
            ) => body(half_axis, radius),
            Some(TreeQuery::Overlap { .. }) => text!("caption-subject-box"),
            Some(TreeQuery::Locate { .. }) => text!("caption-subject-point"),
        }
    }

    /// Returns whether the query is the push from the ATI sample, which tests the faces of every visited node.
    pub(super) fn is_ati(&self) -> bool {
        matches!(self.film.query(), Some(Query::PushAti { .. }))
    }

    /// Returns the endpoints of the tree query's path, if it has one.
    pub(super) fn path(&self) -> Option<[DVec3; 2]> {
        match self.question? {
            TreeQuery::Cast { from, to } | TreeQuery::Sweep { from, to, .. } => {
                Some([from.as_dvec3(), to.as_dvec3()])
            }
            _ => None,
        }
    }

    /// Formats a position along the path: "t = 0.42 (1.31 m from the start)".
    pub(super) fn format_path_position(&self, t: f64) -> String {
        let length = self.path().map_or(0.0, |[from, to]| from.distance(to));
        text!("caption-at", t = share(t), distance = metres(t.abs() * length))
    }
}

/// Formats a fraction of the path.
pub(super) fn share(t: f64) -> String {
    format!("{t:.3}")
}

/// Formats a point in metres: "(1.20, 0.45, −3.00)".
pub(super) fn format_point(point: DVec3) -> String {
    let [x, y, z] = point.to_array().map(|coordinate| {
        let text = format!("{coordinate:.2}");
        // Avoid a negative zero.
        if text == "-0.00" {
            "0.00".to_owned()
        } else {
            text.replace('-', "−")
        }
    });
    format!("({x}, {y}, {z})")
}
