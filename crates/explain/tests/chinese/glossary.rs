//! Tests of the Chinese glossary: terms are found without spaces between words, and every mark in a string is a term.

use std::{collections::HashSet, fs, path::Path};

use bspwalk_explain::glossary::{self, Term, TermOccurrence};

fn in_chinese() {
    bspwalk_text::set_language("zh-CN").expect("there are messages");
}

/// Returns the terms in a string, each with the words that matched.
fn terms(text: &str) -> Vec<(&str, Term)> {
    let found = glossary::find(text).into_iter();
    found.map(|found| (&text[found.range], found.term)).collect()
}

#[test]
fn every_form_is_found_in_text() {
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
            let (shown, found) = glossary::strip_term_marks(&format!("在那里有[[{form}]]，共 3 个。"));
            assert_eq!(shown, format!("在那里有{form}，共 3 个。"));
            let [TermOccurrence { range, term: found }] = found.as_slice() else {
                panic!("{form}: {found:?}");
            };
            assert_eq!((&shown[range.clone()], *found), (form, term));
        }
    }
}

#[test]
fn longest_form_wins_on_word_boundaries() {
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
    // A form must not extend across the end of a sentence.
    assert_eq!(terms("平均。深度"), [("深度", Term::Depth)]);
}

#[test]
fn every_term_has_bilingual_name_and_definition() {
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

/// Checks marks in messages, because marks around a word that is not a term would be displayed literally.
#[test]
fn texts_mark_only_terms_that_exist() {
    in_chinese();
    for &term in Term::ALL {
        let (shown, _) = glossary::strip_term_marks(term.definition());
        assert!(!shown.contains("[["), "{shown}");
    }
    let messages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../text/messages/zh-CN");
    let mut marked = 0;
    for file in fs::read_dir(messages).expect("there are messages") {
        let content = fs::read_to_string(file.expect("it is readable").path()).expect("it is readable");
        for line in content.lines().filter(|line| !line.starts_with('#')) {
            let (shown, _) = glossary::strip_term_marks(line);
            assert!(!shown.contains("[["), "{shown}");
            marked += line.matches("[[").count();
        }
    }
    assert!(marked > 5, "the messages of the whole program are read: {marked}");
}
