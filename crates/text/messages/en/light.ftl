light-the-light = the light
light-not-drawn = The level cannot be drawn. { $fault }
light-not-own = { $reason } The level is lit without its own light.
