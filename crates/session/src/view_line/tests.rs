//! Tests that views survive formatting and parsing.

use std::{ops::Range, path::PathBuf};

use bspwalk_levels::{UpAxis, builtin, light_styles::BRIGHTEST};
use bspwalk_trees::{
    FaceId, NodeId, Rule,
    solid_leaf::{LeafId, LeafRule},
};
use clap::ValueEnum;
use glam::DVec3;
use proptest::{option, prelude::*, sample::select};

use super::*;
use crate::{
    command_line::path_word,
    overlays::{MOST_HULLS, OverlayKind},
    tree_args::{LeafArgs, MovingParts, StructureRule},
    view::{FilmTree, View},
    view_args::{Division, OrbitArg, Position, StyleFactor, ViewDirection},
};

fn level() -> impl Strategy<Value = LevelName> {
    let names: Vec<&str> = builtin::all().iter().map(|level| level.name).collect();
    let built_in = select(names).prop_map(|name| LevelName::BuiltIn(name.to_owned()));
    // Characters with a special meaning in shells, and names that look like options.
    let path = "[-./ a-zA-Z0-9'\"$`\\\\*?#~=äß中]{1,12}\\.obj"
        .prop_map(|text| LevelName::File(PathBuf::from(path_word(Path::new(&text)))));
    prop_oneof![built_in, path]
}

const NUMBER: Range<f64> = -1.0e4..1.0e4;
const SMALL: Range<u32> = 0..100_000;

prop_compose! {
    fn view()(
        eye in option::of([NUMBER; 3].prop_map(|eye| Position(DVec3::from(eye)))),
        look in option::of((-359.9..359.9, -90.0..=90.0).prop_map(|(yaw, pitch)| ViewDirection { yaw, pitch })),
        view in select(vec![View::Eye, View::Model, View::Plan]),
        cut in option::of(NUMBER),
        orbit in option::of(
            (-359.9..359.9, 7.0..=86.0, 0.01..1.0e4)
                .prop_map(|(yaw, pitch, distance)| OrbitArg { yaw, pitch, distance })
        ),
        division in option::of(
            (select(&FilmTree::ALL[..]), 0..40_u32).prop_map(|(tree, depth)| Division { tree, depth })
        ),
        fov in option::of(10.0..=150.0_f32),
        show in prop::collection::vec(select(&OverlayKind::ALL[..]), 0..5),
        light_style in prop::collection::vec(
            (0..64_u8, 0.0..=BRIGHTEST).prop_map(|(style, factor)| StyleFactor { style, factor }),
            0..3
        ),
        (depth, hull, flow_step, view_height) in (
            option::of(SMALL), option::of(1..=MOST_HULLS), option::of(SMALL), option::of(1.0..32767.0),
        ),
        (select, select_face, select_leaf) in (option::of(SMALL.prop_map(NodeId)), option::of(SMALL.prop_map(FaceId)), option::of(SMALL.prop_map(LeafId))),
        (step, has_step, own_tree) in (1..1000_u32, any::<bool>(), any::<bool>()),
    ) -> ViewArgs {
        let is_selected = select.is_some() || select_face.is_some();
        let build_step = Some(step).filter(|_| has_step && !is_selected);
        ViewArgs {
            eye, look, view, cut, orbit, division, fov, show, depth, hull, flow_step, view_height, light_style,
            select, select_face, select_leaf, build_step, own_tree,
        }
    }
}

const NAME: &str = "[-a-z '\"]{1,8}";
const WEIGHT: Range<f64> = 0.0..1.0e3;

prop_compose! {
    fn leaves()(
        leaf_rule in option::of(select(&LeafRule::ALL[..])),
        structure in option::of(select(StructureRule::value_variants())),
        structural in prop::collection::vec(NAME, 0..3),
        detail in prop::collection::vec(NAME, 0..3),
        letters in any::<bool>(),
        fill in any::<bool>(),
        structural_budget in option::of(any::<u32>()),
        pvs_steps in option::of(any::<u64>()),
    ) -> LeafArgs {
        LeafArgs { leaf_rule, structure, structural, detail, letters, structural_budget, fill, pvs_steps }
    }
}

prop_compose! {
    fn tree()(
        scale in option::of(1.0e-3..1.0e3),
        up in option::of(select(vec![UpAxis::Y, UpAxis::Z])),
        textures in option::of(NAME.prop_map(PathBuf::from)),
        map in option::of(NAME),
        moving in option::of(select(MovingParts::value_variants())),
        rule in option::of(select(&Rule::ALL[..])),
        (cut_weight, unbalance_weight) in (option::of(WEIGHT), option::of(WEIGHT)),
        (seed, max_fragments) in (option::of(any::<u64>()), option::of(1..=u32::MAX)),
        leaves in leaves(),
    ) -> TreeArgs {
        TreeArgs {
            scale, up, textures, map, moving, rule, cut_weight, unbalance_weight, seed, max_fragments, leaves,
        }
    }
}

proptest! {
    #[test]
    fn line_round_trips(level in level(), at in view(), tree in tree()) {
        let line = ViewLine { level, at, tree };
        let text = line.to_string();
        let read: ViewLine = text.parse().map_err(TestCaseError::fail)?;
        prop_assert_eq!(&read, &line, "{}", text);
        prop_assert_eq!(read.to_string(), text);
    }

    #[test]
    fn rounded_view_round_trips(at in view()) {
        let line = ViewLine {
            level: LevelName::BuiltIn("hall".to_owned()),
            at: at.rounded(),
            tree: TreeArgs::default(),
        };
        let read: ViewLine = line.to_string().parse().map_err(TestCaseError::fail)?;
        prop_assert_eq!(&read, &line);
        prop_assert_eq!(read.at.rounded(), line.at);
    }

    #[test]
    fn parsing_never_panics(text in "(bspwalk )?.{0,60}") {
        if let Err(reason) = text.parse::<ViewLine>() {
            prop_assert!(reason.ends_with('.'), "{}", reason);
            prop_assert_eq!(reason.lines().count(), 1, "{}", reason);
        }
    }
}

#[test]
fn options_parse_in_any_order_and_paths_quote() {
    let line = "  /usr/bin/bspwalk --show planes,path  \"my level.obj\" --eye -1,2,3 --rule ati\n";
    let line: ViewLine = line.parse().expect("it is right");
    assert_eq!(line.level, LevelName::File("my level.obj".into()));
    let expected = "bspwalk 'my level.obj' --eye=-1,2,3 --show=planes,path --rule=ati";
    assert_eq!(line.to_string(), expected);
}

#[test]
fn file_differs_from_built_in_level_and_option() {
    for (path, word) in [("hall", "./hall"), ("-x.obj", "./-x.obj"), ("./hall", "./hall")] {
        let line = ViewLine {
            level: LevelName::File(path.into()),
            at: ViewArgs::default(),
            tree: TreeArgs::default(),
        };
        let text = line.to_string();
        assert_eq!(text, format!("bspwalk {word}"));
        let read: ViewLine = text.parse().expect("it is right");
        assert_eq!(read.level, LevelName::File(word.into()));
    }
}

#[test]
fn errors_are_one_sentence() {
    for (text, words) in [
        ("", "The text is empty."),
        (" \n ", "The text is empty."),
        ("bspwalk hall\nbspwalk hall", "more than one line"),
        ("bspwalk 'hall", "not closed"),
        ("a poem by Goethe", "does not start with `bspwalk`"),
        ("bspwalk", "<LEVEL>"),
        ("bspwalk hall --eye 1,2", "enter three numbers"),
        ("bspwalk hall --show planets", "planets"),
        ("bspwalk hall --sleect 3", "--sleect"),
        ("bspwalk hall castle.obj", "castle.obj"),
    ] {
        let reason = text.parse::<ViewLine>().expect_err(text);
        assert!(reason.contains(words), "{text:?}: {reason}");
        assert!(reason.ends_with('.') && reason.lines().count() == 1, "{reason:?}");
    }
}
