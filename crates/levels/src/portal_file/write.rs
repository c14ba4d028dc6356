//! Writes portal files in the format of qbsp.

use std::fmt::Write;

use super::{Dialect, PortalFile};

impl PortalFile {
    /// Returns the text of the file. Reading it gives an equal value.
    #[must_use]
    pub fn write(&self) -> String {
        let (leaves, portals) = (self.leaves() as usize, self.portals.len());
        let clusters = self.clusters as usize;
        let header: &[usize] = match self.dialect {
            Dialect::Prt1 => &[clusters, portals],
            Dialect::Prt1Am => &[clusters, portals, leaves],
            Dialect::Prt2 => &[leaves, clusters, portals],
        };
        let mut text = self.dialect.first_line().to_owned() + "\n";
        // Writing to a `String` cannot fail.
        for count in header {
            let _ = writeln!(text, "{count}");
        }
        for portal in &self.portals {
            let [front, behind] = portal.clusters;
            let _ = write!(text, "{} {front} {behind} ", portal.corners.len());
            for corner in &portal.corners {
                // Adding zero turns −0 into 0.
                let [x, y, z] = (*corner + 0.0).to_array();
                let _ = write!(text, "({x} {y} {z} ) ");
            }
            text.push('\n');
        }
        match self.dialect {
            Dialect::Prt1 => {}
            Dialect::Prt1Am => {
                for cluster in &self.leaf_clusters {
                    let _ = writeln!(text, "{cluster}");
                }
            }
            Dialect::Prt2 => self.write_clusters(&mut text),
        }
        text
    }

    /// Writes the leaves of each cluster, one cluster per line.
    fn write_clusters(&self, text: &mut String) {
        let mut leaves: Vec<(u32, u32)> = self.leaf_clusters.iter().copied().zip(0..).collect();
        leaves.sort_unstable();
        let mut leaves = leaves.into_iter().peekable();
        for cluster in 0..self.clusters {
            while let Some((_, leaf)) = leaves.next_if(|&(of, _)| of == cluster) {
                let _ = write!(text, "{leaf} ");
            }
            text.push_str("-1\n");
        }
    }
}
