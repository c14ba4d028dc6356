//! Mailboxing: remembers the triangles that a query has tested.

use crate::node::NONE;

/// Remembers the triangles that a query has tested, so that most are not tested again for another fragment
/// (mailboxing).
///
/// Each slot holds one triangle. On a collision, the older triangle is forgotten, which only costs another
/// test.
pub(crate) struct Mailbox {
    few: [u32; Self::FEW],
    /// Larger table for a query that tests many triangles. It is empty until `few` fills up.
    many: Vec<u32>,
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
    const MANY: usize = 1024;

    /// Marks the triangle as tested; returns whether it already was. May return `false` for a tested triangle
    /// that was overwritten by a collision.
    #[inline]
    pub(crate) fn already_tested(&mut self, triangle: u32) -> bool {
        let slot = match &mut self.many[..] {
            [] => &mut self.few[triangle as usize % Self::FEW],
            many => &mut many[triangle as usize % Self::MANY],
        };
        let is_known = std::mem::replace(slot, triangle) == triangle;
        self.tested += usize::from(!is_known);
        if self.tested == Self::FEW && self.many.is_empty() {
            self.make_room();
        }
        is_known
    }

    #[cold]
    fn make_room(&mut self) {
        self.many.resize(Self::MANY, NONE);
        for triangle in self.few.into_iter().filter(|&triangle| triangle != NONE) {
            self.many[triangle as usize % Self::MANY] = triangle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Mailbox;

    #[test]
    fn mailbox_remembers_few_and_many_triangles() {
        for count in [10, 64, 65, 700] {
            let mut mailbox = Mailbox::default();
            assert!(
                !(0..count).any(|triangle| mailbox.already_tested(triangle)),
                "{count}"
            );
            assert!(
                (0..count).all(|triangle| mailbox.already_tested(triangle)),
                "{count}"
            );
        }
    }
}
