//! Table of the distinct planes that were considered for a node.

use bspwalk_geometry::{Plane, tolerance::SAME_NORMAL};
use bspwalk_text::{
    text,
    words::{count, count_with_noun},
};
use bspwalk_trees::recording::{Candidate, ChosenBy, Decision, MAX_CANDIDATES};

use super::{
    plane_words::{format_score, name_of},
    scoring::Scoring,
};

/// Maximum number of candidates to list.
const LISTED: usize = 6;

/// The table of the planes that were considered for a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Considered {
    /// Title of the table, with the number of planes.
    pub title: String,
    /// Explanation of the columns.
    pub caption: String,
    /// Formula of the score, or the reason why the candidates have no scores.
    pub score: String,
    /// Rows with the plane, its score, and the numbers of faces in front, behind and cut. The chosen plane comes first.
    pub rows: Vec<[String; 5]>,
    /// Index of each row's candidate in the decision.
    pub places: Vec<usize>,
    /// Number of planes that are omitted from the table.
    pub more: usize,
}

/// A distinct plane that was considered. Several faces may share it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distinct {
    /// Index of the chosen candidate if it is on this plane; otherwise, of the candidate on this plane with the lowest
    /// score.
    pub(crate) place: usize,
    /// Number of other candidate faces on the same plane.
    pub(crate) other_faces: u32,
}

/// Returns the distinct planes that were considered: the chosen one first, then the others by ascending score.
pub(crate) fn distinct(decision: &Decision) -> Vec<Distinct> {
    let candidates = &decision.candidates;
    let farthest = candidates
        .iter()
        .fold(0.0, |far: f64, one| far.max(one.plane.d.abs()));
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by(|&a, &b| candidates[a].score.total_cmp(&candidates[b].score));
    order.sort_by_key(|&place| place != decision.chosen as usize);
    let mut planes: Vec<Distinct> = Vec::new();
    for place in order {
        let plane = &candidates[place].plane;
        let known = planes
            .iter_mut()
            .find(|known| is_same(&candidates[known.place].plane, plane, farthest));
        match known {
            Some(known) => known.other_faces += u32::from(candidates[place].face.is_some()),
            None => planes.push(Distinct {
                place,
                other_faces: 0,
            }),
        }
    }
    planes
}

/// Returns whether two planes are identical except for their orientation and rounding errors.
///
/// `farthest` is the maximum distance of the node's planes from the origin.
fn is_same(a: &Plane, b: &Plane, farthest: f64) -> bool {
    let side = a.normal.dot(b.normal).signum();
    a.normal.cross(b.normal).length_squared() <= SAME_NORMAL * SAME_NORMAL
        && (a.d - side * b.d).abs() <= SAME_NORMAL * farthest
}

/// Formats the number of planes that were considered: "24 planes", "300 planes or more".
pub(super) fn how_many(decision: &Decision, planes: usize) -> String {
    let planes = count_with_noun(planes as u64, "plane");
    if decision.candidates.len() >= MAX_CANDIDATES {
        text!("decision-or-more", planes)
    } else {
        planes
    }
}

/// Returns the planes that were considered for a node, or `None` if there was only one.
#[must_use]
pub fn find_considered_planes(decision: &Decision, scoring: &Scoring) -> Option<Considered> {
    let planes = distinct(decision);
    if planes.len() < 2 {
        return None;
    }
    let sample = scoring.sample.min(decision.faces);
    let all = count(decision.faces);
    let counted_in = if sample < decision.faces {
        text!("decision-counted-in-sample", sample = count(sample), all)
    } else {
        text!("decision-counted-in-all", all)
    };
    let score = match &scoring.meaning {
        Some(meaning) => text!("decision-score-means", meaning),
        None => text!("decision-no-scores", rule = scoring.rule),
    };
    let title = match decision.chosen_by {
        ChosenBy::Hand | ChosenBy::Stored => {
            text!("decision-beside", planes = how_many(decision, planes.len() - 1))
        }
        ChosenBy::Undivided => text!("decision-considered", planes = how_many(decision, planes.len())),
        _ => text!("decision-chosen-among", planes = how_many(decision, planes.len())),
    };
    let candidate = |plane: &Distinct| -> &Candidate { &decision.candidates[plane.place] };
    let caption = text!("decision-table", counted_in);
    Some(Considered {
        title,
        caption: match shared(&planes, scoring) {
            Some(shared) => text!("text-sentences", first = caption, second = shared),
            None => caption,
        },
        score,
        rows: planes
            .iter()
            .take(LISTED)
            .map(|plane| {
                let &Candidate {
                    score,
                    front,
                    back,
                    cuts,
                    ..
                } = candidate(plane);
                let name = name_of(candidate(plane));
                [
                    match plane.other_faces {
                        0 => name,
                        others => format!("{name} (+{})", count(others)),
                    },
                    match score {
                        _ if scoring.meaning.is_none() || score.is_infinite() => "–".into(),
                        score => format_score(score),
                    },
                    count(front),
                    count(back),
                    count(cuts),
                ]
            })
            .collect(),
        places: planes.iter().take(LISTED).map(|plane| plane.place).collect(),
        more: planes.len().saturating_sub(LISTED),
    })
}

/// Explains the notation "(+11)" next to a face if the table uses it.
fn shared(planes: &[Distinct], scoring: &Scoring) -> Option<&'static str> {
    let is_shared = planes.iter().take(LISTED).any(|plane| plane.other_faces > 0);
    is_shared.then(|| match scoring.keeps_one {
        true => text!("decision-shared-keeps-one"),
        false => text!("decision-shared"),
    })
}

/// Formats the counts and score of a plane: "2 cut, 3 in front, 5 behind, score 19.50".
pub(crate) fn score_words(candidate: &Candidate) -> String {
    let &Candidate {
        cuts,
        front,
        back,
        score,
        ..
    } = candidate;
    let [cuts, front, back] = [cuts, front, back].map(count);
    text!(
        "decision-score-words",
        cuts,
        front,
        back,
        score = format_score(score)
    )
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use bspwalk_trees::{BuildParams, FaceId};

    #[test]
    fn shared_plane_is_listed_once() {
        let candidate = |face, [x, y]: [f64; 2], d, score| Candidate {
            plane: Plane {
                normal: DVec3::new(x, y, 0.0).normalize(),
                d,
            },
            face,
            score,
            cuts: 1,
            front: 2,
            back: 3,
        };
        let decision = Decision {
            faces: 6,
            chosen_by: ChosenBy::BlockWeights,
            candidates: vec![
                candidate(Some(FaceId(4)), [1.0, 0.0], -3.0, 2.0),
                candidate(Some(FaceId(5)), [1.0, 1.0e-7], -3.000_000_1, 1.0),
                candidate(Some(FaceId(6)), [-1.0, 0.0], 3.0, 5.0),
                candidate(None, [1.0, 0.0], -3.0, 5.0),
                candidate(Some(FaceId(7)), [1.0, 0.0], -3.01, 3.0),
                candidate(Some(FaceId(8)), [1.0, 0.01], -3.0, 4.0),
            ],
            chosen: 1,
            ..Decision::default()
        };
        let table =
            find_considered_planes(&decision, &Scoring::of_node(&BuildParams::SAMPLED, 6)).expect("several");
        assert_eq!(table.title, "Chosen among 3 planes");
        assert!(table.caption.ends_with("lie on this plane."), "{}", table.caption);
        let of_ati =
            find_considered_planes(&decision, &Scoring::of_node(&BuildParams::ATI, 6)).expect("several");
        assert!(
            of_ati.caption.ends_with("the other faces go to the front."),
            "{}",
            of_ati.caption
        );
        let names: Vec<&str> = table.rows.iter().map(|row| row[0].as_str()).collect();
        assert_eq!(names, ["face 5 (+2)", "face 7", "face 8"]);
        assert_eq!(table.places, [1, 4, 5]);
    }
}
