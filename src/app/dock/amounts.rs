//! Formats amounts of a measure.

use bspwalk_progress::words;
use bspwalk_text::text;
use bspwalk_trees::node_storing::Measure;

/// Formats an amount with its unit.
pub(super) fn words(measure: Measure, amount: f64) -> String {
    let count = amount.max(0.0).round() as u64;
    match measure {
        Measure::Faces => words::counted(count, "face"),
        Measure::Nodes => words::counted(count, "node"),
        Measure::Cuts => words::counted(count, "cut"),
        Measure::Area => format!("{amount:.1} m²"),
        Measure::Cost if amount < 10.0 => text!("dock-visits", amount = format_args!("{amount:.2}")),
        Measure::Cost => text!("dock-visits", amount = format_args!("{amount:.0}")),
    }
}

/// Formats a share from 0 to 1 as a percentage.
pub(super) fn share(share: f64) -> String {
    match share * 100.0 {
        percent if percent <= 0.0 => text!("dock-nothing").into(),
        percent if percent < 0.01 => text!("dock-less-than").into(),
        percent if percent < 9.95 => format!("{percent:.2} %"),
        percent => format!("{percent:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_units_and_shares_are_readable() {
        assert_eq!(words(Measure::Faces, 1.0), "1 face");
        assert_eq!(words(Measure::Cuts, 1234.0), "1,234 cuts");
        assert_eq!(words(Measure::Area, 12.34), "12.3 m²");
        assert_eq!((share(0.0), share(0.5)), ("nothing".into(), "50 %".into()));
        assert_eq!(
            (share(0.0123), share(1.0e-7)),
            ("1.23 %".into(), "less than 0.01 %".into())
        );
    }
}
