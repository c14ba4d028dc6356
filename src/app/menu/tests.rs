//! Tests that the menus fit into the window, and that items can be activated by keyboard and pointer.

use bevy::{ecs::system::RunSystemOnce, prelude::*};
use bevy_egui::egui;
use bspwalk_session::{
    actions::{FrontEnd, palette_commands},
    overlays::OverlayKind,
};
use bspwalk_trees::NodeId;
use egui::{Id, Key, Order, Rect, epaint::ClippedShape, vec2};

use super::{Does, Item, Menu, Row, items};
use crate::app::cards::tests::{bare_bench, bench, check_texts, click, draw, frame, press, texts};
use crate::app::{host::prelude::*, kit::icons, menu::facts::Facts};

/// Default window size and all tested sizes, in logical pixels.
const USUAL: [f32; 2] = [1280.0, 720.0];
const SIZES: [[f32; 2]; 3] = [[1024.0, 600.0], USUAL, [3840.0, 2160.0]];

/// Returns the menus for the current state.
fn menus(app: &mut App) -> Vec<Menu> {
    fn all(facts: Facts) -> Vec<Menu> {
        items::menus(&facts)
    }
    app.world_mut()
        .run_system_once(all)
        .expect("it has what it needs")
}

fn open(app: &App) -> Option<usize> {
    app.world().resource::<ProgramState>().ui.menu
}

fn send(app: &mut App, command: Action) {
    app.world_mut().write_message(Act(command));
    app.update();
}

/// Presses a key and draws until the focus has moved.
fn tap(app: &mut App, context: &egui::Context, size: [f32; 2], key: Key) -> Vec<ClippedShape> {
    frame(app, context, size, press(key));
    frame(app, context, size, Vec::new());
    frame(app, context, size, Vec::new()).1
}

/// Returns the strings in the focused row.
fn marked(context: &egui::Context, shapes: &[ClippedShape]) -> Vec<String> {
    let id = context
        .memory(egui::Memory::focused)
        .expect("a row has the focus");
    let row = context.viewport(|viewport| viewport.prev_pass.widgets.get(id).copied());
    let row = row.expect("it was drawn").rect;
    let texts = texts(shapes).into_iter().map(|(text, _)| text);
    texts
        .filter(|text| row.contains(text.visual_bounding_rect().center()))
        .map(|text| text.galley.text().to_owned())
        .collect()
}

/// Presses the down arrow until the row with the given label is focused.
fn down_to(app: &mut App, context: &egui::Context, words: &str) {
    for _ in 0..60 {
        let shapes = tap(app, context, USUAL, Key::ArrowDown);
        if marked(context, &shapes).iter().any(|text| text == words) {
            return;
        }
    }
    panic!("there is no row {words:?}");
}

/// Asserts that the open menus fit into the window and that their text is complete.
fn check(app: &mut App, context: &egui::Context, size: [f32; 2], case: &str) -> Vec<ClippedShape> {
    let (screen, shapes) = draw(app, context, size);
    check_texts(context, screen, &shapes, case);
    let (bar, menus) = context.memory(|memory| {
        let layers = memory.areas().visible_layer_ids().into_iter();
        let menus = layers.filter(|layer| layer.order == Order::Foreground && layer.id != Id::new("notices"));
        let menus: Vec<Rect> = menus.filter_map(|layer| memory.area_rect(layer.id)).collect();
        (memory.area_rect(Id::new("menu bar")), menus)
    });
    let bar = bar.expect("the bar");
    assert!(!menus.is_empty(), "{case}: no menu");
    // Areas are aligned to whole points, but the window may not be.
    let window = screen.expand(0.5);
    for menu in menus {
        assert!(window.contains_rect(menu), "{case}: {menu:?} in {screen:?}");
        assert!(menu.top() >= bar.bottom() - 0.5, "{case}: it hides the bar");
    }
    shapes
}

#[test]
fn every_menu_is_whole_and_in_the_window() {
    let (mut app, context) = bench();
    let menus = menus(&mut app);
    assert!(menus.len() > 4);
    for size in SIZES {
        for panel in [false, true] {
            app.world_mut().resource_mut::<ProgramState>().ui.panel = panel;
            for (number, menu) in menus.iter().enumerate() {
                let case = format!("{size:?}, panel {panel}, {}", menu.title);
                app.world_mut().resource_mut::<ProgramState>().ui.menu = Some(number);
                check(&mut app, &context, size, &case);
                for item in menu.rows.iter().filter_map(Row::item) {
                    if let Some(rows) = item.menu() {
                        tap(&mut app, &context, size, Key::ArrowRight);
                        tap(&mut app, &context, size, Key::End);
                        let shapes = check(&mut app, &context, size, &case);
                        let last = rows.iter().rev().find_map(Row::item).expect("an item");
                        let marked = marked(&context, &shapes);
                        assert!(marked.contains(&last.words), "{case}: {marked:?}");
                        tap(&mut app, &context, size, Key::ArrowLeft);
                    }
                    tap(&mut app, &context, size, Key::ArrowDown);
                }
                app.world_mut().resource_mut::<ProgramState>().ui.menu = None;
                draw(&mut app, &context, size);
            }
        }
    }
}

#[test]
fn arrows_move_enter_chooses_and_escape_closes() {
    let (mut app, context) = bare_bench();
    let is_marked = |shapes: &[ClippedShape], words: &str| {
        let marked = marked(&context, shapes);
        let is_marked = marked.iter().any(|text| text.starts_with(words));
        assert!(is_marked, "no {words:?} in {marked:?}");
    };
    let tap = |app: &mut App, key: Key| tap(app, &context, USUAL, key);
    let overlays = |app: &mut App| {
        tap(app, Key::ArrowRight);
        tap(app, Key::ArrowRight);
        down_to(app, &context, "Overlays");
    };
    let is_on = |app: &App| {
        app.world()
            .resource::<ProgramState>()
            .overlays
            .is_on(OverlayKind::Planes)
    };
    send(&mut app, Action::ToggleMenu);
    is_marked(&draw(&mut app, &context, USUAL).1, "Open a level…");
    is_marked(&tap(&mut app, Key::ArrowUp), "Quit");
    is_marked(&tap(&mut app, Key::ArrowDown), "Open a level…");
    overlays(&mut app);
    is_marked(&tap(&mut app, Key::ArrowRight), OverlayKind::Planes.title());
    tap(&mut app, Key::Enter);
    assert_eq!(open(&app), None);
    assert_eq!(
        context.memory(egui::Memory::focused),
        None,
        "the body has the keys"
    );
    app.update();
    assert!(is_on(&app));
    // The item is now checked.
    send(&mut app, Action::ToggleMenu);
    draw(&mut app, &context, USUAL);
    overlays(&mut app);
    let shapes = tap(&mut app, Key::Enter);
    is_marked(&shapes, OverlayKind::Planes.title());
    is_marked(&shapes, icons::CHECK);
    is_marked(&tap(&mut app, Key::ArrowLeft), "Overlays");
    is_marked(&tap(&mut app, Key::ArrowLeft), "Undo: show split planes");
    tap(&mut app, Key::Escape);
    assert_eq!(open(&app), None);
    send(&mut app, Action::ToggleMenu);
    draw(&mut app, &context, USUAL);
    tap(&mut app, Key::ArrowUp);
    tap(&mut app, Key::Enter);
    app.update();
    assert!(!app.world().resource::<Messages<AppExit>>().is_empty());
}

#[test]
fn disabled_item_says_why_and_does_nothing() {
    let (mut app, context) = bare_bench();
    send(&mut app, Action::ToggleMenu);
    draw(&mut app, &context, USUAL);
    tap(&mut app, &context, USUAL, Key::ArrowRight);
    let (screen, shapes) = draw(&mut app, &context, USUAL);
    assert!(marked(&context, &shapes).contains(&"Undo".to_owned()));
    let text = check_texts(&context, screen, &shapes, "the reason");
    assert!(text.contains("There is nothing to undo."), "{text}");
    tap(&mut app, &context, USUAL, Key::Enter);
    assert_eq!(open(&app), Some(1));
    app.world_mut().resource_mut::<ProgramState>().level.selected.node = Some(NodeId::ROOT);
    let menus = menus(&mut app);
    let items = menus.iter().flat_map(|menu| &menu.rows).filter_map(Row::item);
    let mut items = items.filter_map(Item::menu).flatten().filter_map(Row::item);
    let parent = items.find(|item| item.words == "Select the parent");
    let reason = parent.and_then(|item| item.why_not.as_deref());
    assert_eq!(reason, Some("The root has no parent."));
}

#[test]
fn click_opens_a_menu_and_outside_click_closes() {
    let (mut app, context) = bench();
    let bar = |context: &egui::Context| {
        context.memory(|memory| {
            let layer = egui::LayerId::new(Order::Middle, Id::new("menu bar"));
            let is_visible = memory.areas().is_visible(&layer);
            memory.area_rect(layer.id).filter(|_| is_visible)
        })
    };
    draw(&mut app, &context, USUAL);
    let title = bar(&context).expect("the bar").left_center() + vec2(20.0, 0.0);
    click(&mut app, &context, USUAL, title);
    assert_eq!(open(&app), Some(0));
    check(&mut app, &context, USUAL, "a click");
    click(&mut app, &context, USUAL, egui::pos2(900.0, 500.0));
    assert_eq!(open(&app), None);
    // The keys open the menu bar even if the settings hide it.
    app.world_mut().resource_mut::<ProgramState>().bars.menu = false;
    draw(&mut app, &context, USUAL);
    assert_eq!(bar(&context), None);
    send(&mut app, Action::ToggleMenu);
    check(&mut app, &context, USUAL, "hidden");
}

#[test]
fn settings_are_in_the_menus() {
    let (mut app, context) = bare_bench();
    send(&mut app, Action::ToggleMenu);
    draw(&mut app, &context, USUAL);
    for _ in 0..2 {
        tap(&mut app, &context, USUAL, Key::ArrowRight);
    }
    down_to(&mut app, &context, "Menu bar");
    tap(&mut app, &context, USUAL, Key::Enter);
    app.update();
    assert!(!app.world().resource::<ProgramState>().bars.menu);
}

/// Collects the commands of the given rows and of their submenus.
fn commands_of(rows: &[Row], found: &mut Vec<Action>) {
    for item in rows.iter().filter_map(Row::item) {
        match &item.does {
            Does::Menu(rows) => commands_of(rows, found),
            Does::Run(PaletteCommand::Send(command)) => found.push(*command),
            Does::Run(PaletteCommand::Open(_)) => {}
        }
    }
}

#[test]
fn every_command_is_in_a_menu() {
    let (mut app, _) = bare_bench();
    let mut found = Vec::new();
    for menu in menus(&mut app) {
        commands_of(&menu.rows, &mut found);
    }
    for (command, _) in palette_commands(FrontEnd::Window) {
        let makes_no_sense_there = matches!(
            command,
            Action::SelectUnderPointer | Action::AcceptOffer | Action::DeclineOffer | Action::ToggleMenu
        );
        // The menus contain the individual overlays that a key cycles through.
        let is_cycle = OverlayKind::ALL
            .into_iter()
            .any(|kind| Action::Overlay(kind.key()) == command && Action::for_overlay(kind) != command);
        assert!(
            found.contains(&command) || makes_no_sense_there || is_cycle,
            "{command:?}"
        );
    }
}
