//! Disjoint sets under union (union-find).

/// A partition of the numbers 0 to n − 1, by union with path halving (Tarjan and van Leeuwen 1984). The least member of
/// a set stands for it, so that the answers do not depend on the order of the unions.
#[derive(Clone, Debug)]
pub struct DisjointSets(Vec<u32>);

impl DisjointSets {
    /// Each of `count` numbers in a set of its own.
    #[must_use]
    pub fn new(count: u32) -> Self {
        Self((0..count).collect())
    }

    /// The least member of the set of `x`.
    ///
    /// # Panics
    /// Where `x` is not below the count.
    pub fn find(&mut self, mut x: u32) -> u32 {
        while self.0[x as usize] != x {
            let grandparent = self.0[self.0[x as usize] as usize];
            self.0[x as usize] = grandparent;
            x = grandparent;
        }
        x
    }

    /// Unites the sets of `a` and `b`.
    ///
    /// # Panics
    /// Where `a` or `b` is not below the count.
    pub fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b) as usize] = a.min(b);
    }

    /// For each number the least member of its set.
    #[must_use]
    pub fn representatives(mut self) -> Vec<u32> {
        (0..self.0.len() as u32).map(|x| self.find(x)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_joined_and_named_by_their_least_member() {
        let mut sets = DisjointSets::new(6);
        for (a, b) in [(5, 3), (3, 4), (1, 0), (4, 5)] {
            sets.unite(a, b);
        }
        assert_eq!(sets.find(5), 3);
        assert_eq!(sets.representatives(), [0, 0, 2, 3, 3, 3]);
        assert!(DisjointSets::new(0).representatives().is_empty());
    }
}
