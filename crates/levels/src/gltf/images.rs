//! Images used by materials. Each image is decoded only once.

use std::{
    borrow::Cow,
    cell::RefCell,
    collections::{HashMap, hash_map::Entry},
    sync::Arc,
};

use crate::{Text, ToText, text};
use bspwalk_progress::{Cancelled, Progress};
use glam::Vec3;

use super::{
    buffers::{Buffers, is_data, read_uri},
    document::{Document, quoted},
};
use crate::{Resolver, Texture, Warning, images::ImageStore};

/// A document's images, by index; `None` for unused or unusable images.
pub(super) struct Images<'p> {
    decoded: Vec<Option<Arc<Texture>>>,
    progress: &'p Progress,
    /// Whether each image is translucent, cached by the image's address. Computing this requires a scan of all texels.
    translucent: Known<bool>,
    /// Mean linear colour of each image, also cached by the image's address.
    means: Known<Vec3>,
}

/// Cache with one value per image.
type Known<T> = RefCell<HashMap<*const Texture, T>>;

impl Images<'_> {
    pub(super) fn get(&self, document: &Document<'_>, texture: usize) -> Option<&Arc<Texture>> {
        self.decoded.get(of_texture(document, texture)?)?.as_ref()
    }

    /// Returns whether an image has texels that are not fully opaque.
    pub(super) fn is_translucent(&self, image: &Arc<Texture>) -> Result<bool, Cancelled> {
        known(&self.translucent, image, || {
            image.has_alpha_below(u8::MAX, self.progress)
        })
    }

    pub(super) fn mean(&self, image: &Arc<Texture>) -> Result<Vec3, Cancelled> {
        known(&self.means, image, || image.mean_light(self.progress))
    }
}

fn known<T: Copy>(
    all: &Known<T>,
    image: &Arc<Texture>,
    find: impl FnOnce() -> Result<T, Cancelled>,
) -> Result<T, Cancelled> {
    Ok(match all.borrow_mut().entry(Arc::as_ptr(image)) {
        Entry::Occupied(found) => *found.get(),
        Entry::Vacant(new) => *new.insert(find()?),
    })
}

/// Returns the image index of a texture: the texture's standard image if present, otherwise one from an extension.
pub(super) fn of_texture(document: &Document<'_>, texture: usize) -> Option<usize> {
    let common = document.root.textures.get(texture)?.source.value();
    if common < document.root.images.len() {
        return Some(common);
    }
    let extensions = &document.more.textures.get(texture)?.extensions;
    [
        &extensions.basisu,
        &extensions.webp,
        &extensions.avif,
        &extensions.dds,
    ]
    .into_iter()
    .flatten()
    .map(|image| image.source)
    .find(|&image| image < document.root.images.len())
}

/// An image's data source: either a URI or a range of a buffer.
type Origin<'a> = (Option<&'a str>, Option<[u64; 3]>);

/// Reads the images in `used`. Images with the same source are decoded only once. Unusable images produce a warning.
pub(super) fn read<'p>(
    document: &Document<'_>,
    buffers: &Buffers<'_>,
    used: Vec<usize>,
    files: &dyn Resolver,
    warnings: &mut Vec<Warning>,
    progress: &'p Progress,
) -> Result<Images<'p>, Cancelled> {
    let mut used = used;
    used.sort_unstable();
    used.dedup();
    // The first image with each source and, for every image, the first image that has the same source.
    let mut firsts: HashMap<Origin<'_>, usize> = HashMap::new();
    let mut distinct = Vec::new();
    let mut first_of = Vec::with_capacity(used.len());
    for &number in &used {
        let first = *firsts.entry(origin(document, number)).or_insert_with(|| {
            distinct.push(number);
            number
        });
        first_of.push((number, first));
    }
    progress.begin("Reading the images", distinct.len() as u64);
    let mut store = ImageStore::new(progress);
    let loaded = store.decode_all(distinct, |&number| {
        let (name, content) = content(document, buffers, number, files, progress)?;
        match unread_format(&content) {
            Some(format) => Err(text!("gltf-image-format", format)),
            None => Ok((name, content)),
        }
    })?;
    let mut decoded = vec![None; document.root.images.len()];
    for (number, image) in loaded {
        let image = image.and_then(|image| image.map_err(|reason| text!("gltf-image-unusable", reason)));
        match image {
            Ok(image) => decoded[number] = Some(image),
            Err(problem) => {
                let image = called(document, number);
                warnings.push(Warning::new(text!("gltf-image-plain", image, problem)));
            }
        }
    }
    for (number, first) in first_of {
        decoded[number] = decoded[first].clone();
    }
    Ok(Images {
        decoded,
        progress,
        translucent: RefCell::default(),
        means: RefCell::default(),
    })
}

fn origin<'a>(document: &'a Document<'_>, number: usize) -> Origin<'a> {
    let image = &document.root.images[number];
    let view = image
        .buffer_view
        .and_then(|view| document.root.buffer_views.get(view.value()));
    let range = view.map(|view| {
        let start = view.byte_offset.map_or(0, |offset| offset.0);
        [view.buffer.value() as u64, start, view.byte_length.0]
    });
    (image.uri.as_deref(), range)
}

fn called(document: &Document<'_>, number: usize) -> Text {
    let image = &document.root.images[number];
    let uri = image.uri.as_deref().filter(|uri| !uri.starts_with("data:"));
    match image.name.as_deref().filter(|name| !name.is_empty()).or(uri) {
        Some(name) => Text::plain(quoted(name)),
        None => number.to_text(),
    }
}

/// Returns an image's file content, and the file name, which identifies formats without a magic number.
fn content<'a>(
    document: &'a Document<'_>,
    buffers: &'a Buffers<'_>,
    number: usize,
    files: &'a dyn Resolver,
    progress: &Progress,
) -> Result<(String, Cow<'a, [u8]>), Text> {
    let image = &document.root.images[number];
    match (&image.uri, image.buffer_view) {
        (Some(uri), _) => {
            let content = read_uri(uri, files, progress)?;
            // A data URI contains no file name.
            let name = if is_data(uri) { String::new() } else { uri.clone() };
            Ok((name, content))
        }
        (None, Some(view)) => {
            let bytes = buffers.view(&document.root, view);
            let bytes = bytes.ok_or_else(|| text!("gltf-image-beyond"))?;
            Ok((String::new(), Cow::Borrowed(bytes)))
        }
        (None, None) => Err(text!("gltf-image-empty")),
    }
}

/// Returns the name of an image format that is recognized but not supported.
fn unread_format(content: &[u8]) -> Option<&'static str> {
    let is_riff = |kind: &[u8]| content.starts_with(b"RIFF") && content.get(8..12) == Some(kind);
    if content.starts_with(b"\xabKTX 20\xbb") {
        Some("KTX2")
    } else if is_riff(b"WEBP") {
        Some("WebP")
    } else if content.starts_with(b"DDS ") {
        Some("DDS")
    } else if content.get(4..12) == Some(b"ftypavif") {
        Some("AVIF")
    } else {
        None
    }
}
