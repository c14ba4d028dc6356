//! Section contents: values in postcard format, and raw image pixels.

use std::{collections::HashMap, sync::Arc};

use bspwalk_levels::{Hint, Level, LoadOptions, Source, Texture};
use bspwalk_progress::Progress;
use bspwalk_text::text;
use bspwalk_trees::{
    NodeTree,
    solid_leaf::{LeafTree, Pvs},
};
use glam::DVec3;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{
    ReadError,
    container::{Packed, Section, Tag, encode},
    decode::decode,
};
use crate::{CompileParams, CompiledLevel, Origin, Structure, Timings, with_observable_layout};

const INFO: Tag = Tag(*b"INFO");
const LEVEL: Tag = Tag(*b"LEVL");
const STRUCTURE: Tag = Tag(*b"STRU");
const NODES: Tag = Tag(*b"NODE");
const LEAVES: Tag = Tag(*b"LEAF");
const PVS: Tag = Tag(*b"PVIS");
/// Tag of an image section; the level has one for each image.
const IMAGE: Tag = Tag(*b"IMAG");
/// Tag of the section of the level's hints. Levels without hints do not have it.
const HINTS: Tag = Tag(*b"HINT");

/// Tag of the section of a DOOM map's surfaces, which is missing in other levels.
const DOOM_SURFACES: Tag = Tag(*b"DOOM");

/// Section tags in file order. Image sections follow, then the hints, and last the surfaces of a DOOM map.
const ORDER: [Tag; 6] = [INFO, LEVEL, STRUCTURE, NODES, LEAVES, PVS];

/// The program that compiled the level, with its inputs and timings.
#[derive(Serialize, Deserialize)]
struct Info {
    /// Program that wrote the file.
    program: String,
    source: Source,
    options: LoadOptions,
    params: CompileParams,
    timings: Timings,
}

/// A level without its images, which are stored in their own sections.
#[derive(Serialize, Deserialize)]
struct LevelWithoutImages<L> {
    level: L,
    /// Width and height of each image.
    images: Vec<[u32; 2]>,
    /// Index of each material's image.
    image_of_material: Vec<Option<u32>>,
}

/// Faces of hint brushes. The corners are stored in one list, because a list of short lists could take far more memory
/// than its encoding.
#[derive(Serialize, Deserialize)]
struct HintCorners {
    corners: Vec<DVec3>,
    /// Number of corners of each face.
    counts: Vec<u32>,
}

/// Encodes the sections of a compiled level.
pub(super) fn write(compiled: &CompiledLevel) -> Vec<(Tag, Packed)> {
    let mut images: Vec<&Texture> = Vec::new();
    let mut places: HashMap<*const Texture, u32> = HashMap::new();
    let image_of_material = compiled.level.materials.iter().map(|material| {
        let texture = material.texture.as_ref()?;
        Some(*places.entry(Arc::as_ptr(texture)).or_insert_with(|| {
            images.push(texture);
            images.len() as u32 - 1
        }))
    });
    let image_of_material = image_of_material.collect();
    let level = LevelWithoutImages {
        level: &*compiled.level,
        images: images.iter().map(|image| image.size).collect(),
        image_of_material,
    };
    let info = Info {
        program: concat!("bspwalk ", env!("CARGO_PKG_VERSION")).to_owned(),
        source: compiled.source.clone(),
        options: compiled.options.clone(),
        params: compiled.params.clone(),
        timings: compiled.timings,
    };
    let pack_value = |tag: Tag| match tag {
        LEVEL => Packed::new(encode(&level)),
        STRUCTURE => Packed::new(encode(&*compiled.structure)),
        NODES => Packed::new(encode(&*compiled.nodes)),
        LEAVES => Packed::new(encode(&*compiled.leaves)),
        PVS => Packed::new(encode(&*compiled.pvs)),
        _ => Packed::new(encode(&info)),
    };
    let mut sections: Vec<(Tag, Packed)> = ORDER.into_par_iter().map(|tag| (tag, pack_value(tag))).collect();
    let images = images
        .par_iter()
        .map(|image| (IMAGE, Packed::new(image.rgba.clone())));
    sections.par_extend(images);
    let hints = &compiled.level.hints;
    if !hints.is_empty() {
        let corners = HintCorners {
            corners: hints
                .iter()
                .flat_map(|hint| hint.corners.iter().copied())
                .collect(),
            counts: hints.iter().map(|hint| hint.corners.len() as u32).collect(),
        };
        sections.push((HINTS, Packed::new(encode(&corners))));
    }
    if let Some(surfaces) = &compiled.level.doom_surfaces {
        sections.push((DOOM_SURFACES, Packed::new(encode(surfaces))));
    }
    sections
}

/// Decodes a compiled level from its sections.
pub(super) fn read(
    file: &str,
    sections: &[Section<'_>],
    progress: &Progress,
) -> Result<CompiledLevel, ReadError> {
    let tags: Vec<Tag> = sections.iter().map(Section::tag).collect();
    let (surfaces_at, sections) = split_last(sections, DOOM_SURFACES);
    let (hints_at, sections) = split_last(sections, HINTS);
    let is_image = |section: &Section<'_>| section.tag() == IMAGE;
    let is_level = tags.starts_with(&ORDER) && sections.iter().skip(ORDER.len()).all(is_image);
    let (true, Some((values, images))) = (is_level, sections.split_first_chunk::<{ ORDER.len() }>()) else {
        let found: Vec<String> = tags.iter().map(Tag::to_string).collect();
        let what = text!("compile-sections", sections = found.join(", "));
        return Err(ReadError::damaged(file, text!("compile-table"), 0, what));
    };
    let [info_at, level_at, structure_at, nodes_at, leaves_at, pvs_at] = values;
    // The level and the trees are the largest sections, so they are decoded in parallel.
    let ((level, structure), (nodes, leaves)) = rayon::join(
        || {
            let level = read_level(level_at, images, progress);
            (level, decode::<Structure>(structure_at, progress))
        },
        || {
            rayon::join(
                || decode::<NodeTree>(nodes_at, progress),
                || decode::<LeafTree>(leaves_at, progress),
            )
        },
    );
    let (mut level, structure, mut nodes, leaves) =
        (level?, structure?, with_observable_layout(nodes?), leaves?);
    if let Some(hints_at) = hints_at {
        level.hints = read_hints(hints_at, progress)?;
    }
    level.doom_surfaces = surfaces_at.map(|section| decode(section, progress)).transpose()?;
    let Info {
        program: _,
        source,
        options,
        params,
        timings,
    } = decode(info_at, progress)?;

    let (faces, materials) = (level.source_triangles, level.materials.len() as u32);
    level.check(progress).map_err(|error| level_at.error(error))?;
    structure
        .check(&level)
        .map_err(|error| structure_at.error(error))?;
    let (nodes_are_right, pvs) = rayon::join(
        || {
            nodes
                .check(faces, progress)
                .map_err(|error| nodes_at.error(error))?;
            nodes.build_query_layout(progress).map_err(ReadError::from)
        },
        || {
            leaves
                .check(faces, materials, progress)
                .map_err(|error| leaves_at.error(error))?;
            let pvs: Pvs = decode(pvs_at, progress)?;
            pvs.check(leaves.leaf_count(), progress)
                .map_err(|error| pvs_at.error(error))?;
            Ok::<_, ReadError>(pvs)
        },
    );
    // If several sections are invalid, report the first one.
    nodes_are_right?;
    let pvs = pvs?;
    params.check().map_err(|what| info_at.damage(what))?;
    timings.check().map_err(|what| info_at.damage(what))?;
    Ok(CompiledLevel {
        level: Arc::new(level),
        source,
        options,
        params,
        structure: Arc::new(structure),
        nodes: Arc::new(nodes),
        leaves: Arc::new(leaves),
        pvs: Arc::new(pvs),
        timings,
        origin: Origin::File,
    })
}

/// Separates the last section from the others, if it has this tag.
fn split_last<'a, 'b>(sections: &'a [Section<'b>], tag: Tag) -> (Option<&'a Section<'b>>, &'a [Section<'b>]) {
    match sections {
        [others @ .., last] if last.tag() == tag => (Some(last), others),
        all => (None, all),
    }
}

fn read_level(
    section: &Section<'_>,
    images: &[Section<'_>],
    progress: &Progress,
) -> Result<Level, ReadError> {
    let LevelWithoutImages::<Level> {
        mut level,
        images: sizes,
        image_of_material,
    } = decode(section, progress)?;
    if sizes.len() != images.len() || image_of_material.len() != level.materials.len() {
        return Err(section.damage(text!("compile-images")));
    }
    let textures = images
        .par_iter()
        .zip(sizes)
        .map(|(image, size)| {
            let rgba = image.content(progress)?.into_owned();
            Ok(Arc::new(Texture { size, rgba }))
        })
        .collect::<Result<Vec<_>, ReadError>>()?;
    for (material, image) in level.materials.iter_mut().zip(image_of_material) {
        let Some(image) = image else {
            material.texture = None;
            continue;
        };
        let texture = textures.get(image as usize).cloned();
        let missing = || section.damage(text!("compile-no-image"));
        material.texture = Some(texture.ok_or_else(missing)?);
    }
    Ok(level)
}

fn read_hints(section: &Section<'_>, progress: &Progress) -> Result<Vec<Hint>, ReadError> {
    let HintCorners { corners, counts } = decode(section, progress)?;
    let mut rest = &corners[..];
    let hints = counts.iter().map(|&count| {
        let (own, others) = rest.split_at_checked(count as usize)?;
        rest = others;
        (own.len() >= 3).then(|| Hint {
            corners: own.to_vec(),
        })
    });
    let hints: Option<Vec<Hint>> = hints.collect();
    hints
        .filter(|_| rest.is_empty())
        .ok_or_else(|| section.damage(text!("compile-hints")))
}
