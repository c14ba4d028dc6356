//! Converts the content of the terminal to text with ANSI colour codes.

use std::fmt::Write;

use bspwalk_text::lines;
use ratatui::{
    buffer::Buffer,
    style::{Color, Modifier},
};

/// Returns the text, one line per row. Each line starts and ends with default colours.
pub(super) fn ansi(buffer: &Buffer) -> String {
    let mut text = String::new();
    for row in buffer.area.rows() {
        let mut style = (Color::Reset, Color::Reset, Modifier::empty());
        let mut hidden = 0;
        for place in row.positions() {
            let Some(cell) = buffer.cell(place) else { continue };
            if hidden > 0 {
                // This cell is covered by a wide character.
                hidden -= 1;
                continue;
            }
            hidden = lines::columns(cell.symbol()).saturating_sub(1);
            let own = (cell.fg, cell.bg, cell.modifier);
            if own != style {
                style = own;
                text.push_str("\x1b[0");
                if own.2.contains(Modifier::BOLD) {
                    text.push_str(";1");
                }
                if own.2.contains(Modifier::REVERSED) {
                    text.push_str(";7");
                }
                color(&mut text, own.0, 38);
                color(&mut text, own.1, 48);
                text.push('m');
            }
            text.push_str(cell.symbol());
        }
        if style != (Color::Reset, Color::Reset, Modifier::empty()) {
            text.push_str("\x1b[0m");
        }
        text.push('\n');
    }
    text
}

fn color(text: &mut String, color: Color, of: u8) {
    // Writing to a string cannot fail.
    let _ = match color {
        Color::Rgb(r, g, b) => write!(text, ";{of};2;{r};{g};{b}"),
        Color::Indexed(index) => write!(text, ";{of};5;{index}"),
        _ => Ok(()),
    };
}

#[cfg(test)]
mod tests {
    use ratatui::{layout::Rect, style::Style};

    use super::*;

    #[test]
    fn colours_end_with_the_line() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 2));
        let style = Style::new().fg(Color::Rgb(1, 2, 3)).bg(Color::Indexed(7));
        buffer.set_string(0, 0, "ab", style);
        buffer.set_string(0, 1, "树a", Style::new());
        assert_eq!(ansi(&buffer), "\x1b[0;38;2;1;2;3;48;5;7mab\x1b[0m  \n树a \n");
    }
}
