//! Lists a map's brushes with their numbers, line numbers and entities.

use std::ops::Range;

use bspwalk_geometry::Plane;
use bspwalk_progress::Progress;
use glam::DVec3;

use super::{
    Map,
    blocks::{self, EntityBlock},
    brush::{Solid, THICKNESS},
    csg::Rank,
    refuse_others,
};
use crate::{Format, LevelError, sniff, text};

/// Role of a brush in the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BrushPart {
    /// A solid brush that divides space.
    Structural,
    /// A solid brush that does not divide space.
    Detail,
    /// A hint brush: it divides space but is not solid.
    Hint,
    /// Any other brush: it belongs to a door or another entity, is a liquid, a clip brush or a trigger, or was skipped.
    Other,
}

/// A brush in a map's text.
#[derive(Clone, Debug, PartialEq)]
pub struct MapBrush {
    /// Number of the brush's entity, counted from 0 as in compilers.
    pub entity: u32,
    /// Number of the brush within its entity, counted from 0 as in compilers.
    pub index: u32,
    /// Class of the brush's entity.
    pub class: String,
    /// Line number of the brush's opening brace, from 1.
    pub line: usize,
    /// Role of the brush in the level.
    pub part: BrushPart,
    /// Index of the brush in [`Level::brushes`](crate::Level::brushes) after loading this text, or `None` if the level
    /// does not contain the brush.
    pub in_level: Option<u32>,
    /// Minimum and maximum corners, in the map's axes and units, rounded to a thousandth of a unit. `None` if the brush
    /// has no effect in the level.
    pub bounds: Option<[DVec3; 2]>,
    /// Texture with the largest area; empty for brushes without [`bounds`](Self::bounds).
    pub texture: String,
    /// Outward-facing planes of the brush's sides, in the map's axes and units.
    pub sides: Vec<Plane>,
    /// Range of the brush in the text, including its braces.
    pub text: Range<usize>,
}

/// All brushes of a map, in text order. A brush's index is its number in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct MapBrushes {
    /// Brushes.
    pub brushes: Vec<MapBrush>,
    /// Positions of the entities' opening braces in the text.
    pub(super) entities: Vec<usize>,
}

impl MapBrushes {
    /// Lists the brushes of a map, using the same code as the loader. `file` is the name used in errors.
    ///
    /// # Errors
    /// Same as for [`load`](crate::load), if the text is not a map.
    pub fn read(file: &str, text: &[u8], progress: &Progress) -> Result<Self, LevelError> {
        if sniff::format(file, text)? != Format::Map {
            return Err(LevelError::refused(file, text!("quakemap-not-source")));
        }
        refuse_others(file, text)?;
        progress.begin("Reading the brushes", 0);
        let blocks = blocks::divide(file, text, progress)?;
        let mut found = Self {
            brushes: Vec::new(),
            entities: blocks.iter().map(|block| block.start).collect(),
        };
        let mut map = Map::default();
        for (number, block) in blocks.into_iter().enumerate() {
            progress.check()?;
            found.list(number as u32, &block);
            map.add(text, number, block, progress)?;
        }
        for (in_level, placed) in (0..).zip(map.solids()) {
            if let Some(brush) = found.brushes.get_mut(placed.number as usize) {
                brush.part = match placed.rank {
                    Rank::Structure => BrushPart::Structural,
                    Rank::Detail => BrushPart::Detail,
                    Rank::Other => BrushPart::Other,
                };
                brush.in_level = Some(in_level);
                brush.set_shape(&placed.solid);
            }
        }
        // Brushes of doors, liquids and others also have faces.
        for placed in map.sets.iter().flatten().filter(|placed| !placed.fills) {
            if let Some(brush) = found.brushes.get_mut(placed.number as usize) {
                brush.set_shape(&placed.solid);
            }
        }
        for hint in &map.hints {
            if let Some(brush) = found.brushes.get_mut(hint.number as usize) {
                brush.part = BrushPart::Hint;
                brush.set_shape(&hint.solid);
            }
        }
        Ok(found)
    }

    /// Adds an entity's brushes before they are parsed.
    fn list(&mut self, entity: u32, block: &EntityBlock) {
        // An entity without a class is the world if it is the first one.
        let class = match block.keys.class() {
            "" if entity == 0 => "worldspawn",
            class => class,
        };
        let brushes = (0..).zip(&block.brushes).map(|(index, brush)| MapBrush {
            entity,
            index,
            class: class.to_owned(),
            line: brush.line,
            part: BrushPart::Other,
            in_level: None,
            bounds: None,
            texture: String::new(),
            sides: Vec::new(),
            text: brush.range_with_braces(),
        });
        self.brushes.extend(brushes);
    }
}

impl MapBrush {
    fn set_shape(&mut self, solid: &Solid) {
        // Adding zero turns −0 into 0.
        let rounded = |corner: DVec3| (corner / THICKNESS).round() * THICKNESS + 0.0;
        self.bounds = Some([solid.bounds.min, solid.bounds.max].map(rounded));
        self.texture = widest_texture(solid);
        self.sides = solid.sides.iter().map(|side| side.plane).collect();
    }
}

/// Returns the texture with the largest area. If several textures have the same area, the first one wins.
fn widest_texture(solid: &Solid) -> String {
    let mut areas: Vec<(&str, f64)> = Vec::new();
    for side in &solid.sides {
        let area = side.polygon.area();
        match areas.iter_mut().find(|(name, _)| *name == side.texture) {
            Some((_, sum)) => *sum += area,
            None => areas.push((&side.texture, area)),
        }
    }
    let widest = areas
        .into_iter()
        .reduce(|best, other| if other.1 > best.1 { other } else { best });
    widest.map_or_else(String::new, |(name, _)| name.to_owned())
}
