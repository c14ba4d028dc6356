settings-scale-adaptive-name = adaptive
settings-scale-full-name = full
settings-scale-adaptive = full resolution, but coarser during motion when drawn in software
settings-scale-full = the full resolution of the window
settings-scale-half = one pixel per 2 × 2 pixels of the window
settings-scale-third = one pixel per 3 × 3 pixels of the window
settings-faulty-method = Collision method `{ $method }` is still selected: { $description }. To change it: panel, Body, Collision method.
settings-not-written = The settings could not be written to { $file } ({ $error }). They are kept until the window closes.
