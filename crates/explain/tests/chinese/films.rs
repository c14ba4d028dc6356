//! Checks that Chinese animations, decisions and heat maps contain no English words.

use std::sync::Arc;

use bspwalk_collision::Capsule;
use bspwalk_compile::{CompileParams, with_observable_layout};
use bspwalk_explain::{
    decisions::{self, Scoring},
    films::{PRESETS, Query, QueryFilm, QueryKind, QueryMode, Shows, caption},
    heat::{HeatMap, Measure, Trees},
    heat_comparison::HeatComparison,
};
use bspwalk_levels::{LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_trees::{BuildParams, NodeId, NodeTree, Rule, recording::Decision, solid_leaf::LeafRule};
use glam::{Vec3, vec3};

/// Latin words that may appear in Chinese text, in addition to text in backticks.
const KEPT: [&str; 12] = [
    "ATI",
    "BSP",
    "DxFramework",
    "PVS",
    "bspwalk",
    "SDK",
    "cm",
    "drawseg",
    "mightsee",
    "mm",
    "opening",
    "visplane",
];

/// Asserts that a string is Chinese.
fn check(text: &str) {
    let outside: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let words = outside.split(|c: char| !c.is_ascii_alphabetic());
    let is_english =
        |word: &&str| word.len() > 1 && !KEPT.contains(word) && !word.chars().all(|c| c == 'F' || c == 'B');
    let english: Vec<&str> = words.filter(is_english).collect();
    assert!(english.is_empty(), "{english:?} in {text:?}");
    assert!(text.chars().any(|c| c >= '\u{2e80}'), "no Chinese in {text:?}");
    assert!(!text.contains("  ") && !text.contains("。。"), "{text:?}");
}

fn triangles(level: &str) -> Vec<bspwalk_geometry::TaggedTriangle> {
    bspwalk_compile::built_in::load(level, &LoadOptions::default(), &Progress::default())
        .unwrap_or_else(|error| panic!("{level}: {error}"))
        .solid_triangles()
}

fn film(tree: &NodeTree, query: &Query) {
    for mode in QueryMode::ALL {
        let film = QueryFilm::record_grouped(tree, query, mode);
        for step in 0..film.len() {
            check(&caption(&film, tree, step));
        }
    }
}

fn decision(decision: &Decision, scoring: &Scoring) {
    check(&decisions::explain_plane_choice(decision, scoring));
    check(&decisions::summary(decision, scoring));
    check(&decisions::split_words(decision));
    check(&decisions::describe_leaf_division(decision));
    check(&decisions::describe_division_step([2, 9], [4, 1], decision));
    if let Some(considered) = decisions::find_considered_planes(decision, scoring) {
        check(&considered.title);
        check(&considered.caption);
        check(&considered.score);
    }
    for row in decisions::piece_count_rows(Some(decision)) {
        check(row.name);
    }
}

#[test]
fn films_and_decisions_are_chinese() {
    let language = bspwalk_text::set_language("zh-CN").expect("there is Chinese");
    assert_eq!(bspwalk_text::language(), language);
    for kind in QueryKind::ALL {
        check(kind.title());
        check(kind.description());
    }
    for mode in QueryMode::ALL {
        check(mode.title());
        check(mode.description());
    }
    for preset in PRESETS {
        check(preset.title.text());
        check(preset.words.text());
        if let Shows::Query(query) = preset.shows {
            let tree = NodeTree::build(&triangles(preset.level), &preset.params).expect("it builds");
            film(&with_observable_layout(tree), &query);
        }
    }
    let rooms = triangles("three_rooms");
    let tree = with_observable_layout(NodeTree::build(&rooms, &BuildParams::default()).expect("it builds"));
    let (from, to) = (vec3(2.6, 1.7, -4.6), vec3(-2.0, 0.9, 3.0));
    let body = Capsule::standing(1.8, 0.4);
    for query in [
        Query::Sight { from, to },
        Query::Cast { from, to },
        Query::Locate { point: to },
        Query::Contacts { body, center: to },
        Query::Push { body, center: to },
        Query::PushAti {
            center: to,
            radius: 1.0,
        },
        Query::Sweep {
            body,
            from,
            to,
            all: false,
        },
        Query::Slide { body, from, to },
        Query::Overlap {
            min: Vec3::ZERO,
            max: Vec3::ONE,
        },
    ] {
        film(&tree, &query);
    }
    for rule in Rule::ALL {
        let params = BuildParams::preset(rule);
        let tree = NodeTree::builder(&params)
            .recorded(true)
            .build(&rooms)
            .expect("it builds");
        let recording = tree.recording().expect("it is recorded");
        for (id, recorded) in NodeId::all().zip(&recording.decisions) {
            decision(recorded, &Scoring::of_node(&params, recorded.faces));
            check(&decisions::describe_plane_kind(
                &tree.node(id).expect("it exists"),
                Some(recorded),
            ));
        }
    }
}

#[test]
fn solid_leaf_trees_and_heat_maps_are_chinese() {
    bspwalk_text::set_language("zh-CN").expect("there is Chinese");
    let level =
        builtin::load("three_rooms", &LoadOptions::default(), &Progress::default()).expect("it is built in");
    let compiled = CompileParams {
        leaves: bspwalk_trees::solid_leaf::LeafParams::preset(LeafRule::FewestCuts),
        ..CompileParams::quick()
    };
    let built = bspwalk_compile::recorded_leaf_tree(&level, &compiled, &Arc::default()).expect("it builds");
    let recording = built.tree.recording().expect("it is recorded");
    for recorded in recording
        .decisions
        .iter()
        .filter(|recorded| !recorded.candidates.is_empty())
    {
        let scoring = Scoring::of_leaf_node(&compiled.leaves, recorded.faces);
        check(&decisions::explain_plane_choice(recorded, &scoring));
        check(&decisions::describe_leaf_division(recorded));
    }
    let rooms = level.solid_triangles();
    let eye = level.spawn.eye.as_vec3();
    let ray = |[x, y]: [u32; 2]| [eye, eye + 50.0 * vec3(x as f32 - 3.5, 2.5 - y as f32, -4.0)];
    let maps = [Rule::Random, Rule::Sampled].map(|rule| {
        let tree = NodeTree::build(&rooms, &BuildParams::preset(rule)).expect("it builds");
        HeatMap::new(
            Measure::Faces,
            &Trees::of_nodes(&tree),
            [8, 6],
            ray,
            &Progress::default(),
        )
        .expect("nobody cancels")
    });
    let comparison = HeatComparison::new(Measure::Faces, maps.each_ref());
    check(&comparison.sentence(["`random`", "`sampled`"]));
    for measure in Measure::ALL {
        check(&measure.format_count(12_u32));
        check(measure.describe_positions());
    }
}
