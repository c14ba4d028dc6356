//! The brushes of a map as they stand in its text: by which number, in which line, of which entity.

use std::ops::Range;

use bspwalk_geometry::Plane;
use bspwalk_progress::Progress;
use bspwalk_text::text;
use glam::DVec3;

use super::{
    Map,
    blocks::{self, EntityBlock},
    brush::{Solid, THICKNESS},
    csg::Rank,
    refuse_others,
};
use crate::LevelError;

/// What a brush does to the space of the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BrushPart {
    /// It is solid and divides space.
    Structural,
    /// It is solid and only sorted into the leaves.
    Detail,
    /// It is no solid of the world: of a door or another entity, a liquid, a clip brush, a trigger, or one that is left out.
    Other,
}

/// A brush in the text of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapBrush {
    /// The number of its entity, from 0, as compilers count.
    pub entity: u32,
    /// Its number in the entity, from 0, as compilers count.
    pub index: u32,
    /// The class of its entity.
    pub class: String,
    /// The line of its opening brace, from 1.
    pub line: usize,
    /// What it does to space.
    pub part: BrushPart,
    /// Its number among [`Level::brushes`](crate::Level::brushes) of the level that is read from this text, where it is one.
    pub in_level: Option<u32>,
    /// Its corners, least and greatest, in the map's axes and units, to a thousandth; `None` where it is no solid of the world.
    pub bounds: Option<[DVec3; 2]>,
    /// The texture that covers most of it; empty where it is no solid of the world.
    pub texture: String,
    /// The planes of its sides, which face out of it, in the map's axes and units.
    pub sides: Vec<Plane>,
    /// Where it stands in the text, with its braces.
    pub text: Range<usize>,
}

/// All brushes of a map, in the order of its text: the place of one in the list is its number in the file, from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct MapBrushes {
    /// The brushes.
    pub brushes: Vec<MapBrush>,
    /// Where the opening brace of each entity stands.
    pub(super) entities: Vec<usize>,
}

impl MapBrushes {
    /// Finds the brushes of a map, by the code that reads a level of it; `file` is what errors call it.
    ///
    /// # Errors
    /// As of [`load`](crate::load) where the text is no map.
    pub fn read(file: &str, text: &[u8], progress: &Progress) -> Result<Self, LevelError> {
        refuse_others(file, text)?;
        progress.begin(text!("phase-read-brushes"), 0);
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
                // Adding zero turns −0 into 0.
                let rounded = |corner: DVec3| (corner / THICKNESS).round() * THICKNESS + 0.0;
                brush.bounds = Some([placed.solid.bounds.min, placed.solid.bounds.max].map(rounded));
                brush.texture = widest_texture(&placed.solid);
                brush.sides = placed.solid.sides.iter().map(|side| side.plane).collect();
            }
        }
        Ok(found)
    }

    /// Lists the brushes of an entity, of which nothing but the text is known yet.
    fn list(&mut self, entity: u32, block: &EntityBlock) {
        // The first entity is the world where it does not say what it is.
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
            text: brush.braced(),
        });
        self.brushes.extend(brushes);
    }
}

/// The texture with the largest area; of equals the first.
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
