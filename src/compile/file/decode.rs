//! Reading the values of sections: postcard's encoding, from bytes that may say anything.
//!
//! A value takes no more than 12 bytes of memory to a byte of its section: items of lists have at least a byte and take at
//! most 8 to each of theirs, names have their length before them and take 56 and it. An empty name would be a byte, so that
//! those of less than 4 are counted: few are in a section, beside what else it must hold.

use postcard::{Deserializer, Error, Result as Decoded, de_flavors::Flavor};
use serde::de::DeserializeOwned;

use super::{Stop, container::Section};
use crate::progress::Progress;

/// Bytes that are read between two looks at whether to go on.
const BYTES_A_CHECK: usize = 1 << 16;

/// A name of fewer bytes takes far more memory than they.
const SHORT_NAME: usize = 4;

/// One name in so many bytes of a section may be short, beside the first.
const BYTES_A_SHORT_NAME: usize = 16;
const FIRST_SHORT_NAMES: usize = 1 << 14;

/// The value that a section holds.
pub(super) fn decode<T: DeserializeOwned>(section: &Section<'_>, progress: &Progress) -> Result<T, Stop> {
    let content = section.content(progress)?;
    let mut reader = Deserializer::from_flavor(Bytes::new(&content, progress));
    let value = T::deserialize(&mut reader);
    progress.check()?;
    let (at, has_names_left) = reader.finalize().unwrap_or_default();
    if !has_names_left {
        return Err(section.damage("it has more short names than it can need").into());
    }
    match value {
        Ok(value) if at == content.len() => Ok(value),
        Ok(_) => Err(section
            .damage(format!(
                "from byte {at} of its content on there is something more"
            ))
            .into()),
        Err(error) => Err(section
            .damage(format!("byte {at} of its content: {error}"))
            .into()),
    }
}

/// Bytes that are read as long as the operation goes on.
struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Up to here nothing is looked at.
    next_check: usize,
    /// Short names that there may still be.
    names: usize,
    progress: &'a Progress,
}

impl<'a> Bytes<'a> {
    fn new(bytes: &'a [u8], progress: &'a Progress) -> Self {
        Self {
            bytes,
            at: 0,
            next_check: 0,
            names: FIRST_SHORT_NAMES + bytes.len() / BYTES_A_SHORT_NAME,
            progress,
        }
    }

    /// At the end of what may be read without a look.
    #[cold]
    fn look(&mut self) -> Decoded<()> {
        self.progress.check().map_err(|_| Error::SerdeDeCustom)?;
        if self.at >= self.bytes.len() {
            return Err(Error::DeserializeUnexpectedEnd);
        }
        self.next_check = self.bytes.len().min(self.at + BYTES_A_CHECK);
        Ok(())
    }
}

impl<'a> Flavor<'a> for Bytes<'a> {
    /// How many bytes were read, and whether there were not too many short names.
    type Remainder = (usize, bool);
    type Source = &'a [u8];

    #[inline]
    fn pop(&mut self) -> Decoded<u8> {
        if self.at >= self.next_check {
            self.look()?;
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
            self.look()?;
        }
        Ok(taken)
    }

    fn finalize(self) -> Decoded<Self::Remainder> {
        Ok((self.at, self.names > 0))
    }
}
