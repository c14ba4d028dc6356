//! The hall, drawn at a small size and without cards, from any eye.

use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::Arc,
    time::Duration,
};

use bevy::{ecs::schedule::Schedules, prelude::*};
use bevy_egui::EguiPrimaryContextPass;
use bspwalk_geometry::Polygon;
use bspwalk_levels::Level;
use bspwalk_overlays::{drawing::Drawing, layer::Layer};
use bspwalk_session::{LevelName, tree_args::TreeArgs};
use bspwalk_testing::small_trees::hit;
use bspwalk_trees::NodeTree;
use image::RgbImage;
use web_time::Instant;

use super::studio::Studio;
use crate::{
    app::{
        host::{
            shown::ShownIn,
            startup,
            state::{OpenedLevel, Overlays, Player, Selection},
        },
        input::settings::Settings,
        paint::{overlays::layers::Layers, scene::Lit},
    },
    cli::open::open,
};

pub(super) const WIDTH: u32 = 160;
pub(super) const HEIGHT: u32 = 90;

/// Position, direction and field of view of an eye.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) eye: Vec3,
    pub(super) yaw: f32,
    pub(super) pitch: f32,
    /// Horizontal field of view, in degrees.
    pub(super) field_of_view: f32,
}

impl View {
    pub(super) fn rotation(&self) -> Quat {
        Quat::from_euler(EulerRot::YXZ, self.yaw, self.pitch, 0.0)
    }

    /// Returns half of the screenshot's width and height at a distance of 1.
    pub(super) fn half(&self) -> Vec2 {
        let across = (self.field_of_view.to_radians() * 0.5).tan();
        Vec2::new(across, across * HEIGHT as f32 / WIDTH as f32)
    }

    /// Returns the unit direction through a position of the screenshot, in pixels from its upper left corner.
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

    /// Returns the position of a point in the screenshot, in pixels, and its depth.
    pub(super) fn project(&self, point: Vec3) -> (Vec2, f32) {
        let seen = self.rotation().inverse() * (point - self.eye);
        let size = Vec2::new(WIDTH as f32, HEIGHT as f32);
        let place = seen.truncate() / -seen.z / self.half() * Vec2::new(1.0, -1.0);
        ((place + 1.0) * 0.5 * size, -seen.z)
    }
}

/// Time limit for the overlays, generous because a software driver on two busy cores is slow.
const PATIENCE: Duration = Duration::from_secs(180);

/// The hall, drawn at a small size and without cards.
pub(super) struct Hall {
    pub(super) studio: Studio,
    pub(super) tree: Arc<NodeTree>,
    pub(super) level: Arc<Level>,
    pub(super) liquids: Vec<Polygon>,
    pub(super) reach: f32,
}

impl Hall {
    /// Opens the hall. `None` if no driver is installed and none is required.
    pub(super) fn open() -> Option<Self> {
        let opened = open(&LevelName::BuiltIn("hall".to_owned()), &TreeArgs::default());
        let opened = opened.unwrap_or_else(|error| panic!("{error}"));
        let (tree, level) = (opened.tree.clone(), opened.level.clone());
        let built = catch_unwind(AssertUnwindSafe(|| Studio::new(opened, [WIDTH, HEIGHT])));
        let mut studio = match built {
            Ok(studio) => studio,
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
        };
        // Skip the baked light, which is slow and not tested.
        let world = studio.app.world_mut();
        let lit = world.shown::<OpenedLevel>().level_id();
        world.insert_resource(Lit(Some(lit)));
        // Hide the cards, so that they do not cover the level.
        let mut schedules = studio.app.world_mut().resource_mut::<Schedules>();
        schedules.insert(Schedule::new(EguiPrimaryContextPass));
        let reach = 2.0 * level.bounds.size().length() as f32;
        let liquids = level.triangles.iter().filter(|triangle| !triangle.solid);
        Some(Self {
            liquids: liquids
                .map(|triangle| Polygon::from_points(triangle.corners))
                .collect(),
            studio,
            tree,
            level,
            reach,
        })
    }

    /// Shows these overlays and this selection, and waits until they are drawn.
    pub(super) fn show(&mut self, overlays: Overlays, node: Option<u32>) {
        let world = self.studio.app.world_mut();
        world.insert_resource(overlays);
        *world.shown_mut::<Selection>() = Selection { node, face: None };
        self.frame();
        let start = Instant::now();
        while !self.studio.is_ready() {
            assert!(
                start.elapsed() < PATIENCE,
                "the overlays are not built; the studio waits for {node:?}"
            );
            self.frame();
        }
        self.frame();
    }

    pub(super) fn frame(&mut self) {
        self.studio.frame();
    }

    pub(super) fn hide<M: Material>(&mut self) {
        let world = self.studio.app.world_mut();
        let mut drawn = world.query_filtered::<&mut Visibility, With<MeshMaterial3d<M>>>();
        for mut visibility in drawn.iter_mut(world) {
            *visibility = Visibility::Hidden;
        }
    }

    /// Removes the lines, bands and labels of the planes.
    pub(super) fn without_lines(&mut self) {
        let mut layers = self.studio.app.world_mut().resource_mut::<Layers>();
        for layer in [Layer::Planes, Layer::PlaneBands, Layer::SelectedPlane] {
            layers.set(layer, Drawing::default());
        }
        self.frame();
    }

    pub(super) fn screenshots(&mut self, views: &[View]) -> Vec<RgbImage> {
        let mut screenshots = Vec::new();
        for view in views {
            let world = self.studio.app.world_mut();
            let mut player = world.shown_mut::<Player>();
            player.teleport(view.eye);
            (player.yaw, player.pitch) = (view.yaw, view.pitch);
            world.resource_mut::<Settings>().field_of_view = view.field_of_view;
            screenshots.push(self.studio.take());
        }
        screenshots
    }

    /// Returns the first face on a ray of unit length. A liquid, which is in no tree, is returned as a face that shares
    /// its place with others.
    pub(super) fn face(&self, eye: Vec3, ray: Vec3) -> Option<Face> {
        let liquid = self
            .liquids
            .iter()
            .filter_map(|liquid| hit(liquid, eye.as_dvec3(), ray.as_dvec3(), 0.0))
            .fold(f32::INFINITY, |least, t| least.min(t as f32));
        let hit = self.tree.cast(eye, eye + ray * self.reach);
        let far = hit.map_or(f32::INFINITY, |hit| hit.t * self.reach);
        if liquid < far {
            return Some(Face {
                far: liquid,
                face: u32::MAX,
                alone: false,
            });
        }
        let hit = hit?;
        let beyond = far + 1.0e-3 * far.max(1.0);
        let next = self
            .tree
            .cast(eye + ray * (far + 1.0e-4 * far.max(1.0)), eye + ray * beyond);
        Some(Face {
            far,
            face: hit.face,
            alone: next.is_none(),
        })
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    /// Distance, in metres.
    pub(super) far: f32,
    pub(super) face: u32,
    /// Whether no other face lies in the same place.
    pub(super) alone: bool,
}
