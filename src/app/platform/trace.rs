//! Window state for the trace.

use bevy::{prelude::*, window::WindowMode};
use bevy_egui::{EguiContexts, egui};
use bspwalk_text::Localize;
use serde_json::json;

use crate::app::level::leaf_tree::{AlwaysCounted, CullingReport, LeafTreeState};
use crate::app::paint::scene::{AlwaysFull, Lit};
use crate::app::{host::prelude::*, kit::style, level::loading::Work};
use crate::walk::trace::Trace;

pub(in crate::app) fn plugin(app: &mut App) {
    let Some(trace) = Trace::from_environment() else {
        return;
    };
    app.insert_resource(AlwaysCounted(true))
        .insert_resource(AlwaysFull)
        .insert_resource(WindowTrace(trace))
        .add_systems(Last, write.in_set(AppSystems::Save));
}

#[derive(Resource)]
struct WindowTrace(Trace);

/// Returns the rectangles of the cards and their shadows as left, top, right and bottom, in pixels. Ignores areas that
/// cover the whole window.
fn cards(context: &egui::Context) -> Vec<[i32; 4]> {
    let (scale, whole) = (context.pixels_per_point(), context.content_rect());
    let mut cards: Vec<[i32; 4]> = context.memory(|memory| {
        let layers = memory.areas().visible_layer_ids().into_iter();
        let areas = layers.filter_map(|layer| memory.area_rect(layer.id));
        areas
            .filter(|area| !area.contains_rect(whole))
            .map(|area| {
                let area = area + style::SHADOW.margin();
                [area.min.x, area.min.y, area.max.x, area.max.y].map(|at| (at * scale).round() as i32)
            })
            .collect()
    });
    cards.sort_unstable();
    cards
}

fn write(
    mut trace: ResMut<WindowTrace>,
    (player, program): (Shown<Player>, Res<ProgramState>),
    current: Option<Shown<OpenedLevel>>,
    (leaf_tree, report): (Shown<LeafTreeState>, Res<CullingReport>),
    (work, lit): (Res<Work>, Res<Lit>),
    mut contexts: EguiContexts,
    windows: Query<&Window>,
    mut messages: MessageReader<Notice>,
) {
    let ui = program.ui;
    let notices: Vec<_> = messages
        .read()
        .map(|notice| json!({ "text": notice.text, "error": notice.error }))
        .collect();
    let walker = &player.walker;
    let state = json!({
        "level": current.as_ref().map(|current| current.level.name.clone()),
        "source": current.as_ref().map(|current| current.source.title().localized()),
        "tree_id": current.as_ref().map(|current| format!("{:?}", current.tree_id())),
        "nodes": current.as_ref().map(|current| current.tree.node_count()),
        "lit": current.as_ref().is_some_and(|current| lit.0 == Some(current.level_id())),
        "loading": work.status().map(|status| status.title),
        "overlays": program.overlays,
        "selection": program.level.selected.node,
        "face": program.level.selected.face,
        "noclip": player.noclip,
        "walking": player.walking,
        "method": player.method.name(),
        "paused": walker.time_scale.paused,
        "time_scale": walker.time_scale.speed(),
        "replay": walker.replay.is_some(),
        "recording": walker.draft.is_some(),
        "playing": walker.playing.is_some(),
        "culling": program.culling.title(),
        "frozen": program.level.frozen.is_some(),
        "view": program.view.view,
        "leaf_tree": leaf_tree.built().map(|built| {
            json!({
                "leaves": built.tree.leaf_count(),
                "portals": built.tree.portal_count(),
                "refined": built.is_refined(),
                "leak": built.leak.is_some(),
            })
        }),
        "drawn": report.drawn,
        "leaf": program.level.selected.leaf,
        "stop_reason": walker.why.as_ref().map(|why| why.sentences()),
        "speed": player.speed,
        "radius": player.radius,
        "cards": contexts.ctx_mut().map(|context| cards(context)).unwrap_or_default(),
        "panel": ui.panel,
        "tour": ui.tour,
        "dock": ui.dock,
        "page": ui.page.map(|page| format!("{page:?}")),
        "quiz": program.quiz.is_open(),
        "map": [ui.map, ui.page == Some(Page::Map)],
        "menu": ui.menu.is_some(),
        "help": ui.help.is_some(),
        "captured": ui.captured,
        "full_screen": windows.iter().any(|window| window.mode != WindowMode::Windowed),
        "focused": windows.iter().any(|window| window.focused),
        "size": windows.iter().next().map(|window| [window.physical_width(), window.physical_height()]),
    });
    let pose = || {
        json!({
            "position": player.position.to_array(),
            "yaw": player.yaw.to_degrees(),
            "pitch": player.pitch.to_degrees(),
            "velocity": player.velocity.to_array(),
            "grounded": player.mover.is_grounded(),
            "contacts": player.contacts.len(),
            "clear": player.clear,
        })
    };
    trace.0.write(pose, state, &notices);
}
