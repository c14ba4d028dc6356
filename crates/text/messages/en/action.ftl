# Actions: what the help says of their keys, the headings of the help, and why some fronts lack a key.

action-group-moving = Moving
action-forward = Move forward
    .more = Moves along the view.
action-left = Move left
action-back = Move back
action-right = Move right
action-up = Jump, or fly up
action-down = Crouch, or fly down
action-fast = Move fast
action-look = Look around
    .more = While the mouse is captured.
action-look-left = Look left
action-look-right = Look right
action-look-up = Look up
action-look-down = Look down
action-speed = Change the speed
action-speed-up = Move faster
action-speed-down = Move slower
action-mode = Walk or fly
action-noclip = Noclip
    .more = The body passes through walls.
action-respawn = Return to the spawn
action-group-motion = Motion
action-why = Why did I stop?
    .more = Explains which faces stopped the body.
action-method = Next collision method
    .more = Cycles through ATI, push, sweep and planes.
action-slow = Slow motion
    .more = Slows the simulation down step by step, then returns to real time.
action-pause = Pause
action-step = Single step
    .more = Simulates one tick and pauses.
action-replay = Replay the last seconds
    .more = Next to a body that moves as in the ATI sample (2006).
action-record = Record a script
    .more = Press it again to save the script.
action-play = Play the last script
action-group-films = Model and films
action-model = Cutaway model
    .more = Press it again for first person.
action-plan = Floor plan
    .more = The level from above, cut open.
action-division = Film of the division
    .more = How the tree divides space, depth by depth.
action-build-film = Film of the build
    .more = How the tree was built, step by step.
action-query-film = Film of a query
    .more = A cast, sweep, push or other query, step by step.
action-next-step = Next step
action-previous-step = Previous step
action-duel = Duel of build rules
    .more = Compares the cost of each rule in this level.
action-quiz = Quiz
    .more = Questions about the trees of this level.
action-map = Map
    .more = In the corner, then full size, where a click takes you there, then off.
action-group-selection = Selected node
action-select = Select the face under the crosshair
    .more = Selects the node that stores it.
action-select-pointer = Select the face under the pointer
action-parent = Select the parent
action-front-child = Select the front child
action-back-child = Select the back child
action-select-nothing = Clear the selection
action-selection-before = Previous selection
action-selection-after = Next selection
action-look-at-selection = Look at the selection
    .more = Moves the camera to the selected node or leaf.
action-icicle = Tree diagram
action-planar = Planar tree
    .more = Draw a polygon and see its tree.
action-own-tree = Tree from the file
    .more = Switches between the tree of a compiled level and the tree built here.
action-group-overlays = Overlays
action-shallower = One depth less
    .more = For planes and cells. Painter’s order and the portal flow go one step back.
action-deeper = One depth more
    .more = For planes and cells. Painter’s order and the portal flow go one step forward.
action-hide-overlays = Hide all overlays
action-group-visibility = Visibility
action-culling = Next culling mode
    .more = Off, by view, or by view and PVS.
action-freeze = Freeze culling
    .more = Fly out and look back at what is drawn.
action-hidden-surfaces = Next hidden-surface method
    .more = Front to back, painter, or depth buffer.
action-along-leak = Follow the leak
action-back-along-leak = Follow the leak back
action-group-screen = Screen
action-capture = Capture the mouse
action-escape = Close
    .more = Closes the topmost thing, frees the mouse, or ends what is running. Without the engine, press it twice to quit.
action-accept = Use, or accept the offer
    .more = Uses the door or button in front of you. Without the engine, it also plays or pauses the film.
action-decline = Decline the offer
    .more = In the tour, it goes to the previous station.
action-panel = Panel
action-menu = Menu bar
    .more = Use the arrow keys, Enter and Esc.
action-palette = Find a command
    .more = Type part of its name. Enter runs it.
action-open = Open a level…
action-help = All keys
action-help-in-terminal = All keys (terminal)
action-tour = Tour
    .more = Ten stations. It continues where you left it.
action-full-screen = Full screen
action-zoom = Text size
    .more = Ctrl+0 restores the default.
action-screenshot = Save a screenshot
action-undo = Undo
    .more = Undoes a tried plane, a polygon, an overlay, a selection or a jump.
action-redo = Redo
action-copy-view = Copy the view
    .more = As a line of options for bspwalk and bspwalk shot.
action-paste-view = Paste a view
    .more = Goes to the view of a copied line.
action-keep-view = Bookmark the view
    .more = Saves the view in a file next to the level.
action-next-bookmark = Next bookmark
action-leave = Quit
action-leave-in-terminal = Quit (terminal)
action-pixels = Pixels or characters
    .more = If the terminal can display pixels.
action-suspend = Suspend
    .more = Returns to the shell until you continue the program.
action-redraw = Redraw the screen

action-why-engine = only the window with the engine has cards, pages and panels
action-why-pointer = only the window with the engine has a pointer
action-why-depth-buffer = the graphics driver always uses a depth buffer
action-why-pad = terminals do not report gamepads, and a mouse has its wheel
action-why-terminals = only for terminals
action-why-help-key = in windows, this key goes to the next step of a film
action-why-own-window = the terminal's own window decides
action-why-copy-key = in a terminal, this key quits, and Ctrl+Y copies
action-why-windows-copy = windows use Ctrl+C
action-why-terminal-pastes = terminals paste with their own key
action-why-everywhere = available everywhere
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

    A command has the same keys in the window, in the software window and in the terminal. If one of them lacks the command,
    the last column says why. `bspwalk keys` prints this table. Keys are named after { $keyboard } keyboard, and gamepad buttons
    after an Xbox controller; [Gamepads](gamepad.md) has other names. LS and RS are the sticks. LB and RB are held while
    you press another button.
    {""}
action-page-group =
    {""}
    ## { $group }

    | keys | gamepad | what they do |
action-page-why = why not everywhere
action-pad = pad { $name }
action-not-everywhere = { $does } [{ $fronts }: { $why }]
action-with-details = { $title } – { $details }
action-focus = Next control
    .more = While the mouse is free; Shift goes back. Enter and Space press the control, Esc returns to walking.
action-group-film-keys = While a film is shown and the mouse is free (Shift restores the usual meaning)
action-first-step = First step
action-last-step = Last step
action-play-or-pause = Play or pause
action-click = Click
action-mouse = Mouse
action-wheel = Wheel
