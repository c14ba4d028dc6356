startup-at = {" "}at { $location }
startup-fault = bspwalk: stopped because of an internal error{ $place }: { $text } (set RUST_BACKTRACE=1 for a backtrace)
startup-not-again = bspwalk: the program could not be restarted: { $error }
startup-shot = `bspwalk shot` can draw a picture without a display
startup-renderer-software = `--renderer software` opens a window without a graphics driver, and `bspwalk shot` draws a picture
startup-renderer-terminal = `--renderer terminal` runs the walk in a terminal, and `bspwalk shot` draws a picture
startup-driver = the available graphics driver cannot draw on this display
