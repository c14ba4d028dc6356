//! Finds images for textures by name, first in WAD files and then in image files. Warns about missing ones.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, hash_map::Entry},
    io,
    sync::Arc,
};

use crate::{Text, text};
use bspwalk_progress::{Cancelled, Progress};
use xxhash_rust::xxh3::xxh3_128;

use super::{contents::TextureKind, wad::Wad};
use crate::{MAX_FILE_BYTES, Resolver, Texture, Warning, images::ImageStore};

const ENDINGS: [&str; 4] = ["png", "tga", "jpg", "jpeg"];

const FOLDERS: [&str; 2] = ["", "textures/"];

/// Maximum number of WAD files to search. A typical map refers to about ten.
const MOST_WADS: usize = 1024;

#[derive(Clone)]
pub(crate) struct Image {
    pub(crate) texture: Arc<Texture>,
    pub(crate) has_holes: bool,
}

struct Search<'a> {
    files: &'a dyn Resolver,
    progress: &'a Progress,
    /// Names whose image has not been found yet.
    wanted: BTreeSet<String>,
    found: BTreeMap<String, Image>,
    images: ImageStore<'a>,
    /// Whether each image has holes. Cached by the image's address, because several names may share an image.
    holes: HashMap<*const Texture, bool>,
    warnings: Vec<Text>,
}

/// Finds the textures with these names, ignoring case. `wads` is the value of a worldspawn key. It contains paths
/// separated by semicolons, which usually come from another machine. Returns the images by lower-case name.
pub(crate) fn find<'a>(
    names: impl IntoIterator<Item = &'a str>,
    wads: &str,
    files: &dyn Resolver,
    warnings: &mut Vec<Warning>,
    progress: &Progress,
) -> Result<BTreeMap<String, Image>, Cancelled> {
    let mut wanted: BTreeSet<String> = BTreeSet::new();
    for (turn, name) in names.into_iter().enumerate() {
        progress.check_at(turn)?;
        if !name.is_empty() {
            wanted.insert(name.to_ascii_lowercase());
        }
    }
    progress.begin("Reading the textures", wanted.len() as u64);
    let mut search = Search {
        files,
        progress,
        wanted,
        found: BTreeMap::new(),
        images: ImageStore::new(progress),
        holes: HashMap::new(),
        warnings: Vec::new(),
    };
    let missing = search.in_wads(wads)?;
    let without = search.in_images()?;
    if let Some(first) = without.first() {
        let wads = match &missing[..] {
            [] => Text::plain(""),
            [only] => text!("quakemap-wad-not-found", wad = file_name(only)),
            [first, rest @ ..] => text!(
                "quakemap-wads-not-found",
                wad = file_name(first),
                count = rest.len()
            ),
        };
        let message = match without.len() {
            1 => text!("quakemap-texture-missing", first),
            count => text!("quakemap-textures-missing", count, first),
        };
        search.warnings.push(text!("quakemap-patterns", message, wads));
    }
    warnings.extend(search.warnings.into_iter().map(Warning::new));
    Ok(search.found)
}

impl Search<'_> {
    /// Searches the WAD files that the map refers to, then all WAD files in the folders. Returns the names of missing
    /// files.
    fn in_wads(&mut self, wads: &str) -> Result<Vec<String>, Cancelled> {
        let mut missing = Vec::new();
        let mut paths = wad_files(wads, self.files);
        if paths.len() > MOST_WADS {
            self.warnings.push(text!(
                "quakemap-too-many-wads",
                wads = paths.len(),
                most = MOST_WADS
            ));
            paths.truncate(MOST_WADS);
        }
        let mut to_read = MAX_FILE_BYTES;
        // Contents that have been searched. Several names may refer to the same file.
        let mut searched = HashSet::new();
        for (path, is_named) in paths {
            self.progress.check()?;
            if self.wanted.is_empty() {
                break;
            }
            let bytes = match self.files.read(&path) {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    missing.extend(is_named.then_some(path));
                    continue;
                }
                Err(error) => {
                    self.warnings.push(text!("quakemap-wad-unreadable", path, error));
                    continue;
                }
            };
            let Some(left) = to_read.checked_sub(bytes.len() as u64) else {
                self.warnings.push(text!("quakemap-wads-too-large", path));
                break;
            };
            to_read = left;
            if searched.insert(xxh3_128(&bytes)) {
                self.in_wad(&path, &bytes)?;
            }
        }
        Ok(missing)
    }

    fn in_wad(&mut self, path: &str, bytes: &[u8]) -> Result<(), Cancelled> {
        let mut wad = match Wad::read(bytes, self.progress)? {
            Ok(wad) => wad,
            Err(problem) => {
                self.warnings.push(text!("quakemap-wad-unusable", path, problem));
                return Ok(());
            }
        };
        let mut failed = None;
        // Iterate over the smaller of the two sets of names.
        let names: Vec<String> = if wad.len() < self.wanted.len() {
            let mut names: Vec<String> = wad
                .names()
                .filter(|name| self.wanted.contains(*name))
                .map(str::to_owned)
                .collect();
            names.sort_unstable();
            names
        } else {
            let names = self.wanted.iter().filter(|name| wad.has(name));
            names.cloned().collect()
        };
        for name in names {
            self.progress.check()?;
            match wad.texture(&name, &mut self.images) {
                Ok(Some(texture)) => {
                    self.add(name.clone(), texture)?;
                    self.wanted.remove(&name);
                }
                Ok(None) => {}
                Err(problem) => {
                    failed.get_or_insert((name, problem));
                }
            }
        }
        if let Some((name, problem)) = failed {
            self.warnings
                .push(text!("quakemap-texture-unusable", name, path, problem));
        }
        Ok(())
    }

    /// Searches image files for the remaining names. Returns the names of visible textures that were not found.
    fn in_images(&mut self) -> Result<Vec<String>, Cancelled> {
        let mut without = Vec::new();
        for name in std::mem::take(&mut self.wanted) {
            self.progress.check()?;
            let found = match self.images.may_read() {
                Ok(()) => image(&name, self.files),
                Err(problem) => {
                    self.warn_of_image(&name, problem);
                    continue;
                }
            };
            match found {
                Some((path, content)) => match self.images.decode(&path, &content) {
                    Ok(texture) => self.add(name, texture)?,
                    Err(problem) => {
                        self.progress.check()?;
                        self.warn_of_image(&path, problem);
                    }
                },
                None if TextureKind::of_texture(&name).is_drawn() => without.push(name),
                None => {}
            }
            self.progress.advance(1);
        }
        Ok(without)
    }

    fn warn_of_image(&mut self, name: &str, problem: Text) {
        self.warnings
            .push(text!("quakemap-image-unusable", name, problem));
    }

    fn add(&mut self, name: String, texture: Arc<Texture>) -> Result<(), Cancelled> {
        let has_holes = match self.holes.entry(Arc::as_ptr(&texture)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => *new.insert(texture.has_holes_with(self.progress)?),
        };
        self.found.insert(name, Image { texture, has_holes });
        Ok(())
    }
}

/// Returns the WAD files to search, without duplicates: first the files that the map refers to (`true`), then all WAD
/// files in the folders (`false`).
fn wad_files(wads: &str, files: &dyn Resolver) -> Vec<(String, bool)> {
    let mut known: HashSet<String> = HashSet::new();
    let mut names: HashSet<String> = HashSet::new();
    let mut all = Vec::new();
    // Paths that end with a separator are folders.
    let paths = wads.split(';').map(str::trim);
    for path in paths.filter(|path| !file_name(path).is_empty()) {
        if known.insert(path.replace('\\', "/").to_ascii_lowercase()) {
            names.insert(file_name(path).to_ascii_lowercase());
            all.push((path.to_owned(), true));
        }
    }
    for name in files.list(".wad") {
        let lower = name.to_ascii_lowercase();
        if !names.contains(&lower) {
            all.push((name, false));
        }
    }
    all
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Returns a texture's image file and the file's name. Some file systems do not allow asterisks, so the file name may
/// have `#` instead.
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
