//! Text shown to the user: counts, sizes, lengths and durations with units. Also escapes file contents for a terminal.

pub use bspwalk_levels::words::{count, printable, printable_lines};

use crate::{Argument, formatted};

/// Formats a number with a noun from the messages `text-counted-*`. For example, `counted(3, "leaf")` returns "3
/// leaves".
#[must_use]
pub fn count_with_noun(number: impl Into<u64>, noun: &str) -> String {
    formatted(&id(noun), &[("count", Argument::new(&count(number)))])
}

/// Describes part of a total, for use at the start of a sentence: "400 of 12,033 planes", "All 31 planes", "1 plane",
/// "No planes".
#[must_use]
pub fn describe_share([some, all]: [usize; 2], noun: &str) -> String {
    let [some_of, count] = [some, all].map(|number| Argument::new(&count(number as u64)));
    match all {
        _ if some < all => formatted(
            &format!("{}.some", id(noun)),
            &[("some", some_of), ("count", count)],
        ),
        0 => formatted(&format!("{}.none", id(noun)), &[]),
        1 => formatted(&id(noun), &[("count", count)]),
        _ => formatted(&format!("{}.all", id(noun)), &[("count", count)]),
    }
}

/// Returns the message ID for a counted noun.
fn id(noun: &str) -> String {
    format!("text-counted-{}", noun.replace(' ', "-"))
}

/// Formats a size in bytes with a suitable unit, for example "512 B", "1.5 KiB" or "3.0 MiB".
#[must_use]
pub fn bytes(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
    }
}

/// Formats a duration in milliseconds with a suitable unit, for example "2.50 ms" or "1.23 s".
#[must_use]
pub fn milliseconds(ms: f64) -> String {
    match ms {
        ms if ms < 10.0 => format!("{ms:.2} ms"),
        ms if ms < 1000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.2} s", ms / 1000.0),
    }
}

/// Formats a length in metres with a suitable unit, for example "2.0 mm", "25.0 cm" or "12.00 m".
#[must_use]
pub fn metres(length: f64) -> String {
    // Adding zero turns −0 into 0.
    let length = length + 0.0;
    match length.abs() {
        size if size < 0.01 => format!("{:.1} mm", length * 1e3),
        size if size < 1.0 => format!("{:.1} cm", length * 1e2),
        _ => format!("{length:.2} m"),
    }
}

/// Capitalizes the first letter, for the start of a sentence. For example, "leaf 3" becomes "Leaf 3".
#[must_use]
pub fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    first.chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_start_with_a_capital() {
        for (text, sentence) in [
            ("leaf 3", "Leaf 3"),
            ("", ""),
            ("Ä", "Ä"),
            ("ät", "Ät"),
            ("`ati`", "`ati`"),
        ] {
            assert_eq!(capitalized(text), sentence);
        }
    }

    #[test]
    fn counts_have_singular_and_plural() {
        assert_eq!(count_with_noun(0_u32, "face"), "0 faces");
        assert_eq!(count_with_noun(1_u32, "face"), "1 face");
        assert_eq!(count_with_noun(1_234_u32, "leaf"), "1,234 leaves");
        assert_eq!(count_with_noun(1_u32, "leaf"), "1 leaf");
    }

    #[test]
    fn of_all_shows_partial_and_full_counts() {
        let planes = |counts| describe_share(counts, "plane");
        assert_eq!(planes([400, 12_033]), "400 of 12,033 planes");
        assert_eq!(planes([31, 31]), "All 31 planes");
        assert_eq!(planes([1, 1]), "1 plane");
        assert_eq!(planes([0, 1]), "0 of 1 plane");
        assert_eq!(planes([0, 0]), "No planes");
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(bytes(512), "512 B");
        assert_eq!(bytes(1536), "1.5 KiB");
        assert_eq!(bytes(3 << 20), "3.0 MiB");
        assert_eq!(
            (metres(-0.002).as_str(), metres(-0.0).as_str()),
            ("-2.0 mm", "0.0 mm")
        );
        assert_eq!(metres(0.25), "25.0 cm");
        assert_eq!(metres(12.0), "12.00 m");
        assert_eq!(milliseconds(1234.0), "1.23 s");
    }
}
