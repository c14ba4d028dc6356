//! Stations about the node-storing tree: planes, sides, cuts, costs, casts and pushes.

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
use bspwalk_text::{message, text};
use bspwalk_trees::Rule;

use super::places::{FUCHS, NAVE, RED_ROOM, eyes, model, say};
use crate::app::{
    host::state::Action,
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

/// In `wedges`: in front of the niche that ends in a corner of 30°.
const WEDGE: Vec3 = vec3(12.6, 1.2, 1.2);

pub(super) const STATIONS: [Station; 6] = [
    Station {
        name: "plane",
        title: message!("tour-plane"),
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
            say(message!("tour-plane-divides"), Work(Ericson, "3.6")),
            say(message!("tour-plane-each-node"), FUCHS),
            say(message!("tour-plane-root-here"), Work(AtiSdk, "section 8")),
        ],
        task: Task {
            words: &[
                Say(message!("tour-press")),
                Press(Action::Deeper),
                Say(message!("tour-plane-task")),
            ],
            is_done: |_, now| now.shows_planes_to(2),
            fact: |_, _| None,
            after: message!("tour-plane-after"),
        },
    },
    Station {
        name: "sides",
        title: message!("tour-sides"),
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
            say(message!("tour-sides-sign"), Work(Ericson, "3.6")),
            say(message!("tour-sides-path"), Work(Xuebuyuan, "")),
            say(message!("tour-sides-so"), Work(Xuebuyuan, "")),
        ],
        task: Task {
            words: &[
                Say(message!("tour-hold")),
                Hold(Motion::Forward),
                Say(message!("tour-sides-task")),
            ],
            is_done: |station, now| now.has_changed_sides(station.camera.eye),
            fact: |_, now| {
                let [front, back] = now.path();
                let signs = counted((front + back) as u64, "sign");
                Some(text!("tour-sides-fact", signs, front, back))
            },
            after: message!("tour-sides-after"),
        },
    },
    Station {
        name: "cutting",
        title: message!("tour-cutting"),
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
            say(message!("tour-cutting-why"), Work(Ericson, "8.3.4")),
            say(message!("tour-cutting-pieces"), Work(DxFramework, "10.3.4")),
            say(message!("tour-cutting-stays"), Work(Ericson, "8.3")),
        ],
        task: Task {
            words: &[
                Say(message!("tour-press")),
                Press(Action::NextStep),
                Say(message!("tour-cutting-task")),
            ],
            is_done: |_, now| now.shows_a_division_without_cuts(),
            fact: |_, _| None,
            after: message!("tour-cutting-after"),
        },
    },
    Station {
        name: "cost",
        title: message!("tour-cost"),
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
            say(message!("tour-cost-two"), Work(Ericson, "8.3.2")),
            say(message!("tour-cost-hall"), Program),
            say(message!("tour-cost-sah"), Work(Ize, "")),
        ],
        task: Task {
            words: &[Say(message!("tour-cost-task"))],
            is_done: |station, now| now.has_another_tree(station.rule),
            fact: |_, now| now.price_of_the_choice(),
            after: message!("tour-cost-after"),
        },
    },
    Station {
        name: "cast",
        title: message!("tour-cast"),
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
            say(message!("tour-cast-what"), Work(AtiSdk, "section 6")),
            say(message!("tour-cast-order"), Work(AtiSdk, "section 6")),
            say(message!("tour-cast-plane"), Work(AtiSdk, "section 6")),
        ],
        task: Task {
            words: &[
                Say(message!("tour-cast-task")),
                Press(Action::PreviousStep),
                Say(message!("tour-cast-back")),
            ],
            is_done: |_, now| now.went_back_from_the_end(),
            fact: |_, now| {
                let [visited, all] = now.visited_by_the_query()?.map(count);
                Some(text!("tour-cast-fact", visited, all))
            },
            after: message!("tour-cast-after"),
        },
    },
    Station {
        name: "push",
        title: message!("tour-push"),
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
            say(message!("tour-push-body"), Work(AtiSdk, "section 7")),
            say(message!("tour-push-toi"), Work(Ericson, "5.5")),
            say(message!("tour-push-ati"), Work(AtiSdk, "section 7")),
        ],
        task: Task {
            words: &[
                Say(message!("tour-hold")),
                Hold(Motion::Forward),
                Say(message!("tour-push-task")),
                Press(Action::ToggleReplay),
                Say(message!("tour-push-ghost")),
            ],
            is_done: |_, now| now.replays_a_ghost_in_a_wall(),
            fact: |_, _| None,
            after: message!("tour-push-after"),
        },
    },
];
