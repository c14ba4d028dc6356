//! Tests for `film`: each frame equals the picture of its step as drawn by `shot`, and unsupported requests are
//! reported.

use std::{
    ffi::OsString,
    fs,
    io::Cursor,
    path::{Path, PathBuf},
    sync::Arc,
};

use bspwalk::cli::open::open;
use bspwalk_explain::films::{Query, QueryFilm, QueryMode};
use bspwalk_progress::Progress;
use bspwalk_session::{
    LevelName, Opened,
    command_line::{Command, CommandLine, FilmLine},
    overlays::OverlayKind,
    request::Request,
    tree_args::TreeArgs,
    view::View,
    view_args::ViewArgs,
};
use bspwalk_testing::effort;
use glam::Vec3;
use image::{AnimationDecoder, RgbImage, codecs::png::PngDecoder};
use serde_json::Value;

use crate::cli::{done, err, failed, has, json, level, number, out, refused, room, run, run_line, text};

/// Duration of a step in these films, in hundredths of a second.
const DELAY: u32 = 50;
const SECONDS: &str = "0.5";

/// Size of these films.
const SIZE: [u32; 2] = [240, 136];

/// A frame with its duration, in hundredths of a second.
type TimedFrame = (RgbImage, u32);

/// Runs `film` with the given arguments. Returns the path of the file, and the output to standard error.
fn film(folder: &Path, name: &str, args: &[&str]) -> (PathBuf, String) {
    let path = folder.join(name);
    let size = format!("{}x{}", SIZE[0], SIZE[1]);
    let file = text(&path);
    let common = ["film", "--size", &size, "--seconds", SECONDS, "-o", file];
    let output = done(run([&common, args].concat()));
    assert_eq!(out(&output), "");
    (path, err(&output))
}

/// Returns the frames of an animated PNG.
fn frames_of_png(path: &Path) -> Vec<TimedFrame> {
    let bytes = fs::read(path).expect("a file");
    let decoder = PngDecoder::new(Cursor::new(bytes)).expect("a PNG");
    assert!(decoder.is_apng().expect("it can be read"), "it is animated");
    let frames = decoder.apng().expect("it is animated").into_frames();
    let frame = |frame: Result<image::Frame, _>| {
        let frame = frame.expect("a frame");
        let (numerator, denominator) = frame.delay().numer_denom_ms();
        let picture = image::DynamicImage::from(frame.into_buffer()).into_rgb8();
        (picture, numerator / denominator / 10)
    };
    frames.map(frame).collect()
}

/// Returns the frames of a GIF.
fn frames_of_gif(path: &Path) -> Vec<TimedFrame> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options
        .read_info(fs::File::open(path).expect("a file"))
        .expect("a GIF");
    let size = [decoder.width(), decoder.height()].map(u32::from);
    let mut canvas = RgbImage::new(size[0], size[1]);
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        assert_eq!(frame.dispose, gif::DisposalMethod::Keep);
        let width = u32::from(frame.width);
        for (at, pixel) in (0..).zip(frame.buffer.chunks_exact(4)) {
            if pixel[3] > 0 {
                let [x, y] = [
                    u32::from(frame.left) + at % width,
                    u32::from(frame.top) + at / width,
                ];
                canvas.put_pixel(x, y, image::Rgb([pixel[0], pixel[1], pixel[2]]));
            }
        }
        frames.push((canvas.clone(), u32::from(frame.delay)));
    }
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
    frames
}

/// Returns the picture of each step. A frame may last for several steps, and the last step has three times the
/// duration.
fn steps(frames: &[TimedFrame]) -> Vec<&RgbImage> {
    let mut steps: Vec<&RgbImage> = Vec::new();
    for (frame, delay) in frames {
        assert_eq!(delay % DELAY, 0);
        steps.extend((0..delay / DELAY).map(|_| frame));
    }
    let last = steps.len() - 2;
    assert!(steps[last..].iter().all(|step| *step == steps[last - 1]));
    steps.truncate(last);
    steps
}

/// Returns the picture that `shot` draws.
fn shot(folder: &Path, size: [u32; 2], args: &[&str]) -> RgbImage {
    let path = folder.join("shot.png");
    let size = format!("{}x{}", size[0], size[1]);
    let file = text(&path);
    let common = ["shot", "--size", &size, "-o", file];
    done(run([&common, args].concat()));
    image::open(&path).expect("a picture").into_rgb8()
}

fn info(level: &str) -> Value {
    json(&run(["info", level, "--json"]))
}

#[test]
fn png_frames_equal_shots_of_their_steps() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let info = info("three_rooms");
    let depth = number(&info["node_tree"]["depth"]) as usize;
    let take = |args: &[&str]| {
        let (path, said) = film(
            at,
            "film.png",
            &[&["three_rooms", "--captions=false"], args].concat(),
        );
        assert_eq!(said, "", "{args:?}");
        frames_of_png(&path)
    };
    let is_shot = |picture: &RgbImage, args: &[&str]| {
        let shot = shot(at, SIZE, &[&["three_rooms"], args].concat());
        assert!(*picture == shot, "{args:?}");
    };

    // Number of shots to compare with each film.
    let shots = effort::sampled_or_whole(1, usize::MAX);

    let frames = take(&["--of", "division"]);
    let division = steps(&frames);
    assert_eq!(division.len(), depth + 1, "from one cell to the tree's depth");
    for step in [4, 0, 1, depth].into_iter().take(shots) {
        let shown = format!("nodes:{step}");
        is_shot(division[step], &["--view", "model", "--division", &shown]);
    }
    assert_ne!(division[0], division[depth]);

    let frames = take(&["--of", "build", "--view", "plan", "--steps", "2..4"]);
    let build = steps(&frames);
    assert_eq!(build.len(), 3);
    for (step, picture) in (2..).zip(build).take(shots) {
        is_shot(picture, &["--view", "plan", "--build-step", &step.to_string()]);
    }
    let frames = take(&[
        "--of", "build", "--view", "eye", "--steps", "1", "--look", "30,-10",
    ]);
    is_shot(steps(&frames)[0], &["--build-step", "1", "--look", "30,-10"]);

    let frames = take(&["--of", "flow", "--steps", "1..3"]);
    for (step, picture) in (0..).zip(steps(&frames)).take(shots) {
        let step = step.to_string();
        is_shot(
            picture,
            &["--view", "model", "--show", "flow", "--flow-step", &step],
        );
    }

    let frames = take(&["--of", "solidity"]);
    let solidity = steps(&frames);
    let shown = ["solid-evidence", "solid-cover", "solid-cut", "solid-result"];
    assert_eq!(solidity.len(), shown.len());
    for (picture, shown) in solidity.into_iter().zip(shown).take(shots) {
        is_shot(picture, &["--view", "model", "--show", shown]);
    }
}

#[test]
fn query_steps_are_frames_with_captions_below() {
    let (folder, path) = room();
    let opened = open(&LevelName::File(path.clone()), &TreeArgs::default()).expect("it opens");
    let (level, tree) = (&opened.level, &opened.tree);
    let [from, to] = [[-4.0, 1.0, -4.0], [4.0, 5.0, 3.0]];
    let local = |point: [f64; 3]| level.to_local(point.into()).as_vec3();
    let query = Query::Cast {
        from: local(from),
        to: local(to),
    };
    let recorded = QueryFilm::record_grouped(tree, &query, QueryMode::OnePlane);
    assert!(recorded.len() > 3);
    let asked = format!("{{\"cast\":{{\"from\":{from:?},\"to\":{to:?}}}}}");
    let room = text(&path);
    let (path, _) = film(folder.path(), "cast.png", &[room, "--query", &asked]);
    let frames = frames_of_png(&path);
    assert_eq!(frames.len(), recorded.len(), "each says another thing");
    let delays: Vec<u32> = frames.iter().map(|frame| frame.1).collect();
    let (last, others) = delays.split_last().expect("frames");
    assert!(
        *last == 3 * DELAY && others.iter().all(|delay| *delay == DELAY),
        "{delays:?}"
    );
    let sizes = frames
        .iter()
        .map(|(picture, _)| [picture.width(), picture.height()]);
    assert!(sizes.into_iter().all(|size| size == SIZE));

    let wide = QueryFilm::record_grouped(tree, &query, QueryMode::Wide);
    let (path, _) = film(
        folder.path(),
        "wide.png",
        &[room, "--query", &asked, "--mode", "wide"],
    );
    assert_eq!(frames_of_png(&path).len(), wide.len());

    // At the last step, the progress bar, which is the upper edge of the caption, extends across the whole picture.
    let (path, _) = film(
        folder.path(),
        "division.png",
        &[room, "--of", "division", "--steps", "2.."],
    );
    let frames = frames_of_png(&path);
    let (picture, _) = frames.last().expect("frames");
    let is_even = |y: &u32| (1..SIZE[0]).all(|x| picture.get_pixel(x, *y) == picture.get_pixel(0, *y));
    let is_bar = |y: &u32| is_even(y) && picture.get_pixel(0, *y).0.iter().all(|&byte| byte > 150);
    let top = (SIZE[1] / 2 - 1..SIZE[1]).find(is_bar).expect("a bar");
    let (depth, steps) = (frames.len(), format!("nodes:{}", frames.len()));
    assert!(depth > 1);
    let shot = shot(
        folder.path(),
        [SIZE[0], top],
        &[room, "--view", "model", "--division", &steps],
    );
    let cut = image::imageops::crop_imm(picture, 0, 0, SIZE[0], top).to_image();
    assert!(cut == shot, "what is above {top}");
    // By default, the film shows a query along the view direction.
    let forward = Vec3::new(0.0, 0.0, -1.0);
    let eye = level.spawn.eye.as_vec3();
    assert!(tree.cast(eye, eye + 99.0 * forward).is_some());
    let (path, _) = film(
        folder.path(),
        "eye.png",
        &[room, "--of", "sweep", "--look", "0,0"],
    );
    assert!(frames_of_png(&path).len() > 3);
}

#[test]
fn gif_keeps_steps_delays_and_near_colours() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["three_rooms", "--of", "division", "--steps", "..5"];
    let (png, _) = film(folder.path(), "film.png", &args);
    let (gif, said) = film(folder.path(), "film.GIF", &args);
    assert_eq!(said, "");
    let (exact, shown) = (frames_of_png(&png), frames_of_gif(&gif));
    assert_eq!((exact.len(), shown.len()), (5, 5));
    for ((exact, delay), (shown, of_gif)) in exact.iter().zip(&shown) {
        assert_eq!(delay, of_gif);
        assert_eq!([shown.width(), shown.height()], SIZE);
        let pairs = exact.as_raw().iter().zip(shown.as_raw());
        let off = pairs.map(|(exact, shown)| f64::from(exact.abs_diff(*shown)));
        let mean = off.sum::<f64>() / exact.as_raw().len() as f64;
        assert!(mean < 3.0, "{mean}");
    }
}

#[test]
fn painter_film_ends_with_the_complete_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let eye = ["--eye", "2.6,1.7,-4.6", "--look", "160,-5"];
    let of = ["three_rooms", "--of", "painter", "--captions=false"];
    let args = [&of[..], &["--most", "6"], &eye].concat();
    let (path, said) = film(at, "painter.png", &args);
    let frames = frames_of_png(&path);
    let pictures = steps(&frames);
    assert_eq!(pictures.len(), 6, "{said}");
    // The default view is first person. The first step shows only the sky, and the last step shows everything.
    let complete = shot(at, SIZE, &[&["three_rooms"], &eye[..]].concat());
    assert!(*pictures[5] == complete, "the last step is the picture");
    let first = pictures[0];
    let differs = |a: &RgbImage, b: &RgbImage| a.pixels().zip(b.pixels()).filter(|(a, b)| a != b).count();
    let all = (SIZE[0] * SIZE[1]) as usize;
    assert!(differs(first, &complete) > all / 2, "nothing is painted");
    for pair in pictures.windows(2) {
        assert!(differs(pair[0], pair[1]) > 0, "each step paints something");
    }
    has(&said, "--most");
    // The film has as many steps as there are visible faces. Each face is painted over everything behind it.
    let count = said
        .split(' ')
        .find_map(|word| word.replace(',', "").parse::<usize>().ok());
    let count = count.expect("it says how many");
    let few = [&of[..], &["--steps", "1..3"], &eye].concat();
    let (path, _) = film(at, "some.png", &few);
    let frames = frames_of_png(&path);
    let begin = steps(&frames);
    assert!(begin.len() == 3 && count > 20, "{count}");
    assert!(*begin[0] == *first);
    // The model view is cut open.
    let model = [&args[..], &["--view", "model"]].concat();
    let (path, _) = film(at, "model.png", &model);
    let frames = frames_of_png(&path);
    let model = [&["three_rooms", "--view", "model"], &eye[..]].concat();
    let complete = shot(at, SIZE, &model);
    assert!(*steps(&frames)[5] == complete);
}

#[test]
fn bookmark_sets_the_view_of_a_film() {
    let (folder, path) = room();
    let room = text(&path);
    let options = "--eye=2,1.5,3 --look=20,-5 --view=plan --show=planes";
    let text = format!("[[view]]\nname = \"The corner\"\noptions = \"{options}\"\n");
    fs::write(folder.path().join("room.obj.views"), text).expect("it can be written");
    let take = |name: &str, args: &[&str]| {
        let common = [room, "--of", "division", "--steps", "1..2", "--captions=false"];
        frames_of_png(&film(folder.path(), name, &[&common, args].concat()).0)
    };
    let said: Vec<&str> = options.split(' ').collect();
    let expected = take("said.png", &said);
    assert_eq!(take("marked.png", &["--bookmark", "the corner"]), expected);
}

/// The window exports films from its open trees, using the same command-line words that it copies.
#[test]
fn film_from_open_trees_equals_the_command() {
    let (folder, path) = room();
    let name = LevelName::File(path);
    let opened = open(&name, &TreeArgs::default()).expect("it opens");
    let asked = Query::Cast {
        from: Vec3::new(-4.0, 1.0, -4.0),
        to: Vec3::new(4.0, 5.0, 3.0),
    };
    let asked = Request::of_query(&asked, &opened.level);
    for (of, asked) in [("cast", asked), ("solidity", None)] {
        let file = folder.path().join(format!("{of}.gif"));
        let line = CommandLine {
            command: Command::Film(Box::new(FilmLine {
                of,
                asked,
                mode: None,
                at: ViewArgs {
                    view: View::Plan,
                    show: vec![OverlayKind::Planes],
                    ..ViewArgs::default()
                },
                output: file.display().to_string(),
            })),
            level: name.clone(),
            tree: TreeArgs::default(),
        };
        let small = ["--size=80x60", "--most=2"].map(str::to_owned);
        let words: Vec<String> = line.words().into_iter().chain(small).collect();
        done(run(words.iter().cloned()));
        let options = ["bspwalk".to_owned()]
            .into_iter()
            .chain(words)
            .map(OsString::from);
        let options = bspwalk::cli::film(options).unwrap_or_else(|error| panic!("{line}: {error}"));
        let open = || {
            let (level, tree) = (Arc::clone(&opened.level), Arc::clone(&opened.tree));
            Opened::of_tree(name.clone(), (level, tree), opened.params.clone())
        };
        let same = |known| bspwalk::cli::encode_film(&options, open(), known, &Arc::default());
        let bytes = fs::read(&file).expect("it is written");
        let drawn = same(None).expect("it is drawn");
        assert!(drawn.bytes == bytes, "{line}");
        assert!(
            drawn.steps[0] <= 2 && drawn.steps[0] <= drawn.steps[1],
            "{:?}",
            drawn.steps
        );
        let leaves = &opened.leaves().expect("they are built").tree;
        let (pvs, _) = opened.pvs().expect("it is computed");
        let known = Some((Arc::clone(leaves), Some(Arc::clone(pvs))));
        assert!(
            same(known).expect("it is drawn").bytes == bytes,
            "{line} with its leaves"
        );
        let cancelled = Arc::<Progress>::default();
        cancelled.cancel();
        assert!(bspwalk::cli::encode_film(&options, open(), None, &cancelled).is_err());
    }
    assert!(bspwalk::cli::film(["bspwalk", "info", "hall"].map(OsString::from)).is_err());
}

#[test]
fn omitted_steps_are_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["three_rooms", "--of", "build", "--most", "3"];
    let (path, said) = film(folder.path(), "few.gif", &args);
    let nodes = number(&info("three_rooms")["node_tree"]["nodes"]) as usize;
    assert!(
        said.contains(&format!("{nodes} steps")) && said.contains("--most"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1);
    let frames = frames_of_gif(&path);
    assert_eq!(frames.len(), 3);
    // A selection of two steps consists of the first and the last one.
    let (ends, _) = film(
        folder.path(),
        "end.gif",
        &["three_rooms", "--of", "build", "--steps", &nodes.to_string()],
    );
    assert_eq!(frames_of_gif(&ends).len(), 1);
}

#[test]
fn failed_film_is_one_sentence_and_no_file() {
    let (folder, path) = room();
    // A level that has only liquid faces has no tree to divide.
    let liquid = "v -5 0 -5\nv 5 0 -5\nv 5 0 5\nv -5 0 5\nusemtl *water\nf 1 4 3\nf 1 3 2\n";
    let liquid = level(&folder, "liquid.obj", liquid);
    let [room, liquid] = [&path, &liquid].map(|path| text(path));
    let file = folder.path().join("x.gif");
    let name = text(&file);
    let sweep = r#"{"sweep":{"from":[0,1,0],"to":[3,1,0],"radius":0.3}}"#;
    for (args, why) in [
        (&[room, "--of", "division", "--view", "eye"][..], "--view"),
        (&[room, "--of", "division", "--steps", "99.."], "no step 99"),
        (&[room, "--of", "division", "--division", "nodes:2"], "--steps"),
        (&[room, "--of", "cast", "--build-step", "2"], "--steps"),
        (&[room, "--of", "cast", "--select-face", "1"], "--select-face"),
        (&[room, "--of", "cast", "--query", sweep], "sweep"),
        (&[room, "--of", "build", "--mode", "wide"], "--mode"),
        (&[room, "--of", "walk"], "--script"),
        (&[room, "--of", "cast", "--script", "x.jsonl"], "--script"),
        (
            &[room, "--of", "walk", "--script", "absent.jsonl"],
            "absent.jsonl",
        ),
        (&[room, "--of", "build", "--select", "1"], "--select"),
        (&[room, "--of", "flow", "--eye", "0,90,0"], "--eye"),
        (&[liquid, "--of", "build"], "nothing to film"),
        (&["absent.obj", "--of", "build"], "absent.obj"),
    ] {
        let output = run([&["film", "-o", name, "--size", "64x48"], args].concat());
        refused(&output, why);
        assert!(!file.exists(), "{args:?}");
    }
    let nowhere = folder.path().join("nowhere/x.gif");
    let output = run_line("film {} --of division -o {}", &[&room, &nowhere]);
    failed(&output, 1, "could not write");
    // Such a level still has a film, even at the smallest size.
    for of in ["division", "leaf-division", "cast", "slide", "locate"] {
        done(run(["film", liquid, "--of", of, "--size", "1x1", "-o", name]));
        assert!(!frames_of_gif(&file).is_empty());
    }
}

#[test]
fn walk_film_shows_moving_parts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let script = folder.path().join("ride.jsonl");
    // The body walks onto the lift and rides up.
    let lines = [
        r#"{"start":{"eye":[2.6,1.7,1.6],"yaw":-90,"mode":"walk"}}"#,
        r#"{"ticks":85,"forward":1}"#,
        r#"{"ticks":335}"#,
    ];
    fs::write(&script, lines.join("\n")).expect("it is written");
    let script = script.to_str().expect("UTF-8");
    let walk = ["lift", "--of", "walk", "--script", script, "--captions=false"];
    let outside = ["--eye=-0.5,2.6,-3.2", "--look=-128,-2"];
    let (path, _) = film(folder.path(), "outside.png", &[&walk[..], &outside].concat());
    let frames = frames_of_png(&path);
    let seen = steps(&frames);
    assert_eq!(seen.len(), 1 + 420 / 12, "one at the start, and ten a second");
    let changes = seen.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!(
        (10..30).contains(&changes),
        "it rises for two seconds, then rests: {changes}"
    );
    // The body's view rises with the lift.
    let (path, _) = film(folder.path(), "inside.png", &walk);
    let frames = frames_of_png(&path);
    let seen = steps(&frames);
    let last = seen.len() - 1;
    assert_ne!(seen[0], seen[last]);
    assert_eq!(seen[last - 1], seen[last]);
}
