//! The PVS of the file.

use fixedbitset::FixedBitSet;

use super::{QuakeLeafId, QuakeTree};

impl QuakeTree {
    /// Whether the file has a PVS.
    #[must_use]
    pub fn has_pvs(&self) -> bool {
        self.parts.rows.iter().any(Option::is_some)
    }

    /// Whether a leaf is potentially visible from another, by the file's PVS. Leaves without a cluster see everything
    /// and are visible from everywhere. Without a PVS, all leaves see each other.
    #[must_use]
    pub fn sees(&self, from: QuakeLeafId, to: QuakeLeafId) -> bool {
        let cluster = |leaf| self.leaf(leaf).and_then(|leaf| leaf.cluster);
        match (cluster(from), cluster(to)) {
            (Some(from), Some(to)) => {
                from == to || self.row(from).is_none_or(|row| row.contains(to as usize))
            }
            _ => true,
        }
    }

    /// Returns the row of a cluster: the clusters that are potentially visible from it, including itself. `None` if
    /// it sees everything. If the file truncates a row, the missing clusters are hidden, as in the engines.
    #[must_use]
    pub fn row(&self, cluster: u32) -> Option<FixedBitSet> {
        let start = (*self.parts.rows.get(cluster as usize)?)?;
        let count = self.parts.rows.len();
        let mut row = FixedBitSet::with_capacity(count);
        let mut bytes = self.parts.visibility.get(start as usize..)?.iter();
        let mut at = 0;
        while at < count {
            let Some(&byte) = bytes.next() else { break };
            if byte == 0 {
                let Some(&run) = bytes.next() else { break };
                at += 8 * usize::from(run);
                continue;
            }
            for bit in 0..8 {
                if byte >> bit & 1 != 0 && at + bit < count {
                    row.insert(at + bit);
                }
            }
            at += 8;
        }
        row.insert(cluster as usize);
        Some(row)
    }
}
