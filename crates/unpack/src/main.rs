//! The program that unpacks the others of the page, where the browser's scripts do not unpack Brotli: what scripts call is in the
//! library.

use bspwalk_unpack as _;

fn main() {
    #[cfg(not(target_family = "wasm"))]
    println!("This program is for browsers: it unpacks the others of the page.");
}
