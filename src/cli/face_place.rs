//! `brushes --of-face`: the brush of a face in the text of its map.

use bspwalk_trees::FaceId;
use std::io::Write;

use bspwalk_explain::map_places::{MapPlace, MapPlaces};
use bspwalk_levels::read_file;
use bspwalk_session::{LevelName, tree_args::TreeArgs};
use bspwalk_text::{Localize, text};
use glam::DVec3;
use serde::Serialize;

use super::{
    args::BrushesArgs,
    error::CliError,
    open, progress_bar,
    report::{self, Report, Table},
};

/// The report. Keys are never removed. The position uses the units and axes of the map.
#[derive(Serialize)]
struct FacePlace {
    level: String,
    /// Source number of the face.
    face: FaceId,
    /// Brush number in the file.
    brush: u32,
    entity: u32,
    /// Brush number within its entity.
    index: u32,
    line: usize,
    position: DVec3,
    /// Text to paste into a map editor.
    editor: String,
    #[serde(skip)]
    words: String,
}

/// Reports the brush of a face of the level.
pub(super) fn run(
    args: &BrushesArgs,
    face: FaceId,
    tree: &TreeArgs,
    output: impl Write,
) -> Result<(), CliError> {
    let failed = |error: bspwalk_levels::LevelError| CliError::Failed(error.localized());
    let opened = open::open(&LevelName::File(args.level.clone()), tree)?;
    let name = args.level.display().to_string();
    let places = progress_bar::with_progress_bar(|progress| {
        let text = read_file(&args.level, &name, progress)?;
        MapPlaces::read(&name, &text, progress)
    });
    let place = places.map_err(failed)?.find_brush_of_face(&opened.level, face);
    let place = place.ok_or_else(|| CliError::Failed(text!("usage-no-brush-of-face", face)))?;
    let (editor, words) = (place.map_editor_text(), place.words());
    let MapPlace {
        entity,
        index,
        brush,
        line,
        position,
    } = place;
    let report = FacePlace {
        level: name,
        face,
        brush,
        entity,
        index,
        line,
        position,
        editor,
        words,
    };
    report::write(&report, args.json, output)
}

impl Report for FacePlace {
    fn add_rows(&self, table: &mut Table) {
        table.row(text!("row-level"), &self.level);
        table.row(text!("row-face"), self.face);
        table.row(text!("row-brush"), &self.words);
        table.row(text!("row-editor"), &self.editor);
    }
}
