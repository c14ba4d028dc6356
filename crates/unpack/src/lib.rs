//! Streaming Brotli decompression (Alakuijala and Szabadka, "Brotli Compressed Data Format", RFC 7932, 2016).
//!
//! Browsers can decompress gzip for a page, but few support Brotli with `DecompressionStream("brotli")`. The download
//! of this decompressor is only a fraction of the size that Brotli saves.

use std::{io::Write, mem};

use brotli_decompressor::DecompressorWriter;
#[cfg(target_family = "wasm")]
use wasm_bindgen::prelude::wasm_bindgen;

/// Size of the decompression buffer, in bytes.
const AT_A_TIME: usize = 1 << 16;

/// A streaming Brotli decompressor.
#[cfg_attr(target_family = "wasm", wasm_bindgen)]
pub struct Unpacker(DecompressorWriter<Vec<u8>>);

#[cfg_attr(target_family = "wasm", wasm_bindgen)]
impl Unpacker {
    /// Creates a decompressor for the start of a file.
    #[cfg_attr(target_family = "wasm", wasm_bindgen(constructor))]
    #[must_use]
    pub fn new() -> Self {
        Self(DecompressorWriter::new(Vec::new(), AT_A_TIME))
    }

    /// Decompresses more input and returns the available new output.
    ///
    /// # Errors
    /// Returns an error if the input is not valid Brotli data.
    pub fn push(&mut self, packed: &[u8]) -> Result<Vec<u8>, String> {
        self.0.write_all(packed).map_err(|error| error.to_string())?;
        Ok(mem::take(self.0.get_mut()))
    }

    /// Ends the input and returns the remaining output.
    ///
    /// # Errors
    /// Returns an error if the input is incomplete.
    pub fn end(mut self) -> Result<Vec<u8>, String> {
        self.0.close().map_err(|error| error.to_string())?;
        Ok(mem::take(self.0.get_mut()))
    }
}

impl Default for Unpacker {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Unpacker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unpacker").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The string "It is unpacked: It is unpacked: It is unpacked: ", compressed with `brotli --best`.
    const PACKED: &[u8] = &[
        0x1f, 0x2f, 0x00, 0xf8, 0x45, 0x4f, 0x96, 0xea, 0x4b, 0x7e, 0x68, 0x4a, 0x34, 0x04, 0xb3, 0x99, 0x0d,
        0xd1, 0x54, 0x0c, 0xa0, 0xe4, 0x90, 0x8b, 0xef, 0x51, 0xab, 0x70, 0x02,
    ];

    #[test]
    fn chunks_decompress_and_truncation_fails() {
        for length in 1..=PACKED.len() {
            let mut unpacker = Unpacker::new();
            let mut whole = Vec::new();
            for piece in PACKED.chunks(length) {
                whole.extend(unpacker.push(piece).unwrap());
            }
            whole.extend(unpacker.end().unwrap());
            assert_eq!(whole, b"It is unpacked: ".repeat(3));
        }
        let mut unpacker = Unpacker::new();
        unpacker.push(&PACKED[..PACKED.len() - 1]).unwrap();
        assert!(unpacker.end().is_err());
        assert!(Unpacker::new().push(&[0xff; 64]).is_err());
    }
}
