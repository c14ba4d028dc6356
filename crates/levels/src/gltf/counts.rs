//! What the faces of a scene went through, told once for all of them.

use gltf::json::Root;

use super::{
    mesh::{Faces, NoFaces},
    nodes::Placed,
};
use crate::{Warning, assemble::Draft};

/// Counts of meshes, primitives and the places where they stand.
#[derive(Default)]
pub(super) struct Counts {
    /// Meshes that stand somewhere.
    meshes: usize,
    /// Places where meshes stand.
    placed: usize,
    mirrored: usize,
    chained: usize,
    quantized: usize,
    points_or_lines: usize,
    left_over: usize,
}

impl Counts {
    /// Notes a mesh.
    pub(super) fn mesh(&mut self) {
        self.meshes += 1;
    }

    /// Notes a primitive of a mesh.
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

    /// Notes a place where a mesh stands.
    pub(super) fn place(&mut self, placed: &Placed) {
        self.placed += 1;
        self.mirrored += usize::from(placed.transform.matrix3.determinant() < 0.0);
    }

    /// How many places there are where meshes stand.
    pub(super) fn placed(&self) -> usize {
        self.placed
    }

    /// What a scene without faces has instead.
    pub(super) fn instead(&self, root: &Root) -> String {
        match (self.points_or_lines, self.placed, root.meshes.len()) {
            (1.., ..) => format!("{} of points or lines", many(self.points_or_lines, "primitive")),
            (0, 0, 0) => "no mesh".to_owned(),
            (0, 0, n) => format!("{} that the scene does not use", many(n, "mesh")),
            (0, n, _) => format!("{} without triangles", many(n, "mesh")),
        }
    }

    /// Tells it in a draft.
    pub(super) fn tell(&self, moved_images: usize, draft: &mut Draft) {
        let mut told = |count: usize, sentence: String| {
            if count > 0 {
                draft.conversions.push(sentence);
            }
        };
        let instances = self.placed - self.meshes;
        told(
            instances,
            format!(
                "{} in {}: each has triangles of its own.",
                many_stand(self.meshes),
                many(self.placed, "place")
            ),
        );
        told(
            self.mirrored,
            format!(
                "{} mirrored by a node: the faces are turned around, so that their fronts stay in front.",
                be(self.mirrored, "mesh")
            ),
        );
        told(
            self.chained,
            format!(
                "{} of strips or fans became triangles.",
                many(self.chained, "primitive")
            ),
        );
        told(
            self.quantized,
            format!(
                "{} of quantised positions became metres.",
                many(self.quantized, "primitive")
            ),
        );
        told(
            moved_images,
            format!(
                "The texture coordinates of {} are moved as KHR_texture_transform says.",
                many(moved_images, "material")
            ),
        );
        warn(
            draft,
            self.points_or_lines,
            format!(
                "{} of points or lines: left out",
                many(self.points_or_lines, "primitive")
            ),
        );
        warn(
            draft,
            self.left_over,
            format!(
                "{} with one or two vertices too many for whole triangles: those are left out",
                many(self.left_over, "primitive")
            ),
        );
    }
}

/// Adds a warning to a draft where there is anything to warn of.
pub(super) fn warn(draft: &mut Draft, count: usize, message: String) {
    if count > 0 {
        draft.warnings.push(Warning { line: None, message });
    }
}

/// A number of things, as in "1 mesh" and "2 meshes".
pub(super) fn many(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ if what.ends_with('h') => format!("{count} {what}es"),
        _ => format!("{count} {what}s"),
    }
}

fn be(count: usize, what: &str) -> String {
    format!("{} {}", many(count, what), if count == 1 { "is" } else { "are" })
}

fn many_stand(count: usize) -> String {
    format!(
        "{} {}",
        many(count, "mesh"),
        if count == 1 { "stands" } else { "stand" }
    )
}
