//! Duel page, drawn over the level: contestants, results table, summary sentence and plots.

mod levels;
mod plots;
mod table;

use bevy::prelude::*;
use bspwalk_explain::duel::{self, Contestant, Row};
use bspwalk_text::{Message, message};
use bspwalk_trees::NodeTree;
use egui::{
    Align, Button, Color32, ComboBox, DragValue, Id, LayerId, Layout, Order, RichText, ScrollArea, Ui,
};

use self::levels::LevelsView;
use crate::app::kit::{layout::page, prelude::*, widgets::clicks};
use crate::app::level::duel::{AskDuel, Document, DuelState, is_in_world};
use crate::app::level::leaf_tree::LeafTreeParams;

pub(in crate::app) fn plugin(app: &mut App) {
    let is_open = |program: Res<ProgramState>| program.ui.page == Some(Page::Duel);
    let draw = draw.run_if(in_state(AppState::InLevel).and_then(is_open));
    app.add_systems(
        EguiPrimaryContextPass,
        draw.after(Arranged).in_set(AppSystems::Hud),
    );
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
    (leaves, program): (Shown<LeafTreeParams>, Res<ProgramState>),
    (keys, screen): (Res<KeyLabels>, Res<Screen>),
    (mut ask, mut commands): (MessageWriter<AskDuel>, MessageWriter<Act>),
    mut shown: Local<ShownPage>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let place = screen.places.free.shrink(0.5 * MARGIN);
    let duel = duel.bypass_change_detection();
    let frame = style::card().fill(style::CARD.to_opaque());
    page(context, ("duel", true), place, frame, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        header(ui, duel, &keys, &mut ask, &mut commands);
        heat(ui, duel, &mut ask);
        let world = |one: &Contestant| is_in_world(one, &current, &leaves, program.own_tree);
        contents(ui, duel, &world, &current.tree, &mut shown, &mut ask);
    });
    // Only the progress card stays above the page.
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
        style::title(ui, text!("duelpage-title"), 15.0);
        ui.add_space(8.0);
        match duel.status() {
            Some(status) => {
                if widgets::button(ui, text!("duelpage-cancel"), text!("duelpage-cancel-hint")) {
                    ask.write(AskDuel::Cancel);
                }
                let who = duel.running_contestant();
                let who = who.map_or(String::new(), |now| format!("{}: ", now.label()));
                let text = format!("{who}{} · {}", status.phase, status.times());
                let bar = style::bar(ui, status.fraction).desired_width(360.0);
                ui.add(bar.text(RichText::new(text).size(12.0)));
            }
            None => {
                let ticked = duel.entries.iter().filter(|entry| entry.ticked).count();
                let trees = words::count_with_noun(ticked as u64, "tree");
                let title = RichText::new(text!("duelpage-measure", trees)).strong();
                let measure = Button::new(title).fill(Color32::from_rgb(30, 82, 118));
                let measure = ui.add_enabled(ticked > 0, measure);
                let measure = measure.on_hover_text(text!("duelpage-measure-hint"));
                if measure
                    .on_disabled_hover_text(text!("duelpage-tick-one"))
                    .clicked()
                {
                    ask.write(AskDuel::Measure);
                }
                style::faint(ui, text!("duelpage-place-count")).on_hover_text(text!("duelpage-places"));
                let samples = DragValue::new(&mut duel.samples).range(10..=100_000).speed(10.0);
                ui.add(samples);
                style::faint(ui, text!("duelpage-seed-short")).on_hover_text(text!("duelpage-seed"));
                ui.add(DragValue::new(&mut duel.seed).range(0..=i64::MAX as u64));
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let key = keys.key_or_palette_hint(Action::ToggleDuel);
            let hint = text!("duelpage-close", key);
            if style::hinted(ui.small_button("×"), hint).clicked() {
                commands.write(Act(Action::ToggleDuel));
            }
            for (name, document) in [("JSON", Document::Json), ("CSV", Document::Csv)] {
                let (has_rows, hint) = (!duel.rows().is_empty(), text!("duelpage-save-as", name));
                if clicks(ui, has_rows, Button::new(name), hint) {
                    ask.write(AskDuel::Export(document));
                }
            }
            style::faint(ui, text!("duelpage-save")).on_hover_text(text!("duelpage-save-hint"));
        });
    });
}

/// Draws the selection of two rules whose trees are compared in the level, and the buttons that start and end the
/// comparison.
fn heat(ui: &mut Ui, duel: &mut DuelState, ask: &mut MessageWriter<'_, AskDuel>) {
    let comparable = duel.comparable();
    let heat = &mut duel.heat;
    ui.horizontal_wrapped(|ui| {
        style::faint(ui, text!("duelpage-heat-title")).on_hover_text(text!("duelpage-heat-hint"));
        let Some(pair) = heat.pair(&comparable) else {
            style::faint(ui, text!("duelpage-heat-needs-two"));
            return;
        };
        for (which, chosen) in pair.into_iter().enumerate() {
            if which == 1 {
                style::faint(ui, text!("duelpage-heat-and"));
            }
            if let Some(contestant) = choice(ui, which, chosen, &comparable) {
                heat.choose(which, contestant);
            }
        }
        if let Some(status) = heat.status() {
            if ui.button(text!("duelpage-cancel")).clicked() {
                ask.write(AskDuel::CancelHeat);
            }
            let text = format!("{} · {}", status.phase, status.times());
            style::label(ui, text, style::FAINT, 12.0);
            return;
        }
        if widgets::button(ui, text!("duelpage-heat-show"), text!("duelpage-heat-show-hint")) {
            ask.write(AskDuel::ShowHeat(pair));
        }
        let can_end = heat.shown().is_some();
        if can_end && widgets::button(ui, text!("duelpage-heat-end"), text!("duelpage-heat-end-hint")) {
            ask.write(AskDuel::EndHeat);
        }
    });
}

/// Draws one of the two combo boxes. Returns the contestant that was clicked, if any.
fn choice(ui: &mut Ui, which: usize, chosen: Contestant, comparable: &[Contestant]) -> Option<Contestant> {
    let mut clicked = None;
    ComboBox::from_id_salt(("duel heat", which))
        .width(170.0)
        .selected_text(chosen.label())
        .show_ui(ui, |ui| {
            for &contestant in comparable {
                let name = ui.selectable_label(contestant == chosen, contestant.label());
                let does = text!("duelpage-it", what = contestant.description());
                if name.on_hover_text(does).clicked() {
                    clicked = Some(contestant);
                }
            }
        });
    clicked
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
    let places = words::count_with_noun(asked.count as u64, "place");
    let radius = words::metres(f64::from(asked.radius));
    let first = text!("duelpage-asked", places, radius, seed = asked.seed, colors);
    text!("text-sentences", first, second = text!("duel-cost-and-visits"))
}
