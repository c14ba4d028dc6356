//! The program of the page `planar/`. It exports the functions that the page's script calls.

#[cfg(target_family = "wasm")]
pub mod glue;

fn main() {
    #[cfg(not(target_family = "wasm"))]
    println!("{}", bspwalk_text::text!("planarpage-for-browsers"));
}
