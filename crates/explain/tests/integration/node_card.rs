//! Compares the card of a node with the recorded decision, for every node and every rule.

use std::{collections::HashSet, sync::Arc};

use bspwalk_compile::CompileParams;
use bspwalk_explain::decisions::{self, Considered, Scoring};
use bspwalk_geometry::{Plane, TaggedTriangle};
use bspwalk_levels::builtin;
use bspwalk_progress::Progress;
use bspwalk_testing::{effort, levels};
use bspwalk_trees::{
    BuildParams, FaceId, LeafParams, NodeId, NodeTree, Rule,
    node_storing::Replay,
    recording::{ChosenBy, Decision},
    solid_leaf::LeafRule,
};
use glam::DVec3;

use crate::built_in;

/// Returns the maximum number of triangles for rules other than the default, which score every plane against every
/// face.
fn most_triangles() -> usize {
    effort::sampled_or_whole(300, 1_500)
}

/// Returns the number that precedes these words.
fn number_before(text: &str, words: &str) -> Option<u32> {
    let before = &text[..text.find(words)?];
    let digits: String = before
        .chars()
        .rev()
        .take_while(|sign| sign.is_ascii_digit() || *sign == ',')
        .filter(char::is_ascii_digit)
        .collect();
    digits.chars().rev().collect::<String>().parse().ok()
}

/// Returns the number that follows these words.
fn number_after(text: &str, words: &str) -> Option<u32> {
    let after = &text[text.find(words)? + words.len()..];
    let digits = after
        .chars()
        .take_while(|sign| sign.is_ascii_digit() || *sign == ',');
    digits
        .filter(char::is_ascii_digit)
        .collect::<String>()
        .parse()
        .ok()
}

/// Returns the two numbers in "cuts 2 of 40 faces". The text may say "none" instead of 0.
fn cuts_of(text: &str) -> Option<[u32; 2]> {
    let number = |word: &str| match word {
        "none" => Some(0),
        _ => word.replace(',', "").parse().ok(),
    };
    let text = text.to_lowercase();
    let said = ["the plane cuts ", "it cuts "].map(|words| text.match_indices(words));
    let mut said = said.into_iter().flatten().filter_map(|(at, words)| {
        let (cuts, faces) = text[at + words.len()..].split_once(" of ")?;
        Some([number(cuts)?, number(faces.split(' ').next()?)?])
    });
    said.next()
}

/// Compares the text on a node's card with the recorded decision.
fn check(case: &str, decision: &Decision, scoring: &Scoring, block: Option<[f64; 3]>) {
    let text = decisions::explain_plane_choice(decision, scoring);
    let table = decisions::find_considered_planes(decision, scoring);
    let short = decisions::summary(decision, scoring);
    let case = format!("{case}, {:?}: {text}", decision.chosen_by);
    let by = decision.chosen_by;
    let chosen = &decision.candidates[decision.chosen as usize];
    let is = |ways: &[ChosenBy]| ways.contains(&by);

    // Check how the plane was chosen.
    assert_eq!(text.contains("What if"), is(&[ChosenBy::Hand]), "{case}");
    assert_eq!(
        text.contains("was loaded with"),
        is(&[ChosenBy::Stored]),
        "{case}"
    );
    assert_eq!(
        text.contains("Only one fragment reached"),
        is(&[ChosenBy::OnlyFace]),
        "{case}"
    );
    assert_eq!(
        text.contains("chooses the plane of the first face"),
        is(&[ChosenBy::FirstFace]),
        "{case}"
    );
    assert_eq!(
        text.contains("chooses the plane of a random face"),
        is(&[ChosenBy::RandomFace]),
        "{case}"
    );
    assert_eq!(decision.faces == 1, is(&[ChosenBy::OnlyFace]), "{case}");
    let is_only = text.contains("the only plane considered");
    let is_cost = is(&[ChosenBy::Cost, ChosenBy::CostOfFaces]);
    // The summary must agree with the account.
    assert_eq!(short.is_empty(), text.is_empty(), "{case}");
    if let Some(cuts) = cuts_of(&short) {
        assert_eq!(cuts, [decision.cuts, decision.faces], "{case}: {short}");
    }
    // A score only compares planes at one node, whereas “cost” means the expected cost of a whole tree.
    assert!(!text.contains("cost"), "{case}");
    if let Some(table) = table.as_ref().filter(|_| is_cost) {
        assert!(table.score.contains("surface area heuristic"), "{case}");
    }
    assert_eq!(
        text.contains("as one block"),
        is(&[ChosenBy::BlockWeights]) && !is_only,
        "{case}"
    );

    // The score must have the stated meaning, and no eligible plane may have a lower one.
    if is_cost {
        assert!(chosen.score >= 0.0 && block.is_none(), "{case}");
    }
    if is(&[ChosenBy::BlockWeights]) {
        let [cut, unbalance, on] = block.expect("so few pieces are a block");
        let lying = decision.faces - chosen.front - chosen.back - chosen.cuts;
        let balance = f64::from(chosen.front.abs_diff(chosen.back));
        let score = cut * f64::from(chosen.cuts) + unbalance * balance - on * f64::from(lying);
        assert!((chosen.score - score).abs() < 1.0e-9, "{case}");
    }
    let may_be_taken = |face: Option<FaceId>| by != ChosenBy::CostOfFaces || face.is_some();
    for other in &decision.candidates {
        let is_less = other.score < chosen.score && may_be_taken(other.face);
        assert!(
            !is_less || is(&[ChosenBy::Hand, ChosenBy::Stored, ChosenBy::Auxiliary]),
            "{case}"
        );
    }

    // Check the division. The parts of a cut piece are counted separately.
    let parts = match decision.cuts {
        0 => 0,
        _ => number_after(&decisions::split_words(decision), "cut, into ").expect("it says how many"),
    };
    let after = decision.coplanar + decision.front + decision.back;
    assert_eq!(after, decision.faces - decision.cuts + parts, "{case}");
    assert!(parts >= 2 * decision.cuts, "{case}");
    let division = decisions::describe_division_step([0, 1], [0, 0], decision);
    if decision.cuts > 0 {
        let said = ["fragments into ", "fragment into "]
            .iter()
            .find_map(|words| number_after(&division, words));
        assert_eq!(said, Some(parts), "{case}: {division}");
    }
    if !is(&[ChosenBy::OnlyFace, ChosenBy::Undivided, ChosenBy::Hole])
        && !text.contains("most evenly")
        && !text.contains("more evenly")
    {
        assert_eq!(cuts_of(&text), Some([decision.cuts, decision.faces]), "{case}");
    }
    let [on, front, back, all] =
        decisions::piece_count_rows(Some(decision)).map(|row| row.pieces.expect("known"));
    assert_eq!(on + front + back, all, "{case}");
    assert_eq!(all, after, "{case}");

    // The table must agree.
    assert_eq!(
        is_only,
        table.is_none() && (is_cost || is(&[ChosenBy::Weights, ChosenBy::BlockWeights])),
        "{case}"
    );
    let Some(Considered {
        title,
        caption,
        rows,
        places,
        more,
        ..
    }) = table
    else {
        return;
    };
    let planes = (rows.len() + more) as u32;
    if !is(&[ChosenBy::Hand, ChosenBy::Stored]) {
        assert_eq!(number_before(&title, " plane"), Some(planes), "{case}, {title}");
    }
    if let Some(named) = text.find("The rule scored ").map(|at| &text[at..]) {
        assert_eq!(number_before(named, " plane"), Some(planes), "{case}, {title}");
    }
    assert_eq!(places[0], decision.chosen as usize, "{case}");
    let names: HashSet<&str> = rows.iter().filter_map(|row| row[0].split(" (").next()).collect();
    let across_axes = rows.iter().filter(|row| row[0].contains('=')).count();
    assert!(names.len() + across_axes >= rows.len(), "{case}: {rows:?}");
    let sample = scoring.sample.min(decision.faces);
    assert_eq!(
        caption.contains("sample"),
        sample < decision.faces,
        "{case}: {caption}"
    );
    for &place in &places {
        let candidate = &decision.candidates[place];
        assert!(
            candidate.front + candidate.back + candidate.cuts <= sample,
            "{case}"
        );
    }
    if sample == decision.faces && !is(&[ChosenBy::Undivided]) {
        assert_eq!(chosen.cuts, decision.cuts, "{case}: {chosen:?}");
    }
}

fn check_tree(name: &str, triangles: &[TaggedTriangle], rule: Rule, seen: &mut HashSet<ChosenBy>) {
    let params = BuildParams::preset(rule);
    let tree = NodeTree::builder(&params)
        .recorded(true)
        .build(triangles)
        .expect("it builds");
    let recorded = &tree.recording().expect("it is recorded").decisions;
    let step = if recorded.len() > 1_000 { 5 } else { 1 };
    for (id, decision) in effort::sample(recorded.iter().enumerate(), step) {
        let scoring = Scoring::of_node(&params, decision.faces);
        let case = format!("{name}, {rule}, node {id}");
        check(&case, decision, &scoring, params.block_weights(decision.faces));
        seen.insert(decision.chosen_by);
        let view = tree.node(NodeId::from_index(id)).expect("it exists");
        let kind = decisions::describe_plane_kind(&view, Some(decision));
        let face = decision.candidates[decision.chosen as usize].face;
        match face.filter(|_| decision.chosen_by != ChosenBy::Undivided) {
            Some(face) => assert!(
                kind.contains(&format!("of face {}.", bspwalk_text::words::count(face))),
                "{case}: {kind}"
            ),
            None => assert!(
                ["axis", "oblique", "undivided"]
                    .iter()
                    .any(|words| kind.contains(words)),
                "{case}: {kind}"
            ),
        }
    }
}

#[test]
fn node_cards_match_recording() {
    let mut seen = HashSet::new();
    let mut levels_: Vec<(String, Vec<TaggedTriangle>)> = builtin::all()
        .iter()
        .filter(|level| effort::is_full() || level.name != "torture")
        .map(|level| (level.name.to_owned(), built_in(level.name).solid_triangles()))
        .collect();
    for (name, (level, _)) in effort::sample(levels::load_small(), 2) {
        levels_.push((name, level.solid_triangles()));
    }
    for (name, triangles) in levels_ {
        for rule in Rule::ALL {
            if rule == Rule::Sampled || triangles.len() <= most_triangles() {
                check_tree(&name, &triangles, rule, &mut seen);
            }
        }
    }
    for by in [
        ChosenBy::OnlyFace,
        ChosenBy::FirstFace,
        ChosenBy::RandomFace,
        ChosenBy::Weights,
        ChosenBy::BlockWeights,
        ChosenBy::Cost,
    ] {
        assert!(seen.contains(&by), "no node was chosen by {by:?}");
    }
    for by in [
        ChosenBy::Hand,
        ChosenBy::Stored,
        ChosenBy::Nothing,
        ChosenBy::Auxiliary,
    ] {
        assert!(!seen.contains(&by), "a build says {by:?}");
    }
}

#[test]
fn leaf_tree_cards_match_recording() {
    for name in effort::sample(["three_rooms", "hall"], 2) {
        let level = built_in(name);
        for rule in LeafRule::ALL {
            let params = LeafParams::preset(rule);
            let compiled = CompileParams {
                leaves: params,
                ..CompileParams::quick()
            };
            let built =
                bspwalk_compile::recorded_leaf_tree(&level, &compiled, &Arc::default()).expect("it builds");
            let tree = &built.tree;
            for (id, decision) in tree
                .recording()
                .expect("it is recorded")
                .decisions
                .iter()
                .enumerate()
            {
                let scoring = Scoring::of_leaf_node(&params, decision.faces);
                if decision.chosen_by == ChosenBy::Nothing {
                    assert_eq!(decisions::explain_plane_choice(decision, &scoring), "");
                } else {
                    check(&format!("{name}, {rule}, node {id}"), decision, &scoring, None);
                }
            }
        }
    }
}

/// Checks that a card describes a plane as chosen by hand only at the node where this is true, both in a recorded and
/// in a replayed build.
///
/// If a tree was opened without this information, its cards say that the rule did not choose the planes.
#[test]
fn manual_plane_is_described_only_as_manual() {
    let triangles = built_in(effort::sampled_or_whole("three_rooms", "hall")).solid_triangles();
    let progress = Arc::new(Progress::default());
    for rule in Rule::ALL {
        let params = BuildParams::preset(rule);
        let tree = NodeTree::builder(&params)
            .progress(&progress)
            .build(&triangles)
            .expect("it builds");
        let middle = tree.bounds().center();
        let oblique = Plane::from_point_normal(middle, DVec3::new(0.8, 0.1, 0.6).normalize());
        let mut replay = Replay::new(Arc::new(tree), &triangles, &progress).expect("its triangles");
        let given = Arc::new(
            replay
                .with_plane(NodeId(0), oblique, &progress)
                .expect("it divides the level"),
        );
        let mut replay = Replay::new(given.clone(), &triangles, &progress).expect("its triangles");
        for node in given.node_ids().step_by(7) {
            let decision = replay.division(node, &progress).expect("it exists").decision;
            let scoring = Scoring::of_node(&params, decision.faces);
            assert_eq!(
                decision.chosen_by == ChosenBy::Hand,
                node == NodeId(0),
                "{rule}, node {node}"
            );
            check(
                &format!("{rule}, node {node}"),
                &decision,
                &scoring,
                params.block_weights(decision.faces),
            );
        }
        let bytes = serde_json::to_string(&*given).expect("a tree is data");
        let opened: NodeTree = serde_json::from_str(&bytes).expect("it is one");
        let mut replay = Replay::new(Arc::new(opened), &triangles, &progress).expect("its triangles");
        let decision = replay.division(NodeId(0), &progress).expect("it exists").decision;
        assert_eq!(decision.chosen_by, ChosenBy::Stored, "{rule}");
        check(
            &format!("{rule}, opened"),
            &decision,
            &Scoring::of_node(&params, decision.faces),
            None,
        );
    }
}
