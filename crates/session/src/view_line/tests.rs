//! Tests that views survive formatting and parsing.

use std::path::PathBuf;

use bspwalk_levels::{UpAxis, builtin, light_styles::BRIGHTEST};
use bspwalk_trees::{Rule, solid_leaf::LeafRule};
use glam::DVec3;
use proptest::{option, prelude::*, sample::select};

use super::*;
use crate::{
    command_line::path_word,
    overlays::OverlayKind,
    tree_args::{LeafArgs, MovingParts, StructureRule},
    view::{FilmTree, View},
    view_args::{Division, Look, OrbitArg, Position, StyleFactor},
};

fn level() -> impl Strategy<Value = LevelName> {
    let names: Vec<&str> = builtin::all().iter().map(|level| level.name).collect();
    let built_in = select(names).prop_map(|name| LevelName::BuiltIn(name.to_owned()));
    // Characters with a meaning in shells, and names that look like options.
    let path = "[-./ a-zA-Z0-9'\"$`\\\\*?#~=äß中]{1,12}\\.obj"
        .prop_map(|text| LevelName::File(PathBuf::from(path_word(Path::new(&text)))));
    prop_oneof![built_in, path]
}

fn view() -> impl Strategy<Value = ViewArgs> {
    let number = -1.0e4..1.0e4;
    let eye = [number.clone(), number.clone(), number.clone()];
    let eye = option::of(eye.prop_map(|eye| Position(DVec3::from(eye))));
    let look = option::of((-359.9..359.9, -90.0..=90.0).prop_map(|(yaw, pitch)| Look { yaw, pitch }));
    let orbit = (-359.9..359.9, 7.0..=86.0, 0.01..1.0e4);
    let orbit = option::of(orbit.prop_map(|(yaw, pitch, distance)| OrbitArg { yaw, pitch, distance }));
    let division = (select(&FilmTree::ALL[..]), 0..40_u32);
    let division = option::of(division.prop_map(|(tree, depth)| Division { tree, depth }));
    let views = select(vec![View::Eye, View::Model, View::Plan]);
    let show = prop::collection::vec(select(&OverlayKind::ALL[..]), 0..5);
    let small = || option::of(0..100_000_u32);
    let style = (0..64_u8, 0.0..=BRIGHTEST).prop_map(|(style, factor)| StyleFactor { style, factor });
    let styles = prop::collection::vec(style, 0..3);
    (
        (eye, look, views, option::of(number), orbit, division),
        (option::of(10.0..=150.0_f32), show, styles),
        (small(), small(), small(), small()),
        (small(), 1..1000_u32, any::<bool>(), any::<bool>()),
    )
        .prop_map(
            |(
                (eye, look, view, cut, orbit, division),
                (fov, show, light_style),
                (depth, flow_step, select, select_leaf),
                (select_face, step, has_step, own_tree),
            )| {
                let is_selected = select.is_some() || select_face.is_some();
                let build_step = Some(step).filter(|_| has_step && !is_selected);
                ViewArgs {
                    eye,
                    look,
                    view,
                    cut,
                    orbit,
                    division,
                    fov,
                    show,
                    depth,
                    flow_step,
                    light_style,
                    select,
                    select_face,
                    select_leaf,
                    build_step,
                    own_tree,
                }
            },
        )
}

fn tree() -> impl Strategy<Value = TreeArgs> {
    let name = || "[-a-z '\"]{1,8}";
    let weight = || option::of(0.0..1.0e3);
    let leaves = (
        option::of(select(&LeafRule::ALL[..])),
        option::of(select(vec![
            StructureRule::Auto,
            StructureRule::Names,
            StructureRule::All,
        ])),
        [
            prop::collection::vec(name(), 0..3),
            prop::collection::vec(name(), 0..3),
        ],
        [any::<bool>(), any::<bool>()],
        (option::of(any::<u32>()), option::of(any::<u64>())),
    );
    let leaves = leaves.prop_map(
        |(leaf_rule, structure, [structural, detail], [letters, fill], (structural_budget, pvs_steps))| {
            LeafArgs {
                leaf_rule,
                structure,
                structural,
                detail,
                letters,
                structural_budget,
                fill,
                pvs_steps,
            }
        },
    );
    (
        option::of(1.0e-3..1.0e3),
        option::of(select(vec![UpAxis::Y, UpAxis::Z])),
        option::of(name().prop_map(PathBuf::from)),
        option::of(name()),
        option::of(select(vec![MovingParts::Apart, MovingParts::Still])),
        option::of(select(&Rule::ALL[..])),
        [weight(), weight()],
        (option::of(any::<u64>()), option::of(1..=u32::MAX)),
        leaves,
    )
        .prop_map(
            |(
                scale,
                up,
                textures,
                map,
                moving,
                rule,
                [cut_weight, unbalance_weight],
                (seed, max_fragments),
                leaves,
            )| {
                TreeArgs {
                    scale,
                    up,
                    textures,
                    map,
                    moving,
                    rule,
                    cut_weight,
                    unbalance_weight,
                    seed,
                    max_fragments,
                    leaves,
                }
            },
        )
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
    assert_eq!(
        line.to_string(),
        "bspwalk 'my level.obj' --eye=-1,2,3 --show=planes,path --rule=ati"
    );
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
        ("", "There is no text."),
        (" \n ", "There is no text."),
        ("bspwalk hall\nbspwalk hall", "more than one line"),
        ("bspwalk 'hall", "not closed"),
        ("a poem by Goethe", "does not begin with `bspwalk`"),
        ("bspwalk", "<LEVEL>"),
        ("bspwalk hall --eye 1,2", "write three numbers"),
        ("bspwalk hall --show planets", "planets"),
        ("bspwalk hall --sleect 3", "--sleect"),
        ("bspwalk hall castle.obj", "castle.obj"),
    ] {
        let reason = text.parse::<ViewLine>().expect_err(text);
        assert!(reason.contains(words), "{text:?}: {reason}");
        assert!(reason.ends_with('.') && reason.lines().count() == 1, "{reason:?}");
    }
}
