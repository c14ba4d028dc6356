//! Language of the user interface.

use std::{
    collections::HashMap,
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
};

use bspwalk_levels::ENGLISH_MESSAGES;
use fluent_langneg::{NegotiationStrategy, negotiate_languages};
use unic_langid::LanguageIdentifier;

use crate::catalogue::Catalogue;

/// Tag of the language that has all messages.
const ENGLISH: &str = "en";

/// Languages and their message files: `(tag, [(name, content)])`.
const FOLDERS: &[(&str, &[(&str, &str)])] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// English files whose messages without variables also appear in the libraries, as texts for developers.
pub(crate) const TEXTS_OF_LIBRARIES: [&str; 6] = [
    "check.ftl",
    "mover.ftl",
    "phase.ftl",
    "planar.ftl",
    "progress.ftl",
    "trees.ftl",
];

/// Index of the current language in [`FOLDERS`] plus one; 0 until a language is set.
static CURRENT: AtomicUsize = AtomicUsize::new(0);

/// A language with message files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language(usize);

impl Language {
    /// Returns the language that best matches a tag (for example, `zh-CN` for `zh_CN.UTF-8`), or `None` if no language
    /// matches.
    #[must_use]
    pub fn of_tag(tag: &str) -> Option<Self> {
        nearest(&[tag])
    }

    /// Returns English, which has all messages.
    #[must_use]
    pub fn english() -> Self {
        Self(FOLDERS.iter().position(|(tag, _)| *tag == ENGLISH).unwrap_or(0))
    }

    /// Returns the BCP 47 tag, such as `en` or `zh-CN` (Phillips and Davis, "Tags for Identifying Languages", 2009).
    #[must_use]
    pub fn tag(self) -> &'static str {
        FOLDERS[self.0].0
    }

    /// Returns the language's name in the language itself.
    #[must_use]
    pub fn name(self) -> &'static str {
        catalogue(self.0).plain("language-name").unwrap_or(self.tag())
    }
}

/// Returns all languages, sorted by tag.
pub fn languages() -> impl ExactSizeIterator<Item = Language> {
    (0..FOLDERS.len()).map(Language)
}

/// Returns the current language.
#[must_use]
pub fn language() -> Language {
    match CURRENT.load(Ordering::Relaxed) {
        0 => Language::english(),
        chosen => Language(chosen - 1),
    }
}

/// Sets the current language to the best match for a tag (for example, `zh-CN` for `zh_CN.UTF-8`).
///
/// If no language matches, returns `None` and does not change the language.
pub fn set_language(tag: &str) -> Option<Language> {
    let language = Language::of_tag(tag)?;
    CURRENT.store(language.0 + 1, Ordering::Relaxed);
    Some(language)
}

/// Returns the language that the operating system requests, or English if that language is not available.
#[must_use]
pub fn from_environment() -> Language {
    let wanted: Vec<String> = sys_locale::get_locales().collect();
    of_system(&wanted)
}

/// Returns the best match for a system's locales, which are in order of preference. The locales `C` and `POSIX` do not
/// request a language and end the list.
fn of_system(wanted: &[String]) -> Language {
    let wanted: Vec<&str> = wanted
        .iter()
        .map(String::as_str)
        .take_while(|tag| !matches!(tag.split('.').next(), Some("C" | "POSIX")))
        .collect();
    nearest(&wanted).unwrap_or(Language::english())
}

/// Returns the language that best matches the first tag for which any language matches.
fn nearest(wanted: &[&str]) -> Option<Language> {
    let identifier = |tag: &str| tag.split(['.', '@']).next()?.parse::<LanguageIdentifier>().ok();
    let wanted: Vec<LanguageIdentifier> = wanted.iter().copied().filter_map(identifier).collect();
    let known: Vec<LanguageIdentifier> = FOLDERS.iter().filter_map(|(tag, _)| identifier(tag)).collect();
    let found = negotiate_languages(&wanted, &known, None, NegotiationStrategy::Lookup);
    let found = found.first()?;
    known.iter().position(|known| known == *found).map(Language)
}

/// Returns a language's messages, which are parsed on first use.
fn catalogue(language: usize) -> &'static Catalogue {
    static CATALOGUES: [OnceLock<Catalogue>; FOLDERS.len()] = [const { OnceLock::new() }; FOLDERS.len()];
    CATALOGUES[language]
        .get_or_init(|| Catalogue::new(FOLDERS[language].0.parse().unwrap_or_default(), files(language)))
}

/// Iterates over a language's message files, each with its name and content.
fn files(language: usize) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    let of_levels = if language == Language::english().0 {
        ENGLISH_MESSAGES
    } else {
        &[]
    };
    FOLDERS[language].1.iter().chain(of_levels)
}

/// Looks up a message in a language, falling back to English.
pub(crate) fn look_up<T>(language: Language, ask: impl Fn(&'static Catalogue) -> Option<T>) -> Option<T> {
    ask(catalogue(language.0)).or_else(|| ask(catalogue(Language::english().0)))
}

/// Translates an English text of a library to the current language: the name of a phase, the reason of an error or a
/// description. Returns unknown texts unchanged.
#[must_use]
pub fn translated(english: &str) -> &str {
    static IDS: OnceLock<HashMap<&str, &str>> = OnceLock::new();
    let ids = IDS.get_or_init(|| {
        let files = files(Language::english().0).filter(|(name, _)| TEXTS_OF_LIBRARIES.contains(name));
        let lines = files.flat_map(|(_, content)| content.lines());
        lines
            .filter_map(|line| line.split_once(" = "))
            .map(|(id, text)| (text, id))
            .collect()
    });
    let id = ids.get(english);
    id.and_then(|id| look_up(language(), |catalogue| catalogue.plain(id)))
        .unwrap_or(english)
}

/// Returns a message without variables in every language that defines it.
pub(crate) fn texts_in_all_languages(id: &'static str) -> impl Iterator<Item = &'static str> {
    (0..FOLDERS.len()).filter_map(move |language| catalogue(language).plain(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_language_is_found() {
        let tag = |wanted: &[&str]| nearest(wanted).map(Language::tag);
        for (wanted, tag_of) in [
            ("en", "en"),
            ("en_GB.UTF-8", "en"),
            ("zh_CN.UTF-8", "zh-CN"),
            ("zh-Hans-CN", "zh-CN"),
            ("zh", "zh-CN"),
            ("zh-CN", "zh-CN"),
        ] {
            assert_eq!(tag(&[wanted]), Some(tag_of), "{wanted}");
        }
        for unknown in ["C", "POSIX", "", "fr", "no tag"] {
            assert_eq!(tag(&[unknown]), None, "{unknown}");
        }
        assert_eq!(
            tag(&["fr", "zh-CN", "en"]),
            Some("zh-CN"),
            "the user's second language"
        );
    }

    #[test]
    fn c_locale_is_english() {
        let tag = |wanted: &[&str]| {
            let wanted: Vec<String> = wanted.iter().map(|&tag| tag.to_owned()).collect();
            of_system(&wanted).tag()
        };
        assert_eq!(tag(&["zh-CN"]), "zh-CN");
        assert_eq!(tag(&["C", "zh-CN"]), "en", "LC_ALL=C beside LANG=zh_CN.UTF-8");
        assert_eq!(tag(&["C.UTF-8", "zh-CN"]), "en");
        assert_eq!(tag(&[]), "en");
    }
}
