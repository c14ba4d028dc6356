//! Arrows at the screen edge that point to targets outside the view, labelled with name and distance.
//!
//! Targets are the selection, the point that the tour asks about, the root's plane while split planes are shown, and the
//! leak path while it is shown.

use bevy::prelude::*;
use bspwalk_draw::color::palette::Rgb;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_text::words::count;
use bspwalk_trees::{node_storing::NodeId, solid_leaf::LeafId};
use egui::{Color32, LayerId, Pos2, Rect, vec2};

use crate::app::kit::prelude::*;
use crate::app::level::leaf_tree::{LeafTreeId, LeafTreeState};
use crate::app::level::quiz::WindowQuiz;

/// Distance from a path below which the eye counts as being on the path, so that no arrow is drawn (in metres).
const ON_PATH: f32 = 0.5;

/// Position (in points) and unit direction of an arrow.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Arrow {
    at: Pos2,
    direction: egui::Vec2,
}

/// Projects a point from clip space to the window, in points. Returns `None` if the point is behind the camera.
pub(super) fn place(clip: Vec4, window: Rect) -> Option<Pos2> {
    let aside = vec2(clip.x, -clip.y) / clip.w * window.size() * 0.5;
    (clip.w > 0.0).then(|| window.center() + aside)
}

/// Returns an arrow at the edge of `free` that points to a position in clip space, or `None` if the position is inside
/// `free`. `window` is the camera's viewport.
fn arrow(clip: Vec4, window: Rect, free: Rect) -> Option<Arrow> {
    if place(clip, window).is_some_and(|place| free.contains(place)) {
        return None;
    }
    // Without the division by w, the turning direction is also correct for positions behind the eye.
    let aside = vec2(clip.x * window.width(), -clip.y * window.height());
    let direction = match aside.is_finite() && aside.length() > 1.0e-6 {
        true => aside.normalized(),
        false => egui::Vec2::DOWN,
    };
    let from = free.clamp(window.center());
    let half = 0.5 * free.size();
    let corner = free.center() + vec2(half.x.copysign(direction.x), half.y.copysign(direction.y));
    // A component is infinite or NaN if the direction is parallel to an edge.
    let reach = ((corner - from) / direction).abs().min_elem();
    Some(Arrow {
        at: free.clamp(from + direction * reach),
        direction,
    })
}

/// Moves an arrow up or down within `free`, so that its label does not overlap the labels of the arrows in `taken`.
fn apart_from(taken: &[Pos2], at: Pos2, free: Rect) -> Pos2 {
    /// Width and height of the area that an arrow with its label takes up, in points.
    const TAKES: egui::Vec2 = vec2(260.0, 32.0);
    let is_clear = |at: Pos2| {
        let overlaps = |taken: &Pos2| (*taken - at).abs().x < TAKES.x && (*taken - at).abs().y < TAKES.y;
        free.y_range().contains(at.y) && !taken.iter().any(overlaps)
    };
    let steps = (0..=2 * taken.len()).flat_map(|step| [step as f32, -(step as f32)]);
    let moved = steps.map(|step| at + vec2(0.0, step * TAKES.y));
    moved.into_iter().find(|&at| is_clear(at)).unwrap_or(at)
}

/// Formats the label of an arrow, such as "node 17 · 12 m · press F to look at it". `key` is the key, if any, that turns the
/// view towards the target.
fn words(name: &str, metres: f32, key: Option<&str>) -> String {
    let digits = usize::from(metres < 10.0);
    let look = key.map(|key| text!("hud-looks-at-it", key)).unwrap_or_default();
    format!("{name} · {metres:.digits$} m{look}")
}

/// Something that an arrow can point to.
pub(super) struct Target {
    name: String,
    color: Color32,
    /// Sample points on the target, starting with its centre.
    points: Vec<Vec3>,
    /// Whether the target is the selection, which has a key for looking at it.
    is_selection: bool,
    /// Whether the arrow points to the nearest sample point instead of the centre.
    is_path: bool,
}

/// Inputs that determine the targets: the tree, the selected node and leaf, and whether the root's plane is shown.
#[derive(PartialEq)]
pub(super) struct TargetInputs {
    tree_id: TreeId,
    node: Option<NodeId>,
    leaf: Option<LeafId>,
    root: bool,
    /// Solid-leaf tree whose leak path is shown.
    leak: Option<LeafTreeId>,
    /// Point that the tour asks about, in metres.
    mark: Option<Vec3>,
    palette: Palette,
}

fn targets(current: &OpenedLevel, leaf_tree: &LeafTreeState, wanted: &TargetInputs) -> Vec<Target> {
    let palette = wanted.palette;
    let target = |name: String, color: Rgb, points: Vec<Vec3>| Target {
        name,
        color: style::color(color),
        points,
        is_selection: false,
        is_path: false,
    };
    let plane = |node: NodeId| {
        let polygon = current.tree.plane_polygon(node)?;
        let corners: Vec<Vec3> = polygon.positions().map(glam::DVec3::as_vec3).collect();
        Some(spread(&corners))
    };
    let selected = |name: String, points| Target {
        is_selection: true,
        ..target(name, palette.selected(), points)
    };
    let built = leaf_tree.built();
    let of_node = || {
        let node = wanted.node?;
        Some(selected(text!("hud-node", node = count(node)), plane(node)?))
    };
    let of_leaf = || {
        let leaf = wanted.leaf?;
        let bounds = built?.tree.leaf(leaf)?.bounds;
        let corners = bounds.corners().map(glam::DVec3::as_vec3);
        Some(selected(text!("hud-leaf", leaf = count(leaf)), spread(&corners)))
    };
    let of_root = || {
        if !wanted.root || wanted.node == Some(NodeId::ROOT) {
            return None;
        }
        let (name, color) = (text!("hud-root-plane").to_owned(), palette.depth(0).lighter(0.4));
        Some(target(name, color, plane(NodeId::ROOT)?))
    };
    let of_leak = || {
        let leak = built?.leak.as_ref().filter(|_| wanted.leak.is_some())?;
        Some(Target {
            is_path: true,
            ..target(text!("hud-leak").to_owned(), palette.outside(), along(&leak.line))
        })
    };
    let of_mark = || {
        let name = text!("hud-marked-point").to_owned();
        Some(target(name, palette.selected(), vec![wanted.mark?]))
    };
    let targets = [of_node().or_else(of_leaf), of_mark(), of_root(), of_leak()];
    targets.into_iter().flatten().collect()
}

/// Returns the centroid of the given corners, followed by points between the centroid and each corner.
fn spread(corners: &[Vec3]) -> Vec<Vec3> {
    let middle = corners.iter().sum::<Vec3>() / corners.len().max(1) as f32;
    let between = corners
        .iter()
        .flat_map(|&corner| [0.3, 0.6, 0.95].map(|share| middle.lerp(corner, share)));
    std::iter::once(middle).chain(between).collect()
}

/// Samples a path. Samples are at most [`APART`] apart unless a segment is very long.
fn along(path: &[glam::DVec3]) -> Vec<Vec3> {
    /// Distance between samples (in metres), and maximum number of samples per segment.
    const APART: f64 = 0.5;
    const MOST: f64 = 64.0;
    let segments = path.windows(2).flat_map(|ends| {
        let parts = (ends[0].distance(ends[1]) / APART).ceil().clamp(1.0, MOST) as u32;
        (0..parts).map(move |part| ends[0].lerp(ends[1], f64::from(part) / f64::from(parts)))
    });
    let points = segments.chain(path.last().copied());
    points.map(glam::DVec3::as_vec3).collect()
}

impl Target {
    /// Returns the arrow to this target and the target's distance from the eye (in metres), or `None` if any part of
    /// the target is in view. `window` is the camera's viewport, `uncovered` is its part without cards, and arrows are
    /// drawn inside `free`.
    fn pointer(
        &self,
        (eye, clip_from_world): (Vec3, Mat4),
        window: Rect,
        [free, uncovered]: [Rect; 2],
    ) -> Option<(Arrow, f32)> {
        let clips = self.points.iter();
        let clips = clips.map(|point| clip_from_world * point.extend(1.0));
        let is_seen = |clip| place(clip, window).is_some_and(|place| uncovered.contains(place));
        if clips.clone().any(is_seen) {
            return None;
        }
        // Draw no arrow if any sample point is in view.
        let arrows = clips.map(|clip| arrow(clip, window, free));
        let arrows: Vec<Arrow> = arrows.collect::<Option<_>>()?;
        let distances = self.points.iter().map(|point| point.distance(eye));
        let nearest = (0..).zip(distances).min_by(|a, b| a.1.total_cmp(&b.1))?;
        if self.is_path && nearest.1 < ON_PATH {
            return None;
        }
        let pointed = if self.is_path { nearest.0 } else { 0 };
        Some((*arrows.get(pointed)?, nearest.1))
    }
}

pub(super) fn draw(
    mut contexts: EguiContexts,
    current: Shown<OpenedLevel>,
    leaf_tree: Shown<LeafTreeState>,
    keys: Res<KeyLabels>,
    (program, screen): (Res<ProgramState>, Res<Screen>),
    quiz: Res<WindowQuiz>,
    eyes: Query<(&Transform, &Projection), With<Eye>>,
    mut last: Local<Option<(TargetInputs, Vec<Target>)>>,
) -> Result {
    let (overlays, selection) = (&program.overlays, &program.level.selected);
    let follows = overlays.planes_of_selection && selection.node.is_some();
    let leaf = selection.latest_leaf();
    let shows_root = overlays.is_on(OverlayKind::Planes) && overlays.plane_depths[0] == 0 && !follows;
    let leak = leaf_tree.built().filter(|_| overlays.is_on(OverlayKind::Leak));
    let wanted = TargetInputs {
        tree_id: current.tree_id(),
        node: selection.node.filter(|_| leaf.is_none()),
        leaf,
        root: program.view.is_eye() && shows_root,
        leak: leak.map(|built| built.id()),
        mark: quiz.mark.filter(|_| !program.quiz.is_open()),
        palette: overlays.palette,
    };
    // Clipping a plane to its node's cell is too slow to repeat every frame, so targets are cached.
    if last.as_ref().is_none_or(|(of, _)| *of != wanted) {
        let targets = targets(&current, &leaf_tree, &wanted);
        *last = Some((wanted, targets));
    }
    let (Some((_, targets)), Ok((eye, projection))) = (&*last, eyes.single()) else {
        return Ok(());
    };
    let context = contexts.ctx_mut()?;
    let window = context.content_rect();
    let (free, uncovered) = (room(&screen), screen.uncovered());
    let clip_from_world = projection.get_clip_from_view() * eye.to_matrix().inverse();
    let mut taken = Vec::new();
    for target in targets {
        let camera = (eye.translation, clip_from_world);
        let Some((mut arrow, distance)) = target.pointer(camera, window, [free, uncovered]) else {
            continue;
        };
        arrow.at = apart_from(&taken, arrow.at, free);
        taken.push(arrow.at);
        let look = || keys.key_or_palette_hint(Action::LookAtSelection);
        let key = target.is_selection.then(look);
        let text = words(&target.name, distance, key.as_deref());
        paint(context, &arrow, free, text, target.color);
    }
    Ok(())
}

/// Returns the part of the screen where arrows may be drawn, which has margins and excludes cards.
fn room(screen: &Screen) -> Rect {
    /// Minimum distance of arrows from screen edges and cards, in points.
    const MARGIN: f32 = 26.0;
    /// Height reserved for notices at the top, in points.
    const TOP: f32 = 64.0;
    let mut free = screen.uncovered();
    free.min.y += TOP;
    free.max.y -= TOP;
    let free = free.shrink2(vec2(MARGIN, 0.0));
    if free.is_positive() {
        free
    } else {
        screen.places.free
    }
}

fn paint(context: &egui::Context, arrow: &Arrow, free: Rect, text: String, color: Color32) {
    const LENGTH: f32 = 17.0;
    let painter = context.layer_painter(LayerId::background());
    let (tip, side) = (arrow.at + arrow.direction * LENGTH * 0.5, arrow.direction.rot90());
    let back = arrow.at - arrow.direction * LENGTH * 0.5;
    let corners = vec![tip, back + side * LENGTH * 0.6, back - side * LENGTH * 0.6];
    let rim = egui::Stroke::new(1.5, Color32::from_black_alpha(220));
    painter.add(egui::Shape::convex_polygon(corners, color, rim));
    // The label is placed on the inner side of the arrow, inside the free area.
    style::draw_text_plate(&painter, text, |half| {
        let apart = (half / arrow.direction.abs().max(egui::Vec2::splat(1.0e-3))).min_elem();
        let within = free.shrink2(half.min(free.size() * 0.5));
        within.clamp(back - arrow.direction * (apart + 4.0))
    });
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    const WINDOW: Rect = Rect {
        min: Pos2::ZERO,
        max: Pos2 { x: 1280.0, y: 720.0 },
    };
    const FREE: Rect = Rect {
        min: Pos2 { x: 40.0, y: 40.0 },
        max: Pos2 { x: 1240.0, y: 680.0 },
    };

    fn at(x: f32, y: f32, z: f32) -> Option<Arrow> {
        let clip = Mat4::perspective_infinite_reverse_rh(1.0, 16.0 / 9.0, 0.02) * Vec4::new(x, y, z, 1.0);
        arrow(clip, WINDOW, FREE)
    }

    #[test]
    fn arrow_is_at_the_edge_on_the_side_to_turn_to() {
        assert_eq!(at(0.0, 0.0, -5.0), None, "in view");
        assert_eq!(at(2.0, 1.0, -5.0), None, "in view");
        for (x, y, z) in [
            (40.0, 0.0, -5.0),
            (5.0, 0.0, 5.0),
            (0.1, 0.0, 5.0),
            (-40.0, 3.0, -5.0),
            (-1.0, -0.2, 9.0),
            (0.0, 30.0, -5.0),
            (0.0, 2.0, 5.0),
            (0.3, -9.0, 0.0),
        ] {
            let arrow = at(x, y, z).expect("it is out of view");
            let gap = FREE.signed_distance_to_pos(arrow.at);
            assert!(gap.abs() < 1.0e-2, "({x}, {y}, {z}): {arrow:?}");
            assert!((arrow.direction.length() - 1.0).abs() < 1.0e-4);
            let [across, up] = [arrow.direction.x * x, -arrow.direction.y * y];
            assert!(across >= 0.0 && up >= 0.0, "({x}, {y}, {z}): {arrow:?}");
        }
        // For a target far to the right, the arrow is at the right edge of the screen, at the target's height.
        let right = at(400.0, 0.0, -5.0).expect("it is out of view");
        assert!((right.at - pos2(1240.0, 360.0)).length() < 0.1, "{right:?}");
        let behind = at(0.0, 0.0, 5.0).expect("it is out of view");
        assert_eq!(behind.direction, egui::Vec2::DOWN);
        let clip = Vec4::new(f32::NAN, 1.0, 0.0, -1.0);
        let none = Rect::from_min_size(pos2(10.0, 10.0), egui::Vec2::ZERO);
        let arrow = arrow(clip, WINDOW, none);
        assert_eq!(arrow.map(|arrow| arrow.at), Some(none.min), "no room");
    }

    #[test]
    fn labels_of_arrows_do_not_overlap() {
        let mut taken = Vec::new();
        for _ in 0..3 {
            for edge in [FREE.right_center(), FREE.right_bottom(), FREE.left_top()] {
                let at = apart_from(&taken, edge, FREE);
                assert!(FREE.contains(at) && at.x == edge.x, "{at}");
                let overlaps = |other: &&Pos2| other.x == at.x && (other.y - at.y).abs() < 30.0;
                assert_eq!(taken.iter().find(overlaps), None, "{at}");
                taken.push(at);
            }
        }
        assert_eq!(apart_from(&[], pos2(100.0, 100.0), FREE), pos2(100.0, 100.0));
    }

    #[test]
    fn leak_arrow_points_to_the_nearest_point() {
        let path = [[-30.0, 0.0, 4.0], [6.0, 0.0, 4.0], [6.0, 40.0, 4.0]].map(glam::DVec3::from);
        let leak = Target {
            name: "leak".into(),
            color: Color32::RED,
            points: along(&path),
            is_selection: false,
            is_path: true,
        };
        assert!(leak.points.len() > 100);
        let projection = Mat4::perspective_infinite_reverse_rh(1.0, 16.0 / 9.0, 0.02);
        let pointer = |yaw: f32| {
            let clip_from_world = projection * Mat4::from_rotation_y(-yaw);
            leak.pointer((Vec3::ZERO, clip_from_world), WINDOW, [FREE, WINDOW])
        };
        let (arrow, distance) = pointer(0.0).expect("the path is behind the eye");
        assert!((distance - 4.0).abs() < 0.05, "{distance}");
        assert!(FREE.x_range().contains(arrow.at.x), "{arrow:?}");
        // After the camera turns around, the path is in view.
        assert_eq!(pointer(std::f32::consts::PI), None);
    }

    #[test]
    fn label_has_name_and_distance() {
        assert_eq!(words("node 1,017", 12.4, None), "node 1,017 · 12 m");
        let with_key = words("leaf 3", 0.62, Some("F"));
        assert_eq!(with_key, "leaf 3 · 0.6 m · press F to look at it");
    }
}
