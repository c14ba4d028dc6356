help-how = { $one } or { $other } closes. Scroll with the wheel or the arrow keys. Keys are named as they are printed on your keyboard, once you have pressed one of them.
help-close = Close
help-leave-tour = Leave the tour
help-tour = Tour
