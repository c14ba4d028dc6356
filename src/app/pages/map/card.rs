//! The map on screen, which is either a minimap that turns with the view or a large map over the whole level.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use bspwalk_overlays::layer::Layers;
use bspwalk_session::map::{LevelMap, to_map_point};
use bspwalk_text::{text, words};
use egui::{Id, LayerId, Order, vec2};
use glam::DVec2;

use super::{MapState, REACH, picture, view::View};
use crate::app::host::state::GoToPlace;
use crate::app::{
    host::{
        schedule::{AppState, AppSystems},
        shown::Shown,
        state::{Action, OpenedLevel, Page, Player, Ui},
    },
    input::KeyLabels,
    kit::{
        definitions::draw_wrapped_text_with_terms,
        layout::{Arranged, MARGIN, Screen},
        style,
    },
};

/// Side length of the minimap, in points.
const SIDE: f32 = 208.0;

/// Minimum and maximum zoom of the minimap, zoom factor per wheel notch, and scroll distance per notch in points.
const ZOOMS: [f32; 2] = [0.1, 6.0];
const NOTCH: f32 = 1.15;
const POINTS_A_NOTCH: f32 = 50.0;

/// Height of the text line below the minimap, in points.
const LINE: f32 = 34.0;

/// Draws the map. `EguiPlugin` renders its output.
pub(in crate::app) struct MapCardPlugin;

impl Plugin for MapCardPlugin {
    fn build(&self, app: &mut App) {
        let in_level = in_state(AppState::InLevel);
        app.add_systems(
            EguiPrimaryContextPass,
            draw.run_if(in_level.and_then(|ui: Res<Ui>| ui.map))
                .after(Arranged)
                .in_set(AppSystems::Hud),
        );
    }
}

fn draw(
    mut contexts: EguiContexts,
    (current, player, ui, keys): (Shown<OpenedLevel>, Shown<Player>, Res<Ui>, Res<KeyLabels>),
    (mut state, mut screen): (ResMut<MapState>, ResMut<Screen>),
    mut places: MessageWriter<GoToPlace>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let state = state.bypass_change_detection();
    let is_large = ui.page == Some(Page::Map);
    let rect = if is_large {
        screen.places.free.shrink(MARGIN)
    } else {
        screen.next.corner = vec2(SIDE, SIDE + LINE);
        screen.places.corner
    };
    if !rect.is_positive() {
        return Ok(());
    }
    let forward = to_map_point(player.forward().with_y(0.0).as_dvec3()).normalize_or(DVec2::Y);
    let body = [to_map_point(player.position.as_dvec3()), forward];
    let map = state.map().cloned();
    let id = Id::new("map");
    let clicked = egui::Area::new(id)
        .fixed_pos(rect.min)
        .order(Order::Middle)
        .show(context, |ui| {
            let card = style::card().fill(style::CARD.to_opaque()).inner_margin(8);
            let card = card.show(ui, |ui| {
                let room = rect.size() - vec2(18.0, 18.0);
                ui.set_min_size(room);
                ui.set_max_size(room);
                let Some(map) = map.as_deref() else {
                    let text = text!("map-cutting");
                    style::text(ui, text, style::FAINT, 13.0);
                    return None;
                };
                let shown = (map, state.layers.as_ref());
                if is_large {
                    title(ui, map, &current, &keys);
                    canvas(ui, shown, body, None)
                } else {
                    canvas(ui, shown, body, Some(&mut state.zoom))
                }
            });
            card.inner
        })
        .inner;
    if is_large {
        // Cards next to the view may be drawn later, but must not cover the map.
        context.move_to_top(LayerId::new(Order::Middle, id));
    }
    if let Some(place) = clicked {
        places.write(GoToPlace(place));
    }
    Ok(())
}

/// Draws the map with its statistics below. Draws a minimap around the player if a zoom is given, and otherwise the
/// whole map. Returns the map position that was clicked, if any.
fn canvas(
    ui: &mut egui::Ui,
    (map, layers): (&LevelMap, Option<&[Layers; 2]>),
    [eye, forward]: [DVec2; 2],
    zoom: Option<&mut f32>,
) -> Option<DVec2> {
    let below = if zoom.is_some() { LINE } else { 0.5 * LINE };
    let size = (ui.available_size() - vec2(0.0, below)).max(vec2(1.0, 1.0));
    let (rect, response) = ui.allocate_exact_size(size, style::CANVAS);
    let view = match zoom {
        None => View::around(map.bounds.into_iter(), rect),
        Some(zoom) => {
            if response.hovered() {
                let notches = ui.input(|input| input.smooth_scroll_delta.y) / POINTS_A_NOTCH;
                *zoom = (*zoom * NOTCH.powf(notches)).clamp(ZOOMS[0], ZOOMS[1]);
            }
            let half = f64::from(0.5 * rect.width().min(rect.height()) * *zoom);
            View {
                rect,
                center: eye,
                scale: half / REACH,
                up: forward,
            }
        }
    };
    let counts = picture::draw(&ui.painter_at(rect), view, (map, layers), eye);
    let line = text!(
        "map-lines",
        tested = counts.tests,
        lines = words::count(map.tree.nodes().len() as u64),
        examined = words::count(u64::from(counts.looked_at)),
        walls = words::count(map.tree.fragments().len() as u64)
    );
    style::text(ui, line, style::FAINT, 11.5);
    let at = response.clicked().then(|| response.interact_pointer_pos())??;
    Some(view.to_plane(at))
}

fn title(ui: &mut egui::Ui, map: &LevelMap, current: &OpenedLevel, keys: &KeyLabels) {
    let key = keys.key_or_palette_hint(Action::Escape);
    ui.horizontal(|ui| {
        let title = text!(
            "map-of",
            level = current.level.name,
            height = format_args!("{:.1}", map.height)
        );
        ui.label(egui::RichText::new(title).strong().size(15.0).color(style::TEXT));
        style::draw_key_cap(ui, &key);
        ui.label(egui::RichText::new(text!("map-closes")).color(style::FAINT));
    });
    let text = text!("map-what");
    draw_wrapped_text_with_terms(ui, text, style::FAINT, 12.5);
}
