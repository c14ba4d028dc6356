hints-press = Press
hints-why = to see what stopped you
hints-deeper = to show one more depth of planes
hints-parent = to select the parent, whose plane created the cell of this node
hints-model = to see a cutaway model of the level
hints-planes = to show the planes that split the level
hints-select = to select the face under the crosshair and the node that stores it
hints-never = Do not show this hint again.
