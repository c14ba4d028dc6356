//! What the program says in Chinese: terms are found without spaces between words, and texts are put together as Chinese is.

use std::{collections::HashSet, fs, path::Path, sync::Arc};

use bspwalk_compile::CompileParams;
use bspwalk_explain::{
    duel::{Contestant, Figures, Measured, Row, verdict},
    glossary::{self, Found, Term},
    quiz::{Answers, Kind, Question, Quiz, Trees},
};
use bspwalk_levels::{LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_trees::solid_leaf::PvsParams;

fn in_chinese() {
    bspwalk_text::set_language("zh-CN").expect("there are messages");
}

/// The terms of a text with the words that mean them.
fn terms(text: &str) -> Vec<(&str, Term)> {
    let found = glossary::find(text).into_iter();
    found.map(|found| (&text[found.range], found.term)).collect()
}

#[test]
fn each_form_is_found_by_itself_and_within_a_sentence() {
    in_chinese();
    let mut forms = HashSet::new();
    for &term in Term::ALL {
        for form in term.forms().chain(term.ambiguous_forms()) {
            assert!(forms.insert(form), "{form} means two things");
            assert_eq!(form.to_lowercase(), form);
        }
        for form in term.forms() {
            assert_eq!(terms(form), [(form, term)]);
            let sentence = format!("在那里有{form}，共 3 个。");
            assert_eq!(terms(&sentence), [(form, term)], "{sentence}");
        }
        for form in term.ambiguous_forms() {
            assert_eq!(terms(form), [], "{form}");
            let (shown, found) = glossary::read(&format!("在那里有[[{form}]]，共 3 个。"));
            assert_eq!(shown, format!("在那里有{form}，共 3 个。"));
            let [Found { range, term: found }] = found.as_slice() else {
                panic!("{form}: {found:?}");
            };
            assert_eq!((&shown[range.clone()], *found), (form, term));
        }
    }
}

#[test]
fn the_longest_form_is_found_and_parts_of_other_words_are_not() {
    in_chinese();
    assert_eq!(
        terms("3个节点的分割平面切割了12个面"),
        [
            ("节点", Term::Node),
            ("分割平面", Term::SplitPlane),
            ("面", Term::Face),
        ]
    );
    assert_eq!(
        terms("空叶节点、叶节点与BSP树；PVS是潜在可见集。"),
        [
            ("空叶节点", Term::EmptyLeaf),
            ("叶节点", Term::Leaf),
            ("BSP树", Term::BspTree),
            ("PVS", Term::Pvs),
            ("潜在可见集", Term::Pvs),
        ]
    );
    for other in ["平面图在画面里面", "地面和表面", "平面前面", "凹凸", ""] {
        assert_eq!(terms(other), [], "{other}");
    }
    // A form does not reach over the end of a sentence.
    assert_eq!(terms("平均。深度"), [("深度", Term::Depth)]);
}

#[test]
fn each_term_has_a_name_beside_the_english_word_and_a_definition() {
    in_chinese();
    let mut names = HashSet::new();
    for &term in Term::ALL {
        let (name, definition) = (term.name(), term.definition());
        assert!(names.insert(name), "{name} has two meanings");
        assert!(definition.ends_with('。'), "{term:?}: {definition}");
        assert!(definition.matches('。').count() <= 2, "{term:?}: {definition}");
        assert!(!definition.contains('|'), "{term:?}: it would break the table");
        match term.name_beside_english() {
            Some(names) => assert!(
                names.starts_with(name) && names.ends_with('）'),
                "{term:?}: {names}"
            ),
            None => assert_eq!(term, Term::Miniseg, "its name is English"),
        }
    }
    let names = Term::SplitPlane.name_beside_english();
    assert_eq!(names.as_deref(), Some("分割平面（split plane）"));
    assert_eq!(
        Term::Pvs.name_beside_english().as_deref(),
        Some("潜在可见集（PVS）")
    );
}

/// Marks around what is no term would be shown as they are.
#[test]
fn texts_mark_only_terms_that_exist() {
    in_chinese();
    for &term in Term::ALL {
        let (shown, _) = glossary::read(term.definition());
        assert!(!shown.contains("[["), "{shown}");
    }
    let messages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../text/messages/zh-CN");
    let mut marked = 0;
    for file in fs::read_dir(messages).expect("there are messages") {
        let content = fs::read_to_string(file.expect("it is readable").path()).expect("it is readable");
        for line in content.lines().filter(|line| !line.starts_with('#')) {
            let (shown, _) = glossary::read(line);
            assert!(!shown.contains("[["), "{shown}");
            marked += line.matches("[[").count();
        }
    }
    // The message files of the whole program are read: some of them mark terms.
    println!("{marked} marks");
}

/// Two words of English that follow each other.
fn english(text: &str) -> Option<[&str; 2]> {
    // Names of rules and queries are not translated.
    let words: Vec<&str> = text.split(' ').collect();
    let is_word = |word: &str| {
        let letters = word.trim_matches(|sign: char| sign.is_ascii_punctuation());
        letters.len() > 1 && letters.chars().all(|sign| sign.is_ascii_lowercase())
    };
    let pair = words.windows(2).find(|pair| pair.iter().all(|word| is_word(word)));
    pair.map(|pair| [pair[0], pair[1]])
}

#[test]
fn the_quiz_asks_in_chinese() {
    in_chinese();
    let progress = Arc::<Progress>::default();
    let level = builtin::load("three_rooms", &LoadOptions::default(), &progress).expect("it is built in");
    let level = Arc::new(level);
    let params = CompileParams::quick();
    let (nodes, _) =
        bspwalk_compile::node_tree(&level, &params.nodes, &progress).expect("it can be built");
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
            for text in texts(&question).into_iter().chain([question.in_words(&nodes)]) {
                assert_eq!(english(&text), None, "{kind:?}: {text}");
            }
            assert!(question.text.ends_with('？'), "{}", question.text);
            assert!(question.why.ends_with('。'), "{}", question.why);
            assert_eq!(question.verdict(question.right), "正确。");
            let typed = question.words(question.right);
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
fn the_verdict_of_a_duel_is_one_sentence() {
    in_chinese();
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
}
