//! Which tools the bar has room for.

/// A tool in the bar, as far as its room matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sized {
    /// Its width, with the space behind it, in points.
    pub(super) width: f32,
    /// How soon it makes room: the greatest first, and never at 0. Of equal ones the last goes first.
    pub(super) rank: u8,
}

/// Whether each tool is shown in a bar of this width.
pub(super) fn shown(tools: &[Sized], room: f32) -> Vec<bool> {
    let mut shown = vec![true; tools.len()];
    let mut width: f32 = tools.iter().map(|tool| tool.width).sum();
    while width > room {
        let last = (0..tools.len())
            .filter(|&place| shown[place] && tools[place].rank > 0)
            .max_by_key(|&place| (tools[place].rank, place));
        let Some(last) = last else { break };
        shown[last] = false;
        width -= tools[last].width;
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_wanted_make_room_first_and_some_never() {
        let tools = [(40.0, 0), (50.0, 2), (8.0, 1), (40.0, 2), (40.0, 1), (30.0, 0)];
        let tools = tools.map(|(width, rank)| Sized { width, rank });
        let of = |room| shown(&tools, room);
        assert_eq!(of(208.0), [true; 6]);
        assert_eq!(of(207.0), [true, true, true, false, true, true]);
        assert_eq!(of(160.0), [true, false, true, false, true, true]);
        assert_eq!(of(100.0), [true, false, true, false, false, true]);
        assert_eq!(of(0.0), [true, false, false, false, false, true]);
        assert!(shown(&[], 10.0).is_empty());
    }
}
