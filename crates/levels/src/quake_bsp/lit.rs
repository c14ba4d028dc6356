//! Reads coloured light samples from an external file, `NAME.lit`.
//!
//! The file contains `QLIT`, the version number 1, and an RGB value for each sample in the `lighting` lump (`FTEQW`,
//! `Quakespasm`). Later variants have other version numbers.

use std::{borrow::Cow, io::ErrorKind};

use crate::{Text, text};

use crate::{Resolver, Warning, binary::u32_at};

const MAGIC: [u8; 4] = *b"QLIT";

const VERSION: u32 = 1;

/// Version number of the variant whose samples are floating-point numbers with a shared exponent.
const SHARED_EXPONENT: u32 = 0x0001_0001;

const HEADER: usize = 8;

/// A validated `.lit` file: its name and bytes.
pub(super) struct Lit<'a> {
    pub(super) name: String,
    bytes: Cow<'a, [u8]>,
}

impl<'a> Lit<'a> {
    /// Reads the `.lit` file of a level. `samples` is the number of samples in its light lump; 0 accepts any number.
    /// Returns `None` if there is no such file. If the file is invalid, adds a warning and returns `None`.
    pub(super) fn read(
        level: &str,
        samples: usize,
        files: &'a dyn Resolver,
        warnings: &mut Vec<Warning>,
    ) -> Option<Self> {
        let name = name(level);
        let mut warn = |what: Text| {
            warnings.push(Warning::new(text!("quakebsp-lit", name, what)));
        };
        let bytes = match files.read(&name) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return None,
            Err(error) => {
                warn(text!("quakebsp-lit-unreadable", error));
                return None;
            }
        };
        let Some(content) = bytes.strip_prefix(&MAGIC).filter(|rest| rest.len() >= 4) else {
            warn(text!("quakebsp-lit-magic"));
            return None;
        };
        let version = u32_at(content, 0).unwrap_or_default();
        let bytes_of_samples = content.len() - 4;
        let is_right = if samples == 0 {
            bytes_of_samples.is_multiple_of(3)
        } else {
            bytes_of_samples == 3 * samples
        };
        if version != VERSION {
            let found = format_args!("{version:#x}");
            warn(if version == SHARED_EXPONENT {
                text!("quakebsp-lit-shared-exponent", found, version = VERSION)
            } else {
                text!("quakebsp-lit-version", found, version = VERSION)
            });
        } else if !is_right {
            let bytes = bytes_of_samples;
            warn(if samples == 0 {
                text!("quakebsp-lit-bytes", bytes)
            } else {
                text!("quakebsp-lit-samples", bytes, wanted = 3 * samples, samples)
            });
        } else {
            return Some(Self { name, bytes });
        }
        None
    }

    pub(super) fn samples(&self) -> &[u8] {
        self.bytes.get(HEADER..).unwrap_or_default()
    }
}

fn name(level: &str) -> String {
    let file = level.rsplit(['/', '\\']).next().unwrap_or(level);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    format!("{stem}.lit")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lit_file_is_named_after_level() {
        for (level, expected) in [
            ("a/b/lq_e0m3.bsp", "lq_e0m3.lit"),
            (r"a\b.c\room.x.BSP", "room.x.lit"),
            ("room", "room.lit"),
        ] {
            assert_eq!(name(level), expected);
        }
    }
}
