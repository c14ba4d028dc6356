//! Renders the hall from any eye position into a small image instead of a window, without cards.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, PoisonError};
use std::{thread, time::Duration};

use bevy::app::{PanicHandlerPlugin, TerminalCtrlCHandlerPlugin};
use bevy::camera::{ImageRenderTarget, RenderTarget};
use bevy::render::render_resource::{PipelineCache, PollType, TextureFormat};
use bevy::render::view::screenshot::{CapturedScreenshots, Screenshot};
use bevy::render::{
    RenderApp, RenderPlugin, pipelined_rendering::PipelinedRenderingPlugin, renderer::RenderDevice,
};
use bevy::{
    ecs::schedule::Schedules, prelude::*, time::TimeUpdateStrategy, window::ExitCondition, winit::WinitPlugin,
};
use bevy_egui::EguiPrimaryContextPass;
use bspwalk_geometry::Polygon;
use bspwalk_overlays::{drawing::Drawing, layer::Layer};
use bspwalk_session::{LevelName, Opened, tree_args::TreeArgs};
use bspwalk_testing::small_trees::hit;
use bspwalk_trees::{FaceId, NodeId};
use image::RgbImage;
use web_time::Instant;

use crate::app::host::{prelude::*, startup};
use crate::app::level::{divisions, leaf_tree, what_if};
use crate::app::paint::draw::{self, PaintMaterial, Painted};
use crate::app::paint::overlays::{self, CurrentTreeStats, OverlayReport, layers::Layers};
use crate::app::paint::{camera, draw_list, scene};
use crate::app::{add_shared, films::build_film, input::settings::Settings, panel, view::model_view};
use crate::cli::open::open;

pub(super) const WIDTH: u32 = 160;
pub(super) const HEIGHT: u32 = 90;

/// Position, view direction and field of view of an eye.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) eye: Vec3,
    pub(super) yaw: f32,
    pub(super) pitch: f32,
    /// Horizontal field of view, in degrees.
    pub(super) field_of_view: f32,
}

impl View {
    fn rotation(&self) -> Quat {
        Quat::from_euler(EulerRot::YXZ, self.yaw, self.pitch, 0.0)
    }

    /// Returns half the width and height of the view rectangle at unit distance.
    fn half(&self) -> Vec2 {
        let across = (self.field_of_view.to_radians() * 0.5).tan();
        Vec2::new(across, across * HEIGHT as f32 / WIDTH as f32)
    }

    /// Returns the unit direction through a screenshot position, given in pixels from the upper left corner.
    pub(super) fn ray(&self, place: Vec2) -> Vec3 {
        let size = Vec2::new(WIDTH as f32, HEIGHT as f32);
        let place = (place / size * 2.0 - 1.0) * Vec2::new(1.0, -1.0) * self.half();
        self.rotation() * place.extend(-1.0).normalize()
    }

    /// Returns the matrix from world space to clip space.
    pub(super) fn clip_from_world(&self) -> Mat4 {
        let angle = 2.0 * self.half().y.atan();
        let clip_from_view = Mat4::perspective_infinite_reverse_rh(angle, WIDTH as f32 / HEIGHT as f32, 0.02);
        clip_from_view * Mat4::from_rotation_translation(self.rotation(), self.eye).inverse()
    }

    /// Projects a point to its position in the screenshot (in pixels) and its depth.
    pub(super) fn project(&self, point: Vec3) -> (Vec2, f32) {
        let clip = self.clip_from_world() * point.extend(1.0);
        let place = Vec2::new(clip.x, -clip.y) / clip.w;
        let size = Vec2::new(WIDTH as f32, HEIGHT as f32);
        ((place + 1.0) * 0.5 * size, clip.w)
    }
}

/// Time limit for building the overlays. It is generous because a software driver on two busy cores is slow.
const PATIENCE: Duration = Duration::from_secs(180);

/// Pause between two frames while something is being built.
const PAUSE: Duration = Duration::from_millis(2);

/// Maximum number of polls for an image, each followed by a [`PAUSE`].
const READ_TRIES: u32 = 5000;

/// Number of fixed steps per frame, so that overlays finish fading in.
const STEPS: u32 = 6;

/// App that draws the hall, and its target image.
pub(super) struct Studio {
    pub(super) app: App,
    pub(super) opened: Opened,
    target: Handle<Image>,
    liquids: Vec<Polygon>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    /// Distance from the eye (in metres).
    pub(super) far: f32,
    pub(super) face: FaceId,
    /// Whether no other face is coplanar and overlaps this one.
    pub(super) alone: bool,
}

impl Studio {
    /// Opens the hall. Returns `None` if no graphics driver is installed and the test does not require one.
    pub(super) fn open() -> Option<Self> {
        let opened = open(&LevelName::BuiltIn("hall".to_owned()), &TreeArgs::default());
        let opened = opened.unwrap_or_else(|error| panic!("{error}"));
        match catch_unwind(AssertUnwindSafe(|| Self::new(opened))) {
            Ok(studio) => Some(studio),
            Err(panic) => {
                let missing = startup::is_driver_missing(&bspwalk_session::job::message(&*panic));
                let required =
                    std::env::var_os("BSPWALK_REQUIRE_WINDOW").is_some_and(|required| required == "1");
                if missing && !required {
                    eprintln!("skipped: no Vulkan driver is installed (package mesa-vulkan-drivers)");
                    return None;
                }
                resume_unwind(panic);
            }
        }
    }

    /// Opens a level at its spawn.
    ///
    /// # Panics
    /// Panics if there is no graphics driver.
    fn new(opened: Opened) -> Self {
        let mut app = App::new();
        app.add_plugins(
            DefaultPlugins
                .set(startup::log_plugin())
                .set(RenderPlugin {
                    synchronous_pipeline_compilation: true,
                    ..startup::render_plugin()
                })
                .set(WindowPlugin {
                    primary_window: None,
                    exit_condition: ExitCondition::DontExit,
                    ..default()
                })
                .disable::<WinitPlugin>()
                .disable::<PipelinedRenderingPlugin>()
                .disable::<PanicHandlerPlugin>()
                .disable::<TerminalCtrlCHandlerPlugin>(),
        );
        let liquids = opened.level.triangles.iter().filter(|triangle| !triangle.solid);
        let liquids = liquids
            .map(|triangle| Polygon::from_points(triangle.corners))
            .collect();
        let mut player = Player::default();
        player.respawn(&opened.level.spawn);
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(STEPS))
            .insert_resource(Settings::default())
            .insert_resource(leaf_tree::LeafTreeNeeded(false))
            // Without antialiasing, the colour of a pixel is the colour at its centre.
            .insert_resource(scene::Quality::Software);
        add_shared(&mut app);
        app.world_mut().resource_mut::<ProgramState>().overlays = Overlays::none();
        *app.world_mut().shown_mut::<Player>() = player;
        app.add_plugins((
            bevy_egui::EguiPlugin::default(),
            draw::plugin,
            scene::plugin,
            camera::plugin,
            model_view::plugin,
            (divisions::plugin, build_film::plugin, what_if::plugin),
            panel::plugin,
            overlays::plugin,
            leaf_tree::plugin,
            draw_list::plugin,
        ));
        app.world_mut().spawn((
            LevelRoot,
            IsShown,
            leaf_tree::LeafTreeParams::from(&opened.params),
            OpenedLevel(opened.clone()),
        ));
        app.finish();
        app.cleanup();
        let image = Image::new_target_texture(WIDTH, HEIGHT, TextureFormat::Rgba8UnormSrgb, None);
        let target = app.world_mut().resource_mut::<Assets<Image>>().add(image);
        let render_target = RenderTarget::Image(ImageRenderTarget {
            handle: target.clone(),
            scale_factor: 1.0,
        });
        app.world_mut()
            .add_observer(move |added: On<Add, Eye>, mut commands: Commands| {
                commands.entity(added.entity).insert(render_target.clone());
            });
        // Skip the baked light, which is slow and not tested here.
        let lit = app.world().shown::<OpenedLevel>().level_id();
        app.insert_resource(scene::Lit(Some(lit)));
        // Hide the cards, so that they do not cover the level.
        let mut schedules = app.world_mut().resource_mut::<Schedules>();
        schedules.insert(Schedule::new(EguiPrimaryContextPass));
        Self {
            app,
            opened,
            target,
            liquids,
        }
    }

    /// Draws one frame and waits for it. Skips drawing while the scene is still being built, because drawing would
    /// occupy the CPU cores.
    pub(super) fn frame(&mut self) {
        let is_built = self.is_built();
        let world = self.app.world_mut();
        for mut camera in world.query_filtered::<&mut Camera, With<Eye>>().iter_mut(world) {
            camera.is_active = is_built;
        }
        if !is_built {
            thread::sleep(PAUSE);
        }
        self.app.update();
        self.wait_for_the_driver();
    }

    /// Returns whether the level, its light and the overlays are built.
    fn is_built(&self) -> bool {
        let world = self.app.world();
        let current = world.shown::<OpenedLevel>();
        let (level, tree) = (Some(current.level_id()), Some(current.tree_id()));
        world.resource::<scene::RenderedLevel>().0 == level
            && world.resource::<scene::Lit>().0 == level
            && world.resource::<CurrentTreeStats>().tree_id == tree
            && !world.resource::<OverlayReport>().is_busy()
    }

    /// Returns whether the scene and its pipelines are built.
    fn is_ready(&self) -> bool {
        let pipelines = self.app.sub_app(RenderApp).world().resource::<PipelineCache>();
        pipelines.waiting_pipelines().next().is_none() && self.is_built()
    }

    /// Draws one frame and reads it back.
    fn take(&mut self) -> RgbImage {
        while !self.is_built() {
            self.frame();
        }
        let world = self.app.world_mut();
        let asked = world.spawn(Screenshot::image(self.target.clone())).id();
        self.frame();
        let image = self.read_back();
        self.app.world_mut().despawn(asked);
        let image = image.try_into_dynamic();
        image.unwrap_or_else(|error| panic!("{error}")).to_rgb8()
    }

    /// Waits for the most recently drawn frame and reads it back. The engine would return it one frame later, and that
    /// frame might never be drawn.
    fn read_back(&self) -> Image {
        let captured = Arc::clone(&self.app.world().resource::<CapturedScreenshots>().0);
        let captured = captured.lock().unwrap_or_else(PoisonError::into_inner);
        for _ in 0..READ_TRIES {
            self.wait_for_the_driver();
            if let Ok((_, image)) = captured.recv_timeout(PAUSE) {
                return image;
            }
        }
        panic!("the graphics driver returned no image")
    }

    /// Waits until the GPU has finished all drawing.
    fn wait_for_the_driver(&self) {
        let device = self.app.world().resource::<RenderDevice>();
        let wait = PollType::Wait {
            submission_index: None,
            timeout: None,
        };
        device.poll(wait).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Shows the given overlays and selection, and waits until they are drawn.
    pub(super) fn show(&mut self, overlays: Overlays, node: Option<NodeId>) {
        let world = self.app.world_mut();
        world.resource_mut::<ProgramState>().overlays = overlays;
        world
            .resource_mut::<ProgramState>()
            .level
            .selected
            .select_node(node, None);
        self.frame();
        let start = Instant::now();
        while !self.is_ready() {
            assert!(
                start.elapsed() < PATIENCE,
                "the overlays are not built; the studio waits for {node:?}"
            );
            self.frame();
        }
        self.frame();
    }

    pub(super) fn hide<M: PaintMaterial>(&mut self) {
        let world = self.app.world_mut();
        let mut drawn = world.query_filtered::<&mut Visibility, With<Painted<M>>>();
        for mut visibility in drawn.iter_mut(world) {
            *visibility = Visibility::Hidden;
        }
    }

    /// Removes the lines, bands and labels of the split planes.
    pub(super) fn without_lines(&mut self) {
        let mut layers = self.app.world_mut().resource_mut::<Layers>();
        for layer in [Layer::Planes, Layer::PlaneBands, Layer::SelectedPlane] {
            layers.set(layer, Drawing::default());
        }
        self.frame();
    }

    pub(super) fn screenshots(&mut self, views: &[View]) -> Vec<RgbImage> {
        let mut screenshots = Vec::new();
        for view in views {
            let world = self.app.world_mut();
            let mut player = world.shown_mut::<Player>();
            player.teleport(view.eye);
            (player.yaw, player.pitch) = (view.yaw, view.pitch);
            world.resource_mut::<Settings>().field_of_view = view.field_of_view;
            screenshots.push(self.take());
        }
        screenshots
    }

    /// Returns the first face that a unit-length ray hits. Liquids are not part of a tree, so a liquid is returned as a face
    /// that coincides with others.
    pub(super) fn face(&self, eye: Vec3, ray: Vec3) -> Option<Face> {
        let liquid = self
            .liquids
            .iter()
            .filter_map(|liquid| hit(liquid, eye.as_dvec3(), ray.as_dvec3(), 0.0))
            .fold(f32::INFINITY, |least, t| least.min(t as f32));
        let tree = &self.opened.tree;
        let reach = 2.0 * self.opened.level.bounds.size().length() as f32;
        let hit = tree.cast(eye, eye + ray * reach);
        let far = hit.map_or(f32::INFINITY, |hit| hit.t * reach);
        if liquid < far {
            return Some(Face {
                far: liquid,
                face: FaceId::NONE,
                alone: false,
            });
        }
        let hit = hit?;
        let beyond = far + 1.0e-3 * far.max(1.0);
        let next = tree.cast(eye + ray * (far + 1.0e-4 * far.max(1.0)), eye + ray * beyond);
        Some(Face {
            far,
            face: hit.face,
            alone: next.is_none(),
        })
    }
}
