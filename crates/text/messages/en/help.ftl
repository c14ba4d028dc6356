help-how = { $one } or { $other } closes this page. Scroll with the wheel or the arrow keys. After you press a key, the page shows key names as printed on your keyboard.
help-close = Close
help-leave-tour = Leave the tour
help-tour = Tour
