// Runs the program without the engine in a frame of the page. Removing the frame frees all memory of the program.

import * as program from "./bspwalk_light.js";

parent.bspwalkPage.framed(window, program);
