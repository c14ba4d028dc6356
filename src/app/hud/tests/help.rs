//! Tests that the help lists every control.

use bspwalk_session::actions::{Front, controls};

use super::*;

#[test]
fn the_help_is_whole_at_any_size_or_scrolls() {
    let (mut app, context) = bench();
    app.world_mut().insert_resource(Overlays::none());
    app.world_mut().resource_mut::<Ui>().help = true;
    for size in SIZES {
        for panel in [false, true] {
            let case = format!("{size:?}, panel {panel}");
            app.world_mut().resource_mut::<Ui>().panel = panel;
            let (screen, shapes) = draw(&mut app, &context, size);
            let mut seen = check_texts(&context, screen, &shapes, &case);
            let help = context
                .memory(|memory| memory.area_rect(Id::new("help")))
                .expect("it is shown");
            assert!(screen.contains_rect(help), "{case}: {help:?}");
            // Scroll up to the beginning, then down to the end.
            for (key, times) in [(egui::Key::PageUp, 10), (egui::Key::ArrowDown, 60)] {
                for _ in 0..times {
                    let (screen, shapes) = frame(&mut app, &context, size, press(key));
                    seen += &check_texts(&context, screen, &shapes, &case);
                }
            }
            for control in controls().filter(|control| control.is_in(Front::Window)) {
                assert!(
                    seen.contains(control.title.text()),
                    "{case}: {:?} is not shown",
                    control.title
                );
            }
        }
    }
}
