//! Measures the cost of hostile levels: small files that repeatedly refer to the same data or contain large images. The
//! allocator counts bytes, and a resolver counts file reads. Nothing is timed.

use std::{
    alloc::System,
    borrow::Cow,
    io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
};

use bspwalk_levels::{Level, LevelError, LoadOptions, Resolver, Texture, portal_file::PortalFile};
use bspwalk_progress::Progress;
use bspwalk_testing::gltf::{Document, png, png_header};
use bspwalk_testing::{doom_nodes, doom_wad, effort, quake_rooms};
use quake_rooms::Version;
use serde_json::json;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Lock that serializes the tests in this file, because the allocator counts the allocations of all threads.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    // Formatting the first message reads the message files, which are not part of a level's cost.
    let _ = LevelError::Cancelled.to_string();
    alone
}

/// A resolver that serves the same file for every name with this ending, and counts the reads.
struct OneFile {
    ending: &'static str,
    content: Vec<u8>,
    reads: AtomicUsize,
}

impl OneFile {
    fn new(ending: &'static str, content: Vec<u8>) -> Self {
        Self {
            ending,
            content,
            reads: AtomicUsize::new(0),
        }
    }

    fn reads(&self) -> usize {
        self.reads.load(Ordering::Relaxed)
    }
}

impl Resolver for OneFile {
    fn read(&self, name: &str) -> io::Result<Cow<'_, [u8]>> {
        if name.ends_with(self.ending) {
            self.reads.fetch_add(1, Ordering::Relaxed);
            Ok(Cow::Borrowed(&self.content))
        } else {
            Err(io::ErrorKind::NotFound.into())
        }
    }
}

/// Result of loading a level, and its cost.
struct Load {
    level: Result<Level, LevelError>,
    /// Number of bytes allocated, including bytes that were freed again.
    allocated: usize,
    /// Maximum number of bytes allocated at the same time, as measured at cancellation checks.
    most: usize,
}

impl Load {
    #[track_caller]
    fn level(&self) -> &Level {
        self.level.as_ref().unwrap_or_else(|error| panic!("{error}"))
    }

    #[track_caller]
    fn error(&self) -> String {
        match &self.level {
            Ok(level) => panic!("it loads, with {:?}", level.warnings),
            Err(error) => error.to_string(),
        }
    }

    fn warnings(&self) -> Vec<String> {
        self.level().warnings.iter().map(ToString::to_string).collect()
    }

    #[track_caller]
    fn assert_warns(&self, text: &str) {
        let warnings = self.warnings();
        assert!(
            warnings.iter().any(|warning| warning.contains(text)),
            "{warnings:#?}"
        );
    }
}

/// Loads a level and measures the cost. The caller must hold [`ALONE`].
fn load(name: &str, bytes: &[u8], files: &dyn Resolver) -> Load {
    let live = || {
        let stats = ALLOCATOR.stats();
        stats.bytes_allocated.saturating_sub(stats.bytes_deallocated)
    };
    let (before, allocated) = (live(), ALLOCATOR.stats().bytes_allocated);
    let most = Arc::new(AtomicUsize::new(0));
    let noted = Arc::clone(&most);
    let progress = Progress::with_check_hook(move |_| {
        noted.fetch_max(live(), Ordering::Relaxed);
    });
    let level = bspwalk_levels::load_from_memory(name, bytes, files, &LoadOptions::default(), &progress);
    Load {
        level,
        allocated: ALLOCATOR.stats().bytes_allocated - allocated,
        most: most.load(Ordering::Relaxed).saturating_sub(before),
    }
}

/// Returns the number of bytes allocated while reading a portal file, even if the file is rejected. The caller must
/// hold [`ALONE`].
fn read_portals(bytes: &[u8]) -> usize {
    let before = ALLOCATOR.stats().bytes_allocated;
    let read = PortalFile::read("a.prt", bytes, &Progress::default());
    drop(read);
    // Freed bytes count too, because growing vectors are copied.
    ALLOCATOR.stats().bytes_allocated - before
}

/// Returns image pixels such that no two consecutive pixels are equal.
fn noise(side: u32) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(u64::from(side));
    (0..side * side * 4).map(|_| random.u8(..)).collect()
}

/// Asserts that all materials with an image share a single image.
#[track_caller]
fn assert_shared(level: &Level, count: usize) {
    let images: Vec<&Arc<Texture>> = level
        .materials
        .iter()
        .filter_map(|material| material.texture.as_ref())
        .collect();
    assert_eq!(images.len(), count);
    assert!(images.iter().all(|image| Arc::ptr_eq(image, images[0])));
}

/// Adds a material and a floor that uses it to a document. Its image is also used for emission and alpha blending.
fn add_material(document: &mut Document, texture: usize) {
    let material = document.push(
        "materials",
        json!({
            "alphaMode": "BLEND",
            "pbrMetallicRoughness": {"baseColorTexture": {"index": texture}},
            "emissiveFactor": [1, 1, 1],
            "emissiveTexture": {"index": texture},
        }),
    );
    let number = document.floor_mesh(json!({"material": material}));
    let node = document.push("nodes", json!({"mesh": number, "translation": [0, material, 0]}));
    document.json["scenes"][0]["nodes"]
        .as_array_mut()
        .expect("a list")
        .push(json!(node));
}

#[test]
fn gltf_materials_share_one_decoded_image() {
    let _alone = alone();
    const MATERIALS: usize = 40;
    const SIDE: u32 = 512;
    let image = png([SIDE; 2], &noise(SIDE));
    let decoded = (SIDE * SIDE * 4) as usize;
    for kind in ["one image", "one view", "one file", "equal views"] {
        let mut document = Document::floor();
        let mut view = document.view(&image);
        let mut texture = 0;
        for number in 0..MATERIALS {
            if number == 0 || kind != "one image" {
                if kind == "equal views" {
                    view = document.view(&image);
                }
                let source = match kind {
                    "one file" => json!({"uri": "textures/a.png"}),
                    _ => json!({"bufferView": view, "mimeType": "image/png"}),
                };
                let image = document.push("images", source);
                texture = document.push("textures", json!({"source": image}));
            }
            add_material(&mut document, texture);
        }
        let files = OneFile::new("a.png", image.clone());
        let bytes = document.binary();
        let loaded = load("a.glb", &bytes, &files);
        assert_shared(loaded.level(), MATERIALS);
        assert!(files.reads() <= 1, "{kind}: {} reads", files.reads());
        // The decoded image and the decoder's buffer. The document and its triangles are small by comparison.
        let most = 4 * decoded + bytes.len();
        assert!(
            loaded.allocated <= most,
            "{kind}: {} of {most} bytes",
            loaded.allocated
        );
    }
}

#[test]
fn gltf_mesh_metadata_is_read_once() {
    let _alone = alone();
    const PLACES: usize = 500;
    for (key, value) in [
        ("extras", json!({"text": "x".repeat(200_000), "detail": true})),
        ("name", json!("n".repeat(200_000))),
    ] {
        let mut document = Document::default();
        let mesh = document.floor_mesh(json!({}));
        let primitive = document.json["meshes"][0]["primitives"][0].clone();
        let primitives = document.json["meshes"][0]["primitives"].as_array_mut();
        primitives.expect("a list").extend(vec![primitive; 9]);
        document.json["meshes"][0][key] = value;
        for place in 0..PLACES {
            document.push("nodes", json!({"mesh": mesh, "translation": [0, place, 0]}));
        }
        let bytes = document.binary();
        let loaded = load("a.glb", &bytes, &());
        let triangles = loaded.level().triangles.len();
        assert_eq!((triangles > 0, !loaded.level().objects.is_empty()), (true, true));
        // The limit documented in `gltf/mod.rs`, plus the cost of the same document without the long text.
        let most = 64 * bytes.len() + 4_096 * loaded.level().source_triangles as usize;
        assert!(
            loaded.allocated <= most,
            "{key}: {} of {most} bytes",
            loaded.allocated
        );
    }
}

#[test]
fn gltf_lists_count_as_objects_for_memory() {
    let _alone = alone();
    let mut document = Document::floor();
    let json = |list: &str, item: &str| {
        let text = document.text();
        let text = String::from_utf8(text).expect("it is text");
        let items = format!("{item},").repeat(1_000_000);
        format!("{{\"{list}\":[{items}{item}],{}", &text[1..]).into_bytes()
    };
    for item in ["[]", "{}", "[[]]", "{\"channels\":[]}"] {
        let bytes = json("animations", item);
        let loaded = load("a.gltf", &bytes, &());
        loaded.assert_warns("1000001 animations were skipped");
        let most = 8 * bytes.len() + (1 << 20);
        assert!(loaded.most <= most, "{item}: {} of {most} bytes", loaded.most);
    }
    for list in ["cameras", "skins"] {
        let bytes = json(list, "[]");
        let loaded = load("a.gltf", &bytes, &());
        assert!(loaded.error().contains("JSON objects"), "{}", loaded.error());
        assert!(loaded.allocated <= 1 << 20, "{list}: {} bytes", loaded.allocated);
    }
    document.json["extras"] = json!({"lists": vec![json!([0, 1]); 200_000]});
    let loaded = load("a.gltf", &document.text(), &());
    assert_eq!(
        loaded.level().triangles.len(),
        2,
        "lists of `extras` are no objects"
    );
}

#[test]
fn image_headers_limit_decoding_memory() {
    let _alone = alone();
    const LIMIT: usize = 4 << 30;
    // Colour types 2 and 6 are RGB and RGBA.
    for (depth, color, fit) in [(16, 6, 2), (8, 6, 4), (16, 2, 2), (8, 2, 3)] {
        let mut document = Document::floor();
        for number in 0..6 {
            let view = document.view(&png_header(16_384, depth, color, number));
            let image = document.push(
                "images",
                json!({"bufferView": view, "mimeType": "image/png", "name": format!("image {number}")}),
            );
            let texture = document.push("textures", json!({"source": image}));
            add_material(&mut document, texture);
        }
        let loaded = load("a.glb", &document.binary(), &());
        assert!(
            loaded.most <= LIMIT + (16 << 20),
            "{depth} bits: {} bytes",
            loaded.most
        );
        let warnings = loaded.warnings();
        for number in 0..6 {
            let name = format!("`image {number}`");
            let warning = warnings.iter().find(|warning| warning.contains(&name));
            let warning = warning.unwrap_or_else(|| panic!("no warning names {name}: {warnings:?}"));
            let is_left_out = warning.contains("exceed 4 GiB") && warning.contains("make them smaller");
            assert_eq!(
                is_left_out,
                number >= fit,
                "{depth} bits, colour {color}: {warning}"
            );
        }
    }
}

/// Returns a one-room map with the given worldspawn keys.
fn map(keys: &str, textures: &[String]) -> String {
    let mut text = format!("{{\n\"classname\" \"worldspawn\"\n{keys}\n");
    for (number, texture) in textures.iter().enumerate() {
        let [low, high, beyond] = [0, 64, 65].map(|side| 128 * number + side);
        text += &format!(
            "{{\n( {low} 0 0 ) ( {low} 1 0 ) ( {low} 0 1 ) {texture} 0 0 0 1 1\n\
             ( {low} 0 0 ) ( {low} 0 1 ) ( {high} 0 0 ) {texture} 0 0 0 1 1\n\
             ( {low} 0 0 ) ( {high} 0 0 ) ( {low} 1 0 ) {texture} 0 0 0 1 1\n\
             ( {high} 64 64 ) ( {high} 65 64 ) ( {beyond} 64 64 ) {texture} 0 0 0 1 1\n\
             ( {high} 64 64 ) ( {beyond} 64 64 ) ( {high} 64 65 ) {texture} 0 0 0 1 1\n\
             ( {high} 64 64 ) ( {high} 64 65 ) ( {high} 65 64 ) {texture} 0 0 0 1 1\n}}\n"
        );
    }
    text + "}\n"
}

/// Returns a WAD file whose names all refer to the same texture with this side length.
fn wad(names: &[String], side: u32) -> Vec<u8> {
    let start = 12 + 32 * names.len();
    let pixels = (side * side) as usize;
    let length = 40 + pixels + pixels / 4 + pixels / 16 + pixels / 64;
    let mut file = b"WAD2".to_vec();
    file.extend((names.len() as u32).to_le_bytes());
    file.extend(12_u32.to_le_bytes());
    for name in names {
        for number in [start, length, length] {
            file.extend((number as u32).to_le_bytes());
        }
        file.extend([b'D', 0, 0, 0]);
        let mut name = name.as_bytes().to_vec();
        name.resize(16, 0);
        file.extend(name);
    }
    let mut texture = b"texture\0\0\0\0\0\0\0\0\0".to_vec();
    for number in [side, side, 40, 0, 0, 0] {
        texture.extend(number.to_le_bytes());
    }
    texture.resize(length, 7);
    file.extend(texture);
    file
}

#[test]
fn repeated_wad_file_is_searched_once() {
    let _alone = alone();
    let names = ["brick".to_owned()];
    let files = OneFile::new("a.wad", wad(&["other".to_owned()], 16));
    let named = "a.wad;".repeat(20_000);
    let loaded = load(
        "a.map",
        map(&format!("\"wad\" \"{named}\""), &names).as_bytes(),
        &files,
    );
    assert_eq!(files.reads(), 1);
    assert_eq!(loaded.level().brushes.len(), 1);

    // If all names differ, a warning says that there are too many.
    let files = OneFile::new("a.wad", wad(&["other".to_owned()], 16));
    let named: String = (0..20_000).map(|number| format!("{number}/a.wad;")).collect();
    let loaded = load(
        "a.map",
        map(&format!("\"wad\" \"{named}\""), &names).as_bytes(),
        &files,
    );
    assert!(files.reads() <= 1024, "{} reads", files.reads());
    loaded.assert_warns("20000 WAD files");
}

#[test]
fn map_textures_share_one_decoded_image() {
    let _alone = alone();
    const SIDE: u32 = 512;
    let decoded = (4 * SIDE * SIDE) as usize;
    let names: Vec<String> = (0..150).map(|number| format!("{number}/brick")).collect();
    for (files, keys) in [
        (OneFile::new("brick.png", png([SIDE; 2], &noise(SIDE))), ""),
        (OneFile::new("a.wad", wad(&names, SIDE)), "\"wad\" \"a.wad\""),
    ] {
        let text = map(keys, &names);
        let loaded = load("a.map", text.as_bytes(), &files);
        assert_shared(loaded.level(), names.len());
        assert_eq!(
            loaded.level().materials[0].texture.as_ref().unwrap().size,
            [SIDE; 2]
        );
        // The brushes take more memory than the image, because the map does not contain the image.
        let most = 8 * decoded + 4_096 * text.len();
        assert!(loaded.most <= most, "{keys}: {} of {most} bytes", loaded.most);
        let images = 4 * decoded;
        assert!(
            images * names.len() > most,
            "the bound tells shared images from others"
        );
    }
}

/// Returns a Quake room whose first face is repeated `count` times, each time with a different texture without pixels.
fn room_of_textures(count: usize, side: u32) -> Vec<u8> {
    quake_rooms::room_with(Version::Bsp2, |lump, bytes| match lump {
        "textures" => {
            bytes.clear();
            bytes.extend((count as u32).to_le_bytes());
            for number in 0..count {
                bytes.extend(((4 + 4 * count + 40 * number) as u32).to_le_bytes());
            }
            for number in 0..count {
                let mut name = format!("brick{number}").into_bytes();
                name.resize(16, 0);
                bytes.extend(name);
                for field in [side, side, 0, 0, 0, 0] {
                    bytes.extend(field.to_le_bytes());
                }
            }
        }
        "texinfo" => {
            let mut first = bytes[..bytes.len() / 3].to_vec();
            for number in 0..count {
                let at = first.len() - 8;
                first[at..at + 4].copy_from_slice(&(number as u32).to_le_bytes());
                bytes.extend(&first);
            }
        }
        "faces" => {
            let mut first = bytes[..bytes.len() / 6].to_vec();
            for number in 0..count {
                // The texture info follows the plane, its side, the first edge and the edge count.
                first[16..20].copy_from_slice(&(3 + number as u32).to_le_bytes());
                bytes.extend(&first);
            }
        }
        "surfedges" => {
            let all = bytes.clone();
            for _ in 0..count / 6 + 1 {
                bytes.extend(&all);
            }
        }
        "models" => {
            let at = bytes.len() / 2 - 4;
            bytes[at..at + 4].copy_from_slice(&(6 + count as u32).to_le_bytes());
        }
        _ => {}
    })
}

#[test]
fn bsp_textures_share_one_decoded_image() {
    let _alone = alone();
    const SIDE: u32 = 512;
    let count = 150;
    let bytes = room_of_textures(count, 64);
    let files = OneFile::new(".png", png([SIDE; 2], &noise(SIDE)));
    let loaded = load("a.bsp", &bytes, &files);
    let level = loaded.level();
    let named = |number: usize| {
        let name = format!("brick{number}");
        let material = level.materials.iter().find(|material| material.name == name);
        material
            .unwrap_or_else(|| panic!("no material {name}"))
            .texture
            .clone()
            .unwrap()
    };
    assert!((1..count).all(|number| Arc::ptr_eq(&named(0), &named(number))));
    let decoded = (4 * SIDE * SIDE) as usize;
    assert!(loaded.allocated < 16 * decoded, "{} bytes", loaded.allocated);

    // Without the image, the memory for placeholders is also limited.
    let count = 1_000;
    let loaded = load("a.bsp", &room_of_textures(count, 512), &());
    assert!(loaded.level().materials.len() >= count);
    assert!(loaded.most < 128 << 20, "{} bytes", loaded.most);
}

#[test]
fn bsp_models_sharing_faces_are_rejected() {
    let _alone = alone();
    let bytes = quake_rooms::room_with(Version::Bsp2, |lump, bytes| {
        if lump == "models" {
            let first = bytes[..bytes.len() / 2].to_vec();
            for _ in 0..100 {
                bytes.extend(&first);
            }
        }
    });
    let error = load("a.bsp", &bytes, &()).error();
    assert!(
        error.contains("`models`") && error.contains("606 faces in total"),
        "{error}"
    );
}

#[test]
fn degenerate_bsp_chain_is_not_walked_per_face() {
    let _alone = alone();
    // Every point in the room is in front of all planes of the chain. The nodes of the room's own six planes follow the
    // chain.
    let chain = 20_000;
    let bytes = |chain: u32| {
        quake_rooms::room_with(Version::Bsp2, |lump, bytes| match lump {
            "planes" => {
                for number in [1.0_f32, 0.0, 0.0, -1.0e4] {
                    bytes.extend(number.to_le_bytes());
                }
                bytes.extend(0_u32.to_le_bytes());
            }
            "nodes" => {
                let node = bytes[..bytes.len() / 6].to_vec();
                for number in 0..chain {
                    let mut node = node.clone();
                    // Plane, front child, and the solid leaf as the back child.
                    let next = if number + 1 == chain { 0 } else { 7 + number };
                    for (at, field) in [(0, 12), (4, next), (8, u32::MAX)] {
                        node[at..at + 4].copy_from_slice(&field.to_le_bytes());
                    }
                    bytes.extend(node);
                }
            }
            "models" => {
                let root = if chain == 0 { 0 } else { 6_u32 };
                bytes[36..40].copy_from_slice(&root.to_le_bytes());
            }
            _ => {}
        })
    };
    let is_told = |loaded: &Load| {
        let warnings = loaded.warnings();
        warnings.iter().any(|warning| warning.contains("too deep"))
    };
    let usual = load("a.bsp", &bytes(0), &());
    assert!(!is_told(&usual), "{:?}", usual.warnings());
    assert!(!is_told(&load("a.bsp", &bytes(100), &())));
    let deep = load("a.bsp", &bytes(chain), &());
    assert!(is_told(&deep), "{:?}", deep.warnings());
    assert_eq!(deep.level().triangles, usual.level().triangles);
}

/// An OBJ with one triangle.
const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl last\nf 1 2 3\n";

#[test]
fn repeated_mtl_library_is_parsed_once() {
    let _alone = alone();
    let library = |count: usize| {
        let mut text: String = (0..count).map(|i| format!("newmtl m{i}\nKd 0 1 0\n")).collect();
        text.push_str("newmtl last\nKd 1 0 0\n");
        text.into_bytes()
    };
    // Many statements with the same name, and many names with the same content.
    let files = OneFile::new(".mtl", library(2000));
    let obj = "mtllib a.mtl\n".repeat(50_000) + TRIANGLE;
    let loaded = load("a.obj", obj.as_bytes(), &files);
    assert_eq!(loaded.level().materials[0].color.to_array(), [1.0, 0.0, 0.0, 1.0]);
    assert!(files.reads() <= 2, "{} reads", files.reads());
    let names = 20_000;
    let obj: String = (0..names).map(|i| format!("mtllib {i}.mtl\n")).collect();
    let files = OneFile::new(".mtl", library(2000));
    let loaded = load("a.obj", (obj.clone() + TRIANGLE).as_bytes(), &files);
    assert_eq!(loaded.level().materials[0].color.to_array(), [1.0, 0.0, 0.0, 1.0]);
    assert!(files.reads() <= 2 * names, "{} reads", files.reads());
    // Twice as many names take twice the memory. The materials are not stored again for each name.
    let once = obj.len() + files.content.len();
    assert!(
        loaded.allocated < 64 * once,
        "{} bytes for {once}",
        loaded.allocated
    );
    // If a statement has many missing names, a few names produce a warning each. One more warning covers the rest.
    let obj = format!(
        "mtllib {}\n",
        (0..names).map(|i| format!("{i}.mtl ")).collect::<String>()
    );
    let loaded = load("a.obj", (obj.clone() + TRIANGLE).as_bytes(), &());
    loaded.assert_warns("19995 more material libraries");
    assert!(loaded.warnings().len() < 10, "{:#?}", loaded.warnings());
    assert!(loaded.allocated < 64 * obj.len(), "{} bytes", loaded.allocated);
}

#[test]
fn unusable_images_are_listed_then_counted() {
    let _alone = alone();
    let library: String = (0..40)
        .map(|i| format!("newmtl m{i}\nmap_Kd {i}.png\n"))
        .collect();
    struct Broken(String);
    impl Resolver for Broken {
        fn read(&self, name: &str) -> io::Result<Cow<'_, [u8]>> {
            match name {
                "a.mtl" => Ok(Cow::Borrowed(self.0.as_bytes())),
                // Each name has different content.
                name => Ok(Cow::Owned(format!("no image {name}").into_bytes())),
            }
        }
    }
    let mut obj = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\n".to_owned();
    obj.extend((0..40).map(|i| format!("usemtl m{i}\nf 1 2 3\n")));
    let loaded = load("a.obj", obj.as_bytes(), &Broken(library));
    let warnings = loaded.warnings();
    let of_one = warnings.iter().filter(|warning| warning.contains("the image "));
    assert_eq!(of_one.count(), 5, "{warnings:#?}");
    assert!(
        warnings.contains(&"35 more images cannot be used; diffuse colours are used instead".to_owned()),
        "{warnings:#?}"
    );
}

/// Returns a DOOM map whose linedefs form a grid: each of the `side` lines towards the north crosses `side` lines
/// towards the east.
fn grid(side: i32) -> Vec<u8> {
    let far = 8 * side;
    let ends = (0..side).flat_map(|i| [[8 * i, -8], [8 * i, far], [-8, 8 * i], [far, 8 * i]]);
    let mut lumps = doom_wad::map("E1M1");
    *doom_wad::lump(&mut lumps, "VERTEXES") = ends.flat_map(|end| doom_wad::encode_i16s(&end)).collect();
    *doom_wad::lump(&mut lumps, "LINEDEFS") = (0..2 * side)
        .flat_map(|line| doom_wad::encode_i16s(&[2 * line, 2 * line + 1, 1, 0, 0, 0, 0xffff]))
        .collect();
    for name in ["SEGS", "SSECTORS", "NODES", "THINGS"] {
        doom_wad::lump(&mut lumps, name).clear();
    }
    doom_wad::wad(b"PWAD", &lumps)
}

#[test]
fn crossing_linedefs_take_linear_time() {
    let _alone = alone();
    let checks = |side: i32| {
        let (progress, checks) = effort::counting_progress();
        let level = bspwalk_levels::load_from_memory(
            "grid.wad",
            &grid(side),
            &(),
            &LoadOptions::default(),
            &progress,
        );
        let level = level.unwrap_or_else(|error| panic!("{error}"));
        let warnings: Vec<String> = level.warnings.iter().map(ToString::to_string).collect();
        let is_told = warnings
            .iter()
            .any(|warning| warning.contains("linedefs cross other linedefs"));
        assert!(is_told, "{warnings:#?}");
        checks()
    };
    let [few, many] = [200, 1600].map(checks);
    // Each line crosses all lines of the other direction. There are 64 times as many crossings, but only 8 times as
    // many are examined.
    assert!(many < 16 * few, "{few} checks, then {many}");
    ends_where_it_is_cancelled("grid.wad", &grid(200), &(), 400);
}

#[test]
fn zlib_bomb_in_nodes_is_ignored_early() {
    let _alone = alone();
    // Zeros compress to about a thousandth of their size.
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&vec![0; 64 << 20], 9);
    assert!(packed.len() < 1 << 17);
    let mut lumps = doom_wad::map("E1M1");
    *doom_wad::lump(&mut lumps, "NODES") = [&b"ZNOD"[..], &packed].concat();
    let bytes = doom_wad::wad(b"PWAD", &lumps);
    let loaded = load("bomb.wad", &bytes, &());
    loaded.assert_warns("NODES decompresses to more than 64 times its size");
    assert!(
        loaded.allocated < 300 * bytes.len(),
        "{} bytes for {}",
        loaded.allocated,
        bytes.len()
    );
}

/// Returns a map that consists mainly of a tree with `count` records.
fn tree_of(count: usize, mark: &[u8; 4]) -> Vec<u8> {
    let long = |number: usize| (number as u32).to_le_bytes();
    // No subsector has a sector, so the nodes are ignored, but only after the whole lump was read.
    let mut content = [long(12), long(count)].concat();
    content.extend(vec![0; 8 * count]);
    content.extend(long(count));
    content.extend((0..count).flat_map(|_| long(1)));
    content.extend(long(count));
    content.extend((0..count).flat_map(|_| [0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 0]));
    content.extend(long(count));
    content.extend(vec![0; 40 * count]);
    if mark[0] == b'Z' {
        content = miniz_oxide::deflate::compress_to_vec_zlib(&content, 9);
    }
    let mut lumps = doom_wad::map("E1M1");
    *doom_wad::lump(&mut lumps, "SSECTORS") = [&mark[..], &content].concat();
    doom_wad::wad(b"PWAD", &lumps)
}

#[test]
fn doom_tree_memory_is_linear_in_its_bytes() {
    let _alone = alone();
    let bytes = tree_of(20_000, b"XGL3");
    let loaded = load("tree.wad", &bytes, &());
    loaded.assert_warns("none of its segs has a sector");
    assert!(
        loaded.most < 16 * bytes.len(),
        "{} bytes for {}",
        loaded.most,
        bytes.len()
    );
    // When compressed, the lump exceeds the maximum compression ratio.
    load("tree.wad", &tree_of(20_000, b"ZGL3"), &()).assert_warns("64 times");
    // Loading a tree with many vertices can be cancelled.
    let mut lumps = doom_wad::map("E1M1");
    let plain = load("tree.wad", &doom_wad::wad(b"PWAD", &lumps), &());
    let mut parts = plain.level().doom_tree.as_ref().expect("a tree").parts().clone();
    let mut random = fastrand::Rng::with_seed(3);
    let mut place = || f64::from(random.i16(..));
    parts
        .vertices
        .extend((0..100_000).map(|_| glam::dvec2(place(), place())));
    doom_nodes::put_extended(&mut lumps, &parts, b"ZNOD");
    ends_where_it_is_cancelled("tree.wad", &doom_wad::wad(b"PWAD", &lumps), &(), 100);
}

#[test]
fn large_polygon_triangulation_can_be_cancelled() {
    let _alone = alone();
    let spiral = |step: usize, radius: f64| {
        let (sine, cosine) = (step as f64 / 50.0 * std::f64::consts::TAU).sin_cos();
        let radius = radius + step as f64 / 50.0;
        format!("v {} {} 0\n", radius * cosine, radius * sine)
    };
    let half = 2500;
    let mut obj: String = (0..half).map(|step| spiral(step, 1.0)).collect();
    obj.extend((0..half).rev().map(|step| spiral(step, 1.5)));
    obj.push('f');
    obj.extend((1..=2 * half).map(|corner| format!(" {corner}")));
    ends_where_it_is_cancelled("a.obj", obj.as_bytes(), &(), 2 * half as u64);
}

/// Loads a level several times, each time cancelling at a different check.
#[track_caller]
fn ends_where_it_is_cancelled(name: &str, bytes: &[u8], files: &dyn Resolver, least: u64) {
    let (progress, checks) = effort::counting_progress();
    let load = |progress: &Progress| {
        bspwalk_levels::load_from_memory(name, bytes, files, &LoadOptions::default(), progress)
    };
    load(&progress).unwrap_or_else(|error| panic!("{error}"));
    let checks = checks();
    assert!(checks >= least, "{name}: {checks} checks");
    for part in 0..8 {
        let at = checks * part / 8;
        let count = AtomicU64::new(0);
        let progress = Progress::with_check_hook(move |progress| {
            if count.fetch_add(1, Ordering::Relaxed) == at {
                progress.cancel();
            }
        });
        match load(&progress) {
            Err(LevelError::Cancelled) => {}
            other => panic!("{name}, cancelled at check {at} of {checks}: {other:?}"),
        }
    }
}

#[test]
fn loading_large_images_can_be_cancelled() {
    let _alone = alone();
    // In a single colour, a large image compresses to a small file, so most cancellation checks occur while the pixels
    // are processed.
    const SIDE: u32 = 2048;
    let texels = (SIDE * SIDE) as usize;
    let rgba: Vec<u8> = [200, 100, 50, 255].repeat(texels);
    let image = png([SIDE; 2], &rgba);
    // Expect at least one check per 64 KiB of the image.
    let least = (rgba.len() >> 16) as u64;
    let mut document = Document::floor();
    let texture = document.texture([SIDE; 2], &rgba);
    add_material(&mut document, texture);
    ends_where_it_is_cancelled("a.glb", &document.binary(), &(), least);
    let files = OneFile::new(".png", image);
    ends_where_it_is_cancelled("a.map", map("", &["brick".to_owned()]).as_bytes(), &files, least);
    ends_where_it_is_cancelled("a.bsp", &room_of_textures(2, 64), &files, least);
}

#[test]
fn portal_file_memory_ignores_header_counts() {
    let _alone = alone();
    let portal = "3 0 1(0 0 0)(0 0 0)(0 0 0)";
    let many = portal.repeat(20_000);
    let corners = "(0 0 0)".repeat(100_000);
    for text in [
        "PRT1\n4294967295\n4294967295\n".to_owned(),
        "PRT1-AM\n4294967295\n0\n4294967295\n".to_owned(),
        "PRT2\n4294967295\n4294967295\n4294967295\n".to_owned(),
        "PRT1\n2\n1\n4294967295 0 1 (0 0 0)".to_owned(),
        format!("PRT1\n2\n20000\n{many}"),
        format!("PRT1\n2\n4294967295\n{many}"),
        format!("PRT1\n2\n1\n100000 0 1 {corners}"),
        format!("PRT1-AM\n1\n0\n100000\n{}", "0 ".repeat(100_000)),
        format!("PRT2\n100000\n1\n0\n{}", "0 ".repeat(100_000)),
    ] {
        let allocated = read_portals(text.as_bytes());
        // A 7-byte corner takes 24 bytes of memory. Growing vectors take twice that and are copied.
        let most = 16 * text.len() + 4096;
        assert!(allocated <= most, "{allocated} of {most} bytes: {text:.40}");
    }
}
