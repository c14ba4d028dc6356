//! Areas of the faces and the sky, in the colours of a picture from the software renderer.

use std::collections::{BTreeMap, HashMap};

use bspwalk_draw::{
    color::palette::Rgb,
    raster::{Coloring, RasterFaces},
};
use bspwalk_levels::{Level, color::srgb};
use bspwalk_trees::NodeTree;
use glam::DVec2;

use super::{
    super::{
        screen::{Screen, doubled_area},
        visible_parts::VisibleParts,
    },
    blending::Ground,
    shapes::{OVERLAP, Shape},
};

/// A picture from the software renderer, which provides the colours of the faces.
#[derive(Clone, Copy, Debug)]
pub struct RasterImage<'a> {
    /// Pixels, sRGB 0x00RRGGBB, row by row from the top.
    pub pixels: &'a [u32],
    /// Fragment that is visible at the centre of each pixel.
    pub seen: &'a [Option<u32>],
    /// Attribute that the colours represent.
    pub coloring: Coloring,
    /// Faces for drawing the edges of fragments, and the colours of source triangle edges and of cuts. `None` without a
    /// wireframe.
    pub wireframe: Option<(&'a RasterFaces, [Rgb; 2])>,
    /// Whether the legends are drawn in the upper left corner.
    pub has_legends: bool,
}

/// Key for grouping faces that look the same: the node that stores them, and their material or colour category.
type Key = (u32, u32);

/// Visible area below which a face may be merged with others, in square pixels.
const SMALL: f64 = 24.0;

/// Maximum difference in a colour channel between small faces that are merged.
const SAME_COLOR: u8 = 12;

/// Returns the background as bands, one for each colour of its rows. Each band extends to the bottom of the picture, so
/// there are no gaps between bands.
pub(super) fn sky(screen: &Screen, picture: RasterImage<'_>) -> Vec<Shape> {
    let size = screen.size.map(|side| side as usize);
    let is_sky = |pixel: usize| picture.seen.get(pixel).is_none_or(Option::is_none);
    let mut bands: Vec<(usize, Rgb)> = Vec::new();
    for y in 0..size[1] {
        let pixels = y * size[0]..(y + 1) * size[0];
        // Skip pixels at edges, where the colour is blended with adjacent faces.
        let sky = pixels.filter(|&pixel| {
            let beside = [
                pixel.wrapping_sub(1),
                pixel + 1,
                pixel.wrapping_sub(size[0]),
                pixel + size[0],
            ];
            is_sky(pixel) && beside.into_iter().all(is_sky)
        });
        let Some(color) = mean(sky.map(|pixel| picture.pixels[pixel])) else {
            continue;
        };
        match bands.last() {
            None => bands.push((0, color)),
            Some((_, last)) if is_near(*last, color) => {}
            Some(_) => bands.push((y, color)),
        }
    }
    let [width, height] = screen.size.map(f64::from);
    let band = |(y, color): (usize, Rgb)| {
        Shape::rectangle(DVec2::new(0.0, y as f64), DVec2::new(width, height), color)
    };
    bands.into_iter().map(band).collect()
}

/// Returns whether two colours differ by at most 1 in every channel.
fn is_near(Rgb(r, g, b): Rgb, Rgb(red, green, blue): Rgb) -> bool {
    r.abs_diff(red).max(g.abs_diff(green)).max(b.abs_diff(blue)) <= 1
}

/// Returns the mean colour of pixels, computed in linear light; `None` without pixels.
fn mean(pixels: impl Iterator<Item = u32>) -> Option<Rgb> {
    let mut sum = [0.0_f32; 3];
    let mut count = 0.0;
    for pixel in pixels {
        for (i, sum) in sum.iter_mut().enumerate() {
            *sum += srgb::LINEAR[(pixel >> (16 - 8 * i) & 0xff) as usize];
        }
        count += 1.0;
    }
    let [r, g, b] = sum.map(|sum| srgb::byte(sum / count));
    (count > 0.0).then_some(Rgb(r, g, b))
}

/// Returns the faces back to front, with faces that look alike merged into one area. Also draws the faces on `ground`.
pub(super) fn faces(
    level: &Level,
    tree: &NodeTree,
    parts: &VisibleParts,
    screen: &Screen,
    picture: RasterImage<'_>,
    ground: &mut Ground,
) -> Vec<Shape> {
    let key = |fragment: u32| -> Option<Key> {
        let view = tree.fragment(fragment)?;
        let of = match picture.coloring {
            Coloring::Material => level.triangle_of_face(view.face)?.material,
            Coloring::Triangle => view.triangle.0,
            Coloring::Fragment | Coloring::Leaf | Coloring::VisibleLeaf => fragment,
            Coloring::Node | Coloring::Depth => 0,
        };
        Some((view.node.0, of))
    };
    let colors = colors(screen, picture, key);
    let mut order: Vec<Key> = Vec::new();
    let mut shapes: HashMap<Key, Vec<Vec<DVec2>>> = HashMap::new();
    for (fragment, seen) in &parts.faces {
        let Some(key) = key(*fragment) else { continue };
        let shape = shapes.entry(key).or_insert_with(|| {
            order.push(key);
            Vec::new()
        });
        shape.extend(seen.iter().cloned());
    }
    let mut drawn = Vec::new();
    let mut small: BTreeMap<[u8; 3], Vec<Vec<DVec2>>> = BTreeMap::new();
    for key in order.into_iter().rev() {
        let Some(shape) = shapes.remove(&key) else {
            continue;
        };
        let at_middle = || {
            let part = &shape[0];
            let middle = part.iter().sum::<DVec2>() / part.len() as f64;
            let [x, y] = [(middle.x, screen.size[0]), (middle.y, screen.size[1])]
                .map(|(at, size)| (at.max(0.0) as u32).min(size.saturating_sub(1)));
            let pixel = picture.pixels.get((y * screen.size[0] + x) as usize);
            mean(pixel.copied().into_iter())
        };
        // Some faces are too small to contain a pixel's centre.
        let Some(color) = colors.get(&key).copied().or_else(at_middle) else {
            continue;
        };
        ground.draw_faces(&shape, color);
        let area = |part: &Vec<DVec2>| doubled_area(part).abs() * 0.5;
        if shape.iter().map(area).sum::<f64>() < SMALL {
            let Rgb(r, g, b) = color;
            let about =
                [r, g, b].map(|channel| (channel / SAME_COLOR).saturating_mul(SAME_COLOR) + SAME_COLOR / 2);
            small.entry(about).or_default().extend(shape);
            continue;
        }
        drawn.extend(Shape::area(&shape, color, 1.0, OVERLAP));
    }
    let details = small.into_iter().filter_map(|([r, g, b], shape)| {
        // For small faces, a smaller overlap is enough.
        Shape::area(&shape, Rgb(r, g, b), 1.0, 0.4 * OVERLAP)
    });
    drawn.extend(details);
    drawn
}

fn colors(screen: &Screen, picture: RasterImage<'_>, key: impl Fn(u32) -> Option<Key>) -> HashMap<Key, Rgb> {
    let keys: Vec<Option<Key>> = picture.seen.iter().map(|seen| key((*seen)?)).collect();
    // Skip pixels at edges, where the colour is blended with adjacent faces.
    let width = screen.size[0] as usize;
    let is_inner = |index: usize| {
        let beside = [
            index.wrapping_sub(1),
            index + 1,
            index.wrapping_sub(width),
            index + width,
        ];
        let is_same = |&other: &usize| keys.get(other).is_none_or(|other| *other == keys[index]);
        beside.iter().all(is_same)
    };
    let mut pixels: HashMap<Key, [Vec<u32>; 2]> = HashMap::new();
    for (index, &pixel) in picture.pixels.iter().enumerate() {
        if let Some(key) = keys[index] {
            pixels.entry(key).or_default()[usize::from(is_inner(index))].push(pixel);
        }
    }
    let mean_of = |(key, [edge, inner]): (Key, [Vec<u32>; 2])| {
        let pixels = if inner.is_empty() { edge } else { inner };
        Some((key, mean(pixels.into_iter())?))
    };
    pixels.into_iter().filter_map(mean_of).collect()
}
