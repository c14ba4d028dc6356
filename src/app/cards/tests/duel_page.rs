//! Tests of the duel page. Nothing is cut off, and a click uses a tree. The page has an explanation before measuring,
//! and results afterwards.

use bspwalk_progress::words;
use bspwalk_text::text;

use super::*;
use crate::app::{
    host::{
        shown::ShownIn,
        state::{Act, Action},
    },
    level::duel::{AskDuel, DuelState},
};

/// Opens the page. It lists the contestants from the second frame on.
fn open(app: &mut App) {
    app.world_mut().write_message(Act(Action::ToggleDuel));
    app.update();
    app.update();
}

/// Updates until nothing is being measured, swept or built.
fn settle(app: &mut App) {
    for step in 0.. {
        app.update();
        let duel = app.world().resource::<DuelState>();
        if duel.status().is_none() && duel.curve.status().is_none() {
            break;
        }
        assert!(step < 6000, "the duel does not end");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    app.update();
}

/// Returns texts that the page must contain.
fn expected(is_measured: bool) -> Vec<String> {
    if !is_measured {
        let trees = words::counted(13_u32, "tree");
        return vec![
            text!("duelpage-measure", trees),
            text!("duelpage-what").to_owned(),
            "sampled".to_owned(),
            text!("duelpage-sweep").to_owned(),
        ];
    }
    let soonest = text!("duel-wins-first", rule = "\n", kinds = "\n");
    let places = words::counted(20_u32, "place");
    let asked = text!(
        "duelpage-asked",
        places,
        radius = "\n",
        seed = "\n",
        colors = "\n"
    );
    let parts = around(&soonest).last().into_iter().chain(around(&asked).next());
    let parts: Vec<String> = parts.map(str::to_owned).collect();
    let others = [
        text!("duel-title-casts"),
        text!("duel-title-sweeps"),
        text!("duelpage-depths"),
        text!("duelpage-walk"),
    ];
    let weight = format!("{} 1:", text!("duel-weight-cut"));
    let others = others.map(str::to_owned).into_iter().chain([weight]);
    parts.into_iter().chain(others).collect()
}

#[test]
fn the_page_is_whole_before_and_after_it_was_measured() {
    let (mut app, context) = bench();
    open(&mut app);
    for is_measured in [false, true] {
        if is_measured {
            let mut duel = app.world_mut().resource_mut::<DuelState>();
            duel.samples = 20;
            app.world_mut().write_message(AskDuel::Measure);
            app.world_mut().write_message(AskDuel::Sweep);
            settle(&mut app);
        }
        for size in SIZES.into_iter().take(3) {
            // Next to the panel in a small window, the table scrolls horizontally.
            for panel in [false, true]
                .into_iter()
                .filter(|panel| !panel || size[0] > 1200.0)
            {
                let case = format!("{size:?}, panel {panel}, measured {is_measured}");
                app.world_mut().resource_mut::<Ui>().panel = panel;
                let (screen, shapes) = draw(&mut app, &context, size);
                let text = check_texts(&context, screen, &shapes, &case);
                for words in expected(is_measured) {
                    assert!(text.contains(&words), "{case}: no {words:?} in {text}");
                }
                let page = context.memory(|memory| memory.area_rect(Id::new("duel")));
                let free = app.world().resource::<layout::Screen>().places.free;
                let page = page.expect("it is drawn");
                assert!(
                    free.expand(1.0).contains_rect(page),
                    "{case}: {page:?} in {free:?}"
                );
            }
        }
    }
}

/// Returns the centre of the last occurrence of a text.
fn place_of(app: &mut App, context: &egui::Context, size: [f32; 2], words: &str) -> egui::Pos2 {
    let (_, shapes) = draw(app, context, size);
    let place = places_of(&shapes, words).pop();
    let place = place.unwrap_or_else(|| panic!("{words:?} stands nowhere"));
    place.center()
}

#[test]
fn a_click_shows_two_rules_in_the_world_and_another_ends_it() {
    let (mut app, context) = bench();
    open(&mut app);
    let size = [1280.0, 720.0];
    let place = place_of(&mut app, &context, size, text!("duelpage-heat-show"));
    click(&mut app, &context, size, place);
    for step in 0.. {
        app.update();
        let duel = app.world().resource::<DuelState>();
        if let Some(pair) = duel.heat.shown() {
            assert_eq!(pair.names, ["`sampled`", "`ati`"]);
            break;
        }
        assert!(step < 2000, "the trees do not come");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    app.update();
    assert_eq!(app.world().resource::<Ui>().page, None);
    open(&mut app);
    let place = place_of(&mut app, &context, size, text!("duelpage-heat-end"));
    click(&mut app, &context, size, place);
    app.update();
    assert!(app.world().resource::<DuelState>().heat.shown().is_none());
}

#[test]
fn a_click_on_a_name_takes_its_tree_into_the_world() {
    let (mut app, context) = bench();
    open(&mut app);
    let size = [1280.0, 720.0];
    let place = place_of(&mut app, &context, size, "fewest-cuts");
    let before = app.world().shown::<OpenedLevel>().tree_id();
    click(&mut app, &context, size, place);
    for step in 0.. {
        app.update();
        let current = app.world().shown::<OpenedLevel>();
        if current.tree_id() != before {
            assert_eq!(current.tree.params().rule.name(), "fewest-cuts");
            break;
        }
        assert!(step < 2000, "the tree is not taken");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}
