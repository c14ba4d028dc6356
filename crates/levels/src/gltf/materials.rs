//! Materials: base colour, alpha, emission, and texture placement.

use bspwalk_progress::Cancelled;
use glam::{Mat2, Vec2, Vec3, Vec4};
use gltf::json::{
    self,
    material::AlphaMode as Mode,
    texture::{Info, MagFilter, WrappingMode},
    validation::Checked,
};

use super::{document::Document, images::Images, marks::Marks};
use crate::{AlphaMode, Material, Sampler, Wrap, color::srgb};

pub(super) struct Surface {
    pub(super) material: Material,
    pub(super) marks: Marks,
    /// Texture coordinate set and texture transform that the image uses.
    pub(super) placement: Placement,
}

pub(super) struct Use {
    /// Index of the material in the document; `None` for the default material.
    pub(super) material: Option<usize>,
    /// Whether the faces with this material have vertex colours with an alpha channel.
    pub(super) is_veiled: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Placement {
    /// Index of the texture coordinate set.
    pub(super) set: u32,
    turn: Mat2,
    offset: Vec2,
}

impl Placement {
    const PLAIN: Self = Self {
        set: 0,
        turn: Mat2::IDENTITY,
        offset: Vec2::ZERO,
    };

    /// Applies the `KHR_texture_transform` extension to texture coordinates.
    pub(super) fn uv(&self, uv: Vec2) -> Vec2 {
        self.turn * uv + self.offset
    }

    pub(super) fn is_moved(&self) -> bool {
        self.turn != Mat2::IDENTITY || self.offset != Vec2::ZERO
    }

    fn of(info: &Info) -> Self {
        let mut placement = Self {
            set: info.tex_coord,
            ..Self::PLAIN
        };
        let extensions = info.extensions.as_ref();
        if let Some(transform) = extensions.and_then(|of| of.texture_transform.as_ref()) {
            let (sine, cosine) = transform.rotation.0.sin_cos();
            let [x, y] = transform.scale.0;
            // Scale first, then rotate. The specification gives the rows of the rotation matrix as (cos, sin) and
            // (−sin, cos).
            placement.turn = Mat2::from_cols(Vec2::new(cosine, -sine) * x, Vec2::new(sine, cosine) * y);
            placement.offset = transform.offset.0.into();
            placement.set = transform.tex_coord.unwrap_or(info.tex_coord);
        }
        placement
    }
}

fn base_image<'a>(document: &'a Document<'_>, number: usize) -> Option<&'a Info> {
    let pbr = &document.root.materials[number].pbr_metallic_roughness;
    let older = document.more.materials.get(number);
    let older = older.and_then(|more| more.extensions.specular_glossiness.as_ref());
    let older = older.and_then(|older| older.diffuse_texture.as_ref());
    pbr.base_color_texture.as_ref().or(older)
}

/// Returns the texture coordinate set that a material's image uses.
pub(super) fn texcoord_set(document: &Document<'_>, material: Option<usize>) -> u32 {
    let info = material.and_then(|material| base_image(document, material));
    info.map_or(0, |info| Placement::of(info).set)
}

/// Returns the indices of the images that are used for base colour or emission.
pub(super) fn used_image_indices(document: &Document<'_>, uses: &[Use]) -> Vec<usize> {
    let used = uses.iter().filter_map(|used| used.material);
    let infos = used.flat_map(|number| {
        let material = &document.root.materials[number];
        [
            base_image(document, number),
            material.emissive_texture.as_ref().filter(|_| emits(material)),
        ]
    });
    let textures = infos.flatten().map(|info| info.index.value());
    textures
        .filter_map(|texture| super::images::of_texture(document, texture))
        .collect()
}

fn emits(material: &json::Material) -> bool {
    material.emissive_factor.0.iter().any(|&factor| factor > 0.0)
}

pub(super) fn read(
    document: &Document<'_>,
    images: &Images<'_>,
    uses: &[Use],
) -> Result<Vec<Surface>, Cancelled> {
    let surfaces = uses.iter().map(|used| match used.material {
        Some(number) => surface(document, images, number, used.is_veiled),
        None => Ok(Surface {
            material: Material::plain("unnamed"),
            marks: Marks::default(),
            placement: Placement::PLAIN,
        }),
    });
    surfaces.collect()
}

fn surface(
    document: &Document<'_>,
    images: &Images<'_>,
    number: usize,
    is_veiled: bool,
) -> Result<Surface, Cancelled> {
    let material = &document.root.materials[number];
    let name = match material.name.as_deref() {
        None | Some("") => format!("material {number}"),
        Some(name) => name.to_owned(),
    };
    let marks = Marks::of(&name, &material.extras);
    let base = base_image(document, number);
    let image = base.and_then(|info| images.get(document, info.index.value()));
    let (color, opacity) = color(document, number);
    let alpha = match material.alpha_mode {
        Checked::Valid(Mode::Mask) => AlphaMode::Mask(cutoff(material)),
        // Many exporters write BLEND for all materials, including opaque ones.
        Checked::Valid(Mode::Blend) => {
            let is_translucent = opacity < 1.0
                || is_veiled
                || image.map_or(Ok(false), |image| images.is_translucent(image))?;
            if is_translucent {
                AlphaMode::Blend
            } else {
                AlphaMode::Opaque
            }
        }
        Checked::Valid(_) | Checked::Invalid => AlphaMode::Opaque,
    };
    let is_opaque = alpha == AlphaMode::Opaque;
    let extensions = material.extensions.as_ref();
    Ok(Surface {
        material: Material {
            color: color.extend(if is_opaque { 1.0 } else { opacity }),
            emissive: emissive(document, images, number)?,
            texture: image.cloned(),
            sampler: base.map_or_else(Sampler::default, |info| sampler(document, info)),
            alpha,
            unlit: extensions.is_some_and(|extensions| extensions.unlit.is_some()),
            ..Material::plain(&marks.named(&name))
        },
        marks,
        placement: base.map_or(Placement::PLAIN, Placement::of),
    })
}

/// Clamps a number from a file. NaN becomes the lower limit.
fn within(value: f32, least: f32, most: f32) -> f32 {
    value.max(least).min(most)
}

fn cutoff(material: &json::Material) -> f32 {
    within(material.alpha_cutoff.unwrap_or_default().0, 0.0, 2.0)
}

fn color(document: &Document<'_>, number: usize) -> (Vec3, f32) {
    let material = &document.root.materials[number];
    let older = document.more.materials.get(number);
    let older = older.and_then(|more| more.extensions.specular_glossiness.as_ref());
    let factor = match older {
        Some(older) if material.pbr_metallic_roughness.base_color_texture.is_none() => older.diffuse_factor,
        _ => material.pbr_metallic_roughness.base_color_factor.0,
    };
    let [r, g, b, a] = factor.map(|factor| within(factor, 0.0, 1.0));
    (Vec3::new(r, g, b).map(srgb::from_linear), a)
}

/// Returns a material's emitted light. An emissive image is replaced by its mean linear colour, which preserves the
/// total.
fn emissive(document: &Document<'_>, images: &Images<'_>, number: usize) -> Result<Vec3, Cancelled> {
    const MOST: f32 = 1000.0;
    let material = &document.root.materials[number];
    let more = document.more.materials.get(number);
    let strength = more.and_then(|more| more.extensions.emissive.as_ref());
    let strength = strength.map_or(1.0, |emissive| emissive.emissive_strength);
    let light = Vec3::from(material.emissive_factor.0) * strength;
    let light = light.map(|light| within(light, 0.0, MOST));
    Ok(
        match material.emissive_texture.as_ref().filter(|_| emits(material)) {
            Some(info) => match images.get(document, info.index.value()) {
                Some(image) => light * images.mean(image)?,
                // Without the image, its mean is unknown, so assume no emission.
                None => Vec3::ZERO,
            },
            None => light,
        },
    )
}

fn sampler(document: &Document<'_>, info: &Info) -> Sampler {
    let texture = document.root.textures.get(info.index.value());
    let sampler = texture
        .and_then(|texture| texture.sampler)
        .and_then(|sampler| document.root.samplers.get(sampler.value()));
    let Some(sampler) = sampler else {
        return Sampler::default();
    };
    let wrap = |mode: Checked<WrappingMode>| match mode {
        Checked::Valid(WrappingMode::ClampToEdge) => Wrap::Clamp,
        Checked::Valid(WrappingMode::MirroredRepeat) => Wrap::Mirror,
        Checked::Valid(WrappingMode::Repeat) | Checked::Invalid => Wrap::Repeat,
    };
    Sampler {
        wrap: [wrap(sampler.wrap_s), wrap(sampler.wrap_t)],
        nearest: matches!(sampler.mag_filter, Some(Checked::Valid(MagFilter::Nearest))),
    }
}

/// Converts a vertex colour with three or four channels to linear RGBA.
pub(super) fn vertex_color(channels: [f64; 4], width: usize) -> Vec4 {
    let [r, g, b, a] = channels.map(|channel| within(channel as f32, 0.0, 1.0));
    Vec4::new(r, g, b, if width < 4 { 1.0 } else { a })
}
