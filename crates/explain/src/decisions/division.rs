//! Describes a step of the build in one sentence, for the build animation.

use bspwalk_text::{
    text,
    words::{count, count_with_noun},
};
use bspwalk_trees::recording::{ChosenBy, Decision};

use super::plane_words::{parts_of_cut, plane_in_sentence};

/// Describes step `step` of `all` in one sentence. Steps are numbered from 0. The step divides `node`, which is at
/// depth `depth`.
#[must_use]
pub fn describe_division_step([step, all]: [u32; 2], [node, depth]: [u32; 2], decision: &Decision) -> String {
    let head = text!(
        "decision-division-head",
        number = count(step + 1),
        all = count(all),
        node = count(node),
        depth
    );
    let chosen = decision.candidates.get(decision.chosen as usize);
    let plane = chosen.map_or_else(|| text!("decision-its-plane").to_owned(), plane_in_sentence);
    let faces = count_with_noun(decision.faces, "piece");
    if decision.chosen_by == ChosenBy::Undivided {
        return text!("decision-division-undivided", head, faces);
    }
    if decision.faces == decision.coplanar {
        return match decision.faces {
            1 => text!("decision-division-one", head),
            _ => text!("decision-division-coplanar", head, faces, plane),
        };
    }
    text!("decision-division", head, plane, divides = split(decision))
}

/// Describes how a plane divides the pieces that reach its node, as a separate sentence.
pub(crate) fn split_sentence(decision: &Decision) -> String {
    text!("decision-it-divides", divides = split(decision))
}

/// Returns the rest of a sentence, such as "2 of 40 fragments into 4 parts; counting these parts, 21 go in front, 17
/// behind, and 4 stay in the node".
fn split(decision: &Decision) -> String {
    text!(
        "decision-divides",
        cuts = count(decision.cuts),
        faces = count_with_noun(decision.faces, "piece"),
        parts = count(parts_of_cut(decision)),
        front = count(decision.front),
        back = count(decision.back),
        on = count(decision.coplanar)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_geometry::{FaceId, Plane};
    use bspwalk_trees::recording::Candidate;

    fn decision(faces: u32, [front, back, coplanar, cuts]: [u32; 4], face: Option<u32>) -> Decision {
        let candidate = Candidate {
            plane: Plane {
                normal: glam::DVec3::X,
                d: -1.5,
            },
            face: face.map(FaceId),
            score: 0.0,
            cuts,
            front,
            back,
        };
        Decision {
            faces,
            chosen_by: ChosenBy::Weights,
            candidates: vec![candidate],
            chosen: 0,
            coplanar,
            front,
            back,
            cuts,
        }
    }

    #[test]
    fn division_is_described_in_one_sentence() {
        assert_eq!(
            describe_division_step([2, 812], [5, 2], &decision(40, [21, 17, 4, 2], Some(17))),
            "Split 3 of 812, node 5 at depth 2: the plane of face 17 cuts 2 of 40 fragments into 4 parts; counting these parts, 21 go in front, 17 behind, and 4 stay \
             in the node."
        );
        assert_eq!(
            describe_division_step([0, 1_200], [0, 0], &decision(3, [1, 2, 0, 0], None)),
            "Split 1 of 1,200, node 0 at depth 0: the plane x = 1.50 cuts none of 3 fragments; 1 goes in front, 2 behind."
        );
        assert_eq!(
            describe_division_step([811, 812], [800, 9], &decision(1, [0, 0, 1, 0], Some(3))),
            "Split 812 of 812, node 800 at depth 9: one fragment is left, and the node stores it."
        );
        assert_eq!(
            describe_division_step([811, 812], [800, 9], &decision(2, [0, 0, 2, 0], Some(3))),
            "Split 812 of 812, node 800 at depth 9: 2 fragments are left, all on the plane of face 3, and the node stores them."
        );
    }
}
