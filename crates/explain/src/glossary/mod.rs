//! The glossary: every term that the program shows, with its definition and its source.
//!
//! The widgets of the panel and of the legends take a [`Term`] with each name that they draw, and read each sentence by
//! [`read`]: so every term has its definition at the pointer. Words that mean nothing else are terms by themselves; those that do,
//! as "depth" or "root", are terms where the sentence marks them: `the [[depth]] of a node`. `GLOSSARY.md` is [`markdown`].

mod terms;

use std::{collections::HashMap, fmt, ops::Range, sync::LazyLock};

pub use terms::Term;

/// A document from which the project grew, by its number.
const SEEDS: [&str; 5] = [
    "the ATI SDK's BSP sample, annotated",
    "a box against a triangle by separating axes",
    "planar BSP trees",
    "leafy BSP trees",
    "DxFramework's 3D tools",
];

/// Where a term or a statement comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A seed, one of the documents that the project implements, 0 to 4, and a section of it, or nothing for all of it.
    Seed(u8, &'static str),
    /// A paper or a book by its authors and year, or a program.
    Work(&'static str),
    /// The program itself.
    Program,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seed(number, "") => write!(f, "seed {number:03}"),
            Self::Seed(number, section) => write!(f, "seed {number:03}, {section}"),
            Self::Work(work) => f.write_str(work),
            Self::Program => f.write_str("bspwalk"),
        }
    }
}

impl Source {
    /// What it is, in words: "seed 002: planar BSP trees".
    #[must_use]
    pub fn explained(&self) -> String {
        match self {
            Self::Seed(number, _) => {
                let title = SEEDS.get(usize::from(*number)).copied().unwrap_or_default();
                format!("{self}: {title}")
            }
            Self::Work(_) | Self::Program => self.to_string(),
        }
    }
}

/// What terms are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// BSP trees and what they divide.
    Trees,
    /// How trees are built.
    Build,
    /// The leaves of a solid-leaf tree.
    Leaves,
    /// What can be seen, and in which order it is drawn.
    Visibility,
    /// Queries and bodies.
    Motion,
    /// Levels and how they are looked at.
    Level,
    /// Settings of the program.
    Program,
}

impl Group {
    const fn title(self) -> &'static str {
        match self {
            Self::Trees => "Trees",
            Self::Build => "Building",
            Self::Leaves => "Leaves",
            Self::Visibility => "Visibility and order",
            Self::Motion => "Queries and motion",
            Self::Level => "Levels and views",
            Self::Program => "Settings",
        }
    }
}

impl Term {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// What it means, in one or two sentences.
    #[must_use]
    pub const fn definition(self) -> &'static str {
        self.row().definition
    }

    /// Where it comes from; there is at least one source.
    #[must_use]
    pub const fn sources(self) -> &'static [Source] {
        self.row().sources
    }

    /// The words by which a text is searched for it, in lower case.
    pub fn forms(self) -> impl Iterator<Item = &'static str> {
        let forms = self.row().forms.iter().copied();
        forms.filter(|form| !form.starts_with(AMBIGUOUS))
    }

    /// The words that also mean something else: a text means the term where it marks them.
    pub fn ambiguous_forms(self) -> impl Iterator<Item = &'static str> {
        let forms = self.row().forms.iter();
        forms.filter_map(|form| form.strip_prefix(AMBIGUOUS))
    }

    /// What it is about.
    #[must_use]
    pub const fn group(self) -> Group {
        self.row().group
    }

    /// Its sources in words: "seed 003; Quake's compilers".
    #[must_use]
    pub fn source_words(self) -> String {
        let sources: Vec<String> = self.sources().iter().map(ToString::to_string).collect();
        sources.join("; ")
    }
}

/// What stands in the table before a form that also means something else.
const AMBIGUOUS: char = '~';

/// What stands around words that a text marks as a term.
const MARK: [&str; 2] = ["[[", "]]"];

/// A term in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where it is, in bytes.
    pub range: Range<usize>,
    /// Which it is.
    pub term: Term,
}

/// Forms by their first word: the words after it, and the term. The longest form comes first.
type Index = HashMap<&'static str, Vec<(Vec<&'static str>, Term)>>;

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index::new();
    for &term in Term::ALL {
        for form in term.forms() {
            let mut words = form.split(' ');
            if let Some(first) = words.next() {
                index.entry(first).or_default().push((words.collect(), term));
            }
        }
    }
    for forms in index.values_mut() {
        forms.sort_by_key(|(rest, _)| std::cmp::Reverse(rest.len()));
    }
    index
});

/// The terms by the words that a text marks: all forms.
static MARKED: LazyLock<HashMap<&'static str, Term>> = LazyLock::new(|| {
    let forms = Term::ALL.iter().flat_map(|&term| {
        let forms = term.forms().chain(term.ambiguous_forms());
        forms.map(move |form| (form, term))
    });
    forms.collect()
});

/// A sentence as it is shown, without its marks, and the terms in it: those that it marks, and the words that mean nothing else.
/// Marks around other words stay as they are.
#[must_use]
pub fn read(text: &str) -> (String, Vec<Found>) {
    let (mut shown, mut found, mut rest) = (String::with_capacity(text.len()), Vec::new(), text);
    while let Some(marked) = next_mark(rest) {
        let Marked {
            before,
            words,
            term,
            after,
        } = marked;
        shown.push_str(before);
        let begin = shown.len();
        shown.push_str(words);
        found.push(Found {
            range: begin..shown.len(),
            term,
        });
        rest = after;
    }
    shown.push_str(rest);
    let marked = found.clone();
    let is_free = |one: &Found| {
        marked
            .iter()
            .all(|other| one.range.end <= other.range.start || one.range.start >= other.range.end)
    };
    found.extend(find(&shown).into_iter().filter(is_free));
    found.sort_by_key(|found| found.range.start);
    (shown, found)
}

/// The first words of a text that are marked as a term, and what is before and after them.
struct Marked<'a> {
    before: &'a str,
    words: &'a str,
    term: Term,
    after: &'a str,
}

fn next_mark(text: &str) -> Option<Marked<'_>> {
    let mut from = 0;
    while let Some(at) = text[from..].find(MARK[0]) {
        let begin = from + at;
        let (words, after) = text[begin + MARK[0].len()..].split_once(MARK[1])?;
        if let Some(&term) = MARKED.get(words.to_lowercase().as_str()) {
            let before = &text[..begin];
            return Some(Marked {
                before,
                words,
                term,
                after,
            });
        }
        from = begin + MARK[0].len();
    }
    None
}

/// The words of a text with their places. A hyphen or an apostrophe between letters belongs to a word; a closing `'s` does not
/// unless the word has a meaning with it.
fn words(text: &str) -> Vec<(Range<usize>, String)> {
    let mut words: Vec<(Range<usize>, String)> = Vec::new();
    let mut begin = None;
    let is_inner = |at: usize, sign: char| {
        let next = text
            .get(at + sign.len_utf8()..)
            .and_then(|rest| rest.chars().next());
        matches!(sign, '-' | '\'' | '’') && next.is_some_and(char::is_alphanumeric)
    };
    for (at, sign) in text.char_indices().chain([(text.len(), ' ')]) {
        if sign.is_alphanumeric() || begin.is_some() && is_inner(at, sign) {
            begin.get_or_insert(at);
        } else if let Some(from) = begin.take() {
            words.push((from..at, text[from..at].to_lowercase().replace('’', "'")));
        }
    }
    words
}

/// The terms in a text, from its beginning. Of forms that begin at the same word the longest is found.
#[must_use]
pub fn find(text: &str) -> Vec<Found> {
    let words = words(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let matched = matched(text, &words[at..]);
        if let Some((term, length, end)) = matched {
            let range = words[at].0.start..end;
            found.push(Found { range, term });
            at += length;
        } else {
            at += 1;
        }
    }
    found
}

/// The term whose form some words begin with, of how many words it is, and where it ends in the text.
fn matched(text: &str, words: &[(Range<usize>, String)]) -> Option<(Term, usize, usize)> {
    let possessive = |word: &str| word.strip_suffix("'s").map(str::to_owned);
    let forms = |word: &str| INDEX.get(word).map(Vec::as_slice).unwrap_or_default();
    let (first_range, first) = words.first()?;
    let whole = forms(first).iter().find_map(|(rest, term)| {
        let mut end = first_range.end;
        for (index, word) in rest.iter().enumerate() {
            let (range, next) = words.get(index + 1)?;
            let is_last = index + 1 == rest.len();
            let is_it = next == word || is_last && possessive(next).as_deref() == Some(word);
            if !is_it || !text[end..range.start].trim().is_empty() {
                return None;
            }
            end = range.end;
        }
        Some((*term, rest.len() + 1, end))
    });
    // "the node's plane" speaks of the node.
    let owner = || {
        let owner = possessive(first)?;
        let alone = forms(&owner).iter().find(|(rest, _)| rest.is_empty())?;
        Some((alone.1, 1, first_range.start + owner.len()))
    };
    whole.or_else(owner)
}

/// The glossary as a page in Markdown: `GLOSSARY.md`.
#[must_use]
pub fn markdown() -> String {
    let mut text = String::from(
        "# Glossary\n\nMade of `crates/explain/src/glossary` by `cargo run --no-default-features --features cli --example glossary`: the window \
         shows the same definitions at the pointer.\n\nSeeds are the documents that the project implements: ",
    );
    let seeds: Vec<String> = (0..5)
        .map(|number| Source::Seed(number, "").explained())
        .collect();
    text += &(seeds.join("; ") + ".\n");
    let mut group = None;
    for &term in Term::ALL {
        if group.replace(term.group()) != Some(term.group()) {
            let title = term.group().title();
            text += &format!("\n## {title}\n\n| term | means | source |\n|---|---|---|\n");
        }
        let (name, definition, source) = (term.name(), term.definition(), term.source_words());
        text += &format!("| {name} | {definition} | {source} |\n");
    }
    text
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
    fn every_term_has_a_definition_of_one_or_two_sentences_and_a_source() {
        let mut names = HashSet::new();
        let mut forms = HashSet::new();
        for &term in Term::ALL {
            let definition = term.definition();
            assert!(definition.ends_with('.') && definition.len() > 15, "{term:?}");
            assert!(definition.matches(". ").count() <= 1, "{term:?}: {definition}");
            assert!(!definition.contains('|'), "{term:?}: it would break the table");
            assert!(!term.sources().is_empty(), "{term:?}");
            for source in term.sources() {
                assert!(
                    !matches!(source, Source::Seed(number, _) if *number > 4),
                    "{term:?}"
                );
            }
            assert!(names.insert(term.name()), "{} has two meanings", term.name());
            for form in term.forms().chain(term.ambiguous_forms()) {
                assert!(forms.insert(form), "{form:?} means two things");
                assert_eq!(form.to_lowercase(), form);
            }
        }
        assert!(names.len() > 100);
    }

    #[test]
    fn every_form_is_found_by_itself_and_in_a_sentence() {
        for &term in Term::ALL {
            for form in term.forms() {
                assert_eq!(terms(form), [(form, term)]);
                let sentence = format!("Of 12 {}, one.", form.to_uppercase());
                assert_eq!(terms(&sentence)[0].1, term, "{sentence}");
            }
        }
    }

    #[test]
    fn the_longest_form_wins_and_parts_of_words_do_not_count() {
        assert_eq!(
            terms("6 empty leaves, 2 leaves; a depth buffer, its nodes"),
            [
                ("empty leaves", Term::EmptyLeaf),
                ("leaves", Term::Leaf),
                ("depth buffer", Term::DepthBuffer),
                ("nodes", Term::Node),
            ]
        );
        assert_eq!(
            terms("The node's split planes; nodes"),
            [
                ("node", Term::Node),
                ("split planes", Term::SplitPlane),
                ("nodes", Term::Node),
            ]
        );
        assert_eq!(
            terms("the ATI sample's push (2006)"),
            [("ATI sample's", Term::AtiSample)]
        );
        assert_eq!(
            terms("Painter’s order, leaflet, cellar"),
            [("Painter’s order", Term::PainterOrder)]
        );
        // A form does not reach over the end of a sentence.
        assert_eq!(terms("It is empty. Leaves follow."), [("Leaves", Term::Leaf)]);
        assert_eq!(terms(""), []);
        assert_eq!(terms("– · ×1.5 …"), []);
    }

    #[test]
    fn words_with_two_meanings_are_terms_where_they_are_marked() {
        for text in [
            "The depth of the space behind the door.",
            "A sample of rays; 128 sampled.",
            "Sweep a weight, and see what the curve does.",
            "The root of the path is the current folder.",
            "See section 6; a normal day; the user interface scores.",
        ] {
            assert_eq!(terms(text), [], "{text}");
            assert_eq!(read(text), (text.to_owned(), Vec::new()));
        }
        for &term in Term::ALL {
            for form in term.ambiguous_forms() {
                assert_eq!(terms(form), [], "{form}");
                let (shown, found) = read(&format!("Of 12 [[{form}]], one."));
                assert_eq!(shown, format!("Of 12 {form}, one."));
                assert!(
                    found
                        .iter()
                        .any(|found| found.term == term && shown[found.range.clone()] == *form),
                    "{form}"
                );
            }
        }
        let (shown, found) = read("At [[Depth]] 3 of a leaf, the [[root]]'s cell; [[no term]], [[unclosed");
        assert_eq!(
            shown,
            "At Depth 3 of a leaf, the root's cell; [[no term]], [[unclosed"
        );
        let found: Vec<(&str, Term)> = found
            .into_iter()
            .map(|found| (&shown[found.range], found.term))
            .collect();
        assert_eq!(
            found,
            [
                ("Depth", Term::Depth),
                ("leaf", Term::Leaf),
                ("root", Term::Root),
                ("cell", Term::Cell)
            ]
        );
    }

    #[test]
    fn sources_say_what_they_are() {
        assert_eq!(Source::Seed(0, "section 6").to_string(), "seed 000, section 6");
        assert_eq!(Source::Seed(2, "").explained(), "seed 002: planar BSP trees");
        assert_eq!(Term::Portal.source_words(), "seed 003; Quake's compilers");
    }
}
