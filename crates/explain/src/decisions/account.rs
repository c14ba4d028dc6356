//! Explains in full sentences why a node's plane was chosen.

use bspwalk_text::{
    text,
    words::{count, count_with_noun},
};
use bspwalk_trees::recording::{Candidate, ChosenBy, Decision};

use super::{
    candidates::{Distinct, distinct, how_many},
    plane_words::{format_count_or_none, format_score, plane_in_sentence},
    scoring::{Scoring, Tried, Weighs},
};

/// Explains the choice of a node's plane: how it was chosen, and which planes were considered.
///
/// Returns an empty string if there was no choice.
#[must_use]
pub fn explain_plane_choice(decision: &Decision, scoring: &Scoring) -> String {
    let Some(chosen) = decision.candidates.get(decision.chosen as usize) else {
        return String::new();
    };
    let account = Account {
        decision,
        scoring,
        chosen,
        planes: distinct(decision),
    };
    account.text()
}

struct Account<'a> {
    decision: &'a Decision,
    scoring: &'a Scoring,
    chosen: &'a Candidate,
    /// Planes that were considered: the chosen one first, then the others by ascending score.
    planes: Vec<Distinct>,
}

impl Account<'_> {
    fn text(&self) -> String {
        let Self {
            decision,
            scoring,
            chosen,
            ..
        } = self;
        let faces = count_with_noun(decision.faces, "piece");
        let cuts = text!("decision-cuts", cuts = format_count_or_none(decision.cuts), faces);
        let rule = scoring.rule;
        match decision.chosen_by {
            ChosenBy::Nothing => String::new(),
            ChosenBy::OnlyFace => text!("decision-only-face").to_owned(),
            ChosenBy::FirstFace => text!("decision-first-face", rule, face = face(chosen), cuts),
            ChosenBy::RandomFace => text!("decision-random-face", rule, face = face(chosen), cuts),
            ChosenBy::Hand => text!("decision-by-hand", cuts, instead = self.instead()),
            ChosenBy::Stored => text!("decision-stored", rule, cuts, instead = self.instead()),
            ChosenBy::Undivided => text!("decision-undivided", faces),
            ChosenBy::Hole => text!("decision-hole").to_owned(),
            ChosenBy::Hint => text!("decision-hint", cuts),
            ChosenBy::Auxiliary => {
                text!("decision-auxiliary", cuts)
            }
            ChosenBy::Weights | ChosenBy::BlockWeights | ChosenBy::Cost | ChosenBy::CostOfFaces => {
                match self.next() {
                    None => text!(
                        "decision-only-plane",
                        cuts = format_count_or_none(decision.cuts),
                        faces
                    ),
                    Some(next) => text!(
                        "text-sentences",
                        first = self.reason(next),
                        second = self.looked_at()
                    ),
                }
            }
        }
    }

    /// Returns the runner-up: the best candidate that was not chosen.
    fn next(&self) -> Option<&Candidate> {
        let others = self.planes.iter().skip(1);
        let mut others = others.map(|plane| &self.decision.candidates[plane.place]);
        match self.decision.chosen_by {
            ChosenBy::CostOfFaces => others.find(|other| other.face.is_some()).or_else(|| {
                let first = self.planes.get(1)?;
                Some(&self.decision.candidates[first.place])
            }),
            _ => others.next(),
        }
    }

    /// For a plane that the rule did not choose, describes what the rule itself would have chosen.
    fn instead(&self) -> String {
        let Some(other) = self.planes.get(1) else {
            return text!("decision-no-other").to_owned();
        };
        let other = &self.decision.candidates[other.place];
        match &self.scoring.meaning {
            None => text!("decision-rule-takes", plane = plane_in_sentence(other)),
            Some(_) if other.score < self.chosen.score => text!(
                "decision-rule-scores-better",
                plane = plane_in_sentence(other),
                better = format_score(other.score),
                own = format_score(self.chosen.score)
            ),
            Some(_) => text!("decision-none-lower").to_owned(),
        }
    }

    /// Explains why the chosen plane is better than the next best one.
    fn reason(&self, next: &Candidate) -> String {
        let Self {
            decision,
            scoring,
            chosen,
            ..
        } = self;
        let faces = count_with_noun(decision.faces, "piece");
        let ties = next.score <= chosen.score;
        let others = count(self.ties());
        let cuts = format_count_or_none(decision.cuts);
        let (front, back) = (count(decision.front), count(decision.back));
        let scores = [format_score(chosen.score), format_score(next.score)];
        let least = match ties {
            true => text!("decision-least-tie", own = scores[0], others),
            false => text!("decision-least", own = scores[0], next = scores[1]),
        };
        match (decision.chosen_by, scoring.weighs) {
            (ChosenBy::Weights, Weighs::Cuts) if ties => text!("decision-cuts-tie", cuts, faces, others),
            (ChosenBy::Weights, Weighs::Cuts) => text!("decision-cuts-fewest", cuts = self.cut_by(next)),
            (ChosenBy::Weights, Weighs::Balance) if ties => {
                text!("decision-balance-tie", front, back, others)
            }
            (ChosenBy::Weights, Weighs::Balance) => text!(
                "decision-balance-best",
                front,
                back,
                next_front = format_count_or_none(next.front),
                next_back = self.of_sample(next.back)
            ),
            (ChosenBy::BlockWeights, _) => text!("decision-block", why = least, cuts = self.cut_by(next)),
            (ChosenBy::CostOfFaces, _) => text!(
                "decision-score-of-faces",
                score = scores[0],
                idle = self.idle(),
                cuts = self.cut_by(next)
            ),
            _ => text!("decision-score", why = least, cuts = self.cut_by(next)),
        }
    }

    /// Returns the number of other planes that are as good as the chosen one and could have been chosen instead.
    fn ties(&self) -> u64 {
        let is_eligible = |other: &Candidate| match self.decision.chosen_by {
            ChosenBy::CostOfFaces => other.face.is_some(),
            _ => true,
        };
        let others = self.planes.iter().skip(1);
        let others = others.map(|plane| &self.decision.candidates[plane.place]);
        let equal = others.filter(|other| is_eligible(other) && other.score <= self.chosen.score);
        equal.count() as u64
    }

    /// Describes an axis-aligned plane that has a lower (better) score than the chosen one but separates no pieces.
    fn idle(&self) -> String {
        let candidates = self
            .planes
            .iter()
            .map(|plane| &self.decision.candidates[plane.place]);
        let mut idle = candidates.filter(|other| other.face.is_none() && other.score < self.chosen.score);
        let Some(idle) = idle.next() else {
            return String::new();
        };
        text!(
            "decision-idle",
            plane = plane_in_sentence(idle),
            score = format_score(idle.score)
        )
    }

    /// Describes which planes were considered, and against how many faces each of them was scored.
    fn looked_at(&self) -> String {
        let Self {
            decision,
            scoring,
            planes,
            ..
        } = self;
        let of_faces = planes
            .iter()
            .filter(|plane| decision.candidates[plane.place].face.is_some());
        let own = of_faces.count();
        let across = planes.len() - own;
        let planes = how_many(decision, planes.len());
        let reached = count(decision.faces);
        let from = match scoring.tried {
            Tried::All => text!("decision-from-all", reached),
            Tried::Sampled => text!("decision-from-sample", reached),
            Tried::CuttingCell => text!("decision-from-cutting-cell", reached),
        };
        let scored = match (own, across) {
            (_, 0) => text!("decision-scored", planes, from),
            (0, _) => text!("decision-scored-across", planes),
            _ => text!(
                "decision-scored-both",
                planes,
                own = count(own as u64),
                from,
                across = count(across as u64)
            ),
        };
        if scoring.sample >= decision.faces {
            return scored;
        }
        let sample = text!("decision-score-of-sample", sample = count(scoring.sample));
        text!("text-sentences", first = scored, second = sample)
    }

    /// Describes how many faces are cut by the chosen plane and by the next best one.
    ///
    /// If the scores are based on a sample, the counts within the sample are included.
    fn cut_by(&self, next: &Candidate) -> String {
        let Self {
            decision,
            scoring,
            chosen,
            ..
        } = self;
        let (cuts, faces) = (
            format_count_or_none(decision.cuts),
            count_with_noun(decision.faces, "piece"),
        );
        if scoring.sample >= decision.faces {
            return text!(
                "decision-cut-by",
                cuts,
                faces,
                next = format_count_or_none(next.cuts)
            );
        }
        text!(
            "decision-cut-by-sample",
            cuts,
            faces,
            sample = count(scoring.sample),
            own = format_count_or_none(chosen.cuts),
            next = format_count_or_none(next.cuts)
        )
    }

    /// Formats a count within the sample. The size of the sample is added if it does not contain all faces.
    fn of_sample(&self, number: u32) -> String {
        if self.scoring.sample >= self.decision.faces {
            format_count_or_none(number)
        } else {
            text!(
                "decision-of-sample",
                number = format_count_or_none(number),
                sample = count(self.scoring.sample)
            )
        }
    }
}

fn face(candidate: &Candidate) -> String {
    match candidate.face {
        Some(face) => text!("decision-face", number = count(face)),
        None => plane_in_sentence(candidate),
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use bspwalk_geometry::Plane;
    use bspwalk_trees::{BuildParams, FaceId, Rule};

    fn candidate(face: Option<u32>, score: f64, [front, back, cuts]: [u32; 3]) -> Candidate {
        let d = f64::from(face.unwrap_or(1_000));
        Candidate {
            plane: Plane { normal: DVec3::X, d },
            face: face.map(FaceId),
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
            chosen_by: ChosenBy::Weights,
            coplanar: faces - front - back - cuts,
            front: front + cuts,
            back: back + cuts,
            cuts,
            candidates,
            chosen,
        }
    }

    fn of(rule: Rule, decision: &Decision) -> String {
        explain_plane_choice(
            decision,
            &Scoring::of_node(&BuildParams::preset(rule), decision.faces),
        )
    }

    #[track_caller]
    fn has(rule: Rule, decision: &Decision, words: &str) {
        let text = of(rule, decision);
        assert!(text.contains(words), "{text}");
    }

    #[test]
    fn account_explains_every_rule() {
        let two = |scores: [f64; 2]| {
            let first = candidate(Some(17), scores[0], [20, 15, 2]);
            let second = candidate(Some(4), scores[1], [10, 20, 5]);
            decision(40, vec![second, first], 1)
        };
        assert_eq!(
            of(Rule::FewestCuts, &two([2.0, 5.0])),
            "This plane was chosen because it cuts the fewest fragments. The plane cuts 2 of 40 fragments; the next best plane cuts 5. The \
             rule scored 2 planes, taken from all 40 fragments. This one is the best."
        );
        let mut equal = two([2.0, 2.0]);
        equal.candidates.swap(0, 1);
        equal.chosen = 0;
        has(
            Rule::FewestCuts,
            &equal,
            "no other cuts fewer fragments: it cuts 2 of 40 fragments, tied with one other plane.",
        );
        for face in [5, 6] {
            equal.candidates.push(candidate(Some(face), 2.0, [10, 20, 5]));
        }
        has(Rule::FewestCuts, &equal, "tied with 3 other planes.");
        has(
            Rule::Ati,
            &equal,
            "2.00 is the lowest score, shared with 3 other planes.",
        );
        let evenly = "most evenly: 22 in front, 17 behind; the next best plane has 10 in front and 20 behind";
        has(Rule::Balanced, &two([5.0, 10.0]), evenly);
        let least = "11.00 is the lowest score, and the next best is 25.00";
        has(Rule::Ati, &two([11.0, 25.0]), least);
        let mut given = two([0.0, 0.0]);
        given.chosen_by = ChosenBy::Hand;
        assert_eq!(
            of(Rule::First, &given),
            "This plane was set by hand in “What if”. The plane cuts 2 of 40 fragments. The rule would choose the plane of face 4."
        );
        let mut alone = decision(40, vec![candidate(Some(17), 0.0, [20, 15, 2])], 0);
        has(
            Rule::Balanced,
            &alone,
            "the only plane considered. It cuts 2 of 40 fragments",
        );
        alone.chosen_by = ChosenBy::FirstFace;
        let first = "the first face that reaches the node: face 17. The plane cuts 2 of 40";
        has(Rule::First, &alone, first);
        alone.chosen_by = ChosenBy::RandomFace;
        has(
            Rule::Random,
            &alone,
            "a random face that reaches the node: face 17",
        );
        let mut one = decision(1, vec![candidate(Some(17), 0.0, [0, 0, 0])], 0);
        one.chosen_by = ChosenBy::OnlyFace;
        assert_eq!(
            of(Rule::Sampled, &one),
            "Only one fragment reached this node, so the node uses the plane of its face."
        );
    }

    #[test]
    fn account_counts_samples() {
        let mut candidates: Vec<Candidate> = (0..8)
            .map(|face| candidate(Some(face), 50.0 + f64::from(face), [60, 60, 8]))
            .collect();
        candidates.extend((0..16).map(|place| {
            let mut across = candidate(None, 70.0, [64, 64, 0]);
            across.plane.d += f64::from(place);
            across
        }));
        let mut decision = decision(310, candidates, 0);
        decision.chosen_by = ChosenBy::Cost;
        let text = of(Rule::Sampled, &decision);
        assert!(
            text.ends_with(
                "The plane cuts 8 of 310 fragments. In the sample of 128 fragments, it cuts 8, and the next best plane cuts 8. The rule scored \
                 24 planes: 8 taken from a sample of the 310 fragments, and 16 axis-aligned. This one is the best. Each score is based on a sample of only 128 fragments."
            ),
            "{text}"
        );
        (decision.chosen, decision.cuts, decision.chosen_by) = (9, 0, ChosenBy::Hand);
        assert_eq!(
            of(Rule::Sampled, &decision),
            "This plane was set by hand in “What if”. The plane cuts none of 310 fragments. The rule scores the plane of \
             face 0 better: 50.00 instead of 70.00."
        );
    }

    #[test]
    fn block_scores_are_not_called_costs() {
        let candidates = [1, 2].map(|face| candidate(Some(face), -1.0, [2, 2, 0]));
        let mut decision = decision(6, candidates.into(), 1);
        decision.chosen_by = ChosenBy::BlockWeights;
        has(
            Rule::Sampled,
            &decision,
            "−1.00 is the lowest score, shared with one other plane",
        );
        decision.chosen_by = ChosenBy::Undivided;
        assert_eq!(
            of(Rule::Sampled, &decision),
            "The tree has reached its fragment limit, so this node stores its 6 fragments undivided and has no plane."
        );
    }

    #[test]
    fn account_explains_rejected_cheaper_plane() {
        let mut across = candidate(None, 4.0, [20, 0, 0]);
        across.plane.d = -1.5;
        let candidates = vec![
            candidate(Some(1), 9.0, [8, 8, 2]),
            candidate(Some(2), 10.0, [8, 8, 3]),
            across,
        ];
        let mut decision = decision(20, candidates, 0);
        decision.chosen_by = ChosenBy::CostOfFaces;
        has(
            Rule::Sampled,
            &decision,
            "lowest score, 9.00. The score of the plane x = 1.50 is 4.00, but all fragments are on the same side",
        );
        has(Rule::Sampled, &decision, "the next best plane cuts 3");
    }
}
