//! Draws the handles of a user-placed plane over the model.

use bevy::prelude::*;
use bspwalk_session::plane_by_hand::{Grip, Handle};
use egui::{Color32, CursorIcon, LayerId, Painter, Pos2, Stroke, Vec2 as Size, vec2};

use super::out_of_view;
use crate::app::kit::prelude::*;
use crate::app::level::what_if::PlaneHandles;

/// Radius of a handle, and how much it grows under the pointer, in points.
const RADIUS: f32 = 11.0;
const GROWN: f32 = 2.5;

/// Half the length of the arrow through a handle, in points.
const ARROW: f32 = 27.0;

const INK: Color32 = Color32::from_rgb(16, 18, 24);

pub(super) fn draw(
    mut contexts: EguiContexts,
    (handles, program): (Res<PlaneHandles>, Res<ProgramState>),
    eyes: Query<(&Transform, &Projection), With<Eye>>,
) -> Result {
    let Ok((eye, projection)) = eyes.single() else {
        return Ok(());
    };
    let context = contexts.ctx_mut()?;
    let window = context.content_rect();
    let clip_from_world = projection.get_clip_from_view() * eye.to_matrix().inverse();
    let place = |point: Vec3| {
        out_of_view::place(clip_from_world * point.extend(1.0), window).filter(|place| place.is_finite())
    };
    let held = handles.held.map(|held| held.grip);
    match (held, handles.hot) {
        (Some(_), _) => context.set_cursor_icon(CursorIcon::Grabbing),
        (None, Some(_)) => context.set_cursor_icon(CursorIcon::Grab),
        _ => {}
    }
    let painter = context.layer_painter(LayerId::background());
    let color = style::color(program.overlays.palette.candidate().lighter(0.35));
    // Draw the middle handle last, so that it covers its neighbours.
    for handle in handles.all.iter().rev() {
        let Some(at) = place(handle.at) else { continue };
        let direction = direction(handle, at, place);
        let is_hot = held.or(handles.hot) == Some(handle.grip);
        paint(&painter, handle.grip, at, direction, color, is_hot);
    }
    Ok(())
}

/// Returns the drag direction of a handle in screen space, as a unit vector.
fn direction(handle: &Handle, at: Pos2, place: impl Fn(Vec3) -> Option<Pos2>) -> Size {
    /// Distance along the drag direction to the second point that is projected (in metres).
    const STEP: f32 = 0.05;
    let moved = place(handle.at + handle.along * STEP).map_or(Size::ZERO, |to| to - at);
    match handle.grip {
        _ if moved.length() > 1.0e-3 => moved.normalized(),
        Grip::Lift => Size::UP,
        Grip::Move | Grip::Turn(_) => Size::RIGHT,
    }
}

fn paint(painter: &Painter, grip: Grip, at: Pos2, direction: Size, color: Color32, is_hot: bool) {
    let (radius, color) = match is_hot {
        true => (RADIUS + GROWN, Color32::WHITE),
        false => (RADIUS, color),
    };
    let turns = matches!(grip, Grip::Turn(_));
    if !turns {
        for along in [direction, -direction] {
            let tip = at + along * (ARROW + radius - RADIUS);
            painter.line_segment([at, tip], Stroke::new(7.0, INK));
            head(painter, tip, along, 9.0, INK);
            painter.line_segment([at, tip - along * 2.0], Stroke::new(3.5, color));
            head(painter, tip - along * 1.5, along, 6.0, color);
        }
    }
    painter.circle(at, radius, color, Stroke::new(2.0, INK));
    if turns {
        // An arrow around most of a circle represents rotation.
        let [begin, end] = [0.6_f32, 5.6];
        let on = |angle: f32| at + Size::angled(angle) * radius * 0.52;
        let arc = (0..=20).map(|i| on(begin + (end - begin) * i as f32 / 20.0));
        painter.add(egui::Shape::line(arc.collect(), Stroke::new(2.0, INK)));
        head(painter, on(end + 0.35), vec2(-end.sin(), end.cos()), 4.0, INK);
    } else {
        painter.circle_filled(at, radius * 0.36, INK);
    }
    if is_hot {
        let words = match grip {
            Grip::Move => text!("whatif-moves"),
            Grip::Lift => text!("whatif-lifts"),
            Grip::Turn(_) => text!("whatif-turns"),
        };
        let center = |half: Size| at - vec2(0.0, radius + ARROW + half.y);
        style::draw_text_plate(painter, words.to_owned(), center);
    }
}

/// Draws an arrowhead.
fn head(painter: &Painter, tip: Pos2, direction: Size, size: f32, color: Color32) {
    let (back, side) = (tip - direction * size, direction.rot90() * size * 0.85);
    let corners = vec![tip + direction * size * 0.5, back + side, back - side];
    painter.add(egui::Shape::convex_polygon(corners, color, Stroke::NONE));
}
