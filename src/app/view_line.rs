//! The view as a line of the command line: copied, and gone to when such a line is pasted.

use bevy::prelude::*;
use bspwalk_compile::{CompileParams, open::Origin};
use bspwalk_session::{LevelName, tree_args::TreeArgs, view_args::ViewArgs, view_line::ViewLine};

use super::{
    leaf_tree::{ChosenLeaf, LeafTreeParams},
    schedule::{AppState, AppSystems, sent},
    settings::Settings,
    shown::Shown,
    state::{
        Action, Asked, LevelSource, ModelView, Notice, OpenLevel, OpenedLevel, Overlays, Player, Precompiled,
        Selection,
    },
    viewpoint::{self, AskedView, Wanted},
};
use crate::walk::clipboard::Clipboard;

/// Where views are copied to.
#[derive(Resource, Default, Deref, DerefMut)]
pub struct ViewClipboard(pub Clipboard);

/// Copies the view and goes to the one that was copied.
pub(super) struct ViewLinePlugin;

impl Plugin for ViewLinePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<ViewClipboard>().add_systems(
            Update,
            (
                copy.run_if(sent(Action::CopyView)),
                paste.run_if(sent(Action::PasteView)),
            )
                .in_set(AppSystems::Command)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

/// The parameters that a level has without options, and those that its trees have.
fn params(current: &OpenedLevel, leaves: &LeafTreeParams) -> [CompileParams; 2] {
    let own = match &current.precompiled {
        Precompiled::Built(compiled, Origin::File) => compiled.params.clone(),
        Precompiled::Built(..) | Precompiled::ToBuild(_) => CompileParams::default(),
    };
    [own, leaves.with_nodes(*current.tree.params())]
}

fn copy(
    current: Shown<OpenedLevel>,
    (player, view, overlays, settings): (Shown<Player>, Res<ModelView>, Res<Overlays>, Res<Settings>),
    (selection, leaf, leaves): (Shown<Selection>, Shown<ChosenLeaf>, Shown<LeafTreeParams>),
    mut clipboard: ResMut<ViewClipboard>,
    mut notices: MessageWriter<Notice>,
) {
    let level = match &current.source {
        LevelSource::BuiltIn(name) => LevelName::BuiltIn(name.clone()),
        LevelSource::File(path) => LevelName::File(path.clone()).absolute(),
        LevelSource::Drawn(_) => {
            let reason =
                "The view is not copied: a level that was drawn has no name by which a line could open it.";
            notices.write(Notice::error(reason));
            return;
        }
    };
    let at = viewpoint::shown(&current.level, (&player, &view, &overlays), (**selection, **leaf));
    let degrees = settings.field_of_view;
    let is_usual = degrees == Settings::default().field_of_view;
    let [own, wanted] = params(&current, &leaves);
    let line = ViewLine {
        level,
        at: ViewArgs {
            fov: Some(degrees).filter(|_| !is_usual),
            ..at.rounded()
        },
        tree: TreeArgs::between(&own, &wanted, &current.options),
    };
    notices.write(Notice::info(clipboard.copy(&line)));
}

/// Goes to the view that was copied: in this level, or in another one, which is opened first.
fn paste(
    current: Shown<OpenedLevel>,
    leaves: Shown<LeafTreeParams>,
    clipboard: Res<ViewClipboard>,
    mut asked: ResMut<AskedView>,
    mut opens: MessageWriter<OpenLevel>,
    mut notices: MessageWriter<Notice>,
) {
    let line = match clipboard.paste() {
        Ok(line) => line,
        Err(reason) => {
            notices.write(Notice::error(reason));
            return;
        }
    };
    let ViewLine { level, at, tree } = line;
    let source = LevelSource::from(level);
    let [own, wanted] = params(&current, &leaves);
    let is_built_so = tree.over(&own) == wanted && tree.load_options() == current.options;
    *asked = if is_built_so && source.absolute() == current.source.absolute() {
        AskedView::of(current.source.clone(), at)
    } else {
        let options = Asked::Said(Box::new(tree));
        opens.write(OpenLevel {
            source: source.clone(),
            options,
        });
        AskedView(Some(Wanted {
            source,
            at,
            not_in: Some(current.level_id()),
        }))
    };
}
