//! The arguments of `keys`.

use bspwalk_session::actions::Preset;
use bspwalk_text::text;
use clap::Args as ClapArgs;

/// The arguments of `keys`.
#[derive(Debug, ClapArgs)]
pub(super) struct KeysArgs {
    #[arg(long, conflicts_with = "markdown", help = text!("option-json"))]
    pub(super) json: bool,

    #[arg(long, help = text!("option-keys-markdown"))]
    pub(super) markdown: bool,

    #[arg(long, help = text!("option-keys-default"))]
    pub(super) default: bool,

    #[arg(long, conflicts_with = "default", value_name = "NAME", value_parser = named,
        help = text!("option-keys-preset"))]
    pub(super) preset: Option<Preset>,
}

fn named(name: &str) -> Result<Preset, String> {
    let known = Preset::ALL.into_iter().find(|preset| preset.name() == name);
    known.ok_or_else(|| {
        text!(
            "option-keys-presets",
            presets = Preset::ALL.map(Preset::name).join(", ")
        )
    })
}
