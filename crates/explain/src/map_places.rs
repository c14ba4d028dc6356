//! Finds the brush that a face belongs to in the text of a map, for map editors.

use bspwalk_compile::fill::level_to_source_point;
use bspwalk_geometry::{Aabb, BoxTree, FaceId};
use bspwalk_levels::{Level, LevelError, MapBrush, MapBrushes};
use bspwalk_progress::Progress;
use bspwalk_text::text;
use glam::DVec3;

/// Maximum distance of a face from its brush, in map units. Closing seams moves corners by less than this.
const NEAR: f64 = 0.1;

/// Maximum difference between the unit normals of a face and of its brush side, per coordinate.
const SAME_NORMAL: f64 = 1.0e-3;

/// The brushes of a map, by their positions.
#[derive(Clone, Debug)]
pub struct MapPlaces {
    /// Brushes that have faces, with their numbers in the file.
    brushes: Vec<(u32, MapBrush)>,
    tree: BoxTree,
}

/// Brush of a face, and position of the face in the map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapPlace {
    /// Number of the brush's entity, counted from 0 as in compilers.
    pub entity: u32,
    /// Number of the brush within its entity, counted from 0.
    pub index: u32,
    /// Number of the brush in the file, counted from 0.
    pub brush: u32,
    /// Line number of the brush's opening brace, from 1.
    pub line: usize,
    /// Middle of the face, in the map's axes and units, rounded to a hundredth of a unit.
    pub position: DVec3,
}

impl MapPlaces {
    /// Reads the brushes of a map. `file` is the name used in errors.
    ///
    /// # Errors
    /// Same as for [`MapBrushes::read`].
    pub fn read(file: &str, text: &[u8], progress: &Progress) -> Result<Self, LevelError> {
        let brushes = (0..).zip(MapBrushes::read(file, text, progress)?.brushes);
        let brushes: Vec<(u32, MapBrush)> = brushes.filter(|(_, brush)| brush.bounds.is_some()).collect();
        let bounds = brushes.iter().filter_map(|(_, brush)| brush.bounds);
        let tree = BoxTree::new(
            bounds
                .map(|bounds| Aabb::from_points(bounds).inflated(NEAR))
                .collect(),
        );
        Ok(Self { brushes, tree })
    }

    /// Returns the brush of a face of the level that was read from this map. If several brushes have the face, returns
    /// the first one. Returns `None` if no brush has it, because the map has changed.
    #[must_use]
    pub fn find_brush_of_face(&self, level: &Level, face: FaceId) -> Option<MapPlace> {
        let triangle = level.triangle_of_face(face)?;
        let [a, b, c] = triangle
            .corners
            .map(|corner| level_to_source_point(level, corner));
        let middle = (a + b + c) / 3.0;
        let normal = (b - a).cross(c - a).try_normalize()?;
        let owns = |brush: &MapBrush| {
            let mut sides = brush.sides.iter();
            brush.sides.iter().all(|side| side.distance(middle) <= NEAR)
                && sides.any(|side| {
                    (side.normal - normal).abs().max_element() <= SAME_NORMAL
                        && side.distance(middle).abs() <= NEAR
                })
        };
        let mut found: Option<u32> = None;
        self.tree.touching(&Aabb::from_points([middle]), |index| {
            let brush = self.brushes.get(index as usize);
            if found.is_none_or(|found| index < found) && brush.is_some_and(|(_, brush)| owns(brush)) {
                found = Some(index);
            }
        });
        let (number, brush) = self.brushes.get(found? as usize)?;
        Some(MapPlace {
            entity: brush.entity,
            index: brush.index,
            brush: *number,
            line: brush.line,
            // Adding zero turns −0 into 0.
            position: (middle * 100.0).round() / 100.0 + 0.0,
        })
    }
}

impl MapPlace {
    /// Returns the place as a sentence without a full stop: "Brush 12 of entity 0, line 345".
    #[must_use]
    pub fn words(&self) -> String {
        let Self {
            entity, index, line, ..
        } = self;
        text!("brush-place", index, entity, line)
    }

    /// Returns the place as text for map editors: "96 -16 96 entity 0 brush 12 line 345".
    ///
    /// `TrenchBroom`'s "Move Camera to…" reads the three coordinates and ignores the rest.
    #[must_use]
    pub fn map_editor_text(&self) -> String {
        let Self {
            entity,
            index,
            line,
            brush: _,
            position: DVec3 { x, y, z },
        } = self;
        format!("{x} {y} {z} entity {entity} brush {index} line {line}")
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_levels::{LoadOptions, load_from_memory};
    use bspwalk_testing::quake_maps;

    use super::*;

    /// Reads a map and its level.
    fn read(text: &str) -> (Level, MapPlaces) {
        let progress = Progress::default();
        let (name, bytes) = ("a.map", text.as_bytes());
        let level = load_from_memory(name, bytes, &(), &LoadOptions::default(), &progress);
        let places = MapPlaces::read(name, bytes, &progress);
        (level.expect("it loads"), places.expect("it is a map"))
    }

    #[test]
    fn face_has_brush_line_and_map_coordinates() {
        let pillar = [[96.0, -32.0, 0.0], [128.0, 0.0, 192.0]];
        let door = quake_maps::brush([[-8.0, 64.0, 0.0], [8.0, 128.0, 64.0]]);
        let text = quake_maps::room(&[pillar]) + &format!("{{\n\"classname\" \"func_door\"\n{door}}}\n");
        let (level, places) = read(&text);
        // The side of the pillar and of the door that faces −x, which stays −X in the level.
        let facing = |x: f64| {
            let is_there = |triangle: &&bspwalk_levels::LevelTriangle| {
                let [a, b, c] = triangle.corners;
                let normal = (b - a).cross(c - a).normalize();
                let at = triangle.corners.map(|corner| corner.x / 0.0254);
                normal.x < -0.9 && at.iter().all(|at| (at - x).abs() < 0.01)
            };
            level.triangles.iter().find(is_there).expect("a face").source
        };
        let place = |x: f64| {
            places
                .find_brush_of_face(&level, facing(x))
                .expect("it has a brush")
        };
        let of_pillar = place(96.0);
        assert_eq!((of_pillar.entity, of_pillar.index, of_pillar.line), (0, 6, 51));
        assert_eq!(of_pillar.words(), "Brush 6 of entity 0, line 51");
        assert!(
            of_pillar.map_editor_text().starts_with("96 -"),
            "{}",
            of_pillar.map_editor_text()
        );
        assert!(of_pillar.map_editor_text().ends_with(" entity 0 brush 6 line 51"));
        let DVec3 { x, y, z } = of_pillar.position;
        assert!(x == 96.0 && (-32.0..=0.0).contains(&y) && (0.0..=192.0).contains(&z));
        let of_door = place(-8.0);
        assert_eq!((of_door.entity, of_door.index, of_door.brush), (2, 0, 7));
        // Without the brush, the face has no place.
        let (_, changed) = read(&quake_maps::room(&[]));
        assert_eq!(changed.find_brush_of_face(&level, facing(96.0)), None);
        assert_eq!(places.find_brush_of_face(&level, FaceId::NONE), None);
    }
}
