//! Three triangles that overlap in a cycle.
//!
//! Each triangle covers part of the next one, so no order paints them correctly. The planes of a BSP tree cut them into
//! pieces that can be ordered (Fuchs, Kedem and Naylor, "On Visible Surface Generation by A Priori Tree Structures",
//! 1980).

use std::f64::consts::TAU;

use bspwalk_geometry::TaggedTriangle;
use bspwalk_trees::{BuildParams, FaceId, NodeTree, Rule, node_storing::DepthOrder};
use glam::{DVec2, DVec3, Vec2, Vec3, dvec3, vec2};

/// Corners of one triangle in the picture, each with its height. The other two triangles are rotated by a third of a
/// turn each.
const CORNERS: [(DVec2, f64); 3] = [
    (DVec2::new(-0.95, -0.62), -0.3),
    (DVec2::new(1.3, -0.37), 0.3),
    (DVec2::new(-0.95, -0.12), -0.3),
];

/// Position of the eye, which is high enough that the projection is practically parallel.
const EYE: DVec3 = dvec3(0.0, 1.0e3, 0.0);

/// A part of a triangle in the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct TrianglePiece {
    /// Index of the triangle, 0 to 2.
    pub triangle: usize,
    /// Corners of the convex polygon. x points right and y points up.
    pub corners: Vec<Vec2>,
}

/// A picture of three overlapping triangles, seen from straight above.
#[derive(Clone, Debug, PartialEq)]
pub struct CyclicOverlap {
    /// The uncut triangles, in any order.
    pub whole: Vec<TrianglePiece>,
    /// The pieces of the triangles in painter's order, cut by the planes of a BSP tree.
    pub cut: Vec<TrianglePiece>,
}

impl CyclicOverlap {
    /// Builds a tree from the triangles and creates both pictures.
    ///
    /// Returns `None` if the tree cannot be built.
    #[must_use]
    pub fn new() -> Option<Self> {
        let triangles = triangles();
        let tree = NodeTree::build(&triangles, &BuildParams::preset(Rule::First)).ok()?;
        let whole = triangles.iter().map(|triangle| {
            let corners = triangle.corners.map(|corner| seen(corner.as_vec3()));
            TrianglePiece {
                triangle: triangle.face.index(),
                corners: corners.to_vec(),
            }
        });
        let order = tree.fragments_from(EYE, DepthOrder::BackToFront);
        let cut = order
            .filter_map(|index| tree.fragment(index))
            .map(|fragment| TrianglePiece {
                triangle: fragment.face.index(),
                corners: fragment.vertices.iter().copied().map(seen).collect(),
            });
        Some(Self {
            whole: whole.collect(),
            cut: cut.collect(),
        })
    }
}

/// Returns the three triangles, with Y up.
fn triangles() -> [TaggedTriangle; 3] {
    [0, 1, 2].map(FaceId).map(|face| {
        let turn = DVec2::from_angle(TAU * f64::from(face.0) / 3.0);
        let corners = CORNERS.map(|(corner, height)| {
            let at = turn.rotate(corner);
            dvec3(at.x, height, -at.y)
        });
        TaggedTriangle { corners, face }
    })
}

/// Projects a point into the picture.
fn seen(point: Vec3) -> Vec2 {
    vec2(point.x, -point.z)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether a point lies in the interior of a convex polygon.
    fn contains(corners: &[Vec2], point: Vec2) -> bool {
        let around = (0..corners.len()).map(|i| {
            let (from, to) = (corners[i], corners[(i + 1) % corners.len()]);
            (to - from).normalize_or_zero().perp_dot(point - from)
        });
        let sides: Vec<f32> = around.collect();
        sides.iter().all(|&side| side > 1.0e-3) || sides.iter().all(|&side| side < -1.0e-3)
    }

    /// Returns the triangle that is visible at a point if the pieces are painted in this order.
    fn painted<'a>(
        mut pieces: impl DoubleEndedIterator<Item = &'a TrianglePiece>,
        point: Vec2,
    ) -> Option<usize> {
        let last = pieces.rfind(|piece| contains(&piece.corners, point));
        last.map(|piece| piece.triangle)
    }

    /// Returns the highest triangle at a point, if any.
    fn top(point: Vec2) -> Option<usize> {
        let height = |triangle: &TaggedTriangle| {
            let [a, b, c] = triangle.corners;
            let normal = (b - a).cross(c - a);
            let offset = dvec3(f64::from(point.x), 0.0, f64::from(-point.y)) - a;
            -(normal.x * offset.x + normal.z * offset.z) / normal.y + a.y
        };
        let triangles = triangles();
        let here = triangles.iter().filter(|triangle| {
            let corners = triangle.corners.map(|corner| seen(corner.as_vec3()));
            contains(&corners, point)
        });
        let highest = here.max_by(|a, b| height(a).total_cmp(&height(b)));
        highest.map(|triangle| triangle.face.index())
    }

    fn points() -> impl Iterator<Item = Vec2> {
        let steps = || (-65..=65_i8).map(|step| f32::from(step) / 50.0);
        steps().flat_map(move |x| steps().map(move |y| vec2(x, y)))
    }

    #[test]
    fn only_cut_triangles_have_an_order() {
        let overlap = CyclicOverlap::new().expect("it can be built");
        assert!(overlap.cut.len() > overlap.whole.len());
        // A point on the edge of a piece is inside no piece.
        let is_cut_right = |point: &Vec2| {
            let painted = painted(overlap.cut.iter(), *point);
            painted.is_none() || painted == top(*point)
        };
        let is_on_edge = |point: &Vec2| {
            let on_edge = |piece: &TrianglePiece| {
                let corners = &piece.corners;
                (0..corners.len()).any(|i| {
                    let (from, to) = (corners[i], corners[(i + 1) % corners.len()]);
                    (to - from).normalize_or_zero().perp_dot(*point - from).abs() < 2.0e-3
                })
            };
            overlap.cut.iter().any(on_edge)
        };
        let wrong: Vec<Vec2> = points()
            .filter(|point| !is_on_edge(point) && !is_cut_right(point))
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}");
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let wrong = points().filter(|&point| {
                let pieces = order.iter().map(|&triangle| &overlap.whole[triangle]);
                painted(pieces, point) != top(point)
            });
            assert!(wrong.count() > 10, "{order:?}");
        }
    }
}
