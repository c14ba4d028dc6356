//! Disjoint sets (union–find).

/// A partition of the numbers 0 to n − 1 into disjoint sets. Uses path halving (Tarjan and van Leeuwen 1984).
///
/// The smallest member represents its set, so results do not depend on the order of unions.
#[derive(Clone, Debug)]
pub struct DisjointSets(Vec<u32>);

impl DisjointSets {
    /// Creates `count` singleton sets.
    #[must_use]
    pub fn new(count: u32) -> Self {
        Self((0..count).collect())
    }

    /// Returns the smallest member of the set that contains `x`.
    ///
    /// # Panics
    /// Panics if `x` is not below the count.
    pub fn find(&mut self, mut x: u32) -> u32 {
        while self.0[x as usize] != x {
            let grandparent = self.0[self.0[x as usize] as usize];
            self.0[x as usize] = grandparent;
            x = grandparent;
        }
        x
    }

    /// Merges the sets that contain `a` and `b`.
    ///
    /// # Panics
    /// Panics if `a` or `b` is not below the count.
    pub fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b) as usize] = a.min(b);
    }

    /// Returns, for each number, the smallest member of its set.
    #[must_use]
    pub fn representatives(mut self) -> Vec<u32> {
        (0..self.0.len() as u32).map(|x| self.find(x)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_member_represents_set() {
        let mut sets = DisjointSets::new(6);
        for (a, b) in [(5, 3), (3, 4), (1, 0), (4, 5)] {
            sets.unite(a, b);
        }
        assert_eq!(sets.find(5), 3);
        assert_eq!(sets.representatives(), [0, 0, 2, 3, 3, 3]);
        assert!(DisjointSets::new(0).representatives().is_empty());
    }
}
