//! Worked examples, each with a small level, a query and an explanation.

use bspwalk_collision::Capsule;
use bspwalk_text::{Message, message};
use bspwalk_trees::{BuildParams, FaceId, Rule};
use glam::{Vec3, vec3};

use super::query::Query;
use crate::glossary::{
    Reference::{AtiSdk, DxFramework, Ericson, Noslopforever},
    Source::{self, Program, Work},
};

/// Subject of a preset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shows {
    /// An animated query.
    Query(Query),
    /// How the root's plane splits a face, as a step of the build animation.
    Division {
        /// Number of the face in the level.
        face: FaceId,
    },
    /// The painting order of the empty leaves for an eye position.
    Order {
        /// Eye position, in metres.
        eye: Vec3,
    },
}

/// A worked example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// Short, unique name in lower case.
    pub name: &'static str,
    /// Title to show in lists.
    pub title: Message,
    /// Source of the example.
    pub source: Source,
    /// Name of the built-in level or lesson.
    pub level: &'static str,
    /// Build parameters of the node-storing tree.
    pub params: BuildParams,
    /// Subject of the preset.
    pub shows: Shows,
    /// Explanation in one to three sentences.
    pub words: Message,
}

/// Radius and centre (in metres) of the sphere in the acute 30° corner of `wedges`.
const WEDGE: (f32, Vec3) = (0.35, vec3(12.61, 1.2, -2.136));

/// Creates a preset for one case of a split, from its name, its title, a face of the level `splits`, and an
/// explanation.
const fn split(name: &'static str, title: Message, face: u32, words: Message) -> Preset {
    Preset {
        name,
        title,
        source: Work(DxFramework, "10.3.4"),
        level: "splits",
        params: BuildParams::preset(Rule::First),
        shows: Shows::Division { face: FaceId(face) },
        words,
    }
}

/// All presets, in teaching order.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "plane_hit",
        title: message!("example-plane-hit"),
        source: Work(AtiSdk, "section 6"),
        level: "segment",
        params: BuildParams::preset(Rule::First),
        shows: Shows::Query(Query::Cast {
            from: vec3(1.5, 1.7, 4.0),
            to: vec3(1.5, 2.9, -3.0),
        }),
        words: message!("example-plane-hit-words"),
    },
    split(
        "split_through_corner",
        message!("example-through-corner"),
        1,
        message!("example-through-corner-words"),
    ),
    split(
        "split_corner_front",
        message!("example-corner-front"),
        2,
        message!("example-corner-front-words"),
    ),
    split(
        "split_corner_back",
        message!("example-corner-back"),
        3,
        message!("example-corner-back-words"),
    ),
    split(
        "split_edge_front",
        message!("example-edge-front"),
        4,
        message!("example-edge-front-words"),
    ),
    split(
        "split_edge_back",
        message!("example-edge-back"),
        5,
        message!("example-edge-back-words"),
    ),
    split(
        "split_coplanar",
        message!("example-coplanar"),
        6,
        message!("example-coplanar-words"),
    ),
    split(
        "split_coplanar_opposite",
        message!("example-coplanar-opposite"),
        7,
        message!("example-coplanar-opposite-words"),
    ),
    Preset {
        name: "separating_axis",
        title: message!("example-separating-axis"),
        source: Work(Ericson, "5.2.9"),
        level: "axis",
        params: BuildParams::SAMPLED,
        shows: Shows::Query(Query::Overlap {
            min: vec3(-0.5, 0.5, -0.5),
            max: vec3(0.5, 1.5, 0.5),
        }),
        words: message!("example-separating-axis-words"),
    },
    Preset {
        name: "push_fails",
        title: message!("example-push-fails"),
        source: Work(AtiSdk, "section 7"),
        level: "wedges",
        params: BuildParams::ATI,
        shows: Shows::Query(Query::PushAti {
            center: WEDGE.1,
            radius: WEDGE.0,
        }),
        words: message!("example-push-fails-words"),
    },
    Preset {
        name: "push_holds",
        title: message!("example-push-holds"),
        source: Program,
        level: "wedges",
        params: BuildParams::ATI,
        shows: Shows::Query(Query::Push {
            body: Capsule::sphere(WEDGE.0),
            center: WEDGE.1,
        }),
        words: message!("example-push-holds-words"),
    },
    Preset {
        name: "room_order",
        title: message!("example-room-order"),
        source: Work(Noslopforever, ""),
        level: "three_rooms",
        params: BuildParams::SAMPLED,
        shows: Shows::Order {
            eye: vec3(2.6, 1.7, -4.6),
        },
        words: message!("example-room-order-words"),
    },
];

/// Returns the preset with this name.
#[must_use]
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}
