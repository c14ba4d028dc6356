//! The layers of lines: each overlay that draws lines fills one.

use bevy::{camera::visibility::NoFrustumCulling, platform::collections::HashMap, prelude::*};

use super::{
    PixelScale,
    lines::{LineBatch, LineMaterial, Stroke},
};
use crate::app::palette::Rgb;

/// A layer of lines.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum LineLayer {
    /// Outlines and ticks of planes.
    Planes,
    /// Normals of the fragments.
    Normals,
    /// Cells.
    Cells,
    /// Cells of leaves.
    Leaves,
    /// Outlines of portals.
    Portals,
    /// The sightline, or the chain of portals that closes on it.
    Sight,
    /// The way out of the level.
    Leak,
    /// The view that is frozen.
    FrozenView,
    /// The body and what it touches.
    Collision,
    /// What lies ahead of the body.
    Motion,
    /// The replay and its ghost.
    Replay,
    /// What stopped the body.
    Why,
    /// Cells, through walls.
    CellsThroughWalls,
    /// Cells of leaves, through walls.
    LeavesThroughWalls,
    /// The sightline, through walls.
    SightThroughWalls,
    /// The way out of the level, through walls.
    LeakThroughWalls,
    /// The outline of the selected plane, through walls.
    SelectedThroughWalls,
}

impl LineLayer {
    /// Opacity of the layer as a whole.
    fn opacity(self) -> f32 {
        match self {
            Self::SelectedThroughWalls => 0.4,
            Self::CellsThroughWalls | Self::LeavesThroughWalls => 0.22,
            Self::SightThroughWalls | Self::LeakThroughWalls => 0.5,
            Self::FrozenView => 0.8,
            Self::Planes
            | Self::Normals
            | Self::Cells
            | Self::Leaves
            | Self::Portals
            | Self::Sight
            | Self::Leak
            | Self::Collision
            | Self::Motion
            | Self::Replay
            | Self::Why => 1.0,
        }
    }

    /// Whether it is drawn through everything.
    fn through_walls(self) -> bool {
        matches!(
            self,
            Self::SelectedThroughWalls
                | Self::CellsThroughWalls
                | Self::LeavesThroughWalls
                | Self::SightThroughWalls
                | Self::LeakThroughWalls
                | Self::FrozenView
        )
    }
}

/// What the layers hold, until it is drawn.
#[derive(Resource, Default)]
pub(super) struct LineLayers {
    changed: HashMap<LineLayer, (LineBatch, [f32; 2])>,
}

impl LineLayers {
    /// Replaces the lines of a layer.
    pub(super) fn set(&mut self, layer: LineLayer, lines: LineBatch) {
        self.changed.insert(layer, (lines, [1.0e9, 2.0e9]));
    }

    /// Replaces the lines of a layer that fades between two distances from the eye, in metres.
    pub(super) fn set_fading(&mut self, layer: LineLayer, lines: LineBatch, fade: [f32; 2]) {
        self.changed.insert(layer, (lines, fade));
    }
}

/// Draws nothing with both pipelines, so that they are there when they are first wanted.
pub(super) fn warm_up(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<LineMaterial>>,
) {
    let mut line = LineBatch::default();
    line.line(Vec3::ZERO, Vec3::Y, Stroke::new(Rgb(0, 0, 0), 0.0, 1.0));
    let Some(mesh) = line.mesh().map(|mesh| meshes.add(mesh)) else {
        return;
    };
    for through_walls in [false, true] {
        let settings = Vec4::new(1.0, 0.0, 0.0, 1.0);
        let material = materials.add(LineMaterial {
            settings,
            through_walls,
            order: 0.0,
        });
        commands.spawn((Mesh3d(mesh.clone()), MeshMaterial3d(material), NoFrustumCulling));
    }
}

/// Draws what changed.
pub(super) fn draw(
    mut commands: Commands,
    mut layers: ResMut<LineLayers>,
    scale: Res<PixelScale>,
    old: Query<(Entity, &LineLayer, &MeshMaterial3d<LineMaterial>)>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<LineMaterial>>,
) {
    if scale.is_changed() {
        for (_, _, material) in &old {
            if let Some(mut material) = materials.get_mut(&material.0) {
                material.settings.x = scale.0;
            }
        }
    }
    if layers.changed.is_empty() {
        return;
    }
    for (layer, (lines, fade)) in layers.changed.drain() {
        let drawn = old.iter().find(|(_, drawn, ..)| **drawn == layer);
        let Some(mesh) = lines.mesh() else {
            if let Some((entity, ..)) = drawn {
                commands.entity(entity).despawn();
            }
            continue;
        };
        let material = LineMaterial {
            settings: Vec4::new(scale.0, layer.opacity(), fade[0], fade[1]),
            through_walls: layer.through_walls(),
            order: super::ORDER_LINES + f32::from(layer as u8) * super::ORDER_STEP,
        };
        if let Some((entity, _, old_material)) = drawn {
            // A new mesh rather than a changed one: a layer may grow beyond the room that the old one has.
            commands.entity(entity).insert(Mesh3d(meshes.add(mesh)));
            if let Some(mut old_material) = materials.get_mut(&old_material.0)
                && old_material.settings != material.settings
            {
                *old_material = material;
            }
        } else {
            commands.spawn((
                layer,
                Mesh3d(meshes.add(mesh)),
                MeshMaterial3d(materials.add(material)),
                NoFrustumCulling,
            ));
        }
    }
}
