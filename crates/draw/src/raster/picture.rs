//! Pictures of a level: visible surfaces are found first, and only these are shaded.

use std::{ops::Range, sync::Arc};

use bspwalk_levels::{Level, LevelTriangle, color::srgb};
use bspwalk_progress::Progress;
use bspwalk_trees::NodeTree;
use glam::{Vec3, Vec4, Vec4Swizzles};
use rayon::prelude::*;
use smallvec::SmallVec;

use super::{
    band::{Band, Method, NOTHING},
    camera::Camera,
    edge_functions::{Cover, Outline},
    faces::Faces,
    overlay_colors::{OverlayColors, blend_edge},
    shade::{BACKGROUND, RasterMaterial, Spot, sky},
    style::{Coloring, Style},
    visibility::{STRIP, Strip, View},
};
use crate::light::{self, LightSampler, Volume};

/// The sample places of a pixel. No two share a row or a column, so that edges look as smooth as with 4 × 4 places.
const PLACES: [[f64; 2]; 4] = [[0.375, 0.125], [0.875, 0.375], [0.125, 0.625], [0.625, 0.875]];

/// A level, prepared for drawing.
#[derive(Debug)]
pub struct Scene<'a> {
    level: &'a Level,
    faces: Faces,
    shone: LightSampler<'a>,
    materials: Vec<RasterMaterial>,
    volume: Option<Volume>,
    /// The least and the greatest depth of the colour ramp.
    depths: [u32; 2],
}

/// An outline in some places of a pixel, shaded once for all of them.
struct Layer {
    /// The outline.
    number: u32,
    /// Bit i is set where it is seen at place i.
    places: u8,
    color: Vec4,
}

impl<'a> Scene<'a> {
    /// A level whose faces are painted in the order of the tree `painted` and shaded with the tree `solid`, which can be the
    /// same where the level has no liquids. Faces that are not in `painted` are not drawn.
    #[must_use]
    pub fn new(level: &'a Level, painted: &Arc<NodeTree>, solid: &'a NodeTree) -> Self {
        Self {
            level,
            faces: Faces::new(painted, |face| {
                level.triangle_of_face(face).map(|triangle| triangle.corners)
            }),
            shone: LightSampler::new(level, solid),
            materials: level.materials.par_iter().map(RasterMaterial::new).collect(),
            volume: None,
            depths: painted.usual_depths(),
        }
    }

    /// Bakes the ambient light; without it the sky shines through walls.
    #[must_use]
    pub fn lit(mut self, solid: &NodeTree) -> Self {
        let threads = rayon::current_num_threads();
        self.volume = Progress::uncancellable(|progress| light::bake(self.level, solid, threads, progress));
        self
    }

    /// Draws a picture: sRGB, 8 bits each, row by row from the top.
    #[must_use]
    pub fn picture(&self, camera: &Camera, size: [u32; 2], style: &Style, method: Method) -> Vec<u8> {
        let cover = |fragment: u32| match self.triangle(fragment) {
            Some(triangle) if style.coloring == Coloring::Material => self
                .materials
                .get(triangle.material as usize)
                .map_or(Cover::Opaque, |material| material.cover),
            _ => Cover::Opaque,
        };
        let view = View::new(&self.faces, camera, size, method, [0.0, 1.0]);
        let tree = self.faces.tree();
        let colors = OverlayColors::new(tree, style.coloring, style.palette, style.selected, self.depths);
        let rows: Vec<Range<u32>> = view.strips(STRIP).collect();
        rows.into_par_iter()
            .flat_map_iter(|rows| {
                let mut strip = Strip::default();
                strip.begin(&view, rows);
                strip.collect(&view, cover);
                Painter {
                    scene: self,
                    view: &view,
                    strip,
                    style,
                    colors: &colors,
                }
                .draw()
            })
            .collect()
    }

    /// The triangle that a fragment is a piece of.
    fn triangle(&self, fragment: u32) -> Option<&'a LevelTriangle> {
        self.level.triangle_of_face(self.faces.face_of(fragment)?.number)
    }
}

/// A strip of one picture of a scene.
struct Painter<'a> {
    scene: &'a Scene<'a>,
    view: &'a View<'a>,
    strip: Strip,
    style: &'a Style,
    colors: &'a OverlayColors<'a>,
}

impl Painter<'_> {
    fn draw(mut self) -> Vec<u8> {
        let mut strip = std::mem::take(&mut self.strip);
        let drawn = PLACES.map(|offset| {
            let mut band = Band::default();
            strip.draw(
                self.view,
                offset,
                |outline, place| self.is_hole(outline, place),
                &mut band,
            );
            // The stable sort keeps the order of drawing within a place.
            band.blended.sort_by_key(|&(place, _)| place);
            band
        });
        self.strip = strip;
        let rows = self.strip.rows.clone();
        let width = self.view.size[0];
        let mut bytes = Vec::with_capacity(rows.len() * width as usize * 3);
        for row in rows.clone() {
            for column in 0..width {
                let light = self.pixel(&drawn, (row - rows.start) * width + column, [column, row]);
                bytes.extend(light.to_array().map(srgb::byte));
            }
        }
        bytes
    }

    fn is_hole(&self, outline: &Outline, place: [f64; 2]) -> bool {
        let Some(triangle) = self.scene.triangle(outline.fragment) else {
            return false;
        };
        let material = &self.scene.materials[triangle.material as usize];
        Spot::new(&self.view.rays, triangle, place).opacity(material) < material.cutoff
    }

    /// The colour of a pixel, linear: the mean of its places.
    fn pixel(&self, drawn: &[Band; 4], place: u32, pixel: [u32; 2]) -> Vec3 {
        let mut layers: SmallVec<[Layer; 8]> = SmallVec::new();
        let mut see = |number: u32, bit: usize| match layers
            .iter_mut()
            .find(|layer| self.alike(layer.number, number))
        {
            Some(layer) => layer.places |= 1 << bit,
            None => layers.push(Layer {
                number,
                places: 1 << bit,
                color: Vec4::ZERO,
            }),
        };
        for (bit, band) in drawn.iter().enumerate() {
            let opaque = band.opaque[place as usize];
            see(opaque, bit);
            for number in self.over(band, place, opaque) {
                see(number, bit);
            }
        }
        for layer in &mut layers {
            layer.color = self.color(layer.number, layer.places, pixel);
        }
        let color_of = |number: u32| {
            layers
                .iter()
                .find(|layer| self.alike(layer.number, number))
                .map_or(Vec4::ZERO, |layer| layer.color)
        };
        let mut sum = Vec3::ZERO;
        for band in drawn {
            let opaque = band.opaque[place as usize];
            let mut light = color_of(opaque).xyz();
            for number in self.over(band, place, opaque) {
                let color = color_of(number);
                light = light.lerp(color.xyz(), color.w);
            }
            sum += light;
        }
        sum / drawn.len() as f32
    }

    /// The numbers of the blended outlines in front of the opaque one at a place, the furthest first.
    fn over<'b>(&self, band: &'b Band, place: u32, opaque: u32) -> impl Iterator<Item = u32> + use<'b> {
        let first = band.blended.partition_point(|&(at, _)| at < place);
        let blended = &band.blended[first..];
        let blended = &blended[..blended.partition_point(|&(at, _)| at == place)];
        let is_front_to_back = self.view.is_front_to_back();
        let (near_first, far_first) = if is_front_to_back {
            (blended, &[][..])
        } else {
            (&[][..], blended)
        };
        let numbers = near_first
            .iter()
            .rev()
            .chain(far_first)
            .map(|&(_, number)| number);
        numbers.filter(move |&number| opaque == NOTHING || (number < opaque) == is_front_to_back)
    }

    /// Whether two outlines look alike: pieces of one face do, unless the pieces themselves are shown.
    fn alike(&self, a: u32, b: u32) -> bool {
        if a == b {
            return true;
        }
        let by_face = self.style.coloring == Coloring::Material
            && !self.style.wireframe
            && self.style.selected.is_none();
        if !by_face || a == NOTHING || b == NOTHING {
            return false;
        }
        let [a, b] = [a, b].map(|number| {
            let fragment = self.strip.outlines[number as usize].fragment;
            self.scene.faces.face_of(fragment).map(|face| face.number)
        });
        a == b
    }

    /// The colour of an outline in some places of a pixel, linear with straight alpha.
    fn color(&self, number: u32, places: u8, [column, row]: [u32; 2]) -> Vec4 {
        let in_picture = |[x, y]: [f64; 2]| [f64::from(column) + x, f64::from(row) + y];
        let seen = (0..PLACES.len()).filter(|bit| places >> bit & 1 == 1);
        // The visible part of a face in a pixel is nearly convex, so that the mean of the places is on it.
        let count = f64::from(places.count_ones().max(1));
        let middle = seen.clone().map(|bit| PLACES[bit]).fold([0.0; 2], |sum, place| {
            [sum[0] + place[0] / count, sum[1] + place[1] / count]
        });
        let middle = in_picture(middle);
        let rays = &self.view.rays;
        let direction = rays.through(middle).normalize().as_vec3();
        let outline = self.strip.outlines.get(number as usize);
        let face = outline.and_then(|outline| self.scene.faces.face_of(outline.fragment));
        let triangle = face.and_then(|face| self.scene.level.triangle_of_face(face.number));
        let (Some(outline), Some(face), Some(triangle)) = (outline, face, triangle) else {
            let color = if self.view.is_model() {
                BACKGROUND.map(srgb::to_linear)
            } else {
                sky(direction)
            };
            return color.extend(1.0);
        };
        let front = face.plane.normal.as_vec3();
        let spot = Spot::new(rays, triangle, middle);
        let fragment = outline.fragment;
        let mut color = match self.colors.flat(fragment, triangle.source) {
            Some(color) => spot
                .plain(self.colors.tinted(color, fragment, 1.0), front)
                .extend(1.0),
            None => {
                let material = &self.scene.materials[triangle.material as usize];
                let file = self.scene.level.light.as_ref();
                let height = face.plane.distance(rays.eye);
                let file = file.filter(|_| rays.height_above(face.plane.normal, height) > 0.0);
                let of_file = file.and_then(|light| light.at(triangle.source, spot.position));
                let mut sun = 0.0;
                if of_file.is_none() && spot.faces_sun(front) {
                    for bit in seen {
                        let spot = Spot::new(rays, triangle, in_picture(PLACES[bit]));
                        if spot.sees_sun(&self.scene.shone, front) {
                            sun += 1.0 / count as f32;
                        }
                    }
                }
                let color = spot.lit(material, front, self.scene.volume.as_ref(), sun, of_file);
                self.colors.tinted(color.xyz(), fragment, 0.8).extend(color.w)
            }
        };
        if self.style.wireframe {
            let edges = self.strip.edges_of(outline);
            let (ink, share) = self.colors.edge(outline, edges, middle);
            color = blend_edge(color, ink, share);
        }
        color
    }
}
