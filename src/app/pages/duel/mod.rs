//! Duel page, drawn over the level: contestants, results table, summary sentence and plots.

mod heat;
mod labels;
mod levels;
mod plots;
mod table;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use bspwalk_explain::duel::{self, Contestant, Row};
use bspwalk_text::{Message, message, text, words};
use bspwalk_trees::NodeTree;
use egui::{Align, Button, Color32, DragValue, Id, LayerId, Layout, Order, RichText, ScrollArea, Ui};

use self::{labels::label, levels::LevelsView};
use crate::app::level::duel::{AskDuel, Document, DuelState, is_in_world};
use crate::app::{
    host::{
        schedule::{AppState, AppSystems},
        shown::Shown,
        state::{self, Act, Action, OpenedLevel},
    },
    input::KeyLabels,
    kit::{
        definitions::draw_wrapped_text_with_terms,
        layout::{Arranged, MARGIN, Screen},
        style, widgets,
    },
    level::leaf_tree::{LeafTreeParams, TreeOwner},
};

/// Draws the page. `EguiPlugin` renders its output.
pub(in crate::app) struct DuelPagePlugin;

impl Plugin for DuelPagePlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            EguiPrimaryContextPass,
            draw.run_if(
                in_state(AppState::InLevel).and_then(|ui: Res<state::Ui>| ui.page == Some(state::Page::Duel)),
            )
            .after(Arranged)
            .in_set(AppSystems::Hud),
        );
    }
}

/// Page state that is kept between frames.
#[derive(Default)]
struct ShownPage {
    /// Contestant under the pointer in the last frame. Its line in the plot is drawn thicker.
    hovered: Option<Contestant>,
    /// Display settings for the drawing of a tree's node boxes.
    levels: LevelsView,
}

/// Heights of the plots and of their placeholder text, and minimum height of the table, in points.
const PLOTS: f32 = 190.0;
const NO_PLOTS: f32 = 60.0;
const TABLE: f32 = 120.0;

/// Heights of the text between the table and the plots, before and after a measurement, in points.
const WORDS: [f32; 2] = [92.0, 128.0];

/// Maximum fraction of a short page's height that the plots occupy.
const PLOTS_SHARE: f32 = 0.34;

/// Explanation of the page for new users.
const EXPLANATION: Message = message!("duelpage-what");

fn draw(
    mut contexts: EguiContexts,
    mut duel: ResMut<DuelState>,
    current: Shown<OpenedLevel>,
    (leaves, owner): (Shown<LeafTreeParams>, Res<TreeOwner>),
    (keys, screen): (Res<KeyLabels>, Res<Screen>),
    (mut ask, mut commands): (MessageWriter<AskDuel>, MessageWriter<Act>),
    mut shown: Local<ShownPage>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let place = screen.places.free.shrink(0.5 * MARGIN);
    let duel = duel.bypass_change_detection();
    let frame = style::card().fill(style::CARD.to_opaque());
    let room = place.size() - frame.total_margin().sum();
    let id = Id::new("duel");
    egui::Area::new(id)
        .order(Order::Middle)
        .fixed_pos(place.min)
        .constrain(false)
        .show(context, |ui| {
            frame.show(ui, |ui| {
                ui.set_min_size(room);
                ui.set_max_size(room);
                ui.spacing_mut().item_spacing.y = 4.0;
                header(ui, duel, &keys, &mut ask, &mut commands);
                heat::show(ui, duel, &mut ask);
                let world = |one: &Contestant| is_in_world(one, &current, &leaves, *owner);
                contents(ui, duel, &world, &current.tree, &mut shown, &mut ask);
            });
        });
    // Cards next to the page may be drawn later and would cover it. Only the progress card stays above the page.
    context.move_to_top(LayerId::new(Order::Middle, id));
    context.move_to_top(LayerId::new(Order::Middle, Id::new("progress")));
    Ok(())
}

/// Draws the title, the query settings and the buttons.
fn header(
    ui: &mut Ui,
    duel: &mut DuelState,
    keys: &KeyLabels,
    ask: &mut MessageWriter<'_, AskDuel>,
    commands: &mut MessageWriter<'_, Act>,
) {
    ui.horizontal(|ui| {
        style::draw_command_key(ui, keys, Action::ToggleDuel);
        ui.label(
            RichText::new(text!("duelpage-title"))
                .strong()
                .size(15.0)
                .color(style::TEXT),
        );
        ui.add_space(8.0);
        match duel.status() {
            Some(status) => {
                if ui
                    .button(text!("duelpage-cancel"))
                    .on_hover_text(text!("duelpage-cancel-hint"))
                    .clicked()
                {
                    ask.write(AskDuel::Cancel);
                }
                let who = duel
                    .running_contestant()
                    .map_or(String::new(), |now| format!("{}: ", now.label()));
                let text = format!("{who}{} · {}", status.phase, status.times());
                ui.add(
                    style::bar(ui, status.fraction)
                        .desired_width(360.0)
                        .text(RichText::new(text).size(12.0)),
                );
            }
            None => {
                let ticked = duel.entries.iter().filter(|entry| entry.ticked).count();
                let title = text!(
                    "duelpage-measure",
                    trees = words::count_with_noun(ticked as u64, "tree")
                );
                let measure = Button::new(RichText::new(title).strong()).fill(Color32::from_rgb(30, 82, 118));
                let hint = text!("duelpage-measure-hint");
                if ui
                    .add_enabled(ticked > 0, measure)
                    .on_hover_text(hint)
                    .on_disabled_hover_text(text!("duelpage-tick-one"))
                    .clicked()
                {
                    ask.write(AskDuel::Measure);
                }
                label(ui, text!("duelpage-place-count"), text!("duelpage-places"));
                let samples = DragValue::new(&mut duel.samples).range(10..=100_000).speed(10.0);
                ui.add(samples);
                label(ui, text!("duelpage-seed-short"), text!("duelpage-seed"));
                ui.add(DragValue::new(&mut duel.seed).range(0..=i64::MAX as u64));
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let hint = text!(
                "duelpage-close",
                key = keys.key_or_palette_hint(Action::ToggleDuel)
            );
            if style::hinted(ui.small_button("×"), hint).clicked() {
                commands.write(Act(Action::ToggleDuel));
            }
            for (name, document) in [("JSON", Document::Json), ("CSV", Document::Csv)] {
                let button = ui.add_enabled(!duel.rows().is_empty(), Button::new(name));
                let hint = text!("duelpage-save-as", name);
                if button.on_hover_text(hint).clicked() {
                    ask.write(AskDuel::Export(document));
                }
            }
            label(ui, text!("duelpage-save"), text!("duelpage-save-hint"));
        });
    });
}

fn contents(
    ui: &mut Ui,
    duel: &mut DuelState,
    world: &dyn Fn(&Contestant) -> bool,
    walls: &NodeTree,
    shown: &mut ShownPage,
    ask: &mut MessageWriter<'_, AskDuel>,
) {
    let verdict = duel::verdict(duel.rows());
    if verdict.is_none() {
        draw_wrapped_text_with_terms(ui, EXPLANATION.text(), style::TEXT, 13.0);
    }
    let all = ui.available_height() - WORDS[usize::from(verdict.is_some())];
    let has_plots = !duel.rows().is_empty() || !duel.curve.points().is_empty();
    let plots = if has_plots {
        PLOTS.min(PLOTS_SHARE * all)
    } else {
        NO_PLOTS
    };
    let room = (all - plots).max(TABLE);
    let answer = ScrollArea::both()
        .id_salt("duel table")
        .max_height(room)
        .auto_shrink([false, true])
        .show(ui, |ui| table::show(ui, duel, world, shown.hovered))
        .inner;
    shown.hovered = answer.hovered;
    if let Some(contestant) = answer.taken {
        ask.write(AskDuel::Take(contestant));
    }
    if let Some(index) = answer.doubled {
        duel.add_beside(index);
    }
    if let Some(index) = answer.removed {
        duel.entries.remove(index);
    }
    if let Some(verdict) = verdict {
        egui::Frame::new()
            .fill(Color32::from_rgb(22, 34, 46))
            .corner_radius(4)
            .inner_margin(egui::Margin::symmetric(8, 4))
            .show(ui, |ui| {
                ui.set_width(ui.available_width());
                style::text(ui, with_readable_names(verdict, duel.rows()), style::WHITE, 14.0);
            });
    }
    widgets::draw_note(ui, words_below(duel));
    ui.add_space(2.0);
    ui.columns_const(|[left, right]| {
        levels::show(left, duel, walls, shown.hovered, &mut shown.levels);
        plots::weights(right, duel, world, ask);
    });
}

/// Replaces the command-line names in a verdict with the names in the table.
fn with_readable_names(verdict: String, rows: &[Row]) -> String {
    let replaced = rows.iter().fold(verdict, |text, row| {
        let name = text!("duelpage-quoted", name = row.contestant.label());
        text.replace(&format!("`{}`", row.rule), &name)
    });
    replaced.replace('`', "")
}

/// Describes how the results were measured, and what you can do in the table.
fn words_below(duel: &DuelState) -> String {
    let colors = text!("duelpage-own");
    let Some(asked) = duel.query_params().filter(|_| !duel.rows().is_empty()) else {
        return colors.to_owned();
    };
    let asked = text!(
        "duelpage-asked",
        places = words::count_with_noun(asked.count as u64, "place"),
        radius = words::metres(f64::from(asked.radius)),
        seed = asked.seed,
        colors
    );
    text!(
        "text-sentences",
        first = asked,
        second = text!("duel-cost-and-visits")
    )
}
