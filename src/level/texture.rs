//! Decoding of the images that materials name.

use std::io::Cursor;

use super::Texture;

/// Widest and highest image that is decoded, in pixels: what every graphics driver of today can hold.
const MAX_SIDE: u32 = 16_384;

/// Most bytes that decoding one image may take: enough for the largest side in 8-bit RGBA, twice.
const MAX_BYTES: u64 = 2 << 30;

/// Decodes a PNG, JPEG, TGA or BMP image. `name` tells TGA, which has no mark of its own.
///
/// # Errors
/// One phrase for a person.
pub(crate) fn decode(name: &str, bytes: &[u8]) -> Result<Texture, String> {
    let by_name = image::ImageFormat::from_path(name).ok();
    let format = image::guess_format(bytes)
        .ok()
        .or(by_name)
        .ok_or("it is no PNG, JPEG, TGA or BMP image")?;
    let mut reader = image::ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = image::Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_BYTES);
    reader.limits(limits);
    let image = reader.decode().map_err(|error| error.to_string())?.into_rgba8();
    Ok(Texture {
        size: [image.width(), image.height()],
        rgba: image.into_raw(),
    })
}
