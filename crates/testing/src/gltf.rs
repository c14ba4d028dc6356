//! Builds small glTF documents.

use std::io::Cursor;

use bspwalk_levels::{Level, LevelError, LoadOptions, Resolver};
use bspwalk_progress::Progress;
use serde_json::{Value, json};

/// A document with a single buffer.
#[derive(Clone)]
pub struct Document {
    /// JSON without the buffer.
    pub json: Value,
    /// Contents of the buffer.
    pub bin: Vec<u8>,
}

/// Component types of accessors.
pub const I8: u32 = 5120;
pub const U8: u32 = 5121;
pub const I16: u32 = 5122;
pub const U16: u32 = 5123;
pub const U32: u32 = 5125;
pub const F32: u32 = 5126;

/// Encodes numbers as little-endian bytes.
pub fn bytes<T: Copy, const N: usize>(numbers: &[T], to_bytes: impl Fn(T) -> [u8; N]) -> Vec<u8> {
    numbers.iter().flat_map(|&number| to_bytes(number)).collect()
}

impl Default for Document {
    fn default() -> Self {
        Self {
            json: json!({"asset": {"version": "2.0"}}),
            bin: Vec::new(),
        }
    }
}

impl Document {
    /// Returns a document with a single node, `floor`, whose mesh is an upward-facing, 4 m wide floor of two triangles.
    pub fn floor() -> Self {
        let mut document = Self::default();
        let mesh = document.floor_mesh(json!({}));
        document.push("nodes", json!({"mesh": mesh, "name": "floor"}));
        document.push("scenes", json!({"nodes": [0]}));
        document
    }

    /// Adds a mesh that is an upward-facing, 4 m wide floor of two triangles. `more` is merged into the primitive.
    pub fn floor_mesh(&mut self, more: Value) -> usize {
        let positions = [
            [-2.0, 0.0, -2.0],
            [-2.0, 0.0, 2.0],
            [2.0, 0.0, 2.0],
            [2.0, 0.0, -2.0],
        ];
        let positions = self.floats("VEC3", &positions.concat());
        let uvs = self.floats("VEC2", &[0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0]);
        let indices = self.accessor("SCALAR", U16, 6, &bytes(&[0, 1, 2, 0, 2, 3], u16::to_le_bytes));
        let mut primitive = json!({
            "attributes": {"POSITION": positions, "TEXCOORD_0": uvs},
            "indices": indices,
        });
        merge(&mut primitive, more);
        self.push("meshes", json!({"name": "floor mesh", "primitives": [primitive]}))
    }

    /// Adds an object to one of the document's lists, and returns its index.
    pub fn push(&mut self, list: &str, object: Value) -> usize {
        let objects = self.json.as_object_mut().expect("the document is an object");
        let list = objects.entry(list).or_insert_with(|| json!([]));
        let list = list.as_array_mut().expect("the list is one");
        list.push(object);
        list.len() - 1
    }

    pub fn node(&mut self, node: Value) -> usize {
        self.push("nodes", node)
    }

    /// Removes a key from the object at a JSON pointer.
    #[track_caller]
    pub fn remove(&mut self, pointer: &str, key: &str) {
        let object = self.json.pointer_mut(pointer).and_then(Value::as_object_mut);
        object.expect("an object is there").remove(key);
    }

    /// Adds bytes to the buffer and returns the index of the new buffer view.
    pub fn view(&mut self, bytes: &[u8]) -> usize {
        let offset = self.bin.len();
        self.bin.extend(bytes);
        self.bin.resize(self.bin.len().next_multiple_of(4), 0);
        self.push(
            "bufferViews",
            json!({"buffer": 0, "byteOffset": offset, "byteLength": bytes.len()}),
        )
    }

    /// Adds an accessor with its own buffer view.
    pub fn accessor(&mut self, kind: &str, component: u32, count: usize, bytes: &[u8]) -> usize {
        let view = self.view(bytes);
        self.push(
            "accessors",
            json!({"bufferView": view, "type": kind, "componentType": component, "count": count}),
        )
    }

    /// Adds an accessor of 32-bit floats.
    pub fn floats(&mut self, kind: &str, numbers: &[f32]) -> usize {
        let width = match kind {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 16,
        };
        let count = numbers.len() / width;
        self.accessor(kind, F32, count, &bytes(numbers, f32::to_le_bytes))
    }

    /// Adds a PNG image and a texture that uses it, and returns the index of the texture.
    pub fn texture(&mut self, size: [u32; 2], rgba: &[u8]) -> usize {
        let view = self.view(&png(size, rgba));
        let image = self.push("images", json!({"bufferView": view, "mimeType": "image/png"}));
        self.push("textures", json!({"source": image}))
    }

    /// Replaces the value at a JSON pointer, which must refer to a key in an object or to an item in a list.
    #[track_caller]
    pub fn set(&mut self, pointer: &str, value: Value) {
        let (parent, key) = pointer.rsplit_once('/').expect("the pointer has a slash");
        let parent = self.json.pointer_mut(parent).expect("the parent is there");
        match parent {
            Value::Array(items) => items[key.parse::<usize>().expect("a number")] = value,
            parent => parent[key] = value,
        }
    }

    fn json_with_buffer(&self, uri: Option<String>) -> Vec<u8> {
        let mut json = self.json.clone();
        if json.get("buffers").is_none() && !self.bin.is_empty() {
            let mut buffer = json!({"byteLength": self.bin.len()});
            if let Some(uri) = uri {
                buffer["uri"] = uri.into();
            }
            json["buffers"] = json!([buffer]);
        }
        json.to_string().into_bytes()
    }

    /// Returns a `.gltf` file with its buffer as a data URI.
    pub fn text(&self) -> Vec<u8> {
        self.json_with_buffer(Some(data_uri(&self.bin)))
    }

    /// Returns a `.gltf` file that refers to its buffer as an external file.
    pub fn text_beside(&self, uri: &str) -> Vec<u8> {
        self.json_with_buffer(Some(uri.to_owned()))
    }

    /// Returns a `.glb` file.
    pub fn binary(&self) -> Vec<u8> {
        glb(&self.json_with_buffer(None), &self.bin)
    }

    /// Loads the document as a level.
    #[track_caller]
    pub fn level(&self) -> Level {
        load(&self.binary(), &()).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Loads the document, which must fail, and returns the error message.
    #[track_caller]
    pub fn error(&self) -> String {
        match load(&self.binary(), &()) {
            Ok(level) => panic!("it loads, with {:?}", level.warnings),
            Err(error) => error.to_string(),
        }
    }
}

fn merge(into: &mut Value, more: Value) {
    if let Value::Object(more) = more {
        for (key, value) in more {
            into[key] = value;
        }
    }
}

/// Loads these bytes as a file named `a.glb`.
pub fn load(bytes: &[u8], files: &dyn Resolver) -> Result<Level, LevelError> {
    bspwalk_levels::load_from_memory(
        "a.glb",
        bytes,
        files,
        &LoadOptions::default(),
        &Progress::default(),
    )
}

/// Assembles a `.glb` file from its chunks.
pub fn glb(json: &[u8], bin: &[u8]) -> Vec<u8> {
    let mut file = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
    for (kind, content, pad) in [(b"JSON", json, b' '), (b"BIN\0", bin, 0)] {
        let length = content.len().next_multiple_of(4);
        file.extend((length as u32).to_le_bytes());
        file.extend(kind);
        file.extend(content);
        file.resize(file.len() + length - content.len(), pad);
    }
    let length = file.len() as u32;
    file[8..12].copy_from_slice(&length.to_le_bytes());
    file
}

/// Encodes a PNG image.
pub fn png(size: [u32; 2], rgba: &[u8]) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    let image = image::RgbaImage::from_raw(size[0], size[1], rgba.to_vec()).expect("as many pixels as that");
    image
        .write_to(&mut file, image::ImageFormat::Png)
        .expect("it is written");
    file.into_inner()
}

/// Encodes bytes as a data URI.
pub fn data_uri(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut uri = "data:application/octet-stream;base64,".to_owned();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for digit in 0..4 {
            uri.push(if digit <= chunk.len() {
                char::from(DIGITS[(bits >> (18 - 6 * digit) & 63) as usize])
            } else {
                '='
            });
        }
    }
    uri
}

/// A function that chooses a number from 0 up to, but excluding, its argument. The argument is positive.
pub type Choose<'a> = &'a mut dyn FnMut(u64) -> u64;

/// Returns a document that uses many features: sparse and quantized accessors, a strip, an image, a camera, a skin and
/// extras.
pub fn varied() -> Document {
    let mut document = Document::floor();
    let texture = document.texture([2, 1], &[255, 0, 0, 255, 255, 255, 255, 0]);
    document.push("samplers", json!({"wrapS": 33071, "magFilter": 9728}));
    document.json["textures"][texture]["sampler"] = 0.into();
    document.push(
        "materials",
        json!({
            "name": "glass",
            "alphaMode": "BLEND",
            "emissiveFactor": [1, 0, 0],
            "pbrMetallicRoughness": {"baseColorFactor": [1, 1, 1, 0.5], "baseColorTexture": {
                "index": texture,
                "extensions": {"KHR_texture_transform": {"offset": [0.5, 0], "scale": [2, 2]}},
            }},
            "extensions": {"KHR_materials_unlit": {}, "KHR_materials_emissive_strength": {"emissiveStrength": 2}},
        }),
    );
    document.json["meshes"][0]["primitives"][0]["material"] = 0.into();
    let numbers = document.view(&bytes(&[1, 3], u16::to_le_bytes));
    let values = document.view(&bytes(&[-2.0f32, 0.5, 2.0, 2.0, 0.7, -2.0], f32::to_le_bytes));
    document.json["accessors"][0]["sparse"] = json!({
        "count": 2,
        "indices": {"bufferView": numbers, "componentType": U16},
        "values": {"bufferView": values},
    });
    let wall: [i16; 16] = [
        -200, 0, -200, 0, -200, 300, -200, 0, 200, 0, -200, 0, 200, 300, -200, 0,
    ];
    let positions = document.accessor("VEC3", I16, 4, &bytes(&wall, i16::to_le_bytes));
    let view = document.json["accessors"][positions]["bufferView"].as_u64();
    document.json["bufferViews"][view.expect("it has a view") as usize]["byteStride"] = 8.into();
    let colors = document.accessor("VEC4", U8, 4, &[255, 200, 100, 255].repeat(4));
    document.json["accessors"][colors]["normalized"] = true.into();
    let indices = document.accessor("SCALAR", U8, 4, &[0, 2, 1, 3]);
    let strip =
        json!({"attributes": {"POSITION": positions, "COLOR_0": colors}, "indices": indices, "mode": 5});
    document.push(
        "meshes",
        json!({"primitives": [strip], "extras": {"detail": true}}),
    );
    document.push(
        "nodes",
        json!({"mesh": 1, "scale": [0.01, 0.01, -0.01], "extras": {"nonsolid": 0}}),
    );
    document.push(
        "cameras",
        json!({"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}}),
    );
    document.push(
        "nodes",
        json!({"camera": 0, "name": "eye", "translation": [0, 1.5, 1], "children": [1]}),
    );
    document.push(
        "nodes",
        json!({"name": "lamp", "rotation": [0, 0, 0, 1], "extras": {"classname": "light"}}),
    );
    document.push(
        "nodes",
        json!({"children": [2, 3], "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}),
    );
    document.push("skins", json!({"joints": [3]}));
    document.set("/scenes/0", json!({"nodes": [0, 4]}));
    document.json["scene"] = 0.into();
    document.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    document
}

/// Returns a variant of `good` with some invalid values and, sometimes, corrupted bytes.
pub fn corrupted_document(good: &Document, choose: Choose<'_>) -> Vec<u8> {
    let mut document = good.clone();
    for _ in 0..choose(4) {
        let mut pointers = Vec::new();
        list_values(&document.json, String::new(), &mut pointers);
        let any = |choose: Choose<'_>| pointers[choose(pointers.len() as u64) as usize].clone();
        let (at, other) = (any(choose), any(choose));
        let value =
            special(choose(24)).unwrap_or_else(|| document.json.pointer(&other).cloned().unwrap_or_default());
        if let Some(place) = document.json.pointer_mut(&at) {
            *place = value;
        }
    }
    for _ in 0..choose(3) {
        let at = choose(document.bin.len() as u64) as usize;
        document.bin[at] = choose(256) as u8;
    }
    let mut file = if choose(4) == 0 {
        document.text()
    } else {
        document.binary()
    };
    match choose(8) {
        0 => file.truncate(choose(file.len() as u64 + 1) as usize),
        1 => {
            let at = choose(file.len() as u64) as usize;
            file[at] ^= 1 << choose(8);
        }
        _ => {}
    }
    file
}

/// Collects the JSON pointers of a value and all nested values.
fn list_values(value: &Value, pointer: String, pointers: &mut Vec<String>) {
    match value {
        Value::Object(values) => {
            for (key, value) in values {
                list_values(value, format!("{pointer}/{key}"), pointers);
            }
        }
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                list_values(value, format!("{pointer}/{index}"), pointers);
            }
        }
        _ => {}
    }
    if !pointer.is_empty() {
        pointers.push(pointer);
    }
}

/// Returns one of several values that readers often handle incorrectly.
fn special(which: u64) -> Option<Value> {
    Some(match which {
        0 => json!(0),
        1 => json!(1),
        2 => json!(-1),
        3 => json!(3),
        4 => json!(7),
        5 => json!(255),
        6 => json!(65_536),
        7 => json!(i32::MAX),
        8 => json!(u32::MAX),
        9 => json!(u32::MAX - 1),
        10 => json!(u64::MAX),
        11 => json!(1e38),
        12 => json!(-1e300),
        13 => json!(1e-40),
        14 => json!(0.5),
        15 => json!(""),
        16 => json!("spawn"),
        17 => json!(null),
        18 => json!([]),
        19 => json!({}),
        20 => json!(true),
        21 => json!("VEC2"),
        _ => return None,
    })
}

/// Returns a PNG file without pixels, which contains only the data that is read before decoding.
pub fn png_header(side: u32, depth: u8, color: u8, salt: u8) -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |kind: &[u8; 4], content: &[u8]| {
        let mut checked = kind.to_vec();
        checked.extend(content);
        let checksum = checked.iter().fold(u32::MAX, |sum, &byte| {
            (0..8).fold(sum ^ u32::from(byte), |sum, _| {
                (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 }
            })
        });
        png.extend((content.len() as u32).to_be_bytes());
        png.extend(checked);
        png.extend((!checksum).to_be_bytes());
    };
    let [a, b, c, d] = side.to_be_bytes();
    chunk(b"IHDR", &[a, b, c, d, a, b, c, d, depth, color, 0, 0, 0]);
    chunk(b"tEXt", &[b'a', 0, salt]);
    chunk(b"IDAT", &[]);
    png
}
