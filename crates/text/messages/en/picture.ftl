picture-too-large = { $size } is more than this graphics driver draws: at most { $limit } pixels a side
picture-no-leaf = the solid-leaf tree has no leaf { $leaf }: its leaves are 0 to { $last }
picture-shader = the graphics driver does not take a program of the renderer: { $what }
picture-not-read = the image could not be read back from the graphics driver: { $what }
picture-too-long = it took too long
picture-still-changed = the image still changed after { $frames } frames
picture-none = there was none
