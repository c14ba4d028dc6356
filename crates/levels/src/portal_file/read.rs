//! Reads portal files. Line breaks are treated as white space, as in `vis`.

use std::path::Path;

use crate::{Text, text, words};
use bspwalk_progress::Progress;
use glam::DVec3;

use super::{Dialect, FilePortal, PortalFile, PortalFileError, is_in_range};
use crate::{read_file, warnings::shortened};

const COUNTS: [Text; 3] = [
    text!("portalfile-number-of-leaves"),
    text!("portalfile-number-of-clusters"),
    text!("portalfile-number-of-portals"),
];

/// Placeholder for a leaf that has no cluster yet.
const NO_CLUSTER: u32 = u32::MAX;

const QUOTED: usize = 32;

impl PortalFile {
    /// Loads a portal file.
    ///
    /// # Errors
    /// See [`PortalFileError`].
    pub fn load(path: &Path, progress: &Progress) -> Result<Self, PortalFileError> {
        let file = path.display().to_string();
        let bytes = read_file(path, &file, progress)?;
        Self::read(&file, &bytes, progress)
    }

    /// Parses the bytes of a portal file. `file` is the name used in errors.
    ///
    /// # Errors
    /// See [`PortalFileError`].
    pub fn read(file: &str, bytes: &[u8], progress: &Progress) -> Result<Self, PortalFileError> {
        progress.begin("Reading the portal file", 0);
        let mut words = Words::new(file, bytes);
        let dialect = words.dialect()?;
        let mut counts = [0; 3];
        for &place in dialect.header() {
            counts[place] = words.number(COUNTS[place].clone())?;
        }
        let [leaves, mut clusters, portals] = counts;
        if dialect == Dialect::Prt1 {
            clusters = leaves;
        }
        let is_counted = dialect != Dialect::Prt1;
        // After the portals, each leaf takes at least two bytes: a digit and a space.
        if is_counted && leaves as usize > words.left() {
            return Err(words.wrong(text!("portalfile-too-many-leaves", leaves)));
        }
        let mut read = Self {
            dialect,
            clusters,
            leaf_clusters: Vec::new(),
            portals: Vec::new(),
        };
        for index in 0..portals {
            progress.check_at(index as usize)?;
            if words.is_at_end() {
                return Err(words.wrong(text!("portalfile-ends-after", index, portals)));
            }
            read.portals.push(words.portal(clusters)?);
        }
        match dialect {
            Dialect::Prt1 => {}
            Dialect::Prt1Am => {
                for leaf in 0..leaves {
                    progress.check_at(leaf as usize)?;
                    let cluster = words.number(text!("portalfile-cluster-of-leaf"))?;
                    words.check_cluster(cluster, clusters)?;
                    read.leaf_clusters.push(cluster);
                }
            }
            Dialect::Prt2 => read.leaf_clusters = words.leaves_of_clusters(leaves, clusters, progress)?,
        }
        if let Some(word) = words.next() {
            let problem = text!("portalfile-stands-after", word = quoted(word));
            return Err(words.wrong(problem));
        }
        Ok(read)
    }
}

/// Splits a file into numbers and brackets.
struct Words<'a> {
    file: &'a str,
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Words<'a> {
    fn new(file: &'a str, bytes: &'a [u8]) -> Self {
        Self {
            file,
            bytes,
            at: 0,
            line: 1,
        }
    }

    fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    fn wrong(&self, problem: Text) -> PortalFileError {
        PortalFileError::Wrong {
            file: self.file.to_owned(),
            line: self.line,
            problem,
        }
    }

    /// Advances to the next word. At the end of the text, keeps the line number of the last word.
    fn skip_blanks(&mut self) {
        let rest = &self.bytes[self.at..];
        let blanks = rest.iter().position(|byte| !byte.is_ascii_whitespace());
        let Some(blanks) = blanks else {
            self.at = self.bytes.len();
            return;
        };
        self.line += rest[..blanks].iter().filter(|&&byte| byte == b'\n').count();
        self.at += blanks;
    }

    fn is_at_end(&mut self) -> bool {
        self.skip_blanks();
        self.at == self.bytes.len()
    }

    /// Returns the next word: either a bracket, or everything up to white space or a bracket.
    fn next(&mut self) -> Option<&'a [u8]> {
        self.skip_blanks();
        let rest = &self.bytes[self.at..];
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'(' | b')');
        let length = match rest.first()? {
            b'(' | b')' => 1,
            _ => rest.iter().position(ends).unwrap_or(rest.len()),
        };
        self.at += length;
        Some(&rest[..length])
    }

    fn unexpected(&self, word: Option<&[u8]>, expected: Text) -> PortalFileError {
        self.wrong(match word {
            Some(word) => text!("portalfile-unexpected", word = quoted(word), expected),
            None => text!("portalfile-ends", expected),
        })
    }

    fn dialect(&mut self) -> Result<Dialect, PortalFileError> {
        let word = self.next();
        let named = |dialect: &Dialect| word == Some(dialect.first_line().as_bytes());
        if let Some(dialect) = Dialect::ALL.into_iter().find(named) {
            return Ok(dialect);
        }
        let names = text!("portalfile-dialects");
        let is_number = word.is_some_and(|word| word.iter().all(u8::is_ascii_digit));
        Err(if is_number {
            self.wrong(text!("portalfile-number", names))
        } else {
            self.unexpected(word, names)
        })
    }

    fn number(&mut self, what: Text) -> Result<u32, PortalFileError> {
        let word = self.next();
        parsed(word).ok_or_else(|| self.unexpected(word, what))
    }

    fn bracket(&mut self, bracket: u8) -> Result<(), PortalFileError> {
        match self.next() {
            Some([found]) if *found == bracket => Ok(()),
            word => Err(self.unexpected(word, text!("portalfile-bracket", bracket = char::from(bracket)))),
        }
    }

    fn coordinate(&mut self) -> Result<f64, PortalFileError> {
        let word = self.next();
        let value: f64 =
            parsed(word).ok_or_else(|| self.unexpected(word, text!("portalfile-a-coordinate")))?;
        if is_in_range(value) {
            Ok(value)
        } else {
            let problem = text!("portalfile-coordinate", value);
            Err(self.wrong(problem))
        }
    }

    fn check_cluster(&self, cluster: u32, clusters: u32) -> Result<(), PortalFileError> {
        if cluster < clusters {
            return Ok(());
        }
        Err(self.wrong(match clusters.checked_sub(1) {
            Some(last) => text!("portalfile-cluster-beyond", cluster, last),
            None => text!("portalfile-no-clusters", cluster),
        }))
    }

    fn portal(&mut self, clusters: u32) -> Result<FilePortal, PortalFileError> {
        let corners = self.number(text!("portalfile-number-of-corners"))?;
        if corners < 3 {
            return Err(self.wrong(text!("portalfile-few-corners", corners)));
        }
        let mut sides = [0; 2];
        for side in &mut sides {
            *side = self.number(text!("portalfile-beside"))?;
            self.check_cluster(*side, clusters)?;
        }
        let mut portal = FilePortal {
            clusters: sides,
            corners: Vec::new(),
        };
        for _ in 0..corners {
            self.bracket(b'(')?;
            let corner = [self.coordinate()?, self.coordinate()?, self.coordinate()?];
            self.bracket(b')')?;
            portal.corners.push(DVec3::from_array(corner));
        }
        Ok(portal)
    }

    fn leaves_of_clusters(
        &mut self,
        leaves: u32,
        clusters: u32,
        progress: &Progress,
    ) -> Result<Vec<u32>, PortalFileError> {
        let mut of_leaf = vec![NO_CLUSTER; leaves as usize];
        for cluster in 0..clusters {
            progress.check_at(cluster as usize)?;
            loop {
                let word = self.next();
                if word == Some(b"-1") {
                    break;
                }
                let what = text!("portalfile-leaf-of-cluster");
                let leaf: u32 = parsed(word).ok_or_else(|| self.unexpected(word, what))?;
                match of_leaf.get_mut(leaf as usize) {
                    Some(of) if *of == NO_CLUSTER => *of = cluster,
                    Some(_) => {
                        return Err(self.wrong(text!("portalfile-leaf-twice", leaf)));
                    }
                    None => {
                        let problem = text!("portalfile-leaf-beyond", leaf, leaves);
                        return Err(self.wrong(problem));
                    }
                }
            }
        }
        match of_leaf.iter().position(|&of| of == NO_CLUSTER) {
            Some(leaf) => Err(self.wrong(text!("portalfile-leaf-without", leaf))),
            None => Ok(of_leaf),
        }
    }
}

fn parsed<T: std::str::FromStr>(word: Option<&[u8]>) -> Option<T> {
    std::str::from_utf8(word?).ok()?.parse().ok()
}

fn quoted(word: &[u8]) -> String {
    let short = shortened(&String::from_utf8_lossy(word), QUOTED);
    format!("`{}`", words::printable(&short))
}
