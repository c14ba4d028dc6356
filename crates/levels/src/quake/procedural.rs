//! Generates placeholder textures for missing images: a muted colour for each name, with a grid that shows the
//! alignment.

use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use crate::{
    Texture,
    color::{hsv_to_rgb, srgb},
};

/// Size of unknown textures, in pixels. It is the most common size in Quake.
pub(crate) const USUAL_SIZE: [u32; 2] = [64, 64];

/// Maximum side length to generate, in pixels. Larger textures are scaled down but keep their number of grid cells.
const MAX_SIDE: u32 = 512;

/// Side length of the grid cells, in pixels.
const CELL: u32 = 16;

/// Memory budget for a level's placeholders, in bytes. When it is used up, all further names share one placeholder.
const MAX_BYTES: usize = 64 << 20;

/// A level's placeholders. They share a memory budget, because a file may contain millions of names.
#[derive(Default)]
pub(crate) struct Patterns {
    bytes: usize,
    shared: Option<Arc<Texture>>,
}

impl Patterns {
    pub(crate) fn get_or_generate(&mut self, name: &str, size: [u32; 2]) -> Arc<Texture> {
        if self.bytes < MAX_BYTES {
            let texture = texture(name, size);
            self.bytes += texture.rgba.len();
            return Arc::new(texture);
        }
        let shared = self
            .shared
            .get_or_insert_with(|| Arc::new(texture("", USUAL_SIZE)));
        Arc::clone(shared)
    }
}

/// Generates a placeholder of this size (in pixels) for a name, ignoring case. It has a grid of 16-pixel cells in two
/// shades and a darker border. A bright upper left corner marks the origin (0, 0), which makes the orientation visible.
pub(crate) fn texture(name: &str, size: [u32; 2]) -> Texture {
    let drawn = size.map(|side| side.clamp(1, MAX_SIDE));
    let cell: [u32; 2] = std::array::from_fn(|axis| {
        let cells = size[axis].max(1).div_ceil(CELL).min(drawn[axis]);
        drawn[axis].div_ceil(cells)
    });
    let base = color(name);
    let texel = |x: u32, y: u32| {
        let is_edge = x == 0 || y == 0 || x + 1 == drawn[0] || y + 1 == drawn[1];
        let is_corner = 4 * x < cell[0] && y < cell[1] || 4 * y < cell[1] && x < cell[0];
        let is_line = x.is_multiple_of(cell[0]) || y.is_multiple_of(cell[1]);
        let is_odd = (x / cell[0] + y / cell[1]) % 2 == 1;
        let share = match (is_corner, is_edge, is_line) {
            (true, _, _) => 2.2,
            (_, true, _) => 0.45,
            (_, _, true) => 0.75,
            _ if is_odd => 0.88,
            _ => 1.0,
        };
        let [red, green, blue] = base.map(|light| srgb::byte(light * share));
        [red, green, blue, 255]
    };
    let rows = (0..drawn[1]).flat_map(|y| (0..drawn[0]).map(move |x| [x, y]));
    Texture {
        size: drawn,
        rgba: rows.flat_map(|[x, y]| texel(x, y)).collect(),
    }
}

/// Returns the linear colour for a name: a muted colour with a hue and a lightness that come from a hash of the name.
fn color(name: &str) -> [f32; 3] {
    let hash = xxh3_64(name.to_ascii_lowercase().as_bytes());
    let share = |shift: u32| (hash >> shift & 0xff) as f32 / 255.0;
    hsv_to_rgb(share(0), 0.3, 0.28 + 0.2 * share(8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_share_a_memory_limit() {
        let mut patterns = Patterns::default();
        let all: Vec<Arc<Texture>> = (0..200)
            .map(|number| patterns.get_or_generate(&number.to_string(), [512, 512]))
            .collect();
        let own = all.iter().filter(|texture| Arc::strong_count(texture) == 1);
        let own = own.count();
        assert_eq!(own, MAX_BYTES / (512 * 512 * 4));
        assert!(all[own..].iter().all(|texture| Arc::ptr_eq(texture, &all[own])));
    }

    #[test]
    fn placeholders_differ_by_name_and_keep_size() {
        for size in [[64, 64], [16, 128], [1, 1], [7, 300], [512, 96]] {
            let texture = texture("wall", size);
            assert!(texture.is_whole() && texture.size == size, "{size:?}");
        }
        assert_eq!(texture("WALL", [64, 64]), texture("wall", [64, 64]));
        assert_ne!(texture("wall", [64, 64]), texture("floor", [64, 64]));
        let huge = texture("wall", [u32::MAX, 0]);
        assert!(huge.is_whole() && huge.size == [MAX_SIDE, 1]);
    }
}
