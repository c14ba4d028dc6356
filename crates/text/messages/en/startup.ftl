startup-at = {" "}at { $location }
startup-fault = bspwalk: stopped by a fault of its own{ $place }: { $text } (RUST_BACKTRACE=1 shows where it came from)
startup-not-again = bspwalk: the program could not be started once more: { $error }
startup-shot = `bspwalk shot` draws without one
startup-renderer-software = `--renderer software` opens a window without one, and `bspwalk shot` draws a picture
startup-renderer-terminal = `--renderer terminal` walks in a terminal, and `bspwalk shot` draws a picture
startup-driver = the graphics driver that was found cannot draw on this display
