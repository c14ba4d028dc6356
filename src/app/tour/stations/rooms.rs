//! Stations about the solid-leaf tree: convex rooms, portals, order and visibility.

use bspwalk_explain::glossary::{
    Reference::{Noslopforever, QuakeCompilers, Teller},
    Source::{Program, Work},
};
use bspwalk_explain::quiz::Kind;
use bspwalk_progress::words::{count, counted};
use bspwalk_session::actions::Motion;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_text::{message, text};
use bspwalk_trees::Rule;

use super::places::{BEND, FUCHS, RED_ROOM, eyes, model, plan, say};
use crate::app::{
    host::state::{Action, FilmTree},
    level::leaf_tree::CullingMode,
    tour::station::{
        Film, Mode, Station, Task,
        Word::{Hold, Press, Say},
    },
};

pub(super) const STATIONS: [Station; 4] = [
    Station {
        name: "rooms",
        title: message!("tour-rooms"),
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
            say(message!("tour-rooms-tree"), Work(Noslopforever, "")),
            say(message!("tour-rooms-leaf"), Work(Noslopforever, "")),
            say(message!("tour-rooms-signs"), Work(QuakeCompilers, "")),
        ],
        task: Task {
            words: &[Say(message!("tour-rooms-task"))],
            is_done: |_, now| now.has_selected_a_leaf(),
            fact: |_, now| {
                let (_, _, [_, all]) = now.leaf_of_the_eye()?;
                Some(text!("tour-rooms-fact", all))
            },
            after: message!("tour-rooms-after"),
        },
    },
    Station {
        name: "portals",
        title: message!("tour-portals"),
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
            say(message!("tour-portals-what"), Work(Teller, "")),
            say(message!("tour-portals-made"), Work(QuakeCompilers, "")),
            say(message!("tour-portals-graph"), Work(Teller, "")),
        ],
        task: Task {
            words: &[
                Say(message!("tour-hold")),
                Hold(Motion::Forward),
                Say(message!("tour-portals-task")),
            ],
            is_done: |station, now| now.is_in_another_room(station.camera.eye),
            fact: |_, now| {
                let (leaf, portals, _) = now.leaf_of_the_eye()?;
                let portals = counted(portals as u64, "portal");
                Some(text!("tour-portals-fact", leaf = count(leaf), portals))
            },
            after: message!("tour-portals-after"),
        },
    },
    Station {
        name: "order",
        title: message!("tour-order"),
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
            say(message!("tour-order-why"), FUCHS),
            say(message!("tour-order-how"), FUCHS),
            say(message!("tour-order-covers"), Work(Noslopforever, "")),
        ],
        task: Task {
            words: &[
                Say(message!("tour-order-task")),
                Press(Action::Deeper),
                Say(message!("tour-order-until")),
            ],
            is_done: |_, now| now.has_painted_all(),
            fact: |_, _| None,
            after: message!("tour-order-after"),
        },
    },
    Station {
        name: "visible",
        title: message!("tour-visible"),
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
            say(message!("tour-visible-what"), Work(Teller, "")),
            say(message!("tour-visible-once"), Work(Teller, "")),
            say(message!("tour-visible-here"), Program),
        ],
        task: Task {
            words: &[
                Say(message!("tour-press")),
                Press(Action::TogglePlan),
                Say(message!("tour-visible-eyes")),
                Press(Action::ToggleFrozenCulling),
                Say(message!("tour-visible-freeze")),
                Press(Action::TogglePlan),
                Say(message!("tour-visible-plan")),
            ],
            is_done: |_, now| now.looks_at_what_is_frozen(),
            fact: |_, now| {
                let (_, _, [seen, all]) = now.leaf_of_the_eye()?;
                let [seen, all] = [seen, all].map(|number| count(number as u64));
                Some(text!("tour-visible-fact", seen, all))
            },
            after: message!("tour-visible-after"),
        },
    },
];
