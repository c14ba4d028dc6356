//! Escaping for comma-separated values (RFC 4180) that spreadsheets open.

/// Returns a text as a quoted cell. A leading apostrophe protects text that a spreadsheet would evaluate as a formula.
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
