//! Combines all overlays of a scene into one picture, for painters of single pictures.

use glam::Vec2;

use crate::{
    OVERLAYS, axes, entities,
    heat::Heat,
    labels::{
        LabelPlate, MOST_LABELS, build_label_plates, candidates, is_below_cut, placing, plate::PlateStroke,
    },
    layer::Layers,
    prelude::*,
    scene::InModel,
    section::{self, SectionFacts, figure},
};

/// Drawings and legends of all overlays of a picture.
#[derive(Clone, Debug, Default)]
pub struct OverlayDrawings {
    /// Lines and polygons.
    pub layers: Layers,
    /// Labels with their positions.
    pub labels: Vec<LabelPlate>,
    /// Legends of the overlays that are switched on, in the order of [`OVERLAYS`].
    pub legends: Vec<(OverlayKind, Legend)>,
    /// Descriptions of the model view and of the animation, each with a title.
    pub captions: Vec<(&'static str, Legend)>,
    /// Heat map that colours the pixels.
    pub heat: Option<Heat>,
    /// Short captions with their colours, for pictures without legends.
    pub scale: Vec<(String, Rgb)>,
    /// Axis gizmo in the corner of the picture, as strokes relative to the centre of the picture.
    pub axes: Vec<PlateStroke>,
}

impl OverlayDrawings {
    /// Returns whether nothing is drawn over the level.
    pub fn is_empty(&self) -> bool {
        let is_drawn = |drawing: &Drawing| !drawing.lines.is_empty() || !drawing.polygons.is_empty();
        self.labels.is_empty()
            && self.heat.is_none()
            && !self.layers.passes().any(|(drawing, _)| is_drawn(drawing))
    }
}

impl Scene<'_> {
    /// Draws all overlays that are on. An overlay whose tree is missing has only a legend.
    pub fn draw_overlays(&self) -> OverlayDrawings {
        let mut shown = OverlayDrawings::default();
        let mut legends = Vec::new();
        for entry in &OVERLAYS {
            let Some(overlay) = entry.in_scene(self) else {
                continue;
            };
            let output = overlay.draw();
            for (layer, drawing) in output.layers {
                shown.layers.set(layer, drawing);
            }
            legends.extend(output.legend.map(|legend| (entry.kinds, legend)));
            shown.captions.extend(output.caption);
            if !output.scale.is_empty() {
                shown.scale = output.scale;
            }
            shown.heat = output.heat.or(shown.heat);
            if let (Some(facts), Some(in_model)) = (output.section, &self.model) {
                shown.captions.push(self.caption_of(in_model, &facts));
            }
        }
        let is_on = |kind: &OverlayKind| self.overlays.is_on(*kind);
        for kind in OverlayKind::ALL.into_iter().filter(is_on) {
            let of_kind = |(kinds, _): &(&[OverlayKind], Legend)| kinds.contains(&kind);
            if let Some(found) = legends.iter().position(of_kind) {
                shown.legends.push((kind, legends.swap_remove(found).1));
            } else if kind.shows_leaf_tree() && self.leaves.is_none() {
                let note = Row::note(text!("legend-no-leaf-tree"));
                shown.legends.push((kind, vec![note]));
            }
        }
        if let Some(drawing) = self.question {
            shown.layers.set(Layer::Quiz, drawing.clone());
        }
        self.place_labels(&mut shown);
        if let Some(screen) = self.screen {
            shown.axes = axes::strokes(screen, self.palette());
        }
        shown
    }

    /// Returns a title and description for the model view.
    fn caption_of(&self, in_model: &InModel, facts: &SectionFacts) -> (&'static str, Legend) {
        let title = if in_model.film.is_some() {
            text!("legend-title-division")
        } else if in_model.model.is_plan {
            text!("legend-title-plan")
        } else {
            text!("legend-title-model")
        };
        let legend = section::words::legend(facts, self.selected.is_some(), self.palette());
        (title, legend)
    }

    /// Places the labels, each where it is visible in the picture.
    pub fn place_labels(&self, shown: &mut OverlayDrawings) {
        let Some(screen) = self.screen else { return };
        let labels = candidates(shown.layers.labels(), self.model.is_some());
        let view = screen.view();
        let is_seen = |at: Vec3| match &self.model {
            Some(InModel { model, .. }) => {
                let leaves = self.leaves.map(|leaves| &**leaves);
                is_below_cut(leaves, (view.eye, model.is_plan), model.cut, at)
            }
            // Stop short of the point, so that the face that it lies on does not hide it.
            None => !self.tree.is_blocked(view.eye, view.eye.lerp(at, 0.98)),
        };
        // Labels must not cover the body's figure.
        let in_model = self.model.filter(|_| self.draws_body);
        let figure = in_model.and_then(|_| view.place(self.eye.as_vec3()));
        let covered = figure.map(|at| (at, Vec2::splat(figure::FREE)));
        let covered = covered.into_iter().collect();
        let placed = placing::place(&labels, &view, covered, &[], MOST_LABELS, is_seen);
        let named = |placed: &&placing::Placed| labels[placed.label].of == OverlayKind::Entities;
        let names = placed.iter().filter(named).count();
        let standing = build_label_plates(&labels, &placed, self.palette());
        shown.labels = standing;
        if self.overlays.is_on(OverlayKind::Entities) {
            shown.legends.retain(|(kind, _)| *kind != OverlayKind::Entities);
            let legend = entities::legend(self.level, self.palette(), names);
            shown.legends.push((OverlayKind::Entities, legend));
        }
    }
}
