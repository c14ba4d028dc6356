light-the-light = the light
light-not-drawn = The level cannot be drawn. { $fault }
light-not-own = { $reason } The level's own light is not used.
light-software-page = The software renderer has no sharp shadows or antialiasing. For both, enable hardware acceleration in the settings of your browser.
light-software = The software renderer has no sharp shadows or antialiasing. For both, install the Vulkan driver of your graphics card (or set BSPWALK_QUALITY=full, which is slow).
