//! Draws the pictures of the README and the book, each with one command of the program. Also lists the pictures that
//! are made by hand, with instructions.
//!
//! `cargo run --release --example pictures -- [--check | --list] [--program FILE] [NAME…]` draws all pictures, or only
//! the named ones, into `docs/src/pictures`. With `--check`, it draws them into a temporary folder and compares them
//! with the existing pictures. The sizes must be equal and the mean differences small, and no picture may be blank. The
//! pictures are drawn by the `bspwalk` of the same build, or by FILE.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    error::Error,
    fs::{self, File},
    io::BufWriter,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
};

use image::{RgbImage, codecs::jpeg::JpegEncoder};

/// Pictures that `bspwalk shot` draws. Each entry has a view in the format of the web page's address, and arguments
/// that the web page does not support. The address is also used for the interactive version of the picture in the book.
const DRAWN: &str = include_str!("../docs/src/views.json");

/// Pictures that are made by hand, as (file name, instructions) pairs. F12 saves the view. The window is 1280×720
/// unless stated otherwise.
const BY_HAND: &[(&str, &str)] = &[
    (
        "division.gif",
        "in assets/pictures: `bspwalk shot hall --size 800x450`, then the same with `--view model --division nodes:N` for N = 0, 1, \
         2, 3, 4, 5, 6, 8, 11, joined by ImageMagick with delays of 200, 180, 170, 170, 5 times 120, 300, and the words \
         `Inside a level: where is space divided?` in the first",
    ),
    (
        "dock.jpg",
        "bspwalk hall --size 1600x900; 0, U, E, PgUp up to the root, Tree → Tree diagram, and close the hint",
    ),
    ("door.gif", "the commands in docs/src/formats.md"),
    (
        "duel.jpg",
        "bspwalk hall; Tree → Duel of build rules, Measure 3 trees, then Sweep with “Surface area heuristic” and “cut weight”; the book \
         quotes the sentence of the same run",
    ),
    (
        "frozen.jpg",
        "bspwalk hall; 0, Colour faces by visible leaf, Next culling mode until the PVS culls, Freeze culling, V, Hints off, and paste \
         `bspwalk hall --eye=11,30,26 --look=11,-46 --show=visible`",
    ),
    (
        "growth.svg",
        "cargo bench -p bspwalk_trees --bench growth_rules, which writes the table beside it",
    ),
    ("lift.gif", "the commands in docs/src/formats.md"),
    (
        "map.jpg",
        "bspwalk hall; View → Map twice, and click in the middle of the nave",
    ),
    (
        "planar.jpg",
        "bspwalk; Tree → Planar tree, ten edges, and the pointer near the lower left corner of the upper rectangle",
    ),
    ("query.jpg", "bspwalk hall; 0, U, Query film, and → six times"),
    (
        "sheet.jpg",
        "bspwalk sheet hall -o hall.html in a browser, 1600 pixels wide; the section of the division, and → four times",
    ),
    (
        "software.jpg",
        "bspwalk hall --renderer software; U, 5, and wait until the notice has gone",
    ),
    (
        "vectors.svg",
        "bspwalk shot hall -o vectors.svg --size 960x540 --show planes --depth 3 --legend",
    ),
    (
        "terminal.png",
        "bspwalk hall --renderer terminal, in 160×46 cells of 8×16 pixels; Path to the eye, Floor plan, and a few steps forward",
    ),
];

/// Maximum mean difference between a drawn picture and the existing one, in 8-bit channel steps. JPEG compression
/// causes a difference of 2 to 4; a different tree causes more.
const GREATEST_DIFFERENCE: f64 = 8.0;

/// Minimum standard deviation of the channels, in 8-bit channel steps. A blank picture has a deviation of 0.
const LEAST_DEVIATION: f64 = 8.0;

/// JPEG quality, from 1 to 100.
const QUALITY: u8 = 80;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("pictures: {error}");
            ExitCode::from(2)
        }
    }
}

/// Performs the requested actions. Returns whether all pictures are correct.
fn run() -> Result<bool, Box<dyn Error>> {
    let pictures = drawn()?;
    let (mut check, mut list, mut program, mut names) = (false, false, None, Vec::new());
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--check" => check = true,
            "--list" => list = true,
            "--program" => program = Some(PathBuf::from(arguments.next().ok_or("--program needs a file")?)),
            name if pictures.contains_key(name) => names.push(argument),
            _ => return Err(format!("no picture that can be drawn is named {argument}; see --list").into()),
        }
    }
    if list {
        for (name, arguments) in &pictures {
            println!("{name}: bspwalk shot {}", arguments.join(" "));
        }
        for (name, how) in BY_HAND {
            println!("{name}, by hand: {how}");
        }
        return Ok(true);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("docs/src/pictures");
    let program = match program {
        Some(program) => program,
        None => beside(&env::current_exe()?)?,
    };
    let mut is_right = check_list(&pictures, &[&folder, &root.join("assets/pictures")])?;
    let scratch = tempfile::tempdir()?;
    for (name, arguments) in &pictures {
        if !names.is_empty() && !names.iter().any(|wanted| wanted == name) {
            continue;
        }
        let drawn = draw(&program, arguments, &scratch.path().join("picture.png"))?;
        if deviation(&drawn) < LEAST_DEVIATION {
            println!("{name}: blank");
            is_right = false;
        } else if check {
            let problem = compare(&drawn, &image::open(folder.join(name))?.to_rgb8());
            println!("{name}: {}", problem.as_deref().unwrap_or("unchanged"));
            is_right &= problem.is_none();
        } else {
            let file = BufWriter::new(File::create(folder.join(name))?);
            drawn.write_with_encoder(JpegEncoder::new_with_quality(file, QUALITY))?;
            println!("{name}: drawn; look at it");
        }
    }
    Ok(is_right)
}

/// Returns the pictures that `bspwalk shot` draws, as file names with arguments.
fn drawn() -> Result<BTreeMap<String, Vec<String>>, Box<dyn Error>> {
    let table: BTreeMap<String, BTreeMap<String, String>> = serde_json::from_str(DRAWN)?;
    let arguments = |row: &BTreeMap<String, String>| {
        let text = |key| row.get(key).map_or("", String::as_str);
        let view = text("view")
            .split_terminator('&')
            .map(|pair| match pair.split_once('=') {
                Some(("level", level)) => level.to_owned(),
                _ => format!("--{pair}"),
            });
        view.chain(text("shot").split_whitespace().map(str::to_owned))
            .collect()
    };
    Ok(table
        .iter()
        .map(|(name, row)| (name.clone(), arguments(row)))
        .collect())
}

/// Returns the path of the program from the same build as the example.
fn beside(example: &Path) -> Result<PathBuf, String> {
    let name = format!("bspwalk{}", env::consts::EXE_SUFFIX);
    let program = example
        .parent()
        .and_then(Path::parent)
        .map(|folder| folder.join(name));
    program
        .filter(|program| program.exists())
        .ok_or_else(|| "build the program first, or name it: --program FILE".to_owned())
}

/// Checks that the tables and the folders contain the same pictures.
fn check_list(drawn: &BTreeMap<String, Vec<String>>, folders: &[&Path]) -> Result<bool, Box<dyn Error>> {
    let mut there = BTreeSet::new();
    for folder in folders {
        for entry in fs::read_dir(folder)? {
            there.insert(entry?.file_name().to_string_lossy().into_owned());
        }
    }
    let by_hand = BY_HAND.iter().map(|(name, _)| (*name).to_owned());
    let listed: BTreeSet<String> = drawn.keys().cloned().chain(by_hand).collect();
    for name in there.difference(&listed) {
        println!("{name}: neither in docs/src/views.json nor in examples/pictures.rs");
    }
    for name in listed.difference(&there) {
        println!("{name}: not there");
    }
    Ok(there == listed)
}

/// Draws a picture by running the program.
fn draw(program: &Path, arguments: &[String], file: &Path) -> Result<RgbImage, Box<dyn Error>> {
    let output = Command::new(program)
        .arg("shot")
        .args(arguments)
        .arg("-o")
        .arg(file)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("bspwalk shot {}: {}", arguments.join(" "), said.trim()).into());
    }
    Ok(image::open(file)?.to_rgb8())
}

/// Describes the difference between a drawn picture and the existing one if the difference is too large.
fn compare(drawn: &RgbImage, there: &RgbImage) -> Option<String> {
    if drawn.dimensions() != there.dimensions() {
        return Some(format!(
            "{:?} pixels instead of {:?}",
            drawn.dimensions(),
            there.dimensions()
        ));
    }
    let pairs = drawn.as_raw().iter().zip(there.as_raw());
    let sum: f64 = pairs.map(|(a, b)| f64::from(a.abs_diff(*b))).sum();
    let difference = sum / drawn.as_raw().len() as f64;
    (difference > GREATEST_DIFFERENCE)
        .then(|| format!("differs by {difference:.1} of 255 in the mean: draw it anew and look at it"))
}

/// Returns the standard deviation of all channels of a picture.
fn deviation(picture: &RgbImage) -> f64 {
    let count = picture.as_raw().len().max(1) as f64;
    let values = || picture.as_raw().iter().copied().map(f64::from);
    let mean = values().sum::<f64>() / count;
    (values().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}
