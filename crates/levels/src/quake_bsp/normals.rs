//! Corner normals from a compiled level's BSPX lumps, for faces with smooth shading.

use crate::{Text, text};
use glam::Vec3;
use qbsp::{BspData, data::BspFace};

use super::{
    bspx::{Bspx, FACE_NORMALS, VERTEX_NORMALS, left_out_message},
    lumps::{Lump, Lumps},
};
use crate::binary::{u32_at, usize_at};

const VECTOR: usize = 12;

/// Size of a face corner in bytes: the indices of its normal and its two tangents.
const CORNER: usize = 12;

/// Texture info flag for faces with vertex normals (`specs/bspx.txt` of FTEQW).
const SMOOTH: u32 = 0x800;

#[derive(Default)]
pub(super) enum Normals<'a> {
    #[default]
    None,
    /// One normal for each corner of each face.
    Corners {
        vectors: &'a [u8],
        corners: &'a [u8],
        /// Index of the first corner of each face.
        firsts: Vec<usize>,
    },
    /// One normal for each vertex, used by faces with the flag in their texture info.
    Vertices { vectors: &'a [u8], smooth: Vec<bool> },
}

impl<'a> Normals<'a> {
    /// Reads the normals of a file. If the file has both lumps, the corner normals take precedence.
    pub(super) fn new(lumps: &Lumps<'_>, data: &BspData, bspx: &mut Bspx<'a>) -> Self {
        if let Some(lump) = bspx.get(FACE_NORMALS) {
            match Self::of_corners(lump, &data.faces) {
                Ok(normals) => return normals,
                Err(what) => bspx.problems.push(left_out_message(FACE_NORMALS, what)),
            }
        }
        let Some(vectors) = bspx.get_sized(VERTEX_NORMALS, VECTOR * data.vertices.len()) else {
            return Self::None;
        };
        let flags = lumps.items(Lump::TexInfo).map(|item| {
            // The flags follow the two axes of four numbers each and, in Quake's and Half-Life's formats, the texture
            // index.
            let place = if lumps.is_quake_2() { 32 } else { 36 };
            u32_at(item, place).unwrap_or_default()
        });
        Self::Vertices {
            vectors,
            smooth: flags.map(|flags| flags & SMOOTH != 0).collect(),
        }
    }

    fn of_corners(lump: &'a [u8], faces: &[BspFace]) -> Result<Self, Text> {
        let (count, rest) = lump
            .split_first_chunk()
            .ok_or_else(|| text!("quakebsp-lump-empty"))?;
        let count = u32::from_le_bytes(*count) as usize;
        let mut firsts = Vec::with_capacity(faces.len());
        let mut corners = 0;
        for face in faces {
            firsts.push(corners);
            corners += face.num_edges.0 as usize;
        }
        let bytes = count
            .checked_mul(VECTOR)
            .and_then(|bytes| bytes.checked_add(corners.checked_mul(CORNER)?));
        if bytes != Some(rest.len()) {
            return Err(text!("quakebsp-normals-size", bytes = lump.len(), count, corners));
        }
        let (vectors, corners) = rest.split_at(count * VECTOR);
        let numbers = corners.chunks_exact(CORNER);
        let mut numbers = numbers.filter_map(|corner| u32_at(corner, 0));
        if let Some(wrong) = numbers.find(|&number| number as usize >= count) {
            return Err(text!("quakebsp-normals-beyond", wrong, count));
        }
        Ok(Self::Corners {
            vectors,
            corners,
            firsts,
        })
    }

    /// Returns the normal of a face corner, given the corner's index in file order and its vertex. Returns `None` if
    /// the file has no usable normal for it.
    pub(super) fn of(&self, index: usize, face: &BspFace, corner: usize, vertex: usize) -> Option<Vec3> {
        let (vectors, number) = match self {
            Self::None => return None,
            Self::Corners {
                vectors,
                corners,
                firsts,
            } => {
                let at = (firsts.get(index)? + corner) * CORNER;
                (vectors, usize_at(corners, at)?)
            }
            Self::Vertices { vectors, smooth } => {
                let is_smooth = smooth.get(face.texture_info_idx.0 as usize);
                is_smooth.filter(|&&is_smooth| is_smooth)?;
                (vectors, vertex)
            }
        };
        let vector = vectors.get(number * VECTOR..(number + 1) * VECTOR)?;
        let (numbers, _) = vector.as_chunks::<4>();
        let [x, y, z] = [0, 1, 2].map(|axis| f32::from_le_bytes(numbers[axis]));
        // Reject NaN and zero vectors.
        Vec3::new(x, y, z).try_normalize()
    }
}
