//! What a step of the film says.

use crate::{
    app::{
        divisions::Divisions,
        panel::plane_words::name_of,
        state::{BuildFilm, CurrentLevel},
        words::{count, counted},
    },
    bsp::recording::Decision,
};

/// What the film says of the step that it shows. The window and `shot` say the same.
pub(in crate::app) fn sentence(film: &BuildFilm, current: &CurrentLevel, divisions: &Divisions) -> String {
    let all = current.tree.node_count();
    if all == 0 {
        return "The tree has no nodes: there is nothing to divide.".to_owned();
    }
    let Some(shown) = film.shown else {
        return "The build of the tree is being replayed …".to_owned();
    };
    match divisions.of(current, shown.node) {
        Some(division) => caption(shown.step, all, shown.depth, &division.decision),
        None => format!(
            "Division {} of {}, depth {}: how it was chosen is not known.",
            count(shown.step + 1),
            count(all),
            shown.depth
        ),
    }
}

/// One sentence about a division, of which there are `all`, counted from 0.
fn caption(step: u32, all: u32, depth: u32, decision: &Decision) -> String {
    let head = format!("Division {} of {}, depth {depth}:", count(step + 1), count(all));
    let chosen = decision.candidates.get(decision.chosen as usize);
    let plane = match chosen.map(|candidate| candidate.face) {
        Some(Some(face)) => format!("the plane of face {}", count(face)),
        Some(None) => chosen.map_or_else(String::new, |chosen| format!("the plane {}", name_of(chosen))),
        None => "its plane".to_owned(),
    };
    let faces = counted(decision.faces, "face");
    if decision.faces == decision.coplanar {
        return match decision.faces {
            1 => format!("{head} one face is left here, and the node stores it."),
            _ => format!("{head} {faces} are left here, all on {plane}, and the node stores them."),
        };
    }
    let cuts = if decision.cuts == 0 {
        "none".to_owned()
    } else {
        count(decision.cuts)
    };
    let (front, back) = (decision.front, decision.back);
    let go = if front == 1 { "goes" } else { "go" };
    let stays = match decision.coplanar {
        0 => String::new(),
        1 => ", and 1 lies on it and stays".to_owned(),
        on => format!(", and {} lie on it and stay", count(on)),
    };
    format!(
        "{head} {plane} cuts {cuts} of {faces}; {} {go} in front, {} behind{stays}.",
        count(front),
        count(back)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bsp::recording::Candidate;
    use crate::geometry::Plane;

    fn decision(faces: u32, [front, back, coplanar, cuts]: [u32; 4], face: Option<u32>) -> Decision {
        let candidate = Candidate {
            plane: Plane {
                normal: glam::DVec3::X,
                d: -1.5,
            },
            face,
            score: 0.0,
            cuts,
            front,
            back,
        };
        Decision {
            faces,
            candidates: vec![candidate],
            chosen: 0,
            coplanar,
            front,
            back,
            cuts,
        }
    }

    #[test]
    fn a_division_is_one_sentence() {
        assert_eq!(
            caption(2, 812, 2, &decision(40, [21, 17, 4, 2], Some(17))),
            "Division 3 of 812, depth 2: the plane of face 17 cuts 2 of 40 faces; 21 go in front, 17 behind, and 4 lie on \
             it and stay."
        );
        assert_eq!(
            caption(0, 1_200, 0, &decision(3, [1, 2, 0, 0], None)),
            "Division 1 of 1,200, depth 0: the plane x = 1.50 cuts none of 3 faces; 1 goes in front, 2 behind."
        );
        assert_eq!(
            caption(811, 812, 9, &decision(1, [0, 0, 1, 0], Some(3))),
            "Division 812 of 812, depth 9: one face is left here, and the node stores it."
        );
        assert_eq!(
            caption(811, 812, 9, &decision(2, [0, 0, 2, 0], Some(3))),
            "Division 812 of 812, depth 9: 2 faces are left here, all on the plane of face 3, and the node stores them."
        );
    }
}
