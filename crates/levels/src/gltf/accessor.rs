//! Accessors: typed views of numbers in buffers. Items are decoded one at a time, so no array is copied.

use crate::{Text, text};
use bspwalk_progress::Progress;
use gltf::{
    accessor::{DataType, Item},
    json::{self, Root, validation::Checked},
};

use super::buffers::Buffers;

/// Items of an accessor. All of them are within the bounds of their buffers.
#[derive(Clone, Copy)]
pub(super) struct Items<'a> {
    pub(super) count: u32,
    pub(super) width: usize,
    pub(super) component: DataType,
    /// Whether integers are normalized to the range from 0 to 1, or from −1 to 1.
    normalized: bool,
    /// Dense values, or `None` if all items outside `sparse` are zero.
    dense: Option<Strided<'a>>,
    sparse: Option<Sparse<'a>>,
}

#[derive(Clone, Copy)]
struct Strided<'a> {
    bytes: &'a [u8],
    stride: usize,
}

/// Items that override the dense values.
#[derive(Clone, Copy)]
struct Sparse<'a> {
    count: usize,
    /// Indices of the overridden items, in ascending order.
    numbers: Strided<'a>,
    /// Component type of `numbers`.
    number_type: DataType,
    /// Values of the overridden items.
    values: Strided<'a>,
}

/// Creates [`Items`] for accessors.
pub(super) struct Reader<'a> {
    root: &'a Root,
    buffers: &'a Buffers<'a>,
    progress: &'a Progress,
    read: Vec<Option<Items<'a>>>,
    /// Number of sparse items that may still be read. Every item is stored in a buffer, but several accessors may share
    /// it.
    sparse_left: u64,
}

impl<'a> Reader<'a> {
    pub(super) fn new(root: &'a Root, buffers: &'a Buffers<'a>, progress: &'a Progress) -> Self {
        Self {
            root,
            buffers,
            progress,
            read: vec![None; root.accessors.len()],
            sparse_left: 4 * buffers.bytes(),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.buffers.bytes()
    }

    /// Returns an accessor's items. An error is a sentence fragment that follows the accessor's name.
    pub(super) fn items(&mut self, index: json::Index<json::Accessor>) -> Result<Items<'a>, Text> {
        let number = index.value();
        if let Some(items) = self.read[number] {
            return Ok(items);
        }
        let items = self
            .read_items(number)
            .map_err(|problem| text!("gltf-its-accessor", number, problem))?;
        self.read[number] = Some(items);
        Ok(items)
    }

    fn read_items(&mut self, number: usize) -> Result<Items<'a>, Text> {
        let accessor = &self.root.accessors[number];
        let (Checked::Valid(component), Checked::Valid(dimensions)) =
            (accessor.component_type, accessor.type_)
        else {
            return Err(text!("gltf-unknown-type"));
        };
        let (component, width) = (component.0, dimensions.multiplicity());
        let count = u32::try_from(accessor.count.0)
            .ok()
            .filter(|&count| count < u32::MAX)
            .ok_or_else(|| text!("gltf-too-many-items", count = accessor.count.0))?;
        let size = component.size() * width;
        let dense = match accessor.buffer_view {
            Some(view) => {
                let offset = accessor.byte_offset.map_or(0, |offset| offset.0);
                Some(self.strided(view, offset, u64::from(count), size)?)
            }
            None => None,
        };
        let sparse = match &accessor.sparse {
            Some(sparse) => Some(self.sparse(sparse, count, size)?),
            None => None,
        };
        Ok(Items {
            count,
            width,
            component,
            normalized: accessor.normalized,
            dense,
            sparse,
        })
    }

    /// Returns items of `size` bytes each from a buffer view, starting at `offset`.
    fn strided(
        &self,
        view: json::Index<json::buffer::View>,
        offset: u64,
        count: u64,
        size: usize,
    ) -> Result<Strided<'a>, Text> {
        let number = view.value();
        let bytes = self
            .buffers
            .view(self.root, view)
            .ok_or_else(|| text!("gltf-view-beyond", number))?;
        let stride = self.root.buffer_views[number].byte_stride;
        // A stride of zero means tightly packed.
        let stride = stride.map_or(0, |stride| stride.0);
        let stride = if stride == 0 { size } else { stride };
        if stride < size {
            return Err(text!("gltf-items-overlap", size, stride));
        }
        let Some(last) = count.checked_sub(1) else {
            return Ok(Strided { bytes: &[], stride });
        };
        let end = (stride as u64)
            .checked_mul(last)
            .and_then(|length| length.checked_add(size as u64))
            .and_then(|length| length.checked_add(offset));
        match end {
            Some(end) if end <= bytes.len() as u64 => Ok(Strided {
                bytes: &bytes[offset as usize..end as usize],
                stride,
            }),
            _ => Err(text!("gltf-items-beyond", count, offset, bytes = bytes.len())),
        }
    }

    fn sparse(
        &mut self,
        sparse: &json::accessor::sparse::Sparse,
        count: u32,
        size: usize,
    ) -> Result<Sparse<'a>, Text> {
        let Checked::Valid(number_type) = sparse.indices.component_type else {
            return Err(text!("gltf-sparse-type"));
        };
        let (number_type, indices, values) = (number_type.0, &sparse.indices, &sparse.values);
        let replaced = sparse.count.0;
        self.sparse_left = self
            .sparse_left
            .checked_sub(replaced)
            .ok_or_else(|| text!("gltf-too-many-sparse"))?;
        let numbers = self.strided(
            indices.buffer_view,
            indices.byte_offset.0,
            replaced,
            number_type.size(),
        )?;
        let values = self.strided(values.buffer_view, values.byte_offset.0, replaced, size)?;
        let sparse = Sparse {
            count: replaced as usize,
            numbers,
            number_type,
            values,
        };
        let mut least = 0;
        for at in 0..sparse.count {
            self.progress
                .check_at(at)
                .map_err(|cancelled| cancelled.to_string())?;
            let number = sparse.number(at);
            if number < least || number >= count {
                return Err(text!("gltf-sparse-order", count, number));
            }
            least = number + 1;
        }
        Ok(sparse)
    }
}

impl<'a> Strided<'a> {
    fn item(&self, at: usize) -> &'a [u8] {
        &self.bytes[at * self.stride..]
    }
}

impl Sparse<'_> {
    fn number(&self, at: usize) -> u32 {
        integer(self.number_type, self.numbers.item(at))
    }

    /// Finds an item's position among the sparse items, by binary search.
    fn find(&self, number: u32) -> Option<usize> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.number(middle) < number {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low < self.count && self.number(low) == number).then_some(low)
    }
}

impl Items<'_> {
    /// Returns an item's bytes, or `None` if the item is zero.
    fn bytes(&self, at: u32) -> Option<&[u8]> {
        let sparse = self
            .sparse
            .and_then(|sparse| Some(sparse.values.item(sparse.find(at)?)));
        sparse.or_else(|| Some(self.dense?.item(at as usize)))
    }

    /// Returns the first `N` components of an item. Missing components are zero.
    pub(super) fn numbers<const N: usize>(&self, at: u32) -> [f64; N] {
        let Some(bytes) = self.bytes(at) else {
            return [0.0; N];
        };
        let size = self.component.size();
        std::array::from_fn(|axis| {
            if axis < self.width {
                number(self.component, self.normalized, &bytes[axis * size..])
            } else {
                0.0
            }
        })
    }

    /// Returns an item with a single integer component.
    pub(super) fn integer(&self, at: u32) -> u32 {
        self.bytes(at).map_or(0, |bytes| integer(self.component, bytes))
    }
}

/// Decodes the first component in these bytes. The normalization factors follow section 3.6.2.2 of the specification.
fn number(component: DataType, normalized: bool, bytes: &[u8]) -> f64 {
    let (value, greatest) = match component {
        DataType::I8 => (f64::from(i8::from_slice(bytes)), f64::from(i8::MAX)),
        DataType::U8 => (f64::from(u8::from_slice(bytes)), f64::from(u8::MAX)),
        DataType::I16 => (f64::from(i16::from_slice(bytes)), f64::from(i16::MAX)),
        DataType::U16 => (f64::from(u16::from_slice(bytes)), f64::from(u16::MAX)),
        DataType::U32 => (f64::from(u32::from_slice(bytes)), f64::from(u32::MAX)),
        DataType::F32 => return f64::from(f32::from_slice(bytes)),
    };
    if normalized {
        (value / greatest).max(-1.0)
    } else {
        value
    }
}

/// Decodes the integer at the start of these bytes. Its type must be one that is allowed for indices.
fn integer(component: DataType, bytes: &[u8]) -> u32 {
    match component {
        DataType::U8 => u8::from_slice(bytes).into(),
        DataType::U16 => u16::from_slice(bytes).into(),
        _ => u32::from_slice(bytes),
    }
}
