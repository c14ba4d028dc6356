# Actions: what the help says of their keys, the headings of the help, and why some fronts lack a key.

action-group-moving = Moving
action-forward = forward, along the view
action-left = left
action-back = back
action-right = right
action-up = up; jump
action-down = down; crouch
action-fast = fast
action-look = look around, while the mouse is captured
action-look-left = look to the left, also without a mouse
action-look-right = look to the right
action-look-up = look up
action-look-down = look down
action-speed = change the speed
action-speed-up = a higher speed
action-speed-down = a lower speed
action-mode = walk or fly
action-noclip = through the walls (noclip)
action-respawn = back to the spawn
action-group-motion = Motion
action-why = why did I stop?
action-method = the next collision method: ati, push, sweep, planes
action-slow = slow motion
action-pause = pause
action-step = a single step
action-replay = replay the last seconds, beside a body that is moved as in ATI's sample (2006)
action-record = record a script
action-play = play the last script
action-group-films = Model and films
action-model = the level as a model, cut open; back into the eyes
action-plan = the level from straight above, cut open: the plan
action-build-film = how the tree was built, step by step
action-query-film = what a query does in the tree: cast, push, sweep and others, step by step
action-next-step = the next step of the film
action-previous-step = the step before
action-duel = the build rules in a duel: what each costs
action-quiz = the quiz: what will happen next?
action-map = the map in the corner; larger, to go where you click; off
action-group-selection = Selected node
action-select = select the node of the face under the crosshair
action-select-pointer = select what is under the mouse pointer
action-parent = its parent
action-front-child = its front child
action-back-child = its back child
action-select-nothing = select nothing
action-selection-before = the selection before
action-selection-after = the selection after
action-look-at-selection = look at the selected node or leaf
action-icicle = the tree as a picture
action-planar = the planar tree: draw a polygon, see its tree
action-group-overlays = Overlays
action-shallower = planes and cells: one depth less; less of painter's order; the portal flow's step before
action-deeper = planes and cells: one depth more; more of painter's order; the portal flow's next step
action-hide-overlays = hide all overlays
action-group-visibility = Visibility
action-culling = culling: by the view, by the view and the PVS, or not at all
action-freeze = freeze culling, to fly out and look back
action-hidden-surfaces = hidden surfaces by: front to back, painter, depth buffer
action-along-leak = follow the leak to the outside
action-back-along-leak = follow it back
action-group-screen = Screen
action-capture = capture the mouse
action-escape = close what is on top; then free the mouse; then end what runs; without the engine, twice leaves
action-accept = use what is in front, as a door; do what a card offers; without the engine, play or stop the film
action-decline = decline the offer; the station before
action-panel = open the panel, which frees the mouse; close it
action-menu = the menu bar, for arrows, Enter and Esc
action-open = open a level
action-help = this help
action-help-in-terminal = this help, as terminals have it
action-tour = the tour: ten stations, taken up where it was left
action-full-screen = full screen
action-zoom = larger or smaller text; Ctrl+0 for the usual size
action-screenshot = save a screenshot
action-undo = undo the last change: a plane tried out, a polygon, an overlay, a selection, a jump
action-redo = redo what was undone
action-copy-view = copy the view, as a line that bspwalk and bspwalk shot take
action-paste-view = go to the view of a line that was copied
action-keep-view = keep the view as a bookmark, in a file beside the level
action-next-bookmark = go to the next bookmark
action-leave = leave at once
action-leave-in-terminal = leave at once, as terminals have it
action-pixels = pixels or blocks, where the terminal has pixels
action-suspend = back to the shell for a while
action-redraw = draw the screen anew

action-why-engine = only the engine's window has cards, pages and panels
action-why-pointer = only the engine's window has a pointer
action-why-depth-buffer = a graphics driver always uses a depth buffer
action-why-pad = terminals tell of no gamepads, and a mouse has its wheel for it
action-why-terminals = it is about terminals
action-why-help-key = in a window this is the key of the film's next step, with Shift
action-why-own-window = a terminal's own window decides
action-why-copy-key = in a terminal this key leaves, and Ctrl+Y copies
action-why-windows-copy = windows have Ctrl+C for it
action-why-terminal-pastes = a terminal pastes by its own key, which does the same
action-why-everywhere = all have it
action-front-window = window
action-front-software-window = software window
action-front-terminal = terminal

# Buttons of the mouse.
action-right-click = Right click
action-middle-click = Middle click
action-back-click = Back click
action-forward-click = Forward click

# The page of all keys in Markdown, and the table of `bspwalk keys`.
action-page-qwerty = a QWERTY
action-page-azerty = an AZERTY
# $keyboard is one of these.
action-page =
    # All keys

    An action has the same keys and the same meaning in the window, in the window without a graphics driver and in a
    terminal, or is not there, and then the last column says why. `bspwalk keys` prints this table; keys are named by what
    stands on them on { $keyboard } keyboard, buttons of a gamepad by what stands on those of Xbox: {"["}gamepads](gamepad.md) has
    the names of others. LS and RS are the sticks. LB and RB are held while another button is pressed. Terminals tell of no
    gamepads.
    {""}
action-page-group =
    {""}
    ## { $group }

    | keys | gamepad | what they do |
action-page-why = why not everywhere
action-pad = pad { $name }
action-not-everywhere = { $does } [{ $fronts }: { $why }]
action-focus = go to the next control while the mouse is free, with Shift to the one before; Enter and Space press it, Esc gives the keys back to the body
action-group-film-keys = While a film is shown and the mouse is free (with Shift these keys do what they do otherwise)
action-film-next-step = the next step
action-first-step = the first step
action-last-step = the last step
action-play-or-pause = play or pause
action-click = Click
action-mouse = Mouse
action-wheel = Wheel
