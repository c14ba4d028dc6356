//! Tests that all text has sufficient contrast with its background, and that every focusable control has a name.
//! Translucent cards are tested over white and over black.

use bspwalk_draw::color::palette::{LEGIBLE, Palette, Rgb};
use egui::{
    Color32, Shape,
    accesskit::{Action, NodeId, Role, TreeUpdate},
    epaint::TextShape,
};

use super::*;
use crate::app::cards::tests::remove_fading;
use crate::app::input::settings::{Section, Settings};
use crate::app::{host::prelude::*, host::state::Action as AppAction, kit::style};

fn rgb(color: Color32) -> Rgb {
    Rgb(color.r(), color.g(), color.b())
}

/// Filled rectangles, and the contrast of the text drawn over them.
#[derive(Default)]
struct ContrastAudit {
    grounds: Vec<(Rect, Color32)>,
    /// Illegible strings, each with its lowest contrast.
    faint: Vec<(String, f32)>,
    count: usize,
}

impl ContrastAudit {
    fn add(&mut self, shape: &Shape, clip: Rect) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| self.add(shape, clip)),
            Shape::Rect(rect) if rect.fill != Color32::TRANSPARENT => {
                self.grounds.push((rect.rect.intersect(clip), rect.fill));
            }
            Shape::Text(text) => self.read(text, clip),
            _ => {}
        }
    }

    fn read(&mut self, text: &TextShape, clip: Rect) {
        let middle = text.galley.mesh_bounds.translate(text.pos.to_vec2()).center();
        if !clip.contains(middle) || text.galley.text().trim().is_empty() {
            return;
        }
        self.count += 1;
        let ground = |backdrop: Color32| {
            let below = self.grounds.iter().filter(|(rect, _)| rect.contains(middle));
            below.fold(backdrop, |ground, (_, fill)| ground.blend(*fill))
        };
        let grounds = [Color32::BLACK, Color32::WHITE].map(ground);
        // Disabled controls are faint on purpose.
        let is_disabled = text.opacity_factor < 1.0;
        for section in &text.galley.job.sections {
            let ink = match text.override_text_color.unwrap_or(section.format.color) {
                Color32::PLACEHOLDER => text.fallback_color,
                color => color,
            };
            let words = &text.galley.job.text[section.byte_range.start.0..section.byte_range.end.0];
            if is_disabled || ink.a() < 255 || words.trim().is_empty() {
                continue;
            }
            let least = grounds.map(|ground| rgb(ink).contrast(rgb(ground)));
            let least = least.into_iter().fold(f32::INFINITY, f32::min);
            if least < LEGIBLE {
                self.faint.push((words.to_owned(), least));
            }
        }
    }
}

/// Draws a frame and checks its texts.
fn read(app: &mut App, context: &egui::Context) -> ContrastAudit {
    let (_, shapes) = draw(app, context, SIZE);
    let mut drawn = ContrastAudit::default();
    for clipped in &shapes {
        drawn.add(&clipped.shape, clipped.clip_rect);
    }
    drawn
}

/// Minimum number of strings in a frame if a card shows its contents.
const FEWEST_TEXTS: usize = 11;

/// Checks that all strings in a frame are legible in every palette, and that there are at least `fewest` strings.
fn check_texts(app: &mut App, context: &egui::Context, fewest: usize) {
    for palette in Palette::ALL {
        app.world_mut().resource_mut::<ProgramState>().overlays.palette = palette;
        remove_fading(app.world_mut());
        let drawn = read(app, context);
        assert!(drawn.count >= fewest, "{} texts", drawn.count);
        assert!(drawn.faint.is_empty(), "{palette:?}: {:?}", drawn.faint);
    }
}

/// Waits until the cards show the results of their jobs, that is, until the number of strings is unchanged for 50
/// frames.
fn settle(app: &mut App, context: &egui::Context, fewest: usize) {
    let (mut count, mut unchanged) = (0, 0);
    for _ in 0..6000 {
        app.update();
        std::thread::sleep(std::time::Duration::from_millis(5));
        let texts = read(app, context).count;
        unchanged = if texts == count { unchanged + 1 } else { 0 };
        count = texts;
        if count >= fewest && unchanged == 50 {
            return;
        }
    }
    panic!("the cards keep changing, or have only {count} texts");
}

/// Returns the accessibility tree of a frame.
fn tree(app: &mut App, context: &egui::Context) -> TreeUpdate {
    context.enable_accesskit();
    draw(app, context, SIZE);
    let output = output(app, context, Vec::new());
    output.platform_output.accesskit_update.expect("a tree")
}

/// Checks that every focusable control has a name. Returns the number of controls.
fn check_names(update: &TreeUpdate) -> usize {
    let find = |id: &NodeId| update.nodes.iter().find(|(known, _)| known == id);
    let nodes = update.nodes.iter().map(|(_, node)| node);
    let controls = nodes.filter(|node| node.supports_action(Action::Focus));
    let unnamed = controls.clone().filter(|node| {
        let own = match node.role() {
            Role::Label => node.value(),
            _ => node.label(),
        };
        let others = node.labelled_by().iter().filter_map(find);
        let mut names = others
            .filter_map(|(_, label)| label.value().or(label.label()))
            .chain(own);
        !names.any(|name| name.chars().any(char::is_alphanumeric))
    });
    let unnamed: Vec<_> = unnamed
        .map(|node| (node.role(), node.value(), node.bounds()))
        .collect();
    assert!(unnamed.is_empty(), "{unnamed:?}");
    controls.count()
}

/// Returns the labels of all nodes in an accessibility tree.
fn labels(update: &TreeUpdate) -> Vec<String> {
    let labels = update.nodes.iter().filter_map(|(_, node)| node.label());
    labels.map(str::to_owned).collect()
}

/// Opens each panel section if `is_open` returns true for it, and closes it otherwise.
fn open_sections(app: &mut App, is_open: impl Fn(Section) -> bool) {
    let sections = &mut app.world_mut().resource_mut::<Settings>().sections;
    for section in Section::ALL {
        if sections.is_open(section) != is_open(section) {
            sections.toggle(section);
        }
    }
}

#[test]
fn panel_and_cards_are_legible_and_have_names() {
    let (mut app, context) = bench();
    ui(&mut app).panel = true;
    for open in Section::ALL {
        open_sections(&mut app, |section| section == open);
        check_texts(&mut app, &context, FEWEST_TEXTS);
    }
    ui(&mut app).dock = true;
    open_sections(&mut app, |_| true);
    let count = check_names(&tree(&mut app, &context));
    assert!(count > 150, "{count} controls");
}

#[test]
fn films_pages_and_quiz_are_accessible() {
    for opens in [
        AppAction::ToggleBuildFilm,
        AppAction::ToggleQueryFilm,
        AppAction::ToggleHelp,
        AppAction::ToggleDuel,
        AppAction::NextMap,
        AppAction::ToggleQuiz,
        AppAction::Tour,
    ] {
        let (mut app, context) = bare_bench();
        let before = labels(&tree(&mut app, &context));
        app.world_mut().write_message(Act(opens));
        // The minimap has neither text nor controls.
        let is_bare = opens == AppAction::NextMap;
        let fewest = if is_bare { 0 } else { FEWEST_TEXTS };
        settle(&mut app, &context, fewest);
        check_texts(&mut app, &context, fewest);
        let tree = tree(&mut app, &context);
        check_names(&tree);
        assert!(is_bare || labels(&tree) != before, "{opens:?} opens nothing");
        if matches!(opens, AppAction::ToggleBuildFilm | AppAction::ToggleQueryFilm) {
            let labels = tree.nodes.iter().filter_map(|(_, node)| node.label());
            let has = |words: &str| labels.clone().any(|label| label.contains(words));
            for words in ["Previous step", "Next step", "Close the film"] {
                assert!(has(words), "{opens:?}: no {words:?}");
            }
            // The film is either playing or at its end.
            assert!(has("Play") || has("Pause"), "{opens:?}: it cannot be played");
        }
    }
}

#[test]
fn tree_is_built_only_on_request() {
    use bevy::a11y::AccessibilityRequested;
    let (mut app, context) = bare_bench();
    // `bevy_egui` does this if there is a window.
    context.enable_accesskit();
    let requested = AccessibilityRequested::default();
    app.insert_resource(requested.clone());
    for is_on in [false, true, false] {
        requested.set(is_on);
        output(&mut app, &context, Vec::new());
        let update = output(&mut app, &context, Vec::new());
        let tree = update.platform_output.accesskit_update;
        assert_eq!(tree.is_some(), is_on);
    }
}

#[test]
fn faint_text_is_found() {
    let context = style::context_with_fonts();
    // Fonts are available only after the first frame.
    let _ = context.run_ui(egui::RawInput::default(), |_| ());
    let place = Rect::from_min_size(egui::Pos2::ZERO, vec2(300.0, 40.0));
    let text = |ink: Color32| {
        let font = egui::FontId::proportional(14.0);
        let galley = context.fonts_mut(|fonts| fonts.layout_no_wrap("text".to_owned(), font, ink));
        Shape::galley(egui::pos2(10.0, 10.0), galley, ink)
    };
    let light = Color32::from_gray(200);
    for (card, is_faint) in [(255, false), (128, true), (0, true)] {
        let mut drawn = ContrastAudit::default();
        drawn.add(
            &Shape::rect_filled(place, 0.0, Color32::from_black_alpha(card)),
            place,
        );
        drawn.add(&text(light), place);
        assert_eq!(drawn.count, 1);
        assert_eq!(!drawn.faint.is_empty(), is_faint, "{card}: {:?}", drawn.faint);
    }
}
