//! Tests of user-defined keys: the panel binds them, and the interface names them.

use bspwalk_session::actions::Source;

use super::*;
use crate::app::input::{
    bindings::{Bindings, KeyChange},
    settings::{Section, Settings},
};

/// Binds walking to F13, which no preset uses.
fn bind_walking(app: &mut App) {
    let (keymap, problem) = {
        let mut keys = app.world().resource::<Bindings>().0.clone();
        let walk = bspwalk_session::actions::control_named("toggle-walking").expect("a control");
        let taken = keys.take(walk, Source::F(13));
        let left = keys.unbind(walk, Source::Char('g'));
        (keys, taken.and(left).err())
    };
    assert!(problem.is_none(), "{problem:?}");
    app.world_mut().insert_resource(Bindings(keymap));
    app.update();
}

#[test]
fn the_help_and_the_first_keys_name_what_is_bound() {
    let (mut app, context) = bench();
    app.world_mut().insert_resource(Overlays::none());
    app.world_mut().resource_mut::<Ui>().help = true;
    let size = [3840.0, 2160.0];
    let (screen, shapes) = draw(&mut app, &context, size);
    assert!(!check_texts(&context, screen, &shapes, "as shipped").contains("F13"));
    bind_walking(&mut app);
    let (screen, shapes) = draw(&mut app, &context, size);
    assert!(check_texts(&context, screen, &shapes, "bound").contains("F13"));
}

#[test]
fn the_panel_lists_all_controls_and_asks_for_a_key() {
    let (mut app, context) = bench();
    bind_walking(&mut app);
    app.world_mut().insert_resource(Overlays::none());
    app.world_mut().resource_mut::<Ui>().panel = true;
    for section in Section::ALL {
        let sections = &mut app.world_mut().resource_mut::<Settings>().sections;
        if sections.is_open(section) != (section == Section::Program) {
            sections.toggle(section);
        }
    }
    app.world_mut()
        .write_message(KeyChange::Listen("toggle-walking".into(), None));
    app.update();
    for size in [[1280.0, 720.0], [1024.0, 600.0]] {
        let case = format!("{size:?}");
        draw(&mut app, &context, size);
        let mut seen = String::new();
        for step in 0..300 {
            let wheel = egui::Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: vec2(0.0, if step < 4 { 1.0e4 } else { -60.0 }),
                phase: egui::TouchPhase::Move,
                modifiers: egui::Modifiers::NONE,
            };
            let over = egui::Event::PointerMoved(egui::pos2(60.0, 300.0));
            let (screen, shapes) = frame(&mut app, &context, size, vec![over, wheel]);
            seen += &check_texts(&context, screen, &shapes, &case);
        }
        for words in ["QWERTY", "Press a key", "F13", "Walk or fly", "Quit", "Reset all"] {
            assert!(seen.contains(words), "{case}: no {words:?}");
        }
    }
}
