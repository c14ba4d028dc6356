settings-scale-adaptive-name = adaptive
settings-scale-full-name = full
settings-scale-adaptive = the full resolution of the window, reduced during motion in software rendering
settings-scale-full = the full resolution of the window
settings-scale-half = one pixel per 2 × 2 pixels of the window
settings-scale-third = one pixel per 3 × 3 pixels of the window
settings-faulty-method = Collision method `{ $method }` is still selected: { $description }. To change it, open Body in the panel and choose another collision method.
settings-not-written = The settings could not be written to { $file } ({ $error }). They are kept until the window closes.
