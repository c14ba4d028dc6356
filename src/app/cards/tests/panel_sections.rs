//! Tests the panel: sections stay as the user left them, every control can be reached, and keys can be bound.

use std::collections::BTreeMap;

use bspwalk_session::actions::{Source, control_named};
use bspwalk_text::words;
use bspwalk_trees::NodeId;

use super::*;
use crate::app::input::bindings::{Bindings, KeyChange};
use crate::app::input::settings::{Disclosure, Section, Settings};

/// Returns the visible strings of the panel and their rectangles.
fn texts(shapes: &[ClippedShape], screen: Rect) -> Vec<(String, Rect)> {
    let panel = screen.with_max_x(layout::PANEL_WIDTH);
    let texts = super::texts(shapes).into_iter().filter_map(|(text, clip)| {
        let rect = text.galley.mesh_bounds.translate(text.pos.to_vec2());
        let is_visible = clip.intersect(panel).contains_rect(rect.shrink(1.5));
        is_visible.then(|| (text.galley.text().to_owned(), rect))
    });
    texts.collect()
}

/// Returns the rectangles of the visible section titles, from top to bottom.
fn titles(shapes: &[ClippedShape], screen: Rect) -> Vec<(Section, Rect)> {
    let texts = texts(shapes, screen);
    let title = |section: Section| {
        // A section title has a larger font than a label with the same text.
        let named = texts.iter().filter(|(text, _)| text == section.title());
        let largest = named.max_by(|a, b| a.1.height().total_cmp(&b.1.height()))?;
        Some((section, largest.1))
    };
    let mut titles: Vec<_> = Section::ALL.into_iter().filter_map(title).collect();
    titles.sort_by(|a, b| a.1.top().total_cmp(&b.1.top()));
    titles
}

/// Shows the level with nothing but the panel, and opens the given sections.
fn open_panel(is_open: impl Fn(Section) -> bool) -> Bench {
    let mut bench = Bench::full();
    bench.resource_mut::<ProgramState>().overlays = Overlays::none();
    bench.resource_mut::<ProgramState>().ui.panel = true;
    let sections = &mut bench.resource_mut::<Settings>().sections;
    for section in Section::ALL {
        if sections.is_open(section) != is_open(section) {
            sections.toggle(section);
        }
    }
    bench
}

/// Scrolls the panel from top to bottom by a number of points at a time, and calls a function for each frame.
fn scroll(
    bench: &mut Bench,
    size: [f32; 2],
    (steps, points): (u32, f32),
    mut read: impl FnMut(Rect, &[ClippedShape], String),
) {
    let over = egui::pos2(60.0, 300.0);
    for _ in 0..4 {
        bench.frame(size, wheel(over, 1.0e4));
    }
    for _ in 0..steps {
        let (screen, shapes) = bench.frame(size, wheel(over, -points));
        let text = check_texts(&bench.context, screen, &shapes, &format!("{size:?}"));
        read(screen, &shapes, text);
    }
}

#[test]
fn titles_are_in_order_and_a_click_folds_one() {
    // With all sections closed, every title is in view.
    let mut bench = open_panel(|_| false);
    for section in Section::ALL {
        let before = bench.resource::<Settings>().sections.clone();
        let (screen, shapes) = bench.draw(USUAL);
        let titles = titles(&shapes, screen);
        let order = titles.iter().map(|(section, _)| *section);
        assert!(order.eq(Section::ALL), "{titles:?}");
        bench.click(USUAL, titles[section as usize].1.center());
        let after = &mut bench.resource_mut::<Settings>().sections;
        for other in Section::ALL {
            let changed = before.is_open(other) != after.is_open(other);
            assert_eq!(
                changed,
                other == section,
                "{other:?} after a click on {section:?}"
            );
        }
        // Close it again, so that the next title is visible.
        if after.is_open(section) {
            after.toggle(section);
        }
    }
}

/// Returns strings that each section must contain.
fn expected(triangles: &str) -> [(Section, Vec<&str>); 6] {
    let level = vec![text!("panel-open"), triangles, text!("panel-more-about")];
    let see = vec![
        text!("panel-view"),
        OverlayKind::Planes.title(),
        text!("panel-colour-by"),
        text!("panel-palette"),
    ];
    let tree = vec![
        text!("panel-fragment-count"),
        text!("duelpage-depths"),
        text!("panel-selected"),
        text!("panel-build-rule"),
        text!("panel-rebuild"),
    ];
    let visibility = vec![
        text!("panel-portals"),
        text!("panel-culling"),
        text!("panel-freeze"),
        OverlayKind::Sight.title(),
        text!("panel-matrix"),
        text!("panel-structure"),
    ];
    let body = vec![
        text!("panel-movement"),
        text!("panel-noclip"),
        text!("panel-method"),
        text!("panel-radius"),
        text!("panel-gravity"),
        text!("panel-game-feel"),
        text!("panel-to-spawn"),
    ];
    let program = vec![
        text!("program-field-of-view"),
        text!("program-sensitivity"),
        text!("keys-invert-upwards"),
        text!("program-head-bob"),
        text!("access-text-size"),
        text!("access-reduced-motion"),
        text!("program-all-keys"),
        text!("panel-frame-time"),
    ];
    [
        (Section::Level, level),
        (Section::See, see),
        (Section::Tree, tree),
        (Section::Visibility, visibility),
        (Section::Body, body),
        (Section::Program, program),
    ]
}

#[test]
fn every_control_can_be_reached() {
    let mut bench = open_panel(|_| true);
    let triangles = words::count_with_noun(152_u32, "triangle");
    let expected = expected(&triangles);
    assert!(expected.iter().map(|(section, _)| section).eq(&Section::ALL));
    for size in [USUAL, SIZES[0]] {
        bench.draw(size);
        // Collect the strings below the last visible title.
        let mut under: BTreeMap<Section, String> = BTreeMap::new();
        let mut last = Section::Level;
        scroll(&mut bench, size, (236, 30.0), |screen, shapes, _| {
            let titles = titles(shapes, screen);
            assert!(titles.is_sorted_by_key(|(section, _)| *section), "{titles:?}");
            for (text, rect) in texts(shapes, screen) {
                let above = titles.iter().rev().find(|(_, title)| title.top() <= rect.top());
                let section = above.map_or(last, |(section, _)| *section);
                *under.entry(section).or_default() += &(text + "\n");
            }
            last = titles.first().map_or(last, |(first, _)| match first {
                Section::Level => Section::Level,
                first => Section::ALL[*first as usize - 1],
            });
        });
        for (section, words) in &expected {
            let seen = under.get(section).map_or("", String::as_str);
            assert_has(seen, words, &format!("{section:?} in {size:?}"));
        }
    }
}

#[test]
fn details_of_a_card_unfold_and_stay_open() {
    let (mut bench, size) = (Bench::bare(), SIZES[2]);
    bench.resource_mut::<ProgramState>().level.selected.node = Some(NodeId::ROOT);
    let case = "the card of the root";
    let by_hand = text!("whatif-by-hand");
    let (screen, shapes) = bench.draw(size);
    let text = check_texts(&bench.context, screen, &shapes, case);
    assert_has(&text, [text!("panel-node", node = 0)], case);
    assert!(!text.contains(by_hand), "{case}: {text}");
    let title = places_of(&shapes, text!("panel-more-about")).pop();
    bench.click(size, title.expect("the title of the details").center());
    let is_open = |bench: &Bench| {
        let settings = bench.resource::<Settings>();
        settings.disclosures.is_open(Disclosure::Node)
    };
    assert!(is_open(&bench));
    assert_has(&bench.texts(size, case), [by_hand], case);
    // Selecting another node keeps the details open.
    bench.resource_mut::<ProgramState>().level.selected.node = Some(NodeId(1));
    assert_has(&bench.texts(size, case), [by_hand], case);
    assert!(is_open(&bench));
}

/// Binds a walking control to F13, which no preset uses.
fn bind_walking(bench: &mut Bench) {
    let mut keys = bench.resource::<Bindings>().0.clone();
    let walk = control_named("toggle-walking").expect("a control");
    let taken = keys.reassign(walk, Source::F(13));
    let problem = taken.and(keys.unbind(walk, Source::Char('g'))).err();
    assert!(problem.is_none(), "{problem:?}");
    bench.insert_resource(Bindings(keys));
    bench.app.update();
}

#[test]
fn help_names_bound_keys() {
    let mut bench = Bench::full();
    bench.resource_mut::<ProgramState>().overlays = Overlays::none();
    bench.resource_mut::<ProgramState>().ui.help = Some(0);
    assert!(!bench.texts(SIZES[2], "as shipped").contains("F13"));
    bind_walking(&mut bench);
    assert_has(&bench.texts(SIZES[2], "bound"), ["F13"], "bound");
}

#[test]
fn panel_lists_all_controls_and_asks_for_a_key() {
    let mut bench = open_panel(|section| section == Section::Program);
    bind_walking(&mut bench);
    bench.write_message(KeyChange::Listen("toggle-walking".into(), None));
    bench.app.update();
    for size in [USUAL, SIZES[0]] {
        bench.draw(size);
        let mut seen = String::new();
        scroll(&mut bench, size, (296, 60.0), |_, _, text| seen += &text);
        let expected = ["QWERTY", "Press a key", "F13", "Walk or fly", "Quit", "Reset all"];
        assert_has(&seen, expected, &format!("{size:?}"));
    }
}
