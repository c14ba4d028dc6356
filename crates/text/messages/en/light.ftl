light-the-light = the lighting
light-not-drawn = The level cannot be drawn. { $fault }
light-not-own = { $reason } The level's baked lighting is not used.
light-software-page = The software renderer has no sharp shadows or antialiasing. For better quality, enable hardware acceleration in your browser's settings.
light-software = The software renderer has no sharp shadows or antialiasing. For better quality, install the Vulkan driver of your graphics card (or set BSPWALK_QUALITY=full, which is slow).
