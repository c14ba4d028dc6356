//! The tool bar: where it is shown, and that a click on it does what its key does.

use super::*;
use crate::app::{settings::Settings, state::Command};

fn bar(context: &egui::Context) -> Option<Rect> {
    context.memory(|memory| {
        let layer = egui::LayerId::new(egui::Order::Middle, Id::new("tool bar"));
        memory
            .areas()
            .is_visible(&layer)
            .then(|| memory.area_rect(layer.id))
            .flatten()
    })
}

/// Where a text that begins so is drawn.
fn place_of(shapes: &[ClippedShape], beginning: &str) -> Option<Rect> {
    fn look(shape: &Shape, beginning: &str) -> Option<Rect> {
        match shape {
            Shape::Vec(shapes) => shapes.iter().find_map(|shape| look(shape, beginning)),
            Shape::Text(text) if text.galley.text().starts_with(beginning) => {
                Some(text.galley.mesh_bounds.translate(text.pos.to_vec2()))
            }
            _ => None,
        }
    }
    shapes.iter().find_map(|clipped| look(&clipped.shape, beginning))
}

#[test]
fn it_is_shown_while_the_mouse_is_free_unless_it_is_switched_off() {
    let (mut app, context) = bench();
    let size = [1280.0, 720.0];
    let ui = |app: &mut App, change: fn(&mut Ui)| change(&mut app.world_mut().resource_mut::<Ui>());
    draw(&mut app, &context, size);
    assert!(bar(&context).is_some());
    let hides: [fn(&mut Ui); 3] = [|ui| ui.captured = true, |ui| ui.help = true, |ui| ui.tour = true];
    for hide in hides {
        ui(&mut app, hide);
        draw(&mut app, &context, size);
        assert_eq!(bar(&context), None);
        let free = app.world().resource::<layout::Screen>().places.free;
        assert_eq!(free.top(), 0.0, "its room is free");
        ui(&mut app, |ui| *ui = Ui::default());
        draw(&mut app, &context, size);
        assert!(bar(&context).is_some());
    }
    app.world_mut().resource_mut::<Settings>().tool_bar = false;
    draw(&mut app, &context, size);
    assert_eq!(bar(&context), None);
}

#[test]
fn its_names_stay_where_they_have_room_and_its_icons_everywhere() {
    let (mut app, context) = bench();
    for (size, panel, has_names) in [
        ([1280.0, 720.0], false, true),
        ([1024.0, 600.0], true, false),
        ([1024.0, 600.0], false, false),
    ] {
        app.world_mut().resource_mut::<Ui>().panel = panel;
        let (screen, shapes) = draw(&mut app, &context, size);
        let case = format!("{size:?}, panel {panel}");
        let text = check_texts(&context, screen, &shapes, &case);
        assert_eq!(text.contains("♜ Model"), has_names, "{case}");
        for icon in ["👁", "♜", "⊞", "⏸", "☰"] {
            assert!(text.contains(icon), "{case}: no {icon}");
        }
        let bar = bar(&context).expect("it is shown");
        let free = app.world().resource::<layout::Screen>().places.free;
        assert!(screen.contains_rect(bar), "{case}: {bar:?}");
        assert!(
            bar.bottom() <= free.top() + 0.5 && bar.height() < 40.0,
            "{case}: {bar:?}"
        );
        let last = place_of(&shapes, "?").expect("the last button");
        assert!(bar.contains_rect(last.shrink(1.0)), "{case}: {last:?}");
    }
}

#[test]
fn a_click_sends_the_command_and_is_for_the_bar_alone() {
    let (mut app, context) = bench();
    let size = [1280.0, 720.0];
    for (text, command) in [
        ("♜ ", Command::ToggleModel),
        ("⛏ ", Command::ToggleNoclip),
        ("⏸ ", Command::TogglePause),
        ("☰ ", Command::TogglePanel),
    ] {
        let (_, shapes) = draw(&mut app, &context, size);
        let place = place_of(&shapes, text).expect("the button");
        app.world_mut().resource_mut::<Messages<Command>>().clear();
        click(&mut app, &context, size, place.center());
        let mut sent = app.world_mut().resource_mut::<Messages<Command>>();
        assert_eq!(sent.drain().collect::<Vec<_>>(), [command]);
        // What decides whether a click captures the mouse.
        assert!(context.egui_wants_pointer_input() || context.is_pointer_over_egui());
    }
}
