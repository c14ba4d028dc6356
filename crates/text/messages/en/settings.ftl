settings-scale-adaptive-name = adaptive
settings-scale-full-name = full
settings-scale-adaptive = in full, but coarser while the picture moves where the driver draws in software
settings-scale-full = as fine as the window
settings-scale-half = each pixel covers two by two of the window
settings-scale-third = each pixel covers three by three of the window
settings-faulty-method = Collision method `{ $method }` is still on: { $description }. To change it: panel, Body, Collision method.
settings-not-written = The settings cannot be written to { $file } ({ $error }): they last until the window closes.
