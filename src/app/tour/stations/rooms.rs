//! The stations about the solid-leaf tree: convex rooms, portals, order and visibility.

use bspwalk_explain::glossary::{
    Reference::{Noslopforever, QuakeCompilers, Teller},
    Source::{Program, Work},
};
use bspwalk_explain::quiz::Kind;
use bspwalk_progress::words::{count, counted};
use bspwalk_session::actions::Motion;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::Rule;

use super::places::{BEND, FUCHS, RED_ROOM, eyes, model, plan, say};
use crate::app::{
    leaf_tree::CullingMode,
    state::{Action, FilmTree},
    tour::station::{
        Film, Mode, Station, Task,
        Word::{Hold, Press, Say},
    },
};

pub(super) const STATIONS: [Station; 4] = [
    Station {
        name: "rooms",
        title: "Convex rooms",
        asks: &[Kind::Cuts, Kind::FaceSide],
        level: "three_rooms",
        rule: Rule::Sampled,
        camera: model(RED_ROOM, 180.0),
        mode: Mode::WALK,
        shows: &[OverlayKind::Leaves],
        options: |_| {},
        film: Film::Division(FilmTree::Leaves),
        selects: None,
        sentences: [
            say(
                "This is another tree of the same level, the [[solid-leaf tree]]: it keeps no faces in its nodes, and divides until each part \
                 has no dents: until it is convex.",
                Work(Noslopforever, ""),
            ),
            say(
                "Such a part is a leaf. An empty leaf is room, where one sees all of it from any place in it; a solid leaf is the inside of \
                 walls, and what is outside.",
                Work(Noslopforever, ""),
            ),
            say(
                "So whether a point is in a wall is found by its signs: they lead down to a leaf, which is solid or empty.",
                Work(QuakeCompilers, ""),
            ),
        ],
        task: Task {
            words: &[Say(
                "Click a room when the film has divided it: its leaf is selected.",
            )],
            is_done: |_, now| now.has_selected_a_leaf(),
            fact: |_, now| {
                let (_, _, [_, all]) = now.leaf_of_the_eye()?;
                Some(format!(
                    "This level has {all} empty leaves: three rooms, and the doorways between them."
                ))
            },
            after: "The card says what the leaf is and by which planes it was cut out. What is hatched there is solid. Pillars and boxes are \
                    detail: they are sorted in, but divide nothing.",
        },
    },
    Station {
        name: "portals",
        title: "Portals",
        asks: &[Kind::LeafSeen],
        level: "three_rooms",
        rule: Rule::Sampled,
        camera: eyes(RED_ROOM, 180.0),
        mode: Mode::WALK,
        shows: &[OverlayKind::Portals],
        options: |_| {},
        film: Film::None,
        selects: None,
        sentences: [
            say(
                "A portal is the polygon through which one empty leaf opens to the next.",
                Work(Teller, ""),
            ),
            say(
                "Nobody draws them: they are what the faces leave open where two empty leaves meet.",
                Work(QuakeCompilers, ""),
            ),
            say(
                "Whoever looks or walks from a room to another goes through portals: a level is a graph of rooms and doors.",
                Work(Teller, ""),
            ),
        ],
        task: Task {
            words: &[
                Say("Hold"),
                Hold(Motion::Forward),
                Say("and walk through the portal ahead, into the next leaf."),
            ],
            is_done: |station, now| now.is_in_another_room(station.camera.eye),
            fact: |_, now| {
                let (leaf, portals, _) = now.leaf_of_the_eye()?;
                let portals = counted(portals as u64, "portal");
                Some(format!("You are in leaf {}, which has {portals}.", count(leaf)))
            },
            after: "You are in another leaf, and its portals are bright now. A doorway is a leaf, too.",
        },
    },
    Station {
        name: "order",
        title: "Order without a depth buffer",
        asks: &[Kind::NextPainted],
        level: "three_rooms",
        rule: Rule::Sampled,
        camera: eyes(RED_ROOM, 135.0),
        mode: Mode::WALK,
        shows: &[OverlayKind::Painter],
        options: |overlays| overlays.painter_share = 0.5,
        film: Film::None,
        selects: None,
        sentences: [
            say(
                "What is on your side of a plane cannot be hidden by what is on the other side.",
                FUCHS,
            ),
            say(
                "So at each plane the side without the eye is painted first, then the side of the eye: far to near, from any eye, by one sign \
                 for each plane.",
                FUCHS,
            ),
            say(
                "What is painted later covers what was painted before. Here whole leaves are painted, each in a colour of its own.",
                Work(Noslopforever, ""),
            ),
        ],
        task: Task {
            words: &[
                Say("Half is painted. Press"),
                Press(Action::Deeper),
                Say("until all of it is, or drag the slider at the right."),
            ],
            is_done: |_, now| now.has_painted_all(),
            fact: |_, _| None,
            after: "The near walls came last and covered the rest: right in every pixel, and no depth was compared.",
        },
    },
    Station {
        name: "visible",
        title: "What can be seen",
        asks: &[Kind::LeafSeen],
        level: "hall",
        rule: Rule::Sampled,
        camera: plan(BEND, 0.0),
        mode: Mode {
            culling: CullingMode::Pvs,
            ..Mode::WALK
        },
        shows: &[OverlayKind::Visible],
        options: |_| {},
        film: Film::None,
        selects: None,
        sentences: [
            say(
                "What may be seen from anywhere in a leaf is its potentially visible set (PVS): straight lines through chains of portals decide.",
                Work(Teller, ""),
            ),
            say(
                "It is computed once. It may be a little too large, but never hides what can be seen.",
                Work(Teller, ""),
            ),
            say(
                "From the bend of this passage much of the nave may be seen; the library, the entrance and the passage opposite may not.",
                Program,
            ),
        ],
        task: Task {
            words: &[
                Say("Press"),
                Press(Action::TogglePlan),
                Say("for your own eyes,"),
                Press(Action::ToggleFrozenCulling),
                Say("to freeze what is drawn, and"),
                Press(Action::TogglePlan),
                Say("to look at it from straight above."),
            ],
            is_done: |_, now| now.looks_at_what_is_frozen(),
            fact: |_, now| {
                let (_, _, [seen, all]) = now.leaf_of_the_eye()?;
                let [seen, all] = [seen, all].map(|number| count(number as u64));
                Some(format!(
                    "{seen} of {all} empty leaves may be seen from the leaf that you are in."
                ))
            },
            after: "What lies behind walls is not drawn, as nobody sees it from there. That was the last station: the tour ends with the \
                    next step.",
        },
    },
];
