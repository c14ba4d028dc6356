//! Draws the overlay layers with Bevy. Overlays fill the layers, and each pass over a layer becomes a mesh.

use bevy::{camera::visibility::NoFrustumCulling, prelude::*};
use bspwalk_overlays::drawing::{Drawing, Label};
use bspwalk_overlays::layer::{Layer, PASSES, Pass};
use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use super::materials::{
    LineMaterial, ORDER_LAYERS, ORDER_STEP, PixelScale, PolygonMaterial, line_mesh, polygon_mesh,
};
use crate::app::host::prelude::*;
use crate::app::paint::draw::{PaintMaterial, Painted};

/// Contents of the layers, and the layers that have changed since they were last drawn.
#[derive(Resource, Default)]
pub(in crate::app) struct Layers {
    drawings: BTreeMap<Layer, Drawing>,
    changed: BTreeSet<Layer>,
    labels_changed: bool,
}

impl Layers {
    /// Replaces the contents of a layer. Polygons are drawn in insertion order.
    pub(in crate::app) fn set(&mut self, layer: Layer, drawing: impl Into<Drawing>) {
        let drawing = drawing.into();
        let old = self.drawings.entry(layer).or_default();
        self.labels_changed |= old.labels != drawing.labels;
        self.changed.insert(layer);
        *old = drawing;
    }

    /// Returns whether a layer contains lines or labels.
    pub(in crate::app) fn has_lines(&self) -> bool {
        let mut drawings = self.drawings.values();
        drawings.any(|drawing| !drawing.lines.is_empty() || !drawing.labels.is_empty())
    }

    pub(super) fn labels(&self) -> impl Iterator<Item = (Layer, &Label)> {
        let layers = self.drawings.iter();
        layers.flat_map(|(layer, drawing)| drawing.labels.iter().map(|label| (*layer, label)))
    }

    /// Returns whether the labels have changed since the last call.
    pub(super) fn take_labels_changed(&mut self) -> bool {
        mem::take(&mut self.labels_changed)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(AppSystems::Show));
}

/// Marks an entity that draws a pass, given by the pass's index in [`PASSES`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
struct DrawnPass(usize);

/// The entities that draw passes with a material.
type PassMeshes<'w, 's, M> = Query<'w, 's, (Entity, &'static DrawnPass, &'static Painted<M>)>;

fn draw(
    mut commands: Commands,
    mut layers: ResMut<Layers>,
    scale: Res<PixelScale>,
    (drawn_lines, drawn_polygons): (PassMeshes<LineMaterial>, PassMeshes<PolygonMaterial>),
    mut meshes: ResMut<Assets<Mesh>>,
    mut line_materials: ResMut<Assets<LineMaterial>>,
    mut polygon_materials: ResMut<Assets<PolygonMaterial>>,
) {
    let Layers {
        drawings, changed, ..
    } = layers.bypass_change_detection();
    if scale.is_changed() {
        changed.extend(drawings.keys());
    }
    for layer in mem::take(changed) {
        let Some(drawing) = drawings.get(&layer) else {
            continue;
        };
        // Render passes that draw the same lines share a mesh.
        let lines = line_mesh(drawing.lines.lines()).map(|mesh| meshes.add(mesh));
        for (place, (_, pass)) in (0..).zip(PASSES).filter(|(_, (of, _))| *of == layer) {
            let order = ORDER_LAYERS + place as f32 * ORDER_STEP;
            match pass {
                Pass::Polygons { hatched, soft } => {
                    let batch = &drawing.polygons;
                    let mesh = (!batch.is_empty()).then(|| meshes.add(polygon_mesh(batch)));
                    let settings = Vec4::new(scale.0, f32::from(hatched), f32::from(soft), 0.0);
                    let material = PolygonMaterial { settings, order };
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
                    show(&mut commands, place, of, lines.clone(), material);
                }
            }
        }
    }
}

/// Updates the entity of a pass: replaces its mesh, or removes the entity if there is no mesh.
fn show<M: PaintMaterial + PartialEq>(
    commands: &mut Commands,
    place: usize,
    (drawn, materials): (&PassMeshes<M>, &mut Assets<M>),
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
            let material = Painted(materials.add(material));
            commands.spawn((DrawnPass(place), Mesh3d(mesh), material, NoFrustumCulling));
        }
        (None, None) => {}
    }
}
