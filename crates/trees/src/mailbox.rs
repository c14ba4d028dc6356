//! Mailboxing: remembers the triangles that a query has tested.

use crate::hits::TriangleId;

/// Content of an empty slot.
const NONE: TriangleId = TriangleId(u32::MAX);

/// Mailbox of a query: remembers the tested triangles, so that most of them are not tested again for another fragment.
///
/// Each slot stores one triangle. On a collision, the older triangle is overwritten, which only costs an additional
/// test. The table grows with the number of tests, because in a heap of slivers a single query may reach many fragments
/// of thousands of triangles.
pub(crate) struct Mailbox {
    few: [TriangleId; Self::FEW],
    /// Larger table for a query that tests many triangles. It is empty until `few` fills up. Its length is a power of
    /// two.
    many: Vec<TriangleId>,
    tested: usize,
}

impl Default for Mailbox {
    fn default() -> Self {
        Self {
            few: [NONE; Self::FEW],
            many: Vec::new(),
            tested: 0,
        }
    }
}

impl Mailbox {
    const FEW: usize = 64;
    /// Number of slots in the first larger table.
    const MANY: usize = 1024;
    /// Size ratio between successive larger tables.
    const GROWTH: usize = 4;

    /// Marks the triangle as tested, and returns whether it already was. May return `false` for a tested triangle that
    /// was overwritten by a collision.
    #[inline]
    pub(crate) fn already_tested(&mut self, triangle: TriangleId) -> bool {
        let slots = match &mut self.many[..] {
            [] => &mut self.few[..],
            many => many,
        };
        let count = slots.len();
        let slot = &mut slots[triangle.index() & (count - 1)];
        let is_known = std::mem::replace(slot, triangle) == triangle;
        self.tested += usize::from(!is_known);
        if self.tested >= count {
            self.make_room();
        }
        is_known
    }

    #[cold]
    fn make_room(&mut self) {
        let before = match std::mem::take(&mut self.many) {
            many if many.is_empty() => self.few.to_vec(),
            many => many,
        };
        let count = Self::MANY.max(Self::GROWTH * before.len());
        self.many.resize(count, NONE);
        for triangle in before.into_iter().filter(|&triangle| triangle != NONE) {
            self.many[triangle.index() & (count - 1)] = triangle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Mailbox, TriangleId};

    #[test]
    fn mailbox_remembers_few_and_many_triangles() {
        for count in [10, 64, 65, 700, 1024, 5_000, 100_000] {
            let mut mailbox = Mailbox::default();
            assert!(
                !(0..count).any(|triangle| mailbox.already_tested(TriangleId(triangle))),
                "{count}"
            );
            assert!(
                (0..count).all(|triangle| mailbox.already_tested(TriangleId(triangle))),
                "{count}"
            );
        }
    }
}
