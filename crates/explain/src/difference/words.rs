//! Text about differences.

use bspwalk_progress::words::count;
use bspwalk_text::text;

use super::matching::Counts;

/// Formats a change: "12 → 15: 2 gone, 5 came", or "12, all the same".
#[must_use]
pub fn change(counts: &Counts) -> String {
    let Counts {
        before,
        after,
        gone,
        came,
    } = *counts;
    if counts.is_nothing() {
        return match before {
            0 => text!("difference-change-none").to_owned(),
            before => text!("difference-change-same", count = count(before)),
        };
    }
    text!(
        "difference-change",
        before = count(before),
        after = count(after),
        gone = count(gone),
        came = count(came)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn change_shows_before_and_after() {
        let mut counts = Counts {
            before: 1200,
            after: 1203,
            gone: 2,
            came: 5,
        };
        assert_eq!(change(&counts), "1,200 → 1,203: 2 gone, 5 came");
        (counts.gone, counts.came) = (0, 0);
        assert_eq!(change(&counts), "1,200, all the same");
        assert_eq!(change(&Counts::default()), "none");
    }
}
