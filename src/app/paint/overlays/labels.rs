//! Labels in the world: numbers and letters on plates that are upright on the screen and have the same size at any
//! distance.
//!
//! An overlay adds labels, each with its candidate positions, to the overlay's layer. Labels are placed in order of
//! rank, and a label that would overlap another or be hidden is omitted. No label is placed under a card or over the
//! player symbol. The legends count the placed labels.

use bevy::{camera::visibility::NoFrustumCulling, platform::collections::HashMap, prelude::*};

use bspwalk_draw::color::palette::Rgb;
use bspwalk_overlays::labels::placing::{Placed, ScreenView, place};
use bspwalk_overlays::labels::{MOST_LABELS, build_label_plates, candidates, is_below_cut};
use bspwalk_overlays::section::figure;
use bspwalk_session::view::View;

use super::materials::{LabelMaterial, ORDER_LABELS, PixelScale, label_mesh};
use super::{layers::Layers, report::OverlayReport};
use crate::app::{
    host::prelude::*, kit::covered::Covered, level::leaf_tree::LeafTreeState, paint::draw::Painted,
};

/// Number of frames between label placements while the camera moves.
const FRAMES: u32 = 4;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(AppSystems::Show));
}

#[derive(Component)]
struct LabelMesh;

/// Labels as they are currently drawn.
#[derive(Default)]
struct PlacedLabels {
    placed: Vec<Placed>,
    view: Option<ScreenView>,
    /// Number of frames since the labels were placed.
    frames: u32,
    colors: Option<[Rgb; 2]>,
    is_cut: bool,
    covered: Covered,
}

/// Places and draws the labels if the labels or the view have changed.
fn draw(
    mut commands: Commands,
    (scale, program, player): (Res<PixelScale>, Res<ProgramState>, Shown<Player>),
    (current, leaf_tree): (Option<Shown<OpenedLevel>>, Option<Shown<LeafTreeState>>),
    (mut layers, mut report): (ResMut<Layers>, ResMut<OverlayReport>),
    covered: Option<Res<Covered>>,
    cameras: Query<(&Camera, &Transform, &Projection), With<Eye>>,
    old: Query<Entity, With<LabelMesh>>,
    (mut meshes, mut materials): (ResMut<Assets<Mesh>>, ResMut<Assets<LabelMaterial>>),
    mut drawn: Local<PlacedLabels>,
) {
    let (Ok((camera, transform, projection)), Some(current)) = (cameras.single(), current) else {
        return;
    };
    let (view, palette) = (&program.view, program.overlays.palette);
    let size = camera.physical_target_size();
    let size = size.map_or(Vec2::new(1280.0, 720.0), UVec2::as_vec2);
    let screen = ScreenView {
        clip_from_world: projection.get_clip_from_view() * transform.to_matrix().inverse(),
        half: 0.5 * size / scale.0,
        eye: transform.translation,
    };
    let colors = Some([palette.front(), palette.back()]);
    drawn.frames += 1;
    let changed = layers.bypass_change_detection().take_labels_changed() || drawn.is_cut != view.is_cut();
    let is_new = changed
        || drawn.colors != colors
        || covered.as_ref().is_some_and(|covered| **covered != drawn.covered)
        || drawn.view.is_none_or(|view| view.half != screen.half)
        || drawn.frames >= FRAMES && drawn.view != Some(screen);
    if !is_new {
        return;
    }
    let cut = view.is_cut().then(|| view.cut_height(player.position.y));
    let all = candidates(layers.labels(), cut.is_some());
    let leaves = leaf_tree.as_ref().and_then(|state| state.built());
    let leaves = leaves.map(|built| &*built.tree);
    let seen = |at: Vec3| match cut {
        Some(height) => is_below_cut(leaves, (screen.eye, view.view == View::Plan), height, at),
        // End the ray just before the point, so that the face on which the point lies does not hide it.
        None => !current.tree.is_blocked(screen.eye, screen.eye.lerp(at, 0.98)),
    };
    let before = if changed { &[] } else { drawn.placed.as_slice() };
    let covered = covered.map_or_else(Covered::default, |covered| covered.clone());
    // Convert from window fractions (y down) to logical pixels relative to the window centre (y up).
    let under = covered.0.iter().map(|part| {
        let at = |x: f32, y: f32| Vec2::new(2.0 * x - 1.0, 1.0 - 2.0 * y) * screen.half;
        let half = Vec2::new(part.width(), part.height()) * screen.half;
        (at(part.center().x, part.center().y), half)
    });
    // Labels must not cover the player symbol.
    let body = cut.and_then(|_| screen.place(player.position));
    let under = under.chain(body.map(|at| (at, Vec2::splat(figure::FREE))));
    let placed = place(&all, &screen, under.collect(), before, MOST_LABELS, seen);
    let mut counts = HashMap::new();
    for placed in &placed {
        *counts.entry(all[placed.label].of).or_default() += 1;
    }
    report.bypass_change_detection().labels = counts;
    if changed || drawn.colors != colors || placed != drawn.placed {
        old.iter().for_each(|entity| commands.entity(entity).despawn());
        if let Some(mesh) = label_mesh(&build_label_plates(&all, &placed, palette)) {
            let material = materials.add(LabelMaterial {
                settings: Vec4::new(scale.0, 0.0, 0.0, 0.0),
                order: ORDER_LABELS,
            });
            let mesh = Mesh3d(meshes.add(mesh));
            commands.spawn((LabelMesh, mesh, Painted(material), NoFrustumCulling));
        }
    }
    *drawn = PlacedLabels {
        placed,
        view: Some(screen),
        frames: 0,
        colors,
        is_cut: view.is_cut(),
        covered,
    };
}
