//! Draws the page's [`Picture`]s with egui.

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, StrokeKind, vec2};
use bspwalk_planar_page::shapes::{Color, Pattern, Picture, Shape, Stroke};
use glam::DVec2;

use crate::app::kit::prelude::*;

/// Converts a picture colour. The palette determines the front and back colours.
pub(super) fn color(color: Color, palette: Palette) -> Color32 {
    match color {
        Color::Front => style::color(palette.front()),
        Color::Back => style::color(palette.back()),
        color => {
            let [red, green, blue] = color.rgb(false);
            Color32::from_rgb(red, green, blue)
        }
    }
}

/// Returns the size of a rectangle in picture units.
pub(super) fn size(rect: Rect) -> DVec2 {
    DVec2::new(f64::from(rect.width()), f64::from(rect.height()))
}

/// Converts a screen position inside a rectangle to picture pixels.
pub(super) fn pixel(rect: Rect, at: Pos2) -> DVec2 {
    let at = at - rect.min;
    DVec2::new(f64::from(at.x), f64::from(at.y))
}

/// Draws a picture into a rectangle.
pub(super) fn paint(painter: &Painter, rect: Rect, picture: &Picture, palette: Palette) {
    let at = |pixel: DVec2| rect.min + vec2(pixel.x as f32, pixel.y as f32);
    let fill = |fill: Color| color(fill, palette);
    let line = |stroke: Stroke| {
        let color = fill(stroke.color).gamma_multiply(stroke.opacity as f32);
        egui::Stroke::new(stroke.width as f32, color)
    };
    let outline = |stroke: Option<Stroke>| stroke.map_or(egui::Stroke::NONE, line);
    for shape in &picture.0 {
        match shape {
            Shape::Line(ends, stroke) => {
                let (ends, line) = (ends.map(at), line(*stroke));
                match stroke.pattern {
                    Pattern::Solid => _ = painter.line_segment(ends, line),
                    Pattern::Dashed => painter.extend(egui::Shape::dashed_line(&ends, line, 7.0, 4.0)),
                    Pattern::Dotted(gap) => {
                        let radius = 0.5 * line.width;
                        painter.extend(egui::Shape::dotted_line(&ends, line.color, gap as f32, radius));
                    }
                }
            }
            Shape::Polygon(corners, (color, opacity), stroke) => {
                let corners = corners.iter().copied().map(at).collect();
                let fill = fill(*color).gamma_multiply(*opacity as f32);
                painter.add(egui::Shape::convex_polygon(corners, fill, outline(*stroke)));
            }
            Shape::Circle(center, radius, color, stroke) => {
                let fill = color.map_or(Color32::TRANSPARENT, fill);
                painter.circle(at(*center), *radius as f32, fill, outline(*stroke));
            }
            Shape::Square(center, half, color, stroke) => {
                let square = Rect::from_center_size(at(*center), egui::Vec2::splat(2.0 * *half as f32));
                painter.rect(square, 1.5, fill(*color), outline(*stroke), StrokeKind::Middle);
            }
            Shape::Label(center, size, text, color, _) => {
                let font = FontId::proportional(*size as f32);
                painter.text(at(*center), Align2::CENTER_CENTER, text, font, fill(*color));
            }
        }
    }
}
