//! Fuzzes the input of `bspwalk query`: each line must produce one line of JSON, in the same order. See `README.md` for
//! how to run this target.
#![no_main]

use std::sync::LazyLock;

use bspwalk::cli::{open, query};
use bspwalk_session::{LevelName, Opened, tree_args::TreeArgs};
use libfuzzer_sys::fuzz_target;

static LEVEL: LazyLock<Opened> = LazyLock::new(|| {
    let name = LevelName::BuiltIn("three_rooms".to_owned());
    open::open(&name, &TreeArgs::default()).expect("a built-in level opens")
});

fuzz_target!(|lines: &[u8]| {
    let mut answers = Vec::new();
    // Errors are allowed, because they are reported as answers.
    let _ = query::answer_lines(&LEVEL, lines, &mut answers);
    let asked = lines.split_inclusive(|&byte| byte == b'\n').count();
    let answered = answers
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty());
    let mut count = 0;
    for answer in answered {
        let answer: serde_json::Value = serde_json::from_slice(answer).expect("an answer is JSON");
        assert!(answer.is_object(), "{answer}");
        count += 1;
    }
    assert_eq!(count, asked, "each line has an answer");
});
