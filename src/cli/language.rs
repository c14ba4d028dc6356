//! The language of the program: that of `--language`, in the windows else that of the settings, else the system's.

use std::ffi::OsString;

use bspwalk_session::settings_file;
use bspwalk_text::{Language, from_environment, languages, set_language, text};
use serde::Deserialize;

/// The option, which is looked for before the others are read: their help and errors are in that language.
const OPTION: &str = "--language";

/// The field of the file that has the settings.
const SETTINGS: &str = "settings";

/// What of the settings is about the language.
#[derive(Deserialize)]
struct OfSettings {
    /// A tag; empty for that of the system.
    language: String,
}

/// Chooses the language that the arguments ask for, or else the system's.
pub fn choose(args: &[OsString]) {
    let language = asked(args).unwrap_or_else(from_environment);
    set_language(language.tag());
}

/// Chooses the language of the settings, where they name one that there is.
pub(super) fn choose_by_settings() {
    let path = settings_file::path();
    let settings = path.and_then(|path| settings_file::read_field::<OfSettings>(&path, SETTINGS));
    if let Some(settings) = settings {
        set_language(&settings.language);
    }
}

/// The language that the arguments name, the program's name first, where there is such a one.
fn asked(args: &[OsString]) -> Option<Language> {
    let mut words = args.iter().skip(1).map(|word| word.to_string_lossy());
    while let Some(word) = words.next().filter(|word| word != "--") {
        let Some(rest) = word.strip_prefix(OPTION) else {
            continue;
        };
        return match rest.strip_prefix('=') {
            Some(tag) => Language::of_tag(tag),
            None if rest.is_empty() => Language::of_tag(&words.next()?),
            None => continue,
        };
    }
    None
}

/// Reads the tag of a language.
pub(super) fn read(tag: &str) -> Result<Language, String> {
    Language::of_tag(tag).ok_or_else(|| text!("usage-language", languages = all()))
}

/// The tags of all languages, each with its name.
pub(super) fn all() -> String {
    let all: Vec<String> = languages()
        .map(|language| {
            text!(
                "usage-language-item",
                tag = language.tag(),
                name = language.name()
            )
        })
        .collect();
    all.join(text!("text-list"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_found_before_the_arguments_are_read() {
        let of = |words: &[&str]| {
            let words = ["bspwalk"].iter().chain(words).map(OsString::from);
            asked(&words.collect::<Vec<_>>()).map(Language::tag)
        };
        assert_eq!(of(&["hall", "--language", "zh-CN"]), Some("zh-CN"));
        assert_eq!(of(&["--language=zh_CN.UTF-8", "info", "hall"]), Some("zh-CN"));
        assert_eq!(of(&["info", "hall", "--language=en"]), Some("en"));
        for none in [
            &["hall"][..],
            &["--language"],
            &["--language", "xx"],
            &["--languages=zh"],
            &["--", "--language=zh"],
        ] {
            assert_eq!(of(none), None, "{none:?}");
        }
    }
}
