//! Grouped items, stored as an array of items and an array of group starts.

/// Grouped items. Group `i` is `items[first[i]..first[i + 1]]`.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Grouped<T> {
    first: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy + Default> Grouped<T> {
    /// Distributes the items of `pairs` to their groups with a stable counting sort.
    pub(super) fn new(count: u32, pairs: impl Iterator<Item = (u32, T)> + Clone) -> Self {
        let mut first = vec![0; count as usize + 1];
        for (group, _) in pairs.clone() {
            first[group as usize + 1] += 1;
        }
        for group in 1..first.len() {
            first[group] += first[group - 1];
        }
        let mut next = first.clone();
        let mut items = vec![T::default(); first[count as usize] as usize];
        for (group, item) in pairs {
            let next = &mut next[group as usize];
            items[*next as usize] = item;
            *next += 1;
        }
        Self { first, items }
    }

    pub(super) fn count(&self) -> u32 {
        (self.first.len() as u32).saturating_sub(1)
    }

    /// Returns the items of a group, or an empty slice if the group does not exist.
    #[inline]
    pub(super) fn of(&self, group: u32) -> &[T] {
        match *self.first.get(group as usize..).unwrap_or_default() {
            [from, to, ..] => self.items.get(from as usize..to as usize).unwrap_or_default(),
            _ => &[],
        }
    }

    pub(super) fn are_whole(&self, groups: u32, items: usize) -> bool {
        self.first.len() == groups as usize + 1
            && self.first[0] == 0
            && self.first[groups as usize] as usize == self.items.len()
            && self.first.is_sorted()
            && self.items.len() == items
    }
}
