# Terms of the glossary. `.forms`: the words by which a text is searched for the term, in lower case, between commas;
# one after ~ also means something else, and is the term only where a text marks it: [[depth]].

glossary-term-bookmark = bookmark
    .forms = bookmark, bookmarks
    .definition = A view of the level that is kept under a name, in a file beside the level.
glossary-term-field-of-view = field of view
    .definition = How wide the view is, in degrees, measured across a 16:9 view.
glossary-term-sensitivity = sensitivity
    .definition = How many degrees the view turns per count of the mouse.
glossary-term-pad-dead-zone = dead zone
    .definition = How far a stick of a gamepad is pushed before it asks for anything: worn sticks do not come back to their middle.
glossary-term-pad-curve = stick curve
    .definition = The exponent of how far a stick of a gamepad is pushed: 1 is even, more is finer near the middle.
glossary-term-pad-sensitivity = stick sensitivity
    .definition = How fast a stick of a gamepad that is pushed as far as it goes turns the view: 1 is as fast as the arrow keys.
glossary-term-invert-y = invert Y
    .definition = Moving the mouse forward looks down.
glossary-term-head-bob = head bob
    .definition = The eye goes up and down with the steps.
glossary-term-brightness = brightness
    .definition = How much brighter the level is drawn than its light is.
glossary-term-language = language
    .definition = The language of all texts. Terms of the field have their English word beside them in the glossary.
glossary-term-render-scale = render scale
    .definition = How fine the level is drawn before it is enlarged to the window. Adaptive: in full, but coarser while it moves where the driver draws in software.
glossary-term-tool-bar = tool bar
    .definition = The bar above the level, while the mouse is free.
glossary-term-hints = hints
    .definition = The next useful key is named, until it was used.
glossary-term-median = median
    .forms = median
    .definition = Half of the last frames took less time, half more. FPS: frames per second.
glossary-term-percentile = 95th percentile
    .forms = 95th percentile
    .definition = One frame in twenty took longer than this.
glossary-term-course = course
    .definition = Stations of a level that are hard for collision; each is scored for each collision method.
