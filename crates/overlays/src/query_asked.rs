//! The subject of a query film: its path, body, box or point.

use bspwalk_explain::films::{Answer, Query, QueryFilm};

use crate::prelude::*;

/// Draws the subject of a query: path, body, box or point. At the end of the film, also draws the final position of the
/// body.
pub fn asked(drawing: &mut Drawing, film: &QueryFilm, query: &Query, (index, palette): (usize, Palette)) {
    let white = Stroke::new(palette.asked(), 0.95, 2.6);
    let faint = Stroke::new(palette.asked(), 0.5, 1.4);
    let best = film.best(index);
    if let Some([from, to]) = query.path() {
        let end = match (best, query) {
            (Some(t), Query::Cast { .. } | Query::Sight { .. } | Query::Sweep { .. }) => {
                from.lerp(to, t as f32)
            }
            _ => to,
        };
        drawing.lines.line(from, end, white);
        if end == to {
            let tail = to - (to - from).clamp_length_max(0.35);
            drawing.lines.arrow(tail, to, white);
        } else {
            drawing.lines.dashes(end, to, faint);
            let stroke = Stroke::new(palette.contact(), 1.0, 4.0);
            drawing.lines.cross(end, 0.09, stroke);
        }
        if let Some(body) = query.body() {
            drawing.lines.body(from, body, faint);
            drawing.lines.body(end, body, white);
        }
    } else if let Some(body) = query.body() {
        drawing.lines.body(query.place(), body, white);
    }
    match *query {
        Query::Overlap { min, max } => drawing.edges_of_box([min, max], white),
        Query::Locate { point } => drawing.lines.cross(point, 0.15, white),
        _ => {}
    }
    let is_over = index + 1 >= film.len();
    let end = match film.answer().filter(|_| is_over) {
        Some(Answer::Push(pushed)) if pushed.clear => Some(pushed.center),
        Some(Answer::PushAti(pushed)) => Some(pushed.center),
        Some(Answer::Slide(slide)) => {
            for leg in &slide.legs {
                let stroke = Stroke::new(palette.contact(), 1.0, 3.5);
                drawing.lines.line(leg.from, leg.to, stroke);
            }
            Some(slide.center)
        }
        _ => None,
    };
    if let (Some(end), Some(body)) = (end, query.body()) {
        let stroke = Stroke::new(palette.contact(), 1.0, 2.6);
        drawing.lines.body(end, body, stroke);
        drawing.lines.arrow(query.place(), end, stroke);
    }
}
