//! Reads Quake maps: brushes and entities as text, in the standard and the Valve format, with Quake II's flags.
//!
//! Each side of a brush is clipped by the planes of the brush's other sides ([`brush`]). The brushes of the world are
//! combined ([`csg`]), and so are the brushes of each brush entity. Finally, seams are closed ([`seams`]). Unreachable
//! faces are removed later, by `compile::fill`, because that requires a tree.
//!
//! Entities and brushes take at most 32 bytes of memory per byte of the text, and parsed sides at most 64 bytes. Faces
//! take at most 64 times the memory of the sides. Images have the same limits as in all levels (`images`). Placeholders
//! for missing images are limited to 64 MiB, and all WAD files together to 2 GiB.
//!
//! `blocks` splits the text, `alignment` places textures on sides, and `textures` finds their images. `place` locates
//! entities and finds the moving ones. `listing` lists brushes with their positions in the text, and `detail_copy`
//! makes brushes detail, or removes hint brushes, in a copy of the text.

mod alignment;
mod blocks;
mod brush;
mod csg;
mod detail_copy;
mod listing;
mod place;
mod seams;
mod textures;

use std::collections::HashMap;

use crate::{Text, ToText, text};
use bspwalk_geometry::{Aabb, FaceId, Plane};
use bspwalk_progress::Progress;
use glam::{DVec3, Vec2, Vec4};
use rayon::prelude::*;

use self::{
    blocks::EntityBlock,
    brush::{Solid, THICKNESS},
    csg::{Placed, Rank},
    place::EntityLocation,
};
pub use self::{
    detail_copy::DetailError,
    listing::{BrushPart, MapBrush, MapBrushes},
};
use super::{
    Brush, Format, Hint, LevelError, LevelTriangle, Material, Resolver, Warning,
    assemble::{Draft, DraftTriangle},
    quake::{
        self,
        contents::{Role, TextureKind, is_detail_class, is_ladder_class},
        entities,
        moving::Game,
    },
    triangulate::Triangulator,
    warnings::Tally,
};

/// Maximum number of skipped brushes with a warning of their own. The others are only counted.
const MOST_NAMED: usize = 20;

/// Reads a map. `files` finds WAD files and images.
pub(super) fn read(
    file: &str,
    text: &[u8],
    files: &dyn Resolver,
    progress: &Progress,
) -> Result<Draft, LevelError> {
    refuse_others(file, text)?;
    progress.begin("Reading the file", 0);
    let blocks = blocks::divide(file, text, progress)?;
    let mut map = Map::default();
    for (number, block) in blocks.into_iter().enumerate() {
        progress.check()?;
        map.add(text, number, block, progress)?;
    }
    if map.sets.iter().all(Vec::is_empty) {
        let found = match map.left_out {
            0 => text!("quakemap-no-brush-drawn", entities = map.entities.len()),
            count => text!("quakemap-none-usable", count, problem = map.first_problem()),
        };
        return Err(LevelError::no_faces(file, found));
    }
    map.warn_of_left_out();
    if place::guess_game(&map.entities, map.has_flags) == Game::Quake {
        map.make_liquid_objects_solid();
    }
    map.into_draft(files, progress)
}

fn refuse_others(file: &str, text: &[u8]) -> Result<(), LevelError> {
    let text = text.trim_ascii_start();
    if text.starts_with(b"Version ") {
        return Err(LevelError::refused(file, text!("quakemap-of-doom3")));
    }
    Ok(())
}

#[derive(Default)]
struct Map {
    entities: Vec<quake::entities::Keys>,
    places: Vec<EntityLocation>,
    /// Whether brushes have Quake II's flags.
    has_flags: bool,
    objects: Vec<String>,
    /// Number of times that each object name was used.
    names: HashMap<String, u32>,
    /// Sets of brushes that hide parts of each other's faces: one set for the world, and one for each brush entity.
    sets: Vec<Vec<Placed>>,
    hints: Vec<HintBrush>,
    /// Bounding boxes of the brushes that are ladders.
    ladders: Vec<Aabb>,
    /// Object of the world's clip brushes, if the map has any.
    clip: Option<u32>,
    warnings: Vec<Warning>,
    read: u32,
    left_out: usize,
    unsupported: Vec<(Text, Tally)>,
    problems: Vec<Warning>,
    clips: usize,
    volumes: usize,
    /// Number of sides whose points do not define a plane.
    flat_sides: Tally,
    /// Number of sides whose texture alignment is not finite.
    misaligned: Tally,
}

/// A hint brush of the world, with its number in the file. Its hint sides divide space, and the others have no effect.
struct HintBrush {
    solid: Solid,
    number: u32,
}

impl Map {
    fn add(
        &mut self,
        text: &[u8],
        number: usize,
        block: EntityBlock,
        progress: &Progress,
    ) -> Result<(), LevelError> {
        if self.sets.is_empty() {
            self.sets.push(Vec::new());
        }
        let role = match block.keys.class() {
            "" if number == 0 => Role::Structure,
            class => Role::of_class(class),
        };
        let parsed: Vec<Result<Solid, Text>> = block
            .brushes
            .par_iter()
            .map(|brush| {
                progress.check()?;
                Ok(match brush.unsupported {
                    Some(_) => Err(Text::plain("")),
                    None => brush::read(text, brush),
                })
            })
            .collect::<Result<_, LevelError>>()?;
        let mut placed = Vec::new();
        for (index, (of, solid)) in block.brushes.iter().zip(parsed).enumerate() {
            let number = self.read;
            self.read += 1;
            match (solid, &of.unsupported) {
                (_, Some(what)) => self.note_unsupported(what, of.line),
                (Err(problem), None) => {
                    self.left_out += 1;
                    if self.problems.len() < MOST_NAMED {
                        let message = text!("quakemap-brush-left-out", index, number, problem);
                        self.problems.push(Warning::at(of.line, message));
                    }
                }
                (Ok(solid), None) => {
                    self.flat_sides.add(solid.flat_sides, of.line);
                    self.misaligned.add(solid.misaligned, of.line);
                    self.has_flags |= solid.detail || solid.sides.iter().any(|side| side.surface_flags != 0);
                    placed.push((solid, of.line, number));
                }
            }
        }
        let mut place = EntityLocation::of(placed.iter().map(|(solid, ..)| solid));
        // Non-solid detail brushes belong to the world, so the parts of them inside the world's solids are removed too.
        let is_passable_detail =
            matches!(role, Role::Illusion | Role::Liquid) && is_detail_class(block.keys.class());
        let is_ladder_entity = is_ladder_class(block.keys.class());
        let mut object = None;
        let mut detail_object = None;
        let mut own = Vec::new();
        for (solid, line, number) in placed {
            let is_world = matches!(role, Role::Structure | Role::Detail);
            let line = u32::try_from(line).unwrap_or(0);
            let is_ladder = (is_ladder_entity || solid.is_ladder) && solid.look != TextureKind::Origin;
            if is_ladder {
                self.ladders.push(solid.bounds);
            }
            if is_world && matches!(solid.look, TextureKind::Hint | TextureKind::HintSkip) {
                self.hints.push(HintBrush { solid, number });
                continue;
            }
            if matches!(
                solid.look,
                TextureKind::Origin | TextureKind::Hint | TextureKind::HintSkip | TextureKind::Trigger
            ) || role == Role::Volume
            {
                self.volumes += usize::from(!is_ladder);
                continue;
            }
            let is_clip = solid.look == TextureKind::Clip;
            let is_detail = role == Role::Detail || solid.detail;
            let (rank, object) = match () {
                () if is_clip => {
                    self.clips += 1;
                    let objects = &mut self.objects;
                    let clip = self.clip.get_or_insert_with(|| {
                        objects.push("clip".to_owned());
                        objects.len() as u32 - 1
                    });
                    (Rank::Other, *clip)
                }
                () if role == Role::Structure && is_detail && solid.look != TextureKind::Liquid => {
                    let object = match detail_object {
                        Some(object) => object,
                        None => self.add_object(&format!("{} detail", block.keys.class())),
                    };
                    detail_object = Some(object);
                    (Rank::Detail, object)
                }
                () => {
                    let own = match object {
                        Some(object) => object,
                        None => self.add_object(&title(&block.keys)),
                    };
                    object = Some(own);
                    let rank = match (solid.look, role) {
                        (TextureKind::Liquid, _) => Rank::Other,
                        _ if is_passable_detail => Rank::Other,
                        (_, Role::Structure) => Rank::Structure,
                        (_, Role::Detail) => Rank::Detail,
                        _ => Rank::Structure,
                    };
                    (rank, own)
                }
            };
            let stops = is_clip
                || solid.look != TextureKind::Liquid
                    && matches!(role, Role::Structure | Role::Detail | Role::Object);
            let brush = Placed {
                is_liquid_object: solid.look == TextureKind::Liquid && role == Role::Object,
                fills: stops && is_world && !is_clip,
                solid,
                rank,
                object,
                stops,
                line,
                number,
            };
            let set = if is_world || is_clip || is_passable_detail {
                &mut self.sets[0]
            } else {
                &mut own
            };
            set.push(brush);
        }
        if !own.is_empty() {
            self.sets.push(own);
        }
        place.object = object.or(detail_object);
        self.places.push(place);
        self.entities.push(block.keys);
        Ok(())
    }

    /// Adds an object. Appends a number to its name if the name is already used.
    fn add_object(&mut self, name: &str) -> u32 {
        let count = self.names.entry(name.to_owned()).or_default();
        *count += 1;
        let name = match *count {
            1 => name.to_owned(),
            count => format!("{name} {count}"),
        };
        self.objects.push(name);
        self.objects.len() as u32 - 1
    }

    fn note_unsupported(&mut self, what: &Text, line: usize) {
        self.left_out += 1;
        match self.unsupported.iter_mut().find(|(known, _)| known == what) {
            Some((_, tally)) => tally.add(1, line),
            None => self.unsupported.push((what.clone(), Tally { line, count: 1 })),
        }
    }

    fn first_problem(&self) -> Text {
        let unsupported = self.unsupported.first();
        unsupported.map_or_else(
            || match self.problems.first() {
                Some(problem) => problem.to_text(),
                None => text!("quakemap-no-space"),
            },
            |(what, ..)| text!("quakemap-unsupported", what),
        )
    }

    fn make_liquid_objects_solid(&mut self) {
        let brushes = self.sets.iter_mut().flatten();
        for brush in brushes.filter(|brush| brush.is_liquid_object) {
            brush.stops = true;
            brush.rank = Rank::Structure;
        }
    }

    fn warn_of_left_out(&mut self) {
        let flat = self
            .flat_sides
            .warning(|count| text!("quakemap-flat-sides", count));
        let misaligned = self
            .misaligned
            .warning(|count| text!("quakemap-misaligned", count));
        self.warnings.extend(flat.into_iter().chain(misaligned));
        let mut named = self.problems.len();
        for (what, tally) in &self.unsupported {
            named += tally.count;
            let warning = tally.warning(|count| text!("quakemap-unsupported-left-out", count, what));
            self.warnings.extend(warning);
        }
        self.warnings.append(&mut self.problems);
        if self.left_out > named {
            let message = text!("quakemap-more-left-out", count = self.left_out - named);
            self.warnings.push(Warning::new(message));
        }
    }

    fn into_draft(mut self, files: &dyn Resolver, progress: &Progress) -> Result<Draft, LevelError> {
        let wads = entities::wad_paths(&self.entities);
        let names = self
            .sets
            .iter()
            .flatten()
            .flat_map(|brush| &brush.solid.sides)
            .map(|side| side.texture.as_str());
        let mut warnings = std::mem::take(&mut self.warnings);
        let mut found = textures::find(names, wads, files, &mut warnings, progress)?;

        // Remaining pieces of the sides, each as indices of its set, brush and side.
        let mut faces = Vec::new();
        let mut rings = Vec::new();
        let mut is_cut_short = false;
        for (set, brushes) in self.sets.iter().enumerate() {
            let (pieces, cut_short) = csg::clip_sides(brushes, progress)?;
            is_cut_short |= cut_short;
            for piece in pieces {
                faces.push((set, piece.brush as usize, piece.side as usize));
                rings.push(piece.polygon.positions().collect::<Vec<DVec3>>());
            }
        }
        if is_cut_short {
            warnings.push(Warning::new(text!("quakemap-too-crowded")));
        }
        seams::close(&mut rings, progress)?;

        progress.begin("Triangulating", rings.len() as u64);
        let mut triangulator = Triangulator::default();
        let mut triangles = Vec::new();
        let mut materials: Vec<Material> = Vec::new();
        let mut numbers: HashMap<(&str, TextureKind, Option<u32>), u32> = HashMap::new();
        // Cache for the material and texture size of the previous side. Consecutive pieces often belong to the same
        // side.
        let mut last: Option<((usize, usize, usize), (u32, [f64; 2]))> = None;
        for (place @ (set, brush, side), ring) in faces.into_iter().zip(&rings) {
            progress.check()?;
            progress.advance(1);
            let brush = &self.sets[set][brush];
            let side = &brush.solid.sides[side];
            let look = match (brush.solid.look, side.look) {
                (TextureKind::Clip, _) => TextureKind::Clip,
                // On other brushes, sides with these textures are invisible.
                (
                    _,
                    TextureKind::Clip
                    | TextureKind::Hint
                    | TextureKind::HintSkip
                    | TextureKind::Origin
                    | TextureKind::Trigger,
                ) => TextureKind::Skip,
                (_, look) => look,
            };
            if look == TextureKind::Skip && !brush.stops {
                continue;
            }
            let (material, size) = match last.filter(|(of, _)| *of == place) {
                Some((_, known)) => known,
                None => {
                    let opacity = look.opacity(side.surface_flags);
                    let key = (side.texture.as_str(), look, opacity.map(f32::to_bits));
                    let material = *numbers.entry(key).or_insert_with(|| {
                        materials.push(found.material(&side.texture, look, opacity));
                        materials.len() as u32 - 1
                    });
                    (material, found.size(&side.texture).map(f64::from))
                }
            };
            last = Some((place, (material, size)));
            for &triangle in triangulator.triangulate(ring, progress)? {
                let corners = triangle.map(|corner| ring[corner as usize]);
                triangles.push(DraftTriangle {
                    line: brush.line,
                    ..DraftTriangle::new(LevelTriangle {
                        corners,
                        normals: [side.plane.normal.as_vec3(); 3],
                        uvs: corners.map(|corner| {
                            let pixel = side.alignment.pixel(corner);
                            Vec2::new((pixel.x / size[0]) as f32, (pixel.y / size[1]) as f32)
                        }),
                        colors: [Vec4::ONE; 3],
                        material,
                        object: brush.object,
                        source: FaceId::from_index(triangles.len()),
                        solid: brush.stops,
                    })
                });
            }
        }
        let brushes: Vec<Brush> = self.solids().map(Placed::as_level).collect();
        let mut conversions = self.conversions(brushes.len());
        let hints = self.hints.iter().flat_map(|hint| {
            let sides = hint.solid.sides.iter();
            sides.filter(|side| side.look == TextureKind::Hint)
        });
        let hints = hints.map(|side| Hint {
            corners: side.polygon.positions().collect(),
        });
        let hints = hints.collect();
        let spawn = entities::find_player_start(&self.entities);
        let drawn = triangles.iter().map(|draft| &draft.triangle);
        let (moving, problems, notes) =
            place::read_moving_parts(&self.entities, &self.places, self.has_flags, drawn);
        warnings.extend(problems);
        conversions.extend(notes);
        let entities = self.entities.into_iter().zip(self.places);
        let entities = entities.map(|(keys, place)| keys.into_draft(place.middle, place.object));
        Ok(Draft {
            format: Format::Map,
            conversions,
            space: Some(quake::SPACE),
            triangles,
            materials,
            objects: self.objects,
            entities: entities.collect(),
            brushes,
            hints,
            ladders: self.ladders,
            spawn,
            warnings,
            moving,
            ..Draft::default()
        })
    }

    /// Iterates over the world's solids in the order of [`Level::brushes`](crate::Level::brushes).
    fn solids(&self) -> impl Iterator<Item = &Placed> {
        self.sets.iter().flatten().filter(|brush| brush.fills)
    }

    fn conversions(&self, solids: usize) -> Vec<Text> {
        let mut conversions = vec![text!("quakemap-solids", solids)];
        let objects = self.sets.len().saturating_sub(1);
        if objects > 0 {
            conversions.push(text!("quakemap-objects", objects));
        }
        if self.clips > 0 {
            conversions.push(text!("quakemap-clips", clips = self.clips));
        }
        if !self.hints.is_empty() {
            conversions.push(text!("quakemap-hints", hints = self.hints.len()));
        }
        if !self.ladders.is_empty() {
            conversions.push(text!("quakemap-ladders", count = self.ladders.len()));
        }
        if self.volumes > 0 {
            conversions.push(text!("quakemap-volumes", volumes = self.volumes));
        }
        conversions
    }
}

impl Placed {
    /// Converts the brush to a level's brush, still in the map's axes and units.
    fn as_level(&self) -> Brush {
        let planes = self.solid.sides.iter().map(|side| side.plane);
        Brush {
            sides: planes.collect::<Vec<Plane>>(),
            bounds: self.solid.bounds.inflated(THICKNESS),
            detail: self.rank == Rank::Detail,
            object: self.object,
        }
    }
}

/// Returns the name of an entity's object: its class, followed by the entity's name in quotation marks if it has one.
fn title(keys: &entities::Keys) -> String {
    // TrenchBroom's groups store their name under a separate key.
    let name = keys.name().or_else(|| keys.get("_tb_name"));
    match (keys.class(), name) {
        ("", None) => "unnamed".to_owned(),
        (class, None) => class.to_owned(),
        (class, Some(name)) => format!("{class} \"{name}\""),
    }
}
