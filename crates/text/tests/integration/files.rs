//! The message files themselves: they parse, each message stands once, and other languages say what English says.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

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

/// The variables of each message and each of its attributes.
fn variables_of(folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut all = BTreeMap::new();
    for file in names(folder) {
        let content = fs::read_to_string(folder.join(&file)).expect("it is readable");
        let resource = parser::parse(content.as_str()).unwrap_or_else(|(_, errors)| {
            panic!("{}/{file}: {errors:?}", folder.display());
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
                    "{file}: {id} stands twice"
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
fn each_language_says_what_english_says() {
    let english = variables_of(&messages().join("en"));
    for language in names(&messages()) {
        let mut amiss = Vec::new();
        let own = variables_of(&messages().join(&language));
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
        assert_eq!(
            names(&messages().join(&language)),
            names(&messages().join("en")),
            "a file has the same name in each language"
        );
    }
}
