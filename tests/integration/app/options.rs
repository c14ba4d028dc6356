//! Tests for level options: they are saved per level, and other levels do not inherit them.

use std::path::Path;

use bevy::{ecs::system::RunSystemOnce, prelude::*};
use bspwalk::app::{
    host::state::{LevelName, Offer, OpenLevel, RebuildTree, RequestedOptions},
    input::settings::Settings,
    level::{
        leaf_tree::LeafTreeParams,
        loading::{Offers, Work},
    },
};
use bspwalk::cli::WindowArgs;
use bspwalk_compile::{CompileParams, compile, file};
use bspwalk_levels::{LoadOptions, UpAxis};
use bspwalk_session::tree_args::TreeArgs;
use bspwalk_trees::{BuildParams, Rule};

use crate::app::harness::{Rig, hills, room, temp_folder};

const INCHES: f64 = 0.0254;

/// Returns the room with Z as the up axis.
fn z_up_room() -> String {
    let lines = room();
    let turned = lines.lines().map(|line| match line.strip_prefix("v ") {
        Some(corner) => {
            let numbers: Vec<&str> = corner.split(' ').collect();
            format!("v {} -{} {}\n", numbers[0], numbers[2], numbers[1]).replace("--", "")
        }
        None => format!("{line}\n"),
    });
    turned.collect()
}

/// Writes a compiled level that was read with Y up and in metres.
fn compiled(path: &Path, obj: &str, params: &CompileParams) {
    let source = path.with_extension("obj");
    std::fs::write(&source, obj).expect("the level can be written");
    let options = LoadOptions {
        up: Some(UpAxis::Y),
        scale: Some(1.0),
        ..LoadOptions::default()
    };
    let (level, content) =
        bspwalk_levels::load_with_source(&source, &options, &Default::default()).expect("it loads");
    let compiled = compile(level.into(), content, options, params, &Default::default()).expect("it compiles");
    file::write(&compiled, path).expect("it is written");
}

/// Returns the default options of the window and of all commands, with separate moving parts.
fn moving_apart() -> LoadOptions {
    LoadOptions {
        moving_apart: true,
        ..LoadOptions::default()
    }
}

fn open(rig: &mut Rig, path: &Path, options: RequestedOptions) {
    rig.open(LevelName::File(path.to_owned()), options);
    rig.frames(1);
}

fn rebuild(rig: &mut Rig, rule: Rule) {
    rig.send(RebuildTree(BuildParams::preset(rule)));
    rig.until("the tree", |rig| rig.current().tree.params().rule == rule);
    rig.frames(1);
}

fn rule(rig: &Rig) -> Rule {
    rig.current().tree.params().rule
}

fn offer(rig: &mut Rig) -> Option<Offer> {
    let world = rig.app.world_mut();
    world
        .run_system_once(|offers: Offers<'_, '_>| offers.current())
        .expect("the offers can be asked")
}

fn in_inches() -> TreeArgs {
    TreeArgs {
        up: Some(UpAxis::Z),
        scale: Some(INCHES),
        ..TreeArgs::default()
    }
}

#[test]
fn options_do_not_carry_over_to_other_levels() {
    let folder = temp_folder();
    let first = folder.path().join("first.obj");
    let said = WindowArgs {
        tree: TreeArgs {
            rule: Some(Rule::Balanced),
            ..in_inches()
        },
        ..WindowArgs::default()
    };
    let mut rig = Rig::started(folder, said);
    let inches = LoadOptions {
        up: Some(UpAxis::Z),
        scale: Some(INCHES),
        ..moving_apart()
    };
    assert_eq!(
        (rig.current().options.clone(), rule(&rig)),
        (inches.clone(), Rule::Balanced)
    );

    let second = rig.file("second.obj", room().as_bytes());
    rig.drop_file(&second);
    assert_eq!(rig.current().options.clone(), moving_apart());
    assert_eq!(rule(&rig), Rule::default(), "the rule belongs to its level");

    let third = rig.folder.path().join("third.bspw");
    compiled(&third, &room(), &CompileParams::default());
    open(&mut rig, &first, RequestedOptions::Remembered);
    rig.drop_file(&third);
    assert!(!rig.notices().iter().any(|notice| notice.error));

    // The unit and axes from the command line are saved, but the build rule applied only to that run.
    rig.drop_file(&first);
    assert_eq!(
        (rig.current().options.clone(), rule(&rig)),
        (inches.clone(), Rule::default())
    );
    rig.frames(15);
    let again = Rig::started(rig.folder, WindowArgs::default());
    assert_eq!(again.current().options.clone(), inches, "after a restart too");
    assert_eq!(rule(&again), Rule::default());
}

#[test]
fn panel_options_are_remembered_per_level() {
    let folder = temp_folder();
    let first = folder.path().join("first.obj");
    let mut rig = Rig::started(folder, WindowArgs::default());
    let twice = LoadOptions {
        up: None,
        scale: Some(2.0),
        ..moving_apart()
    };
    open(&mut rig, &first, RequestedOptions::Read(twice.clone()));
    rebuild(&mut rig, Rule::Random);
    rig.shown_mut::<LeafTreeParams>().fill = true;
    rig.frames(2);
    let second = rig.file("second.obj", room().as_bytes());
    let leaf_tree = |rig: &Rig| rig.shown::<LeafTreeParams>().clone();
    rig.drop_file(&second);
    let options = rig.current().options.clone();
    assert_eq!((options, rule(&rig)), (moving_apart(), Rule::default()));
    assert_eq!(leaf_tree(&rig), LeafTreeParams::default());

    rig.drop_file(&first);
    let filled = LeafTreeParams(CompileParams {
        fill: true,
        ..CompileParams::default()
    });
    assert_eq!(
        (rig.current().options.clone(), rule(&rig)),
        (twice.clone(), Rule::Random)
    );
    assert_eq!(leaf_tree(&rig), filled);
    rig.frames(15);
    let again = Rig::started(rig.folder, WindowArgs::default());
    assert_eq!(
        (again.current().options.clone(), rule(&again)),
        (twice.clone(), Rule::Random)
    );
    assert_eq!(leaf_tree(&again), filled);
}

#[test]
fn compiled_level_keeps_its_options() {
    let mut rig = Rig::in_room(100);
    let path = rig.folder.path().join("compiled.bspw");
    let params = CompileParams {
        nodes: BuildParams::preset(Rule::First),
        fill: true,
        ..CompileParams::default()
    };
    compiled(&path, &room(), &params);
    rig.drop_file(&path);
    assert_eq!(rule(&rig), Rule::First);
    assert_eq!(*rig.shown::<LeafTreeParams>(), LeafTreeParams::from(&params));

    let said = TreeArgs {
        rule: Some(Rule::Balanced),
        ..in_inches()
    };
    open(&mut rig, &path, RequestedOptions::Said(Box::new(said)));
    assert_eq!(rule(&rig), Rule::Balanced, "the tree is rebuilt");
    rig.assert_told(&["compiled.bspw", "--up y", "cannot be changed"]);
    open(&mut rig, &path, RequestedOptions::Remembered);
    assert_eq!(rule(&rig), Rule::First, "the other rule held for one run");
    rebuild(&mut rig, Rule::Random);
    open(&mut rig, &path, RequestedOptions::Remembered);
    assert_eq!(rule(&rig), Rule::Random);
    assert!(
        rig.shown::<LeafTreeParams>().fill,
        "the rest stays as it was compiled"
    );
}

#[test]
fn one_key_turns_a_z_up_level_upright() {
    for (key, up) in [(KeyCode::Enter, UpAxis::Z), (KeyCode::Backspace, UpAxis::Y)] {
        let mut rig = Rig::in_room(100);
        assert_eq!(offer(&mut rig), None, "the room stands upright");
        let path = rig.file("lying.obj", z_up_room().as_bytes());
        rig.drop_file(&path);
        assert_eq!(offer(&mut rig), Some(Offer::TurnUpright));
        rig.tap(key);
        rig.until("the answer", |rig| rig.current().options.up == Some(up));
        rig.until("rest", |rig| rig.resource::<Work>().status().is_none());
        assert_eq!(rig.current().level.units.up, up);
        assert_eq!(offer(&mut rig), None);
        let size = rig.current().level.bounds.size();
        assert_eq!(size.y < size.z, up == UpAxis::Z, "{size}");
        // The answer is saved.
        open(&mut rig, &path, RequestedOptions::Remembered);
        assert_eq!((rig.current().options.up, offer(&mut rig)), (Some(up), None));
        let settings = rig.resource::<Settings>();
        let known = settings.options_of(&LevelName::File(path));
        assert_eq!(known.load.up, Some(up));
    }
}

#[test]
fn one_key_replaces_a_slow_rule_by_the_default() {
    let mut rig = Rig::in_room(100);
    // Due to the large number of triangles, scoring every plane is not finished when the key is pressed.
    let path = rig.file("large.obj", hills(100).as_bytes());
    let said = TreeArgs {
        rule: Some(Rule::Ati),
        scale: Some(0.5),
        ..TreeArgs::default()
    };
    rig.send(OpenLevel {
        source: LevelName::File(path),
        options: RequestedOptions::Said(Box::new(said)),
    });
    rig.frames(1);
    assert!(rig.resource::<Work>().status().is_some());
    assert_eq!(offer(&mut rig), Some(Offer::DefaultRule(Rule::Ati)));
    rig.tap(KeyCode::Enter);
    rig.until("the level", |rig| rig.current().level.name == "large");
    assert_eq!(rule(&rig), Rule::default());
    assert_eq!(rig.current().options.scale, Some(0.5));

    // The offer is also made while only the tree is being rebuilt.
    rig.send(RebuildTree(BuildParams::preset(Rule::Ati)));
    rig.frames(1);
    assert_eq!(offer(&mut rig), Some(Offer::DefaultRule(Rule::Ati)));
    let before = rig.current().tree_id();
    rig.tap(KeyCode::Enter);
    rig.until("the tree", |rig| rig.current().tree_id() != before);
    assert_eq!(rule(&rig), Rule::default());
    assert_eq!(offer(&mut rig), None);
}
