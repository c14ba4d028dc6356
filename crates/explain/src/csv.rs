//! Comma-separated values (RFC 4180), as spreadsheets read them.

/// A cell of text, in quotes. One that a spreadsheet would take for a formula gets a quote mark before it.
#[must_use]
pub fn cell(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@']) {
        "'"
    } else {
        ""
    };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_doubled_and_formulas_guarded() {
        for (text, expected) in [
            ("a, b", "\"a, b\""),
            ("say \"b\"", "\"say \"\"b\"\"\""),
            ("=1+1", "\"'=1+1\""),
            ("", "\"\""),
        ] {
            assert_eq!(cell(text), expected);
        }
    }
}
