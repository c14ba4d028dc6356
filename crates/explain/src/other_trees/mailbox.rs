//! A mailbox, which lets a query skip triangles that it has already tested in another leaf.

/// Number of triangles that can be remembered.
const SLOTS: usize = 64;

/// Slot value that is not the number of any triangle.
const EMPTY: u32 = u32::MAX;

/// Remembers the triangles that a query has tested.
///
/// Each slot holds one triangle. If two triangles share a slot, the older one is forgotten and may be tested again.
pub(super) struct Mailbox([u32; SLOTS]);

impl Default for Mailbox {
    fn default() -> Self {
        Self([EMPTY; SLOTS])
    }
}

impl Mailbox {
    /// Marks the triangle as tested; returns whether it already was.
    #[inline]
    pub(super) fn already_tested(&mut self, triangle: u32) -> bool {
        let slot = &mut self.0[triangle as usize % SLOTS];
        std::mem::replace(slot, triangle) == triangle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mailbox_remembers_until_a_collision() {
        let mut mailbox = Mailbox::default();
        assert_eq!(
            [5, 6, 5].map(|triangle| mailbox.already_tested(triangle)),
            [false, false, true]
        );
        assert!(!mailbox.already_tested(5 + SLOTS as u32));
        assert!(!mailbox.already_tested(5));
        assert!(mailbox.already_tested(6));
    }
}
