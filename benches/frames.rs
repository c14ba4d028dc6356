//! Measures frame times at 640×360. First-person and model views show the splitting planes of depth 0 to 8. Views
//! with materials are drawn by the graphics driver and by the software renderer. Also measures the time of a complete
//! picture with either renderer, from the start of the program to its end.
//!
//! `cargo bench --bench frames` draws the hall and Sponza without a window. Arguments select levels by parts of their
//! names. Each figure is the median of the frames. The ratios are model view to first-person view, and driver to
//! software renderer. With Mesa's llvmpipe as the driver, both renderers run on the CPU.

use std::{env, ffi::OsString, path::Path, process::Command, sync::Arc, time::Instant};

use bspwalk::{
    app::shot::frame_times,
    cli::{self, Next, open},
};
use bspwalk_draw::{
    light::{self, Lightmaps},
    raster::{Camera, FrameStyle, Frames, Method},
};
use bspwalk_progress::Progress;
use bspwalk_session::{LevelName, tree_args::TreeArgs};
use bspwalk_testing::wanted;
use wanted::Wanted;

/// Frames per view.
const FRAMES: usize = 40;

/// Number of complete pictures of each kind; the fastest counts.
const PICTURES: usize = 3;

/// Default folder of real levels.
const LEVELS: &str = "../shared/levels";

/// Arguments of `shot` that show the planes.
const PLANES: [&str; 4] = ["--show", "planes", "--depth", "8"];

/// Returns the median frame time in milliseconds, with additional arguments of `shot`.
fn median(level: &str, more: &[&str]) -> Result<f64, String> {
    let arguments = ["bspwalk", "shot", level, "-o", "unused.png"];
    let arguments = arguments.iter().chain(more).map(OsString::from);
    let Next::Shot(shot) = cli::run(arguments) else {
        return Err("the arguments are none of a picture".to_owned());
    };
    Ok(middle(frame_times(&shot, FRAMES)?))
}

fn middle(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Returns the median frame time of the software renderer in milliseconds, for each method. The camera turns like in
/// the other frames.
fn software(level: &str, methods: &[Method]) -> Result<Vec<f64>, Box<dyn std::error::Error>> {
    let opened = open::open(&LevelName::from(OsString::from(level)), &TreeArgs::default())?;
    let (level, tree, progress) = (&opened.level, &opened.tree, Progress::default());
    let threads = rayon::current_num_threads();
    let volume = light::bake(level, tree, threads, &progress)?;
    let mut frames = Frames::new(level, tree);
    frames.set_light(Arc::new(Lightmaps::bake(
        level, tree, volume, threads, &progress,
    )?));
    let medians = methods.iter().map(|&method| {
        let style = FrameStyle {
            method,
            ..FrameStyle::default()
        };
        let times = (0..FRAMES).map(|frame| {
            let camera = Camera::perspective(
                level.spawn.eye,
                [level.spawn.yaw.to_radians() + 0.004 * frame as f64, 0.0],
                Camera::default_field_of_view(),
            );
            let start = Instant::now();
            frames.draw(&camera, [640, 360], &style);
            start.elapsed().as_secs_f64() * 1000.0
        });
        middle(times.collect())
    });
    Ok(medians.collect())
}

/// Returns the time that the program takes for a picture of 1280×720, in seconds.
fn picture(level: &str, more: &[&str]) -> Result<f64, Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let mut best = f64::INFINITY;
    for _ in 0..PICTURES {
        let start = Instant::now();
        let status = Command::new(env!("CARGO_BIN_EXE_bspwalk"))
            .args(["shot", level, "-o"])
            .arg(folder.path().join("picture.png"))
            .args(more)
            .status()?;
        if !status.success() {
            return Err(format!("`shot {level}` failed").into());
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    Ok(best)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(wanted) = Wanted::by_arguments() else {
        return Ok(());
    };
    let folder = env::var("BSPWALK_LEVELS").unwrap_or_else(|_| LEVELS.to_owned());
    let sponza = Path::new(&folder).join("crytek_sponza_quantised.obj");
    let sponza = sponza.to_string_lossy();
    let is_there = |level: &&str| {
        let is_there = *level == "hall" || Path::new(level).exists();
        if !is_there {
            println!("(no Sponza: {level} is missing)");
        }
        is_there && wanted.includes(level)
    };
    let levels: Vec<&str> = ["hall", &sponza].into_iter().filter(is_there).collect();
    let name = |level: &str| {
        Path::new(level)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    println!("| level | planes from the eyes | as a model | ratio |");
    println!("|---|---|---|---|");
    for level in &levels {
        let eyes = median(level, &PLANES)?;
        let model = median(level, &[&PLANES[..], &["--view", "model"]].concat())?;
        println!(
            "| {} | {eyes:.1} ms | {model:.1} ms | {:.2} |",
            name(level),
            model / eyes
        );
    }
    println!();
    println!(
        "| level, 640×360 | driver | painter's order | front to back | driver ÷ painter | driver ÷ front to back |"
    );
    println!("|---|---|---|---|---|---|");
    for level in &levels {
        let driver = median(level, &["--size", "640x360"])?;
        let [painter, front_to_back] = software(level, &[Method::Painter, Method::FrontToBack])?[..] else {
            continue;
        };
        println!(
            "| {} | {driver:.1} ms | {painter:.1} ms | {front_to_back:.1} ms | {:.1} | {:.1} |",
            name(level),
            driver / painter,
            driver / front_to_back
        );
    }
    println!();
    println!("| level, a whole picture | driver | `--software` | ratio |");
    println!("|---|---|---|---|");
    for level in &levels {
        let (driver, software) = (picture(level, &[])?, picture(level, &["--software"])?);
        println!(
            "| {} | {driver:.1} s | {software:.1} s | {:.1} |",
            name(level),
            driver / software
        );
    }
    Ok(())
}
