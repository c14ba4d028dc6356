//! Tests of the panel's sections: their order and contents, and that they stay as the user left them.

use std::collections::BTreeMap;

use bspwalk_progress::words;
use bspwalk_text::text;

use super::*;
use crate::app::input::settings::{Section, Settings};

/// Returns the visible texts of the panel, with their rectangles.
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
        // A section title is larger than a label with the same text.
        let named = texts.iter().filter(|(text, _)| text == section.title());
        let largest = named.max_by(|a, b| a.1.height().total_cmp(&b.1.height()))?;
        Some((section, largest.1))
    };
    let mut titles: Vec<_> = Section::ALL.into_iter().filter_map(title).collect();
    titles.sort_by(|a, b| a.1.top().total_cmp(&b.1.top()));
    titles
}

fn sections(app: &mut App) -> crate::app::input::settings::Sections {
    app.world().resource::<Settings>().sections.clone()
}

fn open_panel(app: &mut App) {
    app.world_mut().insert_resource(Overlays::none());
    app.world_mut().resource_mut::<Ui>().panel = true;
}

#[test]
fn all_titles_are_seen_at_first_in_their_order() {
    let (mut app, context) = bench();
    open_panel(&mut app);
    let (screen, shapes) = draw(&mut app, &context, [1280.0, 720.0]);
    let order: Vec<Section> = titles(&shapes, screen)
        .into_iter()
        .map(|(section, _)| section)
        .collect();
    assert_eq!(order, Section::ALL);
}

#[test]
fn a_click_on_a_title_is_remembered() {
    let (mut app, context) = bench();
    open_panel(&mut app);
    let size = [1280.0, 720.0];
    for section in Section::ALL {
        let before = sections(&mut app);
        let (screen, shapes) = draw(&mut app, &context, size);
        let Some(&(_, title)) = titles(&shapes, screen)
            .iter()
            .find(|(known, _)| *known == section)
        else {
            panic!("{section:?} is not seen");
        };
        click(&mut app, &context, size, title.center());
        let after = sections(&mut app);
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
            app.world_mut()
                .resource_mut::<Settings>()
                .sections
                .toggle(section);
        }
    }
}

/// Returns texts that each section must contain.
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
fn every_control_can_be_reached_and_nothing_is_cut_off() {
    let (mut app, context) = bench();
    open_panel(&mut app);
    let triangles = words::counted(152_u32, "triangle");
    let expected = expected(&triangles);
    assert!(expected.iter().map(|(section, _)| section).eq(&Section::ALL));
    for section in Section::ALL {
        let settings = &mut app.world_mut().resource_mut::<Settings>().sections;
        if !settings.is_open(section) {
            settings.toggle(section);
        }
    }
    for size in [[1280.0, 720.0], [1024.0, 600.0]] {
        let case = format!("{size:?}");
        draw(&mut app, &context, size);
        // Scroll from top to bottom, and collect the texts below the last visible title.
        let mut under: BTreeMap<Section, String> = BTreeMap::new();
        let mut last = Section::Level;
        for step in 0..240 {
            let wheel = egui::Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: vec2(0.0, if step < 4 { 1.0e4 } else { -30.0 }),
                phase: egui::TouchPhase::Move,
                modifiers: egui::Modifiers::NONE,
            };
            let over = egui::Event::PointerMoved(egui::pos2(60.0, 300.0));
            let (screen, shapes) = frame(&mut app, &context, size, vec![over, wheel]);
            check_texts(&context, screen, &shapes, &case);
            if step < 4 {
                continue;
            }
            let titles = titles(&shapes, screen);
            let order: Vec<Section> = titles.iter().map(|(section, _)| *section).collect();
            assert!(order.is_sorted(), "{case}: {order:?}");
            for (text, rect) in texts(&shapes, screen) {
                let above = titles.iter().rev().find(|(_, title)| title.top() <= rect.top());
                let section = above.map_or(last, |(section, _)| *section);
                let seen = under.entry(section).or_default();
                seen.push_str(&text);
                seen.push('\n');
            }
            last = titles.first().map_or(last, |(first, _)| match first {
                Section::Level => Section::Level,
                first => Section::ALL[*first as usize - 1],
            });
        }
        for (section, words) in &expected {
            let seen = under.get(section).map_or("", String::as_str);
            for words in words {
                assert!(
                    seen.contains(words),
                    "{case}: no {words:?} in {section:?}:\n{seen}"
                );
            }
        }
    }
}
