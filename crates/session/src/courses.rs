//! Courses of the built-in levels: trials that a mover must pass.

use std::sync::LazyLock;

use crate::{
    LevelName,
    course::{Course, Station},
};

static TORTURE: LazyLock<Course> = LazyLock::new(|| {
    let text = include_str!("../assets/torture.course.json");
    serde_json::from_str(text).expect("the embedded course is one")
});

/// Returns the course of a built-in level.
#[must_use]
pub fn builtin(level: &str) -> Option<&'static Course> {
    (level == "torture").then(|| &*TORTURE)
}

/// Returns the course of a level, if it has one.
#[must_use]
pub fn of_level(level: &LevelName) -> Option<&'static Course> {
    match level {
        LevelName::BuiltIn(name) => builtin(name),
        LevelName::File(_) | LevelName::Drawn(_) => None,
    }
}

/// Returns the title and the description of a station. Stations of the built-in courses are translated to the program's
/// language; the strings of other stations are returned unchanged.
#[must_use]
pub fn words(station: &Station) -> [&str; 2] {
    let is_built_in = |own: &Station| [&own.name, &own.title] == [&station.name, &station.title];
    if !TORTURE.stations.iter().any(is_built_in) {
        return [&station.title, &station.shows];
    }
    let id = format!("torture-{}", station.name.replace('_', "-"));
    let title = bspwalk_text::find_message(&id).unwrap_or(&station.title);
    let shows = bspwalk_text::find_message(&format!("{id}.shows"));
    [title, shows.unwrap_or(&station.shows)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renamed_stations_keep_their_own_words() {
        for station in &TORTURE.stations {
            assert_eq!(words(station), [&station.title, &station.shows]);
        }
        let mut own = TORTURE.stations[0].clone();
        own.title = "My wedge".to_owned();
        assert_eq!(words(&own)[0], "My wedge");
    }

    #[test]
    fn courses_are_found_by_exact_name() {
        assert!(builtin("torture").is_some());
        assert_eq!(builtin("hall"), None);
        assert_eq!(builtin("Torture"), None);
    }
}
