//! What the sections hold: each a value in postcard's encoding, but for images, which are their pixels.

use std::{collections::HashMap, sync::Arc};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{
    Damage, Stop,
    container::{Packed, Section, Tag},
    decode::decode,
};
use crate::{
    bsp::{
        NodeTree,
        solid_leaf::{LeafTree, Pvs},
    },
    compile::{CompileParams, CompiledLevel, Structure, Timings},
    level::{Level, LoadOptions, Source, Texture},
    progress::Progress,
};

const INFO: Tag = Tag(*b"INFO");
const LEVEL: Tag = Tag(*b"LEVL");
const STRUCTURE: Tag = Tag(*b"STRU");
const NODES: Tag = Tag(*b"NODE");
const LEAVES: Tag = Tag(*b"LEAF");
const PVS: Tag = Tag(*b"PVIS");
/// Any number of them, as the level counts its images.
const IMAGE: Tag = Tag(*b"IMAG");

/// All tags but those of images, in the order of the file.
const ORDER: [Tag; 6] = [INFO, LEVEL, STRUCTURE, NODES, LEAVES, PVS];

/// How a level was made.
#[derive(Serialize, Deserialize)]
struct Info {
    /// The program that wrote it.
    program: String,
    source: Source,
    options: LoadOptions,
    params: CompileParams,
    timings: Timings,
}

/// A level, its images apart.
#[derive(Serialize, Deserialize)]
struct LevelWithoutImages<L> {
    level: L,
    /// Width and height of each image.
    images: Vec<[u32; 2]>,
    /// The image of each material.
    image_of_material: Vec<Option<u32>>,
}

/// The sections of a compiled level.
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
        options: compiled.options,
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
    sections
}

/// The compiled level that sections hold.
pub(super) fn read(sections: &[Section<'_>], progress: &Progress) -> Result<CompiledLevel, Stop> {
    let (values, images) = sections.split_at_checked(ORDER.len()).unwrap_or((sections, &[]));
    let tags = || values.iter().map(|section| section.tag);
    if !tags().eq(ORDER) || images.iter().any(|image| image.tag != IMAGE) {
        let found: Vec<String> = sections.iter().map(|section| section.tag.to_string()).collect();
        let what = format!("its sections are {}, which make no level", found.join(", "));
        return Err(Damage::new("table", 0, what).into());
    }
    let [info, level, structure, nodes, leaves, pvs] = values else {
        return Err(Damage::new("table", 0, "sections are missing").into());
    };
    // The level is the largest with the trees: each is read by a thread of its own.
    let ((level_read, structure_read), (nodes_read, leaves_read)) = rayon::join(
        || {
            (
                read_level(level, images, progress),
                decode::<Structure>(structure, progress),
            )
        },
        || {
            rayon::join(
                || decode::<NodeTree>(nodes, progress),
                || decode::<LeafTree>(leaves, progress),
            )
        },
    );
    let pvs_value: Pvs = decode(pvs, progress)?;
    let (level_value, structure_value) = (level_read?, structure_read?);
    let (nodes_value, leaves_value) = (nodes_read?, leaves_read?);
    let Info {
        program: _,
        source,
        options,
        params,
        timings,
    } = decode(info, progress)?;

    let faces = level_value.source_triangles;
    let materials = level_value.materials.len() as u32;
    level_value.check(progress).map_err(|error| level.stop(error))?;
    structure_value
        .check(&level_value)
        .map_err(|what| structure.damage(what))?;
    nodes_value
        .check(faces, progress)
        .map_err(|error| nodes.stop(error))?;
    leaves_value
        .check(faces, materials, progress)
        .map_err(|error| leaves.stop(error))?;
    pvs_value
        .check(leaves_value.leaf_count(), progress)
        .map_err(|error| pvs.stop(error))?;
    params.check().map_err(|what| info.damage(what))?;
    timings.check().map_err(|what| info.damage(what))?;
    Ok(CompiledLevel {
        level: Arc::new(level_value),
        source,
        options,
        params,
        structure: Arc::new(structure_value),
        nodes: Arc::new(nodes_value),
        leaves: Arc::new(leaves_value),
        pvs: Arc::new(pvs_value),
        timings,
    })
}

fn read_level(section: &Section<'_>, images: &[Section<'_>], progress: &Progress) -> Result<Level, Stop> {
    let LevelWithoutImages::<Level> {
        mut level,
        images: sizes,
        image_of_material,
    } = decode(section, progress)?;
    if sizes.len() != images.len() || image_of_material.len() != level.materials.len() {
        return Err(section
            .damage("it has another number of images than the file")
            .into());
    }
    let textures = images
        .par_iter()
        .zip(sizes)
        .map(|(image, size)| {
            let rgba = image.owned_content(progress)?;
            Ok(Arc::new(Texture { size, rgba }))
        })
        .collect::<Result<Vec<_>, Stop>>()?;
    for (material, image) in level.materials.iter_mut().zip(image_of_material) {
        material.texture = match image {
            None => None,
            Some(image) => Some(
                textures
                    .get(image as usize)
                    .cloned()
                    .ok_or_else(|| section.damage("a material has an image that does not exist"))?,
            ),
        };
    }
    Ok(level)
}

fn encode(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value)
        .expect("only sequences of unknown length cannot be encoded, and there are none")
}
