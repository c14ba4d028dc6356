//! Tests for layering rules that Cargo does not enforce: imports between the program's own folders, references to the
//! engine, import cycles between files, and the location of tolerances.
//!
//! The tests read every token of every file, including macros. Comments and strings are ignored.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use petgraph::{
    algo::tarjan_scc,
    graph::{DiGraph, NodeIndex},
};
use proc_macro2::{TokenStream, TokenTree};

/// Folders that each folder of the program may import from. For libraries, the manifests determine this.
const MAY_IMPORT: [(&str, &[&str]); 5] = [
    ("cli", &[]),
    ("page", &["cli"]),
    ("walk", &["cli", "page"]),
    ("app", &["cli", "page", "walk"]),
    ("web", &["cli", "page", "walk", "app"]),
];

/// Names of the engine and related crates. A crate whose name starts with one of these names and an underscore also
/// counts.
const ENGINE: [&str; 9] = [
    "bevy",
    "egui",
    "wgpu",
    "winit",
    "rfd",
    "naga",
    "epaint",
    "ab_glyph",
    "softbuffer",
];

/// The only top-level module that may name the engine.
const ENGINE_MODULE: &str = "app";

/// Path of the module for the window without the engine, and the crates that only this module may name.
const WINDOW: ([&str; 2], [&str; 4]) = (
    ["walk", "window"],
    ["winit", "softbuffer", "ab_glyph", "epaint_default_fonts"],
);

/// An import that violates the layering.
#[derive(Debug, PartialEq, Eq)]
struct Breach {
    module: String,
    imports: String,
}

/// Returns the forbidden imports of a file. `path` is its module (`["bsp", "node_storing"]`; empty for the crate's
/// root).
fn breaches(path: &[String], source: &str) -> Vec<Breach> {
    let tokens: TokenStream = source.parse().expect("the source is made of Rust tokens");
    let mut paths = Vec::new();
    collect(tokens, path, &mut paths);
    let mut imported: Vec<String> = paths
        .into_iter()
        .filter_map(|path| path.into_iter().next())
        .collect();
    imported.dedup();
    let Some(own) = path.first() else {
        // The root and `main` only connect the modules, so they may import all of them, but not the engine.
        imported.retain(|import| is_engine(import));
        return imported
            .into_iter()
            .map(|imports| Breach {
                module: "the root".to_owned(),
                imports,
            })
            .collect();
    };
    let may = MAY_IMPORT
        .iter()
        .find(|(module, _)| module == own)
        .map(|(_, may)| *may);
    imported.retain(|import| {
        if is_engine(import) {
            let is_of_window =
                path.starts_with(&WINDOW.0.map(str::to_owned)) && WINDOW.1.contains(&import.as_str());
            own != ENGINE_MODULE && !is_of_window
        } else {
            // A module that is missing from the table may import nothing.
            import != own && !may.is_some_and(|may| may.contains(&import.as_str()))
        }
    });
    imported
        .into_iter()
        .map(|imports| Breach {
            module: own.clone(),
            imports,
        })
        .collect()
}

fn is_engine(name: &str) -> bool {
    ENGINE.iter().any(|engine| {
        name.strip_prefix(engine)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    })
}

/// Collects the paths that occur in the tokens of a module, relative to the crate's root, and the names of engine
/// crates.
///
/// A path that begins with neither `crate` nor `super` is assumed to be relative to the module.
fn collect(tokens: TokenStream, module: &[String], imported: &mut Vec<Vec<String>>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut i = 0;
    while i < tokens.len() {
        match &tokens[i] {
            // `pub(super)` is not an import.
            TokenTree::Group(_) if i > 0 && tokens[i - 1].to_string() == "pub" => {}
            TokenTree::Group(group) => {
                // The body of `mod name { … }` is a separate module. There, `super` is the current module.
                let mut inner = module.to_vec();
                if let [.., TokenTree::Ident(keyword), TokenTree::Ident(name)] = &tokens[..i]
                    && keyword == "mod"
                {
                    inner.push(name.to_string());
                }
                collect(group.stream(), &inner, imported);
            }
            TokenTree::Ident(ident) if is_engine(&ident.to_string()) => {
                imported.push(vec![ident.to_string()]);
            }
            // An identifier after a single dot is a field or a method.
            TokenTree::Ident(_) if is_dot(&tokens, i, 1) && !is_dot(&tokens, i, 2) => {}
            TokenTree::Ident(ident) if i == 0 || !is_colon(&tokens[i - 1]) => {
                let after = follow(&tokens, i, module.to_vec(), imported);
                if ["crate", "super", "bspwalk"].contains(&ident.to_string().as_str()) {
                    i = after;
                    continue;
                }
            }
            _ => {}
        }
        i += 1;
    }
}

/// Returns whether the token `before` positions earlier is a dot.
fn is_dot(tokens: &[TokenTree], i: usize, before: usize) -> bool {
    let token = i.checked_sub(before).and_then(|at| tokens.get(at));
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == '.')
}

fn is_colon(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':')
}

/// Follows a path that starts in the module `at`. Returns the token index after the path.
fn follow(tokens: &[TokenTree], mut i: usize, mut at: Vec<String>, imported: &mut Vec<Vec<String>>) -> usize {
    while let Some(TokenTree::Ident(ident)) = tokens.get(i) {
        match ident.to_string().as_str() {
            "crate" | "bspwalk" => at.clear(),
            "super" => {
                at.pop();
            }
            "self" => {}
            name => at.push(name.to_owned()),
        }
        if !(tokens.get(i + 1).is_some_and(is_colon) && tokens.get(i + 2).is_some_and(is_colon)) {
            imported.push(at);
            return i + 1;
        }
        i += 3;
    }
    match tokens.get(i) {
        // `crate::{a, b::c}`: each item of the list continues the path.
        Some(TokenTree::Group(group)) => {
            let list: Vec<TokenTree> = group.stream().into_iter().collect();
            for item in list.split(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ','))
            {
                follow(item, 0, at.clone(), imported);
            }
        }
        // `crate::*` imports everything.
        Some(TokenTree::Punct(star)) if star.as_char() == '*' => {
            at.push("*".to_owned());
            imported.push(at);
        }
        _ => {}
    }
    i + 1
}

/// Collects every Rust file in a folder and its subfolders.
pub(crate) fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is readable") {
        let path = entry.expect("the entry is readable").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Returns the module of a file below `src`.
fn module_of(relative: &Path) -> Vec<String> {
    let mut module: Vec<String> = relative
        .with_extension("")
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    if ["mod", "lib", "main"].contains(&module.last().map_or("", String::as_str)) {
        module.pop();
    }
    module
}

/// The only library that may name the engine.
const PLUGIN: &str = "bevy_bspwalk";

#[test]
fn only_the_plugin_crate_names_the_engine() {
    let mut found = Vec::new();
    let mut of_plugin = 0;
    // The court is a separate workspace that uses other engines.
    let others = ["bspwalk", "court"];
    let libraries = crates()
        .into_iter()
        .filter(|(name, _)| !others.contains(&name.as_str()));
    for (name, src) in libraries {
        let mut files = Vec::new();
        rust_files(&src, &mut files);
        for file in files {
            let source = fs::read_to_string(&file).expect("it is readable");
            let tokens: TokenStream = source.parse().expect("it is made of Rust tokens");
            let mut paths = Vec::new();
            collect(tokens, &[], &mut paths);
            let names_engine = paths
                .iter()
                .filter_map(|path| path.first())
                .any(|first| first == "bevy" || first.starts_with("bevy_"));
            if name == PLUGIN {
                of_plugin += u32::from(names_engine);
            } else if names_engine {
                found.push(file.display().to_string());
            }
        }
    }
    assert!(found.is_empty(), "they must not name Bevy: {found:?}");
    assert!(of_plugin > 5, "{PLUGIN} is the plugin");
}

#[test]
fn program_layers_hold_and_only_app_names_engine() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    assert!(files.len() > 100, "only {} files were found", files.len());
    let mut found = Vec::new();
    for file in files {
        let relative = file.strip_prefix(&src).expect("it was found there");
        let source = fs::read_to_string(&file).expect("it is readable");
        for Breach { module, imports } in breaches(&module_of(relative), &source) {
            found.push(format!(
                "src/{}: {module} must not import {imports}",
                relative.display()
            ));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Layers of the window, called rooms: the folders of `src/app` in dependency order. A room may import only from rooms
/// above it in this list.
const ROOMS: [&str; 16] = [
    "host", "input", "kit", "level", "body", "paint", "view", "films", "panel", "dock", "cards", "pages",
    "tour", "menu", "platform", "commands",
];

/// Returns the forbidden imports of a file in `src/app`: imports from a lower layer and, if the file is outside the
/// layers, imports from any layer. Tests may import everything.
fn room_breaches(module: &[String], source: &str) -> Vec<String> {
    let room = |name: &String| ROOMS.iter().position(|room| room == name);
    let own = match module {
        [_] => return Vec::new(),
        [_, own, ..] => room(own),
        [] => None,
    };
    let Some(own) = own else {
        return vec!["it is in no room".to_owned()];
    };
    let mut paths = Vec::new();
    let tokens = source.parse().expect("the source is made of Rust tokens");
    collect(without_tests(tokens), module, &mut paths);
    let mut found: Vec<String> = paths
        .into_iter()
        .filter(|path| path.len() > 1 && path[0] == ENGINE_MODULE)
        .filter(|path| path.get(1).and_then(room).is_some_and(|other| other > own))
        .map(|path| path.join("::"))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn window_rooms_import_only_rooms_above_them() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut rooms = BTreeSet::new();
    for (module, source) in sources(&src) {
        let is_test = module
            .iter()
            .any(|name| name == "tests" || name.starts_with("test_"));
        if module.first().is_none_or(|first| first != ENGINE_MODULE) || is_test {
            continue;
        }
        rooms.extend(module.get(1).cloned());
        let breaches = room_breaches(&module, &source);
        found.extend(
            breaches
                .into_iter()
                .map(|path| format!("{}: {path}", module.join("::"))),
        );
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert_eq!(rooms, ROOMS.map(str::to_owned).into());
}

#[test]
fn imports_of_lower_rooms_are_found() {
    let wrong = |module: &str, source: &str| {
        let path: Vec<String> = module.split("::").map(str::to_owned).collect();
        room_breaches(&path, source)
    };
    assert_eq!(
        wrong("app::kit::style", "use crate::app::level::Work;"),
        ["app::level::Work"]
    );
    assert_eq!(
        wrong("app::kit::style", "fn f() { super::super::tour::g() }"),
        ["app::tour::g"]
    );
    assert!(
        wrong(
            "app::tour::card",
            "use crate::app::{host::state::Ui, kit::style};"
        )
        .is_empty()
    );
    assert!(wrong("app::kit::style", "mod tests { use crate::app::tour::Tour; }").is_empty());
    assert_eq!(wrong("app::camera", "").len(), 1);
    assert!(wrong("app", "use tour::Tour;").is_empty());
}

/// Removes modules named `tests` from the tokens.
fn without_tests(tokens: TokenStream) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let is_test = matches!(&token, TokenTree::Group(_))
            && matches!(&kept[..], [.., keyword, name] if keyword.to_string() == "mod" && name.to_string() == "tests");
        if !is_test {
            kept.push(token);
        }
    }
    kept.into_iter().collect()
}

/// Paths that occur in each file, by the file's module.
type Imports = BTreeMap<Vec<String>, Vec<Vec<String>>>;

/// Returns the module of the file that defines the target of a path. If a parent module re-exports the target, finds
/// the original definition.
fn defines<'a>(imports: &'a Imports, path: &[String]) -> &'a [String] {
    let modules = (0..=path.len()).rev().map(|length| &path[..length]);
    let (module, named) = modules
        .filter_map(|module| imports.get_key_value(module))
        .next()
        .expect("the root is a file");
    let passed_on = named.iter().find(|inner| {
        inner.len() > module.len() + 1
            && inner.starts_with(module)
            && imports.contains_key(&inner[..=module.len()])
            && inner.last() == path.get(module.len())
    });
    passed_on.map_or(module, |inner| defines(imports, inner))
}

/// Removes module declarations and re-exports (`mod a;`, `pub use a::B;`). The file needs the remaining tokens for its
/// own items.
fn without_declarations(tokens: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |at: usize, word: &str| tokens.get(at).is_some_and(|token| token.to_string() == word);
    let mut kept = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        let is_public = is(i, "pub");
        let mut at = i + usize::from(is_public);
        if is_public && matches!(tokens.get(at), Some(TokenTree::Group(_))) {
            at += 1;
        }
        if is(at, "mod") && is(at + 2, ";") || is_public && is(at, "use") {
            while !is(at, ";") {
                at += 1;
            }
            i = at + 1;
        } else {
            kept.push(tokens[i].clone());
            i += 1;
        }
    }
    kept.into_iter().collect()
}

/// Returns whether a name belongs to a plugin, which is a type or a function.
fn is_plugin(name: &str) -> bool {
    name.ends_with("Plugin") || name == "plugin" || name.ends_with("_plugin")
}

/// Returns the import cycles between files. Each maps the module of a file to its imports within the cycle.
fn circles(sources: &[(Vec<String>, String)]) -> Vec<BTreeMap<String, Vec<String>>> {
    let mut imports = Imports::new();
    let mut needs = Imports::new();
    for (module, source) in sources {
        let tokens: TokenStream = source.parse().expect("it is made of Rust tokens");
        let own = without_declarations(tokens.clone());
        collect(own, module, needs.entry(module.clone()).or_default());
        collect(tokens, module, imports.entry(module.clone()).or_default());
    }
    for named in imports.values_mut().chain(needs.values_mut()) {
        named.retain(|path| !path.first().is_some_and(|name| is_engine(name)));
        named.sort_unstable();
        named.dedup();
    }
    let mut graph: DiGraph<&[String], ()> = DiGraph::new();
    let nodes: BTreeMap<&[String], NodeIndex> = imports
        .keys()
        .map(|module| (module.as_slice(), graph.add_node(module)))
        .collect();
    for (module, paths) in &imports {
        // Count imports of child modules only if the file itself needs them; otherwise they are re-exports.
        let others = paths.iter().map(|path| defines(&imports, path));
        let outside = others.filter(|other| !other.starts_with(module));
        // Naming a child's plugin is also allowed.
        let needed = needs[module]
            .iter()
            .filter(|path| !path.last().is_some_and(|name| is_plugin(name)));
        let needed = needed.map(|path| defines(&imports, path));
        let is_other = |other: &&[String]| *other != module.as_slice();
        for other in outside.chain(needed).filter(is_other) {
            graph.update_edge(nodes[module.as_slice()], nodes[other], ());
        }
    }
    let circles = tarjan_scc(&graph).into_iter().filter(|circle| circle.len() > 1);
    let name = |node: NodeIndex| graph[node].join("::");
    let with_imports = |circle: Vec<NodeIndex>| {
        let row = |&node: &NodeIndex| {
            let others = graph.neighbors(node).filter(|other| circle.contains(other));
            (name(node), others.map(name).collect())
        };
        circle.iter().map(row).collect()
    };
    circles.map(with_imports).collect()
}

/// Returns the names and the source folders of all crates.
fn crates() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let libraries = fs::read_dir(root.join("crates")).expect("there are libraries");
    let mut all: Vec<_> = libraries
        .map(|entry| {
            let entry = entry.expect("the entry is readable");
            (
                entry.file_name().to_string_lossy().into_owned(),
                entry.path().join("src"),
            )
        })
        .collect();
    all.push(("bspwalk".to_owned(), root.join("src")));
    all
}

/// Returns the files of a crate, with their modules.
fn sources(src: &Path) -> Vec<(Vec<String>, String)> {
    let mut files = Vec::new();
    rust_files(src, &mut files);
    let read = |file: &PathBuf| {
        let module = module_of(file.strip_prefix(src).expect("it was found there"));
        (module, fs::read_to_string(file).expect("it is readable"))
    };
    files
        .iter()
        .filter(|file| !file.ends_with("main.rs"))
        .map(read)
        .collect()
}

#[test]
fn no_import_cycles() {
    for (name, src) in crates() {
        let sources = sources(&src);
        assert!(!sources.is_empty() || name == "xtask", "{name} has no files");
        let circles = circles(&sources);
        assert!(circles.is_empty(), "in {name}: {circles:#?}");
    }
}

#[test]
fn cycle_through_a_nested_module_is_found() {
    let sources = |parent: &str, child: &str| {
        [("a", parent), ("a::b", child)].map(|(module, source)| {
            let module = module.split("::").map(str::to_owned).collect::<Vec<_>>();
            (module, source.to_owned())
        })
    };
    let count = |parent: &str, child: &str| {
        let root = (Vec::new(), "mod a;".to_owned());
        let sources: Vec<_> = sources(parent, child).into_iter().chain([root]).collect();
        circles(&sources).iter().map(BTreeMap::len).sum::<usize>()
    };
    let child = "use super::Defined; pub struct Inner(Defined); pub fn plugin(_: &mut App) {}";
    let uses = "mod b; use b::Inner; pub struct Defined; fn f(_: Inner) {}";
    assert_eq!(count(uses, child), 2);
    assert_eq!(count("mod b; pub struct Defined; fn f() { b::g() }", child), 2);
    // Declarations, re-exports and plugins do not count as imports that the file needs.
    assert_eq!(count("mod b; pub use b::Inner; pub struct Defined;", child), 0);
    assert_eq!(
        count("mod b; pub struct Defined; fn f() { add(b::plugin) }", child),
        0
    );
    assert_eq!(count(uses, "pub struct Inner;"), 0);
}

/// The files that contain tolerances.
const TOLERANCES: [&str; 5] = [
    "collision/src/tolerance.rs",
    "geometry/src/tolerance.rs",
    "levels/src/tolerance.rs",
    "planar/src/tolerance.rs",
    "trees/src/tolerance.rs",
];

/// Collects the names of tolerances, which are constants with a value between 0 and 0.001. Ignores constants in tests.
fn tolerances(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |at: usize, word: &str| tokens.get(at).is_some_and(|token| token.to_string() == word);
    for (i, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token
            && !(i >= 2 && is(i - 2, "mod") && is(i - 1, "tests"))
        {
            tolerances(group.stream(), found);
        }
        if is(i, "const") && is(i + 2, ":") && (is(i + 3, "f32") || is(i + 3, "f64")) {
            let value = tokens[i..].iter().take_while(|token| token.to_string() != ";");
            let mut numbers =
                value.filter_map(|token| token.to_string().replace('_', "").parse::<f64>().ok());
            if numbers.any(|number| number > 0.0 && number < 1.0e-3) {
                found.push(tokens[i + 1].to_string());
            }
        }
    }
}

#[test]
fn tolerances_are_in_their_files() {
    let mut elsewhere = Vec::new();
    let libraries = ["collision", "geometry", "levels", "planar", "trees"];
    for (_, src) in crates()
        .into_iter()
        .filter(|(name, _)| libraries.contains(&name.as_str()))
    {
        let mut files = Vec::new();
        rust_files(&src, &mut files);
        for file in files {
            let mut found = Vec::new();
            let source = fs::read_to_string(&file).expect("it is readable");
            tolerances(source.parse().expect("it is made of Rust tokens"), &mut found);
            if TOLERANCES.iter().any(|place| file.ends_with(place)) {
                assert!(!found.is_empty(), "{} has none", file.display());
            } else {
                elsewhere.extend(
                    found
                        .into_iter()
                        .map(|name| format!("{}: {name}", file.display())),
                );
            }
        }
    }
    assert!(elsewhere.is_empty(), "{}", elsewhere.join("\n"));
}

#[test]
fn tolerances_differ_from_other_constants() {
    let of = |source: &str| {
        let mut found = Vec::new();
        tolerances(source.parse().unwrap(), &mut found);
        found
    };
    assert_eq!(of("fn f() { const NEAR: f32 = 1.0 - 1.0e-6; }"), ["NEAR"]);
    assert_eq!(of("const A: f64 = 2.5e-4; const FEW: u32 = 3;"), ["A"]);
    assert!(of("const STEP: f64 = 0.25; mod tests { const NEAR: f64 = 1.0e-9; }").is_empty());
}

/// The only files that may use features that some platforms lack: `std::fs`, `std::thread`, and the standard library's
/// clock (in place of `web_time`). Everything else reads levels from memory, accesses files through the store, and runs
/// work in jobs.
const MACHINE: [&str; 16] = [
    // Code that reads and writes levels and compiled levels.
    "levels/src/disk/system.rs",
    "levels/src/texture.rs",
    "compile/src/atomic_file.rs",
    "compile/src/cache.rs",
    // Implementation of the store, the jobs, and the watcher for a level's files.
    "session/src/job/thread.rs",
    "session/src/store.rs",
    "session/src/watch.rs",
    // Gamepad readers. Each reader runs on its own thread.
    "pads/src/reader/evdev.rs",
    "pads/src/reader/gilrs.rs",
    // The command line and the terminal, which run only on platforms with files and threads.
    "src/cli/output.rs",
    "src/cli/replay_queries/log.rs",
    "src/cli/walk.rs",
    "src/cli/progress_bar.rs",
    "src/walk/terminal/mod.rs",
    "src/walk/terminal/screen.rs",
    "src/walk/virtual_pad.rs",
];

/// Returns the platform-dependent features that the tokens use, except in tests.
fn of_machine(tokens: TokenStream) -> Vec<String> {
    let mut paths = Vec::new();
    collect(without_tests(tokens), &[], &mut paths);
    let is_of_machine = |path: &Vec<String>| {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        match path[..] {
            // The number of cores is available on every platform.
            ["std", "thread", "available_parallelism", ..] => false,
            ["std", "fs" | "thread", ..] | ["std", "time", "Instant" | "SystemTime", ..] => true,
            _ => false,
        }
    };
    paths
        .into_iter()
        .filter(is_of_machine)
        .map(|path| path.join("::"))
        .collect()
}

#[test]
fn machine_access_stays_in_listed_files() {
    let mut files = Vec::new();
    for (_, src) in crates()
        .into_iter()
        .filter(|(name, _)| !["court", "testing", "xtask"].contains(&name.as_str()))
    {
        rust_files(&src, &mut files);
    }
    let (mut elsewhere, mut needless) = (Vec::new(), Vec::from(MACHINE));
    for file in files {
        let is_test = |part: &std::ffi::OsStr| part == "tests" || part == "tests.rs" || part == "screenshots";
        if file.iter().any(is_test) {
            continue;
        }
        let source = fs::read_to_string(&file).expect("it is readable");
        let found = of_machine(source.parse().expect("it is made of Rust tokens"));
        match MACHINE.iter().find(|place| file.ends_with(place)) {
            Some(place) if !found.is_empty() => needless.retain(|known| known != place),
            Some(_) => {}
            None => elsewhere.extend(
                found
                    .into_iter()
                    .map(|name| format!("{}: {name}", file.display())),
            ),
        }
    }
    assert!(elsewhere.is_empty(), "{}", elsewhere.join("\n"));
    assert!(needless.is_empty(), "they name nothing of it: {needless:?}");
}

#[test]
fn machine_access_is_found() {
    let of = |source: &str| of_machine(source.parse().unwrap());
    assert_eq!(
        of("use std::{fs::{self, File}, io};"),
        ["std::fs", "std::fs::File"]
    );
    assert_eq!(of("fn f() { std::thread::sleep(x); }"), ["std::thread::sleep"]);
    assert_eq!(of("use std::time::{Duration, Instant};"), ["std::time::Instant"]);
    assert!(of("use web_time::Instant; mod tests { use std::fs; }").is_empty());
}

/// Returns the forbidden imports of a file in this module.
fn wrong(module: &str, source: &str) -> Vec<String> {
    let path: Vec<String> = module.split("::").map(str::to_owned).collect();
    breaches(&path, source)
        .into_iter()
        .map(|breach| breach.imports)
        .collect()
}

#[test]
fn imports_upwards_are_found() {
    assert_eq!(wrong("cli", "use crate::walk::Walk;"), ["walk"]);
    assert_eq!(
        wrong("cli::shot", "use crate::{cli::values, app::{self, shot}};"),
        ["app"]
    );
    assert_eq!(wrong("walk::map", "use super::super::app;"), ["app"]);
    assert_eq!(
        wrong("cli::open", "mod tests { use super::super::super::walk::start; }"),
        ["walk"]
    );
    assert_eq!(wrong("walk", "fn f() { let x = crate::app::start(); }"), ["app"]);
    assert_eq!(
        wrong("walk", "fn f() { println!(\"{}\", crate::app::NAME); }"),
        ["app"]
    );
    assert_eq!(wrong("cli", "pub(crate) use crate::walk::start;"), ["walk"]);
    assert_eq!(wrong("cli", "use crate::*;"), ["*"]);
    assert_eq!(wrong("new_folder", "use crate::cli::open;"), ["cli"]);
}

#[test]
fn engine_is_found_outside_the_window() {
    assert_eq!(wrong("cli::shot", "use bevy::prelude::*;"), ["bevy"]);
    assert_eq!(
        wrong("walk", "fn f(x: bevy_egui::egui::Ui) {}"),
        ["bevy_egui", "egui"]
    );
    assert_eq!(breaches(&[], "fn main() { bevy::app::App::new(); }").len(), 1);
    for named in ["winit::event::Event", "softbuffer::Surface", "ab_glyph::Font"] {
        let source = format!("use {named};");
        assert!(wrong("walk::window::canvas", &source).is_empty());
        assert_eq!(wrong("walk::session", &source).len(), 1);
        assert_eq!(wrong("cli::shot", &source).len(), 1);
    }
    assert_eq!(wrong("walk::window", "use bevy::prelude::*;"), ["bevy"]);
    assert!(wrong("app::camera", "use bevy::prelude::*; use crate::walk::map::Map;").is_empty());
}

#[test]
fn allowed_imports_are_not_reported() {
    assert!(wrong("app::map", "use crate::walk::map::Map; use super::{panel, dock};").is_empty());
    assert!(
        wrong(
            "cli",
            "//! Like bevy, see crate::app.\n/* crate::app */ const A: &str = \"crate::app\";"
        )
        .is_empty()
    );
    assert!(
        wrong(
            "cli",
            "pub(super) fn f() {} pub(crate) fn g() {} mod tests { use super::*; }"
        )
        .is_empty()
    );
    assert!(wrong("walk::map", "mod tests { use super::super::super::cli::values; }").is_empty());
}
