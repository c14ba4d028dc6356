//! Tests that the tool bar, the command palette, the help and the tree dock are complete and react to keys and clicks.

use bspwalk_session::actions::{FrontEnd, controls};
use bspwalk_session::selection::Selected;
use bspwalk_trees::{NodeId, node_storing::Measure};

use super::*;
use crate::app::host::prelude::*;
use crate::app::input::KeyLabels;
use crate::app::paint::{overlays::Hovered, scene::Quality};

/// Returns the rectangle of a name on the tool bar. Cards may contain the same name, so they are excluded.
fn place_of(bar: Rect, shapes: &[ClippedShape], name: &str) -> Option<Rect> {
    let mut places = places_of(shapes, name).into_iter();
    places.find(|place| bar.contains_rect(place.shrink(1.0)))
}

#[test]
fn tool_bar_is_shown_while_the_mouse_is_free() {
    let mut bench = Bench::full();
    let with = |change: fn(&mut Ui)| {
        let mut ui = Ui::default();
        change(&mut ui);
        ui
    };
    for (ui, is_shown) in [
        (Ui::default(), true),
        (with(|ui| ui.captured = true), false),
        (with(|ui| ui.help = Some(0)), false),
        // The tour refers to the tools, so the tool bar stays visible during the tour.
        (with(|ui| ui.tour = true), true),
    ] {
        bench.resource_mut::<ProgramState>().ui = ui;
        bench.draw(USUAL);
        assert_eq!(bench.card("tool bar").is_some(), is_shown, "{ui:?}");
        let top = bench.places().free.top();
        assert_eq!(top, menu::HEIGHT + tool_bar::HEIGHT, "nothing jumps: {ui:?}");
    }
    bench.resource_mut::<ProgramState>().ui = Ui::default();
    bench.resource_mut::<ProgramState>().bars.tools = false;
    bench.draw(USUAL);
    assert_eq!(bench.card("tool bar"), None);
    assert_eq!(bench.places().free.top(), menu::HEIGHT);
}

#[test]
fn first_screen_has_one_card_and_at_most_twelve_buttons() {
    let mut bench = Bench::bare();
    bench.insert_resource(Invitation);
    bench.insert_resource(Quality::Software);
    let case = "the first screen";
    let text = bench.texts(USUAL, case);
    assert_has(&text, [text!("tourcard-begin"), text!("menu-software")], case);
    let note = Quality::Software.note().expect("there is a note");
    assert!(!text.contains(note), "it covers nothing: {text}");
    let cards = ["tool bar", "hint", "left", "right", "model", "status"];
    for id in cards {
        assert_eq!(bench.card(id), None, "{case}: {id}");
    }
    bench.assert_fits("invitation", case);
    bench.assert_hides_none("invitation", &["menu bar"], case);
    bench.context.enable_accesskit();
    let context = bench.context.clone();
    let input = egui::RawInput {
        screen_rect: Some(Rect::from_min_size(egui::Pos2::ZERO, vec2(USUAL[0], USUAL[1]))),
        ..egui::RawInput::default()
    };
    let output = context.run_ui(input, |_| {
        bench.app.world_mut().run_schedule(EguiPrimaryContextPass);
    });
    let update = output.platform_output.accesskit_update.expect("a tree");
    let nodes = update.nodes.iter().map(|(_, node)| node.role());
    let buttons = nodes
        .filter(|role| *role == egui::accesskit::Role::Button)
        .count();
    assert!((2..=12).contains(&buttons), "{buttons} buttons");
    bench.context.disable_accesskit();
    // Once the tour invitation is answered, the tool bar and the basic keys appear.
    bench.app.world_mut().remove_resource::<Invitation>();
    bench.draw(USUAL);
    assert!(bench.card("tool bar").is_some() && bench.card("hint").is_some());
}

#[test]
fn all_tools_fit_beside_the_panel() {
    let mut bench = Bench::full();
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
    for (size, panel) in [([1920.0, 1080.0], false), (USUAL, true), (SIZES[0], true)] {
        bench.resource_mut::<ProgramState>().ui.panel = panel;
        let (screen, shapes) = bench.draw(size);
        let case = format!("{size:?}, panel {panel}");
        check_texts(&bench.context, screen, &shapes, &case);
        let bar = bench.card("tool bar").expect("it is shown");
        assert!(screen.expand(0.5).contains_rect(bar), "{case}: {bar:?}");
        assert!(bar.bottom() <= bench.places().free.top() + 0.5, "{case}: {bar:?}");
        for name in tools {
            assert!(place_of(bar, &shapes, name).is_some(), "{case}: no {name}");
        }
    }
}

/// Returns the commands sent since the last call.
fn sent(bench: &mut Bench) -> Vec<Act> {
    bench.resource_mut::<Messages<Act>>().drain().collect()
}

#[test]
fn click_on_a_tool_sends_its_command() {
    let mut bench = Bench::full();
    let size = [1920.0, 1080.0];
    for (text, command) in [
        (text!("toolbar-model"), Action::ToggleModel),
        (text!("toolbar-portals"), Action::Overlay('9')),
        (text!("toolbar-build"), Action::ToggleBuildFilm),
        (text!("toolbar-find"), Action::TogglePalette),
    ] {
        let (_, shapes) = bench.draw(size);
        let bar = bench.card("tool bar").expect("it is shown");
        let place = place_of(bar, &shapes, text).expect("the button");
        sent(&mut bench);
        bench.click(size, place.center());
        assert_eq!(sent(&mut bench), [command]);
        // This state determines whether a click captures the mouse.
        assert!(bench.context.egui_wants_pointer_input() || bench.context.is_pointer_over_egui());
    }
}

#[test]
fn palette_runs_the_marked_command() {
    let mut bench = Bench::full();
    bench.send(Action::TogglePalette);
    bench.texts(USUAL, "the palette");
    for character in "node c".chars() {
        bench.frame(USUAL, vec![egui::Event::Text(character.to_string())]);
    }
    let palette = &bench.resource::<ProgramState>().palette;
    let palette = palette.as_ref().expect("it is open");
    assert_eq!(palette.query(), "node c");
    let command = Action::Show(OverlayKind::Nodes);
    let chosen = palette.available_marked_entry().expect("a command");
    assert_eq!(chosen.command, PaletteCommand::Send(command));
    sent(&mut bench);
    bench.frame(USUAL, press(egui::Key::Enter));
    assert_eq!(sent(&mut bench), [command]);
    assert!(bench.resource::<ProgramState>().palette.is_none());

    bench.send(Action::TogglePalette);
    bench.frame(USUAL, press(egui::Key::Escape));
    assert!(bench.resource::<ProgramState>().palette.is_none());
}

#[test]
fn pointer_belongs_to_the_card_below_it() {
    let mut bench = Bench::full();
    bench.draw(USUAL);
    let cards = ["right", "left", "tool bar"];
    let cards = cards.map(|id| (bench.card(id).expect("it is shown").center(), true));
    for (at, expected) in cards.into_iter().chain([(egui::pos2(640.0, 360.0), false)]) {
        bench.frame(USUAL, vec![egui::Event::PointerMoved(at)]);
        bench.frame(USUAL, Vec::new());
        let has_pointer = bench.resource::<ProgramState>().ui.pointer_on_panel;
        assert_eq!(has_pointer, expected, "at {at:?}");
    }
}

#[test]
fn help_lists_every_control_with_a_key() {
    let mut bench = Bench::full();
    bench.resource_mut::<ProgramState>().overlays = Overlays::none();
    bench.resource_mut::<ProgramState>().ui.help = Some(0);
    let labels = bench.resource::<KeyLabels>();
    let titles: Vec<&str> = controls()
        .filter(|control| control.is_in(FrontEnd::Window) && !labels.names().all_of(control).is_empty())
        .map(|control| control.title.text())
        .collect();
    for size in SIZES.into_iter().chain([TINY]) {
        for panel in [false, true] {
            let case = format!("{size:?}, panel {panel}");
            bench.resource_mut::<ProgramState>().ui.panel = panel;
            let mut seen = bench.texts(size, &case);
            let help = bench.card("help").expect("it is shown");
            assert!(bench.places().window.contains_rect(help), "{case}: {help:?}");
            // Scroll up to the top, then down to the end.
            for (key, times) in [(egui::Key::PageUp, 10), (egui::Key::ArrowDown, 60)] {
                for _ in 0..times {
                    seen += &bench.texts_after(size, press(key), &case);
                }
            }
            assert_has(&seen, &titles, &case);
        }
    }
}

/// Runs frames until the tree dock has finished moving.
fn let_dock_move(bench: &mut Bench) {
    for _ in 0..200 {
        bench.app.update();
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

#[test]
fn dock_is_whole_and_everything_else_is_above_it() {
    let mut bench = Bench::full();
    bench.resource_mut::<ProgramState>().overlays = Overlays::none();
    bench.shown_mut::<Player>().walker.why = None;
    for size in [USUAL, [1920.0, 1080.0], SIZES[0]] {
        for (panel, node) in [
            (false, None),
            (false, Some(NodeId::ROOT)),
            (true, Some(NodeId(5))),
            (true, None),
        ] {
            let case = format!("{size:?}, panel {panel}, node {node:?}");
            let mut program = bench.resource_mut::<ProgramState>();
            (program.ui.panel, program.ui.dock) = (panel, true);
            program.level.selected = Selected::of_node(node, None);
            let_dock_move(&mut bench);
            let text = bench.texts(size, &case);
            let places = bench.places();
            let (free, bottom) = (places.free, places.window.bottom());
            assert!(free.bottom() < 0.75 * bottom, "{case}: {free:?}");
            // The free area has more than half of the height below the menu bar and the tool bar.
            let below_bars = bottom - places.bar.bottom();
            assert!(free.height() > 0.5 * below_bars, "{case}: {free:?}");
            for id in ["status", "right"] {
                let rect = bench.card(id);
                let is_above = rect.is_none_or(|rect| rect.bottom() <= free.bottom() + 1.0);
                assert!(is_above, "{case}: {id} at {rect:?} is over the dock");
            }
            let shown = text!("dock-shown", deepest = "\n", drawn = "\n", all = "\n");
            assert_has(&text, around(&shown).chain([text!("dock-width-by")]), &case);
            if node.is_some() {
                let of = text!("dock-node-of", node = "\n");
                let marks = [text!("dock-root").trim(), "F", "B"];
                assert_has(&text, around(&of).chain(marks), &case);
            } else {
                let none = text!("dock-none-selected", select = "\n");
                assert_has(&text, around(&none).take(1).chain([text!("dock-how")]), &case);
            }
            let most = text!(
                "dock-most",
                what = bspwalk_text::translated(Measure::Faces.title())
            );
            assert_eq!(text.contains(&most), !panel || size[0] > 1900.0, "{case}");
        }
    }
}

#[test]
fn click_on_a_bar_of_the_dock_selects_its_node() {
    let mut bench = Bench::full();
    bench.resource_mut::<ProgramState>().ui.dock = true;
    let_dock_move(&mut bench);
    bench.draw(USUAL);
    // The root's bar is at the top, below the tool bar and the path, and spans the full width of the icicle.
    let dock = bench.places().free.bottom();
    bench.resource_mut::<ProgramState>().level.selected = Selected::default();
    let mut places = (50..80_u8).map(|down| egui::pos2(300.0, dock + f32::from(down)));
    let root = places.find(|&at| {
        bench.frame(USUAL, vec![egui::Event::PointerMoved(at)]);
        bench.resource::<Hovered>().0 == Some(NodeId::ROOT)
    });
    bench.click(USUAL, root.expect("the bar of the root"));
    bench.app.update();
    assert_eq!(
        bench.resource::<ProgramState>().level.selected.node,
        Some(NodeId::ROOT)
    );
}
