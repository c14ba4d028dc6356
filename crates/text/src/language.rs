//! The language of the program.

use std::sync::{
    OnceLock,
    atomic::{AtomicUsize, Ordering},
};

use fluent_langneg::{NegotiationStrategy, negotiate_languages};
use unic_langid::LanguageIdentifier;

use crate::catalogue::Catalogue;

/// The language whose messages are complete.
const ENGLISH: &str = "en";

/// The folders with their files, `(tag, [(name, content)])`.
const FOLDERS: &[(&str, &[(&str, &str)])] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The place in [`FOLDERS`] of the language of the program, plus one; 0 before one was chosen.
static CURRENT: AtomicUsize = AtomicUsize::new(0);

/// A language of the message files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language(usize);

impl Language {
    /// The language that is nearest to a tag (`zh_CN.UTF-8` is near to `zh-CN`); `None` where none is near.
    #[must_use]
    pub fn of_tag(tag: &str) -> Option<Self> {
        nearest(&[tag])
    }

    /// English, whose messages are complete.
    #[must_use]
    pub fn english() -> Self {
        Self(FOLDERS.iter().position(|(tag, _)| *tag == ENGLISH).unwrap_or(0))
    }

    /// Its tag, by BCP 47 (Phillips and Davis, "Tags for Identifying Languages", 2009): `en`, `zh-CN`.
    #[must_use]
    pub fn tag(self) -> &'static str {
        FOLDERS[self.0].0
    }

    /// Its name in itself.
    #[must_use]
    pub fn name(self) -> &'static str {
        catalogue(self.0).plain("language-name").unwrap_or(self.tag())
    }
}

/// All languages, in the order of their tags.
pub fn languages() -> impl ExactSizeIterator<Item = Language> {
    (0..FOLDERS.len()).map(Language)
}

/// The language of the program.
#[must_use]
pub fn language() -> Language {
    match CURRENT.load(Ordering::Relaxed) {
        0 => Language::english(),
        chosen => Language(chosen - 1),
    }
}

/// Chooses the language of the whole program: the one that is nearest to a tag (`zh_CN.UTF-8` is `zh-CN`). `None`, and no
/// change, where no language is near.
pub fn set_language(tag: &str) -> Option<Language> {
    let language = Language::of_tag(tag)?;
    CURRENT.store(language.0 + 1, Ordering::Relaxed);
    Some(language)
}

/// The language that the user's system asks for; English where that is none of the files.
#[must_use]
pub fn from_environment() -> Language {
    let wanted: Vec<String> = sys_locale::get_locales().collect();
    of_system(&wanted)
}

/// The nearest to what a system wants, the most wanted first. The locales `C` and `POSIX` want no language: what stands after them
/// does not count.
fn of_system(wanted: &[String]) -> Language {
    let wanted: Vec<&str> = wanted
        .iter()
        .map(String::as_str)
        .take_while(|tag| !matches!(tag.split('.').next(), Some("C" | "POSIX")))
        .collect();
    nearest(&wanted).unwrap_or(Language::english())
}

/// The language that is nearest to the first of these tags that any is near to.
fn nearest(wanted: &[&str]) -> Option<Language> {
    let identifier = |tag: &str| tag.split(['.', '@']).next()?.parse::<LanguageIdentifier>().ok();
    let wanted: Vec<LanguageIdentifier> = wanted.iter().copied().filter_map(identifier).collect();
    let known: Vec<LanguageIdentifier> = FOLDERS.iter().filter_map(|(tag, _)| identifier(tag)).collect();
    let found = negotiate_languages(&wanted, &known, None, NegotiationStrategy::Lookup);
    let found = found.first()?;
    known.iter().position(|known| known == *found).map(Language)
}

/// The messages of a language, which are read when they are first asked for.
fn catalogue(language: usize) -> &'static Catalogue {
    static CATALOGUES: [OnceLock<Catalogue>; FOLDERS.len()] = [const { OnceLock::new() }; FOLDERS.len()];
    CATALOGUES[language].get_or_init(|| {
        let (tag, files) = FOLDERS[language];
        Catalogue::new(tag.parse().unwrap_or_default(), files)
    })
}

/// Asks the messages of a language and, where it has no answer, those of English.
pub(crate) fn asked<T>(language: Language, ask: impl Fn(&'static Catalogue) -> Option<T>) -> Option<T> {
    ask(catalogue(language.0)).or_else(|| ask(catalogue(Language::english().0)))
}

/// A message without variables in each language that has it.
pub(crate) fn in_all(id: &'static str) -> impl Iterator<Item = &'static str> {
    (0..FOLDERS.len()).filter_map(move |language| catalogue(language).plain(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_language_is_found() {
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
    fn the_locale_of_no_language_is_english() {
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
