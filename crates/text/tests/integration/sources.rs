//! Checks the sources: every message that they use exists with the same variables, every existing message is used, and
//! no text shown to the user is hard-coded.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use fluent_syntax::{ast::Entry, parser};
use proc_macro2::{Delimiter, Group, LineColumn, Literal, TokenStream, TokenTree};

use bspwalk_text::{Language, Message};

use crate::{files::contents, font::missing};

/// Prefixes of message IDs that are assembled at run time.
const PUT_TOGETHER: &[&str] = &include!("../put_together.in");

/// Macros and methods whose string arguments are not shown to users: impossible cases, environment variables and files.
const FOR_PROGRAMMERS: [&str; 16] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "panic",
    "unreachable",
    "expect",
    "expect_err",
    "include_str",
    "include_bytes",
    "env",
    "var_os",
    "cfg",
    "must_use",
];

/// Libraries whose errors are English. `Localize` translates them.
const WITH_ENGLISH_ERRORS: [&str; 4] = [
    "crates/progress/",
    "crates/trees/",
    "crates/planar/",
    "crates/collision/",
];

/// Prefixes of messages that also appear in the libraries as English texts, which `translated` looks up.
const TRANSLATED: [&str; 6] = ["check-", "mover-", "phase-", "planar-", "progress-", "trees-"];

/// Returns the English text of a message that `translated` finds.
fn library_text(id: &str) -> Option<String> {
    let is_translated = TRANSLATED.iter().any(|prefix| id.starts_with(prefix));
    is_translated.then(|| {
        Message::new(id.to_owned().leak())
            .text_in(Language::english())
            .to_owned()
    })
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Strings and message references in a source file.
#[derive(Default)]
struct Texts {
    /// Messages, each with the variables passed to it and its position.
    messages: Vec<(String, BTreeSet<String>, LineColumn)>,
    /// String literals that look like text.
    literals: Vec<(String, LineColumn)>,
    /// Whether error attributes are texts for developers, which the messages of this crate translate.
    has_english_errors: bool,
    /// All string literals, which may contain message IDs.
    all: BTreeSet<String>,
    /// Non-ASCII characters in all string literals.
    characters: BTreeSet<char>,
}

impl Texts {
    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is = |i: usize, what: &str| tokens.get(i).is_some_and(|token| token.to_string() == what);
        let group = |i: usize| match tokens.get(i) {
            Some(TokenTree::Group(group)) => Some(group),
            _ => None,
        };
        let mut i = 0;
        while let Some(token) = tokens.get(i) {
            i += 1;
            match token {
                TokenTree::Punct(sign) if sign.as_char() == '#' => {
                    // Handle inner attributes too, such as module documentation.
                    i += usize::from(is(i, "!"));
                    let Some(attribute) = group(i).filter(|group| group.delimiter() == Delimiter::Bracket)
                    else {
                        continue;
                    };
                    i += 1;
                    let text = attribute.stream().to_string().replace(' ', "");
                    if text == "cfg(test)" || text == "test" {
                        // Skip the test item that follows the attribute.
                        while tokens.get(i).is_some()
                            && group(i).is_none_or(|group| group.delimiter() != Delimiter::Brace)
                            && !is(i, ";")
                        {
                            i += 1;
                        }
                        i += 1;
                    } else if ["arg(", "command(", "value("]
                        .iter()
                        .any(|begin| text.starts_with(begin))
                        || text.starts_with("error(") && !self.has_english_errors
                    {
                        self.read(attribute.stream());
                    }
                }
                TokenTree::Ident(name) => {
                    let name = name.to_string();
                    let called = if is(i, "!") { i + 1 } else { i };
                    let Some(called_with) = group(called) else {
                        continue;
                    };
                    if (name == "text" || name == "message") && called > i {
                        self.message(called_with);
                        i = called + 1;
                    } else if name == "count_with_noun" || name == "describe_share" {
                        self.counted(called_with);
                        i = called + 1;
                    } else if FOR_PROGRAMMERS.contains(&name.as_str()) {
                        i = called + 1;
                    }
                }
                TokenTree::Group(inner) => self.read(inner.stream()),
                TokenTree::Literal(literal) => self.literal(literal),
                TokenTree::Punct(_) => {}
            }
        }
    }

    /// Records a message and its variables.
    fn message(&mut self, called_with: &Group) {
        let tokens: Vec<TokenTree> = called_with.stream().into_iter().collect();
        let Some(TokenTree::Literal(id)) = tokens.first() else {
            return self.read(called_with.stream());
        };
        let id = unquoted(id).unwrap_or_default();
        self.all.insert(id.clone());
        let mut variables = BTreeSet::new();
        for argument in tokens[1..].split(|token| token.to_string() == ",") {
            if let Some(TokenTree::Ident(name)) = argument.first() {
                variables.insert(name.to_string());
                self.read(argument[1..].iter().cloned().collect());
            }
        }
        self.messages.push((id, variables, tokens[0].span().start()));
    }

    /// Records the message for a counted noun, which is the last argument of `count_with_noun` and
    /// `describe_share`.
    fn counted(&mut self, called_with: &Group) {
        let mut given: Vec<TokenTree> = called_with.stream().into_iter().collect();
        let last = given.iter().rposition(|token| token.to_string() != ",");
        if let Some(last) = last
            && let TokenTree::Literal(literal) = &given[last]
            && let Some(noun) = unquoted(literal)
        {
            let id = format!("text-counted-{}", noun.replace(' ', "-"));
            let count = BTreeSet::from(["count".to_owned()]);
            self.messages.push((id, count, literal.span().start()));
            given.remove(last);
        }
        self.read(given.into_iter().collect());
    }

    fn literal(&mut self, literal: &Literal) {
        let source = literal.to_string();
        self.characters.extend(source.chars().filter(|c| !c.is_ascii()));
        let Some(text) = unquoted(literal) else { return };
        if is_text(&text) {
            self.literals.push((text.clone(), literal.span().start()));
        }
        self.all.insert(text);
    }
}

/// Returns a string literal without its quotes. Escapes are not decoded.
fn unquoted(literal: &Literal) -> Option<String> {
    let source = literal.to_string();
    let text = source.trim_start_matches('r').trim_matches('#');
    Some(text.strip_prefix('"')?.strip_suffix('"')?.to_owned())
}

/// Returns whether a literal looks like text shown to the user: two consecutive words, or a single word with a capital
/// letter.
fn is_text(literal: &str) -> bool {
    // Skip markup.
    if literal.contains("=\"") || literal.contains("=\\\"") {
        return false;
    }
    let mut outside = String::new();
    let mut depth = 0_usize;
    for c in literal.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            c if depth == 0 => outside.push(c),
            _ => {}
        }
    }
    let words: Vec<&str> = outside.split_whitespace().collect();
    let is_word = |word: &&str| {
        let letters = word.trim_matches(|c: char| c.is_ascii_punctuation());
        !letters.is_empty()
            && letters
                .chars()
                .all(|c| c.is_ascii_alphabetic() || c == '-' || c == '\'')
    };
    let is_name = |word: &&str| {
        let mut letters = word.chars();
        letters.next().is_some_and(|c| c.is_ascii_uppercase())
            && letters.next().is_some()
            && letters.all(|c| c.is_ascii_lowercase())
    };
    match words.as_slice() {
        [word] => is_name(word),
        words => words.windows(2).any(|pair| pair.iter().all(is_word)),
    }
}

/// Reads the sources of the program and its libraries, indexed by their paths relative to the repository root.
fn sources() -> BTreeMap<String, Texts> {
    let mut files = Vec::new();
    let mut folders = vec![root().join("src")];
    for library in fs::read_dir(root().join("crates")).expect("there are libraries") {
        folders.push(library.expect("it is readable").path().join("src"));
    }
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder is readable") {
            let path = entry.expect("it is readable").path();
            match path.is_dir() {
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    let mut all = BTreeMap::new();
    for path in files {
        let name = path
            .strip_prefix(root())
            .expect("it lies there")
            .to_string_lossy()
            .replace('\\', "/");
        let for_programmers = [
            "crates/court/",
            "crates/testing/",
            "crates/xtask/",
            "crates/inventory/",
        ];
        let is_test = name.contains("/tests/") || name.ends_with("/tests.rs") || name.ends_with("_tests.rs");
        if !name.ends_with(".rs") || is_test || for_programmers.iter().any(|of| name.starts_with(of)) {
            continue;
        }
        let source = fs::read_to_string(&path).expect("it is readable");
        let mut texts = Texts {
            has_english_errors: WITH_ENGLISH_ERRORS
                .iter()
                .any(|library| name.starts_with(library)),
            ..Texts::default()
        };
        texts.read(source.parse().unwrap_or_else(|error| panic!("{name}: {error}")));
        all.insert(name, texts);
    }
    all
}

/// Returns the Fluent source of each English message.
fn english() -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for content in contents("en").into_values() {
        let resource = parser::parse(content.as_str()).unwrap_or_else(|(resource, _)| resource);
        for entry in resource.body {
            let Entry::Message(message) = entry else { continue };
            let id = message.id.name;
            for attribute in message.attributes {
                all.insert(
                    format!("{id}.{}", attribute.id.name),
                    format!("{:?}", attribute.value),
                );
            }
            if let Some(value) = message.value {
                all.insert(id.to_owned(), format!("{value:?}"));
            }
        }
    }
    all
}

/// Extracts the variables of a message from its syntax tree's debug output.
fn variables(pattern: &str) -> BTreeSet<String> {
    let references = pattern
        .split("VariableReference { id: Identifier { name: \"")
        .skip(1);
    references
        .filter_map(|rest| rest.split('"').next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_message_in_the_sources_exists() {
    let english = english();
    let mut amiss = Vec::new();
    for (name, texts) in sources() {
        for (id, given, at) in texts.messages {
            match english.get(&id).map(|pattern| variables(pattern)) {
                None => amiss.push(format!("{name}:{}: there is no message {id}", at.line)),
                Some(wanted) if wanted != given => {
                    amiss.push(format!(
                        "{name}:{}: {id} wants {wanted:?}, and is given {given:?}",
                        at.line
                    ));
                }
                Some(_) => {}
            }
        }
    }
    assert!(amiss.is_empty(), "{}", amiss.join("\n"));
}

#[test]
fn fonts_cover_all_source_literals() {
    for (name, texts) in sources() {
        // The first file draws these characters itself. The second file only writes them to pages.
        let is_elsewhere = [
            "src/walk/window/glyphs.rs",
            "crates/explain/src/glossary/references.rs",
        ];
        if !is_elsewhere.contains(&name.as_str()) {
            let has_engine = name.starts_with("src/app/");
            assert_eq!(missing(&texts.characters, has_engine), "", "{name}");
        }
    }
}

#[test]
fn every_message_is_used_in_sources() {
    let all: BTreeSet<String> = sources().into_values().flat_map(|texts| texts.all).collect();
    let unused: Vec<String> = english()
        .into_keys()
        .filter(|id| library_text(id).is_none_or(|text| !all.contains(&text)))
        .filter(|id| !all.contains(id) && !PUT_TOGETHER.iter().any(|begin| id.starts_with(begin)))
        // The table of controls uses the `.more` attributes of the actions' titles.
        .filter(|id| !(id.starts_with("action-") && id.strip_suffix(".more").is_some_and(|title| all.contains(title))))
        .collect();
    assert!(
        unused.is_empty(),
        "these messages are unused:\n{}",
        unused.join("\n")
    );
}

/// Reads the list of strings that are never shown to the user. Each line has a path, a tab, and a literal as written in
/// the source; `*` matches every literal.
fn not_for_users() -> BTreeSet<(String, String)> {
    let lines = include_str!("../not_for_users.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once('\t'))
        .map(|(path, literal)| (path.to_owned(), literal.to_owned()))
        .collect()
}

#[test]
fn sources_contain_no_user_text() {
    let mut unmet = not_for_users();
    let known = unmet.clone();
    let translated: BTreeSet<String> = english().keys().filter_map(|id| library_text(id)).collect();
    let mut found = Vec::new();
    for (name, texts) in sources() {
        let all = (name.clone(), "*".to_owned());
        if known.contains(&all) {
            unmet.remove(&all);
            continue;
        }
        for (literal, at) in texts.literals {
            let row = (name.clone(), literal);
            if known.contains(&row) {
                unmet.remove(&row);
            } else if !translated.contains(&row.1) {
                found.push(format!("{name}:{}: {:?}", at.line, row.1));
            }
        }
    }
    assert!(
        found.is_empty(),
        "these belong into the message files:\n{}",
        found.join("\n")
    );
    assert!(unmet.is_empty(), "these are no longer there: {unmet:?}");
}

#[test]
fn is_text_ignores_names_and_formats() {
    for text in [
        "Help",
        "the level leaks",
        "{count} of {all} planes are shown",
        "Select a node.",
    ] {
        assert!(is_text(text), "{text}");
    }
    for other in [
        "node",
        "move-forward",
        "v {x} {y} {z}",
        "{}: {}",
        "KeyW",
        "M 0 0 L 1 1",
        "",
        "\\n",
    ] {
        assert!(!is_text(other), "{other}");
    }
}
