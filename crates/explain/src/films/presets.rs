//! The worked examples, each ready to be shown: a small level, what to ask there, and what it shows.

use bspwalk_trees::{BuildParams, Rule, collision::Capsule};
use glam::{Vec3, vec3};

use super::query::Query;
use crate::glossary::{
    Reference::{AtiSdk, DxFramework, Ericson, Noslopforever},
    Source::{self, Program, Work},
};

/// What a preset shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shows {
    /// A query as a film.
    Query(Query),
    /// What the division of the root does with a face, as a step of the film of the build.
    Division {
        /// The face, as the level numbers it.
        face: u32,
    },
    /// The order of the empty leaves from an eye, in metres.
    Order {
        /// The eye.
        eye: Vec3,
    },
}

/// A worked example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// Its name: short, in lower case, unique.
    pub name: &'static str,
    /// Its title in lists.
    pub title: &'static str,
    /// Where it comes from.
    pub source: Source,
    /// The built-in level or lesson.
    pub level: &'static str,
    /// How the node-storing tree is built for it.
    pub params: BuildParams,
    /// What is shown.
    pub shows: Shows,
    /// What it teaches, in one to three sentences.
    pub words: &'static str,
}

/// The radius and the centre of the sphere in the acute corner of 30° in `wedges`, in metres.
const WEDGE: (f32, Vec3) = (0.35, vec3(12.61, 1.2, -2.136));

/// A case of a split: name, title, face of the level `splits`, words.
const fn split(name: &'static str, title: &'static str, face: u32, words: &'static str) -> Preset {
    Preset {
        name,
        title,
        source: Work(DxFramework, "10.3.4"),
        level: "splits",
        params: BuildParams::preset(Rule::First),
        shows: Shows::Division { face },
        words,
    }
}

/// All presets, in the order in which they teach.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "plane_hit",
        title: "A plane is hit, its triangle is not",
        source: Work(AtiSdk, "section 6"),
        level: "segment",
        params: BuildParams::preset(Rule::First),
        shows: Shows::Query(Query::Cast {
            from: vec3(1.5, 1.7, 4.0),
            to: vec3(1.5, 2.9, -3.0),
        }),
        words: "The segment crosses the root's plane, but outside of the root's triangle. That is no answer yet: the true hit \
                is looked for in front of the plane first, and then behind it.",
    },
    split(
        "split_through_corner",
        "One corner on, one on each side",
        1,
        "One corner lies on the plane, the others on different sides: one cut makes two triangles, one in front and one behind.",
    ),
    split(
        "split_corner_front",
        "One corner on, two in front",
        2,
        "One corner lies on the plane, the others in front: nothing is cut, and the triangle goes in front.",
    ),
    split(
        "split_corner_back",
        "One corner on, two behind",
        3,
        "One corner lies on the plane, the others behind: nothing is cut, and the triangle goes behind.",
    ),
    split(
        "split_edge_front",
        "Two corners on, one in front",
        4,
        "An edge lies on the plane, the third corner in front: the triangle goes in front.",
    ),
    split(
        "split_edge_back",
        "Two corners on, one behind",
        5,
        "An edge lies on the plane, the third corner behind: the triangle goes behind.",
    ),
    split(
        "split_coplanar",
        "Three corners on, same normal",
        6,
        "All corners lie on the plane, and the normals agree. DxFramework puts the triangle in front; a node-storing tree keeps \
         it in the node.",
    ),
    split(
        "split_coplanar_opposite",
        "Three corners on, opposite normal",
        7,
        "All corners lie on the plane, and the normals are opposite. DxFramework puts the triangle behind; a node-storing \
         tree keeps it in the node, with its own normal.",
    ),
    Preset {
        name: "separating_axis",
        title: "One axis of thirteen separates",
        source: Work(Ericson, "5.2.9"),
        level: "axis",
        params: BuildParams::SAMPLED,
        shows: Shows::Query(Query::Overlap {
            min: vec3(-0.5, 0.5, -0.5),
            max: vec3(0.5, 1.5, 0.5),
        }),
        words: "Neither an axis of the box nor the triangle's normal tells the two apart. The cross product of the box's Z axis \
                and the triangle's slanted edge does: on it they are 7 cm apart.",
    },
    Preset {
        name: "push_fails",
        title: "The push that fails in an acute corner",
        source: Work(AtiSdk, "section 7"),
        level: "wedges",
        params: BuildParams::ATI,
        shows: Shows::Query(Query::PushAti {
            center: WEDGE.1,
            radius: WEDGE.0,
        }),
        words: "The sphere sits in a corner of 30°. The sample pushes it out of one wall after the other, each time by the whole \
                depth and never back to look: it ends inside a wall, and says that it was pushed.",
    },
    Preset {
        name: "push_holds",
        title: "The same corner, all walls at once",
        source: Program,
        level: "wedges",
        params: BuildParams::ATI,
        shows: Shows::Query(Query::Push {
            body: Capsule::sphere(WEDGE.0),
            center: WEDGE.1,
        }),
        words: "Every contact confines the centre to a half-space, and the nearest point that is in all of them is where the \
                sphere goes: it ends clear of both walls.",
    },
    Preset {
        name: "room_order",
        title: "The rooms in the order C, B, A",
        source: Work(Noslopforever, ""),
        level: "three_rooms",
        params: BuildParams::SAMPLED,
        shows: Shows::Order {
            eye: vec3(2.6, 1.7, -4.6),
        },
        words: "You stand in room C. You are behind plane 1, so A comes last; you are behind plane 2 as well, so C comes before \
                B. Two tests order the rooms: C, B, A.",
    },
];

/// The preset of this name.
#[must_use]
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}
