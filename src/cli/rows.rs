//! JSON that is written while it is made: lists whose items are never all in memory, each item on a line of its own.

use std::io::{self, Write};

use bspwalk_progress::Progress;
use serde::{
    Serialize, Serializer,
    ser::{Error as _, SerializeSeq},
};
use serde_json::ser::Formatter;

/// A list whose items are made one after the other.
pub(super) struct Rows<'a, F> {
    progress: &'a Progress,
    items: F,
}

impl<'a, F> Rows<'a, F> {
    /// The items of an iterator; each is a step of the progress.
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

/// Writes a document: each key of it, and each item of its lists, begins a line.
pub(super) fn write(out: &mut dyn Write, document: &impl Serialize) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, RowALine::default());
    document.serialize(&mut serializer).map_err(io::Error::from)?;
    out.write_all(b"\n")
}

/// Begins lines in the document itself and in the lists of it, and nowhere below.
#[derive(Default)]
struct RowALine {
    /// Objects and lists that are open.
    depth: u32,
}

impl RowALine {
    /// What stands before a key or an item: the line begins where so many objects and lists are open.
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

/// Open where a key of the document begins, and where an item of a list of the document does.
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
    fn each_key_and_each_item_begins_a_line_and_nothing_below_does() {
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
    fn a_list_ends_where_it_is_cancelled() {
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
