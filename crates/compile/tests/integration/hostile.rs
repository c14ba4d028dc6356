//! Compiled levels with one invalid number and valid checksums are rejected, or no query on them panics.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use bspwalk_compile::{
    CompiledLevel,
    file::{self, FORMAT_VERSION, ReadError},
};
use bspwalk_levels::Texture;
use bspwalk_progress::Progress;
use bspwalk_testing::{
    container, effort,
    hostile::{ask_everything, read_and_query, seeds},
    strategies,
    tokens::{Token, Tokens},
};
use proptest::prelude::*;
use rayon::prelude::*;

fn read(bytes: &[u8]) -> Result<CompiledLevel, ReadError> {
    file::from_bytes("test.bspw", bytes, &Progress::default())
}

#[test]
fn unchanged_seeds_are_valid() {
    for seed in seeds() {
        assert!(seed.is_right());
        ask_everything(&read(&container::pack(FORMAT_VERSION, &seed.sections)).expect("it is right"));
    }
}

proptest! {
    #![proptest_config(strategies::config(effort::sampled_or_whole(60, 400)))]

    /// The fuzz target `compiled` runs the same test with more inputs.
    #[test]
    fn corrupted_number_is_rejected_or_harmless(number in any::<u64>()) {
        let seeds = seeds();
        let mut random = bspwalk_testing::random::seeded(number);
        let mut choose = |below: u64| random.u64(..below);
        // Choose small levels more often, because their queries are faster.
        let which = [0, 0, 0, 1, 1, 2][choose(6) as usize] % seeds.len();
        let wrong = seeds[which].corrupted_file(&seeds[(which + 1) % seeds.len()], &mut choose);
        read_and_query(&wrong);
    }
}

#[test]
fn huge_length_is_rejected_or_harmless() {
    let sections = &seeds()[0].sections;
    // Replace each byte in turn by the postcard encoding of the length 2^63.
    for (index, section) in sections.iter().enumerate() {
        for at in effort::sample(0..section.content.len(), 5) {
            let mut wrong = sections.clone();
            let huge = [0xff_u8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
            wrong[index].content.splice(at..=at, huge);
            read_and_query(&container::pack(FORMAT_VERSION, &wrong));
        }
    }
}

#[test]
fn corrupted_byte_is_rejected_or_harmless() {
    let sections = &seeds()[0].sections;
    let places: Vec<(usize, usize)> = (0..)
        .zip(sections)
        .flat_map(|(index, section)| effort::sample(0..section.content.len(), 5).map(move |at| (index, at)))
        .collect();
    let is_taken = |&&(index, at): &&(usize, usize)| {
        let mut wrong = sections.clone();
        wrong[index].content[at] ^= 1 << (at % 8);
        read_and_query(&container::pack(FORMAT_VERSION, &wrong))
    };
    let (taken, all) = (places.par_iter().filter(is_taken).count(), places.len());
    assert!(taken > all / 20 && taken < all * 9 / 10, "{taken} of {all} taken");
}

/// Index of the section that contains the node-storing tree.
const NODES: usize = 3;

#[test]
fn whole_triangle_fragment_has_three_corners() {
    let seed = &seeds()[0];
    let mut value = seed.value(NODES).clone();
    let first = value.lists[2].1[0];
    let (first_vertex, vertex_count) = (first, first + 1);
    value.tokens[first_vertex] = Token::Number(u32::MAX.into());
    for (count, is_taken) in [(3, true), (4, false), (u128::from(u32::MAX), false)] {
        value.tokens[vertex_count] = Token::Number(count);
        let mut wrong = seed.sections.clone();
        wrong[NODES].content = value.encode();
        let wrong = container::pack(FORMAT_VERSION, &wrong);
        assert_eq!(read_and_query(&wrong), is_taken, "{:?}", read(&wrong).err());
    }
}

/// Many clusters without leaves would take quadratic time, because each cluster has a row with an entry for every
/// cluster.
#[test]
fn excess_clusters_and_bad_rows_are_rejected() {
    let mut sections = seeds()[0].sections.clone();
    let read_with = |count: u32, leaves: &[u32], first: Vec<u32>, rows: &[u8]| {
        let statistics = (count, 0_u32, 0_u32, 0_u32, 0_u64, 0_u64);
        sections[5].content = Tokens::from_value(&(leaves, count, first, rows, statistics)).encode();
        read(&container::pack(FORMAT_VERSION, &sections))
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    let right = read(&container::pack(FORMAT_VERSION, &seeds()[0].sections)).expect("it is right");
    assert_eq!(right.leaves.leaf_count(), 2);
    let mut read_with = read_with;
    assert_eq!(read_with(2, &[0, 1], vec![0, 0], &[3]), Ok(()));
    let many = 20_000_000;
    let row: Vec<u8> = [0, 255].repeat(many as usize / 8 / 255 + 1);
    let error = read_with(many, &[0, 1], vec![0; many as usize], &row).expect_err("too many");
    assert!(error.contains("a cluster has no leaves"), "{error}");
    let error = read_with(2, &[1, 0], vec![0, 0], &[3]).expect_err("not in order");
    assert!(error.contains("out of sequence"), "{error}");
    // Overlapping rows could each be as long as the file.
    let error = read_with(2, &[0, 1], vec![0, 1], &[255, 3]).expect_err("within another");
    assert!(
        error.contains("row 0") || error.contains("inside another"),
        "{error}"
    );
}

/// If LZ4 compresses a level more than the reader allows, some sections are stored uncompressed so that the file can be
/// read.
#[test]
fn highly_compressible_level_can_be_read() {
    let mut compiled = read(&container::pack(FORMAT_VERSION, &seeds()[0].sections)).expect("it is right");
    let mut level = (*compiled.level).clone();
    for (material, side) in level.materials.iter_mut().zip([2048, 512]) {
        material.texture = Some(Arc::new(Texture {
            size: [side, side],
            rgba: vec![7; 4 * side as usize * side as usize],
        }));
    }
    compiled.level = Arc::new(level);
    let bytes = file::to_bytes(&compiled);
    let unpacked: usize = container::unpack(&bytes)
        .iter()
        .map(|section| section.content.len())
        .sum();
    assert!(
        unpacked <= 4 * bytes.len() && bytes.len() < unpacked,
        "{} of {unpacked}",
        bytes.len()
    );
    let again = read(&bytes).expect("it is read again");
    assert_eq!(again.level.materials, compiled.level.materials);
}

#[test]
fn reading_can_be_cancelled_at_every_stage() {
    let file = container::pack_some(FORMAT_VERSION, &seeds()[seeds().len() - 1].sections, |_| true);
    let counted = Arc::new(AtomicU64::new(0));
    let noted = Arc::clone(&counted);
    let whole = Progress::with_check_hook(move |_| {
        noted.fetch_add(1, Ordering::Relaxed);
    });
    file::from_bytes("test.bspw", &file, &whole).expect("it is right");
    let all = counted.load(Ordering::Relaxed);
    assert!(all > 20, "only {all} checks");
    for share in 0..20 {
        // Cancel at the first check, the last one, and some in between.
        let wanted = (all - 1) * share / 19;
        let check = AtomicU64::new(0);
        let progress = Progress::with_check_hook(move |progress| {
            if check.fetch_add(1, Ordering::Relaxed) == wanted {
                progress.cancel();
            }
        });
        let error = file::from_bytes("test.bspw", &file, &progress).expect_err("it was cancelled");
        assert_eq!(error, ReadError::Cancelled, "at check {wanted} of {all}");
    }
}
