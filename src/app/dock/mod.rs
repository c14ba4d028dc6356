//! Tree dock at the bottom: an icicle plot of the node-storing tree, the neighbourhood of the selected node, and the
//! most expensive subtrees.
//!
//! The dock only draws and sends messages.

mod icicle;
mod neighbours;
mod parts;
mod view;
mod weights;

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_text::translated;
use bspwalk_trees::node_storing::{Measure, NodeId, SubtreeSums};
use egui::{Align, Layout, RichText, vec2};

use self::icicle::{IcicleAnswer, IciclePicture, IcicleState, NodeColors, Pointed};
use self::weights::TreeWeights;
use super::{input::KeyLabels, panel};
use crate::app::kit::{
    layout::{self, PANEL_WIDTH},
    prelude::*,
};
use crate::app::paint::overlays::{CurrentTreeStats, Hovered};
use crate::app::{films::query_film::LitNodes, input::settings::DOCK_HEIGHTS};

/// Draws the dock.
pub(super) fn plugin(app: &mut App) {
    let is_open = in_state(AppState::InLevel).and_then(|program: Res<ProgramState>| program.ui.dock);
    let draw = draw.run_if(is_open).after(panel::Unhovered).after(Arranged);
    app.init_resource::<TreeDock>()
        .init_resource::<TreeWeights>()
        .add_systems(Update, weights::compute_weights.in_set(AppSystems::Overlays))
        .add_systems(EguiPrimaryContextPass, draw.in_set(AppSystems::Panel));
}

/// Dock state that is kept between frames.
#[derive(Resource, Default)]
struct TreeDock {
    icicle: IcicleState,
    /// Text in the search field.
    search: String,
    /// Tree, measure and selected node in the last frame.
    last: Option<(TreeId, Measure, Option<NodeId>)>,
    /// Result of the last icicle plot, with the number of visible nodes.
    counts: IcicleAnswer,
    /// Node under the pointer in the last frame. The icicle is drawn before the neighbourhood diagram, so it uses this
    /// value.
    under: Option<NodeId>,
}

#[derive(SystemParam)]
struct DockData<'w, 's> {
    current: Shown<'w, 's, OpenedLevel>,
    tree_stats: Res<'w, CurrentTreeStats>,
    weights: Res<'w, TreeWeights>,
    program: Res<'w, ProgramState>,
    lit: Res<'w, LitNodes>,
    keys: Res<'w, KeyLabels>,
}

/// Widths of the neighbourhood diagram, the list of the most expensive subtrees and the depth chart, in points.
const NEIGHBOURS: f32 = 292.0;
const PARTS: f32 = 196.0;
const DEPTHS: f32 = 84.0;

/// Minimum width of the icicle, in points. If the icicle would be narrower, the most expensive subtrees are not listed.
const NARROWEST: f32 = 320.0;

fn draw(
    mut contexts: EguiContexts,
    data: DockData,
    mut dock: ResMut<TreeDock>,
    (mut settings, mut screen, mut hovered): (ResMut<Settings>, ResMut<Screen>, ResMut<Hovered>),
    mut commands: MessageWriter<Act>,
) -> Result {
    let ui = data.program.ui;
    let context = contexts.ctx_mut()?;
    let whole = context.content_rect();
    let panel = if ui.panel { PANEL_WIDTH } else { 0.0 };
    let beside_panel = whole.with_min_x(whole.left() + panel.min(whole.width()));
    let mut root = layout::panel_root(context, "dock root", beside_panel);
    let frame = egui::Frame::new()
        .fill(layout::PANEL_FILL)
        .inner_margin(egui::Margin::symmetric(12, 7));
    let most = (whole.height() * 0.6).max(DOCK_HEIGHTS[0]);
    let dock = dock.bypass_change_detection();
    let mut measure = settings.dock_measure;
    let shown = egui::Panel::bottom("tree dock")
        .resizable(true)
        .default_size(settings.dock_height.min(most))
        .size_range(DOCK_HEIGHTS[0].min(most)..=most)
        .frame(frame)
        .show(&mut root, |ui| {
            contents(ui, &data, (dock, &mut measure), &mut hovered, &mut commands);
        });
    let edge = egui::Id::from("tree dock").with("__resize");
    context.accesskit_node_builder(edge, |node| node.set_label(text!("dock-edge")));
    if measure != settings.dock_measure {
        settings.dock_measure = measure;
    }
    let height = shown.response.rect.height();
    screen.next.dock = height;
    // A drag changes the height every frame, so save the setting only when the drag ends.
    let is_dragged = context.input(|input| input.pointer.any_down());
    if !is_dragged && (settings.dock_height.min(most) - height).abs() > 0.5 {
        settings.dock_height = height.clamp(DOCK_HEIGHTS[0], DOCK_HEIGHTS[1]);
    }
    Ok(())
}

fn contents(
    ui: &mut egui::Ui,
    data: &DockData<'_, '_>,
    (dock, measure): (&mut TreeDock, &mut Measure),
    hovered: &mut Hovered,
    commands: &mut MessageWriter<'_, Act>,
) {
    // Otherwise the panel shrinks to fit its contents.
    ui.set_min_height(ui.available_height());
    let current = &data.current;
    let weights = data.weights.of(&current.tree_id()).cloned();
    let stats_are_there = data.tree_stats.tree_id == Some(current.tree_id());
    ui.horizontal(|ui| toolbar(ui, data, (dock, measure), weights.as_deref(), commands));
    ui.add_space(1.0);
    if current.tree.node_count() == 0 {
        widgets::draw_note(ui, text!("dock-no-nodes"));
        return;
    }
    let Some(weights) = weights.filter(|_| stats_are_there) else {
        style::wait(ui);
        return;
    };
    follow(data, dock, &weights);
    ui.horizontal(|ui| {
        ui.set_height(18.0);
        match data.program.level.selected.node {
            Some(node) => {
                let answer = parts::draw_path_to_node(ui, &current.tree, node, data.program.overlays.palette);
                react(answer, hovered, commands);
            }
            None => widgets::draw_note(ui, text!("dock-how")),
        }
    });
    let size = ui.available_size();
    let beside = NEIGHBOURS.min(0.42 * size.x);
    let lists_parts = size.x - beside - PARTS - DEPTHS - 36.0 >= NARROWEST;
    let parts_width = if lists_parts { PARTS + 12.0 } else { 0.0 };
    let icicle_width = (size.x - beside - parts_width - DEPTHS - 24.0).max(60.0);
    let colors = NodeColors::of(&data.program.overlays);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let selected = data.program.level.selected.node;
        let tinted = selected.filter(|_| data.program.overlays.tint_subtree);
        let sides = tinted.map(|node| data.tree_stats.stats.child_subtrees(node));
        let picture = IciclePicture {
            tree: &current.tree,
            weights: &weights,
            colors,
            selected,
            sides: sides.unwrap_or_default(),
            hovered: hovered.0.or(dock.under),
            drawn: &|node| {
                let depth = current.tree.node(node).map_or(0, |node| node.depth);
                data.program.build.is_divided(node, depth)
            },
            lit: data.lit.is_on().then_some(&*data.lit),
        };
        let answer = icicle::show(ui, vec2(icicle_width, size.y), &picture, &mut dock.icicle);
        dock.counts = answer;
        react(answer.pointed, hovered, commands);
        let depths = vec2(DEPTHS, size.y);
        parts::draw_depth_bars(ui, depths, &weights, &data.tree_stats.stats, colors, &dock.icicle);
        ui.add_space(6.0);
        let room = vec2(beside, size.y);
        match selected {
            Some(node) => {
                let look = (colors, data.program.overlays.palette);
                let answer = neighbours::show(ui, room, &current.tree, &weights, look, node);
                react(answer, hovered, commands);
            }
            None => {
                ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
                    ui.set_width(beside);
                    let select = data.keys.key_or_palette_hint(Action::SelectUnderCrosshair);
                    widgets::draw_note(ui, text!("dock-none-selected", select));
                });
            }
        }
        if lists_parts {
            ui.add_space(6.0);
            ui.allocate_ui_with_layout(vec2(PARTS, size.y), Layout::top_down(Align::Min), |ui| {
                ui.set_width(PARTS);
                let of = (&*current.tree, &*weights, &*data.weights.costliest);
                let answer = parts::costliest(ui, PARTS, of, colors, selected);
                if let Some(node) = answer.clicked {
                    dock.icicle.show(&current.tree, &weights, node);
                }
                react(answer, hovered, commands);
            });
        }
    });
    dock.under = hovered.0;
}

/// Highlights the hovered node and selects the clicked one.
fn react(pointed: Pointed, hovered: &mut Hovered, commands: &mut MessageWriter<'_, Act>) {
    hovered.0 = pointed.hovered.or(hovered.0);
    if let Some(node) = pointed.clicked {
        commands.write(Act(Action::SelectNode(node)));
    }
}

/// Shows the whole tree after a tree change, and keeps the selected node in view.
fn follow(data: &DockData<'_, '_>, dock: &mut TreeDock, weights: &SubtreeSums) {
    let now = (
        data.current.tree_id(),
        weights.measure(),
        data.program.level.selected.node,
    );
    let last = dock.last.replace(now.clone());
    if last.as_ref() == Some(&now) {
        return;
    }
    if last.is_some_and(|(tree_id, ..)| tree_id != now.0) {
        dock.icicle = IcicleState::default();
    }
    if let Some(node) = now.2 {
        dock.icicle.reveal(&data.current.tree, weights, node);
    }
}

/// Draws the measure selector, search field, selection history, zoom buttons and visible-node counts.
fn toolbar(
    ui: &mut egui::Ui,
    data: &DockData<'_, '_>,
    (dock, measure): (&mut TreeDock, &mut Measure),
    weights: Option<&SubtreeSums>,
    commands: &mut MessageWriter<'_, Act>,
) {
    style::draw_command_key(ui, &data.keys, Action::ToggleTreeDock);
    ui.label(RichText::new(text!("dock-tree")).strong().color(style::TEXT));
    let tip = Tip::with(Term::Icicle, translated(measure.description()));
    widgets::draw_control_label(ui, text!("dock-width-by"), tip);
    let words = |measure: Measure| {
        (
            measure,
            translated(measure.title()),
            translated(measure.description()),
        )
    };
    let measures = Measure::ALL.map(words);
    if let Some(chosen) = widgets::choose(ui, "measure", translated(measure.title()), 92.0, measures) {
        *measure = chosen;
    }
    let number = egui::TextEdit::singleline(&mut dock.search)
        .hint_text("node number")
        .desired_width(86.0);
    let field = style::set_accessible_name(ui.add(number), text!("access-node-number"));
    if field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
        if let Ok(node) = dock.search.replace([',', ' '], "").parse().map(NodeId) {
            commands.write(Act(Action::SelectNode(node)));
        }
        dock.search.clear();
    }
    let (selections, has_node) = (
        &data.program.level.selections,
        data.program.level.selected.node.is_some(),
    );
    let [back, forward] = [selections.can_go_back(), selections.can_go_forward()];
    for (is_on, name, command, hint) in [
        (back, "⏴", Action::SelectionBack, text!("dock-selection-before")),
        (
            forward,
            "⏵",
            Action::SelectionForward,
            text!("dock-selection-after"),
        ),
        (
            has_node,
            text!("dock-look"),
            Action::LookAtSelection,
            text!("dock-look-hint"),
        ),
    ] {
        let hint = format!("{hint} ({})", data.keys.key_or_palette_hint(command));
        let button = ui.add_enabled(is_on, egui::Button::new(name));
        if style::hinted(button, hint).clicked() {
            commands.write(Act(command));
        }
    }
    let whole = egui::Button::new(text!("dock-whole"));
    if ui.add_enabled(!dock.icicle.is_whole(), whole).clicked() {
        dock.icicle.show_all();
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let key = data.keys.key_or_palette_hint(Action::ToggleTreeDock);
        let hint = text!("dock-close", key);
        if style::hinted(ui.small_button("×"), hint).clicked() {
            commands.write(Act(Action::ToggleTreeDock));
        }
        if let Some(weights) = weights {
            let colors = NodeColors::of(&data.program.overlays);
            let deepest = weights.by_depth().len().saturating_sub(1);
            let text = counts(&dock.counts, weights.node_count(NodeId::ROOT), deepest);
            let label = egui::Label::new(RichText::new(text).size(12.0).color(style::FAINT)).truncate();
            let hint = text!("dock-bars", colors = colors.meaning());
            ui.add(label).on_hover_text(hint);
        }
    });
}

/// Formats the depth of the tree and the number of visible nodes.
fn counts(answer: &IcicleAnswer, all: u32, deepest: usize) -> String {
    let (drawn, all) = (words::count(answer.shown), words::count_with_noun(all, "node"));
    let shown = text!("dock-shown", deepest, drawn, all);
    match answer.narrow {
        0 => shown,
        narrow => text!("dock-too-narrow", shown, narrow = words::count(narrow)),
    }
}
