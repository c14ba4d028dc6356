//! Differences in words.

use bspwalk_progress::words::count;

use super::matching::Counts;

/// What became of a number of things: "12 → 15: 2 gone, 5 came", or "12, all the same".
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
            0 => "none".to_owned(),
            before => format!("{}, all the same", count(before)),
        };
    }
    format!(
        "{} → {}: {} gone, {} came",
        count(before),
        count(after),
        count(gone),
        count(came)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_said_with_both_numbers() {
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
