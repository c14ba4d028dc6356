//! Courses of built-in levels: the trials that a mover has to pass in them.

use std::sync::LazyLock;

use bspwalk_trees::collision::course::Course;

/// The course of the level `torture`.
static TORTURE: LazyLock<Course> = LazyLock::new(|| {
    let text = include_str!("../assets/torture.course.json");
    serde_json::from_str(text).expect("the embedded course is one")
});

/// The course of the built-in level of this name.
#[must_use]
pub fn builtin(level: &str) -> Option<&'static Course> {
    (level == "torture").then(|| &*TORTURE)
}
