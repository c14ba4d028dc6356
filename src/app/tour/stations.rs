//! Table of all stations, in tour order.

use bevy::math::{Vec3, vec3};
use bspwalk_draw::color::palette::Palette;
use bspwalk_explain::films::Query;
use bspwalk_explain::glossary::Reference::{
    AtiSdk, Ericson, Fuchs, Noslopforever, QuakeCompilers, Teller, Xuebuyuan,
};
use bspwalk_explain::glossary::Source::{self, Program, Work};
use bspwalk_explain::quiz::{Kind, checks};
use bspwalk_session::view_args::{Position, ViewArgs, ViewDirection};
use bspwalk_session::{
    LevelName, actions::Motion, overlays::OverlayKind, tree_args::TreeArgs, view::View, view_line::ViewLine,
};
use bspwalk_text::words::{count, count_with_noun};
use bspwalk_text::{message, text};
use bspwalk_trees::Rule;

use super::station::Word::{Hold, Press, Say};
use super::station::{Camera, Extra, Film, Setup, Station};
use crate::app::{host::prelude::*, level::leaf_tree::CullingMode};

/// The spawn in `ten_edges`.
const IN_THE_POLYGON: Vec3 = vec3(5.0, 1.7, -1.5);

/// Position in `three_rooms`: in the red room (called C in 《Bsp分割算法简述》), in front of the door to the sand-coloured room
/// A.
const RED_ROOM: Vec3 = vec3(2.6, 1.7, -4.6);

/// Position in `three_rooms`: at the back of the red room, in front of the door to the sand-coloured room. The door to the
/// blue room is also in view.
const BEFORE_BOTH_DOORS: Vec3 = vec3(2.35, 1.7, -5.65);

/// Query in `three_rooms` from the red room through its door to the far wall of the sand-coloured room.
const THROUGH_THE_DOOR: Query = Query::Cast {
    from: RED_ROOM,
    to: vec3(2.6, 1.2, 8.3),
};

/// Position in `wedges`: in front of the niche that ends in a 10° corner, where the old push-out fails by more than
/// the body's size.
const WEDGE: Vec3 = vec3(4.2, 1.2, 1.2);

/// Bounds in `wedges` of this niche and the room in front of it.
const NICHE: [Vec3; 2] = [vec3(2.4, 0.0, -4.6), vec3(6.0, 1.6, 1.7)];

/// Position in `hall`: around the corner of the passage to the stairs.
const BEND: Vec3 = vec3(-10.4, 1.7, 7.9);

const FUCHS: Source = Work(Fuchs, "");

/// All stations: one about the idea in two dimensions, five about the node-storing tree, three about the solid-leaf
/// tree, and one about further topics.
pub const STATIONS: &[Station] = &[
    Station {
        name: "polygon",
        title: message!("tour-polygon"),
        asks: &[],
        level: "ten_edges",
        camera: Camera::new(View::Eye, IN_THE_POLYGON, 0.0),
        setup: Setup {
            page: Some(Page::PlanarTree),
            ..Setup::PLAIN
        },
        sentences: &[
            (message!("tour-polygon-lines"), Work(Xuebuyuan, "")),
            (message!("tour-polygon-point"), Work(Xuebuyuan, "")),
        ],
        task: &[Say(message!("tour-polygon-task"))],
        is_done: |_, now| now.probe.was_inside && now.probe.was_outside,
        fact: |_, _| None,
        after: message!("tour-polygon-after"),
        check: |now, seed| now.question_about_polygon(seed),
    },
    Station {
        name: "sides",
        title: message!("tour-sides"),
        asks: &[Kind::FaceSide],
        level: "three_rooms",
        camera: Camera::new(View::Eye, RED_ROOM, 180.0),
        setup: Setup {
            rule: Rule::Ati,
            shows: &[OverlayKind::Planes, OverlayKind::Path],
            options: |overlays| overlays.plane_depths = [0, 0],
            ..Setup::PLAIN
        },
        sentences: &[
            (message!("tour-sides-root"), Work(Ericson, "8.1")),
            (message!("tour-sides-path"), Work(Xuebuyuan, "")),
        ],
        task: &[
            Say(message!("tour-hold")),
            Hold(Motion::Forward),
            Say(message!("tour-sides-task")),
        ],
        is_done: |station, now| now.has_changed_sides(station.camera.eye),
        fact: |_, now| {
            let [front, back] = now.branch_counts();
            let letters = count_with_noun((front + back) as u64, "letter");
            Some(text!("tour-sides-fact", letters, front, back))
        },
        after: message!("tour-sides-after"),
        check: |now, seed| checks::letter_at_root(&now.current.tree, seed),
    },
    Station {
        name: "cutting",
        title: message!("tour-cutting"),
        asks: &[Kind::Cuts, Kind::ChosenPlane],
        level: "three_rooms",
        camera: Camera::new(View::Model, RED_ROOM, 180.0),
        setup: Setup {
            rule: Rule::Ati,
            film: Film::Build,
            extra: Extra::Planes,
            ..Setup::PLAIN
        },
        sentences: &[
            (message!("tour-cutting-why"), Work(Ericson, "8.3.4")),
            (message!("tour-cutting-stays"), Work(AtiSdk, "section 8")),
            (message!("tour-cutting-score"), Work(AtiSdk, "section 8")),
        ],
        task: &[Say(message!("tour-cutting-task"))],
        is_done: |_, now| now.planes.are_all_built(),
        fact: |_, _| None,
        after: message!("tour-cutting-after"),
        check: |now, _| now.question_about_planes(),
    },
    Station {
        name: "cast",
        title: message!("tour-cast"),
        asks: &[Kind::FirstChild, Kind::FarSide],
        level: "three_rooms",
        camera: Camera::new(View::Model, RED_ROOM, 180.0),
        setup: Setup {
            rule: Rule::Ati,
            film: Film::Query(THROUGH_THE_DOOR),
            ..Setup::PLAIN
        },
        sentences: &[
            (message!("tour-cast-what"), Work(AtiSdk, "section 6")),
            (message!("tour-cast-order"), Work(AtiSdk, "section 6")),
            (message!("tour-cast-plane"), Work(AtiSdk, "section 6")),
        ],
        task: &[
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
        check: |now, seed| {
            let (query, tree) = (&now.program.query, &now.current.tree);
            checks::step_of_film(tree, query.film(tree)?, seed)
        },
    },
    Station {
        name: "push",
        title: message!("tour-push"),
        asks: &[Kind::BodyEnd],
        level: "wedges",
        camera: Camera::new(View::Plan, WEDGE, 0.0).framing(NICHE),
        setup: Setup {
            walks: false,
            shows: &[OverlayKind::Collision],
            extra: Extra::Ghost,
            ..Setup::PLAIN
        },
        sentences: &[
            (message!("tour-push-body"), Work(AtiSdk, "section 7")),
            (message!("tour-push-toi"), Work(Ericson, "5.5")),
            (message!("tour-push-ati"), Work(AtiSdk, "section 7")),
        ],
        task: &[
            Say(message!("tour-hold")),
            Hold(Motion::Forward),
            Say(message!("tour-push-task")),
        ],
        is_done: |_, now| now.ghost.steps()[0] > 0,
        fact: |_, _| None,
        after: message!("tour-push-after"),
        check: |now, seed| now.question_about_search(seed),
    },
    Station {
        name: "order",
        title: message!("tour-order"),
        asks: &[Kind::NextPainted],
        level: "three_rooms",
        camera: Camera::new(View::Eye, RED_ROOM, 135.0),
        setup: Setup {
            shows: &[OverlayKind::Painter],
            options: |overlays| overlays.painter_share = 0.5,
            extra: Extra::Cycle,
            ..Setup::PLAIN
        },
        sentences: &[
            (message!("tour-order-why"), FUCHS),
            (message!("tour-order-how"), FUCHS),
            (message!("tour-order-cycle"), FUCHS),
        ],
        task: &[
            Say(message!("tour-order-task")),
            Press(Action::Deeper),
            Say(message!("tour-order-until")),
        ],
        is_done: |_, now| now.program.overlays.painter_share >= 1.0,
        fact: |_, _| None,
        after: message!("tour-order-after"),
        check: |now, seed| now.question_about_order(seed),
    },
    Station {
        name: "rooms",
        title: message!("tour-rooms"),
        asks: &[Kind::Cuts, Kind::FaceSide],
        level: "three_rooms",
        camera: Camera::new(View::Model, RED_ROOM, 180.0),
        setup: Setup {
            shows: &[OverlayKind::Leaves],
            film: Film::Division(FilmTree::Leaves),
            ..Setup::PLAIN
        },
        sentences: &[
            (message!("tour-rooms-tree"), Work(Noslopforever, "")),
            (message!("tour-rooms-leaf"), Work(Noslopforever, "")),
        ],
        task: &[
            Say(message!("tour-press")),
            Press(Action::NextStep),
            Say(message!("tour-rooms-task")),
        ],
        is_done: |_, now| now.program.level.selected.leaf.is_some(),
        fact: |_, now| {
            let (_, _, [_, all]) = now.leaf_of_the_eye()?;
            Some(text!("tour-rooms-fact", all))
        },
        after: message!("tour-rooms-after"),
        check: |now, seed| checks::solid_or_empty(&now.leaf_tree.built()?.tree, seed),
    },
    Station {
        name: "portals",
        title: message!("tour-portals"),
        asks: &[Kind::LeafSeen],
        level: "three_rooms",
        camera: Camera::new(View::Eye, BEFORE_BOTH_DOORS, 180.0),
        setup: Setup {
            shows: &[OverlayKind::Portals],
            ..Setup::PLAIN
        },
        sentences: &[
            (message!("tour-portals-what"), Work(Teller, "")),
            (message!("tour-portals-made"), Work(QuakeCompilers, "")),
            (message!("tour-portals-graph"), Work(Teller, "")),
        ],
        task: &[
            Say(message!("tour-hold")),
            Hold(Motion::Forward),
            Say(message!("tour-portals-task")),
        ],
        is_done: |station, now| now.is_in_another_room(station.camera.eye),
        fact: |_, now| {
            let (leaf, portals, _) = now.leaf_of_the_eye()?;
            let portals = count_with_noun(portals as u64, "portal");
            Some(text!("tour-portals-fact", leaf = count(leaf), portals))
        },
        after: message!("tour-portals-after"),
        check: |now, seed| now.question_about_portals(seed),
    },
    Station {
        name: "visible",
        title: message!("tour-visible"),
        asks: &[Kind::LeafSeen],
        level: "hall",
        camera: Camera::new(View::Eye, BEND, 0.0),
        setup: Setup {
            culling: CullingMode::Pvs,
            shows: &[OverlayKind::Visible],
            ..Setup::PLAIN
        },
        sentences: &[
            (message!("tour-visible-what"), Work(Teller, "")),
            (message!("tour-visible-hides"), Work(QuakeCompilers, "")),
        ],
        task: &[
            Say(message!("tour-press")),
            Press(Action::ToggleFrozenCulling),
            Say(message!("tour-visible-freeze")),
            Press(Action::ToggleNoclip),
            Say(message!("tour-visible-walls")),
            Hold(Motion::Back),
            Say(message!("tour-visible-out")),
        ],
        is_done: |_, now| now.looks_back_at_the_frozen_eye(),
        fact: |_, now| {
            let (leaf, _, [seen, all]) = now.leaf_of_the_eye()?;
            let [seen, all] = [seen, all].map(|number| count(number as u64));
            let (leaf, built) = (count(leaf), now.leaf_tree.built()?);
            Some(match built.is_refined() {
                true => text!("tour-visible-fact", leaf, seen, all),
                false => text!("tour-visible-provisional", leaf, seen, all),
            })
        },
        after: message!("tour-visible-after"),
        check: |now, seed| now.question_about_pvs(seed),
    },
    Station {
        name: "next",
        title: message!("tour-next"),
        asks: &Kind::ALL,
        level: "three_rooms",
        camera: Camera::new(View::Model, RED_ROOM, 180.0),
        setup: Setup::PLAIN,
        sentences: &[
            (message!("tour-next-bsp"), Work(Ericson, "8.1")),
            (message!("tour-next-others"), Work(Ericson, "6, 7.3")),
            (message!("tour-next-page"), Program),
        ],
        task: &[Say(message!("tour-next-task"))],
        is_done: |_, now| now.program.quiz.current_answer().is_some(),
        fact: |_, _| None,
        after: message!("tour-next-after"),
        // The task itself is a question.
        check: |_, _| None,
    },
];

/// Returns the view of a station as a command line that opens the view without the tour. Omits query and division
/// films, which play automatically, and any page that covers the level.
pub(super) fn line(station: &Station) -> ViewLine {
    let setup = &station.setup;
    let at = ViewArgs {
        view: station.camera.view,
        eye: Some(Position(station.camera.eye.as_dvec3())),
        look: Some(ViewDirection {
            yaw: station.camera.yaw.into(),
            pitch: 0.0,
        }),
        // Specifying an overlay hides those shown previously, even if it is only the materials overlay.
        show: match setup.shows {
            [] => vec![OverlayKind::Materials],
            shows => shows.to_vec(),
        },
        select: setup.selects,
        build_step: (setup.film == Film::Build).then_some(1),
        ..ViewArgs::of_overlays(&overlays(setup, Palette::default()))
    };
    ViewLine {
        level: LevelName::BuiltIn(station.level.to_owned()),
        at: at.rounded(),
        tree: TreeArgs {
            rule: Some(setup.rule).filter(|&rule| rule != Rule::default()),
            ..TreeArgs::default()
        },
    }
}

/// Returns the overlays of a station, with the user's palette.
pub(super) fn overlays(setup: &Setup, palette: Palette) -> Overlays {
    let mut overlays = Overlays::showing(setup.shows.iter().copied());
    overlays.palette = palette;
    (setup.options)(&mut overlays);
    overlays
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use bspwalk_collision::mover::Trees;
    use bspwalk_levels::{LoadOptions, builtin};
    use bspwalk_progress::Progress;
    use bspwalk_session::actions::{Effect, controls};
    use bspwalk_session::body::{Body, Driver};
    use bspwalk_session::replay::LiveGhost;
    use bspwalk_text::{Language, Message};
    use bspwalk_trees::{BuildParams, NodeTree};

    use super::*;

    #[test]
    fn ten_stations_have_names_levels_and_keys() {
        assert_eq!(STATIONS.len(), 10);
        let names: HashSet<&str> = STATIONS.iter().map(|station| station.name).collect();
        assert_eq!(names.len(), STATIONS.len());
        for station in STATIONS {
            assert!(builtin::find(station.level).is_some(), "{}", station.title);
            for word in station.task {
                let effect = match *word {
                    Say(_) => continue,
                    Press(command) => Effect::Send(command),
                    Hold(motion) => Effect::Move(motion),
                };
                let has_key = controls().any(|control| control.effect == effect);
                assert!(has_key, "{}: {effect:?} has no key", station.title);
            }
            for (text, _) in station.sentences {
                let text = text.text();
                assert!(text.ends_with('.') && text.len() < 190, "{text}");
            }
        }
    }

    #[test]
    fn texts_have_at_most_forty_words() {
        let words = |texts: Vec<Message>| {
            let texts = texts.iter().map(|text| text.text_in(Language::english()));
            let words = texts.flat_map(str::split_whitespace);
            words.filter(|word| word.contains(char::is_alphanumeric)).count()
        };
        for station in STATIONS {
            let text = station.sentences.iter().map(|(text, _)| *text);
            let task = station.task.iter().filter_map(|word| match word {
                Say(text) => Some(*text),
                Press(_) | Hold(_) => None,
            });
            let counts = [text.collect(), task.collect(), vec![station.after]].map(words);
            let fits = counts.iter().all(|count| (1..=40).contains(count));
            assert!(
                fits,
                "{}: {counts:?} words of text, task and result",
                station.name
            );
        }
    }

    /// Once the body is stuck in the corner, the ghost must not overlap it, and both must be in view.
    #[test]
    fn ghost_ends_apart_from_the_body() {
        let mut stations = STATIONS.iter();
        let station = stations.find(|station| station.setup.extra == Extra::Ghost);
        let Station {
            level, camera, setup, ..
        } = station.expect("a station has a ghost");
        let level = builtin::load(level, &LoadOptions::default(), &Progress::default());
        let triangles = level.expect("it is built in").solid_triangles();
        let params = BuildParams::preset(setup.rule);
        let tree = NodeTree::build(&triangles, &params).expect("it can be built");
        let (mut body, mut ghost) = (Body::default(), LiveGhost::default());
        body.walking = setup.walks;
        body.teleport(camera.eye);
        body.yaw = camera.yaw.to_radians();
        for _ in 0..240 {
            let mut driver = Driver::default();
            (driver.keys.ticks, driver.keys.forward) = (1, 1.0);
            body.step(Trees::from(&tree), None, driver);
            ghost.follow(&body, &tree);
        }
        let ends = ghost.replay().body.last().zip(ghost.replay().ghost.last());
        let (own, ghost) = ends.expect("both have moved");
        assert!(own.clear && !ghost.clear, "{own:?}, {ghost:?}");
        let apart = own.center.distance(ghost.center);
        assert!(apart > 2.0 * own.body.radius, "only {apart} m apart");
        let [min, max] = camera.frames.expect("it frames the corner");
        for pose in [own, ghost] {
            let is_in_view = pose.center.cmpge(min).all() && pose.center.cmple(max).all();
            assert!(is_in_view, "{pose:?}");
        }
    }

    #[test]
    fn the_book_has_the_line_of_each_station() {
        let book = include_str!("../../../docs/src/teaching.md");
        for station in STATIONS {
            let line = line(station).to_string();
            let read: ViewLine = line.parse().expect("it can be pasted");
            assert_eq!(read.to_string(), line);
            let is_there = book.lines().any(|row| {
                let code = row.split_once("  #").map_or(row, |(code, _)| code);
                code.trim_end() == line
            });
            assert!(
                is_there,
                "teaching.md lacks the line of {}: {line}",
                station.title
            );
        }
    }
}
