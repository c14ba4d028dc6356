//! Checks the message files: all of them parse, each message is unique, and translations match the English messages.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use bspwalk_levels::{ENGLISH_MESSAGES, Text};
use bspwalk_text::{Argument, Language, formatted_in};
use fluent_syntax::{
    ast::{CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement},
    parser,
};

fn messages() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("messages")
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("the folder is readable");
    entries
        .map(|entry| {
            entry
                .expect("it is readable")
                .file_name()
                .into_string()
                .expect("it is Unicode")
        })
        .collect()
}

/// Returns the content of a language's message files by name. Those of levels are in English only there.
pub(crate) fn contents(language: &str) -> BTreeMap<String, String> {
    let folder = messages().join(language);
    let read = |file: String| {
        let content = fs::read_to_string(folder.join(&file)).expect("it is readable");
        (file, content)
    };
    let mut contents: BTreeMap<String, String> = names(&folder).into_iter().map(read).collect();
    if language == "en" {
        let of_levels = ENGLISH_MESSAGES.iter();
        contents.extend(of_levels.map(|&(file, content)| (file.to_owned(), content.to_owned())));
    }
    contents
}

/// Returns the variables of each message and of each of its attributes.
fn variables_of(language: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut all = BTreeMap::new();
    for (file, content) in contents(language) {
        let resource = parser::parse(content.as_str()).unwrap_or_else(|(_, errors)| {
            panic!("{language}/{file}: {errors:?}");
        });
        for entry in resource.body {
            let Entry::Message(message) = entry else { continue };
            let id = message.id.name;
            let parts = message
                .attributes
                .iter()
                .map(|of| (format!("{id}.{}", of.id.name), &of.value));
            let value = message.value.iter().map(|value| (id.to_owned(), value));
            for (id, pattern) in value.chain(parts) {
                let mut variables = BTreeSet::new();
                pattern_variables(pattern, &mut variables);
                assert!(
                    all.insert(id.clone(), variables).is_none(),
                    "{file}: {id} occurs twice"
                );
            }
        }
    }
    all
}

fn pattern_variables(pattern: &Pattern<&str>, variables: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            expression_variables(expression, variables);
        }
    }
}

fn expression_variables(expression: &Expression<&str>, variables: &mut BTreeSet<String>) {
    match expression {
        Expression::Inline(inline) => inline_variables(inline, variables),
        Expression::Select { selector, variants } => {
            inline_variables(selector, variables);
            for variant in variants {
                pattern_variables(&variant.value, variables);
            }
        }
    }
}

fn inline_variables(inline: &InlineExpression<&str>, variables: &mut BTreeSet<String>) {
    let mut of_call = |arguments: &CallArguments<&str>| {
        for argument in &arguments.positional {
            inline_variables(argument, variables);
        }
    };
    match inline {
        InlineExpression::VariableReference { id } => _ = variables.insert(id.name.to_owned()),
        InlineExpression::Placeable { expression } => expression_variables(expression, variables),
        InlineExpression::FunctionReference { arguments, .. } => of_call(arguments),
        InlineExpression::TermReference {
            arguments: Some(arguments),
            ..
        } => of_call(arguments),
        _ => {}
    }
}

#[test]
fn languages_have_the_messages_of_english() {
    let english = variables_of("en");
    for language in names(&messages()) {
        let mut amiss = Vec::new();
        let own = variables_of(&language);
        for (id, variables) in &own {
            match english.get(id) {
                None => amiss.push(format!("{id} is no message of English")),
                Some(known) if !variables.is_subset(known) => {
                    amiss.push(format!("{id} has {variables:?}, English has {known:?}"));
                }
                Some(_) => {}
            }
        }
        amiss.extend(
            english
                .keys()
                .filter(|id| !own.contains_key(*id))
                .map(|id| format!("{id} is missing")),
        );
        assert!(amiss.is_empty(), "{language}:\n{}", amiss.join("\n"));
        assert!(
            contents(&language).keys().eq(contents("en").keys()),
            "a file has the same name in each language"
        );
    }
}

#[test]
fn levels_format_english_like_fluent() {
    let english = Language::of_tag("en").expect("English");
    for (id, variables) in variables_of("en") {
        let id: &'static str = id.leak();
        let is_of_levels = |(_, content): &(&str, &str)| content.contains(&format!("\n{id} ="));
        if !ENGLISH_MESSAGES.iter().any(is_of_levels) {
            continue;
        }
        for count in ["1", "2", "1,234"] {
            let (mut text, mut arguments) = (Text::new(id), Vec::new());
            for (name, value) in variables.iter().zip([count, "a {b}", "c", "d", "e", "f", "g"]) {
                let name: &'static str = name.clone().leak();
                text = text.with(name, Text::plain(value));
                arguments.push((name, Argument::new(&value)));
            }
            assert_eq!(text.to_string(), formatted_in(english, id, &arguments), "{id}");
        }
    }
}

#[test]
fn counts_of_one_have_a_singular_noun() {
    const NOUNS: [&str; 21] = [
        "faces",
        "nodes",
        "leaves",
        "planes",
        "triangles",
        "fragments",
        "lines",
        "edges",
        "portals",
        "brushes",
        "entities",
        "cuts",
        "warnings",
        "textures",
        "vertices",
        "corners",
        "sides",
        "levels",
        "linedefs",
        "sectors",
        "segs",
    ];
    /// IDs of messages whose numbers are always greater than 1, such as limits and totals, or do not count the noun after
    /// them.
    const ALWAYS_MORE: [&str; 24] = [
        // Here, the placeholder is a phrase such as “half as many”.
        "duel-smallest",
        // Here, “cuts” is a verb after the name of a plane.
        "decision-division",
        "decision-score-of-sample",
        "compile-leaf-fragments",
        "compile-leaf-leaves",
        "decision-counted-in-all",
        "decision-from-all",
        "duel-reason-levels",
        "duel-spread-visits",
        "gltf-too-many-triangles",
        "levels-too-many-triangles",
        "obj-face-too-crossed",
        "panel-entities",
        "planarpage-edges",
        "planarpage-link-corners",
        "planarpage-most-corners",
        "planarpage-verdict",
        "portalfile-leaf-beyond",
        "portalfile-too-many-leaves",
        "quakebsp-edges-together",
        "quakebsp-faces-together",
        "quakebsp-normals-size",
        "quakemap-too-many-sides",
        "trees-too-many-fragments",
    ];
    let english = Language::of_tag("en").expect("English");
    let mut plural = Vec::new();
    for (id, variables) in variables_of("en") {
        let arguments: Vec<(&'static str, Argument)> = variables
            .into_iter()
            .map(|name| (&*name.leak(), Argument::new(&1)))
            .collect();
        let text = formatted_in(english, &id, &arguments);
        let is_plural = NOUNS.iter().any(|noun| {
            let counted = format!("1 {noun}");
            text.match_indices(&counted).any(|(at, _)| {
                // “1 of 1 nodes” is plural, because the noun belongs to the total.
                let before = text[..at].trim_end_matches("the ");
                !before.ends_with("of ")
                    && !before.ends_with(|c: char| c.is_ascii_digit() || ".,-".contains(c))
            })
        });
        // The `.all` attribute is used only for totals greater than one.
        if is_plural && !id.ends_with(".all") && !ALWAYS_MORE.contains(&id.as_str()) {
            plural.push(format!("{id}: {text}"));
        }
    }
    assert!(plural.is_empty(), "{}", plural.join("\n"));
}

#[test]
fn key_combinations_have_a_plus() {
    for language in names(&messages()) {
        for (file, content) in contents(&language) {
            for sign in ["-", " "] {
                let is_key = |(at, before): (usize, &str)| {
                    let mut after = content[at + before.len()..].chars();
                    after
                        .next()
                        .is_some_and(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
                        && after.next().is_none_or(|c| !c.is_alphanumeric())
                };
                let before = format!("Ctrl{sign}");
                assert!(
                    !content.match_indices(&before).any(is_key),
                    "{language}/{file}: write Ctrl+K"
                );
            }
        }
    }
}
