//! A quiz question: its subject, its choices with their letters, and a camera position that shows it.

use bspwalk_collision::Capsule;
use bspwalk_explain::{
    films::Query,
    quiz::{Answers, Mark, Question, QuizAnswer, Scene, Trees, letter},
};
use bspwalk_geometry::{Aabb, Plane, Polygon};
use bspwalk_session::view::{Orbit, half_angles};
use bspwalk_trees::node_storing::Branch;
use glam::Vec2;

use crate::{candidate::add_polygon_with_normal, labels::is_below_cut, prelude::*};

/// Height of a letter, in logical pixels.
const LETTER: f32 = 17.0;

/// Minimum radius of the ring that marks the start of a cast or an eye, in metres.
const START: f32 = 0.18;

/// Radius of the ring at the start of a cast, as a fraction of the length of the cast.
const START_OF_CAST: f32 = 0.035;

/// Radius of the sphere around a marked point, in metres.
const MARK: f32 = 0.25;

/// Radius of the ring that marks an eye, as a fraction of the level's diagonal.
const EYE: f32 = 0.012;

/// Distance between a plane and the letters for its sides, as a fraction of the size of the plane's polygon.
const ASIDE: f64 = 0.26;

/// Distance between a letter and a path, or another letter on the same side, as a fraction of the letter's distance
/// from the plane.
const APART: f64 = 0.7;

/// Margins around the subject of a question to try, as fractions of the subject's size. The plane is drawn within the
/// first margin that contains enough of it.
const MARGINS: [f64; 3] = [0.35, 1.0, 3.0];

/// Minimum size of a subject for computing its margins, in metres.
const SMALLEST: f64 = 0.3;

/// Minimum area of the drawn part of a plane, as a fraction of the squared size of the subject.
const ENOUGH: f64 = 0.15;

/// Area of the picture that a question fills: lower left and upper right corner, as fractions of the distance from the
/// picture's centre to its edge. The card covers the bottom.
const FILLED: [Vec2; 2] = [Vec2::new(-0.86, -0.34), Vec2::new(0.86, 0.84)];

/// Downward camera pitches to try, in radians.
const PITCHES: [f32; 2] = [0.62, 1.0];

/// Camera yaws to try, in degrees to the left of a path's direction.
const FROM_PATH: &[f32] = &[60.0, -60.0, 90.0, -90.0, 120.0, -120.0];

/// Camera yaws to try, in degrees to the left of a plane's reversed normal.
const FROM_PLANE: &[f32] = &[60.0, -60.0, 35.0, -35.0, 120.0, -120.0, 145.0, -145.0];

/// Camera yaws to try, in degrees to the left of the direction from the eye to the middle of the level.
const FROM_EYE: &[f32] = &[0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0];

/// Height of the model's cut above a path or a body, in metres.
const HEADROOM: f32 = 0.15;

/// Height of the model's cut below a ceiling, in metres.
const BELOW_CEILING: f32 = 0.05;

/// Height of the model's cut above horizontal faces such as floors, in metres. It keeps the walls around them visible.
const STANDING: f32 = 1.2;

/// Distance between the cut and the top of objects that reach the ceiling, as a fraction of the height of the objects.
const BELOW_TOP: f32 = 0.1;

/// Draws a question. If it has been answered, the right choice is filled.
pub fn drawing(question: &Question, trees: &Trees, is_answered: bool, palette: Palette) -> Drawing {
    let mut drawing = Drawing::default();
    let part = PlanePart::new(question, trees);
    if let Some(part) = part.as_ref().filter(|_| question.shows_plane()) {
        part.draw(&mut drawing, trees, palette);
    }
    scene(&mut drawing, question, trees, palette);
    let Answers::Choices(choices) = &question.answers else {
        return drawing;
    };
    for (place, choice) in choices.iter().enumerate() {
        let is_right = is_answered && question.right == QuizAnswer::Choice(place);
        let color = if is_right {
            palette.selected()
        } else {
            palette.asked()
        };
        let at = match (choice.mark, &part) {
            (Mark::Node(_) | Mark::Side(_) | Mark::BothSides, Some(part)) => {
                part.letters(&trees.nodes, choice.mark)
            }
            (mark, _) => choice_object(&mut drawing, (question, trees), mark, (color, is_right))
                .into_iter()
                .collect(),
        };
        drawing.labels.extend(at.into_iter().map(|at| Label {
            height: LETTER,
            is_opaque: true,
            ..Label::new(OverlayKind::Planes, vec![at], letter(place), color)
        }));
    }
    drawing
}

/// Draws the scene of a question without the splitting plane.
fn scene(drawing: &mut Drawing, question: &Question, trees: &Trees, palette: Palette) {
    match &question.scene {
        Scene::Query { query, .. } => path(drawing, query, palette),
        Scene::Division { piece, reach, .. } => {
            for corners in reach {
                drawing.outline(corners, Stroke::new(palette.face(), 0.7, 1.6));
            }
            if !piece.is_empty() {
                drawing.outlined(piece, palette.cut(), 0.45, [1.0, 3.4]);
            }
        }
        Scene::Painter { eye, last, marks_eye } => {
            if *marks_eye {
                ring(drawing, *eye, eye_radius(trees), palette.eye());
            }
            let stroke = (palette.face(), 2.2);
            match *last {
                Mark::Leaf(id) => {
                    leaf(drawing, trees, id, stroke, false);
                    number(drawing, leaf_center(trees, id), id.0, stroke.0);
                }
                Mark::Faces(node) => {
                    let at = faces(drawing, trees, node, stroke, false);
                    number(drawing, at, node.0, stroke.0);
                }
                _ => {}
            }
        }
        Scene::Sight { eye, from, to } => {
            ring(drawing, *eye, eye_radius(trees), palette.eye());
            leaf(drawing, trees, *from, (palette.eye(), 2.6), false);
            leaf(drawing, trees, *to, (palette.selected(), 2.6), true);
            for (id, color) in [(*from, palette.eye()), (*to, palette.selected())] {
                number(drawing, leaf_center(trees, id), id.0, color);
            }
        }
    }
}

/// Draws the object that a choice names, filled if it is the right choice. Returns the position of the choice's letter.
fn choice_object(
    drawing: &mut Drawing,
    (question, trees): (&Question, &Trees),
    mark: Mark,
    (color, is_right): (Rgb, bool),
) -> Option<Vec3> {
    let width = if is_right { 3.4 } else { 2.2 };
    match mark {
        Mark::None | Mark::Node(_) | Mark::Side(_) | Mark::BothSides => None,
        Mark::Faces(node) => faces(drawing, trees, node, (color, width), is_right),
        Mark::Plane(plane) => {
            let polygon = trees.nodes.plane_in_cell(question.node()?, &plane)?;
            let alpha = if is_right { 0.35 } else { 0.16 };
            drawing.outlined(polygon.positions(), color, alpha, [1.0, 2.6]);
            Some(middle(polygon.positions()).as_vec3())
        }
        Mark::Leaf(id) => {
            leaf(drawing, trees, id, (color, width), is_right);
            leaf_center(trees, id)
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
    }
}

/// Returns the points of a drawing (in metres) that must be visible in the picture.
fn points(drawing: &Drawing) -> impl Iterator<Item = Vec3> {
    let ends = drawing.lines.ends().flatten();
    ends.chain(drawing.labels.iter().flat_map(|label| &label.places).copied())
}

/// Draws a mark at a point (in metres) that a check of the tour refers to.
pub fn marked_point(at: Vec3, palette: Palette) -> Drawing {
    let mut drawing = Drawing::default();
    let stroke = Stroke::new(palette.selected(), 1.0, 3.0);
    drawing.lines.body(at, Capsule::sphere(MARK), stroke);
    drawing.lines.cross(at, MARK, stroke);
    // The sphere is small in the model view.
    let label = Label::new(OverlayKind::Planes, vec![at], "?", palette.selected());
    drawing.labels.push(Label {
        height: LETTER,
        is_opaque: true,
        ..label
    });
    drawing
}

/// Returns the minimum and maximum corner (in metres) of the bounds of a question's drawing; `None` if the drawing is
/// empty.
pub fn bounds(drawing: &Drawing) -> Option<[Vec3; 2]> {
    let points = points(drawing).map(|point| [point; 2]);
    points.reduce(|[min, max], [point, _]| [min.min(point), max.max(point)])
}

/// The part of a node's plane near the subject of a question.
struct PlanePart {
    node: NodeId,
    polygon: Polygon,
    normal: DVec3,
    /// Point on the plane halfway between the letters for its sides, in metres.
    anchor: DVec3,
    /// Offset along the plane between two letters on the same side, in metres.
    across: DVec3,
    /// Distance of the letters from the plane, in metres.
    aside: f64,
    /// Position (in metres) of the letter for the node itself. It is on the plane, away from the piece that the
    /// question is about.
    on_plane: DVec3,
}

impl PlanePart {
    fn new(question: &Question, trees: &Trees) -> Option<Self> {
        let node = question.node()?;
        let plane = trees.nodes.node(node)?.plane;
        let whole = trees.nodes.plane_polygon(node)?;
        let subject = subject(question, &plane);
        let polygon = near_part(whole, &subject, trees.nodes.tolerances().on_plane);
        let center = middle(polygon.positions());
        let corners = || polygon.positions();
        let aside = ASIDE * polygon.area().sqrt();
        let path = match &question.scene {
            Scene::Query { query, .. } => query.path().map(|ends| ends.map(Vec3::as_dvec3)),
            _ => None,
        };
        let corner = corners().next()?;
        let (anchor, across) = match path {
            Some([from, to]) => {
                let [start, end] = [from, to].map(|point| plane.distance(point));
                let crossing = from.lerp(to, (start / (start - end)).clamp(0.0, 1.0));
                let across = plane.normal.cross(to - from).try_normalize();
                let across = across.or_else(|| (corner - center).try_normalize());
                let across = across.unwrap_or(DVec3::ZERO) * (APART * aside);
                // Place the letters next to the path, not on it.
                (plane.project(crossing) + across, across)
            }
            None => (center, (corner - center).normalize_or_zero() * (APART * aside)),
        };
        let piece = middle(&subject);
        let far = corners().max_by(|a, b| a.distance(piece).total_cmp(&b.distance(piece)))?;
        Some(Self {
            node,
            normal: plane.normal,
            anchor,
            across,
            aside,
            on_plane: center.lerp(far, 0.6),
            polygon,
        })
    }

    /// Draws the plane with its number and with an arrow on its front side.
    fn draw(&self, drawing: &mut Drawing, trees: &Trees, palette: Palette) {
        let color = palette.selected();
        add_polygon_with_normal(drawing, &trees.nodes, &self.polygon, self.normal, color);
        let center = middle(self.polygon.positions());
        let corners = self.polygon.positions();
        let places = corners.map(|corner| center.lerp(corner, 0.85).as_vec3());
        drawing
            .labels
            .push(number_at(places.collect(), self.node.0, color));
    }

    /// Returns candidate positions for the letter of a choice, in metres: next to the plane for a side, on the plane
    /// for the node itself.
    fn letters(&self, tree: &NodeTree, mark: Mark) -> Vec<Vec3> {
        let view = tree.node(self.node);
        let [front, back] = view.map_or([None; 2], |view| [view.front, view.back]);
        let side = |branch: Branch, across: DVec3| {
            let aside = self.normal * branch.pick([self.aside, -self.aside]);
            (self.anchor + aside + across).as_vec3()
        };
        match mark {
            Mark::Node(node) if node == self.node => vec![self.on_plane.as_vec3()],
            Mark::Node(node) if front == Some(node) => vec![side(Branch::Front, DVec3::ZERO)],
            Mark::Node(node) if back == Some(node) => vec![side(Branch::Back, DVec3::ZERO)],
            Mark::Side(branch) => vec![side(branch, DVec3::ZERO)],
            Mark::BothSides => vec![side(Branch::Front, self.across), side(Branch::Back, self.across)],
            _ => Vec::new(),
        }
    }
}

/// Returns the points near which the plane of a question is drawn: a path, or a piece and its projection onto the
/// plane. The result is empty if the question is about the whole plane.
fn subject(question: &Question, plane: &Plane) -> Vec<DVec3> {
    match &question.scene {
        Scene::Query { query, .. } => {
            let path = query.path().into_iter().flatten();
            path.map(Vec3::as_dvec3).collect()
        }
        Scene::Division { piece, .. } => {
            let feet = piece.iter().map(|&corner| plane.project(corner));
            piece.iter().copied().chain(feet).collect()
        }
        Scene::Painter { .. } | Scene::Sight { .. } => Vec::new(),
    }
}

/// Returns the part of a polygon that is near some points. If no part is near them, returns the whole polygon.
fn near_part(whole: Polygon, points: &[DVec3], tolerance: f64) -> Polygon {
    let bounds = Aabb::from_points(points.iter().copied());
    if bounds.is_empty() {
        return whole;
    }
    let size = bounds.size().max_element().max(SMALLEST);
    let enough = (ENOUGH * size * size).min(whole.area());
    let near = MARGINS.into_iter().find_map(|margin| {
        let part = clipped(&whole, &bounds.inflated(margin * size), tolerance);
        part.filter(|part| part.area() >= enough)
    });
    near.unwrap_or(whole)
}

/// Returns the part of a polygon that is inside a box.
fn clipped(polygon: &Polygon, bounds: &Aabb, tolerance: f64) -> Option<Polygon> {
    let walls = DVec3::AXES.into_iter().flat_map(|axis| {
        [
            Plane::from_point_normal(bounds.min, axis),
            Plane::from_point_normal(bounds.max, -axis),
        ]
    });
    let mut polygon = polygon.clone();
    for wall in walls {
        polygon = polygon.clipped_to_front(&wall, tolerance)?;
    }
    Some(polygon)
}

/// Draws the path of a query and its moving body, if it has one.
fn path(drawing: &mut Drawing, query: &Query, palette: Palette) {
    let stroke = Stroke::new(palette.asked(), 1.0, 3.0);
    let Some([from, to]) = query.path() else { return };
    drawing.lines.arrow(from, to, stroke);
    match query.body() {
        Some(body) => drawing.lines.body(from, body, stroke),
        None => {
            let radius = START.max(START_OF_CAST * from.distance(to));
            ring(drawing, from, radius, palette.asked());
        }
    }
}

/// Draws a ring with a cross, which marks an eye or the start of a cast.
fn ring(drawing: &mut Drawing, at: Vec3, radius: f32, color: Rgb) {
    let stroke = Stroke::new(color, 1.0, 3.0);
    drawing.lines.circle(at, Vec3::Y, radius, stroke);
    drawing.lines.cross(at, 0.5 * radius, stroke);
}

/// Returns the radius (in metres) of the ring that marks an eye.
fn eye_radius(trees: &Trees) -> f32 {
    START.max(EYE * trees.nodes.bounds().size().length() as f32)
}

/// Labels a position, if there is one, with the number of a leaf or node.
fn number(drawing: &mut Drawing, at: Option<Vec3>, number: u32, color: Rgb) {
    drawing
        .labels
        .extend(at.map(|at| number_at(vec![at], number, color)));
}

/// Creates the label for the number of a leaf or node. The letters of the choices have priority over it.
fn number_at(places: Vec<Vec3>, number: u32, color: Rgb) -> Label {
    Label {
        rank: 1,
        is_opaque: true,
        ..Label::new(OverlayKind::Planes, places, number.to_string(), color)
    }
}

fn leaf(drawing: &mut Drawing, trees: &Trees, id: LeafId, (color, width): (Rgb, f32), is_filled: bool) {
    if let Some(tree) = &trees.leaves {
        let fill = is_filled.then_some((color, 0.25));
        drawing.cell(&tree.leaf_cell(id), Stroke::new(color, 0.95, width), fill);
    }
}

fn leaf_center(trees: &Trees, id: LeafId) -> Option<Vec3> {
    let view = trees.leaves.as_ref()?.leaf(id)?;
    Some(view.bounds.center().as_vec3())
}

/// Draws the faces that a node stores. Returns the centre of the first drawn face.
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

/// Returns the height (in metres) of the model's cut for a question with these bounds. It is low enough that no ceiling
/// hides the question.
fn cut(question: &Question, trees: &Trees, bounds: [Vec3; 2]) -> f32 {
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
            // A path may end in a ceiling, which the cut must remove.
            let end = trees.nodes.cast(from, to).map_or(to, |hit| from.lerp(to, hit.t));
            let top = if from.y > end.y { from } else { end };
            let above = top + Vec3::Y * (radius + HEADROOM);
            let below = top - Vec3::Y * HEADROOM;
            match trees.nodes.cast(below, above) {
                Some(ceiling) if ceiling.normal.y < 0.0 => below.lerp(above, ceiling.t).y - BELOW_CEILING,
                _ => above.y,
            }
        }
        Scene::Division { piece, .. } if !piece.is_empty() => {
            let heights = piece.iter().map(|corner| corner.y as f32);
            below(heights.fold([f32::MAX, f32::MIN], |[low, high], y| [low.min(y), high.max(y)]))
        }
        _ => below([bounds[0].y, bounds[1].y]),
    }
}

/// Returns camera yaws to try for a question, in radians to the left of −Z, best first. They show a path from the side,
/// and a plane at an angle.
fn yaws(question: &Question, trees: &Trees) -> impl Iterator<Item = f32> {
    let (along, turns) = match &question.scene {
        Scene::Query { query, .. } => {
            let [from, to] = query.path().unwrap_or([Vec3::ZERO, Vec3::X]);
            (to - from, FROM_PATH)
        }
        Scene::Division { node, .. } => {
            let view = trees.nodes.node(*node);
            let normal = view.map_or(Vec3::Z, |view| view.plane.normal.as_vec3());
            (-normal, FROM_PLANE)
        }
        Scene::Painter { eye, .. } | Scene::Sight { eye, .. } => {
            let middle = trees.nodes.bounds().center().as_vec3();
            (middle - *eye, FROM_EYE)
        }
    };
    let flat = along.with_y(0.0).try_normalize().unwrap_or(Vec3::NEG_Z);
    let yaw = (-flat.x).atan2(-flat.z);
    turns.iter().map(move |turn| yaw + turn.to_radians())
}

/// Returns the closest orbit that shows all points in the [`FILLED`] part of the picture. The target is at the depth of
/// `center`.
fn fit(points: &[Vec3], center: Vec3, [yaw, pitch]: [f32; 2], aspect: f32) -> Orbit {
    let mut orbit = Orbit {
        target: center,
        yaw,
        pitch,
        distance: 1.0,
    };
    let rotation = orbit.rotation();
    let to_view = rotation.inverse();
    let slopes = half_angles(aspect, Vec2::ONE).map(f32::tan);
    let [low, high] = FILLED.map(|corner| corner * slopes);
    // Each point gives lower bounds for camera + distance * high and for -camera - distance * low.
    let mut demands = [Vec2::NEG_INFINITY; 2];
    let mut nearest = 0.0_f32;
    for &point in points {
        let seen = to_view * (point - center);
        let aside = seen.truncate();
        demands = [
            demands[0].max(aside + high * seen.z),
            demands[1].max(-aside - low * seen.z),
        ];
        nearest = nearest.max(seen.z);
    }
    let distance = ((demands[0] + demands[1]) / (high - low)).max_element();
    orbit.distance = distance.max(nearest + 1.0);
    let right = demands[0] - high * orbit.distance;
    let left = -demands[1] - low * orbit.distance;
    orbit.target = center + rotation * ((right + left) * 0.5).extend(0.0);
    orbit
}

/// Returns the points of a question that should not be hidden behind a wall: letters, path, piece and eye.
fn wanted(question: &Question, drawing: &Drawing) -> Vec<Vec3> {
    let labels = drawing.labels.iter();
    let mut points: Vec<Vec3> = labels.filter_map(|label| label.places.first().copied()).collect();
    match &question.scene {
        Scene::Query { query, .. } => {
            let [from, to] = query.path().unwrap_or([query.place(); 2]);
            points.extend((0..=8).map(|step| from.lerp(to, step as f32 / 8.0)));
        }
        Scene::Division { piece, .. } => {
            let center = middle(piece);
            points.extend(piece.iter().map(|corner| corner.lerp(center, 0.1).as_vec3()));
        }
        Scene::Painter { eye, .. } | Scene::Sight { eye, .. } => points.push(*eye),
    }
    points
}

/// Returns whether a point is visible from a camera if the model is cut open at this height.
fn is_visible(trees: &Trees, eye: Vec3, cut: f32, at: Vec3) -> bool {
    if !is_below_cut(trees.leaves.as_deref(), (eye, false), cut, at) {
        return false;
    }
    // The part of the ray above the cut cannot be blocked, because nothing is drawn there.
    let above = ((eye.y - cut) / (eye.y - at.y).max(1.0e-6)).clamp(0.0, 1.0);
    let start = eye.lerp(at, above);
    !trees.nodes.is_blocked(start, start.lerp(at, 0.98))
}

/// Returns the view of a question for a picture with this aspect ratio; `None` if the question has nothing to show.
///
/// The view consists of the camera's orbit, the height of the cut, and the minimum and maximum corner of the drawing,
/// in metres. The camera looks from the direction that shows most of the question.
pub fn view(
    question: &Question,
    trees: &Trees,
    drawing: &Drawing,
    aspect: f32,
) -> Option<(Orbit, f32, [Vec3; 2])> {
    let bounds = bounds(drawing)?;
    let cut = cut(question, trees, bounds);
    let all: Vec<Vec3> = points(drawing).collect();
    let wanted = wanted(question, drawing);
    let center = (bounds[0] + bounds[1]) * 0.5;
    let mut best: Option<(usize, Orbit)> = None;
    for pitch in PITCHES {
        for yaw in yaws(question, trees) {
            let orbit = fit(&all, center, [yaw, pitch], aspect);
            let eye = orbit.pose().translation;
            let seen = wanted.iter().filter(|&&at| is_visible(trees, eye, cut, at));
            let seen = seen.count();
            if best.is_none_or(|(most, _)| seen > most) {
                best = Some((seen, orbit));
            }
        }
    }
    best.map(|(_, orbit)| (orbit, cut, bounds))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bspwalk_compile::CompileParams;
    use bspwalk_explain::quiz::{Kind, PaintedTree, Quiz, before_painted};
    use bspwalk_levels::LoadOptions;
    use bspwalk_progress::Progress;
    use bspwalk_testing::{effort, small_trees};
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

    /// Returns the trees of a built-in level.
    fn built_in(name: &str) -> Trees {
        let level = bspwalk_compile::built_in::load(name, &LoadOptions::default(), &Progress::default());
        let level = level.expect("it is built in");
        let params = CompileParams::quick();
        let leaves = bspwalk_compile::leaf_tree(&level, &params, &Arc::default()).ok();
        let leaves = leaves.map(|leaves| leaves.tree);
        let pvs = leaves
            .as_ref()
            .and_then(|tree| tree.pvs(&params.pvs, &Progress::default(), |_| {}).ok());
        let triangles = level.solid_triangles();
        Trees {
            nodes: Arc::new(small_trees::tree(&triangles)),
            triangles: triangles.into(),
            leaves,
            pvs: pvs.map(Arc::new),
            spawn: level.spawn.eye,
        }
    }

    /// Returns the candidate positions of all labels with this text.
    fn labelled<'a>(drawn: &'a Drawing, text: &'a str) -> impl Iterator<Item = Vec3> + 'a {
        let labels = drawn.labels.iter().filter(move |label| label.text == text);
        labels.flat_map(|label| label.places.iter().copied())
    }

    /// Returns the letters of the choices that appear in a drawing.
    fn letters(drawn: &Drawing) -> Vec<&str> {
        let texts = drawn.labels.iter().map(|label| &*label.text);
        texts
            .filter(|text| text.chars().all(char::is_alphabetic))
            .collect()
    }

    /// Returns the positions of all objects that a question mentions, and checks that each object is in the drawing.
    fn mentioned(question: &Question, drawn: &Drawing) -> Vec<Vec3> {
        let mut points = Vec::new();
        if let Answers::Choices(choices) = &question.answers {
            for (place, choice) in choices.iter().enumerate() {
                let letter = letter(place).to_string();
                let expected = match choice.mark {
                    Mark::None => 0,
                    Mark::BothSides => 2,
                    _ => 1,
                };
                let before = points.len();
                points.extend(labelled(drawn, &letter));
                assert_eq!(points.len() - before, expected, "{letter}: {question:#?}");
            }
        }
        let numbers = match question.scene {
            Scene::Painter {
                last: Mark::Leaf(LeafId(number)) | Mark::Faces(NodeId(number)),
                ..
            } => vec![number],
            Scene::Sight { from, to, .. } => vec![from.0, to.0],
            _ => question
                .node()
                .filter(|_| question.shows_plane())
                .map(|node| node.0)
                .into_iter()
                .collect(),
        };
        for number in numbers {
            let number = number.to_string();
            assert!(question.text.contains(&number), "{number}: {question:#?}");
            let before = points.len();
            points.extend(labelled(drawn, &number));
            assert!(points.len() > before, "{number}: {question:#?}");
        }
        match &question.scene {
            Scene::Query { query, .. } => points.extend(query.path().into_iter().flatten()),
            Scene::Division { piece, .. } => points.extend(piece.iter().map(|corner| corner.as_vec3())),
            Scene::Painter { eye, .. } | Scene::Sight { eye, .. } => points.push(*eye),
        }
        points
    }

    /// Returns where a point appears in a picture, as fractions of the distance from the centre to the edge.
    fn projected(orbit: &Orbit, aspect: f32, point: Vec3) -> Vec2 {
        let pose = orbit.pose();
        let seen = pose.rotation.inverse() * (point - pose.translation);
        assert!(seen.z < 0.0, "{point} is behind the camera");
        seen.truncate() / (half_angles(aspect, Vec2::ONE).map(f32::tan) * -seen.z)
    }

    #[test]
    fn ceiling_hides_no_path() {
        let trees = trees();
        let [from, to] = [Vec3::new(0.0, 1.5, 0.0), Vec3::new(0.5, 9.0, 0.0)];
        let hit = trees.nodes.cast(from, to).expect("the room has a ceiling");
        let mut quiz = Quiz::new(trees.clone(), 1, &Progress::default()).expect("it is not cancelled");
        let mut question = question(&mut quiz, Kind::FirstChild);
        question.scene = Scene::Query {
            query: Query::Cast { from, to },
            node: question.node(),
        };
        let drawn = drawing(&question, &trees, false, Palette::default());
        let (_, cut, _) = view(&question, &trees, &drawn, 16.0 / 9.0).expect("it has a path");
        let ceiling = from.lerp(to, hit.t).y;
        assert!(cut < ceiling && cut > ceiling - 0.2, "{cut} {ceiling}");
    }

    #[test]
    fn pictures_show_everything_that_questions_mention() {
        let all = bspwalk_levels::builtin::all().iter().map(|level| level.name);
        let names = effort::sampled_or_whole(vec!["three_rooms", "hall"], all.collect());
        for name in names {
            let trees = built_in(name);
            for seed in 0..effort::sampled_or_whole(3, 30) {
                let mut quiz =
                    Quiz::new(trees.clone(), seed, &Progress::default()).expect("it is not cancelled");
                for kind in Kind::ALL {
                    let question = Progress::uncancellable(|progress| quiz.question(kind, progress));
                    let Some(question) = question else { continue };
                    check_picture(&question, &trees);
                }
            }
        }
    }

    fn check_picture(question: &Question, trees: &Trees) {
        if question.kind.difficulty() == 1
            && let Some(node) = question.node()
        {
            let depth = trees.nodes.node(node).map(|view| view.depth);
            assert!(depth.is_some_and(|depth| depth <= 3), "{question:#?}");
        }
        if question.kind == Kind::FaceSide {
            let has_pieces = matches!(&question.scene, Scene::Division { reach, .. } if !reach.is_empty());
            assert!(!has_pieces, "other pieces distract: {question:#?}");
        }
        let drawn = drawing(question, trees, false, Palette::default());
        let mentioned = mentioned(question, &drawn);
        for aspect in [16.0 / 9.0, 4.0 / 3.0] {
            let (orbit, ..) = view(question, trees, &drawn, aspect).expect("something is drawn");
            for &point in &mentioned {
                let at = projected(&orbit, aspect, point);
                let [low, high] = FILLED;
                let is_inside = at.cmpge(low - 0.01).all() && at.cmple(high + 0.01).all();
                assert!(is_inside, "{point} at {at}: {question:#?}");
            }
        }
    }

    /// Checks that every question is drawn inside the level, apart from letters next to it, and that its answer is
    /// shown.
    #[test]
    fn every_question_kind_is_drawn_with_its_answer() {
        let trees = trees();
        let level = trees.nodes.bounds().inflated(3.5);
        let mut quiz = Quiz::new(trees.clone(), 3, &Progress::default()).expect("it is not cancelled");
        for kind in Kind::ALL {
            let question = question(&mut quiz, kind);
            let drawn = drawing(&question, &trees, false, Palette::default());
            let [min, max] = bounds(&drawn).unwrap_or_else(|| panic!("{kind:?}: nothing is drawn"));
            let is_inside = [min, max].iter().all(|corner| level.contains(corner.as_dvec3()));
            assert!(is_inside, "{kind:?}: {min} {max}");
            if let Answers::Number(_) = question.answers {
                assert!(letters(&drawn).is_empty());
            }
            // The answer marks the right choice if that choice has a position.
            let answered = drawing(&question, &trees, true, Palette::default());
            let right = match (&question.answers, question.right) {
                (Answers::Choices(choices), QuizAnswer::Choice(place)) => choices[place].mark,
                _ => Mark::None,
            };
            assert!(answered != drawn || right == Mark::None, "{kind:?}");
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
        let order: Vec<u32> = nodes.filter(has_faces).map(|node| node.0).collect();
        let from = (eye, DepthOrder::BackToFront);
        let question = before_painted(PaintedTree::Nodes(&trees.nodes), from, &order, 1, 3);
        let question = question.expect("something is left to paint");
        let [asked, answered] =
            [false, true].map(|answered| drawing(&question, &trees, answered, Palette::default()));
        assert_eq!(letters(&asked), ["A", "B", "C"]);
        let (QuizAnswer::Choice(right), Answers::Choices(choices)) = (question.right, &question.answers)
        else {
            panic!("{question:?}");
        };
        let Mark::Faces(node) = choices[right].mark else {
            panic!("{question:?}");
        };
        let faces = trees.nodes.node(node).map_or(0, |view| view.fragments.len());
        assert_eq!((asked.polygons.len(), answered.polygons.len()), (0, faces));
        let sides = |drawing: &Drawing| drawing.lines.ends().count();
        // Three choices and the previously drawn face, each with three or more corners.
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
