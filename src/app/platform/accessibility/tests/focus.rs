//! Tests the Tab, Shift-Tab, Enter and Esc keys.

use std::collections::HashSet;

use egui::{Key, Order, Shape};

use super::*;
use crate::app::input::settings::{Section, Settings};
use crate::app::{host::prelude::*, host::state::Action as AppAction, input::Typing, kit::style};

/// Returns the name of the focused control.
fn name(app: &mut App, context: &egui::Context) -> String {
    let output = output(app, context, Vec::new());
    let id = focused(context).map(|id| id.accesskit_id());
    let update = output.platform_output.accesskit_update.expect("a tree");
    let found = update.nodes.iter().find(|(known, _)| Some(*known) == id);
    found
        .and_then(|(_, node)| node.label())
        .unwrap_or_default()
        .to_owned()
}

/// Returns the rectangle of the focus ring, or `None` if no ring is drawn.
fn ring(output: &egui::FullOutput) -> Option<Rect> {
    fn look(shape: &Shape) -> Option<Rect> {
        match shape {
            Shape::Vec(shapes) => shapes.iter().find_map(look),
            Shape::Rect(rect) => (rect.stroke.color == style::FOCUS).then_some(rect.rect),
            _ => None,
        }
    }
    output.shapes.iter().find_map(|clipped| look(&clipped.shape))
}

/// Creates an app with an open panel and an accessibility tree.
fn panel_bench() -> (App, egui::Context) {
    let (mut app, context) = bare_bench();
    context.enable_accesskit();
    ui(&mut app).panel = true;
    draw(&mut app, &context, SIZE);
    (app, context)
}

#[test]
fn tab_visits_panel_and_tool_bar() {
    let (mut app, context) = panel_bench();
    assert_eq!(focused(&context), None);
    let (mut passed, mut layers) = (Vec::new(), HashSet::new());
    for _ in 0..400 {
        tap(&mut app, &context, Key::Tab);
        // After the last control, Tab returns to the first control.
        let Some(id) = focused(&context) else { continue };
        if passed.first() == Some(&id) {
            break;
        }
        let output = output(&mut app, &context, Vec::new());
        let around = ring(&output).expect("a ring");
        let rect = context
            .viewport(|viewport| viewport.prev_pass.widgets.get(id).copied())
            .expect("it was drawn");
        assert!(
            around.contains_rect(rect.interact_rect),
            "{around:?} around {rect:?}"
        );
        assert!(
            rect.interact_rect.is_positive(),
            "{rect:?} is scrolled into sight"
        );
        layers.insert(rect.layer_id);
        passed.push(id);
    }
    let all: HashSet<_> = passed.iter().collect();
    assert_eq!(all.len(), passed.len(), "each once");
    assert!(passed.len() > 30, "{} controls", passed.len());
    for expected in [
        LayerId::background(),
        LayerId::new(Order::Middle, Id::new("tool bar")),
    ] {
        assert!(layers.contains(&expected), "{expected:?} in {layers:?}");
    }
    // The first control is the title of the panel's first section.
    assert_eq!(name(&mut app, &context), Section::Level.title());
    tap(&mut app, &context, Key::Tab);
    let second = focused(&context);
    tap(&mut app, &context, Key::Tab);
    shift_tab(&mut app, &context);
    assert_eq!(focused(&context), second);
}

#[test]
fn enter_and_space_press_and_esc_releases() {
    let (mut app, context) = panel_bench();
    let is_open = |app: &App| {
        app.world()
            .resource::<Settings>()
            .sections
            .is_open(Section::Level)
    };
    tap(&mut app, &context, Key::Tab);
    assert_eq!(name(&mut app, &context), Section::Level.title());
    for key in [Key::Enter, Key::Space] {
        let before = is_open(&app);
        tap(&mut app, &context, key);
        assert_ne!(is_open(&app), before, "{key:?}");
    }
    assert!(context.egui_wants_keyboard_input(), "the panel has the keys");
    assert!(!app.world().resource::<Typing>().0, "but those with Ctrl");
    tap(&mut app, &context, Key::Escape);
    assert_eq!(focused(&context), None);
    assert!(!context.egui_wants_keyboard_input(), "the body has the keys");
    assert!(ui(&mut app).panel, "nothing is closed");
    let output = output(&mut app, &context, Vec::new());
    assert_eq!(ring(&output), None);
}

#[test]
fn captured_mouse_keeps_the_keys() {
    let (mut app, context) = panel_bench();
    ui(&mut app).captured = true;
    for _ in 0..3 {
        tap(&mut app, &context, Key::Tab);
        assert_eq!(focused(&context), None);
        assert!(!context.egui_wants_keyboard_input());
    }
    ui(&mut app).captured = false;
    tap(&mut app, &context, Key::Tab);
    assert!(focused(&context).is_some());
    // A click on the level captures the mouse again.
    ui(&mut app).captured = true;
    output(&mut app, &context, Vec::new());
    assert!(!context.egui_wants_keyboard_input());
}

#[test]
fn page_takes_and_keeps_the_focus() {
    let (mut app, context) = bench();
    ui(&mut app).panel = true;
    for page in [None, Some(Page::Duel)] {
        let id = if page.is_some() { "duel" } else { "help" };
        ui(&mut app).page = page;
        ui(&mut app).help = page.is_none().then_some(0);
        draw(&mut app, &context, SIZE);
        let mut seen = HashSet::new();
        for press in 0..120 {
            if press % 7 == 6 {
                shift_tab(&mut app, &context);
            } else {
                tap(&mut app, &context, Key::Tab);
            }
            let Some(at) = layer(&context) else { continue };
            assert_eq!(at.id, Id::new(id), "press {press}");
            seen.extend(focused(&context));
        }
        assert!(seen.len() > 1, "{id}: {} controls", seen.len());
        tap(&mut app, &context, Key::Escape);
    }
}

#[test]
fn opened_page_takes_the_focus_from_a_button() {
    let (mut app, context) = bare_bench();
    context.enable_accesskit();
    draw(&mut app, &context, SIZE);
    for _ in 0..200 {
        tap(&mut app, &context, Key::Tab);
        if name(&mut app, &context) == "Portals" {
            break;
        }
    }
    assert_eq!(name(&mut app, &context), "Portals", "the tool bar has it");
    app.world_mut().write_message(Act(AppAction::ToggleDuel));
    app.update();
    assert_eq!(ui(&mut app).page, Some(Page::Duel));
    output(&mut app, &context, Vec::new());
    output(&mut app, &context, Vec::new());
    assert_eq!(layer(&context).map(|layer| layer.id), Some(Id::new("duel")));
}
