//! Arrows at the screen edge that point to targets out of view, with name and distance.
//!
//! Targets are the selection, the root's plane while split planes are shown, and the path of a leak while it is shown.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use bspwalk_levels::color::palette::{Palette, Rgb};
use bspwalk_progress::words::count;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_text::text;
use bspwalk_trees::{node_storing::NodeId, solid_leaf::LeafId};
use egui::{Align2, Color32, FontId, LayerId, Pos2, Rect, pos2, vec2};

use crate::app::kit::{layout::Screen, style};
use crate::app::{
    host::{
        shown::Shown,
        state::{Action, Eye, ModelView, OpenedLevel, Overlays, Selection, TreeId},
    },
    input::KeyLabels,
    level::leaf_tree::{ChosenLeaf, LeafIsLatest, LeafTreeId, LeafTreeState},
};

/// Distance, in metres, below which the eye counts as on a path and no arrow is drawn.
const ON_PATH: f32 = 0.5;

/// Position and unit direction of an arrow, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Arrow {
    at: Pos2,
    direction: egui::Vec2,
}

/// Projects a position in clip space to the screen. Returns `None` if it is behind the camera.
fn place(clip: Vec4, window: Rect) -> Option<Pos2> {
    let aside = vec2(clip.x, -clip.y) / clip.w * window.size() * 0.5;
    (clip.w > 0.0).then(|| window.center() + aside)
}

/// Returns an arrow at the edge of `free` to a position in clip space. Returns `None` if the position is inside `free`.
/// `window` is the camera's viewport.
fn arrow(clip: Vec4, window: Rect, free: Rect) -> Option<Arrow> {
    let middle = window.center();
    if place(clip, window).is_some_and(|place| free.contains(place)) {
        return None;
    }
    // Without division by w, the direction to turn is also correct for positions behind the eye.
    let aside = vec2(clip.x * window.width(), -clip.y * window.height());
    let direction = if aside.is_finite() && aside.length() > 1.0e-6 {
        aside.normalized()
    } else {
        egui::Vec2::DOWN
    };
    let from = free.clamp(middle);
    let reach = |at: f32, toward: f32, [min, max]: [f32; 2]| {
        let edge = if toward > 0.0 { max - at } else { min - at };
        if toward.abs() < 1.0e-6 {
            f32::INFINITY
        } else {
            edge / toward
        }
    };
    let across = reach(from.x, direction.x, [free.left(), free.right()]);
    let down = reach(from.y, direction.y, [free.top(), free.bottom()]);
    Some(Arrow {
        at: free.clamp(from + direction * across.min(down).max(0.0)),
        direction,
    })
}

/// Formats the label of an arrow: "node 17 · 12 m · F looks at it". `key` is the key that turns towards the target, if
/// there is one.
fn words(name: &str, metres: f32, key: Option<&str>) -> String {
    let digits = usize::from(metres < 10.0);
    let look = key.map_or_else(String::new, |key| text!("hud-looks-at-it", key));
    format!("{name} · {metres:.digits$} m{look}")
}

/// Something that an arrow can point to.
#[derive(Clone, Debug)]
pub(super) struct Target {
    name: String,
    color: Color32,
    /// Sample points, starting with the centre.
    points: Vec<Vec3>,
    /// Whether it is the selection, which has a key to look at it.
    is_selection: bool,
    /// Whether the arrow points to the nearest point instead of the centre.
    is_path: bool,
}

/// Inputs of the targets: the tree, the selected node and leaf, and whether the root's plane is shown.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wanted {
    tree_id: TreeId,
    node: Option<NodeId>,
    leaf: Option<LeafId>,
    root: bool,
    /// Solid-leaf tree whose leak is shown.
    leak: Option<LeafTreeId>,
    palette: Palette,
}

fn targets(current: &OpenedLevel, leaf_tree: &LeafTreeState, wanted: &Wanted) -> Vec<Target> {
    let palette = wanted.palette;
    let plane = |node: NodeId, name: String, color: Rgb| {
        let polygon = current.tree.plane_polygon(node)?;
        let corners: Vec<Vec3> = polygon.positions().map(glam::DVec3::as_vec3).collect();
        Some(Target {
            name,
            color: style::color(color),
            points: spread(&corners),
            is_selection: wanted.node == Some(node),
            is_path: false,
        })
    };
    let of_node = wanted
        .node
        .and_then(|node| plane(node, text!("hud-node", node = count(node)), palette.selected()));
    let of_leaf = || {
        let leaf = wanted.leaf?;
        let bounds = leaf_tree.built()?.tree.leaf(leaf)?.bounds;
        let corner = |i: u32| {
            let high = glam::BVec3::new(i & 1 > 0, i & 2 > 0, i & 4 > 0);
            glam::DVec3::select(high, bounds.max, bounds.min).as_vec3()
        };
        Some(Target {
            name: text!("hud-leaf", leaf = count(leaf)),
            color: style::color(palette.selected()),
            points: spread(&(0..8).map(corner).collect::<Vec<_>>()),
            is_selection: true,
            is_path: false,
        })
    };
    let light = palette.depth(0).lighter(0.4);
    let of_root =
        (wanted.root && wanted.node != Some(0)).then(|| plane(0, text!("hud-root-plane").into(), light));
    let of_leak = || {
        wanted.leak.as_ref()?;
        let leak = leaf_tree.built()?.leak.as_ref()?;
        Some(Target {
            name: text!("hud-leak").to_owned(),
            color: style::color(palette.outside()),
            points: along(&leak.line),
            is_selection: false,
            is_path: true,
        })
    };
    [of_node.or_else(of_leaf), of_root.flatten(), of_leak()]
        .into_iter()
        .flatten()
        .collect()
}

/// Returns the centroid of some corners, followed by points between it and each corner.
fn spread(corners: &[Vec3]) -> Vec<Vec3> {
    let middle = corners.iter().sum::<Vec3>() / corners.len().max(1) as f32;
    let between = corners
        .iter()
        .flat_map(|&corner| [0.3, 0.6, 0.95].map(|share| middle.lerp(corner, share)));
    std::iter::once(middle).chain(between).collect()
}

/// Samples a path in metres, at most [`APART`] apart unless a segment is very long.
fn along(path: &[glam::DVec3]) -> Vec<Vec3> {
    /// Distance between samples in metres, and maximum number of samples on a segment.
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
    /// Returns the arrow to this target and the distance from the eye in metres, or `None` if any part is in view.
    /// `window` is the camera's viewport, `uncovered` the part without cards, and arrows are drawn inside `free`.
    fn pointer(
        &self,
        (eye, clip_from_world): (Vec3, Mat4),
        window: Rect,
        [free, uncovered]: [Rect; 2],
    ) -> Option<(Arrow, f32)> {
        let clips = self
            .points
            .iter()
            .map(|point| clip_from_world * point.extend(1.0));
        let is_seen = |clip| place(clip, window).is_some_and(|place| uncovered.contains(place));
        if clips.clone().any(is_seen) {
            return None;
        }
        // No arrow if any point is in view.
        let arrows: Vec<Arrow> = clips
            .map(|clip| arrow(clip, window, free))
            .collect::<Option<_>>()?;
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
    (selection, leaf_tree): (Shown<Selection>, Shown<LeafTreeState>),
    (chosen, latest, keys): (Shown<ChosenLeaf>, Shown<LeafIsLatest>, Res<KeyLabels>),
    (overlays, view, screen): (Res<Overlays>, Res<ModelView>, Res<Screen>),
    eyes: Query<(&Transform, &Projection), With<Eye>>,
    mut last: Local<Option<(Wanted, Vec<Target>)>>,
) -> Result {
    let follows = overlays.planes_of_selection && selection.node.is_some();
    let leaf = latest.leaf(selection.node, **chosen);
    let wanted = Wanted {
        tree_id: current.tree_id(),
        node: selection.node.filter(|_| leaf.is_none()),
        leaf,
        root: view.is_eye()
            && overlays.is_on(OverlayKind::Planes)
            && overlays.plane_depths[0] == 0
            && !follows,
        leak: overlays
            .is_on(OverlayKind::Leak)
            .then(|| leaf_tree.built().map(|built| built.id()))
            .flatten(),
        palette: overlays.palette,
    };
    // Clipping a plane to its cell is too slow for every frame.
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
    for target in targets {
        let camera = (eye.translation, clip_from_world);
        let Some((arrow, distance)) = target.pointer(camera, window, [free, uncovered]) else {
            continue;
        };
        let key = target.is_selection.then(|| keys.of(Action::LookAtSelection));
        let text = words(&target.name, distance, key.as_deref());
        paint(context, &arrow, free, text, target.color);
    }
    Ok(())
}

/// Returns the part of the screen for arrows: free of cards, and with margins.
fn room(screen: &Screen) -> Rect {
    /// Distance from edges and cards, in points.
    const MARGIN: f32 = 26.0;
    /// Height reserved for notices, in points.
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
    let galley = painter.layout_no_wrap(text, FontId::proportional(13.5), style::TEXT);
    // The text is on the inner side of the arrow, inside the free area.
    let half = galley.size() * 0.5 + vec2(7.0, 3.0);
    let apart = (half / arrow.direction.abs().max(egui::Vec2::splat(1.0e-3))).min_elem();
    let middle = back - arrow.direction * (apart + 4.0);
    let within = free.shrink2(half.min(free.size() * 0.5));
    let plate = Rect::from_center_size(within.clamp(middle), half * 2.0);
    painter.rect_filled(plate, 5.0, style::CARD);
    let at = Align2::CENTER_CENTER.anchor_size(pos2(plate.center().x, plate.center().y), galley.size());
    painter.galley(at.min, galley, style::TEXT);
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Rect = Rect {
        min: Pos2::ZERO,
        max: Pos2 { x: 1280.0, y: 720.0 },
    };

    fn at(x: f32, y: f32, z: f32) -> Option<Arrow> {
        let clip = Mat4::perspective_infinite_reverse_rh(1.0, 16.0 / 9.0, 0.02) * Vec4::new(x, y, z, 1.0);
        arrow(clip, WINDOW, WINDOW.shrink(40.0))
    }

    #[test]
    fn what_is_in_view_has_no_arrow() {
        assert_eq!(at(0.0, 0.0, -5.0), None);
        assert_eq!(at(2.0, 1.0, -5.0), None);
    }

    #[test]
    fn the_arrow_stands_at_the_edge_on_the_side_to_turn_to() {
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
            let edge = WINDOW.shrink(40.0);
            let gap = (arrow.at.x - edge.left())
                .min(edge.right() - arrow.at.x)
                .min(arrow.at.y - edge.top())
                .min(edge.bottom() - arrow.at.y);
            assert!(gap.abs() < 1.0e-2, "({x}, {y}, {z}): {arrow:?}");
            assert!((arrow.direction.length() - 1.0).abs() < 1.0e-4);
            assert!(
                arrow.direction.x * x >= 0.0 && arrow.direction.y * y <= 0.0,
                "({x}, {y}, {z}): {arrow:?}"
            );
        }
        // For a target far to the right, the arrow is at the right edge, at the target's height.
        let right = at(400.0, 0.0, -5.0).expect("it is out of view");
        assert!((right.at - pos2(1240.0, 360.0)).length() < 0.1, "{right:?}");
    }

    #[test]
    fn nothing_is_undefined_straight_behind_the_eye_or_without_room() {
        let behind = at(0.0, 0.0, 5.0).expect("it is out of view");
        assert_eq!(behind.direction, egui::Vec2::DOWN);
        let clip = Vec4::new(f32::NAN, 1.0, 0.0, -1.0);
        let none = arrow(
            clip,
            WINDOW,
            Rect::from_min_size(pos2(10.0, 10.0), egui::Vec2::ZERO),
        );
        assert!(none.is_some_and(|arrow| arrow.at == pos2(10.0, 10.0)));
    }

    #[test]
    fn leak_out_of_view_has_an_arrow_to_its_nearest_point() {
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
        let free = WINDOW.shrink(40.0);
        let pointer = |yaw: f32| {
            let clip_from_world = projection * Mat4::from_rotation_y(-yaw);
            leak.pointer((Vec3::ZERO, clip_from_world), WINDOW, [free, WINDOW])
        };
        let (arrow, distance) = pointer(0.0).expect("the path is behind the eye");
        assert!((distance - 4.0).abs() < 0.05, "{distance}");
        assert!(
            arrow.at.x >= free.left() && arrow.at.x <= free.right(),
            "{arrow:?}"
        );
        // After turning around, the path is in view.
        assert_eq!(pointer(std::f32::consts::PI), None);
    }

    #[test]
    fn the_words_name_the_selection_and_its_distance() {
        assert_eq!(words("node 1,017", 12.4, None), "node 1,017 · 12 m");
        assert_eq!(words("leaf 3", 0.62, Some("F")), "leaf 3 · 0.6 m · F looks at it");
    }
}
