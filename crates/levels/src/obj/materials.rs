//! Loads the materials of an OBJ file and their images from material libraries.

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashMap, HashSet},
    io,
    sync::Arc,
};

use crate::{Text, ToText, text};
use bspwalk_progress::{Cancelled, Progress};
use glam::{Vec3, Vec4};

use super::mtl::{self, Definition, Placement};
use crate::{Material, Resolver, Source, Texture, Warning, color::hsv_to_rgb, images::ImageStore};

/// Maximum number of unreadable libraries that get their own warning. Additional ones are only counted.
const LISTED: usize = 5;

/// Material definitions by name, each with the index of its library.
type Definitions = HashMap<String, (Definition, usize)>;

type ImageKey<'a> = (&'a str, &'a str);

/// Loads the materials that an OBJ file uses, in order of first use, with the placement of their images. `used` and
/// `libraries` contain names, each with its line in the file.
pub(super) fn load(
    used: &[(String, usize)],
    libraries: &[(String, usize)],
    resolver: &dyn Resolver,
    warnings: &mut Vec<Warning>,
    progress: &Progress,
) -> Result<Vec<(Material, Placement)>, Cancelled> {
    let mut definitions = Definitions::new();
    let libraries = library_names(libraries, resolver, progress)?;
    let mut contents = HashSet::new();
    let mut unreadable = Vec::new();
    for (number, (library, line)) in libraries.iter().enumerate() {
        progress.check()?;
        match resolver.read(library) {
            Ok(bytes) => {
                // Several names may refer to identical content, which is read only once.
                if !contents.insert(Source::hash_of(&bytes)) {
                    continue;
                }
                let (materials, problem) = mtl::parse(library, &bytes, progress)?;
                warnings.extend(problem);
                for material in materials {
                    let name = material.name.clone();
                    definitions.entry(name).or_insert((material, number));
                }
            }
            Err(error) => unreadable.push((library, *line, error)),
        }
    }
    for (library, line, error) in unreadable.iter().take(LISTED) {
        warnings.push(Warning::at(*line, unreadable_library(library, error)));
    }
    if let Some((_, line, _)) = unreadable.get(LISTED) {
        let message = text!("obj-more-libraries", count = unreadable.len() - LISTED);
        warnings.push(Warning::at(*line, message));
    }
    let libraries_read = contents.len();
    let undefined = |(name, _): &&(String, usize)| !definitions.contains_key(name);
    let missing = used.iter().filter(undefined).count();
    if let (Some((first, line)), true) = (used.iter().find(undefined), libraries_read > 0) {
        let message = match missing {
            1 => text!("obj-material-undefined", first),
            n => text!("obj-materials-undefined", n, first),
        };
        warnings.push(Warning::at(*line, message));
    }
    let images = load_images(used, &definitions, &libraries, resolver, warnings, progress);
    progress.check()?;
    let materials = used.iter().enumerate().map(|(index, (name, _))| {
        let mut material = Material {
            color: own_color(index),
            ..Material::plain(name)
        };
        let mut placement = Placement::PLAIN;
        if let Some((definition, library)) = definitions.get(name) {
            if let Some(image) = &definition.image {
                placement = image.placement;
                let key = (libraries[*library].0.as_str(), image.file.as_str());
                material.texture = images.get(&key).cloned();
            }
            let is_textured = material.texture.is_some();
            if is_textured {
                material.color = Vec4::ONE;
            }
            // Many exporters write a black colour for a textured material and expect the texture to be displayed
            // unchanged.
            if let Some(color) = definition.color
                && !(is_textured && color == Vec3::ZERO)
            {
                material.color = color.extend(1.0);
            }
            material.color.w = definition.alpha();
            material.emissive = definition.emissive;
        }
        (material, placement)
    });
    Ok(materials.collect())
}

/// Returns a colour for a material without one: light, muted, and different from the colours of neighbouring indices
/// (their hues are a golden angle apart).
fn own_color(index: usize) -> Vec4 {
    const GOLDEN: f32 = 0.618_034;
    Vec3::from(hsv_to_rgb((index % 1024) as f32 * GOLDEN, 0.16, 0.82)).extend(1.0)
}

fn unreadable_library(name: &str, error: &io::Error) -> Text {
    if error.kind() == io::ErrorKind::NotFound {
        text!("obj-library-not-found", name)
    } else {
        text!("obj-library-unreadable", name, error)
    }
}

/// Returns the libraries in `mtllib` statements, without duplicates. A statement contains either one file name,
/// possibly with spaces, or several file names. A space after a backslash is part of a name.
fn library_names(
    statements: &[(String, usize)],
    resolver: &dyn Resolver,
    progress: &Progress,
) -> Result<Vec<(String, usize)>, Cancelled> {
    let mut names: Vec<(String, usize)> = Vec::new();
    let (mut read, mut known) = (HashSet::new(), HashSet::new());
    for (statement, line) in statements {
        progress.check()?;
        let statement = statement.trim_matches('"');
        if !read.insert(statement) {
            continue;
        }
        let found = if resolver.read(statement).is_ok() {
            vec![statement.to_owned()]
        } else {
            // File names cannot contain a zero byte.
            let joined = statement.replace("\\ ", "\0");
            let words = joined.split_whitespace();
            words.map(|name| name.replace('\0', " ")).collect()
        };
        for name in found {
            if !name.is_empty() && known.insert(name.clone()) {
                names.push((name, *line));
            }
        }
    }
    Ok(names)
}

/// Loads the images that the used materials need. A single warning lists all missing images.
fn load_images<'a>(
    used: &[(String, usize)],
    definitions: &'a Definitions,
    libraries: &'a [(String, usize)],
    resolver: &dyn Resolver,
    warnings: &mut Vec<Warning>,
    progress: &Progress,
) -> HashMap<ImageKey<'a>, Arc<Texture>> {
    let used = used.iter().filter_map(|(name, _)| definitions.get(name));
    let wanted: BTreeSet<ImageKey<'_>> = used
        .filter_map(|(definition, library)| {
            Some((
                libraries[*library].0.as_str(),
                definition.image.as_ref()?.file.as_str(),
            ))
        })
        .collect();
    // All images share one memory budget, which is allocated in the order of their names.
    let mut store = ImageStore::new(progress);
    let loaded = store.decode_all(wanted, |&(library, file)| {
        read_image(library, file, resolver, progress)
    });
    let Ok(loaded) = loaded else {
        // If loading was cancelled, the caller detects it.
        return HashMap::new();
    };
    let mut images = HashMap::new();
    let mut missing = Vec::new();
    let mut unusable = 0_usize;
    let mut warn = |message: Text| warnings.push(Warning::new(message));
    for (key @ (_, file), result) in loaded {
        let reason = match result {
            Ok(Ok(image)) => {
                images.insert(key, image);
                continue;
            }
            Err(None) => {
                missing.push(file);
                continue;
            }
            Ok(Err(reason)) | Err(Some(reason)) => reason,
        };
        unusable += 1;
        if unusable <= LISTED {
            warn(text!("obj-image-unusable", file, reason));
        }
    }
    if unusable > LISTED {
        warn(text!("obj-more-images", count = unusable - LISTED));
    }
    match missing[..] {
        [] => {}
        [only] => warn(text!("obj-image-not-found", only)),
        [first, ..] => warn(text!("obj-images-not-found", count = missing.len(), first)),
    }
    images
}

/// Reads an image file, and returns it with its name. Searches the library's folder, then the level's folder. Returns
/// `Err(None)` if there is no such file.
fn read_image<'a>(
    library: &str,
    file: &str,
    resolver: &'a dyn Resolver,
    progress: &Progress,
) -> Result<(String, Cow<'a, [u8]>), Option<Text>> {
    let library = library.replace('\\', "/");
    let beside = library
        .rsplit_once('/')
        .map(|(folder, _)| format!("{folder}/{file}"));
    for name in beside.as_deref().into_iter().chain([file]) {
        let cancelled = progress.check();
        cancelled.map_err(|cancelled| Some(Text::plain(cancelled.to_string())))?;
        match resolver.read(name) {
            Ok(bytes) => return Ok((name.to_owned(), bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(Some(error.to_text())),
        }
    }
    Err(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn library_statements_name_one_file_or_several() {
        let files: HashMap<&str, &[u8]> = HashMap::from([("a b.mtl", &b""[..])]);
        let names = |statement: &str| -> Vec<String> {
            let statements = [(statement.to_owned(), 1)];
            let names = library_names(&statements, &files, &Progress::default()).unwrap();
            names.into_iter().map(|(name, _)| name).collect()
        };
        assert_eq!(names("a b.mtl"), ["a b.mtl"]);
        assert_eq!(names("a\\ b.mtl c.mtl"), ["a b.mtl", "c.mtl"]);
        assert_eq!(names("c.mtl d.mtl c.mtl"), ["c.mtl", "d.mtl"]);
        assert_eq!(names(""), Vec::<String>::new());
    }
}
