//! Finds the images of a map's textures: in WAD files, then as images in a folder, else a procedural one.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    io,
    sync::Arc,
};

use glam::Vec4;

use crate::{
    level::{
        AlphaMode, Material, Resolver, Texture, Warning,
        quake::{
            contents::Look,
            palette,
            procedural::{self, USUAL_SIZE},
            wad::Wad,
        },
        texture,
    },
    progress::{Cancelled, Progress},
};

/// The endings of images that are tried.
const ENDINGS: [&str; 4] = ["png", "tga", "jpg", "jpeg"];

/// The folders in which they are tried.
const FOLDERS: [&str; 2] = ["", "textures/"];

/// The textures that were found, by their names in lower case.
pub(super) type Found = BTreeMap<String, Arc<Texture>>;

/// Finds the textures of these names, whatever their case. `wads` is the worldspawn's key: paths, mostly of other machines,
/// with semicolons between them.
pub(super) fn find<'a>(
    names: impl IntoIterator<Item = &'a str>,
    wads: &str,
    files: &dyn Resolver,
    warnings: &mut Vec<Warning>,
    progress: &Progress,
) -> Result<Found, Cancelled> {
    let mut wanted: BTreeSet<String> = names.into_iter().map(str::to_ascii_lowercase).collect();
    wanted.remove("");
    let mut found = Found::new();
    let mut room = texture::MAX_LEVEL_BYTES;
    let mut warn = |message: String| warnings.push(Warning { line: None, message });
    progress.begin("Reading the textures", wanted.len() as u64);
    let mut missing = Vec::new();
    for (path, is_named) in wad_files(wads, files) {
        progress.check()?;
        let bytes = match files.read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                missing.extend(is_named.then_some(path));
                continue;
            }
            Err(error) => {
                warn(format!(
                    "{path} cannot be read ({error}); its textures are missing"
                ));
                continue;
            }
        };
        let wad = match Wad::read(&bytes) {
            Ok(wad) => wad,
            Err(problem) => {
                warn(format!(
                    "{path} cannot be used ({problem}); its textures are missing"
                ));
                continue;
            }
        };
        let mut failed = None;
        wanted.retain(|name| {
            let image = match wad.texture(name) {
                Some(Ok(texture)) => {
                    let bytes = 4 * texture.size.map(u64::from).iter().product::<u64>();
                    room.checked_sub(bytes).and_then(|left| {
                        room = left;
                        texture.texture(&palette::QUAKE)
                    })
                }
                Some(Err(problem)) => {
                    failed.get_or_insert((name.clone(), problem));
                    None
                }
                None => None,
            };
            let is_found = image.is_some();
            found.extend(image.map(|image| (name.clone(), Arc::new(image))));
            !is_found
        });
        if let Some((name, problem)) = failed {
            warn(format!("the texture {name} of {path} cannot be used ({problem})"));
        }
    }
    let mut without = Vec::new();
    for name in wanted {
        progress.check()?;
        match image(&name, files) {
            Some((path, content)) => {
                let bytes = texture::decoded_bytes(&path, &content, progress);
                let decoded = bytes.and_then(|bytes| {
                    room = room
                        .checked_sub(bytes)
                        .ok_or("the images of the level have more than 4 GiB with it; make them smaller")?;
                    texture::decode(&path, &content, progress)
                });
                match decoded {
                    Ok(image) => {
                        found.insert(name, Arc::new(image));
                    }
                    Err(problem) => warn(format!(
                        "the image {path} cannot be used ({problem}); a pattern takes its place"
                    )),
                }
            }
            None if Look::of_texture(&name).is_drawn() => without.push(name),
            None => {}
        }
        progress.advance(1);
    }
    if let Some(first) = without.first() {
        let wads = match &missing[..] {
            [] => String::new(),
            [only] => format!("; {} was not found", file_name(only)),
            [first, rest @ ..] => format!("; {} and {} more were not found", file_name(first), rest.len()),
        };
        let message = match without.len() {
            1 => format!("the texture {first} is in no WAD file and no image"),
            count => format!("{count} textures, {first} first, are in no WAD file and no image"),
        };
        warn(format!(
            "{message}{wads}: patterns take their place; put WAD files or images beside the map, or name their folder with \
             --textures"
        ));
    }
    Ok(found)
}

/// The WAD files to search, each once: those that the map names, which are true, then those that lie in the folders.
fn wad_files(wads: &str, files: &dyn Resolver) -> Vec<(String, bool)> {
    let named = wads.split(';').map(str::trim).filter(|path| !path.is_empty());
    let mut all: Vec<(String, bool)> = named.map(|path| (path.to_owned(), true)).collect();
    let is_known = |all: &[(String, bool)], name: &str| {
        all.iter()
            .any(|(path, _)| file_name(path).eq_ignore_ascii_case(name))
    };
    for name in files.list(".wad") {
        if !is_known(&all, &name) {
            all.push((name, false));
        }
    }
    all
}

/// The last part of a path of any machine.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The image of a texture, with the name that it was found by. An asterisk, which file names of some systems cannot have,
/// may be written as `#`.
fn image<'a>(name: &str, files: &'a dyn Resolver) -> Option<(String, Cow<'a, [u8]>)> {
    let plain = name.replace('*', "#");
    let names = if plain == name {
        vec![plain]
    } else {
        vec![plain, name.to_owned()]
    };
    names.iter().find_map(|name| {
        FOLDERS.iter().find_map(|folder| {
            ENDINGS.iter().find_map(|ending| {
                let path = format!("{folder}{name}.{ending}");
                let content = files.read(&path).ok()?;
                Some((path, content))
            })
        })
    })
}

/// The material of a texture with this look; something is seen through it where it has an opacity.
pub(super) fn material(name: &str, look: Look, opacity: Option<f32>, found: &Found) -> Material {
    let image = found.get(&name.to_ascii_lowercase());
    let mut material = Material::plain(name);
    material.color = Vec4::ONE;
    material.liquid = look == Look::Liquid;
    if !look.is_drawn() {
        // It stops bodies and is not seen.
        material.color.w = 0.0;
        material.alpha = AlphaMode::Blend;
        return material;
    }
    material.texture = Some(match image {
        Some(image) => Arc::clone(image),
        None => Arc::new(procedural::texture(name, USUAL_SIZE)),
    });
    if let Some(opacity) = opacity {
        material.color.w = opacity;
        material.alpha = AlphaMode::Blend;
    } else if !image.is_some_and(|image| image.has_holes()) {
        material.alpha = AlphaMode::Opaque;
    }
    material.unlit = look == Look::Sky;
    material
}

/// The size in pixels by which texture coordinates are divided.
pub(super) fn size(name: &str, found: &Found) -> [u32; 2] {
    let image = found.get(&name.to_ascii_lowercase());
    image.map_or(USUAL_SIZE, |image| image.size)
}
