//! What the cast of each pixel costs, as colours over the picture: coarse while the view moves, then finer beside the main thread.

use bevy::{math::DMat4, prelude::*};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use std::sync::Arc;

use bspwalk_explain::films::Query as TreeQuery;
use bspwalk_levels::color::palette::{Palette, Rgb};
use bspwalk_overlays::heat::{self, Heat, HeatMap, Measure, Trees};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_session::{
    films::reach,
    job::{Failure, Job},
    overlays::OverlayKind,
};
use bspwalk_trees::{LeafTree, NodeTree, solid_leaf::Pvs};
use egui::{Color32, ColorImage, LayerId, Pos2, Rect, TextureHandle, TextureOptions};

use super::OverlayReport;
use crate::app::{
    hud::style,
    leaf_tree::{LeafTreeId, LeafTreeState},
    schedule::{AppState, AppSystems},
    shown::Shown,
    state::{BuildFilm, Eye, OpenedLevel, Overlays, QueryPlayer, TreeId},
};

/// Edges of the squares that share a cast, in pixels: that of a view that moves, and those that follow while it rests.
const SQUARES: [u32; 4] = [12, 6, 3, 2];

/// The opacity of the colours, which the engine blends in linear light: it looks as [`OPACITY`](bspwalk_overlays::heat::OPACITY) does in sRGB.
const ALPHA: f32 = 0.88;

/// Asks for the film of the cast that costs most.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowCostliest;

/// From where the pixels are looked at, and what is counted.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    tree: TreeId,
    world_from_clip: DMat4,
    size: [u32; 2],
    measure: Measure,
    square: u32,
    /// The solid-leaf tree, and whether its PVS is there.
    leaves: Option<(LeafTreeId, bool)>,
}

/// The colours that are shown.
#[derive(Resource, Default)]
pub struct HeatState {
    shown: Option<(Key, Heat)>,
    finer: Job<Key, Heat>,
    texture: Option<(Key, Palette, TextureHandle)>,
}

impl HeatState {
    /// What is shown.
    pub(super) fn heat(&self) -> Option<&Heat> {
        self.shown.as_ref().map(|(_, heat)| heat)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<HeatState>()
        .add_systems(PostUpdate, follow.in_set(AppSystems::Cull))
        .add_systems(
            Update,
            film.in_set(AppSystems::Command)
                .run_if(in_state(AppState::InLevel)),
        )
        .add_systems(
            EguiPrimaryContextPass,
            draw.before(AppSystems::Panel).run_if(in_state(AppState::InLevel)),
        );
}

/// The trees that are measured.
#[derive(Clone)]
struct Measured {
    nodes: Arc<NodeTree>,
    leaves: Option<(Arc<LeafTree>, Arc<Pvs>)>,
}

impl Measured {
    fn heat(&self, key: &Key, progress: &Progress) -> Result<Heat, Cancelled> {
        let trees = Trees {
            nodes: &self.nodes,
            leaves: self.leaves.as_ref().map(|(tree, pvs)| (&**tree, &**pvs)),
        };
        let through = |place| ray(key, &self.nodes, place);
        Heat::new(&trees, (key.size, key.square), key.measure, through, progress)
    }
}

/// What is counted, where the colours show it.
fn measure(overlays: &Overlays) -> Option<Measure> {
    let mut shown = OverlayKind::ALL.into_iter().filter(|&kind| overlays.is_on(kind));
    shown.find_map(heat::measure)
}

/// The ends of the cast through a place: from the near plane, which is the cut of the model, to beyond all faces.
fn ray(key: &Key, tree: &NodeTree, [x, y]: [f64; 2]) -> [Vec3; 2] {
    let [width, height] = key.size.map(f64::from);
    let at = |depth: f64| {
        let clip = bevy::math::DVec3::new(2.0 * x / width - 1.0, 1.0 - 2.0 * y / height, depth);
        key.world_from_clip.project_point3(clip)
    };
    let (near, further) = (at(1.0), at(0.5));
    let from = near.as_vec3();
    [
        from,
        from + (further - near).normalize_or_zero().as_vec3() * reach(tree, from),
    ]
}

/// Whether two views are the same but for rounding.
fn is_same_view(one: &DMat4, other: &DMat4) -> bool {
    /// Of each number, and of the least that counts.
    const ROUNDING: f64 = 1.0e-5;
    let pairs = one.to_cols_array().into_iter().zip(other.to_cols_array());
    pairs
        .into_iter()
        .all(|(a, b)| (a - b).abs() <= ROUNDING * (1.0 + a.abs()))
}

/// Counts what casts through the view cost: coarsely at once, and then finer.
fn follow(
    cameras: Query<(&Camera, &Transform, &Projection), With<Eye>>,
    (current, leaf_tree, overlays): (Option<Shown<OpenedLevel>>, Shown<LeafTreeState>, Res<Overlays>),
    mut state: ResMut<HeatState>,
    mut report: ResMut<OverlayReport>,
) {
    let state = state.bypass_change_detection();
    let wanted = measure(&overlays).zip(cameras.single().ok()).zip(current);
    let Some(((measure, (camera, transform, projection)), current)) = wanted else {
        if state.shown.take().is_some() {
            state.finer.cancel();
            report.set_busy(OverlayKind::Cost, false);
        }
        state.texture = None;
        return;
    };
    let size = camera
        .physical_target_size()
        .map_or([1280, 720], |size| size.to_array());
    let clip_from_view = projection.get_clip_from_view().as_dmat4();
    let world_from_clip = transform.to_matrix().as_dmat4() * clip_from_view.inverse();
    let built = leaf_tree
        .built()
        .filter(|built| built.level == current.level_id());
    let measured = Measured {
        nodes: Arc::clone(&current.tree),
        leaves: built.and_then(|built| Some((Arc::clone(&built.tree), built.pvs.clone()?))),
    };
    let leaves = built.map(|built| (LeafTreeId::of(&built.tree), built.pvs.is_some()));
    // A camera that rests is not the same to the last bit in every frame: it is interpolated between steps.
    let shown = state.shown.as_ref().map(|(key, _)| key.world_from_clip);
    let world_from_clip = shown
        .filter(|shown| is_same_view(shown, &world_from_clip))
        .unwrap_or(world_from_clip);
    let key = |square| Key {
        leaves: leaves.clone(),
        tree: current.tree_id(),
        world_from_clip,
        size,
        measure,
        square,
    };
    let is_here = |known: &Key| *known == key(known.square);
    if let Some(finer) = state.finer.take()
        && let Some(of) = state.finer.wanted().cloned().filter(is_here)
    {
        state.shown = Some((of, finer));
    }
    if !state.shown.as_ref().is_some_and(|(known, _)| is_here(known)) {
        let key = key(SQUARES[0]);
        let heat = Progress::uncancellable(|progress| measured.heat(&key, progress));
        state.shown = Some((key, heat));
    }
    let shown = state.shown.as_ref().map_or(SQUARES[0], |(key, _)| key.square);
    let next = SQUARES.into_iter().find(|square| *square < shown);
    report.set_busy(OverlayKind::Cost, next.is_some());
    if let Some(square) = next {
        let key = key(square);
        let of = key.clone();
        state.finer.request_cancellable(key, move |progress| {
            measured.heat(&of, progress).map_err(|_| Failure::Cancelled)
        });
    }
}

/// Draws the colours over the level, with a mark where the greatest is, below all cards.
fn draw(mut contexts: EguiContexts, overlays: Res<Overlays>, mut state: ResMut<HeatState>) -> Result {
    let state = state.bypass_change_detection();
    let Some((key, heat)) = &state.shown else {
        return Ok(());
    };
    let context = contexts.ctx_mut()?;
    let palette = overlays.palette;
    let is_drawn = state
        .texture
        .as_ref()
        .is_some_and(|(of, colors, _)| of == key && *colors == palette);
    if !is_drawn {
        let picture = image(&heat.map, palette);
        // One texture for all views: a new one is seen a frame late, and so never while the view moves.
        let texture = match state.texture.take() {
            Some((_, _, mut texture)) => {
                texture.set(picture, TextureOptions::NEAREST);
                texture
            }
            None => context.load_texture("cost", picture, TextureOptions::NEAREST),
        };
        state.texture = Some((key.clone(), palette, texture));
    }
    let Some((_, _, texture)) = &state.texture else {
        return Ok(());
    };
    let painter = context.layer_painter(LayerId::background());
    let window = context.content_rect();
    let scale = window.width() / key.size[0] as f32;
    // The last squares may reach beyond the picture.
    let covered = heat.map.size.map(|side| (side * heat.square) as f32 * scale);
    let rect = Rect::from_min_size(window.min, covered.into());
    let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
    painter.image(texture.id(), rect, whole, Color32::WHITE);
    if let Some(([x, y], value)) = heat.map.greatest() {
        let middle = |at: u32| (at as f32 + 0.5) * heat.square as f32 * scale;
        let at = window.min + egui::vec2(middle(x), middle(y));
        let color = style::color(palette.selected());
        painter.circle_stroke(at, 9.0, egui::Stroke::new(4.0, Color32::from_black_alpha(150)));
        painter.circle_stroke(at, 9.0, egui::Stroke::new(2.0, color));
        let font = egui::FontId::proportional(13.0);
        let text = at + egui::vec2(13.0, 0.0);
        for (moved, color) in [(1.0, Color32::from_black_alpha(200)), (0.0, color)] {
            let at = text + egui::vec2(moved, moved);
            painter.text(
                at,
                egui::Align2::LEFT_CENTER,
                value.to_string(),
                font.clone(),
                color,
            );
        }
    }
    Ok(())
}

/// The colours of a map, a pixel a place.
fn image(map: &HeatMap, palette: Palette) -> ColorImage {
    let greatest = map.greatest().map_or(0, |(_, value)| value);
    let alpha = (ALPHA * 255.0) as u8;
    let colors = map.values.iter().flat_map(|value| {
        let Some(value) = value else { return [0; 4] };
        let Rgb(r, g, b) = heat::color(*value, greatest, palette);
        [r, g, b, alpha]
    });
    ColorImage::from_rgba_unmultiplied(map.size.map(|side| side as usize), &colors.collect::<Vec<u8>>())
}

/// Shows the film of the cast that costs most.
fn film(
    mut asked: MessageReader<ShowCostliest>,
    (state, current): (Res<HeatState>, Shown<OpenedLevel>),
    (mut player, mut build): (ResMut<QueryPlayer>, ResMut<BuildFilm>),
) {
    if asked.read().count() == 0 {
        return;
    }
    let Some((key, heat)) = &state.shown else { return };
    let Some((at, _)) = heat.map.greatest() else {
        return;
    };
    let middle = at.map(|at| (f64::from(at) + 0.5) * f64::from(heat.square));
    let [from, to] = ray(key, &current.tree, middle);
    build.open = false;
    player.from_eyes = false;
    player.begin(&TreeQuery::Cast { from, to });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_that_rests_is_the_same_but_one_that_moves_or_turns_is_not() {
        let view = |along: f32, turned: f32| {
            let pose = Transform::from_xyz(30.0 + along, 1.7, -4.0)
                .with_rotation(Quat::from_rotation_y(0.7 + turned));
            let projection = Mat4::perspective_infinite_reverse_rh(0.9, 1.78, 0.02);
            pose.to_matrix().as_dmat4() * projection.as_dmat4().inverse()
        };
        let here = view(0.0, 0.0);
        assert!(is_same_view(&here, &view(0.0, 1.0e-7)));
        assert!(!is_same_view(&here, &view(0.01, 0.0)));
        assert!(!is_same_view(&here, &view(0.0, 1.0e-3)));
    }
}
