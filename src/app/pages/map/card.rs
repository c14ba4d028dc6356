//! The map on screen, which is either a minimap that turns with the view or a large map over the whole level.

use bevy::prelude::*;
use bspwalk_overlays::layer::Layers;
use bspwalk_session::map::{LevelMap, to_map_point};
use egui::vec2;
use glam::DVec2;

use super::{MapState, REACH, picture, view::View};
use crate::app::kit::{layout::page, prelude::*};

/// Side length of the minimap, in points.
const SIDE: f32 = 208.0;

/// Minimum and maximum zoom of the minimap, zoom factor per wheel notch, and scroll distance per notch in points.
const ZOOMS: [f32; 2] = [0.1, 6.0];
const NOTCH: f32 = 1.15;
const POINTS_A_NOTCH: f32 = 50.0;

/// Height of the text line below the minimap, in points.
const LINE: f32 = 34.0;

pub(in crate::app) fn plugin(app: &mut App) {
    let is_open = in_state(AppState::InLevel).and_then(|program: Res<ProgramState>| program.ui.map);
    let draw = draw.run_if(is_open).after(Arranged).in_set(AppSystems::Hud);
    app.add_systems(EguiPrimaryContextPass, draw);
}

fn draw(
    mut contexts: EguiContexts,
    (current, player, program, keys): (
        Shown<OpenedLevel>,
        Shown<Player>,
        Res<ProgramState>,
        Res<KeyLabels>,
    ),
    (mut state, mut screen): (ResMut<MapState>, ResMut<Screen>),
    mut places: MessageWriter<GoToPlace>,
) -> Result {
    let ui = program.ui;
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
    let frame = style::card().fill(style::CARD.to_opaque()).inner_margin(8);
    let clicked = page(context, ("map", is_large), rect, frame, |ui| {
        let Some(map) = map.as_deref() else {
            style::text(ui, text!("map-cutting"), style::FAINT, 13.0);
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
        let height = format_args!("{:.1}", map.height);
        style::title(ui, text!("map-of", level = current.level.name, height), 15.0);
        style::draw_key_cap(ui, &key);
        style::faint(ui, text!("map-closes"));
    });
    draw_wrapped_text_with_terms(ui, text!("map-what"), style::FAINT, 12.5);
}
