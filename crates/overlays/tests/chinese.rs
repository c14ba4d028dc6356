//! Checks that Chinese legends and captions contain no English words.

use std::sync::Arc;

use bspwalk_draw::{color::palette::Palette, raster::Camera};
use bspwalk_overlays::{
    Scene, flow,
    heat::{Heat, Measure, Trees},
    heat_beside::HeatBeside,
    legend::{Legend, Row},
    paint::screen::Screen,
    scene::InModel,
    shown::OverlayDrawings,
    sight,
    tree_stats::TreeFigures,
};
use bspwalk_progress::Progress;
use bspwalk_session::{
    background::SolidityRecord,
    overlays::{OverlayKind, Overlays},
    view::{FilmTree, Model},
};
use bspwalk_testing::small_trees;
use bspwalk_trees::NodeId;
use bspwalk_trees::solid_leaf::{PvsParams, pvs::PvsFlow};

/// Latin words and units that may appear in Chinese text, in addition to words in backticks.
const KEPT: [&str; 15] = [
    "BSP", "PVS", "DOOM", "Boom", "cm", "mm", "mightsee", "select", "leaf", "visplane", "drawseg", "opening",
    "VISPLANE", "DRAWSEG", "OPENING",
];

/// Asserts that a string is Chinese. Strings that contain only numbers are allowed.
fn check(text: &str) {
    let outside: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let words = outside.split(|c: char| !c.is_ascii_alphabetic());
    let is_english =
        |word: &&str| word.len() > 1 && !KEPT.contains(word) && !word.chars().all(|c| c == 'F' || c == 'B');
    let english: Vec<&str> = words.filter(is_english).collect();
    assert!(english.is_empty(), "{english:?} in {text:?}");
    assert!(!text.contains("。。"), "{text:?}");
}

fn check_legend(legend: &Legend) {
    for row in legend {
        check(row.text());
        let is_sentence = !matches!(row, Row::Categories(_));
        assert!(
            !is_sentence || row.text().chars().any(|c| c >= '\u{2e80}'),
            "no Chinese in {:?}",
            row.text()
        );
    }
}

fn check_shown(shown: &OverlayDrawings) {
    for (_, legend) in &shown.legends {
        check_legend(legend);
    }
    for (title, legend) in &shown.captions {
        check(title);
        check_legend(legend);
    }
    for (text, _) in &shown.scale {
        check(text);
    }
    for label in &shown.labels {
        check(&label.text);
    }
}

#[test]
fn legends_are_chinese() {
    bspwalk_text::set_language("zh-CN").expect("there is Chinese");
    let palette = Palette::default();
    let (tree, level) = small_trees::room();
    let (leaves, eye) = small_trees::leaf_tree();
    let figures = Arc::new(TreeFigures::new(&tree));
    let (tree, level, leaves) = (Arc::new(tree), Arc::new(level), Arc::new(leaves));
    let looking = leaves.locate(eye);
    let recorded =
        PvsFlow::of_tree(&leaves, &PvsParams::default(), looking, &Progress::default()).expect("it is built");
    let (pvs, recorded) = (Arc::new(recorded.pvs.clone()), Arc::new(recorded));
    let none = Overlays::none();
    let scene = Scene {
        eye,
        leaves: Some(&leaves),
        pvs: Some(&pvs),
        flow: Some(&recorded),
        portal_costs: Some(&recorded),
        solidity: Some(SolidityRecord::default()),
        selected: Some(NodeId(tree.node_count() / 2)),
        heat_square: 8,
        ..Scene::new((&level, &tree, &figures), &none)
    };
    let eyes = Screen::new(Camera::perspective(eye, [0.4, -0.1], 1.2), [96, 64]);
    let model = Model::first(&level, 2.0, 0.3, 1.5, false);
    let films = [
        None,
        Some((FilmTree::Nodes, 1)),
        Some((FilmTree::Nodes, 2)),
        Some((FilmTree::Leaves, 9)),
    ];
    for kind in OverlayKind::ALL {
        let overlays = Overlays::showing([kind]);
        for selected_leaf in leaves.empty_leaves().iter().copied().take(3).map(Some) {
            let scene = Scene {
                overlays: &overlays,
                selected_leaf,
                ..scene.clone()
            };
            check_shown(&scene.on(&eyes).draw_overlays());
        }
        for film in films {
            let model = InModel {
                model,
                yaw: 0.3,
                film,
            };
            let scene = Scene {
                overlays: &overlays,
                model: Some(model),
                ..scene.clone()
            };
            check_shown(&scene.on(&eyes).draw_overlays());
        }
    }
    for kind in OverlayKind::ALL {
        let overlays = Overlays::showing([kind]);
        check_shown(
            &Scene::new((&level, &tree, &figures), &overlays)
                .on(&eyes)
                .draw_overlays(),
        );
    }
    for from in leaves.empty_leaves() {
        for to in leaves.empty_leaves() {
            let visible = recorded.pvs.visible(from, to);
            let (_, answer) = sight::draw_sight(&leaves, &recorded.pvs, [from, to], visible, palette);
            check_legend(&sight::legend(Some(&answer), palette, "Q"));
        }
    }
    check_legend(&sight::legend(None, palette, "Q"));
    for leaf in leaves.empty_leaves() {
        let recorded = PvsFlow::of_tree(&leaves, &PvsParams::default(), leaf, &Progress::default())
            .expect("it is built");
        for moment in 0..=recorded.last_moment() {
            check_legend(&flow::legend(&recorded, moment, palette));
            for (text, _) in flow::scale(&recorded, moment, palette) {
                check(&text);
            }
        }
    }
    for measure in Measure::ALL {
        let trees = Trees {
            leaves: Some((&leaves, &recorded.pvs)),
            ..Trees::of_nodes(&tree)
        };
        let camera = Camera::perspective(eye, [0.4, -0.1], 1.2);
        let heat = Heat::of_picture(&trees, &camera, ([16, 12], 2), measure, &Progress::default())
            .expect("nobody cancels");
        let names = ["`first`".to_owned(), "`ati`".to_owned()];
        let beside = HeatBeside::new([heat.clone(), heat], names);
        check_legend(&beside.legend(palette));
        for which in [0, 1] {
            let [_, rest @ ..] = &beside.heading(which, palette)[..] else {
                panic!("a heading has a name");
            };
            rest.iter().for_each(|(text, _)| check(text));
        }
    }
}
