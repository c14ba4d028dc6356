//! Captions for the stages of a query and for its end.

use bspwalk_text::{
    text,
    words::{count, count_with_noun, describe_share, metres},
};
use bspwalk_trees::FaceId;
use bspwalk_trees::observer::Stage;
use glam::DVec3;

use super::{
    query::{Answer, Query},
    scene::{Scene, format_point, share},
};

/// Describes a stage of a query in one sentence.
pub(super) fn describe_stage(scene: &Scene<'_>, stage: Stage) -> String {
    match stage {
        Stage::Round {
            round,
            center,
            half_spaces,
            to,
            exact,
        } => {
            let by = metres(center.as_dvec3().distance(to));
            let planes = count_with_noun(half_spaces, "plane");
            let how = match (exact, half_spaces) {
                (true, 1) => text!("stage-nearest-of-one"),
                (true, _) => text!("stage-nearest-of-all"),
                (false, 1) => text!("stage-step-of-one"),
                (false, _) => text!("stage-step-of-all"),
            };
            text!(
                "stage-round",
                round = count(round),
                planes,
                how,
                by,
                to = format_point(to)
            )
        }
        Stage::Clear { center } => text!("stage-clear", at = format_point(center.as_dvec3())),
        Stage::Crossed { triangle } => {
            let face = scene.tree.triangle(triangle).map_or(FaceId(0), |view| view.face);
            text!("stage-crossed", face = count(face))
        }
        Stage::Clipped {
            planes,
            before,
            after,
        } => clipped(planes, before, after),
        Stage::Leg { from, to, stopped } => {
            let length = metres(from.as_dvec3().distance(to.as_dvec3()));
            if stopped {
                text!("stage-leg-stopped", length, to = format_point(to.as_dvec3()))
            } else {
                text!("stage-leg", length, to = format_point(to.as_dvec3()))
            }
        }
    }
}

fn clipped(planes: u32, before: DVec3, after: DVec3) -> String {
    let [before, after] = [before.length(), after.length()];
    match planes {
        0 => text!("stage-touches-nothing", left = metres(before)),
        _ if after >= before * (1.0 - 1.0e-6) => text!(
            "stage-touches-free",
            planes = count_with_noun(planes, "plane"),
            left = metres(before)
        ),
        _ if after <= before * 1.0e-6 => text!(
            "stage-no-way",
            planes = count_with_noun(planes, "plane"),
            left = metres(before)
        ),
        _ => text!(
            "stage-clipped",
            planes = count_with_noun(planes, "plane"),
            before = metres(before),
            after = metres(after),
            count = count(planes)
        ),
    }
}

/// Describes the query's answer and cost.
pub(super) fn end(scene: &Scene<'_>) -> String {
    let film = scene.film;
    let answer = match (film.query(), film.answer()) {
        (Some(query), Some(answer)) => answered(query, answer),
        _ => return String::new(),
    };
    let totals = film.totals();
    let nodes = text!(
        "stage-visited",
        nodes = describe_share([totals.visited as usize, film.nodes() as usize], "node")
    );
    let without = u64::from(totals.questions) * u64::from(film.triangles());
    let work = match film.query() {
        Some(Query::Locate { .. }) => text!("stage-end-locate", nodes),
        _ if totals.questions > 1 => text!(
            "stage-end-questions",
            visits = count_with_noun(totals.visited, "node visit"),
            questions = text!("stage-questions", count = count(totals.questions)),
            faces = count_with_noun(totals.tested, "face"),
            without = count(without)
        ),
        _ => text!(
            "stage-end",
            nodes,
            faces = count_with_noun(totals.tested, "face"),
            without = count(without)
        ),
    };
    let behind = match film.nodes_behind(scene.tree) {
        nodes if nodes == 0 || totals.questions > 1 => None,
        1 => Some(text!("stage-one-behind").to_owned()),
        nodes => Some(text!("stage-behind", nodes = count_with_noun(nodes, "node"))),
    };
    let text = text!("text-sentences", first = answer, second = work);
    match behind {
        Some(behind) => text!("text-sentences", first = text, second = behind),
        None => text,
    }
}

fn answered(query: &Query, answer: &Answer) -> String {
    let far = |to: glam::Vec3| metres(query.place().as_dvec3().distance(to.as_dvec3()));
    let is_sight = matches!(query, Query::Sight { .. });
    match answer {
        Answer::Cast(None) if is_sight => text!("stage-sight-free").to_owned(),
        Answer::Cast(Some(hit)) if is_sight => {
            text!(
                "stage-sight-blocked",
                face = count(hit.face),
                distance = far(hit.point)
            )
        }
        Answer::Cast(None) => text!("stage-cast-nothing").to_owned(),
        Answer::Cast(Some(hit)) => text!(
            "stage-cast-hit",
            face = count(hit.face),
            t = share(f64::from(hit.t)),
            distance = far(hit.point)
        ),
        Answer::Contacts(contacts) => match contacts.first() {
            None => text!("stage-contacts-none").to_owned(),
            Some(deepest) => text!(
                "stage-contacts",
                faces = count_with_noun(contacts.len() as u64, "face"),
                depth = metres(f64::from(deepest.depth))
            ),
        },
        Answer::Push(pushed) if !pushed.clear => text!("stage-push-no-room").to_owned(),
        Answer::Push(pushed) if pushed.contacts.is_empty() => text!("stage-push-stays").to_owned(),
        Answer::Push(pushed) => text!("stage-pushed", distance = far(pushed.center)),
        Answer::PushAti(pushed) if pushed.pushed => text!("stage-ati-pushed", distance = far(pushed.center)),
        Answer::PushAti(pushed) => text!("stage-ati-not-pushed", distance = far(pushed.center)),
        Answer::Sweep(None) => text!("stage-sweep-nothing").to_owned(),
        Answer::Sweep(Some(hit)) => text!(
            "stage-sweep-hit",
            face = count(hit.face),
            t = share(hit.t),
            distance = far(hit.center)
        ),
        Answer::Slide(slide) if !slide.clear => text!("stage-slide-no-room").to_owned(),
        Answer::Slide(slide) => text!(
            "stage-slide",
            distance = far(slide.center),
            legs = count_with_noun(slide.legs.len() as u64, "leg")
        ),
        Answer::Overlap(faces) => match faces.len() as u64 {
            0 => text!("stage-box-nothing").to_owned(),
            faces => text!("stage-touch-box", count = count(faces)),
        },
        Answer::Locate(path) => {
            let letters: String = path.iter().map(|step| step.branch.letter()).collect();
            text!("stage-path", letters, count = count(path.len() as u64))
        }
    }
}
