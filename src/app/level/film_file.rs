//! Saves the current film to a file, or copies the command that renders it. Films are rendered on a background thread
//! from the current trees, exactly as by `bspwalk film`.

use std::{ffi::OsString, path::PathBuf, sync::Arc};

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_explain::films::{QueryKind, QueryMode};
use bspwalk_session::{
    LevelName, Opened,
    actions::Export,
    command_line::{Command as LineCommand, CommandLine, FilmLine},
    overlays::OverlayKind,
    request::Request,
    view_args::ViewArgs,
};
use bspwalk_text::{
    text,
    words::{count, count_with_noun},
};

use super::{
    leaf_tree::{LeafTreeParams, LeafTreeState},
    save_as::SaveAs,
    view_line::{NAMELESS, ShownView, ViewClipboard},
};
use crate::app::{host::prelude::*, host::worker::WorkStatus, input::KeyLabels};
use crate::cli::{self, FilmFile, FilmKind};

/// File extension for films.
const EXTENSION: &str = "gif";

impl AskedFilm {
    /// Returns the film request for an export, or `None` if the export is not a film. `query` is the current query
    /// kind.
    const fn of(export: Export, query: QueryKind) -> Option<Self> {
        Some(Self::Save(match export {
            Export::DivisionFilm => FilmKind::Division(FilmTree::Nodes),
            Export::BuildFilm => FilmKind::Build,
            Export::QueryFilm => FilmKind::Query(query),
            Export::PainterFilm => FilmKind::Painter,
            Export::FlowFilm => FilmKind::Flow,
            Export::SolidityFilm => FilmKind::Solidity,
            _ => return None,
        }))
    }
}

/// A rendered film.
struct RenderedFilm {
    file: FilmFile,
    /// Name of the level.
    level: String,
}

/// Film that is being rendered, if any.
#[derive(Resource, Default)]
pub struct SavingFilm {
    worker: Option<Worker<RenderedFilm>>,
    /// Folder for films; `None` opens a dialog.
    pub folder: Option<PathBuf>,
}

impl SavingFilm {
    /// Returns the rendering progress, or `None` if no film is being rendered.
    #[must_use]
    pub fn status(&self) -> Option<WorkStatus> {
        self.worker
            .as_ref()
            .map(|worker| worker.status(text!("film-drawing")))
    }

    /// Cancels rendering if it is in progress.
    pub fn cancel(&self) {
        if let Some(worker) = &self.worker {
            worker.progress.cancel();
        }
    }
}

/// Saves films and copies the commands that render them.
pub fn plugin(app: &mut App) {
    app.init_resource::<SavingFilm>().add_systems(
        Update,
        (ask.run_if(in_state(AppState::InLevel)), report)
            .chain()
            .in_set(AppSystems::Follow),
    );
}

/// State used to render a film.
#[derive(SystemParam)]
struct Source<'w, 's> {
    shown: ShownView<'w, 's>,
    current: Shown<'w, 's, OpenedLevel>,
    leaf_tree: Shown<'w, 's, LeafTreeState>,
    params: Shown<'w, 's, LeafTreeParams>,
    program: Res<'w, ProgramState>,
}

impl Source<'_, '_> {
    /// Returns the command that renders a film of the current view, for a level with the given name.
    fn line(&self, kind: FilmKind, level: LevelName) -> CommandLine {
        let query = self.program.query.asked.query();
        let asked =
            matches!(kind, FilmKind::Query(_)).then(|| Request::of_query(&query, &self.current.level));
        let mode = self.program.query.asked.mode;
        let has_mode = matches!(kind, FilmKind::Query(_)) && mode != QueryMode::default();
        CommandLine {
            command: LineCommand::Film(Box::new(FilmLine {
                of: kind.name(),
                asked: asked.flatten(),
                mode: has_mode.then(|| mode.name()),
                at: looked_at(kind, self.shown.view_args()),
                output: format!("{}.{EXTENSION}", kind.name()),
            })),
            level,
            tree: self.shown.tree(),
        }
    }

    /// Starts rendering a film.
    fn draw(&self, kind: FilmKind) -> Result<Worker<RenderedFilm>, String> {
        let (level, tree) = (Arc::clone(&self.current.level), Arc::clone(&self.current.tree));
        let name = self.current.source.clone();
        let line = self.line(kind, name.clone());
        let words = [OsString::from("bspwalk")].into_iter();
        let film = cli::film(words.chain(line.words().into_iter().map(OsString::from)))?;
        let params = self.params.with_nodes(*tree.params());
        let built = self.leaf_tree.built();
        let known = built.map(|built| (Arc::clone(&built.tree), built.pvs.clone()));
        let title = text!("film-of", what = self.current.source.title());
        let work = move |progress: &Arc<_>| {
            let level_name = level.name.clone();
            let opened = Opened::of_tree(name, (level, tree), params);
            let drawn = cli::encode_film(&film, opened, known, progress);
            // Rendering also fails when it is cancelled, so report the cancellation first.
            progress.check().map_err(|_| Failure::Cancelled)?;
            let file = drawn.map_err(|error| Failure::Failed(format!("{error}.")))?;
            Ok(RenderedFilm {
                file,
                level: level_name,
            })
        };
        Ok(Worker::start(title, work))
    }
}

/// Returns a view without the settings that the film controls itself.
fn looked_at(kind: FilmKind, at: ViewArgs) -> ViewArgs {
    let is_own = |overlay: OverlayKind| {
        let of_solidity = OverlayKind::SolidEvidence
            .kinds_on_same_key()
            .any(|step| step == overlay);
        of_solidity || matches!(overlay, OverlayKind::Flow | OverlayKind::Painter)
    };
    let has_nodes = matches!(kind, FilmKind::Build | FilmKind::Query(_));
    ViewArgs {
        division: None,
        flow_step: None,
        build_step: None,
        select: at.select.filter(|_| !has_nodes),
        select_face: at.select_face.filter(|_| !has_nodes),
        show: at.show.into_iter().filter(|&overlay| !is_own(overlay)).collect(),
        ..at
    }
}

/// Requests that the film of an export be saved.
pub(in crate::app) fn save(
    In(export): In<Export>,
    program: Res<ProgramState>,
    mut asked: MessageWriter<AskedFilm>,
) {
    asked.write_batch(AskedFilm::of(export, program.query.asked.kind));
}

/// Requests that the command for rendering the query film be copied.
pub(in crate::app) fn copy_query(program: Res<ProgramState>, mut asked: MessageWriter<AskedFilm>) {
    asked.write(AskedFilm::Copy(FilmKind::Query(program.query.asked.kind)));
}

fn ask(
    mut asked: MessageReader<AskedFilm>,
    source: Source,
    mut saving: ResMut<SavingFilm>,
    (mut clipboard, keys): (ResMut<ViewClipboard>, Res<KeyLabels>),
    mut notices: MessageWriter<Notice>,
) {
    for &asked in asked.read() {
        match asked {
            AskedFilm::Copy(kind) => {
                notices.write(match source.shown.level_name() {
                    Some(name) => Notice::info(clipboard.copy_command(&source.line(kind, name.absolute()))),
                    None => Notice::error(text!("command-not-copied", why = NAMELESS)),
                });
            }
            AskedFilm::Save(_) if saving.worker.is_some() => {
                notices.write(Notice::info(text!(
                    "film-is-drawn",
                    key = keys.key_or_palette_hint(Action::Escape)
                )));
            }
            AskedFilm::Save(kind) => match source.draw(kind) {
                Ok(worker) => saving.worker = Some(worker),
                Err(problem) => {
                    notices.write(Notice::error(text!("film-not-saved", problem)));
                }
            },
        }
    }
}

/// Asks where to save a rendered film.
fn report(
    mut saving: ResMut<SavingFilm>,
    mut files: MessageWriter<SaveAs>,
    mut notices: MessageWriter<Notice>,
) {
    let saving = saving.bypass_change_detection();
    let Some(worker) = saving.worker.take_if(|worker| worker.is_finished()) else {
        return;
    };
    match worker.finish() {
        Ok(RenderedFilm { file, level }) => {
            files.write(SaveAs {
                note: steps_words(file.steps),
                folder: saving.folder.clone(),
                ..SaveAs::new(text!("saving-film"), level, EXTENSION, file.bytes)
            });
        }
        Err(Failure::Cancelled) => {
            notices.write(Notice::info(text!("film-cancelled")));
        }
        Err(Failure::Failed(problem)) => {
            notices.write(Notice::error(text!("film-not-saved", problem)));
        }
    }
}

/// Describes how many steps of the film the file contains.
fn steps_words([drawn, all]: [u32; 2]) -> String {
    if drawn == all {
        count_with_noun(all, "step")
    } else {
        text!(
            "film-steps-of",
            shown = count(drawn),
            all = count_with_noun(all, "step")
        )
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_session::{view::View, view_args::Division};
    use bspwalk_trees::NodeId;

    use super::*;

    #[test]
    fn film_view_drops_conflicting_options() {
        let at = ViewArgs {
            view: View::Plan,
            division: Some(Division {
                tree: FilmTree::Nodes,
                depth: 3,
            }),
            flow_step: Some(2),
            select: Some(NodeId(7)),
            show: vec![OverlayKind::Planes, OverlayKind::Flow, OverlayKind::SolidCut],
            ..ViewArgs::default()
        };
        let kept = ViewArgs {
            view: View::Plan,
            select: Some(NodeId(7)),
            show: vec![OverlayKind::Planes],
            ..ViewArgs::default()
        };
        assert_eq!(looked_at(FilmKind::Flow, at.clone()), kept);
        let without = ViewArgs { select: None, ..kept };
        assert_eq!(looked_at(FilmKind::Build, at), without);
    }

    #[test]
    fn step_count_names_what_is_saved() {
        assert_eq!(steps_words([4, 4]), "4 steps");
        assert_eq!(
            steps_words([100, 5_321]),
            "100 of 5,321 steps, evenly spaced. Copy the command to choose different steps"
        );
    }
}
