//! The current view as a command line. It can be copied to the clipboard, and pasting it shows the view again.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_compile::CompileParams;
use bspwalk_session::{tree_args::TreeArgs, view_args::ViewArgs, view_line::ViewLine};
use bspwalk_text::{Message, message};

use super::{
    leaf_tree::LeafTreeParams,
    viewpoint::{AskedView, RequestedView},
};
use crate::app::{host::prelude::*, input::settings::Settings};
use crate::walk::clipboard::Clipboard;

/// Clipboard used to copy and paste views.
#[derive(Resource, Default, Deref, DerefMut)]
pub struct ViewClipboard(pub Clipboard);

/// Returns the default build parameters of a level and the parameters of its current trees.
fn params(current: &OpenedLevel, leaves: &LeafTreeParams) -> [CompileParams; 2] {
    [current.own_params(), leaves.with_nodes(*current.tree.params())]
}

/// State that determines the command line for the current view.
#[derive(SystemParam)]
pub(in crate::app) struct ShownView<'w, 's> {
    current: Shown<'w, 's, OpenedLevel>,
    player: Shown<'w, 's, Player>,
    program: Res<'w, ProgramState>,
    settings: Res<'w, Settings>,
    leaves: Shown<'w, 's, LeafTreeParams>,
}

impl ShownView<'_, '_> {
    /// Returns the command line for the current view, or `None` for a sketched level, which has no name.
    pub(in crate::app) fn line(&self) -> Option<ViewLine> {
        Some(ViewLine {
            level: self.level_name()?.absolute(),
            at: self.view_args(),
            tree: self.tree(),
        })
    }

    /// Returns the name of the level, or `None` for a sketched level.
    pub(in crate::app) fn level_name(&self) -> Option<LevelName> {
        let source = &self.current.source;
        (!source.is_drawn()).then(|| source.clone())
    }

    /// Returns the command-line options for the level's trees.
    pub(in crate::app) fn tree(&self) -> TreeArgs {
        let [own, wanted] = params(&self.current, &self.leaves);
        TreeArgs::between(&own, &wanted, &self.current.options)
    }

    /// Returns the command-line options for the view, with positions rounded to millimetres.
    pub(in crate::app) fn view_args(&self) -> ViewArgs {
        let at = ViewArgs::of_view(&self.current.level, &self.player, &self.program);
        let degrees = self.settings.field_of_view;
        let is_usual = degrees == Settings::default().field_of_view;
        ViewArgs {
            fov: Some(degrees).filter(|_| !is_usual),
            ..at.rounded()
        }
    }
}

/// Shows the view of a command line, either in this level or in another level, which it opens first.
#[derive(SystemParam)]
pub(in crate::app) struct ViewNavigator<'w, 's> {
    current: Shown<'w, 's, OpenedLevel>,
    leaves: Shown<'w, 's, LeafTreeParams>,
    asked: ResMut<'w, AskedView>,
    opens: MessageWriter<'w, OpenLevel>,
}

impl ViewNavigator<'_, '_> {
    pub(in crate::app) fn go_to(&mut self, line: ViewLine) {
        let ViewLine {
            level: source,
            at,
            tree,
        } = line;
        let current = &self.current;
        let [own, wanted] = params(current, &self.leaves);
        let mut read = tree.load_options();
        if tree.moving.is_none() {
            read.moving_apart = current.options.moving_apart;
        }
        let is_built_so = tree.apply_to(&own) == wanted && read == current.options;
        *self.asked = if is_built_so && source.absolute() == current.source.absolute() {
            AskedView::of(current.source.clone(), at)
        } else {
            let options = RequestedOptions::Said(Box::new(tree));
            self.opens.write(OpenLevel {
                source: source.clone(),
                options,
            });
            AskedView(Some(RequestedView {
                source,
                at,
                not_in: Some(current.level_id()),
            }))
        };
    }
}

/// Shows the view of a command line.
pub(in crate::app) fn go_to(In(line): In<ViewLine>, mut going: ViewNavigator) {
    going.go_to(line);
}

/// Returns the current view as a command line, or `None` for a sketched level.
pub(in crate::app) fn current(shown: ShownView) -> Option<ViewLine> {
    shown.line()
}

/// Error message for a level without a name.
pub(in crate::app) const NAMELESS: Message = message!("view-nameless");

/// Shows the view on the clipboard.
pub(in crate::app) fn paste(
    clipboard: Res<ViewClipboard>,
    mut going: ViewNavigator,
    mut notices: MessageWriter<Notice>,
) {
    match clipboard.paste() {
        Ok(line) => going.go_to(line),
        Err(reason) => {
            notices.write(Notice::error(reason));
        }
    }
}
