//! Finds glossary terms in strings.
//!
//! A string is split into words or, in Chinese, into characters. If several forms match at the same position, the
//! longest one wins.

use std::{
    collections::HashMap,
    ops::Range,
    sync::{PoisonError, RwLock},
};

use bspwalk_text::{Language, language, message};

use super::{AMBIGUOUS, Term, between_commas};

/// Delimiters that mark a term in a string.
const MARK: [&str; 2] = ["[[", "]]"];

/// A term that was found in a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermOccurrence {
    /// Position in the text, in bytes.
    pub range: Range<usize>,
    /// The term.
    pub term: Term,
}

/// The word index of a language.
struct Index {
    /// Forms, indexed by their first word. Each entry contains the remaining words and the term, or `None` for a phrase
    /// that is not a term. The longest form comes first.
    forms: HashMap<String, Vec<(Vec<String>, Option<Term>)>>,
    /// Terms of marked words, indexed by form. Contains all forms.
    marked: HashMap<&'static str, Term>,
}

impl Index {
    fn new(language: Language) -> Self {
        let (mut all, mut marked) = (Vec::new(), HashMap::new());
        for &term in Term::ALL {
            for form in term.forms_in(language) {
                let (form, means) = match form.strip_prefix(AMBIGUOUS) {
                    Some(form) => (form, None),
                    None => (form, Some(term)),
                };
                all.push((form, means));
                marked.insert(form, term);
            }
        }
        let others = message!("glossary-no-terms").text_in(language);
        all.extend(between_commas(others).map(|word| (word, None)));
        let mut forms: HashMap<String, Vec<_>> = HashMap::new();
        for (form, means) in all {
            let mut words = words(form).into_iter().map(|(_, word)| word);
            if let Some(first) = words.next() {
                forms.entry(first).or_default().push((words.collect(), means));
            }
        }
        for forms in forms.values_mut() {
            forms.sort_by_key(|(rest, _): &(Vec<String>, _)| std::cmp::Reverse(rest.len()));
        }
        Self { forms, marked }
    }

    /// Returns the index for the current language. It is created once per language and never freed.
    fn current() -> &'static Self {
        static ALL: RwLock<Vec<(Language, &'static Index)>> = RwLock::new(Vec::new());
        let language = language();
        let of = |all: &[(Language, &'static Self)]| {
            let mut known = all.iter();
            known
                .find(|(known, _)| *known == language)
                .map(|(_, index)| *index)
        };
        if let Some(index) = of(&ALL.read().unwrap_or_else(PoisonError::into_inner)) {
            return index;
        }
        let mut all = ALL.write().unwrap_or_else(PoisonError::into_inner);
        of(&all).unwrap_or_else(|| {
            let index: &'static Self = Box::leak(Box::new(Self::new(language)));
            all.push((language, index));
            index
        })
    }
}

/// Removes the marks from a sentence. Also returns the terms in it, which are the marked words and the unambiguous
/// words.
///
/// Marks around words that are not terms are kept.
#[must_use]
pub fn strip_term_marks(text: &str) -> (String, Vec<TermOccurrence>) {
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
        found.push(TermOccurrence {
            range: begin..shown.len(),
            term,
        });
        rest = after;
    }
    shown.push_str(rest);
    let marked = found.clone();
    let is_free = |one: &TermOccurrence| {
        marked
            .iter()
            .all(|other| one.range.end <= other.range.start || one.range.start >= other.range.end)
    };
    found.extend(find(&shown).into_iter().filter(is_free));
    found.sort_by_key(|found| found.range.start);
    (shown, found)
}

/// The first marked term in a string, with the text before and after it.
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
        if let Some(&term) = Index::current().marked.get(words.to_lowercase().as_str()) {
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

/// Splits a string into words, each with its byte range.
///
/// Hyphens and apostrophes between letters are part of a word. Each ideograph is a separate word, because Chinese text
/// has no separators. A final `'s` is kept here; [`matched`] handles possessives.
fn words(text: &str) -> Vec<(Range<usize>, String)> {
    let mut words: Vec<(Range<usize>, String)> = Vec::new();
    let mut begin = None;
    let is_letter = |sign: char| sign.is_alphanumeric() && !is_ideograph(sign);
    let is_inner = |at: usize, sign: char| {
        let next = text
            .get(at + sign.len_utf8()..)
            .and_then(|rest| rest.chars().next());
        matches!(sign, '-' | '\'' | '’') && next.is_some_and(is_letter)
    };
    for (at, sign) in text.char_indices().chain([(text.len(), ' ')]) {
        if is_letter(sign) || begin.is_some() && is_inner(at, sign) {
            begin.get_or_insert(at);
            continue;
        }
        if let Some(from) = begin.take() {
            words.push((from..at, text[from..at].to_lowercase().replace('’', "'")));
        }
        if is_ideograph(sign) {
            words.push((at..at + sign.len_utf8(), sign.to_string()));
        }
    }
    words
}

/// Returns whether a character is a Chinese ideograph, either in the common blocks or in the supplementary planes.
fn is_ideograph(sign: char) -> bool {
    matches!(sign, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// Finds the terms in a string, in order. If several forms match at the same word, the longest one wins.
#[must_use]
pub fn find(text: &str) -> Vec<TermOccurrence> {
    let words = words(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let Some((means, length, end)) = matched(text, &words[at..]) else {
            at += 1;
            continue;
        };
        let range = words[at].0.start..end;
        found.extend(means.map(|term| TermOccurrence { range, term }));
        at += length;
    }
    found
}

/// Matches the longest form at the start of `words`. Returns its term, if it has one, the number of words, and the
/// position where it ends in the string.
fn matched(text: &str, words: &[(Range<usize>, String)]) -> Option<(Option<Term>, usize, usize)> {
    let index = Index::current();
    let possessive = |word: &str| word.strip_suffix("'s").map(str::to_owned);
    let forms = |word: &str| index.forms.get(word).map(Vec::as_slice).unwrap_or_default();
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
    // "the node's plane" refers to the node.
    let owner = || {
        let owner = possessive(first)?;
        let alone = forms(&owner).iter().find(|(rest, _)| rest.is_empty())?;
        Some((alone.1, 1, first_range.start + owner.len()))
    };
    whole.or_else(owner)
}
