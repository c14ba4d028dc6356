# Levels of OBJ. $error and $reason come from the system or are messages.

obj-more-libraries = { $count } more material libraries cannot be read
obj-material-undefined = the material `{ $first }` is in no material library; it gets a colour of its own
obj-materials-undefined = { $n } materials, `{ $first }` first, are in no material library; each gets a colour of its own
obj-library-not-found = the material library { $name } was not found; put it beside the level to see its colours
obj-library-unreadable = the material library { $name } cannot be read ({ $error }); its colours are missing
obj-image-unusable = the image { $file } cannot be used ({ $reason }); the plain colour is used
obj-more-images = { $count } more images cannot be used; plain colours are used
obj-image-not-found = the image { $only } was not found; the plain colour is used
obj-images-not-found = { $count } images were not found, { $first } first; plain colours are used
obj-face-too-crossed = the face has { $corners } corners, and its edges run past each other too often to cut it into triangles: split it
obj-statements = { $library }, line { $line }: { $count } statements cannot be understood and were left out
obj-no-obj = is not an OBJ file: it has no OBJ statement (no line begins with `v`, `f` or the like); name an OBJ file, or export the level as one
obj-flat-faces = only faces of fewer than three corners, the first in line { $line }
obj-vertex-number = `{ $word }` in a vertex is not a number
obj-vertex-coordinates = a vertex has { $count } coordinates instead of three
obj-corner = `{ $word }` in a face is not a corner (as 7, 7/3, 7//5 or 7/3/5)
obj-no-vertices = the file has no vertices
obj-only-before = only { $before } vertices stand before it
obj-only-total = the file has only { $total } vertices
obj-count-from-1 = vertices count from 1
obj-flat-faces-left-out =
    { $count ->
        [one] { $count } face of fewer than three corners was left out
       *[other] { $count } faces of fewer than three corners were left out
    }
obj-lines-left-out =
    { $count ->
        [one] { $count } statement of lines or points was left out: it is no surface
       *[other] { $count } statements of lines or points were left out: they are no surface
    }
obj-bad-attributes =
    { $count ->
        [one] { $count } texture coordinate or normal is no number and was not used
       *[other] { $count } texture coordinates or normals are no numbers and were not used
    }
obj-texture-indices =
    { $count ->
        [one] { $count } corner names a texture coordinate that the file does not have; its face has none
       *[other] { $count } corners name texture coordinates that the file does not have; their faces have none
    }
obj-normal-indices =
    { $count ->
        [one] { $count } corner names a normal that the file does not have; its face is flat
       *[other] { $count } corners name normals that the file does not have; their faces are flat
    }
obj-free-forms =
    { $count ->
        [one] { $count } free-form curve or surface was left out; export it as polygons
       *[other] { $count } free-form curves or surfaces were left out; export them as polygons
    }
obj-unknown-lines =
    { $count ->
        [one] { $count } line begins with `{ $word }`, which is no OBJ statement, and was left out
       *[other] { $count } lines begin with `{ $word }`, which is no OBJ statement, and were left out
    }
obj-more-unknown-lines =
    { $count ->
        [one] { $count } more line is no OBJ statement and was left out
       *[other] { $count } more lines are no OBJ statements and were left out
    }
obj-crossing-faces =
    { $count ->
        [one] { $count } face of many corners crosses itself; parts of it may be missing, split it
       *[other] { $count } faces of many corners cross themselves; parts of them may be missing, split them
    }
obj-found-vertices = { $vertices } vertices
obj-found-vertices-and-lines = { $vertices } vertices and { $lines } statements of lines or points
