//! Progress of loading, building and saving, and offers that you accept with a click or a key.

use std::time::Duration;

use bevy::prelude::*;
use bspwalk_text::translated;
use bspwalk_trees::Rule;
use egui::{Align, Align2, Id, Layout, Order, RichText};

use crate::app::level::loading::{Offers, Work};
use crate::app::level::{export::Exporting, film_file::SavingFilm};
use crate::app::{kit::prelude::*, view::escape::Open};

/// Minimum running time of a job before the card appears.
const DELAY: Duration = Duration::from_millis(250);

pub(super) fn draw(
    mut contexts: EguiContexts,
    (work, program): (Res<Work>, Res<ProgramState>),
    (film, exporting): (Option<Res<SavingFilm>>, Option<Res<Exporting>>),
    open: Open,
    offers: Offers,
    current: Option<Shown<OpenedLevel>>,
    keys: Res<KeyLabels>,
    mut screen: ResMut<Screen>,
    mut commands: MessageWriter<Act>,
) -> Result {
    let script = program.scripts.status();
    let drawn = film.as_ref().and_then(|film| film.status());
    let made = exporting.as_ref().and_then(|exporting| exporting.status());
    let Some(status) = work.status().or(script).or(drawn).or(made) else {
        return Ok(());
    };
    if current.is_some() && status.elapsed < DELAY {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let contents = |ui: &mut egui::Ui| {
        ui.set_width(ui.available_width().min(360.0));
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button(text!("duelpage-cancel")).clicked() {
                    work.cancel();
                    program.scripts.cancel();
                    film.iter().for_each(|film| film.cancel());
                    exporting.iter().for_each(|exporting| exporting.cancel());
                }
                let topmost = open.topmost();
                if matches!(
                    topmost,
                    Some(Close::Load | Close::Reading | Close::Film | Close::Export)
                ) {
                    style::draw_key_cap(ui, &keys.key_or_palette_hint(Action::Escape));
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let title = RichText::new(&status.title).color(style::TEXT).size(15.0);
                    ui.add(egui::Label::new(title).truncate());
                });
            });
        });
        let bar = style::bar(ui, status.fraction);
        ui.add(bar.desired_height(6.0).fill(style::ACCENT));
        let text = format!("{} · {}", status.phase, status.times());
        style::text(ui, text, style::FAINT, 12.0);
        if let Some(Offer::DefaultRule(rule)) = offers.current() {
            let text = text!("hud-build-rule", rule, does = translated(rule.description()));
            style::text(ui, text, style::TEXT, 12.5);
            let title = text!("hud-build-default", rule = Rule::default());
            ui.horizontal(|ui| button(ui, &keys, (&title, Action::AcceptOffer), &mut commands));
        }
    };
    if current.is_some() {
        screen.at_the_bottom(context, "progress", true, contents);
    } else {
        egui::Area::new(Id::new("first progress"))
            .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
            .order(Order::Middle)
            .show(context, |ui| style::card().show(ui, contents));
    }
    Ok(())
}

/// Draws a button labelled with its key, which also works while the mouse is captured.
fn button(
    ui: &mut egui::Ui,
    keys: &KeyLabels,
    (title, command): (&str, Action),
    commands: &mut MessageWriter<Act>,
) {
    style::draw_command_key(ui, keys, command);
    if ui.button(title).clicked() {
        commands.write(Act(command));
    }
}

/// Draws the offer for the current level. Offers for a level that is still loading appear on the progress card.
pub(super) fn draw_offer(
    mut contexts: EguiContexts,
    offers: Offers,
    keys: Res<KeyLabels>,
    mut screen: ResMut<Screen>,
    mut commands: MessageWriter<Act>,
) -> Result {
    if offers.current() != Some(Offer::TurnUpright) {
        return Ok(());
    }
    screen.at_the_bottom(contexts.ctx_mut()?, "offer", true, |ui| {
        style::text(ui, text!("offer-lies"), style::TEXT, 15.0);
        ui.horizontal(|ui| {
            let [turn, right] = [text!("offer-turn"), text!("offer-right")];
            button(ui, &keys, (turn, Action::AcceptOffer), &mut commands);
            ui.add_space(8.0);
            button(ui, &keys, (right, Action::DeclineOffer), &mut commands);
        });
    });
    Ok(())
}
