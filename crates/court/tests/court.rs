//! Tests of the benchmark: every contestant crosses a flat floor, and this repository's mover passes its trials.

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
};

use bspwalk_court::{
    contestant::Kind,
    report::{Row, court, markdown, row, text, times},
    run::run,
    trial::Trial,
    trials,
};

const RATES: [u32; 3] = [30, 60, 144];

/// Trials that the mover fails, each with a reason. A trial that it passes must be removed from this list.
const LOST: &[&str] = &[
    // The body follows each pebble. Only its eye is smoothed.
    "hard_pebbles",
    // Coordinates of `f32` are up to 8 mm apart here.
    "hard_far",
];

fn all_built() -> Vec<Trial> {
    let mut all = trials::built();
    all.extend(trials::builtin().expect("the built-in levels are levels"));
    all
}

#[test]
fn every_contestant_walks_on_flat_floor() {
    for trial in trials::built().iter().filter(|trial| trial.name == "flat") {
        for (name, kinds) in Kind::ALL {
            let row = row(trial, name, kinds, &RATES);
            assert_eq!(row.takes_part(), name != "Quake's hulls", "{name}");
            assert!(
                row.passed() || !row.takes_part(),
                "{name} in {}: {}; {}",
                trial.name,
                row.verdict(),
                row.figures()
            );
        }
    }
}

#[test]
fn the_mover_passes_the_trials() {
    let rows: Vec<Row> = all_built()
        .iter()
        .map(|trial| row(trial, "bspwalk", &[Kind::Ours], &RATES))
        .collect();
    let lost: Vec<String> = rows
        .iter()
        .filter(|row| row.passed() == LOST.contains(&row.trial.as_str()))
        .map(|row| format!("{}: {}; {}", row.trial, row.verdict(), row.figures()))
        .collect();
    assert!(
        lost.is_empty(),
        "not as the list of lost trials says:\n{}",
        lost.join("\n")
    );
}

#[test]
fn mover_passes_real_levels_and_hulls_join() {
    let Some(folder) = env::var_os("BSPWALK_LEVELS")
        .map(PathBuf::from)
        .filter(|folder| folder.is_dir())
    else {
        println!("no real levels: BSPWALK_LEVELS names no folder");
        return;
    };
    let (real, missing) = trials::real(&folder);
    assert!(missing.is_empty(), "{missing:?}");
    let mut with_hulls = 0;
    for trial in &real {
        let own = row(trial, "bspwalk", &[Kind::Ours], &[60]);
        assert_eq!(
            own.passed(),
            !LOST.contains(&own.trial.as_str()),
            "{}: {}; {}",
            own.trial,
            own.verdict(),
            own.figures()
        );
        let trace = run(trial, Kind::Hulls, 60).expect("hulls do not fail");
        assert_eq!(trace.is_some(), trial.arena.hulls.is_some());
        with_hulls += usize::from(trace.is_some());
    }
    assert_eq!(with_hulls, 2);
}

#[test]
fn names_are_unique_and_scripts_have_whole_ticks() {
    let all = all_built();
    let names: BTreeSet<&str> = all.iter().map(|trial| trial.name.as_str()).collect();
    assert_eq!(names.len(), all.len());
    for trial in trials::built() {
        assert!(
            !trial.script.is_empty() && !trial.goods.is_empty(),
            "{}",
            trial.name
        );
        let legs = trial.platforms.iter().flat_map(|platform| &platform.legs);
        let parts = trial.script.iter().map(|stretch| stretch.seconds);
        for seconds in parts.chain(legs.map(|leg| leg.seconds)) {
            let sixths = seconds * 6.0;
            assert!(
                (sixths - sixths.round()).abs() < 1.0e-9,
                "{}: {seconds}",
                trial.name
            );
        }
    }
}

#[test]
fn all_user_reports_have_a_trial() {
    let reports: BTreeSet<&str> = trials::built().iter().map(|trial| trial.report).collect();
    for report in [
        "bevy_rapier issue 489",
        "rapier issue 627",
        "Jolt issue 630",
        "Jolt issue 1085",
        "rapier issue 95",
        "Jolt issue 1887",
        "avian issue 949",
        "godot issue 16250",
        "speed gained along a wall or a low step",
        "godot issue 79542",
        "momentum issue 1581",
        "overhangs of 45° that drag upwards",
        "other paths at other tick rates",
        "10 km from the origin",
        "rapier issue 488",
        "bevy-tnua issue 28",
        "bevy-tnua issue 99",
    ] {
        assert!(reports.contains(report), "no trial is named after {report}");
    }
}

#[test]
fn tables_list_every_trial_and_contestant() {
    let trials: Vec<Trial> = trials::built()
        .into_iter()
        .filter(|trial| ["flat", "stairs_15"].contains(&trial.name.as_str()))
        .collect();
    let rows = court(&trials, &[60]);
    assert_eq!(rows.len(), 2 * Kind::ALL.len());
    let (table, page) = (text(&rows), markdown(&rows));
    for trial in &trials {
        assert!(table.contains(&trial.name) && page.contains(&trial.title));
    }
    for (name, _) in Kind::ALL {
        assert!(table.contains(name) && page.contains(name));
    }
    // The first contestant takes part in both trials, so its times are known.
    let (median, slowest, _) = times(&rows, "bspwalk").expect("it ran");
    assert!(0.0 < median && median <= slowest);
    assert!(page.contains("| bspwalk | "));
    // A contestant that cannot climb stairs has no verdict for trials that require them.
    let stairs = rows
        .iter()
        .find(|row| row.contestant == "avian" && row.trial == "stairs_15");
    assert_eq!(stairs.map(Row::verdict).as_deref(), Some("—"));
}

#[test]
fn book_lists_every_trial_and_engine_version() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("it is readable");
    let (page, lock) = (read("../../docs/src/court.md"), read("Cargo.lock"));
    for trial in all_built() {
        assert!(
            page.contains(&format!("(`{}`)", trial.name)),
            "no row for {}: cargo court --levels FOLDER --markdown",
            trial.name
        );
    }
    for name in ["rapier3d", "avian3d", "bevy_ahoy", "bevy-tnua", "bevy"] {
        let (_, rest) = lock
            .split_once(&format!("name = \"{name}\"\nversion = \""))
            .expect("it is locked");
        let version = rest.split('"').next().unwrap_or_default();
        let shown = if name == "bevy" { "Bevy" } else { name };
        assert!(
            page.contains(&format!("{shown} {version}")),
            "the book does not say {shown} {version}"
        );
    }
}
