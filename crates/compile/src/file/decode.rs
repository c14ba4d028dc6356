//! Decodes section values in postcard format from possibly malicious bytes.
//!
//! A value takes at most 12 bytes of memory per byte of its section. Each list item is encoded in at least one byte and
//! takes at most 8 bytes of memory per encoded byte. A name has a length prefix and takes 56 bytes of memory plus its
//! length. A very short name takes far more memory than its encoding, so the number of names shorter than 4 bytes is
//! limited.

use bspwalk_levels::text;
use bspwalk_progress::Progress;
use postcard::{Deserializer, Error, Result as Decoded, de_flavors::Flavor};
use serde::de::DeserializeOwned;

use super::{ReadError, container::Section};

/// Number of bytes decoded between two checks for cancellation.
const BYTES_A_CHECK: usize = 1 << 16;

/// Names shorter than this many bytes take far more memory than their encoding.
const SHORT_NAME: usize = 4;

/// Number of section bytes per allowed short name, in addition to a fixed allowance.
const BYTES_A_SHORT_NAME: usize = 16;
const FIRST_SHORT_NAMES: usize = 1 << 14;

/// Decodes the value of a section.
pub(super) fn decode<T: DeserializeOwned>(
    section: &Section<'_>,
    progress: &Progress,
) -> Result<T, ReadError> {
    let content = section.content(progress)?;
    let mut reader = Deserializer::from_flavor(Bytes {
        bytes: &content,
        at: 0,
        next_check: 0,
        names: FIRST_SHORT_NAMES + content.len() / BYTES_A_SHORT_NAME,
        progress,
    });
    let value = T::deserialize(&mut reader);
    progress.check()?;
    let (at, has_names_left) = reader.finalize().unwrap_or_default();
    if !has_names_left {
        return Err(section.damage(text!("compile-short-names")));
    }
    match value {
        Ok(value) if at == content.len() => Ok(value),
        Ok(_) => Err(section.damage(text!("compile-goes-on", at))),
        Err(error) => Err(section.damage(text!("compile-byte", at, error = error.to_string()))),
    }
}

/// A byte reader that checks for cancellation.
struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Position of the next check for cancellation.
    next_check: usize,
    /// Remaining number of short names allowed.
    names: usize,
    progress: &'a Progress,
}

impl Bytes<'_> {
    /// Checks for cancellation and for the end of the data.
    #[cold]
    fn check(&mut self) -> Decoded<()> {
        self.progress.check().map_err(|_| Error::SerdeDeCustom)?;
        if self.at >= self.bytes.len() {
            return Err(Error::DeserializeUnexpectedEnd);
        }
        self.next_check = self.bytes.len().min(self.at + BYTES_A_CHECK);
        Ok(())
    }
}

impl<'a> Flavor<'a> for Bytes<'a> {
    /// Number of bytes read, and whether the limit on short names was respected.
    type Remainder = (usize, bool);
    type Source = &'a [u8];

    #[inline]
    fn pop(&mut self) -> Decoded<u8> {
        if self.at >= self.next_check {
            self.check()?;
        }
        let byte = self.bytes.get(self.at).ok_or(Error::DeserializeUnexpectedEnd)?;
        self.at += 1;
        Ok(*byte)
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.bytes.len() - self.at)
    }

    #[inline]
    fn try_take_n(&mut self, count: usize) -> Decoded<&'a [u8]> {
        if count < SHORT_NAME {
            self.names = self.names.saturating_sub(1);
            if self.names == 0 {
                return Err(Error::SerdeDeCustom);
            }
        }
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let taken = rest.get(..count).ok_or(Error::DeserializeUnexpectedEnd)?;
        self.at += count;
        if self.at >= self.next_check && self.at < self.bytes.len() {
            self.check()?;
        }
        Ok(taken)
    }

    fn finalize(self) -> Decoded<Self::Remainder> {
        Ok((self.at, self.names > 0))
    }
}
