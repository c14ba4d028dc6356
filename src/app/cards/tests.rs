//! Tests everything that is drawn over the level, without a window. All of it must be on screen and complete, and no
//! card may hide another.

mod bars;
mod definitions;
mod films;
mod pages;
mod panel_sections;
mod tour_card;

use std::ops::{Deref, DerefMut};

use bevy::{input::InputPlugin, prelude::*};
use bevy_egui::{EguiContext, EguiPrimaryContextPass, EguiUserTextures, PrimaryEguiContext, egui};
use bspwalk_collision::mover::{Obstruction, Surface};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_session::stop_reason::{self, Reason};
use bspwalk_text::text;
use bspwalk_trees::{FaceId, Feature, NodeId};
use egui::epaint::{ClippedShape, TextShape};
use egui::{Id, Rect, Shape, vec2};

pub(in crate::app) use super::notices::remove_fading;
use super::*;
use crate::app::input::settings::{Disclosures, Settings, SettingsPath};
use crate::app::level::leaf_tree::{CullingReport, LeafTreeParams, LeafTreeState};
use crate::app::menu::{self, tool_bar};
use crate::app::paint::overlays::{self, CurrentTreeStats, DrawnOverlays, OverlayReport};
use crate::app::{add_logic, dock, host::prelude::*, pages::map, panel, platform::accessibility, tour};
use crate::cli::WindowArgs;

/// Default window size, supported window sizes, and a very small one, in logical pixels.
const USUAL: [f32; 2] = [1280.0, 720.0];
const SIZES: [[f32; 2]; 3] = [[1024.0, 600.0], USUAL, [3840.0, 2160.0]];
const TINY: [f32; 2] = [640.0, 400.0];

/// Returns all supported window sizes, each without and with the panel, and their descriptions.
fn views() -> impl Iterator<Item = ([f32; 2], bool, String)> {
    let sizes = SIZES.into_iter().flat_map(|size| [(size, false), (size, true)]);
    sizes.map(|(size, panel)| (size, panel, format!("{size:?}, panel {panel}")))
}

/// The app with its user interface but without a window. Dereferences to the [`World`].
struct Bench {
    app: App,
    context: egui::Context,
}

impl Deref for Bench {
    type Target = World;

    fn deref(&self) -> &World {
        self.app.world()
    }
}

impl DerefMut for Bench {
    fn deref_mut(&mut self) -> &mut World {
        self.app.world_mut()
    }
}

impl Bench {
    /// Opens a level in its initial state.
    fn bare() -> Self {
        Self::prepared(|_| ())
    }

    /// Opens a level in its initial state, in an app that also draws the planar tree page when it is open.
    fn with_planar_page() -> Self {
        Self::prepared(|app| {
            app.add_plugins(crate::app::pages::planar::plugin);
        })
    }

    /// Opens a level like [`Bench::bare`], after `prepare` has changed the app.
    fn prepared(prepare: impl FnOnce(&mut App)) -> Self {
        // Systems run on other threads, so this sets the language for all running tests.
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
        app.add_plugins((overlays::selection_plugin, overlays::scene_plugin))
            .init_resource::<CullingReport>()
            .init_resource::<EguiUserTextures>();
        app.add_plugins((
            panel::plugin,
            dock::plugin,
            crate::app::cards::plugin,
            tool_bar::plugin,
            tour::card_plugin,
            crate::app::pages::duel::plugin,
            map::card::plugin,
            menu::bar_plugin,
            accessibility::plugin,
        ));
        let context = egui::Context::default();
        let mut holder = EguiContext::default();
        *holder.get_mut() = context.clone();
        app.world_mut().spawn((holder, PrimaryEguiContext));
        prepare(&mut app);
        app.finish();
        app.cleanup();
        let mut bench = Self { app, context };
        bench.until("the level", |world| {
            world.get_shown::<OpenedLevel>().is_some_and(|current| {
                world.resource::<CurrentTreeStats>().tree_id == Some(current.tree_id())
                    && world.shown::<LeafTreeState>().is_done()
            })
        });
        bench
    }

    /// Opens a level and turns on everything that can be on at the same time. Every collapsible part of a card is
    /// expanded.
    fn full() -> Self {
        let mut bench = Self::bare();
        bench.resource_mut::<Settings>().disclosures = Disclosures::all();
        let mut report = OverlayReport::default();
        report.set_busy(OverlayKind::Planes, true);
        report.planes.counts = [12_033, 262_267];
        report.painted = [12_033, 262_267];
        bench.resource_mut::<ProgramState>().overlays = Overlays::showing(OverlayKind::ALL);
        bench.insert_resource(report);
        bench
            .resource_mut::<ProgramState>()
            .level
            .selected
            .select_node(Some(NodeId::ROOT), Some(FaceId(0)));
        let built = bench.shown::<LeafTreeState>().built();
        let leaf = built.and_then(|built| built.empty_leaves().first().copied());
        assert!(leaf.is_some(), "the level has empty leaves");
        bench.resource_mut::<ProgramState>().level.selected.leaf = leaf;
        bench.draw_overlays();
        let reason = Reason {
            part: None,
            face: FaceId(262_266),
            corners: [Vec3::ZERO; 3],
            node: NodeId(131_071),
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
        let explanation = stop_reason::Explanation {
            reasons: vec![reason; 3],
            ..stop_reason::Explanation::default()
        };
        let mut player = bench.shown_mut::<Player>();
        player.noclip = true;
        player.speed *= 2.0;
        let path = player.path;
        let why = stop_reason::ExplanationDisplay::from_explanation(explanation, path);
        player.walker.why = Some(why);
        for number in 0..4 {
            let text = format!(
                "Notice {number} tells at some length what happened, where, and what can be done about it, as notices about files \
                 with a path in them do: /home/somebody/levels/of/some/game/with/a/long/name_{number}.obj"
            );
            bench.write_message(if number % 2 == 0 {
                Notice::info(text)
            } else {
                Notice::error(text)
            });
        }
        bench.app.update();
        bench
    }

    /// Updates the app until `holds` returns true.
    fn until(&mut self, what: &str, holds: impl Fn(&World) -> bool) {
        for _ in 0..6000 {
            self.app.update();
            if holds(self.app.world()) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        panic!("{what} does not come");
    }

    /// Updates the app until each film has recorded its current step.
    fn until_filmed(&mut self) {
        self.until("the step of the film", |world| {
            let tree = &world.shown::<OpenedLevel>().tree;
            !world
                .resource::<ProgramState>()
                .build
                .is_waiting(tree.node_count())
                && !world.resource::<ProgramState>().query.is_waiting(tree)
        });
    }

    fn draw_overlays(&mut self) {
        self.until("the overlays", |world| {
            !world.resource::<DrawnOverlays>().is_busy()
        });
    }

    /// Runs a command.
    fn send(&mut self, command: Action) {
        self.write_message(Act(command));
        self.app.update();
    }

    fn frame(&mut self, size: [f32; 2], events: Vec<egui::Event>) -> (Rect, Vec<ClippedShape>) {
        frame(&mut self.app, &self.context, size, events)
    }

    fn draw(&mut self, size: [f32; 2]) -> (Rect, Vec<ClippedShape>) {
        draw(&mut self.app, &self.context, size)
    }

    fn click(&mut self, size: [f32; 2], at: egui::Pos2) {
        click(&mut self.app, &self.context, size, at);
    }

    /// Draws until the layout is stable, checks all strings and returns them.
    fn texts(&mut self, size: [f32; 2], case: &str) -> String {
        let (screen, shapes) = self.draw(size);
        check_texts(&self.context, screen, &shapes, case)
    }

    /// Draws a frame with the given events, checks all strings and returns them.
    fn texts_after(&mut self, size: [f32; 2], events: Vec<egui::Event>, case: &str) -> String {
        let (screen, shapes) = self.frame(size, events);
        check_texts(&self.context, screen, &shapes, case)
    }

    /// Returns the rectangle of a card on screen.
    fn card(&self, id: &str) -> Option<Rect> {
        self.context.memory(|memory| {
            let layers = memory.areas().visible_layer_ids();
            let layer = layers.into_iter().find(|layer| layer.id == Id::new(id))?;
            memory.area_rect(layer.id)
        })
    }

    fn places(&self) -> layout::ScreenAreas {
        self.resource::<layout::Screen>().places
    }

    /// Fails if a card extends beyond the area reserved for cards.
    fn assert_fits(&self, id: &str, case: &str) {
        let (card, free) = (self.card(id), self.places().free);
        let fits = card.is_some_and(|card| free.expand(1.0).contains_rect(card));
        assert!(fits, "{case}: {id} at {card:?} in {free:?}");
    }

    /// Fails if a card is missing or hides another one.
    fn assert_hides_none(&self, id: &str, others: &[&str], case: &str) {
        let card = self.card(id).unwrap_or_else(|| panic!("{case}: no {id}"));
        for other in others {
            let common = self
                .card(other)
                .map_or(Rect::NOTHING, |other| card.intersect(other));
            assert!(
                !common.shrink(0.5).is_positive(),
                "{case}: {id} at {card:?} hides {other}"
            );
        }
    }
}

/// Creates an app with a level in its initial state.
pub(in crate::app) fn bare_bench() -> (App, egui::Context) {
    let Bench { app, context } = Bench::bare();
    (app, context)
}

/// Creates an app with a level and with everything selected, shown and explained.
pub(in crate::app) fn bench() -> (App, egui::Context) {
    let Bench { app, context } = Bench::full();
    (app, context)
}

/// Fails if one of the expected strings is missing.
fn assert_has(text: &str, expected: impl IntoIterator<Item = impl AsRef<str>>, case: &str) {
    for words in expected {
        let words = words.as_ref();
        assert!(text.contains(words), "{case}: no {words:?} in {text}");
    }
}

/// Returns events that move the pointer and scroll the wheel by a number of points (positive is up).
fn wheel(at: egui::Pos2, points: f32) -> Vec<egui::Event> {
    let wheel = egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, points),
        phase: egui::TouchPhase::Move,
        modifiers: egui::Modifiers::NONE,
    };
    vec![egui::Event::PointerMoved(at), wheel]
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

/// Returns the fixed parts of a message whose variables were replaced by line breaks.
fn around(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(str::trim).filter(|words| !words.is_empty())
}

/// Returns the strings drawn in a frame, each with its clip rectangle.
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

/// Returns the rectangles of all occurrences of a string, in drawing order.
fn places_of(shapes: &[ClippedShape], words: &str) -> Vec<Rect> {
    let texts = texts(shapes).into_iter().map(|(text, _)| text);
    texts
        .filter(|text| text.galley.text() == words)
        .map(|text| text.galley.mesh_bounds.translate(text.pos.to_vec2()))
        .collect()
}

/// Fails if a string is clipped horizontally, is off screen, or is clipped vertically outside a scroll area.
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
            // The string is scrolled out of view.
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
    let missing = context.fonts_mut(|fonts| {
        let mut font = fonts.fonts.font(&egui::FontFamily::Proportional);
        let known = font.characters();
        let is_unknown = |sign: &char| !sign.is_control() && !known.contains_key(sign);
        all.chars().find(is_unknown)
    });
    assert_eq!(missing, None, "{case}: the fonts lack a sign");
    all
}

#[test]
fn legend_gives_the_reason_for_a_missing_leaf_tree() {
    fn limit_fragments(inserted: On<Insert, LeafTreeParams>, mut params: Query<&mut LeafTreeParams>) {
        let mut params = params.get_mut(inserted.entity).expect("it was inserted");
        params.leaves.max_fragments = 3;
    }
    let mut bench = Bench::prepared(|app| {
        app.add_observer(limit_fragments);
    });
    bench.resource_mut::<ProgramState>().ui.panel = false;
    for (overlays, has_legend) in [
        (Overlays::none(), false),
        (Overlays::showing([OverlayKind::Leaves]), true),
    ] {
        bench.resource_mut::<ProgramState>().overlays = overlays;
        let text = bench.texts(USUAL, "no solid-leaf tree");
        // The notice about the missing tree contains the reason, too.
        let mut lines = text.lines().filter(|line| !line.contains("without culling"));
        let is_given = lines.any(|line| line.contains("more than 3 fragments"));
        assert_eq!(is_given, has_legend, "{text}");
    }
}

#[test]
fn nothing_is_cut_off_and_no_card_hides_another() {
    let mut bench = Bench::full();
    for (size, panel, case) in views() {
        bench.resource_mut::<ProgramState>().ui.panel = panel;
        let mut seen = bench.texts(size, &case);
        let node = text!("panel-node", node = 0);
        let why = text!("panel-why-stopped");
        let expected = [node.as_str(), why, "Notice 3", text!("walk-status-noclip")];
        assert_has(&seen, expected, &case);
        let cards = ["left", "right", "status", "notices"];
        for (index, id) in cards.into_iter().enumerate() {
            bench.assert_fits(id, &case);
            bench.assert_hides_none(id, &cards[..index], &case);
            bench.assert_hides_none(id, &["tool bar", "menu bar"], &case);
        }
        bench.assert_hides_none("tool bar", &["menu bar"], &case);
        // Every legend must be reachable, even if it is collapsed or scrolled out of view. Scroll each column to
        // its end and back.
        for column in ["left", "right"] {
            let middle = bench.card(column).expect("it is shown").center();
            for step in 0..48 {
                let points = if matches!(step, 0 | 47) { 4000.0 } else { -120.0 };
                seen += &bench.texts_after(size, wheel(middle, points), &case);
            }
        }
        // Overlays that share a key are mutually exclusive.
        let overlays = &bench.resource::<ProgramState>().overlays;
        let shown = OverlayKind::ALL.into_iter().filter(|&kind| overlays.is_on(kind));
        let with_legend = shown.filter(|kind| !kind.colors_faces());
        assert_has(&seen, with_legend.map(OverlayKind::title), &case);
    }
}

/// Clicks at a position: moves the pointer, presses and releases the button, and updates the app after each event.
pub(in crate::app) fn click(app: &mut App, context: &egui::Context, size: [f32; 2], at: egui::Pos2) {
    let button = |pressed| egui::Event::PointerButton {
        pos: at,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    // Test frames are slow: a click spread over two frames would take too long to count as a click.
    for events in [
        vec![egui::Event::PointerMoved(at)],
        vec![button(true), button(false)],
        Vec::new(),
    ] {
        frame(app, context, size, events);
    }
}
