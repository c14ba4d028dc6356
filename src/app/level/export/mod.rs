//! Exports images, trees, portals and compiled levels to files for other programs.
//!
//! Files are created in the background from the current trees, in the same formats as on the command line. The user
//! chooses where to save them.

use std::{io, sync::Arc};

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_compile::{
    CompileError, compile, file,
    tree_portals::{FileLeafNumbers, TreePortals},
};
use bspwalk_levels::portal_file::Dialect;
use bspwalk_progress::Progress;
use bspwalk_session::{Opened, actions::Export};
use bspwalk_text::{Localize, text};

use super::{
    leaf_tree::{LeafTreeParams, LeafTreeState},
    save_as::SaveAs,
};
use crate::app::{host::prelude::*, host::worker::WorkStatus, input::KeyLabels};
use crate::cli::{self, TreeFile};

/// A kind of exported file.
#[derive(Clone, Copy, Debug)]
enum Product {
    /// Tree in a given file format.
    Tree(TreeFile),
    /// Portals of the solid-leaf tree.
    Portals,
    /// The level with its trees and PVS.
    Compiled,
}

impl Product {
    /// Returns the kind of file for an export, or `None` if another module handles it.
    const fn of(export: Export) -> Option<Self> {
        Some(match export {
            Export::Nodes => Self::Tree(TreeFile::Nodes),
            Export::NodeGraph => Self::Tree(TreeFile::NodeGraph),
            Export::Leaves => Self::Tree(TreeFile::Leaves),
            Export::Portals => Self::Portals,
            Export::Compiled => Self::Compiled,
            _ => return None,
        })
    }

    const fn needs_leaves(self) -> bool {
        matches!(self, Self::Portals | Self::Tree(TreeFile::Leaves))
    }

    /// Returns the file name and extension suggested in the save dialog.
    fn file(self) -> [&'static str; 2] {
        match self {
            Self::Tree(TreeFile::Nodes | TreeFile::Leaves) => [text!("saving-tree"), "json"],
            Self::Tree(TreeFile::NodeGraph) => [text!("saving-tree"), "dot"],
            Self::Portals => [text!("saving-portals"), "prt"],
            Self::Compiled => [text!("saving-compiled"), "bspw"],
        }
    }
}

/// The export in progress, if any.
#[derive(Resource, Default)]
pub struct Exporting(Option<(Product, String, Worker<Vec<u8>>)>);

impl Exporting {
    /// Returns the progress of the export, or `None` if none is running.
    #[must_use]
    pub fn status(&self) -> Option<WorkStatus> {
        self.0
            .as_ref()
            .map(|(_, _, worker)| worker.status(text!("saving-making")))
    }

    /// Cancels the export in progress, if any.
    pub fn cancel(&self) {
        if let Some((_, _, worker)) = &self.0 {
            worker.progress.cancel();
        }
    }
}

/// Exports the current level and its trees.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Exporting>()
        .add_systems(Update, finish.in_set(AppSystems::Follow));
}

/// Level and trees to export.
#[derive(SystemParam)]
pub(in crate::app) struct Trees<'w, 's> {
    current: Shown<'w, 's, OpenedLevel>,
    leaf_tree: Shown<'w, 's, LeafTreeState>,
    params: Shown<'w, 's, LeafTreeParams>,
}

impl Trees<'_, '_> {
    /// Returns a worker that creates the file, or an error message if this is impossible.
    fn work(&self, product: Product) -> Result<Worker<Vec<u8>>, &'static str> {
        let current = Opened::clone(&self.current);
        let params = self.params.with_nodes(*current.tree.params());
        let built = self.leaf_tree.built();
        let built = built.filter(|built| built.level == current.level_id());
        let leaves = built.map(|built| Arc::clone(&built.tree));
        if product.needs_leaves() && leaves.is_none() {
            return Err(text!("saving-no-leaves"));
        }
        let title = current.source.title().localized();
        match product {
            Product::Tree(tree_file) => Ok(Worker::start(title, move |progress| {
                let opened = Opened::of_tree(current.source, (current.level, current.tree), params);
                let bytes = cli::encode_tree(tree_file, &opened, leaves.as_deref(), progress);
                made(bytes, progress)
            })),
            Product::Portals => Ok(Worker::start(title, move |_| {
                let Some(leaves) = leaves else {
                    return Err(Failure::Failed(text!("saving-no-leaves").to_owned()));
                };
                let numbers = FileLeafNumbers::of_built(&leaves);
                let portals = TreePortals::new(&current.level, &leaves, &numbers, Dialect::Prt1);
                if !portals.file.is_in_range() {
                    let problem = text!("saving-too-far");
                    return Err(Failure::Failed(problem.to_owned()));
                }
                Ok(portals.file.write().into_bytes())
            })),
            Product::Compiled => {
                if current.source.is_drawn() {
                    return Err(text!("saving-no-source"));
                }
                Ok(Worker::start(title, move |progress| {
                    let compiled = match (current.compiled, current.files) {
                        (Some(compiled), _) => compiled.as_ref().clone().rebuilt(&params, progress),
                        (None, Some(files)) => {
                            compile(current.level, files, current.options, &params, progress)
                        }
                        (None, None) => return Err(Failure::Failed(text!("saving-no-source").to_owned())),
                    };
                    let compiled = compiled.map_err(|error| match error {
                        CompileError::Cancelled(_) => Failure::Cancelled,
                        error => Failure::Failed(format!("{}.", error.localized())),
                    })?;
                    Ok(file::to_bytes(&compiled))
                }))
            }
        }
    }
}

/// Returns the written bytes. Cancelling also makes the writer fail, so cancellation is checked first.
fn made(written: io::Result<Vec<u8>>, progress: &Progress) -> Result<Vec<u8>, Failure> {
    progress.check().map_err(|_| Failure::Cancelled)?;
    written.map_err(|error| Failure::Failed(format!("{}.", error.localized())))
}

/// Starts an export, unless another export is in progress.
pub(in crate::app) fn make(
    In(export): In<Export>,
    trees: Trees,
    (mut exporting, keys): (ResMut<Exporting>, Res<KeyLabels>),
    mut notices: MessageWriter<Notice>,
) {
    let Some(product) = Product::of(export) else {
        return;
    };
    if exporting.0.is_some() {
        notices.write(Notice::info(text!(
            "saving-is-made",
            key = keys.key_or_palette_hint(Action::Escape)
        )));
        return;
    }
    match trees.work(product) {
        Ok(worker) => exporting.0 = Some((product, trees.current.level.name.clone(), worker)),
        Err(reason) => _ = notices.write(Notice::info(reason)),
    }
}

/// Asks where to save a finished file.
fn finish(
    mut exporting: ResMut<Exporting>,
    mut files: MessageWriter<SaveAs>,
    mut notices: MessageWriter<Notice>,
) {
    let exporting = exporting.bypass_change_detection();
    let Some((product, level, worker)) = exporting.0.take_if(|(_, _, worker)| worker.is_finished()) else {
        return;
    };
    let [what, extension] = product.file();
    match worker.finish() {
        Ok(bytes) => _ = files.write(SaveAs::new(what, level, extension, bytes)),
        Err(Failure::Cancelled) => _ = notices.write(Notice::info(text!("saving-cancelled", what))),
        Err(Failure::Failed(problem)) => {
            notices.write(Notice::error(text!("saving-failed", what, problem)));
        }
    }
}
