screen-page-fault = bspwalk was stopped by a fault of its own: { $info }
screen-no-result = The result cannot be read: { $error }.
screen-nothing-to-paste = There is no text to go to the view of.
screen-no-view = What was copied is not the line of a view. { $reason }
screen-no-trace = bspwalk: the trace { $file } cannot be written: { $error }
screen-other-view = This view is of another level or of other trees: leave, and start it by { $line }
screen-no-reason = it does not say why
screen-fault = a fault of the program ended the walk: { $fault }
screen-terminal-failed = the terminal cannot be drawn on: { $error }
screen-view-copied-maybe = The view is copied, if this terminal copies: { $line }
screen-no-pixels = This terminal shows no pixels, as far as it tells.
screen-pixels = Pixels
screen-blocks = Blocks
screen-picture-not-saved = The picture was not saved: { $problem }.
screen-saved = Saved { $picture } and, as text, { $file }: `cat` shows it.
screen-saved-picture = Saved { $picture }; the text was not saved: { $problem }.
screen-steps-keys = { $next }: next step   { $before }: step before   { $run }: { $play }
screen-film-keys = { $next }: next step   { $before }: step before   { $run }: { $play }   { $ask }: ask me   { $close }: close
screen-speed = { $speed } a second
screen-painter-keys = { $less } { $more }: less, more   { $next } { $before }: one on, one back   { $run }: stop, go on   { $ask }: ask me   { $order }: the other order
screen-help-page = Help, page { $page } of { $pages }: { $next } for the next, { $close } closes
screen-help = Help: { $next } or { $close } closes
screen-help-key = { $key }: help
screen-look-in-window = arrows, or click and mouse: look
screen-look-in-terminal = arrows or click and mouse: look
screen-greeting-move = { $walk }: walk   { $look }   { $jump }: jump   { $fast }: fast
screen-greeting-show = { $coloring }: colours   { $model }: model   { $why }: why did I stop?   { $find }: find a command
screen-greeting-help = { $help }: all keys   { $escape } twice: leave
screen-greeting-level = { $level }: { $faces ->
        [one] { $faces } face
       *[other] { $faces } faces
    }, a tree of { $nodes ->
        [one] { $nodes } node
       *[other] { $nodes } nodes
    }
screen-path = Path of the eye: { $planes ->
        [one] { $planes } plane
       *[other] { $planes } planes
    } (F in front, B behind)
screen-more-planes = and { $planes ->
        [one] { $planes } plane more
       *[other] { $planes } planes more
    }
screen-why = Why did I stop?
screen-plan-cut = {" "}Plan: being cut
screen-quiz-exhausted = There is nothing more to ask about this level.
screen-quiz-waits = A question is being made …
screen-quiz-again = Look again at { $chapter }.
screen-quiz-film-keys = { $enter }: the film goes on   { $close }: close
screen-quiz-next-keys = { $enter }: the next question   { $close }: close
screen-quiz-arrow = The arrow on the plane points to its front.
screen-quiz-keys = { $next } { $before }: mark the next one, the one before   { $enter }: answer   { $close }: close
screen-level-stays = { $reason }. The level stays as it was.
screen-window-failed = the window can be drawn no longer: { $reason }
screen-screenshot = Screenshot saved to { $file }
screen-screenshot-not-saved = The screenshot was not saved: { $problem }.
screen-the-light = the light
screen-no-light = No light: { $why }
screen-no-font = the font cannot be read
screen-refused = the display takes no pictures: { $reason }
screen-view-copied = The view is copied: { $text }
screen-view-copied-in-page = The view is copied, for this page alone; its address is for others: { $text }
screen-view-copied-alone = The view is copied, for this program alone: { $text }
screen-command-copied = The command is copied: { $text }
screen-command-copied-alone = The command is copied, for this program alone: { $text }
screen-no-terminal = standard input and output are no terminal, which the walk needs: start it in one, or draw a picture to a file by `bspwalk shot LEVEL -o FILE.png`
screen-terminal-unnamed = the terminal has no name (TERM is not set), which leaves nothing to walk in: start it in another, set TERM to what it is, or draw a picture to a file by `bspwalk shot LEVEL -o FILE.png`
screen-terminal-dumb = the terminal can only print (TERM is dumb), which leaves nothing to walk in: start it in another, set TERM to what it is, or draw a picture to a file by `bspwalk shot LEVEL -o FILE.png`
screen-stop = stop
screen-play = play
screen-stopped = stopped
screen-painter = { $at }; { $speed }
screen-plan = {" "}Plan at { $height } m: { $lines ->
        [one] { $lines } split line
       *[other] { $lines } split lines
    }
screen-plan-leaves = {" "}Plan at { $height } m: { $lines ->
        [one] { $lines } split line
       *[other] { $lines } split lines
    }, { $leaves ->
        [one] { $leaves } leaf
       *[other] { $leaves } leaves
    }
screen-close-key = { $close }: close
screen-quiz-right = { $choice }   (right)
screen-quiz-yours = { $choice }   (yours)
screen-quiz-number = > { $number } of { $most }
screen-quiz = Quiz
screen-quiz-easy = { $kind } (easy)
screen-quiz-harder = { $kind } (harder)
screen-quiz-hard = { $kind } (hard)
screen-quiz-score = { $title }, { $points } of { $all }
