//! The arguments of `keys`.

use bspwalk_session::actions::Preset;
use clap::Args as ClapArgs;

pub(super) const KEYS_HELP: &str = "\
Examples:
  bspwalk keys
  bspwalk keys --preset one-hand
  bspwalk keys --default --json

The keys are those of the settings, table `keys`: a preset (qwerty, azerty, left-hand, one-hand), and what differs from
it. The names of actions that --json prints stand there before their keys:

  [keys]
  preset = \"azerty\"
  toggle-walking = [\"H\", \"Ctrl-H\"]";

/// The arguments of `keys`.
#[derive(Debug, ClapArgs)]
pub(super) struct KeysArgs {
    /// Print one JSON document and nothing else.
    #[arg(long, conflicts_with = "markdown")]
    pub(super) json: bool,

    /// Print a page in Markdown: actions and fronts.
    #[arg(long)]
    pub(super) markdown: bool,

    /// Print the usual keys, and not those of the settings.
    #[arg(long)]
    pub(super) default: bool,

    /// Print the keys of a preset, and not those of the settings.
    #[arg(long, conflicts_with = "default", value_name = "NAME", value_parser = named)]
    pub(super) preset: Option<Preset>,
}

fn named(name: &str) -> Result<Preset, String> {
    let known = Preset::ALL.into_iter().find(|preset| preset.name() == name);
    known.ok_or_else(|| format!("the presets are {}", Preset::ALL.map(Preset::name).join(", ")))
}
