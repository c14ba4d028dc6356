//! Tests of the page with mouse, touch, keyboard and links.

use bspwalk_planar_page::{
    drawing::{Kind, MOST_CORNERS},
    eye::{Eye, STRIP},
    frame::{SightFrame, choices},
    page::Page,
    svg::svg,
};
use glam::DVec2;

const REACH: f64 = 10.0;

/// Returns a page whose polygon picture is 600×600 pixels.
fn page() -> Page {
    let mut page = Page::default();
    page.resize(DVec2::splat(600.0), DVec2::splat(400.0));
    page
}

fn open(page: &mut Page, query: &str) {
    let pairs = query.trim_start_matches('?').split('&');
    page.open(pairs.filter_map(|pair| pair.split_once('=')));
}

/// Returns the pixel position of a point in the example, whose coordinates are from 0 to 10. The margin on each side is
/// a tenth of the picture.
fn pixel(x: f64, y: f64) -> DVec2 {
    DVec2::new(60.0 + 48.0 * x, 540.0 - 48.0 * y)
}

fn click(page: &mut Page, at: DVec2, time: f64) {
    page.press(at, REACH);
    page.release(at, time);
}

fn drag(page: &mut Page, from: DVec2, to: DVec2) {
    page.press(from, REACH);
    page.drag(from.lerp(to, 0.5));
    page.drag(to);
    page.release(to, 1.0e6);
}

#[test]
fn page_opens_with_ten_edges_and_point_tests() {
    let mut page = page();
    let frame = page.frame();
    assert!(
        frame.verdict.starts_with(
            "The polygon has 10 edges, with the interior on the left of each. Its tree has 9 nodes"
        ),
        "{}",
        frame.verdict
    );
    assert!(!frame.is_fault && frame.notice.is_none() && frame.query.is_empty());
    assert_eq!(
        (frame.shown, frame.all, frame.preset.as_str()),
        (9, 9, "ten-edges")
    );
    assert_eq!(frame.tests.len(), frame.count as usize);
    assert!(frame.figure.is_some() && frame.tree.is_some());
    page.hover(pixel(5.0, 1.0), REACH);
    let frame = page.frame();
    assert!(
        frame
            .headline
            .starts_with("(5.00, 1.00) is inside. The tree needs "),
        "{}",
        frame.headline
    );
    assert!(
        frame.figure.is_none(),
        "only what follows the point is drawn again"
    );
    page.hover(pixel(1.0, 3.0), REACH);
    assert_eq!(page.frame().end, "outside");
    // The point returns to where it was last placed.
    click(&mut page, pixel(5.0, 6.0), 0.0);
    page.hover(pixel(1.0, 3.0), REACH);
    page.leave();
    assert!(page.frame().headline.starts_with("(5.00, 6.00) is inside"));
    assert!(choices().iter().flatten().flatten().all(|text| !text.is_empty()));
}

#[test]
fn corners_are_dragged_added_and_deleted() {
    let mut page = page();
    drag(&mut page, pixel(10.0, 10.0), pixel(9.1, 8.9));
    let query = page.query(false);
    assert!(query.contains("_9,9_"), "it snaps to the grid: {query}");
    page.set_snap(false);
    drag(&mut page, pixel(9.0, 9.0), pixel(9.125, 9.0));
    assert!(page.query(false).contains("_9.1"), "{}", page.query(false));
    // A single undo reverts a whole drag, and a click is not a change.
    page.undo();
    page.undo();
    click(&mut page, pixel(0.0, 0.0), 0.0);
    let frame = page.frame();
    assert!(frame.query.is_empty() && !frame.can_undo && frame.can_redo && frame.can_delete);
    page.delete_corner();
    assert!(page.frame().verdict.contains("has 9 edges"));
    page.undo();
    // Two quick clicks on an edge add a corner there, but two slow clicks do not.
    page.set_snap(true);
    let edge = pixel(3.1, 0.0);
    click(&mut page, edge, 1000.0);
    click(&mut page, edge, 2000.0);
    assert_eq!(page.frame().add_to.as_deref(), Some("A"));
    click(&mut page, edge, 2200.0);
    assert!(
        page.query(false).contains("polygon=0,0_3,0_6,0"),
        "{}",
        page.query(false)
    );
    page.remove_at(pixel(3.0, 0.0), REACH);
    assert!(page.frame().query.is_empty());
    // The secondary button has no effect where there is no corner.
    page.remove_at(pixel(5.0, 5.0), REACH);
    click(&mut page, edge, 5000.0);
    page.add_corner();
    assert!(page.query(false).contains("0,0_3,0_6,0"));
    // A cancelled drag must not change the drawing.
    page.press(pixel(10.0, 10.0), REACH);
    page.drag(pixel(8.0, 8.0));
    page.cancel();
    assert!(page.query(false).contains("_10,10_"));
}

#[test]
fn loops_are_drawn_click_by_click() {
    let mut page = page();
    page.clear();
    let frame = page.frame();
    assert!(
        frame.verdict.starts_with("There is no polygon yet") && frame.all == 0,
        "{}",
        frame.verdict
    );
    for corner in [pixel(1.1, 1.0), pixel(9.0, 1.0), pixel(9.0, 9.0)] {
        click(&mut page, corner, 0.0);
    }
    assert!(page.frame().verdict.contains("counter-clockwise"));
    click(&mut page, pixel(1.05, 0.95), 0.0);
    let frame = page.frame();
    assert!(frame.verdict.contains("has 3 edges"), "{}", frame.verdict);
    assert_eq!(page.query(false), "?polygon=1,1_9,1_9,9");
    assert!(!page.is_drawing());
    page.undo();
    assert!(page.is_drawing() && page.frame().all == 0);
    page.toggle_loop();
    assert!(!page.is_drawing() && page.drawing().open().is_empty());
}

#[test]
fn fault_is_reported_and_last_good_figure_kept() {
    let mut page = page();
    page.press(pixel(10.0, 10.0), REACH);
    page.drag(pixel(9.0, 9.0));
    let good = page.query(false);
    page.drag(pixel(5.0, 1.0));
    let frame = page.frame();
    assert!(
        frame.is_fault && frame.verdict.contains("edges may only meet at the corner"),
        "{}",
        frame.verdict
    );
    assert_eq!((frame.query, frame.all > 0), (good, true));
    page.release(pixel(5.0, 1.0), 0.0);
    assert!(page.frame().is_fault);
    page.undo();
    assert!(!page.frame().is_fault && page.query(false).is_empty());
    // A polygon that is a single triangle cannot lose a corner.
    open(&mut page, "polygon=0,0_4,0_0,4");
    page.key("n", false);
    page.delete_corner();
    let notice = page.frame().notice.expect("it is said");
    assert!(notice.contains("a loop needs at least three"), "{notice}");
    assert!(page.frame().verdict.contains("has 3 edges"));
}

#[test]
fn divisions_are_shown_depth_by_depth() {
    let mut page = page();
    page.show(0);
    let frame = page.frame();
    assert_eq!(
        (frame.shown, frame.depth, frame.count, frame.end),
        (0, 0, 0, "undivided")
    );
    let mut last = 0;
    loop {
        page.step(true, true);
        let frame = page.frame();
        assert_eq!(frame.depth, last + 1);
        last = frame.depth;
        assert!(frame.tests.len() <= last as usize);
        if frame.shown == frame.all {
            break;
        }
        assert!(page.query(false).ends_with(&format!("?shown={}", frame.shown)));
        assert!(frame.division.starts_with(&format!("Split {}", frame.shown)));
    }
    page.step(false, false);
    assert_eq!(page.frame().shown, 8);
    // Changing the rule changes the tree.
    page.take_rule("first-edge");
    let frame = page.frame();
    assert_eq!(
        (frame.rule, frame.query.as_str()),
        ("first-edge", "?rule=first-edge")
    );
    assert!(frame.verdict.contains("has 10 edges"));
}

#[test]
fn links_restore_the_figure() {
    let mut page = page();
    drag(&mut page, pixel(10.0, 10.0), pixel(7.0, 9.0));
    page.take_rule("first-edge");
    page.show(3);
    click(&mut page, pixel(2.0, 5.0), 0.0);
    let (query, frame) = (page.query(true), page.frame());
    let mut other = self::page();
    open(&mut other, &query);
    let opened = other.frame();
    assert_eq!(other.query(true), query);
    assert_eq!((opened.headline, opened.tests), (frame.headline, frame.tests));
    assert_eq!(opened.verdict, frame.verdict);
    assert!(!opened.can_undo, "a page begins with its address");
    open(&mut other, "");
    assert!(other.frame().can_undo);
    assert!(
        other.query(false).is_empty(),
        "an empty query is the first preset"
    );
}

#[test]
fn bad_links_keep_the_current_figure() {
    let mut page = page();
    open(&mut page, "preset=star");
    let endless: String = (0..100_000_u64).map(|i| format!("{i},{}_", i * i)).collect();
    for (query, words) in [
        ("polygon=0,0_4,4_4,0_0,4", "edges may only meet at the corner"),
        ("polygon=0,0_4,0_4,0_0,4", "repeats the one before it"),
        ("polygon=0,0_4,0_0,0", "repeats the one before it"),
        ("polygon=0,0_0,4_4,0", "oop 0 winds clockwise"),
        ("polygon=NaN,0_4,0_0,4", "coordinates must be numbers"),
        ("polygon=1e999,0_4,0_0,4", "coordinates must be numbers"),
        ("polygon=0,0_4,0", "a loop needs at least three"),
        ("polygon=0,0_4,0_8,0", "meet"),
        ("polygon=hello", "is not a corner"),
        (&format!("polygon={endless}"), "more than 500 corners"),
        ("shown=many", "is not a number of splits"),
        ("rule=none", "rule “none” does not exist"),
    ] {
        open(&mut page, query);
        let frame = page.frame();
        let notice = frame.notice.expect("it is said");
        assert!(
            notice.starts_with("The link ") && notice.contains(words),
            "{notice}"
        );
        assert!(notice.ends_with('.') && notice.len() < 400, "{notice}");
        assert_eq!((frame.preset.as_str(), frame.rule), ("star", "fewest-cuts"));
    }
}

#[test]
fn corner_limit_is_enforced() {
    let corner = |i: usize| DVec2::from_angle(std::f64::consts::TAU * i as f64 / MOST_CORNERS as f64) * 1.0e6;
    let corners: Vec<String> = (0..MOST_CORNERS)
        .map(corner)
        .map(|at| format!("{},{}", at.x, at.y))
        .collect();
    let mut page = page();
    open(&mut page, &format!("polygon={}", corners.join("_")));
    let frame = page.frame();
    assert!(
        frame.notice.is_none() && frame.verdict.contains("has 500 edges"),
        "{:?}",
        frame.notice
    );
    page.key("n", false);
    assert!(page.frame().add_to.is_none());
    page.add_corner();
    assert!(
        page.frame()
            .notice
            .is_some_and(|notice| notice.contains("at most 500 corners"))
    );
}

#[test]
fn keys_match_pointer_actions() {
    let mut page = page();
    let before = page.frame().headline;
    assert!(page.key("ArrowRight", false));
    assert_ne!(page.frame().headline, before);
    assert!(page.key("n", false) && page.key("p", false) && page.key("n", false));
    assert!(page.key("ArrowDown", false));
    assert!(
        page.query(false).contains("polygon=0,-0.5_6,0"),
        "{}",
        page.query(false)
    );
    assert!(page.key("a", false) && page.frame().verdict.contains("has 11 edges"));
    assert!(page.key("Delete", false) && page.frame().verdict.contains("has 10 edges"));
    for key in ["Home", "PageDown", "]", "[", "PageUp", "End", "Escape"] {
        page.key(key, false);
    }
    assert!(!page.key("q", false) && !page.key("Tab", false));
    assert_eq!(page.frame().shown, page.frame().all);
}

fn sight(page: &mut Page) -> SightFrame {
    page.frame().sight.expect("there is an eye")
}

#[test]
fn free_segments_have_an_eye_and_columns() {
    let mut page = page();
    assert!(page.frame().sight.is_none() && !page.frame().is_free);
    page.take_preset("room");
    let frame = page.frame();
    assert!(frame.is_free && frame.preset == "room", "{}", frame.preset);
    assert!(
        frame.verdict.contains("has 12 segments but no inside"),
        "{}",
        frame.verdict
    );
    assert_eq!((frame.end, frame.query.as_str()), ("cell", "?preset=room"));
    assert!(
        frame
            .headline
            .ends_with("Free segments have no inside or outside.")
    );
    assert!(
        frame
            .figure
            .is_some_and(|figure| !svg(&figure, false).contains("NaN"))
    );
    let whole = sight(&mut page);
    assert!(
        whole.view.starts_with("All 320 columns are solid"),
        "{}",
        whole.view
    );
    assert_eq!(whole.shown, whole.all);
    // The strip of columns is filled visit by visit.
    page.show_visits(0);
    let empty = page.frame();
    let words = empty.sight.expect("there is an eye").visit;
    assert_eq!(words, "No segment has been visited yet.");
    page.step_visit(true);
    let first = page.frame();
    assert_ne!(svg(&first.figure_over, false), svg(&empty.figure_over, false));
    assert!(
        first
            .sight
            .is_some_and(|sight| sight.shown == 1 && sight.visit.starts_with("Visit 1: "))
    );
    assert!(page.key("+", false) && page.key("-", false));
    assert_eq!(sight(&mut page).shown, 1);
    page.show_visits(whole.all);
    page.step_visit(true);
    assert_eq!(sight(&mut page).shown, whole.all);
    // The walls in the other preset of free segments do not fill the view.
    page.take_preset("walls");
    assert!(sight(&mut page).view.contains("of 320 columns are solid."));
    page.take_preset("star");
    assert!(!page.is_free() && page.frame().sight.is_none());
    assert!(!page.key("e", false), "a polygon has no eye");
}

#[test]
fn eye_is_dragged_turned_and_moved_by_keys() {
    let mut page = page();
    // The eye is inside the bounds, so the view does not depend on it. The drawing is 536 pixels high, including its
    // margins.
    open(&mut page, "segments=0,0_10,0_10,10_0,10_0,0&eye=5,5,90");
    let margin = 0.1 * (600.0 - STRIP);
    let scale = (600.0 - STRIP - 2.0 * margin) / 10.0;
    let left = (600.0 - 10.0 * scale) / 2.0;
    let pixel = |x: f64, y: f64| DVec2::new(left + scale * x, 600.0 - STRIP - margin - scale * y);
    assert_eq!(page.eye().degrees, 90.0);
    drag(&mut page, pixel(5.0, 5.0), pixel(2.0, 3.0));
    assert!(
        page.eye().at.distance(DVec2::new(2.0, 3.0)) < 0.02,
        "{:?}",
        page.eye()
    );
    let before = page.frame().figure_over;
    // The handle is above the eye, in the view direction.
    let handle = pixel(2.0, 3.0) - DVec2::new(0.0, 46.0);
    drag(&mut page, handle, pixel(8.0, 3.0));
    assert_eq!(page.eye().degrees, 0.0);
    assert_ne!(page.frame().figure_over, before);
    // A cancelled drag must not change the eye, and neither the eye nor the point can be placed on the strip.
    let eye = page.eye();
    page.press(pixel(2.0, 3.0), REACH);
    page.drag(pixel(7.0, 7.0));
    page.cancel();
    assert_eq!(page.eye(), eye);
    let headline = page.frame().headline;
    click(&mut page, DVec2::new(300.0, 590.0), 0.0);
    page.hover(DVec2::new(300.0, 590.0), REACH);
    let frame = page.frame();
    assert_eq!(frame.headline, headline);
    assert!(
        frame.division.contains("node uses the line of"),
        "{}",
        frame.division
    );
    page.leave();
    // Keys can also move and turn the eye.
    assert!(page.key("e", false) && page.key("ArrowUp", false));
    assert!(page.eye().at.y > eye.at.y && page.eye().degrees == 0.0);
    assert!(page.key("e", false) && page.key("ArrowLeft", false));
    assert_eq!(page.eye().degrees, 5.0);
    page.key("ArrowRight", true);
    assert_eq!(page.eye().degrees, 4.0);
    assert!(page.key("e", false) && page.frame().headline == headline);
    page.key("ArrowUp", false);
    assert_ne!(page.frame().headline, headline);
    // An eye with invalid numbers is ignored, and a link restores the eye.
    let eye = page.eye();
    page.set_eye(Eye {
        at: DVec2::NAN,
        ..eye
    });
    let query = page.query(true);
    let mut other = self::page();
    open(&mut other, &query);
    assert_eq!((other.eye(), other.query(true)), (eye, query));
    assert_eq!(sight(&mut other).view, sight(&mut page).view);
}

#[test]
fn chains_are_drawn_and_ended() {
    let mut page = page();
    page.take_preset("room");
    page.clear();
    assert!(page.is_free() && page.is_drawing());
    let frame = page.frame();
    assert!(
        frame.verdict.starts_with("There are no segments yet"),
        "{}",
        frame.verdict
    );
    assert_eq!(frame.sight.map(|sight| sight.all), Some(0));
    for (i, corner) in [[100.0, 100.0], [300.0, 100.0], [300.0, 300.0]]
        .into_iter()
        .enumerate()
    {
        click(&mut page, DVec2::from_array(corner), 1000.0 * i as f64);
    }
    assert!(page.frame().verdict.contains("press Enter"));
    assert!(page.key("Enter", false) && !page.is_drawing());
    assert!(
        page.frame().verdict.contains("has 2 segments"),
        "{}",
        page.frame().verdict
    );
    assert!(page.query(false).starts_with("?segments="));
    // A double click ends a chain, and Escape discards it.
    page.toggle_loop();
    let (start, end) = (DVec2::new(80.0, 400.0), DVec2::new(500.0, 420.0));
    click(&mut page, start, 10_000.0);
    click(&mut page, end, 11_000.0);
    click(&mut page, end, 11_200.0);
    assert!(page.frame().verdict.contains("has 3 segments") && !page.is_drawing());
    page.toggle_loop();
    click(&mut page, start, 20_000.0);
    assert!(page.key("Escape", false) && !page.is_drawing());
    assert!(page.frame().verdict.contains("has 3 segments"));
    // Open chains are omitted from a polygon, and undo restores them.
    page.set_kind(Kind::Polygon);
    assert_eq!(page.frame().preset, "ten-edges");
    page.undo();
    assert!(page.is_free() && page.frame().verdict.contains("has 3 segments"));
    // A polygon becomes a closed chain.
    page.take_preset("star");
    page.set_kind(Kind::Segments);
    assert!(page.frame().verdict.contains("has 14 segments"));
    page.set_kind(Kind::Polygon);
    assert_eq!(page.query(false), "?preset=star");
}

#[test]
fn random_pointer_input_never_panics() {
    let mut page = page();
    let mut state = 7_u32;
    let mut random = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    for time in 0..4000 {
        let at = DVec2::new(f64::from(random(700)) - 50.0, f64::from(random(700)) - 50.0);
        match random(22) {
            0 => page.press(at, 40.0),
            1..=3 => page.drag(at),
            4 => page.release(at, f64::from(time)),
            5 => page.hover(at, 10.0),
            6 => page.remove_at(at, 40.0),
            7 => page.undo(),
            8 => page.redo(),
            9 => page.step(random(2) == 0, random(2) == 0),
            10 => page.mark(at, 10.0),
            11 => page.take_preset(&choices()[0][random(6) as usize][0]),
            18 => page.take_preset(&choices()[2][random(3) as usize][0]),
            19 => page.set_kind([Kind::Polygon, Kind::Segments][random(2) as usize]),
            20 => page.step_visit(random(2) == 0),
            21 => _ = page.key(["e", "Enter", "Escape", "ArrowLeft"][random(4) as usize], false),
            12 => page.add_corner(),
            13 => page.cancel(),
            14 => page.resize(at, at),
            15 => page.toggle_loop(),
            16 if time % 20 == 0 => page.clear(),
            _ => page.leave(),
        }
        if time % 8 == 0 {
            let frame = page.frame();
            assert!(!svg(&frame.figure_over, false).contains("NaN"));
        }
    }
    for at in [DVec2::NAN, DVec2::splat(f64::INFINITY), DVec2::splat(-1.0e300)] {
        page.hover(at, REACH);
        page.press(at, REACH);
        page.drag(at);
        page.release(at, f64::NAN);
        page.mark(at, REACH);
        page.resize(at, at);
        page.frame();
    }
}
