//! Entities of the level: marks labelled with the entity class, with an arrow in the viewing direction.

use std::collections::BTreeMap;

use bspwalk_levels::{Entity, Level};
use glam::Quat;

use crate::prelude::*;

overlay! {
    /// The overlay of a level's entities. The legend counts the visible labels, so it is built after the labels are
    /// placed.
    Entities [Entities] Immediate |scene| {
        level: Shared<Level> = Shared::of(scene.level),
    }
}

impl Overlay for Entities {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        OverlayOutput::layer(Layer::Entities, drawing(&self.level, palette))
    }
}

/// Distance from the centre of a mark to its corners, in metres.
const SIZE: f32 = 0.22;

/// Length of the arrow in an entity's viewing direction, in metres.
const ARROW: f32 = 0.7;

/// Maximum number of marks to draw.
const MOST_MARKS: usize = 4000;

/// Height of the text, in logical pixels.
const TEXT: f32 = 11.0;

/// Returns the entities that have a position and are not part of the world geometry.
fn standing(level: &Level) -> impl Iterator<Item = &Entity> {
    level.entities.iter().filter(|entity| {
        let class = entity.class.as_str();
        !(class.is_empty()
            || class == "worldspawn"
            || class == "func_group"
            || class.starts_with("func_detail"))
    })
}

/// Returns the part of an entity class before the first underscore: `info`, `monster`, `func`, …
fn family(entity: &Entity) -> &str {
    entity.class.split('_').next().unwrap_or_default()
}

/// Returns the families of the level's entities in alphabetical order, each with its entity count and its colour.
fn families(level: &Level, palette: Palette) -> BTreeMap<&str, (usize, Rgb)> {
    let mut families: BTreeMap<&str, (usize, Rgb)> = BTreeMap::new();
    for entity in standing(level) {
        families.entry(family(entity)).or_insert((0, palette.face())).0 += 1;
    }
    let colors = palette.categories().iter().cycle();
    for ((_, color), &own) in families.values_mut().zip(colors) {
        *color = own;
    }
    families
}

/// Draws the marks with their labels. The player start is labelled first, then the rarest families.
fn drawing(level: &Level, palette: Palette) -> Drawing {
    let families = families(level, palette);
    let mut drawing = Drawing {
        counts: [standing(level).take(MOST_MARKS).count(), standing(level).count()],
        ..Drawing::default()
    };
    for entity in standing(level).take(MOST_MARKS) {
        let &(count, color) = families.get(family(entity)).unwrap_or(&(0, palette.face()));
        let at = entity.position.as_vec3();
        let stroke = Stroke::new(color, 1.0, 2.2);
        let around = [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z].map(|axis| at + axis * SIZE);
        drawing.lines.ring(&around, stroke);
        for corner in around {
            drawing.lines.line(corner, at + Vec3::Y * SIZE, stroke);
            drawing.lines.line(corner, at - Vec3::Y * SIZE, stroke);
        }
        if let Some(yaw) = entity.yaw {
            let forward = Quat::from_rotation_y((yaw as f32).to_radians()) * Vec3::NEG_Z;
            drawing.lines.arrow(at, at + forward * ARROW, stroke);
        }
        let is_start = entity.class == "info_player_start";
        let places = vec![at + Vec3::Y * (2.0 * SIZE)];
        let text = entity.class.to_ascii_uppercase();
        drawing.labels.push(Label {
            height: TEXT,
            rank: if is_start { 0 } else { count as u32 },
            even_hidden: false,
            ..Label::new(OverlayKind::Entities, places, text, color)
        });
    }
    drawing
}

/// Builds the legend of a level's entities. `labels` is the number of labels visible on the screen.
pub fn legend(level: &Level, palette: Palette, labels: usize) -> Legend {
    let families = families(level, palette);
    if families.is_empty() {
        let text = text!("legend-no-entities");
        return vec![Row::note(text)];
    }
    let mut rows: Legend = families
        .iter()
        .map(|(family, &(count, color))| Row::line(color, 3.0, format!("{family}: {count}")))
        .collect();
    let all = words::describe_share([labels, standing(level).count()], "entity");
    rows.push(Row::note(text!("legend-entities", all)));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_point_entities_are_marked() {
        let (_, level) = bspwalk_testing::small_trees::room();
        let entity = |class: &str, yaw| Entity {
            class: class.to_owned(),
            name: None,
            position: DVec3::ONE,
            yaw,
            properties: Vec::new(),
            object: None,
            line: None,
        };
        let entities = vec![
            entity("worldspawn", None),
            entity("func_detail", None),
            entity("info_player_start", Some(90.0)),
            entity("monster_ogre", None),
        ];
        let level = Level { entities, ..level };
        let drawing = drawing(&level, Palette::default());
        assert_eq!(drawing.counts, [2, 2]);
        let texts: Vec<&str> = drawing.labels.iter().map(|label| label.text.as_str()).collect();
        assert_eq!(texts, ["INFO_PLAYER_START", "MONSTER_OGRE"]);
        assert!(drawing.lines.len() > 24);
    }
}
