//! Tests of portal files: one file in each dialect as its compiler writes it, round trips, and hostile files.

use bspwalk_levels::portal_file::{Dialect, FilePortal, PortalFile};
use bspwalk_progress::Progress;
use bspwalk_testing::{effort, strategies, texts::check_portal_file};
use glam::{DVec3, dvec3};
use proptest::prelude::*;

/// Three leaves in a row with a door between adjacent leaves, as written by qbsp.
const PRT1: &str = "\
PRT1
3
2
4 0 1 (128 -32 0 ) (128 -32 96 ) (128 32 96 ) (128 32 0 ) 
5 1 2 (256 -32 0 ) (256 -32 64.5 ) (256 0 96.25 ) (256 32 64.5 ) (256 32 0 ) 
";

/// Four leaves in two clusters, as written by Alexander Malmberg's tools.
const PRT1_AM: &str = "\
PRT1-AM
2
1
4
4 0 1 (128 -32 0 ) (128 -32 96 ) (128 32 96 ) (128 32 0 ) 
0
1
1
0
";

/// The same portals as written by tyrutils and ericw-tools. ericw-tools omits the space before `)`.
const PRT2: &str = "\
PRT2
4
2
1
4 0 1 (128 -32 0) (128 -32 96) (128 32 96) (128 32 0) 
0 3 -1
1 2 -1
";

fn read(text: &str) -> Result<PortalFile, String> {
    PortalFile::read("a.prt", text.as_bytes(), &Progress::default()).map_err(|error| error.to_string())
}

fn door() -> FilePortal {
    let corners = [
        dvec3(128.0, -32.0, 0.0),
        dvec3(128.0, -32.0, 96.0),
        dvec3(128.0, 32.0, 96.0),
        dvec3(128.0, 32.0, 0.0),
    ];
    FilePortal {
        clusters: [0, 1],
        corners: corners.to_vec(),
    }
}

#[test]
fn a_file_of_each_dialect_is_read() {
    let file = read(PRT1).expect("it is whole");
    assert_eq!(
        (file.dialect, file.clusters, file.leaves()),
        (Dialect::Prt1, 3, 3)
    );
    assert_eq!((&file.portals[0], file.portals.len()), (&door(), 2));
    assert_eq!(file.portals[1].clusters, [1, 2]);
    assert_eq!(file.portals[1].corners[2], dvec3(256.0, 0.0, 96.25));
    assert_eq!(file.write(), PRT1);

    let file = read(PRT1_AM).expect("it is whole");
    assert_eq!(
        (file.dialect, file.clusters, file.leaves()),
        (Dialect::Prt1Am, 2, 4)
    );
    assert_eq!(
        (&file.leaf_clusters[..], &file.portals[..]),
        (&[0, 1, 1, 0][..], &[door()][..])
    );
    assert_eq!(file.write(), PRT1_AM);

    let file = read(PRT2).expect("it is whole");
    assert_eq!(
        (file.dialect, file.clusters, file.leaves()),
        (Dialect::Prt2, 2, 4)
    );
    assert_eq!(
        (&file.leaf_clusters[..], &file.portals[..]),
        (&[0, 1, 1, 0][..], &[door()][..])
    );
    assert_eq!(file.write(), PRT2.replace(')', " )"));
}

#[test]
fn crlf_and_other_whitespace_are_accepted() {
    for text in [PRT1, PRT1_AM, PRT2] {
        assert_eq!(read(&text.replace('\n', "\r\n")), read(text));
        assert_eq!(read(&text.replace('(', " ( ").replace(' ', "\t")), read(text));
    }
}

#[test]
fn errors_are_one_sentence_with_line() {
    let cases = [
        ("", 1, "the file ends where PRT1, PRT1-AM or PRT2 is expected"),
        ("BSP2\n", 1, "found `BSP2` instead of PRT1, PRT1-AM or PRT2"),
        ("317\n1042\n", 1, "Half-Life"),
        ("PRT1\n-3\n2\n", 2, "found `-3` instead of the number of leaves"),
        (
            "PRT1\n2\n4294967296\n",
            3,
            "found `4294967296` instead of the number of portals",
        ),
        (
            "PRT1\n2\n",
            2,
            "the file ends where the number of portals is expected",
        ),
        (
            "PRT1-AM\n2\n0\n4000000000\n",
            4,
            "declares 4000000000 leaves, more than fit in the file",
        ),
        (
            "PRT2\n4000000000\n2\n0\n",
            4,
            "declares 4000000000 leaves, more than fit in the file",
        ),
        (
            "PRT1\n2\n3\n3 0 1 (0 0 0 ) (1 0 0 ) (0 1 0 ) \n",
            4,
            "it ends after 1 of the 3 portals that its header declares",
        ),
        (
            "PRT1\n2\n1\n3 0 1 (0 0 0 ) (1 0 0 ) (0 1 0 ) \n3 0 1\n",
            5,
            "unexpected `3` after the last portal",
        ),
        (
            "PRT1\n2\n1\n2 0 1 (0 0 0 ) (1 0 0 )\n",
            4,
            "a portal has 2 corners, but it needs at least three",
        ),
        (
            "PRT1\n2\n1\n\n3 0 2 (0 0 0 ) (1 0 0 ) (0 1 0 )\n",
            5,
            "it refers to leaf or cluster 2, but the highest number is 1",
        ),
        (
            "PRT1\n0\n1\n3 0 0 (0 0 0 ) (1 0 0 ) (0 1 0 )\n",
            4,
            "it refers to leaf or cluster 0, but its header declares none",
        ),
        (
            "PRT1\n2\n1\n3 0 -1 (0 0 0 ) (1 0 0 ) (0 1 0 )\n",
            4,
            "found `-1` instead of the leaf or cluster next to a portal",
        ),
        (
            "PRT1\n2\n1\n3 0 1 (0 0 0 ) (1 nan 0 ) (0 1 0 )\n",
            4,
            "the coordinate NaN is not finite or is too large",
        ),
        (
            "PRT1\n2\n1\n3 0 1 (0 0 0 ) (1 0 -1e300 ) (0 1 0 )\n",
            4,
            "is not finite or is too large",
        ),
        (
            "PRT1\n2\n1\n3 0 1 (0 0 0 (1 0 0 ) (0 1 0 )\n",
            4,
            "found `(` instead of the `)` of a corner",
        ),
        (
            "PRT1\n2\n1\n3 0 1 (0 0 0 ) (1 0 0 ) (0 1 0",
            4,
            "the file ends where the `)` of a corner is expected",
        ),
        (
            "PRT1\n2\n1\n4 0 1 (0 0 0 ) (1 0 0 ) (0 1 0 )\n",
            4,
            "the file ends where the `(` of a corner is expected",
        ),
        (
            "PRT1-AM\n2\n0\n2\n0\n2\n",
            6,
            "it refers to leaf or cluster 2, but the highest number is 1",
        ),
        (
            "PRT1-AM\n2\n0\n2\n0  \n",
            5,
            "the file ends where the cluster of a leaf is expected",
        ),
        (
            "PRT2\n2\n2\n0\n0 1 -1\n",
            5,
            "the file ends where a leaf of a cluster",
        ),
        (
            "PRT2\n2\n2\n0\n0 -1\n2 -1\n",
            6,
            "it refers to leaf 2, but its header declares 2 leaves",
        ),
        (
            "PRT2\n2\n2\n0\n0 -1\n1 0 -1\n",
            6,
            "leaf 0 is assigned to a cluster twice",
        ),
        (
            "PRT2\n2\n2\n0\n0 -1\n-1\n",
            6,
            "leaf 1 does not belong to a cluster",
        ),
        (
            "PRT2\n2\n2\n0\n0 -2 1\n",
            5,
            "found `-2` instead of a leaf of a cluster",
        ),
    ];
    for (text, line, problem) in cases {
        let error = read(text).expect_err(text);
        assert!(
            error.starts_with(&format!("a.prt, line {line}: ")),
            "{text:?}: {error}"
        );
        assert!(error.contains(problem), "{text:?}: {error}");
    }
    let control = read("PRT1\u{1b}[2J\u{202e}").expect_err("it is none");
    assert!(!control.contains(['\u{1b}', '\u{202e}']), "{control:?}");
    let long = read(&"x".repeat(1 << 20)).expect_err("it is none");
    assert!(long.len() < 200, "{} bytes", long.len());
}

#[test]
fn missing_file_is_named() {
    let error =
        PortalFile::load("/nowhere/a.prt".as_ref(), &Progress::default()).expect_err("no such folder");
    assert!(
        error.to_string().contains("/nowhere/a.prt: no such file"),
        "{error}"
    );
}

#[test]
fn reading_can_be_cancelled() {
    let progress = Progress::default();
    progress.cancel();
    let error = PortalFile::read("a.prt", PRT1.as_bytes(), &progress).expect_err("it was cancelled");
    assert_eq!(error.to_string(), "reading the portal file was cancelled");
}

#[test]
fn every_truncation_terminates() {
    for text in [PRT1, PRT1_AM, PRT2] {
        for end in 0..text.len() {
            check_portal_file(&text.as_bytes()[..end]);
        }
    }
}

fn coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![
        (-4096i32..4096).prop_map(f64::from),
        -1.0e10..1.0e10,
        Just(0.1 + 0.2),
        Just(1.0e-300),
    ]
}

fn portal(clusters: u32) -> impl Strategy<Value = FilePortal> {
    let corner = (coordinate(), coordinate(), coordinate()).prop_map(|(x, y, z)| DVec3::new(x, y, z));
    (0..clusters, 0..clusters, prop::collection::vec(corner, 3..9)).prop_map(|(front, behind, corners)| {
        FilePortal {
            clusters: [front, behind],
            corners,
        }
    })
}

fn file() -> impl Strategy<Value = PortalFile> {
    (prop::sample::select(Dialect::ALL.to_vec()), 1u32..7).prop_flat_map(|(dialect, clusters)| {
        let leaves = if dialect == Dialect::Prt1 { 0..1 } else { 0..12 };
        let portals = prop::collection::vec(portal(clusters), 0..8);
        (portals, prop::collection::vec(0..clusters, leaves)).prop_map(move |(portals, leaf_clusters)| {
            PortalFile {
                dialect,
                clusters,
                leaf_clusters,
                portals,
            }
        })
    })
}

/// Generates words as found in files, both valid and invalid.
fn word() -> impl Strategy<Value = String> {
    let words = [
        "(",
        ")",
        "-1",
        "nan",
        "inf",
        "1e400",
        "4294967295",
        "PRT2",
        "(((",
        "\u{0}",
        "é",
        "\n",
    ];
    prop_oneof![
        6 => (0u32..6).prop_map(|number| number.to_string()),
        2 => coordinate().prop_map(|number| number.to_string()),
        2 => prop::sample::select(words.to_vec()).prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(strategies::config(effort::sampled_or_whole(64, 256)))]

    #[test]
    fn written_file_round_trips(file in file()) {
        let text = file.write();
        prop_assert_eq!(read(&text), Ok(file), "{}", text);
    }

    #[test]
    fn random_words_terminate(first in 0usize..4, words in prop::collection::vec(word(), 0..60)) {
        let first = ["PRT1", "PRT1-AM", "PRT2", ""][first];
        check_portal_file(format!("{first}\n{}", words.join(" ")).as_bytes());
    }

    #[test]
    fn mutated_files_terminate(
        file in file(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = file.write().into_bytes();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        check_portal_file(&bytes);
    }
}
