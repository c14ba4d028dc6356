light-the-light = the light
light-not-drawn = The level cannot be drawn. { $fault }
light-not-own = { $reason } The level is lit without its own light.
light-software-page = Drawn in software, so without sharp shadows and smooth edges: for both, let the browser use the graphics card (its settings call that hardware acceleration).
light-software = Drawn in software, so without sharp shadows and smooth edges: for both, install the Vulkan driver of your graphics card (or set BSPWALK_QUALITY=full, which is slow).
