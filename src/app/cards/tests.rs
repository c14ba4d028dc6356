//! Tests of everything drawn over the level, without a window. All of it is on screen and complete, and no card hides
//! another.

mod bound_keys;
mod build_film;
mod definitions;
mod duel_page;
mod help;
mod map_card;
mod panel_sections;
mod query_film;
mod quiz_card;
mod tool_bar_place;
mod tour_card;
mod tree_dock;

use bevy::{input::InputPlugin, prelude::*};
use bevy_egui::{EguiContext, EguiPrimaryContextPass, EguiUserTextures, PrimaryEguiContext, egui};
use bspwalk_session::{
    overlays::OverlayKind,
    stop_reason::{self, Reason},
};
use bspwalk_text::text;
use bspwalk_trees::{
    Feature,
    collision::mover::{Obstruction, Surface},
};
use egui::{
    Id, Rect, Shape,
    epaint::{ClippedShape, TextShape},
    vec2,
};

use super::*;
use crate::app::{
    add_logic, dock,
    host::{
        shown::ShownIn,
        state::{LevelName, Notice, OpenedLevel, Overlays, Player, Selection},
    },
    input::settings::SettingsPath,
    level::leaf_tree::{ChosenLeaf, Culling, CullingReport, LeafTreeState},
    menu::{self, tool_bar},
    pages::map,
    paint::overlays::{
        CurrentTreeStats, DrawnOverlays, OverlayReport, OverlayScenePlugin, SectionFacts, SelectionPlugin,
    },
    panel,
    platform::accessibility,
    tour,
};
use crate::cli::WindowArgs;

/// Inner window sizes, in logical pixels.
const SIZES: [[f32; 2]; 4] = [[1024.0, 600.0], [1280.0, 720.0], [3840.0, 2160.0], [640.0, 400.0]];

/// Creates the app with a level and everything selected, shown and explained.
pub(in crate::app) fn bench() -> (App, egui::Context) {
    let (mut app, context) = bare_bench();
    everything(&mut app);
    (app, context)
}

/// Creates the app with a level in its initial state.
pub(in crate::app) fn bare_bench() -> (App, egui::Context) {
    // Systems run on other threads, so this sets the language of all running tests.
    if let Ok(tag) = std::env::var("BSPWALK_TEST_LANGUAGE") {
        assert!(
            bspwalk_text::set_language(&tag).is_some(),
            "there is no language {tag}"
        );
    }
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, InputPlugin))
        .insert_resource(SettingsPath(None));
    let options = WindowArgs {
        level: Some(LevelName::BuiltIn("three_rooms".into())),
        ..WindowArgs::default()
    };
    add_logic(&mut app, &options);
    app.add_plugins((SelectionPlugin, OverlayScenePlugin))
        .init_resource::<Culling>()
        .init_resource::<CullingReport>()
        .init_resource::<EguiUserTextures>();
    app.add_plugins((
        panel::PanelPlugin,
        dock::DockPlugin,
        HudPlugin,
        tool_bar::ToolBarPlugin,
        tour::TourCardPlugin,
        crate::app::pages::duel::DuelPagePlugin,
        crate::app::cards::quiz::QuizCardPlugin,
        map::MapCardPlugin,
        menu::MenuBarPlugin,
        accessibility::AccessibilityPlugin,
    ));
    let context = egui::Context::default();
    let mut holder = EguiContext::default();
    *holder.get_mut() = context.clone();
    app.world_mut().spawn((holder, PrimaryEguiContext));
    app.finish();
    app.cleanup();
    for step in 0.. {
        app.update();
        let world = app.world();
        let is_known = world.get_shown::<OpenedLevel>().is_some_and(|current| {
            world.resource::<CurrentTreeStats>().tree_id == Some(current.tree_id())
                && world.shown::<LeafTreeState>().is_done()
        });
        if is_known {
            break;
        }
        assert!(step < 6000, "the level does not come");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    (app, context)
}

/// Turns on everything that can be on at the same time.
fn everything(app: &mut App) {
    let mut report = OverlayReport::default();
    report.set_busy(OverlayKind::Planes, true);
    report.planes.counts = [12_033, 262_267];
    report.painted = [12_033, 262_267];
    let world = app.world_mut();
    world.insert_resource(Overlays::showing(OverlayKind::ALL));
    world.insert_resource(report);
    *world.shown_mut::<Selection>() = Selection {
        node: Some(0),
        face: Some(0),
    };
    let leaf = world
        .shown::<LeafTreeState>()
        .built()
        .and_then(|built| built.empty_leaves().first().copied());
    assert!(leaf.is_some(), "the level has empty leaves");
    world.shown_mut::<ChosenLeaf>().0 = leaf;
    draw_overlays(app);
    let world = app.world_mut();
    let mut player = world.shown_mut::<Player>();
    player.noclip = true;
    player.speed *= 2.0;
    let path = player.path;
    let explanation = stop_reason::Explanation {
        reasons: vec![
            Reason {
                part: None,
                face: 262_266,
                corners: [Vec3::ZERO; 3],
                node: 131_071,
                depth: 40,
                path: "FBFBBFFBFBBBFFFBFBFBBFFBFBBBFFFBFBFBBFFB".into(),
                material: "a_material_with_a_long_name".into(),
                obstruction: Obstruction {
                    surface: Surface::Ledge,
                    feature: Feature::Edge,
                },
                point: Vec3::ZERO,
                normal: Vec3::X,
                angle: 12.0,
                slope: 90.0,
                taken: 3.2,
            };
            3
        ],
        ..stop_reason::Explanation::default()
    };
    player.walker.why = Some(stop_reason::Following::from_explanation(explanation, path));
    for number in 0..4 {
        let text = format!(
            "Notice {number} tells at some length what happened, where, and what can be done about it, as notices about files \
             with a path in them do: /home/somebody/levels/of/some/game/with/a/long/name_{number}.obj"
        );
        world.write_message(if number % 2 == 0 {
            Notice::info(text)
        } else {
            Notice::error(text)
        });
    }
    app.update();
}

/// Updates until the overlays that are on are drawn.
pub(in crate::app) fn draw_overlays(app: &mut App) {
    for _ in 0..6000 {
        app.update();
        if !app.world().resource::<DrawnOverlays>().is_busy() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("the overlays are not drawn");
}

pub(in crate::app) fn frame(
    app: &mut App,
    context: &egui::Context,
    size: [f32; 2],
    events: Vec<egui::Event>,
) -> (Rect, Vec<ClippedShape>) {
    let screen = Rect::from_min_size(egui::Pos2::ZERO, vec2(size[0], size[1]) / context.zoom_factor());
    let input = egui::RawInput {
        screen_rect: Some(screen),
        predicted_dt: 1.0,
        events,
        ..egui::RawInput::default()
    };
    let output = context.run_ui(input, |_| app.world_mut().run_schedule(EguiPrimaryContextPass));
    (screen, output.shapes)
}

/// Draws until the layout is stable and returns the last frame.
pub(in crate::app) fn draw(
    app: &mut App,
    context: &egui::Context,
    size: [f32; 2],
) -> (Rect, Vec<ClippedShape>) {
    for _ in 0..8 {
        frame(app, context, size, Vec::new());
    }
    frame(app, context, size, Vec::new())
}

pub(in crate::app) fn press(key: egui::Key) -> Vec<egui::Event> {
    vec![egui::Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    }]
}

/// Returns the fixed text of a message whose variables were replaced by line breaks.
fn around(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(str::trim).filter(|words| !words.is_empty())
}

/// Returns the texts of a frame, each with the rectangle that clips it.
pub(in crate::app) fn texts(shapes: &[ClippedShape]) -> Vec<(&TextShape, Rect)> {
    fn add<'a>(shape: &'a Shape, clip: Rect, found: &mut Vec<(&'a TextShape, Rect)>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| add(shape, clip, found)),
            Shape::Text(text) => found.push((text, clip)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for clipped in shapes {
        add(&clipped.shape, clipped.clip_rect, &mut found);
    }
    found
}

/// Returns the rectangles of a text, in drawing order.
fn places_of(shapes: &[ClippedShape], words: &str) -> Vec<Rect> {
    let texts = texts(shapes).into_iter().map(|(text, _)| text);
    texts
        .filter(|text| text.galley.text() == words)
        .map(|text| text.galley.mesh_bounds.translate(text.pos.to_vec2()))
        .collect()
}

/// Fails for text that is clipped at a side, is off screen, or is clipped vertically outside a scroll area.
pub(in crate::app) fn check_texts(
    context: &egui::Context,
    screen: Rect,
    shapes: &[ClippedShape],
    case: &str,
) -> String {
    let mut all = String::new();
    for (text, clip) in texts(shapes) {
        let words = text.galley.text();
        if words.trim().is_empty() {
            continue;
        }
        let rect = text.visual_bounding_rect();
        let within =
            |range: egui::Rangef, of: egui::Rangef| range.min >= of.min - 1.5 && range.max <= of.max + 1.5;
        let visible = clip.intersect(screen);
        if rect.intersect(visible).height() <= 0.0 {
            // Scrolled out of view.
            assert!(
                clip.height() < screen.height() - 1.0,
                "{case}: {words:?} is out of the screen"
            );
            continue;
        }
        assert!(
            within(rect.x_range(), visible.x_range()),
            "{case}: {words:?} at {rect:?} is cut by {visible:?}"
        );
        let scrolls = visible.height() < screen.height() - 1.0;
        assert!(
            scrolls || within(rect.y_range(), screen.y_range()),
            "{case}: {words:?} at {rect:?} is cut by {screen:?}"
        );
        all.push_str(words);
        all.push('\n');
    }
    let font = egui::FontId::proportional(14.0);
    let missing: Vec<char> = context.fonts_mut(|fonts| {
        let unknown = |sign: &char| !sign.is_control() && !fonts.has_glyph(&font, *sign);
        all.chars().filter(unknown).collect()
    });
    // These characters are in the font that provides the replacement character, so `has_glyph` reports them as missing.
    let is_elsewhere = |sign: &char| "▶◀⏸⏮⏭".contains(*sign);
    assert_eq!(
        missing.iter().find(|sign| !is_elsewhere(sign)),
        None,
        "{case}: the font lacks a sign"
    );
    all
}

#[test]
fn nothing_is_cut_off_and_no_card_hides_another() {
    let (mut app, context) = bench();
    for size in SIZES.into_iter().take(3) {
        for panel in [false, true] {
            let case = format!("{size:?}, panel {panel}");
            app.world_mut().resource_mut::<Ui>().panel = panel;
            let (screen, shapes) = draw(&mut app, &context, size);
            let text = check_texts(&context, screen, &shapes, &case);
            let node = text!("panel-node", node = 0);
            let expected = [
                node.as_str(),
                text!("panel-why-stopped"),
                "Notice 3",
                text!("walk-status-noclip"),
            ];
            for words in expected {
                assert!(text.contains(words), "{case}: no {words:?} in {text}");
            }
            let cards: Vec<(&str, Rect)> = ["left", "right", "status", "notices", "tool bar", "menu bar"]
                .into_iter()
                .map(|id| {
                    let rect = context.memory(|memory| memory.area_rect(Id::new(id)));
                    (id, rect.unwrap_or_else(|| panic!("{case}: no {id}")))
                })
                .collect();
            let free = app.world().resource::<layout::Screen>().places.free;
            for (index, (id, rect)) in cards.iter().enumerate() {
                assert!(
                    ["tool bar", "menu bar"].contains(id) || free.expand(1.0).contains_rect(*rect),
                    "{case}: {id} at {rect:?} in {free:?}"
                );
                for (other, taken) in &cards[..index] {
                    let common = rect.intersect(*taken);
                    let overlaps = common.width() > 1.0 && common.height() > 1.0;
                    assert!(!overlaps, "{case}: {id} at {rect:?} hides {other} at {taken:?}");
                }
            }
            // Every legend is reachable, even if it is folded or scrolled out of view.
            let mut seen = text;
            // Scroll from the beginning to the end and back.
            for step in 0..80 {
                let column = cards[step / 40].1;
                let lines = if matches!(step % 40, 0 | 39) { 100.0 } else { -3.0 };
                let over = egui::Event::PointerMoved(column.center());
                let wheel = egui::Event::MouseWheel {
                    unit: egui::MouseWheelUnit::Line,
                    delta: vec2(0.0, lines),
                    phase: egui::TouchPhase::Move,
                    modifiers: egui::Modifiers::NONE,
                };
                let (screen, shapes) = frame(&mut app, &context, size, vec![over, wheel]);
                seen += &check_texts(&context, screen, &shapes, &case);
            }
            // Overlays that share a key exclude each other.
            let overlays = app.world().resource::<Overlays>();
            let shown = OverlayKind::ALL.into_iter().filter(|&kind| overlays.is_on(kind));
            for kind in shown.filter(|kind| !kind.colors_faces()) {
                assert!(seen.contains(kind.title()), "{case}: no {kind}");
            }
        }
    }
}

/// Clicks at a position: moves the pointer, presses and releases the button, and updates the world.
pub(in crate::app) fn click(app: &mut App, context: &egui::Context, size: [f32; 2], at: egui::Pos2) {
    let button = |pressed| egui::Event::PointerButton {
        pos: at,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    // A test frame takes too long for a click to span two frames.
    for events in [
        vec![egui::Event::PointerMoved(at)],
        vec![button(true), button(false)],
        Vec::new(),
    ] {
        frame(app, context, size, events);
    }
}
