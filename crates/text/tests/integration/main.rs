//! Integration tests of `bspwalk_text`, in one executable.

mod files;
mod font;
mod phrases;
mod sources;
