//! The stations about the node-storing tree: planes, sides, cuts, costs, casts and pushes.

use bevy::math::{Vec3, vec3};
use bspwalk_explain::{
    films::Query,
    glossary::{
        Reference::{AtiSdk, DxFramework, Ericson, Ize, Xuebuyuan},
        Source::{Program, Work},
    },
    quiz::Kind,
};
use bspwalk_progress::words::{count, counted};
use bspwalk_session::actions::Motion;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::Rule;

use super::places::{FUCHS, NAVE, RED_ROOM, eyes, model, say};
use crate::app::{
    state::Action,
    tour::station::{
        Film, Mode, Station, Task,
        Word::{Hold, Press, Say},
    },
};

/// In `three_rooms`: from the red room through its door to the far wall of the sand-coloured room.
const THROUGH_THE_DOOR: Query = Query::Cast {
    from: RED_ROOM,
    to: vec3(2.6, 1.2, 8.3),
};

/// In `wedges`: before the niche that ends in a corner of 30°.
const WEDGE: Vec3 = vec3(12.6, 1.2, 1.2);

pub(super) const STATIONS: [Station; 6] = [
    Station {
        name: "plane",
        title: "A split plane",
        asks: &[Kind::FaceSide],
        level: "three_rooms",
        rule: Rule::Ati,
        camera: model(RED_ROOM, 180.0),
        mode: Mode::WALK,
        shows: &[OverlayKind::Planes],
        options: |overlays| overlays.plane_depths = [0, 0],
        film: Film::None,
        selects: None,
        sentences: [
            say(
                "A plane divides space in two: in front of it and behind it.",
                Work(Ericson, "3.6"),
            ),
            say(
                "A BSP tree has a plane in each node: the [[root]]'s divides the whole level, every other one only the part that the \
                 planes above it have left.",
                FUCHS,
            ),
            say(
                "Here the [[root]] took the plane of a wall: the sand-coloured room is behind it, the red and the blue one in front.",
                Work(AtiSdk, "section 8"),
            ),
        ],
        task: Task {
            words: &[
                Say("Press"),
                Press(Action::Deeper),
                Say("twice: each part gets a plane of its own."),
            ],
            is_done: |_, now| now.shows_planes_to(2),
            fact: |_, _| None,
            after: "[[Depth]] 0 has one plane, depth 1 has two, depth 2 up to four, and so on, until each part is simple.",
        },
    },
    Station {
        name: "sides",
        title: "Front and back",
        asks: &[Kind::FaceSide],
        level: "three_rooms",
        rule: Rule::Ati,
        camera: eyes(RED_ROOM, 180.0),
        mode: Mode::WALK,
        shows: &[OverlayKind::Planes, OverlayKind::Path],
        options: |overlays| overlays.plane_depths = [0, 0],
        film: Film::None,
        selects: None,
        sentences: [
            say(
                "The [[normal]] of a plane points to its front. The sign of n·x + d says on which side a point x is.",
                Work(Ericson, "3.6"),
            ),
            say(
                "At the left is your own path down the tree, one letter for each node: F where you are in front of its plane, B where you \
                 are behind.",
                Work(Xuebuyuan, ""),
            ),
            say(
                "So the place of any point is found by one sign for each node on the way down: all other nodes are never asked.",
                Work(Xuebuyuan, ""),
            ),
        ],
        task: Task {
            words: &[
                Say("Hold"),
                Hold(Motion::Forward),
                Say("and walk through the door ahead, until the first letter changes."),
            ],
            is_done: |station, now| now.has_changed_sides(station.camera.eye),
            fact: |_, now| {
                let [front, back] = now.path();
                let signs = counted((front + back) as u64, "sign");
                Some(format!("{signs} say where you are now: {front} F and {back} B."))
            },
            after: "You went through the [[root]]'s plane: the first letter is that of the root, and those that follow are of other nodes now.",
        },
    },
    Station {
        name: "cutting",
        title: "Cutting",
        asks: &[Kind::Cuts],
        level: "three_rooms",
        rule: Rule::Ati,
        camera: model(RED_ROOM, 180.0),
        mode: Mode::WALK,
        shows: &[],
        options: |_| {},
        film: Film::Build(0),
        selects: None,
        sentences: [
            say(
                "A face on both sides of the plane is cut, as each half of the tree may know only its own side.",
                Work(Ericson, "8.3.4"),
            ),
            say(
                "A triangle gives three at most: one on one side, two on the other. With a corner on the plane it gives two.",
                Work(DxFramework, "10.3.4"),
            ),
            say(
                "What lies on the plane stays in the node. Each side is divided in the same way by a plane of its own, until no face \
                 is left in it.",
                Work(Ericson, "8.3"),
            ),
        ],
        task: Task {
            words: &[
                Say("Press"),
                Press(Action::NextStep),
                Say("to build on, until a division cuts no face."),
            ],
            is_done: |_, now| now.shows_a_division_without_cuts(),
            fact: |_, _| None,
            after: "This plane cuts nothing, and makes no more pieces. But see how unevenly it divides them: that is the other price.",
        },
    },
    Station {
        name: "cost",
        title: "What a choice costs",
        asks: &[Kind::ChosenPlane],
        level: "hall",
        rule: Rule::Sampled,
        camera: model(NAVE, 0.0),
        mode: Mode::WALK,
        shows: &[],
        options: |_| {},
        film: Film::None,
        selects: Some(0),
        sentences: [
            say(
                "Each cut makes more pieces to store, each uneven division a longer path down: a build rule weighs the two.",
                Work(Ericson, "8.3.2"),
            ),
            say(
                "In this hall the rule “fewest-cuts” cuts 1,130 faces, but has a path of 93 nodes; “balanced” cuts 15,883, with 62.",
                Program,
            ),
            say(
                "The default rule estimates what a question to the tree costs: the larger the surface of a part, the more rays meet it, and each pays \
                 for what is in it.",
                Work(Ize, ""),
            ),
        ],
        task: Task {
            words: &[Say("In the card at the right, click “try” beside another plane.")],
            is_done: |station, now| now.has_another_tree(station.rule),
            fact: |_, now| now.price_of_the_choice(),
            after: "The table compares the tree before and now: ⏷ is less than before, ⏶ more, which each query pays for. A rule looks one \
                    division ahead: over the whole tree another plane may cost more, or even less. “Undo” takes it back.",
        },
    },
    Station {
        name: "cast",
        title: "Casting",
        asks: &[Kind::FirstChild, Kind::FarSide],
        level: "three_rooms",
        rule: Rule::Ati,
        camera: model(RED_ROOM, 180.0),
        mode: Mode::WALK,
        shows: &[],
        options: |_| {},
        film: Film::Query(THROUGH_THE_DOOR),
        selects: None,
        sentences: [
            say(
                "A cast asks what a segment meets first.",
                Work(AtiSdk, "section 6"),
            ),
            say(
                "A node asks its near side, then its own faces, then its far side. What is hit on the near side is nearer than all that \
                 lies beyond.",
                Work(AtiSdk, "section 6"),
            ),
            say(
                "To cross a node's plane is no hit: the point has to lie in one of its triangles, or the cast goes on.",
                Work(AtiSdk, "section 6"),
            ),
        ],
        task: Task {
            words: &[
                Say("Let the film end. Then press"),
                Press(Action::PreviousStep),
                Say("to go back through its steps: the card says what each of them asked."),
            ],
            is_done: |_, now| now.went_back_from_the_end(),
            fact: |_, now| {
                let [visited, all] = now.visited_by_the_query()?.map(count);
                Some(format!("The cast visits {visited} of {all} nodes."))
            },
            after: "The cast went down to the near side of each plane first. Once a face was hit, all that lies beyond the hit was left out.",
        },
    },
    Station {
        name: "push",
        title: "Kept out of the walls",
        asks: &[Kind::BodyEnd],
        level: "wedges",
        rule: Rule::Sampled,
        camera: eyes(WEDGE, 0.0),
        mode: Mode {
            walks: false,
            ..Mode::WALK
        },
        shows: &[OverlayKind::Collision],
        options: |_| {},
        film: Film::None,
        selects: None,
        sentences: [
            say(
                "Your body is as large as the circles at the right. It goes down the tree: to both sides of a plane that is nearer than its \
                 radius, else to its own side alone.",
                Work(AtiSdk, "section 7"),
            ),
            say(
                "So it meets the few faces near its way. It is moved to the exact time of impact, and then along what it touches.",
                Work(Ericson, "5.5"),
            ),
            say(
                "An old sample program (ATI, 2006) pushes it out of one face after the other instead: in a corner of less than 90° that \
                 ends in the other wall.",
                Work(AtiSdk, "section 7"),
            ),
        ],
        task: Task {
            words: &[
                Say("Hold"),
                Hold(Motion::Forward),
                Say("until you are stuck in the corner, then press"),
                Press(Action::ToggleReplay),
                Say(": a ghost has the same keys and the old push."),
            ],
            is_done: |_, now| now.replays_a_ghost_in_a_wall(),
            fact: |_, _| None,
            after: "The ghost goes into the wall where you stop: the card of the replay counts its steps in there.",
        },
    },
];
