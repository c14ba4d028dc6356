// Runs the program without the engine in a frame of the page. Removing the frame frees all memory of the program.

import * as program from "./bspwalk_light.js";

// The generated script recognises only options that are an object of its own window.
const load = (module) => program.default({ module_or_path: module });
parent.bspwalkPage.framed("light", [program, load]);
