//! Sets of small numbers as bits, and square tables of them.

/// Words that hold this many bits.
pub(super) fn words_for(bits: usize) -> usize {
    bits.div_ceil(u64::BITS as usize)
}

#[inline]
pub(super) fn contains(bits: &[u64], index: u32) -> bool {
    bits[index as usize / 64] >> (index % 64) & 1 != 0
}

#[inline]
pub(super) fn insert(bits: &mut [u64], index: u32) {
    bits[index as usize / 64] |= 1 << (index % 64);
}

#[inline]
pub(super) fn remove(bits: &mut [u64], index: u32) {
    bits[index as usize / 64] &= !(1 << (index % 64));
}

pub(super) fn count(bits: &[u64]) -> u64 {
    bits.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// Adds all of `other` to `bits`.
pub(super) fn unite(bits: &mut [u64], other: &[u64]) {
    for (word, &more) in bits.iter_mut().zip(other) {
        *word |= more;
    }
}

/// The numbers in a set, ascending.
pub(super) fn ones(bits: &[u64]) -> impl Iterator<Item = u32> + '_ {
    bits.iter().zip((0..).step_by(64)).flat_map(|(&word, base)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(base + bit)
        })
    })
}

/// A square table of bits.
#[derive(Clone, Debug)]
pub(super) struct BitMatrix {
    size: usize,
    words: usize,
    rows: Vec<u64>,
}

impl BitMatrix {
    pub(super) fn new(size: usize) -> Self {
        let words = words_for(size);
        Self {
            size,
            words,
            rows: vec![0; words * size],
        }
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Words of a row.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    #[inline]
    pub(super) fn row(&self, index: u32) -> &[u64] {
        &self.rows[index as usize * self.words..][..self.words]
    }

    #[inline]
    pub(super) fn row_mut(&mut self, index: u32) -> &mut [u64] {
        &mut self.rows[index as usize * self.words..][..self.words]
    }

    /// All rows, to be filled in parallel.
    pub(super) fn rows_mut(&mut self) -> impl rayon::iter::IndexedParallelIterator<Item = &mut [u64]> {
        use rayon::slice::ParallelSliceMut;
        self.rows.par_chunks_exact_mut(self.words.max(1))
    }
}
