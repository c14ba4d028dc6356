//! Tests that the tour card is legible at each station and does not cover what it describes.

use bspwalk_explain::glossary;
use bspwalk_progress::words;
use bspwalk_text::text;

use super::*;
use crate::app::{
    host::{
        shown::ShownIn,
        state::{Act, Action, QueryPlayer},
    },
    tour::{Invitation, STATIONS, Tour, station::Film},
};

/// Draws frames until the texts contain these words. Returns the last frame, with or without them.
fn drawn_with(
    words: &[String],
    (app, context): (&mut App, &egui::Context),
    size: [f32; 2],
    case: &str,
) -> (Rect, String) {
    let mut tries = 0..600;
    loop {
        let (screen, shapes) = draw(app, context, size);
        let text = check_texts(context, screen, &shapes, case);
        let has_words = |words: &String| text.lines().any(|line| line.contains(words));
        if words.iter().all(has_words) || tries.next().is_none() {
            return (screen, text);
        }
        app.update();
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// Goes to a station and waits until it is shown.
fn go(app: &mut App, place: usize) {
    let place_number = u8::try_from(place).expect("there are few");
    app.world_mut()
        .write_message(Act(Action::TourStation(place_number)));
    for step in 0.. {
        app.update();
        let tour = app.world().get_resource::<Tour>();
        let film = app.world().resource::<BuildFilm>();
        let nodes = app.world().shown::<OpenedLevel>().tree.node_count();
        let is_there = tour.is_some_and(|tour| tour.place() == place && tour.is_shown());
        let query = app.world().resource::<QueryPlayer>();
        let current = app.world().shown::<OpenedLevel>();
        let leaves = app.world().shown::<LeafTreeState>().built().is_some();
        if is_there && leaves && !film.is_waiting(nodes) && !query.is_waiting(&current.tree) {
            break;
        }
        assert!(step < 6000, "station {place} does not come");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    app.update();
}

/// Returns texts that must be visible next to the card of a station.
fn beside(name: &str) -> Vec<String> {
    let node = text!("panel-node", node = 0);
    let titled = |kind: OverlayKind| kind.title().to_owned();
    let plain = |words: &[&str]| {
        words
            .iter()
            .map(|&words| words.to_owned())
            .collect::<Vec<String>>()
    };
    match name {
        "plane" => vec![
            titled(OverlayKind::Planes),
            glossary::read(text!("legend-f-in-front")).0,
        ],
        "sides" => vec![titled(OverlayKind::Path), titled(OverlayKind::Planes)],
        // The node cuts 16 of 152 pieces; 48 pieces result.
        "cutting" => plain(&[node.as_str(), "16", "152", "48"]),
        "cost" => plain(&[node.as_str(), text!("panel-try"), text!("panel-score")]),
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
            let leaves = words::counted(2_u32, "leaf with faces");
            // Chinese has a measure word between number and noun, but none after "no".
            let leaves = leaves.trim_start_matches(['2', ' ', '个']);
            plain(&[OverlayKind::Painter.title(), leaves])
        }
        "visible" => vec![titled(OverlayKind::Visible)],
        other => panic!("{other} is a new station: say what must be seen beside its card"),
    }
}

#[test]
fn each_card_is_read_at_a_glance_and_covers_nothing() {
    let (mut app, context) = bare_bench();
    for (place, station) in STATIONS.iter().enumerate() {
        go(&mut app, place);
        for size in [[1280.0, 720.0], [1024.0, 600.0], [1920.0, 1080.0]] {
            let case = format!("{} in {size:?}", station.title);
            // The card refers to the usual size.
            let expected = if size == [1280.0, 720.0] {
                beside(station.name)
            } else {
                Vec::new()
            };
            let (screen, text) = drawn_with(&expected, (&mut app, &context), size, &case);
            let sentences = station
                .sentences
                .iter()
                .map(|sentence| glossary::read(sentence.text.text()).0);
            let has_words = |words: &str| text.lines().any(|line| line.contains(words));
            for words in sentences.chain([station.title.text(), text!("tourcard-try")].map(str::to_owned)) {
                assert!(has_words(&words), "{case}: no {words:?} in {text}");
            }
            let area = |id: &str| context.memory(|memory| memory.area_rect(Id::new(id)));
            let card = area("tour").expect("it is drawn");
            let free = app.world().resource::<layout::Screen>().places.free;
            assert!(
                free.expand(1.0).contains_rect(card),
                "{case}: {card:?} in {free:?}"
            );
            for other in ["left", "right", "tool bar", "model", "build film", "notices"] {
                let Some(taken) = area(other) else { continue };
                let common = card.intersect(taken);
                let overlaps = common.width() > 1.0 && common.height() > 1.0;
                let is_drawn = context.memory(|memory| {
                    let layers = memory.areas().visible_layer_ids();
                    layers.iter().any(|layer| layer.id == Id::new(other))
                });
                assert!(
                    !overlaps || !is_drawn,
                    "{case}: {card:?} hides {other} at {taken:?}"
                );
            }
            // At the usual size, everything it describes is visible, and the level gets most of the window.
            if size == [1280.0, 720.0] {
                for words in beside(station.name) {
                    assert!(has_words(&words), "{case}: no {words:?} in {text}");
                }
                let open = app.world().resource::<layout::Screen>().places.open;
                let share = open.area() / screen.area();
                let least = if station.film == Film::None { 0.3 } else { 0.2 };
                assert!(share > least, "{case}: {share} of the window is left");
            }
        }
    }
}

#[test]
fn the_invitation_is_read_on_the_first_screen_and_the_tour_begins_from_there_and_from_the_help() {
    let (mut app, context) = bare_bench();
    app.world_mut().insert_resource(Invitation);
    let size = [1280.0, 720.0];
    let (screen, shapes) = draw(&mut app, &context, size);
    let text = check_texts(&context, screen, &shapes, "invited");
    assert!(
        text.contains("Begin the tour") && text.contains("Not now"),
        "{text}"
    );
    for opens_help in [false, true] {
        app.world_mut().resource_mut::<Ui>().help = opens_help;
        let (_, shapes) = draw(&mut app, &context, size);
        let name = if opens_help { "Tour" } else { "tour" };
        let places = places_of(&shapes, name);
        let place = places.first().unwrap_or_else(|| panic!("no {name:?}"));
        click(&mut app, &context, size, place.center());
        app.update();
        app.update();
        assert!(app.world().contains_resource::<Tour>(), "by {name:?}");
        assert!(!app.world().resource::<Ui>().help);
        app.world_mut().write_message(Act(Action::Tour));
        for _ in 0..400 {
            app.update();
            if !app.world().contains_resource::<Tour>() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        assert!(!app.world().contains_resource::<Tour>());
    }
}
