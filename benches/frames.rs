//! What a frame costs: from the eyes and as a model, with the splitting planes of depth 0 to 8.
//!
//! `cargo bench --bench frames` draws hall and Sponza without a window; parts of names as arguments choose among them. Each
//! figure is the median of the frames, and the last column the ratio of the model to the eyes.

#[path = "../tests/common/wanted.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared by the benches")]
mod wanted;

use std::{env, ffi::OsString, path::Path};

use bspwalk::{
    app::shot::frame_times,
    cli::{self, Next},
};
use wanted::Wanted;

/// Frames of each picture.
const FRAMES: usize = 40;

/// Where real levels are, if nobody says otherwise.
const LEVELS: &str = "../shared/levels";

/// The median time of a frame in milliseconds, with more arguments of `shot`.
fn median(level: &str, more: &[&str]) -> Result<f64, String> {
    let arguments = [
        "bspwalk",
        "shot",
        level,
        "-o",
        "unused.png",
        "--show",
        "planes",
        "--depth",
        "8",
    ];
    let arguments = arguments.iter().chain(more).map(OsString::from);
    let Next::Shot(shot) = cli::run(arguments) else {
        return Err("the arguments are none of a picture".to_owned());
    };
    let mut times = frame_times(&shot, FRAMES)?;
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

fn main() -> Result<(), String> {
    let Some(wanted) = Wanted::by_arguments() else {
        return Ok(());
    };
    let folder = env::var("BSPWALK_LEVELS").unwrap_or_else(|_| LEVELS.to_owned());
    let sponza = Path::new(&folder).join("crytek_sponza_quantised.obj");
    println!("| level | from the eyes | as a model | ratio |");
    println!("|---|---|---|---|");
    for level in ["hall", &sponza.to_string_lossy()] {
        if !wanted.includes(level) {
            continue;
        }
        if level != "hall" && !Path::new(level).exists() {
            println!("(no Sponza: {level} is missing)");
            continue;
        }
        let eyes = median(level, &[])?;
        let model = median(level, &["--view", "model"])?;
        let name = Path::new(level).file_stem().unwrap_or_default().to_string_lossy();
        println!("| {name} | {eyes:.1} ms | {model:.1} ms | {:.2} |", model / eyes);
    }
    Ok(())
}
