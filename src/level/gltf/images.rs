//! The images of materials, each decoded once.

use std::{borrow::Cow, sync::Arc};

use rayon::prelude::*;

use super::{
    buffers::{Buffers, read_uri},
    document::{Document, quoted},
};
use crate::{
    level::{Resolver, Texture, Warning, texture},
    progress::Progress,
};

/// The images of a document, by number; `None` for those that nobody needs or that cannot be used.
pub(super) struct Images {
    decoded: Vec<Option<Arc<Texture>>>,
}

impl Images {
    /// The image of a texture.
    pub(super) fn get(&self, document: &Document<'_>, texture: usize) -> Option<Arc<Texture>> {
        self.decoded.get(of_texture(document, texture)?)?.clone()
    }
}

/// The number of a texture's image: the common one, else one that an extension names.
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

/// Reads the images `used`; those that cannot be used are told.
pub(super) fn read(
    document: &Document<'_>,
    buffers: &Buffers<'_>,
    used: Vec<usize>,
    files: &dyn Resolver,
    warnings: &mut Vec<Warning>,
    progress: &Progress,
) -> Images {
    let mut used = used;
    used.sort_unstable();
    used.dedup();
    progress.begin("Reading the images", used.len() as u64);
    // A small file may be a large image: all of them together are bounded, in the order of the document.
    let mut room = texture::MAX_LEVEL_BYTES;
    let mut found = Vec::with_capacity(used.len());
    for &number in &used {
        let content = content(document, buffers, number, files, progress).and_then(|(name, content)| {
            let bytes = texture::decoded_bytes(&name, &content, progress)
                .map_err(|reason| unreadable(&content, &reason))?;
            room = room.checked_sub(bytes).ok_or(
                "cannot be used: the images of the level have more than 4 GiB with it; make them smaller",
            )?;
            Ok((name, content))
        });
        found.push((number, content));
    }
    let loaded: Vec<_> = found
        .into_par_iter()
        .map(|(number, content)| {
            let decoded = content.and_then(|(name, content)| {
                texture::decode(&name, &content, progress).map_err(|reason| unreadable(&content, &reason))
            });
            progress.advance(1);
            (number, decoded)
        })
        .collect();
    let mut decoded = vec![None; document.root.images.len()];
    for (number, image) in loaded {
        match image {
            Ok(image) => decoded[number] = Some(Arc::new(image)),
            Err(problem) => warnings.push(Warning {
                line: None,
                message: format!(
                    "the image {} {problem}; the plain colour is used",
                    called(document, number)
                ),
            }),
        }
    }
    Images { decoded }
}

/// How a warning calls an image.
fn called(document: &Document<'_>, number: usize) -> String {
    let image = &document.root.images[number];
    let uri = image.uri.as_deref().filter(|uri| !uri.starts_with("data:"));
    match image.name.as_deref().filter(|name| !name.is_empty()).or(uri) {
        Some(name) => quoted(name),
        None => number.to_string(),
    }
}

/// The file of an image, with the name that tells formats without a mark of their own.
fn content<'a>(
    document: &'a Document<'_>,
    buffers: &'a Buffers<'_>,
    number: usize,
    files: &'a dyn Resolver,
    progress: &Progress,
) -> Result<(String, Cow<'a, [u8]>), String> {
    let cancelled = progress.check();
    cancelled.map_err(|cancelled| cancelled.to_string())?;
    let image = &document.root.images[number];
    match (&image.uri, image.buffer_view) {
        (Some(uri), _) => Ok((uri.clone(), read_uri(uri, files)?)),
        (None, Some(view)) => {
            let bytes = buffers.view(&document.root, view);
            let bytes = bytes.ok_or("reaches beyond its buffer")?;
            Ok((String::new(), Cow::Borrowed(bytes)))
        }
        (None, None) => Err("has neither data nor a file".to_owned()),
    }
}

/// Says that an image cannot be read, by its format where that is known.
fn unreadable(content: &[u8], reason: &str) -> String {
    let is_riff = |kind: &[u8]| content.starts_with(b"RIFF") && content.get(8..12) == Some(kind);
    let format = if content.starts_with(b"\xabKTX 20\xbb") {
        Some("KTX2")
    } else if is_riff(b"WEBP") {
        Some("WebP")
    } else if content.starts_with(b"DDS ") {
        Some("DDS")
    } else if content.get(4..12) == Some(b"ftypavif") {
        Some("AVIF")
    } else {
        None
    };
    match format {
        Some(format) => format!("is {format}, which is not read; export the level with PNG or JPEG"),
        None => format!("cannot be used ({reason})"),
    }
}
