replay-title = Replay of the last seconds, at half speed
replay-you = you, with `{ $method }`
replay-never = never in a wall
replay-in-wall = in a wall for { $inside } of { $steps } steps
replay-ati = the same keys, with the ATI sample's push (2006): { $walls }
replay-apart = They end { $apart } m apart.
