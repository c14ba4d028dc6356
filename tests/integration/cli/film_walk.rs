//! Tests of films of scripted walks, with moving doors and lifts.

use std::fs;

use crate::cli::film::{film, frames_of_png, steps};

#[test]
fn walk_film_shows_moving_parts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let script = folder.path().join("ride.jsonl");
    // Walks onto the lift and rides up.
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
    // The view of the body rises with the lift.
    let (path, _) = film(folder.path(), "inside.png", &walk);
    let frames = frames_of_png(&path);
    let seen = steps(&frames);
    let last = seen.len() - 1;
    assert_ne!(seen[0], seen[last]);
    assert_eq!(seen[last - 1], seen[last]);
}
