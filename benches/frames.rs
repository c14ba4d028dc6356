//! Measures frame times of the window. First-person and model views show the splitting planes down to depth 8.
//! First-person views with materials are compared with the software renderer at the same size.
//!
//! `cargo bench --bench frames` opens the hall and Sponza in a window of 640×360 pixels, so it needs a display
//! (`xvfb-run` provides one). Arguments select levels by substrings of their names. Each result is averaged over
//! [`MEASURED`], starting once the level's lighting and trees are ready. With Mesa's llvmpipe as the driver, the window
//! and the software renderer both run on the CPU.

use std::{
    env,
    error::Error,
    ffi::OsString,
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use bspwalk::cli::open;
use bspwalk_draw::{
    light::{self, Lightmaps},
    raster::{Camera, FrameStyle, Frames, VisibilityMethod},
};
use bspwalk_progress::Progress;
use bspwalk_session::{LevelName, tree_args::TreeArgs};
use bspwalk_testing::wanted;
use serde_json::Value;
use wanted::LevelNameFilter;

/// Number of frames that the software renderer draws.
const FRAMES: usize = 40;

/// Duration of each measurement in the window.
const MEASURED: Duration = Duration::from_secs(10);

/// Maximum time to wait for a level's lighting and trees.
const LONGEST: Duration = Duration::from_secs(300);

/// Default folder of the downloaded levels.
const LEVELS: &str = "../shared/levels";

/// Options that show the splitting planes.
const PLANES: [&str; 4] = ["--show", "planes", "--depth", "8"];

/// The bspwalk process, which is killed on drop.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns the mean frame time of the window, in milliseconds.
fn window(level: &str, options: &[&str]) -> Result<f64, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let trace = folder.path().join("trace.jsonl");
    let program = Command::new(env!("CARGO_BIN_EXE_bspwalk"))
        .args([level, "--renderer", "gpu", "--size", "640x360"])
        .args(options)
        .env("BSPWALK_TRACE", &trace)
        .env("BSPWALK_CONFIG_DIR", folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let mut program = Running(program);
    let start = Instant::now();
    let mut first: Option<(f64, u64)> = None;
    loop {
        thread::sleep(Duration::from_millis(500));
        if program.0.try_wait()?.is_some() {
            return Err("the window did not open: a display is needed, for example `xvfb-run`".into());
        }
        if start.elapsed() > LONGEST {
            return Err(format!("{level} is not lit after {} seconds", LONGEST.as_secs()).into());
        }
        let text = fs::read_to_string(&trace).unwrap_or_default();
        // The last line may be incomplete.
        let Some(line) = text
            .lines()
            .rev()
            .find_map(|line| serde_json::from_str::<Value>(line).ok())
        else {
            continue;
        };
        let is_ready = line["state"]["lit"] == true && line["state"]["leaf_tree"]["refined"] == true;
        let (Some(time), Some(frame)) = (line["time"].as_f64(), line["frame"].as_u64()) else {
            continue;
        };
        match first {
            None if is_ready => first = Some((time, frame)),
            Some((began, frames)) if time - began >= MEASURED.as_secs_f64() => {
                return Ok((time - began) * 1000.0 / (frame - frames) as f64);
            }
            _ => {}
        }
    }
}

/// Returns the software renderer's median frame time (in milliseconds) for each method, while the camera turns.
fn software(level: &str, methods: &[VisibilityMethod]) -> Result<Vec<f64>, Box<dyn Error>> {
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
        let mut times: Vec<f64> = (0..FRAMES)
            .map(|frame| {
                let camera = Camera::perspective(
                    level.spawn.eye,
                    [level.spawn.yaw.to_radians() + 0.004 * frame as f64, 0.0],
                    Camera::default_field_of_view(),
                );
                let start = Instant::now();
                frames.draw(&camera, [640, 360], &style);
                start.elapsed().as_secs_f64() * 1000.0
            })
            .collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    Ok(medians.collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(wanted) = LevelNameFilter::by_arguments() else {
        return Ok(());
    };
    let folder = env::var("BSPWALK_LEVELS").unwrap_or_else(|_| LEVELS.to_owned());
    let sponza = Path::new(&folder).join("crytek_sponza_quantised.obj");
    let sponza = sponza.to_string_lossy();
    println!(
        "| level | planes, first person | planes, model | ratio | materials | ÷ painter's order | ÷ front to back |"
    );
    println!("|---|---|---|---|---|---|---|");
    for level in ["hall", &sponza]
        .into_iter()
        .filter(|level| wanted.includes(level))
    {
        if level != "hall" && !Path::new(level).exists() {
            println!("(no Sponza: {level} is missing)");
            continue;
        }
        let name = Path::new(level).file_stem().unwrap_or_default().to_string_lossy();
        let eyes = window(level, &PLANES)?;
        let model = window(level, &[&PLANES[..], &["--view", "model"]].concat())?;
        let materials = window(level, &[])?;
        let [painter, front_to_back] =
            software(level, &[VisibilityMethod::Painter, VisibilityMethod::FrontToBack])?[..]
        else {
            continue;
        };
        println!(
            "| {name} | {eyes:.1} ms | {model:.1} ms | {:.2} | {materials:.1} ms | {:.1} | {:.1} |",
            model / eyes,
            materials / painter,
            materials / front_to_back
        );
    }
    Ok(())
}
