//! Reads compiled levels of Quake, Quake II and Half-Life: faces with textures and light, entities, and the compiler's
//! tree.
//!
//! Reading takes at most about 70 bytes of memory per byte of the file. Each face corner takes at least 4 bytes in the
//! file and produces at most one triangle. Every count is compared with the available bytes before allocating. Images
//! have the same limits as in all levels (`images`), and placeholders for missing images are limited to 64 MiB.
//!
//! `lumps` validates the header before parsing, and `bspx` validates the lumps added by other tools. `tree` reads the
//! level's own tree. `light` reads its lightmaps and styles, with colours from `lit`. `faces` reads its faces, with
//! normals from `normals`. `sides` uses the tree to classify faces when the names of their textures are missing or not
//! sufficient. `ladders` finds Quake II's ladders, and `limits` contains the original engines' limits.

mod bspx;
mod entities;
mod faces;
mod ladders;
mod light;
mod limits;
mod lit;
mod lumps;
mod normals;
mod sides;
mod textures;
mod tree;

use std::collections::{HashMap, HashSet};

use crate::{Text, text};
use bspwalk_geometry::Aabb;
use bspwalk_progress::Progress;
use glam::DVec3;
use qbsp::BspData;

pub use self::limits::{LumpSize, limits_of, lump_sizes};
use self::{
    bspx::Bspx,
    faces::{LeftOut, ModelFaces, Reader},
    light::LightReader,
    lit::Lit,
    lumps::{Lump, Lumps},
    normals::Normals,
    textures::Textures,
    tree::ModelUse,
};
use super::{
    Format, LevelError, Resolver, Warning,
    assemble::{Draft, DraftTriangle},
    origin::moved,
    quake::{
        SPACE,
        contents::{Role, is_ladder_class},
        entities::{Keys, find_player_start, wad_paths},
        moving::{self, BrushEntity, Game},
    },
    triangulate::Triangulator,
    warnings::listed,
};

const LISTED: usize = 5;

const MOST_LUMPS: usize = 16;

/// Maximum coordinate of an entity's origin, in units.
const FARTHEST: f64 = 1.0e8;

/// Reads a compiled level. `files` finds its images.
pub(super) fn read(
    file: &str,
    format: Format,
    bytes: &[u8],
    files: &dyn Resolver,
    progress: &Progress,
) -> Result<Draft, LevelError> {
    progress.begin("Reading the compiled level", 0);
    let lumps = Lumps::new(file, format, bytes)?;
    progress.check()?;
    let data = lumps.parse()?;
    progress.check()?;
    if data.models.is_empty() || data.leaves.is_empty() {
        return Err(lumps.damaged(Lump::Models, text!("quakebsp-empty")));
    }
    let mut warnings = Vec::new();
    let keys = entities::read_entities(lumps.get(Lump::Entities), &mut warnings, progress)?;
    let mut objects = vec!["world".to_owned()];
    let models = models(data.models.len(), &keys, &mut objects);
    let uses = models.iter().map(|(model, _)| ModelUse {
        offset: model.offset,
        solid: matches!(model.role, Role::Structure | Role::Detail | Role::Object),
    });
    let uses: Vec<ModelUse> = uses.collect();
    let own_tree = tree::read(&lumps, &data, &uses, progress)?;

    let (faces, entity_of_model): (Vec<ModelFaces>, Vec<Option<usize>>) = models.into_iter().unzip();
    let mut bspx = Bspx::new(&lumps);
    let lit = if LightReader::is_grey(&lumps) {
        let samples = lumps.get(Lump::Lighting).len();
        Lit::read(lumps.file(), samples, files, &mut warnings)
    } else {
        None
    };
    let mut textures = Textures::new(&lumps, files, progress);
    textures.search_wads(wad_paths(&keys), progress)?;
    let mut reader = Reader {
        lumps: &lumps,
        data: &data,
        textures,
        light: LightReader::new(&lumps, &data, &mut bspx, lit.as_ref()),
        normals: Normals::new(&lumps, &data, &mut bspx),
        triangles: Vec::new(),
        left_out: LeftOut::default(),
        triangulator: Triangulator::default(),
        liquid_objects_are_solid: game(format) == Game::Quake,
    };
    reader.read(&faces, &own_tree, progress)?;
    let Reader {
        textures,
        light,
        triangles,
        left_out,
        ..
    } = reader;
    let used = used(&bspx, lit.as_ref());
    let blue_shift = lumps.is_blue_shift().then(|| text!("quakebsp-blue-shift"));
    warnings.extend(bspx.warnings());
    warnings.extend(textures.warnings);
    let (missing, left_out_styles) = (light.missing, light.styles_left_out);
    let of_light = [
        (missing > 0).then(|| text!("quakebsp-light-missing", count = missing)),
        (left_out_styles > 0).then(|| text!("quakebsp-styles-left-out", count = left_out_styles)),
    ];
    warnings.extend(of_light.into_iter().flatten().map(Warning::new));
    let light = light.finish().map(|mut light| {
        light::find_styles(&mut light, &keys);
        light
    });
    warnings.extend(missing_images(&textures.missing));
    let spawn = find_player_start(&keys);
    let model_of: HashMap<usize, usize> = (0..)
        .zip(&entity_of_model)
        .filter_map(|(model, entity)| Some(((*entity)?, model)))
        .collect();
    let parts = parts(format, &data, &keys, &faces, &model_of, &triangles);
    let (moving, problems, notes) = moving::read_mechanisms(game(format), &parts);
    warnings.extend(problems);
    let of_entities = parts.iter().filter(|part| is_ladder_class(part.keys.class()));
    let mut ladders: Vec<Aabb> = of_entities.filter_map(|part| part.bounds).collect();
    ladders.extend(ladders::of_brushes(&data));
    drop(parts);
    let mut drafts = Vec::with_capacity(keys.len());
    for (index, keys) in keys.into_iter().enumerate() {
        let model = model_of.get(&index);
        let middle = model.map(|&model| bounds_of(&data, model).center() + faces[model].offset);
        drafts.push(keys.into_draft(middle, model.map(|&model| faces[model].object)));
    }
    Ok(Draft {
        format,
        conversions: blue_shift
            .into_iter()
            .chain(conversions(&left_out))
            .chain((!ladders.is_empty()).then(|| text!("quakemap-ladders", count = ladders.len())))
            .chain(used)
            .chain(notes)
            .collect(),
        space: Some(SPACE),
        triangles,
        materials: textures.materials,
        objects,
        entities: drafts,
        ladders,
        spawn,
        warnings,
        own_tree: Some(own_tree),
        light,
        moving,
        ..Draft::default()
    })
}

fn game(format: Format) -> Game {
    match format {
        Format::Bsp38 => Game::Quake2,
        Format::Bsp30 => Game::HalfLife,
        _ => Game::Quake,
    }
}

fn bounds_of(data: &BspData, model: usize) -> Aabb {
    let bound = data.models[model].bound;
    let [min, max] = [bound.min, bound.max].map(|corner| DVec3::from_array(corner.to_array().map(f64::from)));
    Aabb { min, max }
}

fn parts<'a>(
    format: Format,
    data: &BspData,
    keys: &'a [Keys],
    faces: &[ModelFaces],
    model_of: &HashMap<usize, usize>,
    triangles: &[DraftTriangle],
) -> Vec<BrushEntity<'a>> {
    let drawn: HashSet<u32> = triangles.iter().map(|draft| draft.triangle.object).collect();
    let parts = keys.iter().enumerate().map(|(index, keys)| {
        let model = model_of.get(&index).copied();
        let bounds = model.map(|model| {
            let bounds = moved(&bounds_of(data, model), faces[model].offset);
            // Quake's compilers shrink the bounds by one unit on each side, and its engine expands them again.
            if game(format) == Game::Quake {
                bounds.inflated(1.0)
            } else {
                bounds
            }
        });
        BrushEntity {
            keys,
            object: model
                .map(|model| faces[model].object)
                .filter(|object| drawn.contains(object)),
            bounds: bounds.filter(|bounds| bounds.min.is_finite() && bounds.max.is_finite()),
            pivot: keys.origin(),
        }
    });
    parts.collect()
}

/// Returns each model's properties, which depend on its entity, and the index of that entity. Each model except the
/// world becomes an object.
fn models(count: usize, keys: &[Keys], objects: &mut Vec<String>) -> Vec<(ModelFaces, Option<usize>)> {
    let number = |keys: &Keys| keys.get("model")?.strip_prefix('*')?.parse().ok();
    // If several entities use the same model, the first one wins.
    let by_model = keys
        .iter()
        .enumerate()
        .rev()
        .filter_map(|(index, keys)| Some((number(keys)?, index)));
    let by_model: HashMap<usize, usize> = by_model.collect();
    let world = ModelFaces {
        role: Role::Structure,
        object: 0,
        offset: DVec3::ZERO,
    };
    let others = (1..count).map(|model| {
        let Some(&entity) = by_model.get(&model) else {
            // The game does not show a model without an entity.
            return (
                ModelFaces {
                    role: Role::Volume,
                    ..world
                },
                None,
            );
        };
        let keys = &keys[entity];
        objects.push(match keys.name() {
            Some(_) => keys.title(),
            None => format!("{} *{model}", keys.class()),
        });
        let offset = keys
            .origin()
            .filter(|origin| origin.abs().max_element() <= FARTHEST);
        let faces = ModelFaces {
            role: match Role::of_class(keys.class()) {
                Role::Structure => Role::Object,
                role => role,
            },
            object: objects.len() as u32 - 1,
            offset: offset.unwrap_or_default(),
        };
        (faces, Some(entity))
    });
    let others: Vec<_> = others.collect();
    std::iter::once((world, None)).chain(others).collect()
}

fn conversions(left_out: &LeftOut) -> Vec<Text> {
    let LeftOut { volumes, hidden, .. } = *left_out;
    [
        (volumes > 0).then(|| text!("quakebsp-volumes", count = volumes)),
        (hidden > 0).then(|| text!("quakebsp-hidden", count = hidden)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns notes about which additional lumps and files were read.
fn used(bspx: &Bspx<'_>, lit: Option<&Lit<'_>>) -> Vec<Text> {
    let lit = lit.map(|lit| text!("quakebsp-light-colors", name = lit.name));
    let names: Vec<&str> = bspx.iter().map(|(name, _)| name).collect();
    let [read, other]: [Vec<&str>; 2] = [true, false].map(|is_read| {
        names
            .iter()
            .copied()
            .filter(|name| bspx::READ.contains(name) == is_read)
            .collect()
    });
    let sentence = |names: &[&str], is_read: bool| {
        let listed = listed(names, MOST_LUMPS);
        (!names.is_empty()).then(|| match is_read {
            true => text!("quakebsp-lumps-read", listed),
            false => text!("quakebsp-lumps-not-read", listed),
        })
    };
    let sentences = [lit, sentence(&read, true), sentence(&other, false)];
    sentences.into_iter().flatten().collect()
}

fn missing_images(names: &[String]) -> Option<Warning> {
    if names.is_empty() {
        return None;
    }
    let listed = listed(names, LISTED);
    let message = text!("quakebsp-images-missing", count = names.len(), listed);
    Some(Warning::new(message))
}
