//! Stores a level's images. Identical files are decoded only once, even if they have different names. All images share
//! one memory budget, because a small file may contain a large image.
//!
//! The images and the working memory for decoding take at most [`MAX_BYTES`]. This limit is checked before decoding,
//! using the images' headers. The total size of the image files is at most [`MAX_FILE_BYTES`]; a file counts once for
//! each reference to it.

use std::{borrow::Cow, collections::HashMap, sync::Arc};

use crate::{Text, text};
use bspwalk_progress::{Cancelled, Progress};
use image::ImageFormat;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use super::{
    MAX_FILE_BYTES, Texture,
    texture::{self, Cost},
};

/// Memory budget for a level's images, including the working memory for decoding, in bytes.
const MAX_BYTES: u64 = 4 << 30;

/// Memory budget for images that are decoded in parallel, in bytes. A single image may exceed it.
const MAX_BATCH_BYTES: u64 = 512 << 20;

const TOO_LARGE: Text = text!("levels-images-too-large");

const TOO_MUCH_TO_READ: Text = text!("levels-images-too-much-to-read");

type ContentId = (u128, ImageFormat);

/// A decoded image, or the reason why it could not be decoded.
type Decoded = Result<Arc<Texture>, Text>;

pub(super) struct ImageStore<'p> {
    progress: &'p Progress,
    /// Remaining memory budget, in bytes.
    room: u64,
    /// Number of file bytes that may still be read.
    to_read: u64,
    /// Images by content; `None` for images in the next batch.
    known: HashMap<ContentId, Option<Decoded>>,
}

/// An image that has reserved memory but is not decoded yet.
struct Planned<'c> {
    id: ContentId,
    content: Cow<'c, [u8]>,
    cost: Cost,
}

#[derive(Default)]
struct Batch<'c> {
    planned: Vec<Planned<'c>>,
    bytes: u64,
    /// Memory that is needed only while decoding.
    working: u64,
}

impl<'p> ImageStore<'p> {
    pub(super) fn new(progress: &'p Progress) -> Self {
        Self {
            progress,
            room: MAX_BYTES,
            to_read: MAX_FILE_BYTES,
            known: HashMap::new(),
        }
    }

    /// Decodes an image file. `name` is needed to recognize TGA, which has no magic number.
    pub(super) fn decode(&mut self, name: &str, content: &[u8]) -> Decoded {
        let (id, planned) = self.plan(name, Cow::Borrowed(content))?;
        if planned.is_some() {
            let decoded = texture::decode(id.1, content, self.progress).map(Arc::new);
            self.known.insert(id, Some(decoded));
        }
        self.decoded(id)
    }

    /// Decodes, in parallel, the images of all files that `read` returns. Each image advances the progress phase by one
    /// step.
    pub(super) fn decode_all<'c, K, E>(
        &mut self,
        wanted: impl IntoIterator<Item = K>,
        mut read: impl FnMut(&K) -> Result<(String, Cow<'c, [u8]>), E>,
    ) -> Result<Vec<(K, Result<Decoded, E>)>, Cancelled> {
        let mut batch = Batch::default();
        let mut found = Vec::new();
        for key in wanted {
            self.progress.check()?;
            let planned = match self.may_read() {
                Ok(()) => read(&key).map(|(name, content)| self.plan(&name, content)),
                Err(problem) => Ok(Err(problem)),
            };
            let id = match planned {
                Ok(Ok((id, Some(planned)))) => {
                    self.add(&mut batch, planned)?;
                    Ok(Ok(id))
                }
                Ok(other) => {
                    self.progress.advance(1);
                    Ok(other.map(|(id, _)| id))
                }
                Err(problem) => Err(problem),
            };
            found.push((key, id));
        }
        self.decode_batch(batch)?;
        let decoded = found
            .into_iter()
            .map(|(key, id)| (key, id.map(|id| id.and_then(|id| self.decoded(id)))));
        Ok(decoded.collect())
    }

    /// Checks whether more image files may be read.
    pub(super) fn may_read(&self) -> Result<(), Text> {
        if self.to_read > 0 {
            Ok(())
        } else {
            Err(TOO_MUCH_TO_READ)
        }
    }

    pub(super) fn charge_read(&mut self, content: &[u8]) -> Result<(), Text> {
        let left = self.to_read.checked_sub(content.len() as u64);
        // Once the budget is exceeded, no more files are read.
        self.to_read = left.unwrap_or(0);
        left.map_or_else(|| Err(TOO_MUCH_TO_READ), |_| Ok(()))
    }

    /// Reserves memory for an image that needs no decoder.
    pub(super) fn reserve(&mut self, size: [u32; 2]) -> Result<(), Text> {
        let [width, height] = size.map(u64::from);
        self.take(4 * width * height, 0)
    }

    /// Reserves memory for an image. Of this, `working` bytes are needed only while decoding.
    fn take(&mut self, kept: u64, working: u64) -> Result<(), Text> {
        let left = self.room.checked_sub(kept).filter(|&left| working <= left);
        self.room = left.ok_or(TOO_LARGE)?;
        Ok(())
    }

    /// Returns the ID of a file's content and, if the content is new, the image to decode.
    fn plan<'c>(
        &mut self,
        name: &str,
        content: Cow<'c, [u8]>,
    ) -> Result<(ContentId, Option<Planned<'c>>), Text> {
        self.charge_read(&content)?;
        let format = texture::format(name, &content)?;
        let id = (xxh3_128(&content), format);
        if self.known.contains_key(&id) {
            return Ok((id, None));
        }
        let cost = texture::decoding_cost(format, &content, self.progress)?;
        self.take(cost.kept, cost.working)?;
        self.known.insert(id, None);
        Ok((id, Some(Planned { id, content, cost })))
    }

    /// Adds an image to a batch. If the image and the batch together would exceed the memory budget, decodes the batch
    /// first.
    fn add<'c>(&mut self, batch: &mut Batch<'c>, planned: Planned<'c>) -> Result<(), Cancelled> {
        let Cost { kept, working } = planned.cost;
        if batch.bytes + kept + working > MAX_BATCH_BYTES || batch.working + working > self.room {
            self.decode_batch(std::mem::take(batch))?;
        }
        batch.bytes += kept + working;
        batch.working += working;
        batch.planned.push(planned);
        Ok(())
    }

    fn decode_batch(&mut self, batch: Batch<'_>) -> Result<(), Cancelled> {
        let progress = self.progress;
        let decoded = batch.planned.into_par_iter().map(|Planned { id, content, .. }| {
            let decoded = texture::decode(id.1, &content, progress).map(Arc::new);
            // If it was cancelled, the decoder returned an error as for a broken file.
            progress.check()?;
            progress.advance(1);
            Ok((id, Some(decoded)))
        });
        let decoded: Vec<(ContentId, Option<Decoded>)> = decoded.collect::<Result<_, Cancelled>>()?;
        self.known.extend(decoded);
        Ok(())
    }

    fn decoded(&self, id: ContentId) -> Decoded {
        match self.known.get(&id) {
            Some(Some(decoded)) => decoded.clone(),
            _ => Err(text!("levels-not-decoded")),
        }
    }
}
