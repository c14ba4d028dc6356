//! MTL material libraries.
//!
//! tobj reads them; it gives up, or panics, on lines that other programs write, so that it is given only statements
//! that it takes, in their plain form.

use std::{borrow::Cow, collections::HashMap, io, sync::Arc};

use glam::{Vec2, Vec3, Vec4};
use rayon::prelude::*;

use super::text::{Lines, keyword, number, words};
use crate::{
    level::{Material, Resolver, Texture, Warning, texture},
    progress::Progress,
};

/// How a material's image lies on the surface: `map_Kd`'s options `-s` and `-o`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placement {
    /// Factor of the texture coordinates.
    pub(super) scale: Vec2,
    /// Added after scaling.
    pub(super) offset: Vec2,
}

impl Placement {
    /// The image as it is.
    pub(super) const PLAIN: Self = Self {
        scale: Vec2::ONE,
        offset: Vec2::ZERO,
    };
}

/// The materials that an OBJ uses, in order of their first use, with the placement of their images.
pub(super) fn load(
    used: &[(String, usize)],
    libraries: &[(String, usize)],
    resolver: &dyn Resolver,
    warnings: &mut Vec<Warning>,
    progress: &Progress,
) -> Vec<(Material, Placement)> {
    let mut known = HashMap::new();
    let mut libraries_read = 0;
    for (line, name) in library_names(libraries, resolver) {
        match resolver.read(&name) {
            Ok(bytes) => {
                libraries_read += 1;
                for material in parse(&name, &bytes, warnings) {
                    known
                        .entry(material.name.clone())
                        .or_insert((material, name.clone()));
                }
            }
            Err(error) => warnings.push(Warning {
                line: Some(line),
                message: unreadable_library(&name, &error),
            }),
        }
    }
    let missing: Vec<_> = used
        .iter()
        .filter(|(name, _)| !known.contains_key(name))
        .collect();
    if let (Some((first, line)), true) = (missing.first(), libraries_read > 0) {
        let message = match missing.len() {
            1 => format!("the material `{first}` is in no material library; it gets a colour of its own"),
            n => format!(
                "{n} materials, `{first}` first, are in no material library; each gets a colour of its own"
            ),
        };
        warnings.push(Warning {
            line: Some(*line),
            message,
        });
    }
    let images = load_images(used, &known, resolver, warnings, progress);
    let mut out = Vec::with_capacity(used.len());
    for (index, (name, _)) in used.iter().enumerate() {
        let mut material = Material {
            name: name.clone(),
            color: own_color(index),
            emissive: Vec3::ZERO,
            texture: None,
            liquid: name.starts_with('*'),
        };
        let mut placement = Placement::PLAIN;
        if let Some((source, library)) = known.get(name) {
            let image = source.image.as_ref().and_then(|image| {
                placement = image.placement;
                images.get(&(library.as_str(), image.file.as_str())).cloned()
            });
            if image.is_some() {
                // Many exporters write black beside an image, and mean the image as it is.
                material.color = Vec4::ONE;
            }
            if let Some(color) = source.color
                && !(image.is_some() && color == Vec3::ZERO)
            {
                material.color = color.extend(1.0);
            }
            material.color.w = source.alpha;
            material.emissive = source.emissive;
            material.texture = image;
        }
        out.push((material, placement));
    }
    out
}

/// A colour for a material that has none: light, muted, and unlike its neighbours' (hues a golden angle apart).
fn own_color(index: usize) -> Vec4 {
    const GOLDEN: f32 = 0.618_034;
    const SATURATION: f32 = 0.16;
    const VALUE: f32 = 0.82;
    let hue = (index % 1024) as f32 * GOLDEN;
    let channel = |shift: f32| {
        let distance = ((hue + shift).fract() * 6.0 - 3.0).abs() - 1.0;
        VALUE * (1.0 - SATURATION * (1.0 - distance.clamp(0.0, 1.0)))
    };
    Vec4::new(channel(0.0), channel(2.0 / 3.0), channel(1.0 / 3.0), 1.0)
}

fn unreadable_library(name: &str, error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::NotFound {
        format!("the material library {name} was not found; put it beside the level to see its colours")
    } else {
        format!("the material library {name} cannot be read ({error}); its colours are missing")
    }
}

/// The libraries that `mtllib` statements name: each is one file whose name may hold blanks, or several files.
fn library_names(statements: &[(String, usize)], resolver: &dyn Resolver) -> Vec<(usize, String)> {
    let mut names: Vec<(usize, String)> = Vec::new();
    for (statement, line) in statements {
        let statement = statement.trim_matches('"');
        let several = if resolver.read(statement).is_ok() {
            Vec::new()
        } else {
            split_names(statement)
        };
        let several = if several.len() > 1 {
            several
        } else {
            vec![statement.replace("\\ ", " ")]
        };
        for name in several {
            if !name.is_empty() && !names.iter().any(|(_, known)| *known == name) {
                names.push((*line, name));
            }
        }
    }
    names
}

/// Splits at blanks, but for those behind a backslash.
fn split_names(statement: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let mut characters = statement.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\\' if characters.peek() == Some(&' ') => {
                characters.next();
                names.last_mut().into_iter().for_each(|name| name.push(' '));
            }
            c if c.is_whitespace() => names.push(String::new()),
            c => names.last_mut().into_iter().for_each(|name| name.push(c)),
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// A material as its library has it.
struct Source {
    name: String,
    color: Option<Vec3>,
    emissive: Vec3,
    alpha: f32,
    image: Option<Image>,
}

/// What `map_Kd` names.
#[derive(Debug, PartialEq)]
struct Image {
    file: String,
    placement: Placement,
}

fn parse(library: &str, bytes: &[u8], warnings: &mut Vec<Warning>) -> Vec<Source> {
    let (plain, skipped) = plain_statements(bytes);
    if let Some((line, count)) = skipped {
        let message =
            format!("{library}, line {line}: {count} statements cannot be understood and were left out");
        warnings.push(Warning { line: None, message });
    }
    let materials = match tobj::load_mtl_buf(&mut plain.as_bytes()) {
        Ok((materials, _)) => materials,
        Err(error) => {
            let message = format!(
                "the material library {library} cannot be understood ({error}); its colours are missing"
            );
            warnings.push(Warning { line: None, message });
            return Vec::new();
        }
    };
    let color = |[r, g, b]: [f64; 3]| Vec3::new(r as f32, g as f32, b as f32);
    materials
        .into_iter()
        .map(|material| {
            let opaque = match (material.dissolve, material.unknown_param.get("Tr")) {
                (Some(dissolve), _) => dissolve,
                (None, Some(transparency)) => transparency.parse().map_or(1.0, |t: f64| 1.0 - t),
                (None, None) => 1.0,
            };
            Source {
                name: material.name,
                color: material.diffuse.map(|c| color(c).clamp(Vec3::ZERO, Vec3::ONE)),
                emissive: material
                    .emissive
                    .map_or(Vec3::ZERO, |c| color(c).clamp(Vec3::ZERO, Vec3::splat(1.0e4))),
                alpha: (opaque as f32).clamp(0.0, 1.0),
                image: material.diffuse_texture.as_deref().and_then(parse_map),
            }
        })
        .collect()
}

/// The statements that are used, each whole and with plain numbers; and the first line and the count of those that
/// are not as they should be.
fn plain_statements(bytes: &[u8]) -> (String, Option<(usize, usize)>) {
    let mut plain = String::new();
    let mut skipped: Option<(usize, usize)> = None;
    let mut named = false;
    let mut lines = Lines::new(bytes);
    while let Some(line) = lines.next() {
        let (word, rest) = keyword(line.text);
        let statement = match word {
            b"newmtl" => {
                named = !rest.is_empty();
                named.then(|| format!("newmtl {}\n", String::from_utf8_lossy(rest)))
            }
            _ if !named => continue,
            b"Kd" | b"Ke" => color_statement(&String::from_utf8_lossy(word), rest),
            b"d" | b"Tr" => {
                // `d -halo 0.5` is a factor too.
                let value = words(rest)
                    .find(|word| *word != b"-halo")
                    .and_then(number)
                    .filter(|n| n.is_finite());
                value.map(|value| format!("{} {value}\n", String::from_utf8_lossy(word)))
            }
            b"map_Kd" | b"map_kd" => {
                (!rest.is_empty()).then(|| format!("map_Kd {}\n", String::from_utf8_lossy(rest)))
            }
            _ => continue,
        };
        match statement {
            Some(statement) => plain += &statement,
            None => {
                let (_, count) = skipped.get_or_insert((line.number, 0));
                *count += 1;
            }
        }
    }
    (plain, skipped)
}

/// A colour with all its three numbers; one number stands for three.
fn color_statement(word: &str, rest: &[u8]) -> Option<String> {
    let numbers: Vec<f64> = words(rest)
        .take(3)
        .map_while(number)
        .filter(|number| number.is_finite())
        .collect();
    match numbers[..] {
        [grey] => Some(format!("{word} {grey} {grey} {grey}\n")),
        [r, g, b] => Some(format!("{word} {r} {g} {b}\n")),
        _ => None,
    }
}

/// The file and the placement of a `map_Kd` statement: options, then a name that may hold blanks. Options behind the
/// name are taken too.
fn parse_map(statement: &str) -> Option<Image> {
    let mut placement = Placement::PLAIN;
    let mut rest = statement.trim();
    loop {
        let (option, after) = next_word(rest);
        let arguments = match option {
            "-blendu" | "-blendv" | "-cc" | "-clamp" | "-bm" | "-boost" | "-texres" | "-imfchan"
            | "-type" | "-colorspace" => 1,
            "-mm" => 2,
            "-o" | "-s" | "-t" => 3,
            _ => break,
        };
        let mut values = Vec::new();
        rest = after;
        for taken in 0..arguments {
            let (argument, after) = next_word(rest);
            // `-o`, `-s` and `-t` take one to three numbers.
            let value = argument.parse::<f32>().ok().filter(|value| value.is_finite());
            if after.is_empty() || (arguments == 3 && taken > 0 && value.is_none()) {
                break;
            }
            values.push(value);
            rest = after;
        }
        let value = |index: usize, otherwise: f32| values.get(index).copied().flatten().unwrap_or(otherwise);
        match option {
            "-s" => placement.scale = Vec2::new(value(0, 1.0), value(1, 1.0)),
            "-o" => placement.offset = Vec2::new(value(0, 0.0), value(1, 0.0)),
            _ => {}
        }
    }
    let file = match rest.find(" -") {
        Some(end) if rest[..end].contains('.') => rest[..end].trim_end(),
        _ => rest,
    };
    let file = file.trim_matches('"');
    (!file.is_empty()).then(|| Image {
        file: file.to_owned(),
        placement,
    })
}

fn next_word(text: &str) -> (&str, &str) {
    match text.find(char::is_whitespace) {
        Some(end) => (&text[..end], text[end..].trim_start()),
        None => (text, ""),
    }
}

/// The images of the used materials, by library and file name; what is missing is told once.
fn load_images<'a>(
    used: &[(String, usize)],
    known: &'a HashMap<String, (Source, String)>,
    resolver: &dyn Resolver,
    warnings: &mut Vec<Warning>,
    progress: &Progress,
) -> HashMap<(&'a str, &'a str), Arc<Texture>> {
    let mut wanted: Vec<(&str, &str)> = used
        .iter()
        .filter_map(|(name, _)| known.get(name))
        .filter_map(|(source, library)| Some((library.as_str(), source.image.as_ref()?.file.as_str())))
        .collect();
    wanted.sort_unstable();
    wanted.dedup();
    progress.begin("Reading the images", wanted.len() as u64);
    // A small file may be a large image: all of them together are bounded, in the order of their names.
    let mut room = texture::MAX_LEVEL_BYTES;
    let mut found = Vec::with_capacity(wanted.len());
    for (library, file) in wanted {
        let content = read_image(library, file, resolver, progress).and_then(|(name, content)| {
            let bytes = texture::decoded_bytes(&name, &content, progress).map_err(Some)?;
            room = room.checked_sub(bytes).ok_or_else(|| {
                Some("the images of the level have more than 4 GiB with it; make them smaller".to_owned())
            })?;
            Ok((name, content))
        });
        found.push(((library, file), content));
    }
    let loaded: Vec<_> = found
        .into_par_iter()
        .map(|(key, content)| {
            let decoded =
                content.and_then(|(name, content)| texture::decode(&name, &content, progress).map_err(Some));
            progress.advance(1);
            (key, decoded)
        })
        .collect();
    let mut images = HashMap::new();
    let mut missing = Vec::new();
    for (key, result) in loaded {
        match result {
            Ok(image) => {
                images.insert(key, Arc::new(image));
            }
            Err(None) => missing.push(key.1),
            Err(Some(reason)) => {
                let message = format!(
                    "the image {} cannot be used ({reason}); the plain colour is used",
                    key.1
                );
                warnings.push(Warning { line: None, message });
            }
        }
    }
    let message = match missing[..] {
        [] => return images,
        [only] => format!("the image {only} was not found; the plain colour is used"),
        [first, ..] => format!(
            "{} images were not found, {first} first; plain colours are used",
            missing.len()
        ),
    };
    warnings.push(Warning { line: None, message });
    images
}

/// The file of an image with the name that it was found by, sought beside its library, then beside the level;
/// `Err(None)` where it is not found.
fn read_image<'a>(
    library: &str,
    file: &str,
    resolver: &'a dyn Resolver,
    progress: &Progress,
) -> Result<(String, Cow<'a, [u8]>), Option<String>> {
    let beside = library
        .replace('\\', "/")
        .rsplit_once('/')
        .map(|(folder, _)| format!("{folder}/{file}"));
    for name in beside.as_deref().into_iter().chain([file]) {
        progress
            .check()
            .map_err(|cancelled| Some(cancelled.to_string()))?;
        match resolver.read(name) {
            Ok(bytes) => return Ok((name.to_owned(), bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(Some(error.to_string())),
        }
    }
    Err(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn map_options_are_taken_from_the_name() {
        let map = |statement| parse_map(statement).map(|image| (image.file, image.placement));
        let plain = Placement::PLAIN;
        assert_eq!(
            map("-texres 512 input.jpg"),
            Some(("input.jpg".to_owned(), plain))
        );
        assert_eq!(map("a b.png"), Some(("a b.png".to_owned(), plain)));
        assert_eq!(
            map("-clamp on -mm 0.1 0.3 a b.png -bm 1.5"),
            Some(("a b.png".to_owned(), plain))
        );
        let moved = Placement {
            scale: Vec2::new(2.0, 1.0),
            offset: Vec2::new(0.1, 0.2),
        };
        assert_eq!(
            map("-s 2 -o 0.1 0.2 0.3 wall.png"),
            Some(("wall.png".to_owned(), moved))
        );
        // A name that is a number, as the last word, is the name.
        assert_eq!(
            map("-o 0.5 7"),
            Some((
                "7".to_owned(),
                Placement {
                    offset: Vec2::new(0.5, 0.0),
                    ..plain
                }
            ))
        );
        assert_eq!(
            map("well - worn.png"),
            Some(("well - worn.png".to_owned(), plain))
        );
        assert_eq!(map("-clamp on"), Some(("on".to_owned(), plain)));
        assert_eq!(map(""), None);
    }

    #[test]
    fn statements_that_tobj_gives_up_on_cost_only_themselves() {
        let mut warnings = Vec::new();
        let library = b"Kd 1 1 1\nnewmtl a\nKd 0.5\nKe 1 2\nillum x\nNs\nnewmtl\nmap_Kd lost.png\nnewmtl b c\nKd spectral f\nTr 0.25\nd";
        let materials = parse("m.mtl", library, &mut warnings);
        assert_eq!(materials.len(), 2);
        assert_eq!(
            (materials[0].color, materials[0].emissive),
            (Some(Vec3::splat(0.5)), Vec3::ZERO)
        );
        assert_eq!(
            (materials[1].name.as_str(), materials[1].color, materials[1].alpha),
            ("b c", None, 0.75)
        );
        assert_eq!(warnings.len(), 1);
        assert_eq!(
            warnings[0].message,
            "m.mtl, line 4: 4 statements cannot be understood and were left out"
        );
    }

    #[test]
    fn library_statements_name_one_file_or_several() {
        let files: HashMap<&str, &[u8]> = HashMap::from([("a b.mtl", &b""[..])]);
        let names = |statement: &str| -> Vec<String> {
            library_names(&[(statement.to_owned(), 1)], &files)
                .into_iter()
                .map(|(_, name)| name)
                .collect()
        };
        assert_eq!(names("a b.mtl"), ["a b.mtl"]);
        assert_eq!(names("a\\ b.mtl c.mtl"), ["a b.mtl", "c.mtl"]);
        assert_eq!(names("c.mtl d.mtl c.mtl"), ["c.mtl", "d.mtl"]);
        assert_eq!(names(""), Vec::<String>::new());
    }
}
