//! Tests that the help lists every control that has a key.

use bspwalk_session::actions::{Control, Front, controls};

use super::*;
use crate::app::input::KeyLabels;

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
            let labels = app.world().resource::<KeyLabels>();
            let has_key = |control: &&Control| !labels.keys(control).is_empty();
            for control in controls()
                .filter(|control| control.is_in(Front::Window))
                .filter(has_key)
            {
                assert!(
                    seen.contains(control.title.text()),
                    "{case}: {:?} is not shown",
                    control.title
                );
            }
        }
    }
}
