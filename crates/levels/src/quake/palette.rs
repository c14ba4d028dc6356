//! The colours that 8-bit pixels stand for.

/// Red, green and blue of each of the 256 values, sRGB.
pub(crate) type Palette = quake_util::Palette;

/// The palette of Quake, which its textures do not contain.
pub(crate) use quake_util::QUAKE_PALETTE as QUAKE;

/// Bytes of a stored palette.
pub(crate) const BYTES: usize = 256 * 3;

/// The palette at the start of these bytes, as Half-Life's textures contain it; `None` where there are too few.
pub(crate) fn read(bytes: &[u8]) -> Option<Palette> {
    let (colors, _) = bytes.get(..BYTES)?.as_chunks::<3>();
    colors.try_into().ok()
}
