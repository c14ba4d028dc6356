//! Clicks on the choices of a question.

use bspwalk_explain::quiz::{Answers, Mark, QuizAnswer, Scene, Trees};
use glam::{DVec3, Vec3};

use super::QuizState;

impl QuizState {
    /// Returns the choice that a click selects, or `None` if it hits none.
    ///
    /// The click is a ray from `from` along the unit vector `direction`, in metres. It selects the first
    /// choice it hits.
    pub fn choice_along_ray(&self, trees: &Trees, from: Vec3, direction: Vec3) -> Option<QuizAnswer> {
        let question = self.asked.as_ref()?;
        let Answers::Choices(choices) = &question.answers else {
            return None;
        };
        let far = crate::films::max_face_distance(&trees.nodes, from);
        let hit = trees.nodes.cast(from, from + direction * far);
        let wall = hit.as_ref().map_or(far, |hit| hit.point.distance(from));
        let mut nearest: Option<(f32, usize)> = None;
        for (place, choice) in choices.iter().enumerate() {
            let at = match choice.mark {
                Mark::None | Mark::Side(_) | Mark::BothSides => None,
                Mark::Point(point) => near_line(point, from, direction),
                Mark::Plane(plane) => match question.scene {
                    Scene::Division { node, .. } => {
                        let polygon = trees.nodes.plane_in_cell(node, &plane);
                        polygon.and_then(|polygon| {
                            let corners: Vec<Vec3> = polygon.positions().map(DVec3::as_vec3).collect();
                            meets(&corners, from, direction)
                        })
                    }
                    _ => None,
                },
                // The choice that represents the node itself covers only its own faces, not its children's.
                Mark::Node(node) if question.node() == Some(node) => {
                    hit.as_ref().filter(|hit| hit.node == node).map(|_| wall)
                }
                Mark::Node(node) => hit
                    .as_ref()
                    .filter(|hit| trees.nodes.subtree(node).contains(&hit.node))
                    .map(|_| wall),
                Mark::Faces(node) => hit.as_ref().filter(|hit| hit.node == node).map(|_| wall),
                Mark::Leaf(leaf) => trees.leaves.as_ref().and_then(|tree| {
                    // Offset the point slightly from the wall into the empty leaf.
                    let at = from + direction * (wall - 0.01);
                    (tree.locate(at.as_dvec3()) == leaf).then_some(wall)
                }),
            };
            if let Some(at) = at
                && nearest.is_none_or(|(known, _)| at < known)
            {
                nearest = Some((at, place));
            }
        }
        nearest.map(|(_, place)| QuizAnswer::Choice(place))
    }
}

/// Returns the distance along a ray to its closest approach to a point, if the ray passes near the point. The tolerance
/// is large enough for touch and mouse input.
fn near_line(point: Vec3, from: Vec3, direction: Vec3) -> Option<f32> {
    /// Tangent of the angular tolerance.
    const AIM: f32 = 0.03;
    let along = direction.dot(point - from);
    let off = (from + direction * along).distance(point);
    (along > 0.0 && off < (AIM * along).max(0.35)).then_some(along)
}

/// Returns the distance along a ray to a convex polygon, if the ray hits it.
fn meets(corners: &[Vec3], from: Vec3, direction: Vec3) -> Option<f32> {
    let [a, b, c, ..] = corners else { return None };
    let normal = (b - a).cross(c - a).try_normalize()?;
    let t = (*a - from).dot(normal) / direction.dot(normal);
    let at = from + direction * t;
    let is_inside = corners
        .iter()
        .zip(corners.iter().cycle().skip(1))
        .all(|(one, next)| (*next - *one).cross(at - *one).dot(normal) >= -1.0e-4);
    (t > 0.0 && is_inside).then_some(t)
}

#[cfg(test)]
mod tests {
    use bspwalk_trees::NodeId;
    use std::sync::Arc;

    use bspwalk_explain::quiz::{Choice, Kind, Question};
    use bspwalk_geometry::Plane;

    use super::*;
    use crate::quiz::tests::trees;

    #[test]
    fn click_selects_nearest_choice_on_the_ray() {
        let trees = trees();
        let mut quiz = QuizState::default();
        let choice = |mark| Choice {
            text: String::new(),
            mark,
        };
        let middle = trees.nodes.bounds().center();
        let planes = [-0.5, 0.5]
            .map(|aside| Mark::Plane(Plane::from_point_normal(middle + DVec3::X * aside, DVec3::X)));
        let ask = |quiz: &mut QuizState, marks: &[Mark]| {
            quiz.asked = Some(Arc::new(Question {
                kind: Kind::ChosenPlane,
                text: String::new(),
                answers: Answers::Choices(marks.iter().map(|&mark| choice(mark)).collect()),
                right: QuizAnswer::Choice(0),
                why: String::new(),
                scene: Scene::Division {
                    node: NodeId(0),
                    piece: Vec::new(),
                    reach: Vec::new(),
                },
            }));
        };
        let from = middle.as_vec3() - Vec3::X;
        ask(&mut quiz, &planes);
        assert_eq!(
            quiz.choice_along_ray(&trees, from, Vec3::X),
            Some(QuizAnswer::Choice(0))
        );
        let pointed = quiz.choice_along_ray(&trees, from + 2.0 * Vec3::X, -Vec3::X);
        assert_eq!(pointed, Some(QuizAnswer::Choice(1)));
        assert_eq!(quiz.choice_along_ray(&trees, from, Vec3::Z), None);
        let points = [1.0, 3.0].map(|along| Mark::Point(from + Vec3::Z * along));
        ask(&mut quiz, &points);
        assert_eq!(
            quiz.choice_along_ray(&trees, from, Vec3::Z),
            Some(QuizAnswer::Choice(0))
        );
        assert_eq!(quiz.choice_along_ray(&trees, from, -Vec3::Z), None, "behind");
        let wall = trees.nodes.cast(from, from + Vec3::Z * 100.0).expect("a wall");
        ask(
            &mut quiz,
            &[Mark::Faces(NodeId(wall.node.0 + 1)), Mark::Faces(wall.node)],
        );
        assert_eq!(
            quiz.choice_along_ray(&trees, from, Vec3::Z),
            Some(QuizAnswer::Choice(1))
        );
        ask(&mut quiz, &[Mark::None]);
        assert_eq!(quiz.choice_along_ray(&trees, from, Vec3::Z), None);
    }
}
