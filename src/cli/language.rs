//! The program's language, taken from `--language`, otherwise from the settings (windows only), otherwise from the
//! system.

use std::ffi::OsString;

use bspwalk_session::settings_file;
use bspwalk_text::{Language, from_environment, languages, set_language, text};
use serde::Deserialize;

/// Name of the option. It is looked up before the other arguments are parsed, because help and error messages already
/// depend on the language.
const OPTION: &str = "--language";

/// Table in the settings file that contains the settings.
const SETTINGS: &str = "settings";

/// The language setting.
#[derive(Deserialize)]
struct OfSettings {
    /// Language tag; empty for the system's language.
    language: String,
}

/// Sets the language that the arguments specify, or the system's language.
pub fn choose(args: &[OsString]) {
    let language = asked(args).unwrap_or_else(from_environment);
    set_language(language.tag());
}

/// Sets the language from the settings if they specify a known language.
pub(super) fn choose_by_settings() {
    let path = settings_file::path();
    let settings = path.and_then(|path| settings_file::read_field::<OfSettings>(&path, SETTINGS));
    if let Some(settings) = settings {
        set_language(&settings.language);
    }
}

/// Returns the language that the arguments specify, if it is known. The first argument is the program's name.
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

/// Parses a language tag.
pub(super) fn read(tag: &str) -> Result<Language, String> {
    Language::of_tag(tag).ok_or_else(|| text!("usage-language", languages = all()))
}

/// Lists the tags of all languages with their names.
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
    fn language_is_found_before_parsing() {
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
