//! The question about where a sliding body ends up.

use bspwalk_collision::{Capsule, Slide};
use bspwalk_text::{text, words::metres};
use glam::Vec3;

use super::{Choice, Kind, Mark, Question, Quiz, Scene, question::format_point};
use crate::films::Query;

/// Length of the displacement, in multiples of the body's radius.
const RADII: f32 = 10.0;

/// Minimum distance between two choices, in multiples of the body's radius.
const APART: f32 = 0.75;

impl Quiz {
    /// Creates a question about where a body that slides along walls ends up.
    pub(super) fn ask_body_end(&mut self) -> Option<Question> {
        let tree = self.trees.nodes.clone();
        let from = self.place()?;
        let radius = self.places.radius;
        let angle = self.random.f32() * std::f32::consts::TAU;
        let along = Vec3::new(angle.cos(), 0.0, angle.sin());
        let to = from + along * (RADII * radius);
        let body = Capsule::sphere(radius);
        let slide = bspwalk_collision::slide(&*tree, body, from, to);
        let met = bspwalk_collision::sweep(&*tree, body, from, to).hit;
        // Most paths hit nothing, and a question about such a path teaches little.
        if !slide.clear || (met.is_none() && self.random.u8(..6) > 0) {
            return None;
        }
        let end = slide.center;
        let stop = met.as_ref().map(|hit| hit.center);
        let share = |share: f32| from.lerp(to, share);
        let wrong = [
            stop,
            Some(to),
            kept_speed(&slide, stop, to),
            Some(share(0.6)),
            Some(share(1.4)),
        ];
        let mut ends = vec![end];
        for point in wrong.into_iter().flatten() {
            if ends.len() < 3 && ends.iter().all(|known| known.distance(point) > APART * radius) {
                ends.push(point);
            }
        }
        if ends.len() < 3 {
            return None;
        }
        let choices = ends
            .iter()
            .map(|&point| {
                let away = metres(f64::from(point.distance(from)));
                Choice::new(
                    text!(
                        "quiz-body-end-answer",
                        point = format_point(point.as_dvec3()),
                        away
                    ),
                    Mark::Point(point),
                )
            })
            .collect();
        let text = text!(
            "quiz-body-end-question",
            radius = metres(f64::from(radius)),
            from = format_point(from.as_dvec3()),
            way = metres(f64::from(RADII * radius))
        );
        let why = match stop {
            None => text!("quiz-body-end-free").to_owned(),
            Some(stop) if stop.distance(end) <= APART * radius => text!(
                "quiz-body-end-stuck",
                way = metres(f64::from(stop.distance(from)))
            ),
            Some(stop) => text!(
                "quiz-body-end-slid",
                way = metres(f64::from(stop.distance(from))),
                slid = metres(f64::from(stop.distance(end)))
            ),
        };
        let scene = Scene::Query {
            query: Query::Slide { body, from, to },
            node: None,
        };
        let random = &mut self.random;
        Some(Question::new((Kind::BodyEnd, text), choices, why, scene, random))
    }
}

/// Returns the end position of an incorrect slide that turns the displacement along the wall instead of clipping it.
fn kept_speed(slide: &Slide, stop: Option<Vec3>, to: Vec3) -> Option<Vec3> {
    let stop = stop?;
    let along = slide.clipped_displacement.try_normalize()?;
    Some(stop + along * stop.distance(to))
}
