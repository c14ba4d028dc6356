//! What a film says of the parts of a query, and of its end.

use bspwalk_progress::words::{count, counted, metres, of_all};
use bspwalk_trees::observer::Stage;
use glam::DVec3;

use super::{
    query::{Answer, Query},
    scene::{Scene, is, place, share},
};

/// One sentence about a part of a query.
pub(super) fn sentence(scene: &Scene<'_>, stage: Stage) -> String {
    match stage {
        Stage::Round {
            round,
            center,
            half_spaces,
            to,
            exact,
        } => {
            let by = metres(center.as_dvec3().distance(to));
            let planes = counted(half_spaces, "plane");
            let how = match (exact, half_spaces) {
                (true, 1) => "the nearest point in front of it",
                (true, _) => "the nearest point in front of them all",
                (false, 1) => "a step in front of it",
                (false, _) => "a step in front of the one that it is furthest behind",
            };
            format!(
                "Round {}: the centre must be in front of {planes} so far; {how} is {by} away, at {}.",
                count(round),
                place(to)
            )
        }
        Stage::Clear { center } => format!(
            "At {} the body reaches into nothing. Does its straight path from the start cross a face?",
            place(center.as_dvec3())
        ),
        Stage::Crossed { triangle } => {
            let face = scene.tree.triangle(triangle).map_or(0, |view| view.face);
            format!(
                "The path goes through face {}: from now on that face keeps the body on its side.",
                count(face)
            )
        }
        Stage::Clipped {
            planes,
            before,
            after,
        } => clipped(planes, before, after),
        Stage::Leg { from, to, stopped } => {
            let length = metres(from.as_dvec3().distance(to.as_dvec3()));
            if stopped {
                format!(
                    "A leg of {length}, until the body meets something, at {}.",
                    place(to.as_dvec3())
                )
            } else {
                format!(
                    "A leg of {length} to its end, at {}: nothing is in the way.",
                    place(to.as_dvec3())
                )
            }
        }
    }
}

fn clipped(planes: u32, before: DVec3, after: DVec3) -> String {
    let [before, after] = [before.length(), after.length()];
    match planes {
        0 => format!(
            "The body touches nothing: all of its {} are left to go.",
            metres(before)
        ),
        _ if after >= before * (1.0 - 1.0e-6) => format!(
            "The body touches {}, and {} are left to go: no plane is in the way.",
            counted(planes, "plane"),
            metres(before)
        ),
        _ if after <= before * 1.0e-6 => format!(
            "The body touches {}, which leave it no way: of {}, nothing is left.",
            counted(planes, "plane"),
            metres(before)
        ),
        _ => format!(
            "The body touches {}: of {} to go, {} are left along {}.",
            counted(planes, "plane"),
            metres(before),
            metres(after),
            if planes == 1 { "it" } else { "them" }
        ),
    }
}

/// The answer, and what it took.
pub(super) fn end(scene: &Scene<'_>) -> String {
    let film = scene.film;
    let answer = match (film.query(), film.answer()) {
        (Some(query), Some(answer)) => answered(query, answer),
        _ => return String::new(),
    };
    let totals = film.totals();
    let nodes = format!(
        "{} visited",
        of_all([totals.visited as usize, film.nodes() as usize], "node")
    );
    let without = u64::from(totals.questions) * u64::from(film.triangles());
    let work = match film.query() {
        Some(Query::Locate { .. }) => format!("{nodes}."),
        _ if totals.questions > 1 => format!(
            "{} in {}, {} tested; without a tree {}.",
            counted(totals.visited, "node visit"),
            counted(totals.questions, "question"),
            counted(totals.tested, "face"),
            count(without)
        ),
        _ => format!(
            "{nodes}, {} tested; without a tree {}.",
            counted(totals.tested, "face"),
            count(without)
        ),
    };
    let behind = match film.nodes_behind(scene.tree) {
        nodes if nodes == 0 || totals.questions > 1 => String::new(),
        1 => " One node lies behind the hit and was not asked.".to_owned(),
        nodes => format!(
            " {} lie behind the hit and were not asked.",
            counted(nodes, "node")
        ),
    };
    format!("{answer} {work}{behind}")
}

fn answered(query: &Query, answer: &Answer) -> String {
    let far = |to: glam::Vec3| metres(query.place().as_dvec3().distance(to.as_dvec3()));
    let is_sight = matches!(query, Query::Sight { .. });
    match answer {
        Answer::Cast(None) if is_sight => "The line of sight is free.".to_owned(),
        Answer::Cast(Some(hit)) if is_sight => {
            format!(
                "Face {} is in the way, {} from the eye.",
                count(hit.face),
                far(hit.point)
            )
        }
        Answer::Cast(None) => "The segment meets no face.".to_owned(),
        Answer::Cast(Some(hit)) => format!(
            "The segment meets face {} at t = {}, {} from its start.",
            count(hit.face),
            share(f64::from(hit.t)),
            far(hit.point)
        ),
        Answer::Contacts(contacts) => match contacts.first() {
            None => "The body reaches into nothing.".to_owned(),
            Some(deepest) => format!(
                "The body reaches into {}, at most {} deep.",
                counted(contacts.len() as u64, "face"),
                metres(f64::from(deepest.depth))
            ),
        },
        Answer::Push(pushed) if !pushed.clear => {
            "There is no room for the body near by: it stays.".to_owned()
        }
        Answer::Push(pushed) if pushed.contacts.is_empty() => {
            "The body reaches into nothing, and stays.".to_owned()
        }
        Answer::Push(pushed) => format!("The body is clear after a push of {}.", far(pushed.center)),
        Answer::PushAti(pushed) => format!(
            "The sample's push moved the centre by {} and reports {}.",
            far(pushed.center),
            if pushed.pushed {
                "that a face pushed"
            } else {
                "no push"
            }
        ),
        Answer::Sweep(None) => "The body meets nothing on its way.".to_owned(),
        Answer::Sweep(Some(hit)) => format!(
            "The body meets face {} at t = {}, after {}.",
            count(hit.face),
            share(hit.t),
            far(hit.center)
        ),
        Answer::Slide(slide) if !slide.clear => "There is no room for the body: it stays.".to_owned(),
        Answer::Slide(slide) => format!(
            "The body ends {} from its start, after {}.",
            far(slide.center),
            counted(slide.legs.len() as u64, "leg")
        ),
        Answer::Overlap(faces) => match faces.len() as u64 {
            0 => "No face touches the box.".to_owned(),
            faces => format!(
                "{} {} the box.",
                counted(faces, "face"),
                if faces == 1 { "touches" } else { "touch" }
            ),
        },
        Answer::Locate(path) => {
            let letters: String = path.iter().map(|step| step.branch.letter()).collect();
            let planes = path.len() as u64;
            let is = is(planes);
            format!(
                "The path is {letters}: {} {is} enough to put the point in one cell.",
                counted(planes, "plane")
            )
        }
    }
}
