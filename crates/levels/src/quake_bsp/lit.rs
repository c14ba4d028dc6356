//! The light of a level in colours, in a file beside it: `NAME.lit`.
//!
//! It begins with `QLIT` and the number of its version, 1, and has red, green and blue for each sample of the lump `lighting`
//! (`FTEQW`, `Quakespasm`). Later versions have other numbers there.

use std::{borrow::Cow, io::ErrorKind};

use bspwalk_text::text;

use crate::{Resolver, Warning};

/// What it begins with.
const MAGIC: [u8; 4] = *b"QLIT";

/// The version that is read.
const VERSION: u32 = 1;

/// The version whose samples are floating-point numbers that share an exponent.
const SHARED_EXPONENT: u32 = 0x0001_0001;

/// Bytes before the samples.
const HEADER: usize = 8;

/// The file, checked: its name and its bytes.
pub(super) struct Lit<'a> {
    pub(super) name: String,
    bytes: Cow<'a, [u8]>,
}

impl<'a> Lit<'a> {
    /// Reads the file beside the level `level` whose lump of light has so many samples; 0 where any number is right. `None` where
    /// there is none, or where what is wrong with it is a warning.
    pub(super) fn read(
        level: &str,
        samples: usize,
        files: &'a dyn Resolver,
        warnings: &mut Vec<Warning>,
    ) -> Option<Self> {
        let name = name(level);
        let mut warn = |what: String| {
            let message = text!("quakebsp-lit", name, what);
            warnings.push(Warning { line: None, message });
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
            warn(text!("quakebsp-lit-magic").to_owned());
            return None;
        };
        let version = u32::from_le_bytes([content[0], content[1], content[2], content[3]]);
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

    /// Red, green and blue of all samples.
    pub(super) fn samples(&self) -> &[u8] {
        self.bytes.get(HEADER..).unwrap_or_default()
    }
}

/// The name of the file beside the level at a path.
fn name(level: &str) -> String {
    let file = level.rsplit(['/', '\\']).next().unwrap_or(level);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    format!("{stem}.lit")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_the_name_of_the_level() {
        for (level, expected) in [
            ("a/b/lq_e0m3.bsp", "lq_e0m3.lit"),
            (r"a\b.c\room.x.BSP", "room.x.lit"),
            ("room", "room.lit"),
        ] {
            assert_eq!(name(level), expected);
        }
    }
}
