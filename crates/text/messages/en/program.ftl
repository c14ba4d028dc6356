# The section Program of the panel.

program-language = Language
program-language-of-system = system
program-field-of-view = Field of view
program-sensitivity = Sensitivity
program-pad-dead-zone = Stick dead zone
program-pad-curve = Stick curve
program-pad-sensitivity = Stick sensitivity
program-brightness = Brightness
program-render-scale = Render scale
program-head-bob = Head bob
program-tool-bar = Tool bar
program-hints = Hints
program-hints-again = Show all hints again
program-all-keys = All keys
program-tour = Tour
program-full-screen = Full screen
program-screenshot = Screenshot
program-quit = Quit
program-about = { $name } { $version }: explore BSP trees from inside. MIT or Apache 2.0.
