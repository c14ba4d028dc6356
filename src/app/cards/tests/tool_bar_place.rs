//! Tests of the tool bar: when it is shown, and that clicking a tool does the same as its key.

use bspwalk_text::text;

use super::*;
use crate::app::{
    host::state::{Act, Action},
    input::settings::Settings,
};

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

/// Returns the rectangle of a name on the bar. Cards may contain the same name.
fn place_of(bar: Rect, shapes: &[ClippedShape], name: &str) -> Option<Rect> {
    let mut places = places_of(shapes, name).into_iter();
    places.find(|place| bar.contains_rect(place.shrink(1.0)))
}

#[test]
fn it_is_shown_while_the_mouse_is_free_unless_it_is_switched_off() {
    let (mut app, context) = bench();
    let size = [1280.0, 720.0];
    let ui = |app: &mut App, change: fn(&mut Ui)| change(&mut app.world_mut().resource_mut::<Ui>());
    draw(&mut app, &context, size);
    assert!(bar(&context).is_some());
    let hides: [fn(&mut Ui); 2] = [|ui| ui.captured = true, |ui| ui.help = true];
    for hide in hides {
        ui(&mut app, hide);
        draw(&mut app, &context, size);
        assert_eq!(bar(&context), None);
        let free = app.world().resource::<layout::Screen>().places.free;
        assert_eq!(free.top(), menu::HEIGHT + tool_bar::HEIGHT, "nothing jumps");
        ui(&mut app, |ui| *ui = Ui::default());
        draw(&mut app, &context, size);
        assert!(bar(&context).is_some());
    }
    // The tour discusses what the tools switch.
    ui(&mut app, |ui| ui.tour = true);
    draw(&mut app, &context, size);
    assert!(bar(&context).is_some());
    ui(&mut app, |ui| *ui = Ui::default());
    app.world_mut().resource_mut::<Settings>().tool_bar = false;
    draw(&mut app, &context, size);
    assert_eq!(bar(&context), None);
    assert_eq!(
        app.world().resource::<layout::Screen>().places.free.top(),
        menu::HEIGHT
    );
}

#[test]
fn all_tools_fit_beside_the_panel() {
    let (mut app, context) = bench();
    let tools = [
        text!("toolbar-eyes"),
        text!("toolbar-model"),
        text!("toolbar-plan"),
        text!("toolbar-planes"),
        text!("toolbar-cells"),
        text!("toolbar-leaves"),
        text!("toolbar-portals"),
        text!("toolbar-colours"),
        text!("toolbar-build"),
        text!("toolbar-query"),
        text!("toolbar-tour"),
        text!("toolbar-find"),
    ];
    for (size, panel) in [
        ([1920.0, 1080.0], false),
        ([1280.0, 720.0], true),
        ([1024.0, 600.0], true),
    ] {
        app.world_mut().resource_mut::<Ui>().panel = panel;
        let (screen, shapes) = draw(&mut app, &context, size);
        let case = format!("{size:?}, panel {panel}");
        check_texts(&context, screen, &shapes, &case);
        let bar = bar(&context).expect("it is shown");
        let free = app.world().resource::<layout::Screen>().places.free;
        assert!(screen.expand(0.5).contains_rect(bar), "{case}: {bar:?}");
        assert!(bar.bottom() <= free.top() + 0.5, "{case}: {bar:?}");
        for name in tools {
            assert!(place_of(bar, &shapes, name).is_some(), "{case}: no {name}");
        }
    }
}

#[test]
fn a_click_sends_the_command_and_is_for_the_bar_alone() {
    let (mut app, context) = bench();
    let size = [1920.0, 1080.0];
    for (text, command) in [
        (text!("toolbar-model"), Action::ToggleModel),
        (text!("toolbar-portals"), Action::Overlay('9')),
        (text!("toolbar-build"), Action::ToggleBuildFilm),
        (text!("toolbar-find"), Action::TogglePalette),
    ] {
        let (_, shapes) = draw(&mut app, &context, size);
        let bar = bar(&context).expect("it is shown");
        let place = place_of(bar, &shapes, text).expect("the button");
        app.world_mut().resource_mut::<Messages<Act>>().clear();
        click(&mut app, &context, size, place.center());
        let mut sent = app.world_mut().resource_mut::<Messages<Act>>();
        assert_eq!(sent.drain().collect::<Vec<_>>(), [command]);
        // This determines whether a click captures the mouse.
        assert!(context.egui_wants_pointer_input() || context.is_pointer_over_egui());
    }
}

#[test]
fn palette_lists_commands_and_runs_the_marked_one() {
    let (mut app, context) = bench();
    let size = [1280.0, 720.0];
    let key = |key| egui::Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    };
    app.world_mut().write_message(Act(Action::TogglePalette));
    app.update();
    let (screen, shapes) = draw(&mut app, &context, size);
    check_texts(&context, screen, &shapes, "the palette");
    for character in "node c".chars() {
        let typed = egui::Event::Text(character.to_string());
        frame(&mut app, &context, size, vec![typed]);
    }
    let palette = app.world().resource::<menu::CommandPalette>();
    let palette = palette.0.as_ref().expect("it is open");
    assert_eq!(palette.query(), "node c");
    let chosen = palette.chosen().expect("a command").command.clone();
    let command = Action::Show(OverlayKind::Nodes);
    assert_eq!(chosen, menu::Do::Send(command));
    app.world_mut().resource_mut::<Messages<Act>>().clear();
    frame(&mut app, &context, size, vec![key(egui::Key::Enter)]);
    let mut sent = app.world_mut().resource_mut::<Messages<Act>>();
    assert_eq!(sent.drain().collect::<Vec<_>>(), [command]);
    assert!(app.world().resource::<menu::CommandPalette>().0.is_none());

    app.world_mut().write_message(Act(Action::TogglePalette));
    app.update();
    frame(&mut app, &context, size, vec![key(egui::Key::Escape)]);
    assert!(app.world().resource::<menu::CommandPalette>().0.is_none());
}

#[test]
fn a_card_has_the_pointer_and_the_world_has_it_elsewhere() {
    let (mut app, context) = bench();
    let size = [1280.0, 720.0];
    draw(&mut app, &context, size);
    let middle = |id: &str| {
        let rect = context.memory(|memory| memory.area_rect(Id::new(id)));
        rect.expect("it is shown").center()
    };
    let world = egui::pos2(640.0, 360.0);
    for (at, expected) in [
        (middle("right"), true),
        (middle("left"), true),
        (middle("tool bar"), true),
        (world, false),
    ] {
        frame(&mut app, &context, size, vec![egui::Event::PointerMoved(at)]);
        frame(&mut app, &context, size, Vec::new());
        let has = app.world().resource::<Ui>().pointer_on_panel;
        assert_eq!(has, expected, "at {at:?}");
    }
}
