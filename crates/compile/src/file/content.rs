//! Section contents: values in postcard format, and raw image pixels.

use std::{collections::HashMap, sync::Arc};

use bspwalk_levels::{Hint, Level, LoadOptions, Source, Texture, text};
use bspwalk_progress::Progress;
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

/// Tag of the section for the level's ladders, which is missing in levels without ladders.
const LADDERS: Tag = Tag(*b"LADD");

/// Tag of the section of a DOOM map's surfaces, which is missing in other levels.
const DOOM_SURFACES: Tag = Tag(*b"DOOM");

/// Section tags in file order. Image sections follow, then the hints, the ladders, and the surfaces of a DOOM map.
const ORDER: [Tag; 6] = [INFO, LEVEL, STRUCTURE, NODES, LEAVES, PVS];

/// Section tags of a file without trees, in the same order.
const ORDER_WITHOUT_TREES: [Tag; 2] = [INFO, LEVEL];

/// Section tags of a file with the solid-leaf tree only.
const ORDER_OF_LEAVES: [Tag; 4] = [INFO, STRUCTURE, LEAVES, PVS];

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
    let ladders = &compiled.level.ladders;
    if !ladders.is_empty() {
        sections.push((LADDERS, Packed::new(encode(ladders))));
    }
    if let Some(surfaces) = &compiled.level.doom_surfaces {
        sections.push((DOOM_SURFACES, Packed::new(encode(surfaces))));
    }
    sections
}

/// Splits the sections of a compiled level: the level, and its solid-leaf tree with the PVS. Leaves out the
/// node-storing tree.
pub(super) fn split(sections: Vec<(Tag, Packed)>) -> [Vec<(Tag, Packed)>; 2] {
    let (mut level, mut leaves) = (Vec::new(), Vec::new());
    for (tag, packed) in sections {
        match tag {
            INFO => {
                leaves.push((tag, packed.clone()));
                level.push((tag, packed));
            }
            STRUCTURE | LEAVES | PVS => leaves.push((tag, packed)),
            NODES => {}
            _ => level.push((tag, packed)),
        }
    }
    [level, leaves]
}

/// Decodes a compiled level from its sections.
pub(super) fn read(
    file: &str,
    sections: &[Section<'_>],
    progress: &Progress,
) -> Result<CompiledLevel, ReadError> {
    let (values, others) = in_order::<{ ORDER.len() }>(file, sections, &ORDER)?;
    let [info_at, level_at, structure_at, nodes_at, leaves_at, pvs_at] = values;
    let leaf_sections = LeafSections {
        structure: structure_at,
        leaves: leaves_at,
        pvs: pvs_at,
    };
    // The level and the trees are the largest sections, so they are decoded in parallel.
    let (level, (nodes, leaves)) = rayon::join(
        || read_level(level_at, others, progress),
        || {
            rayon::join(
                || decode::<NodeTree>(nodes_at, progress),
                || leaf_sections.decode(progress),
            )
        },
    );
    let (level, mut nodes, leaves) = (level?, with_observable_layout(nodes?), leaves?);
    let info = read_info(info_at, progress)?;

    let faces = level.source_triangles;
    let (nodes_are_right, pvs) = rayon::join(
        || {
            nodes
                .check(faces, progress)
                .map_err(|error| nodes_at.error(error))?;
            nodes.build_query_layout(progress).map_err(ReadError::from)
        },
        || leaf_sections.check(&leaves, &level, progress),
    );
    // If several sections are invalid, report the first one.
    nodes_are_right?;
    Ok(compiled(info, Arc::new(level), Arc::new(nodes), leaves, pvs?))
}

/// Decodes a level without trees from its sections. Also returns the parameters of its trees.
pub(super) fn read_without_trees(
    file: &str,
    sections: &[Section<'_>],
    progress: &Progress,
) -> Result<(Level, CompileParams), ReadError> {
    let ([info_at, level_at], others) =
        in_order::<{ ORDER_WITHOUT_TREES.len() }>(file, sections, &ORDER_WITHOUT_TREES)?;
    let level = read_level(level_at, others, progress)?;
    Ok((level, read_info(info_at, progress)?.params))
}

/// Decodes the solid-leaf tree of a level from its sections, and combines it with the level.
pub(super) fn read_leaves(
    file: &str,
    sections: &[Section<'_>],
    (level, nodes): (Arc<Level>, Arc<NodeTree>),
    progress: &Progress,
) -> Result<CompiledLevel, ReadError> {
    let ([info_at, structure, leaves, pvs], others) =
        in_order::<{ ORDER_OF_LEAVES.len() }>(file, sections, &ORDER_OF_LEAVES)?;
    if !others.is_empty() {
        return Err(wrong_sections(file, sections));
    }
    let leaf_sections = LeafSections {
        structure,
        leaves,
        pvs,
    };
    let leaves = leaf_sections.decode(progress)?;
    let info = read_info(info_at, progress)?;
    let pvs = leaf_sections.check(&leaves, &level, progress)?;
    Ok(compiled(info, level, nodes, leaves, pvs))
}

/// Combines the decoded sections.
fn compiled(
    info: Info,
    level: Arc<Level>,
    nodes: Arc<NodeTree>,
    (structure, leaves): (Structure, LeafTree),
    pvs: Pvs,
) -> CompiledLevel {
    CompiledLevel {
        level,
        source: info.source,
        options: info.options,
        params: info.params,
        structure: Arc::new(structure),
        nodes,
        leaves: Arc::new(leaves),
        pvs: Arc::new(pvs),
        timings: info.timings,
        origin: Origin::File,
    }
}

/// Returns the sections with the tags in `order`, and the sections that follow: images, hints, ladders, and the surfaces
/// of a DOOM map.
fn in_order<'a, const COUNT: usize>(
    file: &str,
    sections: &'a [Section<'a>],
    order: &[Tag; COUNT],
) -> Result<(&'a [Section<'a>; COUNT], &'a [Section<'a>]), ReadError> {
    let has_tags = |(values, _): &(&[Section<'_>; COUNT], &[Section<'_>])| {
        values.iter().map(Section::tag).eq(order.iter().copied())
    };
    sections
        .split_first_chunk::<COUNT>()
        .filter(has_tags)
        .filter(|(_, others)| {
            let LevelSections { images, .. } = LevelSections::split(others);
            images.iter().all(|section| section.tag() == IMAGE)
        })
        .ok_or_else(|| wrong_sections(file, sections))
}

fn wrong_sections(file: &str, sections: &[Section<'_>]) -> ReadError {
    let found: Vec<String> = sections.iter().map(|section| section.tag().to_string()).collect();
    let what = text!("compile-sections", sections = found.join(", "));
    ReadError::damaged(file, text!("compile-table"), 0, what)
}

/// Sections that follow a level.
struct LevelSections<'a> {
    images: &'a [Section<'a>],
    hints: Option<&'a Section<'a>>,
    ladders: Option<&'a Section<'a>>,
    surfaces: Option<&'a Section<'a>>,
}

impl<'a> LevelSections<'a> {
    fn split(sections: &'a [Section<'a>]) -> Self {
        let (surfaces, others) = split_last(sections, DOOM_SURFACES);
        let (ladders, others) = split_last(others, LADDERS);
        let (hints, images) = split_last(others, HINTS);
        Self {
            images,
            hints,
            ladders,
            surfaces,
        }
    }
}

/// Separates the last section from the others, if it has this tag.
fn split_last<'a>(sections: &'a [Section<'a>], tag: Tag) -> (Option<&'a Section<'a>>, &'a [Section<'a>]) {
    match sections {
        [others @ .., last] if last.tag() == tag => (Some(last), others),
        all => (None, all),
    }
}

/// Sections of the solid-leaf tree.
#[derive(Clone, Copy)]
struct LeafSections<'a> {
    structure: &'a Section<'a>,
    leaves: &'a Section<'a>,
    pvs: &'a Section<'a>,
}

impl LeafSections<'_> {
    fn decode(&self, progress: &Progress) -> Result<(Structure, LeafTree), ReadError> {
        Ok((decode(self.structure, progress)?, decode(self.leaves, progress)?))
    }

    /// Checks the decoded sections, and decodes and checks the PVS.
    fn check(
        &self,
        (structure, leaves): &(Structure, LeafTree),
        level: &Level,
        progress: &Progress,
    ) -> Result<Pvs, ReadError> {
        structure
            .check(level)
            .map_err(|error| self.structure.error(error))?;
        let (faces, materials) = (level.source_triangles, level.materials.len() as u32);
        leaves
            .check(faces, materials, progress)
            .map_err(|error| self.leaves.error(error))?;
        let pvs: Pvs = decode(self.pvs, progress)?;
        pvs.check(leaves.leaf_count(), progress)
            .map_err(|error| self.pvs.error(error))?;
        Ok(pvs)
    }
}

fn read_info(section: &Section<'_>, progress: &Progress) -> Result<Info, ReadError> {
    let info: Info = decode(section, progress)?;
    info.params.check().map_err(|what| section.error(what.into()))?;
    info.timings.check().map_err(|what| section.error(what.into()))?;
    Ok(info)
}

/// Decodes and checks a level. `others` are the sections that follow it.
fn read_level(
    section: &Section<'_>,
    others: &[Section<'_>],
    progress: &Progress,
) -> Result<Level, ReadError> {
    let LevelSections {
        images,
        hints,
        ladders,
        surfaces,
    } = LevelSections::split(others);
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
    if let Some(hints) = hints {
        level.hints = read_hints(hints, progress)?;
    }
    if let Some(ladders) = ladders {
        level.ladders = decode(ladders, progress)?;
    }
    level.doom_surfaces = surfaces.map(|section| decode(section, progress)).transpose()?;
    level.check(progress).map_err(|error| section.error(error))?;
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
