### Texts for keyboard navigation and screen readers.

access-next-control = next control
access-control-before = previous control
access-press = press
access-back-to-walking = back to walking
access-wait = Please wait …
access-watch = Play { $station }
access-how-many = Number
access-division-before = Previous split.
access-division-next = Next split.
access-text-size = Text size
access-text-size-hint = { $keys } also change the text size.
access-reduced-motion = Reduced motion
access-node-number = Number of the node to select
access-bookmark-name = Name of the bookmark
access-path-letter = { $letter } at node { $node }
access-why-tab = only Tab can move between controls
