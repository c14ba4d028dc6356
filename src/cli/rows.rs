//! Streams JSON. List items are generated while they are written, so a list is never held in memory as a whole. Each
//! item is on a separate line.

use std::io::{self, Write};

use bspwalk_progress::Progress;
use serde::{
    Serialize, Serializer,
    ser::{Error as _, SerializeSeq},
};
use serde_json::ser::Formatter;

/// A list whose items are generated while it is serialized.
pub(super) struct Rows<'a, F> {
    progress: &'a Progress,
    items: F,
}

impl<'a, F> Rows<'a, F> {
    /// Creates a list from a function that returns an iterator. Writing an item advances the progress by one step.
    pub(super) fn new(progress: &'a Progress, items: F) -> Self {
        Self { progress, items }
    }
}

impl<F, I> Serialize for Rows<'_, F>
where
    F: Fn() -> I,
    I: Iterator<Item: Serialize>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for item in (self.items)() {
            self.progress.check().map_err(S::Error::custom)?;
            list.serialize_element(&item)?;
            self.progress.advance(1);
        }
        list.end()
    }
}

/// Writes a document. Each top-level key starts a new line, and so does each item of a top-level list.
pub(super) fn write(out: &mut dyn Write, document: &impl Serialize) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, RowALine::default());
    document.serialize(&mut serializer).map_err(io::Error::from)?;
    out.write_all(b"\n")
}

/// A formatter that adds line breaks in the document and in its lists, but not in anything nested deeper.
#[derive(Default)]
struct RowALine {
    /// Number of open objects and lists.
    depth: u32,
}

impl RowALine {
    /// Writes the separator before a key or an item. Also writes a line break if the depth is `at`.
    fn separate(&self, writer: &mut (impl Write + ?Sized), is_first: bool, at: u32) -> io::Result<()> {
        if !is_first {
            writer.write_all(b",")?;
        }
        if self.depth == at {
            writer.write_all(b"\n")?;
        }
        Ok(())
    }

    fn close(&mut self, writer: &mut (impl Write + ?Sized), bracket: &[u8], at: u32) -> io::Result<()> {
        if self.depth == at {
            writer.write_all(b"\n")?;
        }
        self.depth -= 1;
        writer.write_all(bracket)
    }
}

/// Nesting depth of the document's keys. The items of its lists are one level deeper.
const KEY: u32 = 1;
const ITEM: u32 = 2;

impl Formatter for RowALine {
    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"}", KEY)
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, writer: &mut W, is_first: bool) -> io::Result<()> {
        self.separate(writer, is_first, KEY)
    }

    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"]", ITEM)
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, writer: &mut W, is_first: bool) -> io::Result<()> {
        self.separate(writer, is_first, ITEM)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn top_keys_and_items_start_lines() {
        let document = json!({"a": 1, "list": [{"x": [1, 2], "y": {"z": []}}, {}], "none": []});
        let mut out = Vec::new();
        write(&mut out, &document).expect("memory takes it");
        let text = String::from_utf8(out).expect("UTF-8");
        let lines = [
            "{",
            r#""a":1,"#,
            r#""list":["#,
            r#"{"x":[1,2],"y":{"z":[]}},"#,
            "{}",
            "],",
            r#""none":["#,
            "]",
            "}",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), lines);
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), document);
    }

    #[test]
    fn cancelling_ends_the_list() {
        let progress = Progress::default();
        let items = || {
            (0..10).inspect(|&item| {
                if item == 4 {
                    progress.cancel();
                }
            })
        };
        let mut out = Vec::new();
        let written = write(&mut out, &Rows::new(&progress, items));
        assert!(written.is_err());
        assert_eq!(String::from_utf8(out).expect("UTF-8"), "[0,1,2,3");
    }
}
