//! Tests of the tree dock: nothing is cut off, everything else is above it, and its bars react to the pointer.

use bspwalk_text::text;
use bspwalk_trees::node_storing::Measure;

use super::*;
use crate::app::{host::shown::ShownIn, paint::overlays::Hovered};

#[test]
fn the_dock_is_whole_and_everything_else_is_above_it() {
    let (mut app, context) = bench();
    app.world_mut().insert_resource(Overlays::none());
    app.world_mut().shown_mut::<Player>().walker.why = None;
    for size in [[1280.0, 720.0], [1920.0, 1080.0], [1024.0, 600.0]] {
        for (panel, node) in [(false, None), (false, Some(0)), (true, Some(5)), (true, None)] {
            let case = format!("{size:?}, panel {panel}, node {node:?}");
            let world = app.world_mut();
            (world.resource_mut::<Ui>().panel, world.resource_mut::<Ui>().dock) = (panel, true);
            *world.shown_mut::<Selection>() = Selection { node, face: None };
            world.shown_mut::<ChosenLeaf>().0 = None;
            for _ in 0..200 {
                app.update();
                std::thread::sleep(std::time::Duration::from_millis(2));
            }
            let (screen, shapes) = draw(&mut app, &context, size);
            let text = check_texts(&context, screen, &shapes, &case);
            let places = app.world().resource::<layout::Screen>().places;
            assert!(
                places.free.bottom() < 0.75 * screen.bottom(),
                "{case}: {:?}",
                places.free
            );
            // More than half of the height below the menu bar and the tool bar.
            let below_bars = screen.bottom() - places.bar.bottom();
            assert!(
                places.free.height() > 0.5 * below_bars,
                "{case}: {:?}",
                places.free
            );
            // Without a selected node there is no card on the right.
            for id in ["status", "right"]
                .into_iter()
                .take(1 + usize::from(node.is_some()))
            {
                let rect = context.memory(|memory| memory.area_rect(Id::new(id)));
                let is_above = rect.is_none_or(|rect| rect.bottom() <= places.free.bottom() + 1.0);
                assert!(is_above, "{case}: {id} at {rect:?} is over the dock");
            }
            let shown = text!("dock-shown", deepest = "\n", drawn = "\n", all = "\n");
            let (none, of) = (
                text!("dock-none-selected", select = "\n"),
                text!("dock-node-of", node = "\n"),
            );
            let mut expected = vec![text!("dock-width-by")];
            expected.extend(around(&shown));
            if node.is_some() {
                expected.extend(around(&of));
                expected.extend([text!("dock-root").trim(), "F", "B"]);
            } else {
                expected.push(text!("dock-how"));
                expected.extend(around(&none).next());
            }
            for words in expected {
                assert!(text.contains(words), "{case}: no {words:?} in {text}");
            }
            let most = text!("dock-most", what = Measure::Faces.title());
            assert_eq!(text.contains(&most), !panel || size[0] > 1900.0, "{case}");
        }
    }
}

#[test]
fn a_click_on_a_bar_selects_its_node_and_hovering_previews_it() {
    let (mut app, context) = bench();
    let size = [1280.0, 720.0];
    app.world_mut().resource_mut::<Ui>().dock = true;
    for _ in 0..200 {
        app.update();
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    draw(&mut app, &context, size);
    // The root's bar is the topmost one and spans the width of the icicle. It is below the toolbar and the path.
    let dock = app.world().resource::<layout::Screen>().places.free.bottom();
    *app.world_mut().shown_mut::<Selection>() = Selection::default();
    let mut selected = None;
    for down in 50..80 {
        let at = egui::pos2(300.0, dock + down as f32);
        frame(&mut app, &context, size, vec![egui::Event::PointerMoved(at)]);
        if app.world().resource::<Hovered>().0 == Some(0) {
            click(&mut app, &context, size, at);
            app.update();
            selected = app.world().shown::<Selection>().node;
            break;
        }
    }
    assert_eq!(selected, Some(0));
}
