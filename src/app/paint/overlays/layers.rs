//! Layers in the engine: overlays fill layers, and each pass over a layer is a mesh.

use bevy::{camera::visibility::NoFrustumCulling, platform::collections::HashMap, prelude::*};
use bspwalk_levels::color::meaning::ink;
use bspwalk_overlays::{
    drawing::{Drawing, Label},
    layer::{Layer, PASSES, Pass},
    lines::{LineBatch, Stroke},
    polygons::PolygonBatch,
};
use std::{
    collections::{BTreeMap, HashSet},
    mem,
};

use super::{
    lines::{self, LineMaterial},
    pipeline::{ORDER_LAYERS, ORDER_STEP, PixelScale},
    polygons::{self, PolygonMaterial},
    warm_up,
};
use crate::app::host::schedule::AppSystems;

/// Changes to the layers since they were last drawn.
#[derive(Resource, Default)]
pub(in crate::app) struct Layers {
    changed: HashMap<Layer, Drawing>,
    labels: BTreeMap<Layer, Vec<Label>>,
    labels_changed: bool,
    /// Layers that contain lines or labels.
    with_lines: HashSet<Layer>,
}

impl Layers {
    /// Replaces the contents of a layer. Polygons are drawn in insertion order.
    pub(in crate::app) fn set(&mut self, layer: Layer, drawing: impl Into<Drawing>) {
        let mut drawing = drawing.into();
        let labels = mem::take(&mut drawing.labels);
        if self.labels.get(&layer).map_or(&[][..], Vec::as_slice) != labels {
            self.labels.insert(layer, labels);
            self.labels_changed = true;
        }
        let is_empty = drawing.lines.is_empty() && self.labels.get(&layer).is_none_or(Vec::is_empty);
        if is_empty {
            self.with_lines.remove(&layer);
        } else {
            self.with_lines.insert(layer);
        }
        self.changed.insert(layer, drawing);
    }

    pub(in crate::app) fn has_lines(&self) -> bool {
        !self.with_lines.is_empty()
    }

    pub(super) fn labels(&self) -> impl Iterator<Item = (Layer, &Label)> {
        let layers = self.labels.iter();
        layers.flat_map(|(layer, labels)| labels.iter().map(|label| (*layer, label)))
    }

    /// Returns whether the labels have changed since the last call.
    pub(super) fn take_labels_changed(&mut self) -> bool {
        mem::take(&mut self.labels_changed)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, warm_up)
        .add_systems(Update, draw.in_set(AppSystems::Show));
}

/// An entity that draws a pass, given by its index in [`PASSES`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
struct DrawnPass(usize);

/// The entities that draw passes with a material.
type Drawn<'w, 's, M> = Query<'w, 's, (Entity, &'static DrawnPass, &'static MeshMaterial3d<M>)>;

fn draw(
    mut commands: Commands,
    mut layers: ResMut<Layers>,
    scale: Res<PixelScale>,
    (drawn_lines, drawn_polygons): (Drawn<LineMaterial>, Drawn<PolygonMaterial>),
    mut meshes: ResMut<Assets<Mesh>>,
    (mut line_materials, mut polygon_materials): (
        ResMut<Assets<LineMaterial>>,
        ResMut<Assets<PolygonMaterial>>,
    ),
) {
    if scale.is_changed() {
        for (.., material) in &drawn_lines {
            if let Some(mut material) = line_materials.get_mut(&material.0) {
                material.settings.x = scale.0;
            }
        }
    }
    for (layer, drawing) in layers.bypass_change_detection().changed.drain() {
        // Passes over the same lines share their mesh.
        let line_mesh = lines::mesh(drawing.lines.lines()).map(|mesh| meshes.add(mesh));
        for (place, (_, pass)) in (0..).zip(PASSES).filter(|(_, (of, _))| *of == layer) {
            let order = ORDER_LAYERS + place as f32 * ORDER_STEP;
            match pass {
                Pass::Polygons { hatched, .. } => {
                    let batch = &drawing.polygons;
                    let mesh = (!batch.is_empty()).then(|| meshes.add(polygons::mesh(batch, 0..batch.len())));
                    let material = PolygonMaterial::new(scale.0, order, hatched);
                    let of = (&drawn_polygons, &mut *polygon_materials);
                    show(&mut commands, place, of, mesh, material);
                }
                Pass::Lines {
                    opacity,
                    through_walls,
                } => {
                    let [begin, end] = drawing.lines.fade;
                    let material = LineMaterial {
                        settings: Vec4::new(scale.0, opacity, begin, end),
                        through_walls,
                        order,
                    };
                    let of = (&drawn_lines, &mut *line_materials);
                    show(&mut commands, place, of, line_mesh.clone(), material);
                }
            }
        }
    }
}

/// Draws a pass: replaces its mesh, or removes the pass if there is no mesh.
fn show<M: Material + PartialEq>(
    commands: &mut Commands,
    place: usize,
    (drawn, materials): (&Drawn<M>, &mut Assets<M>),
    mesh: Option<Handle<Mesh>>,
    material: M,
) {
    let old = drawn.iter().find(|(_, pass, _)| pass.0 == place);
    match (old, mesh) {
        (Some((entity, _, old_material)), Some(mesh)) => {
            commands.entity(entity).insert(Mesh3d(mesh));
            if let Some(mut old_material) = materials.get_mut(&old_material.0)
                && *old_material != material
            {
                *old_material = material;
            }
        }
        (Some((entity, ..)), None) => commands.entity(entity).despawn(),
        (None, Some(mesh)) => {
            let material = MeshMaterial3d(materials.add(material));
            commands.spawn((DrawnPass(place), Mesh3d(mesh), material, NoFrustumCulling));
        }
        (None, None) => {}
    }
}

/// Compiles each pipeline before it is first needed, by drawing something invisible for a few frames.
fn warm_up(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut line_materials: ResMut<Assets<LineMaterial>>,
    mut polygon_materials: ResMut<Assets<PolygonMaterial>>,
) {
    let mut line = LineBatch::default();
    line.line(Vec3::ZERO, Vec3::Y, Stroke::new(ink::DARK, 0.0, 1.0));
    if let Some(mesh) = lines::mesh(line.lines()).map(|mesh| meshes.add(mesh)) {
        for through_walls in [false, true] {
            let material = line_materials.add(LineMaterial {
                settings: Vec4::new(1.0, 0.0, 0.0, 1.0),
                through_walls,
                order: 0.0,
            });
            warm_up::draw(&mut commands, mesh.clone(), material);
        }
    }
    let mut polygon = PolygonBatch::default();
    polygon.push([Vec3::ZERO; 3], ink::DARK, 0.0);
    let mesh = meshes.add(polygons::mesh(&polygon, [0]));
    let material = polygon_materials.add(PolygonMaterial::default());
    warm_up::draw(&mut commands, mesh, material);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::paint::overlays::warm_up::tests::check;

    #[test]
    fn warm_up_leaves_no_entities() {
        check(|app| {
            app.init_asset::<LineMaterial>()
                .init_asset::<PolygonMaterial>()
                .add_systems(Startup, warm_up);
        });
    }
}
