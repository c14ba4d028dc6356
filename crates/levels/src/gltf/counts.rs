//! Statistics about the conversion of a scene's faces, reported once per scene.

use bspwalk_text::text;
use gltf::json::Root;

use super::{
    mesh::{Faces, NoFaces},
    nodes::Placed,
};
use crate::{Warning, assemble::Draft};

/// Counts of meshes, primitives and instances.
#[derive(Default)]
pub(super) struct Counts {
    /// Meshes with at least one instance.
    meshes: usize,
    /// Mesh instances.
    placed: usize,
    mirrored: usize,
    chained: usize,
    quantized: usize,
    points_or_lines: usize,
    left_over: usize,
}

impl Counts {
    /// Counts a mesh.
    pub(super) fn mesh(&mut self) {
        self.meshes += 1;
    }

    /// Counts a primitive of a mesh.
    pub(super) fn primitive(&mut self, faces: &Result<Faces<'_>, NoFaces>) {
        match faces {
            Ok(faces) => {
                self.chained += usize::from(faces.is_chained());
                self.quantized += usize::from(faces.is_quantized());
                self.left_over += usize::from(faces.left_over() > 0);
            }
            Err(NoFaces::PointsOrLines) => self.points_or_lines += 1,
            Err(NoFaces::Empty) => {}
        }
    }

    /// Counts an instance of a mesh.
    pub(super) fn place(&mut self, placed: &Placed) {
        self.placed += 1;
        self.mirrored += usize::from(placed.transform.matrix3.determinant() < 0.0);
    }

    /// Returns the number of mesh instances.
    pub(super) fn placed(&self) -> usize {
        self.placed
    }

    /// Describes what a scene without faces contains instead.
    pub(super) fn instead(&self, root: &Root) -> String {
        match (self.points_or_lines, self.placed, root.meshes.len()) {
            (count @ 1.., ..) => text!("gltf-points-or-lines", count),
            (0, 0, 0) => text!("gltf-no-mesh").to_owned(),
            (0, 0, count) => text!("gltf-unused-meshes", count),
            (0, count, _) => text!("gltf-meshes-without-triangles", count),
        }
    }

    /// Adds the statistics to a draft.
    pub(super) fn tell(&self, moved_images: usize, draft: &mut Draft) {
        let mut told = |count: usize, sentence: String| {
            if count > 0 {
                draft.conversions.push(sentence);
            }
        };
        let instances = self.placed - self.meshes;
        told(
            instances,
            text!("gltf-instances", meshes = self.meshes, places = self.placed),
        );
        told(self.mirrored, text!("gltf-mirrored", count = self.mirrored));
        told(self.chained, text!("gltf-chained", count = self.chained));
        told(self.quantized, text!("gltf-quantized", count = self.quantized));
        told(moved_images, text!("gltf-moved-images", count = moved_images));
        warn(
            draft,
            self.points_or_lines,
            text!("gltf-points-left-out", count = self.points_or_lines),
        );
        warn(
            draft,
            self.left_over,
            text!("gltf-vertices-left-over", count = self.left_over),
        );
    }
}

/// Adds a warning to a draft if the count is not zero.
pub(super) fn warn(draft: &mut Draft, count: usize, message: String) {
    if count > 0 {
        draft.warnings.push(Warning { line: None, message });
    }
}
