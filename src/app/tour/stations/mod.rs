//! Table of stations, in the order of the tour.

mod places;
mod rooms;
mod trees;

use bspwalk_levels::color::palette::Palette;
use bspwalk_session::{
    LevelName,
    overlays::OverlayKind,
    tree_args::TreeArgs,
    view_args::{Look, Position, ViewArgs},
    view_line::ViewLine,
};
use bspwalk_trees::Rule;

use super::station::{Film, Station};
use crate::app::host::state::Overlays;

/// All stations: six about the node-storing tree, then four about the solid-leaf tree.
pub const STATIONS: &[Station] = &{
    let [a, b, c, d, e, f] = trees::STATIONS;
    let [g, h, i, j] = rooms::STATIONS;
    [a, b, c, d, e, f, g, h, i, j]
};

/// Returns the view of a station as a command line that opens it without the tour. It omits the query film and the
/// division film, which play automatically.
pub(super) fn line(station: &Station) -> ViewLine {
    let overlays = overlays(station, Palette::default());
    let shows = station.shows.to_vec();
    let at = ViewArgs {
        view: station.camera.view,
        eye: Some(Position(station.camera.eye.as_dvec3())),
        look: Some(Look {
            yaw: station.camera.yaw.into(),
            pitch: station.camera.pitch.into(),
        }),
        cut: station.camera.cut.map(f64::from),
        // An explicit overlay hides those shown before, even if it only shows materials.
        show: if shows.is_empty() {
            vec![OverlayKind::Materials]
        } else {
            shows
        },
        select: station.selects,
        build_step: match station.film {
            Film::Build(step) => Some(step + 1),
            _ => None,
        },
        ..ViewArgs::of_overlays(&overlays)
    };
    ViewLine {
        level: LevelName::BuiltIn(station.level.to_owned()),
        at: at.rounded(),
        tree: TreeArgs {
            rule: Some(station.rule).filter(|&rule| rule != Rule::default()),
            ..TreeArgs::default()
        },
    }
}

/// Returns the overlays of a station in the user's palette.
pub(super) fn overlays(station: &Station, palette: Palette) -> Overlays {
    let mut overlays = Overlays::showing(station.shows.iter().copied());
    overlays.palette = palette;
    (station.options)(&mut overlays);
    overlays
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use bspwalk_levels::{LoadOptions, builtin};
    use bspwalk_progress::Progress;
    use bspwalk_session::actions::{Effect, controls};
    use bspwalk_trees::{BuildParams, NodeTree};

    use super::*;
    use crate::app::tour::station::Word::{Hold, Press, Say};

    #[test]
    fn ten_stations_have_names_levels_and_keys() {
        assert_eq!(STATIONS.len(), 10);
        let names: HashSet<&str> = STATIONS.iter().map(|station| station.name).collect();
        assert_eq!(names.len(), STATIONS.len());
        for station in STATIONS {
            assert!(builtin::find(station.level).is_some(), "{}", station.title);
            for word in station.task.words {
                let effect = match *word {
                    Say(words) => {
                        assert!(!words.text().is_empty());
                        continue;
                    }
                    Press(command) => Effect::Send(command),
                    Hold(motion) => Effect::Move(motion),
                };
                assert!(
                    controls().any(|control| control.effect == effect),
                    "{}: {effect:?} has no key",
                    station.title
                );
            }
            for text in station.sentences.map(|sentence| sentence.text.text()) {
                assert!(text.ends_with('.') && text.len() < 190, "{text}");
            }
        }
    }

    #[test]
    fn the_book_has_the_line_of_each_station() {
        let book = include_str!("../../../../docs/src/teaching.md");
        for station in STATIONS {
            let line = line(station).to_string();
            let read: ViewLine = line.parse().expect("it can be pasted");
            assert_eq!(read.to_string(), line);
            let stands = book.lines().any(|row| {
                let code = row.split_once("  #").map_or(row, |(code, _)| code);
                code.trim_end() == line
            });
            assert!(stands, "teaching.md lacks the line of {}: {line}", station.title);
        }
    }

    #[test]
    fn cost_station_compares_two_rules_in_the_hall() {
        let level =
            builtin::load("hall", &LoadOptions::default(), &Progress::default()).expect("it is built in");
        let figures = [Rule::FewestCuts, Rule::Balanced].map(|rule| {
            let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::preset(rule));
            tree.expect("it can be built").statistics()
        });
        // These are the claims of the station's text.
        let [few, even] = figures;
        assert!(few.splits < even.splits, "{few:?}, {even:?}");
        assert!(few.depth > even.depth, "{few:?}, {even:?}");
    }
}
