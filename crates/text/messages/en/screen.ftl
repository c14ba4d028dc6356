screen-page-fault = bspwalk stopped because of an internal error: { $info }
screen-no-result = The result of the background task cannot be read: { $error }.
screen-nothing-to-paste = The clipboard does not contain a view.
screen-no-view = The copied text is not a view. { $reason }
screen-no-trace = bspwalk: the trace { $file } cannot be written: { $error }
screen-other-view = This view belongs to a different level or to different trees. Quit, and open the view with { $line }
screen-no-reason = no reason was given
screen-fault = an internal error ended the walk: { $fault }
screen-terminal-failed = cannot draw in the terminal: { $error }
screen-view-copied-maybe = View copied if this terminal supports it: { $line }
screen-no-pixels = This terminal does not report support for pixel graphics.
screen-pixels = Now drawing with pixels.
screen-blocks = Now drawing with characters.
screen-picture-not-saved = The picture could not be saved: { $problem }.
screen-saved = Saved { $picture } and the text file { $file }. Use `cat` to show the text file.
screen-saved-picture = Saved { $picture }. The text file could not be saved: { $problem }.
screen-steps-keys = { $next }: next step   { $before }: previous step   { $run }: { $play }
screen-film-keys = { $next }: next step   { $before }: previous step   { $run }: { $play }   { $ask }: ask me   { $close }: close
screen-painter-keys = { $less } { $more }: jump back, forward   { $next } { $before }: forward, back   { $run }: stop, continue   { $ask }: ask me   { $order }: flip order
screen-help-page = Help, page { $page } of { $pages }: { $next } next page, { $close } close
screen-help = Help. Close it with { $next } or { $close }
screen-help-key = { $key }: help
screen-look-in-window = arrows or mouse (click first): look
screen-look-in-terminal = arrows or mouse (click first): look
screen-greeting-move = { $walk }: walk   { $look }   { $jump }: jump   { $fast }: fast
screen-greeting-show = { $coloring }: colours   { $model }: model   { $why }: why did I stop?   { $find }: find a command
screen-greeting-help = { $help }: all keys   { $escape } twice: quit
screen-greeting-level = { $level }: { $faces ->
        [one] { $faces } face
       *[other] { $faces } faces
    }, a tree of { $nodes ->
        [one] { $nodes } node
       *[other] { $nodes } nodes
    }
screen-path = Path to the eye: { $planes ->
        [one] { $planes } plane
       *[other] { $planes } planes
    } (F = front, B = back)
screen-more-planes = and { $planes ->
        [one] { $planes } more plane
       *[other] { $planes } more planes
    }
screen-why = Why did I stop?
screen-plan-cut = {" "}Plan: computing the section
screen-quiz-exhausted = There are no more questions about this level.
screen-quiz-waits = Preparing a question …
screen-quiz-again = Review { $chapter }.
screen-quiz-film-keys = { $enter }: continue the film   { $close }: close
screen-quiz-next-keys = { $enter }: next question   { $close }: close
screen-quiz-arrow = The arrow on the plane points to its front.
screen-quiz-keys = { $next } { $before }: next, previous   { $enter }: answer   { $close }: close
screen-level-stays = { $reason }. The current level stays open.
screen-window-failed = the window can no longer be drawn: { $reason }
screen-screenshot = Screenshot saved to { $file }
screen-screenshot-not-saved = The screenshot could not be saved: { $problem }.
screen-the-light = Baking the lighting
screen-no-light = The lighting could not be baked: { $why }
screen-no-font = the font could not be read
screen-refused = the display rejected the picture: { $reason }
screen-view-copied = View copied: { $text }
screen-view-copied-in-page = View copied inside this page only. Use the page's address to share it: { $text }
screen-view-copied-alone = View copied inside bspwalk only: { $text }
screen-place-copied = { $what } copied: { $text }
screen-place-copied-maybe = { $what } copied if this terminal supports it: { $text }
screen-place-copied-alone = { $what } copied inside bspwalk only: { $text }
screen-command-copied = Command copied: { $text }
screen-command-copied-alone = Command copied inside bspwalk only: { $text }
screen-no-terminal = standard input and output are not a terminal: start the walk in a terminal, or draw a picture with `bspwalk shot LEVEL -o FILE.png`
screen-terminal-unnamed = the terminal type is unknown (TERM is not set): use another terminal, set TERM to its type, or draw a picture with `bspwalk shot LEVEL -o FILE.png`
screen-terminal-dumb = the terminal can only print text (TERM is dumb): use another terminal, set TERM to its type, or draw a picture with `bspwalk shot LEVEL -o FILE.png`
screen-stop = stop
screen-play = play
screen-painter-stopped = { $at } (stopped)
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
screen-quiz-right = { $choice }   (correct)
screen-quiz-yours = { $choice }   (your answer)
screen-quiz-number = > { $number } (from 0 to { $most })
screen-quiz = Quiz
screen-quiz-easy = { $kind } (easy)
screen-quiz-harder = { $kind } (harder)
screen-quiz-hard = { $kind } (hard)
screen-quiz-score = { $title }, score: { $points } of { $all }
