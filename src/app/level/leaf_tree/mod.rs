//! Solid-leaf tree of the current level, its PVS, and culling.
//!
//! The tree is built in the background once the level is shown, and rebuilt when its parameters change. Until then, or
//! if the build fails, the level is drawn without culling.

pub mod clusters;
pub mod culling;
mod owner;
mod parts;
pub(in crate::app) mod state;
pub(in crate::app) mod view;

use bevy::prelude::*;

use crate::app::host::prelude::*;

pub use bspwalk_session::{
    background::{LeafTreeData, LeafTreeId},
    culling::CullingMode,
};

pub use self::culling::{AlwaysCounted, CullingReport};
pub use self::owner::SideBySide;
pub(in crate::app) use self::parts::LeafTreeNeeded;
pub use self::parts::LeafTreeParams;
pub use self::state::LeafTreeState;
pub use self::view::View;

/// Builds the solid-leaf tree, but draws nothing.
pub fn plugin(app: &mut App) {
    add_to_levels::<LeafTreeState>(app);
    add_to_levels::<LeafTreeParams>(app);
    app.init_resource::<LeafTreeNeeded>()
        .init_resource::<CullingReport>()
        .init_resource::<culling::VisibleSet>()
        .init_resource::<View>()
        .init_resource::<AlwaysCounted>()
        .add_systems(
            Update,
            (
                state::start.run_if(|needed: Res<LeafTreeNeeded>| needed.0),
                state::take,
                state::compare,
            )
                .chain()
                .in_set(AppSystems::LeafTree),
        )
        .add_systems(
            PostUpdate,
            (
                culling::update_view,
                culling::find_visible
                    .run_if(culling::clusters_are_drawn.or_else(culling::shows_culling_statistics)),
                culling::count.run_if(culling::shows_culling_statistics),
            )
                .chain()
                .in_set(AppSystems::Cull),
        );
}
