hints-press = Press
hints-why = to see what stopped you
hints-deeper = to show the planes of one more depth
hints-parent = to select the node above, whose plane made the cell of this one
hints-model = to see the level as a model, cut open
hints-planes = to show the planes that split the level
hints-select = to select the face under the crosshair and the node of the tree that stores it
hints-never = Do not show this again.
