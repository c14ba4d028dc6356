//! Why a node has its plane, in sentences.

use super::plane_words::name_of;
use crate::{
    app::words::{count, counted},
    bsp::{
        BuildParams, Rule,
        recording::{Candidate, Decision, MOST_CANDIDATES},
    },
};

/// Why a node of the node-storing tree has its plane: the reason, and what was looked at.
pub(super) fn account(decision: &Decision, params: &BuildParams) -> String {
    let Some(chosen) = decision.candidates.get(decision.chosen as usize) else {
        return String::new();
    };
    let by_rule = best(decision, |_| true).unwrap_or(chosen);
    let faces = counted(decision.faces, "face");
    if decision.faces == 1 {
        return "One face reached this node, so its plane is that of this face.".to_owned();
    }
    if by_rule.plane != chosen.plane {
        let would = match params.rule {
            Rule::First | Rule::Random => format!("The rule takes {}.", of(by_rule)),
            _ => format!(
                "The rule would have taken {}, which scores {} against {}.",
                of(by_rule),
                number(by_rule.score),
                number(chosen.score)
            ),
        };
        return format!(
            "This plane was given to the node in “What if”. It cuts {} of {faces}. {would}",
            none(decision.cuts)
        );
    }
    match params.rule {
        Rule::First => {
            return format!(
                "The rule `first` takes the plane of the first face that reaches the node, which is {}. It cuts {} of \
                 {faces}.",
                of_face(chosen),
                none(decision.cuts)
            );
        }
        Rule::Random => {
            return format!(
                "The rule `random` takes the plane of any face that reaches the node; the random number chose {}. It \
                 cuts {} of {faces}.",
                of_face(chosen),
                none(decision.cuts)
            );
        }
        _ => {}
    }
    let Some(next) = best(decision, |candidate| candidate.plane != chosen.plane) else {
        let cuts = none(decision.cuts);
        return format!("It was the only plane considered: it cuts {cuts} of {faces}.");
    };
    format!(
        "{} {}",
        reason(decision, chosen, next, params),
        looked_at(decision, params)
    )
}

/// Why the chosen plane is better than the next best.
fn reason(decision: &Decision, chosen: &Candidate, next: &Candidate, params: &BuildParams) -> String {
    let faces = counted(decision.faces, "face");
    let ties = next.score <= chosen.score;
    let only_cuts = params.cut_weight != 0.0 && params.unbalance_weight == 0.0;
    let only_balance = params.cut_weight == 0.0 && params.unbalance_weight != 0.0;
    let cuts = none(decision.cuts);
    let (front, back) = (count(decision.front), count(decision.back));
    match params.rule {
        Rule::FewestCuts if only_cuts && ties => {
            format!(
                "This plane was chosen because no other cuts fewer faces: it cuts {cuts} of {faces}, as does another."
            )
        }
        Rule::FewestCuts if only_cuts => format!(
            "This plane was chosen because it cuts the fewest faces: it cuts {}.",
            cut_by([chosen, next], decision, params)
        ),
        Rule::Balanced if only_balance && ties => format!(
            "This plane was chosen because no other divides the faces more evenly: {front} in front, {back} behind. \
             Another does so as well."
        ),
        Rule::Balanced if only_balance => format!(
            "This plane was chosen because it divides the faces most evenly: {front} in front, {back} behind; the next \
             best {} and {}.",
            count(next.front),
            of_sample(next.back, decision, params)
        ),
        Rule::Sampled => format!(
            "This plane was chosen because a query is expected to cost the least with it, {}; with the next best {}. It \
             cuts {}.",
            number(chosen.score),
            number(next.score),
            cut_by([chosen, next], decision, params)
        ),
        _ => format!(
            "This plane was chosen because its score is the least, {}; the next best has {}. It cuts {}.",
            number(chosen.score),
            number(next.score),
            cut_by([chosen, next], decision, params)
        ),
    }
}

/// Which planes were considered, and against how many faces.
fn looked_at(decision: &Decision, params: &BuildParams) -> String {
    let number = decision.candidates.len();
    let across = decision
        .candidates
        .iter()
        .filter(|candidate| candidate.face.is_none())
        .count();
    let own = number - across;
    let full = if number >= MOST_CANDIDATES { " or more" } else { "" };
    let from = if params.tries_all_faces(decision.faces) {
        format!("of all {} faces", count(decision.faces))
    } else {
        format!("sampled of {}", count(decision.faces))
    };
    let mut text = match (own, across) {
        (_, 0) => format!(
            "It is the best of {}{full} {from}",
            counted(number as u64, "plane")
        ),
        (0, _) => format!(
            "It is the best of {} across axes",
            counted(across as u64, "plane")
        ),
        _ => format!(
            "It is the best of {}{full}: {} {from}, and {} across axes",
            counted(number as u64, "plane"),
            count(own as u64),
            count(across as u64)
        ),
    };
    let sample = params.scored_pieces(decision.faces);
    if params.rule != Rule::Ati && sample < decision.faces {
        text += &format!(", each scored against {} of the faces", count(sample));
    }
    text + "."
}

/// The candidate with the least score, the first among equals.
fn best(decision: &Decision, is_meant: impl Fn(&Candidate) -> bool) -> Option<&Candidate> {
    let meant = decision.candidates.iter().filter(|candidate| is_meant(candidate));
    meant.min_by(|a, b| a.score.total_cmp(&b.score))
}

/// How many faces the chosen plane and the next best cut: of all faces, and of the sample, in which both were counted.
fn cut_by([chosen, next]: [&Candidate; 2], decision: &Decision, params: &BuildParams) -> String {
    let (cuts, faces) = (none(decision.cuts), counted(decision.faces, "face"));
    let sample = params.scored_pieces(decision.faces);
    if params.rule == Rule::Ati || sample >= decision.faces {
        return format!("{cuts} of {faces}; the next best cuts {}", none(next.cuts));
    }
    let (own, next) = (none(chosen.cuts), none(next.cuts));
    format!(
        "{cuts} of {faces}; of the {} sampled it cuts {own}, the next best {next}",
        count(sample)
    )
}

/// A number of the sample, with the size of the sample where that is not all.
fn of_sample(number: u32, decision: &Decision, params: &BuildParams) -> String {
    let sample = params.scored_pieces(decision.faces);
    if params.rule == Rule::Ati || sample >= decision.faces {
        none(number)
    } else {
        format!("{} of {} sampled", none(number), count(sample))
    }
}

fn none(number: u32) -> String {
    if number == 0 {
        "none".to_owned()
    } else {
        count(number)
    }
}

fn of(candidate: &Candidate) -> String {
    match candidate.face {
        Some(face) => format!("the plane of face {}", count(face)),
        None => format!("the plane {}", name_of(candidate)),
    }
}

fn of_face(candidate: &Candidate) -> String {
    candidate
        .face
        .map_or_else(|| name_of(candidate), |face| format!("face {}", count(face)))
}

/// A score with as many digits as tell scores apart.
fn number(score: f64) -> String {
    match score.abs() {
        size if size >= 1.0e4 => format!("{score:.0}"),
        size if size >= 100.0 => format!("{score:.1}"),
        _ => format!("{score:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::geometry::Plane;

    fn candidate(face: Option<u32>, score: f64, [front, back, cuts]: [u32; 3]) -> Candidate {
        let d = f64::from(face.unwrap_or(1_000));
        Candidate {
            plane: Plane { normal: DVec3::X, d },
            face,
            score,
            cuts,
            front,
            back,
        }
    }

    fn decision(faces: u32, candidates: Vec<Candidate>, chosen: u32) -> Decision {
        let Candidate {
            front, back, cuts, ..
        } = candidates[chosen as usize];
        Decision {
            faces,
            coplanar: faces - front - back - cuts,
            front: front + cuts,
            back: back + cuts,
            cuts,
            candidates,
            chosen,
        }
    }

    #[test]
    fn each_rule_says_why() {
        let of = |rule, decision: &Decision| account(decision, &BuildParams::preset(rule));
        let two = |scores: [f64; 2]| {
            let first = candidate(Some(17), scores[0], [20, 15, 2]);
            let second = candidate(Some(4), scores[1], [10, 20, 5]);
            decision(40, vec![second, first], 1)
        };
        assert_eq!(
            of(Rule::FewestCuts, &two([2.0, 5.0])),
            "This plane was chosen because it cuts the fewest faces: it cuts 2 of 40 faces; the next best cuts 5. It is the \
             best of 2 planes of all 40 faces."
        );
        let mut equal = two([2.0, 2.0]);
        equal.candidates.swap(0, 1);
        equal.chosen = 0;
        assert!(of(Rule::FewestCuts, &equal).contains("no other cuts fewer"));
        assert!(
            of(Rule::Balanced, &two([5.0, 10.0]))
                .contains("most evenly: 22 in front, 17 behind; the next best 10 and 20")
        );
        assert!(
            of(Rule::Ati, &two([11.0, 25.0]))
                .contains("its score is the least, 11.00; the next best has 25.00")
        );
        assert!(
            of(Rule::First, &two([0.0, 0.0])).contains("given to the node"),
            "the first candidate is the rule's"
        );
        let alone = decision(40, vec![candidate(Some(17), 0.0, [20, 15, 2])], 0);
        assert!(
            of(Rule::First, &alone)
                .contains("the first face that reaches the node, which is face 17. It cuts 2 of 40")
        );
        assert!(of(Rule::Random, &alone).contains("the random number chose face 17"));
        assert!(of(Rule::Balanced, &alone).contains("the only plane considered: it cuts 2 of 40 faces"));
        let one = decision(1, vec![candidate(Some(17), 0.0, [0, 0, 0])], 0);
        assert_eq!(
            of(Rule::Sampled, &one),
            "One face reached this node, so its plane is that of this face."
        );
    }

    #[test]
    fn sampled_rules_say_what_was_sampled() {
        let params = BuildParams::SAMPLED;
        let mut candidates: Vec<Candidate> = (0..8)
            .map(|face| candidate(Some(face), 50.0 + f64::from(face), [60, 60, 8]))
            .collect();
        candidates.extend((0..16).map(|_| candidate(None, 70.0, [64, 64, 0])));
        let text = account(&decision(310, candidates.clone(), 0), &params);
        assert!(
            text.ends_with(
                "It cuts 8 of 310 faces; of the 128 sampled it cuts 8, the next best 8. It is the best of 24 planes: 8 sampled of 310, and 16 across axes, each \
                 scored against 128 of the faces."
            ),
            "{text}"
        );
        let given = account(&decision(310, candidates, 9), &params);
        assert_eq!(
            given,
            "This plane was given to the node in “What if”. It cuts none of 310 faces. The rule would have taken the plane of \
             face 0, which scores 50.00 against 70.00."
        );
    }
}
