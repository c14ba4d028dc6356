//! Tests for the memory use of compiled levels.

use bspwalk_compile::file::{self, FORMAT_VERSION};
use bspwalk_testing::{container, hostile::seeds, random, tokens::Tokens};

/// The memory needed to read a compiled level is at most a fixed multiple of the file size; see `MEMORY_RATIO`.
#[test]
fn memory_stays_within_a_multiple_of_the_file() {
    /// Address space that the program itself needs for code, stacks and arenas.
    const OWN: u64 = 768 << 20;
    const SIZE: usize = 3 << 20;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.bspw");
    let info = |file: &[u8]| {
        std::fs::write(&path, file).unwrap();
        let most = (OWN + file::MEMORY_RATIO * file.len() as u64) >> 10;
        let script = format!("ulimit -v {most}; exec \"$0\" info \"$1\"");
        let output = std::process::Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_bspwalk")])
            .arg(&path)
            .output()
            .expect("a shell");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code().is_some_and(|code| code < 100), "{message}");
        message
    };
    let right = &seeds()[0].sections;
    // LZ4 decompresses these sections to 255 times their size.
    let mut sections = right.clone();
    for section in &mut sections {
        section.content = vec![0; 255 * SIZE];
    }
    let bomb = container::pack_some(FORMAT_VERSION, &sections, |_| true);
    assert!(bomb.len() < 8 * SIZE);
    let message = info(&bomb);
    assert!(message.contains("too many for a file of this size"), "{message}");

    // These values take up the most memory per byte in the file, at maximum compression: long and short names, and
    // options.
    let level = |names: Vec<&str>, warnings: usize, images: usize| {
        let none = Vec::<u32>::new;
        let warnings = vec![(None::<u64>, "12345"); warnings];
        let mut tokens = Tokens::from_value(&("", 0_u32, none(), none(), none(), names, none(), none()));
        let absent = None::<u32>;
        tokens.append(Tokens::from_value(&(absent, absent, absent, [0.0; 13], 0_u32)));
        tokens.append(Tokens::from_value(&(
            0_u32,
            1.0,
            false,
            "",
            0_u32,
            none(),
            warnings,
        )));
        // The level has no moving parts.
        tokens.append(Tokens::from_value(&(none(), none(), none(), none(), false)));
        tokens.append(Tokens::from_value(&(none(), vec![None::<u32>; images])));
        tokens.encode()
    };
    let room = 3 * SIZE;
    for (content, what) in [
        (level(vec![""; room], 0, 0), "more short names"),
        (
            level(vec!["none"; room / 5], 0, 0),
            "a different number of images",
        ),
        (level(Vec::new(), room / 7, 0), "a different number of images"),
        (level(Vec::new(), 0, room), "a different number of images"),
    ] {
        let mut sections = right.clone();
        sections[1].content = content;
        let mut random = random::seeded(1);
        sections[6].content = (0..SIZE).map(|_| random.u8(..)).collect();
        let file = container::pack_some(FORMAT_VERSION, &sections, |section| &section.tag == b"LEVL");
        let message = info(&file);
        assert!(message.contains(what) && message.contains("LEVL"), "{message}");
    }
}
