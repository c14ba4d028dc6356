//! CSV escaping (RFC 4180).

/// Escapes the text of a cell. If a spreadsheet would interpret the text as a formula, an apostrophe is prepended.
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
    fn csv_escapes_quotes_and_formulas() {
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
