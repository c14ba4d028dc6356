//! Tests that all text has enough contrast with its background. Translucent cards are tested over white and over black.

use bspwalk_levels::color::palette::{LEGIBLE, Palette, Rgb};
use egui::{Color32, Shape, epaint::TextShape};

use super::*;
use crate::app::{
    host::state::{Act, Action as AppAction, Overlays},
    input::settings::{Section, Settings},
};

/// Blends a colour over another one.
fn over(ink: Color32, ground: Color32) -> Color32 {
    ground.blend(ink)
}

fn rgb(color: Color32) -> Rgb {
    Rgb(color.r(), color.g(), color.b())
}

/// Filled rectangles, and the contrast of the text drawn over them.
#[derive(Default)]
struct Drawn {
    grounds: Vec<(Rect, Color32)>,
    /// Illegible texts with their lowest contrast.
    faint: Vec<(String, f32)>,
    count: usize,
}

impl Drawn {
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
            below.fold(backdrop, |ground, (_, fill)| over(*fill, ground))
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
fn read(app: &mut App, context: &egui::Context) -> Drawn {
    let (_, shapes) = draw(app, context, SIZE);
    let mut drawn = Drawn::default();
    for clipped in &shapes {
        drawn.add(&clipped.shape, clipped.clip_rect);
    }
    drawn
}

/// Minimum number of texts on a card that has its contents.
const FEWEST_TEXTS: usize = 11;

/// Returns the illegible texts of a frame.
fn faint(app: &mut App, context: &egui::Context) -> Vec<(String, f32)> {
    let drawn = read(app, context);
    assert!(drawn.count >= FEWEST_TEXTS, "{} texts", drawn.count);
    drawn.faint
}

/// Waits until a card shows the results of its jobs. The number of texts must be unchanged for 50 frames.
fn settle(app: &mut App, context: &egui::Context) {
    let (mut count, mut unchanged) = (0, 0);
    for _ in 0..6000 {
        app.update();
        std::thread::sleep(std::time::Duration::from_millis(5));
        let texts = read(app, context).count;
        unchanged = if texts == count { unchanged + 1 } else { 0 };
        count = texts;
        if count >= FEWEST_TEXTS && unchanged == 50 {
            return;
        }
    }
    panic!("the card keeps changing, or has only {count} texts");
}

#[test]
fn every_text_of_panel_and_cards_can_be_read() {
    let (mut app, context) = bench();
    for palette in Palette::ALL {
        app.world_mut().resource_mut::<Overlays>().palette = palette;
        for open in Section::ALL {
            ui(&mut app).panel = true;
            let settings = &mut app.world_mut().resource_mut::<Settings>().sections;
            for section in Section::ALL {
                if settings.is_open(section) != (section == open) {
                    settings.toggle(section);
                }
            }
            let faint = faint(&mut app, &context);
            assert!(faint.is_empty(), "{palette:?}, {open:?}: {faint:?}");
        }
    }
}

#[test]
fn every_text_of_films_pages_and_the_quiz_can_be_read() {
    for opens in [
        AppAction::ToggleBuildFilm,
        AppAction::ToggleQueryFilm,
        AppAction::ToggleHelp,
        AppAction::ToggleDuel,
        AppAction::ToggleQuiz,
        AppAction::Tour,
    ] {
        let (mut app, context) = bare_bench();
        app.world_mut().write_message(Act(opens));
        settle(&mut app, &context);
        for palette in Palette::ALL {
            app.world_mut().resource_mut::<Overlays>().palette = palette;
            let faint = faint(&mut app, &context);
            assert!(faint.is_empty(), "{opens:?}, {palette:?}: {faint:?}");
        }
    }
}

#[test]
fn faint_text_is_found() {
    let context = egui::Context::default();
    // Fonts are available after the first frame.
    let _ = context.run_ui(egui::RawInput::default(), |_| ());
    let place = Rect::from_min_size(egui::Pos2::ZERO, vec2(300.0, 40.0));
    let text = |ink: Color32| {
        let font = egui::FontId::proportional(14.0);
        let galley = context.fonts_mut(|fonts| fonts.layout_no_wrap("text".to_owned(), font, ink));
        Shape::galley(egui::pos2(10.0, 10.0), galley, ink)
    };
    let light = Color32::from_gray(200);
    for (card, is_faint) in [(255, false), (128, true), (0, true)] {
        let mut drawn = Drawn::default();
        drawn.add(
            &Shape::rect_filled(place, 0.0, Color32::from_black_alpha(card)),
            place,
        );
        drawn.add(&text(light), place);
        assert_eq!(drawn.count, 1);
        assert_eq!(!drawn.faint.is_empty(), is_faint, "{card}: {:?}", drawn.faint);
    }
}
