//! Built-in levels by name, including lessons.

use bspwalk_levels::{
    Level, LevelError, LoadOptions, Source,
    builtin::{self, BuiltIn},
    text,
};
use bspwalk_progress::Progress;

/// Defines a lesson. Lessons have few triangles, so browser builds embed them too.
macro_rules! lesson {
    ($name:literal, $description:expr) => {
        BuiltIn {
            name: $name,
            description: $description,
            obj: include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/lessons/", $name, ".obj")),
            mtl: include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/lessons/colors.mtl")),
            textures: &[],
        }
    };
}

/// See [`lessons`]. Each lesson is one worked example:
///
/// - A segment that hits the plane of the first triangle outside the triangle (`BNode::intersects` in the ATI SDK's BSP
///   sample, 2006). It runs from (1.5, 1.7, 4) to (1.5, 2.9, −3), misses the second triangle and hits the third.
/// - All cases of splitting a triangle with corners on the plane (`DxFramework`, 10.3.4), with one triangle for each
///   case. Face 0 lies on the plane z = 0, whose front is +Z; the others are arranged from −X to +X.
/// - A box and a triangle that are separated only along the cross product of a box axis and a triangle edge (Ericson
///   2005, 5.2.9). Face 0 is the triangle.
/// - Two rooms that are separated by a thick wall with a doorway. A 0.5 × 0.4 m piece is missing from one room's side
///   of the wall. A minimum cut classifies the space behind the hole as solid.
static LESSONS: &[BuiltIn] = &[
    lesson!("segment", text!("compile-lesson-segment")),
    lesson!("splits", text!("compile-lesson-splits")),
    lesson!("axis", text!("compile-lesson-axis")),
    lesson!("hole", text!("compile-lesson-hole")),
];

/// Returns the lessons: levels with only a few triangles, each with one worked example. They can be opened by name, but
/// lists of levels omit them because they are too small to walk in.
#[must_use]
pub const fn lessons() -> &'static [BuiltIn] {
    LESSONS
}

/// Returns the built-in level or lesson with this name; see [`builtin::find`].
#[must_use]
pub fn find(name: &str) -> Option<&'static BuiltIn> {
    builtin::find(name).or_else(|| lesson(name))
}

fn lesson(name: &str) -> Option<&'static BuiltIn> {
    LESSONS.iter().find(|lesson| lesson.name == name)
}

/// Loads the built-in level or lesson with this name; see [`builtin::load`].
///
/// # Errors
/// Same as [`builtin::load`].
pub fn load(name: &str, options: &LoadOptions, progress: &Progress) -> Result<Level, LevelError> {
    load_with_source(name, options, progress).map(|(level, _)| level)
}

/// Loads a level like [`load`] and also returns its [`Source`].
///
/// # Errors
/// Same as [`builtin::load`].
pub fn load_with_source(
    name: &str,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<(Level, Source), LevelError> {
    match lesson(name) {
        Some(lesson) => lesson.load_with_source(options, progress),
        None => builtin::load_with_source(name, options, progress),
    }
}
