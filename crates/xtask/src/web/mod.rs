//! Builds the program as a web page: a folder that any web server can serve.

mod program;
mod publish;
mod serve;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
};

use bspwalk_compile::{CompileParams, LevelName, built_in, file, open, painter_tree};
use bspwalk_first_view::FirstLevel;
use bspwalk_levels::{LoadOptions, Texture, builtin};
use bspwalk_progress::Progress;
use bspwalk_text::words;
use image::{ExtendedColorType, codecs::jpeg::JpegEncoder, imageops::FilterType};
use serde_json::{Map, Value, json};

use program::{PROGRAMS, WasmProgram, failed};

/// Pictures of the front page: names in the book, and the left edge, top edge and size of the part that is shown, in
/// percent. The parts leave out legends.
const FRONT: [(&str, [u32; 3]); 6] = [
    ("hall.jpg", [0, 0, 100]),
    ("model.jpg", [2, 9, 78]),
    ("planes.jpg", [0, 8, 75]),
    ("cost.jpg", [0, 25, 75]),
    ("portals.jpg", [0, 8, 75]),
    ("planar.jpg", [2, 25, 66]),
];

/// Size of the pictures of the front page, in pixels.
const FRONT_SIZE: [u32; 2] = [640, 360];

/// JPEG quality of the pictures of the front page, from 1 to 100.
const FRONT_QUALITY: u8 = 70;

/// JPEG quality of the textures of the first view, from 1 to 100.
const TEXTURE_QUALITY: u8 = 85;

/// Parsed arguments of the `web` command.
#[derive(Clone, Copy, Debug, Default)]
struct WebArgs<'a> {
    /// Output folder.
    folder: Option<&'a Path>,
    /// Whether to skip the program that contains the engine, which takes most of the time.
    light: bool,
    /// Folder for the files of a static host.
    published: Option<&'a Path>,
    /// Whether to serve the folder locally afterwards.
    serve: bool,
    /// Whether to use fast build and compression settings, for tests.
    quick: bool,
    /// Whether to only type-check the program that contains the engine, because building it takes half an hour.
    check: bool,
}

/// Builds the folder of the page, and serves it if requested.
pub(crate) fn web(root: &Path, arguments: &[&str]) -> Result<(), String> {
    let mut asked = WebArgs::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match *argument {
            "--light" => asked.light = true,
            "--serve" => asked.serve = true,
            "--quick" => asked.quick = true,
            "--check" => asked.check = true,
            "--out" => asked.folder = Some(Path::new(rest.next().ok_or("--out needs a folder")?)),
            "--publish" => {
                asked.published = Some(Path::new(rest.next().ok_or("--publish needs a folder")?));
            }
            other => {
                return Err(format!(
                    "`{other}` is no option of web: --out FOLDER, --publish FOLDER, --light, --quick, --check, --serve"
                ));
            }
        }
    }
    if asked.check {
        let mut programs = PROGRAMS.into_iter().filter(|program| program.needs_engine);
        return programs.try_for_each(|program| program.check(root, &target(root)));
    }
    let folder = asked
        .folder
        // Cargo's own folders next to this one are named after profiles.
        .map_or_else(|| target(root).join("page"), Path::to_path_buf);
    let mut site = Site::new(&folder, asked.quick)?;
    for program in PROGRAMS {
        if program.needs_engine && asked.light {
            continue;
        }
        make(root, &mut site, program)?;
    }
    site.levels()?;
    site.pages(root)?;
    site.finish()?;
    if let Some(published) = asked.published {
        publish::publish(&folder, published)?;
    }
    if asked.serve {
        return serve::serve(&folder);
    }
    let folder = asked.published.unwrap_or(&folder);
    println!("Copy the contents of {} to any web server.", folder.display());
    Ok(())
}

/// Builds a program, generates its JavaScript bindings, and adds it to the site.
fn make(root: &Path, site: &mut Site, program: WasmProgram) -> Result<(), String> {
    let built = program.build(root, &target(root), site.quick)?;
    let folder = site.folder.join(program.folder);
    let bound = program.write_js_bindings(&built, &folder)?;
    if program.is_plain {
        // The generated script expects the program at this path.
        return site.add_plain(&format!("{}/{}_bg.wasm", program.folder, program.name), &bound);
    }
    site.add_program(&format!("{}.wasm", program.name), &bound)
}

/// Returns cargo's target folder.
fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// The folder of the page, and the sizes of its files.
struct Site {
    folder: PathBuf,
    quick: bool,
    /// Sizes of the files that are served compressed, in the format that the page's scripts read.
    files: Map<String, Value>,
    /// Sizes of the files that are served uncompressed.
    plain: Map<String, Value>,
}

impl Site {
    fn new(folder: &Path, quick: bool) -> Result<Self, String> {
        let folders = PROGRAMS.iter().map(|program| program.folder);
        for within in folders.chain(["levels", "front"]) {
            fs::create_dir_all(folder.join(within)).map_err(|error| failed(folder, &error))?;
        }
        Ok(Self {
            folder: folder.to_owned(),
            quick,
            files: Map::new(),
            plain: Map::new(),
        })
    }

    /// Adds a file compressed with Brotli and with gzip. The page's scripts decompress it, so any server works.
    fn add(&mut self, name: &str, content: &[u8]) -> Result<(), String> {
        let brotli = brotli(content, self.quick);
        let gzip = gzip(content, self.quick);
        self.write(&format!("{name}.br"), &brotli)?;
        self.write(&format!("{name}.gz"), &gzip)?;
        let sizes = json!({ "bytes": content.len(), "br": brotli.len(), "gz": gzip.len() });
        self.files.insert(name.to_owned(), sizes);
        Ok(())
    }

    /// Adds a program: compressed, and uncompressed for hosts that compress files in transit. Browsers cache the compiled
    /// code only of the latter.
    fn add_program(&mut self, name: &str, content: &[u8]) -> Result<(), String> {
        self.add(name, content)?;
        self.write(name, content)?;
        self.files[name]["plain"] = Value::Bool(true);
        Ok(())
    }

    /// Adds an uncompressed file. Its compressed sizes are still computed, for the printed table.
    fn add_plain(&mut self, name: &str, content: &[u8]) -> Result<(), String> {
        self.write(name, content)?;
        let (brotli, gzip) = (brotli(content, self.quick), gzip(content, self.quick));
        let sizes = json!({ "bytes": content.len(), "br": brotli.len(), "gz": gzip.len() });
        self.plain.insert(name.to_owned(), sizes);
        Ok(())
    }

    fn write(&self, name: &str, content: &[u8]) -> Result<(), String> {
        let path = self.folder.join(name);
        fs::write(&path, content).map_err(|error| failed(&path, &error))
    }

    /// Adds the compiled built-in levels. The first picture of a level does not need its solid-leaf tree, which has its own
    /// file.
    fn levels(&mut self) -> Result<(), String> {
        let progress = Arc::new(Progress::default());
        let levels = builtin::listed();
        for level in levels.chain(built_in::lessons()) {
            let (options, params) = (LoadOptions::default(), CompileParams::default());
            let name = LevelName::BuiltIn(level.name.to_owned());
            let compiled = open(&name, &options, &params, true, None, &progress);
            let compiled = compiled.map_err(|error| format!("{}: {error}", level.name))?;
            let [first, leaves] = file::to_split_bytes(&compiled);
            self.add(&format!("levels/{}.level.bspw", level.name), &first)?;
            self.add(&format!("levels/{}.leaves.bspw", level.name), &leaves)?;
            // Browsers do not build this tree, because that takes seconds.
            let nodes = postcard::to_stdvec(&*compiled.nodes).map_err(|error| error.to_string())?;
            self.add(&format!("levels/{}.nodes", level.name), &nodes)?;
            let painted = painter_tree(&compiled.level, &compiled.params.nodes, &progress);
            if let Some(painted) = painted.map_err(|error| format!("{}: {error}", level.name))? {
                let painted = postcard::to_stdvec(&painted).map_err(|error| error.to_string())?;
                self.add(&format!("levels/{}.painted", level.name), &painted)?;
            }
            if let Some(first) = FirstLevel::new(&compiled.level, jpeg)? {
                let first = postcard::to_stdvec(&first).map_err(|error| error.to_string())?;
                self.add(&format!("levels/{}.first", level.name), &first)?;
            }
        }
        Ok(())
    }

    /// Copies the pages and scripts. They are not compressed, because they are small.
    fn pages(&self, root: &Path) -> Result<(), String> {
        for within in ["", "planar"] {
            let pages = root.join("web").join(within);
            let entries = fs::read_dir(&pages).map_err(|error| failed(&pages, &error))?;
            for entry in entries.flatten() {
                let path = entry.path();
                if path.is_file() {
                    let to = self.folder.join(within).join(entry.file_name());
                    fs::copy(&path, &to).map_err(|error| failed(&path, &error))?;
                }
            }
        }
        FRONT
            .into_iter()
            .try_for_each(|(name, part)| self.picture(root, name, part))
    }

    /// Adds a picture of the front page, which is a part of a picture in the book.
    fn picture(&self, root: &Path, name: &str, [left, top, size]: [u32; 3]) -> Result<(), String> {
        let path = root.join("docs/src/pictures").join(name);
        let whole = image::open(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let of_width = |percent: u32| whole.width() * percent / 100;
        let of_height = |percent: u32| whole.height() * percent / 100;
        let part = whole.crop_imm(of_width(left), of_height(top), of_width(size), of_height(size));
        let [width, height] = FRONT_SIZE;
        let small = part.resize_to_fill(width, height, FilterType::CatmullRom);
        let mut content = Vec::new();
        JpegEncoder::new_with_quality(&mut content, FRONT_QUALITY)
            .encode_image(&small.to_rgb8())
            .map_err(|error| format!("{}: {error}", path.display()))?;
        self.write(&format!("front/{name}"), &content)
    }

    /// Writes the list of files and prints their sizes.
    fn finish(self) -> Result<(), String> {
        println!("| file | uncompressed | gzip | Brotli |\n|---|---:|---:|---:|");
        for (name, sizes) in self.plain.iter().chain(&self.files) {
            let size = |form: &str| words::bytes(sizes[form].as_u64().unwrap_or_default());
            println!("| {name} | {} | {} | {} |", size("bytes"), size("gz"), size("br"));
        }
        self.write(
            "files.json",
            Value::Object(self.files.clone()).to_string().as_bytes(),
        )
    }
}

/// Compresses a texture of the first view, which is soon replaced by the exact one.
fn jpeg(texture: &Texture) -> Result<Vec<u8>, String> {
    let rgb: Vec<u8> = texture
        .rgba
        .chunks_exact(4)
        .flat_map(|texel| texel[..3].to_vec())
        .collect();
    let [width, height] = texture.size;
    let mut content = Vec::new();
    JpegEncoder::new_with_quality(&mut content, TEXTURE_QUALITY)
        .encode(&rgb, width, height, ExtendedColorType::Rgb8)
        .map_err(|error| error.to_string())?;
    Ok(content)
}

fn brotli(content: &[u8], quick: bool) -> Vec<u8> {
    let mut packed = Vec::new();
    let quality = if quick { 4 } else { 11 };
    let mut writer = brotli::CompressorWriter::new(&mut packed, 1 << 16, quality, 24);
    writer.write_all(content).expect("memory takes it");
    drop(writer);
    packed
}

fn gzip(content: &[u8], quick: bool) -> Vec<u8> {
    let level = if quick {
        flate2::Compression::fast()
    } else {
        flate2::Compression::best()
    };
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), level);
    writer.write_all(content).expect("memory takes it");
    writer.finish().expect("memory takes it")
}
