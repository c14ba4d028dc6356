//! Checks about the planar tree, the node-storing tree and its queries.

use bspwalk_planar::{PlanarTree, Position};
use bspwalk_text::{
    text,
    words::{count_with_noun, metres},
};
use bspwalk_trees::{
    Branch, NodeTree,
    recording::{Candidate, Decision},
};
use glam::{DVec2, DVec3, Vec3, dvec2, dvec3};

use super::{CheckFilm, ChoiceQuestion, TRIES};
use crate::{
    decisions::{distinct, equation, score_words},
    films::QueryFilm,
    quiz::{Kind, Scene, before_step, letter, question::format_point},
};

/// Minimum distance from a plane for the side of a point or a sphere to be obvious, in metres.
const CLEAR: f64 = 0.05;

/// Asks how many lines of a planar tree a point is tested against.
#[must_use]
pub fn tests_of_point(tree: &PlanarTree, seed: u64) -> Option<ChoiceQuestion> {
    let random = &mut fastrand::Rng::with_seed(seed);
    let corners = tree.edges().iter().map(|edge| [edge.from; 2]);
    let [min, max] = corners.reduce(|[min, max], [corner, _]| [min.min(corner), max.max(corner)])?;
    let (point, located) = (0..TRIES).find_map(|_| {
        let share = dvec2(random.f64(), random.f64());
        let point = (2.0 * (min + (max - min) * share)).round() / 2.0;
        let located = tree.locate(point);
        let is_clear = !matches!(located.position, Position::OnEdge(_))
            && located.tests > 0
            && located.tests as usize == located.path.len();
        is_clear.then_some((point, located))
    })?;
    let text = text!("tourcheck-tests", point = planar(point));
    let place = match located.position {
        Position::Inside => "inside",
        _ => "outside",
    };
    let why = text!(
        "tourcheck-tests-why",
        tests = count_with_noun(located.tests, "test"),
        place
    );
    Some(ChoiceQuestion::of_number(text, located.tests, why, random))
}

/// Asks for the first letter (F or B) on the path to a marked point.
#[must_use]
pub fn letter_at_root(tree: &NodeTree, seed: u64) -> Option<ChoiceQuestion> {
    let random = &mut fastrand::Rng::with_seed(seed);
    let plane = tree.node(tree.root()?)?.plane;
    let (bounds, is_front) = (tree.bounds(), random.bool());
    let point = (0..TRIES).find_map(|_| {
        // At half the height of the level, points are in neither the floor nor the ceiling.
        let share = dvec3(random.f64(), 0.5, random.f64());
        let point = rounded(bounds.min + bounds.size() * share);
        let distance = plane.distance(point);
        (distance.abs() > CLEAR && (distance > 0.0) == is_front).then_some(point)
    })?;
    let branch = tree.path(point.as_vec3()).next()?.branch;
    let text = text!(
        "tourcheck-letter",
        plane = equation(&plane),
        point = format_point(point)
    );
    let choices = vec![
        text!("tourcheck-letter-front").to_owned(),
        text!("tourcheck-letter-back").to_owned(),
    ];
    let why = text!(
        "tourcheck-letter-why",
        distance = metres(plane.distance(point).abs()),
        side = side_of(branch)
    );
    Some(ChoiceQuestion {
        at: Some(point.as_vec3()),
        ..ChoiceQuestion::new(text, choices, branch.pick([0, 1]), why)
    })
}

/// Returns three different planes that were considered for a node: the rule's choice, the plane with the fewest cuts,
/// and the plane that divides the pieces most evenly. The planes are sorted by face number.
///
/// Returns `None` if fewer than three planes divide the pieces.
#[must_use]
pub fn planes_to_try(decision: &Decision) -> Option<[Candidate; 3]> {
    let planes = distinct(decision);
    let (chosen, others) = planes.split_first()?;
    let mut others: Vec<Candidate> = others
        .iter()
        .map(|plane| decision.candidates[plane.place])
        .filter(|plane| plane.cuts > 0 || (plane.front > 0 && plane.back > 0))
        .collect();
    let mut take = |key: fn(&Candidate) -> [u32; 2]| {
        let best = (0..others.len()).min_by_key(|&place| key(&others[place]))?;
        Some(others.remove(best))
    };
    let fewest_cuts = take(|plane| [plane.cuts, imbalance(plane)])?;
    let most_even = take(|plane| [imbalance(plane), plane.cuts])?;
    let mut three = [decision.candidates[chosen.place], fewest_cuts, most_even];
    three.sort_by_key(|plane| plane.face);
    Some(three)
}

/// Asks which of the planes has the lowest score.
///
/// Returns `None` if several planes share the lowest score.
#[must_use]
pub fn best_of_planes(planes: &[Candidate]) -> Option<ChoiceQuestion> {
    let lowest = planes.iter().map(|plane| plane.score).min_by(f64::total_cmp)?;
    let mut best = (0..planes.len()).filter(|&place| planes[place].score == lowest);
    let right = best.next().filter(|_| best.next().is_none())?;
    let text = text!("tourcheck-planes").to_owned();
    let choices = (0..planes.len()).map(|place| letter(place).to_string()).collect();
    let scores = planes.iter().enumerate().map(|(place, plane)| {
        text!(
            "quiz-chosen-plane-score",
            letter = letter(place),
            score = score_words(plane)
        )
    });
    let scores: Vec<String> = scores.collect();
    let why = text!(
        "quiz-chosen-plane-why",
        scores = scores.join(text!("text-semicolon"))
    );
    Some(ChoiceQuestion::new(text, choices, right, why))
}

/// Asks about a step of a query film: which child of a node is visited first, or whether the far child is visited as
/// well.
#[must_use]
pub fn step_of_film(tree: &NodeTree, film: &QueryFilm, seed: u64) -> Option<ChoiceQuestion> {
    let random = &mut fastrand::Rng::with_seed(seed);
    let asked = (0..film.len()).filter_map(|step| Some((step, before_step(tree, film, step)?)));
    let mut asked: Vec<_> = asked.collect();
    // Questions about the far side show what a cast saves. They are rare, so prefer them half of the time.
    if random.bool() && asked.iter().any(|(_, question)| question.kind == Kind::FarSide) {
        asked.retain(|(_, question)| question.kind == Kind::FarSide);
    }
    let (step, question) = random.choice(asked)?;
    let node = match question.scene {
        Scene::Query { node: Some(node), .. } if question.kind == Kind::FirstChild => Some(node),
        _ => None,
    };
    let mut check = ChoiceQuestion::of_question(question)?;
    // The text of the quiz question refers to the next step, which is not on the screen here.
    if let Some(node) = node {
        check.text = text!("tourcheck-first-child", node);
    }
    check.film = Some(CheckFilm::Query(step as u32));
    Some(check)
}

/// Asks which children of a node are visited by a search around a sphere.
#[must_use]
pub fn searched_children(tree: &NodeTree, center: Vec3, radius: f32, seed: u64) -> Option<ChoiceQuestion> {
    let random = &mut fastrand::Rng::with_seed(seed);
    let (center, radius) = (center.as_dvec3(), f64::from(radius));
    let mut met = Vec::new();
    let mut open = Vec::from_iter(tree.root());
    while let Some(id) = open.pop() {
        let Some(view) = tree.node(id).filter(|view| !view.is_block) else {
            continue;
        };
        let distance = view.plane.distance(center);
        let straddles = distance.abs() <= radius;
        open.extend(view.front.filter(|_| straddles || distance >= 0.0));
        open.extend(view.back.filter(|_| straddles || distance < 0.0));
        if view.front.is_some() && view.back.is_some() && (distance.abs() - radius).abs() > CLEAR * radius {
            met.push((id, distance, straddles));
        }
    }
    let is_wanted = random.bool();
    if met.iter().any(|&(.., straddles)| straddles == is_wanted) {
        met.retain(|&(.., straddles)| straddles == is_wanted);
    }
    let (node, distance, straddles) = random.choice(met)?;
    let side = side_of(Branch::front_if(distance >= 0.0));
    let away = metres(distance.abs());
    let radius = metres(radius);
    let text = text!("tourcheck-sides", node, away, side, radius);
    let choices = vec![
        text!("tourcheck-sides-both").to_owned(),
        text!("tourcheck-sides-front").to_owned(),
        text!("tourcheck-sides-back").to_owned(),
    ];
    let (right, why) = match (straddles, distance >= 0.0) {
        (true, _) => (0, text!("tourcheck-sides-straddles", away, radius)),
        (false, is_front) => (
            if is_front { 1 } else { 2 },
            text!("tourcheck-sides-clear", away, side, radius),
        ),
    };
    Some(ChoiceQuestion::new(text, choices, right, why))
}

/// Returns the difference between the numbers of pieces on the two sides of a plane.
fn imbalance(plane: &Candidate) -> u32 {
    plane.front.abs_diff(plane.back)
}

/// Returns the message key for a side.
fn side_of(branch: Branch) -> &'static str {
    branch.pick(["front", "back"])
}

/// Rounds x and z to multiples of half a metre.
fn rounded(point: DVec3) -> DVec3 {
    let half = (2.0 * point).round() / 2.0;
    // Adding zero turns −0 into +0.
    dvec3(half.x + 0.0, point.y, half.z + 0.0)
}

/// Formats a point in two dimensions: "(3.5, −1.0)".
fn planar(point: DVec2) -> String {
    let [x, y] = point
        .to_array()
        .map(|part| format!("{:.1}", part + 0.0).replace('-', "−"));
    format!("({x}, {y})")
}
