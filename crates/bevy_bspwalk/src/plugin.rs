//! The Bevy plugin.

use bevy::{app::RunFixedMainLoopSystems, prelude::*};

use crate::{
    asset::{BspLevel, BspLevelLoader, BspTree},
    bodies::tick_bodies,
    body::{BodyInput, BodyState, KinematicBody},
    environment::BspEnvironment,
    events,
    gather::BspCollider,
    interpolation::{self, Interpolation},
    mechanisms::{self, OfMechanism},
    move_things::move_all,
    params::{Anchor, BodyMode, BodyParams},
    root::{AtStart, BspLevelRoot, OfLevel},
    spawn::{move_bodies_to_start, spawn_levels},
    thing::{MovingThing, ThingMotion},
};

/// System sets of the plugin, in execution order. You can add your own systems before, between and after the sets.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BspwalkSystems {
    /// Spawns loaded levels. Runs in `PreUpdate`.
    Spawn,
    /// Sets the target poses of doors and lifts. Runs in `FixedUpdate`, like the following two sets.
    Mechanisms,
    /// Moves doors, lifts and other moving things. They carry and push bodies, and stop before they crush one.
    Things,
    /// Moves bodies.
    Bodies,
    /// Interpolates moving entities between the last two ticks. Runs in `RunFixedMainLoop`, after the ticks.
    Interpolate,
}

/// Adds level assets, bodies, moving things and the enabled crate features. Add it after Bevy's `AssetPlugin`.
#[derive(Clone, Copy, Debug)]
pub struct BspwalkPlugin {
    /// Whether moving entities are interpolated between ticks by default. An [`Interpolation`] on an entity
    /// overrides it.
    pub interpolate: bool,
}

impl Default for BspwalkPlugin {
    fn default() -> Self {
        Self { interpolate: true }
    }
}

impl Plugin for BspwalkPlugin {
    fn build(&self, app: &mut App) {
        app.init_asset::<BspTree>()
            .init_asset::<BspLevel>()
            .init_asset_loader::<BspLevelLoader>()
            .init_resource::<BspEnvironment>();
        events::register(app);
        app.register_type::<BspCollider>()
            .register_type::<BspLevelRoot>()
            .register_type::<OfLevel>()
            .register_type::<OfMechanism>()
            .register_type::<AtStart>()
            .register_type::<KinematicBody>()
            .register_type::<BodyInput>()
            .register_type::<BodyState>()
            .register_type::<BodyParams>()
            .register_type::<BodyMode>()
            .register_type::<Anchor>()
            .register_type::<Interpolation>()
            .register_type::<MovingThing>()
            .register_type::<ThingMotion>();
        app.configure_sets(
            FixedUpdate,
            (
                BspwalkSystems::Mechanisms,
                BspwalkSystems::Things,
                BspwalkSystems::Bodies,
            )
                .chain(),
        );
        app.add_systems(
            PreUpdate,
            (spawn_levels, move_bodies_to_start)
                .chain()
                .in_set(BspwalkSystems::Spawn),
        )
        .add_systems(
            FixedUpdate,
            (
                mechanisms::advance_mechanisms.in_set(BspwalkSystems::Mechanisms),
                (move_all, mechanisms::report_to_mechanisms)
                    .chain()
                    .in_set(BspwalkSystems::Things),
                tick_bodies.in_set(BspwalkSystems::Bodies),
            ),
        );
        #[cfg(feature = "render")]
        crate::render::add(app);
        #[cfg(feature = "picking")]
        crate::picking::add(app);
        #[cfg(feature = "debug")]
        crate::debug::add(app);
        if self.interpolate {
            app.add_systems(FixedFirst, interpolation::restore)
                .add_systems(FixedLast, interpolation::record)
                .add_systems(
                    RunFixedMainLoop,
                    interpolation::interpolate_transforms
                        .in_set(BspwalkSystems::Interpolate)
                        .in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
                );
        }
    }
}
