//! `shot`: an image of a level and its overlays, drawn by the window's plugins without a window.
//!
//! The image is taken when everything in it is built and two frames in a row are equal. It depends neither on the clock nor
//! on the user's settings, so the same arguments give the same image on one machine.

use std::{
    process::ExitCode,
    sync::{Arc, PoisonError, mpsc::RecvTimeoutError},
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
        render_resource::{CachedPipelineState, PipelineCache, PollType, TextureFormat},
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
use bspwalk_compile::CompileParams;
use bspwalk_session::{Opened, view::View};
use bspwalk_text::text;
use image::RgbImage;
use web_time::Instant;

use super::{
    add_shared, build_film, camera, divisions, hud, leaf_tree, model_view as model, overlays, panel, scene,
    settings::Settings,
    shown::{IsShown, LevelRoot, ShownIn},
    startup,
    state::{Eye, LevelSource, ModelView, OpenedLevel, Overlays, Player, Precompiled, Selection},
    viewpoint, what_if,
};
use crate::cli::{self, CliError, PixelSize, ShotArgs, ShotOptions, open, shot};

/// After so many frames an image that still changes is taken: more than the model's camera needs to come to rest.
const MOST_FRAMES: usize = 30;

/// Between frames while something is still being made.
const PAUSE: Duration = Duration::from_millis(2);

/// How often a frame that is drawn is asked for, with a [`PAUSE`] each time, before its picture is given up.
const READ_TRIES: usize = 5000;

/// Fixed steps a frame, for overlays that fade in. The number is whole, so that the interpolated pose is the same to the
/// last bit in every frame.
const STEPS: u32 = 6;

/// Why there is no image, in one sentence for the user.
#[derive(Debug, thiserror::Error)]
pub(in crate::app) enum ShotError {
    #[error(transparent)]
    Cli(#[from] CliError),
    #[error("{}", text!("picture-too-large", size = .size, limit = .limit))]
    TooLarge { size: PixelSize, limit: u32 },
    #[error("{}", text!("picture-no-leaf", leaf = .leaf, last = .last))]
    NoLeaf { leaf: u32, last: u32 },
    #[error("{}", text!("picture-shader", what = .0))]
    Pipeline(String),
    #[error("{}", text!("picture-not-read", what = .0))]
    NotRead(String),
}

/// Draws an image and writes it.
#[must_use]
pub fn run(args: &ShotArgs) -> ExitCode {
    match draw(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => cli::fail(error),
    }
}

/// How long frames of a picture take in milliseconds, once all in it is made: for benchmarks. The camera turns a little from
/// frame to frame, as in a window.
///
/// # Errors
/// Why there is no picture, for the user.
pub fn frame_times(args: &ShotArgs, frames: usize) -> Result<Vec<f64>, String> {
    let measure = || {
        let opened = open::open(&args.shot.level, &args.tree)?;
        let mut studio = Studio::new(args, opened)?;
        studio.image()?;
        let mut times = Vec::with_capacity(frames);
        for _ in 0..frames {
            let world = studio.app.world_mut();
            world.shown_mut::<Player>().yaw += 0.004;
            if let Some(orbit) = &mut world.resource_mut::<ModelView>().orbit {
                orbit.yaw += 0.004;
            }
            let start = Instant::now();
            studio.frame()?;
            times.push(start.elapsed().as_secs_f64() * 1000.0);
        }
        Ok(times)
    };
    measure().map_err(|error: ShotError| error.to_string())
}

fn draw(args: &ShotArgs) -> Result<(), ShotError> {
    shot::check_writable(&args.shot.output)?;
    let opened = open::open(&args.shot.level, &args.tree)?;
    shot::check_selection(&args.shot, &opened.tree)?;
    startup::explain_panics(startup::Without::Picture);
    let image = Studio::new(args, opened)?.image()?;
    shot::write(&args.shot.output, &image)?;
    Ok(())
}

/// The window's plugins, drawing to an image.
pub(in crate::app) struct Studio {
    pub(in crate::app) app: App,
    target: Handle<Image>,
}

impl Studio {
    pub(in crate::app) fn new(args: &ShotArgs, opened: Opened) -> Result<Self, ShotError> {
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
        let level = add_state(&mut app, args, opened);
        // Time does not matter: shadows and smooth edges even where the driver draws in software.
        app.insert_resource(scene::Quality::Full);
        // Nothing is drawn meanwhile.
        app.insert_resource(scene::LightThreads(rayon::current_num_threads()));
        app.add_plugins((
            bevy_egui::EguiPlugin::default(),
            scene::ScenePlugin,
            camera::CameraPlugin,
            model::ModelViewPlugin,
            (
                divisions::DivisionsPlugin,
                build_film::BuildFilmPlugin,
                what_if::WhatIfPlugin,
            ),
            (panel::PanelPlugin, hud::captions::CaptionsPlugin),
            overlays::OverlaysPlugin,
            leaf_tree::LeafTreePlugin,
            leaf_tree::CullingPlugin,
        ));
        app.world_mut().spawn((LevelRoot, IsShown, level));
        app.finish();
        app.cleanup();

        let size = args.shot.size;
        let limit = app
            .world()
            .resource::<RenderDevice>()
            .limits()
            .max_texture_dimension_2d;
        if size.width.max(size.height) > limit {
            return Err(ShotError::TooLarge { size, limit });
        }
        let image = Image::new_target_texture(size.width, size.height, TextureFormat::Rgba8UnormSrgb, None);
        let target = app.world_mut().resource_mut::<Assets<Image>>().add(image);
        let render_target = RenderTarget::Image(ImageRenderTarget {
            handle: target.clone(),
            scale_factor: 1.0,
        });
        app.world_mut()
            .add_observer(move |added: On<Add, Eye>, mut commands: Commands| {
                // The driver chooses the order of indirect draws, which could show where faces touch.
                commands
                    .entity(added.entity)
                    .insert((render_target.clone(), NoIndirectDrawing));
            });
        Ok(Self { app, target })
    }

    /// Draws one frame and waits for it; nothing is drawn while what it shows is still being made, as that takes the cores.
    pub(in crate::app) fn frame(&mut self) -> Result<(), ShotError> {
        let is_made = self.is_made();
        let world = self.app.world_mut();
        for mut camera in world.query_filtered::<&mut Camera, With<Eye>>().iter_mut(world) {
            if camera.is_active != is_made {
                camera.is_active = is_made;
            }
        }
        if !is_made {
            thread::sleep(PAUSE);
        }
        self.app.update();
        self.wait_for_the_driver()
    }

    /// Whether the level, its light, its trees and the overlays are made.
    fn is_made(&self) -> bool {
        let world = self.app.world();
        let current = world.shown::<OpenedLevel>();
        let needs_leaves = world.resource::<leaf_tree::LeafTreeNeeded>().0;
        world.resource::<scene::Drawn>().0 == Some(current.level_id())
            && world.resource::<scene::Lit>().0 == Some(current.level_id())
            && world.resource::<overlays::CurrentTreeStats>().tree_id == Some(current.tree_id())
            && !world.resource::<overlays::OverlayReport>().is_busy()
            && (!needs_leaves || world.shown::<leaf_tree::LeafTreeState>().is_done())
    }

    /// Whether all that is shown is made, and the pipelines that draw it.
    pub(in crate::app) fn is_ready(&self) -> Result<bool, ShotError> {
        let world = self.app.world();
        let leaves = world.shown::<leaf_tree::LeafTreeState>();
        let leaf = world.shown::<leaf_tree::ChosenLeaf>().0;
        if let (Some(leaf), Some(built)) = (leaf, leaves.built())
            && leaf >= built.tree.leaf_count()
        {
            return Err(ShotError::NoLeaf {
                leaf,
                last: built.tree.leaf_count().saturating_sub(1),
            });
        }
        let pipelines = self.app.sub_app(RenderApp).world().resource::<PipelineCache>();
        if pipelines.waiting_pipelines().next().is_some() {
            return Ok(false);
        }
        for pipeline in pipelines.pipelines() {
            if let CachedPipelineState::Err(error) = &pipeline.state {
                let error = error.to_string();
                return Err(ShotError::Pipeline(
                    error.lines().next().unwrap_or_default().to_owned(),
                ));
            }
        }
        Ok(self.is_made())
    }

    /// Draws one frame and reads it back.
    pub(in crate::app) fn take(&mut self) -> Result<RgbImage, ShotError> {
        // Until then frames are not drawn.
        while !self.is_made() {
            self.frame()?;
        }
        let world = self.app.world_mut();
        let asked = world.spawn(Screenshot::image(self.target.clone())).id();
        self.frame()?;
        let image = self.read_back();
        self.app.world_mut().despawn(asked);
        let image = image?.try_into_dynamic();
        let image = image.map_err(|error| ShotError::NotRead(error.to_string()))?;
        // The alpha channel means nothing.
        Ok(image.to_rgb8())
    }

    /// Waits for the frame that was drawn last. The engine would hand it over in the next frame, which need not be drawn.
    fn read_back(&self) -> Result<Image, ShotError> {
        let captured = Arc::clone(&self.app.world().resource::<CapturedScreenshots>().0);
        let captured = captured.lock().unwrap_or_else(PoisonError::into_inner);
        for _ in 0..READ_TRIES {
            self.wait_for_the_driver()?;
            match captured.recv_timeout(PAUSE) {
                Ok((_, image)) => return Ok(image),
                Err(RecvTimeoutError::Timeout) => {}
                Err(error) => return Err(ShotError::NotRead(error.to_string())),
            }
        }
        Err(ShotError::NotRead(text!("picture-too-long").into()))
    }

    /// Waits until everything is drawn.
    fn wait_for_the_driver(&self) -> Result<(), ShotError> {
        let device = self.app.world().resource::<RenderDevice>();
        let wait = PollType::Wait {
            submission_index: None,
            timeout: None,
        };
        device
            .poll(wait)
            .map(drop)
            .map_err(|error| ShotError::NotRead(error.to_string()))
    }

    /// The first frame that equals the one before it.
    fn image(&mut self) -> Result<RgbImage, ShotError> {
        let (mut last, mut frames) = (None, 0);
        while frames < MOST_FRAMES {
            let image = self.take()?;
            let is_ready = self.is_ready()?;
            if is_ready && last.as_ref() == Some(&image) {
                return Ok(image);
            }
            frames += usize::from(is_ready);
            last = Some(image);
        }
        warn!("{}", text!("picture-still-changed", frames = MOST_FRAMES));
        last.ok_or_else(|| ShotError::NotRead(text!("picture-none").into()))
    }
}

/// Whether the picture shows anything of the solid-leaf tree.
fn needs_leaf_tree(shot: &ShotOptions) -> bool {
    shot.at.view != View::Eye
        || shot.at.select_leaf.is_some()
        || shot.at.show.iter().any(|kind| kind.shows_leaf_tree())
}

/// Adds what the plugins draw: the pose, the overlays and what is selected. Settings are the defaults. Returns the components of the
/// level.
fn add_state(
    app: &mut App,
    args: &ShotArgs,
    Opened {
        level,
        tree,
        build_ms,
        params,
        ..
    }: Opened,
) -> impl Bundle {
    let at = &args.shot.at;
    let selection = Selection {
        node: at.node(&tree),
        face: at.select_face,
    };
    let mut player = Player::default();
    player.respawn(&level.spawn);
    viewpoint::place(&mut player, at, &level);
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(STEPS))
        .insert_resource(Overlays(at.overlays()))
        .insert_resource(viewpoint::model_view(at, &level))
        .insert_resource(viewpoint::build_film(at))
        .insert_resource(Settings {
            field_of_view: at.fov.unwrap_or(Settings::default().field_of_view),
            ..Settings::default()
        })
        .insert_resource(leaf_tree::LeafTreeNeeded(needs_leaf_tree(&args.shot)))
        .insert_resource(viewpoint::tree_owner(at));
    add_shared(app);
    *app.world_mut().shown_mut::<Player>() = player;
    (
        OpenedLevel {
            level,
            tree,
            source: LevelSource::from(args.shot.level.clone()),
            options: args.tree.load_options(),
            build_ms,
            precompiled: Precompiled::ToBuild(None),
        },
        leaf_tree::ChosenLeaf(at.select_leaf),
        selection,
        leaf_tree::LeafTreeParams::from(&CompileParams {
            // Time does not matter.
            pvs: args.tree.over(&CompileParams::default()).pvs,
            ..params
        }),
    )
}
