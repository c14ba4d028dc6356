# Levels of glTF. Texts that begin with a verb follow the name of the file, of the buffer or the like; $problem is such a text.

gltf-its-accessor = its accessor { $number } { $problem }
gltf-unknown-type = has no known type
gltf-too-many-items = has { $count } items; split the level
gltf-view-beyond = lies in the view { $number }, which reaches beyond its buffer
gltf-items-overlap = has items of { $size } bytes, { $stride } bytes apart, so that they overlap
gltf-items-beyond = has { $count } items from byte { $offset } on, which reach beyond the { $bytes } bytes of its view
gltf-sparse-type = has sparse items with numbers of no known type
gltf-too-many-sparse = has more sparse items than the file can hold
gltf-sparse-order = has { $count } items, of which the sparse ones are not in order or not there: one has number { $number }
gltf-its-buffer = cannot be used: its buffer { $number } { $problem }
gltf-buffer-empty = has neither data nor a file; export the level again
gltf-buffers-too-large = makes more than 2 GiB with the others; split the level
gltf-buffer-short = has { $has } bytes of the { $says } that it should have; copy or export it again
gltf-buffer-is = is { $error }; export the level again
gltf-buffer-base64 = is data with a fault ({ $error }); export the level again
gltf-buffer-name = is { $uri } ({ $problem })
gltf-buffer-link = is the file { $name }, a link out of the level's folder; put the file beside the level
gltf-buffer-not-found = is the file { $name }, which was not found; put it beside the level
gltf-buffer-unreadable = is the file { $name }, which cannot be read ({ $error }); check its permissions
gltf-name-utf8 = no text in UTF-8; rename the file
gltf-name-outside = a path out of the level's folder; put the file beside the level
gltf-name-elsewhere = no file of the level's folder; put the file beside the level
gltf-name-none = no name of a file; export the level again
gltf-extension-required = requires the extension { $extension }, which is not read; export the level without it
gltf-header-cut = is cut short within the header of a .glb; copy or export it again
gltf-binary-version = is binary glTF of version { $version }; export the level as glTF 2.0
gltf-length = has { $bytes } bytes, but its header says { $length }: it is cut short or damaged; copy or export it again
gltf-chunks = has damaged chunks ({ $error }); copy or export it again
gltf-too-many-objects = has { $objects } JSON objects in { $bytes } bytes, which no level needs; export the level again
gltf-json = the JSON cannot be read at column { $column }: { $problem }
gltf-no-asset = is JSON without an `asset`, so no glTF; export the level as glTF 2.0
gltf-version = is glTF of version { $version }; export the level as glTF 2.0
gltf-packed = has meshes packed by { $name }; unpack them with `npx @gltf-transform/cli copy "{ $file }" "{ $unpacked }"` and open that file
gltf-names-missing = names something that the file does not have
gltf-is-missing = is missing
gltf-is-too-large = is too large
gltf-bad-value = has a value that it cannot have
gltf-one-more-fault = {" "}(and one more fault)
gltf-more-faults = {" "}(and { $n } more faults)
gltf-invalid = cannot be used: { $path } { $what }{ $others }; mend it or export the level again
gltf-image-format = is { $format }, which is not read; export the level with PNG or JPEG
gltf-image-unusable = cannot be used ({ $reason })
gltf-image-plain = the image { $image } { $problem }; the plain colour is used
gltf-image-beyond = reaches beyond its buffer
gltf-image-empty = has neither data nor a file
gltf-primitive = primitive { $primitive } of mesh { $number }
gltf-primitive-named = primitive { $primitive } of mesh { $number } ({ $name })
gltf-unknown-mode = has no known mode
gltf-attribute-width = has { $attribute } of { $width } numbers each
gltf-normals = normals
gltf-texture-coordinates = texture coordinates
gltf-colours = colours
gltf-attribute-short = has { $vertices } vertices and only { $count } { $name }
gltf-indices = has indices that are no whole numbers
gltf-vertex-beyond = names vertex { $vertex } in its triangle { $turn }, but has { $vertices } vertices
gltf-units = glTF is in metres with Y up
gltf-scene-named = the scene { $scene }
gltf-scene-numbered = the scene { $chosen }
gltf-default-scene = Of the file's { $count } scenes, { $name } is loaded, which is its default.
gltf-first-scene = Of the file's { $count } scenes, { $name } is loaded: it is the first, and none is the default.
gltf-no-scene = The file has no scene: all its nodes are loaded.
gltf-child-twice = cannot be used: { $child } is twice a child of { $first }; export the level again
gltf-two-parents = cannot be used: { $child } is a child of { $first } and of { $second }; a node has one parent; export the level again
gltf-own-ancestor = cannot be used: { $node } is its own ancestor; export the level again
gltf-too-many-triangles = has { $triangles } triangles in the { $places } places where its meshes stand, and a file of its size may have { $most }; leave instances out
gltf-unreadable = cannot be used: { $what } cannot be read: { $problem }; export the level again
gltf-points-or-lines =
    { $count ->
        [one] { $count } primitive
       *[other] { $count } primitives
    } of points or lines
gltf-no-mesh = no mesh
gltf-unused-meshes =
    { $count ->
        [one] { $count } mesh
       *[other] { $count } meshes
    } that the scene does not use
gltf-meshes-without-triangles =
    { $count ->
        [one] { $count } mesh
       *[other] { $count } meshes
    } without triangles
gltf-instances =
    { $meshes ->
        [one] { $meshes } mesh stands
       *[other] { $meshes } meshes stand
    } in { $places ->
        [one] { $places } place
       *[other] { $places } places
    }: each has triangles of its own.
gltf-mirrored =
    { $count ->
        [one] { $count } mesh is
       *[other] { $count } meshes are
    } mirrored by a node: the faces are turned around, so that their fronts stay in front.
gltf-chained =
    { $count ->
        [one] { $count } primitive
       *[other] { $count } primitives
    } of strips or fans became triangles.
gltf-quantized =
    { $count ->
        [one] { $count } primitive
       *[other] { $count } primitives
    } of quantised positions became metres.
gltf-moved-images =
    The texture coordinates of { $count ->
        [one] { $count } material
       *[other] { $count } materials
    } are moved as KHR_texture_transform says.
gltf-points-left-out =
    { $count ->
        [one] { $count } primitive
       *[other] { $count } primitives
    } of points or lines: left out
gltf-vertices-left-over =
    { $count ->
        [one] { $count } primitive
       *[other] { $count } primitives
    } with one or two vertices too many for whole triangles: those are left out
gltf-animations =
    { $count ->
        [one] { $count } animation
       *[other] { $count } animations
    } left out: everything stands in its rest pose
gltf-skins =
    { $count ->
        [one] { $count } skin
       *[other] { $count } skins
    } left out: those meshes stand in their rest pose
gltf-morphed =
    the morph targets of { $count ->
        [one] { $count } primitive
       *[other] { $count } primitives
    } are left out: those meshes have their rest shape
gltf-instanced =
    { $count ->
        [one] { $count } node
       *[other] { $count } nodes
    } with instances by EXT_mesh_gpu_instancing, which is not read: one of each is there; export the level without that extension to see them all
gltf-start-of-node = The start is that of the node.
gltf-start-of-node-named = The start is that of the node { $name }.
gltf-start-of-camera = The start is that of the camera.
gltf-start-of-camera-named = The start is that of the camera { $name }.
gltf-node = node { $node }
gltf-node-named = node { $node } ({ $name })
