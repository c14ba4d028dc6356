//! Tests that open menus stay inside the window and are complete, with the keyboard and with the pointer.

use super::*;
use crate::app::{
    menu::{MenuBar, Place, Step},
    settings::Settings,
    state::{Act, Action},
};

fn area(context: &egui::Context, name: &str) -> Option<Rect> {
    context.memory(|memory| {
        let layer = ["menu", "menu beside"].contains(&name);
        let order = if layer {
            egui::Order::Foreground
        } else {
            egui::Order::Middle
        };
        let layer = egui::LayerId::new(order, Id::new(name));
        let areas = memory.areas();
        areas
            .is_visible(&layer)
            .then(|| memory.area_rect(layer.id))
            .flatten()
    })
}

fn open(app: &App) -> Option<Place> {
    app.world().resource::<MenuBar>().open()
}

fn step(app: &mut App, step: Step) {
    let done = app.world_mut().resource_mut::<MenuBar>().step(step);
    assert_eq!(done, None, "nothing is chosen");
}

fn send(app: &mut App, command: Action) {
    app.world_mut().write_message(Act(command));
    app.update();
}

#[test]
fn every_menu_is_whole_and_in_the_window() {
    let (mut app, context) = bench();
    for size in SIZES.into_iter().take(3) {
        for panel in [false, true] {
            app.world_mut().resource_mut::<Ui>().panel = panel;
            send(&mut app, Action::ToggleMenu);
            let count = app.world().resource::<MenuBar>().menus().len();
            assert!(count > 4);
            // Step left from the first menu around to the second. Stepping right would enter submenus.
            for number in [0].into_iter().chain((1..count).rev()) {
                let case = format!("{size:?}, panel {panel}, menu {number}");
                let (screen, shapes) = draw(&mut app, &context, size);
                check_texts(&context, screen, &shapes, &case);
                let bar = area(&context, "menu bar").expect("the bar");
                let menu = area(&context, "menu").expect("the menu");
                // Areas are aligned to whole points, but the window is not.
                let window = screen.expand(0.5);
                assert!(
                    window.contains_rect(bar) && window.contains_rect(menu),
                    "{case}: {bar:?} and {menu:?} in {screen:?}"
                );
                assert!(menu.top() >= bar.bottom() - 0.5, "{case}: it hides its title");
                let rows = app.world().resource::<MenuBar>().menus()[number].rows.clone();
                let beside: Vec<usize> = (0..rows.len())
                    .filter(|&row| rows[row].item().is_some_and(|item| item.menu().is_some()))
                    .collect();
                for row in beside {
                    while open(&app).and_then(|place| place.row) != Some(row) {
                        step(&mut app, Step::Down);
                    }
                    for edge in [Step::First, Step::Last] {
                        step(&mut app, Step::Right);
                        step(&mut app, edge);
                        let (screen, shapes) = draw(&mut app, &context, size);
                        let text = check_texts(&context, screen, &shapes, &case);
                        let beside = area(&context, "menu beside").expect("the menu beside");
                        assert!(screen.expand(0.5).contains_rect(beside), "{case}: {beside:?}");
                        let marked = app.world().resource::<MenuBar>().marked();
                        let words = marked.map(|item| item.words.clone()).expect("a row");
                        assert!(text.contains(&words), "{case}: {words} is not seen");
                        step(&mut app, Step::Left);
                    }
                }
                step(&mut app, Step::Left);
            }
            send(&mut app, Action::Escape);
            assert_eq!(
                open(&app),
                None,
                "one press closes all where nothing is open beside"
            );
        }
    }
}

#[test]
fn titles_open_by_a_click_and_a_click_beside_closes() {
    let (mut app, context) = bench();
    let size = [1280.0, 720.0];
    draw(&mut app, &context, size);
    let bar = area(&context, "menu bar").expect("the bar");
    let title = bar.left_center() + vec2(20.0, 0.0);
    click(&mut app, &context, size, title);
    assert_eq!(open(&app).map(|place| place.menu), Some(0));
    // The rows of the menu appear with the next update.
    app.update();
    draw(&mut app, &context, size);
    assert!(area(&context, "menu").is_some());
    click(&mut app, &context, size, egui::pos2(900.0, 500.0));
    assert_eq!(open(&app), None);
    // The keys open the menu bar even if it is hidden.
    app.world_mut().resource_mut::<Settings>().menu_bar = false;
    draw(&mut app, &context, size);
    assert_eq!(area(&context, "menu bar"), None);
    send(&mut app, Action::ToggleMenu);
    draw(&mut app, &context, size);
    assert!(area(&context, "menu bar").is_some() && area(&context, "menu").is_some());
}
