//! Counts phrases that native technical writers rarely use in comments, Markdown pages and English messages.
//! `unnatural_phrases.tsv` lists the phrases, and `natural_phrases.tsv` lists the exceptions.

use std::{
    ffi::OsStr,
    fs, mem,
    path::{Path, PathBuf},
};

/// Maximum number of findings per 1,000 lines of prose. Bevy, parry, egui and other crates have about 4.
const LIMIT: usize = 12;

/// Minimum number of lines assumed for a group, so that a single finding in a small group is accepted.
const SMALL_GROUP: usize = 200;

/// Minimum length of a line that counts as prose, in bytes.
const SHORTEST_LINE: usize = 4;

/// Folders that contain no prose written for this project, such as build outputs, dependencies, test data and
/// translations.
const SKIPPED_FOLDERS: [&str; 8] = [
    "target",
    "node_modules",
    "golden",
    "zh-CN",
    "book",
    "corpus",
    "artifacts",
    "coverage",
];

/// Token that replaces code, markup and placeholders. No pattern matches it.
const CODE: &str = "`";

/// A phrase to avoid.
struct Phrase {
    name: &'static str,
    pattern: Vec<&'static str>,
    remedy: &'static str,
    /// A sentence that contains the phrase.
    example: &'static str,
}

/// An exception: a finding that is accepted.
struct Exception {
    name: &'static str,
    path: &'static str,
    pattern: Vec<&'static str>,
}

/// An occurrence of a phrase to avoid in a file.
struct Finding {
    name: &'static str,
    remedy: &'static str,
    line: usize,
    text: String,
}

/// Returns the rows of a four-column table.
fn rows(table: &'static str) -> impl Iterator<Item = [&'static str; 4]> {
    let lines = table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| -> [&'static str; 4] {
        let columns: Vec<&'static str> = line.split('\t').collect();
        columns
            .try_into()
            .unwrap_or_else(|_| panic!("this row does not have four columns: {line}"))
    })
}

fn phrases() -> Vec<Phrase> {
    let rows = rows(include_str!("../unnatural_phrases.tsv"));
    rows.map(|[name, pattern, remedy, example]| Phrase {
        name,
        pattern: pattern.split_whitespace().collect(),
        remedy,
        example,
    })
    .collect()
}

fn exceptions() -> Vec<Exception> {
    let rows = rows(include_str!("../natural_phrases.tsv"));
    rows.map(|[name, path, pattern, reason]| {
        assert!(!reason.is_empty(), "{name} in {path}: give a reason");
        Exception {
            name,
            path,
            pattern: pattern.split_whitespace().collect(),
        }
    })
    .collect()
}

/// Syntax of the prose in a file.
#[derive(Clone, Copy)]
enum Syntax {
    /// Comments that start with `//`.
    Slashes,
    /// Comments that start with `#`.
    Hashes,
    Markdown,
    /// Fluent messages.
    Fluent,
}

impl Syntax {
    /// Returns the syntax of a file, or `None` if the file contains no prose.
    fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        if ["CHANGELOG", "LICENSE", "zh-CN"]
            .iter()
            .any(|of| name.contains(of))
        {
            return None;
        }
        match path.extension().and_then(OsStr::to_str) {
            Some("rs" | "js" | "mjs" | "in") => Some(Self::Slashes),
            Some("toml" | "tsv" | "sh" | "yml") => Some(Self::Hashes),
            Some("md") => Some(Self::Markdown),
            Some("ftl") => Some(Self::Fluent),
            None if name == "check" => Some(Self::Hashes),
            _ => None,
        }
    }
}

/// Lines of a paragraph, with their line numbers.
type Paragraph<'a> = Vec<(usize, &'a str)>;

/// Returns the paragraphs of a file without code blocks.
fn paragraphs(source: &str, syntax: Syntax) -> Vec<Paragraph<'_>> {
    let mut all = Vec::new();
    let mut current = Vec::new();
    let mut is_code = false;
    for (index, line) in source.lines().enumerate() {
        let number = index + 1;
        let trimmed = line.trim();
        let text = match syntax {
            Syntax::Markdown => trimmed,
            Syntax::Slashes => {
                let Some(comment) = trimmed.strip_prefix("//") else {
                    all.push(mem::take(&mut current));
                    is_code = false;
                    if let Some((_, comment)) = line.split_once(" // ") {
                        all.push(vec![(number, comment.trim())]);
                    }
                    continue;
                };
                comment.strip_prefix(['/', '!']).unwrap_or(comment).trim()
            }
            Syntax::Hashes => match trimmed.strip_prefix('#') {
                Some(comment) if !comment.starts_with('!') => comment.trim(),
                _ => "",
            },
            Syntax::Fluent => {
                if !trimmed.starts_with('#') {
                    all.push(vec![(number, message_text(trimmed))]);
                }
                continue;
            }
        };
        let is_fence = text.starts_with("```");
        if is_fence || text.is_empty() || begins_paragraph(text) {
            all.push(mem::take(&mut current));
        }
        is_code ^= is_fence;
        if !is_fence && !is_code && !text.is_empty() {
            current.push((number, text));
        }
        // Headings and table rows consist of a single line.
        if text.starts_with(['#', '|']) {
            all.push(mem::take(&mut current));
        }
    }
    all.push(current);
    all.retain(|paragraph| !paragraph.is_empty());
    all
}

/// Returns whether a line starts a heading, a list item or a table row.
fn begins_paragraph(line: &str) -> bool {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with(['#', '|'])
        || line.starts_with("- ")
        || line.starts_with("* ")
        || (number.len() < line.len() && number.starts_with(". "))
}

/// Returns a line from a message file without the name of its message, attribute or variant.
fn message_text(line: &str) -> &str {
    let is_name = |name: &str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        !name.is_empty() && name.chars().all(is_part)
    };
    if let Some((name, text)) = line.split_once('=')
        && is_name(name.trim_end())
    {
        return text.trim_start();
    }
    let variant = line.trim_start_matches('*').strip_prefix('[');
    match variant.and_then(|rest| rest.split_once(']')) {
        Some((key, text)) if is_name(key) => text.trim_start(),
        _ => line,
    }
}

/// A word, a punctuation mark inside a sentence, or [`CODE`].
struct Token {
    text: String,
    lowercase: String,
    line: usize,
}

impl Token {
    fn is_mark(&self) -> bool {
        matches!(self.text.as_str(), "," | "(" | ")")
    }

    /// Returns whether the token is one of these words, which are separated by `|`.
    fn is_one_of(&self, words: &str) -> bool {
        words.split('|').any(|word| {
            if word.contains(char::is_uppercase) {
                self.text == word
            } else {
                self.lowercase == word
            }
        })
    }
}

/// A sentence, or a part of a sentence that ends with a colon or semicolon.
struct Sentence {
    tokens: Vec<Token>,
    is_question: bool,
}

/// Splits a paragraph into sentences. Replaces code, placeholders, options and paths by [`CODE`], and skips link
/// targets and tags.
fn sentences(paragraph: &[(usize, &str)]) -> Vec<Sentence> {
    let characters: Vec<(char, usize)> = paragraph
        .iter()
        .flat_map(|&(line, text)| text.chars().chain([' ']).map(move |c| (c, line)))
        .collect();
    let at = |i: usize| characters.get(i).map_or(' ', |&(c, _)| c);
    // Returns the position after the next occurrence of a character, or the next position if it does not occur.
    let after = |from: usize, wanted: char| {
        let found = (from + 1..characters.len()).find(|&i| at(i) == wanted);
        found.unwrap_or(from) + 1
    };
    let mut all = Vec::new();
    let mut tokens = Vec::new();
    let mut i = 0;
    while let Some(&(c, line)) = characters.get(i) {
        let (text, next) = match c {
            '`' => (Some(CODE.to_owned()), after(i, '`')),
            '{' => {
                let mut depth = 0;
                let end = (i..characters.len()).find(|&j| {
                    depth += i32::from(at(j) == '{') - i32::from(at(j) == '}');
                    depth == 0
                });
                (Some(CODE.to_owned()), end.map_or(characters.len(), |end| end + 1))
            }
            ']' if at(i + 1) == '(' => (None, after(i, ')')),
            '<' if at(i + 1).is_alphabetic() || at(i + 1) == '/' => (None, after(i, '>')),
            ',' | '(' | ')' => (Some(c.to_string()), i + 1),
            _ if c.is_alphanumeric() || (c == '-' && at(i + 1) == '-') => {
                let is_part = |j: usize| {
                    at(j).is_alphanumeric()
                        || "'’-_".contains(at(j))
                        || ("./=".contains(at(j)) && at(j + 1).is_alphanumeric())
                };
                let end = (i..characters.len())
                    .find(|&j| !is_part(j))
                    .unwrap_or(characters.len());
                (Some(word(&(i..end).map(at).collect::<String>())), end)
            }
            '.' | '?' | '!' | ':' | ';' | '|' if c == '|' || !at(i + 1).is_alphanumeric() => {
                all.push(Sentence {
                    tokens: mem::take(&mut tokens),
                    is_question: c == '?',
                });
                (None, i + 1)
            }
            _ => (None, i + 1),
        };
        if let Some(text) = text {
            tokens.push(Token {
                lowercase: text.to_lowercase(),
                text,
                line,
            });
        }
        i = next;
    }
    all.push(Sentence {
        tokens,
        is_question: false,
    });
    all.retain(|sentence| !sentence.tokens.is_empty());
    all
}

/// Converts a word to a token's text: removes surrounding quotes, and returns [`CODE`] for options, paths and
/// identifiers.
fn word(text: &str) -> String {
    let is_code = text.starts_with("--") || text.contains(['.', '/', '=', '_']);
    let letters = text.trim_matches(['\'', '’', '-']);
    if is_code || letters.is_empty() {
        CODE.to_owned()
    } else {
        letters.replace('’', "'")
    }
}

/// Returns the position after a match of `pattern` that begins at position `start` in a sentence.
fn match_end(pattern: &[&str], sentence: &Sentence, start: usize) -> Option<usize> {
    let mut at = start;
    for &element in pattern {
        let token = sentence.tokens.get(at);
        let (fits, length) = match (element, element.strip_prefix('!')) {
            ("^", _) => (at == 0 && !sentence.is_question, 0),
            ("$", _) => (token.is_none_or(Token::is_mark), 0),
            ("*", _) => (token.is_some_and(|token| !token.is_mark()), 1),
            (_, Some(words)) => (token.is_some_and(|token| !token.is_one_of(words)), 1),
            (words, None) => (token.is_some_and(|token| token.is_one_of(words)), 1),
        };
        if !fits {
            return None;
        }
        at += length;
    }
    Some(at)
}

/// Returns the phrases in a sentence that are not covered by an exception, and records the exceptions that apply in
/// `used`.
fn findings_in(
    sentence: &Sentence,
    phrases: &[Phrase],
    path: &str,
    exceptions: &[Exception],
    used: &mut [bool],
) -> Vec<Finding> {
    let mut found: Vec<(&'static str, usize)> = Vec::new();
    let mut findings = Vec::new();
    for phrase in phrases {
        for start in 0..sentence.tokens.len() {
            let Some(end) = match_end(&phrase.pattern, sentence, start) else {
                continue;
            };
            // Another pattern with the same name may already have matched here.
            if found.contains(&(phrase.name, start)) {
                continue;
            }
            found.push((phrase.name, start));
            let allowed = exceptions.iter().position(|exception| {
                exception.name == phrase.name
                    && (exception.path == "*" || path.starts_with(exception.path))
                    && (0..sentence.tokens.len())
                        .any(|start| match_end(&exception.pattern, sentence, start).is_some())
            });
            if let Some(allowed) = allowed {
                used[allowed] = true;
                continue;
            }
            let words: Vec<&str> = sentence.tokens[start..end]
                .iter()
                .map(|token| token.text.as_str())
                .collect();
            findings.push(Finding {
                name: phrase.name,
                remedy: phrase.remedy,
                line: sentence.tokens[start].line,
                text: words.join(" "),
            });
        }
    }
    findings
}

/// Returns the names of the patterns that match in a string.
fn names_in(text: &str) -> Vec<&'static str> {
    let phrases = phrases();
    let sentences = sentences(&[(1, text)]);
    let findings = sentences
        .iter()
        .flat_map(|sentence| findings_in(sentence, &phrases, "", &[], &mut []));
    findings.map(|finding| finding.name).collect()
}

/// Returns whether a group has more findings than allowed for its number of lines.
fn is_above_limit(findings: usize, lines: usize) -> bool {
    findings * 1000 > LIMIT * lines.max(SMALL_GROUP)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Adds all files at or below a path, relative to the repository root.
fn add_files(path: &Path, files: &mut Vec<PathBuf>) {
    let full = root().join(path);
    if full.is_file() {
        files.push(path.to_owned());
        return;
    }
    let is_skipped = path
        .file_name()
        .and_then(OsStr::to_str)
        .is_none_or(|name| SKIPPED_FOLDERS.contains(&name));
    if is_skipped || !full.is_dir() {
        return;
    }
    for entry in fs::read_dir(full).expect("the folder is readable") {
        add_files(&path.join(entry.expect("it is readable").file_name()), files);
    }
}

/// Returns the groups of files whose findings are counted together, each with its name.
fn groups() -> Vec<(String, Vec<PathBuf>)> {
    let mut all: Vec<(String, Vec<&str>)> = [
        "src",
        "tests",
        "benches examples fuzz web",
        "docs",
        "crates/text/messages/en",
        "check Cargo.toml deny.toml .github",
    ]
    .into_iter()
    .map(|folders| (folders.to_owned(), folders.split(' ').collect()))
    .collect();
    let mut single = Vec::new();
    for folder in ["", "crates"] {
        for entry in fs::read_dir(root().join(folder)).expect("the folder is readable") {
            let name = entry.expect("it is readable").file_name();
            let name = name.to_str().expect("it is Unicode");
            if folder == "crates" {
                single.push(format!("crates/{name}"));
            } else if name.ends_with(".md") {
                single.push(name.to_owned());
            }
        }
    }
    single.sort();
    all.extend(single.iter().map(|path| (path.clone(), vec![path.as_str()])));
    all.into_iter()
        .map(|(name, folders)| {
            let mut files = Vec::new();
            for folder in folders {
                add_files(Path::new(folder), &mut files);
            }
            files.sort();
            (name, files)
        })
        .collect()
}

#[test]
fn prose_has_few_unnatural_phrases() {
    let phrases = phrases();
    let exceptions = exceptions();
    let mut used = vec![false; exceptions.len()];
    let mut excess = Vec::new();
    let mut all_lines = 0;
    for (group, files) in groups() {
        let mut lines = 0;
        let mut findings = Vec::new();
        for file in files {
            let Some(syntax) = Syntax::of(&file) else { continue };
            let path = file.to_string_lossy().replace('\\', "/");
            let source = fs::read_to_string(root().join(&file)).expect("it is readable");
            for paragraph in paragraphs(&source, syntax) {
                lines += paragraph
                    .iter()
                    .filter(|(_, text)| text.len() >= SHORTEST_LINE)
                    .count();
                for sentence in sentences(&paragraph) {
                    let found = findings_in(&sentence, &phrases, &path, &exceptions, &mut used);
                    findings.extend(found.into_iter().map(|finding| {
                        format!(
                            "{path}:{}: “{}” ({}): {}",
                            finding.line, finding.text, finding.name, finding.remedy
                        )
                    }));
                }
            }
        }
        all_lines += lines;
        let count = findings.len();
        println!(
            "{group}: {count} findings in {lines} lines of prose\n{}",
            findings.join("\n")
        );
        if is_above_limit(count, lines) {
            excess.push(format!(
                "{group}: {count} unnatural phrases in {lines} lines of prose, at most {LIMIT} per 1,000 are allowed\n{}",
                findings.join("\n")
            ));
        }
    }
    assert!(
        excess.is_empty(),
        "rewrite these sentences; if one is correct, add it with a reason to crates/text/tests/natural_phrases.tsv\n\n{}",
        excess.join("\n\n")
    );
    assert!(all_lines > 10_000, "only {all_lines} lines of prose were found");
    for (exception, used) in exceptions.iter().zip(used) {
        assert!(
            used,
            "natural_phrases.tsv: no finding of “{}” matches this exception for {}",
            exception.name, exception.path
        );
    }
}

#[test]
fn patterns_match_their_examples() {
    for phrase in phrases() {
        let sentences = sentences(&[(1, phrase.example)]);
        let is_found = sentences.iter().any(|sentence| {
            (0..sentence.tokens.len()).any(|start| match_end(&phrase.pattern, sentence, start).is_some())
        });
        assert!(is_found, "{}: {}", phrase.name, phrase.example);
    }
}

#[test]
fn natural_sentences_have_no_findings() {
    for text in [
        "Returns the first face that the segment hits, or `None` if it hits nothing.",
        "An empty leaf is open space. From any point inside you can see all of it.",
        "What is drawn? Where does the body end up?",
        "What if: node 3",
        "None of the faces is visible, so the leaf has none of the overlays.",
        "The body stands on the floor, and stands up if there is space.",
        "Pass `--beside` to compare two trees, as `told` in [the book](so many.md).",
        "The results so far are kept.",
        "Colours that you can tell apart.",
    ] {
        assert_eq!(names_in(text), [""; 0], "{text}");
    }
}

#[test]
fn unnatural_sentences_have_findings() {
    for (text, names) in [
        (
            "What is drawn is told to nobody.",
            vec!["clause as subject", "tell", "somebody"],
        ),
        (
            "The tree, and of what is there, those that stood alone",
            vec![
                "clause as object",
                "alone",
                "those that",
                "stands",
                "and of",
                "is there",
            ],
        ),
        (
            "It is built anew; what it has is beside it.",
            vec!["anew", "beside"],
        ),
        (
            "Returns whether there is none, or else the greatest.",
            vec!["none as object", "greatest", "or else"],
        ),
    ] {
        let mut found = names_in(text);
        let mut wanted = names;
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{text}");
    }
}

#[test]
fn rate_is_limited_by_lines_of_prose() {
    assert!(!is_above_limit(12, 1000));
    assert!(is_above_limit(13, 1000));
    // A small group may have two findings.
    assert!(!is_above_limit(2, 10));
    assert!(is_above_limit(3, 10));
}

#[test]
fn prose_is_found_in_files() {
    let rust =
        "//! Front page.\n//! ```\n//! code\n//! ```\nfn f() {} // After code.\n/// First\n/// second.\n";
    assert_eq!(
        paragraphs(rust, Syntax::Slashes),
        [
            vec![(1, "Front page.")],
            vec![(5, "After code.")],
            vec![(6, "First"), (7, "second.")]
        ]
    );
    let markdown = "# Title\nText\nof two lines.\n\n- Item\n| cell | cell |\n```sh\ncode\n```\n1. First\n";
    assert_eq!(
        paragraphs(markdown, Syntax::Markdown),
        [
            vec![(1, "# Title")],
            vec![(2, "Text"), (3, "of two lines.")],
            vec![(5, "- Item")],
            vec![(6, "| cell | cell |")],
            vec![(10, "1. First")]
        ]
    );
    let messages = "# A comment\nid = A text\n    .more = { $n ->\n        *[other] { $n } nodes\n    }\n";
    assert_eq!(
        paragraphs(messages, Syntax::Fluent),
        [
            vec![(2, "A text")],
            vec![(3, "{ $n ->")],
            vec![(4, "{ $n } nodes")],
            vec![(5, "}")]
        ]
    );
    let script = "#!/bin/sh\n# Runs it.\nrun # not prose\n";
    assert_eq!(paragraphs(script, Syntax::Hashes), [vec![(2, "Runs it.")]]);
}

#[test]
fn tokens_skip_code_and_markup() {
    let sentences = sentences(&[
        (1, "See `a b`, [the"),
        (2, "docs](x.md) and --show { $n } of lib.rs: it’s done."),
    ]);
    let texts: Vec<Vec<&str>> = sentences
        .iter()
        .map(|sentence| sentence.tokens.iter().map(|token| token.text.as_str()).collect())
        .collect();
    assert_eq!(
        texts,
        [
            vec!["See", CODE, ",", "the", "docs", "and", CODE, CODE, "of", CODE],
            vec!["it's", "done"]
        ]
    );
    assert_eq!(sentences[0].tokens[4].line, 2);
}
