//! Tests of the accessibility tree.

use accesskit::{Action, NodeId, TreeUpdate};

use super::*;
use crate::app::{
    host::state::{Act, Action as AppAction},
    input::settings::{Section, Settings},
};

/// Returns role and position of each control without a name.
fn unnamed(update: &TreeUpdate) -> Vec<String> {
    let find = |id: &NodeId| update.nodes.iter().find(|(known, _)| known == id);
    let mut found = Vec::new();
    for (id, node) in &update.nodes {
        if !node.supports_action(Action::Focus) {
            continue;
        }
        let own = match node.role() {
            accesskit::Role::Label => node.value(),
            _ => node.label(),
        };
        let own = own.unwrap_or_default();
        let others = node.labelled_by().iter().filter_map(find);
        let by_others = others.map(|(_, label)| label.value().or(label.label()).unwrap_or_default());
        let is_named = by_others
            .chain([own])
            .any(|name| name.chars().any(char::is_alphanumeric));
        if !is_named {
            found.push(format!(
                "{:?} {id:?} {own:?} {:?} at {:?}",
                node.role(),
                node.value(),
                node.bounds()
            ));
        }
    }
    found
}

/// Returns the accessibility tree of a frame.
fn tree(app: &mut App, context: &egui::Context) -> TreeUpdate {
    context.enable_accesskit();
    draw(app, context, SIZE);
    let output = output(app, context, Vec::new());
    output.platform_output.accesskit_update.expect("a tree")
}

/// Counts the focusable nodes.
fn focusable(update: &TreeUpdate) -> usize {
    let nodes = update.nodes.iter();
    nodes
        .filter(|(_, node)| node.supports_action(Action::Focus))
        .count()
}

#[test]
fn every_control_of_the_panel_the_cards_and_the_tool_bar_has_a_name() {
    let (mut app, context) = bench();
    ui(&mut app).panel = true;
    ui(&mut app).dock = true;
    for section in Section::ALL {
        let sections = &mut app.world_mut().resource_mut::<Settings>().sections;
        if !sections.is_open(section) {
            sections.toggle(section);
        }
    }
    let tree = tree(&mut app, &context);
    assert!(focusable(&tree) > 150, "{}", focusable(&tree));
    assert_eq!(unnamed(&tree), [""; 0]);
}

#[test]
fn every_control_of_films_has_a_name() {
    for film in [AppAction::ToggleBuildFilm, AppAction::ToggleQueryFilm] {
        let (mut app, context) = bare_bench();
        app.world_mut().write_message(Act(film));
        for _ in 0..200 {
            app.update();
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        let tree = tree(&mut app, &context);
        let labels = tree.nodes.iter().filter_map(|(_, node)| node.label());
        let has = |words: &str| labels.clone().any(|label| label.contains(words));
        for words in ["The step before", "The next step", "Close the film"] {
            assert!(has(words), "{film:?}: no {words:?}");
        }
        // The film is either playing or at its end.
        assert!(has("Play") || has("Pause"), "{film:?}: it cannot be played");
        assert_eq!(unnamed(&tree), [""; 0], "{film:?}");
    }
}

#[test]
fn every_control_of_the_pages_and_of_the_quiz_has_a_name() {
    let (mut app, context) = bare_bench();
    for opens in [
        AppAction::ToggleHelp,
        AppAction::ToggleDuel,
        AppAction::NextMap,
        AppAction::ToggleQuiz,
        AppAction::Tour,
    ] {
        let before = focusable(&tree(&mut app, &context));
        app.world_mut().write_message(Act(opens));
        for _ in 0..100 {
            app.update();
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        let opened = tree(&mut app, &context);
        // The minimap has no controls of its own.
        if opens != AppAction::NextMap {
            assert_ne!(focusable(&opened), before, "{opens:?}");
        }
        assert_eq!(unnamed(&opened), [""; 0], "{opens:?}");
        app.world_mut().write_message(Act(opens));
        for _ in 0..100 {
            app.update();
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        let mut ui = ui(&mut app);
        (ui.page, ui.map, ui.help) = (None, false, false);
    }
}

#[test]
fn the_tree_is_built_only_while_it_is_asked_for() {
    use bevy::a11y::AccessibilityRequested;
    let (mut app, context) = bare_bench();
    // `bevy_egui` does this when there is a window.
    context.enable_accesskit();
    let requested = AccessibilityRequested::default();
    app.insert_resource(requested.clone());
    for is_on in [false, true, false] {
        requested.set(is_on);
        output(&mut app, &context, Vec::new());
        let update = output(&mut app, &context, Vec::new());
        let tree = update.platform_output.accesskit_update;
        assert_eq!(tree.is_some(), is_on);
    }
}
