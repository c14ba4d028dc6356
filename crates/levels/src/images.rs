//! The images that a level names: each content is decoded once, however many names it has, and all of them are bounded
//! together, as a small file may be a large image.
//!
//! Memory: the images and what decoding them takes at the same time are at most [`MAX_BYTES`], by their headers, before
//! anything is decoded. The files of the images are at most [`MAX_FILE_BYTES`] together, each counted as often as it is
//! named.

use std::{borrow::Cow, collections::HashMap, sync::Arc};

use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::{Message, message, text};
use image::ImageFormat;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use super::{
    MAX_FILE_BYTES, Texture,
    texture::{self, Cost},
};

/// Most bytes that the images of a level may take, with what decoding takes beside them.
const MAX_BYTES: u64 = 4 << 30;

/// Most bytes that images take which are decoded at the same time, unless one alone takes more.
const MAX_BATCH_BYTES: u64 = 512 << 20;

const TOO_LARGE: Message = message!("levels-images-too-large");

const TOO_MUCH_TO_READ: Message = message!("levels-images-too-much-to-read");

/// The content of a file as an image of a format.
type ContentId = (u128, ImageFormat);

/// An image, or one phrase that says why there is none.
type Decoded = Result<Arc<Texture>, String>;

/// The images of a level.
pub(super) struct ImageStore<'p> {
    progress: &'p Progress,
    /// Bytes that images may still take.
    room: u64,
    /// Bytes of files that may still be read.
    to_read: u64,
    /// What was decoded; `None` for what is decoded with the next batch.
    known: HashMap<ContentId, Option<Decoded>>,
}

/// An image that has room and is not decoded yet.
struct Planned<'c> {
    id: ContentId,
    content: Cow<'c, [u8]>,
    cost: Cost,
}

/// Images that are decoded at the same time.
#[derive(Default)]
struct Batch<'c> {
    planned: Vec<Planned<'c>>,
    /// What they take.
    bytes: u64,
    /// What decoding takes of it.
    working: u64,
}

impl<'p> ImageStore<'p> {
    /// A store of no image.
    pub(super) fn new(progress: &'p Progress) -> Self {
        Self {
            progress,
            room: MAX_BYTES,
            to_read: MAX_FILE_BYTES,
            known: HashMap::new(),
        }
    }

    /// The image of a file. `name` tells TGA, which has no mark of its own.
    ///
    /// # Errors
    /// One phrase that says why it cannot be used; also where the operation was cancelled.
    pub(super) fn decode(&mut self, name: &str, content: &[u8]) -> Decoded {
        let (id, planned) = self.plan(name, Cow::Borrowed(content))?;
        if planned.is_some() {
            let decoded = texture::decode(id.1, content, self.progress).map(Arc::new);
            self.known.insert(id, Some(decoded));
        }
        self.decoded(id)
    }

    /// The images of all files that `read` finds, which are decoded in parallel, a step of the phase each.
    ///
    /// # Errors
    /// [`Cancelled`]. For each image: what `read` failed with, or as of [`ImageStore::decode`].
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

    /// Whether more files of images may be read.
    ///
    /// # Errors
    /// One phrase that says that they are too many.
    pub(super) fn may_read(&self) -> Result<(), String> {
        if self.to_read > 0 {
            Ok(())
        } else {
            Err(TOO_MUCH_TO_READ.text().to_owned())
        }
    }

    /// Notes that a file was read.
    ///
    /// # Errors
    /// One phrase that says that it is one too many.
    pub(super) fn note_read(&mut self, content: &[u8]) -> Result<(), String> {
        let left = self.to_read.checked_sub(content.len() as u64);
        // Nothing more is read then.
        self.to_read = left.unwrap_or(0);
        left.map_or_else(|| Err(TOO_MUCH_TO_READ.text().to_owned()), |_| Ok(()))
    }

    /// Takes room for an image that is made without a decoder.
    ///
    /// # Errors
    /// One phrase that says that there is too little.
    pub(super) fn reserve(&mut self, size: [u32; 2]) -> Result<(), String> {
        let [width, height] = size.map(u64::from);
        self.take(4 * width * height, 0)
    }

    /// Takes room for an image, which needs more while it is decoded.
    fn take(&mut self, kept: u64, working: u64) -> Result<(), String> {
        let left = self.room.checked_sub(kept).filter(|&left| working <= left);
        self.room = left.ok_or_else(|| TOO_LARGE.text())?;
        Ok(())
    }

    /// What a content is known by, and what is to be decoded where it was not named before.
    fn plan<'c>(
        &mut self,
        name: &str,
        content: Cow<'c, [u8]>,
    ) -> Result<(ContentId, Option<Planned<'c>>), String> {
        self.note_read(&content)?;
        let format = texture::format(name, &content)?;
        let id = (xxh3_128(&content), format);
        if self.known.contains_key(&id) {
            return Ok((id, None));
        }
        let cost = texture::cost(format, &content, self.progress)?;
        self.take(cost.kept, cost.working)?;
        self.known.insert(id, None);
        Ok((id, Some(Planned { id, content, cost })))
    }

    /// Adds an image to a batch, which is decoded before where both would take too much.
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
        let decoded: Vec<(ContentId, Decoded)> = batch
            .planned
            .into_par_iter()
            .map(|Planned { id, content, .. }| {
                let decoded = texture::decode(id.1, &content, progress).map(Arc::new);
                progress.advance(1);
                (id, decoded)
            })
            .collect();
        progress.check()?;
        let decoded = decoded.into_iter().map(|(id, decoded)| (id, Some(decoded)));
        self.known.extend(decoded);
        Ok(())
    }

    fn decoded(&self, id: ContentId) -> Decoded {
        match self.known.get(&id) {
            Some(Some(decoded)) => decoded.clone(),
            _ => Err(text!("levels-not-decoded").to_owned()),
        }
    }
}
