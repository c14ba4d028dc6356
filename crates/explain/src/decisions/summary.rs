//! Explains in at most two short sentences why a node's plane was chosen. `account` provides the details.

use bspwalk_text::{
    text,
    words::{count, count_with_noun},
};
use bspwalk_trees::{
    FaceId,
    recording::{ChosenBy, Decision},
};

use super::{
    account::explain_plane_choice,
    candidates::{distinct, how_many},
    plane_words::format_count_or_none,
    scoring::{Scoring, Weighs},
};

/// Explains in at most two short sentences why a node's plane was chosen, without mentioning scores.
///
/// Returns an empty string if there was no choice.
#[must_use]
pub fn summary(decision: &Decision, scoring: &Scoring) -> String {
    let is_scored = matches!(
        decision.chosen_by,
        ChosenBy::Weights | ChosenBy::BlockWeights | ChosenBy::Cost | ChosenBy::CostOfFaces
    );
    let planes = distinct(decision);
    let Some(chosen) = decision.candidates.get(decision.chosen as usize) else {
        return String::new();
    };
    if !is_scored || planes.len() < 2 {
        return explain_plane_choice(decision, scoring);
    }
    let is_eligible = |face: Option<FaceId>| decision.chosen_by != ChosenBy::CostOfFaces || face.is_some();
    let others = planes
        .iter()
        .skip(1)
        .map(|plane| &decision.candidates[plane.place]);
    let tied = others.filter(|other| is_eligible(other.face) && other.score <= chosen.score);
    let others = count(tied.count() as u64);
    let planes = how_many(decision, planes.len());
    let chosen = match (decision.chosen_by, scoring.weighs) {
        (ChosenBy::CostOfFaces, _) => text!("decision-short-of-faces", others),
        (ChosenBy::Weights, Weighs::Cuts) => text!("decision-short-cuts", planes, others),
        (ChosenBy::Weights, Weighs::Balance) => text!("decision-short-balance", planes, others),
        _ => text!("decision-short-score", planes, others),
    };
    let faces = count_with_noun(decision.faces, "piece");
    let cuts = text!("decision-cuts", cuts = format_count_or_none(decision.cuts), faces);
    text!("text-sentences", first = chosen, second = cuts)
}

#[cfg(test)]
mod tests {
    use bspwalk_geometry::Plane;
    use bspwalk_trees::{BuildParams, Rule, recording::Candidate};
    use glam::DVec3;

    use super::*;

    #[test]
    fn summary_counts_ties() {
        let candidate = |face: u32, score| Candidate {
            plane: Plane {
                normal: DVec3::X,
                d: f64::from(face),
            },
            face: Some(FaceId(face)),
            score,
            cuts: 2,
            front: 20,
            back: 18,
        };
        let of = |rule, scores: &[f64], chosen_by| {
            let candidates = (0..).zip(scores).map(|(face, &score)| candidate(face, score));
            let decision = Decision {
                faces: 40,
                cuts: 2,
                chosen_by,
                candidates: candidates.collect(),
                ..Decision::default()
            };
            summary(&decision, &Scoring::of_node(&BuildParams::preset(rule), 40))
        };
        for (rule, scores, chosen_by, expected) in [
            (
                Rule::Sampled,
                &[1.0, 2.0, 3.0][..],
                ChosenBy::Cost,
                "Of 3 planes, this plane has the lowest [[score]]. The plane cuts 2 of 40 fragments.",
            ),
            (
                Rule::FewestCuts,
                &[2.0, 2.0, 2.0, 2.0][..],
                ChosenBy::Weights,
                "Of 4 planes, this plane cuts the fewest fragments, tied with 3 others. The plane cuts 2 of 40 fragments.",
            ),
            (
                Rule::Balanced,
                &[2.0, 2.0][..],
                ChosenBy::Weights,
                "Of 2 planes, this plane divides the fragments most evenly, tied with one other. The plane cuts 2 of 40 fragments.",
            ),
        ] {
            assert_eq!(of(rule, scores, chosen_by), expected);
        }
        let one = of(Rule::Sampled, &[1.0], ChosenBy::Cost);
        assert!(
            one.starts_with("This plane was the only plane considered."),
            "{one}"
        );
    }
}
