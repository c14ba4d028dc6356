### What serves those who use no mouse, or see little.

access-next-control = next control
access-control-before = the one before
access-press = press
access-back-to-walking = back to walking
access-wait = Please wait …
access-watch = Watch { $station }
access-how-many = How many
access-division-before = The division before.
access-division-next = The next division.
access-text-size = Text size
access-text-size-hint = { $keys } change it too.
access-reduced-motion = Reduced motion
access-node-number = Number of a node to select
access-bookmark-name = Name of the bookmark
access-path-letter = { $letter } of node { $node }
access-why-tab = only Tab goes from control to control
