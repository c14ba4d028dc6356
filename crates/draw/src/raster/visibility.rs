//! Hidden surface removal, which finds the visible fragment at each sample of a picture. The picture is divided into
//! strips of rows, which threads draw in parallel.

use std::ops::Range;

use bspwalk_geometry::Plane;
use bspwalk_trees::node_storing::{DepthOrder, NodeId, OrderVisitor};
use fixedbitset::FixedBitSet;
use glam::{DQuat, DVec3, Vec3};
use rayon::prelude::*;

use super::{
    band::{Band, CENTER, SampleRows, Sampling, VisibilityMethod},
    camera::{Camera, EdgeFunction, Projection, Rays},
    coverage::Coverage,
    edge_functions::{Cover, Extent, Outline, extent},
    face_set::FaceSet,
    faces::RasterFaces,
    parts::{PartView, PosedParts},
};

/// The view of a picture: rays, projection, and method.
#[derive(Clone, Debug)]
pub(super) struct View<'a> {
    pub(super) faces: &'a RasterFaces,
    pub(super) rays: Rays,
    /// Plane of the cut. Only geometry in front of the plane, which is below the cut, is drawn.
    cut: Option<Plane>,
    projection: Projection,
    pub(super) sampling: Sampling,
    /// Width in pixels, and height in rows of samples.
    pub(super) size: [u32; 2],
    method: VisibilityMethod,
    /// Fragments to draw; `None` draws all fragments.
    shown: Option<&'a FragmentSelection>,
    /// Index of each fragment's part, and the views of parts that are not in their original pose; empty if no part has
    /// moved.
    parts: (&'a [u32], Vec<Option<PartView>>),
}

/// Normals and constants of the frustum's planes.
type Frustum = [(DVec3, f64); 5];

/// The fragments to draw.
#[derive(Clone, Debug, Default)]
pub(super) struct FragmentSelection {
    faces: FaceSet,
    fragments: FixedBitSet,
    /// Nodes whose subtrees contain such fragments.
    nodes: FixedBitSet,
}

impl FragmentSelection {
    /// Selects the fragments of these faces.
    pub(super) fn of_faces(&mut self, faces: &RasterFaces, selected: &FaceSet) {
        if self.faces == *selected {
            return;
        }
        self.faces.clone_from(selected);
        let tree = faces.tree();
        self.fragments.clear();
        self.fragments.grow(tree.fragment_count() as usize);
        self.nodes.clear();
        self.nodes.grow(tree.node_count() as usize);
        for number in 0..tree.fragment_count() {
            let Some(fragment) = tree.fragment(number) else {
                continue;
            };
            if !selected.contains(fragment.face) {
                continue;
            }
            self.fragments.insert(number as usize);
            let above = tree.ancestors(fragment.node).map(|(node, _)| node);
            for node in std::iter::once(fragment.node).chain(above) {
                if self.nodes.put(node.index()) {
                    break;
                }
            }
        }
    }
}

/// A strip of rows in a picture, with its outlines in drawing order.
#[derive(Debug, Default)]
pub(super) struct Strip {
    pub(super) rows: Range<u32>,
    pub(super) outlines: Vec<Outline>,
    pub(super) edges: Vec<EdgeFunction>,
    coverage: Coverage,
    /// Visited nodes.
    pub(super) visited: FixedBitSet,
    /// Fragments with outlines.
    pub(super) drawn: FixedBitSet,
}

impl<'a> View<'a> {
    /// Creates the view from a camera for a picture of this size in pixels.
    pub(super) fn new(
        faces: &'a RasterFaces,
        camera: &Camera,
        [width, height]: [u32; 2],
        method: VisibilityMethod,
        sampling: Sampling,
    ) -> Self {
        let mut rays = camera.rays([width, height]);
        rays.down /= f64::from(sampling.rows());
        // Faces in a block may hide each other, and the tree does not order them.
        let method = if faces.has_blocks() {
            VisibilityMethod::DepthBuffer
        } else {
            method
        };
        Self {
            faces,
            rays,
            cut: camera
                .height_of_cut()
                .map(|height| Plane::from_point_normal(DVec3::Y * height, DVec3::NEG_Y)),
            projection: rays.projection(sampling.sample_offset_range(), faces.rounding()),
            sampling,
            size: [width, height * sampling.rows()],
            method,
            shown: None,
            parts: (&[], Vec::new()),
        }
    }

    /// Sets the poses of moving parts. If any part is not in its original pose, visibility is resolved by the depth
    /// buffer.
    pub(super) fn with_parts(mut self, parts: &'a PosedParts) -> Self {
        let (reach, error) = (self.sampling.sample_offset_range(), self.faces.rounding());
        let seen = parts.part_views(&self.rays, self.cut.as_ref(), reach, error);
        if !seen.is_empty() {
            self.method = VisibilityMethod::DepthBuffer;
            self.parts = (&parts.of_fragment, seen);
        }
        self
    }

    /// Returns the view of a fragment's part, if the part is not in its original pose.
    fn part(&self, fragment: u32) -> Option<&PartView> {
        let (of_fragment, seen) = &self.parts;
        let part = *of_fragment.get(fragment as usize)?;
        seen.get(part as usize)?.as_ref()
    }

    /// Returns the rays in a fragment's space, and the rotation from that space to the level's space if the two differ.
    pub(super) fn rays_to(&self, fragment: u32) -> (&Rays, Option<DQuat>) {
        self.part(fragment)
            .map_or((&self.rays, None), |part| (&part.rays, Some(part.rotation)))
    }

    /// Restricts the view to some fragments.
    pub(super) fn with_shown(self, shown: Option<&'a FragmentSelection>) -> Self {
        Self { shown, ..self }
    }

    /// Returns the samples of a strip.
    fn places<'r>(&self, rows: &'r Range<u32>) -> SampleRows<'r> {
        SampleRows {
            rows,
            width: self.size[0],
            sampling: self.sampling,
        }
    }

    /// Divides the picture into strips of this height and returns their row ranges.
    pub(super) fn strips(&self, height: u32) -> impl Iterator<Item = Range<u32>> + use<> {
        let [_, rows] = self.size;
        (0..rows.div_ceil(height)).map(move |strip| strip * height..((strip + 1) * height).min(rows))
    }

    /// Returns whether the level is shown as a model: with a cut, or in parallel projection.
    pub(super) fn has_cut_or_is_parallel(&self) -> bool {
        self.cut.is_some() || self.rays.parallel.is_some()
    }

    /// Returns whether outlines are ordered front to back, so that a lower index is nearer.
    pub(super) fn is_front_to_back(&self) -> bool {
        self.method == VisibilityMethod::FrontToBack
    }

    /// Returns the frustum planes for these rows. A point relative to the eye is outside if its dot product with a
    /// normal, plus the constant, is negative.
    fn frustum(&self, rows: &Range<u32>) -> Frustum {
        let Projection {
            place: [x, y],
            depth,
            constants: [of_x, of_y, of_depth],
            ..
        } = self.projection;
        let [width, top, bottom] = [self.size[0], rows.start, rows.end].map(f64::from);
        [
            (x, of_x),
            (depth * width - x, of_depth * width - of_x),
            (y - depth * top, of_y - of_depth * top),
            (depth * bottom - y, of_depth * bottom - of_y),
            (depth, of_depth),
        ]
    }

    /// Visits the tree in the depth order for the eye.
    fn visit(&self, order: DepthOrder, visitor: &mut impl OrderVisitor) {
        let tree = self.faces.tree();
        match self.rays.parallel {
            None => tree.visit_from(self.rays.eye, order, visitor),
            Some(direction) => tree.visit_along(direction, order, visitor),
        }
    }

    fn is_shown(&self, fragment: u32) -> bool {
        self.shown
            .is_none_or(|shown| shown.fragments.contains(fragment as usize))
    }

    /// Returns the columns and rows of the pixels that may show a box, or `None` if no such pixel exists.
    fn extent_of_box(&self, [min, max]: [DVec3; 2]) -> Option<[Range<u32>; 2]> {
        let mut extent = Extent::default();
        let (low, depth) = self.projection.place_times_depth(min);
        let size = max - min;
        let steps = [0, 1, 2].map(|axis| {
            let along = |vector: DVec3| vector[axis] * size[axis];
            (self.projection.place.map(along), along(self.projection.depth))
        });
        for corner in 0..8 {
            let mut at = (low, depth);
            for (axis, (place, depth)) in steps.iter().enumerate() {
                if corner >> axis & 1 == 1 {
                    at = ([at.0[0] + place[0], at.0[1] + place[1]], at.1 + depth);
                }
            }
            extent.add(at);
        }
        extent.pixels(&self.projection, self.size)
    }
}

impl Strip {
    /// Starts a strip that has these rows and no outlines.
    pub(super) fn begin(&mut self, view: &View<'_>, rows: Range<u32>) {
        self.coverage.clear(view.size[0], rows.len() as u32);
        self.rows = rows;
        self.outlines.clear();
        self.edges.clear();
        self.visited.clear();
        self.visited.grow(view.faces.tree().node_count() as usize);
        self.drawn.clear();
        self.drawn.grow(view.faces.tree().fragment_count() as usize);
    }

    /// Returns the edge functions of an outline.
    pub(super) fn edges_of(&self, outline: &Outline) -> &[EdgeFunction] {
        outline.edges(&self.edges)
    }

    /// Collects the outlines in the strip's rows, including hidden ones, in the order of the method. `cover` returns
    /// how a fragment covers the surfaces behind it.
    pub(super) fn collect(&mut self, view: &View<'_>, cover: impl Fn(u32) -> Cover) {
        let tree = view.faces.tree();
        let direction = match view.method {
            VisibilityMethod::Painter => DepthOrder::BackToFront,
            VisibilityMethod::FrontToBack => DepthOrder::FrontToBack,
            VisibilityMethod::DepthBuffer => {
                self.collect_from(view, 0..tree.fragment_count(), cover);
                return;
            }
        };
        let frustum = view.frustum(&self.rows);
        let drawing: Option<(&mut Band, fn(&Outline, [f64; 2]) -> bool)> = None;
        let mut collector = Collector {
            view,
            frustum,
            strip: self,
            cover,
            drawing,
        };
        view.visit(direction, &mut collector);
    }

    /// Collects the outlines of these fragments in the strip's rows, in the given order.
    pub(super) fn collect_from(
        &mut self,
        view: &View<'_>,
        fragments: impl Iterator<Item = u32>,
        cover: impl Fn(u32) -> Cover,
    ) {
        for fragment in fragments.filter(|&fragment| view.is_shown(fragment)) {
            self.add(view, fragment, &cover, false);
        }
    }

    /// Collects outlines front to back and draws each one immediately, so that nothing behind covered pixels is
    /// visited.
    pub(super) fn draw_front_to_back(
        &mut self,
        view: &View<'_>,
        cover: impl Fn(u32) -> Cover,
        is_hole: impl Fn(&Outline, [f64; 2]) -> bool,
        band: &mut Band,
    ) {
        band.clear(self.rows.len() * view.size[0] as usize, view.method);
        let frustum = view.frustum(&self.rows);
        let mut collector = Collector {
            view,
            frustum,
            strip: self,
            cover,
            drawing: Some((band, is_hole)),
        };
        view.visit(DepthOrder::FrontToBack, &mut collector);
    }

    /// Draws the outlines. `is_hole` returns whether an outline with holes has a hole at a position.
    pub(super) fn draw(
        &mut self,
        view: &View<'_>,
        is_hole: impl Fn(&Outline, [f64; 2]) -> bool,
        band: &mut Band,
    ) {
        band.clear(self.rows.len() * view.size[0] as usize, view.method);
        let places = view.places(&self.rows);
        if view.is_front_to_back() {
            self.coverage.clear(view.size[0], self.rows.len() as u32);
        }
        for outline in (0..).zip(&self.outlines) {
            match view.method {
                VisibilityMethod::Painter => band.draw_over(places, outline, &self.edges, &is_hole),
                VisibilityMethod::FrontToBack => {
                    band.draw_behind(&mut self.coverage, places, outline, &self.edges, &is_hole);
                }
                VisibilityMethod::DepthBuffer => band.draw_nearer(places, outline, &self.edges, &is_hole),
            }
        }
    }

    /// Returns whether all pixels in these columns and rows are covered.
    fn is_covered(&self, [columns, rows]: &[Range<u32>; 2]) -> bool {
        let row = |row: u32| row.clamp(self.rows.start, self.rows.end) - self.rows.start;
        self.coverage.covers(columns, row(rows.start)..row(rows.end))
    }

    /// Adds the outline of a fragment and returns its index. Skips the fragment if it is outside the strip's rows or,
    /// if `may_hide` is set, behind covered pixels.
    fn add(
        &mut self,
        view: &View<'_>,
        fragment: u32,
        cover: &impl Fn(u32) -> Cover,
        may_hide: bool,
    ) -> Option<u32> {
        let part = view.part(fragment);
        let (rays, projection, cut) = match part {
            Some(part) => (&part.rays, &part.projection, part.cut.as_ref()),
            None => (&view.rays, &view.projection, view.cut.as_ref()),
        };
        let extent = extent(view.faces, fragment, projection, view.size)?;
        let [_, rows] = &extent;
        if rows.end <= self.rows.start || rows.start >= self.rows.end || may_hide && self.is_covered(&extent)
        {
            return None;
        }
        let outline = Outline::new(
            view.faces,
            fragment,
            cover(fragment),
            (rays, cut),
            extent,
            &mut self.edges,
        )?;
        self.outlines.push(outline);
        self.drawn.insert(fragment as usize);
        Some(self.outlines.len() as u32 - 1)
    }
}

/// A visitor that traverses the tree and collects outlines for a strip.
struct Collector<'s, 'v, Covers, IsHole> {
    view: &'v View<'v>,
    frustum: Frustum,
    strip: &'s mut Strip,
    cover: Covers,
    /// Target for drawing outlines immediately, with the hole test.
    drawing: Option<(&'s mut Band, IsHole)>,
}

impl<Covers, IsHole> OrderVisitor for Collector<'_, '_, Covers, IsHole>
where
    Covers: Fn(u32) -> Cover,
    IsHole: Fn(&Outline, [f64; 2]) -> bool,
{
    fn enters(&mut self, node: NodeId, bounds: [Vec3; 2]) -> bool {
        let view = self.view;
        if view
            .shown
            .is_some_and(|shown| !shown.nodes.contains(node.index()))
        {
            return false;
        }
        // The bounds come from the rounded corners of fragments, but the faces themselves are not rounded.
        let margin = view.faces.rounding();
        let [min, max] = bounds.map(Vec3::as_dvec3);
        let [min, max] = [min - margin, max + margin];
        let middle = (min + max) * 0.5 - view.rays.eye;
        let half = (max - min) * 0.5;
        let is_outside =
            |(normal, constant): &(DVec3, f64)| normal.dot(middle) + normal.abs().dot(half) + constant < 0.0;
        let is_cut_off = view.cut.is_some_and(|cut| cut.distance(min) < 0.0);
        if is_cut_off || self.frustum.iter().any(is_outside) {
            return false;
        }
        self.strip.visited.insert(node.index());
        if self.drawing.is_some() && self.strip.coverage.is_full() {
            return false;
        }
        let Some(extent) = view.extent_of_box([min, max]) else {
            return false;
        };
        let [_, rows] = &extent;
        let is_in_rows = rows.start < self.strip.rows.end && rows.end > self.strip.rows.start;
        is_in_rows && !(self.drawing.is_some() && self.strip.is_covered(&extent))
    }

    fn visit(&mut self, _: NodeId, fragments: Range<u32>) {
        let Self {
            view,
            strip,
            cover,
            drawing,
            ..
        } = self;
        let mut visit = |fragment: u32| {
            if !view.is_shown(fragment) {
                return;
            }
            let Some(number) = strip.add(view, fragment, cover, drawing.is_some()) else {
                return;
            };
            if let Some((band, is_hole)) = drawing {
                let places = view.places(&strip.rows);
                let outline = (number, &strip.outlines[number as usize]);
                band.draw_behind(&mut strip.coverage, places, outline, &strip.edges, is_hole);
            }
        };
        // Of overlapping faces on one plane, the one with the highest number is visible.
        match view.method {
            VisibilityMethod::FrontToBack => fragments.rev().for_each(&mut visit),
            _ => fragments.for_each(&mut visit),
        }
    }
}

/// Number of rows per strip of a single picture.
pub(super) const STRIP: u32 = 16;

/// Returns the visible fragment at the centre of each pixel, row by row from the top. All faces are treated as
/// opaque.
#[must_use]
pub fn find_visible_fragments(
    faces: &RasterFaces,
    camera: &Camera,
    size: [u32; 2],
    method: VisibilityMethod,
) -> Vec<Option<u32>> {
    let view = View::new(faces, camera, size, method, CENTER);
    let strips: Vec<Range<u32>> = view.strips(STRIP).collect();
    let drawn = strips.into_par_iter().flat_map_iter(|rows| {
        let (mut strip, mut band) = (Strip::default(), Band::default());
        strip.begin(&view, rows);
        if method == VisibilityMethod::FrontToBack {
            strip.draw_front_to_back(&view, |_| Cover::Opaque, |_, _| false, &mut band);
        } else {
            strip.collect(&view, |_| Cover::Opaque);
            strip.draw(&view, |_, _| false, &mut band);
        }
        let outlines = strip.outlines;
        band.opaque
            .into_iter()
            .map(move |number| outlines.get(number as usize).map(|outline| outline.fragment))
    });
    drawn.collect()
}
