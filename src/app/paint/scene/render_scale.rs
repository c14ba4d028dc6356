//! Render scale: the number of window pixels covered by a pixel of the 3D view.
//!
//! With a software renderer, shading pixels takes most of the frame time. The resolution of the 3D view is therefore
//! reduced while the view moves, and while trees or light are being computed on the CPU. Once the view rests, it is
//! drawn at full resolution. The panel and the cards always have the resolution of the window, but labels inside the
//! level have the resolution of the 3D view.

use std::time::Duration;

use bevy::asset::{AssetPath, embedded_asset, embedded_path};
use bevy::core_pipeline::fullscreen_material::{FullscreenMaterial, FullscreenMaterialPlugin};
use bevy::ecs::{query::QueryItem, system::SystemParam};
use bevy::render::extract_component::{ExtractComponent, ExtractComponentPlugin};
use bevy::render::{
    render_resource::ShaderType, sync_component::SyncComponent, view::screenshot::Screenshot,
};
use bevy::{camera::MainPassResolutionOverride, prelude::*, shader::ShaderRef, time::Real};
use bspwalk_draw::raster::resolution::{self, Resolution};

use super::{Lit, Quality};
use crate::app::level::{leaf_tree::LeafTreeState, loading::Work};
use crate::app::{host::prelude::*, input::settings::Settings, paint::overlays::layers::Layers};

/// Time without a change after which the 3D view is drawn at full resolution.
const REST: Duration = Duration::from_millis(400);

/// Tolerance below which the eye counts as being at rest, in metres and as a fraction of a turn. Interpolation between
/// two fixed steps causes rounding errors of this order.
const STILL: f32 = 1.0e-4;

/// Maximum number of window pixels per rendered pixel while the view moves, in each direction. Shapes are still
/// recognisable at this scale. If rendering is still too slow, the frame rate drops.
const COARSEST: u32 = 3;

/// Maximum render scale while lines or labels are drawn, so that they remain visible and legible.
const COARSEST_WITH_LINES: u32 = 2;

/// Number of frames to ignore after a size change, because the renderer is still drawing earlier frames.
const UNMEASURED: u32 = 3;

/// Draws the 3D view at its render scale.
pub(super) struct RenderScalePlugin;

impl Plugin for RenderScalePlugin {
    fn build(&self, app: &mut App) {
        embedded_asset!(app, "enlarge.wgsl");
        app.add_plugins((
            FullscreenMaterialPlugin::<Enlarge>::default(),
            ExtractComponentPlugin::<MainPassResolutionOverride, RenderScalePlugin>::default(),
        ))
        .add_systems(PostUpdate, choose);
    }
}

/// Keeps the 3D view at full resolution, so that images can be compared.
#[derive(Resource)]
pub struct AlwaysFull;

/// Size of the rendered image in pixels, before it is scaled up to the window.
#[derive(Component, ExtractComponent, ShaderType, Clone, Copy, Debug, Default, PartialEq)]
struct Enlarge {
    size: UVec2,
    /// WebGL 2 requires the size of uniforms to be a multiple of 16 bytes.
    padding: UVec2,
}

impl Enlarge {
    const fn new(size: UVec2) -> Self {
        let padding = UVec2::ZERO;
        Self { size, padding }
    }
}

impl FullscreenMaterial for Enlarge {
    fn fragment_shader() -> ShaderRef {
        ShaderRef::Path(AssetPath::from_path_buf(embedded_path!("enlarge.wgsl")).with_source("embedded"))
    }
}

impl SyncComponent<RenderScalePlugin> for MainPassResolutionOverride {
    type Target = Self;
}

impl ExtractComponent<RenderScalePlugin> for MainPassResolutionOverride {
    type QueryData = &'static Self;
    type QueryFilter = ();
    type Out = Self;

    fn extract_component(size: QueryItem<'_, '_, Self::QueryData>) -> Option<Self> {
        Some(Self(size.0))
    }
}

/// State of the adaptive scale.
#[derive(Default)]
struct Adaptive {
    resolution: Resolution,
    /// Eye pose when the eye last moved.
    at: GlobalTransform,
    resting: Duration,
    unmeasured: u32,
    factor: u32,
}

impl Adaptive {
    /// Returns the number of window pixels per rendered pixel, in each direction. The last frame took `time` and shows
    /// the view from `at`. `busy` is set if the CPU has other work, and `has_lines` is set if lines or labels are
    /// drawn.
    fn step(
        &mut self,
        time: Duration,
        window: UVec2,
        at: GlobalTransform,
        (busy, has_lines): (bool, bool),
    ) -> u32 {
        self.resolution
            .set_max_factor(if has_lines { COARSEST_WITH_LINES } else { COARSEST });
        if !busy && self.at.affine().abs_diff_eq(at.affine(), STILL) {
            self.resting += time;
        } else {
            self.resting = Duration::ZERO;
            self.at = at;
        }
        let before = self.factor;
        if self.resting < REST {
            if self.unmeasured == 0 && before == self.resolution.factor() {
                self.resolution.record_frame_time(time, window.to_array());
            }
            self.factor = self.resolution.factor();
        } else {
            self.factor = 1;
        }
        self.unmeasured = if self.factor == before {
            self.unmeasured.saturating_sub(1)
        } else {
            UNMEASURED
        };
        self.factor
    }
}

/// Jobs whose results are drawn.
#[derive(SystemParam)]
struct Jobs<'w, 's> {
    level: Option<Shown<'w, 's, OpenedLevel>>,
    work: Option<Res<'w, Work>>,
    lit: Res<'w, Lit>,
    leaf_tree: Option<Shown<'w, 's, LeafTreeState>>,
}

impl Jobs<'_, '_> {
    fn are_under_way(&self) -> bool {
        self.work.as_ref().is_some_and(|work| work.status().is_some())
            || self
                .level
                .as_ref()
                .is_some_and(|level| self.lit.0 != Some(level.level_id()))
            || self.leaf_tree.as_ref().is_some_and(|tree| !tree.is_done())
    }
}

fn choose(
    mut commands: Commands,
    jobs: Jobs,
    (quality, settings, time): (Option<Res<Quality>>, Res<Settings>, Res<Time<Real>>),
    (always_full, layers): (Option<Res<AlwaysFull>>, Option<Res<Layers>>),
    screenshots: Query<(), With<Screenshot>>,
    mut adaptive: Local<Adaptive>,
    eyes: Query<(Entity, &Camera, &GlobalTransform, Option<&Enlarge>), With<Eye>>,
) {
    let is_kept = always_full.is_some() || !screenshots.is_empty();
    for (eye, camera, at, enlarge) in &eyes {
        let Some(window) = camera.physical_target_size() else {
            continue;
        };
        let factor = match settings.render_scale.factor() {
            _ if is_kept => 1,
            Some(factor) => factor,
            None if quality.as_deref() == Some(&Quality::Software) => {
                let has_lines = layers.as_ref().is_some_and(|layers| layers.has_lines());
                adaptive.step(time.delta(), window, *at, (jobs.are_under_way(), has_lines))
            }
            None => 1,
        };
        if factor == 1 {
            if enlarge.is_some() {
                let mut eye = commands.entity(eye);
                eye.remove::<(Enlarge, MainPassResolutionOverride)>();
            }
            continue;
        }
        let size = UVec2::from_array(resolution::picture_size(window.to_array(), factor));
        let wanted = Enlarge::new(size);
        if enlarge != Some(&wanted) {
            let mut eye = commands.entity(eye);
            eye.insert((wanted, MainPassResolutionOverride(size)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uniform_size_suits_webgl() {
        assert_eq!(Enlarge::min_size().get() % 16, 0);
    }

    /// Simulates a number of frames and returns the render scale of each frame. At full resolution, a frame takes
    /// `full` milliseconds. `speed` is the eye movement per frame (in metres).
    fn factors(adaptive: &mut Adaptive, full: f32, frames: u32, speed: f32, flags: (bool, bool)) -> Vec<u32> {
        let mut factor = adaptive.factor.max(1);
        let step = |frame: u32| {
            let milliseconds = 2.0 + full / (factor * factor) as f32;
            let time = Duration::from_secs_f32(milliseconds / 1000.0);
            let at = GlobalTransform::from_xyz((frame + 1) as f32 * speed, 0.0, 0.0);
            factor = adaptive.step(time, UVec2::new(1280, 720), at, flags);
            factor
        };
        (0..frames).map(step).collect()
    }

    #[test]
    fn slow_picture_is_coarse_while_moving() {
        let mut adaptive = Adaptive::default();
        let idle = (false, false);
        let moving = factors(&mut adaptive, 170.0, 200, 1.0, idle);
        assert_eq!(moving.last(), Some(&3));
        let resting = factors(&mut adaptive, 170.0, 60, 0.0, idle);
        assert_eq!((resting[0], resting.last()), (3, Some(&1)));
        // Slow frames at full resolution do not make the moving view any coarser.
        let again = factors(&mut adaptive, 170.0, 60, 1.0, idle);
        assert!(again.iter().all(|&factor| factor == 3), "{again:?}");
        // A view at rest stays coarse while the CPU is busy. Rounding errors do not count as movement.
        let busy = factors(&mut adaptive, 170.0, 60, 0.0, (true, false));
        assert_eq!(busy.last(), Some(&3));
        let rounding = factors(&mut adaptive, 170.0, 60, 1.0e-6, idle);
        assert_eq!(rounding.last(), Some(&1));
    }

    #[test]
    fn the_scale_is_limited() {
        for (full, has_lines, most) in [
            (5.0, false, 1),
            (4000.0, false, COARSEST),
            (4000.0, true, COARSEST_WITH_LINES),
        ] {
            let mut adaptive = Adaptive::default();
            let factors = factors(&mut adaptive, full, 400, 1.0, (false, has_lines));
            assert_eq!(factors.last(), Some(&most), "{full} ms");
            assert!(factors.iter().all(|&factor| factor <= most.max(2)));
        }
    }
}
