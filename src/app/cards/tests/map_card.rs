//! Tests of the map: as a minimap it hides no other card, and the large map has instructions.

use super::*;
use crate::app::{
    host::state::{Act, Action, Page},
    pages::map::MapState,
};

/// Presses the map key and waits for the map.
fn open(app: &mut App) {
    app.world_mut().write_message(Act(Action::NextMap));
    app.update();
    for step in 0.. {
        app.update();
        if app.world().resource::<MapState>().map().is_some() {
            return;
        }
        assert!(step < 6000, "the map does not come");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

fn area(context: &egui::Context, id: &str) -> Option<Rect> {
    context.memory(|memory| {
        let layer = memory.areas().visible_layer_ids();
        let layer = layer.into_iter().find(|layer| layer.id == Id::new(id))?;
        memory.area_rect(layer.id)
    })
}

#[test]
fn in_the_corner_it_hides_no_card() {
    let (mut app, context) = bench();
    open(&mut app);
    let mut shown = 0;
    for size in SIZES {
        for panel in [false, true] {
            let case = format!("{size:?}, panel {panel}");
            app.world_mut().resource_mut::<Ui>().panel = panel;
            let (screen, shapes) = draw(&mut app, &context, size);
            let Some(map) = area(&context, "map") else {
                // With the panel open, the columns are stacked.
                assert!(
                    size[1] < 700.0 || panel && size[0] < 1300.0,
                    "{case}: there is room"
                );
                continue;
            };
            shown += 1;
            let free = app.world().resource::<layout::Screen>().places.free;
            assert!(free.expand(1.0).contains_rect(map), "{case}: {map:?} in {free:?}");
            for other in ["left", "right", "tool bar", "model", "notices"] {
                let common = area(&context, other).map_or(Rect::NOTHING, |card| card.intersect(map));
                assert!(!common.shrink(1.0).is_positive(), "{case}: {other} is hidden");
            }
            let text = check_texts(&context, screen, &shapes, &case);
            assert!(text.contains("lines tell the cell"), "{case}");
        }
    }
    assert!(shown >= 3, "{shown}");
}

#[test]
fn large_it_says_how_it_is_used() {
    let (mut app, context) = bench();
    open(&mut app);
    app.world_mut().write_message(Act(Action::NextMap));
    app.update();
    assert_eq!(app.world().resource::<Ui>().page, Some(Page::Map));
    for size in SIZES.into_iter().take(3) {
        let case = format!("{size:?}");
        let (screen, shapes) = draw(&mut app, &context, size);
        let text = check_texts(&context, screen, &shapes, &case);
        for words in [
            "Map of three_rooms at",
            "Click a place to go there",
            "lines tell the cell",
        ] {
            assert!(text.contains(words), "{case}: no {words:?}");
        }
    }
}
