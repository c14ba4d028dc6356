//! Questions that can be answered both by cards and by the command line.
//!
//! Leaves and nodes are identified by a point inside them, and faces by a path that hits them. This module checks that
//! the command line gives the same answer as the card.

use bspwalk_explain::films::Query;
use bspwalk_geometry::Polyhedron;
use bspwalk_levels::Level;
use bspwalk_trees::{
    FaceId, LeafTree, NodeTree,
    node_storing::{Branch, NodeId},
    solid_leaf::LeafId,
};
use glam::{DVec3, Vec3};

use crate::{
    command_line::Command,
    request::{Point, Request},
};

/// A question about a level. Points are in the level's space, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// A query of the node-storing tree, or a request to locate a point in both trees.
    Query(Query),
    /// Whether the leaf that contains one point is potentially visible from the leaf that contains the other.
    Visible {
        /// Point in the first leaf.
        from: Vec3,
        /// Point in the second leaf.
        to: Vec3,
    },
    /// Front-to-back order of the leaves.
    Order {
        /// Eye position.
        eye: Vec3,
    },
    /// Costs of the portal flow.
    PortalCosts,
    /// Location of the level's leak, if any.
    Leak,
    /// Number and sizes of the portals, and the leaves they connect.
    Portals,
}

impl Question {
    /// Returns the command that answers the question. Returns `None` if a query's body is neither a sphere nor upright.
    pub fn command(&self, level: &Level) -> Option<Command> {
        let point = |place: Vec3| Point::of(place, level);
        Some(match *self {
            Self::Query(query) => Command::Query(Request::of_query(&query, level)?),
            Self::Visible { from, to } => Command::Query(Request::Visible {
                from: point(from),
                to: point(to),
            }),
            Self::Order { eye } => Command::Query(Request::Order { eye: point(eye) }),
            Self::PortalCosts => Command::PortalCosts,
            Self::Leak => Command::Info,
            Self::Portals => Command::Portals,
        })
    }

    /// Creates a question about the location of a point.
    pub const fn locate(point: Vec3) -> Self {
        Self::Query(Query::Locate { point })
    }

    /// Creates a question about the location of a point in a leaf. Returns `None` if the leaf is too thin to find such
    /// a point.
    pub fn of_leaf(tree: &LeafTree, leaf: LeafId) -> Option<Self> {
        point_in_leaf(tree, leaf).map(Self::locate)
    }

    /// Creates a question about whether one leaf is potentially visible from another. Returns `None` if a
    /// leaf is too thin to find a point in it.
    pub fn between_leaves(tree: &LeafTree, [from, to]: [LeafId; 2]) -> Option<Self> {
        Some(Self::Visible {
            from: point_in_leaf(tree, from)?,
            to: point_in_leaf(tree, to)?,
        })
    }

    /// Creates a question about the location of a point in a node's cell. The path to the point passes through the
    /// node.
    ///
    /// Returns `None` if the cell is too thin to find such a point.
    pub fn of_node(tree: &NodeTree, node: NodeId) -> Option<Self> {
        tree.node(node)?;
        let mut down: Vec<Branch> = tree.ancestors(node).map(|(_, branch)| branch).collect();
        down.reverse();
        let is_there = |&point: &Vec3| {
            let path = tree.path(point).map(|step| step.branch);
            path.take(down.len()).eq(down.iter().copied())
        };
        points(&tree.cell(node)).find(is_there).map(Self::locate)
    }

    /// Creates a question about a cast that hits a face. The cast starts at the eye if the centre of the face is
    /// visible from there, and otherwise close to the face.
    ///
    /// Returns `None` if another face coincides with this one.
    pub fn of_face(level: &Level, tree: &NodeTree, face: FaceId, eye: Vec3) -> Option<Self> {
        /// Distance between the face and the start of the second cast, as a fraction of the face's size.
        const BEFORE: f64 = 0.05;
        let corners = level.triangle_of_face(face)?.corners;
        let middle = corners.iter().sum::<DVec3>() / 3.0;
        let across = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        let beside = across.normalize_or_zero() * across.length().sqrt() * BEFORE;
        let cast = |from: Vec3| {
            let beyond = (middle.as_vec3() - from) * (1.0 + BEFORE as f32);
            Query::Cast {
                from,
                to: from + beyond,
            }
        };
        let starts = [eye, (middle + beside).as_vec3(), (middle - beside).as_vec3()];
        let meets = |query: &Query| {
            query
                .path()
                .and_then(|[from, to]| tree.cast(from, to))
                .is_some_and(|hit| hit.face == face)
        };
        starts.map(cast).into_iter().find(meets).map(Self::Query)
    }
}

/// Returns a point that the tree locates in the leaf.
fn point_in_leaf(tree: &LeafTree, leaf: LeafId) -> Option<Vec3> {
    let is_there = |point: &Vec3| tree.locate(point.as_dvec3()) == leaf;
    // The outside leaf has no cell, but it contains the region beyond the level's bounds.
    let beyond = tree.leaf(leaf)?.bounds.max + DVec3::ONE;
    points(&tree.leaf_cell(leaf))
        .chain([beyond.as_vec3()])
        .find(is_there)
}

/// Returns candidate points in a convex cell, starting with the centre.
fn points(cell: &Polyhedron) -> impl Iterator<Item = Vec3> {
    let middles: Vec<DVec3> = cell.faces.iter().map(|face| middle(face.positions())).collect();
    let whole = middle(middles.iter().copied());
    // Also try points offset towards each face, because rounding may move the centre into a neighbouring cell.
    let beside = middles.into_iter().map(move |side| 0.5 * (whole + side));
    [whole].into_iter().chain(beside).map(DVec3::as_vec3)
}

fn middle(points: impl Iterator<Item = DVec3>) -> DVec3 {
    let (sum, count) = points.fold((DVec3::ZERO, 0.0), |(sum, count), point| {
        (sum + point, count + 1.0)
    });
    sum / f64::max(count, 1.0)
}

#[cfg(test)]
mod tests {
    use bspwalk_trees::solid_leaf::OUTSIDE;

    use super::*;
    use crate::opened;

    /// Returns the query that a question contains.
    fn query(question: Option<Question>) -> Query {
        match question {
            Some(Question::Query(query)) => query,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn questions_answer_with_their_subject() {
        let opened = opened::three_rooms();
        let (level, tree) = (&opened.level, &opened.tree);
        let leaves = &opened.leaves().expect("it is built").tree;
        for leaf in leaves.leaf_ids() {
            let Query::Locate { point } = query(Question::of_leaf(leaves, leaf)) else {
                panic!("it is no place");
            };
            assert_eq!(leaves.locate(point.as_dvec3()), leaf);
        }
        for node in tree.node_ids() {
            let Query::Locate { point } = query(Question::of_node(tree, node)) else {
                panic!("it is no place");
            };
            let mut path: Vec<Branch> = tree.ancestors(node).map(|(_, branch)| branch).collect();
            path.reverse();
            let walked: Vec<Branch> = tree.path(point).map(|step| step.branch).collect();
            assert!(walked.starts_with(&path), "node {node}");
        }
        let eye = level.spawn.eye.as_vec3();
        let mut from_eye = 0;
        for face in level.solid_triangles().iter().map(|triangle| triangle.face) {
            let cast = query(Question::of_face(level, tree, face, eye));
            let [from, to] = cast.path().expect("it is a cast");
            assert_eq!(tree.cast(from, to).map(|hit| hit.face), Some(face));
            from_eye += usize::from(from == eye);
        }
        assert!(from_eye > 0 && from_eye < level.solid_triangles().len());
    }

    #[test]
    fn invalid_ids_have_no_question() {
        let opened = opened::three_rooms();
        let (level, tree) = (&opened.level, &opened.tree);
        let leaves = &opened.leaves().expect("it is built").tree;
        assert_eq!(Question::of_leaf(leaves, LeafId(leaves.leaf_count())), None);
        assert_eq!(Question::of_face(level, tree, FaceId::NONE, Vec3::ZERO), None);
        let beyond = [LeafId(leaves.leaf_count()), OUTSIDE];
        assert_eq!(Question::between_leaves(leaves, beyond), None);
        assert_eq!(Question::of_node(tree, NodeId(tree.node_count())), None);
    }

    #[test]
    fn each_question_has_a_command() {
        let opened = opened::three_rooms();
        let leaves = &opened.leaves().expect("it is built").tree;
        let seen = Question::between_leaves(leaves, [OUTSIDE, LeafId(1)]);
        let eye = opened.level.spawn.eye.as_vec3();
        let questions = [
            seen.expect("both have points"),
            Question::locate(eye),
            Question::Order { eye },
            Question::PortalCosts,
            Question::Leak,
            Question::Portals,
        ];
        let commands = questions.map(|question| question.command(&opened.level).expect("it has one"));
        for (place, command) in commands.iter().enumerate() {
            assert!(!commands[..place].contains(command), "{command:?}");
        }
    }
}
