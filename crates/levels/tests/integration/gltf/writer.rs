//! Writes a level as a binary glTF file.

use std::{borrow::Cow, collections::BTreeMap, io::Cursor, sync::Arc};

use bspwalk_levels::{Level, LevelTriangle, Material, Texture, Transparency, Wrap, color::srgb};
use glam::{Vec2, Vec3, Vec4Swizzles};
use serde_json::{Value, json};

/// Returns the glTF file: one node per object with one primitive per material, and the spawn as a camera.
///
/// # Panics
/// Panics if an image cannot be encoded because its size does not match its pixels.
pub(crate) fn write(level: &Level) -> Vec<u8> {
    let mut file = File::default();
    for material in &level.materials {
        file.material(material);
    }
    let mut objects: BTreeMap<(u32, bool), BTreeMap<u32, Vec<&LevelTriangle>>> = BTreeMap::new();
    for triangle in &level.triangles {
        let primitives = objects.entry((triangle.object, triangle.solid)).or_default();
        primitives.entry(triangle.material).or_default().push(triangle);
    }
    for ((object, solid), primitives) in objects {
        let primitives: Vec<Value> = primitives
            .into_iter()
            .map(|(material, triangles)| file.primitive(material, &triangles))
            .collect();
        let mesh = file.push("meshes", json!({"primitives": primitives}));
        let name = &level.objects[object as usize];
        file.push(
            "nodes",
            json!({"mesh": mesh, "name": name, "extras": {"nonsolid": !solid}}),
        );
    }
    let camera = json!({"type": "perspective", "perspective": {"yfov": 1.2, "znear": 0.1}});
    let camera = file.push("cameras", camera);
    let (sine, cosine) = (level.spawn.yaw.to_radians() * 0.5).sin_cos();
    let eye = level.spawn.eye.to_array();
    file.push(
        "nodes",
        json!({"camera": camera, "name": "start", "translation": eye, "rotation": [0.0, sine, 0.0, cosine]}),
    );
    file.finish()
}

/// A file under construction.
#[derive(Default)]
struct File {
    lists: BTreeMap<&'static str, Vec<Value>>,
    bin: Vec<u8>,
    /// Textures, each with the index of its image.
    textures: Vec<(Arc<Texture>, usize)>,
}

impl File {
    /// Adds an object to a list and returns its index.
    fn push(&mut self, list: &'static str, object: Value) -> usize {
        let list = self.lists.entry(list).or_default();
        list.push(object);
        list.len() - 1
    }

    fn view(&mut self, bytes: &[u8]) -> usize {
        let view = json!({"buffer": 0, "byteOffset": self.bin.len(), "byteLength": bytes.len()});
        self.bin.extend(bytes);
        self.bin.resize(self.bin.len().next_multiple_of(4), 0);
        self.push("bufferViews", view)
    }

    fn floats(&mut self, kind: &str, width: usize, numbers: &[f32]) -> usize {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let view = self.view(&bytes);
        let mut accessor = json!({
            "bufferView": view, "componentType": 5126, "type": kind, "count": numbers.len() / width,
        });
        let bound = |fold: fn(f32, f32) -> f32, start: f32| -> Vec<f32> {
            let axis = |axis: usize| {
                numbers
                    .iter()
                    .skip(axis)
                    .step_by(width)
                    .copied()
                    .fold(start, fold)
            };
            (0..width).map(axis).collect()
        };
        accessor["min"] = json!(bound(f32::min, f32::INFINITY));
        accessor["max"] = json!(bound(f32::max, f32::NEG_INFINITY));
        self.push("accessors", accessor)
    }

    fn primitive(&mut self, material: u32, triangles: &[&LevelTriangle]) -> Value {
        let positions: Vec<f32> = triangles
            .iter()
            .flat_map(|triangle| triangle.corners)
            .flat_map(|corner| corner.as_vec3().to_array())
            .collect();
        let normals: Vec<f32> = triangles
            .iter()
            .flat_map(|triangle| triangle.normals)
            .flat_map(|normal: Vec3| normal.to_array())
            .collect();
        let uvs: Vec<f32> = triangles
            .iter()
            .flat_map(|triangle| triangle.uvs)
            .flat_map(|uv: Vec2| uv.to_array())
            .collect();
        let colors: Vec<f32> = triangles
            .iter()
            .flat_map(|triangle| triangle.colors)
            .flat_map(|color| color.to_array())
            .collect();
        let attributes = json!({
            "POSITION": self.floats("VEC3", 3, &positions),
            "NORMAL": self.floats("VEC3", 3, &normals),
            "TEXCOORD_0": self.floats("VEC2", 2, &uvs),
            "COLOR_0": self.floats("VEC4", 4, &colors),
        });
        json!({"attributes": attributes, "material": material})
    }

    fn material(&mut self, material: &Material) {
        let color = material.color.xyz().map(srgb::to_linear).extend(material.color.w);
        let mut pbr = json!({"baseColorFactor": color.to_array(), "metallicFactor": 0.0});
        if let Some(texture) = &material.texture {
            let texture = self.texture(texture, material);
            pbr["baseColorTexture"] = json!({"index": texture});
        }
        let mut object = json!({
            "name": material.name,
            "pbrMetallicRoughness": pbr,
            "emissiveFactor": material.emissive.min(Vec3::ONE).to_array(),
            "doubleSided": true,
        });
        match material.transparency() {
            Transparency::Opaque => {}
            Transparency::Holes(cutoff) => {
                object["alphaMode"] = "MASK".into();
                object["alphaCutoff"] = cutoff.into();
            }
            Transparency::Blended => object["alphaMode"] = "BLEND".into(),
        }
        if material.unlit {
            object["extensions"] = json!({"KHR_materials_unlit": {}});
        }
        self.push("materials", object);
    }

    /// Adds a texture that uses an image with the material's wrapping.
    fn texture(&mut self, image: &Arc<Texture>, material: &Material) -> usize {
        let known = self.textures.iter().find(|(known, _)| Arc::ptr_eq(known, image));
        let source = match known {
            Some((_, source)) => *source,
            None => {
                let view = self.view(&png(image));
                let source = self.push("images", json!({"bufferView": view, "mimeType": "image/png"}));
                self.textures.push((Arc::clone(image), source));
                source
            }
        };
        let [right, down] = material.sampler.wrap.map(|wrap| match wrap {
            Wrap::Repeat => 10_497,
            Wrap::Mirror => 33_648,
            Wrap::Clamp => 33_071,
        });
        let filter = if material.sampler.nearest { 9728 } else { 9729 };
        let sampler = json!({"wrapS": right, "wrapT": down, "magFilter": filter});
        let sampler = self.push("samplers", sampler);
        self.push("textures", json!({"source": source, "sampler": sampler}))
    }

    fn finish(mut self) -> Vec<u8> {
        let nodes: Vec<usize> = (0..self.lists["nodes"].len()).collect();
        self.push("scenes", json!({"nodes": nodes}));
        self.push("buffers", json!({"byteLength": self.bin.len()}));
        let mut json = json!({"asset": {"version": "2.0", "generator": "bspwalk"}, "scene": 0});
        for (list, objects) in self.lists {
            json[list] = objects.into();
        }
        let glb = gltf::Glb {
            header: gltf::binary::Header {
                magic: *b"glTF",
                version: 2,
                length: 0,
            },
            json: Cow::Owned(json.to_string().into_bytes()),
            bin: Some(Cow::Owned(self.bin)),
        };
        glb.to_vec().expect("a file in memory can be written")
    }
}

fn png(image: &Texture) -> Vec<u8> {
    let [width, height] = image.size;
    let pixels = image::RgbaImage::from_raw(width, height, image.rgba.clone()).expect("the image is whole");
    let mut file = Cursor::new(Vec::new());
    pixels
        .write_to(&mut file, image::ImageFormat::Png)
        .expect("a file in memory can be written");
    file.into_inner()
}
