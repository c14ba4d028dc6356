//! The plugins that draw a level, rendering into an image instead of a window.

use std::{
    sync::{Arc, PoisonError},
    thread,
    time::Duration,
};

use bevy::{
    app::{PanicHandlerPlugin, TerminalCtrlCHandlerPlugin},
    camera::{ImageRenderTarget, RenderTarget},
    prelude::*,
    render::{
        RenderApp, RenderPlugin,
        pipelined_rendering::PipelinedRenderingPlugin,
        render_resource::{PipelineCache, PollType, TextureFormat},
        renderer::RenderDevice,
        view::{
            NoIndirectDrawing,
            screenshot::{CapturedScreenshots, Screenshot},
        },
    },
    time::TimeUpdateStrategy,
    window::ExitCondition,
    winit::WinitPlugin,
};
use bspwalk_session::Opened;
use image::RgbImage;

use crate::app::{
    add_shared,
    films::build_film,
    host::{
        shown::{IsShown, LevelRoot, ShownIn},
        startup,
        state::{Eye, OpenedLevel, Overlays, Player, Selection},
    },
    input::settings::Settings,
    level::{divisions, leaf_tree, what_if},
    paint::{
        camera,
        overlays::{CurrentTreeStats, OverlayReport, OverlaysPlugin},
        scene,
    },
    panel,
    view::model_view,
};

/// Pause between two frames while something is still being built.
const PAUSE: Duration = Duration::from_millis(2);

/// Number of times that an image is polled for, with a [`PAUSE`] each.
const READ_TRIES: u32 = 5000;

/// Fixed steps per frame, for overlays that fade in.
const STEPS: u32 = 6;

/// The plugins that draw a level, and their target image.
pub(super) struct Studio {
    pub(super) app: App,
    target: Handle<Image>,
}

impl Studio {
    /// Opens the hall at its spawn, for images of this width and height.
    ///
    /// # Panics
    /// If there is no graphics driver.
    pub(super) fn new(opened: Opened, [width, height]: [u32; 2]) -> Self {
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
        let mut player = Player::default();
        player.respawn(&opened.level.spawn);
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(STEPS))
            .insert_resource(Overlays::none())
            .insert_resource(Settings::default())
            .insert_resource(leaf_tree::LeafTreeNeeded(false))
            // Without antialiasing, a pixel has the colour of its centre.
            .insert_resource(scene::Quality::Software);
        add_shared(&mut app);
        *app.world_mut().shown_mut::<Player>() = player;
        app.add_plugins((
            bevy_egui::EguiPlugin::default(),
            scene::ScenePlugin,
            camera::CameraPlugin,
            model_view::ModelViewPlugin,
            (
                divisions::DivisionsPlugin,
                build_film::BuildFilmPlugin,
                what_if::WhatIfPlugin,
            ),
            panel::PanelPlugin,
            OverlaysPlugin,
            leaf_tree::LeafTreePlugin,
            crate::app::paint::draw_list::CullingPlugin,
        ));
        app.world_mut().spawn((
            LevelRoot,
            IsShown,
            leaf_tree::LeafTreeParams::from(&opened.params),
            OpenedLevel(opened),
            leaf_tree::ChosenLeaf(None),
            Selection::default(),
        ));
        app.finish();
        app.cleanup();
        let image = Image::new_target_texture(width, height, TextureFormat::Rgba8UnormSrgb, None);
        let target = app.world_mut().resource_mut::<Assets<Image>>().add(image);
        let render_target = RenderTarget::Image(ImageRenderTarget {
            handle: target.clone(),
            scale_factor: 1.0,
        });
        app.world_mut()
            .add_observer(move |added: On<Add, Eye>, mut commands: Commands| {
                // The driver chooses the order of indirect draws, which would be visible where faces touch.
                commands
                    .entity(added.entity)
                    .insert((render_target.clone(), NoIndirectDrawing));
            });
        Self { app, target }
    }

    /// Draws one frame and waits for it. Nothing is drawn while the scene is still being built, because drawing would
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
        world.resource::<scene::Drawn>().0 == level
            && world.resource::<scene::Lit>().0 == level
            && world.resource::<CurrentTreeStats>().tree_id == tree
            && !world.resource::<OverlayReport>().is_busy()
    }

    /// Returns whether the scene and its pipelines are built.
    pub(super) fn is_ready(&self) -> bool {
        let pipelines = self.app.sub_app(RenderApp).world().resource::<PipelineCache>();
        pipelines.waiting_pipelines().next().is_none() && self.is_built()
    }

    /// Draws one frame and reads it back.
    pub(super) fn take(&mut self) -> RgbImage {
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

    /// Waits for the last drawn frame. The engine would return it in the next frame, which need not be drawn.
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

    /// Waits until everything is drawn.
    fn wait_for_the_driver(&self) {
        let device = self.app.world().resource::<RenderDevice>();
        let wait = PollType::Wait {
            submission_index: None,
            timeout: None,
        };
        device.poll(wait).unwrap_or_else(|error| panic!("{error}"));
    }
}
