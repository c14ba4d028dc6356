//! The program of the page `planar/`, with the functions that its script calls.

#[cfg(target_family = "wasm")]
pub mod glue;

fn main() {
    #[cfg(not(target_family = "wasm"))]
    println!("{}", bspwalk_text::text!("planarpage-for-browsers"));
}
