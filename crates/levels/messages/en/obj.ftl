# Levels of OBJ. $error and $reason come from the system or are messages.

obj-more-libraries = { $count ->
        [one] { $count } more material library
       *[other] { $count } more material libraries
    } cannot be read
obj-material-undefined = the material `{ $first }` is not in any material library, so it gets a generated colour
obj-materials-undefined = { $n } materials, for example `{ $first }`, are not in any material library, so each gets a generated colour
obj-library-not-found = the material library { $name } was not found; put it next to the level to see its colours
obj-library-unreadable = the material library { $name } cannot be read ({ $error }); its colours are missing
obj-image-unusable = the image { $file } cannot be used ({ $reason }); the diffuse colour is used instead
obj-more-images = { $count ->
        [one] { $count } more image
       *[other] { $count } more images
    } cannot be used; diffuse colours are used instead
obj-image-not-found = the image { $only } was not found; the diffuse colour is used instead
obj-images-not-found = { $count } images, for example { $first }, were not found; diffuse colours are used instead
obj-faces-not-found = some of its faces were lost during parsing
obj-face-too-crossed = the edges of this face with { $corners } corners cross too often for triangulation: split the face
obj-statements = { $library }, line { $line }: { $count ->
        [one] { $count } statement cannot be parsed and was skipped
       *[other] { $count } statements cannot be parsed and were skipped
    }
obj-no-obj = is not an OBJ file: no line begins with `v`, `f` or another OBJ statement; open an OBJ file, or export the level as one
obj-flat-faces = only faces with fewer than three corners, the first on line { $line }
obj-vertex-number = `{ $word }` in a vertex is not a number
obj-vertex-coordinates = a vertex has { $count } coordinates instead of three
obj-corner = `{ $word }` in a face is not a valid corner, such as 7, 7/3, 7//5 or 7/3/5
obj-no-vertices = the file has no vertices
obj-only-before =
    only { $before ->
        [one] { $before } vertex precedes
       *[other] { $before } vertices precede
    } it
obj-only-total =
    the file has only { $total ->
        [one] { $total } vertex
       *[other] { $total } vertices
    }
obj-count-from-1 = vertex numbers start at 1
obj-flat-faces-left-out =
    { $count ->
        [one] { $count } face with fewer than three corners was skipped
       *[other] { $count } faces with fewer than three corners were skipped
    }
obj-lines-left-out =
    { $count ->
        [one] { $count } line or point statement was skipped because it has no surface
       *[other] { $count } line or point statements were skipped because they have no surface
    }
obj-bad-attributes =
    { $count ->
        [one] { $count } texture coordinate or normal is not numeric and was ignored
       *[other] { $count } texture coordinates or normals are not numeric and were ignored
    }
obj-texture-indices =
    { $count ->
        [one] { $count } corner refers to a texture coordinate that does not exist, so its face has no texture coordinates
       *[other] { $count } corners refer to texture coordinates that do not exist, so their faces have no texture coordinates
    }
obj-normal-indices =
    { $count ->
        [one] { $count } corner refers to a normal that does not exist, so its face is shaded flat
       *[other] { $count } corners refer to normals that do not exist, so their faces are shaded flat
    }
obj-free-forms =
    { $count ->
        [one] { $count } free-form curve or surface was skipped; export it as polygons
       *[other] { $count } free-form curves or surfaces were skipped; export them as polygons
    }
obj-unknown-lines =
    { $count ->
        [one] { $count } line was skipped because it begins with `{ $word }`, which is not an OBJ statement
       *[other] { $count } lines were skipped because they begin with `{ $word }`, which is not an OBJ statement
    }
obj-more-unknown-lines =
    { $count ->
        [one] { $count } more line was skipped because it is not an OBJ statement
       *[other] { $count } more lines were skipped because they are not OBJ statements
    }
obj-crossing-faces =
    { $count ->
        [one] { $count } polygon intersects itself, so parts of it may be missing; split it
       *[other] { $count } polygons intersect themselves, so parts of them may be missing; split them
    }
obj-found-vertices =
    { $vertices ->
        [one] { $vertices } vertex
       *[other] { $vertices } vertices
    }
obj-found-vertices-and-lines =
    { $vertices ->
        [one] { $vertices } vertex
       *[other] { $vertices } vertices
    } and { $lines } line or point { $lines ->
        [one] statement
       *[other] statements
    }
