//! Palettes of 8-bit textures.

/// Red, green and blue of each of the 256 values, sRGB.
pub(crate) type Palette = quake_util::Palette;

/// Quake's palette, which its textures do not contain.
pub(crate) use quake_util::QUAKE_PALETTE as QUAKE;

/// Bytes of a stored palette.
pub(crate) const BYTES: usize = 256 * 3;

/// Reads the palette at the start of these bytes, as in Half-Life's textures; `None` if there are too few bytes.
pub(crate) fn read(bytes: &[u8]) -> Option<Palette> {
    let (colors, _) = bytes.get(..BYTES)?.as_chunks::<3>();
    colors.try_into().ok()
}
