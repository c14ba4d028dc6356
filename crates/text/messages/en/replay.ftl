replay-title = Replay of the last few seconds, at half speed
replay-you = you, with `{ $method }`
replay-never = never in a wall
replay-in-wall = in a wall for { $inside } of { $steps } steps
replay-ati = ghost, with the ATI sample's push-out (2006): { $walls }
replay-apart = The two bodies end up { $apart } m apart.
replay-label-you = YOU
replay-label-ghost = GHOST
