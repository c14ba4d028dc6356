//! A quiz question: its subject, its choices with their letters, and the camera position that shows it.

use std::f32::consts::FRAC_PI_3;

use bspwalk_collision::Capsule;
use bspwalk_explain::{
    films::Query,
    quiz::{Answers, Given, Mark, Question, Scene, Trees, letter},
};
use bspwalk_geometry::Plane;
use bspwalk_session::view::{Orbit, half_angles};
use glam::{Quat, Vec2};

use crate::{candidate::with_front, prelude::*};

/// Height of a letter, in logical pixels.
const LETTER: f32 = 17.0;

/// Radius of the ring at the start of a cast, in metres.
const START: f32 = 0.18;

/// Radius of the sphere around a marked point, in metres.
const MARK: f32 = 0.25;

/// Distance from a plane to the letters of its sides, as a fraction of the size of the plane's polygon.
const ASIDE: f32 = 0.26;

/// Downward pitch of the camera, in radians.
const PITCH: f32 = 0.62;

/// Height of the model's cut above a path or a body, in metres.
const HEADROOM: f32 = 0.15;

/// Height of the model's cut above horizontal faces such as a floor, in metres, so that the walls around them
/// stay visible.
const STANDING: f32 = 1.2;

/// Distance of the cut below the top of objects that reach the ceiling, as a fraction of their height.
const BELOW_TOP: f32 = 0.1;

/// Draws a question. Once it is answered, the right choice is filled.
pub fn drawing(question: &Question, trees: &Trees, is_answered: bool, palette: Palette) -> Drawing {
    let mut drawing = Drawing::default();
    match &question.scene {
        Scene::Query { query, node } => {
            if let Some(node) = node {
                plane(&mut drawing, trees, *node, palette);
            }
            ask(&mut drawing, query, palette);
        }
        Scene::Division { node, piece, reach } => {
            for corners in reach.iter().filter(|corners| *corners != piece) {
                drawing.outline(corners, Stroke::new(palette.face(), 0.7, 1.6));
            }
            if question.shows_plane() {
                plane(&mut drawing, trees, *node, palette);
            }
            if !piece.is_empty() {
                drawing.outlined(piece, palette.cut(), 0.45, [1.0, 3.4]);
            }
        }
        Scene::Painter { eye, last, marks_eye } => {
            if *marks_eye {
                ring(&mut drawing, *eye, palette.eye());
            }
            match *last {
                Mark::Leaf(id) => leaf(&mut drawing, trees, id, (palette.asked(), 2.2), false),
                Mark::Faces(node) => {
                    faces(&mut drawing, trees, node, (palette.asked(), 2.2), false);
                }
                _ => {}
            }
        }
        Scene::Sight { eye, from, to } => {
            ring(&mut drawing, *eye, palette.eye());
            leaf(&mut drawing, trees, *from, (palette.eye(), 2.6), false);
            leaf(&mut drawing, trees, *to, (palette.selected(), 2.6), true);
        }
    }
    let Answers::Choices(choices) = &question.answers else {
        return drawing;
    };
    for (place, choice) in choices.iter().enumerate() {
        let is_right = is_answered && question.right == Given::Choice(place);
        let color = if is_right {
            palette.selected()
        } else {
            palette.asked()
        };
        let width = if is_right { 3.4 } else { 2.2 };
        let at = match choice.mark {
            Mark::None => None,
            Mark::Node(child) => side_of_plane(question, trees, child),
            Mark::Faces(node) => faces(&mut drawing, trees, node, (color, width), is_right),
            Mark::Plane(plane) => division_node(question)
                .and_then(|node| trees.nodes.plane_in_cell(node, &plane))
                .map(|polygon| {
                    let alpha = if is_right { 0.35 } else { 0.16 };
                    drawing.outlined(polygon.positions(), color, alpha, [1.0, 2.6]);
                    middle(polygon.positions()).as_vec3()
                }),
            Mark::Leaf(id) => {
                leaf(&mut drawing, trees, id, (color, width), is_right);
                let view = trees.leaves.as_ref().and_then(|tree| tree.leaf(id));
                view.map(|view| view.bounds.center().as_vec3())
            }
            Mark::Point(point) => {
                let body = match &question.scene {
                    Scene::Query { query, .. } => query.body(),
                    _ => None,
                };
                let body = body.unwrap_or(Capsule::sphere(START));
                drawing.lines.body(point, body, Stroke::new(color, 0.95, width));
                Some(point)
            }
        };
        if let Some(at) = at {
            drawing.labels.push(Label {
                height: LETTER,
                ..Label::new(OverlayKind::Planes, vec![at], letter(place), color)
            });
        }
    }
    drawing
}

/// Draws the point that a check of the tour refers to, in metres.
pub fn marked_point(at: Vec3, palette: Palette) -> Drawing {
    let mut drawing = Drawing::default();
    let stroke = Stroke::new(palette.selected(), 1.0, 3.0);
    drawing.lines.body(at, Capsule::sphere(MARK), stroke);
    drawing.lines.cross(at, MARK, stroke);
    drawing
}

/// Returns the minimum and maximum corner of a question's drawing, in metres; `None` if the drawing is empty.
pub fn bounds(drawing: &Drawing) -> Option<[Vec3; 2]> {
    let ends = drawing.lines.ends().flatten();
    let places = drawing.labels.iter().flat_map(|label| &label.places).copied();
    let points = ends.chain(places).map(|point| [point; 2]);
    points.reduce(|[min, max], [point, _]| [min.min(point), max.max(point)])
}

/// Draws the path, and the moving body if there is one.
fn ask(drawing: &mut Drawing, query: &Query, palette: Palette) {
    let stroke = Stroke::new(palette.asked(), 1.0, 3.0);
    let Some([from, to]) = query.path() else { return };
    drawing.lines.arrow(from, to, stroke);
    match query.body() {
        Some(body) => drawing.lines.body(from, body, stroke),
        None => ring(drawing, from, palette.asked()),
    }
}

/// Draws a ring with a cross, which marks the start of a cast or an eye.
fn ring(drawing: &mut Drawing, at: Vec3, color: Rgb) {
    let stroke = Stroke::new(color, 1.0, 3.0);
    drawing.lines.circle(at, Vec3::Y, START, stroke);
    drawing.lines.cross(at, 0.5 * START, stroke);
}

/// Draws the plane of a node inside its cell, with an arrow on its front side.
fn plane(drawing: &mut Drawing, trees: &Trees, node: NodeId, palette: Palette) {
    if let (Some(polygon), Some(view)) = (trees.nodes.plane_polygon(node), trees.nodes.node(node)) {
        let (normal, color) = (view.plane.normal, palette.selected());
        with_front(drawing, &trees.nodes, &polygon, normal, color);
    }
}

fn leaf(drawing: &mut Drawing, trees: &Trees, id: LeafId, (color, width): (Rgb, f32), is_filled: bool) {
    if let Some(tree) = &trees.leaves {
        let fill = is_filled.then_some((color, 0.25));
        drawing.cell(&tree.leaf_cell(id), Stroke::new(color, 0.95, width), fill);
    }
}

/// Draws the faces that a node stores. Returns the centre of the one drawn first.
fn faces(
    drawing: &mut Drawing,
    trees: &Trees,
    node: NodeId,
    (color, width): (Rgb, f32),
    is_filled: bool,
) -> Option<Vec3> {
    let view = trees.nodes.node(node)?;
    let mut first = None;
    for fragment in view.fragments.filter_map(|number| trees.nodes.fragment(number)) {
        let corners: Vec<DVec3> = fragment.vertices.iter().map(|corner| corner.as_dvec3()).collect();
        if is_filled {
            drawing.outlined(&corners, color, 0.35, [1.0, width]);
        } else {
            let stroke = Stroke::new(color, 1.0, width);
            drawing.lines.ring(fragment.vertices, stroke);
        }
        first.get_or_insert(middle(&corners).as_vec3());
    }
    first
}

/// Returns the node that a question is about, if any.
fn division_node(question: &Question) -> Option<NodeId> {
    match question.scene {
        Scene::Query { node, .. } => node,
        Scene::Division { node, .. } => Some(node),
        Scene::Painter { .. } | Scene::Sight { .. } => None,
    }
}

/// Returns the position of a child's letter, which is next to the plane of the question's node on the child's
/// side. The letter of the node itself is on the plane.
fn side_of_plane(question: &Question, trees: &Trees, child: NodeId) -> Option<Vec3> {
    let node = division_node(question)?;
    let view = trees.nodes.node(node)?;
    let polygon = trees.nodes.plane_polygon(node)?;
    let Plane { normal, .. } = view.plane;
    let aside = ASIDE * (polygon.area() as f32).sqrt();
    let sign = if view.front == Some(child) {
        1.0
    } else if view.back == Some(child) {
        -1.0
    } else {
        0.0
    };
    Some(middle(polygon.positions()).as_vec3() + normal.as_vec3() * (sign * aside))
}

/// Returns the height of the model's cut for a question with these bounds, in metres. The cut is low enough
/// that no ceiling hides the question.
fn cut(question: &Question, bounds: [Vec3; 2]) -> f32 {
    let below = |[low, high]: [f32; 2]| {
        if high - low > 2.0 * HEADROOM {
            high - BELOW_TOP * (high - low)
        } else {
            high + STANDING
        }
    };
    match &question.scene {
        Scene::Query { query, .. } => {
            let radius = query.body().map_or(0.0, |body| body.radius);
            let [from, to] = query.path().unwrap_or([query.place(); 2]);
            from.y.max(to.y) + radius + HEADROOM
        }
        Scene::Division { piece, .. } if !piece.is_empty() => {
            let heights = piece.iter().map(|corner| corner.y as f32);
            below(heights.fold([f32::MAX, f32::MIN], |[low, high], y| [low.min(y), high.max(y)]))
        }
        _ => below([bounds[0].y, bounds[1].y]),
    }
}

/// Returns the camera's yaw and pitch for a question, in radians to the left of −Z and below the horizontal.
/// The camera shows a path from the side, and a plane from its front at a slight angle.
fn angles(question: &Question, trees: &Trees) -> [f32; 2] {
    let along = match &question.scene {
        Scene::Query { query, .. } => {
            let [from, to] = query.path().unwrap_or([Vec3::ZERO, Vec3::X]);
            Quat::from_rotation_y(FRAC_PI_3) * (to - from)
        }
        Scene::Division { node, .. } => {
            let normal = trees
                .nodes
                .node(*node)
                .map_or(Vec3::Z, |view| view.plane.normal.as_vec3());
            Quat::from_rotation_y(FRAC_PI_3) * -normal
        }
        Scene::Painter { eye, .. } | Scene::Sight { eye, .. } => {
            let middle = trees.nodes.bounds().center().as_vec3();
            middle - *eye
        }
    };
    let flat = along.with_y(0.0).try_normalize().unwrap_or(Vec3::NEG_Z);
    [(-flat.x).atan2(-flat.z), PITCH]
}

/// Returns the view of a question in a picture with this aspect ratio; `None` if the question has nothing to
/// show. The view consists of the camera's orbit, the height of the cut, and the minimum and maximum corner
/// of the drawing, in metres.
pub fn view(
    question: &Question,
    trees: &Trees,
    drawing: &Drawing,
    aspect: f32,
) -> Option<(Orbit, f32, [Vec3; 2])> {
    let bounds = bounds(drawing)?;
    let orbit = Orbit::whole(
        bounds,
        angles(question, trees),
        half_angles(aspect, Vec2::ONE),
        false,
    );
    Some((orbit, cut(question, bounds), bounds))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bspwalk_explain::quiz::{Kind, PaintedTree, Quiz, before_painted};
    use bspwalk_progress::Progress;
    use bspwalk_testing::small_trees;
    use bspwalk_trees::{node_storing::DepthOrder, solid_leaf::PvsParams};

    use super::*;

    fn question(quiz: &mut Quiz, kind: Kind) -> Question {
        let question = Progress::uncancellable(|progress| quiz.question(kind, progress));
        question.unwrap_or_else(|| panic!("{kind:?}: there is none"))
    }

    fn trees() -> Trees {
        let (tree, level) = small_trees::room();
        let (leaves, _) = small_trees::leaf_tree();
        let pvs = leaves.pvs(&PvsParams::default(), &Progress::default(), |_| {});
        Trees {
            nodes: Arc::new(tree),
            triangles: level.solid_triangles().into(),
            leaves: Some(leaves),
            pvs: pvs.ok().map(Arc::new),
            spawn: level.spawn.eye,
        }
    }

    /// Every question is drawn inside the level, apart from letters next to it. Each choice with a position has its
    /// letter.
    #[test]
    fn every_question_kind_draws_choice_letters() {
        let trees = trees();
        let level = trees.nodes.bounds().inflated(3.5);
        let mut quiz = Quiz::new(trees.clone(), 3, &Progress::default()).expect("it is not cancelled");
        for kind in Kind::ALL {
            let question = question(&mut quiz, kind);
            let drawn = drawing(&question, &trees, false, Palette::default());
            let [min, max] = bounds(&drawn).unwrap_or_else(|| panic!("{kind:?}: nothing is drawn"));
            let is_inside = [min, max].iter().all(|corner| level.contains(corner.as_dvec3()));
            assert!(is_inside, "{kind:?}: {min} {max}");
            let letters: Vec<&str> = drawn.labels.iter().map(|label| &*label.text).collect();
            if let Answers::Choices(choices) = &question.answers {
                let placed = choices.iter().filter(|choice| choice.mark != Mark::None).count();
                assert!(letters.len() <= placed, "{kind:?}: {letters:?}");
                if let Kind::FirstChild | Kind::BodyEnd | Kind::NextPainted | Kind::ChosenPlane = kind {
                    assert_eq!(letters.len(), choices.len(), "{kind:?}");
                }
            } else {
                assert!(letters.is_empty());
            }
            // The answer marks the right choice if that has a position.
            let answered = drawing(&question, &trees, true, Palette::default());
            let right = match (&question.answers, question.right) {
                (Answers::Choices(choices), Given::Choice(place)) => choices[place].mark,
                _ => Mark::None,
            };
            let is_marked = answered != drawn;
            assert!(is_marked || right == Mark::None || letters.len() < 2, "{kind:?}");
        }
    }

    #[test]
    fn painter_choices_are_filled_after_the_answer() {
        let trees = trees();
        let eye = trees.spawn.as_vec3();
        let nodes = trees.nodes.nodes_from(trees.spawn, DepthOrder::BackToFront);
        let has_faces = |node: &NodeId| {
            trees
                .nodes
                .node(*node)
                .is_some_and(|view| !view.fragments.is_empty())
        };
        let order: Vec<NodeId> = nodes.filter(has_faces).collect();
        let from = (eye, DepthOrder::BackToFront);
        let question = before_painted(PaintedTree::Nodes(&trees.nodes), from, &order, 1, 3);
        let question = question.expect("something is left to paint");
        let [asked, answered] =
            [false, true].map(|answered| drawing(&question, &trees, answered, Palette::default()));
        let letters: Vec<&str> = asked.labels.iter().map(|label| &*label.text).collect();
        assert_eq!(letters, ["A", "B", "C"]);
        let (Given::Choice(right), Answers::Choices(choices)) = (question.right, &question.answers) else {
            panic!("{question:?}");
        };
        let Mark::Faces(node) = choices[right].mark else {
            panic!("{question:?}");
        };
        let faces = trees.nodes.node(node).map_or(0, |view| view.fragments.len());
        assert_eq!((asked.polygons.len(), answered.polygons.len()), (0, faces));
        let sides = |drawing: &Drawing| drawing.lines.ends().count();
        // Three choices and the previously drawn face, each with at least three corners.
        assert!(sides(&asked) >= 12 && sides(&asked) == sides(&answered));
    }

    #[test]
    fn plane_question_does_not_reveal_the_answer() {
        let trees = trees();
        let mut quiz = Quiz::new(trees.clone(), 5, &Progress::default()).expect("it is not cancelled");
        let question = question(&mut quiz, Kind::ChosenPlane);
        let drawn = drawing(&question, &trees, false, Palette::default());
        assert_eq!(drawn.polygons.len(), 3, "the three choices, alike");
        let alphas: Vec<[f32; 4]> = drawn.polygons.polygons().map(|(_, color)| color).collect();
        assert!(alphas.iter().all(|color| *color == alphas[0]), "{alphas:?}");
    }
}
