//! Checks that the Chinese quiz and duel contain no English words, and that sentences are joined as Chinese requires.

use std::sync::Arc;

use bspwalk_compile::CompileParams;
use bspwalk_explain::{
    duel::{Contestant, Figures, Measured, Row, verdict::verdict},
    quiz::{Answers, Kind, Question, Quiz, Trees},
};
use bspwalk_levels::{LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_trees::solid_leaf::PvsParams;

/// Latin words that may appear in Chinese text: units, abbreviations, and the name of the rule.
const KEPT: [&str; 6] = ["BSP", "PVS", "cm", "mm", "ATI", "sampled"];

/// Returns the English words in a string.
fn english(text: &str) -> Vec<&str> {
    let words = text.split(|sign: char| !sign.is_ascii_alphabetic());
    words
        .filter(|word| word.len() > 1 && !KEPT.contains(word))
        .collect()
}

#[test]
fn quiz_is_chinese() {
    bspwalk_text::set_language("zh-CN").expect("there are messages");
    let progress = Arc::<Progress>::default();
    let level = builtin::load("three_rooms", &LoadOptions::default(), &progress).expect("it is built in");
    let level = Arc::new(level);
    let params = CompileParams::quick();
    let (nodes, _) = bspwalk_compile::node_tree(&level, &params.nodes, &progress).expect("it can be built");
    let leaves = bspwalk_compile::leaf_tree(&level, &params, &progress).expect("it can be built");
    let pvs = leaves.tree.pvs(&PvsParams::default(), &progress, |_| {});
    let trees = Trees {
        nodes: nodes.clone(),
        triangles: level.solid_triangles().into(),
        leaves: Some(leaves.tree),
        pvs: pvs.ok().map(Arc::new),
        spawn: level.spawn.eye,
    };
    let mut quiz = Quiz::new(trees, 3, &progress).expect("it is not cancelled");
    let mut asked = 0;
    for kind in Kind::ALL {
        for text in [kind.title(), kind.look_at()] {
            assert!(!text.is_ascii(), "{text}");
        }
        for _ in 0..6 {
            let Some(question) = quiz.question(kind, &progress).expect("it is not cancelled") else {
                continue;
            };
            asked += 1;
            for text in texts(&question)
                .into_iter()
                .chain([question.describe_scene(&nodes)])
            {
                assert_eq!(english(&text), [""; 0], "{kind:?}: {text}");
            }
            assert!(question.text.ends_with('？'), "{}", question.text);
            assert!(question.why.ends_with('。'), "{}", question.why);
            assert_eq!(question.verdict(question.right), "正确。");
            let typed = question.format_answer(question.right);
            let typed = typed.split('：').next().unwrap_or_default();
            assert_eq!(question.parse(typed), Some(question.right));
        }
    }
    assert!(asked > 30, "{asked}");
}

fn texts(question: &Question) -> Vec<String> {
    let mut all = vec![question.text.clone(), question.why.clone()];
    if let Answers::Choices(choices) = &question.answers {
        all.extend(choices.iter().map(|choice| choice.text.clone()));
    }
    all
}

#[test]
fn duel_verdict_is_one_sentence() {
    bspwalk_text::set_language("zh-CN").expect("there are messages");
    let row = |name: &str, nodes: u32, depth: u32, visited: f64, ns: f64| {
        let contestant: Contestant = name.parse().expect("it has this name");
        let figures = Figures {
            nodes,
            depth,
            growth: 1.5,
            ..Figures::default()
        };
        let measured = Measured {
            visited,
            tested: 10.0,
            ns,
            ..Measured::default()
        };
        Row::new(contestant, figures, [measured; 3])
    };
    let rows = [
        row("sampled", 9000, 31, 20.0, 300.0),
        row("fewest-cuts", 3010, 93, 42.0, 700.0),
        row("none", 0, 0, 0.0, 25_500.0),
    ];
    assert_eq!(
        verdict(&rows).as_deref(),
        Some(
            "`sampled` 回答射线投射、接触和扫掠最快，一次射线投射访问 9,000 个节点中的 20.0 个；`fewest-cuts` \
             的节点数是其三分之一，但深度为 93 而不是 31：它的射线投射访问的节点是 2.1 倍；没有树时，一次射线投射的用时是 85 倍。"
        )
    );
    let rows = [
        row("sampled", 900, 30, 20.0, 300.0),
        row("first", 9000, 300, 200.0, 3000.0),
    ];
    assert_eq!(
        verdict(&rows).as_deref(),
        Some(
            "`sampled` 回答射线投射、接触和扫掠最快，一次射线投射访问 900 个节点中的 20.0 个；`first` 的深度为 300 而不是 30，访问的节点是 \
             10 倍，用时是 10 倍。"
        )
    );
    assert_eq!(
        verdict(&[row("kd", 900, 20, 20.0, 300.0)]).as_deref(),
        Some("k-d 树 是唯一的树，一次射线投射访问 900 个节点中的 20.0 个。")
    );
}
