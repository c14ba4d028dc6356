//! Legend of the collision overlay: a top view and a side view of the body and the faces near it.

use bevy::prelude::*;
use bevy_egui::egui::{Align2, Color32, FontId, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};
use bspwalk_trees::{Contact, Feature};

use crate::app::kit::prelude::*;
use bspwalk_overlays::contacts::{Body, NEAR};

/// Side length of each view, in points.
const SIZE: f32 = 118.0;

/// Maximum number of faces listed. The nearest are listed first.
const MOST: usize = 4;

pub(in crate::app) fn legend(ui: &mut Ui, body: &Body, view: Quat, palette: Palette, current: &OpenedLevel) {
    // Ignore the pitch of the view, so that up in the level remains up in the drawing.
    let ahead = (view * Vec3::NEG_Z).with_y(0.0);
    let ahead = ahead
        .try_normalize()
        .unwrap_or_else(|| (view * Vec3::Y).with_y(0.0).normalize_or(Vec3::NEG_Z));
    let right = ahead.cross(Vec3::Y);
    let faces = current.tree.triangle_count();
    if let Some([visited, nodes]) = body.visited {
        let number = visited_words(visited, nodes);
        widgets::text(ui, number, widgets::color(palette.reached()), 24.0);
        let faces = words::count_with_noun(faces, "face");
        widgets::draw_note(ui, text!("collision-asked", faces));
    }
    ui.horizontal(|ui| {
        picture(ui, text!("collision-from-above"), body, palette, right, ahead);
        picture(ui, text!("collision-from-right"), body, palette, ahead, Vec3::Y);
    });
    let touching = body.near.iter().filter(|contact| body.touches(contact)).count();
    let counts = [body.near.len(), faces as usize];
    widgets::draw_note(ui, caption(counts, touching, body.radius * NEAR));
    for contact in body.near.iter().take(MOST) {
        listed(ui, body, contact, palette);
    }
    if body.near.len() > MOST {
        widgets::draw_note(ui, text!("collision-more", more = body.near.len() - MOST));
    }
    if !body.straddled.is_empty() {
        widgets::key(ui, widgets::color(palette.cut()), text!("collision-straddled"));
    }
    if body.push != Vec3::ZERO {
        let by = words::metres(f64::from(body.push.length()));
        let text = text!("collision-pushed", by);
        widgets::key(ui, widgets::color(palette.reached()), &text);
    }
    if body.left {
        let center = body.center.as_dvec3();
        let is_inside = current.tree.bounds().closest_point(center) == center;
        let text = match is_inside {
            true => text!("collision-stays"),
            false => text!("collision-stays-outside"),
        };
        widgets::draw_note(ui, text);
    }
}

/// Formats the number of nodes that a step visited, such as "9 of 980 nodes visited".
fn visited_words(visited: u64, nodes: u64) -> String {
    let (some, all) = (words::count(visited), words::count_with_noun(nodes, "node"));
    text!("collision-of", some, all)
}

/// Describes how many faces are near the body, and how many of them touch it.
fn caption([near, all]: [usize; 2], touching: usize, reach: f32) -> String {
    let reach = words::metres(f64::from(reach));
    if near == 0 {
        return text!("collision-nothing-near", reach);
    }
    let faces = words::describe_share([near, all], "face");
    text!("collision-near", near, faces, reach, touching)
}

/// Draws the body from one direction, with `across` pointing right and `up` pointing up.
fn picture(ui: &mut Ui, title: &str, body: &Body, palette: Palette, across: Vec3, up: Vec3) {
    let (rect, _) = ui.allocate_exact_size(vec2(SIZE, SIZE), Sense::hover());
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 4.0, Color32::from_black_alpha(110));
    let tall = body.half_axis.length();
    let points_a_metre = SIZE * 0.5 / (tall + body.radius * (NEAR + 0.1)).max(1.0e-4);
    let on_screen =
        |offset: Vec3| -> Pos2 { rect.center() + vec2(offset.dot(across), -offset.dot(up)) * points_a_metre };
    let radius = body.radius * points_a_metre;
    let half = vec2(0.0, body.half_axis.dot(up).abs() * points_a_metre);
    let (outline, eye) = ((half + vec2(radius, radius)) * 2.0, widgets::color(palette.eye()));
    let (outline, stroke) = (
        Rect::from_center_size(rect.center(), outline),
        Stroke::new(1.5, eye),
    );
    painter.rect(
        outline,
        radius,
        eye.gamma_multiply(0.07),
        stroke,
        StrokeKind::Middle,
    );
    for contact in body.near.iter().rev() {
        let touches = body.touches(contact);
        let color = color_of(body, contact, palette);
        let foot = on_screen(contact.point - body.center);
        let normal = vec2(contact.normal.dot(across), -contact.normal.dot(up));
        // In this view, a face is drawn as a line if seen edge-on, and as a dot if seen from the front.
        let along = vec2(-normal.y, normal.x) * radius * 0.75;
        let stroke = Stroke::new(if touches { 3.0 } else { 1.6 }, color);
        painter.line_segment([foot - along, foot + along], stroke);
        painter.circle_filled(foot, if touches { 3.5 } else { 2.5 }, color);
    }
    if let Some(direction) = body.push.try_normalize() {
        let tip = vec2(direction.dot(across), -direction.dot(up)) * radius * 0.9;
        let stroke = Stroke::new(2.5, widgets::color(palette.reached()));
        painter.arrow(rect.center(), tip, stroke);
    }
    let (at, font) = (
        pos2(rect.left() + 5.0, rect.bottom() - 3.0),
        FontId::proportional(11.0),
    );
    painter.text(at, Align2::LEFT_BOTTOM, title, font, style::FAINT);
}

fn color_of(body: &Body, contact: &Contact, palette: Palette) -> Color32 {
    widgets::color(match body.touches(contact) {
        true => palette.contact(),
        false => palette.face(),
    })
}

fn listed(ui: &mut Ui, body: &Body, contact: &Contact, palette: Palette) {
    let face = words::count(contact.face);
    let name = match contact.feature {
        Feature::Face => text!("collision-face", face),
        Feature::Edge => text!("collision-edge", face),
        Feature::Vertex => text!("collision-corner", face),
    };
    let gap = f64::from(-contact.depth);
    let how = if gap > f64::from(body.radius) * 1.0e-3 {
        text!("collision-away", distance = words::metres(gap))
    } else if gap < f64::from(body.radius) * -1.0e-3 {
        text!("collision-deep", depth = words::metres(-gap))
    } else {
        text!("collision-touching").into()
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        widgets::swatch(ui, color_of(body, contact, palette));
        widgets::text(ui, name, style::TEXT, 12.5);
        widgets::text(ui, how, style::FAINT, 12.5);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_and_faces_are_counted() {
        assert_eq!(visited_words(9, 9_680), "9 of 9,680 nodes visited");
        for (counts, touching, expected) in [
            (
                [5, 1_240],
                2,
                "5 of 1,240 faces are within 1.60 m of the body's axis; 2 touch it.",
            ),
            (
                [1, 9],
                0,
                "1 of 9 faces is within 1.60 m of the body's axis; none touches it.",
            ),
            ([0, 9], 0, "Nothing is within 1.60 m of the body's axis."),
        ] {
            assert_eq!(caption(counts, touching, 1.6), expected);
        }
    }
}
