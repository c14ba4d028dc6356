//! The glossary: every technical term in the program, with its definition and its source.
//!
//! Widgets attach a [`Term`] to each label and parse sentences with [`strip_term_marks`], so that every term has a
//! tooltip with its definition. Unambiguous words are always recognised as terms. Ambiguous words such as "depth" or
//! "root" are terms only where the sentence marks them: `the [[depth]] of a node`. [`markdown`] generates `GLOSSARY.md`.
//!
//! `terms` is the table of terms, whose names and definitions are messages, and `references` is the table of sources.
//! `reading` finds terms in strings, using a separate word list for each language. `page` renders the glossary as a
//! page.

mod group;
mod page;
mod reading;
mod references;
mod source;
mod terms;

use bspwalk_text::{Argument, Language, find_message_in, formatted_in, language};

pub use group::Group;
pub use page::markdown;
pub use reading::{TermOccurrence, find, strip_term_marks};
pub use references::Reference;
pub use source::Source;
pub use terms::Term;

impl Term {
    /// Returns the name of the term.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name.text()
    }

    /// Returns the name followed by the English word: "分割平面（split plane）". Returns `None` if the name itself is the
    /// English word.
    #[must_use]
    pub fn name_beside_english(self) -> Option<String> {
        self.beside_english(language())
    }

    fn beside_english(self, language: Language) -> Option<String> {
        let row = self.row();
        let [name, english] = [language, Language::english()].map(|language| row.name.text_in(language));
        let names = [
            ("name", Argument::new(&name)),
            ("english", Argument::new(&english)),
        ];
        (name != english).then(|| formatted_in(language, "glossary-both-names", &names))
    }

    /// Returns the definition, in one or two sentences.
    #[must_use]
    pub fn definition(self) -> &'static str {
        self.row().definition.text()
    }

    /// Returns the sources. The slice is never empty.
    #[must_use]
    pub const fn sources(self) -> &'static [Source] {
        self.row().sources
    }

    /// Returns the words that identify the term in a string, in lower case.
    pub fn forms(self) -> impl Iterator<Item = &'static str> {
        self.forms_in(language())
            .filter(|form| !form.starts_with(AMBIGUOUS))
    }

    /// Returns the ambiguous words, which refer to the term only if a string marks them.
    pub fn ambiguous_forms(self) -> impl Iterator<Item = &'static str> {
        self.forms_in(language())
            .filter_map(|form| form.strip_prefix(AMBIGUOUS))
    }

    /// Returns all words that identify the term in a language. Ambiguous ones start with [`AMBIGUOUS`].
    fn forms_in(self, language: Language) -> impl Iterator<Item = &'static str> {
        let forms = find_message_in(language, self.row().forms.id()).unwrap_or_default();
        between_commas(forms)
    }

    /// Returns the subject area.
    #[must_use]
    pub const fn group(self) -> Group {
        self.row().group
    }

    /// Formats the sources: "Teller 1992; Quake's compilers".
    #[must_use]
    pub fn source_words(self) -> String {
        let sources: Vec<String> = self.sources().iter().map(ToString::to_string).collect();
        sources.join("; ")
    }
}

/// Prefix that marks ambiguous words in the messages.
const AMBIGUOUS: char = '~';

/// Splits a message at its commas.
fn between_commas(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(',').map(str::trim).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn terms(text: &str) -> Vec<(&str, Term)> {
        let found = find(text).into_iter();
        found.map(|found| (&text[found.range], found.term)).collect()
    }

    #[test]
    fn every_term_has_short_definition_and_source() {
        let mut names = HashSet::new();
        let mut forms = HashSet::new();
        for &term in Term::ALL {
            let definition = term.definition();
            assert!(definition.ends_with('.') && definition.len() > 15, "{term:?}");
            assert!(definition.matches(". ").count() <= 1, "{term:?}: {definition}");
            assert!(!definition.contains('|'), "{term:?}: it would break the table");
            assert!(!term.sources().is_empty(), "{term:?}");
            assert!(names.insert(term.name()), "{} has two meanings", term.name());
            for form in term.forms().chain(term.ambiguous_forms()) {
                assert!(forms.insert(form), "{form:?} means two things");
                assert_eq!(form.to_lowercase(), form);
            }
        }
        assert!(names.len() > 100);
    }

    #[test]
    fn every_form_is_found_in_text() {
        for &term in Term::ALL {
            for form in term.forms() {
                assert_eq!(terms(form), [(form, term)]);
                let sentence = format!("Of 12 {}, one.", form.to_uppercase());
                assert_eq!(terms(&sentence)[0].1, term, "{sentence}");
            }
        }
    }

    #[test]
    fn longest_form_wins_on_word_boundaries() {
        let [leaves, nodes] = [("leaves", Term::Leaf), ("nodes", Term::Node)];
        let (empty, depth) = (
            ("empty leaves", Term::EmptyLeaf),
            ("depth buffer", Term::DepthBuffer),
        );
        let (node, planes) = (("node", Term::Node), ("split planes", Term::SplitPlane));
        for (text, expected) in [
            (
                "6 empty leaves, 2 leaves; a depth buffer, its nodes",
                &[empty, leaves, depth, nodes][..],
            ),
            ("The node's split planes; nodes", &[node, planes, nodes]),
            (
                "the ATI sample's push (2006)",
                &[("ATI sample's", Term::AtiSample)],
            ),
            (
                "Painter’s order, leaflet, cellar",
                &[("Painter’s order", Term::PainterOrder)],
            ),
            // A form must not extend across the end of a sentence.
            ("It is empty. Leaves follow.", &[("Leaves", Term::Leaf)]),
            ("", &[]),
            ("– · ×1.5 …", &[]),
        ] {
            assert_eq!(terms(text), expected);
        }
    }

    #[test]
    fn ambiguous_words_need_markup() {
        for text in [
            "The depth of the space behind the door.",
            "A sample of rays; 128 sampled.",
            "Sweep a weight, and see what the curve does.",
            "The root of the path is the current folder.",
            "See section 6; a normal day; the user interface scores.",
        ] {
            assert_eq!(terms(text), [], "{text}");
            assert_eq!(strip_term_marks(text), (text.to_owned(), Vec::new()));
        }
        for &term in Term::ALL {
            for form in term.ambiguous_forms() {
                assert_eq!(terms(form), [], "{form}");
                let (shown, found) = strip_term_marks(&format!("Of 12 [[{form}]], one."));
                assert_eq!(shown, format!("Of 12 {form}, one."));
                let is_form =
                    |found: &TermOccurrence| found.term == term && shown[found.range.clone()] == *form;
                assert!(found.iter().any(is_form), "{form}");
            }
        }
        let (shown, found) =
            strip_term_marks("At [[Depth]] 3 of a leaf, the [[root]]'s cell; [[no term]], [[unclosed");
        assert_eq!(
            shown,
            "At Depth 3 of a leaf, the root's cell; [[no term]], [[unclosed"
        );
        let words = found.iter().map(|found| &shown[found.range.clone()]);
        assert!(words.eq(["Depth", "leaf", "root", "cell"]));
        let terms = found.iter().map(|found| found.term);
        assert!(terms.eq([Term::Depth, Term::Leaf, Term::Root, Term::Cell]));
    }

    #[test]
    fn sources_have_full_citations() {
        let section = Source::Work(Reference::AtiSdk, "section 6");
        assert_eq!(section.to_string(), "ATI SDK 2006, section 6");
        for (source, explained) in [
            (
                Source::Work(Reference::Xuebuyuan, ""),
                "2D BSP Tree, undated: “Implementing a 2D BSP Tree”, http://www.xuebuyuan.com/1074883.html",
            ),
            (
                Source::Work(Reference::Ericson, "8.1"),
                "Ericson 2005, 8.1: Christer Ericson, “Real-Time Collision Detection”, Morgan Kaufmann, 2005",
            ),
            (Source::Program, "bspwalk"),
        ] {
            assert_eq!(source.explained(), explained);
        }
        assert_eq!(Term::Portal.source_words(), "Teller 1992; Quake's compilers");
    }

    #[test]
    fn every_reference_is_cited_and_listed_once() {
        let page = markdown(Language::english());
        let cited: HashSet<Reference> = Term::ALL
            .iter()
            .flat_map(|term| term.sources())
            .filter_map(|source| match source {
                Source::Work(reference, _) => Some(*reference),
                Source::Program => None,
            })
            .collect();
        let names = Reference::ALL
            .iter()
            .map(|reference| reference.name().to_lowercase());
        assert!(names.is_sorted());
        for &reference in Reference::ALL {
            let name = reference.name();
            assert!(cited.contains(&reference), "{name}");
            assert_eq!(page.matches(&format!("\n| {name} | ")).count(), 1, "{name}");
            // All the letters must be in the window's font.
            let explained = Source::Work(reference, "").explained();
            let has_glyph = |letter: char| letter.is_ascii() || "“”ö".contains(letter);
            assert!(explained.chars().all(has_glyph), "{explained}");
        }
    }
}
