//! Tests that the tour card is legible at every station and does not cover the objects it describes.

use bspwalk_explain::{glossary, quiz::checks::ChoiceQuestion};
use bspwalk_text::words;

use super::*;
use crate::app::host::prelude::*;
use crate::app::tour::{STATIONS, Tour, station::Film};

/// Draws frames until the given words are on screen. Returns the text of the last frame even if they never appear.
fn texts_with(bench: &mut Bench, words: &[String], size: [f32; 2], case: &str) -> String {
    let mut tries = 0..600;
    loop {
        let text = bench.texts(size, case);
        let has_words = |words: &String| text.lines().any(|line| line.contains(words));
        if words.iter().all(has_words) || tries.next().is_none() {
            return text;
        }
        bench.app.update();
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// Jumps to a tour station and waits until it is shown.
fn go(bench: &mut Bench, place: usize) {
    let number = u8::try_from(place).expect("there are few");
    bench.send(Action::TourStation(number));
    bench.until("the station", |world| {
        let tour = world.get_resource::<Tour>();
        tour.is_some_and(|tour| tour.place == place && tour.is_shown)
            && world.shown::<LeafTreeState>().built().is_some()
    });
    bench.until_filmed();
    bench.app.update();
}

/// Returns strings that must be visible alongside the card of a station.
fn beside(name: &str) -> Vec<String> {
    let plain = |words: &[&str]| words.iter().map(|&words| words.to_owned()).collect::<Vec<_>>();
    match name {
        // The page is not drawn here; `pointer_on_the_page_completes_the_first_task` tests it.
        "polygon" | "next" => Vec::new(),
        "sides" => plain(&[OverlayKind::Path.title(), OverlayKind::Planes.title()]),
        // The root cuts 16 of 152 pieces, which results in 48 pieces.
        "cutting" => plain(&["16", "152", "48"]),
        "cast" => plain(&[text!("legend-query-missed"), text!("query-without-tree")]),
        "push" => plain(&[OverlayKind::Collision.title(), text!("collision-from-above")]),
        "rooms" => plain(&[OverlayKind::Leaves.title(), text!("model-film")]),
        "portals" => {
            let of_eye = text!("legend-portals-of-eye", number = "\n");
            let mut all = plain(&[OverlayKind::Portals.title()]);
            all.extend(around(&of_eye).map(str::to_owned));
            all
        }
        "order" => {
            let leaves = words::count_with_noun(2_u32, "leaf with faces");
            // Chinese has a measure word between number and noun, but none after "no".
            let leaves = leaves.trim_start_matches(['2', ' ', '个']);
            plain(&[OverlayKind::Painter.title(), leaves])
        }
        "visible" => plain(&[OverlayKind::Visible.title()]),
        other => panic!("{other} is a new station: say what must be seen beside its card"),
    }
}

#[test]
fn each_card_is_legible_and_covers_nothing() {
    let mut bench = Bench::bare();
    for (place, station) in STATIONS.iter().enumerate() {
        go(&mut bench, place);
        for size in [USUAL, SIZES[0], [1920.0, 1080.0]] {
            let case = format!("{} in {size:?}", station.title);
            // The card text refers to the default window size.
            let is_usual = size == USUAL;
            let mut expected = if is_usual {
                beside(station.name)
            } else {
                Vec::new()
            };
            let text = texts_with(&mut bench, &expected, size, &case);
            let sentences = station.sentences.iter();
            expected.extend(sentences.map(|(text, _)| glossary::strip_term_marks(text.text()).0));
            expected.extend([station.title.text(), text!("tourcard-try")].map(str::to_owned));
            for words in expected {
                let is_there = text.lines().any(|line| line.contains(&words));
                assert!(is_there, "{case}: no {words:?} in {text}");
            }
            bench.assert_fits("tour", &case);
            let others = ["left", "right", "tool bar", "model", "build film", "notices"];
            bench.assert_hides_none("tour", &others, &case);
            // At the default window size, the level gets most of the window.
            let places = bench.places();
            let share = places.open.area() / places.window.area();
            let least = if station.setup.film == Film::None {
                0.3
            } else {
                0.2
            };
            assert!(
                !is_usual || share > least,
                "{case}: {share} of the window is left"
            );
        }
    }
}

/// Returns a check question as long as the longest real ones.
fn long_check() -> ChoiceQuestion {
    let choices = ["only the front child", "only the back child", "both children"];
    ChoiceQuestion {
        text: "The sphere's centre is 34.2 cm in front of the plane of node 120. Its radius is 40.0 cm. Which children \
               does the search visit?"
            .into(),
        choices: choices.map(str::to_owned).to_vec(),
        right: 2,
        why: "The distance of 34.2 cm is less than the radius of 40.0 cm, so the sphere straddles the plane.".into(),
        at: Some(Vec3::ONE),
        named_leaves: Vec::new(),
        film: None,
    }
}

#[test]
fn cards_cover_at_most_a_third_of_the_view() {
    let mut bench = Bench::bare();
    for (place, station) in STATIONS.iter().enumerate() {
        go(&mut bench, place);
        for is_answered in [false, true] {
            let case = format!("{}, answered: {is_answered}", station.title);
            if is_answered {
                let mut tour = bench.resource_mut::<Tour>();
                (tour.is_done, tour.given) = (true, Some(0));
                tour.check = Some(long_check());
            }
            bench.texts(USUAL, &case);
            bench.assert_fits("tour", &case);
            let cards = [
                "tour",
                "left",
                "right",
                "model",
                "build film",
                "query film",
                "notices",
            ];
            let cards: Vec<_> = cards.iter().filter_map(|card| bench.card(card)).collect();
            let area: f32 = cards.iter().map(Rect::area).sum();
            let view = bench.places().free;
            assert!(3.0 * area <= view.area(), "{case}: {cards:?} in {view:?}");
        }
    }
}

#[test]
fn click_answers_the_question() {
    let mut bench = Bench::bare();
    go(&mut bench, 1);
    let check = long_check();
    let mut tour = bench.resource_mut::<Tour>();
    tour.is_done = true;
    tour.check = Some(check.clone());
    let (_, shapes) = bench.draw(USUAL);
    let places = places_of(&shapes, &check.choices[1]);
    let place = places.first().expect("the choice is drawn").center();
    bench.click(USUAL, place);
    bench.app.update();
    assert_eq!(bench.resource::<Tour>().given, Some(1));
    let text = bench.texts(USUAL, "answered");
    let wrong = text!("tourcard-check-wrong", right = check.choices[check.right]);
    assert_has(&text, [wrong, check.why], "answered");
}

#[test]
fn pointer_on_the_page_completes_the_first_task() {
    let mut bench = Bench::with_planar_page();
    go(&mut bench, 0);
    for size in [SIZES[0], USUAL] {
        let case = format!("{size:?}");
        let (_, shapes) = bench.draw(size);
        assert!(!places_of(&shapes, text!("polygon-title")).is_empty(), "{case}");
        bench.assert_fits("tour", &case);
        bench.assert_fits("planar page", &case);
        bench.assert_hides_none("planar page", &["tour"], &case);
    }
    assert!(!bench.resource::<Tour>().is_done);
    let page = bench.card("planar page").expect("it is open");
    let steps = || (1..20_u8).map(|step| f32::from(step) / 20.0);
    for (x, y) in steps().flat_map(|x| steps().map(move |y| (x, y))) {
        let at = page.lerp_inside(vec2(x, y));
        bench.frame(USUAL, vec![egui::Event::PointerMoved(at)]);
    }
    let probe = *bench.resource::<PolygonProbe>();
    assert!(probe.was_inside && probe.was_outside, "{probe:?}");
    bench.app.update();
    assert!(bench.resource::<Tour>().is_done);
}

#[test]
fn tour_begins_from_the_invitation_and_the_help() {
    let mut bench = Bench::bare();
    bench.insert_resource(Invitation);
    let text = bench.texts(USUAL, "invited");
    assert_has(&text, ["Begin the tour", "Not now"], "invited");
    for (name, opens_help) in [(text!("tourcard-begin"), false), ("Tour", true)] {
        bench.resource_mut::<ProgramState>().ui.help = opens_help.then_some(0);
        let (_, shapes) = bench.draw(USUAL);
        let places = places_of(&shapes, name);
        let place = places.first().unwrap_or_else(|| panic!("no {name:?}"));
        bench.click(USUAL, place.center());
        bench.app.update();
        bench.app.update();
        assert!(bench.contains_resource::<Tour>(), "by {name:?}");
        assert!(bench.resource::<ProgramState>().ui.help.is_none());
        bench.write_message(Act(Action::Tour));
        bench.until("the end of the tour", |world| !world.contains_resource::<Tour>());
    }
}
